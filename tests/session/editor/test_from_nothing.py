"""A small scenario of each game made from nothing: checked, saved, opened again, listed, and played to its end."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexbench.session.checking import check_file
from hexbench.session.editor.problems import findings
from hexbench.session.editor.scenario import ScenarioDraft
from hexbench.session.editor.starting import editing_refusal, from_position, new_scenario, open_scenario
from hexbench.session.library import Library, compose
from hexbench.session.opening import begin, open_file
from hexbench.store import canon, scenarios
from hexbench.store.strict import BadFile, read_raw
from hexbench.study.playout import Chance, Done, make_opponents, play_out
from tests.session.editor.small import SMALL
from tests.sizes import FULL, sized


@pytest.mark.parametrize("game", SMALL)
def test_from_nothing_to_the_end_of_a_game(games: Library, game: str) -> None:
    draft = SMALL[game](games)
    assert [str(one.text) for one in findings(draft, slow=True) if one.level == "error"] == []
    path = games.places.data / "scenarios" / game / "of_my_own.json"
    draft.save(path)
    assert not draft.dirty
    assert "of_my_own" in [info.name for info in games.scenarios(game)]
    assert check_file(games, path).startswith(("a scenario", "a position"))
    loaded = games.load_scenario(game, "of_my_own")
    for opponent, seed in (("random", 1), ("default", 2)):
        minds = make_opponents(loaded.game, (opponent,))
        result = play_out(loaded.rules, loaded.begin(seed), minds, Chance(seed), check=opponent == "random")
        assert result.ended
        assert result.breaches == ()
    again = open_scenario(games, path)
    assert again.document == draft.document
    again.save()
    assert open_scenario(games, path).document == draft.document


@pytest.mark.parametrize("game", SMALL)
@pytest.mark.parametrize("kind", ["scenario", "position"])
def test_a_new_document_of_either_kind_is_complete(games: Library, game: str, kind: str) -> None:
    map_ = "tide_of_iron_noville" if game == "tide_of_iron" else game
    draft = new_scenario(games, game, map_, kind)  # type: ignore[arg-type]
    assert draft.begin_play() is draft.loaded
    assert draft.document.main["format"] == f"hexbench-{kind}"
    assert [*draft.entries()] == []
    assert draft.turns[1].box
    file = scenarios.parse_file(draft.document.main, games.places.data / "untitled.json")
    assert (file.game, file.name) == (game, "untitled")
    uids = [draft.add(side, at) for side, at in zip(draft.game.sides, _hexes(draft), strict=True)]
    assert [draft.side_of(uid) for uid in uids] == list(draft.game.sides)
    assert {uid: at for uid, (_, at) in draft.faces().items()} == dict(zip(uids, _hexes(draft), strict=True))
    assert draft.state.units.keys() == set(uids)


def _hexes(draft: ScenarioDraft) -> tuple[str, str]:
    """Two hexes in the middle of a map, apart."""
    labels = draft.rules.atlas.labels
    return labels[len(labels) // 3], labels[len(labels) // 3 + 2]


def _small_map(games: Library, game: str, keep: int) -> str:
    """A corner of the map that ships, as a map of the player's own."""
    key = "tide_of_iron_lanzerath" if game == "tide_of_iron" else game
    raw = read_raw(games.places.resources / "maps" / f"{key}.json")
    cells = dict(list(raw["cells"].items())[-keep:])
    raw |= {"key": f"corner_{game}", "title": "A corner", "cells": cells, "places": [], "lines": []}
    for name in ("hexsides", "roads"):
        raw[name] = [one for one in raw.get(name, []) if all(at in cells for at in one["side"].split("/"))]
    raw["zones"] = {name: [at for at in hexes if at in cells] for name, hexes in raw.get("zones", {}).items()}
    canon.write(games.places.maps / f"corner_{game}.json", raw)
    return f"corner_{game}"


@pytest.mark.parametrize("game", SMALL)
def test_a_new_scenario_on_a_map_of_ones_own_is_played_to_its_end_and_carries_the_map(
    games: Library, game: str, tmp_path: Path
) -> None:
    key = _small_map(games, game, 140)
    assert key in games.maps(game)
    draft = new_scenario(games, game, key)
    labels = draft.rules.atlas.labels
    ours = {side: list(labels) for side in draft.game.sides}
    if game == "tigers":
        ours = {side: [at for at in labels if draft.rules.home(at) == side] for side in ours}
    for side, at in zip(ours, (3, 40), strict=True):
        draft.add(side, ours[side][at % len(ours[side])])
    assert draft.complaints == ()
    assert [str(one.text) for one in findings(draft) if one.level == "error"] == []
    path = draft.save(games.places.data / "scenarios" / game / "corner.json")
    loaded = games.load_file(path)
    for opponent in ("random", *(name for name in ("quick",) if name in loaded.game.opponents)):
        minds = make_opponents(loaded.game, (opponent,))
        result = play_out(loaded.rules, loaded.begin(2), minds, Chance(2), most=3000)
        assert result.ended
    session = begin(loaded, 3, where=tmp_path / "game.hexgame", catalogue=games)
    default = session.prompt.default
    assert default is not None
    session.do(default)
    session.close()
    (games.places.maps / f"{key}.json").unlink()
    again, notices = open_file(games, tmp_path / "game.hexgame")
    assert notices == ()
    assert again.rules.atlas.labels == labels


