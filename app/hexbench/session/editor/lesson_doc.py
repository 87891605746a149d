"""Every edit of an open lesson: its frame, its steps, and the little game at the end.

The document is the plain content of the lesson's file. A draft may be incomplete at any time: its faults are
listed (:func:`findings`), and none of them is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from hexbench.engine.documents.editing import editing_of
from hexbench.engine.rules import GameDef
from hexbench.engine.seat import Seat
from hexbench.engine.values import Say, Wrong, say
from hexbench.session.editor.document import MAIN, Document, Key, Patch, put
from hexbench.session.editor.draft import Draft, Finding, in_order
from hexbench.session.editor.naming import HEADER
from hexbench.session.editor.scenario import NEW_NAME
from hexbench.session.editor.starting import from_position, position_document
from hexbench.session.game import Catalogue
from hexbench.session.lessons import LessonRun, follow_model, run_lesson, unknown
from hexbench.session.opening import begin
from hexbench.session.session import Session
from hexbench.store.lessons import (
    FORMAT,
    LANGUAGES,
    MOST_STEPS,
    VERSION,
    Lesson,
    faults_of,
    parse_lesson,
    write_lesson,
)
from hexbench.store.strict import BadFile, Keys, check_header, convert, read_raw

END: Final = "little_game"
STEP: Final = "step"
NAMES: Final[dict[str, Say]] = {
    **HEADER,
    "minutes": say("Minutes"),
    "side": say("Side of the learner"),
    "seed": say("Seed of the dice"),
    "position": say("Position"),
    STEP: say("Steps of the lesson"),
    END: say("Little game"),
    "id": say("Id"),
    "text": say("What to do"),
    "why": say("Why"),
    "well": say("Shown when done"),
    "goal": say("Goal"),
    "computer": say("Computer"),
    "rules": say("Rules"),
    "light": say("Highlights"),
    "until": say("Ends when"),
    "also": say("Also accepted"),
    "do": say("Model"),
    "hand": say("Played by"),
    "free": say("Also allowed"),
    "dice": say("Preset dice"),
    "units": say("Units"),
    "hexes": say("Hexes"),
    "verbs": say("Buttons"),
    "dock": say("Dock"),
    "next": say("Text has been read"),
    "selected": say("Units selected"),
    "looked_at": say("Hex looked at"),
    "refused": say("Tried and refused"),
    "done": say("Done"),
    "happened": say("Events"),
    "unit_in": say("Units are in"),
    "unit_gone": say("Units are removed"),
    "hex_held": say("Hexes are held"),
    "phase_is": say("Phase is"),
    "side_decides": say("Side decides"),
    "verb_offered": say("Button is offered"),
    "verb": say("Action"),
    "subject": say("Who"),
    "object": say("Where"),
    "how": say("How"),
    "via": say("Via"),
}
"""Names of the parts of a lesson by their keys."""
HAPPENED: Final[dict[str, Say]] = {
    "TurnBegan": say("a turn began"),
    "PhaseBegan": say("a phase began"),
    "UnitPlaced": say("a unit was placed"),
    "UnitMoved": say("a unit moved"),
    "UnitStopped": say("a unit was stopped"),
    "UnitRemoved": say("a unit was removed"),
    "UnitChanged": say("a unit changed"),
    "StepLost": say("a step was lost"),
    "StepRegained": say("a step was regained"),
    "DiceRolled": say("dice were rolled"),
    "Drawn": say("something was drawn"),
    "Revealed": say("something was revealed"),
    "Declared": say("something was declared"),
    "Resolved": say("a combat or a table was resolved"),
    "MarkerChanged": say("a marker changed"),
    "FactChanged": say("points, a level or the weather changed"),
    "Noted": say("something was noted"),
    "GameEnded": say("the game ended"),
}
"""Descriptions of the kinds of events."""
_WORDS: Final = {STEP: ("title", "text"), END: ("title", "goal"), "": ("title", "blurb")}
"""Texts that are required in another language as soon as any text of the part is."""
_NEVER_MISSING: Final = {"title": "", "blurb": "", "side": "", "minutes": 1}
"""Fields of the frame that are written even when emptied."""


class LessonDraft(Draft):
    """A lesson being edited. Every method that changes it is one edit, and raises ValueError (one sentence)
    if it is impossible.
    """

    def __init__(self, catalogue: Catalogue, start: Document, path: Path | None = None) -> None:
        """Raises BadFile if it is not a lesson of a known game."""
        super().__init__(start, path)
        check_header(start.main, (FORMAT,), VERSION, str(path or ""))
        key = start.get(("game",))
        found = catalogue.games.get(key) if isinstance(key, str) else None
        if found is None or not _shaped(start.main):
            raise BadFile(say("this is not a lesson for any game in this program."), str(path or ""))
        self.catalogue, self.game = catalogue, found

    # ---- contents
    @property
    def steps(self) -> list[dict[str, Any]]:
        """The steps as written in the document."""
        found: list[dict[str, Any]] = self.get(STEP, default=[])
        return found

    @property
    def end(self) -> dict[str, Any]:
        """The little game as written in the document."""
        found: dict[str, Any] = self.get(END, default={})
        return found

    def lesson(self) -> Lesson:
        """The lesson as checked by its types only; it may be wrong in other respects. Raises BadFile."""
        found: Lesson = convert(self.document.main, Lesson, str(self.path or ""))
        return found

    def run(self, step: int = 0) -> LessonRun:
        """The lesson started at a step, after playing the models of the steps before it. Raises BadFile."""
        run = run_lesson(
            self.catalogue, parse_lesson(self.document.main, self.path or Path()), self.path or Path()
        )
        try:
            while run.at < min(step, len(run.lesson.step)):
                follow_model(run)
        except BadFile:
            run.close()
            run.session.close()
            raise
        return run

    # ---- the frame and the end
    def set_frame(self, path: tuple[str, ...], value: Any) -> bool:
        """Change a field of the frame; None removes it."""
        if value is None and path[0] in _NEVER_MISSING:
            value = _NEVER_MISSING[path[0]]
        frame = {key: self.get(key) for key in (path[0],) if self.get(key) is not None}
        made = _with_words(put(frame, path, value), "")
        key = path[0]
        if key not in made and self.get(key) is None:
            return False
        patch = Patch(keys=(key,), value=made[key]) if key in made else Patch(keys=(key,), do="drop")
        patches = [patch]
        if key == "base" and value:  # a position either has a base scenario or names its map, never both
            patches += [Patch(keys=("map",), do="drop")] if self.get("map") is not None else []
        return self.do(NAMES.get(path[-1], say("{word}", word=path[-1])), patches)

    def set_end(self, path: tuple[str, ...], value: Any) -> bool:
        """Change a field of the little game; None removes it."""
        made = _with_words(put(self.end, path, value), END)
        what = say("Little game: {field}", field=_field_said(path))
        return self.do(what, [Patch(keys=(END,), value=made)])

    def take_position(self, other: Document) -> bool:
        """Start from the position of another document of the same game. Raises ValueError if it belongs to
        another.
        """
        if other.get(("game",)) != self.game.key:
            raise Wrong(say("That position belongs to another game."))
        patches = []
        for key in ("base", "map", "options", "position"):
            value = other.get((key,))
            if value is not None:
                patches.append(Patch(keys=(key,), value=_plain(value)))
            elif self.get(key) is not None:
                patches.append(Patch(keys=(key,), do="drop"))
        return self.do(NAMES["position"], patches)

    # ---- steps
    def set_step(self, n: int, path: tuple[str, ...], value: Any) -> bool:
        """Change a field of a step; None removes it. Raises IndexError."""
        made = _with_words(put(self.steps[n], path, value), STEP)
        what = say("Step {n}: {field}", n=n + 1, field=_field_said(path))
        return self.do(what, [Patch(keys=(STEP, n), value=made)])

    def add_step(self, at: int) -> int:
        """Insert a new step at that index of the list and return the index."""
        self._room()
        step = {"id": self.free_id("step"), "title": "", "text": "", "until": {"next": True}}
        if self.get("de") is not None:
            step["de"] = {"title": "", "text": ""}
        self.do(say("New step"), [Patch(keys=(STEP, at), value=step, do="insert")])
        return at

    def duplicate_step(self, n: int) -> int:
        """Insert a copy of a step after it and return its index."""
        self._room()
        step = {**self.steps[n], "id": self.free_id(str(self.steps[n].get("id", "step")))}
        self.do(say("Duplicate step {n}", n=n + 1), [Patch(keys=(STEP, n + 1), value=step, do="insert")])
        return n + 1

    def remove_step(self, n: int) -> bool:
        """Remove a step. Raises ValueError for the only one."""
        if len(self.steps) == 1:
            raise Wrong(say("A lesson needs at least one step."))
        return self.do(say("Delete step {n}", n=n + 1), [Patch(keys=(STEP, n), do="drop")])

    def move_step(self, n: int, to: int) -> bool:
        """Move a step to another index of the list."""
        if n == to or not 0 <= to < len(self.steps):
            return False
        patches = [Patch(keys=(STEP, n), do="drop"), Patch(keys=(STEP, to), value=self.steps[n], do="insert")]
        return self.do(say("Move step {n} to position {to}", n=n + 1, to=to + 1), patches)

    def take_model(self, n: int, run: LessonRun) -> bool:
        """Make what was done in a run, in the step with the same id, the model of this step, with the dice
        rolled. A step that only waited to be read now ends with the last of these actions. Raises
        ValueError if nothing was done.
        """
        step = self.steps[n]
        known = [one.id for one in run.lesson.step]
        place = known.index(step["id"]) if step.get("id") in known else -1
        records = run.records_of(place) if place >= 0 else ()
        deeds = [
            _deed_of(record.action) for record in records if record.action.verb in run.session.rules.verbs
        ]
        if not deeds:
            raise Wrong(say("Nothing has been done in this step yet: try the step and play it first."))
        made = {**step, "do": deeds}
        numbers = [number for record in records for number in record.numbers]
        if numbers or "dice" in made:
            made = put(made, ("dice",), numbers or None)
        if step.get("until") in ({}, {"next": True}):
            wanted = {
                key: value for key, value in deeds[-1].items() if key != "via"
            }  # any route there counts
            made["until"] = {"done": [wanted]}
        return self.do(
            say("Step {n}: {field}", n=n + 1, field=NAMES["do"]), [Patch(keys=(STEP, n), value=made)]
        )

    def free_id(self, like: str) -> str:
        """An id that no step uses."""
        taken = {step.get("id") for step in self.steps}
        base = like.rstrip("0123456789").rstrip("_") or "step"
        return next(name for k in range(2, 200) if (name := f"{base}_{k}"[-60:]) not in taken)

    def _room(self) -> None:
        if len(self.steps) >= MOST_STEPS:
            raise Wrong(say("The number of steps in a lesson is limited to {most}.", most=MOST_STEPS))

    # ---- files
    def _named_for(self, target: Path) -> tuple[Say, tuple[Patch, ...]]:
        """Give the lesson the name of its file."""
        named = self.get("name") == target.stem
        return NAMES["name"], () if named else (Patch(keys=("name",), value=target.stem),)

    def _write(self, target: Path, document: Document, *, whole: bool) -> None:
        write_lesson(target, document.main)


def _deed_of(action: Any) -> dict[str, Any]:
    """An action as a lesson writes it."""
    parts = {
        "verb": action.verb,
        "subject": list(action.subject),
        "object": action.object,
        "how": action.how,
        "via": list(action.via),
    }
    return {key: value for key, value in parts.items() if value}


def _field_said(path: Iterable[Key]) -> Say:
    """The name of a field of a step, with its language if that is not English."""
    keys = [str(key) for key in path if isinstance(key, str)]
    name = NAMES.get(keys[-1], say("{word}", word=keys[-1]))
    if keys[0] in LANGUAGES and len(keys) > 1:
        return say("{field} in German", field=name)
    if keys[0] in ("light", "until", "also") and len(keys) > 1:
        return say("{part}, {field}", part=NAMES[keys[0]], field=name)
    return name


def called(draft: LessonDraft, keys: tuple[Key, ...]) -> Say | None:
    """The name shown for a place in the lesson; None for the lesson as a whole."""
    if len(keys) > 1 and keys[0] == STEP and isinstance(keys[1], int):
        title = (
            str(draft.steps[keys[1]].get("title") or draft.steps[keys[1]].get("id", ""))
            if keys[1] < len(draft.steps)
            else ""
        )
        head = say("Step {n} “{title}”", n=keys[1] + 1, title=title)
        rest = tuple(key for key in keys[2:] if isinstance(key, str))
        return say("{part}, {field}", part=head, field=_field_said(rest)) if rest else head
    if keys and keys[0] == END:
        rest = tuple(key for key in keys[1:] if isinstance(key, str))
        return say("{part}, {field}", part=NAMES[END], field=_field_said(rest)) if rest else NAMES[END]
    if not keys:
        return None
    return (
        _field_said(keys)
        if keys[0] in LANGUAGES
        else NAMES.get(str(keys[0]), say("{word}", word=str(keys[0])))
    )


def _with_words(part: dict[str, Any], kind: str) -> dict[str, Any]:
    """Complete the texts of another language or remove them altogether, and remove empty highlights."""
    made = {**part, **{key: part.get(key, "") for key in _WORDS[kind] if kind}}
    if kind:
        made.setdefault("until", {})
    for language in LANGUAGES:
        words = made.get(language)
        if words is not None and not any(words.values()):
            del made[language]
        elif words is not None:
            made[language] = {**dict.fromkeys(_WORDS[kind], ""), **words}
    if made.get("light") == {}:
        del made["light"]
    return made


def _shaped(main: Any) -> bool:
    """Whether frame, steps and little game have the types a draft relies on."""
    steps, end = main.get(STEP), main.get(END)
    parts = [main, *(steps if isinstance(steps, list) else [None]), end]
    tables = ("light", "until", "also", "position", *LANGUAGES)
    return all(
        isinstance(one, dict)
        and isinstance(one.get("id", ""), str)
        and all(isinstance(one.get(key, {}), dict) for key in tables)
        for one in parts
    )


# ---- beginning -------------------------------------------------------------------------------------------------------
def open_lesson(catalogue: Catalogue, path: Path) -> LessonDraft:
    """A lesson from its file. Raises BadFile."""
    return LessonDraft(catalogue, Document({MAIN: read_raw(path)}), path)


def lesson_on_scenario(catalogue: Catalogue, game: str, scenario: str) -> LessonDraft:
    """A new lesson that starts from a scenario's opening position. Raises BadFile."""
    session = begin(catalogue.load_scenario(game, scenario), 1, catalogue=None)
    editing = editing_of(session.game)
    try:
        if editing is None:
            raise BadFile(say("{key} does not support the editing of scenarios.", key=game))
        content = editing.position(session.rules, session.state)
        content.pop("dice", None)
        main = position_document(session, content, "", f"Made with the lesson editor on {session.title}.")
        return LessonDraft(catalogue, Document({MAIN: _lesson_of(session.game, main, session.decider)}))
    finally:
        session.close()


