"""All pieces together: those of db/pieces and those that were imported, as they are printed and as played.

A piece that stands in both is one piece. The sheet then tells its facts, except where errata correct them:
there the sheet often has the corrected value already, and db/pieces knows what the card prints.
"""

from __future__ import annotations

import difflib
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import get_args

from pirate_code.library.pieces import FACTS, Erratum, Piece, Rarity, apply_errata
from pirate_code.library.rows import SheetPiece
from pirate_code.library.terms import fold
from pirate_code.library.text import slug

_ALIKE = 0.7
_RARITIES = (*get_args(Rarity), None)

Group = tuple[str, str]
GAME, SHEET, CUSTOM = "pirate-code", "sheet", "custom"  # where a piece, a set or a nation comes from


@dataclass(frozen=True)
class Card:
    """A piece of the library: its id, what its card prints, and how it is played."""

    id: str
    printed: Piece
    played: Piece
    errata: tuple[Erratum, ...] = ()
    origin: str = GAME
    set_name: str = ""
    treasure: str | None = None
    notes: str = ""


def group_of(piece: Piece) -> Group:
    """Return the set and number of a piece; a piece without a number goes by its name and nation."""
    return piece.set, piece.number or f"{fold(piece.name)}/{piece.nation or ''}"


def alike(first: Piece, second: Piece) -> bool:
    """Whether two pieces of one group have one name, misspelt perhaps."""
    names = [{fold(name) for name in (piece.name, *piece.other_names)} for piece in (first, second)]
    if names[0] & names[1]:
        return True
    return difflib.SequenceMatcher(None, fold(first.name), fold(second.name)).ratio() >= _ALIKE


def catalog(
    ours: Sequence[Piece],
    theirs: Iterable[SheetPiece],
    errata: Sequence[Erratum],
    custom: Collection[str] = (),
) -> tuple[Card, ...]:
    """Return every piece once, sorted by id; `custom` are codes of custom sets, which no errata correct."""
    groups: dict[Group, list[SheetPiece]] = defaultdict(list)
    for entry in theirs:
        groups[group_of(entry.piece)].append(entry)
    cards: list[Card] = []
    for piece in ours:
        others = groups.get(group_of(piece), [])
        twin = _twin(piece, others)
        if twin is not None:
            others.remove(twin)
        cards.append(_card(piece.id, errata, piece, twin))
    names = {card.id: fold(card.printed.name) for card in cards}
    for group in sorted(groups):
        corrections, origin = ((), CUSTOM) if group[0] in custom else (errata, SHEET)
        cards += [_card(key, corrections, None, entry, origin) for key, entry in _ids(groups[group], names)]
    return tuple(sorted(cards, key=lambda card: card.id))


def _twin(piece: Piece, others: Sequence[SheetPiece]) -> SheetPiece | None:
    """Return the row that tells of the same piece: of its name, and of its rarity if there are two."""
    same = [entry for entry in others if alike(piece, entry.piece)]
    same.sort(key=lambda entry: (entry.piece.rarity != piece.rarity, *_order(entry)))
    return same[0] if same else None


def _order(entry: SheetPiece) -> tuple[int, str]:
    return _RARITIES.index(entry.piece.rarity), fold(entry.piece.name)


def _ids(entries: Sequence[SheetPiece], names: dict[str, str]) -> Iterator[tuple[str, SheetPiece]]:
    """Give each row of a group an id: set and number; the name and the rarity only to tell two apart."""
    found = {fold(entry.piece.name) for entry in entries}
    for entry in sorted(entries, key=_order):
        piece = entry.piece
        alone = found | {names.get(piece.id, fold(piece.name))} == {fold(piece.name)}
        key = base = piece.id if alone else f"{piece.id}-{slug(piece.name)}"
        more = iter((slug(piece.rarity or "other"), *map(str, range(2, len(entries) + len(names)))))
        while key in names:
            key = f"{base}-{next(more)}"
        names[key] = fold(piece.name)
        yield key, entry


def _card(
    key: str,
    errata: Sequence[Erratum],
    ours: Piece | None,
    theirs: SheetPiece | None,
    origin: str = SHEET,
) -> Card:
    """Put the two halves of a card together; at least one of them is there."""
    if theirs is None:
        assert ours is not None
        return _played(Card(key, ours, ours), errata)
    printed = theirs.piece if ours is None else merged(ours, theirs.piece, errata)
    notes = f"meant for {theirs.meant_for}" if theirs.meant_for else ""
    return _played(Card(key, printed, printed, (), origin, theirs.set_name, theirs.treasure, notes), errata)


def _played(card: Card, errata: Iterable[Erratum]) -> Card:
    applied = tuple(erratum for erratum in errata if erratum.is_for(card.printed))
    if not applied:
        return card
    return replace(card, played=apply_errata(card.printed, applied), errata=applied)


def merged(ours: Piece, theirs: Piece, errata: Iterable[Erratum]) -> Piece:
    """Return our piece with the facts of the sheet, wherever it has any and no erratum speaks of them."""
    corrected = {erratum.field for erratum in errata if erratum.is_for(ours)}
    told = {
        fact: getattr(theirs, fact)
        for fact in ("rarity", "crew_treasure", *FACTS[ours.kind])
        if fact not in corrected and getattr(theirs, fact) not in (None, (), "")
    }
    if _without_blanks(told.get("ability")) == _without_blanks(ours.ability):
        told.pop("ability", None)
    return ours.model_copy(update=told)


def _without_blanks(text: str | None) -> str:
    return "".join((text or "").split())


def differences(
    ours: Piece, theirs: Piece, errata: Iterable[Erratum]
) -> Iterator[tuple[str, object, object]]:
    """Yield each fact that our piece has and that the sheet tells otherwise: its name, ours and theirs."""
    new = merged(ours, theirs, errata)
    for fact in FACTS[ours.kind]:
        old = getattr(ours, fact)
        if old not in (None, (), "") and getattr(new, fact) != old:
            yield fact, old, getattr(new, fact)
