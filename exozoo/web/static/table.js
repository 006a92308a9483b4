// A game on show: follows it as it goes on, and lets the people at this page play.

import { Link } from "./api.js";
import { Analysis } from "./analysis.js";
import { Board } from "./board.js";
import { Chart } from "./chart.js";
import { button, make, pause, say, tell, titled, tool } from "./dom.js";
import { Log } from "./log.js";
import { MoveList } from "./moves.js";
import { curtain, layout, menu, scoreBar } from "./layout.js";
import { toLink } from "./share.js";

const EVERYTHING = "all";
const BUSY = 120, QUIET = 1500;  // ms between two looks at the server
const MOST_BUTTONS = 10;  // moves without a place on the board that stand below it

export class TablePage {
  constructor(main, table, { begin }) {
    this.main = main;
    this.table = table;
    this.begin = begin;
    this.link = new Link(table);
    this.names = table.seats.map((player, seat) => table.names[seat] ?? (player === "human" ? `Seat ${seat}` : player));
    this.mine = table.open ? table.people : Object.keys(table.tokens).map(Number);
    this.looker = table.open ? EVERYTHING : String(this.mine[0]);
    this.shown = 0;
    this.following = true;
    this.log = new Log((ply) => this.visit(ply));
    this.chart = new Chart(this.names, (ply) => this.visit(ply));
    this.moves = new MoveList(table.blocks, { play: (move) => this.play(move), pick: (move) => this.board.point(move) });
  }

  async start() {
    const offer = await fetch("/api/games").then((answer) => answer.json());
    const game = offer.games.find(({ name }) => name === this.table.game);
    this.analysis = new Analysis(this.link, game?.agents ?? [], {
      found: (result) => this.weigh(result), play: (move) => this.play(move),
    });
    titled(this.table.title);
    this.parts = layout(this);
    this.main.replaceChildren(this.parts.node);
    this.board = new Board(this.parts.board, {
      play: (move) => this.play(move),
      choose: (moves, x, y) => menu(moves, x, y, { play: (move) => this.play(move), pick: (move) => this.board.point(move) }),
      hint: (words) => this.hint(words),
      pick: (move, turns) => {
        this.moves.mark(move);
        if (move) this.parts.turns.hidden = !turns;
      },
    });
    this.hint("");
    tool(...this.tools());
    if (this.table.open && this.table.people.length) this.following = false;  // look at it from the start
    this.status = await this.link.get("status", this.looker, { seen: 0 });  // keys and buttons ask how far the game is
    this.log.set(this.status.log);
    await this.visitNow(0, false);
    if (this.alive === false) return;  // left meanwhile
    this.keys = (event) => this.key(event);
    addEventListener("keydown", this.keys);
    this.alive = true;
    this.run();
  }

  end() {
    this.alive = false;
    removeEventListener("keydown", this.keys);
    document.querySelector(".curtain")?.remove();
  }

  tools() {
    if (!this.table.owner) return [];
    return [button("Share", () => this.share(), { title: "A link to this position; it tells the deal" }),
      button("Save", () => this.save(), { title: "A replay file; it tells the deal" }),
      button("Invite", () => this.invite(), { hidden: this.mine.length < 2 || this.table.open, title: "A link for another person's seat" })];
  }

  // The loop that keeps the page up to date while it is open.
  async run() {
    while (this.alive) {
      try {
        await this.catchUp();
      } catch (error) {
        if (this.alive) tell(error.message);
        await pause(QUIET);
      }
      const wait = this.shown < this.status?.plies && this.following ? 0 : this.mayMove() ? QUIET : BUSY;
      await Promise.race([pause(wait), new Promise((wake) => { this.wake = wake; })]);
    }
  }

  async catchUp() {
    const known = this.log.items.length;
    const status = await this.link.get("status", this.looker, { seen: known });
    if (!this.alive) return;
    if (this.status && status.generation !== this.status.generation) {
      const whole = await this.link.get("status", this.looker, { seen: 0 });
      this.log.set(whole.log);
      this.status = whole;
      await this.visitNow(whole.plies, false);
      return;
    }
    const grew = status.plies > (this.status?.plies ?? -1);
    this.status = status;
    this.log.set(status.log, known);
    if (grew) this.showChart();
    this.showStatus();
    if (this.following && this.shown < status.plies) await this.frame();
    else if (this.following && !status.over) await this.passDevice();
  }

