"""Compiles the engine (core, board and rules) with mypyc into build/fast; plain Python stays as it is.

All modules are compiled as one group, so that they call each other and read each other's fields without
Python's detours. Nothing of it lies among the sources. `pirate_code/compiled.py` uses the build as long as
the sources are those that it was made from; `make plain` takes it away.

Usage: python .ci/fast.py [--check] [--optimise N]

With --check nothing is made; the exit code is 3 if the build is missing or out of date.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

TOP = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TOP))
sys.path.insert(0, str(TOP / ".ci"))
from expand import expand  # noqa: E402 (it stands beside this file)

from pirate_code import compiled  # noqa: E402 (it stands in the checkout, installed or not)

FAST = TOP / "build" / "fast"
WORK = TOP / "build" / "fast.work"
PACKAGES = ("core", "board", "rules")
# What is not compiled, and why.
LEFT_OUT = {
    "board/pose.py": "a tuple with a constructor of its own; mypyc compiles no class that derives from tuple",
    "board/outlines.py": "a pydantic model, for which mypyc writes C that does not compile",
    "core/asked.py": "questions are no part of a game",
    "core/bots.py": "code of users, which is not compiled either",
    "core/cluster.py": "many games are no part of a game",
    "core/env.py": "a class of PettingZoo, which may not be installed",
    "core/executors.py": "many games are no part of a game",
    "core/layout.py": "environments are no part of a game",
    "core/line_bots.py": "code of users, which is not compiled either",
    "core/many.py": "many games are no part of a game",
    "core/naming.py": "questions are no part of a game",
    "core/query.py": "searching is no part of a game",
    "core/replay.py": "a pydantic model",
    "core/rating.py": "many games are no part of a game",
    "core/results.py": "many games are no part of a game",
    "core/tracked_dice.py": "numbers that derive from int; who plays a game rolls plain dice",
    "core/version.py": "many games are no part of a game",
    "core/workers.py": "many games are no part of a game",
    "rules/building.py": "a pydantic model",
    "rules/decision.py": "names that are one thing for the type checker and another in the game",
    "rules/edition.py": "a pydantic model",
    "rules/edition_table.py": "a pydantic model",
    "rules/saving.py": "a pydantic model",
    "rules/program/lower": "made from trees once for each card, before the games",
    "rules/program/rewrites": "made from trees once for each card, before the games",
}
# Classes that others derive from which are not compiled: films, checks, experiments, Blackbeard, tests.
DERIVED = {
    "core/decision.py": ("Candidate",),
    "core/dice.py": ("Dice",),
    "core/running.py": ("Running",),
    "rules/ability_index.py": ("AbilityIndex",),
    "rules/active.py": ("ActiveAbilities",),
    "rules/game.py": ("Game",),
    "rules/program/context.py": ("Engine",),
}
# Types that are any type in compiled code, which would make plain numbers of those that experiments roll:
# these remember what they were compared with.
LOOSE = {"core/dice.py": ("Rolled",)}
# Constants that a test changes.
CHANGING = {"core/playing.py": ("DECISION_LIMIT",)}
MISSING = 3


class Extension(NamedTuple):
    """An extension module: its full name, its C files and what the compiler is told for them."""

    name: str
    sources: list[str]
    arguments: list[str]


def sources() -> list[Path]:
    """The modules that are compiled, relative to the top."""
    package = Path("pirate_code")
    found = (path for name in PACKAGES for path in (TOP / package / name).rglob("*.py"))
    here = sorted(path.relative_to(TOP) for path in found if path.name != "__init__.py")
    return [path for path in here if not _is_left_out(path.relative_to(package))]


def _is_left_out(path: Path) -> bool:
    return any(path == Path(left) or Path(left) in path.parents for left in LEFT_OUT)


def compiler() -> str | None:
    """The C compiler that Python uses for extensions, if it is installed."""
    return shutil.which(_words("CC", "cc")[0])


def _words(name: str, default: str = "") -> list[str]:
    """A setting of the compiler, as the environment or else Python's own build has it."""
    return shlex.split(os.environ.get(name) or sysconfig.get_config_var(name) or default)


