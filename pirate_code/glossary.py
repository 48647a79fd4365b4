"""Keywords, named abilities, equipment and nations, as db/keywords/ and db/nations.yaml write them down.

Reads and checks the entries. A definition is text in the ability language, which takes its names from here;
what the text means is for pirate_code.language to know.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Literal, NoReturn, Protocol, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError, model_validator

from pirate_code.data import DataError, Document, folder, load_yaml
from pirate_code.validation_messages import in_words

Text = Annotated[str, StringConstraints(min_length=1, strip_whitespace=True)]
Slug = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
Colour = Annotated[str, StringConstraints(pattern=r"^#[0-9a-f]{6}$")]
Kind = Literal["keyword", "named ability", "equipment", "crew ability"]
Carrier = Literal["ship", "crew", "sea creature", "fort", "equipment", "event", "treasure"]
Confidence = Literal["high", "medium", "low"]

_BLANK = re.compile(r"(?:\b([Aa])n? )?\{([^{}]*)\}")


class _Entry(BaseModel):
    """What all entries share: no field changes, and an unknown one is refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class Nation(_Entry):
    """A nation: `adjective` stands before a piece (English ships), `noun` after Loyal (England)."""

    id: Slug
    adjective: Text
    noun: Text
    spellings: tuple[Text, ...] = ()
    colours: tuple[Colour, Colour] = ("#6b6b6b", "#d9d2c1")  # of her flag, the first is the field
    promotional: bool = False
    notes: str = ""


Nations = Mapping[str, Nation]
NO_NATIONS: Nations = MappingProxyType({})


class Parameter(_Entry):
    """What a letter in a keyword's name stands for, how it is printed there, and the values seen in print."""

    kind: Literal["nation"]
    printed: Literal["noun", "adjective"]
    values: tuple[Slug, ...] = Field(min_length=1)


class AssumedFact(_Entry):
    """A fact that no source gives, with the value the game is played with until somebody knows better."""

    fact: Text
    value: int | Text
    reason: Text


class Version(_Entry):
    """Another rule under the same name: an older edition, a one-use card."""

    name: Text
    definition: tuple[Text, ...]  # empty if the keyword is a rule of building fleets only
    notes: str = ""


