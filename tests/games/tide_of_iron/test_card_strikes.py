"""TI-CARD-04 to TI-CARD-14 and the artillery deck: target, drift, area attacks, blast, smoke, wire."""

from __future__ import annotations

from collections.abc import Mapping
from math import comb
from typing import Any

import pytest

from hexbench.engine.values import Action
from hexbench.games.tide_of_iron.card_strikes import drift_number, shifted
from hexbench.games.tide_of_iron.decks import Effect, InPlay, Modify
from hexbench.games.tide_of_iron.pieces import Works
from hexbench.games.tide_of_iron.strength import scene
from tests.games.tide_of_iron import field
from tests.games.tide_of_iron.card_play import declared, holding, played, turn

WOODS = {f"{c}{r}": "w0" for c in "FG" for r in range(1, 13)}
"""A wood across the middle of the map."""


def aimed(card: str, at: str, units: Mapping[str, Any], **more: Any) -> field.Situation:
    """Contact has been made and the target chosen, the strike falls on it; ``numbers`` are the dice after the drift."""
    numbers = more.pop("numbers", ())
    drift = more.pop("drift", (1, 6))
    now = played(card, units, numbers=(6,), **more)
    return now.act("card_hex", "", at, numbers=(*drift, *numbers))


def number(now: field.Situation, at: str, card: str = "art-registration") -> int:
    return drift_number(scene(now.seat), "american", card, at)[0]


@pytest.mark.rule("tide_of_iron", "TI-CARD-04")
def test_the_target_token_goes_on_any_hex_of_the_map() -> None:
    now = played("art-registration", {"a1": field.squad("C5")}, numbers=(3,))
    assert set(now.targets("card_hex")) == set(now.rules.atlas.labels)
    now.refused("card_hex", "", "Z1")
    now.refused("card_hex", "", "")


# ---- drift numbers ---------------------------------------------------------------------------------------------------
@pytest.mark.rule("tide_of_iron", "TI-CARD-05")
def test_six_when_nobody_who_is_not_fatigued_sees_the_hex() -> None:
    rules = field.spotted(WOODS)
    assert number(holding("", {"a1": field.squad("C5")}, rules), "L5") == 6
    assert number(holding("", {"a1": field.squad("C5", token="fatigued")}), "L5") == 6


@pytest.mark.rule("tide_of_iron", "TI-CARD-06", "B-CARD-2")
@pytest.mark.parametrize("token", ["", "op_fire"])
def test_four_when_a_unit_sees_it_fresh_or_in_op_fire_mode(token: str) -> None:
    assert number(holding("", {"a1": field.squad("C5", token=token)}), "L5") == 4


@pytest.mark.rule("tide_of_iron", "TI-CARD-07")
def test_three_when_an_officer_is_in_the_unit_that_sees_it() -> None:
    officer = {"regular": 3, "officer": 1}
    assert number(holding("", {"a1": field.squad("C5", figures=officer)}), "L5") == 3
    rules = field.spotted(WOODS)
    blind = {"a1": field.squad("C5", figures=officer), "a2": field.squad("K2")}
    assert number(holding("", blind, rules), "L5") == 4, "the officer's own unit must see it"
    tired = {"a1": field.squad("C5", figures=officer, token="fatigued"), "a2": field.squad("C6")}
    assert number(holding("", tired), "L5") == 4


@pytest.mark.rule("tide_of_iron", "TI-CARD-08", "B-CARD-2")
def test_three_when_a_unit_is_there_or_next_to_it_without_an_officer() -> None:
    assert number(holding("", {"a1": field.squad("C5")}), "C5") == 3
    assert number(holding("", {"a1": field.squad("C5")}), "C6") == 3
    assert number(holding("", {"a1": field.squad("C5")}), "C7") == 4
    assert number(holding("", {"a1": field.squad("C5", token="fatigued")}), "C6") == 6


