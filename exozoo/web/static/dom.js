// Small helpers to build elements. Text is always set as text, never read as markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name in node && typeof node[name] === "boolean") node[name] = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return node;
}

export function make(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

export function draw(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

export function button(words, act, attributes = {}) {
  return make("button", { type: "button", onclick: act, ...attributes }, words);
}

const notice = () => document.getElementById("notice");
let noticeTimer = 0;

export function tell(words) {
  const box = notice();
  box.textContent = words;
  box.hidden = false;
  clearTimeout(noticeTimer);
  noticeTimer = setTimeout(() => { box.hidden = true; }, 8000);
}

// For screen readers.
export function say(words) {
  document.getElementById("live").textContent = words;
}

export function tool(...nodes) {
  document.getElementById("tools").replaceChildren(...nodes);
}

export function titled(words) {
  document.getElementById("title").textContent = words;
  document.title = words ? `${words} · exozoo` : "exozoo";
}

export const pause = (ms) => new Promise((done) => setTimeout(done, ms));

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// Seats have a shape besides a colour; the same ones as in the drawings.
const SHAPES = ["●", "■", "▲", "◆", "⬢", "⬟"];

export function seatMark(seat) {
  return make("span", { class: `seat seat-${seat}`, "aria-hidden": "true" }, SHAPES[seat] ?? "●");
}
