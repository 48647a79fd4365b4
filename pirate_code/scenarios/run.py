"""Runs a scenario: sets the table, takes each step with its dice and choices, looks at what came of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from pirate_code.board.state import Lasting, Phase, State
from pirate_code.language.errors import LanguageError
from pirate_code.rules import ending, pipeline, setup, turn
from pirate_code.rules.active import Match
from pirate_code.rules.choice import Choice, legal
from pirate_code.rules.decision import Answer, Decision, Kind, Steps
from pirate_code.rules.event import Cause, Event
from pirate_code.rules.events import SLOTS
from pirate_code.rules.game import Game
from pirate_code.rules.happen import giving
from pirate_code.rules.phrasing import question
from pirate_code.scenarios.expectations import check
from pirate_code.scenarios.format import SIDES, Given, Scenario, Step
from pirate_code.scenarios.piece_names import ScenarioError, ScenarioPieces, reference
from pirate_code.scenarios.position import set_up
from pirate_code.scenarios.scenario_cards import has_removable_ability, without_ability

DECISIONS = 400
SHOWN_OPTIONS = 8
_BY_JUDGE = Cause("scenario")
# What a player may do that is told in words, and is no action, no ability that is used and no end of a turn.
_DEEDS = (
    "scuttle",
    "let her burn",
    "reveal",
    "take",
    "put",
    "ashore",
    "free",
    "let go",
    "build",
    "board",
    "move",
    "shoot",
    "explore",
    "repair",
    "eliminate",
)


@dataclass
class ScenarioRun:
    """What came of a scenario: its faults in sentences (none if it holds), and the game before and after."""

    faults: list[str] = field(default_factory=list)
    before: State | None = None
    game: Game | None = None
    asked: list[Decision] = field(default_factory=list)
    all_asked: bool = True  # whether a choice that nobody is asked for is a fault

    @property
    def holds(self) -> bool:
        """Whether everything was as the scenario says."""
        return not self.faults


def run(scenario: Scenario, given: dict[str, Given], *, all_asked: bool = True) -> ScenarioRun:
    """Run a scenario on its pieces (those of the one above, if it says so).

    Every choice must be asked for, unless only what comes of it matters (`all_asked` is False).
    """
    done = ScenarioRun(all_asked=all_asked)
    try:
        game, pieces = set_up(given, scenario)
    except (ScenarioError, LanguageError, ValueError) as error:
        done.faults.append(f"The position cannot be set up: {error}.")
        return done
    done.before, done.game = game.state.copy(), game
    pieces.ends = isinstance(scenario.then.get("game"), str)
    for number, step in enumerate(scenario.when, 1):
        try:
            fault = StepRunner(game, pieces, step, done).take()
        except ScenarioError as error:
            fault = f"{error}."
        if fault is not None:
            done.faults.append(f"Step {number}: {fault}")
            return done
    done.faults += [
        fault for name, wanted in scenario.then.items() for fault in check(game, pieces, name, wanted)
    ]
    return done


class StepRunner:
    """Takes one step of a scenario."""

    def __init__(self, game: Game, pieces: ScenarioPieces, step: Step, done: ScenarioRun) -> None:
        self.game, self.pieces, self.step, self.done = game, pieces, step, done
        self.left = list(step.choose)
        self.offered: list[Any] = []

    def take(self) -> str | None:
        """Take the step; why it did not go as written, or None."""
        state, step = self.game.state, self.step
        reason = self.refusal()
        if step.refused:
            return None if reason is not None else "it was to be refused, and nothing forbids it."
        if reason is not None:
            return f"it cannot be done: {reason}"
        state.dice.ready = list(step.dice)
        noted, lasted = len(self.game.log), list(state.lasting)
        self.carry_out()
        acted_on = self._acted_on(noted, lasted)
        self.left = [choice for choice in self.left if not self._was_the_only_one(choice, acted_on)]
        if state.dice.ready:
            left, state.dice.ready = state.dice.ready, []
            return f"the dice {left} were not rolled."
        if self.offered:
            return f"{self.offered[0]!r} may be chosen."
        if self.left and self.done.all_asked:
            asked = " ".join(self._asked(decision) for decision in self.done.asked[-6:])
            return f"the choice {self.left[0]!r} was never asked for. Asked was: {asked or 'nothing.'}"
        return None

    def _acted_on(self, noted: int, lasted: list[Lasting]) -> set[int]:
        """The pieces that abilities have acted on in this step, now or for a while."""
        events = [dict(line[2]) for line in self.game.log[noted:] if line[5].rule == "ability"]
        begun = (lasting for lasting in self.game.state.lasting if lasting not in lasted)
        met = [event.get("object") for event in events]
        met += [event.get("to") for event in events if event.get("to") != event.get("agent")]
        met += [ref for lasting in begun for ref in lasting.said]
        found = (getattr(ref, "of", ref) for ref in met)
        return {piece for piece in found if isinstance(piece, int)}

    def _was_the_only_one(self, choice: Any, acted_on: set[int]) -> bool:
        """Whether a chosen piece is what an ability acted on: where it is the only one, nobody asks."""
        if isinstance(choice, dict) and len(choice) == 1 and next(iter(choice)) in SIDES:
            (choice,) = choice.values()
        piece = self.pieces.get(choice) if isinstance(choice, str) else None
        return piece is not None and piece.id in acted_on

    def _asked(self, decision: Decision) -> str:
        """A question with the answers that it takes."""
        names = [option.name for option in decision.options[: SHOWN_OPTIONS + 1]]
        more = ["..."] if len(names) > SHOWN_OPTIONS else []
        return f"{question(decision, self.game)} ({', '.join(names[:SHOWN_OPTIONS] + more)})"

    def carry_out(self) -> None:
        """Do what the step says, whatever it needs, and set right what is wrong then."""
        self.drive(self.work())
        player = self.game.state.turn.player
        self.drive(turn.set_right(self.game, Event("turn", player=player, cause=_BY_JUDGE)))

    def refusal(self) -> str | None:
        """Why the step may not be taken, or None."""
        step, game = self.step, self.game
        if (over := self._over()) is not None:
            return f"the game is over: {over}"
        if step.turn is not None or step.setup:
            return None
        if step.do is not None:
            if self._choice() is not None:
                return None
            if step.refused:
                self._is_a_deed(step.do)
            return f"{step.do!r} is nothing that may be done now."
        if step.use is not None:
            piece = self.pieces.named(step.use)
            return None if self._offer(piece.id) is not None else f"{step.use} offers nothing now."
        event = self._event()
        if step.give is not None:
            piece = game.piece(event.to)
            if piece.kind != "crew" and piece.controller != game.state.turn.player:
                return f"{step.to} is given actions only on the turn of her player."
            if not giving.has_action_left(game, piece, f"{step.give}_action"):
                return f"{step.to} has no action left."
        return pipeline.forbidden(game, event)

    def work(self) -> Steps[Any]:
        step = self.step
        if step.use is not None:
            return self._use(self.pieces.named(step.use).id)
        if step.turn is not None:
            return self._turn(SIDES[step.turn])
        if step.setup:
            return self._setup()
        if (choice := self._choice()) is not None:
            return choice.work()
        if step.give is not None:
            return giving.order(self.game, self._event())
        return self.game.propose(self._event())

    def _over(self) -> str | None:
        """Why the game has ended, or None; only where the scenario tells of it, as few have whole fleets."""
        if not self.pieces.ends:
            return None
        self.pieces.over = self.pieces.over or ending.why_over(self.game)
        return self.pieces.over

    def _choice(self) -> Choice | None:
        """What a player may do in this turn that the step tells in words of it."""
        if self.step.do is None:
            return None
        game = self.game
        wordings = [words.casefold() for words in _wordings(self.step.do, self.pieces)]
        player = SIDES[self.step.by] if self.step.by is not None else game.state.turn.player
        with game.cache:
            choices = legal(turn.choices(game, player))
        told = (choice for choice in choices if any(words in _name_of(choice) for words in wordings))
        return next(told, None)

    def _is_a_deed(self, words: str) -> None:
        """What is to be refused must be something that could be done at all, and not a slip of the pen."""
        told = words.casefold()
        names = [*self.pieces, *(piece.card.name for piece in self.pieces.values())]
        if not any(told in name.casefold() for name in names) and not any(deed in told for deed in _DEEDS):
            raise ScenarioError(
                f"{words!r} is nothing that anybody does; there are {', '.join(_DEEDS)}, of a piece"
            )

    def _offer(self, source: int) -> Match | None:
        player = self.game.active.player_of(self.game.state.pieces[source])
        if self.step.by is not None:
            player = SIDES[self.step.by]
        offers = self.game.active.offers(player)
        return next((match for option, match in offers if option.answer["use"] == source), None)

    def _use(self, source: int) -> Steps[Any]:
        """Use the ability that a piece offers now."""
        match = self._offer(source)
        assert match is not None
        yield from self.game.active.use(match)

    def _turn(self, player: int) -> Steps[Any]:
        """End the turn that is going on, and begin one of that player."""
        game = self.game
        if game.state.turn.phase is not Phase.READY:
            yield from turn.end(game)
            ending.note_progress(game)
        turn.open_turn(game, player)
        if self._over() is None:
            yield from turn.begin(game)
        game.state.turn.phase = Phase.ACTIONS

    def _setup(self) -> Steps[Any]:
        """Go through the whole setup; home islands then have names."""
        yield from setup.set_up(self.game)
        for side, player in SIDES.items():
            if (home := self.game.state.home(player)) is not None:
                self.pieces[f"home of {side}"] = home

    def _event(self) -> Event:
        step = self.step
        if step.give is not None:
            ship = self.pieces.named(str(step.to))
            player = SIDES[step.by] if step.by is not None else ship.controller or 0
            return giving.asked(ship, f"{step.give}_action", player)
        slots: dict[str, Any] = {
            slot: reference(self.pieces, value)
            for slot in SLOTS
            if (value := getattr(step, slot)) is not None
        }
        if step.distance is not None:
            slots["distance"] = tuple(step.distance.split("+"))
        if step.amount is not None:
            slots["amount"] = step.amount
        player = SIDES[step.by] if step.by is not None else self.game.state.turn.player
        return Event(str(step.event), player=player, manner=frozenset(step.manner), cause=_BY_JUDGE, **slots)

    # --- decisions ------------------------------------------------------------------------------------------

    def drive(self, work: Steps[Any]) -> None:
        """Go through work to its end, answering what it asks."""
        reply: Any = None
        for _ in range(DECISIONS):
            try:
                decision = work.send(reply)
            except StopIteration:
                return
            self.done.asked.append(decision)
            reply = self.answer(decision)
        raise ScenarioError("the step asks more than it should ever ask")

    def answer(self, decision: Decision) -> Any:
        """The next choice that is written down, if it fits; else what a player would do without a word."""
        self.note_offered(decision)
        written = self.written(decision)
        if written:
            return written[0]
        if decision.kind is Kind.COURSE:
            ahead = (option.answer for option in decision.options if _is_straight(option.answer))
            return next(ahead, decision.options[0].answer)
        return decision.options[0].answer

    def note_offered(self, decision: Decision) -> None:
        """Note what may be answered although the step says that it never may."""
        fits = (never for never in self.step.never if _fitting(decision, never, self.pieces) is not _NONE)
        self.offered += fits

    def written(self, decision: Decision) -> tuple[Any, ...]:
        """The next choice that is written down, as the only one of a tuple; empty if it does not fit."""
        chosen = _fitting(decision, self.left[0], self.pieces, about=True) if self.left else _NONE
        if chosen is _NONE:
            return ()
        self.left.pop(0)
        return (chosen,)


_NONE = object()
_OTHER_NUMBERS = {Kind.EFFECT, Kind.COME_ABOUT, Kind.HEADING, Kind.DIRECTION, Kind.PLACE, Kind.DIE}


def fits(decision: Decision, choice: Any, pieces: ScenarioPieces, *, about: bool = True) -> tuple[Any, ...]:
    """The answer that a written choice stands for, as the only one of a tuple; empty if it does not fit."""
    found = _fitting(decision, choice, pieces, about=about)
    return () if found is _NONE else (found,)


def _is_straight(course: Answer) -> bool:
    """Whether a ship sails this course without turning."""
    return isinstance(course, dict) and "direction" not in course and not course.get("turn")


def _fitting(decision: Decision, choice: Any, pieces: ScenarioPieces, *, about: bool = False) -> Any:
    """The answer that a written choice stands for: itself, a piece by name, or the name of an option.

    A part of a name will do: the first option that has it is taken, if none is called so in full. The name of
    a piece is never part of a word, as B is of "starboard"; with `about`, an option that is about it will do.

    `{theirs: Prey}` is a choice that only that player is asked for.
    """
    if isinstance(choice, dict) and len(choice) == 1 and (side := next(iter(choice))) in SIDES:
        return (
            _fitting(decision, choice[side], pieces, about=about) if decision.player == SIDES[side] else _NONE
        )
    if isinstance(choice, dict | list):  # a course or a place of one's own
        return choice if decision.refuses(choice) is None else _NONE
    words = ("yes" if choice else "no") if isinstance(choice, bool) else str(choice)
    for option in decision.options:
        if words in {"yes", "no"} and option.answer is (words == "yes"):
            return option.answer
        if words in pieces and _is_of_a_piece(decision, option.answer) and option.answer == pieces[words].id:
            return option.answer
    if words in {"yes", "no"}:
        return _NONE
    open_ones = [option for option in decision.options if not isinstance(option.answer, bool)]
    wordings = _wordings(words, pieces)
    called = [
        option
        for option in open_ones
        if any(_is_called(wording, option.name, whole=words in pieces) for wording in wordings)
    ]
    if not called and about and words in pieces:
        called = [option for option in open_ones if pieces[words].id in option.refs]
    exact = [option for option in called if option.name.casefold() in map(str.casefold, wordings)]
    return (exact or called)[0].answer if called else _NONE


def _is_of_a_piece(decision: Decision, answer: Answer) -> bool:
    """Whether an answer is the number of a piece, and not one of a place, an angle, an effect or a die."""
    return not isinstance(answer, bool) and decision.kind not in _OTHER_NUMBERS


def _wordings(words: str, pieces: ScenarioPieces) -> tuple[str, ...]:
    """Words as they are written, and with the names of cards for those of the pieces that have them.

    Coins go by what they are worth, and several are worth the same.
    """
    printed = words
    for name, piece in pieces.items():
        is_coin = piece.kind == "treasure" and not piece.is_unique
        if piece.card.name != name and not is_coin:
            printed = re.sub(_alone(name), piece.card.name.replace("\\", r"\\"), printed)
    return (words,) if printed == words else (words, printed)


def _alone(words: str) -> str:
    """A pattern for words that are no part of a longer word."""
    return rf"(?<!\w){re.escape(words)}(?!\w)"


def _is_called(words: str, name: str, *, whole: bool) -> bool:
    """Whether words stand in the name of an option, where a word begins, and to its end if they are whole."""
    begins = r"(?<!\w)" if words[:1].isalnum() else ""
    pattern = _alone(words) if whole else begins + re.escape(words)
    return re.search(pattern, name, re.IGNORECASE) is not None


def _name_of(choice: Choice) -> str:
    return choice.option.name.casefold() if choice.option is not None else ""


def positions(scenarios: Sequence[Scenario]) -> list[dict[str, Given]]:
    """The pieces of each scenario; one that is like the one above has those, changed where it says so."""
    by_scenario: list[dict[str, Given]] = []
    for scenario in scenarios:
        above = by_scenario[-1] if scenario.like is not None and by_scenario else {}
        by_scenario.append(above | scenario.given)
    return by_scenario


def without(given: dict[str, Given], name: str) -> dict[str, Given]:
    """The same pieces, one of which has no ability, or is as its card was printed."""
    return {key: without_ability(piece) if key == name else piece for key, piece in given.items()}


def idle(scenario: Scenario, given: dict[str, Given]) -> list[str]:
    """The pieces whose ability or correction is not needed: without it the scenario holds all the same."""
    with_ability = [name for name, piece in given.items() if has_removable_ability(piece)]
    return [name for name in with_ability if run(scenario, without(given, name)).holds]
