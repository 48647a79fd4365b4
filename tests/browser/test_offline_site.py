"""The exported site as a player uses it: with a network once, then without; on a phone, from a disk."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from pirate_code.library import storage
from pirate_code.offline import export_site
from tests.browser.conftest import PATIENCE
from tests.browser.offline_site import serving

KEPT = "All of it is on this device: it works without a network."
PHONE = {"width": 375, "height": 740}
PAGES = [
    "",
    "#/search?q=captain",
    "#/search?q=kind:ship nation:english&sort=points&desc=1",
    "#/search?q=points:x",
    "#/search?q=captin",
    "#/sets",
    "#/card/BC-002",
    "#/keyword/captain",
    "#/keywords",
    "#/rulings",
    "#/ruling/doctor-urbano-javier-is-a-doctor",
    "#/section/docking",
    "#/term/docked",
    "#/nation/english",
    "#/filters",
    "#/collection",
    "#/about",
    "#/card/nothing-of-that-name",
]


@pytest.fixture(scope="module")
def folder(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a site somewhere in it."""
    found = tmp_path_factory.mktemp("offline")
    (found / "some" / "where").mkdir(parents=True)
    with storage.connect(built) as db:
        export_site(db, found / "some" / "where" / "site")
    return found


@pytest.fixture(scope="module")
def hosted(folder: Path) -> Iterator[str]:
    """Its address on a host of static files, below two folders."""
    with serving(folder) as host:
        yield f"{host}/some/where/site/"


def test_after_the_first_visit_a_phone_has_all_of_it_without_a_network(
    browser: Browser, folder: Path
) -> None:
    context = browser.new_context(viewport=PHONE, is_mobile=True, has_touch=True)  # type: ignore[arg-type]
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    with serving(folder) as host:
        page.goto(f"{host}/some/where/site/")
        expect(page.locator("#kept")).to_have_text(KEPT)
    context.set_offline(True)  # and the server is gone
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.get_by_role("searchbox").fill("nation:barbary-corsair kind:ship ivory")
    page.get_by_role("link", name="Ivory Star").tap()
    expect(page.get_by_role("heading", name="Ivory Star", level=1)).to_be_visible()
    expect(page.locator(".die")).to_have_count(4)
    expect(page.locator(".deckplate .drawing svg")).to_be_visible()
    expect(page.locator(".deckplate .drawing svg text")).to_have_text("LSSL")  # a cannon at each of her masts
    assert page.locator(".rulings li").count() > 0
    page.locator(".rulings a").first.tap()
    expect(page.locator(".cite").first).to_contain_text("2016")
    elsewhere = context.new_page()
    elsewhere.goto(f"{host}/some/where/site/index.html#/keyword/captain")
    expect(elsewhere.get_by_role("heading", name="Captain", level=1)).to_be_visible()
    context.close()


def test_a_newer_edition_is_offered_and_taken_when_the_reader_says_so(
    browser: Browser, built: Path, tmp_path: Path
) -> None:
    with storage.connect(built) as db:
        export_site(db, tmp_path / "site")
    context = browser.new_context()
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    with serving(tmp_path) as host:
        page.goto(f"{host}/site/")
        expect(page.locator("#kept")).to_have_text(KEPT)
        worker, script = tmp_path / "site" / "worker.js", tmp_path / "site" / "data" / "about.js"
        version = json.loads((tmp_path / "site" / "site.json").read_text(encoding="utf-8"))["version"]
        for changed in (worker, script):
            text = changed.read_text(encoding="utf-8")
            changed.write_text(text.replace(version, "9.9.9+newer"), encoding="utf-8")
        page.reload()
        page.get_by_role("button", name="Use it now").click()
        expect(page.locator("#kept")).to_have_text(KEPT)
        page.goto(f"{host}/site/#/about")
        expect(page.get_by_text("Version 9.9.9+newer")).to_be_visible()
        assert page.evaluate("caches.keys()") == [f"pirate-code {host}/site/ 9.9.9+newer"]
    context.close()


def test_the_site_asks_nobody_else_for_anything(browser: Browser, hosted: str) -> None:
    context = browser.new_context()
    context.set_default_timeout(PATIENCE)
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    page.on("console", lambda told: faults.append(told.text) if told.type == "error" else None)
    page.goto(hosted)
    expect(page.locator("#kept")).to_have_text(KEPT)
    for address in PAGES:
        page.goto(hosted + address)
    assert len(asked) > 10 and all(address.startswith(hosted) for address in asked)
    assert faults == []
    context.close()


