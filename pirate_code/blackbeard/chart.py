"""The map as a picture: a box for each sea with its ports, ways between them, and what lies there.

What never changes is drawn once (`background`); what changes are `marks`, each with its place and look, so
that a picture of one moment and the film of a game are made of the same parts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from pirate_code.blackbeard.state import ANTI, Pirate, State
from pirate_code.blackbeard.values import Values

PLAYERS = ("#b3262e", "#1f4e9e", "#3c7a2c", "#b8860b", "#6b3fa0")
NATIONS = {
    "english": "#b3262e",
    "spanish": "#d9a441",
    "french": "#1f4e9e",
    "dutch": "#e07b39",
    "portuguese": "#f4f1e6",
    "arab": "#3c7a2c",
    "pirate": "#22303a",
}
WIDTH, TITLE, ROW, BERTH = 240, 24, 26, 36  # of a box: across, its name, a port, a row of ships
BERTHS = 6  # ships side by side
BERTH_ROWS = 2
TRANSIT_HEIGHT = TITLE + BERTH
MERCHANT_X, GOVERNOR_X, NAME_X, HARBOUR_X = 14, 34, 48, 150
STYLE = (
    "text{font-family:Georgia,serif;font-size:13px;fill:#22303a}"
    ".t{font-weight:bold}.s{font-size:10px}.m{text-anchor:middle}.w{fill:#fff;font-weight:bold;text-anchor:middle}"
)


@dataclass(frozen=True)
class Mark:
    """Something on the map that can change: where it is, how it looks, and what it is called."""

    x: int
    y: int
    look: str  # a fragment of SVG about its own middle
    title: str


@dataclass(frozen=True)
class Chart:
    """Where everything of a set of values lies on the map."""

    values: Values
    boxes: dict[str, tuple[int, int, int]]  # of a sea or transit box: left, top, height
    width: int
    height: int

    def port(self, port: str) -> tuple[int, int]:
        """The left end of the row of a port, in its middle."""
        sea = self.values.ports[port].sea
        left, top, _ = self.boxes[sea]
        return left, top + TITLE + ROW * self.values.ports_of[sea].index(port) + ROW // 2

    def berth(self, place: str, number: int) -> tuple[int, int]:
        """A place for a ship: at sea below the ports, in port behind its name."""
        if place in self.values.ports:
            x, y = self.port(place)
            return x + HARBOUR_X + 16 + min(number, 3) * 22, y
        left, top, height = self.boxes[place]
        rows = BERTH_ROWS if place in self.values.seas else 1
        row, column = divmod(min(number, BERTHS * rows - 1), BERTHS)
        return left + 24 + column * 38, top + height - BERTH * (rows - row) + BERTH // 2


def chart(values: Values) -> Chart:
    """The map of a set of values; seas that have no place of their own stand in a row below."""
    boxes: dict[str, tuple[int, int, int]] = {}
    without = []
    places = {key: sea.at for key, sea in values.seas.items()}
    places |= {key: transit.at for key, transit in values.transits.items()}
    for key, at in places.items():
        height = TRANSIT_HEIGHT
        if key in values.seas:
            height = TITLE + ROW * len(values.ports_of[key]) + BERTH * BERTH_ROWS
        if at is None:
            without.append((key, height))
        else:
            boxes[key] = (at[0], at[1], height)
    below = max((top + height for _, top, height in boxes.values()), default=0) + 30
    for number, (key, height) in enumerate(without):
        boxes[key] = (20 + number * (WIDTH + 30), below, height)
    width = max(left + WIDTH for left, _, _ in boxes.values()) + 20
    return Chart(values, boxes, width, max(top + height for _, top, height in boxes.values()) + 20)


# --- what never changes -------------------------------------------------------------------------------------


def background(drawn: Chart) -> str:
    """Seas, ways and ports."""
    parts = [f'<rect width="{drawn.width}" height="{drawn.height}" fill="#bfe0ea"/>']
    parts += _ways(drawn)
    for key, (left, top, height) in drawn.boxes.items():
        fill = "#dff0f5" if key in drawn.values.seas else "#eef6f8"
        parts.append(
            f'<rect x="{left}" y="{top}" width="{WIDTH}" height="{height}" rx="10" fill="{fill}"'
            ' stroke="#5b8a99"/>'
        )
        name = escape(drawn.values.name(key))
        parts.append(f'<text class="t m" x="{left + WIDTH // 2}" y="{top + 17}">{name}</text>')
    for port, values in drawn.values.ports.items():
        x, y = drawn.port(port)
        colour = NATIONS[values.nation]
        parts.append(
            f'<circle cx="{x + NAME_X}" cy="{y}" r="5" fill="{colour}" stroke="#22303a"/>'
            f'<text x="{x + NAME_X + 9}" y="{y + 4}">{escape(values.name)}</text>'
        )
    return "".join(parts)


def _ways(drawn: Chart) -> Iterator[str]:
    for key, near in drawn.values.adjoining.items():
        for other in near:
            if key < other:
                (x1, y1), (x2, y2) = _middle(drawn, key), _middle(drawn, other)
                bend = 40 if abs(y1 - y2) > 300 or abs(x1 - x2) > 300 else 0
                yield (
                    f'<path d="M{x1} {y1}Q{(x1 + x2) // 2 + bend} {(y1 + y2) // 2 - bend} {x2} {y2}"'
                    ' fill="none" stroke="#5b8a99" stroke-width="5" stroke-dasharray="2 9"'
                    ' stroke-linecap="round"/>'
                )


def _middle(drawn: Chart, key: str) -> tuple[int, int]:
    left, top, height = drawn.boxes[key]
    return left + WIDTH // 2, top + height // 2


# --- what changes -------------------------------------------------------------------------------------------


def marks(drawn: Chart, state: State) -> dict[str, Mark]:
    """Everything that can change, by a name that it keeps for the whole game."""
    found: dict[str, Mark] = {}
    taken: dict[str, int] = {}
    for pirate in state.pirates.values():
        x, y = drawn.berth(pirate.place, _next(taken, pirate.place))
        found[f"pirate {pirate.id}"] = Mark(x, y, _pirate(drawn, pirate), _in_words(drawn, pirate))
    for hunter in state.commissioners.values():
        x, y = drawn.berth(hunter.place, _next(taken, hunter.place))
        title = f"{drawn.values.name(hunter.id)}, commissioner of player {hunter.player + 1}"
        title += f", combat {hunter.combat}"
        found[f"hunter {hunter.id}"] = Mark(x, y, _commissioner(hunter.player), title)
    for sea, ship in state.warships.items():
        x, y = drawn.berth(sea, _next(taken, sea))
        values = drawn.values.warships[ship]
        title = f"The warship {values.name}, combat {values.combat}"
        found[f"hunter {ship}"] = Mark(x, y, _warship(values.combat), title)
    for port, here in state.ports.items():
        x, y = drawn.port(port)
        name = drawn.values.name(port)
        if here.merchant is not None:
            shown = here.merchant.counter if here.merchant.face_up else ""
            found[f"merchant {port}"] = Mark(
                x + MERCHANT_X, y, _merchant(drawn, shown), f"A merchant off {name}"
            )
        if here.governor is not None or here.attacked or here.destroyed:
            who = "against pirates" if here.governor == ANTI else here.governor or "none"
            marked = [f"Governor of {name}: {who}"]
            marked += ["attacked"] if here.attacked else []
            marked += ["destroyed"] if here.destroyed else []
            look = _port(here.governor, attacked=here.attacked, destroyed=here.destroyed)
            found[f"port {port}"] = Mark(x + GOVERNOR_X, y, look, ", ".join(marked))
    return found


def _next(taken: dict[str, int], place: str) -> int:
    taken[place] = taken.get(place, -1) + 1
    return taken[place]


def _in_words(drawn: Chart, pirate: Pirate) -> str:
    has = [f"{drawn.values.name(pirate.id)}, {pirate.ship} of player {pirate.player + 1}"]
    has += [f"loyalty {pirate.loyalty}", f"notoriety {pirate.notoriety}", f"booty {pirate.booty:,}"]
    has += ["scurvy"] if pirate.scurvy else []
    has += [f"revelry ({pirate.revelry.value})"] if pirate.revelry else []
    has += [f"with {drawn.values.name(pirate.ally)}"] if pirate.ally else []
    return ", ".join(has)


def _pirate(drawn: Chart, pirate: Pirate) -> str:
    """A hull in the player's colour with initials; signs for revelry, scurvy, guns and an ally."""
    colour = PLAYERS[pirate.player % len(PLAYERS)]
    initials = "".join(word[0] for word in drawn.values.name(pirate.id).split())[:2]
    signs = "".join(
        sign
        for sign, is_so in (
            ("R", pirate.revelry),
            ("S", pirate.scurvy),
            ("G", pirate.guns),
            ("+", pirate.ally),
        )
        if is_so
    )
    told = f'<text class="s m" y="-11">{signs}</text>' if signs else ""
    return (
        f'<path d="M-15 -6h30l-5 14h-20z" fill="{colour}" stroke="#22303a"/>'
        f'<text class="w s" y="4">{escape(initials)}</text>{told}'
    )


