"""What the site adds to our pages: drawing and short rules, in front of the tables of each game.

A hook of mkdocs.yml. Links of our pages that lead out of `docs` are for readers of the repository; on
the site only their words are left.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File

from exozoo.envs.core.game import Game
from exozoo.envs.registry import GAMES, load_game
from exozoo.play import random_replay

SEED = 3  # of the games that are drawn
DOCS = Path(__file__).resolve().parent
LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)#\s]+)(#[^)\s]*)?\)")
# (folder of docs, what the page there is)
OTHER_PAGES = (
    ("rules", "the rules by number, with the rulings followed where sources leave something open"),
    ("strategy", "how the heuristic plays, and why"),
    ("baselines", "how the shipped network was trained"),
)


def on_files(files: Any, config: Any) -> Any:
    """Add a drawing of each game, in the middle of random play, as the game draws itself now."""
    for name in GAMES:
        game = load_game(name)
        positions = list(random_replay(game, SEED, {"players": 2})[0].positions(game))
        state, _ = positions[len(positions) // 2]
        files.append(File.generated(config, f"drawings/{name}.svg", content=str(game.draw(state))))
    return files


def on_page_markdown(markdown: str, page: Any, **more: Any) -> str:
    """Introduce games on their data sheets; leave out links that lead out of the site."""
    place = Path(page.file.src_uri)
    if place.parent.name == "games" and place.stem in GAMES:
        markdown = introduction(load_game(place.stem)) + re.sub(r"^# .*\n", "", markdown)
    folder = (DOCS / page.file.src_uri).parent

    def kept(found: re.Match[str]) -> str:
        words, target = found.group(1), found.group(2)
        if "://" in target or not (folder / target).exists():
            return found.group(0)  # the strict build complains if it leads nowhere
        inside = (folder / target).resolve().is_relative_to(DOCS)
        return found.group(0) if inside and (folder / target).is_file() else words

    return LINK.sub(kept, markdown)


def introduction(game: Game) -> str:
    """Title, drawing, short rules, and where the rest is told."""
    others = [
        f"- [{words}](../{folder}/{game.name}.md)"
        for folder, words in OTHER_PAGES
        if (DOCS / folder / f"{game.name}.md").exists()
    ]
    rules = re.sub(r"^#.*\n", "", game.rules_text).strip()
    return f"""# {game.title}

![{game.title}, drawn with its legend](../drawings/{game.name}.svg)

## The rules in short

{rules}

## Further reading

{chr(10).join(others)}

## Data sheet
"""
