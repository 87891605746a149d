"""Hints in the window: requested by key, worked out in a separate process, drawn as arrows, and carried out
on request.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QElapsedTimer

from hexbench.engine.display import Legend, Overlay, Shade, Trail
from hexbench.engine.values import say
from hexbench.session.automaton import levels, makers
from hexbench.session.hinting import NOT_YOURS, OTHERWISE, Hint, HintStep, Taking, no_hint
from hexbench.store.strict import BadFile
from hexbench.study.thinking import Apart, Thinker
from hexbench.ui.docks.hint import HintPanel
from hexbench.ui.look.language import mark, tell, tr, why
from hexbench.ui.shell.pieces import DockWork

if TYPE_CHECKING:
    from hexbench.session.session import Session
    from hexbench.ui.bridge import Shift
    from hexbench.ui.shell.pieces import TablePieces

HINT = "hint"
"""Kind of the overlay with the arrows of all steps that are still to come."""
STEP = "hint.step"
"""Kind of the overlay with the step that is looked at."""
POLL = 10
"""Milliseconds between two looks for an answer."""
SLICE = 25
"""Milliseconds of work at a time: the window stays awake."""
COVERED = mark("A hint is for one side only: here both players are watching.")
_ANOTHER = mark("The position has changed: the hint was dismissed.")
DONE = mark("The whole hint has been carried out.")


class Hinting(DockWork):
    """One per window, as long as it has a table; holds at most one hint at a time."""

    def __init__(self, at: TablePieces) -> None:
        panel = HintPanel(at.desk)
        super().__init__(at, panel, POLL)
        self.panel = panel
        self.hint: Hint | None = None
        self.taking: Taking | None = None
        self._thinker: Thinker | None = None
        self._session: Session | None = None
        """The game that the thinker knows."""
        self._rest_of: HintStep | None = None
        panel.asked.connect(self.ask)
        panel.stop_asked.connect(self._on_stop)
        panel.away_asked.connect(self._on_away)
        panel.taken.connect(self.take)
        panel.all_taken.connect(self.take_all)
        panel.pointed.connect(self._on_pointed)
        at.acts["game.hint"].triggered.connect(self._on_triggered)
        at.window.shown_game.connect(self._on_game)
        at.table.laid_anew.connect(self._draw)
        at.desk.units_changed.connect(self._on_units)

    # ---- asking
    def _on_game(self) -> None:
        session = self.bridge.session
        self.panel.show_levels(() if session is None else levels(session.game))

    def make(self, session: Session) -> Thinker:
        """The thinker, in a separate process so that the window stays responsive."""
        return Apart(session.rules, makers(session.game))

    def why_not(self) -> str:
        """Why no hint can be given now; empty: it can. The seat shown must be the deciding side's."""
        bridge = self.bridge
        session = bridge.session
        if session is None or bridge.covered or bridge.past is not None:
            return tr("There is nothing to do now.")
        if bridge.open_for is not None:
            return tr(COVERED)
        none = no_hint(session, session.decider)
        if none is not None:
            return tell(none)
        if bridge.viewer not in (None, session.decider):
            return tell(NOT_YOURS)
        return ""

    def _on_triggered(self) -> None:
        why = self.why_not()
        if why:
            self.table.tell(why)
            return
        self.table.docking.go(self.panel.key)
        self.ask()

    def ask(self) -> None:
        """Ask again, about the current position."""
        why = self.why_not()
        session = self.bridge.session
        self.put_away(why)
        if why or session is None or session.decider is None:
            self.table.tell(why)
            return
        if self._thinker is None or self._session is not session:
            self._let_go()
            self._thinker, self._session = self.make(session), session
        self._begin(
            Hint(
                session,
                self._thinker,
                session.decider,
                self.panel.chosen_level,
                goal=self.panel.goal,
                most=self.panel.most,
            )
        )

    def _begin(self, hint: Hint) -> None:
        self.hint = hint
        self.panel.show_hint(hint)
        self.timer.start()

    def _on_tick(self) -> None:
        clock = QElapsedTimer()
        clock.start()
        if self.taking is not None:
            self._take_some(self.taking, clock)
        elif self.hint is not None:
            self._think_some(self.hint, clock)
        else:
            self.timer.stop()

    def _think_some(self, hint: Hint, clock: QElapsedTimer) -> None:
        going, before = True, len(hint.steps)
        while going and clock.elapsed() < SLICE:
            known = len(hint.steps)
            going = hint.go_on()
            if len(hint.steps) == known:
                break  # it is being thought about
        if len(hint.steps) > before or not going:
            self.panel.grow()
            self._draw()
        if not going:
            self.timer.stop()
            self._say_found(hint)

    def _say_found(self, hint: Hint) -> None:
        first = hint.next
        if first is None:
            text = tell(hint.stop or "")
        else:
            n = len(hint.steps)
            count = tr("Hint: 1 action.") if n == 1 else tr("Hint: {n} actions.", n=n)
            text = f"{count} {tell(first.text)}. {tell(first.why)}"
        self.desk.screen_reader.say(text)

    def _on_stop(self) -> None:
        if self.taking is not None:
            self._end_taking()
        elif self.hint is not None:
            self.hint.cancel()
            self.timer.stop()
            self.panel.grow()
            self._draw()
            self._say_found(self.hint)

    # ---- taking over
    def take(self, number: int) -> None:
        """Do one step, if the rules allow it now; a refusal is explained. Of the others those stay that still can be done."""
        hint = self.hint
        if hint is None or not hint.done <= number < len(hint.steps) or self.why_not():
            return
        step = hint.steps[number]
        self._rest_of = step
        try:
            self.table.acting.do(step.action)
        finally:
            self._rest_of = None

    def take_all(self) -> None:
        """Do the steps one after another, as long as everything turns out as imagined."""
        session = self.bridge.session
        if self.hint is None or session is None or self.why_not():
            return
        self.taking = Taking(session, self.hint)
        self.panel.be_busy(True)
        self.timer.start()

    def _take_some(self, taking: Taking, clock: QElapsedTimer) -> None:
        going = True
        try:
            while going and clock.elapsed() < SLICE:
                going = taking.go_on()
        except BadFile as fault:
            going = False
            self.say_wrong(tr("The game could not be saved, so it stops here. {fault}", fault=why(fault)))
        if not going:
            self._end_taking()

    def _end_taking(self) -> None:
        """Announce what was done; a cover may follow, and nothing may be announced over that."""
        taking, self.taking = self.taking, None
        self.timer.stop()
        self.panel.be_busy(False)
        if taking is None:
            return
        taking.end()
        if taking.stop is not None and not self.bridge.covered:
            self.table.tell(tell(taking.stop), more=True)

    # ---- what happens meanwhile
    def _on_refreshed(self, shift: Shift) -> None:
        hint, bridge = self.hint, self.bridge
        session = bridge.session
        if self._thinker is not None and session is not self._session:
            self.close()
            return
        if hint is None or self.taking is not None:
            return
        if (
            session is None
            or bridge.covered
            or bridge.open_for is not None
            or bridge.viewer not in (None, hint.side)
        ):
            self.put_away()
        elif hint.follow(session):
            if hint.steps and hint.next is None and hint.stop is not None:
                self.put_away(tr(DONE))
            else:
                self.panel.follow()
                self._draw()
        elif self._rest_of is not None and no_hint(session, hint.side) is None:
            self._look_again(session, hint, self._rest_of)
        else:
            meant = self._rest_of is not None
            self.put_away(tell(OTHERWISE) if meant else tr(_ANOTHER))

    def _look_again(self, session: Session, hint: Hint, taken: HintStep) -> None:
        """A step was carried out before its turn: check which others are still possible, without asking
        again.
        """
        rest = hint.rest(taken)
        if hint.next is taken or not rest or self._thinker is None:
            self.put_away(tell(OTHERWISE))
            return
        self._begin(Hint(session, self._thinker, hint.side, hint.level, goal=hint.goal, planned=rest))

    def _on_units(self) -> None:
        """When a unit is selected on the map, show what the hint says for it."""
        if self.hint is not None and self.taking is None:
            self.panel.point_at(self.desk.units)

    def put_away(self, note: str = "") -> None:
        """Dismiss the hint: clear arrows and list; ``note`` says why."""
        hint, self.hint = self.hint, None
        self.taking = None
        self.timer.stop()
        if hint is not None:
            hint.cancel()
        self.panel.be_busy(False)
        self.panel.show_hint(None, note)
        self._draw()
        if hint is not None:
            self.desk.screen_reader.say(note)

    def _on_away(self) -> None:
        self.put_away()
        view = self.table.view
        if view is not None:
            view.setFocus()

    def _on_dock(self, shown: bool) -> None:
        if not shown:
            self.put_away()

    def close(self) -> None:
        """Let go of everything: the game is closed."""
        self.put_away()
        self._let_go()

    def _let_go(self) -> None:
        thinker, self._thinker, self._session = self._thinker, None, None
        if thinker is not None:
            thinker.close()

    # ---- on the map
    def _on_pointed(self, number: int) -> None:
        self._draw()
        hint = self.hint
        if hint is not None and 0 <= number < len(hint.steps):
            step = hint.steps[number]
            self.desk.hexes_lit.emit((*step.starts, *step.aims))
            lights = () if step.forecast is None else step.forecast.lights
            self.desk.weighed.emit(dict(lights))

    def _draw(self) -> None:
        """Arrows of all remaining steps, with the selected one on top."""
        view, hint = self.table.view, self.hint
        if view is None:
            return
        all_, one = None, None
        if hint is not None and self.bridge.past is None and not self.bridge.covered:
            to_come = hint.steps[hint.done :]
            trails = tuple(dict.fromkeys(trail for step in to_come for trail in arrows(step)))
            row = self.panel.list.currentRow()
            legend = (
                Legend("route", say("a suggested move")),
                Legend("attack", say("a suggested attack")),
            )
            all_ = Overlay(HINT, say("Hint"), trails=trails, legend=legend) if trails else None
            if hint.done <= row < len(hint.steps):
                step = hint.steps[row]
                shades = tuple(Shade(at, "target", str(row + 1)) for at in step.aims)
                one = Overlay(STEP, say("Suggested action"), shades, arrows(step))
        view.map.set_overlay(HINT, all_, pale=one is not None)
        view.map.set_overlay(STEP, one)


def arrows(step: HintStep) -> tuple[Trail, ...]:
    """A step as lines on the map: the way of a move, and a line from everybody who fights onto the hex that is fought for."""
    tone = "attack" if step.fights else "route"
    ends = [way if len(way) > 1 else (*way, aim) for way in step.ways for aim in step.aims[-1:]]
    return tuple(Trail(way, tone, short=step.fights) for way in ends if way[0] != way[-1])
