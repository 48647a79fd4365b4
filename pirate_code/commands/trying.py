"""The command that plays a line of one's own, or a position, and tells all that comes of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pirate_code.commands.output import Refused, print_json, say, to_file

if TYPE_CHECKING:
    from pirate_code.rules.edition import Edition
    from pirate_code.scenarios.conformance.report import Report, Verdict

KINDS = ("ship", "crew", "treasure", "fort", "event", "equipment", "island", "sea creature")
_MARKS = {
    "conforming": "does",
    "differs": "differs",
    "not seen": "not seen",
    "not judged": "not judged",
}
_TOLD = 6  # events of an account


@click.command(
    name="try",
    short_help="Play a line of your own, or a position, and tell what comes of it.",
    epilog="""Examples:

\b
  pirate-code try "This ship gets +1 to her boarding rolls."
  pirate-code try "Once per turn, you may reroll any die roll you make for this ship." --kind crew
  pirate-code try "If this ship is docked at your home island, repair all her masts." --svg repairs.svg
  pirate-code try examples/boarding.yaml
  pirate-code try examples/boarding.yaml --svg pictures
  pirate-code try "Schooner." --edition crimson-coast
""",
)
@click.argument("what", metavar="LINE|FILE.yaml")
@click.option("--kind", type=click.Choice(KINDS), default="ship", help="The kind of piece that has the line.")
@click.option("--name", default="Card", help="The name of the piece, if the line names it.")
@click.option("--number", type=click.IntRange(1), default=1, help="Which position of a file with several.")
@click.option(
    "--work",
    type=click.IntRange(1, 1_000_000),
    help="How many steps all paths of a position may take together (3,000); beyond that, paths are drawn.",
)
@click.option(
    "--edition",
    help="Play by this edition, whatever is written: one of `pirate-code editions`, or your own .yaml.",
)
@click.option(
    "--svg",
    type=click.Path(path_type=Path),
    help="Draw a play of each clause to this file; of a position, each outcome to a file in this folder.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the result as one JSON object.")
@click.pass_context
def try_line(
    ctx: click.Context, /, *, what: str, kind: str, name: str, svg: Path | None, as_json: bool, **options: Any
) -> None:
    """Play a line of your own, or a position of a file, and tell what comes of it.

    A LINE is played in small positions, and what happens is held against what it says. Every clause is told
    with a verdict: it does what it says; it differs, and how; or it could not be brought about or judged. The
    exit code is 0 only if every clause does what it says.

    A FILE.yaml has a position and what is done in it, written as a scenario without `then` (docs/table.md).
    All choices and dice are tried, and every outcome is told with its chance and how it comes about.
    """
    from pirate_code.library.opening import lend_own_nations

    lend_own_nations()
    rules = _rules(options["edition"])
    if what.endswith((".yaml", ".yml")):
        from pirate_code.commands.trying_position import try_position

        try_position(Path(what), options["number"], options["work"], svg, rules, as_json=as_json)
        return
    report = _tried(what, kind, name, rules)
    if svg is not None:
        _draw(report, svg)
    if as_json:
        print_json(_report_data(report, what))
    else:
        _tell(report)
    if not report.conforms:
        ctx.exit(1)


def _rules(edition: str | None) -> Edition | None:
    """The edition that was asked for."""
    from pirate_code.data import DataError
    from pirate_code.fleets.own_editions import checked_edition

    try:
        return None if edition is None else checked_edition(edition)
    except DataError as error:
        raise Refused(str(error)) from None


def _tried(line: str, kind: str, name: str, rules: Edition | None) -> Report:
    from pirate_code.language import LanguageError, parse
    from pirate_code.scenarios.conformance.report import check

    try:
        trees = parse(line)
    except LanguageError as error:
        raise Refused(str(error)) from None
    return check(kind, trees, line, name, keep=True, rules=rules)


def _report_data(report: Report, line: str) -> dict[str, Any]:
    return {
        "line": line,
        "kind": report.kind,
        "conforms": report.conforms,
        "plays": report.plays,
        "clauses": [_data(verdict) for verdict in report.verdicts],
    }


def _data(verdict: Verdict) -> dict[str, Any]:
    return {
        "says": verdict.words,
        "status": verdict.status,
        "why": verdict.why,
        "seen": verdict.seen,
        "account": _account(verdict),
    }


def _tell(report: Report) -> None:
    if not report.verdicts:
        click.echo("This only marks a piece: there is nothing to play.")
    for verdict in report.verdicts:
        times = f", seen {verdict.seen} times" if verdict.seen else ""
        say(f"{_MARKS[verdict.status]}{times}: {verdict.words}", bold=True)
        if verdict.why:
            click.echo(f"  {verdict.why}")
        for sentence in _account(verdict):
            click.echo(f"    {sentence}")
    good = sum(verdict.status == "conforming" for verdict in report.verdicts)
    click.echo(f"{good} of {len(report.verdicts)} clauses do what they say, in {report.plays} plays.")


def _account(verdict: Verdict) -> list[str]:
    """What happened where the clause was first seen, as far as its card had to do with it."""
    from pirate_code.views.account import account

    play = verdict.example
    if play is None:
        return []
    mine = [entry for entry in play.game.log if entry[5].piece == play.subject]
    return list(account(mine, play.game.state))[:_TOLD]


def _draw(report: Report, path: Path) -> None:
    from pirate_code.scenarios.conformance.drawing import drawn
    from pirate_code.scenarios.picture import draw

    shown = [drawn(verdict, _account(verdict)) for verdict in report.verdicts if verdict.example is not None]
    if not shown:
        raise Refused("Nothing of this line was seen, so there is nothing to draw.")
    to_file(path, draw(shown))
