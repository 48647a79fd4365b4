"""The rows of the library as the site shows them: their fields, and the places of what they link to.

Rows stand in the order in which a search lists them, and link to each other by their place in it. The columns
that are searched for words stand here just as the library has them.
"""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from pirate_code.core.naming import folded
from pirate_code.language.stored import trees
from pirate_code.language.telling import tell
from pirate_code.library import entries
from pirate_code.library.citations import rulings_of_line, rulings_of_piece
from pirate_code.library.lookup import Meaning
from pirate_code.library.search import search
from pirate_code.library.search_conditions import TABLES
from pirate_code.library.set_pieces import sets_in_order
from pirate_code.library.storage import Progress
from pirate_code.offline.packing import Data, table
from pirate_code.views.card_drawing import CardLook, draw_cannons, draw_card, look_of

_SPECIAL = (
    "SELECT piece_id FROM piece_erratum UNION SELECT piece_id FROM term_piece "
    "UNION SELECT piece_id FROM entries WHERE piece_id IS NOT NULL"
)
# What rulings are about, and the page of it.
_ENTRIES = """
    SELECT id, name, CASE WHEN keyword_id IS NOT NULL THEN 'keyword' WHEN nation_id IS NOT NULL THEN 'nation'
        WHEN term_id IS NOT NULL THEN 'term' WHEN ability_id IS NOT NULL THEN 'ability' ELSE 'card'
        END AS page,
        coalesce(keyword_id, nation_id, term_id, ability_id, piece_id) AS thing
    FROM entries ORDER BY id
"""
_PIECE = (
    *("id", "name", "number", "set_id", "kind", "nation_id", "rarity", "points", "gold", "masts", "cargo"),
    *("base_move", "cannons", "ability", "links", "other_names", "treasure", "notes"),
)
_FLAGS = ("crew_treasure", "retired")
_KEYWORD = ("id", "name", "other_names", "definition", "notes", "kind", "family", "confidence", "marker")
_RULING = (
    *("id", "section", "about", "other_names", "says", "part", "line", "edition"),
    *("unshown", "in_part", "scenarios"),
)


