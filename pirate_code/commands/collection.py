"""The commands about what somebody owns and wants: import and export it, change it, list it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pirate_code.commands.library import db_option
from pirate_code.commands.output import Refused, is_utf8, one_line, print_json, reading, say, write_out

if TYPE_CHECKING:
    import sqlite3

    from pirate_code.collection.holdings import Collection, Holding
    from pirate_code.collection.listing import Listing, Which

_LARGEST_CHANGE = 9_999

collection_option = click.option(
    "--collection",
    "place",
    type=click.Path(path_type=Path),
    help="The collection's file; else $PIRATE_CODE_COLLECTION, else one in your data folder.",
)
_json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")


@click.group(
    short_help="Keep what you own and want.",
    epilog="""Examples:

\b
  pirate-code collection add SM-001 "Black Pearl (PotC-025)"
  pirate-code collection add CC-037 --wanted 1
  pirate-code collection import mine.csv
  pirate-code collection export --out mine.csv
  pirate-code collection show --wants --format html --out wants.html
  pirate-code search owned:no wanted:yes
""",
)
def collection() -> None:
    """Keep what you own and want: import, export, change and list it.

    A collection is a table with the columns id, owned and wanted, which any spreadsheet program opens.
    docs/collection.md tells more.
    """


@collection.command(
    "import",
    short_help="Read a table of what you own and want.",
    epilog="""Examples:

\b
  pirate-code collection import mine.csv
  pirate-code collection import bought.csv --add
  pirate-code collection import mine.xlsx --replace --keep-unknown --json
""",
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--add", "adds", is_flag=True, help="Add the numbers to those that are there.")
@click.option("--replace", "replaces", is_flag=True, help="Take out what the table does not have.")
@click.option(
    "--keep-unknown", is_flag=True, help="Keep rows whose id the library does not know; else they refuse all."
)
@collection_option
@_json_option
@db_option
def import_(
    file: Path,
    *,
    adds: bool,
    replaces: bool,
    keep_unknown: bool,
    place: Path | None,
    as_json: bool,
    db: Path | None,
) -> None:
    """Read a spreadsheet (.csv or .xlsx) with the columns id, owned and wanted into the collection.

    Its numbers take the place of those that were there; pieces that it does not have stay as they are. It is
    taken whole or not at all: a row that cannot be read, or whose id no piece has, is told with its number.
    Other columns are not looked at.
    """
    from pirate_code.collection.holdings import Collection
    from pirate_code.collection.storing import change
    from pirate_code.collection.table import read_rows, some_of, understand

    if adds and replaces:
        raise Refused("--add and --replace exclude each other.")
    with _reading(db) as opened:
        understood = understand(opened, file, read_rows(file))
        if understood.sentences and not keep_unknown:
            raise Refused(
                f"{some_of(understood.sentences)}\nNothing was imported. Correct the ids, import a sheet "
                "that has the pieces, or say --keep-unknown to keep such rows as they are."
            )

        def changed(before: Collection) -> Collection:
            if adds:
                return understood.added_to(before)
            return understood.collection(Collection() if replaces else before)

        where = _place(place)
        before, after = change(opened, where, changed)
    told = _difference(before, after)
    if as_json:
        summary = {"rows": len(understood.pieces) + len(understood.unknown), **told}
        print_json({"file": str(where), **summary, "unknown": understood.sentences})
        return
    for sentence in understood.sentences:
        click.echo(f"Kept as it is: {one_line(sentence)}", err=True)
    counts = ", ".join(f"{told[name]:,} {name}" for name in ("new", "changed", "removed"))
    say(f"{where} has {told['pieces']:,} pieces: {counts}.")


@collection.command(
    short_help="Write the collection as a table.",
    epilog="""Examples:

\b
  pirate-code collection export --out mine.csv
  pirate-code collection export > mine.csv
  pirate-code collection export --json
""",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    help="The file to write; standard output if absent. An older file stays until the new one is whole.",
)
@collection_option
@_json_option
@db_option
def export(out: Path | None, *, place: Path | None, as_json: bool, db: Path | None) -> None:
    """Write the collection as a table that spreadsheet programs open and `collection import` reads.

    Beside id, owned and wanted it has the names of piece and set, for the reader.
    """
    from pirate_code.collection.table import BYTE_ORDER_MARK, written

    with _reading(db) as opened:
        held = own_collection(opened, place)
        text = "".join(written(opened, held))
    if as_json:
        if out is not None:
            raise Refused("--json and --out exclude each other.")
        print_json({"pieces": _numbers(held.pieces), "unknown": _numbers(held.unknown)})
    else:
        marked = out is not None or is_utf8(sys.stdout)
        write_out(BYTE_ORDER_MARK + text if marked else text, out)


@collection.command(
    short_help="Add pieces that you own or want.",
    epilog="""Examples:

