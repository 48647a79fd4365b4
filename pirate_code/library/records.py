"""The schema of what is exported: one model for each kind of record, every column with its meaning.

export.py writes the records without these models; a test holds the two together.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field
from pydantic.json_schema import models_json_schema

from pirate_code.language import SCHEMA_VERSION, Ability, Footprint
from pirate_code.library.export import VERSION

Id = Annotated[str, Field(min_length=1)]
Count = Annotated[int, Field(ge=0)]


def _says(text: str) -> Any:
    return Field(description=text)


class _Record(BaseModel):
    """What all records share: every column is there, and no other."""

    model_config = ConfigDict(extra="forbid")


class Fault(_Record):
    """Why a line was not understood."""

    message: str = _says("What is wrong, in a sentence.")
    line: int = _says("The line in which it stands, from 1.")
    column: int = _says("The character at which it stands, from 1.")
    expected: list[str] = _says("What could stand there.")
    nearest: str | None = _says("The known line that is most like it.")


class KeywordLink(_Record):
    """A keyword of a line."""

    keyword: Id = _says("The id of the keyword.")
    nation: str | None = _says("The nation in its name, as in Loyal: England.")
    how: Literal["has", "text", "speaks of"] = _says("By name, in other words, or only spoken of.")


class AbilityRecord(_Record):
    """A distinct printed line, and what the language makes of it."""

    record: Literal["ability"] = _says("The kind of record.")
    version: Literal["1.0"] = _says("The version of this format.")
    id: Id = _says("Stays the same as long as the line does.")
    text: str = _says("The line as it is printed.")
    corrected: str = _says("The line with misprints put right, as it was read.")
    status: Literal["parsed", "unparsed"] = _says("Whether the line was understood.")
    abilities: list[Ability] | None = _says("The effect trees, one for each ability of the line.")
    rendered: str | None = _says("The trees in canonical wording.")
    footprint: Footprint | None = _says("The events and numbers that the line touches.")
    form: str | None = _says("Lines of one form are one ability in other words, and do not stack.")
    keywords: list[KeywordLink] = _says("The keywords of the line.")
    pieces: list[Id] = _says("The pieces that have the line, corrections applied.")
    rulings: list[Id] = _says("The rulings about the line, its keywords or the ability it shows.")
    error: Fault | None = _says("Why the line was not understood.")


class Printed(_Record):
    """What the card shows where a correction may say otherwise; no value if no source tells it."""

    nation: str | None = _says("The nation.")
    points: Count | None = _says("The point cost.")
    masts: Count | None = _says("The number of masts.")
    ability: str | None = _says("The ability line.")


class Correction(_Record):
    """A correction of a card."""

    field: Literal["nation", "points", "masts", "ability"] = _says("What is corrected.")
    why: str = _says("What was wrong.")
    ruling: Id = _says("The ruling that says so.")


class PieceRecord(_Record):
    """A piece as it is played."""

    record: Literal["piece"] = _says("The kind of record.")
    version: Literal["1.0"] = _says("The version of this format.")
    id: Id = _says("Set and number; a piece without a number goes by its name.")
    set: Id = _says("The code of the set.")
    set_name: str = _says("The name of the set.")
    number: str | None = _says("The number on the card.")
    name: str = _says("The name.")
    kind: str = _says("ship, crew, sea creature, fort, equipment, event, treasure, island, terrain or other.")
    rarity: str | None = _says("The rarity.")
    points: Count | None = _says("The point cost.")
    gold: Count | None = _says("What a fort costs.")
    masts: Count | None = _says("The number of masts, or of segments of a sea creature.")
    cargo: Count | None = _says("The number of cargo spaces.")
    ability: str | None = _says("The ability line in force; empty if the card prints none.")
    nation: str | None = _says("The id of the nation.")
    base_move: list[Literal["S", "L", "T", "D"]] | None = _says("The segments of the base move.")
    cannons: list[Annotated[str, Field(pattern="^[1-6][SL]$")]] | None = _says("Rank and range of each.")
    links: list[str] = _says("The names it is linked to.")
    ability_id: str | None = _says("The id of its line among the abilities.")
    other_names: list[str] = _says("Other names it goes by.")
    printed: Printed = _says("What the card prints.")
    corrected: bool = _says("Whether a correction applies.")
    errata: list[Correction] = _says("The corrections.")
    keywords: list[Id] = _says("The keywords it has, by name or in other words.")
    rulings: list[Id] = _says("The rulings about it, its corrections or its line.")
    crew_treasure: bool = _says("Whether it is crew that comes as a unique treasure.")
    retired: bool = _says("Whether it may no longer be played in tournaments.")
    released: bool = _says("Whether its set was sold or given away.")
    treasure: str | None = _says("The treasure values on the card, as a sheet tells them.")
    notes: str = _says("Remarks.")
    origin: str = _says("pirate-code if it is built in, sheet if imported, custom if of a custom set.")


class KeywordRecord(_Record):
    """A keyword, named ability, piece of equipment or crew ability, and its definition."""

    record: Literal["keyword"] = _says("The kind of record.")
    version: Literal["1.0"] = _says("The version of this format.")
    id: Id = _says("What trees call it.")
    name: str = _says("The name; a letter in it stands for a parameter.")
    kind: Literal["keyword", "named ability", "equipment", "crew ability"] = _says("What it is.")
    family: str = _says("The family it belongs to.")
    definition: list[str] = _says("The rule, one ability an item; a parameter is its letter.")
    abilities: list[Ability] | None = _says("The trees of the definition; a parameter is its first value.")
    rendered: str | None = _says("The trees in canonical wording.")
    footprint: Footprint | None = _says("The events and numbers that it touches.")
    confidence: Literal["high", "medium", "low"] = _says("How sure the definition is.")
    marker: bool = _says("Whether it only marks a type and has no rule.")
    same_as: str | None = _says("The keyword that this one is under another name.")
    other_names: list[str] = _says("What players call it.")
    parameters: dict[str, Any] = _says("What the letters of the name stand for.")
    carried_by: list[str] = _says("The kinds of piece that have it.")
    spellings: list[str] = _says("Other printed spellings.")
    text_forms: list[str] = _says("Printed sentences that count as the keyword.")
    versions: list[dict[str, Any]] = _says("Other rules under the same name.")
    assumed: list[dict[str, Any]] = _says("Facts that no source gives, with the value in use.")
    sources: list[str] = _says("Where the definition comes from.")
    rulings: list[Id] = _says("The rulings about it.")
    notes: str = _says("Remarks.")


class Source(_Record):
    """A document that rulings come from."""

    id: Id = _says("Its id.")
    title: str = _says("Its title.")
    date: str = _says("The year, or year and month.")
    authority: str = _says("Whose word it is.")


class About(_Record):
    """Something that a ruling is about."""

    kind: str = _says("keyword, named ability, nation, term, line ...")
    name: str = _says("Its name.")
    entry: Id = _says("Kind and id, joined by a colon.")


class SeeAlso(_Record):
    """Where a ruling sends the reader; one of the last three is given."""

    name: str = _says("What the ruling calls it.")
    ruling: str | None = _says("The id of another ruling.")
    section: str | None = _says("The name of a section.")
    entry: str | None = _says("Kind and id of an entry.")


class ClaimRecord(_Record):
    """What follows from a ruling, for programs."""

    subject: str = _says("What the claim is about.")
    relation: str = _says("stacks, cancels, copies, prevents, overrides ...")
    object: str = _says("What the subject stands in that relation to.")
    holds: Literal["yes", "no", "when"] = _says("Whether it holds.")
    condition: str | None = _says("When it holds, if `holds` is when.")
    subject_id: Id = _says("Kind and id of the subject.")
    object_id: Id = _says("Kind and id of the object.")


class AskedRecord(_Record):
    """A question that a ruling answers."""

    question: str = _says("The question, as people ask it.")
    answer: Literal["yes", "no", "depends", "value"] = _says("The answer.")
    condition: str | None = _says("What it depends on, if `answer` is depends.")
    value: str | None = _says("What is asked for, if `answer` is value: who, which, how many and the like.")


class RulingRecord(_Record):
    """A ruling in our words."""

    record: Literal["ruling"] = _says("The kind of record.")
    version: Literal["1.0"] = _says("The version of this format.")
    id: Id = _says("Stays the same.")
    document: Source = _says("The document that it comes from.")
    part: str = _says("The part of that document.")
    section: str = _says("The heading in that document.")
    line: str | None = _says("The printed line that is the heading, if there is one.")
    items: list[Annotated[int, Field(ge=1)]] = _says("The items under that heading, counted from 1.")
    edition: list[str] = _says("The editions of the rules that it belongs to; empty for the Pirate Code.")
    says: str | None = _says("The ruling; no value if it only points elsewhere.")
    about: list[About] = _says("What it is about.")
    see_also: list[SeeAlso] = _says("Where it sends the reader.")
    claims: list[ClaimRecord] = _says("What follows from it.")
    asked: list[AskedRecord] = _says("Questions that it answers.")
    scenarios: Annotated[int, Field(ge=0)] = _says("In how many positions the engine was seen to do so.")
    in_part: str | None = _says("What of the ruling those positions leave unshown, if anything.")


RECORDS: dict[str, type[_Record]] = {
    "ability": AbilityRecord,
    "piece": PieceRecord,
    "keyword": KeywordRecord,
    "ruling": RulingRecord,
}


def schema() -> dict[str, Any]:
    """Return the JSON Schema of a record, which is one line of a JSON Lines file."""
    names, found = models_json_schema([(model, "validation") for model in RECORDS.values()])
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"pirate-code/export/{VERSION}",
        "title": "Pirate Code export",
        "version": VERSION,
        "tree_version": SCHEMA_VERSION,
        "oneOf": [names[model, "validation"] for model in RECORDS.values()],
        **found,
    }
