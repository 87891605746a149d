"""Chapter R: the house rulings that stand on the border of two chapters."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.engine.events import Revealed
from tests.games.iron_tide.battlefield import NE, NW, SE, SW, D, E, W, bn, combat, gun, reg, shifts, tanks
from tests.games.iron_tide.field import (
    ALLIED,
    GERMAN,
    along,
    commando,
    country,
    foot,
    grenadiers,
    near,
    position,
)


@pytest.mark.rule("iron_tide", "R15", "11.5b")
def test_artillery_reaches_a_combat_by_its_nearest_hex() -> None:
    units = {
        "a": bn(E, factor=9),
        "d": bn(D, ALLIED, 2),
        "e": bn(NE, ALLIED, 2),
        "g": gun("3448"),  # three hexes from D and from NE
        "h": gun("3549"),  # three from NE, four from D
        "far": gun("3550"),
        "u": gun("3543", ALLIED),
        "v": gun("3843", ALLIED),  # four from both
        "w": gun("3844", ALLIED),  # three from NE, four from D
    }
    alone = combat({k: v for k, v in units.items() if k != "e"}).attack("a").resolve()
    assert alone.offered("support") == ("g",)
    wide = combat(units).attack("a").act("widen", D, NE).resolve()
    assert wide.offered("support") == ("g", "h")
    assert alone.sentence("h", "", verb="support").endswith("more than 3 hexes from the hex under attack.")
    assert wide.rules_against("support", "far") == ["11.5b"]
    assert wide.sentence("far", "", verb="support").endswith("more than 3 hexes from every hex under attack.")
    defence = wide.act("commit")
    assert defence.step == (ALLIED, "commit")
    assert "w" in defence.offered("support")
    assert "v" not in defence.offered("support")


@pytest.mark.rule("iron_tide", "R16", "11.8j")
@pytest.mark.parametrize("kind", ["armor", "artillery"])
def test_a_ford_lets_armor_and_artillery_retreat(kind: str) -> None:
    units = {"x": bn(E, factor=5), "d": bn(D, ALLIED, 4, type=kind), "s": bn(D, ALLIED, 1, type="security")}
    for ground, open_ in (({"ford": f"{D}/{W}"}, True), ({"river": f"{D}/{W}"}, False)):
        now = combat(units, country(**ground)).attack("x").resolve(1, 3)
        assert (W in now.targets("retreat")) == open_


@pytest.mark.rule("iron_tide", "R17")
def test_a_lake_doubles_a_defender_and_nobody_goes_over_it() -> None:
    units = {"x": bn(E, factor=8), "d": bn(D, ALLIED, 4), "s": bn(D, ALLIED, 1, type="security")}
    behind = combat(units, country(lake=f"{D}/{E}"))
    assert behind.line("x").defence == 10
    beaten = combat({**units, "x": bn(E, factor=5)}, country(lake=f"{D}/{W}")).attack("x").resolve(1, 3)
    assert W not in beaten.targets("retreat")
    assert beaten.rules_against("retreat", "", W) == ["B23"]
    won = combat({**units, "x": bn(E, factor=10)}, country(lake=f"{D}/{E}")).attack("x").resolve(1, 3)
    left = won.act("retreat", "", W)
    assert left.step[1] != "advance"


@pytest.mark.rule("iron_tide", "R18", "11.44a")
@pytest.mark.parametrize("dug", [D, NE])
def test_one_entrenched_hex_among_several_cancels_combined_arms(dug: str) -> None:
    units = {"a": bn(E), "t": tanks(E), "d": bn(D, ALLIED, 2), "e": bn(NE, ALLIED, 2)}
    line = combat(units, entrenchments={dug: ALLIED}).attack("a t").forecast(D, NE, "widen").lines[0][1]
    assert shifts(line) == {"11.22c": 0}
    wall = {"a": bn(E, ALLIED), "t": tanks(E, ALLIED), "d": bn(D, GERMAN, 2), "e": bn(NE, GERMAN, 2)}
    now = combat(wall, country(westwall=dug), phasing=ALLIED).attack("a t")
    assert shifts(now.forecast(D, NE, "widen").lines[0][1]) == {"11.44a": 0}
    open_ = combat(wall, phasing=ALLIED).attack("a t")
    assert shifts(open_.forecast(D, NE, "widen").lines[0][1]) == {"11.41b": 1}


@pytest.mark.rule("iron_tide", "R19", "16.2c")
def test_von_der_heydte_does_not_advance_before_17pm() -> None:
    units = {"v": reg(E, chit=8, restriction=("16.2",)), "d": bn(D, ALLIED, 7), "s": bn(D, ALLIED, 1)}
    early = combat(units, turn="17AM").attack("v").resolve(1, 3).act("retreat", "", W)
    assert early.step[1] != "advance"
    helped = combat({**units, "h": bn(SE, factor=1)}, turn="17AM").attack("v h").resolve(1, 3)  # 9 to 8
    both = helped.act("retreat", "", W)
    assert both.offered("advance") == ("h",)
    assert both.rules_against("advance", "v", D) == ["16.2c"]
    late = combat(units, turn="17PM").attack("v").resolve(1, 3).act("retreat", "", W)
    assert late.offered("advance") == ("v",)


@pytest.mark.rule("iron_tide", "R20", "11.78l")
def test_one_emptied_hex_of_several_is_enough_to_press_on() -> None:
    units = {
        "a": bn(E, factor=4),
        "a2": bn(E, factor=4),
        "d": bn(D, ALLIED, 4),
        "e": bn(NE, ALLIED, 2),
        "e2": bn(NE, ALLIED, 2),
    }
    now = combat(units).attack("a a2").act("widen", D, NE).resolve(3, 3)
    assert now.result == "B1-(1)"
    emptied = now.act("lose", "d").act("pay", "e").act("lose", "a")
    assert emptied.step == (GERMAN, "press_on")
    held = combat({**units, "d": reg(D, ALLIED, chit=4)}).attack("a a2").act("widen", D, NE).resolve(3, 3)
    stays = held.act("lose", "d").act("pay", "d").act("pay", "e").act("lose", "a")
    assert stays.step == (GERMAN, "retreat")  # a cadre holds D, and e2 holds NE


@pytest.mark.rule("iron_tide", "R21", "11.1e")
def test_a_hex_with_regiments_is_not_defended_by_small_units_alone() -> None:
    units = {
        "a": bn(E, factor=6),
        "r1": reg(D, ALLIED, chit=4),
        "r2": reg(D, ALLIED, chit=6),
        "s": bn(D, ALLIED, 3),
    }
    asked = combat(units).attack("a").resolve()
    assert asked.rules_against("name", "s") == ["11.1e"]
    assert asked.offered("name") == ("r1", "r2")
    one = {k: v for k, v in units.items() if k != "r2"}
    assert combat(one).attack("a").resolve(6, 6).fought.defence == 4 + 3


@pytest.mark.rule("iron_tide", "R22")
def test_attacks_are_hidden_until_they_are_declared() -> None:
    now = combat({"a": bn(E, factor=4), "d": bn(D, ALLIED, 4)}).attack("a")
    own: Any = now.rules.view(now.state, GERMAN)
    other: Any = now.rules.view(now.state, ALLIED)
    assert own.stack[-1].plans
    assert other.stack[-1].plans == ()
    assert all(told.to(ALLIED) is None for told in now.outcome.told)
    assert any(told.to(ALLIED) is not None for told in now.resolve(6, 6).outcome.told)


@pytest.mark.rule("iron_tide", "R23", "B66")
def test_a_view_forgets_what_was_shown_when_the_combat_is_over() -> None:
    now = combat({"a": reg(E, chit=7), "d": bn(D, ALLIED, 6), "d2": bn(D, ALLIED, 1)}).attack("a")
    shown = now.resolve(1, 3)
    assert any(isinstance(e, Revealed) and e.ref == "a" for e in shown.events)
    assert "a" in shown.rules.view(shown.state, ALLIED).chits
    over = shown.act("retreat", "", W).until(GERMAN, "reserve")
    assert "a" not in over.rules.view(over.state, ALLIED).chits
    assert "a" in over.rules.view(over.state, GERMAN).chits


QUEUE = country(roads=("4145/NE 4145 4045 3945 3845",), zones=(("entry.C", "4145"),))


@pytest.mark.rule("iron_tide", "R24", "14.0e")
def test_stacks_of_the_queue_fill_in_the_order_of_entry() -> None:
    facts = {"printed": {"arrives": "18AM", "entry": "C"}}
    units = {f"r{n}": foot("#due/18AM", ALLIED, mf=6, **facts) for n in range(6)}
    now = position(units, QUEUE, turn="18AM", phasing=ALLIED).act("enter", "r0 r1", "4045")
    assert now.reach("r2", verb="enter")["4145"] == 1  # room for one more in the first stack
    assert now.reach("r2", "r3", verb="enter")["4145"] == 2  # two begin the second
    pair = now.act("enter", "r2 r3", "4045")
    assert pair.state.queues == {"4145": 5}
    assert pair.reach("r4", verb="enter")["4145"] == 2  # the first stack is not gone back to


@pytest.mark.rule("iron_tide", "R25", "B57")
def test_a_unit_on_the_edge_can_always_pay_to_leave() -> None:
    rules = country(rough="3440 3441", exits=(("X4", "3440"),))
    slow = position({"g": grenadiers("3440", mf=1)}, rules)
    assert slow.reach("g", verb="exit")["3440"] == 1  # rough ground would cost three
    assert slow.act("exit", "g", "3440")["g"].at == "#exited"
    apart = position({"g": grenadiers("3441", mf=3)}, rules)
    assert apart.refused("g", "3440", verb="exit") == ["B57"]


@pytest.mark.rule("iron_tide", "R26", "16.1b")
def test_the_brigade_is_asked_at_each_zone_hex_of_its_route_but_the_last() -> None:
    line = {"x": foot("3546", ALLIED), "y": foot("3346", ALLIED)}
    ruse = {"b": grenadiers("3443", mf=12, printed={"restriction": ["16.1"], "name": "150 Pz Bde"}), **line}
    way = ["3444", "3445", "3446", "3447"]
    now = position(ruse).act("move", "b", "3447", " ".join(way))
    asked = []
    while now.step == (GERMAN, "infiltrating"):
        asked.append(now["b"].at)
        now = now.act("infiltrate", numbers=[1])
    zones = [at for at in way if now.seat.board.in_zoc(GERMAN, at)]
    assert asked == zones
    assert now["b"].at == "3447"
    short = position(ruse).act("move", "b", zones[-1], " ".join(way[: way.index(zones[-1]) + 1]))
    for _ in zones[:-1]:
        short = short.act("infiltrate", numbers=[2])
    assert short.step == (GERMAN, "movement")  # no roll for the hex it ends in
    assert short["b"].at == zones[-1]


@pytest.mark.rule("iron_tide", "R27", "17.3b")
def test_a_joint_stack_is_parted_or_loses_all_commands_but_one() -> None:
    def nation(at: str, name: str) -> dict[str, Any]:
        return foot(at, ALLIED, printed={"nationality": name})

    units = {"b": nation("3444", "british"), "a": nation("3445", "us"), "c": nation("3445", "us")}
    now = position(units, turn="21AM", phasing=ALLIED).move("b", "3445").end()
    assert now.step == (ALLIED, "joint_stack")
    one = now.act("eliminate", "a")
    assert one.step == (ALLIED, "joint_stack")  # an American is left with the British
    assert one.act("eliminate", "c").step == (ALLIED, "combat")
    assert now.act("eliminate", "b").step == (ALLIED, "combat")
    joined = {"b": nation("3445", "british"), "a": nation("3445", "us")}
    spared = position(joined, turn="21AM", phasing=ALLIED, phase="reserve").end()
    assert spared.step == (ALLIED, "engineering")


ROAD = country(roads=(f"{along('3440', '3459')} 3459/E",), zones=(("entry.german", "3459"),))


@pytest.mark.rule("iron_tide", "R28", "16.4j")
def test_commandos_that_are_late_never_come() -> None:
    late = commando("#due/17AM", printed={"arrives": "17AM", "entry": "east"})
    units = {"c": late, "g": foot("3450")}
    assert position(units, ROAD, turn="20PM").offered("enter") == ("c",)
    now = position(units, ROAD, turn="21AM")
    assert now.offered("enter") == ()
    assert now.refused("c", "3459", verb="enter") == ["16.4j"]


@pytest.mark.rule("iron_tide", "R29", "15.0j")
def test_a_unit_that_took_a_replacement_does_not_move_in_the_reserve_phase() -> None:
    units = {"a": foot("3444", reserve=True, frozen=True), "b": foot("3644", reserve=True)}
    now = position(units, phase="reserve")
    assert now.offered("move") == ("b",)
    assert now.refused("a", "3445") == ["5.0e"]


@pytest.mark.rule("iron_tide", "18.0a", "B53")
@pytest.mark.parametrize(("side", "rule"), [(GERMAN, "18.0a"), (ALLIED, "B53")])
def test_nobody_enters_the_map_on_16am(side: str, rule: str) -> None:
    entry = {"entry": "east" if side == GERMAN else "C", "arrives": "16AM"}
    rules = country(
        roads=(f"{along('3440', '3459')} 3459/E", "4145/NE 4145 4045"),
        zones=(("entry.german", "3459"), ("entry.C", "4145")),
    )
    at, goal = "#due/16AM", "3459" if side == GERMAN else "4145"
    first = position({"r": foot(at, side, printed=entry)}, rules, turn="16AM", phasing=side)
    assert first.offered("enter") == ()
    assert first.refused("r", goal, verb="enter") == [rule]
    assert first["r"].delayed == 0
    later = position({"r": foot(at, side, printed=entry)}, rules, turn="16PM", phasing=side)
    assert later.offered("enter") == ("r",)


def test_the_places_used_here_are_where_they_are_said_to_be() -> None:
    assert set(near(D)) == {E, NE, NW, W, SW, SE}
