"""`python -m tests.mutants GAME --count N --seed S`: plant faults in the rules of a game, and see whether a test notices.

One line of JSON for each fault, then what survived and a summary. docs/testing.md tells how to read it.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from hexbench import bootstrap
from tests.mutants.planting import Fault, sample
from tests.mutants.running import LIMIT, Fresh, Hunt, Verdict, environment
from tests.mutants.tracing import Trace, measured, tests_of_game

ROOT = Path(__file__).resolve().parents[2]
KEPT = ROOT / "build" / "mutants"
"""Traces and copies; not part of the checkout."""
HARMLESS = Path(__file__).with_name("harmless.toml")
"""Faults that change nothing, each with its reason."""


def reasons(file: Path = HARMLESS) -> dict[tuple[str, str, str], str]:
    """(file, line before, line after) -> why the fault changes nothing."""
    if not file.is_file():
        return {}
    found = tomllib.loads(file.read_text(encoding="utf-8")).get("fault", [])
    return {(one["file"], one["before"].strip(), one["after"].strip()): one["why"] for one in found}


def known(fault: Fault, why: dict[tuple[str, str, str], str]) -> str:
    """Why a fault changes nothing, if that has been recorded."""
    return why.get((fault.file, fault.before.strip(), fault.after.strip()), "")


def summary(verdicts: list[Verdict]) -> dict[str, object]:
    """How many were caught, of those that change something."""
    counted = [v for v in verdicts if not v.reason]
    caught = [v for v in counted if v.by]
    kinds = sorted({v.fault.kind for v in counted})
    return {
        "faults": len(verdicts),
        "change nothing": len(verdicts) - len(counted),
        "caught": len(caught),
        "of": len(counted),
        "per cent": round(100 * len(caught) / len(counted), 1) if counted else 100.0,
        "by kind": {
            kind: f"{sum(v.fault.kind == kind for v in caught)}/{sum(v.fault.kind == kind for v in counted)}"
            for kind in kinds
        },
        "seconds": round(sum(v.seconds for v in verdicts)),
    }


def again(told: str, root: Path) -> list[Fault]:
    """The survivors in an earlier run's output, in the present sources; those whose line no longer exists are ignored."""
    lines = [json.loads(line) for line in told.splitlines() if line.startswith('{"by"')]
    found: list[Fault] = []
    for one in lines:
        if one["by"] or one["reason"]:
            continue
        text = (root / one["file"]).read_text(encoding="utf-8").split("\n")
        places = [n for n, line in enumerate(text, 1) if line == one["before"]]
        if places:
            at = min(places, key=lambda n: abs(n - one["line"]))
            facts = {key: one[key] for key in ("file", "kind", "before", "after")}
            found.append(Fault(line=at, last=at + one["last"] - one["line"], **facts))
    return list(dict.fromkeys(found))


def hunt(game: str, faults: list[Fault], trace: Trace, limit: float, *, copies: bool = True) -> list[Verdict]:
    """Try faults one after another, and print the result of each."""
    why, verdicts = reasons(), list[Verdict]()

    def told(verdict: Verdict) -> None:
        if not verdict.by:
            verdict.reason = known(verdict.fault, why)
        verdicts.append(verdict)
        print(verdict.line(), flush=True)

    fresh = Fresh(ROOT, KEPT, game) if copies else None
    plugin = Hunt(ROOT, trace, faults, told, limit, fresh)
    quiet = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--no-qt", "--tb=no", "-s", "--no-header"]
    pytest.main([*quiet, *tests_of_game(game)], plugins=[plugin])
    return verdicts


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; returns 1 if fewer are caught than required."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("game", choices=[game.key for game in bootstrap.GAMES])
    parser.add_argument("--count", type=int, default=40, help="how many faults")
    parser.add_argument(
        "--seed", type=int, default=1, help="which; a larger count of a seed begins with the smaller"
    )
    parser.add_argument("--from", dest="first", type=int, default=0, help="leave out so many of them")
    parser.add_argument("--only", default="", help="faults in files whose path contains this")
    parser.add_argument(
        "--again", type=Path, help="what an earlier run printed: those that survived it, no sample"
    )
    parser.add_argument("--limit", type=float, default=LIMIT, help="seconds of the processor for one fault")
    parser.add_argument("--trace", action="store_true", help="measure anew which tests run what")
    parser.add_argument("--least", type=float, default=0.0, help="fail when fewer per cent are caught")
    wish = parser.parse_args(arguments)
    if os.environ.get("PYTHONHASHSEED") != "0":  # forks and copies must see the same orders
        return subprocess.call(
            [sys.executable, "-m", "tests.mutants", *(arguments or sys.argv[1:])], env=environment()
        )
    earlier = wish.again.read_text(encoding="utf-8") if wish.again else ""
    os.chdir(ROOT)
    trace = measured(ROOT, KEPT, wish.game, anew=wish.trace)
    if wish.count <= 0:
        return 0
    if wish.again:
        faults = again(earlier, ROOT)
    else:
        faults = sample(ROOT, wish.game, wish.count, wish.seed)[wish.first :]
    faults = [fault for fault in faults if wish.only in fault.file]
    verdicts = hunt(wish.game, faults, trace, wish.limit)
    for verdict in verdicts:
        if not verdict.by and not verdict.reason:
            fault = verdict.fault
            print(f"survived: {fault.where}\n  - {fault.before.strip()}\n  + {fault.after.strip()}")
    told = summary(verdicts)
    print(json.dumps({"game": wish.game, "seed": wish.seed, **told}))
    return 1 if float(str(told["per cent"])) < wish.least else 0


if __name__ == "__main__":
    sys.exit(main())
