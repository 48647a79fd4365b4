"""Tries a deed on its table: with those whom a question tells of, and with plain ships beside it.

The plain ships show that the table is fit for the deed: where even they cannot do it, nothing is learned.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pirate_code.answers.situation.deed_reading import AskedDeed, Party, Verdict
from pirate_code.answers.situation.vocabulary import Facts, vocabulary
from pirate_code.board.refs import Part
from pirate_code.core.dice import Dice
from pirate_code.language.errors import LanguageError
from pirate_code.rules.game import Game
from pirate_code.scenarios.format import TriedScenario
from pirate_code.scenarios.piece_names import ScenarioError, ScenarioPieces
from pirate_code.scenarios.position import set_up
from pirate_code.scenarios.run import ScenarioRun, StepRunner

_FACES = (6, 1)  # dice with which a deed is tried: all of them show this


class _SameDice(Dice):
    """Dice of which every one shows the same face."""

    __slots__ = ("face",)

    def __init__(self, face: int) -> None:
        super().__init__(1)
        self.face = face

    def roll(self, what_for: object = None) -> int:
        return self.face


def verdict_of(asked: AskedDeed) -> Verdict | None:
    """What comes of a deed; nothing if it cannot be played, or if there is nothing special about it."""
    if asked.agent.is_plain and asked.object.is_plain and not _is_friend(asked):
        return None
    try:
        return _tried(asked)
    except (ScenarioError, LanguageError, ValueError):
        return None


def _is_friend(asked: AskedDeed) -> bool:
    """Whether a player does it to his own ship, which the table has as an enemy's."""
    sides = [asked.deed.given.get(name, {}).get("ship") for name in ("A", "B")]
    return sides == ["ours", "theirs"] and asked.object.side == "friend" and asked.agent.side != "enemy"


def _tried(asked: AskedDeed) -> Verdict | None:
    if not any(_is_done(_plain(asked), face) for face in _FACES):
        return None
    done = [_is_done(asked, face) for face in _FACES]
    may = asked.manner == "may"
    if any(done) and not all(done) and not may:
        return "depends"
    verdict = any(done)
    if any(_differs(other, verdict) for other in _otherwise(asked)):
        return "depends"
    return "yes" if verdict else "no"


def _otherwise(asked: AskedDeed) -> Iterator[AskedDeed]:
    """The same deed where those of whom nothing is told are otherwise than the table has them."""
    for facts in vocabulary().untold:
        if not asked.agent.is_plain and not asked.agent.facts:
            yield replace(asked, agent=replace(asked.agent, facts=facts))
        if not asked.object.is_plain and not asked.object.facts:
            yield replace(asked, object=replace(asked.object, facts=facts))


def _differs(other: AskedDeed, verdict: bool) -> bool:
    """Whether it goes otherwise so, though plain ships in the same state could do it."""
    try:
        able = any(_is_done(_plain_beside(other), face) for face in _FACES)
        return able and verdict != any(_is_done(other, face) for face in _FACES)
    except ScenarioError:  # she has no masts that she could have lost
        return False


def _plain_beside(asked: AskedDeed) -> AskedDeed:
    """Plain ships that are in the same state."""
    return replace(asked, agent=Party(facts=asked.agent.facts), object=Party(facts=asked.object.facts))


def _plain(asked: AskedDeed) -> AskedDeed:
    return AskedDeed(asked.deed, Party(), Party(), asked.manner)


def _is_done(asked: AskedDeed, face: int) -> bool:
    """Whether the deed is done, if everybody chooses for it and all dice show this."""
    given: dict[str, Facts] = {}
    parties = {"A": asked.agent, "B": asked.object}
    for name, facts in asked.deed.given.items():
        given |= _standing(name, facts, parties[name]) if name in parties else {name: facts}
    scenario = TriedScenario.model_validate({"given": given, "when": asked.deed.when})
    game, pieces = set_up(scenario.given, scenario)
    game.state.dice = _SameDice(face)
    for step in scenario.when:
        runner = StepRunner(game, pieces, step, ScenarioRun())
        if runner.refusal() is not None:
            return False
        runner.carry_out()
    return _has_happened(game, pieces, asked.deed.event)


def _standing(name: str, facts: Facts, party: Party) -> dict[str, Facts]:
    """The pieces that somebody is: a ship or creature as the table has her, changed by what is told."""
    own = {key: value for key, value in facts.items() if key != "ship"}
    side = facts["ship"] if party.side is None or name == "A" else _SIDES[party.side]
    keywords = [*party.keywords, *([party.facts["has"]] if "has" in party.facts else [])]
    pieces = {name: own | {party.kind: side} | party.facts | {"has": list(dict.fromkeys(keywords))}}
    return pieces | {f"{keyword} of {name}": {"crew": name, "has": keyword} for keyword in party.crew}


_SIDES = {"friend": "ours", "enemy": "theirs"}


def _has_happened(game: Game, pieces: ScenarioPieces, event: str) -> bool:
    """Whether an event of the deed stands in the log."""
    ends = {name: pieces[name].id for name in ("A", "B") if name in pieces}
    for what, kind, slots, *_ in game.log:
        if what != "happens" or kind != event:
            continue
        values = dict(slots)
        agent, object_ = values.get("agent"), values.get("object")
        agent = agent.of if isinstance(agent, Part) else agent
        if ("A" not in ends or agent in (ends["A"], None)) and ("B" not in ends or object_ == ends["B"]):
            return True
    return False
