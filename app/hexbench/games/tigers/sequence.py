"""The sequence of play (ledger C): set-up, then game turns of weather, a German and an Allied player turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar, Final

from hexbench.engine.events import FactChanged, TurnBegan
from hexbench.engine.play import begin_phase
from hexbench.engine.state import Script
from hexbench.engine.values import Action, Check, Reason, Say, Wrong, no_phase, say
from hexbench.engine.verbs.kinds import END, Phase, Press
from hexbench.games.tigers import (
    air_phase,
    allocate,
    arrivals,
    casualties,
    dump,
    setup_phase,
    stacking,
    supply_phase,
    victory,
    weather,
)
from hexbench.games.tigers.advance import Advance
from hexbench.games.tigers.air_phase import AirStrikes, Intercepting, Mission
from hexbench.games.tigers.allocate import Allocate
from hexbench.games.tigers.arrivals import Arrive
from hexbench.games.tigers.battle import Battle, Farther, HowFar, Losses, NoRetreat
from hexbench.games.tigers.combat import Resolve
from hexbench.games.tigers.movement import Moving, has_movement
from hexbench.games.tigers.peiper import Continue
from hexbench.games.tigers.pieces import ALLIED, FOE, GERMAN, Side
from hexbench.games.tigers.retreat import Retreat
from hexbench.games.tigers.seat import TgPlay
from hexbench.games.tigers.setup_phase import Drop, SetUp
from hexbench.games.tigers.supply_phase import SupplyPhase

if TYPE_CHECKING:
    from hexbench.games.tigers.seat import TgSeat


# Waffen-SS Ruthlessness, offered at the start of each German player turn until it is used (B0; TG-SPC-07).


class Invoke(Press["TgSeat", "Ruthless", "TgPlay"]):
    """Once in the game (TG-SPC-07)."""

    name = "invoke_ruthlessness"
    label = say("Waffen-SS Ruthlessness")
    help = say(
        "Once per game: attacks with an SS unit gain one column this turn and lose one "
        "column in every later turn."
    )
    rule = "TG-SPC-07"

    def against(self, seat: TgSeat, step: Ruthless | None) -> Iterator[Reason]:
        """Only once per game, and only before reinforcements."""
        if seat.s.ruthless:
            text = say("Ruthlessness was already invoked in turn {turn}.", turn=seat.s.ruthless)
            yield Reason("TG-SPC-07", text)
        if step is None:
            text = say("It can be invoked only at the start of a German player turn, before reinforcements.")
            yield Reason("AMB-32", text)

    def warnings(self, seat: TgSeat, step: Ruthless) -> tuple[Say, ...]:
        return (
            say("+1 column for attacks with an SS unit this turn"),
            say("-1 column for such attacks in every later turn"),
            say("KG Peiper may attack as often as its movement factor allows, for the rest of the game"),
        )

    def cites(self, seat: TgSeat, step: Ruthless) -> tuple[str, ...]:
        """One clause for each warning."""
        return ("TG-SPC-08", "TG-SPC-11", "TG-SPC-09")

    def do(self, play: TgPlay, step: Ruthless, action: Action) -> None:
        """For the whole game turn (AMB-32)."""
        play.set(ruthless=play.turn)
        casualties.set_fact(
            play, "ruthlessness", str(play.turn), say("The Germans invoke Waffen-SS Ruthlessness.")
        )
        play.pop()


_INVOKE = Invoke()


class Ruthless(Phase, frozen=True, kw_only=True):
    """The decision whether to invoke it now."""

    verbs: ClassVar = (_INVOKE, END)
    phase: ClassVar[str] = "ruthlessness"

    def say(self, seat: TgSeat) -> Say:
        """The prompt, which states that it can be done only once."""
        return say("Invoke Waffen-SS Ruthlessness this turn? It can be invoked only once per game.")

    def unfinished(self, seat: TgSeat) -> Iterable[Check]:
        """Nothing to check: not invoking it costs nothing."""
        return ()


PHASES: Final = (
    "setup",
    "weather",
    "ruthlessness",
    "reinforcements",
    "movement",
    "combat",
    "air",
    "resolution",
    "supply",
)
"""The phases :func:`stack_at` accepts; ``movement`` to ``resolution`` belong to the pass given by
``Tigers.round``.
"""


# ---- one pass of a player turn (TG-SEQ-03..06, TG-SEQ-10, TG-SEQ-11) ------------------------------------------------
def _begin_pass(play: TgPlay, step: Pass) -> None:
    """Clear the flags of the last pass."""
    play.set(round=step.number, attacks=(), fought=())
    for uid in [
        u
        for u, unit in play.units.items()
        if unit.bonus or unit.mood or unit.bombed or unit.skipped or unit.stumbled
    ]:
        play.put(uid, bonus=False, mood=0, bombed=False, skipped=False, stumbled=False)
    if step.number == 2:
        for uid in [
            u for u, unit in play.units.items() if unit.side == step.side and (unit.moved or unit.attacks)
        ]:
            play.put(uid, acted=True)


def movement(play: TgPlay, step: Pass) -> None:
    """Step a: operational movement."""
    if not has_movement(play, step.side, step.number):
        return
    begin_phase(play, "movement", step.side, say("Operational Movement"))
    play.push(Moving(who=step.side))


def _stack_limits(play: TgPlay, step: Pass) -> None:
    """TG-STK-06, TG-STK-07: at the end of operational movement, where there was any (TG-FT1-02)."""
    if has_movement(play, step.side, step.number):
        stacking.check_all(play, step.side)


def allocation(play: TgPlay, step: Pass) -> None:
    """TG-ATK-01."""
    begin_phase(play, "combat", step.side, say("allocation of attacks"))
    play.push(Allocate(who=step.side))


def bridging(play: TgPlay, step: Pass) -> None:
    """TG-BRG-05."""
    allocate.roll_bridges(play)


def _air_attacks(play: TgPlay, step: Pass) -> None:
    """TG-AIR-02."""
    if air_phase.wanted(play, step.side):
        begin_phase(play, "air", step.side, say("Air Attacks"))
        play.push(AirStrikes(who=step.side))


def _recovery_step(play: TgPlay, step: Pass) -> None:
    """Step b, in the first pass only (TG-SEQ-04, AMB-08)."""
    if step.number == 1:
        supply_phase.recover_all(play, FOE[step.side])


def resolution(play: TgPlay, step: Pass) -> None:
    """Step c: resolution of attacks."""
    allocate.settle(play, step.side)
    if play.attacks:
        play.push(Resolve(who=step.side))


class Pass(Script, frozen=True, kw_only=True):
    """Movement, attacks, air, recovery, resolution of one side."""

    side: Side
    number: int = 1
    stages: ClassVar = (
        _begin_pass,
        movement,
        _stack_limits,
        allocation,
        bridging,
        _air_attacks,
        _recovery_step,
        resolution,
    )


# ---- a player turn ---------------------------------------------------------------------------------------------------
def begin_player_turn(play: TgPlay, step: PlayerTurn) -> None:
    """Clear the flags of this side's last player turn."""
    play.set(phasing=step.side, round=1, refused=())
    for uid, unit in list(play.units.items()):
        if unit.side == step.side and (
            unit.moved
            or unit.spent
            or unit.road_mode
            or unit.lifted
            or unit.attacks
            or unit.acted
            or unit.advanced
            or unit.pips
            or unit.paid
        ):
            play.put(
                uid,
                moved=False,
                spent=0,
                road_mode=False,
                lifted=False,
                attacks=0,
                acted=False,
                advanced=False,
                pips=0,
                paid=0,
            )


