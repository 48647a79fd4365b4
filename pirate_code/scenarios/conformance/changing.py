"""Clauses that change a number: rolls as they fell, and stats as they are read, beside a control."""

from __future__ import annotations

from collections.abc import Iterator

from pirate_code.board.refs import Matter, Part, Ref
from pirate_code.board.state import SEA, UP
from pirate_code.language import tree as t
from pirate_code.rules import stats
from pirate_code.rules.event import Event
from pirate_code.rules.happen import rolls
from pirate_code.scenarios.conformance.acting import is_trigger
from pirate_code.scenarios.conformance.activations import judge_of
from pirate_code.scenarios.conformance.clauses import Clause
from pirate_code.scenarios.conformance.evidence import Evidence
from pirate_code.scenarios.conformance.judge import Judge
from pirate_code.scenarios.conformance.playing import Play
from pirate_code.scenarios.conformance.trace import Seen
from pirate_code.scenarios.conformance.truth import Truth, both
from pirate_code.scenarios.conformance.windows import in_force, needs_start
from pirate_code.scenarios.conformance.worlds import Asking, Worlds, worlds

ROLLS = frozenset({"cannon_roll", "boarding_roll", "die_roll", "gun_roll", "ram_roll", "result"})
Value = int | tuple[str, ...] | str | None


def check_rolls(clauses: tuple[Clause, ...], play: Play, found: dict[Clause, Evidence]) -> None:
    """Compare every roll of a play with what the clauses say of it."""
    told = [one for one in clauses if isinstance(one.leaf, t.Change) and one.leaf.stat in ROLLS]
    if not told:
        return
    for seen in play.recording.seen:
        if seen.what == "rolled" and not _is_under_another(told, play, seen):
            _roll(told, play, seen, found)


def _is_under_another(told: list[Clause], play: Play, seen: Seen) -> bool:
    """Whether another ability of the card has begun something that may change a roll as well."""
    abilities = {clause.ability for clause in told}
    return any(
        lasting.source == play.subject and lasting.number not in abilities for lasting in seen.state.lasting
    )


def _roll(told: list[Clause], play: Play, seen: Seen, found: dict[Clause, Evidence]) -> None:
    noun = seen.event.object.noun if isinstance(seen.event.object, Matter) else "die_roll"
    both_worlds = worlds(play, seen.kept)
    given = _result(both_worlds.line, seen.event, noun) - _result(both_worlds.control, seen.event, noun)
    judge = judge_of(play, seen, seen.event)
    speaking: list[tuple[Clause, Truth]] = [
        (clause, _tells(clause, play, seen, judge, noun)) for clause in told
    ]
    speaking = _without_replaced(speaking)
    if any(answer is None for _, answer in speaking):
        for clause, answer in speaking:
            if answer is None:
                found[clause].unknown(f"whether it changes a {noun}")
        return
    wanted = sum(_amount(clause) for clause, answer in speaking if answer)
    active = [clause for clause, answer in speaking if answer]
    for clause, answer in speaking:
        if given == wanted:
            if answer:
                found[clause].seen += 1
            else:
                found[clause].held_back += 1
        elif answer or not active:
            found[clause].fault(_differs(noun, given, wanted))


def _differs(noun: str, given: int, wanted: int) -> str:
    words = noun.replace("_", " ")
    if wanted == 0:
        return f"changes a {words} by {given:+d} of which the line says nothing"
    return f"changes a {words} by {given:+d} where the line says {wanted:+d}"


def _result(game: object, event: Event, noun: str) -> int:
    event = event.but(facts=dict(event.facts))
    value = rolls.modified(game, event)  # type: ignore[arg-type]
    if noun == "boarding_roll" and isinstance(event.agent, int):
        changed = stats.changed(game, noun, event.agent, value, event)  # type: ignore[arg-type]
        return changed if isinstance(changed, int) else value
    return value


def _tells(clause: Clause, play: Play, seen: Seen, judge: Judge, noun: str) -> Truth:
    """Whether a clause says something of a roll."""
    leaf = clause.leaf
    assert isinstance(leaf, t.Change)
    if leaf.by not in {"add", "subtract"} or leaf.per is not None or leaf.strength != "do":
        return None
    if leaf.stat != noun and leaf.stat not in {"die_roll", "result"}:
        return False
    if leaf.stat == "result" and not clause.triggers:
        return None
    answers: list[Truth] = [_is_roller(leaf.of, seen.event, judge)]
    if leaf.against is not None:
        answers.append(False if seen.event.against is None else judge.fits(seen.event.against, leaf.against))
    answers += [judge.holds(guard) for guard in clause.guards if isinstance(guard, t.Condition)]
    for guard in clause.guards:
        if isinstance(guard, t.Trigger):
            answers.append(is_trigger(guard, play, seen, seen.event))
        elif not isinstance(guard, t.Condition | t.Instead):
            answers.append(None)
    answers.append(_lies_aboard(judge))
    return both(answers)


def _lies_aboard(judge: Judge) -> Truth:
    card = judge.card
    if card.kind in {"crew", "equipment", "treasure"}:
        return card.where >= 0 and card.face_up and judge.ship is not None
    return card.in_play if card.kind != "event" else None


