"""The lesson editor: the map with the position of the step in hand, the steps at the left, forms and problems at the right."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QListWidgetItem, QWidget

from hexbench.session.editor.lesson_doc import END, STEP
from hexbench.ui.editor.acts import CLOSE, EVERY_MENU, HISTORY, PANES, SAVING, WHOLE, ZOOM, EditActs
from hexbench.ui.editor.frame import MIDDLE, RIGHT, EditDocks, EditFrame, Files, file_name
from hexbench.ui.editor.lesson_desk import LessonBoard, LessonDesk
from hexbench.ui.editor.lesson_forms import EndPanel, FramePanel, StepPanel, StepsPanel
from hexbench.ui.editor.problems import PastPanel, ProblemsPanel
from hexbench.ui.look.language import mark, tr
from hexbench.ui.widgets.acts import Act
from hexbench.ui.widgets.parts import resize_within

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hexbench.session.editor.draft import Edited, Finding
    from hexbench.session.editor.lesson_doc import LessonDraft
    from hexbench.session.lessons import LessonRun
    from hexbench.ui.canvas.view import MapView
    from hexbench.ui.look.palette import Palette

LEFT = Qt.DockWidgetArea.LeftDockWidgetArea
WIDER, LARGEST = 0.8, 1.0
"""Zoom factor that leaves a margin around the hexes of a lesson, and the largest initial zoom."""


MENUS = {**EVERY_MENU, "lesson": mark("&Lesson")}
"""Menu key -> its text, in the order of the menu bar."""
TABLE: tuple[Act | str, ...] = (
    Act("new", "file", "&New lesson…", "Ctrl+N", help="Choose what a new lesson starts from, or open an existing one"),
    Act("open", "file", "&Open…", "Ctrl+O", help="Open a lesson from a file in its own window"),
    "file",
    *SAVING,
    "file",
    CLOSE,
    *HISTORY,
    "edit",
    Act("add", "edit", "Ne&w step", "Ctrl+Shift+N", help="Add a step after this one"),
    Act("duplicate", "edit", "&Duplicate", "Ctrl+D", help="Add a copy of this step after it"),
    Act("delete", "edit", "De&lete", "Ctrl+Del", help="Remove this step from the lesson"),
    Act("up", "edit", "Move u&p", "Ctrl+Shift+Up", help="Move this step before the one above it"),
    Act("down", "edit", "Move d&own", "Ctrl+Shift+Down", help="Move this step after the one below it"),
    Act("before", "view", "Previou&s step", "Ctrl+PgUp", help="Go to the step before this one"),
    Act("after", "view", "Next s&tep", "Ctrl+PgDown", help="Go to the step after this one"),
    "view",
    *ZOOM, WHOLE,
    "view", *PANES,
    Act("try", "lesson", "&Try it from this step", "F5", help="Play the lesson from this step on in the game window"),
    Act("take", "lesson", "Use what I just &did as the model", "F8", help="Make what was played while trying this step its model, with the dice that were rolled"),
    "lesson",
    Act("model", "lesson", "Play the &model to the end", "F9", help="Play every step as in its model, and go to the first that fails"),
    Act("check", "lesson", "&Check all", "F7", help="Run every check now, and show what is wrong"),
    "lesson",
    Act("position", "lesson", "Start at the &position in play", help="Start this lesson from the current position of the open game"),
)  # fmt: skip
"""The actions in the order of their menus; a bare menu name is a separator."""


class _LessonProblems(ProblemsPanel):
    """The problems list of the scenario editor, filled with what ``hexbench check`` finds in a lesson; a
    double click goes to the step and its field.
    """

    help: ClassVar[str] = mark(
        "What is wrong with the lesson, checked after every edit; double-click to go to the field"
    )

    def __init__(self, desk: LessonDesk) -> None:
        super().__init__(desk)  # type: ignore[arg-type]
        self.lessons = desk

    def _on_changed(self, _: object) -> None:
        self._soon.start()

    def check(self) -> None:
        """Check what needs no playing; what the model last ran into stays until it is played again."""
        self._soon.stop()
        self.lessons.check()

    def check_all(self) -> None:
        """Play the model as well."""
        self.stop()
        self.lessons.rehearse_now()

    def show_finding(self, one: Finding) -> None:
        """Go to the step that a finding is about."""
        if one.keys and one.keys[0] == STEP and len(one.keys) > 1:
            self.lessons.take(int(one.keys[1]))
        elif one.keys and one.keys[0] == END:
            self.lessons.take(len(self.lessons.draft.steps))

    def _on_go(self, item: QListWidgetItem) -> None:
        one: Finding = item.data(Qt.ItemDataRole.UserRole + 1)
        self.show_finding(one)
        self.lessons.field_asked.emit(one.keys)


class LessonEditor(EditFrame):
    """One open lesson. ``try_asked(window)``, ``new_asked()``, ``position_asked(window)``,
    ``open_asked(path)``, ``saved(path)`` and ``closed(window)`` are signals for the owner of the window;
    ``tried`` is the run in which it was last tried.
    """

    try_asked = Signal(object)
    new_asked = Signal()
    position_asked = Signal(object)

    name = "lessonedit"
    files = Files(mark("Open a lesson"), mark("Save the lesson"), mark("Lessons (*.toml)"), ".toml")
    draft: LessonDraft
    desk: LessonDesk

    def __init__(
        self,
        draft: LessonDraft,
        palette: Palette,
        folder: Path,
        docks: Sequence[tuple[str, str]] = (),
        journal: Any = None,
        parent: QWidget | None = None,
    ) -> None:
        """``folder``: where the player's own lessons of this game are; ``docks``: (key, title) of those of
        the game window.
        """
        super().__init__(journal, parent)
        self.draft, self.folder = draft, folder
        self.tried: LessonRun | None = None
        self.desk = LessonDesk(draft, palette, docks, self)
        self.desk.rehearse_now()
        self.acts = EditActs(self, MENUS, TABLE)
        self.board = LessonBoard(self.desk)
        self.board.setMinimumWidth(MIDDLE)
        self.setCentralWidget(self.board)
        self.docks = EditDocks(self)
        self._make_panels()
        self._connect()
        resize_within(self, 1500, 950)
        self.board.refresh()
        self.retitle()
        self._on_step()
        self._opening.start()

    def _make_panels(self) -> None:
        desk, put = self.desk, self.docks.put
        self.steps = put("steps", StepsPanel(desk), LEFT)
        self.step = put("step", StepPanel(desk), RIGHT)
        self.end = put("end", EndPanel(desk), RIGHT, "step")
        self.frame = put("frame", FramePanel(desk), RIGHT, "step")
        self.problems = put("problems", _LessonProblems(desk), RIGHT)
        self.past = put("past", PastPanel(desk), RIGHT, "problems")
        for key in ("step", "problems"):
            self.docks.front(key)
        docks = self.docks.docks
        self.resizeDocks([docks["steps"], docks["step"]], [260, 520], Qt.Orientation.Horizontal)
        self.resizeDocks([docks["step"], docks["problems"]], [640, 240], Qt.Orientation.Vertical)

    def _connect(self) -> None:
        desk, steps = self.desk, self.steps
        desk.changed.connect(self._on_changed)
        desk.step_changed.connect(self._on_step)
        desk.told.connect(self.tell)
        desk.failed.connect(self.fail)
        desk.field_asked.connect(self._on_field)
        self._wire(
            {
                "new": self.new_asked.emit,
                "add": steps.add,
                "duplicate": steps.duplicate,
                "delete": steps.remove,
                "up": steps.move_up,
                "down": steps.move_down,
                "before": self._on_before,
                "after": self._on_after,
                "try": self._on_try,
                "take": self.take_model,
                "model": self.play_model,
                "check": self._on_check,
                "position": self._on_position,
            }
        )

    @property
    def view(self) -> MapView | None:
        """The map view; None if the position cannot be shown."""
        return self.board.view

    @property
    def _home(self) -> Path:
        return self.folder

    def _file_name(self) -> str:
        return file_name(str(self.draft.get("title") or "lesson"))

    def _on_opened(self) -> None:
        """Zoom in as far as everything the lesson refers to stays in view."""
        view, draft = self.board.view, self.draft
        if view is None:
            return
        view.fit_map()
        lights = [part.get("light", {}) for part in (*draft.steps, draft.end)]
        names = [str(name) for one in lights for key in ("units", "hexes") for name in one.get(key, ())]
        hexes = dict.fromkeys(view.map.where(name) or name for name in names)
        known = [at for at in hexes if at in view.map.atlas.index]
        if known:
            view.fit_hexes(known)
            view.set_zoom(min(view.zoom * WIDER, LARGEST))

    # ---- what it says of itself
    def _words(self) -> tuple[str, str, str]:
        editor = tr("Lesson editor")
        title = str(self.draft.get("title") or tr("Untitled"))
        return title, f"{self.draft.game.title} – {editor}", editor

    def _on_changed(self, _: Edited) -> None:
        self.retitle()

    def _on_step(self) -> None:
        self.docks.front("end" if self.desk.in_end else "step")
        for name in ("duplicate", "delete"):
            self.acts[name].setEnabled(not self.desk.in_end)
        self._show_lights()

    def _show_lights(self) -> None:
        view, lit = self.board.view, self.board.lights()
        if view is not None and lit and self.isVisible():
            view.show_hex(lit[0])

    def _on_field(self, keys: tuple[Any, ...]) -> None:
        if keys and keys[0] == STEP:
            self.docks.front("step")
            self.step.show_field(tuple(keys[2:]))
        elif keys and keys[0] == END:
            self.docks.front("end")
            self.end.show_field(tuple(keys[1:]))
        else:
            self.docks.front("frame")
            self.frame.show_field(keys)

    # ---- editing
    def _on_before(self) -> None:
        self.desk.take(self.desk.step - 1)

    def _on_after(self) -> None:
        self.desk.take(self.desk.step + 1)

    # ---- playing
    def _on_try(self) -> None:
        if self.settle_fields():
            self.try_asked.emit(self)

    def take_model(self) -> None:
        """Make what was done in the current step while trying it its model."""
        run, desk = self.tried, self.desk
        if run is None or desk.in_end:
            self.fail(tr("Try this step first: what you play in the game window will become its model."))
            return
        if desk.attempt(lambda: self.draft.take_model(desk.step, run)):
            n = len(self.draft.steps[desk.step]["do"])
            self.tell(
                tr(
                    "The model of this step now has 1 action."
                    if n == 1
                    else "The model of this step now has {n} actions.",
                    n=n,
                )
            )

    def play_model(self) -> None:
        """Play every step as in its model; the first that fails becomes current."""
        desk = self.desk
        desk.rehearse_now()
        self.docks.front("problems")
        rehearsal = desk.rehearsal
        if rehearsal.fault is None:
            self.tell(tr("The model reaches the little game."))
            return
        keys = rehearsal.fault.keys
        if keys and keys[0] == STEP and len(keys) > 1:
            desk.take(int(keys[1]))
            self.fail(tr("The model stops at step {n}: {why}", n=int(keys[1]) + 1, why=rehearsal.because))
        else:
            self.fail(tr("The model cannot start: {why}", why=rehearsal.because))

    def _on_check(self) -> None:
        self.docks.front("problems")
        self.problems.check_all()

    def _on_position(self) -> None:
        self.position_asked.emit(self)

    # ---- files
    def draft_ships(self, path: Path) -> bool:
        """Whether it is a lesson of the program, or of a game that brings its own."""
        return self.draft.catalogue.ships(path)

    def _put_away(self) -> None:
        self.problems.stop()
        self._opening.stop()
        self.desk.leave()
        self.board.close_map()
