"""Questions that a ruling answers, written as people ask them: "Can a doctor save himself? No."."""

from __future__ import annotations

import re
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, model_validator

_FORM = re.compile(r"(?P<question>[^?]+\?) (?:(?P<answer>Yes|No)|Depends on (?P<condition>[^?]+))\.")
_LONGEST = 300


class Asked(BaseModel):
    """A question and its answer; an answer that depends says on what.

    >>> Asked.model_validate("Can a doctor save himself? No.")
    Asked(question='Can a doctor save himself?', answer='no', condition=None)
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    question: str
    answer: Literal["yes", "no", "depends"]
    condition: str | None = None

    @model_validator(mode="before")
    @classmethod
    def _read(cls, value: Any) -> Any:
        found = _FORM.fullmatch(" ".join(value.split())) if isinstance(value, str) else None
        if found is None or len(value) > _LONGEST:
            raise ValueError(
                'a question ends in "? Yes.", "? No." or "? Depends on ....", all on less than '
                f"{_LONGEST} characters"
            )
        return {
            "question": found["question"],
            "answer": (found["answer"] or "depends").casefold(),
            "condition": found["condition"],
        }
