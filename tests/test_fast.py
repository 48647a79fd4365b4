"""The compiled build: its modules are there, and a build of other sources is never taken for a fresh one."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

SCRIPT = Path(__file__).parent.parent / ".ci" / "fast.py"


@pytest.fixture
def fast() -> ModuleType:
    spec = importlib.util.spec_from_file_location("fast", SCRIPT)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_module_that_is_compiled_is_there(fast: ModuleType) -> None:
    assert fast.sources()
    assert all((fast.TOP / path).is_file() for path in fast.sources())


def test_a_build_of_other_sources_is_out_of_date(fast: ModuleType, tmp_path: Path) -> None:
    assert not fast.is_fresh(tmp_path)
    (tmp_path / ".made-from").write_text(fast.fingerprint())
    assert fast.is_fresh(tmp_path)
    (tmp_path / ".made-from").write_text("0" * 64)
    assert not fast.is_fresh(tmp_path)


def test_without_a_compiler_it_says_what_is_missing(
    fast: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    monkeypatch.setattr("sys.argv", ["fast.py"])
    monkeypatch.setattr(fast, "is_fresh", lambda: False)
    with pytest.raises(SystemExit, match="needs a C compiler"):
        fast.main()


def test_a_check_makes_nothing(fast: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["fast.py", "--check"])
    monkeypatch.setattr(fast, "is_fresh", lambda: False)
    with pytest.raises(SystemExit) as ended:
        fast.main()
    assert ended.value.code == fast.MISSING
