"""Stats as they are now: what is printed, changed by the abilities in force.

The order is the Code's: what sets a value first, then what multiplies it, then what adds and takes away. The
same ability twice on one ship counts once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pirate_code.board.card import Cannon
from pirate_code.board.refs import Matter, Part, Ref
from pirate_code.board.state import Piece
from pirate_code.rules import cannons
from pirate_code.rules.event import Event
from pirate_code.rules.program import nouns
from pirate_code.rules.program.amounts import Amount, StatOf
from pirate_code.rules.program.context import Context, Value, is_number
from pirate_code.rules.program.effects import Become, Change
from pirate_code.rules.program.filters import Filter, Has, IsA
from pirate_code.rules.program.selectors import Selector

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pirate_code.rules.ability_index import Entry
    from pirate_code.rules.active import Match
    from pirate_code.rules.game import Game

_SPACE = {"cargo_space": "cargo_capacity", "cargo_capacity": "cargo_space"}  # two names of one thing
_HULLS = frozenset({"ship", "sea creature"})
_SIGNS = {"add": "+", "subtract": "-"}
_ORDER = {"set": 0, "match": 0, "multiply": 1, "add": 2, "subtract": 3}


def of(game: Game, stat: str, ref: Ref, event: Event | None = None) -> Value:
    """A stat of a thing as it is now; nothing costs less than no points."""
    active = game.active
    if not active.is_modified(stat, _SPACE.get(stat, stat)):
        return printed(game, stat, ref)
    if not any(_may_concern(game, entry, change, ref) for entry, change in _changes(game, stat)):
        return printed(game, stat, ref)
    if event is None:
        return game.active.recall(("stat", stat, ref), lambda: _of(game, stat, ref, None))
    return _of(game, stat, ref, event)


def _of(game: Game, stat: str, ref: Ref, event: Event | None) -> Value:
    value = changed(game, stat, ref, printed(game, stat, ref), event)
    return 0 if stat == "point_cost" and isinstance(value, int) and value < 0 else value


def printed(game: Game, stat: str, ref: Ref) -> Value:
    """A stat as the card prints it."""
    if isinstance(ref, Part):
        gun = printed_cannon(game, ref)
        return gun.rank if stat == "rank" else (gun.range,) if stat == "range" else 0
    if not isinstance(ref, int):
        return ref.number if isinstance(ref, Matter) else 0
    piece = game.state.pieces[ref]
    if stat == "base_move":
        return piece.card.base_move
    if stat in _SPACE:
        return piece.card.cargo if piece.kind in {"ship", "sea creature"} else _space(piece)
    if stat == "nationality":
        return piece.nation
    return {"point_cost": piece.card.points, "gold_value": piece.value}.get(stat, 0)


def _space(piece: Piece) -> int:
    """The cargo space that a piece takes up: unique treasure takes none while it shows."""
    return 0 if piece.kind == "treasure" and piece.card.abilities and piece.face_up else 1


def changed(
    game: Game, stat: str, ref: Ref, value: Value, event: Event | None = None, *, without: int | None = None
) -> Value:
    """A value of a stat after the abilities in force have changed it, those of `without` left out."""
    found = _changing(game, stat, ref, event, without)
    if not found:
        return value
    sets = _settings(found)
    if len(sets) > 1:
        winner = _winner(game, stat, ref, sets)
        found = [one for one in found if one.change.by != "set" or one is winner]
    for one in sorted(found, key=lambda one: _ORDER[one.change.by]):
        if one.change.by != "add" or _may_grow(game, stat, ref):
            value = _apply(one.change, value, one.match.ctx)
    return value


def told(game: Game, stat: str, ref: Ref, event: Event) -> Iterator[str]:
    """What changes a stat of a thing and by how much, in words: "+1 by Gunner"."""
    for change, match in _changing(game, stat, ref, event, None):
        sign = _SIGNS.get(change.by)
        amount = change.amount
        number = amount.exact if isinstance(amount, Amount) and change.per is None else None
        by_how_much = f"{sign}{number}" if sign is not None and number is not None else "changed"
        yield f"{by_how_much} by {game.name(match.source)}"


class Changing(NamedTuple):
    """A change of a stat that is in force, and the ability that makes it."""

    change: Change
    match: Match


def _changing(game: Game, stat: str, ref: Ref, event: Event | None, without: int | None) -> list[Changing]:
    """The changes of a stat that are in force for a thing; the same ability aboard twice counts once."""
    changes = _changes(game, stat)
    if not changes:
        return []
    return _in_force(game, changes, Event(stat, agent=ref, object=ref, within=event), without)


def _changes(game: Game, stat: str) -> Sequence[tuple[Entry, Change]]:
    """What changes a stat, in force or not."""
    found = game.active.changes(stat)
    if stat not in _SPACE:
        return found
    other = game.active.lasting_changes(_SPACE[stat])
    return (*found, *other) if other else found


def _in_force(
    game: Game, changes: Sequence[tuple[Entry, Change]], asked: Event, without: int | None = None
) -> list[Changing]:
    """Those of some changes that are in force for the thing that is asked about."""
    event = asked.within
    asked.against = event.against if event is not None else None
    found: dict[object, Changing] = {}
    for entry, change in changes:
        match = _match(game, entry, change, asked) if entry.source != without else None
        if match is None:
            continue
        ship = game.state.ship_of(game.state.pieces[entry.source])
        key = (entry.op.key, change, ship.id if ship else entry.source)
        found.setdefault(key, Changing(change, match))
    return list(found.values())


def _match(game: Game, entry: Entry, change: Change, asked: Event) -> Match | None:
    """The ability that makes a change, if it makes it to the thing that is asked about."""
    stat, ref = asked.type, asked.object
    assert ref is not None
    subject = _subject(game, change, ref)
    if not _may_concern(game, entry, change, ref):  # most are of other ships
        return None
    if not change.of.fits(subject, game.active.context(entry, asked)):
        return None
    match = game.active.acts(entry, asked)
    if match is None or not change.of.fits(subject, match.ctx):
        return None
    if not _may_change(game, entry.source, stat, ref):
        return None
    if change.against is not None and (
        asked.against is None or not _is_meant(change.against, asked.against, match.ctx)
    ):
        return None
    return match


# --- which of several wins ----------------------------------------------------------------------------------


def _settings(found: list[Changing]) -> list[Changing]:
    """The changes that settle a stat and win by their rank (ability-conflict-ranks)."""
    sets = [one for one in found if one.change.by == "set"]
    best = max((one.match.op.rank for one in sets), default=None)
    return [one for one in sets if one.match.op.rank == best]


def _winner(game: Game, stat: str, ref: Ref, sets: list[Changing]) -> Changing:
    """The one that the controller has put first, or the last."""
    chosen = game.state.precedence.get((stat, ref)) if isinstance(ref, int) else None
    return next((one for one in sets if one.match.source == chosen), sets[-1])


def rivals(game: Game, stat: str, piece: Piece) -> list[Match]:
    """The abilities of equal rank that settle a stat of a piece differently."""
    changes = [
        one for one in _changes(game, stat) if one[1].by == "set" and _may_concern(game, *one, piece.id)
    ]
    if len(changes) < 2:
        return []
    sets = _settings(_in_force(game, changes, Event(stat, agent=piece.id, object=piece.id)))
    values = {_apply(one.change, None, one.match.ctx) for one in sets}
    return [one.match for one in sets] if len(values) > 1 else []


def _may_concern(game: Game, entry: Entry, change: Change, ref: Ref) -> bool:
    """Whether a change could be one of a thing: most speak of their own ship only. Quick, and asks nobody."""
    subject = _subject(game, change, ref)
    if change.of.cannot_be(subject, game):
        return False
    if not change.of.is_this or change.of.noun != "ship" or not isinstance(subject, int):
        return True
    source = game.state.pieces[entry.source]
    own = game.state.ship_of(source)
    if own is None or own.kind == "fort" or (own is not source and source.kind in _HULLS):
        return True
    return own.id == subject


def _is_meant(against: Selector, ref: Ref, ctx: Context) -> bool:
    """Whether a bonus is against somebody: a ship with the keyword of a nation's name counts as its ship."""
    if against.fits(ref, ctx):
        return True
    piece = ctx.piece(ref)
    if piece is None:
        return False
    named = [one for one in against.filters if one.nation and not one.is_denied]
    others = tuple(one for one in against.filters if one not in named)
    called = named and all(one.nation in ctx.game.keywords(piece) for one in named)
    return bool(called) and against.but(filters=others).fits(ref, ctx)