  // One decision further, after a while, so that people can follow what agents do.
  async frame() {
    const own = this.own;
    this.own = false;
    const behind = this.status.plies - this.shown;
    const delay = Number(this.parts.speed.value);
    this.skipping = this.skipping && behind > 0;
    if (!own && !this.skipping) await Promise.race([pause(delay), new Promise((wake) => { this.skip = wake; })]);
    if (!this.alive || !this.following) return;
    await this.visitNow(this.skipping || delay === 0 ? this.status.plies : this.shown + 1, true);
    if (this.shown >= this.status.plies) this.skipping = false;
  }

  // Several people at one page: what the next one may see is shown only when that one is there.
  async passDevice() {
    const seat = String(this.status.seat);
    if (this.table.open || seat === this.looker || !(seat in this.table.tokens)) return;
    this.main.classList.add("hidden-board");
    await curtain(this.names[seat], seat);
    this.main.classList.remove("hidden-board");
    this.looker = seat;
    this.log.set((await this.link.get("status", seat, { seen: 0 })).log);
    await this.visitNow(this.status.plies, false);
  }

  visit(ply) {
    this.following = ply >= (this.status?.plies ?? 0);
    return this.visitNow(ply, false).catch((error) => tell(error.message));
  }

  async visitNow(ply, animate) {
    this.heading = ply;
    const view = await this.link.get("view", this.looker, { ply });
    if (this.alive === false || this.heading !== ply) return;  // somebody has gone on meanwhile
    this.shown = ply;
    this.view = view;
    this.parts.scores.replaceChildren(...scoreBar(this, view));
    this.parts.turns.hidden = true;
    this.board.show(view, view.moves, animate);
    this.moves.show(view.moves, this.mayMove());
    this.showButtons();
    this.log.mark(ply);
    this.analysis.visit(this.looker, ply, view.moves);
    this.showChart(true);
    this.showWords().catch(() => {});
    this.showStatus();
    if (this.mayMove() && !this.table.open) this.board.reveal();
    if (animate && view.last?.words) say(`${this.names[view.last.seat]}: ${view.last.words}`);
  }

  // Whether the position on show is one in which a person at this page decides.
  mayMove() {
    if (!this.view || this.view.over || !this.view.moves.length) return false;
    if (this.table.open) return this.mine.includes(this.view.seat);
    return this.shown === (this.status?.plies ?? this.shown) && String(this.view.seat) === this.looker;
  }

  async play(move) {
    document.querySelector(".menu")?.remove();
    if (!move || !this.mayMove() || this.sending) return;
    this.sending = true;
    try {
      if (this.table.open && this.shown < this.status.plies) await this.branch(move);
      else {
        await this.link.act(this.looker, move.id, this.shown);
        this.own = this.following = true;
        this.wake?.();
      }
    } catch (error) {
      tell(error.message);
    } finally {
      this.sending = false;
    }
  }

  // Another way to go on from an earlier position: a game of its own.
  async branch(move) {
    const { game, options, seed, actions } = await this.link.replay();
    const line = [...actions.slice(0, this.shown), move.id];
    await this.begin("/api/tables", { body: { game, options, seed, actions: line, seats: this.table.seats, open: true } });
  }

  async playFromHere(seats) {
    const { game, options, seed, actions } = await this.link.replay();
    await this.begin("/api/tables", { body: { game, options, seed, actions: actions.slice(0, this.shown), seats } });
  }

  async undo(ply) {
    try {
      await this.link.undo(ply);
      this.following = true;
      this.wake?.();
      await this.catchUp();
    } catch (error) {
      tell(error.message);
    }
  }

  // Back to the last decision of the person who looks.
  undoLast() {
    const own = (seat) => (this.table.open ? true : String(seat) === this.looker);
    for (let ply = this.status.plies - 1; ply >= 0; ply -= 1) {
      const item = this.log.items[ply];
      const seat = Number(item.querySelector(".seat").className.match(/seat-(\d+)/)[1]);
      if (own(seat)) { this.undo(ply); return; }
    }
    tell("there is nothing to take back");
  }

  skipAhead() {
    this.skipping = true;
    this.following = true;
    this.skip?.();
    this.wake?.();
  }

