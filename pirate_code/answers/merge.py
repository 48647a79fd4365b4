"""Merges the verdicts of rulings and experiment: whether they agree, and which counts where they do not."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from pirate_code.answers.prepared_question import near
from pirate_code.answers.question import Question
from pirate_code.answers.ruling_verdict import RulingVerdict, Verdict
from pirate_code.library.lookup import Meaning

if TYPE_CHECKING:
    from pirate_code.answers.experiment.finding import EngineFault, Finding

Agreement = Literal["both", "claims-only", "experiment-only", "conflict"]


@dataclass(frozen=True)
class MergedVerdict:
    """The verdict of rulings and experiment together, the finding, and where the engine failed."""

    verdict: Verdict | None
    agreement: Agreement
    finding: Finding | None = None
    faults: tuple[EngineFault, ...] = ()


def merge_verdicts(
    db: sqlite3.Connection, question: Question, found: RulingVerdict, *, by_names: bool
) -> MergedVerdict:
    """Try by experiment what rulings say; where they say nothing, the experiment decides.

    Of two names without a question around them only a ruling that speaks of both says anything.
    """
    from pirate_code.answers.experiment import experiment

    x, y = found.x, found.y
    if x is None or y is None:
        return MergedVerdict(found.verdict, "claims-only")
    pair = order(db, x, y, found)
    if found.claim is not None and pair is not None:
        claim = found.claim.claim
        tried = experiment(db, *pair, claim.relation, (claim.ruling,))
        finding = tried.finding
        if finding is None or (not finding.met and finding.verdict != claim.holds):
            return MergedVerdict(found.verdict, "claims-only", None, tried.faults)
        differ = finding.contradicts(claim.holds)
        finding = finding if pair == (x, y) else finding.turned_round()
        return MergedVerdict(found.verdict, "conflict" if differ else "both", finding, tried.faults)
    if found.verdict is not None and not by_names:
        return MergedVerdict(found.verdict, "claims-only")
    tried = experiment(db, x, y, question.relation)
    if tried.finding is None:
        return MergedVerdict(None if by_names else found.verdict, "claims-only", None, tried.faults)
    verdict = _asked(tried.finding.verdict, question.denied)
    return MergedVerdict(verdict, "experiment-only", tried.finding, tried.faults)


def order(
    db: sqlite3.Connection, x: Meaning, y: Meaning, found: RulingVerdict
) -> tuple[Meaning, Meaning] | None:
    """The two in the order in which the deciding claim speaks of them; None if it does not join them."""
    if found.claim is None:
        return None
    claim = found.claim.claim
    near_x, near_y = near(db, x), near(db, y)
    if claim.subject_id in near_x and claim.object_id in near_y:
        return x, y
    return (y, x) if claim.subject_id in near_y and claim.object_id in near_x else None


def _asked(verdict: Verdict, denied: bool) -> Verdict:
    """A verdict on what is asked; a question that denies is answered the other way round."""
    turned: dict[Verdict, Verdict] = {"yes": "no", "no": "yes", "depends": "depends"}
    return turned[verdict] if denied else verdict
