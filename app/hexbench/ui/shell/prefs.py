"""What the player prefers: settings are changed here, kept, and hold at once wherever they show."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QActionGroup

from hexbench.store.strict import BadFile
from hexbench.ui.docks.tips import teach
from hexbench.ui.look.language import as_it_is, mark, tr
from hexbench.ui.look.tongues import spoken, wanted

if TYPE_CHECKING:
    from hexbench.ui.shell.pieces import Pieces
    from hexbench.ui.shell.settings import SettingsDialog

COVERS = (
    (
        "hidden",
        mark("When something is hidden"),
        mark("Where both sides know the same, the other player simply goes on"),
    ),
    ("always", mark("Always"), mark("At every change of the seat, whether or not there is anything to hide")),
    ("never", mark("Never"), mark("For players who trust each other, or who play against themselves")),
)


class Preferences(QObject):
    """The settings of one window."""

    def __init__(self, at: Pieces) -> None:
        super().__init__(at.window)
        self.window, self.catalogue, self.settings, self.bridge = (
            at.window,
            at.catalogue,
            at.settings,
            at.bridge,
        )
        self.acts, self.say_wrong = at.acts, at.say_wrong
        self.dialog: SettingsDialog | None = None
        self.covers = self._cover_menu()
        at.acts["edit.find"].triggered.connect(self._on_find)
        at.acts["edit.keys"].triggered.connect(self._on_shortcuts)

    def _cover_menu(self) -> QActionGroup:
        menu = self.acts.menus["Game"].addMenu(tr("Co&ver between players"))
        group = QActionGroup(self)
        menu.setToolTipsVisible(True)
        for value, text, help_ in COVERS:
            action = QAction(tr(text), group)
            action.setToolTip(as_it_is(tr(help_)))
            action.setObjectName(f"game.cover.{value}")
            action.setCheckable(True)
            action.setData(value)
            menu.addAction(action)
        group.triggered.connect(self._on_cover_choice)
        return group

    def _on_cover_choice(self, action: QAction) -> None:
        self.change("play.cover_between_players", action.data())

    def show(self) -> None:
        """Open the settings dialog; what is changed there holds at once."""
        from hexbench.ui.shell.settings import SettingsDialog

        if self.dialog is None:
            self.dialog = SettingsDialog(self.settings, self.window)
            self.dialog.changed.connect(self.change)
            self.dialog.finished.connect(self._on_closed)
        self.dialog.open()
        self.dialog.raise_()

    def _on_find(self) -> None:
        from hexbench.ui.shell.finder import Finder

        if not self.bridge.covered:
            Finder(self.window).show()

    def _on_shortcuts(self) -> None:
        from hexbench.ui.shell.shortcuts import ShortcutsDialog

        dialog = ShortcutsDialog(self.window)
        teach(dialog)
        dialog.open()

    def close(self) -> None:
        """Put the settings dialog away."""
        if self.dialog is not None:
            self.dialog.close()

    def _on_closed(self) -> None:
        self.dialog = None

    def change(self, key: str, value: Any) -> None:
        """Change a setting and let it hold; a settings file that cannot be written is told."""
        settings = self.settings
        if settings.get(key) != value:
            try:
                settings.set(key, value)
            except BadFile as fault:
                self.say_wrong(tr("The setting could not be kept. {fault}", fault=fault))
        self.follow()

    def follow(self) -> None:
        """Take over every setting that something on show depends on."""
        window = self.window
        window.dress()
        self.catalogue.recent.most = self.settings.get("start.recent_games")
        for action in self.covers.actions():
            action.setChecked(action.data() == self.settings.get("play.cover_between_players"))
        window.follow_settings()
        if wanted(self.settings.get("look.language")) != spoken():
            window.language_asked.emit()
        if self.dialog is not None:
            self.dialog.show_values()
