"""Why something can be done, in words for the account: by which rule, or which ability lets it be.

Nothing that plays reads these words: they may be reworded at any time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pirate_code.board.refs import Matter, Part
from pirate_code.rules import event_facts as facts
from pirate_code.rules.event import Event, chain
from pirate_code.rules.program.nouns import is_a
from pirate_code.rules.registry import BANS

if TYPE_CHECKING:
    from pirate_code.rules.game import Game


def why_it_can(game: Game, event: Event) -> str:
    """Why an event that is about to happen can; nothing for most, of which no rule says it."""
    noted = facts.BECAUSE.get(event, "")
    by_rule = _BY_RULE.get(event.type)
    if noted or by_rule is None:
        return noted
    names = _lifted_by(game, event)
    if names:
        return f"{' and '.join(names)} {'lets' if len(names) == 1 else 'let'} her {event.type}"
    return by_rule(game, event)


def masts(count: int) -> str:
    """How many masts stand."""
    return "one mast" if count == 1 else f"{count or 'no'} masts"


def _lifted_by(game: Game, event: Event) -> list[str]:
    """The pieces whose abilities lift a rule that forbids an event."""
    for ban in BANS.get(event.type, ()):
        if ban.reason(game, event) is None:
            continue
        leaves = game.active.matching("permit", event)
        said = (leave for leave in leaves if ban.is_lifted_by(leave.op.pattern))
        return list(dict.fromkeys(game.name(leave.source) for leave in said))
    return []


def _explored(game: Game, event: Event) -> str:
    """An island lies open to who began the turn there or has been there; a ship to who touches her."""
    place = game.piece(event.object)
    if event.cause.rule == "ability":  # another piece that does it is told anyway
        return "by her own ability" if event.cause.piece == event.agent else ""
    if place.kind == "island":
        using = event.using.noun if isinstance(event.using, Matter) else ""
        if using == "explore_action" and game.edition.explore_needs_docked_start:
            return "docked there since the turn began"
        known = place.home is None and event.player in place.explored and using != "explore_action"
        return "it bears her marker" if known else ""
    if "wreck" in place.states:
        return "a wreck beside her"
    if is_a(game, place.id, "derelict"):
        return "a derelict beside her"
    return "of her own fleet, and beside her"


def _boarded(game: Game, event: Event) -> str:
    """A boarding needs a ram, which was told just before, or an ability that starts it."""
    for found in chain(event):
        if found.type == "initiate" and found.cause.rule == "ability" and found.cause.piece is not None:
            return f"{game.name(found.cause.piece)} lets her board"
    return ""


def _rammed(game: Game, event: Event) -> str:
    """She rams with her bow, or with a part that reaches farther."""
    return f"with her {event.using.noun}" if isinstance(event.using, Part) else "with her bow"


def _towed(game: Game, event: Event) -> str:
    """Derelicts are towed; those of others are captured by it, where the edition says so."""
    other, ship = game.piece(event.object), game.piece(event.agent)
    captured = other.controller != ship.controller and game.edition.towing_captures
    return "a derelict, captured by it" if captured else "a derelict"


_BY_RULE: dict[str, Callable[[Game, Event], str]] = {
    "explore": _explored,
    "board": _boarded,
    "ram": _rammed,
    "tow": _towed,
}
