"""Plays a table by actions: choices are drawn by a key of their own, so that two worlds stay together.

A choice depends on the seed and on what is asked, never on how many choices came before. So a world with the
line and one without it go the same way until the line makes a difference.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any
from zlib import crc32

from pirate_code.board.state import Snapshot
from pirate_code.core.dice import Dice
from pirate_code.rules import turn
from pirate_code.rules.decision import Answer, Decision, Kind, Option, Steps
from pirate_code.rules.game import Game
from pirate_code.scenarios.conformance.tables import SHIP, SUBJECT, Table
from pirate_code.scenarios.conformance.trace import RecordedGame, Recording

DECISIONS = 160
_ACTIONS = 3  # that a player gives in one turn
_COURSES = 10  # that are looked at, of those a ship can sail


@dataclass
class Calm:
    """A position at which a player chooses what to do next."""

    kept: Snapshot = field(repr=False)
    at: int  # how much had been noted before
    turn: int
    player: int


@dataclass
class Play:
    """A table that was played."""

    table: Table
    seed: int
    game: RecordedGame
    subject: int
    ship: int | None
    calm: list[Calm] = field(default_factory=list)
    broke: str = ""  # the engine failed

    @property
    def recording(self) -> Recording:
        """What was noted while it was played."""
        return self.game.recording


class Loaded(Dice):
    """Dice that fall as one likes to see: each of some faces as likely, and any other now and then."""

    __slots__ = ("faces", "thrown")

    def __init__(self, seed: int, faces: tuple[int, ...]) -> None:
        super().__init__(seed)
        self.faces = faces
        self.thrown = 0

    def roll(self, what_for: Hashable = None) -> int:
        """The next die."""
        self.thrown += 1
        drawn = crc32(f"{self.state} {self.thrown} {what_for}".encode())
        if drawn % 5 == 0 or not self.faces:
            return drawn // 5 % 6 + 1
        return self.faces[drawn // 5 % len(self.faces)]


def play(table: Table, seed: int, turns: int = 3, faces: tuple[int, ...] = ()) -> Play:
    """Play some turns from a table, with dice that like to show some faces."""
    game, pieces = table.lay()
    ship = pieces.get(SHIP)
    subject = pieces[SUBJECT]
    if ship is None and subject.afloat:
        ship = subject
    recorded = RecordedGame(game.state, game.edition)
    made = Play(table, seed, recorded, subject.id, ship.id if ship is not None else None)
    game.state.dice = Loaded(crc32(f"{table.name} {seed}".encode()), faces)
    driver = _Driver(made)
    try:
        driver.drive(_turns(recorded, table.first, turns))
    except RecursionError:
        raise
    except Exception as error:  # an engine that fails is a finding, told as one
        made.broke = f"the engine fails: {type(error).__name__}: {error}"
    return made


def _turns(game: Game, first: int, count: int) -> Steps[None]:
    for number in range(count):
        player = (first + number) % game.state.players
        turn.open_turn(game, player)
        yield from turn.take_turn(game, lambda: False)


class _Driver:
    """Answers decisions: keen to use the subject, else by chance."""

    def __init__(self, made: Play) -> None:
        self.play = made
        self.times: dict[Any, int] = {}

    def drive(self, work: Steps[None]) -> None:
        reply: Answer = None
        game, recording = self.play.game, self.play.recording
        for _ in range(DECISIONS):
            try:
                decision = work.send(reply)
            except StopIteration:
                return
            if decision.kind is Kind.TURN:
                now = game.state.turn
                self.play.calm.append(Calm(Snapshot(game.state), len(recording.seen), now.number, now.player))
            reply = self.answer(decision)
            game.keep(decision, reply)

    def chance(self, decision: Decision, size: int, more: object = "") -> int:
        """A number below `size` that goes by the seed and by what is asked."""
        key = (
            decision.kind,
            decision.player,
            str(decision.subject),
            decision.event,
            more,
            self.play.game.state.turn.number,
        )
        self.times[key] = self.times.get(key, 0) + 1
        return crc32(f"{self.play.seed} {key} {self.times[key]}".encode()) % size

    def answer(self, decision: Decision) -> Answer:
        if decision.kind is Kind.TURN:
            return self._next(decision)
        if decision.kind in {Kind.USE, Kind.AGREE}:
            return self.chance(decision, 10) < 8
        if decision.kind is Kind.COURSE:
            return self._course(decision)
        if decision.kind is Kind.TARGET:  # who may attack mostly does
            aims = [option for option in decision.options if option.answer is not None]
            if aims and self.chance(decision, 10, "aim") < 9:
                return aims[self.chance(decision, len(aims))].answer
        return decision.options[self.chance(decision, len(decision.options))].answer

    def _course(self, decision: Decision) -> Answer:
        """Straight ahead more often than not."""
        looked: list[Option] = []
        for option in decision.options:
            looked.append(option)
            if len(looked) == _COURSES:
                break
        straight = [
            one
            for one in looked
            if isinstance(one.answer, dict) and not one.answer.get("turn") and "direction" not in one.answer
        ]
        if straight and self.chance(decision, 10, "straight") < 7:
            return straight[0].answer
        return looked[self.chance(decision, len(looked))].answer

    def _next(self, decision: Decision) -> Answer:
        """What to do next: use the subject, then give its ship what the table is for, then anything."""
        options = decision.options
        own = [one for one in options if _uses(one, self.play.subject)]
        if own and self.chance(decision, 10, "use") < 8:
            return own[self.chance(decision, len(own), "which")].answer
        given = sum(map(len, self.play.game.state.turn.actions.values()))
        if given >= _ACTIONS and options[-1].answer is None:
            return None
        wanted = [one for one in options if self._is_wanted(one)]
        own_ship = [
            one for one in wanted if isinstance(one.answer, dict) and one.answer.get("to") == self.play.ship
        ]
        if own_ship and self.chance(decision, 10, "own") < 7:
            return own_ship[self.chance(decision, len(own_ship), "wanted")].answer
        if wanted and self.chance(decision, 10, "want") < 8:
            return wanted[self.chance(decision, len(wanted), "wanted")].answer
        acting = [one for one in options if isinstance(one.answer, dict)]
        if not acting or (self.chance(decision, 10, "end") < 1 and options[-1].answer != acting[-1].answer):
            return options[-1].answer
        return acting[self.chance(decision, len(acting), "any")].answer

    def _is_wanted(self, option: Option) -> bool:
        given = option.answer
        if not isinstance(given, dict) or "give" not in given:
            return False
        return any(str(given["give"]).startswith(action) for action in self.play.table.wants)


def _uses(option: Option, piece: int) -> bool:
    return isinstance(option.answer, dict) and option.answer.get("use") == piece
