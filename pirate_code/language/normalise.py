"""From a printed line to the sentences the grammar reads: checked, spelled, cut at periods and titles."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from pirate_code.language.errors import LanguageError
from pirate_code.language.limits import check_text
from pirate_code.language.spelling import begin, spell
from pirate_code.language.words import load_words

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffd\u200b-\u200f\ufeff\ud800-\udfff]")
# A sentence that ends at a line's end closes its ability; rows of a table go together.
_HARD_BREAK = re.compile(r"(?<=\.)[ \t]*\r?\n\s*(?![1-6]\s*(?:[-\u2013]\s*[1-6]|:))")
_ENDS = re.compile(r"(?<=[.!?])[\"')]*\s+(?=[\w\"(+-])")
_FACES = re.compile(r"(?:^|(?<=\s))([1-6]-[1-6]|(?<![^.!] )[1-6]): ?")
_ROLLS = re.compile(r"\broll (?:a )?d6\b[^.;]*[.:;] *$")
_BEGINNINGS = re.compile(r"(?:^|(?<=[.!] )|(?<=\())(?=[A-Z])")
_WORDS = r"((?:[A-Z][\w']*)(?: (?:[A-Z][\w']*|of|the|from))*)"
_TITLE = re.compile(_WORDS + r"(?:--|:|!) ?(?=\S)")
_ROW_TITLE = re.compile(_WORDS + r"(?:--|:|!|\.) ?(?=[A-Za-z(])")


@dataclass(frozen=True)
class Sentence:
    """One sentence to parse, where it began in the line, and what stood before it."""

    text: str
    start: int
    title: str | None = None
    faces: str | None = None
    apart: bool = False


def sentences(line: str) -> list[Sentence]:
    """Split a line into sentences to parse.

    >>> [s.text for s in sentences("Schooner. This ship can't be pinned.")]
    ['Schooner', 'this ship cannot be pinned']
    """
    check(line)
    whole: list[Sentence] = []
    for number, paragraph in enumerate(_HARD_BREAK.split(line)):
        begun = list(_paragraph(paragraph))
        if number and begun:
            begun[0] = replace(begun[0], apart=True)
        whole.extend(begun)
    return whole


def check(line: str) -> None:
    """Refuse what cannot be an ability line: nothing, control characters, more than the limits allow."""
    if not line.strip():
        raise LanguageError("the line is empty; an ability line has at least one word", column=1)
    control = _CONTROL.search(line)
    if control:
        strange = f"character {control[0]!r} does not belong in an ability line"
        raise LanguageError(strange, column=control.start() + 1)
    check_text(line)


def _paragraph(line: str) -> Iterator[Sentence]:
    """The sentences of a line without hard breaks, rows of a die table with their faces."""
    text = spell(line)
    first, *rows = _FACES.split(text)
    if rows and _ROLLS.search(first):
        # Rows of a roll that the line tells of: "Roll a d6. 1-3: ..." is "on a 1-3, ...".
        text = f"{first.rstrip(': ')} " + " ".join(
            f"On {faces}, {begin(row.strip())}" for faces, row in zip(rows[::2], rows[1::2], strict=True)
        )
        first, *rows = [text]
    yield from _sentences(first, None, text)
    for faces, row in zip(rows[::2], rows[1::2], strict=True):
        yield from _sentences(row, faces, text)


def _sentences(text: str, faces: str | None, whole: str) -> Iterator[Sentence]:
    for title, body in _titled(text.strip(), _ROW_TITLE if faces else _TITLE):
        for number, part in enumerate(_ENDS.split(body)):
            sentence = _bare(part)
            if sentence:
                start = max(whole.find(sentence), 0)
                yield Sentence(begin(sentence), start, title if number == 0 else None, faces)


def _bare(part: str) -> str:
    """A sentence without its end mark, and without a parenthesis that another sentence opens or closes."""
    part = part.strip()
    if part.count("(") > part.count(")"):
        part = part.removeprefix("(").strip()
    if part.count(")") > part.count("("):
        part = part.rstrip(".! ").removesuffix(")")
    return part.rstrip(".! ")


def _titled(text: str, title_pattern: re.Pattern[str]) -> Iterator[tuple[str | None, str]]:
    """Cut a text at its titles, as in "Trade Current: Trade current is friendly to ..."."""
    title, start = None, 0
    for place in _BEGINNINGS.finditer(text):
        pattern = title_pattern if place.start() == 0 else _TITLE
        match = pattern.match(text, place.start())
        if match is None or place.start() < start or _takes_nation(match[1]):
            continue
        if before := text[start : place.start()].strip(" ("):
            yield title, before
        title, start = match[1], match.end()
    yield title, text[start:]


def _takes_nation(name: str) -> bool:
    """Whether the words before a colon end in a keyword that names a nation there: "Loyal: England"."""
    words = load_words()
    last = next((key for key in words.keyword_parameters if name.endswith(words.keywords[key])), None)
    return last is not None and bool(words.keyword_parameters[last])