class Keyword(_Entry):
    """One keyword, named ability, piece of equipment or crew ability, defined in the ability language.

    Each item of a definition is one whole ability. `{X}` in it is a parameter, and any other name in
    braces is the value of the assumed fact of that name. A piece that prints a text form, or the whole
    definition, has the keyword.
    """

    id: Slug
    name: Text
    kind: Kind
    family: Slug
    carried_by: tuple[Carrier, ...] = Field(min_length=1)
    parameters: dict[str, Parameter] = Field(default_factory=dict)
    spellings: tuple[Text, ...] = ()
    other_names: tuple[Text, ...] = ()
    confidence: Confidence
    sources: tuple[Slug, ...] = Field(min_length=1)
    marker: bool = False
    definition: tuple[Text, ...] = ()
    text_forms: tuple[Text, ...] = ()
    titles: tuple[Text, ...] = ()  # words of a name that serve where crew of this kind are asked for
    versions: tuple[Version, ...] = ()
    same_as: Slug | None = None
    assumed: tuple[AssumedFact, ...] = ()
    notes: str = ""

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        """A marker has no rule and says so; everything else has one, and a value for every blank in it."""
        if self.marker and (self.definition or self.text_forms or self.versions):
            raise ValueError("a type marker has no rule, so it has no definition, text forms or versions")
        if self.marker and not self.notes:
            raise ValueError("a type marker says in its notes that no rule is known")
        if not self.marker and not self.definition:
            raise ValueError("the definition is missing; only a type marker (marker: true) has none")
        facts = [fact.fact for fact in self.assumed]
        if len(facts) != len(set(facts)):
            raise ValueError("an assumed fact is here twice")
        for line in self._lines():
            for _, blank in _BLANK.findall(line):
                if blank not in self.parameters and blank not in facts:
                    raise ValueError(f"{{{blank}}} is neither a parameter nor an assumed fact of {self.name}")
        return self

    def _lines(self) -> Iterator[str]:
        yield from self.definition
        yield from self.text_forms
        for version in self.versions:
            yield from version.definition

    def abilities(self, nations: Nations = NO_NATIONS, version: str | None = None) -> tuple[str, ...]:
        """Return the definition, one ability an item, with every blank filled.

        Hostile: England is `hostile.abilities({"X": english})`. `version` picks another version by its name.
        """
        definition = self.definition
        if version is not None:
            definition = next(other.definition for other in self.versions if other.name == version)
        return tuple(self._fill(line, nations) for line in definition)

    def in_words(self, version: str | None = None) -> tuple[str, ...]:
        """Return the definition for readers: assumed facts are filled in, and parameters stay letters."""
        letters = {letter: Nation(id="any", adjective=letter, noun=letter) for letter in self.parameters}
        return self.abilities(letters, version)

    def wordings(self, nations: Nations = NO_NATIONS) -> tuple[str, ...]:
        """Return every text that stands for the keyword on a card: its definition and the text forms."""
        if self.marker:
            return ()
        texts = ("\n".join(self.definition), *self.text_forms)
        return tuple(dict.fromkeys(self._fill(text, nations) for text in texts))

    def printed_name(self, nations: Nations = NO_NATIONS) -> str:
        """Return the name as a card prints it: "Loyal: England", "French Letter of Marque"."""
        name = self.name
        for letter, parameter in self.parameters.items():
            nation = nations[letter]
            name = name.replace(letter, nation.noun if parameter.printed == "noun" else nation.adjective, 1)
        return name

    def _fill(self, line: str, nations: Nations) -> str:
        facts = {fact.fact: str(fact.value) for fact in self.assumed}

        def value(match: re.Match[str]) -> str:
            article, blank = match[1], match[2]
            word = nations[blank].adjective if blank in self.parameters else facts[blank]
            if article is None:
                return word
            return f"{article}n {word}" if word[0] in "AEIOUaeiou" else f"{article} {word}"

        return _BLANK.sub(value, line)


@cache
def load_keywords() -> tuple[Keyword, ...]:
    """Return every entry of db/keywords, sorted by id; a wrong one is a DataError with file and line."""
    return read_keywords(folder("db") / "keywords")


@cache
def titles(keyword: str) -> tuple[str, ...]:
    """The words of a name that serve where crew of a keyword are asked for."""
    return next((entry.titles for entry in load_keywords() if entry.id == keyword), ())


class _Cached(Protocol):
    def cache_clear(self) -> None: ...


_C = TypeVar("_C", bound=_Cached)
_FOLLOWERS: list[Callable[[], None]] = []
_LENT: list[Nation] = []


def follows_nations(cached: _C) -> _C:
    """Mark a cached function whose result depends on the nations: others that are lent clear its cache."""
    _FOLLOWERS.append(cached.cache_clear)
    return cached


def lend_nations(nations: Sequence[Nation]) -> None:
    """Know these nations beside the game's own, in place of those that were lent before.

    A library lends the nations of its custom sets, so that cards may name them.
    """
    if list(nations) != _LENT:
        _LENT[:] = nations
        for clear in _FOLLOWERS:
            clear()


@follows_nations
@cache
def load_nations() -> tuple[Nation, ...]:
    """Return the nations of db/nations.yaml in the order of the file, and behind them those that are lent."""
    return (*game_nations(), *_LENT)


@cache
def game_nations() -> tuple[Nation, ...]:
    """Return the nations of db/nations.yaml, in the order of the file."""
    return read_nations(folder("db") / "nations.yaml")


