"""Whoever looks next is seated before anything is drawn: an action is drawn once, for him."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hexbench.engine.opponent import DefaultOpponent
from hexbench.engine.state import Step
from hexbench.engine.values import Action, say
from hexbench.session import opening
from hexbench.ui.bridge import Shift
from hexbench.ui.docks.desk import DeskPanel
from hexbench.ui.shell.table import Table
from tests.ui.yard.driver import Player, player_at, yard_catalogue
from tests.ui.yard.game import Yard


class Drawn:
    """What was drawn since :meth:`begin`."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.panels: Counter[str] = Counter()
        self.shifts: list[Shift] = []
        refresh_now, refreshed = DeskPanel.refresh_now, Table._on_refreshed

        def count(panel: DeskPanel) -> None:
            self.panels[panel.objectName()] += not panel.bare
            refresh_now(panel)

        def note(table: Table, shift: Shift) -> None:
            self.shifts.append(shift)
            refreshed(table, shift)

        monkeypatch.setattr(DeskPanel, "refresh_now", count)
        monkeypatch.setattr(Table, "_on_refreshed", note)

    def begin(self) -> None:
        """Count from here."""
        self.panels.clear()
        self.shifts.clear()


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Drawn:
    """Counts what is drawn; asked for before the window."""
    return Drawn(monkeypatch)


@pytest.fixture
def player(drawn: Drawn, qapp: object, tmp_path: Path) -> Iterator[Player]:
    """A player at the yard."""
    with player_at(yard_catalogue(tmp_path)) as found:
        yield found


def _log(player: Player) -> str:
    found = player.window.table.log.found
    return "\n".join(str(found.index(row, 0).data()) for row in range(found.rowCount()))


def test_where_nothing_is_hidden_the_next_side_looks_and_all_is_drawn_once(
    player: Player, drawn: Drawn
) -> None:
    player.begin()
    for key in ("stack", "hits", "history"):
        player.window.table.docking.front(f"game.{key}" if key == "hits" else key)
    player.drag("r3", "0405")
    bridge = player.window.bridge
    drawn.begin()
    bridge.playing.do(Action("end"))
    player.settle()
    assert bridge.viewer == bridge.decider == "blue"
    assert [(one.kind, one.turned) for one in drawn.shifts] == [("did", True)]
    assert drawn.panels
    assert set(drawn.panels.values()) <= {0, 1}, drawn.panels
    assert player.window.table.prompt.isVisible()
    assert bridge.seat is not None
    assert bridge.seat.side == "blue"


def test_at_an_open_table_all_is_drawn_once_and_only_what_all_know(
    player: Player, drawn: Drawn, monkeypatch: pytest.MonkeyPatch
) -> None:
    player.begin(fog=True)
    bridge = player.window.bridge
    bridge.playing.do(Action("plan", (), "attack"))
    player.settle()
    assert "attack" in _log(player)
    monkeypatch.setattr(Step, "open_table", True)
    drawn.begin()
    bridge.playing.do(Action("end"))
    player.settle()
    assert bridge.open_for == bridge.decider == "blue"
    assert [(one.kind, one.turned) for one in drawn.shifts] == [("did", True)]
    assert set(drawn.panels.values()) <= {0, 1}, drawn.panels
    assert "attack" not in _log(player)
    assert player.window.table.over is not None
    assert "attack" not in player.window.table.over.news.text.text()


def test_under_a_cover_those_who_look_are_shown_first_what_happened(player: Player, drawn: Drawn) -> None:
    player.window.settings.set("play.cover_between_players", "always")
    player.begin(fog=True)
    bridge = player.window.bridge
    bridge.playing.do(Action("plan", (), "attack"))
    drawn.begin()
    bridge.playing.do(Action("end"))
    assert bridge.covered
    assert [(one.kind, one.turned) for one in drawn.shifts] == [("did", False), ("covered", False)]


def test_who_comes_back_from_the_past_is_seated_then(player: Player, drawn: Drawn) -> None:
    player.begin()
    player.drag("r3", "0405")
    bridge = player.window.bridge
    bridge.look("blue")
    bridge.look_back(0)
    drawn.begin()
    bridge.look_back(None)
    assert [(one.kind, one.turned) for one in drawn.shifts] == [("past", False), ("viewer", True)]
    assert bridge.viewer == bridge.decider == "red"


# ---- a game that is opened
def _opened_again(player: Player) -> None:
    session = player.window.bridge.session
    assert session is not None
    assert session.path is not None
    path = str(session.path)
    player.act("file.close")
    player.window.open_path(path)
    player.settle()


