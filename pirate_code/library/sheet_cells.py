"""Cells of the community's Master Spreadsheet, each read into a fact of a piece.

A cell is taken as the sheet has it: `3.0` points, `3 gold` forts, blanks around names, cannons between commas
or dashes. One that cannot be understood is a CellError with a reason; nothing is guessed.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from functools import cache

from pydantic import BaseModel, ConfigDict, ValidationError

from pirate_code.data import folder, load_yaml
from pirate_code.glossary import follows_nations, load_keywords, load_nations
from pirate_code.library.pieces import PieceKind, PieceSet, Rarity, load_sets, printed_number
from pirate_code.library.terms import fold
from pirate_code.validation_messages import plainly

NAME_LIMIT = 200

KINDS: dict[str, PieceKind] = {
    "ship": "ship",
    "sea creature": "sea creature",
    "crew": "crew",
    "crew/t": "crew",
    "fort": "fort",
    "treasure": "treasure",
    "equipment": "equipment",
    "event": "event",
    "island": "island",
    "terrain": "terrain",
    "story": "other",
    "bust": "other",
    "other": "other",
}
RARITIES: dict[str, Rarity] = {
    "common": "common",
    "uncommon": "uncommon",
    "rare": "rare",
    "super rare": "super rare",
    "sr": "super rare",
    "special": "special",
    "se": "special",
    "limited edition": "limited edition",
    "le": "limited edition",
    "promotional": "promotional",
    "promo": "promotional",
    "pr": "promotional",
    "generic": "generic",
    "one of one": "one of one",
    "1 of 1": "one of one",
    "test": "test",
}
_QUOTES = str.maketrans("“”‘’", "\"\"''")
_NO_NATION = ("", "ut", "none", "any")
_COUNT = re.compile(r"([0-9]{1,3})(?:\.0*)?")
_GOLD = re.compile(r"([0-9]{1,3})(?:\.0*)? ?gold", re.IGNORECASE)
_DIGITS = ("Zero", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine")
# The sheet gives canoes one mast, and flotillas one for the flag; they have none (db/keywords).
_WITHOUT_MASTS = ("native canoe", "flotilla")


class CellError(ValueError):
    """A cell cannot be understood; the message is the reason."""


class KnownError(BaseModel):
    """A known error of the sheet: the wrong value of a cell and the right one."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    set: str
    number: str
    column: str
    sheet: str
    right: str
    why: str


@cache
def known_errors() -> dict[tuple[str, str, str], KnownError]:
    """Return the errors of db/sheet_errors.yaml by set, number and column."""
    document = load_yaml(folder("db") / "sheet_errors.yaml")
    errors: dict[tuple[str, str, str], KnownError] = {}
    for index, entry in enumerate(document.data or ()):
        try:
            error = KnownError.model_validate(entry)
        except ValidationError as fault:
            raise document.error(plainly(fault), index) from None
        errors[error.set, error.number, error.column] = error
    return errors


def name(cell: str) -> str:
    """Return a name with straight quotes and single blanks.

    >>> name(" “Jerky”  Johnson ")
    '"Jerky" Johnson'
    """
    text = " ".join(cell.translate(_QUOTES).split())
    if not text:
        raise CellError("the name is missing")
    return text


def kind(cell: str, ability: str) -> PieceKind:
    """Return the kind of piece; a ship that says it is a kraken, say, is a sea creature."""
    wanted = fold(cell)
    if not wanted:
        raise CellError("the type is missing")
    if wanted not in KINDS:
        near = difflib.get_close_matches(wanted, KINDS, 1)
        hint = f"did you mean {near[0]}?" if near else f"the types are {', '.join(sorted(KINDS))}"
        raise CellError(f"no type of piece; {hint}")
    known = KINDS[wanted]
    creature = any(fold(part) in _creatures() for part in re.split(r"[.,]", ability))
    return "sea creature" if known == "ship" and creature else known


def piece_set(cell: str) -> tuple[str, str]:
    """Return the code and the name of a set; one that db/sets.yaml does not know gets a code from its name.

    >>> piece_set("Crimson Coast"), piece_set("House Set 2")
    (('CC', 'Pirates of the Crimson Coast'), ('HouseSetTwo', 'House Set 2'))
    """
    if (known := _sets().get(fold(cell))) is not None:
        return known.id, known.name
    spelt = re.sub(r"[0-9]", lambda digit: f" {_DIGITS[int(digit[0])]} ", cell)
    words = re.findall(r"[A-Za-z]+", spelt)
    if not words:
        raise CellError("the name of a set has letters")
    return "".join(word[:1].upper() + word[1:] for word in words)[:NAME_LIMIT], cell


