"""CONTRIBUTING.md sends people to places that are there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

_TOLD = re.compile(r"`((?:pirate_code|db|grammar|rulings|bench|tests|docs)/[\w./*]*)`")


def _places(root: Path) -> list[str]:
    return _TOLD.findall((root / "CONTRIBUTING.md").read_text(encoding="utf-8"))


def test_every_place_that_is_told_is_there(root: Path) -> None:
    places = _places(root)
    assert len(places) > 12
    assert [place for place in places if not list(root.glob(place.rstrip("/")))] == []


@pytest.mark.parametrize(
    "change",
    [
        *("a keyword", "an effect verb", "a terrain", "an edition", "a captain", "ramming"),
        *("a search filter", "a page", "a fleet rule", "a ruling", "a line of fire"),
    ],
)
def test_each_likely_change_has_a_row(root: Path, change: str) -> None:
    rows = (root / "CONTRIBUTING.md").read_text(encoding="utf-8").splitlines()
    assert any(row.startswith(f"| {change} |") and "`" in row for row in rows)


@pytest.mark.parametrize("file", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"])
def test_links_lead_to_files(root: Path, file: str) -> None:
    text = (root / file).read_text(encoding="utf-8")
    links = [link for link in re.findall(r"\]\(([^)#]+)", text) if "://" not in link]
    assert links
    assert [link for link in links if not (root / link).exists()] == []