def _is_roller(said: t.Selector, event: Event, judge: Judge) -> Truth:
    """Whether a roll is one of those that words speak of."""
    ref: Ref | None = event.agent
    answer = judge.fits(ref, said)
    if answer is not True and isinstance(ref, Part):
        whole = judge.fits(ref.of, said)
        return whole if whole is not None else answer
    return answer


def _without_replaced(speaking: list[tuple[Clause, Truth]]) -> list[tuple[Clause, Truth]]:
    """ "+2 instead" takes the place of what the same ability said before."""
    instead = {
        clause.ability
        for clause, answer in speaking
        if answer and any(isinstance(guard, t.Instead) for guard in clause.guards)
    }
    return [
        (
            clause,
            False
            if clause.ability in instead and not any(isinstance(g, t.Instead) for g in clause.guards)
            else answer,
        )
        for clause, answer in speaking
    ]


def _amount(clause: Clause) -> int:
    leaf = clause.leaf
    assert isinstance(leaf, t.Change)
    if not isinstance(leaf.amount, t.Number):
        return 0
    return leaf.amount.value if leaf.by == "add" else -leaf.amount.value


# --- stats as they are read ------------------------------------------------------------------------------


def check_stats(clause: Clause, asked: Asking, evidence: Evidence, others: list[Clause]) -> None:
    """Compare a stat of everything on the table with what a clause says of it.

    `others` are the clauses of the card that say something of the same stat.
    """
    leaf = clause.leaf
    assert isinstance(leaf, t.Change)
    if leaf.against is not None or leaf.per is not None or leaf.strength not in {"do", "must"}:
        evidence.unknown(f"a change of {leaf.stat}")
        return
    judge = asked.judge
    for ref in _bearers(judge, leaf.stat):
        force = in_force(clause, asked, ref)
        before, after = _read(asked.found, leaf.stat, ref)
        if force is None:
            evidence.unknown(f"when a {leaf.stat} is changed")
            continue
        concerned = both([force, judge.fits(ref, leaf.of)]) if force else False
        if concerned is None:
            evidence.unknown(f"whose {leaf.stat} is changed")
        elif ref == judge.me and leaf.stat == "cargo_space" and not force:
            continue  # how much room a treasure needs is asked before it is aboard
        elif any(_speaks_of(one, leaf, judge, ref) for one in others):
            continue  # two changes of one number: each is seen where the other says nothing
        elif concerned:
            _compare(leaf, before, after, evidence)
        elif before != after and not needs_start(clause):
            evidence.fault(f"changes the {leaf.stat} of what the line does not speak of")
        elif before == after:
            evidence.held_back += 1
        else:
            evidence.fault(f"changes a {leaf.stat} when it should not, or longer than told")


def _speaks_of(other: Clause, leaf: t.Change, judge: Judge, ref: Ref) -> bool:
    """Whether another clause may change the same number of a thing."""
    assert isinstance(other.leaf, t.Change)
    return judge.fits(ref, other.leaf.of) is not False


def _compare(leaf: t.Change, before: Value, after: Value, evidence: Evidence) -> None:
    wanted = _changed(leaf, before)
    words = leaf.stat.replace("_", " ")
    if wanted is None:
        evidence.unknown(f"how a {words} is changed")
    elif after == wanted:
        if before != after:
            evidence.seen += 1
    else:
        change = f"a {words} of {_in_words(before)} becomes {_in_words(after)}"
        evidence.fault(f"{change} where the line makes it {_in_words(wanted)}")


def _changed(leaf: t.Change, before: Value) -> Value:
    """A value as the words change it; None if that cannot be told."""
    amount = leaf.amount
    if isinstance(amount, t.Number) and isinstance(before, int):
        by = {
            "add": before + amount.value,
            "subtract": before - amount.value,
            "multiply": before * amount.value,
            "set": amount.value,
        }
        value = by.get(leaf.by)
        return max(0, value) if value is not None and leaf.stat == "point_cost" else value
    if isinstance(amount, t.Distance) and isinstance(before, tuple):
        if leaf.by == "add":
            return (*before, *amount.segments)
        return amount.segments if leaf.by == "set" else None
    if isinstance(amount, t.Number) and isinstance(before, tuple) and leaf.by == "multiply":
        return before * amount.value
    return None


def _in_words(value: Value) -> str:
    return "+".join(value) if isinstance(value, tuple) else str(value)


def _read(found: Worlds, stat: str, ref: Ref) -> tuple[Value, Value]:
    before, after = stats.of(found.control, stat, ref), stats.of(found.line, stat, ref)
    if isinstance(before, tuple) and isinstance(after, tuple) and sorted(before) == sorted(after):
        return before, before
    return before, after


def _bearers(judge: Judge, stat: str) -> Iterator[Ref]:
    """What has such a stat."""
    for piece in judge.state.pieces:
        if piece.where < SEA:
            continue
        if stat in {"range", "rank"}:
            if piece.kind in {"ship", "sea creature", "fort"}:
                for number, mast in enumerate(piece.masts):
                    if mast == UP and number < len(piece.card.cannons):
                        yield Part(piece.id, "cannon", number)
        elif (stat == "base_move") == (piece.kind in {"ship", "sea creature"}) or stat in {
            "cargo_space",
            "cargo_capacity",
            "point_cost",
        }:
            yield piece.id
