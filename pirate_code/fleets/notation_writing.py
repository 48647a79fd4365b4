"""A fleet written down again, every piece with its number, so that it is read as the same pieces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pirate_code.board.card import Card
from pirate_code.board.fleet import Fleet

_LISTS = (
    ("Forts", "forts"),
    ("Events", "events"),
    ("Unique treasure", "treasure"),
    ("Islands", "islands"),
    ("Collection", "collection"),
)


def write_text(fleet: Fleet, build: int | None = None, edition: str | None = None) -> str:
    """A fleet as text: one ship a line."""
    return "\n".join(_lines(fleet, build, edition)) + "\n"


def _lines(fleet: Fleet, build: int | None, edition: str | None) -> Iterator[str]:
    yield f"Name: {' '.join(fleet.name.split())}"
    if build is not None:
        yield f"Build total: {build}"
    if edition is not None:
        yield f"Edition: {edition}"
    yield ""
    for manned in fleet.ships:
        crew = f" + {_named(manned.aboard)}" if manned.aboard else ""
        yield f"{piece_text(manned.ship)}{crew}"
    rest = [f"{title}: {_named(getattr(fleet, place))}" for title, place in _LISTS if getattr(fleet, place)]
    if fleet.crew:
        rest.append(f"Home island: {_named(fleet.crew)}")
    if fleet.coins:
        rest.append(f"Coins: {' '.join(map(str, fleet.coins))}")
    if fleet.terrain:
        rest.append(f"Terrain: {', '.join(noun.replace('_', ' ') for noun in fleet.terrain)}")
    if rest:
        yield ""
        yield from rest


def _named(cards: Iterable[Card]) -> str:
    return ", ".join(piece_text(card) for card in cards)


def piece_text(card: Card) -> str:
    """A piece as it is written."""
    return plain_name(card.name, card.id)


def plain_name(name: str, number: str) -> str:
    """A name with its number; a name that the notation would take apart gives way to the number."""
    return number if any(char in name for char in "+,;|()[]:#/=") else f"{name} ({number})"
