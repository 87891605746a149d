"""11.9 written down a second time, and held against the game on crowded random positions."""

from __future__ import annotations

import random

import pytest

from hexbench.games.iron_tide.advance import Advance, Trail, routes
from hexbench.games.iron_tide.pieces import Side
from tests.games.iron_tide.melee import front, melee
from tests.games.iron_tide.test_oracles import FOE, Land, _nation


def open_to(land: Land, uid: str, a: str, b: str) -> bool:
    """B23: whether the ground and the hexside let a unit through, rivers aside."""
    kinds, cell = land.kinds(a, b), land.atlas.cell(b)
    if "lake" in kinds:
        return False
    wide = "river" in kinds and "ford" not in kinds and not land.bridge(a, b)
    if land.road(a, b) and not wide:
        return True
    shut = cell.terrain in ("heavy_woods", "marsh") and not {"town", "city"} & {*cell.features}
    return not (shut and land.p(uid).mobility == "M")


def advances(land: Land, uid: str, trail: Trail, turn: int) -> set[str]:
    """Every hex a victor may end its advance in."""
    printed, unit = land.p(uid), land.u(uid)
    side, foe = unit.side, FOE[unit.side]
    if printed.size == "artillery" or (turn < 4 and "16.2" in printed.restriction):
        return set()
    if turn <= 2 and side == "german" and printed.division in ("1SS", "12SS", "Lehr"):
        return set()
    start, first = unit.at, trail.hex
    kinds = land.kinds(start, first)
    wet = "river" in kinds and not land.bridge(start, first)
    if not open_to(land, uid, start, first) or (wet and "ford" not in kinds and printed.type == "armor"):
        return set()
    free = printed.mobility != "N" or trail.eliminated
    peiper = turn == 3 and side == "german" and printed.division == "1SS"
    length = 1 if wet else trail.length
    ends, rim = {first}, [first]
    for done in range(1, length):
        grown: list[str] = []
        for here in rim:
            if done > 1 and land.zoc(here, foe) and not peiper:
                continue
            for there in land.near(here) if free else trail.path[done - 1 : done]:
                beside = land.atlas.distance(here, there) == 1
                if not beside or there in ends or there == start or land.here(there, foe):
                    continue
                river = "river" in land.kinds(here, there) and not land.bridge(here, there)
                if river or not open_to(land, uid, here, there):
                    continue
                ends.add(there)
                grown.append(there)
        rim = grown
    out = set()
    for at in ends:
        friends = [u for u in land.s.units if land.u(u).at == at and land.u(u).side == side]
        others = {_nation(land.p(u)) for u in friends if u != uid}
        if len(friends) < 3 and others <= {_nation(printed)}:
            out.add(at)
    return out


@pytest.mark.rule(
    "iron_tide", "11.9b", "11.9e", "11.9f", "11.9g", "11.9i", "11.9j", "11.9k", "11.9l", "11.9m", "B45"
)
@pytest.mark.parametrize("seed", range(30))
def test_an_advance_goes_where_the_rules_say(seed: int) -> None:
    pick = random.Random(seed)
    turn = pick.choice(("16PM", "17AM", "20AM"))
    s = melee(seed, turn)
    rules = front()
    land, board = Land(rules, s), rules.make_board(s)
    seen = 0
    for uid, unit in s.units.items():
        side: Side = unit.side
        empty = [at for at in land.near(unit.at) if not land.here(at, FOE[side])]
        if not empty:
            continue
        first = pick.choice(empty)
        path: list[str] = []
        here = first
        for _ in range(pick.randint(0, 3)):
            here = pick.choice(land.near(here))
            path.append(here)
        trail = Trail(first, tuple(path), pick.randint(1, 4), pick.random() < 0.3)
        step = Advance(who=side, units=(uid,), trails=(trail,))
        assert set(routes(rules, s, board, step, uid)) == advances(land, uid, trail, s.turn), (uid, trail)
        seen += 1
    assert seen > 20
