"""Holds a question against the statements of rulings: how well each fits, in numbers that can be weighed."""

from __future__ import annotations

import heapq
import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from pirate_code.answers.prepared_question import PreparedQuestion
from pirate_code.answers.question import stand_ins
from pirate_code.answers.ruling_index import Claim, Ruling
from pirate_code.answers.similar_questions import AGAINST
from pirate_code.answers.statements import (
    KINDS,
    Statement,
    Truth,
    manner_of,
    of_question,
    other_statements,
    ruling_stems,
    sides_of,
    turned,
    turning,
)
from pirate_code.answers.voice import is_turned
from pirate_code.answers.wording_index import added_up, wordings_with
from pirate_code.library.question_words import question_words
from pirate_code.library.stemming import compared, in_common_words, stem

_STRANGE = 6.0  # how rare a word is that no ruling has
_NEAREST = 30  # rulings whose statements are compared
_WORDINGS = 250  # questions that these answer which are compared: those that fit best at a first look
_SPREAD = 2.25  # the more, the less it counts that a word is rare among those
_FIRST = 0.5  # what it counts there that a ruling is the nearest
_THINGS = 10.0  # what makes the rarity of things comparable with shares
_MUTUAL = ("combines", "stacks", "excludes")  # it does not matter which of the two acts
# What is measured of a statement; a question in words asks for something and may tell a situation before.
FEATURES = (
    "one",  # the statement itself
    "asked",  # the share of what is asked that it speaks of
    "told",  # the share of what is told
    "deed",  # the share of what is asked beside the names
    "covered",  # the share of the statement that the question speaks of
    "both",
    "case",  # the share of the case in which it holds that the question speaks of
    "crossed",  # words in another order
    "contrast",  # words against those of the question: own and enemy
    "near",  # how near the ruling is
    "rank",
    "about",  # whether the ruling is about the things asked about
    "basic",  # a base rule
    "pair",  # a claim that joins two things of the question
    "lone",  # a claim of one of them
    "relation",  # a claim of the relation asked for
    "stand-in",  # a claim of one that answers for it
    "whole",  # the share of the question that its ruling speaks of anywhere
    "deed whole",  # the share of what is asked beside the names
    "heading",  # the share of the ruling's heading that stands in the question
    "settled",  # of what it leaves open: the share of what settles it that stands in the question
    "telling asked",  # the share of the question that it has, by how words tell statements apart
    "telling covered",  # the share of it that the question has, counted in the same way
    "telling both",
    "turned",  # whether its truth is turned round
)


@dataclass(frozen=True, slots=True)
class ComparedStatement:
    """A statement of a ruling, how it fits a question, and whether what is asked is so by it."""

    ruling: str
    statement: Statement
    features: tuple[float, ...]
    sign: str  # by which kinds of asking and stating its truth is carried over
    truth: Truth


class ComparedQuestion:
    """A question as it is compared: stems that ask, stems that tell, and other names of its things."""

    def __init__(self, case: PreparedQuestion) -> None:
        self.case = case
        frame = case.question.frame
        asked, told = (frame.asked, frame.told) if frame is not None else (case.question.words, ())
        self.spoken = tuple(asked)
        words = in_common_words(asked)
        self.asked = compared(words) or tuple(case.words)
        self.told = tuple(word for word in compared(in_common_words(told)) if word not in self.asked)
        self.stems = frozenset(self.asked) | frozenset(self.told)
        self.manner = "names" if frame is None else manner_of(words)
        self.sides = sides_of(words)
        relation = case.question.relation if frame is None else None
        phrases = question_words().relations[relation][:1] if relation is not None else ()
        self.turning = turning((*self.asked, *compared(phrases)), self.sides)
        self.open = frame is None and relation is None  # two names: whether they interact at all
        things = zip(case.question.things, case.called, strict=False)
        named = {word for thing, (spoken, _) in things if thing.kind != "action" for word in spoken}
        self.deed = [word for word in self.asked if word not in named]
        plain = {*asked, *told}
        self.contrasts = frozenset(
            stem(word)
            for word, others in question_words().contrasts.items()
            if others & plain and not plain & {word}
        )
        self._rarity = case.index.rarity
        self._telling: dict[str, float] = {}

    def tell_apart(self, rulings: Iterable[Ruling]) -> None:
        """Weigh words by how they tell apart the questions that rulings answer."""
        counts: dict[str, int] = {}
        whole = 0
        for wordings in (wordings_with(ruling, values=False) for ruling in rulings):
            whole += len(wordings.questions)
            for word, places in wordings.with_stem.items():
                counts[word] = counts.get(word, 0) + len(places)
        self._telling = {word: math.log(1 + _SPREAD * whole / (0.5 + n)) for word, n in counts.items()}

    def share(self, words: Collection[str], among: Collection[str], otherwise: float = 0.0) -> float:
        """The share of some words, rare ones counting more, that are among others."""
        whole = part = 0.0
        for word in words:
            rarity = self._rarity.get(word, _STRANGE)
            whole += rarity
            part += rarity if word in among else 0.0
        return part / whole if whole else otherwise

    def telling(self, word: str) -> float:
        """How much a word tells apart the questions that the nearest rulings answer."""
        return self._telling.get(word, 0.0)

    def telling_share(self, words: Collection[str], among: Collection[str]) -> float:
        """The share of some words that are among others, by how they tell the compared statements apart."""
        weights = self._telling
        whole = sum(weights.get(word, 0.0) for word in words)
        return sum(weights.get(word, 0.0) for word in words if word in among) / whole if whole else 0.0

    def matched(self, statement: Statement) -> tuple[Collection[str], Collection[str]]:
        """The stems of the question that a statement has, and those of the statement that the question has.

        A thing may be called otherwise there, by another name of what it is.
        """
        stems = statement.told.union(statement.asked)
        both = self.stems & stems
        here, there = set(both), set(both)
        for spoken, names in self.case.called:
            if not spoken <= here and (name := next((name for name in names if name <= stems), None)):
                here |= spoken & self.stems
                there |= name
        return here, there


