"""Runs commands of pirate-code, each in a process of its own with bounded time and memory.

A first process loads everything once and then forks for every command, which is much quicker than starting
Python each time. It is a program of its own because the test runner has threads and must not fork. Only
systems with fork can run this.
"""

from __future__ import annotations

import contextlib
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HANG_SECONDS = 60
MEMORY_LIMIT = 1_500_000_000
OUTPUT_LIMIT = 1_000_000
HUNG = "did not end"
WARMING = (
    "fleet check english-traders --db LIBRARY",
    "play --fleet english-traders --fleet pirate-raiders --turns 1 --db LIBRARY",
    "scenario doctor-stops-elimination-only",
    "search captain --db LIBRARY",
)


@dataclass(frozen=True)
class Outcome:
    """How a command ended: its exit code (or that it did not end), and what it printed."""

    exit: int | str
    out: str
    err: str


class Commands:
    """A process that runs commands; `close` ends it."""

    def __init__(self, library: Path) -> None:
        """Start the process; it loads pirate-code while the first command waits."""
        self.process = subprocess.Popen(
            [sys.executable, "-m", __name__, str(library)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def run(self, *args: str, stdin: Path | None = None) -> Outcome:
        """Run `pirate-code` with these arguments and wait for its end, or for the end of its time."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        order = {"args": args, "stdin": str(stdin or os.devnull)}
        self.process.stdin.write(json.dumps(order) + "\n")
        self.process.stdin.flush()
        return Outcome(**json.loads(self.process.stdout.readline()))

    def close(self) -> None:
        """End the process."""
        self.process.communicate(timeout=60)


@contextlib.contextmanager
def commands(library: Path) -> Iterator[Commands]:
    """Give commands to run, and end their process afterwards."""
    started = Commands(library)
    try:
        yield started
    finally:
        started.close()


def _serve() -> None:
    """Run the commands that are ordered on standard input, one JSON object a line."""
    _load(sys.argv[1])
    for line in sys.stdin:
        order: dict[str, Any] = json.loads(line)
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            child = os.fork()
            if child == 0:
                _become(order["args"], Path(order["stdin"]), out.fileno(), err.fileno())
            ended = _wait(child)
            told = {"exit": ended, "out": _printed(out), "err": _printed(err)}
        print(json.dumps(told), flush=True)


def _load(library: str) -> None:
    """Run a few ordinary commands, so that what they load is there in every child."""
    from click.testing import CliRunner

    from pirate_code.cli import commands as program

    for args in WARMING:
        done = CliRunner().invoke(program, [library if word == "LIBRARY" else word for word in args.split()])
        assert done.exit_code == 0, done.output


def _become(args: Sequence[str], stdin: Path, out: int, err: int) -> None:
    """In the child: be the command, and end as it ends."""
    try:
        os.dup2(os.open(stdin, os.O_RDONLY | os.O_NONBLOCK), 0)
        os.set_blocking(0, True)
        os.dup2(out, 1)
        os.dup2(err, 2)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_LIMIT, MEMORY_LIMIT))
        sys.stdin = open(0, encoding="utf-8")  # noqa: SIM115
        sys.argv = ["pirate-code", *args]
        os.environ["NO_COLOR"] = "1"
        import click.utils

        from pirate_code.cli import main

        # What steers a terminal is left in, as a terminal would get it.
        click.utils.should_strip_ansi = lambda *_: False  # type: ignore[attr-defined]
        main()
    except SystemExit as ended:
        sys.stdout.flush()
        os._exit(ended.code if isinstance(ended.code, int) else 0)
    except BaseException:
        traceback.print_exc()
        os._exit(99)


def _wait(child: int) -> int | str:
    """Wait for the child to end; one that does not is killed."""
    for _ in range(HANG_SECONDS * 50):
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.02)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return HUNG


def _printed(file: Any) -> str:
    file.seek(0)
    printed: bytes = file.read(OUTPUT_LIMIT)
    return printed.decode("utf-8", "replace")


if __name__ == "__main__":
    _serve()
