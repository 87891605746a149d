"""Saving during play, opening again, and jumping about in a long game of the real campaign."""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hexbench import bootstrap
from hexbench.engine.opponent import RandomOpponent
from hexbench.session.opening import begin, open_file
from hexbench.session.session import Session
from hexbench.store.saves import SaveFile
from hexbench.study.playout import Chance
from tests.bench._timing import record

ACTIONS = 2000


def measure() -> Iterator[dict[str, object]]:
    """Every figure of saves."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bench.hexgame"
        appends, actions = _play(path)
        size = path.stat().st_size / 2**20
        note = f"median of {ACTIONS} actions, campaign; slowest of a hundred {_hundredth(appends):.2f}"
        yield record("save_append_ms", statistics.median(appends), "ms", note)
        yield record(
            "action_ms", statistics.median(actions), "ms", "judged, done, recorded, saved, announced"
        )
        yield record("save_mb", size, "MB", f"{ACTIONS} actions")
        begun = time.perf_counter()
        session, _ = open_file(bootstrap.catalogue(), path)
        spent = (time.perf_counter() - begun) * 1000
        yield record(
            "save_open_ms", spent, "ms", f"{len(session.history.nodes) - 1} actions, rules loaded anew"
        )
        jumps = _jump(session)
        note = f"median of {len(jumps)} first jumps all over the tree; slowest {max(jumps):.1f}"
        yield record("history_jump_ms", statistics.median(jumps), "ms", note)
        session.close()


def _hundredth(times: list[float]) -> float:
    return sorted(times)[len(times) * 99 // 100]


def _play(path: Path) -> tuple[list[float], list[float]]:
    """Play at random, from the beginning again when a game is over; milliseconds of each append and of each action."""
    library = bootstrap.catalogue()
    scenario = next(info.name for info in library.scenarios("iron_tide") if not info.is_position)
    session = begin(library.load_scenario("iron_tide", scenario), 1, where=path, study=True)
    appends: list[float] = []
    actions: list[float] = []
    first = SaveFile.append

    def timed(self: SaveFile, *given: Any) -> None:
        begun = time.perf_counter()
        first(self, *given)
        appends.append((time.perf_counter() - begun) * 1000)

    patched: Any = SaveFile
    patched.append = timed
    chance, opponent = Chance(1), RandomOpponent()
    while len(actions) < ACTIONS:
        if session.decider is None:
            session.go(0)
        action, _ = opponent.choose(session.seat(session.decider), chance)
        begun = time.perf_counter()
        session.do(action)
        actions.append((time.perf_counter() - begun) * 1000)
    patched.append = first
    session.close()
    return appends, actions


def _jump(session: Session) -> list[float]:
    """Milliseconds of jumps to distant nodes that have not been visited since the file was opened."""
    session.set_study(True, session.rules.sides)
    count = len(session.history.nodes)
    times = []
    for i in range(40):
        node = (i * 997 + 31) % count
        begun = time.perf_counter()
        session.go(node)
        _ = session.state
        times.append((time.perf_counter() - begun) * 1000)
    return times
