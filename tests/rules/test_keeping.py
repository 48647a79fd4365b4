"""A position that is put by: it can be laid out again as it was, as often as wanted."""

from __future__ import annotations

from pirate_code.board.card import Card
from pirate_code.board.pose import Pose
from pirate_code.board.state import SEA, Snapshot, State, TallyEntry, Use
from pirate_code.core.saving import dumps
from pirate_code.rules.saving import save


def position() -> State:
    """A position with a ship and her crew."""
    state = State(2, seed=7)
    ship = state.add(Card(id="ship", name="Ship", kind="ship", masts=2), 0, SEA)
    ship.pose, ship.outline, ship.parts = Pose(1, 2, 3), "ship-2", {"panel": 2}
    state.add(Card(id="crew", name="Crew", kind="crew"), 0, ship.id)
    return state


def test_a_kept_position_is_laid_out_as_it_was_whatever_happened_since() -> None:
    state = position()
    before = dumps(save(state))
    kept = Snapshot(state)
    state.pieces[0].parts["panel"] = 0
    state.pieces[1].parts["panel"] = 1
    state.put(state.pieces[1], SEA)
    state.turn.used.add(Use(0, "ability", "turn"))
    state.tally[TallyEntry(0, 1, 0)] = 3
    state.dice.roll()
    assert dumps(save(kept.restore())) == before != dumps(save(state))


def test_positions_laid_out_go_their_own_ways() -> None:
    kept = Snapshot(position())
    one, other = kept.restore(), kept.restore()
    one.pieces[0].parts["panel"] = 0
    one.put(one.pieces[1], SEA)
    assert other.pieces[0].parts == {"panel": 2} and other.pieces[1].where == 0
    assert dumps(save(other)) == dumps(save(kept.restore()))
