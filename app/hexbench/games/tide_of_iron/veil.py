"""Who may know which squad it is: with the option that hides concealed squads the other side sees an anonymous handle.

Where a concealed squad is, its tokens and its shelter are public; which of the concealed squads it is, is not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from hexbench.engine.events import (
    Noted,
    Revealed,
    StepLost,
    StepRegained,
    UnitChanged,
    UnitMoved,
    UnitPlaced,
    UnitStopped,
)
from hexbench.engine.values import say
from hexbench.games.tide_of_iron.pieces import FOE, HANDLE

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.hands import Position, TiPlay
    from hexbench.games.tide_of_iron.rules import TiRules
    from hexbench.games.tide_of_iron.state import TideOfIron

About = UnitChanged | UnitMoved | UnitPlaced | UnitStopped | StepLost | StepRegained


def handle_of(s: Position, uid: str) -> str:
    """The handle that stands for a concealed squad; an empty string when there is none."""
    for handle, squad in s.handles.items():
        if squad == uid:
            return handle
    return ""


def tell(play: TiPlay, uid: str, event: About) -> None:
    """What happens to a unit: to its own side under its name, to the other under that of its handle, if it has one."""
    handle = handle_of(play, uid) if play.handles else ""
    if handle:
        play.tell_only(play.units[uid].side, event, replace(event, unit=handle))
    else:
        play.tell(event)


def note(play: TiPlay, uid: str, event: Noted) -> None:
    """A remark that names a unit: the other side does not hear it of a concealed squad."""
    if play.handles and handle_of(play, uid):
        play.tell_only(play.units[uid].side, event)
    else:
        play.tell(event)


def keep(play: TiPlay, uid: str) -> None:
    """Give a squad that has become concealed a handle, and take it from one that is so no longer."""
    unit, handle = play.units[uid], handle_of(play, uid)
    wanted = unit.concealed and unit.on_map and play.rules.options.concealment == "hidden"
    if wanted and not handle:
        n = 1
        while f"{unit.side[0]}h{n}" in play.handles:
            n += 1
        play.edit("handles")[f"{unit.side[0]}h{n}"] = uid
    elif handle and not wanted:
        del play.edit("handles")[handle]
        # two of them may lie in one hex: which counter goes is public
        text = say("A concealed squad is one no longer.")
        play.tell_only(FOE[unit.side], Noted("TI-CNC-01", text, (handle,)))


def completed(rules: TiRules, state: TideOfIron) -> TideOfIron:
    """The position with a handle for every concealed squad on the map that has none, where concealment hides."""
    if rules.options.concealment != "hidden":
        return state
    handles = dict(state.handles)
    have = set(handles.values())
    for uid, unit in state.units.items():
        if unit.concealed and unit.on_map and unit.squad and unit.type != HANDLE and uid not in have:
            n = 1
            while f"{unit.side[0]}h{n}" in handles:
                n += 1
            handles[f"{unit.side[0]}h{n}"] = uid
    return replace(state, handles=handles) if len(handles) > len(state.handles) else state


def lift(play: TiPlay, uid: str, rule: str) -> None:
    """The squad is concealed no longer, and everybody learns it; nothing when it was not."""
    unit = play.units[uid]
    if not unit.concealed:
        return
    hidden = bool(handle_of(play, uid))
    play.put(uid, concealed=False)
    keep(play, uid)
    play.tell(Revealed(uid, unit.at) if hidden else UnitChanged(uid, "concealed", ""))
    play.tell(Noted(rule, say("{unit} is revealed.", unit=play.rules.title(unit)), (uid,)))


def renamed(thing: Any, names: dict[str, str]) -> Any:
    """The same value with names put in place of others, wherever they stand in it."""
    if isinstance(thing, str):
        return names.get(thing, thing)
    if isinstance(thing, tuple):
        new = tuple([renamed(x, names) for x in thing])
        return new if new != thing else thing
    if isinstance(thing, dict):
        return {renamed(k, names): renamed(v, names) for k, v in thing.items()}
    fields = getattr(thing, "__struct_fields__", None)
    if fields is None:
        return thing
    changes = {}
    for name in fields:
        old = getattr(thing, name)
        new = renamed(old, names)
        if new is not old and new != old:
            changes[name] = new
    return replace(thing, **changes) if changes else thing
