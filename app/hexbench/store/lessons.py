"""Reading lessons: a small position, and step by step what to do in it and why. docs/lessons.md says how to write one.

A lesson (``hexbench-lesson``, TOML) contains a position like the files of positions (``base``, ``map``, ``options``,
``position``) and a list ``step``. A fault is one sentence with the file and the path to the key. What only a game can
know (units, hexes, verbs, clauses) is checked by :mod:`hexbench.session.lessons`.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, Literal, get_args

import msgspec

from hexbench.atlas.sheet import Source
from hexbench.engine import events
from hexbench.engine.values import Action, Say, say
from hexbench.store import canon
from hexbench.store.strict import BadFile, Keys, check_header, convert, read_raw, show

FORMAT: Final = "hexbench-lesson"
VERSION: Final = 1
FOLDER: Final = "lessons"
"""The folder of the lessons, within a folder of scenarios."""

MOST_STEPS: Final = 40
_MOST_DEEDS: Final = 60
"""The most actions in one step."""
_MOST_NAMES: Final = 60
"""The most units or hexes that one step names in one place."""
_MOST_DICE: Final = 60
LONGEST: Final = {"title": 60, "text": 420, "why": 320, "blurb": 320, "well": 240, "goal": 320}
"""The most characters of each text: nobody reads longer ones."""
LANGUAGES: Final = ("de",)
"""The languages besides English that a lesson may be written in."""
EVENTS: Final = frozenset(one.__name__ for one in get_args(events.AnyEvent))
_NAME: Final = re.compile(r"[a-z0-9][a-z0-9_]{0,59}")


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    pass


class Deed(_Part, frozen=True, kw_only=True):
    """An action, or as a condition the parts of one that are required: parts that are empty may be anything."""

    verb: str
    subject: tuple[str, ...] = ()
    object: str = ""
    how: str = ""
    via: tuple[str, ...] = ()

    @property
    def action(self) -> Action:
        """The action described."""
        return Action(self.verb, self.subject, self.object, self.how, self.via)

    def fits(self, action: Action) -> bool:
        """Whether an action has the required parts; it must have all the units, in any order, and may have others."""
        return (
            action.verb == self.verb
            and set(self.subject) <= set(action.subject)
            and self.object in ("", action.object)
            and self.how in ("", action.how)
        )

    def holds(self, action: Action) -> bool:
        """Whether an action is a part of this one: the same with some of its units."""
        return (action.verb, action.object) == (self.verb, self.object) and (
            bool(action.subject) and set(action.subject) <= set(self.subject)
        )


class Condition(_Part, frozen=True, kw_only=True):
    """What ends a step: everything that is given must be true.

    Of the learner's hand: ``next`` (the button), ``selected`` units, a hex that was ``looked_at``, an action that was
    ``refused``. Of the game, since the step began: ``done`` (all of these, by either side) and ``happened`` (kinds of
    events). Of the position: ``unit_in`` (unit to one hex or several), ``unit_gone``, ``hex_held`` (hex to side),
    ``phase_is``, ``side_decides``, ``verb_offered``.
    """

    next: bool = False
    selected: tuple[str, ...] = ()
    looked_at: str = ""
    refused: Deed | None = None
    done: tuple[Deed, ...] = ()
    happened: tuple[str, ...] = ()
    unit_in: dict[str, str | tuple[str, ...]] = {}
    unit_gone: tuple[str, ...] = ()
    hex_held: dict[str, str] = {}
    phase_is: str = ""
    side_decides: str = ""
    verb_offered: str = ""

    @property
    def of_hand(self) -> bool:
        """Whether it asks for something that the game does not know about."""
        return bool(self.next or self.selected or self.looked_at or self.refused)

    @property
    def empty(self) -> bool:
        """Whether nothing is asked for."""
        return self == Condition()


class Lights(_Part, frozen=True, kw_only=True):
    """Where to look: ``hexes`` and ``units`` on the map, the buttons of ``verbs``, and the ``dock`` to bring to the front."""

    hexes: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    verbs: tuple[str, ...] = ()
    dock: str = ""


class Words(_Part, frozen=True, kw_only=True):
    """The texts of a step in another language; each one that exists in English must be given."""

    title: str
    text: str
    why: str = ""
    well: str = ""


class LessonStep(_Part, frozen=True, kw_only=True):
    """One step. ``text`` says what to do, ``why`` why, ``rules`` are the clauses behind it, ``well`` is shown when it is done.

    ``until`` ends it; ``also`` accepts another way as well. ``do`` is the model: the actions that the test of a
    lesson and "Show me" carry out. ``hand`` says whose they are: the learner's, or those of the lesson itself,
    carried out when a button is pressed. Verbs in ``free`` may be used besides without straying. ``dice`` are the
    numbers rolled in this step; those of later rolls, and of rolls that are made otherwise, come from the seed.
    """

    id: str
    title: str
    text: str
    why: str = ""
    well: str = ""
    rules: tuple[str, ...] = ()
    light: Lights = Lights()
    until: Condition
    also: Condition | None = None
    do: tuple[Deed, ...] = ()
    hand: Literal["learner", "lesson"] = "learner"
    free: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()
    de: Words | None = None


class GameWords(_Part, frozen=True, kw_only=True):
    """The texts of the little game in another language."""

    title: str
    goal: str


class LittleGame(_Part, frozen=True, kw_only=True):
    """What ends a lesson: to play on. ``goal`` says for what, ``until`` when it is reached; ``computer`` is the level
    that plays the other sides: empty if no opponent can, which ``goal`` must then say.
    """

    title: str
    goal: str
    until: Condition
    rules: tuple[str, ...] = ()
    light: Lights = Lights()
    computer: str = ""
    de: GameWords | None = None


class Heading(_Part, frozen=True, kw_only=True):
    """Title and blurb in another language."""

    title: str
    blurb: str


class Lesson(_Part, frozen=True, kw_only=True):
    """A lesson as read; ``side`` is the learner's, ``minutes`` how long it takes."""

    format: Literal["hexbench-lesson"]
    version: Literal[1]
    game: str
    name: str
    title: str
    blurb: str
    minutes: int
    side: str
    order: int = 0
    source: Source = "reconstruction"
    provenance: str = ""
    base: str = ""
    map: str | dict[str, Any] = ""
    options: dict[str, Any] = {}
    seed: int = 0
    position: dict[str, Any]
    step: tuple[LessonStep, ...]
    little_game: LittleGame
    de: Heading | None = None