def read_keywords(place: Path) -> tuple[Keyword, ...]:
    """Read and check every family file (*.yaml) of a folder, without the cache."""
    found: dict[str, Keyword] = {}
    names: dict[str, Keyword] = {}
    places: dict[str, tuple[Document, int]] = {}
    for path in sorted(place.glob("*.yaml")):
        document = load_yaml(path)
        for index, entry in enumerate(_entries(document, "keywords", ("family", "about"))):
            more = {"family": document.data["family"]}
            keyword = _check(Keyword, entry, document, ("keywords", index), more)
            if keyword.id in found:
                message = f"the id {keyword.id!r} is taken ({_place(*places[keyword.id])})"
                raise document.error(message, "keywords", index, "id")
            for name in sorted({keyword.name, *keyword.spellings}):
                if (other := names.setdefault(name.casefold(), keyword)) is not keyword:
                    message = f"the name {name!r} is taken by {other.id} ({_place(*places[other.id])})"
                    raise document.error(message, "keywords", index, "name")
            found[keyword.id] = keyword
            places[keyword.id] = (document, index)
    if not found:
        raise DataError("the folder holds no keyword files (*.yaml)", place)
    for key, (document, index) in places.items():
        same = found[key].same_as
        if same is not None and (same not in found or same == key):
            raise document.error(
                f"{key}: same_as names {same!r}, no other keyword", "keywords", index, "same_as"
            )
    return tuple(found[key] for key in sorted(found))


def _place(document: Document, index: int) -> str:
    """The file and line of a keyword."""
    return f"{document.path.name}:{document.line('keywords', index)}"


def read_nations(path: Path) -> tuple[Nation, ...]:
    """Read and check one file of nations, without the cache."""
    document = load_yaml(path)
    found: dict[str, Nation] = {}
    names: dict[str, Nation] = {}
    for index, entry in enumerate(_entries(document, "nations")):
        nation = _check(Nation, entry, document, ("nations", index), {})
        if nation.id in found:
            raise document.error(f"the id {nation.id!r} is here twice", "nations", index, "id")
        for name in sorted({nation.adjective, nation.noun, *nation.spellings}):
            if (other := names.setdefault(name.casefold(), nation)) is not nation:
                raise document.error(f"the name {name!r} is taken by {other.id}", "nations", index)
        found[nation.id] = nation
    return tuple(found.values())


_E = TypeVar("_E", bound=_Entry)


def _entries(document: Document, key: str, beside: tuple[str, ...] = ()) -> list[object]:
    """Return the list under `key` of a file that holds it, the texts named `beside`, and nothing else."""
    data = document.data
    if not isinstance(data, dict) or not isinstance(data.get(key), list) or not data[key]:
        raise document.error(f"the file must hold a list of entries under `{key}:`")
    for other, value in data.items():
        if other != key and other not in beside:
            known = ", ".join((*beside, key))
            raise document.error(f"{other!r} is unknown here; this file holds {known}", other)
        if other != key and not isinstance(value, str):
            raise document.error(f"{other!r} must be text", other)
    for other in beside:
        if other not in data:
            raise document.error(f"the file lacks `{other}:`")
    return list(data[key])


def _check(
    model: type[_E], entry: object, document: Document, where: tuple[str, int], more: dict[str, str]
) -> _E:
    """Return the entry as a model, or say in one sentence what is wrong with it and where."""
    if not isinstance(entry, dict):
        raise document.error("an entry must be a table with an id", *where)
    for name in more:
        if name in entry:
            raise document.error(f"{name!r} is not written here; it follows from the file", *where, name)
    try:
        return model.model_validate({**entry, **more})
    except ValidationError as error:
        _refuse(error, document, where, str(entry.get("id", "an entry without an id")))


def _refuse(error: ValidationError, document: Document, where: tuple[str, int], entry: str) -> NoReturn:
    """Raise the first fault that was found as a DataError at its line."""
    fault = error.errors()[0]
    message = in_words(fault)
    part = ".".join(str(step) for step in fault["loc"])
    shown = f"{entry}: {part}: {message}" if part else f"{entry}: {message}"
    raise document.error(shown, *where, *fault["loc"]) from None


def builtin_lines() -> list[str]:
    """Return every line that the entries hold: definitions, versions and printed forms, each line once."""
    nation = load_nations()[0]
    lines: list[str] = []
    for keyword in load_keywords():
        nations = dict.fromkeys(keyword.parameters, nation)
        lines.extend(keyword.abilities(nations))
        lines.extend(keyword.wordings(nations)[1:])
        for version in keyword.versions:
            lines.extend(keyword.abilities(nations, version.name))
    return list(dict.fromkeys(lines))
