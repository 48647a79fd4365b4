"""Games that people play: text and order are the game, answers are taken back to the last die, and nobody is
shown what that player may not know."""

from __future__ import annotations

import json
from functools import cache

import pytest

from pirate_code.board.observe import sees
from pirate_code.core.dice import Dice
from pirate_code.fleets.fleet_file import load_fleet
from pirate_code.fleets.notation_names import builtin_names
from pirate_code.play.answer_text import Choice, UnreadableAnswer
from pirate_code.play.order import ordered
from pirate_code.play.people import ME, PEOPLE, PeopleGame, takes_numbers
from pirate_code.play.shown import choice_of, presented, shown
from pirate_code.rules.decision import Decision, IllegalAnswer, Kind, Option
from pirate_code.views.seat import SeatView

FLEETS = ("english-traders", "pirate-raiders")


def begun(*captains: str, seed: int = 2, turns: int = 4, fleets: tuple[str, ...] = FLEETS) -> PeopleGame:
    loaded = [load_fleet(name, builtin_names()) for name in fleets]
    return PeopleGame.begin(ordered(loaded, "code", seed, captains, turns, bots=PEOPLE))


def play(game: PeopleGame, seed: int = 1, until: Kind | None = None) -> None:
    """Let people take any option until the game is over or they are asked for a kind of decision."""
    dice = Dice(seed)
    while True:
        game.let_captains_play(60.0)
        if game.decision is None or game.decision.kind is until:
            return
        game.choose(Choice(dice.below(len(game.decision.options))))


@cache
def finished(*captains: str) -> PeopleGame:
    game = begun(*captains)
    play(game)
    return game


@pytest.mark.parametrize("captains", [(ME, "greedy"), ("random", ME), (ME, ME)])
def test_the_answers_of_a_game_give_the_same_game_again(captains: tuple[str, ...]) -> None:
    first = finished(*captains)
    again = begun(*captains)
    again.follow(first.text)
    assert again.decision is None
    assert again.played.log == first.played.log
    assert again.text == first.text


def test_a_copy_goes_its_own_way() -> None:
    game = begun(ME, "greedy")
    play(game, until=Kind.COURSE)
    before, kept = game.text, len(game.played.log)
    copy = game.copy()
    play(copy)
    assert game.text == before
    assert len(game.played.log) == kept
    assert copy.text.startswith(before)
    again = begun(ME, "greedy")
    again.follow(copy.text)
    assert again.played.log == copy.played.log


def test_a_course_is_taken_back() -> None:
    game = begun(ME, "greedy")
    game.let_captains_play(60.0)
    game.set_up_for_person()
    play(game, until=Kind.COURSE)
    before = game.text
    game.choose(Choice(0))
    assert game.undone(0) == before


def test_nothing_is_taken_back_after_dice_or_the_doings_of_others() -> None:
    game = begun(ME, "greedy")
    rolled = passed = 0
    dice = Dice(3)
    while True:
        state = game.played.game.state
        count, chance, turn = len(game.marks), state.dice.state, state.turn.number
        game.let_captains_play(60.0)
        if game.decision is None:
            break
        if count and (state.dice.state != chance or turn != state.turn.number):
            rolled += 1
        undone = game.undone(0)
        if undone is not None:
            passed += 1
            others = [mark for mark in game.marks if mark.length >= len(undone) and mark.player != 0]
            assert all(mark.passes for mark in others)
            back = begun(ME, "greedy")
            back.follow(undone)
            assert back.played.game.state.dice.state == state.dice.state
        game.choose(Choice(dice.below(len(game.decision.options))))
    assert rolled > 3
    assert passed > 10


def test_another_persons_answer_is_never_taken_back() -> None:
    game = begun(ME, ME)
    assert game.decision is not None
    first = game.decision.player
    game.choose(Choice(0))
    assert game.decision.player != first
    assert game.undone(game.decision.player) is None


def test_a_free_turn_is_taken_and_one_that_is_too_far_refused_with_the_reason() -> None:
    game = begun(ME, "greedy")
    play(game, until=Kind.COURSE)
    assert game.decision is not None
    assert takes_numbers(game.decision)
    copy = game.copy()
    copy.choose(Choice(0, (3,)))
    again = begun(ME, "greedy")
    again.follow(copy.text)
    assert again.played.log == copy.played.log
    with pytest.raises(IllegalAnswer, match=r"degrees at most|is in the way|no point"):
        game.choose(Choice(0, (179,)))


def test_an_island_that_lies_too_near_is_refused_with_the_reason() -> None:
    game = begun(ME, ME)
    game.choose(Choice(0))
    islands = [piece.pose for piece in game.played.game.state.islands() if piece.pose is not None]
    place = (round(islands[0].x) + 5, round(islands[0].y), 0)
    with pytest.raises(IllegalAnswer, match="Islands lie at least"):
        game.choose(Choice(0, place))


def test_answers_that_do_not_fit_are_refused() -> None:
    game = begun(ME, "greedy")
    with pytest.raises(UnreadableAnswer, match="There is no choice 1000 for answer 1"):
        game.choose(Choice(999))
    over = finished(ME, "greedy").copy()
    with pytest.raises(UnreadableAnswer, match="The game is over"):
        over.choose(Choice(0))


