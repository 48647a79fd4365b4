"""The table as a picture: ships with their masts and headings, islands, terrain, treasure; one SVG file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from typing import NamedTuple

from pirate_code.board import geometry
from pirate_code.board.geometry import Point
from pirate_code.board.outlines import Outline, load_outlines
from pirate_code.board.pose import Pose
from pirate_code.board.state import FIRE, SEA, UP, Piece, State
from pirate_code.rules import tally
from pirate_code.terrain import load_terrain

_MARGIN = 60.0
_PLAYERS = ("#b3262e", "#1f4e9e", "#3c7a2c", "#b8860b", "#6b3fa0", "#0f7c7c")
STYLE = (
    "text{font-family:Georgia,serif;font-size:13px;fill:#22303a;text-anchor:middle}"
    ".small{font-size:10px}.name{paint-order:stroke;stroke:#bfe0ea;stroke-width:3px}.title{font-size:18px;text-anchor:start}.key{text-anchor:start}"
)


def draw(state: State, title: str = "") -> str:
    """A position as an SVG document; what lies face down is drawn as its back."""
    around = frame([state])
    width, height = around.width, around.height
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}"'
        f' width="{width:.0f}" height="{height:.0f}" role="img">',
        f"<title>{escape(title or 'The table')}</title>",
        f"<style>{STYLE}</style>",
        *scene(state, around),
        *_legend(state, title, height),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def picture(state: State, around: Frame) -> str:
    """The part of a position that a frame holds as an SVG document, with nothing written around it."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {around.width:.0f} {around.height:.0f}">'
        f"<style>{STYLE}</style>{''.join(scene(state, around, named=True))}</svg>"
    )


