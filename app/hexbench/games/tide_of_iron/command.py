"""The Command Phase (C.6): objectives change hands, income, spending, and who has the initiative."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from msgspec.structs import replace

from hexbench.engine.events import FactChanged, MarkerChanged, PhaseBegan
from hexbench.engine.state import Script
from hexbench.engine.values import Action, Check, Reason, Say, Target, Verdict, counted, say
from hexbench.engine.verb import AnyVerb
from hexbench.engine.verbs.kinds import Choose
from hexbench.games.tide_of_iron import cards, casualties, checklist, concealment
from hexbench.games.tide_of_iron.acting import DONE, Stage, in_order
from hexbench.games.tide_of_iron.pieces import FOE, SIDES, Side
from hexbench.games.tide_of_iron.seat import TiPlay

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.rules import TiRules
    from hexbench.games.tide_of_iron.seat import Position, TiSeat


# ---- 1 and 2: control and income -------------------------------------------------------------------------------------
def control(play: TiPlay, step: CommandPhase) -> None:
    """C1, TI-CMD-02 to TI-CMD-05: a side that alone has units in an objective hex takes it; else the marker stays.

    Concealment is checked first: in a position that begins with this phase it has not been yet (TI-CNC-07), and revealed
    squads may count.
    """
    play.tell(PhaseBegan("command", None, say("Command Phase of round {n}", n=play.round)))
    concealment.check(play)
    counts = play.rules.options.concealed_control == "counts"
    for objective in play.mission.objectives:
        present = (play.units[x] for x in play.board.units_at(objective.hex))
        here = {u.side for u in present if counts or not u.concealed}
        if len(here) == 1:
            take(play, objective.id, here.pop())


def take(play: TiPlay, objective: str, side: Side) -> None:
    """Place the control marker of a side on an objective (TI-CMD-02)."""
    if play.control.get(objective) != side:
        play.edit("control")[objective] = side
        place = next(o for o in play.mission.objectives if o.id == objective)
        play.tell(MarkerChanged("control", place.hex, side))
        title = place.title or place.id
        text = say(
            "The {side} player takes control of {place}.", side=play.rules.side_name(side), place=title
        )
        play.tell(FactChanged(f"control.{objective}", side, text))


def income(play: TiPlay, step: CommandPhase) -> None:
    """C2, TI-CMD-07 to TI-CMD-11: command from friendly and neutral objectives, and victory points."""
    for side in in_order(play):
        gained = _command_income(play, side)
        if gained:
            casualties.set_command(play, side, play.command.get(side, 0) + gained)
        points = _vp_income(play, side)
        if points:
            casualties.score(play, side, points)


def _command_income(s: Position, side: str) -> int:
    """The command a side's objectives yield (TI-CMD-07, TI-CMD-10)."""
    return sum(
        o.command.amount
        for o in s.mission.objectives
        if o.command is not None and s.control.get(o.id) == side and o.command.side in (side, "neutral")
    )


def _vp_income(s: Position, side: str) -> int:
    """The victory points a side's objectives yield (TI-CMD-11)."""
    return sum(o.vp_per_round.get(side, 0) for o in s.mission.objectives if s.control.get(o.id) == side)


# ---- 3: spending -----------------------------------------------------------------------------------------------------
class Commit(Choose["TiSeat", "Spend", "TiPlay"]):
    """TI-CMD-18: put command on the Initiative card, where it stays (TI-CMD-19)."""

    name = "commit"
    label = say("Put command on Initiative card")
    help = say(
        "Command placed there counts towards the initiative for the next round and cannot be taken back."
    )
    rule = "TI-CMD-18"

    def choices(self, seat: TiSeat, step: Spend) -> Sequence[Target]:
        """From one to all."""
        has = seat.s.command.get(step.who, 0)
        return [Target(str(n), rules=("TI-CMD-18",)) for n in range(1, has + 1)]

    def unfit(self, seat: TiSeat, step: Spend | None, key: str) -> Iterator[Reason]:
        """Not a number, or more than the side has."""
        if not (key.isascii() and key.isdigit() and key == str(int(key)) and int(key)):
            yield Reason("TI-CMD-18", say("Specify how many command tokens."))
        elif step is not None and int(key) > seat.s.command.get(step.who, 0):
            has = seat.s.command.get(step.who, 0)
            yield Reason(
                "TI-CMD-18",
                counted(
                    has,
                    say("You have only 1 command token."),
                    say("You have only {n} command tokens.", n=has),
                ),
            )

    def do(self, play: TiPlay, step: Spend, action: Action) -> None:
        """Move the tokens to the Initiative card."""
        n = int(action.object)
        casualties.set_command(play, step.who, play.command[step.who] - n)
        add_to_pool(play, step.who, n)


