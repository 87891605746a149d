"""Matches between opponents: who wins how often from which side, and what a player turn costs.

    python -m tests.arena blitzkrieg/campaign quick,random --games 20 --option last_day=20
    python -m tests.arena blitzkrieg/campaign middle,quick --games 10 --both

One opponent for each side, in the order of the game's sides; ``--both`` plays every seed again with seats exchanged.
``--lines`` adds each game to a file, as a line of JSON.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from hexbench.bootstrap import catalogue
from hexbench.engine.opponent import Opponent
from hexbench.engine.seat import Seat
from hexbench.engine.values import Action, Say
from hexbench.session.game import LoadedScenario
from hexbench.study.playout import MOST, Chance, Done, make_opponents, play_out


class Clocked:
    """An opponent with a clock: seconds of processor time by (side, turn or round, phasing side), and the number of
    actions it has applied while thinking.
    """

    def __init__(self, inner: Opponent, side: str, spent: dict[tuple[str, Any, Any], float]) -> None:
        self._inner, self._side, self._spent = inner, side, spent

    @property
    def applied(self) -> int:
        """Actions applied while thinking, for players that count them."""
        return int(getattr(self._inner, "applied", 0))

    def choose(self, seat: Seat, think: Any) -> tuple[Action, Say]:
        """What the opponent inside chooses."""
        begun = time.process_time()
        found = self._inner.choose(seat, think)
        turn = getattr(seat.s, "turn", None) or getattr(seat.s, "round", 0)
        key = (self._side, turn, getattr(seat.s, "phasing", ""))
        self._spent[key] += time.process_time() - begun
        return found


class Game(NamedTuple):
    """How one game went."""

    winner: str | None
    level: str
    score: dict[str, int]
    actions: int
    ended: bool
    seconds: dict[str, tuple[float, float]]
    """side -> mean and longest processor time of its own player turns."""
    applied: dict[str, int]
    """side -> actions applied while thinking."""
    last: Any
    """The position at the end."""


def play(loaded: LoadedScenario, opponents: Mapping[str, Opponent], seed: int, most: int = MOST) -> Game:
    """One game from a seed, opponents by side."""
    spent: dict[tuple[str, Any, Any], float] = defaultdict(float)
    players = {side: Clocked(inner, side, spent) for side, inner in opponents.items()}
    start = loaded.begin(seed)
    last = [start.state]

    def watch(done: Done) -> None:
        last[0] = done.out.state

    result = play_out(loaded.rules, start, players, Chance(seed), most=most, watch=watch)
    seconds = {}
    for side in players:
        own = [t for (who, _, phasing), t in spent.items() if who == side and phasing in ("", side)]
        seconds[side] = (sum(own) / max(1, len(own)), max(own, default=0.0))
    verdict = result.verdict
    applied = {side: player.applied for side, player in players.items()}
    return Game(
        verdict.winner,
        verdict.level,
        dict(verdict.score),
        result.actions,
        result.ended,
        seconds,
        applied,
        last[0],
    )


def match(
    loaded: LoadedScenario, names: tuple[str, ...], seeds: Sequence[int], lines: Path | None = None
) -> Counter[str]:
    """Play some games and print a line for each, also into the file ``lines``; returns the number won by each side."""
    won: Counter[str] = Counter()
    for seed in seeds:
        game = play(loaded, make_opponents(loaded.game, names), seed)
        won[game.winner or "nobody"] += 1
        times = ", ".join(
            f"{side} {mean:.2f} s (most {longest:.2f})" for side, (mean, longest) in game.seconds.items()
        )
        end = game.level if game.ended else f"stopped after {game.actions} actions"
        print(f"seed {seed}: {game.winner or 'nobody'}; {end}; {game.score}; a turn: {times}", flush=True)
        if lines is not None:
            with lines.open("a", encoding="utf-8") as file:
                told = {name: value for name, value in game._asdict().items() if name != "last"}
                file.write(json.dumps({"opponents": names, "seed": seed, **told}) + "\n")
    return won


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns 1 if it cannot be understood."""
    told = argparse.ArgumentParser(
        prog="python -m tests.arena", description=__doc__.split("\n")[0] if __doc__ else ""
    )
    told.add_argument("scenario", help="game/scenario")
    told.add_argument("opponents", help="one for each side: quick,random")
    told.add_argument("--games", type=int, default=4)
    told.add_argument("--seed", type=int, default=0, help="of the first game")
    told.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    told.add_argument("--both", action="store_true", help="again with seats exchanged")
    told.add_argument("--lines", type=Path, metavar="FILE", help="add a line of JSON for each game")
    given = told.parse_args(arguments)
    key, _, name = given.scenario.partition("/")
    options: dict[str, Any] = {}
    for one in given.option:
        option, _, value = one.partition("=")
        options[option] = int(value) if value.lstrip("-").isdigit() else value
    try:
        loaded = catalogue().load_scenario(key, name, options)
        names = tuple(given.opponents.split(","))
        make_opponents(loaded.game, names)
    except ValueError as fault:
        print(fault, file=sys.stderr)
        return 1
    seeds = range(given.seed, given.seed + given.games)
    for seats in (names, names[::-1]) if given.both else (names,):
        won = match(loaded, seats, seeds, given.lines)
        print(
            f"{' against '.join(seats)}: " + ", ".join(f"{side} {n}" for side, n in sorted(won.items())),
            flush=True,
        )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
