"""Every control teaches: its tooltip says more than its name, in both games, in every dialog, on every tab and menu entry."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QDialog, QMenu, QWidget

from hexbench import bootstrap
from hexbench.engine.rules import Rules
from hexbench.ui.docks.layers import ASKED
from tests import tide_pictures, walkthrough
from tests.ui.yard.driver import Player, player_at, yard_catalogue
from tests.ui.yard.teaching import said, silent_actions, silent_controls, silent_tabs

SITUATIONS: dict[str, Callable[[Player], object]] = {
    "squads put together": tide_pictures.SCENES["tide_squads"],
    "op fire is asked for": tide_pictures.SCENES["tide_op_fire"],
    "an attack is drafted": tide_pictures.SCENES["tide_fire"],
    "support is asked for": walkthrough.support,
}
DIALOGS = (
    *("edit.settings", "edit.keys", "edit.find", "help.keys", "help.manual", "help.about"),
    *("game.checklist", "game.replay"),
    *("paper.picture", "paper.chart", "paper.study", "paper.cards", "paper.log", "file.print"),
)


@pytest.fixture
def player(qapp: object) -> Iterator[Player]:
    """A player at the real installation."""
    with player_at(bootstrap.catalogue(), (1440, 900), start=True) as found:
        yield found
        found.view_hands_off()


def _silent(player: Player) -> set[str]:
    """What tells nothing of itself, in the window and in its menus, with every dock once in front."""
    window = player.window
    for key in window.table.docking.docks:
        window.table.docking.front(key)
        player.settle()
    found = {*silent_controls(window), *silent_tabs(window)}
    for menu in window.acts.menus.values():
        found |= set(silent_actions(menu))
        for inner in (a.menu() for a in menu.actions()):
            if isinstance(inner, QMenu):
                inner.aboutToShow.emit()
                assert inner.toolTipsVisible(), inner.title()
                found |= set(silent_actions(inner))
    return found


def test_every_control_tab_and_menu_entry_says_more_than_its_name(player: Player) -> None:
    for situation, lead in SITUATIONS.items():
        lead(player)
        player.settle()
        assert not _silent(player), situation


def test_so_does_the_start_screen_of_every_game(player: Player) -> None:
    for key in player.window.catalogue.games:
        player.window.start.new.choose_game(key)
        player.settle()
        assert not set(silent_controls(player.window.start)), key


def test_so_do_a_drafted_combat_and_every_dialog(player: Player) -> None:
    """One after the other in one window: to draft the combat takes longer than to open them all."""
    walkthrough.drafted(player)
    player.settle()
    assert not _silent(player), "a combat is drafted"
    for action in DIALOGS:
        player.act(action)
        shown: list[QWidget] = player.window.findChildren(QDialog)
        ours = (*shown, player.window.table.replay)
        assert any(dialog.isVisible() for dialog in ours) or action == "game.checklist", action
        assert not [x for dialog in ours for x in silent_controls(dialog)], action
        for dialog in shown:
            dialog.close()
        if action == "game.replay":
            player.act("game.replay")


@pytest.mark.parametrize("game", bootstrap.catalogue().games)
def test_every_verb_and_every_overlay_of_every_game_says_what_it_is_for(game: str) -> None:
    catalogue = bootstrap.catalogue()
    loaded = catalogue.load_scenario(game, catalogue.scenarios(game)[0].name)
    rules: Rules = loaded.rules
    for verb in rules.all_verbs:
        assert said(str(verb.help)) not in ("", said(str(verb.label))), verb.name
    state = loaded.begin(1944).state
    for kind in rules.seat(rules.view(state, None), None).overlays():
        assert said(str(kind.help)) not in ("", said(str(kind.title))), kind.kind
        assert kind.subject == "pair" or kind.subject in ASKED


def test_a_game_that_says_nothing_of_its_overlays_is_spoken_for(qapp: object, tmp_path: Path) -> None:
    with player_at(yard_catalogue(tmp_path)) as player:
        player.begin()
        choices = player.window.table.overlays.choices
        assert len(choices) > 3
        assert all(said(choice.help) not in ("", said(choice.title)) for choice in choices)
