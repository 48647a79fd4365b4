"""A search finds what its words and filters ask for, and says in a sentence what it cannot understand."""

from __future__ import annotations

import sqlite3
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from pirate_code.core import query
from pirate_code.core.query import All, Either, Filter, Not, QueryError, Words, join, parse
from pirate_code.library.search import COLUMNS, ORDERS, SearchResults, asks_for_collection, search
from pirate_code.library.search_filters import ALIASES, FILTERS, SYNTAX
from pirate_code.library.vocabulary import Vocabulary


def ids(found: SearchResults) -> list[str]:
    return [row["id"] for row in found.rows]


def refusal(db: sqlite3.Connection, text: str, **options: Any) -> str:
    with pytest.raises(QueryError) as raised:
        search(db, text, **options)
    return str(raised.value)


def test_words_phrases_filters_and_signs_are_told_apart() -> None:
    assert parse('dock* "extra action" -kind:crew points<=12') == All(
        (
            Words("dock", prefix=True),
            Words("extra action"),
            Not(Filter("kind", ":", ("crew",))),
            Filter("points", "<=", ("12",)),
        )
    )


def test_or_and_brackets_give_alternatives() -> None:
    ship_or_fort = Either((Filter("kind", ":", ("ship",)), Filter("kind", ":", ("fort",))))
    assert parse("(kind:ship or kind:fort) and masts:3") == All((ship_or_fort, Filter("masts", ":", ("3",))))


def test_a_filter_takes_several_values_and_phrases() -> None:
    assert parse('nation:english,"Jade Rebellion",french') == Filter(
        "nation", ":", ("english", "Jade Rebellion", "french")
    )


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["text:extra action", "set:CC"], 'text:"extra action" set:CC'),
        (["extra action"], '"extra action"'),
        (["-extra action"], '-"extra action"'),
        (["kind:ship masts:3"], "kind:ship masts:3"),
        (['text:"extra action" kind:ship'], 'text:"extra action" kind:ship'),
        (["captain or helmsman"], "captain or helmsman"),
    ],
)
def test_quotation_marks_that_the_shell_ate_come_back(arguments: list[str], text: str) -> None:
    assert join(arguments) == text


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "There is nothing to search for."),
        ("nation:", "nation: needs a value after it."),
        ('"extra', "The quotation mark at character 1 is not closed."),
        ("(ship", "The bracket at character 1 is not closed."),
        ("ship)", "A bracket is closed at character 5 that was not opened."),
        ("ship or", "Something is missing at `or`."),
        ("+", "'+' has no letters or digits to search for."),
        ("x" * 1001, "The search is longer than 1,000 characters."),
        ("a " * 61, "The search has more than 60 terms."),
        ("(" * 30, "The search has brackets more than 20 deep."),
        ("caf\udce9", "The search is not UTF-8 text."),
    ],
)
def test_what_cannot_be_read_is_told_in_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(QueryError) as raised:
        parse(text)
    assert str(raised.value) == sentence


def test_the_example_of_the_manual_finds_english_schooners(db: sqlite3.Connection) -> None:
    found = search(db, "nation:english kind:ship points<=12 move:S+L keyword:schooner set:R has:ruling")
    assert found.rows
    for row in found.rows:
        assert (row["nation"], row["kind"], row["set"]) == ("English", "ship", "R")
        assert row["points"] <= 12
        assert row["base_move"] in ("S+L", "L+S")
        assert "Schooner" in row["keywords"]


def test_free_words_find_pieces_keywords_and_rulings_best_first(db: sqlite3.Connection) -> None:
    found = search(db, "captain")
    assert set(found.totals) == {"piece", "keyword", "ruling"}
    assert next(row for row in found.rows if row["type"] == "keyword")["name"] == "Captain"
    assert "captain" in next(row for row in found.rows if row["type"] == "piece")["name"].lower()


