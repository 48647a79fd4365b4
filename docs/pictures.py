"""Makes the pictures of the README: `make pictures`. Those of the browser need Chromium."""

from __future__ import annotations

import io
import re
import shutil
from pathlib import Path

from rich.console import Console

from pirate_code import show
from pirate_code.language import parse
from pirate_code.library import storage
from pirate_code.library.opening import open_library
from pirate_code.web.serve import in_background
from pirate_code.web.table_page import examples

HERE = Path(__file__).parent
LINE = "Schooner. Once per turn when this ship hits an enemy ship, also eliminate one crew from that ship."
PLAYING = "/game?fleet=english-raiders&fleet=pirate-raiders&captain=me&captain=raider&seed=4"
GAME = "/play?fleet=spanish-traders&fleet=pirate-raiders&captain=greedy&seed=2"
# A person plays a few turns: a captain sets up, then ships shoot or move, until one may shoot a second time.
PLAYED = """(async () => {
  const done = () => new Promise((go) => setTimeout(function look() {
    document.querySelector("#game[aria-busy]") ? setTimeout(look, 50) : go();
  }, 50));
  const all = (what) => [...document.querySelectorAll(what)];
  const named = (says) => all(".asked button").filter((one) => one.textContent === says);
  await done();
  named("Set up for me")[0]?.click();
  for (let step = 1; step < 200; step++) {
    await done();
    const asks = document.querySelector(".asked h2").textContent, drawn = all(".ghost line").length;
    if (asks.includes("shoot at") && document.querySelector(".news .dice")) break;
    const places = all(".asked [data-place]");
    const taken = drawn ? step % places.length : asks.includes("shoot at") ? 0 : places.length - 1;
    (named("shoot")[0] ?? named("move")[0] ?? places[taken])?.click();
  }
})()"""
# A page, how high the window is, what is done first, and the part of the page that is taken.
SCREENS = {
    "ask": ("/ask?x=Musketeer&y=Captain", 800, "", ".worlds"),
    "table": (f"/table?{examples()[0][1]}", 1_250, "", ""),
    "fleet": (
        "/fleet?fleet=Black Pearl (PotC-025) %2B 2x captain, 2x helmsman, explorer%0AHMS Apollo",
        700,
        "",
        "",
    ),
    "playing": (PLAYING, 640, PLAYED, ""),
    "game": (
        GAME,
        800,
        "for (let n = 0; n < 12; n++) document.querySelector('[title=\"Next turn\"]').click()",
        "",
    ),
}
QUIET = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update")
PATIENCE = 180_000  # milliseconds: the first page waits until the worker has loaded the library


def main() -> None:
    """Draw one parsed line, and take the pictures of pages, beside this script."""
    tree()
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        print("Chromium is not here: the pictures of the browser are left as they are.")
        return
    open_library().close()
    with in_background(storage.default_path()) as site:
        screens(site, chromium)


def tree() -> None:
    """Draw a parsed line as an SVG file."""
    console = Console(record=True, width=104, file=io.StringIO(), force_terminal=True)
    console.print(show.tree(LINE, parse(LINE)))
    drawn = console.export_svg(title="pirate-code parse", unique_id="tree")
    # The picture loads nothing from elsewhere: the reader's own monospace font will do.
    drawn = re.sub(r"@font-face \{.*?\}", "", drawn, flags=re.DOTALL)
    (HERE / "tree.svg").write_text(drawn, encoding="utf-8")


def screens(site: str, chromium: str) -> None:
    """Take the pictures of pages as PNG files."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=list(QUIET))
        for name, (address, height, first, part) in SCREENS.items():
            page = browser.new_page(viewport={"width": 1100, "height": height}, reduced_motion="reduce")
            page.goto(site + address, timeout=PATIENCE)
            page.wait_for_load_state("networkidle")
            if first:
                page.evaluate(first)
            place = HERE / f"{name}.png"
            if part:
                page.locator(part).screenshot(path=place)
            else:
                page.screenshot(path=place)
        browser.close()


if __name__ == "__main__":
    main()
