"""16.1 and 16.2: the 150th Panzer Brigade among the Allied lines, and the landing of von der Heydte.

The 1st SS Panzer Division (16.3) is in :mod:`restricted`, the commandos (16.4) are in :mod:`commandos`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final

from hexbench.engine.events import Noted, UnitPlaced, UnitStopped
from hexbench.engine.state import Ask
from hexbench.engine.values import Action, Offer, Reason, Say, Target, say
from hexbench.engine.verb import Verb
from hexbench.games.iron_tide import chits, passage
from hexbench.games.iron_tide.combatants import is_regiment
from hexbench.games.iron_tide.losses import lose_step
from hexbench.games.iron_tide.pieces import GERMAN, Printed
from hexbench.games.iron_tide.restricted import AM17, BRIGADE, brigade, parachutists
from hexbench.games.iron_tide.stacking import LIMIT, eliminate, friends_at

if TYPE_CHECKING:
    from hexbench.games.iron_tide.board import ItBoard
    from hexbench.games.iron_tide.seat import ItPlay, ItSeat

ZONE: Final = 3
"""16.2a: hexes around the drop zone."""


# ---- 16.1 -------------------------------------------------------------------------------------------------------------
def infiltrating(s: Any, subject: Sequence[str]) -> bool:
    """16.1d-e: whether units may try to ignore zones of control: the brigade, alone or with its battalion, while it still
    has the ability.
    """
    if s.infiltrated not in (0, s.turn) or not all(BRIGADE in s.roster[u].restriction for u in subject):
        return False
    return any(s.roster[u].size == "regiment" for u in subject)


def zones_on(seat: ItSeat, hexes: Iterable[str]) -> int:
    """16.1b: how many hexes of a route are in Allied zones of control."""
    return sum(seat.board.in_zoc(GERMAN, at) for at in hexes)


def brigade_enters(play: ItPlay, units: Sequence[str], at: str, goes_on: bool) -> None:
    """16.1a: the brigade has entered a hex; in an enemy zone it must roll before it may continue."""
    if goes_on and brigade(play, units) and play.board.in_zoc(GERMAN, at):
        play.push(Infiltrating(who=GERMAN, units=tuple(units), hex=at))


class _Infiltrate(Verb["ItSeat", "Infiltrating", "ItPlay"]):
    """Roll to ignore the enemy zone of control."""

    name = "infiltrate"
    label = say("Roll and go on")
    help = say("On 1 or 2 the zone of control is ignored and the move continues; on 3 to 6 it ends here.")

    def do(self, play: ItPlay, step: Infiltrating, action: Action) -> None:
        """16.1a: one die."""
        play.pop()
        die = play.roll(say("Does the 150th Panzer Brigade slip through?"), rule="16.1a", of=GERMAN)
        if play.rules.tables.brigade_150.result(die) != "ignored":
            halt(play, step, say("The ruse has failed."))


class Halt(Verb["ItSeat", "Infiltrating", "ItPlay"]):
    """End the move in the enemy zone of control."""

    name = "halt"
    label = say("Stop here")
    help = say("The unit ends its move in this hex.")

    def do(self, play: ItPlay, step: Infiltrating, action: Action) -> None:
        """7.1a."""
        play.pop()
        halt(play, step, say("The brigade stops."))


def halt(play: ItPlay, step: Infiltrating, why: Say) -> None:
    """End the move in progress in the current hex."""
    play.swap(path=())
    for uid in step.units:
        play.tell(UnitStopped(uid, step.hex, "16.1b", why))


INFILTRATE, HALT = _Infiltrate(), Halt()


class Infiltrating(Ask, frozen=True, kw_only=True):
    """The 150th Panzer Brigade has entered an enemy zone of control on its way (SEQ.MOVE.150)."""

    units: tuple[str, ...]
    hex: str
    verbs: ClassVar = (HALT, INFILTRATE)

    def say(self, seat: ItSeat) -> Say:
        return say(
            "The 150th Panzer Brigade is in an Allied zone of control in {hex}: roll to go on?", hex=self.hex
        )


# ---- 16.2 -------------------------------------------------------------------------------------------------------------
def airborne(board: ItBoard, s: Any) -> str | None:
    """The parachute unit that has to land now, or None."""
    if s.turn != AM17:
        return None
    return next((uid for uid in board.due[GERMAN] if parachutists(s.roster[uid])), None)


def _landing_faults(s: Any, board: ItBoard, uid: str, at: str) -> Iterator[Reason]:
    """16.2a, B73: why von der Heydte may not land in a hex."""
    printed: Printed = s.roster[uid]
    atlas = board.atlas
    if at not in atlas.index:
        yield Reason("16.2a", say("{hex} is not a hex of this map.", hex=at or "-"))
        return
    if printed.drop not in atlas.index or atlas.distance(printed.drop, at) > ZONE:
        text = say(
            "{hex} is more than {n} hexes from the drop zone in {drop}.", hex=at, n=ZONE, drop=printed.drop
        )
        yield Reason("16.2a", text, (at,))
    if atlas.cell(at).terrain == "heavy_woods":
        yield Reason("16.2a", say("{hex} is a heavy woods hex.", hex=at), (at,))
    if board.enemy_in(GERMAN, at):
        yield Reason("B73", say("There are Allied units in {hex}.", hex=at), (at,))
    if len(friends_at(s, board, GERMAN, at)) >= LIMIT:
        yield Reason("B73", say("{hex} already holds three German units.", hex=at), (at,))


def _landing_hexes(s: Any, board: ItBoard, uid: str) -> list[str]:
    """Every hex the unit may land in, nearest to the drop zone first."""
    atlas = board.atlas
    drop = s.roster[uid].drop
    if drop not in atlas.index:
        return []
    near = sorted(
        board.around([atlas.index[drop]], ZONE), key=lambda i: atlas.distance(drop, atlas.labels[i])
    )
    return [at for at in (atlas.labels[i] for i in near) if not any(_landing_faults(s, board, uid, at))]


class Land(Verb["ItSeat", Any, "ItPlay"]):
    """Choose where von der Heydte lands."""

    name = "land"
    barrier = "dice"
    label = say("Land")
    help = say("The parachute unit lands within three hexes of its drop zone; a die roll decides its losses.")
    subject = "unit"
    object = "hex"

    def offer(self, seat: ItSeat, step: Any) -> Offer | None:
        """The unit in the air."""
        uid = airborne(seat.board, seat.s) if step.who == GERMAN else None
        return (
            Offer(self.name, (uid,)) if uid is not None and _landing_hexes(seat.s, seat.board, uid) else None
        )

    def targets(self, seat: ItSeat, step: Any, subject: tuple[str, ...]) -> Iterable[Target]:
        """Every hex it may land in."""
        uid = airborne(seat.board, seat.s) if step.who == GERMAN else None
        if uid is not None and subject == (uid,):
            for at in _landing_hexes(seat.s, seat.board, uid):
                yield Target(at, rules=("16.2a",))

    def reasons(self, seat: ItSeat, step: Any | None, action: Action) -> Iterator[Reason]:
        """16.2a and B73."""
        if len(action.subject) != 1 or action.subject[0] not in seat.s.units:
            yield Reason("16.2a", say("Choose the parachute unit."))
            return
        uid = action.subject[0]
        if not parachutists(seat.s.roster[uid]):
            yield Reason("16.2a", say("{unit} does not arrive by parachute.", unit=seat.called(uid)))
            return
        if step is not None and step.who != GERMAN:
            yield Reason("16.2a", say("The landing takes place in the German Movement Phase."))
        if airborne(seat.board, seat.s) != uid:
            yield Reason("16.2a", say("{unit} lands on 17AM, not now.", unit=seat.called(uid)))
        if action.how or action.via:
            yield Reason("16.2a", say("A landing has no route."))
        yield from _landing_faults(seat.s, seat.board, uid, action.object)

    def do(self, play: ItPlay, step: Any, action: Action) -> None:
        """16.2b: roll one die; a regiment draws its chit to take the loss."""
        uid, at = action.subject[0], action.object
        play.put(uid, at=at)
        play.tell(UnitPlaced(uid, at))
        die = play.roll(say("How does von der Heydte land?"), rule="16.2b", of=GERMAN)
        result = play.rules.tables.parachute_landing.result(die)
        if is_regiment(play.units[uid], play.roster[uid]) and not play.units[uid].drawn:
            chits.draw(play, uid)
        for _ in range({"no_loss": 0, "one_step": 1, "two_steps": 2}[result]):
            if play.units[uid].on_map:
                lose_step(play, uid)
        if play.units[uid].on_map:
            passage.arrive(play, (uid,), at)


LAND = Land()


def must_land(seat: ItSeat) -> Iterator[Reason]:
    """16.2a: the landing is mandatory as long as there is a hex for it (B73)."""
    uid = airborne(seat.board, seat.s)
    if uid is not None:
        hexes = _landing_hexes(seat.s, seat.board, uid)
        if hexes:
            text = say("{unit} must land before the phase ends.", unit=seat.called(uid))
            yield Reason("16.2a", text, tuple(hexes))


def landing_missed(play: ItPlay) -> None:
    """B73: without a hex to land in the unit is eliminated."""
    uid = airborne(play.board, play)
    if uid is not None:
        play.tell(Noted("B73", say("There is no hex in which von der Heydte can land."), (uid,)))
        eliminate(play, uid)
