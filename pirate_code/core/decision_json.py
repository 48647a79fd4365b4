"""Decisions of any game as plain data; docs/decisions.md describes the form."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pirate_code.core.decision import Decision, Option


def asked_data(decision: Decision[Any, Any], ref_data: Callable[[Any], Any]) -> dict[str, Any]:
    """A decision with all of its options; `ref_data` writes what it is about."""
    return {
        "player": decision.player,
        "kind": decision.kind.value,
        "subject": None if decision.subject is None else ref_data(decision.subject),
        "event": decision.event,
        "options": [_option_data(option, ref_data) for option in decision.options],
    }


def _option_data(option: Option[Any], ref_data: Callable[[Any], Any]) -> dict[str, Any]:
    """An option; what it does not have is left out."""
    data: dict[str, Any] = {"answer": option.answer, "name": option.name}
    if option.refs:
        data["refs"] = [ref_data(ref) for ref in option.refs]
    if option.value is not None:
        data["value"] = option.value
    if option.does is not None:
        data["does"] = sorted(option.does.events)
    return data
