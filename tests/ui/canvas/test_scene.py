from __future__ import annotations

import gc
import random
import weakref

import pytest
from PySide6.QtCore import QPointF

from hexbench.engine.display import Chip, Legend, Overlay, Shade, Trail
from hexbench.engine.values import Say
from hexbench.ui.canvas.overlay import ChipItem, LitItem, RegionItem, SidesItem, TrailItem
from hexbench.ui.canvas.scene import MapScene
from tests.ui.canvas.stage import a_face, palette, small_atlas


@pytest.fixture
def scene(qapp):
    found = MapScene(small_atlas(), palette())
    found.reduce_motion = True
    return found


def faces(**places: str):
    return {unit: (a_face(unit), at) for unit, at in places.items()}


def kinds(scene, kind):
    return [item for item in scene.items() if isinstance(item, kind)]


def test_counters_are_where_they_were_put_and_boxes_are_not_on_the_map(scene):
    scene.show_faces(faces(a="0606", b="0606", c="#eliminated"))
    assert scene.stack("0606") == ("a", "b")
    assert scene.where("a") == "0606"
    assert scene.where("c") == ""
    assert scene.face("c") is None
    assert scene.unit_at(scene.geometry.centre("0606")) == "b"
    assert scene.hex_at(scene.geometry.centre("0606")) == "0606"


def test_showing_other_faces_takes_the_old_ones_away(scene):
    scene.show_faces(faces(a="0606", b="0101"))
    scene.show_faces(faces(b="0102"))
    assert scene.where("a") == ""
    assert scene.where("b") == "0102"
    assert scene.stack("0606") == ()


def test_an_update_moves_turns_and_tells(scene, qtbot):
    scene.show_faces(faces(a="0606"))
    with qtbot.waitSignal(scene.changed_counters):
        scene.update_faces({"a": (a_face("a", spent=True), "0607")})
    assert scene.where("a") == "0607"
    assert scene.item("a").face.spent
    with qtbot.assertNotEmitted(scene.changed_counters):
        scene.update_faces({"a": (a_face("a", spent=True), "0607")})


def test_three_counters_of_a_stack_are_seen_and_a_badge_counts_the_rest(scene):
    scene.show_faces(faces(a="0606", b="0606", c="0606", d="0606"))
    assert [scene.item(u).isVisible() for u in "abcd"] == [False, True, True, True]
    assert scene._badges["0606"].count == 4
    scene.update_faces({"d": None})
    assert scene.item("a").isVisible()
    assert "0606" not in scene._badges


def test_from_afar_every_stack_shows_its_number(scene):
    scene.show_faces(faces(a="0606", b="0606", c="0101"))
    scene.set_far(True)
    assert list(scene._badges) == ["0606"]
    scene.set_far(False)
    assert not scene._badges


def test_a_fanned_stack_shows_every_counter_and_each_can_be_hit(scene):
    units = "abcdefg"
    scene.show_faces(faces(**dict.fromkeys(units, "0606")))
    assert scene.fan("0606")
    assert {scene.unit_at(scene.item(u).pos()) for u in units} == set(units)
    boxes = [scene._fan_boxes[u] for u in units]
    assert not any(a.intersects(b) for k, a in enumerate(boxes) for b in boxes[k + 1 :])
    scene.fold()
    assert scene.fanned == ""
    assert [scene.item(u).isVisible() for u in units] == [False] * 4 + [True] * 3
    assert not scene.fan("0101")


def test_a_fan_keeps_within_the_view_and_grows_from_afar(scene):
    scene.show_faces(faces(**dict.fromkeys("abcd", "0112")))
    seen = scene.geometry.bounds
    scene.fan("0112", 0.3, seen)
    assert scene.item("a").scale() == pytest.approx(3.0)
    assert all(seen.contains(box) for box in scene._fan_boxes.values())


