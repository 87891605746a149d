"""Lessons under edit, without a window: opened, changed, undone at every step, saved without loss, and checked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hexbench import bootstrap
from hexbench.engine.values import Action
from hexbench.session.editor.draft import Finding
from hexbench.session.editor.journal import Journal, recovered, unfinished
from hexbench.session.editor.lesson_doc import (
    HAPPENED,
    NAMES,
    LessonDraft,
    Rehearsal,
    findings,
    lesson_on_position,
    lesson_on_scenario,
    open_lesson,
)
from hexbench.session.lessons import begin_lesson, check_lesson
from hexbench.session.opening import open_new
from hexbench.store.lessons import EVENTS, Condition, LessonInfo, LessonStep, list_lessons, read_lesson
from hexbench.store.paths import Places
from hexbench.store.strict import BadFile

CATALOGUE = bootstrap.catalogue()
ALL = [info for key in CATALOGUE.games for info in CATALOGUE.lessons(key)]
GAMES = [info.game for info in ALL]


def opened(game: str) -> LessonDraft:
    """The lesson of a game that ships."""
    return open_lesson(CATALOGUE, ALL[GAMES.index(game)].path)


def found(draft: LessonDraft) -> tuple[Finding, ...]:
    """What is wrong with it, its model played."""
    rehearsal = Rehearsal(draft)
    for _ in rehearsal.steps():
        pass
    out = findings(draft, rehearsal)
    rehearsal.close()
    return out


def said(draft: LessonDraft) -> list[str]:
    """The same as sentences."""
    return [str(one.text) for one in found(draft)]


@pytest.mark.parametrize("info", ALL, ids=GAMES)
def test_a_shipped_lesson_is_saved_without_loss_and_listed(info: LessonInfo, tmp_path: Path) -> None:
    draft = open_lesson(CATALOGUE, info.path)
    assert found(draft) == ()
    path = tmp_path / "lessons" / f"{info.name}.toml"
    draft.save(path)
    assert read_lesson(path) == read_lesson(info.path)
    assert check_lesson(CATALOGUE, path).title == read_lesson(info.path).title
    listed, faults = list_lessons(tmp_path, info.game)
    assert [one.name for one in listed] == [info.name]
    assert faults == ()


def test_a_lesson_saved_under_another_name_is_named_so(tmp_path: Path) -> None:
    draft = opened("tigers")
    draft.save(tmp_path / "lessons" / "my_own.toml")
    assert draft.get("name") == "my_own"
    assert not draft.dirty
    assert [one.name for one in list_lessons(tmp_path, "tigers")[0]] == ["my_own"]


@pytest.mark.parametrize("game", GAMES)
def test_every_edit_is_undone_to_what_was_before(game: str) -> None:
    draft = opened(game)
    edits: list[Any] = [
        lambda: draft.set_frame(("title",), "Another"),
        lambda: draft.set_frame(("de", "blurb"), ""),
        lambda: draft.set_frame(("minutes",), None),
        lambda: draft.set_step(0, ("why",), None),
        lambda: draft.set_step(1, ("light", "hexes"), ["0101"]),
        lambda: draft.add_step(1),
        lambda: draft.duplicate_step(2),
        lambda: draft.move_step(0, 3),
        lambda: draft.remove_step(4),
        lambda: draft.set_end(("goal",), "Win"),
        lambda: draft.set_end(("de", "title"), "Spiel"),
    ]
    documents = [draft.document]
    for edit in edits:
        edit()
        assert draft.document != documents[-1]
        documents.append(draft.document)
    for before in reversed(documents[:-1]):
        assert draft.undo()
        assert draft.document == before
    assert not draft.dirty
    for after in documents[1:]:
        assert draft.redo()
        assert draft.document == after


def test_words_of_another_language_are_there_whole_or_not_at_all() -> None:
    draft = opened("tigers")
    draft.set_step(0, ("de", "title"), None)
    assert draft.steps[0]["de"]["title"] == ""
    for key in ("text", "why"):
        draft.set_step(0, ("de", key), None)
    assert "de" not in draft.steps[0]
    draft.set_step(0, ("de", "text"), "Lesen")
    assert draft.steps[0]["de"] == {"title": "", "text": "Lesen"}


def test_every_fault_is_told_with_its_step_and_field() -> None:
    draft = opened("tigers")
    draft.set_step(1, ("until",), {"selected": ["Nobody"]})
    draft.set_step(2, ("rules",), ["TG-XXX-99"])
    draft.set_step(3, ("light", "hexes"), ["9999"])
    draft.set_step(4, ("de", "title"), "x" * 61)
    draft.set_step(5, ("free",), ["fly"])
    draft.set_end(("goal",), None)
    assert said(draft) == [
        'Step 2 “Pick a unit”, Ends when: there is no unit "Nobody" in this position.',
        'Step 3 “Move into contact”, Rules: the rules have no clause "TG-XXX-99".',
        'Step 4 “A refusal, explained”, Highlights: there is no hex "9999" on this map.',
        "Step 5 “Two in one hex”, Title in German: this is too long: its length in characters is 61, and the limit is 60.",
        'Step 6 “The third attacker”, Also allowed: this game has no verb "fly".',
        "Little game, Goal: this text is empty.",
    ]


def test_what_the_check_of_files_says_is_said_of_the_draft_too(tmp_path: Path) -> None:
    draft = opened("tigers")
    draft.set_step(2, ("do",), [{"verb": "move", "subject": ["2Pz"], "object": "0101"}])
    path = draft.save(tmp_path / "a.toml")
    with pytest.raises(BadFile) as raised:
        check_lesson(CATALOGUE, path)
    (one,) = found(draft)
    assert one.keys == raised.value.keys == ("step", 2, "do")
    assert str(one.text) == f"Step 3 “Move into contact”, Model: {raised.value.reason}"


def test_the_rehearsal_shows_each_step_at_the_position_it_begins_at() -> None:
    rehearsal = Rehearsal(opened("tigers"))
    assert [*rehearsal.steps()] == list(range(1, 17))
    assert rehearsal.state(2).units["2Pz"].at == "1104"
    assert rehearsal.state(3).units["2Pz"].at == "1004"
    seat = rehearsal.seat(3)
    assert seat is not None
    assert {face.unit: at for face, at in seat.faces()}["2Pz"] == "1004"
    assert rehearsal.phases[:2] == ("movement", "combat")
    rehearsal.close()


def test_a_run_begins_at_any_step_with_those_before_it_done() -> None:
    run = opened("tigers").run(4)
    assert run.step is not None
    assert run.step.id == "stack"
    assert run.session.state.units["2Pz"].at == "1004"
    run.session.close()


def test_what_was_played_in_a_step_becomes_its_model_with_the_dice_that_fell() -> None:
    draft = opened("tigers")
    n = [step["id"] for step in draft.steps].index("move")
    run = draft.run(n)
    run.session.do(Action("move", ("2Pz",), "1003"))
    assert draft.take_model(n, run)
    assert draft.steps[n]["do"] == [{"verb": "move", "subject": ["2Pz"], "object": "1003", "via": ["1003"]}]
    assert draft.steps[n]["until"] == {"unit_in": {"2Pz": "1004"}}
    die = next(k for k, step in enumerate(opened("tigers").steps) if "dice" in step)
    whole = opened("tigers")
    model, dice = whole.steps[die]["do"], whole.steps[die]["dice"]
    run = whole.run(die + 1)
    whole.set_step(die, ("do",), None)
    whole.set_step(die, ("dice",), None)
    whole.take_model(die, run)
    assert (whole.steps[die]["do"], whole.steps[die]["dice"]) == (model, dice)
    assert found(whole) == ()


def test_a_step_that_was_only_read_ends_with_what_was_done_in_it() -> None:
    draft = opened("tigers")
    at = draft.add_step(2)
    draft.set_step(at, ("title",), "T")
    draft.set_step(at, ("text",), "T")
    draft.set_step(at, ("de",), {"title": "T", "text": "T"})
    run = draft.run(at)
    with pytest.raises(ValueError, match="Nothing has been done"):
        draft.take_model(at, run)
    run.session.do(Action("move", ("PzLehr",), "1003"))
    draft.take_model(at, run)
    assert draft.steps[at]["until"] == {"done": [{"verb": "move", "subject": ["PzLehr"], "object": "1003"}]}
    assert draft.run(at + 1).at == at + 1


@pytest.mark.parametrize("game", GAMES)
def test_a_new_lesson_on_a_scenario_begins_at_its_position(game: str) -> None:
    scenario = CATALOGUE.scenarios(game)[0]
    draft = lesson_on_scenario(CATALOGUE, game, scenario.name)
    draft.set_frame(("title",), "Mine")
    draft.set_frame(("blurb",), "Mine")
    draft.set_step(0, ("title",), "Look")
    draft.set_step(0, ("text",), "Look round.")
    draft.set_end(("title",), "Play")
    draft.set_end(("goal",), "Play on.")
    draft.set_end(("until",), {"happened": ["TurnBegan"]})
    assert said(draft) == []
    played = open_new(CATALOGUE, game, scenario.name, seed=1)
    rehearsal = Rehearsal(draft)
    state = rehearsal.state(0)
    assert {u: one.at for u, one in state.units.items()} == {
        u: one.at for u, one in played.state.units.items()
    }
    rehearsal.close()
    played.close()


def test_a_new_lesson_on_the_position_of_a_game() -> None:
    run = begin_lesson(CATALOGUE, ALL[GAMES.index("tigers")].path)
    run.session.do(Action("move", ("2Pz",), "1004"))
    draft = lesson_on_position(CATALOGUE, run.session)
    assert draft.get("side") == "german"
    rehearsal = Rehearsal(draft)
    assert rehearsal.state(0).units["2Pz"].at == "1004"
    rehearsal.close()
    other = opened("blitzkrieg")
    with pytest.raises(ValueError, match="another game"):
        other.take_position(draft.document)
    mine = opened("tigers")
    mine.take_position(draft.document)
    assert mine.get("position") == draft.get("position")
    assert mine.get("base") is None


def test_a_crash_loses_no_edit(tmp_path: Path) -> None:
    places = Places(
        data=tmp_path,
        config=tmp_path,
        resources=CATALOGUE.places.resources,
        scenarios=CATALOGUE.places.scenarios,
    )
    draft = opened("tigers")
    journal = Journal(places, draft, "lesson")
    draft.set_step(0, ("title",), "Once more")
    journal.let_be()
    (left,) = unfinished(places)
    again = recovered(left, lambda start, path: LessonDraft(CATALOGUE, start, path))
    assert again.steps[0]["title"] == "Once more"
    assert again.undo()
    assert again.document == opened("tigers").document


@pytest.mark.parametrize(
    "change",
    [
        {"game": "chess"},
        {"step": 3},
        {"step": [{"until": 1}]},
        {"step": [{"id": ["move"]}]},
        {"little_game": []},
        {"position": "movement"},
        {"de": ["Titel"]},
    ],
)
def test_what_is_no_lesson_is_not_opened(change: dict[str, Any]) -> None:
    draft = opened("tigers")
    with pytest.raises(BadFile, match="not a lesson"):
        LessonDraft(CATALOGUE, type(draft.document)({"": {**draft.document.main, **change}}))


def test_every_part_of_a_lesson_has_a_name() -> None:
    assert set(HAPPENED) == EVENTS
    known = {*Condition.__struct_fields__, *LessonStep.__struct_fields__} - {"de"}
    assert known <= set(NAMES)
