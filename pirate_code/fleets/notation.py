"""Fleets as people write them: one ship a line, her crew behind a plus sign or on the lines below.

    Build total: 40
    Black Pearl (PotC-025) + captain, 2x oarsman
    HMS Apollo
      helmsman
    Events: Becalmed
    UT's: Trees, four 5's
    Terrain: fog bank, whirlpool x2

This reads lines into names, counts and sections; which pieces the names mean is for `notation_reading`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from pathlib import Path

LINES_LIMIT = 500
LINE_LIMIT = 2_000
PIECES_LIMIT = 200
COUNT_LIMIT = 50
BUILD_LIMIT = 1_000

_SECTIONS = {
    "ships": "ships",
    "ship": "ships",
    "fleet list": "ships",
    "crew": "aboard",
    "equipment": "aboard",
    "fort": "forts",
    "forts": "forts",
    "event": "events",
    "events": "events",
    "ut": "treasure",
    "uts": "treasure",
    "unique treasure": "treasure",
    "unique treasures": "treasure",
    "treasure": "treasure",
    "treasures": "treasure",
    "coin": "coins",
    "coins": "coins",
    "gold": "coins",
    "island": "islands",
    "islands": "islands",
    "mysterious island": "islands",
    "mysterious islands": "islands",
    "terrain": "terrain",
    "collection": "collection",
    "home island": "ashore",
    "ashore": "ashore",
    "name": "name",
    "fleet": "name",
    "fleet name": "name",
    "build": "build",
    "build total": "build",
    "points": "build",
    "total": "total",
    "edition": "edition",
    "format": "edition",
}

_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_NUMBERS = {word: value for value, word in enumerate(_WORDS, start=1)}
_HEADER = re.compile(r"([A-Za-z][A-Za-z' ]{0,24}?)\s*:\s*(.*)")
_BUILD = re.compile(
    r"(\d{1,6})\s*-?\s*(?:pts?|points?)\.?(?:\s+(?:fleet|game|build(?: total)?))?", re.IGNORECASE
)
_PLAIN_BUILD = re.compile(r"build total\s+(\d{1,6})", re.IGNORECASE)
_BULLET = re.compile(r"^(?:[-*•–—+>]+|\d{1,2}[.)])\s*")
_TOWING = re.compile(r"^(?:towing|tows|in tow)\s*:?\s+", re.IGNORECASE)
_COMMENT = re.compile(r"(?:^|\s)(?:#(?!\d)|//).*$")
_TRAILING = re.compile(r"\s*(?:=|:|–|—|-)?\s*\b(\d{1,3})\s*(?:pts?|points?)\.?\s*$", re.IGNORECASE)
_EQUALS = re.compile(r"\s*=\s*(\d{1,3})\s*$")
_BEFORE = re.compile(r"^(\d{1,6})\s*[x×]\s*(?=\S)", re.IGNORECASE)
_AFTER = re.compile(r"\s*[x×]\s*(\d{1,6})$", re.IGNORECASE)
_BRACKETS = re.compile(r"\s*[(\[]([^()\[\]]*)[)\]]")
_COIN = re.compile(r"(?:(\w+)\s*[x×]?\s+)?(\d{1,2})'?s?(?:\s*(?:gold|coins?))?", re.IGNORECASE)
_QUOTES = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "\t": " ", "\u00a0": " "})


class NotationError(ValueError):
    """A fleet cannot be read; the message is a sentence that says where and why."""


@dataclass(frozen=True)
class Mention:
    """A piece as it is written: its name, how many, and what stands in brackets after it."""

    name: str
    count: int = 1
    hints: tuple[str, ...] = ()
    line: int = 0
    whole: str = ""  # with what was split off, should the name need it


@dataclass(frozen=True)
class WrittenLine:
    """The pieces that one line names; under a ship, `below` says that it is set in or has a bullet."""

    section: str
    mentions: tuple[Mention, ...]
    line: int
    below: bool = False


@dataclass
class WrittenFleet:
    """A fleet as it is written; `folder` is where its file lies, and perhaps an edition of one's own."""

    name: str = "fleet"
    build: int | None = None
    edition: str | None = None
    folder: Path | None = None
    rows: list[WrittenLine] = field(default_factory=list)
    coins: list[int] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def add(self, row: WrittenLine) -> None:
        """Add a row; too many pieces are refused."""
        self.rows.append(row)
        if sum(mention.count for row in self.rows for mention in row.mentions) > PIECES_LIMIT:
            raise NotationError(f"{at_line(row.line)}a fleet has no more than {PIECES_LIMIT} pieces.")


def at_line(line: int) -> str:
    """How a sentence about a line begins; nothing where the line is not known."""
    return f"line {line}: " if line else ""


def read_text(text: str, name: str = "fleet") -> WrittenFleet:
    """Read a fleet that is written line by line."""
    written = WrittenFleet(name)
    section = "ships"
    for number, raw in enumerate(_lines(text), start=1):
        bare = _COMMENT.sub("", raw.translate(_QUOTES))
        line = bare.strip()
        if not line:
            if not raw.strip():
                section = "ships"  # a blank line ends a section
            continue
        begun, line = _header(line)
        if begun in {"name", "build", "total", "edition"}:
            _set(written, begun, line, number)
            continue
        if begun is not None:
            section = begun
            if not line:
                continue
        if begun is None and (match := _BUILD.fullmatch(line) or _PLAIN_BUILD.fullmatch(line)):
            _set(written, "build", match[1], number)
            continue
        below = bare[0].isspace() or _BULLET.match(line) is not None
        read_row(written, section, line, number, below=below)
        if begun is not None and begun != "ships":
            section = "ships" if line else begun
    return written


