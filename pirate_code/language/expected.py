"""What would have fitted at the place where a sentence stopped making sense, in words a player knows."""

from __future__ import annotations

from lark.exceptions import UnexpectedCharacters, UnexpectedInput

from pirate_code.language.errors import LanguageError

_NAMES = {
    "NOUN": "a piece or thing",
    "STATE": "a description such as 'enemy'",
    "PSTATE": "a state such as 'derelict'",
    "V": "a verb",
    "VS": "a verb",
    "VED": "a verb",
    "VING": "a verb",
    "NATION": "a nation",
    "NON_NATION": "a nation",
    "NATION_NOUN": "a nation such as England",
    "KEYWORD": "a keyword",
    "NUM": "a number",
    "LONE_NUM": "a number",
    "DIST": "a distance such as S or L",
    "SIGNED": "a change such as +1 or +S",
    "DET": "'a', 'any', 'each' or 'all'",
    "THIS": "'this' or 'that'",
    "MODAL": "'may', 'must' or 'cannot'",
    "BE": "'is' or 'are'",
    "NAME": "a name",
    "DICE": "dice such as d6",
    "WHEN": "'when', 'after' or 'before'",
    "IF": "'if' or 'unless'",
    "TIME": "a time such as 'this turn'",
    "COMMA": "a comma",
    "SEP": "';' or ', but'",
    "$END": "the end of the sentence",
}


def describe(text: str, column: int, error: UnexpectedInput) -> LanguageError:
    """The error for a sentence that stopped at `column`."""
    allowed = error.allowed if isinstance(error, UnexpectedCharacters) else getattr(error, "expected", None)
    expected = tuple(sorted({_NAMES[name] for name in allowed or () if name in _NAMES}))
    word = text[column - 1 :].split(" ", maxsplit=1)[0][:40] if column <= len(text) else ""
    what = f"{word!r} does not fit here" if word else "the sentence ends too early"
    return LanguageError(what, column=column, expected=expected, word=word)
