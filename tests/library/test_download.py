"""A sheet comes from an https address, and nothing else does: a server of our own shows each case."""

from __future__ import annotations

import shutil
import socket
import ssl
import subprocess
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from click.testing import CliRunner

from pirate_code import cli
from pirate_code.library import download
from pirate_code.library.download import fetched, is_address, secure_opener
from pirate_code.library.opening import open_library
from pirate_code.library.sheet_limits import SheetError

SHEET = (
    "Faction,#,Rarity,Type,Name,Point Cost,Masts,Cargo,Base Move,Cannons,Link,Ability,SheetName\n"
    "Pirate,399,Rare,Ship,Download,9,2,3,L,3S-3S,,,Crimson Coast\n"
)
ANSWERS = {
    "/sheet.csv": (200, "text/csv", SHEET),
    "/page": (200, "text/html; charset=utf-8", "<!DOCTYPE html><title>Sheet</title>"),
    "/hidden-page.csv": (200, "text/csv", "\n<!-- hello --><html><body>Sign in</body></html>"),
    "/empty.csv": (200, "text/csv", ""),
    "/other.csv": (200, "text/csv", "a,b\n1,2\n"),
    "/large.csv": (200, "text/csv", "x" * 3000),
}
REDIRECTS = {
    "/moved.csv": "/sheet.csv",
    "/insecure.csv": "http://127.0.0.1:9/sheet.csv",
    "/file.csv": "file:///etc/passwd",
    "/round.csv": "/round.csv",
}


class _Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        if self.path in REDIRECTS:
            self.send_response(302)
            self.send_header("Location", REDIRECTS[self.path])
            self.end_headers()
            return
        status, kind, text = ANSWERS.get(self.path, (404, "text/plain", "nothing"))
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *told: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate for localhost that nobody else trusts, with its key."""
    if shutil.which("openssl") is None:
        pytest.skip("openssl, which makes the certificate of the server, is not here")
    place = tmp_path_factory.mktemp("certificate") / "localhost.pem"
    command = [
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-days",
        "2",
        "-subj",
        "/CN=localhost",
    ]
    names = ["-addext", "subjectAltName=DNS:localhost", "-keyout", str(place), "-out", f"{place}.cert"]
    subprocess.run([*command, *names], check=True, capture_output=True)
    with place.open("a") as file:
        file.write(Path(f"{place}.cert").read_text())
    return place


@pytest.fixture(scope="module")
def server(certificate: Path) -> Iterator[str]:
    """The address of a server that speaks https."""
    serving = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    serving.socket = context.wrap_socket(serving.socket, server_side=True)
    thread = threading.Thread(target=serving.serve_forever, daemon=True)
    thread.start()
    yield f"https://localhost:{serving.server_address[1]}"
    serving.shutdown()
    serving.server_close()


def fetch(certificate: Path, *places: str) -> list[str]:
    opener = secure_opener(ssl.create_default_context(cafile=f"{certificate}.cert"))
    with fetched(places, opener) as paths:
        return [path.read_text() for path in paths]


def refusal(certificate: Path, address: str) -> str:
    with pytest.raises(SheetError) as raised:
        fetch(certificate, address)
    return str(raised.value)


def test_a_sheet_is_fetched_also_after_a_redirect_and_beside_files(
    server: str, certificate: Path, tmp_path: Path
) -> None:
    own = tmp_path / "own.csv"
    own.write_text("mine")
    assert fetch(certificate, f"{server}/sheet.csv", str(own)) == [SHEET, "mine"]
    assert fetch(certificate, f"{server}/moved.csv") == [SHEET]


def test_what_was_fetched_is_gone_afterwards(server: str, certificate: Path) -> None:
    opener = secure_opener(ssl.create_default_context(cafile=f"{certificate}.cert"))
    with fetched([f"{server}/sheet.csv"], opener) as (path,):
        assert path.name == "sheet.csv"
    assert not path.exists()


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("/page", "answers with a page, not with a sheet"),
        ("/hidden-page.csv", "answers with a page, not with a sheet"),
        ("/nothing.csv", "answers with 404 (Not Found)."),
        ("/insecure.csv", "sends on to http://127.0.0.1:9/sheet.csv, which is not https."),
        ("/file.csv", "Redirection to url 'file:///etc/passwd' is not allowed"),
        ("/round.csv", "answers with 302"),
    ],
)
def test_what_is_no_sheet_gets_its_sentence(server: str, certificate: Path, path: str, sentence: str) -> None:
    told = refusal(certificate, server + path)
    assert told.startswith(server + path)
    assert sentence in told


@pytest.mark.parametrize("address", ["http://localhost/sheet.csv", "ftp://localhost/x", "file:///etc/passwd"])
def test_only_https_is_spoken(certificate: Path, address: str) -> None:
    assert refusal(certificate, address) == f"{address} is not an address of https; only those are fetched."


def test_a_server_that_nobody_vouches_for_is_refused(server: str) -> None:
    with (
        pytest.raises(SheetError, match=r"cannot be reached \(.*certificate"),
        fetched([f"{server}/sheet.csv"]),
    ):
        pass


def test_why_an_address_is_not_reached_is_told_in_plain_words(certificate: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as plain:
        address = f"https://127.0.0.1:{plain.getsockname()[1]}/sheet.csv"

        def answer() -> None:
            visitor, _ = plain.accept()
            visitor.recv(1_000)
            visitor.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")
            visitor.close()

        threading.Thread(target=answer, daemon=True).start()
        assert refusal(certificate, address) == f"{address} cannot be reached (https is not spoken there)."
    assert refusal(certificate, address) == f"{address} cannot be reached (nobody answers there)."


def test_a_sheet_that_is_too_large_is_refused(
    server: str, certificate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(download, "SIZE_LIMIT", 2_000)
    assert "is larger than" in refusal(certificate, f"{server}/large.csv")


def test_a_server_that_is_too_slow_is_refused(
    server: str, certificate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(download, "TIME_LIMIT", -1.0)
    assert "was not there after" in refusal(certificate, f"{server}/sheet.csv")


def test_a_file_is_told_from_an_address() -> None:
    assert is_address("https://example.org/x.csv")
    assert not is_address("C:/sheets/x.csv")
    assert not is_address("sheets/x.csv")


def test_the_command_imports_an_address_and_tells_its_faults_with_it(
    server: str, certificate: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", f"{certificate}.cert")
    library = tmp_path / "library.sqlite"
    done = CliRunner().invoke(cli.commands, ["import", f"{server}/sheet.csv", "--db", str(library)])
    assert done.exit_code == 0, done.output
    db = open_library(library)
    assert db.execute("SELECT id FROM pieces WHERE name = 'Download'").fetchone()[0] == "CC-399"
    db.close()
    for path in ("/other.csv", "/empty.csv", "/page"):
        done = CliRunner().invoke(cli.commands, ["import", server + path, "--db", str(library)])
        assert done.exit_code == 2
        assert server + path in done.stderr
        assert "/tmp" not in done.stderr
