"""Clauses whose work is seen elsewhere than in an event of their own: actions gained, cards laid face down,
abilities switched off, gold as it is counted, and places that must be left."""

from __future__ import annotations

from collections.abc import Callable

from pirate_code.board.refs import Matter, Ref
from pirate_code.language import tree as t
from pirate_code.rules import event_facts as facts
from pirate_code.rules.decision import Kind
from pirate_code.rules.event import Event, face
from pirate_code.scenarios.conformance.acting import is_rolled, is_trigger
from pirate_code.scenarios.conformance.activations import activations, judge_of
from pirate_code.scenarios.conformance.clauses import Clause
from pirate_code.scenarios.conformance.evidence import Evidence
from pirate_code.scenarios.conformance.playing import Calm, Play
from pirate_code.scenarios.conformance.trace import Asked, Seen
from pirate_code.scenarios.conformance.truth import Truth, both
from pirate_code.scenarios.conformance.worlds import worlds

Check = Callable[[Clause, Play, Evidence], None]
_MORE = frozenset({"extra", "second", "more", "additional"})


def check_of(clause: Clause) -> Check | None:
    """How a clause is looked at that needs a way of its own; None if it needs none."""
    leaf = clause.leaf
    if isinstance(leaf, t.Nothing):
        return nothing
    if isinstance(leaf, t.Change) and leaf.stat == "gold_value" and _unloads(clause):
        return gold
    if not isinstance(leaf, t.Happen):
        return None
    event = leaf.event
    if (
        event.type == "give"
        and leaf.strength in {"do", "may"}
        and (_is_more(event.object) or "twice" in event.manner)
    ):
        return extra_action
    if leaf.strength in {"cannot", "must_not"} and clause.follows and clause.lasting is None:
        return not_in_its_course
    if event.type == "declare" and isinstance(event.object, t.Pieces) and event.object.which == "which":
        return declared
    if event.type == "load" and "face_down" in event.manner and leaf.strength == "do":
        return face_down
    if event.type == "use" and leaf.strength in {"cannot", "must_not"} and clause.lasting is not None:
        return switched_off
    if event.type == "leave" and leaf.strength == "must":
        return must_leave
    if event.type == "use" and leaf.strength == "must" and _rerolls(clause):
        return second_result
    return None


# --- actions ---------------------------------------------------------------------------------------------


def _is_more(what: t.Selector | None) -> bool:
    """Whether words speak of actions beyond the one that every ship has."""
    if not isinstance(what, t.Pieces) or not (what.noun == "action" or what.noun.endswith("_action")):
        return False
    states = {found.state for found in what.filters if isinstance(found, t.InState)}
    several = isinstance(what.count, t.Number) and what.count.value > 1
    return bool(states & _MORE) or several


def extra_action(clause: Clause, play: Play, evidence: Evidence) -> None:
    """A ship is given one action more than the rules allow in a turn in which the ability acted."""
    leaf = clause.leaf
    assert isinstance(leaf, t.Happen)
    acted = {one.first.turn for one in activations(play, clause.ability)}
    acted |= {asked.turn for asked in play.recording.asked if _is_use(asked, play.subject)}
    other = _turns_of_other_results(clause, play)
    moments = {one.first.turn: one.first for one in activations(play, clause.ability)}
    what = leaf.event.object
    most = what.count.value if isinstance(what, t.Pieces) and isinstance(what.count, t.Number) else 2
    given: dict[tuple[int, Ref | None], int] = {}
    for seen in play.recording.seen:
        if seen.what != "happens" or seen.event.type != "give" or facts.AS_COST.of(seen.event):
            continue
        if any(outer.type == "give" for outer in seen.outer):
            continue  # a free action within another
        key = (seen.turn, seen.event.to)
        given[key] = given.get(key, 0) + 1
        if given[key] < 2 or seen.turn in other:
            continue
        began = moments.get(seen.turn, seen)  # the card may be gone by the time that she acts again
        fits = judge_of(play, began, seen.itself).fits(seen.event.to, leaf.event.to)
        if seen.turn not in acted:
            evidence.fault("a ship acts twice though the ability has not given her an action")
        elif fits is False:
            evidence.fault("gives an action to a ship of which the line does not speak")
        elif given[key] > most:
            evidence.fault(f"a ship acts {given[key]} times where the line gives {most} actions")
        elif fits:
            evidence.seen += 1
        else:
            evidence.unknown("which ship is given the action")


