"""Another program uses the library through `pirate-code mcp`, with the client of the official SDK."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import anyio
import pytest
from click.testing import CliRunner
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from pirate_code.cli import commands

Data = dict[str, Any]
T = TypeVar("T")


def _speaking(library: Path, talk: Callable[[Client], Awaitable[T]]) -> T:
    """Start the command as a client does, and speak with it over its standard input and output."""
    order = StdioServerParameters(
        command=sys.executable,
        args=["-m", "pirate_code", "mcp", "--db", str(library)],
        env={"PYTHONPATH": os.pathsep.join(sys.path)},
    )

    async def session() -> T:
        async with Client(stdio_client(order)) as client:
            return await talk(client)

    with ThreadPoolExecutor(1) as thread:  # browser tests may keep an event loop running in this one
        return thread.submit(anyio.run, session).result()


async def _called(client: Client, tool: str, **given: Any) -> Data:
    result = await client.call_tool(tool, given)
    assert not result.is_error, result.content
    assert result.structured_content is not None
    return dict(result.structured_content)


async def _refused(client: Client, tool: str, **given: Any) -> str:
    result = await client.call_tool(tool, given)
    assert result.is_error
    return str(result.content[0].text)


def test_a_client_finds_shows_asks_checks_and_parses(built: Path) -> None:
    async def talk(client: Client) -> Data:
        return {
            "tools": [tool.model_dump() for tool in (await client.list_tools()).tools],
            "search": await _called(client, "search", query="kind:ship nation:english points<=8", limit=2),
            "misspelt": await _called(client, "search", query="captin"),
            "show": await _called(client, "show", name="Eternal"),
            "ask": await _called(client, "ask", x="Cancel", y="Eternal"),
            "question": await _called(client, "ask", question="Can a canceller affect a fort?"),
            "fleet": await _called(client, "check_fleet", fleet="HMS Sultan (CC-037) + explorer, helmsman"),
            "parse": await _called(client, "parse", line="This ship gets +1 to her boarding rolls."),
        }

    told = _speaking(built, talk)
    assert {tool["name"] for tool in told["tools"]} == {"search", "show", "ask", "check_fleet", "parse"}
    assert all(tool["annotations"]["read_only_hint"] for tool in told["tools"])
    assert len(told["search"]["results"]) == 2 < told["search"]["total"]
    assert all(row["nation"] == "English" for row in told["search"]["results"])
    assert (told["search"]["did_you_mean"], told["misspelt"]["did_you_mean"]) == (None, "captain")
    assert told["show"]["type"] == "keyword"
    assert all(ruling["citation"] for ruling in told["show"]["rulings"])
    assert told["ask"]["verdict"] == "yes"
    assert told["ask"]["sureness"] in ("sure", "likely")
    assert any("Pirate Code" in ruling["citation"] for ruling in told["question"]["rulings"])
    assert told["question"]["verdict"] == "no"
    assert told["fleet"]["ships"][0]["id"] == "CC-037"
    assert told["parse"]["ok"]
    assert told["parse"]["told"]


def test_what_cannot_be_answered_is_one_sentence(built: Path) -> None:
    async def talk(client: Client) -> list[str]:
        return [
            await _refused(client, "show", name="Captin"),
            await _refused(client, "show", name="HMS Apollo"),
            await _refused(client, "search", query="points:many"),
            await _refused(client, "ask", x="Cancel"),
            await _refused(client, "check_fleet", fleet="HMS Sultan", edition="third"),
            await _refused(client, "search", query="x" * 1_001),
            await _refused(client, "sink", ship="HMS Sultan"),
            await _refused(client, "search"),
            await _refused(client, "search", query="captain", limit=0),
        ]

    captin, apollo, points, ask, edition, long, unknown, missing, limit = _speaking(built, talk)
    assert "did you mean" in captin and "Captain" in captin
    assert "FS-003" in apollo and "R-031" in apollo
    assert points == "points is a number, not 'many'; write points:3 or points:3..5."
    assert "Give a `question` alone, two names in `x` and `y`" in ask
    assert edition.startswith("There is no edition 'third'")
    assert "at most 1000 characters" in long
    assert "sink" in unknown
    assert missing == "search needs `query`, which is missing."
    assert limit == "`limit` of search cannot be used: 0 is not at least 1."


def test_a_line_that_means_nothing_is_no_error_of_the_tool(built: Path) -> None:
    async def talk(client: Client) -> Data:
        return await _called(client, "parse", line="An island may shoot at a reef using gold.")

    read = _speaking(built, talk)
    assert not read["ok"]
    assert read["error"]["message"]
    json.dumps(read)


def test_without_the_extra_the_command_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pirate_code.commands.mcp.find_spec", lambda name: None)
    done = CliRunner().invoke(commands, ["mcp"])
    assert done.exit_code == 2
    assert 'pip install "pirate-code[mcp]"' in done.output


def test_a_library_that_is_none_is_refused_before_anything_is_spoken(tmp_path: Path) -> None:
    other = tmp_path / "notes.txt"
    other.write_text("no library", encoding="utf-8")
    done = CliRunner().invoke(commands, ["mcp", "--db", str(other)])
    assert done.exit_code == 2
    assert "not a library" in done.output
