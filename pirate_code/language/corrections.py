"""Misprints of single cards, put right by db/corrections.yaml before a line is parsed."""

from __future__ import annotations

from functools import cache

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pirate_code.data import folder, load_yaml
from pirate_code.validation_messages import in_words


class Correction(BaseModel):
    """A printed line, the line as it was meant, and what was wrong with it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    line: str = Field(min_length=1)
    corrected: str = Field(min_length=1)
    why: str = Field(min_length=1)


@cache
def load_corrections() -> dict[str, Correction]:
    """Every correction, by its printed line."""
    document = load_yaml(folder("db") / "corrections.yaml")
    if not isinstance(document.data, list):
        raise document.error("the corrections must be a list of line, corrected and why")
    corrections: dict[str, Correction] = {}
    for number, entry in enumerate(document.data):
        try:
            correction = Correction.model_validate(entry)
        except ValidationError as error:
            problem = error.errors()[0]
            where = ".".join(str(part) for part in problem["loc"])
            raise document.error(f"correction {number + 1}, {where}: {in_words(problem)}", number) from None
        if correction.line in corrections:
            raise document.error(f"the line {correction.line!r} is corrected twice", number)
        corrections[correction.line] = correction
    return corrections


def corrected(line: str) -> str:
    """The line as it was meant; a line without a known misprint stays as it is."""
    known = load_corrections().get(line.strip())
    return known.corrected if known else line