def _commissioner(player: int) -> str:
    colour = PLAYERS[player % len(PLAYERS)]
    return (
        f'<path d="M-14 -8l7 6 7 -9 7 9 7 -6v16h-28z" fill="#f7e7a1" stroke="{colour}" stroke-width="3"/>'
        '<text class="s m" y="7">KC</text>'
    )


def _warship(combat: int) -> str:
    return (
        '<path d="M-16 -7h32l-5 15h-22z" fill="#22303a" stroke="#f7e7a1" stroke-width="2"/>'
        f'<text class="w s" y="4">{combat}</text>'
    )


def _merchant(drawn: Chart, counter: str) -> str:
    told = str(drawn.values.merchants[counter].cargo) if counter else "?"
    fill = "#fff" if counter else "#8a6d4b"
    return (
        f'<rect x="-9" y="-9" width="18" height="18" rx="3" fill="{fill}" stroke="#22303a"/>'
        f'<text class="s m" y="4">{told}</text>'
    )


def _port(governor: str | None, *, attacked: bool, destroyed: bool) -> str:
    if destroyed:
        return '<path d="M-8 -8l16 16M8 -8l-16 16" stroke="#7a1010" stroke-width="4"/>'
    ring = ' stroke="#7a1010" stroke-width="3"' if attacked else ' stroke="#22303a"'
    if governor is None:
        return f'<circle r="7" fill="none"{ring}/>'
    fill, letter = ("#22303a", "!") if governor == ANTI else ("#3c7a2c", governor[0])
    return f'<circle r="8" fill="{fill}"{ring}/><text class="w s" y="4">{escape(letter)}</text>'


# --- pictures -----------------------------------------------------------------------------------------------


def draw(values: Values, state: State, title: str = "") -> str:
    """A position as an SVG document."""
    drawn = chart(values)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {drawn.width} {drawn.height + 30}"'
        f' width="{drawn.width}" height="{drawn.height + 30}" role="img">',
        f"<title>{escape(title or 'The map')}</title>",
        f"<style>{STYLE}</style>",
        background(drawn),
    ]
    for mark in marks(drawn, state).values():
        parts.append(
            f'<g transform="translate({mark.x} {mark.y})"><title>{escape(mark.title)}</title>{mark.look}</g>'
        )
    points = " · ".join(f"player {seat + 1}: {one.points}" for seat, one in enumerate(state.players))
    head = f"{title} · {points}" if title else points
    parts.append(f'<text class="t" x="20" y="{drawn.height + 18}">{escape(head)}</text></svg>')
    return "\n".join(parts) + "\n"
