"""The command that runs the scenarios of a ruling or a file, tells what happens, and draws it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pirate_code.commands.output import say

if TYPE_CHECKING:
    from pirate_code.scenarios.format import Scenario


@click.command(
    short_help="Run a scenario and tell what happens.",
    epilog="""Examples:

\b
  pirate-code scenario doctor-stops-elimination-only
  pirate-code scenario my-scenario.yaml --ablate
""",
)
@click.argument("what")
@click.option(
    "--ablate", is_flag=True, help="Also take every ability away in turn: the scenario must then fail."
)
@click.option("--json", "as_json", is_flag=True, help="Print the result as one JSON object.")
@click.pass_context
def scenario(ctx: click.Context, what: str, ablate: bool, as_json: bool) -> None:
    """Run a scenario and tell what happens.

    WHAT is the id of a ruling that has scenarios, or a YAML file with a list of them. The exit code is 0 only
    if every one holds.
    """
    from pirate_code.cli import print_json
    from pirate_code.play.account import account
    from pirate_code.scenarios.run import idle, positions, run

    told, failed = [], False
    scenarios = _scenarios(what)
    for number, (found, given) in enumerate(zip(scenarios, positions(scenarios), strict=True), 1):
        done = run(found, given)
        faults = list(done.faults)
        if ablate and done.holds:
            faults += [f"It holds without the ability of {name} too." for name in idle(found, given)]
        failed |= bool(faults)
        lines = list(account(done.game.log, done.game.state, full=True)) if done.game is not None else []
        told.append(
            {"scenario": number, "title": found.title, "holds": not faults, "faults": faults, "events": lines}
        )
        if not as_json:
            say(f"Scenario {number}{': ' + found.title if found.title else ''}", bold=True)
            for line in lines:
                say(line.strip(), 2, hang=2)
            for fault in faults:
                say(fault, 2, fg="red")
            say("It holds." if not faults else "It does not hold.", 2, fg="green" if not faults else "red")
    if as_json:
        print_json({"what": what, "scenarios": told})
    if failed:
        ctx.exit(1)


def _scenarios(what: str) -> list[Scenario]:
    from pydantic import ValidationError

    from pirate_code.cli import Refused
    from pirate_code.data import DataError, load_yaml
    from pirate_code.scenarios.check import find_ruling, scenarios_of
    from pirate_code.scenarios.format import Scenario

    try:
        if what.endswith((".yaml", ".yml")):
            document = load_yaml(Path(what))
            data = document.data if isinstance(document.data, list) else [document.data]
            return [Scenario.model_validate(entry) for entry in data]
        found = find_ruling(what)
    except DataError as error:
        raise Refused(str(error)) from None
    except ValidationError as error:
        fault = error.errors()[0]
        part = ".".join(str(step) for step in fault["loc"])
        raise Refused(f"{what}: {part}: {fault['msg']}") from None
    if found is None:
        raise Refused(
            f"There is no ruling with the id {what!r}; pirate-code search finds rulings and their ids."
        )
    ruling, document, number = found
    if not ruling.shows:
        why = f": {ruling.unshown}" if ruling.unshown else ""
        raise Refused(f"The ruling {what} has no scenario{why}.")
    return scenarios_of(ruling, document, number)
