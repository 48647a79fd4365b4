"""Shots in a row are one sentence for each target."""

from __future__ import annotations

from pirate_code.board.refs import Matter, Part, Ref
from pirate_code.core.running import Entry
from pirate_code.views.broadside import Broadside

SHIP, TARGET, OTHER = 1, 2, 3
NAMES = {SHIP: "Revenge", TARGET: "Prey", OTHER: "Quarry"}
ORDINALS = ("first", "second", "third")


def name(ref: Ref) -> str:
    if isinstance(ref, Part):
        return f"the {ORDINALS[ref.number]} {ref.noun} of {NAMES[ref.of]}"
    assert isinstance(ref, int)
    return NAMES[ref]


def entry(what: str, kind: str, amount: int = 0, **slots: Ref) -> Entry:
    return (what, kind, tuple(slots.items()), amount, (), None, "")


def shot(rolled: int, at: int = TARGET, takes: int | None = None, sinks: bool = False) -> list[Entry]:
    gun = Part(SHIP, "cannon", 0)
    hit = takes is not None or sinks
    found = [
        entry("happens", "shoot", agent=gun, at=at),
        entry("rolled", "roll", rolled, agent=gun, object=Matter("cannon_roll", SHIP), against=at),
        entry("happens", "hit" if hit else "miss", agent=gun, object=at),
    ]
    if takes is not None:
        found.append(entry("happens", "eliminate", agent=gun, object=Part(at, "mast", takes), source=at))
    if sinks:
        found.append(entry("happens", "sink", agent=gun, object=at))
    return found


def told(*shots: list[Entry]) -> list[str]:
    broadside = Broadside(name)
    for one in shots:
        assert all(broadside.takes(part) for part in one)
    return list(broadside.end())


def test_a_miss_is_no_hit() -> None:
    assert told(shot(2)) == ["  Revenge shoots at Prey: 2; no hit."]


def test_hits_tell_what_they_took() -> None:
    assert told(shot(5, takes=0), shot(1), shot(6, takes=2)) == [
        "  Revenge shoots at Prey: 5, 1, 6; two hits take her first and third masts."
    ]


def test_the_last_hit_may_sink_her() -> None:
    assert told(shot(5, takes=0), shot(4, sinks=True)) == [
        "  Revenge shoots at Prey: 5, 4; two hits take her first mast and sink her."
    ]


def test_what_changed_a_roll_and_what_let_her_shoot_is_told_once() -> None:
    broadside = Broadside(name, leave="Captain lets her shoot with her move")
    for part in (*shot(5, takes=0), *shot(2)):
        rolled = part[0] == "rolled"
        assert broadside.takes((*part[:6], "+1 by Gunner") if rolled else part)
    assert list(broadside.end()) == [
        "  Revenge shoots at Prey: 5, 2; one hit takes her first mast"
        " (Captain lets her shoot with her move; +1 by Gunner)."
    ]
    assert broadside.leave == ""


def test_what_her_own_ability_adds_is_not_told_by_her_name() -> None:
    broadside = Broadside(name)
    for part in shot(5, takes=0):
        assert broadside.takes((*part[:6], "+1 by Revenge") if part[0] == "rolled" else part)
    assert list(broadside.end()) == [
        "  Revenge shoots at Prey: 5; one hit takes her first mast (+1 by her own ability)."
    ]


def test_each_target_has_a_sentence() -> None:
    assert told(shot(5, takes=0), shot(1, at=OTHER), shot(3)) == [
        "  Revenge shoots at Prey: 5, 3; one hit takes her first mast.",
        "  Revenge shoots at Quarry: 1; no hit.",
    ]


def test_what_is_no_shot_of_hers_is_not_taken_and_another_ship_ends_it() -> None:
    broadside = Broadside(name)
    assert not broadside.takes(entry("happens", "move", agent=SHIP, object=SHIP))
    assert all(broadside.takes(part) for part in shot(2))
    others = entry("happens", "shoot", agent=Part(OTHER, "cannon", 0), at=SHIP)
    assert broadside.ends_with(others)
    assert not broadside.takes(others)
    assert broadside.ends_with(entry("happens", "give", object=Matter("move_action", SHIP), to=SHIP))
    assert not broadside.ends_with(shot(2)[0])
