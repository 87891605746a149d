"""Others' players at our table: every game as a PettingZoo environment and as an OpenSpiel game.

    from hexbench import env
    table = env.pettingzoo_env("game/scenario")   # pip install "hexbench[zoo]"
    game = env.openspiel_game("game/scenario")    # pip install "hexbench[spiel]"

Both hand a player the Seat of a side and nothing else, so that what is hidden is hidden by construction, and both split an
action into short picks (:mod:`hexbench.env.picks`). docs/env.md tells what the numbers mean.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hexbench.env.spiel import HexbenchGame
    from hexbench.env.zoo import HexbenchEnv

__all__ = ["openspiel_game", "pettingzoo_env"]


def pettingzoo_env(scenario: str, **words: Any) -> HexbenchEnv:
    """The environment of a scenario (``game/name``); ``words`` are those of :class:`hexbench.env.zoo.HexbenchEnv`.

    Raises ImportError with a sentence where PettingZoo is missing, and BadFile for a scenario that is not there.
    """
    try:
        from hexbench.env.zoo import HexbenchEnv
    except ModuleNotFoundError as missing:
        raise ImportError(_lack("PettingZoo", "zoo", missing)) from missing
    return HexbenchEnv(scenario, **words)


def openspiel_game(scenario: str, catalogue: Any = None, **words: int) -> HexbenchGame:
    """The OpenSpiel game of a scenario; ``words`` are its parameters: ``places``, ``most``, ``seed``.

    ``catalogue``: where scenarios are looked for (None: what this installation has).

    Raises ImportError with a sentence where OpenSpiel is missing, and BadFile for a scenario that is not there.
    """
    try:
        from hexbench.env.spiel import HexbenchGame
    except ModuleNotFoundError as missing:
        raise ImportError(_lack("OpenSpiel", "spiel", missing)) from missing
    return HexbenchGame({"scenario": scenario, **words}, catalogue)


def _lack(library: str, extra: str, missing: ModuleNotFoundError) -> str:
    if (missing.name or "").startswith("hexbench"):
        raise missing
    return f'{library} is not installed: pip install "hexbench[{extra}]".'
