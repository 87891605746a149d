"""The lights, the safe colours and the size of the text: chosen in menu and settings, worn at once by everything, kept."""

from __future__ import annotations

import itertools

import pytest
from PySide6.QtCore import QPoint, QRectF
from PySide6.QtGui import QImage, QPainter, QPalette
from PySide6.QtWidgets import QApplication, QWidget

from hexbench import bootstrap
from hexbench.session.opening import begin
from hexbench.store.settings import Settings
from hexbench.ui.look.contrast import APART, least_difference
from hexbench.ui.look.palette import LIGHTS
from tests.ui.canvas.pictures import check
from tests.ui.docks.real import open_scenario
from tests.ui.yard.driver import Player, player_at
from tests.ui.yard.parts import UNLIKE
from tests.ui.yard.walking import each_in_front

SCALES = (1, 2)
"""Of the screen; a game is opened once for both."""
LOOKS = {"contrast": ("contrast", False), "day_safe": ("day", True), "night_safe": ("night", True)}
"""The looks of which pictures are kept; day and night have theirs with the tests of the canvas."""
SEED = 1944


@pytest.fixture
def real(qapp: object):
    """A player at the real installation."""
    with player_at(bootstrap.catalogue(), (1440, 900)) as found:
        yield found
        found.view_hands_off()


def wear(player: Player, look: str) -> None:
    """Put a look on by the settings."""
    light, safe = LOOKS[look]
    player.window.settings.set("look.palette", light)  # taken over with the next: a change of clothes is dear
    player.window.prefs.change("look.safe_colours", safe)
    player.settle()


def test_high_contrast_is_worn_by_windows_map_counters_and_docks_at_once_and_kept(player):
    player.begin("meeting", study=True)
    window = player.window
    before = window.table.view.map.colours
    player.act("view.contrast")
    assert window.desk.palette.name == "contrast"
    assert window.table.view.map.colours is window.desk.palette
    assert window.table.view.map.colours is not before
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    assert app.palette().color(QPalette.ColorRole.Window).name() == window.desk.palette.chrome.window
    assert "dashed" in app.styleSheet()
    assert window.looks.ring.tone == window.desk.palette.chrome.focus
    assert window.looks.ring.bold == window.desk.palette.bold
    assert window.acts["view.contrast"].isChecked()
    assert not window.acts["view.night"].isChecked()
    assert Settings(window.settings.path).get("look.palette") == "contrast"


def test_night_and_high_contrast_take_each_others_place_and_off_is_day(player):
    acts, desk = player.window.acts, player.window.desk
    player.act("view.night")
    player.act("view.contrast")
    assert desk.palette.name == "contrast"
    assert (acts["view.night"].isChecked(), acts["view.contrast"].isChecked()) == (False, True)
    player.act("view.contrast")
    assert desk.palette.name == "day"


def test_safe_colours_go_with_every_light_and_are_kept(player):
    player.act("view.safe_colours")
    for light in LIGHTS:
        player.window.prefs.change("look.palette", light)
        palette = player.window.desk.palette
        assert (palette.name, palette.safe) == (light, True)
    assert player.window.acts["view.safe_colours"].isChecked()
    assert Settings(player.window.settings.path).get("look.safe_colours") is True
    player.act("view.safe_colours")
    assert not player.window.desk.palette.safe


def test_text_grows_point_by_point_to_twice_its_size_and_back(player):
    window, app = player.window, QApplication.instance()
    assert isinstance(app, QApplication)
    usual = window.system_size
    assert not window.acts["view.text_smaller"].isEnabled()
    player.act("view.text_larger")
    assert app.font().pointSizeF() == int(usual + 1)
    for _ in range(40):
        window.acts["view.text_larger"].trigger()
    assert app.font().pointSizeF() == int(usual * 2)
    assert not window.acts["view.text_larger"].isEnabled()
    for _ in range(40):
        window.acts["view.text_smaller"].trigger()
    assert app.font().pointSizeF() == usual
    assert window.settings.get("look.text_size") == 0


