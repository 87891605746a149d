"""Each side types letters into the dice, after the commitment has been shown; and what the program owes to others is told."""

from __future__ import annotations

import pytest

from hexbench.ui.shell.dicing import LettersDialog
from hexbench.ui.shell.help import about_text
from tests.ui.yard.driver import Player


def dialog_of(player: Player) -> LettersDialog:
    found = [one for one in player.window.findChildren(LettersDialog) if one.isVisible()]
    assert len(found) == 1
    return found[0]


def test_a_game_begins_when_every_side_has_typed_its_letters(player: Player) -> None:
    new = player.window.start.new
    new.details.letters.setChecked(True)
    new.choose_scenario("meeting")
    new.begin()
    dialog = dialog_of(player)
    shown = dialog.code.text().replace(" ", "")
    assert not dialog.start.isEnabled()
    dialog.fields["red"].setText("guards")
    assert not dialog.start.isEnabled()
    dialog.fields["blue"].setText("night")
    assert dialog.start.isEnabled()
    dialog.accept()
    player.settle()
    session = player.window.bridge.session
    assert session is not None
    assert session.header.letters == {"red": "guards", "blue": "night"}
    assert session.header.commitment == shown


@pytest.mark.usefixtures("start_page")
def test_whoever_thinks_better_of_it_has_no_game(player: Player) -> None:
    new = player.window.start.new
    new.details.letters.setChecked(True)
    new.choose_scenario("meeting")
    new.begin()
    dialog_of(player).reject()
    player.settle()
    assert player.window.pages.currentWidget() is player.window.start
    new.details.letters.setChecked(False)
    new.begin()
    player.settle()
    session = player.window.bridge.session
    assert session is not None
    assert session.header.letters == {}


def test_help_about_tells_of_qt_and_of_all_whose_data_are_in_it(player: Player) -> None:
    text = about_text(player.window.catalogue)
    for word in ("Lesser General Public License", "GeoNames", "Copernicus", "Natural Earth", "IBM Plex"):
        assert word in text
