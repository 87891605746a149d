"""Set-up, first part: the box as it is opened, opening cards, squads built by their owners."""

from __future__ import annotations

import pytest

from tests.games.tide_of_iron import field, shipped
from tests.games.tide_of_iron.small import begin, mission


@pytest.mark.rule(
    "tide_of_iron", "TI-SET-01", "TI-SET-07", "TI-SET-08", "TI-SET-10", "C-S1", "M-08", "M-02", "TI-CMD-08"
)
@pytest.mark.parametrize("name", shipped.SCENARIOS)
def test_the_box_is_opened_as_the_scenario_says(name: str) -> None:
    scenario = shipped.scenario(name)
    now, given = field.scenario(name).state, scenario.mission
    assert now.round == 1
    assert now.initiative == given.initiative_start
    assert now.command == given.command_start
    assert now.pools == given.initiative_pool_start
    assert now.vp == {"american": 0, "german": 0}
    assert now.control == {o.id: o.control_start for o in given.objectives if o.control_start}
    for side, force in given.forces.items():
        squads = [u for u in now.units.values() if u.side == side and u.at == f"#tray/{side}" and u.squad]
        assert len(squads) == force.bases
        rolling = [
            u.type for u in now.units.values() if u.side == side and u.at == f"#tray/{side}" and not u.squad
        ]
        assert {kind: rolling.count(kind) for kind in rolling} == force.vehicles


@pytest.mark.rule("tide_of_iron", "M-08")
def test_a_scenario_that_says_nothing_of_command_gives_none() -> None:
    now = begin().state
    assert now.command == now.pools == {"american": 0, "german": 0}


@pytest.mark.rule("tide_of_iron", "TI-SET-01", "TI-RIF-01")
def test_reinforcements_wait_for_their_round() -> None:
    now = field.scenario("lanzerath").state
    due = {
        uid: (u.at, dict(u.figures), u.specialization)
        for uid, u in now.units.items()
        if u.at.startswith("#due")
    }
    assert due == {
        "g11": ("#due/german/3", {"regular": 4}, ""),
        "g12": ("#due/german/3", {"regular": 3, "officer": 1}, ""),
        "g13": ("#due/german/5", {"elite": 4}, "engineer"),
        "g14": ("#due/german/5", {"regular": 2, "mg": 1}, ""),
    }


@pytest.mark.rule("tide_of_iron", "TI-SET-04", "TI-SET-05", "C-S5", "M-05")
def test_opening_cards_are_drawn_face_up_from_the_decks_the_scenario_names() -> None:
    now = field.scenario("stoumont")
    given = shipped.scenario("stoumont").mission
    assert now.step == ("german", "build_squads")
    for side, force in given.forces.items():
        hand = now.state.hands[side]
        assert [now.rules.deck_of(card) for card in hand] == [
            d for d, n in force.decks.items() for _ in range(n)
        ]
        for deck, n in force.decks.items():
            assert sum(now.state.decks[f"{side}/{deck}"].values()) == 12 - n
            assert now.of("american").s.hands == now.of("german").s.hands == now.state.hands


@pytest.mark.rule("tide_of_iron", "TI-SET-04")
def test_each_side_draws_from_its_own_copy_of_a_deck_in_an_order_nobody_knows() -> None:
    first = {field.scenario("noville", seed).state.hands["german"] for seed in range(12)}
    assert len(first) > 6
    now = field.scenario("noville").state
    assert {key for key in now.decks if key.endswith("/artillery")} == {
        "american/artillery",
        "german/artillery",
    }
    taken = [card for card in now.hands["german"] if card.startswith("art-")]
    printed = {c.id: c.copies for d in shipped.TABLES.decks if d.id == "artillery" for c in d.cards}
    for card, copies in printed.items():
        assert now.decks["german/artillery"].get(card, 0) == copies - taken.count(card)


@pytest.mark.rule("tide_of_iron", "TI-SET-14", "C-S5")
def test_a_plus_on_an_opening_card_draws_nothing_more() -> None:
    plus = {card.id for deck in shipped.TABLES.decks for card in deck.cards if card.plus}
    seen = set()
    for seed in range(40):
        hand = field.scenario("lanzerath", seed).state.hands["american"]
        assert len(hand) == 2
        seen |= plus & set(hand)
    assert seen


@pytest.mark.rule("tide_of_iron", "TI-SET-06")
def test_operations_cards_bind_one_side_or_both() -> None:
    from hexbench.games.tide_of_iron import effects

    now = field.scenario("stoumont")
    bound = {
        side: [card.id for card in effects.dealt(now.rules, now.state, side)]
        for side in ("american", "german")
    }
    assert bound == {"american": ["field-fortified", "valley-fog"], "german": ["valley-fog"]}


# ---- building squads ------------------------------------------------------------------------------------------------
@pytest.mark.rule("tide_of_iron", "TI-SET-09", "C-S2", "TI-SEQ-02")
def test_the_holder_of_the_initiative_builds_first_and_nobody_else_is_asked() -> None:
    now = begin()
    assert now.step == ("german", "build_squads")
    assert now.refused("add_to_base", "a1", how="regular") == ["TI-SET-09"]
    now = now.act("build_default").act("done")
    assert now.step == ("american", "build_squads")


