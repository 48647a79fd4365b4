"""How many things words speak of."""

from __future__ import annotations

from pirate_code.board.state import Piece
from pirate_code.language import tree as t
from pirate_code.scenarios.conformance.truth import Truth


def counts(said: t.Pieces, number: int) -> Truth:
    """Whether so many are as many as are spoken of."""
    if said.which == "no":
        return number == 0
    count = said.count
    if count is None:
        return number > 0
    if isinstance(count, t.Number):
        return number >= count.value
    if isinstance(count, t.AtLeast):
        return number >= count.limit.value
    if isinstance(count, t.MoreThan):
        return number > count.limit.value
    if isinstance(count, t.FewerThan):
        return number < count.limit.value
    if isinstance(count, t.UpTo):
        return count.limit is None or number <= count.limit.value
    return None


def compares(piece: Piece, said: t.StatIs, wanted: int) -> Truth:
    """Whether a number that is printed on a piece is what words say of it."""
    value = {"point_cost": piece.card.points, "gold_value": piece.value}.get(said.stat)
    if value is None:
        return None
    found = {
        "equal": value == wanted,
        "at_most": value <= wanted,
        "at_least": value >= wanted,
        "less_than": value < wanted,
        "more_than": value > wanted,
    }
    return found[said.compare]
