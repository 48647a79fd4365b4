"""The estimate of a point cost: the fit itself, and how it does on pieces that were left out."""

from __future__ import annotations

import random
import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pirate_code.library import point_cost
from pirate_code.library.point_cost import CostFacts, accuracy, estimate, features, models
from pirate_code.library.ridge import BASE, Row, fit


def cases(count: int = 400) -> list[Row]:
    dice = random.Random(1)
    rows = []
    for number in range(count):
        masts, fast = dice.randint(1, 5), dice.randint(0, 1)
        rows.append(Row({BASE: 1, "masts": masts, "fast": fast}, 2 + 3 * masts - fast, f"ship {number}"))
    return rows


def test_a_fit_finds_the_weights_that_made_the_values() -> None:
    model = fit(cases())
    assert model.weights[BASE] == pytest.approx(2, abs=0.1)
    assert model.weights["masts"] == pytest.approx(3, abs=0.1)
    assert model.weights["fast"] == pytest.approx(-1, abs=0.1)
    assert model.mean_error < 0.1
    assert len(model.misses) == model.rows == 400


def test_a_feature_of_few_rows_gets_no_weight() -> None:
    rows = [*cases(), Row({BASE: 1, "odd": 1}, 50, "odd")]
    assert "odd" not in fit(rows).weights


def test_rows_of_one_group_are_left_out_together() -> None:
    """A reprint tells nothing about how new pieces are estimated."""
    dice = random.Random(2)
    traits = [({BASE: 1, f"trait {number}": 1}, dice.uniform(0, 20)) for number in range(40)]
    alone = [Row(seen, value, f"{number}") for number, (seen, value) in enumerate(traits) for _ in range(6)]
    apart = [
        Row(seen, value, f"{number} {copy}")
        for number, (seen, value) in enumerate(traits)
        for copy in range(6)
    ]
    assert fit(alone).mean_error > 2 * fit(apart).mean_error


def test_estimates_do_much_better_than_the_mean_of_the_kind(db: sqlite3.Connection) -> None:
    measured = accuracy(db)
    assert set(measured) == set(point_cost.KINDS)
    for numbers in measured.values():
        assert numbers["mean_error"] < 0.75 * numbers["guess_error"]
        assert numbers["pieces"] >= 150


def test_the_interval_holds_eight_in_ten_that_were_left_out(db: sqlite3.Connection) -> None:
    for model in models(db).values():
        low, high = model.interval(point_cost.SHARE)
        inside = sum(low <= miss <= high for miss in model.misses) / len(model.misses)
        assert point_cost.SHARE - 0.01 <= inside <= point_cost.SHARE + 0.05  # reprints miss by the same


def test_a_larger_ship_costs_more(db: sqlite3.Connection) -> None:
    small = estimate(db, CostFacts("ship", 1, 2, ("S",), ("3S",)))
    large = estimate(db, CostFacts("ship", 5, 6, ("S", "L"), ("2S", "2S", "2L", "2S", "2L")))
    assert small is not None and large is not None
    assert small.points + 5 < large.points
    assert small.low <= small.points <= small.high


def test_other_kinds_are_not_estimated(db: sqlite3.Connection) -> None:
    assert estimate(db, CostFacts("fort")) is None


def test_the_same_library_gives_the_same_estimate(db: sqlite3.Connection) -> None:
    rows = list(point_cost._rows(db, "crew"))
    assert fit(rows) == fit(rows)


@given(
    st.builds(
        CostFacts,
        kind=st.sampled_from(["ship", "crew"]),
        masts=st.integers(0, 10),
        cargo=st.integers(0, 30),
        base_move=st.lists(st.sampled_from("SLTD"), max_size=4).map(tuple),
        cannons=st.lists(st.from_regex(r"[1-6][SL]", fullmatch=True), max_size=10).map(tuple),
        links=st.integers(0, 9),
        text=st.text(max_size=200),
        abilities=st.integers(0, 40),
    )
)
def test_features_are_finite_and_none_is_nothing(facts: CostFacts) -> None:
    found = features(facts)
    assert found[BASE] == 1
    assert all(amount and abs(amount) < 1000 for amount in found.values())
