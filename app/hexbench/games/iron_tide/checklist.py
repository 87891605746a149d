"""The checklist at the end of a phase: unmoved units, reinforcements, markers and points not used, and illegal stacks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hexbench.engine.checklist import offered, offers_left, units_left
from hexbench.engine.values import Check, counted, say
from hexbench.games.iron_tide import movement, restricted
from hexbench.games.iron_tide.air import RESUPPLY, ready
from hexbench.games.iron_tide.pieces import ALLIED
from hexbench.games.iron_tide.reserves import MARKERS, marked
from hexbench.games.iron_tide.stacking import allowed, crowded, friends_at

if TYPE_CHECKING:
    from hexbench.games.iron_tide.engineers import Engineering
    from hexbench.games.iron_tide.fuel import Resupply
    from hexbench.games.iron_tide.phases import Movement, Reserve
    from hexbench.games.iron_tide.replacements import Replacements
    from hexbench.games.iron_tide.seat import ItSeat


# ---- movement and reserves -------------------------------------------------------------------------------------------
def movement_left(seat: ItSeat, step: Movement) -> Iterator[Check]:
    """4.24a: stacks that would lose units, reinforcements, units that have not moved, and Reserve markers."""
    yield from _crowds(seat, step.who, grace=False)
    yield from joint(seat, step.who)
    entry, entries = say("One reinforcement may still enter."), say("{n} reinforcements may still enter.")
    yield from units_left(seat, offered(seat, "enter"), entry, entries, "14.0a", ())
    yield from _movers(seat, step)
    if offered(seat, "reserve"):
        n = MARKERS - len(marked(seat.s, seat.board, step.who))
        if n:
            text = say("{n} of {most} Reserve markers can still be placed.", n=n, most=MARKERS)
            yield Check("offer", text, "6.0a")


def _movers(seat: ItSeat, step: Movement) -> Iterator[Check]:
    """5.0d: units that have not moved; no unit has to, and on 16AM few Allied units may (18.0c)."""
    able = offered(seat, "move")
    s = seat.s
    if restricted.surprise(s.turn) and step.who == ALLIED:
        free = tuple(uid for uid in able if not s.units[uid].attacked)
        if free and not s.first_mover:
            text = say("The one Allied unit of your choice that may move on 16AM has not moved.")
            yield Check("unit", text, "18.0c", free)
        able = tuple(uid for uid in able if s.units[uid].attacked)
    one, many = say("{unit} has not moved and still may."), say("{n} units have not moved and still may.")
    yield from units_left(seat, able, one, many, "5.0d", ())


def reserve_left(seat: ItSeat, step: Reserve) -> Iterator[Check]:
    """4.26a: units in reserve that have not moved, and stacks that would lose units."""
    yield from _crowds(seat, step.who, grace=True)
    yield from joint(seat, step.who)
    one, many = say("{unit} is in reserve and may still move."), say("{n} units in reserve may still move.")
    yield from units_left(seat, offered(seat, "move"), one, many, "4.26a", ())


def _crowds(seat: ItSeat, side: str, *, grace: bool) -> Iterator[Check]:
    """8.1c-d: hexes whose surplus is eliminated when the phase ends; ``grace`` spares what a retreat brought there (8.2c)."""
    for at in crowded(seat.s, seat.board, side):
        here = friends_at(seat.s, seat.board, side, at)
        over = len(here) - allowed(seat.s, here, grace)
        if over > 0:
            text = counted(
                over,
                say("{hex} holds {n} units; one of them will be eliminated.", hex=at, n=len(here)),
                say(
                    "{hex} holds {n} units; {over} of them will be eliminated.",
                    hex=at,
                    n=len(here),
                    over=over,
                ),
            )
            yield Check("stack", text, "8.1d", here, (at,))


def joint(seat: ItSeat, side: str) -> Iterator[Check]:
    """17.3a, 17.4a: hexes with units of two commands that could still be separated (B45)."""
    s, board = seat.s, seat.board
    for at, units in board.at.items():
        if len(units) < 2 or at.startswith("#"):
            continue
        here = friends_at(s, board, side, at)
        if len(here) < 2 or not restricted.mixed(seat.rules, s, here):
            continue
        if any(s.units[uid].moved for uid in here) or any(_could_leave(seat, uid) for uid in here):
            if seat.rules.options.army_rule:
                text = say("Units of two armies are stacked in {hex}; some will be eliminated.", hex=at)
            else:
                text = say(
                    "British and American units are stacked in {hex}; some will be eliminated.", hex=at
                )
            yield Check("stack", text, restricted.mixing_rule(seat.rules), here, (at,))


def _could_leave(seat: ItSeat, uid: str) -> bool:
    unit, printed = seat.s.units[uid], seat.s.roster[uid]
    if unit.moved or unit.frozen or any(restricted.bars(seat.s, uid, unit, printed)):
        return False
    return bool(movement.joint_reach(seat, (uid,)))


# ---- points ----------------------------------------------------------------------------------------------------------
def replacements_left(seat: ItSeat, step: Replacements) -> Iterator[Check]:
    """15.0l: unused points are lost. Nothing is listed when no unit can take one."""
    cadres, gone = offered(seat, "restore"), offered(seat, "raise")
    if not (cadres or gone):
        return
    text = counted(
        step.left,
        say("A replacement point is unused and will be lost."),
        say("{n} replacement points are unused and will be lost.", n=step.left),
    )
    yield Check("point", text, "15.0l")
    one, many = say("{unit} can take a replacement."), say("{n} regiments on the map can take a replacement.")
    yield from units_left(seat, cadres, one, many, "15.0h")
    one, many = say("{unit} can be brought back."), say("{n} eliminated regiments can be brought back.")
    yield from units_left(seat, gone, one, many, "15.0g", ())


def resupply_left(seat: ItSeat, step: Resupply) -> Iterator[Check]:
    """10.0d, 12.4b: unused points for resupply; they can still be used in the next Supply Phase of the same game turn."""
    n = ready(seat.s, RESUPPLY)
    hexes = tuple(target.object for target in seat.targets("drop"))
    if n and hexes:
        text = counted(
            n,
            say("An air point for resupply is unused."),
            say("{n} air points for resupply are unused.", n=n),
        )
        yield Check("point", text, "12.4b", hexes=hexes)


# ---- engineering -----------------------------------------------------------------------------------------------------
def engineering_left(seat: ItSeat, step: Engineering) -> Iterator[Check]:
    """4.27: demolitions that can be attempted and engineers that could start work, by verb."""
    rules = {"demolish": "13.1c", "burn": "13.2a", "bridge": "13.1h", "entrench": "13.3a"}
    names = {str(seat.rules.verbs[verb].label): rule for verb, rule in rules.items()}
    for check in offers_left(seat):
        label = next((str(value) for key, value in check.say.args if key == "verb"), "")
        yield Check(check.kind, check.say, names.get(label, "13.0a"), check.units, check.hexes)
