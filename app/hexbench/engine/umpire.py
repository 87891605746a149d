"""The umpire's hand: a free change of a position, outside all rules but recorded, reported and undone like any action.

A game declares it in its :class:`Hand`: the fields of its tables (:mod:`hexbench.engine.documents.fields`), the boxes
counters may be in, and what is corrected after a change. An amendment is an action with the verb ``umpire``:
``subject`` names units, one hex or one hexside (nothing: the game as a whole), ``how`` the key of the field (``at``:
the place of units), ``object`` the new value. Who may do it is decided by the session.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from sys import intern
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec.structs import replace

from hexbench.engine.documents.fields import AT, EditableField
from hexbench.engine.events import Broadcast, Noted
from hexbench.engine.state import usual
from hexbench.engine.values import Action, Reason, Say, say

if TYPE_CHECKING:
    from hexbench.engine.play import Play
    from hexbench.engine.rules import Outcome, Rules

UMPIRE: Final = "umpire"
"""The verb of an amendment, and the rule id of reasons against one."""


class Hand:
    """What the umpire's hand may change in a game, where it may put units, and what depends on that; here only places."""

    def fields(self, rules: Any, s: Any) -> tuple[EditableField, ...]:
        """What may be changed of a position besides the place of units, in the order in which it is shown."""
        return ()

    def boxes(self, rules: Any, s: Any) -> tuple[str, ...]:
        """Where units may be beside the map; the first is where units go that are removed from the game.

        By default the boxes that contain units now.
        """
        return tuple(dict.fromkeys(unit.at for unit in s.units.values() if not unit.on_map))

    def amended(self, play: Any, action: Action) -> None:
        """Called after an amendment: correct whatever depends on what was changed."""


# ---- doing -----------------------------------------------------------------------------------------------------------
def amend(rules: Rules[Any, Any, Any], s: Any, action: Action) -> Outcome:
    """Carry out an amendment that has been judged. The stack stays as it is; nothing is a barrier to undo."""
    from hexbench.engine.rules import Outcome

    play = rules.play_type(rules, s, ())
    refs = action.subject or ("",)
    if action.how == AT:
        for uid in refs:
            play.put(uid, at=action.object)
    else:
        field = _field(rules, s, action.how)
        for ref in refs:
            # words of the rules are interned, and a word is omitted from a packed position only if it is the rules' own object
            _write(rules, play, field, ref, field.parse(intern(action.object)))
    rules.amended(play, action)
    more = tuple(play.told)
    new = usual(play.close())
    return Outcome(new, action, (*_telling(rules, s, new, action), *more), (), "")


def _field(rules: Rules[Any, Any, Any], s: Any, key: str) -> EditableField:
    found = next((one for one in rules.editable(s) if one.key == key), None)
    if found is None:
        raise ValueError(f"The umpire's hand cannot change {key!r} in this game.")
    return found


def _write(rules: Rules[Any, Any, Any], play: Play, field: EditableField, ref: str, value: Any) -> None:
    if field.writes is not None:
        field.writes(play, ref, value)
        return
    first, *rest = (ref if name == "*" else name for name in field.path)
    if first == "units":
        uid, name, *inner = rest
        play.put(uid, **{name: _put(getattr(play.units[uid], name), inner, value, field)})
        return
    play.set(**{first: _put(getattr(play, first), rest, value, field)})
    if first in rules.board_fields:
        play.refresh_board()


def _put(old: Any, names: list[str], value: Any, field: EditableField) -> Any:
    """The same structure with ``value`` where ``names`` lead."""
    if not names:
        return value
    first, *rest = names
    if not isinstance(old, dict):
        return replace(old, **{first: _put(getattr(old, first), rest, value, field)})
    made = _put(old.get(first, field.blank), rest, value, field)
    out = dict(old)
    if (rest and made == field.blank) or (not rest and field.drops and not made):
        out.pop(first, None)
    else:
        out[first] = made
    return out


# ---- telling ---------------------------------------------------------------------------------------------------------
UNSEEN: Final = say("Umpire: something you cannot see was changed.")


def _telling(rules: Rules[Any, Any, Any], old: Any, new: Any, action: Action) -> Iterator[Broadcast]:
    """Each side learns what it sees of it, and if it sees nothing, that something was changed."""
    for ref in action.subject or ("",):
        full = _noted(rules, old, new, action, ref, None)
        known = {side: _noted(rules, old, new, action, ref, side) for side in rules.sides}
        if all(one == full for one in known.values()):
            yield Broadcast(all=full)
        else:  # the umpire is told the first of these, and no side has that name
            yield Broadcast(only=((UMPIRE, full), *known.items()))


def _noted(
    rules: Rules[Any, Any, Any], old: Any, new: Any, action: Action, ref: str, side: str | None
) -> Noted:
    before, after = rules.seat(old, side), rules.seat(new, side)
    if action.how == AT:
        was, now = (getattr(seat.s.units.get(ref), "at", "") for seat in (before, after))
        face = after.face(ref) or before.face(ref)
        if face is None or was == now:
            return Noted("", UNSEEN)
        text = say("Umpire: {unit} from {a} to {b}.", unit=face.title, a=_place(was), b=_place(now))
        return Noted("", text, (ref, *(at for at in (was, now) if not at.startswith("#"))))
    field = _field(rules, new, action.how)
    if field.of == "unit":
        there = ref in before.s.units and ref in after.s.units
        face = after.face(ref) if there else None
        if face is None or field.read(before.s, ref) == field.read(after.s, ref):
            return Noted("", UNSEEN)
        whose: Say | str = face.title
        refs: tuple[str, ...] = (ref,)
    else:
        if field.read(before.s, ref) == field.read(after.s, ref):
            return Noted("", UNSEEN)
        whose, refs = ref, tuple(ref.split("/")) if ref else ()
    now_text = field.named(field.read(after.s, ref))
    if not whose:
        return Noted("", say("Umpire: {what} is now {now}.", what=field.name, now=now_text))
    return Noted(
        "", say("Umpire: {whose}: {what} is now {now}.", whose=whose, what=field.name, now=now_text), refs
    )


