"""Chapters written down a second time, straight from the rules and with no eye to speed, and held against the game on
random positions: odds and shifts, retreats, isolation, demolition.
"""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any, Literal

import pytest
from msgspec.structs import replace

from hexbench.games.iron_tide import GAME
from hexbench.games.iron_tide.combat_odds import terms
from hexbench.games.iron_tide.combatants import Fight, Stand
from hexbench.games.iron_tide.pieces import Printed, Side, Unit
from hexbench.games.iron_tide.retreat import Retreat, ranked
from hexbench.games.iron_tide.rules import ItRules
from hexbench.games.iron_tide.state import IronTide
from hexbench.games.iron_tide.supply import Supply
from tests.games.iron_tide.field import ALLIED, GERMAN
from tests.games.iron_tide.melee import front, melee, order_of_battle

FOE = {GERMAN: ALLIED, ALLIED: GERMAN}
SEEDS = range(24)
BOOK = order_of_battle()


class Land:
    """A position looked at hex by hex."""

    def __init__(self, rules: ItRules, s: IronTide) -> None:
        self.rules, self.s, self.atlas = rules, s, rules.atlas

    def here(self, at: str, side: str) -> list[str]:
        return [
            u for u, unit in self.s.units.items()
            if unit.at == at and unit.side == side and not self.p(u).commando
        ]  # fmt: skip

    def p(self, uid: str) -> Printed:
        return self.s.roster[uid]

    def u(self, uid: str) -> Unit:
        return self.s.units[uid]

    def near(self, at: str) -> list[str]:
        return [other for other in self.atlas.labels if self.atlas.distance(at, other) == 1]

    def reg(self, uid: str) -> bool:
        return self.p(uid).size == "regiment" and not self.u(uid).cadre

    def zoc(self, at: str, side: str) -> bool:
        """Whether a hex lies in a zone of control of ``side`` (7.0a, 7.4)."""
        return any(self.reg(u) or self.u(u).zoc for n in self.near(at) for u in self.here(n, side))

    def kinds(self, a: str, b: str) -> tuple[str, ...]:
        direction = self.atlas.direction(a, b)
        assert direction is not None
        return tuple(self.atlas.side_kinds.get((self.atlas.index[a], direction), ()))

    def road(self, a: str, b: str) -> bool:
        direction = self.atlas.direction(a, b)
        return (self.atlas.index[a], direction) in self.atlas.roads

    def bridge(self, a: str, b: str) -> bool:
        state = self.s.bridges.get(f"{a}/{b}", self.s.bridges.get(f"{b}/{a}"))
        return state == "built" or (state is None and "bridge" in self.kinds(a, b))

    def open_to_supply(self, at: str, side: str) -> bool:
        """12.1b, 7.6c."""
        if self.here(at, FOE[side]):
            return False
        return bool(self.here(at, side)) or not self.zoc(at, FOE[side])


# ---- 11.2 to 11.6 ----------------------------------------------------------------------------------------------------
def integrity(land: Land, fight: Fight) -> int:
    """11.3: the shifts of both sides together."""
    s, foe, hexes = land.s, FOE[fight.side], [stand.hex for stand in fight.stands]
    divisions: dict[str, list[str]] = {}
    for u in s.roster:
        if land.p(u).integrity and land.p(u).size == "regiment":
            divisions.setdefault(land.p(u).division, []).append(u)
    good = 0
    for regiments in divisions.values():
        if not all(land.u(u).on_map and not land.u(u).cadre for u in regiments):
            continue
        if any(u in fight.attackers for u in regiments) and all(
            any(land.atlas.distance(land.u(u).at, at) == 1 for at in hexes) for u in regiments
        ):
            good += 1
    net = min(2, good)
    for regiments in divisions.values():
        whole = all(land.u(u).on_map and not land.u(u).cadre for u in regiments)
        if whole and any(
            land.u(u).side == foe
            and land.u(u).at in hexes
            and any(v != u and land.atlas.distance(land.u(u).at, land.u(v).at) <= 1 for v in regiments)
            for u in regiments
        ):
            net -= 1
            break
    return net