def _turns_of_other_results(clause: Clause, play: Play) -> set[int]:
    """The turns in which the die told something else: "on a 5, any ship may be given an extra action"."""
    rolled = next((guard for guard in clause.guards if isinstance(guard, t.Rolled)), None)
    if rolled is None:
        return set()
    found = activations(play, clause.ability)
    return {one.first.turn for one in found if is_rolled(rolled, one, clause) is False}


def _is_use(asked: Asked, subject: int) -> bool:
    """Whether a player chose to use the subject."""
    answer = asked.answer
    if isinstance(answer, dict):
        return answer.get("use") == subject
    return asked.decision.kind is Kind.USE and asked.decision.subject == subject and answer is True


# --- what is not done, where something else is ---------------------------------------------------------


def not_in_its_course(clause: Clause, play: Play, evidence: Evidence) -> None:
    """What must not happen does not, in the course of what the words before it told to do."""
    leaf = clause.leaf
    assert isinstance(leaf, t.Happen)
    types = {one.leaf.event.type for one in clause.before if isinstance(one.leaf, t.Happen)}
    for one in activations(play, clause.ability):
        done = [seen for seen in one.happened if seen.event.type in types]
        if not done or any(isinstance(guard, t.Condition | t.Trigger) for guard in clause.guards):
            continue
        course = [seen for seen in play.recording.seen if any(o is done[0].itself for o in seen.outer)]
        for seen in course:
            if seen.what != "happens" or seen.is_by(play.subject, clause.ability):
                continue
            judge = judge_of(play, seen, seen.itself)
            if judge.is_event(leaf.event):
                evidence.fault(f"'{leaf.event.type}' happens where the line says that it does not")
                return
        evidence.seen += 1


# --- what is declared ------------------------------------------------------------------------------------


def declared(clause: Clause, play: Play, evidence: Evidence) -> None:
    """Which cannon shoots is asked for in the course of the action, and before its die is rolled."""
    for asked in play.recording.asked:
        about = (asked.decision.kind, asked.decision.subject, asked.decision.event)
        if about != (Kind.PICK, play.subject, "shoot") or asked.answer is None or not asked.outer:
            continue
        action = asked.outer[0]
        before = play.recording.seen[: asked.at]
        if any(one.what == "rolled" and any(o is action for o in one.outer) for one in before):
            evidence.fault("is declared when a die has been rolled")
        else:
            evidence.seen += 1


# --- cards laid face down --------------------------------------------------------------------------------


def face_down(clause: Clause, play: Play, evidence: Evidence) -> None:
    """The card lies face down after it has been loaded, until it is shown."""
    loaded: Seen | None = None
    for seen in play.recording.seen:
        card = seen.state.pieces[play.subject]
        if loaded is not None and seen.number > loaded.number + 2:
            if (card.where >= 0 and card.where == loaded.event.to) or card.where == play.ship:
                if card.face_up:
                    evidence.fault("lies face up after it was loaded, where the line says face down")
                else:
                    evidence.seen += 1
            return
        if seen.what == "happens" and seen.event.type == "load" and seen.event.object == play.subject:
            loaded = seen
        if (
            seen.what == "happens"
            and seen.event.type == "reveal"
            and seen.event.object == play.subject
            and loaded
        ):
            return


# --- abilities switched off ------------------------------------------------------------------------------


