"""The names of a scenario: its pieces, their parts, and the players."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from pirate_code.board.refs import Matter, Part, Ref, Seat
from pirate_code.board.state import Piece
from pirate_code.rules.program.nouns import CANNONS, MASTS, OTHER_PARTS
from pirate_code.scenarios.format import SIDES

if TYPE_CHECKING:
    from pirate_code.fleets.legality import Verdict


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