@pytest.mark.parametrize("handed", [False, True])
def test_a_game_with_secrets_is_opened_under_the_cover_of_whoever_decides(
    player: Player, handed: bool
) -> None:
    window = player.window
    player.begin(fog=True)
    window.bridge.playing.do(Action("plan", (), "attack"))
    if handed:
        window.bridge.playing.do(Action("end"))
        player.settle()
        assert window.bridge.covered
    whose = "blue" if handed else "red"
    _opened_again(player)
    assert window.bridge.covered
    assert window.bridge.seat is None
    assert window.pages.currentWidget() is window.cover
    assert window.cover.side == whose
    player.push("cover.ready")
    assert window.bridge.viewer == whose
    assert window.pages.currentWidget() is window.table
    player.look()
    assert window.pages.updatesEnabled()
    assert ("attack" in _log(player)) is not handed


def test_where_nobody_else_may_look_a_game_is_opened_without_a_cover(player: Player) -> None:
    window = player.window
    player.begin(fog=True)
    session = window.bridge.playing
    session.do(Action("plan", (), "attack"))
    window.settings.set("play.cover_between_players", "never")
    _opened_again(player)
    assert not window.bridge.covered
    window.settings.set("play.cover_between_players", "hidden")
    again = window.bridge.playing
    again.set_study(True, again.rules.sides)
    _opened_again(player)
    assert not window.bridge.covered
    assert window.bridge.viewer is None


def test_what_is_to_be_said_of_a_file_is_said_behind_the_cover(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    player.begin(fog=True)
    player.window.bridge.playing.do(Action("plan", (), "attack"))
    session = player.window.bridge.session
    assert session is not None
    path = session.path
    player.act("file.close")
    opened = opening.open_file

    def noticed(*parts: Any) -> Any:
        return opened(*parts)[0], (say("The map has been changed since this game was begun."),)

    monkeypatch.setattr("hexbench.ui.shell.commands.open_file", noticed)
    player.window.open_path(str(path))
    player.settle()
    assert player.window.bridge.covered
    player.push("cover.ready")
    assert player.window.table.over is not None
    assert "The map has been changed" in player.window.table.over.news.text.text()


def test_who_saw_everything_takes_a_persons_seat_while_the_computer_decides(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Yard, "opponents", {"quick": DefaultOpponent})
    window = player.window
    player.begin(fog=True)
    session = window.bridge.playing
    session.do(Action("plan", (), "attack"))
    window.machine.set_players({"red": "quick"})
    window.machine.pause.click()
    player.push("cover.ready")
    player.settle()
    assert (session.decider, window.bridge.viewer) == ("red", "blue")
    player.act("game.study")
    assert session.study
    player.act("game.study")
    assert window.bridge.viewer == "blue"
    assert not window.bridge.covered, "one person alone needs no cover"
    session.consent(session.rules.sides)
    window.umpiring._take(session.rules.sides)
    window.umpiring.put_away()
    assert window.bridge.viewer == "blue"


def test_who_gives_his_own_side_to_the_computer_does_not_see_the_other(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Yard, "opponents", {"quick": DefaultOpponent})
    window = player.window
    player.begin(fog=True)
    window.bridge.playing.do(Action("plan", (), "attack"))
    assert window.bridge.viewer == "red"
    window.machine.set_players({"red": "quick"})
    player.settle()
    assert window.bridge.covered
    assert window.cover.side == "blue"
    assert window.machine.automaton is not None
    window.machine.automaton.pause()
    player.push("cover.ready")
    assert window.bridge.viewer == "blue"
    window.machine.set_players({})
    player.settle()
    assert not window.bridge.covered, "he sits at a seat of a person still, until somebody else decides"


def test_where_nothing_is_hidden_the_seat_changes_without_a_cover(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Yard, "opponents", {"quick": DefaultOpponent})
    window = player.window
    player.begin()
    window.machine.set_players({"red": "quick"})
    assert window.bridge.viewer == "blue"
    assert not window.bridge.covered
    window.machine.set_players({})


def test_overlays_are_of_the_player_who_switched_them_on(player: Player) -> None:
    window = player.window
    player.begin(fog=True)
    window.bridge.playing.do(Action("plan", (), "attack"))
    overlays = window.table.overlays
    first = dict(overlays.on)
    key = next(c.key for c in overlays.choices if c.key not in first and not c.subject)
    overlays.switch(key, on=True)
    assert key in overlays.shown
    for _ in range(2):
        window.bridge.playing.do(Action("end"))
        player.settle()
        if window.bridge.covered:
            player.push("cover.ready")
        if window.bridge.viewer == "blue":
            assert list(overlays.on) == list(first)
            assert key not in overlays.shown
    assert window.bridge.viewer == "red"
    assert key in overlays.on
    assert key in overlays.shown
