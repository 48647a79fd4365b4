"""The table of editions: every switch is explained, and every value that an edition tells has its rulings."""

from __future__ import annotations

from pathlib import Path

import pytest

from pirate_code.data import folder
from pirate_code.rules.building import book
from pirate_code.rules.edition import Edition, editions, load_edition, read_edition
from pirate_code.rules.edition_table import edition_table, switches

NO_SWITCHES = {
    *(
        "id",
        "name",
        "based_on",
        "lineage",
        "told_by",
        "partial",
        "not_known",
        "banned",
        "turn_limit",
        "table_size",
    ),
    "keyword_versions",
}


def test_every_value_of_an_edition_is_explained() -> None:
    assert {each.name for each in switches().switches} == set(Edition.model_fields) - NO_SWITCHES


def test_every_keyword_that_some_edition_plays_otherwise_is_explained() -> None:
    played = {keyword for name in editions() for keyword in load_edition(name).keyword_versions}
    assert {each.name for each in switches().keywords} == played


def test_every_cited_ruling_exists() -> None:
    texts = "".join(path.read_text(encoding="utf-8") for path in folder("rulings").glob("*.yaml"))
    cited = {
        ruling
        for each in (*switches().switches, *switches().keywords)
        for rulings in each.rulings.values()
        for ruling in rulings
    }
    assert [ruling for ruling in sorted(cited) if f"id: {ruling}\n" not in texts] == []


@pytest.mark.parametrize("name", editions())
def test_no_edition_tells_a_value_without_a_ruling_or_a_reason(name: str) -> None:
    silent = [
        row.name
        for row in edition_table()
        for setting in row.settings
        if setting.edition == setting.told_by == name and not (setting.rulings or setting.assumed)
    ]
    assert [found for found in silent if found not in {each.name for each in switches().keywords}] == []


@pytest.mark.parametrize("name", ["cursed-seas", "crimson-coast", "revolution"])
def test_a_rule_sheet_cites_a_ruling_for_every_switch(name: str) -> None:
    for each in switches().switches:
        assert each.rulings.get(name), f"{each.name} of {name}"


def test_every_rule_of_building_fleets_that_an_edition_lacks_is_told_with_the_ruling() -> None:
    texts = "".join(path.read_text(encoding="utf-8") for path in folder("rulings").glob("*.yaml"))
    for rule in book().rules:
        lacking = {edition for edition, rulings in rule.rulings.items() if not rulings}
        assert set(rule.absent) == lacking, rule.id
        for ruling in (one for found in rule.absent.values() for one in found):
            assert f"id: {ruling}\n" in texts, ruling


def test_the_table_tells_the_rules_of_building_fleets_too() -> None:
    rows = {row.name: row for row in edition_table() if row.kind == "fleet rule"}
    told = {setting.edition: setting for setting in rows["no-duplicates"].settings}
    assert rows["no-duplicates"].differs and not rows["a-ship"].differs
    assert (told["code"].value, told["cursed-seas"].value) == ("holds", "no such rule")
    assert told["crimson-coast"].told_by == "revolution"
    assert told["crimson-coast"].rulings == ("fleets-second-copies-crimson-coast",)


def test_a_value_of_ones_own_cites_no_ruling_of_the_edition_below(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("name: Mine\nbased_on: revolution\nbuild_total: 30\n", encoding="utf-8")
    own = {row.name: row.settings[0] for row in edition_table([read_edition(path)])}
    assert (own["build_total"].told_by, own["build_total"].rulings) == ("mine", ())
    assert own["come_about"].rulings == ("come-about-turns-in-place-crimson-coast",)


def test_a_value_taken_over_is_told_with_the_edition_it_comes_from() -> None:
    rows = {row.name: {setting.edition: setting for setting in row.settings} for row in edition_table()}
    assert rows["come_about"]["crimson-coast"].told_by == "revolution"
    assert rows["fog"]["crimson-coast"].told_by == "crimson-coast"
    assert rows["schooner"]["crimson-coast"].value == "Crimson Coast"
    assert rows["galley"]["crimson-coast"].told_by == "revolution"
    assert rows["links"]["restarting-2024"].assumed
