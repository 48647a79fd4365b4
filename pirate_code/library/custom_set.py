"""Custom sets: a small file beside a sheet that names the set of its pieces and the nations it brings along.

The pieces stand in the sheet, in the columns of the Master Spreadsheet. A set file (YAML) has a `code`, a
`name` and, if the game lacks them, `nations`; what is wrong with one is told with its line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, NoReturn

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError, field_validator

from pirate_code.data import Document, load_yaml
from pirate_code.glossary import Colour, Nation, game_nations, lend_nations, load_keywords
from pirate_code.language import Ability, LanguageError, parse
from pirate_code.language.walk import walk
from pirate_code.library.pieces import load_pieces, load_sets
from pirate_code.library.terms import fold
from pirate_code.library.text import slug
from pirate_code.validation_messages import in_words

SIZE_LIMIT = 100_000
NATION_LIMIT = 20
_ENDINGS = (".yaml", ".yml")
_CODE = re.compile(r"[A-Za-z]{1,12}")
_NAME = re.compile(r"[A-Z][a-z]+(?:['’][a-z]+)?(?:[ -][A-Z][a-z]+(?:['’][a-z]+)?){0,3}")
# Lines in which a nation's name must be read as one.
_PROBES = ("This ship cannot be pinned by {adjective} ships.", "Hostile: {noun}.")


class _Entry(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class CustomNation(_Entry):
    """A nation as a set file names it: `name` stands before a piece, `noun` behind Loyal and Hostile."""

    name: str
    noun: str | None = None
    spellings: tuple[str, ...] = Field(default=(), max_length=10)
    colours: tuple[Colour, Colour] | None = None

    @field_validator("name", "noun", "spellings")
    @classmethod
    def _are_names(cls, value: str | tuple[str, ...] | None) -> str | tuple[str, ...] | None:
        for name in (value,) if isinstance(value, str) else value or ():
            if len(name) > 40 or not _NAME.fullmatch(name):
                raise ValueError(
                    f"{name[:40]!r} is no name of a nation; one has 1 to 4 words with capitals, such as"
                    " Amber League"
                )
        return value

    @property
    def nation(self) -> Nation:
        """The nation as the game knows its own."""
        plain = Nation(
            id=slug(self.name),
            adjective=self.name,
            noun=self.noun or self.name,
            spellings=self.spellings,
            notes="A nation of a custom set.",
        )
        return plain if self.colours is None else plain.model_copy(update={"colours": self.colours})


class CustomSet(_Entry):
    """A set that is not the game's own, and the nations that it brings along."""

    code: str
    name: Annotated[str, StringConstraints(min_length=1, max_length=100, strip_whitespace=True)]
    nations: tuple[CustomNation, ...] = Field(default=(), max_length=NATION_LIMIT)

    @field_validator("code")
    @classmethod
    def _is_a_code(cls, code: str) -> str:
        if not _CODE.fullmatch(code):
            raise ValueError(f"{code[:40]!r} is no code of a set; one has 1 to 12 letters, such as AT")
        return code

    @field_validator("nations", mode="before")
    @classmethod
    def _bare_names(cls, nations: Any) -> Any:
        """A nation may be its name alone."""
        if not isinstance(nations, list):
            return nations
        return [{"name": each} if isinstance(each, str) else each for each in nations]


def file_beside(sheet: Path) -> Path | None:
    """Return the set file that lies beside a sheet and has its name: myset.yaml for myset.csv."""
    places = (sheet.with_suffix(ending) for ending in _ENDINGS if sheet.suffix.lower() not in _ENDINGS)
    return next((place for place in places if place.is_file()), None)


def nations_of(sets: Iterable[CustomSet]) -> tuple[Nation, ...]:
    """Return the nations of some sets, each once."""
    return tuple({each.nation.id: each.nation for custom in sets for each in custom.nations}.values())


def read_custom_set(
    path: Path, others: Iterable[CustomSet] = (), taken: Mapping[str, str] | None = None
) -> CustomSet:
    """Read and check a set file; what is wrong with it is a DataError with file and line.

    `others` are the custom sets that are known beside it, and `taken` the names of other sets by their codes.
    """
    document = load_yaml(path, SIZE_LIMIT)
    _refuse_unknown_keys(document)
    try:
        custom = CustomSet.model_validate(document.data)
    except ValidationError as error:
        _refuse(error, document)
    _refuse_taken_names(custom, document, taken or {})
    beside = [other for other in others if other.code != custom.code]
    _refuse_nation_names(custom, document, beside)
    _refuse_unreadable(custom, document, beside)
    return custom


