"""One table of what a game's positions consist of, declared once for everything that reads or changes it.

A game declares each field of its units, of what is printed on them, of hexes, hexsides and the game as a whole once,
as an :class:`EditableField`: its name, its values and bounds, and its subjects. The type of its value and its default
come from the struct itself. From the table are made

- the editor's tables and forms (:meth:`EditableField.field`, :meth:`FieldTable.standing`, :func:`markers`),
- the umpire's hand (:mod:`hexbench.engine.umpire`),
- the checks when a position is read (:meth:`FieldTable.check`) and in its audit (:meth:`FieldTable.problems`),
- and the pages of the engine protocol that list the keys of a unit and of its counter (``tests/protocol_pages.py``).

A table that omits a field of its struct, or names one that does not exist, raises an error when it is made.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final, Literal, get_args, get_type_hints

import msgspec
from msgspec import inspect
from msgspec.structs import replace

from hexbench.engine.documents.editing import UNSAID, DataTable, Field, FieldKind
from hexbench.engine.documents.reading import allowed, misread
from hexbench.engine.state import Ask, Script
from hexbench.engine.values import Problem, Say, Value, Wrong, say

if TYPE_CHECKING:
    from hexbench.engine.rules import Rules

Subject = Literal["unit", "hex", "side", "game"]
AT: Final = "at"
"""The field every unit has: its place. The umpire's hand can put it anywhere, and the table sets no bounds."""
YES: Final = "yes"
LEAST, MOST = 0, 99
"""The bounds of a number for which no others are given: no factor on a counter is larger."""


class EditableField(msgspec.Struct, frozen=True, kw_only=True):
    """One item of a position. ``path`` leads to it from the state, ``*`` is the subject.

    A number is between ``least`` and ``most``; a choice is one of ``choices`` (value, name). ``only`` lists the
    subjects that have it, if not all of their kind do; ``fits(rules, state, subject)`` decides the same by a
    function. ``drops``: an entry that is empty or 0 is removed from its dict. ``blank`` is the value if nothing is
    given, what a new entry of a dict is made from, and the value it may not be left at. What no path leads to is read
    by ``reads(state, subject)``, as text, and set by ``writes(play, subject, value)``.
    """

    key: str
    of: Subject = "unit"
    name: Say = UNSAID
    """Its name; none: it follows from play, so that no form shows it and no hand changes it."""
    path: tuple[str, ...] = ()
    kind: FieldKind = "number"
    choices: tuple[tuple[str, Say], ...] = ()
    least: int = LEAST
    most: int = MOST
    only: tuple[str, ...] = ()
    fits: Callable[[Any, Any, str], bool] | None = None
    drops: bool = False
    blank: Any = None
    reads: Callable[[Any, str], str] | None = None
    writes: Callable[[Any, str, Any], None] | None = None
    # ---- in documents
    help: Say = UNSAID
    needed: bool = False
    face: bool = False
    """It is printed on the counter: the counter designer shows it."""
    form: bool = True
    """The editor's tables show it; False if only the umpire's hand changes it."""
    hand: bool = True
    """The umpire's hand can change it; False if it only makes sense in a document."""
    rule: str = "position"
    """The clause that sets its bounds, for the audit."""
    secret: bool = False
    """It is absent from views of the other side."""
    doc: str = ""
    """What it is, for the engine protocol; if empty, the docstring of the struct's field says it."""
    unsaid: str = ""
    """What is assumed if a document does not give it, where that is more than the blank."""

    @property
    def shown(self) -> bool:
        """Whether anybody may change it."""
        return bool(self.name.template)

    def field(self, *prefix: str) -> Field:
        """The field as the editor's tables have it, its path beginning with ``prefix``."""
        return Field(
            path=(*prefix, *self.key.split(".")),
            name=self.name,
            kind=self.kind,
            choices=self.choices,
            least=self.least,
            most=self.most,
            help=self.help,
            blank=self.blank,
            needed=self.needed,
            face=self.face,
        )

    def about(self, rules: Any, s: Any, ref: str) -> bool:
        """Whether this subject has it and it can be changed."""
        return (not self.only or ref in self.only) and (self.fits is None or self.fits(rules, s, ref))

    def found(self, s: Any, ref: str) -> Any:
        """What the path leads to; None if there is nothing."""
        found = s
        for part in self.path:
            name = ref if part == "*" else part
            found = found.get(name) if isinstance(found, dict) else getattr(found, name)
            if found is None:
                return None
        return found

    def read(self, s: Any, ref: str) -> str:
        """The current value, as text: ``yes`` or nothing for a flag; nothing if there is none."""
        if self.reads is not None:
            return self.reads(s, ref)
        found = self.found(s, ref)
        if found is None:
            return "0" if self.kind == "number" else ""
        if self.kind == "flag":
            return YES if found else ""
        return str(found)

    def parse(self, text: str) -> Any:
        """A value from its text. Raises ValueError (one sentence)."""
        if self.kind == "flag":
            if text not in ("", YES):
                raise Wrong(say('{field} must be "{yes}" or empty.', field=self.name, yes=YES))
            return text == YES
        if self.kind == "choice":
            if text not in (value for value, _ in self.choices):
                known = ", ".join(value or "nothing" for value, _ in self.choices)
                raise Wrong(say("{field} must be one of {known}.", field=self.name, known=known))
            return text
        if not text.removeprefix("-").isdecimal() or not self.least <= int(text) <= self.most:
            raise Wrong(
                say(
                    "{field} must be a number from {least} to {most}.",
                    field=self.name,
                    least=self.least,
                    most=self.most,
                )
            )
        return int(text)

    def named(self, value: str) -> Say:
        """The name of a value."""
        if self.kind == "flag":
            return say("yes") if value else say("no")
        found = next((title for one, title in self.choices if one == value), None)
        return found if found is not None else say("{value}", value=value or "nothing")

    def fault(self, value: Any) -> Say | None:
        """Why a value of the right type is not possible, as a sentence without a subject; None: it is."""
        if self.kind == "number" and value is not None and not self.least <= value <= self.most:
            return say("this must be a number from {least} to {most}.", least=self.least, most=self.most)
        if self.kind == "choice" and self.choices and value not in (one for one, _ in self.choices):
            return allowed(value, [one for one, _ in self.choices if one])
        return None


