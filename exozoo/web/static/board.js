// The drawing, and what can be done on it. It knows elements and moves, no game.

import { calm, draw, say } from "./dom.js";
import { measure, outline } from "./outline.js";

const LONG_PRESS = 450;  // ms
const ARROWS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

// Moves at an element that fill the element itself are laid down there and can be turned; others are
// chosen from a list.
const isLaid = (moves, element) => moves.every((move) => move.covers.includes(element));

export class Board {
  // events: play(move), choose(moves, x, y), hint(words), pick(move or null, whether it can be turned)
  constructor(host, events) {
    this.host = host;
    this.events = events;
    this.targets = new Map();  // element id -> { moves, node, measured }
    this.turned = null;  // the element last entered
    this.variant = "";  // of the move that would be laid down; stays from element to element
    this.over = null;  // the element under the pointer or with the focus
    host.addEventListener("pointermove", (event) => this.pointAt(event));
    host.addEventListener("pointerleave", (event) => { if (event.pointerType === "mouse") this.leave(); });
    host.addEventListener("click", (event) => this.click(event));
    host.addEventListener("keydown", (event) => this.key(event));
    host.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    host.addEventListener("pointerdown", (event) => this.press(event));
    host.addEventListener("contextmenu", (event) => { if (this.pressed) event.preventDefault(); });
    for (const end of ["pointerup", "pointercancel"]) {
      host.addEventListener(end, () => clearTimeout(this.pressTimer));
    }
  }

  show(view, moves, animate) {
    const parsed = new DOMParser().parseFromString(view.picture, "image/svg+xml").documentElement;
    const svg = document.importNode(parsed, true);
    svg.removeAttribute("width");
    svg.removeAttribute("height");
    svg.setAttribute("role", "group");
    svg.setAttribute("aria-label", "the board; arrow keys go through the legal moves");
    for (const title of svg.querySelectorAll("title")) {  // shown in the panel, not by the browser
      title.parentNode.dataset.hint = title.textContent;
      title.remove();
    }
    const focused = this.host.contains(document.activeElement) ? this.over : null;
    this.svg = svg;
    this.host.replaceChildren(svg);
    this.layer = draw("g", { class: "overlay" });
    svg.append(this.layer);
    this.showLast(view.last, animate);
    this.setMoves(moves);
    if (!this.targets.has(this.over)) this.over = null;
    if (focused && this.targets.has(focused)) this.focus(focused);
  }

  find(id) {
    return this.svg.querySelector(`#${CSS.escape(id)}`);
  }

  showLast(last, animate) {
    const nodes = (last?.elements ?? []).map((id) => this.find(id)).filter(Boolean);
    const measured = nodes.map((node) => measure(node, this.svg));
    const marks = measured.map((one) => outline(one, this.svg, "last"));
    this.layer.append(draw("g", { class: animate && !calm() ? "lasts fresh" : "lasts" }, marks));
  }

  setMoves(moves) {
    const at = new Map();
    for (const move of moves) {
      if (move.element) at.set(move.element, [...at.get(move.element) ?? [], move]);
    }
    const found = [...at].map(([id, own]) => ({ id, moves: own, node: this.find(id) }))
      .filter(({ node }) => node);
    for (const one of found) one.measured = measure(one.node, this.svg);
    found.sort((a, b) => b.measured.area - a.measured.area);  // small ones lie on top
    this.targets = new Map();
    const marks = draw("g", { class: "targets" });
    for (const { id, moves: own, measured } of found) {
      const node = draw("g", {
        class: "target", tabindex: -1, role: "button", "data-element": id,
        "aria-label": own.length === 1 ? own[0].words : `${own.length} moves: ${own[0].words} …`,
      }, outline(measured, this.svg, "rim"), outline(measured, this.svg, "area"));
      marks.append(node);
      this.targets.set(id, { moves: own, node, measured });
      node.addEventListener("focus", () => this.enter(id));
    }
    this.ghost = draw("g", { class: "ghost" });
    this.layer.append(marks, this.ghost);
    const first = this.targets.values().next().value;
    if (first) first.node.setAttribute("tabindex", 0);
    this.markVariant();
  }

  // Boards may be longer than the window: what can be done is brought into sight.
  reveal() {
    const nodes = [...this.targets.values()].map(({ node }) => node);
    const seen = (node) => {
      const { top, bottom } = node.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight - 120;
    };
    if (nodes.length && !nodes.some(seen)) {
      nodes[0].scrollIntoView({ block: "center", inline: "center", behavior: calm() ? "auto" : "smooth" });
    }
  }

  // The opinions of an agent: the fuller the area, the more it likes the best move there.
  weigh(opinions) {
    for (const { moves, node } of this.targets.values()) {
      const share = Math.max(0, ...moves.map((move) => opinions?.[move.id]?.share ?? 0));
      node.lastChild.style.fillOpacity = opinions ? Math.min(0.75, 0.08 + share * 0.7) : "";
      node.classList.toggle("weighed", Boolean(opinions) && share > 0);
    }
  }

  // Shows where a move lies, whoever points at it.
  point(move) {
    this.ghost?.replaceChildren();
    if (!move || !this.svg) return;
    const ids = [...new Set([move.element, ...move.covers])].filter(Boolean);
    const nodes = ids.map((id) => this.find(id)).filter(Boolean);
    const measured = nodes.map((node) => measure(node, this.svg));
    this.ghost.replaceChildren(...measured.map((one) => outline(one, this.svg,
      one.node.id === move.element && move.covers.length && !move.covers.includes(move.element) ? "here" : "covered")));
  }

