"""Which of several things an ability means that its condition has met: its player chooses.

"If this ship is touching another ship, she can take treasure from the other ship": where she touches two, the
other is either of them, as her player likes, and so is "that ship" where two are within S.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from pirate_code.language import tree as t
from pirate_code.language.walk import walk
from pirate_code.rules.program.nouns import is_a

if TYPE_CHECKING:
    from pirate_code.rules.program.context import Context
    from pirate_code.rules.program.effects import Effect

_BACK = frozenset({"that", "the"})
_ANEW = frozenset({"a", "any", "another"})
_WIDE = frozenset({"card", "game_piece", "something", "target"})  # they may mean anything that was told


def ways(effect: Effect, ctx: Context) -> list[Context]:
    """The ways in which an effect can be meant: one for each thing met that its words refer to."""
    meant = [ref for ref in ctx.met if any(is_a(ctx.game, ref, noun) for noun in _told_again(effect))]
    if len(meant) < 2:
        return [ctx]
    found = []
    for ref in meant:
        way = ctx.copy()
        way.met = (ref,)
        way.say(ref)
        found.append(way)
    return found


@cache
def _told_again(effect: Effect) -> frozenset[str]:
    """The nouns by which an effect refers to what was told before it: "that ship", "the island".

    What it names anew is meant from there on: "choose an enemy ship; that ship ...".
    """
    again: set[str] = set()
    anew: set[str] = set()
    for node in walk(effect.tree):
        if not isinstance(node, t.Pieces) or node.of is not None:
            continue
        if node.which in _ANEW:
            anew.add(node.noun)
        elif node.which in _BACK and node.noun not in anew:
            again.add(node.noun)
    return frozenset(again) - _WIDE
