"""What every game declares for the editor holds together; a game that declares nothing does not support the editing."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexbench import bootstrap
from hexbench.engine.documents.editing import Field, editing_of
from hexbench.session.editor.document import MAIN, Document
from hexbench.session.editor.listing import parsed, shown
from hexbench.session.editor.scenario import ScenarioDraft
from hexbench.session.editor.starting import new_scenario, open_scenario
from hexbench.session.library import Library
from hexbench.store.strict import BadFile
from tests.session import toybox

GAMES = [game.key for game in bootstrap.GAMES]
KINDS = ["scenario", "position"]


def new(games: Library, game: str, kind: str) -> ScenarioDraft:
    """A new document on a map of the game."""
    map_ = "tide_of_iron_stoumont" if game == "tide_of_iron" else game
    return new_scenario(games, game, map_, kind)  # type: ignore[arg-type]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", KINDS)
def test_tables_forms_and_tracks_have_names_and_keys_of_their_own(
    games: Library, game: str, kind: str
) -> None:
    draft = new(games, game, kind)
    assert sum(roll.counters for roll in draft.rolls) == 1
    assert any(field.face for field in draft.counters.fields)
    groups: list[tuple[Field, ...]] = [roll.fields for roll in draft.rolls]
    groups += [form.fields for form in draft.forms]
    for fields in groups:
        keys = [field.key for field in fields]
        assert len(set(keys)) == len(keys)
        for field in fields:
            assert str(field.name)[:1].isupper(), field
            assert field.kind != "choice" or len(field.choices) > 1, field
            assert not field.needed or field.blank is not None, field
            if field.kind == "choice":
                assert len({value for value, _ in field.choices}) == len(field.choices)
                for value, name in field.choices:
                    assert parsed(field, shown(field, value)) in (value, field.blank)
                    assert str(name)
    for names in ([roll.key for roll in draft.rolls], [form.key for form in draft.forms]):
        assert len(set(names)) == len(names)
    assert [one for one in draft.turns if not one.box.startswith("#due/")] == []


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", KINDS)
def test_a_counter_that_is_put_somewhere_is_there(games: Library, game: str, kind: str) -> None:
    draft = new(games, game, kind)
    at = draft.rules.atlas.labels[len(draft.rules.atlas.labels) // 2]
    for side in draft.game.sides:
        uid = draft.add(side, at)
        assert (draft.side_of(uid), draft.place_of(uid)) == (side, at)
        assert draft.fault is None
        assert draft.state.units[uid].side == side
        reached = 0
        for box, name in draft.boxes:
            assert str(name)
            try:
                draft.place([uid], box)
            except ValueError:  # it is a box of other counters
                continue
            reached += draft.place_of(uid) == box
        assert reached, "some box takes it"
        draft.place([uid], at)
        assert draft.place_of(uid) == at
        with pytest.raises(ValueError, match="already"):
            draft.add(side, at, uid=uid)
        draft.remove([uid])
        assert uid not in draft.entries()


@pytest.mark.parametrize("game", GAMES)
def test_the_ground_of_a_game_has_every_word_of_its_maps(games: Library, game: str) -> None:
    for key in games.maps(game):
        draft = new_scenario(games, game, key)
        sheet, ground = draft.rules.atlas.sheet, draft.editing.ground(draft.rules.tables)
        assert {cell.terrain for cell in sheet.cells.values()} <= {name for name, _ in ground.terrains}
        assert {one for cell in sheet.cells.values() for one in cell.features} <= {
            n for n, _ in ground.features
        }
        assert {kind for side in sheet.hexsides for kind in side.kinds} <= {n for n, _ in ground.hexsides}
        assert {road.kind for road in sheet.roads} <= {n for n, _ in ground.roads}
        assert {line.kind for line in sheet.lines} <= {n for n, _ in ground.lines}
        heights = {cell.elevation for cell in sheet.cells.values()}
        assert ground.elevations[0] <= min(heights) <= max(heights) <= ground.elevations[1]


def test_a_map_is_offered_for_the_games_it_suits(games: Library) -> None:
    assert games.maps("tide_of_iron") == (
        "tide_of_iron_lanzerath",
        "tide_of_iron_noville",
        "tide_of_iron_stoumont",
    )
    assert "iron_tide" in games.maps("iron_tide")
    assert "tigers" not in games.maps("iron_tide")
    with pytest.raises(BadFile, match=r"[Tt]here is no map"):
        games.map_path("atlantis")


def test_a_game_that_declares_nothing_cannot_be_edited(tmp_path: Path) -> None:
    library = toybox.library(toybox.write_data(tmp_path))
    game = next(iter(library.games))
    assert editing_of(library.games[game]) is None
    path = library.scenarios(game)[0].path
    with pytest.raises(BadFile, match="does not support the editing"):
        open_scenario(library, path)
    with pytest.raises(BadFile, match="no game"):
        ScenarioDraft(library, Document({MAIN: {"game": "chess"}}))