def _lines(text: str) -> list[str]:
    lines = text.splitlines()
    if len(lines) > LINES_LIMIT:
        raise NotationError(f"A fleet has no more than {LINES_LIMIT} lines, and this has {len(lines):,}.")
    for number, line in enumerate(lines, start=1):
        if len(line) > LINE_LIMIT:
            raise NotationError(f"line {number}: the line is longer than {LINE_LIMIT:,} characters.")
    return lines


def _header(line: str) -> tuple[str | None, str]:
    """The section that a line begins, and the rest of it."""
    match = _HEADER.fullmatch(line)
    key = re.sub(r"[^a-z ]", "", match[1].lower()).strip() if match else ""
    if match and key in _SECTIONS:
        return _SECTIONS[key], match[2].strip()
    return None, line


def _set(written: WrittenFleet, what: str, value: str, line: int) -> None:
    if what == "name":
        written.name = value[:80] or written.name
    elif what == "edition":
        written.edition = edition_name(value)
    elif what == "build":
        match = re.search(r"\d+", value.rpartition("/")[2])
        if match is None:
            raise NotationError(f"line {line}: a build total is a number, and {value[:40]!r} has none.")
        written.build = build_total(int(match[0][:9]), f"line {line}: ")


def edition_name(written: str) -> str:
    """An edition as it is written: the file of one's own as it is, an id in small letters with hyphens."""
    return written if written.endswith((".yaml", ".yml")) else written.lower().replace(" ", "-")


def build_total(points: int, where: str = "") -> int:
    """A build total, if it can be one."""
    if not 0 < points <= BUILD_LIMIT:
        raise NotationError(
            f"{where}a build total is a number from 1 to {BUILD_LIMIT:,}, and {points} is not."
        )
    return points


def read_row(written: WrittenFleet, section: str, text: str, line: int, *, below: bool = False) -> None:
    """Read the names of one line into a written fleet."""
    bare = _TOWING.sub("", _BULLET.sub("", text, count=1)).strip()
    parts = [part.strip() for part in re.split(r"\s\+\s*|\+\s|[,;|]", _shielded(bare))]
    if section == "ships" and len(parts) == 1 and ": " in parts[0]:
        head, _, rest = parts[0].partition(": ")
        parts = [head, rest]
    elif section == "ships" and ": " in parts[0]:
        head, _, first = parts[0].partition(": ")
        parts = [head, first, *parts[1:]]
    mentions: list[Mention] = []
    for part in parts:
        name = part.replace("\x00", ",").replace("\x01", "+").strip()
        if not name:
            continue
        if section in {"treasure", "coins"} and (coins := _coins(name, bare=section == "coins")):
            written.coins += coins
            if len(written.coins) > COUNT_LIMIT:
                raise NotationError(f"{at_line(line)}a fleet brings no more than {COUNT_LIMIT} coins.")
            continue
        mentions.append(mention(name, line))
    if mentions:
        written.add(WrittenLine(section, tuple(mentions), line, below))


def _shielded(text: str) -> str:
    """The text with commas and plus signs in brackets hidden, so that brackets stay whole."""
    return _BRACKETS.sub(lambda match: match[0].replace(",", "\x00").replace("+", "\x01"), text)


def _coins(text: str, *, bare: bool) -> list[int]:
    """The coins that a text names: "four 5's", "2x 3"; a number alone only where coins are listed."""
    if bare and re.fullmatch(r"[\d ]+", text):
        return [int(value) for value in text.split() if int(value) <= 20]
    match = _COIN.fullmatch(text)
    if match is None or (match[1] is None and not bare and not text.endswith(("s", "gold", "coin"))):
        return []
    word = (match[1] or "1").lower().rstrip("x×")
    count = _NUMBERS.get(word, int(word) if word.isdigit() else 0)
    return [int(match[2])] * count if 0 < count <= COUNT_LIMIT and int(match[2]) <= 20 else []


def mention(text: str, line: int) -> Mention:
    """Read one name with its count and what stands in brackets."""
    whole = " ".join(text.split())
    hints = tuple(match.strip() for match in _BRACKETS.findall(whole) if match.strip())
    name = _BRACKETS.sub("", whole).strip()
    for pattern in (_EQUALS, _TRAILING):
        if match := pattern.search(name):
            hints, name = (*hints, match[1]), name[: match.start()].strip()
    count = 1
    for pattern in (_BEFORE, _AFTER):
        if match := pattern.search(name):
            count, name = int(match[1]), (name[: match.start()] + name[match.end() :]).strip()
    if not 0 < count <= COUNT_LIMIT:
        raise NotationError(f"{at_line(line)}{count} of one piece is no number from 1 to {COUNT_LIMIT}.")
    return Mention(name, count, hints, line, whole)


def counted(mention: Mention) -> Mention | None:
    """The mention with a number word before its name taken as a count: "two captains"."""
    first, _, rest = mention.name.partition(" ")
    count = _NUMBERS.get(first.lower(), int(first) if first.isdigit() and len(first) < 3 else 0)
    return replace(mention, name=rest, count=count) if rest and 0 < count <= COUNT_LIMIT else None
