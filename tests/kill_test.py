"""``python -m tests.kill_test --times 50``: a game is killed at random moments, and nothing that was confirmed may be lost.

A child process plays Ridge in study mode, with undo and jumps, and prints each action once :meth:`Session.do` has
returned from it. It is killed with SIGKILL after a random number of lines and a random wait; then the file is opened
again.
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

from hexbench.engine.opponent import RandomOpponent
from hexbench.session.checking import replay_file
from hexbench.session.opening import open_file, open_new
from hexbench.study.playout import Chance
from tests.session import toybox

CHECKOUT = Path(__file__).parents[1]
ENDLESS = 100_000


def play(folder: Path, seed: int) -> None:
    """What the child does until it is killed."""
    session = open_new(
        toybox.library(folder), "ridge", "meeting", {"turns": 30}, seed, folder / "game.hexgame"
    )
    chance, opponent = Chance(seed), RandomOpponent()
    for count in range(ENDLESS):
        side = session.decider
        if side is None or chance.number(40) == 1:
            session.set_study(True, session.rules.sides)
            session.go(chance.number(session.node + 1) - 1)
            side = session.decider
        elif chance.number(12) == 1 and session.undo_refusal() is None:
            session.undo()
            side = session.decider
        if side is None:
            continue
        action, _ = opponent.choose(session.seat(side), chance)
        session.do(action)
        sys.stdout.write(f"{session.node} {session.rules.digest(session.state)} {count}\n")
        sys.stdout.flush()


def kill_once(folder: Path, seed: int, lines: int, wait: float) -> tuple[int, int]:
    """(confirmed actions, actions found in the file) of one killed game. Raises AssertionError if one is missing."""
    child = subprocess.Popen(
        [sys.executable, "-m", "tests.kill_test", "--child", str(folder), "--seed", str(seed)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=CHECKOUT,
    )
    assert child.stdout is not None
    confirmed = [child.stdout.readline().split() for _ in range(lines)]
    time.sleep(wait)
    os.kill(child.pid, signal.SIGKILL)
    confirmed += [
        line.split() for line in child.stdout.read().splitlines(keepends=True) if line.endswith("\n")
    ]
    child.stdout.close()
    child.wait()
    path = folder / "game.hexgame"
    session, notices = open_file(toybox.library(folder), path)
    assert not notices, [str(notice) for notice in notices]
    nodes = session.history.nodes
    for node, digest, _ in confirmed:
        record = nodes[int(node)].record
        assert record is not None
        assert record.digest == digest, f"action {node} is not the one that was confirmed"
    here = session.history.node.record
    assert here is None or session.rules.digest(session.state) == here.digest
    session.close()
    replay_file(toybox.library(folder), path)
    return len(confirmed), len(nodes) - 1


def main(arguments: list[str]) -> int:
    """Kill a number of games; prints one line."""
    parser = argparse.ArgumentParser(prog="python -m tests.kill_test", description=__doc__)
    parser.add_argument("--times", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--child", type=Path)
    given = parser.parse_args(arguments)
    if given.child:
        play(given.child, given.seed)
        return 0
    chance = random.Random(given.seed)
    confirmed = found = 0
    for turn in range(given.times):
        with tempfile.TemporaryDirectory() as name:
            folder = toybox.write_data(Path(name))
            one = kill_once(folder, given.seed + turn, 1 + chance.randrange(200), chance.random() * 0.02)
        confirmed, found = confirmed + one[0], found + one[1]
    print(
        f"{given.times} games killed: {confirmed} confirmed actions, all there; {found} actions in the files."
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
