"""Whole random games under all laws, and games that are killed."""

from __future__ import annotations

import random
import tempfile
import time
from pathlib import Path
from typing import Any

from tests.kill_test import kill_once
from tests.laws.case import load_case, more_names, product_names, toys
from tests.laws.catalogue import all_laws
from tests.laws.gate import Gate
from tests.laws.walk import Law, LawBroken, Report, play_game
from tests.session import toybox

EVERY = 40
"""Laws check one step in this many: a campaign has thousands."""


def names() -> tuple[str, ...]:
    """Everything that can be played, in an order in which each gets its turn."""
    return (*product_names(), *more_names(), *sorted(toys()))


def laws() -> list[Law]:
    """All laws, including the gate."""
    return [*all_laws(), Gate()]


def batch(seed: int, count: int) -> dict[str, Any]:
    """Play ``count`` whole games, of the next scenarios in turn."""
    all_names = names()
    faults: list[str] = []
    by: dict[str, int] = {}
    slowest = 0.0
    report = Report("soak")
    for n in range(count):
        name = all_names[(seed + n) % len(all_names)]
        begun = time.perf_counter()
        try:
            play_game(load_case(name), seed + n, laws(), EVERY, report)
        except LawBroken as fault:
            faults.append(str(fault)[:600])
        by[name] = by.get(name, 0) + 1
        slowest = max(slowest, time.perf_counter() - begun)
    return {"faults": faults, "by": by, "slowest": slowest}


def kills(seed: int, count: int) -> dict[str, Any]:
    """Kill ``count`` games at random moments; every confirmed action must be there."""
    chance = random.Random(seed)
    faults: list[str] = []
    confirmed = 0
    for n in range(count):
        with tempfile.TemporaryDirectory() as name:
            folder = toybox.write_data(Path(name))
            try:
                confirmed += kill_once(folder, seed + n, 1 + chance.randrange(60), chance.random() * 0.02)[0]
            except Exception as fault:  # noqa: BLE001 - whatever it is, it is a loss
                faults.append(f"kill seed {seed + n}: {type(fault).__name__}: {fault}"[:400])
    return {"faults": faults, "by": {"confirmed actions": confirmed}}
