"""Clauses about building a fleet: fleets with and without what they speak of are held against the rules.

No position shows such a clause. So fleets are put together: one that breaks it, and one that differs from it
only in what the clause asks for.
"""

from __future__ import annotations

from collections.abc import Callable

from pirate_code.glossary import load_keywords
from pirate_code.language import tree as t
from pirate_code.language.walk import walk
from pirate_code.rules.edition import Edition
from pirate_code.rules.event import Cause, Event
from pirate_code.rules.setup import OUTSIDE
from pirate_code.scenarios.conformance.clauses import Clause
from pirate_code.scenarios.conformance.evidence import Evidence
from pirate_code.scenarios.format import Given, Scenario
from pirate_code.scenarios.position import set_up
from pirate_code.scenarios.scenario_fleets import verdict

_SHIP = Given(ship="ours", nation="english", masts=3, cargo=5, cost=10)
# Cards of several kinds, in the ship that they are told and of the nation that they are told.
_CARDS: dict[str, Callable[[str, str], Given]] = {
    "crew": lambda where, nation: Given(crew=where, cost=3, nation=nation),
    "event": lambda where, nation: Given(event="ours", cost=3),
    "sea creature": lambda where, nation: Given(creature="ours", masts=3, cost=8, nation=nation),
}
_ANY = Scenario(given={"Ship": _SHIP}, then={"Ship": "afloat"}, build=60)


def is_about_building(clause: Clause) -> bool:
    """Whether a clause says which fleets there may be."""
    leaf = clause.leaf
    if not isinstance(leaf, t.Become) or leaf.strength != "cannot":
        return False
    return any(isinstance(node, t.Pieces) and node.noun == "fleet" for node in walk(leaf))


def check(clause: Clause, kind: str, says: str, evidence: Evidence, rules: Edition | None = None) -> None:
    """Hold two fleets against the rules: one that a clause forbids, and one that it does not."""
    if kind not in _CARDS:
        evidence.unknown(f"fleets with a {kind} of this kind")
        return
    played = _ANY if rules is None else _ANY.under(rules)
    for bad, good in _pairs(clause):
        outside = _is_from_outside(clause)
        where, legal = (OUTSIDE, _may_come) if outside else ("Ship", _is_legal)
        own = _plain(clause)[0]
        ship = _SHIP.model_copy(update={"nation": own})
        card = {"Ship": ship, "Subject": _CARDS[kind](where, own).model_copy(update={"says": says})}
        forbidden, allowed = legal(card | bad, played), legal(card | good, played)
        if forbidden:
            evidence.fault("a fleet is legal that the line forbids")
        elif not allowed:
            evidence.fault("a fleet is not legal that the line does not forbid")
        else:
            evidence.seen += 1
            evidence.held_back += 1
    if not evidence.seen and not evidence.faults:
        evidence.unknown("which fleets it forbids")


def _is_from_outside(clause: Clause) -> bool:
    """Whether a clause speaks of crew that come into the game later."""
    return any(isinstance(node, t.OutsideGame) for guard in clause.guards for node in walk(guard))


def _is_legal(given: dict[str, Given], played: Scenario) -> bool:
    return verdict(given, "ours", played).legal


def _may_come(given: dict[str, Given], played: Scenario) -> bool:
    """Whether a crew from outside the game may be put on a ship."""
    game, pieces = set_up(given, played)
    placed = Event("place", object=pieces["Subject"].id, to=pieces["Ship"].id, player=0, cause=Cause("asked"))
    return game.allows(placed)


def _pairs(clause: Clause) -> list[tuple[dict[str, Given], dict[str, Given]]]:
    """What to add to a fleet so that a clause forbids it, and so that it does not."""
    leaf = clause.leaf
    assert isinstance(leaf, t.Become)
    nations = [
        str(node.nation) for guard in clause.guards for node in walk(guard) if isinstance(node, t.OfNation)
    ]
    needed = [guard for guard in clause.guards if isinstance(guard, t.Condition) and guard.negated]
    own, other = _plain(clause)
    if needed and nations:  # "unless another such piece is in your fleet"
        return [({"Other": _ship(other)}, {"Other": _ship(nations[0])})]
    banned = [str(node.nation) for node in walk(leaf) if isinstance(node, t.OfNation)]
    if banned:  # "not in the same fleet as such ships or crew"
        crew = {"Mate": Given(crew="Other", nation=banned[0], cost=2, says="Ex-Patriot.")}
        return [
            ({"Other": _ship(banned[0])}, {"Other": _ship(other)}),
            ({"Other": _ship(other), **crew}, {"Other": _ship(other)}),
        ]
    marks = [node for node in walk(leaf) if isinstance(node, t.HasKeyword)]
    many = [
        node.count for node in walk(leaf) if isinstance(node, t.Pieces) and isinstance(node.count, t.MoreThan)
    ]
    if marks and many:  # "not more than one with this keyword"
        title = next(one.name for one in load_keywords() if one.id == marks[0].keyword)
        one = Given(crew="Ship", name="Second", says=f"{title}.", cost=2, nation=own)
        plain = one.model_copy(update={"says": ""})
        return [({"Second": one}, {"Second": plain})]
    return []


def _plain(clause: Clause) -> tuple[str, str]:
    """Two nations of which a clause does not speak."""
    nodes = [node for part in (*clause.guards, clause.leaf) for node in walk(part)]
    told = {str(node.nation) for node in nodes if isinstance(node, t.OfNation)}
    own, other, *_ = [nation for nation in ("english", "spanish", "french", "pirate") if nation not in told]
    return own, other


def _ship(nation: str) -> Given:
    return Given(ship="ours", nation=nation, masts=2, cargo=3, cost=8, name=f"The {nation}")
