"""The map as movement, zones and supply use it: rivers, bridges and roads between two hexes, forest, control
of hexes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from hexbench.atlas.atlas import side_name
from hexbench.engine.board import remembered
from hexbench.engine.events import FactChanged
from hexbench.engine.values import say
from hexbench.games.tigers.pieces import GERMAN, VDH, Side

if TYPE_CHECKING:
    from hexbench.games.tigers.rules import TgRules
    from hexbench.games.tigers.seat import Position, TgPlay


@remembered
def terrain(rules: TgRules, kind: str) -> frozenset[str]:
    """Every hex of one kind of terrain, such as ``forest`` or ``venn``."""
    atlas = rules.atlas
    return frozenset(at for at, cell in zip(atlas.labels, atlas.cells, strict=True) if cell.terrain == kind)


def hexside(text: str) -> str:
    """The normalised name of a hexside, which may be given from either of its hexes; other text is returned
    unchanged.
    """
    a, slash, b = text.partition("/")
    return side_name(a, b) if slash else text


def river(rules: TgRules, a: str, b: str) -> bool:
    """Whether a river separates two adjacent hexes, bridged or not (AMB-41)."""
    return side_name(a, b) in rules.hexsides["river"]


def whole(rules: TgRules, s: Position) -> frozenset[str]:
    """The hexsides with an intact bridge."""

    def make() -> frozenset[str]:
        return frozenset([side for side, bridge in s.bridges.items() if bridge.intact])

    return rules.facts.get("whole bridges", (s.bridges,), make)


def into_woods(rules: TgRules, s: Position) -> frozenset[str]:
    """The intact bridges that carry a road into forest, the only ones that affect zones of control (TG-ZOC)."""
    now = whole(rules, s)

    def make() -> frozenset[str]:
        woods = terrain(rules, "forest")
        return frozenset([side for side in now & rules.road_sides if not woods.isdisjoint(side.split("/"))])

    return rules.facts.get("bridges into woods", (now,), make)


def bridged(s: Position, a: str, b: str) -> bool:
    """Whether there is an intact bridge between two hexes, whoever owns it."""
    bridge = s.bridges.get(side_name(a, b))
    return bridge is not None and bridge.intact


def road(rules: TgRules, s: Position, a: str, b: str) -> bool:
    """Whether a road joins two hexes; across a river only while the bridge is intact (TG-MOV-22, TG-BRG-16,
    AMB-47).
    """
    side = side_name(a, b)
    return side in rules.road_sides and (side not in rules.hexsides["river"] or bridged(s, a, b))


def links(rules: TgRules, s: Position) -> dict[str, tuple[str, ...]]:
    """Hex -> the neighbours that a usable road joins it to now."""
    now = whole(rules, s)
    known: dict[frozenset[str], dict[str, tuple[str, ...]]] = rules.memo.setdefault("links", {})
    found = known.get(now)
    if found is None:
        if len(known) > 100:  # bridges come and go: do not keep every combination
            known.clear()
        bare = known.get(frozenset())
        if bare is None:
            dry = rules.road_sides - rules.hexsides["river"]
            bare = known[frozenset()] = {
                at: tuple([there for there in near if side_name(at, there) in dry])
                for at, near in rules.atlas.near.items()
            }
        before: frozenset[str] = rules.memo.get("last links", frozenset())
        before = before if before in known else frozenset()
        found = known[now] = dict(known[before])  # one bridge is another, seldom more
        for at in {at for side in (before ^ now) & rules.road_sides for at in side.split("/")} & bare.keys():
            found[at] = tuple([there for there in rules.atlas.near[at] if road(rules, s, at, there)])
        rules.memo["last links"] = now
    return found


def on_road(rules: TgRules, at: str) -> bool:
    """Whether any road runs through a hex, broken bridges or not."""
    return at in rules.road_hexes


# The holder of a hex: the side that last had a ground unit there, at the start the side of the front it is on
# (AMB-86).


def holder(rules: TgRules, s: Position, at: str) -> Side:
    """The side that holds a hex of the map."""
    return s.held.get(at) or rules.home(at)


def occupy(play: TgPlay, uid: str, hexes: Iterable[str]) -> None:
    """Record that a unit was in these hexes one after the other, and so holds them; von der Heydte holds
    nothing.

    ``play.put`` already records the hex a unit ends in; callers report only hexes passed through.
    """
    if uid == VDH:
        return
    side = play.units[uid].side
    for at in hexes:
        if side == GERMAN and not play.meuse and at in play.rules.zones["meuse"]:
            play.set(meuse=True)
            text = say(
                "German units have reached the Meuse: the 9th Panzer and 15th Panzer "
                "Grenadiers may now arrive."
            )
            play.tell(FactChanged("meuse", "yes", text))
        if holder(play.rules, play, at) != side:
            held = play.edit("held")
            if play.rules.home(at) == side:
                del held[at]
            else:
                held[at] = side