def make(optimise: int) -> None:
    """Make the compiled build: first beside its place, then in its place."""
    listed = [compiled.made_for(), *map(compiled.line_of, made_from())]
    shutil.rmtree(WORK, ignore_errors=True)
    made = WORK / "made"
    made.mkdir(parents=True)
    _copy_sources()
    extensions = _write_c(optimise)
    objects = [(source, one.arguments) for one in extensions for source in one.sources]
    objects.sort(key=lambda source: (WORK / source[0]).stat().st_size, reverse=True)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for _ in pool.map(_compile, objects):
            pass
        for _ in pool.map(_link, extensions):
            pass
    (made / compiled.MADE_FROM).write_text("\n".join(listed) + "\n", encoding="utf-8")
    shutil.rmtree(FAST, ignore_errors=True)
    made.rename(FAST)
    shutil.rmtree(WORK)


def made_from() -> list[str]:
    """The files that the build depends on, relative to the top: any module may tell types."""
    package = (path.relative_to(TOP).as_posix() for path in (TOP / "pirate_code").rglob("*.py"))
    return [".ci/fast.py", *sorted(package)]


def _copy_sources() -> None:
    """Copy the package to where it is compiled, with its dataclasses written out."""
    shutil.copytree(TOP / "pirate_code", WORK / "pirate_code", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(TOP / "pyproject.toml", WORK)
    for path in sources():
        text = (TOP / path).read_text(encoding="utf-8")
        name = path.relative_to("pirate_code").as_posix()
        written = expand(text, DERIVED.get(name, ()), CHANGING.get(name, ()), LOOSE.get(name, ()))
        (WORK / path).write_text(written, encoding="utf-8")


def _write_c(optimise: int) -> list[Extension]:
    """Let mypyc write C, one file for each module and one for what they share."""
    modules = list(map(str, sources()))
    command = [sys.executable, "-c", _MYPYC, str(optimise), *modules]
    done = subprocess.run(command, cwd=WORK, capture_output=True, text=True, check=False)
    if done.returncode:
        print(done.stdout[-3000:], done.stderr[-3000:], sep="\n", file=sys.stderr)
        sys.exit("mypyc could not compile the modules; what it said stands above.")
    found = json.loads((WORK / "extensions.json").read_text(encoding="utf-8"))
    return [Extension(*one) for one in found]


_MYPYC = """
import json, sys
from mypyc.build import mypycify

options = dict(debug_level="0", multi_file=True, group_name="pirate_code", opt_level=sys.argv[1])
made = mypycify(["--no-warn-unused-ignores", "--no-warn-return-any", *sys.argv[2:]], **options)
json.dump(
    [
        (one.name, one.sources, [*one.extra_compile_args, *("-I" + path for path in one.include_dirs)])
        for one in made
    ],
    open("extensions.json", "w"),
)
"""


def _compile(task: tuple[str, list[str]]) -> None:
    source, arguments = task
    include = "-I" + sysconfig.get_path("include")
    _run(
        [
            *_words("CC", "cc"),
            *_words("CFLAGS"),
            *_words("CCSHARED"),
            *arguments,
            include,
            "-c",
            source,
            "-o",
            _object(source),
        ]
    )


def _link(extension: Extension) -> None:
    to = f"made/{extension.name}{compiled.made_for()}"
    _run([*_words("LDSHARED"), *_words("LDFLAGS"), *map(_object, extension.sources), "-o", to])


def _object(source: str) -> str:
    return source.removesuffix(".c") + ".o"


def _run(command: list[str]) -> None:
    done = subprocess.run(command, cwd=WORK, capture_output=True, text=True, check=False)
    if done.returncode:
        print(done.stderr[:3000], file=sys.stderr)
        sys.exit("The C compiler could not compile what mypyc wrote; what it said stands above.")


def main() -> None:
    """Make the build if it is missing or out of date."""
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--check", action="store_true", help="only tell whether the build is up to date")
    options.add_argument("--optimise", type=int, default=2, help="the level of the C compiler (0 to 3)")
    given = options.parse_args()
    if compiled.is_up_to_date():
        print("build/fast is up to date.")
        return
    if given.check:
        print("build/fast is missing or out of date: make fast")
        sys.exit(MISSING)
    if compiler() is None:
        sys.exit(
            "The compiled build needs a C compiler (gcc or clang), and none was found: install one,"
            " or name it with CC=. Everything works without, only slower."
        )
    print(f"Compiling {len(sources())} modules (some minutes) ...", flush=True)
    make(given.optimise)
    print("Made build/fast; it is used from now on, until the sources change. Without it again: make plain")


if __name__ == "__main__":
    main()
