"""The course of a lesson: which step is current, whether what was done is what was asked for, and how to come back to it.

It listens to a session and has no screen. What the learner does besides playing (selecting, looking, being refused,
pressing Next) is reported to it by the window. Undo and every jump in the history move the lesson too: each position
knows at which step it was left.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from msgspec.structs import replace

from hexbench.engine.history import Record
from hexbench.engine.values import Action, Reason, Refused, Say, say
from hexbench.session.automaton import levels
from hexbench.session.game import Catalogue
from hexbench.session.opening import begin
from hexbench.session.session import Change, Session, Stopped
from hexbench.store.lessons import Condition, Deed, Lesson, LessonStep, Words, read_lesson
from hexbench.store.strict import BadFile, Keys, show

ALSO: Final = say("That works too.")
STRAYED: Final = say("The rules allow that, but the lesson takes a different course. Undo it and try again.")
_NOT_HERE: Final = say("That can no longer be done from here: go back a step and try again.")
NOT_WON: Final = say("The game is over. Go back to try again, or leave the lesson.")
WON: Final = say("Well done: that was the lesson.")
_MOST: Final = 400
"""The most actions that "Show me" does for one step."""


@dataclass(frozen=True)
class Shown:
    """The next thing to do according to the model: one of these. ``press``: the Next button."""

    select: tuple[str, ...] = ()
    look: str = ""
    refuse: Action | None = None
    act: Action | None = None
    press: bool = False


class LessonRun:
    """One lesson on one session, with which it was begun. ``changed`` is called whenever there is something new to show.

    ``at`` counts the steps from 0; the number of steps is the little game, and one more means that it is won.
    ``note`` is a remark on what was done last.
    """

    def __init__(self, session: Session, lesson: Lesson, path: Path = Path()) -> None:
        self.session, self.lesson, self.path = session, lesson, path
        self.at = 0
        self.note: Say | None = None
        self.well: LessonStep | None = None
        """The step done last, as long as its praise is new."""
        self.changed: Callable[[], None] = lambda: None
        self._begun: dict[int, int] = {0: session.node}
        """step -> the node at which it began."""
        self._left: dict[int, int] = {session.node: 0}
        """node -> the step that was last shown there."""
        self._selected: tuple[str, ...] = ()
        self._looked = ""
        self._refused: Deed | None = None
        self._quiet = 0
        session.dealer = self.dice
        self._unsubscribe = session.subscribe(self._on_change)

    def close(self) -> None:
        """Stop listening to the session, which continues as a game."""
        self._unsubscribe()
        self.session.dealer = None
        self.changed = lambda: None

    # ---- the current step
    @property
    def step(self) -> LessonStep | None:
        """The current step; None in the little game and after it."""
        return self.lesson.step[self.at] if self.at < len(self.lesson.step) else None

    @property
    def in_game(self) -> bool:
        """Whether the little game is being played."""
        return self.at == len(self.lesson.step)

    @property
    def won(self) -> bool:
        """Whether the little game is won, and the lesson over."""
        return self.at > len(self.lesson.step)

    @property
    def ended(self) -> bool:
        """Whether the little game is over and was not won."""
        return self.in_game and self.session.decider is None

    @property
    def plays(self) -> bool:
        """Whether the lesson itself does this step, when a button is pressed."""
        return self.step is not None and self.step.hand == "lesson"

    @property
    def waits(self) -> bool:
        """Whether this step only has to be read now before going on, which also holds after the refusal it asked for."""
        step = self.step
        if step is None or step.until.next:
            return step is not None
        return step.until.refused is not None and self._holds(step.until)

    def words(self, language: str = "en") -> Words:
        """The current texts, in a language that the lesson has; otherwise in English."""
        step, end = self.step, self.lesson.little_game
        if step is not None:
            other = step.de if language == "de" else None
            return other or Words(title=step.title, text=step.text, why=step.why, well=step.well)
        game = end.de if language == "de" and end.de is not None else end
        return Words(title=game.title, text=game.goal)

    def praise(self, language: str = "en") -> str:
        """What the step done last says about it; empty: nothing."""
        if self.well is None:
            return ""
        other = self.well.de if language == "de" else None
        return other.well if other is not None else self.well.well

    def records(self) -> tuple[Record, ...]:
        """What was done since this step began, in order."""
        return self.records_of(self.at)

    def records_of(self, step: int) -> tuple[Record, ...]:
        """What was done in a finished step or the current one, in order; nothing if it was not reached."""
        begun, end = self._begun.get(step), self._begun.get(step + 1) if step < self.at else None
        line = [node.number for node in self.session.history.line()]
        if begun not in line or step > self.at:
            return ()
        last = line.index(end) + 1 if end in line else len(line)
        nodes = (self.session.history.nodes[n] for n in line[line.index(begun) + 1 : last])
        return tuple(node.record for node in nodes if node.record is not None)

    def begun_at(self, step: int) -> int | None:
        """The node of the history at which a step began; None: it was not reached."""
        return self._begun.get(step)

    @property
    def strayed(self) -> bool:
        """Whether the learner has done something since the step began that it does not ask for."""
        return self._straying() is not None

    def _straying(self) -> int | None:
        """The node before the first action that the step does not ask for; None: there is none."""
        step = self.step
        if step is None:
            return None
        line = [node.number for node in self.session.history.line()]
        begun = self._begun.get(self.at, 0)
        if begun not in line:
            return None
        for before, number in zip(line[line.index(begun) :], line[line.index(begun) + 1 :], strict=False):
            record = self.session.history.nodes[number].record
            assert record is not None, "only the root has no action"
            if (
                number in self.session.answered
                or record.side != self.lesson.side
                or self._asked(step, record)
            ):
                continue
            return before
        return None

    @staticmethod
    def _asked(step: LessonStep, record: Record) -> bool:
        """Whether an action belongs to the step: to its model, to what it allows besides, or to what takes those back."""
        action = record.action
        return action.verb in step.free or any(deed.fits(action) or deed.holds(action) for deed in step.do)

    # ---- dice
    def dice(self) -> Sequence[int]:
        """The numbers that the step has prepared and that have not been used yet."""
        step = self.step
        if step is None or not step.dice:
            return ()
        used = sum(len(record.numbers) for record in self.records())
        return step.dice[used:]

    # ---- what the learner does besides playing
    def selected(self, units: Sequence[str]) -> None:
        """Other units are selected now."""
        self._selected = tuple(units)
        self._look_again()

    def looked_at(self, at: str) -> None:
        """A hex is being looked at."""
        self._looked = at
        self._look_again()

    def refused(self, at: str, reasons: Collection[Reason], units: Sequence[str] = ()) -> None:
        """The reasons why these units may not do something were shown; ``at`` is the hex concerned. One of the
        reasons must be a clause of the step: any other would teach nothing about it.
        """
        step = self.step
        wanted = None if step is None else step.until.refused
        if step is None or wanted is None or not {reason.rule for reason in reasons} & set(step.rules):
            return
        aim = self.session.state.units.get(wanted.object)
        meant = wanted.object if aim is None else aim.at  # an attack on a unit is pointed at its hex
        if meant in ("", at) and set(wanted.subject) <= set(units or wanted.subject):
            self._refused = wanted
            self._tell()

    def press(self) -> None:
        """Next: go on from a step that only has to be read."""
        if self.waits:
            self._go_on()
            self._tell()

    # ---- forward
    def _look_again(self) -> None:
        step = self.step
        if step is not None and step.until.of_hand and not self.waits and self._holds(step.until):
            self._go_on()
            self._tell()

    def _on_change(self, change: Change) -> None:
        if change.kind in ("undone", "redone", "went"):
            self._follow(change.node)
        elif change.kind == "did":
            self._left[self.session.node] = self.at
            self._judge()
        else:
            return
        self._tell()

    def _follow(self, node: int) -> None:
        """The history was moved: the current step is the one at which this position was left."""
        known = next((n for n in self._line_back(node) if n in self._left), None)
        self.at = 0 if known is None else self._left[known]
        self.well = None
        self._forget()
        self.note = STRAYED if self.strayed else None

    def _line_back(self, node: int) -> list[int]:
        return [one.number for one in reversed(self.session.history.line(node))]

    def _judge(self) -> None:
        """Something was done: go on past all steps that are finished."""
        self.note, self.well = None, None
        step = self.step
        if step is None:
            if self.in_game and self._holds(self.lesson.little_game.until):
                self._go_on()
                self.note = WON
            elif self.ended:
                self.note = NOT_WON
        elif self._holds(step.until) and not (self.waits and self.strayed):
            self._go_on()
        elif step.also is not None and self._holds(step.also):
            self._go_on()
            self.note = ALSO
        elif self.strayed:
            self.note = STRAYED

    def _go_on(self) -> None:
        """Go to the next step that is not finished already."""
        self.well, self.note = self.step, None
        self.at += 1
        self._forget()
        self._begun[self.at] = self.session.node
        self._left[self.session.node] = self.at

    def _forget(self) -> None:
        """What the learner did in another step does not count in this one."""
        self._selected, self._looked, self._refused = (), "", None

    def _tell(self) -> None:
        if not self._quiet:
            self.changed()

    # ---- conditions
    def _holds(self, wanted: Condition) -> bool:
        """Whether everything that a condition gives is true."""
        return (
            not wanted.next and self._of_hand(wanted) and self._of_record(wanted) and self._of_place(wanted)
        )

    def _of_hand(self, wanted: Condition) -> bool:
        return (
            set(wanted.selected) <= set(self._selected)
            and wanted.looked_at in ("", self._looked)
            and (wanted.refused is None or wanted.refused == self._refused)
        )

    def _of_record(self, wanted: Condition) -> bool:
        if not wanted.done and not wanted.happened:
            return True
        records = self.records()
        told = {type(one.all).__name__ for record in records for one in record.told}
        return set(wanted.happened) <= told and all(
            any(deed.fits(record.action) for record in records) for deed in wanted.done
        )

    def _of_place(self, wanted: Condition) -> bool:
        """The conditions on the position: all of it counts, because what is there came about by what was done."""
        session, state = self.session, self.session.state
        rules, units = session.rules, state.units
        prompt = session.seat(session.decider).prompt
        return (
            all(
                uid in units and units[uid].at in ((places,) if isinstance(places, str) else places)
                for uid, places in wanted.unit_in.items()
            )
            and all(uid not in units or rules.gone(state, uid) for uid in wanted.unit_gone)
            and all(rules.holder(state, at) == side for at, side in wanted.hex_held.items())
            and wanted.phase_is in ("", prompt.step)
            and wanted.side_decides in ("", session.decider or "")
            and (not wanted.verb_offered or any(o.verb == wanted.verb_offered for o in prompt.offers))
        )

    # ---- the model
    def shown(self) -> Shown | None:
        """The next thing that the model does here; None: nothing is left of it."""
        step = self.step
        if step is None:
            return None
        left = self._left_to_do(step)
        if left:
            return Shown(act=left[0].action)
        wanted = step.until
        if wanted.next:
            return Shown(press=True)
        if not set(wanted.selected) <= set(self._selected):
            return Shown(select=wanted.selected)
        if wanted.looked_at not in ("", self._looked):
            return Shown(look=wanted.looked_at)
        if wanted.refused is not None and wanted.refused != self._refused:
            return Shown(refuse=wanted.refused.action)
        return Shown(press=True) if self.waits else None

    def _left_to_do(self, step: LessonStep) -> list[Deed]:
        """What the model still has to do in this step, in order."""
        left = list(step.do)
        for record in self.records():
            for deed in dict.fromkeys(left):  # several units at once count like one after another
                if deed.fits(record.action):
                    left.remove(deed)
        return left

    def play(self) -> None:
        """Do the rest of the model's actions, after taking back what strayed from them; the remaining conditions are for the learner.

        Raises CannotWrite.
        """
        begun = self.at
        if self.strayed:
            self.take_back()
        self._quiet += 1
        try:
            for _ in range(_MOST):
                shown = self.shown()
                if self.at != begun or shown is None or shown.act is None:
                    break
                self.session.do(shown.act)
        except Refused:
            self.note = _NOT_HERE
        finally:
            self._quiet -= 1
            self._tell()

    # ---- back
    def take_back(self) -> None:
        """Undo what the step did not ask for. Raises CannotWrite."""
        node = self._straying()
        if node is not None:
            self._go(node)

    @property
    def may_back(self) -> bool:
        """Whether there is a step before this one."""
        return self.at > 0

    def back(self) -> None:
        """Go to the beginning of the previous step, undoing whatever was done since. Raises CannotWrite."""
        if not self.may_back:
            return
        at = self.at - 1
        begun = self._begun[at]
        self._quiet += 1
        try:
            if begun != self.session.node:
                self._go(begun)
        finally:
            self._quiet -= 1
        self.at, self.note, self.well = at, None, None
        self._forget()
        self._left[begun] = at
        self._tell()

    def _go(self, node: int) -> None:
        try:
            self.session.go(node)
        except Stopped as stopped:  # a lesson's undo passes every barrier: only changed rules can stop it
            self.note = stopped.say

    # ---- the little game
    @property
    def computer(self) -> dict[str, str]:
        """side -> the level at which it is played in the little game; empty: people play all sides."""
        level = self.lesson.little_game.computer
        if level not in levels(self.session.game):
            return {}
        return {side: level for side in self.session.rules.sides if side != self.lesson.side}


def begin_lesson(catalogue: Catalogue, path: Path, game: str | None = None) -> LessonRun:
    """A lesson from its file, on a game of its own that is not saved. Raises BadFile."""
    return run_lesson(catalogue, read_lesson(path, game), path)


def run_lesson(catalogue: Catalogue, lesson: Lesson, path: Path = Path()) -> LessonRun:
    """A lesson at its beginning, on a game of its own that is not saved. Raises BadFile."""
    loaded = catalogue.load_lesson(lesson, path)
    session: Any = begin(loaded, lesson.seed, catalogue=None)
    session.header = replace(session.header, lesson=lesson.name)
    session.viewer = lesson.side
    return LessonRun(session, lesson, path)


# Checking a lesson without a learner: does the game know everything it names, and does its model lead from step to step?

_SHOWN_MOST = 200
"""The most actions of the model in one step."""


def check_lesson(catalogue: Catalogue, path: Path) -> Lesson:
    """A lesson without faults: what it names exists, and its model reaches the end. Raises BadFile with the path to the fault."""
    run = begin_lesson(catalogue, path)
    try:
        for keys, reason in unknown(catalogue, run):
            raise BadFile(reason, str(path), show({}, keys), keys)
        for _ in range(len(run.lesson.step)):
            follow_model(run)
    finally:
        run.close()
        run.session.close()
    return run.lesson


def follow_model(run: LessonRun) -> None:
    """Do the current step of a lesson by its model. Raises BadFile if the rules or the lesson object to it."""
    step, at = run.step, run.at
    assert step is not None, "the little game has no model"
    keys: Keys = ("step", at)
    for _ in range(_SHOWN_MOST):
        shown = run.shown()
        if shown is None or run.at != at:
            break
        if shown.press:
            run.press()
        elif shown.select:
            run.selected(shown.select)
        elif shown.look:
            run.looked_at(shown.look)
        elif shown.refuse is not None:
            reasons = run.session.seat(run.lesson.side).refuse(shown.refuse)
            if not reasons:
                raise _bad(run, (*keys, "until", "refused"), say("the rules allow this action."))
            if not {r.rule for r in reasons} & set(step.rules):
                cited = ", ".join(sorted({r.rule for r in reasons}))
                reason = say(
                    "none of these clauses is among the reasons for the refusal, which are {cited}.",
                    cited=cited,
                )
                raise _bad(run, (*keys, "rules"), reason)
            aim = run.session.state.units.get(shown.refuse.object)
            run.refused(shown.refuse.object if aim is None else aim.at, reasons, shown.refuse.subject)
        elif shown.act is not None:
            if run.session.decider is None:
                raise _bad(run, (*keys, "do"), say("the game is over before this step is done."))
            try:
                run.session.do(shown.act)
            except Refused as refused:
                first = refused.reasons[0]
                what = " ".join((shown.act.verb, *shown.act.subject, shown.act.object)).strip()
                reason = say(
                    "the rules refuse an action of the model ({what}): [{rule}] {why}",
                    what=what,
                    rule=first.rule,
                    why=first.text,
                )
                raise _bad(run, (*keys, "do"), reason) from None
            if run.at == at and run.strayed:
                raise _bad(
                    run, (*keys, "do"), say("an action of the model is not one that the step asks for.")
                )
    if run.at == at:
        raise _bad(
            run, (*keys, "until"), say("the model of this step does not produce what the step waits for.")
        )


def _bad(run: LessonRun, keys: Keys, reason: Say | str) -> BadFile:
    return BadFile(reason, str(run.path), show({}, keys), keys)


# ---- names -----------------------------------------------------------------------------------------------------------
def unknown(catalogue: Catalogue, run: LessonRun) -> Iterator[tuple[Keys, Say]]:
    """(path, sentence) for everything named that the game does not have."""
    lesson, game = run.lesson, run.session.game
    if lesson.side not in game.sides:
        yield (
            ("side",),
            say(
                '{title} has no side "{side}"; it has {known}.',
                title=game.title,
                side=lesson.side,
                known=", ".join(game.sides),
            ),
        )
    ledger = catalogue.rules_text(lesson.game)
    for n, step in enumerate(lesson.step):
        yield from _unknown_in_step(run, step, ("step", n))
        for k, rule in enumerate(step.rules):
            if ledger.chapter_of(rule) is None:
                yield ("step", n, "rules", k), say('the rules have no clause "{rule}".', rule=rule)
    end = lesson.little_game
    for k, rule in enumerate(end.rules):
        if ledger.chapter_of(rule) is None:
            yield ("little_game", "rules", k), say('the rules have no clause "{rule}".', rule=rule)
    yield from _unknown_in_condition(run, end.until, ("little_game", "until"))
    yield from _names(run, ("little_game", "light"), end.light.units, end.light.hexes, end.light.verbs)
    if end.computer and end.computer not in levels(game):
        known = ", ".join(levels(game)) or "none"
        reason = say(
            '{title} has no opponent "{level}"; it has {known}.',
            title=game.title,
            level=end.computer,
            known=known,
        )
        yield ("little_game", "computer"), reason


def _unknown_in_step(run: LessonRun, step: LessonStep, at: Keys) -> Iterator[tuple[Keys, Say]]:
    light = step.light
    yield from _names(run, (*at, "light"), light.units, light.hexes, light.verbs)
    yield from _names(run, (*at, "free"), (), (), step.free)
    for n, deed in enumerate(step.do):
        yield from _unknown_deed(run, deed, (*at, "do", n))
    yield from _unknown_in_condition(run, step.until, (*at, "until"))
    if step.also is not None:
        yield from _unknown_in_condition(run, step.also, (*at, "also"))


def _unknown_in_condition(run: LessonRun, wanted: Condition, at: Keys) -> Iterator[tuple[Keys, Say]]:
    units = (*wanted.selected, *wanted.unit_in, *wanted.unit_gone)
    places = (p for found in wanted.unit_in.values() for p in ((found,) if isinstance(found, str) else found))
    hexes = (*wanted.hex_held, *places, *((wanted.looked_at,) if wanted.looked_at else ()))
    verbs = (wanted.verb_offered,) if wanted.verb_offered else ()
    yield from _names(run, at, units, hexes, verbs)
    sides = (*wanted.hex_held.values(), *((wanted.side_decides,) if wanted.side_decides else ()))
    for side in sides:
        if side not in run.session.game.sides:
            yield at, say('there is no side "{side}".', side=side)
    for deed in (*wanted.done, *((wanted.refused,) if wanted.refused else ())):
        yield from _unknown_deed(run, deed, at)


def _unknown_deed(run: LessonRun, deed: Deed, at: Keys) -> Iterator[tuple[Keys, Say]]:
    verb = run.session.rules.verbs.get(deed.verb)
    if verb is None:
        yield at, say('this game has no verb "{verb}".', verb=deed.verb)
        return
    if verb.subject == "unit":
        yield from _names(run, at, deed.subject, (), ())


def _names(
    run: LessonRun, at: Keys, units: tuple[str, ...], hexes: tuple[str, ...], verbs: tuple[str, ...]
) -> Iterator[tuple[Keys, Say]]:
    state, rules = run.session.state, run.session.rules
    for unit in units:
        if unit not in state.units:
            yield at, say('there is no unit "{unit}" in this position.', unit=unit)
    for label in hexes:
        if not label.startswith("#") and any(part not in rules.atlas.index for part in label.split("/")):
            yield at, say('there is no hex "{at}" on this map.', at=label)
    for verb in verbs:
        if verb not in rules.verbs:
            yield at, say('this game has no verb "{verb}".', verb=verb)
