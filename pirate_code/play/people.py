"""A game that people play, against captains or each other: every answer is kept as text, so the text and the
order are the whole game.

A `PeopleGame` that others may still want is copied before it goes on.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from pirate_code.board.observe import observe, sees
from pirate_code.board.state import SETUP_PHASES
from pirate_code.core.dice import Dice
from pirate_code.core.playing import Taken
from pirate_code.play.answer_text import Choice, UnreadableAnswer, read, tokens, with_numbers, write
from pirate_code.play.captains import Captain, MakeCaptain, captain
from pirate_code.play.game import Played
from pirate_code.rules.decision import Answer, Candidates, Decision, IllegalAnswer, Kind, Option
from pirate_code.rules.match import match

ME = "me"  # the name of a person among captains
ANSWERS_LIMIT = 6_000
STEWARD = "greedy"  # who sets up in the place of a person that wants it so
_FREE = {Kind.COURSE, Kind.COME_ABOUT, Kind.HEADING, Kind.PLACE}


class _Absent:
    """Stands where a person plays; nobody asks it."""

    def __init__(self, dice: Dice) -> None:
        """Needs no dice."""

    def answer(self, decision: Decision, look: object) -> Answer:
        """Is never asked."""
        raise NotImplementedError


PEOPLE: Mapping[str, MakeCaptain] = {ME: _Absent}


class _Mark(NamedTuple):
    """How things stood before an answer was given."""

    player: int
    passes: bool  # whether the answer is to do nothing
    log: int  # entries
    dice: int
    seen: frozenset[int]  # what the player knew
    length: int  # of the text


@dataclass
class PeopleGame:
    """A game with all the answers that were given, and where it stands."""

    played: Played
    text: str = ""
    captains: dict[int, Captain] = field(default_factory=dict)
    marks: list[_Mark] = field(default_factory=list)

    @classmethod
    def begin(cls, played: Played) -> PeopleGame:
        """A game before its first answer."""
        played.game.start(match)
        return cls(played)

    def copy(self) -> PeopleGame:
        """A game that goes its own way from here."""
        played = replace(self.played, game=self.played.game.copy(), decisions=list(self.played.decisions))
        return PeopleGame(played, self.text, deepcopy(self.captains), list(self.marks))

    @property
    def decision(self) -> Decision | None:
        """What the game waits for."""
        return self.played.game.decision

    @property
    def people(self) -> tuple[int, ...]:
        """The players that are people."""
        return tuple(player for player, name in enumerate(self.played.captains) if name == ME)

    @property
    def asks_person(self) -> bool:
        """Whether it is a person that the game waits for."""
        return self.decision is not None and self.decision.player in self.people

    # --- answers -----------------------------------------------------------------------------------------

    def follow(self, text: str) -> None:
        """Give the answers of a text; UnreadableAnswer or IllegalAnswer if one does not fit."""
        for token in tokens(text):
            self.choose(read(token, self.played.seed, len(self.marks)))

    def choose(self, choice: Choice) -> None:
        """Answer with an option, or with numbers of one's own in place of its numbers."""
        decision = self.decision
        if decision is None:
            raise UnreadableAnswer("The game is over, and there are more answers.")
        option = _option(decision, choice.option)
        if option is None:
            raise UnreadableAnswer(
                f"There is no choice {choice.option + 1} for answer {len(self.marks) + 1}."
            )
        if choice.free and not takes_numbers(decision):
            raise UnreadableAnswer("Only a turn or a place can be told in numbers of one's own.")
        answer = with_numbers(option.answer, choice.free) if choice.free else option.answer
        self._give(decision, choice, answer)

    def _give(self, decision: Decision, choice: Choice, answer: Answer) -> None:
        if len(self.marks) >= ANSWERS_LIMIT:
            raise UnreadableAnswer(f"A game has at most {ANSWERS_LIMIT:,} answers here.")
        state, player = self.played.game.state, decision.player
        seen = frozenset(piece.id for piece in state.pieces if sees(state, player, piece))
        passes = answer is None or answer is False
        mark = _Mark(player, passes, len(self.played.log), state.dice.state, seen, len(self.text))
        self.played.game.answer(answer)
        self.text += write(choice, self.played.seed, len(self.marks))
        self.marks.append(mark)
        self.played.decisions.append(Taken(decision.kind.value, answer))

    # --- captains ----------------------------------------------------------------------------------------

    def let_captains_play(self, seconds: float) -> None:
        """Let captains answer until a person is asked, the game is over, or the time is up."""
        until = time.monotonic() + seconds
        while self.decision is not None and not self.asks_person:
            self._ask(self._captain(self.decision.player, self.played.captains[self.decision.player]))
            if time.monotonic() > until:
                return

    def set_up_for_person(self) -> None:
        """Let a captain answer for the person that is asked, until setup is over or another is asked."""
        assert self.decision is not None
        player = self.decision.player
        steward = self._make(STEWARD, player)
        while self.is_setup and self.decision is not None and self.decision.player == player:
            self._ask(steward)

    @property
    def is_setup(self) -> bool:
        """Whether the first turn has not begun."""
        return self.played.game.state.turn.phase in SETUP_PHASES

    def _captain(self, player: int, name: str) -> Captain:
        if player not in self.captains:
            self.captains[player] = self._make(name, player)
        return self.captains[player]

    def _make(self, name: str, player: int) -> Captain:
        """A captain whose dice depend on where the game stands, so that he can begin anywhere."""
        seed = self.played.seed + len(self.marks)
        return captain(name, seed, player, edition=self.played.edition)

    def _ask(self, commander: Captain) -> None:
        decision, state = self.decision, self.played.game.state
        assert decision is not None
        answer = commander.answer(decision, lambda: observe(state, decision.player))
        number = next((n for n, option in enumerate(decision.options) if option.answer == answer), None)
        if number is None:
            raise IllegalAnswer(f"A captain answered {answer!r}, which is none of the choices.")
        self._give(decision, Choice(number), answer)

    # --- since the last answer ---------------------------------------------------------------------------

    def told_since(self, player: int) -> int:
        """The entry of the log from which on a player has not been told what happened."""
        return next((mark.log for mark in reversed(self.marks) if mark.player == player), 0)

    def undone(self, player: int) -> str | None:
        """The text without the last answer of a player and what followed; None if that cannot be taken back.

        It cannot if dice were rolled since, if the player has seen something new, or if another has done
        something.
        """
        state = self.played.game.state
        for mark in reversed(self.marks):
            if mark.player != player:
                if mark.passes and mark.player not in self.people:
                    continue
                return None
            knows = {piece.id for piece in state.pieces if sees(state, player, piece)}
            return None if mark.dice != state.dice.state or knows - mark.seen else self.text[: mark.length]
        return None


def takes_numbers(decision: Decision) -> bool:
    """Whether an answer to a decision may have numbers of one's own: a turn, or a place."""
    if decision.check is None or decision.kind not in _FREE or decision.event == "flags":
        return False
    first = decision.options[0].answer
    return decision.kind is not Kind.PLACE or isinstance(first, list | tuple)


def _option(decision: Decision, number: int) -> Option | None:
    options = decision.options
    if isinstance(options, Candidates):
        return next((option for n, option in enumerate(options) if n == number), None)
    return options[number] if number < len(options) else None
