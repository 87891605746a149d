"""Checks of positions set up by hand: a sentence for each fault, with the rule behind it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from hexbench.engine.documents.fields import game_problems, nowhere, step_words
from hexbench.engine.values import Problem, Say, say
from hexbench.games.trumpets.advance import Advance
from hexbench.games.trumpets.arrivals import Arrive
from hexbench.games.trumpets.battlefield import Backing, Plan
from hexbench.games.trumpets.building import impossible, stayed, under_way
from hexbench.games.trumpets.combat import Combat, Counter
from hexbench.games.trumpets.declare import Declare
from hexbench.games.trumpets.fields import UNITS, boxes, of_the_game
from hexbench.games.trumpets.losses import Loss
from hexbench.games.trumpets.moving import Moving
from hexbench.games.trumpets.pieces import ELIMINATED, EXITED, FOE, SIDES
from hexbench.games.trumpets.retreat import Retreat
from hexbench.games.trumpets.sequence import Campaign, PlayerTurn
from hexbench.games.trumpets.supporting import Defence

if TYPE_CHECKING:
    from hexbench.engine.state import Step
    from hexbench.games.trumpets.mission import Building
    from hexbench.games.trumpets.pieces import Printed, Unit
    from hexbench.games.trumpets.rules import TtRules
    from hexbench.games.trumpets.state import Trumpets


def problems(rules: TtRules, s: Trumpets) -> Iterator[Problem]:
    """Every fault of a position: first units, then hexes, defensive positions, numbers and the stack."""
    roster = s.mission.units
    for uid, unit in s.units.items():
        printed = roster.get(uid)
        if printed is None or printed.type not in rules.tables.templates:
            text = say("Unit {unit} is not in the order of battle, or its type is unknown.", unit=uid)
            yield Problem("position", text, (uid,))
            return
        yield from _place(rules, s, uid, unit)
        yield from _facts(rules, s, uid, unit, printed)
    yield from nowhere(roster, s.units)
    yield from UNITS.problems(s.units)
    yield from game_problems(of_the_game(s), s)
    yield from _hexes(rules, s)
    yield from _works(rules, s)
    yield from _accounts(rules, s)
    yield from _stack(rules, s)


# ---- units -----------------------------------------------------------------------------------------------------------
def _place(rules: TtRules, s: Trumpets, uid: str, unit: Unit) -> Iterator[Problem]:
    if unit.on_map:
        if unit.at not in rules.atlas.index:
            text = say("Unit {unit} is in {hex}, which is not on the map.", unit=uid, hex=unit.at)
            yield Problem("position", text, (uid, unit.at))
        elif s.mission.area and unit.at not in s.mission.area:
            text = say("Unit {unit} is in {hex}, outside the area in play.", unit=uid, hex=unit.at)
            yield Problem("position", text, (uid, unit.at))
    elif unit.at not in (at for at, _ in boxes(s.mission.turns)):
        text = say("Unit {unit} is in {box}, which is not a box of this game.", unit=uid, box=unit.at)
        yield Problem("position", text, (uid, unit.at))
    elif unit.at not in (ELIMINATED, EXITED) and s.mission.units[uid].at not in rules.atlas.index:
        text = say("Unit {unit} is due to arrive later but has no hex on the map to enter by.", unit=uid)
        yield Problem("TT-REC-02", text, (uid, unit.at))


def _facts(rules: TtRules, s: Trumpets, uid: str, unit: Unit, printed: Printed) -> Iterator[Problem]:
    if printed.side != unit.side:
        yield Problem("position", say("Unit {unit} is on the wrong side.", unit=uid), (uid,))
    full = rules.steps(printed)
    if unit.lost > full or (unit.lost == full) != (unit.at == ELIMINATED):
        text = say(
            "Unit {unit} cannot have lost {n} of {full} steps where it is.", unit=uid, n=unit.lost, full=full
        )
        yield Problem("TT-LOSS-03", text, (uid,))
    most = 2 * rules.template(printed).mf
    if unit.spent > most:
        text = say("Unit {unit} cannot have spent {n} half points of its MF.", unit=uid, n=unit.spent)
        yield Problem("TT-REC-03", text, (uid,))
    artillery = rules.template(printed).category == "artillery"
    if (unit.fired or unit.tot_day) and not artillery:
        yield Problem(
            "TT-REC-08", say("Unit {unit} is not artillery and cannot have fired.", unit=uid), (uid,)
        )
    if unit.tot_day and not rules.fires_tot(printed):
        text = say("Unit {unit} cannot fire time on target.", unit=uid)
        yield Problem("TT-REC-08", text, (uid,))
    if unit.engaged and not unit.on_map:
        yield Problem("TT-ENG-01", say("Unit {unit} is engaged but is not on the map.", unit=uid), (uid,))
    for foe in unit.engaged:
        if foe not in s.units or s.units[foe].side == unit.side:
            text = say("Unit {unit} is engaged with {foe}, which is not an enemy.", unit=uid, foe=foe)
            yield Problem("TT-ENG-01", text, (uid,))


# ---- hexes -----------------------------------------------------------------------------------------------------------
def _hexes(rules: TtRules, s: Trumpets) -> Iterator[Problem]:
    here: dict[str, list[str]] = {}
    for uid, unit in s.units.items():
        if unit.on_map and unit.at in rules.atlas.index:
            here.setdefault(unit.at, []).append(uid)
    most = rules.tables.stack_front, rules.tables.stack_other
    for at, units in here.items():
        if len({s.units[u].side for u in units}) > 1:
            yield Problem("position", say("Units of both sides are in {hex}.", hex=at), (at,))
        front = sum(rules.template(s.mission.units[u]).category == "front_line" for u in units)
        if front > most[0] or len(units) - front > most[1]:
            text = say(
                "{hex} holds {front} front line units and {others} others; the stacking "
                "limit is {most} and {rest}.",
                front=front,
                others=len(units) - front,
                hex=at,
                most=most[0],
                rest=most[1],
            )
            yield Problem("TT-REC-02", text, (at,))


def _works(rules: TtRules, s: Trumpets) -> Iterator[Problem]:
    for at, works in s.works.items():
        if at not in rules.atlas.index:
            yield Problem("position", say("{hex} is not a hex of this map.", hex=at), (at,))
        elif works.bare:
            yield Problem(
                "TT-DEF-21", say("{hex} is listed as having a position but has none.", hex=at), (at,)
            )
        elif works.road_block and not rules.road_at(at):
            yield Problem("TT-DEF-HEX-RB", say("There is no road in {hex} to block.", hex=at), (at,))
    for at, begun in under_way(s):
        builder = s.units.get(begun.builder)
        if at not in rules.atlas.index:
            yield Problem("position", say("{hex} is not a hex of this map.", hex=at), (at,))
        elif builder is None:
            yield Problem("TT-DEF-20", say("No unit is building the work in {hex}.", hex=at), (at,))
        elif builder.at not in (at, ELIMINATED) and stayed(builder):
            text = say("Unit {unit} is building in {hex} but is not there.", unit=begun.builder, hex=at)
            yield Problem("TT-DEF-20", text, (begun.builder, at))
        elif begun.since > s.player_turn:
            yield Problem(
                "TT-REC-15",
                say("The work in {hex} is dated later than the current player turn.", hex=at),
                (at,),
            )
        elif s.stack and builder.side != _phasing_in(s, begun.since):
            text = say("The work in {hex} was not begun in a player turn of its builder's side.", hex=at)
            yield Problem("TT-REC-15", text, (begun.builder, at))
        elif builder.at == at and stayed(builder):
            for reason in impossible(rules, s, begun):
                yield Problem(reason.rule, reason.text, (begun.builder, at))
        if begun.beside is not None and not _go_together(begun, begun.beside):
            text = say("The works being built in {hex} cannot exist side by side.", hex=at)
            yield Problem("TT-DEF-21", text, (at,))


def _phasing_in(s: Trumpets, player_turn: int) -> str:
    """The phasing side of a current or past player turn: they alternate."""
    return s.phasing if (s.player_turn - player_turn) % 2 == 0 else FOE[s.phasing]


def _go_together(first: Building, second: Building) -> bool:
    """Whether two works may be built at once in a hex: a road block and another position, by two units
    (TT-DEF-21).
    """
    apart = first.on_road != second.on_road and first.builder != second.builder
    return apart and second.beside is None


# ---- numbers ---------------------------------------------------------------------------------------------------------
def _accounts(rules: TtRules, s: Trumpets) -> Iterator[Problem]:
    if s.phasing not in SIDES:
        yield Problem("position", say("{side} is not a side.", side=s.phasing))
    for what, counts in (("air points", s.air_left), ("steps", s.steps_lost)):
        for side, n in counts.items():
            if side not in SIDES:
                text = say("{side} cannot have {n} {what}.", side=side, n=n, what=what)
                yield Problem("position", text)
    goals = {goal.hex for goal in s.mission.objectives}
    for at in s.held:
        if at not in goals:
            yield Problem("TT-REC-19", say("{hex} is not an objective.", hex=at), (at,))
    for at in s.attacked:
        if at not in rules.atlas.index:
            yield Problem("TT-REC-06", say("{hex} is not a hex of this map.", hex=at), (at,))


# ---- the stack --------------------------------------------------------------------------------------------------------
_BELOW: Final[dict[type, tuple[type, ...]]] = {
    Campaign: (),
    PlayerTurn: (Campaign,),
    Arrive: (PlayerTurn,),
    Moving: (PlayerTurn,),
    Declare: (PlayerTurn,),
    Combat: (Declare, Combat),
    Defence: (Combat,),
    Loss: (Combat,),
    Counter: (Combat,),
    Retreat: (Combat,),
    Advance: (Combat,),
}
"""The kinds of step that may be directly below each step on the stack; none for the bottom one."""


def _stack(rules: TtRules, s: Trumpets) -> Iterator[Problem]:
    """A fault for every step above the wrong one, or naming units or hexes that do not exist."""
    below: type | None = None
    for i, step in enumerate(s.stack):
        fit = _BELOW[type(step)]
        if (below is None) != (not fit) or (below is not None and below not in fit):
            text = say("Step {n} of the stack does not belong there.", n=i)
            yield Problem("TT-SEQ-02", text, ("stack",))
        below = type(step)
        for text in _step(rules, s, step):
            yield Problem("position", say("Step {n} of the stack: {what}", n=i, what=text), ("stack",))


def _step(rules: TtRules, s: Trumpets, step: Step) -> Iterator[Say]:
    yield from step_words(step, SIDES)
    if isinstance(step, Advance) and step.row not in rules.tables.advance.rows:
        yield say("the advance chart has no row {row}.", row=step.row)
    if isinstance(step, Retreat) and step.n < 1:
        yield say("no unit can retreat {n} hexes.", n=step.n)
    units, hexes = _named(step)
    for uid in dict.fromkeys(units):
        if uid not in s.units:
            yield say("there is no unit {unit}.", unit=uid)
    for at in dict.fromkeys(hexes):
        if at not in rules.atlas.index:
            yield say("{hex} is not a hex of this map.", hex=at or "?")


def _named(step: Step) -> tuple[list[str], list[str]]:
    """The units and hexes named in a step."""
    units: list[str] = [*getattr(step, "units", ()), *getattr(step, "done", ())]
    hexes: list[str] = [*getattr(step, "origins", ())]
    for part in (getattr(step, "plan", None), getattr(step, "backing", None), getattr(step, "defence", None)):
        if isinstance(part, Plan):
            units += (*part.units, *part.backing.guns, *part.backing.tots)
            hexes += (part.hex,) if part.hex or isinstance(step, Combat) else ()
        elif isinstance(part, Backing):
            units += (*part.guns, *part.tots)
    if isinstance(step, Defence | Advance):
        hexes.append(step.hex)
    if isinstance(step, Combat) and step.fight is not None:
        units += (one.unit for one in (*step.fight.attackers, *step.fight.defenders))
    return units, hexes
