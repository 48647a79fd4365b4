"""What every node is made of: frozen models, and words that must be in the vocabulary."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Annotated, Any, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core.core_schema import CoreSchema, no_info_after_validator_function

from pirate_code.language.words import load_words

_HASH = "_hash"
MAX_NUMBER = 999
MAX_SEGMENTS = 12


class _Word:
    """A string that must be an id of a table of the vocabulary, which is read when the first is checked."""

    def __init__(self, table: str) -> None:
        self.table = table

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Check the string after it is known to be one."""
        return no_info_after_validator_function(self._check, handler(source))

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        """List all the ids."""
        return {"type": "string", "enum": sorted(self._known)}

    @property
    def _known(self) -> Mapping[str, object]:
        ids: Mapping[str, object] = getattr(load_words(), self.table)
        return ids

    def _check(self, value: str) -> str:
        if value not in self._known:
            raise ValueError(f"{value!r} is not one of the {self.table} of grammar/words.yaml")
        return value


def _word(table: str) -> Any:
    return Annotated[str, _Word(table)]


NounName: Any = _word("noun_one")
EventType: Any = _word("verbs")
StateName: Any = _word("states")
Stat: Any = _word("stats")
Manner: Any = _word("manners")
NationName: Any = _word("nations")
KeywordName: Any = _word("keywords")
Name = Annotated[str, Field(min_length=1, max_length=60, pattern=r"^[A-Za-z#][\w'.!-]*(?: [\w'.!-]+)*$")]


def _run(faces: tuple[int, ...]) -> tuple[int, ...]:
    """Die results follow each other without a gap."""
    if list(faces) != list(range(faces[0], faces[-1] + 1)) or not 1 <= faces[0] <= faces[-1] <= 6:
        raise ValueError(f"the die results {faces} are not a run between 1 and 6")
    return faces


Faces = Annotated[tuple[int, ...], Field(min_length=1, max_length=6), AfterValidator(_run)]


class Node(BaseModel):
    """A frozen node of a tree."""

    # Built when first needed: nodes refer to each other in a circle, and a process seldom needs them all.
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    @classmethod
    def model_rebuild(cls, **how: Any) -> bool | None:
        """Build it with the names of its own module, not of the one that happens to need it first."""
        return super().model_rebuild(**{**how, "_types_namespace": vars(sys.modules[cls.__module__])})

    def __hash__(self) -> int:
        """The hash of all that is below, reckoned once: the engine looks trees up all the time."""
        found = self.__dict__.get(_HASH)
        if found is None:
            found = self.__dict__[_HASH] = hash((type(self), *self.values()))
        return int(found)

    def __eq__(self, other: object) -> bool:
        """Equal fields, each compared once; that the hashes differ is enough to tell two trees apart."""
        if self is other:
            return True
        if type(self) is not type(other):
            return NotImplemented
        if hash(self) != hash(other):
            return False
        return all(one == two for one, two in zip(self.values(), other.values(), strict=True))

    def values(self) -> Iterator[Any]:
        """What its fields hold, in their order."""
        return map(self.__dict__.__getitem__, field_names(type(self)))

    def __getstate__(self) -> dict[Any, Any]:
        """Leave the hash behind: another process has other ones."""
        state = super().__getstate__()
        held = {name: value for name, value in state["__dict__"].items() if name != _HASH}
        return {**state, "__dict__": held}

    def but(self, **changes: Any) -> Self:
        """This node with some fields changed, checked like a new one."""
        return type(self)(**{**dict(self), **changes})


@cache
def field_names(kind: type[Node]) -> tuple[str, ...]:
    """The names of the fields of a kind of node, in their order."""
    return tuple(kind.model_fields)
