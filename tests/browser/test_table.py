"""The table as people use it: by pointer, by keyboard, by finger on a phone, and without scripts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, expect

from pirate_code.data import parse_yaml
from tests.browser.conftest import PATIENCE

SHOT = """given:
  Revenge: {ship: ours, masts: 1, at: [0, 0, 0]}
  Prey: {ship: theirs, at: [0, 60, 180]}
  Tom: {crew: Prey}
when:
  - {give: shoot, to: Revenge, choose: cannon 1}
"""
TABLE = "/table?" + urlencode({"position": SHOT})
TRIED = TABLE + "&try=1"


@pytest.fixture
def plain_page(browser: Browser) -> Iterator[Page]:
    """A page on which no script runs."""
    context = browser.new_context(java_script_enabled=False)
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    """A page on a phone that is touched."""
    context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True)
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


def at(page: Page, name: str) -> list[float]:
    """Where a piece lies by the address of the page."""
    text = parse_qs(urlsplit(page.url).query)["position"][0]
    found: list[float] = parse_yaml(text, Path("address")).data["given"][name]["at"]
    return found


def piece(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=re.compile(f"^{name}, at "))


def test_a_ship_is_dragged_and_the_address_follows(page: Page, site: str) -> None:
    page.goto(site + TRIED)
    ship = piece(page, "Prey")
    box = ship.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 30, y - 20, steps=4)
    page.mouse.up()
    expect(page.get_by_text(re.compile("Prey lies at"))).to_be_visible()
    moved = at(page, "Prey")
    assert moved[0] > 5
    assert moved[1] > 65
    assert moved[2] == 180
    expect(page.get_by_role("link", name="Try it again")).to_be_visible()
    page.reload()
    expect(piece(page, "Prey")).to_have_attribute("aria-label", re.compile(rf"at {round(moved[0])},"))


def test_the_dot_before_the_bow_turns_a_ship(page: Page, site: str) -> None:
    page.goto(site + TABLE)
    ship = piece(page, "Revenge")
    ship.focus()
    handle = ship.locator(".handle").bounding_box()
    assert handle is not None
    page.mouse.move(handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2)
    page.mouse.down()
    page.mouse.move(handle["x"] - 40, handle["y"] - 160, steps=6)
    page.mouse.up()
    expect(page.get_by_text(re.compile("Revenge lies at 0, 0, heading"))).to_be_visible()
    assert 45 < at(page, "Revenge")[2] < 135


def test_arrows_move_and_brackets_turn_a_chosen_ship(page: Page, site: str) -> None:
    page.goto(site + TABLE)
    piece(page, "Revenge").focus()
    for key in ("ArrowRight", "ArrowRight", "Shift+ArrowUp", "["):
        page.keyboard.press(key)
    expect(page.get_by_text("Revenge lies at 10, 25, heading 15.")).to_be_visible()
    assert at(page, "Revenge") == [10, 25, 15]
    expect(piece(page, "Revenge")).to_be_focused()
    page.keyboard.press("]")
    expect(page.get_by_text("Revenge lies at 10, 25, heading 0.")).to_be_visible()
    page.keyboard.press("Delete")
    expect(piece(page, "Revenge")).to_have_count(0)
    expect(page.locator(".pieces-list")).not_to_contain_text("Revenge")


def test_what_a_changed_position_comes_to_is_tried_again(page: Page, site: str) -> None:
    page.goto(site + TRIED)
    expect(page.locator(".outcomes > li")).to_have_count(2)
    piece(page, "Prey").focus()
    for _ in range(8):
        page.keyboard.press("Shift+ArrowUp")
    page.get_by_role("link", name="Try it again").click()
    expect(page.locator(".outcomes > li")).to_have_count(1)


def test_an_outcome_is_watched_with_its_reasons(page: Page, site: str) -> None:
    page.goto(site + TRIED)
    hit = page.locator(".outcomes > li").filter(has_text="Prey has 2 masts.")
    hit.get_by_role("link", name="Watch it").click()
    expect(page.locator("#stage svg.sea")).to_be_visible()
    page.locator("#log li").last.click()
    expect(page.locator(".now")).to_contain_text("mast of Prey")
    expect(page.locator(".now")).to_contain_text("The rules: shooting.")


def test_a_crew_with_an_ability_is_put_aboard_and_acts(page: Page, site: str) -> None:
    page.goto(site + TABLE)
    page.get_by_text("Add a piece").click()
    form = page.locator("#piece")
    form.get_by_label("Kind").select_option("crew")
    form.get_by_label("Name", exact=True).fill("Gunner")
    form.get_by_label("On", exact=True).fill("Revenge")
    form.get_by_label("Ability: a name").fill("This ship gets +2 to her cannon rolls.")
    form.get_by_role("button", name="Put it on the table").click()
    expect(page.locator(".pieces-list")).to_contain_text("Gunner")
    page.get_by_label("Action").select_option("shoot")
    page.get_by_text("With these dice and choices").click()
    page.get_by_label("Choices").fill("cannon 1")
    page.get_by_role("button", name="Try it").click()
    expect(page.locator(".outcomes > li").filter(has_text="Prey has 2 masts.")).to_contain_text("5/6")


def test_names_of_abilities_are_completed(page: Page, site: str) -> None:
    page.goto(f"{site}/table")
    page.get_by_text("Add a piece").click()
    page.get_by_label("Ability: a name").press_sequentially("musket", delay=20)
    expect(page.locator(".names [role=option]").first).to_contain_text("Musketeer")


def test_an_answer_opens_the_table_with_its_position(page: Page, site: str) -> None:
    page.goto(f"{site}/ask?x=Cancel&y=Eternal")
    page.get_by_role("link", name="Try it on the table").click()
    expect(page.locator(".pieces-list")).to_contain_text("Undead ship, theirs: Eternal.")
    expect(page.locator("#found")).to_contain_text("Undead is out of the game.")


def test_the_position_is_saved_as_a_scenario(page: Page, site: str) -> None:
    page.goto(site + TABLE)
    piece(page, "Revenge").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text("Revenge lies at 5, 0, heading 0.")).to_be_visible()
    page.get_by_text("As text").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Save as a scenario").click()
    text = download.value.path().read_text(encoding="utf-8")
    assert parse_yaml(text, Path("saved")).data["given"]["Revenge"]["at"] == [5, 0, 0]


def test_without_scripts_forms_do_the_same(plain_page: Page, site: str) -> None:
    page = plain_page
    page.goto(site + TABLE)
    expect(page.get_by_alt_text("The position: Revenge, Prey")).to_be_visible()
    page.get_by_role("button", name="Change Prey").click()
    form = page.locator("#piece")
    form.get_by_text("More about it").click()
    form.get_by_label("lost").fill("2")
    form.get_by_role("button", name="Change it").click()
    page.get_by_role("button", name="Remove Tom").click()
    expect(page.locator(".pieces-list")).not_to_contain_text("Tom")
    page.get_by_label("Action").select_option("shoot")
    page.get_by_role("button", name="Try it").click()
    expect(page.get_by_text("All choices and dice were tried")).to_be_visible()
    page.locator(".outcomes > li").filter(has_text="Prey has 0 masts.").get_by_role("link").click()
    expect(page.get_by_alt_text("The table after")).to_be_visible()
    expect(page.locator("#log")).to_contain_text("hits Prey")


def test_on_a_phone_a_finger_chooses_and_buttons_move(phone: Page, site: str) -> None:
    phone.goto(site + TRIED)
    ship = piece(phone, "Prey")
    ship.tap()
    expect(phone.get_by_text("Prey is chosen.")).to_be_visible()
    phone.get_by_role("button", name="Move right").tap()
    phone.get_by_role("button", name="Turn to port").tap()
    expect(phone.get_by_text("Prey lies at 5, 60, heading 195.")).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize("address", ["/table", TRIED + "&outcome=1"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_table_is_accessible_and_fits_a_phone(
    browser: Browser, site: str, address: str, scheme: str
) -> None:
    context = browser.new_context(color_scheme=scheme, viewport={"width": 360, "height": 740})  # type: ignore[arg-type]
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    faults: list[str] = []
    page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(site + address)
    expect(page.locator("#sea svg.sea")).to_be_visible()
    for summary in page.locator("main details > summary").all():
        if summary.is_visible():
            summary.click()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    found = Axe().run(page).response["violations"]
    assert [(one["id"], one["nodes"][0]["html"]) for one in found] == []
    assert faults == []
    context.close()
