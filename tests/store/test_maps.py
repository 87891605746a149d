from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from hexbench.atlas.sheet import MapSheet
from hexbench.store import canon, maps
from hexbench.store.paths import find_places
from hexbench.store.strict import BadFile
from tests.toys.ridge import ground

SHEET = ground.sheet()


@pytest.fixture
def resources(tmp_path: Path) -> Path:
    canon.write(tmp_path / "maps" / "ridge.json", SHEET)
    return tmp_path


def test_a_map_reads_back_as_it_was_written(resources: Path) -> None:
    assert maps.shipped_map(resources, "ridge") == SHEET


@pytest.mark.parametrize("key", ["", "nothing", "../maps/ridge", ".ridge"])
def test_a_map_that_is_not_there(resources: Path, key: str) -> None:
    with pytest.raises(BadFile, match="there is no map"):
        maps.shipped_map(resources, key, "scenario.json")


def test_a_map_with_another_name(resources: Path) -> None:
    canon.write(resources / "maps" / "else.json", SHEET)
    with pytest.raises(BadFile, match='says its key is "ridge"'):
        maps.shipped_map(resources, "else")


def test_an_unknown_key_in_one_hex_is_named(resources: Path) -> None:
    raw: dict[str, Any] = msgspec.to_builtins(SHEET)
    raw["cells"]["0203"] = {"terrain": "wood", "feature": ["town"]}
    path = resources / "maps" / "ridge.json"
    canon.write(path, raw)
    with pytest.raises(BadFile) as caught:
        maps.read_map(path)
    assert (
        str(caught.value) == f'{path}, cells["0203"].feature: there is no such key. Did you mean "features"?'
    )


def test_the_short_form_of_a_map(resources: Path) -> None:
    sheet = maps.inline_map(
        {"grid": "ridge", "cells": {"0101": "clear", "0102": {"terrain": "wood"}}, "hexsides": []}, resources
    )
    assert sheet.grid == SHEET.grid
    assert [cell.terrain for cell in sheet.cells.values()] == ["clear", "wood"]
    assert len(maps.make_atlas(sheet).labels) == 2


@pytest.mark.parametrize(
    ("raw", "where"),
    [
        ({"cells": {}}, "map.grid"),
        ({"grid": "ridge", "cells": {"0101": {"ground": "wood"}}}, 'map.cells["0101"].ground'),
        ({"grid": "ridge", "cells": {}, "roods": []}, "map.roods"),
    ],
)
def test_a_short_form_with_a_fault(resources: Path, raw: dict[str, Any], where: str) -> None:
    with pytest.raises(BadFile) as caught:
        maps.inline_map(raw, resources, "p.json")
    assert caught.value.where == where


@pytest.mark.parametrize(
    ("more", "where", "sentence"),
    [
        ({"cells": {"9999": "clear"}}, 'map.cells["9999"]', "this is not a hex of the grid"),
        ({"grid": "nowhere"}, "map.grid", "there is no map"),
        (
            {"hexsides": [{"side": "0302/0301", "kinds": []}]},
            "map.hexsides[0].side",
            "0302/0301 is not a hexside",
        ),
        ({"roads": [{"side": "0301"}]}, "map.roads[0].side", "0301 is not a hexside"),
        ({"zones": {"east": ["0301", "0909"]}}, "map.zones.east[1]", "0909 is not a hex of this map"),
    ],
)
def test_what_is_not_on_a_map_written_out_is_named_by_its_key(
    resources: Path, more: dict[str, Any], where: str, sentence: str
) -> None:
    raw = {"grid": "ridge", "cells": {"0301": "clear", "0302": "clear"}, **more}
    with pytest.raises(BadFile, match=sentence) as fault:
        maps.inline_map(raw, resources)
    assert fault.value.where == where


def test_the_digest_changes_with_the_map() -> None:
    other = msgspec.structs.replace(SHEET, title="Another")
    assert maps.digest(SHEET) == maps.digest(ground.sheet()) != maps.digest(other)


def test_the_grid_of_a_shipped_map_is_read_once_for_all_positions(
    resources: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[Path] = []
    really = maps.quick_map

    def counted(path: Path) -> MapSheet | None:
        read.append(path)
        return really(path)

    monkeypatch.setattr(maps, "quick_map", counted)
    short = {"grid": "ridge", "cells": {"0101": "clear"}}
    first = maps.inline_map(dict(short), resources)
    assert maps.inline_map(dict(short), resources).grid == first.grid
    assert len(read) == 1
    raw: dict[str, Any] = msgspec.to_builtins(SHEET)
    canon.write(resources / "maps" / "ridge.json", {**raw, "title": "Another map with more letters"})
    assert maps.shipped_map(resources, "ridge").title == "Another map with more letters", "it has changed"
    assert len(read) == 2


def test_a_shipped_map_read_the_quick_way_is_the_same() -> None:
    (*shipped,) = sorted((find_places().resources / "maps").glob("*.json"))
    assert shipped
    for path in shipped:
        assert maps.quick_map(path) == maps.read_map(path)


def test_a_damaged_map_that_ships_is_told_as_any_other(resources: Path) -> None:
    path = resources / "maps" / "ridge.json"
    path.write_text(path.read_text(encoding="utf-8").replace('"grid"', '"gird"', 1), encoding="utf-8")
    assert maps.quick_map(path) is None
    with pytest.raises(BadFile, match="grid"):
        maps.shipped_map(resources, "ridge")
