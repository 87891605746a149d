"""Who must and who may advance after a combat, how far, and who stays to contain (TG-ADV, AMB-21 to AMB-24, AMB-118)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.tigers.field import (
    ALLIED,
    GERMAN,
    PLAIN,
    Situation,
    abn,
    arm,
    cav,
    country,
    inf,
    para,
    pz,
    pzgren,
    tiger,
)
from tests.games.tigers.melee import allocated, fight, result, rolled, stand

GONE = {"x": inf("806", ALLIED, factor=1)}
"""Attacked with eight and more it is eliminated on row 1."""


def won(units: dict[str, Any], rules: Any = PLAIN, plan: str = "a > 806", **state: Any) -> Situation:
    """806 is vacated by DE."""
    now = fight(stand(GONE | units, rules, **state), plan, 1)
    assert result(now) == "DE"
    return now


def driven(die: int, attack: int, k: int, extra: int | None, rules: Any = PLAIN, **units: Any) -> Situation:
    """A defender of 2 in 806, attacked from 805 by ``a`` and the rest, goes k hexes and perhaps farther, northward."""
    found = {"a": inf("805", factor=attack), "x": inf("806", ALLIED, factor=2)} | units
    plan = " ".join(u for u in found if found[u]["printed"]["side"] == GERMAN) + " > 806"
    now = fight(stand(found, rules), plan, die)
    if now.step[1] == "how_far":
        now = now.act("length", to=str(k))
    for at in ("807", "808", "809")[:k]:
        now = now.act("retreat", "x", at)
    if extra is not None:
        now = now.act("further", to=str(extra))
        for at in ("807", "808", "809")[k : k + extra]:
            now = now.act("retreat", "x", at)
    return now


# ---- who and how far -------------------------------------------------------------------------------------------------
@pytest.mark.rule("tigers", "TG-ADV-01", "TG-ADV-11")
def test_attackers_of_the_combat_advance_one_hex() -> None:
    """At once, and nobody else; the winner of a defense never does."""
    now = won({"a": inf("805", factor=8), "b": inf("805")})
    assert now.step == (GERMAN, "advance")
    assert now.offered("advance") == ("a",)
    assert now.refused("advance", "b", "806") == ["TG-ADV-01"]
    assert set(now.targets("advance", "a", how="")) == {"806"}
    assert now.refused("advance", "a", "807") == ["TG-ADV-03"]
    now = fight(stand({"a": inf("805"), "x": inf("806", ALLIED, factor=11)}), "a > 806", 6)
    assert (result(now), now["x"].at) == ("AE", "806")
    assert now.step[1] != "advance"


@pytest.mark.rule("tigers", "TG-ADV-01")
def test_no_advance_where_the_hex_is_not_vacated() -> None:
    """D1 with no retreat."""
    now = driven(3, 4, 0, 0)
    assert (now["x"].at, now.step[1] == "advance") == ("806", False)


FASTS = {
    "panzers": (pz, True),
    "Tigers": (tiger, True),
    "grenadiers": (pzgren, False),
    "infantry": (inf, False),
    "paras": (para, False),
}


@pytest.mark.rule("tigers", "TG-ADV-03", "AMB-119")
@pytest.mark.parametrize("name", FASTS)
def test_two_hexes_for_armor(name: str) -> None:
    """On DE; panzer grenadiers and Skorzeny are not among them."""
    make, fast = FASTS[name]
    now = won({"a": make("805", factor=8)})
    assert ("807" in now.targets("advance", "a")) == fast


@pytest.mark.rule("tigers", "TG-ADV-01", "TG-ADV-03", "TG-ADV-09")
def test_each_hex_of_an_advance_names_its_clause() -> None:
    """One hex, two, and aside."""
    now = won({"a": pz("805", factor=9), "b": inf("706")}, plan="a b > 806")
    rules = {(t.object, t.how): t.rules for t in now.seat.targets("advance", ("a",))}
    assert rules["806", ""] == ("TG-ADV-01",)
    assert rules["807", ""] == rules["907", ""] == ("TG-ADV-03",)
    assert rules["804", "aside"] == ("TG-ADV-09",)


@pytest.mark.rule("tigers", "TG-ADV-03", "AMB-119")
def test_cavalry_and_armor_yes_skorzeny_no() -> None:
    """By type."""
    foes = {"c": cav("805"), "m": arm("805", factor=8), "x": inf("806", factor=1)}
    now = fight(stand(foes, phasing=ALLIED), "c m > 806", 1)
    assert "807" in now.targets("advance", "c")
    assert "807" in now.targets("advance", "m")
    now = won({"a": inf("805", factor=8), "Skorzeny": "805"}, plan="a Skorzeny > 806")
    assert "807" not in now.targets("advance", "Skorzeny")


@pytest.mark.rule("tigers", "TG-ADV-03", "AMB-22")
@pytest.mark.parametrize(
    ("attack", "die", "k", "code", "far"),
    [(4, 3, 1, "D1", False), (6, 3, 2, "D2", True), (8, 2, 3, "D3", True), (6, 3, 1, "D2", True)],
)
def test_two_hexes_on_d2_and_d3(attack: int, die: int, k: int, code: str, far: bool) -> None:
    """Not on D1."""
    units = {"a": pz("805", factor=attack), "x": inf("806", ALLIED, factor=2)}
    now = fight(stand(units), "a > 806", die)
    assert result(now) == code
    now = now.act("length", to=str(k))
    for at in ("807", "808", "809")[:k]:
        now = now.act("retreat", "x", at)
    if now.step[1] == "farther":
        now = now.act("further", to="0")
    found = {at for at in now.targets("advance", "a", how="") if at != "806"}
    assert bool(found) == far


@pytest.mark.rule("tigers", "TG-ADV-06", "TG-CRT-09", "AMB-22")
def test_a_longer_retreat_lengthens_the_advance_of_all() -> None:
    """D1 and one hex more: two hexes for infantry too; two for armor, which had one."""
    now = driven(3, 4, 1, 1)
    assert {"705", "807"} & set(now.targets("advance", "a", how=""))
    now = driven(3, 4, 1, 0)
    assert set(now.targets("advance", "a", how="")) == {"806"}


@pytest.mark.rule("tigers", "TG-CRT-11", "TG-ADV-06", "AMB-22")
def test_after_a_voluntary_retreat_on_d() -> None:
    """As far as the defender went."""
    units = {"a": inf("805"), "x": inf("806", ALLIED)}
    now = fight(stand(units), "a > 806", 3)
    one = now.act("further", to="1").act("retreat", "x", "807")
    assert set(one.targets("advance", "a", how="")) == {"806"}
    two = now.act("further", to="2").act("retreat", "x", "807").act("retreat", "x", "808")
    assert {"806", "707", "907"} <= set(two.targets("advance", "a", how=""))


@pytest.mark.rule("tigers", "AMB-22", "TG-CRT-09")
def test_the_extra_is_measured_from_the_printed_length() -> None:
    """D1 with k = 0 and one own hex adds nothing; D2 with k = 1 and one own hex neither."""
    assert set(driven(3, 4, 0, 1).targets("advance", "a", how="")) == {"806"}
    assert set(driven(3, 6, 1, 1).targets("advance", "a", how="")) == {"806"}
    assert len(driven(3, 6, 2, 1).targets("advance", "a", how="")) > 1


@pytest.mark.rule("tigers", "AMB-22", "TG-FT1-04", "TG-CRT-17")
def test_nothing_is_lengthened_where_nobody_could_go_farther() -> None:
    """An American on D1 in turn 1 is not asked whether he goes on: the advance is one hex, of whatever unit."""
    for make in (inf, pz):
        units = {"a": make("805", factor=4), "x": inf("806", ALLIED, factor=2)}
        now = fight(stand(units, turn=1), "a > 806", 3)
        assert result(now) == "D1"
        now = now.act("length", to="1").act("retreat", "x", "807")
        assert now.step[1] == "advance"
        assert set(now.targets("advance", "a", how="")) == {"806"}


@pytest.mark.rule("tigers", "TG-ADV-01", "TG-ADV-03", "TG-CRT-21")
def test_each_hex_that_was_given_up_has_a_length_of_its_own() -> None:
    """D1 for the elite in 806, D2 for the others in 906: panzers go two hexes through the one, not through the other."""
    units = {
        "a": pz("805", factor=28),
        "e": abn("806", disrupted=True),
        "x": inf("906", ALLIED),
    }
    now = fight(stand(units), "a > 806 906", 5)
    assert result(now) == "D1 / D2"
    for _ in range(20):
        if now.step[1] == "advance":
            break
        now = now.default()
    assert {lane.hex: (lane.reach, lane.fast) for lane in now.top.lanes} == {"806": (1, 1), "906": (1, 2)}
    found = set(now.targets("advance", "a", how=""))
    assert {"806", "906", "1006"} <= found
    assert not {"707", "706"} & found
    assert now.refused("advance", "a", "707") == ["TG-ADV-01"]
    assert now.sentence("advance", "a", "707") == "An advance through 806 is limited to one hex."


# ---- ground ----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("tigers", "TG-ADV-04", "TG-RIV-06")
def test_an_unbridged_river_denies_two_hexes() -> None:
    """Before the first hex or the second; a bridge helps."""
    now = won({"a": pz("805", factor=8)}, country(river="806/807"))
    assert "807" not in now.targets("advance", "a")
    assert "AMB-118" in now.refused("advance", "a", "807")
    assert "907" in now.targets("advance", "a")
    now = won({"a": pz("805", factor=8)}, country(river="806/807", roads=("806 807",)))
    assert "807" in now.targets("advance", "a")
    # infantry that may go two hexes for a longer retreat is denied it as well
    now = driven(3, 4, 1, 1, country(river="806/907"))
    assert now.refused("advance", "a", "907") == ["TG-ADV-04"]


@pytest.mark.rule("tigers", "TG-ADV-05", "AMB-24")
def test_forest_denies_two_hexes_but_along_a_road() -> None:
    """The first or the second; each needs its road."""
    first = country(forest="806")
    assert "807" not in won({"a": pz("805", factor=8)}, first).targets("advance", "a")
    second = won({"a": pz("805", factor=8)}, country(forest="807"))
    assert second.refused("advance", "a", "807") == ["TG-ADV-05"]
    assert "907" in second.targets("advance", "a")
    road = country(forest="806 807", roads=("805 806 807",))
    now = won({"a": pz("805", factor=8)}, road)
    assert "807" in now.targets("advance", "a")
    assert "907" in now.targets("advance", "a")
    half = country(forest="806 807", roads=("805 806",))
    assert "807" not in won({"a": pz("805", factor=8)}, half).targets("advance", "a")


@pytest.mark.rule("tigers", "AMB-118")
def test_mechanized_units_advance_over_a_river_at_a_bridge_only() -> None:
    """The engineer bridge of the attack is one; others wade one hex."""
    wet = country(river="805/806")
    now = won({"a": inf("805", factor=16)}, wet)
    assert "806" in now.targets("advance", "a")
    units = GONE | {"a": inf("805", factor=16), "t": pz("805")}
    now = fight(stand(units, wet), "a t > 806", 1, numbers=[3])
    assert "806" in now.targets("advance", "t")
    both = country(river="805/806 806/807")
    now = fight(stand(units, both), "a t > 806", 1, numbers=[3])
    assert "807" not in now.targets("advance", "t")


# ---- zones of control ------------------------------------------------------------------------------------------------
@pytest.mark.rule("tigers", "TG-ADV-02", "TG-ZOC-41", "TG-ZOC-20")
def test_a_strong_zone_stops_the_advance() -> None:
    """In the vacated hex there is no second step."""
    units = {"a": pz("805", factor=8), "y": inf("808", ALLIED)}
    now = won(units)
    assert "807" in now.targets("advance", "a"), "it is entered"
    units["y"] = inf("907", ALLIED)
    now = won(units)
    assert set(now.targets("advance", "a", how="")) == {"806"}
    assert now.refused("advance", "a", "707") == ["TG-ZOC-20"]


@pytest.mark.rule("tigers", "TG-ADV-02", "TG-ZOC-26", "TG-ZOC-27", "AMB-21")
def test_no_slide_in_a_strong_zone_and_then_nobody_must() -> None:
    """From 805 to 806 under the eyes of 906: only to join a friend who is there already."""
    units = {"a": inf("805", factor=9), "b": inf("707", factor=9), "y": inf("906", ALLIED, factor=1)}
    now = drafted_both(units)
    assert now.refused("advance", "a", "806") == ["TG-ZOC-26"]
    assert "806" in now.targets("advance", "b")
    now = now.act("advance", "b", "806")
    assert "806" in now.targets("advance", "a")


def drafted_both(units: dict[str, Any]) -> Situation:
    """806 and 906 are both attacked; 806 is resolved first, by DE."""
    now = allocated(stand(GONE | units | {"c": inf("905", factor=9)}), "a b > 806", "c > 906")
    return rolled(now, "806", 1)


@pytest.mark.rule("tigers", "AMB-21")
def test_if_nobody_can_enter_nobody_must() -> None:
    """A slide in a strong zone keeps the only attacker out."""
    now = drafted_both(
        {"a": inf("805", factor=9), "b": inf("805", factor=9), "y": inf("906", ALLIED, factor=1)}
    )
    assert "stay" in now.verbs
    assert now.refused("advance", "a", "806") == ["TG-ZOC-26"]


# ---- duty ------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("tigers", "TG-ADV-07", "AMB-21", "TG-TER-14")
def test_attackers_of_the_value_of_the_defense_must_go() -> None:
    """The modified value: three, and one for the forest."""
    units = {"a": inf("805"), "b": inf("805"), "c": inf("706", factor=20), "x": inf("806", ALLIED)}
    now = fight(stand(units, country(forest="806")), "a b c > 806", 1)
    assert result(now) == "DE"
    assert now.refused("stay") == ["TG-ADV-07"]
    now = now.act("advance", "a", "806")
    assert now.refused("stay") == ["TG-ADV-07"], "three of four"
    now = now.act("advance", "b", "806")
    assert "stay" in now.verbs


@pytest.mark.rule("tigers", "TG-ADV-07", "TG-ADV-09")
def test_who_is_needed_in_the_hex_does_not_go_aside() -> None:
    """Somebody else is enough, then he may."""
    units = {"a": inf("805", factor=9), "b": inf("706")}
    now = won(units, plan="a > 806")
    assert now.refused("advance", "a", "804", "aside") == ["TG-ADV-07"]
    now = won(units, plan="a b > 806")
    assert "804" in now.targets("advance", "a", "aside")
    now = now.act("advance", "a", "804", "aside")
    assert now.refused("advance", "b", "705", "aside") == ["TG-ADV-07"]


@pytest.mark.rule("tigers", "TG-ADV-07", "TG-ADV-09")
@pytest.mark.parametrize(("others", "free"), [(1, False), (2, True), (3, True)])
def test_exactly_enough_others_are_enough(others: int, free: bool) -> None:
    """Two factors must go: he is free to go aside when the others can bring two, or when two have gone."""
    units = {"a": inf("805", factor=16), "b": inf("706", factor=others), "x": inf("806", ALLIED, factor=2)}
    now = fight(stand(units), "a b > 806", 1)
    assert result(now) == "DE"
    assert ("804" in now.targets("advance", "a", "aside")) is free
    gone = now.act("advance", "b", "806")
    assert ("804" in gone.targets("advance", "a", "aside")) is free


@pytest.mark.rule("tigers", "TG-ADV-09", "AMB-23")
def test_the_others_may_go_into_an_empty_hex_beside_them() -> None:
    """One hex, and empty of friends too."""
    units = {"a": inf("805", factor=9), "b": pz("706"), "f": inf("705")}
    now = won(units, plan="a b > 806").act("advance", "a", "806")
    found = set(now.targets("advance", "b", how="aside"))
    assert "707" in found
    assert "705" not in found, "a friend is there"
    assert "606" in found
    assert now.refused("advance", "b", "705", "aside") == ["TG-ADV-09"]
    assert "708" not in now.targets("advance", "b", how="aside")


@pytest.mark.rule("tigers", "TG-ADV-10", "TG-DIS-10", "TG-ADV-12", "TG-TER-04")
def test_advancing_disrupts() -> None:
    """Through, into and aside; it is no operational move, and the works stay behind."""
    units = {"a": inf("805", factor=9, entrenched=True), "b": inf("706")}
    now = won(units, plan="a b > 806").act("advance", "a", "806").act("advance", "b", "705", "aside")
    for u in "ab":
        assert (now[u].disrupted, now[u].advanced, now[u].moved, now[u].entrenched) == (
            True,
            True,
            False,
            False,
        )


@pytest.mark.rule("tigers", "AMB-04")
def test_disrupted_attackers_do_not_advance() -> None:
    """D/AE with a retreat: the way is open, and nobody goes."""
    units = {"a": inf("805", factor=2), "b": inf("706", factor=2), "x": inf("806", ALLIED, factor=2)}
    now = fight(stand(units, country(river="805/806 706/806"), dry="805"), "a b > 806", 6)
    now = now.act("lose", "a").act("further", to="1").act("retreat", "x", "807")
    assert now["b"].disrupted
    assert now.step[1] != "advance"


@pytest.mark.rule("tigers", "TG-ADV-07", "AMB-92")
def test_two_hexes_attacked_together_only_one_given_up() -> None:
    """What must go through is the value of the hex that was given up."""
    units = {
        "a": inf("805", factor=8),
        "b": inf("805", factor=2),
        "x": inf("806", ALLIED, factor=2),
        "y": inf("906", ALLIED),
    }
    now = fight(stand(units), "a b > 806 906", 5)  # 2:1: D
    now = now.act("further", to="1").act("retreat", "x", "707")
    while now.step[1] == "retreat":
        now = now.default()
    assert now.step[1] == "advance"
    vacated = {lane.hex for lane in now.top.lanes}
    assert now.top.owed == sum({"806": 2, "906": 3}[at] for at in vacated)


# ---- containing ------------------------------------------------------------------------------------------------------
@pytest.mark.rule("tigers", "TG-ADV-08")
def test_d3_with_no_retreat_contains() -> None:
    """Attackers of the value stay in contact; the rest may go into empty hexes beside them."""
    units = {"a": inf("805", factor=8), "b": inf("706", factor=1), "x": inf("806", ALLIED, factor=2)}
    now = fight(stand(units), "a b > 806", 2)  # 9 to 2: 4:1, D3
    assert result(now) == "D3"
    now = now.act("length", to="0")
    assert now.step == (GERMAN, "advance")
    assert now["x"].at == "806"
    assert now.refused("advance", "a", "804", "aside") == ["TG-ADV-08"]
    assert "605" in now.targets("advance", "b", how="aside")
    assert "stay" in now.verbs


@pytest.mark.rule("tigers", "TG-ADV-08", "TG-CRT-08")
def test_no_containing_on_d2_but_in_turn_1() -> None:
    """In turn 1 Germans pin on D1 and better (TG-FT1-05), Americans do not."""
    units = {"a": inf("805", factor=4), "b": inf("706", factor=1), "x": inf("806", ALLIED, factor=2)}
    now = fight(stand(units), "a b > 806", 3).act("length", to="0").act("further", to="0")
    assert now.step[1] != "advance"


@pytest.mark.rule("tigers", "TG-FT1-05", "TG-ADV-08", "AMB-09")
def test_pinning_in_turn_1() -> None:
    """D1 with k = 0: the Americans cannot add a hex, and the Germans contain them."""
    units = {"a": inf("805", factor=4), "b": inf("706", factor=1), "x": inf("806", ALLIED, factor=2)}
    now = fight(stand(units, turn=1), "a b > 806", 3)
    assert result(now) == "D1"
    now = now.act("length", to="0")
    assert now.step == (GERMAN, "advance")
    assert now.top.contain == 2
    foes = {"a": inf("805", ALLIED, factor=4), "b": inf("706", ALLIED, factor=1), "x": inf("806", factor=2)}
    now = fight(stand(foes, turn=1, phasing=ALLIED), "a b > 806", 3).act("length", to="0")
    assert now.step == (GERMAN, "farther")


@pytest.mark.rule("tigers", "TG-ADV-08")
def test_contact_is_kept_by_going_to_another_hex_beside_the_pinned() -> None:
    """Going aside into 707, which is next to 806 too, does not lose it."""
    units = {"a": inf("706", factor=9), "x": inf("806", ALLIED, factor=2)}
    now = fight(stand(units), "a > 806", 2)
    assert result(now) == "D3"
    now = now.act("length", to="0")
    # sliding in the zone of 806, which is weak since it is disrupted
    assert set(now.targets("advance", "a", how="aside")) == {"707", "805"}


def test_what_is_no_advance() -> None:
    """Two units at once, a hex that does not exist, a way that leads elsewhere."""
    now = won({"a": inf("805", factor=9), "c": inf("604")})
    assert now.refused("advance", "a c", "806") == ["TG-ADV-01"]
    assert now.refused("advance", "a", "9999") == ["TG-SEQ-01"]
    assert now.refused("advance", "a", "806", via="805") == ["TG-ADV-01"]
    assert now.refused("advance", "a", "806", "aside") == ["TG-ADV-09"]
    assert now.sentence("advance", "a", "806", "aside") == (
        "806 is a vacated hex; an advance into it is not an advance aside."
    )
    assert now.sentence("advance", "a", "804") == "804 is not a vacated hex."


@pytest.mark.rule("tigers", "TG-ADV-03", "TG-ADV-07", "AMB-86")
def test_of_several_ways_of_a_long_advance_the_victor_names_any() -> None:
    """Through either of two hexes that were given up, or a longer one; what it passes is held."""
    units = {"a": pz("805", factor=9), "x": inf("806", ALLIED, factor=1), "y": inf("706", ALLIED, factor=1)}
    now = fight(stand(units), "a > 806 706", 1)
    assert result(now) == "DE"
    assert now.targets("advance", "a", how="")["707"].via in (("806", "707"), ("706", "707"))
    for lane, other in (("806", "706"), ("706", "806")):
        gone = now.act("advance", "a", "707", via=f"{lane} 707")
        assert (gone["a"].at, gone["a"].advanced) == ("707", True)
        assert lane in gone.s.held
        assert other not in gone.s.held
    assert now.act("advance", "a", "806", via="706 806")["a"].at == "806"
    assert now.refused("advance", "a", "707", via="707") == ["TG-ADV-01"]
    assert now.refused("advance", "a", "707", via="806 807 707") == ["TG-ADV-03"]
    assert now.refused("advance", "a", "706", via="706 805 706") == ["TG-ADV-01"]
    assert now.refused("advance", "a", "707", via="806 ZZZZ 707") == ["TG-SEQ-01"]


# ---- warnings, and no question without an answer ----------------------------------------------------------------------
@pytest.mark.rule("tigers", "TG-ADV-07", "AMB-21", "TG-STK-06")
def test_an_advance_warns_of_a_full_hex_and_the_default_goes_where_there_is_room() -> None:
    """The third to come into a hex is told what it costs."""
    units = {u: inf("805", factor=5) for u in "ab"} | {"c": inf("705")}
    now = won(units, plan="a b > 806")
    assert now.targets("advance", "a", how="")["806"].says == ()
    crowded = now.act("advance", "a", "806").do(lambda play: play.put("c", at="806"))
    target = crowded.targets("advance", "b", how="")["806"]
    assert [str(one) for one in target.says] == [
        "806 would be overstacked: excess units that cannot move away are lost when stacking is checked."
    ]


@pytest.mark.rule("tigers", "TG-ADV-01")
def test_after_the_last_who_can_has_advanced_nothing_more_is_asked() -> None:
    """Nor is anything asked when everybody is needed where he is."""
    now = won({"a": inf("805", factor=8)}).act("advance", "a", "806")
    assert now.step[1] != "advance"
    two = won({"a": inf("805", factor=4), "b": inf("805", factor=4)}, plan="a b > 806").act(
        "advance", "a", "806"
    )
    assert two.step == (GERMAN, "advance"), "the other still may"
