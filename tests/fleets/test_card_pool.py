"""Cards for the engine: with errata, with trees, and what cannot be played is told."""

from __future__ import annotations

from pathlib import Path

from pirate_code.fleets.card_pool import builtin, from_library, from_sheet, pool
from pirate_code.library.pieces import Piece, load_errata
from pirate_code.library.storage import connect

SHEET = (
    "Faction,#,Rarity,Type,Name,Point Cost,Masts,Cargo,Base Move,Cannons,Link,Ability,SheetName,Set\n"
    "English,900,common,Ship,HMS Nobody,10,3,4,S+L,3S-3L-3S,,This ship cannot be pinned.,Caribbean,x\n"
    "English,901,common,Crew,Nobody's Cook,2,,,,,,This crew cooks.,Caribbean,x\n"
)


def test_every_built_in_piece_is_a_card_or_told() -> None:
    found = builtin()
    assert len(found.cards) + len(found.unplayable) == 728
    assert all(piece.why for piece in found.unplayable)
    assert not any("does not parse" in piece.why for piece in found.unplayable)


def test_a_line_that_does_not_parse_is_told_with_its_line() -> None:
    piece = Piece(set="CC", number="999", name="Nobody", kind="crew", points=1, ability="Dances on the deck.")
    found = pool([("CC-999", piece)])
    assert not found.cards
    assert found.unplayable[0].line == "Dances on the deck."
    assert "does not parse" in found.unplayable[0].why


def test_errata_are_applied() -> None:
    cards = builtin().cards
    corrected = {f"{erratum.set}-{erratum.number}": erratum for erratum in load_errata() if erratum.set}
    found = [key for key, erratum in corrected.items() if erratum.field == "points" and key in cards]
    assert found
    for key in found:
        assert cards[key].points == corrected[key].corrected


def test_a_base_move_without_a_length_is_none() -> None:
    moves = {card.base_move for card in builtin().cards.values() if card.name == "Mont Blanc"}
    assert moves == {()}


def test_a_library_gives_the_same_cards(built: Path) -> None:
    db = connect(built)
    found = from_library(db)
    db.close()
    ours = builtin()
    assert found.cards.keys() == ours.cards.keys()
    for key, card in ours.cards.items():
        other = found.cards[key]
        assert (card.name, card.points, card.masts, card.cannons, card.links, card.abilities) == (
            other.name,
            other.points,
            other.masts,
            other.cannons,
            other.links,
            other.abilities,
        )
    assert (found.generic & found.cards.keys(), found.retired) == (ours.generic, ours.retired)


def test_the_pieces_of_a_sheet_come_with_ours(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.csv"
    sheet.write_text(SHEET, encoding="utf-8")
    found = from_sheet(sheet)
    assert {card.masts for card in found.cards.values() if card.name == "HMS Nobody"} == {3}
    assert "Nobody's Cook" in {piece.name for piece in found.unplayable}
    assert len(found.cards) == len(builtin().cards) + 1
