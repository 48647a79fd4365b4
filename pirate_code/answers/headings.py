"""The headings of the Code under which a ruling stands, whatever the library calls its section.

The Code heads a section by a name, or by a printed line where the ability has a name here; some headings
only send the reader to another section. A heading under which nothing stands is that of a whole part.
"""

from __future__ import annotations

import re
import sqlite3

from pirate_code.core.naming import folded

_OWN = "SELECT section, line FROM rulings WHERE id = ?"
_PART = "SELECT part FROM rulings WHERE id = ?"
_POINTING = (
    "SELECT there.section, there.line FROM rulings AS here JOIN rulings AS there USING (file) "
    "WHERE here.id = ? AND there.says IS NULL"
)
# The printed lines of the first thing that a ruling is about.
_LINES = """
    SELECT text FROM ruling_about JOIN entries ON entries.id = entry_id JOIN abilities ON abilities.id IN (
        SELECT entries.ability_id
        UNION SELECT ability_id FROM term_ability WHERE term_ability.term_id = entries.term_id
        UNION SELECT ability_id FROM piece_ability WHERE piece_ability.piece_id = entries.piece_id
        UNION SELECT ability_id FROM piece_ability JOIN term_piece USING (piece_id)
            WHERE term_piece.term_id = entries.term_id
    ) WHERE ruling_id = ? AND ruling_about.position = (
        SELECT min(position) FROM ruling_about AS first WHERE first.ruling_id = ruling_about.ruling_id
    )
"""


class Headings:
    """The headings of a library's rulings."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        rows = db.execute("SELECT DISTINCT section, line FROM rulings")
        self._all = [heading for row in rows for heading in row if heading]
        self._lines = [text for (text,) in db.execute("SELECT text FROM abilities")]

    def stands_under(self, ruling: str, given: str) -> bool:
        """Whether a ruling stands under a heading of the Code."""
        own = self._texts(_OWN, ruling) + self._texts(_POINTING, ruling)
        if any(same_heading(given, heading) for heading in own):
            return True
        if any(same_heading(given, heading) for heading in self._all):
            return False
        if any(same_heading(given, line) for line in self._lines):
            return any(same_heading(given, line) for line in self._texts(_LINES, ruling))
        return any(same_heading(given, part) for part in self._texts(_PART, ruling))

    def _texts(self, statement: str, ruling: str) -> list[str]:
        return [text for row in self._db.execute(statement, (ruling,)) for text in row if text]


def same_heading(given: str, heading: str) -> bool:
    """Whether two names of a section mean one: brackets, case and what follows the first words do not matter.

    >>> same_heading("Captain", "Captain (keyword/ability)"), same_heading("“(L)-range guns…”", "(L)-range")
    (True, True)
    """
    one, other = _plain(given.rsplit(">", 1)[-1]), _plain(heading)
    shorter, longer = sorted((one, other), key=len)
    return bool(shorter) and f"{longer} ".startswith(f"{shorter} ")


def _plain(text: str) -> str:
    bare = text.strip(" “”\"'")
    bare = re.sub(r"\((?:[^()]*)\)", " ", bare) if not bare.startswith("(") else bare
    return " ".join(re.findall(r"[a-z0-9+]+", folded(bare)))
