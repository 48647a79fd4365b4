"""Replays: what it takes to play a game again, byte for byte, in one JSON file.

Here stands what the replay of any game has: the format and the version that wrote it, the seed, the captains,
the decisions, and the length and digest of the log. A game adds what it is played with.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

import pirate_code
from pirate_code.core.decision import IllegalAnswer
from pirate_code.core.log import digest
from pirate_code.core.playing import OtherDecision, Taken, follow
from pirate_code.core.running import Running
from pirate_code.core.saving import SaveError, dumps, loads
from pirate_code.data import DataError, read_text
from pirate_code.validation_messages import in_words

SIZE_LIMIT = 50_000_000
T = TypeVar("T")


class Part(BaseModel):
    """A part of a replay file: nothing in it that is not known, nothing of another type."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class LogSummary(Part):
    """How many entries the log has, and the digest of its lines."""

    entries: int
    sha256: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class ReplayFile(Part):
    """What the replay of every game has; each game's own model has its format and fields besides."""

    version: str
    seed: Annotated[int, Field(ge=0, lt=1 << 64)]
    captains: Annotated[list[str], Field(max_length=20)]
    decisions: Annotated[
        list[Annotated[list[Any], Field(min_length=2, max_length=2)]], Field(max_length=1_000_000)
    ]  # each its kind and the answer
    log: LogSummary

    def taken(self) -> tuple[Taken, ...]:
        """The decisions in their order."""
        return tuple(Taken(*pair) for pair in self.decisions)


AnyReplay = TypeVar("AnyReplay", bound=ReplayFile)


def head(written_as: int, seed: int) -> dict[str, Any]:
    """How the data of a replay file begins: its format, who wrote it, and the seed of the game."""
    return {"format": written_as, "version": pirate_code.__version__, "seed": seed}


def tail(decisions: Iterable[Taken], lines: Sequence[str]) -> dict[str, Any]:
    """How the data of a replay file ends: the decisions, and what the log came to."""
    return {
        "decisions": [list(taken) for taken in decisions],
        "log": {"entries": len(lines), "sha256": digest(lines)},
    }


def write(data: dict[str, Any], path: Path) -> None:
    """Write the data of a replay to a file."""
    path.write_text(dumps(data) + "\n", encoding="utf-8")


def read(path: Path) -> Any:
    """The data of a replay file, not yet checked; what is wrong with it is a DataError in one sentence."""
    try:
        return loads(read_text(path, SIZE_LIMIT), SIZE_LIMIT)
    except SaveError as error:
        raise _no_replay(error, path) from None


def parsed(data: Any, path: Path, parse: Callable[[Any], T]) -> T:
    """What the data of a file are parsed into; DataError with the file's name if they are no replay."""
    try:
        return parse(data)
    except SaveError as error:
        raise _no_replay(error, path) from None


def _no_replay(error: SaveError, path: Path) -> DataError:
    """The sentence about a file that cannot be replayed."""
    return DataError(f"this is no replay of a game: {error}", path)


def checked(data: Any, model: type[AnyReplay], plays: int) -> AnyReplay:
    """The data of a replay, checked; SaveError if it is none, or of an older format."""
    written = data.get("format") if isinstance(data, dict) else None
    if isinstance(written, int) and 0 < written < plays:
        raise SaveError(f"it has the old format {written}, and this version plays format {plays} only")
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise SaveError(first_fault(error)) from None


def first_fault(error: ValidationError) -> str:
    """The first thing that is wrong with data, with its place."""
    fault = error.errors()[0]
    place = ".".join(str(step) for step in fault["loc"])
    return f"{place or 'the file'}: {in_words(fault)}"


def follow_replay(game: Running[Any, Any], decisions: Sequence[Taken]) -> Iterator[Taken]:
    """Give a game that has started its recorded answers; SaveError names the first that does not fit."""
    number = 0
    try:
        for taken in follow(game, decisions):
            number += 1
            yield taken
    except IllegalAnswer as error:
        raise SaveError(f"decision {number} is not legal here: {error}") from None
    except OtherDecision as error:
        raise SaveError(f"decision {number} is another one: {error}") from None


def confirm(lines: Sequence[str], log: LogSummary, version: str) -> None:
    """Check that a game came out as it was recorded; SaveError if it did not."""
    if (len(lines), digest(lines)) != (log.entries, log.sha256):
        raise SaveError(
            f"the game came out otherwise than it was recorded (by version {version}):"
            f" {len(lines)} events instead of {log.entries}, or other ones"
        )
