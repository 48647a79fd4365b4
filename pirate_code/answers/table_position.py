"""The position of a question, to try on the table: the witness's, or one in which its things can meet."""

from __future__ import annotations

import sqlite3
from typing import Any

from pirate_code.answers.answer import Answer
from pirate_code.library.lookup import Meaning, printed_line
from pirate_code.scenarios.position_text import state_data, step_data, written
from pirate_code.scenarios.scenario_cards import named_ability

Data = dict[str, Any]
_ABOARD = ("Revenge", "Prey")  # the first thing is ours, the second is theirs


def position_text(db: sqlite3.Connection, answer: Answer) -> str | None:
    """The position as text for `pirate-code try` and the table page; None if nothing can be put on it."""
    title = answer.question[:200]
    if answer.witness is not None:
        before = answer.witness.world("both").before
        steps = [step_data(step) for step in answer.witness.steps]
        return written({"title": title, "given": state_data(before), "when": steps})
    pieces: Data = {
        "Revenge": {"ship": "ours", "at": [0, 0, 0]},
        "Prey": {"ship": "theirs", "at": [57, 45, 180]},
    }
    things = [thing for thing in (answer.x, answer.y) if thing is not None]
    told = [_put(db, pieces, thing, ship) for thing, ship in zip(things, _ABOARD, strict=False)]
    if not any(told):
        return None
    return written({"title": title, "given": pieces, "when": [{"give": "shoot", "to": "Revenge"}]})


def _put(db: sqlite3.Connection, pieces: Data, thing: Meaning, ship: str) -> bool:
    """Put a thing aboard a ship, or make her what only ships are; whether it can be put on a table."""
    ability = _ability(db, thing)
    if ability is None:
        return False
    keyword = named_ability(thing.name) if thing.type == "keyword" else None
    if keyword is not None and "crew" not in keyword.carried_by and "ship" in keyword.carried_by:
        pieces[ship] |= ability
        return True
    name = thing.name[:40] if thing.type != "ability" else "Crew"
    pieces[name if name not in pieces else f"{name} of {ship}"] = {"crew": ship} | ability
    return True


def _ability(db: sqlite3.Connection, thing: Meaning) -> Data | None:
    if thing.type == "keyword":
        return {"has": thing.name} if named_ability(thing.name) is not None else None
    line = printed_line(db, thing.id) if thing.type == "piece" else thing.name
    return {"says": line} if line is not None and thing.type in {"piece", "ability"} else None
