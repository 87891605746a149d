"""Status step 5: reinforcements."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.engine.events import Noted, UnitRemoved
from hexbench.games.tide_of_iron.editing import EDITING
from hexbench.games.tide_of_iron.rules import TiRules
from tests.games.tide_of_iron import field
from tests.games.tide_of_iron.field import squad, vehicle
from tests.games.tide_of_iron.small import ZONES, mission

WAVES = [
    {
        "side": "american",
        "round": 1,
        "zone": "american_reinforce",
        "squads": [{"figures": {"regular": 4}}, {"figures": {"elite": 4}, "specialization": "medic"}],
        "vehicles": {"m4a1_sherman": 1},
    },
    {"side": "german", "round": 1, "zone": "german_reinforce", "vehicles": {"panzer_iv": 3}},
    {"side": "german", "round": 2, "zone": "german_reinforce", "squads": [{"figures": {"regular": 4}}]},
]
LAST = {"side": "german", "round": 3, "zone": "german_reinforce", "squads": [{"figures": {"regular": 4}}]}
"""A wave of the last round, which no scenario may have and an audit finds."""
FAR = {"a1": {"at": "N1"}, "g1": {"at": "N10"}}


def arriving(units: dict[str, Any] | None = None, side: str = "american", **state: Any) -> field.Situation:
    """The step of a side in round 1."""
    base = mission(reinforcements=WAVES)
    now = field.position({**FAR, **(units or {})}, base=base, phase="status", rest="due", **state)
    return now.until(side, "reinforce") if side else now


@pytest.mark.rule("tide_of_iron", "TI-RIF-01", "TI-RIF-03", "C-D5", "TI-SEQ-02")
def test_the_reinforcements_of_the_round_come_into_their_zone_the_initiative_first() -> None:
    now = arriving({}, "german")
    assert now.offered("place") == ("gv2", "gv3", "gv4")
    now = now.default(2)
    assert now.step == ("american", "reinforce")
    assert now.offered("place") == ("a4", "a5", "av1")
    assert now.targets("place", "a4").keys() == {"A1", "B1"}
    assert now.refused("place", "a4", "C1") == ["TI-RIF-03"]
    assert now.refused("place", "g2", "A12") == ["TI-RIF-03"]
    assert now.refused("place", "a4", "A1", "entrenchment") != []
    now = now.act("place", "a4", "A1")
    assert now["a4"].at == "A1"
    assert now.refused("place", "a4", "B1") == ["TI-RIF-03"]  # once placed it stays
    assert now["a5"].specialization == "medic"


@pytest.mark.rule("tide_of_iron", "TI-RIF-05")
def test_nobody_arrives_in_a_hex_with_enemies() -> None:
    now = arriving({"gv1": {"at": "A1"}})
    assert now.refused("place", "a4", "A1") == ["TI-RIF-05"]
    assert now.targets("place", "a4").keys() == {"B1"}


@pytest.mark.rule("tide_of_iron", "TI-RIF-04", "TI-STK-07", "TI-STK-01", "TI-STK-02")
def test_reinforcements_keep_to_the_stacking_limits() -> None:
    crowd = {"a2": {"at": "A1"}, "a3": {"at": "A1"}, "x": squad("A1")}
    now = arriving(crowd)
    assert now.refused("place", "a4", "A1") == ["TI-RIF-04", "TI-STK-01"]
    tanks = {"y": vehicle("A12", "panzer_iv"), "z": vehicle("A12", "panzer_iv")}
    now = arriving(tanks, "german")
    assert now.refused("place", "gv2", "A12") == ["TI-RIF-04", "TI-STK-02"]
    now = now.act("place", "gv2", "B12").act("place", "gv3", "B12")
    assert now.refused("place", "gv4", "B12") == ["TI-RIF-04", "TI-STK-02"]


@pytest.mark.rule("tide_of_iron", "TI-RIF-06", "B-CMD-5", "C-D5")
def test_those_who_do_not_fit_are_lost_and_the_owner_chooses_which() -> None:
    tanks = {
        "y": vehicle("A12", "panzer_iv"),
        "z": vehicle("A12", "panzer_iv"),
        "w": vehicle("B12", "panzer_iv"),
    }
    now = arriving(tanks, "german")
    assert now.refused("done") == ["TI-RIF-03"]  # there is room for one
    now = now.act("place", "gv4", "B12").act("done")
    assert (now["gv2"].at, now["gv3"].at, now["gv4"].at) == ("#lost", "#lost", "B12")


@pytest.mark.rule("tide_of_iron", "TI-RIF-06", "C-D5")
def test_a_reinforcement_may_be_given_up() -> None:
    now = arriving().act("forfeit", "a4")
    assert now["a4"].at == "#lost"
    assert now.told(UnitRemoved) == [UnitRemoved("a4", "#lost")]
    assert [(note.rule, note.refs) for note in now.told(Noted)] == [("TI-RIF-06", ("a4",))]
    assert now.refused("forfeit", "a4") == ["TI-RIF-03"]
    now = now.act("place_rest").act("done")
    assert now["a5"].on_map
    assert now["av1"].on_map


@pytest.mark.rule("tide_of_iron", "B-CMD-5", "TI-RIF-01")
def test_reinforcements_come_fresh_after_the_op_fire_step() -> None:
    now = arriving().act("place_rest").act("done")
    assert now.step == ("german", "turn")
    assert now.state.round == 2
    assert {now[x].token for x in ("a4", "a5", "av1", "gv2")} == {""}


@pytest.mark.rule("tide_of_iron", "B-TRN-3")
def test_reinforcements_come_on_foot() -> None:
    waves = [{**WAVES[0], "vehicles": {"gmc_cckw_353": 1}}]
    now = field.position(FAR, base=mission(reinforcements=waves), phase="status", rest="due")
    now = now.until("american", "reinforce")
    assert "load" not in now.verbs
    assert now.refused("load", "a4", "av1") != []
    assert now.hows("place", "a4", to="A1") == {""}


@pytest.mark.rule("tide_of_iron", "TI-RIF-01", "B-WIN-1")
def test_each_wave_comes_in_its_own_round_and_none_in_the_last() -> None:
    now = arriving({}, "", round=2).until("german", "reinforce")
    assert now.offered("place") == ("g2",)
    assert "gv2" not in now.state.units, "nobody asked for those of a round that is over"
    base = mission(reinforcements=[*WAVES, LAST])
    now = field.position(FAR, base=base, phase="status", rest="due", round=3, sound=False)
    assert [problem.rule for problem in now.rules.audit(now.state)] == ["B-WIN-1"]
    while now.step[0] is not None:
        assert now.step[1] != "reinforce"
        now = now.default()
    assert now["g3"].at == "#due/german/3"


@pytest.mark.rule("tide_of_iron", "TI-RIF-03")
def test_two_waves_of_a_round_come_each_into_its_own_zone() -> None:
    """Squads, vehicles, and a stranger, who comes with the first of them."""
    west = {
        **WAVES[0],
        "zone": "west",
        "squads": [{"figures": {"elite": 4}}],
        "vehicles": {"m3a1_halftrack": 1},
    }
    base = mission(reinforcements=[WAVES[0], west], zones={**ZONES, "west": ["A5"]})
    now = field.position({**FAR, "x": squad("#due/american/1")}, base=base, phase="status", rest="due")
    assert EDITING.comes_by(now.rules, now.state, "a4") == ("A1", "B1")
    assert EDITING.comes_by(now.rules, now.state, "a6") == ("A5",)
    now = now.until("american", "reinforce")
    assert now.offered("place") == ("a4", "a5", "av1", "x")
    assert now.refused("place", "a4", "A5") == ["TI-RIF-03"]
    now = now.act("place_rest").act("done")
    assert now.step == ("american", "reinforce")
    assert now.offered("place") == ("a6", "av2")
    assert now.targets("place", "a6").keys() == now.targets("place", "av2").keys() == {"A5"}


@pytest.mark.rule("tide_of_iron", "TI-RIF-01")
def test_whoever_was_due_in_a_round_that_is_over_comes_with_the_next() -> None:
    """An umpire who moves the round on leaves them in its box; they lay there for ever."""
    now = arriving({"g9": field.squad("#due/german/1", "german")}, "", round=2).until("german", "reinforce")
    assert now.offered("place") == ("g2", "g9")


@pytest.mark.rule("tide_of_iron", "TI-RIF-02", "TI-RIF-03", "TI-RIF-04")
def test_a_card_brings_its_own_reinforcements_at_any_round() -> None:
    hand = {"german": ["gs-reserve"]}
    now = field.position(
        FAR,
        base=mission(reinforcements=WAVES),
        phase="command",
        rest="due",
        hands=hand,
        command={"german": 3},
        round=2,
    )
    now = now.act("play_card", "gs-reserve")
    while now.step[1] != "spend":
        now = now.default()
    placed = [u for u in now.state.units.values() if u.at in ZONES["german_reinforce"]]
    assert [u.figures for u in placed] == [{"regular": 4}]
    assert "gv2" not in now.state.units
    assert now["g2"].at == "#due/german/2"


def ground_with_a_wall() -> TiRules:
    """Columns E to H are woods: nobody in the east sees anybody in the west."""
    return field.spotted({f"{c}{r}": "w0" for c in "EFGH" for r in range(1, 13)})


@pytest.mark.rule("tide_of_iron", "B-CNC-2", "TI-CNC-07")
def test_an_arrival_may_see_a_concealed_squad() -> None:
    blind = ground_with_a_wall()
    now = arriving(
        {"x": squad("C4", "german", concealed=True), "a1": {"at": "N12"}, "g1": {"at": "N9"}}, rules=blind
    )
    assert now["x"].concealed
    now = now.act("place", "a4", "B1")
    assert not now["x"].concealed


@pytest.mark.rule("tide_of_iron", "TI-RIF-06")
def test_giving_up_is_no_duty_that_is_left_undone() -> None:
    offer = next(offer for offer in arriving().seat.prompt.offers if offer.verb == "forfeit")
    assert offer.back
