"""Maps charted on a plain projection, and the one that ships."""

from __future__ import annotations

import shutil
import tomllib
from pathlib import Path

import msgspec
import pytest

from hexbench.mapmaker import charted
from hexbench.mapmaker.frame import Frame
from hexbench.mapmaker.make import check_map, map_keys, write_map
from hexbench.store.canon import dumps, write

SHIPPED = Path(__file__).resolve().parents[2] / "resources"
CHART = """
title = "A corner"
source = "reconstruction"
provenance = "Drawn for a test."
terrain = ["..F..", ".....", "C...C", "....."]
[grid]
orientation = "pointy"
columns = [0, 4]
rows = [0, 3]
rows_from = "north"
pushed = "odd"
push = "east"
numbering = "CCRR"
[projection]
latitude = 51.0
longitude = 5.0
scale_latitude = 51.0
pitch = 5.5
[legend]
"." = "plain"
F = "forest"
C = "city"
[[place]]
name = "Aton"
kind = "city"
hexes = ["0002"]
[[place]]
name = "Beeton"
kind = "city"
hexes = ["0402"]
[[river]]
name = "Flow"
before = [[5.20, 51.05], [5.20, 50.75]]
[[road]]
name = "high"
places = ["Aton", "Beeton"]
[zones]
home = ["0000", "0100"]
"""


@pytest.fixture
def corner(tmp_path: Path) -> Path:
    """A folder of resources with one charted map."""
    (tmp_path / "maps").mkdir()
    shutil.copytree(SHIPPED / "geography", tmp_path / "geography")
    put(tmp_path, CHART)
    return tmp_path


def put(folder: Path, text: str) -> None:
    (folder / "maps/corner.chart.toml").write_text(text, encoding="utf-8")


def test_a_chart_becomes_a_map(corner: Path) -> None:
    assert map_keys(corner) == ("corner",)
    sheet = write_map("corner", corner, write)
    assert len(sheet.cells) == 20
    assert sheet.cells["0200"].terrain == "forest"
    assert sheet.kilometres_per_hex == 5.5
    assert sheet.zones == {"home": ("0000", "0100")}
    assert {place.name for place in sheet.places} == {"Aton", "Beeton"}
    assert check_map("corner", corner, dumps) == []


def test_the_road_takes_the_straight_way_and_bridges_the_river(corner: Path) -> None:
    sheet = write_map("corner", corner, write)
    assert {road.side for road in sheet.roads} == {"0002/0102", "0102/0202", "0202/0302", "0302/0402"}
    rivers = {side.side: side.kinds for side in sheet.hexsides}
    assert rivers
    bridges = [side for side, kinds in rivers.items() if "bridge" in kinds]
    assert len(bridges) == 1
    assert bridges[0] in {road.side for road in sheet.roads}
    assert all("river" in kinds for kinds in rivers.values())


def test_a_chart_that_was_changed_makes_its_map_stale(corner: Path) -> None:
    assert check_map("corner", corner, dumps) == ["The map corner has not been compiled."]
    write_map("corner", corner, write)
    put(corner, CHART.replace("..F..", "...F."))
    assert check_map("corner", corner, dumps) == [
        "The compiled map corner.json is stale: its recipe or the geography has changed since."
    ]


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('"..F.."', '"..X.."', "Row 0 of the chart has a letter 'X' that is not in the legend."),
        ('"..F.."', '"..F."', "Row 0 of the chart has 4 hexes instead of 5."),
        (', "....."]', "]", "The chart has 3 rows; its grid has 4."),
        (
            '["Aton", "Beeton"]',
            '["Aton", "Ceeton"]',
            "The road high goes to Ceeton, which is not on the map.",
        ),
    ],
)
def test_charts_that_cannot_be_compiled(corner: Path, old: str, new: str, sentence: str) -> None:
    assert old in CHART
    put(corner, CHART.replace(old, new))
    with pytest.raises(ValueError) as wrong:
        charted.build("corner", corner)
    assert sentence in str(wrong.value)


def test_unknown_keys_are_refused(corner: Path) -> None:
    put(corner, 'tea = "green"\n' + CHART)
    with pytest.raises(msgspec.ValidationError):
        charted.build("corner", corner)


def test_the_projection_puts_known_towns_where_the_chart_has_them() -> None:
    raw = tomllib.loads(charted.path_of("blitzkrieg", SHIPPED).read_text(encoding="utf-8"))
    chart = msgspec.convert(raw, charted.Chart, strict=True)
    frame = Frame(chart.grid)
    reference = charted.refer(frame, chart.projection)
    known = {place.name: place.hexes for place in chart.place}
    towns = {
        "Bastogne": (50.00, 5.715),
        "Namur": (50.465, 4.867),
        "Maastricht": (50.85, 5.69),
        "Luxembourg": (49.61, 6.13),
        "St. Vith": (50.28, 6.127),
    }
    for name, (latitude, longitude) in towns.items():
        x, y = reference.point(longitude, latitude)
        near = min(
            range(len(frame.centres)),
            key=lambda i: (frame.centres[i][0] - x) ** 2 + (frame.centres[i][1] - y) ** 2,
        )
        distance = frame.atlas.distance(frame.atlas.labels[near], known[name][0])
        assert distance <= 1, (name, frame.atlas.labels[near], known[name])


def test_the_shipped_chart_is_compiled_as_it_stands() -> None:
    assert "blitzkrieg" in charted.keys(SHIPPED)
    assert check_map("blitzkrieg", SHIPPED, dumps) == []
