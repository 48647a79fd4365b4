"""The exported site as files: what is in them, how large they are, and into which folder they go."""

from __future__ import annotations

import gzip
import itertools
import json
import re
import struct
import zlib
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from pirate_code import cli
from pirate_code.data import DataError
from pirate_code.library import storage
from pirate_code.library.importing import import_sheets
from pirate_code.library.search import search
from pirate_code.library.search_filters import ALIASES, FILTERS
from pirate_code.offline import SiteReport, export_site, icons
from pirate_code.offline.folder import LIST, fill
from pirate_code.offline.packing import cut, steps, table
from pirate_code.views.card_drawing import draw_card, look_of
from tests.generated_sheet import LINES
from tests.generated_sheet import PIECES as SHEET

MOST_FOR_A_SHEET = 6_000_000
MOST_OF_A_FILE = 100_000  # as a host sends it
BYTES_OF_A_CARD = 450
BYTES_OF_A_PIECE = 1_000  # with its share of the filters, and a line of its own now and then


@pytest.fixture(scope="module")
def report(built: Path, tmp_path_factory: pytest.TempPathFactory) -> SiteReport:
    """A site of the built-in library."""
    with storage.connect(built) as db:
        return export_site(db, tmp_path_factory.mktemp("export") / "site")


def export(library: Path, out: Path, *more: str) -> Result:
    """Run the command."""
    return CliRunner().invoke(
        cli.commands, ["export", "site", "--db", str(library), "--out", str(out), *more]
    )


def data(out: Path, name: str) -> Any:
    """What a file of data hands over."""
    page = (out / "index.html").read_text(encoding="utf-8")
    parts = re.findall(rf'src="(data/{name}(?:-[0-9]+)?\.js)"', page)
    assert parts, name
    held: dict[str, Any] = {}
    for part in parts:
        found = re.fullmatch(
            r'pirateCode\.take\("(\w+)", (.*)\);\n', (out / part).read_text(encoding="utf-8"), re.S
        )
        assert found is not None and found[1] == name
        for key, value in json.loads(found[2]).items():
            held[key] = held[key] + value if isinstance(held.get(key), list) else value
    return held


def largest(out: Path) -> tuple[int, str]:
    """The largest file of a site as a host sends it."""
    return max(
        (len(gzip.compress(path.read_bytes(), 6)), path.name) for path in out.rglob("*") if path.is_file()
    )


def test_every_piece_keyword_ability_and_ruling_is_there(report: SiteReport) -> None:
    for name in ("pieces", "keywords", "abilities", "rulings"):
        assert len(data(report.out, name)["rows"]) == report.counts[name] > 0
    assert len(data(report.out, "index")["terms"]["rows"]) == report.counts["terms"]


def test_the_table_of_filters_is_that_of_the_library(report: SiteReport) -> None:
    found = data(report.out, "search")
    assert list(found["filters"]) == list(FILTERS)
    assert found["aliases"] == ALIASES
    for name, kind in FILTERS.items():
        told = found["filters"][name]
        assert (told["about"], told["example"], told["numeric"]) == (kind.about, kind.example, kind.numeric)


