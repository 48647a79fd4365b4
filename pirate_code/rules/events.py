"""The catalogue of events: every type of event that the rules know, and what is true of each.

To add an event, add a row here; what makes it happen goes to `rules/happen`. The pipeline, the lowering, the
account and docs/engine.md read this table and keep no lists of their own.

A slot holds one of several things, named as in `FITS`: `agent="ship | fort"`. What the rules note on an event
while it goes on is in `event_facts`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

SLOTS = ("agent", "object", "to", "source", "at", "against", "using", "role", "exchange")
# What the words for things take in: kinds of pieces, "part", "player", or what a matter is called.
FITS: dict[str, frozenset[str]] = {
    "ship": frozenset({"ship", "sea creature"}),
    "fort": frozenset({"fort"}),
    "island": frozenset({"island"}),
    "terrain": frozenset({"terrain"}),
    "crew": frozenset({"crew"}),
    "cargo": frozenset({"crew", "treasure", "equipment"}),
    "piece": frozenset(
        {"ship", "sea creature", "fort", "island", "terrain", "crew", "treasure", "equipment", "event"}
    ),
    "part": frozenset({"part"}),
    "player": frozenset({"player"}),
    "action": frozenset({"action"}),
    "roll": frozenset({"roll"}),
    "ability": frozenset({"ability"}),
    "matter": frozenset({"action", "roll", "ability", "matter"}),
}


_BY = "ship | part | terrain | player | matter | crew"  # who or what brings a loss about


@dataclass(frozen=True, slots=True)
class EventType:
    """What is true of all events of one type.

    `statement`: said of a piece, it is so as long as the ability is in force; nobody starts it.
    `usual`: a card that says it only repeats the rules.
    `allowed`: the rules let everybody do it, so that "may" lifts a ban and starts nothing.
    `opens`: other events happen within it, so that "when it happens" comes before what it does.
    `visible`: it can be seen on the table as it is, whenever it came about.
    `handles_cargo`: what is done to cargo is done to its ship.
    `counts_as`: of a thing of some kind, it is another event as well.
    `reported`: the account mentions it. `verb`: how it says so, where the words of the language do not fit.
    """

    name: str
    about: str
    agent: str = ""
    object: str = ""
    slots: dict[str, str] = field(default_factory=dict)
    statement: bool = False
    usual: bool = False
    allowed: bool = False
    opens: bool = False
    visible: bool = False
    handles_cargo: bool = False
    counts_as: dict[str, str] = field(default_factory=dict)
    reported: bool = True
    verb: str = ""

    @property
    def things(self) -> dict[str, str]:
        """What each slot holds that an event of this type can have."""
        first = {"agent": self.agent, "object": self.object}
        return {slot: words for slot, words in (first | self.slots).items() if words}

    @property
    def is_loss(self) -> bool:
        """Whether it happens to something, whoever brings it about."""
        return self.agent == _BY and bool(self.object)

    def holds(self, slot: str, kind: str) -> bool:
        """Whether a thing of some kind can stand in a slot."""
        words = self.things.get(slot, "")
        return any(kind in FITS[word] for word in words.split(" | ") if word)


_SHOT = "ship | part | fort | crew"  # who shoots; crew have guns of their own in some rules

# --- turns and actions ------------------------------------------------------------------------------------

_TURNS = (
    EventType("setup", "The players set the table up.", "player", reported=False),
    EventType("turn_beginning", "A player's turn begins.", "player"),
    EventType("turn_end", "A player's turn ends.", "player", reported=False),
    EventType("elapse", "A turn of those that something takes is over.", "matter"),
    EventType(
        "give",
        "A ship is given an action; everything done with it happens within.",
        object="action",
        slots={"to": "ship | fort | crew"},
        opens=True,
    ),
    EventType(
        "part",
        "The moment inside every action at which something can be done as part of it.",
        "ship | fort | crew",
        "action",
        reported=False,
        verb="take part in / takes part in / taken part in / taking part in",
    ),
    EventType(
        "resolve", "An action is done.", "ship | fort | crew", "action", reported=False, verb="complete"
    ),
    EventType("lose", "A ship loses her next turn.", "ship | player", "matter"),
    EventType("bellow", "A creature is told to bellow; other words tell what comes of it.", "piece | player"),
    EventType(
        "fall_asleep", "A piece is told to sleep; other words tell what comes of it.", "piece | player"
    ),
    EventType("fail", "What an action was used for failed: the action is hers again.", "ship"),
)

# --- moving -----------------------------------------------------------------------------------------------

_MOVING = (
    EventType(
        "move",
        "A ship sails, or something moves a piece.",
        "ship",
        "ship | island | terrain",
        {"to": "ship | island | terrain | fort"},
    ),
    EventType("begin", "A ship begins the base move of her action.", "ship", "matter", reported=False),
    EventType(
        "end",
        "A segment (-1: all of them), a base move or her player's turn ends for a ship.",
        "ship",
        "matter",
        {"at": "island | terrain | fort"},
        reported=False,
    ),
    EventType("stop", "May a ship stop where she is?", "ship", allowed=True),
    EventType("rotate", "A ship turns about a point.", "ship", allowed=True),
    EventType("reverse", "A ship is turned to head the other way.", "player", "ship"),
    EventType("turn", "A ship turns; a card is turned over.", "ship | player", "piece", allowed=True),
    EventType(
        "touch", "A ship comes to touch something.", "piece | part", "piece", allowed=True, visible=True
    ),
    EventType(
        "pass_over", "A ship goes over something and does not touch it now.", "piece", "piece", allowed=True
    ),
    EventType("pass_through", "May a ship go through something?", "piece", "piece", allowed=True),
    EventType("cross", "A ship goes across something.", "ship", "piece", allowed=True),
    EventType("enter", "A ship comes into terrain.", "ship", "terrain", allowed=True),
    EventType("move_out_of", "A ship leaves terrain by another of its kind.", "ship", "terrain"),
    EventType("move_away", "A ship moves away from the one that she rammed.", "ship", "ship"),
    EventType("leave", "Something goes from where it is.", "ship | cargo | matter", "piece", allowed=True),
    EventType(
        "visit",
        "A ship is at a mysterious island with its effects showing.",
        "ship",
        "island",
        {"at": "island"},
    ),
    EventType("drift", "An iceberg moves; the amount is the number of its side.", object="terrain"),
    EventType("wreck", "A reef wrecks a ship.", "terrain", "ship"),
    EventType("untangle", "A ship gives her action up to get free.", "ship", "ship"),
    EventType("submerge", "A submarine or creature goes under.", "ship", "ship"),
    EventType("surface", "A submarine or creature comes up.", "ship", "ship"),
    EventType("avoid", "A ship does not suffer from terrain.", "ship", "island | terrain", statement=True),
    EventType(
        "measure",
        "May a distance be measured from a place?",
        object="matter",
        slots={"source": "matter"},
        allowed=True,
    ),
    EventType("increase", "Is a stat raised by an ability?", object="matter"),
    EventType(
        "reduce",
        "A stat is lowered by an ability.",
        "ship | ability",
        "matter",
    ),
)

# --- at an island, in contact -----------------------------------------------------------------------------

_CONTACT = (
    EventType(
        "dock",
        "A ship comes to lie at an island or fort; as the object, where something docks her.",
        "ship",
        "ship",
        {"at": "island | fort | terrain"},
        allowed=True,
    ),
    EventType(
        "explore",
        "A ship looks at what an island, derelict or wreck has.",
        "ship",
        "island | ship",
        {"at": "island | ship", "using": "action"},
        allowed=True,
        opens=True,
    ),
    EventType("mark", "A player marks an island as explored or not.", "player", "island", {"at": "island"}),
    EventType("build", "A player builds a fort.", "player", "fort", {"at": "island"}, allowed=True),
    EventType("own", "A ship joins a player's fleet.", "player", "ship", {"at": "island"}, statement=True),
    EventType(
        "ram",
        "A ship rams another, or terrain that moves.",
        "ship",
        "ship | terrain",
        {"using": "part"},
        allowed=True,
        counts_as={"": "attack"},
    ),
    EventType(
        "pin",
        "A ship is held by the one that rammed her.",
        "ship | matter",
        "ship",
        allowed=True,
        visible=True,
    ),
    EventType("tow", "A ship takes another in tow.", "ship", "ship", allowed=True, visible=True),
    EventType("let_go", "A ship casts off the one she tows.", "ship", "ship", allowed=True),
    EventType("surround", "A creature is wrapped around a ship.", "ship", "ship", allowed=True, visible=True),
    EventType("board", "Two ships fight man to man.", "ship", "ship", allowed=True),
    EventType(
        "initiate", "A ship starts a boarding party.", "ship", "matter", {"against": "ship"}, reported=False
    ),
    EventType(
        "win",
        "A boarding party is won, or shooting did damage.",
        "ship | fort | crew",
        "matter",
        {"against": "ship | fort"},
    ),
    EventType("control", "A player controls a ship.", "player", "ship", visible=True),
)

# --- shooting and rolling ---------------------------------------------------------------------------------

_TARGET = "ship | fort | crew"
_SHOOTING = (
    EventType(
        "shoot_at",
        "Is it a valid target for whoever shoots?",
        _SHOT,
        "piece",
        {"using": "action"},
        allowed=True,
        reported=False,
        verb="aim at / aims at / aimed at / aiming at",
        counts_as={"": "attack"},
    ),
    EventType(
        "target",
        "A cannon has been aimed, nothing is rolled yet.",
        "action",
        "piece",
        allowed=True,
        reported=False,
    ),
    EventType(
        "shoot",
        "A ship shoots with all her cannons; within it, each cannon does.",
        _SHOT,
        "matter",
        {"at": "piece", "using": "action"},
        allowed=True,
    ),
    EventType("shoot_through", "May a line of fire cross something?", _SHOT, "piece", allowed=True),
    EventType("block", "Does something block a line of fire?", "piece", "matter | piece", allowed=True),
    EventType("fire", "A ship fires a broadside.", "ship", "matter", {"at": _TARGET, "against": _TARGET}),
    EventType(
        "attack",
        "May somebody attack something, by whatever means?",
        "ship | part",
        "piece",
        {"using": "action"},
        allowed=True,
    ),
    EventType(
        "make",
        "A roll or another attack than a shot is made.",
        "piece | part | player",
        "matter",
        {"against": "piece", "exchange": "piece", "using": "matter"},
    ),
    EventType(
        "roll",
        "A die is rolled; the amount is its result.",
        "piece | part | player",
        "roll",
        {"against": "piece", "at": "roll"},
        verb="roll / rolls / rolled / rolling",
    ),
    EventType("reroll", "A die is rolled again, within the roll that it changes.", object="roll"),
    EventType(
        "roll_for_effect",
        "May a ship roll for the effect of an island?",
        "ship",
        slots={"at": "piece"},
        allowed=True,
    ),
    EventType("exceed", "A result is more than a rank.", "matter", reported=False),
    EventType(
        "hit",
        "A shot or attack hits.",
        "part | ship",
        "piece",
        {"at": "piece", "using": "matter"},
        opens=True,
    ),
    EventType("miss", "A shot or attack misses.", "part | ship", "piece", {"at": "piece", "using": "matter"}),
    EventType("ignore", "A piece is not concerned by something.", "piece", "piece | matter", statement=True),
    EventType(
        "damage",
        "A hit does damage; masts go within it.",
        "part | ship",
        "piece",
        {"using": "matter"},
        reported=False,
    ),
    EventType("prevent", "Does an ability stop an attack?", "ability", "matter"),
)

# --- losing and mending -----------------------------------------------------------------------------------

_LOSSES = (
    EventType(
        "eliminate",
        "A part or piece is lost.",
        _BY,
        "part | piece | matter",
        {"source": "ship | fort", "using": "matter"},
        counts_as={"part": "remove"},
    ),
    EventType(
        "replace",
        "A mast gives way to something else.",
        object="part | piece",
        slots={"source": "ship", "using": "matter | piece"},
    ),
    EventType(
        "remove",
        "A piece leaves the game, or a part its ship.",
        _BY,
        "piece | part",
        {"to": "piece", "source": "piece"},
    ),
    EventType("sink", "A ship goes down.", _BY, "ship"),
    EventType("scuttle", "A player sinks a derelict of his own.", "player", "ship", allowed=True),
    EventType("destroy", "A fort is no more.", _BY, "fort", {"using": "matter", "at": "island"}),
    EventType(
        "repair", "A mast or part comes back.", "ship", "part", {"at": "matter | island | fort"}, allowed=True
    ),
    EventType("defend", "Something defends a fort.", "piece", "piece", allowed=True),
    EventType("help_defend", "Something helps to defend a fort.", "piece", "piece", allowed=True),
    EventType("aid", "Something helps in a fight.", "piece", "piece", allowed=True),
)

# --- cargo and cards --------------------------------------------------------------------------------------

_CARRIER = "ship | island | fort"
_CARGO = (
    EventType(
        "load",
        "A ship takes cargo aboard from an island or wreck.",
        "ship",
        "cargo",
        {"source": _CARRIER, "at": _CARRIER, "to": "ship"},
        allowed=True,
    ),
    EventType(
        "unload",
        "Cargo goes ashore.",
        "ship | player",
        "cargo",
        {"source": "ship", "at": _CARRIER, "to": _CARRIER},
        opens=True,
        allowed=True,
    ),
    EventType(
        "transfer",
        "Cargo changes its place: within load, take and the others.",
        "ship | player",
        "cargo",
        {"source": _CARRIER, "to": _CARRIER},
        opens=True,
        handles_cargo=True,
        reported=False,
    ),
    EventType(
        "take",
        "A ship takes cargo from another.",
        "ship | player",
        "cargo",
        {"source": _CARRIER, "to": _CARRIER},
        handles_cargo=True,
    ),
    EventType(
        "steal",
        "A ship steals cargo from another.",
        "ship | player",
        "cargo",
        {"source": _CARRIER, "to": _CARRIER},
        handles_cargo=True,
    ),
    EventType(
        "capture",
        "Crew or a ship come under another player.",
        "ship | player",
        "crew | ship",
        {"source": "ship", "to": "ship"},
        opens=True,
    ),
    EventType("possess", "A crew is made to serve another ship.", "ship | player", "crew", {"to": "ship"}),
    EventType(
        "assign",
        "A crew or card is put on a ship.",
        "ship | player",
        "cargo",
        {"source": "ship", "to": "ship"},
        allowed=True,
    ),
    EventType(
        "reassign",
        "A crew is put on another ship.",
        "ship | player",
        "cargo",
        {"source": "ship", "to": "ship"},
    ),
    EventType(
        "place",
        "A piece is put somewhere.",
        "player | ship",
        "piece",
        {"to": "piece", "source": "piece", "at": "matter | piece", "using": "matter"},
    ),
    EventType(
        "trade",
        "Cargo of two ships changes places.",
        "ship | player",
        "cargo",
        {"exchange": "cargo", "to": _CARRIER},
        handles_cargo=True,
    ),
    EventType(
        "swap",
        "Cargo of two places changes places.",
        "ship | player",
        "cargo",
        {"exchange": "cargo", "to": _CARRIER},
        handles_cargo=True,
    ),
    EventType(
        "exchange",
        "Cargo changes places with other cargo.",
        "ship | player",
        "cargo",
        {"exchange": "cargo", "to": _CARRIER},
        handles_cargo=True,
    ),
    EventType("carry", "May a ship have something aboard?", "ship", "cargo", allowed=True),
    EventType("reach", "A ship's last cargo space is filled.", "ship", "matter", allowed=True),
    EventType("result_in", "Cargo is beyond a ship's limits, before it is removed.", "ship", "cargo"),
    EventType("reveal", "A card is turned face up.", "player | ship", "piece", {"at": _CARRIER}),
    EventType(
        "look_at", "A player looks at facedown cards.", "ship | player", "piece", {"at": "island | ship"}
    ),
    EventType("show", "A player shows cards to another.", "ship | player", "piece"),
    EventType("draw", "A player draws a card; a line is drawn.", "player", "piece"),
    EventType("return", "A piece goes back to where it was.", "piece | player", "piece", {"to": "piece"}),
    EventType("add", "Something is added to a piece.", "player | ship", "piece | matter", {"to": "piece"}),
    EventType(
        "choose",
        "A player chooses something of which more is told.",
        "ship | player",
        "piece | part | matter",
        {"source": "piece", "at": "piece"},
        reported=False,
    ),
    EventType("name", "A player names something of which more is told.", "player", "piece | matter"),
    EventType("regain", "Coins are worth again what they were.", "piece", "matter"),
    EventType("declare", "A player names a ship as a target.", "player", "ship", {"role": "matter"}),
)

# --- abilities and states ---------------------------------------------------------------------------------

_ABILITIES = (
    EventType(
        "use",
        "May a piece use its ability? A card is used.",
        "piece | player",
        "ability | piece | matter",
        {"at": "piece", "to": "piece"},
        allowed=True,
        reported=False,
    ),
    EventType(
        "affect", "May an ability act on something?", "ability", "piece | part | matter", statement=True
    ),
    EventType("cancel", "An ability cannot be used for a turn.", "piece", "ability"),
    EventType("copy", "A piece has another's ability for a turn.", "piece", "ability"),
    EventType("gain", "A piece gets something that it had not.", "piece", "piece | matter"),
    EventType(
        "become",
        "A piece comes to be something else.",
        object="piece | part | matter",
        verb="become / becomes / changed / becoming",
    ),
    EventType("change", "A stat of a piece is made another.", "ability", "matter"),
    EventType(
        "count",
        "Does a piece count against a total?",
        "piece | part",
        slots={"against": "matter", "role": "matter"},
        statement=True,
    ),
    EventType(
        "remain", "A piece stays where it is.", "piece", slots={"at": "piece"}, allowed=True, statement=True
    ),
    EventType("function", "A card goes on to work.", "piece", statement=True, usual=True),
    EventType("reuse", "A card can be used again.", object="piece", usual=True),
    EventType("follow", "A piece obeys the other rules.", "piece", "matter", statement=True, usual=True),
    EventType("take_up", "A piece takes up cargo spaces.", "piece", "matter", statement=True, usual=True),
    EventType("belong_to", "A piece is of a nation.", "piece", "matter", statement=True),
    EventType("act_as", "A piece serves as another.", "piece", "piece", statement=True),
)

CATALOGUE: dict[str, EventType] = {
    one.name: one for one in (*_TURNS, *_MOVING, *_CONTACT, *_SHOOTING, *_LOSSES, *_CARGO, *_ABILITIES)
}
# Verbs of cards that name no event of the rules: what an ability says with them is in its other words.
ONLY_SAID = frozenset(
    {
        "complete", "consider", "contain", "cost", "deal", "defeat", "double", "drag", "force", "help",
        "hunt", "jam", "know", "link", "match", "multiply", "need", "occur", "pass", "pay", "play",
        "print", "require", "sail", "shift", "split", "subtract", "swing", "tangle", "try",
        "want_to_use",
    }
)  # fmt: skip
STATEMENTS = frozenset(name for name, one in CATALOGUE.items() if one.statement)
USUAL = frozenset(name for name, one in CATALOGUE.items() if one.usual)
ALLOWED = frozenset(name for name, one in CATALOGUE.items() if one.allowed)
OPENING = frozenset(name for name, one in CATALOGUE.items() if one.opens)
VISIBLE = frozenset(name for name, one in CATALOGUE.items() if one.visible)
HANDLING_CARGO = frozenset(name for name, one in CATALOGUE.items() if one.handles_cargo)
NOT_REPORTED = frozenset(name for name, one in CATALOGUE.items() if not one.reported)
# The events that count as one of some type, by that type and the kind of thing.
COUNTING_AS: dict[tuple[str, str], tuple[str, ...]] = {}
for _name, _event in CATALOGUE.items():
    for _kind, _other in _event.counts_as.items():
        COUNTING_AS[_other, _kind] = (*COUNTING_AS.get((_other, _kind), ()), _name)
