"""Advances after a battle: they pay movement points as in ordinary movement, cross rivers at once, and may be
declined (BK-RES-15..32).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from hexbench.atlas.reach import First, Obstacles, reach, walk
from hexbench.engine.events import Noted, UnitMoved
from hexbench.engine.values import Action, Check, Reason, Say, Target, counted, say
from hexbench.engine.verb import LazyTargets, Verb
from hexbench.engine.verbs.kinds import END, Phase, Pick
from hexbench.games.blitzkrieg import checklist, passage
from hexbench.games.blitzkrieg.pieces import ALLIED, FOE
from hexbench.games.blitzkrieg.refusals import LIMIT, broken_off, cut_off, leads

if TYPE_CHECKING:
    from hexbench.atlas.arcs import Arcs
    from hexbench.atlas.reach import Reach, Walk
    from hexbench.games.blitzkrieg.rules import BkRules
    from hexbench.games.blitzkrieg.seat import BkBoard, BkPlay, BkSeat, Position


class Advance(Phase, frozen=True, kw_only=True):
    """Units of one side may advance with ``n`` movement points each; declining is allowed (BK-RES-15, BK-RES-20)."""

    units: tuple[str, ...]
    n: int
    vacated: tuple[str, ...] = ()
    """Hexes that may be entered as a first step whatever they cost (BK-RES-29)."""
    only: tuple[str, ...] = ()
    """After an exchange: the one hex they may enter (BK-RES-17)."""
    open_table: ClassVar[bool] = True

    def unfinished(self, seat: BkSeat) -> Iterable[Check]:
        """Units that could still advance."""
        return checklist.advance_left(seat)

    def say(self, seat: BkSeat) -> Say:
        if self.only:
            return say("Advance into {hex}, or decline.", hex=self.only[0])
        if self.n == 1:
            return say("Advance with 1 movement point each, or decline.")
        return say("Advance with {n} movement points each, or decline.", n=self.n)

    def default(self, seat: BkSeat) -> Action | None:
        return Action(END.name)


# ---- where to --------------------------------------------------------------------------------------------------------
def _advance_reach(rules: BkRules, s: Position, board: BkBoard, step: Advance, uid: str) -> Reach:
    """Where a unit can advance to. Rivers are crossed at once, but not by armor (BK-MOV-15, BK-RES-28..32)."""
    arcs, here, budget, first = _goes(rules, s, step, uid)
    ground = passage.ground(rules, s, board, s.units[uid].side)
    return reach(arcs, ground, passage.STOPS, here, budget, first=first)


def _advance_along(
    rules: BkRules, s: Position, board: BkBoard, step: Advance, uid: str, via: tuple[str, ...]
) -> Walk:
    """Follow one route of :func:`_advance_reach` hex by hex: how far it leads and what stops it."""
    arcs, here, budget, first = _goes(rules, s, step, uid)
    ground = passage.ground(rules, s, board, s.units[uid].side)
    route = [rules.atlas.index[at] for at in via]
    return walk(arcs, ground, passage.STOPS, here, route, budget, first=first)


def _goes(rules: BkRules, s: Position, step: Advance, uid: str) -> tuple[Arcs, int, int, list[First]]:
    """The search parameters of an advance: the arcs with their costs, the starting hex, the budget and the
    possible first steps.
    """
    unit, printed = s.units[uid], s.roster[uid]
    arcs = passage.passages(rules).arcs(unit.side, printed.type, s.blown, wading=True)
    here = rules.atlas.index[unit.at]
    budget = 2 * step.n * passage.HALF
    first: list[First] = []
    for direction, j in enumerate(rules.atlas.around[here]):
        price = arcs.cost(here, direction) if j >= 0 else None
        if price is None:
            continue
        at = rules.atlas.labels[j]
        if step.only:
            if at in step.only:
                first.append(First(j, 1))
        elif at in step.vacated and price > budget:
            first.append(First(j, budget))
        else:
            first.append(First(j, price))
    return arcs, here, 1 if step.only else budget, first


def mobile(s: Position, uid: str) -> bool:
    """Whether a unit is free to advance. A unit immobilised in its own side's current turn is not
    (BK-MOV-17); a mark left over from an earlier turn is ignored.
    """
    return not (s.units[uid].fixed and s.units[uid].side == s.phasing)


def can_advance(rules: BkRules, s: Position, board: BkBoard, step: Advance) -> bool:
    """Whether any of the units has anywhere to go."""
    labels = rules.atlas.labels
    for uid in step.units:
        found = _advance_reach(rules, s, board, step, uid) if mobile(s, uid) else None
        if found is not None and any(
            i != found.start and len(board.at.get(labels[i], ())) < LIMIT for i in found
        ):
            return True
    return False


def _advance_ways(seat: BkSeat, step: Advance, uid: str) -> dict[str, int]:
    """Hex with room in reach of an advancing unit -> cost in twelfths."""
    key = ("advance", uid)
    found: dict[str, int] | None = seat.memo.get(key)
    if found is None:
        labels = seat.rules.atlas.labels
        reach_ = seat.memo["advance reach", uid] = _advance_reach(seat.rules, seat.s, seat.board, step, uid)
        found = seat.memo[key] = {
            labels[i]: cost
            for i, cost in reach_.costs.items()
            if mobile(seat.s, uid) and i != reach_.start and len(seat.board.at.get(labels[i], ())) < LIMIT
        }
    return found


def _out_of_reach(step: Advance, at: str, *, by_way: bool = False) -> Say:
    """The refusal for a hex that the points do not reach at all, or not by the route given."""
    if by_way:
        return counted(
            step.n,
            say("{hex} is out of reach by that route with 1 movement point.", hex=at),
            say("{hex} is out of reach by that route with {n} movement points.", hex=at, n=step.n),
        )
    return counted(
        step.n,
        say("{hex} is out of reach with 1 movement point.", hex=at),
        say("{hex} is out of reach with {n} movement points.", hex=at, n=step.n),
    )


# ---- verbs -----------------------------------------------------------------------------------------------------------
class Press(Verb["BkSeat", Advance, "BkPlay"]):
    """Advance a unit."""

    name = "advance"
    label = say("Advance")
    help = say("Drag a unit to the hex it advances to, as in ordinary movement.")
    subject = "unit"
    object = "hex"

    def able(self, seat: BkSeat, step: Advance) -> Iterable[str]:
        """Units that have not advanced yet and can."""
        return (u for u in step.units if _advance_ways(seat, step, u))

    def targets(self, seat: BkSeat, step: Advance, subject: tuple[str, ...]) -> Iterable[Target]:
        """Every hex it can advance to."""
        if len(subject) != 1 or subject[0] not in step.units:
            return ()
        labels, index = seat.rules.atlas.labels, seat.rules.atlas.index
        ways = _advance_ways(seat, step, subject[0])
        reach_ = seat.memo["advance reach", subject[0]]

        def target(i: int) -> Target:
            via = tuple(labels[j] for j in reach_.path(i))
            return Target(labels[i], via=via, cost=None if step.only else ways[labels[i]])

        return LazyTargets([index[at] for at in ways], target, labels)

    def reasons(self, seat: BkSeat, step: Advance | None, action: Action) -> Iterator[Reason]:
        """Why it may not advance there."""
        if step is None:
            return
        bound = [u for u in action.subject if u in seat.s.units and not mobile(seat.s, u)]
        if len(action.subject) == 1 and bound:
            name = seat.called(bound[0])
            text = say("{unit} is immobilised this turn and cannot advance.", unit=name)
            yield Reason("BK-MOV-17", text, seat.s.units[bound[0]].spot)
        elif len(action.subject) != 1 or action.subject[0] not in step.units:
            yield Reason("BK-RES-18", say("Choose a unit that may advance."))
        elif action.object not in seat.rules.atlas.index:
            missing = say("Name the hex to advance to.")
            text = say("{hex} is not a hex of this map.", hex=action.object) if action.object else missing
            yield Reason("BK-MAP-13" if action.object else "BK-RES-20", text)
        elif action.object not in _advance_ways(seat, step, action.subject[0]):
            yield from self._unreached(seat, step, action.subject[0], action.object)
        elif action.via:
            yield from self._off_way(seat, step, action)

    def _off_way(self, seat: BkSeat, step: Advance, action: Action) -> Iterator[Reason]:
        """Why the route given cannot be taken (BK-RES-17, BK-RES-28)."""
        uid, to, via = action.subject[0], action.object, action.via
        path = (seat.s.units[uid].at, *via)
        if not leads(seat, path[0], to, via):
            text = say("That route does not lead from the unit to {hex}.", hex=to)
            yield Reason("BK-RES-28", text, (to,))
        elif len(set(path)) < len(path):
            yield Reason(
                "BK-RES-28", say("An advance may not enter a hex twice or return to its starting hex."), (to,)
            )
        elif step.only and via != (to,):
            text = say("After an exchange, only {hex} may be entered.", hex=to)
            yield Reason("BK-RES-17", text, step.only)
        else:
            found = _advance_along(seat.rules, seat.s, seat.board, step, uid, via)
            if found.halt == "budget":
                yield Reason("BK-RES-28", _out_of_reach(step, to, by_way=True), (to,))
            elif found.halt is not None:
                yield broken_off(seat, uid, path, found)

    def _unreached(self, seat: BkSeat, step: Advance, uid: str, at: str) -> Iterator[Reason]:
        s, rules, board = seat.s, seat.rules, seat.board
        unit, i = s.units[uid], rules.atlas.index[at]
        if unit.at == at:
            yield Reason(
                "BK-RES-28", say("An advance may not enter a hex twice or return to its starting hex."), (at,)
            )
            return
        known = False
        if step.only and at not in step.only:
            known = True
            text = say("After an exchange, only {hex} may be entered.", hex=step.only[0])
            yield Reason("BK-RES-17", text, step.only)
        if at in passage.occupied(board, FOE[unit.side]):
            known = True
            yield Reason("BK-MOV-10", say("An enemy unit is in {hex}.", hex=at), (at,))
        if unit.side == ALLIED and rules.terrain(at) == "siegfried":
            known = True
            yield Reason("BK-MOV-11", say("No Allied unit may enter the Siegfried line."), (at,))
        if len(board.at.get(at, ())) >= LIMIT:
            known = True
            text = say("{hex} would be over the stacking limit of {n} units.", n=LIMIT, hex=at)
            yield Reason("BK-MOV-08", text, (at,))
        if not known:
            yield self._short(seat, step, uid, i)

    def _short(self, seat: BkSeat, step: Advance, uid: str, i: int) -> Reason:
        """The refusal for a hex that takes too many points, or that no number of points would reach."""
        s, rules = seat.s, seat.rules
        unit, printed = s.units[uid], s.roster[uid]
        at = rules.atlas.labels[i]
        arcs = passage.passages(rules).arcs(unit.side, printed.type, s.blown, wading=True)
        here = rules.atlas.index[unit.at]
        far = 400 * passage.HALF
        stand = passage.ground(rules, s, seat.board, unit.side)
        found = reach(arcs, stand, passage.STOPS, here, far)
        if i in found:
            return Reason("BK-RES-28", _out_of_reach(step, at), (at,))
        if i in reach(arcs, Obstacles.empty(len(rules.atlas.labels)), passage.FREE, here, far):
            return Reason(
                "BK-MOV-04", say("The unit must stop next to an enemy on every route there."), (at,)
            )
        barred = cut_off(rules, s, uid, unit.at, at)
        if barred is not None:
            return barred
        return Reason("BK-MOV-14", say("Armor cannot cross a river without a bridge."), (at,))

    def settle(self, seat: BkSeat, step: Advance, action: Action) -> Action:
        """Fill in the route if none was given."""
        if action.via:
            return action
        for found in self.targets(seat, step, action.subject):
            if found.object == action.object:
                return Action(self.name, action.subject, action.object, "", found.via)
        return action

    def do(self, play: BkPlay, step: Advance, action: Action) -> None:
        uid = action.subject[0]
        handled(play, step, uid)
        path = (play.units[uid].at, *action.via)
        play.put(uid, at=action.object)
        play.tell(UnitMoved(uid, path, "advance"))


class Stay(Pick["BkSeat", Advance, "BkPlay"]):
    """BK-RES-20: the advance of one unit is declined, as selecting it twice does."""

    name = "stay"
    label = say("Do not advance")
    help = say("This unit stays where it is; the others may still advance.")
    rule = "BK-RES-20"
    back = True

    def among(self, seat: BkSeat, step: Advance) -> Sequence[str]:
        """Every unit that has not been dealt with yet."""
        return step.units

    def unfit(self, seat: BkSeat, step: Advance | None, ref: str) -> Iterator[Reason]:
        """It must be one of the units that may advance."""
        if step is None or ref not in step.units:
            yield Reason("BK-RES-18", say("Choose a unit that may advance."))

    def do(self, play: BkPlay, step: Advance, action: Action) -> None:
        """Mark the unit as dealt with."""
        handled(play, step, action.subject[0])
        name = play.rules.title(play.roster[action.subject[0]])
        play.tell(Noted("BK-RES-20", say("{unit} does not advance.", unit=name), action.subject))


def handled(play: BkPlay, step: Advance, uid: str) -> None:
    """Mark one unit as dealt with; the question ends with the last of them (BK-RES-18)."""
    left = tuple(u for u in step.units if u != uid)
    if left:
        play.swap(units=left)
    else:
        play.pop()


PRESS: Final = Press()
STAY: Final = Stay()
Advance.verbs = (PRESS, STAY, END)
