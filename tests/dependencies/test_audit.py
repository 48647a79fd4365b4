"""`make audit` tells "none known", "these are known" and "could not look" apart."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.dependencies.pinned import PINNED

AUDIT = PINNED.parent / "audit.py"
CLEAN = {"name": "click", "version": "8.1.0", "vulns": []}
SKIPPED = {"name": "lark", "skip_reason": "Dependency not found on PyPI and could not be audited"}
HURT = {
    "name": "jinja2",
    "version": "3.0.0",
    "vulns": [{"id": "PYSEC-2024-1", "fix_versions": ["3.1.5"]}, {"id": "GHSA-1", "fix_versions": []}],
}


def audit(folder: Path, fake: str | None) -> tuple[int, str]:
    """Run the wrapper with a fake pip-audit, or none, as the only program that it can find."""
    if fake is not None:
        program = folder / "pip-audit"
        program.write_text(f"#!{sys.executable}\n{fake}\n", encoding="utf-8")
        program.chmod(0o755)
    done = subprocess.run(
        [sys.executable, str(AUDIT), str(PINNED)],
        env=os.environ | {"PATH": str(folder)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.stderr == ""
    return done.returncode, done.stdout


def answering(*packages: dict[str, Any], code: int = 0) -> str:
    """Return a program that answers as pip-audit does about these packages."""
    return f"print({json.dumps({'dependencies': packages})!r}); raise SystemExit({code})"


def test_nothing_known_is_said_and_ends_with_0(tmp_path: Path) -> None:
    code, told = audit(tmp_path, answering(CLEAN))
    assert code == 0
    assert told.startswith("No vulnerabilities are known in the 1 packages of ")


def test_what_is_known_is_listed_and_ends_with_1(tmp_path: Path) -> None:
    code, told = audit(tmp_path, answering(CLEAN, HURT, code=1))
    assert code == 1
    assert told.splitlines() == [
        "jinja2 3.0.0: PYSEC-2024-1, mended in 3.1.5",
        "jinja2 3.0.0: GHSA-1, mended in no version yet",
    ]


@pytest.mark.parametrize(
    ("fake", "reason"),
    [
        (None, "pip-audit is not installed"),
        (answering(SKIPPED), "knows none of the packages, or cannot be reached"),
        (answering(), "knows none of the packages, or cannot be reached"),
        ("import sys; sys.exit('no route to host')", "no route to host"),
        ("import sys; sys.exit(4)", "pip-audit ended with 4"),
        ("print('[]')", "pip-audit ended with 0"),
    ],
)
def test_a_lookup_that_failed_is_said_and_ends_with_3(tmp_path: Path, fake: str | None, reason: str) -> None:
    code, told = audit(tmp_path, fake)
    assert code == 3
    assert told.startswith("Could not look anything up: ")
    assert reason in told
    assert len(told.splitlines()) == 1


def test_a_lookup_of_only_some_packages_is_no_clean_bill(tmp_path: Path) -> None:
    code, told = audit(tmp_path, answering(CLEAN, SKIPPED))
    assert code == 3
    assert told == "1 of 2 packages could not be looked up: lark.\n"
    code, told = audit(tmp_path, answering(HURT, SKIPPED, code=1))
    assert code == 1
    assert "jinja2 3.0.0" in told
    assert "could not be looked up: lark" in told


def test_what_is_given_to_pip_audit_is_the_file_of_pinned_versions(tmp_path: Path) -> None:
    noted = tmp_path / "noted"
    fake = f"import sys; open({str(noted)!r}, 'w').write(' '.join(sys.argv[1:]))\n{answering(CLEAN)}"
    assert audit(tmp_path, fake)[0] == 0
    assert f"--requirement {PINNED} --disable-pip" in noted.read_text(encoding="utf-8")
