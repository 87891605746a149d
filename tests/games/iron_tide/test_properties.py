"""What holds for any position on any map: offers and refusals agree, stacks agree with their members, and movement and
supply agree with plain counterparts written straight from the rules."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import networkx as nx
from hypothesis import given, settings
from hypothesis import strategies as st

from hexbench.atlas.atlas import side_name
from hexbench.engine.values import Action
from hexbench.games.iron_tide.movement import allowance
from hexbench.games.iron_tide.rules import ItRules
from tests.games.field import POINT
from tests.games.iron_tide.field import (
    ALLIED,
    GERMAN,
    HEXES,
    Situation,
    battalion,
    commando,
    country,
    foot,
    grenadiers,
    guns,
    near,
    position,
    tanks,
)
from tests.sizes import sized

WINDOW = tuple(h for h in HEXES if 31 <= int(h[:2]) <= 37 and 44 <= int(h[2:]) <= 51)
SIDES = tuple(sorted({side_name(a, b) for a in WINDOW for b in near(a) if b in WINDOW}))
TERRAIN = ("woods", "heavy_woods", "rough", "marsh", "town", "westwall")
ALONG = ("river", "bridge", "ford", "lake")
MAKERS: tuple[Any, ...] = (foot, grenadiers, tanks, guns, battalion)
DIVISIONS = ("", "1SS", "12SS")

EXAMPLES = sized(15, 40)
some = st.sampled_from


@st.composite
def countries(draw: st.DrawFn) -> ItRules:
    """A country with every kind of terrain, hexside and road in the middle of it."""
    terrain: dict[str, list[str]] = {}
    for at, kind in draw(st.dictionaries(some(WINDOW), some(TERRAIN), max_size=25)).items():
        terrain.setdefault(kind, []).append(at)
    sides: dict[str, list[str]] = {}
    for name, kind in draw(st.dictionaries(some(SIDES), some(ALONG), max_size=30)).items():
        sides.setdefault(kind, []).append(name)
    roads = draw(st.lists(some(SIDES), max_size=40, unique=True))
    edges = draw(st.lists(some([h for h in HEXES if h[2:] == "59"]), min_size=1, max_size=3, unique=True))
    made: ItRules = country.__wrapped__(
        **{kind: " ".join(hexes) for kind, hexes in terrain.items()},
        **{kind: " ".join(names) for kind, names in sides.items()},
        roads=(*(name.replace("/", " ") for name in roads), *(f"{at}/E {at} {at[:2]}58" for at in edges)),
        german_edge=" ".join(edges),
        allied_edge="3440",
    )
    return made


@st.composite
def units(draw: st.DrawFn) -> dict[str, Any]:
    """Units of both sides, never in one hex, some of them out of supply, cadres, commandos, or spent."""
    out: dict[str, Any] = {}
    mine = draw(st.lists(some(WINDOW), min_size=1, max_size=3, unique=True))
    theirs = draw(st.lists(some(WINDOW).filter(lambda at: at not in mine), max_size=5, unique=True))
    for n, at in enumerate(mine):
        for m in range(draw(st.integers(1, 3))):
            facts: dict[str, Any] = {"supply": draw(some(("supplied", "supplied", "out", "isolated")))}
            facts["moved"] = draw(some((False, False, False, True)))
            facts["printed"] = {"division": draw(some(DIVISIONS)), "name": f"{n}{m}"}
            facts["mf"] = draw(st.integers(1, 7))
            make = draw(some((*MAKERS, *MAKERS, lambda at, _, **more: commando(at, **more))))
            out[f"g{n}{m}"] = make(at, GERMAN, **facts)
    for n, at in enumerate(theirs):
        make = draw(some(MAKERS))
        cadre = make in (foot, grenadiers) and draw(some((False, False, True)))
        out[f"a{n}"] = make(at, ALLIED, cadre=cadre)
    return out


@st.composite
def situations(draw: st.DrawFn) -> Situation:
    """A German Movement Phase somewhere."""
    turn = draw(some(("16PM", "17AM", "18AM")))
    rules = draw(countries())
    rivers = [side.side for side in rules.atlas.sheet.hexsides if "river" in side.kinds]
    states = some(("destroyed", "built", "building"))
    bridges = draw(st.dictionaries(some(rivers), states, max_size=6)) if rivers else {}
    return position(draw(units()), rules, turn=turn, bridges=bridges)


def stacks(now: Situation) -> list[tuple[str, ...]]:
    """Single units and whole hexes of the phasing side."""
    mine = [u for u, unit in now.state.units.items() if unit.side == GERMAN]
    whole = [tuple(u for u in now.seat.board.units_at(at) if u in mine) for at in now.seat.board.at]
    return [*((u,) for u in mine), *(s for s in whole if len(s) > 1)]


# ---- offers and refusals ----------------------------------------------------------------------------------------------
@settings(max_examples=EXAMPLES)
@given(situations(), st.integers(0, 3))
def test_what_is_offered_is_not_refused_and_what_is_not_offered_is(now: Situation, first: int) -> None:
    now_and_then = WINDOW[first::4]
    for stack in stacks(now):
        offered = now.targets("move", *stack)
        for at in now_and_then:
            reasons = now.seat.refuse(Action("move", stack, at))
            assert bool(reasons) != (at in offered), (stack, at, [str(r) for r in reasons])
            for reason in reasons:
                text = str(reason.text)
                assert text.endswith("."), text
                assert "{" not in text, text
                assert text.count(". ") == 0, text
                assert all(h in now.seat.board.atlas.index for h in reason.hexes)


@settings(max_examples=EXAMPLES)
@given(situations())
def test_every_route_offered_to_a_stack_walks_for_each_member_alone(now: Situation) -> None:
    for stack in stacks(now):
        alone = [now.targets("move", uid) for uid in stack]
        for at, target in now.targets("move", *stack).items():
            assert all(at in each for each in alone)
            assert now.seat.refuse(Action("move", stack, at, "tactical", target.via)) == ()
            for uid, each in zip(stack, alone, strict=True):
                assert now.seat.refuse(Action("move", (uid,), at, "tactical", target.via)) == ()
                assert (each[at].cost or 0) <= (target.cost or 0)


@settings(max_examples=EXAMPLES)
@given(situations(), st.data())
def test_a_move_leads_to_a_sound_position_with_the_board_as_built_anew(
    now: Situation, data: st.DataObject
) -> None:
    ready = [s for s in stacks(now) if now.targets("move", *s)]
    if not ready:
        return
    stack = data.draw(some(ready))
    at = data.draw(some(sorted(now.targets("move", *stack))))
    before = now.rules.pack(now.state)
    after = now.move(" ".join(stack), at)
    assert now.rules.pack(now.state) == before
    assert {after[u].at for u in stack} == {at}
    assert after.rules.board(after.state).compared() == after.rules.make_board(after.state).compared()
    assert [str(p) for p in after.rules.audit(after.state)] == []


# ---- movement, written straight from the rules --------------------------------------------------------------------------
GROUND = {
    "clear": (1, 2, 2),
    "rough": (2, 3, 3),
    "woods": (2, 4, 4),
    "heavy_woods": (3, 6, None),
    "marsh": (2, 6, None),
}


class Plain:
    """Tactical movement of one German unit by the words of 5.0, 7.0, 12.2 and 12.3, with no eye to speed."""

    def __init__(self, now: Situation, uid: str) -> None:
        self.now, self.atlas = now, now.rules.atlas
        self.unit, self.printed = now.state.units[uid], now.state.roster[uid]
        others = now.state.units.items()
        foes = [(u, f) for u, f in others if f.side != self.unit.side]
        self.enemies = {f.at for _, f in foes}
        self.zones = {
            h for u, f in foes for h in near(f.at) if now.state.roster[u].size == "regiment" and not f.cadre
        }
        if self.printed.commando:
            self.enemies, self.zones = set(), set()
        if self.printed.division == "1SS" and now.state.turn == 3:
            self.zones = set()
        self.factor = allowance(now.seat, self.unit, self.printed)
        self.column = ("N", "MI", "M").index(self.printed.mobility)

    def water(self, a: str, b: str) -> str:
        """What lies between two hexes now: lake, river, ford, or nothing."""
        kinds = self.atlas.kinds(a, b)
        state = self.now.state.bridges.get(side_name(a, b))
        if "lake" in kinds:
            return "lake"
        if "river" not in kinds or state == "built" or (state is None and "bridge" in kinds):
            return ""
        return "ford" if "ford" in kinds else "river"

    def price(self, a: str, b: str) -> int | None:
        """The price of the step, rivers apart."""
        water = self.water(a, b)
        if water == "lake":
            return None
        ford = (1, 2, 3)[self.column] if water == "ford" else 0
        if self.atlas.road(a, b) and water != "river":
            return 1 + ford
        cell = self.atlas.cell(b)
        ground = 1 if "town" in cell.features else GROUND[cell.terrain][self.column]
        return None if ground is None else ground + ford

    def reach(self) -> dict[str, int]:
        """Every hex the unit can end in -> the lowest cost."""
        start = self.unit.at
        best: dict[str, int] = {}
        if self.unit.moved or (self.now.state.turn < 3 and self.printed.division in ("1SS", "12SS")):
            return {}
        away_from_zone = start in self.zones
        leaving = (1, 3, 3)[self.column] if away_from_zone else 0
        open_states: list[tuple[str, int]] = []
        for b in near(start):
            price, river = self.price(start, b), self.water(start, b) == "river"
            if price is None or b in self.enemies or (away_from_zone and b in self.zones):
                continue
            if river and self.printed.mobility == "M":
                continue
            if river or self.unit.supply == "isolated" or price + leaving > self.factor:
                best[b] = min(
                    best.get(b, 99), self.factor
                )  # the one hex of 5.1d, 5.1f, 12.3c: nothing is left
            else:
                open_states.append((b, price + leaving))
        seen: dict[str, int] = {}
        while open_states:
            at, spent = open_states.pop()
            if seen.get(at, 99) <= spent:
                continue
            seen[at] = spent
            best[at] = min(best.get(at, 99), spent)
            if at in self.zones:
                continue
            for b in near(at):
                price = self.price(at, b)
                if price is None or b in self.enemies or self.water(at, b) == "river":
                    continue
                if spent + price <= self.factor and not (away_from_zone and b in self.zones):
                    open_states.append((b, spent + price))
        best.pop(start, None)
        return best


@settings(max_examples=EXAMPLES)
@given(situations())
def test_reach_agrees_with_movement_written_straight_from_the_rules(now: Situation) -> None:
    for uid, unit in now.state.units.items():
        if unit.side == GERMAN:
            offered = {at: (t.cost or 0) // POINT for at, t in now.targets("move", uid).items()}
            assert offered == Plain(now, uid).reach(), uid


# ---- supply, written straight from the rules ----------------------------------------------------------------------------
def traced(now: Situation, side: str) -> set[str]:
    """Hexes of ``side``'s units from which 12.1 finds a path, with networkx and no layers."""
    atlas, state = now.rules.atlas, now.state
    own = {u.at for i, u in state.units.items() if u.side == side and not state.roster[i].commando}
    foes = [
        (state.roster[i], u)
        for i, u in state.units.items()
        if u.side != side and not state.roster[i].commando
    ]
    zones = {h for p, u in foes if p.size == "regiment" and not u.cadre for h in near(u.at)}
    barred = ({u.at for _, u in foes} | (zones - own)) & set(HEXES)
    land = nx.Graph((a, b) for a in HEXES for b in near(a))
    land.remove_nodes_from(barred)
    net: nx.Graph[str] = nx.Graph()
    edges = set(now.rules.zones[f"edge.{side}"]) - barred
    for i, direction in atlas.roads:
        a = atlas.labels[i]
        j = atlas.around[i][direction]
        if j < 0 or a in barred or atlas.labels[j] in barred:
            continue
        b = atlas.labels[j]
        kinds, bridge = atlas.kinds(a, b), state.bridges.get(side_name(a, b))
        if "river" not in kinds or bridge == "built" or (bridge is None and "bridge" in kinds):
            net.add_edge(a, b)
    heads = {atlas.labels[i] for i, d in atlas.roads if atlas.around[i][d] < 0} & edges
    sources = edges | {h for head in heads if head in net for h in nx.node_connected_component(net, head)}
    found = set()
    for at in own:
        if at in land and sources & set(nx.single_source_shortest_path_length(land, at, cutoff=5)):
            found.add(at)
    return found


@settings(max_examples=EXAMPLES)
@given(situations())
def test_supply_agrees_with_paths_found_by_networkx(now: Situation) -> None:
    for side in (GERMAN, ALLIED):
        supply = now.seat.supply(side)
        wanted = traced(now, side)
        holders = {
            u.at for i, u in now.state.units.items() if u.side == side and not now.state.roster[i].commando
        }
        assert {at for at in holders if supply.traces(at)} == wanted
        for at in sorted(holders):
            path, (line, cut) = supply.path(at), supply.cut(at)
            if at in wanted:
                assert path[0] == at
                assert path[-1] in now.rules.zones[f"edge.{side}"]
                assert all(b in near(a) for a, b in pairwise(path))
                assert (line, cut) == ((), None)
            else:
                assert path == ()
                assert (cut is None) == (line == ())
                if line:
                    assert line[0] == at
                    assert cut in line
