"""Replays: seed, fleets and decisions of a game in one JSON file that plays it again, byte for byte.

The cards are in the file with their trees, so that a replay needs no library. What is read is not trusted.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError

from pirate_code.board.card import Card
from pirate_code.board.fleet import Fleet, Manned
from pirate_code.core import replay
from pirate_code.core.saving import SaveError
from pirate_code.play.decision_json import FORMAT
from pirate_code.play.game import Played, prepare
from pirate_code.rules import saving
from pirate_code.rules.edition import Edition
from pirate_code.rules.game import Game
from pirate_code.rules.match import match
from pirate_code.views.log_json import lines

_PLACES = ("crew", "forts", "events", "treasure", "islands", "collection")


class _Ship(replay.Part):
    ship: str
    aboard: list[str] = Field(default_factory=list)


class _Fleet(replay.Part):
    name: Annotated[str, Field(max_length=200)]
    ships: Annotated[list[_Ship], Field(max_length=200)]
    crew: list[str] = Field(default_factory=list)
    forts: list[str] = Field(default_factory=list)
    events: list[str] = Field(default_factory=list)
    treasure: list[str] = Field(default_factory=list)
    islands: list[str] = Field(default_factory=list)
    collection: list[str] = Field(default_factory=list)
    terrain: list[str] = Field(default_factory=list)
    coins: list[Annotated[int, Field(ge=0, le=20)]] = Field(default_factory=list)


class _Replay(replay.ReplayFile):
    format: Literal[2]
    edition: dict[str, Any]
    fleets: Annotated[list[_Fleet], Field(min_length=1, max_length=20)]
    cards: Annotated[list[dict[str, Any]], Field(max_length=saving.PIECES_LIMIT)]


@dataclass(frozen=True)
class Replay:
    """A game that was read from a file and can be played again."""

    fleets: tuple[Fleet, ...]
    edition: Edition
    file: replay.ReplayFile


def replay_data(played: Played) -> dict[str, Any]:
    """A game as the data of its replay file."""
    cards = {card.id: card for fleet in played.fleets for card in (*fleet.cards(), *fleet.collection)}
    return {
        **replay.head(FORMAT, played.seed),
        "edition": played.edition.model_dump(mode="json"),
        "captains": list(played.captains),
        "fleets": [fleet_data(fleet) for fleet in played.fleets],
        "cards": [saving.card_data(card) for card in cards.values()],
        **replay.tail(played.decisions, list(lines(played.log))),
    }


def write_replay(played: Played, path: Path) -> None:
    """Write the replay file of a game."""
    replay.write(replay_data(played), path)


def read_replay(path: Path) -> Replay:
    """Read a replay file; what is wrong with it is a DataError in one sentence."""
    return replay.parsed(replay.read(path), path, parse_replay)


def parse_replay(data: Any) -> Replay:
    """A replay of plain data; SaveError if it is none."""
    file = replay.checked(data, _Replay, FORMAT)
    try:
        edition = Edition.model_validate(file.edition)
    except ValidationError as error:
        raise SaveError(replay.first_fault(error)) from None
    cards = {card.id: card for card in map(saving.read_card, file.cards)}
    return Replay(tuple(_fleet(fleet, cards) for fleet in file.fleets), edition, file)


def play_again(recorded: Replay, until: int | None = None, kind: type[Game] = Game) -> Played:
    """Play a replay, to its end or to the beginning of a turn; SaveError if it does not come out the same."""
    file = recorded.file
    played = prepare(recorded.fleets, recorded.edition, file.seed, tuple(file.captains) or ("random",), kind)
    game = played.game.start(match)
    for taken in replay.follow_replay(game, file.taken()):
        if until is not None and game.state.turn.number >= until:
            return played
        played.decisions.append(taken)
    if until is None:
        replay.confirm(list(lines(played.log)), file.log, file.version)
    return played


def fleet_data(fleet: Fleet) -> dict[str, Any]:
    data: dict[str, Any] = {
        "name": fleet.name,
        "ships": [
            {"ship": manned.ship.id, "aboard": [card.id for card in manned.aboard]} for manned in fleet.ships
        ],
    }
    data |= {place: [card.id for card in getattr(fleet, place)] for place in _PLACES}
    return data | {"terrain": list(fleet.terrain), "coins": list(fleet.coins)}


def _fleet(written: _Fleet, cards: dict[str, Card]) -> Fleet:
    def card(key: str) -> Card:
        if key not in cards:
            raise SaveError(f"the fleet {written.name!r} names a card {key!r} that is not in the file")
        return cards[key]

    places: dict[str, Any] = {place: tuple(map(card, getattr(written, place))) for place in _PLACES}
    ships = tuple(Manned(card(entry.ship), tuple(map(card, entry.aboard))) for entry in written.ships)
    return Fleet(written.name, ships, terrain=tuple(written.terrain), coins=tuple(written.coins), **places)
