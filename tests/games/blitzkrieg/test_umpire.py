"""The umpire's hand: what hangs on a unit that is put elsewhere, on isolation, bridges and the level of victory."""

from __future__ import annotations

import pytest

from hexbench.engine.documents.fields import AT, field_values
from hexbench.engine.umpire import UMPIRE, against, amend
from hexbench.engine.values import Action
from tests.games.blitzkrieg.field import (
    ALLIED,
    Situation,
    country,
    dump,
    guns,
    inf,
    plane,
    position,
    spy,
    tank,
)

LAND = country(
    river="1412/1512",
    roads=("1312 1412 1512",),
    liege="1810",
    major=(("huy", "1910"),),
    zones=(("german.6", "1311"),),
)


def _reasons(now: Situation, subject: str, value: str, lever: str) -> list[str]:
    action = Action(UMPIRE, (subject,) if subject else (), value, lever)
    return [one.rule for one in against(now.rules, now.state, action)]


def _hand(now: Situation, subject: str, value: str, lever: str = AT) -> Situation:
    """The same position after an amendment that nothing speaks against."""
    assert _reasons(now, subject, value, lever) == []
    return Situation(
        now.rules, amend(now.rules, now.state, Action(UMPIRE, (subject,) if subject else (), value, lever))
    )


def _facing() -> Situation:
    return position(
        {
            "tank": tank("1312"),
            "foot": inf("1311"),
            "gun": guns("1112"),
            "foe": inf("1412", ALLIED),
            "other": inf("2015", ALLIED),
        },
        LAND,
        dumps={"liege": dump("1810")},
    )


def test_a_unit_put_elsewhere_leaves_its_engagement_and_begins_its_turn_there() -> None:
    now = _facing().act("engage", "tank foot", "1412").act("aim", "gun", "foe")
    now = _hand(now, "tank", "1112")
    assert [e.attackers for e in now.state.engagements] == [("foot",)]
    assert (now["tank"].start, now.state.fire) == ("1112", {"gun": "foe"})
    assert "1214" in now.reach("tank")
    now = _hand(now, "foe", "2016")
    assert (now.state.engagements, now.state.fire) == ((), {})


def test_who_leaves_the_game_has_no_strength_and_who_comes_back_has_all_of_it() -> None:
    now = _hand(_facing(), "tank", "3", "strength")
    now = _hand(now, "tank", "2", "isolated")
    assert (now["tank"].base, now["tank"].isolated, now["tank"].strength < 3) == (3, 2, True)
    now = _hand(now, "tank", "#eliminated")
    assert (now["tank"].strength, now["tank"].base, now["tank"].isolated) == (0, 0, 0)
    now = _hand(now, "tank", "1113")
    assert (now["tank"].strength, now["tank"].start) == (10, "1113")


def test_isolation_takes_what_table_seven_says_and_gives_it_back() -> None:
    first = _facing()
    now = _hand(first, "tank", "3", "isolated")
    assert now["tank"].strength < now["tank"].base == 10
    weaker = _hand(now, "tank", "9", "strength")
    assert (weaker["tank"].strength, weaker["tank"].base) == (9, 10)
    assert _hand(now, "tank", "0", "isolated").state.units == first.state.units
    assert _reasons(first, "tank", "11", "strength") == ["BK-RES-12"]


def test_a_unit_laid_in_a_raster_waits_for_the_next_reinforcements() -> None:
    now = _hand(_facing(), "foot", "#raster/german")
    assert (now.state.raster, now.state.held, now["foot"].start) == ((), ("foot",), "")
    assert now.step == ("german", "movement")
    assert _hand(now, "foot", "1311").state.held == ()
    assert _reasons(now, "foot", "#raster/allied", AT) == ["position"]


def test_the_ends_of_a_bridge_are_destroyed_one_by_one() -> None:
    first = position({"tank": tank("1312"), "foe": inf("2015", ALLIED)}, LAND)
    side = "1412/1512"
    assert first.targets("move", "tank")["1512"].via == ("1412", "1512")
    now = _hand(first, side, "second", "bridge")
    assert now.state.blown == {side: ("1512",)}
    assert now.targets("move", "tank")["1512"].via != ("1412", "1512")
    now = _hand(now, side, "both", "bridge")
    assert now.state.blown == {side: ("1412", "1512")}
    assert _hand(now, side, "", "bridge").state.blown == {}
    assert _reasons(first, "1312/1412", "both", "bridge") == [UMPIRE]


def test_cities_held_the_level_and_points_lost() -> None:
    now = _hand(_facing(), "1810", "yes", "held.liege")
    now = _hand(now, "", "2", "level")
    now = _hand(now, "", "40", "lost.allied")
    assert (now.state.holding, now.state.level, now.state.level_turn) == (("liege",), 2, 1)
    assert now.state.lost == {"allied": 40}
    now = _hand(now, "", "0", "level")
    assert (now.state.level, now.state.level_turn) == (0, 0)


def test_dumps_and_what_is_true_of_spies_and_air_units_alone() -> None:
    now = position(
        {"spy": spy("1412"), "plane": plane(), "tank": tank("1312"), "foe": inf("1412", ALLIED)},
        LAND,
        dumps={"liege": dump("1810")},
    )
    gone = _hand(now, "1810", "0", "dump.liege")
    assert gone.state.dumps["liege"].number == 0
    assert _hand(now, "1810", "german", "dump.liege.owner").state.dumps["liege"].owner == "german"
    known = {uid: [one.key for one in field_values(LAND, now.state, "unit", uid)] for uid in now.state.units}
    assert known == {
        "spy": ["fixed", "within", "arrived"],
        "plane": ["used"],
        "tank": ["strength", "isolated", "fixed", "arrived"],
        "foe": ["strength", "isolated", "fixed", "arrived"],
    }


def test_a_hex_that_nobody_defends_any_more_leaves_its_engagement() -> None:
    units = {"a": tank("1412"), "d": inf("1512", ALLIED), "e": inf("1413", ALLIED)}
    now = position(units).act("engage", "a", "1512").act("engage", "a", "1413")
    now = _hand(now, "d", "2015")
    assert [e.hexes for e in now.state.engagements] == [("1413",)]


def test_a_defender_who_is_taken_away_between_the_battles_defends_no_more() -> None:
    units = {"a": tank("1412"), "d": inf("1512", ALLIED), "e": inf("1512", ALLIED), "b": inf("1412")}
    now = position({**units, "f": inf("1411", ALLIED)}).act("engage", "a", "1512").act("engage", "b", "1411")
    now = _hand(now.act("resolve"), "d", "2015")
    assert [e.defenders for e in now.state.engagements] == [("e",), ("f",)]
    assert [e.attackers for e in _hand(now, "e", "#eliminated").state.engagements] == [("b",)]


@pytest.mark.rule("blitzkrieg", "BK-MOV-10")
def test_nobody_goes_back_to_where_he_began_the_turn_once_an_enemy_was_put_there() -> None:
    units = {"a": tank("1412"), "b": inf("1412"), "d": inf("2015", ALLIED), "i": spy("1412")}
    now = position(units).move("a", "1612").act("collect", "b").move("i", "1312")
    now = _hand(now, "d", "1412")
    assert "BK-MOV-10" in now.refused("a", "1412", verb="move_again")
    assert "BK-MOV-10" in now.refused("b", "1412", verb="deposit")
    assert "1412" in now.targets("move_again", "i")
