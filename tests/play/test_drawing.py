"""Options of real games that are drawn: the same ones as are listed, each as likely."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from pirate_code.core.dice import Dice
from pirate_code.core.saving import dumps, loads
from pirate_code.fleets import card_pool
from pirate_code.play.game import play
from pirate_code.play.many import Order, Run, draw
from pirate_code.play.replay import parse_replay, play_again, replay_data
from pirate_code.rules.decision import Candidates, Decision, Kind
from pirate_code.rules.game import Game
from pirate_code.rules.match import match

RUN = Run(card_pool.builtin(), watched=False, close=True, turn_limit=6)
SEEDS = range(1, 5)
LENGTH = 90


def moments(seed: int) -> Iterator[Game]:
    """A random game, from decision to decision."""
    game, dice = draw(RUN, Order(seed)).game, Dice(seed)
    game.start(match)
    for _ in range(LENGTH):
        if game.decision is None:
            return
        yield game
        game.answer(game.decision.draw(dice).answer)


def waiting(game: Game) -> Decision:
    """The same decision once more, of which nothing has been found out yet."""
    decision = game.copy().decision
    assert decision is not None
    return decision


@pytest.mark.parametrize("seed", SEEDS)
def test_every_listed_option_can_be_drawn_and_nothing_else(seed: int) -> None:
    kinds, dice = set(), Dice(seed)
    for number, game in enumerate(moments(seed)):
        assert game.decision is not None
        if number % 6 or not isinstance(game.decision.options, Candidates):
            continue
        kinds.add(game.decision.kind)
        decision, listed = waiting(game), [repr(option.answer) for option in waiting(game).options]
        each = 30
        counts = Counter(repr(decision.draw(dice).answer) for _ in range(each * len(listed)))
        assert set(counts) == set(listed)
        assert len(listed) == len(set(listed))
        uneven = sum((count - each) ** 2 / each for count in counts.values())
        assert uneven < len(listed) + 6 * (2 * len(listed)) ** 0.5 + 6
    assert Kind.TURN in kinds


@pytest.mark.parametrize("seed", SEEDS)
def test_an_option_that_is_drawn_is_the_same_as_when_it_is_listed(seed: int) -> None:
    dice = Dice(seed)
    for number, game in enumerate(moments(seed)):
        if number % 5 == 0:
            drawn = waiting(game).draw(dice)
            assert drawn in waiting(game).options
            one, other = game.copy(), game.copy()
            assert one.decision is not None
            listed = next(option for option in one.decision.options if option.answer == drawn.answer)
            one.answer(listed.answer)
            other.answer(drawn.answer)
            assert one.log == other.log
            assert one.decision == other.decision


@pytest.mark.parametrize("seed", SEEDS)
def test_a_game_of_drawn_options_is_replayed_from_its_file(seed: int) -> None:
    ordered = draw(RUN, Order(seed))
    played = play(ordered.fleets, ordered.edition, seed)
    again = play(ordered.fleets, ordered.edition, seed)
    assert again.decisions == played.decisions
    assert again.log == played.log
    replay = parse_replay(loads(dumps(replay_data(played))))
    assert play_again(replay).log == played.log
