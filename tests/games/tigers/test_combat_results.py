"""What each result does: disruption, losses, "No Retreat!", recovery by surviving (TG-CRT-04 to TG-CRT-21, TG-DIS)."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.engine.events import DiceRolled, Noted
from hexbench.engine.values import Action
from hexbench.games.tigers.combat_board import board
from tests.games.tigers.field import ALLIED, GERMAN, Situation, abn, country, inf, unit
from tests.games.tigers.melee import allocated, drafted, fight, result, rolled, stand

DUEL = {"a": inf("805"), "x": inf("806", ALLIED)}


def odds(attack: int, defence: int, **facts: Any) -> dict[str, Any]:
    """One against one."""
    return {"a": inf("805", factor=attack), "x": inf("806", ALLIED, factor=defence, **facts)}


def over(now: Situation) -> Situation:
    """Follow the defaults until the combat is over."""
    while now.step[1] in ("how_far", "retreat", "farther", "advance", "losses", "no_retreat"):
        now = now.default()
    return now


# ---- the results one by one ------------------------------------------------------------------------------------------
@pytest.mark.rule("tigers", "TG-CRT-04")
def test_de_removes_every_defender() -> None:
    """All units of the hex."""
    units = odds(20, 1) | {"y": unit("806", ALLIED, "arm", "cc", 1, 4, {})}
    now = fight(stand(units), "a > 806", 1)
    assert result(now) == "DE"
    assert (now["x"].at, now["y"].at) == ("#eliminated", "#eliminated")


@pytest.mark.rule("tigers", "TG-CRT-05")
@pytest.mark.parametrize(
    ("attack", "die", "code", "most"), [(4, 3, "D1", 1), (6, 3, "D2", 2), (8, 2, "D3", 3)]
)
def test_the_attacker_picks_the_length(attack: int, die: int, code: str, most: int) -> None:
    """From nothing to the number of the result."""
    now = fight(stand(odds(attack, 2)), "a > 806", die)
    assert result(now) == code
    assert now.step == (GERMAN, "how_far")
    assert list(now.targets("length")) == [str(n) for n in range(most + 1)]
    assert now.refused("length", to=str(most + 1)) == ["TG-CRT-05"]


@pytest.mark.rule("tigers", "TG-CRT-06", "TG-RET-11", "AMB-12")
def test_the_defender_picks_the_route_unit_by_unit() -> None:
    """Each its own."""
    units = odds(8, 1) | {"y": inf("806", ALLIED, factor=1)}
    now = fight(stand(units), "a > 806", 3).act("length", to="1")
    assert now.step == (ALLIED, "retreat")
    assert now.offered("retreat") == ("x", "y")
    now = now.act("retreat", "x", "807").act("retreat", "y", "707")
    assert (now["x"].at, now["y"].at) == ("807", "707")


@pytest.mark.rule("tigers", "TG-CRT-07")
def test_dn_disrupts_even_without_a_retreat() -> None:
    """And takes the entrenchment."""
    now = fight(stand(odds(8, 1, entrenched=True)), "a > 806", 4).act("length", to="0")
    assert (now["x"].at, now["x"].disrupted, now["x"].entrenched) == ("806", True, False)


@pytest.mark.rule("tigers", "TG-CRT-08", "AMB-09")
@pytest.mark.parametrize(("attack", "die"), [(4, 3), (6, 3)])
def test_on_d1_and_d2_the_defender_may_add_a_hex_to_what_was_picked(attack: int, die: int) -> None:
    """One more than the attacker's choice, however small that was."""
    now = fight(stand(odds(attack, 2)), "a > 806", die).act("length", to="0")
    assert now.step == (ALLIED, "farther")
    assert list(now.targets("further")) == ["0", "1"]
    assert now.refused("further", to="2") == ["TG-CRT-08"]
    now = now.act("further", to="1").act("retreat", "x", "807")
    assert now["x"].at == "807"
    assert now.step[1] == "advance"


