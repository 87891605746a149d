"""What the game says: every reason against a move with its hexes and numbers, and the sentence of every step."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.games.trumpets.building import OPEN_ROAD
from hexbench.games.trumpets.mission import Building, Works
from tests.games.trumpets.field import (
    ALLIED,
    GERMAN,
    Situation,
    along,
    cavalry,
    country,
    engineer,
    guns,
    hq,
    inf,
    position,
    ring,
    tank,
)
from tests.games.trumpets.test_advance import after
from tests.games.trumpets.test_retreat import back

ROAD = country(roads=(along("1012", "2412"),))
BLOCK = Works(road_block=True, owner=ALLIED)
FIELD = {"a": inf("1412"), "b": inf("1012"), "d": inf("2012", ALLIED)}
ISLAND = " ".join(side for at in ("1812", "1912") for side in ring(at).split() if side != "1812/1912")
LANE = tuple(along("1412", "2012").split())
APART = ("1412", "1512", "1812", "1912")
TANK = {"a": tank("1412")}
SEEN = {"a": tank("1412"), "d": inf("1713", ALLIED)}
UNFED = {"a": inf("1412", supplied=False)}
HELD = {"a": inf("1412", engaged=("d",)), "d": inf("1512", ALLIED, engaged=("a",))}

Told = tuple[str, str, tuple[str, ...]]


def told(now: Situation, *action: str, verb: str = "move") -> list[Told]:
    """Clause, sentence and hexes of every reason against an action."""
    return [(reason.rule, str(reason.text), reason.hexes) for reason in now.reasons(verb, *action)]


def lone(*reason: Any) -> list[Told]:
    """One reason: its clause, its sentence, its hexes."""
    rule, text, *hexes = reason
    return [(rule, text, tuple(hexes))]


# ---- moves -----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("trumpets", "TT-SEQ-02", "TT-REC-02", "TT-DEF-29", "TT-DEF-MOB-IP5")
def test_who_may_not_be_moved_and_where_nobody_may_go() -> None:
    now = position(FIELD)
    assert told(now, "", "1512") == lone("TT-SEQ-02", "Name the units that move.")
    assert told(now, "a a", "1512") == lone("TT-SEQ-02", "A unit is named twice.")
    assert told(now, "a b", "1312") == lone("TT-SEQ-02", "Only units in the same hex can move together.")
    assert told(now, "a") == lone("TT-SEQ-02", "Name the hex to move to.")
    assert told(now, "a", "9999") == lone("TT-SEQ-02", "9999 is not a hex of this map.")
    assert told(now, "a", "1412") == lone("TT-SEQ-02", "It is already there.", "1412")
    assert told(now, "zz", "1512") == lone("TT-SEQ-01", "There is no unit zz.")
    assert told(now, "d", "1912") == lone("TT-SEQ-02", "d is not yours.", "2012")
    late = position({**FIELD, "l": tank("1412", turn="16EV")})
    assert told(late, "l", "1512") == lone("TT-SEQ-02", "l is not on the map.")
    busy = position(FIELD, building={"1412": Building(kind="IP5", builder="a", since=1)})
    text = "a is building and may not move; stop building first."
    assert told(busy, "a", "1512") == lone("TT-DEF-MOB-IP5", text, "1412")
    inside = position(FIELD, area=("1412", "1012", "2012"))
    assert told(inside, "a", "1512") == lone("TT-SEQ-02", "1512 is outside the area in play.", "1512")
    foe = position({**FIELD, "d": inf("1512", ALLIED)})
    text = "1512 is occupied by the enemy: attack it instead, as there is no overrun."
    assert told(foe, "a", "1512") == lone("TT-DEF-29", text, "1512")
    full = position({**FIELD, **{f"f{n}": inf("1512") for n in range(3)}})
    text = "The stacking limit of 1512 is 3 front line units and 4 others."
    assert told(full, "a", "1512") == lone("TT-REC-02", text, "1512")


@pytest.mark.rule("trumpets", "TT-REC-03", "TT-REC-07")
@pytest.mark.parametrize(
    ("spent", "turn", "to", "rule", "cost", "left"),
    [
        (0, "16MO", "1912", "TT-REC-03", "5", "4"),
        (3, "16MO", "1712", "TT-REC-03", "3", "2 1/2"),
        (7, "16MO", "1612", "TT-REC-03", "2", "1/2"),
        (0, "16EV", "1712", "TT-REC-07", "3", "2"),  # by day it could
        (0, "16EV", "1812", "TT-REC-07", "4", "2"),
        (0, "16EV", "1912", "TT-REC-03", "5", "2"),  # nor by day
        (1, "16PD", "1612", "TT-REC-07", "2", "1 1/2"),
    ],
)
def test_what_a_way_costs_and_what_is_left(
    spent: int, turn: str, to: str, rule: str, cost: str, left: str
) -> None:
    turns = ("16PD", "16MO", "16AF", "16EV")
    now = position({**FIELD, "a": inf("1412", spent=spent)}, turns=turns, turn=turn)
    assert told(now, "a", to) == lone(rule, f"The route costs {cost} MF; a has {left} left.", to)


@pytest.mark.rule("trumpets", "TT-REC-12")
@pytest.mark.parametrize(
    ("turn", "to", "rule"),
    [
        ("18MO", "1712", "TT-REC-12"),  # 3 of 4, of which it has a half
        ("18MO", "1912", "TT-REC-03"),
        ("18EV", "1612", "TT-REC-07"),  # a half of the half: by day it could
    ],
)
def test_a_way_that_is_too_dear_for_who_is_out_of_supply(turn: str, to: str, rule: str) -> None:
    now = position(UNFED, turn=turn)
    assert now.refused("a", to) == [rule]


@pytest.mark.rule("trumpets", "TT-REC-03")
def test_a_unit_that_has_spent_everything_has_nothing_left_to_tell_of() -> None:
    """More may have been spent than there is now: by night a unit has half of what it had."""
    now = position({**FIELD, "a": inf("1412", spent=7)}, turn="16EV", sound=False)
    assert told(now, "a", "1612")[0] == ("TT-REC-03", "a has no MF left.", ("1412",))
    assert told(now, "a", "1612")[1][1] == "The route costs 2 MF; a has 0 left."


@pytest.mark.rule("trumpets", "TT-REC-05", "TT-REC-16")
@pytest.mark.parametrize(
    ("blocks", "units", "wanted"),
    [
        ("", SEEN, [("TT-REC-05", ("1712", "1812"))]),
        ("1612", TANK, [("TT-REC-16", ("1612",))]),
        ("1612 1712", SEEN, [("TT-REC-05", ("1712", "1812")), ("TT-REC-16", ("1612",))]),
        ("1712", SEEN, [("TT-REC-05", ("1712", "1812"))]),  # it must stop there anyway
    ],
)
def test_where_a_move_must_stop(blocks: str, units: dict[str, Any], wanted: list[Any]) -> None:
    works = dict.fromkeys(blocks.split(), BLOCK)
    now = position(units, area=LANE, works=works, sound=False)
    texts = {
        "TT-REC-05": "a must stop in the first enemy zone of control it enters.",
        "TT-REC-16": "a must stop at the road block.",
    }
    assert told(now, "a", "2012") == [(rule, texts[rule], hexes) for rule, hexes in wanted]


@pytest.mark.rule("trumpets", "TT-REC-03", "TT-REC-16", "TT-REC-17")
def test_where_no_way_leads() -> None:
    block = position(TANK, country(forest="1512", roads=("1412 1512",)), works={"1512": BLOCK})
    assert told(block, "a", "1512") == lone(
        "TT-REC-16", "a can enter 1512 only along a road, and a road block is in the way.", "1512"
    )
    assert told(position(TANK, country(forest="1512")), "a", "1512") == lone(
        "TT-REC-03", "a can enter 1512 only along a road.", "1512"
    )
    assert told(position(TANK, country(river=ring("1512"))), "a", "1512") == lone(
        "TT-REC-17", "Rivers can be crossed only by bridge.", "1512"
    )
    water = "a has no route to 1912: rivers can be crossed only by bridge."
    assert told(position(TANK, country(river=ISLAND)), "a", "1912") == lone("TT-REC-17", water, "1912")
    # rivers are spoken of only where there are some
    for ground in ({}, {"stream": "1412/1512"}):
        now = position(TANK, country(**ground), area=APART, sound=False)
        assert told(now, "a", "1912") == lone("TT-REC-03", "a has no route to 1912.", "1912")


@pytest.mark.rule("trumpets", "TT-ENG-02")
def test_an_engaged_unit_is_told_what_it_may_do() -> None:
    text = "a is engaged: it may only withdraw one hex, to a hex with no enemy adjacent."
    assert told(position(HELD), "a", "1112") == lone("TT-ENG-02", text, "1412")
    assert told(position(HELD), "a", "1411") == lone("TT-ENG-02", text, "1412")


@pytest.mark.rule(
    "trumpets",
    "TT-REC-03",
    "TT-REC-05",
    "TT-REC-07",
    "TT-REC-12",
    "TT-REC-16",
    "TT-REC-17",
    "TT-DEF-29",
    "TT-ENG-02",
)
@pytest.mark.parametrize(
    ("facts", "via", "reason"),
    [
        ({}, "1512", ("TT-SEQ-02", "The route must lead hex by hex to 1612.", "1612")),
        ({}, "1512 9999 1612", ("TT-SEQ-02", "The route must lead hex by hex to 1612.", "1612")),
        ({}, "1512 1712 1612", ("TT-SEQ-02", "The route must lead hex by hex to 1612.", "1612")),
        ({"units": FIELD}, "1512 1612 1712 1812 1912", ("TT-REC-03", "a does not have enough MF left to enter 1912.", "1912")),
        ({"units": FIELD, "turn": "16EV"}, "1512 1612 1712", ("TT-REC-07", "a does not have enough MF left to enter 1712.", "1712")),
        ({"units": UNFED}, "1512 1612 1712", ("TT-REC-12", "a does not have enough MF left to enter 1712.", "1712")),
        ({"rules": country(forest="1612")}, "1512 1612", ("TT-REC-03", "a can enter 1612 only along a road.", "1612")),
        ({"rules": country(river="1512/1612")}, "1512 1612", ("TT-REC-17", ("Rivers can be crossed only by bridge."), "1612")),
        ({"area": LANE}, "1512 1511 1612", ("TT-SEQ-02", "1511 is outside the area in play.", "1511")),
        (
            {"rules": country(forest="1612", roads=("1512 1612",)), "works": {"1612": BLOCK}},
            "1512 1612",
            ("TT-REC-16", "a can enter 1612 only along a road, and a road block is in the way.", "1612"),
        ),
        (
            {"units": {**TANK, "d": guns("1612", ALLIED)}},
            "1512 1612 1712",
            ("TT-DEF-29", "1612 is occupied by the enemy: attack it instead, as there is no overrun.", "1612"),
        ),
        ({"units": SEEN}, "1512 1612 1712 1812", ("TT-REC-05", "a must stop before 1812.", "1812")),
        (
            {"rules": ROAD, "works": {"1612": BLOCK}},
            "1512 1612 1712",
            ("TT-REC-16", "a must stop before 1712.", "1712"),
        ),
        # not that its factor would do or a zone barred it: it is held
        ({"units": HELD}, "1312 1212", ("TT-ENG-02", "a is engaged: it may only withdraw one hex.", "1212")),
        ({"units": HELD}, "1411", ("TT-ENG-02", "a is engaged: it may only withdraw one hex.", "1411")),
    ],
)  # fmt: skip
def test_where_a_route_by_hand_cannot_be_followed(
    facts: dict[str, Any], via: str, reason: tuple[str, ...]
) -> None:
    facts = {"units": TANK, **facts}
    now = position(facts.pop("units"), facts.pop("rules", country()), **facts)
    goal = "1612" if "route" in reason[1] else via.rsplit(maxsplit=1)[-1]
    assert told(now, "a", goal, via) == lone(*reason)


# ---- attacks ---------------------------------------------------------------------------------------------------------
FRONT = {
    "a": inf("1412"),
    "b": inf("1411"),
    "c": inf("1313"),
    "g": guns("1312"),
    "h": hq("1412"),
    "d": inf("1512", ALLIED),
    "e": inf("1410", ALLIED),
    "t": tank("2412", turn="19EV"),
}


@pytest.mark.rule("trumpets", "TT-SEQ-02", "TT-REC-06", "TT-GEN-01", "TT-WPN-34", "TT-ENG-03")
def test_who_does_not_attack_what_and_why() -> None:
    now = position(FRONT, phase="combat", turn="18MO")

    def against(*action: str) -> list[Told]:
        return told(now, *action, verb="attack")

    far = ("TT-REC-06", "{} is not adjacent to 1512.")
    assert against("", "1512") == lone("TT-SEQ-02", "Name the units that attack.")
    assert against("a a", "1512") == lone("TT-SEQ-02", "A unit is named twice.")
    assert against("a") == lone("TT-SEQ-02", "Name the hex to attack.")
    assert against("a", "9999") == lone("TT-SEQ-02", "9999 is not a hex of this map.")
    assert against("a", "1413") == lone("TT-GEN-01", "There is no enemy in 1413.", "1413")
    assert against("zz", "1512") == lone("TT-SEQ-01", "There is no unit zz.")
    assert against("d", "1512")[0] == ("TT-SEQ-02", "d is not yours.", ("1512",))
    assert against("t", "1512") == lone("TT-SEQ-02", "t is not on the map.")
    text = "g cannot attack; artillery only supports the attacks of other units."
    assert against("g", "1512") == [
        ("TT-WPN-34", text, ("1312",)),
        (far[0], far[1].format("g"), ("1312", "1512")),
    ]
    assert against("h", "1512") == lone("TT-WPN-34", "h has no attack factor.", "1412")
    assert against("c", "1512") == lone(far[0], far[1].format("c"), "1313", "1512")
    assert against("a", "1512", "1512") == lone("TT-SEQ-02", "An attack takes no route.")
    found = told(now, "a", "1512", "", "ardennes_44", verb="attack")
    assert found == lone("TT-SEQ-02", "The kind of attack is chosen separately.")
    now = now.act("attack", "a", "1512")
    assert against("a", "1512") == lone("TT-SEQ-02", "a is already taking part.", "1412")
    text = "Finish the attack on 1512 first: fight it or take it back."
    assert against("b", "1410") == lone("TT-GEN-01", text, "1512")
    held = {
        "a": inf("1412", engaged=("d",)),
        "d": inf("1512", ALLIED, engaged=("a",)),
        "e": inf("1411", ALLIED),
    }
    now = position(held, phase="combat")
    text = "a is engaged and may attack only enemies it is engaged with."
    assert against("a", "1411") == lone("TT-ENG-03", text, "1412")


@pytest.mark.rule("trumpets", "TT-REC-08", "TT-REC-10", "TT-BLZ-17")
def test_what_supports_an_attack_and_what_does_not() -> None:
    none = position(FRONT, phase="combat", turn="18MO")
    now = none.act("attack", "a", "1512")

    def against(verb: str, *action: str) -> list[Told]:
        return told(now, *action, verb=verb)

    assert against("support", "zz") == lone("TT-SEQ-01", "There is no unit zz.")
    assert against("support", "t") == lone("TT-SEQ-02", "t is not on the map.")
    assert against("support", "a") == lone("TT-REC-08", "a is not an artillery unit.", "1412")
    assert against("support", "d") == [
        ("TT-SEQ-02", "d is not yours.", ("1512",)),
        ("TT-REC-08", "d is not an artillery unit.", ("1512",)),
    ]
    assert against("support", "g") == []
    assert against("withhold", "g") == lone("TT-REC-08", "g is not supporting this combat.")
    assert against("fly") == lone("TT-REC-10", "There are no air points left this turn.")
    assert against("recall") == lone("TT-REC-10", "No air point has been sent.")
    assert against("kind", "", "normal") == lone("TT-SEQ-02", "It is already an attack of that kind.")
    assert against("kind", "", "fast") == lone("TT-SEQ-02", "Choose one of the three kinds of attack.")
    text = "A blitz attack needs a front line AFV that starts on a road."
    assert against("kind", "", "ardennes_44") == lone("TT-BLZ-17", text, "1412")
    assert against("back", "b") == lone("TT-SEQ-02", "It is not part of the attack.")
    now = now.act("support", "g")
    assert against("support", "g") == lone("TT-REC-08", "g is already supporting this combat.")
    now = none
    assert against("support", "g") == lone("TT-SEQ-02", "There is no combat to support.")
    assert against("fight") == lone("TT-SEQ-02", "No attack is being prepared.")
    assert against("clear") == lone("TT-SEQ-02", "No attack is being prepared.")
    distant = {**FRONT, "g": guns("1012"), "d": inf("2012", ALLIED), "a": inf("1912")}
    now = position(distant, phase="combat", turn="18MO").act("attack", "a", "2012")
    assert against("support", "g") == lone(
        "TT-REC-08", "2012 is 10 hexes from g, out of range.", "1012", "2012"
    )
    fired = {**FRONT, "g": guns("1312", fired=True)}
    now = position(fired, phase="combat", turn="18MO").act("attack", "a", "1512")
    assert against("support", "g") == lone("TT-REC-08", "g has already fired this turn.", "1312")


# ---- after combat ----------------------------------------------------------------------------------------------------
FOOT = {"i": inf("1415")}
T = {"t": tank("1415")}
WOODS = country(woods=along("1515", "2415"), forest="1514 1516 1614 1616")
BYWAY = country(roads=("1415 1515 1615 1715", "1515 1514 1614 1714 1715"))
WEST_EAST = country(roads=(along("1015", "2415"),))


@pytest.mark.rule("trumpets", "TT-ADV-01", "TT-ADV-02", "TT-ADV-03", "TT-ADV-04", "TT-ADV-05", "TT-ADV-06")
@pytest.mark.rule("trumpets", "TT-ADV-07", "TT-ADV-09", "TT-ADV-10", "TT-BLZ-13", "TT-CA-04", "TT-REC-02")
@pytest.mark.parametrize(
    ("now", "action", "reason"),
    [
        (after("D1", FOOT), ("", "1515"), ("TT-ADV-09", "Choose one unit to advance.")),
        (
            after("D1", {**FOOT, "j": inf("1415")}),
            ("i j", "1515"),
            ("TT-ADV-09", "Choose one unit to advance."),
        ),
        (after("D1", FOOT), ("i", "1515", "", "x"), ("TT-ADV-09", "Choose one unit to advance.")),
        (after("D1", FOOT), ("zz", "1515"), ("TT-SEQ-01", "There is no unit zz.")),
        (
            after("D1", {**FOOT, "g": guns("1415")}),
            ("g", "1515"),
            ("TT-ADV-04", "g may never advance after combat.", "1415"),
        ),
        (
            after("D1", {**FOOT, "g": guns("1415")}),
            ("g", "1915"),
            ("TT-ADV-04", "g may never advance after combat.", "1415"),
        ),
        (
            after("D1", FOOT),
            ("x", "1515"),
            ("TT-ADV-09", "x did not attack here or has already advanced.", "1010"),
        ),
        (after("D1", FOOT), ("i",), ("TT-ADV-09", "Name the hex to advance to.")),
        (after("D1", FOOT), ("i", "9999"), ("TT-ADV-09", "Name the hex to advance to.")),
        (
            after("D2", {**FOOT, "x": inf("1615", ALLIED)}),
            ("i", "1615"),
            ("TT-ADV-09", "1615 is occupied by the enemy.", "1615"),
        ),
        (
            after("D2", {**FOOT, "x": inf("1515", ALLIED)}, blitz=True),
            ("i", "1515"),
            ("TT-BLZ-13", "1515 is occupied by the enemy.", "1515"),
        ),
        (
            after("D1", {**FOOT, **{f"f{n}": inf("1515") for n in range(3)}}),
            ("i", "1515"),
            ("TT-REC-02", "1515 would be over the stacking limit.", "1515"),
        ),
        (
            after("D4", FOOT, WOODS),
            ("i", "1715"),
            ("TT-ADV-05", "i does not have enough MF to advance there.", "1715"),
        ),
        (
            after("D4", {**FOOT, "x": inf("1713", ALLIED)}),
            ("i", "1712"),
            ("TT-ADV-10", "An advance must stop next to an enemy front line unit.", "1712"),
        ),
        (
            after("D2", FOOT),
            ("i", "1416"),
            ("TT-ADV-09", "The first hex entered must be 1515, which the enemy vacated.", "1515"),
        ),
        (after("D1", FOOT), ("i", "1615"), ("TT-ADV-03", "i may advance at most 1 hex.", "1615")),
        (after("D2", FOOT), ("i", "1715"), ("TT-ADV-03", "i may advance at most 2 hexes.", "1715")),
        (
            after("D2", T, WEST_EAST),
            ("t", "1714"),
            ("TT-ADV-02", "t may advance at most 2 hexes, or 4 if it stays on roads.", "1714"),
        ),
        (after("D2", FOOT, stops=True), ("i", "1615"), ("TT-ADV-07", "i may advance at most 1 hex.", "1615")),
        (after("D2", FOOT, short=True), ("i", "1615"), ("TT-CA-04", "i may advance at most 1 hex.", "1615")),
        (
            after("D2", {"c": cavalry("1415", GERMAN)}, basic=True),
            ("c", "1715"),
            ("TT-ADV-06", "c may advance at most 2 hexes.", "1715"),
        ),
        (
            after("D1", {"c": cavalry("1415", GERMAN)}),
            ("c", "1815"),
            ("TT-ADV-01", "c may advance at most 2 hexes.", "1815"),
        ),
    ],
)
def test_why_a_unit_does_not_advance(
    now: Situation, action: tuple[str, ...], reason: tuple[str, ...]
) -> None:
    units, to, via, how = (*action, "", "", "")[:4]
    found = [(r.rule, str(r.text), r.hexes) for r in now.reasons("advance", units, to, via, how)]
    assert found == lone(*reason)


@pytest.mark.rule("trumpets", "TT-ADV-05", "TT-ADV-10")
@pytest.mark.parametrize(
    ("now", "via", "rule"),
    [
        (after("D2", FOOT), "1515 1615", ""),
        (after("D2", FOOT), "1416 1516", "TT-ADV-09"),  # not by the hex the enemy left
        (after("D2", FOOT), "1515 1415 1515", "TT-ADV-05"),  # nobody comes back to where he was
        (after("D2", FOOT), "1515 1715 1615", "TT-SEQ-02"),
        (after("D2", FOOT), "1515 1514 1614 1615", "TT-ADV-03"),
        (after("D4", T, country(forest="1614")), "1515 1614 1615", "TT-REC-03"),
        (after("D4", T, WEST_EAST, works={"1615": BLOCK}), "1515 1615 1715", "TT-REC-16"),
        (after("D4", FOOT, country(woods="1514 1614")), "1515 1614 1615", ""),  # four factors, no more
        (after("D4", FOOT, country(woods="1514 1614 1615")), "1515 1614 1615", "TT-ADV-05"),
        (after("D2", {**FOOT, "x": inf("1515", ALLIED)}, blitz=True), "1514 1614", ""),
        (after("D4", {**FOOT, "x": inf("1812", ALLIED)}), "1515 1614 1613 1713", ""),  # ends next to the enemy
        (after("D4", {**FOOT, "x": inf("1812", ALLIED)}), "1515 1614 1714 1713", ""),
        (after("D4", {**FOOT, "x": inf("1713", ALLIED)}), "1515 1614 1613 1612", "TT-ADV-10"),
        (after("D2", T, WEST_EAST), "1515 1615 1715 1815", ""),
        (after("D3", T, BYWAY), "1515 1514 1614 1714 1715", ""),  # five hexes, all by road
        (after("D3", T, BYWAY), "1515 1514 1614 1613 1713", "TT-ADV-02"),  # three hexes off the road at most
        (after("D2", T, WEST_EAST), "1515 1615 1715 1814", "TT-ADV-02"),  # the last hex is off the road
    ],
)  # fmt: skip
def test_which_ways_an_advance_may_be_made(now: Situation, via: str, rule: str) -> None:
    uid = "t" if "t" in now.state.units else "i"
    *_, to = via.split()
    assert [r.rule for r in now.reasons("advance", uid, to, via)] == ([rule] if rule else [])


D = {"d": inf("1815", ALLIED), "x": inf("1010")}
G = {**D, "d": guns("1815", ALLIED)}
SOUTH_SHUT = tuple(at for at in country().atlas.labels if int(at[2:]) <= 15)
FULL = {f"f{n}": inf("1915", ALLIED) for n in range(3)}
POND = country(river=" ".join(side for side in ring("1815").split() if side != "1815/1915"))
FEAR = "It may pass next to the enemy only if there is no other route."


@pytest.mark.rule("trumpets", "TT-RET-01", "TT-RET-02", "TT-RET-03", "TT-RET-05")
@pytest.mark.parametrize(
    ("now", "action", "reason"),
    [
        (back(1, D), ("", "1915"), ("TT-RET-01", "Choose one unit to retreat.")),
        (back(1, {**D, "e": inf("1815", ALLIED)}, "d e"), ("d e", "1915"), ("TT-RET-01", ("Choose one unit to retreat."))),
        (back(1, D), ("d", "1915", "", "x"), ("TT-RET-01", "Choose one unit to retreat.")),
        (back(1, D), ("zz", "1915"), ("TT-SEQ-01", "There is no unit zz.")),
        (back(1, D), ("x", "1110"), ("TT-RET-01", "x does not have to retreat.", "1010")),
        (back(1, D), ("d",), ("TT-RET-01", "Name the hex to retreat to.")),
        (back(1, D), ("d", "9999"), ("TT-RET-01", "Name the hex to retreat to.")),
        (back(1, D), ("d", "2115"), ("TT-RET-01", "2115 is 3 hexes away; the retreat is 1.", "2115")),
        (back(2, D), ("d", "2115"), ("TT-RET-01", "2115 is 3 hexes away; the retreat is 2.", "2115")),
        (back(4, D), ("d", "2115"), ("TT-RET-01", "2115 is 3 hexes away; the retreat is 4.", "2115")),
        (back(3, D), ("d", "1915"), ("TT-RET-01", "1915 is 1 hex away; the retreat is 3.", "1915")),
        (back(1, D), ("d", "1815"), ("TT-RET-01", "1815 is 0 hexes away; the retreat is 1.", "1815")),
        (back(1, {**D, "x": inf("1715")}), ("d", "1715"), ("TT-RET-02", "1715 is occupied by the enemy.", "1715")),
        (back(1, D, area=SOUTH_SHUT), ("d", "1816"), ("TT-RET-02", "1816 is outside the area in play.", "1816")),
        (back(1, {**D, **FULL}, rules=POND), ("d", "1915"), ("TT-RET-05", "1915 would be over the stacking limit.", "1915")),
        (back(1, {**D, "x": inf("1715")}), ("d", "1814"), ("TT-RET-03", FEAR, "1814")),
        (
            back(1, G, rules=country(forest="1814")),
            ("d", "1814"),
            ("TT-RET-02", "There is no route there: terrain, a river or enemy units are in the way.", "1814"),
        ),
        (
            back(2, G, rules=country(forest="1713")),
            ("d", "1713"),
            ("TT-RET-02", "There is no route of 2 hexes there: terrain, rivers or enemy units are in the way.", "1713"),
        ),
        # by hand
        (back(2, D), ("d", "2015", "1715 2015"), ("TT-RET-01", ("Every hex must be farther from the start than the one before."), "2015")),
        (back(2, D), ("d", "2014", "1915 2015"), ("TT-RET-01", "The route must lead to 2014.")),
        (back(2, D), ("d", "2015", "1915"), ("TT-RET-01", "The route must lead to 2015.")),
        (
            back(2, {**D, "y": hq("1914")}),
            ("d", "2014", "1914 2014"),
            ("TT-RET-02", "It cannot enter 1914 from there.", "1914"),
        ),
        (back(2, {**D, "y": inf("2014")}), ("d", "1813", "1914 1813"), ("TT-RET-03", FEAR, "1914")),
    ],
)  # fmt: skip
def test_why_a_unit_does_not_retreat_there(
    now: Situation, action: tuple[str, ...], reason: tuple[str, ...]
) -> None:
    units, to, via, how = (*action, "", "", "")[:4]
    found = [(r.rule, str(r.text), r.hexes) for r in now.reasons("retreat", units, to, via, how)]
    assert found == lone(*reason)


# ---- building --------------------------------------------------------------------------------------------------------
BUILDERS = {"a": inf("1412"), "e": engineer("1512"), "g": guns("1612"), "x": inf("2412", ALLIED)}
SPOT = {"a": "1412", "e": "1512", "g": "1612"}


def no_base(uid: str) -> Told:
    text = f"A strong point must be built on an improved position (ER 6); {SPOT[uid]} has none."
    return "TT-DEF-HEX-SP", text, (SPOT[uid],)


@pytest.mark.rule("trumpets", "TT-DEF-BUILD-IP5", "TT-DEF-BUILD-IP6", "TT-DEF-BUILD-RB", "TT-DEF-BUILD-SP")
@pytest.mark.rule("trumpets", "TT-DEF-BUILD-FT", "TT-DEF-HEX-RB", "TT-DEF-HEX-SP", "TT-REC-16")
@pytest.mark.parametrize("uid", list(SPOT))
def test_who_builds_what_and_where(uid: str) -> None:
    now, at = position(BUILDERS), SPOT[uid]
    no_engineer = [] if uid == "e" else [("{}", f"{uid} is not an engineer.", (at,))]

    def lacks(clause: str) -> list[Told]:
        return [(clause, text, hexes) for _, text, hexes in no_engineer]

    dug = [] if uid == "a" else lone("TT-DEF-BUILD-IP5", f"{uid} is not a front line unit.", at)
    assert told(now, uid, "IP5", verb="build") == dug
    assert told(now, uid, "IP6", verb="build") == lacks("TT-DEF-BUILD-IP6")
    road = lone("TT-DEF-HEX-RB", f"There is no road in {at}.", at)
    assert told(now, uid, "RB", verb="build") == [*lacks("TT-DEF-BUILD-RB"), *road]
    assert told(now, uid, "SP", verb="build") == [*lacks("TT-DEF-BUILD-SP"), no_base(uid)]
    assert told(now, uid, "FT", verb="build") == lone("TT-DEF-BUILD-FT", "A fort cannot be built.", at)
    block = lone("TT-REC-16", f"There is no enemy road block in {at}.", at)
    assert told(now, uid, OPEN_ROAD, verb="build") == [*lacks("TT-REC-16"), *block]


@pytest.mark.rule("trumpets", "TT-DEF-20", "TT-DEF-21", "TT-DEF-MOB-IP5")
def test_what_is_wrong_with_an_order_to_build_in_words() -> None:
    now = position(BUILDERS)
    assert told(now, "", "IP5", verb="build") == lone("TT-DEF-20", "Choose one unit to build.")
    assert told(now, "a e", "IP5", verb="build") == lone("TT-DEF-20", "Choose one unit to build.")
    assert [str(r.text) for r in now.reasons("build", "a", "IP5", via="1413")] == [
        "Choose one unit to build."
    ]
    assert [str(r.text) for r in now.reasons("move", "a", "1413", how="fast")] == [
        "There is only one way to move."
    ]
    assert told(now, "zz", "IP5", verb="build") == lone("TT-SEQ-01", "There is no unit zz.")
    assert told(now, "x", "IP5", verb="build") == lone("TT-DEF-20", "x is not yours.", "2412")
    assert told(now, "a", "moat", verb="build") == lone("TT-DEF-20", "There is no position called moat.")
    assert told(now, "a", verb="build") == lone("TT-DEF-20", "There is no position called ?.")
    moved = position({**BUILDERS, "a": inf("1412", spent=2)})
    text = "a has already moved this turn."
    assert told(moved, "a", "IP5", verb="build") == lone("TT-DEF-MOB-IP5", text, "1412")
    begun = position(BUILDERS, building={"1412": Building(kind="IP5", builder="a", since=1)})
    text = "a is already building something."
    assert told(begun, "a", "IP5", verb="build") == lone("TT-DEF-20", text, "1412")
    other = position({**BUILDERS, "b": inf("1412")}, building=begun.state.building)
    text = "Something is already being built in 1412."
    assert told(other, "b", "IP5", verb="build") == lone("TT-DEF-21", text, "1412")
    for uid, main in (("a", "IP5"), ("e", "IP6")):
        at = SPOT[uid]
        stands = position(BUILDERS, works={at: Works(main=main, owner=GERMAN)})  # type: ignore[arg-type]
        text = f"{at} already has a position at least as good."
        assert told(stands, uid, main, verb="build") == lone("TT-DEF-21", text, at)
    twice = position(
        {**BUILDERS, "e": engineer("1412")}, ROAD, works={"1412": Works(road_block=True, owner=GERMAN)}
    )
    text = "There is already a road block in 1412."
    assert told(twice, "e", "RB", verb="build") == lone("TT-DEF-21", text, "1412")


# ---- steps -----------------------------------------------------------------------------------------------------------
def text_of(now: Situation) -> str:
    """The sentence of the step at hand."""
    return str(now.seat.prompt.say)


def test_every_step_says_what_is_to_be_done() -> None:
    units = {"a": inf("1412"), "b": inf("1412"), "d": inf("1512", ALLIED), "e": inf("2012", ALLIED)}
    due = position({**units, "r": inf("2412", turn="16AF")}, turn="16AF", phase="arrivals")
    assert text_of(due) == "Bring in the reinforcement that is due."
    two = {"r": inf("2412", turn="16AF"), "q": inf("2412", turn="16AF")}
    assert text_of(position({**units, **two}, turn="16AF", phase="arrivals")) == "Bring in 2 reinforcements."
    assert text_of(position(units)) == "Move units and build positions."
    now = position(units, phase="combat", turn="18MO", air_left={ALLIED: 1})
    assert text_of(now) == "Declare an attack, or end the combat segment."
    now = now.act("attack", "a b", "1512")
    assert text_of(now) == "Prepare the attack on 1512."
    now = now.act("fight")
    assert text_of(now) == "Support the defence of 1512?"
    assert (
        text_of(now.act("commit", numbers=[6, 2]))
        == "Counterattack one of the hexes the attack came from, or retreat one hex."
    )
    assert text_of(now.act("commit", numbers=[6, 1])) == "Retreat one hex."
