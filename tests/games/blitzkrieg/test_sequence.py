"""The sequence of play: phases in their order, what a turn begins and ends with, the last round."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.engine.events import PhaseBegan, TurnBegan
from hexbench.games.blitzkrieg import GAME
from hexbench.games.blitzkrieg.state import Scenario
from tests.games.blitzkrieg.field import (
    ALLIED,
    GERMAN,
    PLAIN,
    Situation,
    country,
    dump,
    guns,
    inf,
    plane,
    position,
)
from tests.games.blitzkrieg.shipped import ardennes

FAR = {"a": inf("1012"), "b": inf("2012", ALLIED)}


def phases(now: Situation, upto: int, numbers: bool = False) -> list[tuple[str, str | None]]:
    """The phases that are told as all follow the defaults, so many of them, those of this outcome first."""
    found: list[tuple[str, str | None]] = []
    while True:
        found += [(e.phase, e.side) for e in now.events if isinstance(e, PhaseBegan)]
        if len(found) >= upto or now.over:
            return found[:upto]
        now = now.default()


@pytest.mark.rule("blitzkrieg", "BK-SEQ-01")
def test_a_round_is_a_german_and_then_an_allied_turn() -> None:
    now = position(FAR, phase="turn", turn=4)
    assert phases(now, 5) == [
        ("movement", GERMAN),
        ("fire", GERMAN),
        ("movement", ALLIED),
        ("fire", ALLIED),
        ("support", ALLIED),
    ]
    assert now.until(ALLIED, "movement").state.turn == 4
    assert now.until(ALLIED, "movement").until(GERMAN, "movement").state.turn == 5


@pytest.mark.rule("blitzkrieg", "BK-SEQ-05", "BK-AMB-03", "BK-AIR-02")
def test_air_then_reinforcements_then_movement() -> None:
    units = {
        **FAR,
        "p": plane(),
        "r": inf("#due/5", printed={"at": "prum", "turn": 5}),
    }
    now = position(units, country(entries=(("prum", "1010"),)), phase="turn", turn=5, clear=True)
    assert phases(now, 3) == [("air", GERMAN), ("reinforcements", GERMAN), ("movement", GERMAN)]


@pytest.mark.rule("blitzkrieg", "BK-SEQ-09", "BK-SEQ-11", "BK-RES-02")
def test_after_resolve_come_fire_rockets_battles_and_support() -> None:
    dumps = {"liege": dump("1020")}
    near = {"a": inf("1412", strength=9), "b": inf("1512", ALLIED)}
    german = position(near, dumps=dumps).act("engage", "a", "1512").act("resolve")
    assert german.step == (GERMAN, "rockets")
    assert german.act("launch", "", "1020", numbers=[1]).step == (GERMAN, "battles")
    allied = position(near, phasing=ALLIED, dumps=dumps).act("engage", "b", "1412").act("resolve")
    assert allied.step == (ALLIED, "battles")
    alone = position({**FAR, "g": guns("1912", ALLIED), "h": inf("1812", ALLIED)}, phasing=ALLIED)
    assert alone.act("resolve").step == (ALLIED, "support")


@pytest.mark.rule("blitzkrieg", "BK-SEQ-07")
def test_movement_engaging_and_aiming_go_on_in_any_order() -> None:
    units = {
        "a": inf("1412", strength=9),
        "g": guns("1212"),
        "b": inf("1512", ALLIED),
        "c": inf("1010"),
    }
    now = position(units).act("engage", "a", "1512").act("aim", "g", "b").move("c", "1110")
    assert now.step == (GERMAN, "movement")
    assert {"move", "aim", "collect"} & set(now.verbs)
    assert len(now.state.engagements) == 1
    assert now.state.fire == {"g": "b"}


@pytest.mark.rule("blitzkrieg", "BK-SEQ-03")
def test_a_turn_begins_without_the_marks_of_the_last() -> None:
    units = {
        "a": inf("1012", start="1112", fixed=True),
        "p": plane(used=True),
        "b": inf("2012", ALLIED, fixed=True),
    }
    now = position(units, phase="turn", tried=("1012",), built=("1012",), rockets=1, fire={}, turn=4)
    assert (now["a"].start, now["a"].fixed, now["p"].used) == ("1012", False, False)
    assert now["b"].fixed  # it is not his turn yet
    assert (now.state.tried, now.state.built, now.state.rockets) == ((), (), 0)
    assert now.until(ALLIED, "movement")["b"].fixed is False


@pytest.mark.rule("blitzkrieg", "BK-SEQ-02", "BK-OPT-02")
def test_a_game_begins_with_its_options_as_they_are() -> None:
    now = Situation(ardennes(), ardennes().new(Scenario(), seed=3))
    assert now.rules.options == GAME.Options()
    assert (now.state.turn, now.state.phasing, now.state.last_turn) == (1, GERMAN, 32)
    assert now.events[0] == TurnBegan("16AM")


@pytest.mark.rule("blitzkrieg", "BK-SEQ-12")
def test_infiltrators_are_rolled_for_when_the_german_turn_ends() -> None:
    from tests.games.blitzkrieg.field import spy

    units = {"s": spy("2012", within=1), "b": inf("2012", ALLIED), "a": inf("1012")}
    assert position(units, phase="end", numbers=[1])["s"].at == "#eliminated"
    assert position(units, phase="end", numbers=[6])["s"].at == "2012"
    assert position(units, phase="end", phasing=ALLIED, turn=4, numbers=[])["s"].at == "2012"


@pytest.mark.rule("blitzkrieg", "BK-SEQ-13", "BK-SUP-02")
@pytest.mark.parametrize(("side", "judged", "other"), [(GERMAN, "b", "a"), (ALLIED, "a", "b")])
def test_supply_of_the_side_that_plays_next_is_judged(side: str, judged: str, other: str) -> None:
    now = position(FAR, phase="end", phasing=side, turn=4)
    assert now[judged].isolated == 1  # there is no dump in this country
    assert now[other].isolated == 0


@pytest.mark.parametrize("phase", GAME.phases)
@pytest.mark.parametrize("side", [GERMAN, ALLIED])
def test_every_phase_can_be_entered(phase: str, side: str) -> None:
    now = position(FAR, phase=phase, phasing=side, turn=3)
    assert now.over or now.seat.prompt.default is not None


def test_a_phase_that_does_not_exist() -> None:
    with pytest.raises(ValueError, match="There is no phase 'tea'"):
        PLAIN.enter(position(FAR).state, "tea")


@pytest.mark.rule("blitzkrieg", "BK-SEQ-01")
def test_out_of_time_is_refused_with_the_sequence() -> None:
    now = position(FAR)
    assert now.refused("a", "2012", verb="fight")[0] == "BK-SEQ-01"
    theirs = now.rules.seat(now.state, ALLIED)
    from hexbench.engine.values import Action

    reasons: Any = theirs.refuse(Action("move", ("b",), "1912"))
    assert reasons[0].rule == "BK-SEQ-01"


@pytest.mark.parametrize("seed", [1, 2])
def test_defaults_lead_to_the_end(seed: int) -> None:
    now = Situation(ardennes(), ardennes().new(Scenario(), seed=seed))
    for _ in range(2000):
        if now.over:
            break
        now = now.default()
    assert now.over
    assert now.state.turn == 33
    assert [str(p) for p in now.rules.audit(now.state)] == []


@pytest.mark.rule("blitzkrieg", "BK-SEQ-10", "BK-RES-19", "BK-AMB-10")
def test_after_a_roll_come_losses_then_retreats_then_advances_each_by_its_owner() -> None:
    units = {"a": inf("1412", strength=9), "d": inf("1512", ALLIED, strength=6), "far": inf("2012", ALLIED)}
    now = position(units).act("engage", "a", "1512").act("resolve")
    fought = now.act("fight", "a", numbers=[3])  # 1-1: A&DL1/4 and Db2 Aa1
    assert (fought["a"].strength, fought["d"].strength) == (7, 4)
    assert fought.step == (ALLIED, "retreat")
    fallen = fought.default()
    assert fallen.step == (GERMAN, "advance")
    assert fallen["d"].at != "1512"
    assert fallen.default().step == (ALLIED, "movement")


@pytest.mark.rule("blitzkrieg", "BK-SEQ-10")
def test_an_exchange_comes_before_the_advance() -> None:
    units = {
        "a": inf("1412", strength=9),
        "b": inf("1412", strength=9),
        "d": inf("1512", ALLIED, strength=6),
        "far": inf("2012", ALLIED),
    }
    now = position(units).act("engage", "a b", "1512").act("resolve")
    fought = now.act("fight", "a", numbers=[1])  # 3-1: blu
    assert fought.step == (GERMAN, "exchange")
    lost = fought.act("give_up", "b")
    while lost.step[1] == "exchange":
        lost = lost.default()
    assert lost["b"].at == "#eliminated"
    assert lost["d"].at == "#eliminated"
    assert lost.step == (GERMAN, "advance")
