"""The command that answers questions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pirate_code.commands.library import db_option
from pirate_code.commands.output import reading, say

if TYPE_CHECKING:
    from pirate_code.answers.answer import Answer

_NOTHING_DECIDES = 3
_COLOURS = {"yes": "green", "no": "red", "depends": "yellow"}


@click.command(
    short_help="Answer whether two things interact.",
    epilog="""Examples:

\b
  pirate-code ask Cancel Eternal
  pirate-code ask "Does a Helmsman stack with a trade current?"
  pirate-code ask "Can a canceller affect a fort?" --json
""",
)
@click.argument("what", nargs=-1, required=True)
@click.option("--relation", help="Ask for one relation: stacks, cancels, prevents ...")
@db_option
@click.option("--json", "as_json", is_flag=True, help="Print the answer as one JSON object.")
@click.pass_context
def ask(
    ctx: click.Context, what: tuple[str, ...], relation: str | None, db: Path | None, as_json: bool
) -> None:
    """Answer whether two things interact, with the rulings that decide it.

    WHAT is two names (keywords, pieces, printed lines, unique treasures, events, terrain, terms of the
    rules), or one question in plain English. The exit code is 0 for an answer and 3 if no ruling decides it.
    """
    from pirate_code.answers.asking import Unanswerable, answered
    from pirate_code.cli import Refused, print_json

    if len(what) > 2:
        raise Refused("Give two names, or one question in quotation marks.")
    with reading(db) as opened:
        try:
            answer = answered(opened, what, relation)
        except Unanswerable as error:
            raise Refused(str(error)) from None
    if as_json:
        print_json(answer.as_json())
    else:
        _tell(answer)
    if answer.verdict is None:
        ctx.exit(_NOTHING_DECIDES)


def _tell(answer: Answer) -> None:
    if answer.x is not None:
        things = " and ".join(thing.name for thing in (answer.x, answer.y) if thing is not None)
        say(f"About {things}", dim=True)
    if answer.verdict is not None:
        say(
            answer.verdict.capitalize() + (f" ({answer.relation})" if answer.relation else ""),
            bold=True,
            fg=_COLOURS[answer.verdict],
        )
    say(answer.explanation)
    if answer.rulings:
        click.echo()
    for ruling in answer.rulings:
        say(ruling.says, 2, hang=2)
        say(f"{ruling.citation} [{ruling.id}]", 4, hang=2, dim=True)
    if answer.alternatives:
        say(
            "It could also be: " + ", ".join(f"{other.name} ({other.kind})" for other in answer.alternatives),
            dim=True,
        )
