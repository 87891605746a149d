"""Deployment of the German units in their zones, in the first German turn (GERMAN_DEPLOY; BK-BEG)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar, Final

from hexbench.engine.phases import END, Phase
from hexbench.engine.values import Action, Check, Reason, Say, counted, say
from hexbench.engine.verbs.kinds import Press
from hexbench.games.blitzkrieg import placing
from hexbench.games.blitzkrieg.moving import MOVE, MOVE_AGAIN
from hexbench.games.blitzkrieg.raster import COLLECT, DEPOSIT, NEXT

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.hands import BkPlay, BkSeat


class Deploy(Phase, frozen=True, kw_only=True):
    """Units are put down in their zones. Those that stand may be moved already, which makes room (BK-BEG-03, BK-BEG-04)."""

    phase: ClassVar[str] = "deploy"

    def duties(self, seat: BkSeat) -> Iterator[Reason]:
        """All must be placed before the turn goes on (BK-BEG-05)."""
        box = sum(1 for unit in seat.s.units.values() if unit.at == f"#raster/{self.who}")
        if box:
            yield Reason(
                "BK-BEG-05",
                counted(
                    box,
                    say("One unit is still to be placed."),
                    say("{n} units are still to be placed.", n=box),
                ),
            )

    def unfinished(self, seat: BkSeat) -> Iterable[Check]:
        """Nothing: whoever stands may still move in the phase that follows (BK-BEG-03)."""
        return ()

    def say(self, seat: BkSeat) -> Say:
        """What is asked."""
        return say("Place the German units in their starting zones.")

    def default(self, seat: BkSeat) -> Action | None:
        """Everything where history had it, then on."""
        for uid in seat.s.raster:
            if seat.s.units[uid].start:
                for found in DEPOSIT.targets(seat, self, (uid,)):  # type: ignore[arg-type]
                    return Action(DEPOSIT.name, (uid,), found.object, "", found.via)
        return Action(PLACE_ALL.name) if PLACE_ALL.offer(seat, self) else Action(END.name)


class PlaceAll(Press["BkSeat", Deploy, "BkPlay"]):
    """Everything that is left, each unit in its historical hex or as near to it as there is room."""

    name = "place_all"
    label = say("Place all")
    help = say("Place every unit that is left where history had it, or as near to that as there is room.")
    rule = "BK-BEG-02"

    def against(self, seat: BkSeat, step: Deploy | None) -> Iterator[Reason]:
        """Nobody is left."""
        if not placing.waiting(seat):
            yield Reason("BK-BEG-05", say("No unit waits to be placed."))

    def do(self, play: BkPlay, step: Deploy, action: Action) -> None:
        """One after another in the order of battle's order; the raster fills up as they leave it."""
        rules = play.rules
        while left := [u for u in play.units if u in play.raster and not play.units[u].start]:
            for uid in left:
                spots = placing.areas(rules, play, play.board, uid)
                placing.put_down(play, uid, _spread(play, uid, spots))
            placing.fill_raster(play, step.who)


def _spread(play: BkPlay, uid: str, spots: tuple[str, ...]) -> str:
    """The best hex; infiltrators do not stand together."""
    if play.roster[uid].type == "infiltrator":
        return min(spots, key=lambda at: len(play.board.at.get(at, ())))
    return spots[0]


PLACE_ALL: Final = PlaceAll()
Deploy.verbs = (placing.PLACE, MOVE, MOVE_AGAIN, COLLECT, DEPOSIT, NEXT, PLACE_ALL, END)
