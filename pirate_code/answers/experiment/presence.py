"""How a thing that is asked about is there in a position of a ruling, and what to take away to be without it.

An ability stands on a card, in any of its wordings; a state is told of a ship; terrain lies on the table; a
deed is what happens in some steps.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from pirate_code.answers.experiment.experiment_file import added_by
from pirate_code.answers.experiment.feature import Feature
from pirate_code.answers.experiment.ruling_positions import RulingPosition
from pirate_code.answers.experiment.subject import Subject
from pirate_code.language import parse
from pirate_code.language.stored import trees
from pirate_code.library.lookup import Meaning
from pirate_code.rules.program.abilities import Ability
from pirate_code.rules.program.abilities import abilities as abilities_of
from pirate_code.scenarios.format import Given

Numbers = frozenset[int]
_AFLOAT = frozenset({"ship", "creature"})
_MASTS = 3  # of a ship of which nothing is said
ON_FIRE = "on fire"  # the state of a ship with a mast that burns


@dataclass(frozen=True)
class Wordings:
    """All wordings of a thing, each as the forms of its abilities; and the keyword that it is, if any."""

    keyword: str | None
    forms: tuple[frozenset[str], ...]

    def found_in(self, printed: Sequence[Ability]) -> Numbers:
        """Which of the abilities of a card are the thing; none if a part of it is missing."""
        by_keyword = frozenset(
            number for number, one in enumerate(printed) if self.keyword and one.keyword == self.keyword
        )
        if by_keyword:
            return by_keyword
        every = frozenset[str]().union(*(one.form for one in printed))
        for wording in self.forms:
            if wording and wording <= every:
                return frozenset(number for number, one in enumerate(printed) if one.form <= wording)
        return frozenset()


@dataclass(frozen=True)
class Presence:
    """What of a position is the thing: abilities of cards by number, states of ships, pieces, or a deed."""

    abilities: Mapping[str, Numbers] = field(default_factory=dict)
    states: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # as they are without it
    pieces: frozenset[str] = frozenset()
    feature: Feature | None = None
    gained: Mapping[str, tuple[Ability, ...]] = field(default_factory=dict)  # by ships that have it not
    brought: Mapping[str, Given] = field(default_factory=dict)  # pieces that are not in the position
    entered: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # states of ships that are in none
    replaced: Mapping[str, Numbers] = field(default_factory=dict)  # abilities that it stands in the place of
    turned: Mapping[str, Given] = field(default_factory=dict)  # pieces that it has made others of
    arises: str | None = None  # a state that ships come into by what is done
    keyword: str | None = None  # that it is; looked for on the piece that is asked if it is one
    watched: bool = False  # a state or keyword that is looked for on every ship

    @property
    def carrier(self) -> str | None:
        """The piece that has it."""
        places = (
            *self.abilities,
            *self.gained,
            *self.brought,
            *self.entered,
            *self.states,
            *sorted(self.pieces),
        )
        return next(iter(places), None)

    @property
    def state_facts(self) -> frozenset[tuple[str, str]]:
        """The facts that tell no more than that the state is there."""
        told = self.feature.ship if self.feature is not None else {}
        facets = {"lost": ("masts", "derelict"), "fire": ("fire masts", "masts")}
        names = {facet for key in told for facet in facets.get(key, (str(told[key]),))}
        return frozenset((name, facet) for name in (*self.states, *self.entered) for facet in names)

    @property
    def state(self) -> str | None:
        """The state that it is, in a word of scenarios."""
        told = self.feature.ship if self.feature is not None else {}
        if told.get("fire"):
            return ON_FIRE
        return "derelict" if told.get("lost") else str(told["is"]) if "is" in told else None

    @property
    def events(self) -> tuple[str, ...]:
        """What it is in the log of a game, if it is a deed."""
        return self.feature.events if self.feature is not None and self.arises is None else ()


def wordings_of(db: sqlite3.Connection, thing: Meaning, subject: Subject) -> Wordings:
    """All wordings of a thing of the library that has abilities."""
    own = frozenset[str]().union(*(one.form for one in subject.abilities))
    others = (_forms(line) for line in _lines(db, thing))
    return Wordings(thing.id if thing.type == "keyword" else None, tuple(dict.fromkeys((own, *others))))


def _lines(db: sqlite3.Connection, thing: Meaning) -> Iterator[str]:
    """The trees of lines that say the same as a thing."""
    statements = {
        "term": "SELECT tree_json FROM abilities JOIN term_ability ON ability_id = abilities.id "
        "WHERE term_id = ? AND tree_json IS NOT NULL ORDER BY length(text), abilities.id",
        "keyword": "SELECT tree_json FROM abilities JOIN ability_keyword ON ability_id = abilities.id "
        "WHERE keyword_id = ? AND how = 'text' AND tree_json IS NOT NULL ORDER BY length(text), abilities.id",
    }
    if thing.type in statements:
        yield from (row[0] for row in db.execute(statements[thing.type], (thing.id,)).fetchall())


@cache
def _forms(tree: str) -> frozenset[str]:
    """The forms of what a line says in words; keywords beside them have names of their own."""
    printed = abilities_of(trees(tree))
    in_words = tuple(one for one in printed if one.keyword is None) or printed
    return frozenset[str]().union(*(one.form for one in in_words))


def present(thing: Wordings, subject: Subject, position: RulingPosition) -> Presence | None:
    """How a thing is there in a position; None if it is not."""
    if subject.feature is not None:
        return _feature(subject.feature, position)
    return found_in(thing, position)


def found_in(thing: Wordings, position: RulingPosition) -> Presence | None:
    """The pieces of a position that have an ability, in any of its wordings."""
    found = {
        name: numbers
        for name, piece in position.given.items()
        if (numbers := thing.found_in(printed_on(piece)))
    }
    return Presence(found) if found else None


def present_twice(
    thing: Wordings, subject: Subject, position: RulingPosition
) -> tuple[Presence, Presence] | None:
    """One thing on two pieces of a position: the first, and all others."""
    found = present(thing, subject, position)
    if found is None or len(found.abilities) <= 1:
        return None
    (first, numbers), *others = found.abilities.items()
    return Presence({first: numbers}), Presence(dict(others))


def substituted(subject: Subject, other: Presence, position: RulingPosition) -> Presence | None:
    """A thing in the place of another in a position; None if it is not carried by such a piece."""
    if subject.feature is not None:
        return _other_terrain(subject.feature, other, position)
    gained: dict[str, tuple[Ability, ...]] = {}
    for name in other.abilities:
        piece = position.given[name]
        if subject.kind == "ship" and piece.crew is not None:
            gained[piece.crew] = subject.abilities
        elif piece.kind == subject.kind or (piece.kind, subject.kind) == ("ship", "crew"):
            gained[name] = subject.abilities
        else:
            return None
    return Presence(gained=gained, replaced=other.abilities) if gained else None


def _other_terrain(feature: Feature, other: Presence, position: RulingPosition) -> Presence | None:
    """Terrain of one kind where a position has another."""
    kinds = [piece.terrain for piece in added_by(feature).values() if piece.terrain is not None]
    if not kinds or not other.pieces:
        return None
    turned = {name: position.given[name].model_copy(update={"terrain": kinds[0]}) for name in other.pieces}
    return Presence(pieces=other.pieces, feature=feature, turned=turned)


def additions(subject: Subject, position: RulingPosition) -> Iterator[Presence]:
    """Ways to add a thing to a position: to each ship, or aboard each; a state is added to each ship."""
    afloat = {name: piece for name, piece in position.given.items() if piece.kind in _AFLOAT}
    for name, piece in afloat.items():
        if subject.feature is not None:
            if not subject.feature.events and (state := _with(piece, subject.feature.ship)):
                yield Presence(entered={name: state}, feature=subject.feature)
        elif subject.kind in {"ship", "sea creature"}:
            if (subject.kind == "ship") == (piece.ship is not None):
                yield Presence(gained={name: subject.abilities})
        elif subject.kind in {"crew", "equipment", "treasure"} and piece.ship is not None:
            carried = Given.model_validate({subject.kind: name, "name": subject.name})
            yield Presence(brought={subject.name: carried}, gained={subject.name: subject.abilities})


def printed_on(piece: Given) -> tuple[Ability, ...]:
    """The abilities of a piece of a scenario."""
    return _printed(piece.says) if piece.says else ()


@cache
def _printed(line: str) -> tuple[Ability, ...]:
    return abilities_of(parse(line))


def _feature(feature: Feature, position: RulingPosition) -> Presence | None:
    """A term of the rules: a state of a ship, terrain, or a deed, which is looked for when it is played."""
    if feature.events:
        return Presence(feature=feature)
    states = {
        name: without
        for name, piece in position.given.items()
        if feature.ship and piece.kind in _AFLOAT and (without := _without(piece, feature.ship))
    }
    kinds = {piece.terrain for piece in added_by(feature).values() if piece.terrain is not None}
    pieces = frozenset(name for name, piece in position.given.items() if piece.terrain in kinds and kinds)
    if states or pieces:
        return Presence(states=states, pieces=pieces, feature=feature)
    word = feature.ship.get("is")
    if word is not None and any(word in told for told in _words(position.scenario.then)):
        return Presence(feature=feature, arises=word)
    return None


def _words(then: Mapping[str, Any]) -> Iterator[str]:
    """What must be true of pieces, in words."""
    for wanted in then.values():
        for each in wanted if isinstance(wanted, list) else [wanted]:
            if isinstance(each, str):
                yield each


def _without(piece: Given, state: Mapping[str, Any]) -> dict[str, Any]:
    """A ship that is in a state, as she would be without it; nothing if she is not in it."""
    masts = piece.masts if piece.masts is not None else _MASTS
    if state.get("lost") and piece.lost >= masts > 0:
        return {"lost": 0}
    if state.get("fire") and piece.fire:
        return {"fire": 0}
    if (told := state.get("is")) and told in piece.states:
        return {"states": tuple(each for each in piece.states if each != told)}
    return {}


def _with(piece: Given, state: Mapping[str, Any]) -> dict[str, Any]:
    """A ship as she would be in a state; nothing if she is in it already."""
    if _without(piece, state):
        return {}
    masts = piece.masts if piece.masts is not None else _MASTS
    if state.get("lost"):
        return {"lost": masts, "fire": 0}
    if state.get("fire") and piece.lost < masts:
        return {"fire": 1}
    return {"states": (*piece.states, state["is"])} if "is" in state else {}
