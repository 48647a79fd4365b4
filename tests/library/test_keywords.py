"""The keywords and nations in db/ are whole, and a mistake in them is told with its file and line."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import ValidationError

from pirate_code.data import DataError
from pirate_code.language import define, footprint, parse, render, same, swallowed
from pirate_code.language import tree as t
from pirate_code.library import keywords as module
from pirate_code.library.keywords import (
    AssumedFact,
    Keyword,
    Nation,
    load_keywords,
    load_nations,
    read_keywords,
    read_nations,
)

KEYWORDS = {keyword.id: keyword for keyword in load_keywords()}
NATIONS = {nation.id: nation for nation in load_nations()}

# Appendix B of the facts sheet: what nobody found, and under which name it is assumed.
GAPS = [
    ("junk", "rule"),
    ("filching-gold", "rule"),
    ("unholy-light", "rule"),
    ("hoarding-gold", "rule"),
    ("emperors-commander", "rule"),
    ("treasure-ship", "transfer"),
    ("treasure-ship", "other transfer"),
    ("treasure-ship", "full texts"),
    ("black-mark", "surcharge"),
    ("turbine", "base move"),
    ("marine", "gun"),
    ("turtle-ship", "panels"),
    ("chieftain", "canoes"),
    ("chieftain", "canoes lost"),
    ("native-canoe", "canoes without a chieftain"),
    ("icebreaker", "roll to break the iceberg"),
    ("switchblade", "pinned"),
    ("hoist", "reach"),
    ("scorpion", "reach"),
    ("switchblade", "reach"),
    ("loyal", "wording"),
    ("hostile", "wording"),
    ("mercenary", "wording"),
    ("secret-hold", "wording"),
    ("dories", "wording"),
    ("extended-range", "wording"),
]
MARKERS = {
    "emperors-commander",
    "filching-gold",
    "hoarding-gold",
    "joysides-attack",
    "junk",
    "unholy-light",
}

THIS_SHIP = t.Pieces(noun="ship", which="this")
THIS_CREW = t.Pieces(noun="crew", which="this")
THIS_CREATURE = t.Pieces(noun="sea_creature", which="this")
SHARED_RUN = 8  # so many words in a row, taken from somebody else, are a sentence of theirs

ENTRY = """\
family: hulls
about: kinds of hull
keywords:
  - id: schooner
    name: Schooner
    kind: keyword
    carried_by: [ship]
    confidence: high
    sources: [psmlist]
    definition:
      - "This ship cannot be pinned."
"""


@pytest.fixture(scope="session")
def facts_sheet(root: Path) -> str:
    """Return the facts sheet on keywords, which is not part of the repository."""
    sheet = root.parent / "shared" / "keywords.md"
    if not sheet.is_file():
        pytest.skip("the facts sheet is not here")
    return sheet.read_text(encoding="utf-8")


def table(sheet: str) -> list[list[str]]:
    rows = sheet.partition("## Table")[2].partition("## Entries")[0].splitlines()
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows if row.startswith("| ")][1:]


def row_name(cell: str) -> str:
    return re.sub(r"\s*\*\([^)]*\)\*|\s*\((?:American|canceller)[^)]*\)", "", cell)


def names_of(keyword: Keyword) -> set[str]:
    return {name.casefold() for name in (keyword.name, *keyword.spellings, *keyword.other_names)}


def all_nations(keyword: Keyword) -> list[dict[str, Nation]]:
    """What the letters in the keyword's name can stand for, in every printing of it."""
    seen = [value for parameter in keyword.parameters.values() for value in parameter.values]
    return [dict.fromkeys(keyword.parameters, NATIONS[value]) for value in seen] or [{}]


def spoken(keyword: Keyword) -> list[str]:
    """Every line of an entry: definition, versions and text forms, for every nation."""
    lines: list[str] = []
    for nations in all_nations(keyword):
        lines.extend(keyword.abilities(nations))
        lines.extend(keyword.wordings(nations))
        for version in keyword.versions:
            lines.extend(keyword.abilities(nations, version.name))
    return list(dict.fromkeys(lines))


def nodes(value: object) -> Iterator[t.Node]:
    """Every node of a tree, the outer ones first."""
    if isinstance(value, t.Node):
        yield value
        for name in type(value).model_fields:
            yield from nodes(getattr(value, name))
    elif isinstance(value, tuple):
        for member in value:
            yield from nodes(member)


