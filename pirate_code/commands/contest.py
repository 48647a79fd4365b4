"""The commands that play many games between fleets: duel and tournament."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pirate_code.commands.library import db_option
from pirate_code.commands.many_options import cluster_option, processes_option
from pirate_code.commands.output import Refused, one_line, print_json, printable, refusing_games, to_file

if TYPE_CHECKING:
    from pirate_code.board.fleet import Fleet
    from pirate_code.play.contest import Contest, Game, GameResult
    from pirate_code.rules.edition import Edition

_SEEDS = 1 << 63
_MOST_GAMES = 10_000_000
_FAILURES_SHOWN = 5
_EXIT_FAILED = 1
_OPTIONS = (
    click.option("--until", type=click.FloatRange(0.001, 0.5), help="Stop when shares are known so well."),
    click.option(
        "--captain",
        "captains",
        multiple=True,
        help="Who commands: greedy (the default), random, raider, curious, settler, admiral, or your own bot"
        " as file.py:Class, module:Class or cmd:COMMAND. One a fleet; the last commands the rest.",
    ),
    click.option(
        "--edition",
        help="The edition: one of `pirate-code editions`, or a .yaml; else what the fleets name, else code.",
    ),
    click.option(
        "--turns",
        type=click.IntRange(1, 1000),
        default=60,
        show_default=True,
        help="End a game after so many turns of each player.",
    ),
    click.option("--build", type=click.IntRange(1, 1000), help="Another build total than the edition's."),
    click.option(
        "--seed", type=click.IntRange(0, _SEEDS), default=1, show_default=True, help="The first seed."
    ),
    processes_option,
    cluster_option,
    click.option(
        "--results",
        type=click.Path(path_type=Path, dir_okay=False),
        help="Keep every game in this SQLite file; what it holds is not played again.",
    ),
    click.option("--csv", "csv", type=click.Path(path_type=Path), help="Write every game to this CSV file."),
    click.option("--html", type=click.Path(path_type=Path), help="Write a page with plots to this file."),
    click.option("--json", "as_json", is_flag=True, help="Print everything as one JSON object."),
    db_option,
)


def _shared_options(command: Callable[..., None]) -> Callable[..., None]:
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


@click.command(
    short_help="Play many games between two fleets.",
    epilog="""Examples:

\b
  pirate-code duel english-traders pirate-raiders --games 1000
  pirate-code duel mine.yaml viking-raiders --until 0.02 --results games.sqlite
  pirate-code duel french-traders french-traders --captain greedy --captain random --html duel.html
  pirate-code duel mine.yaml spanish-raiders --captain "cmd:node bot.js" --captain greedy --games 20
  pirate-code duel mine.yaml spanish-raiders --games 100000 --cluster tcp://10.0.0.1:8786 --json
""",
)
@click.argument("first")
@click.argument("second")
@click.option(
    "--games", type=click.IntRange(1, _MOST_GAMES), default=100, show_default=True, help="How many games."
)
@_shared_options
@click.pass_context
def duel(ctx: click.Context, /, first: str, second: str, **given: Any) -> None:
    """Play many games between two fleets and tell who wins how often.

    FIRST and SECOND are fleets of db/fleets or files. Each seed is played twice, with the seats exchanged.
    The share of points comes with the interval in which it lies 95 times of 100; a draw is half a point for
    each. With --until 0.02 no more games are played than it takes to know it to within two of a hundred.
    """
    _hold(ctx, [first, second], f"{first} against {second}", **given)


@click.command(
    short_help="Let many fleets play everybody against everybody.",
    epilog="""Examples:

\b
  pirate-code tournament english-traders pirate-raiders viking-raiders --games 40
  pirate-code tournament *.yaml --captain greedy --html tournament.html
  pirate-code tournament --results games.sqlite --csv games.csv
