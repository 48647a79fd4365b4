"""What a ruling states, in pieces that can be held against a question.

A statement is a question that the ruling answers, a claim, or a clause of its text. Each has the stems that
say what it is about, those that only say in which case, and whether it holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from typing import Literal

from pirate_code.answers.frame import denies
from pirate_code.answers.ruling_clauses import Clause, clauses
from pirate_code.answers.ruling_index import Claim, Ruling, RulingQuestion
from pirate_code.answers.wording_index import wordings_with
from pirate_code.library.question_words import question_words
from pirate_code.library.stemming import compared, in_common_words, stem, words_of

Source = Literal["asked", "claim", "clause", "hedge"]
Truth = Literal["yes", "no", "depends"]
_KEPT = 32_768  # questions
_RULINGS = 4_096
# What a relation does to its object, where it is not simply for it, nor against it as its word says.
KINDS = {
    "protects-against": "saves",
    **dict.fromkeys(("cancels", "overrides", "replaces"), "over"),
    "requires": "needs",
}
_LOST = ("kept", "harmed")  # matters of which the contrary turns round what is said without them
_SENTENCES = re.compile(r"(?<=[.!?;])\s+")
_CASE = re.compile(r"\b(?:if|while|when|unless|until|because|although|though|even if|as long as|once)\b")


@dataclass(frozen=True, slots=True)
class Statement:
    """Something that a ruling states: its stems in their order, the case, and whether it is so."""

    source: Source
    asked: tuple[str, ...]
    told: frozenset[str]
    truth: Truth
    manner: str  # for, must or optional; of a clause: permits, commands or states
    sides: frozenset[tuple[str, bool]] = frozenset()  # matters of which a word or its contrary speaks
    claim: Claim | None = None
    condition: str | None = None  # on which it depends
    text: str = ""  # of a question or clause
    differs: frozenset[str] = frozenset()  # stems that settle what is left open

    @property
    def spoken(self) -> str:
        """Its text; of a claim who does it, and what."""
        return self.text or (f"{self.claim.subject} {self.claim.object}" if self.claim is not None else "")

    @property
    def kind(self) -> str:
        """Its source; what leaves the matter open is a kind of its own."""
        return "open" if self.truth == "depends" and self.source != "hedge" else self.source


def statements(ruling: Ruling) -> list[Statement]:
    """Everything that a ruling states."""
    asked = [of_question(each) for each in ruling.asked if each.answer != "value"]
    return [*asked, *other_statements(ruling)]


@lru_cache(maxsize=_RULINGS)
def other_statements(ruling: Ruling) -> tuple[Statement, ...]:
    """What a ruling states beside the questions that it answers."""
    return (
        *(statement for claim in ruling.claims for statement in _of_claim(claim)),
        *_of_clauses(ruling.says),
        *_hedged(ruling.says),
    )


@lru_cache(maxsize=_RULINGS)
def ruling_stems(ruling: Ruling) -> frozenset[str]:
    """The stems of everything that a ruling states, and of its heading."""
    stated = other_statements(ruling)
    asked = wordings_with(ruling, values=False).with_stem
    return ruling.heading.union(asked, *(each.asked for each in stated), *(each.told for each in stated))


def _hedged(says: str) -> tuple[Statement, ...]:
    """What a ruling leaves open by a clause that begins with unless, except and the like."""
    parts = clauses(says)
    found = []
    for before, after in pairwise(parts):
        if after.hedges and before.whole == after.whole:
            main = compared(in_common_words(words_of(before.text)))
            case = frozenset(compared(in_common_words(words_of(after.text)))) - set(main)
            found.append(
                Statement("hedge", main, frozenset(), "depends", "for", condition=after.text, differs=case)
            )
    return tuple(found)


@lru_cache(maxsize=_KEPT)
def of_question(question: RulingQuestion) -> Statement:
    """What a question that a ruling answers states."""
    main, case = parted(question.question)
    words = words_of(main)
    truth = _truth(question.answer)
    if denies(words, asks=bool(words) and words[0] in question_words().asking):
        truth = turned(truth)
    common = in_common_words(words)
    stems = compared(common)
    told = frozenset(compared(in_common_words(words_of(case)))) - set(stems)
    condition = question.condition
    return Statement(
        "asked", stems, told, truth, manner_of(common), sides_of(common), None, condition, question.question
    )


def parted(text: str) -> tuple[str, str]:
    """A question without what says in which case, a clause or the sentences before it, and that case."""
    *told, text = _SENTENCES.split(text)
    if told:
        main, clause = parted(text)
        return main, " ".join([*told, clause])
    first, comma, rest = text.partition(",")
    if comma and words_of(first)[:1] and words_of(first)[0] in question_words().reading["subordinates"]:
        return rest, first
    case = _CASE.search(text.casefold())
    return (text[: case.start()], text[case.start() :]) if case and case.start() else (text, "")


def _of_claim(claim: Claim) -> tuple[Statement, ...]:
    """What a claim states; one that holds on a condition states that it holds then, and that it depends."""
    relation = question_words().relations.get(claim.relation, (claim.relation,))[0]
    stems = compared(in_common_words(words_of(f"{claim.subject} {relation} {claim.object}")))
    told = frozenset(compared(in_common_words(words_of(claim.condition or "")))) - set(stems)
    manner = KINDS.get(claim.relation, "for")
    truth: Truth = "no" if claim.holds == "no" else "yes"
    stated = Statement("claim", stems, told, truth, manner, claim=claim)
    if claim.holds != "when":
        return (stated,)
    open_ = Statement("claim", stems, frozenset(), "depends", manner, claim=claim, condition=claim.condition)
    return stated, open_


def _of_clauses(says: str) -> tuple[Statement, ...]:
    parts = clauses(says)
    main = [each for each in parts if each.main] or parts
    return tuple(map(_of_clause, main))


def _of_clause(clause: Clause) -> Statement:
    how = "permits" if clause.permits else "commands" if clause.commands else "states"
    truth: Truth = "no" if clause.denies else "yes"
    stems = compared(in_common_words(words_of(clause.text)))
    told = frozenset(compared(in_common_words(words_of(clause.whole)))) - set(stems)
    return Statement("clause", stems, told, truth, how, text=clause.text)


def sides_of(words: Iterable[str]) -> frozenset[tuple[str, bool]]:
    """The matters of which words or their contraries speak."""
    contraries = question_words().contraries
    return frozenset(contraries[word] for word in words if word in contraries)


def turning(stems: Iterable[str], sides: Iterable[tuple[str, bool]]) -> frozenset[str]:
    """The stems that turn round what the others say: prevent, unable, without; and what is lost."""
    lost = {f"~{matter}" for matter, affirms in sides if not affirms and matter in _LOST}
    return _turning_stems().intersection(stems) | lost


@cache
def _turning_stems() -> frozenset[str]:
    return frozenset(map(stem, question_words().reading["turns"]))


def manner_of(words: Sequence[str]) -> str:
    """How words ask: for a duty, for leave not to do it, or for something."""
    text = f" {' '.join(words)} "
    for manner in ("optional", "must"):
        if any(f" {phrase} " in text for phrase in question_words().manners[manner]):
            return manner
    return "for"


def turned(truth: Truth) -> Truth:
    """The truth of the contrary."""
    contrary: dict[Truth, Truth] = {"yes": "no", "no": "yes", "depends": "depends"}
    return contrary[truth]


def _truth(answer: str) -> Truth:
    return "yes" if answer == "yes" else "no" if answer == "no" else "depends"
