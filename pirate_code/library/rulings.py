"""The rulings as rulings/*.yaml write them down, checked, and held against the original document.

A ruling says in our words what one or more items of a source say, what it is about, and which claims
follow from it. rulings/README.md tells how to write one. What a claim does in a game is not known here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal

import click
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from pirate_code.core.asked import Asked
from pirate_code.data import DataError, Document, Key, folder, load_yaml, read_text
from pirate_code.glossary import Slug, Text
from pirate_code.library import code_document
from pirate_code.library.code_document import PARTS, Item, Section
from pirate_code.library.terms import Names, UnknownNameError, fold, names
from pirate_code.validation_messages import in_words

Relation = Literal[
    "stacks",
    "cancels",
    "copies",
    "prevents",
    "overrides",
    "triggers",
    "modifies",
    "applies-before",
    "applies-after",
    "combines",
    "protects-against",
    "counts-as",
    "allows",
    "requires",
    "replaces",
    "excludes",
    "affects",
]
SourceName = Literal["pirate-code-2016", "cursed-seas", "crimson-coast", "revolution"]
Edition = Literal["cursed-seas", "crimson-coast", "revolution"]
BASE_RULES = "base rules"
PIRATE_CODE: Literal["pirate-code-2016"] = "pirate-code-2016"


@dataclass(frozen=True)
class Origin:
    """A source document: its title, its date, and whose word it is."""

    title: str
    date: str
    authority: str


ORIGINS: dict[SourceName, Origin] = {
    "pirate-code-2016": Origin(
        "The Pirate Code, errata and clarifications", "2016-12", "community, in succession to WizKids"
    ),
    "cursed-seas": Origin("Pirates of the Cursed Seas, complete game rules", "2013", "community compilation"),
    "crimson-coast": Origin("Pirates of the Crimson Coast, complete game rules", "2005", "WizKids"),
    "revolution": Origin("Pirates of the Revolution, complete game rules", "2005", "WizKids"),
}


class _Entry(BaseModel):
    """What all parts of a file share: no field changes, and an unknown one is refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class When(_Entry):
    """The condition on which a claim holds."""

    when: Text


def _holds(value: Any) -> Any:
    """Say in one sentence what `holds` may be."""
    if value not in ("yes", "no") and not (isinstance(value, dict) and list(value) == ["when"]):
        raise ValueError("holds is yes, no, or {when: a condition}")
    return value


class Claim(_Entry):
    """The machine-readable content of a ruling: subject, relation, object, and whether it holds."""

    subject: Text
    relation: Relation
    object: Text
    holds: Annotated[Literal["yes", "no"] | When, BeforeValidator(_holds)] = "yes"


class Source(_Entry):
    """Where a ruling comes from; what is not given is the file's.

    A section that a printed ability line heads is named by that `line`. No items means what stands
    under the heading without a dash.
    """

    document: SourceName | None = None
    section: Text | None = None
    line: Text | None = None
    items: tuple[Annotated[int, Field(ge=1, strict=True)], ...] = ()


class Ruling(_Entry):
    """One ruling. Without `says` it is a pointer, which only sends the reader to what it names.

    `shows` are scenarios, whose form pirate_code/scenarios knows; `in_part` is what they leave unshown of it,
    `unshown` is why there can be none.
    """

    id: Slug
    says: Text | None = None
    about: tuple[Text, ...] = ()
    source: Source = Source()
    see_also: tuple[Text, ...] = ()
    edition: tuple[Edition, ...] = ()
    claims: tuple[Claim, ...] = ()
    asked: tuple[Asked, ...] = ()
    shows: tuple[dict[str, Any], ...] = ()
    in_part: Text | None = None
    unshown: Text | None = None
    exception: Text | None = None


class RulingFile(_Entry):
    """One file of rulings/: a section of the source and everything ruled in it."""

    section: Text
    part: Text
    line: Text | None = None
    document: SourceName = PIRATE_CODE
    about: tuple[Text, ...] = ()
    rulings: tuple[Ruling, ...] = Field(min_length=1)
    page_marks: tuple[Source, ...] = ()

    def about_of(self, ruling: Ruling) -> tuple[str, ...]:
        """Return what a ruling is about: its own list, or the file's."""
        return ruling.about or self.about

    def source_of(self, source: Source) -> Source:
        """Return the source with everything filled in that the file says for all."""
        if source.section is None and source.line is None:
            source = source.model_copy(update={"section": self.section, "line": self.line})
        return source.model_copy(update={"document": source.document or self.document})


@dataclass
class Reading:
    """Files that have been read, and every fault in them; each fault names its file and line."""

    files: list[tuple[RulingFile, Document]] = field(default_factory=list)
    faults: list[DataError] = field(default_factory=list)

    @property
    def rulings(self) -> Iterator[Ruling]:
        """Every ruling of the files, in their order."""
        return (ruling for file, _ in self.files for ruling in file.rulings)


