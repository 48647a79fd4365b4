"""The log of a game as lines of JSON, and its digest: the same game gives the same bytes on any machine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from pirate_code.core import log as core
from pirate_code.core.running import Entry
from pirate_code.core.saving import dumps
from pirate_code.rules.saving import ref_data


def entry_data(entry: Entry) -> dict[str, Any]:
    """One entry of a log as plain data: what, which event with which slots, and why."""
    what, kind, slots, amount, manner, cause, why = entry
    data: dict[str, Any] = {"what": what, "event": kind}
    data |= {slot: ref_data(ref) for slot, ref in slots}
    if amount:
        data["amount"] = amount
    if manner:
        data["manner"] = list(manner)
    data["cause"] = cause.rule if cause.piece is None else [cause.rule, cause.piece, cause.ability]
    if why:
        data["why"] = why
    return data


def lines(log: Iterable[Entry]) -> Iterator[str]:
    """The log as lines of JSON."""
    return (dumps(entry_data(entry)) for entry in log)


def digest(log: Iterable[Entry]) -> str:
    """The SHA-256 of the lines of a log."""
    return core.digest(lines(log))
