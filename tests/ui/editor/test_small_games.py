"""A small scenario for each game made from nothing at the window: drawn up, checked, saved, accepted, played to its end and replayed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QInputDialog

from hexbench import bootstrap
from hexbench.cli import main
from hexbench.session.editor.listing import shown
from hexbench.session.editor.scenario import ScenarioDraft
from hexbench.ui.editor.fields import at_path
from hexbench.ui.editor.record import ARRIVALS
from tests.session.editor.small import SMALL
from tests.sizes import sized
from tests.ui.editor.driver import Hand, unseen_editors
from tests.ui.editor.test_editing import chosen, editing
from tests.ui.yard.driver import Player, player_at

CATALOGUE = bootstrap.catalogue()


@pytest.fixture
def player(qapp: object) -> Iterator[Player]:
    """A player at the real installation, with a home of the test's own."""
    with player_at(bootstrap.catalogue(), (1280, 800)) as found, unseen_editors():
        yield found
        for editor in editing(found).editors[:]:
            editor.ask_first = False
            editor.close()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def lay_counters(hand: Hand, model: ScenarioDraft) -> None:
    """Every counter: made under the cursor or dragged onto its turn, and filled in at the inspector."""
    desk, window = hand.desk, hand.window
    for uid, entry in model.entries().items():
        at = model.place_of(uid)
        if at in model.rules.atlas.index:
            hand.near(at)
            hand.click(at)
            window.commands.add(model.side_of(uid), at)
        else:
            window.commands.add(model.side_of(uid), "")
            hand.front("record")
            view = window.record.view
            row = next(n for n, turn in enumerate(desk.turns) if turn.box == at)
            view.scrollTo(view.record.index(row, ARRIVALS))
            hand.settle()
            spot = view.visualRect(view.record.index(row, ARRIVALS)).center()
            hand.drop((uid,), view.viewport(), spot)
        hand.settle()
        assert desk.units == (uid,)
        assert desk.at(uid) == at
        hand.front("inspector")
        for editor in window.inspector.editors:
            path, blank = editor.field.path, editor.field.blank
            wanted = at_path(entry, path, blank)
            if wanted != at_path(desk.entries[uid], path, blank):
                editor.edited.emit(wanted)
                hand.settle()
        assert desk.entries[uid] == entry


def lay_tables(hand: Hand, model: ScenarioDraft, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rows of every other table, typed in."""
    hand.front("tables")
    panel = hand.window.sheets
    for n, view in enumerate(panel.views):
        roll = view.roll.roll
        if roll.counters:
            continue
        panel.tabs.setCurrentIndex(n)
        for name, entry in model.entries(roll).items():
            monkeypatch.setattr(QInputDialog, "getText", lambda *a, name=name: (name, True))
            panel.new.click()
            hand.settle()
            row = view.roll.row_of(name)
            for field in roll.fields:
                view.roll.fill((row,), field, shown(field, at_path(entry, field.path, field.blank)))
        hand.settle()
        assert hand.draft.entries(roll) == model.entries(roll)


def lay_record(hand: Hand, model: ScenarioDraft) -> None:
    """Weather, air and whatever else stands in tracks."""
    hand.front("record")
    record = hand.window.record.view.record
    for column, lane in enumerate(record.lanes, start=1):
        for row, turn in enumerate(record.turns):
            wanted = shown(lane.track.value, model.track_value(lane.track, turn.id, lane.side))
            hand.window.record.view.write([record.index(row, column)], wanted)


def lay_zones(hand: Hand, model: ScenarioDraft) -> None:
    """Every zone, painted hex by hex."""
    hand.front("zones")
    panel = hand.window.zones
    for row, one in enumerate(panel.known):
        wanted: Any = model.zone(one.zones, one.name)
        if set(wanted) == set(hand.draft.zone(one.zones, one.name)):
            continue
        panel.list.setCurrentRow(row)
        panel.brush.setChecked(True)
        for at in sorted(set(wanted) ^ set(hand.draft.zone(one.zones, one.name))):
            hand.near(at)
            hand.click(at)
        hand.keys("Escape", to=hand.window)
        assert not panel.brush.isChecked()


def lay_forms(hand: Hand, model: ScenarioDraft) -> None:
    """Turns, victory, resources."""
    hand.front("forms")
    for form in hand.draft.forms:
        for field in form.fields:
            wanted = model.value(field)
            if wanted != hand.draft.value(field):
                hand.window.forms.editors[field.path].edited.emit(wanted)
                hand.settle()


# These two have tracks, arrivals, zones and rows of every kind but two; all are made without a window in tests/session/editor.
@pytest.mark.parametrize("game", sized(("tigers", "trumpets"), tuple(SMALL)))
def test_from_nothing_to_the_end_of_the_game(
    player: Player, game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = SMALL[game](CATALOGUE)
    title = str(model.get("title"))
    hand = chosen(player, game, 0, title, str(model.get("map")))
    assert not hand.desk.counters
    lay_forms(hand, model)
    lay_zones(hand, model)
    lay_counters(hand, model)
    lay_tables(hand, model, monkeypatch)
    lay_record(hand, model)
    assert hand.draft.document == model.document

    hand.act("check")
    assert not [one for one in hand.desk.findings if one.level == "error"]
    path = tmp_path / "small.json"
    assert hand.window.save_to(path)
    assert not hand.window.isWindowModified()
    assert main(["check", str(path)]) == 0

    player.window.open_path(str(path))
    player.settle()
    session = player.window.bridge.session
    assert session is not None
    assert session.title == title

    hand.front("trying")
    trying = hand.window.trying
    trying.games.setValue(1)
    trying.start.click()
    trying.finish()
    hand.settle()
    assert trying.list.rowCount() == 1
    (one,) = trying.trials.done if trying.trials is not None else ()
    assert one.ended, one.fault
    trying.list.selectRow(0)
    trying.open_.click()
    player.settle()
    replayed = player.window.bridge.session
    assert replayed is not None
    assert replayed is not session
    assert len(replayed.history.nodes) == one.actions + 1
    assert player.window.table.replay.isVisible()
