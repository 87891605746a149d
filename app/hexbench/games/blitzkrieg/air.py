"""Attacks from the air: bombardment in flying weather (AIR; BK-AIR), and V2 rockets at Liège or Antwerp in
German turns (V2; BK-V2).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from hexbench.engine.events import DiceRolled, Noted, Resolved, UnitChanged
from hexbench.engine.values import Action, Barrier, Check, Reason, Say, Target, counted, say
from hexbench.engine.verb import Verb
from hexbench.engine.verbs.kinds import END, Choose, Phase
from hexbench.games.blitzkrieg import casualties, checklist, odds, supply
from hexbench.games.blitzkrieg.pieces import FOE, GROUND, SKY
from hexbench.games.blitzkrieg.results import BOMBS

if TYPE_CHECKING:
    from hexbench.engine.forecast import Forecast
    from hexbench.games.blitzkrieg.seat import BkPlay, BkSeat, Position


class Bombing(Phase, frozen=True, kw_only=True):
    """Each air unit attacks once (BK-AIR-09)."""

    phase: ClassVar[str] = "air"

    def unfinished(self, seat: BkSeat) -> Iterable[Check]:
        """Air units that have not attacked."""
        return checklist.bombing_left(seat)

    def say(self, seat: BkSeat) -> Say:
        left = sum(u.at == SKY[self.who] and not u.used for u in seat.s.units.values())
        if not left:
            return say("Air bombardment: every air unit has attacked.")
        if left == 1:
            return say("Air bombardment: drag the last air unit onto an enemy unit or a dump.")
        return say(
            "Air bombardment: drag air units onto enemy units or dumps; {n} have yet to attack.", n=left
        )


class Bomb(Verb["BkSeat", Bombing, "BkPlay"]):
    """An air unit bombs a unit, or a dump."""

    name = "bomb"
    label = say("Bomb")
    help = say("Drag an air unit onto an enemy unit, or onto the hex of a dump that supplies the enemy.")
    subject = "unit"
    object = "unit"
    routed = False
    hows: ClassVar[tuple[str, ...]] = ("dump",)
    barrier: ClassVar[Barrier] = "dice"

    def able(self, seat: BkSeat, step: Bombing) -> Iterable[str]:
        """The air units that have not flown."""
        return (uid for uid, unit in seat.s.units.items() if unit.at == SKY[step.who] and not unit.used)

    def _foes(self, seat: BkSeat, who: str) -> tuple[str, ...]:
        found: tuple[str, ...] | None = seat.memo.get("bombed")
        if found is None:
            found = seat.memo["bombed"] = tuple(
                uid
                for uid, unit in seat.s.units.items()
                if unit.side == FOE[who] and unit.on_map and seat.s.roster[uid].type in GROUND
            )
        return found

    def _dumps(self, seat: BkSeat, who: str) -> tuple[str, ...]:
        """The enemy's dumps without enemy units in their hex; where there are some, one of those units is
        chosen instead.
        """
        return tuple(
            dump.hex
            for key, dump in seat.s.dumps.items()
            if dump.number
            and supply.supplies(seat.s, seat.board, key) == FOE[who]
            and not odds.defenders(seat.s, seat.board, (dump.hex,), FOE[who])
        )

    def targets(self, seat: BkSeat, step: Bombing, subject: tuple[str, ...]) -> Iterable[Target]:
        """Every enemy ground unit on the map, and every dump of the enemy (BK-AIR-03, BK-AIR-07)."""
        if any(self._unfit(seat, step.who, subject)):
            return
        for uid in self._foes(seat, step.who):
            key = supply.dump_at(seat.s, seat.s.units[uid].at)
            both = (say("The dump at {place} may be hit too.", place=self._name(seat, key)),) if key else ()
            others = len(odds.defenders(seat.s, seat.board, seat.s.units[uid].spot, FOE[step.who])) - 1
            if others and seat.rules.options.bombed == "stack":
                text = counted(
                    others,
                    say("1 other unit in its hex is bombed too."),
                    say("{n} other units in its hex are bombed too.", n=others),
                )
                both = (*both, text)
            yield Target(uid, says=both, rules=("BK-AIR-06",) if key else ())
        for at in self._dumps(seat, step.who):
            yield Target(at, "dump")

    def _name(self, seat: BkSeat, key: str) -> str:
        return supply.place(seat.rules, seat.s.dumps[key].hex)

    def _unfit(self, seat: BkSeat, who: str, subject: tuple[str, ...]) -> Iterator[Reason]:
        if len(subject) != 1 or seat.s.units.get(subject[0]) is None:
            yield Reason("BK-AIR-09", say("Air units attack one at a time."))
            return
        unit = seat.s.units[subject[0]]
        if unit.at != SKY[who]:
            yield Reason("BK-AIR-03", say("Choose one of your air units."))
        elif unit.used:
            yield Reason("BK-AIR-09", say("This air unit has already attacked this turn."))

    def reasons(self, seat: BkSeat, step: Bombing | None, action: Action) -> Iterator[Reason]:
        """Why it may not bomb that target."""
        who = seat.s.phasing
        yield from self._unfit(seat, who, action.subject)
        if action.how == "dump":
            at = action.object
            if any(d.hex == at and d.number for d in seat.s.dumps.values()) and odds.defenders(
                seat.s, seat.board, (at,), FOE[who]
            ):
                text = say(
                    "There are enemy units in the dump's hex: bomb one of them to hit the dump as well."
                )
                yield Reason("BK-AIR-07", text, (at,))
            elif at not in self._dumps(seat, who):
                yield Reason("BK-AIR-07", say("No dump there supplies the enemy."), (at,))
        elif action.object not in self._foes(seat, who):
            yield Reason("BK-AIR-03", say("Choose an enemy ground unit on the map."))

    def _hit(self, play: BkPlay, chosen: str) -> tuple[str, ...]:
        """The units that take the loss: the chosen one, or with the option every unit in its hex (BK-AMB-32)."""
        if play.rules.options.bombed == "unit":
            return (chosen,)
        unit = play.units[chosen]
        return odds.defenders(play, play.board, (unit.at,), unit.side)

    def forecast(self, seat: BkSeat, action: Action) -> Forecast | None:
        """The results of Table 4 (BK-AIR-04)."""
        if any(self.reasons(seat, None, action)):
            return None
        losses = seat.rules.tables.bombardment
        if action.how:
            return odds.simple(("nr" if loss == "nr" else "hit" for loss in losses), what=BOMBS)
        return odds.simple((loss if loss == "nr" else f"L{loss}" for loss in losses), what=BOMBS)

    def do(self, play: BkPlay, step: Bombing, action: Action) -> None:
        """Roll on Table 4; a unit in a dump's hex and the dump share one die (BK-AIR-04..07)."""
        uid = action.subject[0]
        play.put(uid, used=True)
        play.tell(UnitChanged(uid, "used", "yes"))
        at = action.object if action.how else play.units[action.object].at
        why = (
            say("Bombs on the dump at {place}", place=supply.place(play.rules, at))
            if action.how
            else say("Bombs on {unit}", unit=play.rules.title(play.roster[action.object]))
        )
        face = play.number(why, 6)
        play.tell(DiceRolled(why, (face,), "BK-AIR-04"))
        fraction = play.rules.tables.bombardment[face - 1]
        found = "hit" if action.how and fraction != "nr" else fraction
        play.tell(Resolved(BOMBS, action.object, found, "BK-AIR-04"))
        key = supply.dump_at(play, at)
        theirs = key and supply.supplies(play, play.board, key) == FOE[step.who]
        if not action.how:
            for hit in self._hit(play, action.object):
                casualties.lose(play, hit, fraction)
        if theirs and fraction != "nr":
            supply.hit(play, key)


