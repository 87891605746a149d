"""Which tests run which lines of a game: measured once, kept beside the checkout's own files, and used for each fault.

Python 3.11 reports every line to a tracer, which makes tests ten times as slow. So a function is followed line by
line only for its first calls in each test; in a test that calls it more often a line that was not seen may have run
all the same.
"""

from __future__ import annotations

import ast
import hashlib
import json
import re
import sys
import time
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple

import pytest

from hexbench import bootstrap

CALLS = 6
"""Calls of a function in one test that are followed line by line."""
MOST_FAILED = 20
"""Tests that may fail while they are traced: some measure what a tracer adds."""
FORMAT = 1


class Lines(NamedTuple):
    """The tests that ran a line, and those that called its function too often to be sure."""

    ran: tuple[str, ...]
    perhaps: tuple[str, ...]


class Trace:
    """What was measured. ``tests``: name -> seconds, number of functions called, and the lines run in each file."""

    def __init__(self, root: Path, game: str, tests: dict[str, Any], imported: dict[str, list[int]]) -> None:
        self.root, self.game = root, game
        self.tests = tests
        self.imported = imported
        """file -> first lines of the functions that run while the tests are collected."""
        self._lines: dict[str, dict[int, list[str]]] = {}
        self._often: dict[str, dict[int, list[str]]] = {}
        for name, one in tests.items():
            for file, ran in one["lines"].items():
                for line in ran:
                    self._lines.setdefault(file, {}).setdefault(line, []).append(name)
            for file, firsts in one["often"].items():
                for first in firsts:
                    self._often.setdefault(file, {}).setdefault(first, []).append(name)

    def tests_of(self, file: str, line: int) -> Lines:
        """The tests that run a line."""
        first = self.function_at(file, line)
        ran = self._lines.get(file, {}).get(line, [])
        often = self._often.get(file, {}).get(first, []) if first else []
        return Lines(tuple(ran), tuple(name for name in often if name not in set(ran)))

    def tests_by(self, file: str) -> list[str]:
        """The tests that run any line of a file: what one of them has worked out another may only look up."""
        return [name for name, one in self.tests.items() if file in one["lines"]]

    def function_at(self, file: str, line: int) -> int:
        """The first line of the innermost function containing a line; 0: there is none."""
        spans = [(a, b) for a, b in spans_of(self.root / file) if a <= line <= b]
        return max(spans)[0] if spans else 0

    def at_import(self, file: str, line: int) -> bool:
        """Whether the function containing a line also runs while the tests are collected, or there is none."""
        firsts = [a for a, b in spans_of(self.root / file) if a <= line <= b]
        return not firsts or any(first in self.imported.get(file, ()) for first in firsts)

    def seconds(self, name: str) -> float:
        """How long a test takes."""
        found = self.tests.get(name)
        return float(found["seconds"]) if found else 0.1

    def cost(self, name: str) -> float:
        """The sort key that puts expensive tests last: the time a test takes, and how much else it runs."""
        found = self.tests.get(name)
        return self.seconds(name) * (1 + (found["functions"] if found else 0) / 200)

    def likely(self, file: str, before: str, all_: Iterable[str]) -> Iterator[str]:
        """The tests for a line outside of functions: those that name its constant or its table, then by their cost."""
        word = re.match(r"\s*\"?(\w+)", before)
        users = set(self.users(file, word[1])) if word and file.endswith(".py") else set()
        tables = ("tables", "charts", "ledger", "oracle", "victory", "turn_record")
        names = sorted(all_, key=self.cost)
        yield from (n for n in names if n in users)
        if not file.endswith(".py"):
            yield from (n for n in names if n.startswith(SHARED) and self.game in n)
            yield from (n for n in names if any(word in n for word in tables))
        yield from names

    def users(self, file: str, name: str) -> Iterator[str]:
        """The tests that call a function which reads a name of a module."""
        for path in sorted((self.root / file).parent.glob("*.py")):
            other = path.relative_to(self.root).as_posix()
            for line in reads_of(path).get(name, ()):
                yield from self._lines.get(other, {}).get(line, ())


@cache
def spans_of(path: Path) -> tuple[tuple[int, int], ...]:
    """First and last line of every function of a file, decorators included."""
    found = [
        (min([node.lineno, *(d.lineno for d in node.decorator_list)]), node.end_lineno or 0)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef)
    ]
    return tuple(sorted(found))


@cache
def reads_of(path: Path) -> dict[str, tuple[int, ...]]:
    """Name -> the lines of a file that read it, as itself or as an attribute."""
    out: dict[str, list[int]] = {}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            out.setdefault(node.id, []).append(node.lineno)
        elif isinstance(node, ast.Attribute):
            out.setdefault(node.attr, []).append(node.lineno)
    return {name: tuple(lines) for name, lines in out.items()}


