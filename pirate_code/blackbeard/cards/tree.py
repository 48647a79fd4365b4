"""What an event card says, as a tree; `says` writes it in the wording that grammar/blackbeard.lark reads."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field


class Node(BaseModel):
    """A part of a tree."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class WhenPlayed(StrEnum):
    """When a clause can be played."""

    OWN_TURN = "own_turn"
    DRAWN = "drawn"
    DURING_ACTION = "during_action"
    DURING_IN_PORT = "during_in_port"
    AFTER_IN_PORT = "after_in_port"
    RETIRES = "retires"
    LOSES_LOYALTY = "loses_loyalty"
    ANNOUNCES = "announces"
    SIGHTED = "sighted"
    CARD_PLAYED = "card_played"
    BOOTY_GRAB = "booty_grab"


class Verb(StrEnum):
    """What an effect does."""

    GAIN_DOUBLOONS = "gain_doubloons"
    GAIN_LETTER = "gain_letter"
    GAIN_GUNS = "gain_guns"
    LOSE_LOYALTY = "lose_loyalty"
    LOSE_SPEED = "lose_speed"
    LOSE_HALF = "lose_half"
    SUFFER_REVELRY = "suffer_revelry"
    SUFFER_SCURVY = "suffer_scurvy"
    HOSTAGES_DIE = "hostages_die"
    EVERYONE_DIES = "everyone_dies"
    PAY_SHARE = "pay_share"
    HANGED = "hanged"
    RETIRE = "retire"
    MUTINIES = "mutinies"
    SINKS = "sinks"
    DESTROYED = "destroyed"
    ALL_RETURN = "all_return"
    ONE_RETURNS = "one_returns"
    ALL_OUSTED = "all_ousted"
    GOVERNOR_COMES = "governor_comes"
    GOVERNOR_LEAVES = "governor_leaves"
    MERCHANTS_COME = "merchants_come"
    FAIR_WINDS = "fair_winds"
    ALL_DISCARD = "all_discard"
    PASS_HANDS = "pass_hands"
    LOSE_TURN = "lose_turn"
    SHUFFLE_THIS = "shuffle_this"
    HOLD_BACK = "hold_back"
    LEAVE_GAME = "leave_game"
    END_GAME = "end_game"
    PARDON = "pardon"
    SURPRISE = "surprise"
    CONVERT = "convert"
    AMBITION = "ambition"
    CONSOLATION = "consolation"
    SPEND_CUNNING = "spend_cunning"
    NEGATE = "negate"
    ADD_TO_ROLL = "add_to_roll"
    SIGHT_WARSHIP = "sight_warship"


Noun: TypeAlias = Literal["pirate", "port", "warship", "commissioner", "merchant"]
Place: TypeAlias = Literal["that port", "the sea of that port"]
Stat: TypeAlias = Literal["value", "loyalty", "combat"]
ORDINALS = ("first", "second", "third")

WHEN: Mapping[WhenPlayed, str] = MappingProxyType(
    {
        WhenPlayed.OWN_TURN: "In your own turn",
        WhenPlayed.DRAWN: "When drawn",
        WhenPlayed.DURING_ACTION: "During an action of a hunted pirate",
        WhenPlayed.DURING_IN_PORT: "During an in-port action of your pirate in a pro-pirate port",
        WhenPlayed.AFTER_IN_PORT: "After an in-port action of a hunted pirate",
        WhenPlayed.RETIRES: "When a hunted pirate retires by letter of marque",
        WhenPlayed.LOSES_LOYALTY: "When a hunted pirate loses loyalty",
        WhenPlayed.ANNOUNCES: "When a hunted pirate announces",
        WhenPlayed.SIGHTED: "When a warship is sighted",
        WhenPlayed.CARD_PLAYED: "When a card is played against your pirate",
        WhenPlayed.BOOTY_GRAB: "When your pirate is the target of a booty grab",
    }
)

