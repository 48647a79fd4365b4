"""A collection in the browser: counted on cards, kept on the device, searched, exported, read again."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from openpyxl import Workbook
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import PATIENCE

SULTAN = "HMS Sultan"


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    """A fresh page on a phone in the dark."""
    context = browser.new_context(viewport={"width": 375, "height": 740}, color_scheme="dark")
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


def add(page: Page, site: str, *, owned: int = 2, wanted: int = 1) -> None:
    """Count HMS Sultan on her card."""
    page.goto(f"{site}/card/CC-037")
    for _ in range(owned):
        page.get_by_role("button", name=f"One more {SULTAN} owned").click()
    for _ in range(wanted):
        page.get_by_role("button", name=f"One more {SULTAN} wanted").click()


def number(page: Page, what: str) -> str:
    return page.get_by_role("group", name=f"{SULTAN} {what}").locator("output").inner_text()


def bring(page: Page, name: str, data: bytes) -> None:
    expect(page.locator("#collection")).to_be_visible()
    page.locator("#import").set_input_files({"name": name, "mimeType": "text/csv", "buffer": data})


def workbook(path: Path, rows: list[list[str | int]]) -> bytes:
    """An .xlsx file with one sheet."""
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for row in rows:
        sheet.append(row)
    book.save(path)
    return path.read_bytes()


def exported(page: Page) -> bytes:
    with page.expect_download() as downloading:
        page.get_by_role("button", name="Export as CSV").click()
    return Path(downloading.value.path()).read_bytes()


def test_what_is_counted_on_a_card_is_listed_exported_and_read_again(phone: Page, site: str) -> None:
    add(phone, site)
    assert (number(phone, "owned"), number(phone, "wanted")) == ("2", "1")
    phone.goto(f"{site}/set/CC")
    expect(phone.locator("p[data-complete]")).to_contain_text("1 of 158 pieces owned, less than 1 %")
    expect(phone.get_by_role("group", name=f"{SULTAN} owned").locator("output")).to_have_text("2")
    phone.goto(f"{site}/collection")
    expect(phone.locator("#title")).to_have_text("Everything: 2 pieces, 1 different")
    expect(phone.locator(".sets li", has_text="Crimson Coast")).to_contain_text("1 of 158 pieces owned")
    assert phone.evaluate("document.documentElement.scrollWidth") <= 375
    table = exported(phone)
    assert table.decode("utf-8-sig").splitlines() == [
        "id,owned,wanted,name,set",
        "CC-037,2,1,HMS Sultan,Pirates of the Crimson Coast",
    ]
    phone.once("dialog", lambda dialog: dialog.accept())
    phone.get_by_role("button", name="Clear").click()
    expect(phone.locator("#title")).to_have_text("Everything: nothing yet")
    bring(phone, "collection.csv", table)
    expect(phone.locator("#title")).to_have_text("Everything: 2 pieces, 1 different")
    phone.reload()
    expect(phone.get_by_role("link", name=SULTAN)).to_be_visible()


def test_a_search_looks_into_the_collection_and_the_address_stays_clean(page: Page, site: str) -> None:
    add(page, site)
    page.goto(f"{site}/search?q=owned:yes")
    expect(page.locator(".row")).to_have_count(1)
    expect(page).to_have_url(f"{site}/search?q=owned%3Ayes&sort=relevance")
    page.locator("#q").fill("missing:yes set:CC kind:ship")
    expect(page.locator(".row").first).to_be_visible()
    expect(page.get_by_role("link", name=SULTAN)).to_have_count(0)
    page.locator("#q").fill("owned>=2 wanted:yes")
    expect(page.get_by_role("link", name=SULTAN)).to_have_count(1)
    page.get_by_role("button", name=f"One fewer {SULTAN} owned").click()
    expect(page.locator("#found")).to_contain_text("Nothing was found")


def test_pieces_in_results_are_counted_as_they_come(page: Page, site: str) -> None:
    page.goto(f"{site}/search")
    page.locator("#q").press_sequentially("sultan", delay=20)
    page.get_by_role("button", name=f"One more {SULTAN} owned").click()
    assert number(page, "owned") == "1"


def test_wants_and_trades_are_lists_with_addresses_and_print_without_buttons(page: Page, site: str) -> None:
    add(page, site, owned=3)
    page.goto(f"{site}/collection")
    page.get_by_role("link", name="For trade").click()
    expect(page.locator("#title")).to_have_text("For trade: 2 pieces, 1 different")
    page.get_by_label("keep").fill("2")
    expect(page.locator("#title")).to_have_text("For trade: 1 piece, 1 different")
    expect(page).to_have_url(f"{site}/collection?list=trades&keep=2")
    page.reload()
    expect(page.locator("#title")).to_have_text("For trade: 1 piece, 1 different")
    page.get_by_role("link", name="Wants").click()
    expect(page.locator("#title")).to_have_text("Wants: 1 piece, 1 different")
    page.emulate_media(media="print")
    expect(page.locator("#list .amount").first).to_be_visible()
    expect(page.locator("#list .step").first).to_be_hidden()
    expect(page.get_by_role("navigation", name="Main")).to_be_hidden()


def test_a_piece_is_found_and_added_by_name_or_id(page: Page, site: str) -> None:
    page.goto(f"{site}/collection")
    page.get_by_label("Add a piece").fill("cc37")
    page.locator("#matches").get_by_role("button", name=f"One more {SULTAN} owned").click()
    expect(page.locator("#title")).to_have_text("Everything: 1 piece, 1 different")
    page.get_by_label("Add a piece").fill("black pearl")
    expect(page.locator("#matches li")).to_have_count(3)


@pytest.mark.parametrize(
    ("table", "says"),
    [
        (b"id,owned\nCC-037,-1\n", "Row 2: owned is a number from 0 to 9,999"),
        (b"id,owned\nCC-037,1\ncc37,2\n", "Row 3: row 2 is CC-037 already"),
        (b"id,owned\n,2\n", "Row 2: the id is missing."),
        (b"id,owned\nCC-037,\x00\n", "This is no table of text."),
        (b"name,owned\nx,1\n", "The table needs the column id"),
        (b"id,owned\nCC-037,\xff\n", "The file is not UTF-8 text"),
        (b'id,owned\n"CC-037,1\n', "a quotation mark that is never closed"),
        (b"id,owned\n" + b"CC-037,1\n" * 10_001, "at most 10,000 rows"),
        (b"id,owned\n" + b"x" * 2_000_000, "The file is larger than 2 MB."),
    ],
)
def test_a_table_that_is_wrong_changes_nothing(page: Page, site: str, table: bytes, says: str) -> None:
    add(page, site, owned=1, wanted=0)
    page.goto(f"{site}/collection")
    expect(page.locator("#list li")).to_have_count(1)
    bring(page, "bad.csv", table)
    expect(page.locator("#told")).to_contain_text(says)
    expect(page.locator("#title")).to_have_text("Everything: 1 piece, 1 different")


def test_rows_that_the_library_does_not_know_are_kept_if_the_reader_says_so(page: Page, site: str) -> None:
    page.goto(f"{site}/collection")
    expect(page.locator("#title")).to_have_text("Everything: nothing yet")
    bring(
        page, "excel.csv", "\ufeffID;Owned;Notes\r\npotcc 37;1;a;b\r\n=1+1;2;\r\nHMS Apollo;1;\r\n".encode()
    )
    expect(page.locator("#told")).to_contain_text("Row 3: there is no piece “=1+1”")
    expect(page.locator("#told")).to_contain_text("Row 4: “HMS Apollo” can be R-031, FS-003; write the id.")
    expect(page.locator("#title")).to_have_text("Everything: nothing yet")
    page.get_by_role("button", name="Import, and keep these rows as they are").click()
    expect(page.locator("#title")).to_have_text("Everything: 4 pieces, 3 different")
    expect(page.get_by_role("heading", name="Not in this library")).to_be_visible()
    lines = exported(page).decode("utf-8-sig").splitlines()
    assert lines[1] == "CC-037,1,0,HMS Sultan,Pirates of the Crimson Coast"
    assert lines[2:] == ["'=1+1,2,0,,", "HMS Apollo,1,0,,"]


def test_two_pages_of_one_device_agree(page: Page, site: str) -> None:
    page.goto(f"{site}/collection")
    other = page.context.new_page()
    add(other, site, owned=1, wanted=0)
    expect(page.locator("#title")).to_have_text("Everything: 1 piece, 1 different")


def test_what_else_lies_in_the_browser_does_no_harm(page: Page, site: str) -> None:
    page.goto(f"{site}/card/CC-037")
    for nonsense in ("not json", "[1,2]", '{"CC-037": "x", "PotC-025": [1, -1], "R-031": [1, 0]}', "null"):
        page.evaluate("text => localStorage.setItem('pirate-code-collection', text)", nonsense)
        page.reload()
        expect(page.get_by_role("button", name=f"One more {SULTAN} owned")).to_be_visible()
        assert number(page, "owned") == "0"


def test_without_scripts_the_page_says_what_it_needs_and_sets_can_be_read(
    browser: Browser, site: str
) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site}/collection")
    expect(page.get_by_text("This page needs JavaScript")).to_be_visible()
    page.get_by_role("link", name="Pirates of the Crimson Coast").click()
    expect(page.get_by_role("link", name=SULTAN)).to_be_visible()
    context.close()


def test_a_spreadsheet_is_imported_as_it_is(phone: Page, site: str, tmp_path: Path) -> None:
    phone.goto(f"{site}/collection")
    table: list[list[str | int]] = [["Name", "ID", "Owned", "Wanted"], ["x", "cc37", 2, 1]]
    table += [[], ["", "Kharmic", "", ""]]
    bring(phone, "mine.xlsx", workbook(tmp_path / "mine.xlsx", table))
    expect(phone.locator("#told")).to_contain_text("Row 4: there is no piece “Kharmic”")
    bring(phone, "mine.xlsx", workbook(tmp_path / "mine.xlsx", table[:2]))
    expect(phone.locator("#title")).to_have_text("Everything: 2 pieces, 1 different")
    expect(phone.get_by_role("link", name=SULTAN)).to_be_visible()


@pytest.mark.parametrize(
    ("name", "data", "says"),
    [
        ("mine.xlsx", b"PK\x03\x04rest", "The spreadsheet file is damaged"),
        ("mine.csv", b"PK\x03\x04rest", "The spreadsheet file is damaged"),
        ("mine.xlsx", b"id,owned\n", "This spreadsheet file cannot be read here"),
        ("mine.ods", b"PK\x03\x04rest", "This spreadsheet file cannot be read here"),
        ("mine.csv", b"<!doctype html><title>x</title>", "This is a web page and no table"),
    ],
)
def test_a_file_that_is_no_table_is_told_in_one_sentence(
    phone: Page, site: str, name: str, data: bytes, says: str
) -> None:
    phone.goto(f"{site}/collection")
    bring(phone, name, data)
    expect(phone.locator("#told")).to_contain_text(says)
    expect(phone.locator("#title")).to_have_text("Everything: nothing yet")


def test_a_spreadsheet_that_unpacks_without_end_is_refused(phone: Page, site: str) -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", b" " * 40_000_000)
        archive.writestr("xl/_rels/workbook.xml.rels", b"<a/>")
    phone.goto(f"{site}/collection")
    bring(phone, "bomb.xlsx", made.getvalue())
    expect(phone.locator("#told")).to_contain_text("too large to be read here")


def test_a_misspelt_name_is_put_right(page: Page, site: str) -> None:
    page.goto(f"{site}/collection")
    bring(page, "a.csv", b"id,owned\nHarbingr,1\nXQ-12,1\nCC-999,1\n")
    told = page.locator("#told")
    expect(told).to_contain_text("Row 2: there is no piece “Harbingr”; did you mean Harbinger?")
    expect(told).to_contain_text("Row 3: there is no piece “XQ-12”: there is no set “XQ”")
    expect(told).to_contain_text("pieces of Pirates of the Crimson Coast, and not that one.")
    page.get_by_label("Add a piece").fill("hms sulten")
    page.get_by_role("button", name=SULTAN, exact=True).click()
    expect(page.locator("#matches").get_by_role("link", name=SULTAN)).to_be_visible()


def test_the_fleet_page_says_what_of_a_fleet_is_not_owned(phone: Page, site: str) -> None:
    add(phone, site, owned=1, wanted=0)
    phone.goto(f"{site}/fleet?fleet=HMS%20Sultan%20(CC-037)%20%2B%20helmsman")
    expect(phone.locator("#owned li")).to_have_count(1)
    expect(phone.locator("#owned li")).to_contain_text("is not in your collection.")
    phone.locator("#text").fill("HMS Sultan (CC-037)")
    expect(phone.get_by_text("You own every piece of this fleet.")).to_be_visible()
