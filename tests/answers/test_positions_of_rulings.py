"""Positions of rulings are played without one thing, without the other, and without both."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from pirate_code.answers.agreement import claims_to_try
from pirate_code.answers.experiment import experiment
from pirate_code.answers.experiment.presence import present, wordings_of
from pirate_code.answers.experiment.ruling_positions import positions_of
from pirate_code.answers.experiment.scenario_trial import scenario_trials
from pirate_code.answers.experiment.subject import subject_of
from pirate_code.board.state import State
from pirate_code.library.lookup import Meaning, find
from pirate_code.library.storage import connect


@pytest.fixture(scope="module")
def db(built: Path) -> Iterator[sqlite3.Connection]:
    with closing(connect(built)) as db:
        yield db


def _thing(db: sqlite3.Connection, name: str) -> Meaning:
    return find(db, name)[0]


@pytest.mark.parametrize(
    ("claim", "verdict", "ruling"),
    [
        (("Cancel", "prevents", "Eternal"), "yes", "eternal-cancelled"),
        (("Doctor", "prevents", "crew removal"), "no", "doctor-stops-elimination-only"),
        (("Flotilla", "prevents", "Oarsman"), "yes", "flotilla-gets-no-move-from-an-oarsman"),
        (("Cancel", "cancels", "Titan"), "yes", "titan-cancelled-is-a-plain-sea-creature"),
        (("Oarsman", "allows", "move action"), "yes", "oarsman-ship-neither-pins-nor-rams"),
        (("Shipwright", "overrides", "submerged"), "no", "submarine-repairs-only-on-the-surface"),
        (("ram", "applies-after", "Captain"), "yes", "captain-shoots-before-the-ram"),  # in one step
        (
            ("Galley", "prevents", "derelict"),
            "no",
            "oarsman-earlier-wording-on-ships",
        ),  # a state is looked at
        (
            ("shoot action", "affects", "submerged"),
            "no",
            "submerged-ship-is-no-target-for-shots",
        ),  # she dives
        (("Helmsman", "allows", "move action"), "no", "helmsman-gives-no-move-action"),  # it is refused
        (("Pride", "counts-as", "Schooner"), "yes", "julius-caesar-and-pride-correct-text"),
        (("two masts with one hit", "triggers", "sunk"), "no", "two-masts-with-one-hit-is-still-one-hit"),
        (("Rum", "prevents", "Mycron"), "yes", "mycron-needs-an-action-to-give-up"),  # in the first turn
        (("Raft", "prevents", "Divers"), "yes", "divers-and-raft-together"),
        (("Hidden Cove", "allows", "explore action"), "no", "hidden-cove-and-exploring"),
        (("Ransom", "prevents", "unload"), "yes", "ransom-crew-is-not-unloaded"),  # it is not offered
        (("Fruit", "triggers", "unload"), "yes", "fruit-makes-room-for-itself"),  # else nothing is unloaded
        (("derelict", "prevents", "Necklace of the Sky"), "yes", "necklace-of-the-sky-needs-a-move-action"),
        (("Parley", "prevents", "shot"), "depends", "parley-answers-shoot-actions-only"),  # all but the first
        (("Kraken Gong", "protects-against", "Kraken"), "yes", "kraken-gong-two-to-five-protects-all-round"),
    ],
)
def test_a_ruling_is_borne_out_by_its_own_position(
    db: sqlite3.Connection, claim: tuple[str, str, str], verdict: str, ruling: str
) -> None:
    x, relation, y = claim
    found = experiment(db, _thing(db, x), _thing(db, y), relation, (ruling,)).finding
    assert found is not None
    assert (found.verdict, found.ruling) == (verdict, ruling)


@pytest.mark.parametrize(
    ("claim", "ruling"),
    [
        (("ram", "affects", "Metal Hull"), "metal-hull-ignores-damage-without-hits"),  # a sum of two things
        (("Longship", "modifies", "Musketeer"), "longship-and-musketeer"),
        (("Neptune's Trident", "prevents", "shot"), "neptunes-trident-then-the-cannons"),  # it costs masts
        (("Broadsides Attack", "combines", "Longship"), "broadsides-attack-alone"),  # one turn for each
        (("better of two dice", "combines", "Runes of Loki"), "better-of-two-dice-and-rerolls"),  # enemies
        (("Helmsman", "affects", "derelict"), "helmsman-gives-no-move-action"),  # she may not move
        (("Deck Cannon", "affects", "Wolves"), "wolves-who-can-shoot-them"),  # it is not seen to do anything
        (("ram", "triggers", "Parley"), "parley-answers-shoot-actions-only"),  # that was in another turn
        (
            ("not shot at while docked", "protects-against", "Broadsides Attack"),
            "broadsides-attack-what-makes-a-target-invalid",
        ),  # another ship is shot at
    ],
)
def test_what_has_another_cause_is_no_sign(
    db: sqlite3.Connection, claim: tuple[str, str, str], ruling: str
) -> None:
    x, relation, y = claim
    found = experiment(db, _thing(db, x), _thing(db, y), relation, (ruling,)).finding
    assert found is None or found.ruling != ruling


def test_a_ship_that_comes_home_by_eternal_does_not_when_it_is_cancelled(db: sqlite3.Connection) -> None:
    found = experiment(db, _thing(db, "Cancel"), _thing(db, "Eternal"), "prevents", ("eternal-cancelled",))
    assert found.finding is not None
    worlds = found.finding.witness
    assert "Undead is at sea." in worlds.world("y").outcome
    assert "Undead is out of the game." in worlds.world("both").outcome
    assert "Undead is out of the game." in worlds.world("neither").outcome


def test_an_ability_is_found_in_a_position_by_its_words_and_by_its_name(db: sqlite3.Connection) -> None:
    cancel = _thing(db, "Cancel")
    subject = subject_of(db, cancel)
    assert subject is not None
    wordings = wordings_of(db, cancel, subject)
    (position,) = positions_of(db, "cancel-two-wordings-one-ability")
    found = present(wordings, subject, position)
    assert found is not None
    assert set(found.abilities) == {"Revenge", "Quill"}


def test_that_a_deed_is_allowed_with_one_and_with_both_is_no_sign(db: sqlite3.Connection) -> None:
    found = experiment(
        db, _thing(db, "Turtle Ship"), _thing(db, "board"), "allows", ("turtle-ship-and-boarding",)
    )
    assert found.finding is None


def test_a_thing_counts_as_another_if_that_does_the_same_in_its_place(db: sqlite3.Connection) -> None:
    ruling = ("kraken-and-octopus-are-one-ability",)
    found = experiment(db, _thing(db, "Octopus"), _thing(db, "Kraken"), "counts-as", ruling).finding
    assert found is not None
    assert found.verdict == "yes"


def test_what_moves_a_ship_is_no_move_action_if_none_comes_about_by_it(db: sqlite3.Connection) -> None:
    ruling = ("hidden-cove-is-no-movement",)
    found = experiment(db, _thing(db, "Hidden Cove"), _thing(db, "move action"), "counts-as", ruling).finding
    assert found is not None
    assert found.verdict == "no"


def test_an_ability_needs_an_action_if_it_does_nothing_with_another_in_its_place(
    db: sqlite3.Connection,
) -> None:
    ruling = ("musketeer-shoots-with-the-ship",)
    found = experiment(db, _thing(db, "Musketeer"), _thing(db, "shoot action"), "requires", ruling).finding
    assert found is not None
    assert found.verdict == "yes"


def test_what_a_ruling_says_of_two_things_is_tried_with_either_in_its_position(
    db: sqlite3.Connection,
) -> None:
    about = ("Doctor", "protects-against", "Savage Natives")  # the ruling's position holds Cursed Natives
    claim = next(one for one in claims_to_try(db) if (one.x.name, one.relation, one.y.name) == about)
    found = experiment(db, claim.x, claim.y, claim.relation, claim.rulings).finding
    assert found is not None
    assert (found.verdict, found.ruling) == ("yes", "cursed-natives-against-a-doctor")
    assert "Tom is eliminated." in found.witness.world("y").outcome
    assert "Tom is on Revenge." in found.witness.world("both").outcome


def test_the_gold_of_a_player_is_a_number_that_adds_up(db: sqlite3.Connection) -> None:
    position = positions_of(db, "capture-gold-and-ransom")[0]
    capture, ransom = _thing(db, "Capture (Gold)"), _thing(db, "Ransom")
    x, y = subject_of(db, capture), subject_of(db, ransom)
    assert x is not None
    assert y is not None
    trials = scenario_trials(position, x, y, wordings_of(db, capture, x), wordings_of(db, ransom, y))
    gold = [each.values for trial in trials for each in trial.differences if each.key == ("ours", "gold")]
    assert gold
    assert all(isinstance(value, int) for values in gold for value in values)


def test_what_uses_the_other_up_tells_nothing_of_whether_both_can_be_used(db: sqlite3.Connection) -> None:
    found = experiment(db, _thing(db, "Sacrifice Action"), _thing(db, "Born Leader"), "excludes").finding
    assert found is None  # the crew that is sacrificed there is the born leader himself


@pytest.mark.parametrize(
    ("claim", "verdict", "ruling"),
    [
        (
            ("iceberg", "triggers", "mast elimination"),
            "yes",
            "iceberg-does-not-sink",
        ),  # ships stay where they were
        (("iceberg", "affects", "submerged"), "yes", "submerged-ship-and-terrain"),  # it holds a fog bank
        (
            ("Galley", "protects-against", "Kraken"),
            "no",
            "galley-can-be-surrounded",
        ),  # a later step is refused
        (
            ("submerged", "prevents", "Broadsides Attack"),
            "yes",
            "broadsides-attack-what-makes-a-target-invalid",
        ),
        (("Doctor", "protects-against", "Duel"), "no", "duel-removes-crew"),  # put in another doctor's place
        (("Doctor", "combines", "Sacrifice Action"), "no", "doctor-spoils-a-sacrifice-for-an-action"),
        (("Captain", "allows", "Broadsides Attack"), "yes", "broadsides-attack-with-a-captain"),
        (("Trees", "requires", "repair action"), "no", "trees-are-no-repair-action"),
        (
            ("Hidden Cove", "requires", "move action"),
            "no",
            "hidden-cove-is-no-movement",
        ),  # none is ever given
        (("mast elimination", "triggers", "derelict"), "yes", "derelict-is-a-ship-without-masts"),
        (("Devil's Maw", "triggers", "Ghost Ship"), "yes", "devils-maw-gives-the-ship-ghost-ship"),
        (("unload", "triggers", "gold bonus"), "yes", "gold-bonus-wordings-share-one-trigger"),
        (("submerged", "protects-against", "fire mast"), "no", "fire-mast-burns-under-water"),
        (("Navigator", "requires", "move action"), "yes", "navigator-needs-a-move-action"),  # beside a target
        (
            ("L immunity", "protects-against", "L range for all cannons"),
            "no",
            "l-range-for-all-cannons-against-l-immunity",
        ),
    ],
)
def test_a_position_tells_by_what_it_speaks_of(
    db: sqlite3.Connection, claim: tuple[str, str, str], verdict: str, ruling: str
) -> None:
    x, relation, y = claim
    found = experiment(db, _thing(db, x), _thing(db, y), relation, (ruling,)).finding
    assert found is not None
    assert (found.verdict, found.ruling) == (verdict, ruling)


@pytest.mark.parametrize(
    ("claim", "ruling"),
    [
        # Ex-Patriot gives the keyword itself
        (("Ex-Patriot", "requires", "Mercenary"), "ex-patriot-mercenary-keyword-cancelled-alone"),
        # the die of the mirror shows too little to do anything
        (("Mirror of Archimedes", "counts-as", "hit"), "mirror-of-archimedes-is-no-shot"),
        # the protection would have to be seen against more than all there is
        (
            ("Paradis de la Mer", "protects-against", "Neptune's Trident"),
            "paradis-de-la-mer-against-neptunes-trident",
        ),
    ],
)
def test_what_follows_from_something_else_is_no_sign(
    db: sqlite3.Connection, claim: tuple[str, str, str], ruling: str
) -> None:
    x, relation, y = claim
    found = experiment(db, _claimed(db, x), _claimed(db, y), relation, (ruling,)).finding
    assert found is None or found.ruling != ruling


def _claimed(db: sqlite3.Connection, name: str) -> Meaning:
    """The thing of that name that claims speak of."""
    claims = claims_to_try(db)
    return next(thing for claim in claims for thing in (claim.x, claim.y) if thing.name == name)


def test_without_the_terrain_ships_are_where_they_were(db: sqlite3.Connection) -> None:
    iceberg, lost = _thing(db, "iceberg"), _thing(db, "mast elimination")
    x, y = subject_of(db, iceberg), subject_of(db, lost)
    assert x is not None
    assert y is not None
    position = positions_of(db, "iceberg-does-not-sink")[1]
    (trial,) = scenario_trials(position, x, y, wordings_of(db, iceberg, x), wordings_of(db, lost, y))
    poses = {
        trial.play(name).before.pieces[_sloop(trial.play(name).before)].pose for name in ("neither", "both")
    }
    assert len(poses) == 1


def _sloop(state: State) -> int:
    return next(piece.id for piece in state.pieces if piece.card.name == "Sloop")


def test_how_far_a_ship_goes_of_herself_is_no_sign(db: sqlite3.Connection) -> None:
    assert experiment(db, _claimed(db, "Titan"), _claimed(db, "Flotilla"), "affects").finding is None
