"""The four worlds of a ruling's position: as it stands, and with one of the two or both taken away.

All worlds have the same dice: a die is known by what it is rolled for, and shows what the scenario says.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any

from pirate_code.answers.experiment.finding import Name
from pirate_code.answers.experiment.presence import ON_FIRE, Presence, printed_on
from pirate_code.answers.experiment.ruling_positions import RulingPosition
from pirate_code.answers.experiment.scenario_choices import ChoicesMade, WorldStepRunner, taken
from pirate_code.answers.experiment.scenario_facets import facets_of, facets_told, listed
from pirate_code.answers.experiment.scenario_log import (
    count,
    count_at,
    happening,
    is_step,
    step_text,
    steps_with,
)
from pirate_code.answers.experiment.worlds import IDLE, ImpossibleTable, RunResult
from pirate_code.board.card import Card
from pirate_code.board.refs import Part, Ref
from pirate_code.board.state import FIRE, State
from pirate_code.core.dice import Rolled
from pirate_code.core.tracked_dice import DiceResult, Purpose, TrackedDice, TrackedNumber
from pirate_code.language.errors import LanguageError
from pirate_code.rules import stats
from pirate_code.rules.event import Cause
from pirate_code.rules.game import Game
from pirate_code.scenarios.expectations import check
from pirate_code.scenarios.format import Given, Step
from pirate_code.scenarios.outcome_facts import Facts, called, facts, names_of, standing
from pirate_code.scenarios.piece_names import ScenarioError, ScenarioPieces
from pirate_code.scenarios.position import set_up
from pirate_code.scenarios.probes import Probe, numbers, probe

_LASTING = {
    (facet,) for facet in ("place", "masts", "fire masts", "docked", "pinned by", "states", "face up")
}
_TARGET = "a plain target"
_STATES = ("submerged", "ghostly", "lost", "tangled", "wreck")
_AS_WRITTEN: Mapping[int, Step] = MappingProxyType({})
_REST = 6  # what dice show of which nothing is known
_ACTIONS = ("move", "shoot", "explore", "repair")
_ON_TABLE = frozenset({"ship", "creature", "island", "terrain"})
_PLACED_BY = ("within", "beyond", "touching", "bow_on", "facing", "docked", "on")


class _WrittenDice(TrackedDice):
    """Dice that show what is known of them; else what is written at the step; else all the same face."""

    __slots__ = ("unknown",)

    def __init__(self, result: DiceResult, name: Any) -> None:
        super().__init__(result, name)
        self.unknown: list[Purpose] = []

    def roll(self, what_for: Any = None) -> Rolled:
        """The die that is rolled for this."""
        purpose = self.name(what_for)
        while purpose in self.rolled:
            purpose += ", once more"
        if purpose in self.result.faces:
            face = self.result.faces[purpose]
        elif self.ready:
            face = self.ready.pop(0)
        else:
            face = self.result.rest
            self.unknown.append(purpose)
        self.rolled[purpose] = face
        return face


@dataclass(frozen=True)
class PlayedScenario:
    """The steps of a scenario in one world."""

    before: State
    game: Game
    refused: tuple[tuple[str, str], ...]
    pieces: ScenarioPieces
    dice: _WrittenDice
    log_at: tuple[int, ...]  # how long the log was after each step
    done: dict[int, bool]  # steps by number, and whether they may be taken
    offered: frozenset[tuple[int, str]]  # what may be chosen in a step that says that it never may


@dataclass(frozen=True)
class WorldResult:
    """What came of a scenario in one world: facts, what happened in each step, and if unknown dice fell."""

    run: RunResult
    courses: tuple[Course, ...]
    unknown: bool
    firsts: Mapping[
        str, Mapping[int, int]
    ]  # for x and y: the place in each step at which it first acts or is done
    refused: frozenset[str]  # deeds among the two that are tried, and are refused whenever they are


Happened = tuple[str, str, str, object]
Course = tuple[bool | None, tuple[Happened, ...]]  # whether a step may be taken, and what happens in it


class ScenarioWorlds:
    """A position of a ruling in which both things are present."""

    def __init__(self, position: RulingPosition, x: Presence, y: Presence) -> None:
        self.position, self.x, self.y = position, x, y
        self._skipped = {"x": frozenset[int](), "y": frozenset[int]()}
        self._choices: ChoicesMade | None = None  # of the whole position, when it was played last

    def play(
        self,
        name: Name,
        known: Mapping[Purpose, int] | None = None,
        rest: int = 6,
        instead: Mapping[int, Step] = _AS_WRITTEN,
    ) -> PlayedScenario:
        """The steps in a world, some with others in their place.

        Without known dice those that the scenario has written are rolled.
        """
        gone = self._gone(name)
        scenario = self.position.scenario
        game, pieces = self._set_up(name)
        pieces.ends = isinstance(scenario.then.get("game"), str)
        before = game.state.copy()
        numbers = {key: piece.id for key, piece in pieces.items()}
        dice = _WrittenDice(
            DiceResult(rest, known or {}), lambda what_for: self._purpose(numbers, gone, what_for)
        )
        game.state.dice = dice
        skipped = frozenset[int]().union(
            *(self._skipped[key] for key in ("x", "y") if name not in (key, "both"))
        )
        refused, log_at, done = [], [], dict[int, bool]()
        table = game, pieces, names_of(numbers)
        choices, offered = self._choices_in(name, written=not instead), set[tuple[int, str]]()
        for number, written in enumerate(scenario.when):
            step = instead.get(number, written)
            if number not in skipped:
                dice.ready = list(step.dice) if known is None else []
                runner = WorldStepRunner(table, step, number, choices)
                reason = _taken(runner)
                offered |= {(number, str(each)) for each in runner.offered}
                dice.ready = []
                done[number] = reason is None
                _leave(game, gone)
                if reason is not None:
                    refused.append((step_text(step), reason))
            log_at.append(len(game.log))
        told = frozenset(offered)
        return PlayedScenario(before, game, tuple(refused), pieces, dice, tuple(log_at), done, told)

    def _gone(self, name: Name) -> list[Presence]:
        return [self._of(key) for key in ("x", "y") if name not in (key, "both")]

    def _set_up(self, name: Name) -> tuple[Game, ScenarioPieces]:
        """The table of a world."""
        gone = self._gone(name)
        there = [self._of(key) for key in ("x", "y") if name in (key, "both")]
        try:
            return set_up(
                self._given(gone, there),
                self.position.scenario,
                lambda piece, card: _changed(piece, card, gone, there),
            )
        except (ScenarioError, LanguageError, ValueError) as error:
            raise ImpossibleTable(str(error)) from None

    def _choices_in(self, name: Name, *, written: bool) -> ChoicesMade | None:
        """The choices that a world goes by: it writes them down, or has those of the whole position."""
        if name != "both":
            return self._choices.again() if self._choices is not None else None
        if not written:
            return None
        self._choices = ChoicesMade()
        return self._choices

    @property
    def has_stand_in(self) -> bool:
        """Whether one of the two is in the place of something else."""
        return any(one.replaced or one.turned for one in (self.x, self.y))

    @property
    def has_other_steps(self) -> bool:
        """Whether something is done that is none of the deeds among the two."""
        deeds = self._skipped["x"] | self._skipped["y"]
        steps = enumerate(self.position.scenario.when)
        return any(number not in deeds and step.turn is None for number, step in steps)

    def _of(self, key: str) -> Presence:
        return self.x if key == "x" else self.y

    def _given(self, gone: list[Presence], there: list[Presence]) -> dict[str, Given]:
        """The pieces without what is gone, and with what is added."""
        given = {
            name: piece
            for name, piece in self.position.given.items()
            if not any(name in presence.pieces for presence in gone)
        }
        for presence in (self.x, self.y):  # what is brought is a plain piece where it is not there
            given |= presence.brought
            given |= {name: piece for name, piece in presence.turned.items() if name in given}
        changes = [presence.states for presence in gone] + [presence.entered for presence in there]
        for name, fields in ((name, fields) for change in changes for name, fields in change.items()):
            given[name] = given[name].model_copy(update=dict(fields))
        moves = any(presence.pieces for presence in gone) or self.x.turned or self.y.turned
        return self._where_they_were(given) if moves else given

    def _where_they_were(self, given: dict[str, Given]) -> dict[str, Given]:
        """The pieces where they are in the whole position, also those that are placed by what is gone."""
        return {
            name: piece.model_copy(
                update={key: None for key in _PLACED_BY if key != "docked" or piece.docked not in given}
                | {"at": self._poses[name]}
            )
            if name in self._poses
            else piece
            for name, piece in given.items()
        }

    @cached_property
    def _poses(self) -> Mapping[str, tuple[float, float, float]]:
        """Where the ships, islands and terrain of the whole position are."""
        _, pieces = set_up(self.position.given, self.position.scenario)
        return {
            name: (piece.pose.x, piece.pose.y, piece.pose.heading)
            for name, piece in pieces.items()
            if piece.pose is not None and self.position.given[name].kind in _ON_TABLE
        }

    def _purpose(
        self,
        numbers: dict[str, int],
        gone: list[Presence],
        what_for: tuple[Ref | None, Ref | None, Cause, str],
    ) -> Purpose:
        agent, about, cause, which = what_for
        names = names_of(numbers)
        number = agent.label if isinstance(agent, Part) else 0
        ability = cause.ability
        if cause.piece is not None and ability is not None:
            ability = _printed_number(ability, _missing(names.get(cause.piece, ""), gone, (self.x, self.y)))
        parts = (
            called(agent, names),
            number,
            called(about, names),
            cause.rule,
            None if cause.piece is None else names.get(cause.piece),
            ability,
        )
        return ", ".join(map(str, (*parts, which)))

    def find_deeds(self, keys: tuple[str, ...] = ("x", "y")) -> bool:
        """Look up in which steps the deeds among the two are done; False if one is never done nor asked."""
        for key in keys:
            state = self._of(key).arises
            if state is not None and not self._comes_into(state):
                return False
            if not self._is_there(key):
                return False
            events = self._of(key).events
            if not events:
                continue
            alone: Name = "x" if key == "x" else "y"
            steps = set[int]()
            worlds: tuple[Name, ...] = ("both", alone)
            for name in worlds:
                played = self.play(name)
                steps |= set(steps_with(played, self.position.scenario.when, events))
            if not steps and not self._is_asked(events):
                return False
            self._skipped[key] = frozenset(steps)
        return True

    def _comes_into(self, state: str) -> bool:
        return any(state in ship.states for ship in self.play("both").game.state.ships())

    def _is_there(self, key: str) -> bool:
        """Whether ships are in the state that they are told to be in: an ability may keep one from it."""
        presence = self._of(key)
        if presence.state is None or not presence.states:
            return True
        game, pieces = self._set_up("x" if key == "x" else "y")
        return any(_is_in(presence.state, ship, game, pieces) for ship in presence.states)

    def _is_asked(self, events: tuple[str, ...]) -> bool:
        """Whether what must be true speaks of such an event."""
        then = self.position.scenario.then
        asked = [each for name in ("allowed", "forbidden") for each in listed(then.get(name))]
        kinds = {event.split()[0] for event in events}
        return any(each.get("event") in kinds for each in asked if isinstance(each, dict))

    def result(self, name: Name, known: Mapping[Purpose, int] | None, rest: int) -> WorldResult:
        """What comes of the steps in a world."""
        played = self.play(name, known, rest)
        acting = tuple(self._acting(played, name))
        rolled = dict(played.dice.rolled)
        run = RunResult(self._facts(played, name), played.dice.answers, rolled, acting, frozenset(), 0)
        unknown = bool(played.dice.unknown)
        return WorldResult(
            run, self.courses(played), unknown, self._firsts(played, name), self._refused(played)
        )

    def _refused(self, played: PlayedScenario) -> frozenset[str]:
        """Which of the two is a deed that is tried, never may be done, and does not come about otherwise."""
        steps = self.position.scenario.when
        return frozenset(
            key
            for key in ("x", "y")
            if (events := self._of(key).events)
            and any(
                played.done.get(number) is False and is_step(step, played, events)
                for number, step in enumerate(steps)
            )
            and not count(played, steps, events)
        )

    def _firsts(self, played: PlayedScenario, name: Name) -> dict[str, dict[int, int]]:
        """Where in each step an ability first makes something happen, or a deed is first done."""
        firsts: dict[str, dict[int, int]] = {"x": {}, "y": {}}
        start = 0
        for step, end in enumerate(played.log_at):
            at_all = [at for at in range(start, end) if played.game.log[at][0] == "happens"]
            for key in ("x", "y"):
                events = self._of(key).events
                found = (
                    happening(played, events, start, end)
                    if events
                    else (at for at in at_all if self._whose(played, name, at) == key)
                )
                first = next(iter(found), None)
                if first is not None:
                    firsts[key][step] = at_all.index(first)
            start = end
        return firsts

    def courses(self, played: PlayedScenario) -> tuple[Course, ...]:
        """What happened in each step, told the same in all worlds."""
        names = names_of({key: piece.id for key, piece in played.pieces.items()})
        start, courses = 0, list[Course]()
        for number, end in enumerate(played.log_at):
            happened = tuple(
                (kind, called(slots.get("agent"), names), called(slots.get("object"), names), manner)
                for what, kind, slots, manner in (
                    (what, kind, dict(slots), manner)
                    for what, kind, slots, _, manner, *_ in played.game.log[start:end]
                )
                if what == "happens"
            )
            courses.append((played.done.get(number), happened))
            start = end
        return tuple(courses)

    def _acting(self, played: PlayedScenario, name: Name) -> dict[str, None]:
        """Which of the two made something happen, in their order."""
        whose = (self._whose(played, name, at) for at in range(len(played.game.log)))
        return dict.fromkeys(key for key in whose if key is not None)

    def _whose(self, played: PlayedScenario, name: Name, at: int) -> str | None:
        """Which of the two made an event of the log happen."""
        what, *_, cause, _ = played.game.log[at]
        if what != "happens" or cause.piece is None or cause.ability is None:
            return None
        gone = self._gone(name)
        piece = next((key for key, each in played.pieces.items() if each.id == cause.piece), "")
        number = _printed_number(cause.ability, _missing(piece, gone, (self.x, self.y)))
        for key in ("x", "y"):
            presence = self._of(key)
            if number in presence.abilities.get(piece, ()) or (
                piece in presence.gained and number >= self._printed(piece)
            ):
                return key
        return None

    def _printed(self, name: str) -> int:
        """How many abilities a piece has of itself."""
        return len(printed_on(self.position.given[name])) if name in self.position.given else 0

    def works_without_action(self, action: str, known: Mapping[Purpose, int]) -> bool | None:
        """Whether the other thing does anything where other actions are given in the place of an action.

        None if the one is no action that is given, or if no other may be given.
        """
        tried = [self._works_with(instead, action, known) for instead in _ACTIONS]
        if (
            not any(each is not None for each in tried)
            and (beside := self._beside_a_target(action)) is not None
        ):
            tried = [beside._works_with("shoot", action, known)]
        done = [each for each in tried if each is not None]
        return any(done) if done else None

    def _beside_a_target(self, action: str) -> ScenarioWorlds | None:
        """The same position with an enemy within S of the ship that acts, so that she may shoot."""
        steps = (self.position.scenario.when[number] for number in sorted(self._skipped[action]))
        ship = next((step.to for step in steps if step.give is not None and step.to is not None), None)
        if ship is None or self.position.given[ship].ship is None:
            return None
        side = "ours" if self.position.given[ship].ship != "ours" else "theirs"
        mark = Given.model_validate({"ship": side, "within": f"S of {ship}"})
        beside = ScenarioWorlds(
            replace(self.position, given={**self.position.given, _TARGET: mark}), self.x, self.y
        )
        beside._skipped, beside._choices = self._skipped, self._choices
        return beside

    def _works_with(self, instead: str, key: str, known: Mapping[Purpose, int]) -> bool | None:
        steps = {number: self.position.scenario.when[number] for number in self._skipped[key]}
        given = {number: step for number, step in steps.items() if not step.refused}
        if not given or any(step.give in {None, instead} for step in given.values()):
            return None
        others = {
            number: Step.model_validate({"give": instead, "to": step.to}) for number, step in given.items()
        }
        both = self.play("both", known, _REST, others)
        if not any(both.done.get(number) for number in others):
            return None
        other = self.x if key == "y" else self.y
        if other.events:
            return count(both, self.position.scenario.when, other.events) > 0
        alone: Name = "y" if key == "y" else "x"
        return self._comes_otherwise(both, self.play(alone, known, _REST, others), alone)

    def _comes_otherwise(self, one: PlayedScenario, other: PlayedScenario, name: Name) -> bool:
        """Whether what the scenario speaks of comes out otherwise in another world; not what may be used."""
        flags = {"usable", "copies", "occurs"}
        with_x, without = self._facts(one, "both"), self._facts(other, name)
        return any(
            with_x.get(key) != without.get(key)
            for key in with_x.keys() | without.keys()
            if key[0] not in flags
        )

    def _facts(self, played: PlayedScenario, name: Name) -> Facts:
        """What `then` speaks of, in full; and whether the deeds among the two are done."""
        scenario, game = self.position.scenario, played.game
        ids = {key: piece.id for key, piece in played.pieces.items()}
        carried = dict(ids)
        for key in ("x", "y"):
            carrier = next(iter((*self._of(key).abilities, *self._of(key).gained)), None)
            if carrier is not None:
                carried[key] = ids[carrier]
        every = facts(game, played.before, carried, ()) | standing(game, ids)
        wanted = set(facets_told(scenario.then))
        if self.has_stand_in:  # it may do something else to the same pieces
            wanted |= {key for key in every if key[0] in scenario.then and key[1:] in _LASTING}
            every |= {
                ("then", name, state): state in played.pieces[name].states
                for name in scenario.then.keys() & played.pieces.keys()
                for state in _STATES
            }
            wanted |= {key for key in every if key[0] == "then"}
        result: Facts = {
            key: _plain(value)
            for key, value in every.items()
            if key in wanted or key[0] in {"usable", "copies"}
        }
        for number, step in enumerate(scenario.when):
            if step.turn is None:
                result["done", str(number + 1), step_text(step)] = played.done.get(number, False)
            for never in map(str, step.never):
                result["choice", str(number + 1), _of_a_choice(never)] = (number, never) in played.offered
        afloat = [name for name, piece in self.position.given.items() if piece.ship or piece.creature]
        if self.y.state is not None:
            for ship in afloat if self.y.watched else (*self.y.states, *self.y.entered):
                result["is", ship, self.y.state] = _is_in(self.y.state, ship, game, played.pieces)
        if self.y.keyword is not None and self.x.carrier is not None:
            for ship in afloat if self.y.watched else (self.x.carrier,):
                has = stats.keywords(game, played.pieces[ship])
                result["has", ship, self.y.keyword] = self.y.keyword in has
        counted = dict(numbers(game, played.pieces, scenario.then))
        asked = {
            one: value
            for one, value in probe(game, played.pieces, scenario.then)
            if one[:2] not in counted or len(one) == 2
        }
        for key in ("x", "y"):
            if events := self._of(key).events:
                there = name in (key, "both")
                result["occurs", key] = count(played, scenario.when, events) if there else 0
                for ship in afloat if key == "y" else ():
                    result["done to", key, ship] = count_at(played, events, ids[ship]) if there else 0
                for one in [one for one in asked if _asks(one, events)]:
                    result[("occurs", key, *one)] = there and asked.pop(one)
        told = {key for one in asked for key in facets_of(one[0], one[1]) if key in result}
        in_full = {key: _plain(value) for key, value in counted.items() if key not in result}
        rest = {
            ("then", *one): value
            for one, value in asked.items()
            if not told.intersection(facets_of(one[0], one[1]))  # else it is told in full
        }
        return result | in_full | rest


def _is_in(state: str, ship: str, game: Game, pieces: ScenarioPieces) -> bool:
    """Whether a ship is in a state; one of no masts at all is not on fire."""
    if state == ON_FIRE:
        return FIRE in pieces[ship].masts
    return not any(check(game, pieces, ship, state))


def known_dice(played: PlayedScenario) -> dict[Purpose, int]:
    """What the dice of a played scenario showed."""
    return {purpose: int(face) for purpose, face in played.dice.rolled.items()}


def _of_a_choice(never: str) -> str:
    """A choice that is never to be had, in plain words."""
    return never.strip("{}").replace("'", "")


def _plain(value: Any) -> Any:
    return int(value) if isinstance(value, TrackedNumber) else value


def _asks(probed: Probe, events: tuple[str, ...]) -> bool:
    """Whether it is asked of such an event if it may happen."""
    return probed[0] == "allowed" and probed[1] in {event.split()[0] for event in events}


def _taken(runner: WorldStepRunner) -> str | None:
    """Take a step; why it may not be taken, or None."""
    try:
        return taken(runner)
    except ScenarioError as error:
        raise ImpossibleTable(str(error)) from None


def _changed(name: str, card: Card, gone: list[Presence], there: list[Presence]) -> Card:
    """A card without the abilities that are gone and with those that are added."""
    numbers = _missing(name, gone, there)
    added = tuple(one for presence in there for one in presence.gained.get(name, ()))
    is_bare = card.kind in {"treasure", "event"} and not card.abilities
    if not numbers and not added and not is_bare:
        return card
    kept = tuple(one for number, one in enumerate(card.abilities) if number not in numbers)
    idle = (IDLE,) if card.kind in {"treasure", "event"} and not card.gold else ()  # it is no coin
    marks = "".join(f"-{number}" for number in sorted(numbers)) + "+" * len(added)
    return replace(card, id=f"{card.id}{marks}", abilities=(*kept, *added) or idle)


def _leave(game: Game, gone: list[Presence]) -> None:
    """Take ships out of states that are not of this world, as soon as they come into them."""
    for state in (presence.arises for presence in gone):
        for ship in game.state.ships() if state is not None else ():
            if state in ship.states:
                game.state.mark(ship, state, False)


def _missing(name: str, gone: Iterable[Presence], there: Iterable[Presence]) -> frozenset[int]:
    """The abilities that a piece has lost: of what is gone, and in whose place something stands."""
    missing = [each.abilities for each in gone] + [each.replaced for each in (*gone, *there)]
    return frozenset[int]().union(*(each.get(name, frozenset()) for each in missing))


def _printed_number(number: int, missing: frozenset[int]) -> int:
    """The number that an ability has on the whole card, where some before it may be missing."""
    for missing_one in sorted(missing):
        if missing_one <= number:
            number += 1
    return number
