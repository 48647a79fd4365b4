"""Reading and searching as people do it: by mouse, by keyboard, on a phone, without scripts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from pirate_code.library import storage
from pirate_code.web.plugin import register_routes
from tests.browser.conftest import PATIENCE

GAME = "/play?fleet=english-traders&fleet=pirate-raiders&captain=greedy&seed=2&turns=4"
PAGES = [
    "/",
    "/search?q=kind:ship nation:english",
    "/card/BC-002",
    "/set/CC",
    "/collection",
    "/keyword/captain",
    "/search/help",
    "/keywords",
    "/rulings",
    "/ruling/doctor-urbano-javier-is-a-doctor",
    "/section/Docking",
    "/ask",
    "/ask?x=Musketeer&y=Captain",
    "/fleet",
    "/fleet?fleet=Build total: 10%0ABlack Pearl (PotC-025) %2B 2x captain, 2x helmsman, explorer",
    "/play",
    GAME,
    "/game",
    "/editions",
    "/design",
    "/design?name=Salt Wren&masts=3&cargo=4&move=S%2BS&ability=Schooner. This ship cannot be pinned.",
    "/search?q=captin",
    "/nation/english",
    "/term/docked",
    "/changes",
    "/blackbeard",
    "/matrix",
    "/matrix?x=seamanship&y=named-abilities",
    "/card/nothing-of-that-name",
    "/ability/{ability}",
    "/search?q=english schooner",
    "/search?q=points:x",
    "/set/nothing-of-that-name",
    "/collection?list=wants",
    "/ask?q=Can a canceller affect a fort%3F",
    "/blackbeard/port/havana",
    "/blackbeard/play?players=2&captain=greedy&seed=7",
]
ELSEWHERE = ["/table"]  # test_table.py looks at it


@pytest.fixture(scope="module")
def ability(built: Path) -> str:
    """The id of the line that most pieces have."""
    with storage.connect(built) as db:
        statement = "SELECT ability_id FROM piece_ability GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1"
        return str(db.execute(statement).fetchone()[0])


def test_a_reader_finds_a_card_and_its_rulings(page: Page, site: str) -> None:
    page.goto(site)
    page.get_by_label("Search cards, keywords and rulings").fill("Ivory Star")
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Ivory Star").first.click()
    expect(page.get_by_role("heading", name="Ivory Star")).to_be_visible()
    expect(page.get_by_role("heading", name="Rulings")).to_be_visible()
    assert page.locator(".rulings li").count() > 0


def test_results_come_as_one_types_and_the_address_can_be_shared(page: Page, site: str) -> None:
    page.goto(f"{site}/search")
    page.get_by_label("Search cards, keywords and rulings").press_sequentially("schooner", delay=20)
    expect(page.locator(".row").first).to_be_visible()
    expect(page).to_have_url(f"{site}/search?q=schooner&sort=relevance")


def test_typing_offers_filters_then_values_and_then_names(page: Page, site: str) -> None:
    page.goto(f"{site}/search")
    box = page.locator("#q")
    box.press_sequentially("nati")
    page.get_by_role("option", name="nation:").click()
    expect(box).to_have_value("nation:")
    page.get_by_role("option", name="viking").click()
    expect(box).to_have_value("nation:viking")
    expect(page.locator("#found article").first).to_contain_text("Viking")
    box.press_sequentially(" beow")
    page.get_by_role("option").first.wait_for()
    box.press("ArrowDown")
    box.press("Enter")
    expect(box).to_have_value(re.compile("nation:viking Beowulf"))


def test_a_misspelt_search_is_put_right_by_one_click(page: Page, site: str) -> None:
    page.goto(site)
    page.locator("#big").fill("captin")
    page.locator("#big").press("Enter")
    page.get_by_role("link", name="captain", exact=True).click()
    expect(page.locator("#found article").first).to_contain_text("Captain")


def test_every_filter_is_explained_with_examples_to_click(page: Page, site: str) -> None:
    page.goto(f"{site}/search")
    page.get_by_role("link", name="How to search").click()
    page.locator("#order").get_by_role("link", name="order:-points", exact=True).click()
    expect(page.locator("#found article").first).to_contain_text("30 points")


def test_a_facet_narrows_the_search_down(page: Page, site: str) -> None:
    page.goto(f"{site}/search?q=kind:ship")
    page.locator("aside").get_by_role("link", name="English").click()
    expect(page.get_by_label("Search cards, keywords and rulings")).to_have_value("kind:ship nation:english")


def test_the_bar_is_one_row_and_its_menus_are_worked_by_keyboard(page: Page, site: str) -> None:
    page.set_viewport_size({"width": 1000, "height": 700})
    page.goto(f"{site}/keywords")
    links, finder = page.locator(".bar nav").bounding_box(), page.locator(".bar .finder").bounding_box()
    assert links and finder and abs(links["y"] + links["height"] / 2 - finder["y"] - finder["height"] / 2) < 3
    reading, playing = (
        page.locator(".bar summary", has_text="Read"),
        page.locator(".bar summary", has_text="Play"),
    )
    playing.press("Enter")
    expect(page.get_by_role("link", name="Watch a game")).to_be_visible()
    reading.press("Enter")
    expect(page.get_by_role("link", name="Watch a game")).to_be_hidden()
    page.keyboard.press("Tab")
    expect(page.locator(".bar").get_by_role("link", name="Rulings")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(".bar").get_by_role("link", name="Rulings")).to_be_hidden()
    expect(reading).to_be_focused()
    reading.press("Enter")
    assert Axe().run(page).response["violations"] == []
    page.locator("main").click(position={"x": 1, "y": 1})
    expect(page.locator(".bar details[open]")).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_menus_of_a_phone_need_no_scripts_and_hide_nothing_of_the_bar(
    browser: Browser, site: str, scheme: str
) -> None:
    context = browser.new_context(
        color_scheme=scheme,  # type: ignore[arg-type]
        viewport={"width": 360, "height": 740},
        java_script_enabled=False,
    )
    page = context.new_page()
    page.goto(f"{site}/keywords")
    rows = {box["y"] for one in page.locator(".bar summary").all() if (box := one.bounding_box())}
    assert len(rows) == 1
    for name, entry in [("Play", "Blackbeard"), ("Yours", "Design a card"), ("Read", "Tables and SQL")]:
        page.locator(".bar summary", has_text=name).click()
        expect(page.locator(".bar").get_by_role("link", name=entry)).to_be_in_viewport(ratio=1)
    page.locator(".bar").get_by_role("link", name="How abilities meet").click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    context.close()


def test_no_kind_of_page_is_left_out() -> None:
    paths = [address.split("?")[0] for address in (*PAGES, *ELSEWHERE)]
    routes = [pattern for pattern, _ in register_routes() if not pattern.startswith("^/-/")]
    assert [pattern for pattern in routes if not any(re.match(pattern, path) for path in paths)] == []
    kinds = {match["kind"] for path in paths for pattern in routes if (match := _entry(pattern, path))}
    (told,) = {found[1] for pattern in routes if (found := re.search(r"\?P<kind>([a-z|]+)\)", pattern))}
    assert kinds == set(told.split("|"))


def _entry(pattern: str, path: str) -> re.Match[str] | None:
    match = re.match(pattern, path)
    return match if match and "card|" in pattern else None


@pytest.mark.parametrize("address", PAGES)
def test_nothing_is_wider_than_a_phone(browser: Browser, site: str, ability: str, address: str) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 740})
    page = context.new_page()
    page.goto(site + address.format(ability=ability), timeout=PATIENCE)
    page.wait_for_load_state("networkidle")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    context.close()


def test_reading_and_searching_need_no_scripts(browser: Browser, site: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site}/search")
    page.get_by_label("Search cards, keywords and rulings").fill("docking")
    page.keyboard.press("Enter")
    expect(page.locator(".row.ruling").first).to_be_visible()
    context.close()


@pytest.mark.parametrize("address", PAGES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_are_accessible(browser: Browser, site: str, ability: str, address: str, scheme: str) -> None:
    context = browser.new_context(color_scheme=scheme)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(site + address.format(ability=ability), timeout=PATIENCE)
    page.wait_for_load_state("networkidle")
    found = Axe().run(page).response["violations"]
    serious = [
        (one["id"], one["nodes"][0]["html"]) for one in found if one["impact"] in {"serious", "critical"}
    ]
    assert serious == []
    context.close()
