"""Small things that players stumbled over: words that were cut, news told twice, a frame left standing, a dock left behind."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget

from hexbench import bootstrap
from hexbench.ui.widgets.focus_ring import Ring
from tests.ui.yard.clipping import clipped
from tests.ui.yard.driver import Player, player_at
from tests.ui.yard.parts import every_part

SIZES = ((1280, 800), (1920, 1080))


@pytest.fixture(params=SIZES, ids=lambda size: str(size[0]))
def real(qapp: object, hexbench_home: Path, request: pytest.FixtureRequest) -> Iterator[Player]:
    """A player at the real installation, at two sizes."""
    with player_at(bootstrap.catalogue(), request.param, start=True) as found:
        yield found


def cut(window: QWidget) -> list[str]:
    """The buttons in sight whose words need more room than they have, and labels that need more lines."""
    found = []
    every_part(window)
    for button in window.findChildren(QPushButton):
        if button.isVisible() and button.visibleRegion().boundingRect().size() == button.size():
            font = QFont(button.font())
            if "font-weight" in default_rule() and button.isDefault():
                font.setWeight(QFont.Weight.DemiBold)
            lines = QPushButton.text(button).replace("&", "").split("\n")
            need = max(QFontMetrics(font).horizontalAdvance(line) for line in lines)
            if need > button.width() - 8 and not button.icon().availableSizes():
                found.append(button.text())
    for label in window.findChildren(QLabel):
        wraps = label.isVisible() and label.wordWrap() and bool(label.text())
        if wraps and label.heightForWidth(label.width()) > label.height() + 1:
            found.append(label.text())
    return found


def default_rule() -> str:
    """What the style sheet says of a default button."""
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    return next(line for line in app.styleSheet().splitlines() if line.startswith("QPushButton:default"))


def test_nothing_is_cut_on_the_start_page_the_cover_and_the_checklist(real: Player) -> None:
    for game in real.window.catalogue.games:
        real.window.start.new.choose_game(game)
        real.settle()
        options = real.window.start.new.details.options
        if options.count:
            options.fold.click()
            real.settle()
        assert cut(real.window.start.new.details) == [], game
    real.window.open_reference("iron_tide/example_of_play")
    real.settle()
    real.act("game.default")
    list_ = real.window.commands.phase_end.list
    assert list_ is not None
    assert list_.isVisible()
    assert cut(list_) == []
    for side in ("german", "allied"):
        real.window.hand_over(side)
        real.settle()
        assert cut(real.window.cover) == []


def test_news_of_before_the_game_was_closed_are_not_told_again(player: Player) -> None:
    player.begin()
    player.push("verb.pray")
    session = player.window.bridge.session
    over = player.window.table.over
    assert session is not None
    assert over is not None
    told = over.news.text.text()
    assert told, "a die fell, and that is news"
    path = session.path
    player.window.show_start()
    player.window.open_path(str(path))
    player.settle()
    over = player.window.table.over
    assert over is not None
    player.drag("r3", "0405")
    assert player.at("r3") == "0405"
    assert not over.news.isVisible()
    assert over.news.text.text() != told


def test_news_stand_below_the_dice_they_tell_of_and_in_no_more_room_than_they_need(player: Player) -> None:
    player.begin()
    over = player.window.table.over
    assert over is not None
    news = over.news
    news.tell("\n".join(["The die shows 4, and this is what came of it."] * 5), dice=(4,))
    high = news.height()
    news.tell("Red decides.", more=True)
    assert list(news.dice.faces) == [4]
    assert news.height() > high, "beneath what is being said"
    news.hide()  # as it does by itself when it has been read
    news.tell("Red decides.", more=True)
    assert news.text.text() == "Red decides."
    assert not news.dice.faces, "no die fell for this"
    assert news.height() < high // 2


def test_the_button_that_goes_on_says_so_in_one_line_where_there_is_room(real: Player) -> None:
    real.window.open_reference("iron_tide/17_december")
    real.settle()
    while real.window.bridge.prompt.step != "combat":  # somebody lands first
        real.end()
    real.act("game.default")
    shown = real.window.commands.phase_end.list
    assert shown is not None
    assert shown.isVisible()
    assert shown.end.text() == "Declare the attacks anyway"
    assert shown.end.height() == shown.back.height()
    assert list(clipped(shown)) == []


def test_the_stack_dock_follows_a_drag(player: Player) -> None:
    player.begin()
    player.click("r2")
    panel = player.window.table.stack
    player.drag("r3", "0405", drop=False)
    player.settle()
    assert player.window.desk.hex == "0305", "what is in the hand is looked at"
    assert "0305" in panel.heading.text()
    player.drop("0405")
    assert player.at("r3") == "0405"
    assert player.window.desk.hex == "0405"
    assert "0405" in panel.heading.text()
    assert panel.list.units.row_of("r3") >= 0


@pytest.mark.usefixtures("start_page")
def test_the_frame_of_the_keyboard_goes_with_what_it_was_round(player: Player) -> None:
    start = player.window.start
    start.new.choose_game("yard")
    start.new.names.setFocus()
    player.settle()
    rings = [r for r in player.window.findChildren(Ring) if not r.isHidden()]
    assert len(rings) == 1
    player.window.pages.setCurrentWidget(
        player.window.table
    )  # as when a game is loaded; no event is handled yet
    assert rings[0].isHidden()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