def switched_off(clause: Clause, play: Play, evidence: Evidence) -> None:
    """Somebody's abilities cannot be used from the moment on, as long as told, and again after that."""
    leaf = clause.leaf
    assert isinstance(leaf, t.Happen)
    lasts = clause.lasting
    turns: dict[int, set[int]] = {}
    most = _most(leaf.event.agent)
    for calm in play.calm:
        both_worlds = worlds(play, calm.kept)
        off = 0
        for piece in both_worlds.line.state.pieces:
            if not piece.in_play or not piece.card.abilities or piece.id == play.subject:
                continue
            asked = Event("use", agent=piece.id, object=Matter("ability", piece.id, 0), at=piece.where)
            line, control = both_worlds.line.allows(asked), both_worlds.control.allows(asked.but(facts={}))
            if line == control:
                continue
            turns.setdefault(piece.id, set()).add(calm.turn)
            off += 1
            if off > most:
                evidence.fault(f"switches off more abilities than the {most} that the line tells")
            fits = judge_of(play, _when_used(play, calm), None).fits(piece.id, leaf.event.agent)
            if fits is False:
                evidence.fault("switches off an ability of which the line does not speak")
            elif fits:
                evidence.seen += 1
            else:
                evidence.unknown("whose ability is switched off")
    if isinstance(lasts, t.Span) and lasts.lasts in {"this_turn", "that_turn"}:
        acted = {one.first.turn for one in activations(play, clause.ability)}
        acted |= {asked.turn for asked in play.recording.asked if _is_use(asked, play.subject)}
        if acted and any(found - acted for found in turns.values()):
            evidence.fault("an ability stays switched off after the turn that the line tells")


def _when_used(play: Play, calm: Calm) -> Seen:
    """The moment at which the subject was last used before a calm one: words speak of what was so then."""
    used = [asked.at for asked in play.recording.asked if _is_use(asked, play.subject)]
    before = [at for at in used if at <= calm.at]
    return play.recording.seen[min(before[-1] if before else calm.at, len(play.recording.seen) - 1)]


def _most(said: t.Selector | None) -> int:
    """How many pieces words speak of at most."""
    if isinstance(said, t.Group):
        most = [_most(member) for member in said.members]
        return max(most) if said.join == "or" else sum(most)
    if isinstance(said, t.Pieces) and isinstance(said.count, t.Number):
        return said.count.value
    return 1 if isinstance(said, t.Pieces) and said.which in {"a", "any"} else 99


# --- gold ------------------------------------------------------------------------------------------------


def _unloads(clause: Clause) -> bool:
    return any(trigger.event.type == "unload" for trigger in clause.triggers)


def gold(clause: Clause, play: Play, evidence: Evidence) -> None:
    """What a treasure is worth when it has been unloaded: as it was, or as the line makes it."""
    leaf, trigger = clause.leaf, clause.triggers[0]
    assert isinstance(leaf, t.Change)
    changes = {
        (id(outer), seen.event.object.of): seen.event.amount
        for seen in play.recording.seen
        if seen.event.type == "change"
        and seen.is_by(play.subject, clause.ability)
        and isinstance(seen.event.object, Matter)
        for outer in seen.outer
        if outer.type == "unload"
    }
    told = trigger.event.object
    only_one = isinstance(told, t.Pieces) and isinstance(told.count, t.Number)
    most = told.count.value if isinstance(told, t.Pieces) and isinstance(told.count, t.Number) else 99
    changed = 0
    for seen in play.recording.seen:
        coin = seen.event.object
        if seen.what != "happens" or seen.event.type != "unload" or not isinstance(coin, int):
            continue
        if seen.state.pieces[coin].kind != "treasure":
            continue
        judge = judge_of(play, seen, seen.itself)
        conditions = [judge.holds(guard) for guard in clause.guards if isinstance(guard, t.Condition)]
        aboard = judge.state.ship_of(judge.card) is not None or judge.card.kind != "treasure"
        meant = both([is_trigger(trigger, play, seen, seen.itself), aboard, *conditions])
        if isinstance(leaf.of, t.Pieces) and leaf.of.noun == "game_piece":
            meant = None  # what was counted before, and not the treasure that is unloaded
        before = seen.state.pieces[coin].value
        after = changes.get((id(seen.itself), coin), before + _tallied(play, seen, coin))
        if changed >= most and after != before and leaf.by != "set":
            evidence.fault(f"changes what more treasures are worth than the {most} that the line tells")
        place = judge.piece(seen.event.at)
        ashore = place is not None and place.home is None  # gold is counted at home islands only
        spared = (only_one or ashore) and after == before  # the one may be another
        changed += after != before
        if not spared:
            _count(leaf, meant, before, after, evidence)


