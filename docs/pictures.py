"""Makes the pictures of the README: `make pictures`."""

from __future__ import annotations

import io
import re
from pathlib import Path

from rich.console import Console

from pirate_code import show
from pirate_code.language import parse

LINE = "Schooner. Once per turn when this ship hits an enemy ship, also eliminate one crew from that ship."


def main() -> None:
    """Draw one parsed line as an SVG file beside this script."""
    console = Console(record=True, width=104, file=io.StringIO(), force_terminal=True)
    console.print(show.tree(LINE, parse(LINE)))
    drawn = console.export_svg(title="pirate-code parse", unique_id="tree")
    # The picture loads nothing from elsewhere: the reader's own monospace font will do.
    drawn = re.sub(r"@font-face \{.*?\}", "", drawn, flags=re.DOTALL)
    Path(__file__).with_name("tree.svg").write_text(drawn, encoding="utf-8")


if __name__ == "__main__":
    main()
