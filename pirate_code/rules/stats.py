"""Stats as they are now: what is printed, changed by the abilities in force.

The order is the Code's: what sets a value first, then what multiplies it, then what adds and takes away. The
same ability twice on one ship counts once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pirate_code.board.card import Cannon
from pirate_code.board.refs import Matter, Part, Ref
from pirate_code.board.state import Piece
from pirate_code.language import tree as t
from pirate_code.rules.event import Event
from pirate_code.rules.meaning import amounts, nouns, select
from pirate_code.rules.meaning.context import Context

if TYPE_CHECKING:
    from pirate_code.rules.game import Game

Value = int | tuple[str, ...] | str | None
_ORDER = {"set": 0, "match": 0, "multiply": 1, "add": 2, "subtract": 3}


def of(game: Game, stat: str, ref: Ref, event: Event | None = None) -> Value:
    """A stat of a thing as it is now; nothing costs less than no points."""
    if event is None:
        return game.force.recall(("stat", stat, ref), lambda: _of(game, stat, ref, None))
    return _of(game, stat, ref, event)


def _of(game: Game, stat: str, ref: Ref, event: Event | None) -> Value:
    value = changed(game, stat, ref, printed(game, stat, ref), event)
    return max(0, value) if stat == "point_cost" and isinstance(value, int) else value


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
    if stat in {"cargo_space", "cargo_capacity"}:
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
    entries = game.force.entries("modify", stat) + game.force.for_now("modify", stat)
    if stat in {"cargo_space", "cargo_capacity"}:
        both = {"cargo_space", "cargo_capacity"} - {stat}
        entries = entries + game.force.entries("modify", both.pop())
    if not entries:
        return value
    asked = Event(stat, agent=ref, object=ref, within=event)
    if event is not None:
        asked.against = event.against
    found = []
    seen: set[object] = set()
    for entry in entries:
        if entry.source == without:
            continue
        change = entry.clause.effect
        assert isinstance(change, t.Change)
        subject = _subject(game, change, ref)
        if select.is_no(change.of, subject, game) or not select.fits(
            change.of, subject, game.force.context(entry, asked)
        ):  # most are of other ships
            continue
        one = game.force.acts(entry, asked)
        if one is None or not select.fits(change.of, subject, one.ctx):
            continue
        if not _may_change(game, entry.source, stat, ref):
            continue
        if change.against is not None and (
            event is None or event.against is None or not _is_meant(change.against, event.against, one.ctx)
        ):
            continue
        ship = game.state.ship_of(game.state.pieces[entry.source])
        key = (entry.clause.key, change, ship.id if ship else entry.source)
        if key in seen:
            continue
        seen.add(key)
        found.append((change, one.ctx))
    for change, ctx in sorted(found, key=lambda pair: _ORDER[pair[0].by]):
        if change.by != "add" or _may_grow(game, stat, ref):
            value = _apply(change, value, ctx)
    return value


def _is_meant(against: t.Selector, ref: Ref, ctx: Context) -> bool:
    """Whether a bonus is against somebody: a ship with the keyword of a nation's name counts as its ship."""
    if select.fits(against, ref, ctx):
        return True
    piece = ctx.piece(ref)
    if piece is None or not isinstance(against, t.Pieces):
        return False
    named = [one for one in against.filters if isinstance(one, t.OfNation) and not one.negated]
    others = tuple(one for one in against.filters if one not in named)
    called = named and all(one.nation in keywords(ctx.game, piece) for one in named)
    return bool(called) and select.fits(against.but(filters=others), ref, ctx)


def _may_change(game: Game, source: int, stat: str, ref: Ref) -> bool:
    """Whether an ability may change a stat: the costs of some crew stay (treasure-ship-crew-cost)."""
    if not isinstance(ref, int):
        return True
    moves = stat == "base_move" and (
        game.force.entries("forbid", "affect") or game.force.for_now("forbid", "affect")
    )
    if moves and not game.allows(
        Event("affect", agent=Matter("ability", source), object=Matter("movement", ref))
    ):
        return False
    if not game.force.entries("forbid", "change"):
        return True
    return game.allows(Event("change", agent=Matter("ability", source), object=Matter(stat, ref)))


def _may_grow(game: Game, stat: str, ref: Ref) -> bool:
    """Whether a stat may be raised at all: the capacity of some cannot."""
    of = ref.of if isinstance(ref, Part) else ref if isinstance(ref, int) else None
    names = ("cargo_capacity", "cargo_space") if stat in {"cargo_capacity", "cargo_space"} else (stat,)
    return not game.force.entries("forbid", "increase") or all(
        game.allows(Event("increase", object=Matter(name, of))) for name in names
    )


def _subject(game: Game, change: t.Change, ref: Ref) -> Ref:
    """A change of a ship's rolls is told of the ship, and of a cannon's range of the cannon."""
    told_of_ship = isinstance(change.of, t.Pieces) and not nouns.is_a(game, ref, change.of.noun)
    return ref.of if isinstance(ref, Part) and told_of_ship else ref


