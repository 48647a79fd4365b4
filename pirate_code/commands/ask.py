"""The command that answers questions."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pirate_code.commands.asking_many import batch
from pirate_code.commands.library import db_option
from pirate_code.commands.output import Refused, print_json, reading, say, tell_faults, to_file

if TYPE_CHECKING:
    import sqlite3

    from pirate_code.answers.answer import Answer
    from pirate_code.library.lookup import Meaning

_NOTHING_DECIDES = 3
_ENGINE_FAILED = 70
_NUMBERS = 3  # of pieces that share a name, which are told
_SURENESS = {"sure": "This is sure.", "likely": "This is likely, not sure: read the rulings."}
_COLOURS = {"yes": "green", "no": "red", "depends": "yellow"}


@click.command(
    short_help="Answer whether two things interact.",
    epilog="""Examples:

\b
  pirate-code ask Cancel Eternal
  pirate-code ask "Does a Helmsman stack with a trade current?"
  pirate-code ask "Can a canceller affect a fort?" --json
  pirate-code ask Doctor "crew collector" --why
  pirate-code ask Cancel Eternal --table cancel.yaml && pirate-code try cancel.yaml
  pirate-code ask --line "This ship gets +1 to her boarding rolls." Captain
  pirate-code ask "game:blackbeard Can a commissioner enter a port?"
  pirate-code ask --batch tests/answers/questions/held-out.jsonl
