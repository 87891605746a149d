"""Names of places give way to counters, bridges and the numbers of hexes, at every scale."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, QRectF

from hexbench import bootstrap
from hexbench.ui.canvas.art_names import LODS, Boxes, Label, covered, number_depth, spots
from hexbench.ui.canvas.scene import MapScene
from hexbench.ui.look.palette import Palette
from hexbench.ui.print.vignette import begun, common_faces

CASES = {
    "iron_tide": "17_december",
    "tide_of_iron": "noville",
    "tigers": "19_december",
    "blitzkrieg": "bastogne",
    "trumpets": "rocherath",
}


@pytest.fixture(scope="module", params=sorted(CASES))
def scene(request: pytest.FixtureRequest, qapp: object) -> MapScene:
    """Each game's map with everybody on it."""
    catalogue = bootstrap.catalogue()
    loaded = catalogue.load_scenario(request.param, CASES[request.param])
    palette = Palette.load(
        catalogue.places.resources / "palettes" / "day.toml", catalogue.palette(request.param)
    )
    found = MapScene(loaded.atlas, palette)
    found.show_faces(common_faces(loaded, begun(loaded)))
    return found


def _places(labels: list[Label]) -> list[Label]:
    return [label for label in labels if label.anchor is not None and not label.region]


def _hidden(labels: list[Label], pieces: list[QRectF]) -> list[str]:
    """The names that counters lie on by a third or more."""
    boxes = Boxes(130.0, pieces)
    return [x.text for x in _places(labels) if covered(x.box, boxes.near(x.box)) > 0.34]


@pytest.mark.parametrize("lod", LODS)
def test_few_names_lie_under_counters_at_any_scale(scene: MapScene, lod: float) -> None:
    names, pieces = scene.art.names, scene.pieces()
    assert pieces
    names.stand_aside([])
    usual = names.labels(lod)
    names.stand_aside(pieces)
    aside = names.labels(lod)
    assert [x.text for x in aside] == [x.text for x in usual], "no name is lost"
    before, after = _hidden(usual, pieces), _hidden(aside, pieces)
    assert len(after) <= len(before) // 4, after
    boxes = [x.box for x in _places(aside)]
    for n, one in enumerate(boxes):
        assert not any(one.intersects(other) for other in boxes[n + 1 :]), "names never lie on one another"
    free = Boxes(130.0, pieces)
    stays = {id(x) for x in usual if not free.near(x.box)}
    assert stays <= {id(x) for x in aside}, "a name that nothing covers stays where it is"


def test_a_landmark_of_one_hex_steps_aside_and_a_wood_keeps_its_name(scene: MapScene) -> None:
    names = scene.art.names
    names.stand_aside([])
    marks = [x for x in names.labels(1.0) if x.region]
    spread = {p.name for p in scene.atlas.sheet.places if p.kind == "landmark" and len(p.hexes) > 1}
    names.stand_aside([x.box.adjusted(-4, -8, 4, 8) for x in marks])
    there = {(x.text, x.box.getRect()) for x in names.labels(1.0)}
    for mark in marks:
        assert ((mark.text, mark.box.getRect()) in there) == (mark.text in spread), mark.text


def test_a_name_comes_back_when_the_counter_has_gone(scene: MapScene) -> None:
    names = scene.art.names
    names.stand_aside([])
    usual = names.labels(1.0)
    label = next(x for x in _places(usual))
    assert names.stand_aside([label.box.adjusted(-4, -20, 4, 20)])
    moved = next(x for x in names.labels(1.0) if x.text == label.text and x.anchor == label.anchor)
    assert moved.box != label.box
    assert not names.stand_aside([label.box.adjusted(-4, -20, 4, 20)]), "nothing has changed"
    names.stand_aside([])
    assert names.labels(1.0) == usual


def test_names_keep_off_bridges_and_the_numbers_of_hexes(scene: MapScene) -> None:
    names, geometry = scene.art.names, scene.geometry
    names.stand_aside([])
    down = number_depth(geometry)
    numbers = Boxes(130.0, (QRectF(x - 13, y - down - 5, 26, 10) for x, y in geometry.middles))
    bridges = Boxes(130.0, (QRectF(x - 10, y - 10, 20, 20) for x, y in scene.art._waters.crossings))
    labels = _places(names.labels(1.0))
    on_numbers = [x.text for x in labels if covered(x.box, numbers.near(x.box)) > 0.25]
    on_bridges = [x.text for x in labels if covered(x.box, bridges.near(x.box)) > 0.35]
    assert len(on_numbers) <= len(labels) // 8, on_numbers
    assert len(on_bridges) <= len(labels) // 12, on_bridges


def test_towns_of_a_map_without_important_places_show_when_it_is_seen_whole() -> None:
    catalogue = bootstrap.catalogue()
    loaded = catalogue.load_scenario("tide_of_iron", "noville")
    palette = Palette.load(catalogue.places.resources / "palettes" / "day.toml", {})
    found = MapScene(loaded.atlas, palette)
    named = {place.name for place in loaded.atlas.sheet.places}
    assert named
    assert {x.text for x in found.art.names.labels(0.25)} >= named


def test_a_name_far_from_its_place_has_a_line_to_it() -> None:
    far = [spot for spot in spots(100, 20, 37, region=False, beyond=62) if spot.led]
    assert far
    assert all(abs(s.dx) + abs(s.dy) > 37 for s in far)
    assert not [s for s in spots(100, 20, 37, region=False, beyond=0) if s.led]


def test_the_line_goes_from_the_name_to_its_place(scene: MapScene) -> None:
    scene.art.names.stand_aside([])
    label = _places(scene.art.names.labels(1.0))[0]
    assert label.anchor is not None
    assert label.line is None
    away = label.at(label.anchor + QPointF(0, -120), led=True)
    assert away.line is not None
    start, end = away.line
    assert end == label.anchor
    assert away.box.adjusted(-1, -1, 1, 1).contains(start)
    assert away.reach.contains(end)


def test_what_counters_take_up_is_kept_and_follows_stacks_sizes_and_another_outline(scene: MapScene) -> None:
    def anew() -> list[QRectF]:
        scene._pieces.clear()
        return scene.pieces()

    before = scene.pieces()
    again = scene.pieces()
    counters = len(scene.stacks.hexes)
    assert all(one is other for one, other in zip(before[:counters], again[:counters], strict=True))
    scene.counter_size *= 1.5
    assert scene.pieces() == anew() != before
    scene.counter_size /= 1.5
    assert scene.pieces() == before
    scene._pieces[next(iter(scene._pieces))] = QRectF()
    scene.reshape(scene.atlas)
    assert scene.pieces() == before, "nothing is kept of the outline before"
