"""Claims of tests and citations of games, read from Python source without running it (used by tests/rules_report.py)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator

import msgspec

_FUNCTION = (ast.FunctionDef, ast.AsyncFunctionDef)
_CALLER_FIRST = "Reason"
_CALLER_KEYWORDS = ("rule", "rules")
_CLAIM = (re.compile(r"\bmark\b"), re.compile(r"\brule\b"))
"""Words without which no source claims a clause, whatever name it gives the mark."""
_MARK = re.compile(r"\bmark\s*\.\s*rule\b")


class Citation(msgspec.Struct, frozen=True):
    """One id named in a source file."""

    game: str
    rule: str
    line: int


def walk(tree: ast.AST) -> Iterator[ast.AST]:
    """Every node in no particular order, like ast.walk but without the nodes that only say how a name is used: twice as fast."""
    todo = [tree]
    while todo:
        node = todo.pop()
        yield node
        for value in vars(node).values():
            if isinstance(value, list):
                todo += [one for one in value if isinstance(one, ast.AST)]
            elif isinstance(value, ast.AST) and not isinstance(value, ast.expr_context):
                todo.append(value)


def claims_in(source: str) -> tuple[list[Citation], list[tuple[int, str]]]:
    """What the tests of one file claim with ``pytest.mark.rule``, and (line, sentence) for every claim that is lost.

    A claim counts where pytest sees it: on a function whose name begins with test, on a class whose name begins with
    Test, in ``pytestmark`` of the module or of such a class, and in the ``marks`` of a ``pytest.param``. Its
    arguments must be strings, or starred names of a module-level tuple of strings. A claim in any other place, or on
    a test that is skipped or expected to fail, proves nothing and is reported.
    """
    if not all(
        word.search(source) for word in _CLAIM
    ):  # two thirds of the files have none, and parsing them is most of the work
        return [], []
    return _Claims(ast.parse(source), len(_MARK.findall(source))).read()


def citations_in(source: str, game: str, shape: re.Pattern[str]) -> Iterator[Citation]:
    """The ids a game's source cites: strings of the shape of its ids, and whatever is given as a rule.

    The latter are the first argument of a call of ``Reason`` and arguments called ``rule`` or ``rules`` (a string or
    a tuple or list of them), in whatever shape; an empty string means "no rule" and is skipped.
    """
    found: dict[int, ast.Constant] = {}
    nodes = list(walk(ast.parse(source)))
    pieces = {id(piece) for node in nodes if isinstance(node, ast.JoinedStr) for piece in node.values}
    for node in nodes:
        if id(node) in pieces:  # part of a longer text
            continue
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and shape.fullmatch(node.value):
            found[id(node)] = node
        elif isinstance(node, ast.Call):
            given = [keyword.value for keyword in node.keywords if keyword.arg in _CALLER_KEYWORDS]
            if _last_name(node.func) == _CALLER_FIRST and node.args:
                given.append(node.args[0])
            for value in given:
                parts = value.elts if isinstance(value, ast.Tuple | ast.List) else [value]
                found |= {id(part): part for part in parts if isinstance(part, ast.Constant) and part.value}
    for node in sorted(found.values(), key=lambda each: (each.lineno, each.col_offset)):
        yield Citation(game, str(node.value), node.lineno)


class _Claims:
    """One test module: first the claims in their proper places, then whatever ``mark.rule`` is left over."""

    def __init__(self, tree: ast.Module, written: int) -> None:
        """``written``: how often the source has the words of a mark, in whatever place."""
        self.tree, self.written = tree, written
        self.constants = _string_tuples(tree)
        self.aliases = _aliases(tree)
        self.seen: set[int] = set()
        self.claims: list[Citation] = []
        self.faults: list[tuple[int, str]] = []

    def read(self) -> tuple[list[Citation], list[tuple[int, str]]]:
        self._body(self.tree.body)
        # a tree is looked through only where something may be left over: to do so is half of the work
        if self.aliases or self.written > len(self.seen):
            for node in walk(self.tree):
                if isinstance(node, ast.Call) and self._is_rule(node) and id(node) not in self.seen:
                    self._fault(node, "this rule mark is not where pytest looks for marks.")
        self.faults.sort()
        return self.claims, self.faults

    def _body(self, body: Iterable[ast.stmt]) -> None:
        for node in body:
            if isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
                self._decorated(node.decorator_list)
                self._body(node.body)
            elif isinstance(node, _FUNCTION) and node.name.startswith("test"):
                self._decorated(node.decorator_list)
            elif isinstance(node, ast.Assign) and any(_last_name(t) == "pytestmark" for t in node.targets):
                self._marks(node.value)

    def _decorated(self, decorators: list[ast.expr]) -> None:
        """The marks on one test or test class, including the ``marks`` of its parameters."""
        if any(_mark_name(decorator) in {"skip", "skipif", "xfail"} for decorator in decorators):
            for decorator in decorators:
                for node in ast.walk(decorator):
                    if isinstance(node, ast.Call) and self._is_rule(node):
                        self.seen.add(id(node))
                        self._fault(node, "a test that is skipped or expected to fail proves no clause.")
            return
        for decorator in decorators:
            self._marks(decorator)
            for node in ast.walk(decorator):
                if isinstance(node, ast.Call) and _last_name(node.func) == "param":
                    for keyword in node.keywords:
                        if keyword.arg == "marks":
                            self._marks(keyword.value)

    def _marks(self, value: ast.expr) -> None:
        """One mark, or a list or tuple of them."""
        for node in value.elts if isinstance(value, ast.List | ast.Tuple) else [value]:
            if isinstance(node, ast.Call) and self._is_rule(node):
                self.seen.add(id(node))
                self._claim(node)

    def _claim(self, call: ast.Call) -> None:
        words: list[str] = []
        for argument in call.args:
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                words.append(argument.value)
            elif isinstance(argument, ast.Starred) and _last_name(argument.value) in self.constants:
                words += self.constants[_last_name(argument.value)]
            else:
                self._fault(call, "the arguments of a rule mark are written out as strings.")
                return
        if len(words) < 2 or call.keywords:
            self._fault(call, "a rule mark names a game and at least one clause, and nothing else.")
            return
        self.claims += [Citation(words[0], rule, call.lineno) for rule in words[1:]]

    def _is_rule(self, call: ast.Call) -> bool:
        return _mark_name(call) == "rule" or (
            isinstance(call.func, ast.Name) and call.func.id in self.aliases
        )

    def _fault(self, node: ast.expr, sentence: str) -> None:
        self.faults.append((node.lineno, sentence))


def _mark_name(node: ast.expr) -> str:
    """The x of ``pytest.mark.x``, ``mark.x`` and calls of them, otherwise nothing."""
    if isinstance(node, ast.Call):
        node = node.func
    if isinstance(node, ast.Attribute) and _last_name(node.value) == "mark":
        return node.attr
    return ""


def _last_name(node: ast.expr) -> str:
    """The last word of a dotted name, otherwise nothing."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _aliases(tree: ast.Module) -> set[str]:
    """Names the module gives to the mark itself: ``rule = pytest.mark.rule``."""
    return {
        target.id
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Attribute)
        if _mark_name(node.value) == "rule"
        for target in node.targets
        if isinstance(target, ast.Name)
    }


def _string_tuples(tree: ast.Module) -> dict[str, list[str]]:
    """The module's constant tuples and lists of strings, by name."""
    found: dict[str, list[str]] = {}
    for node in tree.body:
        if not isinstance(node, ast.Assign | ast.AnnAssign) or not isinstance(
            node.value, ast.Tuple | ast.List
        ):
            continue
        texts = [part.value for part in node.value.elts if isinstance(part, ast.Constant)]
        if len(texts) == len(node.value.elts) and all(isinstance(text, str) for text in texts):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found |= {t.id: [str(text) for text in texts] for t in targets if isinstance(t, ast.Name)}
    return found
