#!/usr/bin/env node
// A bot for exozoo in JavaScript, without packages: takes up to 64 positions a message, and plays
// the first legal action of the block that it has used least so far.
//
// exozoo play-match alien_frontiers "exec:node examples/bots/batch_bot.js" heuristic
"use strict";

const readline = require("node:readline");

let used = new Map();

function decide(position) {
  let best = 0;
  const count = (at) => used.get(position.parameters[at].block) ?? 0;
  for (let at = 1; at < position.legal.length; at++) {
    if (count(at) < count(best)) best = at;
  }
  used.set(position.parameters[best].block, count(best) + 1);
  return position.legal[best];
}

function answer(message) {
  switch (message.type) {
    case "hello":
      return { name: "variety in JavaScript", protocol: 1, wants: ["parameters"], batch: 64 };
    case "seed":
      used = new Map();
      return null;
    case "decide_many":
      return { actions: message.positions.map(decide) };
    default:
      return null; // new, over: nothing to say
  }
}

const lines = readline.createInterface({ input: process.stdin, terminal: false });
lines.on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "quit") process.exit(0);
  const reply = answer(message);
  if (reply !== null) process.stdout.write(JSON.stringify(reply) + "\n");
});
