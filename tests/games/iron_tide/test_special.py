"""16.1, 16.2 and 16.3: the 150th Panzer Brigade, von der Heydte, the 1st SS Panzer Division."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.engine.events import DiceRolled, UnitStopped
from hexbench.engine.values import NeedDice
from tests.games.iron_tide.battlefield import D, E, W, bn, combat
from tests.games.iron_tide.field import (
    ALLIED,
    GERMAN,
    PLAIN,
    Situation,
    battalion,
    country,
    foot,
    grenadiers,
    near,
    position,
    tanks,
)


# ---- 16.1 -----------------------------------------------------------------------------------------------------------
def brigade(at: str, **facts: Any) -> dict[str, Any]:
    """The 150th Panzer Brigade."""
    return grenadiers(at, printed={"restriction": ["16.1"], "name": "150 Pz Bde"}, **facts)


def its_battalion(at: str, **facts: Any) -> dict[str, Any]:
    """Its tank battalion."""
    return tanks(at, printed={"restriction": ["16.1"], "factor": 1, "name": "150 Pz Bn"}, **facts)


LINE = {"x": foot("3546", ALLIED), "y": foot("3346", ALLIED)}
"""Two regiments: 3445, 3446 and 3447 lie in their zones of control, and nobody stands on row 34."""
WAY = "3444 3445 3446 3447 3448 3449"


def ruse(**facts: Any) -> Situation:
    """The brigade before the Allied line."""
    return position({"b": brigade("3443", **facts), **LINE})


@pytest.mark.rule("iron_tide", "16.1a", "SEQ.MOVE.150", "7.1b")
def test_a_roll_of_1_or_2_ignores_a_zone_and_3_to_6_ends_the_move() -> None:
    now = ruse(mf=12).act("move", "b", "3449", WAY)
    assert now.step == (GERMAN, "infiltrating")
    assert now["b"].at in ("3444", "3445")
    stopped_in = now["b"].at
    for die in (1, 2):
        assert now.act("infiltrate", numbers=[die])["b"].at != stopped_in
    for die in (3, 4, 5, 6):
        failed = now.act("infiltrate", numbers=[die])
        assert failed["b"].at == stopped_in
        assert failed["b"].moved
        assert failed.step == (GERMAN, "movement")
        assert any(isinstance(e, UnitStopped) for e in failed.events)


@pytest.mark.rule("iron_tide", "16.1b")
def test_it_rolls_once_for_each_zone_hex_and_goes_on_while_it_has_points() -> None:
    now = ruse(mf=12).act("move", "b", "3449", WAY)
    zones = [at for at in WAY.split() if now.seat.board.in_zoc(GERMAN, at)]
    rolls = 0
    while now.step == (GERMAN, "infiltrating"):
        assert now["b"].at == zones[rolls]
        now = now.act("infiltrate", numbers=[1])
        rolls += 1
    assert rolls == len(zones)
    assert now["b"].at == "3449"
    short = ruse(mf=5)
    assert "3445" in short.reach("b")
    assert "3447" not in short.reach("b")  # movement points end, whatever the dice


@pytest.mark.rule("iron_tide", "16.1b")
def test_a_failure_on_the_way_stops_it_there() -> None:
    now = ruse(mf=12).act("move", "b", "3449", WAY).act("infiltrate", numbers=[2])
    here = now["b"].at
    failed = now.act("infiltrate", numbers=[6])
    assert failed["b"].at == here
    assert failed.refused("b", "3443")[0] == "5.0a"


@pytest.mark.rule("iron_tide", "16.1a", "SEQ.MOVE.150")
def test_it_may_stop_instead_of_rolling() -> None:
    now = ruse(mf=12).act("move", "b", "3449", WAY)
    stopped = now.act("halt", numbers=[])
    assert stopped["b"].at == now["b"].at
    assert stopped.step == (GERMAN, "movement")
    assert next(r.rule for r in position({"b": brigade("3443")}).reasons("halt", "")) == "4.1c"


@pytest.mark.rule("iron_tide", "16.1a")
def test_the_last_hex_needs_no_roll() -> None:
    first = next(at for at in WAY.split() if ruse().seat.board.in_zoc(GERMAN, at))
    now = ruse().act("move", "b", first, numbers=[])
    assert now["b"].at == first
    assert now.step == (GERMAN, "movement")


@pytest.mark.rule("iron_tide", "16.1c", "B62")
def test_ignored_zones_cost_nothing_beyond_the_terrain() -> None:
    now = ruse(mf=12)
    assert now.reach("b")["3449"] == 12  # six clear hexes at two
    assert "3449" not in ruse(mf=11).reach("b")


@pytest.mark.rule("iron_tide", "B62")
def test_hexes_with_enemies_stay_closed_to_it() -> None:
    now = ruse(mf=12)
    assert now.refused("b", "3546") == ["8.1b"]
    assert now.refused("b", "3547", "3444 3545 3546 3547")[0] == "8.1b"


@pytest.mark.rule("iron_tide", "16.1d", "B63")
def test_the_ability_lasts_only_for_the_turn_in_which_it_first_enters_a_zone() -> None:
    fresh = ruse(mf=12)
    assert fresh.state.infiltrated == 0
    first = next(at for at in WAY.split() if fresh.seat.board.in_zoc(GERMAN, at))
    entered = fresh.act("move", "b", first)
    assert entered.state.infiltrated == 5
    same = position({"b": brigade("3443", mf=12), **LINE}, infiltrated=5)
    assert "3449" in same.reach("b")
    later = position({"b": brigade("3443", mf=12), **LINE}, turn="18PM", infiltrated=5)
    assert later.refused("b", "3449", WAY)[0] == "7.1a"
    assert position({"b": brigade("3440"), **LINE}).move("b", "3441").state.infiltrated == 0


@pytest.mark.rule("iron_tide", "B63")
def test_after_a_failure_the_ability_is_gone_in_the_next_turn() -> None:
    now = ruse(mf=12).act("move", "b", "3449", WAY).act("infiltrate", numbers=[6])
    assert now.state.infiltrated == 5
    later = now.until(ALLIED, "movement").until(GERMAN, "movement")
    assert later.state.turn == 6
    assert all(at in near(later["b"].at) for at in later.reach("b") if later.seat.board.in_zoc(GERMAN, at))


@pytest.mark.rule("iron_tide", "16.1d", "R32")
def test_an_advance_or_a_retreat_into_a_zone_is_an_entry_as_well() -> None:
    units = {"b": brigade(E, chit=3), "d": bn(D, ALLIED), "z": foot(W, ALLIED)}
    won = combat(units).attack("b").resolve(1, 1).until(GERMAN, "advance")
    assert (won.step[1], won.state.infiltrated) == ("advance", 0)
    assert won.seat.board.in_zoc(GERMAN, D)
    assert won.act("advance", "b", D).state.infiltrated == 9
    clear = combat({**units, "z": battalion(W, ALLIED)}).attack("b").resolve(1, 1).until(GERMAN, "advance")
    assert clear.act("advance", "b", D).state.infiltrated == 0
    zones = {f"z{i}": foot(at, ALLIED) for i, at in enumerate(("3645", "3245", "3447"))}
    beaten = combat({"b": brigade(D, chit=3), "a": bn(W, ALLIED, 9), **zones}, phasing=ALLIED)
    flight = beaten.attack("a").resolve(1, 1).until(GERMAN, "retreat")
    at = next(iter(flight.targets("retreat")))
    assert flight.seat.board.in_zoc(GERMAN, at)
    assert flight.act("retreat", "", at).state.infiltrated == 9


@pytest.mark.rule("iron_tide", "16.1e", "B62")
def test_only_its_battalion_may_go_along() -> None:
    units = {
        "b": brigade("3443", mf=12),
        "n": its_battalion("3443", mf=12),
        "o": tanks("3443", mf=12),
        **LINE,
    }
    now = position(units)
    assert "3449" in now.reach("b", "n")
    assert now.refused("b o", "3449", WAY)[0] == "7.1a"
    assert now.refused("n", "3449", WAY)[0] == "7.1a"  # the battalion alone has no such ability
    gone = now.act("move", "b n", "3449", WAY)
    while gone.step == (GERMAN, "infiltrating"):
        gone = gone.act("infiltrate", numbers=[1])
    assert (gone["b"].at, gone["n"].at) == ("3449", "3449")
    failed = now.act("move", "b n", "3449", WAY).act("infiltrate", numbers=[3])
    assert failed["b"].at == failed["n"].at != "3449"


@pytest.mark.rule("iron_tide", "16.1c", "7.3a", "7.3b")
def test_a_brigade_that_begins_in_a_zone_leaves_it_like_everybody() -> None:
    now = position({"b": brigade("3445", mf=12), **LINE})
    assert now.refused("b", "3446") == ["7.3a"]
    assert now.reach("b")["3443"] == 2 + 2 + 3


@pytest.mark.rule("iron_tide", "16.1a")
def test_what_lies_ahead_is_said_beforehand() -> None:
    target = ruse(mf=12).targets("move", "b")["3449"]
    assert "16.1b" in target.rules


# ---- 16.2 -----------------------------------------------------------------------------------------------------------
DROP = "3445"
WOODS = country(heavy_woods="3446")


def jump(turn: str = "17AM", /, **others: Any) -> Situation:
    """A German Movement Phase with von der Heydte in the air."""
    printed = {"arrives": "17AM", "drop": DROP, "restriction": ["16.2"], "cup": "blue", "letter": "B"}
    units = {"v": foot("#due/17AM", printed=printed), "x": foot("4140", ALLIED), **others}
    return position(units, WOODS, turn=turn)


@pytest.mark.rule("iron_tide", "16.2a", "B73")
def test_he_lands_within_three_hexes_of_the_zone_and_not_in_heavy_woods() -> None:
    now = jump()
    hexes = set(now.targets("land", "v"))
    assert hexes == {h for h in (DROP, *near(DROP, 3)) if h != "3446"}
    assert now.refused("v", "3449", verb="land") == ["16.2a"]
    assert now.refused("v", "3446", verb="land") == ["16.2a"]
    assert now.refused("v", "9999", verb="land") == ["16.2a"]


@pytest.mark.rule("iron_tide", "16.2a")
def test_he_does_not_land_in_the_movement_phase_of_the_allies() -> None:
    printed = {"arrives": "17AM", "drop": DROP, "restriction": ["16.2"], "cup": "blue", "letter": "B"}
    units = {"v": foot("#due/17AM", printed=printed), "x": foot("4140", ALLIED), "g": foot("3443")}
    now = position(units, WOODS, turn="17AM", phasing=ALLIED)
    assert "The landing takes place in the German Movement Phase." in [
        str(reason.text) for reason in now.reasons("land", "v", DROP)
    ]


@pytest.mark.rule("iron_tide", "B73")
def test_he_lands_on_no_allies_and_in_no_full_hex_but_in_zones_of_control() -> None:
    full = {f"g{n}": battalion("3443") for n in range(3)}
    now = jump("17AM", a=foot("3444", ALLIED), **full)
    assert now.refused("v", "3444", verb="land") == ["B73"]
    assert now.refused("v", "3443", verb="land") == ["B73"]
    assert "3445" in now.targets("land", "v")  # next to the Allied regiment


@pytest.mark.rule("iron_tide", "16.2a", "SEQ.G.MOVE.landing")
def test_the_landing_is_compulsory() -> None:
    now = jump()
    assert "end" not in [o.verb for o in now.seat.prompt.offers]
    assert [r.rule for r in now.reasons("end", "")] == ["16.2a"]
    default = now.seat.prompt.default
    assert default is not None
    assert default.verb == "land"
    landed = now.act("land", "v", "3445", numbers=[1, 5])
    assert landed.reasons("end", "") == ()


@pytest.mark.rule("iron_tide", "16.2a")
def test_he_lands_on_17am_only_and_nobody_else_does() -> None:
    early = jump("16PM", g=foot("3050"))
    assert "16.2a" in early.refused("v", "3445", verb="land")
    assert early.reasons("end", "") == ()
    now = jump(g=foot("3050"))
    assert now.refused("g", "3445", verb="land") == ["16.2a"]
    assert now.refused("", "3445", verb="land") == ["16.2a"]
    landed = now.act("land", "v", "3445", numbers=[1, 5])
    assert landed.offered("land") == ()
    assert now.refused("v", "3445", verb="enter") == ["16.2a"]


@pytest.mark.rule("iron_tide", "B73")
def test_without_a_hex_to_land_in_he_is_lost_and_the_phase_can_end() -> None:
    crowd = {f"a{n}": battalion(at, ALLIED) for n, at in enumerate((DROP, *near(DROP, 3)))}
    now = jump("17AM", **crowd)
    assert now.offered("land") == ()
    gone = now.end()
    assert gone["v"].at == "#eliminated"


def lands(die: int, chit: int) -> Situation:
    """The landing with a die and the number of a chit in the blue cup."""
    return jump().act("land", "v", "3445", numbers=[die, chit])


@pytest.mark.rule("iron_tide", "16.2b")
@pytest.mark.parametrize(("die", "reduced", "cadre"), [(1, False, False), (2, True, False), (3, True, False)])
def test_one_die_gives_the_losses_of_the_landing(die: int, reduced: bool, cadre: bool) -> None:
    now = lands(die, 1)  # the first chit of the cup: full 6 and reduced 3 on the B line
    assert any(isinstance(e, DiceRolled) and e.rule == "16.2b" for e in now.events)
    assert (now["v"].at, now["v"].drawn, now["v"].reduced, now["v"].cadre) == ("3445", True, reduced, cadre)


@pytest.mark.rule("iron_tide", "16.2b", "11.78i")
@pytest.mark.parametrize("die", [4, 5, 6])
def test_two_steps_leave_a_cadre_or_nothing(die: int) -> None:
    now = lands(die, 1)
    assert (now["v"].at, now["v"].cadre, now["v"].drawn) == ("3445", True, False)
    weak = lands(die, 80)  # the last chit of the cup shows 0 on its reduced B line: two steps in all
    assert weak["v"].at == "#eliminated"
    assert lands(2, 80)["v"].cadre  # one step of two


@pytest.mark.rule("iron_tide", "16.2b")
def test_a_chit_is_drawn_even_without_a_loss() -> None:
    with pytest.raises(NeedDice):
        jump().act("land", "v", "3445", numbers=[1])


@pytest.mark.rule("iron_tide", "16.2c")
def test_he_does_not_move_before_17pm() -> None:
    now = lands(1, 1)
    assert now.refused("v", "3444") == ["16.2c"]
    later = now.until(GERMAN, "movement")
    for _ in range(60):
        if later.state.turn == 4 and later.step == (GERMAN, "movement"):
            break
        later = later.end()
    assert later.reasons("move", "v", "3444") == ()


@pytest.mark.rule("iron_tide", "16.2d")
def test_he_traces_supply_from_17pm_on() -> None:
    printed = {"arrives": "17AM", "drop": DROP, "restriction": ["16.2"]}
    units = {"v": foot("3444", printed=printed), "g": foot("3444"), "x": foot("4140", ALLIED)}
    rules = country(german_edge="2859", allied_edge="4140")
    for turn, state in (("17AM", "supplied"), ("17PM", "out")):
        now = position(units, rules, turn=turn, phase="supply").until(GERMAN, "movement")
        assert (now["v"].supply, now["g"].supply) == (state, "supplied"), turn


# ---- 16.3 -----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("iron_tide", "16.3a", "B62", "7.1b")
def test_first_ss_ignores_zones_on_17am_and_pays_nothing_for_them() -> None:
    units = {
        "s": tanks("3443", mf=12, printed={"division": "1SS", "factor": 3}),
        "o": tanks("3443", mf=12),
        **LINE,
    }
    now = position(units, PLAIN, turn="17AM")
    assert now.reach("s")["3449"] == 12
    assert now.refused("o", "3449", WAY)[0] == "7.1a"
    inside = {"s": tanks("3446", mf=4, printed={"division": "1SS", "factor": 3}), **LINE}
    assert position(inside, PLAIN, turn="17AM").reach("s")["3447"] == 2  # straight on, and no disengagement
    assert position(inside, PLAIN, turn="17AM").refused("s", "3546") == ["8.1b"]


@pytest.mark.rule("iron_tide", "16.3c")
@pytest.mark.parametrize("turn", ["16PM", "17PM"])
def test_the_powers_of_first_ss_end_with_17am(turn: str) -> None:
    units = {"s": tanks("3450", mf=5, printed={"division": "1SS", "factor": 3}), "x": foot("3548", ALLIED)}
    on = position(units, PLAIN, turn="17AM")
    assert "3446" in on.reach("s")
    off = position(units, PLAIN, turn=turn)
    assert "3446" not in off.reach("s")


@pytest.mark.rule("iron_tide", "16.3a")
def test_first_ss_has_no_such_freedom_in_the_reserve_phase_of_another_turn() -> None:
    units = {"s": tanks("3443", mf=12, reserve=True, printed={"division": "1SS", "factor": 3}), **LINE}
    assert position(units, PLAIN, turn="17AM", phase="reserve").reasons("move", "s", "3449", WAY) == ()
    assert position(units, PLAIN, turn="17PM", phase="reserve").refused("s", "3449", WAY)[0] == "7.1a"
