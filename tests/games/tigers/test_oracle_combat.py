"""Odds, duties and retreats against a second writing of the rules, on random positions of the real map."""

from __future__ import annotations

import random
from typing import Any

import pytest

from hexbench.games.tigers import allocate, retreat, supply, zoc
from hexbench.games.tigers.advance import ASIDE, Lane, ways
from hexbench.games.tigers.odds import column, reckon
from hexbench.games.tigers.pieces import Attack
from hexbench.games.tigers.retreat import Peril
from tests.games.tigers import oracle_combat as oracle
from tests.games.tigers.field import ALLIED, ARDENNES, GERMAN, Situation, position
from tests.games.tigers.shipped import TABLES, scenario

SEEDS = range(10)


def scattered(seed: int) -> Situation:
    """Most of the order of battle thrown on the east of the map, in stacks, many disrupted."""
    dice = random.Random(seed)
    field = [h for h in ARDENNES.atlas.labels if 7 <= int(h[:-2]) <= 14]
    owner: dict[str, str] = {}
    units: dict[str, Any] = {}
    for uid, printed in TABLES.units.items():
        if printed.type == "vdh" or dice.random() < 0.15:
            continue
        for _ in range(30):
            at = dice.choice(field)
            if (
                owner.setdefault(at, printed.side) == printed.side
                and sum(u["at"] == at for u in units.values()) < 2
            ):
                down = dice.random() < 0.35
                dug = printed.foot and printed.size == "div" and not down and dice.random() < 0.3
                units[uid] = {"at": at, "disrupted": down, "entrenched": dug}
                break
    turn = dice.choice((1, 2, 3, 5, 8))
    ruthless = dice.choice((0, 0, turn, max(turn - 1, 1)))
    phasing = dice.choice((GERMAN, ALLIED))
    return position(
        units,
        ARDENNES,
        phase="combat",
        phasing=phasing,
        turn=turn,
        ruthless=ruthless,
        sound=False,
        base=scenario(),
    )


def attacks_of(now: Situation, dice: random.Random) -> list[tuple[list[str], list[str]]]:
    """Random attacks: one or two hexes, by some of the units next to all of them."""
    side = now.s.phasing
    foe = ALLIED if side == GERMAN else GERMAN
    held = [h for h in ARDENNES.atlas.labels if oracle.here(now.s, foe, h)]
    out = []
    for at in held:
        more = [h for h in oracle.beside(ARDENNES, at) if h in held]
        hexes = [at, dice.choice(more)] if more and dice.random() < 0.3 else [at]
        near = [
            u
            for u, unit in now.s.units.items()
            if unit.side == side and unit.on_map and all(oracle.far(unit.at, h) == 1 for h in hexes)
        ]
        near = [u for u in near if dice.random() < 0.6]
        if near:
            out.append((near, hexes))
    return out


@pytest.mark.parametrize("seed", SEEDS)
def test_odds_and_columns(seed: int) -> None:
    """Every defender's factor, the ratio, the shifts and the columns of both classes."""
    now = scattered(seed)
    rules, s, board, side = now.rules, now.s, now.board, now.s.phasing
    dry = {u for u, unit in s.units.items() if unit.on_map and not supply.supplied(rules, s, board, u)}
    found_any = False
    for attackers, hexes in attacks_of(now, random.Random(seed)):
        found_any = True
        found = reckon(rules, s, board, side, attackers, hexes)
        foe = ALLIED if side == GERMAN else GERMAN
        values = {u: n for at in hexes for u, n in oracle.defence(rules, s, foe, attackers, at).items()}
        assert {guard.unit: guard.value for guard in found.guards} == values
        total = sum(values.values())
        base = oracle.base_column(sum(s.roster[u].factor for u in attackers), total)
        assert found.ladder == base
        net = oracle.net_shift(rules, s, side, attackers, hexes, dry)
        assert found.net == net, (attackers, hexes, found.shifts)
        shaken = 2 * sum(n for u, n in values.items() if s.units[u].disrupted) >= total
        for guard in found.guards:
            printed = s.roster[guard.unit]
            exempt = (
                printed.ss or printed.type == "para" or (printed.type == "abn" and printed.nation == "us")
            )
            want = base + net + (shaken and not exempt)
            assert found.place(elite=found.reads(guard.elite)) == want
            assert column(TABLES.results, want) == min(11, max(0, want))
    assert found_any


