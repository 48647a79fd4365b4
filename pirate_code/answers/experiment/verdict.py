"""What trials show of a relation: the verdict, and the trial and the fact that show it best."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pirate_code.answers.experiment.compare import Sign
from pirate_code.answers.experiment.finding import Verdict
from pirate_code.answers.experiment.trial import Trial

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
    return sign.key[0] not in {"event", "usable", "refused"}


def refused(sign: Sign) -> bool:
    """What may be done with y is not allowed when x is there."""
    return sign.key[0] == "refused" and not sign.values[2] and bool(sign.values[3])


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
    """What both do counts once."""
    return is_state(sign) and sign.fate == "once"


def both_kept(trial: Trial) -> bool:
    """Whether both do something in a trial, and each as if it were alone."""
    if not trial.deed.steps:
        return False
    seen = [sign for sign in trial.signs if is_state(sign)]
    whose = {sign.of for sign in seen}
    return {"x", "y"} <= whose | ({"x", "y"} if "both" in whose else set()) and all(
        sign.fate in {"kept", "added"} for sign in seen
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
    "allows": (enabled, arises, altered),
}
_FAILS: dict[str, tuple[Test, ...]] = {
    "stacks": (once,),
    "combines": (undone, beaten, once),
    "affects": (beaten,),
    "allows": (beaten, undone, refused),
}
# What is told when nothing is asked for, the strongest first.
_STRONGEST: tuple[tuple[str, Test], ...] = (
    ("cancels", cancelled),
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
    """Whether a trial alone says yes to a relation."""
    tests = _HOLDS.get(relation, ()) if relation is not None else [test for _, test in _STRONGEST]
    return any(test(sign) for test in tests for sign in trial.signs)


def judge(trials: Sequence[Trial], relation: str | None) -> Judged | None:
    """The verdict of some trials on a relation; None if they decide nothing."""
    if relation is None:
        return _strongest(trials)
    for test in _HOLDS.get(relation, ()):
        if (found := _first(trials, test)) is not None:
            return Judged("yes", relation, *found)
    together = next((trial for trial in trials if both_kept(trial)), None)
    if relation == "combines" and together is not None:
        return Judged("yes", relation, together, None)
    for test in _FAILS.get(relation, ()):
        if (found := _first(trials, test)) is not None:
            return Judged("no", relation, *found)
    if relation in _HOLDS and together is not None:
        return Judged("no", relation, together, None)
    return None


def _strongest(trials: Sequence[Trial]) -> Judged | None:
    for relation, test in _STRONGEST:
        if (found := _first(trials, test)) is not None:
            return Judged("no" if test is once else "yes", relation, *found)
    together = next((trial for trial in trials if both_kept(trial)), None)
    return Judged("no", "affects", together, None) if together is not None else None