def happenings(key: str, event: str, strength: str) -> list[t.Event]:
    """The events of that type that the keyword causes (do), permits, requires or forbids."""
    found = [node for node in nodes(define(key)) if isinstance(node, t.Happen)]
    return [node.event for node in found if (node.event.type, node.strength) == (event, strength)]


def guards(ability: t.Ability, kind: str) -> list[t.Guard]:
    return [guard for guard in ability.guards if guard.kind == kind]


def the_ability(key: str, event: str) -> t.Ability:
    """The one ability of the keyword that listens to such an event."""
    (found,) = [ability for ability in define(key) if event in footprint(ability).listens]
    return found


def runs(text: str) -> set[tuple[str, ...]]:
    """Every run of SHARED_RUN words in a text, case and punctuation aside."""
    words = re.findall(r"[a-z0-9]+", text.casefold().replace("\u2019", "'").replace("'", ""))
    return {tuple(words[place : place + SHARED_RUN]) for place in range(len(words) - SHARED_RUN + 1)}


def folder_with(tmp_path: Path, **files: str) -> Path:
    for name, text in files.items():
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
    return tmp_path


def test_every_entry_of_the_facts_sheet_is_a_keyword_with_its_confidence(facts_sheet: str) -> None:
    rows = table(facts_sheet)
    assert len(rows) == len(KEYWORDS) == 84
    for cell, _, _, confidence in rows:
        found = [keyword for keyword in KEYWORDS.values() if row_name(cell).casefold() in names_of(keyword)]
        assert [keyword.confidence for keyword in found] == [confidence], cell


def test_every_entry_has_the_kind_that_the_facts_sheet_gives(facts_sheet: str) -> None:
    for cell, _, _, _ in table(facts_sheet):
        marked = re.search(r"\*\((.*)\)\*", cell)
        found = [keyword for keyword in KEYWORDS.values() if row_name(cell).casefold() in names_of(keyword)]
        assert [keyword.kind for keyword in found] == [marked[1] if marked else "keyword"], cell


def test_every_keyword_without_a_rule_is_a_marker_and_no_other_is() -> None:
    assert {keyword.id for keyword in KEYWORDS.values() if keyword.marker} == MARKERS
    for key in MARKERS:
        assert not KEYWORDS[key].definition
        assert "No rule is known" in KEYWORDS[key].notes
        assert KEYWORDS[key].confidence == "low"


@pytest.mark.parametrize("key", sorted(KEYWORDS.keys() - MARKERS))
def test_every_other_keyword_has_a_definition_of_whole_sentences(key: str) -> None:
    keyword = KEYWORDS[key]
    nations = {letter: NATIONS[parameter.values[0]] for letter, parameter in keyword.parameters.items()}
    assert keyword.definition
    for line in (*keyword.abilities(nations), *keyword.wordings(nations)):
        assert re.fullmatch(r"[A-Z][^{}]*[.)]", line), line


@pytest.mark.parametrize(("key", "fact"), GAPS)
def test_every_gap_in_the_sources_is_an_assumed_fact_with_a_reason(key: str, fact: str) -> None:
    assumed = {entry.fact: entry for entry in KEYWORDS[key].assumed}
    assert assumed[fact].reason.endswith(".")


def test_an_assumed_number_stands_in_one_place_and_reaches_the_definition() -> None:
    turtle = KEYWORDS["turtle-ship"]
    assert not any(character.isdigit() for line in turtle.definition for character in line)
    assert turtle.abilities()[0] == "This ship has 2 panels."


def test_every_parameter_value_is_a_nation() -> None:
    for keyword in KEYWORDS.values():
        for parameter in keyword.parameters.values():
            assert set(parameter.values) <= NATIONS.keys()


def test_a_captain_is_known_by_the_sentence_that_older_cards_print() -> None:
    assert "This ship may move and shoot using the same move action." in KEYWORDS["captain"].wordings()


def test_loyal_and_hostile_print_the_country_and_speak_of_its_pieces() -> None:
    english = NATIONS["english"]
    assert KEYWORDS["loyal"].printed_name({"X": english}) == "Loyal: England"
    assert "English ships or English crew" in KEYWORDS["hostile"].abilities({"X": english})[0]


