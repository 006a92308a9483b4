// What was played: every decision can be looked at again.

import { make, seatMark } from "./dom.js";

export class Log {
  constructor(visit) {
    this.visit = visit;
    this.items = [];
    this.node = make("ol", { class: "log", "aria-label": "decisions so far" });
  }

  set(entries, from = 0) {
    for (const item of this.items.splice(from)) item.remove();
    entries.forEach((entry, offset) => this.add(entry, from + offset + 1));
  }

  add(entry, ply) {
    const words = entry.words ?? "decides in secret";
    const item = make("li", {}, make("button", {
      type: "button", onclick: () => this.visit(ply), "data-ply": ply, class: entry.words ? "" : "secret",
    }, make("span", { class: "number" }, ply), seatMark(entry.seat), make("span", { class: "words" }, words)));
    this.items.push(item);
    this.node.append(item);
  }

  // The decision that led to the position on show.
  mark(ply) {
    const before = this.node.querySelector("[aria-current]");
    before?.removeAttribute("aria-current");
    const now = this.items[ply - 1]?.firstChild;
    now?.setAttribute("aria-current", "step");
    if (now) this.node.scrollTop = now.parentNode.offsetTop - this.node.clientHeight / 2;
    else this.node.scrollTop = 0;
  }
}