def reckoned(land: Land, fight: Fight) -> tuple[str, list[Fraction], list[Fraction], int]:
    """The row, what each attacker's and each defender's strength is multiplied by, and the net shift."""
    s, foe = land.s, FOE[fight.side]
    cells = {stand.hex: land.atlas.cell(stand.hex) for stand in fight.stands}
    rank = ("clear", "rough", "woods", "heavy_woods")
    rows = [{"marsh": "rough"}.get(cell.terrain, cell.terrain) for cell in cells.values()]
    row = max(rows, key=rank.index)
    attack = [Fraction(1 if land.u(u).supply == "supplied" else Fraction(1, 2)) for u in fight.attackers]
    defence: list[Fraction] = []
    dug = False
    for stand in fight.stands:
        behind = all(
            {"river", "ford", "lake"} & {*land.kinds(land.u(u).at, stand.hex)} for u in fight.attackers
        )
        trench = s.entrenchments.get(stand.hex) == foe
        wall = foe == GERMAN and "westwall" in cells[stand.hex].features
        dug = dug or trench or wall
        times = 3 if wall or (trench and behind) else 2 if trench or behind else 1
        halves = [Fraction(1, 2) if land.u(u).supply == "isolated" else Fraction(1) for u in stand.units]
        defence += [times * half for half in halves]
    net = 1 if s.turn == 1 and fight.side == GERMAN else 0
    if any({"town", "city"} & {*cell.features} for cell in cells.values()):
        net -= 1

    def arms(units: list[str], *heavy: str) -> bool:
        types = [land.p(u).type for u in units]
        own = any(land.p(u).type == "mech_infantry" and land.p(u).nationality == "us" for u in units)
        foot = any(t in ("infantry", "mech_infantry", "engineer") for t in types)
        return own or (foot and any(t in heavy for t in types))

    ours: dict[str, list[str]] = {}
    for u in fight.attackers:
        ours.setdefault(land.u(u).at, []).append(u)
    stacks = sum(arms(units, "armor") for units in ours.values())
    theirs = [list(stand.units) for stand in fight.stands]
    if not dug and not any(arms(units, "armor", "antitank") for units in theirs):
        net += min(6, stacks)
    armored = any(
        arms(units, "armor", "antitank") and any(land.p(u).type == "armor" for u in units) for units in theirs
    )
    if armored and not any(land.p(u).type in ("armor", "antitank") for u in fight.attackers):
        net -= 1
    net += len(fight.guns[0]) - min(1, len(fight.guns[1])) + fight.air[0] - fight.air[1]
    net += integrity(land, fight)
    return row, attack, defence, net


@pytest.mark.rule(
    "iron_tide", "11.21a", "11.22a", "11.22b", "11.22e", "11.42a", "11.3e", "11.3f", "11.76b", "B61"
)
@pytest.mark.parametrize("seed", SEEDS)
def test_the_terms_of_a_combat_are_those_of_the_rules(seed: int) -> None:
    pick = random.Random(seed)
    side: Side = "german" if pick.random() < 0.5 else "allied"
    s = melee(seed, pick.choice(("16AM", "20AM")), phasing=side)
    rules = front()
    land, board = Land(rules, s), rules.make_board(s)
    seen = 0
    for at in rules.atlas.labels:
        defenders = land.here(at, FOE[side])
        able = [u for n in land.near(at) for u in land.here(n, side)]
        if not defenders or not able:
            continue
        attackers = tuple(pick.sample(able, pick.randint(1, min(5, len(able)))))
        hexes = [at]
        common = [
            h for h in land.near(at)
            if land.here(h, FOE[side]) and all(land.atlas.distance(land.u(u).at, h) == 1 for u in attackers)
        ]  # fmt: skip
        if common and pick.random() < 0.5:
            hexes.append(common[0])
        stands = tuple(Stand(h, tuple(land.here(h, FOE[side])[:3])) for h in hexes)
        guns = tuple(u for u in s.units if land.p(u).size == "artillery" and land.u(u).side == side)[:1]
        if s.turn == 1 and side == ALLIED:
            guns = ()  # 18.0e
        air = (pick.random() < 0.5, pick.random() < 0.5)
        fight = Fight(side=side, attackers=attackers, stands=stands, guns=(guns, ()), air=air)
        found = terms(rules, s, board, fight)
        row, attack, defence, net = reckoned(land, fight)
        assert found.row == row
        for parts, factors in zip(found.parts, (attack, defence), strict=True):
            assert [p.count(8) for p in parts] == [8 * f for f in factors]
            assert all(p.count(1) >= 1 for p in parts)
        assert sum(shift.by for shift in found.shifts) == net, (attackers, stands, found.shifts)
        seen += 1
    assert seen > 3


# ---- 11.8 ------------------------------------------------------------------------------------------------------------
def ways_out(land: Land, units: tuple[str, ...], start: str, side: str) -> set[str]:
    """The hexes open to the first step of a retreat, by 11.8, B22, B23 and B45."""
    found: dict[str, int] = {}
    nation = {_nation(land.p(u)) for u in units}
    for at in land.near(start):
        kinds = land.kinds(start, at)
        if land.here(at, FOE[side]) or "lake" in kinds:
            continue
        dry = "river" not in kinds or land.bridge(start, at)
        wide = not dry and "ford" not in kinds
        carried = land.road(start, at) and not wide
        heavy = any(land.p(u).type == "armor" or land.p(u).size == "artillery" for u in units)
        if heavy and wide:
            continue
        cell = land.atlas.cell(at)
        shut = cell.terrain in ("heavy_woods", "marsh") and not {"town", "city"} & {*cell.features}
        if shut and not carried and any(land.p(u).mobility == "M" for u in units):
            continue
        friends = land.here(at, side)
        if land.zoc(at, FOE[side]):
            found[at] = 4
        elif not friends:
            found[at] = 1
        elif any(len(nation | {_nation(land.p(u))}) > 1 for u in friends):
            found[at] = 3
        else:
            found[at] = 2
    best = min(found.values(), default=0)
    ways = {at for at, rank in found.items() if rank == best}
    names = land.atlas.grid.directions
    onward = set()
    for at in ways:
        direction = land.atlas.direction(start, at)
        assert direction is not None
        if (names[direction] in ("E", "NE", "SE")) if side == GERMAN else names[direction] != "E":
            onward.add(at)
    if len(onward) > 1:
        fed = {at for at in onward if _fed(land, units, at, side)}
        onward = fed or onward
    return onward or ways


