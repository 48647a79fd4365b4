"""Asks pip-audit which vulnerabilities are known in the pinned versions, and says what came of it.

pip-audit ends well even if it could look up nothing. This tells the three outcomes apart by the exit code:
0 none is known, 1 some are known and are listed, 3 some or all versions could not be looked up. It does
not mend anything.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

NONE_KNOWN, SOME_KNOWN, NOT_LOOKED_UP = 0, 1, 3
HANG_SECONDS = 900
NAMES_SHOWN = 5
OPTIONS = ("--disable-pip", "--require-hashes", "--format", "json", "--progress-spinner", "off")


def main(requirements: Path) -> int:
    """Print what is known about the versions in a requirements file and return the exit code."""
    try:
        packages = look_up(requirements)
    except LookupError as reason:
        print(f"Could not look anything up: {reason}. This says nothing about the dependencies.")
        return NOT_LOOKED_UP
    vulnerable = [package for package in packages if package.get("vulns")]
    skipped = [package["name"] for package in packages if "skip_reason" in package]
    for line in advisories(vulnerable):
        print(line)
    if skipped:
        print(f"{len(skipped)} of {len(packages)} packages could not be looked up: {some(skipped)}.")
    elif not vulnerable:
        print(f"No vulnerabilities are known in the {len(packages)} packages of {requirements}.")
    if vulnerable:
        return SOME_KNOWN
    return NOT_LOOKED_UP if skipped else NONE_KNOWN


def look_up(requirements: Path) -> list[dict[str, Any]]:
    """Return what pip-audit says about each package; LookupError with the reason if it says nothing."""
    program = shutil.which("pip-audit")
    if program is None:
        raise LookupError("pip-audit is not installed")
    command = [program, "--requirement", str(requirements), *OPTIONS]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=HANG_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        raise LookupError(f"pip-audit did not end within {HANG_SECONDS} seconds") from None
    try:
        packages: list[dict[str, Any]] = json.loads(done.stdout)["dependencies"]
    except (ValueError, KeyError, TypeError):
        last = done.stderr.strip().splitlines()[-1:] or [f"pip-audit ended with {done.returncode}"]
        raise LookupError(last[0].rstrip(".")) from None
    if not packages or all("skip_reason" in package for package in packages):
        raise LookupError("the service of vulnerabilities knows none of the packages, or cannot be reached")
    return packages


def advisories(vulnerable: list[dict[str, Any]]) -> list[str]:
    """Return one line for each advisory: the package, the advisory and the versions that mend it."""
    return [
        f"{package['name']} {package['version']}: {vulnerability['id']},"
        f" mended in {', '.join(vulnerability['fix_versions']) or 'no version yet'}"
        for package in vulnerable
        for vulnerability in package["vulns"]
    ]


def some(names: list[str]) -> str:
    """Join the first names, and say how many more there are."""
    more = len(names) - NAMES_SHOWN
    return ", ".join(names[:NAMES_SHOWN]) + (f" and {more} more" if more > 0 else "")


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
