"""Facts on a position: whether a condition holds, whose turn it is, what is going on."""

from __future__ import annotations

from collections.abc import Iterator

from pirate_code.board.refs import Matter, Part, Ref
from pirate_code.language import tree as t
from pirate_code.rules import stats, table, tally
from pirate_code.rules.event import Event, chain, face, is_of_guns
from pirate_code.rules.meaning import amounts, filters, select
from pirate_code.rules.meaning.clauses import Guards
from pirate_code.rules.meaning.context import Context
from pirate_code.rules.meaning.nouns import PIECES
from pirate_code.rules.meaning.patterns import pattern

STANDING = frozenset({"touch", "tow", "pin", "surround"})  # what can be seen as it is, whenever it came about


def holds(fact: t.Fact, ctx: Context) -> bool:
    """Whether a fact holds now."""
    if isinstance(fact, t.Matches):
        return _matches(fact, ctx)
    if isinstance(fact, t.Happens):
        return _happens(fact, ctx)
    if isinstance(fact, t.Done):
        return ctx.asked
    if isinstance(fact, t.Tied):
        return bool(ctx.event and ctx.event.facts.get("tied"))
    if isinstance(fact, t.Facts):
        found = [holds(part, ctx) for part in fact.facts]
        return all(found) if fact.join == "and" else any(found)
    return True


def _matches(fact: t.Matches, ctx: Context) -> bool:
    """Some piece of the subject passes the filter; "no ship" asks that none does; a group asks for each."""
    subject = fact.subject
    if isinstance(subject, t.Group) and subject.join == "and":
        if _is_of_one_nation(fact.filter):
            pieces = [ctx.piece(ref) for ref in select.find(subject, ctx)]
            return len({stats.nation(ctx.game, piece) for piece in pieces if piece is not None}) == 1
        return all(_matches(fact.but(subject=member), ctx) for member in subject.members)
    if isinstance(subject, t.Pieces) and subject.noun in {"result", "cannon_roll", "die_roll"}:
        return _roll_is(fact, ctx)
    counted = subject.count if isinstance(subject, t.Pieces) and subject.noun == "hit" else None
    if isinstance(subject, t.Pieces) and isinstance(counted, t.Number | t.AtLeast):
        return _are_hits(subject, counted, ctx)
    if isinstance(subject, t.Pieces) and subject.which == "no":
        return not _matches(fact.but(subject=subject.but(which="a")), ctx)
    passing = [ref for ref in select.find(subject, ctx) if filters.holds(fact.filter, ref, ctx)]
    if passing and not (isinstance(subject, t.Pieces) and subject.which == "this"):
        ctx.say(*_aboard_of(fact.filter, passing[0], ctx), passing[0])
    elif passing and isinstance(fact.filter, t.Within) and not fact.filter.negated:
        _say_near(fact.filter, passing[0], ctx)
    if isinstance(subject, t.Pieces) and subject.count is not None:
        least, most = amounts.bounds(subject.count, ctx)
        return least <= len(passing) <= max(most, least)
    return bool(passing)


def _aboard_of(found: t.Filter, ref: Ref, ctx: Context) -> list[Ref]:
    """The ship that something is said to be on: "if he is on a friendly ship, ... that ship"."""
    piece = ctx.piece(ref) if isinstance(found, t.Located) else None
    return [piece.where] if piece is not None and piece.where >= 0 else []


def _is_of_one_nation(found: t.Filter) -> bool:
    """Whether pieces are said to have the same nationality (black-mark-needs-matching-nations-first)."""
    what = found.what if isinstance(found, t.Has) else None
    return (
        isinstance(what, t.Pieces) and what.noun == "nationality" and t.InState(state="same") in what.filters
    )


def _say_near(near: t.Within, ref: Ref, ctx: Context) -> None:
    """Remember what this ship is near: "if she is within S of an island, mark the island"."""
    piece = ctx.piece(ref)
    wanted = near.of.members if isinstance(near.of, t.Group) else [near.of] if near.of is not None else []
    for selector in wanted:
        found = [
            (table.gap(ctx.game, piece, other), thing)
            for thing in select.find(selector, ctx)
            if piece is not None
            and isinstance(thing, int)
            and (other := ctx.piece(thing)) is not None
            and other is not piece
        ]
        if found:
            ctx.say(min(found)[1])


def _roll_is(fact: t.Matches, ctx: Context) -> bool:
    """A fact about the roll that is going on: what it counts as; "any cannon roll" is one of this ship."""
    found = fact.filter
    rolled = next((event for event in chain(ctx.event) if event.type == "roll"), None)
    if rolled is not None and isinstance(fact.subject, t.Pieces):
        own = isinstance(rolled.object, Matter) and ctx.ship is not None and rolled.object.of == ctx.ship.id
        others = fact.subject.noun == "cannon_roll" and not is_of_guns(rolled)
        if others or (fact.subject.which == "any" and not own):
            return False
    shown = face(rolled) if rolled is not None else ctx.result
    if isinstance(found, t.StatIs) and isinstance(found.amount, t.Number):
        return filters.COMPARES[found.compare](shown, found.amount.value)
    if isinstance(found, t.Equals):
        return filters.holds(found, 0, ctx)
    return False


