"""6.0: reserves. Which units may be marked, how many stacks, and when the markers come off."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from hexbench.atlas.hexset import holds
from hexbench.engine.events import UnitChanged
from hexbench.engine.values import Action, Reason, Target, say
from hexbench.engine.verbs.kinds import Pick
from hexbench.games.iron_tide import restricted
from hexbench.games.iron_tide.names import called
from hexbench.games.iron_tide.pieces import FOE

if TYPE_CHECKING:
    from hexbench.games.iron_tide.board import ItBoard
    from hexbench.games.iron_tide.seat import ItPlay, ItSeat

MARKERS: Final = 5
"""6.0a: Reserve markers of a player in each of his Movement Phases."""


def marked(s: Any, board: ItBoard, side: str) -> tuple[str, ...]:
    """The hexes of a side with a Reserve marker: one marker covers a unit or a stack."""
    units = s.units
    return tuple(dict.fromkeys([u.at for uid in board.present[side] if (u := units[uid]).reserve]))


def quiet(seat: ItSeat, side: str, at: str) -> bool:
    """6.0c: whether no enemy unit is in or adjacent to a hex; commandos do not count (B36)."""
    return not holds(seat.board.hexes_held(FOE[side], 1), seat.board.atlas.index[at])


def eligible(seat: ItSeat, side: str) -> Iterator[str]:
    """6.0c: the units of a side that have not moved, are not next to an enemy, and are in supply."""
    board, units = seat.board, seat.s.units
    near = board.near(FOE[side])  # kept until an enemy moves
    return (  # most who ask want the first
        uid
        for uid in board.present[side]
        if not ((unit := units[uid]).moved or unit.reserve or unit.at in near) and unit.supply == "supplied"
    )


def idle(seat: ItSeat, subject: Iterable[str]) -> Iterator[Reason]:
    """Why units with a Reserve marker could not move in the Reserve Phase of this player turn."""
    s = seat.s
    for uid in subject:
        unit, printed = s.units[uid], s.roster[uid]
        if unit.frozen and not seat.rules.options.replaced_in_reserve:
            text = say(
                "{unit} took a replacement: it may not move in the Reserve Phase.", unit=called(printed)
            )
            yield Reason("R29", text, unit.spot)
        for bar in restricted.bars(s, uid, unit, printed):
            text = say("It may not move in the Reserve Phase: {why}", why=bar.text)
            yield Reason(bar.rule, text, bar.hexes)


class _GoIntoReserve(Pick["ItSeat", Any, "ItPlay"]):
    """Place a Reserve marker on a unit or on a stack."""

    name = "reserve"
    label = say("Put in reserve")
    help = say("The units may not move or fight now, but may move in the Reserve Phase.")
    rule = "6.0a"
    joins = "stack"

    def among(self, seat: ItSeat, step: Any) -> Sequence[str]:
        """The units that may be marked."""
        if restricted.surprise(seat.s.turn):
            return ()
        return tuple(self._able(seat, step))

    def may(self, seat: ItSeat, step: Any) -> bool | None:
        """Whether any unit may be marked; stops at the first."""
        return not restricted.surprise(seat.s.turn) and any(True for _ in self._able(seat, step))

    def _able(self, seat: ItSeat, step: Any) -> Iterator[str]:
        s, able = seat.s, eligible(seat, step.who)
        of = (seat.board.troops[step.who],)
        taken = seat.rules.facts.get(("reserves", step.who), of, lambda: marked(s, seat.board, step.who))
        return able if len(taken) < MARKERS else (uid for uid in able if s.units[uid].at in taken)

    def targets(self, seat: ItSeat, step: Any, subject: tuple[str, ...]) -> Iterable[Target]:
        """One target without a choice, with a warning for units that could not move from reserve (R29, 18.0g)."""
        if not any(self.reasons(seat, step, Action(self.name, subject))):
            stuck = tuple(idle(seat, subject))
            says = tuple(reason.text for reason in stuck)
            yield Target(says=says, rules=("6.0a", "6.0b", *dict.fromkeys(reason.rule for reason in stuck)))

    def unfit(self, seat: ItSeat, step: Any, ref: str) -> Iterator[Reason]:
        """6.0a, 6.0c."""
        unit, name = seat.s.units[ref], seat.called(ref)
        if step is not None and unit.side != step.who:
            yield Reason("4.1b", say("{unit} belongs to the other player.", unit=name))
        if not unit.on_map:
            yield Reason("6.0c", say("{unit} is not on the map.", unit=name))
            return
        if unit.reserve:
            yield Reason("6.0a", say("{unit} is already in reserve.", unit=name), unit.spot)
        if unit.moved:
            yield Reason("6.0c", say("{unit} has already moved this phase.", unit=name), unit.spot)
        if unit.supply != "supplied":
            yield Reason("6.0c", say("{unit} is not in supply.", unit=name), unit.spot)
        if not quiet(seat, unit.side, unit.at):
            yield Reason("6.0c", say("{unit} is adjacent to an enemy unit.", unit=name), unit.spot)

    def together(self, seat: ItSeat, step: Any, refs: tuple[str, ...]) -> Iterator[Reason]:
        """6.0a, 6.1b: one hex, a marker left, and not on the first turn."""
        s = seat.s
        if restricted.surprise(s.turn):
            yield Reason("6.1b", say("There is no Reserve Phase on 16AM."))
        side = step.who if step is not None else s.units[refs[0]].side
        places = tuple(dict.fromkeys(s.units[uid].at for uid in refs))
        if len(places) > 1:
            yield Reason("6.0a", say("A Reserve marker covers units in one hex only."), places)
        taken = marked(s, seat.board, side)
        if len(taken) >= MARKERS and places[0] not in taken:
            text = say("All {n} Reserve markers are in use.", n=MARKERS)
            yield Reason("6.0a", text, taken)

    def do(self, play: ItPlay, step: Any, action: Action) -> None:
        for uid in action.subject:
            play.put(uid, reserve=True)
            play.tell(UnitChanged(uid, "reserve", "reserve"))


RESERVE = _GoIntoReserve()


def take_markers_off(play: ItPlay, side: str) -> None:
    """When the Reserve Phase is over the markers come off."""
    for uid in [u for u, unit in play.units.items() if unit.reserve and unit.side == side]:
        play.put(uid, reserve=False)
        play.tell(UnitChanged(uid, "reserve", ""))