  current(id) {
    const { moves } = this.targets.get(id);
    return moves.find((move) => move.variant === this.variant) ?? moves[0];
  }

  enter(id) {
    this.over = id;
    for (const [other, { node }] of this.targets) node.classList.toggle("on", other === id);
    const { moves, node } = this.targets.get(id);
    const move = this.current(id);
    if (isLaid(moves, id) && moves.length > 1) this.variant = move.variant;
    this.point(move);
    this.markVariant();
    this.turned = id;
    this.events.pick(move, isLaid(moves, id) && moves.length > 1);
    const count = moves.length > 1 ? ` (${moves.indexOf(move) + 1} of ${moves.length})` : "";
    node.setAttribute("aria-label", move.words + count);
  }

  // Elements where the turned piece fits as it lies are marked more strongly than the others.
  markVariant() {
    for (const [id, { moves, node }] of this.targets) {
      const fits = !isLaid(moves, id) || !this.variant
        || moves.some((move) => move.variant === this.variant);
      node.classList.toggle("faint", !fits);
    }
  }

  leave() {
    this.over = null;
    for (const { node } of this.targets.values()) node.classList.remove("on");
    this.point(null);
    this.events.pick(null);
    this.events.hint("");
  }

  pointAt(event) {
    const under = document.elementsFromPoint(event.clientX, event.clientY);
    const known = under.map((node) => node.closest?.("[data-hint]")).find(Boolean);
    this.events.hint(known?.dataset.hint ?? "");
    const id = event.target.closest?.(".target")?.dataset.element ?? null;
    if (id === this.over) return;
    if (id && this.targets.has(id)) this.enter(id);
    else if (!this.host.contains(document.activeElement)) {
      const words = known?.dataset.hint ?? "";
      this.leave();
      this.events.hint(words);
    }
  }

  press(event) {
    this.pressed = false;
    this.touch = event.pointerType !== "mouse";
    this.wasOver = this.over;
    if (!this.touch) return;
    this.pressTimer = setTimeout(() => { this.pressed = true; this.pointAt(event); }, LONG_PRESS);
  }

  click(event) {
    const id = event.target.closest?.(".target")?.dataset.element;
    if (this.pressed || !id || !this.targets.has(id)) return;  // a long press only asks what it is
    const { moves } = this.targets.get(id);
    const lays = isLaid(moves, id) && moves.length > 1;
    if (lays && this.touch && this.wasOver !== id) {  // a finger hovers nowhere: first show, then lay
      this.enter(id);
      say("tap again to place");
      return;
    }
    this.choose(id, event.clientX, event.clientY);
  }

  choose(id, x, y) {
    const { moves } = this.targets.get(id);
    if (moves.length === 1) this.events.play(moves[0]);
    else if (isLaid(moves, id)) this.events.play(this.current(id));
    else this.events.choose(moves, x, y);
  }

  // R: the next way to lay it that is flipped alike; F: the same way, flipped.
  turn(flip, step = 1) {
    const id = this.over ?? this.turned;  // the pointer may have gone to the button that turns
    const moves = this.targets.get(id)?.moves ?? [];
    if (moves.length < 2) return false;
    const now = this.current(id);
    const [angle, ...side] = now.variant.split(", ");
    const alike = ({ variant }) => {
      const [other, ...rest] = variant.split(", ");
      return flip ? other === angle : rest.join() === side.join();
    };
    const ways = moves.filter(alike).length > 1 ? moves.filter(alike) : moves;
    const next = ways[(ways.indexOf(now) + step + ways.length) % ways.length];
    this.variant = next.variant;
    this.enter(id);
    say(next.words);
    return true;
  }

  wheel(event) {
    if (event.ctrlKey || !this.over || !this.targets.has(this.over)) return;
    const { moves } = this.targets.get(this.over);
    if (moves.length < 2 || !isLaid(moves, this.over)) return;
    event.preventDefault();
    this.turn(false, event.deltaY > 0 ? 1 : -1);
  }

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const letter = event.key.toLowerCase();
    if (event.key in ARROWS) this.walk(ARROWS[event.key]);
    else if ((event.key === "Enter" || event.key === " ") && this.over && this.targets.has(this.over)) {
      const box = this.targets.get(this.over).node.getBoundingClientRect();
      this.choose(this.over, box.x + box.width / 2, box.y + box.height / 2);
    } else if (!(letter === "r" || letter === "f") || !this.turn(letter === "f", event.shiftKey ? -1 : 1)) return;
    event.preventDefault();
  }

  focus(id) {
    this.targets.get(id).node.focus({ preventScroll: false });
  }

  // To the nearest legal element in a direction; where there is none, to any other.
  walk([dx, dy]) {
    const from = this.targets.get(this.over)?.measured;
    const all = [...this.targets];
    if (!all.length) return;
    if (!from) { this.begin(); return; }
    const ahead = all.map(([id, { measured }]) => {
      const [x, y] = [measured.x - from.x, measured.y - from.y];
      const along = x * dx + y * dy;
      return { id, along, far: along + 2 * Math.abs(x * dy + y * dx) };
    }).filter(({ id, along }) => along > 1 && id !== this.over);
    ahead.sort((a, b) => a.far - b.far);
    const next = (all.findIndex(([id]) => id === this.over) + 1) % all.length;
    this.focus(ahead.length ? ahead[0].id : all[next][0]);
  }

  // Where the keyboard enters the board.
  begin() {
    const id = this.targets.has(this.over) ? this.over : this.targets.keys().next().value;
    if (id) this.focus(id);
  }
}
