"""The witness of a finding: the table, the dice, what happens in each world, and one sentence."""

from __future__ import annotations

from pirate_code.answers.experiment.fact_text import position
from pirate_code.answers.experiment.finding import NAMES, Finding, Name, Witness, WitnessWorld
from pirate_code.answers.experiment.subject import Subject
from pirate_code.answers.experiment.trial import Trial
from pirate_code.answers.experiment.trial_verdict import ORDER, Judgement, is_state
from pirate_code.answers.experiment.world_differences import Difference
from pirate_code.scenarios.fact_text import fact

_SHOWN = 6
_ALONE: dict[str, Name] = {"x": "x", "y": "y"}


def finding(judged: Judgement, x: Subject, y: Subject) -> Finding:
    """What was found, with its witness."""
    witness = _witness(judged.trial, judged.difference, x, y)
    met = judged.difference is not None
    return Finding(
        judged.verdict, judged.relation, _sentence(judged, x, y), witness, met, judged.trial.source
    )


def _names(x: Subject, y: Subject) -> dict[str, str]:
    return {"x": x.name, "y": y.name if y.name != x.name else f"the other {y.name}"}


def _witness(trial: Trial, difference: Difference | None, x: Subject, y: Subject) -> Witness:
    shown = [each for each in trial.differences if is_state(each)]
    shown = ([difference] if difference is not None else []) + [
        each for each in shown if each is not difference
    ]
    names = _names(x, y)
    worlds = tuple(_world(trial, name, shown[:_SHOWN], names) for name in NAMES)
    told = position(worlds[-1].before, trial.setting, x, y)
    return Witness(told, trial.deed.name, trial.faces, worlds, trial.steps())


def _world(trial: Trial, name: Name, shown: list[Difference], names: dict[str, str]) -> WitnessWorld:
    from pirate_code.views.account import account

    played = trial.play(name)
    game = played.game
    happened = tuple(line.strip() for line in account(game.log, game.state) if line.startswith(" "))
    refused = tuple(f"The {step} is refused: {reason}" for step, reason in played.refused)
    number = NAMES.index(name)
    facts = (f"{_capital(_in_words(difference, number, names))}." for difference in shown)
    outcome = tuple(dict.fromkeys(facts))
    return WitnessWorld(name, happened + refused, outcome, played.before, game.state)


def _in_words(difference: Difference, number: int, names: dict[str, str]) -> str:
    """A fact in one of the worlds; an ability that is not there is not said to be of use."""
    key = difference.key
    if key[0] == "usable" and NAMES[number] not in (key[1], "both"):
        return f"there is no {names[key[1]]}"
    return fact(key, difference.values[number], names)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _sentence(judged: Judgement, x: Subject, y: Subject) -> str:
    """One plain sentence: what is done, and what comes of it with one and with both."""
    names = _names(x, y)
    trial, difference = judged.trial, judged.difference
    rolled = f" and the dice show {', '.join(map(str, trial.faces))}" if trial.faces else ""
    when = f"{_when(trial, names)}{rolled}"
    if judged.relation in ORDER:
        acting = trial.acting("both")
        if trial.first is not None:
            other = names["y" if trial.first == "x" else "x"]
            return f"{when}, {names[trial.first]} comes before {other}."
        alone = acting[0]
        return f"{when}, {names[alone]} acts and {names['y' if alone == 'x' else 'x']} does not."
    if difference is None and judged.relation == "requires":
        other = "also" if judged.verdict == "no" else "nothing"
        return f"{when}, {names['x']} acts with {names['y']}, and {other} with another action in its place."
    if difference is None and judged.relation == "allows":
        return f"{when}, {names['y']} is refused with {names['x']} as without."
    if difference is None:
        return f"{when}, {names['x']} and {names['y']} each do what they do alone."
    n, a, b, both = (fact(difference.key, value, names) for value in difference.values)
    if difference.key[0] == "usable":
        alone, name = (a, names["x"]) if difference.key[1] == "x" else (b, names["y"])
        return f"{when}, {alone} with {name} alone; with both {both}."
    if difference.fate == "new":
        return f"{when}, {both} only if both are there; else {n}."
    if difference.of == "both":
        return f"{when}, {a} with {names['x']} and {b} with {names['y']}; with both {both}."
    alone, name = (a, names["x"]) if _is_of_x(difference) else (b, names["y"])
    return f"{when}, {alone} with {name} alone; with both {both}."


def _when(trial: Trial, names: dict[str, str]) -> str:
    """What is done; where nothing else is, what one of the two is used for."""
    if trial.deed.steps:
        return f"When {trial.deed.name}"
    used = [
        names[key] for key in ("x", "y") if key in trial.acting(_ALONE[key]) or key in trial.acting("both")
    ]
    return f"When {' and '.join(used)} act{'s' if len(used) == 1 else ''}" if used else "As things stand"


def _is_of_x(difference: Difference) -> bool:
    """Whether it is x whose work is told of: in a clash that is who loses."""
    return (difference.of == "x") != (difference.fate == "clash")
