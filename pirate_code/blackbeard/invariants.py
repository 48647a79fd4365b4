"""What is always true in a game: each counter in one place, no money from nowhere, tracks in bounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from pirate_code.blackbeard.decision import Kind
from pirate_code.blackbeard.game import Game
from pirate_code.blackbeard.state import ANTI
from pirate_code.blackbeard.values import Values

# Notes of moments at which nothing is under way, so that ships have as many holds as they should.
CALM = frozenset({"turn", "action", "over"})
# Decisions that are the active player's alone, and one that never is.
ACTIVE = frozenset({Kind.CARD, Kind.ACTION, Kind.CARGO, Kind.REVEL, Kind.ACTIVITY, Kind.BRIBE})


class Broken(AssertionError):
    """Something that must always be true is not."""


class Watch:
    """Checks a game after every entry of its log; set it as the game's `watch`."""

    def __init__(self, values: Values) -> None:
        self.totals = _totals(values)
        self.money: Counter[tuple[str, str]] = Counter()
        self.points: Counter[int] = Counter()
        self.playing = False

    def __call__(self, game: Game, event: str, facts: Mapping[str, Any]) -> None:
        """Look at the position after an entry."""
        if event in {"doubloons", "net_worth", "notoriety"}:
            self.money[facts["pirate"], event] += facts["amount"]
        if event == "points":
            self.points[facts["player"]] += facts["points"]
        self._check_pirates(game, calm=event in CALM)
        for seat, player in enumerate(game.state.players):
            _hold(player.points == self.points[seat], f"player {seat + 1} has points from nowhere")
        self.playing = self.playing or event == "turn"
        if self.playing:
            for what, found in _found(game):
                if found != self.totals[what]:
                    lost = self.totals[what] - found or found - self.totals[what]
                    raise Broken(f"{what} are not each in one place after {event!r}: {dict(lost)}")

    def _check_pirates(self, game: Game, *, calm: bool) -> None:
        values = game.values
        for pirate in game.state.pirates.values():
            name, ship = pirate.id, game.ship(pirate)
            for what, now in (
                ("doubloons", pirate.booty),
                ("net_worth", pirate.net_worth),
                ("notoriety", pirate.notoriety),
            ):
                _hold(now == self.money[name, what], f"{name} has {what} from nowhere")
                _hold(now >= 0, f"{name} has less than no {what}")
            _hold(all(held >= 0 for held in pirate.holds), f"{name} has less than nothing in a hold")
            _hold(0 <= pirate.loyalty <= values.rules.loyalty.most, f"{name}'s loyalty is off the track")
            _hold(pirate.cunning >= 0, f"{name}'s cunning is off the track")
            _hold(0 <= pirate.speed_hits <= len(ship.speed), f"{name}'s speed is off the track")
            _hold(pirate.combat_hits >= 0, f"{name}'s combat is off the track")
            _hold(_is_place(values, pirate.place), f"{name} is nowhere")
            if calm:
                _hold(len(pirate.holds) == ship.holds, f"{name}'s ship has another number of holds")
                _hold(pirate.combat_hits < len(ship.combat), f"{name} sails a sunken ship")
                self._check_alliance(game, name)

    def _check_alliance(self, game: Game, name: str) -> None:
        pirate = game.state.pirates[name]
        if pirate.ally is not None:
            ally = game.state.pirates[pirate.ally]
            _hold(ally.ally == name, f"{name} is allied with somebody who is not")
            _hold(ally.place == pirate.place, f"{name} is not where his ally is")

    def check_decision(self, game: Game) -> None:
        """Nobody is asked out of turn, and nobody without a choice."""
        decision = game.decision
        if decision is None:
            return
        active = decision.player == game.state.turn.player
        if game.state.turn.number and decision.kind in ACTIVE:
            _hold(active, f"player {decision.player + 1} is asked {decision.kind.value!r} out of turn")
        if decision.kind is Kind.HUNT:
            _hold(not active, f"player {decision.player + 1} hunts his own pirate")
        answers = [option.name for option in decision.options]
        _hold(len(answers) > 1, f"the decision {decision.kind.value!r} is none")
        _hold(len(set(answers)) == len(answers), f"the decision {decision.kind.value!r} repeats an option")


def _hold(true: bool, why: str) -> None:
    if not true:
        raise Broken(why)


def _is_place(values: Values, place: str) -> bool:
    return place in values.seas or place in values.transits or place in values.ports


def _times(counts: Iterable[tuple[str, int]]) -> Counter[str]:
    return Counter(dict(counts))


def _totals(values: Values) -> Mapping[str, Counter[str]]:
    return {
        "merchants": _times((key, entry.count) for key, entry in values.merchants.items()),
        "hostages": _times((key, entry.count) for key, entry in values.hostages.items()),
        "warships": Counter(list(values.warships)),
        "commissioners": Counter(list(values.commissioners)),
        "pirates": Counter(list(values.pirates)),
        "event cards": _times((key, entry.copies) for key, entry in values.events.items()),
        "governors": Counter(values.rules.governors) + Counter({ANTI: values.rules.anti_pirate_governors}),
    }


def _found(game: Game) -> Iterable[tuple[str, Counter[str]]]:
    """Where everything is, all places together."""
    state = game.state
    pirates, hunters = state.pirates.values(), state.commissioners.values()
    at_ports = [here.merchant.counter for here in state.ports.values() if here.merchant is not None]
    yield "merchants", Counter([*state.merchants, *at_ports])
    aboard = [captive.counter for pirate in pirates for captive in pirate.hostages]
    yield "hostages", Counter([*state.hostages, *aboard])
    yield "warships", Counter([*state.warship_cup, *state.warships.values()])
    hunting = [hunter.id for hunter in hunters if not hunter.pirate]
    yield "commissioners", Counter([*state.commissioner_cup, *hunting, *state.commissioners_gone])
    held = [name for player in state.players for name in player.pirates]
    turned = [hunter.id for hunter in hunters if hunter.pirate]
    yield (
        "pirates",
        Counter([*state.pirate_deck, *held, *state.pirates, *state.retired, *state.locker, *turned]),
    )
    hands = [card for player in state.players for card in player.hand]
    kept = [card for pirate in pirates for card in pirate.kept]
    piles = [*state.deck, *state.discard, *state.held_back, *state.removed]
    yield "event cards", Counter([*piles, *hands, *kept])
    ruling = [here.governor for here in state.ports.values() if here.governor is not None]
    anti = Counter({ANTI: state.anti_governors}) if state.anti_governors else Counter()
    yield "governors", Counter([*ruling, *state.governors_gone]) + anti
