"""What a reader is told when there is no page, or when something of ours went wrong.

Errors cost little and say little: what is not there writes nothing to the log, a fault of ours one line.
"""

from __future__ import annotations

import errno
import json
import sys
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Any

from datasette.utils.asgi import Base400, NotFound, Request, Response

from pirate_code.web.showing import Data, page

if TYPE_CHECKING:
    from datasette.app import Datasette

LONGEST = 500  # characters of a message or an address that are shown
FAULT = "Something of ours went wrong here; the server's log says what."
TOO_LONG = "The statement was given up: it took more time than a statement may take here."
NOT_FOUND = "There is nothing at this address."
_TITLES = {
    400: "This cannot be asked",
    403: "Not allowed",
    404: "Not found",
    500: "A fault of ours",
    503: "Too busy",
}


async def error_response(datasette: Datasette, request: Request, exception: BaseException) -> Response:
    """The answer to a request that ended in an exception: JSON where JSON was asked for, else a page."""
    status, message, more = _status_and_message(exception)
    if status >= 500:
        log_fault(request.path, exception)
    if wants_json(request.path):
        return error_json(status, message, **more)
    title = more.get("title") or _TITLES.get(status, f"Error {status}")
    data = {"title": title, "message": message}
    return await page(datasette, request, "pirate_error.html", data, status=status)


def error_json(status: int, message: str, **more: Any) -> Response:
    """An error as JSON; what Datasette says besides is kept."""
    body = {**more, "ok": False, "error": message, "status": status}
    return Response.json(body, status=status, default=str)


def plain_error(path: str, sentence: str) -> tuple[bytes, bytes]:
    """The content type and the body of a refusal that needs no page."""
    if wants_json(path):
        return b"application/json; charset=utf-8", f"{json.dumps({'error': sentence})}\n".encode()
    return b"text/plain; charset=utf-8", f"{sentence}\n".encode()


def wants_json(path: str) -> bool:
    """Whether an address is one for programs."""
    return path.partition("?")[0].endswith(".json")


def log_fault(path: str, exception: BaseException) -> None:
    """Write one line: the address, what went wrong, and where."""
    frames = traceback.extract_tb(exception.__traceback__)
    place = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    text = f"{type(exception).__name__}: {exception}"
    print(f"pirate-code: {_shown(path)}: {_shown(text)}{place}", file=sys.stderr, flush=True)


def _shown(text: str) -> str:
    """A text of others as part of one line of the log."""
    kept = "".join(letter if letter.isprintable() else " " for letter in text[:LONGEST])
    return " ".join(kept.split())


def _status_and_message(exception: BaseException) -> tuple[int, str, Data]:
    """Status, message and what else Datasette says of an exception."""
    from datasette.views.base import DatasetteError

    if isinstance(exception, DatasetteError):
        message = str(exception.message)
        if exception.message_is_html:  # only that of a statement that took too long is, and it is long itself
            message = TOO_LONG
        # Datasette says 500 of arguments that it cannot use.
        status = 400 if exception.status == 500 else exception.status
        return status, message[:LONGEST], {**exception.error_dict, "title": exception.title}
    if isinstance(exception, Base400):
        message = str(exception.args[0])[:LONGEST] if exception.args else ""
        bare = isinstance(exception, NotFound) and message in ("", "404")
        return exception.status, NOT_FOUND if bare else message, {}
    if isinstance(exception, OSError) and exception.errno == errno.ENAMETOOLONG:
        return 404, NOT_FOUND, {}  # an address that is a file's name, and longer than one can be
    return 500, FAULT, {}