def is_known_set(name: str) -> bool:
    """Whether db/sets.yaml knows a set by this name, code or sheet."""
    return fold(name) in _sets()


def number(cell: str) -> str | None:
    """Return the number as cards print it.

    >>> number("22.0"), number("42a"), number("")
    ('022', '042a', None)
    """
    printed = printed_number(re.sub(r"\.0+$", "", cell))
    if printed and not re.fullmatch(r"[A-Za-z0-9]+(-[A-Za-z0-9]+)*", printed):
        raise CellError("a number of a piece has letters, digits and hyphens only")
    return printed or None


def nation(cell: str) -> str | None:
    """Return the nation by any of its names."""
    if fold(cell) in _NO_NATION:
        return None
    if (nation_id := _nations().get(fold(cell))) is None:
        near = difflib.get_close_matches(fold(cell), _nations(), 1)
        hint = (
            f"did you mean {near[0]}?" if near else "a set file beside the sheet names a nation of your own"
        )
        raise CellError(f"no nation of the game; {hint}")
    return nation_id


def rarity(cell: str) -> Rarity | None:
    """Return the rarity by any of its names."""
    if cell and fold(cell) not in RARITIES:
        raise CellError(f"no rarity; known are {', '.join(RARITIES)}")
    return RARITIES.get(fold(cell))


def count(cell: str) -> int | None:
    """Return a whole number, which a spreadsheet may write with a fraction of zero."""
    if not cell:
        return None
    if (digits := _COUNT.fullmatch(cell)) is None:
        raise CellError("no whole number from 0 to 999")
    return int(digits[1])


def gold(cell: str) -> int | None:
    """Return what a fort costs: "3 gold", or 3."""
    price = _GOLD.fullmatch(cell)
    return int(price[1]) if price else count(cell)


def masts(cell: str, ability: str) -> int | None:
    """Return the number of masts."""
    printed = count(cell)
    return 0 if printed == 1 and fold(re.split(r"[.,]", ability)[0]) in _WITHOUT_MASTS else printed


def base_move(cell: str) -> tuple[str, ...] | None:
    """Return the segments of a base move."""
    parts = [part for part in re.split(r"[+,\s]+", cell.upper()) if part]
    if any(part not in ("S", "L", "T", "D") for part in parts):
        raise CellError("a base move is made of S, L, T and D, such as S+L")
    return tuple(parts) or None


def cannons(cell: str) -> tuple[str, ...] | None:
    """Return the cannons, between whatever kind of dashes or commas.

    >>> cannons("3S–4L, 3S")
    ('3S', '4L', '3S')
    """
    parts = [part for part in re.split(r"[-‐‑–—,;/+\s]+", cell.upper()) if part]
    for part in parts:
        if not re.fullmatch(r"[1-6][SL]", part):
            raise CellError(f"{part[:20]!r} is no cannon; one is a rank and a range, such as 3S")
    return tuple(parts) or None


def ability(cell: str) -> str:
    """Return an ability line as it is printed, without blanks at the ends of its lines."""
    return "\n".join(line.rstrip() for line in cell.strip().splitlines())


def links(cell: str, names: set[str]) -> Iterator[str]:
    """Yield the names that a cell joins by commas and "and"; a name that itself has a comma stays whole."""
    bare = " ".join(cell.translate(_QUOTES).replace("*", "").split())
    parts = [part for part in re.split(r" ?, ?(?:and )?| and ", bare) if part]
    while parts:
        size = next((n for n in range(len(parts), 1, -1) if fold(", ".join(parts[:n])) in names), 1)
        yield ", ".join(parts[:size])
        del parts[:size]


@cache
def _sets() -> dict[str, PieceSet]:
    return {
        fold(known): each for each in load_sets() for known in (each.id, *each.codes, each.name, *each.sheets)
    }


@follows_nations
@cache
def _nations() -> dict[str, str]:
    return {
        fold(known): each.id
        for each in load_nations()
        for known in (each.id, each.adjective, each.noun, *each.spellings)
    }


@cache
def _creatures() -> frozenset[str]:
    """The keywords that only sea creatures have."""
    return frozenset(fold(each.name) for each in load_keywords() if each.carried_by == ("sea creature",))
