"""Other wordings of the questions that rulings answer, as rulings/questions/*.yaml write them down.

A file has the name of the file of rulings that it belongs to, and maps ids of rulings to questions. They only
help to understand what somebody asks; what a ruling shows of itself are the questions under its `asked`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import Path

from pydantic import ConfigDict, RootModel, ValidationError

from pirate_code.core.asked import Asked
from pirate_code.data import Document, folder, load_yaml
from pirate_code.glossary import Slug
from pirate_code.validation_messages import in_words

FOLDER = "questions"


class _Questions(RootModel[dict[Slug, tuple[Asked, ...]]]):
    """What a file holds: questions by the id of the ruling that answers them."""

    model_config = ConfigDict(frozen=True)


def question_paths() -> list[Path]:
    """The files of questions, in the order of their names."""
    return sorted((folder("rulings") / FOLDER).glob("*.yaml"))


def questions_by_ruling(paths: Iterable[Path], rulings: Collection[str]) -> dict[str, tuple[Asked, ...]]:
    """The questions of files by the ruling that answers them; the first fault is raised."""
    found: dict[str, tuple[Asked, ...]] = {}
    for path in paths:
        document = load_yaml(path)
        for id_, questions in _read(document).items():
            if id_ not in rulings:
                raise document.error(f"there is no ruling {id_!r} that says something", id_)
            if id_ in found:
                raise document.error(f"questions of {id_!r} stand in another file already", id_)
            found[id_] = questions
    return found


def _read(document: Document) -> dict[str, tuple[Asked, ...]]:
    try:
        return dict(_Questions.model_validate(document.data).root)
    except ValidationError as error:
        fault = error.errors()[0]
        where = [step for step in fault["loc"] if step != "[key]"]
        raise document.error(f"{'.'.join(map(str, where))}: {in_words(fault)}", *where) from None
