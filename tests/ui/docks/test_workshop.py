"""The workshop: a row for each unit, buttons where something may be added or taken away, and nothing where not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from hexbench import bootstrap
from hexbench.engine.display import Bench, Choice, Holding, Workshop
from hexbench.engine.values import Action, Say
from hexbench.ui.docks.game import WorkshopView
from tests.ui.yard.driver import player_at
from tests.ui.yard.tide import Squadleader

ADD = Choice(Say("Add"), Action("add", ("u",), how="man"), Say("u: add a man"))
GIVE = Choice(Say("Give a man to v"), Action("give", ("u",), "v"))
SHOP = Workshop(
    key="shop",
    title=Say("Shop"),
    columns=("Men", "Free"),
    rows=(Bench(say=Say("u"), cells=(Holding(text="2", more=ADD), Holding(text="1")), choices=(GIVE,)),),
    nothing=Say("Nobody is here."),
)


@pytest.fixture
def leader(qapp: object, hexbench_home: Path) -> Iterator[Squadleader]:
    """A squad leader at a window."""
    with player_at(bootstrap.catalogue(), (1280, 800)) as player:
        yield Squadleader(player)


def test_a_button_is_a_wish_of_the_desk(leader: Squadleader, qtbot) -> None:
    view = WorkshopView(leader.window.desk)
    qtbot.addWidget(view)
    view.show_workshop(SHOP)
    view.show()
    asked: list[Action] = []
    leader.window.desk.action_asked.disconnect()
    leader.window.desk.action_asked.connect(asked.append)
    assert list(view.buttons) == ["u: add a man", "Give a man to v"], (
        "what cannot be taken away has no such button"
    )
    for button in view.buttons.values():
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert asked == [ADD.action, GIVE.action]
    texts = {label.text() for label in view.area.findChildren(QLabel)}
    assert {"Men", "Free", "u", "2", "1"} <= texts
    view.show_workshop(Workshop(key="shop", title=Say("Shop"), nothing=Say("Nobody is here.")))
    assert (view.buttons, view.note.text()) == ({}, "Nobody is here.")


def test_squads_are_built_figure_by_figure_and_the_keyboard_stays_at_the_button(leader: Squadleader) -> None:
    leader.open("noville")
    name = next(text for text in leader.workshop.buttons if text.endswith("add 1 regular"))
    unit = next(uid for uid, u in leader.state.units.items() if name.startswith(f"{u.name}: "))
    leader.make(name)
    leader.make(name)
    assert leader.state.units[unit].figures == {"regular": 2}
    leader.workshop.buttons[name].setFocus()
    leader.player.keys("Space")
    assert leader.state.units[unit].figures == {"regular": 3}
    assert leader.window.focusWidget() is leader.workshop.buttons[name]
    leader.make(name.replace("add", "remove"))
    assert leader.state.units[unit].figures == {"regular": 2}


def test_a_list_of_figures_has_their_names_and_not_their_keys(leader: Squadleader) -> None:
    leader.open("noville")
    acting = leader.window.table.acting
    lists: list[list[str]] = []
    acting.asked.disconnect()
    acting.asked.connect(lambda title, help_, ways, texts: lists.append(texts))
    unit = next(o.subjects[0] for o in leader.window.bridge.prompt.offers if o.verb == "add_to_base")
    acting.use("add_to_base", (unit,))
    assert lists == [["regular", "elite", "officer", "machine gun", "mortar"]]


def test_what_is_pressed_stays_where_it_is_in_a_list_longer_than_its_dock(leader: Squadleader) -> None:
    leader.open("stoumont")
    bar = leader.workshop.area.verticalScrollBar()
    assert bar.maximum() > 0
    bar.setValue(bar.maximum() // 2)
    leader.player.settle()
    name = next(
        text
        for text, button in leader.workshop.buttons.items()
        if not button.visibleRegion().isEmpty() and "add 1" in text
    )
    leader.workshop.buttons[name].setFocus()
    leader.player.settle()
    there, before = bar.value(), leader.workshop.buttons[name].mapTo(leader.workshop, QPoint())
    leader.player.keys("Space")
    assert bar.value() == there
    assert leader.workshop.buttons[name].mapTo(leader.workshop, QPoint()) == before
    assert leader.window.focusWidget() is leader.workshop.buttons[name]
