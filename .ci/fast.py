"""Compiles modules that games spend their time in, with mypyc; plain Python stays as it is.

The compiled build is a folder of its own, build/fast: a copy of the package with the compiled modules beside
the sources. Nothing of it lies among the sources, so that an old one never stands in for newer sources; to
use it, put the folder first on the path: PYTHONPATH=build/fast .venv/bin/pirate-code play ... The digest of
the sources that it was made from is kept in it, and one that is out of date is made again.

Usage: python .ci/fast.py [--check]

With --check nothing is made; the exit code is 3 if the build is missing or out of date.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import platform
import shlex
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
FAST = TOP / "build" / "fast"
LINKED = ("grammar", "db", "rulings", "datasette-metadata.json")
# Modules of functions that games spend their time in. Left out are pydantic models, dataclasses with slots
# and generic ones, which mypyc does not compile, and classes that plain Python derives others from (the game
# and its abilities, which checks, films and experiments watch).
COMPILED = (
    "board/geometry.py",
    "board/sailing.py",
    "board/fire.py",
    "rules/cannons.py",
    "rules/capacity.py",
    "rules/conflicts.py",
    "rules/pipeline.py",
    "rules/stats.py",
    "rules/table.py",
    "rules/program/nouns.py",
)
MISSING = 3


def sources() -> list[Path]:
    """The modules that are compiled, relative to the top."""
    return [Path("pirate_code") / name for name in COMPILED]


def fingerprint() -> str:
    """The digest of all sources of the package, and of what they are compiled with."""
    found = hashlib.sha256(f"{platform.python_version()} {platform.machine()}".encode())
    for path in (Path(__file__), *sorted((TOP / "pirate_code").rglob("*.py"))):
        found.update(path.relative_to(TOP).as_posix().encode() + b"\0" + path.read_bytes())
    return found.hexdigest()


def is_fresh(folder: Path = FAST) -> bool:
    """Whether the compiled build is there and was made from the sources as they are now."""
    mark = folder / ".made-from"
    return mark.is_file() and mark.read_text(encoding="utf-8") == fingerprint()


def compiler() -> str | None:
    """The C compiler that Python uses for extensions, if it is installed."""
    names = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    return shutil.which(names[0])


def make(folder: Path = FAST) -> None:
    """Make the compiled build: first beside its place, then in its place."""
    made = folder.with_name(folder.name + ".new")
    shutil.rmtree(made, ignore_errors=True)
    made.mkdir(parents=True)
    mark = fingerprint()
    skip = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd")
    shutil.copytree(TOP / "pirate_code", made / "pirate_code", ignore=skip)
    for name in LINKED:
        (made / name).symlink_to(TOP / name)
    shutil.copy(TOP / "pyproject.toml", made)
    (made / "setup.py").write_text(_SETUP.format(modules=[str(path) for path in sources()]), encoding="utf-8")
    command = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
    done = subprocess.run(command, cwd=made, capture_output=True, text=True, check=False)
    if done.returncode:
        print(done.stdout[-3000:], done.stderr[-3000:], sep="\n", file=sys.stderr)
        sys.exit("mypyc could not compile the modules; what it said stands above.")
    shutil.rmtree(made / "build")
    (made / "pyproject.toml").unlink()
    (made / ".made-from").write_text(mark, encoding="utf-8")
    shutil.rmtree(folder, ignore_errors=True)
    made.rename(folder)


# One C file for each module: a compiler needs much memory for all of them in one.
_SETUP = """from mypyc.build import mypycify
from setuptools import setup

setup(
    name="pirate-code-fast",
    packages=[],
    ext_modules=mypycify({modules!r}, opt_level="2", debug_level="0", multi_file=True),
)
"""


def main() -> None:
    """Make the build if it is missing or out of date."""
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--check", action="store_true", help="only tell whether the build is up to date")
    check = options.parse_args().check
    if is_fresh():
        print(f"{FAST.relative_to(TOP)} is up to date.")
        return
    if check:
        print(f"{FAST.relative_to(TOP)} is missing or out of date: make fast")
        sys.exit(MISSING)
    if compiler() is None:
        sys.exit(
            "The compiled build needs a C compiler (gcc or clang), and none was found: install one,"
            " or name it with CC=. Everything works without, only slower."
        )
    print(f"Compiling {len(sources())} modules (some minutes) ...", flush=True)
    make()
    print(f"Made {FAST.relative_to(TOP)}. To use it: PYTHONPATH={FAST.relative_to(TOP)} pirate-code ...")


if __name__ == "__main__":
    main()
