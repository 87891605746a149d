"""Where defenders may retreat to, and what their retreat does to friends (TG-RET, AMB-12 to AMB-20)."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.engine.events import Noted
from hexbench.games.tigers.retreat import Peril, against_step, off_map
from tests.games.tigers.field import (
    ALLIED,
    GERMAN,
    HEXES,
    PLAIN,
    Situation,
    arm,
    cav,
    cc,
    country,
    inf,
    pz,
)
from tests.games.tigers.melee import allocated, fight, result, rolled, stand

# 806 has 807 to the north, 907 and 906 to the east, 805 to the south, 706 and 707 to the west
A = {"a": inf("805", factor=8)}


def beaten(
    units: dict[str, Any], rules: Any = PLAIN, n: int = 1, plan: str = "a > 806", **state: Any
) -> Situation:
    """Defenders of 806 with two factors in all have to retreat n hexes (4:1: D2 on row 4; D3 on row 2)."""
    now = fight(stand(A | units, rules, **state), plan, 2 if n == 3 else 4)
    assert result(now) == ("D3" if n == 3 else "D2")
    return now.act("length", to=str(n))


X = {"x": inf("806", ALLIED, factor=2)}


@pytest.mark.rule("tigers", "TG-RET-06", "AMB-15")
def test_the_hexsides_that_touch_the_attacker_are_closed() -> None:
    """An attack from the south closes south, south-east and south-west."""
    now = beaten(X)
    assert set(now.targets("retreat", "x")) == {"707", "807", "907"}
    assert "TG-RET-06" in now.refused("retreat", "x", "706")
    assert "TG-RET-06" in now.refused("retreat", "x", "906")


@pytest.mark.rule("tigers", "TG-RET-06")
def test_the_ban_holds_into_a_hex_of_friends_and_against_a_unit_of_any_size() -> None:
    """A friend there does not open it."""
    units = {
        "a": inf("805", factor=7),
        "c": pz("805", factor=1, size="bn"),
        "f": inf("906", ALLIED, disrupted=True),
    }
    now = fight(stand(X | units), "a c > 806", 4).act("length", to="1")
    assert "906" not in now.targets("retreat", "x")


@pytest.mark.rule("tigers", "TG-RET-06", "AMB-15")
def test_two_attackers_opposite_each_other_surround() -> None:
    """D2 removes."""
    units = {"b": inf("807", factor=1), "x": inf("806", ALLIED, factor=2)}
    now = fight(stand(A | units), "a b > 806", 4)
    assert not now["x"].on_map


@pytest.mark.rule("tigers", "TG-RET-01", "AMB-14")
def test_each_step_leads_away_from_the_attacked_hex() -> None:
    """The distance grows by one each time."""
    now = beaten(X, n=2).act("retreat", "x", "807")
    assert set(now.targets("retreat", "x")) == {"708", "808", "908"}
    assert "TG-RET-01" in now.refused("retreat", "x", "907")
    assert "TG-RET-01" in now.refused("retreat", "x", "806")


@pytest.mark.rule("tigers", "TG-RET-01", "AMB-14", "AMB-92")
def test_away_from_every_hex_attacked_in_the_combat() -> None:
    """806 and 906 attacked together: no step may stay as near to either."""
    units = {"a": inf("905", factor=16), "x": inf("906", ALLIED, factor=2), "y": inf("806", ALLIED, factor=2)}
    units["a"] = inf("805", factor=16)
    now = fight(stand(units), "a > 806 906", 4).act("length", to="1")
    assert set(now.targets("retreat", "y")) == {"707", "807"}, "907 is next to 906"
    assert "TG-RET-01" in now.refused("retreat", "y", "907")


@pytest.mark.rule("tigers", "TG-RET-02", "AMB-19")
def test_no_strong_zone_without_a_friend_in_it() -> None:
    """Not even as the last hex; a friend in any state opens it."""
    now = beaten(X | {"g": inf("808")})
    assert set(now.targets("retreat", "x")) == {"707", "907"}
    assert "TG-RET-02" in now.refused("retreat", "x", "807")
    now = beaten(X | {"g": inf("808"), "f": cc("807", disrupted=True)})
    assert "807" in now.targets("retreat", "x")


@pytest.mark.rule("tigers", "TG-RET-02")
def test_weak_zones_are_open() -> None:
    """A disrupted division does not close a hex."""
    now = beaten(X | {"g": inf("808", disrupted=True)})
    assert set(now.targets("retreat", "x")) == {"707", "807", "907"}


@pytest.mark.rule("tigers", "AMB-98")
def test_never_into_the_enemy() -> None:
    """Whatever his zone is; von der Heydte's men are no obstacle, and are rounded up."""
    now = beaten(X | {"g": pz("807", size="bn", factor=1), "vdH": "907"})
    assert "AMB-98" in now.refused("retreat", "x", "807")
    now = now.act("retreat", "x", "907")
    while now.step[1] in ("farther", "advance", "retreat"):
        now = now.default()
    assert not now["vdH"].on_map


