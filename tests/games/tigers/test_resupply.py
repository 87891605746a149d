"""Supply flights (TG-AIR-24 to TG-AIR-27, AMB-51)."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.games.tigers import supply
from tests.games.tigers.field import (
    ALLIED,
    GERMAN,
    PLAIN,
    Situation,
    country,
    inf,
    para,
    position,
    pz,
    pzgren,
)
from tests.games.tigers.skies import LUFTWAFFE, USAAF, fleet


def phase(units: dict[str, Any], side: str = ALLIED, weather: str = "Fog", **state: Any) -> Situation:
    """The supply phase of a side; nobody is there to intercept unless ``air`` says so."""
    state.setdefault("air", fleet(*(LUFTWAFFE if side == ALLIED else USAAF)))
    rules = state.pop("rules", PLAIN)
    return position(units, rules, phase="supply", phasing=side, weather=weather, turn=9, **state)


@pytest.mark.rule("tigers", "TG-AIR-24", "TG-AIR-25", "AMB-51")
@pytest.mark.parametrize("row", range(1, 7))
def test_rows_1_to_4_supply_every_unit_of_the_hex(row: int) -> None:
    now = phase({"a": inf("805", ALLIED), "b": inf("805", ALLIED), "far": inf("806", ALLIED)})
    assert set(now.targets("resupply")) == {"805", "806"}
    assert not supply.supplied(now.rules, now.s, now.board, "a")
    after = now.act("resupply", to="805", how="P-47", numbers=(row,))
    assert [supply.supplied(after.rules, after.s, after.board, u) for u in ("a", "b", "far")] == [
        row <= 4,
        row <= 4,
        False,
    ]
    assert after.s.air["365FG"].flown
    assert after.s.air["365FG"].back == 0  # row 6: no Germans near


@pytest.mark.rule("tigers", "TG-AIR-24", "AMB-01")
@pytest.mark.parametrize(("index", "words"), [("A", "1 to 4"), ("B", "3 to 6")])
def test_the_die_rolls_told_are_those_of_the_index(index: str, words: str) -> None:
    now = phase({"a": inf("805", ALLIED)}, rules=country(die_index=index))
    assert {str(text) for t in now.seat.targets("resupply") for text in t.says} == {f"succeeds on {words}"}


@pytest.mark.rule("tigers", "AMB-51", "TG-SUP-09", "TG-DIS-11")
def test_supplied_from_the_air_they_are_not_disrupted_and_it_lasts_until_the_next_own_supply_phase() -> None:
    now = phase({"a": inf("805", ALLIED), "far": inf("806", ALLIED)})
    after = now.act("resupply", to="805", how="P-47", numbers=(1,)).end()
    assert (after["a"].disrupted, after["far"].disrupted) == (False, True)
    assert after.s.airlifted == {"805": ALLIED}
    next_turn = phase({"a": inf("805", ALLIED)}, airlifted={"805": ALLIED, "905": GERMAN})
    assert next_turn.s.airlifted == {"905": GERMAN}


@pytest.mark.rule("tigers", "TG-AIR-26")
@pytest.mark.parametrize(
    ("units", "down"),
    [
        ({"p": pz("804"), "q": para("806")}, True),
        ({"p": pz("804"), "q": pzgren("806")}, True),
        ({"p": pz("804")}, False),
        ({"p": pz("804"), "q": para("804")}, False),  # one neighbouring hex
        ({"p": inf("804"), "q": inf("806")}, False),
        ({"p": pz("803"), "q": para("807")}, False),
    ],
)
def test_row_6_costs_the_group_between_two_hexes_of_german_guns(units: dict[str, Any], down: bool) -> None:
    now = phase({"a": inf("805", ALLIED), **units})
    after = now.act("resupply", to="805", how="P-47", numbers=(6,))
    assert after.s.air["365FG"].back == (11 if down else 0)
    assert after.s.airlifted == {}


@pytest.mark.rule("tigers", "TG-AIR-24", "AMB-77")
def test_the_luftwaffe_supplies_germans() -> None:
    now = phase({"p": inf("805"), "a": inf("1005", ALLIED)}, GERMAN)
    assert set(now.targets("resupply")) == {"805"}
    assert now.refused("resupply", to="1005", how="FW-190") == ["TG-AIR-24"]
    after = now.act("resupply", to="805", how="FW-190", numbers=(4,))
    assert after.s.airlifted == {"805": GERMAN}
    lost = now.act("resupply", to="805", how="FW-190", numbers=(6,))
    assert not lost.s.air["FW190-1"].lost


@pytest.mark.rule("tigers", "TG-AIR-27", "AMB-75")
def test_a_supply_flight_may_be_intercepted() -> None:
    now = phase({"a": inf("805", ALLIED)}, air=fleet())
    flown = now.act("resupply", to="805", how="P-51")
    assert flown.step == (GERMAN, "intercepting")
    back = flown.act("intercept", to="FW-190", numbers=(3,))
    assert back.step == (ALLIED, "supply")
    assert back.s.airlifted == {}
    down = flown.act("intercept", to="FW-190", numbers=(1,))
    assert down.s.air["352FG"].back == 11


@pytest.mark.rule("tigers", "TG-AIR-01", "TG-WEA-07", "TG-AIR-29", "TG-AIR-24")
def test_one_flight_a_unit_in_any_weather_and_in_its_time() -> None:
    clear = phase({"a": inf("805", ALLIED)}, weather="Clear")
    assert clear.act("resupply", to="805", how="P-47", numbers=(5,)).s.air["365FG"].again == 0
    snow = phase({"a": inf("805", ALLIED)}, weather="Snow")
    assert "resupply" not in snow.verbs
    assert snow.refused("resupply", to="805", how="P-47") == ["TG-WEA-04"]
    struck = phase(
        {"a": inf("805", ALLIED)}, weather="Clear", air=fleet(*USAAF, *LUFTWAFFE, _365FG={"again": 1})
    )
    assert struck.refused("resupply", to="805", how="P-47") == ["TG-AIR-01"]
    early = position({"a": inf("805", ALLIED)}, country(), phasing=ALLIED, phase="air", weather="Fog", turn=9)
    assert "TG-AIR-24" in [r.rule for r in early.reasons("resupply", to="805", how="P-47")]


@pytest.mark.rule("tigers", "AMB-51")
def test_what_is_supplied_is_not_supplied_again() -> None:
    now = phase({"a": inf("805", ALLIED)}).act("resupply", to="805", how="P-47", numbers=(1,))
    assert "resupply" not in now.verbs
    assert now.refused("resupply", to="805", how="P-47") == ["AMB-51"]
