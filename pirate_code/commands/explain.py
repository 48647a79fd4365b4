"""The command that tells the tree of a line in plain words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from pirate_code.commands.output import Refused, one_line, print_json


@click.command(
    short_help="Tell in plain words what a line says.",
    epilog="""Examples:

\b
  pirate-code explain "When this ship hits an enemy ship, eliminate one crew from her."
  pirate-code explain --sheet master.csv
  pirate-code explain --json "This ship cannot be pinned."
""",
)
@click.argument("text", required=False)
@click.option(
    "--sheet",
    type=click.Path(path_type=Path),
    help="Tell every distinct ability line of a .csv or .xlsx file.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per line.")
@click.pass_context
def explain(ctx: click.Context, text: str | None, sheet: Path | None, as_json: bool) -> None:
    """Tell in plain words what a line says, with whom every "she", "it" and "that ship" means.

    What is asked stands above the steps that it holds for; "instead" and "this turn" stand with what they
    bind to. A reference is followed by the piece that it means. The exit code is 0 only if every line parsed.
    """
    from pirate_code.language import LanguageError, parse
    from pirate_code.language.telling import tell
    from pirate_code.library.opening import lend_own_nations

    lend_own_nations()
    failed = False
    for line in _lines(text, sheet):
        try:
            told = tell(parse(line))
        except LanguageError as error:
            failed, told = True, [f"not understood: {error.message}"]
        if as_json:
            print_json({"text": line, "told": told})
        else:
            click.echo("\n".join([one_line(line), *told, ""]))
    if failed:
        ctx.exit(1)


def _lines(text: str | None, sheet: Path | None) -> Iterator[str]:
    if (text is None) == (sheet is None):
        raise Refused("Give one line in quotes, or a file with --sheet.")
    if text is not None:
        yield text
        return
    from pirate_code.library.sheet import SheetError, ability_lines

    assert sheet is not None
    try:
        yield from dict.fromkeys(ability_lines(sheet))
    except SheetError as error:
        raise Refused(str(error)) from None
