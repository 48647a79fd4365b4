"""Where two things can meet: settings and deeds in which the rules ask for what one of them does.

Nothing is listed by hand: a deed is done once on a plain table, and what the rules looked up while it was
done is what an ability can act on in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product

from pirate_code.answers.experiment.experiment_file import Deed, experiment_tables
from pirate_code.answers.experiment.subject import Subject
from pirate_code.answers.experiment.worlds import (
    AFLOAT,
    FRIEND,
    OURS,
    THEIRS,
    ImpossibleTable,
    Placement,
    Setting,
    World,
)
from pirate_code.core.tracked_dice import DiceResult
from pirate_code.rules.program.effects import Nothing
from pirate_code.rules.program.lower.clauses import ops_of

Act = tuple[str, str]  # what a clause does, and on what
OFFER: Act = ("offer", "calm")
_BOTH = 2  # the interest of a deed that lets both do something
_PLAIN = Subject("a plain crew", "crew", ())
# Same ship first, then enemies, then friends.
_SHIPS = (((OURS, OURS), (OURS, THEIRS), (THEIRS, OURS)), ((OURS, FRIEND), (FRIEND, OURS)))


def meetings(x: Subject, y: Subject) -> Iterator[tuple[Setting, Deed]]:
    """Settings and deeds in which the two could meet, the most telling first."""
    if not all(subject.feature is not None or acts(subject) for subject in (x, y)):
        return  # a thing that does nothing meets nobody
    ranked = [(_interest(deed, x, y), deed) for deed in experiment_tables().deeds]
    ranked.sort(key=lambda pair: -pair[0])
    for ships, (interest, deed) in product(_SHIPS, ranked):
        for here, there in ships if interest else ():
            for x_placement, y_placement in product(_placements(x, here, deed), _placements(y, there, deed)):
                if not _is_torn(x_placement, y_placement):
                    yield _setting(deed.table, x_placement, y_placement), deed


def could_meet(x: Subject, y: Subject) -> bool:
    """Whether there is a deed in which both act, or one acts and the other offers something."""
    return any(_interest(deed, x, y) >= _BOTH for deed in experiment_tables().deeds)


def _interest(deed: Deed, x: Subject, y: Subject) -> int:
    """How much a deed lets both do: both act in it; one acts and the other offers something; one acts.

    What is a feature of the table acts in every deed, unless it is a deed itself.
    """
    for subject in (x, y):
        if subject.feature is not None and subject.feature.deeds and deed.name not in subject.feature.deeds:
            return 0
    asked, of_x, of_y = listens(deed), acts(x), acts(y)
    x_acts = x.feature is not None or bool(of_x & asked)
    y_acts = y.feature is not None or bool(of_y & asked)
    if (x_acts and y_acts) or (not deed.steps and (_meets_use(deed, x, y) or _meets_use(deed, y, x))):
        return 3
    if (x_acts and OFFER in of_y) or (y_acts and OFFER in of_x):
        return 2
    if x_acts or y_acts:
        return 1
    return int(OFFER in of_x | of_y and not deed.steps)


def _meets_use(deed: Deed, user: Subject, other: Subject) -> bool:
    """Whether one thing acts on what the rules look up while the other, an enemy, is used by itself."""
    if OFFER not in acts(user) or other.feature is not None or user.feature is not None:
        return False
    return bool(acts(other) & (_used(deed, user) - listens(deed)))


@cache
def _used(deed: Deed, user: Subject) -> frozenset[Act]:
    """What the rules look up while a thing is used, aboard a ship of ours, on an otherwise plain table."""
    setting = Setting(deed.table, Placement(THEIRS, "crew"), Placement(OURS, user.kind))
    try:
        return World(setting, "y", _PLAIN, user).attempt(deed, DiceResult(6, {})).lookups - {OFFER}
    except ImpossibleTable:
        return frozenset()


@cache
def acts(subject: Subject) -> frozenset[Act]:
    """What the ops of a thing act on; an op without effect acts on nothing."""
    ops = ops_of(subject.abilities, subject.kind)
    return frozenset((op.verb, op.on) for op in ops if not isinstance(op.effect, Nothing))


@cache
def listens(deed: Deed) -> frozenset[Act]:
    """What the rules look up while a deed is done on a plain table."""
    setting = Setting(deed.table, Placement(OURS, "crew"), Placement(THEIRS, "crew"))
    return World(setting, "neither", _PLAIN, _PLAIN).attempt(deed, DiceResult(6, {})).lookups - {OFFER}


def _placements(subject: Subject, ship: str, deed: Deed) -> Iterator[Placement]:
    yield _placement(ship, subject.kind, feature=subject.feature)
    islands = [piece for piece in experiment_tables().tables[deed.table].values() if piece.island == "wild"]
    if subject.kind == "treasure" and islands and ship == OURS:
        yield _placement(ship, subject.kind, ashore=True)


# Settings and placements are few, and what is kept of trials goes by them: each is made once.
_setting = cache(Setting)
_placement = cache(Placement)


def _is_torn(x: Placement, y: Placement) -> bool:
    """Whether one ship would have to be two kinds of piece."""
    return x.ship == y.ship and x.kind != y.kind and {x.kind, y.kind} <= AFLOAT
