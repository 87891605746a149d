"""Supply flights in a player's own supply phase (TG-AIR-24..27, AMB-51, AMB-77)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from hexbench.engine.values import Action, Flow, Offer, Reason, Target, say
from hexbench.engine.verb import Verb
from hexbench.engine.ways import Ways
from hexbench.games.tigers import air
from hexbench.games.tigers.air_mission import Mission, take_off
from hexbench.games.tigers.air_phase import box_key
from hexbench.games.tigers.pieces import VDH

if TYPE_CHECKING:
    from hexbench.games.tigers.hands import TgPlay, TgSeat


def drop_zones(seat: TgSeat, side: str) -> tuple[str, ...]:
    """The hexes of a side's units that have not been supplied from the air in this phase."""
    s = seat.s
    return tuple(
        dict.fromkeys(
            unit.at
            for uid, unit in s.units.items()
            if unit.side == side and unit.on_map and uid != VDH and s.airlifted.get(unit.at) != side
        )
    )


class Resupply(Verb["TgSeat", Any, "TgPlay"]):
    """Fly supplies to a hex."""

    name = "resupply"
    label = say("Supply from the air")
    help = say(
        "One air unit, one die: on 1 to 4 all units of the hex are in supply until the next own supply phase."
    )
    object = "hex"
    hows = tuple(t for types in air.TYPES.values() for t in types)
    risk = "dice"

    def offer(self, seat: TgSeat, step: Any) -> Offer | None:
        """While a unit can fly."""
        flying = air.fresh(seat.rules, seat.s, step.who)
        return Offer(self.name) if flying and drop_zones(seat, step.who) else None

    def targets(self, seat: TgSeat, step: Any, subject: tuple[str, ...]) -> Sequence[Target]:
        """Every hex of own units."""
        if subject:
            return ()
        types = tuple(air.fresh(seat.rules, seat.s, step.who))
        keys = [(at, type_) for at in drop_zones(seat, step.who) for type_ in types]
        text = (say("succeeds on 1 to 4"),)

        def make(key: tuple[str, str]) -> Target:
            return Target(
                key[0], key[1], says=text, rules=("TG-AIR-24",), flow=(Flow(box_key(key[1]), (key[0],)),)
            )

        return Ways(keys, make)

    def reasons(self, seat: TgSeat, step: Any | None, action: Action) -> Iterator[Reason]:
        """TG-AIR-01, TG-AIR-24, TG-AIR-29."""
        if step is None:
            yield Reason("TG-AIR-24", say("Supplies are flown in the owner's supply phase."))
            return
        yield from air.against_flying(seat.rules, seat.s, step.who, action.how)
        at = action.object
        if at not in drop_zones(seat, step.who):
            hexes = (at,) if at in seat.rules.atlas.index else ()
            if seat.s.airlifted.get(at) == step.who:
                yield Reason("AMB-51", say("{hex} has been supplied from the air.", hex=at), hexes)
            else:
                yield Reason("TG-AIR-24", say("None of your units is in {hex}.", hex=at or "-"), hexes)

    def do(self, play: TgPlay, step: Any, action: Action) -> None:
        """Take off."""
        group = air.fresh(play.rules, play, step.who)[action.how]
        take_off(play, Mission(side=play.air[group].side, group=group, kind="resupply", target=action.object))


RESUPPLY = Resupply()
