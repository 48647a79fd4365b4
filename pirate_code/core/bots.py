"""Bots: captains from a user's own file. What a bot does wrong is told in one sentence that names it.

`module:Class` is imported, `path/to/file.py:Class` is read from that file, and `cmd:node bot.js` is a command
that is asked line by line (core.line_bots). All run the user's code, so names of bots are taken from the
command line only, never from a web page or a replay.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from functools import partial
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, TypeAlias

from pirate_code.core.captains import Captain, MakeCaptain
from pirate_code.core.decision import Answer, Decision
from pirate_code.core.dice import Dice
from pirate_code.core.line_bots import PREFIX, BotFault, LineBot, Wire, words_of
from pirate_code.data import DataError

AnyBot: TypeAlias = Captain[Any, Any]  # which game it can play, it shows when it does
MakeBot: TypeAlias = MakeCaptain[Any, Any]

# Code of a user may raise anything; only an interrupt from the keyboard is not the bot's doing.
_ANYTHING = (Exception, SystemExit)


class BotError(Exception):
    """A bot that raised an exception or gave an illegal answer."""


class Bot:
    """A captain of a user, watched."""

    def __init__(self, name: str, captain: AnyBot) -> None:
        self.name, self.captain = name, captain

    def answer(self, decision: Decision[Any, Any], look: Callable[[], Any]) -> Answer:
        """What the bot answers; BotError if that is not legal, or if it answers nothing at all."""
        try:
            answer = self.captain.answer(decision, look)
            reason = decision.refuses(answer)
        except _ANYTHING as error:
            raise BotError(
                f"The bot {self.name!r} failed at a decision of player {decision.player + 1}: {_told(error)}."
            ) from error
        if reason is not None:
            raise BotError(
                f"The bot {self.name!r} gave an illegal answer for player {decision.player + 1}: {reason}"
            )
        return answer

    def close(self) -> None:
        """Let the bot go, if it holds on to anything."""
        close = getattr(self.captain, "close", None)
        if callable(close):
            close()


def bots(names: Iterable[str], wire: Wire | None = None) -> dict[str, MakeBot]:
    """The bots among the names of captains: those with a colon; DataError if one cannot be loaded.

    `wire` tells a command what is asked; without it no command can play.
    """
    return {name: _maker(name, _load(name, wire)) for name in dict.fromkeys(names) if ":" in name}


def _maker(name: str, make: MakeBot) -> MakeBot:
    def made(dice: Dice) -> AnyBot:
        try:
            captain = make(dice)
        except _ANYTHING as error:
            raise BotError(f"The bot {name!r} cannot be made: {_told(error)}.") from error
        if not callable(getattr(captain, "answer", None)):
            raise BotError(f"The bot {name!r} has no method answer(decision, look).")
        return Bot(name, captain)

    return made


def _load(name: str, wire: Wire | None) -> MakeBot:
    """The class that a name stands for, or what starts a command."""
    if name.startswith(PREFIX):
        command = name.removeprefix(PREFIX)
        words_of(command)
        if wire is None:
            raise DataError(
                f"The bot {name!r} cannot be used here: commands play Pirates and Blackbeard only."
            )
        return partial(LineBot, command, wire)
    place, _, title = name.rpartition(":")
    try:
        module = _of_file(Path(place)) if place.endswith(".py") else _of_path(place)
    except _ANYTHING as error:
        raise DataError(f"The bot {name!r} cannot be loaded: {_told(error)}.") from error
    found = getattr(module, title, None)
    if not callable(found):
        raise DataError(f"The bot {name!r} cannot be loaded: {place} has no class {title!r}.")
    return found  # type: ignore[no-any-return]


def _of_file(path: Path) -> ModuleType:
    if not path.is_file():
        raise FileNotFoundError(f"there is no file {path}")
    spec = spec_from_file_location(f"bot_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} is no Python file")
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def _of_path(module: str) -> ModuleType:
    """A module by its name; the folder where the command was given is looked in first."""
    here = str(Path.cwd())
    sys.path.insert(0, here)
    try:
        return import_module(module)
    finally:
        sys.path.remove(here)


def _told(error: BaseException) -> str:
    """An exception on one line, without a full stop."""
    words = " ".join(str(error).split()).rstrip(".")
    if isinstance(error, BotFault):
        return words
    return f"{type(error).__name__}: {words}" if words else type(error).__name__
