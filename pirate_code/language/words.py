"""The vocabulary: grammar/words.yaml, and names of nations, keywords and terrain from db/."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Any

from pirate_code.data import DataError, folder, load_yaml
from pirate_code.glossary import follows_nations, load_keywords, load_nations
from pirate_code.terrain import load_terrain

TABLES = frozenset({"nouns", "verbs", "states", "attributes", "stats", "manners", "openers"})
NUMBER_WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
FORMS = ("base", "s", "ed", "ing")


@dataclass(frozen=True)
class Verb:
    """One verb in its four forms, first spelling first.

    >>> inflect("carry / carries / carried / carrying").ed
    'carried'
    """

    base: str
    s: str
    ed: str
    ing: str


@dataclass
class Words:
    """Every list of words, both ways: id to canonical spelling, spelling to id."""

    noun_one: dict[str, str] = field(default_factory=dict)
    noun_many: dict[str, str] = field(default_factory=dict)
    nouns: dict[str, str] = field(default_factory=dict)
    noun_class: dict[str, str] = field(default_factory=dict)
    verbs: dict[str, Verb] = field(default_factory=dict)
    forms: dict[str, dict[str, str]] = field(default_factory=lambda: {form: {} for form in FORMS})
    states: dict[str, str] = field(default_factory=dict)
    state_words: dict[str, str] = field(default_factory=dict)
    attributes: frozenset[str] = frozenset()
    stats: dict[str, str] = field(default_factory=dict)
    manners: dict[str, str] = field(default_factory=dict)
    manner_words: dict[str, str] = field(default_factory=dict)
    nations: dict[str, str] = field(default_factory=dict)
    nation_words: dict[str, str] = field(default_factory=dict)
    nation_nouns: dict[str, str] = field(default_factory=dict)
    keywords: dict[str, str] = field(default_factory=dict)
    keyword_words: dict[str, str] = field(default_factory=dict)
    openers: frozenset[str] = frozenset()
    keyword_parameters: dict[str, tuple[str, ...]] = field(default_factory=dict)


def inflect(spelling: str) -> Verb:
    """The four forms of a verb written as "base / s / ed / ing", regular endings filled in."""
    parts = [part.strip() for part in spelling.split("/")]
    base = parts[0]
    stem = base.removesuffix("e")
    s = parts[1] if len(parts) > 1 else base + "s"
    ed = parts[2] if len(parts) > 2 else stem + "ed"
    ing = parts[3] if len(parts) > 3 else stem + "ing"
    return Verb(base, s, ed, ing)


def _spellings(entry: Any) -> list[str]:
    return [part.strip() for part in str(entry).split(";")]


def _simple(table: dict[str, Any], canonical: dict[str, str], words: dict[str, str]) -> None:
    for key, entry in table.items():
        spellings = _spellings(entry)
        canonical[key] = spellings[0]
        for spelling in spellings:
            words.setdefault(spelling, key)


def _read_nouns(words: Words, table: dict[str, Any], name: str) -> None:
    for key, entry in table.items():
        words.noun_class[key] = name
        for number, spelling in enumerate(_spellings(entry)):
            one, _, many = (part.strip() for part in spelling.partition("/"))
            if number == 0:
                words.noun_one[key], words.noun_many[key] = one, many
            words.nouns.setdefault(one, key)
            words.nouns.setdefault(many, key)


def _read_verbs(words: Words, table: dict[str, Any]) -> None:
    for key, entry in table.items():
        for number, spelling in enumerate(_spellings(entry)):
            verb = inflect(spelling)
            if number == 0:
                words.verbs[key] = verb
            for form in FORMS:
                words.forms[form].setdefault(getattr(verb, form), key)


def _read_names(words: Words) -> None:
    for nation in load_nations():
        words.nations[nation.id] = nation.adjective
        for spelling in (nation.adjective, *nation.spellings):
            words.nation_words.setdefault(spelling, nation.id)
        for spelling in (nation.noun, nation.adjective):
            words.nation_nouns.setdefault(spelling, nation.id)
    for keyword in load_keywords():
        if keyword.kind != "keyword":
            continue
        name = keyword.name.removesuffix(": X")
        words.keywords[keyword.id] = name
        words.keyword_parameters[keyword.id] = tuple(keyword.parameters)
        for spelling in (name, *keyword.spellings):
            words.keyword_words[spelling] = keyword.id


def _terrain() -> dict[str, str]:
    """The kinds of terrain, written as the nouns of words.yaml are."""
    return {
        noun: "; ".join([f"{kind.name} / {kind.plural}", *kind.spellings])
        for noun, kind in load_terrain().items()
    }


@follows_nations
@cache
def load_words() -> Words:
    """The whole vocabulary, read once."""
    path = folder("grammar") / "words.yaml"
    table = load_yaml(path).data
    if not isinstance(table, dict) or not set(table) >= TABLES:
        raise DataError(f"the vocabulary must have the tables {', '.join(sorted(TABLES))}", path, 1)
    words = Words()
    for name, nouns in table["nouns"].items():
        _read_nouns(words, nouns, name)
    _read_nouns(words, _terrain(), "terrain")
    _read_verbs(words, table["verbs"])
    _simple(table["states"] | table["attributes"], words.states, words.state_words)
    words.attributes = frozenset(table["attributes"])
    _read_nouns(words, table["stats"], "stats")
    words.stats = {key: words.noun_one[key] for key in table["stats"]}
    _simple(table["manners"], words.manners, words.manner_words)
    words.openers = frozenset(str(table["openers"]).split())
    _read_names(words)
    return words
