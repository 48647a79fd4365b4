"""Turns: what happens as they begin, what a player may choose, and how they end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pirate_code.board.fleet import Fleet, Manned
from pirate_code.board.state import GONE, Piece
from pirate_code.core.dice import Dice
from pirate_code.rules import turn
from pirate_code.rules.decision import Decision, Kind
from pirate_code.rules.edition import load_edition
from pirate_code.rules.game import Game
from pirate_code.rules.match import Result, match
from pirate_code.rules.setup import new_game
from tests.rules.at_sea import ahead, events
from tests.rules.positions import Table, card

GO_ON: Callable[[], bool] = lambda: False  # noqa: E731
END = None
THIEF = (
    "This ship may dock at an enemy home island and load one treasure."
    " If able, she must leave on your next turn."
)


def take(table: Table, answers: list[Any], dice: list[int] | None = None, player: int = 0) -> None:
    """Take a whole turn."""
    turn.open_turn(table.game, player)
    table.run(turn.take_turn(table.game, GO_ON), answers, dice or [])


def answers(decision: Decision) -> list[Any]:
    return [option.answer for option in decision.options]


def move(ship: Piece) -> dict[str, Any]:
    return {"give": "move_action", "to": ship.id}


def test_each_ship_is_given_an_action_and_then_the_turn_ends() -> None:
    table = Table()
    first, second = table.ship(0, 0, 0, move="S"), table.ship(0, 0, 300, move="S")
    take(table, [move(second), ahead("S"), move(first), ahead("S"), END])
    assert [event["to"] for event in events(table, "give")] == [second.id, first.id]
    assert [
        answers(decision)
        for decision in table.asked
        if decision.kind is Kind.TURN and decision.event == "turn"
    ] == [
        [move(first), move(second), END],
        [move(first), END],
        [END],
    ]


def test_only_one_s_own_ships_are_given_actions() -> None:
    table = Table()
    mine, _ = table.ship(0, 0, 0), table.ship(1, 300, 0)
    take(table, [END])
    assert answers(table.asked[0]) == [move(mine), END]


def test_what_was_given_and_used_is_forgotten_when_the_next_turn_opens() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, move="S")
    take(table, [move(ship), ahead("S"), END])
    turn.open_turn(table.game, 1)
    assert table.state.turn.actions == {}
    assert (table.state.turn.number, table.state.turn.player) == (3, 1)


def test_where_ships_are_docked_when_the_turn_begins_is_noted() -> None:
    table = Table()
    island = table.island(0, 0)
    ship = table.ship(0, 100, 0, 180)
    ship.docked = island.id
    turn.open_turn(table.game, 0)
    assert table.state.turn.began_docked == {ship.id: island.id}


def test_abilities_act_when_the_turn_of_their_player_begins() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, line="Fear.")
    table.ship(1, 60, 0)
    take(table, [END], [2])
    take(table, [END], player=1)
    assert len(events(table, "roll")) == 1
    assert ship.afloat


def test_a_ship_may_be_submerged_as_her_turn_begins() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, line="Submarine.")
    take(table, [0, END])
    assert "submerged" in ship.states


def test_a_scuttled_ship_sinks_when_her_player_s_next_turn_begins() -> None:
    table = Table()
    table.island(500, 500, home=0)
    ship = table.ship(0, 0, 0)
    table.ship(0, 300, 0)
    ship.masts = (GONE,) * 3
    take(table, [{"scuttle": ship.id}, END], [5])
    assert ship.afloat
    take(table, [END], player=1)
    take(table, [END])
    assert not ship.afloat


def test_an_ability_that_needs_no_action_may_be_used_once_on_every_player_s_turn() -> None:
    table = Table()
    line = "Once per turn, this ship may look at any one face-down treasure on any ship or island."
    ship = table.ship(0, 0, 0, line=line)
    table.coin(table.island(300, 300), 3)
    used = {"use": ship.id, "nth": 0}
    take(table, [used, END])
    take(table, [used, END], player=1)
    players = [decision.player for decision in table.asked if used in answers(decision)]
    assert players == [0, 0]


def test_the_others_may_use_abilities_after_whatever_the_player_does() -> None:
    table = Table()
    line = "Once per turn, one crew or ship within S of this ship cannot use its ability that turn."
    sly = table.ship(1, 84, 70, line=line)
    prey = table.ship(0, -50, 0, move="L+S", line="This ship gets +1 to her cannon rolls.")
    take(table, [move(prey), ahead("L"), ahead("S"), {"use": sly.id, "nth": 0}, END])
    asked = [(decision.player, decision.kind, decision.event) for decision in table.asked]
    assert asked[0] == (0, Kind.TURN, "turn")
    assert (1, Kind.TURN, "use") in asked[1:]


def test_a_facedown_crew_may_be_revealed_at_any_time_of_the_turn() -> None:
    table = Table()
    ship = table.ship(0, 0, 0)
    mate = table.crew(ship, "Helmsman.")
    table.state.turn_face(mate, False)
    take(table, [{"reveal": mate.id}, END])
    assert mate.face_up


def test_who_must_leave_cannot_end_the_turn_before_she_has_moved() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, move="L", line=THIEF)
    island = table.island(130, 0, home=1)
    table.coin(island, 3)
    take(table, [move(ship), ahead("L")])
    assert ship.docked == island.id
    asked = len(table.asked)
    take(table, [move(ship), ahead("L", 150), END])
    assert END not in answers(table.asked[asked])
    assert ship.docked is None


def test_ratings_of_terrain_are_gone_when_the_turn_has_ended() -> None:
    table = Table()
    reef = table.terrain("reef", 0, 0)
    table.state.turn.ratings[reef.id] = 4
    take(table, [END])
    assert not table.state.turn.ratings


def test_a_turn_goes_on_from_every_calm_moment_in_the_same_way() -> None:
    table = Table(seed=3)
    ship = table.ship(
        0,
        0,
        0,
        move="S+S",
        line="Once per turn, roll a d6. On a 5 or 6, this ship can be given an extra action.",
    )
    table.ship(0, 0, 300, move="L")
    table.ship(1, 60, 120)
    turn.open_turn(table.game, 0)
    game = table.game.start(lambda game: turn.take_turn(game, GO_ON))
    game.calm()
    taken = 0
    while game.decision is not None and taken < 30:
        copy = game.copy()
        assert copy.decision == game.decision
        options = game.decision.options
        answer = options[taken % len(options)].answer
        for one in (game, copy):
            one.answer(answer)
        assert copy.log == game.log
        taken += 1
    assert ship.afloat


# --- whole games -----------------------------------------------------------------------------------------


def whole_game(seed: int, players: int = 2) -> Game:
    """A game of small fleets, before its first decision."""
    fleets = [
        Fleet(
            f"fleet {player}",
            (
                Manned(
                    card(f"big {player}", move="L+S"), (card("mate", "crew", "Helmsman.", nation="english"),)
                ),
                Manned(card(f"small {player}", cannons="3S-3L", move="S+S", line="Schooner.")),
            ),
            terrain=("fog_bank", "reef", "iceberg", "sargasso_sea", "whirlpool"),
        )
        for player in range(players)
    ]
    return new_game(fleets, load_edition().but(turn_limit=6), seed).start(match)


def play_on(game: Game, seed: int) -> None:
    """Answer at random until the game is over."""
    dice = Dice(seed)
    while game.decision is not None:
        options = game.decision.options
        game.answer(options[dice.below(len(options))].answer)


@pytest.mark.parametrize("players", [2, 3])
def test_a_whole_game_comes_to_an_end_and_somebody_has_won(players: int) -> None:
    game = whole_game(players, players)
    play_on(game, 1)
    assert isinstance(game.result, Result)
    assert game.result.winners
    assert len(game.result.scores) == players


def test_the_same_seed_and_answers_make_the_same_game() -> None:
    logs = []
    for _ in range(2):
        game = whole_game(7)
        play_on(game, 2)
        logs.append(game.log)
    assert logs[0] == logs[1]


def test_a_copy_in_the_middle_of_a_game_plays_on_like_the_game_itself() -> None:
    game = whole_game(4)
    dice = Dice(3)
    for _ in range(35):
        assert game.decision is not None
        options = game.decision.options
        game.answer(options[dice.below(len(options))].answer)
    copy = game.copy()
    assert copy.decision == game.decision
    play_on(game, 5)
    play_on(copy, 5)
    assert copy.log == game.log
    assert copy.result == game.result
