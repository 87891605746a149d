"""The log of a game as one side may read it: sentences made from the events it was told, and from nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeGuard

from msgspec.structs import replace

from hexbench.engine import events as ev
from hexbench.engine.checklist import has_passed
from hexbench.engine.events import AnyEvent, Broadcast
from hexbench.engine.history import History
from hexbench.engine.results import first_words
from hexbench.engine.rules import Rules
from hexbench.engine.seat import Seat
from hexbench.engine.values import Say, Value, counted, say

Names = Callable[[str], Say | str]
"""unit id -> the name this side has for it."""
_Meanings = Callable[[str, str], Say]
"""(kind, code) of a result -> what it means; empty: it is words already."""


_Wording = Callable[[str, str, str], Say]
"""(kind of event, what, its new value) -> the game's own sentence (:meth:`hexbench.engine.seat.Seat.wording`); empty: none."""


def _no_words(kind: str, what: str, now: str) -> Say:
    """For a game without sentences of its own."""
    return Say("")


def _plain(what: str, code: str) -> Say:
    """For a game without words for its results."""
    return Say("")


class LogLine(Value, frozen=True):
    """One line: the node it belongs to, its turn and phase, its sentence, the rule it cites, and what it refers to.

    ``kind`` is the name of the event: "UnitMoved", "DiceRolled" ... ; desktops filter by it.
    """

    node: int
    turn: str
    phase: str
    text: Say
    rule: str = ""
    refs: tuple[str, ...] = ()
    kind: str = ""


def lines_of(
    node: int,
    told: tuple[Broadcast, ...],
    side: str | None,
    turn: str,
    phase: str,
    names: Names,
    means: _Meanings = _plain,
    words: _Wording = _no_words,
) -> tuple[LogLine, ...]:
    """The lines of one node; ``turn`` and ``phase`` are those in which the node began. A note that merely repeats a
    result in words passes what it refers to on to the line of the result, and gets none of its own.
    """
    out: list[LogLine] = []
    explained = False
    for one in told:
        event = one.to(side)
        if event is None:
            continue
        if isinstance(event, ev.TurnBegan):
            turn, phase = event.turn, ""
        elif isinstance(event, ev.PhaseBegan):
            phase = event.phase
        if explained and _retells(event):
            out[-1] = replace(out[-1], refs=(*out[-1].refs, *event.refs))
            continue
        text, rule, refs = sentence(event, names, means, words)
        explained = isinstance(event, ev.Resolved) and bool(means(event.what, event.result).template)
        out.append(LogLine(node, turn, phase, text, rule, refs, type(event).__name__))
    return tuple(out)


def _retells(event: AnyEvent) -> TypeGuard[ev.Noted]:
    """Whether an event says in words what a result was, and no more: a sentence with a {result} in it."""
    return isinstance(event, ev.Noted) and any(
        key == "result" and isinstance(value, Say) for key, value in event.say.args
    )


def _resolved(event: ev.Resolved, names: Names, means: _Meanings) -> Say:
    """A result: its words, followed by its code."""
    words = means(event.what, event.result)
    told: Say | str = first_words(words, event.result) if words.template else f"{_words(event.result)}."
    if not event.object:
        return say("{what}: {told}", what=_title(event.what), told=told)
    return say(
        "{what} against {object}: {told}", what=_title(event.what), object=names(event.object), told=told
    )


def _declared(event: ev.Declared, names: Names, words: _Wording) -> Say:
    how = ("one" if len(event.refs) == 1 else "many") + ("" if event.object else " nowhere")
    found = _worded(
        words("Declared", event.what, how), units=_all(event.refs, names), object=names(event.object)
    )
    if found.template:
        return found
    if not event.object:
        return say("{what}: {units}.", what=_title(event.what), units=_all(event.refs, names))
    if not event.refs:
        return say("{what}: {object}.", what=_title(event.what), object=names(event.object))
    return say(
        "{what}: {units} against {object}.",
        what=_title(event.what),
        units=_all(event.refs, names),
        object=names(event.object),
    )


def _worded(found: Say, **parts: Say | str | int) -> Say:
    """A game's sentence with its parts filled in."""
    more = tuple((key, value) for key, value in parts.items() if "{" + key + "}" in found.template)
    return Say(found.template, (*found.args, *more)) if more else found


