"""The small positions in which a line is played, dressed with what its tree speaks of.

Every table has the same pieces. They lie differently, so that on each something else is near at hand: an
enemy to shoot at, one to ram, one already touched, an island to explore, a home to unload at.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from pirate_code.glossary import load_keywords
from pirate_code.language import tree as t
from pirate_code.language.walk import walk
from pirate_code.rules.edition import Edition
from pirate_code.rules.game import Game
from pirate_code.scenarios.conformance.clauses import defined
from pirate_code.scenarios.format import Given, Scenario
from pirate_code.scenarios.piece_names import ScenarioPieces
from pirate_code.scenarios.position import set_up
from pirate_code.terrain import load_terrain

SUBJECT = "Subject"
SHIP = "Vessel"  # the ship that the subject is aboard of, if it is none itself
AFLOAT = frozenset({"ship", "sea creature"})
_TERRAIN = tuple(load_terrain())
_ABILITIES = ("This ship gets +1 to her boarding rolls.", "This ship gets +1 to her cannon rolls.")
_CREATURES = frozenset({"sea-monster", "titan", "kraken", "octopus", "sea-dragon"})
_NATIONS = ("english", "french", "spanish", "pirate", "american")


@dataclass(frozen=True)
class Table:
    """A position to play from: who begins, and which actions are tried first."""

    name: str
    given: dict[str, Given]
    first: int = 0
    wants: tuple[str, ...] = ()
    worn: tuple[str, ...] = ()  # keywords beside the line: "this titan" is said of a titan
    rules: Edition | None = None  # by which it is played, if not by the Code

    def lay(self) -> tuple[Game, ScenarioPieces]:
        """Put the pieces on a table."""
        return set_up(self.given, _ANY if self.rules is None else _ANY.under(self.rules))


_ANY = Scenario(given={SUBJECT: Given(ship="ours")}, then={SUBJECT: "afloat"})


def tables(kind: str, trees: tuple[t.Ability, ...], name: str, says: str) -> Iterator[Table]:
    """The tables for a line on a piece of some kind."""
    dress = _Dress(kind, trees, name, says)
    layouts = _VISITS if kind == "island" else _LAYOUTS
    for table in layouts:
        yield from dress.put_on(table)


@dataclass(frozen=True)
class _Layout:
    """Where the pieces lie: poses by name, or what a ship is docked at."""

    name: str
    at: dict[str, tuple[float, float, float]]
    docked: dict[str, str]
    lost: dict[str, int]
    touching: dict[str, str]
    first: int = 0
    wants: tuple[str, ...] = ()


def _layout(
    name: str,
    *,
    first: int = 0,
    wants: tuple[str, ...] = (),
    docked: dict[str, str] | None = None,
    lost: dict[str, int] | None = None,
    touching: dict[str, str] | None = None,
    **at: tuple[float, float, float],
) -> _Layout:
    poses: dict[str, tuple[float, float, float]] = {
        "Ship": (0, 0, 0),
        "Prey": (0, 62, 0),
        "Hunter": (5, -96, 0),
        "Mate": (-100, 40, 0),
        "Wild": (150, 10, 90),
        "Home": (-170, 130, 0),
        "Lair": (120, 170, 0),
        "Far": (-120, -150, 0),
    }
    return _Layout(name, poses | at, docked or {}, lost or {}, touching or {}, first, wants)


_LAYOUTS = (
    _layout("alongside", wants=("shoot",)),
    _layout("chase", wants=("move",), Prey=(118, 0, 90), Wild=(40, -170, 0), Hunter=(5, -80, 0)),
    _layout("touching", wants=("shoot", "move"), touching={"Prey": "Ship"}),
    _layout(
        "at home",
        wants=("explore", "repair"),
        docked={"Ship": "Home"},
        lost={"Ship": 1},
        Home=(0, 0, 0),
        Prey=(120, 62, 0),
    ),
    _layout("ashore", wants=("explore", "move"), docked={"Ship": "Wild"}, Wild=(0, 0, 0), Prey=(60, 120, 0)),
    _layout("landfall", wants=("move",), Wild=(118, 0, 90), Prey=(-20, 62, 0)),
    _layout("raid", wants=("move", "explore"), Lair=(118, 0, 90), Wild=(40, -170, 0), Prey=(-20, 62, 0)),
    _layout("hunted", first=1, wants=("shoot", "move"), Prey=(-20, 80, 300), Hunter=(20, -110, 90)),
    _layout("boarded", first=1, wants=("move",), Prey=(0, 95, 270), Hunter=(120, 0, 180), Wild=(40, -170, 0)),
    _layout("bare", wants=("move", "explore"), lost={"Ship": 3}),
    _layout("crippled", wants=("shoot", "repair"), lost={"Ship": 2, "Prey": 2, "Hunter": 3}),
    _layout("their landing", first=1, wants=("explore", "move"), docked={"Prey": "Wild", "Hunter": "Lair"}),
    _layout("bound for home", wants=("move",), Home=(118, 0, 90), Wild=(40, -170, 0)),
)


# A mysterious island acts on who lands: the same landing, with other dice each time.
_VISITS = (
    *(
        _layout(
            f"landing {number}",
            first=number % 2 if number > 3 else 0,
            wants=("move", "explore"),
            Wild=(118, 0, 90),
            Prey=(235, 10, 180),
            Mate=(-40, 90, 0),
        )
        for number in range(8)
    ),
    *(layout for layout in _LAYOUTS if layout.name in {"ashore", "landfall", "their landing", "alongside"}),
)


class _Dress:
    """What the pieces of every table are like, for one line."""

    def __init__(self, kind: str, trees: tuple[t.Ability, ...], name: str, says: str) -> None:
        nodes = [node for tree in trees for node in walk(tree)]
        self.worn = _worn(trees, nodes) if kind == "sea creature" else ()
        self.kind, self.name, self.says = kind, name, " ".join([says, *_lines(self.worn)])
        self.nations = list(dict.fromkeys(str(n.nation) for n in nodes if isinstance(n, t.OfNation)))
        self.keywords = list(dict.fromkeys(str(n.keyword) for n in nodes if isinstance(n, t.HasKeyword)))
        stats = {n.stat for n in nodes if isinstance(n, t.Change)}
        self.prop = _ABILITIES["boarding_roll" in stats]  # two of one ability on a ship do not add up
        self.nouns = {n.noun for n in nodes if isinstance(n, t.Pieces)}
        self.reveals = any(isinstance(n, t.Event) and n.type in {"reveal", "load"} for n in nodes)
        self.bare = any(_is_without_masts(part) for tree in trees for part in defined(tree))
        self.setup = any(isinstance(n, t.Moment) and n.at == "setup" for n in nodes)
        self.stays = any(_is_where_it_lies(n) for n in nodes)
        self.only_aboard = next(filter(None, map(_serves_aboard, trees)), None)

    def put_on(self, layout: _Layout) -> Iterator[Table]:
        """The tables of a layout: with the card aboard, or on the island where a treasure is found."""
        if self.kind == "fort":
            layout = replace(layout, at=layout.at | {"Far": (0, 130, 0), "Lair": (160, 190, 0)})
        elif "fort" in self.nouns:
            layout = replace(layout, at=layout.at | {"Far": (0, -85, 0), "Hunter": (-70, -175, 0)})
        for place in self._places(layout):
            for swap in (False, True) if self.nations or self.keywords else (False,):
                given = dict(self._pieces(layout, place, swap=swap))
                suffix = f", {place}" if place else ""
                turned = ", others" if swap else ""
                yield Table(layout.name + suffix + turned, given, layout.first, layout.wants, self.worn)

    def _places(self, layout: _Layout) -> tuple[str, ...]:
        if self.kind != "treasure":
            return ("",)
        if self.stays:
            return ("Wild",)
        return ("Wild", "aboard") if layout.name in {"ashore", "landfall"} else ("aboard",)

    def _pieces(self, layout: _Layout, place: str, *, swap: bool) -> Iterator[tuple[str, Given]]:
        own = self.nations[0] if self.nations and swap else "english"
        ship = SUBJECT if self.kind in AFLOAT else SHIP
        yield from self._islands(layout)
        said = {"says": self.says, "name": self.name}
        afloat = {"masts": 3, "cannons": "2S-2L-2S", "cargo": 6, "move": "L", "nation": own}
        where = self._where(layout, "Ship")
        if self.kind == "sea creature":
            yield SUBJECT, Given(creature="ours", **said, **{**afloat, "cannons": "2S-2L-2S"}, **where)
        elif self.kind == "ship":
            yield SUBJECT, Given(ship="ours", **said, **afloat, **where)
        else:
            yield SHIP, Given(ship="ours", name=self.only_aboard, **afloat, **where)
        yield from self._card(said, place)
        yield "Mate", Given(ship="ours", masts=2, cargo=4, nation=own, **self._where(layout, "Mate"))
        prey, hunter = self._nations(swap)
        yield (
            "Prey",
            Given(
                ship="theirs",
                masts=3,
                cargo=5,
                cannons="2S-2L-2S",
                nation=prey,
                move="L",
                **self._where(layout, "Prey"),
            ),
        )
        yield (
            "Hunter",
            Given(
                ship="theirs",
                masts=4,
                cargo=3,
                cannons="2S-2L-2S-2L",
                nation=hunter,
                move="L",
                **self._where(layout, "Hunter"),
            ),
        )
        yield from self._cargo(ship, swap)
        yield from self._terrain()

    def _speaks(self) -> dict[str, str]:
        """An ability for others, where the line speaks of abilities."""
        return {"says": self.prop} if "ability" in self.nouns else {}

    def _where(self, layout: _Layout, name: str) -> dict[str, object]:
        lost = 0 if name == "Ship" and self.bare else layout.lost.get(name, 0)
        found: dict[str, object] = {"lost": lost}
        if name in layout.docked:
            return found | {"docked": layout.docked[name]}
        if name in layout.touching:
            return found | {"touching": SUBJECT if self.kind in AFLOAT else SHIP}
        return found | {"at": layout.at[name]}

    def _nations(self, swap: bool) -> tuple[str, str]:
        named = [*self.nations, *(nation for nation in _NATIONS[1:] if nation not in self.nations)]
        plain = next(nation for nation in reversed(_NATIONS) if nation not in self.nations)
        return (plain, named[0]) if swap else (named[0], named[1] if len(self.nations) > 1 else plain)

    def _islands(self, layout: _Layout) -> Iterator[tuple[str, Given]]:
        yield "Home", Given(island="ours", at=layout.at["Home"])
        yield "Lair", Given(island="theirs", at=layout.at["Lair"])
        if self.kind == "island":
            yield SUBJECT, Given(island="wild", at=layout.at["Wild"], says=self.says, name=self.name)
            yield "Wild", Given(island="wild", at=(300, 300, 0))
        else:
            yield "Wild", Given(island="wild", at=layout.at["Wild"])
        yield "Far", Given(island="wild", at=layout.at["Far"])

    def _card(self, said: dict[str, str], place: str) -> Iterator[tuple[str, Given]]:
        """The card itself, where it is no ship."""
        if self.kind == "crew":
            yield SUBJECT, Given(crew=SHIP, cost=3, **said)
        elif self.kind == "equipment":
            yield SUBJECT, Given(equipment=SHIP, cost=2, **said)
        elif self.kind == "treasure":
            on = "Wild" if place == "Wild" else SHIP
            yield SUBJECT, Given(treasure=on, face="down" if place == "Wild" else None, **said)
        elif self.kind == "fort":
            yield SUBJECT, Given(fort="ours", on="Far", cannons="2S-2L-2S", gold=3, **said)
        elif self.kind == "event":
            yield SUBJECT, Given(event="ours", cost=3, **said)

    def _cargo(self, ship: str, swap: bool) -> Iterator[tuple[str, Given]]:
        if self.kind != "sea creature":
            yield "Hand", Given(crew=ship, cost=2)
            yield "Bosun", Given(crew=ship, cost=5)
            if not swap:
                yield "Silver", Given(coin=3, on=ship)
                yield "Pearl", Given(coin=2, on=ship)
            if self.nations and "crew" in self.nouns:
                strange = next((n for n in self.nations if n != "english"), "pirate")
                yield "Stranger", Given(crew=ship, cost=2, nation=strange, says=self.prop)
        yield "Gunner", Given(crew="Mate", cost=2)
        yield "Copper", Given(coin=1, on="Mate")
        speaks = self._speaks()
        yield "Rogue", Given(crew="Prey", cost=4, **speaks)
        yield "Cook", Given(crew="Prey", cost=1)
        yield "Loot", Given(coin=2, on="Prey")
        yield "Booty", Given(coin=4, on="Prey")
        yield "Raider", Given(crew="Hunter", cost=3)
        for number, place in enumerate(("Wild", "Wild", "Far", "Far", "Lair", "Lair", "Home")):
            yield f"Coin {number}", Given(coin=number % 5 + 1, on=place)
        if self.nouns & {"unique_treasure", "treasure", "card"} and "unique_treasure" in self.nouns:
            yield "Relic", Given(treasure="Far", face="down", says=self.prop)
            yield "Idol", Given(treasure="Prey", says=self.prop)
        for number, keyword in enumerate(self.keywords[:2]):
            title = next(one.name for one in load_keywords() if one.id == keyword)
            for side, aboard in (("ours", ship), ("theirs", "Prey")):
                if (number + swap) % 2 == 0 and self.kind != "sea creature":
                    yield f"Adept {number} {side}", Given(crew=aboard, cost=2, says=f"{title}.")

    def _terrain(self) -> Iterator[tuple[str, Given]]:
        named = [noun for noun in _TERRAIN if noun in self.nouns or "terrain" in self.nouns]
        for number, noun in enumerate(named[:3]):
            yield f"Terrain {number}", Given(terrain=noun, at=(90 + 10 * number, -60 - 75 * number, 0))
        if "fort" in self.nouns and self.kind != "fort":
            yield "Bastion", Given(fort="theirs", on="Far", cannons="3S-3S", gold=3)
        if self.nouns & {"sea_monster", "sea_creature", "kraken", "titan", "sea_dragon", "whale"}:
            yield (
                "Beast",
                Given(
                    creature="theirs",
                    masts=4,
                    cannons="3S-3S-3S-3S",
                    move="S",
                    at=(20, 125, 0),
                    says="Sea Monster.",
                ),
            )


def _worn(trees: tuple[t.Ability, ...], nodes: list[t.Node]) -> tuple[str, ...]:
    """The keywords of creatures that words call "this titan" without giving them the keyword."""
    called = {n.noun.replace("_", "-") for n in nodes if isinstance(n, t.Pieces) and n.which == "this"}
    has = {tree.effect.keyword for tree in trees if isinstance(tree.effect, t.KeywordAbility)}
    return tuple(sorted(called & _CREATURES - has)) if not has & _CREATURES else ()


def _lines(keywords: tuple[str, ...]) -> list[str]:
    return [f"{one.name}." for one in load_keywords() if one.id in keywords]


def _serves_aboard(tree: t.Ability) -> str | None:
    """The ship that a crew has its abilities aboard of, and of no other."""
    for part in defined(tree):
        for node in walk(part):
            if isinstance(node, t.Event) and node.type == "use" and isinstance(node.at, t.Named):
                return node.at.name
    return None


def _is_where_it_lies(node: t.Node) -> bool:
    """Whether words speak of the island that a treasure is found on: it does its work there."""
    return isinstance(node, t.Pieces) and (node.noun, node.which) == ("wild_island", "this")


def _is_without_masts(tree: t.Ability) -> bool:
    """Whether a line says that its ship never has masts."""
    leaf = tree.effect
    has = leaf.filter if isinstance(leaf, t.Become) and leaf.strength == "do" and not tree.guards else None
    return (
        isinstance(has, t.Has)
        and isinstance(has.what, t.Pieces)
        and (has.what.noun, has.what.which) == ("mast", "no")
    )


def without(table: Table) -> Table:
    """The control: the same table, on which the line says nothing."""
    given = dict(table.given)
    given[SUBJECT] = given[SUBJECT].model_copy(update={"says": " ".join(_lines(table.worn))})
    return replace(table, given=given)
