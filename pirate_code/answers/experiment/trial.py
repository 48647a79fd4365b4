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
from pirate_code.answers.experiment.worlds import Played, Setting, Tried, World
from pirate_code.board.dice import Dice

Faces = tuple[int, ...]
ENUMERATED = 3  # dice of which all results are tried
_SAMPLES = 24
_LONGEST = 12
_KEPT = 8192  # deeds whose outcome is kept for the next question, some KB each
_WORLDS = 64  # tables that are kept as they were set
# Every die shows the same: whoever rolls more often than in another world changes nothing for the others.
EVEN: tuple[Faces, ...] = tuple((face,) * _LONGEST for face in (6, 1, 5, 2, 4, 3))


@dataclass(frozen=True)
class Trial:
    """What came of a deed in the four worlds."""

    setting: Setting
    deed: Deed
    faces: Faces
    x: Subject
    y: Subject
    tried: dict[Name, Tried]
    signs: tuple[Sign, ...]
    touching: bool  # the rules ask for what one of them does while the other is there

    def acting(self, name: Name) -> list[str]:
        """Which of the two makes something happen in a world, in the order in which they first do."""
        tried = self.tried[name]
        found: dict[str, None] = {}
        for piece, ability in tried.acted:
            if tried.x != tried.y:
                found["x" if piece == tried.x else "y"] = None
            elif name in ("x", "y"):
                found[name] = None
            else:  # one piece has both: what y has comes after what x has
                found["x" if ability < len(self.x.abilities) else "y"] = None
        return list(found)

    def play(self, name: Name) -> Played:
        """The deed again in one of the worlds, with all that happened in it."""
        return _world_of(self.setting, name, self.x, self.y).play(self.deed, self.faces)


class Bench:
    """The four worlds of one setting and deed, where one can try again and again with other dice."""

    def __init__(self, setting: Setting, deed: Deed, x: Subject, y: Subject) -> None:
        self.setting, self.deed, self.x, self.y = setting, deed, x, y
        self.work = 0
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
        return Trial(self.setting, self.deed, rolled, self.x, self.y, tried, tuple(found), touching)

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
        tried = self._as_if_away(name, faces)
        if tried is None:
            tried = self._try(name, faces)
            self.work += tried.work
        self._known[name, tried.rolled[: len(faces)]] = tried
        return tried

    def _as_if_away(self, name: Name, faces: Faces) -> Tried | None:
        """The world without the one that is there, if the rules never ask in it for what that one does."""
        subject = {"x": self.x, "y": self.y}.get(name)
        if subject is None or subject.feature is not None:
            return None
        neither = self._tried("neither", faces)
        if acts(subject) & neither.heard:
            return None
        with_it, without = (_world_of(self.setting, each, self.x, self.y) for each in (name, "neither"))
        return neither if with_it.built == without.built else None

    def _try(self, name: Name, faces: Faces) -> Tried:
        if name == "both":
            self._both = self._both or _world_of(self.setting, name, self.x, self.y)
            return self._both.attempt(self.deed, faces)
        subject = {"x": self.x, "y": self.y}.get(name, _NOBODY)
        return _alone(self.setting, name, subject, self.deed, faces)


def _same_rolls(tried: dict[Name, Tried]) -> bool:
    """Whether in all worlds the same dice are rolled for the same, though in some more than in others."""
    rolls = sorted((one.rolls for one in tried.values()), key=len)
    return all(longest[: len(shorter)] == shorter for shorter in rolls for longest in rolls[-1:])


_NOBODY = Subject("a plain piece", "", ())


@lru_cache(maxsize=_KEPT)
def _alone(setting: Setting, name: Name, subject: Subject, deed: Deed, faces: Faces) -> Tried:
    """A deed in a world that has one of the two, or neither: it is the same whatever the other is."""
    return _world_of(setting, name, subject, subject).attempt(deed, faces)


def _world_of(setting: Setting, name: Name, x: Subject, y: Subject) -> World:
    if name == "both":
        return World(setting, name, x, y)
    return _world(setting, name, {"x": x, "y": y}.get(name, _NOBODY))


@lru_cache(maxsize=_WORLDS)
def _world(setting: Setting, name: Name, subject: Subject) -> World:
    x, y = (subject if name == key else _NOBODY for key in ("x", "y"))
    return World(setting, name, x, y)
