"""Small positions of Blackbeard with dice that are laid ready, and decisions answered by the test."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from pirate_code.blackbeard.cards import playing
from pirate_code.blackbeard.decision import Kind, Steps
from pirate_code.blackbeard.game import ActionOver, Game
from pirate_code.blackbeard.invariants import Watch
from pirate_code.blackbeard.setup import new_game
from pirate_code.blackbeard.state import Commissioner, MerchantAtSea, Pirate
from pirate_code.blackbeard.values import standard_values

HERE = "jamaica-channel"  # where pirates are unless a test says otherwise; Port Royal adjoins it
STOPPED = "stopped"  # what comes of an action that ended before it was done


class Table:
    """A position that a test sets up; whatever is written to its log is checked."""

    def __init__(self, players: int = 2) -> None:
        self.game: Game = new_game(standard_values(), players, 1)
        self.game.respond = playing.respond
        self.watch = Watch(self.game.values)
        self.watch.playing = True  # every counter is somewhere already
        self.asked: list[tuple[int, str]] = []
        state = self.game.state
        state.turn.number = 5
        state.governors_gone = list(self.game.values.rules.governors)
        state.discard = [key for key, card in self.game.values.events.items() for _ in range(card.copies)]

    def pirate(self, name: str = "henry-every", player: int = 0, place: str = HERE, **more: Any) -> Pirate:
        """A pirate in a schooner without damage; cunning only if the test gives some."""
        state = self.game.state
        state.pirate_deck.remove(name)
        ship = more.pop("ship", "schooner")
        holds = more.pop("holds", [0] * self.game.values.ships[ship].holds)
        pirate = Pirate(
            name, player, place, ship, more.pop("loyalty", 7), more.pop("cunning", 0), 0, holds=holds, **more
        )
        state.pirates[name] = pirate
        money = self.watch.money
        money[name, "doubloons"], money[name, "net_worth"] = pirate.booty, pirate.net_worth
        money[name, "notoriety"] = pirate.notoriety
        return pirate

    def commissioner(
        self, player: int = 1, place: str = HERE, speed: int = 3, combat: int = 9
    ) -> Commissioner:
        """A commissioner of a player."""
        name = self.game.state.commissioner_cup.pop()
        found = self.game.state.commissioners[name] = Commissioner(name, player, place, speed, combat)
        return found

    def warship(self, name: str, sea: str = HERE) -> str:
        """A warship on station."""
        self.game.state.warship_cup.remove(name)
        self.game.state.warships[sea] = name
        return name

    def merchant(self, counter: str, port: str, *, face_up: bool = False) -> None:
        """A merchant in the box of a port."""
        self.game.state.merchants.remove(counter)
        self.game.state.ports[port].merchant = MerchantAtSea(counter, face_up)

    def governor(self, name: str, port: str) -> None:
        """A governor who favours pirates."""
        self.game.state.governors_gone.remove(name)
        self.game.state.ports[port].governor = name

    def hold(self, player: int, *cards: str) -> None:
        """Cards into a player's hand."""
        for card in cards:
            self.game.state.discard.remove(card)
            self.game.state.players[player].hand.append(card)

    def acts(self, pirate: Pirate) -> None:
        """It is the turn of a pirate, and he is in the middle of an action."""
        self.game.state.turn.player, self.game.state.turn.acting = pirate.player, pirate.id

    def run(
        self,
        steps: Steps[Any],
        answers: Iterable[Any] = (),
        dice: Iterable[int] = (),
        default: Callable[[Kind], Any] | None = None,
    ) -> Any:
        """Do something with these answers and dice, all of which must be used; its result, or STOPPED.

        An answer is given as it is, or as the name of an option. Where there is none left, `default` decides.
        """
        left, game = list(answers), self.game
        game.state.dice.ready = list(dice)
        game.watch = self.watch
        given: Any = None
        try:
            while True:
                game.decision = steps.send(given)
                self.asked.append((game.decision.player, game.decision.kind.value))
                self.watch.check_decision(game)
                if left:
                    wanted = left.pop(0)
                elif default is not None:
                    wanted = default(game.decision.kind)
                else:
                    raise AssertionError(f"nobody answers {game.decision}")
                named = [option for option in game.decision.options if option.name == wanted]
                given = named[0].answer if named else wanted
                assert game.decision.refuses(given) is None, game.decision.refuses(given)
        except StopIteration as end:
            result = end.value
        except ActionOver:
            result = STOPPED
        assert not left, f"nobody asked for {left}"
        assert not game.state.dice.ready, f"nobody rolled {game.state.dice.ready}"
        return result

    def events(self, name: str) -> list[dict[str, Any]]:
        """The entries of the log of one sort."""
        return [facts for event, facts in self.game.log if event == name]
