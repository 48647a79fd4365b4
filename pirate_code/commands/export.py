"""The commands that write the library out for other programs."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TextIO

import click

from pirate_code.commands.library import db_option
from pirate_code.commands.output import print_json, reading, write_out

_SAYS = {
    "abilities": "every distinct ability line with its effect trees",
    "pieces": "every piece as it is played, and what its card prints",
    "keywords": "every keyword with its definition and effect trees",
    "rulings": "every ruling with its source, what it is about and what follows from it",
}

_SHORT = {"rulings": "every ruling with its source and its claims"}


@click.group(
    short_help="Write the library out for other programs.",
    epilog="""Examples:

\b
  pirate-code export abilities --out abilities.jsonl
  pirate-code export pieces --format csv --out pieces.csv
  pirate-code export schema --out export.schema.json
  pirate-code export all --out mirror
  pirate-code export site --out site
""",
)
def export() -> None:
    """Write the library out as JSON Lines, JSON or CSV, its JSON Schema, or a site for phones.

    docs/export.md says what every column means, docs/site.md how the site is put on a host.
    """


def _out(command: click.Command) -> click.Command:
    option = click.Option(
        ["--out"],
        type=click.Path(path_type=Path),
        help="The file to write; standard output if absent. An older file stays until the new one is whole.",
    )
    command.params.append(option)
    return command


def _command(what: str, says: str) -> click.Command:
    @click.command(
        what,
        help=f"Write {says}.",
        short_help=f"Write {_SHORT.get(what, says)}.",
        epilog=f"""Examples:

\b
  pirate-code export {what} --out {what}.jsonl
  pirate-code export {what} --format csv
""",
    )
    @click.option(
        "--format",
        "form",
        type=click.Choice(["jsonl", "json", "csv"]),
        default="jsonl",
        show_default=True,
        help="jsonl has one record a line.",
    )
    @click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
    @db_option
    def command(form: str, as_json: bool, db: Path | None, out: Path | None) -> None:
        from pirate_code.library.export import write, writing

        chosen = "json" if as_json else form
        with reading(db) as opened:
            if out is None:
                write(opened, what, chosen, sys.stdout)
                return
            with writing(out) as file:
                count = write(opened, what, chosen, file)
        click.echo(f"{out}: {count:,} {what}.", err=True)

    return _out(command)


for _what, _says in _SAYS.items():
    export.add_command(_command(_what, _says))


@export.command(
    "all",
    short_help="Write everything into a folder, with a manifest.",
    epilog="""Examples:

\b
  pirate-code export all --out mirror
  pirate-code export all --out mirror --json
""",
)
@click.option(
    "--out", required=True, type=click.Path(path_type=Path), help="The folder to write into; made if absent."
)
@click.option("--json", "as_json", is_flag=True, help="Print the manifest.")
@db_option
def everything(out: Path, as_json: bool, db: Path | None) -> None:
    """Write every export and the schema into a folder, with a manifest for those who mirror it.

    manifest.json names the version, and for each file how many records and bytes it has and its SHA-256. The
    same library gives the same bytes; files that have not changed are left as they are.
    """
    from pirate_code.blackbeard.export import records as of_blackbeard
    from pirate_code.library.mirror import MANIFEST, write_mirror
    from pirate_code.library.progress import progress_bar

    def write_events(file: TextIO) -> int:
        found = [json.dumps(record, ensure_ascii=True) + "\n" for record in of_blackbeard()]
        file.writelines(found)
        return len(found)

    with reading(db) as opened, progress_bar() as bar:
        manifest = write_mirror(opened, out, {"blackbeard-event": write_events}, bar)
    if as_json:
        print_json(manifest.model_dump(mode="json"))
        return
    for file in manifest.files:
        counted = f"{file.records:,} records, " if file.records else ""
        click.echo(f"{out / file.name}: {counted}{file.bytes:,} bytes")
    click.echo(f"{out / MANIFEST}: {len(manifest.files)} files")


@_out
@export.command(
    short_help="Write the event cards of Blackbeard with their trees.",
    epilog="""Examples:

\b
  pirate-code export blackbeard --out events.jsonl
  pirate-code export blackbeard --json
""",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of one record a line.")
def blackbeard(as_json: bool, out: Path | None) -> None:
    """Write every event card of Blackbeard with its tree. It needs no library."""
    from pirate_code.blackbeard.export import VERSION, records

    found = list(records())
    if as_json:
        whole = {"format": "pirate-code", "version": VERSION, "kind": "blackbeard-event", "records": found}
        write_out(json.dumps(whole, ensure_ascii=True) + "\n", out)
    else:
        write_out("".join(json.dumps(record, ensure_ascii=True) + "\n" for record in found), out)


@export.command(
    short_help="Write the library as a static site that works offline.",
    epilog="""Examples:

\b
  pirate-code export site --out site
  pirate-code export site --out site --json
""",
)
@click.option(
    "--out",
    required=True,
    type=click.Path(path_type=Path),
    help="The folder to write: a new or empty one, or that of an older export.",
)
@click.option("--json", "as_json", is_flag=True, help="Tell what was written as one JSON object.")
@db_option
def site(out: Path, as_json: bool, db: Path | None) -> None:
    """Write every card, keyword, section and ruling as a site that needs no server.

    Put the folder on any host of static files, at any address. A phone that has visited it once has all of it
    without a network, search included. docs/site.md tells how.
    """
    from pirate_code.library.progress import progress_bar
    from pirate_code.offline import export_site

    with reading(db) as opened, progress_bar() as bar:
        report = export_site(opened, out, bar)
    if as_json:
        size = {"files": report.files, "bytes": report.size, "compressed": report.compressed}
        largest = {"largest_file_compressed": report.largest}
        print_json({"out": str(out), "version": report.version, **size, **largest, "counts": report.counts})
        return
    held = ", ".join(f"{report.counts[name]:,} {name}" for name in ("pieces", "keywords", "rulings"))
    whole, sent = report.size / 1e6, report.compressed / 1e6
    most = f"no file above {report.largest / 1e3:.0f} kB"
    click.echo(f"{out}: {held}, in {report.files} files of {whole:.1f} MB, {sent:.1f} MB compressed, {most}.")


@_out
@export.command(
    epilog="""Examples:

\b
  pirate-code export schema > export.schema.json
  pirate-code export schema --tree
  pirate-code export schema --blackbeard
"""
)
@click.option("--tree", is_flag=True, help="Only the schema of an effect tree, as `parse --json` prints it.")
@click.option("--blackbeard", "second_game", is_flag=True, help="The schema of Blackbeard's event cards.")
def schema(tree: bool, second_game: bool, out: Path | None) -> None:
    """Write the JSON Schema of the records, or of effect trees alone."""
    from pirate_code import language
    from pirate_code.library import records

    if second_game:
        from pirate_code.blackbeard.export import schema as of_blackbeard

        data = of_blackbeard()
    else:
        data = language.schema() if tree else records.schema()
    write_out(json.dumps(data, indent=2, ensure_ascii=True) + "\n", out)
