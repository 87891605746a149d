"""Looking at a lesson without a learner: does the game know all that it names, and does its model lead from step to step?"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from hexbench.engine.values import Refused
from hexbench.session.automaton import levels
from hexbench.session.game import Catalogue
from hexbench.session.lessons import LessonRun, begin_lesson
from hexbench.store.lessons import Condition, Deed, Lesson, LessonStep
from hexbench.store.strict import BadFile, Keys, show

_SHOWN_MOST = 200
"""Things of the model in one step."""


def check_lesson(catalogue: Catalogue, path: Path) -> Lesson:
    """A lesson that is well: what it names is there, and its model comes to its end. Raises BadFile with the path to the fault."""
    run = begin_lesson(catalogue, path)
    try:
        for keys, reason in _unknown(catalogue, run):
            raise BadFile(reason, str(path), show({}, keys), keys)
        for _ in range(len(run.lesson.step)):
            follow_model(run)
    finally:
        run.close()
        run.session.close()
    return run.lesson


def follow_model(run: LessonRun) -> None:
    """Do the step that a lesson is at as its model has it. Raises BadFile where the rules or the lesson have something against it."""
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
                raise _bad(run, (*keys, "until", "refused"), "the rules have nothing against this action.")
            if not {r.rule for r in reasons} & set(step.rules):
                cited = ", ".join(sorted({r.rule for r in reasons}))
                reason = f"none of these clauses is among the reasons of the refusal, which are {cited}."
                raise _bad(run, (*keys, "rules"), reason)
            aim = run.session.state.units.get(shown.refuse.object)
            run.refused(shown.refuse.object if aim is None else aim.at, reasons, shown.refuse.subject)
        elif shown.act is not None:
            if run.session.decider is None:
                raise _bad(run, (*keys, "do"), "the game is over before this step is done.")
            try:
                run.session.do(shown.act)
            except Refused as refused:
                what = " ".join((shown.act.verb, *shown.act.subject, shown.act.object)).strip()
                reason = f"the rules refuse an action of the model ({what}): {refused}"
                raise _bad(run, (*keys, "do"), reason) from None
            if run.at == at and run.strayed:
                raise _bad(run, (*keys, "do"), "an action of the model is not what the step asks for.")
    if run.at == at:
        raise _bad(run, (*keys, "until"), "the model of this step does not bring about what it waits for.")


def _bad(run: LessonRun, keys: Keys, reason: str) -> BadFile:
    return BadFile(reason, str(run.path), show({}, keys), keys)


# ---- names -----------------------------------------------------------------------------------------------------------
def _unknown(catalogue: Catalogue, run: LessonRun) -> Iterator[tuple[Keys, str]]:
    """(path, sentence) for everything named that the game does not have."""
    lesson, game = run.lesson, run.session.game
    if lesson.side not in game.sides:
        yield ("side",), f'{game.title} has no side "{lesson.side}"; it has {", ".join(game.sides)}.'
    ledger = catalogue.rules_text(lesson.game)
    for n, step in enumerate(lesson.step):
        yield from _unknown_in_step(run, step, ("step", n))
        for k, rule in enumerate(step.rules):
            if ledger.chapter_of(rule) is None:
                yield ("step", n, "rules", k), f'the rules have no clause "{rule}".'
    end = lesson.little_game
    for k, rule in enumerate(end.rules):
        if ledger.chapter_of(rule) is None:
            yield ("little_game", "rules", k), f'the rules have no clause "{rule}".'
    yield from _unknown_in_condition(run, end.until, ("little_game", "until"))
    yield from _names(run, ("little_game", "light"), end.light.units, end.light.hexes, end.light.verbs)
    if end.computer and end.computer not in levels(game):
        known = ", ".join(levels(game)) or "none"
        reason = f'{game.title} has no opponent "{end.computer}"; it has {known}.'
        yield ("little_game", "computer"), reason


def _unknown_in_step(run: LessonRun, step: LessonStep, at: Keys) -> Iterator[tuple[Keys, str]]:
    light = step.light
    yield from _names(run, (*at, "light"), light.units, light.hexes, light.verbs)
    yield from _names(run, (*at, "free"), (), (), step.free)
    for n, deed in enumerate(step.do):
        yield from _unknown_deed(run, deed, (*at, "do", n))
    yield from _unknown_in_condition(run, step.until, (*at, "until"))
    if step.also is not None:
        yield from _unknown_in_condition(run, step.also, (*at, "also"))


def _unknown_in_condition(run: LessonRun, wanted: Condition, at: Keys) -> Iterator[tuple[Keys, str]]:
    units = (*wanted.selected, *wanted.unit_in, *wanted.unit_gone)
    places = (p for found in wanted.unit_in.values() for p in ((found,) if isinstance(found, str) else found))
    hexes = (*wanted.hex_held, *places, *((wanted.looked_at,) if wanted.looked_at else ()))
    verbs = (wanted.verb_offered,) if wanted.verb_offered else ()
    yield from _names(run, at, units, hexes, verbs)
    sides = (*wanted.hex_held.values(), *((wanted.side_decides,) if wanted.side_decides else ()))
    for side in sides:
        if side not in run.session.game.sides:
            yield at, f'there is no side "{side}".'
    for deed in (*wanted.done, *((wanted.refused,) if wanted.refused else ())):
        yield from _unknown_deed(run, deed, at)


def _unknown_deed(run: LessonRun, deed: Deed, at: Keys) -> Iterator[tuple[Keys, str]]:
    verb = run.session.rules.verbs.get(deed.verb)
    if verb is None:
        yield at, f'this game has no verb "{deed.verb}".'
        return
    if verb.subject == "unit":
        yield from _names(run, at, deed.subject, (), ())


def _names(
    run: LessonRun, at: Keys, units: tuple[str, ...], hexes: tuple[str, ...], verbs: tuple[str, ...]
) -> Iterator[tuple[Keys, str]]:
    state, rules = run.session.state, run.session.rules
    for unit in units:
        if unit not in state.units:
            yield at, f'there is no unit "{unit}" in this position.'
    for label in hexes:
        if not label.startswith("#") and any(part not in rules.atlas.index for part in label.split("/")):
            yield at, f'there is no hex "{label}" on this map.'
    for verb in verbs:
        if verb not in rules.verbs:
            yield at, f'this game has no verb "{verb}".'
