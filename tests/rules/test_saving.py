"""A position that is written down and read again is the same position."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pirate_code.board.card import Cannon
from pirate_code.board.pose import Pose
from pirate_code.board.refs import AbilityRef, Matter, Part, Ref, Seat, Source
from pirate_code.board.state import (
    ASIDE,
    FIRE,
    GONE,
    LOST,
    OUT,
    PIECE_FIELDS,
    POSITION_FIELDS,
    UP,
    Bonus,
    End,
    ExtraAction,
    Lasting,
    PartState,
    State,
    TallyEntry,
    Until,
    Use,
)
from pirate_code.core.saving import SaveError, dumps, loads
from pirate_code.language import parse
from pirate_code.language.tree import KeywordAbility
from pirate_code.rules import saving
from pirate_code.rules.program.lower.effects import effect
from tests.rules.positions import Table

LINE = "When this ship hits an enemy ship, you may also eliminate one cargo from that ship."


def position() -> State:
    """A small position with something of everything."""
    table = Table()
    home, ship = table.island(0, 0, home=0), table.ship(0, 200, 100, 35.5, line=LINE)
    crew = table.crew(ship, "Captain. This ship gets +1 to her cannon rolls.")
    coin = table.coin(home, 5)
    fog = table.terrain("fog-bank", 500, 500)
    state = table.state
    ship.masts, ship.docked, ship.parts = (UP, GONE, FIRE), home.id, {"panel": 2}
    crew.known, home.explored = frozenset({0, 1}), frozenset({1})
    coin.value = 7
    state.mark(ship, "submerged")
    state.turn.actions[ship.id] = ("move", "shoot")
    state.turn.used.add(Use(ship.id, "something", "turn"))
    state.turn.extra[ship.id] = (ExtraAction("action"), ExtraAction("move_action", AbilityRef(crew.id, 0)))
    state.turn.ratings[fog.id] = 4
    state.turn.shown, state.turn.handled = frozenset({coin.id}), frozenset({crew.id})
    state.turn.landed = {crew.id: ship.id}
    state.turn.helped = frozenset({ship.id})
    state.turn.done = (("move", ship.id, None), ("hit", Part(ship.id, "cannon", 1), Seat(1)))
    told = parse("This ship cannot be pinned.")[0].effect
    assert not isinstance(told, KeywordAbility)
    ends = End(Until.NEXT_TURN, 1, 4)
    state.lasting.append(Lasting(effect(told), ship.id, 0, (ship.id, Matter("hit", None, 3)), ends, 2))
    ship.part_states = frozenset({PartState("jammed", Part(ship.id, "cannon", 2))})
    ship.given_cannons = (Cannon(2, "L"), Cannon(3, "S"))
    crew.linked_by, ship.lost_in, ship.lent_by = AbilityRef(ship.id, 0), fog.id, 1
    ship.scuttled_by, ship.surrounds, ship.target = 0, ship.id, ship.id
    ship.arm = (12.5, -40.0)
    coin.loaded_from, crew.ship_at_setup, home.explored_by = home.id, ship.id, frozenset({0})
    state.table_size, state.first_player, state.starting_gold = (900, 700), 1, 40
    state.gold_made, state.quiet_turns, state.progress = 3, 2, 12345
    state.tally[TallyEntry(1, coin.id, crew.id)] = 3
    state.bonuses[Bonus(coin.id, crew.id)] = 2
    state.used, state.over = frozenset({Use(ship.id, "once", "game")}), frozenset({AbilityRef(crew.id, 1)})
    state.dice.ready = [3, 1]
    return state


_APART = {"pieces", "turn", "lasting", "dice", "stamp", "place_stamp"}
_NAMED = [name for name in POSITION_FIELDS if name not in _APART]


def facts(state: State) -> dict[str, Any]:
    """Everything about a position that can differ."""
    turn = state.turn
    return {
        "pieces": [{name: getattr(piece, name) for name in PIECE_FIELDS} for piece in state.pieces],
        "trees": [piece.card.abilities for piece in state.pieces],
        "turn": tuple(getattr(turn, field.name) for field in fields(turn)),
        "lasting": [
            (
                lasting.effect,
                lasting.source,
                lasting.player,
                lasting.said,
                lasting.ends,
                lasting.number,
            )
            for lasting in state.lasting
        ],
        "dice": (state.dice.state, state.dice.ready),
        "rest": {name: getattr(state, name) for name in _NAMED},
    }


def again(state: State) -> State:
    """The position written as text and read."""
    return saving.load(loads(dumps(saving.save(state))))


def test_a_position_comes_back_as_it_was() -> None:
    state = position()
    assert facts(again(state)) == facts(state)


def test_writing_twice_gives_the_same_text() -> None:
    state = position()
    assert dumps(saving.save(again(state))) == dumps(saving.save(state))


def test_every_field_of_a_piece_is_written() -> None:
    written = set(saving.save(position())["pieces"][0])
    assert written == set(PIECE_FIELDS) - {"id"}


def test_the_dice_go_on_where_they_were() -> None:
    state = position()
    other = again(state)
    assert [state.dice.roll() for _ in range(20)] == [other.dice.roll() for _ in range(20)]


REFS: st.SearchStrategy[Ref] = st.one_of(
    st.integers(0, 3),
    st.builds(Part, st.integers(0, 3), st.just("cannon"), st.integers(0, 5), st.sampled_from(Source)),
    st.builds(Seat, st.integers(0, 1)),
    st.builds(Matter, st.sampled_from(["hit", "move_action"]), st.none() | st.integers(0, 3)),
)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_any_position_comes_back_as_it_was(data: st.DataObject) -> None:
    state = position()
    for piece in state.pieces:
        piece.where = data.draw(st.sampled_from([ASIDE, LOST, OUT, -1]))
        coordinate = st.floats(-3000, 3000)
        piece.pose = data.draw(st.none() | st.builds(Pose, coordinate, coordinate, coordinate))
        piece.masts = tuple(data.draw(st.lists(st.sampled_from([GONE, UP, FIRE]), max_size=10)))
        piece.states = data.draw(st.frozensets(st.sampled_from(["submerged", "wreck", "ghostly"])))
        piece.known = data.draw(st.frozensets(st.integers(0, 1)))
        piece.controller = data.draw(st.none() | st.integers(0, 1))
    kinds = st.sampled_from(["move", "hit", "ram"])
    done = st.lists(st.tuples(kinds, st.none() | REFS, st.none() | REFS), max_size=9)
    state.turn.done = tuple(data.draw(done))
    state.dice.state = data.draw(st.integers(0, (1 << 64) - 1))
    assert facts(again(state)) == facts(state)


def spoilt(**changes: Any) -> dict[str, Any]:
    """A saved position with something wrong."""
    data: dict[str, Any] = json.loads(dumps(saving.save(position())))
    for place, value in changes.items():
        *path, last = place.split("__")
        inner: Any = data
        for step in path:
            inner = inner[int(step)] if step.isdecimal() else inner[step]
        inner[last] = value
    return data


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"format": 3}, "format"),
        ({"format": 1}, "the old format 1, and this version reads format 2 only"),
        ({"pieces__1__lost_in": 99}, "a piece that is not there"),
        ({"pieces__1__scuttled_by": 9}, "a player who is not there"),
        ({"pieces__1__linked_by": [99, 0]}, "a piece that is not there"),
        ({"lasting__0__ends": ["some day", None, 0]}, "nothing ends at 'some day'"),
        ({"turn__phase": "noon"}, "there is no phase 'noon'"),
        ({"pieces__1__part_states": [["jammed", 3]]}, "part_states"),
        ({"first_player": 9}, "no such player"),
        ({"tally": [[9, 1, 1, 3]]}, "no such player"),
        ({"memory": {"gold": 3}}, "memory"),
        ({"players": 0}, "players"),
        ({"pieces__1__where": 99}, "a piece that is not there"),
        ({"pieces__1__where": 1}, "aboard itself"),
        ({"pieces__1__owner": 5}, "a player who is not there"),
        ({"pieces__1__card": "nothing"}, "there is no card"),
        ({"pieces__1__outline": "boot"}, "there is no outline"),
        ({"pieces__1__masts": [3]}, "pieces.1.masts"),
        ({"pieces__1__wings": 2}, "wings"),
        ({"cards__1__abilities": [{"kind": "spell"}]}, "the abilities of"),
        ({"turn__player": 7}, "no such player"),
        ({"turn__done": [["hit", ["boot", 3], None]]}, "names nothing at the table"),
        ({"dice__state": -1}, "dice.state"),
    ],
)
def test_a_spoilt_position_is_refused_with_the_place(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(SaveError, match=said):
        saving.load(spoilt(**changes))


@pytest.mark.parametrize("text", ["", "{", "[NaN]", "[" * 100_000, "nothing"])
def test_a_text_that_is_no_json_is_refused(text: str) -> None:
    with pytest.raises(SaveError):
        saving.load(loads(text))


def test_a_text_that_is_too_large_is_refused_before_it_is_read() -> None:
    with pytest.raises(SaveError, match="larger than"):
        loads("[" + "0," * 100 + "0]", limit=50)


def test_a_flotilla_that_is_rigged_without_masts_comes_back() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, line="Flotilla.")
    ship.outline = "flotilla-0"
    assert saving.load(saving.save(table.state)).pieces[ship.id].outline == "flotilla-0"