@pytest.mark.rule("tigers", "TG-CRT-08", "TG-ADV-08")
def test_on_d3_the_defender_adds_nothing() -> None:
    """Pinned he stays."""
    now = fight(stand(odds(8, 2)), "a > 806", 2).act("length", to="0")
    assert now["x"].at == "806"
    assert now.step[1] not in ("farther", "retreat")


@pytest.mark.rule("tigers", "TG-CRT-10", "TG-CRT-11")
def test_d_disrupts_and_leaves_the_choice_to_the_defender() -> None:
    """Nothing to two hexes."""
    now = fight(stand(odds(3, 3)), "a > 806", 3)
    assert (result(now), now.step) == ("D", (ALLIED, "farther"))
    assert now["x"].disrupted
    assert list(now.targets("further")) == ["0", "1", "2"]
    assert {rule for target in now.targets("further").values() for rule in target.rules} == {"TG-CRT-11"}
    assert now.refused("further", to="3") == ["TG-CRT-11"]
    assert [note.rule for note in now.act("further", to="1").told(Noted)] == ["TG-CRT-11"]
    assert now.act("further", to="0")["x"].at == "806"
    gone = now.act("further", to="2").act("retreat", "x", "807").act("retreat", "x", "808")
    assert gone["x"].at == "808"
    assert gone.step[1] == "advance"


@pytest.mark.rule("tigers", "TG-CRT-12")
def test_nothing_happens() -> None:
    """To either side."""
    now = fight(stand(odds(3, 3)), "a > 806", 4)
    assert result(now) == "-"
    assert not now["a"].disrupted
    assert not now["x"].disrupted
    assert (now["a"].at, now["x"].at, now["a"].attacks) == ("805", "806", 1)


@pytest.mark.rule("tigers", "TG-CRT-13")
def test_ad_disrupts_every_attacker() -> None:
    """And no defender."""
    now = fight(stand({"a": inf("805"), "b": inf("706"), "x": inf("806", ALLIED, factor=6)}), "a b > 806", 5)
    assert result(now) == "AD"
    assert (now["a"].disrupted, now["b"].disrupted, now["x"].disrupted) == (True, True, False)


@pytest.mark.rule("tigers", "TG-CRT-14", "TG-CRT-15", "AMB-05", "TG-TER-14")
def test_ae_takes_attackers_of_the_value_of_the_defense() -> None:
    """By the modified value, none that could be spared; who is left is disrupted."""
    units = {
        "a": inf("805", factor=2),
        "b": inf("706"),
        "c": inf("906", factor=1),
        "x": inf("806", ALLIED, factor=11),
    }
    now = fight(stand(units), "a b c > 806", 6)  # 1:2
    assert result(now) == "AE"
    assert all(not now[u].on_map for u in "abc"), "six factors are less than eleven: all are lost"
    units |= {"b": inf("706", factor=9), "c": inf("906", factor=4)}
    wet = country(river="805/806 706/806 806/906")
    units["x"] = inf("806", ALLIED, entrenched=True, factor=9)  # 15 to 10 is 3:2, over rivers 1:1, value 10
    now = fight(stand(units, wet), "a b c > 806", 6)
    assert (result(now), now.step) == ("D/AE", (GERMAN, "losses"))
    # 2 + 9, 9 + 4: with 2 and 4 alone it is not enough, and all three spare one
    assert now.offered("lose") == ("a", "b", "c")
    assert now.act("lose", "a").offered("lose") == ("b",)
    now = now.act("lose", "c")
    assert now.refused("lose", "a") == ["AMB-05"]
    now = now.act("lose", "b")
    assert (now["a"].on_map, now["a"].disrupted) == (True, True)


