"""Edited cards: what is well-formed and could not be resolved in play is said before a game begins."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import msgspec
import pytest

from hexbench.games.tide_of_iron import checks, decks
from hexbench.games.tide_of_iron.decks import Card, Deck, Operation
from tests.games.tide_of_iron import shipped

PLAIN = {"id": "x", "title": "X", "phase": "action", "cost": 0}
CHOSEN = {"op": "modify", "stat": "fpr", "delta": 1, "duration": "round", "filter": {"count": 1}}


def said(ops: list[dict[str, Any]], **facts: Any) -> list[str]:
    """The problems of one card."""
    card = msgspec.convert({**PLAIN, "ops": ops, **facts}, Card)
    deck = Deck(id="d", name="D", cards=(card,))
    return list(checks.card_problems(msgspec.structs.replace(shipped.TABLES, decks=(deck,), operations=())))


def standing(**op: Any) -> list[str]:
    """The problems of one operations card."""
    card = msgspec.convert({"id": "x", "title": "X", "affects": "both", "ops": [op]}, Operation)
    return list(checks.card_problems(msgspec.structs.replace(shipped.TABLES, decks=(), operations=(card,))))


def test_the_cards_that_ship_make_sense() -> None:
    assert list(checks.card_problems(shipped.TABLES)) == []


@pytest.mark.parametrize(
    ("ops", "facts", "text"),
    [
        ([], {}, "needs an op"),
        ([{"op": "drift"}], {}, "drift needs a target op"),
        ([{"op": "area", "strength": 4}], {}, "this op needs a target op"),
        ([{"op": "target"}, {"op": "contact", "x": 3}], {}, "contact must come first"),
        (
            [{"op": "target"}, {"op": "remove_marker", "marker": "razor_wire", "if_black_successes": 2}],
            {},
            "no area attack",
        ),
        ([{**CHOSEN, "filter": {"same": True}}], {}, "a unit chosen by an earlier op"),
        ([{**CHOSEN, "duration": "card"}], {}, "stays in play"),
        ([{**CHOSEN, "stat": "veh_base_range"}], {}, "veh_base_range needs set"),
        ([{**CHOSEN, "set": 2}], {}, "veh_base_range needs set"),
        ([{**CHOSEN, "stat": "los_distance"}], {}, "operations cards"),
        ([{"op": "rally", "filter": {"count": 1}}], {}, "either remove or step_down"),
        ([{"op": "add_figures", "figure": "cook", "count": 1, "filter": {}}], {}, 'no figure "cook"'),
        ([{"op": "reinforce", "squads": [{"figures": {"cook": 1}}]}], {}, 'no figure "cook"'),
        (
            [{"op": "reinforce", "squads": [{"figures": {"regular": 1}, "specialization": "cook"}]}],
            {},
            'no specialization "cook"',
        ),
        ([{**CHOSEN, "filter": {"count": 2}}], {}, "repeat the op for more"),
        ([{**CHOSEN, "filter": {"kind": "squad"}}], {}, "needs a chosen unit"),
        ([{"op": "refresh", "filter": {"token": "fatigued"}}], {}, "a count of 1"),
        ([{"op": "refresh", "filter": {"count": 1, "hex_count": 1}}], {}, "only rally can choose a hex"),
        ([{"op": "refresh", "filter": {"count": 1, "deck": "morale"}}], {}, "filter.deck is not used here"),
        (
            [{"op": "add_figures", "figure": "regular", "count": 1, "filter": {"count": 1}}],
            {},
            "has its own count",
        ),
        (
            [{"op": "modify", "stat": "drift_number", "delta": -1, "filter": {"in_cover": True}}],
            {"persistent": True},
            "filter.in_cover is not used here",
        ),
        ([{"op": "command", "amount": 1}], {"trigger": "as_action"}, "must be persistent"),
        ([{"op": "command", "amount": 1}], {"duration_rounds": 1}, "must be persistent"),
        ([{"op": "command", "amount": 1}], {"uses_per_round": 1}, "with a trigger"),
    ],
)
def test_a_card_that_cannot_be_resolved(ops: list[dict[str, Any]], facts: dict[str, Any], text: str) -> None:
    found = said(ops, **facts)
    assert len(found) == 1
    assert text in found[0]
    assert found[0].startswith("decks.d.x")


@pytest.mark.parametrize(
    ("op", "text"),
    [
        ({"op": "terrain_override", "terrain": "lava", "squad": 1}, 'no terrain "lava"'),
        ({"op": "fog_roll", "table": {"1": 3}}, "each face"),
        ({"op": "modify", "stat": "fpr", "delta": 1}, "a standing change of fpr is not supported"),
    ],
)
def test_an_operations_card_that_cannot_be_in_force(op: dict[str, Any], text: str) -> None:
    (found,) = standing(**op)
    assert text in found
    assert found.startswith("operations.x")


def test_a_filter_says_nothing_that_nobody_asks() -> None:
    """An operations card for heavy vehicles asks kind and class; with a condition it would change all of them in silence."""
    heavy: dict[str, Any] = {
        "op": "modify",
        "stat": "mp",
        "delta": -1,
        "filter": {"kind": "vehicle", "class": "heavy"},
    }
    assert standing(**heavy) == []
    wrong = {**heavy, "filter": {**heavy["filter"], "condition": "pinned"}}
    assert standing(**wrong) == ["operations.x: filter.condition is not used here."]


def test_every_word_of_the_effect_language_that_leaves_a_choice_is_read() -> None:
    """What has one value only says how it is anyway; everything else must be asked somewhere in the game's own code."""
    root = Path(decks.__file__).parent
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in sorted(root.glob("*.py"))]
    nodes = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Attribute)]
    read = {node.attr for node in nodes if isinstance(node.ctx, ast.Load)}
    words = [thing for thing in vars(decks).values() if isinstance(thing, type)]
    unread = [
        f"{word.__name__}.{info.name}"
        for word in words
        if issubclass(word, msgspec.Struct) and word.__module__ == decks.__name__
        for info in msgspec.structs.fields(word)
        if info.name not in read and not (get_origin(info.type) is Literal and len(get_args(info.type)) == 1)
    ]
    assert unread == []
