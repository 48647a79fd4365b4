"""A question prepared for comparison with rulings: weighted words and, for each thing, related entries."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from pirate_code.answers.kinds import with_kinds
from pirate_code.answers.question import Question
from pirate_code.answers.ruling_index import Ruling, RulingIndex
from pirate_code.library.lookup import Meaning
from pirate_code.library.question_words import question_words
from pirate_code.library.stemming import stem, words_of

# How near a thing is to what a claim speaks of: itself, what it is called, what its line says, its keywords.
_ITSELF, _CALLED, _LINE, _KEYWORD = 1.0, 0.9, 0.8, 0.7
_HEADING = 0.25  # what a word counts that stands in the heading
_LINES_OF_PIECES = (
    "SELECT ability_id FROM piece_ability JOIN term_piece USING (piece_id) WHERE in_force AND term_id = ?"
)
# Entries to which a ruling about an entry only sends the reader.
_POINTED = (
    "SELECT there.entry_id FROM ruling_about JOIN rulings ON id = ruling_id "
    "JOIN ruling_see_also AS there USING (ruling_id) "
    "WHERE says IS NULL AND ruling_about.entry_id = ? AND there.entry_id IS NOT NULL"
)


def near(db: sqlite3.Connection, thing: Meaning) -> dict[str, float]:
    """The entries that a thing is, with how near each is to it."""
    column = {"keyword": "keyword_id", "term": "term_id", "piece": "piece_id", "ability": "ability_id"}
    weights: dict[str, float] = {}

    def add(statement: str, value: str, weight: float) -> None:
        for (entry,) in db.execute(statement, (value,)):
            weights[entry] = max(weight, weights.get(entry, 0.0))

    if thing.type == "nation":
        add("SELECT id FROM entries WHERE nation_id = ?", thing.id, _ITSELF)
    elif thing.type in column:
        add(f"SELECT id FROM entries WHERE {column[thing.type]} = ?", thing.id, _ITSELF)
    lines = "SELECT ability_id FROM piece_ability WHERE in_force AND piece_id = ?"
    if thing.type == "piece":
        called = (
            "SELECT entries.id FROM entries JOIN term_piece USING (term_id) WHERE term_piece.piece_id = ?"
        )
        add(called, thing.id, _CALLED)
        _of_lines(add, lines, thing.id)
    elif thing.type == "ability":
        _of_lines(add, "SELECT ?", thing.id)
    elif thing.type == "term":
        _of_lines(add, "SELECT ability_id FROM term_ability WHERE term_id = ?", thing.id)
        _of_lines(add, _LINES_OF_PIECES, thing.id)
    for entry in list(weights):
        add(_POINTED, entry, _LINE * weights[entry])
    return weights


def _of_lines(add: Callable[[str, str, float], None], lines: str, value: str) -> None:
    """What a thing's lines are, are called and have as keywords."""
    add(f"SELECT id FROM entries WHERE ability_id IN ({lines})", value, _LINE)
    called = f"SELECT term_id FROM term_ability WHERE ability_id IN ({lines})"
    add(f"SELECT id FROM entries WHERE term_id IN ({called})", value, _LINE)
    keywords = (
        f"SELECT keyword_id FROM ability_keyword WHERE how IN ('has', 'text') AND ability_id IN ({lines})"
    )
    add(f"SELECT id FROM entries WHERE keyword_id IN ({keywords})", value, _KEYWORD)


@dataclass(frozen=True)
class PreparedQuestion:
    """A question prepared for comparison: its weighted words and, for each thing, related entries."""

    question: Question
    words: Mapping[str, float]
    things: Sequence[Mapping[str, float]]
    index: RulingIndex
    # How each thing is called here, and how it may be called elsewhere.
    called: Sequence[tuple[frozenset[str], Sequence[frozenset[str]]]] = ()

    def beside(self, ruling: Ruling) -> dict[str, float]:
        """The words of the question with weights; those of the ruling's heading weigh little."""
        heading = ruling.heading
        return {word: weight * (_HEADING if word in heading else 1.0) for word, weight in self.words.items()}


def prepare(db: sqlite3.Connection, question: Question) -> PreparedQuestion:
    """Prepare a question for comparison with rulings."""
    index = RulingIndex(db)
    words: dict[str, float] = {}
    for thing in question.things:
        for word in words_of(thing.name) if thing.type != "ability" else ():
            words[stem(word)] = 0.5
    for word in question.words:
        if word not in question_words().empty | question_words().asking:
            words[stem(word)] = 1.0
    things = [with_kinds(index, near(db, thing)) for thing in question.things]
    called = [
        (frozenset(map(stem, spoken)), _names(index, thing, entries))
        for spoken, thing, entries in zip(question.spoken, question.things, things, strict=False)
    ]
    return PreparedQuestion(question, words, things, index, called)


def _names(index: RulingIndex, thing: Meaning, entries: Mapping[str, float]) -> list[frozenset[str]]:
    """What a thing may be called: its name, those of the entries that it is, and nicknames of all of them."""
    names = dict.fromkeys((thing.name, *index.entry_names(entries)))
    nicks = [nick for nick, name in question_words().nicknames.items() if name in names]
    return [frozenset(map(stem, words_of(name))) for name in (*names, *nicks)]


def share(case: PreparedQuestion, words: Mapping[str, float], among: Collection[str]) -> float:
    """The share of some words, the rare ones counting more, that are among others."""
    rarity = case.index.rarity
    whole = sum(weight * rarity.get(word, 3.0) for word, weight in words.items())
    part = sum(weight * rarity.get(word, 3.0) for word, weight in words.items() if word in among)
    return part / whole if whole else 0.0
