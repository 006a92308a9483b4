// Which page is shown: the start page, a table, or what a link brings.

import { call, keep, kept } from "./api.js";
import { make, tell, titled, tool } from "./dom.js";
import { fromLink } from "./share.js";
import { startPage } from "./start.js";
import { TablePage } from "./table.js";

const main = document.getElementById("main");
let page = null;

export function open(table) {
  keep(table);
  location.hash = `table=${table.id}`;
}

async function begin(path, options) {
  main.replaceChildren(make("p", { class: "loading" },
    "Setting up … the first game after an installation is compiled, which may take a minute."));
  try {
    open(await call("POST", path, options));
  } catch (error) {
    tell(error.message);
    location.hash = "";
    await route();
  }
}

async function showLine(words) {
  const { game, options, seed, actions } = await fromLink(words);
  const seats = Array(options.players ?? 0).fill("human");
  await begin("/api/tables", { body: { game, options, seed, actions, seats, open: true } });
}

async function join(words) {
  const [id, seat, token] = words.split("~");
  const table = await call("GET", `/api/tables/${encodeURIComponent(id)}?seat=${encodeURIComponent(seat)}`, { token });
  open({ ...table, tokens: { [seat]: token } });
}

async function showTable(id) {
  const table = kept(id);
  if (!table) throw new Error("this game was not begun in this tab: ask for a link to join");
  page = new TablePage(main, table, { begin });
  await page.start();
}

async function showStart() {
  titled("");
  tool();
  main.replaceChildren(startPage(await call("GET", "/api/games"), begin));
}

async function route() {
  page?.end();
  page = null;
  const [what, words] = location.hash.slice(1).split(/=(.*)/s);
  try {
    if (what === "table") await showTable(words);
    else if (what === "line") await showLine(words);
    else if (what === "join") await join(words);
    else await showStart();
  } catch (error) {
    tell(error.message);
    await showStart();
  }
}

function theme() {
  const root = document.documentElement;
  const now = root.dataset.theme
    ?? (matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark");
  root.dataset.theme = now === "dark" ? "light" : "dark";
  localStorage.setItem("exozoo:theme", root.dataset.theme);
}

const remembered = localStorage.getItem("exozoo:theme");
if (remembered) document.documentElement.dataset.theme = remembered;
document.getElementById("theme").addEventListener("click", theme);
addEventListener("hashchange", route);
route();
