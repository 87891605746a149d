"""Counters, markers and docks of Tigers: what everybody sees, and what only the Allies do."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.engine.display import Face, Facts, Panel, Pool, Roster, Table, Track
from hexbench.games.tigers import display
from tests.games.tigers.field import ALLIED, ARDENNES, GERMAN, Situation, campaign, country, inf, position, pz
from tests.games.tigers.shipped import TABLES
from tests.games.tigers.skies import fleet, hit, sky


def panel(now: Situation, key: str) -> Any:
    """A panel of the seat that decides, by its key or title."""
    found: list[Panel] = [p for p in now.seat.panels() if key in (getattr(p, "key", ""), str(p.title))]
    (one,) = found
    return one


def fact(now: Situation, label: str) -> str:
    """A line of the standing."""
    page: Facts = panel(now, "Standing")
    return next(str(f.value) for f in page.facts if str(f.label) == label)


# ---- counters ---------------------------------------------------------------------------------------------------------
def face(uid: str) -> Face:
    """A counter of the campaign."""
    found = display.face(campaign().seat, uid)
    assert found is not None
    return found


@pytest.mark.rule("tigers", "TG-GEN-05")
@pytest.mark.parametrize(
    ("uid", "symbol"),
    [
        ("28ID", "infantry"),
        ("101Abn", "airborne"),
        ("3FJ", "parachute"),
        ("7ArmDiv", "armor"),
        ("2Pz", "armor"),
        ("3PzGr", "mech_infantry"),
        ("14CavGp", "armored_cavalry"),
        ("501SS", "heavy_armor"),
        ("Skorzeny", "commando"),
    ],
)
def test_the_symbol_tells_the_class(uid: str, symbol: str) -> None:
    assert face(uid).symbol == symbol


def test_factors_size_and_name() -> None:
    peiper, parent, command = face("KGPeiper"), face("1SSPz"), face("9ArmCCB")
    assert (peiper.left, peiper.right, peiper.echelon, peiper.name) == ("2", "4", "X", "Peiper")
    assert (parent.left, parent.echelon, parent.name, parent.colour) == ("2", "XX", "1", "german.ss")
    assert (command.name, command.echelon, command.colour) == ("B/9", "X", "us")
    assert (face("vdH").left, face("vdH").right) == ("", "")
    assert face("Br43ID").colour == "british"
    assert face("5FJ").colour == "german.lw"


def test_names_on_counters_are_short_and_differ_within_a_kind() -> None:
    seat = campaign().seat
    seen: dict[tuple[str, str, str], str] = {}
    for uid, printed in TABLES.units.items():
        found = display.face(seat, uid)
        assert found is not None
        assert 0 < len(found.name) <= 6
        key = (found.colour, found.symbol, found.echelon + found.name)
        assert key not in seen or printed.size == "cc", f"{uid} looks like {seen[key]}"
        seen[key] = uid


@pytest.mark.rule("tigers", "TG-DIS-01", "TG-TER-02")
def test_marks_tell_how_a_unit_stands() -> None:
    now = position({"d": inf("805", disrupted=True), "e": inf("806", entrenched=True), "n": inf("807")})
    keys = {uid: [m.key for m in display.marks(now[uid])] for uid in "den"}
    assert keys == {"d": ["disrupted"], "e": ["entrenched"], "n": []}


# ---- markers on the map -----------------------------------------------------------------------------------------------
@pytest.mark.rule("tigers", "TG-BRG-01", "TG-MOV-22")
def test_bridges_show_whose_they_are_and_whether_they_stand() -> None:
    rules = country(river="805/905 704/804 806/906", roads=("805 905", "806 906"))
    marker = {"owner": "german", "marker": True}
    down = {"owner": "allied", "intact": False}
    now = position(
        {"g": inf("1410")}, rules, bridges={"704/804": marker, "806/906": down}, markers={"german": 7}
    )
    chips = {chip.at: chip.key for chip in now.seat.chips()}
    assert chips == {
        "805/905": "bridge.allied",
        "704/804": "engineer_bridge.german",
        "806/906": "bridge_destroyed",
    }
    start = {chip.at: chip.key for chip in campaign().seat.chips()}
    assert start["1105/1204"] == start["1302/1303"] == "bridge_destroyed"


@pytest.mark.rule("tigers", "TG-FUL-02")
def test_the_hidden_dump_is_shown_to_the_allies_only() -> None:
    units = {"g": inf("1410"), "a": inf("1008", ALLIED)}
    now = position(units, ARDENNES, dump="1008", dump_state="hidden")
    assert [c.key for c in now.of(ALLIED).chips() if c.at == "1008"] == ["depot"]
    assert [c for c in now.of(GERMAN).chips() if c.at == "1008"] == []
    found = position(units, ARDENNES, dump="1008", dump_state="found")
    assert [c.key for c in found.of(GERMAN).chips() if c.at == "1008"] == ["depot"]


def test_supply_from_the_air_is_marked() -> None:
    now = position({"a": inf("805", ALLIED)}, airlifted={"805": ALLIED})
    assert [(c.at, c.key) for c in now.seat.chips()] == [("805", "airlift")]


# ---- docks ------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("tigers", "TG-RFT-06", "TG-DAT-10", "TG-VIC-09", "AMB-87")
def test_the_calendar_has_twelve_days_and_every_arrival() -> None:
    track: Track = panel(campaign(), "calendar")
    assert len(track.boxes) == 12
    assert track.now == 0
    assert (track.boxes[0].title, track.boxes[11].title) == ("1: Sat 16", "12: Wed 27")
    due = {uid for uid, printed in TABLES.units.items() if printed.turn}
    assert {uid for box in track.boxes for uid in box.units} == due
    assert "4ArmDiv" in track.boxes[5].units
    assert [str(item.text) for item in track.boxes[1].items] == ["snow"]
    assert [str(item.text) for item in track.boxes[8].items] == ["group B"]


def test_the_calendar_shows_the_weather_of_today() -> None:
    track: Track = panel(position({"g": inf("1410")}, turn=5, weather="Fog"), "calendar")
    today = track.boxes[track.now]
    assert (today.key, today.tone, [str(i.text) for i in today.items]) == (
        "5",
        "weather.overcast",
        ["morning fog"],
    )


@pytest.mark.rule("tigers", "TG-AIR-13", "TG-AIR-23", "TG-AIR-29")
def test_the_air_forces_as_boxes() -> None:
    now = sky({"i": inf("805")}, air=fleet("FW190-1", "365FG", FW190_2={"lost": True}, _366FG={"back": 11}))
    pool: Pool = panel(now, "air")
    counts = {heap.key: (heap.ready, heap.spent) for heap in pool.heaps}
    assert counts == {
        "air.FW-190": (0, 1),
        "air.lost": (0, 1),
        "air.P-47": (3, 1),
        "air.P-51": (2, 0),
        "air.back.11": (0, 1),
    }
    snow: Pool = panel(position({"i": inf("805")}, weather="Snow"), "air")
    counts = {heap.key: (heap.ready, heap.spent) for heap in snow.heaps}
    assert counts["air.FW-190"] == (1, 0)
    assert counts["air.P-47"] == (0, 0)
    assert counts["air.grounded.allied"] == (0, 4)
    assert str(pool.say) == "Fog. Luftwaffe: 1 of 2 flown; USAAF: 1 of 4 flown."


@pytest.mark.rule("tigers", "TG-AIR-21", "TG-AIR-22", "AMB-01")
@pytest.mark.parametrize(("index", "face"), [("A", 6), ("B", 1)])
def test_the_air_dock_says_when_an_interceptor_of_p_47s_falls(index: str, face: int) -> None:
    pool: Pool = panel(sky({"i": inf("805")}, country(die_index=index)), "air")
    heap = next(one for one in pool.heaps if one.key == "air.P-47")
    assert str(heap.say).endswith(f"is shot down on a die roll of {face} only.")


def test_points_of_the_air_dock_can_be_dragged_to_their_hexes() -> None:
    now = sky({"i": inf("805")})
    flows = [t.flow for t in now.seat.targets("bomb")]
    assert [(f[0].box, f[0].to) for f in flows] == [("air.P-47", ("805",)), ("air.P-51", ("805",))]
    clear = hit(sky({"i": inf("805")}, weather="Clear"), "i", "P-47", 4)
    heap = next(h for h in panel(clear, "air").heaps if h.key == "air.P-47")
    assert (heap.ready, heap.spent) == (6, 0)  # five that have not flown, one that may attack again


@pytest.mark.rule("tigers", "TG-BRG-03", "TG-BRG-14", "TG-DAT-12")
def test_bridges_in_hand() -> None:
    pool: Pool = panel(campaign(), "bridges")
    assert {heap.key: heap.ready for heap in pool.heaps} == {"markers.german": 8, "markers.allied": 14}
    later = position({"g": inf("1410")}, markers={"german": 6}, returning=(7, 9))
    pool = panel(later, "bridges")
    assert [(h.ready, h.spent) for h in pool.heaps if h.side == GERMAN] == [(6, 2)]
    assert "7, 9" in str(pool.say)


@pytest.mark.rule("tigers", "TG-WEA-02", "TG-GEN-01", "TG-GEN-02", "AMB-01")
def test_tables_are_printed_by_the_index_in_use() -> None:
    table: Table = panel(position({"g": inf("1410")}), "weather")
    assert table.rows[0] == ("1", ("Clear", "Clear"))
    assert [light.column for light in table.lights] == [0]
    mirror: Table = panel(position({"g": inf("1410")}, country(die_index="B"), turn=9), "weather")
    assert mirror.rows[0] == ("6", ("Clear", "Clear"))
    assert [light.column for light in mirror.lights] == [1]


def test_how_it_stands() -> None:
    now = position({"g": inf("1410")}, ARDENNES, turn=7, ruthless=5, prayed=4, held={"904": GERMAN})
    assert fact(now, "Patton's prayer") == "used in turn 4"
    assert fact(now, "Waffen-SS Ruthlessness") == "in turn 5: -1 column for attacks with SS"
    assert fact(now, "Bastogne") == "German"
    assert fact(now, "German fuel limit") == "German movement limited to 2"
    assert fact(now, "If the game ended now") == "Allied Historic Victory"
    assert fact(campaign(), "Turn") == "set-up"


def test_the_order_of_battle_says_how_every_unit_is() -> None:
    roster: Roster = panel(campaign(), "order_of_battle")
    words = {entry.unit: str(entry.status) for entry in roster.entries}
    assert len(words) == len(TABLES.units)
    assert words["28ID"] == "entrenched"
    assert words["7ArmDiv"] == "due in turn 2"
    assert words["KGPeiper"] == "ready"
    assert words["vdH"] == "waits for the drop"


@pytest.mark.parametrize(
    ("uid", "unit", "words"),
    [
        ("28ID", "1107", "ready"),
        ("28ID", {"at": "1107", "entrenched": True}, "entrenched"),
        ("28ID", {"at": "1107", "disrupted": True}, "disrupted"),
        ("28ID", "#eliminated", "eliminated"),
        ("1SSPz", "#exited", "left the map"),
        ("7ArmDiv", "#broken", "split into combat commands"),
        ("7ArmDiv", "#tray/allied", "to be placed"),
        ("3PzGr", "#tray/german", "to be placed"),
        ("7ArmDiv", "#due/9", "due in turn 9"),
        ("CC1", "#substitutes", "not in use"),
        ("vdH", "#drop", "waits for the drop"),
    ],
)
def test_the_order_of_battle_tells_of_every_place_there_is(uid: str, unit: Any, words: str) -> None:
    now = position({"p": pz("1407"), "a": inf("805", ALLIED), uid: unit}, ARDENNES, sound=False)
    roster: Roster = panel(now, "order_of_battle")
    (entry,) = [one for one in roster.entries if one.unit == uid]
    assert (str(entry.status), entry.at) == (words, unit if isinstance(unit, str) else unit["at"])


@pytest.mark.rule("tigers", "TG-SEQ-01", "TG-SEQ-06", "TG-SEQ-11")
@pytest.mark.parametrize(
    ("phasing", "number", "words"),
    [
        (GERMAN, 1, "5 of 12; German player turn, first pass"),
        (GERMAN, 2, "5 of 12; German player turn, Blitzkrieg"),
        (ALLIED, 1, "5 of 12; Allied player turn, first pass"),
        (ALLIED, 2, "5 of 12; Allied player turn, Breakthrough"),
    ],
)
def test_the_standing_names_the_pass(phasing: str, number: int, words: str) -> None:
    units = {"p": pz("1407"), "a": inf("805", ALLIED)}
    now = position(units, ARDENNES, phase="movement", phasing=phasing, round=number, turn=5)
    assert fact(now, "Turn") == words


@pytest.mark.rule("tigers", "TG-FUL-01", "TG-FUL-05", "TG-SPC-07")
@pytest.mark.parametrize(
    ("state", "dump", "limit"),
    [
        ({"turn": 5}, "location secret", "from turn 6 on"),
        ({"turn": 5, "limit": 9, "dump_state": "taken"}, "in German hands", "from turn 9 on"),
        ({"turn": 6, "dump_state": "found"}, "known, in Allied hands", "German movement limited to 2"),
        (
            {"turn": 6, "dump_state": "taken", "fueled": True},
            "in German hands",
            "lifted this turn: Germans hold the dump",
        ),
        ({"turn": 7, "dump_state": "destroyed"}, "destroyed", "German movement limited to 2"),
    ],
)
def test_the_standing_tells_of_the_fuel(state: dict[str, Any], dump: str, limit: str) -> None:
    found = {"dump_state": "hidden", **state}
    now = position({"p": pz("1407"), "a": inf("805", ALLIED)}, ARDENNES, dump="1008", sound=False, **found)
    assert (fact(now, "Fuel dump"), fact(now, "German fuel limit")) == (dump, limit)


@pytest.mark.rule("tigers", "TG-SPC-07", "TG-SPC-08", "TG-WEA-03")
@pytest.mark.parametrize(
    ("when", "words"),
    [
        (0, "not invoked"),
        (5, "this turn: +1 column for attacks with SS"),
        (4, "in turn 4: -1 column for attacks with SS"),
    ],
)
def test_the_standing_tells_what_is_done_once_a_game(when: int, words: str) -> None:
    now = position({"p": pz("1407"), "a": inf("805", ALLIED)}, ARDENNES, turn=5, ruthless=when)
    assert fact(now, "Waffen-SS Ruthlessness") == words
    assert fact(now, "Patton's prayer") == "not used"
