"""The commands that play games: play and replay."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pirate_code.commands.library import db_option
from pirate_code.commands.output import Refused, one_line, print_json, refusing_games, to_file, writing

if TYPE_CHECKING:
    from pirate_code.fleets.notation_names import Names
    from pirate_code.play.game import Played
    from pirate_code.rules.decision import Answer, Decision

_SEEDS = 1 << 64


@click.command(
    short_help="Play one whole game between fleets.",
    epilog="""Examples:

\b
  pirate-code play --fleet english-traders --fleet pirate-raiders
  pirate-code play --fleet mine.yaml --fleet viking-raiders --captain greedy --captain random --seed 7
  pirate-code play --fleet a.yaml --fleet b.yaml --fleet c.yaml --edition cursed-seas --log game.jsonl
  pirate-code play --fleet french-traders --fleet spanish-raiders --edition crimson-coast --build 40
  pirate-code play --fleet harbour-cursed-seas --fleet prowlers-cursed-seas --captain settler
  pirate-code play --fleet french-traders --fleet spanish-raiders --save game.json --json
  pirate-code play --fleet french-traders --fleet spanish-raiders --captain mine.py:Hoarder --captain greedy
  pirate-code play --fleet french-traders --fleet spanish-raiders --captain "cmd:node bot.js" --captain greedy
  pirate-code play --fleet french-traders --fleet spanish-raiders --captain me --captain greedy
""",
)
@click.option(
    "--fleet", "fleets", multiple=True, help="A fleet: a file, or one of db/fleets; give two or more."
)
@click.option(
    "--edition",
    help="The edition: one of `pirate-code editions`, or your own .yaml; else the one that the fleets name,"
    " else code.",
)
@click.option("--seed", type=click.IntRange(0, _SEEDS - 1), default=1, help="The seed of all dice.")
@click.option(
    "--captain",
    "captains",
    multiple=True,
    help="Who commands: me (you, at the terminal), random, greedy, raider, curious, settler, admiral,"
    " or your own bot as file.py:Class, module:Class or cmd:COMMAND. One a fleet; the last commands the"
    " rest.",
)
@click.option(
    "--build", type=click.IntRange(1, 1000), help="Play with another build total than the edition's."
)
@click.option("--turns", type=click.IntRange(1, 1000), help="End after so many turns of each player.")
@click.option(
    "--table",
    type=(click.IntRange(600, 6000), click.IntRange(600, 6000)),
    metavar="WIDTH HEIGHT",
    help="Play on a table of this size, in millimetres. Else, and where the islands find no room on it, it is"
    " as large as they need.",
)
@click.option("--log", type=click.Path(path_type=Path), help="Write every event to this file, as JSON lines.")
@click.option("--save", type=click.Path(path_type=Path), help="Write a replay to this file.")
@click.option(
    "--decisions", type=click.Path(path_type=Path), help="Write every decision to this file, as JSON lines."
)
@click.option("--full", is_flag=True, help="Tell the steps in between, and what was forbidden, too.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as one JSON object.")
@db_option
def play(
    *,
    fleets: tuple[str, ...],
    edition: str | None,
    seed: int,
    captains: tuple[str, ...],
    turns: int | None,
    build: int | None,
    table: tuple[int, int] | None,
    log: Path | None,
    save: Path | None,
    decisions: Path | None,
    full: bool,
    as_json: bool,
    db: Path | None,
) -> None:
    """Play one whole game to its end and tell it turn by turn.

    Fleets are named as in db/fleets, or are files of your own (text, YAML or JSON) with any piece of the
    library. The same seed, fleets and captains give the same game.
    """
    from pirate_code.commands import person
    from pirate_code.core.bots import bots
    from pirate_code.fleets.fleet_file import builtin_fleets, edition_for, load_reading
    from pirate_code.play.decision_json import WIRE
    from pirate_code.play.game import go_on
    from pirate_code.play.order import PLAYERS_LIMIT, ordered, outcome

    if len(fleets) > PLAYERS_LIMIT:
        raise Refused(f"A game has at most {PLAYERS_LIMIT} fleets, and {len(fleets):,} were given.")
    if len(fleets) < 2:
        known = ", ".join(builtin_fleets())
        raise Refused(f"A game needs two fleets or more: give --fleet twice. Built in are {known}.")
    with refusing_games():
        names = names_of(db)
        readings = [load_reading(name, names) for name in fleets]
        for note in dict.fromkeys(note for reading in readings for note in reading.notes):
            click.echo(one_line(note), err=True)
        own = bots(captains, WIRE)
        if person.NAME in captains:
            own[person.NAME] = lambda dice: person.Person(lambda: played)
        played = ordered(
            [reading.fleet for reading in readings],
            edition_for(edition, readings),
            seed,
            captains,
            turns,
            build=build,
            table=table,
            bots=own,
        )
        lines: list[str] = []
        with contextlib.suppress(person.LeftGame):
            go_on(played, own, _writer(lines) if decisions is not None else None)
        _write(played, log, save)
        if decisions is not None:
            to_file(decisions, "".join(lines))
    if as_json:
        print_json(outcome(played))
    elif person.NAME in captains:
        _tell_result(played)  # the rest was told while it was played
    else:
        _tell(played, full)


@click.command(
    short_help="Play a recorded game again, or draw it.",
    epilog="""Examples:

