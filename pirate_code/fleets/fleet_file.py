"""Fleets by their file or by the name of one that comes with Pirate Code, ready to be played.

Files are read by `notation_files` and names by `notation_reading`; here nothing is understood.
"""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from pirate_code.board.card import Card
from pirate_code.board.fleet import Fleet
from pirate_code.data import DataError, folder
from pirate_code.fleets.notation import NotationError, WrittenFleet
from pirate_code.fleets.notation_files import read_path
from pirate_code.fleets.notation_names import Names
from pirate_code.fleets.notation_reading import Reading, understand
from pirate_code.fleets.own_editions import checked_edition
from pirate_code.rules.edition import Edition, load_edition

_LISTS = ("crew", "forts", "events", "treasure", "islands", "collection")


@cache
def builtin_fleets() -> tuple[str, ...]:
    """The names of the fleets of db/fleets, in order of the alphabet."""
    return tuple(sorted(path.stem for path in (folder("db") / "fleets").glob("*.yaml")))


@cache
def builtin_fleet_names() -> dict[str, str]:
    """What each fleet of db/fleets calls itself, by the name of its file."""
    return {key: builtin_written_fleet(key).name for key in builtin_fleets()}


def builtin_written_fleet(name: str) -> WrittenFleet:
    """A fleet of db/fleets as it is written."""
    (written,) = read_path(folder("db") / "fleets" / f"{name}.yaml")
    return written


def written_fleets(source: str) -> list[WrittenFleet]:
    """The fleets of a file, or the one of db/fleets of that name; NotationError if they cannot be read."""
    path = Path(source)
    if source in builtin_fleets() and not path.is_file():
        return [builtin_written_fleet(source)]
    if not path.suffix and not path.exists():
        near = difflib.get_close_matches(source, builtin_fleets(), 1)
        meant = f" Did you mean {near[0]!r}?" if near else ""
        raise NotationError(f"There is no fleet {source[:80]!r}: give a file, or one of db/fleets.{meant}")
    return read_path(path)


def load_fleet(source: str, names: Names) -> Fleet:
    """The one fleet of a file, or one of db/fleets, to be played; DataError if it cannot be."""
    return load_reading(source, names).fleet


def load_reading(source: str, names: Names) -> Reading:
    """A fleet to be played, with what was taken for what; DataError if it cannot be played."""
    try:
        fleets = written_fleets(source)
        if len(fleets) != 1:
            raise NotationError(f"{source}: there are {len(fleets)} fleets here, and one is wanted.")
        reading = understand(fleets[0], names)
        refuse_unplayable(reading)
    except NotationError as error:
        message = str(error)
        raise DataError(message if source in message else f"{source}: {message}") from None
    return reading


def edition_for(asked: str | None, readings: Sequence[Reading]) -> Edition:
    """The edition of a game: the one asked for, else the one that its fleets name, else the Code's."""
    if asked is not None:
        return checked_edition(asked)
    named = {reading.edition.id: reading.edition for reading in readings if reading.names_edition}
    if len(named) > 1:
        raise DataError(f"The fleets name different editions, {', '.join(named)}: say which (--edition).")
    return next(iter(named.values()), load_edition())


def refuse_unplayable(reading: Reading) -> None:
    """NotationError if a name of a fleet means no piece, or one that cannot be played."""
    unread = reading.card_status.unread
    lacking = (
        f"{card.name} ({card.id}) cannot be played: {unread[card.id]}."
        for card in (*reading.fleet.cards(), *reading.fleet.collection)
        if card.id in unread
    )
    for sentence in (*reading.card_status.unknown, *lacking):
        raise NotationError(sentence)


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
    for place in _LISTS:
        cards: tuple[Card, ...] = getattr(fleet, place)
        if cards:
            data[place] = [card.id for card in cards]
    if fleet.terrain:
        data["terrain"] = [kind.replace("_", " ") for kind in fleet.terrain]
    if fleet.coins:
        data["coins"] = list(fleet.coins)
    return data