def _may_change(game: Game, source: int, stat: str, ref: Ref) -> bool:
    """Whether an ability may change a stat: the costs of some crew stay (treasure-ship-crew-cost)."""
    if not isinstance(ref, int):
        return True
    moves = stat == "base_move" and (
        game.active.entries("forbid", "affect") or game.active.for_now("forbid", "affect")
    )
    for what in (Matter("movement", ref), ref) if moves else ():
        if not game.allows(Event("affect", agent=Matter("ability", source), object=what)):
            return False
    if not game.active.entries("forbid", "change"):
        return True
    return game.allows(Event("change", agent=Matter("ability", source), object=Matter(stat, ref)))


def _may_grow(game: Game, stat: str, ref: Ref) -> bool:
    """Whether a stat may be raised at all: the capacity of some cannot."""
    of = ref.of if isinstance(ref, Part) else ref if isinstance(ref, int) else None
    names = ("cargo_capacity", "cargo_space") if stat in _SPACE else (stat,)
    return not game.active.entries("forbid", "increase") or all(
        game.allows(Event("increase", object=Matter(name, of))) for name in names
    )


def _subject(game: Game, change: Change, ref: Ref) -> Ref:
    """A change of a ship's rolls is told of the ship, and of a cannon's range of the cannon."""
    told = [one.noun for one in change.of.members or (change.of,) if one.noun]
    if not isinstance(ref, Part) or not told:
        return ref
    return ref if any(nouns.is_a(game, ref, noun) for noun in told) else ref.of


