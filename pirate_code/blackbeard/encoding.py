"""Blackbeard in numbers: what a player sees of the table, and what each option would do (docs/env.md)."""

from __future__ import annotations

from typing import Any

from pirate_code.blackbeard.decision import Decision, Kind, Option
from pirate_code.blackbeard.state import Pirate, State
from pirate_code.core.layout import Encoding, Field, one_of, rows

_KINDS = tuple(Kind)
_OWN, _OTHERS = 6, 8
_TURNS, _POINTS, _HAND, _ACTIONS, _WORTH, _KNOWN, _LOYALTY, _HITS = (
    100.0,
    100.0,
    10.0,
    10.0,
    2000.0,
    30.0,
    10.0,
    5.0,
)
_DEEDS = (
    "move", "find", "loot", "in port", "recover", "retire", "convert", "dig", "attack", "sack", "grab",
    "ally", "part", "recruit",
)  # fmt: skip
_USES = ("event", "actions", "both", "discard")
_PIRATE = (
    "there", "acts", "in_port", "booty", "net_worth", "notoriety", "loyalty", "cunning", "speed_hits",
    "combat_hits", "holds_free", "scurvy", "guns", "revelry", "hostages",
)  # fmt: skip
_OPTION = (
    "there", "nothing", "yes", "no", *(deed.replace(" ", "_") for deed in _DEEDS), *_USES, "to_port",
    "to_sea", "pirate_in_port", "pirate_booty", "pirate_worth", "pirate_notoriety", "pirate_hurt",
    "pirate_revels", "value", "schooner", "ransom", "evade", "goods",
)  # fmt: skip
_FIELDS = (
    Field(
        "turn",
        (
            "number",
            "own",
            "players",
            "points",
            "points_of_others",
            "hand",
            "actions",
            "deck",
            "pirates_in_hand",
        ),
    ),
    Field("decision", tuple(kind.value for kind in _KINDS)),
    Field("own_pirates", _PIRATE, _OWN),
    Field("other_pirates", _PIRATE, _OTHERS),
)


def _table(state: State, player: int, decision: Decision | None) -> list[float]:
    points = [one.points / _POINTS for one in state.players]
    own = state.players[player]
    numbers = [
        state.turn.number / _TURNS,
        float(state.turn.player == player),
        len(state.players) / 10,
        points[player],
        max(value for seat, value in enumerate(points) if seat != player),
        len(own.hand) / _HAND,
        state.turn.actions / _ACTIONS,
        len(state.deck) / 100,
        len(own.pirates) / _HAND,
    ]
    numbers += one_of(None if decision is None else decision.kind, _KINDS)
    acting = None if decision is None else decision.subject
    ours = [_pirate(state, one, acting) for one in state.of(player)]
    others = [_pirate(state, one, acting) for one in state.pirates.values() if one.player != player]
    return numbers + rows(ours, _OWN, len(_PIRATE)) + rows(others, _OTHERS, len(_PIRATE))


def _pirate(state: State, pirate: Pirate, acting: str | None) -> list[float]:
    return [
        1.0,
        float(pirate.id == acting),
        float(pirate.place in state.ports),
        pirate.booty / _WORTH,
        pirate.net_worth / _WORTH,
        pirate.notoriety / _KNOWN,
        pirate.loyalty / _LOYALTY,
        pirate.cunning / _HITS,
        pirate.speed_hits / _HITS,
        pirate.combat_hits / _HITS,
        pirate.holds.count(0) / _HITS,
        float(pirate.scurvy),
        float(pirate.guns),
        float(pirate.revelry is not None),
        len(pirate.hostages) / _HITS,
    ]


def _option(state: State, player: int, decision: Decision, option: Option) -> list[float]:
    answer: Any = option.answer
    deed: dict[str, Any] = answer if isinstance(answer, dict) else {}
    about = deed.get("about")
    to_port = deed.get("do") == "move" and about in state.ports
    value = option.value if isinstance(option.value, int | float) else 0
    return [
        1.0,
        float(answer is None),
        float(answer is True),
        float(answer is False),
        *one_of(deed.get("do"), _DEEDS),
        *one_of(deed.get("as"), _USES),
        float(to_port),
        float(deed.get("do") == "move" and not to_port),
        *_of_pirate(state, state.pirates.get(deed.get("pirate") or decision.subject or "")),
        value / _WORTH,
        *one_of(answer if isinstance(answer, str) else None, ("schooner", "ransom", "evade", "goods")),
    ]


def _of_pirate(state: State, pirate: Pirate | None) -> list[float]:
    if pirate is None:
        return [0.0] * 6
    return [
        float(pirate.place in state.ports),
        pirate.booty / _WORTH,
        pirate.net_worth / _WORTH,
        pirate.notoriety / _KNOWN,
        (pirate.speed_hits + pirate.combat_hits) / _HITS,
        float(pirate.revelry is not None),
    ]


BLACKBEARD = Encoding("blackbeard", 1, _FIELDS, _OPTION, _table, _option)