class Frame(NamedTuple):
    """The part of the table that is drawn, in its own measure."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def width(self) -> float:
        """From the left to the right."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """From the bottom to the top."""
        return self.top - self.bottom


def frame(states: Iterable[State]) -> Frame:
    """The part of the table that holds all pieces of some positions, with a margin."""
    boxes = [geometry.place(_outline(piece), _pose(piece)).box for state in states for piece in _shown(state)]
    if not boxes:
        return Frame(0.0, 0.0, 600.0, 400.0)
    return Frame(
        min(box[0] for box in boxes) - _MARGIN,
        min(box[1] for box in boxes) - _MARGIN,
        max(box[2] for box in boxes) + _MARGIN,
        max(box[3] for box in boxes) + _MARGIN,
    )


def scene(state: State, around: Frame, *, named: bool = False) -> Iterator[str]:
    """The sea and the pieces on it; `named` also tells the names of islands and of what is aboard."""
    yield f'<rect width="{around.width:.0f}" height="{around.height:.0f}" fill="#bfe0ea"/>'
    pen = _Pen(state, around.left, around.top, named)
    order = {"terrain": 0, "island": 1}
    pieces = sorted(_shown(state), key=lambda piece: (order.get(piece.kind, 2), piece.id))
    for piece in pieces:
        yield from pen.piece(piece)
    for piece in pieces:  # words come last, so that no hull covers them
        if piece.kind not in order:
            yield from pen.words(piece)


def _shown(state: State) -> list[Piece]:
    return [piece for piece in state.pieces if piece.where == SEA and piece.pose is not None]


def _outline(piece: Piece) -> Outline:
    return load_outlines()[piece.outline]


def _pose(piece: Piece) -> Pose:
    assert piece.pose is not None
    return piece.pose


class _Pen:
    """Draws pieces; the table's y goes up, the picture's goes down."""

    def __init__(self, state: State, left: float, top: float, named: bool = False) -> None:
        self.state, self.left, self.top, self.named = state, left, top, named

    def at(self, point: Point) -> Point:
        return point[0] - self.left, self.top - point[1]

    def piece(self, piece: Piece) -> Iterator[str]:
        if piece.kind == "terrain":
            yield from self.terrain(piece)
        elif piece.kind == "island":
            yield from self.island(piece)
        else:
            yield from self.ship(piece)

    def outline(self, piece: Piece, fill: str, stroke: str, more: str = "") -> str:
        points = geometry.place(_outline(piece), _pose(piece)).points
        corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in map(self.at, points))
        return (
            f'<polygon points="{corners}" fill="{fill}" stroke="{stroke}" stroke-width="2"'
            f' stroke-linejoin="round"{more}/>'
        )

    def text(self, point: Point, words: str, dy: float = 0.0, kind: str = "") -> str:
        x, y = self.at(point)
        style = f' class="{kind}"' if kind else ""
        return f'<text x="{x:.1f}" y="{y + dy:.1f}"{style}>{escape(words)}</text>'

    def terrain(self, piece: Piece) -> Iterator[str]:
        colours = load_terrain()[(piece.card.terrain or "").replace("-", "_")].colours
        yield self.outline(piece, colours.fill, colours.edge, ' fill-opacity="0.8" stroke-dasharray="4 3"')
        yield self.text(_pose(piece)[:2], piece.card.name, kind="small")

    def island(self, piece: Piece) -> Iterator[str]:
        yield self.outline(piece, "#e9d8a6", "#9c7a3c")
        x, y = self.at(_pose(piece)[:2])
        if piece.home is not None:
            colour = _colour(piece.home)
            yield f'<path d="M{x:.1f} {y - 22:.1f}v18m0 -18l14 5l-14 5z" fill="{colour}" stroke="{colour}"/>'
        if piece.card.abilities or self.named:
            yield self.text(_pose(piece)[:2], piece.card.name, 42 if self.named else 28, "small")
        for fort in self.state.aboard(piece.id):
            if fort.kind == "fort":
                colour = _colour(fort.controller)
                yield (
                    f'<rect x="{x - 34:.1f}" y="{y - 14:.1f}" width="18" height="18" fill="#9e9e9e"'
                    f' stroke="{colour}" stroke-width="3"/>'
                )
                yield self.text(_pose(piece)[:2], f"{fort.card.name} ({fort.standing})", -28, "small")
        yield from self.cargo(piece, x, y + 8)

    def cargo(self, place: Piece, x: float, y: float) -> Iterator[str]:
        """Treasure and crew as small tokens in a row."""
        held = [piece for piece in self.state.aboard(place.id) if piece.kind != "fort"]
        start = x - 6.5 * (len(held) - 1)
        for number, piece in enumerate(held):
            cx = start + 13 * number
            if piece.kind == "treasure":
                known = piece.face_up or bool(piece.known)
                fill, word = ("#f2c230", str(piece.value)) if known else ("#c9a227", "?")
                yield f'<circle cx="{cx:.1f}" cy="{y:.1f}" r="6" fill="{fill}" stroke="#8a6d1a"/>'
            else:
                fill, word = ("#fff", piece.kind[0].upper()) if piece.face_up else ("#9fb0ba", "?")
                yield (
                    f'<rect x="{cx - 5:.1f}" y="{y - 5:.1f}" width="10" height="10" fill="{fill}"'
                    ' stroke="#55646e"/>'
                )
            yield f'<text x="{cx:.1f}" y="{y + 3.5:.1f}" class="small">{word}</text>'
        if names := ", ".join(piece.card.name for piece in held if self.named):
            yield f'<text x="{x:.1f}" y="{y + 18:.1f}" class="small name">{escape(names)}</text>'

    def ship(self, piece: Piece) -> Iterator[str]:
        outline, pose = _outline(piece), _pose(piece)
        faded = ' fill-opacity="0.45"' if piece.states & {"submerged", "ghostly", "wreck"} else ""
        wood = "#4f7d5a" if piece.kind == "sea creature" else "#8a5a33"
        yield self.outline(piece, wood, _colour(piece.controller), faded)
        tip = self.at(geometry.carry((outline.bow[0] + 10, 0.0), pose))
        bow = self.at(geometry.carry(outline.bow, pose))
        yield (
            f'<line x1="{bow[0]:.1f}" y1="{bow[1]:.1f}" x2="{tip[0]:.1f}" y2="{tip[1]:.1f}"'
            ' stroke="#3b2a1a" stroke-width="2"/>'
        )
        for number, mast in enumerate(piece.masts):
            if number < len(outline.masts):
                yield from self.mast(outline, outline.masts[number], pose, mast)

    def words(self, piece: Piece) -> Iterator[str]:
        """The name of a ship above her, and what is aboard below."""
        pose = _pose(piece)
        _, bottom, _, top = geometry.place(_outline(piece), pose).box
        yield self.text((pose.x, top), _label(piece), -6, "name")
        x, y = self.at((pose.x, bottom))
        yield from self.cargo(piece, x, y + 11)

    def mast(self, outline: Outline, place: Point, pose: Pose, mast: int) -> Iterator[str]:
        x, y = self.at(geometry.carry(place, pose))
        if mast == UP:
            half = max(outline.sails / 2, 6.0)
            ends = [self.at(geometry.carry((place[0], place[1] + side), pose)) for side in (half, -half)]
            (ax, ay), (bx, by) = ends
            yield (
                f'<line x1="{ax:.1f}" y1="{ay:.1f}" x2="{bx:.1f}" y2="{by:.1f}" stroke="#fdf6e3"'
                ' stroke-width="5" stroke-linecap="round"/>'
            )
        fill = {UP: "#2b1d12", FIRE: "#ff7a1a"}.get(mast, "none")
        radius = 5 if mast == FIRE else 3
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="{fill}" stroke="#2b1d12"/>'


def _label(piece: Piece) -> str:
    states = [word.replace("_", " ") for word in sorted(piece.states)]
    if piece.kind == "ship" and piece.standing == 0 and "wreck" not in piece.states:
        states.append("no masts")
    return piece.card.name + (f" ({', '.join(states)})" if states else "")


def _colour(player: int | None) -> str:
    return "#6b6b6b" if player is None else _PLAYERS[player % len(_PLAYERS)]


def _legend(state: State, title: str, height: float) -> Iterator[str]:
    """The title, and each player's colour and gold at home."""
    if title:
        yield f'<text x="14" y="26" class="title">{escape(title)}</text>'
    for player in range(state.players):
        gold = gold_at_home(state, player)
        y = height - 16 - 20 * (state.players - 1 - player)
        yield f'<rect x="14" y="{y - 11:.0f}" width="14" height="14" fill="{_colour(player)}"/>'
        yield f'<text x="36" y="{y:.0f}" class="key">Player {player + 1}: {gold} gold at home</text>'


def gold_at_home(state: State, player: int) -> int:
    """The gold on a player's home island, with what the tally beside it shows."""
    home = state.home(player)
    gold = sum(piece.value for piece in state.treasure(home.id)) if home is not None else 0
    return gold + tally.of(state, player)
