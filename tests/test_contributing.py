"""CONTRIBUTING.md sends people to places that are there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

_PLACE = re.compile(r"`((?:pirate_code|db|grammar|rulings|bench|tests|docs)/[\w./*]*)`")


def _places(root: Path) -> list[str]:
    return _PLACE.findall((root / "CONTRIBUTING.md").read_text(encoding="utf-8"))


def test_every_place_that_is_named_exists(root: Path) -> None:
    places = _places(root)
    assert len(places) > 12
    assert [place for place in places if not list(root.glob(place.rstrip("/")))] == []


@pytest.mark.parametrize(
    "change",
    [
        *("a keyword", "an effect verb", "a terrain", "an edition", "a captain", "ramming"),
        *("a search filter", "a page", "a fleet rule", "a ruling", "a second game", "a line of fire"),
    ],
)
def test_each_likely_change_has_a_row(root: Path, change: str) -> None:
    rows = (root / "CONTRIBUTING.md").read_text(encoding="utf-8").splitlines()
    assert any(row.startswith(f"| {change} |") and "`" in row for row in rows)


def test_decorators_and_files_that_a_row_names_are_in_its_places(root: Path) -> None:
    rows = [row for row in (root / "CONTRIBUTING.md").read_text(encoding="utf-8").splitlines() if "`" in row]
    named = 0
    for row in (row for row in rows if row.startswith("| ")):
        places = [path for place in _PLACE.findall(row) for path in root.glob(place.rstrip("/"))]
        files = [file for path in places for file in ([path] if path.is_file() else path.rglob("*.py"))]
        for name in re.findall(r"`(\w+\.py)`", row):
            assert name in {file.name for file in files}, row
            named += 1
        for decorator in re.findall(r"`@(\w+)`", row):
            code = (file.read_text(encoding="utf-8") for file in files if file.suffix == ".py")
            assert any(re.search(rf"(?m)^@(\w+\.)*{decorator}\(", text) for text in code), row
            named += 1
    assert named > 5


@pytest.mark.parametrize("file", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"])
def test_links_lead_to_files(root: Path, file: str) -> None:
    text = (root / file).read_text(encoding="utf-8")
    links = [link for link in re.findall(r"\]\(([^)#]+)", text) if "://" not in link]
    assert links
    assert [link for link in links if not (root / link).exists()] == []
