"""The outlines of trees as plain data, which can be shown without the language."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pirate_code.language import Ability
from pirate_code.language.outline import Branch, outline


def outlined(abilities: Iterable[Ability]) -> list[dict[str, Any]]:
    """Return the outline of each ability: name, and text and what is below where there is any."""
    return [_data(outline(ability)) for ability in abilities]


def _data(branch: Branch) -> dict[str, Any]:
    data: dict[str, Any] = {"name": branch.name}
    if branch.text:
        data["text"] = branch.text
    if branch.below:
        data["below"] = [_data(other) for other in branch.below]
    return data
