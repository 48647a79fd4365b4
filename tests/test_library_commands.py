"""The commands that read the library print what they promise, and refuse in one sentence."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from pirate_code import cli
from pirate_code.library.search import COLUMNS

PROGRAM = [sys.executable, "-m", "pirate_code"]
HEAVY = ("pydantic", "sqlmodel", "sqlalchemy", "lark", "rich", "openpyxl")


@pytest.fixture(autouse=True)
def _library(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every command read the built library."""
    monkeypatch.setenv("PIRATE_CODE_DB", str(built))


def run(*args: str) -> Result:
    return CliRunner().invoke(cli.commands, args)


def printed(*args: str) -> Any:
    result = run(*args, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def refused(*args: str) -> str:
    result = run(*args)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "Traceback" not in result.stderr
    return result.stderr


def test_search_lists_pieces_keywords_and_rulings_under_headings() -> None:
    result = run("search", "schooner")
    assert result.exit_code == 0
    headings = [line for line in result.stdout.splitlines() if line and not line.startswith(" ")]
    assert headings[0] == "Also read as keyword:schooner"
    assert [heading.split()[1].strip(",") for heading in headings[1:]] == ["pieces", "keyword", "rulings"]
    assert "\x1b" not in result.stdout


def test_search_tells_which_rulings_the_engine_checks() -> None:
    told = run("search", '"doctor saves the other crew"').stdout
    assert "[doctor-stops-elimination-only]; checked by the engine" in told


def test_a_ruling_whose_scenarios_leave_something_out_is_checked_in_part() -> None:
    name = "misprint-number-of-masts"
    assert f"[{name}]; checked by the engine in part" in run("search", '"number of masts is wrong"').stdout
    told = run("show", name).stdout
    assert "in part, in 1 scenario:" in told
    assert "The other five ships." in told


def test_search_shows_twenty_of_each_sort_and_says_so() -> None:
    short, long = run("search", "kind:ship").stdout, run("search", "kind:ship", "--all").stdout
    assert "20 shown (--all shows the rest)" in short
    assert len(re.findall(r"^  \S", short, re.M)) == 20
    assert len(re.findall(r"^  \S", long, re.M)) > 100


def test_search_prints_one_json_object_with_everything_found() -> None:
    data = printed("search", "nation:english", "kind:ship", "points<=12")
    assert data["query"] == "nation:english kind:ship points<=12"
    assert data["total"] == len(data["results"]) == data["totals"]["piece"]
    assert all(row["points"] <= 12 for row in data["results"])


def test_search_prints_a_table_of_comma_separated_values() -> None:
    result = run("search", "set:CC", "--csv", "--sort", "points", "--desc", "--limit", "3")
    rows = list(csv.DictReader(io.StringIO(result.stdout)))
    assert list(rows[0]) == list(COLUMNS)
    points = [int(row["points"]) for row in rows]
    assert len(points) == 3
    assert points == sorted(points, reverse=True)


def test_search_takes_a_minus_sign_for_what_is_not_wanted() -> None:
    assert {row["kind"] for row in printed("search", "set:R", "-kind:ship")["results"]}.isdisjoint({"ship"})
    assert printed("search", "-has:ruling", "kind:ship")["total"] > 0
    assert printed("search", "-hostile", "kind:crew")["total"] > 0


def test_search_finds_a_phrase_whether_or_not_the_shell_ate_the_quotation_marks() -> None:
    bare, quoted = printed("search", "text:boarding rolls"), printed("search", 'text:"boarding rolls"')
    assert bare["total"] == quoted["total"] > 0


def test_a_search_quoted_as_a_whole_may_begin_with_a_filter() -> None:
    apart, whole = run("search", "kind:ship", "black", "--json"), run("search", "kind:ship black", "--json")
    assert whole.exit_code == 0
    assert json.loads(whole.output)["total"] == json.loads(apart.output)["total"] > 1
    wrong = run("search", "kind:shp black")
    assert wrong.exit_code == 2
    assert "There is no kind 'shp black'" in wrong.output


def test_search_that_finds_nothing_says_so_and_exits_0() -> None:
    result = run("search", "zyzzyva")
    assert result.exit_code == 0
    assert result.stdout.startswith("Nothing was found for zyzzyva\nThis library has 728 of about ")


def test_a_misspelt_search_is_told_with_what_was_meant() -> None:
    assert run("search", "captin").stdout.startswith("Nothing was found for captin; did you mean captain?\n")
    assert printed("search", "captin")["did_you_mean"] == "captain"
    assert "The library has no piece 999 of the set SM" in run("search", "SM-999").stdout
    assert "There is no set 'XYZ'" in refused("show", "XYZ-12")


def test_a_number_of_two_sides_is_told_with_both() -> None:
    assert "CC-029a" in (told := refused("show", "cc29")) and "CC-029b" in told


def test_search_that_finds_nothing_shows_what_comes_nearest_on_screen_only() -> None:
    shown = run("search", "unique treasures face down").stdout
    told = 'Nothing was found for "unique treasures face down"; these have all its words:\n'
    assert shown.startswith(told)
    assert printed("search", "unique treasures face down")["total"] == 0


@pytest.mark.parametrize("option", ["-h", "--help"])
def test_search_explains_itself_with_its_filters(option: str) -> None:
    shown = run("search", option).stdout
    assert "Filters:" in shown
    assert 'text:"extra action"' in shown


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["natoin:english"], "There is no filter 'natoin'; did you mean nation?"),
        (["nation:englsh"], "There is no nation 'englsh'; did you mean english?"),
        (["ship", "--limt", "3"], "There is no option '--limt'; did you mean --limit?"),
        (
            ["--", "ship", "--sort", "name"],
            "The option --sort must stand before the two hyphens that end the options.",
        ),
        (["ship", "--sort", "pints"], "There is no order 'pints'; did you mean points?"),
        (["ship", "--json", "--csv"], "--json and --csv exclude each other."),
        ([""], "There is nothing to search for."),
    ],
)
def test_search_refuses_in_one_sentence_with_the_nearest_right_thing(args: list[str], sentence: str) -> None:
    assert refused("search", *args) == f"Error: {sentence}\n"