def test_lit_cells_of_a_table_are_told_apart_in_every_light(player):
    """From, to and hit may lie side by side; a screen reader is told in words."""
    player.begin("meeting", study=True)
    from hexbench.ui.docks.grid import GridView

    grid = GridView(player.window.desk, "Table")
    grid.setParent(player.window)
    for light, safe in itertools.product(LIGHTS, (False, True)):
        player.window.settings.set("look.palette", light)
        player.window.prefs.change("look.safe_colours", safe)
        tones = grid.tones()
        for one, other in itertools.combinations(("from", "to", "hit"), 2):
            assert least_difference(tones[one], tones[other]) >= APART, (light, safe, one, other)


@pytest.mark.parametrize("game", UNLIKE)
def test_a_look_is_taken_off_as_it_was_put_on(real, game):
    """Whatever is drawn follows at once: of the black of high contrast nothing is left by day, in no dock."""
    catalogue, window = real.window.catalogue, real.window
    scenario = catalogue.load_scenario(game, catalogue.scenarios(game)[0].name)
    window.show_session(begin(scenario, SEED, study=True))
    real.settle()
    docks = window.table.docking.docks

    def blackness() -> dict[str, float]:
        keys = {dock: key for key, dock in docks.items()}
        return {keys[dock]: black(dock.grab().toImage()) for shown in each_in_front(real) for dock in shown}

    before = blackness()
    assert before.keys() == docks.keys()
    wear(real, "contrast")
    worn = blackness()
    assert all(share > before[key] + 0.1 for key, share in worn.items()), worn
    window.prefs.change("look.palette", "day")
    after = blackness()
    assert all(after[key] <= before[key] + 0.02 for key in docks), (before, after)


def black(image: QImage) -> float:
    """How much of a picture is black."""
    # Held by a name: its bits do not keep it alive. Every fourth byte is 255, so that nothing is found across two pixels.
    whole = image.convertToFormat(QImage.Format.Format_RGB32).convertToFormat(QImage.Format.Format_ARGB32)
    found = bytes(whole.constBits())
    return 4 * found.count(b"\x00\x00\x00\xff") / len(found)


def picture(widget: QWidget, scale: int) -> QImage:
    """A widget as it is drawn on a screen of that scale."""
    image = QImage(widget.size() * scale, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(scale)
    painter = QPainter(image)
    widget.render(painter, QPoint())
    painter.end()
    return image


def test_the_map_with_counters_and_overlays_looks_so(real):
    open_scenario(real, "17_december")
    window, view = real.window, real.view
    for choice in window.table.overlays.choices:
        if choice.kind == "both_zoc":
            window.table.overlays.switch(choice.key, True)
    unit = view.map.stack("2345")[-1]
    window.desk.choose((unit,))
    view.set_cursor("2245")
    source = QRectF(0, 0, 420, 300)
    source.moveCenter(view.map.geometry.centre("2345"))
    for look in LOOKS:
        wear(real, look)
        view.set_zoom(1.0)
        view.centre_on("2345")
        view.finish()
        real.settle()
        for scale in SCALES:
            image = QImage(420 * scale, 300 * scale, QImage.Format.Format_RGB32)
            painter = QPainter(image)
            view.map.render(painter, QRectF(image.rect()), source)
            painter.end()
            check(image, f"look_map_{look}_{scale}")


def test_the_start_screen_looks_so(real):
    real.window.show_start()
    for look in ("contrast", "day_safe"):
        wear(real, look)
        real.window.start.new.choose_game("iron_tide")
        real.window.setFixedSize(1280, 720)
        real.look()
        for scale in SCALES:
            check(picture(real.window.start, scale), f"look_start_{look}_{scale}")


def test_docks_in_high_contrast_look_so(real):
    wear(real, "contrast")
    open_scenario(real, "17_december")
    real.window.desk.study("1742")
    real.look()
    for key in ("hex", "game.order_of_battle", "layers"):
        dock = real.window.table.docking.docks[key]
        real.window.table.docking.front(key)
        real.settle()
        dock.setFloating(True)
        dock.resize(420, 300)
        real.settle()
        for scale in SCALES:
            check(picture(dock.widget(), scale), f"look_dock_{key.removeprefix('game.')}_contrast_{scale}")
        dock.setFloating(False)
