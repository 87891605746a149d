"""The whole way from geography to map, on a country small enough to know by heart."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from hexbench.atlas.atlas import Atlas
from hexbench.mapmaker.build import Built, build, recipe_digest
from hexbench.mapmaker.make import build_map, check_map, map_keys, problems_of, report_on
from hexbench.store.canon import dumps, write
from tests.mapmaker import countries


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    return build("country", countries.found(tmp_path_factory.mktemp("country")))


def test_the_country_is_sound(built: Built, tmp_path: Path) -> None:
    assert problems_of(built, "country", countries.found(tmp_path)) == []


def test_pinned_towns_lie_in_their_hexes(built: Built) -> None:
    places = {p.name: p.hexes for p in built.sheet.places}
    assert places["Aburg"] == ("0302",)
    assert places["Bedorf am Berg"] == ("0708",)
    assert places["Cestadt"] == ("0308",)
    assert built.sheet.cells["0302"].features == ("town",)
    assert "city" in built.sheet.cells["0708"].features
    assert built.sheet.zones["vp.Bedorf"] == ("0708",)


def test_woods_are_heavy_at_their_heart(built: Built) -> None:
    cells = built.sheet.cells
    assert cells["1001"].terrain == cells["1002"].terrain == "heavy_woods"
    assert cells["0904"].terrain == "woods"
    assert cells["0908"].terrain == "rough"
    assert cells["0101"].terrain == "clear"


def test_rivers_run_from_rim_to_rim_and_into_each_other(built: Built) -> None:
    main, side = built.story.rivers["Main"], built.story.rivers["Side"]
    assert main.into == ""
    assert side.into == "Main"
    assert len(main.chains) == len(side.chains) == 1
    assert main.chains[0].corners[0] in built.story.frame.rim
    assert main.chains[0].corners[-1] in built.story.frame.rim
    assert side.chains[0].corners[-1] in main.chains[0].corners
    kinds = {s.side: s.kinds for s in built.sheet.hexsides}
    assert [kinds[name] for name in main.sides if "lake" in kinds[name]] == [("river", "lake")]


def test_the_road_crosses_at_the_bridge_and_leaves_the_map(built: Built) -> None:
    atlas = Atlas(built.sheet)
    crossed = [s for s in built.sheet.hexsides if "bridge" in s.kinds]
    assert [s.name for s in crossed] == ["Main", "Side"]
    assert built.story.bridges[crossed[0].side] == ("Mill",)
    assert all(atlas.roads[key] for s in crossed for key in atlas.side_keys(s.side))
    assert built.story.network.exits == {"East road": ("0309/E",)}
    assert built.sheet.zones["exit.X1"] == ("0309",)


def test_the_line_follows_the_river_and_divides_the_map(built: Built) -> None:
    line = built.sheet.lines[0]
    assert line.sides == built.story.rivers["Main"].sides
    zones = built.sheet.zones
    assert len(zones["east_of_westwall"]) + len(zones["west_of_westwall"]) == 90
    assert "0308" in zones["east_of_westwall"]
    assert "0302" in zones["west_of_westwall"]
    assert set(zones["westwall"]) <= set(zones["east_of_westwall"])
    assert {n for n, c in built.sheet.cells.items() if "westwall" in c.features} == set(zones["westwall"])
    assert set(zones["edge.german"]) & set(zones["edge.allied"]) == set()


def test_everything_a_hand_decided_is_told_with_its_reason(built: Built, tmp_path: Path) -> None:
    told = {c.what: c.why for c in built.sheet.corrections}
    assert told["river Side"] == "It makes a fork."
    assert told["start Ford in 0305"] == "Across the bridge."
    assert told["exit.X1: the road East road"] == "The only road out."
    page = report_on(countries.found(tmp_path), [built])
    assert all(why in page for why in told.values())
    assert "| The ford | 0304 | 0305 | Across the bridge. |" in page


def test_a_map_is_written_and_found_up_to_date(tmp_path: Path) -> None:
    resources = countries.found(tmp_path)
    assert map_keys(resources) == ("country",)
    assert check_map("country", resources, dumps) == ["The map country has not been compiled."]
    made = build_map("country", resources, write)
    assert made.sheet.recipe_digest == recipe_digest("country", resources)
    assert check_map("country", resources, dumps) == []
    first = (tmp_path / "maps/country.json").read_bytes()
    build_map("country", resources, write)
    assert (tmp_path / "maps/country.json").read_bytes() == first


@pytest.mark.parametrize("path", ["maps/country.toml", "maps/country.places.toml", "geography/roads.geojson"])
def test_a_change_in_anything_it_is_made_from_makes_it_stale(tmp_path: Path, path: str) -> None:
    resources = countries.found(tmp_path)
    build_map("country", resources, write)
    file = tmp_path / path
    file.write_bytes(file.read_bytes() + b"\n")
    assert check_map("country", resources, dumps) == [
        "The compiled map country.json is stale: its recipe or the geography has changed since."
    ]


def test_line_ends_do_not_make_it_stale(tmp_path: Path) -> None:
    resources = countries.found(tmp_path)
    build_map("country", resources, write)
    file = tmp_path / "maps/country.toml"
    file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    assert check_map("country", resources, dumps) == []


def test_a_map_changed_by_hand_is_told(tmp_path: Path) -> None:
    resources = countries.found(tmp_path)
    made = build_map("country", resources, write)
    changed = replace(made.sheet, title="Another country")
    write(tmp_path / "maps/country.json", changed)
    assert check_map("country", resources, dumps) == [
        "The compiled map country.json is not what its recipe makes."
    ]
    (tmp_path / "maps/country.json").write_text("{}", encoding="utf-8")
    (told,) = check_map("country", resources, dumps)
    assert told.startswith("The compiled map country.json cannot be read: Object missing required field")


def change(old: str, new: str) -> str:
    assert countries.RECIPE.count(old) == 1
    return countries.RECIPE.replace(old, new)


@pytest.mark.parametrize(
    ("recipe", "sentence"),
    [
        (
            change("spacing = 2.0", "spacing = 2.1"),
            r"The fit gives 2\.\d+ km a hex turned .* expects 2\.100 km",
        ),
        (change("rotation = 0.0", "rotation = 3.0"), r"The fit gives .* expects 2\.000 km and 3\.00 degrees"),
        (change('name = "Pond"', 'name = "Puddle"'), "0 shapes named 'Puddle' among its water"),
        (change('lines = ["Side"]', 'lines = ["Brook"]'), "0 shapes named 'Brook' among its rivers"),
        (change('road = "East road"', 'road = "North road"'), "North road of exit.X1 leaves the map 0 times"),
        (
            change('place = "Ford", hex = "0305"', 'place = "Fort", hex = "0305"'),
            "moves Fort, which is not a start",
        ),
        (
            change('place = "Ford", hex = "0305"', 'place = "Ford", hex = "9905"'),
            "put into 9905, which is not on",
        ),
        (
            countries.RECIPE + '[[sprawls]]\nname = "Nowhere"\nhexes = ["0101"]\nwhy = "-"\n',
            "speaks of Nowhere, which is not on the map",
        ),
        (
            countries.RECIPE + '[[bridges]]\nplace = "Ford"\nriver = "Main"\nside = "0101/0102"\nwhy = "-"\n',
            "The bridge Ford finds no hexside of the Main",
        ),
    ],
)
def test_a_recipe_that_cannot_be_met_says_why(tmp_path: Path, recipe: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        build("country", countries.found(tmp_path, recipe))


def test_an_unknown_key_is_refused_with_its_path(tmp_path: Path) -> None:
    recipe = change('why = "It makes a fork."', 'colour = "blue"')
    with pytest.raises(msgspec.ValidationError, match=r"unknown field `colour` - at `\$\.rivers\[1\]`"):
        build("country", countries.found(tmp_path, recipe))


@pytest.mark.parametrize(
    ("recipe", "sentence"),
    [
        (change('part = "edge.german"', 'part = "edge.allied"'), "exit.X1 lies in 0309, outside edge.allied"),
        (
            change('hex = "0305", why', 'hex = "0303", why'),
            r"Mill \(0305\) and Ford \(0303\) are 2 hexes apart|Mill \(0306\) and Ford \(0303\) are 3 hexes apart",
        ),
    ],
)
def test_a_map_that_breaks_a_promise_is_not_written(tmp_path: Path, recipe: str, sentence: str) -> None:
    resources = countries.found(tmp_path, recipe)
    with pytest.raises(ValueError, match=sentence):
        build_map("country", resources, write)
    assert not (tmp_path / "maps/country.json").exists()


def test_a_victory_place_needs_as_many_hexes_as_the_game_counts(tmp_path: Path) -> None:
    places = countries.PLACES.replace("victory_hexes = 1", "victory_hexes = 2")
    with pytest.raises(ValueError, match="Bedorf am Berg has 1 hexes, not 2"):
        build("country", countries.found(tmp_path, places=places))
    sprawl = '[[sprawls]]\nname = "Bedorf am Berg"\nhexes = ["0708", "0707"]\nwhy = "It grew."\n'
    made = build("country", countries.found(tmp_path, countries.RECIPE + sprawl, places))
    assert made.sheet.zones["vp.Bedorf"] == ("0707", "0708")
    assert made.sheet.cells["0707"].features == ("city",)


def test_a_map_needs_no_places_at_all(tmp_path: Path) -> None:
    resources = countries.found(tmp_path, countries.RECIPE.partition("[starts]")[0])
    (tmp_path / "maps/country.places.toml").unlink()
    made = build("country", resources)
    assert not [z for z in made.sheet.zones if z.startswith(("vp.", "start."))]
