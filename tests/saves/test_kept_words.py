"""Words that are part of saved positions stay as they are: the digests of positions would change with them."""

from __future__ import annotations

import ast
import importlib
import inspect

import pytest

KEPT = {
    "hexbench.games.iron_tide.combat_odds": (
        "Air support of the attacker",
        "Air support of the defender",
        "Artillery of the attacker",
        "Artillery of the defender",
        "City",
        "Combined arms in {hex} cancel those of the attacker",
        "Combined arms of the attacker",
        "Combined arms of the attacker: {n} stacks",
        "Combined arms with armor in the defence, against none",
        "Integrity of {division}",
        "No combined arms against the Westwall in {hex}",
        "No combined arms against the entrenchment in {hex}",
        "Surprise on 16AM",
        "Town",
    ),
    "hexbench.games.tigers.odds": (
        "All attack over a river",
        "An attacker is out of supply",
        "Attack",
        "Defenders are out of supply",
        "Defense",
        "Fuel dump",
        "Half of the defense is disrupted",
        "Höhe Venn +1",
        "Opening barrage",
        "Remember Malmedy!",
        "Remember Malmedy! (parachutists beside SS)",
        "Siegfried Line +1",
        "Skorzeny takes part",
        "Tiger Fright",
        "Waffen-SS Ruthlessness",
        "entrenched +1",
        "forest +1",
        "major city +1",
        "town +1",
    ),
}
"""Module -> what its shifts and bonuses are called, as in the positions of every version."""


@pytest.mark.parametrize("module", KEPT)
def test_what_a_position_holds_of_a_combat_is_not_reworded(module: str) -> None:
    """A save records the digest of the position after each action, and its sentences are in it: other words, and the action
    "no longer leads where it led".
    """
    tree = ast.parse(inspect.getsource(importlib.import_module(module)))
    calls = [n for n in ast.walk(tree) if isinstance(n, ast.Call) and getattr(n.func, "id", "") == "say"]
    said = {call.args[0].value for call in calls if isinstance(call.args[0], ast.Constant)}
    assert not set(KEPT[module]) - said
