"""The rulings are whole, and a mistake in one is told with its file and line."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest
from click.testing import CliRunner

from pirate_code.data import DataError, folder
from pirate_code.glossary import Kind, load_keywords, load_nations
from pirate_code.library import rulings as module
from pirate_code.library.code_document import Document
from pirate_code.library.rulings import (
    ORIGINS,
    Reading,
    When,
    coverage,
    load_rulings,
    main,
    misplaced,
    read_rulings,
)
from pirate_code.library.terms import Names, Term, UnknownNameError, load_terms, read_terms, resolve

GOOD = """\
section: Doctor ability
part: abilities
about: [Doctor]
rulings:
  - id: doctor-one
    says: He saves the others.
    source: {items: [1, 2]}
    claims:
      - {subject: Doctor, relation: prevents, object: crew elimination}
      - {subject: Doctor, relation: prevents, object: crew removal, holds: no}
      - {subject: Doctor, relation: stacks, object: Doctor, holds: {when: never}}
  - id: doctor-two
    see_also: [doctor-one, Sacrifice Action]
    source: {items: [3]}
"""


def read(tmp_path: Path, text: str) -> Reading:
    """Read one file of rulings with that text."""
    path = tmp_path / "doctor.yaml"
    path.write_text(text, encoding="utf-8")
    return read_rulings([path])


def faults(tmp_path: Path, text: str) -> list[str]:
    """Return the faults of a file, each from its line number on."""
    return [str(fault).partition("doctor.yaml:")[2] for fault in read(tmp_path, text).faults]


def test_every_ruling_of_the_library_reads() -> None:
    assert load_rulings()


def test_every_ruling_is_about_something_and_claims_something() -> None:
    for file in load_rulings():
        for ruling in file.rulings:
            assert (ruling.claims and file.about_of(ruling)) or ruling.see_also, ruling.id


def test_no_ruling_of_the_library_cites_what_the_document_lacks(whole: Document) -> None:
    reading = read_rulings(sorted(folder("rulings").glob("*.yaml")))
    assert [str(fault) for fault in misplaced(whole, reading.files)] == []


def test_the_sections_that_are_written_are_covered_whole(whole: Document) -> None:
    assert coverage(whole, load_rulings(), theirs=True) == []


def test_a_good_file_has_no_faults(tmp_path: Path) -> None:
    reading = read(tmp_path, GOOD)
    assert reading.faults == []
    first, second = reading.rulings
    assert [claim.holds for claim in first.claims] == ["yes", "no", When(when="never")]
    assert second.says is None


def test_a_source_takes_document_and_section_from_its_file(tmp_path: Path) -> None:
    file, _ = read(tmp_path, GOOD).files[0]
    source = file.source_of(file.rulings[0].source)
    assert (source.document, source.section, source.items) == ("pirate-code-2016", "Doctor ability", (1, 2))
    assert source.document in ORIGINS


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("about: [Doctor]", "about: [Doktor]", "3: nothing in the library is called 'Doktor'; did you mean"),
        ("object: crew removal", "object: Mercenary", "10: 'Mercenary' has several meanings; write "),
        ("relation: stacks", "relation: eats", "11: rulings.claims.relation: 'eats' is not one of 'stacks',"),
        ("holds: no", "holds: maybe", "10: rulings.claims.holds: holds is yes, no, or {when: a condition}"),
        ("{when: never}", "{unless: ever}", "11: rulings.claims.holds: holds is yes, no, or {when:"),
        ("doctor-two", "doctor-one", "12: the id 'doctor-one' is taken ("),
        ("id: doctor-one", "id: Doctor One", "5: rulings.id: 'Doctor One' is not spelled"),
        ("see_also: [doctor-one,", "see_also: [doctor-none,", "13: nothing in the library is called"),
        ("part: abilities", "part: skills", "2: the part 'skills' is unknown; the parts are card corr"),
        ("items: [3]", "items: [0]", "14: rulings.source.items: 0 is not at least"),
        ("items: [1, 2]", "items: [1, 1]", "5: doctor-one: an item is given twice"),
        ("    see_also: [doctor-one, Sacrifice Action]\n", "", "12: doctor-two: a ruling has says, and a"),
        (
            "    says: He saves the others.\n",
            "    see_also: [Copy]\n",
            "5: doctor-one: a pointer makes no cl",
        ),
        ("about: [Doctor]\n", "", "4: doctor-one: neither the ruling nor the file says what it is about"),
        ("section: Doctor ability\n", "", "1: section: it is missing"),
        ("part: abilities", "part: base rules", "1: the part 'base rules' and a document other than"),
        ("    says:", "    edition: [revolution]\n    says:", "5: doctor-one: edition is given for base rul"),
        ("    says:", "    claim: none\n    says:", "6: rulings.claim: there is no entry of this name"),
        ("rulings:", "rulings: [", "5: this is not YAML"),
    ],
)
def test_a_mistake_is_told_with_its_line(tmp_path: Path, old: str, new: str, fault: str) -> None:
    found = faults(tmp_path, GOOD.replace(old, new, 1))
    assert len(found) == 1, found
    assert found[0].startswith(fault)


def test_what_scenarios_leave_unshown_needs_scenarios(tmp_path: Path) -> None:
    text = GOOD.replace(
        "    says: He saves the others.\n", "    says: He saves the others.\n    in_part: Two doctors.\n"
    )
    (fault,) = faults(tmp_path, text)
    assert "in_part is what scenarios leave unshown, and it has none" in fault


def test_a_ruling_without_a_claim_is_refused(tmp_path: Path) -> None:
    text = re.sub(r"    claims:\n(      - .*\n)+", "", GOOD)
    assert faults(tmp_path, text) == ["5: doctor-one: a ruling makes at least one claim"]


def test_several_mistakes_of_a_file_are_told_together(tmp_path: Path) -> None:
    text = GOOD.replace("[Doctor]", "[Doktor]").replace("relation: prevents", "relation: averts")
    assert [fault.split(":")[0] for fault in faults(tmp_path, text)] == ["9", "10"]
    assert len(faults(tmp_path, GOOD.replace("Doctor,", "Doktor,"))) == 4


def test_an_id_of_a_file_beside_is_taken_and_may_be_named(tmp_path: Path) -> None:
    beside = tmp_path / "beside.yaml"
    beside.write_text(GOOD.replace("doctor-", "surgeon-"), encoding="utf-8")
    path = tmp_path / "doctor.yaml"
    path.write_text(GOOD.replace("doctor-two", "surgeon-two"), encoding="utf-8")
    assert "the id 'surgeon-two' is taken" in str(read_rulings([path], [beside]).faults[0])
    path.write_text(GOOD.replace("[doctor-one,", "[surgeon-one,"), encoding="utf-8")
    assert read_rulings([path], [beside]).faults == []


def test_base_rules_need_their_edition(tmp_path: Path) -> None:
    base = GOOD.replace("part: abilities", "part: base rules\ndocument: revolution")
    assert "edition is given for base rules" in faults(tmp_path, base)[0]
    assert faults(tmp_path, base.replace("    says:", "    edition: [revolution]\n    says:")) == []


def test_an_item_that_no_ruling_cites_is_not_covered(tmp_path: Path, whole: Document) -> None:
    file, _ = read(tmp_path, GOOD.replace("items: [1, 2]", "items: [1]")).files[0]
    left = coverage(whole, [file], theirs=True)
    assert [(section.heading, item.number) for section, item in left] == [("Doctor ability", 2)]
    assert len(coverage(whole, [file])) == 1371 - 2


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("section: Doctor ability", "section: Dentist", "the document has no section 'Dentist' in the part"),
        ("items: [3]", "items: [4]", "'Doctor ability' has 3 items and no item 4"),
        ("source: {items: [3]}", "source: {section: Copy ability, items: [5]}", "goes under page_marks"),
        ("source: {items: [3]}", "source: {}", "items is missing"),
        ("rulings:", "page_marks: [{items: [1]}]\nrulings:", "item 1 of 'Doctor ability' is no page mark"),
    ],
)
def test_a_wrong_citation_is_told(tmp_path: Path, whole: Document, old: str, new: str, fault: str) -> None:
    reading = read(tmp_path, GOOD.replace(old, new))
    assert fault in str(misplaced(whole, reading.files)[0])


def test_a_page_mark_covers_its_item(tmp_path: Path, whole: Document) -> None:
    text = GOOD.replace("Doctor ability", "Copy ability").replace(
        "rulings:", "page_marks: [{items: [5]}]\nrulings:"
    )
    reading = read(tmp_path, text)
    assert misplaced(whole, reading.files) == []
    assert 5 not in [item.number for _, item in coverage(whole, [reading.files[0][0]], theirs=True)]


def test_check_tells_faults_and_items_that_are_not_covered(tmp_path: Path, whole: Document) -> None:
    path = tmp_path / "doctor.yaml"
    copied = "When a ship moves with an illegal situation requires the removal of cargo, you must"
    path.write_text(
        GOOD.replace("[1, 2]", "[1]")
        .replace("doctor-", "dr-")
        .replace("He saves the others.", f'"{copied}"'),
        encoding="utf-8",
    )
    result = CliRunner().invoke(main, ["check", str(path), "--document", str(whole.path)])
    assert result.exit_code == 1
    assert f"{path}:6: dr-one: say it in your own words" in result.output
    assert "not covered: Doctor ability, item 2 (line 927)" in result.output
    assert "1 files, 2 rulings, 3 claims, 1 faults, 1 items not covered" in result.output


def test_check_of_a_good_file_succeeds(tmp_path: Path) -> None:
    path = tmp_path / "doctor.yaml"
    path.write_text(GOOD.replace("doctor-", "dr-"), encoding="utf-8")
    result = CliRunner().invoke(main, ["check", str(path)])
    assert result.exit_code == 0
    assert result.output == "1 files, 2 rulings, 3 claims, 0 faults, 0 items not covered\n"


def test_check_with_a_wrong_document_says_so(tmp_path: Path) -> None:
    path = tmp_path / "doctor.yaml"
    path.write_text(GOOD, encoding="utf-8")
    result = CliRunner().invoke(main, ["check", str(path), "--document", str(path)])
    assert result.exit_code == 1
    assert "this is not the Pirate Code as text" in result.output


def test_the_example_of_the_readme_is_the_file_it_names(root: Path) -> None:
    readme = (root / "rulings" / "README.md").read_text(encoding="utf-8")
    example = readme.split("```yaml\n")[1].split("```")[0]
    file = (root / "rulings" / "doctor-ability.yaml").read_text(encoding="utf-8")
    bare = [re.sub(r"\s+#.*", "", line) for line in example.splitlines()]
    assert set(bare) <= set(file.splitlines())


def test_the_readme_explains_every_relation_with_names_that_resolve(root: Path) -> None:
    readme = (root / "rulings" / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([a-z-]+)` \| [^|]* \| ([^|]*?)(?:: no)? \|$", readme, re.MULTILINE)
    relations = module.Relation.__args__  # type: ignore[attr-defined]
    explained = [relation for relation, example in rows if f" {relation} " in example]
    assert sorted(explained) == sorted(relations)
    for relation, example in rows:
        if relation in relations:
            subject, target = example.split(f" {relation} ")
            assert resolve(subject) and resolve(target)


# Names


@pytest.mark.parametrize(
    ("name", "kind", "key"),
    [
        ("Captain", "keyword", "captain"),
        ("SAME ACTION TWICE", "keyword", "born-leader"),
        ("Hostile: England", "keyword", "hostile"),
        ("Loyal", "keyword", "loyal"),
        ("French Letter of Marque", "equipment", "letter-of-marque"),
        ("Doctor ability", "named ability", "doctor"),
        ("Spain", "nation", "spanish"),
        ("Mercenary (nation)", "nation", "mercenary"),
        ("Mercenary (keyword)", "keyword", "mercenary"),
        ("masts", "term", "mast"),
        ("free actions", "action", "free-action"),
        ("Whirlpool (UT)", "unique treasure", "whirlpool-unique-treasure"),
        ("Davy Jones’ Heart", "unique treasure", "davy-jones-heart"),
        ("Foul Winds", "event", "foul-winds"),
        ("Captain (keyword/ability)", "keyword", "captain"),
        ('"This ship gets +S to her base move."', "keyword", "helmsman"),
        ("“This ship may not be shot at while docked.”", "ability", "not-shot-at-while-docked"),
        ('"This ship gets +2 to her boarding rolls."', "line", "This ship gets +2 to her boarding rolls."),
    ],
)
def test_a_name_means_an_entry(name: str, kind: str, key: str) -> None:
    found = resolve(name)
    assert (found.kind, found.id) == (kind, key)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Foul Wynds", "did you mean foul winds?"),
        ("qqqqqqqq", "add it to db/terms.yaml if the game has it"),
        ("Mercenary", '"Mercenary (keyword)" or "Mercenary (nation)"'),
        ("Captain (fort)", "nothing in the library is called 'Captain (fort)'"),
        ('"This ship dances a jig."', "cannot be read"),
    ],
)
def test_a_name_that_means_nothing_or_too_much_is_told(name: str, message: str) -> None:
    with pytest.raises(UnknownNameError, match=re.escape(message)):
        resolve(name)


def test_every_printed_line_of_a_term_resolves_to_it_or_to_a_keyword_of_that_line() -> None:
    for term in load_terms():
        for line in term.lines:
            assert resolve(f'"{line}"').kind in (term.kind, *get_args(Kind)), line


def test_every_section_with_a_printed_line_as_its_heading_has_a_name(whole: Document) -> None:
    for section in whole.sections:
        if section.printed:
            for line in section.lines:
                assert resolve(f'"{line}"').kind != "line", line


def test_every_unique_treasure_event_and_fort_with_a_heading_has_a_name(whole: Document) -> None:
    kinds = {"unique treasures": "unique treasure", "events": "event"}
    for section in whole.sections:
        if section.part in kinds and section.title not in ("0", "EVENTS"):
            assert resolve(f"{section.title} ({kinds[section.part]})")


def test_most_names_have_one_meaning() -> None:
    names = Names(load_keywords(), load_nations(), load_terms())
    several = [term.name for term in load_terms() if _meanings(names, term) > 1]
    assert len(several) < 6, several


def _meanings(names: Names, term: Term) -> int:
    try:
        return 1 if names.resolve(term.name) else 0
    except UnknownNameError:
        return 2


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ("{id: a, name: A, kind: ability}", "2: an ability needs the printed lines that show it"),
        ("{id: a, name: A, kind: planet}", "2: kind: 'planet' is not one of"),
        ("{id: a, name: B, kind: term, aliases: [x]}\n- {id: b, name: X, kind: term}", "3: the name 'X' is"),
        ("{id: a, name: B, kind: term}\n- {id: a, name: C, kind: term}", "3: the id 'a' is here twice"),
    ],
)
def test_a_mistake_in_the_terms_is_told_with_its_line(tmp_path: Path, entry: str, message: str) -> None:
    path = tmp_path / "terms.yaml"
    path.write_text(f"terms:\n- {entry}\n", encoding="utf-8")
    with pytest.raises(DataError, match=re.escape(f"terms.yaml:{message}")):
        read_terms(path)
