"""Grids for the tests: any at random, and the printed grids of the five games."""

from __future__ import annotations

from typing import Literal

from hypothesis import strategies as st

from hexbench.hexes.grid import GridSpec
from hexbench.hexes.numbering import Numbering

coordinates = st.tuples(st.integers(-60, 60), st.integers(-60, 60))


@st.composite
def specs(draw: st.DrawFn, least: int = 1, most: int = 12) -> GridSpec:
    """A grid of any orientation, numbering, push and origin."""
    orientation: Literal["pointy", "flat"] = draw(st.sampled_from(["pointy", "flat"]))
    numbering: Numbering = draw(st.sampled_from(["RRCC", "CCRR", "CRR", "A1"]))
    first = draw(st.integers(1, 40)), draw(st.integers(0 if numbering == "A1" else 1, 40))
    size = draw(st.integers(least, most)), draw(st.integers(least, most))
    return GridSpec(
        orientation=orientation,
        columns=(first[0], first[0] + size[0] - 1),
        rows=(first[1], first[1] + size[1] - 1),
        rows_from=draw(st.sampled_from(["south", "north"])),
        pushed=draw(st.sampled_from(["odd", "even"])),
        push=draw(st.sampled_from(["east", "west"] if orientation == "pointy" else ["north", "south"])),
        numbering=numbering,
    )


IRON_TIDE = GridSpec(
    orientation="pointy",
    columns=(1, 54),
    rows=(1, 50),
    rows_from="south",
    pushed="even",
    push="east",
    numbering="RRCC",
)
_UNEVEN = [
    *("101", "111"),
    *(f"{c}11" for c in range(2, 16, 2)),
    *(f"{c}01" for c in range(3, 16, 2)),
]
TIGERS = GridSpec(
    orientation="flat",
    columns=(1, 15),
    rows=(1, 11),
    rows_from="south",
    pushed="even",
    push="north",
    numbering="CRR",
    absent=tuple(_UNEVEN),
)
BLITZKRIEG = GridSpec(
    orientation="pointy",
    columns=(0, 33),
    rows=(0, 49),
    rows_from="north",
    pushed="odd",
    push="east",
    numbering="CCRR",
)
TRUMPETS = GridSpec(
    orientation="pointy",
    columns=(0, 18),
    rows=(0, 25),
    rows_from="north",
    pushed="odd",
    push="east",
    numbering="CCRR",
)
TIDE_OF_IRON = GridSpec(
    orientation="flat",
    columns=(1, 20),
    rows=(1, 12),
    rows_from="north",
    pushed="even",
    push="south",
    numbering="A1",
)