@cache
def load_rulings() -> tuple[RulingFile, ...]:
    """Return every file of rulings/, in the order of their names; the first fault is raised."""
    reading = read_rulings(sorted(folder("rulings").glob("*.yaml")))
    if reading.faults:
        raise reading.faults[0]
    return tuple(file for file, _ in reading.files)


def read_rulings(paths: Iterable[Path], beside: Iterable[Path] = (), library: Names | None = None) -> Reading:
    """Read and check files of rulings; `beside` are other files whose ids are taken and may be named."""
    reading = Reading()
    checked = list(paths)
    for path in checked:
        try:
            document = load_yaml(path)
            reading.files.append((ruling_file(document), document))
        except DataError as error:
            reading.faults.append(error)
        except ExceptionGroup as group:
            reading.faults += [error for error in group.exceptions if isinstance(error, DataError)]
    known = _known_ids(path for path in beside if path not in checked)
    _check_ids(reading, known)
    known |= {ruling.id: "" for ruling in reading.rulings}
    sections = {fold(file.section) for file, _ in reading.files}
    for file, document in reading.files:
        reading.faults += _faults(file, document, library or names(), set(known), sections)
    return reading


def ruling_file(document: Document) -> RulingFile:
    """Turn the data of one file into a model; all faults come together."""
    if not isinstance(document.data, dict):
        raise document.error("a file of rulings holds section, part, about and rulings")
    try:
        return RulingFile.model_validate(document.data)
    except ValidationError as error:
        faults = [_fault(document, fault["loc"], in_words(fault)) for fault in error.errors()]
        raise ExceptionGroup("faults", faults) from None


def _fault(document: Document, where: tuple[Key, ...], message: str) -> DataError:
    part = ".".join(str(step) for step in where if isinstance(step, str))
    return document.error(f"{part}: {message}", *where)


def _known_ids(paths: Iterable[Path]) -> dict[str, str]:
    """Return the ids of other files and where they stand; files that cannot be read count for nothing."""
    found: dict[str, str] = {}
    for path in paths:
        try:
            document = load_yaml(path)
            rulings = document.data["rulings"]
            found |= {entry["id"]: f"{path}:{document.line('rulings', n)}" for n, entry in enumerate(rulings)}
        except (DataError, KeyError, TypeError):
            continue
    return found


def _check_ids(reading: Reading, known: dict[str, str]) -> None:
    places = dict(known)
    for file, document in reading.files:
        for index, ruling in enumerate(file.rulings):
            here = f"{document.path}:{document.line('rulings', index)}"
            if (other := places.setdefault(ruling.id, here)) != here:
                message = f"the id {ruling.id!r} is taken ({other})"
                reading.faults.append(document.error(message, "rulings", index, "id"))


def _faults(
    file: RulingFile, document: Document, library: Names, ids: set[str], sections: set[str]
) -> Iterator[DataError]:
    """Find what a model cannot see: unknown parts, names that mean nothing, rulings that say nothing."""
    if file.part not in PARTS and file.part != BASE_RULES:
        known = ", ".join((*PARTS, BASE_RULES))
        yield document.error(f"the part {file.part!r} is unknown; the parts are {known}", "part")
    if (file.part == BASE_RULES) == (file.document == PIRATE_CODE):
        message = f"the part {BASE_RULES!r} and a document other than {PIRATE_CODE} go together"
        yield document.error(message, "document")
    yield from _unresolved(file.about, document, library, "about")
    for index, ruling in enumerate(file.rulings):
        where: tuple[Key, ...] = ("rulings", index)
        if missing := _missing(file, ruling):
            yield document.error(f"{ruling.id}: {missing}", *where)
        yield from _unresolved(ruling.about, document, library, *where, "about")
        for number, claim in enumerate(ruling.claims):
            for part in ("subject", "object"):
                at = (*where, "claims", number, part)
                yield from _unresolved((getattr(claim, part),), document, library, *at)
        others = [name for name in ruling.see_also if name not in ids and fold(name) not in sections]
        yield from _unresolved(others, document, library, *where, "see_also")


def _missing(file: RulingFile, ruling: Ruling) -> str | None:
    """Say what a ruling lacks, or has too much of."""
    source = file.source_of(ruling.source)
    if ruling.in_part and not ruling.shows:
        return "in_part is what scenarios leave unshown, and it has none; give it shows, or unshown"
    if ruling.says is None:
        if not ruling.see_also:
            return "a ruling has says, and a pointer has see_also"
        if ruling.claims or ruling.asked:
            return "a pointer makes no claims and answers nothing; give it says, or drop claims and asked"
        return None
    if not ruling.claims:
        return "a ruling makes at least one claim"
    if not file.about_of(ruling):
        return "neither the ruling nor the file says what it is about"
    if (source.document == PIRATE_CODE) == bool(ruling.edition):
        return "edition is given for base rules, and only for them"
    if source.document == PIRATE_CODE and len(source.items) != len(set(source.items)):
        return "an item is given twice"
    return None


