"""The audit says "none known" only of what it was told about."""

from __future__ import annotations

from typing import Any
from urllib.error import URLError

import pytest

from tests.install.audit import Finding, judge, pinned, report


def page(version: str, *ids: str, **more: Any) -> dict[str, Any]:
    listed = [{"id": name, "withdrawn": None} for name in ids]
    return {"info": {"version": version}, "vulnerabilities": listed, **more}


def judged(pages: dict[str, Any], version: str = "1.0") -> Finding:
    return judge("pack", version, pages.get)


def test_a_version_is_judged_by_its_own_page_first():
    pages = {"pack/1.0": page("1.0", "PYSEC-1", "GHSA-2"), "pack": page("2.0")}
    assert judged(pages).weaknesses == ("PYSEC-1", "GHSA-2")
    assert judged({"pack/1.0": page("1.0"), "pack": page("2.0", "PYSEC-3")}) == Finding(
        "pack", "1.0"
    )


def test_the_project_s_page_tells_of_the_newest_version_alone():
    assert judged({"pack": page("1.0", "PYSEC-1")}).weaknesses == ("PYSEC-1",)
    assert judged({"pack": page("1.0")}) == Finding("pack", "1.0")
    assert judged({"pack": page("1.1")}).unknown == "only 1.1 is told of"


def test_no_answer_is_no_good_news():
    assert judged({}).unknown
    assert judged({"pack": {"info": {"version": "1.0"}}}).unknown

    def no_network(page: str) -> Any:
        raise URLError("no route")

    assert "no route" in judge("pack", "1.0", no_network).unknown


def test_what_was_withdrawn_does_not_count():
    withdrawn = page("1.0")
    withdrawn["vulnerabilities"] = [{"id": "PYSEC-1", "withdrawn": "2026-01-01"}]
    assert judged({"pack": withdrawn}) == Finding("pack", "1.0")


@pytest.mark.parametrize(
    ("findings", "status"),
    [
        ([], 1),
        ([Finding("a", "1")], 0),
        ([Finding("a", "1"), Finding("b", "1", ("PYSEC-1",))], 1),
        ([Finding("a", "1"), Finding("b", "1", unknown="nobody knows")], 1),
    ],
)
def test_the_audit_passes_only_if_all_is_known_and_sound(findings, status, capsys):
    assert report(findings) == status
    assert f"{len(findings)} versions" in capsys.readouterr().out


def test_every_pin_is_asked_about():
    pins = dict(pinned())
    assert {"numpy", "numba", "torch", "starlette"} <= pins.keys()
    assert all(version and not set(version) & set("=<>~ ") for version in pins.values())
