"""A list of a collection for people: plain text, Markdown, a page for the printer, comma-separated values."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from html import escape

from pirate_code.cells import csv_line
from pirate_code.collection.listing import Entry, Listing, SetList

_UNKNOWN = "Not in this library"
_COLUMNS = {"all": ("owned", "wanted"), "wants": ("wanted",), "trades": ("spare",)}
_HEADS = {"owned": "Owned", "wanted": "Wanted", "spare": "Spare"}
_CSV = ("id", "name", "set", "nation", "kind", "rarity", "owned", "wanted", "spare")
_MARKDOWN = re.compile(r"([\\|*_`\[\]<>#])")
_STYLE = """
@page { size: A4; margin: 12mm }
* { box-sizing: border-box }
body { font: 15px/1.4 Georgia, serif; color: #1b1b1b; background: #fff; max-width: 48rem; margin: 1.5rem auto;
  padding: 0 1rem }
h1 { font-size: 1.5em; margin: 0 0 .3em }
h2 { font-size: 1.1em; margin: 1.2em 0 .3em; break-after: avoid }
h2 span, .id { color: #5c5644; font-size: .86em; font-weight: normal }
table { border-collapse: collapse; width: 100%; font-size: .92em }
th, td { text-align: left; padding: .16em .5em; border-bottom: 1px solid #d8d2c4 }
th { background: #f3efe4; font-weight: normal }
td.n, th.n { text-align: right; white-space: nowrap; width: 4.5em }
tr { break-inside: avoid }
@media print { body { font-size: 11px; margin: 0; max-width: none; padding: 0 } }
"""


def as_text(listing: Listing) -> str:
    """The list as plain text, a line for each piece."""
    return "\n".join(_text(listing)) + "\n"


def _text(listing: Listing) -> Iterator[str]:
    if not listing.entries:
        yield f"{listing.title}: nothing."
        return
    yield _summary(listing)
    for head, entries in _sections(listing):
        yield ""
        yield head
        width = max(len(entry.id) for entry in entries)
        for entry in entries:
            number = f"{listing.number(entry):>4}"
            wanted = f", {entry.wanted} wanted" if listing.which == "all" and entry.wanted else ""
            yield f"{number}  {_plain(entry.id):<{width}}  {_facts(entry)}{wanted}".rstrip()


def as_markdown(listing: Listing) -> str:
    """The list as Markdown, a table for each set."""
    return "\n".join(_markdown(listing)) + "\n"


def _markdown(listing: Listing) -> Iterator[str]:
    yield f"# {listing.title}"
    yield ""
    yield _summary(listing) if listing.entries else "Nothing."
    columns = _COLUMNS[listing.which]
    for head, entries in _sections(listing):
        yield from ("", f"## {_escaped(head)}", "")
        yield f"| {' | '.join(_HEADS[name] for name in columns)} | Id | Name | Kind |"
        yield f"|{'---:|' * len(columns)}---|---|---|"
        for entry in entries:
            numbers = " | ".join(str(getattr(entry, name)) for name in columns)
            words = " | ".join(map(_escaped, (entry.id, entry.name, _kind(entry))))
            yield f"| {numbers} | {words} |"


def as_html(listing: Listing) -> str:
    """The list as one page that needs no other file and prints well."""
    title = escape(listing.title)
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title}</title><style>{_STYLE}</style></head>\n"
        f"<body><h1>{title}</h1>{''.join(_html(listing))}</body></html>\n"
    )


def _html(listing: Listing) -> Iterator[str]:
    yield f"<p>{escape(_summary(listing) if listing.entries else 'Nothing.')}</p>"
    columns = _COLUMNS[listing.which]
    numbers = "".join(f'<th class="n">{_HEADS[name]}</th>' for name in columns)
    for head, entries in _sections(listing):
        yield f"<h2>{_safe(head)}</h2>\n<table><tr>{numbers}<th>Piece</th><th>Kind</th></tr>"
        for entry in entries:
            counted = "".join(f'<td class="n">{getattr(entry, name)}</td>' for name in columns)
            name = f'{_safe(entry.name)} <span class="id">{_safe(entry.id)}</span>'
            yield f"<tr>{counted}<td>{name}</td><td>{_safe(_kind(entry))}</td></tr>\n"
        yield "</table>\n"


def as_csv(listing: Listing) -> str:
    """The list as comma-separated values; its first columns are those of an import, in another order."""
    of_set = {entry.id: each.name for each in listing.sets for entry in each.entries}
    rows = (
        (getattr(entry, name) if name != "set" else of_set.get(entry.id, "") for name in _CSV)
        for entry in listing.entries
    )
    return csv_line(_CSV) + "".join(map(csv_line, rows))


FORMATS: dict[str, Callable[[Listing], str]] = {
    "text": as_text,
    "markdown": as_markdown,
    "html": as_html,
    "csv": as_csv,
}


def _summary(listing: Listing) -> str:
    kinds, copies = len(listing.entries), listing.total
    if listing.which != "all":
        return f"{listing.title}: {_counted(copies)}, {kinds:,} different."
    return f"{listing.title}: {_counted(copies)} owned, {kinds:,} different owned or wanted."


def _counted(number: int) -> str:
    return "1 piece" if number == 1 else f"{number:,} pieces"


def _sections(listing: Listing) -> Iterator[tuple[str, Sequence[Entry]]]:
    """Each set's heading and pieces, and last what the library does not know."""
    for each in listing.sets:
        yield _head(each, listing), each.entries
    if listing.unknown:
        yield _UNKNOWN, listing.unknown


def _head(each: SetList, listing: Listing) -> str:
    complete = f", {each.says}" if listing.which == "all" else ""
    return f"{each.name} ({each.id}{complete})"


def _facts(entry: Entry) -> str:
    return ", ".join(filter(None, (_plain(entry.name), _kind(entry), entry.rarity)))


def _kind(entry: Entry) -> str:
    return " ".join(filter(None, (entry.nation, entry.kind)))


def _plain(text: str) -> str:
    """A text without anything that steers a terminal."""
    return "".join(char if char.isprintable() else "\ufffd" for char in text)


def _safe(text: str) -> str:
    return escape(_plain(text))


def _escaped(text: str) -> str:
    return _MARKDOWN.sub(r"\\\1", _plain(text))
