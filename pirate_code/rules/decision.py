"""The kinds of decisions of Pirates, about pieces on the table; core.decision is what they are kinds of."""

from __future__ import annotations

from collections.abc import Generator
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from pirate_code.core import decision as core
from pirate_code.core.decision import AbilityInfo, Answer, Candidate, Candidates, IllegalAnswer, yes_or_no

__all__ = [
    "Kind",
    "Option",
    "Decision",
    "Steps",
    "AbilityInfo",
    "Answer",
    "IllegalAnswer",
    "Candidate",
    "Candidates",
    "yes_or_no",
]
T = TypeVar("T")


class Kind(StrEnum):
    """What sort of choice a decision is; docs/decisions.md tells what the options of each carry."""

    TURN = "turn"  # what to do next: give an action, use an ability, build a fort, or stop
    USE = "use"  # whether to use an ability of the subject: yes or no
    AGREE = "agree"  # whether an event that the rules offer happens: yes or no
    ORDER = "order"  # which of several things comes first
    EFFECT = "effect"  # which of the effects of an ability
    PICK = "pick"  # which piece, part or ability an event is about
    TARGET = "target"  # whom the subject attacks, rams or boards, and with which cannon
    ACTION = "action"  # which action the subject is given or uses
    COURSE = "course"  # how the subject moves one segment, or that she stops
    COME_ABOUT = "come_about"  # by how many degrees the subject turns in place of moving, or that she sails
    HEADING = "heading"  # by how many degrees the subject turns after her move
    DIRECTION = "direction"  # toward which degree of the compass something goes
    PLACE = "place"  # where on the table the subject is put
    CARGO = "cargo"  # what the subject loads or unloads next, or that she is done
    EXCESS = "excess"  # what the subject loses of the cargo that is too much for her
    DIE = "die"  # which of two dice counts
    PRECEDENCE = "precedence"  # which of the abilities wins that settle a stat of the subject differently


if TYPE_CHECKING:
    from pirate_code.board.refs import Ref

    Option: TypeAlias = core.Option[Ref]
    Decision: TypeAlias = core.Decision[Kind, Ref]
    Steps: TypeAlias = Generator[Decision, Answer, T]  # work that stops at decisions and ends with a result
else:  # the classes themselves: one with its parameters filled in is slower to make
    Option, Decision, Steps = core.Option, core.Decision, Generator
