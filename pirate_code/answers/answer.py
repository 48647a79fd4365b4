"""The answer: verdict, relation, an explanation, and the rulings that decide, ranked and cited."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from pirate_code.answers.confidence import Sureness, sureness_of, sureness_of_value
from pirate_code.answers.merge import Agreement, MergedVerdict, merge_verdicts
from pirate_code.answers.question import Question, understand
from pirate_code.answers.ruling_verdict import RulingVerdict, Verdict, ruling_verdict
from pirate_code.library.lookup import Meaning
from pirate_code.library.stemming import words_of

if TYPE_CHECKING:
    from pirate_code.answers.experiment.finding import EngineFault, Experiment, Finding, Witness

SHOWN = 5
_UNDECIDED = "Nothing that is written down decides this; the rulings below come nearest."
_FAILED = "The experiment failed because of an error in the engine, so it says nothing about this."


@dataclass(frozen=True)
class CitedRuling:
    """A ruling that bears on the answer."""

    id: str
    section: str
    items: str
    says: str
    citation: str
    score: float
    line: str | None = None  # the printed line that is the section's heading
    scenarios: int = 0  # how many positions it was checked by
    in_part: str | None = None  # what of it those leave unshown


@dataclass(frozen=True)
class Answer:
    """An answer; without a verdict nothing decides the question, or the engine failed to try it."""

    question: str
    x: Meaning | None
    y: Meaning | None
    verdict: Verdict | None
    relation: str | None
    explanation: str
    rulings: tuple[CitedRuling, ...]
    alternatives: tuple[Meaning, ...] = ()
    agreement: Agreement = "claims-only"
    finding: Finding | None = None  # what an experiment shows
    slips: tuple[tuple[str, str], ...] = ()  # words as they were written, and as they were taken
    faults: tuple[EngineFault, ...] = ()  # errors of the engine during the experiment
    value: str | None = None  # what is told to a question that asks for something else than yes or no
    sureness: Sureness = "open"

    @property
    def witness(self) -> Witness | None:
        """The four worlds that show it."""
        return self.finding.witness if self.finding is not None else None

    def as_json(self) -> dict[str, Any]:
        """The answer as plain data."""
        return {
            "question": self.question,
            "x": _plain(self.x),
            "y": _plain(self.y),
            "verdict": self.verdict,
            "value": self.value,
            "sureness": self.sureness,
            "relation": self.relation,
            "explanation": self.explanation,
            "rulings": [
                {name: value for name, value in asdict(ruling).items() if name != "citation"}
                for ruling in self.rulings
            ],
            "witness": self.witness.as_json() if self.witness is not None else None,
            "experiment": None
            if self.finding is None
            else {
                "verdict": self.finding.verdict,
                "relation": self.finding.relation,
                "explanation": self.finding.explanation,
            },
            "agreement": self.agreement,
            "alternatives": [_plain(other) for other in self.alternatives],
            "read_as": dict(self.slips),
            "faults": [fault.as_json() for fault in self.faults],
        }


def _plain(thing: Meaning | None) -> dict[str, str] | None:
    return (
        None
        if thing is None
        else {"type": thing.type, "id": thing.id, "name": thing.name, "kind": thing.kind}
    )


def ask(db: sqlite3.Connection, text: str, *, trying: bool = True) -> Answer:
    """Answer a question in plain English; by rulings alone if nothing is to be tried."""
    return answer_to(db, understand(db, text), trying=trying)


def ask_about(
    db: sqlite3.Connection, x: Meaning, y: Meaning, relation: str | None = None, *, trying: bool = True
) -> Answer:
    """Answer whether two things interact; by rulings alone if nothing is to be tried."""
    return answer_to(db, about(x, y, relation), trying=trying)


def about(
    x: Meaning, y: Meaning, relation: str | None = None, alternatives: Sequence[Meaning] = ()
) -> Question:
    """The question that two names ask: whether the one does its work on the other, or with it."""
    text = f"Does {x.name} interact with {y.name}?"
    words = tuple(words_of(f"{x.name} {y.name}"))
    return Question(text, (x, y), tuple(alternatives), relation, denied=False, words=words, asked=False)


def by_experiment(x: Meaning, y: Meaning, relation: str | None, tried: Experiment) -> Answer:
    """The answer that an experiment alone gives: of a line that no card has, rulings say nothing."""
    text = f"Does {x.name!r} interact with {y.name}?"
    finding = tried.finding
    if finding is None:
        says = _FAILED if tried.faults else "No experiment decides this."
        return Answer(text, x, y, None, relation, says, (), faults=tried.faults)
    verdict, shown_relation, says = finding.verdict, finding.relation, finding.explanation
    answer = Answer(
        text, x, y, verdict, shown_relation, says, (), (), "experiment-only", finding, (), tried.faults
    )
    return replace(answer, sureness="likely")


def answer_to(db: sqlite3.Connection, question: Question, *, trying: bool = True) -> Answer:
    """Answer a question that is understood; by rulings alone if nothing is to be tried."""
    by_rulings = ruling_verdict(db, question)
    if question.frame is not None and question.frame.kind != "yes or no":
        return _value_answer(db, question, by_rulings)
    both = (
        merge_verdicts(db, question, by_rulings, by_names=not question.asked)
        if trying
        else MergedVerdict(by_rulings.verdict, "claims-only")
    )
    rulings = _cited(db, by_rulings.rulings)
    grounded = bool(rulings) or both.finding is not None
    sureness = _sureness(question, by_rulings, both) if grounded else "open"
    verdict = both.verdict if sureness != "open" else None
    by_ruling = both.agreement != "experiment-only" and verdict is not None
    claimed = (
        by_rulings.claim.claim.relation if by_rulings.claim is not None and by_ruling else question.relation
    )
    explained = by_rulings.explanation if by_ruling and by_rulings.explanation else _UNDECIDED
    return Answer(
        question.text,
        by_rulings.x,
        by_rulings.y,
        verdict,
        both.finding.relation if both.agreement == "experiment-only" and both.finding else claimed,
        _both_explained(explained, both),
        rulings,
        question.alternatives,
        both.agreement,
        both.finding,
        question.slips,
        both.faults,
        sureness=sureness,
    )


def _sureness(question: Question, by_rulings: RulingVerdict, both: MergedVerdict) -> Sureness:
    """How sure a verdict is; never sure if ruling and experiment differ, or if only an experiment speaks."""
    if both.verdict is None:
        return "open"
    if both.agreement in ("conflict", "experiment-only"):
        return "likely"
    return sureness_of(by_rulings.chance, parsed=question.frame is None or question.frame.parsed)


def _value_answer(db: sqlite3.Connection, question: Question, found: RulingVerdict) -> Answer:
    """The answer to a question that yes or no does not answer: what a ruling tells."""
    rulings = _cited(db, found.rulings)
    told = found.value
    first = sorted(rulings, key=lambda cited: told is None or cited.id != told.ruling)
    explained, value = _UNDECIDED, None
    sureness: Sureness = "open"
    if told is not None:
        explained = told.says if told.value is None else f"{told.value}: {told.says}"
        value, sureness = told.value or told.says, sureness_of_value(told.likeness)
    x, y, others = found.x, found.y, question.alternatives
    return Answer(
        question.text,
        x,
        y,
        None,
        None,
        explained,
        tuple(first),
        others,
        slips=question.slips,
        value=value,
        sureness=sureness,
    )


def _both_explained(by_rulings: str, both: MergedVerdict) -> str:
    """What rulings say, and after it what the experiment says where it alone decides, or differs."""
    if both.finding is None and both.faults and both.verdict is None:
        return f"{_FAILED} The rulings below come nearest."
    if both.finding is None or both.agreement == "both":
        return by_rulings
    if both.agreement == "experiment-only":
        return f"No ruling speaks of both. {both.finding.explanation}"
    return f"{by_rulings} The experiment finds otherwise ({both.finding.verdict}): {both.finding.explanation}"


def _cited(db: sqlite3.Connection, ranked: Mapping[str, float]) -> tuple[CitedRuling, ...]:
    cited = []
    for ruling in list(ranked)[:SHOWN]:
        row = db.execute(
            "SELECT section, items, says, citation, line, scenarios, in_part FROM rulings "
            "JOIN citations ON ruling_id = id WHERE id = ?",
            (ruling,),
        ).fetchone()
        cited.append(
            CitedRuling(
                ruling, row[0], row[1], row[2], row[3], round(ranked[ruling], 3), row[4], row[5], row[6]
            )
        )
    return tuple(cited)
