"""A program that misbehaves in one way, named as its argument; it has no need of exozoo."""

import json
import os
import subprocess
import sys
import time

LONG = 600  # seconds: until somebody ends it


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def silent(message: dict) -> None:
    time.sleep(LONG)


def slow(message: dict) -> None:
    time.sleep(float(sys.argv[2]) if len(sys.argv) > 2 else 1.5)
    say(json.dumps({"action": message["legal"][0]}))


def crashes(message: dict) -> None:
    print("Traceback: the roof is on fire", file=sys.stderr, flush=True)
    os._exit(3)


def huge_line(message: dict) -> None:
    while True:
        sys.stdout.write("9" * 65536)


def binary(message: dict) -> None:
    sys.stdout.buffer.write(bytes(range(128, 256)) + b"\n")
    sys.stdout.buffer.flush()


def illegal(message: dict) -> None:
    say(json.dumps({"action": max(message["legal"]) + 100_000}))


def wrong_json(message: dict) -> None:
    say('{"action": [')


def extra_output(message: dict) -> None:
    answer = json.dumps({"action": message["legal"][0]})
    say(f"{answer}\n{answer}")


def closes_stdin(message: dict) -> None:
    os.close(0)
    say(json.dumps({"action": message["legal"][0]}))
    time.sleep(LONG)


def forks_and_hangs(message: dict) -> None:
    """One child in its group, one that leaves it; both hold its pipes, and it is gone itself."""
    for leaves in (False, True):
        child = subprocess.Popen(
            [sys.executable, "-S", "-c", f"import time; time.sleep({LONG})"],
            start_new_session=leaves,
        )
        print(f"child {child.pid}", file=sys.stderr, flush=True)
    os._exit(0)


def never_ready() -> None:
    time.sleep(LONG)


def floods_stderr(message: dict) -> None:
    while True:
        sys.stderr.write("x" * 65536)


def main(way: str) -> None:
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            if way == "never_ready":
                never_ready()
            say(json.dumps({"name": way, "protocol": 2 if way == "other_protocol" else 1}))
        elif message["type"] == "decide":
            globals()[way](message)
        elif message["type"] == "quit":
            return


main(sys.argv[1])
