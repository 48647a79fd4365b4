"""Both games as PettingZoo environments (the extra `gym`): `pirates_v1()` and `blackbeard_v1()`.

docs/env.md tells what an agent sees, does and is rewarded for.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pirate_code.blackbeard import setup as blackbeard_setup
from pirate_code.blackbeard.cards.reading import read_cards
from pirate_code.blackbeard.encoding import BLACKBEARD
from pirate_code.blackbeard.match import match as blackbeard_match
from pirate_code.blackbeard.observing import observe as observe_blackbeard
from pirate_code.blackbeard.values import standard_values
from pirate_code.board.fleet import Fleet
from pirate_code.board.observe import observe
from pirate_code.core.env import AnyGame, EnvSetup, GameEnv, Reward, wrapped
from pirate_code.fleets.fleet_file import load_fleet
from pirate_code.fleets.notation_names import builtin_names
from pirate_code.play.encoding import PIRATES
from pirate_code.play.game import prepare
from pirate_code.rules import ending
from pirate_code.rules.edition import Edition, load_edition
from pirate_code.rules.match import match

__all__ = ["blackbeard_v1", "pirates_v1", "raw_blackbeard", "raw_pirates"]
_FLEETS = ("english-traders", "pirate-raiders")
_GOLD, _POINTS = 15.0, 100.0  # points that are worth as much as a game


def pirates_v1(
    fleets: Sequence[str | Fleet] = _FLEETS,
    edition: Edition | str = "code",
    *,
    turns: int = 40,
    max_decisions: int = 3000,
    reward: Reward = "win",
    render_mode: str | None = None,
) -> Any:
    """Pirates, one agent for each fleet, with the usual checks of PettingZoo around it."""
    return wrapped(
        raw_pirates(
            fleets, edition, turns=turns, max_decisions=max_decisions, reward=reward, render_mode=render_mode
        )
    )


def raw_pirates(
    fleets: Sequence[str | Fleet] = _FLEETS,
    edition: Edition | str = "code",
    *,
    turns: int = 40,
    max_decisions: int = 3000,
    reward: Reward = "win",
    render_mode: str | None = None,
) -> GameEnv:
    """Pirates without checks; a fleet is one of db/fleets or one that was loaded."""
    rules = (load_edition(edition) if isinstance(edition, str) else edition).but(turn_limit=turns)
    loaded = [load_fleet(one, builtin_names()) if isinstance(one, str) else one for one in fleets]
    setup = EnvSetup(
        PIRATES,
        len(loaded),
        lambda seed: prepare(loaded, rules, seed).game.start(match),
        observe,
        lambda game, player: float(ending.score(game, player)),  # type: ignore[arg-type]
        _GOLD,
    )
    return GameEnv(setup, max_decisions=max_decisions, reward=reward, render_mode=render_mode)


def blackbeard_v1(
    players: int = 2,
    length: str = "standard",
    *,
    max_decisions: int = 5000,
    reward: Reward = "win",
    render_mode: str | None = None,
) -> Any:
    """Blackbeard, with the usual checks of PettingZoo around it."""
    return wrapped(
        raw_blackbeard(players, length, max_decisions=max_decisions, reward=reward, render_mode=render_mode)
    )


def raw_blackbeard(
    players: int = 2,
    length: str = "standard",
    *,
    max_decisions: int = 5000,
    reward: Reward = "win",
    render_mode: str | None = None,
) -> GameEnv:
    """Blackbeard without checks, with the values that we assume."""
    values = standard_values()
    read_cards(values)
    setup = EnvSetup(
        BLACKBEARD,
        players,
        lambda seed: blackbeard_setup.new_game(values, players, seed, length).start(blackbeard_match),
        observe_blackbeard,
        _points,
        _POINTS,
    )
    return GameEnv(setup, max_decisions=max_decisions, reward=reward, render_mode=render_mode)


def _points(game: AnyGame, player: int) -> float:
    return float(game.state.players[player].points)
