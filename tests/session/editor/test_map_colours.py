"""Colours of hexes put together: the same every time, each where it belongs, and doubt where one hangs between two."""

from __future__ import annotations

import pytest

from hexbench.session.editor.map_trace import clusters, colour_of, doubtful, lab, nearest, spots

GREEN, TAN, BLUE = (60.0, 120.0, 50.0), (225.0, 210.0, 170.0), (70.0, 110.0, 190.0)


def near(colour: tuple[float, float, float], n: int) -> tuple[float, float, float]:
    r, g, b = colour
    return r + n % 5 - 2, g + n % 3 - 1, b + n % 4 - 2


def patches() -> dict[str, tuple[float, float, float]]:
    woods = {f"w{n}": near(GREEN, n) for n in range(30)}
    fields = {f"f{n}": near(TAN, n) for n in range(60)}
    water = {f"b{n}": near(BLUE, n) for n in range(5)}
    return {**woods, **fields, **water}


def test_hexes_of_like_colour_come_together_the_largest_first() -> None:
    found = clusters(patches(), 3)
    assert [{at[0] for at in one.hexes} for one in found] == [{"f"}, {"w"}, {"b"}]
    assert [len(one.hexes) for one in found] == [60, 30, 5]
    assert all(abs(a - b) < 2 for a, b in zip(found[0].colour, TAN, strict=True))
    assert clusters(dict(reversed(patches().items())), 3)[2].hexes == tuple(reversed(found[2].hexes))


def test_there_are_no_more_clusters_than_colours() -> None:
    assert len(clusters({"a": GREEN, "b": GREEN, "c": TAN}, 8)) == 2
    assert clusters({}, 4) == ()


def test_what_lies_between_two_terrains_is_doubtful_and_between_two_of_one_is_not() -> None:
    colours = {**patches(), "between": (142.0, 165.0, 110.0)}
    found = clusters(colours, 3)
    assert doubtful(colours, found, ["open", "woods", "lake"]) == ("between",)
    assert doubtful(colours, found, ["open", "open", "lake"]) == ()
    assert doubtful(colours, found, ["open"] * 3) == ()


def test_a_printed_number_does_not_move_the_colour_of_a_hex() -> None:
    around = spots(40)
    assert len(around) == 13
    assert all(x * x + y * y <= (0.6 * 40) ** 2 + 1e-6 for x, y in around)
    assert colour_of([GREEN] * 9 + [(0.0, 0.0, 0.0)] * 4) == GREEN


def test_lab_and_the_nearest_colour() -> None:
    assert lab((255, 255, 255)) == pytest.approx((100, 0, 0), abs=0.02)
    assert lab((255, 0, 0)) == pytest.approx((53.24, 80.09, 67.2), abs=0.1)
    assert nearest((200, 200, 160), {"woods": GREEN, "open": TAN, "lake": BLUE}) == "open"
    assert nearest(GREEN, {}) == ""
