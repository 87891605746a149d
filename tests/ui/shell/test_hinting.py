"""A hint at the window: asked for by key, looked at step by step, taken over, put away, and never shown to the other side."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from hexbench import bootstrap
from hexbench.session.automaton import makers
from hexbench.session.hinting import MACHINE, NOBODY, NOT_YOURS, Hint, HintStep
from hexbench.session.opening import begin
from hexbench.session.session import Session
from hexbench.study.thinking import Apart
from hexbench.ui.docks.hint import HintPanel
from hexbench.ui.shell import hinting
from hexbench.ui.shell.hinting import HINT, STEP, Hinting
from tests.ui.yard.driver import Player, player_at
from tests.ui.yard.kept_thoughts import HereOnce

SEED = 1944


@pytest.fixture
def real(qapp: object, hexbench_home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Player]:
    """A window on the real games; opponents think in this process."""
    with monkeypatch.context() as patch:
        patch.setattr(Hinting, "make", lambda self, session: HereOnce(session.rules, makers(session.game)))
        with player_at(bootstrap.catalogue(), (1440, 900)) as found:
            yield found


def laid(
    player: Player, game: str = "trumpets", scenario: str = "losheim", *, study: bool = False
) -> Session:
    """A game on the table."""
    window = player.window
    window.show_session(begin(window.catalogue.load_scenario(game, scenario), SEED, study=study))
    player.settle()
    session = window.bridge.session
    assert session is not None
    session.auto = False
    return session


def asked(player: Player) -> Hint:
    """A hint by its key, worked out."""
    player.keys("Ctrl+G", to=player.view)
    return waited(player)


def waited(player: Player) -> Hint:
    for _ in range(3000):
        hint = player.window.hinting.hint
        assert hint is not None
        if not player.window.hinting.timer.isActive():
            return hint
        QTest.qWait(2)
    raise AssertionError("it never ends")


def panel_of(player: Player) -> HintPanel:
    return player.window.hinting.panel


def said(player: Player) -> str:
    over = player.window.table.over
    assert over is not None
    return over.news.text.text()


def texts(player: Player) -> list[str]:
    listed = panel_of(player).list
    return [listed.item(n).text() for n in range(listed.count())]


def drawn(player: Player, kind: str) -> list[tuple[str, ...]]:
    overlay = player.view.map.overlays.get(kind)
    return [] if overlay is None else [trail.hexes for trail in overlay.trails]


# ---- asking
def test_the_key_asks_and_steps_reasons_and_arrows_are_shown(real: Player) -> None:
    session = laid(real)
    hint = asked(real)
    panel = panel_of(real)
    assert real.window.hinting.dock.isVisible()
    assert panel.list.hasFocus()
    assert len(hint.steps) == panel.list.count() > 5
    first = hint.steps[0]
    assert texts(real)[0] == f"1. {first.text}\n{first.why}"
    assert panel.note.text() == f"{len(hint.steps)} actions. {hint.stop}"
    assert panel.list.currentRow() == 0
    ways = drawn(real, HINT)
    for step in hint.steps:
        for way in step.ways:
            assert len(way) == 1 or way in ways
    assert drawn(real, STEP) == [trail.hexes for trail in hinting.arrows(first)]
    real.window.prefs.change("map.top", "west")
    real.settle()
    assert drawn(real, STEP) == [trail.hexes for trail in hinting.arrows(first)], "on the turned map too"
    assert (session.node, len(session.history.nodes)) == (0, 1)


def test_what_was_found_is_said_to_screen_readers(real: Player) -> None:
    laid(real)
    heard: list[str] = []
    real.window.desk.screen_reader.heard.connect(lambda text, _: heard.append(text))
    hint = asked(real)
    real.settle()
    assert any(f"Hint: {len(hint.steps)} actions. {hint.steps[0].text}" in text for text in heard)
    panel = panel_of(real)
    for widget in (panel.level, panel.scope, panel.list, panel.bar):
        assert widget.accessibleName()


def test_arrow_keys_and_clicks_show_a_step(real: Player) -> None:
    laid(real)
    hint = asked(real)
    panel = panel_of(real)
    real.keys("Down", "Down", to=panel.list)
    assert panel.list.currentRow() == 2
    step = hint.steps[2]
    assert set(real.view.map.lit) == {*step.starts, *step.aims}
    assert drawn(real, STEP) == [trail.hexes for trail in hinting.arrows(step)]
    item = panel.list.item(1)
    place = panel.list.visualItemRect(item).center()
    QTest.mouseClick(panel.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    real.settle()
    assert set(real.view.map.lit) == {*hint.steps[1].starts, *hint.steps[1].aims}


def test_one_order_is_asked_for_with_the_box(real: Player) -> None:
    laid(real)
    asked(real)
    panel = panel_of(real)
    panel.scope.setFocus()
    assert [panel.scope.itemText(n) for n in range(3)] == [
        "One order",
        "The rest of this phase",
        "The rest of my player turn",
    ]
    real.keys("Up", to=panel.scope)
    panel.level.setCurrentIndex(0)
    real.push("hint.ask")
    hint = waited(real)
    assert (hint.level, len(hint.steps)) == ("quick", 1)
    assert panel.note.text() == "1 action. This is as far as the hint goes."


def test_the_player_turn_is_asked_for_with_the_box(real: Player) -> None:
    laid(real)
    phase = len(asked(real).steps)
    panel = panel_of(real)
    real.keys("Down", to=panel.scope)
    real.push("hint.ask")
    assert len(waited(real).steps) > phase
    assert "decides next" in panel.note.text()


def test_a_unit_picked_on_the_map_is_told_what_the_hint_has_for_it(real: Player) -> None:
    laid(real)
    hint = asked(real)
    panel = panel_of(real)
    unit = hint.steps[3].action.subject[0]
    real.click(unit)
    assert unit in real.window.desk.units
    assert unit in hint.steps[panel.list.currentRow()].action.subject


def test_an_attack_shows_its_chances_and_the_dice_before_the_rest(real: Player) -> None:
    laid(real, "blitzkrieg", "bastogne")
    hint = asked(real)
    panel = panel_of(real)
    attack = next(n for n, step in enumerate(hint.steps) if step.forecast is not None)
    panel.list.setCurrentRow(attack)
    assert "%" in panel.more.text()
    overlay = real.view.map.overlays[STEP]
    assert {trail.tone for trail in overlay.trails} == {"attack"}
    dice = next(n for n, step in enumerate(hint.steps) if step.barrier == "dice")
    assert "dice" in panel.list.item(dice).toolTip()
    unsure = [n for n in range(panel.list.count()) if panel.list.item(n).font().italic()]
    assert unsure == list(range(dice + 1, panel.list.count()))


# ---- who is told what
def test_a_game_with_nobody_to_ask_says_so(player: Player) -> None:
    player.begin()
    player.keys("Ctrl+G", to=player.view)
    assert said(player) == str(NOBODY)
    assert player.window.hinting.hint is None
    assert not player.window.hinting.dock.isVisible()


def test_only_from_the_seat_that_decides(real: Player) -> None:
    session = laid(real)
    other = next(side for side in session.rules.sides if side != session.decider)
    real.window.bridge.look(other)
    real.keys("Ctrl+G", to=real.view)
    assert said(real) == str(NOT_YOURS)
    assert session.decider is not None
    session.set_players({session.decider: "quick"})
    real.keys("Ctrl+G", to=real.view)
    assert said(real) == str(MACHINE)
    assert real.window.hinting.hint is None


def test_in_study_mode_the_side_that_decides_is_asked_for(real: Player) -> None:
    session = laid(real, study=True)
    assert asked(real).side == session.decider


def test_the_other_seat_and_the_cover_see_nothing_of_it(real: Player) -> None:
    session = laid(real)
    hint = asked(real)
    other = next(side for side in session.rules.sides if side != hint.side)
    real.window.hand_over(other)
    assert texts(real) == []
    assert drawn(real, HINT) == drawn(real, STEP) == []
    real.window.bridge.look(hint.side)
    assert texts(real) == []
    real.window.hinting.ask()
    waited(real)
    assert texts(real)
    real.window.bridge.look(other)
    assert texts(real) == []
    assert drawn(real, HINT) == []


def test_looking_back_takes_the_arrows_off_for_as_long(real: Player) -> None:
    session = laid(real)
    hint = asked(real)
    session.do(hint.steps[0].action)
    real.settle()
    before = drawn(real, HINT)
    real.window.bridge.look_back(0)
    real.settle()
    assert before
    assert drawn(real, HINT) == []
    assert not panel_of(real).do.isEnabled()
    real.window.bridge.look_back(None)
    real.settle()
    assert drawn(real, HINT) == before
    assert panel_of(real).do.isEnabled()


# ---- taking over
def test_enter_does_a_step_and_the_next_is_chosen(real: Player) -> None:
    session = laid(real)
    hint = asked(real)
    panel = panel_of(real)
    real.keys("Return", to=panel.list)
    assert session.node == 1
    record = session.history.nodes[1].record
    assert record is not None
    assert record.action == hint.steps[0].action
    assert panel.list.currentRow() == hint.done == 1
    assert len(drawn(real, HINT)) <= sum(len(hinting.arrows(step)) for step in hint.steps[1:])
    real.push("hint.do")
    assert (session.node, hint.done) == (2, 2)
    panel.list.setCurrentRow(0)
    assert not panel.do.isEnabled()
    real.act("edit.undo")
    assert (session.node, hint.done, panel.list.currentRow()) == (1, 1, 1)


def test_doing_a_step_by_hand_follows_the_hint(real: Player) -> None:
    session = laid(real)
    hint = asked(real)
    real.window.bridge.playing.do(hint.steps[0].action)
    real.settle()
    assert (session.node, hint.done) == (1, 1)
    assert real.window.hinting.hint is hint


def test_another_action_puts_the_hint_away(real: Player) -> None:
    laid(real)
    asked(real)
    real.end()
    assert real.window.hinting.hint is None
    assert texts(real) == []
    assert drawn(real, HINT) == drawn(real, STEP) == []
    assert "hint was dismissed" in panel_of(real).note.text()


def test_all_of_it_is_done_and_one_undo_takes_it_back(real: Player) -> None:
    session = laid(real)
    hint = asked(real)
    real.push("hint.all")
    for _ in range(500):
        if real.window.hinting.taking is None:
            break
        QTest.qWait(5)
    real.settle()
    assert session.node == len(hint.steps)
    assert real.window.hinting.hint is None
    assert "The whole hint has been carried out" in panel_of(real).note.text()
    assert drawn(real, HINT) == []
    real.act("edit.undo")
    assert session.node == 0


def test_doing_all_can_be_stopped_midway(real: Player) -> None:
    session = laid(real)
    hint = asked(real)
    own = real.window.hinting
    own.take_all()
    own.timer.stop()
    assert own.taking is not None
    assert own.taking.go_on()
    assert own.taking.go_on()
    assert panel_of(real).stop.isVisible()
    real.push("hint.stop")
    assert (session.node, hint.done, own.hint) == (2, 2, hint)
    assert panel_of(real).list.currentRow() == 2


def test_a_step_before_its_turn_keeps_the_others(real: Player) -> None:
    session = laid(real)
    hint = asked(real)
    panel = panel_of(real)
    panel.list.setCurrentRow(4)
    real.push("hint.do")
    again = waited(real)
    assert session.node == 1
    assert again is not hint
    assert [s.action for s in again.steps] == [s.action for s in hint.steps if s is not hint.steps[4]]
    assert panel.list.count() == len(again.steps)


def test_what_the_rules_refuse_is_explained_and_nothing_is_done(real: Player) -> None:
    session = laid(real)
    hint = asked(real)
    last: HintStep = hint.steps[0]
    hint.steps[0] = type(last)(
        action=type(last.action)("move", last.action.subject, "0101"),
        text=last.text,
        why=last.why,
        before=last.before,
        after=last.after,
    )
    real.push("hint.do")
    assert session.node == 0
    assert real.window.table.over is not None
    assert real.window.table.over.whynot.isVisible()
    assert real.window.hinting.hint is hint


# ---- putting away
def test_putting_away_takes_arrows_and_list(real: Player) -> None:
    laid(real)
    own = real.window.hinting
    for how in ("key", "button", "dock", "start"):
        asked(real)
        panel, view = panel_of(real), real.view
        assert panel.list.count() > 0, how
        if how == "key":
            real.keys("Esc", to=panel.list)
            assert view.hasFocus()
        elif how == "button":
            real.push("hint.away")
        elif how == "dock":
            own.dock.close()
        else:
            real.window.show_start()
            assert own._thinker is None
        real.settle()
        assert own.hint is None, how
        assert panel.list.count() == 0, how
        if how != "start":
            assert drawn(real, HINT) == drawn(real, STEP) == [], how


def test_another_dock_in_front_of_it_leaves_the_hint(real: Player) -> None:
    laid(real)
    hint = asked(real)
    real.window.table.docking.front("log")
    real.settle()
    assert real.window.hinting.hint is hint
    assert drawn(real, HINT)


# ---- in a process of its own
def test_the_window_lives_while_another_process_thinks_and_stop_keeps_what_was_found(
    qapp: object, hexbench_home: Path
) -> None:
    with player_at(bootstrap.catalogue(), (1280, 800)) as player:
        session = laid(player)
        player.act("game.hint")
        own, panel = player.window.hinting, panel_of(player)
        assert isinstance(own._thinker, Apart)
        assert panel.bar.isVisible()
        assert panel.stop.isVisible()
        assert not panel.ask.isEnabled()
        for _ in range(3000):
            assert own.hint is not None
            if own.hint.steps:
                break
            QTest.qWait(10)
        assert own.hint is not None
        known = len(own.hint.steps)
        assert known
        if own.hint.stop is None:
            player.push("hint.stop")
            assert "It was stopped here." in panel.note.text()
        assert panel.list.count() >= known
        assert not panel.bar.isVisible()
        assert session.node == 0
        process = own._thinker._far._process
        player.window.show_start()
        process.join(5)
        assert not process.is_alive()