class FieldValue(Value, frozen=True, kw_only=True):
    """A field with its current value for one subject: what is shown, and what the engine protocol gives."""

    key: str
    of: Subject
    say: Say
    kind: FieldKind
    value: str
    choices: tuple[tuple[str, Say], ...] = ()
    least: int = 0
    most: int = 0


def field_values(rules: Rules[Any, Any, Any], s: Any, of: Subject, ref: str = "") -> tuple[FieldValue, ...]:
    """Everything that the umpire's hand may change about one subject. ``s`` is the whole position."""
    return tuple(
        FieldValue(
            key=one.key,
            of=one.of,
            say=one.name,
            kind=one.kind,
            value=one.read(s, ref),
            choices=one.choices,
            least=one.least,
            most=one.most if one.kind == "number" else 0,
        )
        for one in rules.editable(s)
        if one.of == of and one.about(rules, s, ref)
    )


# ---- declaring -------------------------------------------------------------------------------------------------------
class Declared(msgspec.Struct, frozen=True):
    """A field as a game declares it, before it is completed from its struct."""

    key: str
    more: Mapping[str, Any]


def shown(key: str, name: Say, **more: Any) -> Declared:
    """A field with a name. Kind and blank are those of the struct, unless ``kind`` is given: then it may belong to
    the document alone, beside the struct. ``words`` name the values of a choice, all of them or those that are not
    their own names.
    """
    return Declared(key, {"name": name, **more})


def inner(*keys: str, **more: Any) -> tuple[Declared, ...]:
    """Fields that follow from play: documents may give them, but they are never shown."""
    return tuple(Declared(key, more) for key in keys)


def place(name: Say, **more: Any) -> Declared:
    """The place of a unit: the editor puts it there, the umpire's hand has its own way, and the audit of the game judges it."""
    return shown(AT, name, **{"kind": "hex", "blank": "", "hand": False, "needed": True, **more})


def _other(of: Subject, key: str, name: Say, more: dict[str, Any]) -> EditableField:
    words = more.pop("words", ())
    choices = tuple(words.items()) if isinstance(words, Mapping) else tuple(words)
    kind = "choice" if choices else "number"
    path = (key,) if of == "game" else (key, "*")
    return EditableField(
        **{"of": of, "key": key, "name": name, "path": path, "kind": kind, "choices": choices, **more}
    )


def on_hex(key: str, name: Say, **more: Any) -> EditableField:
    """A value for a hex: ``state.key[hex]``, unless the path says otherwise; one of ``words``, or a number."""
    return _other("hex", key, name, more)


def on_side(key: str, name: Say, **more: Any) -> EditableField:
    """A value for a hexside."""
    return _other("side", key, name, more)


