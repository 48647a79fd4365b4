"""Whether what may be done once per turn is offered again in a later turn."""

from __future__ import annotations

from pirate_code.board.state import State
from pirate_code.language import tree as t
from pirate_code.rules.decision import Kind
from pirate_code.scenarios.conformance.amounts import available
from pirate_code.scenarios.conformance.clauses import Clause
from pirate_code.scenarios.conformance.evidence import Evidence
from pirate_code.scenarios.conformance.judge import Judge
from pirate_code.scenarios.conformance.playing import Play
from pirate_code.scenarios.conformance.truth import both


def is_offered(clause: Clause) -> bool:
    """Whether a clause is something that a player starts when it is calm, once per turn."""
    acts = isinstance(clause.leaf, t.Happen) and clause.leaf.strength == "may"
    waits = clause.triggers or clause.moments or clause.guards_of(t.PartOf) or clause.guards_of(t.Instead)
    return acts and clause.index == 0 and clause.limit == "turn" and not waits


def check(clause: Clause, play: Play, evidence: Evidence) -> None:
    """Look at what a player is offered in the turns after the one in which the ability was used."""
    leaf = clause.leaf
    assert isinstance(leaf, t.Happen)
    used: int | None = None
    looked: set[int] = set()
    for number, asked in enumerate(play.recording.asked):
        if asked.decision.kind is not Kind.TURN:
            continue
        offered = any(_is_use(option.answer, play.subject) for option in asked.decision.options)
        if used is not None and asked.turn > used and asked.turn not in looked:
            looked.add(asked.turn)
            if not offered and _could(clause, leaf, play, number):
                evidence.fault("is not offered again in a later turn, where the line says once per turn")
        if _is_use(asked.answer, play.subject):
            used = asked.turn if used is None else used


def _is_use(answer: object, subject: int) -> bool:
    return isinstance(answer, dict) and answer.get("use") == subject


def _could(clause: Clause, leaf: t.Happen, play: Play, number: int) -> bool:
    """Whether the line could be used then: it is its player's to use, and there is something to do it to."""
    calm = _calm(play, number)
    if calm is None:
        return False
    judge = Judge(calm, play.subject)
    asked = play.recording.asked[number]
    if asked.decision.player != judge.player or not _is_able(judge):
        return False
    holds = both(judge.holds(guard) for guard in clause.guards if isinstance(guard, t.Condition))
    least = 2 if clause.is_cost and judge.card.kind == "crew" else 1  # nobody pays with the crew that speaks
    return holds is True and (available(leaf.event, judge) or 0) >= least


def _calm(play: Play, number: int) -> State | None:
    turns = [one for one in play.recording.asked[: number + 1] if one.decision.kind is Kind.TURN]
    index = len(turns) - 1
    return play.calm[index].kept.restore() if index < len(play.calm) else None


def _is_able(judge: Judge) -> bool:
    """Whether the card is aboard, and its ship afloat with room to take something."""
    ship = judge.ship
    if ship is None or not judge.card.in_play or not judge.card.face_up or not ship.standing:
        return False
    aboard = sum(piece.where == ship.id for piece in judge.state.pieces)
    return aboard < ship.card.cargo
