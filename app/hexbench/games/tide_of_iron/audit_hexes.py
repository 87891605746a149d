"""What can be wrong with the hexes of a position: stacking, enemies together, ground, markers and who is inside them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hexbench.engine.values import Problem, say
from hexbench.games.tide_of_iron.pieces import SIDES
from hexbench.games.tide_of_iron.placing import MOST, MOST_VEHICLES, barred
from hexbench.games.tide_of_iron.setup_markers import WATER
from hexbench.games.tide_of_iron.works import FORTS, NONE

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.rules import TiRules
    from hexbench.games.tide_of_iron.state import TideOfIron


def hexes(rules: TiRules, s: TideOfIron) -> Iterator[Problem]:
    """Every problem, hex by hex."""
    board = rules.board(s)
    passing = frozenset(passers(s))
    for at, uids in board.at.items():
        if at not in rules.atlas.index:
            continue
        standing = [x for x in uids if x not in passing]
        for side in SIDES:
            yield from _stack(s, at, side, standing)
        open_ = {s.units[x].side for x in standing if not s.units[x].concealed}
        if len(open_) > 1:
            yield Problem("TI-MOV-02", say("Enemies stand together in {hex}.", hex=at), tuple(uids))
        for uid in standing:
            for reason in barred(rules, s, s.units[uid], at):
                yield Problem(reason.rule, reason.text, (uid, at))
        yield from _inside(s, at, uids)
    for at in s.works:
        yield from _markers(rules, s, at)


def passers(s: TideOfIron) -> Iterator[str]:
    """Units in the middle of a move: they may pass where nobody may stay (TI-STK-03, TI-ABL-18)."""
    for step in s.stack:
        for name in ("unit", "uid", "mover", "active"):
            found = getattr(step, name, None)
            if isinstance(found, str) and found in s.units:
                yield found


def _stack(s: TideOfIron, at: str, side: str, uids: list[str]) -> Iterator[Problem]:
    here = [x for x in uids if s.units[x].side == side]
    if len(here) > MOST:
        text = say("{n} units of one side stand in {hex}.", n=len(here), hex=at)
        yield Problem("TI-STK-01", text, (at, *here))
    if sum(not s.units[x].squad for x in here) > MOST_VEHICLES:
        yield Problem("TI-STK-02", say("More than two vehicles stand in {hex}.", hex=at), (at, *here))


def _inside(s: TideOfIron, at: str, uids: tuple[str, ...]) -> Iterator[Problem]:
    works = s.works.get(at, NONE)
    for kind in FORTS:
        inside = [x for x in uids if s.units[x].shelter == kind]
        if len(inside) > getattr(works, kind):
            text = say("More squads are in fortifications in {hex} than there are.", hex=at)
            yield Problem("TI-FORT-01", text, (at, *inside))
        elif len({s.units[x].side for x in inside}) > 1:
            text = say("Enemies are in fortifications of the same hex {hex}.", hex=at)
            yield Problem("TI-MOV-02", text, (at, *inside))


def _markers(rules: TiRules, s: TideOfIron, at: str) -> Iterator[Problem]:
    works = s.works[at]
    if at not in rules.atlas.index:
        yield Problem("position", say("{hex} is not a hex of this map.", hex=at), (at,))
        return
    terrain = rules.atlas.cell(at).terrain
    if works.forts > rules.tables.fort_limit or min(works.entrenchment, works.pillbox) < 0:
        yield Problem("TI-FORT-06", say("{hex} holds too many fortifications.", hex=at), (at,))
    if works.entrenchment and (terrain in WATER or terrain == "building"):
        rule = "B-FORT-2" if terrain == "bridge" else "TI-SPC-06"
        yield Problem(rule, say("Nobody can have dug in {hex}.", hex=at), (at,))
    if works.smoke and terrain == "building":
        yield Problem("TI-SMK-08", say("There is smoke in the building hex {hex}.", hex=at), (at,))
