"""Measures one peer when asked: a task a line in, a rate a line out, both JSON.

    {"task": ["backgammon", true, 1024], "seconds": 0.3}   ->   {"rate": 12345.6}

The first line of a task makes and warms it up, which is not timed. Runs in the peer's venv.
"""

import contextlib
import json
import os
import sys
import time


def pin():
    """One core, before anything that counts them is imported."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def rate(call, amount, seconds):
    calls, started = 0, time.perf_counter()
    while True:
        call()
        calls += 1
        taken = time.perf_counter() - started
        if taken >= seconds:
            return calls * amount / taken


def answer(peer, made, asked):
    task = tuple(asked["task"])
    if task not in made:
        made[task] = peer(*task)
        made[task][0]()
    return {"rate": rate(*made[task], asked["seconds"])}


def main(name):
    pin()
    from adapters import PEERS

    made = {}
    replies = sys.stdout
    for line in sys.stdin:
        with contextlib.redirect_stdout(sys.stderr):  # some libraries print
            try:
                reply = answer(PEERS[name], made, json.loads(line))
            except Exception as error:  # told to the one who asked
                reply = {"error": f"{type(error).__name__}: {error}".splitlines()[0][:200]}
        replies.write(json.dumps(reply) + "\n")
        replies.flush()


if __name__ == "__main__":
    main(sys.argv[1])
