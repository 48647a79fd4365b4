"""Abilities of a card as the engine knows them: which keyword each is, and which others mean the same."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, TypeGuard

from pirate_code.board.refs import Matter, Ref
from pirate_code.glossary import load_keywords
from pirate_code.language import tree as t
from pirate_code.language.compare import normal_form
from pirate_code.language.keywords import define
from pirate_code.language.walk import walk

if TYPE_CHECKING:
    from pirate_code.board.card import AbilityOfCard, Card
    from pirate_code.board.state import State

_GAINED = -2  # keywords that a piece has from other cards are numbered from here downwards; -1 is none at all


@dataclass(frozen=True, slots=True, eq=False)
class Ability:
    """One ability of a card. The same tree always gives the same object."""

    tree: t.Ability
    keyword: str | None  # the keyword that it is, if it is one
    nations: frozenset[str]  # the nations that its words name

    @property
    def form(self) -> frozenset[str]:
        """Its normal form: two abilities with the same form are the same ability in two wordings."""
        return _form(self.tree)


@cache
def _form(tree: t.Ability) -> frozenset[str]:
    return frozenset(normal_form(tree))


@cache
def ability(tree: t.Ability) -> Ability:
    """The ability of a tree."""
    keyword = tree.effect.keyword if isinstance(tree.effect, t.KeywordAbility) else None
    nations = frozenset(str(node.nation) for node in walk(tree) if isinstance(node, t.OfNation))
    return Ability(tree, keyword, nations)


def abilities(trees: tuple[t.Ability, ...]) -> tuple[Ability, ...]:
    """The abilities of a card. That a coin is standard treasure only tells the rule again, and is none.

    Ruling zero-value-treasure-is-standard-treasure.
    """
    return tuple(ability(tree) for tree in trees if not _is_of_standard_treasure(tree))


def _is_of_standard_treasure(tree: t.Ability) -> bool:
    first = tree.effect.steps[0] if isinstance(tree.effect, t.Sequence) else tree.effect
    role = first.event.role if isinstance(first, t.Happen) else None
    if not isinstance(first, t.Happen) or first.event.type != "use" or not isinstance(role, t.Pieces):
        return False
    of_coin = isinstance(first.event.object, t.Pieces) and first.event.object.noun == "coin"
    return of_coin and role.noun == "treasure" and t.InState(state="standard") in role.filters


def of_card(card: Card) -> tuple[Ability, ...]:
    """The abilities of a card, as this package knows them."""
    return known(card.abilities)


def known(found: tuple[AbilityOfCard, ...]) -> tuple[Ability, ...]:
    """Abilities that the board carried along without looking at them."""
    return tuple(one for one in found if isinstance(one, Ability))


def ability_of(state: State, ref: Ref | None) -> Ability | None:
    """The ability that a matter is: the piece that has it, and which of those on its card."""
    if not isinstance(ref, Matter) or ref.noun != "ability" or ref.of is None:
        return None
    if ref.number <= _GAINED:
        return ability(t.Ability(effect=t.KeywordAbility(keyword=_keywords()[_GAINED - ref.number])))
    printed = of_card(state.pieces[ref.of].card)
    return printed[ref.number] if 0 <= ref.number < len(printed) else None


def gained_keyword(piece: int, keyword: str) -> Matter:
    """The ability that a piece has by a keyword from another card; those that it prints count from 0."""
    return Matter("ability", piece, _GAINED - _keywords().index(keyword))


@cache
def _keywords() -> tuple[str, ...]:
    return tuple(sorted(entry.id for entry in load_keywords()))


def same_ability(ref: Ref, other: Ref, state: State) -> bool:
    """Whether two sources on one ship have the same ability (cancel-reaches-all-copies-aboard)."""
    one, two = ability_of(state, ref), ability_of(state, other)
    if one is None or two is None or not isinstance(ref, Matter) or not isinstance(other, Matter):
        return False
    if ref.of is None or other.of is None:
        return False
    ship = state.ship_of(state.pieces[ref.of])
    aboard = ship is not None and ship is state.ship_of(state.pieces[other.of])
    return aboard and one.form == two.form


def means_keyword(card: Card, keyword: str) -> bool:
    """Whether a card prints what a keyword means (captain-keyword-means-the-ability)."""
    return _means_keyword(card.abilities, keyword)


@cache
def _means_keyword(printed: tuple[AbilityOfCard, ...], keyword: str) -> bool:
    if not printed or any(one.keyword == keyword for one in printed):
        return bool(printed)
    meant = normal_form(define(keyword))
    return bool(meant) and meant <= normal_form(tuple(one.tree for one in known(printed)))


@cache
def tells_worth(printed: tuple[AbilityOfCard, ...], name: str) -> bool:
    """Whether a unique treasure tells what it is worth, so that it is gold or may become gold."""
    changes = [node for one in known(printed) for node in walk(one.tree.effect) if isinstance(node, t.Change)]
    return any(change.stat == "gold_value" and _is_named(change.of, name) for change in changes)


@cache
def acts_when_unloaded(printed: tuple[AbilityOfCard, ...], name: str) -> bool:
    """Whether a treasure tells what comes of unloading it: "when it is unloaded at home"."""
    triggers = [guard for one in known(printed) for guard in one.tree.guards if isinstance(guard, t.Trigger)]
    told = [trigger.event.object for trigger in triggers if trigger.event.type == "unload"]
    return any(_is_named(what, name) or getattr(what, "which", None) == "this" for what in told)


@cache
def tells_its_worth(printed: tuple[AbilityOfCard, ...], name: str) -> bool:
    """Whether a treasure tells how much gold it is worth itself, be it nothing in the end.

    Ruling ghostly-encounter-without-crew-is-worth-nothing.
    """
    return any(_sets_worth(node, name) for one in known(printed) for node in walk(one.tree))


def _is_named(told: object, name: str) -> bool:
    return isinstance(told, t.Named) and told.name == name


def _sets_worth(node: object, name: str) -> bool:
    if isinstance(node, t.Change):
        return node.stat == "gold_value" and node.by == "set" and _is_named(node.of, name)
    if not isinstance(node, t.Become) or not isinstance(node.filter, t.IsA):
        return False
    what = node.filter.what
    return isinstance(what, t.Pieces) and what.noun == "gold_value" and _is_named(what.of, name)


@cache
def loads_face_down(printed: tuple[AbilityOfCard, ...]) -> bool:
    """Whether an ability says that a ship loads something face down."""
    effects = [one.tree.effect for one in known(printed)]
    events = [effect.event for effect in effects if isinstance(effect, t.Happen)]
    return any(event.type == "load" and "face_down" in event.manner for event in events)


@cache
def stays_on_its_island(printed: tuple[AbilityOfCard, ...], name: str) -> bool:
    """Whether a treasure says that it is left, or put back, on the island where it is found."""
    nodes = (node for one in known(printed) for node in walk(one.tree) if isinstance(node, t.Happen))
    told = [node.event for node in nodes if node.strength == "do" and node.event.type in {"leave", "place"}]
    return any(_is_named(event.object, name) and _is_its_island(event.at or event.to) for event in told)


def _is_its_island(place: object) -> bool:
    if not isinstance(place, t.Pieces) or place.noun not in {"island", "wild_island"}:
        return False
    return place.of is not None or place.which in {"the", "this", "that"}


@cache
def eliminates_treasure(printed: tuple[AbilityOfCard, ...]) -> bool:
    """Whether an ability eliminates treasure from an island as its card is revealed (volcano-comes-first)."""
    trees = [one.tree for one in known(printed)]
    shown = [tree for tree in trees if any(_is_shown(guard) for guard in tree.guards)]
    lost = [node.event.object for tree in shown for node in walk(tree) if _eliminates(node)]
    members = [one for what in lost for one in (what.members if isinstance(what, t.Group) else (what,))]
    return any(
        isinstance(one, t.Pieces) and one.noun == "treasure" and _is_from_island(one) for one in members
    )


def _is_shown(guard: t.Guard) -> bool:
    return isinstance(guard, t.Trigger) and guard.event.type == "reveal"


def _eliminates(node: object) -> TypeGuard[t.Happen]:
    return isinstance(node, t.Happen) and node.event.type == "eliminate"


def _is_from_island(what: t.Pieces) -> bool:
    places = [one.what for one in what.filters if isinstance(one, t.Located)]
    return any(isinstance(place, t.Pieces) and place.noun == "island" for place in places)


@cache
def removes_unique_treasure(printed: tuple[AbilityOfCard, ...]) -> bool:
    """Whether a card is shown to take another unique treasure out of the game."""
    nodes = [node for one in known(printed) for node in walk(one.tree) if isinstance(node, t.Happen)]
    gone = [node.event.object for node in nodes if node.event.type == "remove"]
    return any(isinstance(what, t.Pieces) and what.noun == "unique_treasure" for what in gone)


@cache
def turns_face_down(printed: tuple[AbilityOfCard, ...]) -> bool:
    """Whether an ability turns something face down that it has chosen."""
    nodes = (node for one in known(printed) for node in walk(one.tree) if isinstance(node, t.Happen))
    return any(node.event.type == "turn" and "face_down" in node.event.manner for node in nodes)


def surrounds_ships(printed: tuple[AbilityOfCard, ...]) -> bool:
    """Whether an ability lets this piece surround ships, by its own words or by a keyword."""
    trees: list[t.Ability] = []
    for one in known(printed):
        trees += define(one.keyword, None, None) if one.keyword is not None else (one.tree,)
    nodes = (node for tree in trees for node in walk(tree) if isinstance(node, t.Happen))
    return any(node.event.type == "surround" and node.strength == "may" for node in nodes)


def docks_this_ship(printed: tuple[AbilityOfCard, ...]) -> bool:
    """Whether an ability docks this ship somewhere, like it or not."""
    nodes = [node for one in known(printed) for node in walk(one.tree) if isinstance(node, t.Happen)]
    docked = [node.event.object for node in nodes if node.event.type == "dock" and node.strength != "may"]
    return any(isinstance(what, t.Pieces) and (what.noun, what.which) == ("ship", "this") for what in docked)
