"""How each state of the language is seen on a position: friendly, derelict, docked, face up ..."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pirate_code.board.refs import Matter, Part, Ref, Seat
from pirate_code.board.state import SEA, UP, PartState, Piece
from pirate_code.rules import event_facts as facts
from pirate_code.rules.event import chain
from pirate_code.rules.program.nouns import ACTIONS

if TYPE_CHECKING:
    from pirate_code.rules.program.context import Context
    from pirate_code.rules.program.selectors import Selector

StateTest = Callable[[Ref, "Context", "Selector | None"], bool]


def player_of(ref: Ref, ctx: Context) -> int | None:
    """Whose a thing is: who controls it, or what it is on; crew ashore are those of their player."""
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
        holder = ctx.state.pieces[piece.where]
        if holder.kind != "island":
            return holder.controller
        return piece.controller if piece.kind == "crew" else holder.home
    return piece.controller


def _friendly(ref: Ref, ctx: Context, toward: Selector | None) -> bool:
    return player_of(ref, ctx) == ctx.player


def _enemy(ref: Ref, ctx: Context, toward: Selector | None) -> bool:
    return player_of(ref, ctx) not in {ctx.player, None}


def _other(ref: Ref, ctx: Context, toward: Selector | None) -> bool:
    if isinstance(ref, Seat):
        return ref.player != ctx.player
    return ref != ctx.source and (ctx.ship is None or ref not in {ctx.ship.id, ctx.ship.docked})


def _different(ref: Ref, ctx: Context, toward: Selector | None) -> bool:
    """An action that another ship of her kind was not given in its place (chieftain-canoes-act-alike)."""
    if not isinstance(ref, Matter) or ref.noun not in ACTIONS or ref.of is None:
        return _other(ref, ctx, toward)
    ship, given = ctx.state.pieces[ref.of], ctx.state.turn.actions
    nth = len(given.get(ship.id, ()))
    alike = [
        other
        for other in map(ctx.state.pieces.__getitem__, given)
        if other.controller == ship.controller
        and other.card.keywords & ship.card.keywords
        and ctx.game.nation(other) == ctx.game.nation(ship)
    ]
    return any(len(given[other.id]) > nth and given[other.id][nth] != ref.noun for other in alike)


def _piece_test(test: Callable[[Piece], bool]) -> StateTest:
    def check(ref: Ref, ctx: Context, toward: Selector | None) -> bool:
        piece = ctx.piece(ref)
        return piece is not None and test(piece)

    return check


def _passes(ref: Ref, ctx: Context, toward: Selector | None) -> bool:
    return True


def _linked(ref: Ref, ctx: Context, toward: Selector | None) -> bool:
    piece = ctx.piece(ref)
    others = [ctx.piece(other) for other in toward.find(ctx)] if toward is not None else [ctx.ship]
    return piece is not None and any(
        other is not None and (other.card.name in piece.linked or piece.card.name in other.linked)
        for other in others
    )


def _extra(ref: Ref, ctx: Context, toward: Selector | None) -> bool:
    return isinstance(ref, Matter | Part)  # an extra mast is one more of those she has


def _chosen(ref: Ref, ctx: Context, toward: Selector | None) -> bool:
    return ref in ctx.said


def among_first(number: int) -> StateTest:
    """The first hits of a turn, the first segments of a move; of other things, whatever is spoken of."""

    def check(ref: Ref, ctx: Context, toward: Selector | None) -> bool:
        if isinstance(ref, Matter) and ref.noun in {"hit", "movement_segment"}:
            return ref.number < number + (ref.noun == "hit")
        return True

    return check


def _last(ref: Ref, ctx: Context, toward: Selector | None) -> bool:
    """The last mast or treasure: the one after which none is left; of other things, what is spoken of."""
    if isinstance(ref, Part) and ref.noun == "mast":
        masts = ctx.state.pieces[ref.of].masts
        return not any(mast == UP for number, mast in enumerate(masts) if number != ref.number)
    source = ctx.event.source if ctx.event is not None else None
    if isinstance(ref, int) and isinstance(source, int):
        return all(piece.id == ref for piece in ctx.state.treasure(source))
    return True


def _of_part(state: str) -> StateTest:
    """A state of a part is marked on its piece: a cannon that is jammed."""

    def check(ref: Ref, ctx: Context, toward: Selector | None) -> bool:
        return isinstance(ref, Part) and PartState(state, ref) in ctx.state.pieces[ref.of].part_states

    return check


def _affected(ref: Ref, ctx: Context, toward: Selector | None) -> bool:
    """What lies in the path of something, where there is one."""
    return not _paths(ctx) or in_path(ref, ctx)


def in_path(ref: Ref, ctx: Context) -> bool:
    """Whether a thing lies in the path of what has just left a ship."""
    return any(ref in path for path in _paths(ctx))


def _paths(ctx: Context) -> list[list[int]]:
    return [facts.PATH.of(outer) for outer in chain(ctx.event) if facts.PATH.is_known(outer)]


# Words that tell nothing more than what is spoken of anyway.
_WORDS_ONLY = (
    *("random", "same", "second", "more", "only", "target", "boarded", "boarding", "rammed", "damaged"),
    *("traded", "single", "nearest", "next", "standard", "free", "base", "total", "printed", "top", "bottom"),
    *("in_range", "high", "equal", "excess", "required", "fewer", "available", "possible"),
    *("active", "straight", "successful", "effective", "wrong", "original", "sunken", "tied"),
)

STATES: dict[str, StateTest] = {
    "jammed": _of_part("jammed"),
    "artillery": _of_part("artillery"),
    "flamestrike": _of_part("flamestrike"),
    "friendly": _friendly,
    "enemy": _enemy,
    "other": _other,
    "different": _different,
    "remaining": _other,
    "derelict": _piece_test(lambda piece: piece.kind == "ship" and piece.bare),
    "docked": _piece_test(lambda piece: piece.docked is not None),
    "non_docked": _piece_test(lambda piece: piece.docked is None),
    "face_up": _piece_test(lambda piece: piece.face_up),
    "face_down": _piece_test(lambda piece: not piece.face_up),
    "in_play": _piece_test(lambda piece: piece.in_play),
    "there": _piece_test(lambda piece: piece.in_play),
    "surfaced": _piece_test(lambda piece: "submerged" not in piece.states),
    "affected": _affected,
    "unique": _piece_test(lambda piece: piece.is_unique),
    "non_unique": _piece_test(lambda piece: not piece.is_unique),
    "priced": _piece_test(lambda piece: not piece.is_unique),
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
    "first": among_first(1),
    "last": _last,
    "chosen": _chosen,
    "extra": _extra,
    **dict.fromkeys(_WORDS_ONLY, _passes),
}
