"""What counters and markers show: strength, numbers, engagements, artillery, dumps, bridges, the top line."""

from __future__ import annotations

import pytest

from hexbench.engine.display import Face
from hexbench.games.blitzkrieg import display
from hexbench.games.blitzkrieg.pieces import ALLIED, COLOURS, GERMAN, Engagement
from tests.games.blitzkrieg.field import Situation, country, dump, guns, inf, position, spy, tank, werfer


def face(now: Situation, uid: str) -> Face:
    found = now.seat.face(uid)
    assert found is not None
    return found


@pytest.mark.rule("blitzkrieg", "BK-UI-40")
def test_a_bar_shows_how_much_of_the_original_strength_is_left() -> None:
    now = position({"a": tank("1412", strength=12, now=9), "b": tank("1512"), "s": spy("1612")})
    assert [face(now, uid).share for uid in ("a", "b", "s")] == [75, 100, -1]


@pytest.mark.rule("blitzkrieg", "BK-UI-40")
def test_a_unit_built_up_to_its_strength_shows_no_more_than_all() -> None:
    now = position({"a": tank("1412", strength=12, now=4), "b": tank("1512")})
    assert face(now, "a").share == 33


@pytest.mark.rule("blitzkrieg", "BK-UI-41")
def test_the_number_is_attack_in_the_own_turn_and_defence_in_the_other() -> None:
    cut = tank("1412", strength=12, now=6, base=12, isolated=2)
    units = {"a": cut, "d": inf("1912", ALLIED, 5, 4)}
    mine = position(units)
    assert (face(mine, "a").left, face(mine, "d").left) == ("6", "5")
    theirs = position(units, phasing=ALLIED)
    assert face(theirs, "a").left == "12", "isolation does not lower defence"
    assert face(theirs, "d").left == "5"


@pytest.mark.rule("blitzkrieg", "BK-UI-41")
def test_terrain_is_not_in_the_number_and_isolation_is_in_the_movement_points() -> None:
    rules = country(forest="1412 1912")
    now = position({"a": tank("1412", isolated=1, base=10), "d": inf("1912", ALLIED, 5, 4)}, rules)
    assert face(now, "d").left == "5", "not tripled by the forest"
    assert (face(now, "d").right, face(now, "a").right) == ("4", "4"), "6 less a third"


@pytest.mark.rule("blitzkrieg", "BK-UI-43")
def test_artillery_and_volkswerfers_show_their_reduced_defence_outside_their_turn() -> None:
    units = {"g": guns("1412", strength=9), "w": werfer("1512", strength=13), "x": inf("2012", ALLIED)}
    mine, theirs = position(units), position(units, phasing=ALLIED)
    assert [face(mine, u).left for u in ("g", "w")] == ["9", "13"]
    assert [face(theirs, u).left for u in ("g", "w")] == ["4½", "3¼"]


@pytest.mark.rule("blitzkrieg", "BK-UI-42")
@pytest.mark.rule("blitzkrieg", "BK-ENG-11")
def test_all_units_of_an_engagement_have_one_border_and_others_another() -> None:
    units = {
        "a": tank("1412"), "b": inf("1412"), "d": inf("1512", ALLIED), "e": inf("1512", ALLIED),
        "c": tank("1916"), "f": inf("2016", ALLIED), "idle": inf("1018"),
    }  # fmt: skip
    now = position(units).act("engage", "a b", "1512").act("engage", "c", "2016")
    borders = {uid: face(now, uid).ring for uid in units}
    assert borders["a"] == borders["b"] == borders["d"] == borders["e"]
    assert borders["c"] == borders["f"] != borders["a"]
    assert borders["idle"] == ""
    gone = now.act("undo_engage", "d")
    assert [face(gone, u).ring for u in ("a", "d")] == ["", ""]
    assert face(gone, "c").ring == borders["c"], "the other keeps its colour"


@pytest.mark.rule("blitzkrieg", "BK-ENG-12")
def test_the_thirteenth_engagement_has_the_colour_of_the_first_and_is_another() -> None:
    made = [Engagement(number=n, centre="1412", attackers=(), hexes=()) for n in range(COLOURS + 1)]
    keys = [display.ring(e) for e in made]
    assert len(set(keys[:COLOURS])) == COLOURS
    assert keys[COLOURS] == keys[0]


