"""What the actions of the menus do, and when they can be used."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QIcon
from PySide6.QtWidgets import QMenu, QProgressDialog, QWidget

from hexbench.session.opening import autosave_path, begin, new_seed, open_file
from hexbench.session.session import Stopped
from hexbench.store.strict import BadFile
from hexbench.ui.docks.desk import warn
from hexbench.ui.look.language import as_it_is, tell, tr, why
from hexbench.ui.shell.checklist import PhaseEnd, kinds_menu
from hexbench.ui.shell.fighting import to_combat
from hexbench.ui.shell.printing import Printing
from hexbench.ui.shell.tour import Tours
from hexbench.ui.widgets.parts import named

if TYPE_CHECKING:
    from hexbench.engine.values import Say
    from hexbench.session.game import Catalogue
    from hexbench.session.session import Session
    from hexbench.ui.shell.pieces import TablePieces


class Commands(QObject):
    """One method for each action that needs more than one call."""

    def __init__(self, at: TablePieces) -> None:
        super().__init__(at.window)
        self.prefs = at.window.prefs
        self.window, self.catalogue = at.window, at.catalogue
        self.settings, self.bridge = at.settings, at.bridge
        self.desk, self.acts, self.say_wrong, self.table = at.desk, at.acts, at.say_wrong, at.table
        acts, table = at.acts, at.table
        kinds = kinds_menu(acts.menus["Game"], at.settings)
        self.phase_end = PhaseEnd(table, at.settings, kinds)
        for name, slot in (
            ("game.default", self.phase_end.key),
            ("game.checklist", self.phase_end.show),
            ("file.new", at.window.show_start),
            ("file.open", at.window.browse),
            ("file.save_as", at.window.save_as),
            ("file.close", at.window.show_start),
            ("file.quit", at.window.close),
            ("edit.undo", self._on_undo),
            ("edit.redo", self._on_redo),
            ("edit.select_stack", table.select_stack),
            ("edit.deselect", self._on_deselect),
            ("view.zoom_in", self._on_zoom_in),
            ("view.zoom_out", self._on_zoom_out),
            ("view.zoom_real", self._on_zoom_real),
            ("view.fit", self._on_fit),
            ("view.fit_selection", self._on_fit_selection),
            ("view.risk", table.show_risk),
            ("view.foe_reach", table.show_foe_reach),
            ("view.overlays_off", table.overlays.switch_all_off),
            ("view.next_pane", self._on_next_pane),
            ("view.last_pane", self._on_last_pane),
            ("view.reset", table.docking.arrange),
            ("edit.settings", at.window.prefs.show),
            ("game.next", self._on_next_unit),
            ("game.previous", self._on_previous_unit),
            ("game.why", table.why_not_here),
            ("game.combat", self._on_combat),
            ("help.keys", self._on_keys),
            ("help.manual", self._on_manual),
            ("help.walk", self._on_walk),
            ("help.rules", self._on_rules),
            ("help.licences", self._on_licences),
            ("help.about", self._on_about),
        ):
            acts[name].triggered.connect(slot)
        for name, toggle in (
            ("view.reduce_motion", self._on_reduce_motion),
            ("view.full_screen", self._on_full_screen),
            ("view.counters", self._on_counters),
            ("view.map_only", self._on_map_only),
            ("game.tape", self._on_tape),
            ("game.study", self._on_study),
        ):
            acts[name].triggered.connect(toggle)
        acts["view.reduce_motion"].setChecked(at.settings.get("look.reduce_motion"))
        table.layers.layer_changed.connect(self._on_layer)
        table.prompt.default_asked.disconnect()
        table.prompt.default_asked.connect(self.phase_end.button)
        table.prompt.verb_asked.disconnect()
        table.prompt.verb_asked.connect(self.phase_end.use)
        view = acts.menus["View"]
        self.tours = Tours(at.window)
        self.printing = Printing(at)
        acts["help.tour"].triggered.connect(self.tours.start)
        self.docks = QMenu(tr("&Docks"), view)
        self.overlays = QMenu(tr("O&verlays"), view)
        view.insertMenu(acts["view.overlays_off"], self.docks)
        view.insertMenu(acts["view.overlays_off"], self.overlays)
        acts.menus["Game"].insertMenu(acts["game.next"], kinds)
        self.kinds = kinds
        self.kinds.triggered.connect(self._on_kind)
        self.decisions = QMenu(tr("&Decisions"), acts.menus["Game"])
        acts.menus["Game"].insertMenu(acts["game.next"], self.decisions)
        self.decisions.aboutToShow.connect(self._fill_decisions)
        self.decisions.triggered.connect(self._on_decision)
        for menu in (self.docks, self.overlays, self.decisions):
            menu.setToolTipsVisible(True)
        self.overlays.aboutToShow.connect(self._fill_overlays)
        self.overlays.triggered.connect(self._on_overlay)
        table.docking.changed.connect(self._fill_docks)
        table.docking.map_alone.connect(acts["view.map_only"].setChecked)
        self._fill_docks()
        acts.keys_changed.connect(self._on_keys_changed)
        self._on_keys_changed()
        at.window.shown_game.connect(self.phase_end.begin)

    # ---- what can be used
    def refresh(self) -> None:
        """Say what undo and redo would do, and whether they may."""
        bridge, acts = self.bridge, self.acts
        undo, redo = acts["edit.undo"], acts["edit.redo"]
        label, stop = bridge.undo_label, bridge.undo_refusal
        undo.setEnabled(label is not None)
        if label is None:
            undo.setText(tr("&Undo"))
            undo.setToolTip(tr("There is nothing to undo."))
        elif stop is not None:
            undo.setText(tr("&Undo (stops here)"))
            undo.setToolTip(as_it_is(tell(stop)))
        else:
            undo.setText(tr("&Undo: {label}", label=label))
            undo.setToolTip(
                as_it_is(
                    tr(
                        "Undo the last action: {label}\n{keys}", label=label, keys=acts.key_text("edit.undo")
                    ).strip()
                )
            )
        again = bridge.redo_label
        redo.setEnabled(again is not None)
        redo.setText(tr("&Redo") if again is None else tr("&Redo: {again}", again=again))
        redo.setToolTip(
            as_it_is(
                tr("There is nothing to redo.")
                if again is None
                else tr(
                    "Redo the action undone last: {again}\n{keys}",
                    again=again,
                    keys=acts.key_text("edit.redo"),
                ).strip()
            )
        )
        session = bridge.session
        acts["game.study"].setChecked(session is not None and session.study)
        prompt = bridge.prompt
        acts["game.default"].setEnabled(prompt.default is not None)
        if prompt.default is not None and session is not None:
            verb, default = session.rules.verbs[prompt.default.verb], acts["game.default"]
            default.setText(tell(verb.label))
            default.setIcon(QIcon())
            default.setToolTip(
                as_it_is("\n".join(x for x in (tell(verb.help), acts.key_text("game.default")) if x))
            )
            warn(default, self.desk, verb.name)
        else:
            acts.rest("game.default")  # what it would have done for the other side could still be read
        acts["view.counters"].setChecked("counters" not in self.table.layers.hidden)

    def follow_settings(self) -> None:
        """Let the menus show what the settings say."""
        settings, acts = self.settings, self.acts
        acts["view.reduce_motion"].setChecked(settings.get("look.reduce_motion"))
        for action in self.kinds.actions():
            if action.objectName():
                action.setChecked(settings.get(action.objectName()))
        self.phase_end.refill()

    def _on_keys_changed(self) -> None:
        self.table.prompt.show_end_keys(self.acts.key_text("game.default"))
        self.refresh()

    # ---- edit
    def _on_undo(self) -> None:
        bridge = self.bridge
        stop = bridge.undo_refusal
        if stop is not None:
            self.table.tell(tell(stop))
            return
        self._back(bridge.undo)

    def _on_redo(self) -> None:
        self._back(self.bridge.redo)

    def _back(self, step: object) -> None:
        try:
            assert callable(step), "undo or redo"
            step()
        except Stopped as stopped:
            self.table.tell(tell(stopped.say))
        except BadFile as fault:
            self.say_wrong(why(fault))

    def _on_deselect(self) -> None:
        self.desk.choose(())

    # ---- view
    def _on_zoom_in(self) -> None:
        if self.table.view is not None:
            self.table.view.set_zoom(self.table.view.zoom * 1.25)

    def _on_zoom_out(self) -> None:
        if self.table.view is not None:
            self.table.view.set_zoom(self.table.view.zoom / 1.25)

    def _on_zoom_real(self) -> None:
        if self.table.view is not None:
            self.table.view.set_zoom(1.0)

    def _on_fit(self) -> None:
        if self.table.view is not None:
            self.table.view.fit_map()

    def _on_fit_selection(self) -> None:
        if self.table.view is not None:
            self.table.view.fit_selection()

    def _on_reduce_motion(self, on: bool) -> None:
        self.prefs.change("look.reduce_motion", on)

    def _on_full_screen(self, on: bool) -> None:
        if on:
            self.window.showFullScreen()
        else:
            self.window.showNormal()

    def _on_map_only(self, on: bool) -> None:
        table = self.table
        table.docking.map_only(on)
        if on and table.view is not None:
            table.view.setFocus()  # whatever dock had the keyboard is gone

    def _on_counters(self, on: bool) -> None:
        self.table.layers.show_layer("counters", on)

    def _on_layer(self, name: str, shown: bool) -> None:
        if name == "counters":
            self.acts["view.counters"].setChecked(shown)

    def _on_next_pane(self) -> None:
        self._pane(1)

    def _on_last_pane(self) -> None:
        self._pane(-1)

    def _pane(self, step: int) -> None:
        table = self.table
        if table.view is None or not table.isVisible():
            self.window.focusNextPrevChild(step > 0)
            return
        default = table.prompt.default
        bar = self.window.learning.bar
        lesson = [bar.main] if bar is not None and bar.isVisible() else []
        table.docking.go_round([table.view, *([default] if default is not None else []), *lesson], step)

    # ---- game
    def _on_kind(self, action: QObject) -> None:
        assert isinstance(action, QAction), "the menu holds actions"
        self.prefs.change(action.objectName(), action.isChecked())

    def _on_next_unit(self) -> None:
        self.table.next_unit(1)

    def _on_previous_unit(self) -> None:
        self.table.next_unit(-1)

    def _on_combat(self) -> None:
        to_combat(self.table)

    def _on_tape(self, on: bool) -> None:
        hands = self.table.hands
        if hands is None:
            return
        if on:
            hands.measure.activate()
        else:
            hands.measure.cancel()

    def _on_study(self, on: bool) -> None:
        session = self.bridge.session
        if session is None or on == session.study:
            return
        people = session.to_agree if on else ()
        if not people:
            self._study(on)
            return
        self.acts["game.study"].setChecked(False)
        from hexbench.ui.shell.umpiring import ConsentDialog

        dialog = ConsentDialog(
            self.window,
            tr("Study mode"),
            tr(
                "Study mode shows everything, even what one side hides from the other, and "
                "undo has no limit. The window says so as long as it is on."
            ),
            tr("Open the table"),
            {side: tell(session.rules.side_name(side)) for side in people},
        )
        dialog.agreed.connect(lambda _: self._study(True, people))
        dialog.open()

    def _study(self, on: bool, agreed: tuple[str, ...] = ()) -> None:
        window = self.window
        session = self.bridge.session
        if session is None:
            return
        try:
            session.set_study(on, agreed)
        except BadFile as fault:
            self.say_wrong(why(fault))
        self.acts["game.study"].setChecked(session.study)
        window.historian.leave()
        if session.study:
            self.bridge.look(None)
        elif session.decider is not None:
            window.seating.seat_again()
        window.retitle()

    # ---- menus that change
    def _fill_docks(self) -> None:
        self.docks.clear()
        for action in self.table.docking.actions.values():
            self.docks.addAction(action)
        # Their keys must work without the menu: the table knows the actions as well.
        for action in self.table.docking.actions.values():
            self.table.addAction(action)

    def _fill_overlays(self) -> None:
        self.overlays.clear()
        overlays = self.table.overlays
        for choice in overlays.choices:
            action = self.overlays.addAction(choice.title)
            action.setObjectName(choice.key)
            action.setToolTip(as_it_is(choice.help))
            action.setCheckable(True)
            action.setChecked(choice.key in overlays.on)
        if not overlays.choices:
            self.overlays.addAction(tr("None here")).setEnabled(False)

    def _on_overlay(self, action: QObject) -> None:
        overlays = self.table.overlays
        key = action.objectName()
        if key:
            overlays.switch(key, key not in overlays.on)

    def _fill_decisions(self) -> None:
        self.decisions.clear()
        hand = self.table.acting.hand
        offers = () if hand is None else (*hand.plain, *hand.chosen_elsewhere, *hand.about(self.desk.units))
        for offer in offers:
            assert hand is not None, "offers come from a hand"
            action = self.decisions.addAction(tell(hand.verb(offer).label))
            action.setObjectName(offer.verb)
            action.setToolTip(as_it_is(tell(hand.verb(offer).help)))
            warn(action, self.desk, offer.verb)
        if not offers:
            self.decisions.addAction(tr("None for you now")).setEnabled(False)

    def _on_decision(self, action: QObject) -> None:
        if action.objectName():
            self.phase_end.use(action.objectName())

    # ---- help
    def _on_keys(self) -> None:
        from hexbench.ui.shell.help import KeysDialog

        KeysDialog(self.window, self.acts).open()

    def _on_manual(self) -> None:
        from hexbench.ui.shell.manual import open_manual

        open_manual(self.window)

    def _on_walk(self) -> None:
        from hexbench.ui.shell.manual import open_manual, page_files

        pages = [path.stem for path in page_files(self.catalogue) if path.stem.startswith("walkthrough-")]
        if pages:
            open_manual(self.window, pages[0])
        else:
            self.say_wrong(tr("No walkthrough is included in this installation."))

    def _on_rules(self) -> None:
        self.table.docking.go("rules")

    def _on_licences(self) -> None:
        from hexbench.session.about import licences
        from hexbench.ui.shell.help import LicencesDialog

        LicencesDialog(self.window, licences(self.catalogue.places.resources)).open()

    def _on_about(self) -> None:
        from hexbench.ui.shell.help import AboutDialog

        AboutDialog(self.window, self.catalogue).open()


# Opening a long game: a small dialog shows progress and can stop it; it appears only if opening takes long.

_SHOWN_AFTER_MS = 300
"""Anything quicker shows no progress."""


class _GivenUp(Exception):
    """The player cancelled the wait."""


def open_watched(catalogue: Catalogue, path: Path, over: QWidget) -> tuple[Session, tuple[Say, ...]] | None:
    """Continue a saved game, or start a scenario from its file; None if the player stopped it. Raises
    BadFile.
    """
    if path.suffix == ".json":
        loaded = catalogue.load_file(path)
        where = autosave_path(catalogue, loaded.game.key, loaded.info.name)
        return begin(loaded, new_seed(), where=where, or_beside=True, catalogue=catalogue), ()
    dialog = named(QProgressDialog(tr("Opening {name}", name=path.name), tr("Stop"), 0, 0, over), "opening")
    dialog.setWindowTitle(tr("Opening a game"))
    dialog.setWindowModality(Qt.WindowModality.WindowModal)
    dialog.setMinimumDuration(_SHOWN_AFTER_MS)
    dialog.setAutoReset(False)

    def watch(done: int, total: int) -> None:
        dialog.setMaximum(total)
        dialog.setValue(done)
        if dialog.wasCanceled():
            raise _GivenUp

    try:
        return open_file(catalogue, path, watch)
    except _GivenUp:
        return None
    finally:
        dialog.reset()
        dialog.hide()
        dialog.deleteLater()