def test_show_prints_a_piece_with_its_correction_outline_and_rulings() -> None:
    shown = run("show", "MI-042a").stdout
    for part in (
        "printed     Limit.",
        "corrected   Ransom.",
        "Errata",
        "Keywords",
        "What it does",
        "Rulings (",
    ):
        assert part in shown
    assert "cannonball-gallows-has-ransom-and-costs-0" in shown


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("PotC-025", "piece"),
        ("Galley", "keyword"),
        ("This ship gets +1 to her boarding rolls.", "ability"),
        ("action-limit-of-two", "ruling"),
        ("docked", "term"),
        ("English", "nation"),
    ],
)
def test_show_shows_every_type_of_thing_as_text_and_as_json(name: str, kind: str) -> None:
    result = run("show", name)
    assert result.exit_code == 0
    assert len(result.stdout.splitlines()) > 3
    assert printed("show", name)["type"] == kind


def test_show_cuts_long_lists_unless_everything_is_asked_for() -> None:
    short, long = run("show", "MI-006").stdout, run("show", "MI-006", "--all").stdout
    assert "more (--all shows them)" in short
    assert "more (--all shows them)" not in long
    assert len(long.splitlines()) > len(short.splitlines())


def test_show_lists_what_an_ambiguous_name_can_mean() -> None:
    told = refused("show", "Black Pearl")
    assert told.startswith("Error: 'Black Pearl' has several meanings; give the number or the kind:\n")
    assert [line.split(" · ")[0] for line in told.splitlines()[1:]] == [
        "  Black Pearl, PotC-025",
        "  Black Pearl, PotC-026",
        "  Black Pearl, PotC-087",
    ]


def test_show_takes_a_keyword_before_the_crew_that_are_called_after_it() -> None:
    data = printed("show", "Captain")
    assert (data["type"], data["id"]) == ("keyword", "captain")
    assert {piece["kind"] for piece in data["namesakes"]} == {"crew"}
    shown = run("show", "captain").stdout
    assert shown.startswith("Captain\nkeyword of ")
    assert f"Pieces of the same name ({len(data['namesakes'])})" in shown
    assert printed("show", "Galley")["namesakes"] == []


