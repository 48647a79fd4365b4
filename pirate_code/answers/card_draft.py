"""One card of somebody's own, as fields of text: read cell by cell as a row of a sheet is, and told about.

The draft is not stored. What is wrong with a field is told by its name; a line that does not parse has the
place; and what can be said of the rest is said all the same.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from math import log
from typing import Any, TypeVar

from pirate_code.answers.card_meetings import meetings
from pirate_code.answers.partners import partners
from pirate_code.language import stored
from pirate_code.language.sense import warnings
from pirate_code.language.telling import tell
from pirate_code.library import point_cost, sheet_cells
from pirate_code.library.abilities import Line, read_line
from pirate_code.library.file_cache import cached_by_file
from pirate_code.library.lookup import Meaning
from pirate_code.scenarios.position_text import written

Data = dict[str, Any]
KINDS = ("ship", "crew", "sea creature", "fort", "equipment", "event", "treasure", "island")
FIELDS = ("kind", "name", "nation", "points", "masts", "cargo", "move", "cannons", "link", "ability")
TEXT_LIMIT = 2_000
_SIMILAR = 6
_LIKE = 0.1  # how much a card must have in common to be told
_PARTNERS = 8
_HULLS = ("ship", "sea creature")
_MOST = {"masts": 10, "cargo": 30, "points": 100}

_T = TypeVar("_T")


@dataclass
class Draft:
    """A card that was read: its facts, and by the name of its field what is wrong."""

    kind: str = "ship"
    name: str = ""
    nation: str | None = None
    points: int | None = None
    masts: int | None = None
    cargo: int | None = None
    move: tuple[str, ...] = ()
    cannons: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    ability: str = ""
    faults: dict[str, str] = field(default_factory=dict)


def read_draft(fields: Mapping[str, str]) -> Draft:
    """Read the fields of a card; each that cannot be understood is told."""
    draft = Draft(ability=sheet_cells.ability(fields.get("ability", "")))
    text = {name: fields.get(name, "").strip() for name in FIELDS}

    def cell(name: str, read: Callable[[str], _T | None]) -> _T | None:
        try:
            return read(text[name])
        except sheet_cells.CellError as error:
            draft.faults[name] = str(error)
            return None

    kind = text["kind"].casefold() or "ship"
    if kind not in KINDS:
        draft.faults["kind"] = f"no kind of piece; there are {', '.join(KINDS)}"
        kind = "ship"
    draft.kind, draft.name = kind, " ".join(text["name"].split())[: sheet_cells.NAME_LIMIT]
    draft.nation = cell("nation", sheet_cells.nation)
    draft.points = cell("points", sheet_cells.count)
    if kind in _HULLS:
        draft.masts = cell("masts", sheet_cells.count)
        draft.cargo = cell("cargo", sheet_cells.count)
        draft.move = cell("move", sheet_cells.base_move) or ()
        draft.cannons = cell("cannons", sheet_cells.cannons) or ()
    draft.links = tuple(sheet_cells.links(text["link"][:TEXT_LIMIT], set()))
    for name, most in _MOST.items():
        if (getattr(draft, name) or 0) > most:
            draft.faults[name] = f"a piece has at most {most}"
            setattr(draft, name, None)
    if len(draft.cannons) > _MOST["masts"] or len(draft.move) > 4:
        draft.faults["cannons"] = "a ship has at most 10 cannons, and a base move at most 4 segments"
        draft.cannons, draft.move = draft.cannons[: _MOST["masts"]], draft.move[:4]
    if len(draft.ability) > TEXT_LIMIT:
        draft.faults["ability"] = (
            f"a line has at most {TEXT_LIMIT:,} characters, and this has {len(draft.ability):,}"
        )
        draft.ability = ""
    return draft


def report(db: sqlite3.Connection, draft: Draft) -> Data:
    """Tell everything about a card that its fields and the library give."""

    def names() -> set[str]:
        return {draft.name, *(str(row[0]) for row in db.execute("SELECT name FROM pieces"))} - {""}

    line = read_line(draft.ability, names) if draft.ability else None
    return {
        "card": _card(draft),
        "faults": draft.faults,
        "line": _told(db, line) if line is not None else None,
        "cost": _cost(db, draft, line),
        "similar": list(_similar(db, draft, line)),
        "partners": _partners(db, line) if line is not None else [],
        "table": _table(draft) if line is not None and line.row.tree_json else None,
        "meetings": meetings(db, line, draft.name) if line is not None and line.row.tree_json else [],
    }


def _card(draft: Draft) -> Data:
    return {
        "kind": draft.kind,
        "name": draft.name,
        "nation": draft.nation,
        "points": draft.points,
        "masts": draft.masts,
        "cargo": draft.cargo,
        "base_move": "+".join(draft.move) or None,
        "cannons": "-".join(draft.cannons) or None,
        "links": list(draft.links),
        "ability": draft.ability,
        "origin": "custom",
    }


def _told(db: sqlite3.Connection, line: Line) -> Data:
    """A line with its tree and what it does, or why it is not understood and where."""
    row = line.row
    if row.error_json:
        return {"text": row.text, "parsed": False, "error": json.loads(row.error_json)}
    abilities = stored.trees(row.tree_json or "[]")
    return {
        "text": row.text,
        "parsed": True,
        "rendered": row.rendered,
        "outline": json.loads(row.outline_json or "[]"),
        "tree": json.loads(row.tree_json or "[]"),
        "says": tell(abilities),
        "warnings": list(warnings(abilities)),
        "keywords": list(_keywords(db, line)),
        "footprint": _footprint(line),
        "error": None,
    }


def _keywords(db: sqlite3.Connection, line: Line) -> Iterator[Data]:
    """The keywords that a line gives, each with what it does."""
    for key in sorted({link.keyword_id for link in line.keywords if link.how != "speaks of"}):
        for name, definition in db.execute("SELECT name, definition FROM keywords WHERE id = ?", (key,)):
            yield {"id": key, "name": name, "definition": definition}


def _footprint(line: Line | None) -> dict[str, list[str]]:
    found: dict[str, list[str]] = json.loads(line.row.footprint_json or "{}") if line is not None else {}
    return found


# --- cost ---------------------------------------------------------------------------------------------------


def _cost(db: sqlite3.Connection, draft: Draft, line: Line | None) -> Data:
    """The estimate, or why there is none."""
    if draft.kind not in point_cost.KINDS:
        return {"why_not": f"The cost of a {draft.kind} is not estimated: too few are printed to go by."}
    if draft.kind == "ship" and (draft.masts is None or draft.cargo is None or not draft.move):
        return {"why_not": "Tell masts, cargo and base move; then the cost can be estimated."}
    if draft.kind == "crew" and not draft.ability:
        return {"why_not": "Write an ability; a crew costs what it does."}
    if line is not None and line.row.error_json:
        return {"why_not": "The line is not understood, so that its cost cannot be estimated."}
    estimate = point_cost.estimate(db, _facts(draft, line))
    if estimate is None:
        return {"why_not": f"The library has too few pieces of the kind {draft.kind} to go by."}
    return estimate.as_json()


def _facts(draft: Draft, line: Line | None) -> point_cost.CostFacts:
    links = line.keywords if line is not None else ()
    return point_cost.CostFacts(
        draft.kind,
        draft.masts or 0,
        draft.cargo or 0,
        draft.move,
        draft.cannons,
        len(draft.links),
        draft.ability,
        len(json.loads(line.row.forms_json or "[]")) if line is not None else 0,
        tuple(sorted({link.keyword_id for link in links if link.how != "speaks of"})),
        _footprint(line),
    )


# --- similar cards ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Printed:
    """A printed card to compare with: its row, and what its line touches."""

    row: Data
    form: str
    traits: frozenset[str]


@cached_by_file
def _printed(db: sqlite3.Connection) -> tuple[_Printed, ...]:
    rows = db.execute(
        "SELECT pieces.id, name, kind, points, masts, cargo, base_move, cannons, abilities.text, form,"
        " footprint_json, (SELECT json_group_array(DISTINCT keyword_id) FROM ability_keyword"
        " WHERE ability_keyword.ability_id = abilities.id AND how <> 'speaks of')"
        " FROM pieces JOIN piece_ability ON piece_id = pieces.id AND in_force"
        " JOIN abilities ON abilities.id = ability_id AND status = 'parsed'"
        " WHERE pieces.origin <> 'custom' ORDER BY pieces.id"
    )
    names = ("id", "name", "kind", "points", "masts", "cargo", "base_move", "cannons", "ability")
    return tuple(
        _Printed(
            dict(zip(names, tuple(row)[:9], strict=True)),
            row[9] or "",
            _traits(json.loads(row[10] or "{}"), json.loads(row[11])),
        )
        for row in rows
    )


def _traits(footprint: Mapping[str, list[str]], keywords: list[str]) -> frozenset[str]:
    touched = (f"{how} {event}" for how, events in footprint.items() for event in events)
    return frozenset((*touched, *(f"keyword {key}" for key in keywords)))


def _similar(db: sqlite3.Connection, draft: Draft, line: Line | None) -> Iterator[Data]:
    """Printed cards of the kind whose line is the same, or touches the same; rare things count more."""
    if line is None or line.row.error_json:
        return
    cards = [card for card in _printed(db) if card.row["kind"] == draft.kind]
    seen: dict[str, int] = {}
    for card in cards:
        for trait in card.traits:
            seen[trait] = seen.get(trait, 0) + 1
    weight = {trait: log((len(cards) + 1) / count) for trait, count in seen.items()}
    own = _traits(_footprint(line), [link.keyword_id for link in line.keywords if link.how != "speaks of"])

    def likeness(card: _Printed) -> float:
        if card.form == line.row.form:
            return 1.0
        both = sum(weight.get(trait, 1.0) for trait in card.traits & own)
        either = sum(weight.get(trait, 1.0) for trait in card.traits | own)
        return 0.99 * both / either if either else 0.0

    def other_build(card: _Printed) -> int:
        return sum(abs((card.row[name] or 0) - (getattr(draft, name) or 0)) for name in ("masts", "cargo"))

    ranked = sorted(
        ((-likeness(card), other_build(card), card.row["id"], card) for card in cards),
        key=lambda each: each[:3],
    )
    told: set[tuple[str, str]] = set()  # a name and its line, of all printings once
    for less, _, _, card in ranked:
        if (
            less < -_LIKE
            and len(told) < _SIMILAR
            and (key := (card.row["name"], card.row["ability"])) not in told
        ):
            told.add(key)
            yield card.row | {"likeness": round(-less, 2), "same": less == -1.0}


# --- interactions -------------------------------------------------------------------------------------------


def _partners(db: sqlite3.Connection, line: Line) -> list[Data]:
    """What rulings speak of together with the keywords of a line, or with the same line on a printed card."""
    things: list[Meaning] = []
    for key in sorted({link.keyword_id for link in line.keywords}):
        name, kind = db.execute("SELECT name, kind FROM keywords WHERE id = ?", (key,)).fetchone()
        things.append(Meaning("keyword", key, name, kind))
    if line.row.form:
        same = db.execute(
            "SELECT id, text FROM abilities WHERE form = ? ORDER BY id", (line.row.form,)
        ).fetchall()
        things += [Meaning("ability", key, text, "line") for key, text in same[:3]]
    found: dict[str, Data] = {}
    for thing in things:
        for other in partners(db, thing, _PARTNERS):
            found.setdefault(f"{other['type']}:{other['id']}", other | {"through": thing.name})
    return list(found.values())[:_PARTNERS]


# --- the table ----------------------------------------------------------------------------------------------


def _table(draft: Draft) -> str | None:
    """A position with the card on it, to try; none for a kind that no position begins with."""
    pieces: Data = {
        "Revenge": {"ship": "ours", "at": [0, 0, 0]},
        "Prey": {"ship": "theirs", "at": [57, 45, 180]},
    }
    if draft.kind == "ship":
        told = {
            "masts": draft.masts,
            "cargo": draft.cargo,
            "move": "+".join(draft.move),
            "cannons": "-".join(draft.cannons),
        }
        pieces["Revenge"] |= {name: value for name, value in told.items() if value} | {"says": draft.ability}
    elif draft.kind in ("crew", "equipment"):
        pieces["Draft"] = {draft.kind: "Revenge", "says": draft.ability}
    else:
        return None
    return written(
        {
            "title": (draft.name or "A card of your own")[:200],
            "given": pieces,
            "when": [{"give": "shoot", "to": "Revenge"}],
        }
    )
