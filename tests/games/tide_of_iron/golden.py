"""A whole game written down: every action with the numbers it used, and how things stood at the end of each round.

``python -m tests.games.tide_of_iron.golden`` plays it anew and writes it; look at what changed before you keep it.
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
from hexbench.games.tide_of_iron.state import TideOfIron
from tests.games.tide_of_iron import shipped

FILE = Path(__file__).with_name("golden_lanzerath.json")
SCENARIO, SEED = "lanzerath", 7
IDLE = ("end_phase", "fatigue", "cancel_attack", "decline_assault", "forfeit", "stop", "end_action", "hold")


class Keen:
    """Chance of its own, and a liking for whatever is not idle."""

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
        """Something that is not idle, if there is anything."""
        keen = [o for o in seat.prompt.offers if o.verb not in IDLE and not o.back]
        while keen and self.number(12) > 1:
            offer = keen.pop(self.number(len(keen)) - 1)
            subject = (offer.subjects[self.number(len(offer.subjects)) - 1],) if offer.subjects else ()
            targets = seat.targets(offer.verb, subject)
            if targets:
                return action_of(offer.verb, subject, targets[self.number(len(targets)) - 1])
        return self._other.choose(seat, self)[0]


def standing(s: TideOfIron) -> dict[str, Any]:
    """How things stand, in a few figures that a person can follow."""
    here = [u for u in s.units.values() if u.on_map or u.inside]
    return {
        "round": s.round,
        "vp": dict(s.vp),
        "command": dict(s.command),
        "pools": dict(s.pools),
        "initiative": s.initiative,
        "control": dict(s.control),
        "figures": {side: sum(u.men for u in here if u.side == side) for side in ("american", "german")},
        "units": {x: u.at for x, u in s.units.items() if u.on_map},
        "hands": {side: list(cards) for side, cards in s.hands.items()},
    }


def play() -> dict[str, Any]:
    """Play it."""
    rules = shipped.rules(SCENARIO)
    outcome = rules.new(shipped.scenario(SCENARIO), SEED)
    state, keen = outcome.state, Keen(SEED)
    actions: list[list[Any]] = []
    rounds = []
    while (side := rules.decider(state)) is not None:
        before = state.round
        outcome = rules.apply(state, keen.choose(rules.seat(state, side)))
        state = outcome.state
        actions.append([msgspec.to_builtins(outcome.action), list(outcome.numbers)])
        if state.round != before or not state.stack:
            rounds.append(standing(state))
    return {
        "scenario": SCENARIO,
        "seed": SEED,
        "opening": standing(rules.new(shipped.scenario(SCENARIO), SEED).state),
        "rounds": rounds,
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
