"""Reads ability lines from bytes, one bounded line at a time, and mends standard streams that are closed.

What a line means it does not know.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO, TextIO

LINE_LIMIT = 10_000
_BYTES_PER_CHARACTER = 4
_CHUNK = LINE_LIMIT * _BYTES_PER_CHARACTER + 2
_SHOWN = 80


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a line cannot even be read as text, and at which column."""

    message: str
    column: int


@dataclass(frozen=True, slots=True)
class Line:
    """One line of input with its number, counted from 1."""

    number: int
    text: str
    fault: Fault | None = None


def line_of(raw: bytes, number: int = 1) -> Line:
    """Decode one line; bytes that are not UTF-8 and a line that is too long are faults, not exceptions."""
    raw = raw.rstrip(b"\r\n")
    try:
        text, fault = raw.decode("utf-8"), None
    except UnicodeDecodeError as error:
        text = raw.decode("utf-8", "replace")
        column = len(raw[: error.start].decode("utf-8")) + 1
        fault = Fault(f"byte {raw[error.start]:#04x} is not UTF-8 text", column)
    if len(text) > LINE_LIMIT:
        fault = Fault(f"the line is longer than {LINE_LIMIT:,} characters", LINE_LIMIT + 1)
        return Line(number, text[:_SHOWN] + "…", fault)
    return Line(number, text, fault)


def lines(stream: BinaryIO) -> Iterator[Line]:
    """Yield the lines that are not blank; however long a line is, only a bounded part of it is ever held."""
    number = 0
    while raw := stream.readline(_CHUNK):
        number += 1
        if number == 1:
            raw = raw.removeprefix(b"\xef\xbb\xbf")
        if len(raw) >= _CHUNK and not raw.endswith(b"\n"):
            _skip_line(stream)
        if raw.strip():
            yield line_of(raw, number)


def _skip_line(stream: BinaryIO) -> None:
    """Read to the end of the current line and forget it."""
    while (part := stream.readline(_CHUNK)) and not part.endswith(b"\n"):
        pass


def reopen_closed_streams() -> None:
    """Put something in the place of standard streams that were closed when Python began (`>&-`).

    Nothing can be read from such an input, what goes to such an error stream is lost, and such an output is a
    pipe that nobody reads: writing to it fails as with `| head`. Each keeps its number, so that no file that
    is opened later gets it.
    """
    if sys.stdin is None:
        sys.stdin = os.fdopen(_at(0, os.open(os.devnull, os.O_RDONLY)), encoding="utf-8")
    if sys.stdout is None:
        reader, writer = os.pipe()
        writer = _at(1, writer)
        if reader != writer:
            os.close(reader)
        sys.stdout = os.fdopen(writer, "w", encoding="utf-8")
    if sys.stderr is None:
        sys.stderr = os.fdopen(_at(2, os.open(os.devnull, os.O_WRONLY)), "w", encoding="utf-8")


def drop_unwritten(stream: TextIO) -> None:
    """Drop what a stream still holds and cannot write, so that Python does not fail on it when it ends."""
    try:
        stream.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _at(number: int, handle: int) -> int:
    """Move an open file to the number of a standard stream."""
    if handle != number:
        os.dup2(handle, number)
        os.close(handle)
    return number