class LessonInfo(msgspec.Struct, frozen=True, kw_only=True):
    """What a list of lessons shows; titles and blurbs by language."""

    game: str
    name: str
    title: dict[str, str]
    blurb: dict[str, str]
    minutes: int
    steps: int
    path: Path


def read_lesson(path: Path, game: str | None = None) -> Lesson:
    """A lesson from its file. Raises BadFile; ``game`` is the key it must be for."""
    return parse_lesson(read_raw(path), path, game)


def parse_lesson(raw: Any, path: Path, game: str | None = None) -> Lesson:
    """The same from the contents of a file."""
    check_header(raw, (FORMAT,), VERSION, str(path))
    found: Lesson = convert(raw, Lesson, str(path))
    for keys, reason in faults_of(found):
        raise BadFile(reason, str(path), show(raw, keys), keys)
    if game is not None and found.game != game:
        raise BadFile(
            say('this is for the game "{other}", not "{game}".', other=found.game, game=game),
            str(path),
            "game",
            ("game",),
        )
    return found


def info_of(lesson: Lesson, path: Path) -> LessonInfo:
    """A lesson's entry in a list."""
    other = {} if lesson.de is None else {"de": lesson.de}
    return LessonInfo(
        game=lesson.game,
        name=lesson.name,
        title={"en": lesson.title, **{key: words.title for key, words in other.items()}},
        blurb={"en": lesson.blurb, **{key: words.blurb for key, words in other.items()}},
        minutes=lesson.minutes,
        steps=len(lesson.step),
        path=path,
    )


def list_lessons(folder: Path, game: str) -> tuple[tuple[LessonInfo, ...], tuple[BadFile, ...]]:
    """The lessons beside the scenarios of a folder, in their order, and what is wrong with those left out."""
    found: list[tuple[int, str, LessonInfo]] = []
    faults: list[BadFile] = []
    for path in sorted((folder / FOLDER).glob("*.toml")):
        try:
            lesson = read_lesson(path, game)
            _named_as_file(lesson, path)
        except BadFile as fault:
            faults.append(fault)
            continue
        found.append((lesson.order, lesson.name, info_of(lesson, path)))
    return tuple(info for _, _, info in sorted(found, key=lambda line: line[:2])), tuple(faults)


def _named_as_file(lesson: Lesson, path: Path) -> None:
    if lesson.name != path.stem:
        raise BadFile(
            say('this name must match the file name, "{stem}".', stem=path.stem), str(path), "name", ("name",)
        )


