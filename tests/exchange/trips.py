"""Positions of random games to VASSAL and back: what is read is held against what was written, to the last field."""

from __future__ import annotations

from hexbench.engine.documents.editing import editing_of
from hexbench.exchange.position_in import place, read_save
from hexbench.study.playout import Chance, make_opponents
from tests.exchange.paint import LIBRARY, SCENARIOS, of_state


def trips(seed: int, count: int, every: int = 15, names: tuple[str, ...] = SCENARIOS) -> list[str]:
    """``count`` positions, one scenario after the other; a sentence for each that comes back as another."""
    wrong: list[str] = []
    for n in range(count):
        name = names[(seed + n) % len(names)]
        game, _, scenario = name.partition("/")
        loaded = LIBRARY.load_scenario(game, scenario)
        rules, state = loaded.rules, loaded.begin(seed + n).state
        editing = editing_of(loaded.game)
        assert editing is not None
        players, chance = make_opponents(loaded.game, ("random",)), Chance(seed + n)
        for _ in range(every * (1 + n // len(names))):
            side = rules.decider(state)
            if side is None:
                break
            state = rules.apply(state, players[side].choose(rules.seat(state, side), chance)[0]).state
        made = place(
            read_save(of_state(rules, loaded.game, state, None, name).module.vsav()),
            rules.seat(state, None),
            editing,
        )
        whole = editing.position(rules, state)
        whole.pop("dice", None)
        if made.content != whole or made.placed != len(state.units):
            wrong.append(f"{name}, seed {seed + n}: {made.placed} of {len(state.units)}, {made.notes[:2]}")
    return wrong
