"""How well a player stands in a game: gold at home, gold on the way, and what could fetch more.

Everything is told in gold. What is still to be brought home counts less with every turn that it takes.
"""

from __future__ import annotations

from math import dist

from pirate_code.board import geometry
from pirate_code.board.state import Piece, State
from pirate_code.rules import ending
from pirate_code.rules.game import Game

_WIN = 50.0  # more than all the gold of most games
_MAST, _POINT = 0.3, 0.05  # what a standing mast is worth, and a point of the cost of a ship that is afloat
_ABOARD, _ASHORE = 0.9, 0.5  # what a gold is worth that is aboard, and that she could fetch next
_PER_TURN = 0.92  # what is left of that for every turn of the way
_ADRIFT = 5.0  # turns that a ship without masts loses
_LENGTH = {"S": geometry.S, "L": geometry.L}


def lead(game: Game, player: int) -> float:
    """By how much a player stands better than the best of the others."""
    if game.result is not None:
        won: tuple[int, ...] = game.result.winners
        scores = [float(score) for score in game.result.scores]
        end = _WIN if won == (player,) else 0.0 if player in won or not won else -_WIN
        return end + _ahead(scores, player)
    return _ahead([standing(game, each) for each in range(game.state.players)], player)


def _ahead(values: list[float], player: int) -> float:
    return values[player] - max(value for other, value in enumerate(values) if other != player)


def standing(game: Game, player: int) -> float:
    """The gold of a player, and what his ships may be worth to him."""
    home = game.state.home(player)
    total = float(ending.score(game, player))
    for ship in game.state.ships(player):
        total += _MAST * ship.standing + _POINT * ship.card.points
        if home is not None:
            total += _gold_to_come(game.state, ship, home)
    return total


def _gold_to_come(state: State, ship: Piece, home: Piece) -> float:
    """The gold aboard a ship, and the best that she could fetch next, by how long it takes."""
    speed = sum(_LENGTH.get(segment, 0.0) for segment in ship.card.base_move) or geometry.S
    late = 0.0 if ship.standing else _ADRIFT
    aboard = sum(max(piece.value, 0) for piece in state.treasure(ship.id))
    total = _ABOARD * aboard * _kept(late + _away(ship, home) / speed)
    room = ship.card.cargo - sum(1 for _ in state.aboard(ship.id))
    if room <= 0 or not ship.standing:
        return total
    prizes = [0.0]
    for island in state.islands():
        if island.home is None and state.has_aboard(island.id):
            gold = sum(sorted((piece.value for piece in state.treasure(island.id)), reverse=True)[:room])
            turns = (_away(ship, island) + _away(island, home)) / speed
            prizes.append(_ASHORE * gold * _kept(turns))
    return total + max(prizes)


def _kept(turns: float) -> float:
    """What is left of gold that takes so many turns to come home."""
    return float(_PER_TURN**turns)


def _away(one: Piece, other: Piece) -> float:
    return dist(one.pose[:2], other.pose[:2]) if one.pose is not None and other.pose is not None else 0.0