def test_a_letter_of_marque_prints_the_nation_with_the_right_article() -> None:
    letter = KEYWORDS["letter-of-marque"]
    assert letter.printed_name({"X": NATIONS["french"]}) == "French Letter of Marque"
    assert "shoots at an English ship" in letter.abilities({"X": NATIONS["english"]})[1]
    assert "shoots at a French ship" in letter.abilities({"X": NATIONS["french"]})[1]


def test_a_one_use_card_is_a_version_of_its_equipment() -> None:
    assert KEYWORDS["chain-shot"].abilities(version="one use")[0].startswith("After using Chain Shot")


def test_an_octopus_is_a_kraken() -> None:
    assert KEYWORDS["octopus"].same_as == "kraken"


def test_definitions_taken_from_cards_are_what_the_cards_print(master_sheet: Path) -> None:
    printed = re.sub(r"\s+", " ", master_sheet.read_text(encoding="utf-8-sig").replace("’", "'"))
    kinds = {"named ability", "equipment", "crew ability"}
    for keyword in KEYWORDS.values():
        if keyword.kind in kinds and not keyword.parameters:
            assert all(line in printed for line in keyword.definition), keyword.id


def test_every_printed_keyword_of_the_master_sheet_is_here_under_a_printed_spelling(
    master_sheet: Path,
) -> None:
    sheet = master_sheet.read_text(encoding="utf-8-sig")
    for name in ("Ex-patriot", "Ex-Patriot", "Treasure Ship", "Headhunter's Domain", "Double Catamaran"):
        assert name in sheet
        assert any(name in (keyword.name, *keyword.spellings) for keyword in KEYWORDS.values())


def test_the_eleven_nations_are_here_and_one_is_promotional() -> None:
    assert [nation.adjective for nation in NATIONS.values()] == [
        "American",
        "Barbary Corsair",
        "Cursed",
        "English",
        "French",
        "Jade Rebellion",
        "Mercenary",
        "Pirate",
        "Spanish",
        "Viking",
        "Whitebeard's Raiders",
    ]
    assert [nation.id for nation in NATIONS.values() if nation.promotional] == ["whitebeards-raiders"]
    assert {nation.noun for nation in NATIONS.values()} >= {"America", "England", "France", "Spain"}


def test_every_source_is_explained_in_the_readme_of_db(root: Path) -> None:
    readme = (root / "db" / "README.md").read_text(encoding="utf-8")
    assert {f"`{source}`" for keyword in KEYWORDS.values() for source in keyword.sources} <= set(
        re.findall(r"`[a-z0-9-]+`", readme)
    )


def test_keywords_and_nations_are_read_once_and_cannot_be_changed() -> None:
    assert load_keywords() is load_keywords()
    assert load_nations() is load_nations()
    with pytest.raises(ValidationError, match="frozen"):
        KEYWORDS["galley"].name = "Gally"  # type: ignore[misc]


def test_this_module_does_not_know_the_language() -> None:
    source = Path(module.__file__).read_text(encoding="utf-8")
    imports = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom)]
    assert not any((node.module or "").startswith("pirate_code.language") for node in imports)


# ---------------------------------------------------------------- definitions in the ability language


@pytest.mark.parametrize("key", sorted(KEYWORDS.keys() - MARKERS))
def test_every_line_of_every_keyword_parses_loses_no_word_and_makes_the_round_trip(key: str) -> None:
    for line in spoken(KEYWORDS[key]):
        abilities = parse(line)
        assert swallowed(line, abilities) == [], line
        assert parse(render(abilities)) == abilities, line


@pytest.mark.parametrize("key", sorted(KEYWORDS.keys() - MARKERS))
def test_a_definition_says_the_same_in_one_piece_and_item_by_item(key: str) -> None:
    for nations in all_nations(KEYWORDS[key]):
        items = tuple(ability for line in KEYWORDS[key].abilities(nations) for ability in parse(line))
        assert parse(KEYWORDS[key].wordings(nations)[0]) == items


def test_nothing_is_permitted_to_nobody() -> None:
    """'No ship may' forbids; a definition says 'ships cannot'."""
    for key in KEYWORDS:
        for node in nodes(define(key)):
            if isinstance(node, t.Happen) and isinstance(node.event.agent, t.Pieces):
                assert (node.strength, node.event.agent.which) != ("may", "no"), key


