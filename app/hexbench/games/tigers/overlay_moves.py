"""Overlays of movement: how far a unit gets in three turns, what each step of a way costs and why, who threatens a hex."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from hexbench.engine.display import Fact, Legend, Overlay, Shade, Trail
from hexbench.engine.values import Say, say
from hexbench.games.tigers import cells, ground, refusals, walking
from hexbench.games.tigers.movers import MF, Mover, factor
from hexbench.games.tigers.paths import Party, Trip, search
from hexbench.games.tigers.pieces import FOE, VDH
from hexbench.games.tigers.walking import factors

if TYPE_CHECKING:
    from hexbench.games.tigers.hands import TgSeat

TURNS: Final = 3
TONES: Final = ("reach", "reach_far", "reach_third")
LEGENDS: Final = (
    Legend("reach", say("this turn, with its cost")),
    Legend("reach_far", say("next turn")),
    Legend("reach_third", say("third turn")),
)
_PURSE: Final = 999


# ---- reach -------------------------------------------------------------------------------------------------------------
def fresh_party(seat: TgSeat, uid: str) -> Party:
    """A unit as if it began a turn of its own now, whatever it has done; this turn's own rules apply while it may move."""
    s = seat.s
    group = walking.party(seat.rules, s, seat.board, (uid,))
    full = factor(seat.rules, s, s.roster[uid]) * MF
    return group._replace(movers=tuple(m._replace(basic=full) for m in group.movers), mood=0, fresh=True)


def turns(seat: TgSeat, uid: str) -> dict[str, tuple[int, int]]:
    """hex -> (turn from 1, cost in that turn in thirds), for any unit on the map, if nobody else moves."""
    found: dict[str, tuple[int, int]] | None = seat.memo.get(("turns", uid))
    if found is not None:
        return found
    rules, s, board = seat.rules, seat.s, seat.board
    may = not any(refusals.unit_reasons(rules, s, s.units[uid].side, uid))
    first = walking.party(rules, s, board, (uid,)) if may else fresh_party(seat, uid)
    out = {s.units[uid].at: (1, 0)}
    begun: tuple[str, ...] = (s.units[uid].at,)
    for turn in range(1, TURNS + 1):
        best: dict[str, int] = {}
        trips = search(rules, s, board, first if turn == 1 else fresh_party(seat, uid), starts=begun)
        for ends in (trips.road, trips.full):
            for at, trip in ends.items():
                if at not in out:
                    best[at] = min(best.get(at, _PURSE), trip.costs[0])
        out.update({at: (turn, cost) for at, cost in best.items()})
        begun = tuple(at for at in best if any(h not in out for h in rules.atlas.near[at]))
    seat.memo["turns", uid] = out
    return out


def reach(seat: TgSeat, uid: str) -> Overlay | None:
    """Where any unit, own or enemy, can be in this turn and the next two."""
    unit = seat.s.units.get(uid)
    if unit is None or not unit.on_map or uid == VDH:
        return None
    found = turns(seat, uid)
    shades = tuple(
        Shade(at, TONES[turn - 1], factors(cost) if turn == 1 else "")
        for at, (turn, cost) in found.items()
        if at != unit.at
    )
    shown = {turn for turn, _ in found.values()}
    one = walking.party(seat.rules, seat.s, seat.board, (uid,)).movers[0]
    held = list(refusals.unit_reasons(seat.rules, seat.s, unit.side, uid))
    facts = (
        Fact(say("Reach"), seat.rules.title(seat.s.roster[uid])),
        Fact(
            say("Movement"),
            say("{basic} and a bonus of {bonus}", basic=factors(max(one.basic, 0)), bonus=factors(one.bonus)),
            ("TG-MOV-03", "TG-MOV-05"),
        ),
        *(Fact(say("Today"), reason.text, (reason.rule,), reason.hexes) for reason in held),
        Fact(say("Later turns"), say("as if nobody else moved")),
    )
    legend = tuple(line for n, line in enumerate(LEGENDS, 1) if n in shown)
    title = say("Reach of {unit}", unit=seat.rules.title(seat.s.roster[uid]))
    return Overlay("reach", title, shades, legend=legend, facts=facts)


