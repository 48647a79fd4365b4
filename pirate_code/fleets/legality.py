"""Whether a fleet is legal: every building rule, with the rulings by which it holds in an edition.

A rule of db/building.yaml is checked by the function that is registered under its id. A check looks at the
fleet in a position of its own, where abilities act by their trees; it knows no ability and no card by name.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import NamedTuple

from pirate_code.board.fleet import Fleet
from pirate_code.board.state import Piece
from pirate_code.fleets.fleet_position import FleetPosition
from pirate_code.rules.building import Rule, book
from pirate_code.rules.edition import Edition, editions, load_edition


class Fault(NamedTuple):
    """What a check found: a sentence, how to put it right, and where."""

    says: str
    fix: str
    ship: Piece | None = None
    pieces: tuple[Piece, ...] = ()
    rulings: tuple[str, ...] = ()  # beside those of the rule
    rule: str = ""  # if it is another rule than the one that was checked


@dataclass(frozen=True)
class Finding:
    """A rule that a fleet breaks, or a warning, with the ids of the rulings that say so."""

    rule: Rule
    says: str
    fix: str
    rulings: tuple[str, ...]
    ship: str | None = None
    pieces: tuple[str, ...] = ()

    @property
    def warning(self) -> bool:
        """Whether the fleet is legal all the same."""
        return self.rule.warning


@dataclass(frozen=True)
class CardStatus:
    """The status of the cards of a fleet: retired, not understood, or unknown."""

    retired: Collection[str] = ()  # ids
    unread: Mapping[str, str] = field(default_factory=dict)  # why a card is not known whole, by id
    unknown: tuple[str, ...] = ()  # sentences about names that no piece has


@dataclass(frozen=True)
class FleetCase:
    """A fleet that is checked: in its position, for a build total, with the status of its cards."""

    position: FleetPosition
    build: int
    card_status: CardStatus = CardStatus()


Check = Callable[[FleetCase], Iterator[Fault]]
_CHECKS: dict[str, Check] = {}


def checks(*rules: str) -> Callable[[Check], Check]:
    """Register the function that checks these rules."""

    def register(check: Check) -> Check:
        for rule in rules:
            _CHECKS[rule] = check
        return check

    return register


@cache
def all_checks() -> Mapping[str, Check]:
    """The checks by the ids of their rules."""
    for module in ("legality_fleet", "legality_ships"):
        import_module(f"pirate_code.fleets.{module}")
    return _CHECKS


def findings(case: FleetCase, *, official: bool = True, warnings: bool = True) -> Iterator[Finding]:
    """Every rule that a fleet breaks, and every warning, in the order of the book."""
    edition = case.position.edition
    known = all_checks()
    for rule in book().rules:
        if rule.keyword is not None or (rule.official and not official) or (rule.warning and not warnings):
            continue
        if not rule.rulings_in(edition) or rule.id not in known:
            continue
        for fault in known[rule.id](case):
            cited_rule = book().rule(fault.rule) if fault.rule else rule
            if cited_rule.rulings_in(edition):
                yield Finding(
                    cited_rule,
                    fault.says,
                    fault.fix,
                    (*cited_rule.rulings_in(edition), *fault.rulings),
                    fault.ship.card.name if fault.ship is not None else None,
                    tuple(piece.card.id for piece in fault.pieces),
                )


def violations(position: FleetPosition, build: int, *, official: bool = True) -> Iterator[Finding]:
    """The rules that a fleet breaks, in official play or in casual games."""
    return findings(FleetCase(position, build), official=official, warnings=False)


def faults(position: FleetPosition, build: int, *, official: bool = True) -> Iterator[str]:
    """Sentences that say why a fleet cannot be played with that build total; none if it can."""
    return (finding.says for finding in violations(position, build, official=official))


@dataclass(frozen=True)
class EditionVerdict:
    """The verdict of one edition on a fleet: the rules it breaks in official play and in casual games."""

    edition: Edition
    build: int
    broken: tuple[str, ...]
    broken_casually: tuple[str, ...]


@dataclass(frozen=True)
class Verdict:
    """What the rules of one edition say of a fleet, and in short what those of every other say."""

    fleet: Fleet
    position: FleetPosition
    build: int
    official: bool
    violations: tuple[Finding, ...]
    warnings: tuple[Finding, ...]
    formats: tuple[EditionVerdict, ...] = ()

    @property
    def legal(self) -> bool:
        """Whether the fleet may be played."""
        return not self.violations


def judge(
    fleet: Fleet,
    edition: Edition | None = None,
    build: int | None = None,
    card_status: CardStatus | None = None,
    *,
    official: bool = True,
    formats: bool = False,
) -> Verdict:
    """The verdict on a fleet under an edition; `formats` adds in short those under every edition."""
    rules = edition or load_edition()
    position = FleetPosition(fleet, rules)
    points = rules.build_total if build is None else build
    all_findings = tuple(
        findings(FleetCase(position, points, card_status or CardStatus()), official=official)
    )
    return Verdict(
        fleet,
        position,
        points,
        official,
        tuple(one for one in all_findings if not one.warning),
        tuple(one for one in all_findings if one.warning),
        tuple(_formats(fleet, build, card_status or CardStatus())) if formats else (),
    )


def _formats(fleet: Fleet, build: int | None, card_status: CardStatus) -> Iterator[EditionVerdict]:
    for name in editions():
        edition = load_edition(name)
        points = edition.build_total if build is None else build
        broken = list(findings(FleetCase(FleetPosition(fleet, edition), points, card_status), warnings=False))
        casual = [one for one in broken if not one.rule.official]
        yield EditionVerdict(edition, points, _ids(broken), _ids(casual))


def _ids(broken: list[Finding]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one.rule.id for one in broken))
