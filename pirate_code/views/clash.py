"""A ram or a boarding as one sentence: what both sides rolled, against what, and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import ClassVar

from pirate_code.board.refs import Matter, Part, Ref
from pirate_code.core.running import Entry

Name = Callable[[Ref], str]
_ENDS = frozenset({"give", "ram", "board", "shoot", "move", "explore", "tow"})
_LOSES = {"eliminate": "eliminates", "take": "takes", "capture": "captures"}


@dataclass
class Roll:
    """A die, and what was added to it or it was held against."""

    die: int
    words: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return " ".join((str(self.die), ", ".join(self.words))).strip()


@dataclass
class Clash:
    """Two ships at each other's sides, until something else is done."""

    name: Name
    ship: int
    other: int
    why: str  # what lets them
    rolls: dict[int, Roll] = field(default_factory=dict)
    kind: ClassVar[str] = ""

    def ends_with(self, entry: Entry) -> bool:
        """Whether it is over with an entry."""
        return entry[0] == "happens" and entry[1] in _ENDS

    def takes(self, entry: Entry) -> bool:
        """Whether an entry is part of it; it is added then."""
        slots = dict(entry[2])
        agent = slots.get("agent")
        if entry[:2] == ("rolled", "roll") and entry[5].rule == self.kind and isinstance(agent, int):
            self.rolls.pop(agent, None)
            self.rolls[agent] = Roll(int(entry[3]), list(filter(None, str(entry[6]).split(", "))))
            return True
        if entry[1] == "reroll" and self.rolls:
            roll = next(reversed(self.rolls.values()))
            roll.die = int(entry[3])
            by = f" by {self.name(entry[5].piece)}" if entry[5].piece is not None else ""
            roll.words.append(f"rolled again{by}")
            return True
        return entry[0] == "happens" and self.came_of(str(entry[1]), slots, entry)

    def came_of(self, kind: str, slots: dict[str, Ref], entry: Entry) -> bool:
        """Whether something that happens is what came of it; it is added then."""
        raise NotImplementedError

    def end(self) -> Iterator[str]:
        """The sentence."""
        raise NotImplementedError


@dataclass
class Ram(Clash):
    """A ship runs into another."""

    lost: str = ""
    pins: bool = False
    sinks: bool = False
    kind: ClassVar[str] = "ramming"

    def came_of(self, kind: str, slots: dict[str, Ref], entry: Entry) -> bool:
        """A mast that falls, a pin."""
        match kind, slots.get("agent"), slots.get("object"):
            case "eliminate", Matter(noun="ramming"), Part(noun="mast") as mast:
                self.lost = self.name(mast).removeprefix("the ").removesuffix(f" of {self.name(mast.of)}")
            case "pin", self.other, self.ship:
                self.pins = True
            case "sink", _, self.other:
                self.sinks = True
            case _:
                return False
        return True

    def end(self) -> Iterator[str]:
        """ "Ours rams Theirs with her bow: 4 against 2 masts; Theirs loses her first mast and pins Ours." """
        ship, other, roll = self.name(self.ship), self.name(self.other), self.rolls.get(self.ship)
        how, because = (f" {self.why}", "") if self.why.startswith("with ") else ("", f" ({self.why})")
        bare = roll is None or "against no masts" in roll.words
        spared = "has no mast to lose" if bare else "keeps her masts"
        did = [f"loses her {self.lost}"] if self.lost else [spared] if roll is not None else []
        did += ["sinks"] if self.sinks else []
        did += [f"pins {ship}"] if self.pins else []
        rolled = f": {roll}" if roll is not None else ""
        came = f"; {other} {' and '.join(did)}" if did else ""
        yield f"  {ship} rams {other}{how}{rolled}{came}{because if self.why else ''}."


@dataclass
class Boarding(Clash):
    """The crews of two ships fight."""

    winner: int | None = None
    spoils: list[str] = field(default_factory=list)
    kind: ClassVar[str] = "boarding"

    def came_of(self, kind: str, slots: dict[str, Ref], entry: Entry) -> bool:
        """Who wins, and what that is worth."""
        agent, what = slots.get("agent"), slots.get("object")
        if not isinstance(agent, int) or agent not in (self.ship, self.other) or what is None:
            return False
        if kind == "win" and isinstance(what, Matter) and what.noun == "boarding_party":
            self.winner = agent
            return True
        if kind in _LOSES and entry[5].rule == self.kind and slots.get("source") in (self.ship, self.other):
            self.winner = agent
            self.spoils.append(f"{_LOSES[kind]} {self.name(what)}")
            return True
        return False

    def end(self) -> Iterator[str]:
        """ "Ours boards Theirs: 5 +2 for masts against 3 +1 for masts; Ours wins and eliminates Mate." """
        ship, other = self.name(self.ship), self.name(self.other)
        rolls = " against ".join(
            str(self.rolls[side]) for side in (self.ship, self.other) if side in self.rolls
        )
        why = f" ({self.why})" if self.why else ""
        yield f"  {ship} boards {other}{f': {rolls}' if rolls else ''}{self._came(rolls)}{why}."

    def _came(self, rolls: str) -> str:
        if self.winner is None:
            return "; a tie" if rolls else ""
        loser = self.name(self.ship if self.winner == self.other else self.other)
        spoils = f" and {' and '.join(self.spoils)}" if self.spoils else f", and {loser} loses nothing"
        return f"; {self.name(self.winner)} wins{spoils}"


_KINDS: dict[str, type[Ram | Boarding]] = {"ram": Ram, "board": Boarding}


def clash_of(entry: Entry, name: Name) -> Ram | Boarding | None:
    """The ram or boarding that begins with an entry."""
    slots = dict(entry[2])
    ship, other, kind = slots.get("agent"), slots.get("object"), _KINDS.get(str(entry[1]))
    if entry[0] != "happens" or kind is None or not isinstance(ship, int) or not isinstance(other, int):
        return None
    return kind(name, ship, other, str(entry[6]))
