"""What the audit of a position finds; each broken position is one field away from a sound one."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.tigers.field import ALLIED, ARDENNES, arm, campaign, inf, position, pz

UNITS: dict[str, Any] = {"p": pz("1407"), "a": inf("1007", ALLIED)}


def found(units: dict[str, Any] | None = None, **state: Any) -> list[str]:
    """The ids of the problems of a position."""
    now = position({**UNITS, **(units or {})}, ARDENNES, sound=False, **state)
    return [problem.rule for problem in ARDENNES.audit(now.s)]


def swapped(**fields: Any) -> list[str]:
    """The same for a position whose fields no description can give."""
    return [p.rule for p in ARDENNES.audit(position(UNITS, ARDENNES).swapped(**fields).s)]


def test_the_campaign_is_sound() -> None:
    assert ARDENNES.audit(campaign().s) == ()
    assert found() == []


@pytest.mark.rule("tigers", "AMB-98", "AMB-82")
def test_enemies_share_no_hex_but_von_der_heydte_does() -> None:
    assert found({"x": inf("1407", ALLIED)}) == ["AMB-98"]
    assert found({"vdH": "1007"}) == []


@pytest.mark.rule("tigers", "TG-TER-05", "TG-TER-01", "TG-DIS-02")
def test_who_cannot_be_entrenched() -> None:
    assert found({"x": inf("805", ALLIED, entrenched=True)}) == []
    assert found({"x": arm("805", entrenched=True)}) == ["TG-TER-05"]
    assert found({"x": inf("805", ALLIED, size="bde", entrenched=True)}) == ["TG-TER-05"]
    assert found({"x": inf("805", ALLIED, entrenched=True, disrupted=True)}) == ["TG-DIS-02"]
    assert found({"x": inf("#eliminated", ALLIED, entrenched=True)}) == ["TG-TER-04"]


@pytest.mark.parametrize("box", ["#nowhere", "#drop", "#tray/german"])
def test_boxes_that_are_none(box: str) -> None:
    assert found({"x": inf(box, ALLIED)}) == ["position"]


@pytest.mark.rule("tigers", "TG-RFT-06")
@pytest.mark.parametrize("turn", [0, 5])
def test_whoever_can_never_come_in_is_found(turn: int) -> None:
    """An arrival without an edge would lie in its tray for ever; held back, an American has any edge."""
    assert found({"x": inf("#due/5", turn=turn)}) == ["TG-RFT-06"]
    assert found({"x": inf("#due/5", turn=turn, edge="G")}) == []
    assert found({"x": inf("#due/5", ALLIED, turn=turn)}) == ["TG-RFT-06"]
    assert found({"x": inf("#due/5", ALLIED, turn=turn, late=True)}) == []


@pytest.mark.rule("tigers", "TG-DAT-01")
def test_hexes_that_are_none() -> None:
    assert found({"x": inf("1599", ALLIED)}) == ["TG-DAT-01"]
    assert found(airlifted={"1599": "german"}) == ["TG-DAT-01"]


@pytest.mark.rule("tigers", "TG-VIC-01")
def test_exits() -> None:
    assert found({"x": inf("#exited", ALLIED)}) == ["TG-VIC-01"]
    assert found({"q": pz("#exited")}, exited={"q": "511"}) == []
    assert found({"q": pz("#exited")}, exited={"q": "911"}) == ["TG-VIC-01"]
    assert found(exited={"p": "511"}) == ["TG-VIC-01"]


@pytest.mark.rule("tigers", "TG-BRG-01", "TG-BRG-03", "TG-BRG-14")
def test_bridges_and_markers() -> None:
    german = {"owner": "german", "marker": True}
    assert found(bridges={"904/905": {"owner": "german"}}) == []
    assert found(bridges={"1104/1204": german}, markers={"german": 7}) == []
    assert found(bridges={"1104/1204": german}, markers={"german": 8}) == ["TG-BRG-03"]
    assert found(bridges={"1104/1204": {"owner": "german"}}) == ["TG-BRG-01"]  # no road crosses there
    assert found(bridges={"1104/1204": {**german, "intact": False}}, markers={"german": 7}) == ["TG-BRG-14"]
    assert found(markers={"german": 8}, returning=[5]) == ["TG-BRG-03"]
    assert found(markers={"allied": -1}) == ["TG-BRG-03"]
    assert found(tries=["904/905"], refused=["904/905"]) == []
    assert found(tries=["803/904"]) == ["TG-BRG-01"]
    assert found(refused=["a bridge"]) == ["TG-BRG-01"]


@pytest.mark.rule("tigers", "TG-FUL-02", "AMB-78")
def test_the_dump() -> None:
    assert found(dump="1008") == []
    assert found(dump="1006") == ["TG-FUL-02"]
    assert swapped(dump_state="found") == ["TG-FUL-02"]
    assert found({"q": pz("1008")}, dump="1008", dump_state="hidden") == ["AMB-78"]
    assert found({"q": pz("1008")}, dump="1008", dump_state="taken") == []


@pytest.mark.rule("tigers", "AMB-86", "TG-STK-08")
def test_records() -> None:
    assert swapped(held={"1508": "german"}) == ["AMB-86"]
    assert found(held={"905": "german", "1508": "german", "904": "allied"}) == []
    assert found(split={"p": ["CC1"]}) == ["TG-STK-08"]
    assert found({"7ArmDiv": "#broken"}, split={"7ArmDiv": ["CC1"]}) == []


@pytest.mark.rule("tigers", "TG-AIR-30")
def test_air_units_of_the_wrong_side() -> None:
    assert found(air={"x": {"side": "german", "type": "P-47"}}) == ["TG-AIR-30"]


@pytest.mark.rule("tigers", "TG-VIC-09")
def test_turns() -> None:
    assert swapped(turn=13) == ["TG-VIC-09"]
    assert found(skies={"12": "Fog"}) == []
    assert found(skies={"13": "Fog"}) == ["TG-VIC-09"]
    assert found(skies={"tomorrow": "Fog"}) == ["TG-VIC-09"]
    assert swapped(ruthless=9) == ["position"]
