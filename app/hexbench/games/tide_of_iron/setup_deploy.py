"""C.1, S4: each side places its starting units in its deployment zone (TI-SET-11, TI-SET-12)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from hexbench.engine.events import UnitChanged, UnitPlaced
from hexbench.engine.values import Check, Reason, Say, counted, say
from hexbench.engine.verb import AnyVerb
from hexbench.games.tide_of_iron import checklist, concealment, operations, veil
from hexbench.games.tide_of_iron.asking import DONE
from hexbench.games.tide_of_iron.pieces import TRAYS
from hexbench.games.tide_of_iron.placing import INSIDE, LOAD, PLACE, PLACE_REST, Placing, lose, unplaceable
from hexbench.games.tide_of_iron.works import FORTS, NONE

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.hands import Position, TiPlay, TiSeat


def parts(how: str) -> tuple[bool, str]:
    """A way to be placed, taken apart: concealed or not, and the fortification it goes into."""
    concealed = how.startswith("concealed")
    return concealed, how.removeprefix("concealed").removeprefix("_")


class Deploy(Placing, frozen=True, kw_only=True):
    """Place the starting units; until all is done they may be moved about."""

    phase: ClassVar[str] = "deploy"
    rule: ClassVar[str] = "TI-SET-11"
    verbs: ClassVar[tuple[AnyVerb, ...]] = (PLACE, LOAD, PLACE_REST, DONE)

    def zone(self, s: Position) -> tuple[str, ...]:
        """The deployment zone of the side."""
        return s.mission.zones.get(f"{self.who}_deploy", ())

    def mine(self, s: Position) -> tuple[str, ...]:
        """Everybody of the side who is not due later."""
        return tuple(
            x
            for x, u in s.units.items()
            if u.side == self.who and (u.on_map or u.inside or u.at == TRAYS[self.who])
        )

    def hows(self, seat: TiSeat, uid: str) -> tuple[str, ...]:
        """In the open, in a fortification when a card allows it, concealed when the scenario says so."""
        out = [""]
        if seat.s.units[uid].squad:
            if operations.allows(seat.rules, seat.s, self.who, INSIDE):
                out += FORTS
            if seat.s.mission.forces[self.who].concealed:
                out += ["concealed" + (f"_{how}" if how else "") for how in tuple(out)]
        return tuple(out)

    def against(self, seat: TiSeat, uid: str, at: str, how: str) -> Iterator[Reason]:
        """The zone, the ground, stacking; room in the fortification; how many may be concealed."""
        s, unit = seat.s, seat.s.units[uid]
        concealed, fort = parts(how)
        if (unit.at, unit.concealed, unit.shelter) == (at, concealed, fort):
            yield Reason(self.rule, say("It stands in {hex} already.", hex=at), (at,))
        yield from unplaceable(seat.rules, s, seat.board, uid, at, self.zone(s), self.rule)
        if fort:
            yield from self._no_shelter(seat, uid, at, fort)
        if concealed:
            if not unit.squad:
                yield Reason("TI-CNC-01", say("Only squads can be concealed."))
            most = s.mission.forces[self.who].concealed
            others = sum(u.concealed and u.side == self.who and x != uid for x, u in s.units.items())
            if others >= most:
                text = counted(
                    most,
                    say("The scenario conceals 1 squad of this side."),
                    say("The scenario conceals {n} squads of this side.", n=most),
                )
                yield Reason("M-10", text)

    def _no_shelter(self, seat: TiSeat, uid: str, at: str, fort: str) -> Iterator[Reason]:
        s, unit = seat.s, seat.s.units[uid]
        if not unit.squad:
            yield Reason("TI-FORT-05", say("Vehicles cannot be in fortifications."))
        if not operations.allows(seat.rules, s, self.who, INSIDE):
            yield Reason("TI-SET-06", say("No operations card lets squads start in fortifications."))
        inside = sum(s.units[x].shelter == fort and x != uid for x in seat.board.units_at(at))
        if inside >= getattr(s.works.get(at, NONE), fort):
            yield Reason(
                "TI-FORT-01", say("There is no empty fortification of that kind in {hex}.", hex=at), (at,)
            )

    def put(self, play: TiPlay, uid: str, at: str, how: str) -> None:
        """Place it. A concealed squad may be known to its own side only (:mod:`veil`)."""
        concealed, fort = parts(how)
        if concealed and not play.units[uid].concealed:
            play.tell(
                UnitChanged(uid, "concealed", "yes")
            )  # who is concealed is public; where he is may not be
        sheltered = play.units[uid].shelter != fort
        play.put(uid, at=at, shelter=fort, concealed=concealed)
        veil.keep(play, uid)
        veil.tell(play, uid, UnitPlaced(uid, at))
        if sheltered:
            veil.tell(play, uid, UnitChanged(uid, "shelter", fort))

    def unfinished(self, seat: TiSeat) -> Iterator[Check]:
        """Units without a hex, and squads that may be concealed."""
        return checklist.deploy_left(seat, self)

    def say(self, seat: TiSeat) -> Say:
        """Whose, and how many are left."""
        n, side = len(self.left(seat.s)), seat.rules.side_name(self.who)
        if not n:
            return say("{side}: all units are placed.", side=side)
        if n == 1:
            return say("{side}: place the units. One is left.", side=side)
        return say("{side}: place the units. {n} are left.", side=side, n=n)

    def finish(self, play: TiPlay) -> None:
        """Whom there is no hex for is lost; whoever cannot stay concealed is seen (B-CNC-2)."""
        for uid in self.left(play):
            lose(play, uid)
        play.pop()
        reveal(play)


def reveal(play: TiPlay) -> None:
    """The tests of concealment, when there is anybody to test."""
    if any(u.concealed for u in play.units.values()):
        concealment.check(play)