def lesson_on_position(catalogue: Catalogue, session: Session) -> LessonDraft:
    """A new lesson on the current position of a game. Raises BadFile, and ValueError if that position may not
    be seen.
    """
    main = from_position(catalogue, session).document.main
    return LessonDraft(catalogue, Document({MAIN: _lesson_of(session.game, main, session.decider)}))


def _lesson_of(game: GameDef, main: Mapping[str, Any], side: str | None) -> dict[str, Any]:
    """A lesson with one step, on the position of a document."""
    frame = {
        "format": FORMAT,
        "version": VERSION,
        "game": game.key,
        "name": NEW_NAME,
        "title": "",
        "blurb": "",
        "minutes": 10,
        "side": side or game.sides[0],
        **{key: main[key] for key in ("source", "provenance", "base", "map", "options") if main.get(key)},
        "seed": 1,
        "position": main["position"],
        STEP: [{"id": "step_1", "title": "", "text": "", "until": {"next": True}}],
        END: {"title": "", "goal": "", "until": {}},
    }
    made: dict[str, Any] = _plain(frame)
    return made


def _plain(value: Any) -> Any:
    """The value as a file would hold it, without empty values."""
    return _said(msgspec.json.decode(msgspec.json.encode(value)))


def _said(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _said(one) for key, one in value.items() if one is not None}
    return [_said(one) for one in value] if isinstance(value, list) else value