@dataclass(frozen=True)
class _Near:
    """One of the nearest rulings, and what is measured of it for all its statements."""

    id: str
    ruling: Ruling
    shared: tuple[float, ...]  # how near it is
    whole: tuple[float, ...]  # what of the question it speaks of anywhere


def compared_statements(case: PreparedQuestion, rulings: Mapping[str, float]) -> list[ComparedStatement]:
    """The statements of the rulings that come nearest, held against a question.

    Of the questions that they answer only those are that fit best at a first look.
    """
    question = ComparedQuestion(case)
    nearest = _nearest(question, rulings)
    question.tell_apart(near.ruling for near in nearest)
    fitting = heapq.nlargest(_WORDINGS, _fits(question, nearest))
    stated: list[tuple[_Near, Iterable[Statement]]] = [
        (near, other_statements(near.ruling)) for near in nearest
    ]
    for _, order, place in fitting:
        near = nearest[-order]
        wording = wordings_with(near.ruling, values=False).questions[-place]
        stated.append((near, (of_question(wording),)))
    return [
        _compared(question, near.id, statement, near.shared, near.whole)
        for near, statements in stated
        for statement in statements
        if not is_turned(question.spoken, statement.spoken)
    ]


def _nearest(question: ComparedQuestion, rulings: Mapping[str, float]) -> list[_Near]:
    """The nearest rulings, each with what all its statements have in common."""
    case = question.case
    best = max(rulings.values(), default=1.0)
    about = _about(case)
    found = []
    for place, id_ in enumerate(list(rulings)[:_NEAREST]):
        ruling = case.index.ruling(id_)
        words = ruling_stems(ruling)
        whole = (
            question.share(question.stems, words),
            question.share(question.deed, words, 1.0),
            question.share(ruling.heading, question.stems),
        )
        shared = (rulings[id_] / best, 1 / (1 + place), about.get(id_, 0.0), float(ruling.place.basic))
        found.append(_Near(id_, ruling, shared, whole))
    return found


def _fits(question: ComparedQuestion, nearest: Sequence[_Near]) -> Iterator[tuple[float, int, int]]:
    """Of each question that rulings answer how well it fits at a first look, and minus the places of both."""
    telling = {word: question.telling(word) for word in question.stems}
    whole = sum(telling.values()) or 1.0
    share = {word: weight / whole for word, weight in telling.items()}
    ones = dict.fromkeys(telling, 1.0)
    for order, near in enumerate(nearest):
        wordings = wordings_with(near.ruling, values=False)
        shares = added_up(wordings.with_stem, share, len(wordings.questions))
        counts = added_up(wordings.with_stem, ones, len(wordings.questions))
        value = near.shared[0] + _FIRST * near.shared[1] + near.whole[0]
        for place, (asked, count, stems) in enumerate(zip(shares, counts, wordings.stem_counts, strict=True)):
            covered = count / (stems or 1)
            yield value + asked * (1 + covered) + covered, -order, -place


