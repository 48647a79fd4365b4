"""The commands print what they promise, with the exit code they promise, whatever they are fed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from pirate_code import cli
from pirate_code.library import storage

GOOD = "This ship gets +1 to her boarding rolls."
BAD = "This ship gets +1 to her zyzzyva."
KEYS = ["text", "ok", "abilities", "footprint", "rendered", "warnings", "error"]
PROGRAM = [sys.executable, "-m", "pirate_code"]


def run(*args: str, stdin: bytes | None = None) -> Result:
    return CliRunner().invoke(cli.commands, args, input=stdin)


def objects(output: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in output.splitlines()]


def test_parse_draws_a_tree_under_the_text() -> None:
    result = run("parse", GOOD)
    assert result.exit_code == 0
    assert result.stdout.splitlines()[0] == GOOD
    assert "└── " in result.stdout
    assert result.stderr == ""


def test_parse_prints_one_json_object_with_the_promised_keys() -> None:
    result = run("parse", "--json", GOOD)
    (printed,) = objects(result.stdout)
    assert result.exit_code == 0
    assert list(printed) == KEYS
    assert printed["text"] == GOOD
    assert printed["ok"] is True
    assert printed["abilities"]
    assert isinstance(printed["footprint"], dict)
    assert printed["error"] is None


def test_the_printed_abilities_load_back_into_the_same_trees() -> None:
    from pirate_code.language import Ability, parse

    (printed,) = objects(run("parse", "--json", GOOD).stdout)
    assert tuple(Ability.model_validate(ability) for ability in printed["abilities"]) == parse(GOOD)


def test_the_rendered_text_parses_to_the_same_abilities() -> None:
    (printed,) = objects(run("parse", "--json", GOOD).stdout)
    (again,) = objects(run("parse", "--json", printed["rendered"]).stdout)
    assert again["abilities"] == printed["abilities"]


def test_a_line_that_does_not_parse_is_shown_with_its_place_and_exits_1() -> None:
    result = run("parse", BAD)
    assert result.exit_code == 1
    assert result.stdout == ""
    assert BAD in result.stderr
    assert "^" in result.stderr


def test_the_json_of_a_failure_says_where_and_what_was_expected() -> None:
    result = run("parse", "--json", BAD)
    (printed,) = objects(result.stdout)
    assert result.exit_code == 1
    assert list(printed) == KEYS
    assert printed["ok"] is False
    assert printed["abilities"] == []
    assert list(printed["error"]) == ["message", "line", "column", "expected", "nearest"]
    assert printed["error"]["line"] == 1
    assert 1 <= printed["error"]["column"] <= len(BAD) + 1
    assert isinstance(printed["error"]["expected"], list)


def test_standard_input_gives_one_object_per_line_and_names_the_input_line() -> None:
    result = run("parse", "--json", "-", stdin=f"{GOOD}\r\n\n{BAD}\n{GOOD}".encode())
    printed = objects(result.stdout)
    assert result.exit_code == 1
    assert [one["ok"] for one in printed] == [True, False, True]
    assert printed[1]["error"]["line"] == 3


def test_standard_input_that_all_parses_exits_0() -> None:
    assert run("parse", "-", stdin=f"{GOOD}\n{GOOD}\n".encode()).exit_code == 0


@pytest.mark.parametrize("stdin", [b"", b"\n", b" \r\n\t\n"])
def test_empty_input_is_one_sentence_and_exit_2(stdin: bytes) -> None:
    result = run("parse", "--json", "-", stdin=stdin)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr == "Error: There is nothing to parse: standard input is empty.\n"


@pytest.mark.parametrize(
    "args", [["parse"], ["parse", ""], ["parse", "--jsn", GOOD], ["prase"], ["grammar", "x"]]
)
def test_wrong_use_exits_2(args: list[str]) -> None:
    assert run(*args).exit_code == 2


def test_binary_junk_is_an_error_object_and_not_a_crash() -> None:
    result = run("parse", "--json", "-", stdin=bytes(range(256)) * 3)
    assert result.exit_code == 1
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert all(not one["ok"] and one["error"]["message"] for one in objects(result.stdout))


def test_terminal_escapes_in_a_line_are_not_echoed() -> None:
    result = run("parse", "-", stdin=b"\x1b[2J\x1b]0;ahoy\x07\n")
    assert result.exit_code == 1
    assert "\x1b" not in result.stdout + result.stderr


def test_a_line_that_is_too_long_is_an_error_object() -> None:
    result = run("parse", "--json", "-", stdin=b"x" * 10_001 + b"\n" + GOOD.encode())
    first, second = objects(result.stdout)
    assert result.exit_code == 1
    assert "longer than 10,000 characters" in first["error"]["message"]
    assert second["ok"]


def test_a_line_of_10_000_characters_is_parsed_or_refused_as_usual() -> None:
    text = (GOOD + " ") * 300
    (printed,) = objects(run("parse", "--json", "-", stdin=text[:10_000].encode()).stdout)
    assert list(printed) == KEYS
    assert printed["ok"] or printed["error"]["column"] >= 1


def test_five_thousand_lines_pass_through_a_pipe() -> None:
    fed = f"{GOOD}\n{BAD}\n" * 2500
    done = subprocess.run(
        [*PROGRAM, "parse", "--json", "-"], input=fed.encode(), capture_output=True, timeout=300, check=False
    )
    printed = objects(done.stdout.decode())
    assert done.returncode == 1
    assert done.stderr == b""
    assert [one["ok"] for one in printed] == [True, False] * 2500
    assert printed[-1]["error"]["line"] == 5000


def test_each_result_is_printed_before_the_next_line_comes() -> None:
    with subprocess.Popen(
        [*PROGRAM, "parse", "--json", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for _ in range(3):
            process.stdin.write(GOOD.encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["ok"]
        process.stdin.close()
        assert process.wait(60) == 0


@pytest.mark.parametrize("options", [["--json"], []])
def test_a_reader_that_goes_away_ends_it_quietly(options: list[str]) -> None:
    process = subprocess.Popen(
        [*PROGRAM, "parse", *options, "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    process.stdout.close()
    process.stdout = None
    _, told = process.communicate(f"{GOOD}\n".encode() * 50, timeout=60)
    assert told == b""
    assert process.returncode == 141


# One command for each way of printing: help, a tree, plain text, CSV, many records, a long account.
PRINTING = [
    ["--help"],
    ["parse", GOOD],
    ["fleet", "rules"],
    ["search", "captain", "--csv"],
    ["export", "pieces"],
    ["export", "pieces", "--format", "csv"],
    ["play", "--fleet", "english-traders", "--fleet", "viking-raiders", "--turns", "1"],
]


def redirected(to: str, command: list[str], library: Path) -> subprocess.CompletedProcess[str]:
    """Run a command with its streams redirected by a shell."""
    return subprocess.run(
        ["sh", "-c", f'exec "$@" {to}', "sh", *PROGRAM, *command],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={**os.environ, storage.ENVIRONMENT: str(library)},
    )


@pytest.mark.parametrize("command", PRINTING, ids=" ".join)
def test_a_closed_output_ends_it_quietly_as_a_closed_pipe_does(command: list[str], built: Path) -> None:
    done = redirected(">&-", command, built)
    assert (done.returncode, done.stderr) == (141, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
@pytest.mark.parametrize("command", PRINTING, ids=" ".join)
def test_a_full_disk_is_one_sentence(command: list[str], built: Path) -> None:
    done = redirected(">/dev/full", command, built)
    told = "Error: the output cannot be written (No space left on device).\n"
    assert (done.returncode, done.stderr) == (74, told)


def test_help_that_nobody_reads_ends_quietly() -> None:
    process = subprocess.Popen([*PROGRAM, "--help"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.close()
    process.stdout = None
    _, told = process.communicate(timeout=60)
    assert (process.returncode, told) == (141, b"")


def test_a_closed_output_does_not_matter_where_a_file_is_written(tmp_path: Path, built: Path) -> None:
    file = tmp_path / "schema.json"
    done = redirected(">&-", ["export", "schema", "--out", str(file)], built)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(file.read_text(encoding="utf-8"))


def test_a_closed_input_holds_nothing(built: Path) -> None:
    for command in (["parse", "-"], ["fleet", "check", "-"]):
        done = redirected("<&-", command, built)
        assert done.returncode == 2
        assert "empty" in done.stdout + done.stderr


@pytest.mark.parametrize("to", ["2>&-", "2>/dev/full", ">&- 2>&- <&-"])
def test_an_error_that_nobody_can_read_leaves_the_exit_code(to: str, built: Path) -> None:
    assert redirected(to, ["parse", ""], built).returncode == 2


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Programs that are started hear an interrupt, even if this one runs in the background of a shell."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_an_interrupt_ends_it_quietly() -> None:
    with subprocess.Popen(
        [*PROGRAM, "parse", "--json", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(GOOD.encode() + b"\n")
        process.stdin.flush()
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130
        assert process.stderr.read().strip() == b""


def test_an_argument_of_undecodable_bytes_is_an_ordinary_failure() -> None:
    done = subprocess.run(
        [*map(os.fsencode, PROGRAM), b"parse", b"--json", b"Capt\xffain."], capture_output=True, check=False
    )
    (printed,) = objects(done.stdout.decode())
    assert done.returncode == 1
    assert printed["error"]["column"] == 5


def test_grammar_measures_the_built_in_lines() -> None:
    result = run("grammar", "--json")
    (printed,) = objects(result.stdout)
    assert printed["lines"] >= printed["distinct"] >= printed["parsed"] > 0
    assert printed["rules"] > 0
    assert result.exit_code == (1 if printed["failures"] or printed["swallowed"] else 0)


def test_grammar_measures_the_ability_column_of_a_sheet(tmp_path: Path) -> None:
    sheet = tmp_path / "pieces.csv"
    sheet.write_text(f"Name,Ability\nA,{GOOD}\nB,{GOOD}\nC,{BAD}\n", encoding="utf-8")
    result = run("grammar", "--json", "--sheet", str(sheet))
    (printed,) = objects(result.stdout)
    assert result.exit_code == 1
    assert (printed["lines"], printed["distinct"], printed["parsed"]) == (3, 2, 1)
    assert [failure["text"] for failure in printed["failures"]] == [BAD]


def test_grammar_lists_twenty_failures_and_all_when_asked(tmp_path: Path) -> None:
    sheet = tmp_path / "pieces.csv"
    sheet.write_text("Ability\n" + "".join(f"Zyzzyva {n} ahoy\n" for n in range(25)), encoding="utf-8")
    short, long = run("grammar", "--sheet", str(sheet)), run("grammar", "--all", "--sheet", str(sheet))
    assert short.stdout.count(" ahoy\n") == 20
    assert "and 5 more" in short.stdout
    assert long.stdout.count(" ahoy\n") == 25


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, "There is no file"),
        (b"\x89PNG\0", "is not a spreadsheet"),
        (b"Name\nA\n", "has no column 'Ability'"),
        (b"Ability\n\n", "There are no ability lines in"),
    ],
)
def test_a_sheet_that_cannot_be_measured_is_one_sentence_and_exit_2(
    tmp_path: Path, content: bytes | None, sentence: str
) -> None:
    sheet = tmp_path / "pieces.csv"
    if content is not None:
        sheet.write_bytes(content)
    result = run("grammar", "--sheet", str(sheet))
    assert result.exit_code == 2
    assert sentence in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_the_version_is_the_one_of_the_package() -> None:
    import pirate_code

    assert pirate_code.__version__ in run("--version").stdout


def test_an_unexpected_failure_is_one_sentence_and_exit_70(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(**_: object) -> None:
        raise ZeroDivisionError("the compass\nspins")

    monkeypatch.setattr(cli.commands, "main", broken)
    monkeypatch.delenv("PIRATE_CODE_DEBUG", raising=False)
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == 70
    told = capsys.readouterr().err
    assert "ZeroDivisionError: the compass spins" in told
    assert len(told.splitlines()) == 1
    monkeypatch.setenv("PIRATE_CODE_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        cli.main()


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        (("serch", "captain"), "There is no command 'serch'; did you mean search?"),
        (("edition",), "There is no command 'edition'; did you mean editions?"),
        (("xyzzy",), "There is no command 'xyzzy'; it can be ask, "),
        (("scenario", "doctor-stops-eliminaton"), "; did you mean doctor-stops-elimination-only?"),
        (("fleet", "random", "--nation", "englsh"), "There is no nation 'englsh'; did you mean english?"),
    ],
)
def test_a_misspelt_name_is_answered_with_what_was_meant(arguments: tuple[str, ...], meant: str) -> None:
    answer = CliRunner().invoke(cli.commands, arguments)
    assert answer.exit_code == 2
    assert meant in answer.output
