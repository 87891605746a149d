"""Exits, holding, and who has won (TG-VIC, AMB-84 to AMB-88)."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.engine.events import GameEnded
from hexbench.games.tigers import victory
from hexbench.games.tigers.ground import holder
from hexbench.games.tigers.pieces import EXITED, VDH
from tests.games.tigers.field import (
    ALLIED,
    ARDENNES,
    GERMAN,
    MF,
    Situation,
    country,
    inf,
    para,
    position,
    pz,
    pzbde,
    tiger,
)

STRATEGIC, HISTORIC = "Strategic Victory", "Historic Victory"
TOWNS = ("1108", "1107", "904", "606")
"""Malmedy, St. Vith, Bastogne, Marche."""
MINE = ("1008", "1006", "904", "902", "606")
"""Spa, Vielsalm, Bastogne, Martelange, Marche."""


def leaving(units: dict[str, Any], rules: Any = None, **state: Any) -> Situation:
    """Germans about to leave the map, all of them supplied from the air where they stand."""
    hexes = {u["at"] if isinstance(u, dict) else u for u in units.values()}
    lifted = state.pop("airlifted", dict.fromkeys(hexes, "german"))
    keep = {"rear": inf("1509")}
    return position({**units, **keep}, rules or ARDENNES, airlifted=lifted, turn=5, **state)


def gone(now: Situation, *units: str) -> Situation:
    """They leave one after the other."""
    for uid in units:
        now = now.act("move", uid, now[uid].at, "exit", numbers=None)
    return now


# ---- leaving --------------------------------------------------------------------------------------------------------
@pytest.mark.rule("tigers", "AMB-84")
def test_leaving_costs_one_or_a_third_by_road_and_is_for_good() -> None:
    now = leaving({"p": pz("511"), "q": pz("210")})
    assert now.targets("move", "p", "exit")["511"].cost == MF // 3
    assert now.targets("move", "q", "exit")["210"].cost == MF
    after = gone(now, "p")
    assert after["p"].at == EXITED
    assert after.s.exited == {"p": "511"}
    assert "p" not in after.offered("move")


@pytest.mark.rule("tigers", "AMB-84", "TG-VIC-01")
def test_only_germans_leave_and_only_by_the_exits() -> None:
    now = leaving({"p": pz("911"), "q": pz("107")})
    assert "exit" not in now.hows("move", "p", to="911")
    assert now.reasons("move", "p", "911", "exit")
    assert "exit" in now.hows("move", "q", to="107")
    ours = position({"a": inf("511", ALLIED), "g": inf("1509")}, ARDENNES, phasing=ALLIED, turn=5)
    assert "exit" not in ours.hows("move", "a", to="511")
    assert ours.reasons("move", "a", "511", "exit")


@pytest.mark.rule("tigers", "TG-VIC-04", "AMB-84")
def test_who_leaves_out_of_supply_does_not_count() -> None:
    after = gone(leaving({"p": pz("511")}, country(), airlifted={}), "p")
    assert after["p"].at == EXITED
    assert after.s.exited == {}


# ---- what it counts -------------------------------------------------------------------------------------------------
def quarters(exited: dict[str, tuple[Any, str]]) -> int:
    """The score of units that left: name -> (unit, hex)."""
    units = {uid: {**what, "at": EXITED} for uid, (what, _) in exited.items()}
    now = position(units, ARDENNES, turn=5, exited={uid: at for uid, (_, at) in exited.items()})
    return victory.score(ARDENNES, now.s)


@pytest.mark.rule("tigers", "TG-VIC-01", "TG-VIC-02", "TG-VIC-03", "AMB-85")
@pytest.mark.parametrize(
    ("unit", "north_west", "west"),
    [(pz("1"), 4, 2), (para("1"), 4, 2), (pzbde("1"), 2, 1), (tiger("1"), 0, 0)],
)
def test_what_a_unit_counts(unit: Any, north_west: int, west: int) -> None:
    for at in ("210", "311", "410", "511"):
        assert quarters({"x": (unit, at)}) == north_west
    for at in ("106", "107", "108", "109", "110"):
        assert quarters({"x": (unit, at)}) == west


@pytest.mark.rule("tigers", "TG-VIC-05", "TG-KGP-12")
def test_peiper_and_his_division() -> None:
    one: tuple[Any, str] = ({}, "511")
    other: tuple[Any, str] = ({}, "210")
    assert quarters({"KGPeiper": one}) == 2
    assert quarters({"1SSPz": other}) == 2
    assert quarters({"KGPeiper": one, "1SSPz": other}) == 4
    assert quarters({"KGPeiper": ({}, "107"), "1SSPz": other}) == 3


@pytest.mark.rule("tigers", "AMB-85")
def test_skorzeny_counts_nothing() -> None:
    assert quarters({"Skorzeny": ({}, "511")}) == 0


@pytest.mark.rule("tigers", "TG-VIC-01")
def test_two_divisions_end_the_game_at_once() -> None:
    now = gone(leaving({"p": pz("511"), "q": pz("311"), "r": pz("305")}), "p")
    assert now.step == (GERMAN, "movement")
    after = gone(now, "q")
    assert after.step[0] is None
    assert after.told(GameEnded) == [GameEnded(GERMAN, STRATEGIC)]
    verdict = after.rules.verdict(after.s)
    assert (verdict.over, verdict.winner, verdict.level) == (True, GERMAN, STRATEGIC)
    assert dict(verdict.score) == {GERMAN: 2, ALLIED: 0}


@pytest.mark.rule("tigers", "TG-VIC-02", "TG-VIC-03")
def test_the_west_counts_half() -> None:
    now = gone(leaving({"p": pz("511"), "q": pz("107"), "r": pzbde("108"), "t": pzbde("109")}), "p", "q", "r")
    assert now.step[0] == GERMAN  # 4 + 2 + 1
    assert gone(now, "t").step[0] is None


# ---- holding --------------------------------------------------------------------------------------------------------
@pytest.mark.rule("tigers", "AMB-86")
def test_a_hex_is_held_by_the_side_of_its_front_until_somebody_comes() -> None:
    now = position({"p": pz("806"), "a": inf("610", ALLIED), VDH: "1008"}, ARDENNES, turn=5)
    assert holder(ARDENNES, now.s, "904") == ALLIED
    assert holder(ARDENNES, now.s, "1407") == GERMAN
    assert holder(ARDENNES, now.s, "1008") == ALLIED  # parachutists hold nothing
    now = now.act("move", "p", "905", via="906 905", numbers=None)
    assert holder(ARDENNES, now.s, "906") == GERMAN  # passed through
    assert holder(ARDENNES, now.s, "905") == GERMAN
    back = now.do(lambda play: play.put("a", at="906"))
    assert holder(ARDENNES, back.s, "906") == ALLIED
    assert "906" not in back.s.held


def at_end(*german: str) -> Any:
    """The verdict when the last turn is over and Germans hold these hexes."""
    units = {"a": inf("610", ALLIED), "g": inf("1509")}
    held = dict.fromkeys(german, "german")
    now = position(units, ARDENNES, phase="resolution", phasing=ALLIED, turn=12, round=2, held=held)
    now = now.until(None, "over")
    assert now.told(GameEnded)
    found = now.rules.verdict(now.s)
    return found.winner, found.level, dict(found.score)


@pytest.mark.rule("tigers", "TG-VIC-06")
def test_german_historic_victory() -> None:
    assert at_end(*TOWNS) == (GERMAN, HISTORIC, {GERMAN: 1, ALLIED: 0})


@pytest.mark.rule("tigers", "TG-VIC-06", "TG-VIC-07")
@pytest.mark.parametrize("missing", TOWNS)
def test_german_historic_victory_takes_all_four_towns(missing: str) -> None:
    assert at_end(*(at for at in TOWNS if at != missing))[0] == ALLIED


@pytest.mark.rule("tigers", "TG-VIC-08")
def test_american_strategic_victory() -> None:
    assert at_end() == (ALLIED, STRATEGIC, {GERMAN: 0, ALLIED: 2})
    assert at_end("1108", "1107") == (ALLIED, STRATEGIC, {GERMAN: 0, ALLIED: 2})


@pytest.mark.rule("tigers", "TG-VIC-07", "TG-VIC-08")
@pytest.mark.parametrize("lost", MINE)
def test_american_historic_victory_when_any_of_five_is_lost(lost: str) -> None:
    assert at_end(lost) == (ALLIED, HISTORIC, {GERMAN: 0, ALLIED: 1})


@pytest.mark.rule("tigers", "TG-VIC-09", "AMB-87", "AMB-88", "TG-SEQ-07", "TG-SEQ-13")
def test_towns_alone_end_nothing_before_the_last_turn() -> None:
    units = {"a": inf("610", ALLIED), "g": inf("1509")}
    held = dict.fromkeys(TOWNS, "german")
    now = position(units, ARDENNES, phase="resolution", phasing=ALLIED, turn=11, round=2, held=held)
    later = now.until(GERMAN, "movement")
    assert later.s.turn == 12
    verdict = later.rules.verdict(later.s)
    assert not verdict.over
    assert dict(verdict.score) == {GERMAN: 1, ALLIED: 0}  # as it stands


@pytest.mark.rule("tigers", "TG-VIC-01", "TG-VIC-06")
def test_exits_go_before_towns() -> None:
    units = {"p": pz(EXITED), "q": pz(EXITED)}
    now = position(
        units, ARDENNES, turn=5, exited={"p": "511", "q": "210"}, held=dict.fromkeys(TOWNS, "german")
    )
    assert victory.standing(ARDENNES, now.s) == (GERMAN, STRATEGIC)


@pytest.mark.rule("tigers", "AMB-88", "TG-SEQ-07", "TG-SEQ-13")
@pytest.mark.parametrize("phasing", [GERMAN, ALLIED])
def test_both_checkpoints_see_exits(phasing: str) -> None:
    """A position made by hand may have the score already: the next checkpoint ends it."""
    units = {"p": pz(EXITED), "q": pz(EXITED), "a": inf("610", ALLIED), "g": inf("1509")}
    now = position(
        units,
        ARDENNES,
        turn=5,
        round=2,
        phasing=phasing,
        phase="resolution",
        exited={"p": "511", "q": "210"},
    )
    later = now.until(None, "over")
    assert later.s.turn == 5
    assert later.s.phasing == phasing