@pytest.mark.rule("tigers", "TG-RET-03")
def test_no_step_closer_to_an_attacker() -> None:
    """Even where the step leads away from the hex that was attacked. (With every attacker next to every hex attacked the
    other rules see to that already; the clause is held by itself all the same.)
    """
    now = stand(A | X)
    found = against_step(now.rules, now.s, now.board, Peril(("706",), ("908",)), "x", "806", "907")
    assert [r.rule for r in found] == ["TG-RET-03"]


SOUTHWEST = {"a": inf("706", factor=8)}


@pytest.mark.rule("tigers", "TG-RET-04", "AMB-20")
def test_away_from_the_attackers_if_possible() -> None:
    """Attacked from 706 the second hex after 807 may be 808 or 908, not 708, which is as near to 706 as 807."""
    now = fight(stand(SOUTHWEST | X), "a > 806", 4).act("length", to="2").act("retreat", "x", "807")
    assert set(now.targets("retreat", "x")) == {"808", "908"}
    assert now.refused("retreat", "x", "708") == ["TG-RET-04"]


@pytest.mark.rule("tigers", "TG-RET-04")
def test_along_the_attackers_where_there_is_no_other_way() -> None:
    """The same with 808 and 908 closed to armor by a river."""
    wet = country(river="807/808 807/908")
    now = fight(stand(SOUTHWEST | {"x": arm("806", factor=2)}, wet), "a > 806", 4).act("length", to="2")
    now = now.act("retreat", "x", "807")
    assert set(now.targets("retreat", "x")) == {"708"}


@pytest.mark.rule("tigers", "AMB-20", "TG-RET-04")
def test_away_from_the_attackers_goes_before_the_road() -> None:
    """A road that does not lead away is not preferred."""
    ground = country(roads=("807 708",))
    now = fight(stand(SOUTHWEST | X, ground), "a > 806", 4).act("length", to="2").act("retreat", "x", "807")
    assert set(now.targets("retreat", "x")) == {"808", "908"}


@pytest.mark.rule("tigers", "TG-RET-05", "AMB-20")
def test_along_a_road_if_possible() -> None:
    """The road is preferred among the hexes away from the attackers; a road over a broken bridge is none."""
    now = beaten(X, country(roads=("806 907",)))
    assert set(now.targets("retreat", "x")) == {"907"}
    assert now.refused("retreat", "x", "807") == ["TG-RET-05"]
    wet = country(roads=("806 907",), river="806/907")
    now = beaten(X, wet, bridges={"806/907": {"owner": ALLIED, "intact": False}})
    assert set(now.targets("retreat", "x")) == {"707", "807", "907"}


@pytest.mark.rule("tigers", "TG-RET-07")
def test_not_into_a_hex_whose_attack_is_still_to_be_resolved() -> None:
    """After it is resolved the hex is open."""
    units = {"x": inf("806", ALLIED, factor=2), "f": inf("807", ALLIED, factor=2), "b": inf("808", factor=8)}
    now = allocated(stand(A | units), "a > 806", "b > 807")
    first = rolled(now, "806", 4).act("length", to="1")
    assert "TG-RET-07" in first.refused("retreat", "x", "807")
    later = rolled(now, "807", 6).act("length", to="0").act("further", to="0")  # D1, they stay
    later = rolled(later, "806", 4).act("length", to="1")
    assert "807" in later.targets("retreat", "x")


