"""The sequence of play (ledger 12): rounds of a German and an Allied turn, two a day. Steps are data on the
stack.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, Final

from hexbench.engine.events import TurnBegan
from hexbench.engine.play import begin_phase
from hexbench.engine.state import Ask, Script
from hexbench.engine.values import Action, Reason, Say, Wrong, no_phase, say
from hexbench.engine.verbs.kinds import Press
from hexbench.games.blitzkrieg import engage, infiltrators, placing, supply, victory, weather
from hexbench.games.blitzkrieg.advance import Advance
from hexbench.games.blitzkrieg.aim import Support
from hexbench.games.blitzkrieg.air import Bombing, Launch
from hexbench.games.blitzkrieg.battle import Battle, Battles, Exchange
from hexbench.games.blitzkrieg.defining import Defining
from hexbench.games.blitzkrieg.fire import Largest, Shelling
from hexbench.games.blitzkrieg.moving import Moving
from hexbench.games.blitzkrieg.pieces import ALLIED, FOE, GERMAN, SKY, Side
from hexbench.games.blitzkrieg.placing import Deploy, Reinforce
from hexbench.games.blitzkrieg.retreat import Retreat
from hexbench.games.blitzkrieg.seat import BkPlay

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.seat import BkSeat


# A player concedes, which the original calls QUIT, and both get a rating for the performance so far (BK-
# UI-27, BK-VIC-08).


class Quit(Press["BkSeat", Ask, "BkPlay"]):
    """End the game as it stands."""

    name = "quit"
    label = say("Concede")
    help = say("End the game now; both sides are rated on their performance so far.")
    gives_up: ClassVar[bool] = True
    rule = "BK-UI-27"
    back = True

    def against(self, seat: BkSeat, step: Ask | None) -> Iterator[Reason]:
        """A player can concede at any time when asked for a decision."""
        if step is None:
            yield Reason("BK-UI-27", say("You can concede only when a phase is waiting for your decision."))

    def warnings(self, seat: BkSeat, step: Ask) -> tuple[Say, ...]:
        """The rating so far."""
        german, allied = (n for _, n in victory.verdict(seat.rules, seat.s).score)
        return (say("Rating so far: German {german}, Allied {allied}.", german=german, allied=allied),)

    def cites(self, seat: BkSeat, step: Ask) -> tuple[str, ...]:
        """The clause of its consequence."""
        return ("BK-VIC-08",)

    def do(self, play: BkPlay, step: Ask, action: Action) -> None:
        """The game is over."""
        play.set(quit_by=step.who)
        victory.finish(play)


_QUIT: Final = Quit()


PHASES: Final = (
    "deploy",
    "turn",
    "air",
    "reinforcements",
    "movement",
    "fire",
    "rockets",
    "battles",
    "support",
    "end",
)
"""The phases that :func:`stack_at` accepts, in the order of play."""


for _asked in (
    Deploy,
    Bombing,
    Reinforce,
    Moving,
    Defining,
    Largest,
    Launch,
    Battles,
    Exchange,
    Retreat,
    Advance,
    Support,
):
    _asked.verbs = (*_asked.verbs, _QUIT)


# ---- a player turn ----------------------------------------------------------------------------------------------------
def _turn_starts(play: BkPlay, step: PlayerTurn) -> None:
    """TURN_START: test holds in German turns, record where units start, remove the marks of the last turn."""
    play.set(phasing=step.side, raster=(), engagements=(), next_engagement=0, fire={}, rockets=0)
    play.set(tried=(), built=())
    if step.side == GERMAN:
        victory.test_holds(play)
        if not play.stack:
            return
    for uid, unit in list(play.units.items()):
        marked = unit.fixed or unit.used or unit.arrived or unit.start != unit.at
        if unit.side == step.side and marked:
            start = unit.at if unit.on_map else ""
            play.put(uid, fixed=False, used=False, arrived=False, start=start)


def deployment(play: BkPlay, step: PlayerTurn) -> None:
    """BK-BEG-02: only in the first German turn."""
    if step.side == GERMAN and play.turn == 1:
        placing.fill_raster(play, step.side)
        if play.raster:
            begin_phase(play, "deploy", step.side, say("deployment"))
            play.push(Deploy(who=step.side))


def bombing(play: BkPlay, step: PlayerTurn) -> None:
    """BK-AIR-01, BK-AIR-02."""
    flyers = any(unit.at == SKY[step.side] for unit in play.units.values())
    if play.clear and weather.morning(play.turn) and flyers:
        begin_phase(play, "air", step.side, say("air bombardment"))
        play.push(Bombing(who=step.side))


def reinforcements(play: BkPlay, step: PlayerTurn) -> None:
    """After the air phase, before movement (BK-AMB-03)."""
    if placing.arrive(play, step.side):
        begin_phase(play, "reinforcements", step.side, say("reinforcements"))
        play.push(Reinforce(who=step.side))


def movement(play: BkPlay, step: PlayerTurn) -> None:
    """MOVE."""
    begin_phase(play, "movement", step.side, say("movement and engagements"))
    play.push(Moving(who=step.side))


def artillery(play: BkPlay, step: PlayerTurn) -> None:
    """DEFENSIVE_FIRE, OFFENSIVE_FIRE (BK-ART-18)."""
    begin_phase(play, "fire", step.side, say("artillery fire"))
    engage.fix_defenders(play)
    play.push(Shelling(side=step.side))


def rockets(play: BkPlay, step: PlayerTurn) -> None:
    """BK-V2-01: the rockets of this turn that have not been launched yet (BK-V2-03)."""
    if step.side == GERMAN:
        play.push(Launch(who=GERMAN, left=max(0, play.rules.options.rockets - play.rockets)))


def battles(play: BkPlay, step: PlayerTurn) -> None:
    """SELECT_BATTLE."""
    engage.fix_defenders(play)
    if play.engagements:
        begin_phase(play, "battles", step.side, say("battles"))
        play.push(Battles(who=step.side))


def support(play: BkPlay, step: PlayerTurn) -> None:
    """BK-ART-14."""
    if step.side == ALLIED:
        begin_phase(play, "support", step.side, say("defensive support"))
        play.push(Support(who=ALLIED))


def turn_ends(play: BkPlay, step: PlayerTurn) -> None:
    """TURN_END: infiltrators in German turns, holds, supply of the side that plays next."""
    if step.side == GERMAN:
        infiltrators.end_of_turn(play)
        victory.note_holds(play)
    supply.judge(play, FOE[step.side])


class PlayerTurn(Script, frozen=True, kw_only=True):
    """The phases of one player."""

    side: Side
    stages: ClassVar = (
        _turn_starts,
        deployment,
        bombing,
        reinforcements,
        movement,
        artillery,
        rockets,
        battles,
        support,
        turn_ends,
    )


# ---- the whole game ---------------------------------------------------------------------------------------------------
def _round_begins(play: BkPlay, step: Campaign) -> None:
    """Date, time, weather. What the Germans hold through the last round counts even after its end
    (BK-VIC-07).
    """
    if play.turn > play.last_turn:
        victory.test_holds(play)
        if play.stack:
            victory.finish(play)
        return
    play.tell(TurnBegan(weather.name(play.turn)))
    if weather.morning(play.turn):
        weather.roll(play)


def _german_turn(play: BkPlay, step: Campaign) -> None:
    """The Germans play first."""
    play.push(PlayerTurn(side=GERMAN))


def _allied_turn(play: BkPlay, step: Campaign) -> None:
    """Then the Allies."""
    play.push(PlayerTurn(side=ALLIED))


def _round_ends(play: BkPlay, step: Campaign) -> None:
    """On to the next half day."""
    play.set(turn=play.turn + 1)
    play.swap(at=0)


class Campaign(Script, frozen=True, kw_only=True):
    """Rounds to the last."""

    stages: ClassVar = (_round_begins, _german_turn, _allied_turn, _round_ends)


AnyTurn = Campaign | PlayerTurn | Deploy | Bombing | Reinforce | Moving | Defining
_AnyFight = Shelling | Largest | Launch | Battles | Battle | Exchange | Retreat | Advance | Support
AnyStep = AnyTurn | _AnyFight

_STAGE: Final = {
    "deploy": deployment,
    "turn": _turn_starts,
    "air": bombing,
    "reinforcements": reinforcements,
    "movement": movement,
    "fire": artillery,
    "rockets": rockets,
    "battles": battles,
    "support": support,
    "end": turn_ends,
}


def stack_at(phase: str, side: Side) -> tuple[AnyStep, ...]:
    """The stack of a named phase of one player, ready to run. Raises ValueError (one sentence) for an unknown
    phase.
    """
    if phase not in _STAGE:
        raise Wrong(no_phase(phase, PHASES))
    player = _german_turn if side == GERMAN else _allied_turn
    return (
        Campaign(at=Campaign.stages.index(player) + 1),
        PlayerTurn(side=side, at=PlayerTurn.stages.index(_STAGE[phase])),
    )
