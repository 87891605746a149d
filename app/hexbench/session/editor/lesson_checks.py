"""What is wrong with an open lesson, by what ``hexbench check`` asks, all of it at once; and its model played step by step.

A :class:`Rehearsal` plays the model of a lesson on a game of its own, so that the position each step begins at can be shown, and
says at which step it first fails.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from hexbench.engine.seat import Seat
from hexbench.engine.values import Say, say
from hexbench.session.editor.finding import Finding, in_order
from hexbench.session.editor.lesson_doc import END, STEP, LessonDraft, called
from hexbench.session.lessons import LessonRun, follow_model, run_lesson, unknown
from hexbench.store.lessons import Lesson, faults_of
from hexbench.store.strict import BadFile, Keys

_NOWHERE: Final = Path()


class Rehearsal:
    """The model of a lesson, played. ``fault`` is what stops it; ``run`` is None where not even the position can be begun."""

    def __init__(self, draft: LessonDraft) -> None:
        self.draft = draft
        self.run: LessonRun | None = None
        self.fault: BadFile | None = None
        self.lesson: Lesson | None = None
        try:
            self.lesson = draft.lesson()
            self.run = run_lesson(draft.catalogue, self.lesson, draft.path or _NOWHERE)
        except BadFile as fault:
            self.fault = fault

    def steps(self) -> Iterator[int]:
        """Play on, a step at a time; each is told of when it is done. What stops it is in ``fault``."""
        run = self.run
        while run is not None and run.step is not None and self.fault is None:
            try:
                follow_model(run)
            except BadFile as fault:
                self.fault = fault
            else:
                yield run.at

    @property
    def because(self) -> Say:
        """What stops it, in a sentence; empty: nothing does."""
        return say("") if self.fault is None else _because(self.fault)

    @property
    def reached(self) -> int:
        """The step that the model has come to; the number of the steps is the little game."""
        return self.run.at if self.run is not None else 0

    def state(self, step: int) -> Any:
        """The position that a step begins at, or as far as the model comes; None: there is none."""
        run = self.run
        if run is None:
            return None
        node = run.begun_at(min(step, run.at))
        return run.session.history.state_at(node) if node is not None else run.session.state

    def seat(self, step: int) -> Seat | None:
        """The umpire's seat at that position: what the map shows."""
        run, state = self.run, self.state(step)
        return None if run is None or state is None else run.session.rules.seat(state, None)

    @property
    def phases(self) -> tuple[str, ...]:
        """The questions that were come by, in their order: what a condition may ask for."""
        run = self.run
        if run is None:
            return ()
        states = [self.state(step) for step in range(run.at + 1)]
        found = (run.session.rules.seat(state, None).prompt.step for state in states)
        return tuple(dict.fromkeys(step for step in found if step))

    def close(self) -> None:
        """Let go of the game."""
        if self.run is not None:
            self.run.close()
            self.run.session.close()


def played_parts(draft: LessonDraft) -> Any:
    """What the model depends on: as long as it is equal, nothing need be played again."""
    words = {"title", "text", "why", "well", "light", "de"}
    frame = {key: draft.get(key) for key in ("base", "map", "options", "position", "seed", "side")}
    return frame, [{key: value for key, value in step.items() if key not in words} for step in draft.steps]


def findings(draft: LessonDraft, rehearsal: Rehearsal) -> tuple[Finding, ...]:
    """Everything found, in the order of the lesson. What a rehearsal came upon is told once nothing else stands against it."""
    try:
        lesson = draft.lesson()
    except BadFile as fault:
        return (_found(draft, fault.keys, _because(fault)),)
    faults: list[tuple[Keys, Say]] = list(faults_of(lesson))
    if rehearsal.run is not None:
        faults += unknown(draft.catalogue, rehearsal.run)
    if rehearsal.fault is not None and (rehearsal.run is None or not faults):
        faults.append((rehearsal.fault.keys or ("position",), _because(rehearsal.fault)))
    faults.sort(key=lambda one: _place(one[0]))
    return in_order([_found(draft, keys, reason) for keys, reason in faults])


def _because(fault: BadFile) -> Say:
    return fault.because if isinstance(fault.because, Say) else say("{reason}", reason=fault.because)


def _place(keys: Keys) -> int:
    """Where in the lesson: its frame, its steps, its end."""
    if keys and keys[0] == STEP:
        return 1 + (keys[1] if len(keys) > 1 and isinstance(keys[1], int) else 0)
    return 1000 if keys and keys[0] == END else 0


def _found(draft: LessonDraft, keys: Keys, reason: Say) -> Finding:
    where = called(draft, keys)
    text = reason if where is None else say("{where}: {reason}", where=where, reason=reason)
    return Finding(level="error", text=text, keys=keys)
