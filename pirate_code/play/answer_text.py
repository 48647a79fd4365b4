"""Answers as a short text that fits into an address: mostly one character for each.

An answer is written as the number of its option, mixed with a number that follows from the seed of the game
and its place, so that nobody who does not know the seed reads from an address what another player chose in
secret; docs/playing.md says who knows it.

    A          one of the first 64 options
    .ABC       any other option
    ~7.-35~    option 7 with other numbers: a free turn, or a free place
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from hashlib import blake2b
from typing import NamedTuple

from pirate_code.rules.decision import Answer

_SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_BASE = len(_SIGNS)
_LONG = 3  # signs of a larger number
_TOKEN = re.compile(r"[A-Za-z0-9_-]|\.[A-Za-z0-9_-]{3}|~\d{1,6}(?:\.-?\d{1,5}){1,3}~")
_PLACE = (2, 3)  # how many numbers a place has


class Choice(NamedTuple):
    """The number of an option, and the numbers that stand in the place of its own."""

    option: int
    free: tuple[int, ...] = ()


class UnreadableAnswer(ValueError):
    """A text that is no answer; the message is a sentence that says why."""


def tokens(text: str) -> Iterator[str]:
    """The answers of a text, each still as text."""
    place = 0
    while place < len(text):
        found = _TOKEN.match(text, place)
        if found is None:
            raise UnreadableAnswer(
                f"The answers of a game cannot be read from {text[place : place + 12]!r} on."
            )
        yield found[0]
        place = found.end()


def write(choice: Choice, seed: int, place: int) -> str:
    """A choice as text; `place` is how many answers of the game came before it."""
    if choice.free:
        return "~" + ".".join(map(str, (choice.option, *choice.free))) + "~"
    size = 1 if choice.option < _BASE else _LONG
    number = choice.option ^ _mask(seed, place, size)
    signs = ""
    for _ in range(size):
        number, sign = divmod(number, _BASE)
        signs += _SIGNS[sign]
    return signs if size == 1 else f".{signs}"


def read(token: str, seed: int, place: int) -> Choice:
    """The choice that a token stands for."""
    if token.startswith("~"):
        option, *free = map(int, token.strip("~").split("."))
        return Choice(option, tuple(free))
    signs = token.removeprefix(".")
    number = sum(_SIGNS.index(sign) * _BASE**power for power, sign in enumerate(signs))
    return Choice(number ^ _mask(seed, place, len(signs)))


def _mask(seed: int, place: int, size: int) -> int:
    digest = blake2b(f"{seed} {place}".encode(), digest_size=8).digest()
    below: int = _BASE**size
    return int.from_bytes(digest, "big") % below


def with_numbers(answer: Answer, free: tuple[float, ...]) -> Answer:
    """An answer with other numbers in place of its own."""
    if isinstance(answer, dict):
        for name in ("turn", "direction"):
            if name in answer and len(free) == 1:
                return {**answer, name: float(free[0])}
    elif isinstance(answer, list | tuple) and len(free) in _PLACE:
        return [float(number) for number in free]
    elif isinstance(answer, int | float) and not isinstance(answer, bool) and len(free) == 1:
        return free[0]
    raise UnreadableAnswer("Only a turn or a place can be told in numbers of one's own.")
