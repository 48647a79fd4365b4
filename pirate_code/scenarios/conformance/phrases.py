"""Puts into words what a play has shown: what was done, to what, and what the line names."""

from __future__ import annotations

from pirate_code.board.refs import Part, Ref
from pirate_code.language import tree as t
from pirate_code.language.render import render
from pirate_code.scenarios.conformance.judge import Judge


def verb(said: t.Event) -> str:
    """What was done, as faults begin."""
    return f"'{said.type}' concerns"


def in_words(what: t.Selector | None) -> str:
    """What a selector says."""
    if what is None:
        return "nothing"
    try:
        words = render((t.Ability(effect=t.Happen(event=t.Event(type="eliminate", object=what))),))
    except Exception:
        return what.kind
    return words.removeprefix("Eliminate ").rstrip(".")


def called(judge: Judge, ref: Ref) -> str:
    """What a thing of the position is called."""
    piece = judge.piece(ref)
    if isinstance(ref, Part) and piece is not None:
        return f"a {ref.noun} of {piece.card.name}"
    return piece.card.name if piece is not None else str(ref)