\b
  pirate-code replay game.json
  pirate-code replay game.json --until 12 --svg table.svg
  pirate-code replay game.json --json
""",
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--until", type=click.IntRange(0, 100_000), help="Stop when this turn begins; 0 is the setup.")
@click.option("--svg", type=click.Path(path_type=Path), help="Draw the table as it is then to this file.")
@click.option("--log", type=click.Path(path_type=Path), help="Write every event to this file, as JSON lines.")
@click.option("--full", is_flag=True, help="Tell the steps in between, and what was forbidden, too.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as one JSON object.")
def replay(
    file: Path, *, until: int | None, svg: Path | None, log: Path | None, full: bool, as_json: bool
) -> None:
    """Play a game again that `pirate-code play --save` wrote down, to its end or to a turn.

    A game that does not come out the same, event by event, is told. Replays of Blackbeard are played, too.
    """
    from pirate_code.commands import blackbeard
    from pirate_code.core.replay import parsed, read
    from pirate_code.play.order import outcome
    from pirate_code.play.replay import parse_replay, play_again

    with refusing_games():
        data = read(file)
        if blackbeard.is_replay(data):
            blackbeard.replay(file, data, until=until, svg=svg, log=log, full=full, as_json=as_json)
            return
        played = play_again(parsed(data, file, parse_replay), until)
        _write(played, log, None)
        if svg is not None:
            from pirate_code.views.svg import draw

            to_file(svg, draw(played.game.state, f"{file.stem}, turn {played.game.state.turn.number}"))
    if as_json:
        print_json(outcome(played))
    elif svg is None or full:
        _tell(played, full)
    else:
        click.echo(f"{svg}: the table at turn {played.game.state.turn.number}.")


def names_of(db: Path | None) -> Names:
    """The pieces to play with: those of the library, or the built-in ones as long as nobody has made one."""
    from pirate_code.commands.output import reading
    from pirate_code.fleets.notation_names import builtin_names, from_library
    from pirate_code.library import storage

    if db is None and storage.state(storage.default_path()) == "missing":
        return builtin_names()

    with reading(db) as connection:
        return from_library(connection)


def _writer(lines: list[str]) -> Callable[[Decision, Answer], None]:
    """Adds each decision to the lines of a file."""
    from pirate_code.core.saving import dumps
    from pirate_code.play.decision_json import decision_data

    return lambda decision, answer: lines.append(f"{dumps(decision_data(decision, answer))}\n")


def _write(played: Played, log: Path | None, save: Path | None) -> None:
    from pirate_code.play.replay import write_replay
    from pirate_code.views.log_json import lines

    if log is not None:
        to_file(log, "".join(f"{line}\n" for line in lines(played.log)))
    if save is not None:
        with writing(save):
            write_replay(played, save)


def _tell(played: Played, full: bool) -> None:
    """Print the account of a game, and how it ended."""
    from pirate_code.commands.output import say
    from pirate_code.views.account import account
    from pirate_code.views.story import story

    state = played.game.state
    for line in account(played.log, state, full=True) if full else story(played.log, state):
        if line.startswith(" "):
            click.echo(f"  {one_line(line)}")
        else:
            say(line, bold=True)
    _tell_result(played)


def _tell_result(played: Played) -> None:
    """Print how a game ended, or where it stands."""
    from pirate_code.commands.output import say

    click.echo()
    result = played.result
    if result is None:
        say(f"The game goes on: turn {played.game.state.turn.number}.", bold=True)
        return
    say(result.why, bold=True)
    for player, fleet in enumerate(played.fleets):
        alone = len(result.winners) == 1
        won = ("  wins" if alone else "  draws") if player in result.winners else ""
        left = f"{result.units[player]} unit{'' if result.units[player] == 1 else 's'} left"
        told = f"player {player + 1}, {fleet.name}: {result.scores[player]} gold"
        say(f"{told}, {left}{won}")