def test_show_fills_in_what_a_definition_assumes() -> None:
    shown = run("show", "DJC-300a").stdout
    assert "Treasure Ship  Once per turn" in shown
    assert "{" not in shown
    assert "Junk  has no rule of its own" in shown
    assert "cannot be in the same fleet as X ships or X crew." in run("show", "Hostile").stdout


def test_show_of_an_ambiguous_name_gives_the_candidates_as_json() -> None:
    result = run("show", "Mercenary", "--json")
    assert result.exit_code == 2
    assert {found["type"] for found in json.loads(result.stdout)["candidates"]} == {"keyword", "nation"}


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("hms apolo", "Nothing in the library is called 'hms apolo'; did you mean HMS Apollo"),
        (
            "qqqqqqqqqq",
            "Nothing in the library is called 'qqqqqqqqqq'; `pirate-code search` looks inside texts.",
        ),
        (" ", "Say what to show: a name, a number or a printed line."),
    ],
)
def test_show_of_an_unknown_name_is_one_sentence(name: str, sentence: str) -> None:
    assert refused("show", name).startswith(f"Error: {sentence}")


def test_show_does_not_echo_what_would_steer_a_terminal() -> None:
    assert "\x1b" not in refused("show", "\x1b[2Jahoy")


@pytest.mark.parametrize("what", ["abilities", "pieces", "keywords", "rulings"])
def test_export_writes_to_standard_output_or_to_a_file(what: str, tmp_path: Path) -> None:
    out = tmp_path / f"{what}.jsonl"
    result = run("export", what, "--out", str(out))
    lines = out.read_text(encoding="utf-8").splitlines()
    assert result.exit_code == 0
    assert result.stdout == ""
    assert result.stderr == f"{out}: {len(lines):,} {what}.\n"
    assert run("export", what).stdout.splitlines() == lines
    assert len(json.loads(run("export", what, "--json").stdout)["records"]) == len(lines)


def test_export_schema_prints_the_schema_of_records_or_of_trees(tmp_path: Path) -> None:
    whole, tree = (json.loads(run("export", "schema", *more).stdout) for more in ((), ("--tree",)))
    assert "AbilityRecord" in whole["$defs"]
    assert tree["title"] == "Pirate Code ability"
    assert run("export", "schema", "--out", str(tmp_path / "s.json")).exit_code == 0
    assert json.loads((tmp_path / "s.json").read_text(encoding="utf-8")) == whole


def test_export_to_a_place_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    for what in ("pieces", "schema"):
        told = refused("export", what, "--out", str(tmp_path / "nowhere" / "x"))
        assert told.endswith("cannot be written (No such file or directory).\n")
        assert len(told.splitlines()) == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_export_to_a_full_disk_is_one_sentence() -> None:
    assert "cannot be written (No space left on device)" in refused("export", "rulings", "--out", "/dev/full")
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*PROGRAM, "export", "rulings"], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.stderr == "Error: the output cannot be written (No space left on device).\n"


def test_the_list_of_commands_fits_a_narrow_terminal() -> None:
    for arguments in ([], ["export"], ["rulings"]):
        assert "..." not in run(*arguments, "--help").stdout.replace("[ARGS]...", "")


def test_every_part_of_a_group_explains_itself_with_an_example() -> None:
    context = click.Context(cli.commands)
    for group in (cli.commands.get_command(context, "export"), cli.commands.get_command(context, "rulings")):
        assert isinstance(group, click.Group)
        for name, command in group.commands.items():
            assert command.help
            assert f"pirate-code {group.name} {name}" in (command.epilog or "")
            assert all(option.help for option in command.params if isinstance(option, click.Option))


def test_a_library_that_is_damaged_inside_is_one_sentence(built: Path, tmp_path: Path) -> None:
    content = bytearray(built.read_bytes())
    content[20_000:-4096] = b"\xa5" * (len(content) - 24_096)
    path = tmp_path / "library.sqlite"
    path.write_bytes(content)
    for command in (["search", "docking"], ["show", "Galley"], ["export", "rulings", "--out", "/dev/null"]):
        told = refused(*command, "--db", str(path))
        assert "is damaged" in told
        assert len(told.splitlines()) == 1