# ---- the way to a hex --------------------------------------------------------------------------------------------------
def route(seat: TgSeat, subject: str) -> Overlay | None:
    """The way of a unit to a hex, "uid hex": what has been paid at each hex, and why each step costs what it does."""
    uid, _, goal = subject.rpartition(" ")
    unit = seat.s.units.get(uid)
    if unit is None or not unit.on_map or uid == VDH or goal not in seat.rules.atlas.index or goal == unit.at:
        return None
    rules, s, board = seat.rules, seat.s, seat.board
    group = walking.party(rules, s, board, (uid,))
    if any(refusals.unit_reasons(rules, s, unit.side, uid)):
        group = fresh_party(seat, uid)
    trips = search(rules, s, board, group)
    trip, road_end = trips.full.get(goal), False
    if trip is None:
        trip, road_end = trips.road.get(goal), True
    tone = "route" if trip is not None else "route_bad"
    if trip is None:
        trip = _far(seat, group, goal)
    title = say("Way of {unit} to {hex}", unit=rules.title(s.roster[uid]), hex=goal)
    if trip is None:
        text = say("there is no way")
        return Overlay("route", title, facts=(Fact(Say(goal), text, (), (goal,)),))
    stages, reasons = walking.follow(rules, s, board, group, trip.via, road_end=road_end and tone == "route")
    texts = ("", *(factors(stage.costs[0]) for stage in stages))
    facts = [*_steps(seat, group, stages)]
    facts += [Fact(say("Against it"), r.text, (r.rule,), r.hexes) for r in reasons]
    if trip.disrupted[0] and tone == "route":
        facts.append(Fact(say("At the end"), say("disrupted"), ("TG-MOV-21" if road_end else "TG-DIS-14",)))
    legend = (Legend(tone, say("within reach") if tone == "route" else say("not this turn")),)
    path = (unit.at, *(stage.at for stage in stages))
    return Overlay("route", title, trails=(Trail(path, tone, texts),), legend=legend, facts=tuple(facts))


def _far(seat: TgSeat, group: Party, goal: str) -> Trip | None:
    """The way to a hex out of reach, zones and purse left aside."""
    wide = group._replace(closed=group.closed - {goal}, markers=3)
    return search(seat.rules, seat.s, seat.board, wide, zones=False, purse=_PURSE).full.get(goal)


def _steps(seat: TgSeat, group: Party, stages: Sequence[walking.Stage]) -> Iterator[Fact]:
    """What each step costs in all, and the clauses that make it so."""
    here, paid = group.start, 0
    for stage in stages:
        parts = list(_price(seat, group.movers[0], here, stage, stage.costs[0] - paid))
        parts += [(cells.WORDS[c], c) for c in stage.effect.clauses if c in cells.WORDS]
        keys = [f"why{i}" for i in range(len(parts))]
        template = "{total} in all: " + ", ".join("{" + key + "}" for key in keys)
        words = Say(
            template,
            (("total", factors(stage.costs[0])), *zip(keys, (text for text, _ in parts), strict=True)),
        )
        rules = tuple(dict.fromkeys(rule for _, rule in parts))
        yield Fact(say("to {hex}", hex=stage.at), words, rules, (stage.at,))
        here, paid = stage.at, stage.costs[0]


