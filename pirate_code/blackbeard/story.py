"""A game told as a story: who hunted whom, what was looted where, why it ended, the score with its parts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pirate_code.blackbeard.play import Played
from pirate_code.blackbeard.values import Values

Facts = Mapping[str, Any]
Tell = Callable[["Story", Facts], str | None]


class Story:
    """Tells the log of a game; the dice and steps in between are left out unless all is asked for."""

    def __init__(self, played: Played, *, full: bool = False) -> None:
        self.played, self.full = played, full
        self.values: Values = played.game.values

    def lines(self) -> Iterator[str]:
        """Headings of turns, and sentences that begin with two spaces."""
        for event, facts in self.played.game.log:
            if event == "turn":
                yield f"Turn {facts['number']}, player {facts['player'] + 1}"
                continue
            tell = SENTENCES.get(event)
            sentence = tell(self, facts) if tell is not None else None
            if sentence is not None:
                yield f"  {sentence}"
            elif self.full:
                yield f"  ({event}: {', '.join(f'{key} {value}' for key, value in facts.items())})"

    def score(self) -> Iterator[str]:
        """The points of each player with their parts."""
        parts: dict[int, dict[str, int]] = defaultdict(lambda: defaultdict(int))
        for event, facts in self.played.game.log:
            if event == "points":
                parts[facts["player"]][facts["why"]] += facts["points"]
        winners = () if self.played.result is None else self.played.result.winners
        for seat, player in enumerate(self.played.game.state.players):
            told = ", ".join(f"{points} {WHY_POINTS[why]}" for why, points in parts[seat].items())
            won = "  wins" if seat in winners else ""
            captain = self.played.captains[seat]
            yield f"player {seat + 1} ({captain}): {player.points} points{f' ({told})' if told else ''}{won}"

    def name(self, ref: str) -> str:
        """A pirate, place, hunter or card by its name."""
        return self.values.name(ref)


WHY_POINTS = {
    "notoriety": "for the fame of those who are gone",
    "net_worth": "for fortunes brought home",
    "commissioner": "for pirates brought down",
    "damage": "for damage done to pirates",
    "alive": "for the fame of those still at sea",
}
MOVES = {
    "sailed": "sails to",
    "stormed": "is master of",
    "sacked": "leaves the ruins for",
    "governor": "is driven out to",
    "commissioner": "is driven out to",
    "destroyed": "flees to",
}
ENDS = {
    "sunk": "goes down with the ship",
    "mutiny": "is put over the side by the crew",
    "commissioner": "falls in battle against the king's commissioner",
    "duel": "dies in a duel",
    "hanged": "is tried, convicted and hanged",
    "marooned": "is left behind on a bare island",
    "disaster": "dies with the port",
}
RETIREMENTS = {
    "letter": "by letter of marque",
    "surrender": "by giving himself up with a letter of marque in hand",
    "haven": "in a safe haven",
    "bribe": "by paying the governor",
    "pardon": "under the general pardon",
}


def _setup(story: Story, facts: Facts) -> str:
    return f"{facts['players']} players, a {facts['length']} game; player {facts['first'] + 1} begins."


def _deployed(story: Story, facts: Facts) -> str:
    ship, place = facts["ship"], story.name(facts["place"])
    return (
        f"{story.name(facts['pirate'])} puts to sea in a {ship}: {place}, for player {facts['player'] + 1}."
    )


def _card(story: Story, facts: Facts) -> str:
    target = facts["pirate"]
    against = "" if target is None else f" on {story.name(target)}"
    return f"Player {facts['player'] + 1} plays {story.name(facts['card'])}{against}."


def _moved(story: Story, facts: Facts) -> str:
    name, place = story.name(facts["pirate"]), story.name(facts["place"])
    how = MOVES.get(facts["why"], "is carried to")
    return f"{name} {how} {place}."


def _find(story: Story, facts: Facts) -> str:
    name, port = story.name(facts["pirate"]), story.name(facts["port"])
    if not facts["found"]:
        return f"{name} looks for a merchant off {port} in vain."
    kind = story.values.merchants[facts["merchant"]].type
    return f"{name} finds a merchant off {port}: a {kind}."


def _loot(story: Story, facts: Facts) -> str:
    name, port = story.name(facts["pirate"]), story.name(facts["port"])
    if not facts["taken"]:
        return f"{name} lets a merchant off {port} go with her cargo of {facts['doubloons']:,}."
    return f"{name} loots a merchant off {port}: {facts['doubloons']:,} doubloons."


def _assault(story: Story, facts: Facts) -> str:
    own, defense = facts["result"]
    name, port = story.name(facts["pirate"]), story.name(facts["port"])
    return f"{name} storms {port}: {own} against {defense}" + (
        ", and takes it." if own > defense else ", and fails."
    )


def _sack(story: Story, facts: Facts) -> str:
    own, defense = facts["result"]
    name, port = story.name(facts["pirate"]), story.name(facts["port"])
    return f"{name} burns {port} down." if own > defense else f"{name} cannot burn {port} down."


def _attack(story: Story, facts: Facts) -> str:
    hunter, name = story.name(facts["hunter"]), story.name(facts["pirate"])
    return f"Player {facts['player'] + 1} sends {hunter} after {name}."


def _battle(story: Story, facts: Facts) -> str:
    own, his = facts["result"]
    return f"Battle: {story.name(facts['pirate'])} {own}, {story.name(facts['hunter'])} {his}."


def _eliminated(story: Story, facts: Facts) -> str:
    return f"{story.name(facts['pirate'])} {ENDS[facts['why']]}."


def _points(story: Story, facts: Facts) -> str:
    return f"{facts['points']} points for player {facts['player'] + 1}, {WHY_POINTS[facts['why']]}."


def _net_worth(story: Story, facts: Facts) -> str:
    word = "gains" if facts["amount"] > 0 else "pays"
    return f"{story.name(facts['pirate'])} {word} {abs(facts['amount']):,} of net worth."


def _loyalty(story: Story, facts: Facts) -> str:
    word = "rises" if facts["by"] > 0 else "falls"
    return f"The loyalty of {story.name(facts['pirate'])}'s crew {word} to {facts['now']}."


def _pirate(words: str) -> Tell:
    """A sentence with the pirate's name in it, and other names by their keys."""

    def tell(story: Story, facts: Facts) -> str:
        named = {key: story.name(value) for key, value in facts.items() if isinstance(value, str)}
        return words.format(**{**facts, **named})

    return tell


