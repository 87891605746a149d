"""Zones and moves against their second writing, on random positions of the game's own map."""

from __future__ import annotations

import random

import pytest

from hexbench.games.tigers import movement, movers, paths, victory, walking, zoc
from hexbench.games.tigers.pieces import ALLIED, FOE, GERMAN, SIDES
from tests.games.tigers.field import ARDENNES, Situation, position
from tests.games.tigers.zone_reference import Mover, zone

UNITS = tuple(u for u, printed in ARDENNES.tables.units.items() if printed.type != "vdh")


def scattered(seed: int) -> Situation:
    """Some thirty units thrown over the middle of the map, a third of them disrupted, a few bridges blown."""
    chance = random.Random(seed)
    rules = ARDENNES
    places = [at for at in rules.atlas.labels if 5 <= int(at[:-2]) <= 13]
    taken: dict[str, str] = {}
    units: dict[str, object] = {}
    for uid in chance.sample(UNITS, 30):
        side = rules.tables.units[uid].side
        at = chance.choice(places)
        if taken.setdefault(at, side) == side:
            units[uid] = {"at": at, "disrupted": chance.random() < 0.3}
    whole = {
        side: {"owner": chance.choice(SIDES), "intact": chance.random() < 0.7}
        for side in sorted(rules.hexsides["river"] & rules.road_sides)
    }
    return position(
        units,
        rules,
        phasing=chance.choice(SIDES),
        turn=chance.choice((4, 8)),
        round=chance.choice((1, 2)),
        markers={"german": chance.randrange(3), "allied": chance.randrange(3)},
        bridges=whole,
        sound=False,
    )


@pytest.mark.rule("tigers", "TG-ZOC-02", "TG-ZOC-12", "TG-ZOC-13")
@pytest.mark.parametrize("seed", range(30))
def test_zones_are_those_of_the_second_writing(seed: int) -> None:
    now = scattered(seed)
    for side in SIDES:
        found = zoc.zones(now.rules, now.s, now.board, side)
        for at in now.rules.atlas.labels:
            expected = {
                (near, strength)
                for near in now.rules.atlas.near[at]
                if (strength := zone(now.rules, now.s, side, near, at))
            }
            assert set(found.get(at, ())) == expected, at


@pytest.mark.rule("tigers", "TG-ZOC-36", "AMB-39", "AMB-64")
@pytest.mark.parametrize("seed", range(24))
def test_units_go_where_the_second_writing_says_and_at_what_price(seed: int) -> None:
    now = scattered(seed)
    assert FOE[GERMAN] == ALLIED
    for uid in now.offered("move")[:5]:
        expected = Mover(now.rules, now.s, uid).best
        found = movement.trips(now.seat, (uid,), lift=False, bonus=True)
        basic = 3 * movers.factor(now.rules, now.s, now.s.roster[uid])
        got = {
            (at, by_road): (trip.disrupted[0], trip.costs[0] > basic, trip.costs[0])
            for by_road, trips in ((False, found.full), (True, found.road))
            for at, trip in trips.items()
        }
        assert got == expected, (uid, now[uid])


@pytest.mark.parametrize("seed", range(20))
def test_the_quick_search_finds_what_the_one_for_several_movers_finds(seed: int) -> None:
    now = scattered(seed)
    for uid in now.offered("move")[:6]:
        for lift in (False, True):
            one = walking.party(now.rules, now.s, now.board, (uid,), lift=lift)
            off = victory.exit_hexes(now.rules)
            quick = paths.search(now.rules, now.s, now.board, one, off)
            slow = paths.search(now.rules, now.s, now.board, one._replace(movers=one.movers * 2), off)
            for mine, theirs in zip(quick, slow, strict=True):
                assert set(mine) == set(theirs)
                for at, trip in mine.items():
                    assert (trip.costs[0], trip.disrupted[0]) == (
                        theirs[at].costs[0],
                        theirs[at].disrupted[0],
                    )