""",
)
@click.argument("what", nargs=-1)
@click.option("--relation", help="Ask for one relation: stacks, cancels, prevents ...")
@click.option("--line", help="A line that no card need have, in the place of the first name.")
@click.option("--why", is_flag=True, help="Tell what happens in the four worlds of the experiment.")
@click.option(
    "--batch",
    type=click.Path(path_type=Path),
    help="Ask the questions of a file, one JSON object a line, and tell how well they are answered.",
)
@click.option(
    "--table",
    type=click.Path(path_type=Path),
    help="Write the position of the question to this file, for `pirate-code try`.",
)
@click.option("--experiments", is_flag=True, help="With --batch: try the answers by experiment too.")
@click.option("--all", "everything", is_flag=True, help="With --batch: list everything that went wrong.")
@db_option
@click.option("--json", "as_json", is_flag=True, help="Print the answer as one JSON object.")
@click.pass_context
def ask(ctx: click.Context, /, what: tuple[str, ...], **options: Any) -> None:
    """Answer whether two things interact, with the rulings that decide it and an experiment that shows it.

    WHAT is two names (keywords, pieces, printed lines, unique treasures, events, terrain, terms of the
    rules), or one question in plain English. The exit code is 0 for an answer, 2 if the question is not
    understood, 3 if it is open: neither a ruling nor an experiment decides it, and 70 if nothing decides it
    because the engine failed in the experiment.

    Every line of a file for --batch has "question", or "x" and "y", and "answer" (yes, no, depends, or value
    beside a "value") and "code_section", the heading of the Pirate Code that decides it; and, if it should be
    measured apart, "kind" (lookup, told or composed). The exit code is 2 if one names
    nothing of the library.
    """
    from pirate_code.answers.asking import Unanswerable, answered, answered_line
    from pirate_code.library.lookup import custom_ones

    line, relation = options["line"], options["relation"]
    if options["batch"] is not None:
        if what or line is not None:
            raise Refused("Beside --batch nothing else is asked.")
        understood = batch(
            options["batch"],
            options["db"],
            trying=options["experiments"],
            as_json=options["as_json"],
            everything=options["everything"],
        )
        ctx.exit(0 if understood else Refused.exit_code)
    if any("game:" in word.lower() for word in what):
        from pirate_code.commands import blackbeard_lookup as blackbeard

        game, rest = blackbeard.without_game(what)
        if game == "blackbeard":
            decided = blackbeard.ask(rest, as_json=options["as_json"])
            ctx.exit(0 if decided else _NOTHING_DECIDES)
        what = tuple(rest)
    if not 1 <= len(what) <= 2 or (line is not None and len(what) != 1):
        raise Refused("Give two names, or one question in quotation marks; beside --line, one name.")
    with reading(options["db"]) as opened:
        try:
            if line is not None:
                answer = answered_line(opened, line, what[0], relation)
            else:
                answer = answered(opened, what, relation)
        except Unanswerable as error:
            raise Refused(str(error)) from None
        wants_table = options["as_json"] or options["table"] is not None
        table = _table(opened, answer) if wants_table else None
        custom = custom_ones(opened, (answer.x, answer.y))
    if options["table"] is not None:
        _write_table(table, options["table"])
    if options["as_json"]:
        print_json(answer.as_json() | {"table": table, "custom": [thing.id for thing in custom]})
    else:
        _tell(answer)
        for thing in custom:
            say(f"{thing.name} ({thing.id}) is a custom piece: no ruling was made of it.", dim=True)
        if options["why"]:
            _tell_why(answer)
            say(f"Engine faults: {len(answer.faults)}", dim=True)
    tell_faults(answer.faults)
    if answer.sureness == "open":
        ctx.exit(_ENGINE_FAILED if answer.faults else _NOTHING_DECIDES)


def _table(db: sqlite3.Connection, answer: Answer) -> str | None:
    """The position of a question, to be tried on the table."""
    from pirate_code.answers.table_position import position_text

    return position_text(db, answer)


def _write_table(text: str | None, path: Path) -> None:
    """Write the position of the question to a file."""
    if text is None:
        raise Refused("This question has no position: it names nothing that can be put on a table.")
    to_file(path, text)


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
    if answer.sureness != "open":
        say(_SURENESS[answer.sureness], dim=True)
    say(answer.explanation)
    if answer.finding is not None and answer.agreement == "both":
        say(f"The experiment shows it: {answer.finding.explanation}")
    from pirate_code.library.citations import checked_words

    if answer.rulings:
        click.echo()
    for ruling in answer.rulings:
        say(ruling.says, 2, hang=2)
        checked = checked_words(ruling.scenarios, ruling.in_part)
        say("; ".join(filter(None, (f"{ruling.citation} [{ruling.id}]", checked))), 4, hang=2, dim=True)
    for was, now in answer.slips:
        say(f"Read {was!r} as {now!r}.", dim=True)
    if answer.alternatives:
        say(f"It could also be: {_in_one_line(answer.alternatives)}", dim=True)


def _in_one_line(things: Iterable[Meaning]) -> str:
    """Things by name; of those that share one, the numbers of a few."""
    alike: dict[tuple[str, str], list[str]] = {}
    for thing in things:
        alike.setdefault((thing.name, thing.kind), []).append(thing.id)
    told = []
    for (name, kind), ids in alike.items():
        more = f" and {len(ids) - _NUMBERS} more" if len(ids) > _NUMBERS else ""
        told.append(f"{name} ({kind}{' ' + ', '.join(ids[:_NUMBERS]) + more if len(ids) > 1 else ''})")
    return ", ".join(told)


def _tell_why(answer: Answer) -> None:
    """The table of the witness, and what happens in each of its worlds."""
    witness = answer.witness
    click.echo()
    if witness is None or answer.x is None or answer.y is None:
        say("No experiment shows it.")
        return
    for line in witness.position:
        say(line, 2, hang=2)
    dice = f" (dice: {', '.join(map(str, witness.dice))})" if witness.dice else ""
    say(f"{witness.deed[0].upper()}{witness.deed[1:]}{dice}.", 2)
    titles = {"neither": "With neither", "x": f"With {answer.x.name}", "y": f"With {answer.y.name}"}
    for world in witness.worlds:
        say(f"{titles.get(world.name, 'With both')}:", bold=True)
        for line in world.happened or ("Nothing happens.",):
            say(line, 2, hang=2)
        for line in world.outcome:
            say(f"→ {line}", 2, hang=2)
