"""The fuel dump and the German fuel limit (TG-FUL, AMB-78, AMB-79)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from hexbench.engine.events import Revealed, UnitStopped
from hexbench.games.tigers import casualties, dump, zoc
from hexbench.games.tigers.peiper import Continue
from hexbench.games.tigers.pieces import VDH
from tests.games.tigers.field import ALLIED, ARDENNES, GERMAN, Situation, inf, position, pz, pzgren
from tests.games.tigers.melee import allocated

SPA = "1008"
BESIDE = "1007"


def near(state: str = "hidden", units: dict[str, Any] | None = None, **more: Any) -> Situation:
    """Panzers next to Spa, where the dump is."""
    return position({"p": pz(BESIDE), **(units or {})}, ARDENNES, dump=SPA, dump_state=state, turn=4, **more)


# ---- finding it -----------------------------------------------------------------------------------------------------
@pytest.mark.rule("tigers", "TG-FUL-02", "AMB-78")
def test_germans_do_not_see_it_until_they_run_into_it() -> None:
    now = near()
    assert now.seat.s.dump == ""
    assert SPA in now.targets("move", "p")
    after = now.act("move", "p", SPA)
    assert after["p"].at == BESIDE
    assert after.s.dump_state == "found"
    assert after.told(Revealed) == [Revealed(SPA, "fuel dump")]
    assert [event.rule for event in after.told(UnitStopped)] == ["AMB-78"]
    assert after.outcome.barrier == "seen"
    assert after.of(GERMAN).s.dump == SPA


@pytest.mark.rule("tigers", "AMB-78")
def test_once_found_no_move_ends_there() -> None:
    """Wherever a German starts from: it is attacked, not entered."""
    now = near("found", units={"q": inf("1107"), "r": pzgren("1305")})
    assert all(SPA not in now.targets("move", uid) for uid in "pqr")
    assert now.refused("move", "p", SPA) == ["AMB-78"]
    assert now.sentence("move", "p", SPA) == "The fuel dump in 1008 must be attacked first."


@pytest.mark.rule("tigers", "AMB-78")
def test_who_runs_into_it_has_to_attack_it() -> None:
    """All that went together; nobody else need."""
    after = near(units={"q": pzgren(BESIDE), "r": inf("1305")}).act("move", "p q", SPA)
    assert [(uid, after[uid].at, after[uid].stumbled) for uid in "pqr"] == [
        ("p", BESIDE, True),
        ("q", BESIDE, True),
        ("r", "1305", False),
    ]
    combat = after.end()
    assert combat.step == (GERMAN, "combat")
    assert set(combat.refused("allocate")) == {"AMB-78"}
    assert combat.act("attack", "p q", SPA).act("allocate").step != (GERMAN, "combat")


@pytest.mark.rule("tigers", "AMB-78")
@pytest.mark.parametrize("start", [BESIDE, "1107"])
def test_who_runs_into_it_goes_no_farther(start: str) -> None:
    """Even on the first step, which leaves him where he stood."""
    now = near(units={"q": inf(start)}).act(
        "move", "q", SPA, via=SPA if start == BESIDE else f"{BESIDE} {SPA}"
    )
    assert (now["q"].at, now["q"].stumbled, now["q"].moved) == (BESIDE, True, True)
    assert now.refused("move", "q", "1006") == ["AMB-78"]
    combat = now.end()
    assert combat.refused("allocate") == ["AMB-78"]
    assert combat.reasons("allocate")[0].hexes == (SPA, BESIDE)


@pytest.mark.rule("tigers", "AMB-78", "TG-ATK-11")
def test_nor_is_that_attack_called_off() -> None:
    """Nor another that it needs, for then it would be called off as well (AMB-93)."""
    units = {"p": pz("1108"), "h": inf("909"), "x": inf("908", ALLIED), "b": inf("907", factor=9)}
    now = near(units=units).act("move", "p", SPA).end()
    alone = allocated(now, "p > 1008")
    assert alone.refused("call_off", SPA) == ["AMB-78"]
    joined = allocated(now, "p h > 1008", "b > 908")
    assert joined.refused("call_off", SPA) == ["AMB-78"]
    assert joined.refused("call_off", "908") == ["AMB-78"]
    free = allocated(near("found", units).end(), "p h > 1008", "b > 908")
    assert free.act("call_off", "908").s.attacks == ()


@pytest.mark.rule("tigers", "AMB-78")
def test_it_may_be_called_off_when_it_is_no_duty_any_more() -> None:
    """Who came upon it is disrupted from the air."""
    now = allocated(near(units={"q": inf("909")}).act("move", "p", SPA).end(), "p q > 1008")
    assert "call_off" not in now.verbs
    assert "call_off" in now.do(lambda play: casualties.disrupt(play, "p")).verbs


@pytest.mark.rule("tigers", "AMB-78", "TG-MOV-13")
@pytest.mark.parametrize("how", ["", "road_mode"])
@pytest.mark.parametrize(("spent", "paid"), [(0, 3), (9, 12), (10, 11)])
def test_who_comes_upon_it_by_road_has_paid_his_last_step_in_full(spent: int, paid: int, how: str) -> None:
    """So that he may attack it; if he cannot pay that he ends in road mode, and owes nothing."""
    units = {"p": {**pz("1107"), "spent": spent}, "h": inf("1305")}
    now = near(units=units, bridges={"1107/1108": {"owner": "german"}})
    after = now.act("move", "p", SPA, how, via="1108 1008")
    assert (after["p"].at, after["p"].spent) == ("1108", paid)
    assert (after["p"].road_mode, after["p"].disrupted) == (spent == 10, spent == 10)
    assert [r.rule for r in after.end().reasons("allocate")] == ([] if spent == 10 else ["AMB-78"])


@pytest.mark.rule("tigers", "AMB-78", "TG-MOV-13", "TG-TIG-03")
@pytest.mark.parametrize(("how", "dice", "paid"), [("", (2,), 4), ("road_mode", (), 2)])
def test_a_tiger_pays_no_more_for_it_than_cannot_break_it_down(
    how: str, dice: tuple[int, ...], paid: int
) -> None:
    now = near(units={"506Pz": "1106"}, bridges={"1107/1108": {"owner": "german"}})
    after = now.act("move", "506Pz", SPA, how, via="1107 1108 1008", numbers=dice)
    assert (after["506Pz"].at, after["506Pz"].spent) == ("1108", paid)
    assert after["506Pz"].disrupted is (paid == 2)


@pytest.mark.rule("tigers", "AMB-78", "AMB-60")
def test_a_move_a_bridge_interrupted_ends_at_the_dump() -> None:
    """With what it met on its way: the bonus it used out of a strong zone disrupts it (TG-ZOC-23)."""
    met: dict[str, Any] = {"mood": zoc.SOFT | zoc.PAUSED, "bonus": True, "moved": True, "spent": 9}
    after = near(units={"q": inf(BESIDE, omf=4, **met)}).act("move", "q", SPA)
    assert (after["q"].mood, after["q"].disrupted, after["q"].stumbled) == (0, True, True)


@pytest.mark.rule("tigers", "AMB-78", "TG-KGP-03")
def test_peiper_goes_no_farther_either_until_it_has_attacked_it() -> None:
    units = {"KGPeiper": {"at": BESIDE, "attacks": 1}}
    now = position(units, ARDENNES, phase="combat", dump=SPA, turn=4)
    now = now.run(lambda play: play.push(Continue(who=GERMAN))).act("move", "KGPeiper", SPA)
    assert now["KGPeiper"].at == BESIDE
    assert "AMB-78" in now.refused("move", "KGPeiper", "1006")
    assert now.refused("end") == ["AMB-78"]
    fought = now.act("strike", "KGPeiper", SPA, numbers=(6,))
    assert not fought["KGPeiper"].stumbled
    assert fought.step == (GERMAN, "continue")


@pytest.mark.rule("tigers", "AMB-78")
def test_a_hex_without_it_is_entered_all_the_same() -> None:
    now = position({"p": pz(BESIDE)}, ARDENNES, dump="1109", turn=4)
    after = now.act("move", "p", SPA)
    assert after["p"].at == SPA
    assert after.s.dump_state == "hidden"
    assert after.outcome.barrier == "seen"  # the Germans know more now


@pytest.mark.rule("tigers", "AMB-78")
def test_a_found_dump_is_not_entered() -> None:
    assert "AMB-78" in near("found").refused("move", "p", SPA)


@pytest.mark.rule("tigers", "AMB-78")
def test_it_stands_alone_only_when_no_allied_unit_is_there() -> None:
    alone, guarded = near("found"), near("found", {"a": inf(SPA, ALLIED)})
    assert dump.stands(alone.s, alone.board, SPA)
    assert not dump.stands(guarded.s, guarded.board, SPA)
    assert not dump.stands(alone.s, alone.board, "1109")


@pytest.mark.rule("tigers", "TG-FUL-02")
def test_imagined_worlds_put_it_where_no_german_has_been() -> None:
    now = near(held={"1009": "german"})
    seen = now.of(GERMAN).s
    places = dump.candidates(ARDENNES, seen)
    assert set(places) == ARDENNES.zones["dump"] - {"1009", BESIDE}
    for n in range(1, len(places) + 1):
        world = ARDENNES.imagine(seen, GERMAN, picking(n))
        assert world.dump == places[n - 1]
        assert ARDENNES.hide(world, GERMAN).dump == ""


def picking(wanted: int) -> Callable[[int], int]:
    """A chance that always gives the same number, if there are as many."""
    return lambda most: min(wanted, most)


# ---- taking it ------------------------------------------------------------------------------------------------------
@pytest.mark.rule("tigers", "TG-FUL-04")
@pytest.mark.parametrize("state", ["hidden", "found"])
def test_a_german_in_its_hex_has_taken_it(state: str) -> None:
    after = near(state).do(lambda play: play.put("p", at=SPA))
    assert after.s.dump_state == "taken"
    assert bool(after.told(Revealed)) == (state == "hidden")


@pytest.mark.rule("tigers", "TG-FUL-02")
@pytest.mark.parametrize(("at", "seen"), [("1108", "seen"), ("1109", "seen"), ("905", "")])
def test_not_finding_it_is_worth_knowing_too(at: str, seen: str) -> None:
    now = position({"p": pz(BESIDE)}, ARDENNES, dump=SPA, turn=4)
    assert now.do(lambda play: play.put("p", at=at)).outcome.barrier == seen
    mine = position({"a": inf("805", ALLIED), "p": pz(BESIDE)}, ARDENNES, dump=SPA, turn=4, phasing=ALLIED)
    assert mine.do(lambda play: play.put("a", at=at)).outcome.barrier == "", "the Allies know where it is"


@pytest.mark.rule("tigers", "TG-FUL-04")
def test_allies_take_it_back_and_parachutists_do_not_take_it() -> None:
    now = position(
        {"a": inf("1009", ALLIED), "p": pz("1305")}, ARDENNES, dump=SPA, dump_state="taken", turn=4
    )
    assert now.do(lambda play: play.put("a", at=SPA)).s.dump_state == "found"
    drop = near(units={VDH: "1109"}).do(lambda play: play.put(VDH, at=SPA))
    assert drop.s.dump_state == "hidden"


# ---- the limit ------------------------------------------------------------------------------------------------------
def reach(now: Situation, uid: str = "q") -> float:
    """The longest move without road rate, in movement factors."""
    return max((t.cost or 0) / 12 for t in now.targets("move", uid, how="").values())


def driving(turn: int, **state: Any) -> Situation:
    """Panzer grenadiers at the beginning of German reinforcements, then at movement."""
    units = {"q": pzgren("1511"), **state.pop("units", {})}
    return position(units, ARDENNES, phase="reinforcements", turn=turn, **state).until(GERMAN, "movement")


@pytest.mark.rule("tigers", "TG-FUL-01", "TG-MOV-17", "AMB-79", "AMB-80")
def test_from_turn_6_german_movement_is_capped() -> None:
    assert reach(driving(5)) > 4
    assert reach(driving(6)) <= 2 + 2  # the bonus is not limited


@pytest.mark.rule("tigers", "TG-FUL-01", "AMB-79")
@pytest.mark.parametrize(("state", "free"), [("taken", True), ("destroyed", False), ("found", False)])
def test_germans_on_the_dump_are_free_of_it(state: str, *, free: bool) -> None:
    units = {"p": pz(SPA if state != "found" else BESIDE)}
    now = driving(7, units=units, dump=SPA, dump_state=state)
    assert now.s.fueled is free
    assert (reach(now) > 4) is free


@pytest.mark.rule("tigers", "AMB-79")
def test_it_is_judged_as_movement_begins() -> None:
    now = driving(7, units={"p": pz(SPA)}, dump=SPA, dump_state="taken").act(
        "move", "p", "1109", numbers=None
    )
    assert now["p"].at == "1109"
    assert not dump.occupied(now.s, now.board)
    assert reach(now) > 4


@pytest.mark.rule("tigers", "AMB-79")
def test_nor_does_the_allied_turn_judge_it_anew() -> None:
    """Who came to the dump after German movement had begun is free of the limit from the next German turn on."""
    units = {"p": pz(SPA), "a": inf("805", ALLIED)}
    now = position(
        units, ARDENNES, phase="reinforcements", phasing=ALLIED, turn=7, dump=SPA, dump_state="taken"
    )
    now = now.until(ALLIED, "movement")
    assert (dump.occupied(now.s, now.board), now.s.fueled, dump.limited(now.s)) == (True, False, True)


@pytest.mark.rule("tigers", "TG-FUL-05", "AMB-79")
@pytest.mark.parametrize(
    ("state", "where", "limit"), [("taken", SPA, 9), ("taken", BESIDE, 6), ("destroyed", SPA, 6)]
)
def test_each_allied_supply_phase_puts_it_off(state: str, where: str, limit: int) -> None:
    units = {"p": pz(where), "a": inf("805", ALLIED)}
    base: dict[str, Any] = {"dump": SPA, "dump_state": state, "turn": 4}
    now = position(units, ARDENNES, phase="resolution", phasing=ALLIED, round=2, **base)
    now = now.until(GERMAN, "movement")
    assert now.s.limit == limit


@pytest.mark.rule("tigers", "TG-FUL-05")
def test_the_german_supply_phase_does_not() -> None:
    units = {"p": pz(SPA), "a": inf("805", ALLIED)}
    now = position(units, ARDENNES, phase="resolution", round=2, turn=4, dump=SPA, dump_state="taken")
    assert now.until(ALLIED, "movement").s.limit == 6
