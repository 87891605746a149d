"""After the die: what is exchanged, where units retreat, where they advance (BK-RES-17..32)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar, Final

from hexbench.atlas.reach import First, reach
from hexbench.engine.events import UnitMoved
from hexbench.engine.phases import END, Phase
from hexbench.engine.state import Ask
from hexbench.engine.values import Action, Offer, Reason, Say, Target, say
from hexbench.engine.verb import Verb
from hexbench.games.blitzkrieg import harm, passage
from hexbench.games.blitzkrieg.pieces import ALLIED, ELIMINATED, FOE
from hexbench.games.blitzkrieg.refusals import LIMIT

if TYPE_CHECKING:
    from hexbench.atlas.reach import Reach
    from hexbench.games.blitzkrieg.board import BkBoard
    from hexbench.games.blitzkrieg.hands import BkPlay, BkSeat, Position
    from hexbench.games.blitzkrieg.rules import BkRules


# ---- exchange --------------------------------------------------------------------------------------------------------
class Exchange(Ask, frozen=True, kw_only=True):
    """One side names the unit it loses (BK-RES-34)."""

    units: tuple[str, ...]
    auto: ClassVar[bool] = True
    open_table: ClassVar[bool] = True

    def say(self, seat: BkSeat) -> Say:
        """What is asked."""
        return say("Exchange: choose the unit you lose.")


class GiveUp(Verb["BkSeat", Exchange, "BkPlay"]):
    """Lose a unit in an exchange."""

    name = "give_up"
    label = say("Lose this unit")
    help = say("The unit is eliminated; the other side loses one too.")
    subject = "unit"

    def offer(self, seat: BkSeat, step: Exchange) -> Offer | None:
        """The units of the engagement."""
        return Offer(self.name, tuple(u for u in step.units if seat.s.units[u].on_map))

    def targets(self, seat: BkSeat, step: Exchange, subject: tuple[str, ...]) -> Iterable[Target]:
        """Nothing to choose."""
        if not any(self.reasons(seat, step, Action(self.name, subject))):
            yield Target(rules=("BK-RES-17",))

    def reasons(self, seat: BkSeat, step: Exchange | None, action: Action) -> Iterator[Reason]:
        """One unit of the engagement."""
        units = step.units if step is not None else ()
        if len(action.subject) != 1 or action.subject[0] not in units:
            yield Reason("BK-RES-34", say("Choose one of your units in this engagement."))

    def do(self, play: BkPlay, step: Exchange, action: Action) -> None:
        """It is eliminated."""
        play.pop()
        harm.eliminate(play, action.subject[0])


# ---- retreats --------------------------------------------------------------------------------------------------------
class Retreat(Ask, frozen=True, kw_only=True):
    """Every unit of one side retreats exactly ``n`` hexes; who cannot is eliminated (BK-RES-14, BK-RES-21)."""

    units: tuple[str, ...]
    n: int
    open_table: ClassVar[bool] = True

    def say(self, seat: BkSeat) -> Say:
        """What is asked."""
        return say("Retreat {n} hexes: {m} units are left.", n=self.n, m=len(self.units))


def retreat_ways(rules: BkRules, s: Position, board: BkBoard, uid: str, n: int) -> dict[str, tuple[str, ...]]:
    """Hex -> a path of exactly ``n`` steps to it on which nothing forbids the retreat (BK-RES-23..27)."""
    unit, printed = s.units[uid], s.roster[uid]
    atlas, foe = rules.atlas, FOE[unit.side]
    near = board.near[foe].counts
    enemy = set(passage.occupied(s, board, foe))
    out: dict[str, tuple[str, ...]] = {}

    def open_to(a: str, b: str) -> bool:
        if b in enemy or near[atlas.index[b]]:
            return False
        if unit.side == ALLIED and rules.terrain(b) == "siegfried":
            return False
        side = f"{a}/{b}" if a < b else f"{b}/{a}"
        dry = side not in rules.rivers or passage.open_bridge(rules, s, side)
        return dry or printed.type != "armor"

    def walk(path: tuple[str, ...]) -> None:
        if len(path) == n + 1:
            at = path[-1]
            if at not in out and len(board.at.get(at, ())) < LIMIT:
                out[at] = path[1:]
            return
        for there in atlas.near[path[-1]]:
            if there not in path and open_to(path[-1], there):
                walk((*path, there))

    walk((unit.at,))
    return out


class FallBack(Verb["BkSeat", Retreat, "BkPlay"]):
    """Retreat a unit, or lose it when it cannot."""

    name = "fall_back"
    label = say("Retreat")
    help = say("Choose a unit and where it ends; a unit without a legal retreat is eliminated.")
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
        """Every hex at the end of a legal way; the box of the eliminated when there is none."""
        if len(subject) != 1 or subject[0] not in step.units:
            return
        ways = self._ways(seat, step, subject[0])
        for at, via in ways.items():
            yield Target(at, via=via)
        if not ways:
            yield Target(
                ELIMINATED,
                says=(say("No retreat is possible: the unit is eliminated."),),
                rules=("BK-RES-21",),
            )

    def reasons(self, seat: BkSeat, step: Retreat | None, action: Action) -> Iterator[Reason]:
        """Why it may not retreat there."""
        if step is None:
            return
        if len(action.subject) != 1 or action.subject[0] not in step.units:
            yield Reason("BK-RES-18", say("Choose a unit that has to retreat."))
            return
        ways = self._ways(seat, step, action.subject[0])
        if action.object == ELIMINATED:
            if ways:
                yield Reason("BK-RES-21", say("The unit can retreat."), tuple(ways))
        elif action.object not in ways:
            text = say("No legal way of exactly {n} hexes ends in {hex}.", n=step.n, hex=action.object)
            yield Reason("BK-RES-23", text, tuple(ways))
        elif action.via and action.via != ways[action.object]:
            yield from self._path(seat, step, action)

    def _path(self, seat: BkSeat, step: Retreat, action: Action) -> Iterator[Reason]:
        unit = seat.s.units[action.subject[0]]
        path = (unit.at, *action.via)
        joined = all(b in seat.rules.atlas.near.get(a, ()) for a, b in pairwise(path))
        if not joined or len(path) != step.n + 1 or len(set(path)) < len(path) or path[-1] != action.object:
            text = say("A retreat is a way of exactly {n} hexes that enters none twice.", n=step.n)
            yield Reason("BK-RES-26", text)
            return
        near = seat.board.near[FOE[unit.side]].counts
        for at in action.via:
            if near[seat.rules.atlas.index[at]]:
                yield Reason("BK-RES-23", say("{hex} is next to an enemy.", hex=at), (at,))

    def settle(self, seat: BkSeat, step: Retreat, action: Action) -> Action:
        """The way, where the hand named none."""
        if action.object == ELIMINATED or action.via:
            return action
        via = self._ways(seat, step, action.subject[0])[action.object]
        return Action(self.name, action.subject, action.object, "", via)

    def do(self, play: BkPlay, step: Retreat, action: Action) -> None:
        """Go, or die."""
        uid = action.subject[0]
        left = tuple(u for u in step.units if u != uid)
        if left:
            play.swap(units=left)
        else:
            play.pop()
        if action.object == ELIMINATED:
            harm.eliminate(play, uid)
            return
        path = (play.units[uid].at, *action.via)
        play.put(uid, at=action.object)
        play.tell(UnitMoved(uid, path, "retreat"))


# ---- advances --------------------------------------------------------------------------------------------------------
class Advance(Phase, frozen=True, kw_only=True):
    """Units of one side may advance with ``n`` movement points each; declining is allowed (BK-RES-15, BK-RES-20)."""

    units: tuple[str, ...]
    n: int
    vacated: tuple[str, ...] = ()
    """Hexes that may be entered as a first step whatever they cost (BK-RES-29)."""
    only: tuple[str, ...] = ()
    """After an exchange: the one hex they may enter (BK-RES-17)."""
    open_table: ClassVar[bool] = True

    def say(self, seat: BkSeat) -> Say:
        """What is asked."""
        if self.only:
            return say("Advance into {hex}, or decline.", hex=self.only[0])
        return say("Advance with {n} movement points each, or decline.", n=self.n)

    def default(self, seat: BkSeat) -> Action | None:
        """Decline."""
        return Action(END.name)


def advance_reach(rules: BkRules, s: Position, board: BkBoard, step: Advance, uid: str) -> Reach:
    """Where a unit can advance: rivers are crossed at once, not by armor (BK-RES-28..32)."""
    unit, printed = s.units[uid], s.roster[uid]
    arcs = passage.passages(rules).arcs(unit.side, printed.type, s.blown, wading=True)
    ground = passage.ground(rules, s, board, unit.side)
    here = rules.atlas.index[unit.at]
    budget = 2 * step.n * passage.HALF
    first = []
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
    return reach(arcs, ground, passage.STOPS, here, 1 if step.only else budget, first=first)


class Press(Verb["BkSeat", Advance, "BkPlay"]):
    """Advance a unit."""

    name = "advance"
    label = say("Advance")
    help = say("Drag a unit to where it advances, as in ordinary movement.")
    subject = "unit"
    object = "hex"

    def offer(self, seat: BkSeat, step: Advance) -> Offer | None:
        """Units that have not advanced yet and can."""
        able = tuple(u for u in step.units if self._ways(seat, step, u))
        return Offer(self.name, able) if able else None

    def _ways(self, seat: BkSeat, step: Advance, uid: str) -> dict[str, int]:
        """Hex -> cost, with room."""
        key = ("advance", uid)
        found: dict[str, int] | None = seat.memo.get(key)
        if found is None:
            labels = seat.rules.atlas.labels
            reach_ = seat.memo["advance reach", uid] = advance_reach(
                seat.rules, seat.s, seat.board, step, uid
            )
            found = seat.memo[key] = {
                labels[i]: cost
                for i, cost in reach_.costs.items()
                if i != reach_.start and len(seat.board.at.get(labels[i], ())) < LIMIT
            }
        return found

    def targets(self, seat: BkSeat, step: Advance, subject: tuple[str, ...]) -> Iterable[Target]:
        """Every hex it can get to."""
        if len(subject) != 1 or subject[0] not in step.units:
            return
        labels, index = seat.rules.atlas.labels, seat.rules.atlas.index
        for at, cost in self._ways(seat, step, subject[0]).items():
            path = seat.memo["advance reach", subject[0]].path(index[at])
            yield Target(at, via=tuple(labels[i] for i in path), cost=None if step.only else cost)

    def reasons(self, seat: BkSeat, step: Advance | None, action: Action) -> Iterator[Reason]:
        """Why it may not advance there."""
        if step is None:
            return
        if len(action.subject) != 1 or action.subject[0] not in step.units:
            yield Reason("BK-RES-18", say("Choose a unit that may advance."))
            return
        if action.object not in self._ways(seat, step, action.subject[0]):
            if step.only:
                text = say("After an exchange only {hex} may be entered.", hex=step.only[0])
                yield Reason("BK-RES-17", text, step.only)
            elif len(seat.board.at.get(action.object, ())) >= LIMIT:
                text = say("More than {n} units would stand in {hex}.", n=LIMIT, hex=action.object)
                yield Reason("BK-MOV-08", text, (action.object,))
            else:
                text = say("{hex} is out of reach with {n} movement points.", hex=action.object, n=step.n)
                yield Reason("BK-RES-28", text)

    def settle(self, seat: BkSeat, step: Advance, action: Action) -> Action:
        """The way."""
        for found in self.targets(seat, step, action.subject):
            if found.object == action.object:
                return Action(self.name, action.subject, action.object, "", found.via)
        return action

    def do(self, play: BkPlay, step: Advance, action: Action) -> None:
        """Go."""
        uid = action.subject[0]
        left = tuple(u for u in step.units if u != uid)
        if left:
            play.swap(units=left)
        else:
            play.pop()
        path = (play.units[uid].at, *action.via)
        play.put(uid, at=action.object)
        play.tell(UnitMoved(uid, path, "advance"))


GIVE_UP: Final = GiveUp()
FALL_BACK: Final = FallBack()
PRESS: Final = Press()
Exchange.verbs = (GIVE_UP,)
Retreat.verbs = (FALL_BACK,)
Advance.verbs = (PRESS, END)
VERBS: Final = (GIVE_UP, FALL_BACK, PRESS)
