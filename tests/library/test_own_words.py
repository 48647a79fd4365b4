"""What the project says about the game, it says in its own words.

No eight words running of a source document stand in the rulings, the docs, the README or the data.
Printed ability lines are what cards say, so the keys that hold them are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pirate_code.data import load_yaml
from pirate_code.language import LanguageError, parse
from pirate_code.library.code_document import borrowed, runs

PRINTED = {
    "earlier",
    "line",
    "lines",
    "ability",
    "printed",
    "text",
    "about",
    "subject",
    "object",
    "definition",
    "text_forms",
    "corrected",
    "sheet",
    "right",
}
PRINTED_LINE = re.compile(r"\s*-?\s*(line|lines|ability|printed|text|about|subject|object)\b")


@pytest.fixture(scope="module")
def originals(root: Path) -> set[tuple[str, ...]]:
    """Return every run of eight words of the source documents, which are not part of the repository."""
    documents = sorted((root.parent / "shared" / "seeds").glob("*.txt"))
    if not documents:
        pytest.skip("the source documents are not here")
    found: set[tuple[str, ...]] = set()
    return found.union(*(runs(path.read_text(encoding="utf-8", errors="replace")) for path in documents))


def values(data: Any, where: str = "") -> Iterator[tuple[str, str]]:
    """Yield every text of the data that is not a printed line, with the keys that lead to it."""
    if isinstance(data, dict):
        for key, value in data.items():
            if key not in PRINTED and not (key == "says" and ".given." in where and is_ability(value)):
                yield from values(value, f"{where}.{key}")
    elif isinstance(data, list):
        for index, value in enumerate(data):
            yield from values(value, f"{where}[{index}]")
    elif isinstance(data, str):
        yield where, data


def is_ability(text: str) -> bool:
    """Whether a text is an ability line: what the pieces of a scenario say is printed on cards."""
    try:
        return bool(parse(text))
    except LanguageError:
        return False


def told(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the lines of a file with their numbers, without scenarios, whose texts are looked at singly."""
    inside: int | None = None
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        indent = len(line) - len(line.lstrip())
        if inside is not None and line.strip() and indent <= inside:
            inside = None
        if inside is None and re.match(r"\s*shows:", line):
            inside = indent
        if inside is None:
            yield number, line


def unquoted(text: str) -> str:
    """Return the text without the ability lines that it quotes."""

    def drop(quoted: re.Match[str]) -> str:
        return '""' if is_ability(quoted[1]) else quoted[0]

    return re.sub(r'"([^"]+)"', drop, text)


def prose(root: Path) -> list[Path]:
    """Return every file that is written in sentences."""
    folders = [root / "rulings", root / "docs"]
    found = [
        path for place in folders for path in place.rglob("*") if path.suffix in {".yaml", ".md", ".txt"}
    ]
    return sorted([*found, root / "README.md"])


def test_no_line_of_the_rulings_and_docs_is_borrowed(root: Path, originals: set[tuple[str, ...]]) -> None:
    found = [
        f"{path.relative_to(root)}:{number}: {run}"
        for path in prose(root)
        for number, line in told(path)
        if not PRINTED_LINE.match(line) and (run := borrowed(unquoted(line), originals))
    ]
    assert found == []


def test_no_text_of_the_rulings_and_the_data_is_borrowed(root: Path, originals: set[tuple[str, ...]]) -> None:
    found = [
        f"{path.relative_to(root)}{where}: {run}"
        for path in sorted([*(root / "rulings").rglob("*.yaml"), *(root / "db").rglob("*.yaml")])
        for where, text in values(load_yaml(path).data)
        if (run := borrowed(text, originals))
    ]
    assert found == []


def test_no_paragraph_of_the_docs_is_borrowed(root: Path, originals: set[tuple[str, ...]]) -> None:
    found = [
        f"{path.relative_to(root)}: {run}"
        for path in prose(root)
        if path.suffix == ".md"
        for paragraph in re.split(r"\n\s*\n|```.*?```", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        if (run := borrowed(unquoted(paragraph), originals))
    ]
    assert found == []


def test_a_quoted_ability_is_left_out_and_another_quotation_is_not() -> None:
    text = 'Say "This ship gets +1 to her boarding rolls." and "yo ho".'
    assert unquoted(text) == 'Say "" and "yo ho".'


def test_a_printed_line_is_left_out_and_prose_is_not() -> None:
    data = {"rulings": [{"says": "ours", "claims": [{"subject": "printed", "holds": {"when": "also ours"}}]}]}
    assert list(values(data)) == [
        (".rulings[0].says", "ours"),
        (".rulings[0].claims[0].holds.when", "also ours"),
    ]
