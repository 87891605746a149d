"""The provider of the standard overlays, on a toy: what it makes of what a game says, and what it refuses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from hexbench.engine import overlays
from hexbench.engine.overlays import Attacker, Step, added
from hexbench.engine.values import say
from tests.laws.case import toys
from tests.toys.crossroads.display import CrOverlays


@pytest.fixture
def seat() -> Any:
    case = toys()["crossroads/village"]
    return case.rules.seat(case.begin(1).state, None)


class Later(CrOverlays):
    """One step to a side is a turn, whatever stands there."""

    ahead = 3

    def turn(self, uid: str, starts: Sequence[int], n: int) -> Mapping[int, int]:
        return {j: 12 * n for i in starts for j in self.atlas.around[i] if j >= 0}


def test_later_turns_begin_where_the_earlier_ones_end(seat: Any) -> None:
    uid, unit = next((u, x) for u, x in seat.s.units.items() if x.on_map)
    found, far = Later(seat).turns(uid), seat.rules.atlas.distance
    for at, i in seat.rules.atlas.index.items():
        steps = far(unit.at, at)
        assert found.get(i) == (None if steps > 3 else (max(1, steps), 12 * steps)), at
    drawn = Later(seat).reach(uid)
    assert [line.tone for line in drawn.legend] == list(overlays.TONES)
    assert {shade.text for shade in drawn.shades} == {"", "1"}, "what later turns cost is not told"
    assert "as if no other unit moved" in [str(fact.value) for fact in drawn.facts]


def test_what_is_not_known_is_counted_and_not_added() -> None:
    assert added(["4", "3"]) == "7"
    assert added(["4", "?", "?"]) == "4 + 2?"
    assert added(["?"]) == "1?"
    assert added([""]) == added([]) == ""
    assert added(["0"]) == "0"


def test_a_step_tells_all_of_its_price_with_each_clause_once() -> None:
    step = Step("A1", 18, ((say("road"), "1"), (say("hill"), "2"), (say("mud"), "1")))
    assert str(step.fact.value) == "1 1/2 in all: road, hill, mud"
    assert step.fact.rules == ("1", "2")


def test_several_with_one_way_draw_one_arrow_and_count_each(seat: Any) -> None:
    foes = [u for u, x in seat.s.units.items() if x.side == "german" and x.on_map][:2]
    mine = next(x.at for x in seat.s.units.values() if x.side == "american" and x.on_map)
    there = seat.s.units[foes[0]].at
    units = {**seat.s.units, foes[1]: replace(seat.s.units[foes[1]], at=there)}
    moved = seat.rules.seat(replace(seat.s, units=units), None)

    class Two(CrOverlays):
        def attackers(self, at: str, side: str) -> Any:
            return [Attacker(uid, (there,), 12, "3") for uid in foes]

    drawn = Two(moved).threat(mine)
    assert len(drawn.trails) == 1
    assert {shade.hex: shade.text for shade in drawn.shades} == {there: "6", mine: "6"}
    assert str(drawn.facts[0].value) == "2 units, 6 in all"


def test_a_kind_is_the_standard_one_with_a_games_own_help() -> None:
    reach, front = overlays.kinds("reach", "front", reach=say("As far as it gets"))
    assert (reach.kind, reach.subject, str(reach.help)) == ("reach", "unit", "As far as it gets")
    assert front in overlays.KINDS
    with pytest.raises(KeyError):
        overlays.kinds("no such kind")


def test_letters_of_two_zones_stand_beside_each_other(seat: Any) -> None:
    a, b, c = seat.rules.atlas.labels[:3]
    found = overlays.overlaid(seat.rules.atlas, {a: "S", b: "W"}, {b: "S", c: ""}, ("x", "y", "z"))
    assert [(s.hex, s.tone, s.text) for s in found] == [(a, "x", "S"), (b, "z", "W/S"), (c, "y", "")]
