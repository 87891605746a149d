"""A whole game written down: every action with the numbers it used, and how things stood at the end of each turn.

``python -m tests.games.tigers.golden`` plays it anew and writes it; look at what changed before you keep it.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import msgspec

from hexbench.engine.opponent import RandomOpponent
from hexbench.engine.seat import Seat
from hexbench.engine.values import Action, action_of
from hexbench.games.tigers import victory
from hexbench.games.tigers.pieces import ALLIED, GERMAN
from hexbench.games.tigers.rules import TgRules
from hexbench.games.tigers.state import Tigers
from tests.games.tigers import shipped

FILE = Path(__file__).with_name("golden_campaign.json")
SEED = 73
IDLE = ("end", "stay", "call_off", "demolish", "split")
WEST, EAST = "409", "1207"
"""The Germans make for the Meuse, the Allies for St. Vith."""


class Keen:
    """Chance of its own, a liking for whatever is not idle, and a way to go."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._other = RandomOpponent()

    def number(self, n: int) -> int:
        """1..n."""
        return self._random.randrange(n) + 1

    def cancelled(self) -> bool:
        """Never."""
        return False

    def choose(self, seat: Seat) -> Action:
        """Something that is not idle, if there is anything; attacks first, moves towards the goal."""
        keen = [o for o in seat.prompt.offers if o.verb not in IDLE and not o.back]
        keen.sort(key=lambda o: o.verb not in ("attack", "allocate"))
        while keen and self.number(14) > 1:
            offer = keen.pop(0 if self.number(2) == 1 else self.number(len(keen)) - 1)
            subject = (offer.subjects[self.number(len(offer.subjects)) - 1],) if offer.subjects else ()
            targets = list(seat.targets(offer.verb, subject))
            if not targets:
                continue
            if offer.verb in ("move", "advance") and self.number(4) > 1:
                goal = WEST if seat.prompt.side == GERMAN else EAST
                distance = seat.rules.atlas.distance
                targets.sort(key=lambda t: ("TG-STK-01" in t.rules, distance(t.object, goal), t.how != ""))
                return action_of(offer.verb, subject, targets[0])
            return action_of(offer.verb, subject, targets[self.number(len(targets)) - 1])
        return self._other.choose(seat, self)[0]


def standing(rules: TgRules, s: Tigers) -> dict[str, Any]:
    """How things stand, in a few figures that a person can follow."""
    here = {uid: unit for uid, unit in s.units.items() if unit.on_map}
    return {
        "turn": s.turn,
        "weather": s.weather,
        "units": {uid: unit.at for uid, unit in here.items()},
        "disrupted": [uid for uid, unit in here.items() if unit.disrupted],
        "entrenched": [uid for uid, unit in here.items() if unit.entrenched],
        "factors": {
            side: sum(s.roster[uid].factor for uid, unit in here.items() if unit.side == side)
            for side in (GERMAN, ALLIED)
        },
        "markers": dict(s.markers),
        "blown": [side for side, bridge in s.bridges.items() if not bridge.intact],
        "held": dict(s.held),
        "dump": s.dump_state,
        "limit": s.limit,
        "lost_in_the_air": [key for key, unit in s.air.items() if unit.lost or unit.back],
        "exits": victory.score(rules, s),
    }


def play() -> dict[str, Any]:
    """Play it."""
    rules = shipped.rules()
    outcome = rules.new(shipped.scenario(), SEED)
    state, keen = outcome.state, Keen(SEED)
    actions: list[list[Any]] = []
    turns = []
    while (side := rules.decider(state)) is not None:
        before = state.turn
        outcome = rules.apply(state, keen.choose(rules.seat(state, side)))
        state = outcome.state
        actions.append([msgspec.to_builtins(outcome.action), list(outcome.numbers)])
        if state.turn != before or not state.stack:
            turns.append(standing(rules, state))
    return {
        "seed": SEED,
        "opening": standing(rules, rules.new(shipped.scenario(), SEED).state),
        "turns": turns,
        "verdict": msgspec.to_builtins(rules.verdict(state)),
        "actions": actions,
    }


def main() -> None:
    """Write it, an action on a line."""
    found = play()
    actions = ",\n  ".join(json.dumps(one) for one in found.pop("actions"))
    text = json.dumps(found, indent=1)
    FILE.write_text(f'{text[:-2]},\n "actions": [\n  {actions}\n ]\n}}\n', encoding="utf-8")


if __name__ == "__main__":
    main()
