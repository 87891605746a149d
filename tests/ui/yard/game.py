"""The yard as a game: its phases, its rules, and what it says about itself."""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec.structs import replace

from hexbench.engine.events import GameEnded, PhaseBegan, TurnBegan
from hexbench.engine.rules import Rules
from hexbench.engine.state import Dice
from hexbench.engine.values import Verdict, say
from hexbench.engine.verb import AnyVerb
from tests.ui.yard.pieces import FOE, Man, Move, Muster, Options, Scenario, Tables, YardState, yard_atlas
from tests.ui.yard.seat import YardSeat
from tests.ui.yard.verbs import Dig, Done, March, Plan, Pray, SetUp, Span

MARCH, SET_UP, DIG, SPAN, PRAY, PLAN, DONE = March(), SetUp(), Dig(), Span(), Pray(), Plan(), Done()
Move.verbs = (MARCH, DIG, SPAN, PLAN, PRAY, DONE)
Muster.verbs = (SET_UP, DONE)


class YardRules(Rules[YardState, Options, None]):
    """The yard on its map."""

    key: ClassVar[str] = "yard"
    sides: ClassVar[tuple[str, ...]] = ("red", "blue")
    state_type: ClassVar[type] = YardState
    seat_type = YardSeat
    all_verbs: ClassVar[tuple[AnyVerb, ...]] = (MARCH, SET_UP, DIG, SPAN, PRAY, PLAN, DONE)
    sequence_rule: ClassVar[str] = "Y0.1"

    def begin(self, scenario: Scenario, seed: int) -> YardState:
        """The position of a scenario."""
        state = YardState(units=dict(scenario.units), turns=self.options.turns, dice=Dice(seed=seed))
        return self.enter(state, scenario.phase)

    def enter(self, state: YardState, phase: str) -> YardState:
        """Setting up or moving."""
        step = Muster(who=state.phasing) if phase == "place" else Move(who=state.phasing)
        return replace(state, stack=(step,))

    def hide(self, state: YardState, side: str) -> YardState:
        """The other side's plan."""
        if not self.options.fog:
            return state
        return replace(state, plans={k: v for k, v in state.plans.items() if k == side})

    def onward(self, play: Any, side: str) -> None:
        """The next phase: after set-up the same side moves; after blue the turn ends."""
        ended = play.pop()
        if isinstance(ended, Muster):
            play.push(Move(who=ended.who))
            play.tell(PhaseBegan("move", ended.who, say("Movement of {side}", side=ended.who)))
            return
        for uid, man in list(play.units.items()):
            if man.acted:
                play.put(uid, acted=False)
        if side == "red":
            if play.turn >= play.turns:
                play.tell(GameEnded(None, "draw"))
                return
            play.set(turn=play.turn + 1, plans={}, spans=())
            play.tell(TurnBegan(f"Turn {play.turn}"))
        play.set(phasing=side)
        play.push(Move(who=side))
        play.tell(PhaseBegan("move", side, say("Movement of {side}", side=side)))

    def verdict(self, state: YardState) -> Verdict:
        """Nobody wins in the yard."""
        score = tuple((side, sum(1 for m in state.units.values() if m.side == side)) for side in self.sides)
        return Verdict(not state.stack, None, "draw" if not state.stack else "", score)


class Yard:
    """The game definition."""

    key = "yard"
    title = "The Yard"
    sides = ("red", "blue")
    rules_version = 1
    Scenario = Scenario
    Options = Options
    Tables = Tables
    State = YardState
    phases = ("place", "move")
    upgrades: ClassVar[dict[int, Any]] = {}
    opponents: ClassVar[dict[str, Any]] = {}

    def open(self, atlas: Any, tables: Any, options: Any) -> YardRules:
        """Bind it to its ground."""
        return YardRules(atlas or yard_atlas(), tables, options or Options())


def men(tray: bool = False) -> dict[str, Man]:
    """All units: red in the west, blue in the east; with ``tray`` two red units still wait beside the map."""
    rows = (
        ("r1", "red", "1st Guard", "infantry", "0203", 4, 4, "Red Army/Guard"),
        ("r2", "red", "2nd Guard", "infantry", "0203", 4, 4, "Red Army/Guard"),
        ("r3", "red", "Lancers", "armor", "0305", 5, 6, "Red Army/Horse"),
        ("r4", "red", "Guns", "artillery", "0204", 2, 2, "Red Army/Park"),
        ("r5", "red", "Rifles", "infantry", "#tray/red" if tray else "0106", 3, 4, "Red Army/Line"),
        ("r6", "red", "Marshal", "leader", "#tray/red" if tray else "0306", 0, 5, "Red Army"),
        ("b1", "blue", "Erste", "infantry", "1004", 3, 4, "Blue Corps/First"),
        ("b2", "blue", "Zweite", "infantry", "1004", 3, 4, "Blue Corps/First"),
        ("b3", "blue", "Dritte", "infantry", "0803", 3, 4, "Blue Corps/Second"),
        ("b4", "blue", "Panzer", "armor", "1106", 6, 6, "Blue Corps/Second"),
        ("b5", "blue", "Batterie", "artillery", "1204", 2, 0, "Blue Corps/Park"),
        ("b6", "blue", "Reserve", "infantry", "#eliminated", 3, 4, "Blue Corps/Park"),
    )
    return {
        uid: Man(side=side, name=name, kind=kind, at=at, strength=s, moves=m, group=group)  # type: ignore[arg-type]
        for uid, side, name, kind, at, s, m, group in rows
    }


def other(side: str) -> str:
    """The other side."""
    return FOE[side]
