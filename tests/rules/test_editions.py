"""Editions are values and switches: an older rule is a value, never a name in the code."""

from pathlib import Path

import pytest

from pirate_code.data import DataError
from pirate_code.language import tree as t
from pirate_code.rules.edition import applies, editions, load_edition, read_edition
from pirate_code.rules.program.abilities import abilities
from pirate_code.rules.program.lower.clauses import ops_of


def test_every_edition_in_the_folder_loads() -> None:
    assert editions() == ["code", "crimson-coast", "cursed-seas", "restarting-2024", "revolution"]
    assert [load_edition(name).id for name in editions()] == editions()


def test_a_game_of_the_code_is_forty_points_with_fifteen_gold_a_player() -> None:
    code = load_edition()
    assert (code.build_total, code.islands_per_player, len(code.coins), code.gold) == (40, 3, 8, 15)
    assert (code.islands_apart.least, code.islands_apart.most) == (3, 6)


def test_crimson_coast_is_thirty_points_with_twelve_gold_and_forts_in_the_build_total() -> None:
    crimson = load_edition("crimson-coast")
    assert (crimson.build_total, len(crimson.coins), crimson.gold, crimson.coins_on_an_island) == (
        30,
        6,
        12,
        3,
    )
    assert crimson.forts_in_build_total
    assert crimson.come_about
    assert crimson.ram_is_optional


def test_an_edition_says_only_what_is_different_from_what_it_is_based_on() -> None:
    assert load_edition("revolution").coins == load_edition("code").coins
    assert load_edition("crimson-coast").islands_apart == load_edition("revolution").islands_apart


def test_come_about_is_gone_from_the_current_rules() -> None:
    assert not load_edition("code").come_about
    assert not load_edition("cursed-seas").come_about


def test_the_code_ends_at_half_the_gold_only_between_two_players() -> None:
    half = load_edition("code").ends.more_than_half
    assert applies(half, 2)
    assert not applies(half, 3)
    assert applies(load_edition("cursed-seas").ends.more_than_half, 3)


def test_how_many_helpless_players_end_a_game_depends_on_how_many_play() -> None:
    moves = load_edition("code").ends.no_moves
    assert [moves.needed(players) for players in (2, 3, 4, 5, 6)] == [1, 2, 2, 3, 3]
    assert [load_edition("cursed-seas").ends.no_moves.needed(players) for players in (2, 3, 4)] == [1, 2, 2]


def test_a_house_rule_changes_a_value() -> None:
    assert load_edition().but(table_edge="round").table_edge == "round"


def _file(folder: Path, name: str, text: str) -> Path:
    path = folder / f"{name}.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_wrong_value_is_told_with_its_file_and_line(tmp_path: Path) -> None:
    _file(tmp_path, "code", (Path("db/editions/code.yaml")).read_text(encoding="utf-8"))
    path = _file(tmp_path, "mine", "id: mine\nname: Mine\nbased_on: code\nbuild_total: many\n")
    with pytest.raises(DataError, match=r"mine\.yaml:4: build_total"):
        read_edition(path)


def test_an_unknown_value_and_an_unknown_base_are_refused(tmp_path: Path) -> None:
    _file(tmp_path, "code", (Path("db/editions/code.yaml")).read_text(encoding="utf-8"))
    with pytest.raises(DataError, match=r"mine\.yaml:4: sails"):
        read_edition(_file(tmp_path, "mine", "id: mine\nname: Mine\nbased_on: code\nsails: 3\n"))
    with pytest.raises(DataError, match="no edition 'yours'"):
        read_edition(_file(tmp_path, "mine", "id: mine\nname: Mine\nbased_on: yours\n"))


def test_editions_that_are_based_on_each_other_are_refused(tmp_path: Path) -> None:
    _file(tmp_path, "one", "id: one\nname: One\nbased_on: two\n")
    with pytest.raises(DataError, match="in turn"):
        read_edition(_file(tmp_path, "two", "id: two\nname: Two\nbased_on: one\n"))


def test_the_least_distance_cannot_be_more_than_the_most(tmp_path: Path) -> None:
    _file(tmp_path, "code", (Path("db/editions/code.yaml")).read_text(encoding="utf-8"))
    text = "id: mine\nname: Mine\nbased_on: code\nislands_apart: {least: 7, most: 6}\n"
    with pytest.raises(DataError, match=r"mine\.yaml:4: islands_apart: the least, 7, is more"):
        read_edition(_file(tmp_path, "mine", text))


def test_an_edition_plays_its_own_version_of_a_keyword() -> None:
    galley = abilities((t.Ability(effect=t.KeywordAbility(keyword="galley")),))
    newer = {(clause.verb, clause.on) for clause in ops_of(galley, "ship")}
    older = {
        (clause.verb, clause.on) for clause in ops_of(galley, "ship", load_edition("revolution").versions)
    }
    assert older - newer == {("forbid", "eliminate"), ("hold", "state"), ("after", "resolve")}
    assert newer - older == {("modify", "base_move"), ("after", "end")}


def test_an_edition_tells_only_the_keywords_that_differ_from_its_base() -> None:
    older, oldest = load_edition("revolution"), load_edition("crimson-coast")
    assert older.keyword_versions["schooner"] == "Revolution"
    assert oldest.keyword_versions["schooner"] == "Crimson Coast"
    assert oldest.keyword_versions["galley"] == "Revolution"


def test_a_version_that_a_keyword_does_not_have_is_refused(tmp_path: Path) -> None:
    _file(tmp_path, "code", (Path("db/editions/code.yaml")).read_text(encoding="utf-8"))
    begin = "id: mine\nname: Mine\nbased_on: code\n"
    with pytest.raises(DataError, match=r"mine\.yaml:4: keyword_versions: galley has no version 'Atlantis'"):
        read_edition(_file(tmp_path, "mine", f"{begin}keyword_versions: {{galley: Atlantis}}\n"))
    with pytest.raises(DataError, match=r"mine\.yaml:4: keyword_versions: there is no keyword 'sails'"):
        read_edition(_file(tmp_path, "mine", f"{begin}keyword_versions: {{sails: Revolution}}\n"))


def test_an_edition_knows_what_it_is_based_on() -> None:
    assert load_edition("crimson-coast").lineage == ("crimson-coast", "revolution", "code")


def test_only_more_than_half_of_the_gold_ends_a_game_of_the_older_sheets() -> None:
    for name in ("revolution", "crimson-coast"):
        ends = load_edition(name).ends
        assert [ends.no_moves.needed(players) for players in (2, 3, 6)] == [3, 4, 7]
        assert (ends.no_gold_left, ends.stalemate_winner) == ("never", "nobody")
