"""Worlds a side can imagine: an attack the other side is putting together may be any it could make."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from hexbench.games.tide_of_iron import firing, opfire
from hexbench.games.tide_of_iron.assault import AssaultDraft
from hexbench.games.tide_of_iron.attack_draft import AttackDraft
from hexbench.games.tide_of_iron.opfire import Window
from hexbench.games.tide_of_iron.pieces import HANDLE
from hexbench.games.tide_of_iron.strength import Aim, Part, scene
from hexbench.games.tide_of_iron.volley import best_figures

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.rules import TiRules
    from hexbench.games.tide_of_iron.seat import TiSeat
    from hexbench.games.tide_of_iron.state import TideOfIron

Number = Callable[[int], int]


def drafts(rules: TiRules, world: TideOfIron, side: str, number: Number) -> TideOfIron:
    """The world, with attacks of the other side put together that ``side`` was not told of."""
    if not world.stack:
        return world
    top = world.stack[-1]
    if isinstance(top, AssaultDraft) and top.who != side:
        new: AssaultDraft | AttackDraft = replace(top, squad=getattr(world.stack[-2], "unit", ""))
    elif isinstance(top, AttackDraft) and top.who != side:
        new = _attack(rules.seat(world, None), world, top, number)
    else:
        return world
    return replace(world, stack=(*world.stack[:-1], new))


def _attack(seat: TiSeat, world: TideOfIron, draft: AttackDraft, number: Number) -> AttackDraft:
    """Any attack of that kind by anybody; what it was when nobody could make one."""
    aims = _aims(seat, world, draft)
    if not aims:
        return draft
    leader, aim = aims[number(len(aims)) - 1]
    figures = best_figures(scene(seat), aim, (), leader)
    parts = (Part(unit=leader, figures=figures),)
    return replace(draft, kind=aim.kind, target=aim.target, hex=aim.hex, parts=parts)


def _aims(seat: TiSeat, world: TideOfIron, draft: AttackDraft) -> list[tuple[str, Aim]]:
    units, below = world.units, world.stack[-2]
    if isinstance(below, Window):
        aim = Aim(kind="op_fire", target=below.mover, hex=units[below.mover].at)
        return [(x, aim) for x in opfire.shooters(seat, below.mover)]
    active = getattr(below, "unit", "")
    leaders = (
        (active,)
        if active
        else [
            x
            for x, u in units.items()
            if u.side == draft.who and u.on_map and not u.token and u.type != HANDLE
        ]
    )
    out = []
    for x in leaders:
        kind = firing.kind_of(units[x], draft.kind)
        out += [(x, Aim(kind=kind, target=t, hex=units[t].at)) for t in firing.marks(seat, x, draft.kind)]
        if not active:
            out += [(x, Aim(kind=kind, target="", hex=h)) for h in firing.mortar_marks(seat, x, draft.kind)]
    return out
