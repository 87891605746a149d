"""Games of other packages in the window: where they come from, what their code may do, and which were left out."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from PySide6.QtWidgets import QDialog, QLabel, QListWidget, QPlainTextEdit

from hexbench import bootstrap
from hexbench.session.library import Library
from hexbench.store import found_games
from hexbench.store.found_games import Source, listed
from hexbench.store.paths import find_places
from hexbench.store.settings import Settings
from hexbench.ui.shell.help import AboutDialog
from tests.laws.case import foreign
from tests.ui.yard.driver import player_at

LEFT = "The game strange (<b>x</b>:GAME) is left out: it was made for version 9 of the contract of games."


@pytest.fixture
def library(qapp: object, hexbench_home: Path) -> Library:
    """Crossroads as it comes from a package, and one that could not be taken."""
    found = foreign()
    sources = {"crossroads": Source("hexbench-crossroads", "1.0", "MIT")}
    return Library(tuple(found.games.values()), find_places(), found.homes, (LEFT,), sources)


def test_about_names_package_version_and_licence_and_what_their_code_may_do(library: Library) -> None:
    with player_at(library) as player:
        player.act("help.about")
        box = next(box for box in player.window.findChildren(AboutDialog) if box.isVisible())
        text = box.words.text()
        box.close()
    assert "<b>Crossroads</b>: hexbench-crossroads 1.0, MIT" in text
    assert "Their code runs with your rights" in text
    assert "The game strange (&lt;b&gt;x&lt;/b&gt;:GAME) is left out" in text
    assert "PySide6-Essentials" in text  # the versions that matter


@pytest.mark.parametrize("larger", [1.0, 2.0])
def test_about_lies_on_its_screen_however_large_its_text_is(
    qapp: object, hexbench_home: Path, larger: float
) -> None:
    with player_at(bootstrap.catalogue()) as player:
        player.window.prefs.change("look.text_size", round(larger * player.window.system_size))
        player.settle()
        player.act("help.about")
        (box,) = player.window.findChildren(AboutDialog)
        room = box.screen().availableSize()
        assert box.height() <= room.height()
        assert box.width() <= room.width()
        assert box.area.horizontalScrollBar().maximum() == 0
        assert box.words.openExternalLinks()
        box.close()


def test_the_start_page_says_quietly_what_was_left_out(library: Library) -> None:
    with player_at(library) as player:
        player.window.show_start()
        player.settle()
        line = player.window.start.findChild(QLabel, "start.left_out")
        assert line is not None
        assert line.isVisible()
        assert line.text() == LEFT


def test_nothing_is_said_where_nothing_was_left_out(qapp: object, hexbench_home: Path) -> None:
    with player_at(bootstrap.catalogue()) as player:
        player.window.show_start()
        line = player.window.start.findChild(QLabel, "start.left_out")
        assert line is not None
        assert not line.isVisible()


def test_a_setting_leaves_them_out_and_is_read_only_where_there_are_any(
    hexbench_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def wanted() -> bool:
        asked.append("settings")
        return bool(Settings(find_places().config / "settings.json").get("start.addons"))

    assert len(listed(wanted=wanted)) == 5
    assert asked == []
    other = EntryPoint("strange", "somebodys_game:GAME", found_games.GROUP)
    monkeypatch.setattr(found_games, "entry_points", lambda group: (other,))
    assert other.value in [one.value for one in listed(wanted=wanted)]
    Settings(find_places().config / "settings.json").set("start.addons", False)
    assert other.value not in [one.value for one in listed(wanted=wanted)]


def test_help_shows_the_text_of_every_licence(library: Library) -> None:
    with player_at(library) as player:
        player.act("help.licences")
        dialog = next(box for box in player.window.findChildren(QDialog, "licences") if box.isVisible())
        names = dialog.findChild(QListWidget, "licences.names")
        text = dialog.findChild(QPlainTextEdit, "licences.text")
        assert names is not None
        assert text is not None
        assert "WITHOUT WARRANTY OF ANY KIND" in text.toPlainText()
        rows = [names.item(row).text() for row in range(names.count())]
        names.setCurrentRow(next(row for row, name in enumerate(rows) if name.startswith("Qt")))
        assert "GNU LESSER GENERAL PUBLIC LICENSE" in text.toPlainText()
        assert text.toPlainText().startswith(rows[names.currentRow()] + ": LGPL-3.0-only")
        assert any(row.startswith("msgspec") for row in rows)
        dialog.close()
