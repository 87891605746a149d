"""Running the tests of a game against faults planted in it, one at a time, until one fails.

All tests are collected once, in one process. A fault in the body of a function is planted in a fork of it: the
changed module is compiled, and every live function whose code it changes gets the new code, so that every importer of
it calls the changed one. The fork runs the tests that run that line, those that are likely to catch it first, and
ends at the first failure or when its time is up. What is worked out when modules are imported is the same as without
the fault there; so a fault that survives in a fork, and every fault outside functions or in a table, is tried again
in a copy of the checkout by a new process.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import itertools
import json
import os
import resource
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest

from hexbench import bootstrap
from tests.mutants.planting import Fault
from tests.mutants.tracing import Lines, Trace

COPIED = ("app", "docs", "packaging", "resources", "scenarios", "tests", "pyproject.toml")
"""The parts of the checkout that the tests of games need."""
LIMIT = 60.0
"""Seconds of processor time that a fault may cost before it counts as endless; tests that take longer get more."""
BESIDES = 15.0
"""Seconds, as traced, for tests that run the file of a fault but not its line."""
MEMORY = 4 << 30
"""The most bytes that a fork may use."""
DOUBLE_ENTRY = "tests/games/test_double_entry.py::test_every_cell_stands_as_the_ledger_has_it[{game}]"
"""The first test for a changed table: it is a test of every game, and so not among the game's own."""


@dataclass
class Verdict:
    """The result for a fault. ``by``: the test that failed, "endless", "import", or empty: it survived."""

    fault: Fault
    by: str = ""
    tests: int = 0
    how: str = ""
    seconds: float = 0.0
    reason: str = ""
    """Why it changes nothing, if that is known."""

    def line(self) -> str:
        """One line of JSON."""
        told = {**asdict(self), **asdict(self.fault)}
        del told["fault"]
        return json.dumps(told, ensure_ascii=False)


