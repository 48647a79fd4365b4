"""What a player is asked is made from the data of a decision, and tells no secret."""

from __future__ import annotations

import pytest

from pirate_code.board.refs import Part, Ref, Seat
from pirate_code.rules.decision import Decision, Kind, Option, yes_or_no
from pirate_code.rules.phrasing import question
from tests.rules.positions import Table


def ask(table: Table, kind: Kind, event: str | None, subject: Ref | None, *options: Option) -> str:
    """The question that player 0 is asked."""
    return question(Decision(0, kind, subject, event, options or yes_or_no()), table.game)


@pytest.mark.parametrize("kind", Kind)
def test_every_kind_of_decision_has_a_question(kind: Kind) -> None:
    table = Table()
    ship = table.ship(0, 0, 0, name="Prosperity")
    sentence = ask(table, kind, "tow", ship.id)
    assert "{" not in sentence and "  " not in sentence
    assert sentence.endswith("?")


def test_a_question_names_the_subject_and_what_it_is_asked_about() -> None:
    table = Table()
    ship, other = table.ship(0, 0, 0, name="Prosperity"), table.ship(1, 50, 0, name="Prey")
    assert ask(table, Kind.AGREE, "board", ship.id, *yes_or_no((other.id,))) == "Does Prosperity board Prey?"
    assert ask(table, Kind.PICK, "home_island", Seat(1)) == "Which island is the home of player 2?"
    assert ask(table, Kind.DIE, "roll", Part(ship.id, "mast", 0)) == "Which die counts?"
    assert ask(table, Kind.DIRECTION, "leave", Part(ship.id, "mast", 0)) == (
        "Which way does mast 1 of Prosperity go?"
    )


def test_what_an_ability_does_is_told_as_events_and_in_words() -> None:
    table = Table()
    line = "Once per turn, you may eliminate one of this ship's crew to give her an extra action."
    ship = table.ship(0, 0, 0, name="Prosperity", line=line)
    table.crew(ship, "Captain.")
    ((option, _),) = table.game.active.offers(0)
    assert option.refs == (ship.id,)
    assert option.does is not None and option.does.events == {"eliminate", "give"}
    asked = ask(table, Kind.USE, None, ship.id, *yes_or_no((ship.id,), option.does))
    assert asked.startswith("Prosperity: is this used? Once per turn, you may eliminate")


def test_a_facedown_piece_keeps_its_secret() -> None:
    table = Table()
    theirs = table.ship(1, 0, 0)
    mate = table.crew(theirs, "Captain.")
    table.state.turn_face(mate, False)
    assert mate.card.name not in ask(table, Kind.PICK, "affect", mate.id)
