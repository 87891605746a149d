"""The sequence of play, prompt by prompt (TG-SEQ), and the first turn's own (TG-FT1-02, TG-FT1-03, TG-FT1-06)."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.engine.events import PhaseBegan, TurnBegan
from hexbench.games.tigers.pieces import SIDES
from hexbench.games.tigers.sequence import PHASES, stack_at
from tests.games.tigers.field import (
    ALLIED,
    ARDENNES,
    GERMAN,
    MF,
    Situation,
    campaign,
    country,
    inf,
    position,
    pz,
)

UNITS: dict[str, Any] = {
    "p": pz("1407"),
    "q": inf("1408"),
    "a": inf("1007", ALLIED),
    "b": inf("1006", ALLIED),
}
DEEP = country()


def phases(now: Situation, turns: int = 1) -> list[tuple[str, str]]:
    """(phase, side) as they are told while defaults are followed through whole game turns."""
    found: list[tuple[str, str]] = []
    last = now.s.turn + turns
    while now.s.turn < last and now.step[0] is not None:
        now = now.default()
        found += [(e.phase, str(e.side)) for e in now.told(PhaseBegan)]
    return found


def order(found: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Repeats left out."""
    return [one for n, one in enumerate(found) if n == 0 or found[n - 1] != one]


@pytest.mark.rule(
    "tigers",
    "TG-SEQ-01",
    "TG-SEQ-02",
    "TG-SEQ-03",
    "TG-SEQ-06",
    "TG-SEQ-08",
    "TG-SEQ-09",
    "TG-SEQ-11",
    "TG-SEQ-12",
)
def test_a_game_turn_from_weather_to_the_allied_supply_phase() -> None:
    now = position(UNITS, ARDENNES, phase="weather", turn=4, ruthless=1, prayed=1)
    told = [(e.phase, e.side) for e in now.told(PhaseBegan)]
    found = order([*told, *phases(now)])
    german = [one for one in found if one[1] == GERMAN]
    allied = [one for one in found if one[1] == ALLIED]
    player_turn = ["reinforcements", "movement", "combat", "movement", "combat", "supply"]
    assert [p for p, _ in german if p in player_turn][: len(player_turn)] == player_turn
    assert [p for p, _ in allied if p in player_turn] == player_turn
    assert found.index(("supply", GERMAN)) < found.index(("reinforcements", ALLIED))


@pytest.mark.rule("tigers", "TG-SEQ-01", "TG-WEA-02")
def test_weather_comes_first() -> None:
    now = position(UNITS, ARDENNES, phase="weather", turn=4, ruthless=1, prayed=1, numbers=(4,))
    assert now.s.weather == "Snow"
    assert now.told(TurnBegan) == [TurnBegan("Turn 4")]
    assert now.step[0] == GERMAN


@pytest.mark.rule("tigers", "TG-SEQ-06", "TG-SEQ-16", "TG-MOV-07")
def test_blitzkrieg_is_for_those_who_have_not_moved_with_one_factor_less() -> None:
    now = position(UNITS, DEEP)
    full = max(t.cost or 0 for t in now.targets("move", "p", how="").values())
    now = now.act("move", "p", "1508", numbers=None)
    now = now.end().until(GERMAN, "movement")
    assert now.s.round == 2
    assert now.offered("move") == ("q",)
    assert now["p"].acted
    assert now.reasons("move", "p", "1509")
    rested = position(UNITS, DEEP).end().until(GERMAN, "movement")
    assert rested.s.round == 2
    assert set(rested.offered("move")) == {"p", "q"}
    assert max(t.cost or 0 for t in rested.targets("move", "p", how="").values()) == full - MF


@pytest.mark.rule("tigers", "TG-SEQ-11", "TG-MOV-07", "TG-SEQ-16")
def test_breakthrough_is_the_same_for_allies() -> None:
    now = position(UNITS, DEEP, phasing=ALLIED)
    now = now.act("move", "a", "907", numbers=None).end().until(ALLIED, "movement")
    assert now.s.round == 2
    assert now.offered("move") == ("b",)
    assert max(t.cost or 0 for t in now.targets("move", "b", how="").values()) == (1 + 2) * MF


