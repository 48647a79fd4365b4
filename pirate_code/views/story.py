"""A game as a story: the account of its log, with the turns in which ships only sail folded into one line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, groupby

from pirate_code.board.refs import Matter
from pirate_code.board.state import State
from pirate_code.core.running import Entry
from pirate_code.views.account import account, is_reported

_SAILING = frozenset({"move", "leave", "rotate", "touch", "come_about", "shoot"})


def story(log: Sequence[Entry], state: State, *, since: int = 0, goes_on: bool = False) -> Iterator[str]:
    """The sentences of a game; a turn without anything but sailing has none of its own.

    `since` leaves out the entries before one. The last turn of a game that `goes_on` is told as far as it is.
    """
    turns = _turns(log)
    idle = _idle_turns(log, turns) - ({turns[-1]} if goes_on and turns else set())
    first = turns[since - 1] if 0 < since <= len(turns) else 0
    if since:
        idle.discard(first)  # half of it was told before
    parts = groupby(_by_turn(account(log, state, since=since), first), key=lambda part: part[0] in idle)
    for only_sailing, told in parts:
        if only_sailing:
            first_turn, *others = told
            heading = f"Turns {first_turn[0]} to {others[-1][0]}:" if others else f"{first_turn[1][0]};"
            yield f"{heading} ships sail, and nothing else happens"
        else:
            for _, lines in told:
                yield from lines


def _turns(log: Iterable[Entry]) -> list[int]:
    """The turn of each entry, counted from 1; 0 is the setup."""
    begins = (entry[0] == "happens" and entry[1] == "turn_beginning" for entry in log)
    return list(accumulate(begins, initial=0))[1:]


def _idle_turns(log: Iterable[Entry], turns: Sequence[int]) -> set[int]:
    """The turns in which nothing was done but sailing."""
    busy = {0}
    for turn, entry in zip(turns, log, strict=True):
        if entry[1] != "turn_beginning" and is_reported(entry) and not _is_sailing(entry):
            busy.add(turn)
    return set(turns) - busy


def _is_sailing(entry: Entry) -> bool:
    slots = dict(entry[2])
    if entry[1] == "give":
        action = slots.get("object")
        return isinstance(action, Matter) and action.noun == "move_action"
    return entry[1] in _SAILING and isinstance(slots.get("agent"), int)


def _by_turn(lines: Iterable[str], number: int) -> Iterator[tuple[int, list[str]]]:
    """The sentences turn by turn, from that of a number on; 0 is the setup."""
    found = list[str]()
    for line in lines:
        if line.startswith("Turn "):
            if found:
                yield number, found
            number, found = number + 1, []
        found.append(line)
    if found:
        yield number, found
