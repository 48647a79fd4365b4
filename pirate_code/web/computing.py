"""The pages that compute, and their JSON: what is asked is bounded here and done by worker processes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from datasette.utils.asgi import Request, Response

from pirate_code.web.showing import Data, page
from pirate_code.web.worker_pool import WORKERS, Busy, Failed, Refused, WorkerPool

if TYPE_CHECKING:
    from datasette.app import Datasette

_POOLS: WeakKeyDictionary[Datasette, WorkerPool] = WeakKeyDictionary()
_BUSY = 503
_FAILED = 500
_WRONG = 400


def open_pool(datasette: Datasette, workers: int = WORKERS, timeout_scale: float = 1.0) -> WorkerPool:
    """Start the workers of a server; they load the library while it already answers."""
    _POOLS[datasette] = WorkerPool(Path(datasette.get_database().path), workers, timeout_scale=timeout_scale)
    return _POOLS[datasette]


def pool_of(datasette: Datasette) -> WorkerPool:
    """The workers of a server; one that was started by others starts them when they are first asked for."""
    return _POOLS.get(datasette) or open_pool(datasette)


def close_pool(datasette: Datasette) -> None:
    """End the workers of a server, if it has any."""
    if datasette in _POOLS:
        _POOLS.pop(datasette).close()


async def computed(datasette: Datasette, task: str, query: Data, limits: dict[str, int]) -> tuple[Data, int]:
    """What comes of a task with its status; what went wrong is told under `error`, in one sentence."""
    for name, limit in limits.items():
        given = query.get(name)
        for value in given if isinstance(given, list) else [given]:
            if value is not None and len(str(value)) > limit:
                message = f"`{name}` has at most {limit:,} characters, and this has {len(str(value)):,}."
                return {"error": message}, _WRONG
    try:
        return await pool_of(datasette).ask(task, query), 200
    except Refused as error:
        return {"error": str(error)}, _WRONG
    except Busy as error:
        return {"error": str(error)}, _BUSY
    except Failed as error:
        return {"error": str(error)}, _FAILED


def asked(request: Request, *names: str) -> Data:
    """The arguments of a request by name; what is not given is empty."""
    return {name: (request.args.get(name) or "").strip("\r\n") for name in names}


async def answered(
    datasette: Datasette, request: Request, template: str, data: Data, status: int
) -> Response:
    """A computing page; one that is busy asks to be tried again."""
    response = await page(datasette, request, template, data, status=status)
    return retrying(response, status)


def retrying(response: Response, status: int) -> Response:
    """An answer that says when to try again, if it is a busy one."""
    if status == _BUSY:
        response.headers["retry-after"] = "5"
    return response


def as_json(data: Data, status: int) -> Response:
    """An answer as JSON."""
    return retrying(Response.json(data, status=status), status)


def as_file(result: Data, status: int, name: str) -> Response:
    """A replay file to keep under a name, or what went wrong."""
    if "error" in result:
        return as_json(result, status)
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(result["replay"], headers=headers, content_type="application/json; charset=utf-8")


def as_picture(result: Data, status: int) -> Response:
    """A picture, or what went wrong."""
    return (
        as_json(result, status)
        if "error" in result
        else Response(result["svg"], content_type="image/svg+xml")
    )