def of_game(key: str, name: Say = UNSAID, **more: Any) -> EditableField:
    """A value that exists once: the turn, weather, points. Without a name only its bounds are declared."""
    return _other("game", key, name, more)


_BLANKS: Final[Mapping[str, Any]] = {"flag": False, "number": 0, "words": (), "hexes": (), "data": None}


def declared(
    struct: type, *fields: Declared, prefix: tuple[str, ...] = (), of: Subject = "unit"
) -> tuple[EditableField, ...]:
    """The fields of a struct, with kinds and blanks filled in. Raises TypeError if there is one too many or too few."""
    info = inspect.type_info(struct)
    assert isinstance(info, inspect.StructType), "units and counters are structs"
    known = {one.name: one for one in info.fields}
    named = {field.key.split(".")[0] for field in fields}
    if lacking := [name for name in known if name not in named]:
        raise TypeError(f"{struct.__name__}: not declared: {', '.join(lacking)}")
    if len({field.key for field in fields}) < len(fields):
        raise TypeError(f"{struct.__name__}: a field is declared twice")
    return tuple(
        EditableField(key=field.key, of=of, **_completed(struct, field, known.get(field.key), prefix))
        for field in fields
    )


def _completed(
    struct: type, field: Declared, info: inspect.Field | None, prefix: tuple[str, ...]
) -> dict[str, Any]:
    out = {"path": (*prefix, *field.key.split(".")), **field.more}
    words = out.pop("words", ())
    out.setdefault("choices", tuple(words.items()) if isinstance(words, Mapping) else tuple(words))
    if info is not None:
        kind = _kind_of(info.type)
        out.setdefault("kind", "choice" if out["choices"] else kind)
        if kind == "choice":
            # inspect sorts the values; they are shown in the order in which they are written
            names, values = (
                dict(out["choices"]),
                [str(one) for one in get_args(get_type_hints(struct)[field.key])],
            )
            if unknown := [value for value in names if value not in values]:
                raise TypeError(f"{struct.__name__}.{field.key} is never {', '.join(unknown)}")
            spelt = {one: say("{word}", word=one.replace("_", " ")) for one in values}
            out["choices"] = (
                tuple((spelt | names).items()) if len(names) < len(values) else tuple(names.items())
            )
        if not info.required and info.default is not msgspec.NODEFAULT:
            out.setdefault("blank", info.default)
    elif "kind" not in out:
        raise TypeError(f"{struct.__name__} has no field {field.key}")
    out.setdefault("blank", _BLANKS.get(out["kind"], ""))
    return out


def _kind_of(type_: inspect.Type) -> FieldKind:
    """What a field of a struct contains."""
    kinds: tuple[tuple[type[inspect.Type], FieldKind], ...] = (
        (inspect.BoolType, "flag"),
        (inspect.IntType, "number"),
        (inspect.LiteralType, "choice"),
        (inspect.VarTupleType, "words"),
        (inspect.StrType, "text"),
    )
    return next((kind for one, kind in kinds if isinstance(type_, one)), "data")


class FieldTable:
    """A game's units: their conditions, what is printed on them, and what a scenario says about where they begin.

    ``stands`` declares ``unit`` completely; ``counter`` and ``begins`` together declare ``printed`` completely. A
    game whose units have no counters of their own omits those.
    """

    def __init__(
        self,
        unit: type,
        stands: Iterable[Declared],
        printed: type | None = None,
        counter: Iterable[Declared] = (),
        begins: Iterable[Declared] = (),
    ) -> None:
        self.unit, self.printed = unit, printed
        self.stands = declared(unit, *stands, prefix=("units", "*"))
        counter, begins = tuple(counter), tuple(begins)
        done = declared(printed, *counter, *begins) if printed is not None else ()
        self.counter, self.begins = done[: len(counter)], done[len(counter) :]

    # ---- the editor; ``words`` are the choices of fields that only the game's tables know
    def standing(self, **words: Iterable[tuple[str, Say]]) -> tuple[Field, ...]:
        """A unit of a position: its condition, then its counter."""
        return (
            *(one.field() for one in _worded(self.stands, words) if one.shown and one.form),
            *(one.field("printed") for one in _worded(self.counter, words) if one.shown),
        )

    def ordered(self, **words: Iterable[tuple[str, Say]]) -> tuple[Field, ...]:
        """A unit of a scenario: its counter, then where it begins."""
        fields = _worded((*self.counter, *self.begins), words)
        return tuple(one.field() for one in fields if one.shown and one.form)

    # ---- the umpire's hand
    def hand(self, **words: Iterable[tuple[str, Say]]) -> tuple[EditableField, ...]:
        """What the umpire's hand may change about a unit."""
        return tuple(one for one in _worded(self.stands, words) if one.shown and one.hand)

    # ---- reading and auditing
    def check(self, one: Any, path: str, **words: Iterable[tuple[str, Say]]) -> None:
        """Raise ValueError (``path`` and one sentence) for numbers and words that no unit or counter can have."""
        known = self.stands if isinstance(one, self.unit) else (*self.counter, *self.begins)
        for field in _worded(known, words):
            value = getattr(one, field.key, field.blank)
            if value != field.blank and (fault := field.fault(value)):
                raise misread(f"{path}.{field.key}", fault)

    def problems(self, units: Mapping[str, Any]) -> Iterator[Problem]:
        """Every number of a unit that is out of bounds."""
        numbers = [one for one in self.stands if one.kind == "number" and hasattr(self.unit, one.key)]
        for uid, unit in units.items():
            for one in numbers:
                if not one.least <= getattr(unit, one.key) <= one.most:
                    yield _out_of_bounds(one, say("{unit}", unit=uid), (uid,))


