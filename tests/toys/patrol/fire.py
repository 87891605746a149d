"""Chapters 4 and 5 of Patrol: fire, watch, and fire at passing squads."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hexbench.engine import results
from hexbench.engine.events import FactChanged, Noted, Resolved, Revealed, StepLost, UnitChanged, UnitRemoved
from hexbench.engine.forecast import Forecast, OddsLine, Shift
from hexbench.engine.state import Ask
from hexbench.engine.values import Action, Offer, Reason, Say, Target, say
from hexbench.engine.verb import Verb
from tests.toys.patrol.acting import fresh, spend, unfit
from tests.toys.patrol.kit import RANGE, PatrolPlay, PatrolSeat
from tests.toys.patrol.pieces import OUT, Squad, foe

if TYPE_CHECKING:
    from hexbench.atlas.atlas import Atlas
    from tests.toys.patrol.sequence import Activation
    from tests.toys.patrol.state import PatrolTables


def needed(table: PatrolTables, terrain: str, distance: int) -> int:
    """What two dice must reach [4.2]."""
    return table.needed[terrain] + (table.far if distance > 1 else 0)


def fire_line(table: PatrolTables, atlas: Atlas, shooter: Squad, target: Squad) -> OddsLine:
    """The odds of one shot."""
    terrain, distance = atlas.cell(target.at).terrain, atlas.distance(shooter.at, target.at)
    goal = needed(table, terrain, distance)
    column = tuple((total, "hit" if total >= goal else "miss") for total, _ in results.ways(2))
    shifts = (Shift("4.2", say("Two hexes"), -table.far),) if distance > 1 else ()
    return OddsLine(
        attack=shooter.men,
        defence=target.men,
        ratio="",
        row=terrain,
        shifts=shifts,
        column=str(goal),
        results=results.result_ways(column, 2),
        ways=36,
    )


def shoot(play: PatrolPlay, shooter: str, target: str) -> bool:
    """Fire, from wherever the squad was hidden [2.2]; returns whether it hit."""
    firing, aim = play.units[shooter], play.units[target]
    if firing.hidden:
        play.tell(Revealed(shooter, firing.at))
    play.put(shooter, hidden=False, watch=False, tired=True)
    line = fire_line(play.rules.tables, play.rules.atlas, firing, aim)
    total = play.roll(say("{squad} fires", squad=firing.name), 2, "4.2")
    hit = total >= int(line.column)
    play.tell(Resolved("fire", target, "hit" if hit else "miss", "4.2"))
    if hit:
        lose_man(play, target)
    return hit


def lose_man(play: PatrolPlay, uid: str) -> None:
    """4.3."""
    unit = play.units[uid]
    lost = play.lost[unit.side] + 1
    play.edit("lost")[unit.side] = lost
    if unit.men > 1:
        play.put(uid, men=unit.men - 1)
        play.tell(StepLost(uid, unit.men - 1))
    else:
        play.put(uid, men=0, at=OUT, watch=False, tired=False)
        play.tell(UnitRemoved(uid, OUT))
    play.tell(
        FactChanged(f"lost.{unit.side}", str(lost), say("{side} has lost {n} men.", side=unit.side, n=lost))
    )


class FireSquad(Verb["PatrolSeat", "Activation", "PatrolPlay"]):
    """Fire at a squad in sight [4.1]."""

    name = "fire"
    label = say("Fire")
    subject = "unit"
    object = "unit"

    def offer(self, seat: PatrolSeat, step: Activation) -> Offer | None:
        """The fresh squads that have something to fire at."""
        ready = tuple(x for x in fresh(seat, step.who) if any(self._marks(seat, x)))
        return Offer(self.name, ready) if ready else None

    def _marks(self, seat: PatrolSeat, uid: str) -> Iterator[str]:
        unit, distance = seat.s.units[uid], seat.rules.atlas.distance
        for x, other in seat.s.units.items():
            visible = other.side != unit.side and other.on_map and not other.hidden
            if visible and distance(unit.at, other.at) <= RANGE:
                yield x

    def targets(self, seat: PatrolSeat, step: Activation, subject: tuple[str, ...]) -> Iterator[Target]:
        """The squads in sight and in range."""
        if not any(unfit(seat, step.who, subject)):
            for x in self._marks(seat, subject[0]):
                yield Target(x, rules=("4.2",))

    def reasons(self, seat: PatrolSeat, step: Activation | None, action: Action) -> Iterator[Reason]:
        """Why a squad may not fire, or not at that one."""
        yield from unfit(seat, step.who if step else None, action.subject)
        aim = seat.s.units.get(action.object)
        if aim is None:
            yield seat.rules.missing(f"squad {action.object}")
            return
        unit = seat.s.units.get(action.subject[0]) if action.subject else None
        if unit is None:
            return
        if aim.side == unit.side:
            yield Reason("4.1", say("{squad} is on its own side.", squad=aim.name))
        elif not aim.on_map or aim.hidden:
            yield Reason("4.1", say("{squad} is not in sight.", squad=aim.name))
        elif unit.on_map and seat.rules.atlas.distance(unit.at, aim.at) > RANGE:
            yield Reason("4.1", say("{squad} is too far away.", squad=aim.name), (aim.at,))

    def forecast(self, seat: PatrolSeat, action: Action) -> Forecast | None:
        """The chance of a hit."""
        unit = seat.s.units.get(action.subject[0]) if action.subject else None
        aim = seat.s.units.get(action.object)
        if unit is None or aim is None or not unit.on_map or not aim.on_map:
            return None
        return Forecast(((1, fire_line(seat.rules.tables, seat.rules.atlas, unit, aim)),))

    def do(self, play: PatrolPlay, step: Activation, action: Action) -> None:
        """Fire."""
        spend(play)
        shoot(play, action.subject[0], action.object)


class TakeUpWatch(Verb["PatrolSeat", "Activation", "PatrolPlay"]):
    """Wait for passing squads [5.1]."""

    name = "watch"
    label = say("Watch")
    subject = "unit"

    def offer(self, seat: PatrolSeat, step: Activation) -> Offer | None:
        """The fresh squads."""
        ready = fresh(seat, step.who)
        return Offer(self.name, ready) if ready else None

    def targets(self, seat: PatrolSeat, step: Activation, subject: tuple[str, ...]) -> Iterator[Target]:
        """Nothing more to choose."""
        if not any(unfit(seat, step.who, subject)):
            yield Target()

    def reasons(self, seat: PatrolSeat, step: Activation | None, action: Action) -> Iterator[Reason]:
        """Why a squad may not."""
        yield from unfit(seat, step.who if step else None, action.subject)

    def do(self, play: PatrolPlay, step: Activation, action: Action) -> None:
        """It waits; if it is hidden, the other side is only told that some squad does [2.1]."""
        spend(play)
        uid = action.subject[0]
        unit = play.put(uid, watch=True)
        event = UnitChanged(uid, "watch", "yes")
        if unit.hidden:
            play.tell_only(unit.side, event, Noted("5.1", say("A hidden squad takes up watch.")))
        else:
            play.tell(event)


FIRE, WATCH = FireSquad(), TakeUpWatch()


# ---- opportunity fire
def watchers(units: dict[str, Squad], atlas: Atlas, side: str, at: str) -> tuple[str, ...]:
    """The squads of ``side`` on watch within range of a hex [5.2]."""
    return tuple(
        x
        for x, u in units.items()
        if u.side == side and u.watch and u.on_map and atlas.distance(u.at, at) <= RANGE
    )


def open_window(play: PatrolPlay, mover: str) -> None:
    """Ask the other side, on conditions that everybody knows [5.2]."""
    unit = play.units[mover]
    owner = foe(unit.side)
    able = watchers(play.units, play.rules.atlas, owner, unit.at)
    if play.has_hidden(owner) or any(not play.units[x].hidden for x in able):
        play.push(Window(who=owner, mover=mover))


class OpportunityFire(Verb["PatrolSeat", "Window", "PatrolPlay"]):
    """Fire at the squad that is passing [5.2]."""

    name = "shoot"
    label = say("Shoot")
    subject = "unit"

    def offer(self, seat: PatrolSeat, step: Window) -> Offer | None:
        """Those on watch within range."""
        able = self._able(seat, step)
        return Offer(self.name, able) if able else None

    def _able(self, seat: PatrolSeat, step: Window) -> tuple[str, ...]:
        return watchers(seat.s.units, seat.rules.atlas, step.who, seat.s.units[step.mover].at)

    def targets(self, seat: PatrolSeat, step: Window, subject: tuple[str, ...]) -> Iterator[Target]:
        """Nothing more to choose."""
        if not any(self.reasons(seat, step, Action(self.name, subject))):
            yield Target(rules=("4.2", "5.3"))

    def reasons(self, seat: PatrolSeat, step: Window | None, action: Action) -> Iterator[Reason]:
        """Why a squad may not."""
        if len(action.subject) != 1 or (step is not None and action.subject[0] not in self._able(seat, step)):
            yield Reason("5.2", say("Only one squad on watch within two hexes fires."))

    def forecast(self, seat: PatrolSeat, action: Action) -> Forecast | None:
        """The chance of a hit."""
        step = seat.step
        if (
            not isinstance(step, Window)
            or not action.subject
            or action.subject[0] not in self._able(seat, step)
        ):
            return None
        units = seat.s.units
        line = fire_line(seat.rules.tables, seat.rules.atlas, units[action.subject[0]], units[step.mover])
        return Forecast(((1, line),))

    def do(self, play: PatrolPlay, step: Window, action: Action) -> None:
        """Fire; a hit stops the mover [5.3]."""
        play.pop()
        if shoot(play, action.subject[0], step.mover):
            play.swap(path=())


class HoldFire(Verb["PatrolSeat", "Window", "PatrolPlay"]):
    """Let it pass."""

    name = "hold"
    label = say("Hold fire")

    def do(self, play: PatrolPlay, step: Window, action: Action) -> None:
        """Nothing happens; but the squad's next hex shows what it was doing: a barrier to undo."""
        play.saw()
        play.pop()


SHOOT, HOLD = OpportunityFire(), HoldFire()


class Window(Ask, frozen=True, kw_only=True):
    """A squad has entered a hex: fire at it?"""

    mover: str
    verbs = (SHOOT, HOLD)

    def say(self, seat: PatrolSeat) -> Say:
        """The prompt."""
        mover = seat.s.units[self.mover]
        return say("{squad} enters {hex}. Fire?", squad=mover.name, hex=mover.at)
