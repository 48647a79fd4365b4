"""Play goes on until every line has acted or enough games are played, and tells what it has seen."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from pirate_code.fleets.card_pool import Pool
from pirate_code.play import exercise as module
from pirate_code.play.exercise import exercise
from pirate_code.play.game import prepare
from pirate_code.play.invariants import CheckedGame
from pirate_code.play.many import Order, Report, Run, draw
from pirate_code.play.variety import Trait, traits
from tests.rules.positions import Table, card

LINES = [f"This ship gets +{number} to her cannon rolls." for number in range(1, 7)]
STUBBORN = LINES[0]
POOL = Pool({card(line).id: card(line, line=line) for line in LINES})


class Players:
    """Plays no games: the lines of wanted cards act, but for one that never does."""

    def __init__(self) -> None:
        self.played: list[tuple[Run, Order]] = []

    def __call__(
        self, run: Run, orders: Sequence[Order], tick: Callable[[Report], None], executor: object
    ) -> None:
        for order in orders:
            self.played.append((run, order))
            lines = frozenset(POOL.cards[key].line for key in order.wanted)
            failure = "it failed" if order.seed == 1 else ""
            seen = frozenset({Trait("edition", "code")})
            tick(Report(order.seed, used=lines - {STUBBORN}, lines=lines, traits=seen, failure=failure))


@pytest.fixture
def players(monkeypatch: pytest.MonkeyPatch) -> Players:
    found = Players()
    monkeypatch.setattr(module, "play_many", found)
    monkeypatch.setattr(module, "_BATCH", 2)
    return found


def test_lines_left_over_are_put_into_fleets_until_the_games_are_used_up(players: Players) -> None:
    done = exercise(POOL, games=3, more=10)
    assert done.games == 13
    assert done.left() == [STUBBORN]
    assert done.in_play[STUBBORN] > 2
    assert [order.wanted for _, order in players.played[:3]] == [(), (), ()]
    assert all(run.close and run.players == 2 for run, _ in players.played[3:])


def test_play_ends_when_every_line_has_acted(players: Players, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.play.test_exercise.STUBBORN", "")
    done = exercise(POOL, games=0, more=100)
    assert done.left() == []
    assert done.games < 10


def test_a_line_that_only_marks_a_piece_is_not_waited_for(players: Players) -> None:
    marked = card("marked", line="Junk.")
    done = exercise(Pool({marked.id: marked}), games=0, more=100)
    assert done.games == 0 and not done.printed


def test_failures_and_what_was_seen_are_counted(players: Players) -> None:
    done = exercise(POOL, games=2, more=0, seed=1)
    assert [report.seed for report in done.failed] == [1]
    assert done.traits[Trait("edition", "code")] == 2


def test_no_seed_is_played_twice(players: Players) -> None:
    exercise(POOL, games=3, more=10)
    seeds = [order.seed for _, order in players.played]
    assert len(set(seeds)) == len(seeds)


def test_a_game_tells_its_edition_players_pieces_and_terrain() -> None:
    table = Table()
    fog, ship = table.terrain("fog-bank", 0, 0), table.ship(0, 300, 0, line="Schooner.")
    coin = table.coin(ship, 3)
    played = prepare((), kind=CheckedGame)
    played.game = CheckedGame(table.state, table.game.edition)
    found = traits(played, {fog.id, ship.id, coin.id})
    assert {("edition", "code"), ("players", "2"), ("edge of the table", "wall")} <= found
    assert {("terrain", "fog-bank"), ("hull", "schooner"), ("piece", "plain treasure")} <= found
    assert not any(trait.sort == "end" for trait in found)


def test_seeds_draw_all_editions_edges_and_numbers_of_players() -> None:
    from pirate_code.fleets.card_pool import builtin
    from pirate_code.rules.edition import editions

    drawn = [draw(Run(builtin(), watched=False), Order(seed)) for seed in range(24)]
    assert {played.edition.id for played in drawn} == set(editions())
    assert {played.edition.table_edge for played in drawn} == {"wall", "flat", "round"}
    assert {len(played.fleets) for played in drawn} == {2, 3, 4}
    assert {played.edition.turn_limit > 0 for played in drawn} == {True, False}
