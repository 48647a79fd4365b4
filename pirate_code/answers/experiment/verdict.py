"""What trials show of a relation: the verdict, and the trial and the fact that show it best."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pirate_code.answers.experiment.compare import Sign
from pirate_code.answers.experiment.finding import Verdict
from pirate_code.answers.experiment.trial import Trial
from pirate_code.answers.experiment.worlds import Berth

Test = Callable[[Sign], bool]


@dataclass(frozen=True)
class Judged:
    """A verdict with the trial and the sign that decide it."""

    verdict: Verdict
    relation: str
    trial: Trial
    sign: Sign | None


def is_state(sign: Sign) -> bool:
    """Whether a sign tells how things are, not what happened, was refused, or can be used."""
    return sign.key[0] not in {"event", "usable", "refused", "copies"}


def refused(sign: Sign) -> bool:
    """What may be done with y is not allowed when x is there."""
    return sign.key[0] == "refused" and sign.fate == "new"


def enabled(sign: Sign) -> bool:
    """What may not be done with y is allowed when x is there."""
    return sign.key[0] == "refused" and bool(sign.values[2]) and not sign.values[3]


def undone(sign: Sign) -> bool:
    """What y does alone does not come about when x is there."""
    return is_state(sign) and (
        (sign.fate == "undone" and sign.of == "y") or (sign.fate == "clash" and sign.of == "x")
    )


def beaten(sign: Sign) -> bool:
    """What x does alone does not come about when y is there."""
    return is_state(sign) and (
        (sign.fate == "undone" and sign.of == "x") or (sign.fate == "clash" and sign.of == "y")
    )


def cancelled(sign: Sign) -> bool:
    """The ability y can be used, and not when x is there."""
    return (
        sign.key == ("usable", "y") and bool(sign.values[2]) and not sign.values[3] and bool(sign.values[1])
    )


def altered(sign: Sign) -> bool:
    """What y does comes about otherwise when x is there."""
    return is_state(sign) and sign.fate == "altered" and sign.of in {"y", "both"}


def arises(sign: Sign) -> bool:
    """Both together bring about what neither does."""
    return is_state(sign) and sign.fate == "new"


def added(sign: Sign) -> bool:
    """What both do adds up."""
    return is_state(sign) and sign.fate == "added"


def once(sign: Sign) -> bool:
    """What both do counts once; that both allow the same is no reason against it."""
    return is_state(sign) and sign.fate == "once" and not isinstance(sign.values[3], bool)


def copied(sign: Sign) -> bool:
    """The one has the ability of the other."""
    return sign.key[0] == "copies" and bool(sign.values[3])


def both_kept(trial: Trial) -> bool:
    """Whether both do something in a trial, and each as if it were alone."""
    if not trial.deed.steps:
        return False
    seen = [sign for sign in trial.signs if is_state(sign)]
    whose = {sign.of for sign in seen}
    return {"x", "y"} <= whose | ({"x", "y"} if "both" in whose else set()) and all(
        sign.fate in {"kept", "added"} for sign in seen
    )


def _fails(trials: Sequence[Trial], test: Test, shown: Trial, sign: Sign) -> bool:
    """Whether with other dice, at the same table, what is lost here is kept."""
    loser = {"x": "y", "y": "x"}.get(sign.of) if sign.fate == "clash" else sign.of
    others = [
        trial
        for trial in trials
        if (trial.setting, trial.deed) == (shown.setting, shown.deed)
        and not any(test(found) for found in trial.signs)
    ]
    return any(
        other.key == sign.key and other.fate == "kept" and other.of == loser
        for trial in others
        for other in trial.signs
    )


def _first(trials: Sequence[Trial], test: Test) -> tuple[Trial, Sign] | None:
    for trial in trials:
        for sign in trial.signs:
            if test(sign):
                return trial, sign
    return None


# By what a relation is told to hold, and by what not to: the first test that a trial passes decides.
_HOLDS: dict[str, tuple[Test, ...]] = {
    "cancels": (cancelled,),
    "prevents": (refused, undone, cancelled),
    "protects-against": (undone, cancelled, refused),
    "overrides": (undone, cancelled, enabled),
    "replaces": (undone,),
    "stacks": (added,),
    "excludes": (undone, beaten, once),
    "affects": (undone, cancelled, altered, arises, refused, enabled),
    "modifies": (altered, undone, arises),
    "triggers": (arises, altered),
    "allows": (enabled, arises),
    "copies": (copied,),
}
_FAILS: dict[str, tuple[Test, ...]] = {
    "stacks": (once,),
    "combines": (undone, beaten),
    "affects": (beaten,),
    "allows": (refused,),
}
# Relations that are about one ship that has both.
ABOARD = frozenset({"stacks", "combines", "excludes"})
# What is told when nothing is asked for, the strongest first.
_STRONGEST: tuple[tuple[str, Test], ...] = (
    ("cancels", cancelled),
    ("copies", copied),
    ("prevents", refused),
    ("allows", enabled),
    ("prevents", undone),
    ("prevents", beaten),
    ("stacks", added),
    ("stacks", once),
    ("triggers", arises),
    ("modifies", altered),
)


def settles(trial: Trial, relation: str | None) -> bool:
    """Whether a trial alone decides a relation."""
    if relation in ORDER:
        return _ordered([trial], relation) is not None
    if relation == "combines":
        return trial.setting.x.ship == trial.setting.y.ship and both_kept(trial)
    tests = tests_of(relation, trial) if relation is not None else [test for _, test in _STRONGEST]
    return any(test(sign) for test in tests for sign in trial.signs)


def judge(trials: Sequence[Trial], relation: str | None) -> Judged | None:
    """The verdict of some trials on a relation; None if they decide nothing."""
    if relation is None:
        return _strongest(trials)
    if relation in ORDER:
        return _ordered(trials, relation)
    if relation == "requires":
        return _required(trials)
    if relation in ABOARD:
        trials = [trial for trial in trials if trial.setting.x.ship == trial.setting.y.ship] or trials
    for test in tests_of(relation, trials[0] if trials else None):
        if (found := _first(trials, test)) is not None:
            return Judged("depends" if _fails(trials, test, *found) else "yes", relation, *found)
    together = next((trial for trial in trials if both_kept(trial)), None)
    if relation == "combines" and together is not None:
        return Judged("yes", relation, together, None)
    for test in _FAILS.get(relation, ()):
        if (found := _first(trials, test)) is not None:
            lucky = relation == "combines" and _fails(trials, test, *found)
            return Judged("depends" if lucky else "no", relation, *found)
    if together is None and _untouched(trials, relation):
        return Judged("no", relation, trials[0], None)
    verdict = _apart(relation, together) if together is not None and relation in _HOLDS else None
    return Judged(verdict, relation, together, None) if verdict is not None and together is not None else None


def _untouched(trials: Sequence[Trial], relation: str) -> bool:
    """Whether a deed goes on as ever, because nothing of what the other does is ever asked for in it."""
    return (
        bool(trials)
        and _is_deed(trials[0].setting.x if relation == "triggers" else trials[0].setting.y)
        and relation in {"prevents", "protects-against", "affects", "modifies", "triggers"}
        and not any(trial.touching for trial in trials)
        and all(sign.fate == "kept" for trial in trials for sign in trial.signs)
        and any(trial.signs for trial in trials)
    )


def _required(trials: Sequence[Trial]) -> Judged | None:
    """Whether the one does nothing without the other, and something with it."""
    for trial in trials:
        for sign in trial.signs:
            if is_state(sign) and sign.of == "x":
                return Judged("no", "requires", trial, sign)
    found = _first(trials, arises)
    return Judged("yes", "requires", *found) if found is not None else None


def _ordered(trials: Sequence[Trial], relation: str) -> Judged | None:
    """Which of the two acts first where both act, or acts alone although the other would."""
    for trial in trials:
        alone, both = trial.acting("y"), trial.acting("both")
        if "y" not in alone or "x" not in both:
            continue
        first = both[0] if "y" in both else "x"
        return Judged("yes" if first == ORDER[relation] else "no", relation, trial, None)
    return None


ORDER: dict[str, str] = {"applies-before": "x", "applies-after": "y"}


def tests_of(relation: str, trial: Trial | None) -> Sequence[Test]:
    """What shows that a relation holds; what is done anyway is allowed by nothing but what lifts a ban."""
    if relation == "allows" and trial is not None and _is_deed(trial.setting.y):
        return (enabled,)
    return _HOLDS.get(relation, ())


def _is_deed(berth: Berth) -> bool:
    return berth.feature is not None and bool(berth.feature.deeds)


def _apart(relation: str, trial: Trial) -> Verdict | None:
    """What it says of a relation that each of the two does as if it were alone.

    Of a feature of the table that says less: it is there, and the rest goes on.
    """
    x, y = trial.setting.x.feature, trial.setting.y.feature
    if relation in {"stacks", "copies", "triggers"}:
        return None
    if relation == "allows":  # a state does not stop it; else nothing was to be allowed
        return "yes" if x is not None and x.ship and _is_deed(trial.setting.y) else None
    if x is None and y is None:
        return "no"
    return "no" if relation in {"prevents", "protects-against", "modifies"} else None


def _strongest(trials: Sequence[Trial]) -> Judged | None:
    for relation, test in _STRONGEST:
        if (found := _first(trials, test)) is not None:
            return Judged("no" if test is once else "yes", relation, *found)
    together = next((trial for trial in trials if both_kept(trial)), None)
    return Judged("no", "affects", together, None) if together is not None else None
