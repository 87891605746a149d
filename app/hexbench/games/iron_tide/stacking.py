"""8.0: how many units a hex holds, when that is checked, and what becomes of the surplus."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar, Final

from hexbench.engine.events import UnitRemoved
from hexbench.engine.state import Ask
from hexbench.engine.values import Action, Offer, Reason, Say, Target, say
from hexbench.engine.verb import Verb
from hexbench.games.iron_tide.pieces import ELIMINATED

if TYPE_CHECKING:
    from hexbench.games.iron_tide.hands import ItPlay, ItSeat

LIMIT: Final = 3
"""8.1a: units of any size in a hex."""


def friends_at(s: Any, board: Any, side: str, at: str) -> tuple[str, ...]:
    """The units of ``side`` in a hex: a commando counts with the Germans alone (B36)."""
    return tuple(u for u in board.units_at(at) if s.units[u].side == side)


def crowded(s: Any, board: Any, side: str) -> list[str]:
    """8.1c: the hexes in which ``side`` has more than three units, in the order of the map."""
    full = [at for at in board.at if not at.startswith("#") and len(friends_at(s, board, side, at)) > LIMIT]
    return sorted(full, key=lambda at: int(board.atlas.index[at]))


class Eliminate(Verb["ItSeat", "Overstack", "ItPlay"]):
    """The owner names a surplus unit; it is eliminated."""

    name = "eliminate"
    label = say("Eliminate")
    help = say("Remove this unit from the overstacked hex.")
    subject = "unit"

    def offer(self, seat: ItSeat, step: Overstack) -> Offer | None:
        """The units of the hex."""
        return Offer(self.name, friends_at(seat.s, seat.board, step.who, step.hex))

    def targets(self, seat: ItSeat, step: Overstack, subject: tuple[str, ...]) -> Iterable[Target]:
        """One unit at a time."""
        if len(subject) == 1 and not any(self.reasons(seat, step, Action(self.name, subject))):
            yield Target(rules=("8.1d",))

    def reasons(self, seat: ItSeat, step: Overstack | None, action: Action) -> Iterator[Reason]:
        """Only a unit of the hex in question, one at a time."""
        if len(action.subject) != 1:
            yield Reason("8.1d", say("Name one unit at a time."))
            return
        unit = seat.s.units.get(action.subject[0])
        if unit is None:
            yield seat.rules.missing(f"unit {action.subject[0]}")
        elif step is None:
            yield Reason(
                "8.1d",
                say("Units are eliminated for stacking only at the end of a movement or Reserve Phase."),
            )
        elif unit.at != step.hex or unit.side != step.who:
            yield Reason("8.1d", say("The surplus is in hex {hex}.", hex=step.hex), (step.hex,))
        if action.object or action.how or action.via:
            yield Reason("8.1d", say("Elimination needs no target."))

    def do(self, play: ItPlay, step: Overstack, action: Action) -> None:
        """Remove it; go on when three are left."""
        eliminate(play, action.subject[0])
        if len(friends_at(play, play.board, step.who, step.hex)) <= LIMIT:
            play.pop()


ELIMINATE = Eliminate()


class Overstack(Ask, frozen=True, kw_only=True):
    """8.1d, 8.2c: the owner chooses which units of an overstacked hex are eliminated."""

    hex: str
    verbs: ClassVar = (ELIMINATE,)

    def say(self, seat: ItSeat) -> Say:
        """How many too many."""
        n = len(friends_at(seat.s, seat.board, self.who, self.hex)) - LIMIT
        return say("Hex {hex} holds {n} too many: choose a unit to eliminate.", hex=self.hex, n=n)

    def default(self, seat: ItSeat) -> Action | None:
        """The weakest: the fewest factors, the last in the order of battle among equals."""
        roster = seat.s.roster

        def worth(uid: str) -> tuple[int, int]:
            printed, unit = roster[uid], seat.s.units[uid]
            regiment = printed.size == "regiment" and not unit.cadre
            return (10 if regiment else printed.factor or printed.cadre_factor, -seat.board.rank[uid])

        return Action("eliminate", (min(friends_at(seat.s, seat.board, self.who, self.hex), key=worth),))


def eliminate(play: ItPlay, uid: str) -> None:
    """Off the map for good (replacements aside)."""
    play.put(uid, at=ELIMINATED, zoc=False, retreated=False)
    play.tell(UnitRemoved(uid, ELIMINATED))


def check_stacks(play: ItPlay, side: str) -> None:
    """8.1c: ask for every overstacked hex of the player whose phase ends."""
    hexes = crowded(play, play.board, side)
    if hexes:
        play.push(*(Overstack(who=side, hex=at) for at in hexes))
