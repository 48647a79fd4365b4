"""Which pieces a written name can mean: by number, by name, without its title, by a part of it, or misspelt.

The surest way in which any piece is found wins. Nothing is chosen here.
"""

from __future__ import annotations

import difflib
import re
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import NamedTuple

from pirate_code.board.card import CardFacts
from pirate_code.fleets import card_pool
from pirate_code.fleets.card_pool import Pool
from pirate_code.fleets.notation import Mention, counted
from pirate_code.glossary import load_nations
from pirate_code.library.piece_numbers import PieceNumbers
from pirate_code.library.pieces import load_pieces, load_sets
from pirate_code.library.vocabulary import names_of_set
from pirate_code.rules.names import person, words_of

_NEAR = 0.86
_GUESS = 0.6
_SUGGESTED = 3
_PART = 4  # a part of a name must have so many letters
_ID = re.compile(r"([A-Za-z&]+)[- ]?#?(\d{1,3})([A-Za-z]?)")
_JOINED = re.compile(r"(?<=[a-z])(?=[A-Z])")
_COST = re.compile(r"(\d{1,2})(?!\d)")
_KINDS = ("ship", "crew", "fort", "event", "treasure", "equipment", "island", "sea creature")


class Candidates(NamedTuple):
    """The pieces that a mention can mean, and how sure that is."""

    mention: Mention
    cards: tuple[CardFacts, ...]
    guessed: bool = False  # found by a part of its name, or misspelt
    left_aside: tuple[str, ...] = ()  # brackets that were not understood, or that nothing fits
    other: CardFacts | None = None  # the piece whose number stands beside the name, if it has another name


@dataclass(frozen=True)
class _Wanted:
    """What brackets and words before a name ask for."""

    id: str | None = None
    set: str | None = None
    number: str | None = None
    nation: str | None = None
    kind: str | None = None
    points: int | None = None

    def with_(self, other: _Wanted) -> _Wanted:
        return replace(self, **{name: value for name, value in vars(other).items() if value is not None})

    def fits(self, card: CardFacts) -> bool:
        code, _, number = card.id.partition("-")
        return (
            self.id in {None, card.id}
            and self.set in {None, code}
            and (self.number is None or number.lower() == self.number)
            and self.nation in {None, card.nation}
            and self.kind in {None, card.kind}
            and self.points in {None, card.points}
        )


