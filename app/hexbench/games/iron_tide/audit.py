"""What can be wrong with a position that was set up by hand, as sentences with the rule behind each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from hexbench.engine.documents.fields import game_problems, nowhere, stack_problems, step_words
from hexbench.engine.values import Problem, Say, say
from hexbench.games.iron_tide import chits
from hexbench.games.iron_tide.air import BOXES
from hexbench.games.iron_tide.fields import UNITS, boxes, of_the_game
from hexbench.games.iron_tide.movers import Moving
from hexbench.games.iron_tide.phases import Movement, Reserve
from hexbench.games.iron_tide.pieces import ALLIED, DUE, EXITED, GERMAN, SIDES
from hexbench.games.iron_tide.reinforcements import shut_out
from hexbench.games.iron_tide.replacements import Replacements
from hexbench.games.iron_tide.retreat import Retreat
from hexbench.games.iron_tide.sequence import (
    Campaign,
    PlayerTurn,
    movement_ends,
    movement_phase,
    reserve_ends,
    reserve_phase,
)
from hexbench.games.iron_tide.setup import start_hex
from hexbench.games.iron_tide.stacking import LIMIT, Overstack, friends_at
from hexbench.games.iron_tide.works import ends, is_bridge

if TYPE_CHECKING:
    from hexbench.engine.state import Step
    from hexbench.games.iron_tide.rules import ItRules
    from hexbench.games.iron_tide.state import IronTide


def problems(rules: ItRules, s: IronTide) -> Iterator[Problem]:
    """Every problem of a position, by unit and then by hex."""
    yield from _units(rules, s)
    yield from UNITS.problems(s.units)
    yield from game_problems(of_the_game(rules, s), s)
    if any(uid not in s.roster for uid in s.units):
        return
    yield from _hexes(rules, s)
    yield from _markers(rules, s)
    yield from _accounts(rules, s)
    yield from stack_problems(s, lambda step: _step(rules, s, step))
    yield from chits.problems(rules.tables.chits, s)


def _units(rules: ItRules, s: IronTide) -> Iterator[Problem]:
    known = {at for at, _ in boxes(rules)} | {"#absent"}
    for uid, unit in s.units.items():
        printed = s.roster.get(uid)
        if printed is None:
            yield Problem("position", say("Unit {unit} is not in the order of battle.", unit=uid), (uid,))
            continue
        if printed.side != unit.side:
            yield Problem("position", say("Unit {unit} is on the wrong side.", unit=uid), (uid,))
        if unit.at.startswith("#"):
            if unit.at not in known:
                yield Problem(
                    "position",
                    say("Unit {unit} is in {box}, which is not a box of this game.", unit=uid, box=unit.at),
                    (uid, unit.at),
                )
            elif unit.at.startswith(DUE) and shut_out(rules, printed):
                text = say("Unit {unit} can never enter play: it has no way onto this map.", unit=uid)
                yield Problem("14.0b", text, (uid, unit.at))
        elif unit.at not in rules.atlas.index:
            yield Problem(
                "position",
                say("Unit {unit} is in {hex}, which is not on the map.", unit=uid, hex=unit.at),
                (uid, unit.at),
            )
        if unit.cadre and printed.size != "regiment":
            yield Problem("11.78j", say("Unit {unit} has one step and cannot be a cadre.", unit=uid), (uid,))
        if unit.zoc and not printed.temporary_zoc:
            yield Problem("7.4b", say("Unit {unit} has no temporary zone of control.", unit=uid), (uid,))
    yield from nowhere(s.roster, s.units)
    if s.first_mover:
        yield from _first_mover(s)


def _first_mover(s: IronTide) -> Iterator[Problem]:
    unit = s.units.get(s.first_mover)
    if unit is None:
        text = say("There is no unit {unit} to be the first mover.", unit=s.first_mover)
        yield Problem("18.0c", text, (s.first_mover,))
    elif unit.side != ALLIED:
        text = say("The first mover is an Allied unit, and {unit} is not.", unit=s.first_mover)
        yield Problem("18.0c", text, (s.first_mover,))


def _moving(s: IronTide) -> bool:
    """R01: whether a phase of movement lasts, or is about to begin or to be checked: then a hex may hold more. It lasts while
    somebody is asked in between, for the sake of a commando or of an exit.
    """
    top = s.stack[-1] if s.stack else None
    if isinstance(top, PlayerTurn):
        return 0 <= top.at < len(PlayerTurn.stages) and PlayerTurn.stages[top.at] in _MOVING
    return any(isinstance(step, Movement | Moving | Overstack | Reserve) for step in s.stack)


_MOVING: Final = (movement_phase, movement_ends, reserve_phase, reserve_ends)


def _hexes(rules: ItRules, s: IronTide) -> Iterator[Problem]:
    board = rules.board(s)
    moving = _moving(s)
    retreating = {step.who for step in s.stack if isinstance(step, Retreat)}
    for at in board.at:
        if at not in board.atlas.index:
            continue
        i = board.atlas.index[at]
        if board.held["german"][i] and board.held["allied"][i]:
            yield Problem("8.1b", say("Units of both sides are in {hex}.", hex=at), (at,))
        for side in ("german", "allied"):
            here = friends_at(s, board, side, at)
            if (
                len(here) > LIMIT
                and not (moving and s.phasing == side)
                and side not in retreating
                and not any(s.units[u].retreated for u in here)
            ):
                yield Problem(
                    "8.1a",
                    say("{n} {side} units stand in {hex}.", n=len(here), side=rules.side_name(side), hex=at),
                    (at,),
                )


def _markers(rules: ItRules, s: IronTide) -> Iterator[Problem]:
    for name in s.bridges:
        yield from _bridge(rules, name, "position")
    for name in s.german_bridges:
        yield from _bridge(rules, name, "13.1k")
    for target, work in s.works.items():
        there = s.units[work.engineer].at if work.engineer in s.units else ""
        mine = there in ends(target) and s.units[work.engineer].side == work.side
        if not mine or work.left < 1 or (is_bridge(target) and s.bridges.get(target) != "building"):
            yield Problem(
                "13.1h", say("Nobody builds what is being built at {target}.", target=target), (target,)
            )
    for at in (*s.entrenchments, *s.depots, *s.held):
        if at not in rules.atlas.index:
            yield Problem("position", say("{hex} is not a hex of this map.", hex=at), (at,))
    for name in s.closed_exits:
        if f"exit.{name}" not in rules.atlas.sheet.zones:
            text = say("There is no Victory Point Exit road {name} on this map.", name=name)
            yield Problem("12.1g", text, (name,))


def _bridge(rules: ItRules, name: str, rule: str) -> Iterator[Problem]:
    """A hexside where no bridge can be."""
    try:
        key = rules.atlas.side_keys(name)[0]
    except ValueError:
        yield Problem(rule, say("{side} is not a hexside of this map.", side=name), (name,))
        return
    if "river" not in rules.atlas.side_kinds.get(key, ()):
        yield Problem(rule, say("No river runs along {side}: no bridge can be there.", side=name), (name,))


def _accounts(rules: ItRules, s: IronTide) -> Iterator[Problem]:
    """What is counted and remembered beside the units."""
    index = rules.atlas.index
    for uid, at in s.exited.items():
        if uid not in s.units or s.units[uid].side != GERMAN or s.units[uid].at != EXITED:
            text = say("{unit} is no German unit that has left the map.", unit=uid)
            yield Problem("5.3c", text, (uid,))
        if at not in index:
            yield Problem("5.3c", say("{hex} is not a hex of this map.", hex=at), (at,))
    for at, n in s.queues.items():
        if at not in index or n < 0:
            yield Problem("14.0e", say("There is no queue as long as {n} before {hex}.", n=n, hex=at), (at,))
    for name in s.late:
        if name not in rules.tables.late_divisions.die or name == "none":
            yield Problem("17.2a", say("There is no late division {name}.", name=name))
    for at in s.resupplied:
        if at not in index:
            yield Problem("12.4d", say("{hex} is not a hex of this map.", hex=at), (at,))
    yield from _counts(rules, s)


def _counts(rules: ItRules, s: IronTide) -> Iterator[Problem]:
    """Numbers that cannot be."""
    for box, points in s.air.items():
        if box not in BOXES:
            text = say("There are no air points {box}; there are {known}.", box=box, known=", ".join(BOXES))
            yield Problem("10.0a", text)
        if points.spent < 0:
            yield Problem("10.0a", say("There are no fewer than no air points {box}.", box=box))
    yield from _by_turn(rules, s)


def _by_turn(rules: ItRules, s: IronTide) -> Iterator[Problem]:
    """What goes by the name of a game turn."""
    turns = {turn.id for turn in rules.tables.turn_record.turns}
    for rule, named in (
        ("4.21b", s.weather),
        ("10.0a", s.air_points),
        ("15.0a", s.replacements),
        ("12.5a", s.fuel_rolls),
    ):
        for turn in named:
            if turn not in turns:
                yield Problem(rule, say("There is no game turn {turn}.", turn=turn))
    for turn, air in s.air_points.items():
        if min(air.values(), default=0) < 0:
            yield Problem("10.0a", say("There are no fewer than no air points on {turn}.", turn=turn))
    for turn, given in s.replacements.items():
        if min(given.values(), default=0) < 0:
            yield Problem("15.0a", say("There are no fewer than no replacements on {turn}.", turn=turn))


# ---- the stack --------------------------------------------------------------------------------------------------------
def _step(rules: ItRules, s: IronTide, step: Step) -> Iterator[Say]:
    yield from step_words(step, SIDES)
    if isinstance(step, Campaign) and step.at == 0:
        for uid, printed in s.roster.items():
            if (
                printed.arrives == "16AM"
                and not printed.free
                and start_hex(rules, printed) not in rules.atlas.index
            ):
                yield say("{unit} is to be set up, but it has no starting hex on this map.", unit=uid)
    if isinstance(step, Replacements) and step.left < 0:
        yield say("there are no fewer than no replacements.")
    if isinstance(step, Moving):
        hexes = (*step.walked, *step.path)
        if not step.walked or any(at not in rules.atlas.index for at in hexes):
            yield say("a move goes over hexes of this map.")
        elif any(u not in s.units or s.units[u].at != step.walked[-1] for u in step.units):
            # nobody may be left of those who began to move: the last was led astray (B41)
            yield say("the units under way must stand in {hex}.", hex=step.walked[-1])
    if isinstance(step, Overstack) and step.who in SIDES:
        here = friends_at(s, rules.board(s), step.who, step.hex)
        # a hex that was cured by what was decided in the meantime is passed over, so only an empty one is a mistake
        if step.hex not in rules.atlas.index or not here:
            yield say("{hex} is not overstacked.", hex=step.hex)
