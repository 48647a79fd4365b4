"""How many trees and lines hypothesis makes up."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# A tree is made of many small choices, and those that the validators refuse together are thrown away.
USUAL = settings(
    max_examples=150,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
)
settings.register_profile("usual", USUAL)
settings.register_profile("long", USUAL, max_examples=20_000, derandomize=False, print_blob=True)
