"""A card as a small picture of our own: a ship with her masts and cannons, a creature, a fort, or a token.

Everything comes from data: the hull and the places of the masts from db/outlines.yaml, the colours from
db/nations.yaml, masts and cannons from the card. The same card gives the same text, below three kilobytes,
without scripts, styles or anything from elsewhere; it has a sea of its own, so it shows by day and night.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from pirate_code.board import outlines
from pirate_code.board.geometry import Point
from pirate_code.board.outlines import Outline
from pirate_code.core.naming import folded
from pirate_code.glossary import Nation, load_nations
from pirate_code.library.text import slug
from pirate_code.terrain import Terrain, load_terrain

HEIGHT = 100
_WATER = 84  # where the sea begins
_DECK = 68
_GUNS = _DECK + 8
_MARGIN = 18
_NARROW = 6  # half the width of a sail up to which a mast has but one
_TOKEN = 100  # the width of a picture that is no ship's
_MASTS_LIMIT = 12  # masts that are drawn
_PAPER, _SEA, _WOOD, _SAIL, _INK = "#dcebf0", "#86b3c4", "#7d5330", "#faf4e2", "#2b2118"
_STONE, _SAND, _GOLD, _LONG = "#b5ae9f", "#e9d8a6", "#e3b53a", "#b3261e"
_LEAVES = "q-14-8-20 4q10-4 20-4q14-8 20 4q-10-4-20-4q-6-12 2-16q4 8-2 16z"
_ROLLS = "M16 14H84a6 6 0 0 1 0 12H16a6 6 0 0 1 0-12zM16 74H84a6 6 0 0 1 0 12H16a6 6 0 0 1 0-12z"
_NOBODY = Nation(id="nobody", adjective="None", noun="Nobody")
# Where the pips of a die are, from its centre.
_PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-2, -2), (2, 2)),
    3: ((-2, -2), (0, 0), (2, 2)),
    4: ((-2, -2), (2, -2), (-2, 2), (2, 2)),
    5: ((-2, -2), (2, -2), (0, 0), (-2, 2), (2, 2)),
    6: ((-2, -2), (2, -2), (-2, 0), (2, 0), (-2, 2), (2, 2)),
}


@dataclass(frozen=True)
class CardLook:
    """What of a card can be seen in its picture; `types` are the ids of its keywords."""

    name: str
    kind: str
    nation: str = ""
    masts: int = 0
    cannons: tuple[str, ...] = ()
    types: frozenset[str] = frozenset()

    @property
    def says(self) -> str:
        """The picture in words."""
        what = " ".join(filter(None, (self.nation, self.kind)))
        masts = f" with {self.masts} mast{'s' if self.masts != 1 else ''}" if self.masts else ""
        cannons = f", cannons {' '.join(self.cannons)}" if self.cannons else ""
        return f"Drawing of {self.name}: {what}{masts}{cannons}"


def look_of(card: Mapping[str, Any]) -> CardLook:
    """Return what a row of a search, or an entry of the library, looks like."""
    keywords = card.get("keywords") or ()
    if isinstance(keywords, str):
        names = keywords.split(", ")
    else:  # an entry also tells the keywords that a line only speaks of
        names = [each["name"] for each in keywords if each["how"] != "speaks of"]
    cannons = card.get("cannons") or ""
    return CardLook(
        card["name"],
        card["kind"],
        card.get("nation") or "",
        card.get("masts") or 0,
        tuple(cannons.split("-")) if cannons else (),
        frozenset(map(slug, filter(None, names))),
    )


def draw_card(look: CardLook, *, small: bool = False) -> str:
    """Return the picture as SVG; a small one, for a list that says all the rest, has no cannons."""
    width, parts = _parts(look)
    shown = [part for part in parts if not (small and _is_cannon(part))]
    told = 'aria-hidden="true"' if small else f'role="img" aria-label="{escape(look.says)}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {HEIGHT}" {told}>'
        f'<rect width="{width:.0f}" height="{HEIGHT}" rx="8" fill="{_PAPER}"/>{"".join(shown)}</svg>'
    )


def draw_cannons(look: CardLook) -> str:
    """Return what a small picture leaves out: SVG that is drawn above all the rest."""
    return "".join(filter(_is_cannon, _parts(look)[1]))


def _parts(look: CardLook) -> tuple[float, list[str]]:
    """Return how wide a picture is and what is drawn in it, cannons last."""
    nation = next((each for each in load_nations() if folded(each.adjective) == folded(look.nation)), _NOBODY)
    return _KINDS.get(look.kind, _scroll)(look, nation)


def _is_cannon(part: str) -> bool:
    return part.startswith(("<path class", "<text"))


def _path(d: str, fill: str, stroke: str = "", width: float = 1) -> str:
    edge = f' stroke="{stroke}" stroke-width="{width:g}"' if stroke else ""
    return f'<path d="{d}" fill="{fill}"{edge}/>'


def _n(number: float) -> str:
    """A number as briefly as SVG takes it."""
    text = f"{number:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def _at(*numbers: float) -> str:
    """Numbers with blanks between them; a minus sign needs none."""
    return " ".join(map(_n, numbers)).replace(" -", "-")


# --- ships ------------------------------------------------------------------------------------------------


def _ship(look: CardLook, nation: Nation) -> tuple[float, list[str]]:
    """A ship from her side, if she has sails; else what she is from above."""
    hull = outlines.hull(max(1, min(look.masts, _MASTS_LIMIT)), look.types)
    if not hull.sails:
        return _from_above(look, nation)
    length = hull.bow[0] - hull.stern[0]
    middle = length / 2 + _MARGIN
    masts = [middle + x for x, _ in hull.masts[: look.masts]]
    return length + 2 * _MARGIN + 8, [
        *_rigging(masts, hull, nation),
        *_side(middle, length, nation),
        *_waves(length + 2 * _MARGIN + 8),
        *_dice(_spread(look.cannons, [(x, _GUNS) for x in masts], (middle, _GUNS), length * 0.6)),
    ]


def _side(middle: float, length: float, nation: Nation) -> Iterator[str]:
    """The hull from her side: a high stern, the bow with its sprit, and a band in her nation's colour."""
    stern, bow = middle - length / 2, middle + length / 2
    yield _path(f"M{_at(bow - 6, _DECK - 2)}L{_at(bow + 12, _DECK - 14)}", "none", _INK, 2)
    yield _path(
        f"M{_at(stern, _DECK - 9)}L{_at(stern + 12, _DECK - 7)}L{_at(stern + 14, _DECK)}"
        f"Q{_at(middle, _DECK + 4)} {_at(bow - 14, _DECK - 1)}L{_at(bow, _DECK - 6)}"
        f"Q{_at(bow - 4, _DECK + 18)} {_at(bow - 16, 94)}H{_n(stern + 8)}"
        f"Q{_at(stern, 86)} {_at(stern, _DECK - 9)}z",
        _WOOD,
        _INK,
        1.2,
    )
    for place, colour, width in ((3.5, nation.colours[0], 3.5), (6.2, nation.colours[1], 1.2)):
        y = _DECK + place
        yield _path(f"M{_at(stern + 1, y - 4)}Q{_at(middle, y + 4, bow - 1, y - 5)}", "none", colour, width)


