"""Tries orders out: positions that a player thinks possible are played on for some turns, and compared.

All orders are tried in the same positions with the same dice, so that what they differ in is what they do.
"""

from __future__ import annotations

from collections.abc import Sequence

from pirate_code.board.state import State
from pirate_code.core.dice import Dice
from pirate_code.play.greedy import Greedy
from pirate_code.play.imagining import imagine
from pirate_code.play.prospects import Orders
from pirate_code.play.standing import lead
from pirate_code.rules.edition import Edition
from pirate_code.rules.game import Game
from pirate_code.rules.match import match

_SEEDS = 1 << 62
_LONGEST = 400  # decisions after which a game that is tried out is left as it stands
_MARGIN = 0.3  # gold by which other orders must be better than those that are held
_FINALISTS = 2  # orders that are tried in all the positions


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
        """The best of some orders: in one position after the other, half of those left are tried further.

        The first of them is what is done if nothing is better, and is tried as long as any other. When as
        much work has been done as the budget allows, the best so far is taken.
        """
        end = self.work + budget
        sums = dict.fromkeys(range(len(trials)), 0.0)
        best = 0
        for world in range(len(self._worlds)):
            for place in sums:
                if self.work >= end:
                    return trials[best]
                gain = 0.0 if place else _MARGIN
                sums[place] += self.value(trials[place], world) + gain
            ranked = sorted(sums, key=lambda place: (-sums[place], place))
            best = ranked[0]
            kept = {0, *ranked[: max(_FINALISTS, len(ranked) // 2)]}
            sums = {place: total for place, total in sums.items() if place in kept}
        return trials[best]

    def value(self, orders: Orders, world: int) -> float:
        """By how much the player leads in one of the positions if his ships do as they are ordered."""
        key = frozenset(orders.items()), world
        if key not in self._values:
            self._values[key] = self._play(self._worlds[world], self._seeds[world], orders)
        return self._values[key]

    def _play(self, world: State, seed: int, orders: Orders) -> float:
        game = Game(world.copy(), self.edition).start(match)
        captains = [Greedy(Dice(seed + player)) for player in range(world.players)]
        captains[self.player].orders = orders
        for _ in range(_LONGEST):
            decision = game.decision
            if decision is None or game.state.turn.number >= self._until:
                break
            game.answer(captains[decision.player].answer(decision, lambda: game.state))
            self.work += 1
        return lead(game, self.player)