def _unresolved(found: Iterable[str], document: Document, library: Names, *where: Key) -> Iterator[DataError]:
    for name in found:
        try:
            library.resolve(name)
        except UnknownNameError as error:
            yield document.error(str(error), *where)


def coverage(
    document: code_document.Document, files: Sequence[RulingFile], *, theirs: bool = False
) -> list[tuple[Section, Item]]:
    """Return the items of the original that no ruling covers.

    With `theirs`, only sections that the files speak of are looked at.
    """
    cited = _cited(document, files)
    return [
        (section, item)
        for section, item in document.items
        if item.number not in cited.get(section.line, ()) and (section.line in cited or not theirs)
    ]


def misplaced(
    document: code_document.Document, files: Iterable[tuple[RulingFile, Document]]
) -> list[DataError]:
    """Return an error for every citation of a section or item that the original does not have."""
    faults: list[DataError] = []
    for file, data in files:
        marked: list[tuple[Source, tuple[Key, ...], bool]] = [
            (ruling.source, ("rulings", index), False) for index, ruling in enumerate(file.rulings)
        ]
        marked += [(mark, ("page_marks", index), True) for index, mark in enumerate(file.page_marks)]
        for source, where, page_mark in marked:
            if message := _wrong(document, file, file.source_of(source), page_mark):
                faults.append(data.error(message, *where))
    return faults


def _wrong(document: code_document.Document, file: RulingFile, source: Source, page_mark: bool) -> str | None:
    if source.document != PIRATE_CODE:
        return None
    section = _section(document, file, source)
    if section is None:
        return f"the document has no section {source.line or source.section!r} in the part {file.part!r}"
    for number in source.items:
        if number > len(section.items):
            return f"{section.heading[:60]!r} has {len(section.items)} items and no item {number}"
        if section.items[number - 1].page_mark != page_mark:
            only = "is a page mark and goes under page_marks" if not page_mark else "is no page mark"
            return f"item {number} of {section.heading[:60]!r} {only}"
    if not source.items and not section.text:
        return f"items is missing: {section.heading[:60]!r} has nothing but dashed items"
    return None


def _cited(document: code_document.Document, files: Iterable[RulingFile]) -> dict[int, set[int]]:
    """Return the numbers of the cited items by the line on which their section begins."""
    cited: dict[int, set[int]] = {}
    for file in files:
        for source in (*(ruling.source for ruling in file.rulings), *file.page_marks):
            full = file.source_of(source)
            if full.document != PIRATE_CODE:
                continue
            if (section := _section(document, file, full)) is not None:
                cited.setdefault(section.line, set()).update(full.items)
    return cited


def _section(document: code_document.Document, file: RulingFile, source: Source) -> Section | None:
    return document.section(file.part, source.line or source.section or "")


def copied(reading: Reading, original: Path) -> list[DataError]:
    """Return an error for every text of ours that shares eight words running with the original."""
    originals = code_document.runs(read_text(original))
    faults: list[DataError] = []
    for file, document in reading.files:
        for index, ruling in enumerate(file.rulings):
            for text, part in _ours(ruling):
                if run := code_document.borrowed(text, originals):
                    message = f"{ruling.id}: say it in your own words: {run!r} stands in the document"
                    faults.append(document.error(message, "rulings", index, part))
    return faults


def _ours(ruling: Ruling) -> Iterator[tuple[str, str]]:
    """What of a ruling is in our words, each text with the key that it stands under."""
    yield ruling.says or "", "says"
    for claim in ruling.claims:
        yield claim.holds.when if isinstance(claim.holds, When) else "", "claims"
    for each in ruling.asked:
        yield f"{each.question} {each.condition or each.value or ''}", "asked"


@click.group()
def main() -> None:
    """Check files of rulings."""


@main.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--document", type=click.Path(path_type=Path), help="The Pirate Code as text, for coverage.")
def check(files: tuple[Path, ...], document: Path | None) -> None:
    """Tell every fault of these FILES, and which items of their sections no ruling covers."""
    places = [path.resolve() for path in files]
    reading = read_rulings(places, beside=sorted(folder("rulings").glob("*.yaml")))
    faults, uncovered = list(reading.faults), []
    if document is not None:
        try:
            original = code_document.read_document(document)
        except DataError as error:
            raise click.ClickException(str(error)) from None
        faults += misplaced(original, reading.files) + copied(reading, document)
        uncovered = coverage(original, [file for file, _ in reading.files], theirs=True)
    for fault in faults:
        click.echo(fault)
    for section, item in uncovered:
        click.echo(f"not covered: {section.heading[:60]}, item {item.number} (line {item.line})")
    click.echo(
        f"{len(reading.files)} files, {sum(1 for _ in reading.rulings)} rulings, "
        f"{sum(len(ruling.claims) for ruling in reading.rulings)} claims, "
        f"{len(faults)} faults, {len(uncovered)} items not covered"
    )
    if faults or uncovered:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
