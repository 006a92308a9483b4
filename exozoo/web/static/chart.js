// Points in sight (lines) and what the heuristic expects at the end (dashes), decision by decision.

import { draw, make, seatMark } from "./dom.js";

const WIDTH = 340, HEIGHT = 170, LEFT = 30, BOTTOM = 18, TOP = 8;

export class Chart {
  constructor(names, visit) {
    this.names = names;
    this.rows = [];
    this.svg = draw("svg", {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "chart", role: "img",
      "aria-label": "points of each seat over the game",
    });
    this.svg.addEventListener("click", (event) => {
      const box = this.svg.getBoundingClientRect();
      const x = ((event.clientX - box.x) / box.width) * WIDTH;
      const ply = Math.round(((x - LEFT) / (WIDTH - LEFT - 6)) * (this.rows.length - 1));
      if (this.rows.length > 1) visit(Math.min(Math.max(ply, 0), this.rows.length - 1));
    });
    const keys = names.map((name, seat) => make("li", {}, seatMark(seat), ` ${name}`));
    this.node = make("figure", { class: "chart-box" }, this.svg,
      make("figcaption", {}, make("ul", {}, keys),
        make("p", {}, "line: points in sight · dashes: what the heuristic expects at the end")));
  }

  show(rows, ply) {
    this.rows = rows;
    const seats = this.names.map((_, seat) => seat);
    const values = rows.flatMap(({ scores, outlook }) => [...scores, ...outlook ?? []]);
    const low = Math.min(0, ...values), high = Math.max(10, ...values);
    const x = (n) => LEFT + (n * (WIDTH - LEFT - 6)) / Math.max(rows.length - 1, 1);
    const y = (value) => HEIGHT - BOTTOM - ((value - low) * (HEIGHT - BOTTOM - TOP)) / (high - low);
    const line = (pick, seat, name) => draw("polyline", {
      class: `${name} stroke-${seat}`,
      points: rows.map((row, n) => [x(n), pick(row)?.[seat]]).filter(([, value]) => value !== undefined)
        .map(([at, value]) => `${at.toFixed(1)},${y(value).toFixed(1)}`).join(" "),
    });
    const scale = [low, 0, high].filter((value, n, all) => all.indexOf(value) === n);
    const ends = seats.map((seat) => draw("text", {
      x: WIDTH - 3, y: y(rows.at(-1)?.scores[seat] ?? 0) + 4, class: `fill-${seat} end`,
    }, String(rows.at(-1)?.scores[seat] ?? 0)));
    this.svg.replaceChildren(
      ...scale.map((value) => draw("line", { x1: LEFT, x2: WIDTH - 6, y1: y(value), y2: y(value), class: "rule" })),
      ...scale.map((value) => draw("text", { x: LEFT - 4, y: y(value) + 4, class: "tick" }, value.toFixed(0))),
      ...seats.map((seat) => line((row) => row.outlook, seat, "outlook")),
      ...seats.map((seat) => line((row) => row.scores, seat, "score")),
      draw("line", { x1: x(ply), x2: x(ply), y1: TOP, y2: HEIGHT - BOTTOM, class: "now" }),
      draw("text", { x: LEFT, y: HEIGHT - 4, class: "tick start" }, "start"),
      draw("text", { x: WIDTH - 6, y: HEIGHT - 4, class: "tick" }, `decision ${rows.length - 1}`),
      ...ends);
  }
}
