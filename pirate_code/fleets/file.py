"""Fleets as YAML files, and the fleets that come with Pirate Code.

    name: English traders
    ships:
      - ship: HMS Apollo
        crew: [Captain, Helmsman]
      - ship: MI-029
    treasure: [Trees]
    terrain: [fog bank, reef]

A piece is named as its card prints it, or by its number where two pieces have one name.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pirate_code.board.card import Card
from pirate_code.data import Document, Key, folder, load_yaml
from pirate_code.fleets.fleet import Fleet, Manned
from pirate_code.play.cards import TERRAIN, Pool

SIZE_LIMIT = 100_000
PIECES_LIMIT = 200
COIN_LIMIT = 20
_KEYS = (
    "name",
    "ships",
    "crew",
    "forts",
    "events",
    "treasure",
    "islands",
    "terrain",
    "coins",
    "collection",
)
_KINDS = {
    "crew": ("crew", "equipment"),
    "forts": ("fort",),
    "events": ("event",),
    "treasure": ("treasure", "crew"),
    "islands": ("island",),
    "collection": ("ship", "sea creature", "crew", "equipment", "event", "treasure"),
}
_SHIP_KEYS = ("ship", "crew", "equipment")
_HULLS = ("ship", "sea creature")
_YAML = (".yaml", ".yml")
_SHOWN = 6


def builtin_fleets() -> list[str]:
    """The names of the fleets of db/fleets, in order of the alphabet."""
    return sorted(path.stem for path in (folder("db") / "fleets").glob("*.yaml"))


def load_fleet(name: str, pool: Pool) -> Fleet:
    """A fleet by its file, or by the name of one of db/fleets; DataError if there is none or it is wrong."""
    if name in builtin_fleets():
        return read_fleet(folder("db") / "fleets" / f"{name}.yaml", pool)
    path = Path(name)
    if not path.suffix and not path.exists():
        from pirate_code.data import DataError

        near = difflib.get_close_matches(name, builtin_fleets(), 1)
        meant = f" Did you mean {near[0]!r}?" if near else ""
        raise DataError(f"There is no fleet {name!r}: give a file, or one of db/fleets.{meant}")
    return read_fleet(path, pool) if path.suffix.lower() in _YAML else _written(path, pool)


def _written(path: Path, pool: Pool) -> Fleet:
    """A fleet as people write it: a name that no piece has is an error here."""
    from pirate_code.data import DataError
    from pirate_code.fleets.notation import NotationError
    from pirate_code.fleets.notation_files import read_path
    from pirate_code.fleets.notation_names import Names
    from pirate_code.fleets.notation_reading import understand

    try:
        sheet, *more = read_path(path)
        reading = understand(sheet, Names(pool))
    except NotationError as error:
        raise DataError(str(error)) from None
    if more:
        raise DataError(f"{path}: there are {1 + len(more)} fleets here, and one is wanted")
    lacking = [
        f"{card.name} cannot be played: {why}"
        for card in reading.fleet.cards()
        if (why := reading.papers.unread.get(card.id))
    ]
    for sentence in (*reading.papers.unknown, *lacking):
        raise DataError(f"{path}: {sentence}")
    return reading.fleet


def read_fleet(path: Path, pool: Pool) -> Fleet:
    """Read one file; what is wrong is told with its file and line."""
    return _Reader(load_yaml(path, SIZE_LIMIT), pool).fleet()


class _Reader:
    def __init__(self, document: Document, pool: Pool) -> None:
        self.document, self.pool = document, pool
        self.pieces = 0

    def fleet(self) -> Fleet:
        data = self.table(self.document.data, (), _KEYS)
        name = data.get("name", self.document.path.stem)
        if not isinstance(name, str):
            raise self.document.error("the name of a fleet is a text", "name")
        ships = self.items(data.get("ships"), "ships")
        if not ships:
            raise self.document.error("a fleet needs ships under `ships:`")
        return Fleet(
            name,
            tuple(self.ship(entry, ("ships", index)) for index, entry in enumerate(ships)),
            **{place: self.cards(data.get(place), (place,), kinds) for place, kinds in _KINDS.items()},
            coins=self.coins(data.get("coins")),
            terrain=tuple(
                self.terrain(entry, ("terrain", index))
                for index, entry in enumerate(self.items(data.get("terrain"), "terrain"))
            ),
        )

    def coins(self, entries: Any) -> tuple[int, ...]:
        found = self.items(entries, "coins")
        for index, value in enumerate(found):
            if not isinstance(value, int) or not 0 <= value <= COIN_LIMIT:
                raise self.document.error(f"a coin is worth 0 to {COIN_LIMIT} gold", "coins", index)
        return tuple(found)

    def ship(self, entry: Any, where: tuple[Key, ...]) -> Manned:
        if isinstance(entry, str):
            return Manned(self.card(entry, where, _HULLS))
        table = self.table(entry, where, _SHIP_KEYS)
        if "ship" not in table:
            raise self.document.error("an entry of `ships:` names a ship under `ship:`", *where)
        ship = self.card(table["ship"], (*where, "ship"), _HULLS)
        crew = self.cards(table.get("crew"), (*where, "crew"), ("crew",), ship.nation)
        equipment = self.cards(table.get("equipment"), (*where, "equipment"), ("equipment",))
        return Manned(ship, (*crew, *equipment))

    def cards(
        self, entries: Any, where: tuple[Key, ...], kinds: tuple[str, ...], nation: str | None = None
    ) -> tuple[Card, ...]:
        return tuple(
            self.card(entry, (*where, index), kinds, nation)
            for index, entry in enumerate(self.items(entries, *where))
        )

    def card(
        self, name: Any, where: tuple[Key, ...], kinds: tuple[str, ...], nation: str | None = None
    ) -> Card:
        """The one card of a name: of the ship's nation, if others have one of that name too."""
        self.pieces += 1
        if self.pieces > PIECES_LIMIT:
            raise self.document.error(f"a fleet has no more than {PIECES_LIMIT} pieces", *where)
        if not isinstance(name, str):
            raise self.document.error(f"{str(name)[:40]!r} is no name of a piece", *where)
        found = [card for card in self.pool.find(name) if card.kind in kinds]
        own = [card for card in found if card.nation == nation]
        found = different(own or found)
        if len(found) == 1:
            return found[0]
        if found:
            known = ", ".join(card.id for card in found[:_SHOWN])
            raise self.document.error(f"{name}: several pieces have that name; write one of {known}", *where)
        raise self.document.error(self.unknown(name, kinds), *where)

    def unknown(self, name: str, kinds: tuple[str, ...]) -> str:
        why = self.pool.why_not(name)
        if why is not None:
            return f"{name} cannot be played: {why}"
        names = [card.name for card in self.pool.of_kind(*kinds)]
        near = difflib.get_close_matches(name, names, 1, 0.75)
        meant = f"; did you mean {near[0]}?" if near else ""
        return f"there is no {' or '.join(kinds)} {name!r}{meant}"

    def terrain(self, name: Any, where: tuple[Key, ...]) -> str:
        kind = name.strip().lower().replace(" ", "_") if isinstance(name, str) else ""
        if kind not in TERRAIN:
            known = ", ".join(each.replace("_", " ") for each in TERRAIN)
            raise self.document.error(f"{str(name)[:40]!r} is no terrain; there are {known}", *where)
        return kind

    def items(self, entries: Any, *where: Key) -> list[Any]:
        if entries is None:
            return []
        if not isinstance(entries, list):
            raise self.document.error("this must be a list", *where)
        return entries

    def table(self, entry: Any, where: tuple[Key, ...], keys: tuple[str, ...]) -> dict[str, Any]:
        if not isinstance(entry, dict):
            raise self.document.error(f"this must be a table with {', '.join(keys)}", *where)
        for key in entry:
            if key not in keys:
                known = ", ".join(keys)
                raise self.document.error(f"{key!r} is unknown here; there are {known}", *where, key)
        return entry