@pytest.mark.rule("tide_of_iron", "B-CARD-2")
def test_units_inside_vehicles_and_enemies_see_nothing_for_us() -> None:
    units = {
        "a1": field.squad("#aboard/av1"),
        "av1": field.vehicle("C5", "gmc_cckw_353", "american", token="fatigued"),
        "g1": field.squad("L6", "german"),
    }
    assert number(holding("", units), "L5") == 6


@pytest.mark.rule("tide_of_iron", "M-05")
def test_a_forward_observer_makes_it_easier_but_not_below_two() -> None:
    now = played("art-observer", {"a1": field.squad("C5")}, phase="command")
    assert now.state.in_play["american"] == (InPlay(card="art-observer"),)
    assert (number(now, "L5"), number(now, "C6")) == (3, 2)
    again = now.swapped(effects=now.state.effects * 3)
    assert number(again, "C6") == 2
    theirs = drift_number(scene(now.of("german")), "german", "art-registration", "L12")[0]
    assert theirs == 3, "next to their own squad; the card is not theirs"
    wood = holding("", {"a1": field.squad("C5")}, in_play=now.state.in_play)
    assert wood.state.effects == now.state.effects, (
        "a card in force makes its change wherever a position begins"
    )
    assert any("3 or more" in str(s) for s in played_says(wood))


def played_says(now: field.Situation) -> tuple[object, ...]:
    run = now.swapped(
        hands={"american": ("art-registration",), "german": ()}, command={"american": 5, "german": 0}
    )
    return run.act("play_card", "art-registration", numbers=(3,)).targets("card_hex")["L5"].says


@pytest.mark.rule("tide_of_iron", "M-05", "TI-CARD-01")
def test_the_observers_go_with_their_card() -> None:
    effects = (
        Effect(card="art-observer", side="american", change=Modify(stat="drift_number", delta=-1, minimum=2)),
    )
    now = field.position(
        {"a1": field.squad("C5"), "g1": field.squad("M12", "german")},
        phase="command",
        initiative="german",
        effects=effects,
        in_play={"american": (InPlay(card="art-observer"),)},
        hands={"german": ("art-counterbattery",)},
        command={"german": 2, "american": 0},
    )
    now = now.act("play_card", "art-counterbattery").act("card_card", "", "art-observer")
    assert now.state.in_play["american"] == ()
    assert now.state.effects == ()


# ---- drift -----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("tide_of_iron", "TI-CARD-09", "B-DICE-1")
def test_red_and_black_are_rolled_and_black_at_the_number_strikes_the_target() -> None:
    now = aimed("art-registration", "F6", {"a1": field.squad("C5")}, drift=(3, 4), numbers=(5,) * 6)
    assert turn(now).left == 2
    assert any(getattr(e, "object", "") == "F6" for e in now.events)


@pytest.mark.rule("tide_of_iron", "TI-CARD-10", "TI-CARD-11", "M-04")
@pytest.mark.parametrize(
    ("red", "black", "found"),
    [
        (1, 1, "F5"),
        (2, 1, "G6"),
        (3, 1, "G7"),
        (4, 2, "F8"),
        (5, 1, "E7"),
        (6, 1, "E6"),
        (2, 2, "H5"),
        (5, 3, "C8"),
    ],
)
def test_else_it_goes_as_far_as_black_shows_where_red_points(red: int, black: int, found: str) -> None:
    """F is a column that lies half a hex further south."""
    now = holding("", {"a1": field.squad("C5")})
    from hexbench.games.tide_of_iron.seat import TiPlay

    assert shifted(TiPlay(now.rules, now.state, ()), "F6", red, black) == found
    struck = aimed("art-registration", "F6", {"a1": field.squad("C5")}, drift=(red, black), numbers=(1,) * 6)
    assert declared(struck) == [found]


@pytest.mark.rule("tide_of_iron", "TI-CARD-12", "B-CARD-4")
def test_off_the_board_it_has_no_effect() -> None:
    now = aimed("art-concentration", "B2", {"a1": field.squad("C5")}, drift=(1, 2), numbers=())
    assert now.step == ("american", "turn")
    assert now.state.in_play.get("american", ()) == ()
    assert "TI-CARD-12" in [getattr(e, "rule", "") for e in now.events]


