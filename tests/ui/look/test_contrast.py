from __future__ import annotations

import pytest

from hexbench.ui.look.contrast import MARK, TEXT, deuteranopia, grey, ink_on, mix, ratio
from tests.ui.canvas.stage import palette

LIGHTS = pytest.mark.parametrize("name", ["day", "night"])


def test_the_ends_of_the_scale():
    assert ratio("#000000", "#ffffff") == pytest.approx(21)
    assert ratio("#336699", "#336699") == 1
    assert mix("#000000", "#ffffff", 0.5) == "#808080"
    assert ink_on("#ffffff") == "#1a1a1a"
    assert ink_on("#202020") == "#ffffff"
    assert grey("#ffffff") == "#ffffff"
    assert deuteranopia("#808080") == "#808080"


@LIGHTS
def test_texts_on_counters_can_be_read(name, qapp):
    for key, style in palette(name).counters.items():
        assert ratio(style.ink, style.ground) >= TEXT, key
        assert ratio(style.ink, style.field) >= TEXT, key
        spent = mix(grey(style.ground), style.ground, 0.25)
        assert ratio(style.ink, spent) >= TEXT, f"{key}, spent"


@LIGHTS
def test_letters_in_boxes_and_marks_can_be_read(name, qapp):
    found = palette(name)
    for table in (found.boxes, found.marks, found.sides):
        for key, style in table.items():
            assert ratio(style.ink, style.ground) >= TEXT, key


@LIGHTS
def test_pictures_of_markers_are_seen(name, qapp):
    for key, style in palette(name).chips.items():
        assert ratio(style.ink, style.ground) >= MARK, key


@LIGHTS
def test_names_and_numbers_on_the_map_can_be_read(name, qapp):
    look = palette(name).map
    for text in (look.label, look.label_water, look.label_region):
        assert ratio(text, look.halo) >= TEXT
    assert ratio(look.number, look.paper) >= TEXT


@LIGHTS
def test_patterns_of_overlays_show_on_clear_ground(name, qapp):
    found = palette(name)
    for key, tone in found.tones.items():
        ground = tone.fill if tone.pattern == "solid" else mix(found.map.paper, tone.fill, tone.alpha / 255)
        assert ratio(tone.ink, ground) >= MARK, key


@LIGHTS
def test_texts_of_windows_can_be_read(name, qapp):
    look = palette(name).chrome
    for text in (look.text, look.muted, look.link, look.accent, look.good, look.warn, look.bad):
        for ground in (look.window, look.base, look.alternate, look.button):
            assert ratio(text, ground) >= TEXT, (text, ground)
    assert ratio(look.highlighted_text, look.highlight) >= TEXT
    assert ratio(look.tooltip_text, look.tooltip) >= TEXT


@LIGHTS
def test_a_side_is_told_by_the_shape_of_its_frame_and_its_emblem_too(name, qapp):
    german, allied = (palette(name).side(side) for side in ("german", "allied"))
    assert german.frame != allied.frame
    assert german.emblem != allied.emblem


@LIGHTS
def test_no_two_tones_of_zones_share_their_pattern(name, qapp):
    found = palette(name)
    assert len({found.tone(k).pattern for k in ("enemy_zoc", "own_zoc", "both_zoc")}) == 3
    assert found.tone("reach").pattern not in {found.tone("enemy_zoc").pattern, found.tone("supply").pattern}
