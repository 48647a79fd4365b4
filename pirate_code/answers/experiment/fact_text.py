"""Positions and findings in words."""

from __future__ import annotations

from collections.abc import Iterator

from pirate_code.answers.experiment.subject import Subject
from pirate_code.answers.experiment.world_differences import Difference
from pirate_code.answers.experiment.worlds import AFLOAT, THEIRS, Placement, Setting
from pirate_code.board.state import SEA, Piece, State
from pirate_code.scenarios.fact_text import fact, whose


def position(state: State, setting: Setting, x: Subject, y: Subject) -> tuple[str, ...]:
    """The table in words: every ship and island with what is aboard, and who has what is asked about."""
    lines = [_described(state, piece) for piece in state.pieces if piece.where == SEA]
    lines += list(_having(setting.x, x))
    lines += list(_having(setting.y, y))
    return tuple(lines)


def _having(placement: Placement, subject: Subject) -> Iterator[str]:
    if placement.kind in AFLOAT:
        yield f"{placement.ship} has {subject.name}."
    elif placement.kind == "event":
        yield f"{subject.name} is an event that {'we' if placement.ship != THEIRS else 'they'} hold."


def _described(state: State, piece: Piece) -> str:
    aboard = [_cargo(other) for other in state.aboard(piece.id)]
    side = whose(piece.controller) if piece.kind in AFLOAT else None
    facts = []
    if piece.kind in AFLOAT:
        facts.append(f"{side}, {piece.standing} of {len(piece.masts)} masts")
        if piece.docked is not None:
            facts.append(f"docked at {state.pieces[piece.docked].card.name}")
    elif piece.home is not None:
        facts.append(f"{'our' if piece.home == 0 else 'their'} home island")
    else:
        facts.append(piece.kind if piece.kind != "island" else "a wild island")
    held = f"; on it: {', '.join(aboard)}" if aboard else ""
    return f"{piece.card.name}: {', '.join(facts)}{held}."


def _cargo(piece: Piece) -> str:
    down = " face down" if not piece.face_up and piece.kind != "treasure" else ""
    return (
        f"{piece.card.name} ({piece.kind}{down})"
        if not piece.card.name.endswith(" gold")
        else piece.card.name
    )


def difference_text(difference: Difference, names: dict[str, str]) -> tuple[str, str, str, str]:
    """What a sign tells of each of the four worlds."""
    n, x, y, both = (fact(difference.key, value, names) for value in difference.values)
    return n, x, y, both
