"""TI-CNC: concealed squads, what reveals them, and what the other side may know of them (rulings B-CNC)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from hexbench.atlas.arcs import points
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
from hexbench.engine.state import Step
from hexbench.engine.values import say
from hexbench.games.tide_of_iron import ground, sight
from hexbench.games.tide_of_iron.pieces import FOE, HANDLE, UNSEEN, Unit

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.rules import TiRules
    from hexbench.games.tide_of_iron.seat import Position, TiPlay
    from hexbench.games.tide_of_iron.state import TideOfIron


# Who may know which squad it is: with the option that hides concealed squads, the other side sees only an
# anonymous handle.

About = UnitChanged | UnitMoved | UnitPlaced | UnitStopped | StepLost | StepRegained


def handle_of(s: Position, uid: str) -> str:
    """The handle that stands for a concealed squad; an empty string if it has none."""
    for handle, squad in s.handles.items():
        if squad == uid:
            return handle
    return ""


def tell(play: TiPlay, uid: str, event: About) -> None:
    """Report an event about a unit: to its own side by its id, to the other side by its handle, if it has one.

    How many figures a concealed squad has is for its own side only: the other side could tell it by that.
    """
    handle = handle_of(play, uid) if play.handles else ""
    if handle:
        figures = isinstance(event, StepLost | StepRegained)
        play.tell_only(play.units[uid].side, event, None if figures else replace(event, unit=handle))
    else:
        play.tell(event)


def note(play: TiPlay, uid: str, event: Noted) -> None:
    """Report a note that names a unit; for a concealed squad the other side does not see it."""
    if play.handles and handle_of(play, uid):
        play.tell_only(play.units[uid].side, event)
    else:
        play.tell(event)


def keep(play: TiPlay, uid: str) -> None:
    """Give a newly concealed squad a handle, and remove that of a squad no longer concealed."""
    unit, handle = play.units[uid], handle_of(play, uid)
    wanted = unit.concealed and unit.on_map and play.rules.options.concealment == "hidden"
    if wanted and not handle:
        n = 1
        while f"{unit.side[0]}h{n}" in play.handles:
            n += 1
        play.edit("handles")[f"{unit.side[0]}h{n}"] = uid
    elif handle and not wanted:
        del play.edit("handles")[handle]
        # there may be two in one hex: which counter is removed is public
        text = say("A concealed squad is no longer concealed.")
        play.tell_only(FOE[unit.side], Noted("TI-CNC-01", text, (handle,)))


def completed(rules: TiRules, state: TideOfIron) -> TideOfIron:
    """The position with handles added for concealed squads on the map that lack one, if the option hides them."""
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
    """End a squad's concealment and announce it; does nothing if it was not concealed."""
    unit = play.units[uid]
    if not unit.concealed:
        return
    hidden = bool(handle_of(play, uid))
    play.put(uid, concealed=False)
    keep(play, uid)
    play.tell(Revealed(uid, unit.at) if hidden else UnitChanged(uid, "concealed", ""))
    play.tell(Noted(rule, say("{unit} is revealed.", unit=play.rules.title(unit)), (uid,)))


def renamed(thing: Any, names: dict[str, str]) -> Any:
    """A copy of a value with ids replaced by others, wherever they occur in it."""
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


# ---- what happens
def conceal(play: TiPlay, uid: str) -> None:
    """Conceal a squad on the map; the caller has checked that it may be (:func:`exposed`)."""
    play.put(uid, concealed=True)
    play.tell(UnitChanged(uid, "concealed", "yes"))
    keep(play, uid)


def reveal(play: TiPlay, uid: str, rule: str = "TI-CNC-05") -> None:
    """Reveal a squad; does nothing if it was not concealed. ``rule`` is the clause that reveals it."""
    hidden = uid in play.handles.values()
    lift(play, uid, rule)
    step: Any = next((x for x in play.stack if _moves(x) and x.unit == uid), None)
    if hidden and step is not None:
        # it was withheld while the squad was concealed (see mask); now it is public
        text = say("{unit} has {n} MP left.", unit=play.rules.title(play.units[uid]), n=points(step.left))
        play.tell(Noted("TI-MOV-01", text, (uid,)))


def _moves(step: Step) -> bool:
    """Whether a step is a Move, whose module cannot be imported here because it imports this one."""
    return hasattr(step, "left") and hasattr(step, "way")


def check(play: TiPlay) -> None:
    """TI-CNC-07, B-CNC-2: reveal every concealed squad that is in sight of an enemy and not in cover.

    Call it after a unit enters a hex, is placed, or leaves a vehicle or fortification, after smoke is removed, and at the
    start of a phase, because a position may begin there with units anywhere.
    """
    for uid in [x for x, u in play.units.items() if u.concealed and u.on_map]:
        if exposed(play.rules, play, play.units[uid]):
            reveal(play, uid, "TI-CNC-07")


