"""Filters on a position: whether a thing is English, submerged, within S of another, the dearest of them."""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import cache
from typing import Any

from pirate_code.board.refs import Matter, Part, Ref, Seat
from pirate_code.board.state import ASIDE, SEA, UP, Piece
from pirate_code.language import tree as t
from pirate_code.language.compare import normal_form
from pirate_code.language.keywords import define
from pirate_code.language.walk import walk
from pirate_code.rules import stats, table
from pirate_code.rules.event import Event, chain, face
from pirate_code.rules.meaning import amounts, patterns, select
from pirate_code.rules.meaning.context import Context
from pirate_code.rules.meaning.nouns import ACTIONS, ROLLS, is_a

__all__ = ["ASIDE", "extremes", "holds", "of_another_nation", "of_nationality"]


def holds(found: t.Filter, ref: Ref, ctx: Context) -> bool:
    """Whether a thing passes a filter."""
    return _TESTS[type(found)](found, ref, ctx)


def _nation(found: t.OfNation, ref: Ref, ctx: Context) -> bool:
    piece = ctx.piece(ref)
    return piece is not None and (stats.nation(ctx.game, piece) == found.nation) != found.negated


def _keyword(found: t.HasKeyword, ref: Ref, ctx: Context) -> bool:
    piece = ctx.piece(ref)
    if piece is None:
        return False
    if found.or_name is not None and found.or_name in piece.card.name:
        return True
    return found.keyword in stats.keywords(ctx.game, piece) or _in_text(found.keyword, piece.card.abilities)


@cache
def _in_text(keyword: str, abilities: tuple[t.Ability, ...]) -> bool:
    """Whether abilities print what a keyword means (captain-keyword-means-the-ability)."""
    printed = {
        ability.effect.keyword for ability in abilities if isinstance(ability.effect, t.KeywordAbility)
    }
    if not abilities or keyword in printed:
        return bool(abilities)
    meant = normal_form(define(keyword))
    return bool(meant) and meant <= normal_form(abilities)


def _name_has(found: t.NamedLike, ref: Ref, ctx: Context) -> bool:
    piece = ctx.piece(ref)
    return piece is not None and found.name.casefold() in piece.card.name.casefold()


def _state(found: t.InState, ref: Ref, ctx: Context) -> bool:
    test = STATES.get(found.state)
    held = ctx.game.force.held(found.state, ref)
    if held is not None:
        return held != found.negated
    if test is None:
        piece = ctx.piece(ref)
        return (piece is not None and found.state in piece.states) != found.negated
    return test(ref, ctx, found) != found.negated


def _within(found: t.Within, ref: Ref, ctx: Context) -> bool:
    piece = _place_of(ref, ctx)
    if piece is None:
        return False
    others: list[Ref] = (
        select.find(found.of, ctx) if found.of is not None else [ctx.ship.id] if ctx.ship else []
    )
    near = any(
        (other := _place_of(thing, ctx)) is not None
        and not _is_aboard(piece, other)
        and not _fog_between(piece, other, ctx)
        and table.within(ctx.game, piece, other, found.distance.segments)
        and (found.beyond is None or not table.within(ctx.game, piece, other, found.beyond.segments))
        for thing in others
    )
    return near != found.negated


def _fog_between(piece: Piece, other: Piece, ctx: Context) -> bool:
    """Whether one of two ships is lost in fog: no range reaches from it, or into it."""
    ships = [ctx.state.ship_of(found) for found in (piece, other)]
    return ships[0] is not ships[1] and any(ship is not None and "lost" in ship.states for ship in ships)


def _is_aboard(piece: Piece, other: Piece) -> bool:
    """Whether a piece is another or aboard it: a distance begins outside (cancel-friends-but-not-aboard)."""
    return piece is other or (other.afloat and piece.where == other.id)


def _place_of(thing: Ref, ctx: Context) -> Piece | None:
    """The piece that a distance is measured from or to; an attack comes from whoever makes it."""
    if isinstance(thing, Matter):
        return ctx.state.pieces[thing.of] if thing.of is not None else None
    return ctx.piece(thing)


