"""The names of a scenario: its pieces, their parts, and the players."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from pirate_code.board.refs import Matter, Part, Ref, Seat
from pirate_code.board.state import Piece
from pirate_code.language.words import load_words
from pirate_code.rules.program.nouns import CANNONS, MASTS, OTHER_PARTS
from pirate_code.rules.table import SEGMENT
from pirate_code.scenarios.format import SIDES

if TYPE_CHECKING:
    from pirate_code.fleets.legality import Verdict


# States that the rules put pieces in, besides those that abilities speak of (grammar/words.yaml).
_MARKED = frozenset(
    {
        *("abandoned", "aground", "burns_down", "captive", "dormant", "ignored", "lost", "outside", "played"),
        *("possessed", "sunk", "surrounded", "tangled", "to_unload", "waiting", "wreck"),
    }
)


class ScenarioError(ValueError):
    """A scenario that cannot be set up as it is written."""


class ScenarioPieces(dict[str, Piece]):
    """The pieces of a scenario by their names, and why the game is over if it is."""

    over: str | None = None
    ends: bool = False  # whether the scenario tells of the end of the game
    rarities: Mapping[str, str]  # what their cards print, by their names
    judge: Callable[[str], Verdict]  # the verdict on the fleet of a side

    def named(self, name: str) -> Piece:
        """A piece by its name."""
        if name not in self:
            raise ScenarioError(f"no piece is called {name!r}; there are {', '.join(self)}")
        return self[name]


def reference(pieces: ScenarioPieces, words: str) -> Ref:
    """What words of a scenario name: "Revenge", "Revenge mast 2", "Revenge move_action", "ours"."""
    if words in pieces:
        return pieces[words].id
    if words in SIDES:
        return Seat(SIDES[words])
    *name, noun, number = ["", *words.split()]
    if number.isdigit() and noun in MASTS | CANNONS | OTHER_PARTS:
        part = "mast" if noun in MASTS else "cannon" if noun in CANNONS else noun
        return Part(pieces.named(" ".join(name).strip()).id, part, int(number) - 1)
    *owner, noun = words.split()
    return Matter(noun, pieces.named(" ".join(owner)).id if owner else None)


def measured(words: str) -> tuple[tuple[str, ...], str]:
    """A distance in words, "S of Revenge" or "2L of Home": its segments, and the name it is measured from."""
    size, of, name = words.partition(" of ")
    count = int(size[:-1]) if size[:-1].isdigit() else 1
    segments = tuple(size.split("+")) if "+" in size else (size[-1:],) * count
    if not of or not set(segments) <= SEGMENT.keys():
        raise ScenarioError(f"{words!r} is no distance; one is like 'S of Revenge' or '2L of Home'")
    return segments, name


def state_called(words: str, piece: Piece) -> str:
    """The state that words name, as it is marked; a state that nothing is ever in is a slip of the pen."""
    state = words.replace(" ", "_")
    if state not in _MARKED | load_words().states.keys() and words not in piece.states:
        known = ", ".join(sorted(_MARKED | {"derelict", "docked", "ghostly", "jammed", "submerged"}))
        raise ScenarioError(f"{words!r} is no state of a piece; there are {known}")
    return state
