"""The table for playing: the map in the middle, the prompt above, docks round it, and what floats over the
map.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QMainWindow, QMenu, QVBoxLayout, QWidget
from shiboken6 import isValid

from hexbench.engine.display import Overlay
from hexbench.engine.risk import FOE_FREE, FOE_REACH, RISK
from hexbench.engine.values import Say
from hexbench.ui.bridge import Shift
from hexbench.ui.canvas.scene import MapScene
from hexbench.ui.canvas.view import MapView
from hexbench.ui.docks.desk import Desk
from hexbench.ui.docks.history import HistoryPanel
from hexbench.ui.docks.layers import LayersPanel, Overlays
from hexbench.ui.docks.log import LogPanel
from hexbench.ui.docks.minimap import MinimapPanel
from hexbench.ui.docks.rulebook import RulesPanel
from hexbench.ui.docks.sightline import SightPanel
from hexbench.ui.docks.stack import HexPanel, StackPanel
from hexbench.ui.docks.tray import TrayPanel
from hexbench.ui.docks.umpire import UmpirePanel
from hexbench.ui.look.language import tell, tr, word
from hexbench.ui.look.palette import Palette
from hexbench.ui.shell.acting import Acting
from hexbench.ui.shell.cover import Peek, bring_waiting, first_look, turn_map, well_in_view
from hexbench.ui.shell.docking import Docking
from hexbench.ui.shell.fighting import CombatFrame, losses_of
from hexbench.ui.shell.hand import Hand, Way, Why
from hexbench.ui.shell.overmap import OverMap
from hexbench.ui.shell.prompt import PromptBar
from hexbench.ui.shell.replayer import ReplayBar
from hexbench.ui.shell.trayhand import PointHand, TrayHand
from hexbench.ui.shell.unitbar import map_menu
from hexbench.ui.tools.hands import Hands
from hexbench.ui.widgets.background import once
from hexbench.ui.widgets.parts import flush

if TYPE_CHECKING:
    from hexbench.store.settings import Settings
    from hexbench.ui.widgets.sounds import Sounds


class Table(QMainWindow):
    """One table; a new map gets a new view. ``hovered(hex)``, ``zoomed(float)``, ``hinted(str)`` for the status bar.
    ``laid_anew()``: the map of the same game has a new view; whatever was connected to the old one must reconnect.
    """

    hovered = Signal(str)
    zoomed = Signal(float)
    hinted = Signal(str)
    failed = Signal(str)
    suppose_asked = Signal(str)
    fitted = Signal()
    laid_anew = Signal()
    """The map is as requested with :meth:`Table.fit`."""

    def __init__(
        self, desk: Desk, settings: Settings, undo: QAction, redo: QAction, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        # Inside the program's window it is a widget, not a window of its own.
        self.setWindowFlags(Qt.WindowType.Widget)
        self.setObjectName("table")
        self.desk, self.settings = desk, settings
        self.acting = Acting(desk, self)
        self.overlays = Overlays(desk, self)
        self.prompt = PromptBar(desk, undo, redo)
        self.middle = QWidget()
        self.column = flush(QVBoxLayout(self.middle), 0)
        self.replay = ReplayBar(desk, self)
        self.column.addWidget(self.replay)
        self.setCentralWidget(self.middle)
        self.setMenuWidget(self.prompt)
        self.view: MapView | None = None
        self.hands: Hands | None = None
        self.over: OverMap | None = None
        self.trayhand: TrayHand | None = None
        self.pointhand: PointHand | None = None
        self.hover = ""
        self._lowest = 0, 0
        """How high all docks must be as they are, and when what has no room is folded, in pixels."""
        self.frame = CombatFrame()
        self.sounds: Sounds | None = None
        self._fit_later = once(self, self._on_fit)
        self.stack = StackPanel(desk)
        self.hexes = HexPanel(desk)
        self.log = LogPanel(desk)
        self.history = HistoryPanel(desk)
        self.sight = SightPanel(desk)
        self.minimap = MinimapPanel(desk)
        self.layers = LayersPanel(desk, self.overlays)
        self.rules = RulesPanel(desk)
        self.tray = TrayPanel(desk)
        self.umpire = UmpirePanel(desk)
        self.docking = Docking(self, desk)
        for panel in (
            self.stack,
            self.hexes,
            self.log,
            self.minimap,
            self.layers,
            self.rules,
            self.tray,
            self.history,
            self.sight,
            self.umpire,
        ):
            self.docking.add(panel, panel.key, tr(panel.title))
        self._connect()

    def _connect(self) -> None:
        desk, acting = self.desk, self.acting
        desk.refreshed.connect(self._on_refreshed)
        desk.units_changed.connect(self._on_units)
        desk.hexes_lit.connect(self._on_lit)
        desk.place_asked.connect(self.go_to)
        desk.rule_asked.connect(self._on_rule)
        desk.why_changed.connect(self._on_why_changed)
        desk.dressed.connect(self._on_dressed)
        acting.explained.connect(self._on_explained)
        acting.asked.connect(self._on_asked)
        acting.told.connect(self.tell)
        acting.hinted.connect(self.hinted)
        acting.failed.connect(self.failed)
        self.overlays.changed.connect(self._on_overlay)
        self.layers.layer_changed.connect(self._on_layer)
        self.tray.counted.connect(self._on_counted)
        self.prompt.verb_asked.connect(self.use)
        self.prompt.default_asked.connect(acting.do_default)

    def minimumSizeHint(self) -> QSize:
        """As low as docks and prompt can be, the prompt at the width there is, the docks at the sides when what has no room is folded.
        Qt asks how high it is at the least width of all, and would have the window grow beyond the screen with every long
        sentence, and with every dock that is opened.
        """
        layout, prompt = self.layout(), self.prompt
        assert layout is not None, "a main window has one"
        docks = layout.minimumSize()
        above = max(
            prompt.heightForWidth(max(self.width(), docks.width())), prompt.minimumSizeHint().height()
        )
        if self._lowest[0] != docks.height():  # asked for with every layout, and as dear as one
            self._lowest = docks.height(), min(docks.height(), self._least())
        return QSize(docks.width(), self._lowest[1] + above)

    def _least(self) -> int:
        """How high map and docks must be, in pixels, when what has no room is folded. Where the program ends Qt takes one dock apart
        after the other and asks after each: what is gone must not be asked then, an error there is a crash.
        """
        if not all(map(isValid, self.docking.docks.values())):
            return 0
        return max(self._least_middle(), self.docking.folding.least())

    def _least_middle(self) -> int:
        """How high the map and what lies below it must be, in pixels."""
        docking = self.docking
        below = [d.minimumSizeHint().height() for d in docking.docks.values() if docking.lies_below(d)]
        rows = [row.sizeHint().height() for row in docking.rows()] if len(below) > 1 else []
        return self.middle.minimumSizeHint().height() + max(below, default=0) + max(rows, default=0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()  # at another width the prompt has another height
        self.docking.folding.later()  # there is room for more docks now, or for fewer

    def focusNextPrevChild(self, next: bool) -> bool:  # noqa: A002 - Qt's name
        """The Tab key leads to what can be seen."""
        return self.docking.pass_by(partial(super().focusNextPrevChild, next))

    # ---- the map
    def lay(self, palette: Palette, *, again: bool = False) -> None:
        """Lay out the map of the open game, and but for ``again`` the docks of its own panels."""
        session = self.desk.bridge.session
        assert session is not None, "a map belongs to a game"
        self.clear()
        scene = MapScene(session.rules.atlas, palette, top=self.settings.get("map.top"))
        view = MapView(scene, self.middle)
        scene.setParent(view)
        self.view = view
        self.hands = Hands(view, self.acting)
        self.hands.why_asked.connect(self.acting.ask_why)
        self.column.addWidget(view)
        self.over = OverMap(view, self.acting)
        Peek(view, self.layers)
        self.hands.take_instead = self.over.take_instead
        self.trayhand = TrayHand(view, self.acting, self.tray, self.over)
        self.pointhand = PointHand(view, self.acting)
        view.selection_changed.connect(self._on_selected)
        view.hex_clicked.connect(self._on_hex_clicked)
        view.unit_clicked.connect(self._on_unit_clicked)
        view.unit_activated.connect(self._on_unit_activated)
        view.cursor_moved.connect(self._on_cursor)
        view.hex_hovered.connect(self._on_hovered)
        view.menu_asked.connect(self._on_menu)
        view.zoom_changed.connect(self.zoomed)
        view.describe = self.describe
        view.tips = self.overlays.tips
        self.minimap.list.show_view(view)
        self.apply_settings()
        view.map.hide_layers(self.layers.hidden_print)
        scene.show_sketches("sketches" not in self.layers.hidden)
        scene.set_hidden("counters" in self.layers.hidden)
        if not again:
            self.docking.show_game(self.desk.panels)
            self.rules.forget()

    def clear(self) -> None:
        """Take the map away."""
        view, self.view = self.view, None
        if view is None:
            return
        if self.hands is not None:
            self.hands.cancel()
        self.minimap.list.show_view(None)
        self.hands = self.over = self.trayhand = self.pointhand = None
        view.describe = None
        view.tips = None
        view.gestures = None
        self.column.removeWidget(view)
        view.hide()
        view.setParent(None)
        view.deleteLater()

    def apply_settings(self) -> None:
        """Take over the settings that are about the map."""
        turn_map(self)
        if self.view is not None:
            self.view.fan_on_hover = self.settings.get("map.fan_on_hover")
            self.view.map.reduce_motion = self.settings.get("look.reduce_motion")
            self.view.map.set_counter_size(self.settings.get("look.counter_size"))
            self.view.wheel_zooms = self.settings.get("map.wheel_zooms")
            self.view.edges.on = self.settings.get("map.edges_scroll")

    def _on_refreshed(self, shift: Shift) -> None:
        view, bridge = self.view, self.desk.bridge
        if view is None or shift.kind == "opened":
            return
        if self.over is not None:
            self.over.clear(news=shift.kind != "viewer" or bridge.open_for is None)
        scene, seat = view.map, bridge.seat
        if seat is None:
            if self.hands is not None:
                self.hands.cancel()
            scene.light(())
            scene.losses.clear()
            scene.set_chips(())
            scene.show_faces({})
            view.set_cursor("")
            self.tray.show_ready(())
            return
        losses = losses_of(shift, seat.rules.harms, scene.where) if shift.kind == "did" else ()
        if shift.units is None:
            scene.show_faces(bridge.counters)
        else:
            scene.update_faces({uid: bridge.counters.get(uid) for uid in shift.units})
        if losses or shift.kind not in ("did", "viewer"):
            scene.losses.show(losses)
        scene.set_chips(seat.chips())
        scene.select(self.desk.units)
        if shift.kind != "viewer" and self.desk.units:
            self.desk.study(self.desk.at(self.desk.units[0]))
        hand = Hand(seat)
        ready = hand.ready
        if self.over is not None:
            self.over.show_places(hand)
            if shift.kind == "did":
                self.over.tell_news(self.settings.get("play.dice"))
            elif shift.kind != "viewer":
                self.over.nothing_new()
            elif bridge.open_for is None and bridge.past is None:
                self.over.tell_again()
            self._show_combat(hand)
            if shift.kind == "did" and self.settings.get("play.frame_combats"):
                self.frame.go(view, shift.events)
            if shift.kind == "did" and self.settings.get("play.sound"):
                self._sound(shift)
            self.frame.remember(self.desk.combats)
        self.docking.show_news(self.desk.panels)
        self.tray.show_ready(tuple(u for u in ready if self.desk.at(u).startswith("#")))

    def _sound(self, shift: Shift) -> None:
        """Play the sounds of an action; report once if this machine cannot play sounds."""
        if self.sounds is None:
            from hexbench.ui.widgets.sounds import Sounds

            self.sounds = Sounds()
        if not self.sounds.follow(shift.events) and not self.sounds.mute:
            self.sounds.mute = True
            self.tell(tr("This machine cannot play sounds: pw-play, paplay or aplay is needed."))

    def _show_combat(self, hand: Hand) -> None:
        """Mark the combat that is being fought, and bring it and the hexes asked for well into view."""
        now = next((c for c in self.desk.combats if c.status == "now"), None)
        hexes = now.hexes if now is not None else ()
        if self.over is None or self.view is None:
            return
        new = self.over.mark_combat(hexes)
        if not hexes:
            bring_waiting(self.view, self.desk.combats)
            return
        if new:
            self.desk.choose(())
            self.desk.study(hexes[0])
        if not all(well_in_view(self.view, (*hexes, *hand.places))):
            self.view.centre_on(hexes[0])

    def show_all(self) -> None:
        """Redraw everything after :meth:`lay`."""
        self._on_refreshed(Shift("viewer"))

    def fit(self) -> None:
        """Show all units, as soon as the docks are in place."""
        self._fit_later.start()

    def _on_fit(self) -> None:
        if self.view is not None:
            hand = self.acting.hand
            first_look(self.view, hand.able if hand is not None else ())
            self.view.rest()
        self.fitted.emit()
        self.docking.come_up()

    # ---- selection and study
    def _on_selected(self, units: tuple[str, ...]) -> None:
        self.desk.choose(tuple(units))
        if units:  # lifted counters are looked at, whatever hex was before
            self.desk.study(self.desk.at(units[0]))

    def _on_units(self) -> None:
        if self.view is not None:
            self.view.map.select(self.desk.units)
            if len(self.desk.units) == 1 and not self.view.map.fanned:
                self.view.map.bring_up(self.desk.units[0])

    def _on_hex_clicked(self, at: str) -> None:
        if self.over is not None and not self.over.take_place(at) and not self.acting.answer_at(at):
            self.desk.study(at)
            self.over.dismiss()

    def _on_unit_clicked(self, unit: str) -> None:
        self._on_hex_clicked(self.desk.at(unit))

    def _on_unit_activated(self, unit: str) -> None:
        self.desk.study(self.desk.at(unit))
        self.docking.front("stack")

    def _on_cursor(self, at: str) -> None:
        if at:
            self.desk.study(at)

    def _on_hovered(self, at: str) -> None:
        self.hover = at
        self.overlays.point(at)
        self.hovered.emit(at)

    def describe(self, at: str) -> str:
        """A hex in one sentence, for screen readers and the status bar."""
        if self.view is None or at not in self.view.map.atlas.index:
            return ""
        atlas = self.view.map.atlas
        cell = atlas.cell(at)
        words = [at, *(p.name for p in atlas.places_at.get(at, ())[:1]), cell.terrain, *cell.features]
        units = [tell(f.title) for u in self.desk.units_at(at) if (f := self.desk.face(u)) is not None]
        count = tr("{n} units", n=len(units)) if len(units) > 1 else ""
        return ", ".join(word(x) for x in (*words, count, *units) if x)

    def go_to(self, at: str) -> None:
        """Bring a hex into view under the cursor; a box is opened in the tray."""
        if at.startswith("#"):
            self.docking.front("tray")
            found = self.tray.boxes.findData(at)
            if found >= 0:
                self.tray.boxes.setCurrentIndex(found)
        elif self.view is not None and at in self.view.map.atlas.index:
            self.view.set_cursor(at)
            self.view.show_hex(at)

    # ---- doing
    def use(self, verb: str) -> None:
        """Use a verb with what is selected."""
        self.acting.use(verb, self.desk.units)

    def why_not_here(self) -> None:
        """Why the selected units may not go to the hex under the pointer, or under the cursor."""
        view = self.view
        if view is None:
            return
        at = self.hover or view.cursor_hex
        if not self.desk.units:
            self.tell(tr("Select a unit first, then ask about a hex."))
        elif at:
            self.acting.ask_why(self.desk.units, at)

    def next_unit(self, step: int) -> None:
        """Select the next unit that can act, and go there."""
        unit = self.acting.next_unit(step)
        if not unit:
            self.tell(tr("No unit can act now."))
            return
        at = self.desk.at(unit)
        self.desk.choose((unit,))
        if at.startswith("#"):
            self.docking.front("tray")
        elif self.view is not None:
            self.view.map.bring_up(unit)
            self.go_to(at)
        self.desk.study(at)

    def show_risk(self) -> None:
        """The risk to the selected unit over the map, or off it again."""
        self._about_unit((RISK.kind,))

    def show_foe_reach(self) -> None:
        """The reach of the selected enemy: with our zones of control, then without them, then off."""
        self._about_unit((FOE_REACH.kind, FOE_FREE.kind))

    def _about_unit(self, keys: tuple[str, ...]) -> None:
        seat = self.desk.seat
        risks = None if seat is None else seat.risks()
        if isinstance(risks, Say):
            self.tell(tell(risks))
            return
        shown = self.overlays.step_through(keys)
        if shown and not self.desk.units:
            self.tell(tr("Select a unit to draw it for."))
        elif shown in (FOE_REACH.kind, FOE_FREE.kind) and shown not in self.overlays.shown:
            self.tell(tr("Select an enemy unit to draw its reach."))

    def select_stack(self) -> None:
        """Select every unit of the hex under study."""
        self.desk.choose(self.desk.units_at(self.desk.hex))

    def tell(self, sentence: str, *, more: bool = False, topic: str = "") -> None:
        """Say something over the map, and to screen readers; ``more``: beneath what is being said. ``topic``: what else is said
        of it in the same breath takes its place for those who hear.
        """
        self.desk.screen_reader.say(sentence, topic)
        if self.over is not None:
            self.over.news.tell(sentence, more=more)

    # ---- what floats over the map
    def _on_explained(self, why: Why, at: str, instead: Way | None) -> None:
        if self.over is not None:
            self.over.explain(why, at, instead)

    def _on_why_changed(self) -> None:
        if self.desk.why and any(reasons for _, reasons in self.desk.why):
            self.docking.front("hex")

    def _on_asked(self, title: str, help_: str, ways: tuple[Way, ...], texts: list[str]) -> None:
        if self.over is not None:
            self.over.ask(title, help_, ways, texts)

    def _on_lit(self, hexes: tuple[str, ...]) -> None:
        if self.view is not None:
            self.view.map.light(hexes)
            known = [h for h in hexes if h in self.view.map.atlas.index]
            if known:
                self.view.show_hex(known[0])

    def _on_rule(self, rule: str) -> None:
        self.rules.open_rule(rule)
        self.docking.front("rules")

    def _on_overlay(self, key: str, overlay: Overlay | None) -> None:
        if self.view is not None:
            self.view.map.set_overlay(f"layer.{key}", overlay)

    def _on_layer(self, name: str, shown: bool) -> None:
        if self.view is None:
            return
        if name == "counters":
            self.view.map.set_hidden(not shown)
        elif name == "sketches":
            self.view.map.show_sketches(shown)
        else:
            self.view.map.hide_layers(self.layers.hidden_print)
            self.minimap.list.update()

    def _on_dressed(self) -> None:
        if self.view is not None:
            self.view.map.set_palette(self.desk.palette)
            self.minimap.list.update()

    def _on_counted(self, waiting: int) -> None:
        if waiting:
            self.docking.lend("tray")
        else:
            self.docking.give_back("tray")

    def _on_menu(self, at: str, unit: str, point: QPoint) -> None:
        if self.desk.seat is None:
            return
        if unit and unit not in self.desk.units:
            self.desk.choose((unit,))
        if at:
            self.desk.study(at)
        menu: QMenu = map_menu(self, at)
        menu.popup(point)