@pytest.mark.rule("tigers", "AMB-16")
def test_mechanized_units_retreat_over_bridges_only() -> None:
    """Infantry wades."""
    wet = country(river="806/807 806/907")
    units = {"x": inf("806", ALLIED, factor=1), "y": arm("806", factor=1)}
    now = beaten(units, wet)
    assert set(now.targets("retreat", "x")) == {"707", "807", "907"}
    assert set(now.targets("retreat", "y")) == {"707"}
    assert "AMB-16" in now.refused("retreat", "y", "807")
    bridged = country(river="806/807 806/907", roads=("806 807",))
    assert set(beaten(units, bridged).targets("retreat", "y")) == {"807"}


@pytest.mark.rule("tigers", "TG-CRT-20", "TG-RET-08", "AMB-13")
def test_off_the_map() -> None:
    """A step over the edge is taken only where none on the map is left, and removes the unit."""
    units = {"a": inf("1410", factor=8), "x": inf("1311", ALLIED, factor=2)}
    now = fight(stand(units), "a > 1311", 4).act("length", to="1")
    assert set(now.targets("retreat", "x")) == {"1210"}
    now = fight(stand(units | {"g": inf("1209")}), "a > 1311", 4)
    assert list(now.targets("length")) == ["0", "1"], "the step over the edge is the last"
    now = now.act("length", to="1")
    assert now["x"].at == "#eliminated"
    assert [event.rule for event in now.told(Noted)][-1] == "TG-CRT-20"


@pytest.mark.rule("tigers", "AMB-13", "AMB-20", "TG-CRT-20")
def test_no_way_off_the_map_where_one_on_it_is_as_long() -> None:
    """1311 lies at the edge: from there the second hex would be off the map. Not even a road leads there."""
    units = {"a": inf("1209", factor=8), "x": inf("1310", ALLIED, factor=2)}
    for rules in (PLAIN, country(roads=("1310 1311",))):
        now = fight(stand(units, rules), "a > 1310", 4).act("length", to="2")
        assert set(now.targets("retreat", "x")) == {"1409", "1410"}
        assert now.refused("retreat", "x", "1311") == ["AMB-13"]
    near = fight(stand(units), "a > 1310", 4).act("length", to="1")
    assert set(near.targets("retreat", "x")) == {"1311", "1409", "1410"}, "one hex stays on the map"
    closed = stand(units | {"g": inf("1409", disrupted=True), "h": inf("1410", disrupted=True)})
    lost = fight(closed, "a > 1310", 4).act("length", to="2").act("retreat", "x", "1311")
    assert not lost["x"].on_map, "no way on the map is left"


@pytest.mark.rule("tigers", "AMB-13", "TG-CRT-20")
def test_no_retreat_keeps_a_unit_from_leaving_the_map() -> None:
    """D1 is D then."""
    units = {"a": inf("1510", factor=4), "b": inf("1410", factor=1), "x": inf("1511", ALLIED, factor=2)}
    now = fight(stand(units), "a b > 1511", 3)
    assert result(now) == "D1"
    now = now.act("length", to="1")
    assert not now["x"].on_map
    assert any(event.rule == "TG-CRT-20" for event in now.told(Noted))
    held = fight(stand(units), "a b > 1511", 3, "no_retreat")
    assert (held["x"].at, held["x"].disrupted) == ("1511", True)


@pytest.mark.rule("tigers", "AMB-13", "TG-RET-06")
def test_every_edge_of_the_map_can_be_left_and_none_towards_the_attackers() -> None:
    """From each hex at the edge, for each neighbour the attack may come from: a step over the edge that is not one of
    the three hexsides that touch it; what lies off the map is reckoned by the turns of the compass alone.
    """
    atlas, seen = PLAIN.atlas, set()
    for here in HEXES:
        around = atlas.around[atlas.index[here]]
        outward = [way for way in range(6) if around[way] < 0]
        for towards in (way for way in range(6) if around[way] >= 0):
            start = atlas.labels[around[towards]]
            free = [way for way in outward if (way - towards) % 6 in (2, 3, 4)]
            assert off_map(PLAIN, Peril((here,), (start,)), here) == bool(free), (here, start)
            seen |= {(tuple(outward), bool(free))}
    assert {True, False} <= {free for _, free in seen}
    assert len({outward for outward, _ in seen}) > 6, "edges and corners of every kind"


