"""Outlines are read from db/outlines.yaml and picked by masts and type."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pirate_code.board.geometry import contains
from pirate_code.board.outlines import fort, hull, island, islands, load_outlines, read_outlines, terrain
from pirate_code.data import DataError, folder
from pirate_code.glossary import load_keywords
from pirate_code.library.terms import load_terms

HULLS = {name: outline for name, outline in load_outlines().items() if outline.references}


@pytest.mark.parametrize("name", sorted(HULLS))
def test_a_hull_points_to_the_right_and_carries_its_masts(name: str) -> None:
    outline = HULLS[name]
    assert outline.bow[0] == -outline.stern[0] == max(x for x, _ in outline.points)
    assert len(outline.masts) == int(name.rpartition("-")[2])
    assert all(contains(outline.shape, point) for point in (*outline.masts, *outline.references, outline.bow))
    assert len(outline.shape.pieces) == 1


@pytest.mark.parametrize("name", sorted(HULLS))
def test_every_type_of_hull_is_a_keyword_of_the_game(name: str) -> None:
    kind = name.rpartition("-")[0]
    assert kind == "ship" or kind in {keyword.id for keyword in load_keywords()}


def test_terrain_goes_by_its_name_in_the_terms() -> None:
    kinds = {term.id for term in load_terms() if term.kind == "terrain"}
    for name in ("fog-bank", "iceberg", "reef", "sargasso-sea", "trade-current", "whirlpool"):
        assert name in kinds
        assert terrain(name).name == name


def test_the_type_of_a_ship_decides_before_her_masts() -> None:
    assert hull(3).name == "ship-3"
    assert hull(3, frozenset({"galley", "captain"})).name == "galley-3"
    assert hull(1, frozenset({"turtle-ship"})).name == "turtle-ship-1"
    assert hull(2, frozenset({"eternal"})) is hull(2, frozenset())


@pytest.mark.parametrize(("masts", "types"), [(4, {"junk"}), (1, {"kraken"}), (12, set()), (0, set())])
def test_a_hull_of_unheard_masts_is_rigged_from_the_nearest(masts: int, types: set[str]) -> None:
    outline = hull(masts, frozenset(types))
    assert len(outline.masts) == masts
    assert load_outlines()[outline.name].masts == outline.masts
    assert all(contains(outline.shape, mast) for mast in outline.masts)


@pytest.mark.parametrize("name", ["", "ship", "ship-x", "raft-2", "island-99", "fog-bank-2"])
def test_what_has_no_outline_is_an_error(name: str) -> None:
    with pytest.raises(KeyError):
        load_outlines()[name]


def test_most_ships_turn_about_160_degrees() -> None:
    limits = [outline.turning_limit for name, outline in HULLS.items() if name.startswith("ship-")]
    assert all(155 < limit < 175 for limit in limits)
    assert hull(4, frozenset({"sea-monster"})).turning_limit == 180


def test_a_flotilla_has_no_bow_and_a_creature_is_all_bow() -> None:
    assert hull(1, frozenset({"flotilla"})).bow_zone is None
    monster = hull(4, frozenset({"sea-monster"}))
    assert monster.bow_zone is monster.shape


def test_the_bow_begins_where_the_hull_meets_the_table() -> None:
    ship = hull(3)
    assert ship.bow_zone is not None
    (x, y), starboard = ship.references
    assert starboard == (x, -y)
    assert min(px for px, _ in ship.bow_zone.points) == x


@pytest.mark.parametrize("name", ["fog-bank", "iceberg"])
def test_the_numbers_stand_at_the_edge(name: str) -> None:
    outline = terrain(name)
    assert len(outline.numbers) == 6
    for x, y in outline.numbers:
        assert contains(outline.shape, (0.99 * x, 0.99 * y))
        assert not contains(outline.shape, (1.05 * x, 1.05 * y))


def test_islands_go_round_and_a_fort_has_eight_slots() -> None:
    assert island(0) is island(islands())
    assert len(fort().masts) == 8


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("profile: slim", "profile: slym", r":\d+: there is no profile 'slym'; there are ship, slim"),
        ("masts: 3, length: 78", "masts: 2, length: 78", r":\d+: the outline 'ship-2' is here twice"),
        ("length: 60, beam: 20", "length: -60, beam: 20", r":\d+: hulls.0.length: -60 is not more than 0"),
        ("side: [[1, 0]", "side: [[0.9, 0]", r":\d+: profiles.0: a side goes from the bow at 1"),
        ("[0.3, 0.95]", "[0.3, 0.1]", r":\d+: the profile 'ship' makes a hull that is not convex"),
        ("forts:", "castles:", r":\d+: "),
        ("waterline: 1", "waterline: 9", r":\d+: profiles.0: the waterline must be a point before the last"),
    ],
)
def test_a_wrong_file_is_told_with_its_line(tmp_path: Path, old: str, new: str, message: str) -> None:
    text = (folder("db") / "outlines.yaml").read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "outlines.yaml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataError, match=re.escape(str(path)) + message):
        read_outlines(path)
