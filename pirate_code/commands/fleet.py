"""The commands about fleets: check whether they are legal, put them right, draw random ones."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pirate_code.commands.collection import own_collection
from pirate_code.commands.library import db_option
from pirate_code.commands.output import Refused, is_utf8, one_line, print_json, reading, say

if TYPE_CHECKING:
    import sqlite3

    from pirate_code.fleets.card_pool import Pool
    from pirate_code.fleets.notation import NotationError, WrittenFleet
    from pirate_code.rules.edition import Edition

_EDITIONS = "one that `pirate-code editions` lists, or a file .yaml; else what the fleet says, else code."
_SEED_LIMIT = 2**63 - 1
_FILES_LIMIT = 1_000

edition_option = click.option("--edition", help=f"The rules to go by: {_EDITIONS}")
build_option = click.option(
    "--build", type=click.IntRange(1, 1000), help="The build total; else the fleet's, else the edition's."
)
collection_option = click.option(
    "--collection",
    metavar="[FILE.csv]",
    help="Go by what you own, or by the collection FILE.csv; one of another name is --collection=FILE.",
)
out_option = click.option(
    "--out", type=click.Path(path_type=Path), help="Write to this file and not to the screen."
)


class _WithCollection(click.Command):
    """A command with the option --collection, which takes the next word only if that is a table.

    So `--collection fleet.txt` is a fleet and your own collection.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the options; the empty name stands for one's own collection."""
        read = list(args)
        for place, word in enumerate(args):
            if word == "--collection" and not "".join(args[place + 1 : place + 2]).lower().endswith(".csv"):
                read[place] = "--collection="
        return super().parse_args(ctx, read)


@click.group(
    short_help="Check fleets, put them right, draw random ones.",
    epilog="""Examples:

\b
  pirate-code fleet check fleet.txt
  pirate-code fleet suggest fleet.txt --build 40
  pirate-code fleet random --nation english --seed 7
  pirate-code fleet rules --edition revolution
""",
)
def fleet() -> None:
    """Say whether fleets are legal and why, put them right, and draw random ones."""


@fleet.command(
    cls=_WithCollection,
    short_help="Say whether fleets are legal, and by which rules.",
    epilog="""Examples:

\b
  pirate-code fleet check fleet.txt
  pirate-code fleet check - --build 60 < fleet.txt
  pirate-code fleet check fleet.yaml --edition crimson-coast --json
  pirate-code fleet check tournament/*.txt --format html --out sheet.html
  pirate-code fleet check fleet.txt --collection

A fleet is text, one ship a line:

\b
  Build total: 40
  Black Pearl (PotC-025) + captain, helmsman, 2x oarsman
  HMS Apollo
    explorer
  Events: Becalmed
  UT's: Trees
""",
)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@edition_option
@build_option
@click.option(
    "--casual", is_flag=True, help="Judge for casual games: retired and unreleased pieces are admitted."
)
@collection_option
@click.option(
    "--format",
    "format_",
    type=click.Choice(["text", "json", "md", "html", "csv"]),
    default="text",
    help="What to print; text if nothing is said.",
)
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@out_option
@db_option
@click.pass_context
def check(
    ctx: click.Context,
    files: tuple[str, ...],
    *,
    edition: str | None,
    build: int | None,
    casual: bool,
    collection: str | None,
    format_: str,
    as_json: bool,
    out: Path | None,
    db: Path | None,
) -> None:
    """Say whether fleets are legal: every rule that is broken, with its rulings and how to put it right.

    FILE is a fleet as text, YAML or JSON, the name of a fleet that comes with Pirate Code, or - for standard
    input. Several make a tournament sheet. With --collection, what is not owned is told as well. The exit
    code is 0 if all are legal and owned, 1 if one is not, and 2 if one cannot be read.
    """
    from pirate_code.fleets import report
    from pirate_code.fleets.checking import checked
    from pirate_code.fleets.notation import NotationError
    from pirate_code.fleets.notation_names import from_library
    from pirate_code.fleets.ownership import Owned

    rules = _edition(edition)
    if len(files) > _FILES_LIMIT:
        raise Refused(f"At most {_FILES_LIMIT:,} files are checked at once, and {len(files):,} were given.")
    _refuse_overwriting(out, files)
    reports: list[Any] = []
    with reading(db) as opened:
        counts = _owned(opened, collection)
        names = from_library(opened, counts or ())
        owned = Owned(names.pool, counts) if counts is not None else None
        for source, sheet in _sheets(files):
            try:
                if isinstance(sheet, NotationError):
                    raise sheet
                reports.append(checked(opened, names, sheet, rules, build, official=not casual, owned=owned))
            except NotationError as error:
                reports.append(report.unreadable(one_line(source)[:100], str(error)))
    _write(_printed(reports, "json" if as_json else format_), out)
    verdicts_told = {each["verdict"] for each in reports}
    if "unreadable" in verdicts_told:
        for each in reports:
            if each["verdict"] == "unreadable" and (as_json or format_ != "text" or out is not None):
                click.echo(f"Error: {one_line(each['error'])}", err=True)
        ctx.exit(2)
    if "illegal" in verdicts_told or any(each["not_owned"] for each in reports):
        ctx.exit(1)


