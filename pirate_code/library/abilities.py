"""Printed lines as rows of the library: the tree, its wording, what it touches, and its keywords."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache

from pirate_code.data import DataError, folder
from pirate_code.glossary import Keyword, load_keywords, load_nations
from pirate_code.language import Ability, LanguageError, footprint, parse, render, sense
from pirate_code.language.compare import normal_form
from pirate_code.language.corrections import corrected
from pirate_code.language.tree import KeywordAbility
from pirate_code.language.walk import walk
from pirate_code.library.tables import AbilityKeyword, AbilityRow
from pirate_code.library.text import as_json, slug
from pirate_code.library.tree_outlines import outlined
from pirate_code.parse_data import as_data, error_data

_SLUG_WORDS = 6
_SLUG_LENGTH = 100


@dataclass(frozen=True)
class Line:
    """A line as it stands in the library, and its keywords."""

    row: AbilityRow
    keywords: tuple[AbilityKeyword, ...] = field(default=())


def ability_id(text: str) -> str:
    """Return the id of a line: its first words, and a digest that keeps lines with one beginning apart."""
    words = "-".join(slug(text).split("-")[:_SLUG_WORDS])[:_SLUG_LENGTH]
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f"{words}-{digest}" if words else digest


def read_line(text: str, names: sense.Names | None = None) -> Line:
    """Parse one line into its row; a line that does not parse, or makes no sense, is kept with its error.

    With `names`, one that names any other piece makes no sense.
    """
    row = AbilityRow(id=ability_id(text), text=text, corrected=corrected(text), status="unparsed")
    try:
        abilities = sense.read(text, names)
    except LanguageError as error:
        row.error_json = as_json(error_data(error))
        return Line(row)
    row.status = "parsed"
    row.tree_json = tree_json(abilities)
    row.outline_json = as_json(outlined(abilities))
    row.rendered = render(abilities)
    row.footprint_json = footprint_json(abilities)
    forms = [normal_form(ability) for ability in abilities]
    row.form = form(forms[0] if len(forms) == 1 else normal_form(abilities))
    row.forms_json = as_json([form(normal) for normal in forms])
    links = dict.fromkeys(_keywords(abilities, forms))
    return Line(row, tuple(_link(row.id, *link) for link in links))


def tree_json(abilities: Iterable[Ability]) -> str:
    """Return trees as JSON."""
    return as_json([as_data(ability) for ability in abilities])


def footprint_json(abilities: tuple[Ability, ...]) -> str:
    """Return what abilities touch as JSON; what they do not touch is left out."""
    return as_json(footprint(abilities).model_dump(mode="json", exclude_defaults=True))


def form(normal: frozenset[str]) -> str:
    """Return a short name of a normal form: two lines that are one ability have the same."""
    return hashlib.sha256("\n".join(sorted(normal)).encode()).hexdigest()[:16]


def _link(ability: str, keyword: str, nation: str, how: str) -> AbilityKeyword:
    return AbilityKeyword(ability_id=ability, keyword_id=keyword, nation=nation, how=how)


def _keywords(
    abilities: tuple[Ability, ...], forms: Sequence[frozenset[str]]
) -> Iterator[tuple[str, str, str]]:
    """Yield keyword, nation and how the line comes by it."""
    named: set[str] = set()
    said: set[str] = set()
    for ability, normal in zip(abilities, forms, strict=True):
        if isinstance(ability.effect, KeywordAbility):
            named.add(ability.effect.keyword)
            yield ability.effect.keyword, ability.effect.nation or "", "has"
        else:
            said |= normal
    for keyword, wordings in _wordings():
        if keyword not in named and any(wording <= said for wording in wordings):
            yield keyword, "", "text"
    for ability in abilities:
        if not isinstance(ability.effect, KeywordAbility):
            for node in walk(ability):
                spoken_of = getattr(node, "keyword", None)
                if isinstance(spoken_of, str):
                    yield spoken_of, "", "speaks of"


@cache
def _wordings() -> tuple[tuple[str, tuple[frozenset[str], ...]], ...]:
    """Return every keyword without a parameter, with the normal forms of the texts that stand for it."""
    return tuple(
        (keyword.id, tuple(_forms(keyword))) for keyword in load_keywords() if not keyword.parameters
    )


def _forms(keyword: Keyword) -> Iterator[frozenset[str]]:
    for text in keyword.wordings():
        try:
            yield normal_form(text)
        except LanguageError:
            continue


def definition(keyword: Keyword) -> tuple[Ability, ...]:
    """Return the trees of a keyword's definition; a parameter is the first nation seen in print."""
    nations = {nation.id: nation for nation in load_nations()}
    chosen = {name: nations[parameter.values[0]] for name, parameter in keyword.parameters.items()}
    try:
        return tuple(ability for line in keyword.abilities(chosen) for ability in parse(line))
    except LanguageError as error:
        place = folder("db") / "keywords" / f"{keyword.family}.yaml"
        raise DataError(f"{keyword.name}: the definition is not understood: {error}", place) from None
