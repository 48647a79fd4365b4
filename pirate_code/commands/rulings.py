"""The commands about the rulings themselves."""

from __future__ import annotations

from pathlib import Path

import click

from pirate_code.commands import scenario
from pirate_code.commands.output import say

_TEXT = 100


@click.group(
    short_help="Check the rulings.",
    epilog="""Examples:

\b
  pirate-code rulings check
  pirate-code rulings coverage pirate-code.txt
""",
)
def rulings() -> None:
    """Check the rulings: by their scenarios, and against the documents they come from."""


rulings.add_command(scenario.check)


@rulings.command(
    epilog="""Examples:

\b
  pirate-code rulings coverage pirate-code.txt
  pirate-code rulings coverage pirate-code.txt --json
"""
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print the result as one JSON object.")
@click.pass_context
def coverage(ctx: click.Context, file: Path, as_json: bool) -> None:
    """Say which items of the Pirate Code no ruling covers.

    FILE is the Pirate Code as text (UTF-8), as you have it. Every dashed item in it is counted. The exit code
    is 0 only if all are covered.
    """
    from pirate_code.cli import Refused, print_json
    from pirate_code.data import DataError
    from pirate_code.library import code_document
    from pirate_code.library.rulings import coverage as uncovered_items
    from pirate_code.library.rulings import load_rulings

    try:
        document = code_document.read_document(file)
        uncovered = uncovered_items(document, load_rulings())
    except DataError as error:
        raise Refused(str(error)) from None
    total = sum(1 for _ in document.items)
    covered = total - len(uncovered)
    found = [
        {
            "part": section.part,
            "section": section.heading,
            "item": item.number,
            "line": item.line,
            "text": item.text,
        }
        for section, item in uncovered
    ]
    if as_json:
        print_json({"file": str(file), "items": total, "covered": covered, "uncovered": found})
    else:
        say(f"{covered} of {total} items are covered by rulings.")
        for section, item in uncovered:
            place = f"{section.heading[:_TEXT]}, item {item.number} (line {item.line})"
            say(f"{place}: {item.text[:_TEXT]}", 2, hang=2)
    if uncovered:
        ctx.exit(1)
