"""One spelling for one meaning: the rules of grammar/spelling.yaml, capitals, keywords and nations.

It knows spelling, not meaning: what a word means is for the grammar and the builder.
"""

from __future__ import annotations

import re
from functools import cache

from pirate_code.data import folder, load_yaml
from pirate_code.glossary import follows_nations
from pirate_code.language.terminals import any_of
from pirate_code.language.words import load_words

_CHARACTERS = str.maketrans(
    {"\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"', "\u00a0": " ", "\u2212": "-"}
    | dict.fromkeys("\u2010\u2011\u2012\u2013", "-")
)
_INSIDE = re.compile(r"(?<=[:;,] )[A-Z][a-z]*\b(?! [A-Z]|--|:|!)")
_COMMA_LEFT_OUT = re.compile(
    r"^((?:[Ww]hen|[Ww]hile|[Ii]f) [^,;]*?[^,;])(?<! if)(?<! and)(?<! or) (?=you (?:may|must)\b)"
)


def spell(line: str) -> str:
    """The line in one spelling; `spell("She can't move 2 L.")` is "She cannot move 2L."."""
    line = line.translate(_CHARACTERS)
    for needed, pattern, replacement in _needed_rules():
        if needed in line:
            line = pattern.sub(replacement, line)
    line = _two_nouns().sub(r"\1 \2 or \1 \3", line)
    line = _two_nations().sub(r"\1 \4 \2 \3 \4", line)
    line = _two_keywords().sub(r"the \1 keyword and the \2 keyword", line)
    line = _keyword_spellings().sub(_keyword_as_printed, line)
    line = _small_keywords().sub(_keyword_as_printed, line)
    return _INSIDE.sub(_without_capital, line.strip())


def begin(sentence: str) -> str:
    """A sentence as it would stand inside another: no capital at its start, unless a name begins it."""
    sentence = _COMMA_LEFT_OUT.sub(r"\1, ", sentence)
    word = re.match(r"[A-Za-z]+", sentence)
    if word is None or _begins_with_keyword().match(sentence):
        return sentence
    # "Sunken Treasure is worth ..." begins with a name although "sunken" is a word.
    rest = sentence[word.end() :].lstrip()
    name = (
        rest[:1].isupper()
        and word[0].lower() in _describing_words()
        and not _begins_with_nation().match(rest)
    )
    if word[0].lower() in _openers() and not name:
        return word[0].lower() + sentence[word.end() :]
    return sentence


@cache
def spelling_rules() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Each rule as a pattern and what to write instead, in order."""
    document = load_yaml(folder("grammar") / "spelling.yaml")
    rules: list[tuple[re.Pattern[str], str]] = []
    for number, entry in enumerate(document.data or []):
        if not isinstance(entry, dict) or set(entry) != {"find", "write"}:
            raise document.error("a spelling rule has `find` and `write`, and nothing else", number)
        try:
            pattern = re.compile(entry["find"])
            pattern.sub(entry["write"], "")
        except re.error as error:
            raise document.error(f"this is no regular expression: {error}", number) from None
        rules.append((pattern, entry["write"]))
    return tuple(rules)


@cache
def _needed_rules() -> tuple[tuple[str, re.Pattern[str], str], ...]:
    """Each rule with letters that a line must have for it: to look for them is quicker than to try it."""
    return tuple((needed(pattern.pattern), pattern, replacement) for pattern, replacement in spelling_rules())


def needed(pattern: str) -> str:
    """The longest run of letters that a pattern matches as they stand, outside its groups, if all must be.

    >>> needed(r"\\b(costs?) (\\w+) fewer points?\\b")
    ' fewer point'
    """
    runs, depth, place = [""], 0, 0
    while place < len(pattern):
        sign = pattern[place]
        width = 2 if sign == "\\" else 1
        if sign == "[":
            width = pattern.index("]", place + 2) + 1 - place
        depth += (sign == "(") - (sign == ")")
        if depth == 0 and sign == "|":
            return ""
        optional = pattern[place + width : place + width + 1] in {"?", "*", "{"}
        if depth == 0 and (sign.isalpha() or sign in " ,-") and not optional:
            runs[-1] += sign
        else:
            runs.append("")
        place += width
    return max(runs, key=len)


@cache
def _two_nouns() -> re.Pattern[str]:
    """ "This ship (sea monster)", printed for both, is this ship or this sea monster."""
    words = load_words()
    nouns = any_of(words.noun_one.values())
    return re.compile(rf"\b([Tt]his|[Tt]hat|[Tt]he|[Aa]n?|[Aa]ny|[Ee]ach|[Oo]ne) ({nouns}) \(({nouns})\)")


@follows_nations
@cache
def _two_nations() -> re.Pattern[str]:
    """ "English and American crew" speaks of English crew and American crew."""
    nations = "|".join(load_words().nation_words)
    return re.compile(rf"\b({nations}) (and|or) ({nations}) (ships|crew|forts|ship|fort)\b")


@cache
def _two_keywords() -> re.Pattern[str]:
    """ "the Eternal and Fear keywords" are the Eternal keyword and the Fear keyword."""
    names = "|".join(load_words().keyword_words)
    return re.compile(rf"\bthe ({names}) and ({names}) keywords\b")


@cache
def _keyword_spellings() -> re.Pattern[str]:
    """Keywords in any mixture of capitals, as long as they begin with one."""
    names = "|".join(f"{name[0]}(?i:{re.escape(name[1:])})" for name in load_words().keyword_words)
    return re.compile(rf"\b(?:{names})\b")


@cache
def _small_keywords() -> re.Pattern[str]:
    """Keywords without a capital, where a crew is spoken of by one: "unless she has a captain"."""
    words = load_words()
    taken = {*words.nouns, *words.state_words, *(word for form in words.forms.values() for word in form)}
    names = "|".join(
        re.escape(name.lower())
        for name in words.keyword_words
        if " " not in name and name.lower() not in taken
    )
    return re.compile(
        rf"(?:(?<=\ba )|(?<=\ban )|(?<=\bno )|(?<=\bher )|(?<=\bits )|(?<='s )|(?<=\bany ))(?:{names})"
        r"(?=[.,;']|$| (?:crew|and|or|is|are|aboard|on|cannot|may|must|gets|has)\b)"
    )


def _keyword_as_printed(match: re.Match[str]) -> str:
    return _keyword_cases().get(match[0].lower(), match[0])


@cache
def _keyword_cases() -> dict[str, str]:
    return {name.lower(): name for name in load_words().keyword_words}


@cache
def _begins_with_keyword() -> re.Pattern[str]:
    names = "|".join(re.escape(name) for name in load_words().keyword_words)
    return re.compile(rf"(?:{names})(?=[ ,.;:]|$)")


@follows_nations
@cache
def _begins_with_nation() -> re.Pattern[str]:
    return re.compile(rf"(?:{any_of(load_words().nation_words)})\b")


def _without_capital(match: re.Match[str]) -> str:
    word, words = match[0], load_words()
    if word in words.nation_words or word in words.keyword_words or word.lower() not in _openers():
        return word
    return word.lower()


@cache
def _openers() -> frozenset[str]:
    """First words that have no capital inside a sentence: everything that is no name."""
    words = load_words()
    tables = (words.nouns, words.state_words, words.manner_words, *words.forms.values())
    known = {spelling.split(" ")[0] for table in tables for spelling in table if spelling[0].islower()}
    return frozenset(known | words.openers)


@cache
def _describing_words() -> frozenset[str]:
    """Nouns and states, which may begin a name; verbs do not."""
    words = load_words()
    return frozenset({*words.nouns, *words.state_words} - set(words.forms["base"]))
