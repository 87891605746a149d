"""The sequence of play (ledger 11): each turn is a German and an Allied player turn. Steps are data on the
stack.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from hexbench.engine.events import FactChanged, TurnBegan
from hexbench.engine.play import begin_phase
from hexbench.engine.state import Script
from hexbench.engine.values import Wrong, no_phase, say
from hexbench.games.trumpets import building, casualties, supply, victory
from hexbench.games.trumpets.advance import Advance
from hexbench.games.trumpets.arrivals import Arrive, waiting
from hexbench.games.trumpets.combat import Combat, Counter
from hexbench.games.trumpets.declare import Declare
from hexbench.games.trumpets.fight import NIGHT, when
from hexbench.games.trumpets.losses import Loss
from hexbench.games.trumpets.moving import Moving
from hexbench.games.trumpets.pieces import FOE, Side
from hexbench.games.trumpets.retreat import Retreat
from hexbench.games.trumpets.seat import TtPlay
from hexbench.games.trumpets.supporting import Defence

if TYPE_CHECKING:
    from hexbench.games.trumpets.mission import Mission, Weather


# The start and the end of a turn: weather, supply, communication, engaged markers, positions (TURN_START,
# PLAYER_END).

ROLLED: Final[tuple[Weather, ...]] = ("Clear", "Clear", "Fog", "Fog", "DenseFog", "Snow")
"""Weather by die roll (TT-REC-14)."""
CUSTOM: Final[dict[str, Weather]] = {"PD": "Fog", "EV": "Fog", "MO": "Fog", "AF": "Overcast"}
"""Weather of 16 and 17 December where a scenario gives none (TT-REC-14)."""
WORDS: Final[dict[str, str]] = {"DenseFog": "Dense Fog"}


def expected(mission: Mission, turn: str) -> Weather | None:
    """The weather of a turn given by the scenario or by default; None if it is rolled (TT-REC-14)."""
    given = mission.weather.get(turn)
    if given is None and when(turn)[0] in (16, 17):
        return CUSTOM[turn[-2:]]
    return None if given == "roll" else given


def air_points(mission: Mission, turn: str, weather: str) -> dict[str, int]:
    """Maps sides to the air points they start a turn with; none except on clear day turns (TT-REC-10)."""
    if weather != "Clear" or turn[-2:] in NIGHT:
        return {}
    return {side: n for side, n in mission.air.get(turn, {}).items() if n}


def _begin_turn(play: TtPlay) -> None:
    """Determine weather, aircraft, and supply and communication of both sides."""
    name = play.mission.turns[play.turn - 1]
    now = expected(play.mission, name)
    if now is None:
        now = ROLLED[play.roll(say("Weather for {turn}", turn=name), rule="TT-REC-14") - 1]
    play.set(weather=now)
    play.tell(
        FactChanged(
            "weather", now, say("Weather for {turn}: {weather}.", turn=name, weather=WORDS.get(now, now))
        )
    )
    play.set(air_left=air_points(play.mission, name, now))
    casualties.tidy_engaged(play)
    supply.check(play)


def _close_player_turn(play: TtPlay) -> None:
    """Complete positions, and remove Engaged markers placed before this player turn from its units
    (TT-ENG-04).
    """
    building.progress(play)
    casualties.tidy_engaged(play)
    for uid in [u for u, unit in play.units.items() if unit.engaged and unit.side == play.phasing]:
        if play.units[uid].engaged_turn < play.player_turn:
            casualties.disengage(play, uid)


PHASES: Final = ("turn", "arrivals", "movement", "combat", "end")
"""The phases :func:`stack_at` accepts, in order of play."""


# ---- a player turn ----------------------------------------------------------------------------------------------------
def begin_player_turn(play: TtPlay, step: PlayerTurn) -> None:
    """Clear the marks of this side's last player turn."""
    begin_phase(play, "turn", step.side, say("player turn"))
    play.set(phasing=step.side, attacked=(), last=())
    for uid, unit in list(play.units.items()):
        if unit.attacked or (unit.side == step.side and (unit.spent or unit.retreated or unit.arrived)):
            mine = unit.side == step.side
            play.put(
                uid,
                attacked=False,
                spent=0 if mine else unit.spent,
                strayed=False if mine else unit.strayed,
                retreated=False if mine else unit.retreated,
                arrived=False if mine else unit.arrived,
            )


def arrivals(play: TtPlay, step: PlayerTurn) -> None:
    """Reinforcements (TT-REC-02)."""
    if waiting(play, step.side):
        play.push(Arrive(who=step.side))


def movement(play: TtPlay, step: PlayerTurn) -> None:
    """MOVE."""
    begin_phase(play, "movement", step.side, say("movement"))
    play.push(Moving(who=step.side))


def combat(play: TtPlay, step: PlayerTurn) -> None:
    """DECLARE to COMBAT_END."""
    begin_phase(play, "combat", step.side, say("combat"))
    play.push(Declare(who=step.side))


def _end_player_turn(play: TtPlay, step: PlayerTurn) -> None:
    """PLAYER_END."""
    _close_player_turn(play)
    play.set(player_turn=play.player_turn + 1)


class PlayerTurn(Script, frozen=True, kw_only=True):
    """The segments of one player."""

    side: Side
    stages: ClassVar = (begin_player_turn, arrivals, movement, combat, _end_player_turn)


# ---- the whole game ---------------------------------------------------------------------------------------------------
def _turn_begins(play: TtPlay, step: Campaign) -> None:
    """TURN_START."""
    play.tell(TurnBegan(play.mission.turns[play.turn - 1]))
    for uid in [u for u, unit in play.units.items() if unit.fired]:
        play.put(uid, fired=False)
    _begin_turn(play)


def _first_player(play: TtPlay, step: Campaign) -> None:
    """TT-REC-01."""
    play.push(PlayerTurn(side=play.mission.first))


def _second_player(play: TtPlay, step: Campaign) -> None:
    """TT-REC-01."""
    play.push(PlayerTurn(side=FOE[play.mission.first]))


def turn_ends(play: TtPlay, step: Campaign) -> None:
    """Go on to the next turn, or end the game."""
    if play.turn >= len(play.mission.turns):
        victory.finish(play)
        return
    play.set(turn=play.turn + 1)
    play.swap(at=0)


class Campaign(Script, frozen=True, kw_only=True):
    """The whole game: all turns up to the last."""

    stages: ClassVar = (_turn_begins, _first_player, _second_player, turn_ends)


AnyStep = (
    Campaign | PlayerTurn | Arrive | Moving | Declare | Combat | Defence | Loss | Counter | Retreat | Advance
)

_STAGE: Final = {
    "turn": begin_player_turn,
    "arrivals": arrivals,
    "movement": movement,
    "combat": combat,
    "end": _end_player_turn,
}


def stack_at(phase: str, side: Side, first: Side) -> tuple[AnyStep, ...]:
    """The stack at a named phase of one side, ready to run. Raises ValueError for an unknown phase."""
    if phase not in _STAGE:
        raise Wrong(no_phase(phase, PHASES))
    player = _first_player if side == first else _second_player
    return (
        Campaign(at=Campaign.stages.index(player) + 1),
        PlayerTurn(side=side, at=PlayerTurn.stages.index(_STAGE[phase])),
    )
