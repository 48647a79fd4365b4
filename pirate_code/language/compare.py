"""The stacking rule: two abilities are the same when trigger and effect are equal, wording aside."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from pirate_code.data import folder, load_yaml
from pirate_code.language import tree as t
from pirate_code.language.keywords import define
from pirate_code.language.parse import parse

Abilities = t.Ability | Sequence[t.Ability] | str

# Words of one meaning: a sea monster that speaks of itself says what a ship says of herself.
_SELF = frozenset({"ship", "sea_monster", "sea_creature", "titan", "fort", "flotilla"})
# What the X of a group may stand for, apart from itself.
_VALUES = ("X", "1", "2", "3", "4", "5", "6", "7", "8", "9")
_GROUP = "group "  # how the form of a group begins
_LENT: dict[frozenset[str], str] = {}
_EMPTY_MANNERS = frozenset({"also", "immediately", "then", "first"})


def same(first: Abilities, second: Abilities) -> bool:
    """Whether two lines or abilities are one and the same ability, so that they do not stack.

    >>> same("This ship can't be pinned.", "This ship may not be pinned.")
    True
    """
    return normal_form(first) == normal_form(second)


def normal_form(abilities: Abilities) -> frozenset[str]:
    """What the abilities come to, each in one form; wordings that the rules call the same have one form."""
    if isinstance(abilities, str):
        abilities = parse(abilities)
    if isinstance(abilities, t.Ability):
        abilities = (abilities,)
    whole = _forms(abilities)
    group = (_LENT or groups()).get(whole)
    return whole if group is None else frozenset({group})


def _forms(abilities: Sequence[t.Ability]) -> frozenset[str]:
    forms: set[str] = set()
    for ability in abilities:
        if isinstance(ability.effect, t.KeywordAbility):
            defined = define(ability.effect.keyword, ability.effect.nation)
            forms |= _forms(defined) if defined else {repr(ability)}
        else:
            forms.add(_form(ability))
    return frozenset(forms)


@cache
def _form(ability: t.Ability) -> str:
    return repr(_plain(ability))


def lend_groups(found: Mapping[frozenset[str], str]) -> None:
    """Lend what `groups` found before; its wordings are read no more."""
    _LENT.update(found)


@cache
def groups() -> dict[frozenset[str], str]:
    """The forms of wordings that db/same.yaml calls the same, each with the name of its group."""
    return {_forms(parse(line)): name for line, name in _wordings()}


def in_full(ability: t.Ability) -> t.Ability:
    """The ability as it is played: a wording that leaves something out has the full text of its group."""
    form = normal_form(ability)
    if not any(one.startswith(_GROUP) for one in form):
        return ability
    full = _earlier().get(_forms((ability,)))
    return ability if full is None else full


@cache
def _earlier() -> dict[frozenset[str], t.Ability]:
    """The forms of wordings that leave something out, each with the full wording of its group."""
    found = {}
    for line, whole in earlier_lines():
        (found[_forms(parse(line))],) = parse(whole)
    return found


def earlier_lines() -> Iterator[tuple[str, str]]:
    """The lines of db/same.yaml that leave something out, each with the full wording of its group."""
    for group in load_yaml(folder("db") / "same.yaml").data:
        for line in group.get("earlier", ()):
            yield line, group["lines"][-1]


def _wordings() -> Iterator[tuple[str, str]]:
    """The lines of db/same.yaml, each with the name of its group."""
    document = load_yaml(folder("db") / "same.yaml")
    for number, group in enumerate(document.data):
        if not isinstance(group, dict) or not {"name", "lines", "source"} <= set(group):
            raise document.error("each group needs a name, its lines and a source", number)
        for value in _VALUES if "X" in group["name"] else ("X",):
            for line in group["lines"]:
                yield line.replace("+X", f"+{value}"), f"{_GROUP}{group['name']}".replace("X", value)


def _plain(node: Any) -> Any:
    """A tree as nested tuples, without the differences that do not matter."""
    if isinstance(node, tuple | list):
        return tuple(_plain(member) for member in node)
    if not isinstance(node, t.Node):
        return node
    fields = dict(node)
    if isinstance(node, t.Pieces):
        fields = _plain_pieces(node, fields)
    elif isinstance(node, t.Event):
        fields["manner"] = tuple(sorted(set(node.manner) - _EMPTY_MANNERS))
        if node.source is not None and node.type == "eliminate":
            fields |= _from_to_on(node)
    elif isinstance(node, t.Ability):
        fields["title"] = None
        fields["guards"] = tuple(guard for guard in node.guards if guard != t.Limit(per="trigger"))
    elif isinstance(node, t.Trigger):
        fields["moment"] = "when" if node.moment == "each_time" else node.moment
    return tuple((name, _plain(value)) for name, value in fields.items() if value not in (None, (), False))


def _plain_pieces(node: t.Pieces, fields: dict[str, Any]) -> dict[str, Any]:
    if node.which == "this" and node.noun in _SELF:
        fields["noun"] = "self"
    if (node.which in {"a", "any"} and node.count is None) or node.count == t.Number(value=1):
        fields["which"], fields["count"] = "a", None
    if isinstance(node.of, t.Person) and node.of.who == "you" and node.which is None and node.noun in _SELF:
        fields["of"] = None
        fields["filters"] = (t.InState(state="friendly"), *node.filters)
    return fields


def _from_to_on(event: t.Event) -> dict[str, Any]:
    """ "Eliminate one crew from that ship" and "one crew on that ship" are one."""
    if (
        isinstance(event.object, t.Pieces)
        and event.object.which not in {"this", "that"}
        and event.source is not None
    ):
        on = t.Located(place="on", what=event.source)
        return {"source": None, "object": event.object.but(filters=(*event.object.filters, on))}
    return {}
