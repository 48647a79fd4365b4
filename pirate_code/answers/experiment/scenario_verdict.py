"""What the four worlds of rulings' positions show of a relation.

Only facts that the ruling's scenario speaks of count: what must be true in it, the steps that it takes, and
the deed that is asked about.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from pirate_code.answers.experiment.finding import Verdict
from pirate_code.answers.experiment.presence import Presence
from pirate_code.answers.experiment.scenario_signs import Signs, first_of, is_lessened, is_undone, turned
from pirate_code.answers.experiment.scenario_trial import ScenarioTrial
from pirate_code.answers.experiment.trial_verdict import ORDER, Judgement
from pirate_code.answers.experiment.world_differences import Difference

_BOTH = 2
_JOINT = frozenset({"new", "altered", "clash"})  # what becomes of a fact in which both have a part
Shown = tuple[Verdict, Difference | None]
Reading = Callable[["Signs"], Shown | None]


def _prevents(signs: Signs) -> Shown | None:
    deed = signs.deed
    if deed is None:
        return (signs.trial.worlds.y.state is not None and _keeps_from_being(signs)) or _takes_away(signs)
    step = first_of(signs.effects, lambda each: each.key[0] in {"done", "choice"} and is_undone(each.values))
    if (undone := signs.undone_deed or step or signs.undone_at_bearer) is not None:
        return "yes", undone
    _, _, alone, both = deed.values
    if 0 < both < alone:  # less often: what x does besides may be the cause
        return ("yes", deed) if "x" not in signs.trial.acting("both") else None
    return ("no", deed) if both >= alone > 0 and signs.tell else None


def _keeps_from_being(signs: Signs) -> Shown | None:
    """Whether a ship is not in the state y when x is there; or is, where the ruling put x there."""
    is_so = first_of(signs.trial.differences, lambda each: each.key[0] == "is" and each.values[2] is True)
    if is_so is None:
        return None
    if not is_so.values[3]:
        return "yes", is_so
    return ("no", is_so) if signs.tell else None


def _takes_away(signs: Signs) -> Shown | None:
    """What y does is lost when x is there; or y does all the same."""
    lessened = first_of(signs.effects, lambda each: each.key[0] != "occurs" and is_lessened(each.values))
    forbidden = first_of(signs.effects, _is_forbidden)
    if (lost := signs.undone_y or _cancelled(signs) or lessened or forbidden) is not None:
        return "yes", lost
    kept = signs.stands_y or (_beaten(signs) if signs.own else None)  # what beats x is not taken away by it
    if kept is None and signs.deed is not None and signs.arisen is None:
        return _prevents(signs) if signs.deed.values[3] >= signs.deed.values[2] else None
    if kept is None and signs.own:
        kept = signs.helped_y  # what y does with the help of x is not taken away by it
    if kept is None and signs.own and signs.trial.worlds.y.state is not None:
        return _keeps_from_being(signs)
    return ("no", kept) if kept is not None and signs.tell else None


def _protects(signs: Signs) -> Shown | None:
    """What y does is lost when x is there, or x saves from y only; or y takes as much as without x."""
    shown = _takes_away(signs)
    if shown is not None and shown[0] == "yes":
        return shown
    saved = first_of(signs.effects, lambda each: _is_saved(each) and signs.is_at_bearer(each))
    if saved is not None and signs.own and signs.trial.worlds.y.abilities:
        return "yes", saved
    if shown is not None and (signs.trial.touching or signs.is_at_bearer(shown[1])):
        return shown
    if not signs.own:
        return None
    taken = first_of(signs.effects, lambda each: _is_undiminished(each) and signs.is_at_bearer(each))
    return ("no", taken) if taken is not None else None


def _is_saved(difference: Difference) -> bool:
    """Whether more masts, crew or cargo are left with both than in any other world."""
    if difference.fate != "new" or difference.key[1] not in {"masts", "crew", "cargo", "treasure", "gold"}:
        return False
    return (
        all(isinstance(value, int) for value in difference.values)
        and difference.values[3] > difference.values[0]
    )


def _is_undiminished(difference: Difference) -> bool:
    """Whether y takes as much from what x saves as it takes without x; not where it takes all there is."""
    if not all(isinstance(value, int) and not isinstance(value, bool) for value in difference.values):
        return False
    neither, x, y, both = difference.values
    return bool(x != neither and 0 < y < neither and both - x <= y - neither)


def _beaten(signs: Signs) -> Difference | None:
    """What x does alone, and y undoes: x is no help against y."""
    return first_of(
        signs.effects,
        lambda each: each.key[0] != "done" and is_undone(turned(each.values)) and each.values[3] is not None,
    )


def _cancelled(signs: Signs) -> Difference | None:
    return next(
        (
            each
            for each in signs.trial.differences
            if each.key == ("usable", "y") and each.values[1] and each.values[2] and not each.values[3]
        ),
        None,
    )


def _overrides(signs: Signs) -> Shown | None:
    if (won := signs.undone_y or _cancelled(signs)) is not None:
        return "yes", won
    lost = signs.undone_x
    return ("no", lost) if lost is not None else None


def _affects(signs: Signs) -> Shown | None:
    """X changes what y does, or reaches the piece that has it; or y keeps it off, or each does its own."""
    changed = signs.undone_y or _cancelled(signs)
    lost = signs.undone_x
    if lost is not None and changed is None:
        return "no", lost
    if not signs.trial.is_substituted:
        changed = changed or signs.of("altered", "new")
    if changed is not None:
        return "yes", changed
    reached = first_of(signs.effects, lambda each: _is_of_x(each, signs) and signs.reaches(each))
    kept = signs.kept_y if signs.x_works or "x" in signs.trial.acting("x") else None
    if reached is not None and signs.own:
        if signs.is_at_carrier(reached) or signs.trial.worlds.y.states:
            return "yes", reached
        if signs.y_works:  # what is done to the ship of a piece whose ability does all it does tells nothing
            by_itself = (
                kept is not None and signs.is_aboard and reached.key[0] != signs.trial.worlds.y.carrier
            )
            return ("yes", reached) if not by_itself else None
    if kept is None or (kept.fate == "added" and signs.trial.worlds.y.abilities):
        return None  # where both do something to one number each does its own, and x reaches the same piece
    return ("no", kept) if signs.tell else None


def _is_of_x(difference: Difference, signs: Signs) -> bool:
    """Whether it is something that x does; that the deed x is done is nothing that it does."""
    if difference.key[0] == "occurs" or (difference.key[0] == "done" and not difference.values[0]):
        return False
    return difference.fate == "kept" and difference.of == "x"


def _allows(signs: Signs) -> Shown | None:
    deed = signs.deed
    if deed is not None:
        more = deed.fate == "new" or deed.values[3] > deed.values[2] > 0
        return ("yes", deed) if more else ("no", deed) if is_undone(deed.values) else None
    if signs.trial.is_refused:
        return ("no", None) if signs.own else None
    arisen = first_of(signs.effects, lambda each: each.fate == "new" and _is_permission(each, signs))
    arisen = arisen or signs.does_only_with_other("y") or signs.helped_y
    return ("yes", arisen) if arisen is not None else _lets_act(signs)


def _is_permission(difference: Difference, signs: Signs) -> bool:
    """Whether it tells that y may be done: that it is offered, or used in a step."""
    if difference.key[0] == "done":
        step = signs.trial.deed.steps[int(difference.key[1]) - 1]
        return step.use in {*signs.trial.worlds.y.abilities, *signs.trial.worlds.y.gained}
    return difference.key[1] in {"allowed", "offered"}


def _triggers(signs: Signs) -> Shown | None:
    deed = signs.deed
    if deed is not None:
        is_given = _is_action(signs.trial.worlds.y)  # by a player, who may: that is allowed, not set off
        return ("yes", deed) if deed.fate == "new" and not is_given else None
    if _is_action(signs.trial.worlds.x):
        return _lets_act(signs)
    if "y" not in signs.trial.acting("both") and signs.does_only_with_other("x") is not None:
        return None  # it is y that sets off x
    arisen = signs.arisen or _set_off(signs)
    if arisen is not None:
        follows = signs.trial.first != "y" and signs.trial.acts_in_last_turn("x")
        return ("yes", arisen) if follows else None
    kept = signs.kept_y if signs.trial.act_in_one_turn else None
    return ("no", kept) if kept is not None and signs.tell else None


def _set_off(signs: Signs) -> Difference | None:
    """What the ability y does only where the deed x is done, and after it."""
    trial = signs.trial
    if not trial.worlds.x.events or trial.worlds.y.events or "y" in trial.acting("y"):
        return None
    if "y" not in trial.acting("both") or trial.first != "x":
        return None
    return first_of(
        signs.effects,
        lambda each: each.key[0] not in {"done", "occurs"} and each.values[3] not in each.values[:2],
    )


def _requires(signs: Signs) -> Shown | None:
    alone = first_of(
        signs.effects, lambda each: each.values[1] != each.values[0] and not _is_use_of_another(each, signs)
    )
    if alone is not None:
        does = "x" in signs.trial.acting("x") and alone.key[0] not in {"done", "then"}
        if signs.trial.x_gives_y or (signs.trial.worlds.y.events and not does):
            return None
        return "no", alone
    if _is_action(signs.trial.worlds.y):
        return _needs_the_action(signs)
    if signs.trial.worlds.y.events and not signs.trial.has_more_steps:
        return None
    arisen = signs.arisen if signs.trial.has_more_steps else signs.does_only_with_other("x")
    return ("yes", arisen) if arisen is not None else None


def _is_use_of_another(difference: Difference, signs: Signs) -> bool:
    """Whether it is that some other piece can be used, as a canceller on whatever is there, or that x can."""
    if difference.key[-1] == "usable":
        return True
    if difference.key[0] != "done":
        return False
    used = signs.trial.deed.steps[int(difference.key[1]) - 1].use
    return used is not None and used not in {*signs.trial.worlds.x.abilities, *signs.trial.worlds.x.gained}


def _needs_the_action(signs: Signs) -> Shown | None:
    """X does something with the action y, and whether it does with any other action in its place."""
    shown = _does_with_action(signs, "y")
    works = signs.trial.works_without_action("y") if shown is not None else None
    return None if shown is None or works is None else ("no" if works else "yes", shown[0])


def _does_with_action(signs: Signs, action: str) -> tuple[Difference | None] | None:
    """What the other of the two does with an action, if that is seen; None if it does nothing."""
    alone, key = (2, "x") if action == "y" else (1, "y")
    shown = first_of(
        signs.trial.differences,
        lambda each: (
            not signs.is_flag(each)
            and each.key[0] != "done"
            and each.key[:2] != ("occurs", action)
            and each.values[3] not in (each.values[alone], None)
        ),
    )
    return (shown,) if shown is not None or key in signs.trial.acting("both") else None


def _is_action(presence: Presence) -> bool:
    return any(event.startswith("give ") for event in presence.events)


def _lets_act(signs: Signs) -> Shown | None:
    """The ability y does something with the action x, and nothing with another in its place."""
    if not _is_action(signs.trial.worlds.x) or signs.trial.worlds.y.events:
        return None
    shown = _does_with_action(signs, "x")
    if shown is None or shown[0] is None or signs.trial.works_without_action("x") is not False:
        return None
    return "yes", shown[0]


def _stacks(signs: Signs) -> Shown | None:
    if not signs.trial.touching:
        return None
    added = first_of(
        signs.effects, lambda each: each.fate == "added" and each.key[1] not in {"moved", "actions"}
    )
    if added is not None:
        return "yes", added
    once = first_of(signs.effects, _counts_once)
    return ("no", once) if once is not None else None


def _counts_once(difference: Difference) -> bool:
    """Whether a number is raised by each of the two, and by both no further."""
    neither, x, y, both = difference.values
    if difference.fate != "once" or x != y or not isinstance(both, int | float) or isinstance(both, bool):
        return False
    if difference.key[1] in {"masts", "crew", "actions"}:
        return False  # what both save is saved once
    return both > (neither if isinstance(neither, int | float) else 0)


def _combines(signs: Signs) -> Shown | None:
    """Each matters although the other is there, and nothing is lost; or one is lost on the other."""
    lost = first_of(signs.effects, _is_lost)
    if lost is not None:
        return ("no", lost) if not signs.trial.is_substituted else None
    undone = signs.undone_y or signs.undone_x
    if undone is not None:
        if not signs.own or signs.trial.is_substituted:
            return None
        joint = _brought_by_both(signs)
        if joint is not None:
            return "yes", joint
        if signs.are_opposed and len(signs.trial.acting("both")) == _BOTH:
            return None  # both are used, one against the other
        return ("no", undone) if not _is_price(undone, signs) else None
    if not (signs.trial.touching or (signs.own and signs.trial.is_one_turn and not signs.trial.has_deed)):
        return None
    if not signs.trial.acts_in_one_turn:  # what is done in two turns is not done together
        joint = signs.of("new") if signs.own and len(signs.trial.acting("both")) == _BOTH else None
        return ("yes", joint) if joint is not None else None
    if signs.trial.has_deed and not signs.trial.act_in_one_step:
        return None
    joint = first_of(signs.effects, _is_joint) if signs.trial.touching else None
    if joint is None and signs.own and signs.trial.touching and len(signs.trial.acting("both")) == _BOTH:
        joint = signs.of("new")
    of_x, of_y = (first_of(signs.effects, partial(_is_work_of, key)) for key in ("x", "y"))
    at_once = signs.trial.is_one_step or signs.trial.is_one_turn
    if joint is None and of_x is not None and of_y is not None and at_once:
        joint = of_x
    return ("yes", joint) if joint is not None else None


def _is_price(difference: Difference, signs: Signs) -> bool:
    """Whether it is that one of the two is used up by what it does."""
    worlds = signs.trial.worlds
    return any(
        difference.key == (one.carrier, "place")
        and difference.values[alone] in {"eliminated", "out of the game"}
        for one, alone in ((worlds.x, 1), (worlds.y, 2))
    )


def _brought_by_both(signs: Signs) -> Difference | None:
    """What neither does alone, where both act."""
    if len(signs.trial.acting("both")) < _BOTH:
        return None
    return first_of(signs.effects, lambda each: each.fate in _JOINT and each.key[0] != "done")


def _is_work_of(key: str, difference: Difference) -> bool:
    """Whether it is what one of the two does, as if it were alone; that it may be used is nothing yet."""
    return difference.key[0] not in {"done", "then"} and (difference.fate, difference.of) == ("kept", key)


def _is_joint(difference: Difference) -> bool:
    """Whether both have a part in something that comes about; how far a ship sails tells it not."""
    _, x, y, both = difference.values
    return both not in (x, y, False) and difference.key[1] != "moved"


def _is_lost(difference: Difference) -> bool:
    """Whether a step cannot be taken with both that could with one, or a number counts once."""
    if difference.key[0] == "done":
        undone = is_undone(difference.values) or is_undone(turned(difference.values))
        return undone or _is_forbidden(difference)
    return _counts_once(difference)


def _is_forbidden(difference: Difference) -> bool:
    """Whether a step can be taken unless both are there."""
    return difference.key[0] == "done" and difference.fate == "new" and not difference.values[3]


def _excludes(signs: Signs) -> Shown | None:
    shown = _combines(signs)
    if shown is None:
        return None
    return ("no" if shown[0] == "yes" else "yes"), shown[1]


def _modifies(signs: Signs) -> Shown | None:
    changed = signs.of("altered", whose="y") or signs.of("altered", whose="both") or signs.arisen
    if signs.trial.touching and not signs.trial.worlds.y.abilities:
        changed = changed or signs.of("added")
    if (changed := changed or signs.undone_y) is not None:
        return "yes", changed
    kept = signs.kept_y
    return ("no", kept) if kept is not None and signs.tell else None


def _copies(signs: Signs) -> Shown | None:
    found = next(
        (each for each in signs.trial.differences if each.key[0] == "copies" and each.values[3]), None
    )
    return ("yes", found) if found is not None else None


def _counts_as(signs: Signs) -> Shown | None:
    """Y in the place of x does the same; or the deed y comes about by x."""
    if signs.trial.worlds.y.events:
        return _brings_about(signs)
    printed = first_of(signs.trial.differences, lambda each: each.key[0] == "has" and each.values[1] is True)
    if printed is not None:
        return "yes", printed
    other = first_of(signs.effects, lambda each: each.values[1] != each.values[2])
    if other is not None:
        return "no", other
    same = first_of(signs.effects, lambda each: each.values[1] != each.values[0])
    return ("yes", same) if same is not None else None


def _brings_about(signs: Signs) -> Shown | None:
    """The deed y comes about oftener when x is there; or x does something, and no such deed is ever done."""
    worlds = signs.trial.worlds
    if not worlds.y.events:
        return None
    deed = signs.deed
    if deed is not None and deed.values[3] > deed.values[2]:
        if _is_action(worlds.y) and first_of(signs.effects, lambda each: each.key[0] == "done") is not None:
            return None  # a player gives it, who may
        return ("yes", deed) if not worlds.x.events or signs.trial.first == "x" else None
    silent = {"occurs"} if worlds.x.events else {"occurs", "done"}  # that a deed is done is enough of it
    done = first_of(
        signs.effects, lambda each: each.values[3] != each.values[2] and each.key[0] not in silent
    )
    return ("no", done) if done is not None and deed is None else None


def _does_without(signs: Signs) -> Shown | None:
    """X does something, and the deed y is never done, nor asked about."""
    if not signs.trial.worlds.y.events or signs.deed is not None:
        return None
    done = first_of(
        signs.effects,
        lambda each: (
            each.key[0] not in {"occurs", "done"}
            and each.key[:2] != ("then", "allowed")
            and each.values[3] != each.values[2]
        ),
    )
    acts = signs.trial.worlds.x.events or "x" in signs.trial.acting("both")
    return ("no", done) if done is not None and acts else None


def _comes_to_be(signs: Signs) -> Shown | None:
    """A ship comes into the state y by x, or comes to have the keyword."""
    come = first_of(
        signs.trial.differences,
        lambda each: each.key[0] in {"is", "has"} and each.values[:2] == (False, True),
    )
    return ("yes", come) if come is not None else None


# Relations that are read off trials in which y is put in the place of x, or comes about by it.
LIKE: dict[str, Reading] = {
    "counts-as": _counts_as,
    "triggers": _brings_about,
    "requires": _does_without,
}
# Relations that are read off trials in which every ship is looked at for the state or keyword y.
COMING: dict[str, Reading] = {"triggers": _comes_to_be, "allows": _comes_to_be}
_READINGS: dict[str, Reading] = {
    "prevents": _prevents,
    "protects-against": _protects,
    "cancels": _takes_away,
    "replaces": _takes_away,
    "overrides": _overrides,
    "affects": _affects,
    "allows": _allows,
    "triggers": _triggers,
    "requires": _requires,
    "stacks": _stacks,
    "combines": _combines,
    "excludes": _excludes,
    "modifies": _modifies,
    "copies": _copies,
}


# What counts where the ruling's position is not about the two: something is seen to be lost, or taken over.
_STRONG = frozenset(
    {
        ("prevents", "yes"),
        ("protects-against", "yes"),
        ("cancels", "yes"),
        ("copies", "yes"),
        ("overrides", "yes"),
        ("replaces", "yes"),
        ("stacks", "no"),
    }
)
# What is told when nothing is asked for, the strongest first.
_STRONGEST = ("cancels", "copies", "prevents", "stacks", "triggers", "affects")


def judge_likeness(trials: Sequence[ScenarioTrial], relation: str, reading: Reading) -> Judgement | None:
    """Whether x is the same as y, or brings it about; "depends" if positions differ."""
    read = ((trial, reading(Signs(trial, own=True))) for trial in trials)
    return _together([Judgement(shown[0], relation, trial, shown[1]) for trial, shown in read if shown])


def judge_positions(
    trials: Sequence[ScenarioTrial], relation: str | None, rulings: Sequence[str]
) -> Judgement | None:
    """The verdict of trials on positions of rulings; "depends" if some say yes and others no."""
    if relation is None:
        judged = [judge_positions(trials, each, rulings) for each in _STRONGEST]
        told = [each for each in judged if each is not None]
        return next((each for each in told if each.verdict != "no"), told[-1] if told else None)
    found: list[Judgement] = []
    for trial in trials:
        own = trial.source in rulings and not trial.is_added
        signs = Signs(trial, own)
        if not own and (trial.has_deed or not (signs.x_works and signs.y_works)):
            continue  # what another ruling does in its position is not what is asked about
        if own and (first := _first_shown(trial, relation)) is not None:
            found.append(first)
            continue
        shown = _read(signs, relation) or _read_by_face(trial, own, relation)
        if shown is None:
            continue
        beside = trial.source in rulings and shown[0] == "no" and signs.side_by_side
        if own or beside or (relation, shown[0]) in _STRONG:
            found.append(Judgement(shown[0], relation, trial, _plainest(signs, shown[1])))
    return _together(found)


def _first_shown(trial: ScenarioTrial, relation: str) -> Judgement | None:
    """What is seen at the first moment that shows something; that nothing is lost yet tells nothing."""
    for moment in trial.earlier:
        signs = Signs(moment, own=True)
        refused = moment.is_refused and "x" in moment.acting("both")
        shown = _read(signs, relation) if moment.touching or refused else None
        if shown is not None:
            return Judgement(shown[0], relation, moment, _plainest(signs, shown[1]))
    return None


def _read_by_face(trial: ScenarioTrial, own: bool, relation: str) -> Shown | None:
    """What the same fact shows with either face of the dice that are not known."""
    shown = [_read(Signs(each, own), relation) for each in trial.by_face]
    told = {(each[0], each[1].key) for each in shown if each is not None and each[1] is not None}
    unsure = any(each is None or each[1] is None or each[1].fate == "once" for each in shown)
    return shown[0] if len(told) == 1 and not unsure else None


def _plainest(signs: Signs, shown: Difference | None) -> Difference | None:
    """The sign that tells an effect best: that a ship comes home, rather than that she is at sea."""
    if shown is not None and (shown.key[0] == "done" or _is_price(shown, signs)):
        shown = (
            first_of(
                signs.effects,
                lambda each: (
                    (each.fate, each.of) == (shown.fate, shown.of)
                    and each.key[0] not in {"done", "occurs"}
                    and not _is_price(each, signs)
                ),
            )
            or shown
        )
    if shown is None or shown.key[1:] != ("place",):
        return shown
    home = first_of(
        signs.effects,
        lambda each: (
            each.key == (shown.key[0], "docked")
            and (each.fate, each.of) == (shown.fate, shown.of)
            and any(each.values)
        ),
    )
    return home or shown


def _together(found: Sequence[Judgement]) -> Judgement | None:
    """What some judgements say together."""
    if not found:
        return None
    yes = next((each for each in found if each.verdict == "yes"), None)
    no = next((each for each in found if each.verdict == "no"), None)
    if yes is not None and no is not None:
        return replace(yes, verdict="depends")
    return found[0]


def _read(signs: Signs, relation: str) -> Shown | None:
    if relation in ORDER:
        first = None if signs.trial.is_added else _comes_first(signs)
        return None if first is None else ("yes" if first == ORDER[relation] else "no", None)
    reading = _READINGS.get(relation)
    return reading(signs) if reading is not None else None


def _comes_first(signs: Signs) -> str | None:
    """Which of the two comes first, or comes although the other would come alone."""
    alone, both = signs.trial.acting("y"), signs.trial.acting("both")
    if "y" in alone and both == ("x",) and not signs.trial.has_deed:
        return "x"
    return signs.trial.first
