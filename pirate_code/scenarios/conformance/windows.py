"""Whether a clause that holds for a time is in force: since its moment has come, and until it ends.

Windows are told by the tree and by what was seen to happen, in turns of the right player.
"""

from __future__ import annotations

from pirate_code.board.refs import Ref
from pirate_code.language import tree as t
from pirate_code.rules.decision import Kind
from pirate_code.scenarios.conformance.acting import is_rolled, is_trigger
from pirate_code.scenarios.conformance.activations import activations, judge_of
from pirate_code.scenarios.conformance.clauses import Clause
from pirate_code.scenarios.conformance.judge import Judge
from pirate_code.scenarios.conformance.playing import Calm, Play
from pirate_code.scenarios.conformance.truth import Truth, both
from pirate_code.scenarios.conformance.worlds import Asking


def in_force(clause: Clause, asked: Asking, ref: Ref | None = None) -> Truth:
    """Whether a clause holds at a calm moment, for a thing if it may hold for each at another time."""
    judge = asked.judge
    starts = needs_start(clause)
    answers: list[Truth] = [lies_right(judge)]
    if starts:
        answers = [answers[0] or None]  # what has begun may outlast the card, and the words leave that open
        answers.append(_is_open(clause, asked.play, asked.calm, judge, ref))
    else:
        answers += [judge.holds(guard) for guard in clause.guards if isinstance(guard, t.Condition)]
    return both(answers)


def needs_start(clause: Clause) -> bool:
    """Whether something has to happen before it holds."""
    acting = (t.Trigger, t.Moment, t.Limit, t.Rolled, t.PartOf, t.ForEach)
    return (
        any(isinstance(guard, acting) for guard in clause.guards)
        or clause.cost is not None
        or clause.is_cost
        or clause.follows
    )


def lies_right(judge: Judge) -> Truth:
    """Whether the card lies where its words count."""
    card = judge.card
    if card.kind in {"crew", "equipment"}:
        return card.where >= 0 and card.face_up and judge.ship is not None
    if card.kind == "treasure":
        if judge.state.ship_of(card) is None and card.where >= 0 and card.face_up:
            return None  # some count on the island where they lie
        return card.where >= 0 and card.face_up and judge.ship is not None
    if card.kind == "event":
        return None
    return card.in_play


def _is_open(clause: Clause, play: Play, calm: Calm, judge: Judge, ref: Ref | None) -> Truth:
    starts = _starts(clause, play, calm)
    if starts is None:
        return None
    lasts = clause.lasting
    if lasts is None or any(isinstance(g, t.Condition) and isinstance(g.fact, t.Done) for g in clause.guards):
        return None  # "if you do": whether it was done is not read off the table
    answers = [_reaches(lasts, turn, calm, judge, ref) for turn in starts]
    if any(answer is True for answer in answers):
        return True
    return None if None in answers else False


def _starts(clause: Clause, play: Play, calm: Calm) -> list[int] | None:
    """The turns in which it began to hold, as far as that can be told."""
    if len(clause.triggers) == 1 and not clause.limit and clause.cost is None:
        found: list[int] = []
        for seen in play.recording.seen[: calm.at]:
            if seen.what != "happens" or seen.event.type != clause.triggers[0].event.type:
                continue
            answer = is_trigger(clause.triggers[0], play, seen, seen.itself)
            conditions = [
                judge_of(play, seen, seen.itself).holds(g)
                for g in clause.guards
                if isinstance(g, t.Condition)
            ]
            answer = both([answer, *conditions])
            if answer is None:
                return None
            if answer:
                found.append(seen.turn)
        return found
    used = [
        asked.turn
        for asked in play.recording.asked
        if asked.at <= calm.at
        and _uses(asked.decision.kind, asked.answer, play.subject, asked.decision.subject)
    ]
    rolled = next((guard for guard in clause.guards if isinstance(guard, t.Rolled)), None)
    acted = [one for one in activations(play, clause.ability) if one.first.number < calm.at]
    if rolled is not None:  # it began where the die said so
        shown = [(one, is_rolled(rolled, one, clause)) for one in acted]
        return (
            None
            if any(answer is None for _, answer in shown)
            else [one.first.turn for one, answer in shown if answer]
        )
    return used + [one.first.turn for one in acted]


def _uses(kind: Kind, answer: object, subject: int, about: object) -> bool:
    if kind is Kind.TURN:
        return isinstance(answer, dict) and answer.get("use") == subject
    return kind is Kind.USE and about == subject and answer is True


def _reaches(
    lasts: t.Span | t.ForTurns | t.Until, start: int, calm: Calm, judge: Judge, ref: Ref | None
) -> Truth:
    """Whether what began in one turn lasts to another."""
    if isinstance(lasts, t.Span):
        if lasts.lasts in {"this_turn", "that_turn"}:
            return calm.turn == start
        if lasts.lasts == "game":
            return True
        if lasts.lasts == "your_next_turn":
            return (calm.turn > start and calm.turn <= start + 2 and calm.player == judge.player) or (
                None if calm.turn == start else False
            )
        if lasts.lasts in {"her_next_turn", "target_next_turn"} and ref is not None:
            owner = judge.owner(ref)
            if calm.turn == start:
                return False
            return calm.player == owner and calm.turn <= start + judge.state.players
    return None
