"""A combat as a moment: the dice that are drawn, the map that goes there, the losses on the counters; nothing waits for it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QEnterEvent
from PySide6.QtWidgets import QApplication, QPushButton

from hexbench import bootstrap
from hexbench.engine.events import Resolved, StepLost, UnitChanged, UnitRemoved
from hexbench.ui.bridge import Shift
from hexbench.ui.canvas.counters import Loss
from hexbench.ui.docks.game import GamePanel
from hexbench.ui.docks.grid import GridView
from hexbench.ui.shell.fighting import GONE, LESS, losses_of
from hexbench.ui.shell.floats import MOST, DiceRow
from hexbench.ui.widgets.sounds import Sounds
from tests.ui.yard.commander import Commander
from tests.ui.yard.driver import player_at

SEED = 1944


class General(Commander):
    """A player at Tigers in the Ardennes."""

    GAME = "tigers"


@pytest.fixture
def general(qapp: object, hexbench_home: Path) -> Iterator[General]:
    """A general with one attack allocated, to be resolved."""
    with player_at(bootstrap.catalogue(), (1440, 900)) as player:
        general = General(player)
        general.open("campaign", SEED, until="combat")
        yield general


def allocated(general: General) -> None:
    """Two attacks, to be resolved."""
    general.drag("326VG", "1309")
    general.drag("272VG", "1310")
    general.press("Allocate 2 attacks")
    general.go_on_to("resolution")


def resolve(general: General) -> None:
    """Roll the die of one of them."""
    general.click("1309")
    general.press("Resolve")
    if general.step == "no_retreat":
        general.press("They may retreat.")


def over(general: General) -> object:
    found = general.window.table.over
    assert found is not None
    return found


# ---- the dice -----------------------------------------------------------------------------------------------------------
def test_dice_are_drawn_above_the_result_in_words(general: General) -> None:
    allocated(general)
    resolve(general)
    news = over(general).news  # type: ignore[attr-defined]
    assert len(news.dice.faces) == 1
    assert f"the die shows {news.dice.faces[0]}." in news.text.text()
    assert not news.dice.isHidden()
    assert "Attack against 1309: " in news.text.text()
    assert news.text.text().splitlines()[1].endswith(")")


def test_dice_are_not_drawn_where_they_are_switched_off(general: General) -> None:
    general.window.prefs.change("play.dice", "off")
    allocated(general)
    resolve(general)
    news = over(general).news  # type: ignore[attr-defined]
    assert news.dice.faces == ()
    assert news.dice.isHidden()
    assert "Attack against 1309: " in news.text.text()


def test_a_die_shows_its_own_face_in_the_end_and_while_motion_is_reduced_from_the_first(qapp: object) -> None:
    row = DiceRow()
    row.show_faces((6, 1, 3))
    assert [row.shown(n) for n in range(3)] == [6, 1, 3]
    row.show_faces((6, 1, 3), tumble=200)
    row._on_tumble(0.2)
    assert [row.shown(n) for n in range(3)] != [6, 1, 3]
    assert all(1 <= row.shown(n) <= 6 for n in range(3))
    row._on_tumble(1.0)
    assert [row.shown(n) for n in range(3)] == [6, 1, 3]
    row.show_faces(tuple([1] * (MOST + 1)))
    assert row.isHidden()
    row.deleteLater()


# ---- sounds ---------------------------------------------------------------------------------------------------------------
def test_nothing_is_heard_until_it_is_asked_for_and_a_mute_machine_says_so_once(general: General) -> None:
    table, played = general.window.table, list[str]()

    def mute(path: str) -> bool:
        played.append(Path(path).stem)
        return False

    allocated(general)
    assert table.sounds is None, "off at first"
    general.window.prefs.change("play.sound", True)
    table.sounds = Sounds(mute)
    resolve(general)
    assert played == ["dice"]
    assert table.sounds.mute
    assert "play sounds" in over(general).news.text.text()  # type: ignore[attr-defined]
    general.player.act("edit.undo")
    assert played == ["dice"], "nor does what is taken back"


# ---- the map goes there ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("wanted", [True, False])
def test_the_map_goes_to_a_combat_out_of_sight(general: General, wanted: bool) -> None:
    general.window.prefs.change("play.frame_combats", wanted)
    allocated(general)
    view = general.player.view
    view.set_zoom(1.2)
    view.centre_on("201")
    before = view.seen
    general.window.table.frame.go(view, (Resolved("attack", "1309", "D1"),)) if wanted else None
    inside = view.seen.contains(view.map.geometry.centre("1309"))
    assert inside == wanted
    assert (view.seen == before) != wanted
    assert view.zoom <= 1.2 + 1e-6
    if wanted:  # both sides of it
        assert view.seen.contains(view.map.geometry.centre(general.player.at("326VG")))


def test_the_map_stays_where_a_combat_is_in_view(general: General) -> None:
    allocated(general)
    view = general.player.view
    view.set_zoom(0.6)
    view.centre_on("1309")
    before = view.seen
    general.window.table.frame.go(view, (Resolved("attack", "1309", "D1"),))
    assert view.seen == before


# ---- losses -----------------------------------------------------------------------------------------------------------------
def test_losses_are_found_in_what_was_told() -> None:
    places = {"a": "0101", "b": "0102", "c": "0103", "d": "0104"}
    told = (
        Resolved("combat", "0101", "D1"),
        StepLost("a", 1),
        StepLost("b", 0),
        UnitRemoved("b", "#eliminated"),
        UnitChanged("c", "disrupted", "yes"),
        UnitChanged("d", "supply", "out"),
    )
    found = losses_of(Shift("did", (), told), ("disrupted",), places.__getitem__)
    assert found == (Loss("a", "0101", LESS), Loss("b", "0102", GONE), Loss("c", "0103", ""))
    left = Shift("did", (), (UnitRemoved("a", "#exited"),))
    assert losses_of(left, (), places.__getitem__) == ()  # who leaves the map of his own will is no loss


@pytest.mark.parametrize("still", [True, False])
def test_a_mark_lies_on_the_counter_and_fades_unless_motion_is_reduced(general: General, still: bool) -> None:
    scene = general.player.view.map
    scene.reduce_motion = still
    at = general.player.at("326VG")
    scene.losses.show((Loss("326VG", at, LESS), Loss("gone", "1309", GONE)))
    items = scene.losses._items
    assert [item.pos() for item in items] == [scene.item("326VG").pos(), scene.geometry.centre("1309")]
    scene.losses._on_faded(0.1)
    assert all((item.opacity() == 1.0) == still for item in items)
    assert scene.losses.shown
    scene.losses.clear()
    assert scene.losses.shown == ()
    assert all(item.scene() is None for item in items)


# ---- tables light up for what the pointer rests on --------------------------------------------------------------------------
def test_a_table_lights_up_for_an_attack_that_is_dragged_and_tells_its_cells_in_words(
    general: General,
) -> None:
    general.window.table.docking.front("game.crt")
    general.player.settle()
    panel = next(p for p in general.window.findChildren(GamePanel) if p.panel_key == "crt")
    assert isinstance(panel.view, GridView)
    assert panel.view.table is not None
    assert not panel.view.table.lights
    general.player.drag("326VG", "1309", drop=False)
    lit = {one.column for one in panel.view.table.lights if one.tone == "to"}
    assert len(lit) == 1
    cell = panel.view.cells.index(0, lit.pop())
    assert cell.data(Qt.ItemDataRole.ToolTipRole).splitlines()[0].endswith(f"({cell.data()})")
    general.player.view_hands_off()
    assert not panel.view.table.lights


def test_a_button_lights_up_what_it_would_do(general: General) -> None:
    allocated(general)
    docking = general.window.table.docking
    docking.front("game.crt")
    docking.front(docking.combat)
    general.player.settle()
    heard: list[dict[str, object]] = []
    general.window.desk.weighed.connect(heard.append)
    button = next(
        b for b in general.window.findChildren(QPushButton) if b.objectName() == "combat.answer.resolve"
    )
    spot = button.rect().center().toPointF()
    QApplication.sendEvent(button, QEnterEvent(spot, spot, spot))
    assert "crt" in heard[-1]
    QApplication.sendEvent(button, QEvent(QEvent.Type.Leave))
    assert heard[-1] == {}
