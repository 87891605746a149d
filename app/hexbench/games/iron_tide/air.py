"""10.0: air points: set out at the start of a game turn, divided by the Allied player, spent, and lost if unused."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar, Final

from hexbench.engine.events import FactChanged
from hexbench.engine.state import Ask
from hexbench.engine.values import Action, Flow, Offer, Reason, Say, Target, Value, counted, say
from hexbench.engine.verb import Verb
from hexbench.games.iron_tide.pieces import ALLIED, GERMAN, Side

if TYPE_CHECKING:
    from hexbench.games.iron_tide.seat import ItPlay, ItSeat
    from hexbench.games.iron_tide.tables import Turn

RESUPPLY: Final = "resupply"
POOL: Final = "air"
BOXES: Final = (GERMAN, ALLIED, RESUPPLY)
"""The boxes of the Air Point track: combat support of either side, Allied resupply. German points have no other use (B31)."""


class AirPoints(Value, frozen=True):
    """One box: points face up and face down (10.0c)."""

    ready: int = 0
    spent: int = 0


def points_of(turn: Turn) -> dict[str, AirPoints]:
    """10.0a: the points of both sides for a game turn; all Allied points count as combat support until they are divided."""
    return {
        GERMAN: AirPoints(turn.german_air),
        ALLIED: AirPoints(turn.allied_air),
        RESUPPLY: AirPoints(),
    }


def _set_out(play: ItPlay) -> None:
    """10.0a, 4.21b: set out the points and announce them to both sides."""
    play.set(air=points_of(play.rules.turn(play.turn, play)))
    for box in (GERMAN, ALLIED):
        announce(play, box)


def clear_away(play: ItPlay) -> None:
    """10.0d: unused points are lost at the end of the game turn."""
    left = [box for box, points in play.air.items() if points.ready]
    play.set(air={box: AirPoints() for box in BOXES})
    for box in left:
        announce(play, box)


def announce(play: ItPlay, box: str) -> None:
    """Announce to both sides how many points in a box are ready."""
    n = ready(play, box)
    texts = {
        GERMAN: say("German air points for combat support: {n}.", n=n),
        ALLIED: say("Allied air points for combat support: {n}.", n=n),
        RESUPPLY: say("Allied air points for resupply: {n}.", n=n),
    }
    play.tell(FactChanged(f"air.{box}", str(n), texts[box]))


def box_key(box: str) -> str:
    """The key of a box in a target's flow."""
    return f"{POOL}.{box}"


def flown_key(side: str) -> str:
    """The key of a side's point committed to the current combat (11.6c)."""
    return f"{POOL}.{side}.flown"


def ready(s: object, box: str) -> int:
    """How many points of a box are face up."""
    boxes: dict[str, AirPoints] = s.air  # type: ignore[attr-defined]
    return boxes[box].ready if box in boxes else 0


def spend(play: ItPlay, box: str) -> None:
    """10.0c: turn one point face down, whatever the outcome of its mission."""
    old = play.air[box]
    play.edit("air")[box] = AirPoints(old.ready - 1, old.spent + 1)
    announce(play, box)


def _how_many(n: int) -> Say:
    return counted(
        n, say("There is only one Allied air point."), say("There are only {n} Allied air points.", n=n)
    )


class _Allot(Verb["ItSeat", "Air", "ItPlay"]):
    """Divide the Allied points between combat support and resupply, once for the whole game turn (10.0b, B31)."""

    name = "allot"
    risk = "dice"
    label = say("Allot air points")
    help = say("Choose how many air points to use for resupply; the rest are for combat support.")
    object = "choice"

    def offer(self, seat: ItSeat, step: Air) -> Offer | None:
        """10.0b: points may be moved between the two Allied boxes until the division is confirmed."""
        return Offer(self.name, shares=(box_key(ALLIED), box_key(RESUPPLY)))

    def targets(self, seat: ItSeat, step: Air, subject: tuple[str, ...]) -> Iterable[Target]:
        """Every number for resupply, as far as the weather allows any."""
        if subject:
            return
        for n in range(_most_for_resupply(seat) + 1):
            text = say(
                "{resupply} for resupply, {support} for combat support",
                resupply=n,
                support=ready(seat.s, ALLIED) - n,
            )
            flow = (Flow(box_key(ALLIED), (box_key(RESUPPLY),), n),) if n else ()
            yield Target(str(n), says=(text,), rules=("10.0b",), flow=flow)

    def reasons(self, seat: ItSeat, step: Air | None, action: Action) -> Iterator[Reason]:
        """Not a number, more points than there are, or resupply in bad weather."""
        if action.subject or action.how or action.via:
            yield Reason("10.0b", say("Give only the number of points for resupply."))
        if not action.object.isdecimal():
            yield Reason("10.0b", say("Give the number of points for resupply."))
            return
        n = int(action.object)
        if n > ready(seat.s, ALLIED):
            yield Reason("10.0b", _how_many(ready(seat.s, ALLIED)))
        elif n > _most_for_resupply(seat):
            yield Reason("12.4a", say("Air resupply is possible only in clear weather."))
        elif str(n) != action.object:
            yield Reason("10.0b", say("Give the number of points for resupply."))

    def do(self, play: ItPlay, step: Air, action: Action) -> None:
        """Divide the points for the rest of the game turn."""
        n = int(action.object)
        support = play.air[ALLIED]
        boxes = play.edit("air")
        boxes[ALLIED] = AirPoints(support.ready - n, support.spent)
        boxes[RESUPPLY] = AirPoints(n)
        announce(play, ALLIED)
        announce(play, RESUPPLY)
        play.pop()


def _most_for_resupply(seat: ItSeat) -> int:
    """12.4a: all of them in clear weather, otherwise none."""
    return ready(seat.s, ALLIED) if seat.rules.turn(seat.s.turn, seat.s).weather == "clear" else 0


_ALLOT = _Allot()


class Air(Ask, frozen=True, kw_only=True):
    """4.21c: the Allied player divides his points. Nothing is asked in a game turn without any."""

    who: Side = "allied"
    phase = "air"
    verbs: ClassVar = (_ALLOT,)

    def say(self, seat: ItSeat) -> Say:
        n, weather = ready(seat.s, ALLIED), seat.rules.turn(seat.s.turn, seat.s).weather
        return counted(
            n,
            say(
                "Air Phase: the weather is {weather}. Allot one Allied air point to combat support or resupply.",
                weather=weather,
            ),
            say(
                "Air Phase: the weather is {weather}. Divide {n} Allied air points between "
                "combat support and resupply.",
                weather=weather,
                n=n,
            ),
        )

    def default(self, seat: ItSeat) -> Action | None:
        """All for combat support."""
        return Action("allot", (), "0")


def air_phase_begins(play: ItPlay) -> None:
    """4.21b-c: points are looked up and set out; the Allied player is asked when he has any."""
    _set_out(play)
    if ready(play, ALLIED):
        play.push(Air())
