"""How a game begins: the scenario as a file holds it, and the position before anything is done (C.1)."""

from __future__ import annotations

from hexbench.engine.values import Value
from hexbench.games.tide_of_iron.mission import Mission
from hexbench.games.tide_of_iron.works import Works


class Scenario(Value, frozen=True, kw_only=True):
    """The scenario of a file: its mission and the markers that lie on the map from the start."""

    mission: Mission
    works: dict[str, Works] = {}
