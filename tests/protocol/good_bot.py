"""A program that plays the largest legal id and does as its arguments say; no need of exozoo.

wants=texts,state   what it asks for        batch=8   positions it takes
log=FILE            where it writes every line it reads
"""

import json
import sys

settings = dict(argument.split("=", 1) for argument in sys.argv[1:])
wants = [want for want in settings.get("wants", "").split(",") if want]
batch = int(settings.get("batch", 1))
log = open(settings["log"], "a", encoding="utf-8") if "log" in settings else None  # noqa: SIM115


def opinion(position: dict) -> dict:
    share = 1 / len(position["legal"])
    return {
        "action": position["legal"][-1],
        "probabilities": [share] * len(position["legal"]),
        "value": 0.5,
    }


for line in sys.stdin:
    if log:
        log.write(line)
        log.flush()
    message = json.loads(line)
    reply = None
    if message["type"] == "hello":
        reply = {"name": "good", "protocol": 1, "wants": wants, "batch": batch, "mood": "fine"}
    elif message["type"] == "decide":
        reply = {**opinion(message), "comment": "fields that nobody knows are passed over"}
    elif message["type"] == "decide_many":
        moves = [opinion(position) for position in message["positions"]]
        reply = {
            "actions": [move["action"] for move in moves],
            "probabilities": [move["probabilities"] for move in moves],
            "values": [move["value"] for move in moves],
        }
    elif message["type"] == "quit":
        break
    if reply:
        print(json.dumps(reply), flush=True)
