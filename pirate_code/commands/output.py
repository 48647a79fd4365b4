"""What the commands share: the library they read, how they refuse, and text and JSON for readers.

Nothing heavy is imported: a command that only reads must answer at once.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import click

if TYPE_CHECKING:
    import sqlite3

_NARROW, _WIDE = 40, 120
_FAULTS_SHOWN = 10


class Refused(click.ClickException):
    """What was given cannot be used; told in one sentence."""

    exit_code = 2

    def format_message(self) -> str:
        """The sentence without anything that steers a terminal: it may quote a file."""
        return "\n".join(printable(line) for line in self.message.splitlines())


@contextmanager
def reading(path: Path | None) -> Iterator[sqlite3.Connection]:
    """Open the library for reading; whatever is wrong with it is refused in one sentence."""
    import sqlite3

    from pirate_code.data import DataError
    from pirate_code.library import storage
    from pirate_code.library.opening import open_library

    try:
        db = open_library(path)
        try:
            yield db
        except sqlite3.Error as error:
            with storage.library_errors(path or storage.default_path()):
                raise error from None
        finally:
            db.close()
    except DataError as error:
        raise Refused(str(error)) from None


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Refuse in one sentence what the file system does not let be written."""

    try:
        yield
    except OSError as error:
        raise Refused(f"{path} cannot be written ({error.strerror or error}).") from None


def to_file(path: Path, text: str) -> None:
    """Write a text to a file."""
    with writing(path):
        path.write_text(text, encoding="utf-8")


def write_out(text: str, out: Path | None) -> None:
    """Write a text to a file, in the place of an older one when it is whole, or to standard output."""
    from pirate_code.data import DataError
    from pirate_code.library.export import writing as replacing

    if out is None:
        sys.stdout.write(text)
        return
    try:
        with replacing(out) as file:
            file.write(text)
    except DataError as error:
        raise Refused(str(error)) from None


def print_json(value: dict[str, Any]) -> None:
    """Print one JSON object on one line, at once."""
    click.echo(json.dumps(value, ensure_ascii=not is_utf8(sys.stdout)))


def is_utf8(stream: TextIO) -> bool:
    """Whether every character can be written to a stream."""
    return (getattr(stream, "encoding", None) or "utf-8").lower().replace("-", "") == "utf8"


def one_line(text: str | None) -> str:
    """Return a text for one line of the screen: no line breaks, nothing that steers a terminal."""
    return printable(" ".join((text or "").split()))


def printable(text: str) -> str:
    """Return a text without anything that steers a terminal."""
    return "".join(char if char.isprintable() else "�" for char in text)


def styled(text: str, **style: Any) -> str:
    """Return a text in colour or bold; NO_COLOR asks for neither, and click drops both without a terminal."""
    return text if not style or os.environ.get("NO_COLOR") else click.style(text, **style)


def say(text: str | None = "", indent: int = 0, *, hang: int = 0, **style: Any) -> None:
    """Print a text, folded at the edge of a terminal; lines after the first stand `hang` further in."""
    for line in _folded(one_line(text), indent, hang):
        bare = line.lstrip()
        click.echo(" " * (len(line) - len(bare)) + styled(bare, **style))


def pair(name: str, text: str | None, indent: int = 0, width: int = 12) -> None:
    """Print a name, and beside it what it stands for; nothing if there is nothing to say."""
    if not text:
        return
    first, *rest = _folded(one_line(text), indent + width, 0)
    click.echo(" " * indent + styled(name.ljust(width), fg="cyan") + first[indent + width :])
    for line in rest:
        click.echo(line)


def tell_faults(faults: Sequence[object]) -> None:
    """Print errors of the engine, each a line on the error stream; nothing if there are none."""
    for fault in faults[:_FAULTS_SHOWN]:
        click.echo(f"Error: the engine failed: {one_line(str(fault))}", err=True)
    if len(faults) > _FAULTS_SHOWN:
        click.echo(f"... and {len(faults) - _FAULTS_SHOWN} more", err=True)


@contextmanager
def refusing_games() -> Iterator[None]:
    """Tell what is wrong with a fleet, a bot, a replay, a data file or the library in one sentence."""
    from pirate_code.core.bots import BotError
    from pirate_code.core.saving import SaveError
    from pirate_code.data import DataError

    try:
        yield
    except (BotError, DataError, SaveError) as error:
        raise Refused(str(error)) from None


def heading(text: str) -> None:
    """Print a heading with a blank line above it."""
    click.echo()
    say(text, bold=True)


def _folded(text: str, indent: int, hang: int) -> list[str]:
    """Return a text as lines: cut at the edge of a terminal, or one line if there is no terminal."""
    first, rest = " " * indent, " " * (indent + hang)
    if not sys.stdout.isatty():
        return [first + text]
    width = max(_NARROW, min(_WIDE, shutil.get_terminal_size().columns))
    lines = textwrap.wrap(
        text,
        width,
        initial_indent=first,
        subsequent_indent=rest,
        break_on_hyphens=False,
        break_long_words=False,
    )
    return lines or [first]


def card_line(row: Mapping[str, Any]) -> str:
    """Return the facts of a piece on one line: number, nation and kind, cost, masts, cargo, move, cannons."""
    facts = (
        row["id"],
        " ".join(filter(None, (row["nation"], row["kind"]))),
        _counted(row["points"], "point"),
        f"{row['gold']} gold" if row["gold"] is not None else "",
        _counted(row["masts"], "mast"),
        f"cargo {row['cargo']}" if row["cargo"] is not None else "",
        row["base_move"],
        row["cannons"],
        row["rarity"],
        "custom" if row["origin"] == "custom" else "",
    )
    return " · ".join(filter(None, facts))


def _counted(number: int | None, name: str) -> str:
    if number is None:
        return ""
    return f"{number} {name}" if number == 1 else f"{number} {name}s"
