"""The commands that tell what a thing interacts with, and that settle all pairs of abilities."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import click

from pirate_code.commands.library import db_option
from pirate_code.commands.many_options import cluster_option, processes_option
from pirate_code.commands.output import Refused, heading, print_json, reading, say, tell_faults, writing

_MOST = 100_000


@click.command(
    short_help="Tell everything that a thing interacts with.",
    epilog="""Examples:

\b
  pirate-code interactions Captain
  pirate-code interactions "Tia Dalma" --kind cancels
  pirate-code interactions Eternal --json
""",
)
@click.argument("name")
@click.option("--kind", "relation", help="Only one relation: stacks, cancels, prevents ...")
@db_option
@click.option("--json", "as_json", is_flag=True, help="Print everything as one JSON object.")
def interactions(name: str, relation: str | None, db: Path | None, as_json: bool) -> None:
    """Tell everything in the library that a thing interacts with, by relation.

    NAME is a keyword, piece, printed line, unique treasure, event, terrain or term of the rules. What rulings
    claim comes first; in a library that `pirate-code matrix` has filled, what experiments found follows.
    """
    from pirate_code.answers.asking import Unanswerable, thing
    from pirate_code.core.naming import nearest
    from pirate_code.library.question_words import question_words

    if relation is not None and relation not in question_words().relations:
        raise Refused(f"{relation!r} is no relation{nearest(relation, question_words().relations)}")
    with reading(db) as opened:
        try:
            meant = thing(opened, name)
        except Unanswerable as error:
            raise Refused(str(error)) from None
        rows = _interactions(opened, meant, relation)
    if as_json:
        print_json({"name": meant.name, "type": meant.type, "id": meant.id, "interactions": rows})
        return
    say(f"{meant.name} ({meant.kind})", bold=True)
    for kind in dict.fromkeys(each["relation"] for each in rows):
        heading(kind)
        for each in rows:
            if each["relation"] == kind:
                condition = f" (when {each['condition']})" if each["condition"] else ""
                source = f"[{each['ruling']}]" if each["ruling"] else "(by experiment)"
                say(f"{each['says']}{condition} {source}", 2, hang=2)
    if not rows:
        say("Nothing that is known.")


def _interactions(db: sqlite3.Connection, meant: Any, relation: str | None) -> list[dict[str, Any]]:
    """What rulings claim of a thing and others, and what experiments found, by relation."""
    from pirate_code.answers.matrix import interactions_of
    from pirate_code.answers.partners import partners

    claimed = [
        {"with": other["name"], "kind": other["kind"], **claim}
        for other in partners(db, meant, _MOST)
        for claim in other["claims"]
    ]
    tried = [
        {
            "with": row["other"],
            "kind": row["kind"],
            "says": row["says"],
            "relation": row["relation"],
            "holds": row["verdict"],
            "condition": None,
            "ruling": None,
        }
        for row in interactions_of(db, meant)
    ]
    rows = [each for each in (*claimed, *tried) if relation in (None, each["relation"])]
    return sorted(rows, key=lambda each: each["relation"])


@click.command(
    short_help="Settle all pairs of distinct abilities.",
    epilog="""Examples:

\b
  pirate-code matrix --out matrix.sqlite --only seamanship
  pirate-code matrix --out matrix.sqlite --processes 4
  pirate-code matrix --out matrix.sqlite --cluster tcp://10.0.0.1:8786
""",
)
@click.option("--out", type=click.Path(path_type=Path), required=True, help="The file to write, a library.")
@processes_option
@cluster_option
@click.option("--only", help="Only pairs of which one is of this family of keywords.")
@click.option("--keywords", is_flag=True, help="Only pairs of keywords, no printed lines.")
@db_option
@click.option("--json", "as_json", is_flag=True, help="Print the grid of families as one JSON object.")
def matrix(
    *,
    out: Path,
    processes: int | None,
    cluster: str | None,
    only: str | None,
    keywords: bool,
    db: Path | None,
    as_json: bool,
) -> None:
    """Settle all pairs of distinct abilities, keywords and lines, into a copy of the library.

    Pairs of which rulings speak are settled by them, pairs that nothing brings together by their footprints,
    and the rest by experiment. A run that is interrupted goes on where it was. The workers of a cluster must
    find the library at the same place.
    """
    from pirate_code.answers.matrix import compute, distinct, families
    from pirate_code.core.many import LostBatch
    from pirate_code.core.naming import nearest
    from pirate_code.core.version import OtherVersion
    from pirate_code.core.workers import open_executor
    from pirate_code.data import DataError
    from pirate_code.library import storage
    from pirate_code.library.progress import progress_bar

    with reading(db) as opened:
        known = {each.family for each in distinct(opened)}
        place = storage.place_of(opened)
    if only is not None and only not in known:
        raise Refused(f"There is no family {only!r}{nearest(only, known)}")
    try:
        with writing(out), open_executor(processes, cluster) as executor, progress_bar() as bar:
            run = compute(place, out, executor=executor, only=only, keywords=keywords, tell=bar)
    except (DataError, LostBatch, OtherVersion) as error:
        raise Refused(str(error)) from None
    tell_faults(run.faults)
    with reading(out) as opened:
        grid = families(opened)
    if as_json:
        print_json(grid | {"faults": [fault.as_json() for fault in run.faults]})
        return
    _tell(out, grid)
    say(f"Engine faults: {len(run.faults)}")


def _tell(out: Path, grid: dict[str, Any]) -> None:
    names, cells = grid["families"], grid["cells"]
    say(f"{out}: pairs that interact or depend, of all pairs, by family")
    width = max(map(len, names)) + 2
    click.echo(" " * width + "".join(f"{place:>10}" for place in range(1, len(names) + 1)))
    for place, (name, row) in enumerate(zip(names, cells, strict=True), 1):
        shown = "".join(f"{_cell(cell):>10}" for cell in row)
        click.echo(f"{f'{place} {name}':<{width}}{shown}")


def _cell(cell: dict[str, int]) -> str:
    met = cell.get("yes", 0) + cell.get("depends", 0)
    return f"{met}/{sum(cell.values())}" if cell else "-"
