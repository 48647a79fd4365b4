"""Draws scenarios: the position before and after side by side, what was done, and what came of it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from pirate_code.board.state import LOST, OUT, Piece, State
from pirate_code.scenarios.format import Scenario, Step
from pirate_code.scenarios.run import ScenarioRun
from pirate_code.views.svg import STYLE, Frame, frame, scene

_WIDEST = 900.0
_NARROWEST = 420.0
_LARGEST = 1.6  # how much a small position is enlarged
_GAP = 16.0
_HEAD = 34.0
_LINE = 18.0
_LETTERS = 7.0  # the width of a letter of a caption, on the average
_MOST = 10  # sentences of an account under a picture


@dataclass(frozen=True)
class DrawnScenario:
    """A scenario that has been run: how it is called, itself, what came of it, told in full and in brief."""

    title: str
    scenario: Scenario
    done: ScenarioRun
    account: Sequence[str] = ()
    brief: Sequence[str] = ()


def draw(drawn: Sequence[DrawnScenario]) -> str:
    """One SVG document with all scenarios, one below the other."""
    parts: list[str] = []
    top, width = _GAP, 0.0
    for each in drawn:
        panel = _Panel(each)
        parts.append(f'<g transform="translate({_GAP:.0f} {top:.0f})">')
        parts.extend(panel.draw())
        parts.append("</g>")
        top += panel.height + 2 * _GAP
        width = max(width, panel.width)
    width += 2 * _GAP
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {top:.0f}" width="{width:.0f}"'
        f' height="{top:.0f}" role="img">'
    )
    title = escape(drawn[0].title if drawn else "No scenario")
    back = f'<rect width="{width:.0f}" height="{top:.0f}" fill="#fbf7ec"/>'
    return (
        "\n".join([head, f"<title>{title}</title>", f"<style>{STYLE}</style>", back, *parts, "</svg>"]) + "\n"
    )


class _Panel:
    """The two pictures of one scenario with their captions."""

    def __init__(self, drawn: DrawnScenario) -> None:
        self.drawn = drawn
        before, game = drawn.done.before, drawn.done.game
        self.states = [before, game.state] if before is not None and game is not None else []
        self.frame = frame(self.states)
        self.scale = min(_LARGEST, _WIDEST / self.frame.width)
        self.each = max(self.frame.width * self.scale, _NARROWEST)
        self.width = 2 * self.each + _GAP
        self.captions = [_folded(list(lines), self.each) for lines in (self._asked(), self._came())]
        self.height = _HEAD + self.frame.height * self.scale + _LINE * (2 + max(map(len, self.captions)))

    def draw(self) -> Iterator[str]:
        yield f'<text x="0" y="20" class="title">{escape(self.drawn.title)}</text>'
        for number, (state, lines) in enumerate(zip(self.states, self.captions, strict=False)):
            left = number * (self.each + _GAP)
            yield from _inset(state, self.frame, left, self.scale)
            y = _HEAD + self.frame.height * self.scale + _LINE
            yield f'<text x="{left:.0f}" y="{y:.0f}" class="title">{"After" if number else "Before"}</text>'
            for place, line in enumerate(lines, 1):
                at = f'x="{left:.0f}" y="{y + place * _LINE:.0f}"'
                yield f'<text {at} class="key">{escape(line)}</text>'

    def _asked(self) -> Iterator[str]:
        """What is done: each step in words."""
        for step in self.drawn.scenario.when:
            yield _words(step)
        yield "Red is ours, blue is theirs."

    def _came(self) -> Iterator[str]:
        """What came of it: the account, what is no longer on the table, and whether it is as it should be."""
        yield from list(self.drawn.brief)[:_MOST]
        if len(self.drawn.brief) > _MOST:
            yield f"… and {len(self.drawn.brief) - _MOST} more"
        if self.states:
            yield from _gone(*self.states)
        faults = self.drawn.done.faults
        yield from faults or (["It is as the ruling says."] if self.drawn.scenario.then else [])


def _inset(state: State, around: Frame, left: float, scale: float) -> Iterator[str]:
    """A position in its frame, scaled down to its place."""
    yield (
        f'<svg x="{left:.0f}" y="{_HEAD:.0f}" width="{around.width * scale:.0f}"'
        f' height="{around.height * scale:.0f}" viewBox="0 0 {around.width:.0f} {around.height:.0f}">'
    )
    yield from scene(state, around, named=True)
    yield "</svg>"


def _gone(before: State, after: State) -> Iterator[str]:
    """The pieces that are no longer in play, and how they went."""
    for where, word in ((LOST, "Eliminated"), (OUT, "Out of the game")):
        names = [
            piece.card.name
            for piece in after.pieces
            if piece.where == where and _was_elsewhere(before, piece, where)
        ]
        if names:
            yield f"{word}: {', '.join(names)}."


def _was_elsewhere(before: State, piece: Piece, where: int) -> bool:
    return piece.id >= len(before.pieces) or before.pieces[piece.id].where != where


def _words(step: Step) -> str:
    """A step in words: what is done, then the slots, dice and choices."""
    if step.turn is not None:
        what = f"The turn ends, and one of {step.turn} begins"
    elif step.setup:
        what = "The game is set up"
    elif step.give is not None:
        what = f"{step.to} is given {'an' if step.give == 'explore' else 'a'} {step.give} action"
    elif step.use is not None:
        what = f"The ability of {step.use} is used"
    elif step.do is not None:
        what = f"A player does this: {step.do}"
    else:
        verb = str(step.event).replace("_", " ")
        what = f"{step.agent}: {verb}" if step.agent is not None else verb.capitalize()
        what += f" {step.object}" if step.object is not None else ""
        others = ("to", "source", "at", "against", "using", "exchange")
        what += "".join(f", {slot} {value}" for slot in others if (value := getattr(step, slot)) is not None)
    if step.dice:
        what += f"; dice {', '.join(map(str, step.dice))}"
    if step.choose:
        what += f"; chosen: {', '.join(_plain(choice) for choice in step.choose)}"
    return what + (" (and may not)." if step.refused else ".")


def _plain(choice: object) -> str:
    return ("yes" if choice else "no") if isinstance(choice, bool) else str(choice)


def _folded(lines: Sequence[str], width: float) -> list[str]:
    """Captions folded to the width of their picture."""
    return [part for line in lines for part in textwrap.wrap(line.strip(), max(20, int(width / _LETTERS)))]
