"""What can be drawn over the map: WHERE, ZONES, reach and routes, supply and what cuts it, threats, the front (BK-UI-22..24)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hexbench.atlas.bits import bits_of
from hexbench.atlas.front import front
from hexbench.engine import risk
from hexbench.engine.display import Fact, Legend, Overlay, OverlayKind, Shade
from hexbench.engine.values import counted, say
from hexbench.games.blitzkrieg import combat_display, overlay_moves, overlay_supply, passage
from hexbench.games.blitzkrieg.pieces import ALLIED, FOE, GERMAN, Side

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.seat import BkSeat

NEAR: Final = 4
"""The front is drawn where somebody stands so near."""
KINDS: Final = (
    OverlayKind(
        "where",
        say("Where: the unit in hand"),
        help=say("Every hex the unit in hand may be put in; the hex it began the turn in is yellow"),
    ),
    OverlayKind(
        "where_unit",
        say("Where: this unit now"),
        "unit",
        help=say("Every hex the selected unit may be put in now"),
    ),
    OverlayKind(
        "zones",
        say("Zones of both sides"),
        help=say("Hexes next to Germans are red, next to Allies blue, next to both yellow"),
    ),
    OverlayKind(
        "reach",
        say("Reach of a unit"),
        "unit",
        help=say("Every hex the selected unit can come to, with its cost, over this turn and the next two"),
    ),
    OverlayKind(
        "route",
        say("Way to the hex pointed at"),
        "way",
        help=say("The cheapest way of the selected unit to the pointer, with the reason of each cost"),
    ),
    OverlayKind(
        "supply",
        say("Supply of all units"),
        help=say("Every unit in the colour of its supply, with the way to the dump that keeps it"),
    ),
    OverlayKind(
        "supply_unit",
        say("Supply of a unit"),
        "unit",
        help=say("The way of the selected unit to a dump, or where it is cut and by whom"),
    ),
    OverlayKind(
        "supply_net",
        say("Where supply reaches"),
        help=say("Every hex in which a unit of your side would be in supply"),
    ),
    OverlayKind(
        "threat",
        say("Threat to a hex next turn"),
        "hex",
        help=say("Which enemies could come next to the hex you look at in their next turn"),
    ),
    OverlayKind("front", say("Front line"), help=say("Where the two sides stand against each other")),
    OverlayKind(
        "engagements",
        say("Engagements and fire"),
        standing=True,
        help=say("Who is engaged with whom, and what the artillery aims at"),
    ),
    *risk.KINDS,
)


def own(seat: BkSeat) -> Side:
    """The side the viewer speaks for: his own, or the phasing one in the umpire's seat."""
    return GERMAN if (seat.side or seat.s.phasing) == GERMAN else ALLIED


def overlay(seat: BkSeat, kind: str, subject: str = "") -> Overlay | None:
    """One overlay; None when its subject is not on the map or the kind is unknown."""
    if kind in risk.KEYS:
        return risk.overlay(seat, kind, subject)
    if kind == "engagements":
        return combat_display.engagements(seat)
    if kind == "where":
        return overlay_moves.where(seat, "")
    if kind == "where_unit":
        return overlay_moves.where(seat, subject) if subject in seat.s.units else None
    if kind == "zones":
        return _zones(seat)
    if kind == "reach":
        return overlay_moves.reach_overlay(seat, subject)
    if kind == "route":
        return overlay_moves.route(seat, subject)
    if kind == "threat":
        return overlay_moves.threat(seat, subject, own(seat))
    if kind == "supply":
        return overlay_supply.everybody(seat)
    if kind == "supply_unit":
        return overlay_supply.one_unit(seat, subject)
    if kind == "supply_net":
        return overlay_supply.reached(seat, own(seat))
    if kind == "front":
        return _front(seat)
    return None


def _zones(seat: BkSeat) -> Overlay:
    """Hexes next to Germans red, next to Allies blue, next to both yellow; infiltrators left out (BK-UI-22, BK-INF-15)."""
    german, allied = (seat.board.near[side].counts for side in (GERMAN, ALLIED))
    shades: list[Shade] = []
    for i, at in enumerate(seat.rules.atlas.labels):
        if german[i] and allied[i]:
            shades.append(Shade(at, "zone_both"))
        elif german[i] or allied[i]:
            shades.append(Shade(at, "zone_german" if german[i] else "zone_allied"))
    legend = (
        Legend("zone_german", say("next to German units")),
        Legend("zone_allied", say("next to Allied units")),
        Legend("zone_both", say("next to units of both")),
    )
    n = sum(shade.tone == "zone_both" for shade in shades)
    facts = (Fact(say("Next to both"), counted(n, say("1 hex"), say("{n} hexes", n=n)), ("BK-UI-22",)),)
    return Overlay("zones", say("Zones of both sides"), tuple(shades), legend=legend, facts=facts)


def _front(seat: BkSeat) -> Overlay:
    """The line between the hexes nearer to one side's ground units and those nearer to the other's."""
    board, atlas = seat.board, seat.rules.atlas
    mine = own(seat)
    ours, theirs = (
        bits_of(atlas.index[at] for at in passage.occupied(board, side)) for side in (mine, FOE[mine])
    )
    sides = front(atlas, ours, theirs, NEAR)
    legend = (Legend("front", say("half way between the units of both sides")),)
    facts = (
        Fact(say("Front line"), counted(len(sides), say("1 hexside"), say("{n} hexsides", n=len(sides)))),
    )
    drawn = tuple((name, "front") for name in sides)
    return Overlay("front", say("Front line"), sides=drawn, legend=legend, facts=facts)