@pytest.mark.rule("tide_of_iron", "TI-CARD-09", "TI-CARD-10", "TI-CARD-13")
def test_what_a_strike_may_do_is_foretold_exactly() -> None:
    """Black 4 or more strikes; six dice then succeed with one in three, and the squad in the open has no red dice."""
    units = {"a1": field.squad("C5"), "g1": field.squad("L5", "german")}
    odds = played("art-registration", units, numbers=(3,)).seat.forecast(Action("card_hex", (), "L5"))
    assert odds is not None
    assert odds.total == 36
    assert {line.row: ways for ways, line in odds.lines}["L5"] == 18
    chances = dict(odds.chances())
    none, some = (2 / 3) ** 6, sum(comb(6, n) * 2 ** (6 - n) for n in (1, 2)) / 3**6
    assert chances["pinned"] == pytest.approx(some / 2)
    assert chances["no effect"] == pytest.approx(0.5 + none / 2)
    assert sum(chances.values()) == pytest.approx(1)


@pytest.mark.rule("tide_of_iron", "TI-CARD-13", "TI-CARD-14", "B-CARD-3")
@pytest.mark.parametrize(("card", "dice", "round_it"), [("art-concentration", 8, 4), ("art-serenade", 10, 5)])
def test_a_wide_blast_is_foretold_with_the_six_hexes_round_the_one_struck(
    card: str, dice: int, round_it: int
) -> None:
    """Aimed at the hex beside a squad in the open, which has no red dice: each die fails in two cases of three."""
    units = {"a1": field.squad("C5"), "g1": field.squad("L6", "german")}
    now = played(card, units, numbers=(6,))
    odds = now.seat.forecast(Action("card_hex", (), "L5"))
    assert odds is not None
    need, grid = number(now, "L5", card), now.rules.atlas.near
    spared = hurt = 0.0
    for red in range(1, 7):
        for black in range(1, 7):
            at = "L5" if black >= need else shifted(now.seat, "L5", red, black)
            thrown = dice if at == "L6" else round_it if at and "L6" in grid[at] else 0
            spared += (2 / 3) ** thrown / 36
            hurt += 1 / 36 - (2 / 3) ** thrown / 36
    chances = dict(odds.chances())
    assert chances["no effect"] == pytest.approx(spared)
    assert sum(chances.values()) == pytest.approx(1)
    assert sum(n for name, n in chances.items() if name != "no effect") == pytest.approx(hurt)
    assert spared < 0.7, "struck outright in half the falls, and the squad stands beside"
    struck = {line.row: line for _, line in odds.lines}["L5"]
    assert {fan.unit for fan in struck.fans} == {"g1"}


@pytest.mark.rule("tide_of_iron", "TI-CARD-14", "B-CARD-3")
def test_squads_round_the_hex_that_is_struck_share_no_dice() -> None:
    units = {
        "a1": field.squad("C5"),
        "g1": field.squad("L6", "german"),
        "g2": field.squad("L4", "german", figures={"regular": 1}),
    }
    odds = played("art-concentration", units, numbers=(6,)).seat.forecast(Action("card_hex", (), "L5"))
    assert odds is not None
    line = {line.row: line for _, line in odds.lines}["L5"]
    chances = {name: n / line.ways for name, n in line.results}
    spared = (2 / 3) ** 4
    one = 4 * (2 / 3) ** 3 / 3
    assert chances["no effect"] == pytest.approx(spared**2)
    assert chances["1 lost"] == pytest.approx(one * spared)
    assert chances["1 lost, destroyed"] == pytest.approx(one * (1 - spared))
    assert sum(chances.values()) == pytest.approx(1)


