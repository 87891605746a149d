"""Matches in pairs between the levels of a game, kept line by line, and what has become of them.

    make strength ARGS="tide_of_iron/lanzerath quick,random --seeds 10"    play what is not played yet, and tell
    make strength                                                          tell what has been played
    make strength ARGS=--check                                             refuse when a level has become weaker
    make strength ARGS=--offer                                             what declarations have to say of their levels

Every seed is played twice with the same dice, seats exchanged; the figure is the mean of both margins. A game is a line as soon
as it is over, and a run that was stopped goes on where it stopped. Weights of a declaration can be changed for a trial:
``quick/caution=0.8,quick``; ``--trial FILE`` keeps such lines apart.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any

from hexbench.store.strict import BadFile
from tests.strength import figures, offering
from tests.strength.matches import TUNED, Pairing, Seat, loaded, maker, mind_digest, play_one, rules_digest

KEPT = Path(__file__).parent / "matches.jsonl"


def wanted(pairing: Pairing, seeds: Iterable[int], lines: Sequence[dict[str, Any]]) -> list[Seat]:
    """The games that the present sources still have to play."""
    at = loaded(pairing.scenario)
    now = (*pairing, mind_digest(at.game.key), rules_digest(at))
    names = ("scenario", "one", "other", "mind", "rules")
    done = {(line["seed"], line["side"]) for line in lines if tuple(line[name] for name in names) == now}
    return [Seat(pairing, seed, side) for seed in seeds for side in at.game.sides if (seed, side) not in done]


def run(seats: Sequence[Seat], path: Path, jobs: int) -> None:
    """Play games, each a line as soon as it is over; a game that fails is reported and does not stop the others."""
    if jobs <= 1:
        for seat in seats:
            keep(path, play_one(seat))
        return
    with ProcessPoolExecutor(jobs) as pool:
        for one in as_completed([pool.submit(play_one, seat) for seat in seats]):
            keep(path, one.result())


def keep(path: Path, line: dict[str, Any]) -> None:
    """Add a complete line: a reader ignores one that was cut off, so the next begins on a line of its own."""
    cut = path.exists() and path.stat().st_size > 0 and not path.read_bytes().endswith(b"\n")
    with path.open("a", encoding="utf-8") as file:
        file.write(("\n" if cut else "") + json.dumps(line, ensure_ascii=False) + "\n")


def pairing_of(scenario: str, players: str, trial: bool) -> Pairing:
    """The pairing the command line asks for. Raises ValueError (one sentence)."""
    names = players.split(",")
    if len(names) != 2:
        raise ValueError("Name two players: quick,random.")
    if any(TUNED in name for name in names) and not trial:
        raise ValueError("Players with changed weights are no levels: keep their games apart with --trial.")
    for name in names:
        maker(loaded(scenario).game, name)()
    return Pairing(scenario, *names)


def told(key: figures.Key, mind: str, found: figures.Figure) -> str:
    """A figure in one line."""
    scenario, one, other = key
    wins = ", ".join(f"{side} {won}/{played}" for side, (won, played) in sorted(found.wins.items()))
    half = f"{found.half:.2f}" if found.half != float("inf") else "?"
    seconds = f"{found.seconds[0]:.2f} ({found.longest[0]:.1f}) s"
    return (
        f"{scenario:26} {one} - {other} [{mind}]: {found.mean:+.2f} ± {half}, {found.seeds} seeds; won as {wins}; "
        f"a turn {seconds}, {found.applied[0]:.0f} applied a game"
    )


def report(lines: Sequence[dict[str, Any]], newest: bool) -> None:
    """All pairings, a line for each mind that played them."""
    for key, played in sorted(figures.by_mind(lines).items()):
        minds = list(played)[-1:] if newest else list(played)
        for mind in minds:
            print(told(key, mind, figures.figure(played[mind])), flush=True)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns 1 if it cannot be understood, or if a level has become weaker."""
    given = _words().parse_args(arguments)
    path: Path = given.trial or KEPT
    if given.check:
        lines = figures.read(path)
        games = {line["scenario"].partition("/")[0] for line in lines}
        complaints = figures.refused(lines, {game: mind_digest(game) for game in games})
        print("\n".join(complaints) if complaints else "No level has become weaker.")
        return 1 if complaints else 0
    if given.offer:
        wrong = offering.wrong(figures.read(path))
        print("\n".join(wrong) if wrong else "Every declaration says what the matches show.")
        return 1 if wrong else 0
    if given.scenario:
        try:
            pairing = pairing_of(given.scenario, given.players or "", given.trial is not None)
        except (BadFile, ValueError) as fault:
            print(fault, file=sys.stderr)
            return 1
        seeds = range(given.first, given.first + given.seeds)
        run(wanted(pairing, seeds, figures.read(path)), path, given.jobs)
        report(
            [
                line
                for line in figures.read(path)
                if (line["scenario"], line["one"], line["other"]) == pairing
            ],
            True,
        )
        return 0
    report(figures.read(path), not given.all)
    return 0


def _words() -> argparse.ArgumentParser:
    words = argparse.ArgumentParser(
        prog="python -m tests.strength", description=(__doc__ or "").split("\n")[0]
    )
    words.add_argument("scenario", nargs="?", help="game/scenario")
    words.add_argument("players", nargs="?", help="two of them: quick,random")
    words.add_argument("--seeds", type=int, default=10, help="how many, each played from both seats")
    words.add_argument("--first", type=int, default=0, metavar="SEED", help="the first of them")
    words.add_argument("--jobs", type=int, default=1, help="processes")
    words.add_argument("--trial", type=Path, metavar="FILE", help="keep the lines there")
    words.add_argument("--all", action="store_true", help="also what earlier minds played")
    words.add_argument("--check", action="store_true", help="refuse when a level has become weaker")
    words.add_argument("--offer", action="store_true", help="say which levels may be offered")
    return words


if __name__ == "__main__":
    raise SystemExit(main())
