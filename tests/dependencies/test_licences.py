"""Every pinned dependency says that it has one of the licences in .ci/licences.yaml."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.metadata import metadata
from typing import Any

import pytest

from pirate_code.data import load_yaml
from tests.dependencies.pinned import PINNED, pins

RULES: dict[str, Any] = load_yaml(PINNED.parent / "licences.yaml").data
ALLOWED = frozenset(RULES["allowed"])
NEEDED = sorted(pin.name for pin in pins().values() if pin.needed_here)


def fault(says: Mapping[str, list[str]]) -> str | None:
    """Say why the licence fields of a package do not allow its use; None if they do.

    The expression decides if there is one, or else the field `License`, or else the classifiers.
    """
    for field in ("License-Expression", "License"):
        for written in says.get(field, []):
            if written.strip() and written != "UNKNOWN":
                return None if allowed(written) else f"{field} is {written.splitlines()[0][:80]!r}"
    classifiers = [each for each in says.get("Classifier", []) if each.startswith("License :: ")]
    if not classifiers:
        return "it names no licence"
    refused = [each for each in classifiers if not allowed(each)]
    return f"it says {', '.join(refused)}" if refused else None


def allowed(written: str) -> bool:
    """Whether a licence, or an SPDX expression with AND and OR but no brackets, allows the use."""
    if written in RULES["means"]:
        return RULES["means"][written] in ALLOWED
    choices = re.split(r"\s+OR\s+", written)
    return any(all(part in ALLOWED for part in re.split(r"\s+AND\s+", choice)) for choice in choices)


def licence_fields(name: str) -> dict[str, list[str]]:
    """Return what an installed package says about its licence."""
    fields = ("License-Expression", "License", "Classifier")
    return {field: list(metadata(name).get_all(field) or []) for field in fields}


@pytest.mark.parametrize("name", NEEDED)
def test_every_dependency_has_an_allowed_licence(name: str) -> None:
    found = fault(licence_fields(name))
    if name in RULES["exceptions"]:
        assert found, f"{name} has an allowed licence now: take its exception out of .ci/licences.yaml"
    else:
        assert found is None, f"{name}: {found}; .ci/licences.yaml does not allow that"


def test_exceptions_are_for_pinned_packages_and_have_a_reason() -> None:
    for name, reason in RULES["exceptions"].items():
        assert name in pins()
        assert len(reason.split()) >= 5


@pytest.mark.parametrize(
    ("says", "expected"),
    [
        ({"License-Expression": ["MIT AND PSF-2.0"]}, None),
        ({"License-Expression": ["GPL-3.0-only OR MIT"]}, None),
        ({"License-Expression": ["MIT AND GPL-3.0-only"]}, "License-Expression is 'MIT AND GPL-3.0-only'"),
        ({"License": ["UNKNOWN"], "Classifier": ["License :: OSI Approved :: MIT License"]}, None),
        ({"License": ["Proprietary\nAll rights"]}, "License is 'Proprietary'"),
        ({"License": [], "Classifier": ["Topic :: Games"]}, "it names no licence"),
        (
            {"Classifier": ["License :: Other/Proprietary License"]},
            "it says License :: Other/Proprietary License",
        ),
    ],
)
def test_a_licence_is_judged_by_what_the_package_says(
    says: dict[str, list[str]], expected: str | None
) -> None:
    assert fault(says) == expected