def test_a_change_of_a_fanned_stack_folds_it(scene):
    scene.show_faces(faces(a="0606", b="0606"))
    scene.fan("0606")
    scene.update_faces({"b": None})
    assert scene.fanned == ""


def test_hidden_counters_cannot_be_hit(scene):
    scene.show_faces(faces(a="0606"))
    scene.set_chips([Chip("depot", "0607")])
    scene.set_hidden(True)
    assert scene.unit_at(scene.geometry.centre("0606")) == ""
    assert not any(item.isVisible() for item in scene._chip_items)
    scene.set_hidden(False)
    assert scene.unit_at(scene.geometry.centre("0606")) == "a"


def test_a_counter_can_be_brought_up_and_a_stack_gone_through(scene):
    scene.show_faces(faces(a="0606", b="0606", c="0606"))
    scene.bring_up("a")
    assert scene.stack("0606") == ("b", "c", "a")
    assert scene.turn_stack("0606", 1) == "c"
    assert scene.turn_stack("0101", 1) == ""


def test_a_selection_forgets_what_left_the_map(scene):
    scene.show_faces(faces(a="0606", b="0606"))
    scene.select(["b", "a", "nobody"])
    assert scene.selected == ("b", "a")
    assert scene.item("a").chosen
    scene.update_faces({"a": None})
    assert scene.selected == ("b",)


def test_lifted_counters_follow_the_hand_and_go_back(scene):
    scene.show_faces(faces(a="0606", b="0606"))
    home = scene.item("b").pos()
    scene.lift(["b"])
    scene.carry(QPointF(10, 20))
    assert scene.item("b").pos() == QPointF(10, 20)
    assert scene.unit_at(scene.geometry.centre("0606")) == "a"
    scene.put_back()
    assert scene.item("b").pos() == home
    assert scene.carried == ()


def test_a_counter_glides_back_unless_motion_is_reduced(scene, qtbot):
    scene.reduce_motion = False
    scene.show_faces(faces(a="0606"))
    home = scene.item("a").pos()
    scene.lift(["a"])
    scene.carry(home + QPointF(300, 0))
    scene.put_back()
    assert scene.item("a").pos() != home
    qtbot.waitUntil(lambda: scene._glide is None)
    assert scene.item("a").pos() == home


def test_a_counter_that_moves_while_it_glides_ends_where_it_should(scene):
    scene.reduce_motion = False
    scene.show_faces(faces(a="0606"))
    scene.lift(["a"])
    scene.carry(QPointF(0, 0))
    scene.put_back()
    scene.update_faces({"a": (a_face("a"), "0101")})
    assert scene._glide is None
    assert scene.item("a").pos() == scene.geometry.centre("0101")


def test_markers_lie_on_hexes_and_hexsides_and_elsewhere_they_are_left_out(scene):
    scene.set_chips(
        [Chip("depot", "0606"), Chip("air", "0606", "2"), Chip("bridge", "0606/0607"), Chip("depot", "#tray")]
    )
    assert len(scene._chip_items) == 3
    assert scene._chip_items[0].pos() != scene._chip_items[1].pos()
    assert scene._chip_items[2].pos() == scene.geometry.place("0606/0607")
    assert [chip.key for chip in scene.chips_at("0607")] == ["bridge"]
    scene.set_chips([])
    assert not scene._chip_items


