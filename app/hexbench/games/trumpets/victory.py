"""Points and levels (TT-REC-19)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hexbench.engine.events import GameEnded
from hexbench.engine.values import Say, Verdict, counted, say
from hexbench.games.trumpets import supply
from hexbench.games.trumpets.pieces import ALLIED, GERMAN
from hexbench.games.trumpets.seat import TtPlay
from hexbench.hexes.numbering import parse

if TYPE_CHECKING:
    from hexbench.games.trumpets.mission import Levels
    from hexbench.games.trumpets.rules import TtRules
    from hexbench.games.trumpets.seat import Position


class Point(NamedTuple):
    """One line of a side's points."""

    side: str
    text: Say
    points: int
    at: str = ""


def account(rules: TtRules, s: Position) -> tuple[Point, ...]:
    """Every line of both sides' points as the game stands."""
    out = [
        Point(GERMAN, say("{place}", place=goal.name), goal.points, goal.hex)
        for goal in s.mission.objectives
        if s.held.get(goal.hex) == GERMAN
    ]
    lost = s.steps_lost
    if n := lost.get(ALLIED, 0):
        out.append(
            Point(
                GERMAN,
                counted(n, say("1 Allied step eliminated"), say("{n} Allied steps eliminated", n=n)),
                n,
            )
        )
    if n := lost.get(GERMAN, 0):
        out.append(
            Point(
                ALLIED,
                counted(n, say("1 German step eliminated"), say("{n} German steps eliminated", n=n)),
                n,
            )
        )
    if n := len(saved(rules, s)):
        out.append(
            Point(
                ALLIED,
                counted(
                    n,
                    say("1 American front line unit in supply in the west"),
                    say("{n} American front line units in supply in the west", n=n),
                ),
                n,
            )
        )
    return tuple(out)


def saved(rules: TtRules, s: Position) -> tuple[str, ...]:
    """American front line units in supply on or west of the column of the scenario (TT-REC-19)."""
    west = s.mission.exit_west
    if west is None:
        return ()
    reached = supply.supplied_hexes(rules, s, s.board if isinstance(s, TtPlay) else rules.board(s), ALLIED)
    roster = s.mission.units
    numbering = rules.atlas.sheet.grid.numbering
    return tuple(
        uid
        for uid, unit in s.units.items()
        if unit.on_map
        and roster[uid].nation == "american"
        and rules.front_line(roster[uid])
        and parse(numbering, unit.at)[0] <= west
        and unit.at in reached
    )


def scores(rules: TtRules, s: Position) -> dict[str, int]:
    """The points of each side."""
    out = {GERMAN: 0, ALLIED: 0}
    for line in account(rules, s):
        out[line.side] += line.points
    return out


def level(levels: Levels, difference: int) -> tuple[str | None, str]:
    """Returns (winner, name of the level) for a difference of German minus Allied points."""
    if difference >= levels.german_major:
        return GERMAN, "German major victory"
    if difference >= levels.german_minor:
        return GERMAN, "German minor victory"
    if difference >= levels.draw:
        return None, "Draw"
    return ALLIED, "Allied victory"


def finish(play: TtPlay) -> None:
    """End the game and give the verdict after the last turn."""
    play.stack.clear()
    found = verdict(play.rules, play)
    play.tell(GameEnded(found.winner, found.level))


def verdict(rules: TtRules, s: Position) -> Verdict:
    """The current standing; it is final when the last turn is over."""
    points = scores(rules, s)
    winner, name = level(s.mission.levels, points[GERMAN] - points[ALLIED])
    over = not s.stack
    return Verdict(over, winner if over else None, name, tuple(points.items()))
