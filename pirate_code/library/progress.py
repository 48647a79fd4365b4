"""A progress bar for long work, on standard error when that is a terminal, with rate and time left."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from pirate_code.library.storage import Progress, silent


@contextmanager
def progress_bar() -> Iterator[Progress]:
    """Yield a function that is told what is being done, how much of it is done, and how much there is."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, SpinnerColumn, TaskID, TextColumn
    from rich.progress import Progress as Bar
    from rich.progress import TimeRemainingColumn as TimeLeft

    console = Console(stderr=True)
    if not console.is_terminal:
        yield silent
        return
    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeLeft(),
    )
    tasks: dict[str, TaskID] = {}
    with Bar(*columns, console=console, transient=True) as bar:

        def tell(what: str, done: int, total: int) -> None:
            if what not in tasks:
                tasks[what] = bar.add_task(what, total=total, rate="")
            task = tasks[what]
            bar.update(task, completed=done, total=total, rate=_rate(bar.tasks[task].speed))

        yield tell


def _rate(speed: float | None) -> str:
    return "" if speed is None else f"{speed:,.1f}/s"
