"""Reinforcements: when they are due, where they come in, and holding them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.blitzkrieg.field import (
    ALLIED,
    GERMAN,
    PLAIN,
    Situation,
    country,
    inf,
    near,
    position,
    spy,
    tank,
)
from tests.games.blitzkrieg.shipped import SHEET, TABLES, ardennes

DOOR = country(
    entries=(("arlon", "1412"), ("prum", "2016")),
    siegfried="1512",
    zones=(("drop", "1212 1213 1214 1215"),),
    forest="1213",
    mountain="1214",
    city="1215",
)


def due(side: str = ALLIED, turn: int = 5, at: str = "arlon", **facts: Any) -> dict[str, Any]:
    """A reinforcement of a round."""
    return inf(f"#due/{turn}", side, printed={"at": at, "turn": turn}, **facts)


def arrive(units: dict[str, Any], **state: Any) -> Situation:
    """The reinforcement phase of the fifth round."""
    settings = {"phasing": ALLIED, "turn": 5, **state}
    return position(units, DOOR, phase="reinforcements", **settings)


@pytest.mark.rule("blitzkrieg", "BK-SEQ-06", "BK-MIS-09")
def test_whoever_is_due_lies_in_the_raster() -> None:
    now = arrive({"a": due(), "b": due(), "later": due(turn=6), "g": due(GERMAN, at="prum")})
    assert now.step == (ALLIED, "reinforcements")
    assert now.state.raster == ("b", "a")
    assert now["later"].at == "#due/6"
    assert now["g"].at == "#due/5"


@pytest.mark.rule("blitzkrieg", "BK-REC-06")
def test_they_come_in_at_the_hex_of_their_entry() -> None:
    now = arrive({"a": due(), "b": due()})
    assert list(now.targets("place", "a")) == ["1412"]
    assert now.refused("a", "1413", verb="place") == ["BK-REC-06"]
    placed = now.act("place", "a b", "1412")
    assert [placed["a"].at, placed["a"].start] == ["1412", "1412"]
    assert placed.step == (ALLIED, "movement")
    assert placed.reach("a")["1312"] == 1


@pytest.mark.rule("blitzkrieg", "BK-REC-06")
def test_a_full_entry_lets_them_in_within_two_hexes_without_enemies() -> None:
    crowd = {f"f{i}": inf("1412", ALLIED) for i in range(3)}
    now = arrive({"a": due(), "e": inf("1313"), "s": spy("1311"), **crowd})
    found = set(now.targets("place", "a"))
    assert found == set(near("1412", 2)) - {"1313", "1512"}  # an enemy, and the Siegfried line
    assert now.refused("a", "1412", verb="place") == ["BK-MOV-08"]
    assert now.refused("a", "1712", verb="place") == ["BK-REC-06"]
    german = {f"f{i}": inf("1412") for i in range(3)}
    there = arrive({"a": due(GERMAN), **german}, phasing=GERMAN)
    assert "1512" in there.targets("place", "a")


@pytest.mark.rule("blitzkrieg", "BK-REC-06")
def test_whoever_finds_the_enemy_in_the_entry_must_be_held() -> None:
    now = arrive({"a": due(), "e": inf("1412")})
    assert "place" not in now.verbs
    assert now.refused("a", "1412", verb="place")[0] == "BK-REC-06"
    held = now.default()
    assert held.state.held == ("a",)
    assert held.step == (ALLIED, "movement")


@pytest.mark.rule("blitzkrieg", "BK-UI-26", "BK-MIS-09")
def test_held_units_are_offered_again_next_turn() -> None:
    now = arrive({"a": due(), "b": due(), "x": tank("2418"), "y": inf("1019", ALLIED)})
    held = now.act("hold", "a").act("place", "b", "1412")
    assert held.state.held == ("a",)
    assert held.step == (ALLIED, "movement")
    assert held.refused("b", verb="hold")
    again = held.until(ALLIED, "reinforcements")
    assert again.state.turn == 6
    assert again.state.held == ()
    assert again.state.raster == ("a",)
    assert again.act("place", "a", "1412")["a"].at == "1412"


@pytest.mark.rule("blitzkrieg", "BK-UI-26")
def test_only_reinforcements_in_the_raster_are_held() -> None:
    now = arrive({"a": due(), "f": inf("1413", ALLIED)})
    assert now.refused("f", verb="hold") == ["BK-UI-26"]
    assert now.refused("", verb="hold") == ["BK-UI-26"]
    assert (
        position({"f": inf("1413", ALLIED)}, PLAIN, phasing=ALLIED).refused("f", verb="hold")[-1]
        == "BK-UI-26"
    )


@pytest.mark.rule("blitzkrieg", "BK-REC-06")
@pytest.mark.parametrize("at", ["", "nowhere", "1413"])
def test_a_unit_that_can_never_come_in_is_told_so(at: str) -> None:
    now = arrive({"a": due(at=at)}, sound=False)
    assert now.targets("place", "a") == {}
    said = [str(reason.text) for reason in now.reasons("place", "a", "1412")]
    assert said == ["a has no way onto this map: it can only be held."]


@pytest.mark.rule("blitzkrieg", "BK-UI-31", "BK-SEQ-08")
def test_held_units_do_not_keep_movement_from_ending() -> None:
    now = arrive({"a": due(), "f": inf("1413", ALLIED)}).act("hold", "a")
    assert now.step == (ALLIED, "movement")
    assert "resolve" in now.verbs
    taken_up = now.act("collect", "f")
    assert taken_up.refused(verb="resolve") == ["BK-UI-31"]


@pytest.mark.rule("blitzkrieg", "BK-REC-07")
def test_the_paratroopers_come_down_in_plain_or_forest_of_their_zone() -> None:
    now = arrive({"h": spy("#due/5", printed={"at": "drop", "turn": 5})}, phasing=GERMAN)
    assert set(now.targets("place", "h")) == {"1212", "1213"}
    assert now.refused("h", "1214", verb="place") == ["BK-REC-07"]


@pytest.mark.rule("blitzkrieg", "BK-REC-07")
def test_the_drop_zone_of_the_map() -> None:
    hexes = SHEET.zones["drop"]
    assert set(hexes) == {
        f"{c:02d}{r:02d}"
        for r in range(15, 25)
        for c in range(17, 25)
        if SHEET.cells[f"{c:02d}{r:02d}"].terrain in ("plain", "forest")
    }
    assert TABLES.units["vdHeydte"].at == "drop"


@pytest.mark.rule("blitzkrieg", "BK-REC-07", "BK-INF-03")
def test_those_that_come_down_among_enemies_may_be_recognised() -> None:
    units = {"h": spy("#due/5", printed={"at": "drop", "turn": 5}), "e": inf("1212", ALLIED)}
    now = arrive(units, phasing=GERMAN)
    assert now.act("place", "h", "1212", numbers=[1])["h"].at == "#eliminated"
    safe = now.act("place", "h", "1212", numbers=[6])
    assert safe["h"].at == "1212"
    assert now.act("place", "h", "1213", numbers=[])["h"].at == "1213"


@pytest.mark.rule("blitzkrieg", "BK-REC-05")
def test_the_calendar_of_the_tables() -> None:
    turns = {uid: p.turn for uid, p in TABLES.units.items() if p.turn > 1}
    assert turns["FBB:FB_Pz_Bn"] == 3  # 17AM
    assert turns["101_AB:501"] == 6  # 18PM
    assert turns["90_US:357"] == 33  # 1 January
    assert min(turns.values()) == 3


@pytest.mark.rule("blitzkrieg", "BK-REC-05", "BK-OPT-03")
@pytest.mark.parametrize(("late", "turn"), [(-2, 2), (0, 3), (4, 7)])
def test_delays_shift_the_calendar_of_one_side(late: int, turn: int) -> None:
    from hexbench.games.blitzkrieg.state import Scenario

    state = ardennes(german_delay=late).begin(Scenario(), 0)
    assert state.units["FBB:FB_Pz_Bn"].at == f"#due/{turn}"
    assert state.units["9_US:47"].at == "#due/3"
    assert state.units["12_VG:48"].at == "#raster/german"


@pytest.mark.rule("blitzkrieg", "BK-AMB-03", "BK-SEQ-05")
def test_they_come_after_the_air_phase_and_before_movement() -> None:
    from tests.games.blitzkrieg.field import plane

    units = {"a": due(), "p": plane(ALLIED), "e": inf("2012"), "f": inf("1012", ALLIED)}
    now = position(units, DOOR, phase="air", phasing=ALLIED, turn=5, clear=True)
    assert now.step == (ALLIED, "air")
    now = now.default()
    assert now.step == (ALLIED, "reinforcements")
    assert now.default().step == (ALLIED, "movement")


def test_nobody_is_asked_when_nobody_is_due() -> None:
    assert arrive({"f": inf("1413", ALLIED)}).step == (ALLIED, "movement")
