"""The shots of one ship as one sentence for each of her targets: what was rolled, and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from pirate_code.board.refs import Matter, Part, Ref
from pirate_code.core.running import Entry

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six")
Name = Callable[[Ref], str]


@dataclass
class _Shots:
    """What a ship's shots at one target have come to."""

    dice: list[int] = field(default_factory=list)
    hits: int = 0
    lost: list[str] = field(default_factory=list)
    changes: dict[str, None] = field(default_factory=dict)  # what changed her rolls
    sunk: bool = False


@dataclass
class Broadside:
    """Collects the shots of one ship until somebody else acts; `name` calls things by their names."""

    name: Name
    ship: int | None = None
    leave: str = ""  # what lets her shoot, where that is not the rule
    targets: dict[Ref, _Shots] = field(default_factory=dict)

    def ends_with(self, entry: Entry) -> bool:
        """Whether the ship is done with her shots: an action is given, a ship rams, or another shoots."""
        agent = dict(entry[2]).get("agent")
        another = entry[1] == "shoot" and isinstance(agent, Part) and agent.of != self.ship
        return self.ship is not None and (entry[1] in {"give", "ram", "board"} or another)

    def takes(self, entry: Entry) -> bool:
        """Whether an entry is about a shot of the ship, or the first of one; it is added then."""
        kind, slots = entry[1], dict(entry[2])
        agent = slots.get("agent")
        if kind == "reroll" and self.targets:
            return self._rolls_again(entry)
        if not isinstance(agent, Part) or agent.noun != "cannon":
            return False
        if kind == "shoot" and self.ship in (None, agent.of):
            self.ship = agent.of
            self.targets.setdefault(slots["at"], _Shots())
            return True
        return agent.of == self.ship and self._adds(entry, slots)

    def _rolls_again(self, entry: Entry) -> bool:
        """Put the new face of the last die in the place of the old one."""
        shots = next(reversed(self.targets.values()))
        if not shots.dice:
            return False
        by = f" by {self.name(entry[5].piece)}" if entry[5].piece is not None else ""
        shots.changes[f"{shots.dice[-1]} rolled again{by}"] = None
        shots.dice[-1] = int(entry[3])
        return True

    def _adds(self, entry: Entry, slots: dict[str, Ref]) -> bool:
        """Add what became of a shot, if it became of one."""
        target = slots.get("against", slots.get("source", slots.get("object")))
        shots = self.targets.get(target) if target is not None else None
        if shots is None:
            return False
        match entry[0], entry[1], slots.get("object"):
            case "rolled", "roll", Matter(noun="cannon_roll"):
                shots.dice.append(int(entry[3]))
                shots.changes |= dict.fromkeys(filter(None, str(entry[6]).split(", ")))
            case "happens", "hit", _:
                shots.hits += 1
            case "happens", "eliminate", Part(noun="mast") as mast:
                shots.lost.append(
                    self.name(mast).removesuffix(f" of {self.name(mast.of)}").removeprefix("the ")
                )
            case "happens", "sink", _:
                shots.sunk = True
            case "happens", "miss", _:
                pass
            case _:
                return False
        return True

    def end(self) -> Iterator[str]:
        """A sentence for each target; after it the next ship may shoot."""
        if self.ship is not None:
            ship = self.name(self.ship)
            for target, shots in self.targets.items():
                dice = ", ".join(map(str, shots.dice))
                changes = ", ".join(shots.changes).replace(f" by {ship}", " by her own ability")
                why = "; ".join(filter(None, (self.leave, changes)))
                told = f"{': ' if dice else ''}{dice}{_came_of(shots)}{f' ({why})' if why else ''}"
                yield f"  {ship} shoots at {self.name(target)}{told}."
        self.ship, self.leave, self.targets = None, "", {}


def _came_of(shots: _Shots) -> str:
    """What the hits did."""
    if not shots.hits:
        return "; no hit" if len(shots.dice) == 1 else "; no hits" if shots.dice else ""
    count = _NUMBERS[shots.hits] if shots.hits < len(_NUMBERS) else str(shots.hits)
    hits = f"; {count} hit{'s' if shots.hits > 1 else ''}"
    verb = "" if shots.hits > 1 else "s"
    did = [f"take{verb} her {_listed(shots.lost)}"] if shots.lost else []
    did += [f"sink{verb} her"] if shots.sunk else []
    return f"{hits} {' and '.join(did)}".rstrip()


def _listed(masts: list[str]) -> str:
    """ "first mast" or "first and second masts"."""
    if len(masts) == 1:
        return masts[0]
    bare = [mast.removesuffix(" mast") for mast in masts]
    return f"{', '.join(bare[:-1])} and {bare[-1]} masts"
