"""State shared by the panels of the lesson editor: the open draft, the current step, its rehearsed position,
and the field that takes clicks on the map.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from hexbench.engine.display import Legend, Overlay, Shade
from hexbench.engine.documents.editing import Field
from hexbench.engine.values import Say, Target, say
from hexbench.session.automaton import levels
from hexbench.session.editor.lesson_doc import NAMES, Rehearsal, called, findings, played_parts
from hexbench.ui.canvas.scene import MapScene
from hexbench.ui.canvas.view import MapView
from hexbench.ui.editor.desk import DraftDesk
from hexbench.ui.look.language import tell, tr, why
from hexbench.ui.tools.hands import Hands
from hexbench.ui.widgets.background import BackgroundTask, once
from hexbench.ui.widgets.parts import HintLabel, PlainLabel, flush, laid, named

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hexbench.atlas.atlas import Atlas
    from hexbench.engine.documents.editing import Turn
    from hexbench.engine.ledger import Ledger
    from hexbench.engine.seat import Seat
    from hexbench.session.editor.document import Key
    from hexbench.session.editor.draft import Edited
    from hexbench.session.editor.lesson_doc import LessonDraft
    from hexbench.ui.canvas.view import Touch
    from hexbench.ui.look.palette import Palette


REST_MS = 250
"""How long editing must pause before the model is played again, in milliseconds."""


class LessonDesk(DraftDesk):
    """Signals: ``step_changed()``: another step is current; ``rehearsed()``: the model was played again;
    ``picked(hex, unit)``: a click on the map while a field takes clicks; ``picker_changed()``: another
    field does, or none; ``field_asked(keys)``: show this field.
    """

    draft: LessonDraft
    step_changed = Signal()
    rehearsed = Signal()
    picked = Signal(str, str)
    picker_changed = Signal()
    field_asked = Signal(object)

    def __init__(
        self,
        draft: LessonDraft,
        palette: Palette,
        docks: Sequence[tuple[str, str]] = (),
        parent: QObject | None = None,
    ) -> None:
        """``docks``: (key, title) of the docks of the game window, for those a step brings to the front."""
        super().__init__(draft, palette, parent)
        self.docks = tuple(docks)
        self.step = 0
        """The current step; the number of steps stands for the little game."""
        self.picker: object | None = None
        """The field that takes clicks on the map."""
        self.ledger: Ledger = draft.catalogue.rules_text(draft.game.key)
        self.rehearsal = Rehearsal(draft)
        self._played = played_parts(draft)
        self.task = BackgroundTask(self)
        self._rest = once(self, self.rehearse, REST_MS)
        self.task.ended.connect(self._on_rehearsed)

    # ---- what fields ask
    @property
    def turns(self) -> tuple[Turn, ...]:
        """Always empty: a lesson has no turns of its own."""
        return ()

    @property
    def rules(self) -> Any:
        """The rules on the lesson's map; None if its position cannot be started."""
        return None if self.rehearsal.run is None else self.rehearsal.run.session.rules

    @property
    def seat(self) -> Seat | None:
        """The umpire's seat at the position at the start of the current step."""
        return self.rehearsal.seat(self.step)

    @property
    def in_end(self) -> bool:
        """Whether the little game is current."""
        return self.step >= len(self.draft.steps)

    @property
    def verbs(self) -> tuple[tuple[str, Say], ...]:
        """(key, label) of every verb of this game, as on its button; the key is added where labels are
        ambiguous.
        """
        known = {} if self.rules is None else {key: verb.label for key, verb in self.rules.verbs.items()}
        often = Counter(str(label) for label in known.values())
        return tuple(
            (
                key,
                label
                if often[str(label)] == 1 and str(label)
                else say("{label} ({key})", label=label, key=key),
            )
            for key, label in known.items()
        )

    @property
    def sides(self) -> tuple[tuple[str, Say], ...]:
        """(key, name) of the sides."""
        rules = self.rules
        return tuple(
            (side, rules.side_name(side) if rules is not None else say("{word}", word=side))
            for side in self.draft.game.sides
        )

    @property
    def levels(self) -> tuple[tuple[str, Say], ...]:
        """(key, name) of the opponents available for the little game."""
        return tuple((level, say("{word}", word=level)) for level in levels(self.draft.game))

    def field(self, key: str, kind: Any = "text", **more: Any) -> Field:
        """A field by its key in the lesson, with its usual name."""
        path = tuple(key.split("."))
        return Field(path=path, name=NAMES[path[-1]], kind=kind, **more)

    # ---- the step in hand
    def take(self, step: int) -> None:
        """Make a step the current one."""
        wanted = max(0, min(step, len(self.draft.steps)))
        if wanted != self.step:
            self.step = wanted
            self.pick_for(None)
            self.step_changed.emit()

    def pick_for(self, field: object | None) -> None:
        """Send clicks on the map to this field from now on; None: to none."""
        if field is not self.picker:
            self.picker = field
            self.picker_changed.emit()

    # ---- the model
    def rehearse(self) -> None:
        """Play the model from the beginning, one step at a time."""
        self._rest.stop()
        self.task.stop()
        self.rehearsal.close()
        self.rehearsal, self._played = Rehearsal(self.draft), played_parts(self.draft)
        self.task.begin(self.rehearsal.steps())

    def rehearse_now(self) -> None:
        """The same, all at once."""
        self.rehearse()
        self.task.finish()

    def _on_rehearsed(self, whole: bool) -> None:
        if whole:
            self.check()
            self.rehearsed.emit()

    def check(self) -> None:
        """Look for what is wrong."""
        self.find(findings(self.draft, self.rehearsal))

    def _on_edited(self, edited: Edited) -> None:
        last = len(self.draft.steps)
        if self.step > last:
            self.take(last)
        if played_parts(self.draft) != self._played:
            self.task.stop()
            self._rest.start()
        super()._on_edited(edited)

    def leave(self) -> None:
        self._rest.stop()
        self.task.stop()
        self.rehearsal.close()
        super().leave()

    # ---- words
    def called(self, keys: Sequence[Key]) -> str:
        """The names of the step and the field."""
        where = called(self.draft, tuple(keys))
        return tell(where) if where is not None else ""

    def why(self, fault: Exception) -> str:
        return why(fault)