@dataclass
class Hunt:
    """A pytest plugin that replaces its loop: tests are collected, then faults are tried in forks."""

    root: Path
    trace: Trace
    faults: Sequence[Fault]
    told: Callable[[Verdict], None]
    limit: float = LIMIT
    fresh: Fresh | None = None
    kills: dict[tuple[str, str], int] = field(default_factory=dict)
    """(file, test) -> how many faults of the file the test has caught so far."""
    living: Living = field(default_factory=dict)
    sound: dict[str, bool] = field(default_factory=dict)
    """Test -> whether it passes in a fork without any fault: checked when it has caught something for the first time."""

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try every fault."""
        items = {item.nodeid: item for item in session.items}
        for file in {fault.file for fault in self.faults if fault.file.endswith(".py")}:
            importlib.import_module(module_of(file))  # some are imported only when needed: now they are live
        self.living = living(str(self.root))
        gc.collect()
        gc.freeze()
        for fault in self.faults:
            began = time.perf_counter()
            verdict = self.tried(fault, items)
            while verdict.by in items and not self.is_sound(fault, items[verdict.by], verdict.how):
                verdict = self.tried(fault, items)
            verdict.seconds = round(time.perf_counter() - began, 2)
            if verdict.by in items:
                key = (fault.file, verdict.by)
                self.kills[key] = self.kills.get(key, 0) + 1
            self.told(verdict)
        return True

    def is_sound(self, fault: Fault, item: pytest.Item, how: str) -> bool:
        """Whether a test passes if there is no fault; one that does not is not used again."""
        name = item.nodeid
        if name not in self.sound:
            self.sound[name] = not in_fork(fault, {}, (), [item], self.limit).by and (
                self.fresh is None or how == "fork" or self.fresh.passes(name, self.limit)
            )
            if not self.sound[name]:
                print(f"of no use here, it fails without a fault: {name}", file=sys.stderr)
        return self.sound[name]

    def tried(self, fault: Fault, items: dict[str, pytest.Item]) -> Verdict:
        """Try one fault."""
        code = changed_code(self.root, fault) if fault.file.endswith(".py") else {}
        lines = self.trace.tests_of(fault.file, fault.line) if code else Lines((), ())
        usable = [name for name in items if name in self.trace.tests and self.sound.get(name, True)]
        there = set(usable)
        names = self.ordered(fault, [name for name in (*lines.ran, *lines.perhaps) if name in there])
        if names:  # what is cached for all tests was worked out by the first that needed it: the others did not run the line
            others = there.intersection(self.trace.tests_by(fault.file)).difference(names)
            names += self.within(self.ordered(fault, sorted(others)), BESIDES)
        functions = self.living.get(str(self.root / fault.file), ())
        if code and names and plantable(functions, code):
            asked = [items[name] for name in names]
            verdict = in_fork(fault, code, functions, asked, self.budget(names))
            if verdict.by:
                return verdict
            if not self.trace.at_import(fault.file, fault.line):
                return verdict
        if self.fresh is None:
            return Verdict(fault, tests=len(names), how="fork")
        order = names or list(dict.fromkeys(self.trace.likely(fault.file, fault.before, usable)))
        return self.fresh.tried(fault, order, self.budget(order))

    def ordered(self, fault: Fault, names: list[str]) -> list[str]:
        """Those that have caught faults of this file first, then the quick ones that do little else."""
        cost = {name: self.trace.cost(name) for name in names}
        kills = {name: self.kills.get((fault.file, name), 0) for name in names}
        return sorted(names, key=lambda name: (-min(kills[name], 3) if cost[name] < 1 else 0, cost[name]))

    def within(self, names: Sequence[str], seconds: float) -> list[str]:
        """The first of them whose total time is within the limit."""
        spent = itertools.accumulate(self.trace.seconds(name) for name in names)
        return [name for name, sum_ in zip(names, spent, strict=True) if sum_ <= seconds]

    def budget(self, names: Sequence[str]) -> float:
        """Seconds of processor time for these tests."""
        return max(self.limit, 3 * sum(self.trace.seconds(name) for name in names))


# ---- in a fork -------------------------------------------------------------------------------------------------------
def changed_code(root: Path, fault: Fault) -> dict[tuple[str, int], CodeType]:
    """(name, first line) -> code, for every function of the module with the fault in it; empty if it is in none."""
    path = root / fault.file
    text = path.read_text(encoding="utf-8")
    new = dict(functions_of(compile(fault.planted(text), str(path), "exec", dont_inherit=True)))
    old = dict(functions_of(compile(text, str(path), "exec", dont_inherit=True)))
    return {key: code for key, code in new.items() if key in old and old[key] != code}


def module_of(file: str) -> str:
    """The name by which a source below ``app`` is imported."""
    return ".".join(Path(file.removeprefix("app/")).with_suffix("").parts)


def functions_of(code: CodeType) -> Iterator[tuple[tuple[str, int], CodeType]]:
    """Every function in a module's code, including those in classes and in other functions."""
    for one in code.co_consts:
        if isinstance(one, CodeType):
            if one.co_flags & 0x1:  # optimized: a function, not the body of a class
                yield (one.co_qualname, one.co_firstlineno), one
            yield from functions_of(one)


Living = dict[str, list[FunctionType]]
"""File -> its live functions."""


def living(root: str) -> Living:
    """Every live function defined below a folder; must be called before live objects are frozen, which hides them."""
    found: Living = {}
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType) and thing.__code__.co_filename.startswith(root):
            found.setdefault(thing.__code__.co_filename, []).append(thing)
    return found


def plantable(functions: Sequence[FunctionType], code: dict[tuple[str, int], CodeType]) -> bool:
    """Whether changed code fits the live functions: not if it lacks a name of an outer function, including ``super()``."""
    return all(
        code[key].co_freevars == function.__code__.co_freevars
        for function in functions
        if (key := (function.__code__.co_qualname, function.__code__.co_firstlineno)) in code
    )


def plant(functions: Sequence[FunctionType], code: dict[tuple[str, int], CodeType]) -> int:
    """Give the live functions of a module their changed code; returns how many there were."""
    found = 0
    for function in functions:
        old = function.__code__
        new = code.get((old.co_qualname, old.co_firstlineno))
        if new is not None and new.co_freevars == old.co_freevars:
            function.__code__ = new
            found += 1
    return found


