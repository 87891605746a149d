"""A player of Blitzkrieg at the Ardennes: mouse and keys, nothing of the rules."""

from __future__ import annotations

from hexbench.engine.display import Face
from tests.ui.yard.tide import Squadleader


class General(Squadleader):
    """A player at the Ardennes."""

    GAME = "blitzkrieg"

    def face(self, unit: str) -> Face:
        """The counter as the map shows it."""
        found = self.player.view.map.face(unit)
        assert found is not None, unit
        return found

    @property
    def lit(self) -> tuple[str, ...]:
        """The hexes that are highlighted on the map."""
        return self.player.view.map.lit
