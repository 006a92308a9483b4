"""Which function implements each numbered rule, and which test cites it.

`python -m tests.rule_coverage GAME` writes the table into docs/rules/GAME.md, between the marks;
a test asserts that it is up to date and has no empty cell. A function or test covers a rule by
naming it, for example PU-42, in its docstring, body or the comments directly above it.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
START, END = "<!-- coverage table: generated -->", "<!-- end of coverage table -->"
# How the numbers of each game begin, as a pattern: Gaia Project has solo rules (GS) beside its own (GP).
PREFIXES = {
    "planet_unknown": "PU",
    "alien_frontiers": "AF",
    "gaia_project": "G[PS]",
    "beyond_the_sun": "BS",
}
NUMBER = r"F?\d+[a-z]?"  # GP-F1: the definition of federations


def rules_of(game: str) -> list[str]:
    """Every rule number that the game's rules pages define: one at the start of a paragraph."""
    pages = sorted((ROOT / "docs" / "rules").glob(f"{game}*.md"))
    start = re.compile(rf"^(?:[-*] )?(?:\*\*)?({PREFIXES[game]}-{NUMBER})\b", re.MULTILINE)
    return list(
        dict.fromkeys(rule for page in pages for rule in start.findall(page.read_text("utf-8")))
    )


def citations(folder: Path, prefix: str, only_tests: bool) -> dict[str, list[str]]:
    """rule number -> places that name it, as file:function."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(folder.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        lines = source.splitlines()
        for node in ast.parse(source).body:
            name = getattr(node, "name", None) or _assigned(node)
            if name is None or (only_tests and not name.startswith(("test", "Test"))):
                continue
            first = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", []))])
            while first > 1 and lines[first - 2].startswith("#"):
                first -= 1
            text = "\n".join(lines[first - 1 : node.end_lineno])
            place = f"{path.relative_to(folder).as_posix()}:{name}"
            for rule in dict.fromkeys(re.findall(rf"\b{prefix}-{NUMBER}\b", text)):
                found[rule].append(place)
    return found


def coverage(game: str) -> list[tuple[str, list[str], list[str]]]:
    prefix = PREFIXES[game]
    code = citations(ROOT / "envs" / game, prefix, only_tests=False)
    tests = citations(ROOT / "tests" / game, prefix, only_tests=True)
    return [(rule, code.get(rule, []), tests.get(rule, [])) for rule in rules_of(game)]


def rendered(game: str) -> str:
    rows = ["| rule | implemented by | tested by |", "|---|---|---|"]
    for rule, code, tests in coverage(game):
        rows.append(f"| {rule} | {_cell(code)} | {_cell(tests)} |")
    return "\n".join(rows)


def write(game: str) -> None:
    """Put the table between the marks, or at the end of the page if there are none."""
    path = ROOT / "docs" / "rules" / f"{game}.md"
    page = path.read_text(encoding="utf-8")
    if START not in page:
        page = f"{page.rstrip()}\n\n## Coverage: rule, function, test\n\n{START}\n{END}\n"
    before, rest = page.split(START)
    after = rest.split(END)[1]
    path.write_text(f"{before}{START}\n\n{rendered(game)}\n\n{END}{after}", encoding="utf-8")


def gaps(game: str) -> list[str]:
    """Rules without a function or without a test."""
    return [rule for rule, code, tests in coverage(game) if not code or not tests]


def _assigned(node: ast.stmt) -> str | None:
    """The name of a table or constant, which may be all the code that a rule needs."""
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
        return node.targets[0].id
    return None


def _cell(places: list[str]) -> str:
    shown = ", ".join(f"`{place}`" for place in places[:3])
    return shown + (f" and {len(places) - 3} more" if len(places) > 3 else "")


if __name__ == "__main__":
    for name in sys.argv[1:]:
        write(name)
        print(f"{name}: {len(rules_of(name))} rules, without code or test: {gaps(name) or 'none'}")
