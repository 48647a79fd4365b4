"""The search of the exported site finds what the search of the library finds, in the same order."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from pirate_code.core.query import QueryError
from pirate_code.library import storage
from pirate_code.library.search import ORDERS, search
from pirate_code.library.search_filters import ALIASES, FILTERS, SYNTAX, OneOf
from pirate_code.library.vocabulary import Vocabulary
from pirate_code.offline import export_site
from tests.browser.conftest import PATIENCE
from tests.browser.offline_site import find, serving

Asked = tuple[str, dict[str, Any]]

WRITTEN = """
captain|ramming|rammed ships|doc*|extra action|"extra action"|el acorazado|L'Épée|the|HMS|hms vic*|a|1
derelict|-nation:english kind:ship|nation:french or nation:english points<=5|kind:ability captain
kind:abilities -captain|kind:ruling docking|kind:ruling -derelict|-kind:ruling derelict
-(captain or helmsman) kind:crew|kind:piece|type:keyword|cannons:4|cannons!=4|cannons>=3 kind:ship
cannons:2l|cannons!=3S|move:l+s|move:LS|move:"S L"|move!=S|number:1|number:bc-002|number:BC-2
number:"Spanish Main 1"|SM-1|sm001|PotSM 1|#oe 59|oe59|CC-022 LE|UL12|BC 2|points:3..5 masts!=3
points:..4|cargo:3..|points:=3|points>:3|cost<5|points:..|points:5..3|keyword:loyal
keyword:"loyal: england"|keyword:sea-monster|faction:pirate|nation:none|nation!=none|touches:point-cost
touches:point_cost kind:ability|listens:dock|forbids:pin,ram|has:ruling -has:erratum|has:"own ruling"
text:"extra action",reroll|says:docked|ability:captain|name:rev*|link:captain|about:captain
section:towing|rarity:r,c|set:cc,SM|set:"crimson coast"|is:retired|is:imported or is:released
game:pirates kind:keyword|kind:ship order:-points|order:set,number kind:crew
captain sort:-masts,name|order:relevance,points ship
SS-014|order:name docking|kind:ship (points<5 or cargo>5) -keyword:schooner|(((captain)))
captain and helmsman|captain AND (ram or pin)
english schooners|pirate captain 3 points|five-masted ship with 4 cargo|cargo 4 french|number:SM-1|sm 1
british crew from the crimson coast|rare ships|special shot|"english schooner"|captain jack
pirate queen -set:SM|number:=SM-1|sm=1|jade rebellion junks points<9
"""
REFUSED = """
-order:points|order:weight ship
foo:bar|points:x|move:x|nation:englsh|"|(a|a)|or|captain or|-|*|'|game:blackbeard|name<3|cannons:x
has:nothing|points:|constructor:1|kind:constructor|valueof:1|nation:__proto__|owned:yes|missing:no
"""


@pytest.fixture(scope="module", params=["built", "imported"])
def library(request: pytest.FixtureRequest) -> Iterator[sqlite3.Connection]:
    """The library, without and with the community's sheet."""
    path: Path = request.getfixturevalue(request.param)
    with storage.connect(path) as db:
        yield db


@pytest.fixture(scope="module")
def exported(
    library: sqlite3.Connection, tmp_path_factory: pytest.TempPathFactory, browser: Browser
) -> Iterator[Page]:
    """The page of a site that was exported from it."""
    folder = tmp_path_factory.mktemp("search")
    export_site(library, folder / "site")
    with serving(folder) as host:
        context = browser.new_context(service_workers="block")
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.goto(f"{host}/site/")
        page.evaluate("() => { pirateCode.context.searcher.counts = null; }")  # there is no collection
        yield page
        context.close()


def in_library(db: sqlite3.Connection, text: str, options: dict[str, Any], **more: Any) -> dict[str, Any]:
    """What the library's own search finds, told as the browser tells it."""
    try:
        rows = search(db, text, **options, **more).rows
    except QueryError as error:
        return {"error": str(error)}
    found: dict[str, Any] = {}
    for row in rows:
        found.setdefault(row["type"], []).append(row["id"])
    return found


def assert_same(db: sqlite3.Connection, page: Page, asked: list[Asked]) -> list[dict[str, Any]]:
    """Both searches find the same rows in the same order, and refuse the same; return what was found."""
    found = find(page, asked)
    for (text, options), held in zip(asked, found, strict=True):
        wanted = in_library(db, text, options)
        if "error" in wanted:
            assert "error" in held, (text, wanted)
        else:
            assert held == wanted, (text, options)
    return found


def written(lines: str) -> list[str]:
    return [text for line in lines.split("\n") for text in line.split("|") if text]


def test_every_filter_by_its_example(library: sqlite3.Connection, exported: Page) -> None:
    examples = [text for kind in FILTERS.values() for text in (kind.example, *kind.more)]
    assert_same(library, exported, [(text, {}) for text in (*examples, *(text for text, _ in SYNTAX))])


def test_words_filters_and_numbers_as_people_write_them(library: sqlite3.Connection, exported: Page) -> None:
    found = assert_same(library, exported, [(text, {}) for text in written(WRITTEN)])
    assert sum(bool(held) and "error" not in held for held in found) > 0.8 * len(found)


def test_what_cannot_be_read_is_refused_by_both(library: sqlite3.Connection, exported: Page) -> None:
    found = assert_same(library, exported, [(text, {}) for text in written(REFUSED)])
    assert all("error" in held for held in found)


@pytest.mark.parametrize("descending", [False, True])
def test_every_order(library: sqlite3.Connection, exported: Page, descending: bool) -> None:
    asked: list[Asked] = [
        (text, {"sort": order, "descending": descending})
        for order in ORDERS
        for text in ("kind:piece", "captain", "kind:ship or docking")
    ]
    assert_same(library, exported, asked)