def ruthlessness(play: TgPlay, step: PlayerTurn) -> None:
    """AMB-32: offered before the reinforcements of each German player turn until it is used."""
    if step.side == GERMAN and not play.ruthless:
        play.push(Ruthless(who=GERMAN))


def reinforcements(play: TgPlay, step: PlayerTurn) -> None:
    """TG-SEQ-02, TG-SEQ-09."""
    begin_phase(play, "reinforcements", step.side, say("Reinforcements"))
    arrivals.begin(play, step.side)


def _first_pass(play: TgPlay, step: PlayerTurn) -> None:
    """TG-SEQ-03..05."""
    if step.side == GERMAN:
        dump.note_fuel(play)
    play.push(Pass(side=step.side, number=1))


def second_pass(play: TgPlay, step: PlayerTurn) -> None:
    """Blitzkrieg or Breakthrough (TG-SEQ-06, TG-SEQ-11)."""
    play.push(Pass(side=step.side, number=2))


def _allied_check(play: TgPlay, step: PlayerTurn) -> None:
    """TG-SEQ-07: in the German turn the check comes before supply."""
    if step.side == GERMAN:
        victory.checkpoint(play)


def supply(play: TgPlay, step: PlayerTurn) -> None:
    """TG-SEQ-08, TG-SEQ-12."""
    begin_phase(play, "supply", step.side, say("Supply"))
    if step.side == ALLIED:
        dump.put_off(play)
    supply_phase.begin(play, step.side)