def different(cards: Iterable[Card]) -> list[Card]:
    """The cards that play differently: a reprint that says the same is the same piece."""
    kept: dict[tuple[object, ...], Card] = {}
    for card in cards:
        key = (
            card.kind,
            card.nation,
            card.points,
            card.gold,
            card.masts,
            card.cargo,
            card.base_move,
            card.cannons,
            card.abilities,
            card.links,
        )
        kept.setdefault(key, card)
    return list(kept.values())


def fleet_data(fleet: Fleet) -> dict[str, Any]:
    """A fleet as its file holds it, each piece by its number."""
    ships = []
    for manned in fleet.ships:
        entry: dict[str, Any] = {"ship": manned.ship.id}
        for kind in ("crew", "equipment"):
            aboard = [card.id for card in manned.aboard if card.kind == kind]
            if aboard:
                entry[kind] = aboard
        ships.append(entry)
    data: dict[str, Any] = {"name": fleet.name, "ships": ships}
    for place in _KINDS:
        cards: tuple[Card, ...] = getattr(fleet, place)
        if cards:
            data[place] = [card.id for card in cards]
    if fleet.terrain:
        data["terrain"] = [kind.replace("_", " ") for kind in fleet.terrain]
    if fleet.coins:
        data["coins"] = list(fleet.coins)
    return data