@fleet.command(
    cls=_WithCollection,
    short_help="Put a fleet right and fill it up.",
    epilog="""Examples:

\b
  pirate-code fleet suggest fleet.txt
  pirate-code fleet suggest fleet.txt --repair-only --json
  pirate-code fleet suggest - --build 60 --out better.txt < fleet.txt
  pirate-code fleet suggest fleet.txt --collection friend.csv
""",
)
@click.argument("file", metavar="FILE")
@edition_option
@build_option
@collection_option
@click.option("--repair-only", is_flag=True, help="Only make the fleet legal; leave its points unspent.")
@click.option("--json", "as_json", is_flag=True, help="Print changes and new fleet as one JSON object.")
@out_option
@db_option
@click.pass_context
def suggest(
    ctx: click.Context,
    file: str,
    *,
    edition: str | None,
    build: int | None,
    collection: str | None,
    repair_only: bool,
    as_json: bool,
    out: Path | None,
    db: Path | None,
) -> None:
    """Make a fleet legal with few changes, and use up its points with crew and ships.

    The new fleet is printed as text that `fleet check` reads; what was changed stands above it. With
    --collection it is made of what is owned alone. The exit code is 1 if no legal fleet was found.
    """
    import json

    from pirate_code.fleets import report
    from pirate_code.fleets.legality import CardStatus, judge
    from pirate_code.fleets.notation import NotationError
    from pirate_code.fleets.notation_names import from_library
    from pirate_code.fleets.notation_reading import understand
    from pirate_code.fleets.notation_writing import write_text
    from pirate_code.fleets.ownership import Owned
    from pirate_code.fleets.suggestions import suggest as suggest_fleet

    rules = _edition(edition)
    _refuse_overwriting(out, (file,))
    with reading(db) as opened:
        counts = _owned(opened, collection)
        names = from_library(opened, counts or ())
        owned = Owned(names.pool, counts) if counts is not None else None
        sheets = [sheet for _, sheet in _sheets((file,))]
        if len(sheets) != 1:
            raise Refused(f"Give one fleet, not {len(sheets)}.")
        try:
            if isinstance(sheets[0], NotationError):
                raise sheets[0]
            read = understand(sheets[0], names, rules, build)
        except NotationError as error:
            raise Refused(str(error)) from None
        better = suggest_fleet(read, names.pool, fill=not repair_only, owned=owned)
    text = write_text(better.fleet, read.points, read.edition.id)
    if as_json:
        verdict = judge(better.fleet, read.edition, read.points, CardStatus(names.pool.retired, names.unread))
        data = {
            "legal": better.legal,
            "changes": list(better.changes),
            "text": text,
            "fleet": report.fleet_report(verdict),
        }
        _write(json.dumps(data, ensure_ascii=_ascii()) + "\n", out)
    else:
        for change in better.changes or ("Nothing needs to be changed.",):
            say(f"# {change}")
        _write(text, out)
    if not better.legal:
        click.echo("Error: no legal fleet was found; see `pirate-code fleet check`.", err=True)
        ctx.exit(1)