def test_the_definitions_are_in_our_own_words(root: Path, facts_sheet: str, master_sheet: Path) -> None:
    theirs = runs(facts_sheet)
    for seed in sorted((root.parent / "shared" / "seeds").glob("*.txt")):
        theirs |= runs(seed.read_text(encoding="utf-8"))
    printed = runs(master_sheet.read_text(encoding="utf-8-sig"))
    printed.update(run for keyword in KEYWORDS.values() for form in keyword.text_forms for run in runs(form))
    for keyword in KEYWORDS.values():
        ours = [*keyword.definition, keyword.notes, *(fact.reason for fact in keyword.assumed)]
        ours += [text for version in keyword.versions for text in (*version.definition, version.notes)]
        for text in ours:
            shared = (runs(text) & theirs) - printed
            assert not shared, f"{keyword.id}: {' '.join(min(shared))}"


def test_a_better_value_for_an_assumed_fact_reaches_the_tree() -> None:
    better = AssumedFact(fact="base move", value="L", reason="Somebody found the rule sheet.")
    turbine = KEYWORDS["turbine"].model_copy(update={"assumed": (better,)})
    (change,) = [node for node in nodes(parse(turbine.abilities()[2])) if isinstance(node, t.Change)]
    assert change.amount == t.Distance(segments=("L",))


# ---------------------------------------------------------------- what the trees say about the game


def test_a_galley_cannot_be_pinned_and_may_pin() -> None:
    assert "pin" in footprint(define("galley")).forbids
    assert happenings("galley", "pin", "cannot") == [t.Event(type="pin", object=THIS_SHIP)]


def test_a_longship_neither_pins_nor_is_pinned() -> None:
    assert happenings("longship", "pin", "cannot") == [
        t.Event(type="pin", agent=THIS_SHIP),
        t.Event(type="pin", object=THIS_SHIP),
    ]


def test_a_schooner_may_turn_on_her_stern_and_nothing_else() -> None:
    print_of = footprint(define("schooner"))
    assert (print_of.permits, print_of.forbids, print_of.writes) == (("rotate",), (), ())


def test_a_helmsman_adds_s_to_the_base_move() -> None:
    (ability,) = define("helmsman")
    assert footprint(ability).writes == ("base_move",)
    assert ability.effect == t.Change(
        stat="base_move", of=THIS_SHIP, by="add", amount=t.Distance(segments=("S",))
    )


def test_fear_rolls_at_the_beginning_of_the_turn_for_each_enemy_ship_within_s() -> None:
    (ability,) = define("fear")
    assert "turn_beginning" in footprint(ability).listens
    (each,) = guards(ability, "for_each")
    assert isinstance(each, t.ForEach)
    enemy = t.InState(state="enemy")
    near = t.Within(distance=t.Distance(segments=("S",)), of=THIS_SHIP)
    assert each.what == t.Pieces(noun="ship", filters=(enemy, near))
    assert isinstance(ability.effect, t.Table)
    assert [outcome.faces for outcome in ability.effect.outcomes] == [(5,), (6,)]


def test_eternal_replaces_the_sinking_and_brings_her_home_without_masts() -> None:
    print_of = footprint(define("eternal"))
    assert print_of.replaces == ("sink",)
    assert "dock" in print_of.causes
    no_masts = t.Has(what=t.Pieces(noun="mast", which="no"))
    assert t.Become(subject=THIS_SHIP, filter=no_masts) in set(nodes(define("eternal")))


def test_a_doctor_replaces_elimination_and_not_removal() -> None:
    (ability,) = parse(KEYWORDS["doctor"].definition[0])
    assert footprint(ability).replaces == ("eliminate",)


def test_a_catamaran_ignores_a_hit_on_5_or_6_and_loses_a_hull_before_a_mast_otherwise() -> None:
    (table,) = [node for node in nodes(define("catamaran")) if isinstance(node, t.Table)]
    loses, ignores = table.outcomes
    assert (loses.faces, ignores.faces) == ((1, 2, 3, 4), (5, 6))
    assert isinstance(loses.effect, t.Guarded)
    assert t.Instead(of=t.Pieces(noun="mast", which="a")) in loses.effect.guards
    assert isinstance(ignores.effect, t.Happen)
    assert ignores.effect.event.type == "ignore"


