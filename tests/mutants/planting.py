"""The faults that can be planted in the rules of a game: one line changed, in a source or in a table.

A fault is a *comparison* reversed or moved by one, a *constant* off by one or negated, a *condition* dropped or
negated, a *sum* with the other sign, a *call* left out, or a *cell* of a table with another value. Words for the
screen, type hints, assertions and whatever only caches a result are left alone: they are not rules.
"""

from __future__ import annotations

import ast
import itertools
import random
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

NO_RULES = re.compile(
    r"(__init__|.*display|display_.*|.*overlay.*|.*panels?|.*dock|inspect|names|editing|fields|umpire|opponent.*|worth"
    r"|.*_worth|calculator.*|calculators?|checklist|turn_record|combat_board|combat_stages|workshop|supposing|tables_check"
    r"|map_check|order_check|mission_check|rules|game|seat|positions|audit.*|document.*|combat_forecast|forecast.*)\.py"
)
"""Modules of a game that show, report, edit or check documents, or think for the computer."""
KEEPS = re.compile(r"\b(memo|kept|known|cache|key)\b")
"""A line that caches what was worked out: without it the same is worked out again."""
WORDS = frozenset({"say", "Say", "Check", "Fact", "Legend", "counted", "called", "title"})
"""The arguments of these calls are read by people, not used in calculations."""
HOW_BUILT = frozenset({"frozen", "kw_only", "eq", "order", "gc", "dict", "weakref"})
"""How a class of values is built; not a rule of any game."""
TURNED: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.In: (" in ", " not in "),
    ast.NotIn: (" not in ", " in "),
    ast.Is: (" is ", " is not "),
    ast.IsNot: (" is not ", " is "),
}
CYCLE = (
    *("condition", "comparison", "constant", "call", "condition"),
    *("comparison", "constant", "condition", "sum", "cell"),
)
"""The kinds of a sample, repeated: at random two of three would be conditions."""
FAR = 10**6
"""A column beyond every line."""
_CELL = re.compile(r"(?<![\w.\"'#-])(\d+)(?![\w.\"'/-])(?!\s*=)")
_RESULT = re.compile(r"\"([A-Z]{1,2}\d[^\"]{0,6})\"")


@dataclass(frozen=True)
class Fault:
    """One line that is changed. ``file`` is a path from the checkout, ``line`` counts from 1; several lines of source
    that belong to one statement are replaced by one and blank ones, so that all others keep their numbers.
    """

    file: str
    line: int
    last: int
    kind: str
    before: str
    after: str

    @property
    def where(self) -> str:
        """File and line."""
        return f"{self.file}:{self.line}"

    def planted(self, text: str) -> str:
        """The text of the file with the fault in it."""
        lines = text.split("\n")
        assert lines[self.line - 1].strip() == self.before.strip(), "the file has changed"
        blank = [""] * (self.last - self.line)
        return "\n".join([*lines[: self.line - 1], self.after, *blank, *lines[self.last :]])

    def compiles(self, root: Path) -> bool:
        """Whether a source with the fault in it still compiles; a table always does."""
        if not self.file.endswith(".py"):
            return True
        try:
            compile(
                self.planted((root / self.file).read_text(encoding="utf-8")),
                self.file,
                "exec",
                dont_inherit=True,
            )
        except SyntaxError:
            return False
        return True


def sample(root: Path, game: str, count: int, seed: int) -> list[Fault]:
    """This many faults, always the same for a seed; a larger sample begins with the smaller."""
    return chosen(root, game, every(root, game), count, seed)


def every(root: Path, game: str) -> list[Fault]:
    """All faults that a game may have; some of them do not compile."""
    return [*in_sources(root, game), *in_tables(root, game)]