def entered(play: TiPlay, uid: str) -> None:
    """A unit has moved into a hex: reveal it in an objective hex (TI-CNC-06), and check all concealed squads."""
    unit = play.units[uid]
    if unit.concealed and any(o.hex == unit.at for o in play.mission.objectives):
        reveal(play, uid, "TI-CNC-06")
    check(play)


def close_status(play: TiPlay) -> None:
    """TI-CNC-08: as the Status Phase closes, a concealed squad next to an enemy (or with one in its hex) is revealed."""
    distance = play.rules.atlas.distance
    for uid in [x for x, u in play.units.items() if u.concealed and u.on_map]:
        unit = play.units[uid]
        if any(
            u.on_map and u.side != unit.side and distance(u.at, unit.at) <= 1 for u in play.units.values()
        ):
            reveal(play, uid, "TI-CNC-08")


def exposed(rules: TiRules, s: Position, unit: Unit) -> bool:
    """Whether a squad cannot stay concealed where it is: out of cover and in sight of an enemy (TI-CNC-07)."""
    if in_cover(rules, s, unit):
        return False
    foe = FOE[unit.side]
    spots = {u.at for u in s.units.values() if u.side == foe and u.on_map}
    return any(sight.sees(rules, s, at, unit.at) for at in spots)


def in_cover(rules: TiRules, s: Position, unit: Unit) -> bool:
    """Whether a squad is in terrain that gives cover, or in a fortification; smoke does not count (B-CNC-2)."""
    return bool(unit.shelter) or ground.cover(rules, s, unit.at) > 0


# ---- what the other side may know
def hide(rules: TiRules, state: TideOfIron, side: str) -> TideOfIron:
    """The view of ``side``: handles replace the other side's concealed squads, without telling which is which."""
    names = _names(state, side)
    if not names:
        return state
    units = dict(state.units)
    for uid, handle in names.items():
        squad = units[uid]
        units[uid] = replace(squad, at=UNSEEN, token="", condition="", shelter="")
        units[handle] = _stand_in(squad)
    handles = {handle: "" if uid in names else uid for handle, uid in state.handles.items()}
    return replace(state, units=units, handles=handles, effects=renamed(state.effects, names))


def _names(s: TideOfIron, side: str) -> dict[str, str]:
    """The other side's concealed squads -> their handles, in the order of the handles."""
    return {uid: handle for handle, uid in s.handles.items() if uid and s.units[uid].side != side}


def _stand_in(squad: Unit) -> Unit:
    return Unit(
        side=squad.side,
        at=squad.at,
        type=HANDLE,
        token=squad.token,
        condition=squad.condition,
        shelter=squad.shelter,
        concealed=True,
    )


def mask(state: TideOfIron, side: str, stack: tuple[Step, ...]) -> tuple[Step, ...]:
    """The steps as ``side`` may know them: references to a concealed squad become references to its handle."""
    names = _names(state, side)
    if not names:
        return stack
    out = []
    for step in stack:
        new = renamed(step, names)
        # the MP left would tell whether the squad has an officer
        out.append(replace(new, left=0) if new is not step and _moves(new) else new)
    return tuple(out)


def imagine(rules: TiRules, view: TideOfIron, side: str, number: Callable[[int], int]) -> TideOfIron:
    """Assign a random unseen squad to each handle of the other side, and random routes to its moves."""
    from hexbench.games.tide_of_iron import movement

    units, handles = dict(view.units), dict(view.handles)
    names: dict[str, str] = {}
    unseen = [uid for uid, u in units.items() if u.at == UNSEEN]
    blank = [h for h, uid in handles.items() if not uid]
    for handle in sorted(blank, key=lambda h: units[h].token != "op_fire"):
        counter = units.pop(handle)
        able = [x for x in unseen if counter.token != "op_fire" or units[x].figures.keys() != {"mortar"}]
        uid = (able or unseen)[number(len(able or unseen)) - 1]
        unseen.remove(uid)
        names[handle] = handles[handle] = uid
        units[uid] = replace(
            units[uid],
            at=counter.at,
            token=counter.token,
            condition=counter.condition,
            shelter=counter.shelter,
            concealed=True,
        )
    world = replace(
        view,
        units=units,
        handles=handles,
        effects=renamed(view.effects, names),
        stack=renamed(view.stack, names),
    )
    return replace(world, stack=movement.imagined(rules, world, side, number))