def test_only_oarsman_and_turbine_keep_a_ship_without_masts_from_being_derelict() -> None:
    no_masts = t.Condition(
        fact=t.Matches(subject=THIS_SHIP, filter=t.Has(what=t.Pieces(noun="mast", which="no")))
    )
    never = t.Become(subject=THIS_SHIP, filter=t.InState(state="derelict"), strength="cannot")
    saved = t.Ability(guards=(no_masts,), effect=never)
    moving = ["galley", "longship", "oarsman", "turbine", "turtle-ship"]
    assert all("base_move" in footprint(define(key)).writes for key in moving)
    assert [key for key in moving if saved in define(key)] == ["oarsman", "turbine"]


def test_an_oarsman_does_not_let_her_ram() -> None:
    assert happenings("oarsman", "ram", "cannot") == [t.Event(type="ram", agent=THIS_SHIP)]


def test_a_ghost_ship_is_bound_by_her_keyword_only_as_long_as_she_is_ghostly() -> None:
    choice, *rest = define("ghost-ship")
    ghostly = t.InState(state="ghostly")
    assert choice.effect == t.Become(subject=THIS_SHIP, filter=ghostly, strength="may")
    for ability in rest:
        assert t.Condition(fact=t.Matches(subject=THIS_SHIP, filter=ghostly)) in ability.guards
    assert set(footprint(define("ghost-ship")).forbids) >= {"ram", "pin", "board", "dock"}
    assert not {"shoot", "shoot_at"} & set(footprint(define("ghost-ship")).forbids)


@pytest.mark.parametrize(("key", "piece"), [("submarine", THIS_SHIP), ("sea-monster", THIS_CREATURE)])
def test_a_submerged_piece_may_only_move(key: str, piece: t.Pieces) -> None:
    under = t.Condition(fact=t.Matches(subject=piece, filter=t.InState(state="submerged")))
    other = t.Pieces(noun="action", which="any", filters=(t.Except(what=t.Pieces(noun="move_action")),))
    (ability,) = [found for found in define(key) if "give" in footprint(found).forbids]
    assert ability.guards == (under,)
    assert ability.effect == t.Happen(strength="cannot", event=t.Event(type="give", object=other, to=piece))


def test_a_broadside_is_fired_instead_of_shooting_and_no_other_ability_touches_it() -> None:
    print_of = footprint(define("broadsides-attack"))
    assert "shoot" in print_of.replaces
    assert print_of.permits == ("fire",)
    assert print_of.forbids == ("affect",)
    needed = [node.filter for node in nodes(define("broadsides-attack")) if isinstance(node, t.Become)]
    assert [found.kind for found in needed] == ["within", "located"]


def test_an_artillery_bombardier_shoots_twice_as_far_and_a_flamestrike_sets_fire() -> None:
    changes = [node for node in nodes(define("bombardier")) if isinstance(node, t.Change)]
    assert [(change.stat, change.by) for change in changes] == [("range", "multiply"), ("range", "set")]
    assert "eliminate" in footprint(define("bombardier")).replaces
    (choice,) = [node for node in nodes(define("bombardier")) if isinstance(node, t.Choice)]
    assert len(choice.options) == 2


def test_a_swoop_costs_two_masts_on_4_to_6_and_hits_nobody() -> None:
    (table,) = [node for node in nodes(define("sea-dragon")) if isinstance(node, t.Table)]
    (outcome,) = table.outcomes
    assert outcome.faces == (4, 5, 6)
    two = t.Pieces(noun="mast", count=t.Number(value=2))
    target = t.Pieces(noun="target", which="the")
    assert outcome.effect == t.Happen(event=t.Event(type="eliminate", object=two, source=target))
    assert "hit" not in footprint(define("sea-dragon")).causes


def test_a_blade_pins_the_target_and_not_the_scorpion_unless_she_has_rammed() -> None:
    target = t.Pieces(noun="target", which="the")
    assert happenings("scorpion", "pin", "do") == [t.Event(type="pin", object=target)]
    (spared,) = happenings("scorpion", "pin", "cannot")
    assert spared.object == THIS_SHIP
    strike = the_ability("scorpion", "resolve")
    assert t.Moment(at="free_action") in strike.guards
    rammed = [guard for guard in strike.guards if isinstance(guard, t.Condition) and guard.negated]
    assert [guard.fact for guard in rammed] == [
        t.Happens(event=t.Event(type="ram", agent=THIS_SHIP, time=t.Span(lasts="this_turn")))
    ]