@fleet.command(
    cls=_WithCollection,
    short_help="Draw a random legal fleet.",
    epilog="""Examples:

\b
  pirate-code fleet random
  pirate-code fleet random --nation spanish --build 60 --seed 7
  pirate-code fleet random --seed 1 --format yaml --out mine.yaml
  pirate-code fleet random --collection --nation english
""",
)
@click.option("--nation", help="Only pieces of this nation, and those of none.")
@collection_option
@edition_option
@build_option
@click.option(
    "--seed", type=click.IntRange(0, _SEED_LIMIT), default=0, help="The same number draws the same fleet."
)
@click.option(
    "--format",
    "format_",
    type=click.Choice(["text", "yaml", "json"]),
    default="text",
    help="What to print; text if nothing is said.",
)
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@out_option
@db_option
def random(
    *,
    nation: str | None,
    collection: str | None,
    edition: str | None,
    build: int | None,
    seed: int,
    format_: str,
    as_json: bool,
    out: Path | None,
    db: Path | None,
) -> None:
    """Draw a random fleet that is legal, from all pieces that were released, or from those that are owned."""
    import json

    from pirate_code.core.dice import Dice
    from pirate_code.fleets.card_pool import from_library
    from pirate_code.fleets.fleet_file import fleet_data
    from pirate_code.fleets.notation_writing import write_text
    from pirate_code.fleets.ownership import Owned
    from pirate_code.fleets.random_fleet import Extras, NoLegalFleet, random_fleet
    from pirate_code.rules.edition import load_edition

    rules = _edition(edition) or load_edition()
    points = rules.build_total if build is None else build
    with reading(db) as opened:
        counts = _owned(opened, collection)
        pool = _drawn_from(from_library(opened), nation)
    owned = Owned(pool, counts) if counts is not None else None
    if counts is not None:
        pool = pool.only(counts)
    extras = Extras(terrain=0, collection=0)
    try:
        drawn = random_fleet(pool, points, Dice(seed), rules, extras=extras, owned=owned)
    except NoLegalFleet as error:
        raise Refused(str(error)) from None
    if format_ == "text" and not as_json:
        _write(write_text(drawn, points, rules.id), out)
        return
    data = fleet_data(drawn)
    if as_json or format_ == "json":
        _write(json.dumps(data | {"build": points}, ensure_ascii=_ascii()) + "\n", out)
    else:
        import yaml

        _write(yaml.safe_dump(data, sort_keys=False, allow_unicode=True), out)


@fleet.command(
    "rules",
    short_help="List the building rules with their rulings.",
    epilog="""Examples:

\b
  pirate-code fleet rules
  pirate-code fleet rules --edition crimson-coast --json
""",
)
@edition_option
@click.option("--json", "as_json", is_flag=True, help="Print the rules as one JSON object.")
def rules_(edition: str | None, as_json: bool) -> None:
    """List the rules that a fleet is held against in an edition, and the rulings that say so."""
    from pirate_code.rules.building import book
    from pirate_code.rules.edition import load_edition

    rules = _edition(edition) or load_edition()
    rules_of_edition = [
        {
            "id": rule.id,
            "name": rule.name,
            "says": rule.says,
            "kind": "warning" if rule.warning else "rule",
            "official_only": rule.official,
            "rulings": list(rule.rulings_in(rules)),
        }
        for rule in book().rules
        if rule.rulings_in(rules)
    ]
    if as_json:
        print_json(
            {
                "edition": rules.id,
                "name": rules.name,
                "build_total": rules.build_total,
                "rules": rules_of_edition,
            }
        )
        return
    say(f"{rules.name}: {rules.build_total} points", bold=True)
    for rule in rules_of_edition:
        notes = ", ".join(
            name
            for name, applies in (
                ("warning", rule["kind"] == "warning"),
                ("official play only", rule["official_only"]),
            )
            if applies
        )
        say(f"{rule['id']}: {rule['says']}" + (f" ({notes})" if notes else ""), 2, hang=2)
        rulings = rule["rulings"]
        assert isinstance(rulings, list)
        say(", ".join(rulings), 4, hang=2, dim=True)