def in_fork(
    fault: Fault,
    code: dict[tuple[str, int], CodeType],
    functions: Sequence[FunctionType],
    items: Sequence[pytest.Item],
    seconds: float,
) -> Verdict:
    """Run tests with a fault planted, until one fails, in a fork of this process."""
    ours, theirs = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(ours)
        answer = {"by": "", "tests": 0}
        try:
            plant(functions, code)
            bootstrap.SHELF.clear()  # what was worked out without the fault
            answer = hunted(items, seconds)
        except BaseException as fail:  # noqa: BLE001 - whatever breaks in there was broken by the fault
            answer = {"by": f"import: {type(fail).__name__}", "tests": 0}
        finally:
            with contextlib.suppress(OSError):
                os.write(theirs, json.dumps(answer).encode())
            os._exit(0)
    os.close(theirs)
    told = read_until(ours, child, 10 * seconds)
    os.close(ours)
    if not told:
        return Verdict(fault, by="endless", how="fork")
    answer = json.loads(told)
    return Verdict(fault, by=answer["by"], tests=answer["tests"], how="fork")


def hunted(items: Sequence[pytest.Item], seconds: float) -> dict[str, Any]:
    """The work of the fork."""
    from _pytest.runner import runtestprotocol

    null = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(null, number)
    resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 5))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    for n, (item, after) in enumerate(zip(items, (*items[1:], None), strict=True), 1):
        if any(report.failed for report in runtestprotocol(item, log=False, nextitem=after)):
            return {"by": item.nodeid, "tests": n}
    return {"by": "", "tests": len(items)}


def read_until(pipe: int, child: int, seconds: float) -> bytes:
    """What a fork answers; nothing if its limits ended it, or if we did because it was only waiting."""
    told = b""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        ready, _, _ = select.select([pipe], [], [], 0.5)
        if ready:
            part = os.read(pipe, 65536)
            if not part:
                break
            told += part
    else:
        os.kill(child, signal.SIGKILL)
        told = b""
    os.waitpid(child, 0)
    return told


# ---- in a copy -------------------------------------------------------------------------------------------------------
class Fresh:
    """A copy of the checkout into which a fault is written and where a new process runs the tests."""

    def __init__(self, root: Path, folder: Path, game: str) -> None:
        self.root = root
        self.copy = folder / f"copy-{game}-{os.getpid()}"
        self.game = game
        shutil.rmtree(self.copy, ignore_errors=True)
        self.copy.mkdir(parents=True)
        skip = shutil.ignore_patterns("__pycache__", "images", "*.qm", "screenshots")
        for name in COPIED:
            source = root / name
            if source.is_dir():
                shutil.copytree(source, self.copy / name, ignore=skip)
            else:
                shutil.copy2(source, self.copy / name)

    def tried(self, fault: Fault, order: Sequence[str], seconds: float) -> Verdict:
        """Run tests until one fails; ``order`` first, then all others of the game."""
        if not fault.file.endswith(".py"):
            order = [DOUBLE_ENTRY.format(game=self.game), *order]
        path = self.copy / fault.file
        text = path.read_text(encoding="utf-8")
        stamp = path.stat()
        path.write_text(fault.planted(text), encoding="utf-8")
        try:
            answer = self.run({"order": list(order), "game": self.game}, seconds)
        finally:
            path.write_text(text, encoding="utf-8")
            os.utime(path, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
        return Verdict(fault, by=answer["by"], tests=answer["tests"], how="copy")

    def passes(self, name: str, seconds: float) -> bool:
        """Whether a test passes here without a planted fault."""
        return not self.run({"order": [name], "game": ""}, seconds)["by"]

    def run(self, wanted: dict[str, Any], seconds: float) -> dict[str, Any]:
        """What a new process answers; without a game it runs only the tests in the order."""
        file = self.copy / "order.json"
        file.write_text(json.dumps(wanted), encoding="utf-8")
        try:
            done = subprocess.run(
                [sys.executable, "-m", "tests.mutants.fresh", str(file), str(int(seconds))],
                cwd=self.copy,
                env={**environment(), "PYTHONPATH": str(self.copy / "app"), "PYTHONDONTWRITEBYTECODE": "1"},
                capture_output=True,
                text=True,
                timeout=10 * seconds,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return {"by": "endless", "tests": 0}
        last = done.stdout.strip().rsplit("\n", 1)[-1]
        if not last.startswith("{"):
            return {"by": "endless" if done.returncode < 0 else "import", "tests": 0}
        found: dict[str, Any] = json.loads(last)
        return found


def environment() -> dict[str, str]:
    """The environment for tests of games: without Qt, and with the same random examples every time."""
    return {**os.environ, "HEXBENCH_NO_QT": "1", "CI": "1", "PYTHONHASHSEED": "0"}
