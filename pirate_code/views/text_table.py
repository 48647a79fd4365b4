"""The table in characters, for a terminal: every piece is a letter, and a legend tells what it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from string import ascii_lowercase, ascii_uppercase

from pirate_code.board.pose import Pose
from pirate_code.board.state import SEA, Piece, State
from pirate_code.rules import tally
from pirate_code.views.svg import Frame, frame

WIDTH, HEIGHT = 70, 22
_BOWS = ("→", "↗", "↑", "↖", "←", "↙", "↓", "↘")  # from the east, as headings are counted
_CLOSE = 90.0  # millimetres from the middle to the upper side of what is drawn close, at least
_MARGIN = 20.0
_SHAPE = 1.6  # how much wider than high the characters of a drawing make it
Places = Mapping[int, Pose]  # by the numbers of choices
NO_PLACES: Places = {}
_FACE_DOWN = "face-down "
_SHIPS = frozenset({"ship", "sea creature"})


def draw(state: State, player: int, places: Places = NO_PLACES) -> list[str]:
    """The table as a player sees it, as lines: first the sea, then what the letters stand for.

    Ships are capital letters with an arrow toward their bow, everything else small ones. `places` to choose
    from are marked by their numbers.
    """
    pieces = [piece for piece in state.pieces if piece.pose is not None and piece.where == SEA]
    letters = _letters(pieces)
    sea = _sea(pieces, letters, _around(state, places), places)
    return [*sea, *(f"{letters[piece.id]}  {_told(state, piece, player)}" for piece in pieces)]


def draw_close(state: State, piece: Piece, places: Places) -> list[str]:
    """The sea round a piece, with the places that it may come to; the letters are as in `draw`."""
    assert piece.pose is not None
    pieces = [one for one in state.pieces if one.pose is not None and one.where == SEA]
    letters = _letters(pieces)
    points = [piece.pose, *places.values()]
    xs, ys = [point.x for point in points], [point.y for point in points]
    across, along = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    far = max(_CLOSE, (max(ys) - min(ys)) / 2 + _MARGIN, ((max(xs) - min(xs)) / 2 + _MARGIN) / _SHAPE)
    around = Frame(across - far * _SHAPE, along - far, across + far * _SHAPE, along + far)
    shown = [one for one in pieces if one.pose is not None and _is_in(around, one.pose)]
    named = ", ".join(f"{letters[one.id]} {one.card.name}" for one in shown)
    return [*_sea(shown, letters, around, places), f"Close by: {named}. North is up."]


def _is_in(around: Frame, pose: Pose) -> bool:
    return around.left <= pose.x <= around.right and around.bottom <= pose.y <= around.top


def _sea(pieces: list[Piece], letters: dict[int, str], around: Frame, places: Places) -> list[str]:
    """A part of the sea in a border."""
    grid = [[" "] * WIDTH for _ in range(HEIGHT)]
    for piece in sorted(pieces, key=lambda piece: piece.kind in _SHIPS):  # ships lie on top
        _write(grid, around, piece, letters[piece.id])
    for number, place in places.items():
        _write_at(grid, around, place, str(number))
    line = "+" + "-" * WIDTH + "+"
    return [line, *("|" + "".join(row) + "|" for row in grid), line]


def _letters(pieces: list[Piece]) -> dict[int, str]:
    """A letter for each piece; after z come pairs."""
    found: dict[int, str] = {}
    for alphabet, ships in ((ascii_uppercase, True), (ascii_lowercase, False)):
        several = [piece.id for piece in pieces if (piece.kind in _SHIPS) is ships]
        for number, piece in enumerate(several):
            again, letter = divmod(number, len(alphabet))
            found[piece] = alphabet[letter] + (str(again + 1) if again else "")
    return found


def _write(grid: list[list[str]], around: Frame, piece: Piece, letter: str) -> None:
    """Write a piece where it lies; the top of the table is north."""
    assert piece.pose is not None
    text = letter + (_BOWS[round(piece.pose.heading / 45) % 8] if piece.kind in _SHIPS else "")
    _write_at(grid, around, piece.pose, text)


def _around(state: State, places: Places) -> Frame:
    """The part of the sea that is drawn: what lies there, and the places."""
    left, bottom, right, top = frame([state])
    xs, ys = [place.x for place in places.values()], [place.y for place in places.values()]
    return Frame(min(left, *xs, left), min(bottom, *ys, bottom), max(right, *xs, right), max(top, *ys, top))


def _write_at(grid: list[list[str]], around: Frame, pose: Pose, text: str) -> None:
    height, width = len(grid), len(grid[0])
    column = int((pose.x - around.left) / around.width * (width - 3))
    row = int((around.top - pose.y) / around.height * (height - 1))
    for number, sign in enumerate(text[: width - column]):
        grid[row][column + number] = sign


def _told(state: State, piece: Piece, player: int) -> str:
    return ", ".join([piece.card.name, *facts(state, piece, player)])


def facts(state: State, piece: Piece, player: int) -> Iterator[str]:
    """What a player wants to know of a piece."""
    if piece.card.custom:
        yield "custom"
    if piece.controller is not None:
        yield "yours" if piece.controller == player else f"player {piece.controller + 1}'s"
    if piece.home is not None:
        gold = sum(coin.value for coin in state.aboard(piece.id)) + tally.of(state, piece.home)
        covered = sum(_is_covered(coin, player) for coin in state.treasure(piece.id))
        more = f" and {_counted(_FACE_DOWN + 'treasure', covered)}" if covered else ""
        yield f"home of player {piece.home + 1} with {gold} gold{more}"
    if piece.kind in _SHIPS:
        yield f"{piece.standing} of {len(piece.masts)} masts"
        if piece.docked is not None:
            yield f"docked at {state.pieces[piece.docked].card.name}"
    yield from sorted(piece.states)
    aboard = Counter(_name(one, player) for one in state.aboard(piece.id))
    if aboard and piece.home is None:
        yield "with " + ", ".join(_counted(name, count) for name, count in aboard.items())


def _name(piece: Piece, player: int) -> str:
    """A piece by its name, as far as a player may know it."""
    if _is_covered(piece, player):
        return _FACE_DOWN + piece.kind
    return f"{piece.value} gold" if piece.kind == "treasure" and not piece.card.line else piece.card.name


def _is_covered(piece: Piece, player: int) -> bool:
    return not (piece.face_up or piece.owner == player or player in piece.known)


def _counted(name: str, count: int) -> str:
    """A name with how often it is there; what lies face down has a plural: "4 face-down treasures"."""
    if count == 1:
        return f"a {name}" if name.startswith(_FACE_DOWN) else name
    return f"{count} {name}s" if name == _FACE_DOWN + "treasure" else f"{count} {name}"