""",
)
@click.argument("fleets", nargs=-1)
@click.option(
    "--games",
    type=click.IntRange(1, _MOST_GAMES),
    default=20,
    show_default=True,
    help="How many games each pair plays.",
)
@_shared_options
@click.pass_context
def tournament(ctx: click.Context, /, fleets: tuple[str, ...], **given: Any) -> None:
    """Let fleets play everybody against everybody, and rate them.

    FLEETS are fleets of db/fleets or files; without any, all of db/fleets that the edition allows take part.
    Elo ratings are those under which the results are likeliest, 1500 on average.
    """
    _hold(ctx, list(fleets), f"A tournament of {len(fleets)} fleets" if fleets else "A tournament", **given)


def _hold(
    ctx: click.Context,
    sources: Sequence[str],
    title: str,
    *,
    games: int,
    until: float | None,
    captains: tuple[str, ...],
    edition: str | None,
    turns: int,
    build: int | None,
    seed: int,
    processes: int | None,
    cluster: str | None,
    results: Path | None,
    csv: Path | None,
    html: Path | None,
    as_json: bool,
    db: Path | None,
) -> None:
    """Play the games of a contest and tell what came of them."""
    from pirate_code.core.many import LostBatch
    from pirate_code.core.version import OtherVersion
    from pirate_code.core.workers import open_executor
    from pirate_code.library.progress import progress_bar
    from pirate_code.play.contest import hold, open_results
    from pirate_code.play.contest_report import as_html, as_text, summary

    start = time.perf_counter()
    rows: list[str] = []
    with refusing_games():
        contest = _contest(sources, captains=captains, edition=edition, turns=turns, build=build, db=db)
        try:
            with (
                open_results(results) as kept,
                open_executor(processes, cluster) as executor,
                progress_bar() as bar,
            ):
                records = hold(
                    contest,
                    games,
                    seed,
                    executor=executor,
                    results=kept,
                    until=until,
                    tick=lambda done, total: bar("games", done, total),
                    watch=_csv_writer(contest, rows) if csv is not None else _nothing,
                )
        except (LostBatch, OtherVersion) as error:
            raise Refused(str(error)) from None
        except KeyboardInterrupt:
            where = f"are in {results}, and the same command goes on" if results is not None else "are lost"
            more = "" if results is not None else "; --results FILE keeps them"
            click.echo(f"Stopped: the games that came to their end {where}{more}.", err=True)
            raise
    data = summary(contest, records, seed, until)
    if csv is not None:
        to_file(csv, "".join(rows))
    if html is not None:
        to_file(html, as_html(data, title))
    failures = [failure for record in records for failure in record.failures]
    if len(failures) == data["games"]:
        raise Refused(f"No game came to its end: {failures[0]}")
    if as_json:
        print_json(data)
    else:
        seconds = time.perf_counter() - start
        rate = f"{data['games'] / seconds:,.1f} games a second" if seconds else ""
        click.echo(
            f"{title}: {data['games']:,} games in {seconds:,.1f} s ({rate}), edition {data['edition']}.\n"
        )
        for line in as_text(data):
            click.echo(printable(line))
    for failure in failures[:_FAILURES_SHOWN]:
        click.echo(f"Error: a game failed: {one_line(failure)}", err=True)
    if failures:
        click.echo(f"{len(failures):,} of {data['games']:,} games failed and do not count.", err=True)
        ctx.exit(_EXIT_FAILED)


def _contest(
    sources: Sequence[str],
    *,
    captains: Sequence[str],
    edition: str | None,
    turns: int,
    build: int | None,
    db: Path | None,
) -> Contest:
    """The contest that is asked for; DataError, in one sentence, if it cannot be held."""
    from pirate_code.commands.play import names_of
    from pirate_code.core.bots import bots
    from pirate_code.fleets.fleet_file import builtin_fleets, edition_for, load_reading
    from pirate_code.play.contest import contest_of
    from pirate_code.play.decision_json import WIRE
    from pirate_code.play.order import check_captains, check_fleets

    check_captains(captains, bots(captains, WIRE))
    names = names_of(db)
    if len(sources) == 1:
        raise Refused("A tournament needs two fleets or more; without any, all of db/fleets take part.")
    readings = [load_reading(name, names) for name in sources or builtin_fleets()]
    for note in dict.fromkeys(note for reading in readings for note in reading.notes):
        click.echo(one_line(note), err=True)
    rules = edition_for(edition, readings if sources else ())
    fleets = [reading.fleet for reading in readings]
    if sources:
        check_fleets(fleets, rules, build)
    else:
        fleets = [fleet for fleet in fleets if _is_allowed(fleet, rules, build)]
    return contest_of(fleets, captains or ("greedy",), rules, turns)


def _is_allowed(fleet: Fleet, rules: Edition, build: int | None) -> bool:
    from pirate_code.data import DataError
    from pirate_code.play.order import check_fleets

    try:
        check_fleets([fleet], rules, build)
    except DataError:
        return False
    return True


def _csv_writer(contest: Contest, rows: list[str]) -> Callable[[Game, GameResult], None]:
    """Adds each game to the rows of a CSV file."""
    from pirate_code.cells import csv_line
    from pirate_code.play.contest_report import CSV_HEAD, csv_row

    names = contest.names()
    rows.append(csv_line(CSV_HEAD))
    return lambda game, result: rows.append(csv_line(csv_row(contest, names, game, result)))


def _nothing(game: Game, result: GameResult) -> None:
    """Watch no game."""
