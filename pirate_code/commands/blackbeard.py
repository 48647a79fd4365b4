"""The commands of Blackbeard, the second game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pirate_code.commands.output import one_line, print_json, refusing_games, say, to_file, writing

if TYPE_CHECKING:
    from pirate_code.blackbeard.play import Played

_SEEDS = 1 << 64


@click.group(
    short_help="Play Blackbeard: The Golden Age of Piracy.",
    epilog="""Examples:

\b
  pirate-code blackbeard play --players 3 --captain greedy --seed 7
  pirate-code blackbeard play --help
""",
)
def blackbeard() -> None:
    """Blackbeard: The Golden Age of Piracy, the second game.

    Its rules are those of the source document. The map, the ratings and the make-up of the deck are not in
    it: ours stand in db/blackbeard, and --values puts your own in their place.
    """


@blackbeard.command(
    short_help="Play one whole game and tell it.",
    epilog="""Examples:

\b
  pirate-code blackbeard play --players 3 --seed 7
  pirate-code blackbeard play --captain greedy --captain random --json
  pirate-code blackbeard play --players 4 --length long --log game.jsonl --save game.json
  pirate-code blackbeard play --values mine.yaml --captain mine.py:Careful
""",
)
@click.option("--players", type=int, default=2, show_default=True, help="How many players: 2 to 5.")
@click.option("--seed", type=click.IntRange(0, _SEEDS - 1), default=1, help="The seed of all dice.")
@click.option(
    "--captain",
    "captains",
    multiple=True,
    help="Who plays: random, greedy, or your own bot as file.py:Class, module:Class or cmd:COMMAND. One a"
    " player; the last plays for the rest.",
)
@click.option("--length", default="standard", show_default=True, help="How long it is: standard or long.")
@click.option("--values", type=click.Path(path_type=Path), help="A file with values in place of ours.")
@click.option("--log", type=click.Path(path_type=Path), help="Write every event to this file, as JSON lines.")
@click.option("--save", type=click.Path(path_type=Path), help="Write a replay to this file.")
@click.option("--full", is_flag=True, help="Tell the dice and the steps in between, too.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as one JSON object.")
def play(
    *,
    players: int,
    seed: int,
    captains: tuple[str, ...],
    length: str,
    values: Path | None,
    log: Path | None,
    save: Path | None,
    full: bool,
    as_json: bool,
) -> None:
    """Play one whole game of Blackbeard to its end and tell it turn by turn.

    The same seed, players, values and captains give the same game.
    """
    from pirate_code.blackbeard.decision_json import WIRE
    from pirate_code.blackbeard.play import go_on, outcome, prepare
    from pirate_code.blackbeard.replay import write_replay
    from pirate_code.blackbeard.values import load_values
    from pirate_code.core.bots import bots

    with refusing_games():
        own = bots(captains, WIRE)
        played = prepare(
            load_values(values), players, seed, length, captains=captains or ("random",), bots=own
        )
        go_on(played, own)
        write_log(played, log)
        if save is not None:
            with writing(save):
                write_replay(played, save)
    if as_json:
        print_json(outcome(played))
    else:
        tell(played, full=full)


def is_replay(data: Any) -> bool:
    """Whether the data of a replay file are those of a game of Blackbeard."""
    return isinstance(data, dict) and data.get("game") == "blackbeard"


def replay(
    file: Path,
    data: Any,
    *,
    until: int | None,
    svg: Path | None,
    log: Path | None,
    full: bool,
    as_json: bool,
) -> None:
    """Play a replay of Blackbeard again, to its end or to a turn: tell it, draw it or print the result."""
    from pirate_code.blackbeard.play import outcome
    from pirate_code.blackbeard.replay import parse_replay, play_again
    from pirate_code.core.replay import parsed

    played = parsed(data, file, lambda data: play_again(parse_replay(data), until))
    write_log(played, log)
    number = played.game.state.turn.number
    if svg is not None:
        from pirate_code.blackbeard.chart import draw

        to_file(svg, draw(played.game.values, played.game.state, f"{file.stem}, turn {number}"))
    if as_json:
        print_json(outcome(played))
    elif svg is None or full:
        tell(played, full=full)
    else:
        click.echo(f"{svg}: the map at turn {number}.")


def write_log(played: Played, log: Path | None) -> None:
    """Write every event of a game to a file, if one is given."""
    if log is not None:
        to_file(log, "".join(f"{line}\n" for line in played.lines()))


def tell(played: Played, *, full: bool) -> None:
    """Print the story of a game, and its score."""
    from pirate_code.blackbeard.story import Story

    story = Story(played, full=full)
    for line in story.lines():
        if line.startswith(" "):
            click.echo(f"  {one_line(line)}")
        else:
            say(line, bold=True)
    click.echo()
    for line in story.score():
        say(line)