def _fed(land: Land, units: tuple[str, ...], at: str, side: str) -> bool:
    """Whether a supply path leads from a hex when the units have come into it."""
    gone = {u: replace(land.u(u), at=at) for u in units}
    s = replace(land.s, units={**land.s.units, **gone})
    return Supply(s, land.rules.make_board(s), side, land.rules.lines(side, s.bridges, ())).traces(at)


def _nation(printed: Printed) -> str:
    return "british" if printed.nationality == "british" else printed.side


@pytest.mark.rule("iron_tide", "11.8c", "11.8d", "11.8e", "11.8f", "11.8j", "B22", "B23", "B45")
@pytest.mark.parametrize("seed", SEEDS)
def test_a_retreat_goes_where_the_rules_say(seed: int) -> None:
    s = melee(seed, "20AM")
    rules = front()
    land = Land(rules, s)
    seen = 0
    for at in rules.atlas.labels:
        for side in (GERMAN, ALLIED):
            units = tuple(land.here(at, side))
            if not units:
                continue
            step = Retreat(who=side, units=units, start=at, left=1, group="defence")
            found = {way.hex for way in ranked(rules.seat(s, None), step)}
            assert found == ways_out(land, units, at, side), (at, units)
            seen += 1
    assert seen > 12


# ---- 12.3 ------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("iron_tide", "12.3a", "12.0b", "B26", "B59")
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("turn", ["18AM", "23AM"])
def test_who_is_out_of_supply_and_who_isolated(seed: int, turn: str) -> None:
    s = melee(seed, turn)
    rules = front()
    land, board = Land(rules, s), rules.make_board(s)
    for side in (GERMAN, ALLIED):
        supply = Supply(s, board, side, rules.lines(side, s.bridges, ()))
        friendly = rules.zones[f"edge.{side}"]

        def surrounded(at: str, side: str = side, friendly: Any = friendly) -> bool:
            off = 6 - len(land.near(at))
            if off and at in friendly:
                return False
            return not any(land.open_to_supply(n, side) for n in land.near(at))

        out: dict[str, str] = {}
        for uid, unit in s.units.items():
            if unit.side != side or not unit.on_map:
                continue
            checked = side == ALLIED or s.turn >= 7 or surrounded(unit.at)
            if "16.2" in s.roster[uid].restriction and s.turn >= 4:
                checked = True
            out[uid] = "supplied" if not checked or supply.traces(unit.at) else "out"
        fed = [u for u, state in out.items() if state == "supplied"]
        for uid, state in out.items():
            if state == "out" and surrounded(s.units[uid].at):
                at = s.units[uid].at
                if not any(land.atlas.distance(at, s.units[u].at) <= 3 for u in fed if u != uid):
                    out[uid] = "isolated"
        assert supply.states() == out


# ---- 13.1 ------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("iron_tide", "13.1a", "13.1b", "B74", "R30")
@pytest.mark.parametrize("reading", ["supply", "clear"])
@pytest.mark.parametrize("seed", range(8))
def test_which_bridges_a_unit_may_try(seed: int, reading: Literal["supply", "clear"]) -> None:
    s = melee(seed, "20AM", phase="engineering")
    rules = ItRules(front().atlas, front().tables, GAME.Options(demolition_path=reading))
    state = rules.resume(s).state
    land = Land(rules, state)
    seat = rules.seat(state, rules.decider(state))
    bridges = [
        (a, b)
        for a in rules.atlas.labels
        for b in land.near(a)
        if a < b and "river" in land.kinds(a, b) and land.bridge(a, b)
    ]
    assert bridges
    clear = {h for h in rules.atlas.labels if not land.here(h, ALLIED) and not land.zoc(h, ALLIED)}
    if reading == "supply":
        clear = {h for h in rules.atlas.labels if land.open_to_supply(h, GERMAN)}
    foes = [u.at for u in state.units.values() if u.side == ALLIED and u.on_map]
    for uid, unit in state.units.items():
        if unit.side != GERMAN or not unit.on_map:
            continue
        wanted = set()
        for a, b in bridges:
            if min(land.atlas.distance(f, end) + 1 for f in foes for end in (a, b)) > 4:
                continue
            rim = {end for end in (a, b) if end in clear}
            joined = set(rim)
            for _ in range(4):
                rim = {n for h in rim for n in land.near(h) if n in clear} - joined
                joined |= rim
            if unit.at in joined and unit.supply == "supplied":
                wanted.add(f"{a}/{b}")
        assert {t.object for t in seat.targets("demolish", (uid,))} == wanted, uid
