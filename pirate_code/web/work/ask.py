"""A question answered: the verdict with its rulings, and the witness drawn."""

from __future__ import annotations

from typing import Any

from pirate_code.answers.asking import Unanswerable, answered
from pirate_code.web.work.desk import Desk, Refused

Data = dict[str, Any]


def ask(desk: Desk, query: Data) -> Data:
    """The answer to a question in plain English, or about two names."""
    names = [text for text in (query["x"], query["y"]) if text]
    if query["q"]:
        what = [query["q"]]
    elif len(names) == 2:
        what = names
    else:
        raise Refused("Give two names in `x` and `y`, or a question in `q`.")
    try:
        found = answered(desk.db, what, query.get("relation") or None)
    except Unanswerable as error:
        raise Refused(str(error)) from None
    citations = {ruling.id: ruling.citation for ruling in found.rulings}
    data = found.as_json()
    data["rulings"] = [ruling | {"citation": citations[ruling["id"]]} for ruling in data["rulings"]]
    return data
