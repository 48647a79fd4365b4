"""Programs as plain data and back: by their trees, for positions and replays that are written down."""

from __future__ import annotations

from typing import Any

from pydantic import ConfigDict, TypeAdapter, ValidationError

from pirate_code.language.tree import Ability as AbilityTree
from pirate_code.language.tree import Effect as EffectTree
from pirate_code.parse_data import as_data
from pirate_code.rules.program.abilities import Ability, abilities
from pirate_code.rules.program.effects import Effect
from pirate_code.rules.program.lower import effects
from pirate_code.validation_messages import plainly

_LATE = ConfigDict(defer_build=True)
_ABILITIES = TypeAdapter(tuple[AbilityTree, ...], config=_LATE)
_EFFECT: TypeAdapter[Any] = TypeAdapter(EffectTree, config=_LATE)


def ability_data(ability: Ability) -> Any:
    """An ability as plain data."""
    return as_data(ability.tree)


def read_abilities(data: Any) -> tuple[Ability, ...]:
    """Abilities from plain data; ValueError, in one sentence, if they are none."""
    try:
        return abilities(_ABILITIES.validate_python(data))
    except ValidationError as error:
        raise ValueError(plainly(error)) from None


def effect_data(effect: Effect) -> Any:
    """An effect as plain data."""
    return as_data(effect.tree)


def read_effect(data: Any) -> Effect:
    """An effect from plain data; ValueError, in one sentence, if it is none."""
    try:
        return effects.effect(_EFFECT.validate_python(data))
    except ValidationError as error:
        raise ValueError(plainly(error)) from None
