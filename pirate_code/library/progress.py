"""How far long work has come, on standard error: a bar at a terminal, else a line now and then."""

from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from pirate_code.library.storage import Progress

_WINDOW = 60.0  # seconds that a rate is counted over
_LINE_EVERY = 60.0  # seconds between two lines where there is no terminal

Clock = Callable[[], float]


class Pace:
    """How fast work is done that began at a time: over the last minute, because results come in bursts."""

    def __init__(self, begun: float, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self._seen = deque([(begun, 0)])

    def rate(self, done: int) -> float:
        """How much is done in a second, now that so much is."""
        now = self._clock()
        if now - self._seen[-1][0] >= 1.0:
            self._seen.append((now, done))
        while len(self._seen) > 1 and now - self._seen[1][0] >= _WINDOW:
            self._seen.popleft()
        since, before = self._seen[0]
        return max(0, done - before) / max(now - since, 1e-3)

    def told(self, done: int, total: int) -> str:
        """The rate and the time left: "2.4/s, 0:12:05 left"."""
        rate = self.rate(done)
        if not rate:
            return ""
        minutes, seconds = divmod(int(max(0, total - done) / rate), 60)
        hours, minutes = divmod(minutes, 60)
        return f"{rate:,.{1 if rate >= 1 else 3}f}/s, {hours:,}:{minutes:02}:{seconds:02} left"


@contextmanager
def progress_bar() -> Iterator[Progress]:
    """Yield a function that is told what is being done, how much of it is done, and how much there is."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, SpinnerColumn, TaskID, TextColumn
    from rich.progress import Progress as Bar

    console = Console(stderr=True)
    if not console.is_terminal:
        yield Lines()
        return
    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[pace]}"),
    )
    tasks: dict[str, tuple[TaskID, Pace]] = {}
    before = time.monotonic()  # when something was told last: what comes next began then
    with Bar(*columns, console=console, transient=True) as bar:

        def tell(what: str, done: int, total: int) -> None:
            nonlocal before
            if what not in tasks:
                tasks[what] = bar.add_task(what, total=total, pace=""), Pace(before)
            task, pace = tasks[what]
            before = time.monotonic()
            bar.update(task, completed=done, total=total, pace=pace.told(done, total))

        yield tell


class Lines:
    """Progress as lines, one a minute: "games: 1,200 of 10,000, 2.4/s, 1:01:06 left"."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self._last = self._before = clock()
        self._paces: dict[str, Pace] = {}

    def __call__(self, what: str, done: int, total: int) -> None:
        """Tell how far the work has come, if the last line is a while ago."""
        pace = self._paces.setdefault(what, Pace(self._before, self._clock))
        told, self._before = pace.told(done, total), self._clock()
        if self._before - self._last >= _LINE_EVERY:
            self._last = self._before
            print(f"{what}: {done:,} of {total:,}{told and ', ' + told}", file=sys.stderr, flush=True)
