"""What `pirate-code try FILE.yaml` does: tells and draws everything that can come of a position."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from pirate_code.commands.output import Refused, print_json, say, to_file, writing
from pirate_code.data import DataError, load_yaml
from pirate_code.rules.edition import Edition
from pirate_code.scenarios.outcomes.reading import WrittenPosition, read_position
from pirate_code.scenarios.outcomes.report import Outcome, Report, tree_lines
from pirate_code.scenarios.outcomes.search import WORK
from pirate_code.scenarios.picture import DrawnScenario, draw
from pirate_code.scenarios.run import ScenarioRun

_BRANCHES = 60  # of the tree, that are printed
_OUTCOMES = 20
_SIZE = 200_000  # bytes of a file


def try_position(
    path: Path, number: int, work: int | None, svg: Path | None, rules: Edition | None, *, as_json: bool
) -> None:
    """Try the position of a file, and print or draw what comes of it."""
    try:
        written = read_position(load_yaml(path, _SIZE), number, path.parent)
        if rules is not None:
            written = replace(written, scenario=written.scenario.under(rules))
        report = written.tried(work=work or WORK)
    except DataError as error:
        raise Refused(str(error)) from None
    if svg is not None:
        _draw(written, report, svg)
    if as_json:
        print_json({"file": str(path), "title": written.scenario.title} | report.as_json())
    else:
        _tell(written, report)


def _tell(written: WrittenPosition, report: Report) -> None:
    if written.scenario.title:
        say(written.scenario.title, bold=True)
    click.echo(report.summary)
    for note in report.notes:
        say(note, fg="yellow")
    if report.always:
        say(f"In all of them: {' '.join(report.always)}", hang=2)
    for number, outcome in enumerate(report.outcomes[:_OUTCOMES], 1):
        say(f"{number}. {' '.join(outcome.says)}", hang=3, bold=True)
        say(_chance(outcome, report), 3)
        for line in outcome.account:
            say(line, 5, hang=2)
    if len(report.outcomes) > _OUTCOMES:
        click.echo(f"... and {len(report.outcomes) - _OUTCOMES:,} other outcomes; --json tells all.")
    lines = list(tree_lines(report.root))
    if lines:
        say("How it comes to each:", bold=True)
        for depth, text, leads_to in lines[:_BRANCHES]:
            leads = f": outcome {leads_to}" if leads_to is not None else ":" if depth % 2 else ""
            say(f"{text}{leads}", 2 + 2 * depth, hang=2)
        if len(lines) > _BRANCHES:
            click.echo(f"... and {len(lines) - _BRANCHES:,} other branches; --json tells all.")


def _chance(outcome: Outcome, report: Report) -> str:
    if outcome.chance is None:
        return f"seen on {outcome.seen} of {report.paths} paths"
    return f"chance {outcome.chance}"


def _draw(written: WrittenPosition, report: Report, folder: Path) -> None:
    """Draw each outcome, before and after, to a file of its number."""
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
    for number, outcome in enumerate(report.outcomes, 1):
        played = report.play(outcome)
        done = ScenarioRun(before=report.position.before, game=played.game)
        brief = [_chance(outcome, report).capitalize() + ".", *outcome.says, *report.always, *outcome.account]
        title = f"Outcome {number}" + (f": {written.scenario.title}" if written.scenario.title else "")
        drawn = DrawnScenario(title, written.scenario, done, outcome.account, brief)
        to_file(folder / f"outcome-{number}.svg", draw([drawn]))
