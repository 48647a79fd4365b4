"""What programs can ask for, as an OpenAPI document: openapi.yaml beside this module, served as JSON."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from datasette.utils.asgi import Request, Response

import pirate_code
from pirate_code.web.computing import as_json
from pirate_code.web.showing import Data
from pirate_code.yaml_text import parse

if TYPE_CHECKING:
    from datasette.app import Datasette


@cache
def document() -> Data:
    """The document, with the version of Pirate Code."""
    data: Data = parse((files("pirate_code.web") / "openapi.yaml").read_text(encoding="utf-8"))[0]
    data["info"]["version"] = pirate_code.__version__
    return data


async def openapi(datasette: Datasette, request: Request) -> Response:
    """The document as JSON."""
    return as_json(document(), 200)
