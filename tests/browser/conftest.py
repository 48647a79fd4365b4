"""A server on loopback and a real Chromium; where there is no Chromium the tests are skipped and say so."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from pirate_code.web.serve import in_background

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
PATIENCE = 90_000  # milliseconds: the first page that computes waits until the worker has loaded the library
expect.set_options(timeout=PATIENCE)
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@pytest.fixture(scope="session")
def site(built: Path) -> Iterator[str]:
    """The address of a running server."""
    with in_background(built, timeout_scale=20) as address:
        yield address


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests."""
    if CHROMIUM is None:
        pytest.skip("there is no Chromium on this machine")
    with sync_playwright() as playwright:
        yield playwright.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A fresh page."""
    context = browser.new_context(viewport={"width": 1100, "height": 800})
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()