# ---- measuring -------------------------------------------------------------------------------------------------------
class Tracer:
    """A pytest plugin that records what each test runs."""

    def __init__(self, root: Path, game: str) -> None:
        self.root = str(root)
        self.folder = str(root / "app/hexbench/games" / game)
        self.tests: dict[str, Any] = {}
        self.imported: dict[str, list[int]] = {}
        self.failed: set[str] = set()
        """Tests that fail while they are traced, and are of no use here."""
        self._calls: dict[CodeType, int] = {}
        self._lines: dict[CodeType, set[int]] = {}
        self._ours: dict[CodeType, bool] = {}

    def pytest_collection(self) -> None:
        """What runs while modules are imported is recorded separately."""
        self._begin()

    def pytest_collection_finish(self) -> None:
        """The tests are collected."""
        self._end()
        for code in self._calls:
            self.imported.setdefault(self._file(code), []).append(code.co_firstlineno)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """One test."""
        self._begin()
        began = time.process_time()
        try:
            return (yield)
        finally:
            self._end()
            lines: dict[str, list[int]] = {}
            often: dict[str, list[int]] = {}
            for code, found in self._lines.items():
                lines.setdefault(self._file(code), []).extend(sorted(found))
                if self._calls[code] > CALLS:
                    often.setdefault(self._file(code), []).append(code.co_firstlineno)
            self.tests[item.nodeid] = {
                "seconds": round(time.process_time() - began, 4),
                "functions": len(self._calls),
                "lines": lines,
                "often": often,
            }

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Record what failed."""
        if report.failed:
            self.failed.add(report.nodeid)
            print(f"of no use here, it fails while it is traced: {report.nodeid}", file=sys.stderr)

    def _begin(self) -> None:
        self._calls, self._lines = {}, {}
        bootstrap.SHELF.clear()  # otherwise what is worked out once would be recorded only for the first test that needs it
        sys.settrace(self._call)

    def _end(self) -> None:
        sys.settrace(None)

    def _file(self, code: CodeType) -> str:
        return code.co_filename.removeprefix(self.root).lstrip("/")

    def _call(self, frame: FrameType, event: str, arg: object) -> Any:
        code = frame.f_code
        ours = self._ours.get(code)
        if ours is None:
            ours = self._ours[code] = code.co_filename.startswith(self.folder)
        if not ours:
            return None
        n = self._calls[code] = self._calls.get(code, 0) + 1
        if n > CALLS:
            return None
        lines = self._lines.setdefault(code, set())
        lines.add(frame.f_lineno)

        def line(frame: FrameType, event: str, arg: object) -> Any:
            lines.add(frame.f_lineno)
            return line

        return line


SHARED = "tests/games/test_double_entry.py"
"""Tests of every game's tables, which belong to none of the games."""


def tests_of_game(game: str) -> list[str]:
    """The folders of the tests of a game."""
    return [f"tests/games/{game}", SHARED]


def digests(root: Path, game: str) -> dict[str, str]:
    """The files of the game and of its tests, each with a short fingerprint."""
    found = [*(root / "app/hexbench/games" / game).glob("*.py"), *(root / "tests/games" / game).glob("*.py")]
    found.append(root / SHARED)
    return {
        path.relative_to(root).as_posix(): hashlib.blake2b(path.read_bytes(), digest_size=8).hexdigest()
        for path in sorted(found)
    }


def measured(root: Path, folder: Path, game: str, *, anew: bool = False) -> Trace:
    """What the tests of a game run, from the cache, or measured again if sources or tests have changed."""
    kept = folder / f"trace-{game}.json"
    now = digests(root, game)
    old: dict[str, Any] = {}
    if kept.is_file() and not anew:
        old = json.loads(kept.read_text(encoding="utf-8"))
        if old.get("format") != FORMAT:
            old = {}
    was: dict[str, str] = old.get("digests", {})
    app = {name: d for name, d in now.items() if name.startswith("app/")}
    helpers = {name: d for name, d in now.items() if "/test_" not in name}
    if old and all(was.get(name) == d for name, d in {**app, **helpers}.items()):
        stale = [name for name, d in now.items() if was.get(name) != d]
        tests = {n: t for n, t in old["tests"].items() if n.partition("::")[0] in now}
        tests = {n: t for n, t in tests.items() if n.partition("::")[0] not in stale}
        imported = old["imported"]
    else:
        stale, tests, imported = tests_of_game(game), {}, {}
    if stale:
        tracer = Tracer(root, game)
        quiet = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--no-qt", "--tb=short", "-s"]
        pytest.main([*quiet, *stale], plugins=[tracer])
        if not tracer.tests or len(tracer.failed) > MOST_FAILED:
            raise SystemExit("The tests of the game fail without any fault: mend that first.")
        tests |= {name: one for name, one in tracer.tests.items() if name not in tracer.failed}
        for file, firsts in tracer.imported.items():
            imported[file] = sorted({*imported.get(file, ()), *firsts})
        folder.mkdir(parents=True, exist_ok=True)
        told = {"format": FORMAT, "digests": now, "tests": tests, "imported": imported}
        kept.write_text(json.dumps(told), encoding="utf-8")
    return Trace(root, game, tests, imported)