@pytest.fixture(scope="session")
def pirate_code(root: Path) -> Path:
    """Return the Pirate Code as text, which is not part of the repository."""
    found = list((root.parent / "shared" / "seeds").glob("000_*.txt"))
    if not found:
        pytest.skip("the Pirate Code is not here")
    return found[0]


def test_every_item_of_the_pirate_code_is_covered(pirate_code: Path) -> None:
    result = run("rulings", "coverage", str(pirate_code))
    assert (result.exit_code, result.stdout) == (0, "1371 of 1371 items are covered by rulings.\n")


def test_an_item_that_no_ruling_covers_is_told_with_its_place(pirate_code: Path, tmp_path: Path) -> None:
    lines = pirate_code.read_text(encoding="utf-8-sig").splitlines()
    number = max(number for number, line in enumerate(lines) if line.startswith("-"))
    lines.insert(number + 1, "- A parrot may take the helm.")
    copy = tmp_path / "code.txt"
    copy.write_text("\n".join(lines), encoding="utf-8")
    result = run("rulings", "coverage", str(copy))
    assert result.exit_code == 1
    assert result.stdout.startswith("1371 of 1372 items are covered by rulings.\n")
    assert f"(line {number + 2}): A parrot may take the helm." in result.stdout
    as_json = run("rulings", "coverage", str(copy), "--json")
    (found,) = json.loads(as_json.stdout)["uncovered"]
    assert as_json.exit_code == 1
    assert found["text"] == "A parrot may take the helm."


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, "there is no such file"),
        (b"\x89PNG\r\n\x1a\n\0", "is not UTF-8 text"),
        (b"The code of pirates.\n- Share alike.\n", "this is not the Pirate Code as text"),
    ],
)
def test_coverage_of_another_file_is_refused(tmp_path: Path, content: bytes | None, sentence: str) -> None:
    path = tmp_path / "code.txt"
    if content is not None:
        path.write_bytes(content)
    assert sentence in refused("rulings", "coverage", str(path))


@pytest.mark.parametrize("command", [["search", "x"], ["show", "x"], ["export", "pieces"]])
@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, "There is no library at"),
        (b"not a library", "not even SQLite"),
        (b"SQLite format 3\0" + bytes(200), "of something else"),
    ],
)
def test_a_file_that_is_no_library_is_refused(
    command: list[str], content: bytes | None, sentence: str, tmp_path: Path
) -> None:
    path = tmp_path / "library.sqlite"
    if content is not None:
        path.write_bytes(content)
    told = refused(*command, "--db", str(path))
    assert sentence in told
    assert len(told.splitlines()) == 1


@pytest.mark.parametrize(
    "command",
    [["search", "docking"], ["show", "action-limit-of-two"], ["show", "Schooner"], ["show", "DJC-300a"]],
)
def test_reading_imports_nothing_heavy(command: list[str]) -> None:
    script = (
        "import sys, runpy\nsys.argv = ['pirate-code', *sys.argv[1:]]\n"
        "try:\n    runpy.run_module('pirate_code', run_name='__main__')\nexcept SystemExit:\n    pass\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, *command], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.stdout
    assert done.stderr == "[]\n"


@pytest.mark.parametrize(
    "command", [["search", "kind:piece", "--csv"], ["export", "rulings"], ["show", "MI-006"]]
)
def test_a_reader_that_goes_away_ends_it_quietly(command: list[str]) -> None:
    process = subprocess.Popen([*PROGRAM, *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.close()
    process.stdout = None
    _, told = process.communicate(timeout=60)
    assert told == b""
    assert process.returncode == 141


@pytest.mark.parametrize("command", ["search", "show"])
def test_an_argument_of_undecodable_bytes_is_one_sentence(command: str) -> None:
    done = subprocess.run(
        [*map(os.fsencode, PROGRAM), command.encode(), b"caf\xe9"], capture_output=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr.endswith(b"is not UTF-8 text.\n")


def test_json_is_ascii_where_the_terminal_is_not_utf_8() -> None:
    done = subprocess.run(
        [*PROGRAM, "export", "pieces"],
        capture_output=True,
        check=False,
        env=os.environ | {"PYTHONIOENCODING": "latin-1", "PYTHONUTF8": "0"},
    )
    assert done.returncode == 0
    assert all(json.loads(line)["id"] for line in done.stdout.decode("ascii").splitlines())
