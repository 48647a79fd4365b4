"""Fetches a spreadsheet from a web address into a file, or says in one sentence why that cannot be.

Only https is spoken, also after a redirect, and no more is taken than a sheet may have.
"""

from __future__ import annotations

import http.client
import re
import socket
import ssl
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO
from urllib.error import HTTPError, URLError
from urllib.parse import unquote, urlsplit
from urllib.request import (
    HTTPRedirectHandler,
    HTTPSHandler,
    OpenerDirector,
    Request,
    build_opener,
)

from pirate_code.library.sheet import is_page
from pirate_code.library.sheet_limits import SIZE_LIMIT, SheetError

WAIT_LIMIT = 20.0  # seconds without a byte
TIME_LIMIT = 120.0  # seconds for the whole file
_CHUNK = 65_536
_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")
_HOW = (
    "a sheet that is kept online has an address of its own as .csv or .xlsx (Download, or Publish to the web)"
)


def is_address(text: str) -> bool:
    """Whether a text is a web address and not the name of a file."""
    return bool(_ADDRESS.match(text))


@contextmanager
def fetched(places: Sequence[str], opener: OpenerDirector | None = None) -> Iterator[list[Path]]:
    """Yield the files of some places; what has an address is fetched, and kept until the work is done.

    What is wrong with a fetched sheet is told with its address.
    """
    addresses: dict[Path, str] = {}
    with ExitStack() as stack:
        paths = []
        for place in places:
            if is_address(place):
                folder = Path(stack.enter_context(TemporaryDirectory(prefix="pirate-code-")))
                path = folder / _name(place)
                addresses[path] = place
                _fetch(place, path, opener or secure_opener())
                paths.append(path)
            else:
                paths.append(Path(place))
        try:
            yield paths
        except SheetError as error:
            message = str(error)
            for path, address in addresses.items():
                message = message.replace(str(path), address)
            raise SheetError(message) from None


class _OnlySecure(HTTPRedirectHandler):
    """Follows redirects, but none that leaves https."""

    max_redirections = 5

    def redirect_request(  # noqa: PLR0917 (as urllib calls it)
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: http.client.HTTPMessage, newurl: str
    ) -> Request | None:
        if urlsplit(newurl).scheme != "https":
            raise SheetError(f"{req.full_url} sends on to {newurl[:200]}, which is not https.")
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def secure_opener(context: ssl.SSLContext | None = None) -> OpenerDirector:
    """Return what opens addresses of https and no others; certificates are checked."""
    secure = HTTPSHandler(context=context or ssl.create_default_context())
    opener = build_opener(secure, _OnlySecure)
    opener.addheaders = [("User-Agent", "pirate-code"), ("Accept", "text/csv, */*;q=0.5")]
    return opener


def _fetch(address: str, path: Path, opener: OpenerDirector) -> None:
    try:
        if urlsplit(address).scheme.lower() != "https":
            raise SheetError(f"{address} is not an address of https; only those are fetched.")
        with opener.open(address, timeout=WAIT_LIMIT) as answer, path.open("wb") as file:
            _copy(address, answer, file)
            kind = answer.headers.get_content_type()
    except HTTPError as error:
        raise SheetError(f"{address} answers with {error.code} ({error.reason}).") from None
    except TimeoutError:
        raise SheetError(f"{address} did not answer within {WAIT_LIMIT:.0f} seconds.") from None
    except (URLError, OSError, http.client.HTTPException, ValueError) as error:
        if isinstance(error, SheetError):
            raise
        why = error.reason if isinstance(error, URLError) else error
        raise SheetError(f"{address} cannot be reached ({_in_words(why)}).") from None
    with path.open("rb") as file:
        if kind == "text/html" or is_page(file.read(_CHUNK)):
            raise SheetError(f"{address} answers with a page, not with a sheet; {_HOW}.")


def _in_words(reason: BaseException | str) -> str:
    """Why an address is not reached, without the words of the system's libraries where we know better."""
    match reason:
        case ssl.SSLCertVerificationError():
            return f"its certificate is not trusted: {reason.verify_message}"
        case ssl.SSLError():
            return "https is not spoken there"
        case socket.gaierror():
            return "there is no host of that name, or no network"
        case ConnectionRefusedError():
            return "nobody answers there"
        case _:
            return str(reason)


def _copy(address: str, answer: IO[bytes], file: IO[bytes]) -> None:
    until, size = time.monotonic() + TIME_LIMIT, 0
    while chunk := answer.read(_CHUNK):
        size += len(chunk)
        if size > SIZE_LIMIT:
            raise SheetError(f"{address} is larger than {SIZE_LIMIT // 1_000_000} MB.")
        if time.monotonic() > until:
            raise SheetError(f"{address} was not there after {TIME_LIMIT:.0f} seconds.")
        file.write(chunk)


def _name(address: str) -> str:
    """Return the name of the file that an address ends with, for faults and notes."""
    last = unquote(urlsplit(address).path).rpartition("/")[2]
    return re.sub(r"[^\w.-]", "_", last)[:80].lstrip(".") or "sheet"