def _rigging(masts: Sequence[float], hull: Outline, nation: Nation) -> Iterator[str]:
    """Masts, the tallest in the middle, with a flag on each, and sails as wide as there is room.

    A mast has two sails, or one where masts stand close together.
    """
    room = min((b - a for a, b in zip(masts[1:], masts, strict=False)), default=34.0)
    half = min(room * 0.4, 13.0, max(hull.sails, 8.0))
    poles, sails, flags = "", "", ""
    for number, x in enumerate(masts):
        off = abs(2 * number - len(masts) + 1) / max(len(masts), 2)
        top = 8 + 12 * off
        poles += f"M{_at(x, _DECK + 2)}V{_n(top)}"
        middle = (top + _DECK) / 2 - 3 if half > _NARROW else top + 6
        sails += _sail(x, half, middle + 2, _DECK - 6)
        if half > _NARROW:
            sails += _sail(x, half * 0.78, top + 8, middle)
        flags += f"M{_at(x, top)}l{_at(half * 0.9, 2.5, -half * 0.9, 2.5)}z"
    yield _path(poles, "none", _INK, 1.8)
    yield _path(sails, _SAIL, "#8d7b52", 0.8)
    yield _path(flags, nation.colours[0], nation.colours[1], 0.5)


def _sail(x: float, half: float, top: float, foot: float) -> str:
    """A square sail, full of wind that blows toward the bow."""
    belly, height = half * 0.55, foot - top
    return (
        f"M{_at(x - half * 0.85, top)}q{_at(belly, height / 2, -half * 0.15, height)}"
        f"h{_n(2 * half)}q{_at(belly, -height / 2, -half * 0.15, -height)}z"
    )