def moat(at: str, far: int) -> str:
    """The hexsides from everything so far from a hex to what is farther."""
    atlas = PLAIN.atlas
    inside = [h for h in atlas.labels if atlas.distance(at, h) == far]
    return " ".join(f"{h}/{n}" for h in inside for n in atlas.near[h] if atlas.distance(at, n) == far + 1)


@pytest.mark.rule("tigers", "AMB-13")
def test_the_length_is_capped_at_the_longest_way() -> None:
    """Two hexes are open to armor, the third lies over a river: D3 is no more than two."""
    now = fight(stand(A | {"x": arm("806", factor=2)}, country(river=moat("806", 2))), "a > 806", 2)
    assert result(now) == "D3"
    assert list(now.targets("length")) == ["0", "1", "2"]


@pytest.mark.rule("tigers", "AMB-13")
def test_a_way_that_ends_too_soon_is_not_open() -> None:
    """From 807 armor could not go on."""
    wet = country(river="807/708 807/808 807/908")
    now = beaten({"x": arm("806", factor=2)}, wet, n=2)
    assert set(now.targets("retreat", "x")) == {"707", "907"}
    assert now.refused("retreat", "x", "807") == ["AMB-13"]
    assert "807" in beaten({"x": arm("806", factor=2)}, wet, n=1).targets("retreat", "x")


@pytest.mark.rule("tigers", "AMB-12", "AMB-13")
def test_who_can_go_less_far_goes_as_far_as_he_can() -> None:
    """Armor one hex, infantry two."""
    units = {"x": inf("806", ALLIED, factor=1), "y": arm("806", factor=1)}
    now = beaten(units, country(river=moat("806", 1)), n=2)
    now = now.act("retreat", "y", "907").act("retreat", "x", "907")
    assert now.offered("retreat") == ("x",)
    assert now.act("retreat", "x", "908")["x"].at == "908"


@pytest.mark.rule("tigers", "TG-RET-09", "TG-DIS-13", "AMB-18")
def test_friends_passed_through_are_disrupted_and_those_at_the_end_are_not() -> None:
    """Passage, not end."""
    units = X | {"f": inf("807", ALLIED), "e": inf("808", ALLIED), "c": cav("807", disrupted=True)}
    now = beaten(units, n=2).act("retreat", "x", "807")
    assert not now["f"].disrupted
    now = now.act("retreat", "x", "808")
    assert now["f"].disrupted
    assert not now["e"].disrupted


@pytest.mark.rule("tigers", "AMB-18", "TG-CRT-08")
def test_going_on_of_ones_own_will_passes_through_too() -> None:
    """A hex in which the forced retreat ended and the voluntary one went on."""
    now = beaten(X | {"f": inf("807", ALLIED)}).act("retreat", "x", "807")
    assert not now["f"].disrupted
    now = now.act("further", to="1").act("retreat", "x", "808")
    assert now["f"].disrupted


@pytest.mark.rule("tigers", "TG-RET-13", "AMB-17", "TG-STK-06")
def test_into_a_full_hex() -> None:
    """The limit is not tested."""
    units = X | {"f": inf("807", ALLIED), "e": inf("807", ALLIED)}
    assert beaten(units).act("retreat", "x", "807")["x"].at == "807"


@pytest.mark.rule("tigers", "TG-RET-12", "TG-MOV-02")
def test_a_retreat_is_no_operational_move() -> None:
    """It marks the retreat and nothing else."""
    now = beaten(X).act("retreat", "x", "807")
    assert (now["x"].moved, now["x"].spent, now["x"].retreated) == (False, 0, True)


@pytest.mark.rule("tigers", "TG-TER-04")
def test_who_retreats_leaves_his_works() -> None:
    """They stay with nobody."""
    now = fight(stand(A | {"x": inf("806", ALLIED, factor=1, entrenched=True)}), "a > 806", 4).act(
        "length", to="1"
    )
    assert not now.act("retreat", "x", "807")["x"].entrenched