def chosen(root: Path, game: str, among: Iterable[Fault], count: int, seed: int) -> list[Fault]:
    """The :func:`sample`, out of :func:`every` fault of the game."""
    kinds: dict[str, list[Fault]] = {kind: [] for kind in CYCLE}
    for fault in among:
        kinds[fault.kind].append(fault)
    pick = random.Random(f"{game} {seed}")
    for faults in kinds.values():
        pick.shuffle(faults)
    found: list[Fault] = []
    turn = 0
    while len(found) < count and any(kinds.values()):
        faults = kinds[CYCLE[turn % len(CYCLE)]]
        turn += 1
        while faults:  # compiling them all would take minutes
            fault = faults.pop()
            if fault.compiles(root):
                found.append(fault)
                break
    return found


# ---- tables ----------------------------------------------------------------------------------------------------------
def in_tables(root: Path, game: str) -> Iterator[Fault]:
    """A number of a table one higher, or a result replaced by its neighbour."""
    file = root / "resources/games" / game / "tables.toml"
    name = file.relative_to(root).as_posix()
    for n, line in enumerate(file.read_text(encoding="utf-8").split("\n"), 1):
        marks = (i for i, letter in enumerate(line) if letter == "#" and not line.count('"', 0, i) % 2)
        bare = line[: next(marks, len(line))]
        if not bare.strip() or re.match(r"\s*(\[|#|version|format|seed|note|source|provenance)", bare):
            continue
        at = bare.find("=") + 1
        for found in _CELL.finditer(bare, at):
            if bare.count('"', 0, found.start()) % 2:
                continue  # within words
            changed = f"{line[: found.start(1)]}{int(found[1]) + 1}{line[found.end(1) :]}"
            yield Fault(name, n, n, "cell", line, changed)
        results = list(_RESULT.finditer(bare, at))
        for one, other in itertools.pairwise(results):
            if one[1] != other[1]:
                changed = f"{line[: one.start(1)]}{other[1]}{line[one.end(1) :]}"
                yield Fault(name, n, n, "cell", line, changed)


# ---- sources ---------------------------------------------------------------------------------------------------------
def in_sources(root: Path, game: str) -> Iterator[Fault]:
    """Every fault of every module of the rules."""
    for file in sorted((root / "app/hexbench/games" / game).glob("*.py")):
        if not NO_RULES.fullmatch(file.name):
            text = file.read_text(encoding="utf-8")
            yield from in_module(text, file.relative_to(root).as_posix())


def in_module(text: str, name: str) -> Iterator[Fault]:
    """Every fault of one module; a few of them do not compile."""
    lines = text.split("\n")
    seen: dict[tuple[int, str], None] = {}
    for _, kind, first, last, start, end, new in _changes(ast.parse(text)):
        before = lines[first - 1]
        if KEEPS.search(before) or (first != last and kind != "call"):
            continue
        if before.strip() == "if found is None:" and KEEPS.search(lines[first - 2]):
            continue
        raw = before.encode()
        after = f"{raw[:start].decode()}{new}{raw[end:].decode() if first == last else ''}"
        if isinstance(new, _Between):
            gap = raw[start:end].decode()
            if gap.count(new.old.strip()) != 1:
                continue
            after = f"{raw[:start].decode()}{gap.replace(new.old.strip(), new.strip())}{raw[end:].decode()}"
        fault = Fault(name, first, last, kind, before, after)
        if (first, after) in seen or after == before:
            continue
        seen[first, after] = None
        yield fault


class _Between(str):
    """An operator somewhere between two operands; ``old`` is the one it replaces."""

    __slots__ = ("old",)
    old: str

    @classmethod
    def of(cls, old: str, new: str) -> _Between:
        """A change of one operator into another."""
        made = cls(new)
        made.old = old
        return made


Change = tuple[ast.AST, str, int, int, int, int, str]
"""Where, what kind, first and last line, first and last column (bytes) on the first line, and the replacement."""


def _changes(tree: ast.Module) -> Iterator[Change]:
    todo: list[ast.AST] = [tree]
    while todo:
        node = todo.pop()
        if _no_rule(node):
            continue
        yield from _of(node)
        todo += [child for child in ast.iter_child_nodes(node) if not _annotation(node, child)]