\b
  pirate-code collection add SM-001
  pirate-code collection add SM-001 SM-002 "HMS Sultan" --owned 2
  pirate-code collection add CC-037 --wanted 1
  pirate-code collection add SM-001 --owned -1
""",
)
@click.argument("pieces", nargs=-1, required=True, metavar="PIECE...")
@click.option(
    "--owned",
    type=click.IntRange(-_LARGEST_CHANGE, _LARGEST_CHANGE),
    help="How many more you own; 1 if nothing is said. A negative number takes away.",
)
@click.option(
    "--wanted",
    type=click.IntRange(-_LARGEST_CHANGE, _LARGEST_CHANGE),
    help="How many more you want; a negative number takes away.",
)
@collection_option
@_json_option
@db_option
def add(
    pieces: tuple[str, ...],
    *,
    owned: int | None,
    wanted: int | None,
    place: Path | None,
    as_json: bool,
    db: Path | None,
) -> None:
    """Add pieces to the collection, each by its id or its name, as owned or as wanted."""
    more = owned if owned is not None else int(wanted is None)
    _change(pieces, more, wanted or 0, place, db, as_json=as_json)


@collection.command(
    short_help="Take pieces out of the collection.",
    epilog="""Examples:

\b
  pirate-code collection remove SM-001
  pirate-code collection remove SM-001 --wanted 1
  pirate-code collection remove SM-001 "HMS Sultan" --all
""",
)
@click.argument("pieces", nargs=-1, required=True, metavar="PIECE...")
@click.option(
    "--owned",
    type=click.IntRange(0, _LARGEST_CHANGE),
    help="How many fewer you own; 1 if nothing is said.",
)
@click.option("--wanted", type=click.IntRange(0, _LARGEST_CHANGE), help="How many fewer you want.")
@click.option("--all", "wholly", is_flag=True, help="Take the pieces out with all their numbers.")
@collection_option
@_json_option
@db_option
def remove(
    pieces: tuple[str, ...],
    *,
    owned: int | None,
    wanted: int | None,
    wholly: bool,
    place: Path | None,
    as_json: bool,
    db: Path | None,
) -> None:
    """Take pieces out of the collection: one that is owned, so many, or all.

    A row that the library does not know is taken out by its id as it stands there, with --all.
    """
    if wholly and (owned is not None or wanted is not None):
        raise Refused("--all takes out everything; --owned and --wanted cannot stand beside it.")
    fewer = owned if owned is not None else int(wanted is None)
    _change(pieces, -fewer, -(wanted or 0), place, db, as_json=as_json, wholly=wholly)


@collection.command(
    short_help="List the collection, what you want, or what you can trade.",
    epilog="""Examples:

\b
  pirate-code collection show
  pirate-code collection show --set SM
  pirate-code collection show --sets
  pirate-code collection show --wants --format markdown
  pirate-code collection show --trades --keep 2 --format html --out trades.html
""",
)
@click.option("--wants", is_flag=True, help="Only what you want.")
@click.option("--trades", is_flag=True, help="Only what you own more of than you keep.")
@click.option(
    "--keep",
    type=click.IntRange(0, _LARGEST_CHANGE),
    default=1,
    show_default=True,
    help="How many of each piece stay with you; the others are for trade.",
)
@click.option("--set", "of_set", help="Only this set, by its code or name.")
@click.option("--sets", is_flag=True, help="How complete every set is, and no pieces.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "markdown", "html", "csv"]),
    default="text",
    help="What to print; text if nothing is said. The page of html prints well.",
)
@click.option("--out", type=click.Path(path_type=Path), help="Write to this file and not to the screen.")
@collection_option
@_json_option
@db_option
def show(
    *,
    wants: bool,
    trades: bool,
    keep: int,
    of_set: str | None,
    sets: bool,
    form: str,
    out: Path | None,
    place: Path | None,
    as_json: bool,
    db: Path | None,
) -> None:
    """List the collection set by set, with how many of each set's pieces you own."""
    from pirate_code.collection.list_formats import FORMATS
    from pirate_code.collection.listing import completeness, listing

    if sum((wants, trades, sets)) > 1:
        raise Refused("--wants, --trades and --sets exclude each other.")
    with _reading(db) as opened:
        held = own_collection(opened, place)
        if sets:
            _tell_sets(completeness(opened, held), as_json)
            return
        which: Which = "wants" if wants else "trades" if trades else "all"
        listed = listing(opened, held, which, keep=keep, only_set=_set_called(opened, of_set))
    if as_json:
        print_json(_data(listed))
    else:
        write_out(FORMATS[form](listed), out)


# --- what the commands share --------------------------------------------------------------------------------


