"""A game as somebody orders it: fleets, edition, captains, seed and turns, each checked beforehand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pirate_code.board.fleet import Fleet
from pirate_code.data import DataError
from pirate_code.fleets.fleet_position import FleetPosition
from pirate_code.fleets.legality import faults
from pirate_code.play.captains import CAPTAINS, NO_BOTS, MakeCaptain, maker
from pirate_code.play.game import Played, prepare
from pirate_code.rules.edition import Edition, editions, load_edition
from pirate_code.rules.game import Game
from pirate_code.views.log_json import digest
from pirate_code.views.story import story

PLAYERS_LIMIT = 20
_ANY = ("random",)


def ordered(
    fleets: Sequence[Fleet],
    edition: Edition | str = "code",
    seed: int = 1,
    captains: Sequence[str] = (),
    turns: int | None = None,
    *,
    build: int | None = None,
    table: tuple[int, int] | None = None,
    kind: type[Game] = Game,
    bots: Mapping[str, MakeCaptain] = NO_BOTS,
) -> Played:
    """A game before its first decision; DataError, in one sentence, if it cannot be played."""
    if isinstance(edition, str) and edition not in editions():
        raise DataError(f"There is no edition {edition[:40]!r}; there are {', '.join(editions())}.")
    check_captains(captains, bots)
    rules = load_edition(edition) if isinstance(edition, str) else edition
    check_fleets(fleets, rules, build)
    agreed = {"turn_limit": turns, "table_size": table}
    changed = {name: value for name, value in agreed.items() if value}
    return prepare(fleets, rules.but(**changed) if changed else rules, seed, captains or _ANY, kind)


def check_captains(captains: Sequence[str], bots: Mapping[str, MakeCaptain]) -> None:
    """Refuse a captain that there is not."""
    for name in captains:
        if maker(name) is None and name not in bots:
            raise DataError(f"There is no captain {name[:40]!r}; there are {', '.join(CAPTAINS)}.")


def check_fleets(fleets: Sequence[Fleet], rules: Edition, build: int | None = None) -> None:
    """Refuse a fleet that may not be played, by its pieces or because it costs more than the build total.

    A game with custom pieces is a casual one, for all fleets.
    """
    build = rules.build_total if build is None else build
    positions = [FleetPosition(fleet, rules) for fleet in fleets]
    official = not any(is_custom(position) for position in positions)
    for fleet, position in zip(fleets, positions, strict=True):
        fault = next(faults(position, build, official=official), None)
        if fault is not None:
            more = position.total() > build + position.extra()
            agreed = f" The players may agree on another build total than {build}." if more else ""
            raise DataError(f"{fleet.name} cannot be played by {rules.name}: {fault}{agreed}")


def is_custom(position: FleetPosition) -> bool:
    """Whether custom pieces are in a fleet, or in the treasure and islands that it brings."""
    fleet = position.fleet
    cards = (*(piece.card for piece in position.state.pieces), *fleet.treasure, *fleet.islands)
    return any(card.custom for card in cards)


def custom_names(fleets: Sequence[Fleet]) -> list[str]:
    """The names of the custom pieces that fleets have, or bring with them."""
    cards = (card for fleet in fleets for card in (*fleet.cards(), *fleet.treasure, *fleet.islands))
    return sorted({card.name for card in cards if card.custom})


def outcome(played: Played) -> dict[str, Any]:
    """The result of a game as plain data."""
    result = played.result
    return {
        "edition": played.edition.id,
        "seed": played.seed,
        "fleets": [fleet.name for fleet in played.fleets],
        "captains": list(played.captains),
        "custom": custom_names(played.fleets),
        "over": result is not None,
        "winners": list(result.winners) if result is not None else [],
        "scores": list(result.scores) if result is not None else [],
        "units": list(result.units) if result is not None else [],
        "why": result.why if result is not None else None,
        "turns": played.game.state.turn.number,
        "decisions": len(played.decisions),
        "events": len(played.log),
        "log_sha256": digest(played.log),
        "story": list(story(played.log, played.game.state)),
    }