def _turn(turn: str) -> Say:
    """Some games name their turns by a word ("Round 3"), some by a number alone."""
    return say("{turn} begins.", turn=turn) if " " in turn else say("Turn {turn} begins.", turn=turn)


def _over(event: ev.GameEnded, names: Names, words: _Wording) -> Say:
    level: Say | str = words("GameEnded", event.level, "")
    if isinstance(level, Say) and not level.template:
        level = event.level
    if event.winner is None:
        return say("The game is over: {level}.", level=level or say("no side has won"))
    if not event.level:
        return say("The game is over: {side} has won.", side=names(event.winner))
    return say("The game is over: {side} has won ({level}).", side=names(event.winner), level=level)


def sentence(
    event: AnyEvent, names: Names, means: _Meanings = _plain, words: _Wording = _no_words
) -> tuple[Say, str, tuple[str, ...]]:
    """(sentence, rule, references) for an event."""
    match event:
        case ev.TurnBegan(turn):
            return _turn(turn), "", ()
        case ev.PhaseBegan(say=text):
            return text, "", ()
        case ev.UnitMoved():
            return _moved(event, names)
        case ev.UnitStopped(unit, at, rule, text):
            return say("{unit} stopped in {hex}: {why}", unit=names(unit), hex=at, why=text), rule, (unit, at)
        case ev.DiceRolled():
            return _rolled(event)
        case ev.FactChanged(say=text):
            return text, "", ()
        case ev.Noted(rule, text, refs):
            return text, rule, refs
        case ev.GameEnded():
            return _over(event, names, words), "", ()
        case ev.Declared(_, refs, at):
            return _declared(event, names, words), "", (*refs, at) if at else refs
        case ev.Resolved(_, at, _, rule):
            return _resolved(event, names, means), rule, (at,) if at else ()
        case ev.MarkerChanged(_, at, _):
            return _marker(event, words), "", (at,)
        case _:
            return _of_unit(event, names, words)


def _marker(event: ev.MarkerChanged, words: _Wording) -> Say:
    found = _worded(words("MarkerChanged", event.kind, event.now), hex=event.at)
    if found.template:
        return found
    if event.now:
        return say("{marker} in {hex}: {now}.", marker=_title(event.kind), hex=event.at, now=event.now)
    return say("{marker} in {hex} is removed.", marker=_title(event.kind), hex=event.at)


def _title(key: str) -> str:
    """A key such as "fuel_depot" as the first word of a sentence."""
    return key[:1].upper() + key[1:].replace("_", " ")


def _place(at: str) -> Say | str:
    """A hex by its number, a box ("#due/19AM") in words."""
    if not at.startswith("#"):
        return at
    first, *rest = at[1:].split("/")
    text: Say | str = _words(first)
    for part in rest:
        text = say("{first} {next}", first=text, next=_words(part))
    return text


def _words(key: str) -> str:
    """A key such as "fell_back" within a sentence."""
    return key.replace("_", " ")


def _all(refs: tuple[str, ...], names: Names) -> Say | str:
    """Several units as one phrase."""
    if not refs:
        return ""
    text: Say | str = names(refs[0])
    for ref in refs[1:]:
        text = say("{first}, {next}", first=text, next=names(ref))
    return text


def _rolled(event: ev.DiceRolled) -> tuple[Say, str, tuple[str, ...]]:
    dice = ", ".join(map(str, event.faces))
    asked, one = str(event.why).endswith(("?", ".")), len(event.faces) == 1
    if asked and one:
        text = say("{why} The die shows {dice}.", why=event.why, dice=dice)
    elif asked:
        text = say("{why} The dice show {dice}.", why=event.why, dice=dice)
    elif one:
        text = say("{why}: the die shows {dice}.", why=event.why, dice=dice)
    else:
        text = say("{why}: the dice show {dice}.", why=event.why, dice=dice)
    return text, event.rule, ()


def faces_of(line: LogLine) -> tuple[int, ...]:
    """The dice that a line reports, in order; empty for any other line."""
    if line.kind != "DiceRolled":
        return ()
    shown = dict(line.text.args).get("dice", "")
    return tuple(int(face) for face in str(shown).split(", ") if face)