def _player(words: str) -> Tell:
    def tell(story: Story, facts: Facts) -> str:
        return words.format(**{**facts, "player": facts["player"] + 1})

    return tell


def _haven(story: Story, facts: Facts) -> str:
    name, port = story.name(facts["pirate"]), story.name(facts["port"])
    if facts["paid"]:
        return f"{name} buys a safe haven in {port} for {facts['price']:,}."
    return f"{name} does not pay {facts['price']:,} for a safe haven in {port}."


SENTENCES: dict[str, Tell] = {
    "setup": _setup,
    "deployed": _deployed,
    "card": _card,
    "moved": _moved,
    "find": _find,
    "loot": _loot,
    "assault": _assault,
    "sack": _sack,
    "attack": _attack,
    "battle": _battle,
    "eliminated": _eliminated,
    "points": _points,
    "net_worth": _net_worth,
    "loyalty": _loyalty,
    "haven_bought": _haven,
    "evaded": _pirate("{pirate} gets away from {hunter}."),
    "retired": lambda story, facts: f"{story.name(facts['pirate'])} retires {RETIREMENTS[facts['how']]}.",
    "retiring": _pirate("{pirate} declares that he retires."),
    "mutiny": _pirate("The crew of {pirate} mutinies!"),
    "took_over": _pirate("{pirate} takes the ship of {from_pirate} over."),
    "revelry": _pirate("The crew of {pirate} revels ({how})."),
    "recovered": _pirate("The crew of {pirate} is sober again."),
    "scurvy": _pirate("Scurvy breaks out aboard {pirate}'s ship."),
    "scurvy_over": _pirate("Scurvy ends aboard {pirate}'s ship."),
    "hits": _pirate("{pirate}'s ship loses {hits} of her {track}."),
    "converted_ship": _pirate("{pirate} sails a {ship} from now on."),
    "hostage": _pirate("{pirate} keeps a hostage for ransom ({nation})."),
    "ransom": _pirate("{pirate} is paid a ransom of {doubloons:,}."),
    "torture": _pirate("{pirate} puts a hostage to the question about {port}."),
    "letter": _pirate("{pirate} has a letter of marque ({nation})."),
    "guns": _pirate("{pirate} mounts heavy guns."),
    "kept": _pirate("{pirate} has a map of buried treasure."),
    "dig": _pirate("{pirate} digs for treasure."),
    "negated": _pirate("{pirate} makes {card} come to nothing."),
    "grab": _pirate("{pirate} grabs at {victim}'s booty."),
    "duel": _pirate("{first} and {second} fight a duel."),
    "killed_in_duel": _pirate("{pirate} is killed in it."),
    "alliance": _pirate("{pirate} and {ally} sail together."),
    "alliance_broken": _pirate("{pirate} and {ally} part."),
    "commissioner": _pirate("{hunter} is sent to {place} with the king's commission."),
    "commissioner_moved": _pirate("{hunter} sails to {place}."),
    "commissioner_lost": _pirate("{pirate} defeats {hunter}."),
    "commissioner_gone": _pirate("{hunter} is called home."),
    "warship": _pirate("A warship is sighted in {place}: {hunter}."),
    "warship_lost": _pirate("{pirate} defeats {hunter}."),
    "warship_gone": _pirate("The warship {hunter} leaves {place}."),
    "port_attacked": _pirate("{hunter} attacks {port}."),
    "port_held": _pirate("{pirate} holds {port}."),
    "port_destroyed": _pirate("{port} is destroyed."),
    "governor": _pirate("{governor} governs {port}."),
    "governor_gone": _pirate("The governor of {port} ({governor}) is gone."),
    "haven_lost": _pirate("{port} is no haven for {pirate} any more."),
    "bribe_declined": _pirate("{pirate} does not pay the governor {price:,}."),
    "drew_pirate": _player("Player {player} hires a new pirate."),
    "pardon": _player("A general pardon is in force until player {player} has had another turn."),
    "pardon_over": _player("The general pardon is over."),
    "over": lambda story, facts: f"The game is over. {facts['why']}",
}
