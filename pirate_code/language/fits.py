"""What fits with what: grammar/sense.yaml, read once and checked against the vocabulary."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Any

from pirate_code.data import Document, folder, load_yaml
from pirate_code.language.words import Words, load_words

SLOTS = ("agent", "object", "to", "source", "at")


@dataclass(frozen=True)
class StatType:
    """In what a stat is counted ("number", "distance" or "nation"), and the kinds of pieces that have it."""

    unit: str
    of: frozenset[str]


@dataclass(frozen=True)
class Excluded:
    """What does not go with a state: other states, rolls nobody makes in it, parts nothing has in it."""

    states: frozenset[str] = frozenset()
    rolls: frozenset[str] = frozenset()
    parts: frozenset[str] = frozenset()


@dataclass
class Fits:
    """The kind of every noun, and the kinds that each verb, stat, piece and state goes with."""

    kinds: dict[str, str] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    verbs: dict[str, dict[str, frozenset[str]]] = field(default_factory=dict)
    stats: dict[str, StatType] = field(default_factory=dict)
    owners: dict[str, frozenset[str]] = field(default_factory=dict)
    having: dict[str, frozenset[str]] = field(default_factory=dict)
    states: dict[str, frozenset[str]] = field(default_factory=dict)
    transitive: frozenset[str] = frozenset()
    never: dict[str, frozenset[str]] = field(default_factory=dict)
    actions: dict[str, frozenset[str]] = field(default_factory=dict)
    measured: dict[str, frozenset[str]] = field(default_factory=dict)
    excluded: dict[str, Excluded] = field(default_factory=dict)
    deeds: dict[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    deeds_of_turn: frozenset[str] = frozenset()
    not_in_setup: frozenset[str] = frozenset()
    rolled_against: dict[str, frozenset[str]] = field(default_factory=dict)
    apart: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def allowed(self, verb: str, slot: str, alone: bool) -> frozenset[str] | None:
        """The kinds that a slot of a verb takes; None if it takes any. `alone`: it is done to nothing."""
        slots = self.verbs.get(verb, {})
        return slots.get("alone", slots.get(slot)) if alone and slot == "agent" else slots.get(slot)

    def names_of(self, kinds: frozenset[str]) -> str:
        """Kinds in words: "ships and sea creatures, forts or crew"."""
        said = [name for kind, name in self.names.items() if kind in kinds]
        return said[0] if len(said) == 1 else f"{', '.join(said[:-1])} or {said[-1]}"


@cache
def load_fits() -> Fits:
    """The whole table."""
    document = load_yaml(folder("grammar") / "sense.yaml")
    words, data = load_words(), document.data
    fits = Fits()
    by_class: dict[str, str] = {}
    for kind, entry in data["kinds"].items():
        fits.names[kind] = entry["say"]
        by_class.update(dict.fromkeys(entry.get("classes", ()), kind))
        fits.kinds.update(dict.fromkeys(entry.get("nouns", ()), kind))
    _check(document, "kinds", fits.kinds, words.noun_class)
    fits.kinds = {
        noun: by_class[name] for noun, name in words.noun_class.items() if name in by_class
    } | fits.kinds
    groups = {name: frozenset(text.split()) for name, text in data["together"].items()}

    def kinds_of(text: str) -> frozenset[str]:
        kinds = frozenset(kind for word in text.split() for kind in groups.get(word, {word}))
        _check(document, "verbs", kinds, fits.names)
        return kinds

    _read_tables(fits, document, words, kinds_of)
    _read_exclusions(fits, document, words, kinds_of)
    return fits


def _read_tables(fits: Fits, document: Document, words: Words, kinds_of: Any) -> None:
    data = document.data
    _check(document, "verbs", data["verbs"], words.verbs)
    _check(document, "stats", data["stats"], words.stats)
    _check(document, "states", data["states"], words.states)
    for verb, slots in data["verbs"].items():
        _check(document, "verbs", slots, {*SLOTS, "alone"})
        fits.verbs[verb] = {slot: kinds_of(text) for slot, text in slots.items()}
    for stat, entry in data["stats"].items():
        fits.stats[stat] = StatType(entry["unit"], kinds_of(entry.get("of", "")))
    fits.transitive = frozenset(data["transitive"].split())
    _check(document, "transitive", fits.transitive, words.verbs)
    _check(document, "owners", data["owners"], fits.names)
    fits.owners = {kind: kinds_of(text) for kind, text in data["owners"].items()}
    _check(document, "having", data["having"], fits.names)
    fits.having = {kind: kinds_of(text) for kind, text in data["having"].items()}
    fits.states = {state: kinds_of(text) for state, text in data["states"].items()}


def _read_exclusions(fits: Fits, document: Document, words: Words, kinds_of: Any) -> None:
    """What single nouns never do, who is given an action, what does not go with a state."""
    data = document.data
    for nouns, entry in data["never"].items():
        _check(document, "never", nouns.split(), words.noun_class)
        _check(document, "never", entry.split(), {*words.verbs, *words.states})
        fits.never.update(dict.fromkeys(nouns.split(), frozenset(entry.split())))
    _check(document, "actions", data["actions"], words.noun_class)
    fits.actions = {action: kinds_of(text) for action, text in data["actions"].items()}
    _check(document, "measured", data["measured"], words.verbs)
    fits.measured = {verb: kinds_of(text) for verb, text in data["measured"].items()}
    for state, entry in data["excluded"].items():
        found = {key: frozenset(text.split()) for key, text in entry.items()}
        _check(document, "excluded", [state, *found.get("states", ())], words.states)
        _check(document, "excluded", found.get("rolls", ()), words.stats)
        _check(document, "excluded", found.get("parts", ()), words.noun_class)
        fits.excluded[state] = Excluded(**found)
    _check(document, "deeds", data["deeds"], words.stats)
    for roll, roles in data["deeds"].items():
        _check(document, "deeds", " ".join(roles.values()).split(), words.verbs)
        fits.deeds[roll] = tuple((role, verb) for role, text in roles.items() for verb in text.split())
    fits.deeds_of_turn, fits.not_in_setup = (
        frozenset(data[name].split()) for name in ("deeds_of_turn", "not_in_setup")
    )
    fits.rolled_against = {roll: kinds_of(text) for roll, text in data["rolled_against"].items()}
    _check(document, "rolled_against", fits.rolled_against, words.stats)
    fits.apart = {keyword: tuple(text.split()) for keyword, text in data["apart"].items()}
    _check(
        document,
        "apart",
        [*fits.apart, *(one for all_ in fits.apart.values() for one in all_)],
        words.keywords,
    )
    _check(document, "deeds_of_turn", fits.deeds_of_turn | fits.not_in_setup, words.verbs)


def _check(document: Document, table: str, given: Any, known: Any) -> None:
    strange = sorted(set(given) - set(known))
    if strange:
        raise document.error(f"the table `{table}` names {strange[0]!r}, which is not known", 0)
