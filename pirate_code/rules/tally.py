"""The tally beside a home island: what abilities make coins worth there, apart from what is printed on them.

While a coin is aboard, what it would be worth is its value; ashore it is worth what it prints, and the rest
stands in the tally, by the card that changed it (gold-modifiers-leave-the-printed-value). The gold of a
unique treasure or a captive is its own and goes with it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from pirate_code.board.card import coin
from pirate_code.board.state import Bonus, Piece, State, TallyEntry
from pirate_code.rules import stats
from pirate_code.rules.event import Event

if TYPE_CHECKING:
    from pirate_code.rules.game import Game
    from pirate_code.rules.program.context import Context

Entry = TypeVar("Entry", TallyEntry, Bonus)


def of(state: State, player: int) -> int:
    """The gold that a player's tally shows; it may be less than none."""
    return sum(amount for entry, amount in state.tally.items() if entry.player == player)


def set_value(game: Game, piece: Piece, value: int) -> None:
    """Change what a treasure is worth for good; gold made or lost by that is kept account of."""
    count_made(game.state, max(0, value) - piece.value)
    piece.value = max(0, value)


def revalue(game: Game, piece: Piece, value: int, source: int) -> None:
    """Let an ability of a card change what a treasure is worth; a coin, what it will be worth at home."""
    before = piece.value
    set_value(game, piece, value)
    if is_coin(piece):
        _add(game.state.bonuses, Bonus(piece.id, source), piece.value - before)
        place = game.state.pieces[piece.where] if piece.where >= 0 else None
        if place is not None and place.home is not None:
            settle(game, piece, place)


def exchange(game: Game, piece: Piece, value: int) -> None:
    """Put a coin of another value in the place of one, as if it were printed on it.

    Ruling runes-of-wealth-exchange-or-mark-the-coins.
    """
    set_value(game, piece, value)
    if is_coin(piece):
        piece.card = coin(piece.value)


def settle_stats(game: Game, piece: Piece, event: Event) -> None:
    """What a coin is worth as it is unloaded, by the abilities that say so of every such coin."""
    worth, before = stats.number(game, "gold_value", piece.id, event), piece.value
    if worth == before or not is_coin(piece):
        return
    parts = {}
    for source in sorted({entry.source for entry in game.active.entries("modify", "gold_value")}):
        without = stats.changed(game, "gold_value", piece.id, before, event, without=source)
        parts[source] = worth - without if isinstance(without, int) else 0
    for source, part in parts.items():
        if part:
            revalue(game, piece, piece.value + part, source)


def settle(game: Game, piece: Piece, place: Piece) -> None:
    """A coin goes to a place: it is worth what it prints, and at home the rest is in the tally."""
    if not is_coin(piece):
        return
    player = place.home if place.kind == "island" else place.controller if place.kind == "fort" else None
    bonuses = game.state.bonuses
    for bonus in [found for found in bonuses if found.coin == piece.id]:
        amount = bonuses.pop(bonus)
        if player is not None:
            _add(game.state.tally, TallyEntry(player, piece.id, bonus.source), amount)
            count_made(game.state, amount)
    set_value(game, piece, piece.card.gold)


def is_coin(piece: Piece) -> bool:
    """Whether a piece is treasure of a printed value, and no trophy that has become gold."""
    return piece.kind == "treasure" and not piece.is_unique and "captive" not in piece.states


# --- what is taken back ----------------------------------------------------------------------------------


def changed_by(ctx: Context) -> bool:
    """Whether a unique treasure that was spoken of has changed what a coin is worth."""
    return bool(_changes(ctx))


def _changes(ctx: Context) -> list[TallyEntry]:
    spoken = {ref for ref in ctx.said if isinstance(ref, int) and ctx.state.pieces[ref].kind == "treasure"}
    return [entry for entry in ctx.state.tally if entry.source in spoken]


def take_back(ctx: Context) -> bool:
    """Coins are worth again what they print: what cards that were spoken of have changed is taken back."""
    found = _changes(ctx)
    for entry in found:
        count_made(ctx.state, -ctx.state.tally.pop(entry))
    return bool(found)


# --- how it is kept --------------------------------------------------------------------------------------


def _add(entries: dict[Entry, int], key: Entry, amount: int) -> None:
    if amount:
        entries[key] = entries.get(key, 0) + amount


def count_made(state: State, made: int) -> None:
    """Gold that comes of nothing or goes to nothing is counted."""
    state.gold_made += made