@pytest.mark.rule("tide_of_iron", "TI-CARD-12")
def test_the_part_that_falls_off_the_board_is_foretold_too() -> None:
    now = played("art-smoke", {"a1": field.squad("C5")}, numbers=(3,))
    odds = now.seat.forecast(Action("card_hex", (), "A1"))
    assert odds is not None
    ways = {line.row: (n, dict(line.results)) for n, line in odds.lines}
    assert ways["A1"] == (18, {"on target": 1})
    assert ways[""] == (3 * 4, {"no effect": 1}), "north, north-east, south-west and north-west"
    assert ways["A2"] == (1, {"drifts": 1})


# ---- area, blast -----------------------------------------------------------------------------------------------------
@pytest.mark.rule("tide_of_iron", "TI-CARD-13", "TI-AREA-01", "B-AREA-2")
def test_registration_pins_friend_and_foe_alike() -> None:
    units = {
        "a1": field.squad("F6"),
        "g1": field.squad("F6", "german", concealed=True),
        "a2": field.squad("C5"),
    }
    wood = field.spotted({"F6": "w0"})
    now = aimed("art-registration", "F6", units, rules=wood, numbers=(5, 6, 1, 4, 4, 4, 1, 1), sound=False)
    assert now["a1"].condition == "pinned"
    assert now["g1"].condition == "", "TI-CNC-02"


@pytest.mark.rule("tide_of_iron", "TI-CARD-13", "TI-AREA-03")
def test_dice_count_and_success_on_five_and_six() -> None:
    units = {"g1": field.squad("F6", "german"), "a1": field.squad("C5")}
    assert aimed("art-registration", "F6", units, numbers=(4,) * 6)["g1"].condition == ""
    assert aimed("art-registration", "F6", units, numbers=(5, 5, 6, 4, 4, 4))["g1"].condition == "disrupted"


@pytest.mark.rule("tide_of_iron", "TI-CARD-14", "B-CARD-3")
def test_concentration_strikes_the_hex_and_all_round_it_each_by_itself() -> None:
    units = {
        "a1": field.squad("C5"),
        "g1": field.squad("F6", "german"),
        "g2": field.squad("F5", "german"),
        "g3": field.squad("F8", "german"),
    }
    now = played("art-concentration", units, numbers=(6,))
    around = now.rules.atlas.near["F6"]
    blast = [n for h in around for n in ((5, 6, 6, 1) if h == "F5" else (1, 1, 1, 1))]
    now = now.act("card_hex", "", "F6", numbers=(1, 6, *(6, 1, 1, 1, 1, 1, 1, 1), *blast))
    hexes = declared(now)
    assert hexes == ["F6", *around]
    assert [now[x].men for x in ("g1", "g2", "g3")] == [3, 1, 4]
    assert all(now[x].condition == "" for x in units), "normal attacks"


@pytest.mark.rule("tide_of_iron", "TI-CARD-14", "B-CARD-3")
def test_the_blast_is_round_the_struck_hex_and_skips_what_is_off_the_map() -> None:
    units = {"a1": field.squad("C5"), "g1": field.squad("B1", "german"), "g2": field.squad("M12", "german")}
    now = played("art-concentration", units, numbers=(6,))
    around = now.rules.atlas.near["A1"]
    hit = around.index("B1")
    blast = [n for i in range(len(around)) for n in ((5, 6, 1, 1) if i == hit else (1, 1, 1, 1))]
    now = now.act("card_hex", "", "A1", numbers=(1, 6, *(1,) * 8, *blast))
    assert now["g1"].men == 2


@pytest.mark.rule("tide_of_iron", "TI-CARD-14", "B-CARD-3")
def test_the_blast_goes_with_a_strike_that_drifts() -> None:
    units = {"a1": field.squad("C5"), "g1": field.squad("M12", "german")}
    now = played("art-concentration", units, numbers=(6,))
    now = now.act("card_hex", "", "F6", numbers=(4, 2, *(1,) * 8, *(1,) * 24))
    assert declared(now) == ["F8", *now.rules.atlas.near["F8"]]


