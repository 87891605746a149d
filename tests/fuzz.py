"""``python -m tests.fuzz [game or game/scenario ...]``: long random play with every law checked at every step.

Plays the toys and every scenario that ships. Ends with exit status 1 at the first broken law, and prints what is
needed to repeat it.
"""

from __future__ import annotations

import argparse
import sys

from hexbench.store.strict import BadFile
from tests.exchange.trips import trips
from tests.laws.case import load_case, matching, more_names, product_names, toys
from tests.laws.catalogue import all_laws
from tests.laws.processes import compare
from tests.laws.walk import LawBroken, play_games

TRIPS = 200
"""Positions of random games that are exported to VASSAL and imported again."""


def main(argv: list[str]) -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("games", nargs="*", help="a game, or game/scenario; all when none is named")
    parser.add_argument("--games", dest="number", type=int, default=20, help="games for each scenario")
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    parser.add_argument("--every", type=int, default=1, help="look at one step in so many")
    asked = parser.parse_args(argv)
    names = tuple(toys())
    if not asked.games or any(not matching(names, wanted) for wanted in asked.games):
        names += (*product_names(), *more_names())
    unknown = [wanted for wanted in asked.games if not matching(names, wanted)]
    if unknown:
        print(f"There is no game or scenario {unknown[0]}; there are {', '.join(names)}.", file=sys.stderr)
        return 2
    chosen = [name for wanted in asked.games for name in matching(names, wanted)] or list(names)
    failed = 0
    for name in chosen:
        try:
            report = play_games(load_case(name), all_laws, asked.number, asked.seed, asked.every)
            compare(name, asked.seed, games=1)
        except (LawBroken, BadFile) as fault:
            print(f"{name}: BROKEN {fault}", flush=True)
            failed = 1
            continue
        print(report.line() + "; the same in every process", flush=True)
    if not asked.games:
        wrong = trips(asked.seed, TRIPS)
        for sentence in wrong:
            print(f"VASSAL: BROKEN {sentence}", flush=True)
        failed = failed or int(bool(wrong))
        print(f"VASSAL: {TRIPS} positions there and back, {len(wrong)} changed", flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