# The map in the middle of the lesson editor: the position at the start of the current step, with that step's
# highlights.

LIGHTS = "lesson"


class Still:
    """The drag gesture's rules: no counter can be lifted, because the position comes from the model."""

    def may_lift(self, units: tuple[str, ...]) -> bool:
        """Never."""
        return False

    def targets(self, units: tuple[str, ...]) -> Mapping[str, Target]:
        """Nowhere."""
        return {}

    def hover(self, units: tuple[str, ...], at: str, target: Target | None) -> None:
        """Nothing to show on the way."""

    def drop(self, units: tuple[str, ...], at: str, target: Target | None) -> bool:
        """Nothing is put down."""
        return False


class _PickHands(Hands):
    """The gestures of the game window; while a field takes clicks, a click or Enter gives it what is there."""

    def __init__(self, view: MapView, desk: LessonDesk) -> None:
        super().__init__(view, Still())
        self.desk = desk
        self.asks = False

    def press(self, touch: Touch) -> bool:
        """A click for a field selects nothing else."""
        if self.desk.picker is not None and touch.button == Qt.MouseButton.LeftButton and touch.hex:
            self.view.setFocus(Qt.FocusReason.MouseFocusReason)
            self.view.set_cursor(touch.hex)
            self.desk.picked.emit(touch.hex, touch.unit)
            return True
        return super().press(touch)

    def key(self, key: int, modifiers: Qt.KeyboardModifier, text: str) -> bool:
        """Enter gives the field the hex under the cursor and its top counter; Esc ends it."""
        if self.desk.picker is not None:
            at = self.view.cursor_hex
            if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and at:
                stack = self.view.map.stack(at)
                self.desk.picked.emit(at, stack[-1] if stack else "")
                return True
            if key == Qt.Key.Key_Escape:
                self.desk.pick_for(None)
                return True
        return super().key(key, modifiers, text)


