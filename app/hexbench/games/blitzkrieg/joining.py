"""Joining units: one gives its strength to another of its class (BK-JOIN)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple

from hexbench.atlas.reach import NEVER
from hexbench.engine.events import Noted, StepLost, StepRegained, UnitPlaced, UnitRemoved
from hexbench.engine.values import Action, Barrier, Reason, Target, counted, say
from hexbench.engine.verb import LazyTargets, Verb
from hexbench.games.blitzkrieg import casualties, engage, passage, supply
from hexbench.games.blitzkrieg.moving_ways import Routes, get_past, reach_now, routes, take_up, warnings
from hexbench.games.blitzkrieg.pieces import GROUND, MERGED, RASTER
from hexbench.games.blitzkrieg.raster import ROOM, chance
from hexbench.games.blitzkrieg.refusals import movable, why_not_by, why_not_collect

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.moving import Moving
    from hexbench.games.blitzkrieg.seat import BkPlay, BkSeat, Position


_FEW: Final = 12


class Sum(NamedTuple):
    """The result of a join: points transferred, whether both are in supply afterwards, and their turns of
    isolation.
    """

    points: int
    resupplied: bool
    turns: int


def reckon(s: Position, giver: str, receiver: str) -> Sum:
    """How many points are transferred: the sum of both, but no more than the receiver's original strength
    (BK-JOIN-03..05).

    If one is supplied and the other not, both first count as supplied, with the strength they thereby regain
    (BK-JOIN-08). Two isolated units pool the strengths they will regain, and take the longer isolation of the
    two.
    """
    one, other = s.units[giver], s.units[receiver]
    room = s.roster[receiver].strength - other.defence
    mixed = bool(one.isolated) != bool(other.isolated)
    turns = 0 if mixed else max(one.isolated, other.isolated)
    return Sum(max(0, min(room, one.defence)), mixed, turns)


class Join(Verb["BkSeat", "Moving", "BkPlay"]):
    """JOIN UNITS: give strength to another unit."""

    name = "join"
    label = say("Join units")
    help = say(
        "Add a unit in the raster or on the map to a weakened unit of the same class that it can reach."
    )
    subject = "unit"
    object = "unit"
    risk: ClassVar[Barrier] = "dice"

    def undo_barrier(self, seat: BkSeat, step: Moving) -> tuple[Barrier, bool]:
        """Infiltrators may call for dice (BK-INF-06, BK-INF-10)."""
        return chance(seat, step.who)

    def able(self, seat: BkSeat, step: Moving) -> Iterable[str]:
        """Units that have a partner."""
        return (u for u in (*reversed(seat.s.raster), *movable(seat, step.who)) if self._any(seat, u))

    def _weak(self, seat: BkSeat, who: str, kind: str, cut_off: bool) -> dict[int, list[str]]:
        """Hex -> the units of a class on the map that a giver could help, for a giver that is isolated
        (``cut_off``) or not.

        Units below their strength can always be built up; others only gain by changing from isolated to
        supplied, or if the giver does (BK-JOIN-08).
        """
        found: dict[int, list[str]] | None = seat.memo.get(("weak", who, kind, cut_off))
        if found is None:
            units, roster, index = seat.s.units, seat.s.roster, seat.rules.atlas.index
            lists, rank = seat.board.lists, seat.board.rank
            short, cut = lists[who, "short"], lists[who, "cut"]
            fitting = {u for u in lists[who, "ground"] if u not in cut} if cut_off else set(cut)
            found = seat.memo["weak", who, kind, cut_off] = {}
            for uid in sorted(fitting.union(short), key=rank.__getitem__):
                if roster[uid].type == kind:
                    found.setdefault(index[units[uid].at], []).append(uid)
        return found

    def may(self, seat: BkSeat, step: Moving) -> bool:
        """Whether any unit has a partner. The one that had a partner last time usually still has one, so it
        is tried first.
        """
        kept = seat.rules.memo
        last = kept.get("joins")
        givers = (*reversed(seat.s.raster), *movable(seat, step.who))
        if last in givers and self._any(seat, last):
            return True
        kept["joins"] = next((u for u in givers if self._any(seat, u)), None)
        return kept["joins"] is not None

    def _any(self, seat: BkSeat, giver: str) -> bool:
        """Whether a unit has a partner. Most have none and all are asked at every step, so this uses plain
        loops and searches only if no earlier search can answer.
        """
        s = seat.s
        one = s.units[giver]
        if not one.start:
            return False
        printed = s.roster[giver]
        who, kind, whole = one.side, printed.type, 2 * printed.mp
        weak = self._weak(seat, who, kind, bool(one.isolated))
        if not weak:
            return False
        if len(weak) > _FEW:
            return any(True for _ in self._partners(seat, giver))
        rules, alone = seat.rules, [giver]
        here, budget = rules.atlas.index[one.start], passage.points(rules, s, giver)
        known: dict[int, Mapping[int, int]] = seat.memo.setdefault(("comers", who, kind, whole), {})
        for i in weak:
            costs = known.get(i)
            if costs is not None and costs.get(here, NEVER) <= budget and weak[i] != alone:
                return True
        for i in weak:
            if i not in known and weak[i] != alone:
                costs = known[i] = passage.comers(rules, s, seat.board, who, kind, i, whole)
                if costs.get(here, NEVER) <= budget:
                    return True
        return False

    def _partners(self, seat: BkSeat, giver: str) -> Iterable[str]:
        """The partners it can reach. Usually few units need strength, so routes are searched from them, for
        all givers at once.
        """
        s, rules, board = seat.s, seat.rules, seat.board
        one, printed = s.units[giver], s.roster[giver]
        if not one.start:
            return ()
        who, kind, whole = one.side, printed.type, 2 * printed.mp
        weak = self._weak(seat, who, kind, bool(one.isolated))
        if not weak:
            return ()  # two of three units that are asked end here, without a search or a generator
        here, budget = rules.atlas.index[one.start], passage.points(rules, s, giver)
        if len(weak) > _FEW:
            costs = reach_now(seat, giver).costs
            return (uid for i, there in weak.items() if i in costs for uid in there if uid != giver)
        known: dict[int, Mapping[int, int]] = seat.memo.setdefault(("comers", who, kind, whole), {})

        def near(i: int) -> bool:
            costs = known.get(i)
            if costs is None:
                costs = known[i] = passage.comers(rules, s, board, who, kind, i, whole)
            return costs.get(here, NEVER) <= budget

        alone = [giver]
        return (
            uid for i, there in weak.items() if there != alone and near(i) for uid in there if uid != giver
        )

    def targets(self, seat: BkSeat, step: Moving, subject: tuple[str, ...]) -> Iterable[Target]:
        """The units it can join, with the resulting strength."""
        if len(subject) != 1 or subject[0] not in seat.s.units:
            return ()
        found = sorted(self._partners(seat, subject[0]), key=seat.board.rank.__getitem__)
        fit = [u for u in found if not any(self._bars(seat, step.who, subject[0], u))]
        return LazyTargets(fit, lambda receiver: self._target(seat, subject[0], receiver))

    def _target(self, seat: BkSeat, giver: str, receiver: str) -> Target:
        s = seat.s
        at = s.units[receiver].at
        found = reckon(s, giver, receiver)
        way = routes(seat, giver).to(seat.rules.atlas.index[at])
        left = s.units[giver].defence - found.points
        said = [
            (say("It will have a strength of {n}.", n=s.units[receiver].defence + found.points), "BK-JOIN-03")
        ]
        if left:
            said.append(
                (
                    counted(
                        left,
                        say("1 point stays in the raster."),
                        say("{n} points stay in the raster.", n=left),
                    ),
                    "BK-JOIN-05",
                )
            )
        if found.resupplied:
            said.append((say("Both are in supply again."), "BK-JOIN-08"))
        said += warnings(seat, (giver,), at, [way])
        return Target(
            receiver, "", way.via, way.cost, tuple(text for text, _ in said), tuple(rule for _, rule in said)
        )

    def reasons(self, seat: BkSeat, step: Moving | None, action: Action) -> Iterator[Reason]:
        """Every reason against it."""
        s, rules = seat.s, seat.rules
        who = step.who if step is not None else s.phasing
        receiver = action.object
        if len(action.subject) != 1 or action.subject[0] not in s.units or receiver not in s.units:
            yield Reason("BK-JOIN-01", say("Name one unit that gives its strength and one that receives it."))
            return
        giver = action.subject[0]
        if giver == receiver:
            yield Reason("BK-JOIN-01", say("A unit cannot join itself."))
            return
        yield from self._bars(seat, who, giver, receiver)
        one, other = s.units[giver], s.units[receiver]
        mine = other.side == who and other.on_map and (giver in s.raster or one.on_map)
        if mine and (not one.start or rules.atlas.index[other.at] not in reach_now(seat, giver)):
            text = say("{unit} cannot reach {hex}.", unit=rules.title(s.roster[giver]), hex=other.at)
            yield Reason("BK-JOIN-07", text, other.spot)
        if mine:
            yield from why_not_by(seat, action.subject, other.at, action.via)

    def _bars(self, seat: BkSeat, who: str, giver: str, receiver: str) -> Iterator[Reason]:
        """Every reason against it except the route."""
        s, rules = seat.s, seat.rules
        one, other = s.units[giver], s.units[receiver]
        if giver not in s.raster and not one.on_map:
            yield Reason(
                "BK-JOIN-01",
                say("{unit} is neither in the raster nor on the map.", unit=rules.title(s.roster[giver])),
            )
            return
        if one.on_map:
            yield from why_not_collect(seat, who, giver)
            if len(s.raster) >= ROOM and one.defence > reckon(s, giver, receiver).points:
                yield Reason(
                    "BK-UI-13",
                    say("The raster is full and has no room for the strength that would be left over."),
                )
        if other.side != who or not other.on_map:
            text = say("{unit} is not one of your units on the map.", unit=rules.title(s.roster[receiver]))
            yield Reason("BK-JOIN-02" if other.on_map else "BK-JOIN-01", text, other.spot)
            return
        if s.roster[giver].type != s.roster[receiver].type:
            yield Reason("BK-JOIN-02", say("The two units are not of the same class."), other.spot)
        elif s.roster[receiver].type not in GROUND:
            yield Reason("BK-JOIN-02", say("Only ground units can be joined."), other.spot)
            return
        found = reckon(s, giver, receiver)
        if not found.points and not found.resupplied:
            yield Reason("BK-JOIN-04", say("The unit already has its original strength."), other.spot)

    def do(self, play: BkPlay, step: Moving, action: Action) -> None:
        """Transfer the strength, unless an infiltrator leads the giver astray."""
        giver, receiver = action.subject[0], action.object
        box = RASTER[step.who]
        if play.units[giver].on_map and not take_up(play, giver):
            return
        if play.board.spies:
            i = play.rules.atlas.index[play.units[receiver].at]
            via = action.via or Routes(play.rules, play, play.board, giver).to(i).via
            if not get_past(play, giver, via):
                return
        found = reckon(play, giver, receiver)
        names = {
            "giver": play.rules.title(play.roster[giver]),
            "unit": play.rules.title(play.roster[receiver]),
        }
        text = counted(
            found.points,
            say("{giver} gives 1 point to {unit}.", **names),
            say("{giver} gives {n} points to {unit}.", n=found.points, **names),
        )
        play.tell(Noted("BK-JOIN-01", text, (giver, receiver)))
        if found.resupplied:
            supply.restore(play, giver if play.units[giver].isolated else receiver)
        left = play.units[giver].defence - found.points
        self._now(play, receiver, play.units[receiver].defence + found.points, found.turns)
        casualties.fix(play, receiver)
        if left:
            self._now(play, giver, left, found.turns)
        if not left:
            play.put(giver, at=MERGED, strength=0, base=0, whole=0, isolated=0, start="")
            play.set(raster=tuple(u for u in play.raster if u != giver))
            play.tell(UnitRemoved(giver, MERGED))
        elif play.units[giver].at != box:
            play.put(giver, at=box)
            play.set(raster=(*play.raster, giver))
            play.tell(UnitPlaced(giver, box))
        built_up = engage.engagement_of(play, receiver)
        if built_up is not None:
            engage.tell_odds(play, built_up)  # joining works like depositing (BK-ENG-16)

    def _now(self, play: BkPlay, uid: str, whole: int, turns: int) -> None:
        """Set the strength of a unit. An isolated unit loses the share of Table 7, but keeps at least one
        point.
        """
        was = play.units[uid].strength
        now = max(1, supply.weakened(play.rules, play, uid, whole, turns))
        play.put(uid, strength=now, base=whole if turns else 0, whole=0, isolated=turns)
        if now != was:
            play.tell(StepRegained(uid, now) if now > was else StepLost(uid, now))


JOIN: Final = Join()
VERBS: Final = (JOIN,)
