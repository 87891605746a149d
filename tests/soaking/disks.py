"""Disks that fill up or become read-only while a game is open, and files that are changed from outside."""

from __future__ import annotations

import os
import random
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from hexbench.engine.opponent import RandomOpponent
from hexbench.session.checking import replay_file
from hexbench.session.library import Library
from hexbench.session.opening import open_file, open_new
from hexbench.session.session import Session
from hexbench.store.strict import CannotWrite
from hexbench.study.playout import Chance
from tests.session import toybox
from tests.session.deeds import DEEDS

NOBODY = 65534
"""A user who owns nothing: for root no folder is closed."""


@contextmanager
def _full(path: Path, chance: random.Random) -> Iterator[None]:
    """The file may grow only so far, as on a disk that is filling up."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + chance.randrange(20_000), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@contextmanager
def _closed(path: Path) -> Iterator[None]:
    """The file and its folder may be read only."""
    modes = path.stat().st_mode, path.parent.stat().st_mode
    root = os.geteuid() == 0
    path.chmod(0o444)
    path.parent.chmod(0o555)
    if root:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)
        path.parent.chmod(modes[1])
        path.chmod(modes[0])


def _forward(session: Session, chance: random.Random) -> bool:
    """Do one more action; False: the game is over."""
    side = session.decider
    if side is None:
        return False
    session.do(RandomOpponent().choose(session.seat(side), Chance(chance.randrange(10**6)))[0])
    return True


def _one(folder: Path, chance: random.Random) -> str:
    """One game to which something happens; returns the name of what happened. Raises AssertionError if anything is lost."""
    games = toybox.library(toybox.write_data(folder / "data"))
    (folder / "games").mkdir()
    folder.chmod(0o755)
    path = folder / "games" / "a.hexgame"
    session = open_new(games, "ridge", "meeting", {"turns": 30}, chance.randrange(10**6), path)
    session.set_study(True, session.rules.sides)
    for _ in range(chance.randrange(1, 30)):
        _forward(session, chance)
    disk = chance.random() < 0.4
    if disk:
        full = chance.random() < 0.5
        name = "the disk is full" if full else "the folder is closed"
        with _full(path, chance) if full else _closed(path):
            # A closed folder does not stop a process that has the file open: everything must then be in it.
            told = _refused(session, chance, 2000 if full else 100, must=full)
    else:
        deed = chance.choice(list(DEEDS))
        name = deed.__name__
        deed(path)
        told = _refused(session, chance, 1)
        assert DEEDS[deed] in told, told
    assert told.isprintable(), ascii(told)
    if not disk or chance.random() < 0.5:
        path = folder / "else" / "b.hexgame"
        session.save_as(path)
    _forward(session, chance)
    _same(games, session, path)
    return name


def _refused(session: Session, chance: random.Random, patience: int, *, must: bool = True) -> str:
    """Play until it cannot be saved; returns the sentence, or none if that is not a fault. What was not saved is not there."""
    for _ in range(patience):
        before = session.node, session.rules.digest(session.state), len(session.history.nodes)
        try:
            if not _forward(session, chance):
                session.go(chance.randrange(session.node))
        except CannotWrite as fault:
            told = str(fault)
        else:
            continue
        after = session.node, session.rules.digest(session.state), len(session.history.nodes)
        assert after == before, f"something was kept that could not be written: {told}"
        return told
    assert not must, "everything could be written"
    return ""


def _same(games: Library, session: Session, path: Path) -> None:
    """Check that what was confirmed is in the file, and nothing else."""
    expected = session.node, session.rules.digest(session.state), len(session.history.nodes)
    session.close()
    again, notices = open_file(games, path)
    assert not notices, [str(notice) for notice in notices]
    assert (again.node, again.rules.digest(again.state), len(again.history.nodes)) == expected
    again.close()
    replay_file(games, path)


def batch(seed: int, count: int) -> dict[str, Any]:
    """Play ``count`` games while something happens to the open file."""
    faults: list[str] = []
    by: dict[str, int] = {}
    slowest = 0.0
    for n in range(count):
        chance = random.Random(seed * 1000 + n)
        with tempfile.TemporaryDirectory(prefix="hexbench-soak-") as name:
            begun = time.perf_counter()
            try:
                what = _one(Path(name), chance)
                by[what] = by.get(what, 0) + 1
            except Exception as fault:  # noqa: BLE001 - every one of them is a fault
                faults.append(f"disks seed {seed} game {n}: {type(fault).__name__}: {fault}"[:500])
            slowest = max(slowest, time.perf_counter() - begun)
    return {"faults": faults, "by": by, "slowest": slowest}