def _no_rule(node: ast.AST) -> bool:
    """Words, type hints, assertions, what is raised, and what is imported only to be checked."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in WORDS:
        return True
    if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
        return True
    if isinstance(node, ast.Assign | ast.AnnAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        if any(isinstance(t, ast.Name) and t.id in ("label", "help", "risk", "barrier") for t in targets):
            return True
    if isinstance(node, ast.keyword) and node.arg in HOW_BUILT:
        return True
    return isinstance(node, ast.Assert | ast.Raise | ast.Import | ast.ImportFrom)


def _annotation(node: ast.AST, child: ast.AST) -> bool:
    return child in (getattr(node, "annotation", None), getattr(node, "returns", None))


def _of(node: ast.AST) -> Iterator[Change]:
    """The changes to one node, not to its children."""
    for kinds, changes in _MAKERS:
        if isinstance(node, kinds):
            yield from changes(node)


def _compared(node: ast.Compare) -> Iterator[Change]:
    for (left, right), op in zip(itertools.pairwise([node.left, *node.comparators]), node.ops, strict=True):
        if left.end_lineno == right.lineno and type(op) in TURNED:
            old, new = TURNED[type(op)]
            yield _gap(node, "comparison", left, right, _Between.of(old, new))


def _negated(node: ast.UnaryOp) -> Iterator[Change]:
    if isinstance(node.op, ast.Not) and node.lineno == node.operand.lineno:
        start, end = node.col_offset, node.operand.col_offset
        yield node, "condition", node.lineno, node.end_lineno or 0, start, end, ""


def _asked(node: ast.If | ast.IfExp) -> Iterator[Change]:
    if not isinstance(node.test, ast.Constant):
        for word in ("True", "False"):
            yield _whole(node.test, "condition", word)


def _filtered(node: ast.comprehension) -> Iterator[Change]:
    for test in node.ifs:
        yield _whole(test, "condition", "True")


def _summed(node: ast.BinOp) -> Iterator[Change]:
    if isinstance(node.op, ast.Add | ast.Sub):
        old, new = ("+", "-") if isinstance(node.op, ast.Add) else ("-", "+")
        words = any(isinstance(x, ast.List | ast.Tuple | ast.JoinedStr) for x in (node.left, node.right))
        if node.left.end_lineno == node.right.lineno and not words:
            yield _gap(node, "sum", node.left, node.right, _Between.of(old, new))


def _called(node: ast.Expr) -> Iterator[Change]:
    if isinstance(node.value, ast.Call | ast.Yield | ast.YieldFrom):
        yield node, "call", node.lineno, node.end_lineno or 0, node.col_offset, FAR, "pass"


def _whole(node: ast.expr, kind: str, new: str) -> Change:
    return node, kind, node.lineno, node.end_lineno or 0, node.col_offset, node.end_col_offset or 0, new


def _gap(node: ast.AST, kind: str, left: ast.expr, right: ast.expr, new: str) -> Change:
    line = left.end_lineno or 0
    return node, kind, line, line, left.end_col_offset or 0, right.col_offset, new


def _dropped(node: ast.BoolOp) -> Iterator[Change]:
    """One of several conditions is replaced by the value that leaves the others to decide."""
    word = "True" if isinstance(node.op, ast.And) else "False"
    for one in node.values:
        if not isinstance(one, ast.Constant):
            yield _whole(one, "condition", word)


def _constant(node: ast.Constant) -> Iterator[Change]:
    if node.value is True or node.value is False:
        yield _whole(node, "constant", str(not node.value))
    elif type(node.value) is int and abs(node.value) < 1000:
        yield _whole(node, "constant", str(node.value + 1))
        if node.value > 0:
            yield _whole(node, "constant", str(node.value - 1))


_MAKERS: tuple[tuple[tuple[type[ast.AST], ...], Callable[[Any], Iterator[Change]]], ...] = (
    ((ast.Compare,), _compared),
    ((ast.BoolOp,), _dropped),
    ((ast.UnaryOp,), _negated),
    ((ast.If, ast.IfExp), _asked),
    ((ast.comprehension,), _filtered),
    ((ast.Constant,), _constant),
    ((ast.BinOp,), _summed),
    ((ast.Expr,), _called),
)
