"""The pages as a reader sees them, without a browser."""

from __future__ import annotations

import gzip
import json
import re
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from pirate_code.data import metadata_file
from pirate_code.library.search_filters import FILTERS

Get = Callable[[str], Any]


def test_home_has_one_search_box_and_examples_that_find_something(get: Get) -> None:
    page = get("/")
    assert page.status_code == 200
    assert page.text.count('type="search"') == 1
    assert "Sea monsters" in page.text


def test_home_tells_how_much_of_the_game_is_here_and_how_to_add_the_rest(get: Get) -> None:
    page = get("/")
    assert " of about 2,731 pieces" in page.text
    assert "<code>pirate-code import FILE</code>" in page.text
    assert "Every card" not in page.text


def test_the_help_of_the_search_has_every_filter_with_examples_that_work(get: Get) -> None:
    page = get("/search/help")
    assert page.status_code == 200
    for name, kind in FILTERS.items():
        assert f'id="{name}"' in page.text
        for example in (kind.example, *kind.more):
            assert f"/search?q={quote(example, safe='/')}" in page.text


def test_a_misspelt_search_is_answered_with_a_link_to_what_was_meant(get: Get) -> None:
    for wrong, right in (
        ("captin", "captain"),
        ("nation:englsh", "nation:english"),
        ("natoin:pirate", "nation:pirate"),
    ):
        page = get(f"/search?q={wrong}")
        assert f'href="/search?q={quote(right, safe="")}"' in page.text
        assert get(f"/search.json?q={wrong}").json()["did_you_mean"] == right
    assert get("/search.json?q=captain").json()["did_you_mean"] is None


def test_a_search_that_is_typed_is_completed_with_filters_values_and_names(get: Get) -> None:
    def offered(typed: str) -> list[str]:
        return [each["write"] for each in get(f"/-/search-words.json?q={quote(typed)}").json()["names"]]

    assert offered("nat")[0] == "nation:"
    assert offered("nation:eng") == ["nation:english"]
    assert offered("kind:ship black pe")[-1] == 'kind:ship "Black Pearl"'
    assert offered("") == offered("kind:ship ") == []
    assert get(f"/-/search-words.json?q={'x' * 501}").status_code == 400


def test_a_card_shows_what_is_printed_what_it_does_and_its_rulings(get: Get) -> None:
    page = get("/card/BC-002")
    assert page.status_code == 200
    for part in ("What it does", "Rulings", 'class="die'):
        assert part in page.text


def test_cards_and_results_have_a_drawing(get: Get) -> None:
    assert 'aria-label="Drawing of Adventure: Pirate ship with 3 masts' in get("/card/CC-011").text
    results = get("/search?q=kind:ship")
    assert results.text.count('<div class="drawing small"><svg') == 60
    assert len(gzip.compress(results.content)) < 100_000


def test_a_card_is_found_by_its_name_too(get: Get) -> None:
    card = get("/card/BC-002.json").json()
    assert get(f"/card/{card['name']}").status_code == 200


@pytest.mark.parametrize(
    "address", ["/keyword/captain", "/section/Docking", "/rulings", "/keywords", "/search?q=docking"]
)
def test_pages_open(get: Get, address: str) -> None:
    assert get(address).status_code == 200


def test_every_ruling_in_a_list_has_a_page(get: Get) -> None:
    for ruling in get("/keyword/captain.json").json()["rulings"][:5]:
        page = get(f"/ruling/{ruling['id']}")
        assert page.status_code == 200
        assert ruling["citation"].split(",")[0] in page.text


def test_the_pieces_of_a_nation_are_counted_in_words(get: Get) -> None:
    page = get("/nation/english").text
    assert re.search(r"\d+ crew, \d+ ships, \d+ forts?", page)


def test_a_search_that_says_its_order_shows_it(get: Get) -> None:
    page = get("/search?q=kind:ship+order:-points").text
    assert "<option selected>points</option>" in page
    assert 'name="desc" value="1" checked' in page
    assert "by points, the largest first" in page
    assert "by points" not in get("/search?q=kind:ship").text


