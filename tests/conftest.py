"""Settings for all tests."""

from __future__ import annotations

from hypothesis import settings

from tests.web.browser import NO_BROWSER

# a busy machine, or the compiler at work, must not make an example count as too slow
settings.register_profile("exozoo", deadline=None)
settings.load_profile("exozoo")


def pytest_terminal_summary(terminalreporter):
    """Tests of the page that were skipped are told of in one line."""
    skipped = terminalreporter.stats.get("skipped", [])
    count = sum(NO_BROWSER in str(report.longrepr) for report in skipped)
    if count:
        terminalreporter.write_line(f"{count} tests skipped, {NO_BROWSER}")