def test_there_is_no_new_scenario_of_no_game_and_on_no_map(games: Library) -> None:
    with pytest.raises(BadFile, match="no game"):
        new_scenario(games, "chess", "iron_tide")
    with pytest.raises(BadFile, match="there is no map"):
        new_scenario(games, "iron_tide", "atlantis")


# ---- positions of running games --------------------------------------------------------------------------------------
@pytest.mark.parametrize("game", SMALL)
def test_a_position_of_a_running_game_is_taken_into_the_editor_and_played_on(
    games: Library, game: str
) -> None:
    name = next(info.name for info in games.scenarios(game))
    session = begin(games.load_scenario(game, name), 5, study=True)
    while len(session.history.nodes) < 12 and session.decider is not None:
        default = session.prompt.default
        assert default is not None
        session.do(default)
    draft = from_position(games, session)
    assert draft.fault is None
    assert draft.problems == ()
    loaded = draft.begin_play()
    assert loaded.position.units == session.state.units
    assert loaded.position.dice.seed == 0
    draft.save(games.places.data / "scenarios" / game / "taken.json")
    again = games.load_scenario(game, "taken")
    assert again.position == loaded.position
    assert play_out(
        again.rules, again.begin(1), make_opponents(again.game, ("default",)), Chance(1), most=200
    ).actions


def test_a_position_in_the_middle_of_something_is_set_to_the_beginning_of_a_phase(games: Library) -> None:
    session = begin(games.load_scenario("trumpets", "losheim"), 5, study=True)
    while len(session.state.stack) < 3:
        default = session.prompt.default
        assert default is not None
        session.do(default)
    draft = from_position(games, session)
    field = next(one for form in draft.forms for one in form.fields if one.key == "phase")
    draft.set_form(field, "combat")
    assert draft.get("position", "phase") == "combat"
    assert draft.get("position", "stack") is None
    assert draft.fault is None


def test_what_one_side_may_not_know_is_not_taken_into_the_editor(games: Library) -> None:
    session = begin(games.load_scenario("tigers", "campaign"), 5)
    assert editing_refusal(session) is None  # nothing is hidden yet
    while not session.secret:
        default = session.prompt.default
        assert default is not None
        session.do(default)
    with pytest.raises(ValueError, match="study mode"):
        from_position(games, session)
    session.set_study(True, session.rules.sides)
    assert from_position(games, session).fault is None


@pytest.mark.parametrize("game", SMALL)
def test_a_position_described_and_composed_is_the_same_position(games: Library, game: str) -> None:
    players = ("default", "random")
    for n, info in enumerate(games.scenarios(game)):
        loaded = games.load_scenario(game, info.name)
        editing = loaded.game.editing  # type: ignore[attr-defined]
        wrong: list[int] = []

        def watch(
            done: Done, loaded: object = loaded, editing: object = editing, wrong: list[int] = wrong
        ) -> None:
            if done.number % 7 == 0:
                state = done.out.state
                content = editing.position(loaded.rules, state)  # type: ignore[attr-defined]
                if compose(loaded.game, loaded.rules, content, None) != state:  # type: ignore[attr-defined]
                    wrong.append(done.number)

        # a scenario each in turn, and the first of a game both
        for opponent in players if FULL or n == 0 else (players[n % 2],):
            minds = make_opponents(loaded.game, (opponent,))
            play_out(loaded.rules, loaded.begin(7), minds, Chance(3), watch=watch, most=sized(60, 90))
        assert wrong == [], info.name


def test_a_scenario_of_ones_own_lies_beside_what_ships_and_does_not_hide_it(games: Library) -> None:
    draft = open_scenario(games, games.scenario_path("trumpets", "losheim"))
    draft.set_header("title", "Losheim, changed")
    path = draft.save(games.places.data / "scenarios" / "trumpets" / "losheim_2.json")
    assert read_raw(path)["name"] == "losheim_2"
    names = [info.name for info in games.scenarios("trumpets")]
    assert names[-1] == "losheim_2"
    assert "losheim" in names
