"""How far long work has come."""

from __future__ import annotations

from collections.abc import Callable

Step = Callable[[int, int, str], None]
"""Told at every step: how many are done, how many there are, what is done now."""


def quiet(done: int, total: int, what: str) -> None:
    """Nobody wants to know."""
