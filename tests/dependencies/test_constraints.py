"""The tested versions are pinned by hash, and fit the ranges that an ordinary installation gets."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.dependencies.pinned import PINNED, pins

PROJECT = tomllib.loads((PINNED.parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
WANTED = [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["dev"]]


@pytest.mark.parametrize("written", WANTED)
def test_every_dependency_is_pinned_within_its_range(written: str) -> None:
    wanted = Requirement(written)
    pin = pins()[canonicalize_name(wanted.name)]
    assert wanted.specifier.contains(pin.version), (
        f"{pin.name} {pin.version} is not within {wanted.specifier}"
    )


def test_every_pinned_version_has_a_hash() -> None:
    assert pins()
    for pin in pins().values():
        assert pin.hashes, f"{pin.name} has no hash"
        assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", each) for each in pin.hashes), pin.name


def test_the_pins_hold_names_versions_and_hashes_only() -> None:
    marker = r" ; [a-zA-Z0-9_'=!<>. ]+"
    entry = rf"[a-z0-9-]+==[0-9][0-9a-z.]*(?:{marker})?"
    hashed = r"    --hash=sha256:[0-9a-f]{64}"
    for number, line in enumerate(PINNED.read_text(encoding="utf-8").splitlines(), 1):
        assert re.fullmatch(rf"(?:{entry}|{hashed})(?: \\)?", line), f"line {number}: {line}"


def test_an_ordinary_installation_is_not_pinned() -> None:
    assert not [written for written in PROJECT["dependencies"] if "==" in written]


@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13"])
def test_every_tested_python_is_named_in_the_classifiers(version: str) -> None:
    assert f"Programming Language :: Python :: {version}" in PROJECT["classifiers"]


def test_the_tests_are_run_by_the_command_of_the_readme(root: Path) -> None:
    run = (root / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert run[-1] == "make test"
    assert "make test " in (root / "README.md").read_text(encoding="utf-8")
