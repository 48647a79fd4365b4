"""A game as a story: the account of its log, with the turns in which ships only sail folded into one line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from pirate_code.board.refs import Matter
from pirate_code.board.state import State
from pirate_code.core.running import Entry
from pirate_code.views.account import account, is_reported

_SAILING = frozenset({"move", "leave", "rotate", "touch", "come_about", "shoot"})


def story(log: Sequence[Entry], state: State) -> Iterator[str]:
    """The sentences of a game; a turn without anything but sailing has none of its own."""
    idle = _idle_turns(log)
    parts = groupby(_by_turn(account(log, state)), key=lambda part: part[0] in idle)
    for only_sailing, turns in parts:
        if only_sailing:
            numbers = [number for number, _ in turns]
            several = f"Turns {numbers[0]} to {numbers[-1]}" if len(numbers) > 1 else f"Turn {numbers[0]}"
            yield f"{several}: ships sail, and nothing else happens"
        else:
            for _, lines in turns:
                yield from lines


def _idle_turns(log: Iterable[Entry]) -> set[int]:
    """The turns, counted from 1, in which nothing was done but sailing."""
    turn, busy, last = 0, {0}, 0
    for entry in log:
        if entry[0] == "happens" and entry[1] == "turn_beginning":
            turn += 1
        elif is_reported(entry) and not _is_sailing(entry):
            busy.add(turn)
        last = turn
    return set(range(last + 1)) - busy


def _is_sailing(entry: Entry) -> bool:
    slots = dict(entry[2])
    if entry[1] == "give":
        action = slots.get("object")
        return isinstance(action, Matter) and action.noun == "move_action"
    return entry[1] in _SAILING and isinstance(slots.get("agent"), int)


def _by_turn(lines: Iterable[str]) -> Iterator[tuple[int, list[str]]]:
    """The sentences turn by turn; 0 is the setup."""
    number, found = 0, list[str]()
    for line in lines:
        if line.startswith("Turn "):
            if found:
                yield number, found
            number, found = number + 1, []
        found.append(line)
    if found:
        yield number, found
