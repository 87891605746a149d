"""``python -m tests.soak --minutes 10``: everything that tries to break the promises, for minutes or for a night.

Whole games of every scenario under all laws, games killed, junk lines for the engine, mutants of every kind of file,
attacks by mail. Each piece of work has a seed of its own and runs in a process with limited time and memory; what was
found is kept in a file (``--state``), and another call continues where the last one stopped. It prints a table; the
exit status is 1 if anything was lost, hung, grew too large or ended in a traceback.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.soaking import attacks, desktop, disks, files, games

CHECKOUT = Path(__file__).parents[1]
LARGEST = 1 << 30
"""The most bytes that a piece of work may use."""
HANG = 10.0
"""Seconds after which a single mutant or line counts as hung."""
PATIENCE = 1800
"""Seconds after which a piece of work is given up: a whole campaign under all laws takes minutes."""

Batch = Callable[[int, int], "dict[str, Any]"]
KINDS: dict[str, tuple[Batch, int, float]] = {
    "games": (games.batch, 1, 0.45),
    "kills": (games.kills, 5, 0.12),
    "desktop kills": (desktop.kills, 1, 0.06),
    "disks": (disks.batch, 20, 0.03),
    "junk lines": (attacks.junk, 20_000, 0.1),
    "mail attacks": (attacks.mail, 3, 0.05),
    **{f"{name} mutants": (files.batch_of(name), 60, 0.19 / len(files.KINDS)) for name in files.KINDS},
}
"""The kinds of work: the function, how many items make one piece of work, and its share of the time."""


def piece(kind: str, seed: int, count: int) -> dict[str, Any]:
    """One piece of work in this process: ``done``, ``faults`` (sentences), ``slowest`` seconds and the ``memory`` it used."""
    out = KINDS[kind][0](seed, count)
    return {"done": count, "faults": [], "slowest": 0.0, **out, "memory": _memory()}


def _memory() -> int:
    if sys.platform == "win32":
        return 0
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def apart(kind: str, seed: int, count: int) -> dict[str, Any]:
    """The same in a process of its own, which may hang or die."""
    command = [
        sys.executable,
        "-m",
        "tests.soak",
        "--piece",
        kind,
        "--seed",
        str(seed),
        "--count",
        str(count),
    ]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, cwd=CHECKOUT, timeout=PATIENCE, check=False
        )
    except subprocess.TimeoutExpired:
        return {
            "done": 0,
            "faults": [f"{kind} seed {seed}: no end after {PATIENCE} s"],
            "slowest": float(PATIENCE),
        }
    try:
        found: dict[str, Any] = json.loads(done.stdout.strip().splitlines()[-1])
    except (ValueError, IndexError):
        last = (done.stderr.strip().splitlines() or ["no word"])[-1]
        return {
            "done": 0,
            "faults": [f"{kind} seed {seed}: ended with {done.returncode}, {last}"],
            "slowest": 0.0,
        }
    return found


class Soak:
    """What has been done so far, kept in a file after every piece."""

    def __init__(self, path: Path, seed: int) -> None:
        self.path = path
        self.state: dict[str, Any] = {"seed": seed, "kinds": {}}
        if path.is_file():
            self.state = json.loads(path.read_text(encoding="utf-8"))

    def of(self, kind: str) -> dict[str, Any]:
        """The figures of one kind."""
        blank = {"pieces": 0, "done": 0, "seconds": 0.0, "slowest": 0.0, "memory": 0, "faults": [], "by": {}}
        found: dict[str, Any] = self.state["kinds"].setdefault(kind, blank)
        return found

    def next_kind(self, kinds: list[str]) -> str:
        """The kind that is furthest behind its share."""
        return min(kinds, key=lambda kind: self.of(kind)["seconds"] / KINDS[kind][2])

    def do(self, kind: str, work: Callable[[str, int, int], dict[str, Any]]) -> None:
        """Do one more piece of work."""
        row = self.of(kind)
        seed = self.state["seed"] * 1_000_003 + row["pieces"]
        begun = time.perf_counter()
        found = work(kind, seed, KINDS[kind][1])
        row["pieces"] += 1
        row["done"] += found["done"]
        row["seconds"] += time.perf_counter() - begun
        row["slowest"] = max(row["slowest"], found["slowest"])
        row["memory"] = max(row["memory"], found.get("memory", 0))
        row["faults"] += found["faults"][:20]
        if found.get("memory", 0) > LARGEST:
            row["faults"].append(f"{kind} seed {seed}: took {found['memory'] >> 20} MiB")
        if found["slowest"] > HANG and kind not in ("games", "kills", "desktop kills"):
            row["faults"].append(f"{kind} seed {seed}: {found['slowest']:.1f} s for one")
        for name, number in found.get("by", {}).items():
            row["by"][name] = row["by"].get(name, 0) + number
        part = self.path.with_suffix(".part")
        part.write_text(json.dumps(self.state, indent=1), encoding="utf-8")
        part.replace(self.path)

    @property
    def faults(self) -> list[str]:
        """Everything that was found."""
        return [fault for row in self.state["kinds"].values() for fault in row["faults"]]

    def table(self) -> str:
        """The figures for people."""
        lines = [f"{'':20}{'done':>10}{'minutes':>9}{'slowest s':>11}{'most MiB':>10}{'faults':>8}"]
        for kind, row in self.state["kinds"].items():
            if row["pieces"]:
                lines.append(
                    f"{kind:20}{row['done']:>10}{row['seconds'] / 60:>9.1f}{row['slowest']:>11.2f}"
                    f"{row['memory'] >> 20:>10}{len(row['faults']):>8}"
                )
        for kind, row in self.state["kinds"].items():
            if row["by"]:
                told = ", ".join(f"{name} {number}" for name, number in sorted(row["by"].items()))
                lines.append(f"{kind}: {told}")
        return "\n".join(lines)


def main(arguments: list[str]) -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=1, help="of a new state; an old one keeps its own")
    parser.add_argument("--state", type=Path, default=Path(tempfile.gettempdir()) / "hexbench-soak.json")
    parser.add_argument("--only", action="append", choices=tuple(KINDS), help="some kinds of work alone")
    parser.add_argument("--piece", choices=tuple(KINDS), help=argparse.SUPPRESS)
    parser.add_argument("--count", type=int, default=1, help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if given.piece:
        print(json.dumps(piece(given.piece, given.seed, given.count)))
        return 0
    soak = Soak(given.state, given.seed)
    kinds = given.only or list(KINDS)
    end = time.monotonic() + 60 * given.minutes
    told = len(soak.faults)
    while time.monotonic() < end:
        kind = soak.next_kind(kinds)
        soak.do(kind, apart)
        for fault in soak.faults[told:]:
            print(fault, flush=True)
        told = len(soak.faults)
    print(soak.table())
    return 1 if soak.faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