def test_a_captain_sets_up_for_a_person_that_wants_it() -> None:
    game = begun(ME, "greedy")
    while game.is_setup:
        game.let_captains_play(60.0)
        game.set_up_for_person()
    assert game.decision is not None
    assert game.decision.kind is Kind.TURN


# --- what is shown -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_nothing_hidden_is_in_what_a_player_is_shown(seed: int) -> None:
    """Neither the names of pieces that a player does not know, nor the worth of coins."""
    fleets = ("english-raiders", "cursed-traders")
    game, dice = begun(ME, ME, seed=seed, turns=6, fleets=fleets), Dice(seed)
    looked = 0
    while game.decision is not None:
        if dice.below(3) == 0:
            looked += 1
            player = game.decision.player
            _assert_hides(game, player)
        game.choose(Choice(dice.below(len(game.decision.options))))
    assert looked > 15


def _assert_hides(game: PeopleGame, player: int) -> None:
    state = game.played.game.state
    data = shown(game, player)
    hidden = [piece for piece in state.pieces if not sees(state, player, piece)]
    known = {piece.card.name for piece in state.pieces if sees(state, player, piece)}
    told = [piece | {"lines": []} for piece in data["pieces"]]  # the words of a card may name another
    text = json.dumps(data | {"pieces": told})
    for piece in hidden:
        if piece.kind != "treasure" and piece.card.name not in known:
            assert piece.card.name not in text
            assert piece.card.id not in text
    view = SeatView(state, player)
    for number in (view.number(piece.id) for piece in hidden):
        fields = dict(data["film"]["start"])[number]
        assert (fields["up"], fields["gold"], fields["is"], fields["masts"]) == (0, 0, [], "")
        assert data["film"]["pieces"][number]["name"].startswith("a face-down ")


def test_coins_that_an_opponent_has_brought_home_face_down_are_counted_and_not_called_no_gold() -> None:
    game = begun(ME, "greedy")
    play(game, until=Kind.TURN)
    state = game.played.game.state
    coins = [piece for piece in state.pieces if piece.kind == "treasure" and not sees(state, 0, piece)][:2]
    home = state.home(1)
    assert home is not None
    for coin in coins:
        state.put(coin, home.id)
    data = shown(game, 0)
    assert (data["gold"], data["face_down"]) == ([0, 0], [0, 2])


def test_the_numbers_of_hidden_coins_do_not_tell_their_worth() -> None:
    """Two deals that differ only in which hidden coin lies where look the same."""
    game = begun(ME, "greedy")
    while game.is_setup:
        game.let_captains_play(60.0)
        game.set_up_for_person()
    first = shown(game, 0)["film"]
    state = game.played.game.state
    coins = [piece for piece in state.pieces if piece.kind == "treasure" and not sees(state, 0, piece)]
    one, other = next((a, b) for a in coins for b in coins if a.where != b.where and a.value != b.value)
    places = one.where, other.where
    state.put(one, places[1])
    state.put(other, places[0])
    assert shown(game, 0)["film"] == first


def test_options_that_look_alike_come_in_an_order_that_tells_nothing() -> None:
    game = begun(ME, "greedy")
    play(game, until=Kind.TURN)
    assert game.decision is not None
    view = SeatView(game.played.game.state, 0)
    coins = [n for n in view.hidden if game.played.game.state.pieces[n].kind == "treasure"][:6]
    place = game.played.game.state.pieces[coins[0]].where
    for number in coins:
        game.played.game.state.put(game.played.game.state.pieces[number], place)
    asked = Decision(
        0, Kind.PICK, None, "take", tuple(Option(n, "a facedown treasure", (n,)) for n in sorted(coins))
    )
    view = SeatView(game.played.game.state, 0)
    orders = set()
    for seed in range(8):
        game.played.seed = seed
        orders.add(tuple(one.number for one in presented(game, view, asked)))
    assert len(orders) > 3
    assert all(sorted(order) == list(range(len(coins))) for order in orders)


def test_a_choice_is_told_by_its_place_on_the_list_that_was_shown() -> None:
    game = begun(ME, "greedy")
    play(game, until=Kind.COURSE)
    data = shown(game, 0)["asks"]
    assert data["kind"] == "course"
    assert data["free"] == "turn"
    assert all(len(option["at"]) == 3 for option in data["options"] if option["name"] != "stop here")
    assert choice_of(game, 0) == Choice(0)
    assert choice_of(game, 10_000) is None
    assert "answer" not in json.dumps(data["options"])


def test_what_happened_since_ones_last_answer_is_told_with_the_dice() -> None:
    game = begun(ME, "greedy")
    game.let_captains_play(60.0)
    data = shown(game, 0)
    assert data["told"][0] == f"Player 1 rolls a {data['dice'][0]['face']}."
    assert [die["who"] for die in data["dice"]][:2] == ["player 1", "player 2"]
    assert all(1 <= die["face"] <= 6 for die in data["dice"])
