"""Which rulings answer a question about the plain rule: not those about something special beside it.

Special is what some pieces have and others do not: keywords, printed abilities, named pieces, unique
treasure, equipment and events. A ruling about an Oarsman says nothing to somebody who asks about ships.
"""

from __future__ import annotations

from collections.abc import Sequence

from pirate_code.answers.prepared_question import PreparedQuestion, share
from pirate_code.answers.ruling_index import Entry
from pirate_code.library.stemming import stems_of

_SPECIAL = (
    *("keyword", "ability", "named ability", "crew ability", "unique treasure", "equipment", "event", "line"),
)
_NAMED = ("piece", "fort", "island")  # of these, those with a name of their own
_NEAREST = 30  # plain rulings that are looked at


def is_special(entry: Entry) -> bool:
    """Whether an entry is something that only some pieces have, or a piece with a name of its own."""
    return entry.kind in _SPECIAL or (entry.kind in _NAMED and entry.name[:1].isupper())


def is_plain(case: PreparedQuestion) -> bool:
    """Whether a question asks about the plain rule: it tells no situation and names nothing special."""
    frame = case.question.frame
    if frame is None or frame.told:
        return False
    return not any(is_special(entry) for thing in case.things for entry in case.index.entries(thing))


def beside_the_matter(case: PreparedQuestion, nearest: Sequence[str]) -> frozenset[str]:
    """The rulings about something special, where a question asks about the plain rule and names none of it.

    One that has more words of the question than any plain ruling speaks of it all the same.
    """
    if not is_plain(case):
        return frozenset()
    foreign = [id_ for id_ in nearest if is_foreign(case, id_)]
    plain = [id_ for id_ in nearest if id_ not in set(foreign)][:_NEAREST]
    most = max((_spoken(case, id_) for id_ in plain), default=0.0)
    return frozenset(id_ for id_ in foreign if _spoken(case, id_) <= most)


def is_foreign(case: PreparedQuestion, ruling: str) -> bool:
    """Whether a ruling is about something special, and a question names none of it."""
    special = [entry for entry in case.index.about(ruling) if is_special(entry)]
    return bool(special) and not any(set(stems_of(entry.name)) <= set(case.words) for entry in special)


def _spoken(case: PreparedQuestion, ruling: str) -> float:
    """The share of a question that a ruling speaks of anywhere."""
    return share(case, case.words, [word for word in case.words if case.index.has(ruling, word)])