def _place(at: str) -> str:
    return at.lstrip("#").replace("_", " ").replace("/", " ")


# ---- judging ---------------------------------------------------------------------------------------------------------
def against(rules: Rules[Any, Any, Any], s: Any, action: Action) -> tuple[Reason, ...]:
    """Every reason against an amendment: it makes no sense, it interferes with something in progress, it makes an impossible position."""
    try:
        why = tuple(_shape(rules, s, action)) or tuple(_busy(rules, s, action))
    except ValueError as fault:
        return (Reason(UMPIRE, say("{fault}", fault=str(fault))),)
    return why or tuple(_unsound(rules, s, action))


def _shape(rules: Rules[Any, Any, Any], s: Any, action: Action) -> Iterator[Reason]:
    unknown = say("There is no {what} to change.", what=", ".join(action.subject) or "subject")
    if action.how == AT:
        if not action.subject or any(uid not in s.units for uid in action.subject):
            yield Reason(UMPIRE, unknown)
        elif action.object not in rules.atlas.index and action.object not in rules.boxes(s):
            yield Reason(UMPIRE, say("There is no hex or box {at}.", at=action.object or ("without a name")))
        elif all(s.units[uid].at == action.object for uid in action.subject):
            yield Reason(UMPIRE, say("It is already there."))
        return
    field = _field(rules, s, action.how)
    value = field.parse(action.object)
    refs = action.subject or ("",)
    known: dict[str, Callable[[str], bool]] = {
        "unit": lambda ref: ref in s.units,
        "hex": lambda ref: ref in rules.atlas.index,
        "side": lambda ref: _is_side(rules, ref),
        "game": lambda ref: not ref,
    }
    if not all(known[field.of](ref) and field.about(rules, s, ref) for ref in refs):
        yield Reason(UMPIRE, unknown)
    elif all(field.parse(field.read(s, ref)) == value for ref in refs):
        yield Reason(UMPIRE, say("{what} already has that value.", what=field.name))


def _is_side(rules: Rules[Any, Any, Any], ref: str) -> bool:
    try:
        return bool(rules.atlas.side_keys(ref))
    except (KeyError, ValueError):
        return False


def _busy(rules: Rules[Any, Any, Any], s: Any, action: Action) -> Iterator[Reason]:
    """The reason that something is in progress with a unit or in a hex and must be finished or taken back first."""
    about = dict.fromkeys(action.subject)
    if action.how == AT:
        about |= dict.fromkeys((*(s.units[uid].at for uid in action.subject), action.object))
    named = frozenset(part for word in _words(s.stack) for part in word.split("/"))
    for ref in about:
        if ref and not ref.startswith("#") and not named.isdisjoint((ref, *ref.split("/"))):
            text = say("{what} is part of the action in progress: finish or undo that first.", what=ref)
            yield Reason(UMPIRE, text, (ref,) if ref in rules.atlas.index else ())


def _words(thing: Any) -> Iterator[str]:
    """Every string in a value, at any depth."""
    if isinstance(thing, str):
        yield thing
    elif isinstance(thing, dict):
        for key, value in thing.items():
            yield from _words(key)
            yield from _words(value)
    elif isinstance(thing, list | tuple):
        for one in thing:
            yield from _words(one)
    elif isinstance(thing, msgspec.Struct):
        for name in thing.__struct_fields__:
            yield from _words(getattr(thing, name))


def _unsound(rules: Rules[Any, Any, Any], s: Any, action: Action) -> Iterator[Reason]:
    """What the audit finds that it did not find before, and whether the game can go on from there."""
    try:
        new = amend(rules, s, action).state
        before = set(rules.audit(s))
        found = [problem for problem in rules.audit(new) if problem not in before]
        stuck = not found and not _goes_on(rules, s, new)
    except Exception:  # noqa: BLE001 - whatever it trips over: a position that cannot be shown is not to be had
        found, stuck = [], True
    for one in found:
        yield Reason(one.rule, one.text, tuple(ref for ref in one.refs if ref in rules.atlas.index))
    if stuck:
        yield Reason(UMPIRE, say("The game could not continue from there."))


def _goes_on(rules: Rules[Any, Any, Any], old: Any, s: Any) -> bool:
    """Whether every side can be shown the position and the side that decides can answer."""
    for side in (None, *rules.sides):
        seat = rules.seat(s, side)
        for _ in seat.faces():
            pass
    side = rules.decider(s)
    if side is None:
        # a game that is over, or one that was not begun; otherwise nobody would ever be asked again
        return not s.stack or rules.decider(old) is None
    seat = rules.seat(s, side)
    seat.panels()
    default = seat.prompt.default
    return default is not None and not seat.refuse(default)
