"""Reinforcements come into the raster and are put down or held (REINFORCE; BK-SEQ-06, BK-UI-26)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from hexbench.engine.events import Noted, UnitPlaced
from hexbench.engine.phases import Phase
from hexbench.engine.values import Action, Reason, Say, say
from hexbench.engine.verbs.kinds import Pick
from hexbench.games.blitzkrieg import placing
from hexbench.games.blitzkrieg.pieces import RASTER, Side

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.hands import BkPlay, BkSeat, Position


def arrive(play: BkPlay, side: Side) -> bool:
    """Whoever is due by now and whoever was held comes up into the raster. Whether anybody is there."""
    box = RASTER[side]
    for uid, unit in list(play.units.items()):
        due = unit.at.removeprefix("#due/")
        if unit.side == side and due != unit.at and int(due) <= play.turn:
            play.put(uid, at=box)
            play.tell(UnitPlaced(uid, box))
    play.set(held=tuple(u for u in play.held if u in play.units and play.units[u].at != box))
    placing.fill_raster(play, side)
    return bool(play.raster)


class Reinforce(Phase, frozen=True, kw_only=True):
    """Each unit of the raster is put down in a permitted place, or held. It ends by itself when none is left."""

    phase: ClassVar[str] = "reinforcements"

    def decider(self, s: Position) -> str | None:
        """The side whose units they are, while any are left."""
        return self.who if s.raster else None

    def run(self, play: BkPlay) -> None:
        """All are down or held."""
        play.pop()

    def say(self, seat: BkSeat) -> Say:
        """What is asked."""
        return say("Place or hold the reinforcements: {n} in the raster.", n=len(seat.s.raster))

    def default(self, seat: BkSeat) -> Action | None:
        """Put the unit in hand down; if it has no place, hold it."""
        for uid in reversed(seat.s.raster):
            for found in placing.PLACE.targets(seat, self, (uid,)):
                return Action(placing.PLACE.name, (uid,), found.object)
        return Action(HOLD.name, (seat.s.raster[-1],))


class Hold(Pick["BkSeat", Reinforce, "BkPlay"]):
    """BK-UI-26: reinforcements are put off and offered again next turn."""

    name = "hold"
    label = say("Hold")
    help = say("Put reinforcements off: they are offered again in your next turn.")
    rule = "BK-UI-26"
    joins = "any"

    def among(self, seat: BkSeat, step: Reinforce) -> Sequence[str]:
        """Everything in the raster."""
        return tuple(reversed(seat.s.raster))

    def unfit(self, seat: BkSeat, step: Reinforce | None, ref: str) -> Iterator[Reason]:
        """Only reinforcements in the raster can be held."""
        if ref not in seat.s.raster or seat.s.units[ref].start:
            yield Reason("BK-UI-26", say("Only reinforcements in the raster can be held."))

    def settle(self, seat: BkSeat, step: Reinforce, action: Action) -> Action:
        """In the order of battle's order."""
        return Action(self.name, tuple(sorted(action.subject, key=seat.board.rank.__getitem__)))

    def do(self, play: BkPlay, step: Reinforce, action: Action) -> None:
        """They leave the raster for the next turn; whoever waits below them comes up."""
        play.set(
            raster=tuple(u for u in play.raster if u not in action.subject),
            held=(*play.held, *action.subject),
        )
        for uid in action.subject:
            name = play.rules.title(play.roster[uid])
            play.tell(Noted("BK-UI-26", say("{unit} is held until the next turn.", unit=name), (uid,)))
        placing.fill_raster(play, step.who)


HOLD: Final = Hold()
Reinforce.verbs = (HOLD, placing.PLACE)
