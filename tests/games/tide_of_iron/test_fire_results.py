"""TI-ATK-15 to -22, TI-SUP, B-ATK-1: what hits do to squads and to vehicles."""

from __future__ import annotations

import pytest

from hexbench.games.tide_of_iron.pieces import Works
from tests.games.tide_of_iron import field
from tests.games.tide_of_iron.shots import AMERICAN, GERMAN, aim, duel, hit, squad, suppress, top, vehicle

TANK = vehicle("C5", "m4a1_sherman", AMERICAN)


@pytest.mark.rule("tide_of_iron", "TI-ATK-15")
@pytest.mark.parametrize(("hits", "left"), [(0, 4), (1, 3), (3, 1)])
def test_a_normal_attack_takes_a_figure_for_each_hit(hits: int, left: int) -> None:
    now = hit(aim(duel(squad("C5"), squad("C7", GERMAN))), hits)
    assert (now["g1"].men, now["g1"].lost) == (left, 4 - left)


@pytest.mark.rule("tide_of_iron", "TI-ATK-15")
@pytest.mark.rule("tide_of_iron", "TI-STA-19")
def test_a_squad_without_figures_is_gone() -> None:
    assert not hit(aim(duel(squad("C5"), squad("C7", GERMAN))), 4)["g1"].on_map
    small = duel(squad("C5"), squad("C7", GERMAN, {"elite": 1, "officer": 1}))
    assert not hit(aim(small), 3)["g1"].on_map


@pytest.mark.rule("tide_of_iron", "TI-ATK-16")
@pytest.mark.parametrize("condition", ["pinned", "disrupted"])
def test_a_normal_attack_leaves_the_condition_as_it_is(condition: str) -> None:
    now = hit(aim(duel(squad("C5"), squad("C7", GERMAN, condition=condition))), 2)
    assert (now["g1"].men, now["g1"].condition) == (2, condition)


@pytest.mark.rule("tide_of_iron", "B-ATK-1")
@pytest.mark.rule("tide_of_iron", "TI-ATK-15")
def test_the_owner_chooses_the_figures_that_fall() -> None:
    mixed = squad("C7", GERMAN, {"regular": 1, "elite": 1, "officer": 1})
    now = hit(aim(duel(squad("C5"), mixed)), 2)
    assert now.step == (GERMAN, "casualties")
    assert sorted(now.targets("lose", "g1")) == ["elite", "officer", "regular"]
    assert now.refused("lose", "g1", "mg") == ["B-ATK-1"]
    assert now.refused("lose", "a1", "regular") == ["B-ATK-1"]
    now = now.act("lose", "g1", "officer")
    assert now["g1"].men == 3, "they fall together"
    now = now.act("lose", "g1", "regular")
    assert now["g1"].figures == {"elite": 1}
    assert now.step == (AMERICAN, "turn") or now.step[0] == GERMAN


@pytest.mark.rule("tide_of_iron", "B-ATK-1")
def test_by_default_regulars_fall_first_and_the_officer_last() -> None:
    everybody = squad("C6", GERMAN, {"regular": 1, "elite": 1, "officer": 1, "mg": 1})
    fallen = []
    for hits in (1, 2, 3):
        now = hit(aim(duel(TANK, everybody, sound=False)), hits)
        while now.step[1] == "casualties":
            now = now.default()
        fallen.append(list(now["g1"].figures))
    assert fallen == [["elite", "officer", "mg"], ["officer", "mg"], ["officer"]]


@pytest.mark.rule("tide_of_iron", "B-ATK-1")
def test_no_question_where_there_is_no_choice() -> None:
    now = hit(aim(duel(squad("C5"), squad("C7", GERMAN, {"elite": 3}))), 2)
    assert now["g1"].figures == {"elite": 1}
    assert now.step[1] == "turn"


@pytest.mark.parametrize(
    ("before", "hits", "after"),
    [
        pytest.param("", 1, "light", marks=pytest.mark.rule("tide_of_iron", "TI-ATK-17")),
        pytest.param("", 2, "light", marks=pytest.mark.rule("tide_of_iron", "TI-ATK-17")),
        pytest.param("", 3, "heavy", marks=pytest.mark.rule("tide_of_iron", "TI-ATK-18")),
        pytest.param("", 4, "gone", marks=pytest.mark.rule("tide_of_iron", "TI-ATK-19")),
        pytest.param("", 7, "gone", marks=pytest.mark.rule("tide_of_iron", "TI-ATK-19")),
        pytest.param("light", 1, "heavy", marks=pytest.mark.rule("tide_of_iron", "TI-ATK-20")),
        pytest.param("light", 2, "heavy", marks=pytest.mark.rule("tide_of_iron", "TI-ATK-20")),
        pytest.param("light", 3, "gone", marks=pytest.mark.rule("tide_of_iron", "TI-ATK-21")),
        pytest.param("heavy", 1, "gone", marks=pytest.mark.rule("tide_of_iron", "TI-ATK-22")),
    ],
)
def test_vehicle_damage(before: str, hits: int, after: str) -> None:
    now = hit(aim(duel(TANK, vehicle("C8", "panzer_iv", damage=before))), hits)
    assert (now["g1"].damage if now["g1"].on_map else "gone") == after


