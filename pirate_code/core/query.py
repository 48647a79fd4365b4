"""The language of searches: words, "phrases", filters, negation and alternatives, as a tree.

A filter is a name, a comparison and a value (`points<=12`, `text:"extra action"`). Which filters there are,
and what they come to in SQL, is for filters.py to know.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

LENGTH_LIMIT = 1_000
TERMS_LIMIT = 60
DEPTH_LIMIT = 20

# A colon before a comparison changes nothing: `owned:>=2` is `owned>=2`.
_FILTER = re.compile(r"([A-Za-z][A-Za-z-]*)(?::?(<=|>=|!=|[<>=])|:)")
_PIECE = re.compile(r'"([^"]*)"|([^\s(),"]+)')
_WORD = re.compile(r'[^\s()"]+')
_QUOTES = str.maketrans("“”„", '"""')


class QueryError(ValueError):
    """A search cannot be understood; the message is a sentence for the user.

    It may know what is `wrong`, as it was written, and what would perhaps be `right`.
    """

    def __init__(self, message: str, wrong: str = "", right: str = "") -> None:
        super().__init__(message)
        self.wrong, self.right = wrong, right

    def repaired(self, text: str) -> str:
        """Return the search with the right word in place of the wrong one; nothing if none is known."""
        return replaced(text, self.wrong, self.right) if self.right else ""


@dataclass(frozen=True)
class Words:
    """Words that must stand somewhere, next to each other; with `prefix` the last one may go on."""

    text: str
    prefix: bool = False


@dataclass(frozen=True)
class Filter:
    """A filter as it was written; one of the values must fit."""

    name: str
    operator: str
    values: tuple[str, ...]

    def __str__(self) -> str:
        """Return the filter as it was written."""
        return self.name + self.operator + ",".join(self.values)


@dataclass(frozen=True)
class Not:
    """What must not be."""

    term: Query


@dataclass(frozen=True)
class All:
    """What must all be."""

    terms: tuple[Query, ...]


@dataclass(frozen=True)
class Either:
    """What must be in part."""

    terms: tuple[Query, ...]


Query = Words | Filter | Not | All | Either


def join(arguments: Sequence[str]) -> str:
    """Put the arguments of a command together; quotation marks that the shell has eaten come back.

    >>> join(["kind:ship", "text:extra action"])
    'kind:ship text:"extra action"'
    """
    return " ".join(map(_quoted, arguments))


def _quoted(argument: str) -> str:
    """Return an argument of several words as a phrase, unless it is a query by itself."""
    if not re.search(r"\s", argument) or '"' in argument.translate(_QUOTES):
        return argument
    sign, rest = ("-", argument[1:]) if argument.startswith("-") else ("", argument)
    begun = _FILTER.match(rest)
    told = rest[begun.end() :] if begun else rest
    if re.search(r"[()]|\bor\b", argument, re.IGNORECASE) or any(map(_FILTER.match, told.split())):
        return argument
    return f'{sign}{begun[0] if begun else ""}"{told.strip()}"'


def parse(text: str) -> Query:
    """Read a search, or raise QueryError."""
    if len(text) > LENGTH_LIMIT:
        raise QueryError(f"The search is longer than {LENGTH_LIMIT:,} characters.")
    if any(char == "\0" or "\ud800" <= char <= "\udfff" for char in text):
        raise QueryError("The search is not UTF-8 text.")
    reader = _Reader(text.translate(_QUOTES))
    found = reader.alternatives(0)
    if reader.rest:
        raise QueryError(f"A bracket is closed at character {reader.at + 1} that was not opened.")
    return found


