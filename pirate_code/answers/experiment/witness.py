"""The witness of a finding: the table, the dice, what happens in each world, and one sentence."""

from __future__ import annotations

from pirate_code.answers.experiment.compare import Sign
from pirate_code.answers.experiment.finding import NAMES, Finding, Name, Witness, World
from pirate_code.answers.experiment.subject import Subject
from pirate_code.answers.experiment.trial import Trial
from pirate_code.answers.experiment.verdict import ORDER, Judged, is_state
from pirate_code.answers.experiment.words import fact, position

_SHOWN = 6


def finding(judged: Judged, x: Subject, y: Subject) -> Finding:
    """What was found, with its witness."""
    witness = _witness(judged.trial, judged.sign, x, y)
    met = judged.sign is not None
    return Finding(judged.verdict, judged.relation, _sentence(judged, x, y), witness, met)


def _names(x: Subject, y: Subject) -> dict[str, str]:
    return {"x": x.name, "y": y.name if y.name != x.name else f"the other {y.name}"}


def _witness(trial: Trial, sign: Sign | None, x: Subject, y: Subject) -> Witness:
    told = [found for found in trial.signs if is_state(found)]
    told = ([sign] if sign is not None else []) + [found for found in told if found is not sign]
    names = _names(x, y)
    worlds = tuple(_world(trial, name, told[:_SHOWN], names) for name in NAMES)
    return Witness(position(worlds[-1].before, trial.setting, x, y), trial.deed.name, trial.faces, worlds)


def _world(trial: Trial, name: Name, told: list[Sign], names: dict[str, str]) -> World:
    from pirate_code.views.account import account

    played = trial.play(name)
    game = played.game
    happened = tuple(line.strip() for line in account(game.log, game.state) if line.startswith(" "))
    refused = tuple(f"The {step} is refused: {reason}" for step, reason in played.refused)
    number = NAMES.index(name)
    facts = (f"{_capital(fact(sign.key, sign.values[number], names))}." for sign in told)
    outcome = tuple(dict.fromkeys(facts))
    return World(name, happened + refused, outcome, played.before, game.state)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _sentence(judged: Judged, x: Subject, y: Subject) -> str:
    """One plain sentence: what is done, and what comes of it with one and with both."""
    names = _names(x, y)
    trial, sign = judged.trial, judged.sign
    rolled = f" and the dice show {', '.join(map(str, trial.faces))}" if trial.faces else ""
    when = f"When {trial.deed.name}{rolled}" if trial.deed.steps else "As things stand"
    if judged.relation in ORDER:
        first, *then = (names[key] for key in trial.acting("both"))
        other = next(name for name in names.values() if name != first)
        return (
            f"{when}, {first} acts before {other}." if then else f"{when}, {first} acts and {other} does not."
        )
    if sign is None:
        return f"{when}, {names['x']} and {names['y']} each do what they do alone."
    n, a, b, both = (fact(sign.key, value, names) for value in sign.values)
    if sign.fate == "new":
        return f"{when}, {both} only if both are there; else {n}."
    if sign.of == "both":
        return f"{when}, {a} with {names['x']} and {b} with {names['y']}; with both {both}."
    alone, name = (a, names["x"]) if _is_of_x(sign) else (b, names["y"])
    return f"{when}, {alone} with {name} alone; with both {both}."


def _is_of_x(sign: Sign) -> bool:
    """Whether it is x whose work is told of: in a clash that is who loses."""
    return (sign.of == "x") != (sign.fate == "clash")
