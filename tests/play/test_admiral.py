"""The admiral searches what he may know, by a budget of work: the same game is played the same way again."""

from __future__ import annotations

import pytest

from pirate_code.board.card import coin
from pirate_code.board.observe import hidden, observe
from pirate_code.board.state import Piece, State
from pirate_code.core.dice import Dice
from pirate_code.data import DataError
from pirate_code.fleets.fleet_file import load_fleet
from pirate_code.fleets.notation_names import builtin_names
from pirate_code.play.admiral import Admiral
from pirate_code.play.captains import captain
from pirate_code.play.game import Played, answers, play, prepare
from pirate_code.play.imagining import imagine
from pirate_code.play.order import check_captains
from pirate_code.play.prospects import NO_ORDERS, Order
from pirate_code.play.rollouts import Rollouts
from pirate_code.play.standing import lead
from pirate_code.play.voyages import Voyager
from pirate_code.rules.decision import Kind
from pirate_code.rules.edition import load_edition
from pirate_code.rules.game import Game
from pirate_code.rules.match import match
from pirate_code.views.log_json import digest

FLEETS = ("french-traders", "spanish-raiders")


def in_the_middle(turn: int = 5, seed: int = 3) -> Game:
    """A game of greedy captains, stopped at the first thing that a player does in a turn."""
    fleets = [load_fleet(name, builtin_names()) for name in FLEETS]
    played: Played = prepare(fleets, "code", seed, ("greedy",))
    game = played.game
    for _ in answers(game, [captain("greedy", seed, player) for player in range(2)]):
        decision = game.decision
        if game.state.turn.number >= turn and decision is not None and decision.event == "turn":
            break
    assert game.decision is not None
    assert game.decision.kind is Kind.TURN
    return game


def hidden_coins(state: State, player: int) -> list[Piece]:
    seen = observe(state, player)
    return [
        piece for piece in state.pieces if seen.pieces[piece.id].card is hidden("treasure") and piece.in_play
    ]


def choice(game: Game, budget: int = 300) -> object:
    """What an admiral answers, and the orders that he has then given."""
    decision = game.decision
    assert decision is not None
    admiral = Admiral(Dice(1), budget)
    answer = admiral.answer(decision, lambda: observe(game.state, decision.player))
    return answer, dict(admiral.orders)


def test_what_he_cannot_see_changes_nothing_of_what_he_does() -> None:
    game, other = in_the_middle(turn=1), in_the_middle(turn=1)
    player = game.state.turn.player
    coins = hidden_coins(other.state, player)
    assert coins
    for piece in coins:
        piece.card, piece.value = coin(7), 7
    theirs = [
        piece
        for piece in other.state.pieces
        if piece.kind == "crew" and not piece.face_up and piece.owner != player
    ]
    assert theirs
    mine = next(piece.card for piece in other.state.pieces if piece.kind == "crew" and piece.owner == player)
    for piece in theirs:
        piece.card = mine
    other.state.dice = Dice(99)
    assert choice(game) == choice(other)


def test_an_imagined_position_looks_the_same_to_the_player() -> None:
    game = in_the_middle()
    player = game.state.turn.player
    seen = observe(game.state, player)
    imagined = imagine(seen, game.edition, Dice(5))
    again = observe(imagined, player)
    for one, other in zip(seen.pieces, again.pieces, strict=True):
        assert (one.card, one.where, one.pose, one.masts) == (
            other.card,
            other.where,
            other.pose,
            other.masts,
        )
    assert not [piece for piece in imagined.pieces if piece.card is hidden("treasure")]
    assert not [piece for piece in imagined.pieces if piece.card is hidden("crew")]


def test_hidden_coins_are_those_that_he_has_not_seen_yet() -> None:
    game = in_the_middle()
    seen = observe(game.state, game.state.turn.player)
    values = {
        tuple(sorted(piece.value for piece in imagine(seen, game.edition, Dice(seed)).pieces if piece.value))
        for seed in range(4)
    }
    coins = tuple(sorted(list(game.edition.coins) * 2))
    assert values == {coins}


