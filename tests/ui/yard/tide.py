"""A squad leader at the real maps of Tide of Iron: mouse and keys, nothing of the rules."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QRegularExpression, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QPushButton, QWidget

from hexbench.ui.docks.game import CardsView, WorkshopView
from tests.ui.yard.commander import Commander


class Squadleader(Commander):
    """A player at Tide of Iron."""

    GAME = "tide_of_iron"

    @property
    def side(self) -> str | None:
        """The side that is asked."""
        return self.window.bridge.prompt.side

    @property
    def state(self) -> Any:
        """The true position."""
        session = self.window.bridge.session
        assert session is not None
        return session.state

    @property
    def ready(self) -> tuple[str, ...]:
        """The units that can act, as the window counts them."""
        hand = self.window.table.acting.hand
        assert hand is not None
        return hand.able

    def reach(self, unit: str) -> tuple[str, ...]:
        """The hexes a drag can take a unit to."""
        return tuple(self.window.table.acting.targets((unit,)))

    def near(self, at: str) -> tuple[str, ...]:
        """The hexes adjacent to a hex."""
        return tuple(self.player.view.map.atlas.near[at])

    @property
    def workshop(self) -> WorkshopView:
        """The dock in which squads are put together."""
        view = self.window.table.docking.game["building"].view
        assert isinstance(view, WorkshopView)
        return view

    def make(self, text: str) -> None:
        """Press the button of the workshop with this meaning."""
        found = self.workshop.buttons
        assert text in found, f"{text!r} is not among {sorted(found)}"
        self.workshop.area.ensureWidgetVisible(found[text])
        self._press(found[text])

    def use_card(self, side: str, title: str) -> None:
        """Press the button of a card."""
        self.window.table.docking.front(f"game.hand.{side}")
        self.player.settle()
        view = self.window.table.docking.game[f"hand.{side}"].view
        assert isinstance(view, CardsView)
        (frame,) = (f for f in view.frames if str(f.card.title) == title)
        (button,) = frame.buttons
        view.ensureWidgetVisible(button)
        self._press(button)

    def verb(self, name: str) -> None:
        """Press the button of an offer, in the prompt or at the foot of the map."""
        pattern = QRegularExpression(f"^(verb|unit)\\.{name}$")
        found = [b for b in self.window.findChildren(QPushButton, pattern) if b.isVisible() and b.isEnabled()]
        assert found, name
        self._press(found[0])

    def choose(self, text: str) -> None:
        """Choose the line of the chooser over the map that contains this."""
        over = self.window.table.over
        assert over is not None
        lines = over.chooser.list
        (item,) = lines.findItems(text, Qt.MatchFlag.MatchContains)[:1]
        lines.setCurrentItem(item)
        self._press(over.chooser.take)

    def select(self, unit: str) -> None:
        """Click a counter, brought up from beneath others if necessary."""
        self.bring_up(self.player.at(unit))
        self.player.view.map.bring_up(unit)
        self.player.click(unit)

    def _press(self, button: QAbstractButton | QWidget) -> None:
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        self.player.settle()
