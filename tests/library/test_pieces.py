"""The built-in pieces are whole and enough to play with, and the corrections of the Code apply on top."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path

import pytest
from pydantic import ValidationError

from pirate_code.data import DataError
from pirate_code.glossary import load_nations
from pirate_code.language import LanguageError, parse
from pirate_code.library.code_document import read_document
from pirate_code.library.pieces import (
    Erratum,
    Piece,
    apply_errata,
    load_errata,
    load_pieces,
    load_sets,
    printed_number,
    read_errata,
    read_pieces,
    read_sets,
)
from pirate_code.library.rulings import load_rulings
from pirate_code.library.terms import fold, load_terms

PIECES = load_pieces()
PLAYED = tuple(apply_errata(piece) for piece in PIECES)
BY_ID = {piece.id: piece for piece in PIECES}
SETS = {each.id: each for each in load_sets()}
NATIONS = [nation.id for nation in load_nations() if not nation.promotional]
NAMES = {fold(name) for piece in PIECES for name in (piece.name, *piece.other_names)}

BUILD_TOTAL = 40
GENERIC = ("Captain", "Helmsman", "Explorer", "Shipwright", "Oarsman", "Cannoneer", "Musketeer")
LISTED_KINDS = {"unique treasure", "event", "fort", "equipment", "piece"}
PIECE_TYPES = {"Giant Crab"}  # a type of sea creature, no piece of that name
BASE_MOVES = {"S", "L", "S+S", "S+L", "L+S", "L+L", "S+S+S", "L+L+L", "T", "D"}

ENTRY = """\
set: MI
pieces:
  - {number: "029", name: Coleoptera, kind: ship, nation: pirate, points: 12, cannons: 4L-4L-4L}
