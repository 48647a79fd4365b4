"""Two things meet on small tables: what both do together is held against what each does alone."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from pirate_code.answers.agreement import claims_to_try, known_conflicts
from pirate_code.answers.experiment import experiment, experiment_lines
from pirate_code.answers.experiment.experiment_file import experiment_tables
from pirate_code.answers.experiment.finding import NAMES, Finding
from pirate_code.answers.experiment.meetings import acts, listens, meetings
from pirate_code.answers.experiment.subject import Subject, subject_of, subject_of_line
from pirate_code.answers.experiment.trial import EVEN, TrialRunner
from pirate_code.answers.experiment.trial_search import search
from pirate_code.answers.experiment.world_differences import differences
from pirate_code.answers.experiment.worlds import OURS, THEIRS, Placement, Setting, World
from pirate_code.language.tree import Ability, Nothing
from pirate_code.library import lookup
from pirate_code.library.storage import connect
from pirate_code.rules.program.abilities import abilities

_PLAIN = Subject("a plain crew", "crew", ())


@pytest.fixture(scope="module")
def db(built: Path) -> Iterator[sqlite3.Connection]:
    opened = connect(built)
    yield opened
    opened.close()


def meaning(db: sqlite3.Connection, name: str) -> lookup.Meaning:
    found = lookup.find(db, name)
    return lookup.meant(found) or found[0]


def tried(db: sqlite3.Connection, x: str, relation: str | None, y: str) -> Finding | None:
    tried = experiment(db, meaning(db, x), meaning(db, y), relation)
    assert not tried.faults
    return tried.finding


@pytest.mark.parametrize(
    ("x", "relation", "y", "verdict"),
    [
        ("Doctor", "prevents", "crew collector", "yes"),
        ("Doctor", "prevents", "crew elimination", "yes"),
        ("Cancel", "cancels", "Captain", "yes"),
        ("Cancel", "cancels", "Parley", "yes"),
        ("derelict", "prevents", "move action", "yes"),
        ("derelict", "prevents", "shoot action", "yes"),
        ("Oarsman", "allows", "move action", "yes"),
        ("Helmsman", "affects", "Captain", "no"),
        ("Helmsman", "combines", "Captain", "yes"),
        ("Navigator", "replaces", "move action", "yes"),
    ],
)
def test_an_experiment_finds_what_players_know(
    db: sqlite3.Connection, x: str, relation: str, y: str, verdict: str
) -> None:
    found = tried(db, x, relation, y)
    assert found is not None
    assert (found.verdict, found.relation) == (verdict, relation)
    assert [world.name for world in found.witness.worlds] == list(NAMES)


def test_the_witness_tells_the_four_worlds(db: sqlite3.Connection) -> None:
    found = tried(db, "Doctor", "prevents", "crew collector")
    assert found is not None
    worlds = found.as_json()["witness"]["worlds"]
    assert "Cook is eliminated." in worlds[0]["outcome"]
    assert "Cook is on Dutchman." in worlds[2]["outcome"]
    assert "Cook is on Prey." in worlds[3]["outcome"]
    assert found.witness.world("both").before is not found.witness.world("both").after


def test_a_finding_that_is_turned_round_tells_the_same_of_the_other(db: sqlite3.Connection) -> None:
    found = tried(db, "Doctor", "prevents", "crew collector")
    assert found is not None
    turned = found.turned_round()
    assert turned.witness.world("x").outcome == found.witness.world("y").outcome
    assert turned.turned_round() == found


def test_what_has_no_tree_is_not_tried(db: sqlite3.Connection) -> None:
    assert tried(db, "scoring", None, "Captain") is None


def test_a_line_that_no_card_has_is_tried(db: sqlite3.Connection) -> None:
    line = subject_of_line(
        db,
        "If any crew on this ship with point cost 4 or less would be eliminated, "
        "eliminate this crew instead.",
    )
    elimination = subject_of(db, meaning(db, "crew elimination"))
    assert elimination is not None
    found = experiment_lines(line, elimination, "prevents")
    assert found.finding is not None
    assert (found.finding.verdict, found.faults) == ("yes", ())


def test_the_same_experiment_finds_the_same(db: sqlite3.Connection) -> None:
    first, second = (tried(db, "Captain", None, "Doctor") for _ in range(2))
    assert first == second


@pytest.mark.parametrize("other", ["Captain", "Doctor", "Cancel", "Parley", "Helmsman", "Eternal"])
def test_what_does_nothing_never_interacts(db: sqlite3.Connection, other: str) -> None:
    idle = Subject("nothing at all", "crew", abilities((Ability(effect=Nothing()),)))
    with_trees = subject_of(db, meaning(db, other))
    assert with_trees is not None
    for x, y in ((idle, with_trees), (with_trees, idle)):
        found = experiment_lines(x, y)
        assert not found.faults
        assert found.finding is None or found.finding.verdict == "no", found.finding.explanation


@pytest.mark.parametrize(
    ("x", "y"), [("Captain", "Helmsman"), ("Doctor", "crew collector"), ("Oarsman", "Helmsman")]
)
@pytest.mark.parametrize("relation", ["stacks", "combines", "excludes"])
def test_relations_that_read_both_ways_are_found_both_ways(
    db: sqlite3.Connection, x: str, y: str, relation: str
) -> None:
    there, back = tried(db, x, relation, y), tried(db, y, relation, x)
    assert (there and there.verdict) == (back and back.verdict)


@pytest.mark.parametrize(
    ("x", "relation", "y"),
    [("Kraken Gong", "protects-against", "Kraken")],
)
def test_what_other_dice_undo_depends(db: sqlite3.Connection, x: str, relation: str, y: str) -> None:
    found = tried(db, x, relation, y)
    assert found is not None
    assert found.verdict == "depends"
    assert found.witness.dice


def test_the_dice_of_a_witness_are_those_that_show_it(db: sqlite3.Connection) -> None:
    found = tried(db, "Cannoneer", "stacks", "Musketeer")
    assert found is not None
    assert (found.verdict, found.witness.dice) == ("yes", (1, 6, 6))  # the first shot misses, both others hit


def test_what_comes_first_is_told_as_such(db: sqlite3.Connection) -> None:
    found = tried(db, "Doctor", "applies-before", "crew collector")
    assert found is not None
    assert found.verdict == "yes"
    assert "Doctor acts" in found.explanation


def test_deeds_are_chosen_by_what_the_rules_look_up(db: sqlite3.Connection) -> None:
    doctor, collector = subject_of(db, meaning(db, "Doctor")), subject_of(db, meaning(db, "crew collector"))
    assert doctor is not None
    assert collector is not None
    setting, deed = next(iter(meetings(doctor, collector)))
    assert acts(doctor) & listens(deed)
    assert acts(collector) & listens(deed)
    assert setting.table == deed.table


def test_what_the_rules_never_ask_for_is_as_if_it_were_not_there(db: sqlite3.Connection) -> None:
    names = [name for (name,) in db.execute("SELECT name FROM keywords WHERE tree_json IS NOT NULL")]
    subjects = (subject_of(db, meaning(db, name)) for name in names[::5])
    idle = 0
    for subject in (found for found in subjects if found is not None and found.feature is None):
        for deed in experiment_tables().deeds[::3]:
            setting = Setting(deed.table, Placement(OURS, subject.kind), Placement(THEIRS, "crew"))
            plain, other = (World(setting, name, subject, _PLAIN) for name in ("neither", "x"))
            without = plain.attempt(deed, EVEN[0])
            if not acts(subject) & without.lookups and plain.built == other.built:
                idle += 1
                alone = other.attempt(deed, EVEN[0])
                assert (alone.facts, alone.lookups) == (without.facts, without.lookups), (
                    subject.name,
                    deed.name,
                )
                runner = TrialRunner(setting, deed, subject, _PLAIN)
                runner.trial(EVEN[0])
                assert runner.work == without.work  # nothing else was tried
    assert idle > 20


def test_a_search_goes_on_as_long_as_it_may_work(db: sqlite3.Connection) -> None:
    x, y = (subject_of(db, meaning(db, name)) for name in ("Galley", "Kraken"))
    assert x is not None
    assert y is not None
    short, long = (
        [trial.differences for trial in search(x, y, "copies", bound).trials] for bound in (1_000, 5_000)
    )
    assert 0 < len(short) < len(long)
    assert long[: len(short)] == short


def test_every_deed_can_be_done_on_its_table() -> None:
    for deed in experiment_tables().deeds:
        setting = Setting(deed.table, Placement(OURS, "crew"), Placement(THEIRS, "crew"))
        world = World(setting, "neither", _PLAIN, _PLAIN)
        refused = world.play(deed, EVEN[0]).refused
        assert not refused or deed.table == "derelict", deed.name


def test_facts_that_add_up_and_facts_that_clash_are_told_apart() -> None:
    def fate(n: object, x: object, y: object, both: object) -> tuple[str, str]:
        key = ("Prey", "masts")
        (difference,) = differences({"neither": {key: n}, "x": {key: x}, "y": {key: y}, "both": {key: both}})
        return difference.fate, difference.of

    assert fate(3, 2, 2, 1) == ("added", "both")
    assert fate(3, 2, 2, 2) == ("once", "both")
    assert fate(2, 3, 1, 3) == ("clash", "x")
    assert fate(3, 3, 2, 3) == ("undone", "y")
    assert fate(3, 3, 2, 2) == ("kept", "y")
    assert fate(3, 3, 3, 2) == ("new", "both")
    assert fate("sea", "ours", "theirs", "theirs") == ("clash", "y")


def test_known_disagreements_are_claims_of_the_rulings(db: sqlite3.Connection) -> None:
    claims = {(claim.x.name, claim.relation, claim.y.name) for claim in claims_to_try(db)}
    assert set(known_conflicts()) <= claims
    assert all(why.endswith(".") for why in known_conflicts().values())


def test_a_witness_does_not_say_that_an_ability_can_be_used_where_there_is_none(
    db: sqlite3.Connection,
) -> None:
    found = tried(db, "Cancel", "cancels", "Ghost Ship")
    assert found is not None
    told = {world.name: world.outcome for world in found.witness.worlds}
    assert told["neither"] == told["x"] == ("There is no Ghost Ship.",)
    assert told["y"] == ("Ghost Ship can be used.",)
    assert told["both"] == ("Ghost Ship cannot be used.",)