@pytest.mark.rule("tigers", "TG-RET-11")
def test_what_is_no_step_of_a_retreat() -> None:
    """A unit that has none, a hex too far, two units at once."""
    now = beaten(X | {"f": inf("604", ALLIED)})
    assert now.refused("retreat", "f", "605") == ["TG-RET-11"]
    assert "TG-RET-01" in now.refused("retreat", "x", "809")
    assert now.refused("retreat", "x f", "807") == ["TG-RET-11"]


@pytest.mark.rule("tigers", "TG-CRT-11", "AMB-13")
def test_nobody_leaves_the_map_of_his_own_will() -> None:
    """D at the edge: no hex to add."""
    units = {"a": inf("1510", factor=4), "b": inf("1410", factor=1), "x": inf("1511", ALLIED, factor=2)}
    now = fight(stand(units), "a b > 1511", 5)
    assert (result(now), now["x"].at) == ("D", "1511")
    assert now.step[1] != "farther"


@pytest.mark.rule("tigers", "TG-FT1-04", "AMB-11")
def test_americans_add_no_hex_in_turn_1() -> None:
    """On D1 and D2; a D leaves them the choice."""
    now = fight(stand(A | X, turn=1), "a > 806", 4)
    assert result(now) == "D2"
    assert now.act("length", to="1").act("retreat", "x", "807").step[1] != "farther"
    now = fight(stand({"a": inf("805", factor=3), "x": inf("806", ALLIED)}, turn=1), "a > 806", 3)
    assert (result(now), now.step) == ("D", (ALLIED, "farther"))
    foes = {"a": inf("805", ALLIED, factor=8), "x": inf("806", factor=2)}
    now = (
        fight(stand(foes, turn=1, phasing=ALLIED), "a > 806", 4)
        .act("length", to="1")
        .act("retreat", "x", "807")
    )
    assert now.step == (GERMAN, "farther"), "Germans are free to"
    units = {"a": inf("805", factor=3), "x": inf("806", ALLIED)}
    stern = fight(stand(units, country(first_turn_stand="any"), turn=1), "a > 806", 3)
    assert (result(stern), stern.step[1] != "farther") == ("D", True)


@pytest.mark.rule("tigers", "TG-FUL-04", "AMB-78")
def test_a_german_retreat_onto_the_hidden_dump_takes_it() -> None:
    """The result of a combat has let them occupy its hex; the way is open whether the dump is there or not."""
    units = {"a": inf("1208", ALLIED, factor=8), "x": inf("1108", factor=2)}
    for dump in ("1008", "1007"):
        now = fight(stand(units, phasing=ALLIED, dump=dump), "a > 1108", 4).act("length", to="1")
        assert "1008" in now.targets("retreat", "x")
        now = now.act("retreat", "x", "1008")
        assert now.s.dump_state == ("taken" if dump == "1008" else "hidden")


@pytest.mark.rule("tigers", "TG-FUL-04", "AMB-78")
def test_an_advance_onto_the_hidden_dump_takes_it() -> None:
    """Aside into an empty hex."""
    units = {"a": inf("1108", factor=9), "b": inf("1108"), "x": inf("1109", ALLIED, factor=1)}
    now = fight(stand(units, dump="1008"), "a b > 1109", 1).act("advance", "a", "1109")
    now = now.act("advance", "b", "1008", "aside")
    assert (now.s.dump_state, now.outcome.barrier) == ("taken", "seen")


@pytest.mark.rule("tigers", "TG-RET-13", "AMB-17", "TG-STK-06")
def test_a_retreat_into_a_full_hex_is_legal_and_warns() -> None:
    """What is too many there is lost when the limit is tested, so the owner is told before he goes."""
    units = {"a": inf("805", factor=6), "x": inf("806", ALLIED, factor=2)}
    friends = {u: inf("807", ALLIED) for u in "yz"}
    now = fight(stand(units | friends), "a > 806", 3).act("length", to="1")
    says = {at: [str(one) for one in target.says] for at, target in now.targets("retreat", "x").items()}
    assert says["807"] == [
        "807 would be overstacked: excess units that cannot move away are lost when stacking is checked."
    ]
    assert [found for at, found in says.items() if at != "807"] == [[]] * (len(says) - 1)