# What is wrong with an open lesson, according to everything ``hexbench check`` asks; and its model played
# step by step.
#
# A :class:`Rehearsal` plays the model of a lesson in a game of its own, so that the position at the start of
# each step can be shown, and reports the first step that fails.

_NOWHERE: Final = Path()


class Rehearsal:
    """The model of a lesson, played. ``fault`` is what stops it; ``run`` is None if not even the position can
    be started.
    """

    def __init__(self, draft: LessonDraft) -> None:
        self.draft = draft
        self.run: LessonRun | None = None
        self.fault: BadFile | None = None
        self.lesson: Lesson | None = None
        self._met: dict[int, tuple[Any, str]] = {}
        """Step -> the position it begins at, and what is asked there."""
        try:
            self.lesson = draft.lesson()
            self.run = run_lesson(draft.catalogue, self.lesson, draft.path or _NOWHERE)
        except BadFile as fault:
            self.fault = fault

    def steps(self) -> Iterator[int]:
        """Play on one step at a time, yielding after each. What stops it is in ``fault``."""
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
        """The sentence that says what stops it; empty if nothing does."""
        return say("") if self.fault is None else _because(self.fault)

    @property
    def reached(self) -> int:
        """The step that the model has reached; the number of steps stands for the little game."""
        return self.run.at if self.run is not None else 0

    def state(self, step: int) -> Any:
        """The position at the start of a step, or the furthest the model gets; None if there is none."""
        run = self.run
        if run is None:
            return None
        node = run.begun_at(min(step, run.at))
        return run.session.history.state_at(node) if node is not None else run.session.state

    def seat(self, step: int) -> Seat | None:
        """The umpire's seat at that position, for the map."""
        run, state = self.run, self.state(step)
        return None if run is None or state is None else run.session.rules.seat(state, None)

    @property
    def phases(self) -> tuple[str, ...]:
        """The prompts met while playing, in order: what a condition may ask for."""
        run = self.run
        if run is None:
            return ()
        found = (self._prompt_at(step, run) for step in range(run.at + 1))
        return tuple(dict.fromkeys(step for step in found if step))

    def _prompt_at(self, step: int, run: LessonRun) -> str:
        """What is asked at the start of a step; asked again only where the position is another: forms ask at every edit."""
        state = self.state(step)
        known = self._met.get(step)
        if known is None or known[0] is not state:
            known = self._met[step] = (state, run.session.rules.seat(state, None).prompt.step)
        return known[1]

    def close(self) -> None:
        """Close the game."""
        if self.run is not None:
            self.run.close()
            self.run.session.close()


def played_parts(draft: LessonDraft) -> Any:
    """What the model depends on: while this stays equal, nothing needs to be replayed."""
    words = {"title", "text", "why", "well", "light", "de"}
    frame = {key: draft.get(key) for key in ("base", "map", "options", "position", "seed", "side")}
    return frame, [{key: value for key, value in step.items() if key not in words} for step in draft.steps]


def findings(draft: LessonDraft, rehearsal: Rehearsal) -> tuple[Finding, ...]:
    """Everything found, in the order of the lesson. The fault of a rehearsal that has started is included
    only if nothing else is wrong.
    """
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
    """The sort key of a place in the lesson: frame, steps, end."""
    if keys and keys[0] == STEP:
        return 1 + (keys[1] if len(keys) > 1 and isinstance(keys[1], int) else 0)
    return 1000 if keys and keys[0] == END else 0


def _found(draft: LessonDraft, keys: Keys, reason: Say) -> Finding:
    where = called(draft, keys)
    text = reason if where is None else say("{where}: {reason}", where=where, reason=reason)
    return Finding(level="error", text=text, keys=keys)
