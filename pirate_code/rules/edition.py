"""Editions of the rules: values and switches, read from db/editions."""

from __future__ import annotations

from functools import cache

from pydantic import BaseModel, ConfigDict

from pirate_code.data import folder, load_yaml


class Edition(BaseModel):
    """One edition of the rules."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    name: str
    build_total: int
    actions_per_turn: int
    action_limit: int


@cache
def load_edition(name: str = "code") -> Edition:
    """An edition by its id."""
    return Edition(**load_yaml(folder("db") / "editions" / f"{name}.yaml").data)
