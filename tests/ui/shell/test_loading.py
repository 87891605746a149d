"""PySide6 is loaded with what it compiles at each start kept from the last one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

LOAD = """
import builtins, sys
from pathlib import Path
own, seen = builtins.compile, []
def compile(source, filename, mode, *rest, **more):
    if str(filename).startswith("shibokensupport/"):
        seen.append(filename)
    return own(source, filename, mode, *rest, **more)
builtins.compile = compile
from hexbench.ui.shell import loading
loading.load(Path(sys.argv[1]))
from PySide6.QtCore import QPoint, QTimer
assert builtins.compile is compile, "compile is another than before"
assert QPoint.manhattanLength.__doc__ == "manhattanLength(self, /) -> int", "no signatures"
try:
    QTimer().start("soon")
except TypeError as wrong:
    assert "Supported signatures" in str(wrong), wrong
else:
    raise AssertionError("a wrong argument is taken")
import hexbench.engine.values
reads = sys.modules["shibokensupport.feature"]._mod_uses_pyside
assert reads(hexbench.engine.values) and not reads(sys.modules["json" if "json" in sys.modules else "os"])
print(len(seen), "logging" in sys.modules)
"""
"""Loads PySide6 in a fresh process; says how many of its files were compiled, and whether what nobody asks for was loaded."""

ENUMERATIONS = """
import enum, sys
from pathlib import Path
from hexbench.ui.shell import loading
own, fast, counts = enum.EnumType._create_, loading._enumeration, [0, 0]

def parts(one):
    made = {key: value for key, value in vars(one).items() if key not in one.__members__}
    if "_iter_member_" in made:
        made["_iter_member_"] = made["_iter_member_"].__func__
    made = {key: repr(value) if isinstance(value, (dict, list)) else value for key, value in made.items()}
    members = [(word, {**vars(x), "__objclass__": 0}, repr(x), str(x), hash(x), isinstance(x, int) and int(x)) for word, x in one.__members__.items()]
    return one.__mro__[1:], type(one), one.__name__, one.__qualname__, made, members, list(map(repr, one))

def made(kind, name, module, members):
    ours = fast(kind, name, module, members)
    counts[ours is None] += 1
    if ours is not None:
        theirs = own(kind.cls, name, members, module=module, boundary=kind.body.get("_boundary_"))
        assert parts(theirs) == parts(ours), (parts(theirs), parts(ours))
        for word, x in ours.__members__.items():
            assert getattr(ours, word) is ours[word] is ours(x.value) is x and x.__objclass__ is type(x) is ours, x
        if issubclass(ours, enum.Flag):
            both = theirs(theirs._flag_mask_), ours(ours._flag_mask_)
            assert repr(both[0]) == repr(both[1]) and repr(~both[0]) == repr(~both[1]), both
    return ours

loading._enumeration = made
loading.load(Path(sys.argv[1]))
import PySide6.QtCore, PySide6.QtGui, PySide6.QtWidgets
for room in (PySide6.QtCore, PySide6.QtGui, PySide6.QtWidgets):
    for name in dir(room):
        getattr(room, name)
from PySide6.QtCore import Qt
assert Qt.Key(Qt.Key.Key_A.value) is Qt.Key.Key_A and Qt.Key.__module__ == "PySide6.QtCore"
assert (Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop) & Qt.AlignmentFlag.AlignTop
text, odd = enum.Enum("text", "one two"), enum.IntEnum("odd", [("real_", 1), ("denominator", 2)])
assert [x.value for x in text] == [1, 2] and text.__module__ == odd.__module__ == __name__ and odd(2).name == "denominator"
print(*counts)
"""
"""Has every enumeration of three modules made in both ways; says how many there are, and how many only Python makes."""


def test_enumerations_are_what_python_makes_of_them(tmp_path: Path) -> None:
    """Those that are made faster differ in nothing from Python's own, and next to all of them are made faster."""
    done = subprocess.run(
        [sys.executable, "-c", ENUMERATIONS, str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    faster, left = map(int, done.stdout.split())
    assert faster > 400
    assert left < 20


def _load(folder: Path) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-c", LOAD, str(folder)], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    compiled, logging = done.stdout.split()
    return int(compiled), logging


def test_nothing_is_compiled_twice(tmp_path: Path) -> None:
    """The second start finds what the first has kept; signatures and the sentences about wrong arguments are there in both."""
    first, logging = _load(tmp_path / "cache")
    assert first > 5
    assert logging == "False"
    (kept,) = (tmp_path / "cache").iterdir()
    was = kept.read_bytes()
    assert _load(tmp_path / "cache") == (0, "False")
    assert kept.read_bytes() == was


@pytest.mark.parametrize("damage", ["cut", "changed", "another Python's", "empty"])
def test_what_is_damaged_is_made_anew(tmp_path: Path, damage: str) -> None:
    """A kept file that is not whole, or was written by another Python, is not read, and whole again afterwards."""
    first, _ = _load(tmp_path)
    (kept,) = tmp_path.iterdir()
    was = kept.read_bytes()
    kept.write_bytes(
        {
            "cut": was[:-100],
            "changed": was[:-1] + bytes([was[-1] ^ 1]),
            "another Python's": b"\0" + was[1:],
            "empty": b"",
        }[damage]
    )
    assert _load(tmp_path)[0] == first
    assert kept.read_bytes() == was


def test_where_nothing_can_be_written_it_is_loaded_all_the_same(tmp_path: Path) -> None:
    """A file stands where the folder should."""
    (tmp_path / "cache").write_text("taken", encoding="utf-8")
    first, _ = _load(tmp_path / "cache")
    assert first > 5
    assert (tmp_path / "cache").read_text(encoding="utf-8") == "taken"
