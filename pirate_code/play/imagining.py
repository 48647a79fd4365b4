"""A position as it might be: what a player cannot see is drawn from what he knows, with other dice.

Of hidden coins he supposes that they are those of the edition, less the ones that he has seen; of other
hidden cards, that they are like those of their kind that he can see. Nothing else is looked at, so two
positions that look the same to him are imagined the same.
"""

from __future__ import annotations

from pirate_code.board.card import Card, coin
from pirate_code.board.observe import hidden
from pirate_code.board.state import Piece, State
from pirate_code.core.dice import Dice
from pirate_code.rules.edition import Edition

_SEEDS = 1 << 62
_DRAWN = ("crew", "equipment", "event")


def imagine(seen: State, edition: Edition, dice: Dice) -> State:
    """A whole position that looks like the one seen, all hidden cards and the dice to come drawn."""
    state = seen.copy()
    state.dice = Dice(dice.below(_SEEDS))
    _draw_coins(state, edition, dice)
    for kind in _DRAWN:
        known = [piece.card for piece in state.pieces if piece.kind == kind and not _is_hidden(piece)]
        for piece in state.pieces:
            if piece.kind == kind and known and _is_hidden(piece):
                _become(piece, known[dice.below(len(known))])
    state.stamp += 1
    return state


def _draw_coins(state: State, edition: Edition, dice: Dice) -> None:
    treasure = [piece for piece in state.pieces if piece.kind == "treasure"]
    covered = [piece for piece in treasure if _is_hidden(piece)]
    values = list(edition.coins) * state.players
    for piece in treasure:
        if not _is_hidden(piece) and piece.card.gold in values:
            values.remove(piece.card.gold)
    while len(values) < len(covered):
        values.append(edition.coins[dice.below(len(edition.coins))])
    dice.shuffle(values)
    for piece, value in zip(covered, values, strict=False):
        _become(piece, coin(value))


def _is_hidden(piece: Piece) -> bool:
    return piece.card is hidden(piece.kind)


def _become(piece: Piece, card: Card) -> None:
    """Give a covered piece a face."""
    piece.card = card
    piece.value = card.gold if card.kind == "treasure" else 0
    piece.nation, piece.linked = card.nation, frozenset(card.links)
