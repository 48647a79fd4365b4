"""A person at the terminal as a captain: told what happened, shown the table, asked with numbered choices."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

import click

from pirate_code.board.pose import Pose
from pirate_code.board.state import SETUP_PHASES, State
from pirate_code.commands.output import say
from pirate_code.play.answer_text import UnreadableAnswer, with_numbers
from pirate_code.play.captains import Captain, captain
from pirate_code.play.choices import Offered, offered, pose_of
from pirate_code.play.game import Played
from pirate_code.play.people import ME, STEWARD, takes_numbers
from pirate_code.rules.decision import Answer, Decision, Kind
from pirate_code.rules.phrasing import question
from pirate_code.views.seat import SeatView
from pirate_code.views.story import story
from pirate_code.views.text_table import draw, draw_close

NAME = ME
_PAGE = 20  # choices that are listed at once
_OWN = re.compile(r"(\d{0,4})\s*=\s*(-?\d{1,5}(?:\.\d{1,3})?(?:[\s,]+-?\d{1,5}(?:\.\d{1,3})?){0,2})")
_TURN_HINT = "or as 2 = 35: choice 2 with a turn of your own, in degrees to port"
_HINTS = {Kind.PLACE: "or as = 333 444 17: a place of your own, by x, y and heading"}
_HELP = """\
A number takes that choice; so does a part of its name that only one has.
  = 333 444 17  lays a piece where you like: x and y in millimetres from the south-west, and a heading
  2 = 35  takes choice 2 with a turn of your own: degrees to port, with a minus to starboard
  t  draws the table again
  s  before the first turn: has your islands, ships and crew set up for you
  a  lists all choices
  ?  tells this, and what the pieces that are asked about say
  q  leaves the game; with --save what was played so far can be replayed"""


class LeftGame(Exception):
    """The person does not want to go on."""


class Person:
    """Asks the person at the terminal; `played` gives the game, which is made after its captains."""

    def __init__(self, played: Callable[[], Played]) -> None:
        self._played = played
        self._told = 0  # entries of the log
        self._drawn = -1  # the turn at which the table was last drawn
        self._steward: Captain | None = None  # who sets up for the person, if that is wanted

    def answer(self, decision: Decision, look: Callable[[], State]) -> Answer:
        """What the person chooses."""
        seen, played = look(), self._played()
        self.tell(played, seen)
        if decision.kind is Kind.TURN and seen.turn.number != self._drawn:
            self._drawn = seen.turn.number
            _show(draw(seen, decision.player))
        is_setup = seen.turn.phase in SETUP_PHASES
        if self._steward is not None and is_setup:
            return self._steward.answer(decision, look)
        view = SeatView(played.game.state, decision.player)
        choices = offered(played.game, view, decision, played.seed ^ len(played.decisions))
        self._draw_places(decision, choices, seen)
        say(f"Player {decision.player + 1}: {question(decision, played.game)}", bold=True)
        _list(choices[:_PAGE], len(choices))
        if takes_numbers(decision):
            say(_HINTS.get(decision.kind, _TURN_HINT), 4)
        while True:
            chosen = self._read(decision, choices, seen)
            if chosen is not None:
                return chosen.option.answer
            if self._steward is not None and is_setup:
                return self._steward.answer(decision, look)

    def _draw_places(self, decision: Decision, choices: Sequence[Offered], seen: State) -> None:
        """Draw where the choices are, if they are places or courses."""
        numbered = ((number, _place(decision, one)) for number, one in enumerate(choices, 1))
        places = {number: place for number, place in numbered if place is not None}
        subject = seen.pieces[decision.subject] if isinstance(decision.subject, int) else None
        if decision.kind is Kind.COURSE and places and subject is not None and subject.pose is not None:
            _show(draw_close(seen, subject, places))
        elif places:
            _show(draw(seen, decision.player, places))

    def tell(self, played: Played, seen: State) -> None:
        """Tell what has happened since the last question, as far as it can be seen."""
        for line in story(played.log, seen, since=self._told, goes_on=played.result is None):
            say(line.strip(), 2 * line.startswith(" "), bold=not line.startswith(" "))
        self._told = len(played.log)

    def _read(self, decision: Decision, choices: Sequence[Offered], seen: State) -> Offered | None:
        """One line of the person: the choice, if it makes one."""
        try:
            words = click.prompt("", prompt_suffix="> ").strip().casefold()
        except click.Abort:
            raise LeftGame from None
        if words == "q":
            raise LeftGame
        if words == "t":
            _show(draw(seen, decision.player))
        elif words == "a":
            _list(choices, len(choices))
        elif words == "?":
            _explain(decision, seen)
        elif words == "s" and seen.turn.phase in SETUP_PHASES:
            self._steward = captain(STEWARD, self._played().seed, decision.player)
        elif own := _OWN.fullmatch(words):
            return _with_own_numbers(decision, choices, own)
        else:
            return _chosen(choices, words)
        return None


def _place(decision: Decision, one: Offered) -> Pose | None:
    """The place that a choice stands for."""
    return pose_of(decision, one.option) if decision.kind in {Kind.PLACE, Kind.COURSE} else None


def _chosen(options: Sequence[Offered], words: str) -> Offered | None:
    """The choice that a number or a part of a name stands for; if it is none, the person is told why."""
    if words.isdecimal() and len(words) < 9:
        if 1 <= int(words) <= len(options):
            return options[int(words) - 1]
        say(f"There are choices 1 to {len(options)}.")
        return None
    found = [option for option in options if words in option.name.casefold()]
    exact = [option for option in found if option.name.casefold() == words]
    if len(found) == 1 or exact:
        return (exact or found)[0]
    several = ", ".join(option.name for option in found[:5])
    if found:
        say(f"{len(found)} choices have {words!r} in their names: {several}.")
    else:
        say(f"No choice has {words!r} in its name; ? tells what can be typed.")
    return None


def _with_own_numbers(decision: Decision, choices: Sequence[Offered], own: re.Match[str]) -> Offered | None:
    """A choice with the numbers that the person has typed in place of its own, if the rules allow it."""
    chosen = _chosen(choices, own[1] or "1")
    if chosen is None:
        return None
    numbers = tuple(float(number) for number in re.split(r"[\s,]+", own[2]))
    try:
        if not takes_numbers(decision):
            raise UnreadableAnswer("Only a turn or a place can be told in numbers of one's own.")
        answer = with_numbers(chosen.option.answer, numbers)
    except UnreadableAnswer as error:
        say(str(error))
        return None
    refused = decision.refuses(answer)
    if refused is not None:
        say(refused)
        return None
    return chosen._replace(option=replace(chosen.option, answer=answer))


def _list(options: Sequence[Offered], count: int) -> None:
    for number, option in enumerate(options, 1):
        say(f"{number}  {option.name}", 4 - len(str(number)))
    if len(options) < count:
        say(f"... and {count - len(options)} more: a lists all", 6)


def _explain(decision: Decision, seen: State) -> None:
    """Tell what can be typed, and the lines of the pieces that are asked about."""
    click.echo(_HELP)
    refs = [decision.subject, *(ref for option in decision.options for ref in option.refs)]
    cards = (seen.pieces[ref].card for ref in refs if isinstance(ref, int))
    for line in dict.fromkeys(f"{card.name}: {card.line}" for card in cards if card.line):
        say(line, 2, hang=2)


def _show(lines: Sequence[str]) -> None:
    for line in lines:
        click.echo(line)
