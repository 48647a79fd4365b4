"""The design page in a real browser, on a desk and on a phone, with and without scripts."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import PATIENCE


@pytest.mark.parametrize("width", [1280, 375])
def test_a_card_is_told_about_while_it_is_written(page: Page, site: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"{site}/design")
    for label, value in (("Masts", "3"), ("Cargo", "4"), ("Base move", "S+S"), ("Cannons", "3S-3S-2L")):
        page.get_by_label(label, exact=True).fill(value)
    page.get_by_label("Ability").fill("Schooner. This ship cannot be pinned.")
    expect(page.locator("#found .big")).to_contain_text("points")
    expect(page.locator("#found")).to_contain_text("Le Triton")
    expect(page).to_have_url(re.compile("ability=Schooner"))
    page.get_by_label("Ability").fill("This ship hums.")
    expect(page.get_by_role("alert")).to_contain_text("'hums' does not fit here")
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_a_card_is_tried_on_the_table(page: Page, site: str) -> None:
    page.goto(f"{site}/design?kind=crew&ability=Captain.")
    page.get_by_role("link", name="Try it on the table").click()
    expect(page.locator("textarea[name=position]").first).to_have_value(re.compile(r"Captain\."))


def test_designing_needs_no_scripts(browser: Browser, site: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(f"{site}/design")
    page.get_by_label("Kind").select_option("crew")
    page.get_by_label("Ability").fill("Captain.")
    page.get_by_role("button", name="Tell me").click()
    expect(page.locator("#found")).to_contain_text("What it may cost")
    context.close()
