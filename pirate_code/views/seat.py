"""The table as one player sees it, as data to draw: what that player may not know is not in it.

A piece goes by its number. Those of hidden pieces are dealt out anew by where they lie: the true ones would
tell which coin is which, because coins are numbered by their value.
"""

from __future__ import annotations

from typing import Any

from pirate_code.board.observe import observe, sees
from pirate_code.board.refs import Matter, Part, Ref
from pirate_code.board.state import SEA, SETUP_PHASES, Piece, State
from pirate_code.views.film import appearance_of, fields_of, outline_data, piece_data
from pirate_code.views.svg import frame, gold_at_home

Data = dict[str, Any]


class SeatView:
    """What one player sees."""

    def __init__(self, state: State, player: int) -> None:
        self.player = player
        self.seen = observe(state, player)
        self.hidden = frozenset(piece.id for piece in state.pieces if not sees(state, player, piece))
        for piece in self.seen.pieces:  # what is drawn face up is what this player knows
            if piece.id in self.hidden:
                piece.known, piece.face_up = frozenset(), False
            else:
                piece.known = piece.known | {player}
        covered = sorted(self.hidden, key=lambda number: self._place(self.seen.pieces[number]))
        self._numbers = dict(zip(covered, sorted(self.hidden), strict=True))

    def _place(self, piece: Piece) -> tuple[str, int]:
        return piece.kind, piece.where

    def number(self, piece: int) -> int:
        """The number that a piece goes by here."""
        return self._numbers.get(piece, piece)

    def piece_of(self, ref: Ref | None) -> int | None:
        """The piece that a reference is about, by its number here; for a hidden one, where it lies."""
        if isinstance(ref, Part | Matter):
            ref = ref.of
        if not isinstance(ref, int) or ref not in self.hidden:
            return ref if isinstance(ref, int) else None
        where = self.seen.pieces[ref].where
        return where if where >= 0 else None

    def face_of(self, ref: Ref) -> object:
        """What this player can tell a thing by: hidden pieces of one kind at one place are alike."""
        return self._place(self.seen.pieces[ref]) if ref in self.hidden and isinstance(ref, int) else ref

    def film(self) -> Data:
        """The table as a film of one step (docs/web.md)."""
        pieces: list[Data] = [{}] * len(self.seen.pieces)
        start = []
        for piece in self.seen.pieces:
            number = self.number(piece.id)
            pieces[number] = piece_data(piece)
            fields = fields_of(appearance_of(piece))
            if piece.where >= 0:
                fields["in"] = self.number(piece.where)
            start.append([number, fields])
        drawn = {piece.outline for piece in self.seen.pieces if piece.where == SEA and piece.pose is not None}
        return {
            "view": self.view(),
            "outlines": {name: outline_data(name) for name in sorted(drawn)},
            "pieces": pieces,
            "start": sorted(start, key=lambda pair: pair[0]),
            "reasons": [],
            "steps": [{"says": "", "gold": self.gold()}],
        }

    def gold(self) -> list[int]:
        """The gold at home that this player knows of, by player."""
        return [gold_at_home(self.seen, player) for player in range(self.seen.players)]

    def coins_face_down(self) -> list[int]:
        """How many treasures lie at home whose value this player may not know, by player."""
        homes = [self.seen.home(player) for player in range(self.seen.players)]
        return [
            sum(coin.id in self.hidden for coin in self.seen.treasure(home.id)) if home is not None else 0
            for home in homes
        ]

    def view(self) -> list[int]:
        """The part of the table that is drawn: all of it in setup, then what is in use."""
        around, (width, height) = frame([self.seen]), self.seen.table_size
        if self.seen.turn.phase not in SETUP_PHASES:
            return [int(side) for side in around]
        left, bottom = min(0.0, around.left), min(0.0, around.bottom)
        return [int(side) for side in (left, bottom, max(width, around.right), max(height, around.top))]
