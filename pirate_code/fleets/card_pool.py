"""The cards that fleets are built from: the pieces of Pirate Code, a library or a sheet, abilities parsed.

A piece that cannot be played, because its line does not parse or its facts are not known, is told and not
dropped in silence.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cache, partial
from pathlib import Path
from typing import Any

from pirate_code.board.card import AbilityOfCard, Cannon, Card, CardFacts
from pirate_code.language import LanguageError, parse, stored
from pirate_code.library.pieces import Piece, apply_errata, hides_text, load_pieces
from pirate_code.library.prepared import lend_trees
from pirate_code.rules.program.abilities import Ability
from pirate_code.rules.program.abilities import abilities as abilities_of
from pirate_code.rules.program.lower.clauses import ops_of
from pirate_code.rules.program.ops import Modify

# A base move of T or D has no length of its own (rulings: Flotilla, Sea Dragon).
_LENGTHS = ("S", "L")
_GENERIC = "generic"
_NEEDED = {
    "ship": ("points", "base_move", "cannons", "cargo", "ability"),
    "sea creature": ("points", "base_move", "cannons", "cargo", "ability"),
    "crew": ("points", "ability"),
    "fort": ("gold", "cannons", "ability"),
    "equipment": ("points", "ability"),
    "event": ("points", "ability"),
    "treasure": ("ability",),
    "island": ("ability",),
}
_SAID = {"points": "point cost", "gold": "cost in gold", "base_move": "base move"}


@dataclass(frozen=True, slots=True)
class Unplayable:
    """A piece that the engine cannot play, and why; `card` is what is known of it."""

    id: str
    name: str
    why: str
    line: str = ""
    card: CardFacts | None = None


_FACTS = tuple(fact.name for fact in fields(CardFacts))


def load(facts: CardFacts, trees: Mapping[str, str]) -> Card:
    """A card with its abilities, which are made from the stored tree of its line."""
    return Card(**{name: getattr(facts, name) for name in _FACTS}, abilities=_abilities(facts.line, trees))


def _abilities(line: str, trees: Mapping[str, str]) -> tuple[Ability, ...]:
    return abilities_of(stored.trees(trees[line])) if line in trees else ()


@dataclass(frozen=True)
class StoredCards(Mapping[str, Card]):
    """Cards of a library. Their facts are known; the abilities of one are loaded when it is asked for."""

    facts: Mapping[str, CardFacts]
    trees: Mapping[str, str]  # of lines, as JSON
    _loaded: dict[str, Card] = field(default_factory=dict)

    def __getitem__(self, key: str) -> Card:
        if key not in self._loaded:
            self._loaded[key] = load(self.facts[key], self.trees)
        return self._loaded[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.facts)

    def __len__(self) -> int:
        return len(self.facts)


@dataclass(frozen=True)
class Pool:
    """Cards to play with, by id, and the pieces that cannot be."""

    cards: Mapping[str, Card]
    unplayable: tuple[Unplayable, ...] = ()
    generic: frozenset[str] = frozenset()  # cards that a fleet may have more than once
    retired: frozenset[str] = frozenset()  # cards that no tournament allows

    @property
    def facts(self) -> Mapping[str, CardFacts]:
        """What the cards print apart from their abilities, which need not be loaded for it."""
        return self.cards.facts if isinstance(self.cards, StoredCards) else self.cards

    def of_kind(self, *kinds: str) -> list[CardFacts]:
        """The cards of some kinds, in the order of the pool."""
        return [card for card in self.facts.values() if card.kind in kinds]

    def card(self, facts: CardFacts) -> Card:
        """A card of the pool, or one that cannot be played, with its abilities."""
        if isinstance(facts, Card):
            return facts
        if facts.id in self.cards:
            return self.cards[facts.id]
        return load(facts, self.cards.trees if isinstance(self.cards, StoredCards) else {})

    def only(self, keys: Collection[str]) -> Pool:
        """A pool of some of the cards."""
        if isinstance(self.cards, StoredCards):
            facts = {key: card for key, card in self.cards.facts.items() if key in keys}
            cards: Mapping[str, Card] = StoredCards(facts, self.cards.trees)
        else:
            cards = {key: card for key, card in self.cards.items() if key in keys}
        return Pool(cards, (), self.generic & cards.keys(), self.retired)


@cache
def builtin() -> Pool:
    """The pieces of db/pieces, with errata."""
    return pool((piece.id, apply_errata(piece)) for piece in load_pieces())


def pool(pieces: Iterable[tuple[str, Piece]], custom: Collection[str] = ()) -> Pool:
    """Cards of pieces as they are played, by their ids; `custom` are the ids of custom ones."""
    cards: dict[str, Card] = {}
    refused: list[Unplayable] = []
    generic, retired = [], []
    for key, piece in pieces:
        card = _card(key, piece, custom=key in custom)
        if piece.retired:
            retired.append(key)
        if isinstance(card, Unplayable):
            refused.append(card)
            continue
        cards[key] = card
        if piece.rarity == _GENERIC or piece.kind == "equipment":
            generic.append(key)
    return Pool(cards, tuple(refused), frozenset(generic), frozenset(retired))


def from_sheet(path: Path) -> Pool:
    """The pieces of a spreadsheet together with our own; rows that cannot be read are told."""
    from pirate_code.glossary import lend_nations
    from pirate_code.library.catalog import CUSTOM, catalog
    from pirate_code.library.custom_set import file_beside, nations_of, read_custom_set
    from pirate_code.library.pieces import load_errata
    from pirate_code.library.rows import read_rows

    ours, set_file = load_pieces(), file_beside(path)
    sets = {path: read_custom_set(set_file)} if set_file is not None else {}
    lend_nations(nations_of(sets.values()))
    reading = read_rows([path], (piece.name for piece in ours), lambda done, total: None, sets)
    codes = [custom.code for custom in sets.values()]
    rows = catalog(ours, (read.entry for read in reading.pieces), load_errata(), codes)
    custom = frozenset(row.id for row in rows if row.origin == CUSTOM)
    made = pool(((row.id, row.played) for row in rows), custom)
    bad = tuple(
        Unplayable(f"row {fault.row}", fault.value, fault.reason)
        for fault in reading.faults
        if not fault.note
    )
    return replace(made, unplayable=(*made.unplayable, *bad))


def from_library(db: sqlite3.Connection) -> Pool:
    """The pieces of a library; the abilities of a card are loaded, not parsed, when it is asked for."""
    lend_trees(db)
    trees = dict(db.execute("SELECT text, tree_json FROM abilities WHERE tree_json IS NOT NULL").fetchall())
    about_costs = {
        text
        for (text,) in db.execute(
            "SELECT text FROM abilities WHERE footprint_json LIKE '%point\\_cost%' ESCAPE '\\'"
        )
    }
    rows = db.execute(
        "SELECT id, name, kind, nation_id, points, gold, masts, cargo, base_move, cannons, ability,"
        " rarity, retired, origin FROM pieces ORDER BY id"
    ).fetchall()
    links: dict[str, tuple[str, ...]] = {}
    for key, name in db.execute("SELECT piece_id, name FROM piece_link ORDER BY piece_id, position"):
        links[key] = (*links.get(key, ()), name)
    facts: dict[str, CardFacts] = {}
    refused: list[Unplayable] = []
    for row in rows:
        card = _stored_facts(row, links.get(row[0], ()))
        points, gold, _, cargo, move, cannons, line = row[4:11]
        known = {"points": points, "gold": gold, "cargo": cargo, "base_move": move, "cannons": cannons}
        abilities = partial(_abilities, line, trees) if line in about_costs else tuple
        lacking = _lacking(card.kind, known | {"ability": line}, abilities)
        if lacking is not None or (line and line not in trees):
            why = lacking or "its ability line does not parse"
            refused.append(Unplayable(card.id, card.name, why, line if lacking is None else "", card))
        else:
            facts[card.id] = card
    generic = frozenset(row[0] for row in rows if row[-3] == _GENERIC or row[2] == "equipment")
    retired = frozenset(row[0] for row in rows if row[-2])
    return Pool(StoredCards(facts, trees), tuple(refused), generic, retired)


def _stored_facts(row: Sequence[Any], links: tuple[str, ...]) -> CardFacts:
    """What a row of the library tells of a card."""
    key, name, kind, nation, points, gold, masts, cargo, move, cannons, line = row[:11]
    return CardFacts(
        id=key,
        name=name,
        kind=kind,
        nation=nation,
        points=points or 0,
        gold=gold or 0,
        masts=masts or 0,
        cargo=cargo or 0,
        base_move=_stored_segments(move) if move else (),
        cannons=_stored_cannons(cannons) if cannons else (),
        links=links,
        line=line or "",
        text_hidden=hides_text(key, kind),
        custom=row[-1] == "custom",
    )


@cache
def _stored_segments(move: str) -> tuple[str, ...]:
    return _segments(move.split("+"))


@cache
def _stored_cannons(cannons: str) -> tuple[Cannon, ...]:
    return _cannons(cannons.split("-"))


def _card(key: str, piece: Piece, *, custom: bool) -> Card | Unplayable:
    why: str | None = None
    abilities: tuple[Ability, ...] = ()
    try:
        abilities = trees(piece.ability or "")
    except LanguageError as error:
        why = f"its ability line does not parse: {error.message}"
    card = Card(
        id=key,
        name=piece.name,
        kind=piece.kind,
        nation=piece.nation,
        points=piece.points or 0,
        gold=piece.gold or 0,
        masts=piece.masts or 0,
        cargo=piece.cargo or 0,
        base_move=_segments(piece.base_move or ()),
        cannons=_cannons(piece.cannons or ()),
        links=piece.links,
        line=piece.ability or "",
        abilities=abilities,
        text_hidden=hides_text(key, piece.kind),
        custom=custom,
    )
    lacking = _lacking(piece.kind, piece.model_dump(), lambda: abilities)
    if lacking is not None:
        return Unplayable(key, piece.name, lacking, card=card)
    return card if why is None else Unplayable(key, piece.name, why, card.line, card)


@cache
def trees(line: str) -> tuple[Ability, ...]:
    """The abilities of a printed line; none for no line."""
    return abilities_of(parse(line)) if line.strip() else ()


def _lacking(
    kind: str, facts: Mapping[str, object], abilities: Callable[[], tuple[AbilityOfCard, ...]]
) -> str | None:
    """What a piece lacks to be played, in words."""
    if kind not in _NEEDED:
        return f"the game has no rule for a piece of the kind {kind!r}"
    for fact in _NEEDED[kind]:
        # A unique treasure or an island without a line would be a coin or a plain island.
        missing = not facts.get(fact) if kind in {"treasure", "island"} else facts.get(fact) is None
        if missing and not (fact == "points" and _tells_its_cost(abilities())):
            return f"its {_SAID.get(fact, fact)} is not known"
    return None


def _tells_its_cost(abilities: tuple[AbilityOfCard, ...]) -> bool:
    """Whether a card without a point cost says what it costs: as much as what comes with it."""
    changes = (op.change for op in ops_of(abilities, "crew") if isinstance(op, Modify))
    return any((change.stat, change.by) == ("point_cost", "set") and change.of.is_this for change in changes)


def _segments(parts: Iterable[str]) -> tuple[str, ...]:
    return tuple(part for part in parts if part in _LENGTHS)


def _cannons(parts: Iterable[str]) -> tuple[Cannon, ...]:
    return tuple(Cannon(int(part[0]), part[1]) for part in parts if part)