def test_markers_that_stay_are_kept_and_lie_as_if_all_were_made_anew(scene, qapp):
    """After each change a scene shows what one would that was given these markers first: places, order, and what lies on what."""
    chance = random.Random(7)
    pool = [
        Chip(key, at, text)
        for at in ("0606", "0607", "0507")
        for key in ("depot", "bridge")
        for text in ("", "2")
    ]
    pool += [Chip("depot", "elsewhere"), Chip("depot", "0606/0607", toward="0606")]
    scene.update_faces(faces(a="0606"))
    chips: list[Chip] = []
    for n in range(40):
        chips = [chip for chip in chips if chance.random() < 0.8] + chance.sample(pool, n % 4)
        if n % 5 == 4:
            chips.sort(key=repr)
        before = {id(item) for item in scene._chip_items}
        known = set(scene._chips)
        scene.set_chips(chips)
        fresh = MapScene(small_atlas(), palette())
        fresh.update_faces(faces(a="0606"))
        fresh.set_chips(chips)
        found, expected = (
            [
                [(item.chip, item.pos(), item.beside) for item in one]
                for one in (it._chip_items, [x for x in it.items() if isinstance(x, ChipItem)])
            ]
            for it in (scene, fresh)
        )
        assert found == expected
        if n % 5 != 4:
            here = [item for item in scene._chip_items if item.chip in known]
            assert not here or any(id(item) in before for item in here)


def test_a_marker_makes_room_for_counters(scene):
    scene.set_chips([Chip("depot", "0606")])
    middle = scene.geometry.centre("0606")
    assert scene._chip_items[0].pos() == middle
    scene.update_faces(faces(a="0606"))
    assert scene._chip_items[0].pos() != middle
    scene.update_faces({"a": None})
    assert scene._chip_items[0].pos() == middle


REACH = Overlay(
    "reach",
    Say("Reach"),
    shades=(
        Shade("0606", "reach"),
        Shade("0607", "reach", "2"),
        Shade("0101", "own_zoc"),
        Shade("9999", "reach"),
    ),
    trails=(Trail(("0606", "0607"), "route", ("", "1"), broken="0607"),),
    sides=(("0606/0607", "front"),),
    legend=(Legend("reach", Say("can go there")),),
)


def test_an_overlay_is_one_item_a_tone_and_carries_its_legend(scene, qtbot):
    with qtbot.waitSignal(scene.changed_overlays):
        scene.set_overlay("reach", REACH)
    assert len(kinds(scene, RegionItem)) == 2
    assert len(kinds(scene, SidesItem)) == 1
    assert len(kinds(scene, TrailItem)) == 1
    assert scene.legends == {"reach": REACH.legend}
    assert scene.overlays == {"reach": REACH}
    with qtbot.assertNotEmitted(scene.changed_overlays):
        scene.set_overlay("reach", REACH)
    scene.set_overlay("reach", None)
    assert not kinds(scene, RegionItem) + kinds(scene, SidesItem) + kinds(scene, TrailItem)
    assert scene.legends == {}


def test_hexes_are_lit_and_put_out(scene):
    scene.light(["0606", "0607", "nowhere"])
    assert scene.lit == ("0606", "0607")
    assert len(kinds(scene, LitItem)) == 1
    scene.light([])
    assert not kinds(scene, LitItem)


def test_light_pulses_and_ends_bright(scene, qtbot):
    scene.reduce_motion = False
    scene.light(["0606"])
    pulse = scene._pulse
    with qtbot.waitSignal(pulse.finished, timeout=5000):
        pass
    assert scene._lit.opacity() == 1.0


def test_another_palette_changes_everything_and_keeps_what_is_shown(scene, qtbot):
    scene.show_faces(faces(a="0606"))
    scene.set_chips([Chip("depot", "0607")])
    scene.set_overlay("reach", REACH)
    scene.light(["0101"])
    scene.hide_layers({"numbers"})
    with qtbot.waitSignal(scene.look_changed):
        scene.set_palette(palette("night"))
    assert scene.art.palette.name == "night"
    assert scene.art.hidden == {"numbers"}
    assert len(scene._chip_items) == 1
    assert scene.overlays == {"reach": REACH}
    assert scene.lit == ("0101",)


def test_a_scene_that_is_let_go_is_gone(qapp):
    scene = MapScene(small_atlas(), palette())
    scene.show_faces(faces(a="0606", b="0606"))
    scene.set_overlay("reach", REACH)
    gone = weakref.ref(scene)
    del scene
    gc.collect()
    assert gone() is None
