"""A collection in an address: what is written comes back, and what is none is refused in one sentence."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pirate_code.collection.holdings import CollectionError
from pirate_code.collection.sent_counts import LENGTH_LIMIT, counts_of


def test_groups_share_their_number_and_their_set() -> None:
    assert counts_of("2*SM-001.002_CC-037.101a_3*SS-tribal-chieftain-spanish") == {
        "SM-001": 2,
        "SM-002": 2,
        "CC-037": 1,
        "CC-101a": 1,
        "SS-tribal-chieftain-spanish": 3,
    }
    assert counts_of("") == {}


@pytest.mark.parametrize(
    "text", ["SM", "_", "SM-", "-1*SM-001", "x*SM-001", "SM-001..002", "SM-001 ", "SM-é", "10000*SM-1"]
)
def test_what_is_no_collection_is_refused(text: str) -> None:
    with pytest.raises(CollectionError, match="is no part of a collection"):
        counts_of(text)


def test_it_has_a_largest_length() -> None:
    with pytest.raises(CollectionError, match="at most 20,000 characters"):
        counts_of("SM-001" + ".001" * LENGTH_LIMIT)


@given(st.text(alphabet="SM-0123.*_&a", max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        assert all(0 <= count <= 9_999 for count in counts_of(text).values())
    except CollectionError as error:
        assert str(error)
