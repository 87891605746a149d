"""4.0: the sequence of play, from set-up to the last turn. The ``stages`` of Campaign and PlayerTurn list the steps."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from hexbench.engine.events import FactChanged, GameEnded, Noted, TurnBegan
from hexbench.engine.play import begin_phase
from hexbench.engine.state import Script
from hexbench.engine.values import Wrong, no_phase, say
from hexbench.games.iron_tide import fuel, victory, works
from hexbench.games.iron_tide.advance import Advance
from hexbench.games.iron_tide.air import Air, air_phase_begins, clear_away
from hexbench.games.iron_tide.battle import Battle, NameDefenders
from hexbench.games.iron_tide.combat import Choose, ChooseResult, Combats, Declare, Engagement
from hexbench.games.iron_tide.combat_support import Commit
from hexbench.games.iron_tide.commandos import Leading, Misdirecting, forget_tricks, take_off
from hexbench.games.iron_tide.demolition import Demolition, Disrupting
from hexbench.games.iron_tide.engineers import Engineering
from hexbench.games.iron_tide.exits import Denying, Leaving, Withholding
from hexbench.games.iron_tide.fuel import Rationing, Resupply, offer_resupply
from hexbench.games.iron_tide.losses import TakeLosses
from hexbench.games.iron_tide.movers import Moving, rested
from hexbench.games.iron_tide.phases import JointStack, Movement, Reserve, part
from hexbench.games.iron_tide.pieces import ALLIED, GERMAN, Side
from hexbench.games.iron_tide.post_combat import Aftermath, PressOn
from hexbench.games.iron_tide.reinforcements import line_up
from hexbench.games.iron_tide.replacements import Replacements, due
from hexbench.games.iron_tide.reserves import take_markers_off
from hexbench.games.iron_tide.restricted import roll_late, surprise
from hexbench.games.iron_tide.retreat import Retreat
from hexbench.games.iron_tide.setup import SetUp, place_fixed, roll_depots
from hexbench.games.iron_tide.special import Infiltrating, landing_missed
from hexbench.games.iron_tide.stacking import Overstack, check_stacks, drop_marks
from hexbench.games.iron_tide.supply import check_supply

if TYPE_CHECKING:
    from hexbench.games.iron_tide.seat import ItPlay


# ---- a player turn ---------------------------------------------------------------------------------------------------
def begin_player_turn(play: ItPlay, step: PlayerTurn) -> None:
    """4.1b: the player whose turn it is is the phasing player."""
    play.set(phasing=step.side)


def air_phase(play: ItPlay, step: PlayerTurn) -> None:
    """4.21a: only in the German player turn."""
    if step.side == GERMAN:
        begin_phase(play, "air", step.side, say("Air Phase"))
        turn = play.rules.turn(play.turn, play)
        weather = say("The weather is {weather}.", weather=turn.weather)
        play.tell(FactChanged("weather", turn.weather, weather))
        air_phase_begins(play)


def supply_phase(play: ItPlay, step: PlayerTurn) -> None:
    """4.22a: both players check supply."""
    begin_phase(play, "supply", step.side, say("Supply Phase"))
    if step.side == GERMAN:
        play.swap(short_before=fuel.short_now(play))
        fuel.shortage_ends(play)
    check_supply(play)
    offer_resupply(play)


def fuel_roll(play: ItPlay, step: PlayerTurn) -> None:
    """12.5a: in the German Supply Phase."""
    if step.side == GERMAN:
        fuel.roll_fuel(play, step.short_before)


def _replacement_phase(play: ItPlay, step: PlayerTurn) -> None:
    """4.23a."""
    begin_phase(play, "replacement", step.side, say("Replacement Phase"))
    play.push(Replacements(who=step.side, left=due(play.rules, play, step.side)))


def movement_phase(play: ItPlay, step: PlayerTurn) -> None:
    """4.24a."""
    begin_phase(play, "movement", step.side, say("Movement Phase"))
    if step.side == GERMAN:
        roll_late(play)
    line_up(play, step.side)
    play.push(Movement(who=step.side))


def movement_ends(play: ItPlay, step: PlayerTurn) -> None:
    """8.1c: stacking is checked; an overstack caused by a retreat had to be corrected by now (8.2c)."""
    landing_missed(play)
    check_stacks(play, step.side)


def _commands_part(play: ItPlay, step: PlayerTurn) -> None:
    """17.3a, 17.4a: joint stacks are checked at the same time (B45)."""
    part(play, step.side, retreats=False)


def _combat_phase(play: ItPlay, step: PlayerTurn) -> None:
    """4.25a."""
    works.remove_empty(play)
    begin_phase(play, "combat", step.side, say("Combat Phase"))
    drop_marks(play)
    play.push(Combats(side=step.side))


def reserve_phase(play: ItPlay, step: PlayerTurn) -> None:
    """4.26a; there is none on 16AM (6.1b)."""
    if surprise(play.turn):
        play.tell(Noted("6.1b", say("There is no Reserve Phase on 16AM.")))
        return
    begin_phase(play, "reserve", step.side, say("Reserve Phase"))
    rested(play, step.side)
    play.push(Reserve(who=step.side))


def reserve_ends(play: ItPlay, step: PlayerTurn) -> None:
    """8.1c: the second stacking check; overstacks caused by a retreat in this player turn are not yet due (8.2c)."""
    if not surprise(play.turn):
        take_markers_off(play, step.side)
        check_stacks(play, step.side, grace=True)


def _commands_part_again(play: ItPlay, step: PlayerTurn) -> None:
    """17.3b: joint stacks caused by a retreat must separate as soon as they can."""
    if not surprise(play.turn):
        part(play, step.side, retreats=True)


def _engineering_phase(play: ItPlay, step: PlayerTurn) -> None:
    """4.27."""
    works.remove_empty(play)
    begin_phase(play, "engineering", step.side, say("Engineering Phase"))
    works.inspect_works(play)
    play.push(Engineering(who=step.side))


def _engineering_ends(play: ItPlay, step: PlayerTurn) -> None:
    """13.1h, 13.3b: work begun in an earlier Engineering Phase is one phase closer to completion."""
    works.go_on(play, step.side)


def _player_turn_ends(play: ItPlay, step: PlayerTurn) -> None:
    """Clear the marks of this player turn: units that moved, and units that took a replacement (5.0e)."""
    rested(play, step.side)
    take_off(play)
    for uid in [u for u, unit in play.units.items() if unit.frozen and unit.side == step.side]:
        play.put(uid, frozen=False)


class PlayerTurn(Script, frozen=True, kw_only=True):
    """The phases of one player, in strict order (4.1c)."""

    side: Side
    short_before: tuple[str, ...] = ()
    """The units that went short of fuel in the German Supply Phase before this one (12.5a)."""
    stages: ClassVar = (
        begin_player_turn,
        air_phase,
        supply_phase,
        fuel_roll,
        _replacement_phase,
        movement_phase,
        movement_ends,
        _commands_part,
        _combat_phase,
        reserve_phase,
        reserve_ends,
        _commands_part_again,
        _engineering_phase,
        _engineering_ends,
        _player_turn_ends,
    )


# ---- the whole game --------------------------------------------------------------------------------------------------
def _fixed_set_up(play: ItPlay, step: Campaign) -> None:
    """3.0b, 3.0d-g."""
    begin_phase(play, "setup", ALLIED, say("set-up"))
    place_fixed(play, step)
    roll_depots(play, step)


def _allied_set_up(play: ItPlay, step: Campaign) -> None:
    """3.0c: the Allied player places first."""
    play.set(phasing=ALLIED)
    play.push(SetUp(who=ALLIED))


def _german_set_up(play: ItPlay, step: Campaign) -> None:
    """Then the German player."""
    play.set(phasing=GERMAN)
    play.push(SetUp(who=GERMAN))


def game_turn_begins(play: ItPlay, step: Campaign) -> None:
    """Clear the marks of the previous game turn."""
    play.tell(TurnBegan(play.rules.turn(play.turn).id))
    forget_tricks(play)
    if play.resupplied:
        play.set(resupplied=())
    for uid in [u for u, unit in play.units.items() if unit.attacked]:
        play.put(uid, attacked=False)


def german_player_turn(play: ItPlay, step: Campaign) -> None:
    """4.1a: the German player turn comes first."""
    play.push(PlayerTurn(side=GERMAN))


def allied_player_turn(play: ItPlay, step: Campaign) -> None:
    """Then the Allied one."""
    play.push(PlayerTurn(side=ALLIED))


def game_turn_ends(play: ItPlay, step: Campaign) -> None:
    """4.27c: advance the turn marker or end the game, at once if the Germans hold Liège in supply (20.0e). Unused air
    points are lost (10.0d).
    """
    clear_away(play)
    level = victory.decided(play)
    if level is not None:
        play.tell(GameEnded(victory.winner_of(level), level))
        return
    play.set(turn=play.turn + 1, first_mover="")
    play.swap(at=GAME_TURN)


class Campaign(Script, frozen=True, kw_only=True):
    """Set-up, then game turns to the last."""

    stages: ClassVar = (
        _fixed_set_up,
        _allied_set_up,
        _german_set_up,
        game_turn_begins,
        german_player_turn,
        allied_player_turn,
        game_turn_ends,
    )


GAME_TURN: Final = Campaign.stages.index(game_turn_begins)

PHASES: Final = ("setup", "air", "supply", "replacement", "movement", "combat", "reserve", "engineering")
_PHASE_STAGE: Final = {
    "air": air_phase,
    "supply": supply_phase,
    "replacement": _replacement_phase,
    "movement": movement_phase,
    "combat": _combat_phase,
    "reserve": reserve_phase,
    "engineering": _engineering_phase,
}


def stack_at(phase: str, side: Side) -> tuple[Campaign | PlayerTurn, ...]:
    """The stack of a named phase of one player, ready to run. Raises ValueError for an unknown phase."""
    if phase == "setup":
        return (Campaign(at=Campaign.stages.index(_allied_set_up if side == ALLIED else _german_set_up)),)
    if phase not in _PHASE_STAGE:
        raise Wrong(no_phase(phase, PHASES))
    if phase == "air" and side != GERMAN:
        raise ValueError("The Air Phase comes only in the German player turn (4.21a).")
    player_turn = german_player_turn if side == GERMAN else allied_player_turn
    outer = Campaign(at=Campaign.stages.index(player_turn) + 1)
    return outer, PlayerTurn(side=side, at=PlayerTurn.stages.index(_PHASE_STAGE[phase]))


AnyTurn = Campaign | PlayerTurn | SetUp | Air | Replacements | Reserve | Resupply | Rationing
AnyMove = (
    Movement | Moving | Leaving | Denying | Withholding | Misdirecting | Leading | Infiltrating | Overstack
)
_AnyCombat = (
    JointStack | Declare | Combats | Choose | Engagement | ChooseResult | Battle | NameDefenders | Commit
)
_AnyOutcome = Aftermath | TakeLosses | Retreat | PressOn | Advance
AnyStep = AnyTurn | AnyMove | _AnyCombat | _AnyOutcome | Engineering | Demolition | Disrupting
