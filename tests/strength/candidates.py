"""Declarations of games that have opponents of their own: compared with those by ``make strength`` before any of them is removed.

make strength ARGS="blitzkrieg/bastogne planner-strong,middle --trial FILE"
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, ClassVar, Final

import numpy as np

from hexbench.atlas.arcs import Arcs
from hexbench.atlas.atlas import side_name
from hexbench.engine.opponent import Think
from hexbench.engine.values import Action, Say, say
from hexbench.engine.verbs.kinds import END
from hexbench.games.blitzkrieg import fire, odds, opponent_fire, passage, victory
from hexbench.games.blitzkrieg.aim import AIM, Support
from hexbench.games.blitzkrieg.air import Bombing, Launch
from hexbench.games.blitzkrieg.battle import Battles, Exchange
from hexbench.games.blitzkrieg.bridging import BRIDGE, DEMOLISH
from hexbench.games.blitzkrieg.engage import RESOLVE
from hexbench.games.blitzkrieg.moving import MOVE, Moving
from hexbench.games.blitzkrieg.opponent import Answer, Commander, fight, give_up, infiltrate, middle
from hexbench.games.blitzkrieg.opponent_fire import Works
from hexbench.games.blitzkrieg.opponent_map import Field
from hexbench.games.blitzkrieg.opponent_worth import Worth
from hexbench.games.blitzkrieg.pieces import ALLIED, FOE, GERMAN, GROUND
from hexbench.games.blitzkrieg.seat import BkSeat
from hexbench.staff.aims import Aims, Goal
from hexbench.staff.levels import every
from hexbench.staff.ways import Floats

_GUNS: Final = 1.0
"""What a place to fire from is worth to a gun, and what one adjacent to the enemy costs it, as a share of its own worth."""
_ANSWERS: Final[dict[type, Callable[[Commander, BkSeat, Think], Answer]]] = {
    Bombing: opponent_fire.bomb,
    Launch: opponent_fire.launch,
    Support: opponent_fire.support,
    Battles: fight,
    Exchange: give_up,
}


class BlitzkriegAims(Aims):
    """Cities and dumps; bombs, rockets, bridges, supporting guns and infiltrators are left to the code of the weaker levels."""

    first: ClassVar = GERMAN
    second: ClassVar = ALLIED
    moves: ClassVar = frozenset({"move"})
    attacks: ClassVar = frozenset({"engage"})
    never: ClassVar = frozenset(
        {"collect", "deposit", "join", "undo_engage", "quit", "move_again", "select", "define", "next"}
        | {"launch", "bomb", "aim", "stop_aiming", "stop_support", "hold", DEMOLISH.name, BRIDGE.name}
    )
    simple: ClassVar = frozenset(
        {
            "deploy",
            "shelling",
            "reinforcements",
            "defining",
            "largest",
        }
    )
    free: ClassVar = frozenset({"support"})
    reflexes: ClassVar = ("fall_back", "advance")
    musts: ClassVar = frozenset({"fall_back"})
    must_fight: ClassVar = True  # BK-ENG-02, BK-ENG-03
    shows: ClassVar = frozenset({RESOLVE.name})  # BK-AI-03
    pauses: ClassVar = frozenset({"movement", "reinforcements", "player_turn", "campaign", "deploy", "air"})
    walk: ClassVar = 0.6
    bulk_worth: ClassVar = 0.06
    sought: ClassVar = 12.0
    """What the goal of a short game is worth."""

    def goals(self, rules: Any, s: Any, board: Any) -> list[Goal]:
        """The hexes of cities and of goals of a short game, each with its share, and dumps (BK-VIC-01..03, BK-REC-11)."""
        worth, out = {"liege": 14.0, "antwerp": 16.0}, list[Goal]()
        for name, hexes in victory.sought(rules, s).items():
            prize = worth.get(name, 6.0)
            if s.goal:
                prize = self.sought if name in s.goal else 0.5
            for at in hexes:
                here = [s.units[u].side for u in board.at.get(at, ()) if s.roster[u].type in GROUND]
                holder = here[0] if here else GERMAN if name in s.holding else ALLIED
                out.append(Goal(at, prize / len(hexes), 0.0, holder))
        return out + [Goal(dump.hex, 1.0, 1.0) for dump in s.dumps.values() if dump.number]

    def power(self, rules: Any, s: Any, uid: str) -> float:
        """Its strength; guns, planes and infiltrators hold little."""
        return float(s.units[uid].strength) * (1.0 if s.roster[uid].type in GROUND else 0.3)

    def kind(self, rules: Any, s: Any, uid: str) -> tuple[Hashable, float]:
        """Side and class decide the prices of its routes."""
        printed = s.roster[uid]
        return (printed.side, printed.type), float(max(1, printed.mp))

    def left(self, s: Any) -> float:
        """Rounds up to the last."""
        return float(max(1, s.last_turn - s.turn + 1))

    def moved(self, s: Any, uid: str) -> bool:
        """Units that are not where they began. Not infiltrators, which move before all others (:meth:`own`): a unit
        before them in the order of moves has not had its turn.
        """
        unit = s.units[uid]
        return bool(unit.start and unit.at != unit.start and s.roster[uid].type != "infiltrator")

    def used(self, s: Any, verb: str, uid: str) -> bool:
        """Guns that protect a unit."""
        return uid in s.support

    def takes(self, s: Any, uid: str) -> bool:
        """Only ground units take a city (BK-VIC-09)."""
        return s.roster[uid].type in GROUND

    def arcs(self, rules: Any, kind: Any) -> Arcs:
        """With all bridges standing, and rivers crossed where nobody has built one."""
        found: Arcs | None = rules.memo.get(("aims", kind))
        if found is None:
            found = rules.memo["aims", kind] = passage.passages(rules).arcs(kind[0], kind[1], {}, wading=True)
        return found

    def storms(self, s: Any, uid: str) -> bool:
        """Guns next to an enemy cannot fire (BK-ART-05, BK-ENG-19)."""
        return bool(s.roster[uid].type != "artillery")

    def own(self, seat: BkSeat, think: Think, *, done: bool) -> tuple[Action, Say] | None:
        """Air units and rockets, guns that protect a unit, bridges and dumps blown up or bridges built, and
        infiltrators (BK-AI-06, BK-AI-09).
        """
        commander, step = middle(), seat.step
        for kind, answer in _ANSWERS.items():
            if isinstance(step, kind):
                found = answer(commander, seat, think)
                return None if found is None or found[0].verb == END.name else found
        if not isinstance(step, Moving):
            return None
        if done:
            return opponent_fire.aim(commander, seat, think) if seat.offered(AIM.name) is not None else None
        # before anything moves, as the weaker levels do: the value of the line takes a search for each river
        still = not any(self.moved(seat.s, u) for u in seat.board.rank if seat.s.units[u].side == step.who)
        works = still and any(seat.offered(verb) is not None for verb in (DEMOLISH.name, BRIDGE.name))
        spies = [u for u in seat.board.rank if _spy(seat, u)]
        if not works and not spies:
            return None
        field = Field(seat.rules, seat.s, seat.board, seat.step.who)
        if works:
            worth = Worth(field, commander.budget.care)
            found = Works(field, worth).next(seat)
            if found is not None:
                return found
        for uid, to in infiltrate(field, seat).items():
            action = Action(MOVE.name, (uid,), to)
            if seat.s.units[uid].at != to and not seat.refuse(action):
                name = seat.rules.title(seat.s.roster[uid])
                return action, say("{unit} slips behind the enemy.", unit=name)
        return None

    def lean(self, seat: BkSeat, uid: str) -> Floats | None:
        """Guns: in range of the enemy, and never adjacent to it (BK-ART-01, BK-ENG-19)."""
        s, printed = seat.s, seat.s.roster[uid]
        if printed.type != "artillery":
            return None
        found: Floats | None = seat.memo.get("guns lean")
        if found is None:
            foe = FOE[s.units[uid].side]
            found = np.zeros(len(seat.rules.atlas.labels))
            found[list(fire.under_fire(seat.rules, seat.board, foe))] = 1.0
            found[np.array(seat.board.zones[foe].counts[: len(found)]) > 0] = -1.0
            seat.memo["guns lean"] = found
        return found * _GUNS * self.bulk_worth * s.units[uid].strength

    def shelter(self, rules: Any, at: str, start: str) -> float:
        """The factor for motorised infantry there, and rivers (BK-ODD-02, BK-ODD-05)."""
        river = side_name(start, at) in rules.rivers
        return float(odds.terrain_factor(rules, "motor_inf", at)) * (2.0 if river else 1.0)


def _spy(seat: BkSeat, uid: str) -> bool:
    """Whether an infiltrator of the moving side has not moved yet."""
    unit = seat.s.units[uid]
    return (
        seat.s.roster[uid].type == "infiltrator"
        and unit.side == seat.step.who
        and unit.on_map
        and unit.at == unit.start
    )


CANDIDATES: Final[dict[str, Aims]] = {"blitzkrieg": BlitzkriegAims()}
"""game -> what it could declare."""
PREFIX: Final = "planner-"
"""The prefix of a level of the planner, if the game's own level has the same name."""


def players(key: str) -> dict[str, Callable[[], Any]]:
    """``planner-quick``, ``planner-middle`` and ``planner-strong`` of a game with a candidate; otherwise none."""
    aims = CANDIDATES.get(key)
    return {} if aims is None else {PREFIX + level: made for level, made in every(aims).items()}
