"""Reads scenarios from rulings and from files of their own; what is wrong is told with its file and line.

It does not run them, and does not know what their names mean.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from pirate_code.data import Document, Key, load_yaml
from pirate_code.scenarios.format import Scenario
from pirate_code.validation_messages import in_words

SCENARIOS_LIMIT = 200


def read_file(path: Path) -> list[Scenario]:
    """The scenarios of a YAML file: a list of them, or a single one."""
    return read_document(load_yaml(path))


def read_document(document: Document, kind: type[Scenario] = Scenario) -> list[Scenario]:
    """The scenarios of a document: a list of them, or a single one."""
    if not document.data:
        raise document.error("there is no scenario in the file")
    if not isinstance(document.data, list):
        return [_scenario(document.data, document, (), first=True, kind=kind)]
    if len(document.data) > SCENARIOS_LIMIT:
        raise document.error(f"a file has at most {SCENARIOS_LIMIT} scenarios", SCENARIOS_LIMIT)
    return read_list(document.data, document, kind=kind)


def read_list(
    entries: Sequence[Any], document: Document, *where: Key, kind: type[Scenario] = Scenario
) -> list[Scenario]:
    """The scenarios of a list that stands at this place of a document."""
    return [
        _scenario(data, document, (*where, index), first=index == 0, kind=kind)
        for index, data in enumerate(entries)
    ]


def _scenario(
    data: Any, document: Document, where: tuple[Key, ...], *, first: bool, kind: type[Scenario]
) -> Scenario:
    if not isinstance(data, dict):
        raise document.error("a scenario is a table with `given`, `when` and `then`", *where)
    try:
        scenario = kind.model_validate(data)
    except ValidationError as error:
        fault = error.errors()[0]
        message = in_words(fault)
        part = ".".join(str(step) for step in fault["loc"])
        raise document.error(f"{part}: {message}" if part else message, *where, *fault["loc"]) from None
    if first and scenario.like is not None:
        raise document.error("`like: above` is not for the first scenario: nothing is above it", *where)
    return scenario
