"""`python -m tests.env.rate [SCENARIO ...]`: picks and actions a second of a random player, one line of JSON for each scenario."""

from __future__ import annotations

import json
import sys
import time

import numpy as np

from hexbench import env
from tests.env.test_picks import SCENARIOS


def rate(scenario: str, picks: int = 2_000) -> dict[str, object]:
    """Processor time of so many picks, games begun anew where they end."""
    table = env.pettingzoo_env(scenario)
    rng = np.random.default_rng(1)
    seed = actions = 0
    table.reset(seed)
    begun = time.process_time()
    for _ in range(picks):
        seen, _, ended, cut, _ = table.last()
        if ended or cut:
            seed += 1
            actions += table.actions_done
            table.reset(seed)
            continue
        table.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
    spent = time.process_time() - begun
    actions += table.actions_done
    return {
        "scenario": scenario,
        "picks a second": round(picks / spent),
        "actions a second": round(actions / spent),
        "games": seed,
    }


if __name__ == "__main__":
    for name in sys.argv[1:] or SCENARIOS:
        print(json.dumps(rate(name)), flush=True)