def _moved(event: ev.UnitMoved, names: Names) -> tuple[Say, str, tuple[str, ...]]:
    start, end = event.path[0], event.path[-1]
    words: dict[str, Say | str] = {"unit": names(event.unit), "start": start, "end": end}
    if event.how == "retreat":
        text = say("{unit} retreated from {start} to {end}.", **words)
    elif event.how == "advance":
        text = say("{unit} advanced from {start} to {end}.", **words)
    else:
        text = say("{unit} moved from {start} to {end}.", **words)
    return text, "", (event.unit, *event.path)


def _own_words(event: AnyEvent, names: Names, words: _Wording) -> Say:
    """The game's own sentence for what happened to a unit or a holder; empty: none."""
    match event:
        case ev.UnitPlaced(unit, at) if at.startswith("#"):
            return _worded(words("UnitPlaced", at[1:], ""), unit=names(unit))
        case ev.UnitRemoved(unit, to):
            return _worded(words("UnitRemoved", to[1:], ""), unit=names(unit))
        case ev.UnitChanged(unit, what, now):
            return _worded(words("UnitChanged", what, now), unit=names(unit))
        case ev.StepLost(unit, left) | ev.StepRegained(unit, left):
            return _worded(words(type(event).__name__, "", str(left)), unit=names(unit))
        case ev.Drawn(owner, what):
            return _worded(words("Drawn", "", what or ""), owner=names(owner))
        case ev.Revealed(ref, what):
            return _worded(words("Revealed", "", what), what=names(ref))
        case _:
            return Say("")


def _of_unit(event: AnyEvent, names: Names, words: _Wording) -> tuple[Say, str, tuple[str, ...]]:
    """The sentences about what happened to one unit or holder: the game's own, otherwise the plain ones."""
    text, rule, refs = _plainly(event, names)
    own = _own_words(event, names, words)
    return (own if own.template else text), rule, refs


def _plainly(event: AnyEvent, names: Names) -> tuple[Say, str, tuple[str, ...]]:
    match event:
        case ev.UnitPlaced(unit, at):
            return (
                say("{unit} was placed in {place}.", unit=names(unit), place=_place(at)),
                "",
                (unit, at),
            )
        case ev.UnitRemoved(unit, to):
            return say("{unit} left the map: {box}.", unit=names(unit), box=_place(to)), "", (unit,)
        case ev.UnitChanged(unit, what, ""):
            return say("{unit}: no longer {what}.", unit=names(unit), what=_words(what)), "", (unit,)
        case ev.UnitChanged(unit, what, now) if now in ("yes", what):
            return say("{unit}: {what}.", unit=names(unit), what=_words(what)), "", (unit,)
        case ev.UnitChanged(unit, what, now):
            return (
                say("{unit}: {what} is now {now}.", unit=names(unit), what=_words(what), now=_words(now)),
                "",
                (unit,),
            )
        case ev.StepLost(unit, 0):
            return say("{unit} lost its last step.", unit=names(unit)), "", (unit,)
        case ev.StepLost(unit, left):
            one, many = say("{unit} is down to 1 step."), say("{unit} is down to {n} steps.")
            return _worded(counted(left, one, many), unit=names(unit), n=left), "", (unit,)
        case ev.StepRegained(unit, now):
            one, many = say("{unit} is back at 1 step."), say("{unit} is back at {n} steps.")
            return _worded(counted(now, one, many), unit=names(unit), n=now), "", (unit,)
        case ev.Drawn(owner, None):
            return say("{owner} drew.", owner=names(owner)), "", (owner,)
        case ev.Drawn(owner, what):
            return say("{owner} drew {what}.", owner=names(owner), what=str(what)), "", (owner,)
        case ev.Revealed(ref, what):
            return say("{what} is revealed: {now}.", what=names(ref), now=what), "", (ref,)
        case _:
            return Say(type(event).__name__), "", ()


_FRAME = frozenset({"TurnBegan", "PhaseBegan", "GameEnded", "FactChanged", "Reason", "Passed"})
"""Kinds of lines that report the progress of the game, not what somebody did."""


