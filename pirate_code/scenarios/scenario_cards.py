"""Cards of a scenario: from the facts it gives, or cards of db/pieces, as played or as printed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pirate_code.board.card import Cannon, Card, coin
from pirate_code.glossary import Keyword, load_keywords
from pirate_code.language import parse
from pirate_code.library.pieces import Piece, apply_errata, hides_text, load_errata, load_pieces
from pirate_code.rules.program.abilities import abilities as abilities_of
from pirate_code.scenarios.format import Given
from pirate_code.scenarios.piece_names import ScenarioError

# How a fact of a card is called in a scenario, and what joins its parts.
_FACTS = {"points": "cost"} | {name: name for name in ("gold", "masts", "cargo", "nation", "rarity")}
_JOINED = {"base_move": ("move", "+"), "cannons": ("cannons", "-")}

_NATIONS = {"ours": "english", "theirs": "french", "third": "spanish"}


def has_removable_ability(given: Given) -> bool:
    """Whether a piece has an ability that can be taken away, or a correction."""
    return bool(given.says) or _is_corrected(given) or bool(with_card_facts(given).says)


def without_ability(given: Given) -> Given:
    """The same piece without its ability; a card that the Pirate Code corrects is as it was printed."""
    if _is_corrected(given):
        return given.model_copy(update={"printed": True, "says": ""})
    return with_card_facts(given).model_copy(update={"card": None, "says": ""})


def _is_corrected(given: Given) -> bool:
    if given.card is None or given.printed:
        return False
    piece = _named(given.card)
    return any(erratum.is_for(piece) for erratum in load_errata())


def with_card_facts(given: Given) -> Given:
    """A piece with the facts of its card where the scenario tells no others."""
    given = _with_named_abilities(given)
    if given.card is None:
        return given
    piece = _named(given.card)
    piece = piece if given.printed else apply_errata(piece)
    facts: dict[str, Any] = {ours: getattr(piece, theirs) for theirs, ours in _FACTS.items()}
    for theirs, (ours, mark) in _JOINED.items():
        parts = getattr(piece, theirs)
        facts[ours] = mark.join(parts) if parts is not None else None
    facts |= {"says": piece.ability or "", "links": piece.links, "name": piece.name}
    missing = {key: value for key, value in facts.items() if value is not None and not getattr(given, key)}
    return given.model_copy(update=missing)


def _with_named_abilities(given: Given) -> Given:
    """A piece whose line says in full the abilities that are told by their names."""
    if not given.has:
        return given
    lines = [*map(_line_of, given.has), *([given.says] if given.says else [])]
    return given.model_copy(update={"says": " ".join(lines), "has": ()})


def _line_of(name: str) -> str:
    """The line of an ability of db/keywords: a keyword prints its name, other abilities their words."""
    keyword = named_ability(name)
    if keyword is None:
        raise ScenarioError(f"no ability of db/keywords is called {name!r}; `says` takes one in words")
    return f"{keyword.name}." if keyword.kind == "keyword" else " ".join(keyword.definition)


def named_ability(name: str) -> Keyword | None:
    """The keyword or named ability that goes by a name, in whatever case."""
    wanted = name.casefold().strip().removesuffix(".")
    return next(
        (
            keyword
            for keyword in load_keywords()
            if wanted in {other.casefold() for other in (keyword.name, keyword.id, *keyword.other_names)}
        ),
        None,
    )


def _named(key: str) -> Piece:
    piece = next((piece for piece in load_pieces() if piece.id == key), None)
    if piece is None:
        raise ScenarioError(f"no piece of db/pieces is called {key!r}; one is like 'FN-005'")
    return piece


def card_of(name: str, given: Given, pieces: Mapping[str, Given]) -> Card:
    """The card of a piece; what is not told is as with most pieces of its kind."""
    if given.coin is not None:
        return coin(given.coin)
    kind = "sea creature" if given.kind == "creature" else given.kind
    afloat = kind in {"ship", "sea creature"}
    masts = given.masts if given.masts is not None else 3 if afloat else 0
    printed = given.cannons if given.cannons is not None else "-".join(["3S"] * masts)
    guns = tuple(Cannon(int(gun[0]), gun[1]) for gun in printed.split("-") if gun)
    return Card(
        id=f"scenario-{name}",
        name=given.name or name,
        kind=kind,
        nation=_nation(given, pieces),
        points=given.cost if given.cost is not None else 10 if afloat else 3 if kind == "crew" else 0,
        gold=given.gold or 0,
        masts=masts,
        cargo=given.cargo if given.cargo is not None else 5 if afloat else 0,
        base_move=tuple((given.move or ("S+S" if afloat else "")).split("+")) if afloat or given.move else (),
        cannons=guns,
        links=given.links,
        line=given.says,
        abilities=abilities_of(parse(given.says)) if given.says else (),
        terrain=given.terrain,
        text_hidden=given.card is not None and hides_text(given.card, kind),
    )


def _nation(given: Given, pieces: Mapping[str, Given]) -> str | None:
    """The nation of a piece: crew are of their ship's, ships of that of their side."""
    if given.nation is not None:
        return given.nation
    if given.crew is not None and given.crew in pieces:
        return _nation(with_card_facts(pieces[given.crew]), pieces)
    return _NATIONS.get(str(given.ship or given.creature or given.fort))
