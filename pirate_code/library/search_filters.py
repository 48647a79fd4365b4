"""The filters of a search, and what each comes to in SQL for pieces, keywords, abilities and rulings.

A filter that says nothing about a sort of row has no condition for it, and no such row is found.

What makes the conditions of a filter also says how it compares (words, a number, one of known names ...), so
that an export can carry the table of filters to where there is no SQL.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from pirate_code.core.naming import folded, near, nearest
from pirate_code.core.query import Filter, QueryError, words
from pirate_code.library.lookup import numbers_of
from pirate_code.library.search_conditions import TABLES, Conditions, Sql, joined, negated, of_ids, standing
from pirate_code.library.search_order import ORDERS, sort_key
from pirate_code.library.vocabulary import KINDS, RARITIES, Vocabulary, named

# The filters that look at a collection, which is no part of a library.
OF_COLLECTION = frozenset({"owned", "wanted", "missing"})
NO_COLLECTION = "owned, wanted and missing look at a collection, and there is none here."
ALIASES = {
    "ability": "text",
    "cost": "points",
    "faction": "nation",
    "id": "number",
    "says": "text",
    "sort": "order",
    "type": "kind",
}

_NUMBER = re.compile(r"\d{1,6}")
_RANGE = re.compile(r"(\d{0,6})\.\.(\d{0,6})")
_CANNON = re.compile(r"[1-6][SL]", re.IGNORECASE)
_MOVE = re.compile(r"[SLTD](?:[+ ]?[SLTD]){0,3}", re.IGNORECASE)
_LARGEST = 999_999
_EQUAL = (":", "=", "!=")
_IN_FORCE = "e.id IN (SELECT piece_id FROM piece_ability WHERE in_force AND ability_id IN ({}))"


Maker = Callable[[Vocabulary, Filter, str], Conditions]


@dataclass(frozen=True)
class Kind:
    """A filter that there is: how it makes conditions of a value, what it is for, and an example."""

    conditions: Maker
    about: str
    example: str
    numeric: bool = False
    more: tuple[str, ...] = ()  # other examples

    def values(self, vocabulary: Vocabulary) -> list[Value]:
        """Return what can stand after the filter, each value by its first name; empty if anything can."""
        if isinstance(self.conditions, InOrder):
            return [Value(name, "") for name in ORDERS]
        return list(self.conditions.values(vocabulary)) if isinstance(self.conditions, OneOf) else []


class Value(NamedTuple):
    """A value that a filter can have, and what to know about it."""

    name: str
    note: str = ""

    @property
    def written(self) -> str:
        """The value as it is written in a search."""
        return f'"{self.name}"' if re.search(r"[\s(),]", self.name) else self.name


def conditions(vocabulary: Vocabulary, term: Filter) -> Conditions:
    """Return the conditions of a filter by the sort of row; one that does not exist is a QueryError."""
    name = ALIASES.get(term.name, term.name)
    kind = FILTERS.get(name)
    if kind is None:
        names = (*FILTERS, *ALIASES)
        sentence = f"There is no filter {term.name!r}{nearest(term.name, names, FILTERS)}"
        right = near(term.name, names)
        raise QueryError(sentence, term.name + term.operator, right and right + term.operator)
    if not kind.numeric and term.operator not in _EQUAL:
        raise QueryError(f"{name} cannot be compared with {term.operator}; write {kind.example}.")
    by_sort: dict[str, list[Sql]] = {}
    for value in term.values:
        for sort, condition in kind.conditions(vocabulary, term, value).items():
            by_sort.setdefault(sort, []).append(condition)
    fits = {sort: joined("OR", several) for sort, several in by_sort.items()}
    return {sort: negated(each) for sort, each in fits.items()} if term.operator == "!=" else fits


class InWords:
    """Compares by words that stand in given columns of a sort of row."""

    def __init__(self, **columns: str) -> None:
        self.columns = columns

    def __call__(self, _: Vocabulary, term: Filter, value: str) -> Conditions:
        """Return the conditions that the words stand there."""
        return standing(words(value), self.columns)


@dataclass(frozen=True)
class InNumber:
    """Compares a number of a piece, which is an expression of SQL."""

    expression: str

    def __call__(self, _: Vocabulary, term: Filter, value: str) -> Conditions:
        """Return the condition that the number is so."""
        return {"piece": _compared(self.expression, term, value)}


@dataclass(frozen=True)
class OneOf:
    """Compares with one of the names that a library knows.

    `names` lists every one of them, `values` each thing once, by the name that it is shown by.
    """

    maker: Maker
    names: Callable[[Vocabulary], Iterable[str]]
    values: Callable[[Vocabulary], Iterable[Value]]

    def __call__(self, vocabulary: Vocabulary, term: Filter, value: str) -> Conditions:
        """Return the conditions of the name that is given."""
        return self.maker(vocabulary, term, value)


@dataclass(frozen=True)
class InSegments:
    """Compares a base move by its segments in any order."""

    expression: str
    pattern: re.Pattern[str] = _MOVE

    def __call__(self, _: Vocabulary, term: Filter, value: str) -> Conditions:
        """Return the condition that the move has these segments."""
        if not self.pattern.fullmatch(value):
            raise QueryError(f"{value!r} is no base move; write its segments: move:S, move:S+L or move:L+L.")
        segments = re.sub(r"[+ ]", "", value.upper())
        orders = sorted({"+".join(order) for order in itertools.permutations(segments)})
        return {"piece": Sql(f"{self.expression} IN ({', '.join('?' * len(orders))})", tuple(orders))}


@dataclass(frozen=True)
class InCannons:
    """Compares the number of cannons, or asks for a cannon of a rank and range."""

    expression: str
    count: str
    pattern: re.Pattern[str] = _CANNON

    def __call__(self, _: Vocabulary, term: Filter, value: str) -> Conditions:
        """Return the condition that there is such a cannon, or that there are so many."""
        if self.pattern.fullmatch(value) and term.operator in _EQUAL:
            held = f"instr('-' || {self.expression} || '-', ?) > 0"
            return {"piece": Sql(held, (f"-{value.upper()}-",))}
        if _NUMBER.fullmatch(value) or _RANGE.fullmatch(value):
            return {"piece": _compared(self.count, term, value)}
        raise QueryError(
            f"{value!r} is no cannon; write cannons:3L for one of them, or cannons:4 to count them."
        )


@dataclass(frozen=True)
class InCardNumber:
    """Compares the number on the card, which may have the code of its set before it."""

    def __call__(self, vocabulary: Vocabulary, term: Filter, value: str) -> Conditions:
        """Return the condition that this is the number, in that set or in any."""
        return {"piece": of_ids(numbers_of(vocabulary.db).numbered(value))}


@dataclass(frozen=True)
class InCollection:
    """Compares how many of a piece a collection has: `counted` names the number; `yes` is one at least."""

    counted: str

    def __call__(self, vocabulary: Vocabulary, term: Filter, value: str) -> Conditions:
        """Return the condition that the number is so; of most pieces it is none."""
        return self.with_count(vocabulary, self._fitting(term, value))

    def with_count(self, vocabulary: Vocabulary, fitting: range) -> Conditions:
        """Return the condition that the number is one of these."""
        if vocabulary.counts is None:
            raise QueryError(NO_COLLECTION)
        counts = vocabulary.counts.get(self.counted, {})
        listed = [key for key, count in counts.items() if (count in fitting) != (0 in fitting)]
        sign = "NOT IN" if 0 in fitting else "IN"
        return {"piece": Sql(f"e.id {sign} (SELECT value FROM json_each(?))", (json.dumps(listed),))}

    def _fitting(self, term: Filter, value: str) -> range:
        if folded(value) in ("yes", "no") and term.operator in _EQUAL:
            return _SOME if folded(value) == "yes" else _NONE
        if not value[:1].isdigit() and not value.startswith(".."):
            raise QueryError(f"{term} means nothing; write {term.name}:yes, {term.name}:no or {term.name}:2.")
        return _numbers(term, value)


@dataclass(frozen=True)
class NotInCollection:
    """Asks for what a collection has none of: `yes`, or `no` for the opposite."""

    held: InCollection

    def __call__(self, vocabulary: Vocabulary, term: Filter, value: str) -> Conditions:
        """Return the condition that there is none, or one at least."""
        if folded(value) not in ("yes", "no"):
            raise QueryError(f"{term} means nothing; write {term.name}:yes or {term.name}:no.")
        return self.held.with_count(vocabulary, _NONE if folded(value) == "yes" else _SOME)


_NONE, _SOME = range(1), range(1, _LARGEST + 1)


@dataclass(frozen=True)
class InOrder:
    """Sorts what is found and leaves nothing out: it holds for every row."""

    def __call__(self, _: Vocabulary, term: Filter, value: str) -> Conditions:
        """Return conditions that hold; an order that there is not is a QueryError."""
        sort_key(value)
        return {sort: Sql("1") for sort in TABLES}


def _compared(expression: str, term: Filter, value: str) -> Sql:
    fitting = _numbers(term, value)
    return Sql(f"{expression} BETWEEN ? AND ?", (fitting.start, fitting.stop - 1))


def _numbers(term: Filter, value: str) -> range:
    """Return the numbers that a comparison asks for; `!=` is the opposite of what is returned."""
    if (limits := _RANGE.fullmatch(value)) and value != ".." and term.operator in _EQUAL:
        return range(int(limits[1] or 0), int(limits[2] or _LARGEST) + 1)
    if not _NUMBER.fullmatch(value):
        raise QueryError(f"{term.name} is a number, not {value!r}; write {term.name}:3 or {term.name}:3..5.")
    number = int(value)
    match term.operator:
        case "<":
            return range(number)
        case "<=":
            return range(number + 1)
        case ">":
            return range(number + 1, _LARGEST + 1)
        case ">=":
            return range(number, _LARGEST + 1)
    return range(number, number + 1)


def _meant(term: Filter, value: str, known: Mapping[str, str]) -> str:
    """Return the value that a name means, or raise QueryError with the nearest name."""
    if (meaning := known.get(folded(value))) is None:
        raise _unknown(f"There is no {term.name} {value!r}", value, known, known.values())
    return meaning


def _unknown(
    sentence: str, value: str, known: Iterable[str], values: Iterable[str] | None = None
) -> QueryError:
    """Return what to raise for a value that there is not, with the nearest one that there is."""
    names = list(known)
    return QueryError(f"{sentence}{nearest(value, names, values)}", value, near(value, names))


def _nation(vocabulary: Vocabulary, term: Filter, value: str) -> Conditions:
    if folded(value) == "none":
        return {"piece": Sql("e.nation_id IS NULL")}
    return {"piece": Sql("e.nation_id = ?", (_meant(term, value, vocabulary.nations),))}


def _set(vocabulary: Vocabulary, term: Filter, value: str) -> Conditions:
    return {"piece": Sql("e.set_id = ?", (_meant(term, value, vocabulary.sets),))}


def _rarity(_: Vocabulary, term: Filter, value: str) -> Conditions:
    return {"piece": Sql("e.rarity = ?", (_meant(term, value, named(RARITIES)),))}


def _kind(_: Vocabulary, term: Filter, value: str) -> Conditions:
    kind = _meant(term, value, named(KINDS))
    if kind in TABLES:
        return {sort: Sql("1" if sort == kind else "0") for sort in TABLES}
    has_kind = Sql("e.kind = ?", (kind,))
    return {"piece": has_kind, "keyword": has_kind, "ability": Sql("0"), "ruling": Sql("0")}


def _keyword(vocabulary: Vocabulary, term: Filter, value: str) -> Conditions:
    if (keyword := vocabulary.keywords.get(folded(value))) is None:
        raise _unknown(f"There is no keyword {value!r}", value, vocabulary.keywords)
    key, nation = keyword
    lines = (
        "SELECT ability_id FROM ability_keyword WHERE how IN ('has', 'text') AND keyword_id IN "
        "(SELECT id FROM keywords WHERE id = ? OR same_as_id = ?)"
    )
    values: tuple[str, ...] = (key, key)
    if nation:
        lines, values = f"{lines} AND nation = ?", (key, key, nation)
    return {"piece": Sql(_IN_FORCE.format(lines), values), "ability": Sql(f"e.id IN ({lines})", values)}


def _touched(vocabulary: Vocabulary, term: Filter, value: str) -> Conditions:
    event = folded(value).replace(" ", "_")
    if event not in vocabulary.touched:
        known = (name.replace("_", "-") for name in sorted(vocabulary.touched))
        raise _unknown(f"No ability {term.name} {value!r}", value, known)
    lines = "SELECT ability_id FROM ability_events WHERE event = ?"
    values: tuple[str, ...] = (event,)
    if term.name != "touches":
        lines, values = f"{lines} AND touches = ?", (event, term.name)
    return {"piece": Sql(_IN_FORCE.format(lines), values), "ability": Sql(f"e.id IN ({lines})", values)}


def _game(_: Vocabulary, term: Filter, value: str) -> Conditions:
    """All of this library is of one game; what belongs to another is looked for elsewhere."""
    if folded(value) != "pirates":
        raise QueryError(
            f"There is no game {value!r} here; write game:pirates, or game:blackbeard by itself."
        )
    return {sort: Sql("1") for sort in TABLES}


def _state(states: Mapping[str, Conditions], _: Vocabulary, term: Filter, value: str) -> Conditions:
    if folded(value) not in states:
        raise _unknown(f"{term.name}:{value} means nothing", value, states)
    return states[folded(value)]


# The views piece_rulings and ability_rulings say the same; these ask only whether there is any ruling.
_RULED = "SELECT {0} FROM entries WHERE {0} IS NOT NULL AND id IN (SELECT entry_id FROM ruling_about)"
_TERMS, _KEYWORDS, _LINES = map(_RULED.format, ("term_id", "keyword_id", "ability_id"))
_RULED_LINES = (
    f"{_LINES} UNION SELECT ability_id FROM term_ability WHERE term_id IN ({_TERMS}) "
    "UNION SELECT ability_id FROM ability_keyword "
    f"WHERE how IN ('has', 'text') AND keyword_id IN ({_KEYWORDS})"
)
_RULED_PIECES = (
    f"e.corrected OR e.id IN ({_RULED.format('piece_id')}) "
    f"OR e.id IN (SELECT piece_id FROM term_piece WHERE term_id IN ({_TERMS}))"
)
_HAS: dict[str, Conditions] = {
    "ruling": {
        "piece": Sql(f"({_RULED_PIECES} OR {_IN_FORCE.format(_RULED_LINES)})"),
        "keyword": Sql(f"e.id IN ({_KEYWORDS})"),
        "ability": Sql(f"e.id IN ({_RULED_LINES})"),
    },
    "own ruling": {"piece": Sql(f"({_RULED_PIECES})"), "ability": Sql(f"e.id IN ({_LINES})")},
    "erratum": {"piece": Sql("e.corrected")},
    "ability": {"piece": Sql("e.ability <> ''")},
    "keyword": {
        "piece": Sql(_IN_FORCE.format("SELECT ability_id FROM ability_keyword WHERE how IN ('has', 'text')")),
        "ability": Sql("e.id IN (SELECT ability_id FROM ability_keyword WHERE how IN ('has', 'text'))"),
    },
    "link": {"piece": Sql("e.links <> ''")},
    "cannons": {"piece": Sql("e.cannons IS NOT NULL")},
    "claim": {"ruling": Sql("e.id IN (SELECT ruling_id FROM claims)")},
}
_UNPARSED = "SELECT id FROM abilities WHERE status = 'unparsed'"
_IS: dict[str, Conditions] = {
    "corrected": {"piece": Sql("e.corrected")},
    "imported": {"piece": Sql("e.origin <> 'pirate-code'")},
    "custom": {"piece": Sql("e.origin = 'custom'")},
    "released": {"piece": Sql("e.set_id IN (SELECT id FROM sets WHERE released)")},
    "retired": {"piece": Sql("e.retired")},
    "crew treasure": {"piece": Sql("e.crew_treasure")},
    "unparsed": {"piece": Sql(_IN_FORCE.format(_UNPARSED)), "ability": Sql("e.status = 'unparsed'")},
    "marker": {"keyword": Sql("e.marker")},
}

_TOUCHES = (
    ("listens", "an event that the ability waits for", "dock"),
    ("causes", "an event that it brings about", "move"),
    ("permits", "an event that it allows", "ram"),
    ("requires", "an event that it demands", "load"),
    ("forbids", "an event that it prevents", "pin"),
    ("replaces", "an event that it puts another in place of", "eliminate"),
    ("changes", "an event that it alters", "roll"),
    ("reads", "a number that it looks at", "point-cost"),
    ("writes", "a number that it sets or alters", "base-move"),
)


def _known_nations(vocabulary: Vocabulary) -> Iterable[str]:
    return (*vocabulary.nations, "none")


def _known_events(vocabulary: Vocabulary) -> Iterable[str]:
    return dict.fromkeys(
        name for event in sorted(vocabulary.touched) for name in (event, event.replace("_", " "))
    )


def _events(vocabulary: Vocabulary) -> Iterable[Value]:
    return (Value(event.replace("_", "-")) for event in sorted(vocabulary.touched))


def _fixed(names: Iterable[str]) -> Callable[[Vocabulary], Iterable[Value]]:
    return lambda _: map(Value, names)


def _nations(vocabulary: Vocabulary) -> Iterable[Value]:
    rows = vocabulary.db.execute("SELECT adjective FROM nations ORDER BY adjective")
    return (*(Value(name.lower()) for (name,) in rows), Value("none", "no nation"))


def _sets(vocabulary: Vocabulary) -> Iterable[Value]:
    return (Value(*row) for row in vocabulary.db.execute("SELECT id, name FROM sets"))


def _keywords(vocabulary: Vocabulary) -> Iterable[Value]:
    rows = vocabulary.db.execute("SELECT name, kind FROM keywords ORDER BY name")
    return (Value(name, kind) for name, kind in rows if folded(name) in vocabulary.keywords)


FILTERS: dict[str, Kind] = {
    "name": Kind(
        InWords(piece="name other_names", keyword="name other_names"), "words of the name", "name:revenge"
    ),
    "text": Kind(
        InWords(piece="ability", keyword="definition", ability="text corrected rendered", ruling="says"),
        "words of the ability, the definition or the ruling",
        'text:"extra action"',
    ),
    "kind": Kind(
        OneOf(_kind, lambda _: named(KINDS), _fixed(KINDS)),
        "ship, crew, fort, treasure ... or keyword, ability, ruling",
        "kind:ship",
    ),
    "nation": Kind(
        OneOf(_nation, _known_nations, _nations),
        "the nation, or none",
        "nation:english",
        more=("-nation:english", "nation:french,spanish", 'nation:"jade rebellion"'),
    ),
    "set": Kind(
        OneOf(_set, lambda known: known.sets, _sets),
        "the set, by its code or name",
        "set:CC",
        more=('set:"crimson coast"',),
    ),
    "number": Kind(InCardNumber(), "the number on the card", "number:CC-11", more=("number:11", "sm001")),
    "rarity": Kind(OneOf(_rarity, lambda _: named(RARITIES), _fixed(RARITIES)), "the rarity", "rarity:rare"),
    "points": Kind(
        InNumber("e.points"), "the point cost", "points<=12", numeric=True, more=("points:8..12", "points>20")
    ),
    "gold": Kind(InNumber("e.gold"), "the cost of a fort", "gold:3", numeric=True),
    "masts": Kind(InNumber("e.masts"), "the number of masts", "masts>=3", numeric=True),
    "cargo": Kind(InNumber("e.cargo"), "the number of cargo spaces", "cargo:4..6", numeric=True),
    "move": Kind(InSegments("e.base_move"), "the base move, in any order", "move:S+L"),
    "cannons": Kind(
        InCannons("e.cannons", "(length(e.cannons) + 1) / 3"),
        "a cannon, or how many there are",
        "cannons:2L",
        numeric=True,
        more=("cannons>=5",),
    ),
    "keyword": Kind(
        OneOf(_keyword, lambda known: known.keywords, _keywords),
        "a keyword, printed or in other words",
        "keyword:schooner",
    ),
    "link": Kind(InWords(piece="links"), "a name that the piece is linked to", "link:headhunter"),
    "has": Kind(OneOf(partial(_state, _HAS), lambda _: _HAS, _fixed(_HAS)), ", ".join(_HAS), "has:ruling"),
    "is": Kind(
        OneOf(partial(_state, _IS), lambda _: _IS, _fixed(_IS)),
        ", ".join(_IS),
        "is:corrected",
        more=("is:unparsed",),
    ),
    "about": Kind(InWords(ruling="about other_names"), "what a ruling is about", "about:captain"),
    "section": Kind(InWords(ruling="section"), "the heading of a ruling", "section:towing"),
    "owned": Kind(
        InCollection("owned"), "how many of it are in your collection; yes or no", "owned:yes", numeric=True
    ),
    "wanted": Kind(
        InCollection("wanted"), "how many more of it you want; yes or no", "wanted:yes", numeric=True
    ),
    "missing": Kind(
        NotInCollection(InCollection("owned")), "yes for what your collection does not have", "missing:yes"
    ),
    "game": Kind(
        OneOf(_game, lambda _: ["pirates"], _fixed(["pirates", "blackbeard"])),
        "blackbeard; pirates is meant anyway",
        "game:pirates",
    ),
    "touches": Kind(
        OneOf(_touched, _known_events, _events),
        "an event or number that the ability has to do with",
        "touches:pin",
    ),
    "order": Kind(
        InOrder(),
        f"sorts pieces by {', '.join(ORDERS)}; with a minus sign the largest comes first",
        "order:-points",
        more=("order:set,number", "kind:ship order:-masts,points"),
    ),
    **{
        name: Kind(OneOf(_touched, _known_events, _events), about, f"{name}:{value}")
        for name, about, value in _TOUCHES
    },
}

# What a search is made of besides filters: an example and what it does.
SYNTAX = (
    ("docking", "a word, anywhere in a card, keyword or ruling; its ending does not matter"),
    ("dock*", "words that begin so"),
    ('"extra action"', "words next to each other"),
    ("kraken pinned", "both words"),
    (
        "english schooner 12 points",
        "names of nations, keywords, kinds and sets, and numbers, are read as filters, too",
    ),
    ("kraken or octopus", "one of them"),
    ("kind:crew -nation:english", "a minus sign excludes a word or a filter"),
    ("(kraken or octopus) set:PotC,MI", "brackets, and several values of which one is enough"),
    ("nation!=english kind:fort", "!= is not; numbers also have <, <=, > and >="),
    ("points:8..12 masts:..2", "from and to; one of them may be left out"),
    ("PotSM 1", "a piece by its number, as people write it"),
)
