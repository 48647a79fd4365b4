"""What is written down while a position is played: events, each with its position, and decisions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from pirate_code.board.state import Snapshot, State
from pirate_code.rules.decision import Answer, Decision
from pirate_code.rules.edition import Edition
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


class Recording:
    """What is noted while a game is played."""

    def __init__(self) -> None:
        self.seen: list[Seen] = []
        self.asked: list[Asked] = []


class RecordedGame(Game):
    """A game that keeps the position at each entry of its log, and every decision."""

    def __init__(self, state: State, edition: Edition) -> None:
        super().__init__(state, edition)
        self.recording = Recording()

    def note(self, what: str, event: Event, why: str = "") -> None:
        """Write an event down, and the position."""
        super().note(what, event, why)
        seen, turn = self.recording.seen, self.state.turn
        outer = tuple(_outward(event)) or tuple(one for one in reversed(self.going_on) if one is not event)
        now = event.but(facts=dict(event.facts))
        decisions = len(self.recording.asked)
        kept = self.snapshot()
        seen.append(Seen(len(seen), what, now, outer, turn.number, turn.player, decisions, kept, event, why))

    def keep(self, decision: Decision, answer: Answer) -> None:
        """Write a decision down."""
        turn, noted = self.state.turn, self.recording
        outer = tuple(reversed(self.going_on))
        noted.asked.append(Asked(decision, answer, len(noted.seen), turn.number, turn.player, outer))


def _outward(event: Event) -> Iterator[Event]:
    found = event.within
    while found is not None:
        yield found
        found = found.within