def test_results_come_as_one_types_and_the_address_can_be_shared(page: Page, hosted: str) -> None:
    page.goto(f"{hosted}#/card/BC-002")
    page.keyboard.press("/")
    page.keyboard.type("schooner", delay=20)
    expect(page.locator(".row").first).to_be_visible()
    expect(page).to_have_url(f"{hosted}#/search?q=schooner")
    expect(page.get_by_role("searchbox")).to_be_focused()
    page.go_back()
    expect(page.get_by_role("heading", name="Ivory Star", level=1)).to_be_visible()


def test_more_results_are_shown_when_asked_for(page: Page, hosted: str) -> None:
    page.goto(f"{hosted}#/search?q=kind:crew&sort=name")
    expect(page.locator(".row.piece")).to_have_count(60)
    page.get_by_role("button", name="Show more pieces").click()
    expect(page.locator(".row.piece")).to_have_count(120)
    expect(page.locator(".row.piece").nth(60).get_by_role("link")).to_be_focused()


def test_a_facet_narrows_the_search_down(page: Page, hosted: str) -> None:
    page.goto(f"{hosted}#/search?q=kind:ship or kind:fort")
    page.locator("aside summary", has_text="nation").click()
    page.locator("aside").get_by_role("link", name="English").click()
    expect(page.get_by_role("searchbox")).to_have_value("(kind:ship or kind:fort) nation:english")


def test_a_misspelt_word_gets_the_one_that_was_meant(page: Page, hosted: str) -> None:
    page.goto(f"{hosted}#/search?q=captin")
    page.get_by_role("link", name="captain").click()
    expect(page.locator(".row").first).to_be_visible()


def test_what_cannot_be_understood_is_told_in_a_sentence(page: Page, hosted: str) -> None:
    page.goto(f"{hosted}#/search?q=nation:englsh")
    expect(page.get_by_role("alert")).to_have_text("There is no nation 'englsh'; did you mean english?")


def test_a_collection_is_kept_on_the_device_without_a_network(
    browser: Browser, folder: Path, tmp_path: Path
) -> None:
    context = browser.new_context(viewport=PHONE)  # type: ignore[arg-type]
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    with serving(folder) as host:
        page.goto(f"{host}/some/where/site/#/card/BC-002")
        expect(page.locator("#kept")).to_have_text(KEPT)
    context.set_offline(True)
    for _ in range(2):
        page.get_by_role("button", name="One more Ivory Star owned").click()
    page.get_by_role("searchbox").fill("owned:2 kind:ship")
    expect(page.locator(".row h2")).to_have_text("Ivory Star BC 002")
    page.get_by_role("link", name="Collection").click()
    table = tmp_path / "mine.csv"
    table.write_text("id,owned,wanted\nbc2,3,0\nPotC-025,1,4\n", encoding="utf-8")
    page.locator("input[type=file]").set_input_files(table)
    expect(page.get_by_text("2 rows imported.")).to_be_visible()
    expect(page.locator(".held li")).to_have_count(2)
    page.reload()
    with page.expect_download() as kept:
        page.get_by_role("button", name="Export as CSV").click()
    written = Path(kept.value.path()).read_text(encoding="utf-8-sig").splitlines()
    assert {tuple(line.split(",")[:4]) for line in written} == {
        ("id", "owned", "wanted", "name"),
        ("BC-002", "3", "0", "Ivory Star"),
        ("PotC-025", "1", "4", "Black Pearl"),
    }
    page.get_by_role("link", name="How complete each set is").click()
    expect(page.locator(".sets li", has_text="Barbary").locator(".complete")).to_contain_text("1 of")
    context.close()


def test_a_card_is_found_by_its_number_as_people_write_it_and_a_misspelt_name_put_right(
    page: Page, hosted: str
) -> None:
    for written in ("cc37", "CC-37", "PotCC 37"):
        page.goto(f"{hosted}#/card/{written}")
        expect(page.get_by_role("heading", name="HMS Sultan", exact=True)).to_be_visible()
    page.goto(f"{hosted}#/card/Harbingr")
    page.get_by_role("link", name="Harbinger").click()
    expect(page.get_by_role("heading", name="Harbinger", exact=True)).to_be_visible()


def test_the_order_that_a_search_says_is_shown(page: Page, hosted: str) -> None:
    page.goto(f"{hosted}#/search?q=kind:ship order:-points")
    expect(page.get_by_label("Order by")).to_have_value("points")
    expect(page.get_by_label("largest first")).to_be_checked()
    page.locator("aside summary", has_text="set").click()
    expect(page.get_by_role("link", name="Pirates of the Spanish Main")).to_be_visible()