@pytest.mark.rule("tigers", "AMB-05")
def test_no_loss_that_could_be_spared() -> None:
    """Two factors are owed: the unit of 2, or both of 1, but not 2 and another."""
    wet = country(river="805/806 706/806 806/906")
    units = {"a": inf("805", factor=2), "b": inf("706", factor=1), "c": inf("906", factor=1)}
    now = fight(stand(units | {"x": inf("806", ALLIED, factor=2)}, wet, dry="706"), "a b c > 806", 6)
    assert result(now) == "D/AE"  # 2:1, two columns down, 1:1
    assert now.offered("lose") == ("a", "b", "c")
    alone = now.act("lose", "a")
    assert alone.step[1] != "losses"
    assert (alone["b"].on_map, alone["c"].on_map) == (True, True)
    assert now.act("lose", "b").offered("lose") == ("c",)


@pytest.mark.rule("tigers", "TG-CRT-16", "AMB-04", "AMB-11")
def test_d_ae_hits_both() -> None:
    """The defender is disrupted and may retreat; the attackers are lost or disrupted, so that nobody advances."""
    units = {"a": inf("805", factor=4), "b": inf("706", factor=4), "x": inf("806", ALLIED, factor=4)}
    wet = country(river="805/806 706/806")
    now = fight(stand(units, wet), "a b > 806", 6)  # 2:1, over rivers 3:2
    assert result(now) == "AD"
    now = fight(stand(units, wet, dry="805"), "a b > 806", 6)  # 1:1
    assert result(now) == "D/AE"
    now = now.act("lose", "a")
    assert now["x"].disrupted
    assert list(now.targets("further")) == ["0", "1", "2"]
    now = now.act("further", to="1").act("retreat", "x", "807")
    assert now["b"].disrupted
    assert now.step[1] != "advance"


# ---- "No Retreat!" and no way out -------------------------------------------------------------------------------------
@pytest.mark.rule("tigers", "TG-CRT-18")
def test_the_order_is_asked_before_the_die() -> None:
    """One for each battle, of the defender."""
    now = allocated(stand(DUEL), "a > 806").act("resolve", "806")
    assert now.step == (ALLIED, "no_retreat")
    assert not now.told(DiceRolled)
    assert set(now.targets("order")) == {"free", "no_retreat"}
    assert now.refused("order", to="perhaps") == ["TG-CRT-18"]


@pytest.mark.rule("tigers", "TG-CRT-19", "AMB-10")
@pytest.mark.parametrize(
    ("attack", "die", "code", "left"),
    [(4, 3, "D1", True), (6, 3, "D2", False), (8, 2, "D3", False), (4, 5, "D", True)],
)
def test_no_retreat(attack: int, die: int, code: str, left: bool) -> None:
    """D1 is D, D2 and D3 are DE; nobody retreats, not even of his own will."""
    now = fight(stand(odds(attack, 2)), "a > 806", die, "no_retreat")
    assert result(now) == code
    assert now["x"].on_map == left
    if left:
        assert now["x"].disrupted
        assert now["x"].at == "806"
    assert now.step[1] not in ("how_far", "farther", "retreat")


@pytest.mark.rule("tigers", "TG-CRT-17", "TG-RET-10")
@pytest.mark.parametrize(("attack", "die", "left"), [(4, 3, True), (6, 3, False), (8, 2, False)])
def test_surrounded(attack: int, die: int, left: bool) -> None:
    """Two attackers opposite each other are enough to close every hexside."""
    units = {"a": inf("805", factor=attack - 1), "b": inf("807", factor=1), "x": inf("806", ALLIED, factor=2)}
    now = fight(stand(units), "a b > 806", die)
    assert now["x"].on_map == left
    if left:
        assert (now["x"].at, now["x"].disrupted) == ("806", True)


