"""The event cards of Blackbeard for other programs: one record each, with its tree, and their JSON Schema."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from pirate_code.blackbeard.cards.reading import read_card
from pirate_code.blackbeard.cards.tree import CardTree
from pirate_code.blackbeard.library import of_kind, rulings_of
from pirate_code.blackbeard.values import Values, standard_values

VERSION = "1.0"


class EventRecord(BaseModel):
    """An event card: its text in our wording, the tree that is read from it, and how it is used."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    record: Literal["blackbeard-event"] = "blackbeard-event"
    version: Literal["1.0"] = "1.0"
    id: str
    name: str
    text: str
    tree: CardTree
    copies: int = Field(description="How many of it are in the deck.")
    actions: int = Field(description="How many actions it gives when it is played for them.")
    initiative: bool = Field(description="The actions are those of one pirate's initiative.")
    together: bool = Field(description="The event may be played besides the actions.")
    second_run: bool = Field(description="In a long game it joins the deck only when that has run out once.")
    assumed: bool = Field(description="Copies and actions are ours: the document does not give them.")
    rulings: tuple[str, ...] = Field(description="Ids of the rulings about it.")


def records(values: Values | None = None) -> Iterator[dict[str, Any]]:
    """Every event card as a record, in the order of the ids."""
    ruled = {entry.id: tuple(one.id for one in rulings_of(entry)) for entry in of_kind("event")}
    for key, card in sorted((values or standard_values()).events.items()):
        yield EventRecord(
            id=key,
            tree=read_card(card.text),
            rulings=ruled.get(key, ()),
            **card.model_dump(),
        ).model_dump(mode="json")


def schema() -> dict[str, Any]:
    """The JSON Schema of a record."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **EventRecord.model_json_schema(mode="serialization"),
    }