def test_the_dice_to_come_are_drawn_anew() -> None:
    game = in_the_middle()
    seen = observe(game.state, game.state.turn.player)
    drawn = {imagine(seen, game.edition, Dice(seed)).dice.state for seed in range(4)}
    assert len(drawn) == 4
    assert game.state.dice.state not in drawn


def test_the_same_game_is_played_the_same_way_twice() -> None:
    fleets = [load_fleet(name, builtin_names()) for name in FLEETS]
    games = [play(fleets, "code", 4, ("admiral-60", "greedy")) for _ in range(2)]
    assert digest(games[0].log) == digest(games[1].log)
    assert games[0].decisions == games[1].decisions


def test_the_budget_bounds_the_work() -> None:
    game = in_the_middle()
    seen, player = observe(game.state, game.state.turn.player), game.state.turn.player
    for budget in (1, 400):
        rollouts = Rollouts(seen, player, game.edition, Dice(1), worlds=3, turns=2)
        trials = [NO_ORDERS, *({0: Order(number)} for number in range(40))]
        rollouts.best(trials, budget)
        assert rollouts.work <= budget + 400


def tries(game: Game, player: int) -> bool:
    """Whether the admiral imagines anything before his first answer: then he rolls dice for it."""
    decision = game.decision
    assert decision is not None
    admiral = Admiral(Dice(1), 100)
    plain = Voyager(Dice(1))
    for one in (admiral, plain):
        one.answer(decision, lambda: observe(game.state, player))
    return admiral.dice.state != plain.dice.state


def test_he_tries_orders_only_where_an_enemy_is_near() -> None:
    game = in_the_middle(turn=1)
    player = game.state.turn.player
    own = game.state.ships(player)[0]
    enemies = [ship for ship in game.state.ships() if ship.controller != player]
    assert own.pose is not None
    for enemy in enemies:
        enemy.pose, enemy.docked = own.pose._replace(x=own.pose.x + 2000.0), None
    assert not tries(game, player)
    enemies[0].pose = own.pose._replace(x=own.pose.x + 150.0)
    assert tries(game, player)


def test_by_chance_alone_nothing_is_better() -> None:
    game = in_the_middle()
    seen, player = observe(game.state, game.state.turn.player), game.state.turn.player
    rollouts = Rollouts(seen, player, game.edition, Dice(1), worlds=2, turns=1)
    same = {seen.ships(player)[0].id: Order(0, "")}  # an order of a turn that is over changes nothing
    assert rollouts.best([NO_ORDERS, same], 100_000) == NO_ORDERS


def test_of_two_orders_he_keeps_the_one_that_brings_gold_home() -> None:
    game = in_the_middle(turn=8)
    seen, player = observe(game.state, game.state.turn.player), game.state.turn.player
    idle = {ship.id: Order(seen.turn.number, "") for ship in seen.ships(player)}
    rollouts = Rollouts(seen, player, game.edition, Dice(1), worlds=2, turns=8)
    assert rollouts.value(NO_ORDERS, 0) > rollouts.value(idle, 0)
    assert rollouts.best([idle, NO_ORDERS], 100_000) == NO_ORDERS


def test_a_game_that_is_won_stands_better_than_any_that_goes_on() -> None:
    fleets = [load_fleet(name, builtin_names()) for name in FLEETS]
    over = play(fleets, "code", 4, ("greedy",)).game
    (winner,) = over.result.winners
    assert lead(over, winner) > 50 > -50 > lead(over, 1 - winner)
    assert abs(lead(in_the_middle(), 0)) < 50


def test_a_position_that_was_imagined_can_be_played_on() -> None:
    game = in_the_middle()
    seen = observe(game.state, game.state.turn.player)
    imagined = Game(imagine(seen, game.edition, Dice(2)), load_edition("code")).start(match)
    assert imagined.decision is not None
    assert game.decision is not None
    assert (imagined.decision.kind, imagined.decision.player) == (game.decision.kind, game.decision.player)


def test_a_budget_can_be_named_with_him() -> None:
    named = captain("admiral-250", 1, 0)
    assert isinstance(named, Admiral)
    assert named.budget == 250
    check_captains(["admiral", "admiral-250"], {})
    for name in ("admiral-", "admiral-x", "admiral-1234567", "greedy-20"):
        with pytest.raises(DataError):
            check_captains([name], {})
