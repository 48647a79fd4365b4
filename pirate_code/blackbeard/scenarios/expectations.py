"""What a scenario says must be true at its end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from pirate_code.blackbeard import harbours
from pirate_code.blackbeard.actions import table
from pirate_code.blackbeard.decision import Decision
from pirate_code.blackbeard.game import Game
from pirate_code.blackbeard.state import Pirate
from pirate_code.blackbeard.strength import combat, own_combat, own_speed, speed

Read = Callable[[Game, str], Any]
NONE = "none"


def faults(then: Iterable[dict[str, Any]], game: Game, asked: Sequence[Decision], over: str) -> Iterator[str]:
    """Sentences that say what is not as it must be."""
    for expected in then:
        kind = next(iter(expected))
        about, rest = expected[kind], {key: value for key, value in expected.items() if key != kind}
        if kind in ("asked", "not_asked", "offered", "not_offered"):
            yield from _asked(kind, about, rest, asked)
        elif kind in ("can", "cannot"):
            yield from _can(kind, about, game)
        elif kind in ("happened", "did_not_happen"):
            yield from _happened(kind, about, rest, game)
        elif kind == "over":
            if bool(over) != about:
                yield f"the game is over: {bool(over)}, and {about} was expected."
        else:
            yield from _states(kind, about, rest, game)


def _states(kind: str, about: Any, rest: dict[str, Any], game: Game) -> Iterator[str]:
    if kind in COUNTS:
        found = COUNTS[kind](game)
        if found != about:
            yield f"{kind}: {found}, and {about} was expected."
        return
    if kind not in READERS:
        yield f"nobody knows what {kind!r} is."
        return
    for key, wanted in rest.items():
        read = READERS[kind].get(key)
        if read is None:
            yield f"a {kind} has no {key!r}; there are {', '.join(READERS[kind])}."
            continue
        try:
            found = read(game, str(about))
        except (KeyError, IndexError):
            yield f"there is no {kind} {about} any more."
            continue
        if found != wanted:
            yield f"{key} of {about}: {found}, and {wanted} was expected."


# --- who was asked what, and what happened ------------------------------------------------------------------


def _asked(kind: str, about: str, rest: dict[str, Any], asked: Sequence[Decision]) -> Iterator[str]:
    meant = [decision for decision in asked if rest.get("of") in {None, decision.player + 1}]
    if "times" in rest:
        times = sum(decision.kind.value == about for decision in meant)
        if times != rest["times"]:
            yield f"{about!r} was asked {times} times, and not {rest['times']}."
        return
    if kind.endswith("asked"):
        found = any(decision.kind.value == about for decision in meant)
    else:
        found = any(option.name == about for decision in meant for option in decision.options)
    if found == kind.startswith("not"):
        yield f"{about!r} was {'' if found else 'not '}{kind.removeprefix('not_')}."


def _can(kind: str, about: dict[str, Any], game: Game) -> Iterator[str]:
    if "pirate" in about and about["pirate"] not in game.state.pirates:
        yield f"there is no pirate {about['pirate']} in play."
        return
    found = any(
        all(option.answer[key] == value for key, value in (("do", about["does"]), *_named(about)))
        for option in table.options(game, game.state.turn.player)
    )
    if found != (kind == "can"):
        yield f"{about} can{'' if found else 'not'} be done."


def _named(about: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    return ((key, about[key]) for key in ("pirate", "about") if key in about)


def _happened(kind: str, about: str, rest: dict[str, Any], game: Game) -> Iterator[str]:
    found = any(
        event == about and all(facts.get(key) == value for key, value in rest.items())
        for event, facts in game.log
    )
    if found != (kind == "happened"):
        yield f"{about} {rest or ''} {'happened' if found else 'did not happen'}."


# --- the position -------------------------------------------------------------------------------------------


def _of_pirate(read: Callable[[Game, Pirate], Any]) -> Read:
    return lambda game, name: read(game, game.state.pirates[name])


def _fate(game: Game, name: str) -> str:
    state = game.state
    if name in state.pirates:
        return "in play"
    if name in state.locker:
        return "eliminated"
    if name in state.retired:
        return "retired"
    return "a commissioner" if name in state.commissioners else "not in play"


def _hunter_fate(game: Game, name: str) -> str:
    state = game.state
    if name in state.commissioners or name in state.warships.values():
        return "hunting"
    if name in state.commissioner_cup or name in state.warship_cup:
        return "in the cup"
    return "out of the game"


def _pile(game: Game, card: str) -> str:
    state = game.state
    for name, pile in (("deck", state.deck), ("held back", state.held_back), ("removed", state.removed)):
        if card in pile:
            return name
    return "discarded" if card in state.discard else "elsewhere"


_PIRATE: dict[str, Callable[[Game, Pirate], Any]] = {
    "at": lambda _, pirate: pirate.place,
    "of": lambda _, pirate: pirate.player + 1,
    "speed": own_speed,
    "combat": own_combat,
    "fights_with": combat,
    "sails_with": speed,
    "holds": lambda _, pirate: pirate.holds,
    "booty": lambda _, pirate: pirate.booty,
    "letters": lambda _, pirate: pirate.letters,
    "attacked": lambda _, pirate: pirate.attacked,
    "havens": lambda _, pirate: pirate.havens,
    "bribed": lambda _, pirate: pirate.bribed,
    "hostages": lambda _, pirate: len(pirate.hostages),
    "hostage_of": lambda _, pirate: pirate.hostages[0].nation if pirate.hostages else NONE,
    "information": lambda _, pirate: pirate.information,
    "keeps": lambda _, pirate: pirate.kept,
    "revelry": lambda _, pirate: pirate.revelry.value if pirate.revelry else NONE,
    "ally": lambda _, pirate: pirate.ally or NONE,
    "next": lambda _, pirate: pirate.next.value if pirate.next else NONE,
} | {
    key: (lambda _, pirate, key=key: getattr(pirate, key))
    for key in ("ship", "loyalty", "net_worth", "notoriety", "cunning", "scurvy", "guns")
}

READERS: dict[str, dict[str, Read]] = {
    "pirate": {"is": _fate, **{key: _of_pirate(read) for key, read in _PIRATE.items()}},
    "player": {
        "points": lambda game, seat: game.state.players[int(seat) - 1].points,
        "hand": lambda game, seat: game.state.players[int(seat) - 1].hand,
        "cards": lambda game, seat: len(game.state.players[int(seat) - 1].hand),
        "pirates": lambda game, seat: len(game.state.of(int(seat) - 1)),
        "in_hand": lambda game, seat: len(game.state.players[int(seat) - 1].pirates),
        "commissioner": lambda game, seat: game.state.commissioner_of(int(seat) - 1) is not None,
    },
    "port": {
        "governor": lambda game, port: game.state.ports[port].governor or NONE,
        "attacked": lambda game, port: game.state.ports[port].attacked,
        "destroyed": lambda game, port: game.state.ports[port].destroyed,
        "merchant": lambda game, port: game.state.ports[port].merchant is not None,
        "face_up": lambda game, port: getattr(game.state.ports[port].merchant, "face_up", None),
    },
    "hunter": {
        "is": _hunter_fate,
        "at": lambda game, name: game.state.commissioners[name].place,
        "of": lambda game, name: game.state.commissioners[name].player + 1,
        "speed": lambda game, name: game.state.commissioners[name].speed,
        "combat": lambda game, name: game.state.commissioners[name].combat,
        "on_station": lambda game, name: next(
            (sea for sea, ship in game.state.warships.items() if ship == name), NONE
        ),
    },
    "card": {"is": _pile},
}

COUNTS: dict[str, Callable[[Game], Any]] = {
    "actions": lambda game: game.state.turn.actions,
    "lost_turn": lambda game: game.state.turn.lost,
    "merchants": lambda game: len(harbours.merchants_at_sea(game)),
    "governors": lambda game: sum(here.governor is not None for here in game.state.ports.values()),
    "warships": lambda game: len(game.state.warships),
    "commissioners": lambda game: len(game.state.commissioners),
    "pardon": lambda game: game.state.pardon is not None,
}
