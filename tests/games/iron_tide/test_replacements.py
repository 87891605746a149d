"""15.0: who gets replacements, when, and what they do."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.iron_tide.field import (
    ALLIED,
    GERMAN,
    Situation,
    battalion,
    commando,
    country,
    foot,
    grenadiers,
    guns,
    position,
)
from tests.games.iron_tide.shipped import TABLES

PRINTED = {"division": "1", "cup": "red", "letter": "A"}
LAST_RED = sum(kind.count for kind in TABLES.chits.red)
"""The number that draws the weakest red chit: 0 on the reduced side of its C line."""


def cadre(at: str, side: str = GERMAN, make: Any = foot, **facts: Any) -> dict[str, Any]:
    """A cadre of the first division."""
    printed = {**PRINTED, **facts.pop("printed", {})}
    out: dict[str, Any] = make(at, side, cadre=at != "#eliminated", printed=printed, **facts)
    return out


def partner(at: str, side: str = GERMAN, **facts: Any) -> dict[str, Any]:
    """A whole regiment of the same division."""
    out: dict[str, Any] = foot(at, side, printed=PRINTED, **facts)
    return out


def replacing(units: dict[str, Any], side: str = GERMAN, turn: str = "20AM", **more: Any) -> Situation:
    return position(units, turn=turn, phase="replacement", phasing=side, **more)


def left(now: Situation) -> int:
    step = now.state.stack[-1]
    n: int = getattr(step, "left", 0)
    return n


UNITS = {"c": cadre("3455"), "p": partner("3457")}


@pytest.mark.rule("iron_tide", "15.0a")
@pytest.mark.parametrize("side", [GERMAN, ALLIED])
def test_replacements_begin_on_19am(side: str) -> None:
    units = {"c": cadre("3455", side), "p": partner("3457", side)}
    before = replacing(units, side, "18AM")
    assert left(before) == 0
    assert before.refused("c", verb="restore") == ["15.0a"]
    assert left(replacing(units, side, "18PM")) == 0
    assert left(replacing(units, side, "19AM")) == 1
    assert replacing(units, side, "19AM").offered("restore") == ("c",)


@pytest.mark.rule("iron_tide", "15.0b", "15.0c")
def test_the_allies_have_a_point_in_every_turn_and_the_germans_in_the_morning() -> None:
    units = {"g": foot("3455"), "a": foot("3444", ALLIED)}
    for turn in ("19AM", "19PM", "24AM", "31PM", "2PM"):
        assert left(replacing(units, ALLIED, turn)) == 1
        assert left(replacing(units, GERMAN, turn)) == (1 if turn.endswith("AM") else 0)
    night = replacing({"c": cadre("3455"), "p": partner("3457")}, GERMAN, "19PM")
    assert night.refused("c", verb="restore") == ["15.0c"]


@pytest.mark.rule("iron_tide", "4.23a", "15.0a", "SEQ.P.REPL")
def test_only_the_phasing_player_uses_replacements() -> None:
    now = replacing({**UNITS, "a": cadre("3444", ALLIED), "b": partner("3442", ALLIED)})
    assert now.step == (GERMAN, "replacement")
    assert now.refused("a", verb="restore") == ["4.23a"]
    assert now.offered("restore") == ("c",)
    assert "4.23a" in position(UNITS, turn="20AM").refused("c", verb="restore")


@pytest.mark.rule("iron_tide", "15.0d", "B38")
def test_two_mechanized_replacements_never_follow_one_another() -> None:
    units = {
        "c": cadre("3455", make=grenadiers),
        "d": cadre("3453", make=grenadiers),
        "f": cadre("3253"),
        "p": partner("3457"),
    }
    now = replacing(units)
    assert now.offered("restore") == ("c", "d", "f")
    used = now.act("restore", "c", numbers=[1])
    assert used.state.mech_replacement == 9
    next_day = replacing(units, turn="21AM", mech_replacement=9)
    assert next_day.refused("d", verb="restore") == ["15.0d"]
    assert next_day.offered("restore") == ("f",)
    assert next_day.act("restore", "f", numbers=[1]).state.mech_replacement == 9
    later = replacing(units, turn="22AM", mech_replacement=9)
    assert later.offered("restore") == ("c", "d", "f")
    allied = {"a": cadre("3444", ALLIED, make=grenadiers), "b": partner("3442", ALLIED)}
    assert replacing(allied, ALLIED, "21AM", mech_replacement=10).offered("restore") == ("a",)


@pytest.mark.rule("iron_tide", "15.0d", "B38")
def test_another_replacement_parts_two_mechanized_ones_where_more_than_one_comes() -> None:
    """A scenario may give several on a turn, and some in the afternoon."""
    units = {
        "c": cadre("3455", make=grenadiers),
        "d": cadre("3453", make=grenadiers),
        "f": cadre("3253"),
        "p": partner("3457"),
    }
    three: dict[str, Any] = {"replacements": {"20AM": {"german": 3}}}
    now = replacing(units, **three).act("restore", "c", numbers=[1])
    assert now.refused("d", verb="restore") == ["15.0d"]
    assert now.act("restore", "f", numbers=[1]).offered("restore") == ("d",)
    first = replacing(units, **three).act("restore", "f", numbers=[1]).act("restore", "c", numbers=[1])
    assert first.refused("d", verb="restore") == ["15.0d"]
    afternoon = replacing(units, turn="20PM", mech_replacement=9, replacements={"20PM": {"german": 1}})
    assert afternoon.act("restore", "f", numbers=[1]).state.mech_replacement == 0


@pytest.mark.rule("iron_tide", "15.0e", "15.0n")
def test_the_enemy_must_be_three_hexes_off_and_commandos_do_not_count() -> None:
    assert replacing({**UNITS, "a": battalion("3453", ALLIED)}).refused("c", verb="restore") == ["15.0e"]
    assert replacing({**UNITS, "a": battalion("3452", ALLIED)}).offered("restore") == ("c",)
    allied = {"c": cadre("3444", ALLIED), "p": partner("3442", ALLIED), "k": commando("3445")}
    assert replacing(allied, ALLIED).offered("restore") == ("c",)


@pytest.mark.rule("iron_tide", "15.0f", "B39")
def test_some_regiment_of_the_division_must_be_whole() -> None:
    alone = {"c": cadre("3455")}
    assert replacing(alone).refused("c", verb="restore") == ["15.0f"]
    for bad in (
        cadre("3457"),
        partner("3457", supply="isolated"),
        partner("#due/25AM"),
        foot("3457", printed={**PRINTED, "division": "2"}),
        battalion("3457", printed={"division": "1"}),
    ):
        assert "15.0f" in replacing({"c": cadre("3455"), "p": bad}).refused("c", verb="restore")
    reduced = {"c": foot("3455", reduced=True, drawn=True, printed=PRINTED)}
    assert replacing(reduced, chits={"c": 0}).offered("restore") == ("c",)  # itself (B39)
    own = {"c": cadre("3455", printed={"division": ""})}
    assert replacing(own).refused("c", verb="restore") == ["15.0f"]


TOWNS = country(town="3455 3254 3858 2841", city="3343")


@pytest.mark.rule("iron_tide", "15.0g")
def test_an_eliminated_regiment_returns_as_a_cadre_in_the_nearest_friendly_town() -> None:
    units = {"c": cadre("#eliminated"), "p": partner("3457"), "a": foot("3041", ALLIED)}
    now = replacing(units, rules=TOWNS)
    assert set(now.targets("raise", "c")) == {"3455"}
    assert now.refused("c", "3858", verb="raise") == ["15.0g"]  # farther
    assert now.refused("c", "3343", verb="raise") == ["15.0g"]  # Allied
    assert now.refused("c", "3456", verb="raise") == ["15.0g"]  # no town
    back = now.act("raise", "c", "3455")
    assert back["c"].at == "3455"
    assert back["c"].cadre
    assert left(back) == 0
    near = replacing({**units, "b": battalion("3453", ALLIED)}, rules=TOWNS)
    assert near.refused("c", "3455", verb="raise") == ["15.0g"]
    assert set(near.targets("raise", "c")) == {"3858"}
    taken = replacing(units, rules=TOWNS, held={"3455": ALLIED})
    assert "3455" not in taken.targets("raise", "c")
    won = replacing({**units, "p": partner("3345")}, rules=TOWNS, held={"3343": GERMAN})
    assert set(won.targets("raise", "c")) == {"3343"}
    inside = replacing({**units, "p": partner("3455")}, rules=TOWNS)
    assert set(inside.targets("raise", "c")) == {"3455"}, "no town is nearer than the one he is in"
    full = replacing({**units, **{f"g{n}": foot("3455") for n in range(3)}}, rules=TOWNS)
    assert full.refused("c", "3455", verb="raise") == ["8.1a"]
    assert replacing({"c": cadre("#eliminated")}, rules=TOWNS).refused("c", "3455", verb="raise") == ["15.0f"]


@pytest.mark.rule("iron_tide", "15.0g", "B39")
def test_every_regiment_of_the_division_on_the_map_counts_for_the_nearest_town() -> None:
    units = {"c": cadre("#eliminated"), "p": partner("3457"), "a": foot("3041", ALLIED)}
    assert set(replacing(units, rules=TOWNS).targets("raise", "c")) == {"3455"}
    for near_town in (cadre("3859"), partner("3859", supply="isolated")):
        now = replacing({**units, "k": near_town}, rules=TOWNS)
        assert set(now.targets("raise", "c")) == {"3858"}
    alone = replacing({"c": cadre("#eliminated"), "k": cadre("3859")}, rules=TOWNS)
    assert alone.refused("c", "3858", verb="raise") == ["15.0f"]


@pytest.mark.rule("iron_tide", "15.0g", "15.0m", "12.3d")
def test_what_was_eliminated_while_isolated_never_returns() -> None:
    units = {"c": foot("#eliminated/isolated", printed=PRINTED), "p": partner("3457")}
    now = replacing(units, rules=TOWNS)
    assert now.refused("c", "3455", verb="raise") == ["15.0m"]
    assert now.offered("raise") == ()


@pytest.mark.rule("iron_tide", "15.0h")
def test_a_cadre_becomes_a_reduced_regiment_with_one_chit() -> None:
    now = replacing({**UNITS, "c": cadre("3455", printed={"elite": True})})
    done = now.act("restore", "c", numbers=[1])  # one number: an elite regiment draws no second chit (B30)
    assert not done["c"].cadre
    assert done["c"].reduced
    assert done["c"].drawn
    assert done.state.chits["c"] == 0
    assert done.state.cups["red"][0] == TABLES.chits.red[0].count - 1
    assert [str(p) for p in done.rules.audit(done.state)] == []
    assert "c" not in done.rules.view(done.state, ALLIED).chits
    assert done.rules.view(done.state, GERMAN).chits == {"c": 0}
    assert done.state.units["c"].on_map
    assert done.seat.board.in_zoc(ALLIED, "3454")  # a regiment again


@pytest.mark.rule("iron_tide", "15.0k")
def test_a_chit_that_would_show_0_is_placed_full_side_up() -> None:
    now = replacing({**UNITS, "c": cadre("3455", printed={"letter": "C"})})
    done = now.act("restore", "c", numbers=[LAST_RED])
    assert not done["c"].cadre
    assert not done["c"].reduced
    assert done["c"].drawn


@pytest.mark.rule("iron_tide", "15.0i")
def test_a_later_point_turns_the_chit_to_its_full_side() -> None:
    units = {"c": foot("3455", reduced=True, drawn=True, printed=PRINTED), "w": partner("3457")}
    now = replacing(units, chits={"c": 3})
    done = now.act("restore", "c", numbers=[])
    assert not done["c"].reduced
    assert done.state.chits == {"c": 3}
    assert replacing(units, chits={"c": 3}).refused("w", verb="restore") == ["15.0i"]


@pytest.mark.rule("iron_tide", "15.0j")
def test_a_unit_that_took_a_replacement_does_not_move() -> None:
    moving = replacing(UNITS).act("restore", "c", numbers=[1]).until(GERMAN, "movement")
    assert moving.refused("c", "3454") == ["5.0e"]
    assert "3458" in moving.reach("p")
    raised = replacing({"c": cadre("#eliminated"), "p": partner("3457")}, rules=TOWNS).act(
        "raise", "c", "3455"
    )
    assert raised.until(GERMAN, "movement").refused("c", "3456") == ["5.0e"]
    assert moving.until(GERMAN, "replacement")["c"].frozen is False


@pytest.mark.rule("iron_tide", "15.0l")
def test_points_that_are_not_used_are_lost() -> None:
    now = replacing(UNITS)
    used = now.act("restore", "c", numbers=[1])
    assert used.refused("c", verb="restore")[0] == "15.0l"
    assert left(now.end().until(GERMAN, "replacement")) == 0  # the PM turn has none of its own


@pytest.mark.rule("iron_tide", "15.0m", "B48")
def test_nothing_rebuilds_battalions_and_artillery() -> None:
    units = {
        "b": battalion("#eliminated", printed={"division": "1"}),
        "g": guns("#eliminated", printed={"division": "1"}),
        "p": partner("3457"),
    }
    now = replacing(units, rules=TOWNS)
    for uid in ("b", "g"):
        assert now.refused(uid, "3455", verb="raise") == ["15.0m"]
    assert now.offered("raise") == ()


def test_the_losses_stay_counted_when_a_regiment_returns() -> None:
    units = {"c": cadre("#eliminated", ALLIED), "p": partner("3342", ALLIED)}
    now = replacing(units, ALLIED, rules=TOWNS, allied_losses=12)
    assert now.act("raise", "c", "3343").state.allied_losses == 12
