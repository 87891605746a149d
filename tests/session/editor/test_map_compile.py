"""Files of the ground laid on a grid, and recipes compiled anew in a process of their own."""

from __future__ import annotations

import errno
import json
from multiprocessing.context import SpawnProcess
from pathlib import Path

import pytest

from hexbench.atlas.atlas import Atlas
from hexbench.engine.documents.editing import MapVocabulary
from hexbench.hexes.grid import GridSpec
from hexbench.mapmaker.geojson import Found, Pin, Plan, Take, scan
from hexbench.mapmaker.imported import bring
from hexbench.session.editor.map_checks import findings
from hexbench.session.editor.map_compile import Compiling, Importing, Work, foreign, has_recipe, with_imported
from hexbench.session.editor.map_doc import GENERAL, new_map
from hexbench.store.maps import read_map

RESOURCES = Path(__file__).parents[3] / "resources"
GEOGRAPHY = RESOURCES / "geography"
SPEC = GridSpec(
    orientation="flat",
    columns=(1, 24),
    rows=(1, 18),
    rows_from="north",
    pushed="even",
    push="south",
    numbering="CCRR",
)


def take(file: str, kind: str, form: str, part: str, key: str) -> Take:
    """What one kind of feature of the shipped geography becomes."""
    return Take(str(GEOGRAPHY / f"{file}.geojson"), kind, form, part, key)  # type: ignore[arg-type]


PINS = (Pin("0505", 5.716, 50.0), Pin("1505", 6.127, 50.281), Pin("1012", 6.1, 49.87))
TAKES = (
    take("rivers", "river", "line", "side", "river"),
    take("woods", "woods", "area", "terrain", "woods"),
    take("roads", "main", "line", "road", "main"),
    take("towns", "town", "point", "place", "town"),
)


def test_a_file_is_looked_into_before_it_is_brought(tmp_path: Path) -> None:
    rows = scan(GEOGRAPHY / "rivers.geojson", foreign)
    assert {(one.kind, one.form) for one in rows} == {
        (k, "line") for k in ("canal", "major", "minor", "river")
    }
    assert all(one.count >= len(one.names) for one in rows)
    path = tmp_path / "odd.geojson"
    path.write_text("[1]", encoding="utf-8")
    with pytest.raises(ValueError, match="not GeoJSON"):
        scan(path, foreign)
    path.write_text("{", encoding="utf-8")
    with pytest.raises(ValueError, match="not JSON"):
        scan(path, foreign)
    with pytest.raises(ValueError, match="cannot be read"):
        scan(tmp_path / "none.geojson", foreign)
    feature = {"type": "Feature", "properties": None, "geometry": {"type": "Point", "coordinates": [6, 50]}}
    path.write_text(json.dumps({"features": [feature, {"geometry": None}, 3]}), encoding="utf-8")
    assert scan(path, foreign) == (Found(str(path), "odd", "point", 1, ()),)


def test_the_ground_becomes_a_map_that_the_checks_find_little_wrong_with() -> None:
    told: list[str] = []
    found = bring(
        Plan(grid=SPEC, takes=TAKES, pins=PINS), foreign, lambda done, total, what: told.append(what)
    )
    assert told[0] == "Reading the files"
    assert told[-1] == "Done"
    draft = new_map("ground", "Ground", SPEC, GENERAL)
    sheet = with_imported(draft.sheet, found, GENERAL, instead=True)
    atlas = Atlas(sheet)
    assert {"Ourthe", "Sure"} & {row.name for row in sheet.hexsides} or sheet.hexsides
    assert sheet.roads
    assert "Bastogne" in atlas.places
    assert atlas.distance(atlas.places["Bastogne"].hexes[0], "0505") <= 2
    assert any("bridge" in row.kinds for row in sheet.hexsides)
    errors = [str(one.text) for one in findings(sheet, atlas, GENERAL) if one.level == "error"]
    assert not errors
    again = with_imported(sheet, found, GENERAL, instead=True)
    assert again == with_imported(again, found, GENERAL, instead=True)


