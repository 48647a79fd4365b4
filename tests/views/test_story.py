"""Turns in which ships only sail are folded."""

from __future__ import annotations

from pirate_code.board.card import Card
from pirate_code.board.refs import Matter, Ref, Seat
from pirate_code.board.state import SEA, State
from pirate_code.core.running import Entry
from pirate_code.rules.event import SETUP
from pirate_code.views.story import story

STATE = State(2, seed=1)
SHIP = STATE.add(Card(id="s", name="Revenge", kind="ship", masts=2), owner=0, where=SEA).id


def entry(kind: str, **slots: Ref) -> Entry:
    return ("happens", kind, tuple(slots.items()), 0, (), SETUP, "")


def begins(player: int) -> Entry:
    return entry("turn_beginning", agent=Seat(player))


SAILS = [entry("give", object=Matter("move_action", SHIP), to=SHIP), entry("move", agent=SHIP, object=SHIP)]
SINKS = [entry("sink", object=SHIP)]


def told(*log: Entry, since: int = 0, goes_on: bool = False) -> list[str]:
    return list(story(log, STATE, since=since, goes_on=goes_on))


def test_turns_of_sailing_in_a_row_are_one_line() -> None:
    log = [begins(0), *SAILS, begins(1), *SAILS, begins(0), *SINKS, begins(1), *SAILS]
    assert told(*log) == [
        "Turns 1 to 2: ships sail, and nothing else happens",
        "Turn 3: player 1",
        "  Revenge is sunk.",
        "Turn 4: player 2; ships sail, and nothing else happens",
    ]


def test_a_turn_with_more_than_sailing_is_told_whole() -> None:
    assert told(begins(0), *SAILS, *SINKS) == ["Turn 1: player 1", "  Revenge moves and is sunk."]


def test_another_action_than_a_move_is_no_sailing() -> None:
    repairs = entry("give", object=Matter("repair_action", SHIP), to=SHIP)
    assert told(begins(0), repairs)[0] == "Turn 1: player 1"


def test_what_comes_before_the_first_turn_is_never_folded() -> None:
    assert told(*SAILS) == ["  Revenge moves."]


def test_who_has_heard_the_beginning_hears_the_rest_with_idle_turns_folded() -> None:
    log = [begins(0), *SAILS, begins(1), *SAILS, begins(0), *SAILS]
    assert told(*log, since=1, goes_on=True) == [
        "  Revenge moves.",
        "Turn 2: player 2; ships sail, and nothing else happens",
        "Turn 3: player 1",
        "  Revenge moves.",
    ]
