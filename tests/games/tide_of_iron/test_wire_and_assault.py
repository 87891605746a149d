"""Engineers go on through razor wire, but have entered it all the same."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from hexbench.games.tide_of_iron import movement
from hexbench.games.tide_of_iron.movement import Move
from hexbench.games.tide_of_iron.strength import scene
from tests.games.tide_of_iron import field
from tests.games.tide_of_iron.field import squad


@pytest.mark.rule("tide_of_iron", "TI-ASL-05", "B-MOV-7")
@pytest.mark.parametrize(("wired", "step"), [("A1", "assault_draft"), ("C6", "turn")])
def test_engineers_who_have_come_through_wire_do_not_assault_beyond_it(wired: str, step: str) -> None:
    units = {
        "a1": squad("C5", specialization="engineer"),
        "a2": squad("A12"),
        "g1": squad("C8", "german"),
    }
    now = field.position(units, works={wired: {"razor_wire": True}}, initiative="american")
    now = now.act("assault", "a1", "C7", via="C6 C7")
    if now.step[1] == "move":
        now = now.act("stop")
    assert now["a1"].at == "C7"
    assert now.step[1] == step


@pytest.mark.rule("tide_of_iron", "TI-FORT-12", "TI-MOV-01")
def test_two_points_are_something_to_spend_on_the_wire_of_ones_own_hex() -> None:
    pond = dict.fromkeys(("C4", "C6", "B4", "B5", "D4", "D5"), "p0")
    units = {"a1": squad("C5"), "g1": squad("M12", "german")}
    now = field.position(units, field.spotted(pond), works={"C5": {"razor_wire": True}})
    way = Move(who="american", unit="a1", left=24, path=("C5",))
    sc = scene(now.seat)
    assert movement.something_left(sc, way)
    assert not movement.something_left(sc, replace(way, left=12))
    bare = field.position(units, field.spotted(pond))
    assert not movement.something_left(scene(bare.seat), way)
