"""The design page and its JSON."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pirate_code.glossary import lend_nations
from pirate_code.library.importing import import_sheets
from pirate_code.web.design_page import EXAMPLES, LIMITS
from pirate_code.web.serve import application, close
from tests.web.conftest import run

ROOT = Path(__file__).resolve().parents[2]

Get = Callable[..., Any]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["name"])
def test_an_example_is_told_whole(get: Get, example: dict[str, str]) -> None:
    told = get("/-/design.json", **example).json()
    assert not told["faults"]
    assert told["line"]["parsed"]
    assert told["cost"]["pieces"] > 100
    page = get("/design", **example)
    assert page.status_code == 200
    assert (
        f">{told['line']['keywords'][0]['name']}</a>: {told['line']['keywords'][0]['definition']}"
        in page.text
    )
    assert f'aria-label="Drawing of {example["name"]}: {example["kind"]}' in page.text
    for said in ("What it may cost", "points off on average", "Printed cards like it", "Try it on the table"):
        assert said in page.text


def test_an_empty_page_has_examples_and_computes_nothing(get: Get) -> None:
    page = get("/design")
    assert page.status_code == 200
    assert "Cards to begin with" in page.text
    assert 'href="/design">Design a card</a>' in page.text


def test_what_is_wrong_is_told_on_the_page(get: Get) -> None:
    page = get("/design", kind="ship", masts="many", ability="This ship hums.").text
    assert "<b>masts</b>: no whole number" in page
    assert "does not fit here (column 11)" in page


@pytest.mark.parametrize("name", LIMITS)
def test_a_field_that_is_too_long_is_refused(get: Get, name: str) -> None:
    answer = get("/-/design.json", **{name: "x" * (LIMITS[name] + 1)})
    assert answer.status_code == 400
    assert answer.json()["error"].startswith(f"`{name}` has at most")


def test_what_is_written_is_never_markup(get: Get) -> None:
    evil = '"><script>alert(1)</script>'
    page = get("/design", name=evil, nation=evil, masts=evil, ability=evil).text
    assert "<script>alert" not in page


def test_a_custom_card_has_a_page_that_says_so_in_its_nations_colours(built: Path, tmp_path: Path) -> None:
    library = Path(shutil.copy(built, tmp_path / "library.sqlite"))
    import_sheets(library, [ROOT / "examples" / "custom" / "amber-tide.csv"])
    lend_nations(())
    served = application(library)
    try:
        page = run(lambda: served.client.get("/card/AT-001"))
        assert page.status_code == 200
        assert ">custom</a>" in page.text
        assert "#b8860b" in page.text
        set_page = run(lambda: served.client.get("/set/AT")).text
        assert set_page.count(">custom</a>") == 7
        names = run(lambda: served.client.get("/-/names.json?q=Lantern of Ruun")).json()["names"]
        assert [name["note"] for name in names] == ["Amber League · ship · 12 points · AT-001 · custom"]
    finally:
        close(served)
        lend_nations(())
