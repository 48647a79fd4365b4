"""Bots in any language: a command that is asked on its standard input and answers on its standard output.

Every message is one line of JSON; docs/bots.md describes them. A bot has limits of time and size. Commands
are taken from the command line only, never from a web page or a replay.
"""

from __future__ import annotations

import os
import queue
import shlex
import signal
import subprocess
import threading
import time
import weakref
from collections.abc import Callable
from contextlib import suppress
from typing import IO, Any, NamedTuple

from pirate_code.core.decision import Answer, Decision
from pirate_code.core.dice import Dice
from pirate_code.core.saving import SaveError, dumps, loads
from pirate_code.data import DataError

PROTOCOL = 1
PREFIX = "cmd:"
START_SECONDS = 30.0  # until the first answer
ANSWER_SECONDS = 10.0  # for a decision
GAME_SECONDS = 600.0  # of waiting in one game
END_SECONDS = 2.0  # to end by itself when the game is over
LINE_LIMIT = 1_000_000  # bytes of an answer
_ERRORS_SHOWN = 200  # characters of what a bot that died wrote to its error stream


class BotFault(Exception):
    """What a bot did wrong; the message goes on after its name."""


class Wire(NamedTuple):
    """How a game is told to a bot: its name, a decision as plain data, and the table as a player sees it."""

    game: str
    decision: Callable[[Any], dict[str, Any]]
    table: Callable[[Any], dict[str, Any]]


class LineBot:
    """A captain whose answers come from a command."""

    def __init__(self, command: str, wire: Wire, dice: Dice) -> None:
        """Start the command and wait until it says that it is ready; BotFault if it does not."""
        self._wire = wire
        self._asked = 0
        self._waited = 0.0
        self._pipe = _Pipe(words_of(command))
        self._pipe.write({"type": "start", "protocol": PROTOCOL, "game": wire.game, "seed": dice.state})
        if self._read(START_SECONDS).get("protocol") != PROTOCOL:
            raise BotFault(f'it did not begin with {{"protocol": {PROTOCOL}}}')

    def answer(self, decision: Decision[Any, Any], look: Callable[[], Any]) -> Answer:
        """Ask the command; it may ask for the table first."""
        self._asked += 1
        self._pipe.write({"type": "decide", "id": self._asked, "decision": self._wire.decision(decision)})
        while True:
            match self._read(ANSWER_SECONDS):
                case {"id": self._asked, "look": True}:
                    self._pipe.write({"type": "table", "id": self._asked, "table": self._wire.table(look())})
                case {"id": self._asked, "answer": answer}:
                    return answer
                case {"id": self._asked, "option": int(number)} if not isinstance(number, bool):
                    if not 0 <= number < len(decision.options):
                        raise BotFault(f"it chose option {number}, and there are {len(decision.options)}")
                    return decision.options[number].answer
                case other:
                    wanted = f'{{"id": {self._asked}, "answer": …}}'
                    raise BotFault(f"it answered {dumps(other)[:80]}, and {wanted} was expected")

    def close(self) -> None:
        """Tell the command that the game is over, and end it if it does not end by itself."""
        self._pipe.close({"type": "end"})

    def _read(self, seconds: float) -> dict[str, Any]:
        """The next message, within its time."""
        start = time.monotonic()
        message = self._pipe.read(min(seconds, max(0.0, GAME_SECONDS - self._waited)))
        self._waited += time.monotonic() - start
        return message


def words_of(command: str) -> list[str]:
    """The words of a command; DataError if there are none."""
    try:
        words = shlex.split(command, posix=os.name == "posix")
    except ValueError as error:
        raise DataError(f"The bot {PREFIX + command!r} cannot be started: {error}.") from None
    if not words:
        raise DataError(f"A bot is named {PREFIX}COMMAND, such as {PREFIX}node bot.js; there is no command.")
    return words


class _Pipe:
    """A running command: lines go in and come out by threads of their own, so that nothing waits for ever."""

    def __init__(self, words: list[str]) -> None:
        try:
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=os.name == "posix",
            )
        except OSError as error:
            raise BotFault(f"it cannot be started ({error.strerror or error})") from None
        self._out: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._in: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._errors = [b""]
        self._has_spoken = False
        self._end = weakref.finalize(self, _kill, self._process)
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        self._listening = [
            threading.Thread(target=work, args=args, daemon=True)
            for work, args in (
                (_write_lines, (process.stdin, self._out)),
                (_read_lines, (process.stdout, self._in)),
                (_keep_errors, (process.stderr, self._errors)),
            )
        ]
        for thread in self._listening:
            thread.start()

    def write(self, message: dict[str, Any]) -> None:
        """Send a message."""
        self._out.put(dumps(message).encode() + b"\n")

    def read(self, seconds: float) -> dict[str, Any]:
        """The next message; BotFault if it does not come in time, is too long, or is no JSON object."""
        try:
            line = self._in.get(timeout=seconds)
        except queue.Empty:
            raise BotFault(f"it gave no answer within {seconds:.0f} seconds") from None
        if line is None:
            raise BotFault(self._how_it_ended())
        self._has_spoken = True
        if len(line) > LINE_LIMIT:
            raise BotFault(f"it answered with a line of more than {LINE_LIMIT:,} bytes")
        try:
            message = loads(line.decode(), LINE_LIMIT)
        except (SaveError, UnicodeDecodeError) as error:
            raise BotFault(f"it answered {line[:60]!r}, which is no JSON ({error})") from None
        if not isinstance(message, dict):
            raise BotFault(f"it answered {line[:60]!r}, which is no JSON object")
        return message

    def close(self, last: dict[str, Any]) -> None:
        """Send a last message and end the command."""
        self.write(last)
        self._out.put(None)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(END_SECONDS)
        self._end()

    def _how_it_ended(self) -> str:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(END_SECONDS)
        self._listening[-1].join(END_SECONDS)
        said = self._errors[0].decode(errors="replace").strip().splitlines()
        why = next((line for line in reversed(said) if "error" in line.casefold()), said[-1] if said else "")
        code = self._process.returncode
        when = "in the middle of the game" if self._has_spoken else "before it was ready"
        ended = f"it ended {when}{'' if code is None else f' with exit code {code}'}"
        return f"{ended}: {why.strip()[:_ERRORS_SHOWN]}" if why else ended


def _write_lines(stream: IO[bytes], lines: queue.SimpleQueue[bytes | None]) -> None:
    with suppress(OSError, ValueError):  # the bot is gone: who reads its answers will notice
        while (line := lines.get()) is not None:
            stream.write(line)
            stream.flush()
        stream.close()


def _read_lines(stream: IO[bytes], lines: queue.SimpleQueue[bytes | None]) -> None:
    with suppress(OSError, ValueError):
        while line := stream.readline(LINE_LIMIT + 1):
            lines.put(line)
            if len(line) > LINE_LIMIT:
                break
    lines.put(None)


def _keep_errors(stream: IO[bytes], kept: list[bytes]) -> None:
    """Keep the end of what a bot writes to its error stream."""
    with suppress(OSError, ValueError):
        while some := stream.read1(4096):  # type: ignore[attr-defined]
            kept[0] = (kept[0] + some)[-4096:]


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End a command and what it has started."""
    with suppress(OSError):
        if os.name == "posix":
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    with suppress(subprocess.TimeoutExpired):
        process.wait(END_SECONDS)
    for stream in (process.stdout, process.stderr):
        if stream is not None:
            with suppress(OSError, ValueError):
                stream.close()
