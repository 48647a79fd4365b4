"""What a person who plays is shown: the table from that seat, what happened, and the choices there are.

Everything here is made of what the player may see. Answers themselves are not in it, because they name pieces
by their true numbers: a choice is told by its place on the list.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pirate_code.board.pose import Pose
from pirate_code.board.refs import Matter
from pirate_code.board.state import SEA, Piece
from pirate_code.play.answer_text import Choice
from pirate_code.play.choices import Offered, offered, pose_of
from pirate_code.play.order import outcome
from pirate_code.play.people import PeopleGame, takes_numbers
from pirate_code.rules.decision import Decision, Kind, Option
from pirate_code.rules.phrasing import question
from pirate_code.views.account import names_of
from pirate_code.views.film import outline_data
from pirate_code.views.seat import SeatView
from pirate_code.views.story import story
from pirate_code.views.text_table import facts

Data = dict[str, Any]
_TURNS = frozenset({Kind.HEADING, Kind.COME_ABOUT})


def shown(game: PeopleGame, player: int) -> Data:
    """What a player is shown now."""
    view = SeatView(game.played.game.state, player)
    decision, turn = game.decision, view.seen.turn
    asked = decision is not None and decision.player == player
    since = game.told_since(player)
    end = outcome(game.played) if decision is None else None
    return {
        "player": player,
        "turn": {"number": turn.number, "player": turn.player, "setup": game.is_setup},
        "fleets": [fleet.name for fleet in game.played.fleets],
        "captains": list(game.played.captains),
        "gold": end["scores"] if end is not None else view.gold(),
        "face_down": [0] * len(view.gold()) if end is not None else view.coins_face_down(),
        "told": [line.strip() for line in _told(game, view, since)],
        "dice": _dice(game, view, since),
        "film": view.film(),
        "pieces": [_about(view, piece) for piece in view.seen.pieces if piece.where == SEA and piece.pose],
        "undo": game.undone(player) if asked or decision is None else None,
        "asks": _asks(game, view, decision) if asked and decision is not None else None,
        "outcome": end,
    }


def outcome_so_far(game: PeopleGame, player: int) -> Data:
    """What a player may know of how a game has gone that is not over."""
    view = SeatView(game.played.game.state, player)
    turn = view.seen.turn.number
    return {
        "fleets": [fleet.name for fleet in game.played.fleets],
        "captains": list(game.played.captains),
        "custom": [],
        "over": False,
        "winners": [],
        "scores": view.gold(),
        "why": "The game is being set up." if game.is_setup else f"The game goes on: turn {turn}.",
        "turns": turn,
        "story": list(_told(game, view, 0)),
    }


def _told(game: PeopleGame, view: SeatView, since: int) -> Iterator[str]:
    """What happened since an entry of the log, as the player sees it."""
    return story(game.played.log, view.seen, since=since, goes_on=game.decision is not None)


def _dice(game: PeopleGame, view: SeatView, since: int) -> list[Data]:
    """The dice that were rolled: whose they are, and what they show."""
    names = names_of(view.seen)
    found = []
    for entry in game.played.log[since:]:
        if entry[:2] == ("rolled", "roll"):
            slots = dict(entry[2])
            what = slots.get("object")
            noun = what.noun.replace("_", " ") if isinstance(what, Matter) else "die roll"
            found.append(
                {"who": names.subject(slots.get("agent"), "somebody"), "what": noun, "face": entry[3]}
            )
    return found


def _about(view: SeatView, piece: Piece) -> Data:
    """What there is to know of a piece on the table."""
    read = [piece, *view.seen.aboard(piece.id)]
    lines = {
        f"{one.card.name} (custom)" if one.card.custom else one.card.name: one.card.line
        for one in read
        if one.card.line
    }
    return {
        "piece": view.number(piece.id),
        "name": piece.card.name,
        "facts": list(facts(view.seen, piece, view.player)),
        "lines": [f"{name}: {line}" for name, line in lines.items()],
    }


# --- the decision ------------------------------------------------------------------------------------------


def _asks(game: PeopleGame, view: SeatView, decision: Decision) -> Data:
    subject = view.piece_of(decision.subject)
    asks: Data = {
        "question": question(decision, game.played.game),
        "kind": decision.kind.value,
        "event": decision.event,
        "subject": subject,
        "options": [_option(view, decision, one) for one in presented(game, view, decision)],
    }
    if takes_numbers(decision):
        asks["free"] = "place" if decision.kind is Kind.PLACE else "turn"
    if subject is not None and view.seen.pieces[subject].outline:
        asks["ghost"] = outline_data(view.seen.pieces[subject].outline)
    return asks


def presented(game: PeopleGame, view: SeatView, decision: Decision) -> list[Offered]:
    """The choices in the order in which they are shown."""
    return offered(game.played.game, view, decision, game.played.seed ^ len(game.marks))


def choice_of(game: PeopleGame, place: int, free: tuple[int, ...] = ()) -> Choice | None:
    """The choice at a place of the list that the person was shown; None if the list is shorter."""
    decision = game.decision
    assert decision is not None
    options = presented(game, SeatView(game.played.game.state, decision.player), decision)
    return Choice(options[place].number, free) if place < len(options) else None


def _option(view: SeatView, decision: Decision, one: Offered) -> Data:
    option = one.option
    data: Data = {"name": one.name}
    if one.idle:
        data["idle"] = True
    on = [piece for ref in option.refs if (piece := view.piece_of(ref)) is not None]
    if on:
        data["on"] = list(dict.fromkeys(on))
    at = _at(view, decision, option)
    if at is not None:
        data["at"] = [round(number, 1) for number in at]
    if isinstance(option.answer, dict) and decision.kind is Kind.COURSE:
        data["length"] = option.answer["length"]
        data["turn"] = option.answer.get("turn", option.answer.get("direction"))
    elif isinstance(option.answer, dict) and decision.kind is Kind.TURN:
        data["does"] = next(iter(option.answer))
    elif decision.kind in _TURNS and option.answer is not None:
        data["turn"] = option.answer
    return data


def _at(view: SeatView, decision: Decision, option: Option) -> list[float] | None:
    """Where the subject would lie, or which way something would go from there."""
    match decision.kind:
        case Kind.COURSE:
            return option.value if isinstance(option.value, list) else None
        case Kind.PLACE:
            place = pose_of(decision, option)
            return list(place) if place is not None else None
        case Kind.HEADING | Kind.COME_ABOUT | Kind.DIRECTION:
            pose = _pose(view, decision)
            if pose is None or option.answer is None:
                return None
            first = 0.0 if decision.kind is Kind.DIRECTION else pose.heading
            return [pose.x, pose.y, (first + float(option.answer)) % 360.0]
    return None


def _pose(view: SeatView, decision: Decision) -> Pose | None:
    number = view.piece_of(decision.subject)
    return view.seen.pieces[number].pose if number is not None else None
