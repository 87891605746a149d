"""Maps that a game has settled hex by hex: what is listed stands, and every difference from the geography is told."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from hexbench.atlas.sheet import Cell, Correction, MapSheet
from hexbench.hexes.grid import GridSpec
from hexbench.mapmaker import charted, make
from hexbench.mapmaker.build import Built, build, recipe_digest
from hexbench.mapmaker.frame import Frame
from hexbench.mapmaker.places import Spot
from hexbench.mapmaker.recipe import Settled, SettledPlace
from hexbench.mapmaker.roads import Network
from hexbench.store.canon import dumps

RESOURCES = Path(__file__).resolve().parents[2] / "resources"
FRAME = Frame(
    GridSpec(
        orientation="flat",
        columns=(1, 4),
        rows=(1, 4),
        rows_from="south",
        pushed="even",
        push="north",
        numbering="CRR",
    )
)


def spec(**changes: object) -> Settled:
    """A list with nothing in it but what is given."""
    empty = Settled(why="so it is", terrain={}, rivers={}, roads={}, places=())
    return msgspec.structs.replace(empty, **changes)


def test_a_hexside_goes_by_either_name() -> None:
    assert charted.side_of(FRAME, "202/102") == charted.side_of(FRAME, "102/202") == "102/202"
    with pytest.raises(ValueError, match="settles 102/402, which is not a hexside"):
        charted.side_of(FRAME, "102/402")


def test_a_chain_has_a_corner_more_than_hexsides_and_no_gap() -> None:
    sides = ["102/201", "102/202"]
    chain = charted.chain_of(FRAME, "Brook", sides)
    assert chain.sides == tuple(sides)
    assert len(chain.corners) == 3
    with pytest.raises(ValueError, match="The river Brook has a gap at 303/402"):
        charted.chain_of(FRAME, "Brook", [*sides, "303/402"])
    with pytest.raises(ValueError, match="has a gap at 303/402"):
        charted.chain_of(FRAME, "Brook", ["102/201", "303/402"])


def test_differences_are_told_both_ways() -> None:
    assert list(charted.differences("river X", ["a", "b"], ["b", "c"], "why")) == [
        Correction("river X: along a; not along c", "why")
    ]
    assert list(charted.differences("river X", ["a"], ["a"], "why")) == []


def test_roads_are_those_listed_and_no_others() -> None:
    net = Network({"102/202": "main", "202/302": "second"}, {}, {"old": ("101/S",)}, {})
    told: list[Correction] = []
    roads = {"High Street": ("102", "202", "303", "102/NW")}
    charted.settle_roads(FRAME, net, {"202/303": ()}, spec(roads=roads), told)
    assert net.kinds == {"102/NW": "main", "102/202": "main", "202/303": "main"}
    assert net.exits == {"High Street": ("102/NW",)}
    assert net.crossings == {"202/303": ("High Street",)}
    assert [c.what for c in told] == ["road High Street: over 102/NW, 202/303", "no road over 202/302"]


def test_a_road_may_not_leap() -> None:
    with pytest.raises(ValueError, match="102/302"):
        charted.road_sides(FRAME, ["102", "302"])


def test_terrain_is_what_is_listed() -> None:
    cells = dict.fromkeys(FRAME.labels, Cell("clear")) | {"202": Cell("woods"), "203": Cell("woods")}
    told: list[Correction] = []
    town = SettledPlace(name="Aburg", kind="town", hex="102")
    listed = spec(terrain={"forest": ("203", "303")}, names={"woods": "forest"}, places=(town,))
    charted.settle_cells(FRAME, cells, listed, told)
    assert {at for at, cell in cells.items() if cell.terrain == "forest"} == {"203", "303"}
    assert cells["102"].features == ("town",)
    assert [c.what for c in told] == ["clear and not forest: 202", "forest and not clear: 303"]


def test_places_lie_where_the_list_says() -> None:
    home = FRAME.atlas.index["102"]
    spots = [Spot("Aburg", "town", 2, (0, 0), home, False), Spot("Far", "town", 2, (0, 0), None, False)]
    told: list[Correction] = []
    listed = spec(
        places=(
            SettledPlace(name="Aburg", kind="town", hex="102"),
            SettledPlace(name="Farville", kind="town", hex="103", town="Far", rank=1),
            SettledPlace(name="Bedorf", kind="village", hex="202", town="Aburg"),
        )
    )
    printed = charted.settle_places(FRAME, spots, listed, told)
    assert [(p.name, p.hexes) for p in printed] == [
        ("Farville", ("103",)),
        ("Aburg", ("102",)),
        ("Bedorf", ("202",)),
    ]
    assert [c.what for c in told] == [
        "Farville in 103, though it lies off the map",
        "Bedorf in 202, though it lies in 102",
    ]


def test_further_hexsides_join_the_rivers() -> None:
    sides: dict[str, tuple[tuple[str, ...], str]] = {"102/202": (("river",), "Brook")}
    charted.settle_sides(FRAME, sides, spec(sides={"front": ("202/102", "202/303")}))
    assert sides == {"102/202": (("river", "front"), "Brook"), "202/303": (("front",), "")}


# ---- the map that has it --------------------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def tigers() -> Built:
    return build("tigers", RESOURCES)


def test_the_map_of_tigers_is_sound_and_what_its_recipe_makes(tigers: Built) -> None:
    stored = (RESOURCES / "maps/tigers.json").read_text(encoding="utf-8")
    assert make.problems_of(tigers, "tigers", RESOURCES) == []
    assert stored == dumps(tigers.sheet)
    assert tigers.sheet.recipe_digest == recipe_digest("tigers", RESOURCES)


def test_what_was_settled_otherwise_than_the_ground_is_told(tigers: Built) -> None:
    sheet: MapSheet = tigers.sheet
    told = [c.what for c in sheet.corrections]
    assert "Liège in 809, though it lies in 810" in told
    assert all(c.why for c in sheet.corrections)
    # the towns that pin the grid lie in their own hexes
    for name in ("Spa", "Bastogne", "Vielsalm", "Marche", "Malmedy", "Martelange", "St. Vith"):
        assert not any(what.startswith(f"{name} in ") for what in told), name
    places = {p.name: p.hexes for p in sheet.places}
    assert places["St. Vith"] == ("1107",)


def test_unknown_rivers_are_refused(tigers: Built) -> None:
    with pytest.raises(ValueError, match="other rivers than it has"):
        charted.settle_rivers(tigers.story.frame, tigers.story.rivers, spec(rivers={"Nile": ()}), [])
