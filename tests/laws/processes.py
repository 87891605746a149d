"""Another process, with another hash seed, plays exactly the same game: nothing depends on the order of a set.

``python -m tests.laws.processes CASE --seed S --games N [--every K] [--most M] [--fault F]`` prints a digest of everything
said and done; of what was said and done in one step of K, and of how each game ended or stood after M actions.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

from hexbench.engine.rules import Outcome
from tests.laws.case import Case, load_case
from tests.laws.walk import LIMIT, Chance, Law, LawBroken, Moment, pack, play_game

ROOT = Path(__file__).resolve().parents[2]
SEEDS = ("0", "1", "2718")


class Transcript(Law):
    """Everything that was asked, answered, reported and reached, as one digest."""

    name = "another process plays the same"

    def __init__(self, most: int = LIMIT) -> None:
        """``most``: actions of a game after which it has heard enough, counted at the steps it looks at."""
        super().__init__()
        self.hash = hashlib.blake2b(digest_size=16)
        self.most, self.heard = most, 0

    @property
    def enough(self) -> bool:
        """Whether the game has gone on for long enough."""
        return self.heard >= self.most

    def begin(self, case: Case, opening: Outcome, chance: Chance) -> None:
        """A game begins."""
        self.heard = 0

    def step(self, m: Moment) -> None:
        """Add a step."""
        self.heard = m.number
        self.hash.update(pack(m.seat.prompt))
        for offer in m.seat.prompt.offers:
            for x in (offer.subjects or ("",))[:2]:
                self.hash.update(pack(m.seat.targets(offer.verb, (x,) if x else ())))
        self.hash.update(pack(m.action))
        self.hash.update(pack(m.outcome.told))
        self.hash.update(m.rules.pack(m.outcome.state))
        self.hash.update(pack(m.seat.panels()))

    def end(self, case: Case, state: Any) -> None:
        """Add the end, on which every earlier step has an effect."""
        self.hash.update(case.rules.pack(state))


def digest(case: Case, seed: int, games: int, every: int = 1, most: int = LIMIT) -> str:
    """The digest of some games, each no longer than so many actions."""
    transcript = Transcript(most)
    for number in range(games):
        play_game(case, seed + number, [transcript], every)
    return transcript.hash.hexdigest()


def compare(
    name: str,
    seed: int = 0,
    games: int = 2,
    fault: str = "",
    every: int = 1,
    seeds: Sequence[str] = SEEDS,
    most: int = LIMIT,
) -> str:
    """Play in processes with different hash seeds; returns the common digest. Raises LawBroken."""
    found: dict[str, str] = {}
    command = [sys.executable, "-m", "tests.laws.processes", name, "--seed", str(seed), "--games", str(games)]
    command += ["--every", str(every), "--most", str(most)]
    if fault:
        command += ["--fault", fault]
    for hash_seed in seeds:
        env = {**os.environ, "PYTHONHASHSEED": hash_seed}
        done = subprocess.run(command, env=env, cwd=ROOT, capture_output=True, text=True, check=False)
        if done.returncode:
            raise LawBroken(Transcript.name, f"{name} with hash seed {hash_seed}: {done.stderr[-2000:]}")
        found[hash_seed] = done.stdout.strip()
    if len(set(found.values())) > 1:
        raise LawBroken(Transcript.name, f"{name} is played otherwise by other processes: {found}")
    return next(iter(found.values()))


def main(argv: list[str]) -> int:
    """Print the digest."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("case")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--most", type=int, default=LIMIT)
    parser.add_argument("--fault", default="")
    asked = parser.parse_args(argv)
    planted: AbstractContextManager[None] = nullcontext()
    if asked.fault:
        from tests.laws.faults import FAULTS

        planted = FAULTS[asked.fault].plant()
    with planted:
        print(digest(load_case(asked.case), asked.seed, asked.games, asked.every, asked.most))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
