"""Saved games: the whole position, engagements and options included, and play goes on."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexbench import bootstrap
from hexbench.engine.values import Action
from hexbench.session.library import Library
from hexbench.session.opening import open_file, open_new
from hexbench.session.session import Session


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Library:
    """The product's games, with a home of their own."""
    monkeypatch.setenv("HEXBENCH_HOME", str(tmp_path))
    return bootstrap.catalogue()


def again(library: Library, session: Session) -> Session:
    """The same game, closed and opened from its file."""
    path = session.path
    assert path is not None
    session.close()
    found, notices = open_file(library, path)
    assert notices == ()
    return found


@pytest.mark.rule("blitzkrieg", "BK-UI-28", "BK-UI-29")
def test_a_position_with_engagements_and_targets_is_saved_and_play_goes_on(library: Library) -> None:
    session = open_new(library, "blitzkrieg", "bastogne", seed=4)
    session.do(Action("aim", ("VAK_766",), "10_USA:CCB-10"))
    session.do(Action("engage", ("Pz_Lehr:PzLR_130",), "1831"))
    session.do(Action("collect", ("2_Pz:PzR_3",)))
    before = session.state
    found = again(library, session)
    assert found.state == before
    assert found.state.fire == {"VAK_766": "10_USA:CCB-10"}
    assert [e.attackers for e in found.state.engagements] == [("Pz_Lehr:PzLR_130",)]
    assert found.state.raster == ("2_Pz:PzR_3",)
    found.do(Action("deposit", ("2_Pz:PzR_3",), "1929"))
    assert found.state.raster == ()
    found.close()


@pytest.mark.rule("blitzkrieg", "BK-OPT-04")
def test_the_options_are_those_the_game_was_begun_with(library: Library) -> None:
    chosen = {"german_strength": 80, "weather": "always_clear", "last_day": 25}
    session = open_new(library, "blitzkrieg", "campaign", chosen, seed=4)
    session.do(Action("place_all"))
    found = again(library, session)
    options = found.rules.options
    assert (options.german_strength, options.weather, options.last_day) == (80, "always_clear", 25)
    assert found.state.units["1_SS_Pz:SS-PzR_1"].strength == 10
    assert found.state.last_turn == 20
    found.close()


@pytest.mark.rule("blitzkrieg", "BK-AMB-30")
def test_a_game_left_in_its_deployment_goes_on_with_it(library: Library) -> None:
    session = open_new(library, "blitzkrieg", "campaign", seed=4)
    session.do(Action("place", ("272_VG:980",), "2719"))
    found = again(library, session)
    assert found.prompt.step == "deploy"
    assert [r.rule for r in found.seat(None).refuse(Action("end"))] == ["BK-BEG-05"]
    found.close()


@pytest.mark.rule("blitzkrieg", "BK-UI-30")
def test_saved_games_have_a_folder_of_their_own_and_are_listed_until_they_are_deleted(
    library: Library, tmp_path: Path
) -> None:
    session = open_new(library, "blitzkrieg", "bastogne", seed=4)
    session.do(Action("engage", ("Pz_Lehr:PzLR_130",), "1831"))
    path = session.path
    assert path is not None
    assert path.parent == library.places.games
    assert tmp_path in path.parents
    session.close()
    assert [Path(game.path) for game in library.recent.games()] == [path]
    path.unlink()
    assert library.recent.games() == ()