def _located(found: t.Located, ref: Ref, ctx: Context) -> bool:
    if isinstance(ref, Matter) and ref.of is not None:
        ref = ref.of  # an ability is where the piece is that has it
    piece = ctx.piece(ref)
    if isinstance(found.what, t.Pieces) and found.what.noun == "path":
        return _in_path(ref, ctx)
    if isinstance(found.what, t.Pieces) and found.what.noun == "cargo_capacity":
        return piece is not None and _is_full(piece, ctx)
    places = select.find(found.what, ctx)
    if found.place == "as":
        return (
            any((other := ctx.piece(place)) is not None and other.nation == piece.nation for place in places)
            if piece
            else False
        )
    if piece is None:
        return isinstance(ref, Matter)
    if isinstance(ref, Part) and found.place in {"on", "from"}:
        return ref.of in places
    if isinstance(found.what, t.Pieces) and found.what.noun == "fleet":
        owners = select.find(found.what.of, ctx) if found.what.of is not None else [Seat(ctx.player)]
        return any(isinstance(owner, Seat) and piece.controller == owner.player for owner in owners)
    if found.place == "docked_at" or (found.place == "at" and piece.afloat):
        return piece.docked is not None and (piece.docked in places or _fort_at(piece.docked, places, ctx))
    return any(
        piece.where == place
        or (isinstance(place, int) and table.on(ctx.game, piece, ctx.state.pieces[place]))
        for place in places
    )


def _is_full(ship: Piece, ctx: Context) -> bool:
    """Whether a ship is at full cargo capacity."""
    from pirate_code.rules.happen import carrying

    return carrying.space_left(ctx.game, ship) <= 0


def _in_path(ref: Ref, ctx: Context) -> bool:
    """Whether a thing lies in the path of what has just left a ship."""
    return any(ref in path for path in _paths(ctx))


def _paths(ctx: Context) -> list[list[int]]:
    return [outer.facts["path"] for outer in chain(ctx.event) if "path" in outer.facts]


def _fort_at(island: int, places: list[Ref], ctx: Context) -> bool:
    """A fort stands on its island: who is docked at the one is docked at the other."""
    return any(isinstance(place, int) and ctx.state.pieces[place].where == island for place in places)


def _touching(found: t.Touching, ref: Ref, ctx: Context) -> bool:
    piece = ctx.piece(ref)
    if piece is None:
        return False
    return any(_touches(other, piece, ctx) for other in select.find(found.what, ctx))


def _touches(ref: Ref, piece: Piece, ctx: Context) -> bool:
    """Whether a thing touches a piece; a blade touches whatever it is told to reach."""
    other = ctx.piece(ref)
    if other is None or other is piece:
        return False
    if isinstance(ref, Part) and ctx.game.force.permits(Event("touch", agent=ref, object=piece.id)):
        return True
    return table.touching(ctx.game, piece, other)


def _has(found: t.Has, ref: Ref, ctx: Context) -> bool:
    what = found.what
    if isinstance(what, t.KeywordItself):
        piece = ctx.piece(ref)
        return (piece is not None and what.keyword in stats.keywords(ctx.game, piece)) != found.negated
    if isinstance(what, t.Group):
        held = [_has(found.but(what=member, negated=False), ref, ctx) for member in what.members]
        return (all(held) if what.join == "and" else any(held)) != found.negated
    if not isinstance(what, t.Pieces):
        return any(_holder(ctx, thing) == ref for thing in select.find(what, ctx)) != found.negated
    wanted = (
        amounts.bounds(what.count, ctx)
        if what.count is not None
        else (0, 0)
        if what.which == "no"
        else (1, 99)
    )
    inner = ctx.copy()
    inner.say(ref)
    owned = [
        thing for thing in select.find(what.but(which="a", count=None), inner) if _holds(ctx, ref, thing)
    ]
    if what.which == "another":
        owned = [thing for thing in owned if thing != ctx.source]
    return (wanted[0] <= len(owned) <= wanted[1]) != found.negated


def _holds(ctx: Context, ref: Ref, thing: Ref) -> bool:
    """Whether a piece has a thing aboard or as its part; a fleet has all that its player controls."""
    if isinstance(ref, Matter) and ref.noun == "fleet":
        return _player_of(thing, ctx) == ctx.player
    return _holder(ctx, thing) == ref


def _holder(ctx: Context, thing: Ref) -> Ref | None:
    if isinstance(thing, Part):
        return thing.of
    return ctx.state.pieces[thing].where if isinstance(thing, int) else None


COMPARES: dict[str, Callable[[int, int], bool]] = {
    "equal": operator.eq,
    "at_most": operator.le,
    "at_least": operator.ge,
    "more": operator.gt,
    "less": operator.lt,
}


