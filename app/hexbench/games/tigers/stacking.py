"""The stacking limit, tested at the end of operational movement (TG-STK)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from hexbench.engine.state import Ask
from hexbench.engine.values import Action, Reason, Say, say
from hexbench.engine.verbs.kinds import Pick
from hexbench.games.tigers import harm, limits
from hexbench.games.tigers.limits import COMMANDS, EXTRA, PLACES, TANKS
from hexbench.games.tigers.pieces import PARENT, PEIPER, SKORZENY, SS_TIGERS, VDH, Printed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hexbench.games.tigers.board import TgBoard
    from hexbench.games.tigers.hands import Position, TgPlay, TgSeat
    from hexbench.games.tigers.rules import TgRules


def crowded(s: Position, at_units: Mapping[str, Sequence[str]], side: str) -> Iterator[str]:
    """The hexes that hold too many units of a side, in the order of their labels."""
    for at in sorted(place for place in at_units if place[:1] != "#"):
        ours = [u for u in at_units[at] if s.units[u].side == side]
        if len(ours) > 1 and not limits.fits(s, ours):
            yield at


def tested(rules: TgRules, s: Position, board: TgBoard, side: str) -> Iterator[str]:
    """Those of the crowded hexes that the test at the end of this pass's movement finds (TG-STK-06, TG-STK-07).

    In the second pass a hex in which nobody could move since the first waits for the owner's next movement (AMB-122), as
    one does into which the victors of the first pass had to advance; by option ``second_test`` nobody is spared.
    """
    for at in crowded(s, board.at, side):
        free = (u for u in board.units_at(at) if s.units[u].side == side and could_move(s, u))
        if s.round == 1 or rules.options.second_test == "all" or any(free):
            yield at


def could_move(s: Position, uid: str) -> bool:
    """Whether a unit moved in this pass, or might have (TG-SEQ-16, TG-DIS-03)."""
    unit = s.units[uid]
    return uid != VDH and not unit.acted and (unit.moved or not unit.disrupted)


def too_many(s: Position, board: TgBoard, uid: str, at: str) -> Iterator[Say]:
    """The warning that a unit will stand where too many are when the limit is tested next (TG-STK-06)."""
    here = [u for u in board.units_at(at) if s.units[u].side == s.units[uid].side]
    if not limits.fits(s, (*here, uid)):
        yield say(
            "Too many would stand in {hex}: whoever cannot move away is lost when the limit is tested.",
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
    help = say("Excess units are removed for good; choose which.")
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
            name = seat.rules.title(seat.s.roster[ref])
            yield Reason("TG-STK-05", say("{unit} is not in excess.", unit=name), (step.hex,))

    def _helps(self, seat: TgSeat, step: Crowded, uid: str) -> bool:
        """Whether a limit is less exceeded without it, so that nobody is removed for nothing."""
        ours = step.ours(seat.s, seat.board)
        roster = seat.s.roster
        return excess(roster, [u for u in ours if u != uid]) < excess(roster, ours)

    def do(self, play: TgPlay, step: Crowded, action: Action) -> None:
        """It is gone; ask again if that is not enough."""
        harm.remove(play, action.subject[0])
        if limits.fits(play, step.ours(play, play.board)):
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
    allowed = EXTRA + 1 if {PEIPER, SS_TIGERS, SKORZENY} <= set(uids) else EXTRA
    # combat commands are counted in thirds of a division, so that each one that goes makes a difference
    over = max(0, COMMANDS * big + loose - COMMANDS * PLACES) + max(
        0, COMMANDS * pure + loose - COMMANDS * TANKS
    )
    return over + max(0, len(extra) - allowed)


REMOVE: Final = Remove()


class Crowded(Ask, frozen=True, kw_only=True):
    """Too many units in a hex: their owner removes some until the rest may stay (TG-STK-05)."""

    verbs: ClassVar = (REMOVE,)
    phase: ClassVar[str] = "movement"
    hex: str

    def say(self, seat: TgSeat) -> Say:
        """The question."""
        return say("Too many units in {hex}: choose one to remove.", hex=self.hex)

    def ours(self, s: Position, board: TgBoard) -> tuple[str, ...]:
        """The units among which he chooses."""
        return tuple(u for u in board.units_at(self.hex) if s.units[u].side == self.who and u != VDH)