class _Reader:
    """Reads a search from left to right."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.terms = 0
        self.skip()

    @property
    def rest(self) -> str:
        """What has not been read."""
        return self.text[self.at :]

    def skip(self, length: int = 0) -> None:
        """Go on by so many characters and over the blanks after them."""
        self.at += length
        while self.at < len(self.text) and self.text[self.at].isspace():
            self.at += 1

    def alternatives(self, depth: int) -> Query:
        """Read terms, and `or` between groups of them."""
        if depth > DEPTH_LIMIT:
            raise QueryError(f"The search has brackets more than {DEPTH_LIMIT} deep.")
        groups: list[list[Query]] = [[]]
        while self.rest and self.rest[0] != ")":
            word = re.match(r"(or|and)(?=[\s(]|$)", self.rest, re.IGNORECASE)
            if word is None:
                groups[-1].append(self.term(depth))
                continue
            if word[1].lower() == "or":
                groups.append([])
            self.skip(word.end())
        if not all(groups):
            empty = len(groups) == 1
            raise QueryError("There is nothing to search for." if empty else "Something is missing at `or`.")
        found = tuple(group[0] if len(group) == 1 else All(tuple(group)) for group in groups)
        return found[0] if len(found) == 1 else Either(found)

    def term(self, depth: int) -> Query:
        """Read one word, phrase, filter or group in brackets, with a minus sign perhaps."""
        self.terms += 1
        if self.terms > TERMS_LIMIT:
            raise QueryError(f"The search has more than {TERMS_LIMIT} terms.")
        if re.match(r"-[^\s)-]", self.rest):
            self.at += 1
            return Not(self.term(depth))
        if self.rest[0] == "(":
            return self.group(depth)
        if found := _FILTER.match(self.rest):
            self.at += found.end()
            values = self.values()
            if not values:
                raise QueryError(f"{found[0]} needs a value after it.")
            return Filter(found[1].lower(), found[2] or ":", values)
        if self.rest[0] == '"':
            return words(self.phrase())
        bare = _WORD.match(self.rest)
        assert bare is not None
        self.skip(bare.end())
        return words(bare[0])

    def group(self, depth: int) -> Query:
        """Read what stands in brackets."""
        opened = self.at + 1
        self.skip(1)
        found = self.alternatives(depth + 1)
        if not self.rest:
            raise QueryError(f"The bracket at character {opened} is not closed.")
        self.skip(1)
        return found

    def phrase(self) -> str:
        """Read what stands in quotation marks."""
        end = self.text.find('"', self.at + 1)
        if end < 0:
            raise QueryError(f"The quotation mark at character {self.at + 1} is not closed.")
        found = self.text[self.at + 1 : end]
        self.skip(end + 1 - self.at)
        return found

    def values(self) -> tuple[str, ...]:
        """Read the values of a filter, with commas between them."""
        values: list[str] = []
        while True:
            if self.rest.startswith('"'):
                start = self.at
                values.append(self.phrase().strip())
                apart = self.text[self.at - 1 : self.at].isspace() and self.at > start
            elif found := _PIECE.match(self.rest):
                values.append(found[2])
                self.at += found.end()
                apart = False
            else:
                apart = True
            if apart or not self.rest.startswith(","):
                self.skip()
                return tuple(value for value in values if value)
            self.at += 1


def apart(query: Query) -> Query:
    """Return a search whose phrases are taken apart: their words may stand anywhere."""
    match query:
        case Words(text, prefix) if len(several := text.split()) > 1:
            found = [Words(word) for word in several if any(map(str.isalnum, word))]
            return All((*found[:-1], Words(found[-1].text, prefix)))
        case All(terms):
            return All(tuple(map(apart, terms)))
        case Either(terms):
            return Either(tuple(map(apart, terms)))
    return query


def some(query: Query) -> Query:
    """Return a search for which one of its words is enough; its filters must still fit."""
    if not isinstance(query, All):
        return query
    terms = [part for term in query.terms for part in (term.terms if isinstance(term, All) else (term,))]
    found = tuple(term for term in terms if isinstance(term, Words))
    others = tuple(term for term in terms if not isinstance(term, Words))
    return All((*others, Either(found))) if len(found) > 1 else query


def filters(query: Query) -> Iterator[Filter]:
    """Yield every filter of a search, excluded ones too."""
    match query:
        case Filter():
            yield query
        case Not(term):
            yield from filters(term)
        case All(terms) | Either(terms):
            for each in terms:
                yield from filters(each)


def replaced(text: str, wrong: str, right: str) -> str:
    """Return a search with one word in place of another; one with blanks in it is quoted.

    >>> replaced("nation:jade points:3", "jade", "jade rebellion")
    'nation:"jade rebellion" points:3'
    """
    after = r"(?!\w)" if wrong[-1:].isalnum() else ""
    place = re.search(rf'(?<!\w)("?){re.escape(wrong)}("?){after}', text, re.IGNORECASE)
    if place is None:
        return ""
    quoted = f'"{right}"' if " " in right and not place[1] else place[1] + right + place[2]
    return text[: place.start()] + quoted + text[place.end() :]


def words(text: str) -> Words:
    """Return words to look for; a star at the end stands for any letters."""
    bare = text.rstrip("*").strip()
    if not any(char.isalnum() for char in bare):
        raise QueryError(f"{text!r} has no letters or digits to search for.")
    return Words(bare, prefix=text.endswith("*"))
