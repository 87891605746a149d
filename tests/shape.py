"""``python -m tests.shape``: how the code is built, in figures: lines by package, repeated shapes, import cycles inside a game.

The *shape* of a line is its tokens with every name written ``n``, every text ``s`` and every number ``0``; keywords
and signs stay. Imports, docstrings, comments and empty lines do not count. A line is *repeated* if it is in a run of
six lines whose shapes occur in the same order somewhere else as well; it is *surplus* if such a run occurred earlier.
A stretch of repeated lines is *declared* if no more than one line in six begins a statement of its own: one field
after another, rows of a table, the arguments of a call. Those say different things in one form, and there is nothing
in them to share.
"""

from __future__ import annotations

import ast
import io
import json
import keyword
import statistics
import sys
import tokenize
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
RUN = 6
"""Consecutive lines of the same shape that count as a repetition."""
STATEMENTS = frozenset(
    [
        "assert",
        "case",
        "class",
        "def",
        "del",
        "elif",
        "else",
        "except",
        "for",
        "if",
        "match",
        "raise",
        "return",
        "try",
        "while",
        "with",
        "yield",
        "@",
    ]
)
"""What begins a line that does something, or states that something is done."""
_SILENT = frozenset({tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT})


class Line(NamedTuple):
    """One line of code: where it is, and its shape."""

    file: Path
    number: int
    shape: str


class Counted(NamedTuple):
    """The lines of one file, by kind."""

    lines: int
    code: int
    doc: int
    comment: int
    imports: int
    shapes: tuple[Line, ...]


def _spans(tree: ast.AST, *, docs: bool) -> set[int]:
    """The numbers of the lines that docstrings (or imports) take."""
    found: set[int] = set()
    for node in ast.walk(tree):
        if docs:
            body = getattr(node, "body", None)
            for one in body if isinstance(body, list) else ():
                value = one.value if isinstance(one, ast.Expr) else None
                if isinstance(value, ast.Constant) and isinstance(value.value, str):
                    found.update(range(one.lineno, (one.end_lineno or one.lineno) + 1))
        elif isinstance(node, ast.Import | ast.ImportFrom):
            found.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return found


def _word(token: tokenize.TokenInfo) -> str:
    if token.type == tokenize.NAME:
        return token.string if keyword.iskeyword(token.string) else "n"
    if token.type == tokenize.STRING:
        return "s"
    return "0" if token.type == tokenize.NUMBER else token.string


def count(file: Path) -> Counted:
    """Read one source file."""
    text = file.read_text(encoding="utf-8")
    tree = ast.parse(text)
    docs, imports = _spans(tree, docs=True), _spans(tree, docs=False)
    words: dict[int, list[str]] = defaultdict(list)
    used: set[int] = set()
    comments: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            comments.add(token.start[0])
        if token.type in _SILENT or token.type == tokenize.ENDMARKER:
            continue
        used.update(range(token.start[0], token.end[0] + 1))
        words[token.start[0]].append(_word(token))
    code = sorted(used - docs)
    shapes = tuple(Line(file, n, " ".join(words[n])) for n in code if n not in imports and words[n])
    return Counted(
        len(text.splitlines()), len(code), len(docs), len(comments - used), len(imports & used), shapes
    )


class Repeated(NamedTuple):
    """What is repeated: lines counted, lines in a repeated run, and those of them that occurred earlier."""

    lines: int
    repeated: int
    surplus: int
    declared: int
    """Repeated lines that only declare something."""
    pairs: Mapping[tuple[str, str], int]
    """(the package where a run occurred first, the package where it occurs again) -> surplus lines."""


def repetition(files: Iterable[tuple[Line, ...]], run: int = RUN) -> Repeated:
    """Find the runs of ``run`` lines that occur more than once."""
    runs: dict[tuple[str, ...], list[tuple[int, int]]] = defaultdict(list)
    texts = list(files)
    for f, lines in enumerate(texts):
        shapes = [line.shape for line in lines]
        for i in range(len(shapes) - run + 1):
            runs[tuple(shapes[i : i + run])].append((f, i))
    repeated: set[tuple[int, int]] = set()
    surplus: dict[tuple[int, int], tuple[int, int]] = {}
    for places in runs.values():
        if len(places) > 1:
            first = places[0]
            last: dict[int, int] = {}
            for f, i in places:
                here = [(f, j) for j in range(i, i + run)]
                repeated.update(here)
                if (f, i) != first and (f != first[0] or i >= first[1] + run) and i >= last.get(f, i):
                    for one in here:
                        surplus.setdefault(one, first)
                    last[f] = i
    pairs: Counter[tuple[str, str]] = Counter()
    for (f, i), (g, _) in surplus.items():
        pairs[room(texts[g][0].file), room(texts[f][i].file)] += 1
    declared = sum(_declared([line.shape for line in part]) for part in _stretches(texts, repeated))
    return Repeated(sum(map(len, texts)), len(repeated), len(surplus), declared, pairs)


