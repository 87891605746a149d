"""Attacks by fire, as the rest of the game calls them: begin one, know whom it could hit, know why not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hexbench.engine.values import Reason
from hexbench.games.tide_of_iron import firing
from hexbench.games.tide_of_iron.attack_draft import begin
from hexbench.games.tide_of_iron.firing import any_mark, armed, marks, mortar_marks
from hexbench.games.tide_of_iron.strength import Aim, Kind, Role, scene

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.seat import TiPlay, TiSeat

__all__ = ["aim_at", "any_mark", "armed", "begin", "marks", "mortar_marks", "why_not"]


def aim_at(reader: TiSeat | TiPlay, leader: str, kind: Kind, target: str) -> Aim:
    """The aim of a leader at a unit or, when there is no unit of that name, at a hex."""
    units = scene(reader).s.units
    how = firing.kind_of(units[leader], kind) if leader in units else kind
    if target in units:
        return Aim(kind=how, target=target, hex=units[target].at)
    return Aim(kind=how, target="", hex=target)


def why_not(
    reader: TiSeat | TiPlay, leader: str, kind: Kind, target: str, role: Role = "lead"
) -> Iterator[Reason]:
    """Every reason why a unit cannot fire at that unit or (mortars) hex; that a leader must be fresh is left out."""
    yield from firing.bars(scene(reader), leader, aim_at(reader, leader, kind, target), role)
