"""Modules read as drafts: our own come back as the sheets they were made of, and strange ones end in one sentence."""

from __future__ import annotations

import math
from xml.etree import ElementTree as ET

import pytest

from hexbench.exchange.codec import zipped
from hexbench.exchange.grid import hex_grid
from hexbench.exchange.module import build_file
from hexbench.exchange.module_in import board_grid, picture, read_module, size_of
from hexbench.hexes.grid import Grid
from hexbench.hexes.layout import Layout
from hexbench.store.strict import BadFile
from tests.exchange.paint import of_scenario
from tests.exchange.test_grid import MAPS, spec_of

PNG = b"\x89PNG\r\n\x1a\n" + b"\0\0\0\rIHDR" + (900).to_bytes(4, "big") + (700).to_bytes(4, "big")


def element(grid: object) -> ET.Element:
    """The HexGrid that a module of ours has."""
    from hexbench.exchange.grid import HexGrid

    assert isinstance(grid, HexGrid)
    made = ET.Element("VASSAL.build.module.map.boardPicker.board.HexGrid")
    for name in ("x0", "y0", "dx", "dy"):
        made.set(name, repr(getattr(grid, name)))
    made.set("sideways", str(grid.sideways).lower())
    ET.SubElement(made, "VASSAL.x.HexGridNumbering", grid.numbering.attributes())
    return made


@pytest.mark.parametrize("key", MAPS)
def test_a_board_of_ours_is_read_as_the_sheet_it_was_made_of(key: str) -> None:
    spec = spec_of(key)
    grid = hex_grid(spec)
    found = board_grid(element(grid), (grid.width, grid.height))
    ours, theirs = Grid(spec).axial, Grid(found.spec).axial
    assert found.spec.orientation == spec.orientation
    assert found.spec.rows_from == spec.rows_from
    if spec.numbering != "CRR":
        assert found.spec.numbering == spec.numbering
        assert set(ours) <= set(theirs)
        names = list(ours)
        first, last = names[0], names[-1]
        step = tuple(b - a for a, b in zip(ours[first], ours[last], strict=True))
        assert step == tuple(b - a for a, b in zip(theirs[first], theirs[last], strict=True))
    else:
        assert any("renumbered" in str(note) for note in found.notes)
    layout = Layout(found.spec.orientation, 80)
    (p0, n0), (p1, n1), (p2, n2) = found.pairs
    for a, b, na, nb in ((p0, p1, n0, n1), (p0, p2, n0, n2)):
        x0, y0 = layout.centre(theirs[na])
        x1, y1 = layout.centre(theirs[nb])
        assert math.dist((b[0] - a[0], b[1] - a[1]), (x1 - x0, y1 - y0)) < 2


def test_a_module_of_ours_gives_its_board_and_its_counters() -> None:
    module = of_scenario("tigers/24_december").module
    images = {f"images/{name}": PNG for name in module.images}
    data = zipped({"buildFile.xml": build_file(module), **images})
    found = read_module(data)
    assert found.name == "Hexbench: tigers/24_december"
    assert [board.name for board in found.boards] == ["Map", "Boxes"]
    assert [len(board.grids) for board in found.boards] == [1, 0]
    assert picture(data, found.boards[0].image) == PNG
    assert found.boards[0].size == (900, 700)
    units = [one for one in found.counters if "hexbench" in one.marks]
    ours = {piece.key: piece for piece in module.pieces() if piece.side}
    assert {one.marks["hexbench"] for one in units} == set(ours)
    for one in units:
        assert set(one.images) >= set(ours[one.marks["hexbench"]].layers)
        assert one.group in {title for _, title in module.sides}


def test_grids_of_zones_are_read_and_rings_of_prototypes_end() -> None:
    grid = hex_grid(spec_of(MAPS[0]))
    root = ET.Element("VASSAL.build.GameModule", name="M")
    board = ET.SubElement(root, "VASSAL.build.module.map.boardPicker.Board", name="B", image="b.png")
    zone = ET.SubElement(ET.SubElement(board, "x.ZonedGrid"), "x.Zone", name="West")
    zone.append(element(grid))
    for name, other in (("a", "b"), ("b", "a")):
        made = ET.SubElement(root, "x.PrototypeDefinition", name=name)
        made.text = f"+/null/prototype;{other}\tpiece;;;{name}.png;/\tnull;0;0;;0"
    slot = ET.SubElement(ET.SubElement(root, "x.PieceWindow"), "x.PieceSlot", entryName="One")
    slot.text = "+/null/prototype;a\tpiece;;;own.png;Unit One/\tnull;0;0;1;0"
    found = read_module(zipped({"buildFile.xml": ET.tostring(root), "images/b.png": PNG}))
    assert [grid.zone for grid in found.boards[0].grids] == ["West"]
    (counter,) = found.counters
    assert counter.name == "Unit One"
    assert set(counter.images) == {"own.png", "a.png", "b.png"}


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"x": b""}, "not a VASSAL module"),
        ({"buildFile.xml": b"<a"}, "is damaged"),
        ({"buildFile.xml": b'<!DOCTYPE a [<!ENTITY b "c">]><a/>'}, "definitions of its own"),
        ({"../buildFile.xml": b"<a/>"}, "points outside"),
        ({"buildFile.xml": b'<?xml version="1.0" encoding="nonsense"?><a/>'}, "is damaged"),
    ],
)
def test_strange_modules_are_one_sentence(files: dict[str, bytes], said: str) -> None:
    with pytest.raises(BadFile, match=said):
        read_module(zipped(files))


def test_strange_pictures_and_grids_are_refused_by_the_board_and_not_by_the_module() -> None:
    giant = PNG[:16] + (2**31).to_bytes(4, "big") * 2
    with pytest.raises(BadFile, match="too large for a map"):
        size_of(giant)
    with pytest.raises(BadFile, match="cannot be read here"):
        size_of(b"<svg/>")
    root = ET.Element("m")
    for image, attributes in (("g.png", {}), ("b.png", {"dx": "0.001"}), ("none.png", {})):
        board = ET.SubElement(root, "x.Board", name=image, image=image)
        ET.SubElement(board, "x.HexGrid", attributes)
    found = read_module(
        zipped({"buildFile.xml": ET.tostring(root), "images/g.png": giant, "images/b.png": PNG})
    )
    assert all(not board.grids and len(board.refused) == 1 for board in found.boards)


def test_a_jpeg_is_measured_without_being_decoded() -> None:
    head = (
        b"\xff\xd8\xff\xe0\x00\x04ab\xff\xc0\x00\x11\x08"
        + (300).to_bytes(2, "big")
        + (400).to_bytes(2, "big")
    )
    assert size_of(head + b"\0" * 20) == (400, 300)


@pytest.mark.parametrize(("wide", "high"), [(120, 20), (20, 120), (120, 120)])
@pytest.mark.parametrize("sideways", ["false", "true"])
def test_a_board_with_more_than_ninety_nine_hexes_in_a_row_is_read(
    wide: int, high: int, sideways: str
) -> None:
    made = ET.Element("VASSAL.build.module.map.boardPicker.board.HexGrid")
    for name, value in {"dx": "26", "dy": "30", "x0": "26", "y0": "30", "sideways": sideways}.items():
        made.set(name, value)
    ET.SubElement(made, "VASSAL.x.HexGridNumbering", {"hOff": "1", "vOff": "1"})
    found = board_grid(made, (26 * wide, 30 * high))
    grid = Grid(found.spec)
    assert len(grid.axial) > 0.8 * wide * high
    assert {grid.axial[name] for _, name in found.pairs} <= set(grid.axial.values())