def test_a_question_about_docking_finds_the_rule_and_its_clarification(db: sqlite3.Connection) -> None:
    sources = {row["source"].split(" (")[0] for row in search(db, "docking kind:ruling").rows}
    assert len(sources) > 1
    assert "The Pirate Code, errata and clarifications" in sources


@pytest.mark.parametrize(
    ("text", "ruling"),
    [
        ("order of a move action", "move-order-printed-segments"),
        ("order explore action", "explore-order-"),
        ('section:"action limit"', "action-limit-list-is-open"),
        ("rarity ship type", "rarity-"),
        ("unique treasures loaded facedown", "facedown-unique-treasures-for-a-fight"),
        ("Quest for Davy Jones' Gold points", "board-game-red-points"),
        ("Hanno Galley", "hanno-and-phlegyas-are-galleys"),
        ("abilities must not cannot may", "ability-conflict"),
    ],
)
def test_the_lists_of_the_pirate_code_can_be_found(db: sqlite3.Connection, text: str, ruling: str) -> None:
    assert any(row["id"].startswith(ruling) for row in search(db, text).rows)


def test_a_ruling_is_found_by_other_names_of_what_it_is_about(db: sqlite3.Connection) -> None:
    assert "board-game-captain-serves-any-ship" in ids(search(db, 'about:"Davy Jones\' Gold"'))


def test_a_search_that_finds_nothing_can_be_widened(db: sqlite3.Connection) -> None:
    assert search(db, '"down face treasure unique"').total == 0
    apart = search(db, '"down face treasure unique"', widen=True)
    assert (apart.widened, apart.total > 0) == ("apart", True)
    some = search(db, "kind:ship zyzzyva kraken pinned", widen=True, limit=50)
    assert (some.widened, list(some.totals)) == ("some", ["piece"])
    assert len(some.rows) == min(5, some.total)
    assert search(db, "zyzzyva", widen=True).widened == ""
    assert search(db, "captain", widen=True).widened == ""


def test_a_word_that_only_begins_a_word_is_enough_if_nothing_else_is_found(db: sqlite3.Connection) -> None:
    assert search(db, "subm").total == 0
    begun = search(db, "subm", widen=True)
    assert begun.widened == "begun"
    assert set(ids(begun)) == set(ids(search(db, "subm*")))


@pytest.mark.parametrize(
    ("text", "read_as"),
    [
        ("english schooners", "nation:english keyword:schooner"),
        ("pirate captain 3 points", "nation:pirate keyword:captain points:3"),
        ("five-masted ship with 4 cargo", "masts:5 kind:ship cargo:4"),
        ("jade rebellion junks", 'nation:"jade rebellion" keyword:junk'),
        ("british crew from the crimson coast", 'nation:british kind:crew set:"crimson coast"'),
        ("rare ships", "rarity:rare kind:ship"),
        ("sea monster", 'kind:"sea monster"'),
        ("captain sparrow", "keyword:captain sparrow"),
        ("english ships points<=9 -set:SM", "nation:english kind:ship points<=9 -set:SM"),
    ],
)
def test_plain_words_are_read_as_the_filters_that_they_name(
    db: sqlite3.Connection, text: str, read_as: str
) -> None:
    found = search(db, text)
    assert found.read_as == read_as
    wanted = [row["id"] for row in search(db, read_as).rows if row["type"] == "piece"]
    assert set(wanted) <= set(ids(found))
    pieces = [row for row in found.rows if row["type"] == "piece"]
    assert pieces[0]["id"] in wanted


@pytest.mark.parametrize("text", ['"english schooner"', "schoon*", "english or schooner", "kraken pinned"])
def test_what_is_written_exactly_is_not_read_in_another_way(db: sqlite3.Connection, text: str) -> None:
    assert search(db, text).read_as == ""


def test_a_rare_word_of_a_text_is_no_rarity(db: sqlite3.Connection) -> None:
    assert search(db, "special shot").read_as == ""