  showButtons() {
    const listed = this.view.moves.filter((move) => !move.element || !this.board.targets.has(move.element));
    const few = listed.length <= MOST_BUTTONS ? listed : [];
    this.parts.buttons.replaceChildren(...few.map((move) => button(move.words, () => this.play(move), {
      class: "primary listed", disabled: !this.mayMove(), "data-action": move.id,
    })), ...(few.length < listed.length ? [make("span", {}, "Choose from the list of moves.")] : []));
  }

  showStatus() {
    const { status, view, parts } = this;
    if (!status || !view) return;
    const thinking = status.thinking;
    const name = this.names[view.seat];
    let words = `${name} is to decide`;
    if (status.fault) words = `An agent failed: ${status.fault}`;
    else if (view.over) words = this.result();
    else if (this.shown < status.plies) words = `Decision ${this.shown} of ${status.plies}`;
    else if (thinking) words = `${this.names[thinking.seat]} is thinking …`;
    else if (this.mayMove()) words = this.table.open ? words : `Your turn, ${name}`;
    if (parts.status.textContent !== words) parts.status.textContent = words;
    parts.progress.hidden = !(thinking && thinking.total);
    if (thinking?.total) parts.progress.value = thinking.done / thinking.total;
    parts.skip.hidden = !(this.following && this.shown < status.plies);
    Object.assign(parts.node.dataset, {
      ply: this.shown, plies: status.plies, turn: this.mayMove() ? "yes" : "no", over: view.over ? "yes" : "no",
    });
    parts.slider.max = status.plies;
    parts.slider.value = this.shown;
    parts.node.classList.toggle("browsing", this.shown < status.plies && !this.following);
    parts.back.hidden = !this.table.owner || this.shown >= status.plies;
    parts.undo.disabled = !this.table.owner || !status.plies;
    parts.from.hidden = !this.table.owner || view.over;
  }

  result() {
    const { ranking, scores, target } = this.view;
    if (target !== null) return `The game is over: ${scores[0]} points, the target was ${target}`;
    const first = this.names.filter((_, seat) => ranking[seat] === 1);
    return `The game is over: ${first.join(" and ")} won with ${Math.max(...scores)} points`;
  }

  async showChart(onlyCursor = false) {
    if (!this.parts.chartTab.open) return;
    const rows = onlyCursor && this.chart.rows.length > this.shown ? this.chart.rows
      : await this.link.get("chart", this.looker).catch(() => []);
    if (rows.length) this.chart.show(rows, Math.min(this.shown, rows.length - 1));
  }

  async showWords() {
    if (!this.parts.wordsTab.open) return;
    const { ply, text } = await this.link.get("words", this.looker, { ply: this.shown });
    if (ply === this.shown) this.parts.words.textContent = text;
  }

  weigh(result) {
    this.board.weigh(result.moves);
    this.moves.weigh(result.moves, result.choice);
  }

  hint(words) {
    this.parts.hint.textContent = words || "Point at anything on the board, or hold it, to read what it is.";
    this.parts.hint.classList.toggle("empty", !words);
  }

  async share() {
    try {
      const link = await toLink(await this.link.replay(), this.shown);
      await navigator.clipboard?.writeText(link).catch(() => {});
      prompt("A link to this position (it tells the deal):", link);
    } catch (error) {
      tell(error.message);
    }
  }

  invite() {
    const links = this.mine.slice(1).map((seat) =>
      `Seat ${seat}: ${location.origin}/#join=${this.table.id}~${seat}~${this.table.tokens[seat]}`);
    prompt("Links for the other people:", links.join("   "));
  }

  async save() {
    try {
      const path = `${this.link.path}/replay`;
      const answer = await fetch(path, { headers: { "X-Exozoo-Token": this.link.owner } });
      if (!answer.ok) throw new Error("this game cannot be saved here");
      const url = URL.createObjectURL(await answer.blob());
      make("a", { href: url, download: `${this.table.game}.json` }).click();
      setTimeout(() => URL.revokeObjectURL(url), 10000);
    } catch (error) {
      tell(error.message);
    }
  }

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target.matches("input, select, textarea") && event.key !== "Escape") return;
    const step = { "[": -1, "]": 1, ",": -1, ".": 1 }[event.key];
    if (step) this.visit(Math.min(Math.max(this.heading + step, 0), this.status.plies));
    else if (event.key === "/") this.moves.search.focus();
    else if (event.key === "b") this.board.begin();
    else if (event.key === "s") this.skipAhead();
    else if (event.key === "u" && this.table.owner) this.undoLast();
    else return;
    event.preventDefault();
  }
}
