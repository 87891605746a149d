"""Contrast in every light, plain and safe, with every game's colours: texts 4.5, marks 3, in high contrast 7 and 4.5."""

from __future__ import annotations

import pytest

from hexbench.ui.look.contrast import MARK, TEXT, grey, ink_on, mix, ratio, stand_out
from hexbench.ui.look.palette import Palette
from tests.ui.look.wardrobe import ALL, worn

NO_INK = "none"
"""A line of this style is not drawn: the water it lies on is."""


def test_the_ends_of_the_scale():
    assert ratio("#000000", "#ffffff") == pytest.approx(21)
    assert ratio("#336699", "#336699") == 1
    assert mix("#000000", "#ffffff", 0.5) == "#808080"
    assert ink_on("#ffffff") == "#1a1a1a"
    assert ink_on("#202020") == "#ffffff"
    assert grey("#ffffff") == "#ffffff"


def test_what_stands_out_is_left_alone_and_what_does_not_is_made_to():
    assert stand_out("#000000", "#ffffff", 7) == ("#000000", "#ffffff")
    for ground in ("#808080", "#5d6b64", "#a5a95f", "#b3261d"):
        ink, under = stand_out("#777777", ground, 7)
        assert ink in ("#000000", "#ffffff")
        assert ratio(ink, under) >= 7


def test_high_contrast_promises_more_than_the_others():
    promises = {name: (worn(name).least_text, worn(name).least_mark) for name in ("day", "night", "contrast")}
    assert promises == {"day": (TEXT, MARK), "night": (TEXT, MARK), "contrast": (7.0, 4.5)}
    assert worn("contrast").bold > 1 == worn("day").bold == worn("night").bold


@ALL
def test_texts_on_counters_can_be_read(look):
    found = worn(*look)
    for key, style in found.counters.items():
        assert ratio(style.ink, style.ground) >= found.least_text, key
        assert ratio(style.ink, style.field) >= found.least_text, f"{key}, the symbol's field"
        spent = mix(grey(style.ground), style.ground, 0.25)
        assert ratio(style.ink, spent) >= found.least_text, f"{key}, spent"


@ALL
def test_letters_in_boxes_and_marks_and_on_sides_can_be_read(look):
    found = worn(*look)
    for table in (found.boxes, found.marks, found.sides):
        for key, style in table.items():
            assert ratio(style.ink, style.ground) >= found.least_text, key


@ALL
def test_pictures_of_markers_are_seen(look):
    found = worn(*look)
    for key, style in found.chips.items():
        assert ratio(style.ink, style.ground) >= found.least_mark, key


@ALL
def test_names_and_numbers_on_the_map_can_be_read(look):
    found = worn(*look)
    for text in (found.map.label, found.map.label_water, found.map.label_region):
        assert ratio(text, found.map.halo) >= found.least_text
    assert ratio(found.map.number, found.map.paper) >= TEXT


@ALL
def test_cursor_selection_and_lights_stand_out_from_their_casing_or_the_paper(look):
    """A line with a casing is seen on any ground: one of the two is far from it."""
    found = worn(*look)
    for line, casing in (
        (found.map.cursor, found.map.cursor_casing),
        (found.map.selection, found.map.selection_casing),
        (found.map.lit, ink_on(found.map.lit)),
    ):
        assert ratio(line, casing) >= found.least_mark, line


@ALL
def test_patterns_of_overlays_show_on_clear_ground(look):
    found = worn(*look)
    for key, tone in found.tones.items():
        ground = tone.fill if tone.pattern == "solid" else mix(found.map.paper, tone.fill, tone.alpha / 255)
        assert ratio(tone.ink, ground) >= found.least_mark, key


@ALL
def test_patterns_of_terrain_and_lines_are_seen_in_high_contrast(look):
    found = worn(*look)
    if found.bold <= 1:
        return  # by day and night the terrain is to stay behind the counters
    for key, terrain in found.terrains.items():
        if terrain.pattern != "plain":
            assert ratio(terrain.ink, terrain.ground) >= MARK, key
    for key, line in found.lines.items():
        if line.style != NO_INK:
            assert ratio(line.colour, line.halo) >= found.least_mark, key


def grounds(found: Palette) -> tuple[str, ...]:
    """What texts of windows stand on."""
    look = found.chrome
    return look.window, look.base, look.alternate, look.button


@ALL
def test_texts_of_windows_can_be_read(look):
    found = worn(*look)
    chrome = found.chrome
    for ground in grounds(found):
        for text in (
            *(chrome.text, chrome.muted, chrome.link, chrome.accent),
            *(chrome.good, chrome.warn, chrome.bad),
        ):
            assert ratio(text, ground) >= found.least_text, (text, ground)
    assert ratio(chrome.highlighted_text, chrome.highlight) >= found.least_text
    assert ratio(chrome.tooltip_text, chrome.tooltip) >= found.least_text


@ALL
def test_the_ring_round_what_has_the_keyboard_is_seen(look):
    found = worn(*look)
    for ground in grounds(found):
        assert ratio(found.chrome.focus, ground) >= found.least_mark, ground


@ALL
def test_outlines_of_windows_are_strong_in_high_contrast(look):
    found = worn(*look)
    if found.bold > 1:
        for ground in grounds(found):
            assert ratio(found.chrome.border, ground) >= found.least_mark