def own_collection(db: sqlite3.Connection, place: Path | None) -> Collection:
    """Read a collection that was named, or the user's own; that there is none is refused in one sentence."""
    from pirate_code.collection.holdings import CollectionError
    from pirate_code.collection.storing import read

    where = _place(place)
    try:
        if place is None and not where.exists():
            raise CollectionError(
                f"There is no collection at {where} yet; `pirate-code collection add PIECE` begins one."
            )
        return read(db, where)
    except CollectionError as error:
        raise Refused(str(error)) from None


@contextmanager
def _reading(db: Path | None) -> Iterator[sqlite3.Connection]:
    """Open the library; what is wrong with it or with a collection is refused."""
    from pirate_code.collection.holdings import CollectionError

    with reading(db) as opened:
        try:
            yield opened
        except CollectionError as error:
            raise Refused(str(error)) from None


def _place(place: Path | None) -> Path:
    from pirate_code.collection.storing import default_path

    return place or default_path()


def _change(
    written: tuple[str, ...],
    owned: int,
    wanted: int,
    place: Path | None,
    db: Path | None,
    *,
    as_json: bool,
    wholly: bool = False,
) -> None:
    """Change the numbers of pieces, of all or of none, and tell them."""
    from pirate_code.collection.holdings import Holding
    from pirate_code.collection.storing import change

    where = _place(place)
    with _reading(db) as opened:

        def changed(before: Collection) -> Collection:
            if not wholly:
                return before.changed(names, owned, wanted)
            return before.with_pieces(dict.fromkeys(names, Holding()), dict.fromkeys(unknown, Holding()))

        unknown = _unknown_rows(opened, where, written) if wholly else set()
        names = _called(opened, [name for name in written if name not in unknown])
        _, after = change(opened, where, changed)
    rows = [
        {"id": key, "name": name, **after.pieces.get(key, Holding())._asdict()} for key, name in names.items()
    ] + [{"id": key, "name": "", **Holding()._asdict()} for key in unknown]
    if as_json:
        print_json({"file": str(where), "pieces": rows})
        return
    for row in rows:
        wanted_too = f", {row['wanted']} wanted" if row["wanted"] else ""
        say(f"{row['name'] or row['id']} ({row['id']}): {row['owned']} owned{wanted_too}.")


def _unknown_rows(db: sqlite3.Connection, where: Path, written: tuple[str, ...]) -> set[str]:
    """The names that are those of rows which the library does not know."""
    from pirate_code.collection.storing import read_own

    return set(written) & set(read_own(db, where).unknown)


def _called(db: sqlite3.Connection, written: list[str]) -> dict[str, str]:
    """The names of pieces by their ids; one that means no piece is refused, each with its sentence."""
    from pirate_code.collection.naming import piece_called

    found = [piece_called(db, one_line(name)) for name in written]
    if faults := [each.fault for each in found if each.fault]:
        raise Refused("\n".join(f"{fault[:1].upper()}{fault[1:]}" for fault in faults[:20]))
    return {each.id: each.name for each in found}


def _set_called(db: sqlite3.Connection, written: str | None) -> str | None:
    from pirate_code.core.naming import folded, nearest
    from pirate_code.library.vocabulary import Vocabulary

    if written is None:
        return None
    sets = Vocabulary(db).sets
    if (key := sets.get(folded(written))) is None:
        raise Refused(f"There is no set {one_line(written)[:40]!r}{nearest(written, sets, sets.values())}")
    return key


def _difference(before: Collection, after: Collection) -> dict[str, Any]:
    """How many pieces are new, changed and gone, and how many there are."""
    old = {**before.pieces, **before.unknown}
    new = {**after.pieces, **after.unknown}
    return {
        "pieces": len(new),
        "new": len(new.keys() - old.keys()),
        "changed": sum(old[key] != new[key] for key in new.keys() & old.keys()),
        "removed": len(old.keys() - new.keys()),
    }


def _numbers(holdings: Any) -> list[dict[str, Any]]:
    pairs: list[tuple[str, Holding]] = sorted(holdings.items())
    return [{"id": key, **held._asdict()} for key, held in pairs]


def _data(listed: Listing) -> dict[str, Any]:
    sets = [
        {
            "id": each.id,
            "name": each.name,
            "owned": each.owned,
            "total": each.total,
            "pieces": [entry._asdict() for entry in each.entries],
        }
        for each in listed.sets
    ]
    return {
        "list": listed.which,
        "total": listed.total,
        "different": len(listed.entries),
        "sets": sets,
        "unknown": [entry._asdict() for entry in listed.unknown],
    }


def _tell_sets(rows: list[dict[str, Any]], as_json: bool) -> None:
    if as_json:
        print_json({"sets": rows})
        return
    width = max((len(row["name"]) for row in rows), default=0)
    for row in rows:
        share = 100 * row["owned"] // row["total"]
        click.echo(f"{row['name']:<{width}}  {row['owned']:>4} of {row['total']:>4} pieces  {share:>3} %")
