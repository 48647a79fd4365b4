"""A game of Blackbeard that is going on: asking players, rolling dice with cunning, and the log."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol

from pirate_code.blackbeard.decision import Decision, Kind, Option, Steps
from pirate_code.blackbeard.state import Pirate, Snapshot, State
from pirate_code.blackbeard.values import PirateCard, Port, Ship, Values
from pirate_code.core.decision import Answer, agree, choose
from pirate_code.core.running import Running, Work

REROLLED = 3  # dice at most that cunning rolls again


class ActionOver(Exception):
    """The action of the active pirate ends at once: he is gone, or was stopped."""


class GameOver(Exception):
    """The game ends at once; the message says why."""


class Trigger(StrEnum):
    """Moments at which a card of the hand may be played besides the announcement of one's own turn."""

    ACTION = "action"  # an action of a pirate is announced
    IN_PORT = "in_port"  # a pirate of one's own is at his activities in port
    AFTER_IN_PORT = "after_in_port"  # an action in port is done
    RETIRES = "retires"  # a pirate retires by a letter of marque
    SIGHTED = "sighted"  # a warship has been sighted and is about to attack
    LOYALTY = "loyalty"  # the active pirate has lost loyalty
    CARD = "card"  # a card is played against a pirate
    BOOTY_GRAB = "booty_grab"  # a pirate is the target of a booty grab


@dataclass
class Moment:
    """A moment at which cards may be played, and what comes of them."""

    trigger: Trigger
    pirate: Pirate
    action: str | None = None  # the pirate's action that goes on
    card: str | None = None  # the card that is played against him
    by: int | None = None  # the player who plays it, or who sighted the warship
    stopped: bool = False  # what was about to happen does not
    bonus: int = 0  # to the roll that follows


class Responder(Protocol):
    """Lets the players who could play a card at a moment do so."""

    def __call__(self, game: Game, moment: Moment) -> Steps[None]: ...


def nobody(game: Game, moment: Moment) -> Steps[None]:
    """No cards are played."""
    yield from ()


class Game(Running[State, Decision]):
    """A position, the values it is played with, and the decision that it waits for."""

    def __init__(self, state: State, values: Values, work: Work[Decision] | None = None) -> None:
        super().__init__(state, work)
        self.values = values
        self.watch: Callable[[Game, str, dict[str, Any]], None] | None = None  # sees every entry of the log
        self.respond: Responder = nobody

    def snapshot(self) -> Snapshot:
        """Keep the position as it is now."""
        return Snapshot(self.state)

    def with_position(self, state: State) -> Game:
        """A game with the same values and another position."""
        new = Game(state, self.values)
        new.respond = self.respond
        return new

    # --- the log --------------------------------------------------------------------------------------

    def note(self, event: str, **facts: Any) -> None:
        """Write down that something happened."""
        self.log.append((event, facts))
        if self.watch is not None:
            self.watch(self, event, facts)

    # --- asking ---------------------------------------------------------------------------------------

    def choose(
        self,
        player: int,
        kind: Kind,
        options: Sequence[Option],
        subject: str | None = None,
        event: str | None = None,
    ) -> Steps[Answer]:
        """Ask a player; a single option is no choice."""
        return choose(player, kind, options, subject, event)

    def agrees(
        self, player: int, kind: Kind, subject: str | None = None, event: str | None = None, *refs: str
    ) -> Steps[bool]:
        """Ask a player for yes or no."""
        return agree(player, kind, subject, event, refs)

    def picks(
        self,
        player: int,
        kind: Kind,
        things: Sequence[str],
        subject: str | None = None,
        event: str | None = None,
    ) -> Steps[str]:
        """Ask a player for one of several things."""
        options = [Option(thing, thing, (thing,)) for thing in things]
        answer = yield from self.choose(player, kind, options, subject, event)
        return str(answer)

    # --- dice -----------------------------------------------------------------------------------------

    def roll(self, dice: int, what: str, pirate: Pirate | None = None) -> Steps[int]:
        """Roll so many d6. The pirate for whom they are rolled may spend cunning to roll them again."""
        total = self._roll(dice, what, pirate)
        while (
            pirate is not None
            and pirate.cunning > 0
            and dice <= REROLLED
            and pirate.id in self.state.pirates
            and (yield from self.agrees(pirate.player, Kind.REROLL, pirate.id, f"{what}: {total}"))
        ):
            pirate.cunning -= 1
            self.note("cunning", pirate=pirate.id, left=pirate.cunning)
            total = self._roll(dice, what, pirate)
        return total

    def _roll(self, dice: int, what: str, pirate: Pirate | None) -> int:
        total = sum(self.state.dice.roll() for _ in range(dice))
        self.note("roll", what=what, dice=dice, result=total, pirate=None if pirate is None else pirate.id)
        return total

    def d66(self, what: str) -> int:
        """Roll two dice as tens and ones."""
        result = self.state.dice.roll() * 10 + self.state.dice.roll()
        self.note("roll", what=what, dice=66, result=result, pirate=None)
        return result

    def draw(self, cup: list[str]) -> str:
        """Take any counter out of a cup."""
        return cup.pop(self.state.dice.below(len(cup)))

    # --- what is what ---------------------------------------------------------------------------------

    def card(self, pirate: Pirate | str) -> PirateCard:
        """The card of a pirate."""
        return self.values.pirates[pirate if isinstance(pirate, str) else pirate.id]

    def ship(self, pirate: Pirate) -> Ship:
        """The type of the ship of a pirate."""
        return self.values.ships[pirate.ship]

    def port(self, place: str) -> Port:
        """The values of a port."""
        return self.values.ports[place]

    def in_port(self, pirate: Pirate) -> bool:
        """Whether a pirate lies in port."""
        return pirate.place in self.values.ports

    def at_sea(self, pirate: Pirate) -> bool:
        """Whether a pirate is in a sea area, neither in port nor in transit."""
        return pirate.place in self.values.seas

    def sea_of(self, place: str) -> str | None:
        """The sea of a place: itself, or the one that a port adjoins; none of a transit box."""
        if place in self.values.seas:
            return place
        return self.values.ports[place].sea if place in self.values.ports else None
