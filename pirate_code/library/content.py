"""Sets, nations, terms, keywords and pieces as rows of the library."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pirate_code.glossary import Keyword, game_nations, load_keywords, load_nations
from pirate_code.language import parse, render
from pirate_code.language.compare import earlier_lines, groups
from pirate_code.language.keywords import definition_texts
from pirate_code.library import tables
from pirate_code.library.abilities import ability_id, definition, footprint_json, tree_json
from pirate_code.library.catalog import CUSTOM, GAME, SHEET, Card
from pirate_code.library.custom_set import CustomSet
from pirate_code.library.links import read_all
from pirate_code.library.pieces import load_sets
from pirate_code.library.rows import SheetPiece
from pirate_code.library.terms import load_terms
from pirate_code.library.text import as_json
from pirate_code.library.tree_outlines import outlined


def set_rows(cards: Iterable[Card], custom: Iterable[CustomSet] = ()) -> list[tables.SetRow]:
    """Return the sets of db/sets.yaml, custom ones, and those that only imported pieces have."""
    known = {each.id: each for each in load_sets()}
    rows = [
        tables.SetRow(
            id=each.id,
            name=each.name,
            codes_json=as_json(each.codes),
            printings_json=as_json(each.printings),
            sheets_json=as_json(each.sheets),
            size=each.size,
            released=each.released,
            origin=GAME,
        )
        for each in known.values()
    ]
    own = {each.code: each.name for each in custom}
    rows += [tables.SetRow(id=key, name=own[key], released=False, origin=CUSTOM) for key in sorted(own)]
    imported = {
        card.printed.set: card.set_name
        for card in cards
        if card.printed.set not in known and card.printed.set not in own
    }
    return rows + [
        tables.SetRow(id=key, name=imported[key], released=True, origin=SHEET) for key in sorted(imported)
    ]


def nation_rows() -> list[tables.NationRow]:
    """Return the nations of the game, and those that custom sets bring along."""
    game = game_nations()
    return [
        tables.NationRow(
            id=nation.id,
            adjective=nation.adjective,
            noun=nation.noun,
            spellings_json=as_json(nation.spellings),
            promotional=nation.promotional,
            notes=nation.notes,
            origin=GAME if nation in game else CUSTOM,
        )
        for nation in load_nations()
    ]


def term_rows() -> list[tables.Values]:
    """Return the terms of the game."""
    return [
        tables.values(
            tables.TermRow,
            id=term.id,
            name=term.name,
            kind=term.kind,
            aliases_json=as_json(term.aliases),
            lines_json=as_json(term.lines),
            notes=term.notes,
        )
        for term in load_terms()
    ]


def readings() -> list[tables.Reading]:
    """Return the texts that are no printed lines and that the language reads whenever it is used."""
    earlier = (line for pair in earlier_lines() for line in pair)
    texts = sorted({*definition_texts(), *scenario_lines(), *keyword_lines(), *earlier})
    return [tables.Reading(text=text, tree_json=tree_json(parse(text))) for text in texts]


def scenario_lines() -> Iterator[str]:
    """Yield the lines that pieces of scenarios have: experiments play these positions."""
    for ruling in read_all().rulings:
        for scenario in ruling.shows:
            for piece in scenario.get("given", {}).values():
                if piece.get("says"):
                    yield piece["says"]


def keyword_lines() -> Iterator[str]:
    """Yield the lines that only name a keyword: pieces of positions made for a question have them."""
    for keyword in load_keywords():
        if keyword.kind == "keyword" and not keyword.parameters:
            yield f"{keyword.name}."


def same_forms() -> list[tables.SameForm]:
    """Return the forms of wordings that are the same as others."""
    named = sorted((as_json(sorted(forms)), name) for forms, name in groups().items())
    return [tables.SameForm(forms_json=forms, group_name=name) for forms, name in named]


def keyword_row(keyword: Keyword) -> tables.KeywordRow:
    """Return a keyword with the tree of its definition."""
    trees = definition(keyword)
    data = keyword.model_dump(mode="json")
    for version in data["versions"]:
        version["definition"] = keyword.in_words(version["name"])
    return tables.KeywordRow(
        id=keyword.id,
        name=keyword.name,
        kind=keyword.kind,
        family=keyword.family,
        definition="\n".join(keyword.in_words()),
        other_names=", ".join(keyword.other_names),
        confidence=keyword.confidence,
        marker=keyword.marker,
        same_as_id=keyword.same_as,
        parameters_json=as_json(data["parameters"]),
        carried_by_json=as_json(data["carried_by"]),
        spellings_json=as_json(data["spellings"]),
        text_forms_json=as_json(data["text_forms"]),
        versions_json=as_json(data["versions"]),
        assumed_json=as_json(data["assumed"]),
        sources_json=as_json(data["sources"]),
        tree_json=tree_json(trees) if trees else None,
        outline_json=as_json(outlined(trees)) if trees else None,
        footprint_json=footprint_json(trees) if trees else None,
        rendered=render(trees) if trees else None,
        notes=keyword.notes,
    )


def piece_row(card: Card) -> tables.Values:
    """Return a piece as it is played and as it is printed."""
    printed, played = card.printed, card.played
    return tables.values(
        tables.PieceRow,
        id=card.id,
        set_id=printed.set,
        number=printed.number,
        name=printed.name,
        kind=printed.kind,
        nation_id=played.nation,
        rarity=printed.rarity,
        points=played.points,
        gold=played.gold,
        masts=played.masts,
        cargo=played.cargo,
        base_move="+".join(played.base_move) if played.base_move else None,
        cannons="-".join(played.cannons) if played.cannons else None,
        links=", ".join(printed.links),
        ability=played.ability,
        printed_nation_id=printed.nation,
        printed_points=printed.points,
        printed_masts=printed.masts,
        printed_ability=printed.ability,
        corrected=bool(card.errata),
        other_names=", ".join(printed.other_names),
        crew_treasure=printed.crew_treasure,
        retired=printed.retired,
        treasure=card.treasure,
        notes=card.notes,
        origin=card.origin,
    )


def piece_abilities(card: Card) -> Iterator[tables.Values]:
    """Yield the printed line of a piece and the one in force; mostly they are one."""
    printed, played = card.printed.ability, card.played.ability
    for text in dict.fromkeys((printed, played)):
        if text:
            yield tables.values(
                tables.PieceAbility,
                piece_id=card.id,
                ability_id=ability_id(text),
                printed=text == printed,
                in_force=text == played,
            )


def piece_links(card: Card) -> Iterator[tables.PieceLink]:
    """Yield the names that a piece is linked to."""
    for position, name in enumerate(card.printed.links, 1):
        yield tables.PieceLink(piece_id=card.id, position=position, name=name)


def row_json(entry: SheetPiece) -> str:
    """Return an imported row as it is kept."""
    return as_json(entry.model_dump(mode="json", exclude_defaults=True))


def set_json(custom: CustomSet) -> str:
    """Return a custom set as it is kept."""
    return as_json(custom.model_dump(mode="json", exclude_defaults=True))