def _apply(change: t.Change, value: Value, ctx: Context) -> Value:
    amount = change.amount
    if isinstance(amount, t.Distance):
        if change.by == "set" or not isinstance(value, tuple):
            return amount.segments
        if change.by == "add":
            return value + amount.segments
        left = list(value)
        for segment in amount.segments:
            if segment in left:
                left.remove(segment)
        return tuple(left)
    if change.by == "match":
        of = amount.of if isinstance(amount, t.StatOf) else amount
        found = select.find(of, ctx) if isinstance(of, t.Pieces | t.Named | t.Group) else []
        piece = ctx.piece(found[0]) if found else None
        return piece.nation if piece is not None else value
    number = amounts.value(amount, ctx)
    if isinstance(value, tuple):
        return value * number if change.by == "multiply" else value
    if not isinstance(value, int):
        return value
    if change.by == "set":
        return number
    if change.by == "multiply":
        return value * number
    return value + number if change.by == "add" else value - number


# --- stats by name ------------------------------------------------------------------------------------------


def number(game: Game, stat: str, ref: Ref, event: Event | None = None) -> int:
    """A stat that is a number."""
    value = of(game, stat, ref, event)
    return value if isinstance(value, int) else 0


def base_move(game: Game, ship: Piece) -> tuple[str, ...]:
    """The segments of a ship's move."""
    value = of(game, "base_move", ship.id)
    return value if isinstance(value, tuple) else ()


_BARE = (t.InState(state="derelict"), t.Has(what=t.Pieces(noun="mast", which="no")))


def could_move_bare(game: Game, ship: Piece) -> bool:
    """Whether an ability would give her a base move if she had no masts (becalmed-ships-that-row)."""
    for entry in game.force.entries("modify", "base_move"):
        change = entry.clause.effect
        facts = [guard.fact for guard in entry.clause.guards.conditions if not guard.negated]
        if not any(isinstance(fact, t.Matches) and fact.filter in _BARE for fact in facts):
            continue
        hers = isinstance(change, t.Change) and select.fits(
            change.of, ship.id, game.force.context(entry, None)
        )
        if hers and game.force.usable(entry.source, entry.clause.number):
            return True
    return False


def moves_bare(game: Game, ship: Piece) -> bool:
    """Whether an ability gives a derelict a base move: "if derelict, this ship gains a base move of S".

    One that is not derelict and never had masts moves as her card says.
    """
    if not ship.masts and ship.card.base_move and not nouns.is_a(game, ship.id, "derelict"):
        return True
    for entry in game.force.entries("modify", "base_move"):
        change = entry.clause.effect
        facts = [guard.fact for guard in entry.clause.guards.conditions if not guard.negated]
        kinds = [fact.filter for fact in facts if isinstance(fact, t.Matches)]
        if t.InState(state="derelict") not in kinds or not isinstance(change, t.Change) or change.by != "set":
            continue
        one = game.force.acts(entry, None)
        if one is not None and select.fits(change.of, ship.id, one.ctx):
            return True
    return False


def nation(game: Game, piece: Piece) -> str | None:
    """The nationality that a piece has now."""
    if not game.force.entries("modify", "nationality") and not game.force.entries("hold", "is_a"):
        return piece.nation
    for entry in game.force.entries("hold", "is_a"):
        become = entry.clause.effect
        assert isinstance(become, t.Become)
        made = _nation_of(become)
        one = game.force.acts(entry, None) if made is not None else None
        if one is not None and select.fits(become.subject, piece.id, one.ctx):
            return made
    value = of(game, "nationality", piece.id)
    return value if isinstance(value, str) else piece.nation


def _nation_of(become: t.Become) -> str | None:
    """The nation that a piece is said to be of."""
    if not isinstance(become.filter, t.IsA) or become.filter.negated:
        return None
    return nation_in(become.filter.what)


def nation_in(what: t.Node) -> str | None:
    """The nation that a selector speaks of: "a Cursed game piece", "part of the Cursed nation"."""
    if not isinstance(what, t.Pieces):
        return None
    for found in what.filters:
        if isinstance(found, t.OfNation) and not found.negated:
            return str(found.nation)
    return nation_in(what.of) if what.of is not None else None


def keywords(game: Game, piece: Piece) -> frozenset[str]:
    """The keywords that a piece has: printed, and gained from abilities."""
    found = piece.card.keywords
    for entry in game.force.entries("gain", "gain"):
        gain = entry.clause.effect
        assert isinstance(gain, t.Gain)
        if not isinstance(gain.what, t.KeywordItself) or gain.what.keyword in found:
            continue
        if game.force.gains(entry, gain.who, piece.id):
            found |= {gain.what.keyword}
    return found


def printed_cannon(game: Game, part: Part) -> Cannon:
    """A cannon as the card prints it, or as the ability says that made it."""
    from pirate_code.rules import cannons

    return cannons.gun(game, part).cannon


def is_fixed(game: Game, part: Part) -> bool:
    """Whether the range and the rolls of a cannon cannot be raised."""
    from pirate_code.rules import cannons

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
    for entry in game.force.entries("modify", "range"):
        change = entry.clause.effect
        if (
            not isinstance(change, t.Change)
            or change.by != "set"
            or not isinstance(change.amount, t.Distance)
        ):
            continue
        one = game.force.acts(entry, None) if len(change.amount.segments) > 1 else None
        if one is not None and select.fits(change.of, _subject(game, change, part), one.ctx):
            return change.amount.segments[0]
    return None


def reach(game: Game, part: Part, event: Event | None = None) -> tuple[str, ...]:
    """How far a cannon shoots now; an event that is asked about may say against whom."""
    from pirate_code.rules import cannons

    printed = cannons.told_range(game, part) or (printed_cannon(game, part).range,)
    value = changed(game, "range", part, printed, event)
    return value if isinstance(value, tuple) and not is_fixed(game, part) else printed
