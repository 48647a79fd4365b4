"""The history of a library as an Atom feed, for readers of news."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from urllib.parse import quote
from xml.sax.saxutils import escape, quoteattr

from pirate_code.library.changes import Change
from pirate_code.library.history import History, Step

_PAGES = {"piece": "card", "keyword": "keyword", "ability": "ability", "ruling": "ruling"}


def atom(history: History, address: str, itself: str) -> str:
    """The history as an Atom feed: one entry for each step, whose text lists what changed.

    `address` is where the site begins, without a slash at its end; `itself` is the feed's own address.
    """
    newest = history.steps[0].at if history.steps else datetime(2000, 1, 1, tzinfo=UTC)
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        '<feed xmlns="http://www.w3.org/2005/Atom">',
        "<title>Pirate Code: what changed in the library</title>",
        f"<id>{escape(itself)}</id>",
        f'<link rel="self" href={quoteattr(itself)}/>',
        f"<link href={quoteattr(address + '/changes')}/>",
        "<author><name>Pirate Code</name></author>",
        f"<updated>{_time(newest)}</updated>",
    ]
    for step in history.steps:
        lines += _entry(step, address)
    return "\n".join([*lines, "</feed>", ""])


def page_of(change: Change) -> str:
    """The address of what changed on a site, or nothing if it is not there any more."""
    return "" if change.what == "removed" else f"/{_PAGES[change.kind]}/{quote(change.id, safe='')}"


def _entry(step: Step, address: str) -> Iterator[str]:
    at = _time(step.at)
    yield "<entry>"
    yield f"<title>{escape(step.summary)}</title>"
    yield f"<id>{escape(address)}/changes#{at}</id>"
    yield f"<updated>{at}</updated>"
    yield f"<link href={quoteattr(f'{address}/changes#{at}')}/>"
    yield f'<content type="html">{escape(_listed(step, address))}</content>'
    yield "</entry>"


def _listed(step: Step, address: str) -> str:
    """The changes of a step as a list in HTML."""
    items = []
    for change in step.changes:
        told = escape(change.says) + (f"<br>{escape(change.source)}" if change.source else "")
        page = page_of(change)
        items.append(
            f"<li><a href={quoteattr(address + page)}>{told}</a></li>" if page else f"<li>{told}</li>"
        )
    left = step.changed - len(step.changes)
    return f"<ul>{''.join(items)}</ul>" + (f"<p>… and {left:,} more</p>" if left else "")


def _time(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