# ---- checks beyond the types -----------------------------------------------------------------------------------------
def faults_of(lesson: Lesson) -> list[tuple[Keys, Say]]:
    """(path, sentence) for everything that is wrong, in the order of the file."""
    out: list[tuple[Keys, Say]] = []
    if not _NAME.fullmatch(lesson.name):
        out.append((("name",), say("a name may only contain lower-case letters, digits and underscores.")))
    if not 1 <= lesson.minutes <= 60:
        out.append((("minutes",), say("a lesson must take 1 to 60 minutes.")))
    out += _lengths(lesson, (), ("title", "blurb"))
    if lesson.de is not None:
        out += _lengths(lesson.de, ("de",), ("title", "blurb"))
    if not 1 <= len(lesson.step) <= MOST_STEPS:
        out.append(
            (
                ("step",),
                say(
                    "a lesson must have 1 to {most} steps; this one has {n}.",
                    most=MOST_STEPS,
                    n=len(lesson.step),
                ),
            )
        )
    seen: set[str] = set()
    for n, step in enumerate(lesson.step):
        out += _faults_of_step(step, ("step", n), lesson.de is not None)
        if step.id in seen:
            out.append((("step", n, "id"), say("an earlier step already has this id.")))
        seen.add(step.id)
    out += _faults_of_end(lesson)
    return out


def _faults_of_step(step: LessonStep, at: Keys, translated: bool) -> list[tuple[Keys, Say]]:
    out: list[tuple[Keys, Say]] = []
    if not _NAME.fullmatch(step.id):
        out.append(((*at, "id"), say("an id may only contain lower-case letters, digits and underscores.")))
    out += _lengths(step, at, ("title", "text", "why", "well"))
    if step.de is None and translated:
        out.append(
            ((*at, "de"), say("the title of this lesson is translated, but the texts of this step are not."))
        )
    if step.de is not None:
        out += _lengths(step.de, (*at, "de"), ("title", "text", "why", "well"))
        for key in ("why", "well"):
            if bool(getattr(step, key)) != bool(getattr(step.de, key)):
                out.append(
                    ((*at, "de", key), say("this text must be given in both languages or in neither."))
                )
    out += _faults_of_condition(step.until, (*at, "until"))
    if step.also is not None:
        out += _faults_of_condition(step.also, (*at, "also"))
    for key, most in (("do", _MOST_DEEDS), ("dice", _MOST_DICE), ("rules", 6), ("free", _MOST_NAMES)):
        if len(getattr(step, key)) > most:
            out.append(((*at, key), say("this list is too long: the limit is {most}.", most=most)))
    if any(not 1 <= face <= 1000 for face in step.dice):
        out.append(((*at, "dice"), say("a number rolled must be 1 or more.")))
    if step.hand == "lesson" and step.until.of_hand:
        reason = say(
            "the lesson carries out this step itself: it cannot wait for the learner to show "
            "or press something."
        )
        out.append(((*at, "until"), reason))
    if step.until.refused is not None and not step.rules:
        reason = say("this step waits for a refusal but names no clause that must be among its reasons.")
        out.append(((*at, "rules"), reason))
    if not step.do and not step.until.of_hand:
        reason = say("this step waits for something to be done but gives no model of it (do).")
        out.append(((*at, "do"), reason))
    out += _long_lists(step.light, (*at, "light"), ("hexes", "units", "verbs"))
    return out


def _faults_of_condition(condition: Condition, at: Keys) -> list[tuple[Keys, Say]]:
    out: list[tuple[Keys, Say]] = []
    if condition.empty:
        out.append((at, say("this condition asks for nothing, so it is met at once.")))
    if condition.next and condition != Condition(next=True):
        out.append(((*at, "next"), say("a step that is only read cannot wait for anything else.")))
    for n, name in enumerate(condition.happened):
        if name not in EVENTS:
            reason = say(
                "there is no such kind of event; the kinds are {known}.", known=", ".join(sorted(EVENTS))
            )
            out.append(((*at, "happened", n), reason))
    out += _long_lists(condition, at, ("selected", "done", "happened", "unit_in", "unit_gone", "hex_held"))
    return out


