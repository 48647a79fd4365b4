"""Tries orders out: positions that a player thinks possible are played on for some turns, and compared.

All orders are tried in the same positions with the same dice, so that what they differ in is what they do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from statistics import mean, stdev

from pirate_code.board.state import State
from pirate_code.core.dice import Dice
from pirate_code.play.greedy import Greedy
from pirate_code.play.imagining import imagine
from pirate_code.play.prospects import Orders
from pirate_code.play.standing import lead
from pirate_code.play.voyages import Voyager
from pirate_code.rules.edition import Edition
from pirate_code.rules.game import Game
from pirate_code.rules.match import match

_SEEDS = 1 << 62
_LONGEST = 400  # decisions after which a game that is tried out is left as it stands
_FIRST = 2  # positions in which all orders are tried
_FINALISTS = 1  # others that are tried in all the positions
_MARGIN = 0.3  # gold by which other orders must be better than those that are held
_DOUBT = 0.7  # standard errors that are taken from what they gained


class Rollouts:
    """Positions that look alike to a player, in which he tries orders out; `work` counts decisions."""

    def __init__(
        self, seen: State, player: int, edition: Edition, dice: Dice, *, worlds: int, turns: int
    ) -> None:
        """`worlds` positions are thought possible, and `turns` turns of each player are played on in each."""
        self.player, self.edition = player, edition
        self._worlds = [imagine(seen, edition, dice) for _ in range(worlds)]
        self._seeds = [dice.below(_SEEDS) for _ in self._worlds]
        self._until = seen.turn.number + turns * seen.players
        self._values: dict[tuple[object, int], float] = {}
        self.work = 0

    def best(self, trials: Sequence[Orders], budget: int) -> Orders:
        """The best of some orders: all are tried in some positions, and those that do best in more.

        The first of them is what is done if nothing is better, and is tried as often as any other. Others
        must be better by more than chance would often make them. When as much work has been done as the
        budget allows, what was tried so far decides.
        """
        end = self.work + budget
        gains: dict[int, list[float]] = {place: [] for place in range(1, len(trials))}
        for world in range(len(self._worlds)):
            for place, found in gains.items():
                if self.work >= end:
                    return trials[_winner(gains)]
                found.append(self.value(trials[place], world) - self.value(trials[0], world))
            if world + 1 >= _FIRST:
                ranked = sorted(gains, key=lambda place: (-mean(gains[place]), place))
                gains = {place: gains[place] for place in sorted(ranked[: max(_FINALISTS, len(ranked) // 2)])}
        return trials[_winner(gains)]

    def value(self, orders: Orders, world: int) -> float:
        """By how much the player leads in one of the positions if his ships do as they are ordered."""
        key = frozenset(orders.items()), world
        if key not in self._values:
            self._values[key] = self._play(self._worlds[world], self._seeds[world], orders)
        return self._values[key]

    def _play(self, world: State, seed: int, orders: Orders) -> float:
        game = Game(world.copy(), self.edition).start(match)
        captains = [Greedy(Dice(seed + player)) for player in range(world.players)]
        captains[self.player] = Voyager(Dice(seed + self.player))
        captains[self.player].orders = orders
        for _ in range(_LONGEST):
            decision = game.decision
            if decision is None or game.state.turn.number >= self._until:
                break
            game.answer(captains[decision.player].answer(decision, lambda: game.state))
            self.work += 1
        return lead(game, self.player)


def _winner(gains: Mapping[int, Sequence[float]]) -> int:
    """Which orders gained most for certain; the first, 0, if none did."""
    best, most = 0, _MARGIN
    for place, found in gains.items():
        if len(found) >= _FIRST:
            sure = mean(found) - _DOUBT * stdev(found) / sqrt(len(found))
            if sure > most:
                best, most = place, sure
    return best
