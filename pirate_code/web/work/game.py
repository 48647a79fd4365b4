"""Games that people play: where one stands after its answers, the next answer, and its film when it is over.

A worker keeps the positions that it answered last, by order and answers, and goes on from the longest that an
address begins with. So a long game is not played again from its start for every answer.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from typing import Any

from pirate_code.core.saving import dumps
from pirate_code.core.version import version_mark
from pirate_code.play.admiral import BUDGET
from pirate_code.play.answer_text import UnreadableAnswer
from pirate_code.play.order import custom_names, outcome
from pirate_code.play.people import PEOPLE, PeopleGame
from pirate_code.play.replay import replay_data
from pirate_code.play.shown import choice_of, outcome_so_far, shown
from pirate_code.rules.decision import IllegalAnswer
from pirate_code.rules.game import Game
from pirate_code.views.film import FilmedGame, film
from pirate_code.views.seat import SeatView
from pirate_code.views.seat_film import seat_film
from pirate_code.views.svg import draw
from pirate_code.web.game_secret import ORDER
from pirate_code.web.work.library import Refused, WorkerLibrary
from pirate_code.web.work.pictures import picture_address
from pirate_code.web.work.play import game_ordered, number_of

Data = dict[str, Any]
KEPT = 24  # positions of one worker
SECONDS = 5.0  # that captains think before the table is shown again: enough for one turn of any of ours
SETUP = "setup"  # the pick that lets a captain set up
MOST_CHOICES = 100_000
_KEPT: OrderedDict[tuple[str, str], PeopleGame] = OrderedDict()


def game(library: WorkerLibrary, query: Data) -> Data:
    """Where a game stands, after one more answer if there is a `pick`."""
    choose = _chosen(query)
    order, playing = _position(library, query)
    if playing.decision is not None and (query.get("pick") or not playing.asks_person):
        playing = playing.copy()  # others may want to go on from the position that is kept
        if query.get("pick") == SETUP:
            playing.let_captains_play(SECONDS)
            _set_up(playing)
        elif choose is not None and playing.asks_person:
            _answer(playing, *choose)
        playing.let_captains_play(SECONDS)
    _keep(order, playing)
    return {"answers": playing.text, "version": version_mark(), **_seen(playing, query)}


def game_film(library: WorkerLibrary, query: Data) -> Data:
    """The film of a game: all of it when it is over, else what the person at the screen may see."""
    playing = _begun(library, query, FilmedGame)
    _follow(playing, query["answers"])
    game = playing.played.game
    assert isinstance(game, FilmedGame)
    if playing.decision is None:
        return {"outcome": outcome(playing.played), "film": film(game)}
    looks = _who_looks(playing, query)
    if looks is None:
        raise Refused("The table is covered: only the player that is asked may look back, with `seat`.")
    return {"outcome": outcome_so_far(playing, looks), "film": seat_film(game, looks)}


def game_replay(library: WorkerLibrary, query: Data) -> Data:
    """The replay file of a game that is over."""
    playing = _begun(library, query, Game)
    _follow(playing, query["answers"])
    if playing.decision is not None:
        raise Refused("The game is not over yet: only then everybody may see all of it.")
    return {"replay": dumps(replay_data(playing.played))}


# --- positions that are kept -----------------------------------------------------------------------------


def _position(library: WorkerLibrary, query: Data) -> tuple[str, PeopleGame]:
    """The order of a game, and where it stands after its answers."""
    _check_version(str(query.get("v") or ""))
    order, text = _order(query), str(query.get("answers") or "")
    known = [answers for kept, answers in _KEPT if kept == order and text.startswith(answers)]
    if not known:
        playing = _begun(library, query, Game)
    else:
        nearest = max(known, key=len)
        _KEPT.move_to_end((order, nearest))
        playing = _KEPT[order, nearest]
        if len(nearest) == len(text):
            return order, playing
        playing = playing.copy()
    _follow(playing, text[len(playing.text) :])
    return order, playing


def _keep(order: str, playing: PeopleGame) -> None:
    _KEPT[order, playing.text] = playing
    _KEPT.move_to_end((order, playing.text))
    while len(_KEPT) > KEPT:
        _KEPT.popitem(last=False)


def forget() -> None:
    """Keep nothing any more."""
    _KEPT.clear()


def _order(query: Data) -> str:
    return json.dumps([query.get(name) for name in ("dice", *ORDER)])


def _begun(library: WorkerLibrary, query: Data, kind: type[Game]) -> PeopleGame:
    _check_version(str(query.get("v") or ""))
    playing = PeopleGame.begin(game_ordered(library, query, kind, PEOPLE, BUDGET))
    if not playing.people:
        raise Refused("Nobody plays this game: at least one captain must be `me`.")
    return playing


def _check_version(given: str) -> None:
    """Refuse a game of other rules: the numbers of its answers could stand for something else here."""
    own = version_mark()
    if given not in {"", own}:
        raise Refused(
            f"This game was begun with another version of Pirate Code ({given}, and this is {own}), by whose"
            " rules its answers may mean something else. Without `v` it is tried all the same."
        )


def _follow(playing: PeopleGame, text: str) -> None:
    try:
        playing.follow(text)
    except UnreadableAnswer as error:
        raise Refused(str(error)) from None
    except IllegalAnswer as error:
        raise Refused(f"Answer {len(playing.marks) + 1} does not fit this game: {error}") from None


# --- one more answer -------------------------------------------------------------------------------------


def _set_up(playing: PeopleGame) -> None:
    """Let a captain set up for the person that is asked, with the other captains in between."""
    asked = playing.decision.player if playing.decision is not None and playing.asks_person else None
    while playing.is_setup and playing.decision is not None and playing.decision.player == asked:
        playing.set_up_for_person()
        playing.let_captains_play(SECONDS)


def _chosen(query: Data) -> tuple[int, tuple[int, ...]] | None:
    """The place on the list that a query picks, and numbers of one's own; None if it picks nothing."""
    if query.get("pick") in {None, "", SETUP}:
        return None
    place = number_of(query["pick"], "pick", 1, MOST_CHOICES, 1) - 1
    return place, _numbers(str(query.get("free") or ""))


