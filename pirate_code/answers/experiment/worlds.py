"""The four worlds of a table: the same pieces, two of which have what is asked about, or do not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Any

from pydantic import ValidationError

from pirate_code.answers.experiment.experiment_driver import ExperimentDriver
from pirate_code.answers.experiment.experiment_file import Deed, added_by, experiment_tables
from pirate_code.answers.experiment.feature import Feature
from pirate_code.answers.experiment.finding import Name
from pirate_code.answers.experiment.subject import Subject
from pirate_code.board.outlines import hull
from pirate_code.board.refs import Part, Ref
from pirate_code.board.state import Piece, State
from pirate_code.core.tracked_dice import (
    Comparisons,
    DiceResult,
    Purpose,
    TrackedDice,
    TrackedNumber,
)
from pirate_code.language.tree import Ability, Nothing
from pirate_code.rules.ability_index import Entry
from pirate_code.rules.active import ActiveAbilities
from pirate_code.rules.edition import load_edition
from pirate_code.rules.event import Cause
from pirate_code.rules.game import Game
from pirate_code.rules.happen import becoming
from pirate_code.rules.program.abilities import ability
from pirate_code.rules.program.effects import Change
from pirate_code.scenarios.format import Given, Scenario, Step
from pirate_code.scenarios.outcome_facts import Facts, called, facts, names_of, standing
from pirate_code.scenarios.piece_names import ScenarioError, ScenarioPieces
from pirate_code.scenarios.position import set_up
from pirate_code.scenarios.run import ScenarioRun

OURS, THEIRS, FRIEND = "Revenge", "Prey", "Consort"
AFLOAT = frozenset({"ship", "sea creature"})
_SIDE = {OURS: "ours", FRIEND: "ours", THEIRS: "theirs"}
_DEED, _COURSE = 32, 13  # what a deed costs, and a course that is offered, beside one look-up
_LOOKUPS = 1024  # different sets of look-ups that are cached
_ASIDE = "ashore"  # the place of a piece that lies on the island, not aboard


@dataclass(frozen=True)
class Placement:
    """Where one of the two is placed: on which ship, or ashore, and the kind of piece that carries it."""

    ship: str
    kind: str
    ashore: bool = False
    feature: Feature | None = None


@dataclass(frozen=True)
class Setting:
    """A table, and where the two are placed on it."""

    table: str
    x: Placement
    y: Placement


@dataclass(frozen=True)
class RunResult:
    """The result of a deed in one world: enough to compare it with others, without the game itself."""

    facts: Facts
    answers: Comparisons  # of the dice: with every result for which they hold, the same comes of it
    rolled: dict[Purpose, int]  # the dice, in their order
    acted: tuple[str, ...]  # which of the two made something happen, in their order
    lookups: frozenset[tuple[str, str]]  # what the rules looked up
    work: int  # how much was looked up and offered: a measure of the time it took, the same on any machine


@dataclass(frozen=True)
class PlayedDeed:
    """A deed in one world with the game in which it was done."""

    before: State
    game: Game
    refused: tuple[tuple[str, str], ...]  # steps that were not allowed, and why
    dice: TrackedDice
    recorder: _LookupRecorder


class ImpossibleTable(ValueError):
    """A table on which the two cannot be put: nothing can be tried there."""


class _LookupRecorder(ActiveAbilities):
    """The active abilities; records what the rules look up."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.lookups: set[tuple[str, str]] = set()
        self.work = _DEED

    def entries(self, verb: str, on: str) -> Sequence[Entry]:
        """The ops of that verb on that event, stat or moment."""
        self.lookups.add((verb, on))
        self.work += 1
        return ActiveAbilities.entries(self, verb, on)  # without super(): it is asked thousands of times

    def listens(self, verb: str, on: str) -> bool:
        """Whether any op of that verb could act on that event."""
        self.lookups.add((verb, on))
        self.work += 1
        return ActiveAbilities.listens(self, verb, on)

    def is_modified(self, stat: str, other: str) -> bool:
        """Whether anything changes one of two stats."""
        self.lookups |= {("modify", stat), ("modify", other)}
        self.work += 1
        return ActiveAbilities.is_modified(self, stat, other)

    def lasting_changes(self, stat: str) -> Sequence[tuple[Entry, Change]]:
        """What changes a stat."""
        self.lookups.add(("modify", stat))
        self.work += 1
        return ActiveAbilities.lasting_changes(self, stat)