def test_a_surrounded_ship_is_held_and_not_pinned() -> None:
    print_of = footprint(define("kraken"))
    assert "pin" not in {*print_of.causes, *print_of.forbids, *print_of.permits}
    (held,) = happenings("kraken", "give", "cannot")
    assert held.object == t.Pieces(noun="move_action")


def test_parley_is_paid_before_the_dice_and_buys_the_turn() -> None:
    (ability,) = define("parley")
    assert footprint(ability).listens == ("roll", "target")
    assert isinstance(ability.effect, t.Sequence)
    paid, safe = ability.effect.steps
    assert isinstance(paid, t.Happen)
    assert (paid.strength, paid.event.manner) == ("may", ("randomly",))
    never = t.Happen(strength="cannot", event=t.Event(type="shoot_at", object=THIS_SHIP))
    assert safe == t.Guarded(guards=(t.Condition(fact=t.Done()), t.Span(lasts="this_turn")), effect=never)


def test_ransom_is_five_gold_to_the_captor_and_one_to_the_killer() -> None:
    worth = [node.amount for node in nodes(define("ransom")) if isinstance(node, t.StatIs)]
    assert worth == [t.Number(value=5), t.Number(value=5), t.Number(value=1)]
    assert {"capture", "transfer", "eliminate"} == set(footprint(define("ransom")).listens)


def test_loyal_and_hostile_look_at_the_fleet_when_it_is_built_or_joined() -> None:
    for key in ("loyal", "hostile"):
        built, joined = define(key, "english")
        assert footprint(built).listens == ("build",)
        assert footprint(joined).listens == ("place",)
        assert built.effect == joined.effect
        assert isinstance(built.effect, t.Become)
        assert (built.effect.subject, built.effect.strength) == (THIS_CREW, "cannot")


def test_secret_hold_stops_taking_and_transferring_and_not_looking() -> None:
    assert footprint(define("secret-hold")).forbids == ("take", "transfer")


def test_a_marine_has_a_gun_of_its_own_and_is_safe_aboard() -> None:
    own = t.Pieces(noun="gun", count=t.Number(value=1), filters=(t.OfRange(range="S", rank=3),))
    assert t.Become(subject=THIS_CREW, filter=t.Has(what=own)) in set(nodes(define("marine")))
    assert happenings("marine", "shoot_at", "cannot") == [t.Event(type="shoot_at", object=THIS_CREW)]


def test_a_mercenary_cannot_dock_at_her_own_home_island_only() -> None:
    home = t.Pieces(noun="home_island", of=THIS_SHIP)
    assert happenings("mercenary", "dock", "cannot") == [t.Event(type="dock", agent=THIS_SHIP, at=home)]


def test_a_fleet_has_one_limit_piece_at_most() -> None:
    (ability,) = define("limit")
    assert isinstance(ability.effect, t.Become)
    assert ability.effect.strength == "cannot"
    assert isinstance(ability.effect.filter, t.Has)
    assert isinstance(ability.effect.filter.what, t.Pieces)
    assert ability.effect.filter.what.count == t.MoreThan(limit=t.Number(value=1))


def test_a_windcatcher_turns_about_before_she_moves() -> None:
    (ability,) = define("windcatcher")
    assert [guard.moment for guard in ability.guards if isinstance(guard, t.Trigger)] == ["when", "before"]
    assert happenings("windcatcher", "reverse", "may")


def test_a_flotilla_moves_only_behind_a_friendly_ship() -> None:
    (ability,) = [found for found in define("flotilla") if "move" in footprint(found).forbids]
    friend = t.Pieces(noun="ship", which="a", filters=(t.InState(state="friendly"),))
    towed = t.Happens(event=t.Event(type="tow", agent=friend, object=THIS_SHIP))
    assert ability.guards == (t.Condition(fact=towed, negated=True),)


def test_both_wordings_of_an_explorer_are_the_same_ability() -> None:
    first, second = KEYWORDS["explorer"].text_forms
    assert same(parse(first), parse(second))


