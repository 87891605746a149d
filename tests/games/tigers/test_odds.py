"""Defense values, shifts and the columns of elite defenders (TG-ODD, TG-TER-02, TG-TER-06 to TG-TER-14, TG-SPC)."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.games.tigers import odds
from tests.games.tigers.field import (
    ALLIED,
    ARDENNES,
    GERMAN,
    abn,
    arm,
    cav,
    cc,
    country,
    inf,
    para,
    pz,
    pzgren,
    ss,
    tiger,
    unit,
)
from tests.games.tigers.melee import fight, reckoning, shifts, stand, values

FOE = {"a": inf("805", factor=9)}
"""An attacker whose odds never matter."""


# ---- defense values --------------------------------------------------------------------------------------------------
@pytest.mark.rule("tigers", "TG-TER-02")
def test_entrenched_plus_one() -> None:
    """That unit alone."""
    units = {"x": inf("806", ALLIED, entrenched=True), "y": inf("806", ALLIED)}
    assert values(stand(FOE | units), "a", "806") == {"x": 4, "y": 3}


@pytest.mark.rule("tigers", "TG-TER-06", "AMB-54")
def test_a_town_helps_the_largest_infantry_type() -> None:
    """One of them, armor never."""
    units = {"x": inf("806", ALLIED, factor=2), "y": abn("806")}
    assert values(stand(FOE | units, country(town="806")), "a", "806") == {"x": 2, "y": 5}
    assert values(
        stand(FOE | {"x": inf("806", ALLIED, factor=2), "y": arm("806")}, country(town="806")), "a", "806"
    ) == {
        "x": 3,
        "y": 4,
    }


@pytest.mark.rule("tigers", "TG-TER-07")
def test_a_major_city_helps_every_infantry_type() -> None:
    """Each of them."""
    units = {"x": inf("806", ALLIED), "y": abn("806"), "z": cc("806")}
    assert values(stand(FOE | units, country(city="806")), "a", "806") == {"x": 4, "y": 5, "z": 1}


@pytest.mark.rule("tigers", "TG-TER-07")
def test_the_major_cities_of_the_map() -> None:
    """Liège, Namur and Sedan and no other."""
    cells = zip(ARDENNES.atlas.labels, ARDENNES.atlas.cells, strict=True)
    assert sorted(at for at, cell in cells if "city" in cell.features) == ["201", "308", "809"]


@pytest.mark.rule("tigers", "TG-TER-08")
def test_forest_helps_one_infantry_type() -> None:
    """The largest."""
    units = {"x": inf("806", ALLIED), "y": abn("806")}
    assert values(stand(FOE | units, country(forest="806")), "a", "806") == {"x": 3, "y": 5}


@pytest.mark.rule("tigers", "TG-TER-09")
def test_the_venn_helps_every_infantry_type() -> None:
    """Any, not any one."""
    units = {"x": inf("806", ALLIED), "y": abn("806"), "z": arm("806", disrupted=True, factor=1)}
    assert values(stand(FOE | units, country(venn="806")), "a", "806") == {"x": 4, "y": 5, "z": 1}


@pytest.mark.rule("tigers", "TG-TER-12", "AMB-53", "TG-ODD-03")
def test_bonuses_add_up() -> None:
    """Entrenched in a town in the forest: three."""
    now = stand(FOE | {"x": inf("806", ALLIED, entrenched=True)}, country(forest="806", town="806"))
    assert values(now, "a", "806") == {"x": 6}


@pytest.mark.rule("tigers", "TG-TER-13")
@pytest.mark.parametrize("who", [arm, cc, cav])
def test_armor_commands_and_cavalry_have_no_infantry_bonus(who: Any) -> None:
    """In no terrain."""
    for ground in (country(forest="806"), country(town="806"), country(city="806"), country(venn="806")):
        now = stand(FOE | {"x": who("806")}, ground)
        assert values(now, "a", "806")["x"] == now.s.roster["x"].factor


@pytest.mark.rule("tigers", "TG-DIS-05")
def test_disrupted_units_keep_what_terrain_gives_and_lose_their_works() -> None:
    """The forest helps on."""
    now = stand(FOE | {"x": inf("806", ALLIED, disrupted=True)}, country(forest="806"))
    assert values(now, "a", "806") == {"x": 4}


WEST = {"a": inf("1302", ALLIED), "b": inf("1202", ALLIED), "x": inf("1303")}


@pytest.mark.rule("tigers", "TG-TER-11", "AMB-56")
def test_the_siegfried_line_helps_every_german_behind_it() -> None:
    """Of any type, each of them; only Germans, and only on their side of it."""
    units = WEST | {"y": pz("1303")}
    now = stand(units, country(siegfried="1302/1303 1202/1303"), phasing=ALLIED)
    assert values(now, "a b", "1303") == {"x": 4, "y": 5}
    over = {"a": inf("1303"), "x": inf("1302", ALLIED)}
    assert values(stand(over, country(siegfried="1302/1303")), "a", "1302") == {"x": 3}
    lost = {"a": inf("1303", ALLIED), "x": inf("1302")}
    assert values(stand(lost, country(siegfried="1302/1303"), phasing=ALLIED), "a", "1302") == {"x": 3}


@pytest.mark.rule("tigers", "TG-TER-11", "AMB-55")
def test_flanked_by_one_attacker_the_siegfried_line_is_of_no_use() -> None:
    """One hexside that is none of it is enough."""
    now = stand(WEST, country(siegfried="1302/1303"), phasing=ALLIED)
    assert values(now, "a", "1303") == {"x": 4}
    assert values(now, "a b", "1303") == {"x": 3}


@pytest.mark.rule("tigers", "TG-TER-10")
def test_the_siegfried_line_is_the_front_but_for_two_hexes() -> None:
    """All front hexsides except those that face 1206 and 1307."""
    front, wall = ARDENNES.sides_of["front"], ARDENNES.sides_of["siegfried"]
    assert wall == {side for side in front if not {"1206", "1307"} & set(side.split("/"))}


@pytest.mark.rule("tigers", "TG-TER-14", "TG-ATK-14")
def test_the_modified_value_is_the_sum_of_all_units_of_the_hex() -> None:
    """A stack defends as one."""
    now = stand(FOE | {"x": inf("806", ALLIED, entrenched=True), "y": arm("806")})
    assert reckoning(now, "a", "806").defence == 8


# ---- shifts ----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("tigers", "TG-ODD-04", "AMB-06")
def test_half_of_the_defense_disrupted() -> None:
    """By modified factors: 3 of 6 will do, 3 of 7 will not; the wood that helps the disrupted unit may tip it."""
    half = {"x": inf("806", ALLIED, disrupted=True), "y": inf("806", ALLIED)}
    assert shifts(stand(FOE | half), "a", "806") == {"TG-ODD-04": 1}
    less = {"x": inf("806", ALLIED, disrupted=True), "y": arm("806")}
    assert shifts(stand(FOE | less), "a", "806") == {}
    assert shifts(stand(FOE | less, country(forest="806")), "a", "806") == {"TG-ODD-04": 1}


@pytest.mark.rule("tigers", "TG-ODD-05")
def test_elite_defenders_alone_are_exempt() -> None:
    """German SS, German parachutists, US airborne; not British airborne, not US infantry."""
    now = stand(FOE | {"x": abn("806", disrupted=True)})
    assert reckoning(now, "a", "806").classes == (True,)
    assert reckoning(now, "a", "806").lower == reckoning(now, "a", "806").ladder
    for who in (ss("806", disrupted=True), para("806", disrupted=True)):
        now = stand({"a": inf("805", ALLIED), "x": who}, phasing=ALLIED)
        assert reckoning(now, "a", "806").classes == (True,)
    for who in (
        unit("806", ALLIED, "abn", "div", 3, 3, {"disrupted": True, "nation": "british"}),
        inf("806", ALLIED, disrupted=True),
    ):
        found = reckoning(stand(FOE | {"x": who}), "a", "806")
        assert found.classes == (False,)
        assert found.lower == found.ladder + 1


@pytest.mark.rule("tigers", "TG-ODD-05")
def test_where_all_are_exempt_no_shift_is_told_of() -> None:
    """Neither in the forecast nor to the players."""
    assert shifts(stand(FOE | {"x": abn("806", disrupted=True)}), "a", "806") == {}


@pytest.mark.rule("tigers", "TG-TER-06", "TG-ODD-04", "AMB-54")
@pytest.mark.parametrize("shaken", ["x", "y"])
def test_of_two_that_are_alike_the_undisrupted_one_has_the_bonus(shaken: str) -> None:
    """The owner picks, whatever their order: so the disrupted factors are 3 of 7, not 4."""
    units = {"x": inf("806", ALLIED), "y": inf("806", ALLIED)}
    units[shaken] = inf("806", ALLIED, disrupted=True)
    now = stand(FOE | units, country(town="806"))
    assert values(now, "a", "806") == {"x": 4, "y": 4} | {shaken: 3}
    assert shifts(now, "a", "806") == {}


@pytest.mark.rule("tigers", "TG-ODD-05", "TG-ODD-06", "AMB-06", "TG-CRT-21")
def test_a_mixed_stack_reads_two_columns_of_one_die() -> None:
    """Disrupted elite factors count in the sum; only the others suffer the shift."""
    units = {"a": inf("805", factor=7), "e": abn("806", disrupted=True), "x": inf("806", ALLIED)}
    found = reckoning(stand(units), "a", "806")
    assert found.classes == (True, False)
    assert (found.place(elite=True), found.place(elite=False)) == (4, 5)
    now = fight(stand(units), "a > 806", 4)  # 1:1 gives "-", 3:2 gives D
    assert not now["a"].disrupted
    assert now["x"].disrupted


@pytest.mark.rule("tigers", "TG-ODD-07", "TG-RIV-05")
def test_all_over_a_river() -> None:
    """One attacker on the same side is enough to take the shift away."""
    wet = country(river="805/806")
    units = FOE | {"b": inf("706"), "x": inf("806", ALLIED)}
    assert shifts(stand(units, wet), "a", "806") == {"TG-ODD-07": -1}
    assert shifts(stand(units, wet), "a b", "806") == {}


@pytest.mark.rule("tigers", "AMB-58", "AMB-41")
def test_a_bridge_does_not_help_an_attack_over_a_river() -> None:
    """The shift stays."""
    ground = country(river="805/806", roads=("805 806",))
    assert shifts(stand(FOE | {"x": inf("806", ALLIED)}, ground), "a", "806") == {"TG-ODD-07": -1}
    free = country(river="805/806", roads=("805 806",), bridged_attacks="free")
    assert shifts(stand(FOE | {"x": inf("806", ALLIED)}, free), "a", "806") == {}
    gone = country(river="805/806", bridged_attacks="free")
    assert shifts(stand(FOE | {"x": inf("806", ALLIED)}, gone), "a", "806") == {"TG-ODD-07": -1}


@pytest.mark.rule("tigers", "TG-ODD-08", "TG-SUP-06", "TG-SUP-08")
def test_any_attacker_out_of_supply() -> None:
    """One of two is enough."""
    units = FOE | {"b": inf("706"), "x": inf("806", ALLIED)}
    assert shifts(stand(units, dry="706"), "a b", "806") == {"TG-ODD-08": -1}
    assert shifts(stand(units, dry="706"), "a", "806") == {}


@pytest.mark.rule("tigers", "TG-ODD-09", "TG-SUP-07", "AMB-49")
def test_defenders_out_of_supply() -> None:
    """Of several hexes one is enough."""
    units = FOE | {"x": inf("806", ALLIED), "y": inf("706", ALLIED)}
    assert shifts(stand(units, dry="806"), "a", "806") == {"TG-ODD-09": 1}
    assert shifts(stand(units, dry="806"), "a", "706 806") == {"TG-ODD-09": 1}
    assert shifts(stand(units, dry="806"), "a", "706") == {}


@pytest.mark.rule("tigers", "TG-ODD-02", "AMB-115")
def test_shifts_of_several_hexes() -> None:
    """A bonus needs every hex, a penalty one; disruption is reckoned over the sum."""
    base = {"t": tiger("805"), "a": inf("805", factor=9)}
    units = base | {"x": inf("806", ALLIED), "y": inf("706", ALLIED)}
    assert shifts(stand(units), "a t", "706 806") == {"TG-ODD-10": 1}
    units["y"] = inf("706", ALLIED, entrenched=True)
    assert shifts(stand(units), "a t", "706 806") == {}
    assert shifts(stand(units, country(river="805/706")), "a", "706 806") == {"TG-ODD-07": -1}
    units = base | {"x": inf("806", ALLIED, disrupted=True), "y": arm("706")}
    assert shifts(stand(units), "a", "706 806") == {}
    units["y"] = arm("706", factor=3)
    assert shifts(stand(units), "a", "706 806") == {"TG-ODD-04": 1}


# ---- special German troops -------------------------------------------------------------------------------------------
@pytest.mark.rule("tigers", "TG-SPC-01", "TG-ODD-10")
def test_tiger_fright() -> None:
    """Against un-entrenched American infantry alone, if a Tiger battalion attacks."""
    units = FOE | {"t": tiger("805"), "x": inf("806", ALLIED), "y": inf("806", ALLIED)}
    assert shifts(stand(units), "a t", "806") == {"TG-ODD-10": 1}
    assert shifts(stand(units), "a", "806") == {}


@pytest.mark.rule("tigers", "TG-SPC-02")
@pytest.mark.parametrize(
    "brave",
    [
        abn("806"),
        arm("806", factor=1),
        cav("806"),
        cc("806"),
        inf("806", ALLIED, entrenched=True),
        inf("806", ALLIED, nation="british"),
    ],
)
def test_who_does_not_fear_tigers(brave: Any) -> None:
    """One such unit in the hex is enough."""
    units = FOE | {"t": tiger("805"), "x": inf("806", ALLIED), "y": brave}
    assert "TG-ODD-10" not in shifts(stand(units), "a t", "806")


@pytest.mark.rule("tigers", "AMB-35")
def test_two_tiger_battalions_frighten_no_more_than_one() -> None:
    """Once."""
    units = FOE | {"501SS": "805", "506Pz": "706", "x": inf("806", ALLIED)}
    assert shifts(stand(units), "a 501SS 506Pz", "806") == {"TG-ODD-10": 1}


@pytest.mark.rule("tigers", "TG-SPC-03", "TG-ATK-04")
def test_a_broken_down_tiger_takes_no_part() -> None:
    """It is disrupted."""
    now = stand(FOE | {"506Pz": {"at": "805", "disrupted": True}, "x": inf("806", ALLIED)})
    assert now.refused("attack", "506Pz", "806") == ["TG-ATK-04"]


@pytest.mark.rule("tigers", "TG-SPC-04", "TG-ODD-11", "TG-ODD-02")
def test_skorzeny_adds_to_the_fright() -> None:
    """Both count."""
    units = FOE | {"t": tiger("805"), "Skorzeny": "706", "x": inf("806", ALLIED)}
    assert shifts(stand(units), "a t Skorzeny", "806") == {"TG-ODD-10": 1, "TG-ODD-11": 1}


@pytest.mark.rule("tigers", "TG-SPC-08", "TG-ODD-12", "AMB-33")
@pytest.mark.parametrize("who", ["12SSPz", "501SS", "KGPeiper"])
def test_ruthlessness_in_its_turn(who: str) -> None:
    """Every attack with an SS unit, the SS Tigers and KG Peiper among them."""
    units = FOE | {who: "706", "x": arm("806")}
    assert shifts(stand(units, ruthless=3), f"a {who}", "806") == {"TG-ODD-12": 1}
    assert shifts(stand(units, ruthless=3), "a", "806") == {}
    assert shifts(stand(units), f"a {who}", "806") == {}


@pytest.mark.rule("tigers", "TG-SPC-06", "AMB-33")
@pytest.mark.parametrize("who", ["Skorzeny", "506Pz", "FuhBegBde", "FuhGrenBde"])
def test_who_is_no_ss(who: str) -> None:
    """Neither Skorzeny nor the other Tigers nor the Führer brigades."""
    units = FOE | {who: "706", "x": arm("806")}
    assert "TG-ODD-12" not in shifts(stand(units, ruthless=3), f"a {who}", "806")
    assert "TG-ODD-13" not in shifts(stand(units, ruthless=2), f"a {who}", "806")


@pytest.mark.rule("tigers", "TG-SPC-11", "TG-ODD-13", "TG-SPC-13")
def test_malmedy_in_every_later_turn() -> None:
    """One column down, and never both in one turn."""
    units = FOE | {"s": ss("706"), "x": arm("806")}
    assert shifts(stand(units, ruthless=2), "a s", "806") == {"TG-ODD-13": -1}
    assert shifts(stand(units, ruthless=2), "a", "806") == {}


@pytest.mark.rule("tigers", "TG-SPC-12", "AMB-34")
def test_parachutists_beside_ss_pay_for_malmedy_too() -> None:
    """Stacked with SS or next to them, not farther off; and no more than one column."""
    far = {"p": para("805"), "s": ss("803"), "x": arm("806")}
    assert shifts(stand(far, ruthless=2), "p", "806") == {}
    for at in ("804", "805", "706"):
        near = {"p": para("805"), "s": ss(at), "x": arm("806")}
        assert shifts(stand(near, ruthless=2), "p", "806") == {"TG-SPC-12": -1}
        assert shifts(stand(near, ruthless=3), "p", "806") == {}
    both = {"p": para("805"), "s": ss("706"), "x": arm("806")}
    assert shifts(stand(both, ruthless=2), "p s", "806") == {"TG-ODD-13": -1}


@pytest.mark.rule("tigers", "TG-SPC-10")
def test_without_ruthlessness_no_malmedy() -> None:
    """Never invoked, nothing changes."""
    assert shifts(stand({"s": ss("805"), "x": arm("806")}, turn=9), "s", "806") == {}


@pytest.mark.rule("tigers", "TG-ODD-14", "TG-FT1-01", "AMB-95")
@pytest.mark.parametrize("number", [1, 2])
def test_the_opening_barrage(number: int) -> None:
    """In turn 1, both passes, on the Allied hexes of the front line and no others."""
    ground = country(front="1302/1303")
    units = {"a": inf("1303", factor=9), "b": inf("1203"), "x": inf("1302", ALLIED), "y": inf("1202", ALLIED)}
    now = stand(units, ground, turn=1, round=number)
    assert shifts(now, "a", "1302") == {"TG-ODD-14": 1}
    assert shifts(now, "b", "1202") == {}
    assert shifts(stand(units, ground, turn=2), "a", "1302") == {}


@pytest.mark.rule("tigers", "AMB-95", "AMB-115")
def test_the_barrage_helps_no_attack_that_takes_in_a_hex_behind() -> None:
    """And none of the Allies'."""
    ground = country(front="1302/1303")
    units = {"a": inf("1303", factor=9), "x": inf("1302", ALLIED), "y": inf("1202", ALLIED)}
    assert "TG-ODD-14" not in shifts(stand(units, ground, turn=1), "a", "1302 1202")
    now = stand(units, ground, turn=1, phasing=ALLIED)
    assert shifts(now, "x", "1303") == {}


@pytest.mark.rule("tigers", "AMB-95")
def test_the_barrage_on_the_map() -> None:
    """All Allied hexes on the front, and nothing but them."""
    found = odds.front_hexes(ARDENNES)
    assert {"1105", "1302", "1307", "1206", "1311"} <= found
    assert all(ARDENNES.home(at) == ALLIED for at in found)
    assert not {"1108", "1006", "1407"} & found


@pytest.mark.rule("tigers", "AMB-119")
def test_panzer_grenadiers_are_infantry_for_towns_and_skorzeny_is_not() -> None:
    """Nor are Tigers."""
    foe = {"a": inf("805", ALLIED, factor=9)}
    for who, bonus in (
        (pzgren("806"), 1),
        (tiger("806"), 0),
        (unit("806", GERMAN, "skorzeny", "bn", 1, 4, {}), 0),
    ):
        now = stand(foe | {"x": who}, country(town="806"), phasing=ALLIED)
        assert values(now, "a", "806")["x"] == now.s.roster["x"].factor + bonus
