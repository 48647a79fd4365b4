"""Input is read line by line, bounded, whatever bytes it is made of."""

from __future__ import annotations

import io
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pirate_code.stream import LINE_LIMIT, drop_unwritten, line_of, lines


def texts(raw: bytes) -> list[str]:
    return [line.text for line in lines(io.BytesIO(raw))]


def test_lines_keep_their_numbers_and_blank_ones_are_skipped() -> None:
    found = list(lines(io.BytesIO(b"one\r\n\n  \nfour\nfive")))
    assert [(line.number, line.text) for line in found] == [(1, "one"), (4, "four"), (5, "five")]


def test_a_byte_order_mark_is_dropped() -> None:
    assert texts(b"\xef\xbb\xbfCaptain.\n") == ["Captain."]


def test_bytes_that_are_no_text_are_replaced_and_told() -> None:
    line = line_of("é".encode() + b"\xffx")
    assert line.text == "é�x"
    assert line.fault is not None
    assert line.fault.column == 2
    assert "0xff" in line.fault.message


def test_the_longest_line_is_read_whole_and_one_character_more_is_a_fault() -> None:
    longest, too_long = lines(io.BytesIO(("😀" * LINE_LIMIT + "\n" + "x" * (LINE_LIMIT + 1) + "\n").encode()))
    assert longest.fault is None
    assert len(longest.text) == LINE_LIMIT
    assert too_long.fault is not None
    assert "longer than 10,000 characters" in too_long.fault.message


def test_the_line_after_a_huge_one_is_read_as_usual() -> None:
    huge, after = lines(io.BytesIO(b"x" * 1_000_000 + b"\nCaptain.\n"))
    assert huge.fault is not None
    assert (after.number, after.text) == (2, "Captain.")


def test_a_huge_line_does_not_eat_memory() -> None:
    stream = io.BytesIO(b"x" * 30_000_000)
    tracemalloc.start()
    try:
        (line,) = lines(stream)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert line.fault is not None
    assert peak < 1_000_000


@given(st.binary(max_size=300))
def test_no_bytes_whatever_raise(raw: bytes) -> None:
    for line in lines(io.BytesIO(raw)):
        assert line.text.encode("utf-8")
        assert "\n" not in line.text


def test_what_a_full_disk_does_not_take_is_dropped() -> None:
    with Path("/dev/full").open("w", encoding="utf-8", buffering=4096) as full:
        full.write("lost")
        with pytest.raises(OSError, match="No space"):
            full.flush()
        drop_unwritten(full)
        full.flush()
