"""Twelve kinds of fault, each planted and found, told in a sentence with a way to go there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from hexbench.engine.values import say
from hexbench.session.editor.document import Patch
from hexbench.session.editor.draft import Finding
from hexbench.session.editor.problems import findings
from hexbench.session.editor.scenario import ScenarioDraft
from hexbench.session.editor.starting import new_scenario, open_scenario
from hexbench.session.library import Library
from hexbench.store import canon
from hexbench.store.strict import BadFile, read_raw
from hexbench.store.tables import Own, OwnTables
from tests.session.editor.small import SMALL


def wrong(draft: ScenarioDraft, words: str, *, slow: bool = False) -> Finding:
    """The first finding with some words in its sentence."""
    found = [one for one in findings(draft, slow=slow) if words in str(one.text)]
    assert found, [str(one.text) for one in findings(draft, slow=slow)]
    assert str(found[0].text).endswith(".")
    return found[0]


def errors(draft: ScenarioDraft) -> list[str]:
    """What would keep it from being played."""
    return [str(one.text) for one in findings(draft, slow=True) if one.level == "error"]


CROWDS: dict[str, tuple[str, dict[str, Any], int, str]] = {
    "iron_tide": ("german", {}, 4, "3046"),
    "tide_of_iron": ("american", {}, 4, "J5"),
    "tigers": ("german", {}, 5, "1410"),
    "blitzkrieg": ("german", {}, 9, "2029"),
    "trumpets": ("german", {}, 9, "1313"),
}


@pytest.mark.parametrize("game", SMALL)
def test_too_many_in_a_hex(games: Library, game: str) -> None:
    draft = SMALL[game](games)
    assert errors(draft) == []
    side, facts, n, at = CROWDS[game]
    made = [draft.add(side, at, facts) for _ in range(n)]
    found = [one for one in findings(draft) if one.level == "error"]
    assert any(at in one.hexes or {*one.units} & {*made} for one in found), found
    draft.remove(made)
    assert errors(draft) == []


def test_a_vehicle_of_the_other_side_is_told_of_where_units_are_placed(games: Library) -> None:
    draft = SMALL["tide_of_iron"](games)
    (wave,) = (roll for roll in draft.rolls if roll.key == "reinforcements")
    row = draft.add_entry(wave, {"side": "american"})
    assert draft.entries()
    draft.set_field(wave, [row], next(f for f in wave.fields if f.key == "vehicles.tiger_i"), 1)
    found = wrong(draft, 'there is no vehicle "tiger_i" of this side')
    assert found.keys[1:4] == ("mission", "reinforcements", 0)


def test_what_a_game_trips_over_while_it_reads_is_told(
    games: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    draft = SMALL["tigers"](games)

    def trip(*_: object) -> object:
        raise KeyError("0000")

    monkeypatch.setattr(type(draft.game), "check_scenario", staticmethod(trip), raising=False)
    draft.set_header("title", "Another")
    assert wrong(draft, "0000 is neither on its map nor in its tables").level == "error"
    assert draft.undo()


def test_what_a_game_has_against_a_scenario_is_told_beside_that_it_cannot_begin(
    games: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    draft = SMALL["tigers"](games)
    monkeypatch.setattr(
        type(draft.game),
        "check_scenario",
        staticmethod(lambda *_: ["scenario.units: this is why."]),
        raising=False,
    )

    def trip(*_: object) -> object:
        raise KeyError("0000")

    monkeypatch.setattr(type(draft.rules), "new", trip)
    draft.set_header("title", "Another")
    assert [str(one.text) for one in findings(draft)][:2] == [
        "Units: this is why.",
        "the game cannot start from this document: 0000 is neither on its map nor in its tables.",
    ]


def test_what_a_position_is_refused_for_names_the_counter_and_its_field(games: Library) -> None:
    path = next(one.path for one in games.scenarios("tigers") if one.is_position)
    draft = open_scenario(games, path)
    uid = next(iter(draft.entries()))
    field = next(one for one in draft.counters.fields if one.key == "disrupted")
    draft.set_field(draft.counters, [uid], field, "perhaps")
    found, face = wrong(draft, "true or false"), draft.face(uid)
    assert face is not None
    assert str(found.text) == f"{face.title}: Disrupted: this value must be true or false, not text."
    assert found.keys == ("position", "units", uid, "disrupted")


@pytest.mark.parametrize("game", SMALL)
def test_off_the_map(games: Library, game: str) -> None:
    draft = SMALL[game](games)
    roll = draft.counters
    uid = next(uid for uid in draft.entries() if draft.place_of(uid) in draft.rules.atlas.index)
    field = next(one for one in roll.fields if one.key in ("hex", "at"))
    draft.set_field(roll, [uid], field, "ZZ99" if game != "blitzkrieg" else "9999")
    found = [one for one in findings(draft) if one.level == "error"]
    assert any(uid in one.units for one in found), found
    assert any(uid in one.keys for one in found), found
    assert draft.seat is not None, "the last good position stays on the screen"


@pytest.mark.parametrize("game", SMALL)
def test_enemies_together(games: Library, game: str) -> None:
    draft = SMALL[game](games)
    a, b = (next(u for u in draft.entries() if draft.side_of(u) == side) for side in draft.game.sides)
    at = draft.place_of(a)
    draft.place([b], at)
    found = [one for one in findings(draft) if one.level == "error"]
    assert any(at in one.hexes or {a, b} & {*one.units} for one in found), found


def test_ground_it_may_not_be_on(games: Library) -> None:
    draft = SMALL["iron_tide"](games)
    atlas = draft.rules.atlas
    swamp = next(
        at
        for at in atlas.labels
        if draft.rules.tables.tec.hex_cost(atlas.cell(at).terrain, atlas.cell(at).features, "M") is None
        and not any((atlas.index[at], d) in atlas.roads for d in range(6))
    )
    tank = draft.add("german", swamp, {"type": "armor", "mobility": "M"})
    found = wrong(draft, "may not enter")
    assert (found.units, found.hexes) == ((tank,), (swamp,))
    squad = SMALL["tide_of_iron"](games)
    pond = next(at for at in squad.rules.atlas.labels if squad.rules.atlas.cell(at).terrain == "pond")
    diver = squad.add("german", pond)
    assert wrong(squad, "cannot be in").units == (diver,)


def test_ids_given_twice(games: Library, tmp_path: Path) -> None:
    draft = open_scenario(games, games.scenario_path("iron_tide", "campaign"))
    spot = ("scenario", "units", "A-1-16")
    draft.do(say("Twice"), [Patch(keys=spot, value=draft.entry("A-1-16"))])
    found = wrong(draft, "used twice")
    assert found.units == ("A-1-16",)
    goals = SMALL["tide_of_iron"](games)
    goals.add_entry(goals.roll("objectives"), {"id": "house", "hex": "K6"})
    assert wrong(goals, "the id house is used twice").keys[-2:] == ("objectives", 1)


def test_a_way_in_that_is_none(games: Library) -> None:
    draft = SMALL["iron_tide"](games)
    late = next(uid for uid in draft.entries() if draft.place_of(uid) == "#due/17PM")
    roll = draft.counters
    field = next(one for one in roll.fields if one.key == "entry")
    (road,) = draft.editing.comes_by(draft.rules, draft.state, late) or ("",)
    draft.add("german", road)
    assert wrong(draft, "is occupied by the enemy at the start").units == (late,)
    draft.set_field(roll, [late], field, "Q")
    assert late in wrong(draft, "entry").units
    armor = SMALL["blitzkrieg"](games)
    uid = next(uid for uid in armor.entries() if armor.place_of(uid) == "#due/3")
    armor.set_field(armor.counters, [uid], next(f for f in armor.counters.fields if f.key == "at"), "drop")
    assert not [one for one in findings(armor) if uid in one.units]


@pytest.mark.parametrize(
    ("game", "last"), [("iron_tide", "17AM"), ("tigers", 1), ("blitzkrieg", 2), ("trumpets", ["16MO"])]
)
def test_a_reinforcement_after_the_last_turn(games: Library, game: str, last: Any) -> None:
    draft = SMALL[game](games)
    key = "mission.turns" if game == "trumpets" else "last_turn"
    field = next(one for form in draft.forms for one in form.fields if one.key == key)
    draft.set_form(field, last)
    late = [uid for uid in draft.entries() if draft.place_of(uid).startswith("#due/")]
    if game == "trumpets":
        draft.set_form(next(f for form in draft.forms for f in form.fields if f.key == "mission.turns"), last)
    assert [one for one in findings(draft) if set(late) & set(one.units)]


def test_no_supply_at_the_start(games: Library) -> None:
    draft = SMALL["trumpets"](games)
    _, supply = draft.zones
    draft.set_zone(supply, "german", [])
    found = wrong(draft, "out of supply", slow=True)
    assert draft.side_of(found.units[0]) == "german"
    assert found.level == "warning"
    assert not [one for one in findings(draft) if "supply" in str(one.text)], (
        "it takes too long for every edit"
    )


def test_no_way_to_an_objective(games: Library) -> None:
    draft = SMALL["tide_of_iron"](games)
    pond = next(at for at in draft.rules.atlas.labels if draft.rules.atlas.cell(at).terrain == "pond")
    draft.add_entry(draft.roll("objectives"), {"id": "wreck", "hex": pond})
    assert wrong(draft, "no unit can reach", slow=True).hexes == (pond,)
    draft.add_entry(draft.roll("objectives"), {"id": "moon", "hex": "ZZ1"})
    assert wrong(draft, "ZZ1", slow=True).level == "error"


def test_tables_that_do_not_cover_their_dice(games: Library) -> None:
    draft = SMALL["blitzkrieg"](games)
    rules = draft.rules
    fewer = replace(rules.tables, bombardment=rules.tables.bombardment[:5])
    try:
        whole, rules.tables = rules.tables, fewer
        assert wrong(draft, "a result for each roll", slow=True).level == "error"
    finally:
        rules.tables = whole
    content = OwnTables(
        format="hexbench-own-tables", version=1, game="blitzkrieg", title="Mine", tables={"rocket_hits": [1]}
    )
    mine = games.with_own(Own(file="mine.json", content=content))
    assert errors(SMALL["blitzkrieg"](mine)) == []


def _own_map(games: Library, key: str, change: Any) -> str:
    raw = read_raw(games.places.resources / "maps" / f"{key}.json")
    raw["key"] = "mine"
    change(raw)
    canon.write(games.places.maps / "mine.json", raw)
    return "mine"


def test_a_river_in_pieces_and_a_road_into_nowhere_on_a_map_of_ones_own(games: Library) -> None:
    def cut(raw: dict[str, Any]) -> None:
        rivers = [
            i for i, one in enumerate(raw["hexsides"]) if one.get("name") == raw["hexsides"][0].get("name")
        ]
        for i in reversed(rivers[3:6]):
            del raw["hexsides"][i]
        raw["roads"] = [*raw["roads"], {"side": "0001/0002"}]

    draft = new_scenario(games, "trumpets", _own_map(games, "trumpets", cut))
    assert draft.bound.sheet is not None
    found = [str(one.text) for one in findings(draft, slow=True) if str(one.text).startswith("Map:")]
    assert any("road" in text.lower() for text in found), found
    assert "mine" in games.maps("trumpets")
    assert games.map_path("mine") == games.places.maps / "mine.json"


def test_what_cannot_be_read_is_told_with_the_way_to_it(games: Library) -> None:
    draft = SMALL["iron_tide"](games)
    uid = draft.add("german", "5001")
    draft.set_field(
        draft.counters, [uid], next(f for f in draft.counters.fields if f.key == "movement"), "far"
    )
    found = wrong(draft, "a whole number")
    assert found.keys == ("scenario", "units", uid, "movement")
    assert found.units == (uid,)
    with pytest.raises(BadFile, match="a whole number"):
        draft.begin_play()
    draft.undo()
    assert findings(draft) == ()
    assert draft.begin_play() is draft.loaded


def test_counters_that_are_nowhere_yet(games: Library) -> None:
    draft = SMALL["iron_tide"](games)
    uid = draft.add("german")
    draft.place([uid], "")
    assert wrong(draft, "has not been placed yet").units == (uid,)


def test_the_games_own_sentences_are_told_without_the_keys_that_say_nothing(games: Library) -> None:
    draft = open_scenario(games, games.scenario_path("blitzkrieg", "five_days"))
    draft.place(["272_VG:980"], "0000")
    found = wrong(draft, "is not in the zone")
    assert str(found.text) == "980 / 272 VG (infantry): 0000 is not in the zone german.6."
    assert (found.units, found.keys) == (("272_VG:980",), ("scenario", "units", "272_VG:980"))
    supply = open_scenario(games, games.scenario_path("trumpets", "losheim"))
    supply.set_zone(supply.zones[1], "allied", ["0311"])
    found = wrong(supply, "there is no road")
    assert str(found.text) == "Allied supply sources: there is no road in 0311."
    assert found.keys == ("scenario", "mission", "supply", "allied")
