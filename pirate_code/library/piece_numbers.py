"""Numbers of pieces as people write them: SM-1, sm001, PotSM 1, #oe 59, "Spanish Main 1", PS-001, CC-022 LE.

What is written is compared without blanks, hyphens and leading zeros. A number may begin with any code or
name of its set; one with letters of its own (PS-001, UL12) may also stand alone, unless they are the code of
a set: SS-014 is of Savage Shores, never the Spanish ship 014 of the first edition.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from pirate_code.core.naming import folded, nearest
from pirate_code.library.text import slug
from pirate_code.library.vocabulary import RARITIES

_LONGEST = 60  # characters of a number with the name of its set
_OF_AN_ID = re.compile(r"(?P<number>(?:[A-Z]+-)?[A-Za-z]*\d+[A-Za-z]?(?:-[A-Z]\b)?)(?:-(?P<rest>.+))?")
_LETTERS = re.compile(r"(.*\d)([a-z]+)")
_ZEROS = re.compile(r"(?<!\d)0+(?=\d)")
_WRITTEN = re.compile(r"#?\s*([A-Za-z&][A-Za-z&' ]*?)[\s#.-]*(\d+[A-Za-z]?)")
_FOREIGN = frozenset('=+*<>@!?$%^|\\~{}[]()"`;')  # signs that no number is written with
_CODE = 6  # letters of what looks like the code of a set
_RARITIES = {
    "".join(name.split()): slug(rarity) for rarity, more in RARITIES.items() for name in (rarity, *more)
}


class Numbered(NamedTuple):
    """A piece by the parts of its id."""

    id: str
    set: str
    number: str  # as it is compared
    rest: str  # what tells it from other pieces of its number: a name or a rarity


def compared(text: str) -> str:
    """Return a text as numbers are compared.

    >>> compared("#SM-001 a"), compared("F&S 20")
    ('sm1a', 'f&s20')
    """
    bare = "".join(char for char in folded(text) if char.isalnum() or char == "&")
    return _ZEROS.sub("", bare)


def parts(key: str) -> Numbered | None:
    """Return the parts of an id; None if it has no number."""
    code, _, rest = key.partition("-")
    found = _OF_AN_ID.fullmatch(rest)
    return Numbered(key, code, compared(found["number"]), found["rest"] or "") if found else None


class PieceNumbers:
    """The numbers of some pieces, and the codes and names of their sets."""

    def __init__(
        self, ids: Iterable[str], sets: Mapping[str, str], printings: Mapping[str, tuple[str, str]]
    ) -> None:
        """`sets` has the set that each name means, `printings` the set and the letters of its numbers."""
        self._codes = sets
        self._starts = {compared(name): (key, "") for name, key in sets.items()}
        self._starts |= {
            compared(name): (key, compared(letters)) for name, (key, letters) in printings.items()
        }
        self._starts = {name: start for name, start in self._starts.items() if name}
        self._longest_start = max(map(len, self._starts), default=0)
        self._in_set: dict[tuple[str, str], list[Numbered]] = defaultdict(list)
        self._alone: dict[str, list[Numbered]] = defaultdict(list)
        for key in sorted(ids):
            if (piece := parts(key)) is not None:
                self._in_set[piece.set, piece.number].append(piece)
                self._alone[piece.number].append(piece)

    def table(self) -> dict[str, Any]:
        """Return all that is compared as plain data, for a program that does the same in another language."""
        pieces = {piece.id: piece[1:] for held in self._in_set.values() for piece in held}
        return {"starts": self._starts, "rarities": _RARITIES, "pieces": pieces, "longest": _LONGEST}

    def find(self, text: str) -> list[str]:
        """Return the ids of the pieces that a number means: none, one, or several to choose from."""
        if len(text) > _LONGEST or not any(map(str.isdigit, text)) or not _FOREIGN.isdisjoint(text):
            return []
        wanted, of_a_set = compared(text), False
        for length in range(min(len(wanted) - 1, self._longest_start), 0, -1):
            code, letters = self._starts.get(wanted[:length], ("", ""))
            if code and (found := self._numbered(code, letters + wanted[length:])):
                return found
            of_a_set |= bool(code) and wanted[length].isdigit()
        return [] if wanted.isdigit() or of_a_set else self._alone_or_sides(wanted)

    def numbered(self, number: str) -> list[str]:
        """Return the ids of the pieces that a number means, and of all that have it in any set."""
        return list(dict.fromkeys((*self.find(number), *self._alone_or_sides(compared(number)))))

    def why_none(self, text: str) -> str:
        """Tell what is wrong with a number that no piece has; nothing if it is not written like one."""
        written = _WRITTEN.fullmatch(text.strip()[:_LONGEST])
        if written is None:
            return ""
        code, _ = self._starts.get(compared(written[1]), ("", ""))
        if code:
            held = sum(len(found) for (of, _), found in self._in_set.items() if of == code)
            return f"The library has no piece {written[2]} of the set {code}; it holds {held:,} of that set."
        if len(written[1]) > _CODE or " " in written[1]:
            return ""
        return f"There is no set {written[1]!r}{nearest(written[1], set(self._codes.values()))}"

    def _alone_or_sides(self, number: str) -> list[str]:
        """Return the pieces of a number in all sets, and those whose two sides have it."""
        return [piece.id for each in (number, *_sides(number)) for piece in self._alone.get(each, ())]

    def _numbered(self, code: str, number: str) -> list[str]:
        """Return the pieces of a set: of the number itself, of its rarity, or the sides of its card."""
        same = self._in_set.get((code, number), [])
        found = [piece for piece in same if not piece.rest] or same
        if not found and (more := _LETTERS.fullmatch(number)):
            rarity = _RARITIES.get(more[2])
            found = [piece for piece in self._in_set.get((code, more[1]), ()) if piece.rest == rarity]
        if not found:
            found = [piece for side in _sides(number) for piece in self._in_set.get((code, side), ())]
        return [piece.id for piece in found]


def _sides(number: str) -> list[str]:
    """Return the numbers of the two sides of a card."""
    return [f"{number}a", f"{number}b"] if number[-1:].isdigit() else []