class Records:
    """The records of a library, and the place of every row."""

    def __init__(self, db: sqlite3.Connection, progress: Progress) -> None:
        self.db = db
        self.progress = progress
        self.ids = {sort: self._ordered(sort) for sort in TABLES}
        self._place = {sort: {key: place for place, key in enumerate(ids)} for sort, ids in self.ids.items()}
        self._drawings: dict[str, int] = {}
        self._cannons: dict[str, int] = {}
        self._entries = {row["id"]: dict(row) for row in db.execute(_ENTRIES)}
        self._entry_place = {key: place for place, key in enumerate(self._entries)}

    def _ordered(self, sort: str) -> list[str]:
        """Return the ids of a sort of row as a search lists them; what no search finds comes last."""
        found = [row["id"] for row in search(self.db, f"kind:{sort}").rows]
        rest = {row["id"] for row in self.db.execute(f"SELECT id FROM {TABLES[sort]}")} - set(found)
        return found + sorted(rest)

    def tables(self) -> dict[str, Data]:
        """Return every table of the site by its name."""
        return {
            "pieces": table(self._pieces()),
            "drawings": {"pictures": list(self._drawings), "cannons": list(self._cannons)},
            "abilities": table(self._abilities()),
            "keywords": table(self._keywords()),
            "rulings": table(self._rulings()) | {"searched": self._searched_rulings()},
            "index": self._index(),
        }

    def _searched_rulings(self) -> int:
        (count,) = self.db.execute("SELECT count(*) FROM rulings WHERE says IS NOT NULL").fetchone()
        return int(count)

    def _pieces(self) -> list[Data]:
        special = {row[0] for row in self.db.execute(_SPECIAL)}
        lines = dict(
            self.db.execute("SELECT piece_id, ability_id FROM piece_ability WHERE in_force").fetchall()
        )
        drawings = {card["id"]: self._drawing(look_of(card)) for card in search(self.db, "kind:piece").rows}
        rows = self._rows("piece")
        records = []
        for done, row in enumerate(rows):
            self.progress("cards", done + 1, len(rows))
            key = row["id"]
            line = lines.get(key)
            records.append(
                {name: row[name] for name in _PIECE}
                | {name: 1 if row[name] else None for name in _FLAGS}
                | {
                    "origin": row["origin"],
                    "drawing": drawings[key][0],
                    "cannons_drawn": drawings[key][1],
                    "line": None if line is None else self._place["ability"][line],
                    "rulings": self._cited(rulings_of_piece(self.db, key)) if key in special else None,
                    "errata": self._errata(key) if row["corrected"] else [],
                }
            )
        return records

    def _drawing(self, look: CardLook) -> tuple[int, int | None]:
        """Return the numbers of a card's picture and of its cannons, without which many look alike."""
        drawn = self._drawings.setdefault(draw_card(look, small=True), len(self._drawings))
        cannons = draw_cannons(look)
        return drawn, self._cannons.setdefault(cannons, len(self._cannons)) if cannons else None

    def _errata(self, piece: str) -> list[list[Any]]:
        """Return the corrections of a piece: field, what is printed, what is in force, and the ruling."""
        found = entries.entry(self.db, Meaning("piece", piece, "", ""))["errata"]
        return [
            [each["field"], each["printed"], each["in_force"], self._place["ruling"][each["ruling_id"]]]
            for each in found
        ]

    def _abilities(self) -> list[Data]:
        keywords: defaultdict[str, list[list[Any]]] = defaultdict(list)
        for row in self.db.execute(
            "SELECT ability_id, keyword_id, adjective FROM ability_keyword "
            "JOIN keywords ON keywords.id = keyword_id LEFT JOIN nations ON nations.id = nation "
            "WHERE how IN ('has', 'text') ORDER BY 1, name"
        ):
            keywords[row[0]].append([self._place["keyword"][row[1]], *filter(None, [row[2]])])
        same: defaultdict[str, list[int]] = defaultdict(list)
        for key, other in self.db.execute("SELECT ability_id, other_id FROM same_abilities ORDER BY 1, 2"):
            same[key].append(self._place["ability"][other])
        rows = self._rows("ability")
        records = []
        for done, row in enumerate(rows):
            self.progress("ability lines", done + 1, len(rows))
            error = json.loads(row["error_json"])["message"] if row["error_json"] else None
            records.append(
                {name: row[name] for name in ("id", "text", "corrected", "rendered")}
                | {
                    "told": _told(row["tree_json"]),
                    "keywords": keywords[row["id"]],
                    "rulings": self._cited(rulings_of_line(self.db, row["id"])),
                    "same": same[row["id"]],
                    "error": error,
                }
            )
        return records

    def _keywords(self) -> list[Data]:
        records = []
        for row in self._rows("keyword"):
            linked = entries.entry(self.db, Meaning("keyword", row["id"], row["name"], row["kind"]))
            assumed = [
                f"{each['fact']} is {each['value']}. {each['reason']}" for each in linked["assumed"] or ()
            ]
            records.append(
                {name: row[name] for name in _KEYWORD}
                | {
                    "told": _told(row["tree_json"]),
                    "assumed": assumed,
                    "rulings": self._places("ruling", linked["rulings"]),
                    "pieces": self._places("piece", linked["pieces"]),
                }
            )
        return records

    def _rulings(self) -> list[Data]:
        rows = self._rows("ruling")
        records = []
        for done, row in enumerate(rows):
            self.progress("rulings", done + 1, len(rows))
            linked = entries.entry(self.db, Meaning("ruling", row["id"], row["id"], row["part"]))
            see_also = [
                [other["name"], self._place["ruling"].get(other["ruling"]), other["section"]]
                for other in linked["see_also"]
            ]
            claims = [
                [claim[name] for name in ("subject", "relation", "object", "holds")]
                for claim in linked["claims"]
            ]
            records.append(
                {name: row[name] for name in _RULING}
                | {
                    "document": row["document_id"],
                    "citation": linked["citation"],
                    "entries": [self._entry_place[each["id"]] for each in linked["about"]],
                    "see_also": see_also,
                    "asked": [[each["question"], each["says"]] for each in linked["asked"]],
                    "claims": claims,
                }
            )
        return records

    def _index(self) -> Data:
        """Return what is small: sets, nations, terms, documents, sections, and what rulings are about."""
        documents = self.db.execute("SELECT id, title, date, authority FROM documents ORDER BY date DESC, id")
        totals = {each["id"]: each["total"] for each in sets_in_order(self.db)}
        sets = self.db.execute("SELECT id, name, released FROM sets ORDER BY rowid")
        return {
            "sets": table([dict(row) | {"total": totals.get(row["id"], 0)} for row in sets]),
            "documents": table([dict(row) for row in documents]),
            "entries": table(list(self._entries.values())),
            "nations": table([self._thing("nation", row) for row in self._all("nations")]),
            "terms": table([self._thing("term", row) for row in self._all("terms")]),
            "sections": table(self._sections()),
        }

    def _thing(self, kind: str, row: sqlite3.Row) -> Data:
        """Return a nation or a term."""
        linked = entries.entry(self.db, Meaning(kind, row["id"], "", ""))
        return {
            "id": row["id"],
            "name": linked["name"],
            "kind": linked.get("kind", kind),
            "other_names": linked["other_names"],
            "notes": linked["notes"],
            "rulings": self._places("ruling", linked["rulings"]),
            "lines": linked.get("lines", []),
            "pieces": self._places("piece", linked.get("pieces", [])),
        }

    def _sections(self) -> list[Data]:
        statement = "SELECT document_id, section FROM rulings GROUP BY 1, 2 ORDER BY 1, 2"
        documents: defaultdict[str, list[str]] = defaultdict(list)
        for document, section in self.db.execute(statement):
            documents[folded(section)].append(document)
        records = []
        for key, held_in in documents.items():
            linked = entries.entry(self.db, Meaning("section", key, key, "section"))
            rulings = self._places("ruling", linked["rulings"])
            records.append({"id": key, "name": linked["name"], "documents": held_in, "rulings": rulings})
        return records

    def _rows(self, sort: str) -> list[sqlite3.Row]:
        held = {row["id"]: row for row in self._all(TABLES[sort])}
        return [held[key] for key in self.ids[sort]]

    def _all(self, name: str) -> list[sqlite3.Row]:
        return self.db.execute(f"SELECT * FROM {name} ORDER BY id").fetchall()

    def _places(self, sort: str, things: Iterable[Data]) -> list[int]:
        return list(dict.fromkeys(self._place[sort][thing["id"]] for thing in things))

    def _cited(self, rulings: Iterable[Data]) -> list[list[Any]]:
        """Return rulings by their place, each with what it is cited for."""
        return [[self._place["ruling"][each["id"]], each["because"], each["of"]] for each in rulings]


def _told(tree: str | None) -> list[str]:
    return tell(trees(tree)) if tree else []
