"""The stacking rule: abilities with one trigger and one effect are one ability, whatever their wording."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from pirate_code.data import DataError, folder, load_yaml
from pirate_code.glossary import load_keywords, load_nations
from pirate_code.language import compare, parse, same
from pirate_code.language import tree as t
from pirate_code.language.compare import normal_form

GROUPS = {str(group["name"]): list(group["lines"]) for group in load_yaml(folder("db") / "same.yaml").data}
CANCEL = "Once per turn, cancel the ability of one crew or ship within S of this ship."
CANNOT_USE = "Once per turn, one crew or ship within S of this ship cannot use its ability that turn."
DAVY_JONES = (
    "Each time any crew would be eliminated, roll a d6. On a result of 6, put that crew on this ship instead;"
    " it is linked to Davy Jones."
)
WRAITH = (
    "Whenever any crew is eliminated, roll a d6; on a result of 6, assign the crew to this ship. Its"
    " nationality changes to match the nationality of this ship and it becomes linked to this crew."
)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (CANCEL, CANNOT_USE),
        (CANCEL, CANNOT_USE.replace("cannot", "can't")),
        (DAVY_JONES, WRAITH),
        (
            "One of this ship's treasures is worth +1 gold when she docks at your home island.",
            "One of this ship's treasures is worth +1 gold when unloaded at your home island.",
        ),
        (
            "One of this ship's treasures is worth +2 gold when she docks at your home island.",
            "One of this ship's treasures is worth +2 gold when unloaded at your home island.",
        ),
        (
            "One of this ship's treasures is worth +1 gold when she docks at your home island.",
            "Each time this ship unloads gold at your home island, one treasure coin is worth +1 gold.",
        ),
        (
            "One of this ship's treasures is worth +3 gold when she docks at your home island.",
            "Each time this ship unloads gold at your home island, one treasure coin is worth +3 gold.",
        ),
    ],
)
def test_what_the_pirate_code_calls_one_ability_is_one(first: str, second: str) -> None:
    assert same(first, second)
    assert same(second, first)


@pytest.mark.parametrize("name", GROUPS)
def test_all_wordings_of_a_group_are_one_ability(name: str) -> None:
    for first, second in combinations(GROUPS[name], 2):
        assert same(first, second)


def test_two_groups_are_two_abilities() -> None:
    forms = [normal_form(lines[0]) for lines in GROUPS.values()]
    assert len(set(forms)) == len(GROUPS)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("This ship can't be pinned.", "This ship may not be pinned."),
        ("This sea monster cannot be pinned.", "This ship cannot be pinned."),
        (
            "This ship gets +1 to her cannon rolls against any English ship.",
            "This ship gets +1 to her cannon rolls against an English ship.",
        ),
        (
            "Once per turn when this ship hits an enemy ship, also eliminate one crew from that ship.",
            "Once per turn when this ship hits an enemy ship, eliminate one crew on that ship.",
        ),
        ("Each time this ship is hit, roll a d6.", "When this ship is hit, roll a d6."),
        ("Captain. Fear.", "Fear, Captain"),
        ("Storm: This ship cannot be pinned.", "This ship cannot be pinned."),
        (
            "If this ship succeeds at a boarding party, she may eliminate all of the other ship's crew.",
            "When this ship wins a boarding party, she can eliminate all of the other ship's crew.",
        ),
        ("Friendly ships get +1 to their cannon rolls.", "Your ships get +1 to their cannon rolls."),
    ],
)
def test_wording_aside_two_lines_are_one_ability(first: str, second: str) -> None:
    assert same(first, second)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("This ship gets +1 to her boarding rolls.", "This ship gets +2 to her boarding rolls."),
        ("This ship gets +1 to her boarding rolls.", "This ship gets +1 to her cannon rolls."),
        (
            "This ship may move and shoot using the same move action.",
            "After this ship resolves a shoot action, she may move as a free action.",
        ),
        (
            "This ship gets +1 to her cannon rolls against English ships.",
            "This ship gets +1 to her cannon rolls against French ships.",
        ),
        (
            "This ship gets +1 to her cannon rolls against English ships.",
            "This ship gets +1 to her cannon rolls against any non-English ship.",
        ),
        ("Loyal: England.", "Loyal: France."),
        ("Loyal: England.", "Hostile: England."),
        ("Captain.", "Helmsman."),
        (CANCEL, CANCEL.removeprefix("Once per turn, ")),
        (CANCEL, CANCEL.replace("within S", "within L")),
        (CANNOT_USE, CANNOT_USE.replace("one crew or ship", "one ship")),
        (
            "One of this ship's treasures is worth +1 gold when she docks at your home island.",
            "One of this ship's treasures is worth +2 gold when she docks at your home island.",
        ),
        (
            "Once per turn when this ship hits an enemy ship, also eliminate one crew from that ship.",
            "When this ship hits an enemy ship, also eliminate one crew from that ship.",
        ),
        (
            "Once per turn when this ship hits an enemy ship, also eliminate one crew from that ship.",
            "Once per turn when this ship hits an enemy ship, also eliminate one cargo from that ship.",
        ),
        (
            "When this ship hits an enemy ship, you may eliminate one crew from that ship.",
            "When this ship hits an enemy ship, you must eliminate one crew from that ship.",
        ),
        (
            "Once per turn, roll a d6. On a 5 or 6, this ship may be given an extra action.",
            "Once per turn, roll a d6. On a 6, this ship may be given an extra action.",
        ),
        ("This crew cannot be eliminated.", "This ship cannot be eliminated."),
        ("This ship cannot be pinned.", "This ship cannot be pinned. Fear."),
        ("This ship gets +S to her base move.", "This ship gets +L to her base move."),
    ],
)
def test_a_near_miss_is_another_ability(first: str, second: str) -> None:
    assert not same(first, second)
    assert not same(second, first)


@pytest.mark.parametrize(
    ("keyword", "text"),
    [
        ("Captain.", "This ship may move and shoot using the same move action."),
        ("Helmsman.", "This ship gets +S to her base move."),
        (
            "Musketeer.",
            "This ship gains one 3S cannon that can't have its range or cannon roll increased. It can shoot"
            " from any mast (even an eliminated mast).",
        ),
    ],
)
def test_a_keyword_is_the_same_as_its_printed_text(keyword: str, text: str) -> None:
    assert same(keyword, text)


def test_every_keyword_is_the_same_as_its_definition() -> None:
    nation = next(nation for nation in load_nations() if nation.id == "english")
    for entry in load_keywords():
        if (
            entry.kind != "keyword"
            or entry.marker
            or any(p.printed != "noun" for p in entry.parameters.values())
        ):
            continue
        nations = dict.fromkeys(entry.parameters, nation)
        definition = [ability for line in entry.abilities(nations) for ability in parse(line)]
        assert same(entry.printed_name(nations) + ".", definition), entry.id


def test_a_keyword_without_a_rule_is_the_same_as_itself_only() -> None:
    assert same("Junk.", "Junk")
    assert not same("Junk.", "Emperor's Commander.")


def test_lines_trees_and_single_abilities_can_be_compared() -> None:
    line = "This ship cannot be pinned."
    (ability,) = parse(line)
    assert same(line, ability)
    assert same(ability, [ability])


def test_a_title_and_empty_manners_do_not_matter() -> None:
    sink = t.Event(type="sink", agent=t.Pieces(noun="ship", which="this"))
    plain = t.Ability(effect=t.Happen(event=sink))
    told = t.Ability(title="Storm", effect=t.Happen(event=sink.but(manner=("also", "immediately"))))
    assert same(plain, told)
    assert not same(plain, plain.but(effect=t.Happen(event=sink.but(manner=("twice",)))))


def test_a_group_without_a_source_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "same.yaml").write_text("- name: a\n  lines: []\n", encoding="utf-8")
    monkeypatch.setattr(compare, "folder", lambda name: tmp_path)
    with pytest.raises(DataError, match=r"same\.yaml:1: each group needs a name, its lines and a source"):
        compare.groups.__wrapped__()
