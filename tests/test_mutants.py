"""The tool that plants faults: what it plants, that it finds the tests of a line, and that it tells caught from not."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

from hexbench import bootstrap
from tests.mutants.__main__ import HARMLESS, ROOT, again, reasons, summary
from tests.mutants.planting import Fault, chosen, every, in_module, in_tables, sample
from tests.mutants.running import (
    DOUBLE_ENTRY,
    Hunt,
    Verdict,
    changed_code,
    functions_of,
    living,
    module_of,
    plant,
    plantable,
)
from tests.mutants.tracing import Trace
from tests.sizes import sized

SOURCE = '''"""Words."""
from x import y

LIMIT = 3


def far(a: int, b: int = 2) -> bool:
    """More words, 7 of them."""
    assert a > 0
    if a < LIMIT and not b:
        y.tell(say("one {n}", n=4))
        return False
    return a + b == 9
'''


def of(kind: str) -> list[str]:
    return [fault.after.strip() for fault in in_module(SOURCE, "far.py") if fault.kind == kind]


# ---- planting --------------------------------------------------------------------------------------------------------
def test_a_comparison_is_turned_or_moved() -> None:
    assert of("comparison") == ["return a + b != 9", "if a <= LIMIT and not b:"]


def test_a_condition_is_dropped_or_turned() -> None:
    assert sorted(of("condition")) == [
        "if False:",
        "if True and not b:",
        "if True:",
        "if a < LIMIT and True:",
        "if a < LIMIT and b:",
    ]


def test_constants_sums_and_calls() -> None:
    assert sorted(of("constant")) == [
        "LIMIT = 2",
        "LIMIT = 4",
        "def far(a: int, b: int = 1) -> bool:",
        "def far(a: int, b: int = 3) -> bool:",
        "return True",
        "return a + b == 10",
        "return a + b == 8",
    ]
    assert of("sum") == ["return a - b == 9"]
    assert of("call") == ["pass"]


def test_words_assertions_and_imports_are_left_alone() -> None:
    lines = {fault.line for fault in in_module(SOURCE, "far.py")}
    assert lines == {4, 7, 10, 11, 12, 13}


def test_every_fault_compiles_and_keeps_the_numbers_of_lines() -> None:
    for fault in in_module(SOURCE, "far.py"):
        text = fault.planted(SOURCE)
        assert text != SOURCE
        assert text.count("\n") == SOURCE.count("\n")
    assert all(fault.compiles(ROOT) for fault in sample(ROOT, "trumpets", 30, 3))


def test_a_call_over_several_lines_is_left_out_whole() -> None:
    text = "def f():\n    tell(\n        1,\n        2,\n    )\n    return 3\n"
    (fault,) = [f for f in in_module(text, "f.py") if f.kind == "call"]
    assert fault.planted(text) == "def f():\n    pass\n\n\n\n    return 3\n"


@pytest.mark.parametrize("game", [game.key for game in bootstrap.GAMES])
def test_a_sample_is_the_same_for_a_seed_and_a_larger_one_begins_with_it(game: str) -> None:
    among, few = every(ROOT, game), sized(20, 40)
    some = chosen(ROOT, game, among, few, 7)
    assert chosen(ROOT, game, among, few + 10, 7)[:few] == some
    assert chosen(ROOT, game, among, few, 8) != some
    assert len({(f.where, f.after) for f in some}) == few
    assert {f.kind for f in some} == {"comparison", "constant", "condition", "call", "sum", "cell"}
    assert all((ROOT / f.file).is_file() for f in some)


@pytest.mark.parametrize("game", [game.key for game in bootstrap.GAMES])
def test_cells_of_tables_are_still_tables(game: str) -> None:
    import tomllib

    text = (ROOT / "resources/games" / game / "tables.toml").read_text(encoding="utf-8")
    was, cells = tomllib.loads(text), list(in_tables(ROOT, game))
    assert len(cells) > 100
    for fault in cells[:: max(1, len(cells) // 25)]:
        assert tomllib.loads(fault.planted(text)) != was


# ---- in a fork -------------------------------------------------------------------------------------------------------
def far(a: int, b: int) -> bool:
    """A function to be changed while it lives."""
    return a < b


class Kept:
    """A method behind a property."""

    @property
    def more(self) -> int:
        """Two."""
        return 1 + 1


def test_live_functions_get_the_changed_code() -> None:
    file = Path(__file__)
    text = file.read_text(encoding="utf-8")
    changes = [("    return a < b", "    return a <= b"), ("        return 1 + 1", "        return 1 + 2")]
    lines = text.split("\n")
    held, before = far, (far.__code__, Kept.more.fget.__code__)  # type: ignore[attr-defined]
    getter = Kept.more.fget  # type: ignore[attr-defined]
    assert isinstance(getter, FunctionType)
    try:
        for old, new in changes:
            line = lines.index(old) + 1
            fault = Fault(file.relative_to(ROOT).as_posix(), line, line, "comparison", old, new)
            code = changed_code(ROOT, fault)
            assert len(code) == 1
            assert plant(living(far.__code__.co_filename)[far.__code__.co_filename], code) == 1
        assert held(2, 2)
        assert Kept().more == 3
    finally:
        far.__code__, getter.__code__ = before
    assert not held(2, 2)


def test_code_that_lacks_an_outer_name_fits_no_live_function() -> None:
    """Without its ``super()`` a method has one name fewer from outside, and nothing would be planted: it takes a copy."""
    text = "class A:\n    def f(self):\n        super().__init__()\n        self.n = 1\n"
    world: dict[str, Any] = {"__name__": "a"}
    exec(compile(text, "a.py", "exec"), world)
    (old,) = [world["A"].f]
    for line, fits in (("        super().__init__()", False), ("        self.n = 1", True)):
        changed = compile(text.replace(line, "        pass"), "a.py", "exec")
        code = {(name, first): one for (name, first), one in functions_of(changed)}
        assert plantable([old], code) is fits


@pytest.mark.parametrize("game", bootstrap.GAMES, ids=lambda game: game.key)
def test_a_changed_table_meets_the_double_entry_first(game: Any) -> None:
    """It stands where it is looked for."""
    file, _, name = DOUBLE_ENTRY.format(game=game.key).partition("::")
    assert name == f"test_every_cell_stands_as_the_ledger_has_it[{game.key}]"
    text = (ROOT / file).read_text(encoding="utf-8")
    assert f"def {name.partition('[')[0]}(" in text
    assert f'"{game.key}": double_entry.{game.key}' in text


def test_functions_in_classes_and_functions_are_found() -> None:
    text = "class A:\n    def f(self):\n        def g():\n            return 1\n        return g\n"
    names = [name for (name, _), _ in functions_of(compile(text, "a.py", "exec"))]
    assert names == ["A.f", "A.f.<locals>.g"]


# ---- which tests -----------------------------------------------------------------------------------------------------
def test_the_tests_of_a_line_and_those_that_may_have_come_by(tmp_path: Path) -> None:
    (tmp_path / "far.py").write_text(SOURCE, encoding="utf-8")
    tests = {
        "t::quick": {"seconds": 0.01, "functions": 2, "lines": {"far.py": [7, 10, 13]}, "often": {}},
        "t::slow": {"seconds": 2.0, "functions": 90, "lines": {"far.py": [7, 10]}, "often": {"far.py": [7]}},
    }
    trace = Trace(tmp_path, "far", tests, {"far.py": [7]})
    assert trace.tests_of("far.py", 13) == (("t::quick",), ("t::slow",))
    assert trace.tests_of("far.py", 10) == (("t::quick", "t::slow"), ())
    assert trace.tests_of("far.py", 4) == ((), ())
    assert trace.at_import("far.py", 13)
    assert trace.cost("t::quick") < trace.cost("t::slow")
    assert list(dict.fromkeys(trace.likely("far.py", "LIMIT = 3", tests))) == ["t::quick", "t::slow"]


# ---- the whole -------------------------------------------------------------------------------------------------------
RULES = '"""Rules."""\n\n\ndef may(n: int) -> bool:\n    """At most three."""\n    return n <= 3\n\n\ndef loose(n: int) -> int:\n    """Nobody looks."""\n    return n + 1\n'
TESTS = "from toy_rules import loose, may\n\n\ndef test_three():\n    assert may(3)\n    assert not may(4)\n\n\ndef test_loose():\n    loose(1)\n"
RUN = """
import json, sys
from pathlib import Path
import pytest
from tests.mutants.planting import in_module
from tests.mutants.running import Hunt
from tests.mutants.tracing import Trace, Tracer
root = Path.cwd()
tracer = Tracer(root, "toy")
tracer.folder = str(root / "toy_rules.py")
quiet = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-s", "test_toy.py"]
assert pytest.main(quiet, plugins=[tracer]) == 0
trace = Trace(root, "toy", tracer.tests, tracer.imported)
faults = list(in_module((root / "toy_rules.py").read_text(), "toy_rules.py"))
hunt = Hunt(root, trace, faults, lambda verdict: print("VERDICT" + verdict.line()))
pytest.main(quiet, plugins=[hunt])
"""


def test_what_a_test_holds_is_caught_and_the_rest_survives(tmp_path: Path) -> None:
    (tmp_path / "toy_rules.py").write_text(RULES, encoding="utf-8")
    (tmp_path / "test_toy.py").write_text(TESTS, encoding="utf-8")
    path = os.pathsep.join([str(ROOT), str(tmp_path), str(ROOT / "packaging")])
    done = subprocess.run(
        [sys.executable, "-c", RUN],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": path, "CI": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    told = [json.loads(line[7:]) for line in done.stdout.split("\n") if line.startswith("VERDICT")]
    assert told, done.stdout + done.stderr
    assert {one["after"].strip(): one["by"] for one in told} == {
        "return n < 3": "test_toy.py::test_three",
        "return n <= 4": "test_toy.py::test_three",
        "return n <= 2": "test_toy.py::test_three",
        "return n - 1": "",
        "return n + 2": "",
        "return n + 0": "",
    }
    assert (tmp_path / "toy_rules.py").read_text(encoding="utf-8") == RULES, "nothing is written there"


def test_the_survivors_of_an_earlier_run_are_found_again_where_their_lines_stand_now(tmp_path: Path) -> None:
    def told(line: int, before: str, **facts: Any) -> str:
        fault = Fault("far.py", line, line, "comparison", before, "    return a <= b")
        return Verdict(fault, how="fork", **facts).line()

    (tmp_path / "far.py").write_text(f"\n\n{SOURCE}\n    return a < b\n", encoding="utf-8")
    at = SOURCE.count("\n") + 4
    earlier = [
        told(3, "    return a < b"),
        told(3, "    return a < b"),
        told(3, "    return gone"),
        told(3, "    return a < b", by="test_it"),
        told(3, "    return a < b", reason="It changes nothing."),
        "survived: far.py:3",
    ]
    (fault,) = again("\n".join(earlier), tmp_path)
    assert (fault.line, fault.last, fault.after) == (at, at, "    return a <= b")
    assert fault.planted((tmp_path / "far.py").read_text(encoding="utf-8")).count("a <= b") == 1


def test_a_module_that_is_imported_late_is_imported_before_faults_are_planted() -> None:
    assert module_of("app/hexbench/games/tigers/zoc.py") == "hexbench.games.tigers.zoc"
    assert module_of("toy_rules.py") == "toy_rules"


def test_tests_that_came_by_the_file_are_asked_as_long_as_there_is_time(tmp_path: Path) -> None:
    def ran(file: str, seconds: float) -> dict[str, Any]:
        return {"seconds": seconds, "functions": 1, "lines": {file: [1]}, "often": {}}

    tests = {
        "a": ran("far.py", 1.0),
        "b": ran("far.py", 2.0),
        "c": ran("near.py", 1.0),
        "d": ran("far.py", 4.0),
    }
    trace = Trace(tmp_path, "toy", tests, {})
    assert trace.tests_by("far.py") == ["a", "b", "d"]
    hunt = Hunt(tmp_path, trace, (), lambda verdict: None)
    assert hunt.within(["a", "b", "d"], 3.0) == ["a", "b"]
    assert hunt.within(["a", "b", "d"], 9.0) == ["a", "b", "d"]


def test_faults_that_change_nothing_say_why_and_are_still_there() -> None:
    for (file, before, after), why in reasons().items():
        lines = [line.strip() for line in (ROOT / file).read_text(encoding="utf-8").split("\n")]
        assert before in lines, f"{HARMLESS.name}: {file} has no line {before!r} any more"
        assert after != before
        assert len(why) > 20


def test_the_summary_leaves_out_what_changes_nothing() -> None:
    fault = Fault("a.py", 1, 1, "sum", "a", "b")
    told = summary(
        [
            Verdict(fault, by="t"),
            Verdict(fault),
            Verdict(fault, reason="it is the same"),
            Verdict(fault, by="t"),
        ]
    )
    assert (told["caught"], told["of"], told["per cent"], told["change nothing"]) == (2, 3, 66.7, 1)