def _german_check(play: TgPlay, step: PlayerTurn) -> None:
    """TG-SEQ-13: in the Allied turn it comes after supply."""
    if step.side == ALLIED:
        victory.checkpoint(play)


class PlayerTurn(Script, frozen=True, kw_only=True):
    """The phases of one player."""

    side: Side
    stages: ClassVar = (
        begin_player_turn,
        ruthlessness,
        reinforcements,
        _first_pass,
        second_pass,
        _allied_check,
        supply,
        _german_check,
    )


# ---- the whole game --------------------------------------------------------------------------------------------------
def set_up(play: TgPlay, step: Campaign) -> None:
    """TG-SET."""
    play.push(SetUp())


def game_turn_begins(play: TgPlay, step: Campaign) -> None:
    """TG-SEQ-01."""
    for uid in [
        u for u, unit in play.units.items() if unit.retreated
    ]:  # it counts for the whole turn (AMB-52)
        play.put(uid, retreated=False)
    play.tell(TurnBegan(f"Turn {play.turn}"))


def german_player_turn(play: TgPlay, step: Campaign) -> None:
    """TG-SEQ-02..08."""
    play.push(PlayerTurn(side=GERMAN))


def allied_player_turn(play: TgPlay, step: Campaign) -> None:
    """TG-SEQ-09..13."""
    play.push(PlayerTurn(side=ALLIED))


def game_turn_ends(play: TgPlay, step: Campaign) -> None:
    """Air units and markers return, or the game ends (TG-VIC-09)."""
    if play.turn >= play.last_turn:
        victory.finish(play)
        return
    play.set(turn=play.turn + 1)
    back = sum(turn <= play.turn for turn in play.returning)
    if back:
        play.set(returning=tuple(turn for turn in play.returning if turn > play.turn))
        play.edit("markers")[GERMAN] += back
        text = say("German engineer bridges back in hand: {n}.", n=back)
        play.tell(FactChanged("markers.german", str(play.markers[GERMAN]), text))
    play.swap(at=GAME_TURN)


class Campaign(Script, frozen=True, kw_only=True):
    """Set-up, then game turns to the last."""

    stages: ClassVar = (
        set_up,
        game_turn_begins,
        weather.weather_phase,
        german_player_turn,
        allied_player_turn,
        game_turn_ends,
    )


GAME_TURN: Final = Campaign.stages.index(game_turn_begins)

AnySetUp = (
    SetUp | setup_phase.PlaceDump | setup_phase.ChooseWay | setup_phase.PlaceUnits | setup_phase.FirstDivision
)
AnyTurn = Campaign | PlayerTurn | Pass | Drop | weather.Weathering | Ruthless | Arrive | SupplyPhase
AnyMove = Moving | stacking.Crowded | Continue
_AnyAttack = Allocate | AirStrikes | Mission | Intercepting | Resolve
_AnyBattle = Battle | NoRetreat | Losses | HowFar | Farther | Retreat | Advance
AnyStep = AnySetUp | AnyTurn | AnyMove | _AnyAttack | _AnyBattle

_TURN_STAGE: Final = {"ruthlessness": ruthlessness, "reinforcements": reinforcements, "supply": supply}
_PASS_STAGE: Final = {
    "movement": movement,
    "combat": allocation,
    "air": _air_attacks,
    "resolution": resolution,
}


def stack_at(phase: str, side: Side, number: int = 1) -> tuple[AnyStep, ...]:
    """The stack of a named phase of one player, ready to run. Raises ValueError (one sentence) for an unknown phase."""
    if phase == "setup":
        return (Campaign(),)
    if phase == "weather":
        return (Campaign(at=GAME_TURN),)
    player = german_player_turn if side == GERMAN else allied_player_turn
    campaign = Campaign(at=Campaign.stages.index(player) + 1)
    if phase in _TURN_STAGE:
        return (campaign, PlayerTurn(side=side, at=PlayerTurn.stages.index(_TURN_STAGE[phase])))
    if phase not in _PASS_STAGE:
        raise Wrong(no_phase(phase, PHASES))
    turn = PlayerTurn(side=side, at=PlayerTurn.stages.index(_first_pass if number == 1 else second_pass) + 1)
    return (campaign, turn, Pass(side=side, number=number, at=Pass.stages.index(_PASS_STAGE[phase])))
