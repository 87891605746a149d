"""Nothing hangs on the order of a set: processes with different hash seeds open every game alike.

``python -m tests.laws.test_hash_seeds`` prints a digest for each game: of all that is asked, offered and suggested in the
first actions of some random games, and of the aims of both sides. It asks less of more games than :mod:`tests.laws.processes`,
which follows a few to their ends.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

from hexbench import bootstrap
from hexbench.engine.opponent import RandomOpponent
from hexbench.session.game import LoadedScenario
from hexbench.study.review import aims_of
from tests.bench._chance import QuickChance

ROOT = Path(__file__).resolve().parents[2]
SCENARIOS = {
    "blitzkrieg": "bastogne",
    "iron_tide": "ten_turn",
    "tide_of_iron": "noville",
    "tigers": "campaign",
    "trumpets": "losheim",
}
SEEDS = (22, 98, 154, 174)
"""In these games of Tigers two hexes are crowded while units are set up."""
ACTIONS = 10


def digests() -> dict[str, str]:
    """Game -> the digest of its openings."""
    catalogue = bootstrap.catalogue()
    return {game: _digest(catalogue.load_scenario(game, name)) for game, name in SCENARIOS.items()}


def _digest(loaded: LoadedScenario) -> str:
    rules = loaded.rules
    aims = aims_of(loaded.game)
    found = hashlib.blake2b(digest_size=16)
    for seed in SEEDS:
        state = loaded.begin(seed=seed).state
        player, chance = RandomOpponent(), QuickChance(seed)
        for _ in range(ACTIONS):
            side = rules.decider(state)
            if side is None:
                break
            seat = rules.seat(state, side)
            action, _ = player.choose(seat, chance)
            found.update(repr((seat.prompt, action)).encode())
            state = rules.apply(state, action, trusted=True).state
        if aims is not None:
            found.update(repr(aims.goals(rules, state, rules.board(state))).encode())
    return found.hexdigest()


def test_every_game_opens_alike_whatever_the_hash_seed() -> None:
    command = [sys.executable, "-m", "tests.laws.test_hash_seeds"]
    running = [
        subprocess.Popen(
            command, cwd=ROOT, env={**os.environ, "PYTHONHASHSEED": seed}, stdout=subprocess.PIPE, text=True
        )
        for seed in ("1", "2718")
    ]
    one, other = (json.loads(process.communicate()[0]) for process in running)
    assert one.keys() == SCENARIOS.keys()
    assert {game for game in SCENARIOS if one[game] != other[game]} == set()


if __name__ == "__main__":
    print(json.dumps(digests()))
