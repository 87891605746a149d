"""A German turn before Bastogne and the deployment of the campaign, played in the window by mouse."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QLineF, QPoint, QPointF, QRectF, Qt
from PySide6.QtTest import QTest

from hexbench import bootstrap
from hexbench.ui.canvas.face import detail_of
from hexbench.ui.canvas.geometry import COUNTER, PITCH
from hexbench.ui.docks.minimap import Minimap
from tests.ui.yard.blitz import General
from tests.ui.yard.driver import player_at

SEED = 7
NEAR = 30.0
"""Scene units: well within a hex."""
TANKS, GRENADIERS, GUNS = "Pz_Lehr:PzLR_130", "Pz_Lehr:PzGR_901", "VAK_766"
TARGET = "10_USA:CCB-10"
"""A combat command within three hexes of the guns."""


@pytest.fixture
def general(qapp: object, hexbench_home: Path) -> Iterator[General]:
    """A general at a window."""
    with player_at(bootstrap.catalogue(), (1440, 900)) as player:
        yield General(player)


@pytest.mark.rule("blitzkrieg", "BK-UI-08")
@pytest.mark.rule("blitzkrieg", "BK-UI-20")
def test_a_german_turn_before_bastogne_is_played_by_mouse(general: General) -> None:
    general.open("bastogne", SEED)
    assert (general.turn, general.step, general.side) == ("19AM", "movement", "german")
    _move_to_and_fro(general)
    _aim(general)
    _engage(general)
    # the prompt suggests what is still to be engaged, and at last RESOLVE
    for _ in range(10):
        if general.step != "movement":
            break
        general.go_on()
        assert general.refused() == {}
    assert general.step in ("battles", "fire")
    before = {uid: unit.strength for uid, unit in general.state.units.items()}
    assert before[TARGET] < 9, "the guns fired when RESOLVE began"
    asked = set()
    for _ in range(60):
        if general.side == "allied" and general.step == "movement":
            break
        asked.add(general.step)
        general.go_on()
    assert (general.turn, general.step, general.side) == ("19AM", "movement", "allied")
    assert "battles" in asked
    assert general.state.engagements == ()
    assert general.face(GUNS).tags == ()


def _move_to_and_fro(general: General) -> None:
    """Units are moved as often as one likes, always from where they began."""
    tank = "2_Pz:PzR_3"
    far = next(at for at in general.near("1830") if at in general.reach(tank))
    general.drag(tank, far)
    assert general.player.at(tank) == far
    general.drag(tank, "1929")
    assert general.player.at(tank) == "1929"
    assert general.refused() == {}


def _aim(general: General) -> None:
    """Artillery first, then its target; both are marked."""
    general.select(GUNS)
    general.verb("aim")
    general.choose("CCB/10")
    assert general.state.fire == {GUNS: TARGET}
    assert [tag.at for tag in general.face(GUNS).tags] == ["corner"]
    assert [tag.at for tag in general.face(TARGET).tags] == ["edge"]


def _engage(general: General) -> None:
    """RESOLVE asks first, and is refused and the place is shown; a drag onto the enemy engages, a button takes it back."""
    general.touch("Resolve")
    listed = general.window.commands.phase_end.list
    assert listed is not None
    assert listed.isVisible()
    found = [(check.rule, check.bars, check.hexes) for check in listed.checks]
    row = found.index(("BK-ENG-03", True, ("1832",)))
    listed.list.cellClicked.emit(row, 1)
    assert "1832" in general.lit
    general.player.push("checklist.back")
    assert (general.step, general.state.engagements, general.lit) == ("movement", (), ())
    general.window.prefs.change("play.confirm_phase_end", False)
    general.touch("Resolve")
    general.window.prefs.change("play.confirm_phase_end", True)
    assert general.refused()["BK-ENG-03"] == ("1832",)
    assert "1832" in general.lit
    general.player.keys("Escape")
    general.drag(TANKS, "1831")
    ring = general.face(TANKS).ring
    assert ring != ""
    assert general.face("10_USA:CCB-10").ring == general.face("10_USA:CCR-10").ring == ring
    assert general.face(GRENADIERS).ring == ""
    general.select(TANKS)
    general.verb("undo_engage")
    assert general.state.engagements == ()
    assert general.face(TANKS).ring == general.face("10_USA:CCB-10").ring == ""
    general.drag(TANKS, "1831")
    assert [e.attackers for e in general.state.engagements] == [(TANKS,)]


@pytest.mark.rule("blitzkrieg", "BK-BEG-02")
@pytest.mark.rule("blitzkrieg", "BK-UI-11")
def test_a_unit_is_put_down_from_the_tray_where_it_may_start_and_nowhere_else(general: General) -> None:
    general.open("campaign", SEED)
    assert (general.turn, general.step, general.side) == ("16AM", "deploy", "german")
    table = general.window.table
    unit = table.tray.ready[0]
    general.window.desk.choose((unit,))
    general.player.view.set_cursor("1616")
    general.player.view.setFocus()
    general.player.keys("Return")
    assert not general.player.at(unit).isdigit(), "not in Liège"
    assert general.refused()
    general.player.keys("Escape")
    allowed = general.reach(unit)
    general.window.desk.choose((unit,))
    general.player.view.set_cursor(allowed[0])
    general.player.view.setFocus()
    general.player.keys("Return")
    assert general.player.at(unit) == allowed[0]
    general.verb("place_all")
    assert general.state.raster == ()


@pytest.mark.rule("blitzkrieg", "BK-UI-09")
def test_the_top_line_tells_turn_date_weather_and_what_is_being_done(general: General) -> None:
    general.open("bastogne", SEED)
    prompt = general.window.table.prompt
    assert prompt.moment.text() == "19AM · Movement · 19 December 1944, AM, bad weather"
    assert prompt.plate.title == "German"
    general.go_on_to("battles")
    assert "Battles" in prompt.moment.text()


@pytest.mark.rule("blitzkrieg", "BK-UI-01")
def test_at_the_closest_scale_eight_by_six_hexes_can_be_read(general: General) -> None:
    general.open("bastogne", SEED)
    view = general.player.view
    hexes = [f"{column:02d}{row:02d}" for column in range(15, 23) for row in range(28, 34)]
    view.fit_hexes(hexes)
    assert detail_of(COUNTER * view.zoom) == "full"
    for at in hexes:
        assert view.seen.contains(view.map.geometry.centre(at))


@pytest.mark.rule("blitzkrieg", "BK-UI-03")
@pytest.mark.rule("blitzkrieg", "BK-UI-04")
@pytest.mark.rule("blitzkrieg", "BK-UI-21")
def test_half_the_map_shows_whose_units_are_where_and_the_largest_scale_all_of_it(general: General) -> None:
    general.open("bastogne", SEED)
    view = general.player.view
    half = [at for at in view.map.atlas.labels if int(at[2:]) >= 25]
    view.fit_hexes(half)
    assert all(view.seen.contains(view.map.geometry.centre(at)) for at in half)
    palette = general.window.desk.palette
    shades = {palette.counter(general.face(u).colour).ground for u in (TANKS, GUNS, "Stielau_4", TARGET)}
    assert len(shades) == 4
    general.player.act("view.fit")
    for at in view.map.atlas.labels:
        assert view.seen.contains(view.map.geometry.centre(at))


@pytest.mark.rule("blitzkrieg", "BK-UI-05")
def test_a_click_on_the_small_map_takes_the_window_there(general: General) -> None:
    general.open("bastogne", SEED)
    view = general.player.view
    view.set_zoom(1.0)
    view.centre_on("1831")
    small = general.window.table.minimap.list
    drawn = Minimap(view)
    box, there = QRectF(small.rect()), view.map.geometry.centre("1616")
    spot = next(
        QPoint(x, y)
        for x in range(small.width())
        for y in range(small.height())
        if QLineF(drawn.scene_point(box, QPointF(x, y)), there).length() < NEAR
    )
    QTest.mouseClick(small, Qt.MouseButton.LeftButton, pos=spot)
    general.player.settle()
    assert view.map.atlas.distance(view.map.hex_at(view.seen.center()), "1616") <= 1


@pytest.mark.rule("blitzkrieg", "BK-UI-02")
def test_the_pointer_at_an_edge_scrolls_the_map_by_a_hex_that_way(general: General) -> None:
    general.open("bastogne", SEED)
    view = general.player.view
    view.set_zoom(1.0)
    view.centre_on("1625")
    port = view.viewport()
    before = view.seen.center()
    QTest.mouseMove(port, QPoint(3, port.height() // 2))
    general.player.settle()
    view.edges.scroll()
    assert view.seen.center() == before, "it is off until one asks for it"
    general.window.prefs.change("map.edges_scroll", True)
    for spot, way in (
        (QPoint(3, port.height() // 2), (-1, 0)),
        (QPoint(port.width() // 2, 3), (0, -1)),
        (QPoint(port.width() - 3, port.height() - 3), (1, 1)),
    ):
        QTest.mouseMove(port, port.rect().center())
        general.player.settle()
        before = view.seen.center()
        QTest.mouseMove(port, spot)
        general.player.settle()
        view.edges.scroll()
        moved = view.seen.center() - before
        assert (round(moved.x() / PITCH), round(moved.y() / PITCH)) == way
    QTest.mouseMove(port, port.rect().center())
    general.player.settle()
    before = view.seen.center()
    view.edges.scroll()
    assert view.seen.center() == before


@pytest.mark.rule("blitzkrieg", "BK-UI-15")
def test_choosing_a_unit_of_a_stack_brings_it_to_the_front_and_shows_its_engagement(general: General) -> None:
    general.open("bastogne", SEED)
    general.drag(TANKS, "1831")
    view = general.player.view
    under = view.map.stack(general.player.at(TANKS))[0]
    general.window.desk.choose(())
    general.click(general.player.at(TANKS))
    stack = general.window.table.stack
    row = stack.list.units.index(stack.list.units.row_of(under))
    QTest.mouseClick(
        stack.list.viewport(), Qt.MouseButton.LeftButton, pos=stack.list.visualRect(row).center()
    )
    general.player.settle()
    assert view.map.stack(general.player.at(TANKS))[-1] == under
    general.select(TANKS)
    assert view.map.stack(general.player.at(TANKS))[-1] == TANKS
    assert general.hexes == ["1831"]
    assert {account.side for account in general.combat.accounts} >= {"german", "allied"}


@pytest.mark.rule("blitzkrieg", "BK-UI-27")
@pytest.mark.rule("blitzkrieg", "BK-VIC-08")
def test_quitting_is_asked_about_with_the_rating(general: General) -> None:
    general.open("bastogne", SEED)
    before = general.state
    general.player.window.table.acting.use("quit")
    over = general.player.window.table.over
    assert over is not None
    chooser = over.chooser
    assert chooser.isVisible()
    (line,) = [chooser.list.item(n).text() for n in range(chooser.list.count())]
    assert "Rating so far" in line
    general.player.keys("Escape", to=chooser.list)
    assert not chooser.isVisible()
    assert general.state == before
    general.player.window.table.acting.use("quit")
    general.player.keys("Return", to=chooser.list)
    assert general.state.quit_by == "german"
    assert not general.state.stack
