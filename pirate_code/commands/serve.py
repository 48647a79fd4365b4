"""The command that shows the library in a browser."""

from __future__ import annotations

import socket
from pathlib import Path

import click

from pirate_code.commands.library import db_option
from pirate_code.commands.output import Refused, reading


@click.command(
    short_help="Show the library in a browser.",
    epilog="""Examples:

\b
  pirate-code serve
  pirate-code serve --port 9000 --db library.sqlite
  pirate-code serve --allow-host pirates.example
""",
)
@db_option
@click.option("--port", type=click.IntRange(0, 65535), default=8011, show_default=True, help="The port.")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--allow-host",
    multiple=True,
    metavar="NAME",
    envvar="PIRATE_CODE_ALLOW_HOSTS",
    show_envvar=True,
    help="A name that readers may use for this server, besides localhost and --host; as often as needed.",
)
def serve(db: Path | None, port: int, host: str, allow_host: tuple[str, ...]) -> None:
    """Show the library in a browser: search, cards and rulings, questions, fleets and games.

    Only this machine can reach the pages unless --host says otherwise. Nothing can be changed through them.
    """
    from pirate_code.library import storage
    from pirate_code.web.hosts import AllowedHosts, HostError
    from pirate_code.web.serve import run

    try:
        AllowedHosts(host, allow_host)
    except HostError as error:
        raise Refused(str(error)) from None
    with reading(db):
        library = db or storage.default_path()
    try:
        listener = _opened(host, port)
    except (OSError, UnicodeError) as error:
        why = getattr(error, "strerror", None) or error
        raise Refused(f"Port {port} of {host} cannot be used ({why}); try --port 0.") from None
    shown = f"[{host}]" if ":" in host else host
    click.echo(f"Pirate Code is at http://{shown}:{listener.getsockname()[1]}/ (Ctrl+C ends it).")
    run(library, listener, host, allow_host)


def _opened(host: str, port: int) -> socket.socket:
    """A socket that listens at an address; the same port can be used again at once."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family)
