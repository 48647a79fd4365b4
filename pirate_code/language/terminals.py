"""The text of the grammar: grammar/*.lark joined, its word lists filled in from the vocabulary."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from itertools import groupby

from pirate_code.data import folder, read_text
from pirate_code.glossary import follows_nations
from pirate_code.language.times import TIMES
from pirate_code.language.words import FORMS, Words, load_words

# Whom a clause without "that" can begin with: "any ship she touches".
SHE = "she|he|it|(?:this|that|the) (?:ship|sea monster|sea creature|crew|player|target)"
SUBJECTS = f"{SHE}|they|you"
# Verbs that do not begin such a clause: "when this ship has no masts she gains ...".
NOT_RELATIVE = frozenset({"gain", "cost", "take_up", "ignore", "leave", "lose", "sink", "become"})
# Participles that describe a piece with nothing after them: "treasure coins taken".
PARTICIPLES = (
    "taken chosen placed made printed possessed given unloaded carried rolled dealt fired left remaining"
)
LAYERS = ("terms", "selectors", "conditions", "timings", "effects", "ability")
_LISTS = re.compile(r"<(\w+)>")


def any_of(words: Iterable[str]) -> str:
    """A pattern that matches the longest of these words first; beginnings that words share stand in it once.

    >>> any_of(["sail", "sails", "sea"])
    's(?:ail(?:s)?|ea)'
    """
    return _branches(sorted(set(words)))


def _branches(words: list[str]) -> str:
    """A pattern for sorted words, by their first letters."""
    branches = []
    for _, group in groupby(words, key=lambda word: word[:1]):
        ends = list(group)
        shared = _shared(ends[0], ends[-1])
        rest = [end[len(shared) :] for end in ends if end != shared]
        below = f"(?:{_branches(rest)})" if rest else ""
        branches.append(
            re.escape(shared).replace(r"\ ", " ") + below + ("?" if shared in ends and rest else "")
        )
    return "|".join(branches)


def _shared(first: str, last: str) -> str:
    """The beginning that two words share; all that are sorted between them share it, too."""
    length = next(
        (place for place, pair in enumerate(zip(first, last, strict=False)) if pair[0] != pair[1]), None
    )
    return first[: min(len(first), len(last)) if length is None else length]


def word_lists(words: Words) -> dict[str, str]:
    """Every list a terminal may name, as a pattern."""
    lists = {f"verbs_{form}": _verb_forms(words.forms[form]) for form in FORMS}
    return lists | _nouns(words) | _verbs(words) | _names(words) | _fixed(words)


def _verb_forms(forms: Iterable[str]) -> str:
    """Forms of verbs; one of two words is none where the second begins a time: "is fired at the end of"."""
    known = set(forms)
    phrases = {form: form.rpartition(" ") for form in known if form.rpartition(" ")[0] in known}
    # "Take up to two treasures" takes them; it takes up nothing.
    up_to = "".join(sorted(rf"(?!{re.escape(form)} to \b)" for form in phrases if form.endswith(" up")))
    guards = (
        rf"(?!{re.escape(verb)} (?:{any_of(times)})\b)"
        for verb, _, word in phrases.values()
        if (times := [time for time in TIMES if time.startswith(f"{word} ")])
    )
    return f"{''.join(sorted(guards))}{up_to}(?:{any_of(phrases)})|{any_of(known - phrases.keys())}"


def _nouns(words: Words) -> dict[str, str]:
    nouns, states, nations = any_of(words.nouns), any_of(words.state_words), any_of(words.nation_words)
    both = set(words.nouns) & set(words.state_words)
    carried = (
        spelling for spelling, key in words.nouns.items() if words.noun_class[key] in {"parts", "cargo"}
    )
    predicates = {word for word, key in words.state_words.items() if key not in words.attributes}
    phrases = any_of(noun for noun in words.nouns if " " in noun)
    return {
        "nouns": nouns,
        "plain_nouns": any_of(set(words.nouns) - both),
        "noun_states": any_of(both),
        "states": states,
        "predicates": any_of(predicates),
        "plain_predicates": any_of(predicates - both),
        "after_state": "|".join(f"(?<={word} )" for word in sorted(predicates)),
        "parts": any_of(carried),
        "stats": any_of(noun for noun, key in words.nouns.items() if key in words.stats),
        "listed": rf"(?:(?:an?|any|the|each|one|two|three|{states}|{nations}) )*(?:{nouns})",
        # Not where a noun begins with a word that is a verb as well: "trade current".
        "no_noun": rf"(?!(?:{phrases})\b)",
    }


def _verbs(words: Words) -> dict[str, str]:
    relative = [verb for key, verb in words.verbs.items() if key not in NOT_RELATIVE]
    participles = [verb.ed for verb in relative]
    perfect = [f"has {verb.ed}" for verb in words.verbs.values()]
    perfect_of_many = [f"have {verb.ed}" for verb in words.verbs.values()]
    going_on = [f"is {verb.ing}" for verb in relative]
    return {
        "does": any_of(
            [*(verb.s for verb in relative), *participles, *perfect, *going_on, "has", "is on", "took"]
        ),
        "do": any_of([*(verb.base for verb in relative), *participles, *perfect_of_many, "have", "took"]),
        "plain_verbs": any_of(set(words.forms["base"]) - set(words.nouns)),
        "plain_ed": any_of(set(words.forms["ed"]) - set(words.nouns)),
        "she": SHE,
    }


def _names(words: Words) -> dict[str, str]:
    capitalised = (noun for noun in words.nouns if noun[0].isupper())
    return {
        "nations": any_of(words.nation_words),
        "people": any_of(f"{name}s" for name in words.nations.values()),
        "nation_nouns": any_of(words.nation_nouns),
        "keywords": any_of(words.keyword_words),
        "plain_keywords": any_of(set(words.keyword_words) - set(words.nation_words)),
        "taken": any_of([*words.keyword_words, *words.nation_words, *capitalised]),
    }


def _fixed(words: Words) -> dict[str, str]:
    return {
        "manners": any_of(set(words.manner_words) - {"always"}),
        "times": any_of(TIMES),
        "numbers": r"\d{1,3}(?:-\d)?|zero(?! gold treasure)|one|two|three|four|five|six|seven|eight|nine|ten",
        "participles": any_of(PARTICIPLES.split()),
        # What may stand between "and" and its verb.
        "between": "(?:then |also |randomly |immediately |either |fully |again |not )*",
    }


def fill(grammar: str, lists: dict[str, str]) -> str:
    """Put the word lists where the grammar names them."""
    return _LISTS.sub(lambda match: lists[match[1]].replace("/", r"\/"), grammar)


def grammar_text() -> str:
    """The layers of grammar/, lowest first, as one grammar."""
    layers = (read_text(folder("grammar") / f"{layer}.lark") for layer in LAYERS)
    return fill("\n".join(layers), word_lists(load_words())) + '\n%ignore " "\n'


@follows_nations
@cache
def terminal(name: str) -> re.Pattern[str]:
    """The pattern of a terminal, its word lists put in; read off the text, for which no parser is needed."""
    found = re.search(rf"^{name}(?:\.\d+)?: /(.+)/$", grammar_text(), re.MULTILINE)
    if found is None:
        raise LookupError(f"the grammar has no terminal {name} on a line of its own")
    return re.compile(found[1].replace(r"\/", "/"))
