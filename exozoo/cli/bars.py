"""Progress bars for the command line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rich.progress import Progress, TaskID


class CompileBar(Progress):
    """A bar that also shows which game is being compiled, for as long as that takes."""

    _stop_hearing: Callable[[], None] | None = None

    def start(self) -> None:
        from exozoo.envs.core.compile.notices import on_compile

        if self._stop_hearing is None:
            self._compiled: dict[str, TaskID] = {}
            self._stop_hearing = on_compile(self._hear)
        super().start()

    def stop(self) -> None:
        if self._stop_hearing:
            self._stop_hearing()
            self._stop_hearing = None
        super().stop()

    def _hear(self, game: str, state: Any) -> None:
        text = {"compiling": f"compiling {game}", "waiting": f"waiting for {game}"}.get(state)
        if text is None:
            task = self._compiled.pop(game, None)
            if task is not None:
                self.remove_task(task)
        elif game in self._compiled:
            self.update(self._compiled[game], description=text)
        else:
            self._compiled[game] = self.add_task(text, total=None)
