"""The command that shows the library in a browser."""

from __future__ import annotations

import socket
from pathlib import Path

import click

from pirate_code.commands.library import db_option
from pirate_code.commands.output import reading


@click.command(
    short_help="Show the library in a browser.",
    epilog="""Examples:

\b
  pirate-code serve
  pirate-code serve --port 9000 --db library.sqlite
""",
)
@db_option
@click.option("--port", type=click.IntRange(0, 65535), default=8011, show_default=True, help="The port.")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
def serve(db: Path | None, port: int, host: str) -> None:
    """Show the library in a browser: search, cards and rulings, questions, fleets and games.

    Only this machine can reach the pages unless --host says otherwise. Nothing can be changed through them.
    """
    from pirate_code.cli import Refused
    from pirate_code.library import storage
    from pirate_code.web.serve import run

    with reading(db):
        library = db or storage.default_path()
    try:
        with socket.socket() as door:
            door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            door.bind((host, port))
            port = door.getsockname()[1]
    except OSError as error:
        raise Refused(f"Port {port} of {host} cannot be used ({error.strerror}); try --port 0.") from None
    click.echo(f"Pirate Code is at http://{host}:{port}/ (Ctrl+C ends it).")
    run(library, host, port)
