"""What Patrol shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexbench.engine.display import (
    Box,
    Face,
    Fact,
    Facts,
    Mark,
    Overlay,
    OverlayKind,
    Panel,
    Roster,
    RosterEntry,
    Shade,
    Table,
    Track,
)
from hexbench.engine.values import say
from tests.toys.patrol.fire import needed
from tests.toys.patrol.kit import RANGE
from tests.toys.patrol.pieces import UNSEEN
from tests.toys.patrol.victory import score

if TYPE_CHECKING:
    from tests.toys.patrol.kit import PatrolSeat

OVERLAYS = (OverlayKind("fire", say("Field of fire"), "unit"),)


def face(seat: PatrolSeat, uid: str) -> Face | None:
    """A counter, or None for a squad nobody here has seen."""
    unit = seat.s.units.get(uid)
    if unit is None or unit.at == UNSEEN:
        return None
    marks = (Mark("watch", "W", say("On watch"), "5.1"),) if unit.watch else ()
    if unit.hidden:
        marks = (*marks, Mark("hidden", "H", say("Hidden"), "2.1"))
    return Face(
        unit=uid,
        side=unit.side,
        title=say("Squad {name}", name=unit.name),
        colour=unit.side,
        symbol="infantry",
        name=unit.name,
        steps=(unit.men, 3),
        spent=unit.tired,
        marks=marks,
    )


def facts(seat: PatrolSeat, ref: str) -> Facts | None:
    """A page about a squad or a hex."""
    unit = seat.s.units.get(ref)
    if unit is not None:
        lines = [Fact(say("Men"), say("{n}", n=unit.men), ("4.3",))]
        lines.append(Fact(say("Place"), say("Not seen") if unit.at == UNSEEN else say("{at}", at=unit.at)))
        return Facts(say("Squad {name}", name=unit.name), tuple(lines))
    if ref not in seat.rules.atlas.index:
        return None
    terrain = seat.rules.atlas.cell(ref).terrain
    goal = needed(seat.rules.tables, terrain, 1)
    return Facts(say("Hex {hex}", hex=ref), (Fact(say("Hit on"), say("{n}", n=goal), ("4.2",)),))


def panels(seat: PatrolSeat) -> tuple[Panel, ...]:
    """Rounds, score, roster, the table of fire."""
    s, rules = seat.s, seat.rules
    boxes = tuple(Box(str(n), str(n)) for n in range(1, rules.options.rounds + 1))
    table = rules.tables
    rows = tuple((terrain, (str(goal), str(goal + table.far))) for terrain, goal in table.needed.items())
    entries = tuple(
        RosterEntry(
            x, u.at, say("Tired") if u.tired else say("On watch") if u.watch else say("Ready"), (u.side,)
        )
        for x, u in s.units.items()
    )
    points = tuple(Fact(say("{side}", side=k), say("{n}", n=n), ("6.1",)) for k, n in score(s, table).items())
    return (
        Track("round", say("Round"), boxes, s.round - 1),
        Facts(say("Score"), points),
        Roster("squads", say("Squads"), entries),
        Table("fire", say("Fire"), ("1", "2"), rows, (), table.source, table.provenance, "4.2"),
    )


def overlay(seat: PatrolSeat, kind: str, subject: str) -> Overlay | None:
    """The hexes a squad can fire into."""
    unit = seat.s.units.get(subject)
    if kind != "fire" or unit is None or not unit.on_map:
        return None
    atlas = seat.rules.atlas
    near = tuple(Shade(h, "fire") for h in atlas.labels if 0 < atlas.distance(unit.at, h) <= RANGE)
    return Overlay(kind, say("Field of fire of {squad}", squad=unit.name), near)