def test_a_way_to_compare_that_an_export_does_not_know_is_refused(
    built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pirate_code.library.search_filters import Kind

    monkeypatch.setitem(FILTERS, "odd", Kind(lambda *_: {}, "something new", "odd:1"))
    with storage.connect(built) as db, pytest.raises(TypeError, match="filter odd compares in a way"):
        export_site(db, tmp_path / "site")
    assert not (tmp_path / "site").exists()


def test_the_site_names_no_address_of_another_host(report: SiteReport) -> None:
    shown = {
        path.name: path for path in report.out.rglob("*") if path.suffix in (".html", ".js", ".css", ".svg")
    }
    for name, path in shown.items():
        text = path.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        assert not re.search(r"https?://|//[a-z]+\.[a-z]", text), name


def test_every_address_in_the_page_and_the_manifest_is_relative_and_there(report: SiteReport) -> None:
    page = (report.out / "index.html").read_text(encoding="utf-8")
    manifest = json.loads((report.out / "manifest.webmanifest").read_text(encoding="utf-8"))
    named = re.findall(r'(?:src|href)="([^"#]+)"', page) + [icon["src"] for icon in manifest["icons"]]
    assert named
    for address in named:
        assert not address.startswith("/")
        assert (report.out / address).is_file(), address
    assert manifest["start_url"] == manifest["scope"] == "./"


def test_the_worker_keeps_every_file_of_the_site(report: SiteReport) -> None:
    worker = (report.out / "worker.js").read_text(encoding="utf-8")
    found = re.search(r"FILES = (\[.*?\]);", worker)
    assert found is not None and json.dumps(report.version) in worker
    listed = json.loads((report.out / LIST).read_text(encoding="utf-8"))["files"]
    there = {path.relative_to(report.out).as_posix() for path in report.out.rglob("*") if path.is_file()}
    assert set(listed) == there
    assert set(json.loads(found[1])) == there - {"index.html", "worker.js", ".nojekyll", LIST} | {"./"}


def test_the_same_library_gives_the_same_bytes(report: SiteReport, built: Path, tmp_path: Path) -> None:
    with storage.connect(built) as db:
        again = export_site(db, tmp_path / "again")
    assert again.version == report.version
    for path in sorted(report.out.rglob("*")):
        if path.is_file():
            assert (again.out / path.relative_to(report.out)).read_bytes() == path.read_bytes()


def test_a_piece_takes_so_little_that_a_whole_sheet_fits(report: SiteReport) -> None:
    cards = sum(path.stat().st_size for path in (report.out / "data").glob("pieces*.js"))
    assert cards / report.counts["pieces"] < BYTES_OF_A_CARD
    rest = SHEET - report.counts["pieces"]
    assert report.size + rest * BYTES_OF_A_PIECE < MOST_FOR_A_SHEET


def test_no_file_of_the_built_in_library_is_over_100_kilobytes_as_it_is_sent(report: SiteReport) -> None:
    size, name = largest(report.out)
    assert size <= MOST_OF_A_FILE, name
    assert report.largest == pytest.approx(size, abs=50)


def test_a_library_as_large_as_the_sheet_keeps_both_bounds(as_large_as_sheet: Path, tmp_path: Path) -> None:
    with storage.connect(as_large_as_sheet) as db:
        found = export_site(db, tmp_path / "site")
    assert found.counts["pieces"] == SHEET and found.counts["abilities"] >= LINES
    size, name = largest(found.out)
    assert size <= MOST_OF_A_FILE, name
    assert found.size <= MOST_FOR_A_SHEET
    for table_ in ("pieces", "abilities", "rulings"):
        assert len(data(found.out, table_)["rows"]) == found.counts[table_]


def test_the_whole_sheet_takes_at_most_six_megabytes(imported: Path, tmp_path: Path) -> None:
    with storage.connect(imported) as db:
        found = export_site(db, tmp_path / "site")
    there = sum(path.stat().st_size for path in found.out.rglob("*") if path.is_file())
    assert there == found.size <= MOST_FOR_A_SHEET
    assert largest(found.out)[0] <= MOST_OF_A_FILE


def test_what_a_sheet_says_beyond_the_game_is_not_exported(report: SiteReport) -> None:
    columns = data(report.out, "pieces")["columns"]
    assert not {"flavor", "flavour", "row_json"} & set(columns)
    assert set(columns) <= {
        *(
            "id",
            "name",
            "number",
            "set_id",
            "kind",
            "nation_id",
            "rarity",
            "points",
            "gold",
            "masts",
            "cargo",
        ),
        *("base_move", "cannons", "ability", "links", "other_names", "treasure", "notes", "crew_treasure"),
        *("retired", "origin", "drawing", "cannons_drawn", "line", "rulings", "errata"),
    }


def test_a_drawing_with_its_cannons_is_that_of_the_server(report: SiteReport, built: Path) -> None:
    pieces, drawn = data(report.out, "pieces"), data(report.out, "drawings")
    rows = [dict(itertools.zip_longest(pieces["columns"], row)) for row in pieces["rows"]]
    with storage.connect(built) as db:
        cards = {card["id"]: card for card in search(db, "kind:piece").rows}
    assert sum(row["cannons_drawn"] is not None for row in rows) > 100
    for row in rows:
        cannons = "" if row["cannons_drawn"] is None else drawn["cannons"][row["cannons_drawn"]]
        whole = drawn["pictures"][row["drawing"]].replace("</svg>", cannons + "</svg>")
        of_server = draw_card(look_of(cards[row["id"]]))
        assert re.sub(' aria-hidden="true"', "", whole) == re.sub(
            ' role="img" aria-label="[^"]*"', "", of_server
        )


def test_custom_pieces_are_there_and_say_so(root: Path, tmp_path: Path) -> None:
    library = tmp_path / "library.sqlite"
    import_sheets(library, [root / "examples" / "custom" / "amber-tide.csv"])
    with storage.connect(library) as db:
        out = export_site(db, tmp_path / "site").out
        custom = [row[0] for row in db.execute("SELECT id FROM pieces WHERE origin = 'custom'")]
    table_, pieces = data(out, "search"), data(out, "pieces")
    origin, key = pieces["columns"].index("origin"), pieces["columns"].index("id")
    assert custom
    assert {row[key] for row in pieces["rows"] if row[origin] == "custom"} == set(custom)
    found = table_["found"][table_["filters"]["is"]["names"]["custom"]]["piece"]
    assert {pieces["rows"][place][key] for place in itertools.accumulate(found)} == set(custom)


# ---------------------------------------------------------------- the folder


def test_a_file_in_the_place_of_the_folder_is_refused(built: Path, tmp_path: Path) -> None:
    (tmp_path / "site").write_text("mine", encoding="utf-8")
    answer = CliRunner().invoke(
        cli.commands, ["export", "site", "--db", str(built), "--out", str(tmp_path / "site")]
    )
    assert answer.exit_code == 2
    assert "is a file" in answer.output and answer.output.count("\n") == 1
    assert (tmp_path / "site").read_text(encoding="utf-8") == "mine"


def test_a_folder_of_something_else_is_refused_and_left_alone(built: Path, tmp_path: Path) -> None:
    (tmp_path / "letters.txt").write_text("mine", encoding="utf-8")
    answer = export(built, tmp_path)
    assert answer.exit_code == 2
    assert "not empty and not an older export" in answer.output
    assert [path.name for path in tmp_path.iterdir()] == ["letters.txt"]


def test_a_folder_whose_parent_is_not_there_is_refused(built: Path, tmp_path: Path) -> None:
    answer = export(built, tmp_path / "no" / "site")
    assert answer.exit_code == 2
    assert "There is no folder" in answer.output


def test_an_older_export_gives_way_and_what_else_lies_there_stays(tmp_path: Path) -> None:
    def files(*names: str) -> dict[str, bytes]:
        listed = {"format": "pirate-code-site", "files": [*names, LIST]}
        return {name: name.encode() for name in names} | {LIST: json.dumps(listed).encode()}

    out = tmp_path / "site"
    out.mkdir()
    fill(out, files("index.html", "data/old.js"))
    (out / "CNAME").write_text("cards.example", encoding="utf-8")
    fill(out, files("index.html", "data/new.js"))
    there = {path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()}
    assert there == {"index.html", "data/new.js", LIST, "CNAME"}
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


def test_a_list_of_files_that_leads_out_of_the_folder_removes_nothing_there(tmp_path: Path) -> None:
    out = tmp_path / "site"
    out.mkdir()
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    held = {"format": "pirate-code-site", "files": ["../mine.txt", str(tmp_path / "mine.txt")]}
    (out / LIST).write_text(json.dumps(held), encoding="utf-8")
    fill(out, {"index.html": b"", LIST: b"{}"})
    assert (tmp_path / "mine.txt").is_file()


def test_a_folder_that_cannot_be_written_is_refused_with_nothing_left(tmp_path: Path) -> None:
    long = "x" * 300
    with pytest.raises(DataError, match="cannot be written"):
        fill(tmp_path / "site", {long: b""})
    assert list(tmp_path.iterdir()) == []


def test_the_command_tells_what_it_wrote(built: Path, tmp_path: Path) -> None:
    out = tmp_path / "site"
    answer = CliRunner().invoke(
        cli.commands, ["export", "site", "--db", str(built), "--out", str(out), "--json"]
    )
    assert answer.exit_code == 0, answer.output
    told = json.loads(answer.output)
    assert told["files"] == sum(path.is_file() for path in out.rglob("*"))
    assert told["counts"]["pieces"] > 700


# ---------------------------------------------------------------- small parts


def test_numbers_of_rows_are_kept_as_steps() -> None:
    assert steps([]) == []
    assert steps([0, 5, 6]) == [0, 5, 1]


def test_a_table_leaves_out_what_is_missing_at_the_end_of_a_row_only() -> None:
    records: list[dict[str, Any]] = [{"a": None, "b": 0, "c": ""}, {"a": "x", "b": None, "c": []}]
    assert table(records) == {"columns": ["a", "b", "c"], "rows": [[None, 0], ["x"]]}


def test_data_that_is_too_large_is_cut_and_its_lists_go_on() -> None:
    rows = [[f"{number:x}" * 9] for number in range(400)]
    parts = cut({"columns": ["id"], "rows": rows, "searched": 3}, largest=400)
    assert len(parts) > 2
    assert [row for part in parts for row in part["rows"]] == rows
    assert [("columns" in part, "searched" in part) for part in parts] == [(True, True)] + [
        (False, False)
    ] * (len(parts) - 1)
    assert cut({"name": "x" * 900}, largest=10) == [{"name": "x" * 900}]


@pytest.mark.parametrize("size", [16, 180])
def test_the_icon_is_a_picture_of_its_size(size: int) -> None:
    picture = icons.png(size)
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">II", picture[16:24]) == (size, size)
    start = picture.index(b"IDAT")
    (length,) = struct.unpack(">I", picture[start - 4 : start])
    pixels = zlib.decompress(picture[start + 4 : start + 4 + length])
    assert len(pixels) == size * (1 + 3 * size)
    corner, hull = 1, (size * 23 // 32) * (1 + 3 * size) + 1 + 3 * (size // 2)
    assert pixels[corner : corner + 3] == bytes.fromhex("14505c")
    assert pixels[hull : hull + 3] == bytes.fromhex("b0451f")
