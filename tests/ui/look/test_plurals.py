"""One of a thing is told in the singular: a sentence with a count has another for one, and a choice between the two by number.

A sentence is taken to count where a filled name stands before a word in the plural ("{n} hexes"). Such a sentence must stand in
an expression or a branch that asks whether there is just one: ``tr("1 hex" if n == 1 else "{n} hexes", n=n)``. Both are
translated, so every language has both.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3] / "app" / "hexbench"
ROOMS = ("ui", "session", "store", "study", "exchange")
COUNT = re.compile(
    r"\{(?!side\b|kind\b|line\b|unit\b|name\b|width\b|height\b|fits\b)\w+\} (?:more |other |further )?([a-z]+s|men)\b"
)
ONE_LITERAL = re.compile(r"""["'](?:\s|#[^\n]*\n)*[fFrRuU]{0,2}["']""")
"""Between two literals that are one text."""
NO_PLURALS = frozenset(
    [
        "is",
        "has",
        "was",
        "does",
        "as",
        "its",
        "this",
        "lies",
        "needs",
        "stays",
        "holds",
        "gets",
        "goes",
        "comes",
        "plays",
        "lacks",
        "stands",
        "sees",
        "means",
        "keeps",
        "takes",
        "moves",
        "wins",
        "names",
        "begins",
        "ends",
        "says",
        "makes",
        "shows",
        "cannot",
        "us",
        "plus",
        "minus",
        "hours",
        "makes",
        "reaches",
        "blocks",
        "agrees",
        "decides",
        "attacks",
        "belongs",
        "covers",
        "opens",
        "looks",
        "fits",
        "fires",
        "asks",
        "costs",
        "answers",
        "leaves",
        "gives",
        "lets",
        "wants",
        "knows",
        "allows",
        "thus",
        "perhaps",
        "always",
    ]
)
"""Words that end in s and count nothing."""
NEVER_ONE = {
    "about {n} minutes": "never fewer than five",
    "about {n} evenings": "up to three are told in hours",
    "{words}; the first {most} are listed": "a limit far above one",
    "At least {n} letters": "a limit above one",
    "it must have 1 to {most} characters": "a limit far above one",
    "this contains more than {most} files, the most that a Hexbench pack may have.": "a limit far above one",
    "{least} to {most} letters are needed.": "limits above one",
    "{n} numbers": "up to two dice are named",
    "{n} units arrive after the last turn.": "few of them are named one by one",
    "The {river} is broken into {n} pieces with {ends} loose ends ({hexes}).": "asked after one is told apart",
}
"""Sentences whose number cannot be one, and why."""


def sentences(tree: ast.Module) -> Iterator[tuple[ast.Constant, list[ast.AST]]]:
    """Every text that is given to ``tr``, ``say`` or ``mark``, with all that it stands in, outermost first."""

    def walk(node: ast.AST, above: list[ast.AST]) -> Iterator[tuple[ast.Constant, list[ast.AST]]]:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node, above
        for child in ast.iter_child_nodes(node):
            yield from walk(child, [*above, node])

    for node, above in walk(tree, []):
        calls = [a for a in above if isinstance(a, ast.Call) and isinstance(a.func, ast.Name)]
        if any(isinstance(c.func, ast.Name) and c.func.id in ("tr", "say", "mark") for c in calls):
            yield node, above


def asks_for_one(above: list[ast.AST]) -> bool:
    """Whether what stands about a text compares a number with one."""
    for node in above:
        if isinstance(node, ast.If | ast.IfExp):
            for part in ast.walk(node.test):
                if isinstance(part, ast.Compare):
                    near = [part.left, *part.comparators]
                    if any(isinstance(one, ast.Constant) and one.value == 1 for one in near):
                        return True
    return False


def counts(text: str) -> list[re.Match[str]]:
    """Where a text counts."""
    return [m for m in COUNT.finditer(text) if m.group(1) not in NO_PLURALS]


def unsaid(source: str) -> list[str]:
    """The sentences of a module that count and are told of one as of many."""
    if not counts(ONE_LITERAL.sub("", source)):
        return []  # as in most modules; none of their texts need be known, nor what it stands in
    tree, found = ast.parse(source), []
    said = list(sentences(tree))
    texts = {node.value for node, _ in said}
    for node, above in said:
        text = str(node.value)
        counted = counts(text)
        if not counted or text in NEVER_ONE or asks_for_one(above):
            continue
        start = text[: counted[0].start()]
        if any(str(other).startswith((f"{start}1 ", f"{start}one ", f"{start}One ")) for other in texts):
            continue  # the one of its kind stands beside it, chosen before
        found.append(text)
    return found


def test_a_sentence_with_a_count_and_no_singular_is_found() -> None:
    assert unsaid('x = tr("{n} units may go", n=n)') == ["{n} units may go"]
    assert unsaid('x = tr("1 unit may go" if n == 1 else "{n} units may go", n=n)') == []
    assert unsaid('x = say("one unit") if n == 1 else say("{n} units", n=n)') == []
    assert unsaid('x = say("{unit} is here", unit=unit)') == []
    assert unsaid('x = say("in {n} "  # many\n    r"units", n=n)') == ["in {n} units"]


def test_every_sentence_of_the_desktop_that_counts_has_another_for_one() -> None:
    found = {}
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            wrong = unsaid(path.read_text(encoding="utf-8"))
            if wrong:
                found[str(path.relative_to(ROOT))] = wrong
    assert found == {}
