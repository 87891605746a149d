"""What the chapters of Ridge work with: its board, its seat and its play, typed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from hexbench.atlas.atlas import Atlas
from hexbench.atlas.reach import Obstacles
from hexbench.engine.board import Board, ZoneCounts
from hexbench.engine.display import Form
from hexbench.engine.forecast import Forecast
from hexbench.engine.play import Play
from hexbench.engine.seat import Seat
from hexbench.engine.values import Say, say
from hexbench.engine.what_if import AttacksInThought
from tests.toys.ridge.pieces import SIDES, Unit, foe

if TYPE_CHECKING:
    from tests.toys.ridge.game import RidgeRules
    from tests.toys.ridge.state import RidgeState

LIMIT = 2
"""The most units in a hex [2.1]."""


class RidgeBoard(Board):
    """Which units are where, and the zones of control of both sides [4.1]."""

    __slots__ = ("zones",)

    def __init__(self, units: Mapping[str, Unit], atlas: Atlas) -> None:
        super().__init__(units)
        index = atlas.index
        self.zones: dict[str, ZoneCounts] = {
            side: ZoneCounts(atlas, (index[u.at] for u in units.values() if u.side == side and u.on_map))
            for side in SIDES
        }

    def copy(self) -> RidgeBoard:
        """An independent copy."""
        new = super().copy()
        new.zones = {side: zone.copy() for side, zone in self.zones.items()}
        return new

    def patch(self, uid: str, old: Unit | None, new: Unit) -> None:
        """One unit changed."""
        super().patch(uid, old, new)
        if old is not None and old.at == new.at:
            return
        zone = self.zones[new.side]
        if old is not None and old.on_map:
            zone.shift(zone.atlas.index[old.at], -1)
        if new.on_map:
            zone.shift(zone.atlas.index[new.at], 1)

    def compared(self) -> dict[str, Any]:
        """What must equal a board built anew."""
        return {**super().compared(), "zones": {side: zone.counts for side, zone in self.zones.items()}}


class RidgePlay(Play):
    """A position of Ridge being changed."""

    if TYPE_CHECKING:
        rules: RidgeRules
        board: RidgeBoard
        units: dict[str, Unit]
        turn: int
        cup: tuple[int, ...]
        support: dict[str, int]
        lost: dict[str, int]
        hill: str


class RidgeSeat(Seat):
    """A seat at Ridge."""

    if TYPE_CHECKING:
        rules: RidgeRules
        s: RidgeState
        board: RidgeBoard

    def what_if(self) -> AttacksInThought[Any] | Say:
        """None: the game has none, and says so."""
        return say("A ridge is too small to work out attacks beforehand.")

    def holder(self, hex_: str) -> str:
        """The side whose units stand in a hex, or an empty string."""
        here = self.board.units_at(hex_)
        return self.s.units[here[0]].side if here else ""

    def in_zone(self, hex_: str, side: str) -> bool:
        """Whether a hex is in a zone of control of ``side``."""
        return self.board.zones[side].holds(self.rules.atlas.index[hex_])

    def foes_near(self, unit: Unit) -> tuple[str, ...]:
        """The adjacent hexes with enemies of a unit on the map."""
        return tuple(n for n in self.rules.atlas.near[unit.at] if self.holder(n) == foe(unit.side))

    def ground(self, side: str, zones: bool = True) -> Obstacles:
        """The obstacles for ``side``: enemy zones are class 1, enemy units close a hex [2.2, 4.2]."""

        def make() -> Obstacles:
            index, units = self.rules.atlas.index, self.s.units
            closed = [index[u.at] for u in units.values() if u.side != side and u.on_map]
            counts = self.board.zones[foe(side)].counts
            return Obstacles([1 if n and zones else 0 for n in counts], closed)

        of = (self.board.places[foe(side)],)
        found: Obstacles = self.rules.facts.get(("ground", side, zones), of, make)
        return found

    def forecast_form(self, form: Form) -> Forecast | None:
        """The odds of a hypothetical attack."""
        from tests.toys.ridge.odds import foresee_form

        return foresee_form(self.rules.tables, form) if form.key == "attack" else None

    def face(self, unit: str) -> Any:
        """The counter of a unit."""
        from tests.toys.ridge import display

        return display.face(self, unit)

    def facts(self, ref: str) -> Any:
        """The inspector's page about a hex or a unit."""
        from tests.toys.ridge import display

        return display.facts(self, ref)

    def panels(self) -> Any:
        """Turn track, support, combat table."""
        from tests.toys.ridge import display

        return display.panels(self)

    def overlays(self) -> Any:
        """Zones of control and reach."""
        from tests.toys.ridge import display

        return display.OVERLAYS

    def overlay(self, kind: str, subject: str = "") -> Any:
        """One of them."""
        from tests.toys.ridge import display

        return display.overlay(self, kind, subject)