def _price(seat: TgSeat, one: Mover, here: str, stage: walking.Stage, cost: int) -> Iterator[tuple[Say, str]]:
    """The parts of the price of one step."""
    rules, s, to = seat.rules, seat.s, stage.at
    n = factors(cost)
    if stage.roads[0]:
        yield say("road {n}", n=n), "TG-MOV-11"
        return
    if ground.road(rules, s, here, to):
        rule = "TG-MOV-12" if stage.effect.stop else "TG-MOV-13"
        yield say("along the road, not at road rate, {n}", n=n), rule if one.road else "TG-MOV-10"
        return
    extra = 0
    if ground.river(rules, here, to) and not ground.bridged(s, here, to):
        extra = MF if one.kind == "foot" else 2 * MF
    bare = factors(cost - extra)
    if one.kind != "foot" and to in ground.terrain(rules, "forest"):
        yield say("forest {n}", n=bare), "TG-MOV-08"
    elif one.kind != "foot" and to in ground.terrain(rules, "venn"):
        yield say("Höhe Venn {n}", n=bare), "TG-MOV-09"
    else:
        yield say("open {n}", n=bare), "TG-MOV-04" if one.kind != "foot" else "TG-MOV-10"
    if extra:
        rule = "TG-RIV-02" if one.kind == "foot" else "TG-RIV-03"
        yield say("river +{n}", n=factors(extra)), rule


# ---- threat ------------------------------------------------------------------------------------------------------------
class Attacker(NamedTuple):
    """One unit that could attack a hex in its next turn: by way of which hexes, for how many thirds."""

    unit: str
    via: tuple[str, ...]
    cost: int


def attackers(seat: TgSeat, at: str, side: str) -> tuple[Attacker, ...]:
    """Every unit of ``side`` that could attack a hex in its next turn: next to it, or able to come next to it undisrupted and
    without the bonus (TG-ATK-13), as if it had recovered.
    """
    rules, s, board = seat.rules, seat.s, seat.board
    goals = rules.atlas.near[at]
    out: list[Attacker] = []
    for uid, unit in s.units.items():
        if unit.side != side or not unit.on_map or uid == VDH:
            continue
        if unit.at in goals:
            out.append(Attacker(uid, (), 0))
            continue
        group = fresh_party(seat, uid)
        group = group._replace(movers=tuple(m._replace(bonus=0) for m in group.movers))
        found = search(rules, s, board, group).full
        best = min(
            (
                (trip.costs[0], h)
                for h in goals
                if (trip := found.get(h)) is not None and not any(trip.disrupted)
            ),
            default=None,
        )
        if best is not None:
            out.append(Attacker(uid, found[best[1]].via, best[0]))
    return tuple(out)


def threat(seat: TgSeat, at: str, own: str) -> Overlay | None:
    """The enemies of whoever stands in a hex (of the viewer, when nobody does) that could attack it next turn."""
    if at not in seat.rules.atlas.index:
        return None
    s = seat.s
    here = [s.units[u].side for u in seat.board.units_at(at) if u != VDH]
    foe = FOE[here[0] if here else own]
    key = ("threat", at, foe)
    found: tuple[Attacker, ...] | None = seat.memo.get(key)
    if found is None:
        found = seat.memo[key] = attackers(seat, at, foe)
    starts: dict[str, int] = {}
    for one in found:
        start = s.units[one.unit].at
        starts[start] = starts.get(start, 0) + s.roster[one.unit].factor
    total = sum(starts.values())
    shades = tuple(Shade(h, "threat", str(n)) for h, n in starts.items())
    ways = {(s.units[one.unit].at, *one.via): None for one in found if one.via}
    text = say("{n} units, {strength} in all", n=len(found), strength=total)
    if len(found) == 1:
        text = say("one unit, {strength} in all", strength=total)
    facts = [Fact(say("Threat to {hex}", hex=at), text, ("TG-ATK-01",), tuple(starts))]
    for one in sorted(found, key=lambda x: (x.cost, x.unit)):
        where = say("adjacent") if not one.via else say("for {cost}", cost=factors(one.cost))
        words = say("{factor}, {where}", factor=s.roster[one.unit].factor, where=where)
        facts.append(Fact(seat.rules.title(s.roster[one.unit]), words, (), (s.units[one.unit].at,)))
    legend = (
        Legend("threat", say("could attack {hex} next turn, with its factors", hex=at)),
        Legend("target", say("the hex")),
    )
    return Overlay(
        "threat",
        say("Threat to {hex}", hex=at),
        (*shades, Shade(at, "target", str(total))),
        tuple(Trail((*way, at), "attack") for way in ways),
        legend=legend,
        facts=tuple(facts),
    )