@pytest.mark.rule("tigers", "TG-CRT-17", "AMB-13")
def test_no_way_is_judged_unit_by_unit() -> None:
    """The armor behind the river is lost, the infantry beside it is not."""
    ground = country(river="806/807 707/806 806/907")
    units = {
        "a": inf("805", factor=8),
        "x": inf("806", ALLIED, factor=1),
        "y": unit("806", ALLIED, "arm", "div", 1, 4, {}),
    }
    now = fight(stand(units, ground), "a > 806", 4)  # 4:1: D2
    assert result(now) == "D2"
    assert (now["x"].on_map, now["y"].on_map) == (True, False)
    assert now.act("length", to="1").offered("retreat") == ("x",)


@pytest.mark.rule("tigers", "TG-CRT-17")
def test_surrounded_changes_no_other_result() -> None:
    """D stays D."""
    units = {"a": inf("805", factor=3), "b": inf("807", factor=1), "x": inf("806", ALLIED, factor=2)}
    now = fight(stand(units), "a b > 806", 5)  # 2:1
    assert (result(now), now["x"].on_map, now["x"].at) == ("D", True, "806")
    assert now.step[1] != "farther"


# ---- two columns -----------------------------------------------------------------------------------------------------
MIXED = {"a": inf("805", factor=7), "e": abn("806", disrupted=True), "x": inf("806", ALLIED)}


@pytest.mark.rule("tigers", "TG-CRT-21", "AMB-114")
def test_two_columns_the_attackers_read_the_lower() -> None:
    """1:1 for the paratroopers, 3:2 for the others: row 6 is D/AE and AD, and what hits the attackers is D/AE."""
    now = fight(stand(MIXED), "a > 806", 6)
    assert result(now) == "D/AE / AD"
    assert not now["a"].on_map, "all seven factors of the stack are the value, and seven are lost"
    assert now["e"].disrupted
    assert not now["x"].disrupted


@pytest.mark.rule("tigers", "TG-CRT-21", "AMB-12", "AMB-114")
def test_two_columns_two_lengths() -> None:
    """Row 2: D1 for both classes; each is asked for, and each may go farther by itself."""
    now = fight(stand(MIXED), "a > 806", 2)
    assert result(now) == "D1 / D1"
    now = now.act("length", to="1")
    assert now.step[1] == "how_far"
    now = now.act("length", to="0")
    assert now.offered("retreat") == ("e",)
    now = now.act("retreat", "e", "807")
    assert now.step == (ALLIED, "farther")


@pytest.mark.rule("tigers", "TG-CRT-21", "AMB-114")
def test_two_columns_nobody_of_the_attackers_is_hurt_by_the_higher() -> None:
    """Row 5: AD against the paratroopers' column, "-" against the others': the lower speaks for the attackers."""
    now = fight(stand(MIXED), "a > 806", 5)
    assert result(now) == "AD / -"
    assert now["a"].disrupted


# ---- disruption and recovery -----------------------------------------------------------------------------------------
@pytest.mark.rule("tigers", "TG-DIS-02", "TG-TER-03")
def test_disruption_takes_the_entrenchment_of_an_attacker_too() -> None:
    """AD."""
    now = fight(stand({"a": inf("805", entrenched=True), "x": inf("806", ALLIED)}), "a > 806", 5)
    assert (result(now), now["a"].entrenched) == ("AD", False)


@pytest.mark.rule("tigers", "TG-DIS-16")
def test_disruption_is_a_single_level() -> None:
    """D on a disrupted unit changes nothing."""
    now = fight(stand(odds(2, 3, disrupted=True)), "a > 806", 2)  # 1:2, one up: 1:1
    assert (result(now), now["x"].disrupted, now["x"].on_map) == ("D1", True, True)
    now = now.act("length", to="0")
    assert now["x"].disrupted