class Names:
    """The names of a pool of cards, with those cards that are known in part only."""

    def __init__(
        self,
        pool: Pool,
        other_names: Mapping[str, Iterable[str]] | None = None,
        owned: Collection[str] = (),
    ) -> None:
        """`owned` are the ids of pieces that are meant before others of their name."""
        self.pool, self.owned = pool, owned
        self.unread = {each.id: each.why for each in pool.unplayable if each.card is not None}
        known = [*pool.facts.values(), *(each.card for each in pool.unplayable if each.card is not None)]
        self.cards = {card.id: card for card in known if card.kind in _KINDS}
        self._ids = {card.id.lower(): card for card in self.cards.values()}
        self._other_names = other_names or {}
        self._exact: dict[str, list[CardFacts]] = {}
        for name, card in self._named():
            self._exact.setdefault(" ".join(words_of(name)), []).append(card)
        sets = {
            name: each.id
            for each in reversed(load_sets())
            for name in names_of_set(each.id, each.name, each.codes, each.sheets)
        }
        self._sets = {_bare(name): key for name, key in sets.items()}
        printings = {
            code: (each.id, letters) for each in load_sets() for code, letters in each.printings.items()
        }
        self._numbers = PieceNumbers(self.cards, sets, printings)
        self._nations = {
            _bare(name): nation.id
            for nation in load_nations()
            for name in (nation.adjective, nation.noun, *nation.spellings)
        }

    def _named(self) -> Iterator[tuple[str, CardFacts]]:
        """Every card under each of its names."""
        for card in self.cards.values():
            yield card.name, card
            yield from ((name, card) for name in self._other_names.get(card.id, ()))

    @cached_property
    def _person(self) -> dict[str, list[CardFacts]]:
        """Cards by their names without titles."""
        cards: dict[str, list[CardFacts]] = {}
        for name, card in self._named():
            cards.setdefault(" ".join(person(name, card.kind)), []).append(card)
        return cards

    def find(self, mention: Mention, kinds: Iterable[str]) -> Candidates:
        """The pieces of some kinds that a mention can mean."""
        wanted, aside = self._asked(mention.hints)
        other = self.cards.get(wanted.id or "")
        sorts = frozenset(kinds)
        for way, guessed in ((self._by_id, False), (self._by_name, False), (self._by_part, True)):
            for reading, more in self._readings(mention):
                cards = [card for card in way(reading.name) if card.kind in sorts]
                if cards:
                    asked = wanted.with_(more)
                    fitting = [card for card in cards if asked.fits(card)]
                    if asked.id is not None and not fitting:
                        other = self.cards[asked.id]
                        continue
                    unfit = () if fitting else mention.hints or (mention.name,)
                    return Candidates(
                        reading,
                        tuple(fitting or cards),
                        guessed and asked.id is None,
                        tuple(dict.fromkeys((*aside, *unfit))),
                    )
        return Candidates(mention, (), other=other)

    def called(self, mention: Mention) -> CardFacts | None:
        """A piece of any kind that is surely called so."""
        candidates = self.find(mention, _KINDS)
        return candidates.cards[0] if candidates.cards and not candidates.guessed else None

    def split(self, mention: Mention, kinds: Iterable[str]) -> list[Candidates]:
        """Two names written in one word ("BarstowHammersmith"), if each is a piece; none otherwise."""
        wanted = tuple(kinds)
        parts = _JOINED.split(mention.name)
        for place in range(1, len(parts)):
            both = [
                self.find(replace(mention, name="".join(half)), wanted)
                for half in (parts[:place], parts[place:])
            ]
            if all(each.cards and not each.guessed for each in both):
                return both
        return []

    def why_no_number(self, name: str) -> str:
        """What is wrong with a number that no piece has; nothing if it is not written like one."""
        return self._numbers.why_none(name)

    def nearest(self, name: str, kinds: Iterable[str]) -> list[str]:
        """Names of pieces that are spelt most like this one."""
        wanted = set(kinds)
        names = {
            key: cards[0].name
            for key, cards in self._exact.items()
            if any(card.kind in wanted for card in cards)
        }
        near = difflib.get_close_matches(" ".join(words_of(name[:80])), names, _SUGGESTED, _GUESS)
        return list(dict.fromkeys(names[key] for key in near))

    # --- what a name asks for -------------------------------------------------------------------------

    def _asked(self, hints: Iterable[str]) -> tuple[_Wanted, tuple[str, ...]]:
        wanted, aside = _Wanted(), []
        for hint in hints:
            hinted = self._hint(re.sub(r"\b(version|card|edition)\b", "", hint, flags=re.IGNORECASE).strip())
            if hinted is None:
                aside.append(hint)
            else:
                wanted = wanted.with_(hinted)
        return wanted, tuple(aside)

    def _hint(self, hint: str) -> _Wanted | None:
        bare = _bare(hint)
        if len(numbered := self._by_id(hint)) == 1:
            return _Wanted(id=numbered[0].id)
        if bare in self._sets and not any(map(str.isdigit, hint)):
            return _Wanted(set=self._sets[bare])
        if bare in self._nations:
            return _Wanted(nation=self._nations[bare])
        if hint.lower() in _KINDS:
            return _Wanted(kind=hint.lower())
        if match := _ID.fullmatch(hint):
            code = self._sets.get(_bare(match[1]))
            if code is not None:
                return _Wanted(set=code, number=f"{int(match[2]):03}{match[3].lower()}")
        if match := re.fullmatch(r"#?(\d{3})([A-Za-z]?)", hint):
            return _Wanted(number=f"{match[1]}{match[2].lower()}")
        if match := _COST.match(hint):  # "(11)", "(11 points)", "(0LR+5)"
            return _Wanted(points=int(match[1]))
        return None

    def _readings(self, mention: Mention) -> Iterator[tuple[Mention, _Wanted]]:
        """The mention as it is, without set, number or nation beside it, with a number word, of many."""
        yield mention, _Wanted()
        words = mention.name.split(" ")
        for length in (1, 2):
            first, rest = " ".join(words[:length]), " ".join(words[length:])
            if rest and _bare(first) in self._sets and first.upper() != "R":
                yield replace(mention, name=rest), _Wanted(set=self._sets[_bare(first)])
            if rest and _bare(first) in self._nations:
                yield replace(mention, name=rest), _Wanted(nation=self._nations[_bare(first)])
        rest, last = " ".join(words[:-1]), words[-1]
        numbered = self._by_id(last)
        if rest and len(numbered) == 1:
            yield replace(mention, name=rest), _Wanted(id=numbered[0].id)
        elif rest and len(last) > 1 and _bare(last) in self._sets:
            yield replace(mention, name=rest), _Wanted(set=self._sets[_bare(last)])
        for plain in filter(None, (mention, counted(mention))):
            if plain is not mention:
                yield plain, _Wanted()
            for end, singular in (("men", "man"), ("s", "")):
                if plain.name.endswith(end):
                    yield replace(plain, name=plain.name.removesuffix(end) + singular), _Wanted()

    # --- ways to find -------------------------------------------------------------------------------------

    def _by_id(self, name: str) -> list[CardFacts]:
        if card := self._ids.get(name.lower()):
            return [card]
        return [self.cards[key] for key in self._numbers.find(name)]

    def _by_name(self, name: str) -> list[CardFacts]:
        key = " ".join(words_of(name))
        cards = self._exact.get(key)
        if cards is None:
            cards = [
                *self._person.get(" ".join(person(name, "crew")), ()),
                *self._person.get(" ".join(person(name, "ship")), ()),
            ]
        return list(dict.fromkeys(cards))

    def _by_part(self, name: str) -> list[CardFacts]:
        """Cards whose name holds all words of this one, or is spelt almost so."""
        words = words_of(name)
        if sum(map(len, words)) < _PART:
            return []
        first, *others = (self._with_word.get(word, {}) for word in words)
        names = [name for name in first if all(name in other for other in others)]
        if not names:
            near = difflib.get_close_matches("".join(words), self._in_one_word, 1, _NEAR)
            names = self._in_one_word[near[0]] if near else []
        return list(dict.fromkeys(card for name in names for card in self._exact[name]))

    @cached_property
    def _with_word(self) -> dict[str, dict[str, None]]:
        """The names that hold a word."""
        names: dict[str, dict[str, None]] = {}
        for name in self._exact:
            for word in name.split():
                names.setdefault(word, {})[name] = None
        return names

    @cached_property
    def _in_one_word(self) -> dict[str, list[str]]:
        """The names by what is left of them without blanks."""
        names: dict[str, list[str]] = {}
        for name in self._exact:
            names.setdefault(name.replace(" ", ""), []).append(name)
        return names


def _bare(text: str) -> str:
    return re.sub(r"[^a-z&]", "", text.casefold())


@cache
def builtin_names() -> Names:
    """The names of the pieces that come with Pirate Code."""
    return Names(card_pool.builtin(), {piece.id: piece.other_names for piece in load_pieces()})


def from_library(db: sqlite3.Connection, owned: Collection[str] = ()) -> Names:
    """The names of all pieces of a library; pieces that are owned are meant before others of their name."""
    others = {
        key: tuple(names.split(", "))
        for key, names in db.execute("SELECT id, other_names FROM pieces WHERE other_names <> ''")
    }
    return Names(card_pool.from_library(db), others, owned)