BOMB: Final = Bomb()
Bombing.verbs = (BOMB, END)


class Launch(Phase, frozen=True, kw_only=True):
    """A city is chosen for each rocket while its dump exists (BK-V2-01, BK-V2-06). Rockets need not be
    launched unless an option requires it (BK-AMB-43).
    """

    phase: ClassVar[str] = "rockets"
    left: int

    def decider(self, s: Position) -> str | None:
        """The Germans, while a rocket and a target are left."""
        return (
            self.who
            if self.left and any(dump.number for key, dump in s.dumps.items() if key in _CITIES)
            else None
        )

    def run(self, play: BkPlay) -> None:
        """There is nothing to launch, or nothing to aim at."""
        play.pop()

    def unfinished(self, seat: BkSeat) -> Iterable[Check]:
        """Rockets that would be lost."""
        return checklist.rockets_left(self.left)

    def duties(self, seat: BkSeat) -> Iterator[Reason]:
        """With the option, every rocket must be launched (BK-AMB-43)."""
        if seat.rules.options.rockets_duty and self.left:
            yield Reason("BK-V2-01", say("Every rocket of this turn must be launched."))

    def say(self, seat: BkSeat) -> Say:
        if self.left == 1:
            return say("Launch a V2 rocket: choose the target city.")
        return say("Launch {n} V2 rockets: choose the target city for the next one.", n=self.left)


_CITIES: Final = ("liege", "antwerp")


class Fire(Choose["BkSeat", Launch, "BkPlay"]):
    """Launch one rocket."""

    name = "launch"
    label = say("Launch a V2")
    help = say("A hit lowers the supply number of the city's dump by one.")
    object = "hex"
    barrier: ClassVar[Barrier] = "dice"
    rule = "BK-V2-01"

    def choices(self, seat: BkSeat, step: Launch) -> Sequence[Target]:
        """The dumps of the two cities that are not destroyed."""
        aims = (seat.s.dumps.get(key) for key in seat.rules.tables.rocket_targets)
        return [Target(dump.hex, rules=("BK-V2-02",)) for dump in aims if dump is not None and dump.number]

    def unfit(self, seat: BkSeat, step: Launch | None, key: str) -> Iterator[Reason]:
        cities = {seat.s.dumps[k].hex: k for k in seat.rules.tables.rocket_targets if k in seat.s.dumps}
        if key not in cities:
            yield Reason("BK-V2-01", say("V2 rockets can be aimed only at Liège or Antwerp."), tuple(cities))
        elif not seat.s.dumps[cities[key]].number:
            yield Reason("BK-V2-06", say("The dump there has already been destroyed."), (key,))

    def forecast(self, seat: BkSeat, action: Action) -> Forecast | None:
        """Hit or miss (BK-V2-03)."""
        if any(self.reasons(seat, None, action)):
            return None
        hits = seat.rules.tables.rocket_hits
        return odds.simple(("hit" if face in hits else "miss" for face in odds.FACES), what="rocket")

    def do(self, play: BkPlay, step: Launch, action: Action) -> None:
        """Roll for the hit."""
        key = next(k for k, dump in play.dumps.items() if dump.hex == action.object)
        why = say("V2 at {city}", city=supply.place(play.rules, action.object))
        face = play.number(why, 6)
        play.tell(DiceRolled(why, (face,), "BK-V2-03"))
        play.swap(left=step.left - 1)
        play.set(rockets=play.rockets + 1)
        if face in play.rules.tables.rocket_hits:
            supply.hit(play, key)
        else:
            play.tell(Noted("BK-V2-03", say("The rocket misses."), (action.object,)))


LAUNCH: Final = Fire()
# END first: the default is to launch
Launch.verbs = (END, LAUNCH)
