"""Maps under edit: operations, pens, outlines, differences there and back, and what is saved of them."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from hexbench.atlas.atlas import Atlas
from hexbench.atlas.sheet import Cell, Correction, Line, MapSheet, Place, Road
from hexbench.engine.values import say
from hexbench.hexes.grid import GridSpec
from hexbench.session.editor import map_ops, map_pen
from hexbench.session.editor.document import MAIN, Document, patched
from hexbench.session.editor.map_difference import Difference, differences, patches, taken_back, told
from hexbench.session.editor.map_doc import GENERAL, MapDraft, new_map, open_map, plain
from hexbench.store import canon
from tests.sizes import sized

MAPS = Path(__file__).parents[3] / "resources" / "maps"
SHIPPED = sorted(path.stem for path in MAPS.glob("*.json"))
SPEC = GridSpec(
    orientation="pointy",
    columns=(1, 8),
    rows=(1, 6),
    rows_from="south",
    pushed="even",
    push="east",
    numbering="RRCC",
)


def fresh(spec: GridSpec = SPEC) -> MapDraft:
    """A small map of nothing but clear ground."""
    return new_map("small", "A small map", spec, GENERAL)


def furnished() -> MapDraft:
    """The same with something of everything on it."""
    draft = fresh()
    atlas = draft.atlas
    vertices = map_pen.Vertices(atlas)
    corners = sorted(vertices.ways)
    river = vertices.chain(corners[3], corners[-9])
    draft.edit(
        say("Furnish"),
        lambda s: map_ops.paint(s, map_pen.brush(atlas, "0304", 1), "woods"),
        lambda s: map_ops.feature(s, ["0205"], "town", True),
        lambda s: map_ops.put_sides(s, river, ["river"], "Our"),
        lambda s: map_ops.put_roads(s, map_pen.road_sides(atlas, ["0101", "0105", "0508"]), "main"),
        lambda s: map_ops.put_place(s, Place("Dasburg", "town", ("0205",), 2)),
        lambda s: map_ops.zone(s, "edge", ["0101", "0201", "0301"]),
        lambda s: map_ops.put_line(s, Line("Front", "front", river[:4])),
        lambda s: map_ops.correct(s, "hex 0304", "It is wooded."),
    )
    return draft


@pytest.mark.parametrize("key", SHIPPED)
def test_a_shipped_map_opens_and_saves_the_same_bytes(key: str, tmp_path: Path) -> None:
    draft = open_map(MAPS / f"{key}.json")
    out = draft.save(tmp_path / f"{key}.json")
    assert out.read_bytes() == (MAPS / f"{key}.json").read_bytes()
    assert canon.dumps(plain(draft.sheet)) == out.read_text(encoding="utf-8")


@pytest.mark.parametrize("key", SHIPPED)
def test_random_edits_undone_give_the_same_bytes_and_the_atlas_is_the_one_made_anew(key: str) -> None:
    draft = open_map(MAPS / f"{key}.json")
    before = (MAPS / f"{key}.json").read_text(encoding="utf-8")
    chance = random.Random(key)
    for n in range(60):
        _any_edit(draft, chance, n)
        if (n + 1) % sized(4, 1):  # what an edit leaves wrong is wrong at the next look as well
            continue
        made, atlas = Atlas(draft.sheet), draft.atlas
        assert atlas.side_kinds == made.side_kinds
        assert atlas.side_names == made.side_names
        assert atlas.roads == made.roads
        assert atlas.cells == made.cells
        assert atlas.places_at == made.places_at
        assert msgspec.convert(draft.document.main, MapSheet) == draft.sheet
    changed = draft.changed
    assert changed
    assert all(str(told(one)) for one in changed)
    assert not differences(taken_back(draft.sheet, changed), draft.opened)
    while draft.undo():
        pass
    assert canon.dumps(draft.document.main) == before
    assert not draft.dirty
    while draft.redo():
        pass
    assert draft.changed == changed


def _any_edit(draft: MapDraft, chance: random.Random, n: int) -> None:
    atlas, sheet = draft.atlas, draft.sheet
    at, other = chance.choice(atlas.labels), chance.choice(atlas.labels)
    vertices = map_pen.Vertices(atlas)
    sides = vertices.chain(*(chance.choice(sorted(vertices.ways)) for _ in range(2)))
    terrain = chance.choice(sorted({cell.terrain for cell in sheet.cells.values()}))
    known = [row.side for row in sheet.hexsides] or list(sides)
    steps = {
        "Paint": lambda s: map_ops.paint(s, map_pen.brush(atlas, at, chance.randrange(4)), terrain),
        "Fill": lambda s: map_ops.paint(s, map_pen.alike(atlas, at, 300), terrain),
        "Raise": lambda s: map_ops.raised(s, map_pen.rectangle(atlas, at, other), 1, 0, 3),
        "Level": lambda s: map_ops.level(s, map_pen.row(atlas, at, other), 2),
        "River": lambda s: map_ops.put_sides(s, sides, ["river"], f"River {n}"),
        "Erase": lambda s: map_ops.drop_sides(s, chance.sample(known, min(9, len(known)))),
        "Bridge": lambda s: map_ops.put_sides(s, [chance.choice(known)], ["bridge"]),
        "Rename": lambda s: map_ops.name_sides(s, known[:5], "Anew"),
        "Road": lambda s: map_ops.put_roads(s, map_pen.road_sides(atlas, [at, other]), "second"),
        "No road": lambda s: map_ops.drop_roads(s, [r.side for r in s.roads[:7]]),
        "Town": lambda s: map_ops.put_place(s, Place(f"Town {n}", "town", (at,))),
        "No town": lambda s: map_ops.drop_places(s, [p.name for p in s.places[:2]]),
        "Zone": lambda s: map_ops.zone(s, "zone.new", map_pen.brush(atlas, at, 2), [other]),
        "No zone": lambda s: map_ops.drop_zone(s, next(iter(s.zones), "")),
        "Works": lambda s: map_ops.feature(s, [at, other], "town", chance.random() < 0.5),
        "Told": lambda s: map_ops.correct(s, f"hex {at}", "seen"),
    }
    what = chance.choice(sorted(steps))
    draft.edit(say("{what}", what=what), steps[what])


def test_an_edit_is_kept_as_what_it_changed() -> None:
    draft = furnished()
    plain_sides = {"0601/0602", "0603/0604"} - {row.side for row in draft.sheet.hexsides}
    sheet = map_ops.put_sides(draft.sheet, sorted(plain_sides)[:1], ["cliff"])
    made = patches(draft.sheet, sheet, draft.document.main)
    assert [(one.do, one.keys[0]) for one in made] == [("insert", "hexsides")]
    assert canon.dumps(patched(draft.document, made).main) == canon.dumps(plain(sheet))
    all_gone = map_ops.drop_sides(draft.sheet, [row.side for row in draft.sheet.hexsides])
    assert [(one.do, one.keys) for one in patches(draft.sheet, all_gone, draft.document.main)] == [
        ("drop", ("hexsides",))
    ]


def test_what_changes_nothing_is_no_edit() -> None:
    draft = furnished()
    assert not draft.edit(say("Same"), lambda s: map_ops.paint(s, ["0304"], "woods"))
    assert not draft.edit(say("Off"), lambda s: map_ops.paint(s, ["9999"], "woods"))
    assert str(draft.undo_text) == "Furnish"


@pytest.mark.parametrize(
    "step",
    [
        lambda s: map_ops.put_place(s, Place("Dasburg", "town", ("0101",))),
        lambda s: map_ops.put_place(s, Place(" ", "town", ("0101",))),
        lambda s: map_ops.put_place(s, Place("New", "town", ())),
        lambda s: map_ops.zone(s, ""),
        lambda s: map_ops.rename_zone(map_ops.zone(s, "other"), "other", "edge"),
        lambda s: map_ops.put_line(s, Line("", "front", ("0101/0102",))),
    ],
)
def test_what_cannot_be_is_one_sentence_and_changes_nothing(step: object) -> None:
    draft = furnished()
    before = draft.document
    with pytest.raises(ValueError, match=r"\.$"):
        draft.edit(say("Try"), step)  # type: ignore[arg-type]
    assert draft.document is before


# ---- pens ------------------------------------------------------------------------------------------------------------
def test_brushes_have_their_sizes_and_end_at_the_rim() -> None:
    atlas = fresh().atlas
    assert [len(map_pen.brush(atlas, "0304", r)) for r in range(4)] == [1, 7, 19, 33]
    assert [map_pen.SIZES[r] for r in range(4)] == [1, 7, 19, 37]
    assert map_pen.brush(atlas, "9999", 1) == ()
    assert len(map_pen.stroke(atlas, ["0101", "0108"], 0)) == 8


def test_a_fill_stays_within_its_terrain_its_walls_and_its_bound() -> None:
    draft = furnished()
    atlas = draft.atlas
    woods = map_pen.alike(atlas, "0304")
    assert sorted(woods) == sorted(map_pen.brush(atlas, "0304", 1))
    every = [n for n in atlas.labels if n not in woods]
    assert len(map_pen.alike(atlas, "0101", 10)) == 10
    divided = map_pen.alike(atlas, "0101", walls=["river"])
    assert set(divided) <= set(every)
    assert map_pen.alike(atlas, "0101", within=["0101", "0102", "0107"]) == ("0101", "0102")


def test_a_pen_snaps_to_corners_and_its_chain_has_no_gap() -> None:
    draft = fresh()
    vertices = map_pen.Vertices(draft.atlas)
    corners = sorted(vertices.ways)
    for a, b in ((corners[0], corners[-1]), (corners[5], corners[40])):
        chain = vertices.chain(a, b)
        here = a
        for side in chain:
            ends = vertices.ends(side)
            assert here in ends
            here = ends[1] if here == ends[0] else ends[0]
        assert here == b
        assert len(set(chain)) == len(chain)


# ---- outlines --------------------------------------------------------------------------------------------------------
def _ground(sheet: MapSheet) -> dict[tuple[float, float], object]:
    """What is on a map by where it lies, free of labels, seen from the hex where Dasburg is."""
    from hexbench.hexes.layout import Layout

    atlas, layout = Atlas(sheet), Layout(sheet.grid.orientation, 1.0)
    x0, y0 = layout.centre(atlas.axial[atlas.index[atlas.places["Dasburg"].hexes[0]]])

    def at(x: float, y: float) -> tuple[float, float]:
        return round(x - x0, 3) + 0.0, round(y - y0, 3) + 0.0

    out: dict[tuple[float, float], object] = {}
    for i, cell in enumerate(atlas.cells):
        out[at(*layout.centre(atlas.axial[i]))] = cell
    for kind, rows in (("side", atlas.side_kinds), ("road", atlas.roads)):
        for (i, direction), what in rows.items():
            (ax, ay), (bx, by) = layout.side(atlas.axial[i], direction)
            out[(*at((ax + bx) / 2, (ay + by) / 2), kind)] = what  # type: ignore[index]
    return out


@settings(max_examples=40)
@given(st.tuples(*(st.integers(0, 4) for _ in range(4))), st.sampled_from(["pointy", "flat"]), st.booleans())
def test_growing_keeps_everything_in_its_place_and_shrinking_back_gives_the_old_map(
    by: tuple[int, int, int, int], orientation: str, down: bool
) -> None:
    draft = furnished()
    sheet = draft.sheet
    if orientation == "flat":
        spec = replace(SPEC, orientation="flat", push="south", rows_from="north" if down else "south")
        sheet = map_ops.regrid(sheet, spec, "clear")[0]
    north, south, west, east = by
    grown, lost = map_ops.grown(sheet, "marsh", north=north, south=south, west=west, east=east)
    assert lost.nothing
    assert len(grown.cells) == (6 + north + south) * (8 + west + east)
    new, old = _ground(grown), _ground(sheet)
    assert {place: new[place] for place in old} == old
    back, lost = map_ops.grown(grown, "clear", north=-north, south=-south, west=-west, east=-east)
    assert back == sheet
    assert lost.hexes == len(grown.cells) - 48


def test_renumbering_writes_every_label_anew() -> None:
    sheet = furnished().sheet
    named, lost = map_ops.regrid(sheet, replace(SPEC, numbering="A1"), "clear")
    assert lost.nothing
    assert named.places[0].hexes == ("E2",)
    assert named.zones["edge"] == ("A3", "A2", "A1")
    assert _ground(named) == _ground(sheet)
    assert map_ops.regrid(named, SPEC, "clear")[0] == sheet


def test_cut_hexes_leave_their_hexsides_to_their_neighbours_and_come_back() -> None:
    sheet = furnished().sheet
    gone = ("0105", "0205")
    cut, lost = map_ops.without(sheet, gone)
    assert not set(gone) & set(cut.cells)
    assert lost.places == ("Dasburg",)
    Atlas(cut)
    whole = map_ops.with_hexes(cut, gone, "clear")
    assert list(whole.cells) == list(sheet.cells)
    Atlas(whole)


def test_hexes_that_the_grid_leaves_out_stay_out_and_may_come_back() -> None:
    sheet = open_map(MAPS / "tigers.json").sheet
    assert set(map_ops.missing(sheet)) == set(sheet.grid.absent)
    grown, lost = map_ops.grown(sheet, "clear", west=1, north=2)
    assert lost.nothing
    assert len(grown.grid.absent) == len(sheet.grid.absent)
    Atlas(grown)
    back = map_ops.grown(grown, "clear", west=-1, north=-2)[0]
    assert set(back.grid.absent) == set(sheet.grid.absent)
    assert replace(back, grid=sheet.grid) == sheet
    whole = map_ops.with_hexes(sheet, map_ops.missing(sheet), "forest")
    assert not whole.grid.absent
    assert len(whole.cells) == 15 * 11
    Atlas(whole)


def test_a_difference_is_told_lit_and_taken_back_alone() -> None:
    draft = furnished()
    other = fresh().sheet
    found = differences(other, draft.sheet)
    assert {one.part for one in found} == {
        "cells",
        "hexsides",
        "roads",
        "places",
        "zones",
        "lines",
        "corrections",
    }
    town = next(one for one in found if one.key == "0205" and one.part == "cells")
    assert str(told(town)) == "Hex 0205: clear town, was clear"
    assert town.hexes == ("0205",)
    draft.take_back([town])
    assert draft.sheet.cells["0205"].features == ()
    assert str(draft.undo_text) == "Revert: Hex 0205: clear town, was clear"


def test_a_correction_replaces_what_is_said_of_the_same_thing_and_nothing_else() -> None:
    ground = fresh().sheet
    earlier = (
        "Hex 0205: clear, was woods",
        "Hex 0205: seen on an old map",
        "Hex 02050: clear, was woods",
        "Road over 0205/0206: main, new",
    )
    sheet = replace(ground, corrections=tuple(Correction(what, "Before.") for what in earlier))
    town = Difference("cells", "0205", ground.cells["0205"], Cell("clear", ("town",)))
    road = Difference("roads", "0205/0206", Road("0205/0206", "main"), None)
    for one in (town, road):
        sheet = map_ops.correct_difference(sheet, one, "Now.")
    rows = [(row.what, row.why) for row in sheet.corrections]
    assert rows == [
        (str(told(town)), "Now."),
        (earlier[1], "Before."),
        (earlier[2], "Before."),
        (str(told(road)), "Now."),
    ]
    assert map_ops.correct_difference(sheet, town, "Now.") == sheet
    new = map_ops.correct_difference(sheet, Difference("zones", "start", None, ("0101",)), "Now.")
    assert new.corrections[:-1] == sheet.corrections


def test_a_map_that_is_unsound_is_opened_and_drawn_without_what_is_off_it() -> None:
    raw = plain(furnished().sheet)
    raw["zones"] = {"edge": ["0101", "7777"]}
    raw["hexsides"] = [*raw["hexsides"], {"side": "0101/0808", "kinds": ["river"]}]
    raw["places"] = [{"name": "Nowhere", "kind": "town", "hexes": ["7777"]}]
    draft = MapDraft(Document({MAIN: raw}))
    atlas = draft.atlas
    assert atlas.sheet.zones["edge"] == ("0101",)
    assert not atlas.sheet.places
    assert draft.edit(say("Paint"), lambda s: map_ops.paint(s, ["0101"], "woods"))
    assert draft.atlas.cell("0101").terrain == "woods"