def _stat_is(found: t.StatIs, ref: Ref, ctx: Context) -> bool:
    value = stats.of(ctx.game, found.stat, ref, ctx.event)
    if found.stat in ROLLS and isinstance(ref, Part):  # the roll of a cannon is the one it is making
        rolls = (event for event in chain(ctx.event) if event.type == "roll" and event.agent == ref)
        value = next((face(roll) for roll in rolls), 0)
    if isinstance(found.amount, t.Distance):
        return value == found.amount.segments
    wanted = amounts.value(found.amount, ctx)
    if not isinstance(value, int):
        return False
    return COMPARES[found.compare](value, wanted)


def _range(found: t.OfRange, ref: Ref, ctx: Context) -> bool:
    if not isinstance(ref, Part):
        return False
    cannon = stats.cannon(ctx.game, ref)
    return found.range in {None, cannon.range} and found.rank in {None, cannon.rank}


def _involved(found: t.Involved, ref: Ref, ctx: Context) -> bool:
    """Whether a thing has its part in an event: going on, of this turn, or what touches now."""
    event = found.event
    if event.type == "choose" and found.role == "object" and event.agent is not None:
        return True  # who chooses is for whoever picks to know
    if event.type in {"touch", "tow", "control", "pin", "surround"}:
        return table.relation(ctx, event, found.role, ref)
    if event.type == "possess" and isinstance(
        ref, Matter
    ):  # an ability is possessed by the piece that has it
        return ref.of is not None and (event.agent is None or select.fits(event.agent, ref.of, ctx))
    if event.type in {"place", "assign"} and found.role == "object" and event.to is not None:
        piece = ctx.piece(ref)  # crew placed on a ship are those aboard her
        return piece is not None and piece.where in select.find(event.to, ctx)
    if event.type == "remain" and found.role == "agent" and event.at is not None:
        piece = ctx.piece(ref)
        return piece is not None and piece.where in select.find(event.at, ctx)
    matches = patterns.pattern(event)
    for going_on in table.recent(ctx, event):
        part = going_on.agent if found.role == "agent" else going_on.object
        if found.role == "where":
            part = going_on.at if going_on.at is not None else going_on.source
        if (part == ref or (isinstance(part, Part) and part.of == ref)) and matches(ctx.copy(), going_on):
            return True
    return False


def _is_a(found: t.IsA, ref: Ref, ctx: Context) -> bool:
    assert not isinstance(found.what, t.CountOf)
    return select.fits(found.what, ref, ctx) != found.negated


def _except(found: t.Except, ref: Ref, ctx: Context) -> bool:
    return not select.fits(found.what, ref, ctx)


def _always(found: t.Filter, ref: Ref, ctx: Context) -> bool:
    """What narrows nothing down here: "including ...", and what `extremes` sorts out afterwards."""
    return True


def _outside(found: t.OutsideGame, ref: Ref, ctx: Context) -> bool:
    return isinstance(ref, int) and ctx.state.pieces[ref].where == ASIDE


def _equals(found: t.Equals, ref: Ref, ctx: Context) -> bool:
    value, wanted = ctx.result, amounts.value(found.amount, ctx)
    return COMPARES[found.compare](value, wanted)


def extremes(selector: t.Pieces, found: list[Ref], ctx: Context) -> list[Ref]:
    """Keep those with the highest or lowest stat, and the nearest one."""
    for narrow in selector.filters:
        if isinstance(narrow, t.Extreme) and narrow.stat == "gold_value":  # others have no such value
            found = [
                ref for ref in found if is_a(ctx.game, ref, "gold") or not is_a(ctx.game, ref, "treasure")
            ]
        if isinstance(narrow, t.Extreme) and narrow.stat == "result" and ctx.results:
            found = list(ctx.results)  # of all for which was rolled, not of the last one spoken of
        if isinstance(narrow, t.Extreme) and found:
            values = {
                ref: ctx.results[ref]
                if narrow.stat == "result" and ref in ctx.results
                else stats.number(ctx.game, narrow.stat, ref, ctx.event)
                for ref in found
            }
            best = (max if narrow.most == "highest" else min)(values.values())
            found = [ref for ref in found if values[ref] == best]
        ship = ctx.ship or _ship_told_of(ctx)
        if isinstance(narrow, t.InState) and narrow.state == "nearest" and found and ship is not None:
            pieces = [ctx.state.pieces[ref] for ref in found if isinstance(ref, int)]
            near = min(table.gap(ctx.game, ship, piece) for piece in pieces)
            found = [piece.id for piece in pieces if table.gap(ctx.game, ship, piece) == near]
    return found