WORDS: Mapping[Verb, str] = MappingProxyType(
    {
        Verb.GAIN_DOUBLOONS: "that {noun} gains {dice} x {amount} doubloons",
        Verb.GAIN_LETTER: "that {noun} gains a letter of marque of that port",
        Verb.GAIN_GUNS: "one of your pirates in port gains heavy guns",
        Verb.LOSE_LOYALTY: "that {noun} loses {amount} loyalty",
        Verb.LOSE_SPEED: "that {noun} loses {amount} speed",
        Verb.LOSE_HALF: "that {noun} loses speed by half the result",
        Verb.SUFFER_REVELRY: "that {noun} suffers involuntary revelry",
        Verb.SUFFER_SCURVY: "that {noun} suffers scurvy",
        Verb.HOSTAGES_DIE: "the hostages of that pirate die",
        Verb.EVERYONE_DIES: "everyone in that port dies",
        Verb.PAY_SHARE: "that {noun} pays {dice} x 10% of his net worth, all of it from {amount} on",
        Verb.HANGED: "that {noun} is hanged",
        Verb.RETIRE: "that {noun} retires by letter of marque",
        Verb.MUTINIES: "that {noun}'s crew mutinies",
        Verb.SINKS: "that {noun}'s ship sinks",
        Verb.DESTROYED: "that {noun} is destroyed",
        Verb.ALL_RETURN: "every {crowd} returns to the cup",
        Verb.ONE_RETURNS: "that {noun} returns to the cup",
        Verb.ALL_OUSTED: "every pirate in that port is ousted",
        Verb.GOVERNOR_COMES: "an anti-pirate governor comes to that port",
        Verb.GOVERNOR_LEAVES: "the governor of that port leaves",
        Verb.MERCHANTS_COME: "{amount} merchants put to sea",
        Verb.FAIR_WINDS: "move one of your pirates or your commissioner to any sea",
        Verb.ALL_DISCARD: "every player discards {amount} card",
        Verb.PASS_HANDS: "every player passes his hand to the left",
        Verb.LOSE_TURN: "you lose this turn",
        Verb.SHUFFLE_THIS: "this card is shuffled into the deck",
        Verb.HOLD_BACK: "this card is held back until {amount} cards are left",
        Verb.LEAVE_GAME: "this card leaves the game",
        Verb.END_GAME: "the game ends",
        Verb.PARDON: "every pirate who enters an english port until the end of your next turn is pardoned",
        Verb.SURPRISE: "a commissioner of yours attacks in place of that warship",
        Verb.CONVERT: "a retired pirate becomes your commissioner with combat {amount} and speed {second}",
        Verb.AMBITION: "your pirate in hand fights a duel for the ship of that pirate",
        Verb.CONSOLATION: "if he loses, that pirate gains {amount} loyalty",
        Verb.SPEND_CUNNING: "that {noun} spends {amount} cunning",
        Verb.NEGATE: "that card is shuffled into the deck without effect",
        Verb.ADD_TO_ROLL: "that {noun} adds {amount} to his roll",
        Verb.SIGHT_WARSHIP: "a warship comes to the sea of that pirate, and may attack that pirate",
    }
)


class Effect(Node):
    """One thing that happens; which of the fields it has follows from its verb (WORDS)."""

    kind: Literal["effect"] = "effect"
    verb: Verb
    noun: Noun | None = None
    place: Place | None = None
    dice: int | None = None
    amount: int | None = None
    second: int | None = None

    def says(self) -> str:
        crowd = self.noun if self.place is None else f"{self.noun} in {self.place}"
        dice = _dice(self.dice)
        return WORDS[self.verb].format(
            noun=self.noun, crowd=crowd, dice=dice, amount=self.amount, second=self.second
        )


class Effects(Node):
    """Several effects: all of them, or one of the player's choice."""

    kind: Literal["effects"] = "effects"
    join: Literal["and", "or"] = "and"
    effects: Annotated[tuple[Effect, ...], Field(min_length=1)]

    def says(self) -> str:
        return f", {self.join} ".join(effect.says() for effect in self.effects)


class Outcome(Node):
    """What happens on some results of a roll."""

    low: int
    high: int
    effects: Effects

    def says(self) -> str:
        results = str(self.low) if self.low == self.high else f"{self.low}-{self.high}"
        return f"on {results}, {self.effects.says()}"


