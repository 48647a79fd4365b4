"""How a scenario of Blackbeard is written down: what is given, what is done, and what must then be true.

Pirates have names of the scenario's own, so that no ruling rests on a rating that we have assumed:

    given:
      pirates: {ours: {of: 1, at: jamaica-channel, ability: 4}}
      ports: {port-royal: {merchant: {cargo: 2}}}
    when: [{pirate: ours, does: find, about: port-royal}]
    dice: [3]
    then: [{merchant: port-royal, face_up: true}]

Whoever is asked something declines it, or takes the first option, unless `choices` answers in his place.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from pirate_code.blackbeard.state import Revelry

HERE = "jamaica-channel"  # where pirates and hunters are unless the scenario says otherwise
Seat = Annotated[int, Field(ge=1, le=5)]


class Part(BaseModel):
    """A part of a scenario; an unknown field is refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class GivenHostage(Part):
    """A hostage, aboard or in the cup."""

    information: int = 1
    value: int = 1
    nation: str = "english"


class GivenPirate(Part):
    """A pirate in play with his ratings and all that he has."""

    of: Seat = 1
    at: str = HERE
    ship: str = "schooner"
    ability: int = 3
    cruelty: int = 3
    leadership: int = 3
    duel: int = 1
    initiative: int = 3
    cunning: int = 0
    loyalty: int = 7
    speed_hits: int = 0
    combat_hits: int = 0
    holds: tuple[int, ...] = ()
    net_worth: int = 0
    notoriety: int = 0
    scurvy: bool = False
    guns: bool = False
    revelry: Revelry | None = None
    letters: tuple[str, ...] = ()
    attacked: tuple[str, ...] = ()
    hostages: tuple[GivenHostage, ...] = ()
    information: dict[str, int] = Field(default_factory=dict)
    havens: tuple[str, ...] = ()
    bribed: tuple[str, ...] = ()
    ally: str | None = None  # told of one of the two
    keeps: tuple[str, ...] = ()
    may_loot: str | None = None  # the port of the merchant that he has found
    may_convert: str | None = None  # the type of the ship that he has looted
    may_sack: str | None = None
    new: bool = False  # deployed in this turn


class GivenMerchant(Part):
    """A merchant in the box of a port."""

    type: str = "flute"
    cargo: int = 0
    face_up: bool = False


class GivenPort(Part):
    """What is different about a port."""

    governor: str | None = None  # the name of one who favours pirates, or "anti"
    attacked: bool = False
    destroyed: bool = False
    merchant: GivenMerchant | None = None
    nation: str | None = None
    value: int | None = None
    defense: int | None = None


class GivenHunter(Part):
    """A commissioner or a warship, in play or in the cup."""

    of: Seat = 2
    at: str = HERE
    speed: int = 3
    combat: int = 9


class Given(Part):
    """The position."""

    players: Annotated[int, Field(ge=2, le=5)] = 2
    length: str = "standard"
    turn_of: Seat = 1
    actions: int = 3  # that are left in the turn
    pirates: dict[str, GivenPirate] = Field(default_factory=dict)
    in_hand: dict[str, GivenPirate] = Field(default_factory=dict)  # pirates not in play yet
    retired: dict[str, GivenPirate] = Field(default_factory=dict)
    ports: dict[str, GivenPort] = Field(default_factory=dict)
    commissioners: dict[str, GivenHunter] = Field(default_factory=dict)
    warships: dict[str, GivenHunter] = Field(default_factory=dict)
    commissioner_cup: dict[str, GivenHunter] = Field(default_factory=dict)  # alone in it, if any is given
    warship_cup: dict[str, GivenHunter] = Field(default_factory=dict)
    hostage_cup: GivenHostage | None = None
    hands: dict[Seat, tuple[str, ...]] = Field(default_factory=dict)
    deck: tuple[str, ...] = ()  # the first is on top
    played: dict[str, int] = Field(default_factory=dict)  # how often a card was resolved
    pardon_of: Seat | None = None  # a general pardon is in force, of this player
    initiative_of: str | None = None  # the actions are this pirate's alone
    no_pirates_left: bool = False  # the deck of pirates is empty


class Step(Part):
    """Something that is done."""

    pirate: str | None = None
    does: str | None = None
    about: str | None = None
    recruits: Literal["draw", "deploy"] | None = None
    plays: str | None = None  # an event card in one's own turn
    draws: str | None = None  # an event card that is drawn
    of: Seat = 1
    turn: Seat | None = None  # a whole turn of this player
    sets_up: bool = False
    ends: bool = False  # the game


class Scenario(Part):
    """A position, what is done, and what must then be true."""

    given: Given = Given()
    when: tuple[Step, ...] = ()
    dice: tuple[int, ...] | Literal["any"] = ()  # all that are rolled; of a setup the first ones
    choices: tuple[dict[str, Any], ...] = ()
    in_vain: tuple[str, ...] = ()  # what is given to show that it changes nothing
    then: Annotated[tuple[dict[str, Any], ...], Field(min_length=1)]