class LessonBoard(QWidget):
    """The canvas; a line above it says which position is shown."""

    def __init__(self, desk: LessonDesk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        self.view: MapView | None = None
        self.hands: _PickHands | None = None
        self._atlas: Atlas | None = None
        self.head = named(HintLabel(), "edit.lesson.board")
        self.nothing = PlainLabel(
            tr("The position of this lesson cannot be started: see Problems for the reason.")
        )
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.nothing.setWordWrap(True)
        self.column = laid(flush(QVBoxLayout(self), 0), self.head, (self.nothing, 1))
        desk.step_changed.connect(self.refresh)
        desk.rehearsed.connect(self.refresh)
        desk.changed.connect(self._on_changed)
        desk.picker_changed.connect(self._on_picker)
        desk.place_asked.connect(self.go_to)
        desk.dressed.connect(self._on_dressed)

    def refresh(self) -> None:
        """Show the position of the current step."""
        seat = self.desk.seat
        self._lay()
        view = self.view
        if view is None or seat is None:
            return
        view.map.show_faces({face.unit: (face, at) for face, at in seat.faces()})
        self.light()
        self._say()

    def _lay(self) -> None:
        rules = self.desk.rules
        atlas = rules.atlas if rules is not None else None
        if atlas is None or atlas is self._atlas or (self._atlas and atlas.sheet == self._atlas.sheet):
            return
        self.close_map()
        self._atlas = atlas
        scene = MapScene(atlas, self.desk.palette)
        view = MapView(scene, self)
        scene.setParent(view)
        self.view, self.hands = view, _PickHands(view, self.desk)
        view.setAccessibleName(tr("Map of the lesson"))
        view.describe = self.describe
        view.cursor_moved.connect(self.desk.study)
        self.nothing.hide()
        self.column.addWidget(view, 1)

    def close_map(self) -> None:
        """Remove the map for good."""
        view, self.view = self.view, None
        self._atlas = None
        if view is None:
            return
        if self.hands is not None:
            self.hands.cancel()
        self.hands = None
        view.describe = None
        view.gestures = None
        self.column.removeWidget(view)
        view.hide()
        view.setParent(None)
        view.deleteLater()

    def describe(self, at: str) -> str:
        """A description of a hex for screen readers."""
        view = self.view
        if view is None or at not in view.map.atlas.index:
            return ""
        cell = view.map.atlas.cell(at)
        units = [tell(view.map.stacks.faces[unit].title) for unit in view.map.stack(at)]
        return ", ".join(x.replace("_", " ") for x in (at, cell.terrain, *cell.features, *units) if x)

    # ---- what the step speaks of
    def lights(self) -> tuple[str, ...]:
        """The hexes that the current step highlights in this position."""
        view, draft = self.view, self.desk.draft
        if view is None:
            return ()
        part = draft.end if self.desk.in_end else draft.steps[self.desk.step]
        light = part.get("light", {})
        places = (*(view.map.where(str(unit)) for unit in light.get("units", ())), *light.get("hexes", ()))
        known = view.map.atlas.index
        return tuple(dict.fromkeys(p for place in places for p in str(place).split("/") if p in known))

    def light(self) -> None:
        """Shade them."""
        view = self.view
        if view is None:
            return
        lit = self.lights()
        legend = (Legend("target", say("what the lesson refers to")),)
        shades = tuple(Shade(at, "target") for at in lit)
        view.map.set_overlay(
            LIGHTS, Overlay(LIGHTS, say("Lesson"), shades, legend=legend) if shades else None
        )

    def go_to(self, place: str) -> None:
        """Bring a hex or a counter into view."""
        view = self.view
        if view is None:
            return
        at = view.map.where(place) or place
        if at in view.map.atlas.index:
            view.set_cursor(at)
            view.show_hex(at)

    def spot(self, at: str) -> QPoint:
        """Where a hex is in the window of the map. Raises KeyError off the map."""
        assert self.view is not None, "asked only while there is a map"
        return self.view.mapFromScene(self.view.map.geometry.centre(at))

    def _say(self) -> None:
        desk = self.desk
        if desk.picker is not None:
            self.head.setText(
                tr("Click counters or hexes on the map, or press Enter there; press Esc to finish.")
            )
        elif desk.rehearsal.reached < desk.step:
            self.head.setText(
                tr(
                    "The model gets only as far as step {n}: this is the position there.",
                    n=desk.rehearsal.reached + 1,
                )
            )
        elif desk.in_end:
            self.head.setText(tr("The position at the start of the little game"))
        else:
            self.head.setText(tr("The position at the start of step {n}", n=desk.step + 1))

    def _on_changed(self, _: object) -> None:
        self.light()
        self._say()

    def _on_picker(self) -> None:
        view = self.view
        self._say()
        if view is not None:
            port = view.viewport()
            picking = self.desk.picker is not None
            port.setCursor(Qt.CursorShape.CrossCursor) if picking else port.unsetCursor()
            if picking:
                view.setFocus()

    def _on_dressed(self) -> None:
        if self.view is not None:
            self.view.map.set_palette(self.desk.palette)
