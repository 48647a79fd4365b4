"""The cannons that a ship, sea creature, fort or crew has: those of her masts, and those that abilities add.

A cannon is a part of the piece that shoots it; `Part.source` says whether its card prints it, it is a second
one at a mast, an ability lends it, or the piece was given it for good.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pirate_code.board.card import Cannon
from pirate_code.board.refs import Matter, Part, Source
from pirate_code.board.state import UP, Piece
from pirate_code.rules.event import Event
from pirate_code.rules.program import nouns
from pirate_code.rules.program.effects import Become
from pirate_code.rules.program.filters import Has, IsA, OfRange, StatIs
from pirate_code.rules.program.selectors import THIS_SHIP, Selector

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pirate_code.rules.active import Match
    from pirate_code.rules.game import Game

_PLAIN = Cannon(3, "S")


class Gun(NamedTuple):
    """A cannon, where it shoots from, and whether its range and rolls can be raised.

    `mast` is the mast it stands at. One that is at no mast shoots from any mast, standing or not, or from any
    part of the piece if that is told of it, or if there are no masts. `lender` is the piece whose ability
    gives it.
    """

    part: Part
    cannon: Cannon
    mast: int | None = None
    anywhere: bool = False
    fixed: bool = False
    lender: int | None = None


def guns(game: Game, piece: Piece) -> list[Gun]:
    """Every cannon that a piece can shoot with, as things stand."""
    return game.active.recall(("guns", piece.id), lambda: _guns(game, piece))


def _guns(game: Game, piece: Piece) -> list[Gun]:
    return [*_at_masts(game, piece), *_second(game, piece), *lent(game, piece), *_own(piece)]


def parts(game: Game, piece: Piece) -> list[Part]:
    """The same cannons as parts."""
    return [gun.part for gun in guns(game, piece)]


def name_of(game: Game, part: Part) -> str:
    """A cannon in words: "cannon 2"; those that the card does not print are counted after those it does."""
    if part.source is Source.CARD:
        return f"cannon {part.number + 1}"
    printed = len(game.state.pieces[part.of].card.cannons)
    return f"cannon {printed + part.number + 1} ({part.source.value})"


def gun(game: Game, part: Part) -> Gun:
    """One cannon; it may be gone by now."""
    if part.source is Source.CARD:
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
        flies = mast is None or piece.masts[mast] == UP or (flags and stated_range(game, part) is None)
        if flies or _is_kept(game, part):
            yield Gun(part, cannon, mast)


def _mast(piece: Piece, number: int) -> int | None:
    return number if number < len(piece.masts) else None


def _is_kept(game: Game, part: Part) -> bool:
    """Whether her cannons cannot be eliminated although her masts can."""
    lost = Event("eliminate", object=part, source=part.of)
    return bool(game.active.entries("forbid", "eliminate")) and any(
        found.op.pattern is not None and found.op.pattern.noun in nouns.CANNONS
        for found in game.active.matching("forbid", lost)
    )


def _second(game: Game, piece: Piece) -> Iterator[Gun]:
    """A mast that has two cannons shoots twice (longship-shoots-twice-from-each-mast)."""
    if any(_doubles(found, held, piece) for found, held in _held(game, "has")):
        for number, mast in enumerate(piece.masts[: len(piece.card.cannons)]):
            if mast == UP:
                yield Gun(Part(piece.id, "cannon", number, Source.SECOND), piece.card.cannons[number], number)


def _doubles(found: Match, held: Become, piece: Piece) -> bool:
    return (
        held.subject.noun in nouns.MASTS
        and isinstance(held.filter, Has)
        and held.filter.what.noun in nouns.CANNONS
        and bool(piece.masts)
        and held.subject.fits(Part(piece.id, "mast", 0), found.ctx)
    )


def lent(game: Game, piece: Piece) -> Iterator[Gun]:
    """Cannons that a piece has as long as an ability is in force; the same ability aboard lends them once."""
    number = 0
    lenders: dict[tuple[str, int], int] = {}
    for who, what, found in _lending(game):
        if not who.fits(piece.id, found.ctx):
            continue
        ship = None if found.op.each else game.state.ship_of(game.state.pieces[found.source])
        key = (found.op.key, found.source if ship is None else ship.id)
        if lenders.setdefault(key, found.source) != found.source:
            continue  # stacking-same-ability-once
        count = _number(what)
        kind = next((one for one in what.filters if isinstance(one, OfRange)), None)
        cannon = Cannon((kind and kind.rank) or _PLAIN.rank, (kind and kind.range) or _PLAIN.range)
        for _ in range(count):
            part = Part(piece.id, "cannon", number, Source.LENT)
            anywhere = _at_no_mast(what) and _is_measured_anywhere(game, part, found)
            yield Gun(part, cannon, anywhere=anywhere, fixed=_is_fixed(what), lender=found.source)
            number += 1


def _number(what: Selector) -> int:
    """How many cannons are told of, one if no number is."""
    exact = what.count.exact if what.count is not None else None
    return exact if exact is not None else 1


def _lending(game: Game) -> Iterator[tuple[Selector, Selector, Match]]:
    """Whom abilities lend a cannon, and what it is like."""
    for entry, gain in game.active.gainings():
        if gain.what.noun in nouns.CANNONS:
            match = game.active.acts(entry, None)
            if match is not None:
                yield gain.who, gain.what, match
    for match, held in _held(game, "is_a"):
        if isinstance(held.filter, IsA) and held.filter.what.noun in nouns.CANNONS:
            yield THIS_SHIP, held.filter.what, match
    for match, held in _held(game, "has"):
        # What a ship is told to have she is given at setup; a crew has it while it can use its ability.
        what = held.filter.what if isinstance(held.filter, Has) else None
        if what is not None and what.noun in nouns.CANNONS and held.subject.noun == "crew":
            yield held.subject, what, match


def stated_range(game: Game, part: Part) -> tuple[str, ...] | None:
    """The range that a card tells of the first of its own cannons (ramsgate-no-extra-cannon)."""
    if part.source is not Source.CARD:
        return None
    for match, held in _held(game, "has"):
        what = held.filter.what if isinstance(held.filter, Has) else None
        if what is None or what.noun not in nouns.CANNONS or match.source != part.of:
            continue
        for narrow in what.filters if part.number < _number(what) else ():
            if isinstance(narrow, StatIs) and narrow.stat == "range" and narrow.amount.segments:
                return narrow.amount.segments
    return None


def _held(game: Game, kind: str) -> Iterator[tuple[Match, Become]]:
    for entry, become in game.active.holds(kind):
        match = game.active.acts(entry, None)
        if match is not None:
            yield match, become


def _at_no_mast(what: Selector) -> bool:
    return any(isinstance(one, Has) and one.negated for one in what.filters)


def _is_measured_anywhere(game: Game, part: Part, found: Match) -> bool:
    """Whether its range may be measured from any part of the ship."""
    whole = Event("shoot", agent=part, player=found.ctx.player)
    asked = Event("measure", object=Matter("range", part.of), source=Matter("part", part.of), within=whole)
    return game.permits(asked.but(player=found.ctx.player))


def _is_fixed(what: Selector) -> bool:
    """Whether its range and its rolls cannot be raised."""
    return any(one.event is not None and one.event.type == "increase" for one in what.filters)


def _own(piece: Piece) -> Iterator[Gun]:
    """Cannons given for good, such as those made of treasure: they fire from any mast, fallen ones too."""
    for number, cannon in enumerate(piece.given_cannons):
        yield Gun(Part(piece.id, "cannon", number, Source.GIVEN), cannon)
