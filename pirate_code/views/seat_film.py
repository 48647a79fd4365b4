"""The film of a game that goes on, as one player may see it.

What that player does not know now is covered all along. A hidden piece goes by one number from the first turn
on, dealt out by where the piece has been, which everybody saw, and never by what it is.
"""

from __future__ import annotations

from pirate_code.views.account import names_of
from pirate_code.views.film import Appearance, Data, FilmBuilder, FilmedGame, Frame, piece_data
from pirate_code.views.seat import SeatView

_Way = tuple[tuple[int, int], ...]  # where a piece was from which entry of the log on
_UNKNOWN = -5  # stands for a holder that is hidden itself


def seat_film(game: FilmedGame, player: int) -> Data:
    """The film of a `FilmedGame` until now, for one player."""
    return _SeatFilmBuilder(game, player).data()


class _SeatFilmBuilder(FilmBuilder):
    """Builds the steps of a film from frames in which what is hidden has been covered."""

    def __init__(self, game: FilmedGame, player: int) -> None:
        super().__init__(game)
        view = SeatView(game.state, player)
        self.state, self.hidden = view.seen, view.hidden
        self.names = names_of(view.seen)
        self.numbers = self.dealt()
        self.homes = [view.seen.home(player) for player in range(view.seen.players)]
        self.coins: dict[
            int, Appearance
        ] = {}  # hidden ones as they are in truth, at the frame that is covered
        self.shots = [self.covered(shot) for shot in self.shots]

    def dealt(self) -> dict[int, int]:
        """The numbers that hidden pieces go by."""
        ways = self.ways()
        by_way = sorted(self.hidden, key=lambda piece: (self.state.pieces[piece].kind, ways[piece]))
        return dict(zip(by_way, sorted(self.hidden), strict=True))

    def ways(self) -> dict[int, _Way]:
        """Where each hidden piece was since the first turn began."""
        first, found = self.first_turn(), dict[int, list[tuple[int, int]]]()
        for number, shot in enumerate(self.shots):
            for piece, look in shot.looks:
                if piece in self.hidden:
                    where = _UNKNOWN if look.where in self.hidden else look.where
                    way = found.setdefault(piece, [])
                    if number <= first:
                        way[:] = [(0, where)]
                    elif not way or way[-1][1] != where:
                        way.append((number, where))
        return {piece: tuple(way) for piece, way in found.items()}

    def covered(self, shot: Frame) -> Frame:
        """A frame without what the player does not know."""
        self.coins |= {
            piece: look for piece, look in shot.looks if piece in self.hidden and self.is_coin(piece)
        }
        looks = tuple((self.numbers.get(piece, piece), self.look(piece, look)) for piece, look in shot.looks)
        unknown = [
            sum(coin.value for coin in self.coins.values() if home is not None and coin.where == home.id)
            for home in self.homes
        ]
        return Frame(looks, tuple(gold - more for gold, more in zip(shot.gold, unknown, strict=True)))

    def is_coin(self, piece: int) -> bool:
        """Whether a piece is treasure."""
        return self.state.pieces[piece].kind == "treasure"

    def look(self, piece: int, look: Appearance) -> Appearance:
        """How a piece looks to the player."""
        look = look._replace(where=self.numbers.get(look.where, look.where))
        if piece not in self.hidden:
            return look._replace(shown=True)
        return look._replace(masts=(), states=frozenset(), shown=False, value=0)

    def pieces(self) -> list[Data]:
        """What never changes about each piece, by the number that it goes by."""
        data = {self.numbers.get(piece.id, piece.id): piece_data(piece) for piece in self.state.pieces}
        return [data[number] for number in sorted(data)]