def test_a_name_comes_before_what_its_words_mean(db: sqlite3.Connection) -> None:
    assert search(db, "flying dutchman").rows[0]["name"] == "Flying Dutchman"
    names = [row["name"] for row in search(db, "captain jack").rows if row["type"] == "piece"]
    fitting = [("captain" in name.lower() and "jack" in name.lower()) for name in names]
    assert fitting == sorted(fitting, reverse=True) and fitting[0]


def test_of_one_name_the_piece_that_is_played_comes_first(db: sqlite3.Connection) -> None:
    copied = sqlite3.connect(":memory:")
    db.backup(copied)
    copied.row_factory = sqlite3.Row
    first, second = [row["id"] for row in search(copied, '"Jack Hawkins" kind:crew').rows][:2]
    copied.execute("UPDATE pieces SET kind = 'other' WHERE id = ?", (first,))
    found = ids(search(copied, "jack hawkins"))
    copied.close()
    assert found.index(second) < found.index(first)


def test_accents_and_word_endings_do_not_matter(db: sqlite3.Connection) -> None:
    assert "L'épée de L'ange" in [row["name"] for row in search(db, "epee").rows]
    assert set(ids(search(db, "kind:ruling pinning"))) == set(ids(search(db, "kind:ruling pinned")))


def test_a_minus_sign_excludes_and_what_is_not_known_is_not_excluded(db: sqlite3.Connection) -> None:
    everything, english = search(db, "kind:crew").total, search(db, "kind:crew nation:english").total
    assert search(db, "kind:crew -nation:english").total == everything - english
    assert search(db, "kind:crew nation!=english").total == everything - english
    assert search(db, "-kind:crew kind:piece").total == search(db, "kind:piece").total - everything


def test_alternatives_add_up(db: sqlite3.Connection) -> None:
    either = set(ids(search(db, "kind:fort or kind:event")))
    assert either == set(ids(search(db, "kind:fort"))) | set(ids(search(db, "kind:event")))
    assert either == set(ids(search(db, "kind:fort,event")))


@pytest.mark.parametrize(
    ("text", "check"),
    [
        ("masts:3..4", lambda row: 3 <= row["masts"] <= 4),
        ("cargo:6..", lambda row: row["cargo"] >= 6),
        ("points:..2", lambda row: row["points"] <= 2),
        ("masts>=5", lambda row: row["masts"] >= 5),
        ("points=7", lambda row: row["points"] == 7),
        ("gold:3", lambda row: row["gold"] == 3),
        ("cannons:2L", lambda row: "2L" in row["cannons"].split("-")),
        ("cannons>=8", lambda row: len(row["cannons"].split("-")) >= 8),
        ("move:l+l", lambda row: row["base_move"] == "L+L"),
        ("rarity:le", lambda row: row["rarity"] == "limited edition"),
        ("set:revolution", lambda row: row["set"] == "R"),
        ("set:RF", lambda row: row["set"] == "RotF"),
        ("nation:England", lambda row: row["nation"] == "English"),
        ("nation:none", lambda row: row["nation"] is None),
        ("number:CC-11", lambda row: row["id"] == "CC-011"),
        ('name:"black pearl"', lambda row: "Black Pearl" in row["name"]),
        ("link:headhunter", lambda row: "Headhunter" in row["links"]),
        ('keyword:"Loyal: England"', lambda row: "England" in row["text"]),
        ("faction:viking type:ship", lambda row: (row["nation"], row["kind"]) == ("Viking", "ship")),
        ("is:corrected", lambda row: row["type"] == "piece"),
        ("about:captain", lambda row: row["type"] == "ruling"),
        ("section:captain", lambda row: "captain" in row["name"].lower()),
        ('kind:"named ability"', lambda row: row["kind"] == "named ability"),
    ],
)
def test_every_row_that_a_filter_finds_fits_it(db: sqlite3.Connection, text: str, check: Any) -> None:
    found = search(db, text)
    assert found.rows
    assert all(check(row) for row in found.rows)


