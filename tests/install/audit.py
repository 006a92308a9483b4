"""`python -m tests.install.audit`: known weaknesses of the pinned versions, also by a mirror of PyPI.

PyPI lists them for every version, which is what `pip-audit` asks; mirrors may know the page of a
project alone, which tells of its newest version. A version that neither tells of is not known to be
sound, and ends the audit with 1 just as a weak one does.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

from tests.install.venvs import ROOT

PYPI = "https://pypi.org/pypi"
SECONDS = 60.0  # for an answer
Ask = Callable[[str], Any]  # the JSON of a page, None if there is none


@dataclass(frozen=True)
class Finding:
    """What could be learned of one pinned version."""

    name: str
    version: str
    weaknesses: tuple[str, ...] = ()
    unknown: str = ""  # why nothing could be learned

    def __str__(self) -> str:
        if self.unknown:
            return f"{self.name} {self.version}: not known, {self.unknown}"
        return f"{self.name} {self.version}: {', '.join(self.weaknesses) or 'none known'}"


def pinned() -> list[tuple[str, str]]:
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    pins = (line.partition("#")[0].partition(";")[0].strip() for line in lines)
    return [(name, version) for name, _, version in (pin.partition("==") for pin in pins) if name]


def ask_pypi(page: str) -> Any:
    try:
        with urlopen(f"{PYPI}/{page}/json", timeout=SECONDS) as answer:
            return json.load(answer)
    except HTTPError as error:
        if error.code == 404:
            return None
        raise


def judge(name: str, version: str, ask: Ask = ask_pypi) -> Finding:
    """By the page of the version, or by that of the project if it is of the same version."""
    try:
        found = ask(f"{name}/{version}") or ask(name)
    except (URLError, OSError, ValueError) as error:
        return Finding(name, version, unknown=f"PyPI could not be asked: {error}")
    if found is None:
        return Finding(name, version, unknown="PyPI knows no such project")
    told = found["info"]["version"]
    if told != version:
        return Finding(name, version, unknown=f"only {told} is told of")
    if "vulnerabilities" not in found:
        return Finding(name, version, unknown="the page does not list any")
    weak = (entry["id"] for entry in found["vulnerabilities"] if not entry.get("withdrawn"))
    return Finding(name, version, tuple(weak))


def report(findings: Iterable[Finding]) -> int:
    """Tell what is weak or not known; 0 if nothing is."""
    findings = list(findings)
    bad = [finding for finding in findings if finding.weaknesses or finding.unknown]
    for finding in bad:
        print(finding)
    weak = sum(bool(finding.weaknesses) for finding in bad)
    print(f"{len(findings)} versions: {weak} weak, {len(bad) - weak} not known")
    return 1 if bad or not findings else 0


def main() -> int:
    with ThreadPoolExecutor(4) as pool:
        return report(pool.map(lambda pin: judge(*pin), pinned()))


if __name__ == "__main__":
    sys.exit(main())