def exceeds(event: t.Event, ctx: Context) -> bool:
    """Whether a result is more than the rank of each cannon that is named."""
    what = event.object
    of = select.find(what.of, ctx) if isinstance(what, t.Pieces) and what.of is not None else []
    ranks = [stats.cannon(ctx.game, ref).rank for ref in of if isinstance(ref, Part)]
    return bool(ranks) and ctx.result > max(ranks)


def _are_hits(subject: t.Pieces, count: t.Number | t.AtLeast, ctx: Context) -> bool:
    """Whether the hit that is going on completes so many, of one action or of one turn, or comes after them.

    Every odd hit of two fells nothing (two-hits-for-a-mast-against-two-masts-with-one-hit). What is no hit at
    all, such as a ram, needs none; nor does a piece that is lost when another is hit.
    """
    hit = next((event for event in chain(ctx.event) if event.type == "hit"), None)
    lost = ctx.event.object if ctx.event is not None else None
    if hit is None or (isinstance(lost, int) and lost != hit.object):
        return True
    turns = any(
        isinstance(found, t.Located) and isinstance(found.what, t.Pieces) and found.what.noun == "turn"
        for found in subject.filters
    )
    number = int(hit.facts.get("of_turn" if turns else "of_action", 1))
    return number >= count.limit.value if isinstance(count, t.AtLeast) else number % count.value == 0


def _happens(fact: t.Happens, ctx: Context) -> bool:
    """An event that is going on, or that has happened this turn."""
    event = fact.event
    if fact.strength == "may" and event.type == "move" and event.agent is not None:
        ships = (ctx.piece(ref) for ref in select.find(event.agent, ctx))
        return any(ship is not None and stats.could_move_bare(ctx.game, ship) for ship in ships)
    if event.type in STANDING:
        happened = table.standing(ctx, event)
    elif event.type == "assign" and event.object is not None and event.to is not None:
        happened = _is_aboard(event.object, event.to, ctx)
    elif event.type == "use" and isinstance(event.object, t.Pieces) and event.object.noun in PIECES:
        used = select.find(event.object, ctx)  # a card is used while what its own words say goes on
        happened = any(found.cause.piece in used for found in chain(ctx.event))
    elif event.type == "change":
        happened = tally.changed_by(ctx)
    elif event.type == "draw":
        happened = table.is_line_clear(ctx, event)
    else:
        match = pattern(event)
        happened = any(match(ctx, found) for found in table.recent(ctx, event))
    return happened != (fact.strength in {"not", "cannot"})


def _is_aboard(what: t.Selector, ship: t.Selector, ctx: Context) -> bool:
    """Whether such a piece is assigned to a ship: it serves aboard her now."""
    holders = select.find(ship, ctx)
    pieces = (ctx.piece(ref) for ref in select.find(what, ctx))
    return any(piece is not None and piece.role != "cargo" and piece.where in holders for piece in pieces)


def _going_on(event: Event | None) -> Iterator[Event]:
    """The events that are going on; who explores is given an explore action, a free one in a move action."""
    for found in chain(event):
        yield found
        if found.type == "explore" and isinstance(found.agent, int):
            action = Matter("explore_action", found.agent)
            yield Event("give", object=action, to=found.agent, player=found.player, within=found.within)


def _is_full(event: t.Event, ctx: Context) -> bool:
    """Whether a ship that "reaches her cargo limit" has reached it: it stays so as long as she is full."""
    from pirate_code.rules.happen import carrying

    if event.type != "reach" or event.agent is None:
        return False
    ships = [ctx.piece(ref) for ref in select.find(event.agent, ctx)]
    return any(ship is not None and carrying.space_left(ctx.game, ship) <= 0 for ship in ships)


def guards_hold(guards: Guards, ctx: Context, event: Event | None) -> bool:
    """Whether all guards of a clause hold that can be looked at without asking anybody."""
    for trigger in guards.triggers:
        matches = [pattern(wanted) for wanted in trigger.events]
        now = any(match(ctx, found) for found in _going_on(event) for match in matches)
        if not now and not any(_is_full(wanted, ctx) for wanted in trigger.events):
            return False
    if guards.rolled:
        roll = next((found for found in chain(event) if found.type == "roll"), None)
        if roll is None or face(roll) not in guards.rolled:
            return False
    for part in guards.part_of:
        if not any(
            found.type in {"give", "roll"}
            and found.object is not None
            and select.fits(part.what, found.object, ctx)
            and (found.type != "give" or ctx.ship is None or found.to == ctx.ship.id)
            for found in chain(event)
        ):
            return False
    for moment in guards.moments:
        if not moment_is(moment, ctx):
            return False
    return all(holds(guard.fact, ctx) != guard.negated or guard.even for guard in guards.conditions)


def moment_is(moment: t.Moment, ctx: Context) -> bool:
    """Whether it is the turn of the player that a moment speaks of."""
    mine = ctx.state.turn.player == ctx.player
    if moment.whose in {"your", "next_yours", "each_yours", "one_yours"}:
        return mine
    if moment.whose == "next_player":
        return ctx.state.turn.player == (ctx.player + 1) % ctx.state.players
    if moment.whose == "its":
        ship = ctx.ship
        return ship is not None and ship.controller == ctx.state.turn.player
    return True
