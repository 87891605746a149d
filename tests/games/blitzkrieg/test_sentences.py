"""What Blitzkrieg says at one and at several, of each result of a die, and where the hand is led first."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from hexbench.engine.display import Track
from hexbench.engine.events import AnyEvent, StepLost, StepRegained
from hexbench.engine.values import Action
from hexbench.games.blitzkrieg import results
from hexbench.games.blitzkrieg.battle import Exchange
from hexbench.games.blitzkrieg.state import Scenario
from hexbench.session.log import sentence
from tests.games.blitzkrieg.field import (
    ALLIED,
    GERMAN,
    Situation,
    along,
    country,
    dump,
    guns,
    inf,
    plane,
    position,
    ring,
    spy,
    tank,
)
from tests.games.blitzkrieg.shipped import ardennes
from tests.games.blitzkrieg.test_advance import costs, won
from tests.games.blitzkrieg.test_reinforcements import arrive, due

FAR = {"x": inf("2018", ALLIED)}


def waiting(*more: str) -> Situation:
    """The movement phase after reinforcement h was held; ``more`` have come in."""
    units = {"h": due(), **{uid: due() for uid in more}, "x": inf("2418"), "w": inf("1019", ALLIED, now=2)}
    now = arrive(units).act("hold", "h")
    return now.act("place", " ".join(more), "1412") if more else now


def asked(now: Situation) -> str:
    """The sentence of the prompt."""
    return str(now.seat.prompt.say)


# ---- prompts ---------------------------------------------------------------------------------------------------------
@pytest.mark.rule("blitzkrieg", "BK-UI-13", "BK-ENG-02")
def test_movement_says_how_many_are_in_the_raster() -> None:
    now = position({"a": tank("1412"), "b": inf("1512"), **FAR})
    rest = "Move, engage every enemy next to your units and aim artillery; then resolve."
    assert asked(now) == rest
    one = now.act("collect", "a")
    assert asked(one) == "Place the units in the raster (1); move, engage, then resolve."
    assert asked(one.act("collect", "b")).startswith("Place the units in the raster (2);")
    held = waiting("b")
    assert asked(held).startswith("Move, "), "who is held need not be put down"
    assert held.act("resolve").step != held.step


@pytest.mark.rule("blitzkrieg", "BK-AIR-09")
def test_the_air_phase_says_how_many_have_not_flown() -> None:
    def flying(*used: bool) -> str:
        planes = {f"p{n}": plane(used=done) for n, done in enumerate(used)}
        return asked(position({**planes, "a": inf("1012"), **FAR}, phase="air", turn=17, clear=True))

    three = "Air bombardment: drag air units onto enemy units or dumps; 3 have yet to attack."
    assert flying(False, False, False, True) == three
    assert flying(False, False).endswith("; 2 have yet to attack.")
    assert flying(False, True) == "Air bombardment: drag the last air unit onto an enemy unit or a dump."


@pytest.mark.rule("blitzkrieg", "BK-RES-14")
def test_a_retreat_says_how_far_and_how_many_are_left() -> None:
    def back(strength: int, roll: int, *units: str) -> str:
        them = {uid: inf("1512", ALLIED, 4 // len(units)) for uid in units}
        now = position({"a": inf("1412", strength=strength), **them}).act("engage", "a", "1512")
        return asked(now.act("resolve").act("fight", "a", numbers=[roll]))

    assert back(8, 4, "d") == "Retreat 3 hexes: one unit is left."
    assert back(8, 4, "d", "e") == "Retreat 3 hexes: 2 units are left."
    assert back(20, 4, "d") == "Retreat 1 hex: one unit is left."
    assert back(8, 1, "d") == "Retreat 2 hexes: one unit is left."


# ---- results ---------------------------------------------------------------------------------------------------------
@pytest.mark.rule("blitzkrieg", "BK-TAB-03", "BK-TAB-05", "BK-TAB-06", "BK-V2-01")
@pytest.mark.parametrize(
    ("what", "good", "bad", "does", "does_not"),
    [
        ("recognition", "found", "-", "The infiltrator is recognised.", "The infiltrator goes unrecognised."),
        ("demolition", "blown", "fails", "The demolition succeeds.", "The demolition fails."),
        *[
            (
                "construction",
                "built",
                word,
                "The end of the bridge is rebuilt.",
                "The end of the bridge is not rebuilt.",
            )
            for word in ("no", "fails", "-")
        ],
        ("rocket", "hit", "miss", "The rocket hits, and the dump's supply number falls by one.", "The rocket misses."),
    ],
)  # fmt: skip
def test_a_check_is_told_for_what_it_is(what: str, good: str, bad: str, does: str, does_not: str) -> None:
    seat = position({"a": tank("1412"), **FAR}).seat
    assert str(results.result(seat, what, good)) == does
    assert str(results.result(seat, what, bad)) == does_not


@pytest.mark.rule("blitzkrieg", "BK-ART-10", "BK-AIR-04", "BK-AIR-06")
def test_a_shot_is_told_for_what_it_takes() -> None:
    seat = position({"a": tank("1412"), **FAR}).seat
    told = {
        code: str(results.result(seat, what, code))
        for what, codes in ((results.ARTILLERY, ("nr", "L1/3", "all")), (results.BOMBS, ("-", "1/4", "hit")))
        for code in codes
    }
    assert told == {
        "nr": "The target loses nothing.",
        "L1/3": "The target loses a third of its strength.",
        "all": "The target is eliminated.",
        "-": "The target loses nothing.",
        "1/4": "The target loses a quarter of its strength.",
        "hit": "The dump is hit, and its supply number falls by one.",
    }


# ---- where the hand is led -------------------------------------------------------------------------------------------
@pytest.mark.rule("blitzkrieg", "BK-ENG-02", "BK-ENG-04")
def test_units_next_to_one_enemy_are_offered_to_engage_it_together() -> None:
    now = position({"a": tank("1412"), "b": inf("1511"), "d": inf("1512", ALLIED)})
    assert now.seat.prompt.default == Action("engage", ("a", "b"), "1512")
    alone = position({"a": tank("1412"), "d": inf("1512", ALLIED), "e": inf("1312", ALLIED)})
    first, second = alone.seat.prompt.default, alone.default().seat.prompt.default
    assert first is not None
    assert second is not None
    assert {(first.subject, first.object), (second.subject, second.object)} == {
        (("a",), "1312"),
        (("a",), "1512"),
    }


@pytest.mark.rule("blitzkrieg", "BK-RES-34")
def test_an_exchange_in_which_nobody_has_a_choice_answers_itself() -> None:
    assert Exchange.auto


@pytest.mark.rule("blitzkrieg", "BK-INF-06")
def test_taking_up_is_a_barrier_while_infiltrators_are_about() -> None:
    def barrier(side: str, **units: Any) -> str:
        them = {"a": inf("1412"), "x": inf("2018", ALLIED), **units}
        now = position(them, phasing=side) if side == GERMAN else position(them, phasing=side, raster=())
        verb = now.rules.verbs["collect"]
        step = now.state.stack[-1]
        return str(verb.undo_barrier(now.seat, step)[0])

    assert barrier(GERMAN) == barrier(ALLIED) == ""
    assert barrier(GERMAN, s=spy("1612")) == barrier(ALLIED, s=spy("1612")) == "dice"
    boxed = spy("#raster/german", start="1412")
    assert (barrier(GERMAN, s=boxed), barrier(ALLIED, s=boxed)) == ("dice", ""), (
        "he may still come, by a German hand"
    )
    assert barrier(GERMAN, s=spy("#eliminated")) == ""


# ---- the calendar, the order of battle -------------------------------------------------------------------------------
@pytest.mark.rule("blitzkrieg", "BK-SEQ-01")
def test_the_calendar_stands_at_the_round_that_is_played() -> None:
    rules = ardennes()
    begun = rules.new(Scenario(deployed=True), 1).state
    for turn in (1, 2, 9):
        seat = rules.seat(replace(begun, turn=turn), GERMAN)
        track = next(p for p in seat.panels() if isinstance(p, Track) and p.key == "calendar")
        assert track.now == turn - 1


@pytest.mark.rule("blitzkrieg", "BK-REC-08")
def test_an_infiltrator_more_is_a_command_of_its_own_and_an_air_unit_more_is_of_its_force() -> None:
    state = ardennes(infiltrators=8, german_air=3).begin(Scenario(), 0)
    wanted = {kind: [p for p in state.roster.values() if p.type == kind] for kind in ("infiltrator", "air")}
    spies, planes = wanted["infiltrator"], [p for p in wanted["air"] if p.side == GERMAN]
    assert [p.formation for p in spies[-2:]] == [p.name for p in spies[-2:]]
    assert len({p.formation for p in spies}) > 1
    assert {p.formation for p in planes} == {planes[0].formation}
    assert len({p.name for p in planes}) == 3


# ---- refusals --------------------------------------------------------------------------------------------------------
@pytest.mark.rule("blitzkrieg", "BK-JOIN-01", "BK-UI-26")
def test_who_is_held_gives_his_strength_to_nobody() -> None:
    now = waiting("b")
    assert [str(r) for r in now.reasons("join", "h", "w")] == [
        "[BK-JOIN-01] h is neither in the raster nor on the map."
    ]
    assert "BK-JOIN-01" not in [r.rule for r in now.reasons("join", "b", "w")]


@pytest.mark.rule("blitzkrieg", "BK-RES-28")
def test_an_advance_by_a_way_that_leads_elsewhere_is_refused() -> None:
    now = won({"a": tank("1412", strength=8), "d": inf("1512", ALLIED, 4)})
    way = now.targets("advance", "a")["1612"].via
    assert now.reasons("advance", "a", "1612", " ".join(way)) == ()
    for wrong in ("1412 1312", "1612", "1512 1511"):
        assert [r.rule for r in now.reasons("advance", "a", "1612", wrong)] == ["BK-RES-28"], wrong


@pytest.mark.rule("blitzkrieg", "BK-RES-28")
def test_units_advance_into_the_first_hex_of_the_map_like_into_any_other() -> None:
    units = {"a": tank("1110", strength=8), "d": inf("1010", ALLIED, 2), "z": inf("2018", ALLIED)}
    now = position(units).act("engage", "a", "1010").act("resolve").act("fight", "a", numbers=[1])
    assert now["d"].at == "#eliminated"
    assert costs(now, "a")["1010"] == costs(now, "a")["1210"] == 1


@pytest.mark.rule("blitzkrieg", "BK-BRG-06", "BK-SUP-22")
def test_what_is_blown_up_is_called_a_dump_or_a_bridge_with_its_chances() -> None:
    rules = country(river="1414/1514", roads=(along("1014", "2014"),), liege="1212")
    units = {"d": inf("1414", ALLIED), "e": inf("1212", ALLIED), "a": inf("2018")}
    now = position(units, rules, phasing=ALLIED, dumps={"liege": dump("1212", ALLIED, 4)})
    told = {
        uid: [(at, *map(str, t.says)) for at, t in now.targets("demolish", uid).items()] for uid in ("d", "e")
    }
    assert told == {
        "d": [("1514", "bridge 1414/1514: succeeds on 5 of 6 rolls.")],
        "e": [("1212", "dump at Liege: succeeds on 5 of 6 rolls.")],
    }


# ---- what cuts a line ------------------------------------------------------------------------------------------------
@pytest.mark.rule("blitzkrieg", "BK-SUP-07", "BK-SUP-08")
def test_the_hex_of_a_unit_is_not_what_cuts_it_off() -> None:
    from tests.games.blitzkrieg.test_supply import supply

    # water all round, so that the line must leave over the bridge, and the hex beyond is next to the enemy too
    road = country(roads=(along("1014", "2314"),), river=ring("2014"))
    units = {"x": inf("2014"), "d": inf("1913", ALLIED), "g": guns("1018")}
    ban = supply(position(units, road, dumps={"g": dump("1014", GERMAN, 1)})).ban("2014")
    assert ban is not None
    assert ban.path[0] == "2014"
    assert ban.at == ("1914",)


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (StepLost("A", 0), "A has no strength left."),
        (StepLost("A", 3), "A is down to a strength of 3."),
        (StepRegained("A", 4), "A is back up to a strength of 4."),
    ],
)
def test_strength_is_no_matter_of_steps(event: AnyEvent, text: str) -> None:
    seat = position({"a": tank("1412"), **FAR}).seat
    assert str(sentence(event, str, words=seat.wording)[0]) == text
