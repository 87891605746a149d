"""The study dock: asked by key and mouse, worked out apart, stopped, shown on the map, opened, and hidden from the other side."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from hexbench import bootstrap
from hexbench.session.opening import begin
from hexbench.session.session import Session
from hexbench.study.playout import Chance
from hexbench.study.severing import Thought, cut_most
from hexbench.study.working import Work, WorkHere
from hexbench.ui.docks.study_supply import KIND
from hexbench.ui.shell.studying_tasks import PAGES, StudyPanel, StudyTasks
from tests.sizes import sized
from tests.ui.yard.driver import Player, player_at

SEED = 1944


@pytest.fixture
def real(qapp: object, hexbench_home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Player]:
    """A window on the real games; tasks are done in this process."""
    with monkeypatch.context() as patch:
        patch.setattr(StudyTasks, "make", lambda self, session, task: WorkHere(session.rules, task))
        with player_at(bootstrap.catalogue(), (1440, 900)) as found:
            yield found


def laid(player: Player, game: str, scenario: str, actions: int = 0, *, study: bool = True) -> Session:
    """A game on the table after some actions, its first side doing what is usual and the other playing."""
    window = player.window
    session = begin(window.catalogue.load_scenario(game, scenario), SEED, study=study)
    session.auto = False
    opponents, chance = window.catalogue.games[game].opponents, Chance(1)
    minds = dict(zip(session.rules.sides, (opponents["default"](), opponents["quick"]()), strict=True))
    for _ in range(actions):
        side = session.decider
        assert side is not None
        session.do(minds[side].choose(session.seat(side), chance)[0])
    window.show_session(session)
    player.settle()
    return session


def opened(player: Player, page: str = "odds") -> StudyPanel:
    player.keys("Ctrl+J", to=player.view)
    panel = player.window.study_tasks.panel
    panel.go(page)
    player.settle()
    return panel


def waited(player: Player) -> None:
    for _ in range(6000):
        if not player.window.study_tasks.works:
            player.settle()
            return
        QTest.qWait(5)
    raise AssertionError("it never ends")


def press(player: Player, button: Any) -> None:
    assert button.isEnabled()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    player.settle()


# ---- the dock
@pytest.mark.parametrize(
    ("game", "scenario"),
    sized(
        (("tide_of_iron", "lanzerath"), ("iron_tide", "example_of_play")),
        (
            ("trumpets", "losheim"),
            ("tide_of_iron", "lanzerath"),
            ("iron_tide", "example_of_play"),
            ("blitzkrieg", "bastogne"),
        ),
    ),
)
def test_the_key_opens_the_dock_in_every_game_and_the_keyboard_goes_through_it(
    real: Player, game: str, scenario: str
) -> None:
    laid(real, game, scenario)
    panel = opened(real)
    assert real.window.study_tasks.dock.isVisible()
    bar = panel.tabs.tabBar()
    assert bar.hasFocus()
    assert bar.tabText(0) == panel.odds.page.accessibleName() == "Odds of the plan"
    seen = []
    for _ in PAGES:
        seen.append(panel.front.key)
        QTest.keyClick(bar, Qt.Key.Key_Right)
        real.settle()
    assert seen == [key for key, _, _ in PAGES]
    none = panel.supply.none_here()
    assert bool(none) == (game == "tide_of_iron")
    if none:
        panel.go("supply")
        assert panel.supply.note.text() == none == "Units need no supply in this game."
        assert not panel.supply.run.isEnabled()


def test_the_hint_is_reached_from_the_dock(real: Player) -> None:
    laid(real, "trumpets", "losheim", study=False)
    panel = opened(real)
    press(real, panel.hint)
    assert real.window.hinting.hint is not None
    real.window.hinting.put_away()


# ---- odds
def test_the_selection_is_asked_about_and_answered(real: Player) -> None:
    session = laid(real, "tigers", "19_december", 60)
    panel = opened(real)
    page, desk = panel.odds, real.window.desk
    uid = next(u for u, unit in session.state.units.items() if unit.on_map and unit.side == session.decider)
    desk.choose((uid,))
    desk.study(real.at(uid))
    press(real, page.add)
    assert [one.about for one in page.questions] == ["hex", "unit", "supply", "score"]
    press(real, page.run)
    waited(real)
    text = page.page.toPlainText()
    assert "Exact" in text
    assert text.count("%") >= 4
    page.list.setCurrentRow(0)
    QTest.keyClick(page.list, Qt.Key.Key_Delete)
    assert [one.about for one in page.questions] == ["unit", "supply", "score"]
    session.do(session.seat(session.decider).prompt.default)  # type: ignore[arg-type]
    real.settle()
    assert not page.page.toPlainText(), "what was found is of another position"


def test_the_attack_that_is_thought_of_is_planned(real: Player) -> None:
    session = laid(real, "tigers", "19_december", 10)
    panel = opened(real)
    seat = real.window.desk.seat
    assert seat is not None
    side = session.decider or ""
    found = next(p for aim in seat.aims(side) for p in seat.attacks_on(side, aim))
    press(real, panel.odds.attack)
    assert panel.odds.plan == []
    real.window.desk.thought.think(found.what)
    real.settle()
    press(real, panel.odds.attack)
    (action,) = panel.odds.plan
    assert set(action.subject) == set(found.what.names)
    assert action.object == found.what.hexes[0]


# ---- chance
def test_games_come_with_bounds_and_one_is_opened_as_a_replay(real: Player) -> None:
    session = laid(real, "trumpets", "losheim", 12)
    panel = opened(real, "chance")
    page = panel.chance
    page.level.setCurrentIndex(page.level.findData("default"))
    page.count.setValue(4)
    press(real, page.run)
    waited(real)
    assert page.list.count() == len(page.plot.rates) == 4
    widths = [high - low for _, low, high in page.plot.rates]
    assert widths[-1] < widths[0]
    assert "4 games" in page.page.toPlainText()
    played = page.games[0][2]
    page.list.setCurrentRow(2)
    press(real, page.open_)
    assert page.busy
    assert real.window.bridge.session is session, (
        "it is played once more first, while the window goes on living"
    )
    waited(real)
    other = real.window.bridge.session
    assert other is not None
    assert other is not session
    assert len(other.history.nodes) - 1 == played.actions
    assert other.rules.digest(other.history.state_at(played.actions)) == played.digest
    assert real.window.table.replay.isVisible()


def test_a_branch_is_compared_by_pairs_of_games(real: Player) -> None:
    session = laid(real, "trumpets", "losheim", 12)
    session.go(4)
    session.do(session.seat(session.decider).prompt.default)  # type: ignore[arg-type]
    real.settle()
    page = opened(real, "chance").chance
    real.window.study_tasks.panel.refresh_now()
    page.level.setCurrentIndex(page.level.findData("default"))
    page.count.setValue(3)
    assert page.other.count() == 2
    page.other.setCurrentIndex(1)
    press(real, page.run)
    waited(real)
    assert [len(one) for one in page.games] == [3, 3]
    assert "3 pairs of games" in page.page.toPlainText()


# ---- what if
def test_the_worst_hex_is_found_thought_taken_and_drawn(real: Player) -> None:
    session = laid(real, "tigers", "19_december")
    panel = opened(real, "supply")
    page = panel.supply
    page.side.setCurrentIndex(page.side.findData("allied"))
    press(real, page.run)
    waited(real)
    worst = cut_most(session.rules, session.rules.view(session.state, session.decider), "allied", most=1)[0]
    assert page.worst.item(0).text().startswith(f"{worst.hex}: cuts off {len(worst.units)} units")
    page.worst.setCurrentRow(0)
    QTest.keyClick(page.worst, Qt.Key.Key_Return)
    real.settle()
    assert page.changes == [Thought("hex", worst.hex)]
    assert page.page.toPlainText().count("cut off") == len(worst.units)
    overlay = real.view.map.overlays[KIND]
    assert {shade.hex for shade in overlay.shades} >= {real.at(uid) for uid in worst.units}
    panel.go("odds")
    assert KIND not in real.view.map.overlays
    panel.go("supply")
    press(real, page.none)
    assert KIND not in real.view.map.overlays


# ---- review
def test_a_review_is_drawn_and_a_decision_opened_as_a_branch_and_as_a_game(real: Player) -> None:
    session = laid(real, "tigers", "19_december", 12)
    page = opened(real, "review").review
    press(real, page.run)
    waited(real)
    found = page.review
    assert found is not None
    assert page.plot.turns == found.turns
    assert page.list.count() == len(found.decisions) > 0
    assert "Luck" in page.page.toPlainText()
    QTest.keyClick(page.plot, Qt.Key.Key_Right)
    real.settle()
    assert page.plot.chosen == 0
    assert real.window.table.replay.isVisible()
    real.window.table.replay.end()
    real.settle()
    page.list.setCurrentRow(0)
    one, before = found.decisions[0], session.node
    press(real, page.branch)
    assert session.node != before
    line = session.history.line()
    assert len(line) - 1 == one.step + len(one.line)
    assert [node.record.action for node in line[one.step + 1 :] if node.record] == [a for a, _ in one.line]
    assert session.history.nodes[line[one.step + 1].number].name

    session.go(before)
    real.settle()
    assert page.review is found, "the branch is a line of its own: what was found is of this one"
    page.list.setCurrentRow(0)
    press(real, page.game)
    other = real.window.bridge.session
    assert other is not None
    assert other is not session
    assert len(other.history.nodes) - 1 == len(one.line)


def test_a_click_on_the_plot_chooses_the_turn_there(real: Player) -> None:
    laid(real, "tigers", "19_december", 60)
    page = opened(real, "review").review
    page.level.setCurrentIndex(page.level.findData(""))
    press(real, page.run)
    waited(real)
    chosen: list[int] = []
    page.plot.turn_chosen.connect(chosen.append)
    field = page.plot.field
    for n in range(len(page.plot.turns)):
        x = field.left() + field.width() * (n + 0.5) / len(page.plot.turns)
        QTest.mouseClick(page.plot, Qt.MouseButton.LeftButton, pos=QPoint(int(x), int(field.center().y())))
    assert chosen == list(range(len(page.plot.turns)))


# ---- apart, stopped, hidden
def test_a_process_of_its_own_is_stopped_with_what_it_has(qapp: object, hexbench_home: Path) -> None:
    with player_at(bootstrap.catalogue(), (1280, 800)) as player:
        laid(player, "trumpets", "losheim", 4)
        page = opened(player, "chance").chance
        page.level.setCurrentIndex(page.level.findData("default"))
        page.count.setValue(2000)
        press(player, page.run)
        (work,) = player.window.study_tasks.works.values()
        assert isinstance(work, Work)
        for _ in range(6000):
            if page.list.count():
                break
            QTest.qWait(10)
        assert page.stop.isVisible()
        press(player, page.stop)
        waited(player)
        assert 0 < page.list.count() < 2000
        assert not page.bar.isVisible()


def test_nothing_is_shown_to_the_side_that_did_not_ask(real: Player) -> None:
    session = laid(real, "trumpets", "losheim", 4, study=False)
    panel = opened(real)
    real.window.desk.study(next(u.at for u in session.state.units.values() if u.on_map))
    press(real, panel.odds.add)
    panel.odds.plan.append(session.seat().prompt.default)  # type: ignore[arg-type]
    press(real, panel.odds.run)
    waited(real)
    assert panel.odds.page.toPlainText()
    assert len(panel.odds.questions) == 2
    real.window.bridge.cover()
    real.settle()
    assert not panel.odds.page.toPlainText()
    assert not real.window.study_tasks.works
    real.window.bridge.look(session.decider)
    real.settle()
    assert [one.about for one in panel.odds.questions] == ["score"]
    assert panel.odds.plan == []
    assert panel.odds.list.count() == 1


def test_what_was_asked_stays_while_one_looks_back_through_other_eyes(real: Player) -> None:
    session = laid(real, "trumpets", "losheim", 4)
    panel = opened(real)
    real.window.desk.study(next(u.at for u in session.state.units.values() if u.on_map))
    press(real, panel.odds.add)
    real.window.bridge.look_back(1, session.rules.sides[0])
    real.window.bridge.look_back(None)
    real.settle()
    assert len(panel.odds.questions) == 2
