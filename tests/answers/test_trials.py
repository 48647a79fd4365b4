"""A deed with all results of its dice: those that come to the same are tried once, and none is left out."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from pirate_code.answers.experiment.finding import NAMES
from pirate_code.answers.experiment.meetings import meetings
from pirate_code.answers.experiment.subject import Subject, subject_of, subject_of_line
from pirate_code.answers.experiment.trial import ENUMERATED, EVEN, TrialRunner
from pirate_code.answers.experiment.world_runs import world_of
from pirate_code.core.tracked_dice import DiceResult
from pirate_code.library import lookup
from pirate_code.library.storage import connect

SHOOTS, RAMS = "Revenge shoots at Prey", "Revenge rams Prey"
BETTER = "When this ship is given a shoot action, roll two dice for each cannon and use either one."


@pytest.fixture(scope="module")
def db(built: Path) -> Iterator[sqlite3.Connection]:
    opened = connect(built)
    yield opened
    opened.close()


def subject(db: sqlite3.Connection, name: str) -> Subject:
    found = lookup.find(db, name)
    made = subject_of(db, lookup.meant(found) or found[0])
    assert made is not None
    return made


def bench_of(x: Subject, y: Subject, deed: str) -> TrialRunner:
    """Where two things meet in a deed and dice are rolled."""
    for setting, one in meetings(x, y):
        runner = TrialRunner(setting, one, x, y)
        if one.name == deed and runner.trial(EVEN[0]) is not None and runner.dice:
            return runner
    raise AssertionError(f"{x.name} and {y.name} do not meet when {deed}")


@pytest.mark.parametrize(
    ("x", "y", "deed"),
    [
        ("Cannoneer", "Musketeer", SHOOTS),
        ("Cannoneer", "Longship", SHOOTS),
        ("Musketeer", "reroll ability", SHOOTS),
        ("Grapple Shot", "Doctor", SHOOTS),
        ("Fear", "Galley", RAMS),
        ("Paradis de la Mer", "Captain", "Revenge comes home"),
    ],
)
def test_every_result_goes_as_the_one_that_stands_for_it(
    db: sqlite3.Connection, x: str, y: str, deed: str
) -> None:
    runner = bench_of(subject(db, x), subject(db, y), deed)
    list(runner.trials())
    dice = list(runner.dice)[:ENUMERATED]
    every = list(product(range(1, 7), repeat=len(dice)))
    compared = 0
    for faces in random.Random(7).sample(every, min(12, len(every))):
        result = DiceResult(6, dict(zip(dice, faces, strict=True)))
        for name in NAMES:
            runs = runner._runs[name]
            known = [tried for tried in runs.known if tried.answers.hold(result)]
            assert len(known) <= 1
            compared += len(known)
            for tried in known:
                really = world_of(runner.setting, name, runner.x, runner.y).attempt(runner.deed, result)
                assert really.facts == tried.facts, (name, faces)
                assert list(really.rolled) == list(tried.rolled)
                assert (really.lookups, really.acted) == (tried.lookups, tried.acted)
    assert compared >= min(12, len(every))


@pytest.mark.parametrize(("x", "y", "deed"), [("Grapple Shot", "Doctor", SHOOTS), ("Fear", "Galley", RAMS)])
def test_no_result_of_up_to_three_dice_is_left_out(db: sqlite3.Connection, x: str, y: str, deed: str) -> None:
    runner = bench_of(subject(db, x), subject(db, y), deed)
    list(runner.trials())
    assert 0 < len(runner.dice) <= ENUMERATED
    for faces in product(range(1, 7), repeat=len(runner.dice)):
        result = DiceResult(1, dict(zip(runner.dice, faces, strict=True)))
        assert any(all(tried.answers.hold(result) for tried in course) for course in runner._courses), faces


def test_of_more_dice_a_sample_is_tried_that_is_always_the_same(db: sqlite3.Connection) -> None:
    def tried() -> list[tuple[int, ...]]:
        runner = bench_of(subject(db, "Captain"), subject(db, "Galley"), RAMS)
        found = [trial.faces for trial in runner.trials()]
        assert len(runner.dice) > ENUMERATED
        return found

    once = tried()
    assert once == tried()
    assert any(len(set(faces)) > 1 for faces in once)


def test_results_with_which_nothing_else_happens_are_tried_once(db: sqlite3.Connection) -> None:
    runner = bench_of(subject(db, "Fear"), subject(db, "Galley"), RAMS)
    list(runner.trials())
    assert len(runner._courses) < 6 ** len(runner.dice) / 4


def test_who_rolls_more_often_takes_nobodys_die(db: sqlite3.Connection) -> None:
    better, musketeer = subject_of_line(db, BETTER), subject(db, "Musketeer")
    runner = bench_of(better, musketeer, SHOOTS)
    for trial in runner.trials():
        neither, x, y, both = (trial.tried[name].rolled for name in NAMES)
        assert len(neither) < min(len(x), len(y))
        assert neither.keys() <= x.keys() & y.keys()
        assert x.keys() | y.keys() <= both.keys()


def test_a_good_roll_is_not_rolled_again_by_who_made_it(db: sqlite3.Connection) -> None:
    again, plain = subject(db, "reroll ability"), subject(db, "Musketeer")
    runner = bench_of(again, plain, SHOOTS)
    rolled = {
        face: [
            purpose for purpose in runner._runs["x"].tried(DiceResult(face, {})).rolled if "again" in purpose
        ]
        for face in (1, 6)
    }
    assert rolled[1]
    assert not rolled[6]


def test_luck_alone_tells_no_worlds_apart(db: sqlite3.Connection) -> None:
    runner = bench_of(subject(db, "Broadsides Attack"), subject(db, "Captain"), "Revenge moves")
    for trial in runner.trials():
        dice = {purpose for tried in trial.tried.values() for purpose in tried.rolled}
        assert not trial.result.faces or any(set(tried.rolled) == dice for tried in trial.tried.values())


def test_with_both_it_goes_as_with_one_where_the_rules_never_ask_for_the_other(
    db: sqlite3.Connection,
) -> None:
    names = [name for (name,) in db.execute("SELECT name FROM keywords WHERE tree_json IS NOT NULL")]
    draw, spared = random.Random(4), 0
    pairs = [draw.sample(names, 2) for _ in range(40)] + [[name, "Cancel"] for name in draw.sample(names, 10)]
    for pair in pairs:
        x, y = (subject(db, name) for name in pair)
        for setting, deed in list(meetings(x, y))[:3]:
            runner = TrialRunner(setting, deed, x, y)
            trial = runner.trial(EVEN[0])
            if trial is None or runner._runs["both"].known:
                continue
            spared += 1
            both = world_of(setting, "both", x, y).attempt(deed, EVEN[0])
            assert both.facts == trial.tried["both"].facts, (x.name, y.name, deed.name)
    assert spared > 5


def test_who_deals_with_abilities_finds_one_that_nothing_else_asks_for(db: sqlite3.Connection) -> None:
    x = subject_of_line(db, "Ramming cannot eliminate this ship's masts.")
    canceller = "Once per turn, one crew or ship within S of this ship cannot use its ability that turn."
    y = subject_of_line(db, canceller)
    for setting, deed in list(meetings(x, y))[:40]:
        trial = TrialRunner(setting, deed, x, y).trial(EVEN[0])
        if trial is not None:
            both = world_of(setting, "both", x, y).attempt(deed, EVEN[0])
            assert both.facts == trial.tried["both"].facts, deed.name
