"""The catalogue knows every event and fact that the rules use, and the table in the docs is made from it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from docs import event_table
from pirate_code import compiled
from pirate_code.board.refs import Part, Ref, Seat
from pirate_code.data import load_yaml
from pirate_code.fleets import card_pool
from pirate_code.language.words import load_words
from pirate_code.library.rulings import ruling_file
from pirate_code.play.game import go_on
from pirate_code.play.many import Order, Run, draw
from pirate_code.rules import event_facts, pipeline
from pirate_code.rules.decision import Steps
from pirate_code.rules.event import SETUP, Event, EventChanges
from pirate_code.rules.event_facts import FACTS
from pirate_code.rules.events import CATALOGUE, FITS, ONLY_SAID, SLOTS
from pirate_code.rules.game import Game
from pirate_code.rules.program.performing import PERFORMERS
from pirate_code.rules.registry import BANS, CLOSINGS, MECHANICS, OPENINGS, load_rules
from pirate_code.scenarios.check import editions_of, scenarios_of
from pirate_code.scenarios.format import Step
from pirate_code.scenarios.run import positions, run
from pirate_code.views.account import is_reported

RULES = Path(__file__).parent.parent.parent / "pirate_code" / "rules"
# The names of the types that the value of a fact may have.
_ABSTRACT = {"Sequence": "list"}
TYPES = {
    name: [_ABSTRACT.get(part.split("[")[0], part.split("[")[0]) for part in kind.split(" | ")]
    for name, kind in event_table.fact_types().items()
}
# Rulings whose scenarios have many sorts of events.
SHOWN = (
    "shooting",
    "board",
    "transfer-load-and-unload",
    "copy-ability",
    "native-canoe",
    "secret-hold",
    "whirlpool",
)


def sources() -> Iterator[ast.AST]:
    """Every node of the source of the rules."""
    for path in RULES.rglob("*.py"):
        yield from ast.walk(ast.parse(path.read_text(encoding="utf-8")))


def made() -> set[str]:
    """The types of the events that the rules make by name."""
    calls = (node for node in sources() if isinstance(node, ast.Call) and node.args)
    names = (call.args[0] for call in calls if isinstance(call.func, ast.Name) and call.func.id == "Event")
    return {str(name.value) for name in names if isinstance(name, ast.Constant)}


def known_to_the_rules() -> set[str]:
    """The types of the events that the rules make, carry out, forbid, open or close."""
    load_rules()
    performed = {kind.split()[0] for kind in PERFORMERS}
    return made() | performed | {*MECHANICS, *BANS, *OPENINGS, *CLOSINGS}


def facts_used() -> set[str]:
    """The names of the facts that the rules write or read: `facts.SHOWN`, or SHOWN by itself."""
    members = {node.attr for node in sources() if isinstance(node, ast.Attribute) and is_catalogue(node)}
    imported = {
        name.name
        for node in sources()
        if isinstance(node, ast.ImportFrom) and node.module == event_facts.__name__
        for name in node.names
    }
    return {name.lower() for name in members | imported if name.isupper()}


def is_catalogue(node: ast.Attribute) -> bool:
    """Whether code names a member of the catalogue of facts."""
    return isinstance(node.value, ast.Name) and node.value.id == "facts" and node.attr.isupper()


def test_the_catalogue_knows_every_event_of_the_rules() -> None:
    assert known_to_the_rules() - set(CATALOGUE) == set()


def test_the_catalogue_has_no_event_that_neither_rules_nor_cards_know() -> None:
    assert set(CATALOGUE) - known_to_the_rules() - set(load_words().verbs) == set()


def test_every_verb_of_cards_is_an_event_or_only_said() -> None:
    assert set(load_words().verbs) - set(CATALOGUE) == ONLY_SAID


def test_every_fact_that_the_rules_use_is_in_the_list_and_no_other() -> None:
    assert facts_used() == set(FACTS)


def test_slots_and_the_things_in_them_are_known() -> None:
    things = [one.things for one in CATALOGUE.values()]
    assert {slot for slots in things for slot in slots} <= set(SLOTS)
    assert {word for slots in things for words in slots.values() for word in words.split(" | ")} <= set(FITS)


def test_every_fact_has_the_name_of_its_constant_and_a_type() -> None:
    assert {name: getattr(event_facts, name.upper()) for name in FACTS} == FACTS
    assert set(event_table.fact_types()) == set(FACTS)


def test_a_fact_is_known_when_it_was_noted_and_forgotten_when_it_is_taken_off() -> None:
    roll = Event("roll")
    assert not event_facts.SHOWN.is_known(roll) and event_facts.SHOWN.get(roll, 3) == 3
    event_facts.SHOWN.put(roll, 6)
    assert event_facts.SHOWN.of(roll) == event_facts.SHOWN.get(roll, 3) == 6
    event_facts.SHOWN.forget(roll)
    with pytest.raises(KeyError):
        event_facts.SHOWN.of(roll)


def test_a_flag_that_was_not_noted_is_not_so() -> None:
    event = Event("move")
    assert not event_facts.MOVED.of(event)
    event_facts.MOVED.put(event, True)
    assert event_facts.MOVED.of(event)


def test_what_grows_is_empty_at_first_and_noted_only_when_something_is_added() -> None:
    one, other = Event("shoot"), Event("shoot")
    assert event_facts.SPENT.of(one) == set() and not event_facts.SPENT.is_known(one)
    event_facts.SPENT.to_grow(one).add(Part(1, "cannon", 0))
    assert event_facts.SPENT.of(one) == {Part(1, "cannon", 0)} and event_facts.SPENT.of(other) == set()


def test_facts_stand_on_events_of_the_catalogue() -> None:
    assert {event for fact in FACTS.values() for event in fact.on} <= set(CATALOGUE)


# --- what happens in games ----------------------------------------------------------------------------------


@pytest.fixture
def misfits(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """What does not fit the catalogue, of all events that happen while the test runs."""
    if compiled.is_used():
        pytest.skip("compiled functions call each other directly, so that nobody can watch them")
    found: set[str] = set()
    propose = pipeline.propose

    def watched(game: Game, event: Event) -> Steps[bool]:
        found.update(_wrong_slots(game, event))
        happened = yield from propose(game, event)
        found.update(_wrong_facts(event))
        return happened

    monkeypatch.setattr(pipeline, "propose", watched)
    return found


def _wrong_slots(game: Game, event: Event) -> Iterator[str]:
    for slot in SLOTS:
        ref = getattr(event, slot)
        if ref is not None and not CATALOGUE[event.type].holds(slot, _kind(game, ref)):
            yield f"{event.type}: {_kind(game, ref)} as {slot}"


def _wrong_facts(event: Event) -> Iterator[str]:
    for fact, value in event.facts.items():
        if fact.on and event.type not in fact.on:
            yield f"{event.type} has {fact.name}"
        kinds = {kind.__name__ for kind in type(value).__mro__}
        if not kinds & set(TYPES[fact.name]):
            yield f"{fact.name} is {value!r}"


def _kind(game: Game, ref: Ref) -> str:
    if isinstance(ref, int):
        return game.piece(ref).kind
    if isinstance(ref, Part | Seat):
        return "part" if isinstance(ref, Part) else "player"
    last = ref.noun.split("_")[-1]
    return last if last in {"action", "roll", "ability"} else "matter"


def test_the_events_of_a_game_fit_the_catalogue(misfits: set[str]) -> None:
    played = draw(
        Run(card_pool.builtin(), watched=False, close=True), Order(2, captains=("greedy", "raider"))
    )
    go_on(played)
    assert len(played.log) > 100
    assert misfits == set()


@pytest.mark.parametrize("section", SHOWN)
def test_the_events_of_scenarios_fit_the_catalogue(section: str, misfits: set[str], root: Path) -> None:
    document = load_yaml(root / "rulings" / f"{section}.yaml")
    for number, ruling in enumerate(ruling_file(document).rulings):
        scenarios = scenarios_of(ruling, document, number)
        for scenario, given in zip(scenarios, positions(scenarios), strict=True):
            for edition in editions_of(ruling, scenario):
                run(scenario.model_copy(update={"edition": edition}), given)
    assert misfits == set()


# --- who reads the catalogue --------------------------------------------------------------------------------


def test_the_table_in_the_docs_is_made_from_the_catalogue() -> None:
    page = event_table.PAGE.read_text(encoding="utf-8")
    assert page == event_table.page(page), "the table is old: make event-table"


def test_a_step_of_a_scenario_names_an_event_of_the_catalogue() -> None:
    assert Step(event="dock").event == "dock"
    with pytest.raises(ValueError, match="'dokc' is no event"):
        Step(event="dokc")


def test_the_account_leaves_out_what_the_catalogue_does_not_tell() -> None:
    told = {kind for kind in CATALOGUE if is_reported(("happens", kind, (), 0, (), SETUP, ""))}
    assert told == {kind for kind, one in CATALOGUE.items() if one.reported} - {"roll"}  # told with its die


def test_every_field_of_an_event_can_be_changed_by_its_name_and_nothing_else() -> None:
    named = {name for name in dir(Event("move")) if not name.startswith("_")}
    assert named == {*EventChanges.__annotations__, "but"}
