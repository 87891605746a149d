"""A map made from nothing is a map of its game: a new scenario is made on it, begins, and is checked."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from hexbench import bootstrap
from hexbench.engine.values import say
from hexbench.session.editor import map_ops
from hexbench.session.editor.journal import Journal, recovered, unfinished
from hexbench.session.editor.map_doc import MapDraft, ground_of, new_map, open_map
from hexbench.session.editor.starting import new_scenario
from hexbench.session.library import Library

GAMES = {
    "iron_tide": "iron_tide",
    "tide_of_iron": "tide_of_iron_noville",
    "tigers": "tigers",
    "blitzkrieg": "blitzkrieg",
    "trumpets": "trumpets",
}


def made(catalogue: Library, game: str) -> MapDraft:
    """A map of 16 by 12 hexes on the grid of the game's own, saved among the player's."""
    shipped = open_map(catalogue.places.resources / "maps" / f"{GAMES[game]}.json").sheet
    c0, r0 = shipped.grid.columns[0], shipped.grid.rows[0]
    spec = replace(shipped.grid, columns=(c0, c0 + 15), rows=(r0, r0 + 11), absent=())
    tables = catalogue.bind(game, shipped, {}).rules.tables
    ground = ground_of(catalogue.games[game], tables, [shipped])
    draft = new_map(f"mine_{game}", "Mine", spec, ground, game=game)
    sheet = draft.sheet
    for zone, _ in ground.zones.names:
        sheet = map_ops.zone(sheet, zone, draft.atlas.labels[:1])
    draft.change(say("Zones"), sheet)
    draft.save(catalogue.places.maps / f"mine_{game}.json")
    return draft


@pytest.mark.parametrize("game", GAMES)
def test_a_new_scenario_begins_on_a_map_made_from_nothing(game: str) -> None:
    catalogue = bootstrap.catalogue()
    draft = made(catalogue, game)
    assert f"mine_{game}" in catalogue.maps(game)
    scenario = new_scenario(catalogue, game, f"mine_{game}")
    assert scenario.fault is None, scenario.fault
    assert scenario.loaded is not None
    assert scenario.rules.atlas.labels == draft.atlas.labels


def test_a_map_that_is_saved_again_is_another_map_for_scenarios(hexbench_home: Path) -> None:
    catalogue = bootstrap.catalogue()
    draft = made(catalogue, "trumpets")
    scenario = new_scenario(catalogue, "trumpets", "mine_trumpets")
    at = draft.atlas.labels[20]
    draft.edit(say("Woods"), lambda s: map_ops.paint(s, [at], "woods"))
    draft.save()
    scenario.refresh()
    assert scenario.rules.atlas.cell(at).terrain == "woods"


def test_edits_of_a_map_outlive_a_crash_with_their_history(hexbench_home: Path) -> None:
    catalogue = bootstrap.catalogue()
    draft = open_map(catalogue.places.resources / "maps" / "tigers.json", "tigers")
    journal = Journal(catalogue.places, draft, "map-tigers")
    draft.edit(say("Forest"), lambda s: map_ops.paint(s, ["806", "807"], "forest"))
    draft.edit(say("Town"), lambda s: map_ops.feature(s, ["506"], "city", True))
    draft.undo()
    journal.let_be()
    with journal.path.open("a", encoding="utf-8") as file:
        file.write('{"node": 3, "par')  # torn by the crash
    (left,) = unfinished(catalogue.places)
    assert left.kind == "map-tigers"
    again = recovered(left, lambda start, path: MapDraft(start, path, "tigers"))
    assert again.sheet == draft.sheet
    assert again.path == draft.path
    assert again.redo()
    assert "city" in again.sheet.cells["506"].features
    while again.undo():
        pass
    assert not again.dirty
