"""The stacking limit, checked at the end of operational movement (TG-STK)."""

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


# How many units a hex can hold (TG-STK-01..04). When the limit is checked is decided by the sequence of play
# (TG-STK-06).

PLACES: Final = 2
"""Divisions or brigades per hex (TG-STK-01)."""
TANKS: Final = 1
"""How many of them may be armor or panzers (TG-STK-03)."""
_EXTRA: Final = 1
"""Tiger battalions or Skorzeny in addition (TG-STK-02)."""
COMMANDS: Final = 3
"""Combat commands that count as a division (TG-STK-04)."""


class Load(NamedTuple):
    """The stacking load of the units in one hex."""

    places: int
    """Divisions, brigades, and combat commands counted per three or part of three (AMB-91, AMB-113)."""
    tanks: int
    """How many of those places are armor or panzers."""
    extra: int
    """Tiger battalions and Skorzeny; the two attached to Peiper count as one while he is there (AMB-90)."""


def load(s: Position, uids: Collection[str]) -> Load:
    """The stacking load of these units; von der Heydte does not count (AMB-82)."""
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
    """Whether these units may stack in one hex."""
    return not any(faults(s, uids))


def faults(s: Position, uids: Collection[str], at: str = "") -> Iterator[Reason]:
    """A reason for every stacking limit these units exceed together."""
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
    """The hexes overstacked by units of a side, sorted by label."""
    for at in sorted(place for place in at_units if place[:1] != "#"):
        ours = [u for u in at_units[at] if s.units[u].side == side]
        if len(ours) > 1 and not fits(s, ours):
            yield at


def tested(rules: TgRules, s: Position, board: TgBoard, side: str) -> Iterator[str]:
    """The overstacked hexes checked at the end of this pass's movement: by default all of them (TG-STK-06,
    TG-STK-07).

    With option ``second_test`` set to ``movers``, the check of the second pass skips hexes in which no unit
    could have moved in that pass, such as those into which victors of the first pass had to advance; they
    wait for the owner's next movement (AMB-122).
    """
    for at in crowded(s, board.at, side):
        free = (u for u in board.units_at(at) if s.units[u].side == side and _could_move(s, u))
        if s.round == 1 or rules.options.second_test == "all" or any(free):
            yield at


def _could_move(s: Position, uid: str) -> bool:
    """Whether a unit moved in this pass, or could have (TG-SEQ-16, TG-DIS-03)."""
    unit = s.units[uid]
    return uid != VDH and not unit.acted and (unit.moved or not unit.disrupted)


def too_many(s: Position, board: TgBoard, uid: str, at: str) -> Iterator[Say]:
    """A warning if a unit entering ``at`` would overstack it (TG-STK-06)."""
    here = [u for u in board.units_at(at) if s.units[u].side == s.units[uid].side]
    if not fits(s, (*here, uid)):
        yield say(
            "{hex} would be overstacked: excess units that cannot move away are lost when "
            "stacking is checked.",
            hex=at,
        )


def check_all(play: TgPlay, side: str) -> None:
    """Ask the owner which units to remove from each overstacked hex (TG-STK-05..07)."""
    hexes = tuple(tested(play.rules, play, play.board, side))
    if hexes:
        play.push(*(Crowded(who=side, hex=at) for at in hexes))


class Remove(Pick["TgSeat", "Crowded", "TgPlay"]):
    """Remove a unit from an overstacked hex."""

    name = "remove"
    label = say("Remove")
    help = say("Choose which excess units to remove permanently.")
    rule = "TG-STK-05"

    def among(self, seat: TgSeat, step: Crowded) -> Sequence[str]:
        """The units whose removal reduces the overstacking."""
        return [u for u in step.ours(seat.s, seat.board) if self._helps(seat, step, u)]

    def unfit(self, seat: TgSeat, step: Crowded | None, ref: str) -> Iterator[Reason]:
        """Refused for a unit in another hex, or one whose removal would not help."""
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
        """Whether removing the unit reduces the excess, so that none is removed for nothing."""
        ours = step.ours(seat.s, seat.board)
        roster = seat.s.roster
        return excess(roster, [u for u in ours if u != uid]) < excess(roster, ours)

    def do(self, play: TgPlay, step: Crowded, action: Action) -> None:
        """Remove the unit; ask again if that is not enough."""
        casualties.remove(play, action.subject[0])
        if fits(play, step.ours(play, play.board)):
            play.pop()


def excess(roster: Mapping[str, Printed], uids: Sequence[str]) -> int:
    """By how much units exceed the limits, summed over all limits."""
    here = [roster[u] for u in uids if u != VDH]
    big = sum(printed.size in ("div", "bde", "kg") for printed in here)
    pure = sum(printed.size in ("div", "bde", "kg") and printed.pure for printed in here)
    if PEIPER in uids and PARENT in uids:
        big, pure = big - 1, pure - 1
    loose = sum(printed.size == "cc" for printed in here)
    extra = [u for u in uids if roster[u].type in ("tiger", "skorzeny")]
    allowed = _EXTRA + 1 if {PEIPER, SS_TIGERS, SKORZENY} <= set(uids) else _EXTRA
    # combat commands are counted in thirds of a division, so that removing any one makes a difference
    over = max(0, COMMANDS * big + loose - COMMANDS * PLACES) + max(
        0, COMMANDS * pure + loose - COMMANDS * TANKS
    )
    return over + max(0, len(extra) - allowed)


_REMOVE: Final = Remove()


class Crowded(Ask, frozen=True, kw_only=True):
    """A hex is overstacked: its owner removes units until the rest fit (TG-STK-05)."""

    verbs: ClassVar = (_REMOVE,)
    phase: ClassVar[str] = "movement"
    hex: str

    def say(self, seat: TgSeat) -> Say:
        return say("{hex} is overstacked: choose a unit to remove.", hex=self.hex)

    def ours(self, s: Position, board: TgBoard) -> tuple[str, ...]:
        """The units to choose from."""
        return tuple(u for u in board.units_at(self.hex) if s.units[u].side == self.who and u != VDH)
