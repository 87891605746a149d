"""One of a thing is told in the singular: every sentence of the game that counts, at one and at two."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from hexbench.engine.values import Say, say
from hexbench.games.tide_of_iron import card_run, casualties, decks, panels
from hexbench.games.tide_of_iron.card_words import word_of
from hexbench.games.tide_of_iron.losses import Fall
from hexbench.games.tide_of_iron.strength import scene
from tests.games.tide_of_iron import field
from tests.games.tide_of_iron.field import squad, vehicle

UNITS = {
    "a1": squad("C5"),
    "a2": squad("#aboard/av1"),
    "av1": vehicle("C6", "gmc_cckw_353", "american"),
    "g1": squad("K5", "german"),
}


def _said(op: decks.Op) -> str:
    now = field.position(UNITS)
    card = now.rules.card("mo-bold")
    return str(word_of(op).says(scene(now.seat), "american", card, op))


@pytest.mark.parametrize(
    ("op", "text"),
    [
        (decks.Initiative(amount=1), "Place 1 token from the supply on your Initiative card."),
        (decks.Initiative(amount=2), "Place 2 tokens from the supply on your Initiative card."),
        (decks.ExtraActions(count=1), "1 more action in this turn."),
        (decks.Area(strength=1), "Area attack of 1 die, normal."),
        (decks.Blast(strength=1), "Every adjacent hex is attacked with 1 die, normal."),
        (decks.Smoke(at="adjacent", count=1), "Place smoke in 1 adjacent hex."),
        (
            decks.RemoveMarker(marker="razor_wire", if_black_successes=1),
            "1 black success clears razor wire there.",
        ),
        (
            decks.AddFigures(figure="regular", count=1, filter=decks.Filter()),
            "1 regular fills a free slot in a friendly squad near an officer.",
        ),
        (
            decks.AddFigures(figure="regular", count=2, filter=decks.Filter()),
            "2 regulars fill free slots in friendly squads near an officer.",
        ),
        (
            decks.Reinforce(squads=(decks.Roster(figures={"regular": 4}),)),
            "1 squad (4 figures) arrives fresh in your reinforcement zone.",
        ),
    ],
)
def test_what_a_card_does_is_told_of_one_in_the_singular(op: decks.Op, text: str) -> None:
    assert card_run.CHAPTERS, "the words are known"
    assert _said(op) == text


def test_command_hits_points_passengers_and_sight_are_told_of_one_in_the_singular() -> None:
    now = field.position(UNITS, phase="command", command={"american": 1, "german": 0})
    assert now.sentence("commit", to="2") == "You have only 1 command token."
    assert now.sentence("commit", to="9") == "You have only 1 command token."
    face = now.of("american").face("av1")
    assert face is not None
    assert "1 squad inside" in [str(mark.say) for mark in face.marks]
    scored = now.run(lambda play: casualties.score(play, "german", 1))
    assert "The German player now has 1 victory point." in [str(getattr(e, "say", "")) for e in scored.events]
    fall = Fall(who="german", units=("g1", "g2"), left=1)
    assert str(fall.say(now.seat)) == "1 more hit: choose the unit that takes it."
    seen = now.swapped(sight_limit=1)
    assert "limited to 1 hex" in [str(fact.value) for fact in panels.standing(seen.seat).facts]


def test_no_sentence_of_the_game_counts_things_without_a_word_for_one() -> None:
    """Every template with a number before a plural stands beside another for one, in ``counted`` or in a condition."""
    root = Path(decks.__file__).parent
    alone: list[str] = []
    for path in sorted(root.glob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        fathers = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
        for node in ast.walk(tree):
            if not (isinstance(node, ast.Call) and getattr(node.func, "id", "") == "say" and node.args):
                continue
            template = getattr(node.args[0], "value", "")
            if not (isinstance(template, str) and COUNTS.search(template)):
                continue
            if template not in NEVER_ONE and not _beside(node, fathers):
                alone.append(f"{path.name}:{node.lineno}: {template}")
    assert alone == []


COUNTS = re.compile(r"\{n\} (?:more |later |victory |command |black |elite |specialization )?[a-z]{2,}s\b")
NEVER_ONE = (
    "{hex} holds {n} units of one side.",
    "{n} units stand in {hex}; it holds three.",
)
"""A hex that holds too many holds more than one."""


def _beside(node: ast.AST, fathers: dict[ast.AST, ast.AST]) -> bool:
    """Whether a sentence is one of two of which the other is for one."""
    at: ast.AST | None = node
    for _ in range(8):
        at = fathers.get(at) if at is not None else None
        if isinstance(at, ast.IfExp) and re.search(r"(== '?1'?|> 1)$", ast.unparse(at.test)):
            return True
        if isinstance(at, ast.Tuple) and len(at.elts) == 2 and all(isinstance(x, ast.Call) for x in at.elts):
            return True
        if isinstance(at, ast.Call) and getattr(at.func, "id", "") == "counted":
            return True
        if isinstance(at, ast.FunctionDef):
            return any(
                (isinstance(one, ast.If) and "== 1" in ast.unparse(one.test))
                or (isinstance(one, ast.Call) and ast.unparse(one.func) == "units_left")  # it is handed both
                for one in ast.walk(at)
            )
    return False


def test_the_check_of_counting_sentences_finds_one() -> None:
    assert COUNTS.search(say("{n} squads inside", n=1).template)
    assert not COUNTS.search(Say("{n} MP left").template)
