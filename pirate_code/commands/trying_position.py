"""What `pirate-code try FILE.yaml` does: tells and draws everything that can come of a position."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from pirate_code.commands.output import Refused, print_json, say, to_file, writing
from pirate_code.data import DataError, load_yaml
from pirate_code.scenarios.outcomes import tree
from pirate_code.scenarios.outcomes.reading import WrittenPosition, read_position
from pirate_code.scenarios.outcomes.report import WHO_CHOOSES, Outcome, Report
from pirate_code.scenarios.picture import DrawnScenario, draw
from pirate_code.scenarios.run import ScenarioRun

_BRANCHES = 60  # of the tree, that are printed
_OUTCOMES = 20
_SIZE = 200_000  # bytes of a file


def try_position(path: Path, number: int, svg: Path | None, *, as_json: bool) -> None:
    """Try the position of a file, and print or draw what comes of it."""
    try:
        written = read_position(load_yaml(path, _SIZE), number)
        report = written.tried()
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
    for number, outcome in enumerate(report.outcomes[:_OUTCOMES], 1):
        say(f"{number}. {' '.join(outcome.says)}", hang=3, bold=True)
        say(_chance(outcome, report), 3)
        for line in outcome.account:
            say(line, 5, hang=2)
    if len(report.outcomes) > _OUTCOMES:
        click.echo(f"... and {len(report.outcomes) - _OUTCOMES:,} other outcomes; --json tells all.")
    if isinstance(report.root, tree.ForkNode):
        say("How it comes to each:", bold=True)
        lines = list(_branches(report.root, 2))
        for depth, line in lines[:_BRANCHES]:
            say(line, depth, hang=2)
        if len(lines) > _BRANCHES:
            click.echo(f"... and {len(lines) - _BRANCHES:,} other branches; --json tells all.")


def _chance(outcome: Outcome, report: Report) -> str:
    if outcome.chance is None:
        return f"seen on {outcome.seen} of {report.paths} paths"
    return f"chance {outcome.chance}"


def _branches(node: tree.ForkNode, depth: int) -> Iterator[tuple[int, str]]:
    """The tree, a line for each fork and each branch."""
    yield depth, f"{node.says} ({WHO_CHOOSES[node.player]})" if node.player is not None else node.says
    for branch in node.branches:
        share = f" [{branch.share}]" if branch.share is not None else ""
        words = f"{tree.in_words(branch)}{share}"
        if isinstance(branch.then, tree.Leaf):
            yield depth + 2, f"{words}: outcome {branch.then.outcome}"
        else:
            yield depth + 2, f"{words}:"
            yield from _branches(branch.then, depth + 4)


def _draw(written: WrittenPosition, report: Report, folder: Path) -> None:
    """Draw each outcome, before and after, to a file of its number."""
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
    for number, outcome in enumerate(report.outcomes, 1):
        played = report.play(outcome)
        done = ScenarioRun(before=report.position.before, game=played.game)
        brief = [_chance(outcome, report).capitalize() + ".", *outcome.says, *outcome.account]
        title = f"Outcome {number}" + (f": {written.scenario.title}" if written.scenario.title else "")
        drawn = DrawnScenario(title, written.scenario, done, outcome.account, brief)
        to_file(folder / f"outcome-{number}.svg", draw([drawn]))
