"""The command that opens the library to other programs over standard input and output."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import click

from pirate_code.commands.library import db_option
from pirate_code.commands.output import Refused, reading


@click.command(
    short_help="Offer the library to other programs as MCP tools.",
    epilog="""Examples:

\b
  pirate-code mcp
  pirate-code mcp --db library.sqlite

What a client of the protocol is told to start:

\b
  {"mcpServers": {"pirate-code": {"command": "pirate-code", "args": ["mcp"]}}}
""",
)
@db_option
def mcp(db: Path | None) -> None:
    """Offer search, show, ask, check_fleet and parse to programs that speak the Model Context Protocol.

    It speaks over standard input and output until its client leaves, and reads only. It needs the extra
    `mcp`: pip install "pirate-code[mcp]". docs/mcp.md tells what every tool takes and answers.
    """
    if find_spec("mcp") is None:
        raise Refused('This needs the extra `mcp`: pip install "pirate-code[mcp]".')
    from pirate_code.library import storage
    from pirate_code.mcp_tools import server

    with reading(db):
        place = db or storage.default_path()
    server(place).run("stdio")