@pytest.mark.rule("tigers", "TG-DIS-07", "TG-DIS-09", "AMB-07")
@pytest.mark.parametrize(
    ("attack", "defence", "die", "code", "up"),
    [(3, 3, 4, "-", True), (1, 4, 6, "AE", True), (3, 3, 6, "D/AE", False), (3, 3, 5, "AD", False)],
)
def test_a_target_recovers_by_surviving(attack: int, defence: int, die: int, code: str, up: bool) -> None:
    """On "-" and AE, not on AD and D/AE; airborne, so that there is no shift."""
    units = {"a": inf("805", factor=attack), "x": abn("806", factor=defence, disrupted=True)}
    now = allocated(stand(units), "a > 806")
    assert now["x"].disrupted, "it is under attack as the others recover"
    now = rolled(now, "806", die)
    assert result(now) == code
    now = over(now)
    assert now["x"].disrupted == (not up)


@pytest.mark.rule("tigers", "AMB-07", "TG-DIS-08")
def test_nobody_recovers_out_of_supply() -> None:
    """Surviving does not help."""
    units = {"a": inf("805", factor=2), "x": abn("806", factor=3, disrupted=True)}
    now = fight(stand(units, dry="806"), "a > 806", 3)  # 1:2, one up for supply: 1:1
    assert result(now) == "D"
    now = fight(stand(units, dry="806"), "a > 806", 4)
    assert (result(now), now["x"].disrupted) == ("-", True)


@pytest.mark.rule("tigers", "AMB-08")
def test_nobody_recovers_in_the_second_pass() -> None:
    """Step b is no part of it."""
    units = {"a": inf("805"), "x": abn("806", factor=3, disrupted=True)}
    now = fight(stand(units, round=2), "a > 806", 4)
    assert (result(now), now["x"].disrupted) == ("-", True)


@pytest.mark.rule("tigers", "TG-DIS-03", "TG-RET-12")
def test_disrupted_units_retreat_all_the_same() -> None:
    """And a retreat is no operational move."""
    now = (
        fight(stand(odds(3, 3, disrupted=True)), "a > 806", 3)
        .act("length", to="1")
        .act("retreat", "x", "807")
    )
    assert (now["x"].at, now["x"].moved, now["x"].retreated) == ("807", False, True)


# ---- what is foretold of those without a way to retreat ---------------------------------------------------------------
def foretold(now: Situation, units: str, at: str) -> dict[str, int]:
    """Result -> rows of six, before the attack is allocated."""
    found = now.seat.forecast(Action("attack", tuple(units.split()), at))
    assert found is not None
    ((_, line),) = found.lines
    return dict(line.results)


SURROUNDED = {"a": inf("805", factor=3), "b": inf("807", factor=1), "x": inf("806", ALLIED, factor=2)}


@pytest.mark.rule("tigers", "TG-CRT-17", "TG-RET-10")
def test_the_forecast_knows_who_cannot_retreat() -> None:
    """2:1 against a division that is surrounded: D2 is foretold as DE, D1 as D, which is what the dice then do."""
    now = stand(SURROUNDED)
    assert foretold(now, "a b", "806") == {"DE": 2, "D": 3, "-": 1}
    assert foretold(stand({**SURROUNDED, "b": inf("705", factor=1)}), "a b", "806") != {
        "DE": 2,
        "D": 3,
        "-": 1,
    }
    for die, gone in ((1, True), (2, True), (3, False), (4, False), (5, False), (6, False)):
        after = fight(now, "a b > 806", die)
        assert after["x"].on_map != gone
        assert after["x"].disrupted == (die in (3, 4, 5))


@pytest.mark.rule("tigers", "TG-SEQ-05", "TG-CRT-17")
def test_the_attack_to_be_resolved_next_is_foretold_as_it_was_when_it_was_put_together() -> None:
    """Each of those that wait, by its first hex; none by a hex that is not attacked, and not two at once."""
    now = stand({**SURROUNDED, "d": inf("405", factor=8), "y": inf("406", ALLIED, factor=2)})
    before = {
        "806": now.seat.forecast(Action("attack", ("a", "b"), "806")),
        "406": now.seat.forecast(Action("attack", ("d",), "406")),
    }
    assert before["806"] != before["406"]
    waiting = allocated(now, "a b > 806", "d > 406")
    for at, found in before.items():
        assert found is not None
        assert waiting.seat.forecast(Action("resolve", (at,))) == found
    for subject in ((), ("805",), ("9999",), ("806", "406")):
        assert waiting.seat.forecast(Action("resolve", subject)) is None