@pytest.mark.parametrize("seed", SEEDS)
def test_zones_and_duties(seed: int) -> None:
    """The strength of every zone, and what every attack obliges to."""
    now = scattered(seed)
    rules, s, board, side = now.rules, now.s, now.board, now.s.phasing
    for at in rules.atlas.labels:
        for who in (GERMAN, ALLIED):
            if oracle.here(s, who, at):
                for to in rules.atlas.near[at]:
                    name = ("None", "Weak", "Strong")[oracle.zone(rules, s, who, at, to)]
                    assert zoc.strength(rules, s, board, at, to) == name, (at, to)
    for attackers, hexes in attacks_of(now, random.Random(seed)):
        attack = Attack(attackers=tuple(attackers), targets=tuple(hexes))
        assert set(allocate.needed(rules, s, board, side, attack)) == oracle.owed(
            rules, s, side, attackers, hexes
        )


@pytest.mark.parametrize("seed", SEEDS)
def test_retreats(seed: int) -> None:
    """How far each defender could retreat, and which hexes are open to its first step."""
    now = scattered(seed)
    rules, s, board, side = now.rules, now.s, now.board, now.s.phasing
    foe = ALLIED if side == GERMAN else GERMAN
    dice = random.Random(seed)
    plans = attacks_of(now, dice)
    waiting = tuple(Attack(attackers=tuple(a), targets=tuple(h)) for a, h in plans[:3])
    now = now.swapped(attacks=waiting)
    s, board = now.s, now.board
    for attackers, hexes in plans[3:12]:
        starts = list(dict.fromkeys(s.units[u].at for u in attackers))
        peril = Peril(tuple(hexes), tuple(starts))
        for at in hexes:
            for u in oracle.here(s, foe, at):
                for n in (1, 2, 3):
                    want = oracle.longest(rules, s, u, at, n, hexes, starts)
                    assert retreat.longest(rules, s, board, peril, u, at, n, edge=False) == want, (u, at, n)
                    found = retreat.choices(rules, s, board, peril, u, n, edge=False)
                    assert set(found.road) == oracle.best_steps(rules, s, u, n, hexes, starts), (u, at, n)


@pytest.mark.parametrize("seed", SEEDS)
def test_advances(seed: int) -> None:
    """Every hex that may be reached through one that was given up, and aside, by one hex or two."""
    now = scattered(seed)
    rules, s, board, side = now.rules, now.s, now.board, now.s.phasing
    empty = [h for h in rules.atlas.labels if not board.units_at(h)]
    for uid, unit in s.units.items():
        if unit.side != side or unit.disrupted:
            continue
        lanes = [h for h in oracle.beside(rules, unit.at) if h in empty][:2]
        if not lanes:
            continue
        far = 1 + seed % 2
        through: set[str] = set()
        for first in lanes:
            paths = [[first], *([first, h] for h in oracle.beside(rules, first) if h != unit.at)]
            through |= {p[-1] for p in paths if len(p) <= far and oracle.may_advance(rules, s, uid, p)}
        aside = {
            h
            for h in oracle.beside(rules, unit.at)
            if h in empty and h not in lanes and oracle.may_advance(rules, s, uid, [h])
        }
        found = ways(rules, s, board, [Lane(h, far, far) for h in lanes], 99, uid)
        assert {at for at, how in found if not how} == through, uid
        assert {at for at, how in found if how == ASIDE} == aside, uid