def _stretches(texts: list[tuple[Line, ...]], repeated: set[tuple[int, int]]) -> Iterator[list[Line]]:
    """The repeated lines, consecutive ones together."""
    for f, lines in enumerate(texts):
        for marked, part in groupby(enumerate(lines), key=lambda one: (f, one[0]) in repeated):
            if marked:
                yield [line for _, line in part]


def _declared(shapes: list[str]) -> int:
    """The length of a stretch that only declares something; 0 of any other."""
    return len(shapes) if 6 * sum(s.split()[0] in STATEMENTS for s in shapes) <= len(shapes) else 0


def room(file: Path) -> str:
    """The package of a file: ``engine``, ``games/tigers``, ``ui/shell``."""
    parts = file.relative_to(ROOT).parts
    inside = parts[2:-1] if parts[0] == "app" else parts[:-1]
    return "/".join(inside[:2]) or parts[-1]


# ---- import cycles ---------------------------------------------------------------------------------------------------
def imports_of(tree: ast.Module) -> Iterator[str]:
    """The modules imported while a module is being loaded: not inside a function, not for the type checker alone."""
    waiting: list[ast.stmt] = list(tree.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            waiting += node.orelse
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{name.name}" for name in node.names)
        else:
            waiting += [one for one in ast.iter_child_nodes(node) if isinstance(one, ast.stmt)]


def cycles(folder: Path) -> list[list[str]]:
    """Groups of modules below ``folder`` that import each other in a cycle; empty: there are none."""
    import networkx as nx

    names = {".".join(f.relative_to(ROOT / "app").with_suffix("").parts): f for f in folder.rglob("*.py")}
    graph: nx.DiGraph[str] = nx.DiGraph()
    for name, file in names.items():
        for other in imports_of(ast.parse(file.read_text(encoding="utf-8"))):
            if other in names and other != name:
                graph.add_edge(name, other)
    return [sorted(group) for group in nx.strongly_connected_components(graph) if len(group) > 1]


# ---- the whole -------------------------------------------------------------------------------------------------------
def measure(folder: Path) -> Iterator[dict[str, object]]:
    """Every figure of a folder, as records."""
    counted = {file: count(file) for file in sorted(folder.rglob("*.py"))}
    by_room: dict[str, list[Counted]] = defaultdict(list)
    for file, one in counted.items():
        name = room(file)
        for part in dict.fromkeys((name.split("/", maxsplit=1)[0], name)):
            by_room[part].append(one)
    for name, found in (*sorted(by_room.items()), ("all", list(counted.values()))):
        sums = {
            key: sum(getattr(c, key) for c in found) for key in ("lines", "code", "doc", "comment", "imports")
        }
        sizes = [c.lines for c in found]
        median, largest = round(statistics.median(sizes)), max(sizes)
        yield {"room": name, "files": len(found), **sums, "median": median, "largest": largest}
    twice = repetition(c.shapes for c in counted.values())
    share = round(100 * twice.repeated / sum(c.code for c in counted.values()), 1)
    yield {
        "shapes": twice.lines,
        "repeated": twice.repeated,
        "percent of code": share,
        "declared": twice.declared,
        "surplus": twice.surplus,
    }
    for (first, again), lines in sorted(twice.pairs.items(), key=lambda pair: -pair[1])[:12]:
        yield {"first": first, "again": again, "surplus": lines}
    for game in sorted(p for p in (folder / "hexbench" / "games").glob("*") if p.is_dir()):
        groups = cycles(game)
        yield {"cycles in": game.name, "groups": len(groups), "files": sum(map(len, groups))}


def main(argv: list[str]) -> int:
    """Print the figures of ``app``, or of another folder of the project."""
    for record in measure(ROOT / (argv[0] if argv else "app")):
        print(json.dumps(record))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
