// What an agent thinks of the position on show.

import { button, make, pause } from "./dom.js";

const LOOK_AGAIN = 150;  // ms

export class Analysis {
  // events: found(study or null), play(action)
  constructor(link, agents, events) {
    this.link = link;
    this.events = events;
    this.round = 0;
    this.choice = make("select", { "aria-label": "agent to ask" },
      agents.map(({ text, title }) => make("option", { value: text }, title)));
    this.own = make("input", { type: "text", placeholder: "or mcts(simulations=800)", "aria-label": "another agent to ask" });
    this.always = make("input", { type: "checkbox", onchange: () => this.follow() });
    this.bar = make("progress", { max: 1, value: 0, hidden: true, "aria-label": "search" });
    this.words = make("div", { class: "verdict" });
    this.node = make("div", { class: "analysis" },
      make("div", { class: "row" }, this.choice, this.own),
      make("div", { class: "row" },
        button("What would it do here?", () => this.ask(), { class: "ask" }),
        make("label", {}, this.always, " at every decision")),
      this.bar, this.words);
  }

  // A new position is on show.
  visit(seat, ply, moves) {
    this.round += 1;
    this.seat = seat;
    this.ply = ply;
    this.moves = moves;
    this.bar.hidden = true;
    this.words.replaceChildren();
    this.follow();
  }

  follow() {
    if (this.always.checked && this.moves?.length) this.ask();
  }

  async ask() {
    this.round += 1;
    const round = this.round;
    if (!this.moves?.length) {
      this.words.replaceChildren("Nothing that you may see is to be decided here.");
      return;
    }
    this.words.replaceChildren("Thinking …");
    this.bar.hidden = false;
    this.bar.removeAttribute("value");
    try {
      await this.link.study(this.seat, this.own.value.trim() || this.choice.value, this.ply);
      for (;;) {
        const study = await this.link.get("study", this.seat);
        if (round !== this.round) return;
        if (!study || study.fault) throw new Error(study?.fault ?? "the study was given up");
        if (study.total) this.bar.value = study.done / study.total;
        if (study.result) { this.tell(study); return; }
        await pause(LOOK_AGAIN);
        if (round !== this.round) return;
      }
    } catch (error) {
      this.bar.hidden = true;
      this.words.replaceChildren(error.message);
    }
  }

  tell({ agent, result }) {
    this.bar.hidden = true;
    const move = this.moves.find(({ id }) => id === result.choice);
    const value = result.value === null ? "" : ` It values the position at ${result.value.toFixed(2)}.`;
    this.words.replaceChildren(make("p", {}, `${agent} would `, make("strong", {}, move?.words ?? "?"), `.${value}`),
      button("Play that", () => this.events.play(move), { class: "play-that" }));
    this.events.found(result);
  }
}
