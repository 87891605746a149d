"""Dice typed in and kept games, in the window, with both games that ship."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox

from hexbench import bootstrap
from hexbench.engine.values import Action
from hexbench.session.session import Session
from tests.saves import test_kept as kept
from tests.ui.yard.driver import Player, player_at


@pytest.fixture
def general(qapp: object, hexbench_home: Path) -> Iterator[Player]:
    with player_at(bootstrap.catalogue(), (1600, 1000)) as player:
        yield player


def _session(player: Player) -> Session:
    session = player.window.bridge.session
    assert session is not None
    return session


def _type_all(player: Player, faces: Callable[[int], int]) -> list[str]:
    """Answer a dialog of dice to its end by keys; returns what was asked for."""
    asked = []
    while (dialog := player.window.dicing.dialog) is not None and dialog.field.isVisible():
        asked.append(dialog.why.text())
        QTest.keyClicks(dialog.field, str(faces(int(dialog.why.text().rsplit(" ", 1)[1]))))
        player.keys("Return", to=dialog.field)
    if player.window.dicing.dialog is not None:
        player.push("numbers.play")
    return asked


def test_the_dice_of_a_scenario_are_typed_in_before_it_begins(general: Player) -> None:
    new = general.window.start.new
    new.choose_game("iron_tide")
    new.choose_scenario("ten_turn")
    box = new.details.findChild(QCheckBox, "new.typed")
    assert box is not None
    box.click()
    general.push("new.start")
    dialog = general.window.dicing.dialog
    assert dialog is not None, "the fuel depots are rolled for before anything else"
    assert general.window.bridge.session is None
    general.push("numbers.cancel")
    assert general.window.bridge.session is None, "taken back: no game was begun"
    general.push("new.start")
    asked = _type_all(general, lambda faces: faces)
    assert asked[0] == "Where are the Allied fuel depots? 1 to 6"
    assert _session(general).typed


def test_the_dice_of_a_combat_are_asked_for_by_name(general: Player) -> None:
    general.window.begin("iron_tide", "17_december", {}, study=False, typed=True)
    general.settle()
    _type_all(general, lambda faces: faces)
    session = _session(general)
    asked: list[str] = []
    attacked = False
    for _ in range(60):
        offers = {offer.verb: offer for offer in session.seat(session.decider).prompt.offers}
        if "attack" in offers and not attacked:
            attacked = True
            seat = session.seat(session.decider)
            unit = next(u for u in offers["attack"].subjects if seat.targets("attack", (u,)))
            target = seat.targets("attack", (unit,))[0]
            general.window.table.acting.do(Action("attack", (unit,), target.object, target.how))
        general.window.table.acting.do_default()
        general.settle()
        asked += _type_all(general, lambda faces: 1)
        if general.window.pages.currentWidget() is general.window.cover:
            general.push("cover.ready")
        if any(text.startswith("Combat on ") for text in asked):
            break
    assert sum(text.startswith("Combat on ") and text.endswith(": 1 to 6") for text in asked) == 2
    assert any("strength chit" in text for text in asked), "chits are drawn by hand, too"


@pytest.mark.parametrize(("name", "mend"), [(kept.IRON, kept._crt), (kept.TIDE, kept._dice)])
def test_a_game_of_an_older_version_says_where_it_stops(
    general: Player,
    name: str,
    mend: Callable[[pytest.MonkeyPatch], None],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = kept.copy(name, tmp_path)
    kept._without_its_last_positions(path)
    with monkeypatch.context() as patch:
        mend(patch)
        general.window.open_path(str(path))
        general.settle()
        if general.window.bridge.covered:  # it is said to whom the game belongs
            general.push("cover.ready")
        assert general.window.table.over is not None
        said = general.window.table.over.news.text.text()
        assert "The rules have changed since this game was saved" in said
        assert "everything after that is kept in the file" in said
        assert _session(general).node < kept.KEPT[name]["node"]
        general.act("file.close")
    general.window.open_path(str(kept.copy(name, tmp_path)))
    general.settle()
    assert _session(general).node == kept.KEPT[name]["node"]
