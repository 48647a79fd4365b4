"""Questions that can be played: the deed that is asked about is tried on a table of its own.

It is a source beside the rulings. Whatever it does not understand to the last word, it leaves to them.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from functools import lru_cache

from pirate_code.answers.frame import Frame
from pirate_code.answers.situation.deed_reading import AskedDeed, Party, Verdict, deed_of
from pirate_code.library.prepared import lend_trees

_KEPT = 1024


@dataclass(frozen=True)
class PlayedDeed:
    """What was seen of a deed on its table, and a sentence that tells it."""

    verdict: Verdict
    sentence: str


def played_deed(db: sqlite3.Connection, frame: Frame) -> PlayedDeed | None:
    """What is seen where the deed of a question is played; nothing if it cannot be."""
    if deed_of(frame) is None:
        return None
    lend_trees(db)
    return _played(frame)


@lru_cache(maxsize=_KEPT)
def _played(frame: Frame) -> PlayedDeed | None:
    from pirate_code.answers.situation import deed_trial  # loads the rules, which few questions need

    asked = deed_of(frame)
    verdict = deed_trial.verdict_of(asked) if asked is not None else None
    return None if asked is None or verdict is None else PlayedDeed(verdict, _sentence(asked, verdict))


def _sentence(asked: AskedDeed, verdict: Verdict) -> str:
    """What was played, and what came of it."""
    agent, object_ = _called(asked.agent), _called(asked.object)
    to = f", to {object_}" if asked.deed.is_done_to_somebody else ""
    outcome = {
        "yes": "it is done",
        "no": "the rules do not let it be done",
        "depends": "it depends on her state",
    }
    return (
        f"{verdict.capitalize()}: played on a table ({asked.deed.name} by {agent}{to}), {outcome[verdict]}."
    )


def _called(party: Party) -> str:
    """Somebody in a few words: "enemy Galley with Captain, 3 masts lost"."""
    own = {"friend": "own ", "enemy": "enemy "}.get(party.side or "", "")
    name = " ".join(party.keywords) or party.kind
    crew = f" with {', '.join(party.crew)}" if party.crew else ""
    told = "".join(f", {_told(key, value)}" for key, value in party.facts.items() if key != "has")
    return f"{own}{name}{crew}{told}"


def _told(key: str, value: object) -> str:
    return f"{value} masts {key}" if key == "lost" else str(value)