"""


def present(name: str) -> bool:
    """Whether a piece has the name; a number in brackets must be that of the piece."""
    if numbered := re.fullmatch(r"(.*) \((?:\w+-)?(\w+)\)", name):
        return any((fold(piece.name), piece.number) == (fold(numbered[1]), numbered[2]) for piece in PIECES)
    return fold(name) in NAMES


def write(folder: Path, text: str, name: str = "some.yaml") -> Path:
    """Write one file of pieces and return its folder."""
    (folder / name).write_text(text, encoding="utf-8")
    return folder


# What is there


def test_every_piece_that_the_rulings_name_is_there() -> None:
    named = [
        term
        for term in load_terms()
        if term.kind in LISTED_KINDS and term.name[0] not in "abcdefghijklmnopqrstuvwxyz"
    ]
    missing = [
        term.name
        for term in named
        if term.name not in PIECE_TYPES
        and not present(term.name)
        and not (term.aliases and all(present(alias) for alias in term.aliases))
    ]
    assert missing == []
    assert len(named) > 150


def test_every_piece_that_the_code_lists_under_an_ability_is_there(root: Path) -> None:
    documents = sorted((root.parent / "shared" / "seeds").glob("000*.txt"))
    if not documents:
        pytest.skip("the source documents are not here")
    carriers = {name for section in read_document(documents[0]).sections for name in section.carriers}
    assert [name for name in sorted(carriers) if "(keyword)" not in name and not present(name)] == []


def test_every_nation_has_ships_named_crew_and_generic_crew() -> None:
    for nation in NATIONS:
        own = [piece for piece in PIECES if piece.nation == nation]
        assert sum(piece.kind == "ship" for piece in own) >= 10, nation
        assert {piece.name for piece in own} >= set(GENERIC), nation
        assert sum(piece.kind == "crew" and piece.rarity != "generic" for piece in own) >= 5, nation


def test_sea_creatures_forts_events_equipment_treasures_and_islands_are_there() -> None:
    kinds = Counter(piece.kind for piece in PIECES)
    assert set(kinds) >= {"ship", "crew", "sea creature", "fort", "event", "equipment", "treasure", "island"}


def test_a_sea_creature_is_one_by_its_keyword() -> None:
    keyword = re.compile(r"\b(Sea Monster|Sea Dragon|Titan|Kraken|Octopus)\b")
    for piece in PIECES:
        if piece.kind == "sea creature" and piece.ability is not None:
            assert keyword.search(piece.ability) or "this sea monster" in piece.ability, piece.id


def test_what_cannot_be_played_in_a_tournament_is_retired() -> None:
    retired = {piece.id for piece in PIECES if piece.retired}
    assert {"R-HH05a", "R-HH05b"} <= retired
    assert retired - {"R-HH05a", "R-HH05b"} == {piece.id for piece in PIECES if piece.set == "DJG"}


# Fleets


def fleets(nation: str) -> Iterator[list[Piece]]:
    """Yield fleets of exactly the build total, of one nation, no two with a ship in common."""
    own = [
        piece for piece in PLAYED if piece.nation == nation and SETS[piece.set].released and not piece.retired
    ]
    ships = {piece.name: piece for piece in own if piece.kind == "ship" and piece.masts and piece.points}
    crew = [piece for piece in own if piece.kind == "crew" and piece.name in GENERIC and piece.points]
    used: set[str] = set()
    for chosen in combinations(ships.values(), 3):
        if used.isdisjoint(ship.name for ship in chosen) and (manned := man(chosen, crew)):
            used |= {ship.name for ship in chosen}
            yield [*chosen, *manned]


def man(ships: Sequence[Piece], crew: Sequence[Piece]) -> list[Piece]:
    """Return crew that bring the ships to the build total, or none if no crew does."""
    left = BUILD_TOTAL - sum(ship.points or 0 for ship in ships)
    aboard: list[Piece] = []
    for ship in ships:
        space, limit = ship.cargo or 0, ship.points or 0
        if "cannot carry crew" in (ship.ability or ""):
            continue
        for each in sorted(crew, key=lambda each: -(each.points or 0)):
            cost = each.points or 0
            if cost <= min(left, limit) and space:
                aboard.append(each)
                left, limit, space = left - cost, limit - cost, space - 1
    return aboard if left == 0 else []


@pytest.mark.parametrize("nation", NATIONS)
def test_two_different_fleets_of_40_points_can_be_put_together(nation: str) -> None:
    found = fleets(nation)
    for fleet in (next(found), next(found)):
        assert sum(piece.points or 0 for piece in fleet) == BUILD_TOTAL
        assert {piece.nation for piece in fleet} == {nation}
        assert any(piece.kind == "crew" for piece in fleet)


# Facts


def test_each_ability_line_parses_as_printed_and_as_corrected() -> None:
    faults = {}
    for line in {piece.ability for piece in (*PIECES, *PLAYED) if piece.ability}:
        try:
            parse(line)
        except LanguageError as error:
            faults[line] = str(error)
    assert faults == {}


def test_a_number_is_there_once_in_a_set() -> None:
    numbers = Counter((piece.set, piece.number) for piece in PIECES if piece.number)
    assert [number for number, count in numbers.items() if count > 1] == []


def test_the_facts_are_those_of_the_master_spreadsheet(master_sheet: Path) -> None:
    sets = {sheet: each.id for each in SETS.values() for sheet in each.sheets}
    with master_sheet.open(encoding="utf-8", newline="") as file:
        rows = {(sets.get(row["SheetName"]), printed_number(row["#"])): row for row in csv.DictReader(file)}
    compared = 0
    for piece in PLAYED:
        row = rows.get((piece.set, piece.number or ""))
        if row is None or piece.number is None:
            continue
        compared += 1
        cost = piece.gold if piece.kind == "fort" else piece.points
        assert fold(row["Name"]) in map(fold, (piece.name, *piece.other_names)), piece.id
        assert ("" if cost is None else str(cost)) == re.sub(r"\.0$| gold$", "", row["Point Cost"]), piece.id
        assert "+".join(piece.base_move or ()) == row["Base Move"], piece.id
        assert "-".join(piece.cannons or ()) == row["Cannons"].replace(",", "-"), piece.id
        assert piece.crew_treasure == (row["Type"] == "Crew/T"), piece.id
        if piece.masts:
            assert (piece.masts, piece.cargo) == (float(row["Masts"]), float(row["Cargo"])), piece.id
    assert compared > 600


def test_ships_have_a_base_move_that_cards_print() -> None:
    moves = {"+".join(piece.base_move) for piece in PIECES if piece.base_move}
    assert moves <= BASE_MOVES


def test_native_canoes_and_flotillas_have_no_masts() -> None:
    bare = [piece for piece in PIECES if re.match(r"Native Canoe|Flotilla", piece.ability or "")]
    assert {piece.masts for piece in bare} == {0}


def test_only_the_sets_without_a_sheet_lack_facts_that_no_correction_gives() -> None:
    lacking = {
        piece.set for piece in PLAYED if {*piece.unknown} - {"number"} and piece.name != "Tribal Chieftain"
    }
    assert lacking == {"DJG"}


def test_a_piece_says_which_facts_are_not_known() -> None:
    assert BY_ID["CC-215"].unknown == ("points",)
    assert apply_errata(BY_ID["CC-215"]).unknown == ()


# Corrections


@pytest.mark.parametrize("erratum", load_errata(), ids=lambda erratum: f"{erratum.name}, {erratum.field}")
def test_each_erratum_is_for_a_known_piece_and_changes_it(erratum: Erratum) -> None:
    found = [piece for piece in PIECES if erratum.is_for(piece)]
    assert found
    for piece in found:
        corrected = apply_errata(piece, [erratum])
        assert fold(piece.name) == fold(erratum.name)
        assert getattr(corrected, erratum.field) != getattr(piece, erratum.field)
        assert corrected.model_copy(update={erratum.field: getattr(piece, erratum.field)}) == piece


def test_each_erratum_has_a_ruling_that_says_the_same() -> None:
    rulings = {ruling.id for file in load_rulings() for ruling in file.rulings}
    assert {erratum.ruling for erratum in load_errata()} <= rulings


def test_a_corrected_piece_stays_as_it_is_when_it_is_corrected_again() -> None:
    for piece in PLAYED:
        assert apply_errata(piece) == piece


def test_a_correction_of_every_printing_goes_by_the_name() -> None:
    for piece in PLAYED:
        if piece.name == "Firepot Specialist":
            assert piece.ability is not None
            assert "On a result of 5 or 6, remove the fire mast" in piece.ability
            assert "At the beginning of every turn" not in piece.ability
        if piece.name == "Smokepot Specialist":
            assert piece.points == 3


def test_the_printed_piece_is_kept_beside_the_corrected_one() -> None:
    polaris = BY_ID["FN-300"]
    assert (polaris.nation, apply_errata(polaris).nation) == ("cursed", "viking")
    hanno = BY_ID["MI-210"]
    assert hanno.ability == "Mercenary. This ship gets +1 to her boarding rolls."
    assert apply_errata(hanno).ability == "Galley. Mercenary. This ship gets +1 to her boarding rolls."


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"set": None}, "come together"),
        ({"corrected": None}, "either the corrected value or the keyword"),
        ({"adds": "Galley"}, "either the corrected value or the keyword"),
        ({"corrected": "three"}, "points and masts are numbers"),
        ({"instead_of": "This ship"}, "only an ability line can be corrected in part"),
    ],
)
def test_an_erratum_that_is_not_whole_is_refused(change: dict[str, str | None], message: str) -> None:
    whole = {"name": "Duel", "set": "SCS", "number": "084b", "field": "points", "corrected": 3}
    more = {"why": "wrong", "source": "Duel", "ruling": "duel"}
    Erratum.model_validate({**whole, **more})
    with pytest.raises(ValidationError, match=message):
        Erratum.model_validate({**whole, **more, **change})


# Reading the files


def test_the_thirteen_sets_and_what_came_beside_them() -> None:
    assert [each.id for each in load_sets() if each.id in {piece.set for piece in PIECES}][:3] == [
        "SM",
        "CC",
        "R",
    ]
    assert {"SCS", "BC", "DJC", "MI", "PotC", "FN", "OE", "RotF", "FS", "SS"} <= set(SETS)
    assert not SETS["RtSS"].released


def test_every_sheet_of_the_master_spreadsheet_has_a_set(master_sheet: Path) -> None:
    with master_sheet.open(encoding="utf-8", newline="") as file:
        sheets = {row["SheetName"] for row in csv.DictReader(file)}
    assert sheets <= {sheet for each in SETS.values() for sheet in each.sheets}


def test_numbers_are_written_as_cards_print_them() -> None:
    assert [printed_number(cell) for cell in ("7", "042a", "029A", "UL094", "PP 376", " I01 ")] == [
        "007",
        "042a",
        "029a",
        "UL094",
        "PP-376",
        "I01",
    ]


def test_a_piece_is_read_with_its_set_moves_and_cannons(tmp_path: Path) -> None:
    (piece,) = read_pieces(
        write(tmp_path, ENTRY.replace("points:", "base_move: S+L, points:")), ["MI"], ["pirate"]
    )
    assert piece.id == "MI-029"
    assert piece.base_move == ("S", "L")
    assert piece.cannons == ("4L", "4L", "4L")
    assert piece.ability == ""


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("nation: pirate", "nation: dutch", r"some.yaml:3: Coleoptera: 'dutch' is no nation"),
        ('"029"', "29", r"some.yaml:3: Coleoptera: number: 29 is not text"),
        ("4L-4L-4L", "4L-7L", r"some.yaml:3: Coleoptera: cannons.1: .7L. is not spelled as it must be"),
        ("kind: ship", "kind: crew", r"some.yaml:3: Coleoptera: crew cards have no cannons"),
        ("points: 12", "price: 12", r"some.yaml:3: Coleoptera: price: there is no entry of this name"),
        ("points: 12", "points: -1", r"some.yaml:3: Coleoptera: points: -1 is not at least"),
        ("points: 12", "crew_treasure: true", r"some.yaml:3: Coleoptera: only crew come on a treasure card"),
        ("points: 12", "set: MI", r"some.yaml:3: 'set' is not written here"),
        ("set: MI", "set: ZZ", r"some.yaml:1: 'ZZ' is no set of sets.yaml"),
        ("set: MI\n", "", r"some.yaml:1: the file lacks `set:`"),
        ("set: MI", "set: MI\nmore: 1", r"some.yaml:2: 'more' is unknown here; this file holds set, pieces"),
        ("{number", "text {number", r"some.yaml:3: an entry must be a table"),
    ],
)
def test_a_wrong_piece_is_told_with_file_and_line(tmp_path: Path, old: str, new: str, message: str) -> None:
    text = ENTRY.replace(old, new)
    if new.startswith("text"):
        text = "set: MI\npieces:\n  - text\n"
    with pytest.raises(DataError, match=message):
        read_pieces(write(tmp_path, text), ["MI"], ["pirate"])


def test_a_number_that_is_taken_is_told_with_both_places(tmp_path: Path) -> None:
    write(tmp_path, ENTRY, "a.yaml")
    write(tmp_path, ENTRY.replace("Coleoptera", "Nautilus"), "b.yaml")
    with pytest.raises(DataError, match=r"b.yaml:3: Nautilus: MI-029 is taken by Coleoptera \(a.yaml:3\)"):
        read_pieces(tmp_path, ["MI"], ["pirate"])


@pytest.mark.parametrize(
    ("name", "key"),
    [("Triton's Fury", "U-tritons-fury"), ("La Maldición", "U-la-maldicion"), ("海龍", "U-piece")],
)
def test_a_piece_without_a_number_goes_by_its_name(name: str, key: str) -> None:
    assert Piece(set="U", name=name, kind="treasure").id == key


def test_a_folder_without_pieces_is_told(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="holds no files of pieces"):
        read_pieces(tmp_path, ["MI"], ["pirate"])


def test_a_code_of_two_sets_is_told_with_file_and_line(tmp_path: Path) -> None:
    lines = [
        "sets:",
        "  - {id: A, name: First, released: true}",
        "  - {id: B, name: Second, codes: [A], released: true}",
    ]
    (tmp_path / "sets.yaml").write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(DataError, match=r"sets.yaml:3: 'A' is taken by the set A"):
        read_sets(tmp_path / "sets.yaml")


def test_a_wrong_erratum_is_told_with_file_and_line(tmp_path: Path) -> None:
    (tmp_path / "errata.yaml").write_text("errata:\n  - {name: Duel, field: flavour}\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"errata.yaml:2: Duel: field: 'flavour' is not one of"):
        read_errata(tmp_path / "errata.yaml")