def add_to_pool(play: TiPlay, side: str, n: int) -> None:
    """Add command to the Initiative card of a side, publicly (B-CMD-3)."""
    now = play.pools.get(side, 0) + n
    play.edit("pools")[side] = now
    text = say(
        "The {side} player has {n} command on the Initiative card.", side=play.rules.side_name(side), n=now
    )
    play.tell(FactChanged(f"pool.{side}", str(now), text))


COMMIT = Commit()


class Spend(Stage, frozen=True, kw_only=True):
    """C3: play Command Phase cards and add to the pool until done. Unspent command is kept (TI-CMD-14)."""

    phase: ClassVar[str] = "spend"
    rule: ClassVar[str] = "TI-CMD-13"
    auto: ClassVar[bool] = True
    verbs: ClassVar[tuple[AnyVerb, ...]] = (cards.PLAY_CARD, COMMIT, DONE)

    def unfinished(self, seat: TiSeat) -> Iterator[Check]:
        return checklist.command_left(seat, self)

    def say(self, seat: TiSeat) -> Say:
        """How much command the side has."""
        side, n = seat.rules.side_name(self.who), seat.s.command.get(self.who, 0)
        if n == 1:
            return say("{side}: spend command or keep it. You have one token.", side=side)
        return say("{side}: spend command or keep it. You have {n} tokens.", side=side, n=n)


def spend(play: TiPlay, step: CommandPhase) -> None:
    """C3, B-CMD-3: the holder of the initiative spends first."""
    play.push(*(Spend(who=side) for side in in_order(play)))


# ---- 4: initiative ---------------------------------------------------------------------------------------------------
def leader(s: Position, empty_pools: str = "pass") -> Side:
    """TI-CMD-20, TI-CMD-21: the side with the larger pool; if equal, the side without the token (B-CMD-2)."""
    holder = s.initiative
    mine, theirs = s.pools.get(holder, 0), s.pools.get(FOE[holder], 0)
    if empty_pools == "stay" and not (mine or theirs):
        return holder
    return holder if mine > theirs else FOE[holder]


def initiative(play: TiPlay, step: CommandPhase) -> None:
    """C4, B-CMD-6: the token changes hands at once, or after the Status Phase, as the option says."""
    heir = leader(play, play.rules.options.empty_pools)
    if heir != play.initiative and play.pools.get(heir, 0) and play.rules.options.pool_of_winner == "spent":
        add_to_pool(play, heir, -play.pools[heir])
    if play.rules.options.initiative_status == "new":
        give(play, heir)
    else:
        play.stack[-2] = replace(play.stack[-2], heir=heir)


def give(play: TiPlay, side: Side) -> None:
    """Give the initiative token to a side (its pool is handled by B-CMD-1)."""
    if play.initiative != side:
        play.set(initiative=side)
        text = say("The {side} player takes the initiative.", side=play.rules.side_name(side))
        play.tell(FactChanged("initiative", side, text))


class CommandPhase(Script, frozen=True, kw_only=True):
    """TI-SEQ-12: the four steps."""

    phase: ClassVar[str] = "command"
    stages: ClassVar[tuple[Callable[[TiPlay, CommandPhase], None], ...]] = (
        control,
        income,
        spend,
        initiative,
    )


# Who wins: victory points, and the initiative if they are tied.


def winner(s: Position) -> str:
    """TI-WIN-02: the side with more victory points; TI-WIN-03: if tied, the side with the initiative."""
    mine, theirs = (s.vp.get(side, 0) for side in (s.initiative, FOE[s.initiative]))
    return s.initiative if mine >= theirs else FOE[s.initiative]


LEVEL_NAMES: Final = ("points", "initiative")
"""What decided a game, as events report it."""


def level(s: Position) -> str:
    """What decided: points, or the initiative."""
    return LEVEL_NAMES[s.vp.get(SIDES[0], 0) == s.vp.get(SIDES[1], 0)]


def verdict(rules: TiRules, s: Position) -> Verdict:
    """The score so far, or the winner once the stack is empty."""
    score = tuple((side, s.vp.get(side, 0)) for side in SIDES)
    if s.stack:
        return Verdict(False, score=score)
    return Verdict(True, winner(s), level(s), score)
