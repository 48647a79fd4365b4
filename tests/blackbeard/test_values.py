"""The values of the game are whole; an overlay replaces them, and what is wrong with it is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from pirate_code.blackbeard.cards.reading import read_cards
from pirate_code.blackbeard.values import load_values, standard_values, values_with
from pirate_code.data import DataError


def overlay(tmp_path: Path, text: str) -> Path:
    """An overlay file."""
    path = tmp_path / "mine.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_the_values_are_as_many_as_the_document_tells() -> None:
    values = standard_values()
    assert len(values.ports) == 36
    assert sum(merchant.count for merchant in values.merchants.values()) == 35
    assert (len(values.warships), len(values.commissioners)) == (15, 9)
    assert sum(hostage.count for hostage in values.hostages.values()) == 15
    assert (len(values.events), len(values.rules.governors)) == (23, 8)
    assert all(port.value == 0 for port in values.ports.values() if port.nation == "pirate")


def test_what_the_document_does_not_give_is_marked_as_assumed() -> None:
    values = standard_values()
    for section in (
        "seas",
        "transits",
        "ports",
        "pirates",
        "merchants",
        "warships",
        "commissioners",
        "hostages",
    ):
        assert all(entry.assumed for entry in getattr(values, section).values()), section
    assert not any(ship.assumed for ship in values.ships.values())


def test_every_sea_adjoins_those_that_adjoin_it() -> None:
    near = standard_values().adjoining
    assert all(place in near[other] for place, others in near.items() for other in others)


def test_an_overlay_replaces_single_values_which_are_assumed_no_more(tmp_path: Path) -> None:
    values = load_values(overlay(tmp_path, "ports: {havana: {value: 5}}\nrules: {hand: 5}\n"))
    assert (values.ports["havana"].value, values.ports["havana"].defense) == (5, 11)
    assert not values.ports["havana"].assumed
    assert values.ports["boston"].assumed
    assert values.rules.hand == 5
    assert values_with(values.overlay).ports == values.ports


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[1, 2]", r"mine\.yaml:1: an overlay has sections: seas, "),
        ("ships: {}\nharbours: {}\n", r"mine\.yaml:2: there is no section 'harbours'"),
        ("ports:\n  havana: {value: many}\n", r"mine\.yaml:2: havana.value: 'many' is not a whole number"),
        (
            "ports:\n  havana: {depth: 3}\n",
            r"mine\.yaml:2: havana.depth: there is no entry of this name; it can",
        ),
        (
            "ports:\n  havana:\n    value: 4\n    defence: 3\n",
            r"mine\.yaml:4: havana.defence: there is no entry of this name; did you mean defense\?",
        ),
        (
            "ports: {havana: {sea: cuba-waters}}\n",
            r"mine\.yaml:1: havana: there is no sea 'cuba-waters'; did you mean cuban-waters\?",
        ),
        (
            "seas:\n  atlantis: {name: Atlantis, region: atlantic, seas: [chesapeake], transits: []}\n",
            r"mine\.yaml:2: atlantis adjoins chesapeake, and chesapeake does not name atlantis",
        ),
        ("ports:\n  havana: {sea: dead-sea}\n", r"mine\.yaml:2: havana: there is no sea 'dead-sea'"),
        ("ports:\n  havana: {number: 77}\n", r"mine\.yaml:2: havana: 77 is no result of d66"),
        ("ports:\n  havana: {number: 11}\n", r"has the number 11"),
        (
            "ports:\n  havana: null\n",
            r"mine\.yaml:2: no port has the number 24; each result of d66 needs one",
        ),
        (
            "seas:\n  gulf-of-aden: {seas: [malabar-coast, styx]}\n",
            r"mine\.yaml:2: gulf-of-aden: there is no sea 'styx'",
        ),
        ("seas:\n  gulf-of-aden: {seas: []}\n", r"adjoins gulf-of-aden, and gulf-of-aden does not name"),
        (
            "seas:\n  gulf-of-aden: {seas: [malabar-coast]}\n  mozambique-channel: {seas: []}\n",
            r"mine\.yaml:2: the map is in two parts: gulf-of-aden cannot be reached from new-england",
        ),
        ("rules: {hand: 0}", r"mine\.yaml:1: hand: 0 is not at least 1"),
        ("rules: {hand: 30}", r"event cards are too few for 5 hands"),
        ("rules: {limits: {1: {start: 1, hand: 1, play: 1}}}", r"limits.1"),
        ("ports: {havana: 3}", r"mine\.yaml:1: havana: "),
        ("pirates: {edward-teach: {ability: 99}}", r"edward-teach.ability: 99 is not at most 20"),
    ],
)
def test_what_is_wrong_with_an_overlay_is_told_with_its_line(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(DataError, match=said):
        load_values(overlay(tmp_path, text))


def test_an_event_card_that_is_not_understood_is_told_with_its_line(tmp_path: Path) -> None:
    for text, said in (
        (
            "sing a song",
            r"mine\.yaml:3: the event card disease: column 19: 'sing a song\.' is not understood",
        ),
        ("that pirate loses 1 loyalty", r"mine\.yaml:3: the event card disease: it says 'that pirate'"),
    ):
        path = overlay(tmp_path, f'events:\n  disease:\n    text: "In your own turn: {text}."\n')
        with pytest.raises(DataError, match=said):
            read_cards(load_values(path))


def test_numbers_of_the_rules_are_replaced_one_by_one(tmp_path: Path) -> None:
    values = load_values(overlay(tmp_path, "rules: {limits: {5: {hand: 4}}, loyalty: {start: 8}}\n"))
    assert values.rules.limits[5].hand == 4
    assert (values.rules.limits[5].start, values.rules.limits[2].hand) == (2, 4)
    assert (values.rules.loyalty.start, values.rules.loyalty.after_mutiny) == (8, 6)
