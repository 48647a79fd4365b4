"""The captains of Pirates by name; core.captains tells what a captain is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from pirate_code.board.state import State
from pirate_code.core import captains as core
from pirate_code.core.captains import Random
from pirate_code.play.greedy import Curious, Greedy, Raider, Settler
from pirate_code.rules.decision import Decision

Look: TypeAlias = Callable[[], State]
Captain: TypeAlias = core.Captain[Decision, State]
MakeCaptain: TypeAlias = core.MakeCaptain[Decision, State]
CAPTAINS: dict[str, MakeCaptain] = {
    "random": Random,
    "greedy": Greedy,
    "raider": Raider,
    "curious": Curious,
    "settler": Settler,
}
NO_BOTS: Mapping[str, MakeCaptain] = {}


def captain(name: str, seed: int, player: int, bots: Mapping[str, MakeCaptain] = NO_BOTS) -> Captain:
    """A captain by name, of ours or of the bots given, for a player of a game with that seed."""
    return core.captain_of({**bots, **CAPTAINS}, name, seed, player)
