"""A log as an account for people: what happened, turn by turn, and which rule or piece made it happen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from pirate_code.board.refs import Matter, Part, Ref, Seat
from pirate_code.board.state import State
from pirate_code.language.words import Verb, inflect, load_words
from pirate_code.play.log import Entry

_BETWEEN = {
    "source": "from",
    "to": "to",
    "at": "at",
    "against": "against",
    "using": "with",
    "role": "as",
    "exchange": "for",
}
# What the words of the language do not say well by themselves.
_VERBS = {
    "shoot_at": "aim at / aims at / aimed at / aiming at",
    "resolve": "complete",
    "become": "become / becomes / changed / becoming",
    "part": "take part in / takes part in / taken part in / taking part in",
}
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
# Steps in between that a reader can do without.
_QUIET = frozenset({"part", "shoot_at", "resolve", "transfer", "use", "end", "turn_end", "setup"})


def account(log: Iterable[Entry], state: State, *, full: bool = False) -> Iterator[str]:
    """Sentences of a log; `full` tells the steps in between, and what was forbidden, too."""
    names = _Names(state)
    turn = 0
    for entry in log:
        what, kind, slots = entry[0], entry[1], dict(entry[2])
        if kind == "turn_beginning" and what == "happens":
            turn += 1
            yield f"Turn {turn}: {names.of(slots.get('agent'))}"
        elif what == "rolled" or (what == "happens" and kind != "roll" and (full or kind not in _QUIET)):
            yield f"  {sentence(entry, names)}"
        elif full and what == "forbidden":
            yield f"  {sentence(entry, names)} It does not: {entry[6]}"


def sentence(entry: Entry, names: _Names) -> str:
    """One entry in words."""
    _, kind, pairs, amount, manner, cause, _ = entry
    slots = dict(pairs)
    agent, target = slots.get("agent"), slots.get("object")
    verb = _verb(kind)
    if kind == "give":
        said = f"{names.of(slots.pop('to', None))} is given {names.of(target)}"
    elif kind == "roll":
        said = f"{names.of(agent, 'Somebody')} rolls a {amount} ({names.of(target, 'a die')})"
    elif agent is not None and target is not None and agent != target:
        said = f"{names.of(agent)} {verb.s} {names.of(target)}"
    elif agent is not None:
        said = f"{names.of(agent)} {verb.s}"
    elif target is not None:
        said = f"{names.of(target)} is {verb.ed}"
    else:
        said = verb.ing.capitalize()
    told = {agent, target}
    for slot, word in _BETWEEN.items():
        if slot in slots and slots[slot] not in told:
            said += f" {word} {names.of(slots[slot])}"
            told.add(slots[slot])
    if manner:
        said += f" ({', '.join(word.replace('_', ' ') for word in manner)})"
    if amount and kind != "roll":
        said += f" [{amount}]"
    by = f" (by {names.of(cause.piece)})" if cause.piece is not None and cause.piece != agent else ""
    return f"{said[0].upper()}{said[1:]}{by}."


@cache
def _verb(kind: str) -> Verb:
    if kind in _VERBS:
        return inflect(_VERBS[kind])
    return load_words().verbs.get(kind) or inflect(kind.replace("_", " "))


class _Names:
    """Things at the table by the names that players use."""

    def __init__(self, state: State) -> None:
        self.pieces = state.pieces

    def of(self, ref: Ref | None, nothing: str = "something") -> str:
        """A thing in words; terrain has no names and is told apart by its number."""
        if ref is None:
            return nothing
        if isinstance(ref, Seat):
            return f"player {ref.player + 1}"
        if isinstance(ref, Part):
            number = _ORDINALS[ref.number] if ref.number < len(_ORDINALS) else f"{ref.number + 1}th"
            return f"the {number} {ref.noun.replace('_', ' ')} of {self.of(ref.of)}"
        if isinstance(ref, Matter):
            return f"{'an' if ref.noun[0] in 'aeiou' else 'a'} {ref.noun.replace('_', ' ')}"
        piece = self.pieces[ref]
        if piece.kind in {"island", "terrain"}:
            whose = f" (home of player {piece.home + 1})" if piece.home is not None else ""
            number = f" {piece.id}" if piece.kind == "terrain" else ""
            return f"{piece.card.name}{number}{whose}"
        return piece.card.name


def names_of(state: State) -> _Names:
    """The names of the things of a position."""
    return _Names(state)