@cache
def _base(setting: Setting, features: tuple[str, ...]) -> tuple[State, dict[str, int]]:
    """The table without abilities, and which piece is which; raises ImpossibleTable if it cannot be set up.

    Of those that are features of the table, these are there.
    """
    given = dict(experiment_tables().tables[setting.table])
    if FRIEND in (setting.x.ship, setting.y.ship):
        given |= experiment_tables().friend
    for name, placement in (("x", setting.x), ("y", setting.y)):
        if placement.feature is None:
            _lay(given, name, placement)
        elif name in features:
            given |= added_by(placement.feature)
            changed = (
                given[placement.ship].model_dump(by_alias=True, exclude_defaults=True)
                | placement.feature.ship
            )
            given[placement.ship] = _described(changed)
    scenario = Scenario.model_construct(
        edition="code", rules={}, players=2, gold=0, table=None, like=None, given=given, when=(), then={}
    )
    try:
        game, pieces = set_up(given, scenario)
    except ScenarioError as error:
        raise ImpossibleTable(str(error)) from None
    numbers = {name: piece.id for name, piece in pieces.items()}
    for name, placement in (("x", setting.x), ("y", setting.y)):
        numbers.setdefault(name, numbers.get(placement.ship, -1))
    return game.state, numbers


def _described(piece: dict[str, Any]) -> Given:
    """A piece of the table; one that contradicts itself, such as a ship in two places, cannot be set up."""
    try:
        return Given.model_validate(piece)
    except ValidationError as error:
        raise ImpossibleTable(error.errors()[0]["msg"]) from None


def _lay(given: dict[str, Given], name: str, placement: Placement) -> None:
    """Put the piece that carries something on the table, or make the ship what it is."""
    side = _SIDE[placement.ship]
    if placement.kind == "sea creature":
        for key in [key for key, piece in given.items() if placement.ship in (piece.crew, piece.on)]:
            del given[key]
        given[placement.ship] = given[placement.ship].model_copy(update={"ship": None, "creature": side})
    elif placement.kind == "ship":
        pass
    elif placement.kind == "event":
        given[name] = Given.model_validate({"event": side})
    elif placement.kind == "fort":
        given[name] = Given.model_validate({"fort": side, "on": _island(given), "cannons": "3S"})
    elif placement.kind == "treasure" and placement.ashore:
        given[name] = Given.model_validate({"treasure": _island(given), "face": "down"})
    elif placement.kind in {"crew", "equipment", "treasure"}:
        fields: dict[str, Any] = {placement.kind: placement.ship}
        given[name] = Given.model_validate(fields | ({"cost": 3} if placement.kind == "crew" else {}))
    else:
        raise ImpossibleTable(f"nothing is known of where a {placement.kind} would be")


def _island(given: dict[str, Given]) -> str:
    """The island by which the ships are; the home islands far off are none."""
    island = next((name for name, piece in given.items() if piece.island and piece.at is None), None)
    if island is None:
        raise ImpossibleTable("there is no island near the ships of this table")
    return island


def _is_feature(setting: Setting, key: str) -> bool:
    placement = {"x": setting.x, "y": setting.y}.get(key)
    return placement is not None and placement.feature is not None


