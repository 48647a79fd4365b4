"""Replays: seed, fleets and decisions of a game in one JSON file that plays it again, byte for byte.

The cards are in the file with their trees, so that a replay needs no library. What is read is not trusted.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

import pirate_code
from pirate_code.board.card import Card
from pirate_code.board.fleet import Fleet, Manned
from pirate_code.data import DataError, read_text
from pirate_code.play.decision_json import FORMAT
from pirate_code.play.game import OtherDecision, Played, Taken, follow, prepare
from pirate_code.rules import saving
from pirate_code.rules.decision import IllegalAnswer
from pirate_code.rules.edition import Edition
from pirate_code.rules.game import Game
from pirate_code.rules.saving import SaveError
from pirate_code.views.log import digest
from pirate_code.wording import in_words

SIZE_LIMIT = 50_000_000
_PLACES = ("crew", "forts", "events", "treasure", "islands", "collection")


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class _Ship(_Part):
    ship: str
    aboard: list[str] = []


class _Fleet(_Part):
    name: Annotated[str, Field(max_length=200)]
    ships: Annotated[list[_Ship], Field(max_length=200)]
    crew: list[str] = []
    forts: list[str] = []
    events: list[str] = []
    treasure: list[str] = []
    islands: list[str] = []
    collection: list[str] = []
    terrain: list[str] = []
    coins: list[Annotated[int, Field(ge=0, le=20)]] = []


class _Log(_Part):
    entries: int
    sha256: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


_Taken = Annotated[list[Any], Field(min_length=2, max_length=2)]  # kind and answer


class _Replay(_Part):
    format: Literal[2]
    version: str
    seed: Annotated[int, Field(ge=0, lt=1 << 64)]
    edition: dict[str, Any]
    captains: Annotated[list[str], Field(max_length=20)]
    fleets: Annotated[list[_Fleet], Field(min_length=1, max_length=20)]
    cards: Annotated[list[dict[str, Any]], Field(max_length=saving.PIECES_LIMIT)]
    decisions: Annotated[list[_Taken], Field(max_length=1_000_000)]
    log: _Log


@dataclass(frozen=True)
class Replay:
    """A game that was read from a file and can be played again."""

    fleets: tuple[Fleet, ...]
    edition: Edition
    seed: int
    captains: tuple[str, ...]
    decisions: tuple[Taken, ...]
    entries: int
    sha256: str
    version: str


def replay_data(played: Played) -> dict[str, Any]:
    """A game as the data of its replay file."""
    cards = {card.id: card for fleet in played.fleets for card in (*fleet.cards(), *fleet.collection)}
    return {
        "format": FORMAT,
        "version": pirate_code.__version__,
        "seed": played.seed,
        "edition": played.edition.model_dump(mode="json"),
        "captains": list(played.captains),
        "fleets": [_fleet_data(fleet) for fleet in played.fleets],
        "cards": [saving.card_data(card) for card in cards.values()],
        "decisions": [list(taken) for taken in played.decisions],
        "log": {"entries": len(played.log), "sha256": digest(played.log)},
    }


def write_replay(played: Played, path: Path) -> None:
    """Write the replay file of a game."""
    path.write_text(saving.dumps(replay_data(played)) + "\n", encoding="utf-8")


def read_replay(path: Path) -> Replay:
    """Read a replay file; what is wrong with it is a DataError in one sentence."""
    try:
        return parse_replay(saving.loads(read_text(path, SIZE_LIMIT), SIZE_LIMIT))
    except SaveError as error:
        raise DataError(f"this is no replay of a game: {error}", path) from None


def parse_replay(data: Any) -> Replay:
    """A replay of plain data; SaveError if it is none."""
    written = data.get("format") if isinstance(data, dict) else None
    if isinstance(written, int) and 0 < written < FORMAT:
        raise SaveError(f"it has the old format {written}, and this version plays format {FORMAT} only")
    try:
        found = _Replay.model_validate(data)
        edition = Edition.model_validate(found.edition)
    except ValidationError as error:
        fault = error.errors()[0]
        place = ".".join(str(step) for step in fault["loc"])
        raise SaveError(f"{place or 'the file'}: {in_words(fault)}") from None
    cards = {card.id: card for card in map(saving.read_card, found.cards)}
    fleets = tuple(_fleet(fleet, cards) for fleet in found.fleets)
    captains = tuple(found.captains)
    decisions = tuple(Taken(*taken) for taken in found.decisions)
    return Replay(
        fleets,
        edition,
        found.seed,
        captains,
        decisions,
        found.log.entries,
        found.log.sha256,
        found.version,
    )


def play_again(replay: Replay, until: int | None = None, kind: type[Game] = Game) -> Played:
    """Play a replay, to its end or to the beginning of a turn; SaveError if it does not come out the same."""
    played = prepare(replay.fleets, replay.edition, replay.seed, replay.captains or ("random",), kind)
    try:
        for turn in follow(played, replay.decisions):
            if until is not None and turn >= until:
                return played
    except IllegalAnswer as error:
        number = len(played.decisions) + 1
        raise SaveError(f"decision {number} is not legal here: {error}") from None
    except OtherDecision as error:
        raise SaveError(f"decision {len(played.decisions) + 1} is another one: {error}") from None
    if until is None and (len(played.log), digest(played.log)) != (replay.entries, replay.sha256):
        raise SaveError(
            f"the game came out otherwise than it was recorded (by version {replay.version}):"
            f" {len(played.log)} events instead of {replay.entries}, or other ones"
        )
    return played


def _fleet_data(fleet: Fleet) -> dict[str, Any]:
    data: dict[str, Any] = {
        "name": fleet.name,
        "ships": [
            {"ship": manned.ship.id, "aboard": [card.id for card in manned.aboard]} for manned in fleet.ships
        ],
    }
    data |= {place: [card.id for card in getattr(fleet, place)] for place in _PLACES}
    return data | {"terrain": list(fleet.terrain), "coins": list(fleet.coins)}


def _fleet(found: _Fleet, cards: dict[str, Card]) -> Fleet:
    def card(key: str) -> Card:
        if key not in cards:
            raise SaveError(f"the fleet {found.name!r} names a card {key!r} that is not in the file")
        return cards[key]

    places: dict[str, Any] = {place: tuple(map(card, getattr(found, place))) for place in _PLACES}
    ships = tuple(Manned(card(entry.ship), tuple(map(card, entry.aboard))) for entry in found.ships)
    return Fleet(found.name, ships, terrain=tuple(found.terrain), coins=tuple(found.coins), **places)