def _tallied(play: Play, seen: Seen, coin: int) -> int:
    """What the line has made a coin worth beyond its print since a moment, in the tally of its owner."""
    return sum(
        amount - seen.state.tally.get(entry, 0)
        for entry, amount in play.game.state.tally.items()
        if (entry.coin, entry.source) == (coin, play.subject)
    )


def _count(leaf: t.Change, meant: Truth, before: int, after: int, evidence: Evidence) -> None:
    if meant is None or not isinstance(leaf.amount, t.Number):
        evidence.unknown("what a treasure is worth")
        return
    amount = leaf.amount.value
    wanted = {"add": before + amount, "subtract": max(0, before - amount), "multiply": before * amount}
    expected = wanted.get(leaf.by, amount) if meant else before
    if after != expected:
        where = f"where the line makes it {expected}" if meant else "of which the line does not speak"
        evidence.fault(f"a treasure worth {before} is worth {after} {where}")
    elif meant:
        evidence.seen += 1
    else:
        evidence.held_back += 1


# --- leaving ---------------------------------------------------------------------------------------------


def must_leave(clause: Clause, play: Play, evidence: Evidence) -> None:
    """A ship that came in by leave of the line is gone by the end of her next turn."""
    inside: dict[int, int] = {}
    dock = next(
        (
            one.leaf.event.at
            for one in clause.before
            if isinstance(one.leaf, t.Happen) and one.leaf.event.type == "dock"
        ),
        None,
    )
    if dock is None or play.ship is None:
        evidence.unknown("what must be left")
        return
    for seen in play.recording.seen:
        if seen.what != "happens" or seen.event.type not in {"turn_beginning", "turn_end"}:
            continue
        ship = seen.state.pieces[play.ship]
        if seen.player != ship.controller:
            continue
        if seen.event.type == "turn_beginning" and ship.docked is not None:
            able = ship.pinned_by is None and ship.standing
            if able and judge_of(play, seen, None).fits(ship.docked, dock):
                inside[seen.turn] = ship.docked
        elif seen.event.type == "turn_end" and seen.turn in inside:
            if ship.docked != inside[seen.turn]:
                evidence.seen += 1
            elif "move_action" not in seen.state.turn.actions.get(
                ship.id, ()
            ):  # else she tried and could not
                evidence.fault("is still there at the end of the turn in which she must leave")


# --- rolling again ---------------------------------------------------------------------------------------


def _rerolls(clause: Clause) -> bool:
    return any(isinstance(one.leaf, t.Happen) and one.leaf.event.type == "reroll" for one in clause.before)


def second_result(clause: Clause, play: Play, evidence: Evidence) -> None:
    """A die that was rolled again counts as it fell the second time."""
    again = [
        one
        for one in play.recording.seen
        if one.what == "happens" and one.event.type == "reroll" and one.is_by(play.subject, clause.ability)
    ]
    for one in again:
        roll = next((outer for outer in one.outer if outer.type == "roll"), None)
        later = [other for other in again if other is not one and any(o is roll for o in other.outer)]
        if roll is None or later:
            continue
        if roll.amount == one.itself.amount:
            evidence.seen += 1
        else:
            evidence.fault("another result counts than the one that was rolled the second time")


# --- no effect -------------------------------------------------------------------------------------------


def nothing(clause: Clause, play: Play, evidence: Evidence) -> None:
    """When the die shows these results, nothing happens but the roll."""
    faces = {one for guard in clause.guards if isinstance(guard, t.Rolled) for one in guard.faces}
    for one in activations(play, clause.ability):
        rolls = [
            seen for seen in one.seen if seen.what == "rolled" and seen.is_by(play.subject, clause.ability)
        ]
        if len(rolls) != 1 or face(rolls[0].itself) not in faces:
            continue
        more = [seen for seen in one.happened if seen.event.type not in _OF_A_ROLL]
        if more:
            evidence.fault(f"'{more[0].event.type}' happens where the line says that there is no effect")
        else:
            evidence.seen += 1


_OF_A_ROLL = frozenset({"roll", "make", "reroll", "roll_for_effect", "visit", "use"})
