"""Where islands and home islands should lie: the enemy's far from treasure, one's own near to it.

Distances are told in L between the middles of islands. Nothing is known yet of treasure or fleets, so every
wild island is as good as another. Which home island a player gets is chosen for him by another: the admiral
supposes half that it is the worst of those left, and half that it is any of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import dist

from pirate_code.board import geometry
from pirate_code.board.refs import Seat
from pirate_code.board.state import State
from pirate_code.rules.decision import Answer, Decision, Kind

Look = Callable[[], State]
_BY_NEARNESS = (0.4, 0.3, 0.2, 0.1)  # how much the ways to wild islands count, the nearest first
_LATE = 4.0  # L by which another must be farther from an island to be too late there
_CONTESTED = 0.5  # what an island counts to which one has the shorter way, as L of the way to all
_WORST = 0.5  # how much the worst home island counts that one can get


def chosen(decision: Decision, look: Look) -> Answer | None:
    """The best home island or place for an island, if a decision is about that."""
    if decision.kind is Kind.PICK and decision.event == "home_island":
        return _home(decision, look())
    if decision.kind is Kind.PLACE and decision.event == "place":
        state = look()
        if isinstance(decision.subject, int) and state.pieces[decision.subject].kind == "island":
            return _place(decision, state)
    return None


def _home(decision: Decision, state: State) -> Answer:
    """The home island that is worst for the other player; for oneself, the one with the shortest ways."""
    middles = _middles(state)
    own = state.home(decision.player)
    if decision.subject == Seat(decision.player):
        best = min(decision.options, key=lambda option: (_ways(option.answer, middles, ()), option.answer))
    else:
        known = own.id if own is not None else None
        gains = {option.answer: _gain(middles, option.answer, known) for option in decision.options}
        best = max(decision.options, key=lambda option: (gains[option.answer], -option.answer))
    return best.answer


def _place(decision: Decision, state: State) -> Answer | None:
    """The place that makes most of the choice of the other's home island; none if there is no island yet."""
    middles, new = _middles(state), -1
    if not middles:
        return None

    def gain(answer: Answer) -> float:
        there = {**middles, new: (float(answer[0]), float(answer[1]))}
        return max(_gain(there, enemy, None) for enemy in there)

    return max((option.answer for option in decision.options), key=gain)


def _middles(state: State) -> dict[int, geometry.Point]:
    return {island.id: island.pose[:2] for island in state.islands() if island.pose is not None}


def _gain(middles: dict[int, geometry.Point], enemy: int, own: int | None) -> float:
    """How much better one does than an enemy who has that home island; one's own may not be known yet."""
    homes = [home for home in middles if home != enemy] if own is None else [own]
    gains = sorted(_ahead(middles, home, enemy) for home in homes)
    return _WORST * gains[0] + (1 - _WORST) * sum(gains) / len(gains) if gains else 0.0


def _ahead(middles: dict[int, geometry.Point], own: int, enemy: int) -> float:
    """By how much shorter one's ways to treasure are, and how many islands one reaches first."""
    first = 0.0
    for island, middle in middles.items():
        if island not in {own, enemy}:
            later = (dist(middles[enemy], middle) - dist(middles[own], middle)) / geometry.L
            first += max(-1.0, min(1.0, later / _LATE))
    return _ways(enemy, middles, (own,)) - _ways(own, middles, (enemy,)) + _CONTESTED * first


def _ways(home: int, middles: dict[int, geometry.Point], but: Sequence[int]) -> float:
    """How long the ways from a home island to the others are, the nearest counted most."""
    wild = [middle for island, middle in middles.items() if island != home and island not in but]
    ways = sorted(dist(middles[home], middle) / geometry.L for middle in wild)
    weights = _BY_NEARNESS[: len(ways)]
    return sum(weight * way for weight, way in zip(weights, ways, strict=False)) / (sum(weights) or 1.0)
