"""Clauses that forbid or allow something, or say what a piece is: the rules are asked beside a control."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product

from pirate_code.board.refs import Matter, Part, Ref
from pirate_code.board.state import SEA, UP
from pirate_code.language import tree as t
from pirate_code.rules.event import Cause, Event
from pirate_code.rules.events import CATALOGUE
from pirate_code.rules.game import Game
from pirate_code.scenarios.conformance.acting import names
from pirate_code.scenarios.conformance.activations import activations, judge_of, met
from pirate_code.scenarios.conformance.clauses import Clause
from pirate_code.scenarios.conformance.evidence import Evidence
from pirate_code.scenarios.conformance.judge import SLOTS, Judge
from pirate_code.scenarios.conformance.playing import Play
from pirate_code.scenarios.conformance.truth import Truth, both
from pirate_code.scenarios.conformance.windows import in_force, lies_right, needs_start
from pirate_code.scenarios.conformance.worlds import Asking

_ASKED = Cause("asked")
_PROBES = 160
FORBIDDING = frozenset({"cannot", "must_not"})

_OF_ITSELF = frozenset({"submerge", "surface"})  # who does it is also the one to whom it happens

# Events that are never without one another: who may not shoot shoots at nobody.
_AKIN = (
    frozenset({"give", "shoot", "shoot_at", "target", "hit", "fire", "attack"}),
    frozenset({"give", "move", "ram", "pin", "board", "initiate", "touch", "dock", "tow", "surround"}),
    frozenset({"end", "pass_through", "pass_over", "dock", "move", "touch", "ram", "submerge", "surface"}),
    frozenset({"take", "transfer", "steal", "load", "unload", "trade", "swap", "capture", "explore", "give"}),
    frozenset({"give", "repair"}),
    frozenset({"eliminate", "hit", "sink", "remove", "lose", "ignore", "damage"}),
)


def are_akin(one: str, other: str) -> bool:
    """Whether a rule about one event may be seen in another."""
    return one == other or any(one in kin and other in kin for kin in _AKIN)


def check_rules(clause: Clause, asked: Asking, evidence: Evidence, shared: bool, replaced: bool) -> None:
    """Ask both worlds for events like the one that a clause forbids or allows.

    `shared`: another clause of the line speaks of such events too, and may be why the worlds differ.
    `replaced`: it may be begun, and something else is done instead: then only what comes about tells.
    """
    leaf = clause.leaf
    assert isinstance(leaf, t.Happen)
    judge, found = asked.judge, asked.found
    force = in_force(clause, asked)
    if force is None:
        evidence.unknown("when it holds")
        return
    of_island = judge.card.kind == "island" and needs_start(clause) and force
    visit = _visit(clause, asked) if of_island else None
    if of_island and visit is None:
        evidence.unknown("for which of several visits it holds")
        return
    for event in islice(_probes(leaf.event, judge), _PROBES):
        asking = Judge(judge.state, judge.me, event, (), visit.met if visit is not None else judge.met)
        asking.found_by = visit.ship.id if visit is not None and visit.ship is not None else None
        meant = both([force, asking.is_event(leaf.event)]) if force else False
        line, control = _allowed(found.line, event), _allowed(found.control, event)
        if meant is None or replaced or (line != control and _is_instead(clause)):
            evidence.unknown(f"whether '{leaf.event.type}' is meant")
            continue
        if shared and not meant and line != control:
            continue
        _compare(leaf, evidence, meant=meant, line=line, control=control)


def _visit(clause: Clause, asked: Asking) -> Judge | None:
    """What the words of an island meant as they began to hold: "this ship" is she who came then."""
    acted = [one for one in activations(asked.play, clause.ability) if one.first.number < asked.calm.at]
    latest = [one for one in acted if one.first.turn == acted[-1].first.turn]
    if len(latest) != 1:
        return None
    (one,) = latest
    return judge_of(asked.play, one.first, one.root, [ref for seen in one.seen for ref in met(seen.event)])


def _is_instead(clause: Clause) -> bool:
    """Whether it takes the place of something else that is no longer done then."""
    return any(isinstance(guard, t.Instead) for guard in clause.guards)


def _compare(leaf: t.Happen, evidence: Evidence, *, meant: bool, line: bool, control: bool) -> None:
    kind, forbids = leaf.event.type, leaf.strength in FORBIDDING
    if meant and forbids and line:
        evidence.fault(f"'{kind}' is still allowed where the line forbids it")
    elif meant and line != control:
        evidence.seen += 1
    elif not meant and line != control:
        verb = "forbids" if forbids else "allows"
        evidence.fault(f"{verb} '{kind}' where the line does not say so")
    elif not meant:
        evidence.held_back += 1


def _allowed(game: Game, event: Event) -> bool:
    return game.allows(event.but(facts={}))


def _probes(said: t.Event, judge: Judge) -> Iterator[Event]:
    """Events of a type with all things in its slots that could stand there."""
    row = CATALOGUE.get(said.type)
    if row is None:
        return
    slots = [slot for slot in SLOTS if getattr(said, slot) is not None]
    if "agent" not in slots and "ship" in row.agent:
        slots.insert(0, "agent")
    if "object" not in slots and row.object == "ship" and said.type not in _OF_ITSELF:
        slots.append("object")
    choices = [
        list(_candidates(slot, getattr(said, slot), row.things.get(slot, ""), judge)) for slot in slots
    ]
    for refs in product(*choices):
        if len(set(refs)) != len(refs):
            continue
        made = Event(said.type, cause=_ASKED, manner=frozenset(said.manner))
        for slot, ref in zip(slots, refs, strict=True):
            setattr(made, slot, ref)
        if said.type in _OF_ITSELF:
            made.object = made.agent
        agent = made.agent if made.agent is not None else made.to if made.to is not None else made.object
        made.player = judge.owner(agent)
        yield made


def _candidates(slot: str, said: t.Selector | None, words: str, judge: Judge) -> Iterator[Ref]:
    nouns = _nouns(said)
    for piece in judge.state.pieces:
        if piece.where < SEA:
            continue
        kinds = {
            "ship": {"ship", "sea creature"},
            "island": {"island"},
            "crew": {"crew"},
            "fort": {"fort"},
            "terrain": {"terrain"},
            "cargo": {"crew", "treasure", "equipment"},
            "piece": {"ship", "sea creature", "fort", "crew", "treasure", "island", "terrain"},
        }
        fitting = any(piece.kind in kinds.get(word, ()) for word in words.split(" | "))
        if fitting and not nouns & {"mast", "cannon"}:
            yield piece.id
        if nouns & {"mast", "cannon"} and piece.kind in {"ship", "sea creature"}:
            noun = "mast" if "mast" in nouns else "cannon"
            for number, mast in enumerate(piece.masts):
                if mast == UP:
                    yield Part(piece.id, noun, number)
    if "ability" in nouns:
        for piece in judge.state.pieces:
            if piece.in_play and piece.card.abilities and piece.id != judge.me:
                yield Matter("ability", piece.id, 0)
    if any(noun.endswith("_action") or noun == "action" for noun in nouns):
        for ship in judge.state.ships():
            for noun in ("move_action", "shoot_action", "explore_action", "repair_action"):
                yield Matter(noun, ship.id)


def _nouns(said: t.Selector | None) -> set[str]:
    if isinstance(said, t.Pieces):
        return {said.noun}
    if isinstance(said, t.Group):
        return {noun for member in said.members for noun in _nouns(member)}
    return set()


# --- what came about ----------------------------------------------------------------------------------------


def check_trace(clause: Clause, line: Play, control: Play | None, evidence: Evidence) -> None:
    """What a clause forbids does not happen with the line; what it allows does, and not without it."""
    leaf = clause.leaf
    assert isinstance(leaf, t.Happen)
    with_line = _matching(clause, leaf, line)
    if leaf.strength in FORBIDDING:
        if with_line and not needs_start(clause) and clause.lasting is None:
            evidence.fault(f"'{leaf.event.type}' happens although the line forbids it")
        elif control is not None and _matching(clause, leaf, control):
            evidence.seen += 1
    elif with_line:
        evidence.seen += 1


def _matching(clause: Clause, leaf: t.Happen, play: Play) -> int:
    """How often what the words tell came about."""
    number = 0
    for seen in play.recording.seen:
        if seen.what != "happens" or seen.event.type not in names(leaf.event.type):
            continue
        judge = judge_of(play, seen, seen.itself)
        event = _with_action(seen.event, seen.outer)
        asking = Judge(judge.state, judge.me, event, judge.outer, judge.met)
        holds = [judge.holds(guard) for guard in clause.guards if isinstance(guard, t.Condition)]
        if both([asking.is_event(leaf.event), lies_right(judge), *holds]):
            number += 1
    return number


def _with_action(event: Event, outer: tuple[Event, ...]) -> Event:
    """An event with the action in whose course it happens, if nothing else is told of what it uses."""
    given = next((found for found in outer if found.type == "give"), None)
    if event.using is not None or given is None:
        return event
    return event.but(using=given.object)


# --- what pieces are ----------------------------------------------------------------------------------------


def check_gain(clause: Clause, asked: Asking, evidence: Evidence) -> None:
    """Whether a piece has the keyword that it is said to gain."""
    leaf = clause.leaf
    assert isinstance(leaf, t.Gain)
    judge, found = asked.judge, asked.found
    force = in_force(clause, asked)
    if force is None or not isinstance(leaf.what, t.KeywordItself):
        evidence.unknown("what is gained")
        return
    for piece in judge.state.pieces:
        if piece.where < SEA:
            continue
        meant: Truth = judge.fits(piece.id, leaf.who) if force else False
        has = leaf.what.keyword in found.line.keywords(found.line.state.pieces[piece.id])
        had = leaf.what.keyword in found.control.keywords(found.control.state.pieces[piece.id])
        if meant is None:
            evidence.unknown("who gains it")
        elif meant and not has:
            evidence.fault(f"does not give the keyword {leaf.what.keyword}")
        elif meant:
            evidence.seen += has != had
        elif has != had:
            evidence.fault(f"gives the keyword {leaf.what.keyword} to what the line does not speak of")
        else:
            evidence.held_back += 1
