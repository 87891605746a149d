"""Sentences that count come in two, one for a single thing: read off the sources, and heard in a few positions."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.games.iron_tide.field import ALLIED, commando, country, foot, position

GAME = Path(__file__).resolve().parents[3] / "app/hexbench/games/iron_tide"
THINGS = (
    "units|hexes|hexsides|points|steps|stacks|attempts|attacks|columns|shifts|formations|markers|phases|bridges"
    "|replacements|reinforcements|regiments|zones|depots|turns|dice|Phases"
)
OF_THEM = (
    "Allied|British|German|air|movement|Engineering|artillery|road|supply|more|enemy|eliminated|replacement"
)
COUNTS = re.compile(rf"\{{(?!unit|hex|ratio|side)(\w+)\}} (?:(?:{OF_THEM}) ){{0,2}}(?:{THINGS})\b")
NEVER_ONE = {
    "{n} units would be stacked here: no more than three may be at the end of the phase.",
    "{n} units would be stacked here: those that retreated would be overstacked.",
    "{hex} holds {n} units; one of them will be eliminated.",
    "{hex} holds {n} units; {over} of them will be eliminated.",
    "There are {n} {side} units in {hex}.",
    "{n} units of one side start in {place}, which holds only {limit} (8.1a).",
    "Combined arms of the attacker: {n} stacks",
    "On 16AM only one Allied unit that was not attacked may move: choose one of these {n}.",
}
"""They are said of four units or more, or of two or more."""


def unsplit(tree: ast.Module) -> Iterator[str]:
    """The templates that count and have no sister for one; a number that is a constant of the rules is never one."""
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "say"):
            continue
        template = node.args[0].value if node.args and isinstance(node.args[0], ast.Constant) else ""
        found = COUNTS.search(template) if isinstance(template, str) else None
        if found is None:
            continue
        filled = next((k.value for k in node.keywords if k.arg == found[1]), None)
        if isinstance(filled, ast.Name) and filled.id.isupper():
            continue
        if not chosen(node, parents):
            yield str(template)


def chosen(node: ast.AST, parents: dict[ast.AST, ast.AST]) -> bool:
    """Whether a sentence is one of two, chosen by its number."""
    at: ast.AST | None = node
    while at is not None and not isinstance(at, ast.FunctionDef):
        called = isinstance(at, ast.Call) and isinstance(at.func, ast.Name) and at.func.id == "counted"
        if called or isinstance(at, ast.IfExp):
            return True
        at = parents.get(at)
    return at is not None and any(
        (isinstance(part, ast.If) and "== 1" in ast.unparse(part.test))
        or (isinstance(part, ast.Call) and ast.unparse(part.func) == "units_left")  # it is handed both
        for part in ast.walk(at)
    )


@pytest.mark.parametrize("file", sorted(GAME.glob("*.py")), ids=lambda file: file.stem)
def test_sentences_that_count_come_in_two(file: Path) -> None:
    found = unsplit(ast.parse(file.read_text(encoding="utf-8")))
    assert sorted(set(found) - NEVER_ONE) == []


def test_one_unit_one_point_one_phase() -> None:
    roads = country(roads=("3440 3441 3442 3443 3444 3445 3446",))
    units = {"c": commando("3445"), "a": foot("3444", ALLIED)}
    asked = position(units, roads, phasing=ALLIED).act("move", "a", "3446")
    assert str(asked.seat.prompt.say) == "An Allied unit passes a commando in 3445: try to misdirect it?"
