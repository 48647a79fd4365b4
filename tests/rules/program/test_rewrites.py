"""Every rewrite serves a printed line, and rests on a ruling or says why it needs none."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from pirate_code.fleets import card_pool
from pirate_code.language import parse
from pirate_code.language.keywords import definition_texts
from pirate_code.library.rulings import load_rulings
from pirate_code.rules.program.abilities import abilities
from pirate_code.rules.program.lower.clauses import ops_of, rewrites_of
from pirate_code.rules.program.rewrites import REWRITES, watching
from pirate_code.rules.program.rewrites.registry import Rewrite, rewrite

KINDS = ("ship", "crew", "fort", "treasure", "event", "island")
# Rewrites that serve a single line: more of them would mean that a general op is missing.
MOST_FOR_ONE_LINE = 4


@cache
def fired_on(sheet: Path | None = None) -> dict[str, frozenset[str]]:
    """The names of the rewrites that fire on each line that we hold, those of a sheet included."""
    pool = card_pool.builtin() if sheet is None else card_pool.from_sheet(sheet)
    found = {card.line: rewrites_of(card.abilities, card.kind) for card in pool.cards.values() if card.line}
    for line in definition_texts():
        found.setdefault(line, fired_by(line))
    return found


def fired_by(line: str) -> frozenset[str]:
    """The names of the rewrites that fire on a line, printed on a piece of any kind."""
    trees = abilities(parse(line))
    return frozenset(name for kind in KINDS for name in rewrites_of(trees, kind))


@pytest.mark.parametrize("one", REWRITES.values(), ids=REWRITES)
def test_a_rewrite_fires_on_the_line_that_it_names(one: Rewrite) -> None:
    assert one.name in fired_by(one.line)


def test_a_rewrite_for_a_line_that_we_hold_fires_on_one() -> None:
    held = fired_on()
    fired = frozenset().union(*held.values())
    assert [one.name for one in REWRITES.values() if one.line in held and one.name not in fired] == []


def test_no_rewrite_is_idle_on_the_whole_sheet(master_sheet: Path) -> None:
    held = fired_on(master_sheet)
    assert [one.name for one in REWRITES.values() if one.line not in held] == []
    assert set(REWRITES) - frozenset().union(*held.values()) == set()


@pytest.mark.parametrize("one", REWRITES.values(), ids=REWRITES)
def test_a_rewrite_rests_on_a_ruling_or_says_why_not(one: Rewrite) -> None:
    known = {ruling.id for file in load_rulings() for ruling in file.rulings}
    assert one.ruling in known if one.ruling else one.because


def test_few_rewrites_serve_a_single_line(master_sheet: Path) -> None:
    held = fired_on(master_sheet).values()
    single = [name for name in REWRITES if sum(name in names for names in held) == 1]
    assert len(single) <= MOST_FOR_ONE_LINE, single


def test_a_rewrite_without_ruling_or_reason_is_refused() -> None:
    with pytest.raises(ValueError, match="rests on a ruling"):
        rewrite(line="Captain.")


def test_a_plain_line_is_not_rewritten() -> None:
    assert fired_by("This ship gets +1 to her cannon rolls.") == frozenset()


def test_nothing_is_watched_after_the_watch_is_over() -> None:
    with watching() as fired:
        pass
    assert fired_by(REWRITES["placed_face_up"].line)
    assert fired == set()


def verbs(line: str, kind: str) -> list[str]:
    """The ops of a line, each as "verb event"."""
    return [f"{op.verb} {op.on}" for op in ops_of(abilities(parse(line)), kind)]


def test_a_wave_of_any_piece_leaves_with_a_shoot_action() -> None:
    line = (
        "Give this sea monster a shoot action. A wave S wide and 2L long leaves the sea monster in one "
        "direction. Up to 2 masts of every ship in the path of the wave are eliminated."
    )
    assert verbs(line, "sea creature") == ["permit give", "when give"]


def test_a_ban_until_an_event_stands_and_is_ended_by_it() -> None:
    line = "No treasure may be loaded from this wild island until Wolves is eliminated."
    assert verbs(line, "treasure") == ["forbid load", "ends eliminate"]


def test_a_crew_described_by_its_loss_is_placed_when_it_is_lost() -> None:
    assert verbs("Place your eliminated crew on this fort.", "fort") == ["after eliminate"]


def test_a_mast_that_is_eliminated_is_removed_as_well() -> None:
    assert verbs("This ship sinks when her last mast is removed.", "ship") == [
        "when remove",
        "when eliminate",
    ]


def test_what_is_done_for_every_piece_is_done_once_for_each() -> None:
    (op,) = ops_of(abilities(parse("When this ship docks, eliminate one crew for every enemy ship.")), "ship")
    assert "for_each=(Pieces(noun='ship'" in repr(op.effect)


def test_a_nation_instead_of_ones_own_is_held() -> None:
    assert verbs("This ship belongs to the Cursed nation instead of her nation.", "ship") == ["hold is_a"]
