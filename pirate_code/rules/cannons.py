"""The cannons that a ship, sea creature, fort or crew has: those of her masts, and those that abilities add.

A cannon is a part of the piece that shoots it, by number: those that its card prints from 0; a second one
at a mast from 100; those that abilities lend from 200; those it was given for good from 300.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pirate_code.board.card import Cannon
from pirate_code.board.refs import Matter, Part
from pirate_code.board.state import UP, Piece
from pirate_code.language import tree as t
from pirate_code.rules.event import Event
from pirate_code.rules.meaning import nouns, select

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pirate_code.rules.force import Found
    from pirate_code.rules.game import Game

SECOND, LENT, OWN = 100, 200, 300
_PLAIN = Cannon(3, "S")


class Gun(NamedTuple):
    """A cannon, where it shoots from, and whether its range and rolls can be raised.

    `mast` is the mast it stands at. One that is at no mast shoots from any mast, standing or not, or from any
    part of the piece if that is told of it, or if there are no masts.
    """

    part: Part
    cannon: Cannon
    mast: int | None = None
    anywhere: bool = False
    fixed: bool = False


def guns(game: Game, piece: Piece) -> list[Gun]:
    """Every cannon that a piece can shoot with, as things stand."""
    return game.force.recall(("guns", piece.id), lambda: _guns(game, piece))


def _guns(game: Game, piece: Piece) -> list[Gun]:
    return [*_at_masts(game, piece), *_second(game, piece), *lent(game, piece), *_own(piece)]


def parts(game: Game, piece: Piece) -> list[Part]:
    """The same cannons as parts."""
    return [gun.part for gun in guns(game, piece)]


def gun(game: Game, part: Part) -> Gun:
    """One cannon; it may be gone by now."""
    if part.number < SECOND:
        piece = game.state.pieces[part.of]
        printed = piece.card.cannons
        cannon = printed[part.number] if part.number < len(printed) else _PLAIN
        return Gun(part, cannon, _mast(piece, part.number))
    found = guns(game, game.state.pieces[part.of])
    return next((one for one in found if one.part == part), Gun(part, _PLAIN))


def _at_masts(game: Game, piece: Piece) -> Iterator[Gun]:
    """Printed cannons: one goes with its mast, unless an ability keeps it (longships, flotillas, ...).

    Those of a fort go to whichever flags are left (forts-cannons-go-to-flags), save one whose flag is told
    apart from the others (ramsgate-double-flag-lost).
    """
    flags = piece.kind == "fort" and piece.standing
    for number, cannon in enumerate(piece.card.cannons):
        part, mast = Part(piece.id, "cannon", number), _mast(piece, number)
        flies = mast is None or piece.masts[mast] == UP or (flags and told_range(game, part) is None)
        if flies or _is_kept(game, part):
            yield Gun(part, cannon, mast)


def _mast(piece: Piece, number: int) -> int | None:
    return number if number < len(piece.masts) else None


def _is_kept(game: Game, part: Part) -> bool:
    """Whether her cannons cannot be eliminated although her masts can."""
    lost = Event("eliminate", object=part, source=part.of)
    return bool(game.force.entries("forbid", "eliminate")) and any(
        isinstance(found.clause.pattern, t.Event)
        and isinstance(found.clause.pattern.object, t.Pieces)
        and found.clause.pattern.object.noun in nouns.CANNONS
        for found in game.force.matching("forbid", lost)
    )


def _second(game: Game, piece: Piece) -> Iterator[Gun]:
    """A mast that has two cannons shoots twice (longship-shoots-twice-from-each-mast)."""
    if any(_doubles(found, piece) for found in _held(game, "has")):
        for number, mast in enumerate(piece.masts[: len(piece.card.cannons)]):
            if mast == UP:
                yield Gun(Part(piece.id, "cannon", SECOND + number), piece.card.cannons[number], number)


def _doubles(found: Found, piece: Piece) -> bool:
    held = found.clause.effect
    if not isinstance(held, t.Become) or not isinstance(held.subject, t.Pieces):
        return False
    what = held.filter.what if isinstance(held.filter, t.Has) else None
    return (
        held.subject.noun in nouns.MASTS
        and isinstance(what, t.Pieces)
        and what.noun in nouns.CANNONS
        and bool(piece.masts)
        and select.fits(held.subject, Part(piece.id, "mast", 0), found.ctx)
    )


def lent(game: Game, piece: Piece) -> Iterator[Gun]:
    """Cannons that a piece has as long as an ability is in force."""
    number = LENT
    for who, what, found in _told(game):
        if not select.fits(who, piece.id, found.ctx):
            continue
        count = what.count.value if isinstance(what.count, t.Number) else 1
        kind = next((one for one in what.filters if isinstance(one, t.OfRange)), None)
        cannon = Cannon((kind and kind.rank) or _PLAIN.rank, (kind and kind.range) or _PLAIN.range)
        for _ in range(count):
            part = Part(piece.id, "cannon", number)
            anywhere = _at_no_mast(what) and _is_measured_anywhere(game, part, found)
            yield Gun(part, cannon, anywhere=anywhere, fixed=_is_fixed(what))
            number += 1


def _told(game: Game) -> Iterator[tuple[t.Selector, t.Pieces, Found]]:
    """Whom abilities lend a cannon, and what it is like."""
    for entry in game.force.entries("gain", "gain"):
        gain = entry.clause.effect
        if isinstance(gain, t.Gain) and isinstance(gain.what, t.Pieces) and gain.what.noun in nouns.CANNONS:
            found = game.force.acts(entry, None)
            if found is not None:
                yield gain.who, gain.what, found
    for found in _held(game, "is_a"):
        held = found.clause.effect
        if isinstance(held, t.Become) and isinstance(held.filter, t.IsA):
            what = held.filter.what
            if isinstance(what, t.Pieces) and what.noun in nouns.CANNONS:
                yield t.Pieces(noun="ship", which="this"), what, found
    for found in _held(game, "has"):
        held = found.clause.effect
        if isinstance(held, t.Become) and isinstance(held.filter, t.Has) and _of_crew(held.subject):
            what = held.filter.what
            if isinstance(what, t.Pieces) and what.noun in nouns.CANNONS:
                yield held.subject, what, found


def told_range(game: Game, part: Part) -> tuple[str, ...] | None:
    """The range that a card tells of the first of its own cannons (ramsgate-no-extra-cannon)."""
    for found in _held(game, "has"):
        held = found.clause.effect
        if not isinstance(held, t.Become) or not isinstance(held.filter, t.Has):
            continue
        what = held.filter.what
        if not isinstance(what, t.Pieces) or what.noun not in nouns.CANNONS or found.source != part.of:
            continue
        count = what.count.value if isinstance(what.count, t.Number) else 1
        for told in what.filters if part.number < count else ():
            if isinstance(told, t.StatIs) and told.stat == "range" and isinstance(told.amount, t.Distance):
                return told.amount.segments
    return None


def _of_crew(subject: t.Selector) -> bool:
    """What a ship is told to have she is given at setup; a crew has it while it can use its ability."""
    return isinstance(subject, t.Pieces) and subject.noun == "crew"


def _held(game: Game, kind: str) -> Iterator[Found]:
    for entry in game.force.entries("hold", kind):
        found = game.force.acts(entry, None)
        if found is not None:
            yield found


def _at_no_mast(what: t.Pieces) -> bool:
    return any(isinstance(one, t.Has) and one.negated for one in what.filters)


def _is_measured_anywhere(game: Game, part: Part, found: Found) -> bool:
    """Whether its range may be measured from any part of the ship."""
    whole = Event("shoot", agent=part, player=found.ctx.player)
    asked = Event("measure", object=Matter("range", part.of), source=Matter("part", part.of), within=whole)
    return game.force.permits(asked.but(player=found.ctx.player))


def _is_fixed(what: t.Pieces) -> bool:
    """Whether its range and its rolls cannot be raised."""
    return any(isinstance(one, t.Involved) and one.event.type == "increase" for one in what.filters)


def _own(piece: Piece) -> Iterator[Gun]:
    """Cannons given for good, such as those made of treasure: they fire from any mast, fallen ones too."""
    for number in range(piece.parts.get("cannon", 0)):
        told = next((one for one in piece.states if one.startswith(f"cannon {number} ")), "")
        kind = told.rpartition(" ")[2]
        cannon = Cannon(int(kind[0]), kind[1:]) if kind else _PLAIN
        yield Gun(Part(piece.id, "cannon", OWN + number), cannon)