def _waves(width: float) -> Iterator[str]:
    crests = "q6-5 12 0" + "t12 0" * (int(width) // 12 - 1)
    yield _path(f"M0 {_WATER + 4}{crests}H{_n(width)}V92a8 8 0 0 1-8 8H8a8 8 0 0 1-8-8z", _SEA)


def _sea(width: float) -> str:
    return f'<rect width="{_n(width)}" height="{HEIGHT}" rx="8" fill="{_SEA}"/>'


# --- seen from above --------------------------------------------------------------------------------------


def _from_above(look: CardLook, nation: Nation) -> tuple[float, list[str]]:
    """A hull without sails, or a sea creature: her outline, with cannons where her masts or segments are."""
    hull = outlines.hull(max(1, min(look.masts, _MASTS_LIMIT)), look.types)
    points, (width, place) = hull.shape.points, _fitted(hull.shape.points)
    fill = nation.colours[0] if look.kind == "sea creature" else _WOOD
    spots = [place(point) for point in hull.masts[: look.masts]]
    bow, stern = place(hull.bow), place(hull.stern)
    centre = ((bow[0] + stern[0]) / 2, bow[1])
    is_creature = look.kind == "sea creature"
    return width, [
        _sea(width),
        *([_tail(stern, nation)] if is_creature else ()),
        _path(_smooth([place(point) for point in points]), fill, nation.colours[1], 3),
        *([_eye(bow)] if is_creature else ()),
        *_dice(_spread(look.cannons, spots, centre, (bow[0] - stern[0]) * 0.7)),
    ]


def _tail(stern: Point, nation: Nation) -> str:
    """The tail of a sea creature, behind her body."""
    return _path(f"M{_at(stern[0] + 8, stern[1])}l-22-13q7 13 0 26z", nation.colours[0], nation.colours[1], 2)


def _eye(front: Point) -> str:
    x, y = front[0] - 13, front[1] - 12
    return f'<circle cx="{_n(x)}" cy="{_n(y)}" r="3.5" fill="#fff" stroke="{_INK}" stroke-width="2"/>'


def _fitted(points: Sequence[Point]) -> tuple[float, Callable[[Point], Point]]:
    """Return how wide the picture of an outline is, and where a point of the outline is in it."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    scale = min(1.5, (HEIGHT - 2 * 10) / (max(ys) - min(ys)))
    left, top = min(xs), max(ys)
    spare = (HEIGHT - scale * (max(ys) - min(ys))) / 2
    width = scale * (max(xs) - left) + 2 * _MARGIN
    return width, lambda point: (_MARGIN + scale * (point[0] - left), spare + scale * (top - point[1]))


def _smooth(points: Sequence[Point]) -> str:
    """A closed line through the middles of the edges of a polygon, round at its corners."""
    middles = [
        ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in zip(points, [*points[1:], points[0]], strict=True)
    ]
    bends = "".join(
        f"Q{_at(*corner)} {_at(*to)}"
        for corner, to in zip([*points[1:], points[0]], [*middles[1:], middles[0]], strict=True)
    )
    return f"M{_at(*middles[0])}{bends}z"


def _fort(look: CardLook, nation: Nation) -> tuple[float, list[str]]:
    """A fort from above: its walls, its flag, and its cannons in the slots of the walls."""
    outline = outlines.fort()
    scale, centre = 1.7, _TOKEN / 2

    def place(point: Point) -> Point:
        return centre + scale * point[0], centre - scale * point[1]

    count = len(look.cannons)
    slots = [place(outline.masts[number * len(outline.masts) // count]) for number in range(count)]
    walls = " ".join(_at(*place(point)) for point in outline.shape.points)
    inner = " ".join(
        _at(centre + (x - centre) * 0.62, centre + (y - centre) * 0.62)
        for x, y in map(place, outline.shape.points)
    )
    return _TOKEN, [
        _path(
            _smooth(
                [
                    (x, y)
                    for x, y in ((6, 10), (50, 2), (94, 12), (98, 50), (92, 92), (50, 98), (6, 90), (2, 50))
                ]
            ),
            _SAND,
        ),
        f'<polygon points="{walls}" fill="{_STONE}" stroke="{_INK}" stroke-width="2"/>',
        f'<polygon points="{inner}" fill="{_SAND}" stroke="{_INK}"/>',
        _path("M46 64V36", "none", _INK, 2),
        _path("M46 36l18 6l-18 6z", nation.colours[0], nation.colours[1], 1),
        *_dice(_spread(look.cannons, slots, (centre, centre), 60)),
    ]


# --- cannons ----------------------------------------------------------------------------------------------


def _spread(
    cannons: Sequence[str], places: Sequence[Point], centre: Point, room: float
) -> list[tuple[str, Point]]:
    """Return each cannon with its place: at its mast, or side by side if there are not as many of both."""
    if len(cannons) == len(places):
        return list(zip(cannons, places, strict=True))
    step = min(room / max(len(cannons), 1), 14)
    start = centre[0] - step * (len(cannons) - 1) / 2
    return [(cannon, (start + step * number, centre[1])) for number, cannon in enumerate(cannons)]


def _dice(cannons: Sequence[tuple[str, Point]]) -> Iterator[str]:
    """Cannons as dice: the rank as pips, white for S and red for L, and the letter below.

    All of one colour are one path, marked as what a small picture leaves out.
    """
    for letter, fill, pip in (("S", "#fff", _INK), ("L", _LONG, "#fff")):
        these = [(_rank(cannon), x, y) for cannon, (x, y) in cannons if cannon[-1:] == letter]
        if these:
            faces = "".join(f"M{_at(x - 4.5, y - 4.5)}h9v9h-9z" for _, x, y in these)
            yield f'<path class="c" d="{faces}" fill="{fill}" stroke="{_INK}"/>'
            pips = "".join(_pips(rank, x, y) for rank, x, y in these)
            yield f'<path class="c" d="{pips}" stroke="{pip}" stroke-width="2" stroke-linecap="round"/>'
    if cannons:
        xs = " ".join(_n(x - 2) for _, (x, _) in cannons)
        heights = [y + 12.5 for _, (_, y) in cannons]
        ys = " ".join(map(_n, heights if len(set(heights)) > 1 else heights[:1]))
        letters = escape("".join(cannon[-1:] for cannon, _ in cannons))
        yield (
            f'<text x="{xs}" y="{ys}" font-family="sans-serif" font-size="8" fill="{_INK}"'
            f' stroke="#fff" stroke-width="2" paint-order="stroke">{letters}</text>'
        )


def _pips(rank: int, x: float, y: float) -> str:
    """The pips of a die, each a line of no length."""
    drawn, last = "", (0.0, 0.0)
    for dx, dy in ((dx * 1.25, dy * 1.25) for dx, dy in _PIPS.get(rank, ())):
        drawn += f"m{_at(dx - last[0], dy - last[1])}h0" if drawn else f"M{_at(x + dx, y + dy)}h0"
        last = (dx, dy)
    return drawn


def _rank(cannon: str) -> int:
    return int(cannon[0]) if cannon[:1].isdecimal() else 0


# --- tokens -----------------------------------------------------------------------------------------------


def _crew(look: CardLook, nation: Nation) -> tuple[float, list[str]]:
    """A head with a cocked hat over a coat in her nation's colours."""
    field, mark = nation.colours
    return _TOKEN, [
        f'<circle cx="50" cy="50" r="44" fill="{mark}" stroke="{field}" stroke-width="5"/>',
        _path("M18 84Q22 62 42 60H58Q78 62 82 84A47 47 0 0 1 18 84z", field, _INK, 1.5),
        _path("M44 58L50 70L56 58z", _SAIL, _INK),
        f'<circle cx="50" cy="46" r="14" fill="#e2b58e" stroke="{_INK}" stroke-width="1.5"/>',
        _path("M24 42Q50 30 76 42Q66 22 50 18Q34 22 24 42z", field, mark, 2),
    ]


def _treasure(look: CardLook, nation: Nation) -> tuple[float, list[str]]:
    """A coin with a star."""
    return _TOKEN, [
        f'<circle cx="50" cy="50" r="40" fill="{_GOLD}" stroke="#7a5a0c" stroke-width="3"/>',
        '<circle cx="50" cy="50" r="32" fill="none" stroke="#7a5a0c" stroke-dasharray="3 3"/>',
        _path("M50 26l7 17 18 1-14 12 5 18-16-10-16 10 5-18-14-12 18-1z", "#fbe9a8", "#7a5a0c", 1.5),
    ]


def _equipment(look: CardLook, nation: Nation) -> tuple[float, list[str]]:
    """A crate of boards."""
    return _TOKEN, [
        _path("M16 26H84V80H16z", "#a8763f", _INK, 2),
        _path("M16 44H84M16 62H84M16 26L84 80M84 26L16 80", "none", "#6b4520", 3),
        _path("M12 22H22V84H12zM78 22H88V84H78z", _WOOD, _INK, 1.5),
    ]


def _terrain(name: str) -> Terrain | None:
    """Return the kind of terrain that a card is named after: Iceberg 1 is an iceberg."""
    return next(
        (kind for kind in load_terrain().values() if folded(name).startswith(folded(kind.name))), None
    )


def _island(look: CardLook, nation: Nation) -> tuple[float, list[str]]:
    """Terrain as db/terrain has it, or else a sandy island with a palm; its name chooses its outline."""
    if terrain := _terrain(look.name):
        width, place = _fitted(terrain.outline.points)
        shape = _smooth([place(point) for point in terrain.outline.points])
        return width, [_sea(width), _path(shape, terrain.colours.fill, terrain.colours.edge, 3)]
    outline = outlines.island(sum(map(ord, look.name)))
    width, place = _fitted(outline.shape.points)
    points = [place(point) for point in outline.shape.points]
    middle = width / 2
    return width, [
        _sea(width),
        _path(_smooth(points), _SAND, "#9c7a3c", 2),
        _path(f"M{_at(middle, 62)}q-3-14 3-24", "none", _WOOD, 3),
        _path(f"M{_at(middle + 3, 38)}{_LEAVES}", "#3f7d3a", _INK, 0.6),
    ]


def _scroll(look: CardLook, nation: Nation) -> tuple[float, list[str]]:
    """A scroll with lines of writing: an event, and whatever has no look of its own."""
    return _TOKEN, [
        _path("M22 20H78V80H22z", "#f3e6c2", "#8d7b52", 1.5),
        _path(_ROLLS, "#e2cf9b", "#8d7b52", 1.5),
        _path("M30 38H70M30 48H70M30 58H56", "none", _INK, 2),
        f'<circle cx="68" cy="64" r="7" fill="{nation.colours[0]}" stroke="{_INK}"/>',
    ]


_KINDS: dict[str, Callable[[CardLook, Nation], tuple[float, list[str]]]] = {
    "ship": _ship,
    "sea creature": _from_above,
    "fort": _fort,
    "crew": _crew,
    "treasure": _treasure,
    "equipment": _equipment,
    "island": _island,
    "terrain": _island,
}
