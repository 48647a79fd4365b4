"""One card of somebody's own, told about: its tree, what it meets, what is like it, what it may cost."""

from __future__ import annotations

from typing import Any

from pirate_code.answers.card_draft import read_draft, report
from pirate_code.time_limit import TimeLimit
from pirate_code.web.work.library import Refused, WorkerLibrary

Data = dict[str, Any]
SECONDS = 6  # of the processor


def design(library: WorkerLibrary, query: Data) -> Data:
    """The report on a card."""
    try:
        with TimeLimit(SECONDS, "the card"):
            return report(library.db, read_draft({name: str(value or "") for name, value in query.items()}))
    except TimeoutError:
        raise Refused("The card takes too long here; `pirate-code design` has more time.") from None