def _ship_told_of(ctx: Context) -> Piece | None:
    """The ship that a card which is on none has spoken of last."""
    told = (ctx.piece(ref) for ref in reversed(ctx.said))
    return next((piece for piece in told if piece is not None and piece.kind == "ship"), None)


def of_nationality(of: t.Pieces, ref: Ref, ctx: Context) -> bool:
    """Of the same nationality as something, this card if nothing is named."""
    piece = ctx.piece(ref)
    if of.which == "any":
        return piece is not None
    like = [found.what for found in of.filters if isinstance(found, t.Located) and found.place == "as"]
    others = [ctx.piece(other) for other in select.find(like[0], ctx)] if like else [ctx.card]
    return piece is not None and any(
        other is not None and stats.nation(ctx.game, other) == stats.nation(ctx.game, piece)
        for other in others
    )


def of_another_nation(ref: Ref, ctx: Context) -> bool:
    """Of another nation than those that the card has named, or than its own if it has named none."""
    piece = ctx.piece(ref)
    named = {node.nation for node in walk(ctx.card.card.abilities) if isinstance(node, t.OfNation)}
    return piece is not None and stats.nation(ctx.game, piece) not in (named or {ctx.card.nation})


# --- states ----------------------------------------------------------------------------------------------

StateTest = Callable[[Ref, Context, t.InState], bool]


def _player_of(ref: Ref, ctx: Context) -> int | None:
    if isinstance(ref, Seat):
        return ref.player
    piece = ctx.piece(ref)
    if piece is None:
        if isinstance(ref, Matter) and ref.of is not None:
            return ctx.state.pieces[ref.of].controller
        return None
    if piece.kind == "island":
        return piece.home
    if piece.where >= 0:
        holder: Piece = ctx.state.pieces[piece.where]
        return holder.home if holder.kind == "island" else holder.controller
    return piece.controller


def _friendly(ref: Ref, ctx: Context, found: t.InState) -> bool:
    return _player_of(ref, ctx) == ctx.player


def _enemy(ref: Ref, ctx: Context, found: t.InState) -> bool:
    return _player_of(ref, ctx) not in {ctx.player, None}


def _other(ref: Ref, ctx: Context, found: t.InState) -> bool:
    if isinstance(ref, Seat):
        return ref.player != ctx.player
    return ref != ctx.source and (ctx.ship is None or ref != ctx.ship.id)


def _different(ref: Ref, ctx: Context, found: t.InState) -> bool:
    """An action that another ship of her kind was not given in its place (chieftain-canoes-act-alike)."""
    if not isinstance(ref, Matter) or ref.noun not in ACTIONS or ref.of is None:
        return _other(ref, ctx, found)
    ship, given = ctx.state.pieces[ref.of], ctx.state.turn.actions
    nth = len(given.get(ship.id, ()))
    alike = [
        other
        for other in map(ctx.state.pieces.__getitem__, given)
        if other.controller == ship.controller
        and other.card.keywords & ship.card.keywords
        and stats.nation(ctx.game, other) == stats.nation(ctx.game, ship)
    ]
    return any(len(given[other.id]) > nth and given[other.id][nth] != ref.noun for other in alike)


def _piece_test(test: Callable[[Piece], bool]) -> StateTest:
    def check(ref: Ref, ctx: Context, found: t.InState) -> bool:
        piece = ctx.piece(ref)
        return piece is not None and test(piece)

    return check


def _passes(ref: Ref, ctx: Context, found: t.InState) -> bool:
    return True


def _linked(ref: Ref, ctx: Context, found: t.InState) -> bool:
    piece = ctx.piece(ref)
    others = [ctx.piece(other) for other in select.find(found.toward, ctx)] if found.toward else [ctx.ship]
    return piece is not None and any(
        other is not None and (other.card.name in piece.linked or piece.card.name in other.linked)
        for other in others
    )


def _extra(ref: Ref, ctx: Context, found: t.InState) -> bool:
    return isinstance(ref, Matter | Part)  # an extra mast is one more of those she has


def _chosen(ref: Ref, ctx: Context, found: t.InState) -> bool:
    return ref in ctx.said


