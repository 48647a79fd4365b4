"""What an ability did, put together: the events that it caused at one moment are one activation."""

from __future__ import annotations

from dataclasses import dataclass, field

from pirate_code.board.refs import Part, Ref, Seat
from pirate_code.rules.decision import Kind
from pirate_code.rules.event import Event
from pirate_code.scenarios.conformance.judge import Judge
from pirate_code.scenarios.conformance.playing import Play
from pirate_code.scenarios.conformance.trace import Asked, Seen


@dataclass
class Activation:
    """The events that an ability caused in the course of one event (`root`), or when it was calm (None)."""

    root: Event | None
    seen: list[Seen] = field(default_factory=list)
    calm: int = -1  # the decision that it was chosen with

    @property
    def first(self) -> Seen:
        """The first event of it."""
        return self.seen[0]

    def of(self, types: frozenset[str], piece: int, ability: int) -> list[Seen]:
        """The events of some types that the ability itself caused, or else what came of what it caused."""
        island = self.of_island.itself if self.of_island is not None else None
        found = [one for one in self.happened if one.event.type in types and one.itself is not island]
        found = [one for one in found if one.is_by(piece, ability)] or found
        inner = {id(one.itself) for one in found}
        return [one for one in found if not any(id(outer) in inner for outer in one.outer)]

    @property
    def of_island(self) -> Seen | None:
        """The roll that every ship makes at a mysterious island."""
        if self.root is None or self.root.type != "visit":
            return None
        return next((one for one in self.seen if one.what == "rolled"), None)

    @property
    def dice(self) -> list[Seen]:
        """The dice that were rolled because the words say so."""
        return [one for one in self.seen if one.what == "rolled" and one is not self.of_island]

    @property
    def happened(self) -> list[Seen]:
        """What came about."""
        return [one for one in self.seen if one.what == "happens"]


_OF_A_ROLL = frozenset({"make", "roll_for_effect"})


def activations(play: Play, ability: int) -> list[Activation]:
    """Everything that one ability of the subject did in a play."""
    found: dict[object, Activation] = {}
    last_calm = _calms(play)
    for seen in play.recording.seen:
        if not seen.is_by(play.subject, ability) and not any(
            is_by(one, play.subject, ability) for one in seen.outer
        ):
            continue
        root = _root(play, seen, ability)
        calm = last_calm[min(seen.decisions, len(last_calm) - 1)] if last_calm else -1
        key = id(root) if root is not None else ("calm", calm, seen.turn)
        found.setdefault(key, Activation(root, calm=calm)).seen.append(seen)
    return list(found.values())


def answered(play: Play, ability: int) -> list[Activation]:
    """What came of the answers "yes" to a question whether to use the subject in the course of an event.

    Some abilities only let the rules do something once more, so that what happens has a rule as its cause.
    What another ability of the subject did is none of it.
    """
    found: list[Activation] = []
    for number, asked in enumerate(play.recording.asked):
        used = asked.decision.kind is Kind.USE and asked.answer is True and asked.outer
        if not used or asked.decision.subject != play.subject:
            continue
        root = asked.outer[0]
        inner = [
            seen
            for seen in play.recording.seen[asked.at :]
            if any(outer is root for outer in seen.outer) and not _is_by_another(seen, play.subject, ability)
        ]
        if inner:
            found.append(Activation(root, inner, calm=number))
    return found


def _is_by_another(seen: Seen, piece: int, ability: int) -> bool:
    """Whether another ability of a piece is the cause."""
    cause = seen.event.cause
    return (cause.rule, cause.piece) == ("ability", piece) and cause.ability != ability


def _root(play: Play, seen: Seen, ability: int) -> Event | None:
    """The event in whose course an ability did something: the first one outward that is none of its doing."""
    chain = seen.outer
    own = [number for number, one in enumerate(chain) if is_by(one, play.subject, ability)]
    after = chain[own[-1] + 1 :] if own else chain
    after = tuple(one for one in after if one.type not in _OF_A_ROLL)
    return after[0] if after else None


def _calms(play: Play) -> list[int]:
    """For each number of decisions, the last one made when it was calm."""
    last, found = -1, [-1]
    for number, asked in enumerate(play.recording.asked):
        if asked.decision.kind is Kind.TURN:
            last = number
        found.append(last)
    return found


def is_by(event: Event, piece: int, ability: int) -> bool:
    """Whether an ability of a piece is why an event happens."""
    cause = event.cause
    return (cause.rule, cause.piece, cause.ability) == ("ability", piece, ability)


def met(event: Event | None) -> list[Ref]:
    """The things that an event speaks of, in the order in which words would name them."""
    if event is None:
        return []
    found: list[Ref] = []
    for ref in (
        event.agent,
        event.to if event.type == "give" else None,
        event.source,
        event.at,
        event.against,
        event.object,
    ):
        if isinstance(ref, Part):
            found.append(ref.of)
        if ref is not None and not isinstance(ref, Seat):
            found.append(ref)
    return found


def judge_of(play: Play, seen: Seen, event: Event | None, more: list[Ref] | None = None) -> Judge:
    """Who judges words at the moment of an event."""
    outer = tuple(one for one in seen.outer if one is not event)
    spoken = [ref for one in reversed(outer) for ref in met(one)] + met(event) + (more or [])
    return Judge(seen.state, play.subject, event, outer, spoken)


def was_asked(play: Play, event: Event) -> Asked | None:
    """The question whether to use the subject in the course of an event."""
    for asked in play.recording.asked:
        about = (
            asked.decision.subject == play.subject
            or any(play.subject in option.refs for option in asked.decision.options[:4])
            if asked.decision.kind in {Kind.USE, Kind.AGREE, Kind.ORDER, Kind.PICK, Kind.TARGET, Kind.EFFECT}
            else False
        )
        if about and any(one is event for one in asked.outer):
            return asked
    return None