def _about(case: PreparedQuestion) -> dict[str, float]:
    """How rare the two rarest things of a question are that each ruling is about."""
    values: dict[str, list[float]] = {}
    for thing in case.things:
        best: dict[str, float] = {}
        for entry, weight in thing.items():
            value = weight * case.index.entry_rarity(entry)
            for id_ in (id_ for id_, about in case.index.with_entry(entry) if about):
                best[id_] = max(value, best.get(id_, 0.0))
        for id_, value in best.items():
            values.setdefault(id_, []).append(value)
    return {id_: sum(sorted(each)[-2:]) / _THINGS for id_, each in values.items()}


def _compared(
    question: ComparedQuestion,
    ruling: str,
    statement: Statement,
    shared: tuple[float, ...],
    whole: tuple[float, ...],
) -> ComparedStatement:
    here, there = question.matched(statement)
    asked = question.share(question.asked, here)
    covered = question.share(statement.asked, there)
    claim = statement.claim
    words = statement.told.union(statement.asked)
    telling = question.telling_share(question.stems, here), question.telling_share(words, there)
    contrary = any((matter, not affirms) in statement.sides for matter, affirms in question.sides)
    truth = turned(statement.truth) if contrary != question.case.question.denied else statement.truth
    sign, carried = _carried(question, statement, truth)
    features = (
        1.0,
        asked,
        question.share(question.told, here, asked),
        question.share(question.deed, here, asked),
        covered,
        asked * covered,
        question.share(statement.told, there, 0.0 if statement.source == "clause" else 1.0),
        _crossed(question.asked, statement.asked, here),
        float(len(question.contrasts.intersection(statement.asked))),
        *shared,
        *(_joined(question.case, claim) if claim is not None else (0.0, 0.0, 0.0, 0.0)),
        *whole,
        question.share(statement.differs, question.stems),
        *telling,
        telling[0] * telling[1],
        float(carried != statement.truth),
    )
    return ComparedStatement(ruling, statement, features, sign, carried)


def _carried(question: ComparedQuestion, statement: Statement, truth: Truth) -> tuple[str, Truth]:
    """By which sign the truth of a statement is carried over, and that truth."""
    if truth == "depends":
        return "open", truth
    sign = _sign(question, statement)
    if turns := _turns(question, statement):
        sign, truth = f"{sign} {turns}", turned(truth)
    if statement.claim is None and question.contrasts.intersection(statement.asked):
        sign = f"{sign} contrast"
    return sign, truth


def _turns(question: ComparedQuestion, statement: Statement) -> str:
    """What turns a statement round for a question: words that only one of the two has, if they are odd."""
    if question.open:
        return ""
    alone = question.turning ^ turning(statement.asked, statement.sides)
    both = {matter for matter, _ in question.sides} & {matter for matter, _ in statement.sides}
    left = alone - {f"~{matter}" for matter in both}
    if len(left) % 2 == 0:
        return ""
    return "turned kept" if left == {"~kept"} else "turned"


def _crossed(one: Sequence[str], other: Sequence[str], both: Collection[str]) -> float:
    """The share of pairs of words that stand in another order."""
    order = {word: place for place, word in enumerate(other)}
    pairs = list(combinations([order[word] for word in one if word in both and word in order], 2))
    return sum(first > second for first, second in pairs) / len(pairs) if pairs else 0.0


def _joined(case: PreparedQuestion, claim: Claim) -> tuple[float, float, float, float]:
    """Whether a claim joins two things of a question, or has one, and whether its relation is asked for."""
    subject, object_ = _places(case, claim.subject_id), _places(case, claim.object_id)
    itself = claim.subject_id == claim.object_id
    pair = any(one != other or itself for one in subject for other in object_)
    lone = bool(subject or object_) and not pair
    asked = case.question.relation
    same = claim.relation == asked
    stands_in = not same and (asked is None or claim.relation in stand_ins(asked))
    return float(pair), float(lone), float(same), float(stands_in)


def _places(case: PreparedQuestion, entry: str) -> list[int]:
    return [place for place, thing in enumerate(case.things) if entry in thing]


def _sign(question: ComparedQuestion, statement: Statement) -> str:
    """By which kinds of asking and stating the truth of a statement is carried over."""
    claim = statement.claim
    if statement.truth == "depends":
        return "open"
    if claim is None:
        return f"{statement.source} {question.manner} {statement.manner}"
    asked = question.case.question.relation
    first = [min(_places(question.case, end), default=99) for end in (claim.subject_id, claim.object_id)]
    way = "forth" if first[0] <= first[1] or {asked, claim.relation} <= set(_MUTUAL) else "back"
    if asked is None:
        kind = "against" if question.open and claim.relation in AGAINST else statement.manner
        return f"claim any {kind} {way}"
    wanted = "same" if asked == claim.relation else "may" if asked == "allows" else KINDS.get(asked, "for")
    return f"claim {wanted} {statement.manner} {way}"
