"""The vocabulary of questions, read from db/questions.yaml: relations, nicknames, synonyms, stop words."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from pirate_code.data import Document, folder, load_yaml

_KEYS = {
    *("relations", "answers", "nicknames", "titles", "words", "asking", "clauses", "manners", "contraries"),
    *("empty", "reading", "numbers", "no slips", "telling", "contrasts", "amounts"),
}


@dataclass(frozen=True)
class QuestionWords:
    """What db/questions.yaml holds, checked."""

    relations: dict[str, tuple[str, ...]]
    answers: dict[str, dict[str, bool]]  # relation asked, relation claimed, whether it says the same
    nicknames: dict[str, str]  # folded nickname, name
    titles: frozenset[str]
    words: dict[str, str]  # a word or phrase, the common word for it
    asking: frozenset[str]  # words that begin a question
    clauses: frozenset[str]  # words that begin a clause of it
    empty: frozenset[str]
    manners: dict[str, tuple[str, ...]]  # phrases that ask for a duty, or for leave not to do a thing
    contraries: dict[str, tuple[str, bool]]  # a word, the matter that it speaks of, and whether it affirms it
    reading: dict[str, frozenset[str]]  # how rulings say things, by what the words do
    numbers: dict[str, str]  # a word for a number, its digits
    telling: dict[str, frozenset[str]]  # a kind of question, words of a sentence that answers it
    contrasts: dict[str, frozenset[str]]  # a word, words that stand against it
    amounts: frozenset[str]  # what is asked for where no verb asks
    no_slips: frozenset[str]  # words that only look like a slip of a known one

    @cached_property
    def phrases(self) -> dict[str, str]:
        """Phrases of several words, the longest first, and the common word for each."""
        several = {phrase: common for phrase, common in self.words.items() if " " in phrase}
        return dict(sorted(several.items(), key=lambda pair: -len(pair[0])))

    @cached_property
    def phrases_by_first(self) -> dict[str, tuple[tuple[int, str, str], ...]]:
        """Phrases between spaces, by their first word: their place, and the common word for each."""
        found: dict[str, tuple[tuple[int, str, str], ...]] = {}
        for place, (phrase, common) in enumerate(self.phrases.items()):
            first = phrase.split()[0]
            found[first] = (*found.get(first, ()), (place, f" {phrase} ", f" {common} "))
        return found

    @cached_property
    def known(self) -> frozenset[str]:
        """Every word that stands in the tables."""
        phrases = [phrase for listed in self.relations.values() for phrase in listed]
        named = [*self.nicknames, *self.words, *self.words.values(), *phrases]
        return (
            frozenset(
                [word for phrase in named for word in phrase.split()],
            )
            | self.empty
            | self.asking
            | self.clauses
            | self.titles
        )


@cache
def question_words() -> QuestionWords:
    """Read db/questions.yaml."""
    document = load_yaml(folder("db") / "questions.yaml")
    data = document.data
    if not isinstance(data, dict) or set(data) != _KEYS:
        raise document.error(f"the file holds {', '.join(sorted(_KEYS))}")
    relations = {name: tuple(phrases) for name, phrases in _lists(document, "relations").items()}
    return QuestionWords(
        relations,
        {asked: _signed(document, asked, given) for asked, given in _lists(document, "answers").items()},
        {nick: name for name, listed in _lists(document, "nicknames").items() for nick in listed},
        frozenset(_words(document, "titles")),
        {word: common for common, listed in _lists(document, "words").items() for word in listed},
        frozenset(_words(document, "asking")),
        frozenset(_words(document, "clauses")),
        frozenset(_words(document, "empty")),
        {name: tuple(phrases) for name, phrases in _lists(document, "manners").items()},
        _contraries(document),
        _tables(document, "reading"),
        {word: digits for digits, listed in _lists(document, "numbers").items() for word in listed},
        _tables(document, "telling"),
        _contrasts(document),
        frozenset(_words(document, "amounts")),
        frozenset(_words(document, "no slips")),
    )


def _lists(document: Document, key: str) -> dict[str, list[str]]:
    value = document.data[key]
    if not isinstance(value, dict):
        raise document.error(f"{key} is a table of lists", key)
    for name, listed in value.items():
        if not isinstance(listed, list) or not all(isinstance(each, str) for each in listed):
            raise document.error(f"{name} of {key} has a list of texts", key, name)
    return {str(name): listed for name, listed in value.items()}


def _signed(document: Document, asked: str, given: list[Any]) -> dict[str, bool]:
    known = document.data["relations"]
    signed = {name.lstrip("-"): not name.startswith("-") for name in given}
    if asked not in known or not set(signed) <= set(known):
        raise document.error(f"{asked} and what answers for it are relations", "answers", asked)
    return {asked: True} | signed


def _contraries(document: Document) -> dict[str, tuple[str, bool]]:
    contraries: dict[str, tuple[str, bool]] = {}
    for name, sides in _lists(document, "contraries").items():
        if len(sides) != 2:
            message = f"{name} of contraries has two texts, words and their contraries"
            raise document.error(message, "contraries", name)
        for affirms, words in zip((True, False), sides, strict=True):
            contraries |= dict.fromkeys(words.split(), (name, affirms))
    return contraries


def _tables(document: Document, key: str) -> dict[str, frozenset[str]]:
    value = document.data[key]
    if not isinstance(value, dict) or not all(isinstance(each, str) for each in value.values()):
        raise document.error(f"{key} is a table of words", key)
    return {str(name): frozenset(words.split()) for name, words in value.items()}


def _contrasts(document: Document) -> dict[str, frozenset[str]]:
    value = document.data["contrasts"]
    if not isinstance(value, list) or not all(isinstance(each, str) and "," in each for each in value):
        raise document.error(
            "contrasts is a list of texts, words and a comma and those against them", "contrasts"
        )
    against: dict[str, frozenset[str]] = {}
    for each in value:
        sides = [frozenset(side.split()) for side in each.split(",")]
        for words, others in (sides, sides[::-1]):
            against |= {word: against.get(word, frozenset()) | others for word in words}
    return against


def _words(document: Document, key: str) -> list[str]:
    value = document.data[key]
    if not isinstance(value, str):
        raise document.error(f"{key} is a text of words", key)
    return value.split()
