"""A question answered: the verdict with its rulings, and the witness drawn."""

from __future__ import annotations

from typing import Any

from pirate_code.answers.answer import Answer
from pirate_code.answers.asking import Unanswerable, answered, answered_line
from pirate_code.answers.experiment.finding import Witness
from pirate_code.answers.table_position import position_text
from pirate_code.library.lookup import custom_ones
from pirate_code.time_limit import TimeLimit
from pirate_code.views.svg import frame, picture
from pirate_code.web.work.library import Refused, WorkerLibrary
from pirate_code.web.work.pictures import picture_address

Data = dict[str, Any]
SECONDS = 6  # of the processor, for an experiment; after them rulings alone answer


def ask(library: WorkerLibrary, query: Data) -> Data:
    """The answer about two names, to a question in plain English, or about a line and a name."""
    try:
        answer = _answered(library, query)
    except Unanswerable as error:
        raise Refused(str(error)) from None
    citations = {ruling.id: ruling.citation for ruling in answer.rulings}
    data = answer.as_json()
    data["rulings"] = [ruling | {"citation": citations[ruling["id"]]} for ruling in data["rulings"]]
    return {
        "answer": data,
        "pictures": _pictures(answer.witness) if answer.witness is not None else {},
        "table": position_text(library.db, answer),
        "custom": [thing.id for thing in custom_ones(library.db, (answer.x, answer.y))],
    }


def _answered(library: WorkerLibrary, query: Data) -> Answer:
    names = [text for text in (query["x"], query["y"]) if text]
    relation = query.get("relation") or None
    try:
        with TimeLimit(SECONDS, "the experiment"):
            if query.get("line") and names:
                return answered_line(library.db, query["line"], names[-1], relation)
            return answered(library.db, _what(query, names), relation)
    except TimeoutError:
        if query.get("line"):
            raise Refused("The experiment takes too long here; `pirate-code ask` has more time.") from None
        return answered(library.db, _what(query, names), relation, trying=False)


def _what(query: Data, names: list[str]) -> list[str]:
    if query["q"]:
        return [query["q"]]
    if len(names) != 2:
        raise Refused("Give two names in `x` and `y`, a question in `q`, or a `line` and a name in `y`.")
    return names


def _pictures(witness: Witness) -> dict[str, dict[str, str]]:
    """Each world before and after, all in one frame, as addresses that hold the picture."""
    around = frame(state for world in witness.worlds for state in (world.before, world.after))
    return {
        world.name: {
            "before": picture_address(picture(world.before, around)),
            "after": picture_address(picture(world.after, around)),
        }
        for world in witness.worlds
    }