def test_a_keyword_is_found_in_other_words_and_under_its_other_name(db: sqlite3.Connection) -> None:
    cancels = search(db, "keyword:canceller").rows
    assert any("Cancel" not in row["text"] for row in cancels)
    assert "Octopus" in {word for row in search(db, "keyword:kraken").rows for word in row["text"].split(",")}


def test_what_an_ability_does_can_be_searched(db: sqlite3.Connection) -> None:
    forbidden = search(db, "forbids:pin kind:ability").rows
    assert any("cannot be pinned" in row["text"] for row in forbidden)
    assert search(db, "touches:pin").total >= search(db, "forbids:pin").total > 0


def test_has_ruling_finds_what_the_views_link_to_rulings(db: sqlite3.Connection) -> None:
    for text, column, view in (
        ("kind:piece has:ruling", "piece_id", "piece_rulings"),
        ("kind:ability has:ruling", "ability_id", "ability_rulings"),
        ("kind:keyword has:ruling", "keyword_id", "rulings_about"),
        ('kind:piece has:"own ruling"', "piece_id", "piece_rulings WHERE because IN ('piece', 'erratum')"),
    ):
        linked = {row[0] for row in db.execute(f"SELECT DISTINCT {column} FROM {view}")} - {None}
        assert set(ids(search(db, text))) == linked, text


def test_lines_are_found_by_themselves_only_when_asked_for(db: sqlite3.Connection) -> None:
    assert "ability" not in search(db, "boarding").totals
    assert set(search(db, "boarding kind:ability").totals) == {"ability"}


def test_a_ruling_that_only_points_elsewhere_is_not_found(db: sqlite3.Connection) -> None:
    assert all(row["text"] for row in search(db, "kind:ruling").rows)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("natoin:english", "There is no filter 'natoin'; did you mean nation?"),
        ("nation:englsh", "There is no nation 'englsh'; did you mean english?"),
        ("keyword:scooner", "There is no keyword 'scooner'; did you mean schooner?"),
        ("set:crimsn", "There is no set 'crimsn'; did you mean crimson coast?"),
        ("kind:shipp", "There is no kind 'shipp'; did you mean ship?"),
        ("has:rulings", "has:rulings means nothing; did you mean ruling?"),
        ("points<=many", "points is a number, not 'many'; write points:3 or points:3..5."),
        ("nation<english", "nation cannot be compared with <; write nation:english."),
        ("move:fast", "'fast' is no base move; write its segments: move:S, move:S+L or move:L+L."),
        (
            "cannons:big",
            "'big' is no cannon; write cannons:3L for one of them, or cannons:4 to count them.",
        ),
        ("forbids:pni", "No ability forbids 'pni'; did you mean pin?"),
    ],
)
def test_a_wrong_filter_or_value_is_told_with_the_nearest_right_one(
    db: sqlite3.Connection, text: str, sentence: str
) -> None:
    assert refusal(db, text) == sentence


def test_a_value_like_no_other_is_answered_with_all_of_them(db: sqlite3.Connection) -> None:
    told = refusal(db, "rarity:zzz")
    assert told.startswith("There is no rarity 'zzz'; it can be common, ")
    assert told.endswith(" or uncommon.")


def test_an_unknown_order_is_told_with_the_nearest(db: sqlite3.Connection) -> None:
    assert refusal(db, "captain", sort="pints") == "There is no order 'pints'; did you mean points?"


@pytest.mark.parametrize("sort", ORDERS)
def test_every_order_keeps_every_piece(db: sqlite3.Connection, sort: str) -> None:
    assert sorted(ids(search(db, "kind:ship", sort=sort))) == sorted(ids(search(db, "kind:ship")))


def test_sorting_by_points_puts_the_cheapest_or_the_dearest_first(db: sqlite3.Connection) -> None:
    points = [row["points"] for row in search(db, "kind:ship", sort="points").rows]
    known = [value for value in points if value is not None]
    assert known == sorted(known)
    assert points[: len(known)] == known
    dearest = search(db, "kind:ship", sort="points", descending=True).rows[0]
    assert dearest["points"] == known[-1]


