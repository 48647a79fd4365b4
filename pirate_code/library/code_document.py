"""Reads the Pirate Code document that a user has, as text, into its sections and their numbered items.

An item is a line that begins with a dash; it is counted from 1 under its heading. What an item means is
not read here: the rulings say it in our words, and this is how they are held against the original.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from pirate_code.data import DataError, read_text

SIZE_LIMIT = 2_000_000
RUN = 8

# Our name of each part, and the heading with which the document opens it. The order is the document's.
PARTS: dict[str, str] = {
    "card corrections": "CARD CORRECTIONS AND MISPRINTS",
    "general rules": "GENERAL RULES QUESTIONS AND TERMINOLOGY",
    "tournaments": "TOURNAMENTS, ORGANIZED PLAY, and CUSTOM RULESETS",
    "specific rules": "SPECIFIC RULES (By rulebook section)",
    "abilities": "ABILITIES AND KEYWORDS",
    "unique treasures": "UNIQUE TREASURE (UT) ABILITIES",
    "events": "EVENTS",
    "forts": "FORTS",
    "board game": "PIRATES: QUEST FOR DAVY JONES' GOLD (Board Game)",
    "online game": "PIRATES CSG ONLINE",
    "useful lists": "USEFUL LISTS (Reference)",
}

_ITEM = re.compile(r"\s*(-+)(.*)")
_CONTINUED = re.compile(r"(.*?)\s*\(continued\W*\)\W*", re.IGNORECASE)
_PAGE_MARK = re.compile(r"\(continued\W*\)\W*", re.IGNORECASE)
_TEXT = re.compile(r"\d+\w?\) |\(|See: |Note: ", re.IGNORECASE)
_SENTENCE = re.compile(r"\): |\.[\"”]?$|be met:$")
_QUOTES = str.maketrans("“”‘’", "\"\"''")


@dataclass(frozen=True)
class Item:
    """One dashed line: its number under the heading, its text, where it stands, how many dashes it has."""

    number: int
    text: str
    line: int
    dashes: int

    @property
    def page_mark(self) -> bool:
        """Whether the item says only that the section goes on overleaf."""
        return bool(_PAGE_MARK.fullmatch(self.text))


@dataclass
class Section:
    """What stands under one heading: printed ability lines, carriers, dashed items and other text."""

    part: str
    heading: str
    line: int
    printed: bool = False
    headings: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    carriers: list[str] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)
    text: list[str] = field(default_factory=list)

    @property
    def title(self) -> str:
        """The heading without what follows in brackets or after a dash."""
        return self.heading if self.printed else re.split(r" \(| [–-] ", self.heading)[0]

    @property
    def only_points(self) -> bool:
        """Whether the section does nothing but send the reader to another."""
        texts = [item.text for item in self.items] + self.text
        return bool(texts) and all(text.startswith("See:") for text in texts)


@dataclass(frozen=True)
class Document:
    """The sections of the Pirate Code in their order."""

    path: Path
    sections: tuple[Section, ...]

    @property
    def items(self) -> Iterator[tuple[Section, Item]]:
        """Every item, with the section it stands in."""
        return ((section, item) for section in self.sections for item in section.items)

    def section(self, part: str, heading: str) -> Section | None:
        """Return the section of a part by its heading, or by words that only one begins with."""
        inside = [section for section in self.sections if section.part == part]
        exact = [section for section in inside if fold(section.heading) == fold(heading)]
        begun = [section for section in inside if f"{fold(section.heading)} ".startswith(f"{fold(heading)} ")]
        for sections in (exact, begun):
            if len(sections) == 1:
                return sections[0]
        return None


def fold(text: str) -> str:
    """Return the text as headings are compared: words and signs in small letters, one blank between."""
    return " ".join(re.findall(r"[\w+±$']+", text.translate(_QUOTES).replace("'", "").casefold()))


def words(text: str) -> list[str]:
    """Return the words of a text as they are counted when two texts are held against each other."""
    return re.findall(r"[a-z0-9']+", text.lower().replace("’", "'"))


def runs(text: str) -> set[tuple[str, ...]]:
    """Return every run of eight words of a text."""
    spoken = words(text)
    return {tuple(spoken[start : start + RUN]) for start in range(len(spoken) - RUN + 1)}


def borrowed(text: str, originals: set[tuple[str, ...]]) -> str | None:
    """Return the first run of eight words that the text shares with the originals, or None."""
    spoken = words(text)
    for start in range(len(spoken) - RUN + 1):
        if (run := tuple(spoken[start : start + RUN])) in originals:
            return " ".join(run)
    return None


def read_document(path: Path) -> Document:
    """Read the document; a file that is something else, or too large, is a DataError of one sentence."""
    text = read_text(path, SIZE_LIMIT)
    sections = _Reader(text.splitlines()).read()
    missing = [heading for part, heading in PARTS.items() if not any(s.part == part for s in sections)]
    if missing:
        raise DataError(f"this is not the Pirate Code as text: the heading {missing[0]!r} is missing", path)
    return Document(path, tuple(sections))


class _Reader:
    """Goes through the lines once and knows the section in which it stands."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.sections: list[Section] = []
        self.parts = {fold(heading): part for part, heading in PARTS.items()}
        self.part = ""

    def read(self) -> list[Section]:
        """Return the sections that hold anything."""
        for index, line in enumerate(self.lines):
            if line.strip():
                self._take(index, line)
        sections = [section for section in self.sections if section.items or section.text]
        return sorted(sections, key=lambda section: section.line)

    def _take(self, index: int, line: str) -> None:
        text = _plain(line)
        dashed = _ITEM.match(line)
        if fold(text) in self.parts and not dashed:
            self.part = self.parts[fold(text)]
            self._open(text, index)
        elif not self.sections:
            return
        elif dashed:
            section = self.sections[-1]
            item = Item(len(section.items) + 1, _plain(dashed[2]).rstrip("-"), index + 1, len(dashed[1]))
            section.items.append(item)
        elif continued := _CONTINUED.fullmatch(text):
            self._go_on(continued[1])
        elif not self._is_heading(index, text):
            self.sections[-1].text.append(text)
        else:
            self._head(index, text)

    def _head(self, index: int, text: str) -> None:
        """Open a section, or add to one that has been opened and holds no item yet."""
        section = self.sections[-1]
        if section.items or section.text or _capital(section.heading) or _capital(text):
            self._open(text, index)
        elif _quoted(text) or text.endswith("(keyword)") or not (section.lines or "," in text):
            section.headings.append(_unquoted(text))
            if _quoted(text):
                section.lines.append(_unquoted(text))
        else:
            section.carriers += re.split(r",\s+", text)

    def _open(self, text: str, index: int) -> None:
        heading = _unquoted(text).removesuffix(":")
        printed = _quoted(text) and heading.endswith(".")
        section = Section(self.part, heading, index + 1, printed, [heading], [heading] if printed else [])
        self.sections.append(section)

    def _go_on(self, stem: str) -> None:
        """Return to the section that a "(continued)" heading names."""
        wanted = fold(stem.split("/", maxsplit=1)[0])
        for section in reversed(self.sections):
            if section.part == self.part and fold(section.heading).startswith(wanted):
                self.sections.remove(section)
                self.sections.append(section)
                return

    def _is_heading(self, index: int, text: str) -> bool:
        """A heading stands alone, and is no numbered step, remark or sentence."""
        around = (index - 1, index + 1)
        alone = all(not 0 <= i < len(self.lines) or not self.lines[i].strip() for i in around)
        if not alone or _TEXT.match(text):
            return False
        if _quoted(text):
            return True
        return not _SENTENCE.search(text)


def _plain(line: str) -> str:
    """Return a line without its marks of bold and italic."""
    return re.sub(r"\*+", "", line).strip()


def _quoted(text: str) -> bool:
    return len(text) > 2 and text[0] in '“"' and text[-1] in '”"'


def _unquoted(text: str) -> str:
    return text[1:-1].strip() if _quoted(text) and not set("“”") & set(text[1:-1]) else text


def _capital(text: str) -> bool:
    """Whether a heading is in capitals, apart from what stands in brackets and joining words."""
    bare = re.sub(r"\([^)]*\)|\b(and|for .*)\b", "", text)
    return bare.isupper()
