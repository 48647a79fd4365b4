"""Writes out what `@dataclass` would add to a class, so that mypyc compiles it.

mypyc leaves the methods of a dataclass to plain Python, and reads the types of its fields while the class is
made, when some of them are not there yet: the process then ends without a word. A class that is written out
has its constructor, comparison and fields compiled. That a frozen one stays as it is, plain Python and the
type checker see to (fields that are Final make mypyc write C that releases what it never held).
"""

from __future__ import annotations

import ast
from typing import NamedTuple


class Field(NamedTuple):
    """A field of a dataclass, as its source tells it."""

    name: str
    type: str
    default: str | None = None
    factory: str | None = None
    in_init: bool = True
    compared: bool = True

    @property
    def parameter(self) -> str:
        """The field as a parameter of the constructor."""
        if self.factory is not None:
            return f"{self.name}: {self.type} | None = None"
        return f"{self.name}: {self.type}" + (f" = {self.default}" if self.default is not None else "")

    @property
    def value(self) -> str:
        """What the constructor puts into the field."""
        return (
            self.name if self.factory is None else f"{self.factory}() if {self.name} is None else {self.name}"
        )


class DataClass(NamedTuple):
    """A dataclass: its own fields, and those of the class that it derives from, which come first."""

    node: ast.ClassDef
    frozen: bool
    compared: bool
    inherited: tuple[Field, ...]
    own: tuple[Field, ...]

    @property
    def fields(self) -> tuple[Field, ...]:
        """All its fields."""
        return (*self.inherited, *self.own)


FUTURE = "from __future__ import annotations\n"
IMPORTS = """
import dataclasses as _dataclasses
import typing as _typing
from mypy_extensions import mypyc_attr as _mypyc_attr
"""
# Classes of other modules that dataclasses may derive from: they have no fields.
WITHOUT_FIELDS = ("Generic", "Node")


def expand(
    source: str,
    derived: tuple[str, ...] = (),
    changing: tuple[str, ...] = (),
    loose: tuple[str, ...] = (),
) -> str:
    """The source of a module with its dataclasses written out.

    Classes that are `derived` from where nothing is compiled are marked so that this is allowed. Constants
    are marked as final, apart from those that are `changing`: they are then read without looking them up.
    Names for types that are `loose` stand for any type.
    """
    module = ast.parse(source)
    found = _dataclasses(module)
    lines = source.splitlines()
    for node in module.body:
        if isinstance(node, ast.ClassDef) and node.name in derived:
            line = node.lineno - 1
            lines[line] = f"@_mypyc_attr(allow_interpreted_subclasses=True)\n{lines[line]}"
    for part in module.body:
        if isinstance(part, ast.AnnAssign) and ast.unparse(part.target) in loose:
            lines[part.lineno - 1] = f"{ast.unparse(part.target)}: _typing.TypeAlias = _typing.Any"
        name = _constant(part)
        if name is not None and name not in changing:
            lines[part.lineno - 1] = _as_final(part, lines[part.lineno - 1])
    for one in reversed(found):
        body = one.node.body
        after = max((part.end_lineno or 0 for part in body if _is_text(part) or _is_field(part)), default=0)
        lines[after:after] = ["", *("    " + line if line else "" for line in _written_out(one)), ""]
        for part in (*filter(_is_field, body), *one.node.decorator_list):
            for number in range(part.lineno, (part.end_lineno or part.lineno) + 1):
                lines[number - 1] = ""
    text = "\n".join(lines) + "\n"
    return text.replace(FUTURE, FUTURE + IMPORTS, 1) if text != source else source


def _constant(part: ast.stmt) -> str | None:
    """The name of the constant that a line of a module makes, if it makes one."""
    if isinstance(part, ast.AnnAssign):
        name = ast.unparse(part.target) if part.annotation.end_lineno == part.lineno else ""
    elif isinstance(part, ast.Assign) and not ast.unparse(part.value).startswith("TypeVar("):
        name = ast.unparse(part.targets[0])
    else:
        return None
    return name if name.isidentifier() and name.isupper() else None


def _as_final(part: ast.stmt, line: str) -> str:
    if isinstance(part, ast.AnnAssign):
        kind, end = f"[{ast.unparse(part.annotation)}]", part.annotation.end_col_offset or 0
    else:
        kind, end = "", line.index(" =")
    return f"{line.split(' ', maxsplit=1)[0].rstrip(':')}: _typing.Final{kind}{line[end:]}"


