"""V2 rockets against Liège or Antwerp in German turns (V2; BK-V2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from hexbench.engine.events import DiceRolled, Noted
from hexbench.engine.phases import END, Phase
from hexbench.engine.values import Action, Barrier, Check, Reason, Say, Target, say
from hexbench.engine.verbs.kinds import Choose
from hexbench.games.blitzkrieg import checklist, odds, supply

if TYPE_CHECKING:
    from hexbench.engine.forecast import Forecast
    from hexbench.games.blitzkrieg.seat import BkPlay, BkSeat, Position


class Launch(Phase, frozen=True, kw_only=True):
    """One city is chosen for each rocket, as long as its dump stands (BK-V2-01, BK-V2-06). Nobody has to launch any, unless
    an option says so (BK-AMB-43).
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
        """Nothing to launch, or nothing to aim at."""
        play.pop()

    def unfinished(self, seat: BkSeat) -> Iterable[Check]:
        """Rockets that would be lost."""
        return checklist.rockets_left(self.left)

    def duties(self, seat: BkSeat) -> Iterator[Reason]:
        """By the option every rocket is launched (BK-AMB-43)."""
        if seat.rules.options.rockets_duty and self.left:
            yield Reason("BK-V2-01", say("Every rocket of the turn must be launched."))

    def say(self, seat: BkSeat) -> Say:
        if self.left == 1:
            return say("Launch a V2 rocket: choose the city.")
        return say("Launch {n} V2 rockets: choose the city of the next one.", n=self.left)


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
            yield Reason("BK-V2-01", say("V2 rockets are aimed at Liège or Antwerp."), tuple(cities))
        elif not seat.s.dumps[cities[key]].number:
            yield Reason("BK-V2-06", say("The dump there is destroyed already."), (key,))

    def forecast(self, seat: BkSeat, action: Action) -> Forecast | None:
        """A hit or none (BK-V2-03)."""
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
