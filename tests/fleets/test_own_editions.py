"""Editions of one's own: a file based on a built-in edition, with bans that fleets are held against."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pirate_code.board.fleet import Manned
from pirate_code.data import DataError
from pirate_code.fleets.card_pool import Pool
from pirate_code.fleets.fleet_file import edition_for
from pirate_code.fleets.fleet_position import FleetPosition
from pirate_code.fleets.legality import judge
from pirate_code.fleets.notation import NotationError
from pirate_code.fleets.notation_files import read, read_path
from pirate_code.fleets.notation_names import Names, builtin_names
from pirate_code.fleets.notation_reading import Reading, understand
from pirate_code.fleets.own_editions import checked_edition
from pirate_code.play.order import ordered
from pirate_code.rules import capacity
from pirate_code.rules.edition import load_edition
from tests.fleets.test_legality import fleet, ship
from tests.rules.positions import card


def own(folder: Path, text: str) -> str:
    path = folder / "mine.yaml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_an_edition_of_ones_own_changes_values_switches_and_keyword_versions(tmp_path: Path) -> None:
    values = "build_total: 55\nfog: goes_on\nkeyword_versions: {schooner: Crimson Coast}\n"
    edition = checked_edition(own(tmp_path, f"name: Mine\nbased_on: revolution\n{values}"))
    assert (edition.id, edition.build_total, edition.fog) == ("mine", 55, "goes_on")
    assert edition.lineage == ("mine", "revolution", "code")
    assert edition.keyword_versions == {
        **load_edition("revolution").keyword_versions,
        "schooner": "Crimson Coast",
    }
    assert edition.told_by["fog"] == "mine"
    assert edition.told_by["come_about"] == "revolution"


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("fog: sometimes", r"mine\.yaml:3: fog: "),
        ("sails: 3", r"mine\.yaml:3: sails"),
        ("banned: [Zorblax]", r"mine\.yaml:3: banned: there is no piece 'Zorblax'"),
        ("lineage: [code]", r"mine\.yaml:3: lineage"),
        ("terrain: [lava]", r"mine\.yaml:3: terrain: there is no terrain 'lava'"),
    ],
)
def test_what_is_wrong_with_it_is_told_with_file_and_line(tmp_path: Path, line: str, fault: str) -> None:
    with pytest.raises(DataError, match=fault):
        checked_edition(own(tmp_path, f"name: Mine\nbased_on: code\n{line}\n"))


def test_an_edition_based_on_nothing_is_told_how_to_be_based_on_one(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"it is missing; with `based_on: code` only what is different"):
        checked_edition(own(tmp_path, "name: Mine\nbuild_total: 40\n"))


def test_an_unknown_edition_is_refused_in_one_sentence() -> None:
    with pytest.raises(DataError, match="There is no edition 'atlantis'; there are code, "):
        checked_edition("atlantis")


@pytest.mark.parametrize("name", ["Quest for Davy Jones' Gold", "davy-jones-gold", "board game"])
def test_the_board_game_is_refused_with_the_reason_wherever_it_is_named(name: str) -> None:
    with pytest.raises(DataError, match="is no edition and cannot be played"):
        checked_edition(name)
    (written,) = read(f"Name: Mine\nEdition: {name}\nHMS Apollo (R-031)", "fleet")
    with pytest.raises(NotationError, match="is no edition and cannot be played"):
        understand(written, builtin_names())


def test_an_edition_without_a_name_is_not_taken_for_the_one_that_it_is_based_on(tmp_path: Path) -> None:
    edition = checked_edition(own(tmp_path, "based_on: cursed-seas\nbuild_total: 55\n"))
    assert edition.name == "Pirates of the Cursed Seas with the changes of mine"


def test_a_banned_piece_breaks_the_rule_and_the_edition_is_cited(tmp_path: Path) -> None:
    edition = checked_edition(own(tmp_path, "name: Mine\nbased_on: code\nbanned: [HMS Apollo, R-031]\n"))
    built = fleet(ship("HMS Apollo"), ship("Revenge"))
    verdict = judge(built, edition)
    assert [found.rule.id for found in verdict.violations] == ["banned-pieces"]
    assert "is banned by Mine (mine)" in verdict.violations[0].says
    assert judge(built, load_edition()).legal


def test_a_ban_may_be_written_as_fleets_write_a_piece(tmp_path: Path) -> None:
    banned = "banned: [Panda (R-011), Explorer]"
    assert checked_edition(own(tmp_path, f"name: Mine\nbased_on: code\n{banned}\n")).banned == (
        "R-011",
        "Explorer",
    )
    with pytest.raises(DataError, match=r"mine\.yaml:3: banned: there is no piece 'ZZ-011'"):
        checked_edition(own(tmp_path, "name: Mine\nbased_on: code\nbanned: [Panda (ZZ-011)]\n"))


def test_the_restarting_rules_are_partial_and_say_what_is_not_known() -> None:
    edition = load_edition("restarting-2024")
    assert edition.partial
    assert len(edition.not_known) > 2
    assert (edition.build_total, edition.islands_apart.least, edition.table_edge) == (60, 2, "round")


def test_by_the_restarting_rules_all_linked_crew_share_one_cargo_space() -> None:
    linked = [card(name, "crew", nation="english", points=1, links=links) for name, links in LINKS]
    built = fleet(Manned(card("Revenge", cargo=2, points=20, nation="english"), tuple(linked)))
    position = FleetPosition(built, load_edition("restarting-2024"))
    assert capacity.links(position.game, position.ships[0]) == 2
    assert capacity.links(FleetPosition(built, load_edition()).game, position.ships[0]) == 1


LINKS = (("Abel", ("Boris",)), ("Boris", ()), ("Cosmo", ("Abel",)))


def test_play_refuses_a_fleet_beyond_the_build_total_unless_another_is_agreed() -> None:
    dear = fleet(ship("Revenge", points=20), ship("Escort", points=18))
    with pytest.raises(DataError, match=r"the build total is 30.* may agree on another build total"):
        ordered([dear, dear], "crimson-coast")
    assert ordered([dear, dear], "crimson-coast", build=40).result is None


def test_events_need_agreement_by_the_restarting_rules() -> None:
    built = replace(fleet(ship("Revenge")), events=(card("Becalmed", "event", points=1),))
    warned = {
        edition: [found.rule.id for found in judge(built, load_edition(edition)).warnings]
        for edition in ("restarting-2024", "code")
    }
    assert "agreed-events" in warned["restarting-2024"]
    assert "agreed-events" not in warned["code"]


def test_a_fleet_file_names_an_edition_that_lies_beside_it(tmp_path: Path) -> None:
    own(tmp_path, "name: Mine\nbased_on: code\nbuild_total: 55\n")
    path = tmp_path / "fleet.txt"
    path.write_text("Edition: mine.yaml\nHMS Apollo\n", encoding="utf-8")
    (written,) = read_path(path)
    assert understand(written, Names(Pool({"HMS-1": card("HMS Apollo")}))).edition.build_total == 55


def test_a_fleet_that_came_from_no_file_cannot_name_one(tmp_path: Path) -> None:
    path = own(tmp_path, "name: Mine\nbased_on: code\n")
    (written,) = read(f"Edition: {path}\nHMS Apollo\n", "fleet")
    with pytest.raises(NotationError, match="There is no edition"):
        understand(written, Names(Pool({"HMS-1": card("HMS Apollo")})))


@pytest.mark.parametrize("name", ["Quest for Davy Jones' Gold", "quest-for-davy-jones-gold", "board game"])
def test_the_board_game_is_no_edition_and_the_refusal_says_why(name: str) -> None:
    with pytest.raises(DataError, match=r"cannot be played: .* not its board, its cards and its rules"):
        checked_edition(name)


def reading(folder: Path, edition: str | None) -> Reading:
    path = folder / "fleet.txt"
    path.write_text(f"Edition: {edition}\nHMS Apollo\n" if edition else "HMS Apollo\n", encoding="utf-8")
    (written,) = read_path(path)
    return understand(written, Names(Pool({"HMS-1": card("HMS Apollo")})))


def test_a_game_is_played_by_the_edition_that_its_fleets_name(tmp_path: Path) -> None:
    old, plain = reading(tmp_path, "crimson-coast"), reading(tmp_path, None)
    assert edition_for(None, [old, plain]).id == "crimson-coast"
    assert edition_for(None, [plain, plain]).id == "code"
    assert edition_for("revolution", [old, old]).id == "revolution"


def test_fleets_of_different_editions_are_played_by_none_unless_one_is_told(tmp_path: Path) -> None:
    fleets = [reading(tmp_path, "crimson-coast"), reading(tmp_path, "code")]
    with pytest.raises(DataError, match="different editions, crimson-coast, code: say which"):
        edition_for(None, fleets)


def test_terrain_that_no_edition_lays_out_is_not_said_to_be_only_new() -> None:
    built = replace(fleet(ship("Revenge")), terrain=("trade_current", "whirlpool"))
    warned = [found.says for found in judge(built, load_edition("crimson-coast")).warnings]
    assert [text for text in warned if "may be laid out" in text] == [
        "Whirlpool came after this rulebook, and may be laid out."
    ]
