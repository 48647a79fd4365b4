"""Asking, checking fleets and watching games as people do it: by mouse, by keyboard, without scripts."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import PATIENCE
from tests.browser.test_reading import GAME


def test_a_reader_asks_about_two_names_with_completion_by_keyboard(page: Page, site: str) -> None:
    page.goto(f"{site}/ask")
    page.get_by_label("Or two names").press_sequentially("musket", delay=20)
    expect(page.get_by_role("option").first).to_contain_text("Musketeer")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Or two names")).to_have_value("Musketeer")
    page.get_by_label("and", exact=True).fill("Captain")
    page.keyboard.press("Enter")
    expect(page.locator(".verdict")).to_contain_text("Yes")
    expect(page.locator(".world")).to_have_count(4)
    expect(page).to_have_url(f"{site}/ask?x=Musketeer&y=Captain")


def test_a_fleet_is_checked_as_it_is_typed_and_stays_in_the_address(page: Page, site: str) -> None:
    page.goto(f"{site}/fleet")
    page.get_by_label("Fleet", exact=True).press_sequentially("Black Pearl (PotC-025) + captain")
    expect(page.locator(".verdict")).to_contain_text("Legal")
    page.get_by_role("textbox", name="Points").fill("10")
    expect(page.locator(".verdict")).to_contain_text("Not legal")
    expect(page.locator(".findings")).to_contain_text("Leave out pieces")
    expect(page).to_have_url(re.compile(r"fleet=Black\+Pearl"))
    page.reload()
    expect(page.get_by_label("Fleet", exact=True)).to_have_value("Black Pearl (PotC-025) + captain")
    expect(page.locator(".verdict")).to_contain_text("Not legal")


def test_a_fleet_is_built_by_choosing_pieces(page: Page, site: str) -> None:
    page.goto(f"{site}/fleet")
    add = page.get_by_label("Add a piece")
    for typed, chosen in (("hms sultan", "CC-037"), ("helmsman", "Helmsman"), ("trees", "Trees")):
        add.press_sequentially(typed, delay=10)
        page.get_by_role("option").filter(has_text=chosen).first.click()
        expect(add).to_have_value("")
    text = page.get_by_label("Fleet", exact=True).input_value()
    assert text.startswith("HMS Sultan (CC-037) + Helmsman\n")
    assert text.splitlines()[-1].startswith("UT's: Trees")
    expect(page.locator(".ship")).to_contain_text("HMS Sultan")


def test_a_fleet_goes_from_its_page_into_a_game(page: Page, site: str) -> None:
    page.goto(f"{site}/fleet?fleet=english-traders")
    page.get_by_role("link", name="Play this fleet").click()
    first = page.get_by_role("group", name="Player 1")
    expect(first.get_by_role("combobox", name="Fleet")).to_have_value(re.compile("HMS Sultan"))
    page.get_by_label("Turns at most").fill("2")
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("English traders against Pirate raiders")


def test_a_replay_steps_plays_and_follows_the_log(page: Page, site: str) -> None:
    page.goto(site + GAME)
    sea = page.locator("svg.sea")
    expect(sea).to_be_visible()
    expect(page.locator(".now")).to_have_text(re.compile("Turn 1"))
    ships = sea.locator(".hulls > g")
    before = [ship.get_attribute("transform") for ship in ships.all()]
    page.get_by_role("slider", name="Turn").fill("3")
    expect(page.locator("#log [aria-current]")).to_contain_text("Turn 3")
    after = [ship.get_attribute("transform") for ship in ships.all()]
    assert before != after
    page.get_by_role("button", name="To the start").click()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#log [aria-current]")).to_have_attribute("data-step", "1")
    page.get_by_role("button", name="Step back").click()
    expect(page.locator(".now")).to_contain_text("The table is set up.")
    page.get_by_label("Speed").select_option("very fast")
    page.get_by_role("button", name="Play", exact=True).first.click()
    expect(page.locator(".now")).to_contain_text("turns have been taken", timeout=PATIENCE)
    expect(page.get_by_role("button", name="Play", exact=True).first).to_be_visible()


def test_a_line_of_the_log_leads_to_its_moment(page: Page, site: str) -> None:
    page.goto(site + GAME)
    expect(page.locator("svg.sea")).to_be_visible()
    line = page.locator("#log li").nth(20)
    line.click()
    expect(line).to_have_attribute("aria-current", "step")
    expect(page.locator(".now")).to_contain_text(line.inner_text())


def test_the_matrix_leads_to_a_question(page: Page, site: str) -> None:
    page.goto(f"{site}/matrix")
    page.get_by_role("link", name="Seamanship and Named abilities").click()
    page.get_by_role("link", name="Captain and Reverse Captain").click()
    expect(page.locator(".verdict")).to_be_visible()


def test_asking_checking_and_watching_need_no_scripts(browser: Browser, site: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(f"{site}/ask")
    page.get_by_label("A question in plain English").fill("Can a canceller affect a fort?")
    page.keyboard.press("Enter")
    expect(page.locator(".verdict")).to_contain_text("No")
    page.goto(f"{site}/fleet")
    page.get_by_label("Fleet", exact=True).fill("Black Pearl (PotC-025)")
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".verdict")).to_contain_text("Legal")
    page.goto(site + GAME)
    expect(page.locator("#log li").first).to_be_visible()
    expect(page.get_by_alt_text("The table at the end of the game")).to_be_visible()
    context.close()


def test_pages_report_no_fault_of_scripts_or_policy(page: Page, site: str) -> None:
    faults: list[str] = []
    page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: faults.append(str(error)))
    for address in (
        "/",
        "/search?q=captain",
        "/ask?x=Musketeer&y=Captain",
        "/fleet?fleet=english-traders",
        GAME,
    ):
        page.goto(site + address)
        page.wait_for_load_state("networkidle")
    assert faults == []


def test_a_game_of_blackbeard_is_watched_step_by_step_on_a_small_screen(page: Page, site: str) -> None:
    page.set_viewport_size({"width": 380, "height": 800})
    page.goto(f"{site}/blackbeard/play?players=2&captain=greedy&seed=4")
    expect(page.locator("svg.chart g").first).to_be_attached()
    now = page.locator(".now")
    before = now.text_content()
    page.get_by_role("button", name="Step", exact=True).click()
    expect(now).not_to_have_text(before or "")
    page.get_by_role("button", name="Next turn").click()
    expect(page.locator("#log [aria-current]")).to_contain_text("Turn")
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