def test_broken_yaml_is_told_with_file_and_line(tmp_path: Path) -> None:
    place = folder_with(tmp_path, hulls=ENTRY + "  - id: [galley\n    name: Galley\n")
    with pytest.raises(DataError, match=r"hulls\.yaml:1[2-4]: this is not YAML"):
        read_keywords(place)


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("confidence: high", "confidence: sure", 8, "schooner: confidence: .*'high'"),
        ("    kind: keyword\n", "", 4, "schooner: kind: Field required"),
        ("kind: keyword", "sort: keyword", 4, "schooner: kind: Field required"),
        ("name: Schooner", "name: Schooner\n    flavour: salt", 6, "flavour: Extra inputs"),
        ("[ship]", "[ship, kite]", 7, r"carried_by\.1"),
        ("id: schooner", "id: The Schooner", 4, "The Schooner: id"),
        ('      - "This ship cannot be pinned."', "      []", 4, "the definition is missing"),
        ("cannot be pinned", "has {panels} panels", 4, "{panels} is neither"),
        ("confidence: high", "confidence: high\n    marker: true", 4, "a type marker has no rule"),
        ("confidence: high", "confidence: high\n    same_as: galley", 9, "same_as names 'galley'"),
        ("family: hulls", "family: 7", 1, "'family' must be text"),
        ("about: kinds of hull\n", "", 1, "lacks `about:`"),
        ("about: kinds of hull", "about: hulls\nedition: 2", 3, "'edition' is unknown here"),
        ("name: Schooner", "name: Schooner\n    family: hulls", 6, "follows from the file"),
    ],
)
def test_a_wrong_entry_is_told_with_its_line_and_what_would_be_right(
    tmp_path: Path, old: str, new: str, line: int, message: str
) -> None:
    place = folder_with(tmp_path, hulls=ENTRY.replace(old, new))
    with pytest.raises(DataError, match=message) as caught:
        read_keywords(place)
    assert (caught.value.path, caught.value.line) == (place / "hulls.yaml", line)


def test_the_same_id_twice_is_refused_and_both_places_are_named(tmp_path: Path) -> None:
    place = folder_with(tmp_path, hulls=ENTRY, rigs=ENTRY)
    with pytest.raises(DataError, match=r"rigs\.yaml:4: the id 'schooner' is taken \(hulls\.yaml:4\)"):
        read_keywords(place)


def test_the_same_name_twice_is_refused_whatever_its_capitals(tmp_path: Path) -> None:
    other = ENTRY.replace("id: schooner", "id: sloop").replace("name: Schooner", "name: SCHOONER")
    with pytest.raises(DataError, match=r"rigs\.yaml:5: the name 'SCHOONER' is taken by schooner"):
        read_keywords(folder_with(tmp_path, hulls=ENTRY, rigs=other))


@pytest.mark.parametrize("text", ["", "[]", "keywords: []", "keywords: 3", "just text"])
def test_a_file_without_a_list_of_keywords_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(DataError, match="must hold a list of entries under `keywords:`"):
        read_keywords(folder_with(tmp_path, hulls=text))


def test_an_entry_that_is_no_table_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"hulls\.yaml:4: an entry must be a table"):
        read_keywords(folder_with(tmp_path, hulls="family: hulls\nabout: x\nkeywords:\n  - Schooner\n"))


def test_a_folder_without_keyword_files_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no keyword files"):
        read_keywords(tmp_path)


def test_two_nations_cannot_share_a_name(tmp_path: Path) -> None:
    path = tmp_path / "nations.yaml"
    nation = "  - {{id: {}, adjective: Dutch, noun: {}}}\n"
    path.write_text(
        "nations:\n" + nation.format("dutch", "Holland") + nation.format("orange", "Orange"), "utf-8"
    )
    with pytest.raises(DataError, match=r"nations\.yaml:3: the name 'Dutch' is taken by dutch"):
        read_nations(path)


def test_a_new_nation_needs_only_an_entry(tmp_path: Path) -> None:
    path = tmp_path / "nations.yaml"
    path.write_text("nations:\n  - {id: dutch, adjective: Dutch, noun: Holland}\n", "utf-8")
    assert read_nations(path) == (Nation(id="dutch", adjective="Dutch", noun="Holland"),)