def test_a_limit_holds_for_each_sort_of_row_and_the_totals_stay(db: sqlite3.Connection) -> None:
    found = search(db, "captain", limit=2)
    assert found.totals == search(db, "captain").totals
    assert len(found.rows) == 2 * len(found.totals)


def test_every_row_has_known_columns_only(db: sqlite3.Connection) -> None:
    for text in ("captain", "kind:ability boarding"):
        for row in search(db, text).rows:
            assert set(row) <= set(COLUMNS)


@pytest.mark.parametrize("name", FILTERS)
def test_the_example_of_every_filter_works(db: sqlite3.Connection, name: str) -> None:
    search(db, FILTERS[name].example, counts={"owned": {"CC-037": 1}})
    assert FILTERS[name].about


def test_the_filters_of_a_collection_need_one(db: sqlite3.Connection) -> None:
    sentence = "owned, wanted and missing look at a collection, and there is none here."
    for text in ("owned:yes", "-missing:no", "(kind:fort or wanted>2)"):
        assert refusal(db, text) == sentence
        assert asks_for_collection(text)
        search(db, text, counts={})
    assert not asks_for_collection("kind:ship owned")


def test_a_piece_that_a_collection_does_not_name_is_there_no_time(db: sqlite3.Connection) -> None:
    counts = {"owned": {"CC-037": 2, "PotC-025": 1}}
    every = len(search(db, "kind:piece").rows)
    assert ids(search(db, "owned:2", counts=counts)) == ["CC-037"]
    assert len(search(db, "owned:0", counts=counts).rows) == every - 2
    assert len(search(db, "owned<2", counts=counts).rows) == every - 1
    assert len(search(db, "owned!=2", counts=counts).rows) == every - 1
    assert len(search(db, "owned:..1", counts=counts).rows) == every - 1
    assert ids(search(db, "owned:1,2", counts=counts, sort="number")) == ["PotC-025", "CC-037"]


def test_a_colon_may_stand_before_a_comparison() -> None:
    assert parse("points:>=12") == parse("points>=12") == Filter("points", ">=", ("12",))
    assert parse("points:!=12") == Filter("points", "!=", ("12",))
    assert parse("name:x") == Filter("name", ":", ("x",))


def test_other_names_of_filters_lead_to_filters() -> None:
    assert set(ALIASES.values()) <= set(FILTERS)
    assert not set(ALIASES) & set(FILTERS)


HOSTILE = [
    "'; DROP TABLE pieces; --",
    '" OR 1=1 --',
    "name:NEAR(a b)",
    "text:* name:^x",
    "a AND b NOT c",
    "{name} : x",
    'name:"""',
    "points<=99999999999999999999",
    "set:\0",
    "-(-(-ship))",
]


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.text(max_size=60) | st.lists(st.sampled_from([*HOSTILE, *FILTERS, ":", '"', "(", "or"])).map("".join)
)
@example(HOSTILE[0])
@example(HOSTILE[6])
def test_nothing_that_is_typed_breaks_a_search(db: sqlite3.Connection, text: str) -> None:
    try:
        search(db, text)
    except QueryError as error:
        assert str(error)
        assert len(str(error)) < 2 * query.LENGTH_LIMIT
    assert db.execute("SELECT count(*) FROM pieces").fetchone()[0] > 700


def test_a_search_says_itself_how_it_is_sorted(db: sqlite3.Connection) -> None:
    cheapest = search(db, "kind:ship order:points").rows
    assert ids(SearchResults(rows=cheapest)) == ids(search(db, "kind:ship", sort="points"))
    dearest = search(db, "kind:ship sort:-points", sort="name").rows
    assert ids(SearchResults(rows=dearest)) == ids(search(db, "kind:ship", sort="points", descending=True))
    by_set = search(db, "kind:ship order:set,-points").rows
    assert by_set[0]["set"] == "SM"
    of_first = [row["points"] for row in by_set if row["set"] == "SM" and row["points"] is not None]
    assert of_first == sorted(of_first, reverse=True)
    assert ids(search(db, "kind:fort or kind:event order:name")) == ids(
        search(db, "kind:fort,event", sort="name")
    )


