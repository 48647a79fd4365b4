"""Whether what a line says makes sense: a line that parses can still say that an island shoots.

`faults` tells what cannot be: each fault is one sentence that says what does not fit, why, and what would.
`warnings` tells what can be and is hardly meant: the same thing twice, or a thing and its opposite.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import combinations, pairwise
from typing import Any

from pirate_code.language import tree as t
from pirate_code.language.build.mentions import THIS_SHIP
from pirate_code.language.contradictions import contradictions
from pirate_code.language.errors import LanguageError
from pirate_code.language.fits import SLOTS, load_fits
from pirate_code.language.parse import parse
from pirate_code.language.reader import refers_to_nothing
from pirate_code.language.render import nouns, render, verbs
from pirate_code.language.ruled_out import ruled_out
from pirate_code.language.walk import walk
from pirate_code.language.words import load_words

_FORBIDS = frozenset({"cannot", "must_not"})
# What is done with a card that its own text names.
_OWN_CARD = frozenset(
    {"remove", "reveal", "load", "unload", "place", "use", "show", "turn", "exchange", "bellow"}
)
_ROLLING = frozenset({"roll", "reroll", "shoot", "shoot_at", "hit", "miss", "board", "make"})
_MOST_DICE = 20
# Events at which two ships meet, whether the other is named or not.
_MEETING = frozenset({"board", "hit", "pin", "ram", "roll", "shoot", "tow", "touch", "win"})
# Events at which dice are rolled; a mysterious island has a table of results.
_ROLLED_AT = _ROLLING | _MEETING | {"explore"}
# What dice are rolled for.
_ROLLED_FOR = frozenset({"shoot_action", "boarding_party", "shot", "attack"})
_ORDINAL = {"beginning": "the beginning", "end": "the end", "setup": "the setup", "during": "the course"}


# Gives the names of the pieces that a line may name; they are looked up only if it names one.
Names = Callable[[], Collection[str]]


def read(text: str, names: Names | None = None) -> tuple[t.Ability, ...]:
    """Parse a line and refuse it if it makes no sense; without `names` any piece may be named."""
    abilities = parse(text)
    fault = next(_line_faults(text, abilities, names), None)
    if fault is not None:
        raise LanguageError(fault, text=text)
    return abilities


def line_faults(text: str, names: Names | None = None) -> Iterator[str]:
    """What does not fit in a line that parses, one sentence each."""
    return _line_faults(text, parse(text), names)


def _line_faults(text: str, abilities: Sequence[t.Ability], names: Names | None) -> Iterator[str]:
    if refers_to_nothing(text):
        yield "'it' and 'they' speak of something named before, and nothing was; name what is meant"
    yield from faults(abilities, names)


def faults(abilities: Sequence[t.Ability], names: Names | None = None) -> Iterator[str]:
    """What does not fit in a line, one sentence each; without `names` any piece may be named."""
    for node in walk(tuple(abilities)):
        if isinstance(node, t.Event):
            yield from _event(node)
        elif isinstance(node, t.Change):
            yield from _change(node)
        elif isinstance(node, t.Become | t.Matches):
            yield from _state(node.subject, node.filter)
        elif isinstance(node, t.Pieces):
            yield from _pieces(node)
        elif isinstance(node, t.StatIs):
            yield from _unit(node.stat, node.amount, "is")
        elif isinstance(node, t.Table):
            yield from _rows(node)
        elif isinstance(node, t.Happen):
            yield from _whole(node)
        if isinstance(node, t.Ability | t.Guarded):
            yield from _times(node)
    yield from _references(abilities)
    yield from _rolled(abilities)
    yield from contradictions(abilities)
    yield from ruled_out(abilities)
    if names is not None:
        yield from _names(abilities, names)


# ---------------------------------------------------------------- kinds


def kinds_of(piece: Any) -> list[tuple[str, t.Selector]]:
    """The kind of each piece that a selector names; of what may be anything, none."""
    if isinstance(piece, t.Group):
        return [found for member in piece.members for found in kinds_of(member)]
    if isinstance(piece, t.Pieces):
        kind = load_fits().kinds[piece.noun]
        return [] if kind == "none" else [(kind, piece)]
    if isinstance(piece, t.Person):
        return [("player", piece)]
    return [("keyword", piece)] if isinstance(piece, t.KeywordItself) else []


def _strangers(piece: Any, allowed: frozenset[str] | None) -> Iterator[str]:
    """The pieces of a selector, in words, that are of no allowed kind."""
    if allowed is not None:
        yield from (nouns.np(one) for kind, one in kinds_of(piece) if kind not in allowed)


def _event(event: t.Event) -> Iterator[str]:
    for slot in SLOTS:
        yield from _slot(event.type, slot, getattr(event, slot), alone=event.object is None)
    yield from _action(event)
    yield from _measured(event)
    yield from _counted(event)


def _slot(event_type: str, slot: str, piece: Any, *, alone: bool) -> Iterator[str]:
    """What is wrong with a piece in a slot of an event; `alone`: it is done to nothing."""
    fits, verb = load_fits(), load_words().verbs[event_type]
    if slot in {"agent", "object"}:
        yield from _never(piece, event_type, f"cannot {verb.base}")
    allowed = fits.allowed(event_type, slot, alone=alone)
    for stranger in _strangers(piece, allowed):
        others = fits.names_of(allowed or frozenset())
        if slot == "agent":
            yield f"{stranger!r} cannot {verb.base}; {others} can"
        elif slot == "object":
            yield f"{stranger!r} cannot be {verb.ed}; {others} can be"
        else:
            yield f"{stranger!r} is nothing to {verb.base} {verbs.PREPOSITIONS[slot]}; {others} would be"


def _never(piece: Any, word: str, told: str) -> Iterator[str]:
    """What a noun never does or is, although others of its kind may."""
    for _, one in kinds_of(piece):
        if isinstance(one, t.Pieces) and word in load_fits().never.get(one.noun, ()):
            yield f"{nouns.np(one)!r} {told}; others of its kind can"


def _action(event: t.Event) -> Iterator[str]:
    """An action is given to, or carried out by, a piece that takes such actions."""
    what = event.object.noun if isinstance(event.object, t.Pieces) else ""
    fits = load_fits()
    if what in fits.actions and event.type in {"give", "take", "complete", "resolve", "use"}:
        who = event.to if event.type == "give" else event.agent
        for stranger in _strangers(who, fits.actions[what]):
            action = load_words().noun_many[what]
            yield f"{stranger!r} is given no {action}; {fits.names_of(fits.actions[what])} are"


def _whole(effect: t.Happen) -> Iterator[str]:
    """Some verbs say nothing without what is done to."""
    event = effect.event
    if event.type in load_fits().transitive and event.object is None and event.amount is None:
        verb = load_words().verbs[event.type]
        yield f"'{verb.base}' does not say what; name what is {verb.ed}"


def _measured(event: t.Event) -> Iterator[str]:
    if event.type == "move" and isinstance(event.amount, t.Number):
        yield f"a move is measured in S and L, not in numbers: write S in place of {event.amount.value}"
    for kind, piece in kinds_of(event.object):
        fits = load_fits().measured.get(event.type)
        if fits is None or kind in fits:
            continue
        if event.distance is not None:
            yield f"{nouns.np(piece)!r} is moved to a place, not so far; name the place"
        elif kind == "gold" and event.to is None:
            yield f"{nouns.np(piece)!r} is no distance: write S or L, or name where the gold is moved to"
    if event.type == "roll" and isinstance(event.amount, t.Number) and event.amount.value > 6:
        yield f"a die shows 1 to 6, never {event.amount.value}"
    if event.distance is not None and event.type in load_fits().transitive:
        done = load_words().verbs[event.type].ed
        yield f"{nouns.number_np(event.distance)} is a distance, and cannot be {done}"


def _counted(event: t.Event) -> Iterator[str]:
    what = event.object
    count = what.count if isinstance(what, t.Pieces) else None
    number = count if isinstance(count, t.Number) else getattr(count, "limit", None)
    if (
        isinstance(number, t.Number)
        and number.value > _MOST_DICE
        and isinstance(what, t.Pieces)
        and what.noun == "die"
    ):
        yield f"between 1 and {_MOST_DICE} dice can be rolled, not {number.value}"
    if isinstance(number, t.Number) and number.value == 0 and event.type != "unload":
        yield f"{nouns.np(what)!r} is nothing: a count begins with one"


def _pieces(piece: t.Pieces) -> Iterator[str]:
    for filter_ in piece.filters:
        yield from _state(piece, filter_)
    if load_fits().kinds[piece.noun] in {"ship", "crew", "fort", "treasure", "equipment"}:
        yield from _told_by_a_stat(piece)
    owner = [kind for kind, _ in kinds_of(piece.of)] if piece.of is not None else []
    if (
        load_fits().kinds[piece.noun] == "ship"
        and owner
        and set(owner) <= {"ship"}
        and piece.count is not None
    ):
        yield f"{nouns.np(piece)!r} speaks of several of one ship; write 'two ships' or 'this ship'"
    stat = load_fits().stats.get(piece.noun)
    if stat is not None and stat.of and owner:
        yield from _owner(piece.noun, piece.of)
    fits = load_fits()
    owners = fits.owners.get(fits.kinds[piece.noun], frozenset[str]())
    for stranger in _strangers(piece.of, owners or None):
        yield f"{stranger!r} has no {nouns.np(t.Pieces(noun=piece.noun))}; {fits.names_of(owners)} have"


def _told_by_a_stat(piece: t.Pieces) -> Iterator[str]:
    """ "Crew of any nationality" are told by their nation; nothing is "of a base move"."""
    stat = piece.of.noun if isinstance(piece.of, t.Pieces) else ""
    if stat in load_words().stats and stat != "nationality":
        yield f"{nouns.np(piece)!r} says no value; write 'with a {_stat(stat)} of' and the value"


# ---------------------------------------------------------------- stats and states


def _change(change: t.Change) -> Iterator[str]:
    word = {"add": "is raised by", "subtract": "is lowered by", "set": "is", "multiply": "", "match": ""}[
        change.by
    ]
    if word:
        yield from _unit(change.stat, change.amount, word)
    if change.by == "multiply" and load_fits().stats[change.stat].unit == "nation":
        yield from _unit(change.stat, change.amount, "is")
    if isinstance(change.amount, t.Number) and change.amount.value == 0 and change.by in {"add", "subtract"}:
        yield f"a change of the {_stat(change.stat)} by nothing changes nothing; write +1 or -1"
    shown = change.amount.value if isinstance(change.amount, t.Number) and change.by == "set" else 1
    if change.stat == "result" and not 1 <= shown <= 6:
        yield f"a die shows 1 to 6, never {shown}"
    yield from _owner(change.stat, change.of)
    for stranger in _strangers(change.against, load_fits().rolled_against.get(change.stat)):
        yield f"nobody makes a {_stat(change.stat)} against {stranger!r}; name whom it is made against"


def _unit(stat: str, amount: Any, word: str) -> Iterator[str]:
    wanted = load_fits().stats[stat].unit if stat in load_fits().stats else ""
    given = "distance" if isinstance(amount, t.Distance) else "number" if isinstance(amount, t.Number) else ""
    if not wanted or not given or wanted == given:
        return
    what = {"distance": "a distance such as S or L", "number": "a number such as 1", "nation": "a nation"}[
        wanted
    ]
    yield f"the {_stat(stat)} {word} {what}, not {nouns.number_np(amount)}"


def _owner(stat: str, of: Any) -> Iterator[str]:
    fits = load_fits()
    allowed = fits.stats[stat].of if stat in fits.stats else frozenset[str]()
    if allowed and not (isinstance(of, t.Pieces) and of.noun == stat):
        for stranger in _strangers(of, allowed):
            yield f"{stranger!r} has no {_stat(stat)}; {fits.names_of(allowed)} have one"


def _stat(stat: str) -> str:
    return load_words().noun_one[stat]


def _state(subject: Any, filter_: Any) -> Iterator[str]:
    fits = load_fits()
    if isinstance(filter_, t.InState) and filter_.toward is None:
        allowed, word = fits.states.get(filter_.state), load_words().states[filter_.state]
        yield from _never(_bare(subject), filter_.state, f"cannot be {word}")
        for stranger in _strangers(_bare(subject), allowed):
            yield f"{stranger!r} cannot be {word}; {fits.names_of(allowed or frozenset())} can be"
    elif isinstance(filter_, t.Has):
        for kind, what in kinds_of(filter_.what):
            owners = fits.having.get(kind, frozenset[str]())
            for stranger in _strangers(_bare(subject), owners or None):
                told = nouns.np(t.Pieces(noun=what.noun)) if isinstance(what, t.Pieces) else nouns.np(what)
                yield f"{stranger!r} has no {told}; {fits.names_of(owners)} have"
    elif isinstance(filter_, t.Located) and filter_.place == "under":
        for kind, one in kinds_of(filter_.what):
            if kind == "stat":
                yield f"nothing is under {nouns.np(one)!r}, which is no place; write 'has less cargo than'"
    elif isinstance(filter_, t.Located) and filter_.place == "docked_at" and not _is_time(subject):
        yield from _slot("dock", "agent", _bare(subject), alone=True)
        yield from _slot("dock", "at", filter_.what, alone=True)
    elif isinstance(filter_, t.Involved) and filter_.role in {"agent", "object"}:
        alone = filter_.role == "agent" and filter_.event.object is None
        yield from _slot(filter_.event.type, filter_.role, _bare(subject), alone=alone)


def _is_time(piece: Any) -> bool:
    """ "Any ship that ends its turn docked at ..." speaks of the ship, and of how its turn ends."""
    return isinstance(piece, t.Pieces) and load_fits().kinds[piece.noun] == "time"


def _bare(piece: Any) -> Any:
    """A piece without what describes it, which is looked at on its own."""
    return piece.but(filters=()) if isinstance(piece, t.Pieces) and piece.which != "which" else piece


# ---------------------------------------------------------------- dice and times


def _rows(table: t.Table) -> Iterator[str]:
    """Each result stands in one row and can be rolled; rows that go up leave none out."""
    dice = _dice_of(table)
    for row in table.outcomes:
        if row.faces[-1] < dice and not row.each:
            yield f"{dice} dice never show {_listed(list(row.faces))}; the least that they show is {dice}"
    for one, other in combinations(table.outcomes, 2):
        both = sorted(set(one.faces) & set(other.faces))
        if both and not (one.each or other.each):
            yield f"the die result {_listed(both)} stands in two rows; give each result one row"
    if [one.faces for one in table.outcomes] == [(1,), (6,)] and table.roll is not None:
        return  # "on a 1, ...; on a 6, ...": the worst and the best, and nothing in between
    if all(one.faces[-1] < other.faces[0] for one, other in pairwise(table.outcomes)):
        for one, other in pairwise(table.outcomes):
            missing = list(range(one.faces[-1] + 1, other.faces[0]))
            if missing:
                yield (
                    f"the die result {_listed(missing)} stands in no row; add one, or write "
                    f"'on {missing[0]}{f'-{missing[-1]}' if len(missing) > 1 else ''}, no effect'"
                )


def _dice_of(table: t.Table) -> int:
    """How many dice are rolled for a table and added up."""
    amount = table.roll.event.amount if isinstance(table.roll, t.Happen) else None
    return amount.count if isinstance(amount, t.Dice) else 1


def _listed(faces: list[int]) -> str:
    return " and ".join(map(str, faces))


def _rolled(abilities: Sequence[t.Ability]) -> Iterator[str]:
    """A die result, or what is done with one, needs a roll in the line."""
    nodes = list(walk(tuple(abilities)))
    yield from _rerolled(abilities)
    rolls = any(isinstance(node, t.Table) for node in nodes) or any(_is_of_a_roll(node) for node in nodes)
    if rolls:
        return
    for node in nodes:
        if isinstance(node, t.Rolled):
            yield f"no die was rolled before 'on {node.faces[0]}'; begin with 'roll a d6' or name the roll"
        elif isinstance(node, t.Result) or (
            isinstance(node, t.Pieces) and (node.noun, node.which) == ("result", "the")
        ):
            yield "'the result' has nothing to refer to: no die was rolled before; begin with 'roll a d6'"
        elif isinstance(node, t.SameNumber):
            yield "'that many' has nothing to refer to: nothing was rolled or counted before"


def _rerolled(abilities: Sequence[t.Ability]) -> Iterator[str]:
    """What is rolled again at an event was rolled for it."""
    for ability in abilities:
        triggers = [
            event for guard in ability.guards if isinstance(guard, t.Trigger) for event in guard.events
        ]
        rolled = [
            node for node in walk(ability.effect) if isinstance(node, t.Event) and node.type == "reroll"
        ]
        if not triggers or not rolled or any(event.type in _ROLLED_AT for event in triggers):
            continue
        for event in rolled:
            if event.object is None and isinstance(event.amount, t.Dice) and not _has_table(abilities):
                yield f"nothing is rolled when {verbs.clause(triggers[0], 'do')}; name the roll"


def _has_table(abilities: Sequence[t.Ability]) -> bool:
    return any(isinstance(node, t.Table) for node in walk(tuple(abilities)))


def _is_of_a_roll(node: t.Node) -> bool:
    if isinstance(node, t.Event):
        return node.type in _ROLLING or isinstance(node.amount, t.Dice)
    if isinstance(node, t.Change):
        return node.stat != "result" and load_fits().kinds[node.stat] == "roll"
    if not isinstance(node, t.Pieces) or node.noun == "result":
        return False
    return node.noun in _ROLLED_FOR or load_fits().kinds[node.noun] in {"roll", "gun"}


def _times(node: t.Ability | t.Guarded) -> Iterator[str]:
    moments = [
        guard
        for guard in node.guards
        if isinstance(guard, t.Moment) and guard.at in {"beginning", "end", "setup"}
    ]
    if len(moments) > 1:
        first, second = (_ORDINAL[moment.at] for moment in moments[:2])
        yield f"nothing happens at {first} and at {second} at once; name one time"
    if sum(isinstance(guard, t.Limit) for guard in node.guards) > 1:
        yield "a line says once how often something is done; keep one limit"
    triggers = [guard.event for guard in node.guards if isinstance(guard, t.Trigger)]
    done = [one.event for one in walk(node.effect) if isinstance(one, t.Happen)]
    if any(moment.at == "setup" for moment in moments) and (
        any(event.type in _ROLLING for event in triggers)
        or any(event.type in load_fits().not_in_setup for event in done)
    ):
        yield "nobody shoots, rams or boards during setup; name another time"


def _is_this(piece: Any) -> bool:
    return isinstance(piece, t.Pieces) and (piece.noun, piece.which) == ("ship", "this")


# ---------------------------------------------------------------- references and names


def _references(abilities: Sequence[t.Ability]) -> Iterator[str]:
    """ "That ship" and "the chosen ship" need a ship, or a choice, somewhere else in the line."""
    nodes = list(walk(tuple(abilities)))
    mentioned = {kind for node in nodes for kind in _introduces(node)}
    happens = {node.type for node in nodes if isinstance(node, t.Event)}
    nations = any(_is_choice_of_nation(node) for node in nodes)
    for node in nodes:
        if isinstance(node, t.Pieces) and (node.which, node.noun) == ("that", "nation") and not nations:
            yield "'that nation' has nothing to refer to: name the nation, or let one be chosen before"
        elif isinstance(node, t.Pieces) and node.which == "that":
            kind = load_fits().kinds[node.noun]
            if kind not in {"none", "time", "action", *mentioned} and node.noun != "nation":
                yield f"'{nouns.np(node)}' has nothing to refer to: none was spoken of; say which is meant"
        if isinstance(node, t.Pieces) and node.which in {"the", "that", "this"}:
            yield from _spoken_of(node, happens)
    yield from _lone_guards(abilities)


def _is_choice_of_nation(node: t.Node) -> bool:
    """Whether a nation is chosen or named by a player, which later words may speak of."""
    if not isinstance(node, t.Event) or node.type not in {"choose", "name", "declare"}:
        return False
    return isinstance(node.object, t.Pieces) and node.object.noun in {"nation", "nationality"}


def _is_plain_roll(event: t.Event) -> bool:
    """Whether a die is rolled for nobody in particular: "roll a d6"."""
    return event.type == "roll" and event.agent is None and event.object is None and event.against is None


def _is_the_other(piece: t.Pieces) -> bool:
    """ "The other ship" is known already."""
    return piece.which == "the" and t.InState(state="other") in piece.filters


def _leaves_open(event: t.Event) -> bool:
    """Whether an event has somebody or something that it does not name: "when this ship hits"."""
    spoken_of = isinstance(event.object, t.Pieces) and event.object.which == "that"
    return not (spoken_of and event.agent == THIS_SHIP)


def _introduces(node: t.Node) -> Iterator[str]:
    """The kinds of pieces that a node speaks of for the first time."""
    kinds = load_fits().kinds
    if isinstance(node, t.Pieces) and node.which != "that" and not _is_this(node) and not _is_the_other(node):
        yield kinds[node.noun]
        if node.noun == "game_piece":
            yield from ("crew", "treasure", "ship", "cargo", "equipment")
        if kinds[node.noun] in {"crew", "treasure", "equipment", "cargo", "hold"}:
            yield "cargo"
        if kinds[node.noun] == "cargo":
            yield from ("crew", "treasure", "equipment")
        if node.noun == "fort":
            yield "island"
        if node.noun in {"target", "card", "attacker", "derelict"}:
            yield from ("ship", "fort", "crew", "treasure")
    if isinstance(node, t.Pieces) and node.noun in {"boarding_party", "shoot_action"}:
        yield "ship"
    if (
        isinstance(node, t.Event)
        and node.type in _MEETING
        and not _is_plain_roll(node)
        and _leaves_open(node)
    ):
        yield from ("ship", "attack", "roll", "gun", "hit")
    elif isinstance(node, t.Named):
        yield from ("ship", "crew", "treasure", "island")


# A state that names what was done earlier, the events that do it.
_DONE_BY = {
    "chosen": {"choose", "declare", "target", "name"},
    "traded": {"trade", "exchange", "swap"},
    "affected": {"affect", "leave", "roll", "place"},
}
_OUTCOME = {"winner": {"board", "win", "initiate", "roll"}, "loser": {"board", "win", "initiate", "roll"}}


def _spoken_of(piece: t.Pieces, happens: set[str]) -> Iterator[str]:
    states = [filter_.state for filter_ in piece.filters if isinstance(filter_, t.InState)]
    for state in states:
        if state in _DONE_BY and not _DONE_BY[state] & happens:
            word = load_words().states[state]
            yield f"'{nouns.np(piece)}' has nothing to refer to: nothing is {word} before"
    if piece.noun in _OUTCOME and not _OUTCOME[piece.noun] & happens:
        yield f"'{nouns.np(piece)}' has nothing to refer to: nothing is fought for before"


def _lone_guards(abilities: Sequence[t.Ability]) -> Iterator[str]:
    """ "If you do" and "instead" speak of what was said before them."""
    for ability in abilities:
        for guard in ability.guards:
            fact = guard.fact if isinstance(guard, t.Condition) else None
            if isinstance(fact, t.Done):
                yield "'if you do' has nothing to refer to: nothing that may be done stands before it"
            if isinstance(guard, t.Instead) and guard.of is None and not _has_event(ability):
                yield "'instead' has nothing to refer to: say what it takes the place of"


def _has_event(ability: t.Ability) -> bool:
    return any(isinstance(guard, t.Trigger | t.Condition) for guard in ability.guards)


def _names(abilities: Sequence[t.Ability], names: Names) -> Iterator[str]:
    """Names of pieces that nobody has heard of, unless the line treats them as its own card."""
    nodes = list(walk(tuple(abilities)))
    own = {
        piece.name
        for node in nodes
        if isinstance(node, t.Event) and node.type in _OWN_CARD
        for piece in (node.object,)
        if isinstance(piece, t.Named)
    }
    own |= {node.of.name for node in nodes if isinstance(node, t.Change) and isinstance(node.of, t.Named)}
    others = {node.name for node in nodes if isinstance(node, t.Named)} - own
    known = {_folded(name) for name in names()} if others else set()
    for name in sorted(others):
        if _folded(name) not in known:
            yield f"{name!r} is no piece that is known here; name one that is, or say 'this ship'"


def _folded(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", " ", name.lower().replace("&", "and")).strip()


# ---------------------------------------------------------------- warnings


def warnings(abilities: Sequence[t.Ability]) -> Iterator[str]:
    """What a line says twice, and what it both allows and forbids."""
    for one, other in combinations(abilities, 2):
        if one == other:
            yield f"the line says twice: {render(one)}"
    for one, other in combinations(
        [ability for ability in abilities if isinstance(ability.effect, t.Happen)], 2
    ):
        first, second = one.effect, other.effect
        assert isinstance(first, t.Happen) and isinstance(second, t.Happen)
        forbids = {first.strength in _FORBIDS, second.strength in _FORBIDS}
        if first.event == second.event and one.guards == other.guards and forbids == {True, False}:
            yield f"the line contradicts itself: {render(one)} {render(other)}"
    for node in walk(tuple(abilities)):
        if isinstance(node, t.Sequence | t.Choice):
            steps = node.steps if isinstance(node, t.Sequence) else node.options
            if len(set(steps)) < len(steps):
                yield "the line says one step twice"
