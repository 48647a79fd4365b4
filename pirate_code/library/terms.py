"""The names of the library: what a ruling may speak of, and which entry a name means.

A name means a keyword, a named ability, a piece of equipment, a nation, a term of db/terms.yaml, or a
printed ability line, which stands in quotation marks. A name that means nothing is an error that says
which name was perhaps meant.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, ValidationError, model_validator

from pirate_code.data import folder, load_yaml
from pirate_code.glossary import Keyword, Nation, Slug, Text, follows_nations, load_keywords, load_nations
from pirate_code.validation_messages import in_words

TermKind = Literal[
    "term",
    "terrain",
    "action",
    "ability",
    "unique treasure",
    "event",
    "fort",
    "equipment",
    "piece",
    "island",
]

_SHORT_KINDS = {"ut": "unique treasure", "nationality": "nation"}
_QUOTED = re.compile(r"\s*[\"“](.*)[\"”]\s*", re.DOTALL)
_WITH_KIND = re.compile(r"(.*\S)\s*\(([^()]*)\)")
_QUOTES = str.maketrans("“”‘’", "\"\"''")


class Term(BaseModel):
    """One entry of db/terms.yaml. An ability has the printed lines by which a card shows it."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    id: Slug
    name: Text
    kind: TermKind
    aliases: tuple[Text, ...] = ()
    lines: tuple[Text, ...] = ()
    notes: str = ""  # what a reader should know of it

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        if self.kind == "ability" and not self.lines:
            raise ValueError("an ability needs the printed lines that show it")
        return self


@dataclass(frozen=True)
class Entry:
    """What a name means: `kind` and `id` together name one entry of the library."""

    kind: str
    id: str
    name: str


class UnknownNameError(ValueError):
    """A name means nothing, or more than one thing; the message is a sentence."""


def fold(name: str) -> str:
    """Return a name as names are compared: small letters, plain quotes, no hyphens, one blank between."""
    return " ".join(name.translate(_QUOTES).replace("-", " ").casefold().split())


def _fold_line(line: str) -> str:
    """Return a printed line without the differences of spelling that cards of one wording show."""
    bare = fold(line).replace("(", "").replace(")", "").replace("facedown", "face down")
    return re.sub(r"\bcan\b", "may", bare)


@cache
def load_terms() -> tuple[Term, ...]:
    """Return the terms of db/terms.yaml in the order of the file."""
    return read_terms(folder("db") / "terms.yaml")


def note_of(term: str) -> str:
    """What a reader should know of a term."""
    return next(found.notes for found in load_terms() if found.id == term)


def read_terms(path: Path) -> tuple[Term, ...]:
    """Read and check one file of terms; a wrong one is a DataError with file and line."""
    document = load_yaml(path)
    data = document.data
    if not isinstance(data, dict) or set(data) != {"terms"} or not isinstance(data["terms"], list):
        raise document.error("the file must hold a list of entries under `terms:` and nothing else")
    terms: dict[str, Term] = {}
    names: dict[tuple[str, str], str] = {}
    for index, entry in enumerate(data["terms"]):
        try:
            term = Term.model_validate(entry)
        except ValidationError as error:
            fault = error.errors()[0]
            message = f"{'.'.join(map(str, fault['loc']))}: {in_words(fault)}"
            raise document.error(message.removeprefix(": "), "terms", index, *fault["loc"]) from None
        if term.id in terms:
            raise document.error(f"the id {term.id!r} is here twice", "terms", index)
        terms[term.id] = term
        for name in (term.name, *term.aliases):
            if (other := names.setdefault((term.kind, fold(name)), term.id)) != term.id:
                raise document.error(f"the name {name!r} is taken by the {term.kind} {other}", "terms", index)
    return tuple(terms.values())


