"""The pages of a collection, as the server makes them: it knows what there is, not what anybody owns."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from typing import Any

import pytest

Get = Callable[..., Any]


def test_a_set_has_its_pieces_by_number_and_is_counted(get: Get) -> None:
    data = get("/set/CC.json").json()
    numbers = [piece["number"] for piece in data["pieces"]]
    assert (data["id"], data["name"]) == ("CC", "Pirates of the Crimson Coast")
    assert numbers == sorted(numbers) and len(numbers) == sum(data["kinds"].values())
    page = get("/set/Crimson Coast").text
    assert 'data-holding="CC-037" data-name="HMS Sultan"' in page
    assert f"{len(numbers)} of about {data['total']} pieces are in this library" in page


def test_a_set_that_does_not_exist_is_told_with_the_nearest_name(get: Get) -> None:
    answer = get("/set/Crimsn Coast.json")
    assert (answer.status_code, "did you mean" in answer.json()["error"]) == (404, True)
    page = get("/set/<script>")
    assert page.status_code == 404 and "<script>" not in page.text.split("</head>")[1]


def test_a_card_leads_to_its_set(get: Get) -> None:
    assert '<a href="/set/CC">Pirates of the Crimson Coast</a>' in get("/card/CC-037").text


def test_all_pieces_in_short_are_small_enough_for_a_phone(get: Get) -> None:
    answer = get("/-/pieces.json")
    data = answer.json()
    assert ["CC-037", "HMS Sultan", "CC", "ship", "English"] in data["pieces"]
    assert sum(each["total"] for each in data["sets"]) >= len(data["pieces"]) > 700
    assert "crimson coast" in next(each["names"] for each in data["sets"] if each["id"] == "CC")
    assert len(gzip.compress(answer.content)) < 100_000


def test_a_search_looks_at_the_collection_that_comes_with_it(get: Get) -> None:
    def ids(query: str, **counts: str) -> set[str]:
        answer = get("/search.json", q=query, **counts)
        assert answer.status_code == 200, answer.text
        return {row["id"] for row in answer.json()["results"]}

    assert ids("owned:yes", owned="CC-037_2*PotC-025.026") == {"CC-037", "PotC-025", "PotC-026"}
    assert ids("owned>1 -wanted:yes", owned="CC-037_2*PotC-025.026", wanted="PotC-026") == {"PotC-025"}
    assert ids("wanted:yes", wanted="CC-037") == {"CC-037"}
    assert ids("owned:yes", wanted="CC-037") == set()
    page = get("/search", q="owned:yes", owned="CC-037_2*PotC-025.026").text
    assert "3 pieces" in page and "English" in page.split("<aside")[1]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"q": "owned:yes"}, "look at your collection. It is kept on your device"),
        ({"q": "owned:yes", "owned": "CC"}, "is no part of a collection"),
        ({"q": "owned:yes", "owned": "CC-" + "1." * 10_000}, "at most 20,000 characters"),
        ({"q": "owned:many", "owned": ""}, "owned:many means nothing"),
    ],
)
def test_a_collection_that_is_missing_or_none_is_told(get: Get, arguments: dict[str, str], says: str) -> None:
    answer = get("/search.json", **arguments)
    assert answer.status_code == 400 and says in answer.json()["error"]


def test_a_page_without_a_collection_waits_for_its_script(get: Get) -> None:
    answer = get("/search", q="missing:yes kind:ship")
    assert answer.status_code == 200
    assert "a page with JavaScript sends it" in answer.text


def test_the_page_of_the_collection_says_what_it_needs(get: Get) -> None:
    page = get("/collection").text
    assert "This page needs JavaScript" in page
    assert '<a href="/set/CC">Pirates of the Crimson Coast</a>' in page
