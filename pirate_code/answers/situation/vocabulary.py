"""The words and tables of db/situations.yaml, checked."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from pirate_code.data import Document, folder, load_yaml

_KEYS = {
    *("nouns", "plain", "sides", "players", "ours", "states", "lacking", "auxiliaries", "being", "joining"),
    *("having", "giving", "untold", "deeds"),
}
Facts = dict[str, Any]  # of a piece, as a scenario writes them


@dataclass(frozen=True)
class Deed:
    """Something that may be done: its words, the table on which it is tried, and how it is known."""

    name: str
    active: frozenset[str]
    passive: frozenset[str]
    given: dict[str, Facts]
    when: tuple[Facts, ...]
    event: str
    alone: bool

    @property
    def is_done_to_somebody(self) -> bool:
        """Whether there is somebody on its table to whom it is done."""
        return "B" in self.given


@dataclass(frozen=True)
class Vocabulary:
    """Words of questions that can be played, by what they say."""

    nouns: dict[str, str]
    plain: frozenset[str]
    sides: dict[str, str]
    players: frozenset[str]
    ours: frozenset[str]
    states: dict[str, Facts]
    lacking: dict[str, Facts]
    auxiliaries: dict[str, str]
    being: frozenset[str]
    joining: frozenset[str]
    having: frozenset[str]
    giving: frozenset[str]
    untold: tuple[Facts, ...]
    deeds: tuple[Deed, ...]

    @cached_property
    def deed_words(self) -> frozenset[str]:
        """All words for deeds."""
        return frozenset().union(*(deed.active | deed.passive for deed in self.deeds))


@cache
def vocabulary() -> Vocabulary:
    """The words and tables of db/situations.yaml."""
    document = load_yaml(folder("db") / "situations.yaml")
    data = document.data
    if not isinstance(data, dict) or set(data) != _KEYS:
        raise document.error(f"the file has {', '.join(sorted(_KEYS))}")
    return Vocabulary(
        nouns=_by_word(data["nouns"]),
        plain=_words(data["plain"]),
        sides=_by_word(data["sides"]),
        players=_words(data["players"]),
        ours=_words(data["ours"]),
        states=data["states"],
        lacking=data["lacking"],
        auxiliaries=_by_word(data["auxiliaries"]),
        being=_words(data["being"]),
        joining=_words(data["joining"]),
        having=_words(data["having"]),
        giving=_words(data["giving"]),
        untold=tuple(data["untold"]),
        deeds=tuple(_deed(document, name, value) for name, value in data["deeds"].items()),
    )


def _deed(document: Document, name: str, data: Facts) -> Deed:
    needed = {"words", "done", "given", "when", "event"}
    if not needed <= data.keys() <= needed | {"alone"}:
        raise document.error(f"a deed has {', '.join(sorted(needed))}", "deeds", name)
    return Deed(
        name,
        _words(data["words"]),
        _words(data["done"]),
        data["given"],
        tuple(data["when"]),
        data["event"],
        data.get("alone", False),
    )


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _by_word(data: dict[str, str]) -> dict[str, str]:
    return {word: name for name, words in data.items() for word in words.split()}
