"""Chromium driven by Playwright, and what a person does with the page."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
NO_BROWSER = "no browser: `make test-web` installs one and runs the tests of the page"
# Where pictures of the page go
PICTURES = Path(os.environ.get("EXOZOO_PICTURES", Path(__file__).parents[2] / "build" / "pictures"))
WAIT = 120_000  # ms: the first position of a game may be compiled

# A point of each legal element at which a click reaches it and nothing that lies above it.
CLICKABLE = """() => {
  const found = [];
  for (const node of document.querySelectorAll('.target')) {
    const box = node.getBoundingClientRect();
    search: for (const x of [.5, .3, .7, .15, .85]) for (const y of [.5, .3, .7, .12, .88]) {
      const [px, py] = [box.x + box.width * x, box.y + box.height * y];
      if (px < 0 || py < 0 || px > innerWidth || py > innerHeight) continue;
      if (document.elementFromPoint(px, py)?.closest('.target') === node) {
        found.push([px, py]);
        break search;
      }
    }
  }
  return found;
}"""


def find_browser() -> str | None:
    """The program, or None if there is none or nothing to drive it with."""
    if find_spec("playwright") is None:
        return None
    return next((path for name in BROWSERS if (path := shutil.which(name))), None)


@contextmanager
def running_server() -> Iterator[str]:
    """`exozoo serve` as a person starts it; gives its address."""
    command = [sys.executable, "-m", "exozoo", "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            found = re.search(r"http://\S+", server.stdout.readline())
            assert found, "the server did not start"
            yield found.group(0)
        finally:
            server.terminate()


class Person:
    """Somebody at the page."""

    def __init__(self, page: Any, address: str):
        self.page, self.address = page, address
        self.faults: list[str] = []
        page.set_default_timeout(WAIT)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", self._console)

    def _console(self, message: Any) -> None:
        refused = "the server responded with a status of 4" in message.text
        if message.type == "error" and not refused:
            self.faults.append(message.text)

    def begin(self, game: str, seed: int = 5, pace: str = "0", players: int | None = None) -> None:
        """Start a game against the agents that the form proposes."""
        page = self.page
        page.goto(self.address)
        page.click(f".card:has(input[value={game}])")
        if players:
            page.fill("[name=players]", str(players))
            page.locator("[name=players]").blur()
        page.fill("[name=seed]", str(seed))
        page.click("button[type=submit]")
        self.settle(pace)

    def settle(self, pace: str = "0") -> None:
        self.page.wait_for_selector(".board svg")
        self.page.select_option(".speed", pace)
        self.page.locator(".speed").blur()

    @property
    def table(self) -> Any:
        return self.page.locator(".table")

    def fact(self, name: str) -> str:
        return self.table.get_attribute(f"data-{name}") or ""

    @property
    def ply(self) -> int:
        return int(self.fact("ply"))

    def wait_for_turn(self) -> bool:
        """Until somebody at the page is to move; False once the game is over."""
        self.page.wait_for_selector(".table[data-turn=yes], .table[data-over=yes]")
        return self.fact("turn") == "yes"

    def wait_past(self, ply: int) -> None:
        self.page.wait_for_function(
            "ply => Number(document.querySelector('.table').dataset.ply) > ply", arg=ply
        )

    def click_on_board(self, nth: int) -> bool:
        """One move on the board; False if this position has none there."""
        ply, page = self.ply, self.page
        points = page.evaluate(CLICKABLE)
        if not points:
            if not page.locator(".target").count():
                return False
            page.locator(".target").first.scroll_into_view_if_needed()
            points = page.evaluate(CLICKABLE)
        x, y = points[nth % len(points)]
        page.mouse.move(x, y)
        page.mouse.click(x, y)
        menu = page.locator(".menu button")
        if menu.count():
            menu.nth(nth % menu.count()).click()
        self.wait_past(ply)
        return True

    def click_in_list(self, nth: int) -> None:
        ply = self.ply
        moves = self.page.locator(".move:not([hidden])")
        moves.nth(nth % moves.count()).click()
        self.wait_past(ply)

    def picture(self, name: str) -> None:
        PICTURES.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=PICTURES / f"{name}.png", full_page=name.endswith("phone"))