@pytest.mark.parametrize(
    ("pins", "words"),
    [
        ((Pin("0505", 5.7, 50.0),), "two pinned hexes at least"),
        ((Pin("0505", 5.7, 50.0), Pin("9999", 5.8, 50.0)), "Hex 9999 is not on this map"),
        ((Pin("0505", 5.7, 50.0), Pin("0506", 5.7, 50.0)), "on the same spot"),
    ],
)
def test_pins_that_cannot_be_are_one_sentence(pins: tuple[Pin, ...], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        bring(Plan(grid=SPEC, takes=TAKES[:1], pins=pins), foreign)


def test_what_is_not_in_longitude_and_latitude_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "metres.geojson"
    feature = {
        "properties": {"kind": "town", "name": "X"},
        "geometry": {"type": "Point", "coordinates": [685000, 5580000]},
    }
    path.write_text(json.dumps({"features": [feature]}), encoding="utf-8")
    with pytest.raises(ValueError, match="not in longitude and latitude"):
        bring(Plan(grid=SPEC, takes=(Take(str(path), "town", "point", "place", "town"),)), foreign)
    with pytest.raises(ValueError, match="Nothing was selected"):
        bring(Plan(grid=SPEC, takes=()), foreign)


def test_a_kind_that_goes_with_another_brings_it_along() -> None:
    ground = MapVocabulary(
        terrains=GENERAL.terrains,
        hexsides=GENERAL.hexsides,
        with_=(("major_river", "river"), ("bridge", "river")),
        roads=GENERAL.roads,
    )
    plan = Plan(grid=SPEC, takes=(take("rivers", "major", "line", "side", "major_river"),))
    sheet = with_imported(new_map("g", "G", SPEC, GENERAL).sheet, bring(plan, foreign), ground, instead=False)
    assert sheet.hexsides
    assert all(row.kinds == ("river", "major_river") for row in sheet.hexsides)


def test_work_in_another_process_answers_fails_and_stops() -> None:
    work = Importing(Plan(grid=SPEC, takes=TAKES[:1]))
    work.start()
    running = work.running
    work.wait()
    assert (running, work.running) == (True, False)
    assert work.imported is not None
    assert work.done == work.total == 6
    bad = Importing(Plan(grid=SPEC, takes=()))
    bad.start()
    bad.wait()
    assert str(bad.fault) == "Nothing was selected for import."
    assert bad.imported is None
    stopped = Compiling(RESOURCES, "iron_tide")
    stopped.start()
    stopped.stop()
    assert not stopped.running
    assert stopped.sheet is None


def test_a_recipe_compiled_anew_is_the_shipped_map() -> None:
    assert has_recipe(RESOURCES, "blitzkrieg")
    assert not has_recipe(RESOURCES, "mine")
    work = Compiling(RESOURCES, "tide_of_iron_noville")
    work.start()
    work.wait()
    assert work.sheet == read_map(RESOURCES / "maps" / "tide_of_iron_noville.json")


def _ground(path: Path, *shapes: tuple[str, object], mark: bytes = b"") -> tuple[Take, ...]:
    """A file of shapes on a frame of woods that fills the map, and what they become: lines are roads."""
    frame = ("Polygon", [[[5, 49], [7, 49], [7, 51], [5, 51], [5, 49]]])
    rows = [
        {
            "type": "Feature",
            "properties": {"kind": "frame" if n == 0 else "shape", "name": "R"},
            "geometry": {"type": kind, "coordinates": where},
        }
        for n, (kind, where) in enumerate((frame, *shapes))
    ]
    path.write_bytes(mark + json.dumps({"type": "FeatureCollection", "features": rows}).encode())
    parts: dict[str, tuple[str, str]] = {"area": ("terrain", "forest"), "line": ("road", "main")}
    return tuple(
        Take(
            str(path), row.kind, row.form, *(("terrain", "woods") if row.kind == "frame" else parts[row.form])
        )
        for row in scan(path, foreign)
    )


def test_an_area_whose_rim_crosses_itself_keeps_all_it_covers(tmp_path: Path) -> None:
    bow = ("Polygon", [[[5, 49], [7, 51], [7, 49], [5, 51], [5, 49]]])
    takes = _ground(tmp_path / "bow.geojson", bow)
    whole, *_ = (one for one in takes if one.kind == "frame")
    half, *_ = (one for one in takes if one.kind == "shape")
    all_ = bring(Plan(grid=SPEC, takes=(whole,)), foreign).terrain
    found = bring(Plan(grid=SPEC, takes=(half,)), foreign).terrain
    assert 0.45 < len(found) / len(all_) < 0.55


def test_a_road_that_ends_where_it_begins_is_laid(tmp_path: Path) -> None:
    ring = ("LineString", [[5.5, 49.5], [6.5, 49.5], [6.5, 50.5], [5.5, 50.5], [5.5, 49.5]])
    found = bring(Plan(grid=SPEC, takes=_ground(tmp_path / "ring.geojson", ring)), foreign)
    ends = [name for side, _ in found.roads for name in side.split("/")]
    assert len(found.roads) > 12
    assert {ends.count(name) for name in ends} == {2}, "every hex of it is come to and left"


def test_a_mark_of_the_order_of_bytes_is_no_fault(tmp_path: Path) -> None:
    assert _ground(tmp_path / "marked.geojson", mark=b"\xef\xbb\xbf")


def test_pins_that_are_all_on_one_hex_are_refused(tmp_path: Path) -> None:
    takes = _ground(tmp_path / "frame.geojson")
    with pytest.raises(ValueError, match="two different pinned hexes"):
        bring(Plan(grid=SPEC, takes=takes, pins=(Pin("0505", 5, 49), Pin("0505", 6, 50))), foreign)


def test_work_for_which_no_process_can_be_started_is_answered_with_that(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def lack(_: object) -> None:
        raise OSError(errno.ENOMEM, "Cannot allocate memory")

    monkeypatch.setattr(SpawnProcess, "start", lack)
    work = Work(bytes)
    work.start()
    assert not work.running
    assert work.poll()
    assert "No process could be started" in str(work.fault)
    assert not work.poll()
