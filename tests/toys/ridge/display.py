"""What Ridge shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexbench.engine.display import (
    Box,
    Face,
    Fact,
    Facts,
    Field,
    Form,
    Legend,
    Mark,
    Overlay,
    OverlayKind,
    Panel,
    Points,
    Pool,
    Shade,
    Table,
    Track,
)
from hexbench.engine.values import Say, say
from tests.toys.ridge.combat import Battle
from tests.toys.ridge.movement import MOVE, points
from tests.toys.ridge.pieces import SIDES
from tests.toys.ridge.victory import score

if TYPE_CHECKING:
    from tests.toys.ridge.kit import RidgeSeat

OVERLAYS = (
    OverlayKind("zones", say("Zones of control"), "side"),
    OverlayKind("reach", say("Reach"), "unit"),
)

ATTACK_FORM = Form(
    "attack",
    say("What if"),
    (
        Field("attack", say("Attack"), "10", least=0, most=99),
        Field("defence", say("Defence"), "5", least=0, most=99),
        Field("terrain", say("Terrain"), "clear", ("clear", "wood")),
        Field("support", say("Support of the attacker"), "0", least=0, most=2),
        Field("against", say("Support of the defender"), "0", least=0, most=2),
    ),
)


def face(seat: RidgeSeat, uid: str) -> Face | None:
    """A counter: strength (a question mark face down, a dash without a chit) and movement factor."""
    unit = seat.s.units.get(uid)
    if unit is None:
        return None
    known = "-" if not unit.drawn else "?" if unit.chit is None else str(unit.chit)
    marks = (Mark("chit", "C", say("A strength chit lies under it."), "6.3"),) if unit.drawn else ()
    return Face(
        unit=uid,
        side=unit.side,
        title=say("{name}", name=unit.name),
        colour=unit.side,
        symbol="infantry",
        echelon="III",
        left=known,
        right=str(unit.mf),
        steps=(unit.steps, 2),
        back=unit.steps == 1,
        spent=unit.moved,
        marks=marks,
    )


def facts(seat: RidgeSeat, ref: str) -> Facts | None:
    """A page about a unit or a hex."""
    unit = seat.s.units.get(ref)
    if unit is not None:
        lines = (
            Fact(say("Movement factor"), say("{n}", n=unit.mf), ("3.3",)),
            Fact(say("Steps"), say("{n}", n=unit.steps), ("7.2",)),
            Fact(say("Chit"), _chit(unit.drawn, unit.chit), ("6.3",)),
        )
        return Facts(say("{name}", name=unit.name), lines)
    if ref not in seat.rules.atlas.index:
        return None
    held = tuple(side for side in SIDES if seat.in_zone(ref, side))
    terrain = seat.rules.atlas.cell(ref).terrain
    return Facts(
        say("Hex {hex}", hex=ref),
        (
            Fact(say("Terrain"), say("Wood") if terrain == "wood" else say("Clear"), ("3.2", "6.5")),
            Fact(say("Zones of control"), say("{sides}", sides=", ".join(held) or "none"), ("4.1",), (ref,)),
            Fact(say("Units"), say("{n}", n=len(seat.board.units_at(ref))), ("2.1",)),
        ),
    )


def _chit(drawn: bool, chit: int | None) -> Say:
    if not drawn:
        return say("None")
    return say("Face down") if chit is None else say("{n}", n=chit)


def panels(seat: RidgeSeat) -> tuple[Panel, ...]:
    """Turn track, score, support pool, combat table with the column of a combat that was rolled."""
    s, rules = seat.s, seat.rules
    turns = tuple(Box(str(n), str(n)) for n in range(1, rules.options.turns + 1))
    points_by_side = score(s, rules.tables)
    battle = next((step for step in reversed(s.stack) if isinstance(step, Battle)), None)
    names = [column.name for column in rules.tables.columns]
    lit = ((battle.die - 1, names.index(battle.column)),) if battle is not None and battle.column else ()
    return (
        ATTACK_FORM,
        Track("turn", say("Game turn"), turns, s.turn - 1),
        Facts(
            say("Score"),
            tuple(Fact(say("{side}", side=k), say("{n}", n=n), ("10.1",)) for k, n in points_by_side.items()),
        ),
        Pool(
            "support",
            say("Support"),
            tuple(Points(k, say("{side}", side=k), n, side=k) for k, n in s.support.items()),
            "6.1",
        ),
        Table(
            "combat",
            say("Combat"),
            tuple(names),
            tuple((str(die + 1), tuple(c.results[die] for c in rules.tables.columns)) for die in range(6)),
            lit,
            rules.tables.source,
            rules.tables.provenance,
            "6.6",
        ),
    )


def overlay(seat: RidgeSeat, kind: str, subject: str) -> Overlay | None:
    """Zones of control of a side, or the reach of a unit."""
    labels = seat.rules.atlas.labels
    if kind == "zones" and subject in SIDES:
        held = tuple(Shade(name, f"zone.{subject}") for name in labels if seat.in_zone(name, subject))
        legend = (Legend(f"zone.{subject}", say("Zone of control of {side}", side=subject)),)
        return Overlay(kind, say("Zones of control"), held, legend=legend)
    unit = seat.s.units.get(subject)
    if kind == "reach" and unit is not None and unit.on_map:
        costs = MOVE.reach(seat, (subject,)).costs
        shades = tuple(Shade(labels[i], "reach", points(cost)) for i, cost in costs.items())
        return Overlay(kind, say("Reach of {unit}", unit=unit.name), shades)
    return None