class World:
    """One of the four worlds of a setting."""

    def __init__(self, setting: Setting, name: Name, x: Subject, y: Subject) -> None:
        there = ("x", "y") if name == "both" else (name,)
        base, self.numbers = _base(setting, tuple(key for key in there if _is_feature(setting, key)))
        self.name, self.setting, self.of_x = name, setting, len(x.abilities)
        self.state = base.copy()
        for key, subject in (("x", x), ("y", y)):
            if _is_feature(setting, key):
                continue
            piece = self.state.pieces[self.numbers[key]]
            _name(piece, subject)
            if name in (key, "both"):
                _endow(piece, subject)
        self.state.stamp += 1
        game = self._game(self.state)
        for ship in self.state.ships():
            becoming.fit_out(game, ship)

    @property
    def built(self) -> list[tuple[object, ...]]:
        """How every ship is built: what is asked about may give her another hull, or parts."""
        return [(ship.outline, ship.masts, ship.parts, ship.given_cannons) for ship in self.state.ships()]

    def _game(self, state: State) -> Game:
        return Game(state, load_edition("code"))

    def attempt(self, deed: Deed, result: DiceResult) -> RunResult:
        """What comes of a deed with these dice."""
        played = self.play(deed, result)
        game = played.game
        carried = {key: number for key, number in self.numbers.items() if not _is_feature(self.setting, key)}
        observed = facts(game, self.state, carried, [step for step, _ in played.refused])
        if not deed.steps:
            observed |= standing(game, carried)
        acted = dict.fromkeys(
            of
            for what, *_, cause, _ in game.log
            if what == "happens" and (of := self._whose(cause)) is not None
        )
        lookups = _same(frozenset(played.recorder.lookups))
        observed = {
            key: int(value) if isinstance(value, TrackedNumber) else value for key, value in observed.items()
        }
        dice = played.dice
        return RunResult(observed, dice.answers, dice.rolled, tuple(acted), lookups, played.recorder.work)

    def _whose(self, cause: Cause) -> str | None:
        """Which of the two an ability is of."""
        x, y = self.numbers["x"], self.numbers["y"]
        if cause.piece not in (x, y) or cause.ability is None:
            return None
        if x != y:
            return "x" if cause.piece == x else "y"
        if self.name in ("x", "y"):
            return self.name
        return "x" if cause.ability < self.of_x else "y"  # what y has comes after what x has

    def _purpose(self, what_for: tuple[Ref | None, Ref | None, Cause, str]) -> Purpose:
        """What a die is rolled for, told the same in all worlds."""
        agent, about, cause, which = what_for
        names = names_of(self.numbers)
        number = agent.label if isinstance(agent, Part) else 0
        parts = called(agent, names), number, called(about, names), cause.rule, self._whose(cause), which
        return ", ".join(map(str, parts))

    def play(self, deed: Deed, result: DiceResult) -> PlayedDeed:
        """Do a deed with these dice; a step that may not be taken is passed over."""
        state = self.state.copy()
        dice = state.dice = TrackedDice(result, self._purpose)
        game = self._game(state)
        recorder = game.active = _LookupRecorder(game)
        pieces = ScenarioPieces({name: state.pieces[number] for name, number in self.numbers.items()})
        done = ScenarioRun()
        refused = []
        wanted = tuple(self.numbers[key] for key in ("y", "x"))
        for step in (*self._uses(game), *self._steps(deed)):
            stepping = ExperimentDriver(game, pieces, step, done, wanted)
            reason = stepping.refusal()
            if reason is None:
                stepping.carry_out()
                recorder.work += _COURSE * stepping.courses
            elif step.use is None:
                refused.append((_step_text(step), reason))
        return PlayedDeed(self.state, game, tuple(refused), dice, recorder)

    def steps_of(self, deed: Deed) -> tuple[Step, ...]:
        """Everything that is done: what the two offer is used first."""
        return (*self._uses(self._game(self.state)), *self._steps(deed))

    def _steps(self, deed: Deed) -> tuple[Step, ...]:
        """What is done; nothing, if the deed itself is asked about and is not of this world."""
        for key, placement in (("x", self.setting.x), ("y", self.setting.y)):
            if placement.feature is not None and placement.feature.deeds and self.name not in (key, "both"):
                return ()
        return deed.steps

    def _uses(self, game: Game) -> list[Step]:
        """The two use what they offer first."""
        offering = {entry.source for entry in game.active.entries("offer", "calm")}
        names = dict.fromkeys(name for name in ("x", "y") if self.numbers[name] in offering)
        return [_USE[name] for name in names]


@lru_cache(maxsize=_LOOKUPS)
def _same(lookups: frozenset[tuple[str, str]]) -> frozenset[tuple[str, str]]:
    """Intern equal sets: most deeds cause the same look-ups."""
    return lookups


IDLE = ability(Ability(effect=Nothing()))
_USE = {name: Step(use=name) for name in ("x", "y")}


def _step_text(step: Step) -> str:
    return f"{step.give} action" if step.give is not None else str(step.event or step.do or step.turn)


def _name(piece: Piece, subject: Subject) -> None:
    """A piece that carries something is called after it; a ship keeps her name.

    A unique treasure stays one when it can do nothing: it is no coin.
    """
    if piece.kind not in AFLOAT:
        idle = (IDLE,) if piece.kind == "treasure" else ()
        piece.card = replace(piece.card, name=subject.name, abilities=idle)


def _endow(piece: Piece, subject: Subject) -> None:
    """Give a piece the abilities of what it carries."""
    abilities = (*piece.card.abilities, *subject.abilities)
    piece.card = replace(piece.card, id=f"{piece.card.id}+{subject.name}", abilities=abilities)
    if piece.kind in AFLOAT:
        piece.outline = hull(piece.card.masts, piece.card.keywords).name
