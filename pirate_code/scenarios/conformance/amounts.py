"""How many things are concerned: what words tell, and what there is."""

from __future__ import annotations

from pirate_code.board.refs import Ref
from pirate_code.board.state import GONE, Piece
from pirate_code.language import tree as t
from pirate_code.rules.event import face
from pirate_code.scenarios.conformance.activations import Activation
from pirate_code.scenarios.conformance.clauses import Clause
from pirate_code.scenarios.conformance.judge import Judge
from pirate_code.scenarios.conformance.nouns import holder_of
from pirate_code.scenarios.conformance.wordings import BEFALLS


def room(judge: Judge, ship: Piece) -> int:
    """How much more a ship can carry, as far as can be seen."""
    return ship.card.cargo - sum(piece.where == ship.id for piece in judge.state.pieces)


def judge_of_start(judge: Judge, one: Activation) -> Judge:
    """Who judges as things were when the ability began to act."""
    return Judge(one.first.state, judge.me, judge.event, judge.outer, judge.met)


def times(clause: Clause, said: t.Event, judge: Judge, one: Activation) -> int | None:
    """How often it is told to be done: once, for each of some things, or for every die that shows it."""
    several = _is_rolled_for_each(clause)
    rolled = next((it for it in clause.guards if isinstance(it, t.Rolled) and (it.each or several)), None)
    if rolled is not None:
        if not one.dice and not several:
            return None  # the dice of the action itself
        return sum(face(seen.itself) in rolled.faces for seen in one.dice)
    each = [guard.what for guard in clause.guards if isinstance(guard, t.ForEach)]
    if said.per is not None:
        each.append(said.per)
    if not each:
        return 1
    found = judge.find(each[0])
    return None if found is None else len(found)


def _is_rolled_for_each(clause: Clause) -> bool:
    """Whether the die is rolled for each of several: "for each crew; on a 1, eliminate that crew"."""
    return any(
        isinstance(one.leaf, t.Happen) and one.leaf.event.type == "roll" and one.leaf.event.per is not None
        for one in clause.before
    )


def wanted(said: t.Event, judge: Judge, source: Ref | None = None) -> tuple[int, int] | None:
    """The least and the most things that words tell, as far as there are any where they come from."""
    what = said.object if said.object is not None or said.type not in BEFALLS else said.agent
    said = said.but(object=what)
    if "twice" in said.manner:
        return 1, 2
    if said.type == "roll" and isinstance(said.amount, t.Dice):
        return said.amount.count, said.amount.count
    if what is None or isinstance(what, t.Named | t.Person | t.KeywordItself):
        return 1, 1
    if _are_ends_of_one(what):
        return 1, 2
    if isinstance(what, t.Group):
        bounds = [wanted(said.but(object=member), judge) for member in what.members]
        known = [bound for bound in bounds if bound is not None]
        if len(known) < len(bounds):
            return None
        if what.join == "or":
            return min(least for least, _ in known), max(most for _, most in known)
        return sum(least for least, _ in known), sum(most for _, most in known)
    if is_amount(what):
        return (0 if isinstance(what, t.Pieces) and what.which == "all" else 1), 99
    if what.noun.endswith("action") or what.noun in {"action", "ability"}:
        return (1, what.count.value if isinstance(what.count, t.Number) else 1)
    there = available(said, judge, source)
    places = _places_of_each(what, said.source, judge)
    if places is not None:
        limit = what.count.limit if isinstance(what.count, t.UpTo) else what.count
        number = limit.value if isinstance(limit, t.Number) else 1
        return (0 if there is None else min(there, 1), number * places)
    if what.which == "both":
        return (2 if there is None else min(2, there)), 2
    if what.which in {"all", "each"}:
        return None if there is None else (there, there)
    count = what.count
    if count is None:
        plural = what.which is None
        return (1, 99) if plural else (1, 1)
    if isinstance(count, t.Number):
        return (min(count.value, there) if there is not None else 1, count.value)
    if isinstance(count, t.UpTo):
        return (0, count.limit.value if count.limit is not None else 99)
    if isinstance(count, t.AtLeast):
        return (min(count.limit.value, there) if there is not None else 1, 99)
    if isinstance(count, t.AsMuchAs):
        return (1, 99)
    if isinstance(count, t.Half) and there is not None:
        half = (there + (count.rounded == "up")) // 2
        return (half, half)
    return None


def _are_ends_of_one(what: t.Selector) -> bool:
    """Whether words name the bow and the stern of one ship."""
    return isinstance(what, t.Group) and all(
        isinstance(one, t.Pieces) and one.noun in {"bow", "stern"} for one in what.members
    )


def _places_of_each(what: t.Pieces, source: t.Selector | None, judge: Judge) -> int | None:
    """At how many places something is done where words say "on each island", "from each ship"; else None."""
    told = [found.what for found in what.filters if isinstance(found, t.Located)]
    for place in (*told, source, what.of):
        if isinstance(place, t.Pieces) and place.which == "each":
            there = judge.find(place)
            return 99 if there is None else len(there)
    return None


def available(said: t.Event, judge: Judge, source: Ref | None = None) -> int | None:
    """How many things there are that words name, in the place that they come from if that is known."""
    what = said.object
    if not isinstance(what, t.Pieces):
        return None
    if said.type == "repair" and what.noun == "mast":
        owners = judge.find(what.of) if what.of is not None else None
        if owners is None:
            return None
        return sum(piece.masts.count(GONE) for one in owners if (piece := judge.piece(one)) is not None)
    found = judge.find(
        what.but(count=None, which=None if what.which in {"all", "each", "both", "any", "a"} else what.which)
    )
    if found is None:
        return None
    if said.type == "choose":  # nothing comes of a card that lies face down
        found = [ref for ref in found if (piece := judge.piece(ref)) is None or piece.face_up]
    if said.source is not None:
        answers = [(ref, judge.fits(holder_of(judge.state, ref), said.source)) for ref in found]
        if any(answer is None for _, answer in answers):
            return None
        found = [ref for ref, answer in answers if answer]
        if source is not None:
            found = [ref for ref in found if holder_of(judge.state, ref) == source]
    return len(found)


def is_amount(what: t.Selector) -> bool:
    return isinstance(what, t.Pieces) and what.noun in {
        "gold",
        "point",
        "result",
        "cargo_space",
        "roll",
        "die_roll",
        "reroll",
    }
