"""Games of a scenario that is being edited: played to their ends, told, and kept so that they can be opened."""

from __future__ import annotations

from multiprocessing.context import SpawnProcess
from pathlib import Path

import pytest

from hexbench import bootstrap
from hexbench.engine.values import say
from hexbench.session.editor.starting import open_scenario
from hexbench.session.editor.trials import Trial, Trials, summary
from hexbench.session.opening import open_file

CATALOGUE = bootstrap.catalogue()


def trials_of(game: str, name: str, games: int, folder: Path) -> Trials:
    """Random games of a shipped scenario."""
    draft = open_scenario(CATALOGUE, CATALOGUE.places.scenarios / game / f"{name}.json")
    return Trials(draft, games, dict.fromkeys(draft.game.sides, "random"), folder)


def test_games_are_played_to_their_end_and_each_opens_as_a_save(tmp_path: Path) -> None:
    trials = trials_of("trumpets", "losheim", 2, tmp_path)
    trials.start()
    trials.wait()
    done = trials.done
    assert [one.number for one in done] == [1, 2]
    for one in done:
        assert one.ended
        assert not one.fault
        assert one.actions > 10
        assert one.path is not None
        session, notices = open_file(CATALOGUE, one.path)
        assert not notices
        assert session.decider is None
        assert len(session.history.nodes) == one.actions + 1
        session.close()
    assert done[0].actions != done[1].actions or done[0].unused != done[1].unused


def test_they_are_played_in_another_process_and_can_be_stopped(tmp_path: Path) -> None:
    trials = trials_of("trumpets", "losheim", 50, tmp_path)
    running: list[bool] = []
    trials.start()
    running.append(trials.running)
    while not trials.done:
        trials.poll()
    trials.stop()
    running.append(trials.running)
    assert running == [True, False]
    assert 1 <= len(trials.done) < 50


def test_an_opponent_that_there_is_not_is_refused(tmp_path: Path) -> None:
    draft = open_scenario(CATALOGUE, CATALOGUE.places.scenarios / "trumpets" / "losheim.json")
    with pytest.raises(ValueError, match='no opponent "nobody"'):
        Trials(draft, 1, dict.fromkeys(draft.game.sides, "nobody"), tmp_path)


def test_the_summary_counts_wins_lengths_dead_ends_and_who_is_never_used() -> None:
    games = (
        Trial(1, "red", say("major"), "3", 10, True, "", ("a", "b"), None),
        Trial(2, "red", say("minor"), "3", 20, True, "", ("b", "c"), None),
        Trial(3, "", say("Undecided"), "2", 30, False, "KeyError: 'x'", ("b",), None),
    )
    found = summary(games)
    assert found.wins == (("red", 2),)
    assert found.levels == ((say("major"), 1), (say("minor"), 1))
    assert (found.shortest, found.mean, found.longest) == (10, 20, 30)
    assert found.dead_ends == (games[2],)
    assert found.never_used == ("b",)
    assert found.turns == (("3", 2),)
    assert summary(()).wins == ()


def test_games_for_which_no_process_can_be_started_are_told_as_one_that_broke_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lack(_: object) -> None:
        raise OSError("no room for another process")

    trials = trials_of("trumpets", "losheim", 2, tmp_path)
    monkeypatch.setattr(SpawnProcess, "start", lack)
    trials.start()
    assert not trials.running
    (lost,) = trials.done
    assert lost.fault
