"""A log as an account for people: what happened, turn by turn, and which rule or piece made it happen.

What one ship does in a row is told in one sentence; the full account has a sentence for every event.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache

from pirate_code.board.refs import Matter, Part, Ref, Seat, Source
from pirate_code.board.state import State
from pirate_code.core.running import Entry
from pirate_code.language.words import Verb, inflect, load_words
from pirate_code.rules.events import CATALOGUE, NOT_REPORTED
from pirate_code.views.broadside import Broadside
from pirate_code.views.carriers import Carriers
from pirate_code.views.clash import Boarding, Ram, clash_of

_BETWEEN = {
    "source": "from",
    "to": "to",
    "at": "at",
    "against": "against",
    "using": "with",
    "role": "as",
    "exchange": "for",
}
_TIMES = {2: "twice", 3: "three times"}
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
# What a ship does with an action, so that it need not be told that she was given one.
_DOES = {
    "move_action": "move",
    "shoot_action": "shoot",
    "explore_action": "explore",
    "repair_action": "repair",
}
# What comes of a touch says that there was one.
_TOUCHING = frozenset({"dock", "ram", "board", "explore", "tow"})
_UNTOLD_MANNERS = frozenset({"also"})
_ITSELF = frozenset({"drift"})  # what a thing does that nobody does to it
_HULLS = frozenset({"ship", "sea creature"})
_OF_ABILITIES = frozenset({"cancel", "copy"})  # what is only ever done by an ability
_GOLD = " gold"
_HIDDEN = "a face-down "
_DONE_TO = re.compile(r"  (.+?) is (placed\.|docked at .+\.)")


def account(log: Iterable[Entry], state: State, *, full: bool = False, since: int = 0) -> Iterator[str]:
    """Sentences of a log, or of its entries `since` one; `full` tells the steps in between, and what was
    forbidden, too.
    """
    return _together(_lines(log, state, full=full, since=since))


def _lines(log: Iterable[Entry], state: State, *, full: bool, since: int) -> Iterator[str]:
    log = list(log)
    names = _Names(state, carriers=Carriers(log, state))
    turn, teller = 0, _Teller(names)
    if state.starting_gold is not None and not since:  # a whole game, not a position somebody made
        yield "Setup"
    for number, entry in enumerate(log):
        what, kind, slots = entry[0], entry[1], dict(entry[2])
        begins = kind == "turn_beginning" and what == "happens"
        turn += begins
        if number < since:
            continue
        names.now = number
        if begins:
            yield from teller.end()
            yield f"Turn {turn}: {names.of(slots.get('agent'))}"
        elif is_reported(entry, full=full):
            if full:
                why = f" It does not: {entry[6]}" if what == "forbidden" else ""
                yield f"  {sentence(entry, names)}{why}"
            else:
                yield from teller.add(entry)
    yield from teller.end()


def _together(lines: Iterable[str]) -> Iterator[str]:
    """What is done to one thing after the other is told once: "Island 1 and Island 2 are placed."."""
    found: list[str] = []
    done = ""
    for line in lines:
        same = _DONE_TO.fullmatch(line)
        if found and (same is None or same[2] != done):
            yield _all_done(found, done)
            found = []
        if same is None:
            yield line
        else:
            found, done = [*found, same[1]], same[2]
    if found:
        yield _all_done(found, done)


def _all_done(subjects: list[str], done: str) -> str:
    return f"  {_listed(subjects)} {'is' if len(subjects) == 1 else 'are'} {done}"


class _Teller:
    """Makes sentences of what one ship does in a row, of her shots, and of rams and boardings."""

    def __init__(self, names: _Names) -> None:
        self.names = names
        self.so_far = _OpenSentence()
        self.shots = Broadside(names.of)
        self.clash: Ram | Boarding | None = None
        self.meanwhile: list[str] = []  # what happened between shots, or in a clash, is told after them

    def add(self, entry: Entry) -> Iterator[str]:
        """Add an entry; what is over by then is told."""
        if entry[1] == "shoot" and isinstance(dict(entry[2]).get("agent"), int):
            if self.shots.ship is not None:
                yield from self.end()
            self.shots.leave = str(entry[6])
            return  # her cannons tell of their shots
        if self.shots.ends_with(entry) or (self.clash is not None and self.clash.ends_with(entry)):
            yield from self.end()
        if self.clash is None and self.shots.ship is None:
            self.clash = clash_of(entry, self.names.of)
            if self.clash is not None:
                self.so_far.leave_out_the_touch(self.names.of(self.clash.other))
                yield from self.so_far.end()
                return
        elif self.clash is not None and self.clash.takes(entry):
            return
        first = self.shots.ship is None
        if self.shots.takes(entry):
            if first:
                self.so_far.leave_out_the_action()
                yield from self.so_far.end()
            return
        told = self.so_far.add(_Clause.of(entry, self.names))
        if self.shots.ship is None and self.clash is None:
            yield from told
        else:
            self.meanwhile += told

    def end(self) -> Iterator[str]:
        """Tell what is left."""
        if self.shots.ship is not None or self.clash is not None:
            self.meanwhile += self.so_far.end()
        yield from self.clash.end() if self.clash is not None else ()
        self.clash = None
        yield from self.shots.end()
        yield from self.meanwhile
        self.meanwhile = []
        yield from self.so_far.end()


def is_reported(entry: Entry, *, full: bool = False) -> bool:
    """Whether an entry is reported; `full` reports the steps in between, and what was forbidden, too."""
    what, kind = str(entry[0]), str(entry[1])
    if what == "happens":
        quiet = not full and (kind in NOT_REPORTED or _is_told_otherwise(entry))
        return kind != "roll" and not quiet  # a roll is told when its die is known
    return what == "rolled" or full


def _is_told_otherwise(entry: Entry) -> bool:
    """Whether an entry says what others tell: that shots did damage, that who explores looks."""
    target = dict(entry[2]).get("object")
    shooting = str(entry[1]) == "win" and isinstance(target, Matter) and target.noun == "shoot_action"
    return shooting or (entry[1] == "look_at" and entry[5].rule == "exploring")


def sentence(entry: Entry, names: _Names) -> str:
    """One entry in words."""
    clause = _Clause.of(entry, names)
    return _sentence(f"{clause.subject} {clause.says}{clause.tail}{clause.by}{_because(clause)}")


def _sentence(text: str) -> str:
    text = text.strip()
    return f"{text[0].upper()}{text[1:]}."


@dataclass(frozen=True)
class _Clause:
    """One entry in words, taken apart so that several can make a sentence."""

    kind: str
    subject: str
    verb: str
    target: str
    tail: str = ""  # from where, to where, against whom
    by: str = ""  # the piece whose ability did it
    action: str = ""  # the action that was given
    whom: str = ""  # the ship that something is done to, or to a part of
    place: str = ""  # the ship or island where it is done
    why: str = ""  # what lets it be done

    @property
    def says(self) -> str:
        """What the subject does."""
        return f"{self.verb} {self.target}".rstrip()

    @staticmethod
    def of(entry: Entry, names: _Names) -> _Clause:
        """The words of an entry."""
        _, kind, pairs, amount, manner, cause, why = entry
        slots = dict(pairs)
        agent, target = slots.get("agent"), slots.get("object")
        if isinstance(agent, Seat) and cause.piece is not None and cause.piece != target:
            agent = cause.piece  # a player does it by that piece
        names, verb = names.told_to(agent), _verb(kind)
        by = names.by(cause.piece, agent, target) if kind not in _OF_ABILITIES else ""
        if kind == "give":
            action = target.noun if isinstance(target, Matter) else ""
            return _Clause(
                kind, names.of(slots.get("to")), "is given", names.of(target), "", by, action, why=why
            )
        if kind == "roll":
            return _rolled(entry, agent, target, by, names)
        tail = _tail(slots, manner, 0 if kind in _ITSELF else amount, names)
        place = names.of(slots.get("at", slots.get("source")), "")
        if agent is not None:
            other = names.other(target, agent) if target is not None and target != agent else ""
            whom = names.ship(target)
            return _Clause(kind, names.subject(agent), verb.s, other, tail, by, "", whom, place, why)
        if target is not None:
            says = verb.s if kind in _ITSELF else f"is {verb.ed}"
            return _Clause(kind, names.subject(target), says, "", tail, by, "", "", place, why)
        return _Clause(kind, verb.ing, "", "", tail, by)


def _rolled(entry: Entry, agent: Ref | None, what: Ref | None, by: str, names: _Names) -> _Clause:
    """A die, for whom or what it was rolled, and what changed it."""
    noun = what.noun.removesuffix("_roll") if isinstance(what, Matter) else "die"
    told = [] if noun in {"die", "cannon"} else [noun.replace("_", " ")]
    told += [str(entry[6])] if entry[6] else []
    words = f"a {entry[3]}" + (f" ({', '.join(told)})" if told else "")
    if agent is None:
        return _Clause("roll", words, f"is rolled for {entry[5].rule.replace('_', ' ')}", "", "", by)
    return _Clause("roll", names.subject(agent), _verb("roll").s, words, "", by)


def _tail(slots: dict[str, Ref], manner: tuple[str, ...], amount: int, names: _Names) -> str:
    """Whence, where to and how."""
    mentioned = {slots.get("agent"), slots.get("object")}
    if isinstance(part := slots.get("object"), Part):
        mentioned.add(part.of)
    text = ""
    for slot, word in _BETWEEN.items():
        ref = slots.get(slot)
        if ref is None or ref in mentioned or (slot == "using" and isinstance(ref, Matter)):
            continue
        text += f" {word} {names.of(ref)}"
        mentioned.add(ref)
    manners = [word.replace("_", " ") for word in manner if word not in _UNTOLD_MANNERS]
    if manners:
        text += f" ({', '.join(manners)})"
    return f"{text} [{amount}]" if amount else text


@dataclass
class _OpenSentence:
    """The clauses of one subject that will become one sentence."""

    clauses: list[_Clause] = field(default_factory=list)

    def add(self, clause: _Clause) -> Iterator[str]:
        """Add a clause; the sentence before it ends if somebody else acts, or a new action is given."""
        first = self.clauses[0] if self.clauses else None
        if first is not None and (first.subject != clause.subject or clause.kind == "give"):
            yield from self.end()
        if clause.kind in _TOUCHING:
            places = (clause.target, clause.tail.removeprefix(" at "))
            self.clauses = [one for one in self.clauses if one.kind != "touch" or one.target not in places]
        if clause not in self.clauses or clause.kind not in {"move", "become", "place"}:
            self.clauses.append(clause)

    def leave_out_the_action(self) -> None:
        """Shots follow, which tell that the ship was given an action to shoot."""
        if [clause.action for clause in self.clauses] == ["shoot_action"]:
            self.clauses = []

    def leave_out_the_touch(self, other: str) -> None:
        """A clash follows, which tells that they touch."""
        self.clauses = [one for one in self.clauses if one.kind != "touch" or one.target != other]

    def end(self) -> Iterator[str]:
        """The sentence."""
        if not self.clauses:
            return
        first, *rest = self.clauses
        if first.action and any(_DOES.get(first.action) == one.kind for one in rest):
            clauses, why = rest, _because(first)
        else:
            clauses, why = self.clauses, ""
        self.clauses = []
        yield f"  {_sentence(f'{first.subject} {_listed(list(_phrases(_hits_together(clauses))))}{why}')}"


def _because(clause: _Clause) -> str:
    """What lets something be done, in brackets."""
    return f" ({clause.why})" if clause.why else ""


def _hits_together(clauses: list[_Clause]) -> list[_Clause]:
    """Several hits at one target are told once, and then what they did."""
    told: list[_Clause] = []
    for clause in clauses:
        first = next((one for one in told if clause.kind == "hit" and one.says == clause.says), None)
        if first is None:
            told.append(clause)
            continue
        count = sum(one.kind == "hit" and one.says == clause.says for one in clauses)
        told[told.index(first)] = replace(first, tail=f" {_TIMES.get(count, f'{count} times')}")
    return told


def _phrases(clauses: list[_Clause]) -> Iterator[str]:
    """What is done, the same thing done to several in one phrase: "loads 2 gold and 1 gold from Island 5".

    A ship that was named before is "she", and the place where everything is done is named once.
    """
    named: set[str] = set()
    while clauses:
        first = clauses[0]
        same = 1
        while same < len(clauses) and _alike(first, clauses[same]):
            same += 1
        targets = [_again(clause) if _is_named(clause, named) else clause.target for clause in clauses[:same]]
        what = f" {_listed(_in_sum(targets))}" if first.target else ""
        tail = first.tail
        if first.place in named:
            tail = tail.replace(f" at {first.place}", "").replace(f" from {first.place}", "")
        yield f"{first.verb}{what}{tail}{first.by}{_because(first)}"
        named |= {first.whom, first.place, first.target} - {""}
        clauses = clauses[same:]


def _is_named(clause: _Clause, named: set[str]) -> bool:
    """Whether the ship or place that something is done to was named just before."""
    return clause.whom in named or (clause.kind == "explore" and clause.target in named)


def _in_sum(targets: list[str]) -> list[str]:
    """Coins as the gold they are together, and what each is worth: "6 gold (3, 2 and 1)"."""
    targets = _counted(targets)
    coins = [target.removesuffix(_GOLD) for target in targets if target.endswith(_GOLD)]
    if len(coins) < 2 or not all(coin.isdecimal() for coin in coins):
        return targets
    others = [target for target in targets if not target.endswith(_GOLD)]
    return [*others, f"{sum(map(int, coins))}{_GOLD} ({_listed(coins)})"]


def _counted(targets: list[str]) -> list[str]:
    """What lies face down has no name, so several are told by their number: "4 face-down treasures"."""
    found = Counter(targets)
    return [
        f"{count} {target.removeprefix('a ')}s" if count > 1 and target.startswith(_HIDDEN) else target
        for target, count in found.items()
        for _ in range(1 if target.startswith(_HIDDEN) else count)
    ]


def _again(clause: _Clause) -> str:
    """A ship that was named already, or a part of her; or an island."""
    if not clause.whom:
        return "it"
    part = clause.target.removeprefix("the ").removesuffix(f" of {clause.whom}")
    return "her" if clause.target == clause.whom else f"her {part}"


def _alike(one: _Clause, other: _Clause) -> bool:
    mark = (one.kind, one.verb, one.tail, one.by)
    return bool(one.target) and one.kind != "roll" and mark == (other.kind, other.verb, other.tail, other.by)


def _listed(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


@cache
def _verb(kind: str) -> Verb:
    known = CATALOGUE.get(kind)
    if known is not None and known.verb:
        return inflect(known.verb)
    return load_words().verbs.get(kind) or inflect(kind.replace("_", " "))


class _Names:
    """Things at the table by the names that players use."""

    def __init__(
        self, state: State, home_of: int | None = None, carriers: Carriers | None = None, now: int = 0
    ) -> None:
        self.pieces = state.pieces
        self._state, self._home_of = state, home_of
        self._carriers, self.now = carriers, now  # who was aboard whom, and the entry that is told

    def told_to(self, ref: Ref | None) -> _Names:
        """The names as they are told of a ship: the home island of her player is hers."""
        piece = self.pieces[ref] if isinstance(ref, int) else None
        if piece is None or piece.kind not in _HULLS:
            return self
        return _Names(self._state, piece.controller, self._carriers, self.now)

    def by(self, piece: int | None, agent: Ref | None, target: Ref | None) -> str:
        """The piece whose ability it is; that of a ship who does something to others is hers."""
        if piece is None or piece == target:
            return ""
        if piece == agent:
            return " (by her ability)" if target is not None and self.ship(agent) else ""
        return f" (by {self.of(piece)})"

    def with_carrier(self, ref: Ref | None) -> str:
        """A crew or the like with the ship that it is aboard, because many have one name."""
        aboard = self._carriers.of(ref, self.now) if isinstance(ref, int) and self._carriers else None
        is_afloat = aboard is not None and self.pieces[aboard].kind in _HULLS
        return f"{self.of(ref)} aboard {self.of(aboard)}" if is_afloat else self.of(ref)

    def subject(self, ref: Ref | None, nothing: str = "something") -> str:
        """Who or what does something: what is no piece is called after the ship whose it is."""
        if isinstance(ref, Matter) and ref.of is not None:
            return f"the {ref.noun.replace('_', ' ')} of {self.with_carrier(ref.of)}"
        return self.of(ref, nothing)

    def other(self, ref: Ref, agent: Ref) -> str:
        """What somebody does something to; an ability is told by whose it is, unless it is his own."""
        if isinstance(ref, Matter) and ref.noun == "ability" and ref.of != agent:
            return self.subject(ref)
        if isinstance(ref, Part) and ref.of == agent and self.ship(agent):
            return f"her {self.of(ref).removeprefix('the ').removesuffix(f' of {self.of(agent)}')}"
        return self.with_carrier(ref) if isinstance(agent, Seat) else self.of(ref)

    def ship(self, ref: Ref | None) -> str:
        """The ship that a thing is or is part of; nothing if there is none."""
        number = ref.of if isinstance(ref, Part) else ref
        afloat = isinstance(number, int) and self.pieces[number].kind in _HULLS
        return self.of(number) if afloat else ""

    def of(self, ref: Ref | None, nothing: str = "something") -> str:
        """A thing in words; terrain has no names and is told apart by its number."""
        if ref is None:
            return nothing
        if isinstance(ref, Seat):
            return f"player {ref.player + 1}"
        if isinstance(ref, Part):
            noun = ref.noun.replace("_", " ")
            if ref.source is not Source.CARD:
                return f"an added {noun} of {self.of(ref.of)}"
            number = _ORDINALS[ref.number] if ref.number < len(_ORDINALS) else f"{ref.number + 1}th"
            return f"the {number} {noun} of {self.of(ref.of)}"
        if isinstance(ref, Matter):
            return f"{'an' if ref.noun[0] in 'aeiou' else 'a'} {ref.noun.replace('_', ' ')}"
        piece = self.pieces[ref]
        if piece.home is not None and piece.home == self._home_of:
            return "her home island"
        if piece.kind in {"island", "terrain"}:
            whose = f" (home of player {piece.home + 1})" if piece.home is not None else ""
            number = f" {piece.id}" if piece.kind == "terrain" else ""
            return f"{piece.card.name}{number}{whose}"
        return piece.card.name


def names_of(state: State) -> _Names:
    """The names of the things of a position."""
    return _Names(state)
