"""Things that are expensive to make and the same for all: made by whichever process of a test run needs them first."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """The folder of that name, which ``make`` has filled."""
    base = factory.getbasetemp()
    # Only the workers of one run share the folder above; without workers it contains those of earlier runs.
    into = (base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base) / name
    into.mkdir(exist_ok=True)
    with closing(sqlite3.connect(into / "lock", timeout=300, isolation_level=None)) as lock:
        lock.execute("BEGIN EXCLUSIVE")  # the others wait here, on every system
        done = into / "done"
        if not done.exists():
            make(into)
            done.touch()
    return into
