"""Terminals made from the vocabulary: regular expressions for nouns, verb forms, nations, keywords and so on."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pirate_code.language.times import TIMES
from pirate_code.language.words import FORMS, Words

ONE = "she|he|it|(?:this|that|the) (?:ship|sea monster|sea creature|crew|player)"
SUBJECTS = f"{ONE}|they|you"
# Verbs that do not begin a description of a piece: "when this ship has no masts she gains ...".
NOT_RELATIVE = frozenset({"gain", "cost", "take_up", "ignore", "leave", "sink", "become"})
PARTICIPLES = (
    "taken|chosen|placed|made|printed|possessed|given|unloaded|carried|rolled|dealt|fired|left|remaining"
)
NUMBERS = r"\d{1,3}(?:-\d)?|zero|one|two|three|four|five|six|seven|eight|nine|ten"
# A phrase that may stand between "and" and its verb.
BETWEEN = "(?:then |also |randomly |immediately |either |fully |again |not )*"


def any_of(words: Iterable[str]) -> str:
    """A group that matches the longest of these words first."""
    return "|".join(
        re.escape(word).replace(r"\ ", " ") for word in sorted(set(words), key=lambda w: (-len(w), w))
    )


def make(words: Words) -> dict[str, str]:
    """The pattern of each %placeholder% of grammar/terms.lark."""
    nouns = any_of(words.nouns)
    base, s = any_of(words.forms["base"]), any_of(words.forms["s"])
    nations = any_of(words.nation_words)
    states = any_of(words.state_words)
    both = set(words.nouns) & set(words.state_words)
    plain_nouns = any_of(set(words.nouns) - both)
    noun_states = any_of(both)
    relative = [verb for key, verb in words.verbs.items() if key not in NOT_RELATIVE]
    does = any_of([*(verb.s for verb in relative), *(verb.ed for verb in relative), "has", "is on", "took"])
    do = any_of([*(verb.base for verb in relative), *(verb.ed for verb in relative), "have", "took"])
    plain_verbs = any_of(set(words.forms["base"]) - set(words.nouns))
    keywords = any_of(words.keyword_words)
    phrases = any_of(noun for noun in words.nouns if " " in noun)
    base = rf"(?!(?:{phrases})\b)(?:{base})"
    taken = any_of([*words.keyword_words, *words.nation_words, *(n for n in words.nouns if n[0].isupper())])
    parts = any_of(
        spelling for spelling, key in words.nouns.items() if words.noun_class[key] in {"parts", "cargo"}
    )
    listed = rf"(?:(?:an?|any|the|each|one|two|three|{states}|{nations}) )*(?:{nouns})"
    patterns = {
        "nouns": rf"(?:{plain_nouns})\b|(?:{noun_states})\b(?! (?:{nouns}|{states})\b)",
        "states": rf"(?:{states})\b(?! to\b)",
        "predicate_states": rf"(?:{any_of(w for w, key in words.state_words.items() if key not in words.attributes)})\b",
        "manners": rf"(?:{any_of(set(words.manner_words) - {'always'})})\b",
        "nations": rf"(?:{nations})\b",
        "non_nations": rf"non-(?:{nations})\b",
        "the_nations": rf"the (?:{nations})(?: faction| nation|(?=[.,;]|$))",
        "nation_nouns": rf"(?:{any_of(words.nation_nouns)})\b",
        "keywords": rf"(?:{keywords})\b(?! (?:{nouns})\b)",
        "keyword_mods": rf"(?:{any_of(set(words.keyword_words) - set(words.nation_words))})\b(?= (?:{nouns})\b)",
        "the_keyword": rf"the (?:{keywords})(?= keyword\b)",
        "keyword_nps": rf"(?<=use |ept )(?:{keywords})\b",
        "with_stats": rf"with (?:an? )?(?:{any_of(words.noun_one[stat] for stat in words.stats)}|value)(?: of)?\b(?= (?:\d|equal|the |[SL]\b|zero|one\b|two\b))",
        "with_keywords": rf"with the (?:{keywords})(?= keyword)",
        "relative": rf"(?:that )?(?:(?:{ONE}) (?:{does})|(?:they|you) (?:{do}))\b|[A-Z]\w+(?: [A-Z]\w+)* was on\b",
        "relative_that": rf"that(?= (?:is|are|was|were|would|otherwise|may|cannot|must|has|have|gets?|does|do|did|(?!(?:{phrases})\b)(?:{s}|{plain_verbs}))\b)",
        "with_parts": rf"with(?= (?:no|all|only|at least|more than|up to|(?:{NUMBERS})(?: or (?:more|fewer))?) (?:of (?:her|its|their) )?(?:{parts})\b)",
        "nation_preds": rf"(?:{nations})(?=[.,;]|$| (?:for|until|instead|and)\b)",
        "nation_people": rf"(?:{any_of(name + 's' for name in words.nations.values())})\b(?! of)",
        "participles": rf"(?:{PARTICIPLES})\b|(?:{any_of(words.forms['ed'])})(?= (?:by|on|to|from|with|at|for|in|aboard)\b)",
        "list_comma": rf",(?= (?:{listed}, )*(?:{listed}),? (?:and|or) (?!then))|,(?= [^,.;:()]{{1,60}}, (?:and|or) (?!then))",
        "and_verb": rf",? ?(?:and then|and|then)(?= {BETWEEN}(?:{base}|be|have)\b)",
        "or_verb": rf",? ?or(?: may)?(?= {BETWEEN}(?:{base}|be)\b)",
        "either_verb": rf"either(?= (?:{base})\b)",
        "list_comma_verb": rf",(?= (?!choose)(?:{base})\b[^.;]*,? or (?:{base})\b)",
        "relative_who": rf"(?:who|that)(?= (?:{any_of(set(words.forms['ed']) - set(words.nouns))})\b)",
        "and_predicate": rf",? ?(?:and|or)(?= {BETWEEN}(?:is|are|was|may|cannot|must|has|have|gets?|becomes?|{s})\b)|,(?= (?:{s})\b)",
        "or_ed": rf"(?:and|or)(?= (?:{any_of(words.forms['ed'])})\b)",
        "or_s": rf"or(?= (?:{s})\b)",
        "by_doing": rf"(?:by|in)(?= (?:{any_of(words.forms['ing'])})\b)",
        "to_verb": rf"(?:not )?to(?= {BETWEEN}(?:{base}|be|get|have|become)\b)",
        "possessive": rf"(?:her|its|their|his or her|his)(?! docked at)(?= (?:own|{states}|{nations}|{nouns})\b)",
        "lone_numbers": rf"(?:{NUMBERS})\b(?![dSL])(?! (?:{nouns}|{states}|{nations}|fewer|more|or more (?:{nouns}|{states}|{nations})|minus|\d? ?[SL]-range|\d[SL])\b)",
        "names": rf"(?!(?:{taken})\b(?! (?:of the |of )?(?!(?:{keywords})\b)[A-Z]))"
        r"[A-Z][a-z'][\w'-]*(?: (?:(?:of the|of|the|no|and|de|la) )?(?=[A-Z])[\w'-]+)*",
        "times": rf"(?:{any_of(TIMES)})\b",
    }
    for form in FORMS:
        patterns[f"verbs_{form}"] = rf"(?!(?:{phrases})\b)(?:{any_of(words.forms[form])})\b"
    return patterns


def fill(grammar: str, patterns: dict[str, str]) -> str:
    """Put the patterns where the grammar text names them."""
    for name, pattern in patterns.items():
        escaped = pattern.replace("/", r"\/")
        grammar = grammar.replace(f'"%{name}%"', f"/{escaped}/")
    return grammar
