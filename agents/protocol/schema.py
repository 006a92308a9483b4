"""The protocol as JSON Schema: `python -m exozoo.agents.protocol.schema docs/protocol.schema.json`."""

from __future__ import annotations

import json
import sys
from typing import Any

from exozoo.agents.protocol.fields import schema_of
from exozoo.agents.protocol.messages import FROM_BOT, PROTOCOL, TO_BOT
from exozoo.agents.protocol.requests import REPLIES, REQUESTS

GROUPS = {
    "ToBot": ("What a bot reads.", TO_BOT),
    "FromBot": ("What a bot writes.", FROM_BOT),
    "ToEngine": ("What `exozoo engine` reads.", tuple(REQUESTS.values())),
    "FromEngine": ("What `exozoo engine` writes.", REPLIES),
}


def schema() -> dict[str, Any]:
    """All messages as definitions, and one definition for each of the four streams."""
    kinds = [kind for _, members in GROUPS.values() for kind in members]
    streams = {
        name: {
            "description": help,
            "anyOf": [{"$ref": f"#/$defs/{kind.__name__}"} for kind in members],
        }
        for name, (help, members) in GROUPS.items()
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"exozoo line protocol, version {PROTOCOL}",
        "description": "One line of JSON is one message; see protocol.md.",
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in GROUPS],
        "$defs": {**streams, **schema_of(kinds)},
    }


def schema_text() -> str:
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    from exozoo.envs.core.files import write_atomically

    write_atomically(sys.argv[1], schema_text())