def _answer(playing: PeopleGame, place: int, free: tuple[int, ...]) -> None:
    """Give the answer of the person that is asked."""
    choice = choice_of(playing, place, free)
    if choice is None:
        raise Refused(f"There is no choice {place + 1} here.")
    try:
        playing.choose(choice)
    except (UnreadableAnswer, IllegalAnswer) as error:
        raise Refused(str(error)) from None


def _numbers(text: str) -> tuple[int, ...]:
    if not text:
        return ()
    try:
        numbers = [round(float(part)) for part in text.split(",")]
    except (ValueError, OverflowError):
        numbers = []
    if not 0 < len(numbers) <= 3 or any(abs(number) > 99_999 for number in numbers):
        raise Refused(f"`free` is one to three numbers with commas between, and {text[:20]!r} is not.")
    return tuple(numbers)


# --- what is shown ---------------------------------------------------------------------------------------


def _who_looks(playing: PeopleGame, query: Data) -> int | None:
    """The player that is at the screen; None if the table is covered until another one is."""
    people, decision = playing.people, playing.decision
    seat = number_of(query.get("seat"), "seat", 1, len(playing.played.captains), 0) - 1
    if len(people) == 1:
        return people[0]
    if decision is None:
        return seat if seat in people else people[0]
    if playing.asks_person:
        return seat if seat == decision.player else None
    return seat if seat in people else None


def _seen(playing: PeopleGame, query: Data) -> Data:
    """The table as the person at the screen sees it; with several, a cover until the right one looks."""
    decision, looks = playing.decision, _who_looks(playing, query)
    if looks is None:
        assert decision is not None
        return {"state": "cover", "next": decision.player if playing.asks_person else playing.people[0]}
    state = "over" if decision is None else "asks" if playing.asks_person else "thinks"
    view = SeatView(playing.played.game.state, looks)
    picture = picture_address(draw(view.seen, f"Turn {view.seen.turn.number}"))
    custom = bool(custom_names(playing.played.fleets))  # their names may still be hidden from who looks
    about = {"rules": playing.played.edition.name, "custom": custom}
    return {"state": state, "picture": picture, **about, **shown(playing, looks)}
