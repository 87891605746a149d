"""Retreats after a battle: exactly the given number of hexes by a legal path, or the unit is eliminated
(BK-RES-14, BK-RES-21..27).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar, Final

from hexbench.atlas.atlas import side_name
from hexbench.engine.events import UnitMoved
from hexbench.engine.state import Ask
from hexbench.engine.values import Action, Offer, Reason, Say, Target, counted, say
from hexbench.engine.verb import Verb
from hexbench.games.blitzkrieg import casualties, passage
from hexbench.games.blitzkrieg.pieces import ALLIED, ELIMINATED, FOE
from hexbench.games.blitzkrieg.refusals import LIMIT

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.rules import BkRules
    from hexbench.games.blitzkrieg.seat import BkBoard, BkPlay, BkSeat, Position


class Retreat(Ask, frozen=True, kw_only=True):
    """Every unit of one side retreats exactly ``n`` hexes; a unit that cannot is eliminated (BK-RES-14,
    BK-RES-21).
    """

    units: tuple[str, ...]
    n: int
    open_table: ClassVar[bool] = True

    def say(self, seat: BkSeat) -> Say:
        far = say("1 hex") if self.n == 1 else say("{n} hexes", n=self.n)
        if len(self.units) == 1:
            return say("Retreat {far}: one unit is left.", far=far)
        return say("Retreat {far}: {m} units are left.", far=far, m=len(self.units))


# ---- where to --------------------------------------------------------------------------------------------------------
def _why_not_step(rules: BkRules, s: Position, board: BkBoard, uid: str, a: str, b: str) -> Iterator[Reason]:
    """What prevents a retreating unit from moving from one hex to the next (BK-RES-23); the hex it leaves
    does not count (BK-RES-24).
    """
    unit, printed = s.units[uid], s.roster[uid]
    if rules.atlas.index[b] in board.stand[FOE[unit.side]]:
        yield Reason("BK-MOV-10", say("An enemy unit is in {hex}.", hex=b), (b,))
    elif board.zones[FOE[unit.side]].counts[rules.atlas.index[b]]:
        yield Reason("BK-RES-23", say("{hex} is adjacent to an enemy unit.", hex=b), (b,))
    if unit.side == ALLIED and rules.terrain(b) == "siegfried":
        yield Reason("BK-MOV-11", say("No Allied unit may enter the Siegfried line."), (b,))
    side = side_name(a, b)
    if printed.type == "armor" and side in rules.rivers and not passage.open_bridge(rules, s, side):
        text = say("Armor cannot cross the river between {a} and {b}.", a=a, b=b)
        yield Reason("BK-MOV-14", text, (a, b))


def retreat_ways(rules: BkRules, s: Position, board: BkBoard, uid: str, n: int) -> dict[str, tuple[str, ...]]:
    """Hex -> a legal path of exactly ``n`` steps to it (BK-RES-23..27)."""
    near = rules.atlas.near
    out: dict[str, tuple[str, ...]] = {}
    known: dict[tuple[str, str], bool] = {}

    def free(a: str, b: str) -> bool:
        found = known.get((a, b))
        if found is None:
            found = known[a, b] = not any(_why_not_step(rules, s, board, uid, a, b))
        return found

    for path in _walks(near, free, (s.units[uid].at,), n):
        if path[-1] not in out and len(board.at.get(path[-1], ())) < LIMIT:
            out[path[-1]] = path[1:]
    return out


def _walks(
    near: Mapping[str, tuple[str, ...]], free: Callable[[str, str], bool], path: tuple[str, ...], left: int
) -> Iterator[tuple[str, ...]]:
    """Every continuation of a path by ``left`` legal steps that enters no hex twice."""
    if not left:
        yield path
        return
    for there in near[path[-1]]:
        if there not in path and free(path[-1], there):
            yield from _walks(near, free, (*path, there), left - 1)


# ---- the verb --------------------------------------------------------------------------------------------------------
class FallBack(Verb["BkSeat", Retreat, "BkPlay"]):
    """Retreat a unit, or lose it if it cannot retreat."""

    name = "fall_back"
    label = say("Retreat")
    help = say("Choose a unit and the hex it retreats to; a unit without a legal retreat is eliminated.")
    subject = "unit"
    object = "hex"

    def offer(self, seat: BkSeat, step: Retreat) -> Offer | None:
        """The units that have not retreated yet."""
        return Offer(self.name, step.units)

    def _ways(self, seat: BkSeat, step: Retreat, uid: str) -> dict[str, tuple[str, ...]]:
        key = ("fall back", uid)
        found: dict[str, tuple[str, ...]] | None = seat.memo.get(key)
        if found is None:
            found = seat.memo[key] = retreat_ways(seat.rules, seat.s, seat.board, uid, step.n)
        return found

    def targets(self, seat: BkSeat, step: Retreat, subject: tuple[str, ...]) -> Iterable[Target]:
        """Every hex at the end of a legal path; the box of eliminated units if there is none."""
        if len(subject) != 1 or subject[0] not in step.units:
            return
        ways = self._ways(seat, step, subject[0])
        for at, via in ways.items():
            yield Target(at, via=via)
        if not ways:
            text = say("No retreat is possible: the unit is eliminated.")
            yield Target(ELIMINATED, says=(text,), rules=("BK-RES-21",))

    def reasons(self, seat: BkSeat, step: Retreat | None, action: Action) -> Iterator[Reason]:
        """Why it may not retreat there."""
        if step is None:
            return
        if len(action.subject) != 1 or action.subject[0] not in step.units:
            yield Reason("BK-RES-18", say("Choose a unit that must retreat."))
            return
        uid, at = action.subject[0], action.object
        ways = self._ways(seat, step, uid)
        if at == ELIMINATED:
            if ways:
                yield Reason("BK-RES-21", say("The unit has a legal retreat."), tuple(ways))
        elif not at:
            if ways:  # without any, choosing the unit is enough
                yield Reason("BK-RES-20", say("Name the hex to retreat to."))
        elif at not in seat.rules.atlas.index:
            yield Reason("BK-MAP-13", say("{hex} is not a hex of this map.", hex=at))
        elif action.via and action.via != ways.get(at):
            yield from self._path(seat, step, action)
        elif at not in ways:
            yield from self._unreached(seat, step, uid, at)

    def _unreached(self, seat: BkSeat, step: Retreat, uid: str, at: str) -> Iterator[Reason]:
        rules, unit = seat.rules, seat.s.units[uid]
        far = rules.atlas.distance(unit.at, at)
        if far == 0 or far > step.n or (step.n == 1 and far != 1):
            text = counted(
                step.n,
                say("The retreat must be exactly 1 hex; {hex} is {far} away.", hex=at, far=far),
                say("The retreat must be exactly {n} hexes; {hex} is {far} away.", n=step.n, hex=at, far=far),
            )
            yield Reason("BK-RES-26", text, (unit.at, at))
        known = len(tuple(self._room(seat, at)))
        yield from self._room(seat, at)
        # The only step of a retreat of one hex is known; the last of a longer one may come from several hexes.
        before = unit.at if step.n == far == 1 else at
        for reason in _why_not_step(rules, seat.s, seat.board, uid, before, at):
            known += 1
            yield reason
        if not known and 0 < far <= step.n:
            text = say("Every retreat path of length {n} to {hex} is barred.", n=step.n, hex=at)
            yield Reason("BK-RES-23", text, (at,))

    def _room(self, seat: BkSeat, at: str) -> Iterator[Reason]:
        if len(seat.board.at.get(at, ())) >= LIMIT:
            text = say("{hex} would be over the stacking limit of {n} units.", n=LIMIT, hex=at)
            yield Reason("BK-RES-25", text, (at,))

    def _path(self, seat: BkSeat, step: Retreat, action: Action) -> Iterator[Reason]:
        uid = action.subject[0]
        path = (seat.s.units[uid].at, *action.via)
        near = seat.rules.atlas.near
        joined = all(b in near.get(a, ()) for a, b in pairwise(path))
        if not joined or len(path) != step.n + 1 or len(set(path)) < len(path) or path[-1] != action.object:
            text = counted(
                step.n,
                say("The retreat path must be exactly 1 hex long."),
                say("The retreat path must be exactly {n} hexes long and enter no hex twice.", n=step.n),
            )
            yield Reason("BK-RES-26", text)
            return
        for a, b in pairwise(path):
            yield from _why_not_step(seat.rules, seat.s, seat.board, uid, a, b)
        yield from self._room(seat, action.object)

    def settle(self, seat: BkSeat, step: Retreat, action: Action) -> Action:
        """Fill in the path if none was given; for a unit that cannot retreat, fill in its elimination."""
        if not action.object:
            return Action(self.name, action.subject, ELIMINATED)
        if action.object == ELIMINATED or action.via:
            return action
        via = self._ways(seat, step, action.subject[0])[action.object]
        return Action(self.name, action.subject, action.object, "", via)

    def do(self, play: BkPlay, step: Retreat, action: Action) -> None:
        uid = action.subject[0]
        left = tuple(u for u in step.units if u != uid)
        if left:
            play.swap(units=left)
        else:
            play.pop()
        if action.object == ELIMINATED:
            casualties.eliminate(play, uid)
            return
        path = (play.units[uid].at, *action.via)
        play.put(uid, at=action.object)
        play.tell(UnitMoved(uid, path, "retreat"))


FALL_BACK: Final = FallBack()
Retreat.verbs = (FALL_BACK,)