@pytest.mark.rule("tigers", "TG-CRT-17", "AMB-13")
def test_the_forecast_tells_a_stack_apart_of_which_one_can_retreat() -> None:
    """The infantry wades away, the armor beside it is lost."""
    ground = country(river="806/807 707/806 806/907")
    units = {
        "a": inf("805", factor=8),
        "x": inf("806", ALLIED, factor=1),
        "y": unit("806", ALLIED, "arm", "div", 1, 4, {}),
    }
    assert foretold(stand(units, ground), "a", "806") == {"DE": 1, "D3 + DE": 1, "D2 + DE": 2, "D1 + D": 2}


@pytest.mark.rule("tigers", "TG-CRT-17")
def test_the_odds_say_that_there_is_no_way_to_retreat() -> None:
    """Beside the defender, in a line of the odds, and in the chances of the results."""
    now = drafted(stand(SURROUNDED), "a b > 806")
    (combat,) = [c for c in board(now.seat).combats if c.status == "draft"]
    clauses = {
        (str(c.say), c.rule) for account in combat.accounts for line in account.lines for c in line.clauses
    }
    assert ("cannot retreat", "TG-CRT-17") in clauses
    assert "D1 reads as D, D2 and D3 as DE" in {str(line.say) for a in combat.accounts for line in a.lines}
    assert {str(bar.say): bar.weight for bar in combat.spreads[0].bars} == {"DE": 2, "D": 3, "-": 1}


@pytest.mark.rule("tigers", "AMB-123")
def test_no_retreat_is_not_asked_where_it_changes_nothing() -> None:
    """Nobody can go, or no row of the column lets anybody go."""
    for units, plan, die in ((SURROUNDED, "a b > 806", 1), (odds(20, 1), "a > 806", 1)):
        now = allocated(stand(units), plan).act("resolve", "806", numbers=[die])
        assert now["x"].at == "#eliminated", "the die was cast at once"
    asked = allocated(stand(odds(4, 2)), "a > 806").act("resolve", "806")
    assert asked.step == (ALLIED, "no_retreat")


@pytest.mark.rule("tigers", "TG-CRT-18", "AMB-123", "TG-SPC-05", "TG-FUL-06")
def test_by_option_no_retreat_is_asked_before_every_battle() -> None:
    """But where nobody is left who could be ordered."""
    rules = country(no_retreat_asked="always")
    for units, plan, die in ((SURROUNDED, "a b > 806", 1), (odds(20, 1), "a > 806", 1)):
        now = allocated(stand(units, rules), plan).act("resolve", "806")
        assert now.step == (ALLIED, "no_retreat")
        assert now.act("order", to="free", numbers=[die])["x"].at == "#eliminated"
    alone = stand({"a": inf("805", ALLIED), "Skorzeny": "806"}, rules, phasing=ALLIED)
    assert allocated(alone, "a > 806").act("resolve", "806", numbers=())["Skorzeny"].at == "#eliminated"
    dump = stand({"a": inf("1108")}, rules, dump="1008", dump_state="found")
    assert allocated(dump, "a > 1008").act("resolve", "1008", numbers=[1]).step == (GERMAN, "advance")


@pytest.mark.rule("tigers", "TG-CRT-17")
def test_the_log_says_how_a_result_was_read() -> None:
    """With the result of the table and what it became."""
    texts = [str(one.say) for one in fight(stand(SURROUNDED), "a b > 806", 1).told(Noted)]
    assert any(text.endswith("cannot retreat: D2 is read as DE.") for text in texts)