class Check(Node):
    """What happens if a result is more than a stat."""

    stat: Stat
    noun: Noun
    effects: Effects

    def says(self) -> str:
        return f"if the result is more than the {self.stat} of that {self.noun}, {self.effects.says()}"


class Roll(Node):
    """Dice are rolled, and what comes of it."""

    kind: Literal["roll"] = "roll"
    dice: int
    in_transit: int | None = None  # more for somebody in a transit box
    outcomes: tuple[Outcome, ...] = ()
    check: Check | None = None

    def says(self) -> str:
        rolled = f"roll {_dice(self.dice)}"
        if self.in_transit is not None:
            rolled += f", {self.in_transit} more in transit"
        if self.outcomes:
            rolled += ": " + "; ".join(outcome.says() for outcome in self.outcomes)
        return f"{rolled}; {self.check.says()}" if self.check is not None else rolled


class RollPort(Node):
    """A port is found by d66, or by d6 in a list of the card."""

    kind: Literal["roll_port"] = "roll_port"
    civil: bool = False  # not a pirate port
    ports: tuple[str, ...] = ()  # by the results of d6, from 1

    def says(self) -> str:
        if self.ports:
            rows = ", ".join(f"{number} {port}" for number, port in enumerate(self.ports, start=1))
            return f"roll d6 for a port: {rows}"
        return "roll d66 for a port" + (" but not a pirate port" if self.civil else "")


class Times(Node):
    """A port is found and something happens to it, several times."""

    kind: Literal["times"] = "times"
    count: int
    roll: RollPort
    effect: Effect

    def says(self) -> str:
        return f"{self.count} times, {self.roll.says()}; {self.effect.says()}"


class ForEvery(Node):
    """Dice are rolled for each of several."""

    kind: Literal["for_every"] = "for_every"
    noun: Noun
    place: Place | None
    roll: Roll

    def says(self) -> str:
        crowd = self.noun if self.place is None else f"{self.noun} in {self.place}"
        return f"for every {crowd}, {self.roll.says()}"


class Keep(Node):
    """The card stays with a pirate until he spends an action on an island."""

    kind: Literal["keep"] = "keep"
    island: str
    roll: Roll

    def says(self) -> str:
        return f"one of your pirates keeps this card until he digs on {self.island}; then {self.roll.says()}"


class ChoosePort(Node):
    """The player chooses a port whose governor favours pirates."""

    kind: Literal["choose_port"] = "choose_port"

    def says(self) -> str:
        return "choose a pro-pirate port"


class Occasion(Node):
    """What happens when the card is resolved for the first, second or third time."""

    kind: Literal["occasion"] = "occasion"
    number: Annotated[int, Field(ge=1, le=len(ORDINALS))]
    effects: Effects

    def says(self) -> str:
        return f"the {ORDINALS[self.number - 1]} time, {self.effects.says()}"


Step: TypeAlias = Annotated[
    Roll | RollPort | Times | ForEvery | Keep | ChoosePort | Occasion | Effects, Field(discriminator="kind")
]


class Clause(Node):
    """When a card can be played, and what happens then, step by step."""

    when: WhenPlayed
    at_sea: bool = False
    deeds: tuple[Literal["find", "loot", "attack"], ...] = ()
    steps: Annotated[tuple[Step, ...], Field(min_length=1)]

    def says(self) -> str:
        when = WHEN[self.when] + (" at sea" if self.at_sea else "")
        if self.deeds:
            *first, last = (f"to {deed}" for deed in self.deeds)
            when += f" {', '.join(first)} or {last}" if first else f" {last}"
        return f"{when}: {'; '.join(step.says() for step in self.steps)}."


class CardTree(Node):
    """All that an event card says."""

    clauses: Annotated[tuple[Clause, ...], Field(min_length=1)]

    def says(self) -> str:
        return " ".join(clause.says() for clause in self.clauses)

    def clause(self, when: WhenPlayed) -> Clause | None:
        """The clause that is played at such a moment."""
        return next((clause for clause in self.clauses if clause.when is when), None)


def _dice(count: int | None) -> str:
    return "d6" if count in {None, 1} else f"{count}d6"
