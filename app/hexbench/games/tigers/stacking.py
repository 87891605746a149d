"""The stacking limit, tested at the end of operational movement (TG-STK)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple

from hexbench.engine.state import Ask
from hexbench.engine.values import Action, Reason, Say, say
from hexbench.engine.verbs.kinds import Pick
from hexbench.games.tigers import casualties
from hexbench.games.tigers.pieces import PARENT, PEIPER, SKORZENY, SS_TIGERS, VDH, Printed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hexbench.games.tigers.rules import TgRules
    from hexbench.games.tigers.seat import Position, TgBoard, TgPlay, TgSeat


# How many units a hex holds (TG-STK-01..04). When the limit is tested is a matter of the sequence (TG-
# STK-06).

PLACES: Final = 2
"""TG-STK-01."""
TANKS: Final = 1
"""TG-STK-03."""
_EXTRA: Final = 1
"""TG-STK-02."""
COMMANDS: Final = 3
"""Combat commands that count as a division (TG-STK-04)."""


class Load(NamedTuple):
    """What units in one hex take up."""

    places: int
    """Divisions, brigades, and combat commands by three or part of three (AMB-91, AMB-113)."""
    tanks: int
    """Those of them that are armor or panzers."""
    extra: int
    """Tiger battalions and Skorzeny; the two that go with Peiper are one while he is there (AMB-90)."""


def load(s: Position, uids: Collection[str]) -> Load:
    """What these units take up together; von der Heydte takes up nothing (AMB-82)."""
    here = frozenset(uids) - {VDH}
    commands = sum(s.roster[u].size == "cc" for u in here)
    blocks = -(-commands // COMMANDS)
    extra = sum(s.roster[u].size == "bn" for u in here)
    if here >= {PEIPER, SS_TIGERS, SKORZENY}:
        extra -= 1
    main = [u for u in here if s.roster[u].size in ("div", "bde", "kg")]
    places, tanks = len(main), sum(s.roster[u].pure for u in main)
    if here >= {PEIPER, PARENT}:
        places, tanks = places - 1, tanks - 1
    return Load(places + blocks, tanks + blocks, extra)


def fits(s: Position, uids: Collection[str]) -> bool:
    """Whether a hex may hold these units."""
    return not any(faults(s, uids))


def faults(s: Position, uids: Collection[str], at: str = "") -> Iterator[Reason]:
    """Every limit these units break together."""
    found, where = load(s, uids), (at,) if at else ()
    if found.places > PLACES:
        yield Reason(
            "TG-STK-01",
            say("A hex can hold {most} divisions or brigades, not {n}.", most=PLACES, n=found.places),
            where,
        )
    if found.tanks > TANKS:
        yield Reason("TG-STK-03", say("Only one of the two may be an armor or panzer unit."), where)
    if found.extra > _EXTRA:
        yield Reason("TG-STK-02", say("Only one Tiger battalion or Skorzeny may be added."), where)


def crowded(s: Position, at_units: Mapping[str, Sequence[str]], side: str) -> Iterator[str]:
    """The hexes that hold too many units of a side, in the order of their labels."""
    for at in sorted(place for place in at_units if place[:1] != "#"):
        ours = [u for u in at_units[at] if s.units[u].side == side]
        if len(ours) > 1 and not fits(s, ours):
            yield at


def tested(rules: TgRules, s: Position, board: TgBoard, side: str) -> Iterator[str]:
    """Those of the crowded hexes that the test at the end of this pass's movement finds: all (TG-STK-06, TG-STK-07).

    By option ``second_test`` a hex in which nobody could move since the first pass waits in the second for the owner's next
    movement, as one does into which the victors of the first had to advance (AMB-122).
    """
    for at in crowded(s, board.at, side):
        free = (u for u in board.units_at(at) if s.units[u].side == side and _could_move(s, u))
        if s.round == 1 or rules.options.second_test == "all" or any(free):
            yield at


def _could_move(s: Position, uid: str) -> bool:
    """Whether a unit moved in this pass, or might have (TG-SEQ-16, TG-DIS-03)."""
    unit = s.units[uid]
    return uid != VDH and not unit.acted and (unit.moved or not unit.disrupted)


def too_many(s: Position, board: TgBoard, uid: str, at: str) -> Iterator[Say]:
    """The warning that a unit will stand where too many are when the limit is tested next (TG-STK-06)."""
    here = [u for u in board.units_at(at) if s.units[u].side == s.units[uid].side]
    if not fits(s, (*here, uid)):
        yield say(
            "{hex} would be overstacked: excess units that cannot move away are lost when "
            "stacking is checked.",
            hex=at,
        )


def check_all(play: TgPlay, side: str) -> None:
    """Ask the owner which units to remove where a hex holds too many (TG-STK-05..07)."""
    hexes = tuple(tested(play.rules, play, play.board, side))
    if hexes:
        play.push(*(Crowded(who=side, hex=at) for at in hexes))


class Remove(Pick["TgSeat", "Crowded", "TgPlay"]):
    """Take a unit out of a hex that holds too many."""

    name = "remove"
    label = say("Remove")
    help = say("Choose which excess units to remove permanently.")
    rule = "TG-STK-05"

    def among(self, seat: TgSeat, step: Crowded) -> Sequence[str]:
        """Those without which the hex is less crowded."""
        return [u for u in step.ours(seat.s, seat.board) if self._helps(seat, step, u)]

    def unfit(self, seat: TgSeat, step: Crowded | None, ref: str) -> Iterator[Reason]:
        """Another hex, or a unit that is not in excess."""
        if step is None:
            return
        if ref not in step.ours(seat.s, seat.board):
            yield Reason("TG-STK-05", say("Choose a unit in {hex}.", hex=step.hex), (step.hex,))
        elif not self._helps(seat, step, ref):
            name = seat.called(ref)
            yield Reason(
                "TG-STK-05", say("Removing {unit} would not reduce the overstacking.", unit=name), (step.hex,)
            )

    def _helps(self, seat: TgSeat, step: Crowded, uid: str) -> bool:
        """Whether a limit is less exceeded without it, so that nobody is removed for nothing."""
        ours = step.ours(seat.s, seat.board)
        roster = seat.s.roster
        return excess(roster, [u for u in ours if u != uid]) < excess(roster, ours)

    def do(self, play: TgPlay, step: Crowded, action: Action) -> None:
        """It is gone; ask again if that is not enough."""
        casualties.remove(play, action.subject[0])
        if fits(play, step.ours(play, play.board)):
            play.pop()


def excess(roster: Mapping[str, Printed], uids: Sequence[str]) -> int:
    """By how much units exceed the limits, all limits together."""
    here = [roster[u] for u in uids if u != VDH]
    big = sum(printed.size in ("div", "bde", "kg") for printed in here)
    pure = sum(printed.size in ("div", "bde", "kg") and printed.pure for printed in here)
    if PEIPER in uids and PARENT in uids:
        big, pure = big - 1, pure - 1
    loose = sum(printed.size == "cc" for printed in here)
    extra = [u for u in uids if roster[u].type in ("tiger", "skorzeny")]
    allowed = _EXTRA + 1 if {PEIPER, SS_TIGERS, SKORZENY} <= set(uids) else _EXTRA
    # combat commands are counted in thirds of a division, so that each one that goes makes a difference
    over = max(0, COMMANDS * big + loose - COMMANDS * PLACES) + max(
        0, COMMANDS * pure + loose - COMMANDS * TANKS
    )
    return over + max(0, len(extra) - allowed)


_REMOVE: Final = Remove()


class Crowded(Ask, frozen=True, kw_only=True):
    """Too many units in a hex: their owner removes some until the rest may stay (TG-STK-05)."""

    verbs: ClassVar = (_REMOVE,)
    phase: ClassVar[str] = "movement"
    hex: str

    def say(self, seat: TgSeat) -> Say:
        return say("{hex} is overstacked: choose a unit to remove.", hex=self.hex)

    def ours(self, s: Position, board: TgBoard) -> tuple[str, ...]:
        """The units among which he chooses."""
        return tuple(u for u in board.units_at(self.hex) if s.units[u].side == self.who and u != VDH)
