"""Colour differences against published figures, and every pair of colours that carries a meaning, for four kinds of eyes."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping

import pytest

from hexbench.ui.look.contrast import APART, VISIONS, ciede2000, difference, lab, least_difference, mix, seen
from hexbench.ui.look.palette import Palette, Tone
from tests.ui.look.wardrobe import ALL, SAFE, worn

# Sharma, Wu and Dalal, "The CIEDE2000 color-difference formula", 2005, table 1: L a b, L a b, the difference.
SHARMA = """
50.0000 2.6772 -79.7751 50.0000 0.0000 -82.7485 2.0425
50.0000 3.1571 -77.2803 50.0000 0.0000 -82.7485 2.8615
50.0000 2.8361 -74.0200 50.0000 0.0000 -82.7485 3.4412
50.0000 -1.3802 -84.2814 50.0000 0.0000 -82.7485 1.0000
50.0000 -1.1848 -84.8006 50.0000 0.0000 -82.7485 1.0000
50.0000 -0.9009 -85.5211 50.0000 0.0000 -82.7485 1.0000
50.0000 0.0000 0.0000 50.0000 -1.0000 2.0000 2.3669
50.0000 -1.0000 2.0000 50.0000 0.0000 0.0000 2.3669
50.0000 2.4900 -0.0010 50.0000 -2.4900 0.0009 7.1792
50.0000 2.4900 -0.0010 50.0000 -2.4900 0.0010 7.1792
50.0000 2.4900 -0.0010 50.0000 -2.4900 0.0011 7.2195
50.0000 2.4900 -0.0010 50.0000 -2.4900 0.0012 7.2195
50.0000 -0.0010 2.4900 50.0000 0.0009 -2.4900 4.8045
50.0000 -0.0010 2.4900 50.0000 0.0010 -2.4900 4.8045
50.0000 -0.0010 2.4900 50.0000 0.0011 -2.4900 4.7461
50.0000 2.5000 0.0000 50.0000 0.0000 -2.5000 4.3065
50.0000 2.5000 0.0000 73.0000 25.0000 -18.0000 27.1492
50.0000 2.5000 0.0000 61.0000 -5.0000 29.0000 22.8977
50.0000 2.5000 0.0000 56.0000 -27.0000 -3.0000 31.9030
50.0000 2.5000 0.0000 58.0000 24.0000 15.0000 19.4535
50.0000 2.5000 0.0000 50.0000 3.1736 0.5854 1.0000
50.0000 2.5000 0.0000 50.0000 3.2972 0.0000 1.0000
50.0000 2.5000 0.0000 50.0000 1.8634 0.5757 1.0000
50.0000 2.5000 0.0000 50.0000 3.2592 0.3350 1.0000
60.2574 -34.0099 36.2677 60.4626 -34.1751 39.4387 1.2644
63.0109 -31.0961 -5.8663 62.8187 -29.7946 -4.0864 1.2630
61.2901 3.7196 -5.3901 61.4292 2.2480 -4.9620 1.8731
35.0831 -44.1164 3.7933 35.0232 -40.0716 1.5901 1.8645
22.7233 20.0904 -46.6940 23.0331 14.9730 -42.5619 2.0373
36.4612 47.8580 18.3852 36.2715 50.5065 21.2231 1.4146
90.8027 -2.0831 1.4410 91.1528 -1.6435 0.0447 1.4441
90.9257 -0.5406 -0.9208 88.6381 -0.8985 -0.7239 1.5381
6.7747 -0.2908 -2.4247 5.8714 -0.0985 -2.2286 0.6377
2.0776 0.0795 -1.1350 0.9033 -0.0636 -0.5514 0.9082
"""


def test_the_difference_is_the_published_one():
    for line in SHARMA.strip().splitlines():
        l1, a1, b1, l2, a2, b2, wanted = map(float, line.split())
        assert ciede2000((l1, a1, b1), (l2, a2, b2)) == pytest.approx(wanted, abs=5e-5), line
        assert ciede2000((l2, a2, b2), (l1, a1, b1)) == pytest.approx(wanted, abs=5e-5), line


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("#ffffff", (100, 0, 0)),
        ("#000000", (0, 0, 0)),
        ("#ff0000", (53.24, 80.09, 67.20)),
        ("#00ff00", (87.73, -86.18, 83.18)),
        ("#0000ff", (32.30, 79.19, -107.86)),
        ("#808080", (53.59, 0, 0)),
    ],
)
def test_the_ends_of_the_screen_lie_where_they_lie_in_cielab(text, wanted):
    assert lab(text) == pytest.approx(wanted, abs=0.02)


@pytest.mark.parametrize("vision", VISIONS)
def test_greys_look_the_same_to_every_eye(vision):
    for text in ("#000000", "#808080", "#ffffff"):
        assert difference(text, seen(text, vision)) < 0.6


def test_each_kind_of_eye_confuses_what_it_is_known_to_confuse():
    """Full red and a dark yellow, a pair of reddish and greenish, blue and green: each for the eye that lacks the cone."""
    assert seen("#ff0000", "deuteranopia") == "#a39000"
    assert seen("#ff0000", "protanopia") == "#6d5f00"
    assert seen("#0000ff", "tritanopia") == "#006b96"
    assert difference("#b0607c", "#6f8078", "normal") > 3 * difference("#b0607c", "#6f8078", "deuteranopia")
    assert difference("#1f9d4d", "#b3402f", "deuteranopia") < difference("#0072b2", "#d55e00", "deuteranopia")
    assert difference("#00a0a0", "#3f9fe0", "tritanopia") < difference("#00a0a0", "#3f9fe0", "normal")


def told_apart(found: Palette, pairs: Iterable[tuple[str, str, str, bool]]) -> list[str]:
    """Which of (name, colour, colour, told apart by its shape too) are not told apart by some eye."""
    return [
        f"{name}: {least_difference(one, other):.1f}"
        for name, one, other, shaped in pairs
        if not shaped and least_difference(one, other) < APART
    ]


def pairs_of(table: Mapping[str, str]) -> Iterable[tuple[str, str, str]]:
    """Every two of some named colours."""
    for (a, one), (b, other) in itertools.combinations(table.items(), 2):
        yield f"{a} and {b}", one, other


def laid(found: Palette, tone: Tone) -> str:
    """What a tone looks like on clear ground."""
    return tone.fill if tone.pattern == "solid" else mix(found.map.paper, tone.fill, tone.alpha / 255)


TOGETHER = (
    ("enemy_zoc", "own_zoc", "both_zoc"),
    ("reach", "reach_far", "reach_third", "target", "illegal"),
    ("supply", "cut"),
    ("supplied", "cut"),
    ("won", "lost"),
    ("good", "bad", "note"),
    ("zone_german", "zone_allied", "zone_both"),
    ("where", "home"),
    ("legal", "illegal", "threat"),
)
"""Tones of hexes that one looks at side by side, and which mean different things."""
LINES = ("route", "route_bad", "moved", "retreat", "attack")
FRONTS = ("front", "front_before")
OPPOSED = (
    ("enemy_zoc", "own_zoc"),
    ("supply", "cut"),
    ("won", "lost"),
    ("good", "bad"),
    ("legal", "illegal"),
    ("route", "route_bad"),
    ("route", "attack"),
    ("zone_german", "zone_allied"),
)
"""Of these the safe colours are told apart by their colour alone."""


@ALL
def test_tones_that_lie_side_by_side_are_told_apart_by_colour_or_by_pattern(look):
    found = worn(*look)
    for group in TOGETHER:
        there = [key for key in group if key in found.tones]
        for a, b in itertools.combinations(there, 2):
            one, other = found.tone(a), found.tone(b)
            shaped = one.pattern != other.pattern
            assert shaped or least_difference(laid(found, one), laid(found, other)) >= APART, (a, b)


@ALL
def test_lines_over_the_map_are_told_apart_by_colour_or_by_their_dashes(look):
    found = worn(*look)
    for group in (LINES, FRONTS):
        for a, b in itertools.combinations(group, 2):
            one, other = found.tone(a), found.tone(b)
            assert one.dash != other.dash or least_difference(one.fill, other.fill) >= APART, (a, b)


@SAFE
def test_safe_colours_that_mean_the_opposite_are_told_apart_by_colour_alone(look):
    found = worn(*look)
    there = [(a, b) for a, b in OPPOSED if a in found.tones and b in found.tones]
    found_pairs = [(f"{a} and {b}", found.tone(a).fill, found.tone(b).fill, False) for a, b in there]
    assert not told_apart(found, found_pairs)


@SAFE
def test_so_are_what_is_good_and_what_is_bad_in_windows(look):
    chrome = worn(*look).chrome
    assert not told_apart(worn(*look), [("good and bad", chrome.good, chrome.bad, False)])


@ALL
def test_a_side_is_told_by_the_shape_of_its_frame_and_by_its_emblem_too(look):
    found = worn(*look)
    for (a, one), (b, other) in itertools.combinations(found.sides.items(), 2):
        assert one.frame != other.frame, (a, b)
        assert one.emblem != other.emblem, (a, b)


@SAFE
def test_safe_sides_are_told_apart_by_colour_alone(look):
    found = worn(*look)
    table = {key: style.ground for key, style in found.sides.items()}
    lines = {key: style.overlay for key, style in found.sides.items() if style.overlay}
    for colours in (table, lines):
        assert not told_apart(found, [(*pair, False) for pair in pairs_of(colours)])


def _german(key: str) -> bool:
    return key.partition(".")[0] == "german"


@SAFE
def test_a_safe_counter_of_one_side_looks_like_none_of_the_other(look):
    found = worn(*look)
    mine = {key: style.ground for key, style in found.counters.items() if _german(key)}
    theirs = {key: style.ground for key, style in found.counters.items() if not _german(key)}
    for (a, one), (b, other) in itertools.product(mine.items(), theirs.items()):
        assert least_difference(one, other) >= APART, (a, b, least_difference(one, other))


def _kin(a: str, b: str) -> bool:
    """Two markers that are one thing of two sides: "bridge.german" and "bridge.allied"."""
    head, _, tail = a.replace("_german", ".german").replace("_allied", ".allied").rpartition(".")
    other_head, _, other_tail = b.replace("_german", ".german").replace("_allied", ".allied").rpartition(".")
    return bool(head) and head == other_head and tail != other_tail


@ALL
def test_markers_of_two_sides_are_told_apart_by_colour_where_they_share_their_picture(look):
    found = worn(*look)
    for (a, one), (b, other) in itertools.combinations(found.chips.items(), 2):
        if one.draw == other.draw and _kin(a, b):
            parted = max(least_difference(one.ground, other.ground), least_difference(one.ink, other.ink))
            assert parted >= APART, (a, b, parted)


@ALL
def test_hazards_of_a_counter_have_shapes_of_their_own(look):
    """Every mark carries a letter; those that are hazards differ in shape as well."""
    found = worn(*look)
    hazards = [found.mark(key) for key in ("out_of_supply", "isolated", "fuel_shortage", "disrupted")]
    assert len({mark.shape for mark in hazards}) == len(hazards)


@ALL
def test_borders_of_groups_are_told_apart_by_colour_or_by_their_dashes(look):
    found = worn(*look)
    rings = {key: found.ring(key) for key in (f"ring.{n}" for n in range(1, 13))}
    for (a, one), (b, other) in itertools.combinations(rings.items(), 2):
        shaped = one.dash != other.dash
        assert shaped or least_difference(one.colour, other.colour) >= APART, (a, b)


@ALL
def test_main_roads_are_told_from_others_by_their_width_too(look):
    found = worn(*look)
    main, second = found.road("main"), found.road("second")
    assert main.width > 1.5 * second.width
    if found.safe or found.bold > 1:
        assert least_difference(main.fill, second.fill) >= APART
