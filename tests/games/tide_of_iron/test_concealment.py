"""TI-CNC and rulings B-CNC: concealed squads, seen and unseen."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import partial
from typing import Any

import pytest

from hexbench.engine.events import DiceRolled, Noted, Revealed, StepRegained, UnitChanged, UnitMoved
from hexbench.games.tide_of_iron import casualties, concealment
from hexbench.games.tide_of_iron.movement import Move
from hexbench.games.tide_of_iron.pieces import HANDLE, NONE, UNSEEN, Works
from hexbench.games.tide_of_iron.rules import TiRules
from tests.games.tide_of_iron import field
from tests.games.tide_of_iron.field import squad, vehicle
from tests.games.tide_of_iron.moves import TWO, moving

WOODED = {"C8": "w0", "D8": "w0", "C9": "w0"}


def ambush(
    more: Mapping[str, Any] | None = None, rules: TiRules | None = None, **state: Any
) -> field.Situation:
    """Two concealed German squads in woods, Americans before them."""
    units = {
        "a1": squad("C5"),
        "a9": squad("A1"),
        "g1": squad("C8", "german", concealed=True),
        "g2": squad("D8", "german", concealed=True, figures={"elite": 3}),
        "g9": squad("N12", "german"),
        **(more or {}),
    }
    return field.position(units, rules or field.spotted(WOODED), mission=TWO, **state)


# ---- as the text has it
@pytest.mark.rule("tide_of_iron", "TI-CNC-01")
def test_only_squads_are_concealed() -> None:
    now = ambush({"gv1": vehicle("D8", "panzer_iv", concealed=True)}, sound=False)
    assert [p.rule for p in now.rules.audit(now.state)] == ["TI-CNC-01"]


@pytest.mark.rule("tide_of_iron", "TI-CNC-02")
def test_a_concealed_squad_cannot_be_fired_at() -> None:
    now = ambush()
    assert now.targets("fire", "a1") == {}
    assert "TI-CNC-02" in now.refused("fire", "a1", "g1")


@pytest.mark.rule("tide_of_iron", "TI-CNC-02")
def test_a_concealed_mover_draws_no_fire_until_it_is_seen() -> None:
    wood = field.spotted({"C8": "w0", "C9": "w0"})
    units = {"a1": squad("C6", token="op_fire"), "g2": squad("M12", "german")}
    now = ambush(units, wood, initiative="german")
    assert now.act("advance", "g1", "C9").step == ("german", "move")
    out = now.act("advance", "g1", "D8")
    assert out["g1"].concealed is False
    assert out.step == ("american", "op_fire")


@pytest.mark.rule("tide_of_iron", "TI-CNC-03")
@pytest.mark.rule("tide_of_iron", "B-CNC-1")
def test_enemies_pass_through_concealed_squads_but_do_not_stop_there() -> None:
    now = ambush({"a1": squad("C7", figures={"regular": 3, "officer": 1})})
    assert now.targets("advance", "a1")["C8"].cost == 24
    there = now.act("advance", "a1", "C8")
    assert there["g1"].concealed
    assert there.refused("stop") == ["B-MOV-11"]
    on = there.act("go", "a1", "B8")
    assert on["a1"].at == "B8"
    assert on["g1"].concealed
    short = ambush({"a1": squad("C5", figures={"regular": 3})})
    assert short.refused("advance", "a1", "C8") == ["B-CNC-1", "B-MOV-11"]
    crowded = ambush({"a1": squad("C7", figures={"regular": 3, "officer": 1}), "g3": squad("C8", "german")})
    assert crowded.refused("advance", "a1", "C8") == ["TI-MOV-02"]


@pytest.mark.rule("tide_of_iron", "B-CNC-1")
def test_who_is_stopped_upon_them_goes_back_and_they_are_revealed() -> None:
    units = {
        "a1": squad("C7", figures={"regular": 3, "officer": 1}),
        "g3": squad("C11", "german", figures={"mg": 2}, token="op_fire"),
    }
    now = ambush(units, field.spotted({"C8": "w0", "D8": "w0"})).act("advance", "a1", "B8", via="C8 B8")
    assert now.step == ("german", "op_fire")
    draft = now.act("shoot", "g3").act("attack_type", to="suppressive")
    after = draft.act("roll", numbers=(6, *(1,) * 7, 1, 1, 1))
    assert after["a1"].condition == "pinned"
    assert after["a1"].at == "C7"
    assert not after["g1"].concealed


@pytest.mark.rule("tide_of_iron", "TI-CNC-05")
def test_firing_reveals() -> None:
    now = ambush(initiative="german").act("fire", "g1", "a1")
    assert now["g1"].concealed
    assert not now.act("roll", numbers=(1, 1, 1, 1))["g1"].concealed


@pytest.mark.rule("tide_of_iron", "TI-CNC-06")
def test_moving_onto_an_objective_reveals() -> None:
    goal = {"id": "goal", "hex": "C9", "vp_per_round": {"german": 1}}
    now = ambush(
        {"a1": squad("A12"), "a9": squad("A11")},
        initiative="german",
    )
    quiet = now.act("advance", "g1", "C9")
    assert quiet["g1"].concealed
    aimed = field.position(
        {"a1": squad("A12"), "g1": squad("C8", "german", concealed=True)},
        field.spotted(WOODED),
        initiative="german",
        mission={"objectives": [goal]},
    )
    assert not aimed.act("advance", "g1", "C9")["g1"].concealed


@pytest.mark.rule("tide_of_iron", "TI-CNC-07")
@pytest.mark.rule("tide_of_iron", "B-CNC-2")
def test_in_sight_and_out_of_cover_reveals() -> None:
    now = ambush(initiative="german")
    assert not now.act("advance", "g1", "B8")["g1"].concealed
    unseen = ambush(
        {"a1": squad("C1"), "a9": squad("A1")},
        field.spotted({**WOODED, "C7": "b0", "B6": "b0", "B7": "b0", "D6": "b0", "D7": "b0", "B8": "r0"}),
        initiative="german",
    )
    assert unseen.act("advance", "g1", "B8")["g1"].concealed, "rough ground is cover"
    dug = {"g1": squad("C8", "german", concealed=True, shelter="entrenchment")}
    fort = ambush(dug, field.spotted({"D8": "w0"}), works={"C8": {"entrenchment": 1}})
    assert fort["g1"].concealed
    fort = fort.run(concealment.check)
    assert fort["g1"].concealed, "an own fortification is cover"


@pytest.mark.rule("tide_of_iron", "TI-CNC-07")
@pytest.mark.rule("tide_of_iron", "B-CNC-2")
def test_smoke_hides_but_is_no_cover() -> None:
    smoke = {"C8": {"smoke": True}, "C7": {"smoke": True}}
    units = {"a1": squad("C5"), "a9": squad("C4"), "g2": squad("N11", "german")}
    now = ambush(units, field.PLAIN, works=smoke).run(concealment.check)
    assert now["g1"].concealed, "nobody sees it behind the smoke"

    def blow_away(play: object) -> None:
        casualties.set_works(play, "C7", NONE)  # type: ignore[arg-type]
        concealment.check(play)  # type: ignore[arg-type]

    now = now.run(blow_away)
    assert now.state.works["C8"] == Works(smoke=True)
    assert not now["g1"].concealed, "it stands in smoke, which is no cover"


@pytest.mark.rule("tide_of_iron", "B-CNC-2")
def test_an_enemy_that_comes_into_sight_reveals() -> None:
    screen = dict.fromkeys(("C6", "C7", "B6", "B7", "D6", "D7", "B5", "D5"), "b0")
    now = ambush({"a1": squad("C5"), "g2": squad("N11", "german")}, field.spotted(screen))
    assert now["g1"].concealed
    now = now.run(concealment.check)
    assert now["g1"].concealed
    after = now.act("advance", "a1", "C6", via="C6")
    assert after["g1"].concealed
    assert not after.act("go", "a1", "C7")["g1"].concealed


@pytest.mark.rule("tide_of_iron", "TI-CNC-07")
@pytest.mark.rule("tide_of_iron", "B-CNC-2")
@pytest.mark.parametrize("phase", ["action", "command", "status"])
def test_a_position_that_begins_with_a_concealed_squad_in_sight_reveals_it(phase: str) -> None:
    now = ambush({"g3": squad("C7", "german", concealed=True)}, phase=phase)
    assert [now[x].concealed for x in ("g1", "g2", "g3")] == [True, True, False]
    assert [note.refs for note in now.told(Noted) if note.rule == "TI-CNC-07"] == [("g3",)]
    if phase == "action":
        assert "g3" in now.targets("fire", "a1")


@pytest.mark.rule("tide_of_iron", "TI-CNC-07")
def test_a_squad_that_is_seen_as_the_command_phase_begins_counts_for_control() -> None:
    here = {"id": "farm", "hex": "C7", "vp_per_round": {"german": 1}}
    units = {"a1": squad("C5"), "g3": squad("C7", "german", concealed=True)}
    rules = field.spotted({}, concealed_control="apart")
    mission = {**TWO, "objectives": [here]}
    now = field.position(units, rules, phase="command", mission=mission)
    assert now.state.control == {"farm": "german"}


@pytest.mark.rule("tide_of_iron", "TI-CNC-08")
def test_as_the_status_phase_closes_the_enemys_neighbours_are_revealed() -> None:
    now = ambush({"a1": squad("C7")}).run(concealment.close_status)
    assert not now["g1"].concealed
    assert ambush({"a1": squad("C6")}).run(concealment.close_status)["g1"].concealed


# ---- hidden
HIDDEN = field.spotted(WOODED, concealment="hidden")


def secret(more: Mapping[str, Any] | None = None, **state: Any) -> field.Situation:
    """The same with squads that the other side cannot tell apart."""
    return ambush(more, HIDDEN, handles={"gh1": "g1", "gh2": "g2"}, **state)


def test_the_other_side_sees_handles_and_no_kind() -> None:
    now = secret()
    view = now.of("american").s
    assert view.units["g1"].at == view.units["g2"].at == UNSEEN
    assert (view.units["gh1"].type, view.units["gh1"].at) == (HANDLE, "C8")
    assert view.units["gh1"].figures == {}
    assert view.handles == {"gh1": "", "gh2": ""}
    own = now.of("german").s
    assert own.units["g1"].at == "C8"
    assert "gh1" not in own.units
    again = now.rules.view(view, "american")
    assert now.rules.pack(again) == now.rules.pack(view)


@pytest.mark.rule("tide_of_iron", "TI-CNC-02")
@pytest.mark.rule("tide_of_iron", "TI-CNC-03")
def test_handles_are_obeyed_like_the_squads_they_stand_for() -> None:
    now = secret({"a1": squad("C7", figures={"regular": 3, "officer": 1})})
    assert "TI-CNC-02" in now.refused("fire", "a1", "gh1")
    assert now.targets("advance", "a1")["C8"].cost == 24
    there = now.act("advance", "a1", "C8")
    assert there.refused("stop") == ["B-MOV-11"]


def test_a_move_is_told_of_the_handle_and_being_seen_of_the_squad() -> None:
    now = secret({"a1": squad("A12"), "a9": squad("A11")}, initiative="german")
    moved = now.act("advance", "g1", "C9")
    to_enemy = [e for t in moved.outcome.told if isinstance(e := t.to("american"), UnitMoved)]
    to_own = [e for t in moved.outcome.told if isinstance(e := t.to("german"), UnitMoved)]
    assert to_enemy == [UnitMoved("gh1", ("C8", "C9"), "move")]
    assert to_own == [UnitMoved("g1", ("C8", "C9"), "move")]
    view = moved.of("american").s
    assert moving(moved, "american").unit == "gh1"
    assert moving(moved, "american").left == 0
    assert view.units["gh1"].at == "C9"
    seen = moved.run(lambda play: concealment.reveal(play, "g1"))
    assert seen.told(Revealed) == [Revealed("g1", "C9")]
    assert seen.state.handles == {"gh2": "g2"}
    assert seen.of("american").s.units["g1"].at == "C9"
    assert seen.outcome.barrier == "seen"


def test_which_is_which_may_be_imagined_either_way() -> None:
    now = secret()
    view = now.of("american").s
    worlds = set()
    for seed in range(20):
        chance = random.Random(seed)
        world = now.rules.imagine(view, "american", partial(chance.randint, 1))
        assert now.rules.pack(now.rules.view(world, "american")) == now.rules.pack(view)
        worlds.add(world.units["g1"].at)
    assert worlds == {"C8", "D8"}


def test_windows_open_for_what_might_be_there() -> None:
    now = secret({"g1": squad("C8", "german", concealed=True, token="op_fire", figures={"mortar": 1})})
    out = now.act("advance", "a1", "C6")
    assert out.step == ("german", "op_fire"), "a handle in op fire mode sees it"
    assert out.offered("shoot") == ()
    assert out.act("hold").outcome.barrier == "seen"
    blind = secret({"g1": squad("C8", "german", concealed=True)})
    assert blind.act("advance", "a1", "C6").step == ("american", "move")


def test_a_squad_concealed_in_play_gets_a_handle_and_loses_it_when_destroyed() -> None:
    now = ambush({"g1": squad("C8", "german"), "g2": squad("D8", "german")}, HIDDEN)
    now = now.run(lambda play: concealment.conceal(play, "g2"))
    assert now.state.handles == {"gh1": "g2"}
    now = now.run(lambda play: casualties.destroy(play, "g2"))
    assert now.state.handles == {}
    assert now["g2"].at == "#destroyed"


def test_mines_give_a_squad_away_only_when_they_hit() -> None:
    rules = field.spotted({**WOODED}, concealment="hidden")
    units = {"a1": squad("A12"), "a9": squad("A11")}
    works = {"C9": {"minefield": True}}
    now = ambush(units, rules, handles={"gh1": "g1", "gh2": "g2"}, initiative="german", works=works)
    assert now.act("advance", "g1", "C9", numbers=(1, 1, 1, 1))["g1"].concealed
    assert not now.act("advance", "g1", "C9", numbers=(6, 1, 1, 1))["g1"].concealed


def test_boarding_gives_up_concealment() -> None:
    units = {"a1": squad("A12"), "a9": squad("A11"), "gv1": vehicle("C8", "opel_blitz")}
    now = ambush(units, HIDDEN, handles={"gh1": "g1", "gh2": "g2"}, initiative="german")
    now = now.act("activate", "g1", how="advance").act("board", "g1", "gv1")
    assert not now["g1"].concealed
    assert now.state.handles == {"gh2": "g2"}


@pytest.mark.rule("tide_of_iron", "TI-MOV-01", "TI-CNC-05")
def test_what_a_hidden_mover_has_left_is_told_when_it_is_revealed_on_its_way() -> None:
    def left(rules: TiRules | None, **state: Any) -> list[str]:
        units = {"a1": squad("A12"), "a9": squad("A11")}
        moved = ambush(units, rules, initiative="german", **state).act("advance", "g1", "C9")
        seen = moved.run(lambda play: concealment.reveal(play, "g1"))
        return [str(note.say) for note in seen.told(Noted) if note.rule == "TI-MOV-01"]

    assert left(HIDDEN, handles={"gh1": "g1", "gh2": "g2"}) == ["g1 has 2 MP left."]
    assert left(None) == [], "everybody has seen it spend them"


def test_a_remark_about_a_hidden_squad_is_for_its_own_side() -> None:
    rules = field.spotted({**WOODED}, concealment="hidden")
    units = {
        "a1": squad("A12"),
        "a9": squad("A11"),
        "g1": squad("C8", "german", concealed=True, specialization="engineer"),
    }
    works = {"C9": {"minefield": True}}
    now = ambush(units, rules, handles={"gh1": "g1", "gh2": "g2"}, initiative="german", works=works)
    after = now.act("advance", "g1", "C9")
    assert after["g1"].concealed
    heard = {
        side: [e.rule for t in after.outcome.told if isinstance(e := t.to(side), Noted)]
        for side in ("german", "american")
    }
    assert "TI-FORT-22" in heard["german"]
    assert "TI-FORT-22" not in heard["american"]


@pytest.mark.rule("tide_of_iron", "TI-SPC-15", "TI-CNC-02")
def test_who_is_healed_is_told_of_a_hidden_squad_to_its_own_side_only() -> None:
    units = {
        "a9": squad("A11"),
        "g1": squad("C8", "german", concealed=True, figures={"regular": 3}, lost=1),
        "g3": squad("C8", "german", figures={"regular": 3}, specialization="medic"),
    }
    now = secret(units, initiative="german").act("heal", "g3", "g1", numbers=(4,))
    assert now["g1"].men == 4

    def heard(side: str) -> list[object]:
        told = [t.to(side) for t in now.outcome.told]
        return [
            str(e.why) if isinstance(e, DiceRolled) else e for e in told if not isinstance(e, UnitChanged)
        ]

    assert [e for e in heard("german") if e] == ["Heal g1", StepRegained("g1", 4)]
    assert [e for e in heard("american") if e] == ["Heal"], "neither which squad nor how many figures it has"


def test_a_hidden_mover_may_be_imagined_with_any_points_left() -> None:
    now = secret({"a1": squad("A12"), "a9": squad("A11")}, initiative="german").act("advance", "g1", "C9")
    view = now.of("american").s
    found = set()
    for seed in range(60):
        chance = random.Random(seed)
        world = now.rules.imagine(view, "american", partial(chance.randint, 1))
        found.add(next(step.left for step in world.stack if isinstance(step, Move)) // 12)
    assert found == {0, 1, 2, 3, 4}
