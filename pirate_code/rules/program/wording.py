"""Abilities and effects in words, for people: made from their trees when somebody wants to read them."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from pirate_code.language import tree as t
from pirate_code.language.render import effect_text, render

if TYPE_CHECKING:
    from pirate_code.rules.program.abilities import Ability


@cache
def ability_text(ability: Ability) -> str:
    """An ability in canonical words."""
    return render(ability.tree)


@cache
def tree_text(tree: t.Ability | t.Effect) -> str:
    """An ability or an effect in canonical words."""
    return render(tree) if isinstance(tree, t.Ability) else effect_text(tree)