def test_an_order_alone_sorts_all_pieces(db: sqlite3.Connection) -> None:
    found = search(db, "order:-masts")
    assert found.totals == search(db, "kind:piece").totals
    assert found.rows[0]["masts"] == 10


def test_ships_are_sorted_by_how_far_they_move(db: sqlite3.Connection) -> None:
    far = {"S": 575, "L": 838}
    moves = [row["base_move"] for row in search(db, "kind:ship order:-move").rows]
    known = [sum(map(far.__getitem__, move.split("+"))) for move in moves if move and move[0] in far]
    assert known == sorted(known, reverse=True)
    assert known[0] > known[-1]


@pytest.mark.parametrize(
    ("text", "sentence", "meant"),
    [
        ("ship order:pints", "There is no order 'pints'; did you mean points?", "ship order:points"),
        ("-order:points", "-order:points cannot be; write order:-points for the", "order:-points"),
        ("natoin:english kraken", "There is no filter 'natoin'", "nation:english kraken"),
        ("nation:french,englsh", "There is no nation 'englsh'", "nation:french,english"),
        ('nation:"jade rebelion"', "There is no nation", 'nation:"jade rebellion"'),
        ("set:crimsn", "There is no set", 'set:"crimson coast"'),
        ("keyword:scooner points<9", "There is no keyword", "keyword:schooner points<9"),
        ("rarity:zzz", "There is no rarity", ""),
    ],
)
def test_a_wrong_filter_carries_the_search_that_was_meant(
    db: sqlite3.Connection, text: str, sentence: str, meant: str
) -> None:
    with pytest.raises(QueryError) as raised:
        search(db, text)
    assert str(raised.value).startswith(sentence)
    assert raised.value.repaired(text) == meant
    if meant:
        search(db, meant)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("captin", "captain"),
        ("kind:crew captin", "kind:crew captain"),
        ("name:revnge", "name:revenge"),
        ('"blakc pearl"', '"black pearl"'),
        ("kraaken or captan", "kraken or captain"),
        ("zyzzyva", ""),
        ("kind:fort -captin zyzzyva", ""),
        ("zyzzyva captin", ""),
        ("captain zyzzyva", ""),
    ],
)
def test_a_misspelt_word_is_answered_with_the_search_that_finds_something(
    db: sqlite3.Connection, text: str, meant: str
) -> None:
    found = search(db, text)
    assert found.total == 0
    assert found.meant == meant
    if meant:
        assert search(db, meant).total


def test_a_number_that_no_piece_has_is_told_when_nothing_is_found(db: sqlite3.Connection) -> None:
    assert search(db, "SM-999").why.startswith("The library has no piece 999 of the set SM")
    assert search(db, "zyzzyva").why == ""


def test_every_value_that_a_filter_offers_can_be_searched(db: sqlite3.Connection) -> None:
    vocabulary = Vocabulary(db)
    offered = {name: kind.values(vocabulary) for name, kind in FILTERS.items()}
    assert {"nation", "set", "kind", "rarity", "keyword", "has", "is", "order", "touches"} <= {
        name for name, values in offered.items() if values
    }
    for name, values in offered.items():
        for value in values:
            if value.name != "blackbeard":
                search(db, f"{name}:{value.written}", limit=1)


@pytest.mark.parametrize(
    "text", [*(text for text, _ in SYNTAX), *(more for kind in FILTERS.values() for more in kind.more)]
)
def test_every_example_that_is_told_works(db: sqlite3.Connection, text: str) -> None:
    search(db, text)
