"""Status step 5: reinforcements come into their zone (TI-RIF); cards use the same step."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from hexbench.engine.events import UnitPlaced
from hexbench.engine.values import Say, say
from hexbench.engine.verb import AnyVerb
from hexbench.games.tide_of_iron.asking import DONE, in_order
from hexbench.games.tide_of_iron.pieces import TRAYS, due_round
from hexbench.games.tide_of_iron.placing import FORFEIT, PLACE, PLACE_REST, Placing, lose
from hexbench.games.tide_of_iron.setup_deploy import reveal

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.hands import Position, TiPlay, TiSeat
    from hexbench.games.tide_of_iron.mission import Mission


class Reinforce(Placing, frozen=True, kw_only=True):
    """Place ``units``, which wait in the tray of ``who``, in the zone of that name (hexes marked R)."""

    units: tuple[str, ...]
    zone_name: str
    phase: ClassVar[str] = "reinforce"
    rule: ClassVar[str] = "TI-RIF-03"
    verbs: ClassVar[tuple[AnyVerb, ...]] = (PLACE, PLACE_REST, FORFEIT, DONE)

    def zone(self, s: Position) -> tuple[str, ...]:
        """The reinforcement zone."""
        return s.mission.zones.get(self.zone_name, ())

    def mine(self, s: Position) -> tuple[str, ...]:
        """Those still waiting: who is placed stays where he is."""
        return tuple(x for x in self.units if s.units[x].at == TRAYS[self.who])

    def put(self, play: TiPlay, uid: str, at: str, how: str) -> None:
        """Place it, and see whom that reveals (B-CNC-2)."""
        play.put(uid, at=at)
        play.tell(UnitPlaced(uid, at))
        reveal(play)

    def say(self, seat: TiSeat) -> Say:
        """Whose, and how many are left."""
        n, side = len(self.left(seat.s)), seat.rules.side_name(self.who)
        if not n:
            return say("{side}: all reinforcements are placed.", side=side)
        if n == 1:
            return say("{side}: place the reinforcements. One is left.", side=side)
        return say("{side}: place the reinforcements. {n} are left.", side=side, n=n)

    def finish(self, play: TiPlay) -> None:
        """Whoever could not be placed is lost (TI-RIF-06)."""
        for uid in self.left(play):
            lose(play, uid)
        play.pop()


def zone_name(mission: Mission, side: str, number: int) -> str:
    """The name of the zone into which the reinforcements of a side come in a round (TI-RIF-03)."""
    named = (w.zone for w in mission.reinforcements if (w.side, w.round) == (side, number))
    return next(named, f"{side}_reinforce")


def arrive(play: TiPlay) -> None:
    """The reinforcements of this round come into the trays, and each side places its own, the initiative first. Whoever was
    due in a round that an umpire has skipped comes too.

    In the last round nobody comes any more (B-WIN-1).
    """
    if play.round >= play.mission.rounds:
        return
    steps: list[Reinforce] = []
    for side in in_order(play):
        zones: dict[str, list[str]] = {}
        for uid, unit in list(play.units.items()):
            if unit.at.startswith(f"#due/{side}/") and due_round(unit.at) <= play.round:
                zones.setdefault(zone_name(play.mission, side, due_round(unit.at)), []).append(uid)
                play.put(uid, at=TRAYS[side])
                play.tell(UnitPlaced(uid, TRAYS[side]))
        steps += [Reinforce(who=side, units=tuple(units), zone_name=name) for name, units in zones.items()]
    play.push(*steps)
