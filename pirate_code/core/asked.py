"""Questions that a ruling answers, written as people ask them: "Can a doctor save himself? No.".

A question that yes or no does not answer has its value: "Who wins a tie in a boarding party? Nobody."
"""

from __future__ import annotations

import re
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, model_validator

_FORM = re.compile(
    r"(?P<question>[^?]+\?) (?:(?P<answer>Yes|No)|Depends on (?P<condition>[^?]+)|(?P<value>[^?]+))\."
)
_ASKS_FOR_A_VALUE = re.compile(r"\b(?:who|whom|whose|which|what|where|when|why|how)\b", re.IGNORECASE)
_LONGEST = 300


class Asked(BaseModel):
    """A question and its answer; an answer that depends says on what.

    >>> Asked.model_validate("Can a doctor save himself? No.")
    Asked(question='Can a doctor save himself?', answer='no', condition=None, value=None)
    >>> Asked.model_validate("Who wins a tie in a boarding party? Nobody.").value
    'Nobody'
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    question: str
    answer: Literal["yes", "no", "depends", "value"]
    condition: str | None = None
    value: str | None = None

    @model_validator(mode="before")
    @classmethod
    def _read(cls, value: Any) -> Any:
        found = _FORM.fullmatch(" ".join(value.split())) if isinstance(value, str) else None
        if found is None or len(value) > _LONGEST:
            raise ValueError(
                'a question ends in "? Yes.", "? No." or "? Depends on ...."; one that asks who, which, how '
                f"many or the like ends in its value; all on less than {_LONGEST} characters"
            )
        if found["value"] and not _ASKS_FOR_A_VALUE.search(found["question"]):
            raise ValueError(
                "only a question that asks who, which, how many or the like has a value; others end in "
                '"? Yes.", "? No." or "? Depends on ...."'
            )
        answer = "value" if found["value"] else (found["answer"] or "depends").casefold()
        return {
            "question": found["question"],
            "answer": answer,
            "condition": found["condition"],
            "value": found["value"],
        }
