"""The desktop killed in the middle of a game: nothing that was shown in its window may be lost.

The child opens the real window on a shipped scenario and plays random actions in the same way as every gesture; a
line is printed when the window has drawn what was done. The file is then opened again by the session, and replayed.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

CHECKOUT = Path(__file__).parents[2]
SCENARIOS = (
    ("iron_tide", "17_december"),
    ("tide_of_iron", "noville"),
    ("tigers", "19_december"),
    ("blitzkrieg", "bastogne"),
    ("trumpets", "rocherath"),
)
"""What is played, in turn."""


def play(seed: int) -> None:
    """What the child does until it is killed."""
    from PySide6.QtWidgets import QApplication

    from hexbench.bootstrap import catalogue
    from hexbench.engine.opponent import RandomOpponent
    from hexbench.study.playout import Chance
    from hexbench.ui.shell.app import make_app, make_window

    app, games = make_app(), catalogue()
    key, name = SCENARIOS[seed % len(SCENARIOS)]
    window = make_window(games)
    window.lay_table()
    window.resize(1280, 800)
    window.show()
    window.settings.set("play.cover_between_players", "never")
    window.begin(key, name, {}, study=False)
    session = window.bridge.session
    assert session is not None
    said = False
    chance, mind = Chance(seed), RandomOpponent()
    while session.decider is not None:
        side = session.decider
        if chance.number(12) == 1 and session.undo_refusal() is None and session.undo_label() is not None:
            window.bridge.undo()
            continue
        window.bridge.look(side)
        window.bridge.playing.do(mind.choose(session.seat(side), chance)[0])
        QApplication.processEvents()
        if not said:  # a game has a file from its first action on
            print(session.path, flush=True)
            said = True
        print(session.node, session.rules.digest(session.state), flush=True)
    app.exec()  # to be killed with the game at its end


def kill_once(home: Path, seed: int, lines: int, wait: float) -> int:
    """How many actions were confirmed by a window that was killed then. Raises AssertionError if one is missing."""
    from hexbench.bootstrap import catalogue
    from hexbench.session.checking import replay_file
    from hexbench.session.opening import open_file

    child = subprocess.Popen(
        [sys.executable, "-m", "tests.soaking.desktop", "--seed", str(seed)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=CHECKOUT,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen", "HEXBENCH_HOME": str(home)},
    )
    assert child.stdout is not None
    assert child.stderr is not None
    path = Path(child.stdout.readline().strip())
    confirmed = [child.stdout.readline().split() for _ in range(lines)]
    time.sleep(wait)
    os.kill(child.pid, signal.SIGKILL)
    rest, said = child.communicate()
    assert path.is_file(), said[-300:]
    assert "Traceback" not in said, said[-300:]
    confirmed += [line.split() for line in rest.splitlines(keepends=True) if line.endswith("\n")]
    confirmed = [line for line in confirmed if line]
    assert len(confirmed) >= lines, said[-300:]
    games = catalogue()
    session, notices = open_file(games, path)
    assert not notices, [str(notice) for notice in notices]
    for node, digest in confirmed:
        record = session.history.nodes[int(node)].record
        assert record is not None
        assert record.digest == digest, f"action {node} is not the one that was confirmed"
    here = session.history.node.record
    assert here is None or session.rules.digest(session.state) == here.digest
    session.close()
    replay_file(games, path)
    return len(confirmed)


def kills(seed: int, count: int) -> dict[str, Any]:
    """Kill ``count`` windows at random moments."""
    chance = random.Random(seed)
    faults: list[str] = []
    confirmed = 0
    slowest = 0.0
    for n in range(count):
        begun = time.perf_counter()
        with tempfile.TemporaryDirectory(prefix="hexbench-soak-") as name:
            try:
                confirmed += kill_once(Path(name), seed + n, 1 + chance.randrange(40), chance.random() * 0.05)
            except Exception as fault:  # noqa: BLE001 - whatever it is, it is a loss
                faults.append(f"desktop kill seed {seed + n}: {type(fault).__name__}: {fault}"[:600])
        slowest = max(slowest, time.perf_counter() - begun)
    return {"faults": faults, "by": {"confirmed actions": confirmed}, "slowest": slowest}


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, required=True)
    play(parser.parse_args().seed)
