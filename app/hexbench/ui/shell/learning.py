"""Learn by playing in the window: the list of lessons, the lesson bar, its highlights, and reporting the player's
actions to the lesson.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QRect
from PySide6.QtWidgets import QPushButton

from hexbench.engine.display import Legend, Overlay, Shade
from hexbench.engine.values import say
from hexbench.session.lessons import begin_lesson
from hexbench.store.lessons import LessonInfo
from hexbench.store.strict import BadFile, CannotWrite
from hexbench.ui.look.language import why
from hexbench.ui.widgets.background import once
from hexbench.ui.widgets.focus_ring import Ring

if TYPE_CHECKING:
    from hexbench.session.lessons import LessonRun
    from hexbench.ui.bridge import Shift
    from hexbench.ui.shell.hand import Way, Why
    from hexbench.ui.shell.lessonbar import LessonBar, LessonsDialog
    from hexbench.ui.shell.pieces import Pieces
    from hexbench.ui.shell.table import Table

LIGHTS = "lesson"
"""Kind of the overlay with the hexes a step speaks of."""
DONE = "lessons/done"
"""What is remembered of the lessons that were gone through: words "game/name"."""
WIDER, LARGEST = 0.8, 1.0
"""What is seen around the hexes of a lesson, and the largest scale it begins at."""
ROUND = 4
"""How far from a button its ring is, in pixels."""


class Learning(QObject):
    """One per window; runs at most one lesson at a time."""

    def __init__(self, at: Pieces) -> None:
        super().__init__(at.window)
        self.window, self.catalogue, self.memory, self.bridge = at.window, at.catalogue, at.memory, at.bridge
        self.desk, self.say_wrong = at.desk, at.say_wrong
        self.run: LessonRun | None = None
        self.bar: LessonBar | None = None
        self.dialog: LessonsDialog | None = None
        self.playing = False
        """The little game has started."""
        self.rings: list[Ring] = []
        self._shown = -1
        """The step that was shown last."""
        self._raised = True
        """Bring the counters that the step mentions to the top of their stacks."""
        self._light_later = once(self, self.light)
        self._frame_later = once(self, self._frame)  # after the table has fitted the map
        at.window.installEventFilter(self)

    @property
    def leads(self) -> bool:
        """Whether a lesson answers for the other side now: the seat stays the learner's."""
        return self.run is not None and not self.playing

    # ---- the list
    @property
    def table(self) -> Table:
        """The table; it is laid when it is asked for first."""
        return self.window.table

    def show(self) -> None:
        """List all lessons, those of the game on the table first."""
        from hexbench.ui.shell.lessonbar import LessonsDialog

        window = self.window
        found, left_out = {}, []
        for key, game in self.catalogue.games.items():
            infos = self.catalogue.lessons(key)
            left_out += [why(fault) for fault in self.catalogue.faults]
            if infos:
                found[game.title] = infos
        done = frozenset((word.partition("/")[0], word.partition("/")[2]) for word in self.memory.words(DONE))
        self.dialog = LessonsDialog(found, done, left_out, window.game_at_hand, window)
        self.dialog.chosen.connect(self._on_chosen)
        self.dialog.open()

    def _on_chosen(self, info: LessonInfo) -> None:
        self.begin(info)

    def begin(self, info: LessonInfo) -> None:
        """Start a lesson; errors in it are reported."""
        try:
            run = begin_lesson(self.catalogue, info.path, info.game)
        except BadFile as fault:
            self.say_wrong(why(fault))
            return
        self.take_up(run)

    def take_up(self, run: LessonRun) -> None:
        """Continue a lesson at its current step."""
        window = self.window
        self.end()
        window.show_session(run.session)
        self._connect()
        self.run, self.playing, self._shown = run, False, -1
        run.changed = self._on_run
        if self.bridge.viewer != run.lesson.side:
            self.bridge.look(run.lesson.side)
        window.retitle()
        self._on_run()
        self._frame_later.start()

    def _frame(self) -> None:
        """Start with everything the lesson mentions in view, as large as possible."""
        run, view = self.run, self.table.view if self.run is not None else None
        if run is None or view is None:
            return
        self.table.column.activate()  # the bar has its height, and the map what it leaves
        desk, known = self.desk, view.map.atlas.index
        lights = [*(step.light for step in run.lesson.step), run.lesson.little_game.light]
        places = [p for one in lights for p in (*one.hexes, *(desk.at(unit) for unit in one.units))]
        hexes = dict.fromkeys(part for place in places for part in place.split("/") if part in known)
        if hexes:
            view.fit_hexes(hexes)
            view.set_zoom(min(view.zoom * WIDER, LARGEST))

    def _connect(self) -> None:
        """Make the bar when the first lesson wants it, and listen to the hand."""
        from hexbench.ui.shell.lessonbar import LessonBar

        if self.bar is not None:
            return
        table, desk = self.table, self.desk
        self.bar = bar = LessonBar(desk, table.middle)
        table.column.insertWidget(0, bar)
        bar.next_asked.connect(self._on_next)
        bar.show_asked.connect(self.show_me)
        bar.back_asked.connect(self._on_back)
        bar.undo_asked.connect(self._on_take_back)
        bar.leave_asked.connect(self.leave)
        desk.units_changed.connect(self._on_units)
        desk.hex_changed.connect(self._on_hex)
        desk.refreshed.connect(self._on_refreshed)
        desk.dressed.connect(self._light_later.start)
        table.acting.explained.connect(self._on_explained)
        table.laid_anew.connect(self.light)

    # ---- what is shown
    def _on_run(self) -> None:
        run, bar = self.run, self.bar
        if run is None or bar is None:
            return
        if run.at != self._shown:
            self._shown = run.at
            self._let_go(run)
        bar.show_run(run, self.playing)
        bar.show()
        self.table.column.activate()  # it may have other lines than before
        dock = run.step.light.dock if run.step is not None else run.lesson.little_game.light.dock
        if dock:
            self.table.docking.front(dock)
        self.desk.screen_reader.say(bar.accessibleDescription(), "lesson")
        if run.won:
            self._remember(run)
        self._light_later.start()

    def _let_go(self, run: LessonRun) -> None:
        """A step that asks for something to be pointed at begins with it let go of: a click on it is news then."""
        desk = self.desk
        wanted = None if run.step is None else run.step.until
        if wanted is not None and wanted.selected and set(wanted.selected) <= set(desk.units):
            desk.choose(())
        if wanted is not None and wanted.looked_at and wanted.looked_at == desk.hex:
            desk.study("")
        self._raised = False

    def _remember(self, run: LessonRun) -> None:
        memory, word = self.memory, f"{run.lesson.game}/{run.lesson.name}"
        memory.keep(DONE, list(dict.fromkeys((*memory.words(DONE), word))))

    def light(self) -> None:
        """Shade the hexes and ring the buttons that the step speaks of."""
        run, view = self.run, self.table.view if self.run is not None else None
        for ring in self.rings:
            ring.hide()
            ring.deleteLater()
        self.rings = []
        if run is None or view is None:
            return
        lights = run.lesson.little_game.light if run.step is None else run.step.light
        for unit in () if self._raised else reversed(lights.units):
            if view.map.where(unit):
                view.map.bring_up(unit)  # what a step speaks of is not hidden in its stack
        self._raised = True
        desk, known = self.desk, view.map.atlas.index
        places = (*(desk.at(unit) for unit in lights.units), *lights.hexes)
        parts = dict.fromkeys(part for place in places for part in place.split("/") if part in known)
        shown = parts if not run.won and self.bridge.past is None else {}
        shades = tuple(Shade(at, "target") for at in shown)
        legend = (Legend("target", say("what the lesson refers to")),)
        view.map.set_overlay(
            LIGHTS, Overlay(LIGHTS, say("Lesson"), shades, legend=legend) if shades else None
        )
        if run.won:
            return
        prompt = self.table.prompt
        default = desk.bridge.prompt.default
        for verb in lights.verbs:
            button = prompt.offers.get(verb)
            if button is None and default is not None and default.verb == verb:
                button = prompt.default
            if button is not None:
                self._ring(button)

    def _ring(self, button: QPushButton) -> None:
        if not button.isVisible():
            return
        ring = Ring(self.window)
        ring.setObjectName("lesson.ring")
        chrome = self.desk.palette.chrome
        ring.tone = chrome.warn
        box = QRect(button.mapTo(self.window, QPoint(0, 0)), button.size())
        ring.lie_round(box.adjusted(-ROUND, -ROUND, ROUND, ROUND), 3)
        self.rings.append(ring)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if self.run is not None and event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            self._light_later.start()
        return False

    def _show_way(self) -> None:
        """Bring the hexes of a new step into view."""
        run, view = self.run, self.table.view
        if run is None or view is None or run.step is None:
            return
        desk = self.desk
        for place in (*run.step.light.hexes, *(desk.at(unit) for unit in run.step.light.units)):
            if place in view.map.atlas.index:
                view.show_hex(place)

    # ---- what the hand does
    def _on_units(self) -> None:
        if self.run is not None and self.bridge.past is None:
            self.run.selected(self.desk.units)

    def _on_hex(self) -> None:
        if self.run is not None:
            self.run.looked_at(self.desk.hex)

    def _on_explained(self, why: Why, at: str, instead: Way | None) -> None:
        if self.run is not None:
            reasons = tuple(reason for _, reasons in why for reason in reasons)
            self.run.refused(at, reasons, self.desk.units)

    def _on_refreshed(self, shift: Shift) -> None:
        if self.run is not None and self.bridge.session is not self.run.session:
            self.end()
        elif self.run is not None:
            self._light_later.start()

    # ---- the buttons
    def _on_next(self) -> None:
        run = self.run
        if run is None:
            return
        if run.in_game:
            self._play()
        elif run.plays:
            self._do_model()
        else:
            if self.table.over is not None:
                self.table.over.dismiss()  # the reasons have been read
            run.press()
        self._show_way()

    def show_me(self) -> None:
        """Do the rest of the step as its model has it."""
        run, table = self.run, self.table
        if run is None:
            return
        at, view = run.at, table.view
        self._do_model()
        for _ in range(8):  # what the hand shows comes after what it does
            shown = run.shown()
            if self.run is not run or run.at != at or shown is None or shown.act is not None:
                break
            if shown.select:
                unit = shown.select[0]
                if view is not None and not table.desk.at(unit).startswith("#"):
                    view.map.bring_up(unit)
                    table.go_to(table.desk.at(unit))
                table.desk.choose(shown.select)
                run.selected(table.desk.units)
            elif shown.look:
                table.go_to(shown.look)
                table.desk.study(shown.look)
                run.looked_at(table.desk.hex)
            elif shown.refuse is not None:
                table.desk.choose(shown.refuse.subject)
                aim = table.desk.at(shown.refuse.object) or shown.refuse.object
                if shown.refuse.subject and view is not None and aim in view.map.atlas.index:
                    table.acting.why_not(shown.refuse.subject, aim)
                else:
                    table.acting.do(shown.refuse)
            else:
                break
        self._show_way()

    def _do_model(self) -> None:
        if self.run is not None:
            self._save(self.run.play)

    def _on_take_back(self) -> None:
        if self.run is not None:
            self._save(self.run.take_back)

    def _on_back(self) -> None:
        run = self.run
        if run is None:
            return
        if self.playing:
            self.playing = False
            self.window.machine.set_players({})
            if self.bridge.viewer != run.lesson.side:
                self.bridge.look(run.lesson.side)
        self.desk.choose(())
        self._save(run.back)
        self._show_way()

    def _save(self, step: object) -> None:
        try:
            assert callable(step), "a method of the run"
            step()
        except CannotWrite as fault:
            self.say_wrong(why(fault))

    def _play(self) -> None:
        """The little game: against the computer if it can play this game, else both sides are played by
        people.
        """
        run, window = self.run, self.window
        if run is None:
            return
        self.playing = True
        if run.computer:
            window.machine.set_players(run.computer)
        elif run.session.decider is not None and run.session.decider != self.bridge.viewer:
            window.seating.seat_again()
        self._on_run()

    # ---- the end
    def leave(self) -> None:
        """End the lesson and go back to the start page: its game is not kept."""
        if self.run is not None:
            self.window.show_start()

    def end(self) -> None:
        """No lesson any more."""
        run, self.run = self.run, None
        self.playing = False
        if run is not None:
            run.close()
        for ring in self.rings:
            ring.hide()
            ring.deleteLater()
        self.rings = []
        if self.bar is not None:
            self.bar.hide()
