"""Decisions of Blackbeard as plain data, and the table as a player sees it, for bots in any language."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from pirate_code.blackbeard.decision import Decision
from pirate_code.blackbeard.state import State
from pirate_code.core.decision_json import asked_data
from pirate_code.core.line_bots import Wire

FORMAT = 1


def table_data(state: State) -> dict[str, Any]:
    """A position as a bot reads it, without dice. It must be what a player may see (observing)."""
    data = asdict(state)
    del data["dice"]
    return {"format": FORMAT, **data}


def _asked(decision: Decision) -> dict[str, Any]:
    return {"format": FORMAT, **asked_data(decision, lambda ref: ref)}


WIRE = Wire("blackbeard", _asked, table_data)