class Names:
    """Every name of a library and the entries that have it."""

    def __init__(self, keywords: Iterable[Keyword], nations: Iterable[Nation], terms: Iterable[Term]) -> None:
        """Collect the names of the entries."""
        self._names: dict[str, dict[tuple[str, str], Entry]] = {}
        self._lines: dict[str, Entry] = {}
        nations = tuple(nations)
        for keyword in keywords:
            self._add_keyword(keyword, nations)
        for nation in nations:
            entry = Entry("nation", nation.id, nation.adjective)
            self._add(entry, (nation.id, nation.adjective, nation.noun, *nation.spellings))
        for term in terms:
            entry = Entry(term.kind, term.id, term.name)
            self._add(entry, (term.id, term.name, *term.aliases))
            self._add_lines(entry, term.lines)

    def _add(self, entry: Entry, names: Iterable[str]) -> None:
        for name in names:
            self._names.setdefault(fold(name), {})[entry.kind, entry.id] = entry

    def _add_lines(self, entry: Entry, lines: Iterable[str]) -> None:
        for line in lines:
            self._lines.setdefault(_fold_line(line), entry)

    def _add_keyword(self, keyword: Keyword, nations: tuple[Nation, ...]) -> None:
        """Add a keyword; one with a nation in its name is known by the bare name and with each nation."""
        entry = Entry(keyword.kind, keyword.id, keyword.name)
        self._add(entry, (keyword.id, keyword.name, *keyword.spellings, *keyword.other_names))
        if keyword.kind == "named ability":
            self._add(entry, (f"{keyword.name} ability",))
        self._add_lines(entry, (*keyword.text_forms, " ".join(keyword.definition)))
        for chosen in product(nations, repeat=len(keyword.parameters)):
            self._add(entry, (keyword.printed_name(dict(zip(keyword.parameters, chosen, strict=True))),))

    def resolve(self, name: str) -> Entry:
        """Return the entry that a name means, or raise UnknownNameError.

        A plural is understood. A name that several entries have is written with its kind:
        "Mercenary (nation)". A printed line stands in quotation marks.
        """
        if quoted := _QUOTED.fullmatch(name):
            return self._line(quoted[1])
        entries = self._find(fold(name))
        if not entries and (parts := _WITH_KIND.fullmatch(name)):
            kind = fold(parts[2]).split("/")[0]
            kind = _SHORT_KINDS.get(kind, kind)
            entries = [entry for entry in self._find(fold(parts[1])) if entry.kind == kind]
        if len(entries) == 1:
            return entries[0]
        if entries:
            ways = " or ".join(f'"{name} ({entry.kind})"' for entry in entries)
            raise UnknownNameError(f"{name!r} has several meanings; write {ways}")
        raise UnknownNameError(f"nothing in the library is called {name!r}{self._perhaps(name)}")

    def _find(self, name: str) -> list[Entry]:
        for form in (name, name.removesuffix("s"), name.removesuffix("es")):
            if form in self._names:
                return list(self._names[form].values())
        return []

    def _line(self, line: str) -> Entry:
        if (entry := self._lines.get(_fold_line(line))) is not None:
            return entry
        from pirate_code.language import LanguageError, parse

        try:
            parse(line)
        except LanguageError as error:
            raise UnknownNameError(f"the printed line {line!r} cannot be read: {error}") from None
        return Entry("line", line, line)

    def _perhaps(self, name: str) -> str:
        near = difflib.get_close_matches(fold(name), self._names, 3, 0.6)
        if not near:
            return "; add it to db/terms.yaml if the game has it"
        return f"; did you mean {' or '.join(near)}?"


@follows_nations
@cache
def names() -> Names:
    """Return the names of the library as it is installed."""
    return Names(load_keywords(), load_nations(), load_terms())


def resolve(name: str) -> Entry:
    """Return the entry that a name of the library means.

    >>> resolve("Same Action Twice")
    Entry(kind='keyword', id='born-leader', name='Born Leader')
    """
    return names().resolve(name)