@pytest.mark.rule("tigers", "TG-SEQ-14", "TG-MOV-01")
def test_a_unit_moves_once_and_again_in_the_next_turn() -> None:
    now = position({**UNITS, "p": pz("1507")}, ARDENNES).act("move", "p", "1508", numbers=None)
    assert now["p"].moved
    assert now.reasons("move", "p", "1509")
    later = now.until(ALLIED, "movement").until(GERMAN, "movement")
    assert later.s.turn == 4
    assert not later["p"].moved
    assert "p" in later.offered("move")


@pytest.mark.rule("tigers", "TG-SEQ-04", "TG-SEQ-10", "TG-DIS-06")
@pytest.mark.parametrize("phasing", [GERMAN, ALLIED])
def test_recovery_is_the_other_sides_and_in_the_first_pass(phasing: str) -> None:
    units = {
        "g": inf("1509", disrupted=True),
        "a": inf("610", ALLIED, disrupted=True),
    }
    now = position(units, ARDENNES, phasing=phasing, turn=4).end().until(phasing, "movement")
    assert now.s.round == 2
    assert now["a"].disrupted == (phasing == ALLIED)
    assert now["g"].disrupted == (phasing == GERMAN)


@pytest.mark.rule("tigers", "AMB-08")
def test_nobody_recovers_in_the_second_pass() -> None:
    units = {"g": inf("1509"), "a": inf("610", ALLIED, disrupted=True)}
    now = position(units, ARDENNES, turn=4, round=2).end().until(ALLIED, "movement")
    assert now["a"].disrupted


@pytest.mark.rule("tigers", "TG-FT1-02", "TG-FT1-03", "TG-FT1-06", "TG-MOV-07")
def test_the_first_turn_begins_with_attacks() -> None:
    now = campaign().until(GERMAN, "combat")
    assert (now.s.turn, now.s.round) == (1, 1)
    assert now.refused("move", "12VG", "1507") == ["TG-SEQ-01", "TG-FT1-02"]
    now = now.until(GERMAN, "movement")
    assert (now.s.turn, now.s.round) == (1, 2)
    assert "1SSPz" in now.offered("move")
    now = now.until(ALLIED, "movement")
    assert (now.s.turn, now.s.round) == (1, 1)
    assert "1ID" in now.offered("move")
    assert max(t.cost or 0 for t in now.targets("move", "1ID", how="").values()) == 4 * MF


@pytest.mark.rule("tigers", "TG-SEQ-01")
def test_phases_by_name() -> None:
    for phase in PHASES:
        for side in SIDES:
            assert stack_at(phase, side)
    with pytest.raises(ValueError, match="There is no phase 'lunch'"):
        stack_at("lunch", "german")


@pytest.mark.rule("tigers", "TG-RFT-02", "TG-BRG-14")
def test_german_markers_return_in_their_turn() -> None:
    now = position(UNITS, ARDENNES, turn=4, markers={"german": 5}, returning=[5, 6, 5])
    later = now.until(ALLIED, "movement").until(GERMAN, "movement")
    assert later.s.turn == 5
    assert later.s.markers["german"] == 7
    assert later.s.returning == (6,)


@pytest.mark.rule("tigers", "TG-VIC-09")
def test_defaults_lead_to_the_end_of_turn_twelve() -> None:
    now = campaign()
    for _ in range(3000):
        if now.step[0] is None:
            break
        now = now.default()
    assert now.s.turn == 12
    assert now.rules.verdict(now.s).over
    assert now.rules.audit(now.s) == ()


@pytest.mark.rule("tigers", "TG-SEQ-15", "TG-MOV-02", "TG-ADV-12", "TG-RET-12")
def test_advances_and_retreats_come_on_top_of_the_operational_move() -> None:
    units: dict[str, Any] = {"g": pz("1004"), "h": inf("1004"), "a": inf("904", ALLIED), "r": inf("1407")}
    now = position(units, ARDENNES, phase="combat").act("attack", "g h", "904").act("allocate").end(())
    now = now.act("resolve", "904").act("order", to="free", numbers=(1,))  # 7 to 4 is 3:2: D2
    now = now.act("length", to="1").act("retreat", "a", "803").until(GERMAN, "advance")
    now = now.act("advance", "g", "904")
    assert now["a"].at == "803"
    assert now["g"].at == "904"
    assert not now["g"].moved
    assert not now["g"].spent
    later = now.until(ALLIED, "movement")
    assert later["a"].retreated
    assert not later["a"].moved
    rested = position({"a": inf("803", ALLIED, retreated=True), "r": inf("1407")}, ARDENNES, phasing=ALLIED)
    assert rested.offered("move") == ("a",)
