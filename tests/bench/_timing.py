"""How the figures are taken: the median of several runs, each long enough to be measured by a clock.

The clock is the processor time of this process, so that other work on the same machine changes little.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable


def median_us(work: Callable[[], object], runs: int = 15, least_s: float = 0.02) -> float:
    """Microseconds of processor time of one call of ``work``: the median over ``runs`` of the mean of a batch of at least ``least_s``."""
    work()
    batch = 1
    while True:
        begin = time.process_time()
        for _ in range(batch):
            work()
        spent = time.process_time() - begin
        if spent >= least_s:
            break
        batch *= 2
    times = []
    for _ in range(runs):
        begin = time.process_time()
        for _ in range(batch):
            work()
        times.append((time.process_time() - begin) / batch)
    return statistics.median(times) * 1e6


def record(name: str, value: float, unit: str, note: str) -> dict[str, object]:
    """One line of ``make bench``."""
    return {"name": name, "value": round(value, 3), "unit": unit, "note": note}
