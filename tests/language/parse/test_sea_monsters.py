"""Sea monsters, which speak of themselves."""

from __future__ import annotations

from pirate_code.language import tree as t
from tests.language.parse.trees import ENEMY, SHIP, L, found, keywords, only, piece


def test_a_sea_monster_speaks_of_itself() -> None:
    line = "Sea Monster. This sea monster can attack submerged submarines."
    monster = piece("sea_monster", "this")
    assert keywords(line) == ["sea-monster"]
    assert only(line, t.Happen).event == t.Event(
        type="attack", agent=monster, object=piece("submarine", None, t.InState(state="submerged"))
    )


def test_instead_of_moving_an_enemy_ship_is_moved() -> None:
    line = (
        "Sea Monster. Give this sea monster a move action but do not move it. Instead, roll a d6. On a result"
        " of 5 or 6, move an enemy ship L in any direction."
    )
    monster = piece("sea_monster", "this")
    give, stay, roll, move = found(line, t.Happen)
    assert (give.event.to, stay.strength, stay.event.object) == (monster, "cannot", monster)
    assert roll.event.amount == t.Dice()
    assert move.event == t.Event(type="move", object=ENEMY, distance=L, manner=("any_direction",))
    assert only(line, t.Instead) == t.Instead()


def test_a_sea_monster_of_another_player_can_be_given_the_action() -> None:
    line = (
        "Instead of giving this ship an action on your turn, you may give a sea monster an action, even if it"
        " is not part of your fleet."
    )
    condition = only(line, t.Condition)
    assert condition.even
    assert only(line, t.Instead).of == t.Event(
        type="give", object=piece("action", "a"), to=SHIP, time=t.Moment(at="during", whose="your")
    )
