"""Parts of pieces are told apart by where they come from."""

from __future__ import annotations

from pirate_code.board.refs import Matter, Part, Source, as_answer


def test_parts_of_different_sources_are_different_parts() -> None:
    parts = {Part(3, "cannon", 0, source) for source in Source}
    assert len(parts) == 4 and len({part.label for part in parts}) == 4


def test_a_printed_part_is_labelled_by_its_number_and_another_by_its_source_too() -> None:
    assert Part(3, "cannon", 1).label == 1
    assert Part(3, "cannon", 1, Source.LENT).label == "lent 1"


def test_an_answer_that_names_a_part_or_matter_is_what_json_can_say() -> None:
    assert as_answer(Part(3, "mast", 2)) == [3, "mast", 2]
    assert as_answer(Part(3, "cannon", 2, Source.SECOND)) == [3, "cannon", "second 2"]
    assert as_answer(Matter("hit", 4, 1)) == ["hit", 4, 1]
    assert as_answer(7) == 7
