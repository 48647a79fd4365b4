"""Facts of events: what the rules note on an event while it goes on, in `event.facts`, and on which types."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fact:
    """What the rules note on events of some types while they go on; on any event if no type is named."""

    type: str
    about: str
    on: tuple[str, ...] = ()


# Facts by name. Lists and sets grow while the event goes on.
FACTS: dict[str, Fact] = {
    "acted": Fact("dict", "Which piece acted on it, for each ability that acts once."),
    "bars": Fact("list", "Effects that hold as long as it goes on."),
    "ctx": Fact("Context", "What the ability that makes it happen sees."),
    "declined": Fact("list", "Abilities that their players did not want to use."),
    "failed": Fact("bool", "It was begun and came to nothing: it did not happen."),
    "replaced": Fact("bool", "Something else happened instead."),
    "told": Fact("EventSpec", "The words of the ability that makes it happen."),
    "added": Fact("tuple", "Segments that a roll adds to the move of this action.", ("give",)),
    "as_cost": Fact("bool", "The action is given up for something else.", ("give",)),
    "begun": Fact("Event", "The event `begin` of the move.", ("give",)),
    "distance": Fact("tuple", "The segments of the move, where an ability tells them.", ("give",)),
    "explored": Fact("bool", "She has explored with this move action.", ("give",)),
    "fired": Fact("bool", "She has shot with this move action.", ("give",)),
    "free": Fact("bool", "She shoots without using the action up.", ("give",)),
    "hits": Fact("dict", "How often each target was hit in this action.", ("give", "shoot", "make")),
    "loads": Fact("dict", "The special shot that each cannon is loaded with.", ("give",)),
    "mover": Fact("int", "The player who steers her in this action.", ("give",)),
    "moves": Fact("int", "How many times she moves her base move.", ("give",)),
    "one_shot": Fact("bool", "She makes no further shot in this action.", ("give",)),
    "over": Fact("bool", "Her move is over before its end.", ("give",)),
    "path": Fact("list", "What lies in the path of a wave.", ("give",)),
    "two_dice": Fact("int", "The ship that takes the better of two dice for each cannon.", ("give",)),
    "used_up": Fact("list", "Cannons that have been used for another attack.", ("give",)),
    "docked": Fact(
        "list", "Who docked where on the way, and whether she had marked it.", ("give", "move", "dock")
    ),
    "moved": Fact("bool", "She has moved at all.", ("give", "move", "rotate")),
    "terrain": Fact("set", "Terrain that has acted already.", ("give", "move")),
    "terrain of the tow": Fact("set", "Terrain that has acted on the ship in tow.", ("give", "move")),
    "action": Fact("bool", "It is the move of a move action.", ("move",)),
    "contact": Fact("bool", "She has run into something.", ("move",)),
    "direction": Fact("float", "The only heading in which she may go.", ("move",)),
    "displaced": Fact("bool", "Something put her elsewhere: her move is over.", ("move",)),
    "legs": Fact("list", "The stretches of the move, each with its base and added segments.", ("move",)),
    "sideways": Fact("bool", "She may go without turning her bow.", ("move", "give")),
    "pose": Fact("Pose", "Where the piece comes to lie.", ("move", "place", "rotate", "reverse")),
    "ignored": Fact(
        "list | bool", "Terrain that she ignores on the way; the hit is ignored.", ("move", "hit")
    ),
    "boarded": Fact("bool", "The two ships have boarded already.", ("ram",)),
    "rammed": Fact("bool", "The touch was a ram, and more than a touch.", ("touch",)),
    "tied": Fact("bool", "Both rolled the same.", ("board",)),
    "all": Fact("list", "Everything that is looked at together.", ("look_at",)),
    "filter": Fact("Filter", "What the piece becomes.", ("become",)),
    "lent": Fact("bool", "Only an ability lets her explore here.", ("explore",)),
    "closed": Fact("tuple", "The ability whose attack it is: no other may change it.", ("fire", "make")),
    "burnt": Fact("bool", "A fire mast took the hit.", ("hit",)),
    "chooser": Fact("int", "The player who chooses the mast.", ("hit",)),
    "of_action": Fact("int", "Which hit of the action it is, on its target.", ("hit",)),
    "of_turn": Fact("int", "Which hit of the turn it is, on its target.", ("hit",)),
    "lost": Fact("bool", "Something was lost by it.", ("hit", "damage")),
    "felled": Fact("bool", "A mast was felled by it.", ("roll",)),
    "rerolled": Fact("tuple", "The pieces that have had it rolled again.", ("roll",)),
    "shown": Fact("int", "The face of the die.", ("roll",)),
    "spent": Fact("set", "Cannons that have shot.", ("shoot",)),
    "succeeded": Fact("bool", "A shot did damage.", ("shoot",)),
}
