"""Risk and the reach of an enemy in the real window: by key, for the selected unit, with legend and tips, worked out in slices."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip

from hexbench import bootstrap
from hexbench.session.opening import begin
from tests.engine.test_risk import SCENARIOS, SETTING_UP, of_side
from tests.sizes import sized
from tests.ui.yard.driver import Player, player_at, yard_catalogue


def opened(player: Player, name: str) -> tuple[str, str]:
    """Open it with everybody on the map; an own unit and an enemy."""
    window = player.window
    game, _, scenario = name.partition("/")
    session = begin(window.catalogue.load_scenario(game, scenario), 4)
    while session.prompt.step in SETTING_UP:
        default = session.seat(session.decider).prompt.default
        assert default is not None
        session.do(default)
    window.show_session(session)
    player.settle()
    seat, side = window.desk.seat, session.decider
    assert seat is not None
    assert side is not None
    foe = next(one for one in session.rules.sides if one != side)
    (own,), (enemy,) = of_side(seat, side, 1, 7), of_side(seat, foe, 1, 7)
    return own, enemy


@pytest.mark.parametrize("name", sized(("iron_tide/17_december", "tide_of_iron/noville"), SCENARIOS))
def test_a_key_shows_the_risk_to_the_selected_unit_in_every_game(qapp: object, name: str) -> None:
    """One game whose zones of control are an overlay, and the one that has none; what each game shows is tested without a window."""
    with player_at(bootstrap.catalogue()) as player:
        own, enemy = opened(player, name)
        window = player.window
        overlays, desk = window.table.overlays, window.desk
        desk.choose((own,))
        player.keys("R", to=player.view)
        overlays.works["risk"].finish()
        found = overlays.shown["risk"]
        assert found == desk.seat.overlay("risk", own)  # type: ignore[union-attr]
        tip = overlays.tips(found.shades[0].hex)
        assert found.shades[0].hex in tip
        assert window.table.layers.kind_boxes["risk"].isChecked()
        desk.choose((enemy,))
        overlays.works["risk"].finish()
        assert overlays.shown["risk"] != found, "it follows the selection"
        player.keys("R", to=player.view)
        assert "risk" not in overlays.on
        player.keys("Shift+R", to=player.view)
        assert "foe_reach" in overlays.shown
        player.keys("Shift+R", to=player.view)
        zones = not name.startswith("tide_of_iron")
        assert ("foe_free" in overlays.shown) == zones
        if zones:
            assert "foe_reach" not in overlays.on, "one of the two at a time"
            player.keys("Shift+R", to=player.view)
        assert not {"foe_free", "foe_reach"} & set(overlays.on)
        player.view_hands_off()


def test_the_pointer_on_a_hex_tells_who_would_come(qapp: object) -> None:
    with player_at(bootstrap.catalogue()) as player:
        own, _ = opened(player, "trumpets/losheim")
        window = player.window
        window.desk.choose((own,))
        window.table.show_risk()
        overlays = window.table.overlays
        overlays.works["risk"].finish()
        at = next(shade.hex for shade in overlays.shown["risk"].shades if shade.text)
        player.view.centre_on(at)
        player.settle()
        spot = player.spot(at)
        event = QHelpEvent(QHelpEvent.Type.ToolTip, spot, player.view.viewport().mapToGlobal(spot))
        QApplication.sendEvent(player.view.viewport(), event)
        assert "may attack it at" in QToolTip.text()
        assert at in window.table.describe(at) or overlays.tips(at)
        away = QHelpEvent(QHelpEvent.Type.ToolTip, QPoint(2, 2), QPoint(2, 2))
        QApplication.sendEvent(player.view.viewport(), away)
        QToolTip.hideText()
        player.view_hands_off()


def test_what_one_sees_is_taken_off_when_the_seat_changes(qapp: object) -> None:
    with player_at(bootstrap.catalogue()) as player:
        own, _ = opened(player, "iron_tide/17_december")
        window = player.window
        window.desk.choose((own,))
        window.table.show_risk()
        window.hand_over("allied")
        assert "risk" not in window.table.overlays.shown
        assert not window.table.overlays.works["risk"].running
        player.view_hands_off()


def test_a_game_that_tells_no_risks_says_so(qapp: object, tmp_path: Path) -> None:
    with player_at(yard_catalogue(tmp_path)) as player:
        player.begin()
        table = player.window.table
        table.show_risk()
        assert table.over is not None
        assert "risk" in table.over.news.text.text()
        assert "risk" not in table.overlays.on
        player.view_hands_off()
