"""The grid told to VASSAL, held over every hex of every map that ships, and the numberings that cannot be told."""

from __future__ import annotations

import math

import pytest

from hexbench import bootstrap
from hexbench.exchange.grid import NEAR, PITCH, hex_grid
from hexbench.hexes.grid import Grid, GridSpec
from hexbench.hexes.layout import Layout
from hexbench.store import maps
from hexbench.store.strict import BadFile

RESOURCES = bootstrap.catalogue().places.resources
MAPS = sorted(path.stem for path in (RESOURCES / "maps").glob("*.json"))


def spec_of(key: str) -> GridSpec:
    return maps.shipped_map(RESOURCES, key, "").grid


@pytest.mark.parametrize("key", MAPS)
def test_every_hex_is_named_as_printed_and_lies_where_it_is_drawn(key: str) -> None:
    spec = spec_of(key)
    grid = hex_grid(spec)
    axial = Grid(spec).axial
    layout = Layout(spec.orientation, PITCH)
    assert set(grid.raw) == set(axial)
    anchor = next(iter(axial))
    ax, ay = layout.centre(axial[anchor])
    px, py = grid.centre(anchor)
    for name, place in axial.items():
        assert grid.told(*grid.raw[name]) == name
        x, y = layout.centre(place)
        assert math.dist(grid.centre(name), (px + x - ax, py + y - ay)) < 1.5
        assert grid.at(*grid.centre(name)) == name
        cx, cy = grid.centre(name)
        assert 0 < cx < grid.width
        assert 0 < cy < grid.height


@pytest.mark.parametrize("key", MAPS)
def test_a_counter_near_a_side_is_in_no_hex_for_certain(key: str) -> None:
    grid = hex_grid(spec_of(key))
    for name in list(grid.raw)[:200]:
        x, y = grid.centre(name)
        for k in range(12):
            dx, dy = math.cos(k * math.pi / 6), math.sin(k * math.pi / 6)
            inside = (round(x + dx * (NEAR - 2)), round(y + dy * (NEAR - 2)))
            assert grid.at(*inside) == name
            beyond = grid.at(round(x + dx * 46), round(y + dy * 46))
            assert beyond != name


GRIDS = [
    {"orientation": o, "push": p, "pushed": q, "rows_from": r, "numbering": n}
    for o, pushes in (("pointy", ("east", "west")), ("flat", ("north", "south")))
    for p in pushes
    for q in ("odd", "even")
    for r in ("north", "south")
    for n in ("RRCC", "CCRR", "CRR", "A1")
]


@pytest.mark.parametrize("form", GRIDS, ids=lambda form: "-".join(form.values()))
@pytest.mark.parametrize("size", [((1, 9), (1, 7)), ((3, 12), (2, 11))], ids=["first", "later"])
def test_every_kind_of_sheet_is_told_or_refused(
    form: dict[str, str], size: tuple[tuple[int, int], tuple[int, int]]
) -> None:
    spec = GridSpec(columns=size[0], rows=size[1], **form)  # type: ignore[arg-type]
    grid = hex_grid(spec)
    assert [grid.told(*grid.raw[name]) for name in Grid(spec).axial] == list(Grid(spec).axial)


def test_columns_beyond_twenty_seven_letters_cannot_be_told() -> None:
    def sheet(last: int) -> GridSpec:
        return GridSpec(
            orientation="flat",
            columns=(1, last),
            rows=(1, 4),
            rows_from="north",
            pushed="even",
            push="south",
            numbering="A1",
        )

    assert len(hex_grid(sheet(27)).raw) == 108
    with pytest.raises(BadFile, match=r"VASSAL cannot represent\.$"):
        hex_grid(sheet(28))