def _apply(change: Change, value: Value, ctx: Context) -> Value:
    segments = change.amount.segments
    if segments:
        return _apply_segments(change.by, value, segments * change.times(ctx))
    if change.by == "match":
        return _matched(change.amount, value, ctx)
    number = change.amount.value(ctx) * change.times(ctx)
    if change.by == "set" and value is None:
        return number
    if isinstance(value, tuple):
        return value * number if change.by == "multiply" else value
    if not is_number(value):
        return value
    if change.by == "set":
        return number
    if change.by == "multiply":
        return value * number
    return value + number if change.by == "add" else value - number


def _apply_segments(by: str, value: Value, segments: tuple[str, ...]) -> Value:
    """Segments that are set, added, or taken away one by one."""
    if by == "set" or not isinstance(value, tuple):
        return segments
    if by == "add":
        return value + segments
    left = list(value)
    for segment in segments:
        if segment in left:
            left.remove(segment)
    return tuple(left)


def _matched(like: Amount | Selector, value: Value, ctx: Context) -> Value:
    """The nation of what a piece is to match."""
    of = like.of if isinstance(like, StatOf) else like
    found = of.find(ctx) if isinstance(of, Selector) and not of.is_player and not of.keyword else []
    piece = ctx.piece(found[0]) if found else None
    return piece.nation if piece is not None else value


# --- stats by name ------------------------------------------------------------------------------------------


def number(game: Game, stat: str, ref: Ref, event: Event | None = None) -> int:
    """A stat that is a number."""
    value = of(game, stat, ref, event)
    return value if isinstance(value, int) else 0


def base_move(game: Game, ship: Piece) -> tuple[str, ...]:
    """The segments of a ship's move."""
    if lacks_bare_move(game, ship):
        return ()
    value = of(game, "base_move", ship.id)
    return value if isinstance(value, tuple) else ()


def lacks_bare_move(game: Game, ship: Piece) -> bool:
    """Whether she has lost all masts, and what would move her without them may not.

    See flotilla-in-tow-shuts-off-base-move-abilities.
    """
    if not ship.masts or ship.standing:
        return False
    return any(
        not _may_change(game, entry.source, "base_move", ship.id)
        and any(_asks_for_no_masts(one.fact.state_asked) for one in entry.op.guards.conditions)
        and change.of.fits(ship.id, game.active.context(entry, None))
        for entry, change in game.active.lasting_changes("base_move")
    )


def _asks_for_no_masts(found: Filter | None) -> bool:
    """Whether a ship is asked to be derelict, or to have no masts."""
    if found is None:
        return False
    if isinstance(found, Has) and not found.negated:
        return (found.what.noun, found.what.which) == ("mast", "no")
    return _asks_for_derelict(found)


