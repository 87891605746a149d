"""A commander at the real map: what a player does in a combat, with the mouse on the map and in the combat dock."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from hexbench.engine.display import Combat
from hexbench.session.opening import begin
from hexbench.ui.docks.combat import CombatView
from hexbench.ui.docks.grid import GridView
from hexbench.ui.shell.window import Window
from tests.ui.yard.driver import Player

GAME = "iron_tide"
CLOSE = 0.7
"""Zoom at which the mouse hits single counters."""


class Commander:
    """A player of Iron Tide. Nothing here uses the rules: it presses, drags and reads what is on the screen."""

    def __init__(self, player: Player) -> None:
        self.player = player

    @property
    def window(self) -> Window:
        """The window."""
        return self.player.window

    GAME = GAME
    """Key of the game."""

    def open(self, name: str, seed: int = 1944, until: str = "") -> None:
        """Open a scenario with known dice, as it is when a step is asked for the first time if the suggestions are followed until then.

        Not every test should click through that: :meth:`go_on_to` does so where it is what is tested.
        """
        loaded = self.window.catalogue.load_scenario(self.GAME, name)
        session = begin(loaded, seed)
        session.passes = True  # as the window has it
        while until and (prompt := session.seat(session.decider).prompt).step != until:
            assert prompt.default is not None, prompt.step
            session.do(prompt.default)
        self.window.show_session(session)
        self.player.settle()
        if self.step == "cover":
            self.go_on()

    # ---- what is on the screen
    @property
    def step(self) -> str:
        """The current step; "cover" while the seat changes hands."""
        if self.window.pages.currentWidget() is self.window.cover:
            return "cover"
        return self.window.bridge.prompt.step

    @property
    def turn(self) -> str:
        """The game turn."""
        session = self.window.bridge.session
        assert session is not None
        return session.turn

    @property
    def dock(self) -> CombatView:
        """The combat dock."""
        view = self.window.table.docking.game["combat"].view
        assert isinstance(view, CombatView)
        return view

    @property
    def combat(self) -> Combat:
        """The combat that the dock shows."""
        found = self.dock.combat
        assert found is not None
        return found

    @property
    def status(self) -> str:
        """Whether the combat shown in the dock is possible, drafted, waiting, or being fought."""
        return str(self.combat.status)

    @property
    def hexes(self) -> list[str]:
        """The hexes of the combat that the dock shows."""
        return list(self.combat.hexes)

    @property
    def results(self) -> GridView:
        """The Combat Results Table in its dock."""
        self.window.table.docking.front("game.crt")
        self.player.settle()
        view = self.window.table.docking.game["crt"].view
        assert isinstance(view, GridView)
        return view

    def refused(self) -> dict[str, tuple[str, ...]]:
        """rule -> hexes of the explanation that floats over the map; empty if there is none."""
        table = self.window.table
        if table.over is None or not table.over.whynot.isVisible():
            return {}
        return {r.rule: r.hexes for _, reasons in self.window.desk.why for r in reasons}

    def buttons(self) -> list[str]:
        """The texts of the buttons of the combat dock."""
        found = self.dock.findChildren(QPushButton)
        return [b.text() for b in found if b.isVisibleTo(self.dock)]

    def stages(self) -> dict[str, tuple[str, str]]:
        """stage of the current combat -> (done, now or ahead; what was decided)."""
        return {str(s.say): (s.state, str(s.found)) for s in self.combat.stages}

    # ---- what the hand does
    def bring_up(self, at: str) -> None:
        """Bring a hex to the middle of the view, close enough to click its counters."""
        self.player.view.set_zoom(CLOSE)
        self.player.view.centre_on(at)
        self.player.settle()

    def drag(self, unit: str, to: str) -> None:
        """Drag a counter from the map onto a hex; one that is beneath others is brought up first."""
        self.bring_up(to)
        self.player.view.map.bring_up(unit)
        self.player.drag(unit, to)

    def click(self, at: str) -> None:
        """Click a hex."""
        self.bring_up(at)
        self.player.click(at)

    def press(self, text: str) -> None:
        """Press the button of the combat dock with this text; whatever the step would leave undone stays undone."""
        self.touch(text)
        self.leave_it()

    def touch(self, text: str) -> None:
        """Press the button of the combat dock with this text, and no more: a list of what is left may appear."""
        found = [
            b for b in self.dock.findChildren(QPushButton) if b.text() == text and b.isVisibleTo(self.dock)
        ]
        assert found, f"{text!r} is not among {self.buttons()}"
        self.dock.area.ensureWidgetVisible(found[0])
        QTest.mouseClick(found[0], Qt.MouseButton.LeftButton)
        self.player.settle()

    def leave_it(self) -> None:
        """End the step anyway if the list of what is left has appeared."""
        listed = self.window.commands.phase_end.list
        if listed is not None and listed.isVisible():
            self.player.push("checklist.end")

    def follow(self, unit: str, sign: str) -> None:
        """Follow the link beside a unit in the dock: "＋" adds it, "✕" removes it."""
        lines = [line for account in self.combat.accounts for line in account.lines if line.unit == unit]
        acts = [choice.action for line in lines for choice in line.choices if choice.back == (sign == "✕")]
        assert acts, f"no {sign} beside {unit}"
        self.dock.text.linkActivated.emit(f"act:{self.dock.actions_shown.index(acts[0])}")
        self.player.settle()

    def go_on(self) -> None:
        """Press the suggested button: of the cover, or of the prompt."""
        if self.step == "cover":
            self.player.push("cover.ready")
            return
        button = self.window.table.prompt.default
        assert button is not None, self.step
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        self.player.settle()

    def go_on_to(self, *steps: str, most: int = 80) -> None:
        """Press what is suggested until one of these steps is asked."""
        for _ in range(most):
            if self.step in steps:
                return
            self.go_on()
        raise AssertionError(f"{self.step} after {most} answers, not {steps}")
