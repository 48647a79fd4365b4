"""Text and effect trees: parse a printed ability line, render it again, compare, and see what it touches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pirate_code.language.compare import same
from pirate_code.language.errors import LanguageError
from pirate_code.language.footprint import Footprint, footprint
from pirate_code.language.keywords import define
from pirate_code.language.parse import clear_caches, parse
from pirate_code.language.render import render
from pirate_code.language.tree import Ability

SCHEMA_VERSION = "1.1"


def swallowed(text: str, abilities: Sequence[Ability]) -> list[str]:
    """Words of the line that carry meaning and that no node of its trees accounts for."""
    from pirate_code.language import account

    return account.swallowed(text, abilities)


def schema() -> dict[str, Any]:
    """The public JSON Schema of an ability's tree, with its version."""
    schema = Ability.model_json_schema()
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"pirate-code/ability/{SCHEMA_VERSION}",
        "title": "Pirate Code ability",
        "version": SCHEMA_VERSION,
        **{key: value for key, value in schema.items() if key != "title"},
    }


__all__ = [
    "SCHEMA_VERSION",
    "Ability",
    "Footprint",
    "LanguageError",
    "clear_caches",
    "define",
    "footprint",
    "parse",
    "render",
    "same",
    "schema",
    "swallowed",
]
