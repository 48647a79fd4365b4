"""The commands that write the library out for other programs."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from pirate_code.commands.library import db_option
from pirate_code.commands.output import Refused, reading

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
""",
)
def export() -> None:
    """Write the library out as JSON Lines, JSON or CSV, and its JSON Schema.

    docs/export.md says what every column means.
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


@_out
@export.command(
    epilog="""Examples:

\b
  pirate-code export schema > export.schema.json
  pirate-code export schema --tree
"""
)
@click.option("--tree", is_flag=True, help="Only the schema of an effect tree, as `parse --json` prints it.")
def schema(tree: bool, out: Path | None) -> None:
    """Write the JSON Schema of the records, or of effect trees alone."""
    from pirate_code import language
    from pirate_code.data import DataError
    from pirate_code.library import records
    from pirate_code.library.export import writing

    text = json.dumps(language.schema() if tree else records.schema(), indent=2, ensure_ascii=True)
    if out is None:
        click.echo(text)
        return
    try:
        with writing(out) as file:
            file.write(text + "\n")
    except DataError as error:
        raise Refused(str(error)) from None
