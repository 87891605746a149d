"""What is wrong with a map: every fault is planted and found, with its hexes; and shipped maps have none that forbids play."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from hexbench import bootstrap
from hexbench.atlas.sheet import Cell, Hexside, Line, MapSheet, Place, Road
from hexbench.engine.documents.editing import MapVocabulary, Zones
from hexbench.engine.values import say
from hexbench.hexes.grid import GridSpec
from hexbench.session.editor import map_ops, map_pen
from hexbench.session.editor.draft import Finding
from hexbench.session.editor.map_checks import findings
from hexbench.session.editor.map_doc import GENERAL, atlas_of, gathered, ground_of, new_map, widened
from hexbench.session.editor.map_trace import Affine, Trace, fit, read_trace, trace_path, write_trace
from hexbench.store.maps import read_map

MAPS = Path(__file__).parents[3] / "resources" / "maps"
SPEC = GridSpec(
    orientation="pointy",
    columns=(1, 10),
    rows=(1, 8),
    rows_from="north",
    pushed="even",
    push="east",
    numbering="RRCC",
)
ZONED = MapVocabulary(
    **{
        **{name: getattr(GENERAL, name) for name in MapVocabulary.__struct_fields__},
        "zones": Zones(path=("zones",), names=(("entry", say("Entry")),), families=(("exit.", say("Exit")),)),
    }
)


def sound() -> MapSheet:
    """A map with a river from rim to rim, a bridge, a road across it from rim to town, and its zone."""
    sheet = new_map("sound", "Sound", SPEC, GENERAL).sheet
    atlas = atlas_of(sheet)
    vertices = map_pen.Vertices(atlas)
    north, south = vertices.ends("0105/NE")[0], vertices.ends("0805/SE")[0]
    river = vertices.chain(north, south)
    road = map_pen.road_sides(atlas, ["0401", "0408"])
    crossing = next(side for side in road if side in river)
    sheet = map_ops.put_sides(sheet, river, ["river"], "Our")
    sheet = map_ops.put_roads(sheet, road, "main")
    sheet = map_ops.put_sides(sheet, [crossing], ["bridge"])
    sheet = map_ops.put_place(sheet, Place("Town", "town", ("0408",)))
    return map_ops.zone(sheet, "entry", ["0101"])


def found(sheet: MapSheet, ground: MapVocabulary = ZONED) -> tuple[Finding, ...]:
    """What the checks say."""
    return findings(sheet, atlas_of(sheet), ground)


def _river(sheet: MapSheet) -> list[str]:
    return [row.side for row in sheet.hexsides if "river" in row.kinds]


def _crossing(sheet: MapSheet) -> str:
    return next(row.side for row in sheet.hexsides if "bridge" in row.kinds)


def test_a_sound_map_has_no_fault() -> None:
    assert not found(sound())


PLANTED: dict[str, tuple[Callable[[MapSheet], MapSheet], str, str]] = {
    "river in pieces": (
        lambda s: map_ops.drop_sides(s, [_river(s)[len(_river(s)) // 2 + 3]], ["river", "bridge"]),
        "warning",
        "The Our is broken into 2 pieces",
    ),
    "river with open ends": (
        lambda s: map_ops.put_sides(s, ["0702/0703"], ["river"], "Brook"),
        "note",
        "The Brook has more than one loose end",
    ),
    "nameless water": (
        lambda s: map_ops.put_sides(s, ["0702/0703"], ["river"]),
        "warning",
        "This water of 1 hexside has more than one loose end.",
    ),
    "bridge without river": (
        lambda s: map_ops.put_sides(s, ["0702/0703"], ["bridge"]),
        "error",
        "There is no river on 0702/0703 to go with the bridge.",
    ),
    "bridge without road": (
        lambda s: map_ops.drop_roads(s, [_crossing(s)]),
        "warning",
        "No road crosses the bridge on",
    ),
    "road through water": (
        lambda s: map_ops.drop_sides(s, [_crossing(s)], ["bridge"]),
        "warning",
        "crosses water without a bridge or ford.",
    ),
    "road into nowhere": (
        lambda s: map_ops.drop_places(s, ["Town"]),
        "warning",
        "The road ends in 0408, where there is nothing.",
    ),
    "zone off the map": (
        lambda s: replace(s, zones={**s.zones, "entry": ("0101", "0999")}),
        "error",
        "The zone entry contains a hex that is off the map: 0999.",
    ),
    "zone without a hex": (
        lambda s: replace(s, zones={"entry": ()}),
        "warning",
        "Entry (entry) contains no hexes.",
    ),
    "zone nobody knows": (
        lambda s: map_ops.zone(s, "strange", ["0101"]),
        "note",
        "This game has no zone strange.",
    ),
    "name off the map": (
        lambda s: replace(s, places=(*s.places, Place("Lost", "town", ("0999",)))),
        "error",
        "Lost lies off the map (0999).",
    ),
    "place without a name": (
        lambda s: replace(s, places=(*s.places, Place("", "town", ("0101",)))),
        "error",
        "A place in 0101 has no name.",
    ),
    "name twice": (
        lambda s: replace(s, places=(*s.places, Place("Town", "town", ("0101",)))),
        "warning",
        "2 places are named Town.",
    ),
    "hexside off the map": (
        lambda s: replace(s, hexsides=(*s.hexsides, Hexside("0101/0808", ("river",)))),
        "error",
        "0101/0808 is not a hexside of this map.",
    ),
    "hexside twice": (
        lambda s: replace(s, hexsides=(*s.hexsides, s.hexsides[0])),
        "error",
        "is listed twice among the hexsides.",
    ),
    "road twice": (
        lambda s: replace(s, roads=(*s.roads, s.roads[0])),
        "error",
        "is listed twice among the roads.",
    ),
    "road off the map": (
        lambda s: replace(s, roads=(*s.roads, Road("0101/0303"))),
        "error",
        "0101/0303 is not a hexside of this map.",
    ),
    "line off the map": (
        lambda s: replace(s, lines=(Line("Front", "front", ("0101/0808",)),)),
        "error",
        "The line Front runs along 0101/0808, which is not a hexside.",
    ),
    "cell off the grid": (
        lambda s: replace(s, cells={**s.cells, "9901": Cell("clear")}),
        "error",
        "Hex 9901 is not on the grid.",
    ),
    "no terrain": (lambda s: map_ops.paint(s, ["0606"], ""), "error", "1 hex has no terrain: 0606."),
    "unknown terrain": (
        lambda s: map_ops.paint(s, ["0606", "0607"], "lava"),
        "error",
        'This game has no terrain "lava" (0606, 0607).',
    ),
    "unknown feature": (
        lambda s: map_ops.feature(s, ["0606"], "volcano", True),
        "error",
        'This game has no feature "volcano" (0606).',
    ),
    "unknown hexside": (
        lambda s: map_ops.put_sides(s, ["0606/0607"], ["moat"]),
        "error",
        'This game has no kind of hexside "moat" (0606).',
    ),
    "unknown road": (
        lambda s: map_ops.put_roads(s, ["0606/0607"], "rail"),
        "error",
        'This game has no kind of road "rail" (0606).',
    ),
    "unknown line": (
        lambda s: map_ops.put_line(s, Line("X", "magic", ("0606/0607",))),
        "error",
        'This game has no kind of line "magic" (0606).',
    ),
    "too high": (
        lambda s: map_ops.level(s, ["0606"], 9),
        "error",
        'This game has no level "9" (0606).',
    ),
    "parts": (
        lambda s: map_ops.without(s, [f"{row:02d}09" for row in range(1, 9)])[0],
        "warning",
        "8 hexes are not connected to the rest of the map",
    ),
    "hexes missing": (
        lambda s: map_ops.without(s, ["0606"])[0],
        "note",
        "1 hex of the grid is not on the map: 0606.",
    ),
}


@pytest.mark.parametrize("fault", PLANTED)
def test_a_planted_fault_is_found(fault: str) -> None:
    plant, level, words = PLANTED[fault]
    sheet = plant(sound())
    mine = [one for one in found(sheet) if words in str(one.text)]
    assert mine, [str(one.text) for one in found(sheet)]
    assert mine[0].level == level
    assert all(at in sheet.cells for at in mine[0].hexes)
    levels = [one.level for one in found(sheet)]
    assert levels == sorted(levels, key=("error", "warning", "note").index)


def test_many_bare_crossings_are_the_custom_of_a_map() -> None:
    sheet = sound()
    sheet = map_ops.drop_sides(sheet, [_crossing(sheet)], ["bridge"])
    sheet = map_ops.put_roads(sheet, _river(sheet)[4:8], "main")
    assert any("roads cross water" in str(one.text) and one.level == "note" for one in found(sheet))


@pytest.mark.parametrize("key", sorted(path.stem for path in MAPS.glob("*.json")))
def test_shipped_maps_can_be_played_on(key: str) -> None:
    catalogue = bootstrap.catalogue()
    game = max((k for k in catalogue.games if key.startswith(k)), key=len)
    sheet = read_map(MAPS / f"{key}.json")
    ground = ground_of(catalogue.games[game], catalogue.bind(game, sheet, {}).rules.tables, [sheet])
    said = findings(sheet, atlas_of(sheet), ground, lambda s: catalogue.bind(game, s, {}))
    assert not [str(one.text) for one in said if one.level == "error"]


def test_what_a_game_says_of_a_map_is_told_with_its_hexes() -> None:
    catalogue = bootstrap.catalogue()
    sheet = map_ops.paint(read_map(MAPS / "trumpets.json"), ["0205"], "lava")
    said = findings(sheet, atlas_of(sheet), gathered([sheet]), lambda s: catalogue.bind("trumpets", s, {}))
    mine = [one for one in said if "lava" in str(one.text)]
    assert mine
    assert mine[0].hexes == ("0205",)


def test_a_ground_widened_by_a_map_holds_what_is_on_it() -> None:
    sheet = map_ops.level(map_ops.paint(sound(), ["0606"], "lava"), ["0606"], 9)
    ground = widened(GENERAL, sheet)
    assert "lava" in dict(ground.terrains)
    assert ground.elevations == (0, 9)
    assert ground_of(None) is GENERAL


# ---- tracing ---------------------------------------------------------------------------------------------------------
def test_three_points_place_a_picture_exactly() -> None:
    pairs = [((10.0, 20.0), (100.0, 50.0)), ((400.0, 30.0), (900.0, 80.0)), ((50.0, 300.0), (90.0, 700.0))]
    place = fit(pairs)
    for (x, y), there in pairs:
        assert place.point(x, y) == pytest.approx(there)
        assert place.back(*there) == pytest.approx((x, y))
    with pytest.raises(ValueError, match="on a straight line"):
        fit([((0.0, 0.0), (0.0, 0.0)), ((1.0, 1.0), (1.0, 1.0)), ((2.0, 2.0), (2.0, 3.0))])
    with pytest.raises(ValueError, match="Three points"):
        fit(pairs[:2])
    with pytest.raises(ValueError, match="no width"):
        Affine(0.0, 0.0, 0.0, 0.0).back(1.0, 1.0)


def test_how_a_picture_lies_is_remembered(tmp_path: Path) -> None:
    trace = Trace(image="/a/b.png", place=Affine(2.0, 0.0, 0.0, 2.0, 5.0, 6.0), over=False)
    write_trace(tmp_path, "mine", trace)
    assert read_trace(tmp_path, "mine") == trace
    trace_path(tmp_path, "mine").write_text("torn", encoding="utf-8")
    assert read_trace(tmp_path, "mine") is None
    write_trace(tmp_path, "mine", None)
    assert not trace_path(tmp_path, "mine").exists()
