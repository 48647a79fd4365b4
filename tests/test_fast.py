"""The compiled build: what is compiled, and that an old one is never used."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from pirate_code import compiled

TOP = Path(__file__).parent.parent


def load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, TOP / ".ci" / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def fast(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.setattr("sys.path", list(sys.path))
    return load("fast")


def test_what_is_left_out_is_there_and_has_a_reason(fast: ModuleType) -> None:
    package = fast.TOP / "pirate_code"
    assert all((package / path).exists() and reason for path, reason in fast.LEFT_OUT.items())
    assert fast.sources()


def test_classes_that_others_derive_from_are_compiled_and_there(fast: ModuleType) -> None:
    for path, names in fast.DERIVED.items():
        assert Path("pirate_code", path) in fast.sources()
        text = (fast.TOP / "pirate_code" / path).read_text(encoding="utf-8")
        assert all(f"class {name}(" in text or f"class {name}:" in text for name in names)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout of one module with a build of it."""
    package, build = tmp_path / "pirate_code", tmp_path / "build" / "fast"
    package.mkdir()
    build.mkdir(parents=True)
    shutil.copy(TOP / "pirate_code" / "compiled.py", package)
    (package / "__init__.py").write_text("from pirate_code import compiled\ncompiled.use()\n")
    (package / "engine.py").write_text("SPEED = 1\n")
    listed = [compiled.made_for(), compiled.line_of("pirate_code/engine.py", str(tmp_path))]
    (build / compiled.MADE_FROM).write_text("\n".join(listed) + "\n")
    return tmp_path


def uses_build(checkout: Path, **told: str) -> tuple[str, str]:
    """Whether a new process uses the build of a checkout, and what it says to people."""
    code = "import pirate_code.engine as engine; print(engine.SPEED, pirate_code.compiled.is_used())"
    kept = {name: value for name, value in os.environ.items() if name not in (compiled.PLAIN, "PYTHONPATH")}
    command = [sys.executable, "-c", f"import pirate_code.compiled; {code}"]
    done = subprocess.run(command, cwd=checkout, env=kept | told, capture_output=True, text=True, check=True)
    return done.stdout.strip(), done.stderr.strip()


def test_a_build_of_the_sources_as_they_are_is_used(checkout: Path) -> None:
    assert uses_build(checkout) == ("1 True", "")


def test_a_build_of_other_sources_is_not_used_and_one_sentence_says_so(checkout: Path) -> None:
    (checkout / "pirate_code" / "engine.py").write_text("SPEED = 2\n")
    assert uses_build(checkout) == ("2 False", compiled.OUT_OF_DATE)


def test_a_source_that_was_only_touched_is_read_and_found_the_same(checkout: Path) -> None:
    os.utime(checkout / "pirate_code" / "engine.py", (1, 1))
    assert uses_build(checkout) == ("1 True", "")


def test_a_build_for_another_python_is_not_used(checkout: Path) -> None:
    mark = checkout / "build" / "fast" / compiled.MADE_FROM
    mark.write_text(mark.read_text().replace(compiled.made_for(), ".cpython-20-other.so"))
    assert uses_build(checkout) == ("1 False", compiled.OUT_OF_DATE)


def test_plain_python_can_be_asked_for(checkout: Path) -> None:
    assert uses_build(checkout, PIRATE_CODE_PLAIN="1") == ("1 False", "")


def test_without_a_build_nothing_is_said(checkout: Path) -> None:
    shutil.rmtree(checkout / "build")
    assert uses_build(checkout) == ("1 False", "")


def test_without_a_compiler_it_says_what_is_missing(
    fast: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    monkeypatch.setattr("sys.argv", ["fast.py"])
    monkeypatch.setattr(compiled, "is_up_to_date", lambda: False)
    with pytest.raises(SystemExit, match="needs a C compiler"):
        fast.main()


def test_a_check_makes_nothing(fast: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["fast.py", "--check"])
    monkeypatch.setattr(compiled, "is_up_to_date", lambda: False)
    with pytest.raises(SystemExit) as ended:
        fast.main()
    assert ended.value.code == fast.MISSING


SOURCE = '''"""A module."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace


@dataclass(frozen=True, slots=True)
class Ship:
    """A ship."""

    name: str
    masts: int = 3  # as printed
    crew: list[str] = field(default_factory=list, compare=False)
    points: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "points", 5 * self.masts)


@dataclass(frozen=True, slots=True)
class Galley(Ship):
    """A ship with oars."""

    oars: int = 20
'''


def test_a_dataclass_that_is_written_out_is_like_the_dataclass() -> None:
    plain: dict[str, object] = {"__name__": __name__}
    written: dict[str, object] = {"__name__": __name__}
    exec(compile(SOURCE, "plain", "exec", dont_inherit=True), plain)
    text = load("expand").expand(SOURCE)
    assert "@dataclass" not in text and "slots=True" not in text
    exec(compile(text, "written", "exec", dont_inherit=True), written)
    tried = (
        "repr(Galley('Neptune', 2, ['Calico Cat']))",
        "Galley('Neptune') == Galley('Neptune', crew=['Calico Cat'])",
        "Galley('Neptune') == Ship('Neptune') or Ship('Neptune') == Galley('Neptune')",
        "Galley('Neptune') == Galley('Neptune', oars=4)",
        "hash(Galley('Neptune')) == hash(Galley('Neptune', crew=['Calico Cat']))",
        "repr(replace(Galley('Neptune', 4), name='Hades', oars=8))",
        "[(one.name, one.init) for one in fields(Galley)]",
        "Ship('Neptune').crew is Ship('Neptune').crew",
        "repr(__import__('copy').copy(Galley('Neptune', 1, ['Calico Cat'], 2)))",
    )
    for expression in tried:
        assert eval(expression, plain) == eval(expression, written), expression