def _faults_of_end(lesson: Lesson) -> list[tuple[Keys, Say]]:
    end = lesson.little_game
    out = _lengths(end, ("little_game",), ("title", "goal"))
    if end.de is None and lesson.de is not None:
        reason = say("the title of this lesson is translated, but the texts of the little game are not.")
        out.append((("little_game", "de"), reason))
    if end.de is not None:
        out += _lengths(end.de, ("little_game", "de"), ("title", "goal"))
    out += _faults_of_condition(end.until, ("little_game", "until"))
    if end.until.of_hand:
        out.append(
            (
                ("little_game", "until"),
                say("a game must be won on the map, not by showing or pressing something."),
            )
        )
    return out


def _lengths(part: Any, at: Keys, keys: tuple[str, ...]) -> list[tuple[Keys, Say]]:
    """What is empty but required, and what is too long."""
    out: list[tuple[Keys, Say]] = []
    for key in keys:
        text, most = getattr(part, key), LONGEST[key]
        if not text.strip() and key not in ("why", "well"):
            out.append(((*at, key), say("this text is empty.")))
        if len(text) > most:
            out.append(
                (
                    (*at, key),
                    say(
                        "this is too long: its length in characters is {n}, and the limit is {most}.",
                        n=len(text),
                        most=most,
                    ),
                )
            )
    return out


def _long_lists(part: Any, at: Keys, keys: tuple[str, ...]) -> list[tuple[Keys, Say]]:
    return [
        ((*at, key), say("this list is too long: the limit is {most}.", most=_MOST_NAMES))
        for key in keys
        if len(getattr(part, key)) > _MOST_NAMES
    ]


# A lesson as the text of its file: TOML laid out like those that ship, the frame first, then step by step.
#
# What is written reads back equal. Conditions, actions and lists are on one line each; lights and words of a step are
# tables of their own, as is everything in the position. Comments of a file that was read are not kept.

STEPS: Final = "step"
DELETE: Final = chr(127)
"""The one character that JSON allows unescaped and TOML does not."""
_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
_ON_ONE_LINE: Final = frozenset(("until", "also"))
"""Tables that are written on one line."""
_LAST: Final = ("de", "position", STEPS, "little_game")
"""What comes at the end of the file, in this order."""
_IN_STEP: Final = (
    "id",
    "title",
    "text",
    "why",
    "well",
    "goal",
    "computer",
    "rules",
    "hand",
    "until",
    "also",
    "do",
    "free",
    "dice",
    "light",
    "de",
)
"""The keys of a step in the order of reading."""


def lesson_text(raw: Mapping[str, Any]) -> str:
    """The text of a lesson; what is None is left out. Raises BadFile for a value that TOML cannot express."""
    frame = {key: value for key, value in raw.items() if key not in _LAST}
    blocks = ["\n".join(_body(frame, ()))]
    for key in _LAST:
        value = raw.get(key)
        if key == STEPS:
            blocks += ["\n".join(("[[step]]", *_body(_in_order(one), (STEPS,)))) for one in value or ()]
        elif value is not None:
            blocks.append("\n".join((f"[{key}]", *_body(_in_order(value), (key,)))))
    return "\n\n".join(blocks) + "\n"


def write_lesson(path: Path, raw: Mapping[str, Any]) -> None:
    """Write a lesson to its file. Raises CannotWrite, and BadFile like :func:`lesson_text`; the file is then unchanged."""
    canon.write_text(path, lesson_text(raw))


def _in_order(step: Mapping[str, Any]) -> dict[str, Any]:
    known = [key for key in _IN_STEP if key in step]
    return {key: step[key] for key in (*known, *(key for key in step if key not in known))}


def _body(table: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[str]:
    """The lines below the header of a table: plain values first, because what follows a header belongs to it."""
    inner = {}
    for key, value in table.items():
        if isinstance(value, Mapping) and key not in _ON_ONE_LINE:
            inner[key] = value
        elif value is not None:
            yield f"{_key(key)} = {_value(value)}"
    for key, value in inner.items():
        head = (*path, key)
        if not path or path[0] not in (STEPS, "little_game"):
            yield ""
        yield f"[{'.'.join(map(_key, head))}]"
        yield from _body(value, head)


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _text(key)


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace(DELETE, "\\u007f")


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, int) or (isinstance(value, float) and math.isfinite(value)):
        return repr(value)
    if isinstance(value, Mapping):
        pairs = (f"{_key(key)} = {_value(one)}" for key, one in value.items() if one is not None)
        return f"{{{', '.join(pairs)}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    raise BadFile(say("a lesson cannot contain this value: {value}.", value=repr(value)))
