"""Only names of this server are answered to, so that a foreign page cannot read it under its own name."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from pirate_code.web.hosts import AllowedHosts, HostError
from tests.web.server import HANG, get


@pytest.mark.parametrize(
    "host", ["localhost", "localhost:8011", "127.0.0.1:1", "[::1]", "LOCALHOST.", "[::1]:80"]
)
def test_names_of_this_machine_are_answered_to(site: str, host: str) -> None:
    assert get(site, "/keywords", Host=host)[0] == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8011",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "192.168.0.7",
        "localhost:8011:evil.example",
        "localhost@evil.example",
        "[::1",
        "[::1]evil.example",
        "localhost, evil.example",
    ],
)
def test_foreign_names_are_refused_with_a_sentence(site: str, host: str) -> None:
    status, headers, body = get(site, "/library/pieces", Host=host)
    assert status == 421
    assert headers["content-type"].startswith("text/plain")
    assert headers["cache-control"] == "no-store"
    assert body.count(b"\n") == 1
    assert json.loads(get(site, "/-/names.json?q=cap", Host=host)[2])["error"]


def test_names_can_be_added() -> None:
    hosts = AllowedHosts("127.0.0.1", ["Pirates.Example", "10.0.0.1"])
    assert hosts.allows(b"pirates.example:443")
    assert hosts.allows(b"10.0.0.1")
    assert not hosts.allows(b"www.pirates.example")


def test_the_address_that_is_listened_on_is_answered_to() -> None:
    assert AllowedHosts("192.168.0.7").allows(b"192.168.0.7:8011")
    assert not AllowedHosts("192.168.0.7").allows(b"192.168.0.8:8011")


@pytest.mark.parametrize("everywhere", ["0.0.0.0", "::"])
def test_who_listens_everywhere_is_reached_by_any_address_but_by_no_name(everywhere: str) -> None:
    hosts = AllowedHosts(everywhere)
    assert hosts.allows(b"192.168.0.7:8011")
    assert hosts.allows(b"[fe80::1]:8011")
    assert not hosts.allows(b"evil.example")


@pytest.mark.parametrize("name", ["http://pirates.example", "pirates.example:80", "a b", "*", ""])
def test_what_is_no_name_is_refused(name: str) -> None:
    with pytest.raises(HostError, match="no name of a host"):
        AllowedHosts("127.0.0.1", [name])


@pytest.mark.parametrize(
    ("given", "environment"),
    [(["--allow-host", "http://wrong"], ""), ([], "fine.example http://wrong")],
)
def test_the_command_refuses_what_is_no_name(given: list[str], environment: str) -> None:
    said = subprocess.run(
        [sys.executable, "-m", "pirate_code", "serve", *given],
        env=os.environ | {"PIRATE_CODE_ALLOW_HOSTS": environment},
        capture_output=True,
        text=True,
        timeout=HANG,
        check=False,
    )
    assert said.returncode != 0
    assert "'http://wrong' is no name of a host" in said.stderr
    assert said.stderr.count("\n") == 1
