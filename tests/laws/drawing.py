"""What is drawn over the map is consistent: one overlay with another, and each with the position, in every game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hexbench.engine.display import Overlay
from hexbench.engine.overlays import KINDS
from hexbench.engine.risk import KEYS
from hexbench.engine.seat import Seat
from tests.laws.walk import Law, Moment

STANDARD = {one.kind for one in KINDS}
ZONES = ("own_zoc", "enemy_zoc", "both_zoc")


def shaded(found: Overlay, tone: str = "") -> dict[str, str]:
    """hex -> text, of one tone or all."""
    return {shade.hex: shade.text for shade in found.shades if tone in ("", shade.tone)}


class Drawn(Law):
    """Standard overlays agree with each other and with the places of units."""

    name = "overlays agree"

    def step(self, m: Moment) -> None:
        """Draw each of the seat's overlays, of one unit and one hex."""
        seat = m.seat
        here = [uid for uid, unit in seat.s.units.items() if unit.at in seat.rules.atlas.index]
        uid = next(iter(m.chance.sample(here, 1)), "")
        at = seat.s.units[uid].at if uid else next(iter(seat.rules.atlas.labels))
        subjects = {"": "", "unit": uid, "hex": at, "side": m.side}
        drawn: dict[str, Overlay] = {}
        for kind in seat.overlays():
            if kind.kind in KEYS:  # expensive, with tests of their own
                continue
            if kind.subject in subjects:
                found = seat.overlay(kind.kind, subjects[kind.subject])
                if found is not None:
                    drawn[kind.kind] = found
                    self.none(f"{kind.kind}: {what}" for what in wild(seat, found))
            if kind.subject and kind.kind in STANDARD:
                self.hold(
                    seat.overlay(kind.kind, "nobody nowhere") is None, f"{kind.kind} of nobody is drawn"
                )
        for check in (_zones, _way, _threat, _supply, _front):
            self.none(check(seat, drawn, uid, at))


def wild(seat: Seat, found: Overlay) -> Iterator[str]:
    """What is wrong with one overlay by itself."""
    atlas = seat.rules.atlas
    shades = [shade.hex for shade in found.shades]
    places = {*shades, *(h for trail in found.trails for h in trail.hexes)}
    if not places <= atlas.index.keys():
        yield f"{sorted(places - atlas.index.keys())} are no hexes"
    if len(set(shades)) < len(shades) and found.kind in STANDARD:
        yield "a hex is shaded twice"
    tones = {*(shade.tone for shade in found.shades), *(trail.tone for trail in found.trails)}
    tones |= {tone for _, tone in found.sides}
    named = {line.tone for line in found.legend}
    if found.legend and found.kind in STANDARD and not tones <= named | {"attack"}:
        yield f"the legend does not say what {sorted(tones - named)} mean"
    for trail in found.trails:
        if trail.texts and len(trail.texts) != len(trail.hexes):
            yield "a way has more hexes than prices, or fewer"
        if found.kind in STANDARD and any(
            b not in atlas.near[a] for a, b in zip(trail.hexes, trail.hexes[1:], strict=False)
        ):
            yield f"a way jumps: {trail.hexes}"


def _zones(seat: Seat, drawn: dict[str, Overlay], uid: str, at: str) -> Iterator[str]:
    if not drawn.keys() >= {*ZONES}:
        return
    own, enemy = ({*shaded(drawn[kind])} for kind in ZONES[:2])
    both = drawn["both_zoc"]
    for tone, hexes in (("own_zoc", own - enemy), ("enemy_zoc", enemy - own), ("both_zoc", own & enemy)):
        if {*shaded(both, tone)} != hexes:
            yield f"both_zoc: the hexes of {tone} are not those of the zones by themselves"


def _way(seat: Seat, drawn: dict[str, Overlay], uid: str, at: str) -> Iterator[str]:
    """A hex within reach has a route, from the unit to it, at the cost the reach gives."""
    reach = drawn.get("reach")
    if reach is None or "route" not in {kind.kind for kind in seat.overlays()}:
        return
    near = shaded(reach, "reach")
    if at in near:
        yield f"reach: {uid} comes to where it stands"
    for goal in sorted(near)[:: max(1, len(near) // 3)]:
        if near[goal] == "0":  # where its move began: there is no route back
            continue
        way = seat.overlay("route", f"{uid} {goal}")
        if way is None or len(way.trails) != 1 or way.trails[0].tone != "route":
            yield f"reach: {uid} comes to {goal}, and no way leads there"
            continue
        trail = way.trails[0]
        if trail.hexes[-1] != goal or trail.texts[-1] != near[goal]:
            yield f"route: {uid} pays {near[goal]} to {goal}, and its way says {trail.hexes[-1]} {trail.texts[-1]}"


def _number(text: str) -> int:
    return sum(int(part) for part in text.split(" + ") if part.isdigit())


def _threat(seat: Seat, drawn: dict[str, Overlay], uid: str, at: str) -> Iterator[str]:
    """Only enemies threaten a hex; the text over it is the sum of the texts over them."""
    found = drawn.get("threat")
    if found is None:
        return
    units, from_ = seat.s.units, shaded(found, "threat")
    # spies and the like do not hold the hex they are in; those that hold one need supply if any unit does
    holder = units[uid].side if uid else ""
    supply = seat.rules.supplies(seat.s, holder) if uid else None
    if supply is not None and uid not in supply.fed():
        holder = ""
    for place in from_:
        if holder and {units[u].side for u in seat.board.units_at(place)} == {holder}:
            yield f"threat: friends in {place} threaten {at}"
    if _number(shaded(found, "target")[at]) != sum(map(_number, from_.values())):
        yield f"threat: {from_} do not add up to {shaded(found, 'target')}"
    for trail in found.trails:
        if trail.hexes[0] not in from_ or trail.hexes[-1] != at:
            yield f"threat: an arrow leads from {trail.hexes[0]} to {trail.hexes[-1]}"


def _supply(seat: Seat, drawn: dict[str, Overlay], uid: str, at: str) -> Iterator[str]:
    """A unit that is not in supply is drawn as cut off, alone and among all, and its line is not drawn as unbroken."""
    everybody: Any = drawn.get("supply")
    if everybody is None:
        return
    for side in seat.rules.sides:
        fed = seat.rules.supplies(seat.s, side).fed()
        for other, good in fed.items():
            place = seat.s.units[other].at
            if place not in shaded(everybody):
                yield f"supply: {other} in {place} is left out"
            elif not good and place not in shaded(everybody, "cut"):
                yield f"supply: {other} is cut off and drawn as fed"
        one = drawn.get("supply_unit")
        if one is None or uid not in fed:
            continue
        if {*shaded(one, "cut")} - {*shaded(everybody, "cut")}:
            yield f"supply_unit: {uid} is cut off by itself and fed among all"
        for trail in one.trails:
            if trail.hexes[0] != at or (trail.tone == "cut") != bool(trail.broken):
                yield f"supply_unit: the line of {uid} begins in {trail.hexes[0]}, broken in {trail.broken}"


def _front(seat: Seat, drawn: dict[str, Overlay], uid: str, at: str) -> Iterator[str]:
    """There is a front between units near each other that threaten each other from adjacent hexes."""
    front, threat = drawn.get("front"), drawn.get("threat")
    if front is None or threat is None or not uid:
        return
    close = set(seat.rules.atlas.near[at]) & {*shaded(threat, "threat")}
    if close and seat.board.units_at(at) and not front.sides:
        yield f"front: {sorted(close)} stand next to {at}, and there is no front"
