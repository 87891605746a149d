"""Status step 4: figures change squads within a hex."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.tide_of_iron import field
from tests.games.tide_of_iron.field import squad, vehicle


def transfers(units: dict[str, Any], **state: Any) -> field.Situation:
    """The step of the Americans."""
    plain = {"g9": squad("N12", "german")}
    now = field.position({**plain, **units}, phase="status", **state)
    return now.until("american", "transfer")


TWO = {"a1": squad("C3", figures={"regular": 2, "officer": 1}), "a2": squad("C3", figures={"elite": 2})}


@pytest.mark.rule("tide_of_iron", "TI-STA-13", "C-D4")
def test_figures_move_freely_between_squads_of_a_hex() -> None:
    now = transfers({**TWO, "a3": squad("C4", figures={"regular": 1})})
    assert now.offered("transfer") == ("a1", "a2")
    now = now.act("transfer", "a1", "a2", "officer").act("transfer", "a2", "a1", "elite")
    assert now["a1"].figures == {"regular": 2, "elite": 1}
    assert now["a2"].figures == {"elite": 1, "officer": 1}
    assert now.refused("transfer", "a1", "a3", "elite") == ["TI-STA-13"]
    assert now.refused("transfer", "a1", "a2", "mortar") == ["TI-STA-13"]
    assert now.refused("transfer", "a1", "a1", "elite") == ["TI-STA-13"]
    assert now.refused("transfer", "g9", "a1", "regular")[0] == "TI-STA-13"
    assert now.act("done").step[1] == "turn"


@pytest.mark.rule("tide_of_iron", "M-01", "TI-STA-13")
def test_a_squad_takes_no_more_figures_than_its_base_holds() -> None:
    now = transfers({"a1": squad("C3", figures={"mg": 1}), "a2": squad("C3", figures={"regular": 3})})
    assert now.refused("transfer", "a1", "a2", "mg") == ["M-01"]
    now = now.act("transfer", "a2", "a1", "regular")
    assert now["a1"].figures == {"regular": 1, "mg": 1}


@pytest.mark.rule("tide_of_iron", "TI-STA-14", "TI-STA-15", "TI-SPC-03")
def test_specialized_squads_neither_give_nor_take() -> None:
    units = {**TWO, "a3": squad("C3", figures={"regular": 2}, specialization="medic")}
    now = transfers(units)
    assert now.refused("transfer", "a1", "a3", "regular") == ["TI-STA-14"]
    assert now.refused("transfer", "a3", "a1", "regular") == ["TI-STA-14"]
    assert "a3" not in now.offered("transfer")
    assert now.refused("transfer", "a3", "a1", "medic") == ["TI-STA-14", "TI-STA-15"]
    assert now.refused("transfer", "a1", "a2", "medic") == ["TI-STA-15"]


@pytest.mark.rule("tide_of_iron", "TI-STA-16")
def test_pinned_and_disrupted_squads_neither_give_nor_take() -> None:
    # a pinned squad would have recovered by now; one that was disrupted is pinned
    now = transfers(
        {
            **TWO,
            "a3": squad("C3", figures={"elite": 2}, condition="disrupted"),
            "a1": squad("C3", figures={"regular": 2}),
        }
    )
    assert now["a3"].condition == "pinned"
    assert now.refused("transfer", "a1", "a3", "regular") == ["TI-STA-16"]
    assert now.refused("transfer", "a3", "a1", "elite") == ["TI-STA-16"]


@pytest.mark.rule("tide_of_iron", "TI-STA-17")
def test_squads_in_vehicles_neither_give_nor_take() -> None:
    units = {
        **TWO,
        "av1": vehicle("C3", "gmc_cckw_353", "american"),
        "a3": squad("#aboard/av1", figures={"elite": 2}),
        "a4": squad("#aboard/av1", figures={"elite": 2}),
    }
    now = transfers(units)
    assert "TI-STA-17" in now.refused("transfer", "a1", "a3", "regular")
    assert set(now.refused("transfer", "a3", "a4", "elite")) == {"TI-STA-17"}


@pytest.mark.rule("tide_of_iron", "TI-STA-18")
@pytest.mark.parametrize("fort", ["entrenchment", "pillbox"])
def test_squads_in_fortifications_neither_give_nor_take(fort: str) -> None:
    units = {**TWO, "a3": squad("C3", figures={"elite": 2}, shelter=fort)}
    now = transfers(units, works={"C3": {fort: 1}})
    assert now.refused("transfer", "a1", "a3", "regular") == ["TI-STA-18"]
    assert now.refused("transfer", "a3", "a1", "elite") == ["TI-STA-18"]


@pytest.mark.rule("tide_of_iron", "TI-STA-19", "TI-WIN-01")
def test_an_empty_base_is_removed_and_nobody_scores_for_it() -> None:
    worth = {"victory": {"elimination_vp": {"american": {"squad": 2}}}}
    now = transfers(
        {"a1": squad("C3", figures={"elite": 1}), "a2": squad("C3", figures={"regular": 2})}, mission=worth
    )
    now = now.act("transfer", "a1", "a2", "elite")
    assert now["a1"].at == "#lost"
    assert now["a2"].figures == {"regular": 2, "elite": 1}
    assert now.state.vp == {"american": 0, "german": 0}


@pytest.mark.rule("tide_of_iron", "C-D4")
def test_a_side_without_squads_together_is_not_asked() -> None:
    now = field.position({"a1": squad("C3"), "a2": squad("C4"), "g1": squad("N12", "german")}, phase="status")
    now = now.act("done").act("done")
    assert now.step == ("american", "turn")


@pytest.mark.rule("tide_of_iron", "TI-STA-13")
def test_the_enemy_does_not_learn_what_concealed_squads_exchange() -> None:
    rules = field.spotted({"C3": "w0"}, concealment="hidden")
    units = {
        "a1": squad("C3", figures={"regular": 2}, concealed=True),
        "a2": squad("C3", figures={"elite": 2}, concealed=True),
    }
    now = transfers(units, rules=rules, handles={"ah1": "a1", "ah2": "a2"})
    now = now.act("transfer", "a1", "a2", "regular")
    assert [t.to("german") for t in now.outcome.told if t.to("german") is not None] == []
    assert len([t.to("american") for t in now.outcome.told if t.to("american") is not None]) == 2
