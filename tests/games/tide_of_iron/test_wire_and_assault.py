"""Engineers go on through razor wire, but have entered it all the same."""

from __future__ import annotations

import pytest

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