def test_facets_name_sets_in_words(get: Get) -> None:
    page = get("/search?q=kind:ship").text
    assert 'set%3asm">Pirates of the Spanish Main</a>' in page.replace("%3A", "%3a")


def test_search_offers_facets_that_narrow_it_down(get: Get) -> None:
    page = get("/search?q=kind:ship")
    assert "<summary>nation</summary>" in page.text
    wide, narrow = (
        get(f"/search.json?q={query}").json() for query in ("kind:ship", "kind:ship nation:french")
    )
    assert 0 < narrow["total"] < wide["total"]


def test_a_wrong_filter_is_told_in_a_sentence_with_the_nearest(get: Get) -> None:
    page = get("/search?q=nation:frensh")
    assert page.status_code == 400
    assert 'role="alert"' in page.text
    assert "french" in page.text.lower()


def test_what_is_not_there_is_told_with_what_comes_nearest(get: Get) -> None:
    page = get("/keyword/captin")
    assert page.status_code == 404
    assert "Captain" in page.text
    assert get("/keyword/captin.json").json()["nearest"]


@pytest.mark.parametrize(
    "address",
    [
        "/search?q=<script>alert(1)</script>",
        "/card/<script>alert(1)</script>",
        "/search?q=" + "(" * 400,
        "/search?q=" + "x" * 5000,
        "/search?q=%00%ff",
        "/card/" + "%2e%2e%2f" * 30,
        "/search?q=kind:ship&sort=nonsense",
    ],
)
def test_hostile_addresses_are_answered_and_nothing_is_echoed_as_html(get: Get, address: str) -> None:
    page = get(address)
    assert page.status_code < 500
    assert "<script>alert" not in page.text


def test_pages_may_run_nothing_but_our_scripts(get: Get) -> None:
    policy = get("/card/BC-002").headers["content-security-policy"]
    assert "script-src 'self';" in policy
    assert "unsafe" not in policy


def test_tables_and_json_of_datasette_keep_working(get: Get) -> None:
    assert get("/library/pieces").status_code == 200
    assert get("/library/pieces.json?_size=1").json()["rows"]
    assert get("/library/cheapest_ships?nation=French").status_code == 200


def test_every_table_and_view_is_described(built: Path) -> None:
    described = json.loads(metadata_file().read_text(encoding="utf-8"))["databases"]["library"]["tables"]
    with sqlite3.connect(built) as db:
        names = {
            name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')")
        }
    assert names - set(described) - {"sqlite_sequence", "sqlite_stat1"} == set()
    assert set(described) - names == set()


@pytest.mark.parametrize("address", ["/keyword/captain", "/card/BC-002"])
def test_a_page_tells_what_the_thing_interacts_with_and_by_which_ruling(get: Get, address: str) -> None:
    partners = get(f"{address}.json").json()["interacts"]
    page = get(address).text
    assert partners
    assert "What it interacts with" in page
    for partner in partners:
        assert partner["claims"]
        assert f"/ruling/{partner['claims'][0]['ruling']}" in page


def test_a_keyword_interacts_with_the_keyword_that_a_ruling_sets_against_it(get: Get) -> None:
    partners = get("/keyword/captain.json").json()["interacts"]
    assert "Reverse Captain" in {partner["name"] for partner in partners}
    assert "Captain" not in {partner["name"] for partner in partners}


def test_the_editions_page_tells_which_switch_and_ruling_makes_each_difference(get: Get) -> None:
    page, data = get("/editions"), get("/-/editions.json").json()
    assert page.status_code == 200
    assert data["rows"]
    for row in data["rows"]:
        assert f"<code>{row['name']}</code>" in page.text
        assert len({json.dumps(setting["value"]) for setting in row["settings"]}) > 1
    cited = {ruling for row in data["rows"] for setting in row["settings"] for ruling in setting["rulings"]}
    assert cited
    assert all(get(f"/ruling/{ruling}").status_code == 200 for ruling in cited)
