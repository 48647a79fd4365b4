"""Guns that are alike: which of them fires first makes no difference, so it is no fork."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from pirate_code.board.refs import Part, Ref
from pirate_code.rules.decision import Decision, Kind, Option
from pirate_code.rules.game import Game


def without_like_guns(decision: Decision, game: Game) -> Sequence[Option]:
    """The options of a shot, but of guns that are alike only the first.

    They are alike if they are on one ship, have the same rank, range and state, are given by the same piece
    or none, and can shoot at the same targets. Where equipment is aboard, a gun may be loaded with something,
    and all are kept.
    """
    if decision.kind is not Kind.TARGET or decision.event != "shoot":
        return decision.options
    targets: dict[Part, list[Ref]] = {}
    for option in decision.options:
        if option.refs and isinstance(option.refs[0], Part):
            targets.setdefault(option.refs[0], []).extend(option.refs[1:])
    if any(other.kind == "equipment" for gun in targets for other in game.state.aboard(gun.of)):
        return decision.options
    first: dict[Hashable, Part] = {}
    for gun, reached in targets.items():
        first.setdefault(_make(gun, reached, game), gun)
    kept = set(first.values())
    return [
        option
        for option in decision.options
        if not option.refs or not isinstance(option.refs[0], Part) or option.refs[0] in kept
    ]


def _make(gun: Part, reached: list[Ref], game: Game) -> Hashable:
    """What a gun has in common with those that are like it."""
    states = frozenset(state for state, part in game.piece(gun.of).part_states if part == gun)
    return gun.of, gun.noun, gun.source, game.cannon(gun), game.lender(gun), states, frozenset(reached)
