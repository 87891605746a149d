"""Learn by playing at the real window: begun from the list, gone through by hand, and ended in a little game."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QPushButton, QTreeWidgetItem

from hexbench import bootstrap
from hexbench.session.lessons import LessonRun
from hexbench.ui.shell.lessonbar import LessonBar, LessonsDialog
from tests.ui.yard.driver import Player, player_at

SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def learner(qapp: object) -> Iterator[Player]:
    """Somebody at the start page of the program as it ships."""
    with player_at(bootstrap.catalogue()) as found:
        yield found


def open_list(player: Player) -> LessonsDialog:
    """The list of lessons."""
    player.act("help.learn")
    dialog = player.window.learning.dialog
    assert dialog is not None
    assert dialog.isVisible()
    return dialog


def rows_of(dialog: LessonsDialog) -> list[QTreeWidgetItem]:
    """The rows of lessons, the titles of games left out."""
    heads = (dialog.list.topLevelItem(n) for n in range(dialog.list.topLevelItemCount()))
    found = [head.child(k) for head in heads if head is not None for k in range(head.childCount())]
    return [row for row in found if row is not None]


def begin(player: Player, game: str) -> LessonRun:
    """Begin the first lesson of a game, from the list."""
    dialog = open_list(player)
    row = next(n for n, info in enumerate(dialog.infos) if info.game == game)
    dialog.list.setCurrentItem(rows_of(dialog)[row])
    player.push("lessons.begin")
    run = player.window.learning.run
    assert run is not None
    assert run.lesson.game == game
    player.settle()
    return run


def bar_of(player: Player) -> LessonBar:
    """The lesson over the map."""
    bar = player.window.learning.bar
    assert bar is not None
    return bar


def at(run: LessonRun) -> str:
    """The step we are at; empty: the little game."""
    return "" if run.step is None else run.step.id


def take_up(player: Player, unit: str) -> None:
    """Have a counter on top of its stack, as a click in the stack list has it."""
    view = player.window.table.view
    assert view is not None
    view.map.bring_up(unit)
    player.settle()


def press(player: Player, text: str) -> None:
    """Press a button of the prompt bar or of a dock by its words."""
    found = [
        b
        for b in player.window.findChildren(QPushButton)
        if b.text().replace("&", "") == text and b.isVisible()
    ]
    assert found, text
    assert found[0].isEnabled(), text
    found[0].click()
    player.settle()


def test_the_list_has_every_game_and_says_what_each_teaches(learner: Player) -> None:
    dialog = open_list(learner)
    assert {info.game for info in dialog.infos} == set(learner.window.catalogue.games)
    assert dialog.info is not None
    assert dialog.blurb.text() == dialog.info.blurb["en"]
    assert dialog.begin.isEnabled()
    head = dialog.list.topLevelItem(0)
    assert head is not None
    dialog.list.setCurrentItem(head)
    assert not dialog.begin.isEnabled()  # the title of a game is no lesson
    dialog.close()


def test_the_start_screen_opens_it_too(learner: Player) -> None:
    learner.window.show_start()
    learner.settle()
    learner.push("start.learn")
    dialog = learner.window.learning.dialog
    assert dialog is not None
    assert dialog.isVisible()
    dialog.close()


def test_tigers_by_hand_from_the_first_step_to_the_little_game(learner: Player) -> None:
    run = begin(learner, "tigers")
    bar, window = bar_of(learner), learner.window
    assert window.windowTitle().startswith("The road to Bastogne")
    assert "lesson" in window.windowTitle()
    assert bar.count.text() == "1 of 16"
    assert run.step is not None
    assert bar.text.text() == run.step.text
    assert [r.objectName() for r in window.learning.rings] == ["lesson.ring"]
    learner.push("lesson.next")
    assert at(run) == "select"
    learner.click("2Pz")  # what the step speaks of lies on top of its stack
    assert at(run) == "move"
    learner.drag("2Pz", "1004")
    assert at(run) == "why_not"
    assert "strong zone" in bar.note.text()
    learner.drag("26VG", "804")
    assert at(run) == "why_not"  # the reasons are read before one goes on
    assert window.table.over is not None
    assert window.table.over.whynot.isVisible()
    assert not bar.next.isHidden()
    learner.push("lesson.next")
    assert not window.table.over.whynot.isVisible()
    learner.drag("26VG", "1004")
    assert at(run) == "third"
    learner.drag("116Pz", "1106")  # legal, and not what was asked
    assert "a different course" in bar.note.text()
    assert (run.strayed, bar.undo.isVisible()) == (True, True)
    learner.push("lesson.undo")
    assert (run.strayed, bar.undo.isVisible()) == (False, False)
    learner.drag("PzLehr", "1003")
    assert at(run) == "end_move"
    learner.end()
    assert at(run) == "attack"
    for unit in ("2Pz", "26VG", "PzLehr"):
        take_up(learner, unit)
        learner.drag(unit, "904")
    assert at(run) == "odds"
    learner.push("lesson.next")
    press(learner, "Allocate the attacks")
    learner.end()
    assert at(run) == "resolve"
    press(learner, "Resolve")
    assert at(run) == "die"
    assert window.bridge.viewer == "german"  # no cover between the players: the other one is the lesson
    assert window.pages.currentWidget() is window.table
    learner.push("lesson.next")
    assert at(run) == "how_far"
    press(learner, "They retreat 2 hexes.")
    assert at(run) == "retreat"
    learner.push("lesson.next")
    assert at(run) == "advance"
    learner.drag("2Pz", "904")
    learner.end()  # who else could advance is listed first
    assert at(run) == "second_pass"
    learner.drag("116Pz", "905")
    assert run.in_game
    assert bar.next.text().replace("&", "") == "Play on against the computer"
    learner.push("lesson.next")
    session = window.bridge.session
    assert session is not None
    assert session.header.players == {"allied": "quick"}
    assert window.machine.isVisible()
    learner.push("lesson.back")
    assert session.header.players == {}
    assert at(run) == "second_pass"
    learner.push("lesson.leave")
    assert window.learning.run is None
    assert window.pages.currentWidget() is window.start
    assert not bar.isVisible()


def test_trumpets_by_hand_from_the_first_step_to_the_little_game(learner: Player) -> None:
    run = begin(learner, "trumpets")
    learner.push("lesson.next")
    learner.click("III-9_FJR")
    assert at(run) == "why_not"
    learner.drag("III-9_FJR", "0917")
    assert run.waits
    learner.push("lesson.next")
    learner.drag("III-9_FJR", "1018")
    assert at(run) == "others"
    for unit, where in (("I-9_FJR", "1117"), ("II-9_FJR", "1118")):
        take_up(learner, unit)
        learner.drag(unit, where)
    assert at(run) == "end_move"
    learner.end()
    assert at(run) == "one"
    learner.drag("I-9_FJR", "1017")
    assert at(run) == "three"
    learner.drag("II-9_FJR", "1017")
    learner.drag("III-9_FJR", "1017")
    assert at(run) == "artillery"
    learner.click("AR_12")
    press(learner, "Support with artillery")
    assert at(run) == "fight"
    press(learner, "Fight")
    assert at(run) == "dice"
    learner.push("lesson.next")
    assert at(run) == "loss"
    press(learner, "I/9 FJR loses a step")
    assert at(run) == "advance"
    learner.drag("II-9_FJR", "1017")
    learner.end()
    assert at(run) == "command"
    learner.click("HQ_3FJ")
    assert run.in_game


@pytest.mark.parametrize("game", sorted(bootstrap.catalogue().games))
def test_show_me_goes_through_every_lesson_in_the_window(learner: Player, game: str) -> None:
    """At every step all of the bar can be read, and what is lit is in the window."""
    run = begin(learner, game)
    bar, window = bar_of(learner), learner.window
    for n in range(3 * len(run.lesson.step)):
        if run.step is None:
            break
        room = bar.geometry()
        for label in (bar.note, bar.text, bar.why):
            if label.isVisible():
                assert label.height() >= label.heightForWidth(label.width()), (at(run), label.objectName())
                assert room.height() >= label.geometry().bottom()
        assert window.table.view is not None
        assert window.table.view.height() > 200
        for ring in window.learning.rings:
            assert window.rect().contains(ring.geometry())
        before = (run.at, run.waits)
        bar.main.click()
        learner.settle()
        assert (run.at, run.waits) != before, (n, at(run))
    assert run.in_game
    assert bar.main.text().startswith("&Play on")


def test_the_lesson_speaks_and_can_be_gone_through_by_keys(learner: Player) -> None:
    heard: list[str] = []
    learner.window.desk.screen_reader.heard.connect(lambda text, _: heard.append(text))
    run = begin(learner, "tigers")
    assert run.step is not None
    assert any(run.step.text in text for text in heard)
    bar = bar_of(learner)
    assert run.step.text in bar.accessibleDescription()
    for button in (bar.next, bar.show_me, bar.back, bar.leave, bar.undo):
        assert button.focusPolicy() & Qt.FocusPolicy.TabFocus
        assert button.toolTip()
    seen = set()
    for _ in range(12):  # F6 comes round to it
        learner.act("view.next_pane")
        seen.add(learner.window.focusWidget())
    assert bar.main in seen
    bar.next.setFocus()
    learner.keys("Space", to=bar.next)
    assert at(run) == "select"


def test_a_rule_of_the_step_opens_the_rules(learner: Player) -> None:
    run = begin(learner, "tigers")
    bar = bar_of(learner)
    assert run.step is not None
    assert f'href="rule:{run.step.rules[0]}"' in bar.why.text()
    bar.why.linkActivated.emit(f"rule:{run.step.rules[0]}")
    learner.settle()
    assert learner.window.table.rules.at == run.step.rules[0]
    assert learner.window.table.rules.isVisible()


def test_what_is_lit_is_on_the_map_and_round_the_button(learner: Player) -> None:
    run = begin(learner, "tigers")
    window = learner.window
    (ring,) = window.learning.rings
    button = window.table.prompt.default
    assert button is not None
    box = QRect(button.mapTo(window, QPoint(0, 0)), button.size())
    assert ring.geometry().contains(box)
    learner.push("lesson.next")
    assert at(run) == "select"
    assert not window.learning.rings
    assert window.table.view is not None
    lit = window.table.view.map.overlays["lesson"]
    assert lit is not None
    window.prefs.change("map.top", "west")
    learner.settle()
    assert window.table.view.map.overlays["lesson"] == lit, "on the turned map too"


def test_it_is_high_contrast_too(learner: Player) -> None:
    """The words of the bar stand on its own ground, in the colours of the look."""
    learner.act("view.contrast")
    begin(learner, "tigers")
    bar = bar_of(learner)
    ground = learner.window.desk.palette.chrome.alternate
    assert bar.grab().toImage().pixelColor(bar.width() - 3, bar.height() // 2).name() == ground
    learner.act("view.contrast")


def test_undo_by_key_takes_the_lesson_back(learner: Player) -> None:
    run = begin(learner, "tigers")
    learner.push("lesson.next")
    learner.push("lesson.show")
    learner.drag("2Pz", "1004")
    assert at(run) == "why_not"
    learner.act("edit.undo")
    assert at(run) == "move"
    learner.act("edit.redo")
    assert at(run) == "why_not"


def test_a_lesson_that_was_won_is_marked_in_the_list(learner: Player) -> None:
    run = begin(learner, "trumpets")
    window = learner.window
    while run.step is not None:
        bar_of(learner).main.click()
        learner.settle()
    for _ in range(60):
        if run.won:
            break
        default = run.session.seat(run.session.decider).prompt.default
        assert default is not None
        run.session.do(default)
    learner.settle()
    assert run.won
    assert bar_of(learner).head.text() == "Lesson over"
    window.show_start()
    dialog = open_list(learner)
    marks = [row.text(2) for row in rows_of(dialog)]
    assert marks.count("yes") == 1
    dialog.close()


def test_another_game_ends_the_lesson(learner: Player) -> None:
    begin(learner, "tigers")
    learner.window.open_practice()
    learner.settle()
    assert learner.window.learning.run is None
    assert not bar_of(learner).isVisible()