def _refuse_unknown_keys(document: Document) -> None:
    """Tell a key that no set file has, and one that every set file has."""
    data, known = document.data, tuple(CustomSet.model_fields)
    if not isinstance(data, dict):
        raise document.error("a set file holds `code:`, `name:` and, if the game lacks them, `nations:`")
    for key in data:
        if key not in known:
            raise document.error(
                f"{str(key)[:40]!r} is unknown here; a set file holds {', '.join(known)}", key
            )
    for key in ("code", "name"):
        if data.get(key) is None:
            raise document.error(f"the file lacks `{key}:`, the {key} of the set")
    nations = data.get("nations")
    for index, nation in enumerate(nations) if isinstance(nations, list) else ():
        for key in nation if isinstance(nation, dict) else ():
            if key not in CustomNation.model_fields:
                held = ", ".join(CustomNation.model_fields)
                message = f"{str(key)[:40]!r} is unknown here; a nation has {held}"
                raise document.error(message, "nations", index, key)


def _refuse(error: ValidationError, document: Document) -> NoReturn:
    fault = error.errors()[0]
    part = " ".join(str(step + 1 if isinstance(step, int) else step) for step in fault["loc"])
    message = in_words(fault, "nations")
    if fault["type"] == "string_pattern_mismatch":
        message = f"{str(fault['input'])[:40]!r} is no colour; one is written like #b8860b, in small letters"
    raise document.error(f"{part}: {message}" if part else message, *fault["loc"]) from None


def _refuse_taken_names(custom: CustomSet, document: Document, taken: Mapping[str, str]) -> None:
    codes = {code.casefold(): each.name for each in load_sets() for code in (each.id, *each.codes)}
    codes |= {code.casefold(): name for code, name in taken.items()}
    if (name := codes.get(custom.code.casefold())) is not None:
        raise document.error(f"the code {custom.code!r} is taken by the set {name}; choose another", "code")
    names = {fold(each.name) for each in load_sets()} | {fold(name) for name in taken.values()}
    if fold(custom.name) in names:
        raise document.error(f"{custom.name!r} is the name of a set of the game; choose another", "name")


def _refuse_nation_names(custom: CustomSet, document: Document, beside: Iterable[CustomSet]) -> None:
    """A nation is named once, and goes by no name of another; two sets may share one that is the same."""
    shared = nations_of(beside)
    taken = {name: f"the game's nation {each.adjective}" for each in game_nations() for name in _names(each)}
    taken |= {fold(each.name): f"the keyword {each.name}" for each in load_keywords()}
    for other in shared:
        taken |= dict.fromkeys(_names(other), f"the nation {other.adjective} of another custom set")
    seen: dict[str, str] = {}
    for index, entry in enumerate(custom.nations):
        nation = entry.nation
        for name in _names(nation):
            if name in seen:
                message = f"the nation {entry.name!r} is named twice: {name!r} is a name of {seen[name]!r}"
                raise document.error(message, "nations", index)
            if name in taken and nation not in shared:
                message = f"{entry.name!r} is taken: {name!r} is a name of {taken[name]}"
                raise document.error(message, "nations", index)
        seen |= dict.fromkeys(_names(nation), entry.name)


def _names(nation: Nation) -> Iterator[str]:
    """Every name of a nation as names are compared, each once."""
    names = (nation.id, nation.adjective, nation.noun, *nation.spellings)
    return iter(dict.fromkeys(fold(name) for name in names))


def _refuse_unreadable(custom: CustomSet, document: Document, beside: Iterable[CustomSet]) -> None:
    """Refuse a nation whose name is not read as one, or keeps a printed line from being read as it was."""
    if not custom.nations:
        return
    without, every = nations_of(beside), nations_of((*beside, custom))
    for index, entry in enumerate(custom.nations):
        texts = sorted(_printed_lines_with(entry.nation))
        lend_nations(without)
        before = [_read(text) for text in texts]
        lend_nations(every)
        lines = (probe.format(**entry.nation.model_dump()) for probe in _PROBES)
        fits = all(_speaks_of(_read(line), entry.nation) for line in lines)
        if not fits or [_read(text) for text in texts] != before:
            lend_nations(without)
            message = f"{entry.name!r} means something else in the text of cards; choose another name"
            raise document.error(message, "nations", index)


def _printed_lines_with(nation: Nation) -> set[str]:
    pattern = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in (nation.adjective, nation.noun)))
    return {piece.ability for piece in load_pieces() if piece.ability and pattern.search(piece.ability)}


def _read(line: str) -> tuple[Ability, ...] | None:
    try:
        return parse(line)
    except LanguageError:
        return None


def _speaks_of(abilities: tuple[Ability, ...] | None, nation: Nation) -> bool:
    return any(getattr(node, "nation", None) == nation.id for node in walk(abilities or ()))
