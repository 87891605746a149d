"""The inspector: what it says about hexes and units, with the clause behind each line."""

from __future__ import annotations

import pytest

from tests.games.blitzkrieg.field import (
    ALLIED,
    GERMAN,
    Situation,
    country,
    dump,
    guns,
    inf,
    plane,
    position,
    spy,
    tank,
    werfer,
)


def told(now: Situation, ref: str) -> dict[str, tuple[str, tuple[str, ...]]]:
    """What is said about a thing: label -> (value, clauses)."""
    page = now.seat.facts(ref)
    assert page is not None
    return {str(fact.label): (str(fact.value), fact.rules) for fact in page.facts}


def test_a_hex_tells_terrain_prices_and_defence() -> None:
    rules = country(forest="1514", siegfried="1614")
    now = position({"a": inf("1414"), "d": inf("1314", ALLIED)}, rules)
    said = told(now, "1514")
    assert said["Terrain"] == ("Forest", ("BK-MAP-02",))
    assert said["Movement points"][0] == "armor 5, motorised 3, foot 2, Volkswerfer 2"
    assert said["Defence"][0] == "motorised x2, foot x3, Volkswerfer x2"
    assert said["Next to"] == ("German units", ("BK-MOV-04", "BK-UI-22"))
    assert told(now, "1614")["Allied units"][1] == ("BK-MOV-11",)
    assert told(now, "1414")["Units"][0] == "1 of 3"


def test_a_hex_tells_rivers_bridges_and_dumps() -> None:
    rules = country(river="1414/1514 1313/1414", roads=("1414 1514 1614",))
    now = position(
        {"d": inf("1414", ALLIED)},
        rules,
        phasing=ALLIED,
        dumps={"liege": dump("1414", ALLIED, 3), "g": dump("2020", GERMAN, 0)},
        blown={"1414/1514": ("1514",)},
        tried=("1514",),
        built=("1614",),
    )
    said = told(now, "1414")
    assert said["River E"] == ("Our: bridge destroyed in 1514", ("BK-MAP-06",))
    assert said["River NW"] == ("Our: no bridge", ("BK-MOV-12",))
    assert said["Fuel dump"][0] == "supplies Allied units up to 3 hexes from its roads"
    assert said["Road"][0] == "E"
    assert told(now, "2020")["Fuel dump"] == ("destroyed", ("BK-SUP-23",))
    assert told(now, "1514")["Works"] == ("demolition already tried this turn", ("BK-BRG-04",))
    assert told(now, "1614")["Works"] == ("building already tried this turn", ("BK-BRG-08",))
    assert said["Allied supply"][0] == "on a road to the dump at 1414"


def test_a_unit_tells_strength_points_and_supply() -> None:
    units = {
        "a": tank("1414", strength=12, now=6, base=12, isolated=2),
        "d": guns("1614", ALLIED, strength=9),
    }
    now = position(units, dumps={"x": dump("1214", GERMAN)})
    said = told(now, "a")
    assert said["Attack strength"][0] == "6 of 12"
    assert said["Defence before terrain"][0] == "12"
    assert said["Movement now"][0] == "2 points"
    assert said["Last judged"][0] == "isolated, 2 turns"
    assert said["In supply again"][0] == "strength 12"
    assert said["Supply now"][0] == "hexes from a road to the dump at 1214: 2"
    assert told(now, "d")["Defence before terrain"][0] == "4 1/2"
    assert told(now, "d")["Supply now"][0] == "no road to a dump within its supply number"
    assert told(position({"w": werfer("1414", strength=3)}), "w")["Defence before terrain"][0] == "3/4"


def test_a_unit_tells_its_engagement_works_and_state() -> None:
    rules = country(river="1414/1514", roads=("1414 1514",))
    now = position({"a": inf("1414", fixed=True), "d": inf("1314", ALLIED)}, rules).act("engage", "a", "1314")
    said = told(now, "a")
    assert said["Engages"][0] == "1314"
    assert said["This turn"][1] == ("BK-MOV-17",)
    assert said["Could demolish"] == ("the bridge to 1514, on 4 of 6 rolls", ("BK-BRG-06",))
    assert told(now, "1314")["Engaged"][0] == "by one unit"


@pytest.mark.rule("blitzkrieg", "BK-SUP-22")
def test_a_unit_tells_that_enemies_keep_it_from_a_dump() -> None:
    fuel = {"g": dump("1414", GERMAN)}
    for at, words in (
        ("1714", "not the dump: an enemy is within 3 hexes"),
        ("1814", "the dump, on 5 of 6 rolls"),
    ):
        now = position({"a": inf("1414"), "d": inf(at, ALLIED)}, dumps=fuel)
        assert told(now, "a")["Could demolish"][0] == words
        assert ("demolish" in now.verbs) == (at == "1814")


def test_an_infiltrator_tells_how_likely_it_is_found() -> None:
    now = position({"i": spy("1414", within=2), "d": inf("1414", ALLIED), "j": spy("1010")})
    said = told(now, "i")
    assert said["Turns among Allied units"][0] == "2"
    assert said["Next recognition"][0] == "on 3 of 6 rolls"
    assert "Next recognition" not in told(now, "j")


def test_boxes_have_words() -> None:
    units = {
        "a": inf("#due/4", printed={"turn": 4, "at": "prum"}),
        "p": plane(),
        "x": inf("#eliminated", now=0),
        "b": inf("1414"),
    }
    now = position(units, country(entries=(("prum", "1010"),))).act("collect", "b")
    assert told(now, "a")["Place"][0].startswith("due on")
    assert told(now, "p")["Place"][0] == "at its airfield"
    assert told(now, "x")["Place"][0] == "eliminated"
    assert told(now, "b")["Place"][0] == "in the raster"
    assert now.seat.facts("nothing") is None
