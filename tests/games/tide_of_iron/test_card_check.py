"""Edited cards: what is well-formed and could not be resolved in play is said before a game begins."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from hexbench.games.tide_of_iron import card_check
from hexbench.games.tide_of_iron.decks import Card, Deck, Operation
from tests.games.tide_of_iron import shipped

PLAIN = {"id": "x", "title": "X", "phase": "action", "cost": 0}
CHOSEN = {"op": "modify", "stat": "fpr", "delta": 1, "duration": "round", "filter": {"count": 1}}


def said(ops: list[dict[str, Any]], **facts: Any) -> list[str]:
    """The problems of one card."""
    card = msgspec.convert({**PLAIN, "ops": ops, **facts}, Card)
    deck = Deck(id="d", name="D", cards=(card,))
    return list(card_check.problems(msgspec.structs.replace(shipped.TABLES, decks=(deck,), operations=())))


def standing(**op: Any) -> list[str]:
    """The problems of one operations card."""
    card = msgspec.convert({"id": "x", "title": "X", "affects": "both", "ops": [op]}, Operation)
    return list(card_check.problems(msgspec.structs.replace(shipped.TABLES, decks=(), operations=(card,))))


def test_the_cards_that_ship_make_sense() -> None:
    assert list(card_check.problems(shipped.TABLES)) == []


@pytest.mark.parametrize(
    ("ops", "facts", "text"),
    [
        ([], {}, "needs an op"),
        ([{"op": "drift"}], {}, "no target before the drift"),
        ([{"op": "area", "strength": 4}], {}, "no target before it"),
        ([{"op": "target"}, {"op": "contact", "x": 3}], {}, "contact comes first"),
        (
            [{"op": "target"}, {"op": "remove_marker", "marker": "razor_wire", "if_black_successes": 2}],
            {},
            "no area attack",
        ),
        ([{**CHOSEN, "filter": {"same": True}}], {}, "no unit chosen before"),
        ([{**CHOSEN, "duration": "card"}], {}, "stays in force"),
        ([{**CHOSEN, "stat": "veh_base_range"}], {}, "set is for veh_base_range"),
        ([{**CHOSEN, "set": 2}], {}, "set is for veh_base_range"),
        ([{**CHOSEN, "stat": "los_distance"}], {}, "operations cards"),
        ([{"op": "rally", "filter": {}}], {}, "either remove or step_down"),
        ([{"op": "add_figures", "figure": "cook", "count": 1, "filter": {}}], {}, 'no figure "cook"'),
        ([{"op": "reinforce", "squads": [{"figures": {"cook": 1}}]}], {}, 'no figure "cook"'),
        (
            [{"op": "reinforce", "squads": [{"figures": {"regular": 1}, "specialization": "cook"}]}],
            {},
            'no specialization "cook"',
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
        ({"op": "modify", "stat": "fpr", "delta": 1}, "no standing change of fpr"),
    ],
)
def test_an_operations_card_that_cannot_be_in_force(op: dict[str, Any], text: str) -> None:
    (found,) = standing(**op)
    assert text in found
    assert found.startswith("operations.x")
