"""The position: pirates and their ships, ports, hunters, players with their cards, cups and decks.

Everything stands in exactly one place. A place is the name of a sea, a transit box or a port.
"""

from __future__ import annotations

import pickle
from dataclasses import dataclass, field
from enum import StrEnum

from pirate_code.core.dice import Dice


class Revelry(StrEnum):
    """Debauchery and revelry of a crew: by leave of the pirate, or without."""

    VOLUNTARY = "voluntary"
    INVOLUNTARY = "involuntary"


class Next(StrEnum):
    """What a pirate may do as his very next action, because of his last one."""

    LOOT = "loot"
    CONVERT = "convert"
    SACK = "sack"


@dataclass(slots=True)
class Captive:
    """A hostage aboard: the counter, and the nation that may pay for it."""

    counter: str
    nation: str


@dataclass(slots=True)
class Pirate:
    """A pirate in play with his ship. Markers of tracks are counted in hits from the top."""

    id: str
    player: int
    place: str
    ship: str
    loyalty: int
    cunning: int
    deployed: int  # the number of the turn in which he came into play
    speed_hits: int = 0
    combat_hits: int = 0
    holds: list[int] = field(default_factory=list)  # doubloons in each; an empty hold has 0
    net_worth: int = 0
    notoriety: int = 0
    scurvy: bool = False
    guns: bool = False
    revelry: Revelry | None = None
    recovered: int = 0  # recovery actions that were spent so far
    letters: list[str] = field(default_factory=list)  # nations
    attacked: list[str] = field(default_factory=list)  # nations of which he has attacked a port
    hostages: list[Captive] = field(default_factory=list)
    information: dict[str, int] = field(default_factory=dict)  # by port
    havens: list[str] = field(default_factory=list)  # ports
    bribed: list[str] = field(default_factory=list)  # governors whom he has tried to bribe
    ally: str | None = None
    kept: list[str] = field(default_factory=list)  # event cards that lie with him
    next: Next | None = None
    next_about: str | None = None  # the port of the merchant, the type of the ship, or the port

    @property
    def booty(self) -> int:
        """All doubloons aboard."""
        return sum(self.holds)


@dataclass(slots=True)
class MerchantAtSea:
    """A merchant in the box of a port."""

    counter: str
    face_up: bool = False


@dataclass(slots=True)
class PortState:
    """What changes about a port."""

    governor: str | None = None  # the name of one who favours pirates, or ANTI
    attacked: bool = False
    destroyed: bool = False
    merchant: MerchantAtSea | None = None


ANTI = "anti-pirate"


@dataclass(slots=True)
class Commissioner:
    """A King's Commissioner in play."""

    id: str
    player: int
    place: str
    speed: int
    combat: int
    pirate: bool = False  # one who has retired and taken the king's side


@dataclass(slots=True)
class Player:
    """A player: cards, pirates held in hand, victory points."""

    hand: list[str] = field(default_factory=list)  # event cards
    pirates: list[str] = field(default_factory=list)  # not in play yet
    points: int = 0


@dataclass(slots=True)
class Turn:
    """The turn that is being taken."""

    number: int = 0
    player: int = 0
    actions: int = 0  # left
    lost: bool = False  # nothing is done in it but drawing cards
    only: str | None = None  # the one pirate who has them, by his initiative
    hunted: list[int] = field(default_factory=list)  # players who have had their anti-pirate turn
    used: list[str] = field(default_factory=list)  # anti-pirate actions taken against the present action
    reacted: bool = False  # whether a commissioner has reacted to the present action
    acting: str | None = None  # the pirate whose action goes on
    merchant: str | None = None  # the port of the merchant that it is about


@dataclass(slots=True)
class Pardon:
    """A general pardon in force: until this player has completed a turn that he has yet to begin."""

    player: int
    begun: bool = False


@dataclass(slots=True)
class State:
    """The whole position."""

    dice: Dice
    length: str  # standard or long
    players: list[Player]
    ports: dict[str, PortState]
    pirates: dict[str, Pirate] = field(default_factory=dict)
    commissioners: dict[str, Commissioner] = field(default_factory=dict)
    warships: dict[str, str] = field(default_factory=dict)  # on station, by sea
    deck: list[str] = field(default_factory=list)  # event cards; the last is on top
    discard: list[str] = field(default_factory=list)
    held_back: list[str] = field(default_factory=list)  # cards that come back when few are left
    held_until: int = 0
    removed: list[str] = field(default_factory=list)  # cards out of the game
    runs: int = 0  # how often the deck has run out
    played: dict[str, int] = field(default_factory=dict)  # how often a card was resolved that counts that
    pirate_deck: list[str] = field(default_factory=list)
    retired: list[str] = field(default_factory=list)
    locker: list[str] = field(default_factory=list)  # pirates eliminated
    merchants: list[str] = field(default_factory=list)  # cups of counters
    hostages: list[str] = field(default_factory=list)
    warship_cup: list[str] = field(default_factory=list)
    commissioner_cup: list[str] = field(default_factory=list)
    commissioners_gone: list[str] = field(default_factory=list)
    anti_governors: int = 0  # left in their cup
    governors_gone: list[str] = field(default_factory=list)
    turn: Turn = field(default_factory=Turn)
    pardon: Pardon | None = None

    def of(self, player: int) -> list[Pirate]:
        """The pirates of a player, in play."""
        return [pirate for pirate in self.pirates.values() if pirate.player == player]

    def at(self, place: str) -> list[Pirate]:
        """The pirates at a place."""
        return [pirate for pirate in self.pirates.values() if pirate.place == place]

    def commissioner_of(self, player: int) -> Commissioner | None:
        """The commissioner of a player, if he has one."""
        return next((one for one in self.commissioners.values() if one.player == player), None)

    def others(self, player: int) -> list[int]:
        """The other players, clockwise."""
        count = len(self.players)
        return [(player + step) % count for step in range(1, count)]


class Snapshot:
    """A position put by, of which copies can be laid out; it shares nothing with them that can change."""

    __slots__ = ("_pickled",)

    def __init__(self, state: State) -> None:
        self._pickled = pickle.dumps(state, pickle.HIGHEST_PROTOCOL)  # the fastest way to copy it whole

    def restore(self) -> State:
        """The position as it was."""
        state: State = pickle.loads(self._pickled)
        return state
