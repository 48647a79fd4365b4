"""The command that tells the editions of the rules apart."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from pirate_code.commands.output import Refused, one_line, print_json, say

if TYPE_CHECKING:
    from pirate_code.rules.edition_table import Setting


@click.command(
    short_help="List the editions of the rules and what they differ in.",
    epilog="""Examples:

\b
  pirate-code editions
  pirate-code editions crimson-coast revolution
  pirate-code editions mine.yaml code --json
  pirate-code editions --all
""",
)
@click.argument("names", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="Also tell what all of them have in common.")
@click.option("--json", "as_json", is_flag=True, help="Print the table as one JSON object.")
def editions(names: tuple[str, ...], everything: bool, as_json: bool) -> None:
    """Tell for each difference between editions what makes it, by which rulings.

    That is a switch, a keyword version or a rule of building fleets.

    NAMES are editions that come with Pirate Code, or files of your own; without any, all that come with it.
    A value that an edition does not tell itself is marked with the edition that it takes it from.
    """
    from pirate_code.data import DataError
    from pirate_code.fleets.own_editions import checked_edition
    from pirate_code.library.terms import note_of
    from pirate_code.rules.edition import editions as known
    from pirate_code.rules.edition_table import edition_table, table_data

    try:
        shown = [checked_edition(name) for name in names or known()]
    except DataError as error:
        raise Refused(one_line(str(error))) from None
    rows = [row for row in edition_table(shown) if everything or row.differs or len(shown) == 1]
    if as_json:
        print_json(table_data(shown, rows))
        return
    for edition in shown:
        based = f", based on {edition.based_on}" if edition.based_on else ""
        partial = " (partial)" if edition.partial else ""
        say(f"{edition.id}: {edition.name}{based}{partial}", bold=True)
        for unknown in edition.not_known:
            say(f"not known: {unknown}", 2, hang=2)
        if edition.banned:
            say(f"banned: {', '.join(edition.banned)}", 2, hang=2)
    say(note_of("board-game"))
    for row in rows:
        click.echo()
        say(f"{row.name} ({row.kind}): {row.says}", hang=2)
        for setting in row.settings:
            say(f"{setting.edition}: {_value(setting)}", 2, hang=2)


def _value(setting: Setting) -> str:
    value = setting.value if isinstance(setting.value, str) else json.dumps(setting.value)
    inherited = f", from {setting.told_by}" if setting.told_by != setting.edition else ""
    why = f"assumed: {setting.assumed}" if setting.assumed else ", ".join(setting.rulings)
    return f"{value}{inherited}" + (f" [{why}]" if why else "")
