// The legal moves in words: grouped by kind, searchable, by keyboard.

import { button, make } from "./dom.js";

export const spoken = (block) => block.replaceAll("_", " ");

export class MoveList {
  // events: play(move), pick(move or null)
  constructor(blocks, events) {
    this.blocks = blocks;
    this.events = events;
    this.moves = [];
    this.search = make("input", {
      type: "search", placeholder: "Search moves  ( / )", "aria-label": "search moves",
      oninput: () => this.filter(),
      onkeydown: (event) => this.searchKey(event),
    });
    this.count = make("span", { class: "count" });
    this.list = make("div", { class: "move-groups", onkeydown: (event) => this.key(event) });
    this.node = make("div", { class: "moves" },
      make("div", { class: "move-head" }, this.search, this.count), this.list);
  }

  show(moves, playable) {
    this.moves = moves;
    this.items = new Map();
    this.opinions = null;
    const groups = new Map();
    for (const move of moves) groups.set(move.block, [...groups.get(move.block) ?? [], move]);
    this.list.replaceChildren(...[...groups].map(([block, own]) => make("section", {},
      make("h3", { title: this.blocks[block] ?? "" }, spoken(block)),
      own.map((move) => this.item(move, playable)))));
    if (!moves.length) this.list.replaceChildren(make("p", { class: "empty" }, "Nothing to decide here."));
    this.filter();
  }

  item(move, playable) {
    const node = button("", () => this.events.play(move), {
      class: "move", disabled: !playable, tabindex: this.items.size ? -1 : 0, "data-action": move.id,
      onpointerenter: () => this.events.pick(move),
      onpointerleave: () => this.events.pick(null),
      onfocus: () => this.events.pick(move),
    });
    node.append(make("span", { class: "bar" }), make("span", { class: "words" }, move.words),
      make("span", { class: "opinion" }));
    this.items.set(move.id, node);
    return node;
  }

  filter() {
    const wanted = this.search.value.trim().toLowerCase().split(/\s+/);
    let left = 0;
    for (const move of this.moves) {
      const words = `${move.words} ${spoken(move.block)}`.toLowerCase();
      const fits = wanted.every((word) => words.includes(word));
      this.items.get(move.id).hidden = !fits;
      left += fits;
    }
    for (const section of this.list.querySelectorAll("section")) {
      section.hidden = !section.querySelector(".move:not([hidden])");
    }
    const all = this.moves.length;
    this.count.textContent = left === all ? `${all} moves` : `${left} of ${all}`;
  }

  // The move that the board points at.
  mark(move) {
    for (const [id, node] of this.items ?? []) node.classList.toggle("on", move?.id === id);
  }

  weigh(opinions, choice) {
    const top = Math.max(0.001, ...Object.values(opinions ?? {}).map(({ share }) => share ?? 0));
    for (const [id, node] of this.items ?? []) {
      const opinion = opinions?.[id];
      node.querySelector(".bar").style.width = opinion ? `${(100 * (opinion.share ?? 0)) / top}%` : "0";
      node.querySelector(".opinion").textContent = opinion ? told(opinion) : "";
      node.classList.toggle("chosen", Boolean(opinions) && id === choice);
    }
  }

  visible() {
    return [...this.list.querySelectorAll(".move:not([hidden]):not(:disabled)")];
  }

  searchKey(event) {
    const [first] = this.visible();
    if (event.key === "ArrowDown" && first) first.focus();
    else if (event.key === "Enter" && first) first.click();
    else if (event.key === "Escape") { this.search.value = ""; this.filter(); }
    else return;
    event.preventDefault();
  }

  key(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const all = this.visible();
    if (event.key === "Home") all[0]?.focus();
    else if (event.key === "End") all.at(-1)?.focus();
    else if (step) all[(all.indexOf(document.activeElement) + step + all.length) % all.length]?.focus();
    else return;
    event.preventDefault();
  }
}

function told({ share, visits, value }) {
  const parts = [share === null ? "" : `${Math.round(100 * share)}%`];
  if (visits !== null) parts.push(`${visits}×`);
  if (value !== null) parts.push(value.toFixed(2));
  return parts.filter(Boolean).join("  ");
}
