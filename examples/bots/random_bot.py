#!/usr/bin/env python3
"""A bot for exozoo in plain Python: any legal action, and it says in English what it does.

exozoo play-match alien_frontiers "exec:python3 examples/bots/random_bot.py" heuristic
"""

import json
import random
import sys

rng = random.Random(0)


def answer(message):
    """What to say to a message; None for those that want no answer."""
    kind = message["type"]
    if kind == "hello":
        return {"name": "random in Python", "protocol": 1, "wants": ["texts"]}
    if kind == "seed":
        rng.seed(message["seed"])
    if kind == "decide":
        choice = rng.randrange(len(message["legal"]))
        print(f"game {message['game']}: {message['texts'][choice]}", file=sys.stderr)
        return {"action": message["legal"][choice]}
    return None


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "quit":
        break
    reply = answer(message)
    if reply is not None:
        print(json.dumps(reply), flush=True)