def _first(ref: Ref, ctx: Context, found: t.InState) -> bool:
    """The first hit of a turn, the first segment of a move; of other things, whichever is spoken of."""
    if isinstance(ref, Matter) and ref.noun in {"hit", "movement_segment"}:
        return ref.number <= (1 if ref.noun == "hit" else 0)
    return True


def _last(ref: Ref, ctx: Context, found: t.InState) -> bool:
    """The last mast or treasure: the one after which none is left; of other things, what is spoken of."""
    if isinstance(ref, Part) and ref.noun == "mast":
        masts = ctx.state.pieces[ref.of].masts
        return not any(mast == UP for number, mast in enumerate(masts) if number != ref.number)
    source = ctx.event.source if ctx.event is not None else None
    if isinstance(ref, int) and isinstance(source, int):
        return all(piece.id == ref for piece in ctx.state.treasure(source))
    return True


def _of_part(ref: Ref, ctx: Context, found: t.InState) -> bool:
    """A state of a part is marked on its piece: "jammed cannon 3"."""
    if not isinstance(ref, Part):
        return False
    return f"{found.state} {ref.noun} {ref.number}" in ctx.state.pieces[ref.of].states


STATES: dict[str, StateTest] = {
    "jammed": _of_part,
    "artillery": _of_part,
    "flamestrike": _of_part,
    "friendly": _friendly,
    "enemy": _enemy,
    "other": _other,
    "different": _different,
    "remaining": _other,
    "derelict": _piece_test(
        lambda piece: piece.kind == "ship" and piece.standing == 0 and "never_derelict" not in piece.states
    ),
    "docked": _piece_test(lambda piece: piece.docked is not None),
    "non_docked": _piece_test(lambda piece: piece.docked is None),
    "face_up": _piece_test(lambda piece: piece.face_up),
    "face_down": _piece_test(lambda piece: not piece.face_up),
    "in_play": _piece_test(lambda piece: piece.in_play),
    "there": _piece_test(lambda piece: piece.in_play),
    "surfaced": _piece_test(lambda piece: "submerged" not in piece.states),
    "affected": lambda ref, ctx, found: not _paths(ctx) or _in_path(ref, ctx),
    "unique": _piece_test(lambda piece: bool(piece.card.abilities)),
    "non_unique": _piece_test(lambda piece: not piece.card.abilities),
    "explored": _piece_test(lambda piece: bool(piece.explored)),
    "unexplored": _piece_test(lambda piece: not piece.explored),
    "fully_repaired": _piece_test(lambda piece: piece.standing == len(piece.masts)),
    "alive": _piece_test(lambda piece: piece.where >= SEA),
    "pinned": _piece_test(lambda piece: piece.pinned_by is not None),
    "towed": _piece_test(lambda piece: piece.towed_by is not None),
    "eliminated": _piece_test(lambda piece: True),
    "zero_gold": _piece_test(
        lambda piece: piece.kind == "treasure" and piece.card.gold == 0 and not piece.card.abilities
    ),
    "silver": _piece_test(lambda piece: "silver" in piece.states),
    "captured": _piece_test(lambda piece: piece.role == "cargo" or "captive" in piece.states),
    "linked": _linked,
    "first": _first,
    "last": _last,
    "chosen": _chosen,
    "extra": _extra,
    **dict.fromkeys(
        [
            "random",
            "same",
            "second",
            "more",
            "only",
            "target",
            "boarded",
            "boarding",
            "rammed",
            "damaged",
            "traded",
            "single",
            "nearest",
            "next",
            "standard",
            "free",
            "base",
            "total",
            "printed",
            "top",
            "bottom",
            "in_range",
            "high",
            "equal",
            "excess",
            "required",
            "full",
            "priced",
            "fewer",
            "available",
            "possible",
            "active",
            "straight",
            "successful",
            "effective",
            "wrong",
            "original",
            "sunken",
            "tangled",
        ],
        _passes,
    ),
}

_TESTS: dict[type[t.Node], Callable[[Any, Ref, Context], bool]] = {
    t.OfNation: _nation,
    t.HasKeyword: _keyword,
    t.NamedLike: _name_has,
    t.InState: _state,
    t.Within: _within,
    t.Located: _located,
    t.Touching: _touching,
    t.Has: _has,
    t.StatIs: _stat_is,
    t.Extreme: _always,
    t.OfRange: _range,
    t.Involved: _involved,
    t.IsA: _is_a,
    t.Except: _except,
    t.Including: _always,
    t.Equals: _equals,
    t.Sized: _always,
    t.OutsideGame: _outside,
}