def test_searches_that_find_nothing_are_widened_alike(library: sqlite3.Connection, exported: Page) -> None:
    texts = (
        "captain docked zebra",
        '"oarsman helmsman captain"',
        "xyzzy",
        "subm",
        "schoon english",
        '"ram a ship" kind:crew',
        '"-- captain x"',
    )
    assert_same(library, exported, [(text, {"widen": True}) for text in texts])


def test_plain_words_are_read_as_the_same_filters(library: sqlite3.Connection, exported: Page) -> None:
    texts = [text for text in written(WRITTEN) if "error" not in in_library(library, text, {})]
    read = "(texts) => texts.map((text) => pirateCode.context.searcher.search(text).readAs)"
    wanted = [search(library, text).read_as for text in texts]
    assert sum(map(bool, wanted)) > 10
    assert exported.evaluate(read, texts) == wanted


def test_every_name_of_every_filter(library: sqlite3.Connection, exported: Page) -> None:
    vocabulary = Vocabulary(library)
    asked: list[Asked] = [
        (f'{name}:"{value}"', {})
        for name, kind in FILTERS.items()
        if isinstance(kind.conditions, OneOf)
        and name not in ("causes", "permits", "requires", "reads", "writes")
        for value in kind.conditions.names(vocabulary)
        if '"' not in value
    ]
    assert len(asked) > 400
    assert_same(library, exported, asked)


def _composed(db: sqlite3.Connection, chance: random.Random) -> str:
    """A query of several terms, made by chance."""
    words = [row[0] for row in db.execute("SELECT text FROM abilities ORDER BY id")]
    atoms = [kind.example for name, kind in FILTERS.items() if name not in ("owned", "wanted", "missing")]
    atoms += [f"{name}:2" for name in ("points", "masts", "cargo")] + [f"{name}:ship" for name in ALIASES]

    def term(depth: int) -> str:
        kind = chance.random()
        if kind < 0.45:
            return chance.choice(atoms)
        if kind < 0.75:
            return chance.choice(chance.choice(words).split()).strip(".,;:()\"'") or "ship"
        if kind < 0.85:
            return f"-{term(depth)}"
        if depth > 2:
            return "crew"
        return f"({term(depth + 1)}{chance.choice((' ', ' or ', ' and '))}{term(depth + 1)})"

    return chance.choice((" ", " or ")).join(term(0) for _ in range(chance.randint(1, 4)))


def test_queries_made_by_chance(library: sqlite3.Connection, exported: Page) -> None:
    chance = random.Random(20)
    assert_same(library, exported, [(_composed(library, chance), {}) for _ in range(300)])


def test_a_hail_of_signs_is_read_or_refused_by_both(library: sqlite3.Connection, exported: Page) -> None:
    chance = random.Random(21)
    signs = [
        '"',
        "(",
        ")",
        "-",
        ":",
        ",",
        "or",
        " ",
        " ",
        "captain",
        "kind",
        "nation:english",
        "<=",
        "3",
        "*",
        "“",
        "é",
    ]
    asked: list[Asked] = [("".join(chance.choices(signs, k=chance.randint(1, 12))), {}) for _ in range(400)]
    assert_same(library, exported, asked)


def test_a_collection_is_counted_alike(library: sqlite3.Connection, exported: Page) -> None:
    keys = [row[0] for row in library.execute("SELECT id FROM pieces ORDER BY id LIMIT 40")]
    counts = {
        "owned": {key: place % 3 for place, key in enumerate(keys)},
        "wanted": dict.fromkeys(keys[::4], 2),
    }
    texts = [
        "owned:yes",
        "owned:no",
        "owned:>=2",
        "owned:0",
        "owned!=1",
        "owned<2",
        "owned:1..2",
        "wanted:yes",
    ]
    texts += [
        "missing:yes",
        "missing:no",
        "-owned:yes kind:ship",
        "wanted:2 missing:yes",
        "owned:some",
        "missing:2",
    ]
    exported.evaluate("(counts) => { pirateCode.context.searcher.counts = counts; }", counts)
    try:
        found = find(exported, [(text, {}) for text in texts])
    finally:
        exported.evaluate("() => { pirateCode.context.searcher.counts = null; }")
    for text, held in zip(texts, found, strict=True):
        wanted = in_library(library, text, {}, counts=counts)
        assert ("error" in held) == ("error" in wanted) and ("error" in wanted or held == wanted), text


def test_words_have_the_stems_of_the_full_text_index(library: sqlite3.Connection, exported: Page) -> None:
    texts = sorted(
        {
            word
            for statement in (
                "SELECT name || ' ' || coalesce(ability, '') FROM pieces",
                "SELECT section || ' ' || about || ' ' || coalesce(says, '') FROM rulings",
                "SELECT question FROM asked",
            )
            for (text,) in library.execute(statement)
            for word in text.split()
        }
    )
    index = sqlite3.connect(":memory:")
    index.execute("CREATE VIRTUAL TABLE t USING fts5 (w, tokenize='porter unicode61 remove_diacritics 2')")
    index.execute("CREATE VIRTUAL TABLE v USING fts5vocab (t, instance)")
    index.executemany("INSERT INTO t (rowid, w) VALUES (?, ?)", enumerate(texts))
    stems: dict[int, list[str]] = {}
    for term, place in index.execute("SELECT term, doc FROM v ORDER BY doc, offset"):
        stems.setdefault(place, []).append(term)
    found = exported.evaluate("(texts) => texts.map((text) => pirateCode.tokens(text))", texts)
    assert dict(zip(texts, found, strict=True)) == {
        text: stems.get(place, []) for place, text in enumerate(texts)
    }
