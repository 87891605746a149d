"""The raster: units are picked up one by one, cycled through, and placed again (BK-UI-12..14, BK-UI-25)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar, Final

from msgspec.structs import replace

from hexbench.engine.events import Noted, UnitPlaced
from hexbench.engine.values import Action, Barrier, Offer, Reason, Target, say
from hexbench.engine.verb import LazyTargets, Verb
from hexbench.engine.verbs.kinds import Press
from hexbench.games.blitzkrieg import engage, passage
from hexbench.games.blitzkrieg.infiltrators import refuge
from hexbench.games.blitzkrieg.moving_ways import go, places, reach_now, take_up, target, warnings
from hexbench.games.blitzkrieg.pieces import ALLIED, ELIMINATED, GROUND, RASTER
from hexbench.games.blitzkrieg.refusals import movable, why_not_by, why_not_collect, why_not_there

if TYPE_CHECKING:
    from hexbench.atlas.reach import Reach
    from hexbench.games.blitzkrieg.moving import Moving
    from hexbench.games.blitzkrieg.pieces import Engagement
    from hexbench.games.blitzkrieg.seat import BkPlay, BkSeat, Position

ROOM: Final = 27
"""How many units the raster holds (BK-UI-13)."""
_JOINING: Final = ("engage", "engage_other")
"""How to place a unit so that it joins the engagement of units in the hex (BK-ENG-17); units there may be in
two different ones.
"""


class Collect(Verb["BkSeat", "Moving", "BkPlay"]):
    """BK-UI-12: a unit leaves the map and goes to the raster."""

    name = "collect"
    label = say("Collect")
    help = say("Pick up a unit into the raster; it leaves its engagement.")
    subject = "unit"
    routed = False
    risk: ClassVar[Barrier] = "dice"

    def undo_barrier(self, seat: BkSeat, step: Moving) -> tuple[Barrier, bool]:
        """Infiltrators may call for dice (BK-INF-06)."""
        return chance(seat, step.who)

    def offer(self, seat: BkSeat, step: Moving) -> Offer | None:
        """Units that may be picked up, as long as the raster has room (BK-UI-13)."""
        able = movable(seat, step.who)
        return Offer(self.name, able, back=True) if able and len(seat.s.raster) < ROOM else None

    def targets(self, seat: BkSeat, step: Moving, subject: tuple[str, ...]) -> Iterable[Target]:
        if len(subject) == 1 and not any(self.reasons(seat, step, Action(self.name, subject))):
            said = warnings(seat, subject, seat.s.units[subject[0]].at, [])
            yield Target(says=tuple(text for text, _ in said), rules=("BK-UI-12", *(r for _, r in said)))

    def reasons(self, seat: BkSeat, step: Moving | None, action: Action) -> Iterator[Reason]:
        """Why it may not be picked up."""
        who = step.who if step is not None else seat.s.phasing
        if len(action.subject) != 1:
            yield Reason("BK-UI-12", say("Units are collected one at a time."))
        for uid in action.subject:
            yield from why_not_collect(seat, who, uid)
        if len(seat.s.raster) >= ROOM:
            yield Reason("BK-UI-13", say("The raster is full: it holds {n} units.", n=ROOM))

    def do(self, play: BkPlay, step: Moving, action: Action) -> None:
        """Pick it up, unless an infiltrator leads it astray."""
        uid = action.subject[0]
        if not take_up(play, uid):
            return
        box = RASTER[step.who]
        play.put(uid, at=box)
        play.set(raster=(*play.raster, uid))
        play.tell(UnitPlaced(uid, box))


class Deposit(Verb["BkSeat", "Moving", "BkPlay"]):
    """BK-UI-14: the last unit of the raster is placed; next to an engaged unit it may join that unit's
    engagement.
    """

    name = "deposit"
    label = say("Deposit")
    help = say("Place the unit in hand in a hex it can reach from where it began the turn.")
    subject = "unit"
    object = "hex"
    hows = _JOINING
    risk: ClassVar[Barrier] = "dice"

    def undo_barrier(self, seat: BkSeat, step: Moving) -> tuple[Barrier, bool]:
        """Infiltrators may call for dice (BK-INF-03, BK-INF-10)."""
        return chance(seat, step.who)

    def able(self, seat: BkSeat, step: Moving) -> Iterable[str]:
        """The last unit of the raster first. Any may be named, which combines Next and Deposit."""
        return (u for u in reversed(seat.s.raster) if seat.s.units[u].start)

    def targets(self, seat: BkSeat, step: Moving, subject: tuple[str, ...]) -> Iterable[Target]:
        """Every hex with room within its reach; where friendly units are engaged, also with joining their
        engagements (BK-ENG-17).
        """
        if len(subject) != 1 or any(self._waits(seat, subject)):
            return ()
        found = places(seat, subject)
        if not found:
            at = refuge(seat.rules, seat.s, seat.board, subject[0])
            return (Target(at, says=(say("No hex in its reach has room for it."),), rules=("BK-UI-31",)),)
        labels = seat.rules.atlas.labels
        fights = seat.s.roster[subject[0]].type in GROUND
        engaged: dict[str, int] = {}
        for e in seat.s.engagements if fights else ():
            for at in _attacking_hexes(seat.s, e):
                engaged[at] = engaged.get(at, 0) + 1
        keys = [(i, how) for i in found for how in ("", *_JOINING[: engaged.get(labels[i], 0)])]
        return LazyTargets(keys, lambda key: _put(seat, subject, *key))

    def reasons(self, seat: BkSeat, step: Moving | None, action: Action) -> Iterator[Reason]:
        """Why it may not be placed there."""
        if len(action.subject) != 1:
            yield Reason("BK-UI-14", say("Units are placed one at a time."))
            return
        waits = tuple(self._waits(seat, action.subject))
        yield from waits
        if waits:
            return
        if not places(seat, action.subject):
            at = refuge(seat.rules, seat.s, seat.board, action.subject[0])
            if action.object != at:
                yield Reason("BK-UI-31", say("Only {hex} has room for it.", hex=at), (at,))
        else:
            yield from why_not_there(seat, action.subject, action.object)
            yield from why_not_by(seat, action.subject, action.object, action.via)
        if action.how and seat.s.roster[action.subject[0]].type not in GROUND:
            yield Reason("BK-ENG-18", say("Infiltrators cannot take part in engagements."))
        elif action.how and _engagement(seat.s, action.object, action.how) is None:
            text = say("None of your units in {hex} is engaged.", hex=action.object)
            yield Reason("BK-ENG-17", text, (action.object,))

    def _waits(self, seat: BkSeat, subject: tuple[str, ...]) -> Iterator[Reason]:
        for uid in subject:
            if uid not in seat.s.raster:
                yield Reason("BK-UI-14", say("Only a unit in the raster can be placed."))
            elif not seat.s.units[uid].start:
                yield Reason("BK-UI-26", say("Reinforcements are placed in the reinforcement phase."))

    def settle(self, seat: BkSeat, step: Moving, action: Action) -> Action:
        """Fill in the route if none was given; there is none to a hex used only for lack of room elsewhere
        (BK-AMB-36).
        """
        i = seat.rules.atlas.index[action.object]
        if i not in reach_now(seat, action.subject[0]):
            return replace(action, via=())
        return replace(action, via=action.via or target(seat, action.subject, i).via)

    def do(self, play: BkPlay, step: Moving, action: Action) -> None:
        """Place it, unless an infiltrator leads it astray."""
        uid = action.subject[0]
        grown = _engagement(play, action.object, action.how)
        if play.rules.atlas.index[action.object] not in _reach(play, uid):
            play.put(uid, at=action.object)
            play.tell(UnitPlaced(uid, action.object))
        elif not go(play, uid, action.object, action.via):
            return
        play.set(raster=tuple(u for u in play.raster if u != uid))
        if grown is not None and play.units[uid].on_map:
            now = replace(grown, attackers=(*grown.attackers, uid))
            play.set(engagements=tuple(now if e == grown else e for e in play.engagements))
            engage.joined(play, now, (uid,))


class Next(Press["BkSeat", "Moving", "BkPlay"]):
    """BK-UI-25: every unit of the raster moves up one place, the last becomes the first."""

    name = "next"
    label = say("Next")
    help = say("Make the next unit in the raster the unit in hand.")
    rule = "BK-UI-25"
    back = True

    def against(self, seat: BkSeat, step: Moving | None) -> Iterator[Reason]:
        """The raster holds fewer than two."""
        if len(seat.s.raster) < 2:
            yield Reason("BK-UI-25", say("The raster holds no other unit."))

    def do(self, play: BkPlay, step: Moving, action: Action) -> None:
        play.set(raster=(play.raster[-1], *play.raster[:-1]))
        hand = play.raster[-1]
        name = play.rules.title(play.roster[hand])
        play.tell(Noted("BK-UI-25", say("{unit} is in hand.", unit=name), (hand,)))


def chance(seat: BkSeat, who: str) -> tuple[Barrier, bool]:
    """Whether picking units up and placing them may call for dice because of infiltrators."""
    if who == ALLIED:
        return ("dice", False) if seat.board.spies else ("", False)
    spies = any(
        p.type == "infiltrator" and seat.s.units[u].at != ELIMINATED for u, p in seat.s.roster.items()
    )
    return ("dice", False) if spies else ("", False)


def _attacking_hexes(s: Position, e: Engagement) -> tuple[str, ...]:
    """The hexes of the attackers of an engagement."""
    return tuple(dict.fromkeys(s.units[u].at for u in e.attackers))


def _engagement(s: Position, at: str, how: str) -> Engagement | None:
    """The engagement with attackers in a hex that a unit placed there joins, the first or the other; None if
    there is none.
    """
    if how not in _JOINING:
        return None
    found = [e for e in s.engagements if at in _attacking_hexes(s, e)]
    n = _JOINING.index(how)
    return found[n] if n < len(found) else None


def _put(seat: BkSeat, subject: tuple[str, ...], i: int, how: str) -> Target:
    """The target for one hex and, if it joins one, the engagement."""
    found = target(seat, subject, i)
    e = _engagement(seat.s, found.object, how)
    if e is None:
        return found
    text = say("It joins the engagement on {hexes}.", hexes=", ".join(e.hexes))
    return replace(found, how=how, says=(*found.says, text), rules=(*found.rules, "BK-ENG-17"))


def _reach(play: BkPlay, uid: str) -> Reach:
    return passage.reach_of(play.rules, play, play.board, uid, play.units[uid].start)


COLLECT: Final = Collect()
DEPOSIT: Final = Deposit()
NEXT: Final = Next()
VERBS: Final = (COLLECT, DEPOSIT, NEXT)
