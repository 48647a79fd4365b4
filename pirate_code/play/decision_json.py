"""Decisions as plain data, one line of JSON each; docs/decisions.md describes the form."""

from __future__ import annotations

from typing import Any

from pirate_code.rules.decision import Answer, Decision, Option
from pirate_code.rules.saving import ref_data

FORMAT = 2  # replays carry the same number


def decision_data(decision: Decision, answer: Answer) -> dict[str, Any]:
    """A decision with all of its options, and the answer that was given."""
    return {
        "format": FORMAT,
        "player": decision.player,
        "kind": decision.kind.value,
        "subject": None if decision.subject is None else ref_data(decision.subject),
        "event": decision.event,
        "options": [_option_data(option) for option in decision.options],
        "answer": answer,
    }


def _option_data(option: Option) -> dict[str, Any]:
    """An option; what it does not have is left out."""
    data: dict[str, Any] = {"answer": option.answer, "name": option.name}
    if option.refs:
        data["refs"] = [ref_data(ref) for ref in option.refs]
    if option.value is not None:
        data["value"] = option.value
    if option.does is not None:
        data["does"] = sorted(option.does.events)
    return data
