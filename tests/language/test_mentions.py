"""She, it, they, that ship and the target become explicit references to the piece they speak of."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from pirate_code.language import parse
from pirate_code.language import tree as t
from pirate_code.language.build.mentions import Mentions, reference
from pirate_code.language.walk import walk

SHIP = t.Pieces(noun="ship", which="this")
THAT_SHIP = t.Pieces(noun="ship", which="that")
CREW = t.Pieces(noun="crew", which="this")
THAT_CREW = t.Pieces(noun="crew", which="that")
TREASURE = t.Pieces(noun="treasure", which="this")
THAT_TREASURE = t.Pieces(noun="treasure", which="that")
FORT = t.Pieces(noun="fort", which="this")
MONSTER = t.Pieces(noun="sea_monster", which="this")
THAT_PIECE = t.Pieces(noun="game_piece", which="that")
THE_TARGET = t.Pieces(noun="target", which="the")


def events(line: str) -> list[t.Event]:
    """The events a line causes, permits or forbids, in the order they are said."""
    return [node.event for node in walk(parse(line)) if isinstance(node, t.Happen)]


def changes(line: str) -> list[t.Change]:
    return [node for node in walk(parse(line)) if isinstance(node, t.Change)]


def facts(line: str) -> list[t.Matches]:
    return [node for node in walk(parse(line)) if isinstance(node, t.Matches)]


# ---------------------------------------------------------------- she and her


@pytest.mark.parametrize(
    "line",
    [
        "This ship gets +1 to her boarding rolls.",
        "When this ship carries no cargo, she gets +S to her base move.",
        "This ship sinks when her last mast is eliminated.",
        "When this ship sinks another ship, she may move.",
        "If derelict, she cannot shoot.",
    ],
)
def test_she_is_this_ship_when_the_sentence_began_with_her(line: str) -> None:
    pieces = [node for node in walk(parse(line)) if isinstance(node, t.Pieces)]
    assert SHIP in pieces
    assert THAT_SHIP not in pieces


def test_she_is_another_ship_when_the_sentence_began_with_that_one() -> None:
    line = "When a ship has only fire masts, she must be scuttled on her next turn."
    assert events(line) == [t.Event(type="scuttle", object=THAT_SHIP)]


def test_her_masts_are_those_of_the_ship_that_docks() -> None:
    line = "When a ship docks here, you may repair all of her masts."
    assert events(line)[0].object == t.Pieces(noun="mast", which="all", of=THAT_SHIP)


def test_she_is_the_ship_of_an_earlier_sentence() -> None:
    line = (
        "This ship may dock at an enemy home island and load one treasure. If able, she must leave on your"
        " next turn."
    )
    assert events(line)[-1] == t.Event(type="leave", agent=SHIP)


def test_her_is_the_ship_a_place_is_measured_from() -> None:
    line = "This ship cannot be shot at by ships within S of her."
    near = t.Within(distance=t.Distance(segments=("S",)), of=SHIP)
    assert events(line)[0].agent == t.Pieces(noun="ship", filters=(near,))


# ---------------------------------------------------------------- it and its


@pytest.mark.parametrize(
    ("line", "owner"),
    [
        ("This fort gets +1 to its cannon rolls.", FORT),
        ("This crew gets +1 to its gun rolls.", CREW),
        ("This sea monster gets +1 to its boarding rolls.", MONSTER),
        ("This ship gets +S to its base move.", SHIP),
        (
            "Sea Monster. If this sea monster is within S of a friendly ship, it gets +1 to its cannon"
            " rolls.",
            MONSTER,
        ),
    ],
)
def test_its_is_the_piece_the_sentence_is_about(line: str, owner: t.Pieces) -> None:
    assert changes(line)[0].of == owner


def test_it_is_the_crew_that_would_be_eliminated() -> None:
    line = "When another face-up crew on this ship would be eliminated, turn it face down instead."
    assert events(line) == [t.Event(type="turn", object=THAT_CREW, manner=("face_down",))]


def test_it_is_the_crew_that_is_not_eliminated_but_captured() -> None:
    line = (
        "If this ship wins a boarding party, she may capture the crew with the highest point cost instead of"
        " eliminating it."
    )
    instead = [node for node in walk(parse(line)) if isinstance(node, t.Instead)]
    assert instead == [t.Instead(of=t.Event(type="eliminate", object=THAT_CREW))]


def test_it_is_the_treasure_an_earlier_sentence_loaded() -> None:
    line = "Load this treasure face down. You may reveal it at the start of your turn."
    assert events(line)[-1] == t.Event(type="reveal", agent=t.Person(who="you"), object=TREASURE)


def test_it_is_the_treasure_an_earlier_sentence_eliminated() -> None:
    line = (
        "When this ship is docked at your home island, you may eliminate one treasure. It becomes a 3S"
        " cannon."
    )
    become = [node for node in walk(parse(line)) if isinstance(node, t.Become)]
    assert [node.subject for node in become] == [THAT_TREASURE]


def test_it_is_the_coin_just_chosen_and_not_the_ship_sunk_before() -> None:
    line = (
        "Each time this ship sinks a non-French ship, randomly choose one gold coin on a wild island and put"
        " it on your home island."
    )
    assert events(line)[-1].object == t.Pieces(noun="gold_coin", which="that")


def test_it_is_the_place_that_is_docked_at() -> None:
    line = "This fort gets +1 to its cannon rolls when a ship is docked at it."
    assert facts(line)[0].filter == t.Located(place="docked_at", what=FORT)


def test_within_s_of_it_is_measured_from_the_island() -> None:
    line = "This ship may unload cargo at your home island if she's within S of it."
    near = facts(line)[0].filter
    assert isinstance(near, t.Within)
    assert isinstance(near.of, t.Pieces)
    assert near.of.noun == "home_island"


def test_it_is_the_card_just_named() -> None:
    line = "After using Chain Shot, remove it from the game."
    assert events(line)[0].object == t.Named(name="Chain Shot")


def test_its_ability_is_that_of_either_piece_of_a_group() -> None:
    line = "Once per turn, one crew or ship within S of this ship cannot use its ability that turn."
    assert events(line)[0].object == t.Pieces(noun="ability", of=THAT_PIECE)


def test_its_is_the_event_whose_token_is_placed() -> None:
    line = "Reveal this event at the beginning of one of your turns and place its token on a fog bank."
    assert events(line)[-1].object == t.Pieces(noun="token", of=t.Pieces(noun="event", which="this"))


# ---------------------------------------------------------------- they, them and their


def test_their_abilities_are_those_of_the_crew() -> None:
    line = "Spanish crew may use their abilities on this ship."
    ability = events(line)[0].object
    assert isinstance(ability, t.Pieces)
    assert ability.of == THAT_CREW


def test_they_are_the_crew_of_the_sentence_before() -> None:
    line = "Place your eliminated crew on this fort. They gain the Ghost Ship keyword."
    gains = [node for node in walk(parse(line)) if isinstance(node, t.Gain)]
    assert gains == [t.Gain(who=THAT_CREW, what=t.KeywordItself(keyword="ghost-ship"))]


def test_them_is_what_was_named_in_the_plural() -> None:
    line = "Forts cannot fire on this ship unless this ship fires on them first."
    (condition,) = [node for node in walk(parse(line)) if isinstance(node, t.Condition)]
    assert condition.fact == t.Happens(
        event=t.Event(
            type="shoot_at", agent=SHIP, object=t.Pieces(noun="fort", which="that"), manner=("first",)
        )
    )


def test_their_abilities_are_those_of_every_piece_of_a_group() -> None:
    line = "English and French crew may use their abilities on this ship."
    ability = events(line)[0].object
    assert isinstance(ability, t.Pieces)
    assert ability.of == THAT_PIECE


# ---------------------------------------------------------------- that ship, the target, he or she


@pytest.mark.parametrize(
    "line",
    [
        "Once per turn when this ship hits an enemy ship, also eliminate one crew from that ship.",
        "When this fort hits a ship, you may also eliminate one cargo from that ship.",
    ],
)
def test_that_ship_is_the_one_that_was_hit(line: str) -> None:
    assert events(line)[0].source == THAT_SHIP


def test_that_crew_is_the_one_chosen_in_an_earlier_sentence() -> None:
    line = "Choose one French crew during setup; this crew is linked to that crew."
    become = next(node for node in walk(parse(line)) if isinstance(node, t.Become))
    assert become.filter == t.InState(state="linked", toward=THAT_CREW)


def test_the_target_is_told_as_the_target() -> None:
    line = (
        "Once per turn when this ship is given a shoot action, one of her cannons may shoot a chainshot at a"
        " target within S of her. You must declare which cannon will shoot the chainshot before rolling the"
        " d6. If the chainshot hits, do not eliminate a mast; instead, the target cannot move next turn."
    )
    assert events(line)[-1] == t.Event(type="move", agent=THE_TARGET)


def test_the_targets_controller_owns_the_mast_that_is_replaced() -> None:
    line = "If it hits, the target's controller replaces one of her masts with a fire mast."
    event = events(line)[0]
    assert event.agent == t.Pieces(noun="controller", of=THE_TARGET)
    assert event.object == t.Pieces(
        noun="mast", count=t.Number(value=1), of=t.Pieces(noun="target", which="that")
    )


def test_he_or_she_is_the_player_whose_turn_it_is() -> None:
    assert events("The active player moves his or her ships.")[0].object == t.Pieces(
        noun="ship", of=t.Person(who="active")
    )


def test_when_revealed_speaks_of_the_treasure_loaded_before() -> None:
    line = "Load this treasure face down. When revealed, eliminate an iceberg."
    (trigger,) = [node for node in walk(parse(line)) if isinstance(node, t.Trigger)]
    assert trigger.event == t.Event(type="reveal", object=TREASURE)


def test_when_revealed_speaks_of_the_card_when_nothing_was_named() -> None:
    (trigger,) = [
        node
        for node in walk(parse("When revealed, eliminate one mast from every ship in play."))
        if isinstance(node, t.Trigger)
    ]
    assert trigger.event == t.Event(type="reveal", object=t.Pieces(noun="card", which="this"))


def test_a_state_without_a_subject_speaks_of_the_sea_creature() -> None:
    line = "When submerged, this sea creature cannot dock."
    assert facts(line)[0].subject == t.Pieces(noun="sea_creature", which="this")


# ---------------------------------------------------------------- no pronoun is left


PRONOUNS = [
    "When this ship hits an enemy ship, she may shoot at it again.",
    "If a ship docks at this fort and unloads at least 4 gold, it may be given a second action that turn.",
    "When touching a Pirate ship, this ship may load as much of that ship's treasure as she can carry.",
    "If a sea monster begins its move within L of this ship, it gets +L to its base move.",
]


@pytest.mark.parametrize("line", PRONOUNS)
def test_every_reference_is_a_piece_this_or_that(line: str) -> None:
    nouns = {node.noun for node in walk(parse(line)) if isinstance(node, t.Pieces) and node.which == "that"}
    named = {node.noun for node in walk(parse(line)) if isinstance(node, t.Pieces) and node.which != "that"}
    assert nouns
    assert nouns <= named


# ---------------------------------------------------------------- the memory of a line


def spoken(pieces: Sequence[t.Pieces]) -> Mentions:
    mentions = Mentions()
    for piece in pieces:
        mentions.add(mentions.begin(piece))
    return mentions


def test_a_reference_says_this_or_that_and_nothing_else() -> None:
    enemy = t.Pieces(noun="ship", which="a", filters=(t.InState(state="enemy"),))
    assert reference(enemy) == THAT_SHIP
    assert reference(FORT) == FORT
    assert reference(t.Group(join="or", members=(enemy, FORT))) == THAT_PIECE
    assert reference(t.Named(name="Rum")) == t.Named(name="Rum")


def test_a_line_that_named_nothing_speaks_of_this_ship() -> None:
    assert Mentions().pronoun("she") == SHIP
    assert Mentions().pronoun("it") == SHIP


def test_a_reference_to_an_earlier_sentence_joins_it() -> None:
    mentions = spoken([t.Pieces(noun="crew", which="a")])
    mentions.next_sentence()
    assert not mentions.carried
    assert mentions.pronoun("it") == THAT_CREW
    assert mentions.carried


def test_this_ship_needs_no_earlier_sentence() -> None:
    mentions = spoken([SHIP])
    assert mentions.pronoun("she") == SHIP
    assert not mentions.carried


def test_players_rolls_and_actions_are_never_it() -> None:
    mentions = spoken(
        [
            t.Pieces(noun="treasure", which="a"),
            t.Pieces(noun="player", which="a"),
            t.Pieces(noun="cannon_roll", which="a"),
            t.Pieces(noun="action", which="a"),
        ]
    )
    assert mentions.pronoun("it") == THAT_TREASURE


def test_members_of_a_group_are_spoken_of_together() -> None:
    crew, ship = t.Pieces(noun="crew", which="a"), t.Pieces(noun="fort", which="a")
    mentions = spoken([crew, ship])
    mentions.forget([crew, ship])
    mentions.add(t.Group(join="or", members=(crew, ship)))
    assert mentions.pronoun("it") == THAT_PIECE


def test_a_line_remembers_only_so_many_pieces() -> None:
    mentions = spoken(
        [
            t.Pieces(noun=noun, which="a")
            for noun in sorted({"mast", "crew", "flag", "hull", "arm", "bow", "gun", "cargo", "coin", "reef"})
        ]
    )
    mentions.next_sentence()
    assert len(mentions.key()[0]) == 8


def test_that_ability_said_outright_is_not_taken_for_something_that_fits_better() -> None:
    (event,) = events("Pass over that ability against Davy Jones.")
    assert event.object == t.Pieces(noun="ability", which="that")
