"""The command that measures how many of the printed abilities parse, are lowered, conform, and act."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pirate_code.commands.library import db_option
from pirate_code.commands.output import Refused, print_json

if TYPE_CHECKING:
    from pirate_code.fleets.card_pool import Pool
    from pirate_code.play.coverage import Coverage
    from pirate_code.scenarios.conformance.lines import LineReport

_SHOWN = 25
_ENOUGH = 0.95
_FIRST = 3  # one game of three is between any fleets, the others have pieces that have not acted yet


@click.command(
    short_help="Measure how many of the printed abilities parse, are lowered and act.",
    epilog="""Examples:

\b
  pirate-code coverage
  pirate-code coverage --sheet master.csv --all
  pirate-code coverage --sheet master.csv --conformance --kept found.jsonl
  pirate-code coverage --sheet master.csv --games 200 --json
""",
)
@click.option(
    "--sheet", type=click.Path(path_type=Path), help="Measure the pieces of a .csv or .xlsx file as well."
)
@click.option(
    "--games",
    type=click.IntRange(0, 1_000_000),
    default=0,
    help="Play so many random games and tell what acted.",
)
@click.option(
    "--conformance", is_flag=True, help="Play every line in small positions and hold it against its tree."
)
@click.option(
    "--positions",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    multiple=True,
    help="A folder of written positions that show clauses for --conformance, beside those of the rulings.",
)
@click.option(
    "--kept",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Keep what --conformance found in this file, and go on from it; delete it when the rules change.",
)
@click.option("--jobs", type=click.IntRange(1, 64), default=2, help="Processes that play for --conformance.")
@click.option("--seed", type=click.IntRange(0), default=1, help="The seed of the first game.")
@click.option("--all", "everything", is_flag=True, help=f"List everything, not only the first {_SHOWN}.")
@click.option("--json", "as_json", is_flag=True, help="Print the measurement as one JSON object.")
@db_option
@click.pass_context
def coverage(
    ctx: click.Context,
    *,
    sheet: Path | None,
    games: int,
    conformance: bool,
    positions: tuple[Path, ...],
    kept: Path | None,
    jobs: int,
    seed: int,
    everything: bool,
    as_json: bool,
    db: Path | None,
) -> None:
    """Tell, of all distinct ability lines, how many parse, are lowered, conform, and act in games.

    A line is lowered if each of its abilities becomes at least one op of the program that the engine runs;
    whether those do what the line says, --conformance finds out: it plays every clause in small positions and
    compares what happens with the tree; that takes minutes. A wording that means something its grammar
    does not say has a rewrite; those that serve a single line are listed. With --games random games are
    played, first between any fleets, then with the lines that have not acted yet. The exit code is 0 only if
    at least 95% of the lines are lowered and no game failed.
    """
    from pirate_code.commands.play import names_of
    from pirate_code.data import DataError
    from pirate_code.fleets import card_pool
    from pirate_code.library.sheet import SheetError

    try:
        pool = card_pool.from_sheet(sheet) if sheet is not None else names_of(db).pool
    except (DataError, SheetError) as error:
        raise Refused(str(error)) from None
    measured = _measure(pool)
    failures = _exercise(pool, measured, games, seed) if games else []
    held = _conformance(pool, jobs, positions, kept) if conformance else None
    if as_json:
        print_json(_data(measured, failures, held))
    else:
        _tell(measured, failures, held, None if everything else _SHOWN)
    if measured.share < _ENOUGH or failures:
        ctx.exit(1)


def _measure(pool: Pool) -> Coverage:
    from pirate_code.play.coverage import measure

    lines: dict[str, tuple[str, Any, str]] = {}
    for card in pool.cards.values():
        if card.line.strip():
            lines.setdefault(card.line, (card.line, card.abilities, card.kind))
    for piece in pool.unplayable:
        if piece.line:
            lines.setdefault(piece.line, (piece.line, None, ""))
    return measure(lines.values())


def _exercise(pool: Pool, measured: Coverage, games: int, seed: int) -> list[Any]:
    """Play games, and note the lines that never acted; returns the reports of those that failed."""
    from pirate_code.library.progress import progress_bar
    from pirate_code.play.exercise import exercise

    with progress_bar() as bar:
        first = games // _FIRST
        done = exercise(pool, first, games - first, seed, lambda count, total: bar("games", count, total))
    measured.exercised = len(done.used)
    measured.never_used = done.left()
    return done.failed


def _conformance(pool: Pool, jobs: int, positions: tuple[Path, ...], kept: Path | None) -> list[LineReport]:
    """Hold every line that can be played against its tree."""
    from pirate_code.data import DataError
    from pirate_code.library.progress import progress_bar
    from pirate_code.scenarios.conformance.lines import check_cards

    cards = pool.cards.values()
    with progress_bar() as bar:
        try:
            return check_cards(
                cards,
                jobs,
                lambda done, total: bar("playing clauses", done, total),
                folders=positions,
                kept=kept,
            )
        except DataError as error:
            raise Refused(str(error)) from None


def _data(measured: Coverage, failures: Sequence[Any], held: Sequence[LineReport] | None) -> dict[str, Any]:
    conforming = None if held is None else sum(one.conforms for one in held)
    written = None if held is None else sum(one.conforms and one.written for one in held)
    differing = [
        {"line": one.line, "kind": one.kind, "differs": one.differs} for one in held or () if not one.conforms
    ]
    return {
        "conforming": conforming,
        "conforming_by_written_positions": written,
        "differing": differing,
        "lines": measured.lines,
        "parsed": measured.parsed,
        "lowered": measured.lowered,
        "exercised": measured.exercised,
        "unparsed": measured.unparsed,
        "without_ops": measured.without_ops,
        "never_used": measured.never_used,
        "rewrites": {name: len(lines) for name, lines in measured.served.items()},
        "failures": [{"seed": report.seed, "failure": report.failure} for report in failures],
    }


def _tell(
    measured: Coverage, failures: Sequence[Any], held: Sequence[LineReport] | None, limit: int | None
) -> None:
    from pirate_code import show
    from pirate_code.commands.output import heading, one_line, say

    total = measured.lines or 1
    say(f"{measured.lines:,} distinct ability lines", bold=True)
    for name, count in (
        ("parsed", measured.parsed),
        ("lowered", measured.lowered),
        ("conforming", None if held is None else sum(one.conforms for one in held)),
        ("exercised", measured.exercised),
    ):
        if count is not None:
            click.echo(f"  {name:<10} {count:>6,}  {100 * count / total:5.1f}%")
    if held is not None:
        written = sum(one.conforms and one.written for one in held)
        click.echo(f"  {written} of those that conform do so by written positions, in part or whole")
    single = measured.for_one_line
    rewrites = f"{len(measured.served)} rewrites of wordings, {len(single)} of which serve a single line"
    click.echo(f"  {rewrites}")
    for title, items in (
        (
            "Rewrites that serve a single line:",
            [f"{name}: {one_line(line)}" for name, line in single.items()],
        ),
        ("Lines that do not parse:", [one_line(line) for line in measured.unparsed]),
        ("Lines of which an ability does nothing:", [one_line(line) for line in measured.without_ops]),
        (
            "Lines that were not seen to do what they say:",
            [f"{one_line(one.line)}\n      {one.differs[0]}" for one in held or () if not one.conforms],
        ),
        ("Lines that never acted:", [one_line(line) for line in measured.never_used]),
        ("Games that failed:", [f"seed {report.seed}: {report.failure}" for report in failures]),
    ):
        if items:
            heading(title)
            for item in show.first(items, limit):
                click.echo(f"  {item}")
