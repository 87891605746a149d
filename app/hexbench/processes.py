"""How other processes are started, wherever that is done."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from multiprocessing.context import SpawnContext


def spawning() -> SpawnContext:
    """What starts other processes. Each is told the folder in which this one stands: where that was removed meanwhile, this one
    goes to the root first, for none could be started.
    """
    import multiprocessing  # a process is seldom asked for, and a start of the desktop none

    try:
        Path.cwd()
    except FileNotFoundError:
        os.chdir(os.sep)
    return multiprocessing.get_context("spawn")