@pytest.mark.rule("blitzkrieg", "BK-ART-13")
def test_the_firing_gun_has_a_square_in_the_corner_and_its_target_one_at_the_edge() -> None:
    units = {"g": guns("1212"), "a": tank("1412"), "d": inf("1512", ALLIED), "far": inf("2018", ALLIED)}
    now = position(units).act("aim", "g", "d")
    ((tag,),) = [face(now, "g").tags]
    assert (tag.at, tag.key) == ("corner", "")
    ((mark,),) = [face(now, "d").tags]
    assert (mark.at, mark.key) == ("edge", "")
    assert "g" in str(mark.say)
    fought = now.act("engage", "a", "1512")
    assert face(fought, "g").tags[0].key == face(fought, "d").ring != ""
    assert face(fought, "far").tags == ()


@pytest.mark.rule("blitzkrieg", "BK-ART-14")
def test_support_shows_the_same_squares_on_the_friend_it_protects() -> None:
    units = {"g": guns("1212", ALLIED), "d": inf("1412", ALLIED), "x": inf("2018")}
    now = position(units, phase="support", phasing=ALLIED).act("support", "g", "d")
    assert [t.at for t in face(now, "g").tags] == ["corner"]
    assert [t.at for t in face(now, "d").tags] == ["edge"]


@pytest.mark.rule("blitzkrieg", "BK-UI-03")
def test_artillery_and_infiltrators_have_other_shades_than_the_rest_of_their_side() -> None:
    now = position(
        {
            "a": tank("1412"),
            "g": guns("1413"),
            "s": spy("1414"),
            "i": inf("2012", ALLIED, printed={"formation": "9 US"}),
            "h": guns("2013", ALLIED),
        }
    )
    shades = {uid: face(now, uid).colour for uid in "agsih"}
    assert len(set(shades.values())) == 5
    assert {face(now, uid).side for uid in "ags"} == {GERMAN}


@pytest.mark.rule("blitzkrieg", "BK-UI-09")
def test_the_top_line_tells_date_half_day_and_weather() -> None:
    now = position({"a": tank("1412")}, turn=16, clear=True)
    assert str(now.seat.headline()) == "23 December 1944, PM, clear weather"
    assert str(position({"a": tank("1412")}).seat.headline()) == "16 December 1944, AM, bad weather"


@pytest.mark.rule("blitzkrieg", "BK-SUP-04")
def test_a_dump_shows_its_supply_number_and_whom_it_supplies() -> None:
    dumps = {
        "liege": dump("1412", number=3),
        "neuss": dump("2012", GERMAN),
        "bastogne": dump("1016", number=0),
    }
    free = position({"a": tank("1216")}, dumps=dumps)
    chips = {chip.at: chip for chip in free.seat.chips()}
    assert (chips["1412"].key, chips["1412"].text) == ("depot.allied", "3")
    assert (chips["2012"].key, chips["2012"].text) == ("depot.german", "4")
    assert (chips["1016"].key, chips["1016"].rule) == ("depot_destroyed", "BK-SUP-23")
    taken = position({"a": tank("1412")}, dumps=dumps)
    assert {chip.at: chip.key for chip in taken.seat.chips()}["1412"] == "depot.german"
    text = "Fuel dump at Liège: supplies Allied units within 3 hexes of its roads."
    assert str(chips["1412"].say) == text
    near = position({"a": tank("1216")}, dumps={"liege": dump("1412", number=1)})
    assert [str(chip.say) for chip in near.seat.chips()] == [text.replace("3 hexes", "1 hex")]


@pytest.mark.rule("blitzkrieg", "BK-MAP-05")
def test_each_destroyed_end_of_a_bridge_lies_at_its_own_bank() -> None:
    rules = country(roads=("1412 1512",), river="1412/1512")
    one = position({"a": tank("1012")}, rules, blown={"1412/1512": ("1512",)})
    assert [(c.at, c.toward) for c in one.seat.chips()] == [("1412/1512", "1512")]
    both = position({"a": tank("1012")}, rules, blown={"1412/1512": ("1412", "1512")})
    assert [c.toward for c in both.seat.chips()] == ["1412", "1512"]


def test_marks_tell_isolation_and_who_may_not_be_taken_up() -> None:
    now = position({"a": tank("1412", isolated=2, base=10, now=5), "b": inf("1512", fixed=True)})
    assert [(m.key, m.letter, m.rule) for m in face(now, "a").marks] == [("isolated", "2", "BK-SUP-15")]
    assert [m.rule for m in face(now, "b").marks] == ["BK-MOV-17"]
    assert face(now, "b").spent
