"""Random play of ours and of another program alternately: how fast one is compared with the other on the same machine at the same time.

    make bench ARGS="beside 'node peer.js'"
    make bench ARGS="beside 'node peer.js' --games tigers,trumpets --rounds 9 --seconds 5"

The other is any command that plays at random as we do, with a view, a question and a choice at every step, and ends
by printing its rate in actions per second: the last number of its output counts. The speed of a machine varies, so
each round runs both, in changing order, and the ratio is taken round by round; the figure is the median, with the
smallest and greatest.
"""

from __future__ import annotations

import argparse
import json
import re
import shlex
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from hexbench import bootstrap
from tests.bench._random import play_one
from tests.bench._timing import record

SCENARIOS = {
    "iron_tide": "campaign",
    "tigers": "campaign",
    "tide_of_iron": "noville",
    "blitzkrieg": "campaign",
    "trumpets": "losheim",
}
"""Game -> the scenario that represents it."""
NUMBER = re.compile(r"\d+(?:[.,]\d+)?(?:[eE][+-]?\d+)?")
LONGEST = 600
"""Seconds after which a run of the other program is given up."""


class NoRate(Exception):
    """The other program gave no rate; the sentence says how."""


def own_rate(game: str, seconds: float) -> float:
    """Actions per second of processor time, over as many whole games as begin within so many seconds; at least one."""
    loaded = bootstrap.catalogue().load_scenario(game, SCENARIOS[game])
    play_one(loaded, 0)  # what a first game computes once must not affect the rate
    actions, seed, begun = 0, 1, time.process_time()
    while seed == 1 or time.process_time() - begun < seconds:
        actions += play_one(loaded, seed)
        seed += 1
    return actions / (time.process_time() - begun)


def other_rate(command: Sequence[str]) -> float:
    """The rate another program reports. Raises NoRate."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=LONGEST, check=False)
    except (OSError, subprocess.TimeoutExpired) as fault:
        raise NoRate(f"{command[0]} cannot be run to its end: {fault}") from None
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["it says nothing"])[-1]
        raise NoRate(f"{command[0]} ended with {done.returncode}: {last}")
    numbers = NUMBER.findall(done.stdout)
    rate = float(numbers[-1].replace(",", ".")) if numbers else 0.0
    if rate <= 0:
        raise NoRate(
            f"{command[0]} printed no rate: the last number of its output is taken, in actions a second."
        )
    return rate


def apart(game: str, seconds: float) -> float:
    """:func:`own_rate` in a process of its own, as the other program has one. Raises NoRate."""
    return other_rate(
        [sys.executable, "-m", "tests.bench", "beside", "--own", game, "--seconds", str(seconds)]
    )


def rounds(
    ours: Callable[[], float], theirs: Callable[[], float], count: int
) -> Iterator[tuple[float, float]]:
    """(our rate, the other's), round by round; they take turns in starting, so that neither always runs on the warmer machine."""
    for number in range(count):
        if number % 2:
            other = theirs()
            yield ours(), other
        else:
            own = ours()
            yield own, theirs()


def told(game: str, found: Sequence[tuple[float, float]]) -> dict[str, object]:
    """One line: the median ratio and its spread."""
    ratios = sorted(own / other for own, other in found)
    own, other = (statistics.median(side) for side in zip(*found, strict=True))
    note = (
        f"ours to the other's, median of {len(ratios)} rounds in turns, from {ratios[0]:.3f} to {ratios[-1]:.3f}; "
        f"{own:.0f} actions/s in {SCENARIOS[game]}, the other {other:.0f}"
    )
    return record(f"beside.{game}", statistics.median(ratios), "ratio", note)


def main(arguments: Sequence[str]) -> int:
    """Run the command line; returns 1 if the other program gives no rate."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench beside")
    parser.add_argument(
        "command", nargs="?", default="", help="plays at random and prints its actions a second"
    )
    parser.add_argument(
        "--games", default=",".join(SCENARIOS), help="which of ours, with commas between them"
    )
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=4.0, help="of one run of ours, at least")
    parser.add_argument("--own", default="", help=argparse.SUPPRESS)
    given = parser.parse_args(list(arguments))
    if given.own:
        print(own_rate(given.own, given.seconds))
        return 0
    command, games = shlex.split(given.command), given.games.split(",")
    unknown = [game for game in games if game not in SCENARIOS]
    if not command or unknown or given.rounds < 1:
        parser.error(
            f"there is no game {unknown[0]}" if unknown else "name a command, and one round at least"
        )
    try:
        for game in games:
            ours = partial(apart, game, given.seconds)
            found = list(rounds(ours, partial(other_rate, command), given.rounds))
            print(json.dumps(told(game, found)), flush=True)
    except NoRate as fault:
        print(fault, file=sys.stderr)
        return 1
    return 0
