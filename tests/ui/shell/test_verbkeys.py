"""Keys for what a game offers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QPushButton

from hexbench import bootstrap
from hexbench.ui.shell.unitbar import keys_of, letters, map_menu
from tests.ui.yard.blitz import General
from tests.ui.yard.driver import player_at


def test_a_verb_gets_the_first_free_letter_of_its_words_else_any_of_its_letters() -> None:
    labels = [("a", "Collect"), ("b", "Close up"), ("c", "Undo"), ("d", "Cold"), ("e", "Undo")]
    assert letters(labels) == {"a": "C", "b": "U", "c": "N", "d": "O", "e": "D"}
    many = letters((str(n), "Go") for n in range(30))
    assert len(many) == len(set(many.values())) == 26


@pytest.fixture
def general(qapp: object, hexbench_home: Path) -> Iterator[General]:
    """A general at a window."""
    with player_at(bootstrap.catalogue(), (1440, 900)) as player:
        yield General(player)


@pytest.mark.rule("blitzkrieg", "BK-UI-06")
@pytest.mark.rule("blitzkrieg", "BK-UI-07")
def test_every_entry_of_the_menu_has_a_key_that_is_shown_beside_it_and_does_it(general: General) -> None:
    general.open("bastogne", 7)
    keys = keys_of(general.window.desk.seat)
    offered = [offer.verb for offer in general.window.bridge.prompt.offers]
    assert set(offered) <= set(keys)
    unit = "2_Pz:PzR_3"
    general.select(unit)
    menu = map_menu(general.window.table, general.player.at(unit))
    shown = {a.objectName(): a.text() for a in menu.actions() if a.objectName().startswith("verb.")}
    assert shown["verb.collect"] == f"Collect\t{keys['collect']}"
    assert all(text.endswith(keys[name.removeprefix("verb.")]) for name, text in shown.items())
    menu.close()
    button = general.window.findChild(QPushButton, "unit.collect")
    assert isinstance(button, QPushButton)
    assert button.toolTip().endswith(keys["collect"])
    general.player.keys(keys["collect"], to=general.player.view)
    assert general.state.raster == (unit,)
    over = general.window.table.over
    assert over is not None
    assert set(over.unitbar.keys.shortcuts) >= {"deposit", "collect"}
