"""The options of commands that do many jobs: how many processes, or which cluster."""

from __future__ import annotations

import click

_MOST = 1000

processes_option = click.option(
    "--processes",
    type=click.IntRange(1, _MOST),
    help="How many processes work, here or with --cluster local; as many as there are processors by default.",
)
cluster_option = click.option(
    "--cluster",
    metavar="ADDRESS",
    help="Work on a Dask cluster: the address of its scheduler (tcp://host:port), or local.",
)