@pytest.mark.rule("tide_of_iron", "M-05", "TI-CARD-14")
def test_the_serenade_is_ten_normal_dice_and_a_suppressive_blast_of_five() -> None:
    units = {"a1": field.squad("C5"), "g1": field.squad("B1", "german"), "g2": field.squad("M12", "german")}
    now = played("art-serenade", units, numbers=(6,))
    around = now.rules.atlas.near["A1"]
    blast = [n for h in around for n in ((5, 6, 1, 1, 1) if h == "B1" else (1,) * 5)]
    now = now.act("card_hex", "", "A1", numbers=(1, 6, *(1,) * 10, *blast))
    assert (now["g1"].men, now["g1"].condition) == (4, "pinned")


@pytest.mark.rule("tide_of_iron", "M-05", "TI-CARD-01")
def test_harassing_fire_is_four_suppressive_dice() -> None:
    now = field.position(
        {"a1": field.squad("C5"), "g1": field.squad("F6", "german")},
        in_play={"american": (InPlay(card="art-harass"),)},
    )
    now = now.act("use_card", "art-harass").act("card_hex", "", "F6", numbers=(1, 4, 5, 1, 1, 1))
    assert now["g1"].condition == "pinned"


# ---- smoke -----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("tide_of_iron", "M-05", "TI-SMK-08")
def test_smoke_on_the_hex_and_two_next_to_it() -> None:
    now = aimed("art-smoke", "F6", {"a1": field.squad("C5")})
    assert now.state.works == {"F6": Works(smoke=True)}
    assert now.step == ("american", "card_hex")
    assert set(now.targets("card_hex")) == set(now.rules.atlas.near["F6"])
    assert "M-05" in now.refused("card_hex", "", "F9")
    now = now.act("card_hex", "", "F5")
    assert now.refused("card_hex", "", "F5") == ["TI-SMK-08"]
    now = now.act("card_hex", "", "F7")
    assert now.step == ("american", "turn")
    assert set(now.state.works) == {"F6", "F5", "F7"}


@pytest.mark.rule("tide_of_iron", "TI-SMK-08")
def test_no_smoke_on_buildings_and_one_marker_for_a_hex() -> None:
    rules = field.spotted({"F6": "b0", "F5": "b0"})
    now = played("art-smoke", {"a1": field.squad("C5")}, rules, numbers=(6,)).act(
        "card_hex", "", "F6", numbers=(1, 6)
    )
    assert now.state.works == {}
    assert now.refused("card_hex", "", "F5") == ["TI-SMK-08"]


# ---- wire ------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("tide_of_iron", "M-05")
@pytest.mark.parametrize(("dice", "wire"), [((5, 6, 1, 1, 1, 1), False), ((5, 1, 1, 1, 1, 1), True)])
def test_wire_cutting_fire_needs_two_black_successes(dice: tuple[int, ...], wire: bool) -> None:
    works = {"F6": Works(razor_wire=True)}
    now = aimed("art-wirecut", "F6", {"a1": field.squad("C5")}, numbers=dice, works=works)
    assert ("F6" in now.state.works) is wire


@pytest.mark.rule("tide_of_iron", "M-05")
def test_counter_battery_takes_artillery_cards_from_the_enemys_play_area() -> None:
    lies = {"german": (InPlay(card="art-concentration", waiting=True), InPlay(card="mo-hold"))}
    now = holding("art-counterbattery", {"a1": field.squad("C5")}, phase="command", in_play=lies)
    now = now.act("play_card", "art-counterbattery")
    assert now.refused("card_card", "", "mo-hold") == ["M-05"]
    assert now.refused("card_card", "", "art-smoke") == ["M-05"]
    now = now.act("card_card", "", "art-concentration")
    assert now.state.in_play["german"] == (InPlay(card="mo-hold"),)
    alone = holding("art-counterbattery", {"a1": field.squad("C5")}, phase="command")
    assert alone.refused("play_card", "art-counterbattery") == ["M-05"]
