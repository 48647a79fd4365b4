"""A server of the built-in library for the tests of pages."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from pirate_code.web.serve import application


@pytest.fixture(scope="session")
def get(built: Path) -> Callable[[str], Any]:
    """Ask the server for an address."""
    served = application(built)

    def ask(address: str) -> Any:
        # A thread of its own: the browser tests may keep an event loop running in this one.
        with ThreadPoolExecutor(1) as thread:
            return thread.submit(lambda: asyncio.run(served.client.get(address))).result()

    return ask
