"""What a piece should cost: an estimate fitted on the printed pieces of a library, by kind.

It sees masts, cargo, base move, cannons, links, keywords and what the ability line touches. It does not see
how strong a combination is, what a line's conditions are worth, or what the makers thought of a nation.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from pirate_code.library.file_cache import cached_by_file
from pirate_code.library.ridge import BASE, Features, Model, Row, fit

KINDS = ("ship", "crew")  # whose costs are estimated
SHARE = 0.8  # of pieces that were left out, whose cost lies in the interval
_LEAST_PIECES = 100
UNSEEN = (
    "how strong the parts are together",
    "what conditions, limits and numbers inside the line are worth",
    "what the makers thought of a nation, a set or a rarity",
    "pieces that are printed far above or below their worth",
)
_AMOUNT = re.compile(r"\+(\d)")
_LENGTH = {"S": 1.0, "L": 1.5, "T": 1.0, "D": 1.5}
_PRINTED = """
SELECT
    pieces.name, points, masts, cargo, base_move, cannons, links, abilities.text, footprint_json, forms_json,
    (SELECT json_group_array(DISTINCT keyword_id) FROM ability_keyword
     WHERE ability_keyword.ability_id = abilities.id AND how <> 'speaks of') AS keywords
FROM pieces
LEFT JOIN piece_ability ON piece_id = pieces.id AND in_force
LEFT JOIN abilities ON abilities.id = ability_id
WHERE kind = ? AND points IS NOT NULL AND pieces.origin <> 'custom' AND NOT pieces.retired
    AND (pieces.ability = '' OR abilities.status = 'parsed')
ORDER BY pieces.id"""


@dataclass(frozen=True)
class CostFacts:
    """Everything that the estimate looks at."""

    kind: str
    masts: int = 0
    cargo: int = 0
    base_move: tuple[str, ...] = ()
    cannons: tuple[str, ...] = ()
    links: int = 0
    text: str = ""
    abilities: int = 0
    keywords: tuple[str, ...] = ()
    footprint: Mapping[str, Iterable[str]] = field(default_factory=dict)


@dataclass(frozen=True)
class CostEstimate:
    """An estimate in points, the interval around it, and how good such estimates are."""

    points: float
    low: float
    high: float
    mean_error: float
    pieces: int
    parts: tuple[tuple[str, float], ...]  # what weighs most in it

    def as_json(self) -> dict[str, Any]:
        """The estimate as plain data."""
        return {
            "points": round(self.points, 1),
            "interval": [round(self.low, 1), round(self.high, 1)],
            "share": SHARE,
            "mean_error": round(self.mean_error, 2),
            "pieces": self.pieces,
            "parts": [{"feature": name, "points": round(points, 1)} for name, points in self.parts],
            "cannot_see": list(UNSEEN),
        }


def features(facts: CostFacts) -> Features:
    """Return what the estimate sees of a piece, as numbers by name."""
    found: dict[str, float] = {BASE: 1.0}
    if facts.kind == "ship":
        found |= _hull(facts)
    found |= {f"keyword {name}": 1.0 for name in facts.keywords}
    for touch, events in facts.footprint.items():
        found |= {f"{touch} {event}": 1.0 for event in events}
    found["abilities"] = float(min(facts.abilities, 6))
    found["links"] = float(min(facts.links, 3))
    found["amounts"] = float(min(sum(map(int, _AMOUNT.findall(facts.text))), 8))
    found["words"] = min(len(facts.text.split()), 60) / 10
    return {name: amount for name, amount in found.items() if amount}


def _hull(facts: CostFacts) -> dict[str, float]:
    move = "+".join(sorted(facts.base_move)) or "none"
    hits = {"S": 0.0, "L": 0.0}  # how many hits a broadside makes on average, by range
    for cannon in facts.cannons:
        hits[cannon[1]] += (6 - int(cannon[0])) / 6
    return {
        "masts": float(facts.masts),
        f"{min(facts.masts, 6)} masts": 1.0,
        "cargo": float(facts.cargo),
        "large hold": float(max(facts.cargo - 4, 0)),
        "move": sum(_LENGTH[segment] for segment in facts.base_move),
        f"move {move}": 1.0,
        "hits at S": hits["S"],
        "hits at L": hits["L"],
        "move and hits": sum(hits.values()) * sum(_LENGTH[segment] for segment in facts.base_move),
    }


def estimate(db: sqlite3.Connection, facts: CostFacts) -> CostEstimate | None:
    """Return what a piece like this costs; nothing for a kind of which too few are printed."""
    model = models(db).get(facts.kind)
    if model is None:
        return None
    seen = features(facts)
    points = max(model.estimate(seen), 0.0)
    below, above = model.interval(SHARE)
    parts = ((name, model.weights[name] * amount) for name, amount in seen.items() if name in model.weights)
    heavy = sorted(parts, key=lambda part: (-abs(part[1]), part[0]))[:8]
    return CostEstimate(
        points,
        max(points + min(below, 0.0), 0.0),
        points + max(above, 0.0),
        model.mean_error,
        model.rows,
        tuple(heavy),
    )


@cached_by_file
def models(db: sqlite3.Connection) -> dict[str, Model]:
    """Fit each kind on the printed pieces of a library; all printings of one name are left out together."""
    found = {kind: list(_rows(db, kind)) for kind in KINDS}
    return {kind: fit(rows) for kind, rows in found.items() if len(rows) >= _LEAST_PIECES}


def accuracy(db: sqlite3.Connection) -> dict[str, dict[str, float]]:
    """Return by kind on how many pieces was fitted, and how far off the estimate is on those left out."""
    return {
        kind: {
            "pieces": model.rows,
            "mean_error": round(model.mean_error, 2),
            "within_1": round(sum(abs(miss) <= 1 for miss in model.misses) / model.rows, 3),
            "within_2": round(sum(abs(miss) <= 2 for miss in model.misses) / model.rows, 3),
            "interval_low": round(model.interval(SHARE)[0], 1),
            "interval_high": round(model.interval(SHARE)[1], 1),
            "guess_error": round(_guess_error(db, kind), 2),
        }
        for kind, model in models(db).items()
    }


def _guess_error(db: sqlite3.Connection, kind: str) -> float:
    """How far off one is who always says the mean cost of the kind."""
    costs = [row.value for row in _rows(db, kind)]
    mean = sum(costs) / len(costs)
    return sum(abs(cost - mean) for cost in costs) / len(costs)


def _rows(db: sqlite3.Connection, kind: str) -> Iterator[Row]:
    for row in db.execute(_PRINTED, (kind,)):
        name, points, masts, cargo, move, cannons, links, text, footprint, forms, keywords = tuple(row)
        if kind == "ship" and None in (masts, cargo, move, cannons):
            continue
        facts = CostFacts(
            kind,
            masts or 0,
            cargo or 0,
            tuple((move or "").split("+")) if move else (),
            tuple((cannons or "").split("-")) if cannons else (),
            links=len(list(filter(None, links.split(", ")))),
            text=text or "",
            abilities=len(json.loads(forms or "[]")),
            keywords=tuple(json.loads(keywords or "[]")),
            footprint=json.loads(footprint or "{}"),
        )
        yield Row(features(facts), float(points), name.casefold())
