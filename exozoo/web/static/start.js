// The start page: which game, who sits where, its options; or a recorded game to look at.

import { button, make, seatMark, tell } from "./dom.js";

const HUMAN = "human";
const OTHER = "other";

export function startPage(offer, begin) {
  const forms = make("div", { class: "forms" });
  const cards = offer.games.map((game, number) => {
    const radio = make("input", {
      type: "radio", name: "game", value: game.name, checked: number === 0,
      onchange: () => forms.replaceChildren(gameForm(game, offer, begin)),
    });
    const seats = game.min_players === game.max_players
      ? `${game.min_players}` : `${game.min_players}–${game.max_players}`;
    return make("label", { class: "card" }, radio, make("strong", {}, game.title),
      make("span", {}, `${seats} players`));
  });
  forms.append(gameForm(offer.games[0], offer, begin));
  return make("div", { class: "start" },
    make("section", { class: "panel" }, make("h1", {}, "Play"),
      make("div", { class: "cards", role: "radiogroup", "aria-label": "Game" }, cards), forms),
    make("section", { class: "panel" }, make("h1", {}, "Look at a game"), shelf(offer, begin)));
}

function gameForm(game, offer, begin) {
  const seats = make("div", { class: "seats" });
  const fields = game.options.filter((option) => option.name !== "players").map(optionField);
  const players = game.options.find((option) => option.name === "players");
  const count = make("input", {
    type: "number", min: players.low, max: players.high, value: players.default, name: "players",
  });
  const seed = make("input", {
    type: "text", inputmode: "numeric", pattern: "[0-9]*", name: "seed", placeholder: "surprise",
  });
  const showSeats = () => {
    const wanted = Math.min(Math.max(Number(count.value) || 1, players.low), players.high);
    const before = [...seats.children].map((row) => row.player());
    seats.replaceChildren(...Array.from({ length: wanted },
      (_, seat) => seatRow(game, offer, seat, before[seat])));
  };
  count.addEventListener("change", showSeats);
  showSeats();
  const submit = (event) => {
    event.preventDefault();
    try {
      const chosen = [...seats.children].map((row) => row.player());
      const options = { players: chosen.length };
      for (const field of fields) {
        if (field.changed()) options[field.option] = field.value();
      }
      const body = { game: game.name, seats: chosen, options };
      if (seed.value.trim()) body.seed = Number(seed.value);
      begin("/api/tables", { body });
    } catch (error) {
      tell(error.message);
    }
  };
  return make("form", { class: "game-form", onsubmit: submit, "data-game": game.name },
    make("label", { class: "field" }, "Seats ", count), seats,
    make("label", { class: "field" }, "Seed ", seed,
      make("small", {}, "the same seed deals the same game")),
    make("details", {}, make("summary", {}, "Options of the game"), fields),
    make("button", { type: "submit", class: "primary" }, `Start ${game.title}`));
}

function seatRow(game, offer, seat, chosen) {
  const custom = make("input", {
    type: "text", placeholder: "mcts(simulations=200)", "aria-label": `agent of seat ${seat}`,
  });
  const choice = make("select", { "aria-label": `player of seat ${seat}`, name: `seat-${seat}` },
    make("option", { value: HUMAN }, "A person, at this page"),
    game.agents.map(({ text, title }) => make("option", { value: text }, title)),
    make("option", { value: OTHER }, "Another agent …"));
  const known = [...choice.options].map((option) => option.value);
  const wanted = chosen ?? (seat === 0 ? HUMAN : game.agents[0].text);
  choice.value = known.includes(wanted) ? wanted : OTHER;
  custom.value = choice.value === OTHER ? wanted : "";
  custom.hidden = choice.value !== OTHER;
  choice.addEventListener("change", () => { custom.hidden = choice.value !== OTHER; });
  const row = make("div", { class: "seat-row" }, seatMark(seat), ` Seat ${seat} `, choice, custom);
  row.player = () => (choice.value === OTHER ? custom.value : choice.value);
  return row;
}

function optionField(option) {
  const name = option.name.replaceAll("_", " ");
  const shown = option.kind === "json" ? JSON.stringify(option.default) : option.default;
  let input;
  if (option.kind === "flag") {
    input = make("input", { type: "checkbox", checked: option.default });
  } else if (option.kind === "choice") {
    input = make("select", {}, option.choices.map((choice) => make("option", {}, choice)));
    input.value = option.default;
  } else if (option.kind === "int") {
    input = make("input", { type: "number", min: option.low, max: option.high, value: shown });
  } else {
    input = make("input", { type: "text", value: shown });
  }
  input.name = `option-${option.name}`;
  const read = () => {
    if (option.kind === "flag") return input.checked;
    if (option.kind === "int") return Number(input.value);
    if (option.kind === "choice") return input.value;
    try {
      return JSON.parse(input.value);
    } catch {
      return input.value;  // a plain word needs no quotation marks
    }
  };
  const field = make("label", { class: "field" }, make("span", {}, name), input,
    make("small", {}, `${option.help}. Allowed: ${option.allowed}`));
  field.option = option.name;
  field.value = read;
  field.changed = () => JSON.stringify(read()) !== JSON.stringify(option.default);
  return field;
}

function shelf(offer, begin) {
  const upload = (label, path, name) => make("label", { class: "field" }, label,
    make("input", {
      type: "file", name,
      onchange: async ({ target }) => {
        if (target.files.length) begin(path, { raw: await target.files[0].arrayBuffer() });
      },
    }));
  const records = offer.games.filter((game) => game.notation).map((game) =>
    upload(`A ${game.title} game recorded elsewhere`, `/api/records/${game.name}`, `record-${game.name}`));
  const datasets = offer.datasets.map((data, number) => {
    const index = make("input", { type: "number", min: 0, max: data.games - 1, value: 0 });
    return make("div", { class: "field" }, `${data.name}: game `, index, ` of ${data.games} `,
      button("Open", () => begin(`/api/datasets/${number}/${Number(index.value)}`, { body: {} })));
  });
  return make("div", {}, upload("A replay (.json or .exo)", "/api/replays", "replay"), records,
    datasets.length ? make("h2", {}, "Datasets") : null, datasets);
}
