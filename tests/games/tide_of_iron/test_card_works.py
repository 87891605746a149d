"""Cards for markers and reinforcements (ledger A.5): entrenchments, wire, mines, the local reserve."""

from __future__ import annotations

import pytest

from hexbench.engine.events import UnitPlaced
from hexbench.games.tide_of_iron.pieces import Works
from tests.games.tide_of_iron import field
from tests.games.tide_of_iron.card_play import holding, played

ZONES = {"zones": {"american_reinforce": ["B2", "B3"], "german_reinforce": ["M12"]}}


@pytest.mark.rule("tide_of_iron", "M-05", "TI-SPC-06", "B-FORT-2", "TI-FORT-06", "TI-SPC-08")
def test_picks_and_shovels_dig_where_a_squad_of_ours_is() -> None:
    kinds = {"C6": "s0", "D6": "x0", "E6": "b0", "F6": "p0", "G6": "w0"}
    units = {f"a{i}": field.squad(at) for i, at in enumerate(("C5", "C6", "D6", "E6", "G6", "H6"), 1)}
    units["g1"] = field.squad("M12", "german")
    works = {"H6": Works(entrenchment=2, pillbox=1)}
    now = played("gs-shovels", units, field.spotted(kinds), phase="command", works=works)
    assert set(now.targets("card_hex")) == {"C5", "G6"}
    for water in ("C6", "D6", "E6"):
        assert now.refused("card_hex", "", water) == ["TI-SPC-06"]
    assert now.refused("card_hex", "", "H6") == ["TI-FORT-06"]
    assert now.refused("card_hex", "", "A1") == ["M-05"]
    now = now.act("card_hex", "", "C5")
    assert now.state.works["C5"] == Works(entrenchment=1)


@pytest.mark.rule("tide_of_iron", "M-05", "TI-FORT-01", "TI-FORT-02", "TI-FORT-05")
def test_one_squad_of_the_hex_may_go_inside_at_once() -> None:
    units = {
        "a1": field.squad("C5"),
        "a2": field.squad("C5", shelter="entrenchment"),
        "a3": field.squad("C6"),
        "av1": field.vehicle("C5", "m4a1_sherman", "american"),
    }
    now = played("gs-shovels", units, phase="command", works={"C5": Works(entrenchment=1)})
    now = now.act("card_hex", "", "C5")
    assert now.step == ("american", "card_unit")
    assert set(now.targets("card_unit")) == {"a1"}
    assert now.refused("card_unit", "", "a2") == ["TI-FORT-01"]
    assert now.refused("card_unit", "", "a3") == ["TI-FORT-02"]
    assert now.refused("card_unit", "", "av1") == ["TI-FORT-05"]
    assert now.act("card_unit", "", "a1")["a1"].shelter == "entrenchment"
    nobody = now.act("card_nobody")
    assert (nobody["a1"].shelter, nobody.step) == ("", ("american", "spend"))


@pytest.mark.rule("tide_of_iron", "M-05")
def test_nobody_is_asked_for_who_is_inside_already() -> None:
    works = {"C5": Works(entrenchment=1)}
    now = played(
        "gs-shovels", {"a1": field.squad("C5", shelter="entrenchment")}, phase="command", works=works
    )
    assert now.act("card_hex", "", "C5").step == ("american", "spend")


@pytest.mark.rule("tide_of_iron", "M-05")
def test_a_card_that_wants_somebody_is_not_declined() -> None:
    now = played("mo-press", {"a1": field.squad("C5")})
    assert now.refused("card_nobody") == ["M-05"]


@pytest.mark.rule("tide_of_iron", "M-05", "TI-FORT-14")
def test_wiring_party_within_two_hexes_of_a_squad_and_free_of_enemies() -> None:
    units = {
        "a1": field.squad("C5"),
        "av1": field.vehicle("J9", "m4a1_sherman", "american"),
        "g1": field.squad("C7", "german"),
    }
    now = played("gs-wire", units, phase="command", works={"C4": Works(razor_wire=True)})
    found = set(now.targets("card_hex"))
    assert {"C5", "C3", "E5"} <= found
    assert now.refused("card_hex", "", "C8") == ["M-05"]
    assert now.refused("card_hex", "", "C7") == ["M-05"]
    assert now.refused("card_hex", "", "J9") == ["M-05"], "a vehicle is no squad"
    assert now.refused("card_hex", "", "C4") == ["TI-FORT-14"]
    assert now.act("card_hex", "", "C6").state.works["C6"] == Works(razor_wire=True)


@pytest.mark.rule("tide_of_iron", "M-05", "TI-FORT-25")
def test_hasty_minefield_in_an_empty_hex_away_from_the_enemy() -> None:
    units = {"a1": field.squad("C5"), "a2": field.squad("C6"), "g1": field.squad("E5", "german")}
    now = played("gs-mines", units, phase="command", works={"B4": Works(minefield=True)})
    assert "M-05" in now.refused("card_hex", "", "C6"), "not empty"
    assert now.refused("card_hex", "", "D5") == ["M-05"], "adjacent to an enemy unit"
    assert now.refused("card_hex", "", "G9") == ["M-05"], "too far"
    assert now.refused("card_hex", "", "B4") == ["TI-FORT-25"]
    assert now.act("card_hex", "", "C7").state.works["C7"] == Works(minefield=True)


@pytest.mark.rule("tide_of_iron", "TI-RIF-02", "TI-RIF-03", "TI-RIF-04", "TI-RIF-05")
def test_the_local_reserve_comes_now_into_our_own_zone_and_fresh() -> None:
    units = {"a1": field.squad("C5"), "g1": field.squad("B3", "german")}
    now = played("gs-reserve", units, phase="command", mission=ZONES)
    assert set(now.targets("card_hex")) == {"B2"}
    assert now.refused("card_hex", "", "B3") == ["TI-RIF-05"]
    assert now.refused("card_hex", "", "C5") == ["TI-RIF-03"]
    now = now.act("card_hex", "", "B2")
    assert now.told(UnitPlaced) == [UnitPlaced("a2", "B2")]
    new = now["a2"]
    assert (new.side, new.at, new.figures, new.token) == ("american", "B2", {"regular": 4}, "")
    assert now.step == ("american", "spend")


@pytest.mark.rule("tide_of_iron", "TI-RIF-04", "TI-RIF-02")
def test_a_full_zone_takes_no_reserve_and_the_card_is_kept() -> None:
    units = {f"a{i}": field.squad("B2" if i < 4 else "B3") for i in range(1, 7)}
    now = holding("gs-reserve", {**units, "g1": field.squad("M12", "german")}, phase="command", mission=ZONES)
    assert now.refused("play_card", "gs-reserve") == ["M-05"]
    less = dict(list(units.items())[:5])
    now = played("gs-reserve", less, phase="command", mission=ZONES)
    assert now.refused("card_hex", "", "B2") == ["TI-RIF-04"]
    assert set(now.targets("card_hex")) == {"B3"}


@pytest.mark.rule("tide_of_iron", "TI-CMD-18", "M-05")
def test_initiative_and_command_come_from_the_supply() -> None:
    now = played(
        "mo-bold", {"a1": field.squad("C5")}, phase="command", command=1, pools={"american": 1, "german": 4}
    )
    assert (now.state.pools["american"], now.state.command["american"]) == (3, 0)
    now = played("gs-runners", {"a1": field.squad("C5")}, phase="command", command=0)
    assert (now.state.pools["american"], now.state.command["american"]) == (1, 0)
    now = played("mo-dispatch", {"a1": field.squad("C5")}, phase="command", command=0)
    assert now.state.command["american"] == 1