def _dataclasses(module: ast.Module) -> list[DataClass]:
    """The dataclasses of a module, in their order."""
    found: dict[str, DataClass] = {}
    for node in module.body:
        if not isinstance(node, ast.ClassDef) or not node.decorator_list:
            continue
        decorator = ast.unparse(node.decorator_list[0])
        if not decorator.startswith("dataclass"):
            continue
        bases = [ast.unparse(base).split("[")[0] for base in node.bases]
        strange = [base for base in bases if base not in found and base not in WITHOUT_FIELDS]
        if strange:
            raise ValueError(f"{node.name} derives from {strange[0]}, whose fields are not known here.")
        inherited = tuple(field for base in bases if base in found for field in found[base].fields)
        own = tuple(_field(part) for part in node.body if isinstance(part, ast.AnnAssign))
        frozen, compared = "frozen=True" in decorator, "eq=False" not in decorator
        found[node.name] = DataClass(node, frozen, compared, inherited, own)
    return list(found.values())


def _is_field(part: ast.AST) -> bool:
    return isinstance(part, ast.AnnAssign)


def _is_text(part: ast.AST) -> bool:
    return isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant)


def _field(part: ast.AnnAssign) -> Field:
    name, kind = ast.unparse(part.target), ast.unparse(part.annotation)
    if part.value is None:
        return Field(name, kind)
    if not isinstance(part.value, ast.Call) or ast.unparse(part.value.func) != "field":
        return Field(name, kind, ast.unparse(part.value))
    told = {word.arg: ast.unparse(word.value) for word in part.value.keywords}
    return Field(
        name,
        kind,
        told.get("default"),
        told.get("default_factory"),
        told.get("init") != "False",
        told.get("compare") != "False",
    )


def _written_out(one: DataClass) -> list[str]:
    """The lines that stand for the decorator and the fields."""
    lines = _fields(one) + _constructor(one) if one.own or not one.inherited else []
    if one.own:
        lines += _repr(one) + _reduce(one)
    if one.compared:
        lines += _comparison(one)
    return lines


def _fields(one: DataClass) -> list[str]:
    """What the functions of the module dataclasses look at."""
    told = ", ".join(
        f'"{field.name}"' if field.in_init else f'("{field.name}", object, _dataclasses.field(init=False))'
        for field in one.fields
    )
    made = f'_dataclasses.make_dataclass("{one.node.name}", [{told}], init=False, repr=False, eq=False)'
    return [
        "__dataclass_fields__: _typing.ClassVar[dict[str, _dataclasses.Field[_typing.Any]]] = getattr(",
        f'    {made}, "__dataclass_fields__"',
        ")",
    ]


def _constructor(one: DataClass) -> list[str]:
    given = [field for field in one.fields if field.in_init]
    if not one.own:
        return []
    lines = [f"{field.name}: {field.type}" for field in one.own if not field.in_init]
    lines += [f"def __init__(self, {', '.join(field.parameter for field in given)}) -> None:"]
    if one.inherited:
        passed = ", ".join(field.name for field in one.inherited if field.in_init)
        lines.append(f"    super().__init__({passed})")
    for field in one.own:
        if field.in_init:
            lines.append(f"    self.{field.name}: {field.type} = {field.value}")
    if any(isinstance(part, ast.FunctionDef) and part.name == "__post_init__" for part in one.node.body):
        lines.append("    self.__post_init__()")
    return lines


def _repr(one: DataClass) -> list[str]:
    told = ", ".join(f"{field.name}={{self.{field.name}!r}}" for field in one.fields)
    return ["def __repr__(self) -> str:", f'    return f"{{type(self).__qualname__}}({told})"']


def _reduce(one: DataClass) -> list[str]:
    """How it is pickled and copied: by its constructor."""
    values = "".join(f"self.{field.name}, " for field in one.fields if field.in_init)
    return [
        "def __reduce__(self) -> tuple[_typing.Any, ...]:",
        f"    return type(self), ({values})",
    ]


def _comparison(one: DataClass) -> list[str]:
    compared = [field.name for field in one.fields if field.compared]
    same = "".join(f" and self.{name} == other.{name}" for name in compared)
    own = "".join(f"self.{name}, " for name in compared)
    lines = [
        "def __eq__(self, other: object) -> bool:",
        f"    return isinstance(other, {one.node.name}) and type(other) is type(self){same}",
    ]
    if one.frozen:
        return [*lines, "def __hash__(self) -> int:", f"    return hash(({own}))"]
    return [*lines, "__hash__ = None  # type: ignore[assignment]"]