class Logbook:
    """The lines of a whole tree of history, worked out once for each node and side."""

    def __init__(self, history: History[Any], first_turn: str, seat: Callable[[str | None], Seat]) -> None:
        self._history = history
        self._first_turn = first_turn
        self._seat = seat
        self._names: dict[tuple[str | None, str], Say | str] = {}
        self._lines: dict[tuple[str | None, int], tuple[LogLine, ...]] = {}
        self._turns: dict[int, tuple[str, str]] = {}
        self._whole: dict[object, tuple[int, tuple[LogLine, ...]]] = {}
        """Reader (a side, None, or several sides) -> the node for which the whole was last assembled, and its lines."""

    def lines(self, node: int, side: str | None) -> tuple[LogLine, ...]:
        """Every line from the beginning to a node, as a side may read it; None the umpire."""
        return self._put_together(node, side, lambda number: self.lines_at(number, side))

    def common(self, node: int, sides: tuple[str, ...]) -> tuple[LogLine, ...]:
        """The lines of :meth:`lines` that every one of these sides may read."""
        return self._put_together(node, sides, lambda number: self._common_at(number, sides))

    def _common_at(self, node: int, sides: tuple[str, ...]) -> tuple[LogLine, ...]:
        first, *others = (self.lines_at(node, side) for side in sides)
        return tuple(line for line in first if all(line in lines for lines in others))

    def _put_together(
        self, node: int, reader: object, at: Callable[[int], tuple[LogLine, ...]]
    ) -> tuple[LogLine, ...]:
        """The lines of all nodes up to this one. Only what came after the node of the last request is examined."""
        known, lines = self._whole.get(reader, (-1, ()))
        later: list[int] = []
        step: int | None = node
        while step is not None and step != known:
            later.append(step)
            step = self._history.nodes[step].parent
        if step is None:
            lines = ()
        if later:
            lines = (*lines, *(line for number in reversed(later) for line in at(number)))
            self._whole[reader] = (node, lines)
        return lines

    def headline(self, node: int, side: str | None) -> LogLine | None:
        """The line that best tells a side what the action of a node was; None if it was told nothing of the kind."""
        return next((line for line in self.lines_at(node, side) if line.kind not in _FRAME), None)

    def told(self, node: int) -> tuple[Broadcast, ...]:
        """What was reported at a node; at the root, what was reported before the first decision."""
        record = self._history.nodes[node].record
        return record.told if record else self._history.opening

    def turn_at(self, node: int) -> tuple[str, str]:
        """(turn, phase) after a node, from what everybody was told."""
        todo: list[int] = []
        at: int | None = node
        while at is not None and at not in self._turns:
            todo.append(at)
            at = self._history.nodes[at].parent
        turn, phase = (self._first_turn, "") if at is None else self._turns[at]
        for number in reversed(todo):
            for one in self.told(number):
                if isinstance(one.all, ev.TurnBegan):
                    turn, phase = one.all.turn, ""
                elif isinstance(one.all, ev.PhaseBegan):
                    phase = one.all.phase
            self._turns[number] = turn, phase
        return turn, phase

    def lines_at(self, node: int, side: str | None) -> tuple[LogLine, ...]:
        """The lines of one node, as a side may read them."""
        key = (side, node)
        if key not in self._lines:
            parent = self._history.nodes[node].parent
            turn, phase = (self._first_turn, "") if parent is None else self.turn_at(parent)
            told = self.told(node)
            lines = lines_of(
                node,
                told,
                side,
                turn,
                phase,
                lambda ref: self._name(side, ref),
                lambda what, code: self._seat(side).result(what, code),
                lambda kind, what, now: self._seat(side).wording(kind, what, now),
            )
            self._lines[key] = (*self._reason(node, side, turn, phase), *lines)
        return self._lines[key]

    def _reason(self, node: int, side: str | None, turn: str, phase: str) -> tuple[LogLine, ...]:
        """Why a computer did what was done at a node; in a game that hides anything the other side is not told."""
        record = self._history.nodes[node].record
        if record is None or record.why is None:
            return ()
        if has_passed(record.why):  # everybody knew that there was nothing to do
            return (LogLine(node, turn, phase, record.why, "", (), "Passed"),)
        if side not in (None, record.side) and type(self._history.rules).hide is not Rules.hide:
            return ()
        return (LogLine(node, turn, phase, record.why, "", (), "Reason"),)

    def _name(self, side: str | None, ref: str) -> Say | str:
        """The name a side has for a unit; anything else has its own name."""
        key = (side, ref)
        if key not in self._names:
            seat = self._seat(side)
            if ref in seat.rules.sides:
                self._names[key] = seat.rules.side_name(ref)
                return self._names[key]
            face = seat.face(ref) if ref in seat.s.units else None
            if face is None:
                return ref.lstrip("#")
            self._names[key] = face.title
        return self._names[key]
