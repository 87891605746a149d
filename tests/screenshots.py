"""`python -m tests.screenshots`: draws the window in the situations shown in the documentation, always the same.

Nothing in the pictures depends on the clock, the player's folder or chance: games are begun with a fixed seed and are
not saved, the platform is offscreen and the font is the bundled one. Names on the command line select pictures.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from unittest import mock

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from PySide6.QtCore import Qt, QtMsgType, qInstallMessageHandler
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QDialog, QLabel, QWidget

from hexbench import bootstrap
from hexbench.session.automaton import Automaton, makers
from hexbench.session.opening import begin
from hexbench.study.playout import Chance
from hexbench.study.thinking import Here
from hexbench.study.working import WorkHere
from hexbench.ui.print.picture import few_colours
from hexbench.ui.print.sheets import Product
from hexbench.ui.shell.hinting import Hinting
from hexbench.ui.shell.machine import MachineBar
from hexbench.ui.shell.manual import Manual
from hexbench.ui.shell.studying_tasks import StudyTasks
from hexbench.ui.shell.window import Window
from tests import editor_pictures, map_pictures, tide_pictures, walkthrough
from tests.ui.yard.driver import Player, player_at

OUT = Path(__file__).resolve().parents[1] / "docs" / "screenshots"
SIZE = (1600, 1000)
SEED = 1944
CUT = "1742"
"""The hex of a battalion that is cut off on that morning."""
ORDERS = 12
"""Orders the computer gives before its picture is taken."""
PICKED = 6
"""Row of the hint that is selected."""
REVIEWED = 95
"""Actions of the game that is reviewed."""
ONE = "--one"
"""First argument of a process that draws one picture."""
GAME, MORNING, CAMPAIGN = "iron_tide", "17_december", "campaign"
Scene = Callable[[Player], QWidget]


def _open(player: Player, name: str, *, study: bool = False) -> Window:
    window = player.window
    loaded = window.catalogue.load_scenario(GAME, name)
    window.show_session(begin(loaded, SEED, study=study))
    player.settle()
    return window


def _mover(player: Player) -> tuple[str, str]:
    """The unit alone in its hex that has most hexes to go to, and the farthest of them."""
    hand = player.window.table.acting.hand
    assert hand is not None
    alone = [u for u in hand.ready if len(player.view.map.stack(player.at(u))) == 1]
    unit = max(alone, key=lambda u: (len(hand.ways((u,))), u))
    ways = {at: w for at, w in hand.ways((unit,)).items() if not player.view.map.stack(at)}
    return unit, max(ways, key=lambda at: (ways[at][0].target.cost or 0, at))


def _start(player: Player) -> QWidget:
    """The start page, when the painter has drawn the picture of every game."""
    pictures = player.window.start.pictures
    pictures.draws = True
    pictures.wake()
    QTest.qWait(1000)  # it begins a moment later
    for _ in range(600):
        if pictures.painter is None:  # it goes when nothing is missing
            break
        QTest.qWait(100)
    return player.window


def _morning(player: Player) -> QWidget:
    """The battalion whose supply is cut, with its supply path."""
    window = _open(player, MORNING)
    view, table = player.view, window.table
    view.set_zoom(0.62)
    view.set_cursor(CUT)
    view.centre_on(CUT)
    window.desk.study(CUT)
    window.desk.choose(window.desk.units_at(CUT)[-1:])
    for choice in table.overlays.choices:
        if choice.kind == "supply_unit":
            table.overlays.switch(choice.key, True)
    return window


def _drag(player: Player) -> QWidget:
    window = _open(player, MORNING)
    unit, far = _mover(player)
    player.view.set_zoom(0.62)
    player.view.centre_on(player.at(unit))
    player.view.finish()
    window.desk.study(player.at(unit))
    player.drag(unit, far, drop=False)
    return window


def _refusal(player: Player) -> QWidget:
    """The nearby hex that most rules forbid."""
    window = _open(player, MORNING)
    unit, _ = _mover(player)
    start, atlas, hand = player.at(unit), player.view.map.atlas, window.table.acting.hand
    assert hand is not None
    near = [at for at in atlas.labels if atlas.distance(start, at) <= 9]
    worst = max(near, key=lambda at: (sum(len(r) for _, r in hand.why_not((unit,), at, "")), at))
    player.view.set_zoom(0.8)
    player.view.centre_on(worst)
    window.desk.choose((unit,))
    window.table.acting.put((unit,), worst)
    return window


def _risk(player: Player) -> QWidget:
    """Where a battle group would be attacked after its move."""
    window = _open(player, MORNING)
    unit = "G-1SS-PG2"
    player.view.set_zoom(0.7)
    player.view.centre_on(player.at(unit))
    window.desk.choose((unit,))
    window.table.show_risk()
    window.table.overlays.works["risk"].finish()
    window.table.docking.front("layers")
    return window


def _zones(player: Player) -> QWidget:
    window = _open(player, MORNING)
    table = window.table
    for choice in table.overlays.choices:
        if choice.kind in ("enemy_zoc", "own_zoc"):
            table.overlays.switch(choice.key, True)
    table.docking.front("layers")
    player.view.set_zoom(0.5)
    player.view.centre_on(player.at(_mover(player)[0]))
    return window


def _supply(player: Player) -> QWidget:
    window = _open(player, MORNING)
    table = window.table
    unit, _ = _mover(player)
    window.desk.choose((unit,))
    window.desk.study(player.at(unit))
    for choice in table.overlays.choices:
        if choice.kind == "supply":
            table.overlays.switch(choice.key, True)
    table.docking.front("layers")
    return window


def _night(player: Player) -> QWidget:
    player.act("view.night")
    window = _open(player, MORNING)
    unit, _ = _mover(player)
    player.view.set_zoom(0.5)
    player.view.centre_on(player.at(unit))
    player.click(unit)
    return window


def _order(player: Player) -> QWidget:
    window = _open(player, MORNING)
    docking = window.table.docking
    key = next(k for k in docking.docks if "order" in k)
    docking.front(key)
    window.desk.rule_asked.emit("7.3a")
    window.table.resizeDocks([docking.docks[key]], [420], Qt.Orientation.Horizontal)
    player.window.desk.choose((_mover(player)[0],))
    return window


def _cover(player: Player) -> QWidget:
    window = _open(player, MORNING)
    session = window.bridge.session
    assert session is not None
    window.hand_over(next(side for side in session.game.sides if side != window.bridge.viewer))
    return window


def _keys(player: Player) -> QWidget:
    player.act("help.keys")
    dialog = player.window.findChild(QDialog, "keys")
    assert dialog is not None
    return dialog


def _tour(player: Player) -> QWidget:
    _open(player, MORNING)
    player.act("help.tour")
    player.push("tour.next")
    return player.window


def _manual(player: Player) -> QWidget:
    player.act("help.manual")
    manual = player.window.findChild(Manual, "manual")
    assert manual is not None
    manual.words.setText("zone of control")
    player.settle()
    return manual


def _computer(player: Player) -> QWidget:
    """A game of Blitzkrieg in which the computer plays one side, after a few of its orders."""
    window = player.window
    loaded = window.catalogue.load_scenario("blitzkrieg", "bastogne")
    session = begin(loaded, SEED)
    session.set_players({"german": "quick"})
    with mock.patch.object(MachineBar, "make", lambda bar, found: Automaton(found, Here)):
        window.show_session(session)
    window.machine.speed.setCurrentIndex(2)
    for _ in range(400):
        QTest.qWait(5)
        if len(session.history.line()) > ORDERS:
            break
    window.machine.pause.click()
    player.settle()
    return window


def _hint(player: Player) -> QWidget:
    """What the computer would do on the first morning at Losheim, with one of its moves selected."""
    window = player.window
    with mock.patch.object(Hinting, "make", lambda own, found: Here(found.rules, makers(found.game))):
        window.show_session(begin(window.catalogue.load_scenario("trumpets", "losheim"), SEED))
        player.settle()
        player.act("game.hint")
        for _ in range(400):
            QTest.qWait(5)
            if not window.hinting.timer.isActive():
                break
    window.hinting.panel.list.setCurrentRow(PICKED)
    player.settle()
    return window


def _study(player: Player) -> QWidget:
    """The review of a game of Tigers: one side followed the defaults, the other was played."""
    window = player.window
    session = begin(window.catalogue.load_scenario("tigers", "19_december"), SEED, study=True)
    session.auto = False
    minds = {"german": session.game.opponents["default"](), "allied": session.game.opponents["quick"]()}
    chance = Chance(1)
    while len(session.history.nodes) <= REVIEWED and session.decider is not None:
        side = session.decider
        session.do(minds[side].choose(session.seat(side), chance)[0])
    with mock.patch.object(StudyTasks, "make", lambda own, found, task: WorkHere(found.rules, task)):
        window.show_session(session)
        player.settle()
        tasks = window.study_tasks
        tasks.go("review")
        tasks.dock.setFloating(True)
        tasks.dock.resize(420, 760)
        player.settle()
        tasks.ask_review()
        while tasks.works:
            QTest.qWait(5)
    tasks.panel.review.list.setCurrentRow(0)
    player.settle()
    return tasks.dock


def _luck(player: Player) -> QWidget:
    """The dice of a hundred default actions, compared with what was to be expected."""
    window = _open(player, CAMPAIGN, study=True)
    session = window.bridge.session
    assert session is not None
    for _ in range(240):
        action = session.seat().prompt.default
        if action is None:
            break
        session.do(action)
    player.act("game.dice")
    player.settle()
    dialog = window.findChild(QDialog, "dice")
    assert dialog is not None
    return dialog


def _paper(player: Player) -> QWidget:
    """A study sheet of the drafted combat, and a sheet of set-up cards."""
    walkthrough.SCENES["walk_draft"](player)
    player.settle()
    printing = player.window.commands.printing
    sheets: list[tuple[Product, int]] = []
    for name, pages in (("paper.study", (0, 1)), ("paper.cards", (0,))):
        form = printing.show(name)
        assert form is not None
        product = form.job.product(form)
        assert product is not None
        sheets += [(product, page) for page in pages]
        form.reject()
    high, wide, gap = 800, 566, 14
    picture = QPixmap(gap + (wide + gap) * len(sheets), high + 2 * gap)
    picture.fill(Qt.GlobalColor.gray)
    painter = QPainter(picture)
    for n, (product, page) in enumerate(sheets):
        k = wide / product.size.width()
        painter.save()
        painter.translate(gap + n * (wide + gap), gap)
        painter.fillRect(0, 0, wide, high, Qt.GlobalColor.white)
        painter.setClipRect(0, 0, wide, high)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(k, k)
        product.paint(painter, page)
        painter.restore()
    painter.end()
    shown = QLabel(player.window)
    shown.setPixmap(picture)
    shown.resize(picture.size())
    return shown


def _calculator(player: Player) -> QWidget:
    """Tanks and infantry against a wood, with the counterattack that may follow."""
    start = player.window.start
    start.new.choose_game("trumpets")
    start.calculate.click()
    player.settle()
    dialog = player.window.calculating.dialog
    assert dialog is not None
    for key, value in {"base": "Woods", "weather": "Fog", "counter": "A", "part": "AF", "afv": "yes"}.items():
        editor = dialog.settings[key]
        assert isinstance(editor, QComboBox)
        editor.setCurrentText(value)
    for party, kinds in {
        "attackers": ("pz_bn", "inf_bn", "tiger_co"),
        "defenders": ("inf_bn", "td_sp_co"),
        "attacking_guns": ("fa_105",),
        "defending_guns": ("fa_105",),
        "counter_guns": ("fa_155",),
    }.items():
        for kind in kinds:
            dialog.parties[party].add(kind)
    player.settle()
    return dialog


SCENES: dict[str, Scene] = {
    "start": _start, "tour_window": _morning, "drag": _drag, "tour_why_not": _refusal, "zones": _zones, "risk": _risk,
    "tour_supply": _supply, "night": _night, "order_of_battle": _order, "cover": _cover, "keys": _keys,
    "tour": _tour, "manual": _manual, "computer": _computer, "hint": _hint, "study": _study, "dice": _luck, "paper": _paper, "calculator": _calculator, **walkthrough.SCENES, **tide_pictures.SCENES,
    **editor_pictures.SCENES, **map_pictures.SCENES,
}  # fmt: skip


def draw(name: str, scene: Scene, out: Path) -> Path:
    """Draw one picture in a window of its own."""
    os.environ["HEXBENCH_HOME"] = tempfile.mkdtemp(prefix="hexbench-pictures-")
    with player_at(bootstrap.catalogue(), SIZE, painted=True, start=True) as player:
        what = scene(player)
        player.settle()
        view = player.window.table.view
        if view is not None and view.isVisible():
            player.window.table.minimap.list.show_view(view)  # drawn for its final size
            view.finish()
        path = out / f"{name}.png"
        few_colours(what.grab().toImage()).save(str(path))
        player.view_hands_off()
        if isinstance(what, QDialog):
            what.close()
    return path


def main(arguments: list[str]) -> int:
    """Draw all pictures, or those named; each in a process of its own, so that none depends on what was drawn before."""
    qInstallMessageHandler(_on_message)
    if arguments[:1] == [ONE]:
        print(draw(arguments[1], SCENES[arguments[1]], OUT).relative_to(OUT.parents[1]))
        return 0
    OUT.mkdir(parents=True, exist_ok=True)
    unknown = [name for name in arguments if name not in SCENES]
    if unknown:
        print(f"There are no pictures {', '.join(unknown)}; there are {', '.join(SCENES)}.", file=sys.stderr)
        return 2
    wanted = [name for name in SCENES if not arguments or name in arguments]
    codes = [
        subprocess.run([sys.executable, "-m", "tests.screenshots", ONE, n], check=False).returncode
        for n in wanted
    ]
    return max(codes)


def _on_message(kind: QtMsgType, _context: object, text: str) -> None:
    if "This plugin does not support" not in text:
        print(text, file=sys.stderr)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
