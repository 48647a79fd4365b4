"""The command that runs the scenarios of a ruling or a file, tells what happens, and draws it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pirate_code.commands.output import Refused, print_json, say, to_file

if TYPE_CHECKING:
    from pirate_code.scenarios.format import Scenario
    from pirate_code.scenarios.picture import DrawnScenario
    from pirate_code.scenarios.run import ScenarioRun


@click.command(
    short_help="Run a scenario and tell what happens.",
    epilog="""Examples:

\b
  pirate-code scenario doctor-stops-elimination-only
  pirate-code scenario my-scenario.yaml --ablate
  pirate-code scenario doctor-stops-elimination-only --edition mine.yaml
  pirate-code scenario doctor-stops-elimination-only --svg doctor.svg
""",
)
@click.argument("what")
@click.option(
    "--ablate", is_flag=True, help="Also take every ability away in turn: the scenario must then fail."
)
@click.option(
    "--svg", type=click.Path(path_type=Path), help="Draw before and after, side by side, to this file."
)
@click.option(
    "--edition",
    help="Play by this edition, whatever is written: one of `pirate-code editions`, or your own .yaml.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the result as one JSON object.")
@click.pass_context
def scenario(
    ctx: click.Context, *, what: str, ablate: bool, svg: Path | None, edition: str | None, as_json: bool
) -> None:
    """Run a scenario and tell what happens.

    WHAT is the id of a ruling that has scenarios, or a YAML file with a list of them. Those of a ruling of
    several editions are run by each of them. The exit code is 0 only if every one holds.
    """
    from pirate_code.scenarios.picture import draw
    from pirate_code.scenarios.run import idle, positions, run

    reports, drawn = [], []
    numbered = _scenarios(what, edition)
    scenarios = [each for _, each in numbered]
    for (number, each), given in zip(numbered, positions(scenarios), strict=True):
        done = run(each, given)
        if ablate and done.holds:
            done.faults += [f"It holds without the ability of {name} too." for name in idle(each, given)]
        shown = _ran(_title(what, number, each), each, done)
        drawn.append(shown)
        about = {"scenario": number, "title": each.title, "edition": each.edition}
        reports.append(about | _facts(shown))
        if not as_json:
            _tell(shown)
    if svg is not None:
        to_file(svg, draw(drawn))
    if as_json:
        print_json({"what": what, "scenarios": reports})
    if not all(each.done.holds for each in drawn):
        ctx.exit(1)


def _title(what: str, number: int, scenario: Scenario) -> str:
    """Which scenario of what it is, by which edition if not by the Code."""
    played = f" by {scenario.edition}" if scenario.edition != "code" else ""
    return f"{what}, scenario {number}{played}{': ' + scenario.title if scenario.title else ''}"


def _ran(title: str, scenario: Scenario, done: ScenarioRun) -> DrawnScenario:
    from pirate_code.scenarios.picture import DrawnScenario
    from pirate_code.views.account import account

    game = done.game
    full = list(account(game.log, game.state, full=True)) if game is not None else []
    brief = list(account(game.log, game.state)) if game is not None else []
    return DrawnScenario(title, scenario, done, full, brief)


def _facts(ran: DrawnScenario) -> dict[str, Any]:
    return {"holds": ran.done.holds, "faults": ran.done.faults, "events": ran.account}


def _tell(ran: DrawnScenario) -> None:
    say(ran.title, bold=True)
    for line in ran.account:
        say(line.strip(), 2, hang=2)
    for fault in ran.done.faults:
        say(fault, 2, fg="red")
    holds = ran.done.holds
    say("It holds." if holds else "It does not hold.", 2, fg="green" if holds else "red")


def _scenarios(what: str, edition: str | None) -> list[tuple[int, Scenario]]:
    """The scenarios of a file or a ruling with their numbers, by the edition that was asked for."""
    from pirate_code.data import DataError
    from pirate_code.fleets.own_editions import checked_edition

    try:
        rules = None if edition is None else checked_edition(edition)
        written = list(_written_scenarios(what, every=rules is None))
    except DataError as error:
        raise Refused(str(error)) from None
    return written if rules is None else [(number, each.under(rules)) for number, each in written]


def _written_scenarios(what: str, *, every: bool) -> Iterator[tuple[int, Scenario]]:
    """The scenarios as they are written, with their numbers; by every edition of the ruling, or by one."""
    from pirate_code.core.naming import near
    from pirate_code.library.rulings import load_rulings
    from pirate_code.scenarios.check import editions_of, find_ruling, scenarios_of
    from pirate_code.scenarios.scenario_edition import beside
    from pirate_code.scenarios.scenario_file import read_file

    if what.endswith((".yaml", ".yml")):
        yield from enumerate((beside(each, Path(what).parent) for each in read_file(Path(what))), 1)
        return
    named = find_ruling(what)
    if named is None:
        meant = near(what, (ruling.id for file in load_rulings() for ruling in file.rulings))
        hint = f"did you mean {meant}?" if meant else "pirate-code search finds rulings and their ids."
        raise Refused(f"There is no ruling with the id {what[:60]!r}; {hint}")
    ruling, document, number = named
    if not ruling.shows:
        why = f": {ruling.unshown}" if ruling.unshown else ""
        raise Refused(f"The ruling {what} has no scenario{why}.")
    scenarios = scenarios_of(ruling, document, number)
    for place, scenario in enumerate(scenarios, 1):
        for edition in editions_of(ruling, scenario)[: None if every else 1]:
            yield place, scenario.model_copy(update={"edition": edition})