# --- what the commands share --------------------------------------------------------------------------------


def _edition(name: str | None) -> Edition | None:
    from pirate_code.data import DataError
    from pirate_code.fleets.own_editions import checked_edition

    if name is None:
        return None
    try:
        return checked_edition(name)
    except DataError as error:
        raise Refused(one_line(str(error))) from None


def _owned(db: sqlite3.Connection, collection: str | None) -> dict[str, int] | None:
    """How many of each piece are owned; the empty name is one's own collection. None if that is not asked."""
    if collection is None:
        return None
    return own_collection(db, Path(collection) if collection else None).owned


def _sheets(files: tuple[str, ...]) -> Iterator[tuple[str, WrittenFleet | NotationError]]:
    """The fleets of files, of standard input and of those that come with Pirate Code."""
    from pirate_code.fleets.fleet_file import written_fleets
    from pirate_code.fleets.notation import NotationError
    from pirate_code.fleets.notation_files import read_stream

    for source in files:
        try:
            sheets = read_stream(sys.stdin.buffer) if source == "-" else written_fleets(source)
        except NotationError as error:
            yield source, error
        else:
            yield from ((source, sheet) for sheet in sheets)


def _drawn_from(pool: Pool, nation: str | None) -> Pool:
    """The released pieces of a pool, of one nation if one is named."""
    from pirate_code.core.naming import nearest
    from pirate_code.glossary import load_nations
    from pirate_code.library.pieces import load_sets

    wanted: str | None = None
    if nation is not None:
        known = {
            name.casefold(): each.id
            for each in load_nations()
            for name in (each.id, each.adjective, each.noun, *each.spellings)
        }
        wanted = known.get(nation.strip().casefold())
        if wanted is None:
            meant = nearest(nation, known, known.values())
            raise Refused(f"There is no nation {one_line(nation)[:40]!r}{meant}")
    released = {each.id for each in load_sets() if each.released}
    return pool.only(
        {
            key
            for key, card in pool.facts.items()
            if key.partition("-")[0] in released and (wanted is None or card.nation in {None, wanted})
        }
    )


def _printed(reports: list[Any], format_: str) -> str:
    import json

    from pirate_code.fleets.report import sheet_report

    if format_ == "json":
        data = reports[0] if len(reports) == 1 else sheet_report(reports)
        return json.dumps(data, ensure_ascii=_ascii()) + "\n"
    return _printer(format_)(reports)


def _printer(format_: str) -> Callable[[list[Any]], str]:
    if format_ == "html":
        from pirate_code.fleets.report_html import as_html

        return as_html
    from pirate_code.fleets import report_text

    return {"text": report_text.as_text, "md": report_text.as_markdown, "csv": report_text.as_csv}[format_]


def _ascii() -> bool:
    return not is_utf8(sys.stdout)


def _refuse_overwriting(out: Path | None, files: tuple[str, ...]) -> None:

    if out is not None and any(name != "-" and Path(name).resolve() == out.resolve() for name in files):
        raise Refused(f"The report would overwrite {one_line(str(out))}; give it another name.")


@contextmanager
def _refusing(out: Path) -> Iterator[None]:

    try:
        yield
    except OSError as error:
        reason = error.strerror or error
        raise Refused(f"{one_line(str(out))} cannot be written ({reason}).") from None


def _write(text: str, out: Path | None) -> None:
    """Print a text, or write it to a file."""
    if out is None:
        click.echo(text, nl=False)
        return
    with _refusing(out):
        out.write_text(text, encoding="utf-8", newline="\n")
