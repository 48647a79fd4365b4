"""Parse results and coverage as plain data: the objects that --json prints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from pirate_code.language import LanguageError, footprint, render
from pirate_code.language.sense import Names, read, warnings

if TYPE_CHECKING:
    from pirate_code.language.coverage import Coverage
    from pirate_code.stream import Line


def parsed(line: Line, *, streaming: bool, names: Names | None = None) -> dict[str, Any]:
    """Parse one line into the object that --json prints; one that makes no sense is refused."""
    result = {
        "text": line.text,
        "ok": False,
        "abilities": [],
        "footprint": None,
        "rendered": None,
        "warnings": [],
        "error": None,
    }
    if line.fault is not None:
        result["error"] = {
            "message": line.fault.message,
            "line": line.number,
            "column": line.fault.column,
            "expected": [],
            "nearest": None,
        }
        return result
    try:
        abilities = read(line.text, names)
    except LanguageError as error:
        result["error"] = error_data(error) | ({"line": line.number} if streaming else {})
        return result
    return result | {
        "ok": True,
        "abilities": [as_data(ability) for ability in abilities],
        "footprint": footprint(abilities).model_dump(mode="json"),
        "rendered": render(abilities),
        "warnings": list(warnings(abilities)),
    }


def as_data(value: Any) -> Any:
    """Return a tree as nested plain data: the kind of every node, and of the rest what is not a default."""
    if isinstance(value, BaseModel):
        return {
            name: as_data(held)
            for name, field in type(value).model_fields.items()
            if (held := getattr(value, name)) != field.get_default(call_default_factory=True)
            or name == "kind"
        }
    if isinstance(value, tuple | list | frozenset):
        return [as_data(item) for item in value]
    return value


def error_data(error: LanguageError) -> dict[str, Any]:
    """Return a parse error as plain data."""
    return {
        "message": error.message,
        "line": error.line,
        "column": error.column,
        "expected": list(error.expected),
        "nearest": error.nearest,
    }


def coverage_data(measured: Coverage) -> dict[str, Any]:
    """Return a coverage measurement as plain data."""
    return {
        "lines": measured.lines,
        "distinct": measured.distinct,
        "parsed": measured.parsed,
        "corrected": measured.corrected,
        "senseless": [{"text": text, "fault": fault} for text, fault in measured.senseless],
        "rules": measured.rules,
        "single_use_rules": list(measured.single_use_rules),
        "failures": [{"text": error.text} | error_data(error) for error in measured.failures],
        "swallowed": [{"text": text, "words": list(words)} for text, words in measured.swallowed],
        "round_trip_failures": list(measured.round_trip_failures),
    }
