"""Forts: what building needs, how it is paid, what is inside, and what is left when one falls."""

from pirate_code.board import outlines
from pirate_code.board.state import ASIDE, Piece
from pirate_code.rules.choice import legal
from pirate_code.rules.event import Event
from pirate_code.rules.happen import treasure
from pirate_code.rules.happen.forts import fort_choices, price
from pirate_code.rules.happen.islands import fort_on, note_explored
from tests.rules.positions import Table, card


class Site:
    """A player with gold at home, a fort to build, and a ship docked at an island she has explored."""

    def __init__(self, *coins: int, cost: int = 3, nation: str = "english") -> None:
        self.table = Table()
        self.home, self.island = self.table.island(0, 0, home=0), self.table.island(600, 0)
        self.ship = self.table.ship(0, 700, 0, nation=nation)
        self.ship.docked = self.island.id
        self.coins = [self.table.coin(self.home, value) for value in coins]
        made = card("Fort Brompton", "fort", cannons="3S-3S-2L", nation="english", gold=cost)
        self.fort = self.table.state.add(made, 0, ASIDE)
        note_explored(self.table.game, self.island, 0)

    def build(self) -> None:
        (choice,) = legal(fort_choices(self.table.game, 0))
        self.table.run(choice.work())


def test_a_fort_is_paid_from_home_and_its_price_lies_inside() -> None:
    site = Site(1, 2, 5)
    left = site.table.coin(site.island, 4)
    site.build()
    inside = site.table.state.treasure(site.fort.id)
    assert [piece.value for piece in inside] == [1, 2, 4]
    assert left.where == site.fort.id
    assert fort_on(site.table.game, site.island) is site.fort
    assert site.fort.standing == 3
    assert treasure.gold_at_home(site.table.game, 0) == 5
    assert treasure.gold_in_forts(site.table.game, 0) == 7


def test_a_fort_is_paid_with_the_smallest_coins_and_never_overpaid_on_purpose() -> None:
    def paid(*coins: int) -> list[int]:
        site = Site(*coins, cost=3)
        return [piece.value for piece in price(site.table.game, site.fort, 0) or []]

    assert paid(3, 1, 1, 1) == [1, 1, 1]
    assert paid(5, 2, 2) == [2, 2]
    assert paid(2, 4, 1) == [1, 2]
    assert paid(1, 1) == []


def test_building_needs_every_condition_at_once() -> None:
    def without(spoil: str) -> bool:
        site = Site(5)
        if spoil == "ship":
            site.ship.docked = None
        elif spoil == "gold":
            site.table.state.put(site.coins[0], site.island.id)
        elif spoil == "nation":
            site.fort.nation = "french"
        elif spoil == "marker only":
            site.island.explored_by = frozenset()
        return bool(legal(fort_choices(site.table.game, 0)))

    assert without("")
    assert not any(without(spoil) for spoil in ("ship", "gold", "nation", "marker only"))


def test_two_forts_do_not_stand_on_one_island() -> None:
    site = Site(5, 5)
    site.build()
    other = site.table.state.add(card("Other", "fort", cannons="3S", nation="english", gold=1), 0, ASIDE)
    assert legal(fort_choices(site.table.game, 0)) == []
    assert other.where == ASIDE


def test_a_fleet_of_a_nation_without_forts_builds_those_of_one_nation() -> None:
    site = Site(5, 5, nation="viking")
    assert legal(fort_choices(site.table.game, 0))
    site.table.ship(0, 900, 900, nation="french")
    assert not legal(fort_choices(site.table.game, 0))


def loading(site: Site, piece: Piece) -> Event:
    return Event("load", agent=site.ship.id, object=piece.id, source=site.fort.id, player=0)


def test_gold_of_its_cost_stays_inside_a_fort() -> None:
    site = Site(1, 2)
    site.build()
    extra = site.table.coin(site.fort, 1)
    assert site.table.game.allows(loading(site, extra))
    assert not site.table.game.allows(loading(site, site.coins[1]))


def test_a_fallen_fort_leaves_its_treasure_face_down_on_an_unexplored_island() -> None:
    site = Site(1, 2)
    site.build()
    site.table.propose(Event("destroy", object=site.fort.id, player=1))
    assert fort_on(site.table.game, site.island) is None
    assert all(coin.where == site.island.id and not coin.face_up for coin in site.coins)
    assert site.island.explored == frozenset()
    assert treasure.gold_in_forts(site.table.game, 0) == 0


def test_a_fort_may_be_built_again_when_every_condition_is_met_anew() -> None:
    site = Site(1, 2, 3)
    site.build()
    site.table.propose(Event("destroy", object=site.fort.id, player=1))
    assert not legal(fort_choices(site.table.game, 0))
    note_explored(site.table.game, site.island, 0)
    assert legal(fort_choices(site.table.game, 0))


def test_a_fort_is_turned_and_its_flags_are_set_as_its_player_likes() -> None:
    site = Site(3)
    (choice,) = legal(fort_choices(site.table.game, 0))
    game = site.table.game.start(lambda _: choice.work())
    pose = site.island.pose
    assert pose is not None and game.decision is not None and game.decision.event == "build"
    hanging = "Two opposite corners of the fort must be on the island."
    assert game.decision.refuses([pose.x + 60, pose.y, 0.0]) == hanging
    game.answer([pose.x + 1, pose.y, 30.0])
    assert game.decision is not None and game.decision.event == "flags"
    offered = {option.name: option.answer for option in game.decision.options}
    assert offered["flags at corner 1, wall 1, corner 2"] == [0, 1, 2]
    assert offered["flags at corner 1, corner 3, corner 4"] == [0, 4, 6]
    assert offered["flags at wall 1, wall 2, wall 4"] == [1, 3, 7]
    assert game.decision.refuses([1, 1, 2]) is not None
    assert game.decision.refuses([1, 9, 2]) is not None
    game.answer([0, 2, 4])
    assert site.fort.pose == (pose.x + 1, pose.y, 30.0)
    places = outlines.fort().masts
    assert outlines.load_outlines()[site.fort.outline].masts == (places[0], places[2], places[4])
