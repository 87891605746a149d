"""12.4: resupply by air, in clear weather, in the Supply Phase of either player turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar, Final

from hexbench.engine.events import Resolved, UnitChanged
from hexbench.engine.state import Ask
from hexbench.engine.values import Action, Check, Flow, Reason, Say, Target, counted, say
from hexbench.engine.verb import Verb
from hexbench.games.iron_tide import checklist
from hexbench.games.iron_tide.air import RESUPPLY as BOX
from hexbench.games.iron_tide.air import box_key, ready, spend
from hexbench.games.iron_tide.pieces import ALLIED, SupplyState

if TYPE_CHECKING:
    from hexbench.games.iron_tide.board import ItBoard
    from hexbench.games.iron_tide.seat import ItPlay, ItSeat

LIFTED: Final[dict[SupplyState, SupplyState]] = {"isolated": "out", "out": "supplied"}
"""12.4e: one level better."""


def _in_need(s: Any, board: ItBoard, at: str) -> tuple[str, ...]:
    """The Allied units in a hex that are out of supply or isolated."""
    return tuple(u for u in board.units_at(at) if s.units[u].side == ALLIED and s.units[u].supply in LIFTED)


def drop_zones(s: Any, board: ItBoard) -> tuple[str, ...]:
    """B27: the hexes that can be tried: not in supply, and not tried in this game turn."""
    return tuple(
        dict.fromkeys(
            unit.at
            for unit in s.units.values()
            if unit.on_map and unit.side == ALLIED and unit.supply in LIFTED and unit.at not in s.resupplied
        )
    )


def offer_resupply(play: ItPlay) -> None:
    """4.22b: the Allied player is asked while he has points, clear weather and a hex in need."""
    if (
        play.rules.turn(play.turn, play).weather == "clear"
        and ready(play, BOX)
        and drop_zones(play, play.board)
    ):
        play.push(Resupply(who=ALLIED))


class Drop(Verb["ItSeat", "Resupply", "ItPlay"]):
    """Fly supplies to a hex."""

    name = "drop"
    barrier = "dice"
    label = say("Resupply by air")
    help = say("One air point, one die: on 1 to 5 all Allied units of the hex are one level better supplied.")
    object = "hex"

    def targets(self, seat: ItSeat, step: Resupply, subject: tuple[str, ...]) -> Iterable[Target]:
        """Every hex in need."""
        if not subject:
            for at in drop_zones(seat.s, seat.board):
                n = len(_in_need(seat.s, seat.board, at))
                text = counted(
                    n, say("one unit; succeeds on 1 to 5"), say("{n} units; succeeds on 1 to 5", n=n)
                )
                flow = (Flow(box_key(BOX), (at,)),)
                yield Target(at, says=(text,), rules=("12.4c", "12.4e"), flow=flow)

    def reasons(self, seat: ItSeat, step: Resupply | None, action: Action) -> Iterator[Reason]:
        """12.4a, 12.4b, 12.4d, B27."""
        s, at = seat.s, action.object
        if step is None:
            yield Reason("12.4b", say("Resupply by air is flown in a Supply Phase."))
        if seat.rules.turn(s.turn, s).weather != "clear":
            yield Reason("12.4a", say("Resupply by air is possible in clear weather only."))
        if not ready(s, BOX):
            yield Reason("12.4b", say("No air point is left for resupply."))
        if action.subject or action.how or action.via:
            yield Reason("12.4d", say("Name the hex alone."))
        if at not in seat.board.atlas.index:
            yield Reason("12.4d", say("{hex} is not a hex of this map.", hex=at or "-"))
            return
        if at in s.resupplied:
            yield Reason("12.4d", say("{hex} was tried in this game turn.", hex=at), (at,))
        if not _in_need(s, seat.board, at):
            yield Reason("B27", say("No Allied unit in {hex} is short of supply.", hex=at), (at,))

    def do(self, play: ItPlay, step: Resupply, action: Action) -> None:
        """The point is spent whatever the die says (10.0c)."""
        at = action.object
        spend(play, BOX)
        play.set(resupplied=(*play.resupplied, at))
        die = play.roll(say("Do the supplies reach {hex}?", hex=at), rule="12.4c")
        result = play.rules.tables.air_resupply.result(die)
        play.tell(Resolved("resupply", at, result, "12.4c"))
        if result == "succeeds":
            for uid in _in_need(play, play.board, at):
                state = LIFTED[play.units[uid].supply]
                play.put(uid, supply=state)
                play.tell(UnitChanged(uid, "supply", state))
        if not ready(play, BOX) or not drop_zones(play, play.board):
            play.pop()


class _FlyNoMore(Verb["ItSeat", "Resupply", "ItPlay"]):
    """Keep what is left for the next Supply Phase."""

    name = "fly_no_more"
    risk = "dice"
    ends = True
    label = say("No more resupply")
    help = say("Points that are left can be used in the next Supply Phase of this game turn.")

    def do(self, play: ItPlay, step: Resupply, action: Action) -> None:
        play.pop()


DROP, FLY_NO_MORE = Drop(), _FlyNoMore()


class Resupply(Ask, frozen=True, kw_only=True):
    """The Allied player may fly supplies in (SEQ.P.SUPPLY.resupply)."""

    verbs: ClassVar = (DROP, FLY_NO_MORE)

    def unfinished(self, seat: ItSeat) -> Iterable[Check]:
        """Points that were not flown."""
        return checklist.resupply_left(seat, self)

    def say(self, seat: ItSeat) -> Say:
        n = ready(seat.s, BOX)
        return counted(
            n,
            say("Supply Phase: one air point for resupply. Choose a hex, or fly no more."),
            say("Supply Phase: {n} air points for resupply. Choose a hex, or fly no more.", n=n),
        )
