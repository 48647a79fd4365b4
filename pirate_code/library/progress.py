"""A progress bar for long work on the library, on standard error when that is a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from pirate_code.library.storage import Progress, silent


@contextmanager
def progress_bar() -> Iterator[Progress]:
    """Yield a function that is told what is being done, how much of it is done, and how much there is."""
    from rich.console import Console
    from rich.progress import Progress as Bar
    from rich.progress import SpinnerColumn, TaskID

    console = Console(stderr=True)
    if not console.is_terminal:
        yield silent
        return
    tasks: dict[str, TaskID] = {}
    with Bar(SpinnerColumn(), *Bar.get_default_columns(), console=console, transient=True) as bar:

        def tell(what: str, done: int, total: int) -> None:
            if what not in tasks:
                tasks[what] = bar.add_task(what, total=total)
            bar.update(tasks[what], completed=done, total=total)

        yield tell
