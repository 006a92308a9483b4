"""The page is made from the figures, and what people wrote around it stays."""

from __future__ import annotations

from exozoo.benchmarks import report
from exozoo.benchmarks.measure import Work, rate, spread
from exozoo.benchmarks.ours import TASKS
from exozoo.benchmarks.run import Task


def results() -> dict:
    game = {"group": "game", "game": "alien_frontiers", "players": 4}
    peer = {"group": "peer", "peer": "Pgx", "game": "chess", "batched": True}
    figures = [
        *({**game, "what": what, "samples": [1e6, 1.1e6, 1.2e6]} for what in TASKS),
        {**peer, "observed": True, "envs": 256, "samples": [1e4, 2e4]},
        {**peer, "observed": True, "envs": 1024, "samples": [4e4, 6e4]},
        {**peer, "observed": False, "envs": 256, "samples": [], "error": "it broke"},
        {"group": "batch size", "game": "alien_frontiers", "envs": 64, "samples": [5e5]},
        {"group": "start", "what": "import", "samples": [0.21, 0.25]},
        {"group": "memory", "what": "states", "game": "alien_frontiers", "samples": [12.0]},
    ]
    machine = dict.fromkeys(("date", "processor", "cores", "load", "python", "numba", "numpy"), "?")
    return {
        "machine": machine,
        "rounds": 3,
        "seconds": 60,
        "skipped": {"RLCard": "not installed: no wheel"},
        "figures": figures,
    }


def test_the_page_holds_medians_spreads_ratios_and_reasons():
    page = report.page(results())
    assert "1,100k ±9 %" in page
    assert "50k ±20 % (1,024 games) | 22.0–22.0 ×" in page, "the best batch size counts"
    assert "it broke" in page
    assert "- RLCard: not installed: no wheel" in page
    assert "| `import exozoo` | 0.23 s ±9 % |" in page
    assert "| kernel, alien_frontiers | 2,000,000 | 1,100,000 | falls short |" in page


def test_what_people_wrote_stays():
    old = "# Speed\n\n## Where the time goes\n\nIn masks.\n"
    once = report.with_page(old, f"{report.BEGIN}\nfirst\n{report.END}")
    twice = report.with_page(once, f"{report.BEGIN}\nsecond\n{report.END}")
    assert once.startswith("# Speed\n\n<!--")
    assert "In masks." in twice
    assert "first" not in twice
    assert twice.count("second") == 1
    assert report.with_page("", "x").startswith(report.TITLE)


def test_a_figure_that_fails_stops_no_other():
    def broken(seconds: float) -> float:
        raise OSError("two\nlines")

    task = Task({"what": "broken"}, broken)
    for _ in range(2):
        task.take(0.0)
    assert task.result() == {"what": "broken", "error": "OSError: two", "samples": []}


def test_rates_count_what_a_call_makes():
    now = iter(range(100))
    assert rate(Work(lambda: None, 5), 4, lambda: next(now)) == 5
    assert spread([3, 1, 2]) == (2, 1, 3)
