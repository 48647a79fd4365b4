"""A server of the built-in library for the tests of pages."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from pirate_code.web.computing import pool_of
from pirate_code.web.serve import application, in_background

TIMEOUT_SCALE = 20


@pytest.fixture(scope="session")
def served(built: Path) -> Iterator[Any]:
    """The server itself, with one worker and more time than readers would have: tests run side by side."""
    made = application(built, workers=1, timeout_scale=TIMEOUT_SCALE)
    yield made
    pool_of(made).close()
    made.get_database().close()


def run(work: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
    """Run in a thread of its own: the browser tests may keep an event loop running in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(work())).result()


@pytest.fixture(scope="session")
def get(served: Any) -> Callable[..., Any]:
    """Ask the server for an address, with arguments."""
    return lambda address, **arguments: run(lambda: served.client.get(address, params=arguments or None))


@pytest.fixture(scope="session")
def site(built: Path) -> Iterator[str]:
    """The address of a server that listens on loopback."""
    with in_background(built, timeout_scale=TIMEOUT_SCALE) as address:
        yield address
