"""The kinds of decisions of Blackbeard. References are the names of pirates, places, cards and hunters."""

from __future__ import annotations

from collections.abc import Generator
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from pirate_code.core import decision as core
from pirate_code.core.decision import Answer

T = TypeVar("T")


class Kind(StrEnum):
    """What sort of choice a decision is."""

    DEPLOY = "deploy"  # into which sea a pirate of the hand comes, or none
    SHIP = "ship"  # which type of ship he has
    CARD = "card"  # which card is played next, as its event or for its actions, or that none is
    ACTION = "action"  # which pirate does what, or that the turn is over
    CARGO = "cargo"  # whether the cargo of a merchant is taken
    HOLD = "hold"  # which hold is emptied or filled
    HOSTAGE = "hostage"  # ransom or torture
    REVEL = "revel"  # whether the crew may revel
    ACTIVITY = "activity"  # whether one of the activities in port is done, and on what
    BRIBE = "bribe"  # whether a governor is paid
    REROLL = "reroll"  # whether a point of cunning is spent to roll again
    HUNT = "hunt"  # what an anti-pirate does at this moment, or nothing
    STAND = "stand"  # evade or fight
    SURRENDER = "surrender"  # whether an intercepted pirate hands over a letter and retires
    WARSHIP = "warship"  # whether a warship that was just revealed attacks
    SPOILS = "spoils"  # what the winner of a duel takes
    AGAIN = "again"  # whether a tied duel is fought again
    SHARE = "share"  # which of two allies takes the odd hit or repair
    REACT = "react"  # whether a card of the hand is played at this moment
    PICK = "pick"  # which of several an event card is about
    DISCARD = "discard"  # which card goes


if TYPE_CHECKING:
    Option: TypeAlias = core.Option[str]
    Decision: TypeAlias = core.Decision[Kind, str]
    Steps: TypeAlias = Generator[Decision, Answer, T]  # work that stops at decisions and ends with a result
else:  # the classes themselves: one with its parameters filled in is slower to make
    Option, Decision, Steps = core.Option, core.Decision, Generator
