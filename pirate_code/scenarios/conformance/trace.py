"""What is written down while a position is played: events, each with its position, and decisions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from pirate_code.board.state import Snapshot, State
from pirate_code.rules.decision import Answer, Decision
from pirate_code.rules.event import Event
from pirate_code.rules.game import Game


@dataclass
class Seen:
    """Something that was noted: `what` is happens, forbidden or rolled; `event` is as it was then.

    `outer` are the events in whose course it happened, the innermost first. `kept` is the position just
    before it happened (for a roll, as the die had fallen).
    """

    number: int
    what: str
    event: Event
    outer: tuple[Event, ...]
    turn: int
    player: int
    decisions: int
    kept: Snapshot = field(repr=False)
    itself: Event = field(repr=False)  # the event, which may have changed since
    why: str = ""

    @cached_property
    def state(self) -> State:
        """The position at that moment."""
        return self.kept.restore()

    def is_by(self, piece: int, ability: int) -> bool:
        """Whether an ability of a piece is the cause."""
        cause = self.event.cause
        return (cause.rule, cause.piece, cause.ability) == ("ability", piece, ability)


@dataclass
class Asked:
    """A decision that a player was asked for, with the answer given and what was going on."""

    decision: Decision
    answer: Answer
    at: int  # how much had been noted before
    turn: int
    active: int  # the player whose turn it is
    outer: tuple[Event, ...]


class Recording(list[Any]):
    """The log of a game that keeps the position at each entry beside it."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game
        self.seen: list[Seen] = []
        self.asked: list[Asked] = []
        game.log = self

    def append(self, entry: Any) -> None:
        """Write an entry down, and the position."""
        super().append(entry)
        game, state = self.game, self.game.state
        going_on = game.going_on
        what, kind, _, amount, _, cause, why = entry
        event = next(
            (found for found in reversed(going_on) if found.type == kind and found.cause == cause), None
        )
        if event is None:
            slots = dict(entry[2])
            event = Event(kind, amount=amount, cause=cause, manner=frozenset(entry[4]), **slots)
        outer = tuple(_outward(event)) or tuple(reversed(going_on[:-1]))
        now = event.but(facts=dict(event.facts))
        self.seen.append(
            Seen(
                len(self.seen),
                what,
                now,
                outer,
                state.turn.number,
                state.turn.player,
                len(self.asked),
                Snapshot(state),
                event,
                why,
            )
        )

    def ask(self, decision: Decision, answer: Answer) -> None:
        """Write a decision down."""
        turn = self.game.state.turn
        outer = tuple(reversed(self.game.going_on))
        self.asked.append(Asked(decision, answer, len(self.seen), turn.number, turn.player, outer))


def _outward(event: Event) -> Iterator[Event]:
    found = event.within
    while found is not None:
        yield found
        found = found.within
