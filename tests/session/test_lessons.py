"""Lessons without a window: every one that ships is played to its little game, and whoever strays is told so kindly."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexbench import bootstrap
from hexbench.engine.history import Diverged
from hexbench.engine.values import Action
from hexbench.session.dice import check_dice
from hexbench.session.lessons import (
    ALSO,
    NOT_WON,
    STRAYED,
    WON,
    LessonRun,
    begin_lesson,
    check_lesson,
    follow_model,
)
from hexbench.session.opening import open_file
from hexbench.store.lessons import LessonInfo

CATALOGUE = bootstrap.catalogue()
ALL = [info for key in CATALOGUE.games for info in CATALOGUE.lessons(key)]
NAMES = [f"{info.game}/{info.name}" for info in ALL]


def lesson(name: str) -> LessonRun:
    """A shipped lesson at its beginning."""
    info = ALL[NAMES.index(name)]
    return begin_lesson(CATALOGUE, info.path, info.game)


def name_of(run: LessonRun) -> str:
    """The step that a lesson is at; empty: the little game."""
    return "" if run.step is None else run.step.id


def to_the_end(run: LessonRun) -> None:
    """Follow the model up to the little game."""
    while run.step is not None:
        follow_model(run)


def at_step(run: LessonRun, name: str) -> LessonRun:
    """Follow the model up to a step."""
    while run.step is not None and run.step.id != name:
        follow_model(run)
    assert run.step is not None, name
    return run


def test_every_game_has_a_lesson() -> None:
    assert {info.game for info in ALL} == set(CATALOGUE.games)


@pytest.mark.parametrize("info", ALL, ids=NAMES)
def test_its_model_leads_from_the_first_step_to_the_little_game(info: LessonInfo) -> None:
    found = check_lesson(CATALOGUE, info.path)
    assert 8 <= len(found.step) <= 20
    assert 10 <= found.minutes <= 15


@pytest.mark.parametrize("info", ALL, ids=NAMES)
def test_it_tells_all_of_it_in_german_too(info: LessonInfo) -> None:
    run = begin_lesson(CATALOGUE, info.path)
    for n in range(len(run.lesson.step) + 1):
        run.at = n
        english, german = run.words("en"), run.words("de")
        assert english.text != german.text
        assert bool(english.why) == bool(german.why)
    assert set(info.title) == set(info.blurb) == {"en", "de"}


@pytest.mark.parametrize("info", ALL, ids=NAMES)
def test_a_step_of_the_lesson_itself_names_the_button_that_plays_it(info: LessonInfo) -> None:
    run = begin_lesson(CATALOGUE, info.path)
    for n in range(len(run.lesson.step)):
        run.at = n
        if run.plays:
            assert "Press Continue" in run.words("en").text
            assert "Drücken Sie Weiter" in run.words("de").text


@pytest.mark.parametrize("info", ALL, ids=NAMES)
def test_undo_takes_the_lesson_back_with_it(info: LessonInfo) -> None:
    """From the end back to the first position; at every step one could go on from there."""
    run = begin_lesson(CATALOGUE, info.path)
    seen = {run.session.node: 0}
    while run.step is not None:
        follow_model(run)
        seen[run.session.node] = run.at
    while run.session.history.can_undo:
        run.session.undo()
        if run.session.node in seen:
            assert run.at == seen[run.session.node]
    assert run.at <= seen[run.session.node]
    to_the_end(run)


@pytest.mark.parametrize("info", ALL, ids=NAMES)
def test_back_goes_step_by_step_to_the_beginning(info: LessonInfo) -> None:
    run = begin_lesson(CATALOGUE, info.path)
    start = run.session.state
    to_the_end(run)
    for n in range(len(run.lesson.step) - 1, -1, -1):
        assert run.may_back
        run.back()
        assert run.at == n
    assert not run.may_back
    assert run.session.state == start


@pytest.mark.parametrize("info", ALL, ids=NAMES)
def test_show_me_does_what_is_left_of_every_step(info: LessonInfo) -> None:
    run = begin_lesson(CATALOGUE, info.path)
    while run.step is not None:
        at = run.at
        run.play()
        if run.at == at:  # the rest of it is for the hand
            follow_model(run)
        assert run.at > at
        assert run.note is None


@pytest.mark.parametrize("info", ALL, ids=NAMES)
def test_its_game_is_marked_and_replays_alike(info: LessonInfo, tmp_path: Path) -> None:
    """The dice that were laid out are recorded like any, and nothing passes them off as rolled."""
    run = begin_lesson(CATALOGUE, info.path)
    to_the_end(run)
    run.session.save_as(tmp_path / "lesson.hexbench")
    digest = run.session.rules.digest(run.session.state)
    run.close()
    run.session.close()
    again, notices = open_file(CATALOGUE, tmp_path / "lesson.hexbench")
    assert not notices
    assert again.header.lesson == info.name
    assert again.rules.digest(again.state) == digest
    (line,) = check_dice(again.header, again.history).lines
    assert "the dice were fixed in advance" in str(line)
    for node in again.history.nodes:
        try:
            again.history.state_at(node.number)
        except Diverged as fault:
            pytest.fail(str(fault))
    again.close()


# ---- whoever does something else -------------------------------------------------------------------------------------
TIGERS = "tigers/first_battle"


def test_another_legal_action_is_not_forbidden_and_can_be_taken_back() -> None:
    run = at_step(lesson(TIGERS), "move")
    here = run.session.state
    run.session.do(Action("move", ("PzLehr",), "1202"))
    assert name_of(run) == "move"
    assert (run.strayed, run.note) == (True, STRAYED)
    run.take_back()
    assert run.session.state == here
    assert (run.strayed, run.note) == (False, None)


def test_undo_takes_it_back_as_well() -> None:
    run = at_step(lesson(TIGERS), "move")
    run.session.do(Action("move", ("PzLehr",), "1202"))
    run.session.undo()
    assert not run.strayed
    assert name_of(run) == "move"


def test_another_way_that_serves_as_well_counts() -> None:
    run = at_step(lesson(TIGERS), "move")
    run.session.do(Action("move", ("2Pz",), "1003"))
    assert name_of(run) == "why_not"
    assert run.note == ALSO


def test_what_is_asked_for_may_be_done_in_parts_and_in_any_order() -> None:
    run = at_step(lesson(TIGERS), "attack")
    run.session.do(Action("attack", ("PzLehr",), "904"))
    assert not run.strayed
    run.session.do(Action("attack", ("2Pz", "26VG"), "904"))
    assert name_of(run) == "odds"
    assert run.note is None


def test_what_is_only_to_be_read_is_not_passed_by_acting() -> None:
    run = at_step(lesson(TIGERS), "odds")
    run.session.do(Action("allocate"))
    assert name_of(run) == "odds"
    assert run.strayed


def test_show_me_takes_back_first_and_then_does_the_rest() -> None:
    run = at_step(lesson(TIGERS), "third")
    run.session.do(Action("move", ("116Pz",), "1005"))
    assert run.strayed
    run.play()
    assert name_of(run) == "end_move"
    assert run.session.state.units["116Pz"].at == "1105"
    assert run.session.state.units["PzLehr"].at == "1003"


def test_a_refusal_counts_only_for_its_reason_and_is_read_before_one_goes_on() -> None:
    run = at_step(lesson(TIGERS), "why_not")
    seat = run.session.seat("german")
    wrong = seat.refuse(Action("move", ("26VG",), "1309"))
    assert wrong
    run.refused("1309", wrong, ("26VG",))
    assert not run.waits
    far = seat.refuse(Action("attack", ("26VG",), "804"))
    run.refused("804", far, ("26VG",))
    assert not run.waits
    right = seat.refuse(Action("move", ("26VG",), "804"))
    run.refused("804", right, ("PzLehr",))
    waited = run.waits
    run.refused("804", right, ("26VG",))
    assert (waited, run.waits) == (False, True)
    run.press()
    assert name_of(run) == "stack"


def test_selecting_something_else_waits_on() -> None:
    run = at_step(lesson(TIGERS), "select")
    run.selected(("PzLehr",))
    assert name_of(run) == "select"
    run.selected(("2Pz",))
    assert name_of(run) == "move"


def test_where_nothing_goes_on_any_more_it_says_so() -> None:
    """Another way was taken and kept: what the model wants cannot be done from there, and the step before is offered."""
    run = at_step(lesson(TIGERS), "stack")
    run.session.do(Action("move", ("PzLehr",), "1202"))
    run.session.do(Action("move", ("26VG",), "1004"))  # what was asked for, and what was not was kept
    assert name_of(run) == "third"
    run.play()
    assert run.note is not None
    assert "can no longer be done from here" in str(run.note)
    run.back()
    assert name_of(run) == "stack"


def test_the_dice_of_a_step_fall_as_laid_out_and_all_others_by_the_seed() -> None:
    run = lesson(TIGERS)
    to_the_end(run)
    faces = {
        run.session.history.nodes[n].record.numbers  # type: ignore[union-attr]
        for n in range(1, len(run.session.history.nodes))
    }
    assert (2,) in faces
    free = at_step(lesson(TIGERS), "attack")
    free.close()  # no lesson any more: nothing is laid out
    assert free.session.dealer is None
    for action in (Action("attack", ("2Pz",), "904"), Action("allocate"), Action("end")):
        free.session.do(action)
    free.session.do(Action("resolve", ("904",)))
    seeded = free.session.rules.apply(free.session.state, Action("order", (), "free"))
    out = free.session.do(Action("order", (), "free"))
    assert out.numbers == seeded.numbers


def test_the_little_game_is_won_on_the_map() -> None:
    run = lesson(TIGERS)
    to_the_end(run)
    assert run.in_game
    assert run.computer == {"allied": "quick"}
    assert not run.won
    session = run.session
    held = dict(run.lesson.little_game.until.hex_held)
    for _ in range(400):  # defaults: nobody drives the Americans from the crossroads
        prompt = session.seat(session.decider).prompt
        if prompt.default is None:
            break
        session.do(prompt.default)
    assert run.ended
    assert run.note == NOT_WON
    assert any(session.rules.holder(session.state, at) != side for at, side in held.items())
    run.back()
    assert run.step is not None


def test_the_goal_that_is_reached_ends_it() -> None:
    run = lesson("trumpets/first_battle")
    to_the_end(run)
    session = run.session
    for _ in range(60):
        if run.won:
            break
        default = session.seat(session.decider).prompt.default
        assert default is not None
        session.do(default)
    assert run.won
    assert run.note == WON