@pytest.mark.rule("tide_of_iron", "TI-ABL-17")
@pytest.mark.parametrize(("before", "hits", "gone"), [("", 2, False), ("", 3, True), ("light", 1, True)])
def test_a_truck_does_not_outlive_heavy_damage(before: str, hits: int, gone: bool) -> None:
    now = hit(aim(duel(TANK, vehicle("C8", "opel_blitz", damage=before))), hits)
    assert now["g1"].on_map != gone


@pytest.mark.rule("tide_of_iron", "TI-TRN-09")
@pytest.mark.rule("tide_of_iron", "TI-TRN-10")
def test_passengers_share_the_destruction_of_a_vehicle_and_nothing_else() -> None:
    inside = {"g2": squad("#aboard/g1", GERMAN)}
    hurt = hit(aim(duel(TANK, vehicle("C8", "sdkfz_251"), inside)), 3)
    assert hurt["g1"].damage == "heavy"
    assert (hurt["g2"].men, hurt["g2"].inside) == (4, "g1")
    gone = hit(aim(duel(TANK, vehicle("C8", "sdkfz_251"), inside)), 4)
    assert not gone["g2"].inside
    assert not gone["g2"].on_map


@pytest.mark.parametrize(
    ("before", "hits", "after"),
    [
        pytest.param("", 1, "pinned", marks=pytest.mark.rule("tide_of_iron", "TI-SUP-02")),
        pytest.param("", 2, "pinned", marks=pytest.mark.rule("tide_of_iron", "TI-SUP-02")),
        pytest.param("", 3, "disrupted", marks=pytest.mark.rule("tide_of_iron", "TI-SUP-03")),
        pytest.param("", 4, "gone", marks=pytest.mark.rule("tide_of_iron", "TI-SUP-04")),
        pytest.param("", 6, "gone", marks=pytest.mark.rule("tide_of_iron", "TI-SUP-04")),
        pytest.param("pinned", 1, "disrupted", marks=pytest.mark.rule("tide_of_iron", "TI-SUP-05")),
        pytest.param("pinned", 2, "disrupted", marks=pytest.mark.rule("tide_of_iron", "TI-SUP-05")),
        pytest.param("pinned", 3, "gone", marks=pytest.mark.rule("tide_of_iron", "TI-SUP-06")),
        pytest.param("disrupted", 1, "gone", marks=pytest.mark.rule("tide_of_iron", "TI-SUP-07")),
    ],
)
def test_suppression(before: str, hits: int, after: str) -> None:
    now = suppress(aim(duel(TANK, squad("C7", GERMAN, condition=before))), hits)
    assert (now["g1"].condition if now["g1"].on_map else "gone") == after


@pytest.mark.rule("tide_of_iron", "TI-SUP-08")
@pytest.mark.parametrize("hits", [1, 2, 3])
def test_a_suppressive_attack_takes_no_figures(hits: int) -> None:
    assert suppress(aim(duel(TANK, squad("C7", GERMAN))), hits)["g1"].men == 4


@pytest.mark.rule("tide_of_iron", "TI-CON-09")
@pytest.mark.rule("tide_of_iron", "TI-CON-07")
@pytest.mark.rule("tide_of_iron", "TI-OPF-05")
@pytest.mark.parametrize(("token", "after"), [("", ""), ("op_fire", "fatigued"), ("fatigued", "fatigued")])
def test_a_squad_pinned_in_the_others_turn_keeps_its_freshness_and_loses_op_fire(
    token: str, after: str
) -> None:
    now = suppress(aim(duel(TANK, squad("C7", GERMAN, token=token))), 1)
    assert (now["g1"].condition, now["g1"].token) == ("pinned", after)


@pytest.mark.rule("tide_of_iron", "TI-OPF-06")
@pytest.mark.rule("tide_of_iron", "TI-CON-07")
def test_a_squad_pinned_by_op_fire_while_it_is_active_is_fatigued() -> None:
    now = duel(squad("C5"), squad("C7", GERMAN, token="op_fire"))
    now = suppress(aim(now, "g1", "a1", "op_fire"), 1)
    assert (now["a1"].condition, now["a1"].token) == ("pinned", "fatigued")


def test_points_for_a_destroyed_unit_count_at_once() -> None:
    mission = {"victory": {"elimination_vp": {GERMAN: {"squad": 2}}}}
    now = hit(aim(duel(squad("C5"), squad("C7", GERMAN), mission=mission)), 4)
    assert now.state.vp[AMERICAN] == 2


def test_a_draft_is_not_seen_before_it_is_binding() -> None:
    now = aim(duel(squad("C5"), squad("C7", GERMAN)))
    other = now.of(GERMAN)
    assert other.step.parts == ()
    assert other.step.target == ""
    assert not other.prompt.offers
    assert str(other.prompt.say)
    assert now.seat.step.parts


def test_cancelling_costs_nothing() -> None:
    now = duel(squad("C5"), squad("C7", GERMAN), works={"D9": Works(smoke=True)})
    before = top(now)
    after = now.act("fire", "a1", "g1").act("cancel_attack")
    assert top(after) == before
    assert after["a1"].fresh
    assert after.numbers == ()
    assert field.PLAIN.verbs["cancel_attack"].name == "cancel_attack"
