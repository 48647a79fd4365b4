"""Every card has a picture of its own making: from its data, small, the same each time, and told in words."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from pirate_code import cli
from pirate_code.glossary import game_nations
from pirate_code.library.opening import open_library
from pirate_code.library.search import search
from pirate_code.terrain import load_terrain
from pirate_code.views.card_drawing import CardLook, draw_card, look_of

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def db(built: Path) -> Iterator[sqlite3.Connection]:
    opened = open_library(built)
    yield opened
    opened.close()


def paths(svg: str, kind: str | None = None) -> list[str]:
    return [
        each.get("d") or ""
        for each in ElementTree.fromstring(svg).iter(f"{SVG}path")
        if each.get("class") == kind
    ]


def test_every_piece_has_a_small_picture_without_anything_that_runs_or_loads(db: sqlite3.Connection) -> None:
    for row in search(db, "kind:piece").rows:
        picture = draw_card(look_of(row))
        assert len(picture.encode()) < 3_000
        assert picture == draw_card(look_of(row))
        root = ElementTree.fromstring(picture)
        assert {each.tag.removeprefix(SVG) for each in root.iter()} <= {
            *("svg", "rect", "path", "circle", "polygon", "text"),
        }
        assert not re.search(r"\bon\w+=|href|url\(|style", picture)
        assert (root.get("aria-label") or "").startswith(f"Drawing of {row['name']}: ")
        assert len(draw_card(look_of(row), small=True)) < 2_000


def test_the_picture_of_the_largest_ship_is_small() -> None:
    cannons = ("6S", "6L") * 5
    look = CardLook(
        "The Longest Name of All Ships", "ship", "Barbary Corsair", 10, cannons, frozenset({"junk"})
    )
    assert len(draw_card(look)) < 3_000


def test_a_ship_has_her_masts_her_colours_and_a_die_for_each_cannon() -> None:
    look = CardLook("Try", "ship", "French", 3, ("2S", "3L", "4S"))
    picture = draw_card(look)
    colours = next(each.colours for each in game_nations() if each.adjective == "French")
    assert all(colour in picture for colour in colours)
    poles = paths(picture)[0]
    assert len(re.findall("V", poles)) == 3
    white, white_pips, red, red_pips = paths(picture, "c")
    assert (white.count("M"), red.count("M")) == (2, 1)
    assert (white_pips.count("h0"), red_pips.count("h0")) == (6, 3)
    assert ElementTree.fromstring(picture).findtext(f"{SVG}text") == "SLS"
    assert look.says == "Drawing of Try: French ship with 3 masts, cannons 2S 3L 4S"


def test_more_masts_make_a_longer_ship_and_a_hull_without_sails_is_seen_from_above() -> None:
    def width(look: CardLook) -> int:
        return int((ElementTree.fromstring(draw_card(look)).get("viewBox") or "").split()[2])

    assert width(CardLook("A", "ship", masts=1)) < width(CardLook("A", "ship", masts=5))
    assert "#faf4e2" in draw_card(CardLook("A", "ship", masts=3))
    assert "#faf4e2" not in draw_card(CardLook("A", "ship", masts=3, types=frozenset({"submarine"})))


def test_a_keyword_that_a_line_only_speaks_of_does_not_shape_the_ship() -> None:
    card = {"name": "A", "kind": "ship", "keywords": [{"name": "Submarine", "how": "speaks of"}]}
    assert look_of(card).types == frozenset()
    card["keywords"] = [{"name": "Submarine", "how": "has"}]
    assert look_of(card).types == look_of({**card, "keywords": "Submarine"}).types == {"submarine"}


def test_a_small_picture_leaves_the_cannons_out_and_is_hidden_from_readers() -> None:
    look = CardLook("Try", "ship", "French", 2, ("2S", "3L"))
    small = draw_card(look, small=True)
    assert paths(small, "c") == []
    assert 'aria-hidden="true"' in small
    assert "<text" not in small


@pytest.mark.parametrize(
    "kind", ["ship", "sea creature", "fort", "crew", "treasure", "event", "island", "what"]
)
def test_what_nobody_knows_is_drawn_all_the_same(kind: str) -> None:
    for masts, cannons in ((0, ()), (40, ("9S",) * 3), (2, ("x", "", "3Q"))):
        ElementTree.fromstring(draw_card(CardLook('"><script>&', kind, "Martian", masts, cannons)))


def test_kinds_look_different() -> None:
    kinds = ("ship", "sea creature", "fort", "crew", "treasure", "equipment", "event", "island")
    assert len({draw_card(CardLook("A", kind, "Pirate", 2)) for kind in kinds}) == len(kinds)


def test_show_writes_the_drawing_to_a_file(built: Path, tmp_path: Path) -> None:
    place = tmp_path / "adventure.svg"

    def run(*words: str) -> str:
        done = CliRunner().invoke(cli.commands, ["show", *words, "--db", str(built)])
        return done.stderr if done.exit_code else ""

    assert run("CC-011", "--svg", str(place)) == ""
    assert place.read_text().startswith("<svg ")
    assert "Only pieces have a drawing" in run("Captain (keyword)", "--svg", str(place))
    assert "cannot be written" in run("CC-011", "--svg", str(tmp_path / "nowhere" / "x.svg"))


def test_terrain_is_drawn_in_its_own_colours_and_has_no_palms() -> None:
    for kind in load_terrain().values():
        drawn = draw_card(CardLook(f"{kind.name.title()} 3", "island"))
        assert f'fill="{kind.colours.fill}" stroke="{kind.colours.edge}"' in drawn
        assert drawn.count("<path") == 1
    assert draw_card(CardLook("Mysterious Island #3", "island")).count("<path") == 3
