"""The options of Blitzkrieg on the start page: what may be balanced, and a start with the defaults."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QSpinBox

from hexbench import bootstrap
from hexbench.games.blitzkrieg.options import Options
from tests.ui.yard.blitz import General
from tests.ui.yard.driver import player_at


@pytest.fixture
def general(qapp: object, hexbench_home: Path) -> Iterator[General]:
    """A general at the start page."""
    with player_at(bootstrap.catalogue(), (1440, 900)) as player:
        player.window.start.new.choose_game("blitzkrieg")
        player.window.start.new.choose_scenario("campaign")
        player.settle()
        yield General(player)


@pytest.mark.rule("blitzkrieg", "BK-OPT-02")
def test_start_at_once_takes_the_defaults(general: General) -> None:
    assert general.window.start.new.details.options.values == {}
    general.player.push("new.start")
    session = general.window.bridge.session
    assert session is not None
    assert session.rules.options == Options()
    assert (general.turn, general.step, general.side) == ("16AM", "deploy", "german")


@pytest.mark.rule("blitzkrieg", "BK-OPT-01")
def test_features_are_adjusted_before_the_game_begins(general: General) -> None:
    form = general.window.start.new.details.options
    assert set(form.fields) == set(Options.__struct_fields__)
    strength, weather, late = (form.fields[k] for k in ("german_strength", "weather", "allied_delay"))
    assert isinstance(strength, QSpinBox)
    assert isinstance(weather, QComboBox)
    assert isinstance(late, QSpinBox)
    assert (strength.minimum(), strength.maximum(), strength.singleStep()) == (50, 150, 10)
    assert (late.minimum(), late.maximum()) == (-2, 4)
    strength.setFocus()
    strength.selectAll()
    QTest.keyClicks(strength, "123")
    QTest.keyClick(strength, Qt.Key.Key_Tab)
    assert strength.value() == 120, "in steps of ten"
    weather.setCurrentIndex(weather.findData("always_clear"))
    late.setValue(-1)
    general.player.push("new.start")
    session = general.window.bridge.session
    assert session is not None
    assert session.rules.options == Options(german_strength=120, weather="always_clear", allied_delay=-1)
    assert general.state.clear
    assert general.state.units["1_SS_Pz:SS-PzR_1"].strength == 14, "12 and a fifth"
    assert general.state.units["9_US:47"].at == "#due/2", "one half day early"
