"""What an audit finds wrong with a position, by rule."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from hexbench.games.tide_of_iron.decks import InPlay
from tests.games.tide_of_iron import field
from tests.games.tide_of_iron.field import squad, vehicle

DOORS = {"zones": {"american_reinforce": ["N1"], "german_reinforce": ["N12"]}}
PLAIN_UNITS = {"a9": squad("N1"), "g9": squad("N12", "german")}


def wrong(units: dict[str, Any], rules: Any = field.PLAIN, **state: Any) -> list[str]:
    """The rules of all problems of a position."""
    now = field.position({**PLAIN_UNITS, **units}, rules, sound=False, **state)
    return [problem.rule for problem in rules.audit(now.state)]


def test_a_sound_position_has_no_problems() -> None:
    units = {
        "a1": squad("C3", shelter="entrenchment"),
        "av1": vehicle("C3", "gmc_cckw_353", "american", damage="light"),
        "a2": squad("#aboard/av1", token="op_fire", figures={"mg": 2}),
        "g1": squad("D3", "german", specialization="medic", condition="pinned"),
        "g2": squad("#destroyed", "german"),
        "g3": squad("#due/german/4", "german"),
    }
    assert wrong(units, works={"C3": {"entrenchment": 1}}, mission=DOORS) == []


@pytest.mark.rule("tide_of_iron", "TI-STK-01", "TI-STK-02", "TI-STK-06")
def test_stacking() -> None:
    four = {f"a{i}": squad("C3") for i in range(1, 5)}
    assert wrong(four) == ["TI-STK-01"]
    tanks = {f"gv{i}": vehicle("C3", "panzer_iv") for i in range(1, 4)}
    assert wrong(tanks) == ["TI-STK-02"]
    loaded = {
        "gv1": vehicle("C3", "opel_blitz"),
        "g1": squad("#aboard/gv1", "german"),
        "g2": squad("#aboard/gv1", "german"),
        "g3": squad("C3", "german"),
        "g4": squad("C3", "german"),
    }
    assert wrong(loaded) == []


@pytest.mark.rule("tide_of_iron", "TI-MOV-02", "TI-CNC-03")
def test_enemies_share_a_hex_only_when_one_side_is_concealed() -> None:
    both = {"a1": squad("C3"), "g1": squad("C3", "german")}
    assert wrong(both) == ["TI-MOV-02"]
    both["g1"] = squad("C3", "german", concealed=True)
    assert wrong(both, field.spotted({"C3": "w0"})) == []


@pytest.mark.rule("tide_of_iron", "TI-MOV-02", "B-CNC-1")
@pytest.mark.parametrize("other", ["entrenchment", "pillbox"])
def test_enemies_never_share_the_fortifications_of_a_hex_even_concealed(other: str) -> None:
    both = {
        "a1": squad("C3", shelter="entrenchment"),
        "g1": squad("C3", "german", shelter=other, concealed=True),
    }
    works = {"C3": {"entrenchment": 2, "pillbox": 1}}
    assert wrong(both, works=works) == ["TI-MOV-02"]
    del both["g1"]["shelter"]
    assert wrong(both, field.spotted({"C3": "w0"}), works=works) == []


@pytest.mark.rule("tide_of_iron", "TI-TRN-01", "TI-TRN-10", "B-TRN-1", "TI-CNC-01")
def test_passengers() -> None:
    truck = {"av1": vehicle("C3", "gmc_cckw_353", "american")}
    three = {f"a{i}": squad("#aboard/av1") for i in (1, 2, 3)}
    assert wrong({**truck, **three}) == ["TI-TRN-01"]
    assert wrong({"a1": squad("#aboard/a9")}) == ["TI-TRN-01"]
    assert wrong({**truck, "g1": squad("#aboard/av1", "german")}) == ["TI-TRN-01"]
    assert wrong({"av1": vehicle("#destroyed", "gmc_cckw_353", "american"), "a1": squad("#aboard/av1")}) == [
        "TI-TRN-10"
    ]
    assert wrong({**truck, "a1": squad("#aboard/av1", condition="pinned")}) == ["B-TRN-1"]
    assert wrong({**truck, "a1": squad("#aboard/av1", concealed=True)}) == ["TI-CNC-01"]


@pytest.mark.rule("tide_of_iron", "M-01", "TI-SPC-02", "TI-STA-19", "TI-ATK-17")
def test_squads() -> None:
    assert wrong({"a1": squad("C3", figures={"mg": 2, "regular": 1})}) == ["M-01"]
    assert wrong({"a1": squad("C3", figures={"mg": 1}, specialization="medic")}) == ["TI-SPC-02"]
    assert wrong({"a1": {"at": "C3", "side": "american"}}) == ["TI-STA-19"]
    assert wrong({"a1": squad("C3", damage="light")}) == ["TI-ATK-17"]


@pytest.mark.rule("tide_of_iron", "TI-SUP-01", "TI-FORT-05", "TI-CNC-01", "TI-ABL-17", "TI-SPC-01")
def test_vehicles() -> None:
    assert wrong({"gv1": vehicle("C3", "panzer_iv", condition="pinned")}) == ["TI-SUP-01"]
    assert "TI-FORT-05" in wrong({"gv1": vehicle("C3", "panzer_iv", shelter="pillbox")})
    covered = field.spotted({"C3": "w0"})
    assert wrong({"gv1": vehicle("C3", "panzer_iv", concealed=True)}, covered) == ["TI-CNC-01"]
    assert wrong({"gv1": vehicle("C3", "opel_blitz", damage="heavy")}) == ["TI-ABL-17"]
    assert wrong({"gv1": vehicle("C3", "sdkfz_251", damage="heavy")}) == []
    assert wrong({"gv1": {**vehicle("C3", "panzer_iv"), "figures": {"regular": 1}}}) == ["TI-SET-09"]
    assert wrong({"gv1": {**vehicle("C3", "panzer_iv"), "specialization": "medic"}}) == ["TI-SPC-01"]


@pytest.mark.rule("tide_of_iron", "TI-CON-08", "TI-SEQ-06")
def test_tokens() -> None:
    assert wrong({"a1": squad("C3", condition="disrupted", token="op_fire")}) == ["TI-CON-08"]
    assert wrong({"a1": squad("#due/american/3", token="fatigued")}, mission=DOORS) == ["TI-SEQ-06"]


@pytest.mark.rule("tide_of_iron", "TI-RIF-03", "B-WIN-1")
def test_whoever_can_never_come_in_is_found() -> None:
    """No zone to come into, or the last round: such a unit would be lost on the day it comes, or wait for ever."""
    late = {"g1": squad("#due/german/4", "german")}
    assert wrong(late) == ["TI-RIF-03"]
    assert wrong(late, mission=DOORS) == []
    assert wrong(late, mission=DOORS, round=4) == []
    assert wrong({"g1": squad("#due/german/8", "german")}, mission=DOORS) == ["B-WIN-1"]


@pytest.mark.rule(
    "tide_of_iron", "TI-FORT-01", "TI-FORT-06", "TI-SPC-06", "B-FORT-2", "TI-SMK-08", "TI-MOV-02"
)
def test_markers() -> None:
    two = {"a1": squad("C3", shelter="pillbox"), "a2": squad("C3", shelter="pillbox")}
    assert wrong(two, works={"C3": {"pillbox": 1}}) == ["TI-FORT-01"]
    assert wrong({}, works={"C3": {"entrenchment": 2, "pillbox": 2}}) == ["TI-FORT-06"]
    wet = field.spotted({"C3": "s0", "D3": "x0", "E3": "b0"})
    assert wrong({}, wet, works={"C3": {"entrenchment": 1}}) == ["TI-SPC-06"]
    assert wrong({}, wet, works={"D3": {"entrenchment": 1}}) == ["B-FORT-2"]
    assert wrong({}, wet, works={"E3": {"entrenchment": 1, "smoke": True}}) == ["TI-SPC-06", "TI-SMK-08"]
    assert wrong({}, works={"Z99": {"smoke": True}}) == ["position"]


@pytest.mark.rule("tide_of_iron", "TI-TER-09", "TI-TER-10", "TI-TER-11")
def test_nobody_stands_where_he_could_not_go() -> None:
    wet = field.spotted({"C3": "d0", "D3": "f0", "E3": "p0"})
    assert wrong({"a1": squad("C3"), "gv1": vehicle("C9", "panzer_iv")}, wet) == []
    assert wrong({"gv1": vehicle("C3", "panzer_iv")}, wet) == ["TI-TER-09"]
    assert wrong({"a1": squad("D3")}, wet) == ["TI-TER-10"]
    assert wrong({"a1": squad("E3")}, wet) == ["TI-TER-11"]


@pytest.mark.rule("tide_of_iron", "TI-CMD-01", "TI-CMD-13", "TI-STA-22", "TI-SET-04", "TI-SET-06")
def test_numbers_and_cards() -> None:
    assert wrong({"a1": squad("Z99")}) == ["position"]
    assert wrong({"a1": squad("#nowhere")}) == ["position"]
    assert wrong({}, command={"german": -1}) == ["TI-CMD-13"]
    assert wrong({}, vp={"french": 1}) == ["position"]
    assert wrong({}, round=9) == ["TI-STA-22"]
    assert wrong({}, phase="command", sight_limit=-1) == ["TI-SET-06"]
    assert wrong({}, control={"moon": "german"}) == ["TI-CMD-01"]
    assert wrong({}, mission={"objectives": [{"id": "x", "hex": "Z99"}]}) == ["TI-CMD-01"]
    assert wrong({}, hands={"german": ["ace"]}) == ["TI-SET-04"]
    assert wrong({}, decks={"german/morale": {"mo-hold": 2}}) == ["TI-SET-04"]
    assert wrong({}, decks={"german/tarot": {}}) == ["TI-SET-04"]


@pytest.mark.rule("tide_of_iron", "TI-CARD-01", "M-05")
def test_a_card_in_force_and_what_it_changes_go_together() -> None:
    lies = {"american": (InPlay(card="art-observer"),)}
    now = field.position({"a1": squad("C5"), "g1": squad("M12", "german")}, in_play=lies)
    (effect,) = now.state.effects
    assert (effect.card, effect.side, effect.change.stat, effect.change.delta) == (
        "art-observer",
        "american",
        "drift_number",
        -1,
    )
    bare = replace(now.state, effects=())
    assert [p.rule for p in now.rules.audit(bare)] == ["TI-CARD-01"]
    lost = replace(now.state, in_play={})
    assert [p.rule for p in now.rules.audit(lost)] == ["TI-CARD-01"]
    waiting = {"american": (InPlay(card="art-registration", waiting=True, tried=1),)}
    assert field.position({"a1": squad("C5")}, in_play=waiting).state.effects == ()


@pytest.mark.rule("tide_of_iron", "TI-CARD-01", "TI-CARD-03")
def test_a_card_in_play_stays_there_or_waits_for_the_contact_it_needs() -> None:
    for card, waiting, rules in (
        ("mo-hold", True, ["TI-CARD-03"]),
        ("art-wire-repaired", True, ["TI-CARD-03"]),
        ("mo-bold", False, ["TI-CARD-01"]),
        ("art-smoke", False, ["TI-CARD-01"]),
        ("art-smoke", True, []),
        ("art-harass", False, []),
    ):
        assert wrong({}, in_play={"german": (InPlay(card=card, waiting=waiting),)}) == rules, card


@pytest.mark.rule("tide_of_iron", "TI-CNC-01")
def test_concealed_squads_of_a_position_are_hidden_where_concealment_hides() -> None:
    rules = field.spotted({"C8": "w0"}, concealment="hidden")
    units = {"a1": squad("C2"), "g1": squad("C8", "german", concealed=True), "g2": squad("L8", "german")}
    now = field.position(units, rules)
    assert now.state.handles == {"gh1": "g1"}
    view = now.of("american").s
    assert view.units["g1"].at == "#unseen"
    assert view.units["gh1"].at == "C8"
    assert [p.rule for p in rules.audit(replace(now.state, handles={}))] == ["TI-CNC-01"]
    assert [p.rule for p in rules.audit(replace(now.state, handles={"gh1": "g1", "gh2": "g2"}))] == [
        "TI-CNC-01"
    ]
    assert field.position(units, rules, handles={"gh4": "g1"}).state.handles == {"gh4": "g1"}
    open_ = field.position(units, field.spotted({"C8": "w0"}))
    assert open_.state.handles == {}, "with the squads in sight there is nothing to hide"
