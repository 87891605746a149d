"""Problems in a position that was set up by hand, each as a sentence with the rule behind it."""

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
    """Every problem in a position: first units, then the game's fields, hexes, markers, accounts and the stack."""
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
            yield Problem(
                "11.78j", say("Unit {unit} has only one step and cannot be a cadre.", unit=uid), (uid,)
            )
        if unit.zoc and not printed.temporary_zoc:
            yield Problem(
                "7.4b", say("Unit {unit} cannot have a temporary zone of control.", unit=uid), (uid,)
            )
    yield from nowhere(s.roster, s.units)
    if s.first_mover:
        yield from _first_mover(s)


def _first_mover(s: IronTide) -> Iterator[Problem]:
    unit = s.units.get(s.first_mover)
    if unit is None:
        text = say("There is no unit {unit} to be the first unit to move.", unit=s.first_mover)
        yield Problem("18.0c", text, (s.first_mover,))
    elif unit.side != ALLIED:
        text = say("The first unit to move must be Allied; {unit} is not.", unit=s.first_mover)
        yield Problem("18.0c", text, (s.first_mover,))


def _moving(s: IronTide) -> bool:
    """R01: whether a movement phase is under way, or is about to begin or to be checked, so that a hex may be overfull.
    Questions asked in the middle of a move, about a commando or an exit, are part of the phase.
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
                    say(
                        "There are {n} {side} units in {hex}.",
                        n=len(here),
                        side=rules.side_name(side),
                        hex=at,
                    ),
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
                "13.1h",
                say("No engineers are at work on the construction at {target}.", target=target),
                (target,),
            )
    for at in (*s.entrenchments, *s.depots, *s.held):
        if at not in rules.atlas.index:
            yield Problem("position", say("{hex} is not a hex of this map.", hex=at), (at,))
    for name in s.closed_exits:
        if f"exit.{name}" not in rules.atlas.sheet.zones:
            text = say("There is no Victory Point Exit road {name} on this map.", name=name)
            yield Problem("12.1g", text, (name,))


def _bridge(rules: ItRules, name: str, rule: str) -> Iterator[Problem]:
    """The problem of a bridge on a hexside that cannot have one, reported under ``rule``."""
    try:
        key = rules.atlas.side_keys(name)[0]
    except ValueError:
        yield Problem(rule, say("{side} is not a hexside of this map.", side=name), (name,))
        return
    if "river" not in rules.atlas.side_kinds.get(key, ()):
        yield Problem(
            rule, say("There is no river along {side}, so no bridge can be there.", side=name), (name,)
        )


def _accounts(rules: ItRules, s: IronTide) -> Iterator[Problem]:
    """Problems in what is counted and recorded besides the units."""
    index = rules.atlas.index
    for uid, at in s.exited.items():
        if uid not in s.units or s.units[uid].side != GERMAN or s.units[uid].at != EXITED:
            text = say("{unit} is not a German unit that has left the map.", unit=uid)
            yield Problem("5.3c", text, (uid,))
        if at not in index:
            yield Problem("5.3c", say("{hex} is not a hex of this map.", hex=at), (at,))
    for at, n in s.queues.items():
        if at not in index or n < 0:
            yield Problem("14.0e", say("A queue of {n} at {hex} is not possible.", n=n, hex=at), (at,))
    for name in s.late:
        if name not in rules.tables.late_divisions.die or name == "none":
            yield Problem("17.2a", say("There is no late division {name}.", name=name))
    for at in s.resupplied:
        if at not in index:
            yield Problem("12.4d", say("{hex} is not a hex of this map.", hex=at), (at,))
    yield from _counts(rules, s)


def _counts(rules: ItRules, s: IronTide) -> Iterator[Problem]:
    """Impossible numbers."""
    for box, points in s.air.items():
        if box not in BOXES:
            text = say(
                "There is no air point box {box}; the boxes are {known}.", box=box, known=", ".join(BOXES)
            )
            yield Problem("10.0a", text)
        if points.spent < 0:
            yield Problem(
                "10.0a", say("The number of air points spent from box {box} cannot be negative.", box=box)
            )
    yield from _by_turn(rules, s)


def _by_turn(rules: ItRules, s: IronTide) -> Iterator[Problem]:
    """Problems in the fields that are keyed by game turn."""
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
            yield Problem("10.0a", say("The number of air points on {turn} cannot be negative.", turn=turn))
    for turn, given in s.replacements.items():
        if min(given.values(), default=0) < 0:
            yield Problem("15.0a", say("The number of replacements on {turn} cannot be negative.", turn=turn))


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
                yield say("{unit} sets up at the start, but has no starting hex on this map.", unit=uid)
    if isinstance(step, Replacements) and step.left < 0:
        yield say("the number of replacements cannot be negative.")
    if isinstance(step, Moving):
        hexes = (*step.walked, *step.path)
        if not step.walked or any(at not in rules.atlas.index for at in hexes):
            yield say("a move must use hexes of this map.")
        elif any(u not in s.units or s.units[u].at != step.walked[-1] for u in step.units):
            # step.units may be empty: the last unit of the stack was misdirected and split off (B41)
            yield say("the moving units must be in {hex}.", hex=step.walked[-1])
    if isinstance(step, Overstack) and step.who in SIDES:
        here = friends_at(s, rules.board(s), step.who, step.hex)
        # a hex that is no longer overstacked is simply skipped, so only an empty one is an error
        if step.hex not in rules.atlas.index or not here:
            yield say("{hex} is not overstacked.", hex=step.hex)
