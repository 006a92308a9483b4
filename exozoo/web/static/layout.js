// The parts of a table's page, and what pops up over it.

import { button, make, seatMark } from "./dom.js";

const SPEEDS = [["0", "at once"], ["350", "fast"], ["800", "normal"], ["2000", "slow"]];

export function layout(page) {
  const parts = {
    board: make("div", { class: "board", tabindex: -1 }),
    scores: make("div", { class: "scores" }),
    status: make("span", { class: "status", role: "status" }),
    progress: make("progress", { max: 1, value: 0, hidden: true, "aria-label": "search" }),
    buttons: make("div", { class: "buttons" }),
    hint: make("p", { class: "hint empty" }),
    skip: button("Skip ▶▶", () => page.skipAhead(), { class: "skip", hidden: true }),
    back: button("Take back to here", () => page.undo(page.shown), { class: "back", hidden: true }),
    undo: button("Undo", () => page.undoLast(), { class: "undo" }),
    from: button("Play from here", () => page.playFromHere(heirs(page)), { class: "from", title: "A new game from this position, one seat yours" }),
    speed: make("select", { "aria-label": "pace of agents' moves", class: "speed" },
      SPEEDS.map(([ms, name]) => make("option", { value: ms }, name))),
    slider: make("input", {
      type: "range", min: 0, max: 0, value: 0, class: "slider", "aria-label": "decision on show",
      oninput: ({ target }) => page.visit(Number(target.value)),
    }),
  };
  parts.speed.value = localStorage.getItem("exozoo:speed") ?? "800";
  parts.speed.addEventListener("change", () => localStorage.setItem("exozoo:speed", parts.speed.value));
  parts.chartTab = make("details", { class: "panel", ontoggle: () => page.showChart() },
    make("summary", {}, "Points over the game"), page.chart.node);
  parts.words = make("pre", { class: "position", tabindex: 0 });
  parts.wordsTab = make("details", { class: "panel", ontoggle: () => page.showWords() },
    make("summary", {}, "Position in words"), parts.words);
  const go = (words, name, ply) => button(words, () => page.visit(ply()), { title: name, "aria-label": name });
  const last = () => page.status?.plies ?? 0;
  const walk = make("div", { class: "walk" },
    go("|◀", "to the start", () => 0),
    go("◀", "one decision back", () => Math.max(page.heading - 1, 0)),
    parts.slider,
    go("▶", "one decision on", () => Math.min(page.heading + 1, last())),
    go("▶|", "to the newest", last));
  const zoom = make("div", { class: "zoom" },
    button("−", () => rescale(parts.board, 1 / 1.25), { "aria-label": "smaller board" }),
    button("+", () => rescale(parts.board, 1.25), { "aria-label": "larger board" }));
  parts.turns = make("div", { class: "turns", hidden: true },
    button("⟳ Turn (R)", () => page.board.turn(false), { class: "turn" }),
    button("⇋ Flip (F)", () => page.board.turn(true), { class: "flip" }));
  const bar = make("div", { class: "bar-below" },
    make("div", { class: "now" }, parts.status, parts.progress, parts.turns, parts.skip), parts.buttons, parts.hint);
  const side = make("div", { class: "side" },
    make("section", { class: "panel" }, make("h2", {}, "Moves"), page.moves.node),
    make("section", { class: "panel" }, make("h2", {}, "Decisions"), walk,
      make("div", { class: "row" }, parts.undo, parts.back, parts.from, make("label", {}, "Pace ", parts.speed)), page.log.node),
    make("details", { class: "panel" }, make("summary", {}, "Ask an agent"), page.analysis.node), parts.chartTab, parts.wordsTab);
  parts.node = make("div", { class: "table" },
    make("div", { class: "stage" }, parts.scores,
      make("div", { class: "board-frame" }, parts.board, zoom), bar), side);
  return parts;
}

// Who plays on from a position of an open game: the seat to move is the person's.
function heirs(page) {
  return page.table.seats.map((player, seat) => {
    if (seat === page.view.seat) return "human";
    return player === "human" ? page.analysis.choice.value : player;
  });
}

function rescale(board, factor) {
  const now = Number(board.dataset.scale ?? 1);
  const next = Math.min(Math.max(now * factor, 0.4), 5);
  board.dataset.scale = next;
  board.style.setProperty("--scale", next);
}

export function scoreBar(page, view) {
  return page.names.map((name, seat) => make("div", {
    class: seat === view.seat && !view.over ? "player moving" : "player",
    "aria-current": seat === view.seat && !view.over ? "true" : null,
  }, seatMark(seat), make("span", { class: "name" }, name),
  make("strong", {}, String(view.scores[seat])),
  view.over && view.ranking[seat] ? make("span", { class: "place" }, `place ${view.ranking[seat]}`) : null));
}

// The moves at one element, to choose from.
export function menu(moves, x, y, { play, pick }) {
  document.querySelector(".menu")?.remove();
  const before = document.activeElement;
  const close = () => { node.remove(); removeEventListener("pointerdown", outside, true); pick(null); before?.focus?.(); };
  const outside = (event) => { if (!node.contains(event.target)) close(); };
  const node = make("div", { class: "menu", role: "menu" }, moves.map((move) => button(move.words, () => { close(); play(move); }, {
    role: "menuitem", "data-action": move.id, onfocus: () => pick(move), onpointerenter: () => pick(move),
  })));
  node.addEventListener("keydown", (event) => {
    const all = [...node.children];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape") close();
    else if (step) all[(all.indexOf(document.activeElement) + step + all.length) % all.length].focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  document.body.append(node);
  const box = node.getBoundingClientRect();
  node.style.left = `${Math.max(4, Math.min(x, innerWidth - box.width - 8))}px`;
  node.style.top = `${Math.max(4, Math.min(y, innerHeight - box.height - 8))}px`;
  addEventListener("pointerdown", outside, true);
  node.firstChild.focus();
}

// Hides the board until the person of a seat is there.
export function curtain(name, seat) {
  return new Promise((done) => {
    const ready = button(`I am ${name}: show my view`, () => { node.remove(); done(); }, { class: "primary" });
    const node = make("div", { class: "curtain", role: "dialog", "aria-modal": "true", "aria-label": "pass the device" },
      make("p", {}, seatMark(Number(seat)), ` It is the turn of ${name}.`), make("p", {}, "Pass the device; the others look away."), ready);
    document.body.append(node);
    ready.focus();
  });
}
