"""Overlays of supply and communication (TT-REC-12, TT-REC-13), as they are now rather than at the last check."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexbench.engine.display import Fact, Legend, Overlay, Shade
from hexbench.engine.values import Say, say
from hexbench.games.trumpets import passage, supply
from hexbench.games.trumpets.inspect import reached

if TYPE_CHECKING:
    from hexbench.games.trumpets.pieces import Side
    from hexbench.games.trumpets.seat import TtSeat


def all_units(seat: TtSeat) -> Overlay:
    """Units by their supply and communication if both were checked now."""
    s, rules = seat.s, seat.rules
    shades: dict[str, Shade] = {}
    facts: list[Fact] = []
    for uid, unit in s.units.items():
        if not unit.on_map:
            continue
        fed = unit.at in reached(seat, unit.side)
        linked = supply.linked(rules, s, uid)
        if fed and linked:
            shades.setdefault(unit.at, Shade(unit.at, "supplied"))
            continue
        letters = ("" if fed else "S") + ("" if linked else "C")
        before = shades.get(unit.at)
        text = "".join(sorted(set(letters) | set(before.text if before else ""), reverse=True))
        shades[unit.at] = Shade(unit.at, "cut", text)
        words = (
            say("out of supply and communication")
            if not fed and not linked
            else say("out of communication")
            if fed
            else say("out of supply")
        )
        ids = (*(() if fed else ("TT-REC-12",)), *(() if linked else ("TT-REC-13",)))
        facts.append(Fact(rules.title(s.mission.units[uid]), words, ids, unit.spot))
    legend = (
        Legend("supplied", say("in supply and communication")),
        Legend("cut", say("S out of supply, C out of communication")),
    )
    title = say("Supply and communication of all units")
    return Overlay("supply", title, tuple(shades.values()), legend=legend, facts=tuple(facts))


def net(seat: TtSeat, side: Side) -> Overlay:
    """Fed roads of a side, and the hexes that are near enough to one."""
    shades = tuple(
        Shade(at, "supplied" if far else "supply", str(far) if far else "")
        for at, far in reached(seat, side).items()
    )
    sources = seat.s.mission.supply.get(side, ())
    facts = (Fact(say("Sources"), Say(", ".join(sources)), ("TT-REC-12",), tuple(sources)),)
    legend = (
        Legend("supply", say("fed road")),
        Legend("supplied", say("in supply, with its distance to the road")),
    )
    title = say("Where {side} supply reaches", side=seat.rules.side_name(side))
    return Overlay("supply_net", title, shades, legend=legend, facts=facts)


def communication(seat: TtSeat, uid: str) -> Overlay | None:
    """The headquarters of a unit's division and how far they reach in this turn."""
    s, rules = seat.s, seat.rules
    unit = s.units.get(uid)
    if unit is None or not unit.on_map:
        return None
    printed = s.mission.units[uid]
    far = rules.tables.comm_night if passage.night(s) else rules.tables.comm_day
    quarters = [
        u
        for u, other in s.mission.units.items()
        if printed.division
        and other.division == printed.division
        and other.side == printed.side
        and rules.template(other).category == "hq"
        and s.units[u].on_map
    ]
    spots = tuple(s.units[u].at for u in quarters)
    linked = supply.linked(rules, s, uid)
    shades = {
        at: Shade(at, "supplied")
        for at in rules.atlas.labels
        if any(rules.atlas.distance(at, spot) <= far for spot in spots)
    }
    for spot in spots:
        shades[spot] = Shade(spot, "supply", "HQ")
    shades[unit.at] = Shade(unit.at, "supply" if linked else "cut", "" if linked else "C")
    words = say("in communication") if linked else say("out of communication")
    nearest = min((rules.atlas.distance(unit.at, spot) for spot in spots), default=None)
    facts = [Fact(rules.title(printed), words, ("TT-REC-13",), unit.spot)]
    if nearest is None:
        facts.append(Fact(say("Headquarters"), say("none of its division is on the map"), ("TT-REC-13",)))
    else:
        text = say("{n} hexes away, {far} are allowed", n=nearest, far=far)
        facts.append(Fact(say("Headquarters"), text, ("TT-REC-13",), spots))
    legend = (
        Legend("supply", say("headquarters, or the unit in communication")),
        Legend("supplied", say("within {n} hexes of one", n=far)),
        Legend("cut", say("the unit out of communication")),
    )
    title = say("Communication of {unit}", unit=rules.title(printed))
    return Overlay("comm", title, tuple(shades.values()), legend=legend, facts=tuple(facts))
