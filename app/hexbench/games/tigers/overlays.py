"""What can be drawn over the map: reach and routes, zones of control by strength, supply and what cuts it, the front."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hexbench.atlas.bits import bits_of
from hexbench.atlas.front import front
from hexbench.engine import risk
from hexbench.engine.display import Fact, Legend, Overlay, OverlayKind, Shade
from hexbench.engine.values import say
from hexbench.games.tigers import combat_display, overlay_moves, overlay_supply, zoc
from hexbench.games.tigers.pieces import FOE

if TYPE_CHECKING:
    from hexbench.games.tigers.hands import TgSeat

NEAR: Final = 4
"""The front is drawn where somebody stands so near."""
KINDS: Final = (
    OverlayKind(
        "reach",
        say("Reach of a unit"),
        "unit",
        help=say(
            "Every hex the selected unit can come to, with its cost and what the zones do to it; own or enemy"
        ),
    ),
    OverlayKind(
        "route",
        say("Way to the hex pointed at"),
        "way",
        help=say(
            "The cheapest way of the selected unit to the pointer, step by step with the zones it meets"
        ),
    ),
    OverlayKind(
        "enemy_zoc",
        say("Zones of control: enemy"),
        help=say("Hexes next to enemies: S where a zone is strong, W where it is weak"),
    ),
    OverlayKind(
        "own_zoc",
        say("Zones of control: own"),
        help=say("Hexes next to your units: S where a zone is strong, W where it is weak"),
    ),
    OverlayKind(
        "both_zoc",
        say("Zones of control: enemy and own"),
        help=say("Both sides' zones at once, yours named first"),
    ),
    OverlayKind(
        "supply",
        say("Supply of all units"),
        help=say("Every unit in the colour of its supply, with the line that keeps it"),
    ),
    OverlayKind(
        "supply_unit",
        say("Supply of a unit"),
        "unit",
        help=say("The line of the selected unit to the edge, or where it is cut and by whom"),
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
        help=say("Which enemies could attack the hex you look at in their next turn"),
    ),
    OverlayKind("front", say("Front line"), help=say("Where the two sides stand against each other")),
    OverlayKind(
        "combats",
        say("Allocated attacks"),
        standing=True,
        help=say("Arrows of all attacks that are allocated and not yet fought"),
    ),
    OverlayKind(
        "start_front",
        say("Starting front and Siegfried Line"),
        help=say("The front of 16 December; its fortified hexsides help Germans who defend behind them"),
    ),
    *risk.KINDS,
)


def own(seat: TgSeat) -> str:
    """The side the viewer speaks for: his own, or the phasing one in the umpire's seat."""
    return seat.side or seat.s.phasing


def overlay(seat: TgSeat, kind: str, subject: str = "") -> Overlay | None:
    """One overlay; None when its subject is not on the map or the kind is unknown."""
    if kind in risk.KEYS:
        return risk.overlay(seat, kind, subject)
    if kind == "reach":
        return overlay_moves.reach(seat, subject)
    if kind == "route":
        return overlay_moves.route(seat, subject)
    if kind == "threat":
        return overlay_moves.threat(seat, subject, own(seat))
    if kind in ("enemy_zoc", "own_zoc", "both_zoc"):
        return _zones(seat, kind)
    if kind == "supply":
        return overlay_supply.everybody(seat)
    if kind == "supply_unit":
        return overlay_supply.one_unit(seat, subject)
    if kind == "supply_net":
        return overlay_supply.reached(seat, own(seat))
    if kind == "combats":
        return combat_display.combats(seat)
    if kind == "front":
        return _front(seat)
    if kind == "start_front":
        return _start_front(seat)
    return None


# ---- zones of control --------------------------------------------------------------------------------------------------
_LETTERS: Final = {zoc.STRONG: "S", zoc.WEAK: "W"}


def _zones(seat: TgSeat, kind: str) -> Overlay:
    """Every hex in a zone: S where it is strong for somebody, W where it is weak at most (TG-ZOC-02)."""
    mine = own(seat)
    rules, s, board = seat.rules, seat.s, seat.board
    ours = zoc.zones(rules, s, board, mine) if kind != "enemy_zoc" else {}
    theirs = zoc.zones(rules, s, board, FOE[mine]) if kind != "own_zoc" else {}
    shades: list[Shade] = []
    for at in rules.atlas.labels:
        a, b = _best(ours.get(at, ())), _best(theirs.get(at, ()))
        if a and b:
            shades.append(Shade(at, "both_zoc", f"{_LETTERS[a]}/{_LETTERS[b]}"))
        elif a or b:
            shades.append(Shade(at, "own_zoc" if a else "enemy_zoc", _LETTERS[a or b]))
    letters = Legend(kind, say("S strong, W weak"))
    legend = {
        "own_zoc": (Legend("own_zoc", say("own zone of control")), letters),
        "enemy_zoc": (Legend("enemy_zoc", say("enemy zone of control")), letters),
        "both_zoc": (
            Legend("own_zoc", say("own zone of control")),
            Legend("enemy_zoc", say("enemy zone of control")),
            Legend("both_zoc", say("both: own/enemy, S strong, W weak")),
        ),
    }[kind]
    title = next(k.title for k in KINDS if k.kind == kind)
    return Overlay(kind, title, tuple(shades), legend=legend)


def _best(who: tuple[tuple[str, int], ...]) -> int:
    return max((strength for _, strength in who), default=zoc.NONE)


# ---- lines -------------------------------------------------------------------------------------------------------------
def _front(seat: TgSeat) -> Overlay:
    """The line between the hexes nearer to one side's units and those nearer to the other's."""
    s, board, atlas = seat.s, seat.board, seat.rules.atlas
    mine = own(seat)
    ours, theirs = (
        bits_of(atlas.index[at] for at in zoc.stands(s, board, side)) for side in (mine, FOE[mine])
    )
    sides = front(atlas, ours, theirs, NEAR)
    legend = (Legend("front", say("half way between the units of both sides")),)
    facts = (Fact(say("Front line"), say("{n} hexsides", n=len(sides))),)
    drawn = tuple((name, "front") for name in sides)
    return Overlay("front", say("Front line"), sides=drawn, legend=legend, facts=facts)


def _start_front(seat: TgSeat) -> Overlay:
    """The front of 16 December, and the hexsides of it that are Siegfried Line (TG-TER-10)."""
    found = seat.rules.sides_of
    drawn = tuple(
        (side, "own_zoc" if side in found["siegfried"] else "front") for side in sorted(found["front"])
    )
    legend = (
        Legend("own_zoc", say("Siegfried Line: +1 to Germans behind it, unless flanked")),
        Legend("front", say("the starting front without it")),
    )
    facts = (Fact(say("Siegfried Line"), say("{n} hexsides", n=len(found["siegfried"])), ("TG-TER-10",)),)
    return Overlay(
        "start_front", say("Starting front and Siegfried Line"), sides=drawn, legend=legend, facts=facts
    )
