"""Set-up, second part: the markers of the scenario are laid where it says."""

from __future__ import annotations

import pytest

from tests.games.tide_of_iron import field, shipped
from tests.games.tide_of_iron.small import built, mission

LAY = {"markers": {"entrenchment": 4, "razor_wire": 1}, "marker_zones": {"razor_wire": ["D4", "E5"]}}


@pytest.mark.rule("tide_of_iron", "TI-SET-01", "C-S3")
def test_each_marker_is_laid_in_the_hexes_allowed_to_it() -> None:
    now = built(mission(american=LAY))
    assert now.step == ("american", "place_markers")
    wire = {t.object for t in now.seat.targets("place_marker") if t.how == "razor_wire"}
    dug = {t.object for t in now.seat.targets("place_marker") if t.how == "entrenchment"}
    assert wire == {"D4", "E5"}
    assert dug == {"A1", "B1", "C1", "D1"}
    assert now.refused("place_marker", to="D4", how="entrenchment") == ["TI-SET-01"]
    assert now.refused("place_marker", to="A1", how="minefield") == ["TI-SET-01"]
    now = now.act("place_marker", to="E5", how="razor_wire")
    assert now.state.works["E5"].razor_wire
    assert now.refused("place_marker", to="D4", how="razor_wire") == ["TI-SET-01"]


@pytest.mark.rule("tide_of_iron", "C-S3", "TI-SET-01")
def test_a_marker_may_be_taken_up_again_and_all_must_be_laid() -> None:
    now = built(mission(american=LAY)).act("place_marker", to="E5", how="razor_wire")
    now = now.act("take_marker", to="E5", how="razor_wire")
    assert now.state.works == {}
    assert now.state.markers_left["american"]["razor_wire"] == 1
    assert now.refused("take_marker", to="E5", how="razor_wire") == ["TI-SET-01"]
    assert set(now.refused("done")) == {"TI-SET-01"}
    now = now.act("place_markers").act("done")
    assert now.step == ("german", "deploy")
    assert sum(works.entrenchment for works in now.state.works.values()) == 4
    assert sum(works.razor_wire for works in now.state.works.values()) == 1


@pytest.mark.rule(
    "tide_of_iron", "TI-FORT-06", "TI-SPC-08", "B-FORT-1", "TI-FORT-14", "TI-FORT-18", "TI-FORT-25"
)
def test_a_hex_holds_three_fortifications_and_one_of_every_other_marker() -> None:
    kinds = {"entrenchment": 3, "pillbox": 2, "razor_wire": 2, "tank_trap": 2, "minefield": 2}
    now = built(mission(american={"markers": kinds}))
    for kind in ("entrenchment", "entrenchment", "pillbox", "razor_wire", "tank_trap", "minefield"):
        now = now.act("place_marker", to="B1", how=kind)
    assert now.refused("place_marker", to="B1", how="entrenchment") == ["TI-FORT-06"]
    assert now.refused("place_marker", to="B1", how="pillbox") == ["TI-FORT-06"]
    assert now.refused("place_marker", to="B1", how="razor_wire") == ["TI-FORT-14"]
    assert now.refused("place_marker", to="B1", how="tank_trap") == ["TI-FORT-18"]
    assert now.refused("place_marker", to="B1", how="minefield") == ["TI-FORT-25"]


@pytest.mark.rule("tide_of_iron", "TI-SPC-06", "B-FORT-2", "TI-SMK-08")
def test_nobody_digs_in_water_or_buildings_and_no_smoke_lies_on_a_building() -> None:
    rules = field.spotted({"A1": "b0", "B1": "s0", "C1": "x0"}, ("C1 C2",))
    now = built(mission(american={"markers": {"entrenchment": 1, "smoke": 1}}), rules)
    assert now.refused("place_marker", to="A1", how="entrenchment") == ["TI-SPC-06"]
    assert now.refused("place_marker", to="B1", how="entrenchment") == ["TI-SPC-06"]
    assert now.refused("place_marker", to="C1", how="entrenchment") == ["B-FORT-2"]
    assert now.refused("place_marker", to="A1", how="smoke") == ["TI-SMK-08"]
    assert now.targets("place_marker", how="entrenchment").keys() == {"D1"}


@pytest.mark.rule("tide_of_iron", "C-S3")
def test_markers_that_no_hex_has_room_for_stay_in_the_box() -> None:
    only = {"markers": {"razor_wire": 3}, "marker_zones": {"razor_wire": ["D4"]}}
    now = built(mission(american=only)).act("place_marker", to="D4", how="razor_wire").act("done")
    assert now.state.markers_left == {}
    assert list(now.state.works) == ["D4"]


@pytest.mark.rule("tide_of_iron", "TI-SET-01", "C-S3")
@pytest.mark.parametrize("name", shipped.SCENARIOS)
def test_following_defaults_lays_every_marker_of_the_scenarios_that_ship(name: str) -> None:
    now = field.scenario(name)
    while now.step[1] in ("build_squads", "place_markers"):
        now = now.default()
    works = now.state.works.values()
    for side, force in shipped.scenario(name).mission.forces.items():
        zones = shipped.scenario(name).mission.zones
        for kind, n in force.markers.items():
            assert sum(int(getattr(w, kind)) for w in works) == n
            zone = force.marker_zones[kind]
            allowed = zones[zone] if isinstance(zone, str) else zone
            assert {h for h, w in now.state.works.items() if getattr(w, kind)} <= set(allowed), side
    assert [str(p) for p in now.rules.audit(now.state)] == []
