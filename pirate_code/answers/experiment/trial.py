"""Trials: one deed on one table, with the same dice in all four worlds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from pirate_code.answers.experiment.compare import Sign, signs
from pirate_code.answers.experiment.finding import Name
from pirate_code.answers.experiment.meetings import OFFER, acts
from pirate_code.answers.experiment.subject import Subject
from pirate_code.answers.experiment.tables import Deed
from pirate_code.answers.experiment.worlds import Setting, Tried, World
from pirate_code.board.dice import Dice

Faces = tuple[int, ...]
ENUMERATED = 3  # dice of which all results are tried
_SAMPLES = 24
_LONGEST = 12
_KEPT = 4096  # worlds that are kept for the next question, some 30 kB each
# Every die shows the same: whoever rolls more often than in another world changes nothing for the others.
EVEN: tuple[Faces, ...] = tuple((face,) * _LONGEST for face in (6, 1, 5, 2, 4, 3))


@dataclass(frozen=True)
class Trial:
    """What came of a deed in the four worlds."""

    setting: Setting
    deed: Deed
    faces: Faces
    tried: dict[Name, Tried]
    signs: tuple[Sign, ...]
    touching: bool  # the rules ask for what one of them does while the other is there
    abilities: int  # of x: those of y come after them, if one piece has both

    def acting(self, name: Name) -> list[str]:
        """Which of the two makes something happen in a world, in the order in which they first do."""
        tried = self.tried[name]
        found: dict[str, None] = {}
        for what, *_, cause, _ in tried.game.log:
            if what == "happens" and cause.piece in {tried.x, tried.y} and cause.ability is not None:
                if tried.x != tried.y:
                    found["x" if cause.piece == tried.x else "y"] = None
                elif name in ("x", "y"):
                    found[name] = None
                else:
                    found["x" if cause.ability < self.abilities else "y"] = None
        return list(found)


class Bench:
    """The four worlds of one setting and deed, where one can try again and again with other dice."""

    def __init__(self, setting: Setting, deed: Deed, x: Subject, y: Subject) -> None:
        self.setting, self.deed, self.x, self.y = setting, deed, x, y
        self.runs = 0
        self.dice = 0  # the most that were rolled in one world
        self._known: dict[tuple[Name, Faces], Tried] = {}
        self._both: World | None = None

    def trial(self, faces: Faces) -> Trial | None:
        """The four worlds with these dice; None if the two cannot meet in them, or roll other dice."""
        tried: dict[Name, Tried] = {"neither": self._tried("neither", faces)}
        tried["x"], tried["y"] = self._tried("x", faces), self._tried("y", faces)
        if not self._meet(tried):
            return None
        tried["both"] = self._tried("both", faces)
        rolled = max((one.rolled for one in tried.values()), key=len)
        self.dice = max(self.dice, len(rolled))
        if len(set(faces)) > 1 and not _same_rolls(tried):
            return None
        found = signs({name: one.facts for name, one in tried.items()})
        touching = self._touch(tried)
        return Trial(self.setting, self.deed, rolled, tried, tuple(found), touching, len(self.x.abilities))

    def uneven(self) -> Iterator[Faces]:
        """All other results of the dice that are rolled; a sample with a fixed seed if they are too many."""
        if self.dice > ENUMERATED:
            dice = Dice(self.dice)
            yield from (tuple(dice.roll() for _ in range(self.dice)) for _ in range(_SAMPLES))
        else:
            rolls = product((6, 1, 5, 2, 4, 3), repeat=self.dice)
            yield from (faces for faces in rolls if len(set(faces)) > 1)

    def _meet(self, tried: dict[Name, Tried]) -> bool:
        """Whether the rules ask for what one of them does while the other is there, and one of them acts."""
        if self.x.feature is not None or self.y.feature is not None:
            return True
        acted = any(tried[name].facts != tried["neither"].facts for name in ("x", "y"))
        return self._touch(tried) and (acted or OFFER in acts(self.x) | acts(self.y))

    def _touch(self, tried: dict[Name, Tried]) -> bool:
        x, y = acts(self.x), acts(self.y)
        return bool(y & tried["x"].heard or x & tried["y"].heard) or OFFER in x | y

    def _tried(self, name: Name, faces: Faces) -> Tried:
        """A deed in one world; dice that were not rolled make no difference."""
        for size in range(len(faces) + 1):
            if (name, faces[:size]) in self._known:
                return self._known[name, faces[:size]]
        if name != "neither":
            self.runs += 1
        if name == "both":
            self._both = self._both or World(self.setting, name, self.x, self.y)
            tried = self._both.attempt(self.deed, faces)
        else:
            subject = {"x": self.x, "y": self.y}.get(name, _NOBODY)
            tried = _alone(self.setting, name, subject, self.deed, faces)
        self._known[name, tried.rolled[: len(faces)]] = tried
        return tried


def _same_rolls(tried: dict[Name, Tried]) -> bool:
    """Whether in all worlds the same dice are rolled for the same, though in some more than in others."""
    rolls = sorted((one.rolls for one in tried.values()), key=len)
    return all(longest[: len(shorter)] == shorter for shorter in rolls for longest in rolls[-1:])


_NOBODY = Subject("a plain piece", "", ())


@lru_cache(maxsize=_KEPT)
def _alone(setting: Setting, name: Name, subject: Subject, deed: Deed, faces: Faces) -> Tried:
    """A deed in a world that has one of the two, or neither: it is the same whatever the other is."""
    return _world(setting, name, subject).attempt(deed, faces)


@lru_cache(maxsize=_KEPT)
def _world(setting: Setting, name: Name, subject: Subject) -> World:
    x, y = (subject if name == key else _NOBODY for key in ("x", "y"))
    return World(setting, name, x, y)
