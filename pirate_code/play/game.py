"""One whole game: fleets, an edition, a seed and captains in; a result, a log and the decisions out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pirate_code.board.fleet import Fleet
from pirate_code.board.observe import observe
from pirate_code.core import collecting, playing
from pirate_code.core.captains import dismiss
from pirate_code.core.playing import Taken
from pirate_code.core.running import Entry
from pirate_code.play.captains import NO_BOTS, Captain, MakeCaptain, captain
from pirate_code.rules.decision import Answer, Decision
from pirate_code.rules.edition import Edition, load_edition
from pirate_code.rules.game import Game
from pirate_code.rules.match import match
from pirate_code.rules.setup import new_game


@dataclass
class Played:
    """A game as it was played."""

    fleets: tuple[Fleet, ...]
    edition: Edition
    seed: int
    captains: tuple[str, ...]
    game: Game
    decisions: list[Taken] = field(default_factory=list)

    @property
    def log(self) -> list[Entry]:
        """Every event, with its cause."""
        return self.game.log

    @property
    def result(self) -> Any:
        """How the game ended; None as long as it has not."""
        return self.game.result


def prepare(
    fleets: Sequence[Fleet],
    edition: Edition | str = "code",
    seed: int = 0,
    captains: Sequence[str] = ("random",),
    kind: type[Game] = Game,
) -> Played:
    """A game before its first decision; the last captain named commands all the remaining fleets."""
    rules = load_edition(edition) if isinstance(edition, str) else edition
    dealt = new_game(fleets, rules, seed)
    names = tuple(captains[min(player, len(captains) - 1)] for player in range(len(fleets)))
    return Played(tuple(fleets), rules, seed, names, kind(dealt.state, rules))


def play(
    fleets: Sequence[Fleet],
    edition: Edition | str = "code",
    seed: int = 0,
    captains: Sequence[str] = ("random",),
    kind: type[Game] = Game,
) -> Played:
    """Play a whole game to its end."""
    played = prepare(fleets, edition, seed, captains, kind)
    go_on(played)
    return played


def go_on(
    played: Played,
    bots: Mapping[str, MakeCaptain] = NO_BOTS,
    watch: Callable[[Decision, Answer], None] | None = None,
) -> None:
    """Let the captains, ours or the bots given, play until the game is over; `watch` sees each decision."""
    commanders: list[Captain] = []
    try:
        for player, name in enumerate(played.captains):
            commanders.append(captain(name, played.seed, player, bots, played.edition))
        with collecting.seldom():
            for taken in answers(played.game, commanders):
                played.decisions.append(taken)
                if watch is not None and played.game.decision is not None:
                    watch(played.game.decision, taken.answer)
    finally:
        dismiss(commanders)


def answers(game: Game, commanders: Sequence[Captain]) -> Iterator[Taken]:
    """Start a game and let the captains answer; yields each answer before it is given."""
    game.start(match)
    return playing.answers(game, commanders, lambda player: observe(game.state, player))