def test_a_collection_with_unknown_ids_is_refused_until_the_reader_keeps_them(
    page: Page, hosted: str, tmp_path: Path
) -> None:
    page.goto(f"{hosted}#/collection")
    table = tmp_path / "mine.csv"
    table.write_text("id,owned\nXX-999,1\nHarbingr,1\n", encoding="utf-8")
    page.locator("input[type=file]").set_input_files(table)
    expect(page.get_by_text("Row 2: there is no piece “XX-999”: there is no set “XX”")).to_be_visible()
    expect(page.get_by_text("Row 3: there is no piece “Harbingr”; did you mean Harbinger?")).to_be_visible()
    expect(page.locator(".held li")).to_have_count(0)
    page.get_by_role("button", name="Import, and keep these rows as they are").click()
    expect(page.get_by_role("heading", name="Not in this library")).to_be_visible()


def test_a_corrected_card_shows_what_is_printed_and_what_is_in_force(
    page: Page, hosted: str, built: Path
) -> None:
    with storage.connect(built) as db:
        row = db.execute(
            "SELECT * FROM corrected_pieces WHERE field = 'ability' AND printed <> in_force LIMIT 1"
        ).fetchone()
    page.goto(f"{hosted}#/card/{row['piece_id']}")
    expect(page.locator(".erratum del").first).to_have_text(row["printed"])
    expect(page.locator(".erratum ins").first).to_have_text(row["in_force"])
    page.get_by_role("link", name="Source").first.click()
    expect(page.locator("h1")).to_be_visible()


def test_a_card_has_the_rulings_that_the_library_gives_it(page: Page, hosted: str, built: Path) -> None:
    from pirate_code.library.citations import rulings_of_piece

    page.goto(hosted)
    shown = page.evaluate(
        "() => Object.fromEntries(pirateCode.context.library.rows.piece.map((piece) =>"
        " [piece.id, pirateCode.context.library.rulingsOf(piece).map((ruling) => ruling.id)]))"
    )
    with storage.connect(built) as db:
        wanted = {key: [each["id"] for each in rulings_of_piece(db, key)] for key in shown}
    assert shown == wanted


def test_every_link_of_every_page_leads_to_a_page(page: Page, hosted: str) -> None:
    page.goto(hosted)
    missing = page.evaluate(
        """() => {
          const {context, pages} = pirateCode, {library} = context, addresses = new Set();
          const links = (content) => content.flat(Infinity).filter(Boolean).flatMap((node) =>
            [...(node.querySelectorAll?.("a") ?? [])].map((link) => link.getAttribute("href")));
          for (const kind of ["card", "keyword", "ability", "ruling", "section", "term", "nation"])
            for (const key of library.byId[kind === "card" ? "piece" : kind].keys()) {
              const page = pages[kind](context, key);
              if (!page) return [kind, key];
              links(page.content).forEach((address) => addresses.add(address));
            }
          return [...addresses].filter((address) => {
            const [kind, key] = address.slice(2).split("/");
            if (address.startsWith("#/search?") || (pages[kind] && !key)) return false;
            return !pages[kind]?.(context, decodeURIComponent(key));
          });
        }"""
    )
    assert missing == []


def test_the_site_opens_from_a_disk_too(page: Page, folder: Path) -> None:
    page.goto((folder / "some" / "where" / "site" / "index.html").as_uri() + "#/search?q=name:ivory")
    page.get_by_role("link", name="Ivory Star").click()
    expect(page.get_by_role("heading", name="Ivory Star", level=1)).to_be_visible()


def test_without_scripts_the_page_says_what_it_needs(browser: Browser, hosted: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(hosted)
    expect(page.get_by_text("they need JavaScript")).to_be_visible()
    expect(page.get_by_text("is being loaded")).to_have_count(0)
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_are_accessible_and_no_wider_than_a_phone(browser: Browser, hosted: str, scheme: str) -> None:
    context = browser.new_context(viewport=PHONE, color_scheme=scheme)  # type: ignore[arg-type]
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    for address in PAGES:
        page.goto("about:blank")
        page.goto(hosted + address)
        expect(page.get_by_role("heading", level=1)).to_have_count(1)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], address
        found = Axe().run(page).response["violations"]
        serious = [
            (one["id"], one["nodes"][0]["html"]) for one in found if one["impact"] in {"serious", "critical"}
        ]
        assert serious == [], address
    context.close()