@pytest.mark.rule("tide_of_iron", "TI-SET-09")
def test_a_figure_comes_from_the_pool_and_goes_back() -> None:
    now = begin().act("build_default").act("done")
    now = now.act("add_to_base", "a1", how="elite")
    assert now["a1"].figures == {"elite": 1}
    assert "elite" not in now.state.pool["american"]
    assert now.refused("add_to_base", "a2", how="elite") == ["TI-SET-09"]
    assert now.refused("take_from_base", "a2", how="elite") == ["TI-SET-09"]
    now = now.act("take_from_base", "a1", how="elite")
    assert now["a1"].figures == {}
    assert now.state.pool["american"]["elite"] == 1


@pytest.mark.rule("tide_of_iron", "M-01")
def test_a_base_has_room_for_four_and_crews_take_two() -> None:
    now = begin().act("build_default").act("done")
    for _ in range(3):
        now = now.act("add_to_base", "a1", how="regular")
    assert now.refused("add_to_base", "a1", how="mg") == ["M-01"]
    now = now.act("add_to_base", "a1", how="officer")
    assert now.refused("add_to_base", "a1", how="regular") == ["M-01"]
    now = now.act("add_to_base", "a2", how="mg").act("add_to_base", "a2", how="mg")
    assert now.refused("add_to_base", "a2", how="elite") == ["M-01"]


@pytest.mark.rule("tide_of_iron", "TI-SPC-01", "TI-SPC-02", "TI-SET-09")
def test_a_squad_has_one_specialization_and_no_heavy_weapon_beside_it() -> None:
    now = begin().act("build_default").act("done")
    now = now.act("specialize", "a1", how="engineer")
    assert now["a1"].specialization == "engineer"
    assert now.refused("specialize", "a2", how="engineer") == ["TI-SET-09"]
    assert now.refused("specialize", "a1", how="medic") == ["TI-SPC-01"]
    assert now.refused("add_to_base", "a1", how="mg") == ["TI-SPC-02"]
    now = now.act("add_to_base", "a2", how="mg")
    assert now.refused("specialize", "a2", how="medic") == ["TI-SPC-02"]
    now = now.act("unspecialize", "a1")
    assert now.state.pool["american"]["engineer"] == 1
    assert now.refused("unspecialize", "a1") == ["TI-SPC-01"]


@pytest.mark.rule("tide_of_iron", "TI-SET-09", "C-S2")
def test_every_figure_is_distributed_that_some_base_has_room_for() -> None:
    now = begin().act("build_default").act("done")
    assert "done" not in now.verbs
    assert set(now.refused("done")) == {"TI-SET-09"}
    now = now.act("build_default")
    assert now["a1"].specialization == "engineer"
    assert now["a1"].figures == {"regular": 3, "elite": 1}
    assert now.refused("build_default") == ["TI-SET-09"]
    assert now.state.pool["american"] == {"medic": 1}
    now = now.act("done")
    assert now.step == ("german", "deploy")
    assert now.state.pool == {}


@pytest.mark.rule("tide_of_iron", "TI-SET-09", "TI-STA-19", "C-S2")
def test_what_no_base_has_room_for_and_empty_bases_leave_the_game() -> None:
    raw = {
        "bases": 3,
        "pool": {"regular": 6, "mg": 1},
        "specializations": {"engineer": 2},
        "default_build": [{"figures": {"regular": 3}}, {"figures": {"regular": 3}}, {"figures": {"mg": 1}}],
    }
    now = begin(mission(american=raw)).act("build_default").act("done")
    for uid in ("a1", "a2"):
        now = now.act("specialize", uid, how="engineer")
        for _ in range(3):
            now = now.act("add_to_base", uid, how="regular")
    assert "done" not in now.verbs  # a3 still has room for the machine gun
    now = now.act("add_to_base", "a3", how="mg").act("done")
    assert now["a3"].at == "#tray/american"

    full = mission(american={**raw, "pool": {"regular": 8}})
    now = begin(full).act("build_default").act("done")
    for uid in ("a1", "a2"):
        for _ in range(4):
            now = now.act("add_to_base", uid, how="regular")
    now = now.act("done")
    assert now["a3"].at == "#lost"


@pytest.mark.rule("tide_of_iron", "TI-SET-09", "M-01")
@pytest.mark.parametrize("name", shipped.SCENARIOS)
def test_following_defaults_builds_the_suggested_squads(name: str) -> None:
    now = field.scenario(name)
    while now.step[1] in ("build_squads", "place_markers"):
        now = now.default()
    for side, force in shipped.scenario(name).mission.forces.items():
        for n, build in enumerate(force.default_build, start=1):
            unit = now[f"{side[0]}{n}"]
            assert (unit.figures, unit.specialization) == (
                {
                    kind: k
                    for kind in ("regular", "elite", "officer", "mg", "mortar")
                    if (k := build.figures.get(kind))
                },
                build.specialization,
            )
            assert unit.name == build.name
    assert now.state.pool == {}


@pytest.mark.rule("tide_of_iron", "TI-SET-09")
def test_the_suggested_squads_leave_the_same_in_the_pool_whatever_was_built_before() -> None:
    straight = begin().act("build_default")
    now = begin().act("add_to_base", "g1", how="regular").act("add_to_base", "g1", how="regular")
    again = now.act("build_default")
    assert again["g1"].figures == straight["g1"].figures == {"regular": 4}
    assert again.state.pool == straight.state.pool
