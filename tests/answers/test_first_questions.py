"""Questions once answered wrongly, or for the wrong reason, are answered rightly and for the right one."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from pirate_code.answers.answer import Answer, ask
from pirate_code.answers.asking import answered


@pytest.fixture(scope="module")
def db(built: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"file:{built}?mode=ro", uri=True)


def world(answer: Answer, name: str) -> tuple[str, ...]:
    assert answer.witness is not None
    return next(each.outcome for each in answer.witness.worlds if each.name == name)


def test_who_wins_a_tie_is_told_and_not_affirmed(db: sqlite3.Connection) -> None:
    answer = ask(db, "Who wins a tie in a boarding party?")
    assert answer.verdict is None
    assert answer.value is not None and "neither side" in answer.value
    assert answer.rulings[0].id == "boarding-tie"


def test_a_submerged_submarine_tows_nothing_because_she_touches_nothing(db: sqlite3.Connection) -> None:
    answer = ask(db, "Can a submerged submarine tow a derelict?")
    assert answer.verdict == "no"
    assert "touches no ship" in answer.explanation
    assert "submerged-ship-touches-no-ship" in [ruling.id for ruling in answer.rulings[:3]]


def test_parley_stops_the_shot_of_a_marine_for_a_coin(db: sqlite3.Connection) -> None:
    answer = answered(db, ["Parley", "Marine"])
    assert (answer.verdict, answer.relation, answer.agreement) == ("yes", "prevents", "experiment-only")
    assert answer.sureness == "likely"
    assert "Prey has 2 masts." in world(answer, "y")
    assert {"Prey has 3 masts.", "Silver is on Home."} <= set(world(answer, "both"))


def test_a_cancelled_eternal_brings_no_ship_home(db: sqlite3.Connection) -> None:
    answer = answered(db, ["Cancel", "Eternal"])
    assert (answer.verdict, answer.relation, answer.agreement) == ("yes", "cancels", "both")
    assert any("is docked at" in told for told in world(answer, "y"))
    for name in ("neither", "x", "both"):
        assert any("is out of the game" in told for told in world(answer, name))
        assert not any("is docked at" in told for told in world(answer, name))


def test_no_witness_says_that_eternal_can_be_used_where_there_is_none(db: sqlite3.Connection) -> None:
    answer = answered(db, ["Cancel", "Eternal"])
    for name in ("neither", "x"):
        assert not any("can be used" in told for told in world(answer, name))