def _worded(
    fields: Iterable[EditableField], words: Mapping[str, Iterable[tuple[str, Say]]]
) -> Iterator[EditableField]:
    for one in fields:
        yield replace(one, kind="choice", choices=tuple(words[one.key])) if one.key in words else one


def game_problems(fields: Iterable[EditableField], s: Any) -> Iterator[Problem]:
    """Every number of the game as a whole that is out of bounds, if a path leads to it."""
    for one in fields:
        if one.of == "game" and one.kind == "number" and one.path:
            value = one.found(s, "")
            if value is not None and not one.least <= value <= one.most:
                yield _out_of_bounds(one, None, ())


def nowhere(roster: Iterable[str], units: Collection[str]) -> Iterator[Problem]:
    """Every unit of an order of battle that is missing from a position."""
    for uid in roster:
        if uid not in units:
            yield Problem(
                "position",
                say("Unit {unit} of the order of battle is missing from the position.", unit=uid),
                (uid,),
            )


def stack_problems(s: Any, said: Callable[[Any], Iterable[Say]]) -> Iterator[Problem]:
    """Every step that refers to something that does not exist; ``said`` is a game's check of one step."""
    for i, step in enumerate(s.stack):
        for text in said(step):
            yield Problem("position", say("Step {n} of the stack: {what}", n=i, what=text), ("stack",))


def step_words(step: Any, sides: Collection[str]) -> Iterator[Say]:
    """What makes no sense in a step of any game: its side, and its stage."""
    if isinstance(step, Ask) and step.who not in sides:
        yield say("{side} is not a side.", side=step.who)
    elif isinstance(step, Script) and not 0 <= step.at <= len(type(step).stages):
        yield say("its stages are numbered 0 to {n}.", n=len(type(step).stages))


def _out_of_bounds(one: EditableField, whose: Say | None, refs: tuple[str, ...]) -> Problem:
    what: Say | str = one.name if one.shown else one.key.replace("_", " ")
    if whose is None:
        text = say(
            "{what} must be a number from {least} to {most}.", what=what, least=one.least, most=one.most
        )
    else:
        text = say(
            "{unit}: {what} must be a number from {least} to {most}.",
            unit=whose,
            what=what,
            least=one.least,
            most=one.most,
        )
    return Problem(one.rule, text, refs)


# ---- hexes and hexsides ----------------------------------------------------------------------------------------------
def markers(name: Say, fields: Iterable[EditableField], **more: Any) -> DataTable:
    """The editor's table of what is in hexes or on hexsides: for one field, ``state.key[hex]``, bare values; for
    several, ``state.key[hex].field``, objects.
    """
    fields = tuple(fields)
    first = fields[0]
    group, *inside = first.path
    at: Literal["hex", "side"] = "side" if first.of == "side" else "hex"
    if len(inside) == 1:
        value = replace(
            first, key="value", needed=True, choices=tuple(one for one in first.choices if one[0])
        )
        rows: tuple[Field, ...] = (replace(value, blank="").field(),)
    else:
        blanks = [_BLANKS.get(one.kind, "") for one in fields]
        rows = tuple(
            replace(one, key=one.path[-1], blank=blank).field()
            for one, blank in zip(fields, blanks, strict=True)
        )
    return DataTable(
        key=group,
        name=name,
        path=(group,),
        fields=rows,
        plain=len(inside) == 1,
        at=at,
        **more,
    )
