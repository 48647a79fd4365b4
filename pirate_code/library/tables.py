"""The tables of the library: what one row of each holds, and how they hang together.

Ids are texts that stay when the library is built again. Columns called `..._json` hold JSON. Views and
full-text indexes over these tables are in views.sql.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from functools import cache
from typing import Any, ClassVar, NamedTuple

from sqlalchemy import CheckConstraint, MetaData, UniqueConstraint
from sqlalchemy.dialects import sqlite
from sqlalchemy.schema import CreateIndex, CreateTable
from sqlmodel import Field, SQLModel


class Row(SQLModel):
    """What all tables share."""

    metadata: ClassVar[MetaData] = MetaData()


class Meta(Row, table=True):
    """What the library itself is: the version of its tables and of pirate-code, and what it was made from."""

    __tablename__ = "meta"
    key: str = Field(primary_key=True)
    value: str


class SetRow(Row, table=True):
    """A set of pieces as it was sold, or one that a user imported."""

    __tablename__ = "sets"
    id: str = Field(primary_key=True)
    name: str
    codes_json: str = "[]"
    printings_json: str = "{}"
    sheets_json: str = "[]"
    size: int = 0
    released: bool
    origin: str


class NationRow(Row, table=True):
    """A nation of the game or of a custom set."""

    __tablename__ = "nations"
    id: str = Field(primary_key=True)
    adjective: str
    noun: str
    spellings_json: str = "[]"
    promotional: bool = False
    notes: str = ""
    origin: str


class TermRow(Row, table=True):
    """A term of the game that rulings speak of and that is no keyword and no nation."""

    __tablename__ = "terms"
    id: str = Field(primary_key=True)
    name: str
    kind: str = Field(index=True)
    aliases_json: str = "[]"
    lines_json: str = "[]"
    notes: str = ""


class KeywordRow(Row, table=True):
    """A keyword, named ability, piece of equipment or crew ability, with its definition and its tree."""

    __tablename__ = "keywords"
    id: str = Field(primary_key=True)
    name: str = Field(index=True)
    kind: str
    family: str
    definition: str
    other_names: str
    confidence: str
    marker: bool
    same_as_id: str | None = Field(default=None, foreign_key="keywords.id", index=True)
    parameters_json: str
    carried_by_json: str
    spellings_json: str
    text_forms_json: str
    versions_json: str
    assumed_json: str
    sources_json: str
    tree_json: str | None = None
    outline_json: str | None = None
    footprint_json: str | None = None
    rendered: str | None = None
    notes: str = ""


class AbilityRow(Row, table=True):
    """A distinct printed line. Lines of one `form` are one ability in other words, and do not stack.

    `forms_json` has the form of each single ability of the line; `outline_json` is the tree as it is shown.
    """

    __tablename__ = "abilities"
    id: str = Field(primary_key=True)
    text: str = Field(unique=True)
    corrected: str
    status: str
    tree_json: str | None = None
    outline_json: str | None = None
    rendered: str | None = None
    footprint_json: str | None = None
    form: str | None = Field(default=None, index=True)
    forms_json: str = "[]"
    error_json: str | None = None
    __table_args__ = (CheckConstraint("(status = 'parsed') = (tree_json IS NOT NULL)"),)


class Reading(Row, table=True):
    """A text that is no printed line and is read all the same, with its tree: a definition."""

    __tablename__ = "readings"
    text: str = Field(primary_key=True)
    tree_json: str


class SameForm(Row, table=True):
    """The forms of a wording that db/same.yaml calls the same as others, with the name of its group."""

    __tablename__ = "same_forms"
    forms_json: str = Field(primary_key=True)
    group_name: str


class ThingName(Row, table=True):
    """A name as it is looked up, and what it means; `position` is the order of what goes by one name."""

    __tablename__ = "names"
    key: str = Field(primary_key=True)
    position: int = Field(primary_key=True)
    type: str
    thing_id: str
    name: str
    kind: str


class ParsedFile(Row, table=True):
    """A file of grammar/, db/ or rulings/ as data, by a digest of its text."""

    __tablename__ = "parsed_files"
    digest: str = Field(primary_key=True)
    at_start: bool  # whether commands read it when they start, and not when they need it
    data_json: str


class AbilityKeyword(Row, table=True):
    """A keyword of a line: the line `has` it by name, has it in other words (`text`), or `speaks of` it."""

    __tablename__ = "ability_keyword"
    ability_id: str = Field(primary_key=True, foreign_key="abilities.id")
    keyword_id: str = Field(primary_key=True, foreign_key="keywords.id", index=True)
    nation: str = Field(default="", primary_key=True)
    how: str = Field(primary_key=True)


class PieceRow(Row, table=True):
    """A piece as it is played; `printed_...` is what its card shows, which errata may have changed.

    No value means that no source tells it, or that such a piece has none. `gold` is what a fort costs.
    """

    __tablename__ = "pieces"
    id: str = Field(primary_key=True)
    set_id: str = Field(foreign_key="sets.id", index=True)
    number: str | None = Field(default=None, index=True)
    name: str = Field(index=True)
    kind: str = Field(index=True)
    nation_id: str | None = Field(default=None, foreign_key="nations.id", index=True)
    rarity: str | None = None
    points: int | None = None
    gold: int | None = None
    masts: int | None = None
    cargo: int | None = None
    base_move: str | None = None
    cannons: str | None = None
    links: str = ""
    ability: str | None = None
    printed_nation_id: str | None = Field(default=None, foreign_key="nations.id")
    printed_points: int | None = None
    printed_masts: int | None = None
    printed_ability: str | None = None
    corrected: bool = False
    other_names: str = ""
    crew_treasure: bool = False
    retired: bool = False
    treasure: str | None = None
    notes: str = ""
    origin: str


class PieceAbility(Row, table=True):
    """The line of a piece: the one that is printed on it, the one that is in force, or both in one."""

    __tablename__ = "piece_ability"
    piece_id: str = Field(primary_key=True, foreign_key="pieces.id")
    ability_id: str = Field(primary_key=True, foreign_key="abilities.id", index=True)
    printed: bool
    in_force: bool


class PieceLink(Row, table=True):
    """A name that a piece is linked to."""

    __tablename__ = "piece_link"
    piece_id: str = Field(primary_key=True, foreign_key="pieces.id")
    position: int = Field(primary_key=True)
    name: str = Field(index=True)


class TermAbility(Row, table=True):
    """A line that shows the ability which a term names."""

    __tablename__ = "term_ability"
    term_id: str = Field(primary_key=True, foreign_key="terms.id")
    ability_id: str = Field(primary_key=True, foreign_key="abilities.id", index=True)


class TermPiece(Row, table=True):
    """A piece that a term names."""

    __tablename__ = "term_piece"
    term_id: str = Field(primary_key=True, foreign_key="terms.id")
    piece_id: str = Field(primary_key=True, foreign_key="pieces.id", index=True)


class Entry(Row, table=True):
    """Whatever a ruling can name; exactly one of the last five columns says which row it is."""

    __tablename__ = "entries"
    id: str = Field(primary_key=True)
    kind: str = Field(index=True)
    name: str
    keyword_id: str | None = Field(default=None, foreign_key="keywords.id", index=True)
    nation_id: str | None = Field(default=None, foreign_key="nations.id", index=True)
    term_id: str | None = Field(default=None, foreign_key="terms.id", index=True)
    ability_id: str | None = Field(default=None, foreign_key="abilities.id", index=True)
    piece_id: str | None = Field(default=None, foreign_key="pieces.id", index=True)
    __table_args__ = (
        CheckConstraint(
            "(keyword_id IS NOT NULL) + (nation_id IS NOT NULL) + (term_id IS NOT NULL)"
            " + (ability_id IS NOT NULL) + (piece_id IS NOT NULL) = 1"
        ),
    )


class DocumentRow(Row, table=True):
    """A document that rulings come from: its date, and whose word it is."""

    __tablename__ = "documents"
    id: str = Field(primary_key=True)
    title: str
    date: str
    authority: str


class RulingRow(Row, table=True):
    """A ruling in our words; one without `says` only sends the reader to what it names.

    `other_names` are those of what it is about, so that a search by them finds it. `scenarios` is how many
    positions the engine was seen to do so in; `in_part` is what those leave unshown, `unshown` why none can
    show it.
    """

    __tablename__ = "rulings"
    id: str = Field(primary_key=True)
    document_id: str = Field(foreign_key="documents.id", index=True)
    part: str
    section: str = Field(index=True)
    line: str | None = None
    items: str
    edition: str
    says: str | None = None
    about: str
    other_names: str = ""
    scenarios: int = 0
    in_part: str | None = None
    unshown: str | None = None
    file: str
    position: int
    __table_args__ = (UniqueConstraint("file", "position"),)


class RulingAbout(Row, table=True):
    """What a ruling is about."""

    __tablename__ = "ruling_about"
    ruling_id: str = Field(primary_key=True, foreign_key="rulings.id")
    entry_id: str = Field(primary_key=True, foreign_key="entries.id", index=True)
    position: int


class RulingSeeAlso(Row, table=True):
    """Where a ruling sends the reader: another ruling, a section of rulings, or an entry."""

    __tablename__ = "ruling_see_also"
    ruling_id: str = Field(primary_key=True, foreign_key="rulings.id")
    position: int = Field(primary_key=True)
    name: str
    other_id: str | None = Field(default=None, foreign_key="rulings.id", index=True)
    section: str | None = None
    entry_id: str | None = Field(default=None, foreign_key="entries.id", index=True)
    __table_args__ = (
        CheckConstraint("(other_id IS NOT NULL) + (section IS NOT NULL) + (entry_id IS NOT NULL) = 1"),
    )


class ClaimRow(Row, table=True):
    """What follows from a ruling, for programs: subject, relation, object, and whether it holds."""

    __tablename__ = "claims"
    ruling_id: str = Field(primary_key=True, foreign_key="rulings.id")
    position: int = Field(primary_key=True)
    subject: str
    relation: str = Field(index=True)
    object: str
    holds: str
    condition: str | None = None
    subject_id: str = Field(foreign_key="entries.id", index=True)
    object_id: str = Field(foreign_key="entries.id", index=True)
    __table_args__ = (CheckConstraint("(holds = 'when') = (condition IS NOT NULL)"),)


class AskedRow(Row, table=True):
    """A question that a ruling answers, as people ask it; some are shown with it, all help to understand."""

    __tablename__ = "asked"
    ruling_id: str = Field(primary_key=True, foreign_key="rulings.id")
    position: int = Field(primary_key=True)
    question: str
    answer: str
    condition: str | None = None
    value: str | None = None
    shown: bool
    __table_args__ = (
        CheckConstraint("(answer = 'depends') = (condition IS NOT NULL)"),
        CheckConstraint("(answer = 'value') = (value IS NOT NULL)"),
    )


class RulingWord(Row, table=True):
    """A stem that a ruling has, and how much it says about that ruling; see ruling_words.py."""

    __tablename__ = "ruling_words"
    word: str = Field(primary_key=True)
    ruling_id: str = Field(primary_key=True, foreign_key="rulings.id")
    weight: float
    __table_args__: ClassVar[dict[str, bool]] = {"sqlite_with_rowid": False}


class RulingSpelling(Row, table=True):
    """A word that rulings use, as it is spelt: a question may have meant it."""

    __tablename__ = "ruling_spellings"
    word: str = Field(primary_key=True)


class GramVector(Row, table=True):
    """A word, or two, of questions: how rare it is, and its vector; see question_vectors.py."""

    __tablename__ = "gram_vectors"
    gram: str = Field(primary_key=True)
    rarity: float
    vector: bytes
    __table_args__: ClassVar[dict[str, bool]] = {"sqlite_with_rowid": False}


class RulingVector(Row, table=True):
    """How a ruling answers: yes to questions whose vector points the way of its own."""

    __tablename__ = "ruling_vectors"
    ruling_id: str = Field(primary_key=True, foreign_key="rulings.id")
    bias: float
    scale: float
    vector: bytes


class InteractionRow(Row, table=True):
    """Two distinct abilities, each a keyword or a line, and what is known of them; the matrix fills it."""

    __tablename__ = "interactions"
    id: str = Field(primary_key=True)
    x_keyword_id: str | None = Field(default=None, foreign_key="keywords.id", index=True)
    x_ability_id: str | None = Field(default=None, foreign_key="abilities.id", index=True)
    y_keyword_id: str | None = Field(default=None, foreign_key="keywords.id", index=True)
    y_ability_id: str | None = Field(default=None, foreign_key="abilities.id", index=True)
    verdict: str | None = None
    relation: str | None = None
    by: str
    says: str
    ruling_id: str | None = Field(default=None, foreign_key="rulings.id")


class ErratumRow(Row, table=True):
    """A correction of a card, and the ruling that tells it."""

    __tablename__ = "errata"
    id: str = Field(primary_key=True)
    name: str
    field: str
    corrected: str | None = None
    instead_of: str | None = None
    adds: str | None = None
    why: str
    source: str
    ruling_id: str = Field(foreign_key="rulings.id", index=True)


class PieceErratum(Row, table=True):
    """A piece that an erratum corrects."""

    __tablename__ = "piece_erratum"
    piece_id: str = Field(primary_key=True, foreign_key="pieces.id")
    erratum_id: str = Field(primary_key=True, foreign_key="errata.id", index=True)


class SheetRow(Row, table=True):
    """A row that was imported, as it was understood; a new build begins with these."""

    __tablename__ = "sheet_rows"
    id: str = Field(primary_key=True)
    row_json: str


class CustomSetRow(Row, table=True):
    """A custom set as its file names it; a new build begins with these, too."""

    __tablename__ = "custom_sets"
    id: str = Field(primary_key=True, foreign_key="sets.id")
    set_json: str


def create(db: sqlite3.Connection) -> None:
    """Make the tables and their indexes."""
    dialect = sqlite.dialect()
    for table in Row.metadata.sorted_tables:
        db.execute(str(CreateTable(table).compile(dialect=dialect)))
        for index in sorted(table.indexes, key=lambda index: str(index.name)):
            db.execute(str(CreateIndex(index).compile(dialect=dialect)))


class Values(NamedTuple):
    """A row as plain values in the order of its columns: quick to make, for tables with thousands of rows."""

    table: type[Row]
    values: tuple[str | float | bytes | None, ...]


def values(table: type[Row], **columns: str | float | bytes | None) -> Values:
    """Return a row of a table; a column that is not given holds its default."""
    known = _defaults(table)
    if unknown := columns.keys() - known.keys():
        raise TypeError(f"{table.__name__} has no column {min(unknown)}")
    return Values(table, tuple((known | columns).values()))


@cache
def _defaults(table: type[Row]) -> dict[str, Any]:
    return {name: column.get_default() for name, column in table.model_fields.items()}


def save(db: sqlite3.Connection, rows: Iterable[Row | Values]) -> dict[str, int]:
    """Write rows, which are all of one table, in their order; return how many there were, by the table."""
    found = list(rows)
    if not found:
        return {}
    table = found[0].table if isinstance(found[0], Values) else type(found[0])
    columns = list(table.model_fields)
    names = ", ".join(f'"{name}"' for name in columns)
    marks = ", ".join("?" * len(columns))
    held = (
        row.values if isinstance(row, Values) else [getattr(row, column) for column in columns]
        for row in found
    )
    db.executemany(f"INSERT INTO {table.__tablename__} ({names}) VALUES ({marks})", held)
    return {str(table.__tablename__): len(found)}
