"""The film of a game that goes on, for one player: nothing is in it that the player does not know."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pirate_code.board.observe import sees
from pirate_code.board.state import State
from pirate_code.core.dice import Dice
from pirate_code.fleets.fleet_file import load_fleet
from pirate_code.fleets.notation_names import builtin_names
from pirate_code.play.answer_text import Choice
from pirate_code.play.order import ordered
from pirate_code.play.people import ME, PEOPLE, PeopleGame
from pirate_code.views.film import FilmedGame
from pirate_code.views.seat import SeatView
from pirate_code.views.seat_film import seat_film

FLEETS = ("english-raiders", "cursed-traders")


def begun(seed: int) -> PeopleGame:
    fleets = [load_fleet(name, builtin_names()) for name in FLEETS]
    return PeopleGame.begin(ordered(fleets, "code", seed, (ME, ME), 6, kind=FilmedGame, bots=PEOPLE))


def filmed(game: PeopleGame, player: int) -> dict[str, Any]:
    copy = game.played.game
    assert isinstance(copy, FilmedGame)
    return seat_film(copy, player)


def last(film: dict[str, Any]) -> dict[int, dict[str, Any]]:
    """How every piece looks in the end."""
    looks = {number: dict(fields) for number, fields in film["start"]}
    for step in film["steps"]:
        for number, fields in step.get("set", []):
            looks.setdefault(number, {}).update(fields)
    return looks


@pytest.mark.parametrize("seed", [1, 2])
def test_nothing_hidden_is_in_any_step(seed: int) -> None:
    game, dice = begun(seed), Dice(seed)
    looked = steps = 0
    while game.decision is not None and looked < 8:
        if not game.is_setup and dice.below(12) == 0:
            looked += 1
            player = game.decision.player
            film = filmed(game, player)
            _assert_hides(game.played.game.state, player, film)
            steps = max(steps, len(film["steps"]))
        game.choose(Choice(dice.below(len(game.decision.options))))
    assert looked > 4
    assert steps > 20


def _assert_hides(state: State, player: int, film: dict[str, Any]) -> None:
    view = SeatView(state, player)
    known = {piece.card.name for piece in state.pieces if sees(state, player, piece)}
    text = json.dumps(film | {"reasons": []})
    for piece in state.pieces:
        if piece.id in view.hidden and piece.kind != "treasure" and piece.card.name not in known:
            assert piece.card.name not in text
            assert piece.card.id not in text
    covered = [number for number, one in enumerate(film["pieces"]) if one["card"].startswith("hidden-")]
    assert len(covered) == len(view.hidden)
    changes = [pair for step in film["steps"] for pair in step.get("set", [])]
    for number, fields in [*film["start"], *changes]:
        if number in covered:
            shown = {name: fields[name] for name in ("up", "gold", "is", "masts") if name in fields}
            assert not any(shown.values())
    looks = last(film)
    for piece in state.pieces:
        if piece.id not in view.hidden and piece.pose is not None and piece.where == -1:
            assert looks[piece.id]["at"][:2] == [round(piece.pose.x, 1), round(piece.pose.y, 1)]


def test_the_gold_that_is_told_is_what_the_player_knows_of() -> None:
    game = begun(3)
    while game.is_setup:
        game.set_up_for_person()
    state = game.played.game.state
    coins = [piece for piece in state.pieces if piece.kind == "treasure" and not sees(state, 0, piece)][:2]
    home = state.home(1)
    assert home is not None
    for coin in coins:
        state.put(coin, home.id)
    assert filmed(game, 0)["steps"][-1].get("gold", [0, 0]) == [0, 0]
    assert filmed(game, 1)["steps"][-1]["gold"] == [0, sum(coin.value for coin in coins)]


def test_the_number_of_a_hidden_coin_says_only_where_it_lies() -> None:
    game = begun(4)
    while game.is_setup:
        game.set_up_for_person()
    film, state = filmed(game, 0), game.played.game.state
    start = dict(film["start"])
    numbers = [number for number, one in enumerate(film["pieces"]) if one["card"] == "hidden-treasure"]
    places = [start[number]["in"] for number in numbers]
    assert len(set(places)) > 3
    assert places == sorted(places)
    coins = [piece for piece in state.pieces if piece.kind == "treasure" and not sees(state, 0, piece)]
    truly = [coin.where for coin in coins]
    assert places != truly
    assert places == sorted(truly)
