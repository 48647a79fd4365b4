"""Rulings as rows of the library, and what they name: every name becomes a link to a row."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from pirate_code.data import DataError, folder
from pirate_code.glossary import follows_nations, load_keywords, load_nations
from pirate_code.library import tables as t
from pirate_code.library.abilities import Line, ability_id
from pirate_code.library.catalog import Card
from pirate_code.library.checked_rulings import is_checked
from pirate_code.library.pieces import Erratum, load_sets
from pirate_code.library.ruling_questions import question_paths, questions_by_ruling
from pirate_code.library.rulings import ORIGINS, PIRATE_CODE, Reading, Ruling, RulingFile, When, read_rulings
from pirate_code.library.terms import Entry, Names, Term, fold, load_terms, names
from pirate_code.library.text import slug

_PIECES = ("piece", "unique treasure", "event", "fort", "island", "equipment")
_NUMBERED = re.compile(r"(.*\S)\s*\(([A-Za-z&]+)-([A-Za-z0-9-]+)\)")


@dataclass
class Links:
    """The rows that rulings come to, and the entries they name."""

    names: Names = field(default_factory=names)
    entries: dict[str, t.Entry] = field(default_factory=dict)
    rulings: list[t.Values] = field(default_factory=list)
    about: list[t.Values] = field(default_factory=list)
    see_also: list[t.RulingSeeAlso] = field(default_factory=list)
    claims: list[t.Values] = field(default_factory=list)
    asked: list[t.Values] = field(default_factory=list)

    def entry(self, name: str) -> str:
        """Return the id of the entry that a name means; the entry is kept."""
        return self.add(self.names.resolve(name))

    def add(self, entry: Entry) -> str:
        """Keep an entry and return its id: its kind and its own id."""
        own = ability_id(entry.id) if entry.kind == "line" else entry.id
        key = f"{entry.kind}:{own}"
        if key not in self.entries:
            row = t.Entry(id=key, kind=entry.kind, name=entry.name)
            setattr(row, _column(entry), own)
            self.entries[key] = row
        return key


def _column(entry: Entry) -> str:
    """Say which table an entry stands in."""
    if entry.kind == "line":
        return "ability_id"
    if entry.kind == "nation":
        return "nation_id"
    return _columns().get((entry.kind, entry.id), "piece_id")


@cache
def _columns() -> dict[tuple[str, str], str]:
    terms = {(term.kind, term.id): "term_id" for term in load_terms()}
    return terms | {(keyword.kind, keyword.id): "keyword_id" for keyword in load_keywords()}


@follows_nations
@cache
def _other_names() -> dict[str, tuple[str, ...]]:
    """Return what terms, keywords and nations are also called, by the id of their entry."""
    terms = {f"{term.kind}:{term.id}": term.aliases for term in load_terms()}
    keywords = {f"{each.kind}:{each.id}": (*each.other_names, *each.spellings) for each in load_keywords()}
    nations = {f"nation:{each.id}": (each.noun, *each.spellings) for each in load_nations()}
    return terms | keywords | nations


@cache
def read_all() -> Reading:
    """Return every file of rulings/; the first fault, a name that means nothing among them, is raised."""
    reading = read_rulings(sorted(folder("rulings").glob("*.yaml")))
    if reading.faults:
        raise reading.faults[0]
    return reading


def quoted_lines() -> Iterator[str]:
    """Yield the printed lines that rulings name and that have no name of their own."""
    library = names()
    for file, _ in read_all().files:
        for name in _named(file):
            if name.startswith(('"', "“")) and (entry := library.resolve(name)).kind == "line":
                yield entry.id


def _named(file: RulingFile) -> Iterator[str]:
    yield from file.about
    for ruling in file.rulings:
        yield from ruling.about
        for claim in ruling.claims:
            yield from (claim.subject, claim.object)


@follows_nations
@cache
def link_all() -> Links:
    """Turn all rulings into rows."""
    reading, links = read_all(), Links()
    for keyword in load_keywords():
        links.add(Entry(keyword.kind, keyword.id, keyword.name))
    for nation in load_nations():
        links.add(Entry("nation", nation.id, nation.adjective))
    for term in load_terms():
        links.add(Entry(term.kind, term.id, term.name))
    ids = {ruling.id for ruling in reading.rulings}
    sections = {fold(file.section): file.section for file, _ in reading.files}
    for file, document in reading.files:
        for position, ruling in enumerate(file.rulings, 1):
            _link_ruling(links, file, ruling, document.path, position)
            _link_see_also(links, ruling, ids, sections)
    _link_questions(links, reading)
    return links


def _link_questions(links: Links, reading: Reading) -> None:
    answering = {ruling.id: ruling.asked for ruling in reading.rulings if ruling.says is not None}
    more = questions_by_ruling(question_paths(), answering)
    for id_, shown in answering.items():
        for place, each in enumerate((*shown, *more.get(id_, ())), 1):
            row = each.model_dump() | {"ruling_id": id_, "position": place, "shown": place <= len(shown)}
            links.asked.append(t.values(t.AskedRow, **row))


def _link_ruling(links: Links, file: RulingFile, ruling: Ruling, path: Path, position: int) -> None:
    source = file.source_of(ruling.source)
    about = {links.entry(name): name for name in file.about_of(ruling)}
    links.rulings.append(
        t.values(
            t.RulingRow,
            id=ruling.id,
            document_id=source.document or PIRATE_CODE,
            part=file.part,
            section=source.section or file.section,
            line=source.line,
            items=", ".join(map(str, source.items)),
            edition=", ".join(ruling.edition),
            says=ruling.says,
            about=", ".join(links.entries[key].name for key in about),
            other_names=", ".join(name for key in about for name in _other_names().get(key, ())),
            scenarios=len(ruling.shows) if is_checked(ruling) else 0,
            in_part=ruling.in_part,
            unshown=ruling.unshown,
            file=path.name,
            position=position,
        )
    )
    links.about += [
        t.values(t.RulingAbout, ruling_id=ruling.id, entry_id=key, position=place)
        for place, key in enumerate(about, 1)
    ]
    for place, claim in enumerate(ruling.claims, 1):
        condition = claim.holds.when if isinstance(claim.holds, When) else None
        links.claims.append(
            t.values(
                t.ClaimRow,
                ruling_id=ruling.id,
                position=place,
                subject=claim.subject,
                relation=claim.relation,
                object=claim.object,
                holds="when" if condition else str(claim.holds),
                condition=condition,
                subject_id=links.entry(claim.subject),
                object_id=links.entry(claim.object),
            )
        )


def _link_see_also(links: Links, ruling: Ruling, ids: set[str], sections: dict[str, str]) -> None:
    for place, name in enumerate(ruling.see_also, 1):
        row = t.RulingSeeAlso(ruling_id=ruling.id, position=place, name=name)
        if name in ids:
            row.other_id = name
        elif fold(name) in sections:
            row.section = sections[fold(name)]
        else:
            row.entry_id = links.entry(name)
        links.see_also.append(row)


def documents() -> list[t.DocumentRow]:
    """Return the documents that rulings come from."""
    return [
        t.DocumentRow(id=key, title=origin.title, date=origin.date, authority=origin.authority)
        for key, origin in sorted(ORIGINS.items())
    ]


def errata_rows(
    errata: Sequence[Erratum], cards: Iterable[Card], rulings: set[str]
) -> tuple[list[t.ErratumRow], list[t.PieceErratum]]:
    """Return the errata and the pieces they are for; one that names no ruling of ours is refused."""
    rows: list[t.ErratumRow] = []
    ids: dict[int, str] = {}
    for erratum in errata:
        if erratum.ruling not in rulings:
            place = folder("db") / "errata.yaml"
            raise DataError(f"{erratum.name}: there is no ruling {erratum.ruling!r}", place)
        key = "-".join(filter(None, (slug(erratum.name), erratum.set, erratum.number, erratum.field)))
        while key in ids.values():
            key += "-more"
        ids[id(erratum)] = key
        corrected = None if erratum.corrected is None else str(erratum.corrected)
        more = erratum.model_dump(include={"name", "field", "instead_of", "adds", "why", "source"})
        rows.append(t.ErratumRow(id=key, corrected=corrected, ruling_id=erratum.ruling, **more))
    of = [
        t.PieceErratum(piece_id=card.id, erratum_id=ids[id(erratum)])
        for card in cards
        for erratum in card.errata
    ]
    return rows, of


def term_abilities(lines: Sequence[Line]) -> Iterator[t.Values]:
    """Yield the lines that show the ability which a term names, whatever else they say."""
    forms = {line.row.text: frozenset(json.loads(line.row.forms_json)) for line in lines}
    for term in load_terms():
        if not term.lines:
            continue
        shown = [forms[text] for text in term.lines if forms[text]]
        for line in lines:
            if line.row.text in term.lines or any(wanted <= forms[line.row.text] for wanted in shown):
                yield t.values(t.TermAbility, term_id=term.id, ability_id=line.row.id)


def term_pieces(cards: Iterable[Card]) -> Iterator[t.Values]:
    """Yield the pieces that terms name: those of the name, or the one of the number that the name gives."""
    by_name: dict[str, set[str]] = defaultdict(set)
    by_number: dict[tuple[str, str], str] = {}
    for card in cards:
        for name in (card.printed.name, *card.printed.other_names):
            by_name[fold(name)].add(card.id)
        if card.printed.number is not None and card.id == card.printed.id:
            by_number[card.printed.set, card.printed.number.casefold()] = card.id
    codes = {code.casefold(): each.id for each in load_sets() for code in (each.id, *each.codes)}
    for term in load_terms():
        if term.kind in _PIECES:
            for piece in sorted(_pieces_of(term, by_name, by_number, codes)):
                yield t.values(t.TermPiece, term_id=term.id, piece_id=piece)


def _pieces_of(
    term: Term, by_name: dict[str, set[str]], by_number: dict[tuple[str, str], str], codes: dict[str, str]
) -> set[str]:
    ids: set[str] = set()
    for name in (term.name, *term.aliases):
        if numbered := _NUMBERED.fullmatch(name):
            code = codes.get(numbered[2].casefold(), "")
            ids |= {by_number.get((code, numbered[3].casefold()), "")} - {""}
        else:
            ids |= by_name.get(fold(name), set())
    return ids