def _asks_for_derelict(found: Filter | None) -> bool:
    return found is not None and found.state == "derelict" and not found.is_denied


def could_move_bare(game: Game, ship: Piece) -> bool:
    """Whether an ability would give her a base move if she had no masts (becalmed-ships-that-row)."""
    for entry, change in game.active.lasting_changes("base_move"):
        asked = [one.fact.state_asked for one in entry.op.guards.conditions if not one.negated]
        if not any(_asks_for_no_masts(found) for found in asked):
            continue
        hers = change.of.fits(ship.id, game.active.context(entry, None))
        if hers and game.active.usable(entry.source, entry.op.number):
            return True
    return False


def moves_bare(game: Game, ship: Piece) -> bool:
    """Whether an ability gives a derelict a base move: "if derelict, this ship gains a base move of S".

    One that is not derelict and never had masts moves as her card says.
    """
    if not ship.masts and ship.card.base_move and not nouns.is_a(game, ship.id, "derelict"):
        return True
    for entry, change in game.active.lasting_changes("base_move"):
        asked = [one.fact.state_asked for one in entry.op.guards.conditions if not one.negated]
        if change.by != "set" or not any(_asks_for_derelict(found) for found in asked):
            continue
        one = game.active.acts(entry, None)
        if one is not None and change.of.fits(ship.id, one.ctx):
            return True
    return False


def nation(game: Game, piece: Piece) -> str | None:
    """The nationality that a piece has now."""
    if not game.active.entries("modify", "nationality") and not game.active.entries("hold", "is_a"):
        return piece.nation
    for entry, become in game.active.holds("is_a"):
        made = _nation_of(become)
        one = game.active.acts(entry, None) if made is not None else None
        if one is not None and become.subject.fits(piece.id, one.ctx):
            return made
    value = of(game, "nationality", piece.id)
    return value if isinstance(value, str) else piece.nation


def _nation_of(become: Become) -> str | None:
    """The nation that a piece is said to be of."""
    found = become.filter
    return nation_in(found.what) if isinstance(found, IsA) and not found.negated else None


def nation_in(what: Selector) -> str | None:
    """The nation that a selector speaks of: "a Cursed game piece", "part of the Cursed nation"."""
    for found in what.filters:
        if found.nation and not found.is_denied:
            return found.nation
    return nation_in(what.of) if what.of is not None and what.noun else None


def keywords(game: Game, piece: Piece) -> frozenset[str]:
    """The keywords that a piece has: printed, and gained from abilities."""
    found = piece.card.keywords
    for entry, gain in game.active.gainings():
        named = {one.keyword for one in gain.what.members if one.keyword}
        if named - found and game.active.gains(entry, gain.who, piece.id):
            found |= named
    return found


def printed_cannon(game: Game, part: Part) -> Cannon:
    """A cannon as the card prints it, or as the ability says that made it."""
    return cannons.gun(game, part).cannon


def is_fixed(game: Game, part: Part) -> bool:
    """Whether the range and the rolls of a cannon cannot be raised."""
    return cannons.gun(game, part).fixed


def cannon(game: Game, part: Part) -> Cannon:
    """The cannon at a mast: its rank now; an S cannon that reaches farther is still an S cannon.

    Made to shoot farther than any is printed, it is of the other kind (power-cannons-meet-l-immunity).
    """
    gun = printed_cannon(game, part)
    rank = of(game, "rank", part)
    return Cannon(rank if isinstance(rank, int) else gun.rank, _made_range(game, part) or gun.range)


def _made_range(game: Game, part: Part) -> str | None:
    """The kind of a cannon whose range an ability has set to several segments."""
    for entry, change in game.active.lasting_changes("range"):
        segments = change.amount.segments
        if change.by != "set" or len(segments) < 2:
            continue
        one = game.active.acts(entry, None)
        if one is not None and change.of.fits(_subject(game, change, part), one.ctx):
            return segments[0]
    return None


def reach(game: Game, part: Part, event: Event | None = None) -> tuple[str, ...]:
    """How far a cannon shoots now; an event that is asked about may say against whom."""
    printed = cannons.stated_range(game, part) or (printed_cannon(game, part).range,)
    value = changed(game, "range", part, printed, event)
    return value if isinstance(value, tuple) and not is_fixed(game, part) else printed
