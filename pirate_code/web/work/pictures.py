"""Pictures as addresses that hold them whole, for pages."""

from __future__ import annotations

from urllib.parse import quote


def picture_address(svg: str) -> str:
    """The address that holds a picture."""
    return "data:image/svg+xml," + quote(svg, safe="/:;=,.'() ")
