"""The command that tells about one card of somebody's own: what it does, meets, is like and may cost."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from pirate_code.commands.library import db_option
from pirate_code.commands.output import Refused, card_line, heading, print_json, reading, say


@click.command(
    short_help="Tell what a card of your own does and may cost.",
    epilog="""Examples:

\b
  pirate-code design --kind crew --ability "Captain. This ship cannot be pinned."
  pirate-code design --masts 3 --cargo 4 --move S+S --cannons 3S-3S-2L --ability "Schooner."
  pirate-code design card.yaml --json
  pirate-code design --accuracy
""",
)
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--kind", default="ship", show_default=True, help="ship, crew, fort, equipment, event ...")
@click.option("--name", default="", help="What it is called.")
@click.option("--nation", default="", help="Its nation.")
@click.option("--points", default="", help="What it is to cost; the estimate does not look at it.")
@click.option("--masts", default="", help="How many masts.")
@click.option("--cargo", default="", help="How many cargo spaces.")
@click.option("--move", default="", help="The base move, such as S+L.")
@click.option("--cannons", default="", help="The cannons, such as 3S-3S-2L.")
@click.option("--link", default="", help="What it is linked to.")
@click.option("--ability", default="", help="The ability line.")
@click.option("--accuracy", is_flag=True, help="Tell instead how far off estimates of the cost are.")
@db_option
@click.option("--json", "as_json", is_flag=True, help="Print everything as one JSON object.")
@click.pass_context
def design(
    ctx: click.Context, /, *, file: Path | None, accuracy: bool, db: Path | None, as_json: bool, **fields: str
) -> None:
    """Tell about one card of your own: its tree, what it meets, printed cards like it, and its cost.

    The fields are given as options, or in a FILE (YAML) under the same names. The cost is estimated from the
    printed ships and crew of the library, with the interval of eight in ten that were left out of the fit
    (docs/custom.md). The exit code is 0 only if every field and the line are understood.
    """
    from pirate_code.answers.card_draft import read_draft, report
    from pirate_code.library import point_cost

    with reading(db) as opened:
        if accuracy:
            _tell_accuracy(point_cost.accuracy(opened), as_json)
            return
        draft = read_draft(_fields(file) if file is not None else fields)
        told = report(opened, draft)
    if as_json:
        print_json(told)
    else:
        _tell(told)
    if told["faults"] or (told["line"] and not told["line"]["parsed"]):
        ctx.exit(1)


def _fields(path: Path) -> dict[str, str]:
    """Read the fields of a card from a file."""
    from pirate_code.answers.card_draft import FIELDS
    from pirate_code.data import load_yaml

    document = load_yaml(path, 100_000)
    if not isinstance(document.data, dict):
        raise document.error(f"a card holds {', '.join(FIELDS)}")
    for name, value in document.data.items():
        if name not in FIELDS:
            raise document.error(
                f"{str(name)[:40]!r} is unknown here; a card holds {', '.join(FIELDS)}", name
            )
        if not isinstance(value, str | int):
            raise document.error(f"{name!r} must be text or a number", name)
    return {name: str(value) for name, value in document.data.items()}


def _tell_accuracy(measured: dict[str, dict[str, float]], as_json: bool) -> None:
    if as_json:
        print_json(measured)
        return
    if not measured:
        raise Refused("The library has too few pieces to estimate a cost from.")
    for kind, numbers in measured.items():
        say(
            f"{kind}: fitted on {numbers['pieces']:,} printed pieces; on pieces that were left out"
            f" {numbers['mean_error']} points off on average ({numbers['guess_error']} for one who always"
            f" says the mean); {numbers['within_1']:.0%} within 1 point, {numbers['within_2']:.0%} within 2;"
            f" 8 in 10 from {numbers['interval_low']:+} to {numbers['interval_high']:+}"
        )


def _tell(told: dict[str, Any]) -> None:
    card = told["card"]
    say(card["name"] or "A card of your own", bold=True)
    empty = {"id": "", "gold": None, "rarity": None}
    say(card_line(card | empty))
    for name, reason in told["faults"].items():
        say(f"{name}: {reason}", fg="red")
    _tell_cost(told["cost"], card["kind"])
    if told["line"]:
        _tell_line(told["line"])
    if told["similar"]:
        heading("Printed cards like it")
        for each in told["similar"]:
            facts = card_line(each | empty | {"id": each["id"], "nation": None, "origin": ""})
            say(f"{each['name']}  {facts}{' · the same ability' if each['same'] else ''}", 2)
            say(each["ability"], 4, dim=True)
    if told["partners"]:
        heading("What rulings say of it")
        for other in told["partners"]:
            for claim in other["claims"][:2]:
                condition = f" (when {claim['condition']})" if claim["condition"] else ""
                say(f"{claim['says']}{condition} [{claim['ruling']}]", 2, hang=2)
    if told["meetings"]:
        heading("What it meets, by what the lines touch, and what was seen when both were tried")
        for other in told["meetings"]:
            say(f"{other['name']}: {'; '.join(other['says'])}", 2, hang=2)
            say(_seen(other["seen"]), 4, dim=True)


def _seen(seen: dict[str, Any] | None) -> str:
    if seen is None:
        return "This was not tried."
    return seen["explanation"] or "On no table did the one change what the other does."


def _tell_cost(cost: dict[str, Any], kind: str) -> None:
    heading("What it may cost")
    if "why_not" in cost:
        say(cost["why_not"], 2)
        return
    low, high = cost["interval"]
    far = f"if it is as far off as for 8 in 10 printed {kind} cards that were left out"
    say(f"about {cost['points']:.0f} points; {low} to {high}, {far}", 2)
    say(
        f"fitted on {cost['pieces']} pieces, {cost['mean_error']} points off on average on those left out;"
        f" it cannot see {'; '.join(cost['cannot_see'])}",
        2,
        dim=True,
    )


def _tell_line(line: dict[str, Any]) -> None:
    heading("What it does")
    if not line["parsed"]:
        error = line["error"]
        say(f"not understood: {error['message']} (column {error['column']})", 2, fg="red")
        if error["expected"]:
            say(f"what would fit there: {'; '.join(error['expected'][:8])}", 2)
        return
    for sentence in line["rendered"].splitlines():
        say(sentence, 2, hang=2)
    for keyword in line["keywords"]:
        say(f"{keyword['name']}: {keyword['definition']}", 2, hang=2)
    heading("Its tree")
    for said in line["says"]:
        bare = said.lstrip()
        say(bare, 2 + len(said) - len(bare))
    for warning in line["warnings"]:
        say(warning, 2, fg="yellow")
