"""CR-MOV, CR-ZOC, CR-STK: a position being changed, and moving one unit through zones of control."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from hexbench.atlas.arcs import POINT
from hexbench.atlas.atlas import Link
from hexbench.engine.events import FactChanged, UnitMoved, UnitRemoved
from hexbench.engine.play import Play
from hexbench.engine.values import Action, Reason, say
from hexbench.engine.verbs.march import March
from tests.toys.crossroads.pieces import ELIMINATED, LIMIT


class CrPlay(Play):
    """A position of Crossroads being changed."""

    def go(self, uid: str, to: str, how: str) -> None:
        """A retreat or an advance by one hex, or elimination."""
        start = self.units[uid].at
        self.put(uid, at=to)
        self.tell(UnitRemoved(uid, to) if to == ELIMINATED else UnitMoved(uid, (start, to), how))
        self.take(uid, to)

    def take(self, uid: str, at: str) -> None:
        """CR-VIC-01: a side that enters the village holds it."""
        side = self.units[uid].side
        if at == self.rules.tables.village and self.held != side:
            self.set(held=side)
            self.tell(
                FactChanged("held", side, say("The village is {side}.", side=self.rules.side_name(side)))
            )


def price(costs: dict[str, int], link: Link) -> int:
    """CR-MOV-02."""
    return POINT // 2 if link.road else POINT * costs.get(link.enters.terrain, 1)


class Move(March):
    """Move one unit (CR-MOV-01)."""

    rules = {
        "who": "CR-MOV-01",
        "route": "CR-MOV-01",
        "far": "CR-MOV-03",
        "zone": "CR-ZOC-03",
        "enemy": "CR-STK-02",
        "room": "CR-STK-01",
    }

    def unfit(self, seat: Any, step: Any, uid: str) -> Iterator[Reason]:
        """A unit may not move if it has moved, is gone or belongs to the other side."""
        unit = seat.s.units[uid]
        if not unit.on_map:
            yield Reason("CR-MOV-01", say("{unit} is not on the map.", unit=unit.name))
        if unit.moved:
            yield Reason("CR-MOV-01", say("{unit} has moved already.", unit=unit.name))
        if step is not None and unit.side != step.who:
            yield Reason("CR-MOV-01", say("{unit} belongs to the other side.", unit=unit.name))

    def budget(self, seat: Any, uid: str) -> int:
        """CR-MOV-03."""
        return int(seat.s.units[uid].mf) * POINT

    def room(self, seat: Any, uid: str, at: str) -> bool:
        """CR-STK-01."""
        return len(seat.board.units_at(at)) < LIMIT

    def moved(self, play: Any, uid: str, action: Action) -> None:
        """It has moved, and may have taken the village."""
        play.put(uid, moved=True)
        play.take(uid, action.object)


MOVE: Final = Move()
