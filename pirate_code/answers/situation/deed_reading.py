"""Reads what a question asks as a deed: who does it, to whom, and what is told of both.

Every word must be understood. A word that is not makes the whole question one that cannot be played.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from pirate_code.answers.frame import Frame
from pirate_code.answers.situation.vocabulary import Deed, Facts, vocabulary

Side = Literal["friend", "enemy"]
Verdict = Literal["yes", "no", "depends"]
_LONGEST = 3  # words of a keyword's name


@dataclass(frozen=True)
class Party:
    """Somebody in a question: what kind of piece, whose, with which keywords, and how it stands."""

    kind: str = "ship"
    side: Side | None = None
    keywords: tuple[str, ...] = ()
    crew: tuple[str, ...] = ()
    facts: Facts = field(default_factory=dict, hash=False)

    @property
    def is_plain(self) -> bool:
        """Whether nothing special is told of it."""
        return self.kind == "ship" and not (self.keywords or self.crew or self.facts)


@dataclass(frozen=True)
class AskedDeed:
    """A deed that a question asks about: who does it to whom; without a word of one, any ship will do."""

    deed: Deed
    agent: Party
    object: Party
    manner: str


def deed_of(frame: Frame) -> AskedDeed | None:
    """The deed that a question asks about; nothing unless every word of it is understood."""
    if frame.kind != "yes or no" or not frame.parsed or frame.denied:
        return None
    if not vocabulary().deed_words & set(frame.asked):
        return None
    told = _Reader(frame.told).told() if frame.told else Party()
    return None if told is None else _Reader(frame.asked, told).deed()


class _Reader:
    """Reads the words of a question from left to right."""

    def __init__(self, words: Sequence[str], told: Party | None = None) -> None:
        self.words, self.place, self.known = list(words), 0, vocabulary()
        self.before = told or Party()

    @property
    def word(self) -> str:
        return self.words[self.place] if self.place < len(self.words) else ""

    def take(self, among: Collection[str]) -> str | None:
        """The next word, if it is one of these."""
        if self.word and self.word in among:
            self.place += 1
            return self.words[self.place - 1]
        return None

    def told(self) -> Party | None:
        """Who is told of and how he stands: "my ship is submerged", "while she has no masts"."""
        joined = self.take(self.known.joining) is not None
        while self.take(self.known.joining):
            pass
        party = Party() if joined and self._stands_next() else self.party()
        if party is None:
            return None
        while self.take(self.known.joining) or self.take(self.known.being) or self.take(self.known.plain):
            pass
        if self.word in self.known.having:
            self.words[self.place] = "with"
        if self.word in self.known.states:
            party = replace(party, facts=party.facts | self.known.states[self._next()])
        more = self._more(party)
        return None if self.word else more

    def _stands_next(self) -> bool:
        return any(
            self.word in words for words in (self.known.states, self.known.having, ("with", "without"))
        )

    def deed(self) -> AskedDeed | None:
        """The deed of a question."""
        auxiliary = self.take(self.known.auxiliaries)
        subject = self.subject() if auxiliary is not None else None
        if auxiliary is None or subject is None:
            return None
        passive = self.take(self.known.being) is not None
        if self.take(self.known.giving):
            passive = False
            self.take(self.known.plain)
            if self.words[self.place + 1 : self.place + 2] != ["action"]:
                return None
            del self.words[self.place + 1]
        deed = self._named_deed(passive)
        if deed is None:
            return None
        self.take(frozenset(("by",)) if passive else frozenset(("at",)))
        other = self.party() if self.word else None
        if self.word or (other is None and not passive and not deed.alone):
            return None
        if (passive or other is not None) and not deed.is_done_to_somebody:
            return None
        agent, object_ = (other, subject) if passive else (subject, other)
        return AskedDeed(deed, agent or Party(), object_ or Party(), self.known.auxiliaries[auxiliary])

    def subject(self) -> Party | None:
        """Of whom the question asks: who was told of before, or somebody else if nobody was."""
        if self.before != Party() and self.take(self.known.joining):
            return self.before
        party = self.party()
        if party is None or not party.is_plain:
            return party if self.before == Party() else None
        return replace(self.before, side=party.side or self.before.side)

    def _named_deed(self, passive: bool) -> Deed | None:
        word = self.word
        found = (each for each in self.known.deeds if word in (each.passive if passive else each.active))
        deed = next(found, None)
        self.place += deed is not None
        return deed

    def party(self) -> Party | None:
        """Somebody; nothing if no noun tells who it is."""
        party, found = Party(), False
        if self.take(self.known.players):
            return replace(party, side="friend")
        while self.word:
            if self.take(self.known.ours):
                party = replace(party, side="friend")
            elif (side := self.take(self.known.sides)) is not None:
                party = replace(party, side="friend" if self.known.sides[side] == "friend" else "enemy")
            elif self.word in self.known.states:
                party = replace(party, facts=party.facts | self.known.states[self._next()])
                found = True
            elif (kind := self._kind()) is not None:
                party, found = replace(party, kind=kind[0], keywords=(*party.keywords, *kind[1])), True
            elif (noun := _singular(self.word)) in self.known.nouns:
                self._next()
                party, found = (
                    replace(party, kind=self.known.nouns[noun] if party.is_plain else party.kind),
                    True,
                )
            elif self.take(self.known.plain) is None:
                break
        return self._more(party) if found else None

    def _more(self, party: Party) -> Party | None:
        """What is told after the noun: with a captain, without masts, that is submerged."""
        while self.word in ("with", "without") or self.word in self.known.joining:
            word = self._next()
            if word in ("with", "without"):
                lacks = self.take(frozenset(("no", "any"))) == "no" or word == "without"
                told = self._lacking() if lacks else self._aboard()
            else:
                told = self._state()
            if told is None:
                return None
            party = replace(party, crew=(*party.crew, *told.crew), facts=party.facts | told.facts)
        return party

    def _lacking(self) -> Party | None:
        self.take(self.known.plain)
        return Party(facts=self.known.lacking[self._next()]) if self.word in self.known.lacking else None

    def _aboard(self) -> Party | None:
        while self.take(self.known.plain):
            pass
        keyword = self._keyword("crew")
        return None if keyword is None else Party(crew=(keyword,))

    def _state(self) -> Party | None:
        while self.take(self.known.joining) or self.take(self.known.plain):
            pass
        return Party(facts=self.known.states[self._next()]) if self.word in self.known.states else None

    def _kind(self) -> tuple[str, tuple[str, ...]] | None:
        """A kind of ship or creature that stands next: a keyword that no crew has."""
        from pirate_code.scenarios.scenario_cards import named_ability

        for carrier, kind in (("ship", "ship"), ("sea creature", "creature")):
            place = self.place
            keyword = self._keyword(carrier)
            if keyword is None:
                continue
            ability = named_ability(keyword)
            if ability is not None and ("crew" not in ability.carried_by or keyword.endswith("Ship")):
                return kind, (keyword,)
            self.place = place
        return None

    def _keyword(self, carrier: str) -> str | None:
        """The name of a keyword that such a piece has and that stands next; the longest name counts."""
        from pirate_code.scenarios.scenario_cards import named_ability  # takes long to load

        for length in range(_LONGEST, 0, -1):
            words = self.words[self.place : self.place + length]
            if len(words) < length:
                continue
            for name in (" ".join(words), " ".join((*words[:-1], _singular(words[-1])))):
                keyword = named_ability(name)
                if keyword is not None and keyword.kind == "keyword" and carrier in keyword.carried_by:
                    self.place += length
                    return keyword.name
        return None

    def _next(self) -> str:
        self.place += 1
        return self.words[self.place - 1]


def _singular(word: str) -> str:
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word
