"""13.0, 13.1h-n, 13.3, 13.4: what engineers build, and what stops them."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.engine.events import MarkerChanged, Noted
from hexbench.games.iron_tide.works import Work
from tests.games.iron_tide.field import (
    ALLIED,
    GERMAN,
    PLAIN,
    Situation,
    battalion,
    commando,
    country,
    foot,
    grenadiers,
    guns,
    position,
    tanks,
    unit,
)

WEST = [f"{row}41/{row}42" for row in range(29, 38)]
"""Nine hexsides of another river, far from all that happens."""
RIVER = country(
    river=" ".join(("3450/3451 3350/3450 3351/3450", *WEST)),
    bridge="3445/3446",
    ford="3452/3453",
    roads=("3459/E 3459 3458",),
)
SIDE = "3450/3451"


def pioneers(at: str, side: str = GERMAN, **facts: Any) -> dict[str, Any]:
    """An engineer battalion on foot."""
    return unit(at, side, "engineer", "battalion", "N", 4, {"printed": {"factor": 1}, **facts})


def engineering(units: dict[str, Any], side: str = GERMAN, turn: str = "18AM", **more: Any) -> Situation:
    return position(units, more.pop("rules", RIVER), turn=turn, phase="engineering", phasing=side, **more)


def next_phase(now: Situation, side: str = GERMAN) -> Situation:
    """The next Engineering Phase of a side, nobody having done anything."""
    return now.end().until(side, "engineering")


# ---- bridges -----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("iron_tide", "13.0a", "13.1h", "4.27b")
def test_engineers_build_a_bridge_in_two_of_their_engineering_phases() -> None:
    now = engineering({"e": pioneers("3450"), "i": foot("3450"), "a": foot("3441", ALLIED)})
    assert now.offered("bridge") == ("e",)
    assert set(now.targets("bridge", "e")) == {SIDE, "3350/3450", "3351/3450"}
    assert "13.1h" in now.refused("i", SIDE, verb="bridge")
    assert now.refused("e", "3452/3453", verb="bridge") == ["13.1h"]  # not beside it
    assert now.refused("e", "3449/3450", verb="bridge") == ["13.1h"]  # no river
    assert position({"e": pioneers("3450")}, RIVER).refused("e", SIDE, verb="bridge")[-1] == "4.27b"
    begun = now.act("bridge", "e", SIDE)
    assert begun.state.bridges == {SIDE: "building"}
    assert [chip.key for chip in begun.seat.chips()] == ["building_bridge"]
    assert MarkerChanged("bridge", SIDE, "building") in begun.events
    allied = begun.end().until(ALLIED, "engineering")
    assert allied.state.bridges == {SIDE: "building"}  # only the builder's own phases count
    second = allied.end().until(GERMAN, "engineering")
    assert second.state.bridges == {SIDE: "building"}
    done = second.end()
    assert done.state.bridges == {SIDE: "built"}
    assert done.state.works == {}


@pytest.mark.rule("iron_tide", "13.1h")
def test_a_bridge_needs_a_river_without_one() -> None:
    units = {"e": pioneers("3446"), "f": pioneers("3452")}
    now = engineering(units)
    assert now.refused("e", "3445/3446", verb="bridge") == ["13.1h"]
    assert set(now.targets("bridge", "f")) == {"3452/3453"}  # a ford is no bridge
    down = engineering(units, bridges={"3445/3446": "destroyed"})
    assert set(down.targets("bridge", "e")) == {"3445/3446"}


@pytest.mark.rule("iron_tide", "13.1i")
def test_a_finished_bridge_serves_movement_and_supply() -> None:
    units = {"t": tanks("3450"), "a": foot("3041", ALLIED)}
    before = position(units, RIVER)
    assert "3451" not in {**before.reach("t")} or before.reach("t")["3451"] > 2
    after = position(units, RIVER, bridges={SIDE: "built"})
    assert after.reach("t")["3451"] == 2
    rules = country(river="3455/3456", roads=("3459/E 3459 3458 3457 3456 3455 3454 3453 3452 3451 3450",))
    for bridges, traced in (({}, False), ({"3455/3456": "built"}, True)):
        now = position({"g": foot("3450"), "a": foot("3041", ALLIED)}, rules, turn="20AM", bridges=bridges)
        assert now.seat.supply(GERMAN).traces("3450") is traced


@pytest.mark.rule("iron_tide", "13.1j")
def test_no_bridge_is_built_with_an_enemy_next_to_it() -> None:
    for enemy in ("3552", "3452", "3449"):
        now = engineering({"e": pioneers("3450"), "a": battalion(enemy, ALLIED)})
        assert now.refused("e", SIDE, verb="bridge") == ["13.1j"], enemy
    near = engineering({"e": pioneers("3450"), "a": battalion("3453", ALLIED)})
    assert SIDE in near.targets("bridge", "e")
    spies = engineering({"e": pioneers("3450", ALLIED), "k": commando("3451")}, ALLIED)
    assert SIDE in spies.targets("bridge", "e")


@pytest.mark.rule("iron_tide", "13.1j", "B34")
def test_an_enemy_who_comes_next_to_it_or_engineers_who_leave_stop_the_work() -> None:
    units = {"e": pioneers("3450"), "a": battalion("3454", ALLIED), "g": foot("3459")}
    begun = engineering(units).act("bridge", "e", SIDE).end()
    moving = begun.until(ALLIED, "movement")
    assert moving.move("a", "3453").state.bridges == {SIDE: "building"}
    assert moving.move("a", "3452").state.bridges == {}
    assert MarkerChanged("bridge", SIDE, "") in moving.move("a", "3452").events
    said = str(moving.seat.wording("MarkerChanged", "bridge", ""))
    assert said == "The bridge at {hex} is as it was before the work began."
    there_and_back = moving.move("a", "3553", "3453 3452 3553")
    assert there_and_back.state.bridges == {}
    assert there_and_back.state.works == {}
    own = begun.until(GERMAN, "movement")
    assert own.move("e", "3449").state.bridges == {}
    rebuilt = engineering(units, bridges={SIDE: "destroyed"}).act("bridge", "e", SIDE).end()
    assert rebuilt.until(GERMAN, "movement").move("e", "3449").state.bridges == {SIDE: "destroyed"}


@pytest.mark.rule("iron_tide", "13.0b", "SEQ.P.ENG")
def test_an_engineer_unit_does_one_thing_in_a_phase() -> None:
    now = engineering({"e": pioneers("3450"), "i": foot("3450"), "a": foot("3041", ALLIED)})
    begun = now.act("bridge", "e", SIDE)
    assert begun.refused("e", "3350/3450", verb="bridge") == ["13.0b"]
    assert begun.refused("e", verb="entrench") == ["13.0b"]
    assert begun.offered("bridge") == begun.offered("entrench") == ()
    second = next_phase(begun)
    changed = second.act("entrench", "e")  # the other work is given up
    assert changed.state.bridges == {}
    assert list(changed.state.works) == ["3450"]


@pytest.mark.rule("iron_tide", "13.1k")
def test_the_germans_build_nine_bridges_at_most() -> None:
    units = {"e": pioneers("3450"), "f": pioneers("3452"), "a": foot("4141", ALLIED)}
    now = engineering(units, german_bridges=WEST[:8])
    assert now.offered("bridge") == ("e", "f")
    begun = now.act("bridge", "e", SIDE)
    assert begun.refused("f", "3452/3453", verb="bridge") == ["13.1k"]
    done = next_phase(begun).end()
    assert len(done.state.german_bridges) == 9
    assert done.until(GERMAN, "engineering").refused("f", "3452/3453", verb="bridge") == ["13.1k"]


@pytest.mark.rule("iron_tide", "13.1l")
def test_a_german_bridge_that_was_destroyed_is_not_built_again() -> None:
    now = engineering({"e": pioneers("3450")}, german_bridges=[SIDE], bridges={SIDE: "destroyed"})
    assert now.refused("e", SIDE, verb="bridge") == ["13.1l"]
    standing = engineering({"e": pioneers("3450")}, german_bridges=[SIDE], bridges={SIDE: "built"})
    assert standing.refused("e", SIDE, verb="bridge") == ["13.1h"]  # nothing was destroyed
    first = engineering({"e": pioneers("3450")}).act("bridge", "e", SIDE)
    assert next_phase(first).end().state.german_bridges == (SIDE,)


@pytest.mark.rule("iron_tide", "13.1m")
def test_the_allies_build_any_number_of_bridges() -> None:
    now = engineering({"e": pioneers("3450", ALLIED)}, ALLIED, german_bridges=WEST)
    begun = now.act("bridge", "e", SIDE)
    done = next_phase(begun, ALLIED).end()
    assert done.state.bridges == {SIDE: "built"}
    assert done.state.german_bridges == tuple(WEST)


@pytest.mark.rule("iron_tide", "13.1n")
def test_an_allied_bridge_restores_a_printed_one() -> None:
    down = {"3445/3446": "destroyed"}
    begun = engineering({"e": pioneers("3445", ALLIED)}, ALLIED, bridges=down).act("bridge", "e", "3445/3446")
    assert next_phase(begun, ALLIED).end().state.bridges == {}
    german = engineering({"e": pioneers("3446")}, bridges=down).act("bridge", "e", "3445/3446")
    assert next_phase(german).end().state.bridges == {"3445/3446": "built"}


@pytest.mark.rule("iron_tide", "13.1h", "B56")
def test_engineers_may_build_on_16am() -> None:
    """B56."""
    now = engineering({"e": pioneers("3450")}, turn="16AM")
    assert now.act("bridge", "e", SIDE).state.bridges == {SIDE: "building"}


@pytest.mark.rule("iron_tide", "13.1j", "B34")
def test_engineers_who_are_eliminated_leave_nothing_behind() -> None:
    from hexbench.games.iron_tide.stacking import eliminate

    begun = engineering({"e": pioneers("3450"), "a": foot("3041", ALLIED)}).act("bridge", "e", SIDE).end()
    play = begun.rules.play_type(begun.rules, begun.state, None)
    eliminate(play, "e")
    assert play.bridges == {}
    assert play.works == {}


# ---- entrenchments -----------------------------------------------------------------------------------------------------
DIGGERS = {"e": pioneers("3455"), "i": foot("3455"), "a": battalion("3041", ALLIED)}


@pytest.mark.rule("iron_tide", "13.3a")
@pytest.mark.parametrize(
    ("mate", "able"), [(foot, True), (grenadiers, True), (battalion, True), (tanks, False), (guns, False)]
)
def test_engineers_dig_in_with_infantry(mate: Any, able: bool) -> None:
    now = engineering({"e": pioneers("3455"), "m": mate("3455")}, rules=PLAIN)
    assert now.offered("entrench") == (("e",) if able else ())
    if not able:
        assert now.refused("e", verb="entrench") == ["13.3a"]
    assert "13.1h" in now.refused("m", verb="entrench")


@pytest.mark.rule("iron_tide", "13.3b", "4.27b", "SEQ.P.ENG.end")
def test_an_entrenchment_takes_three_engineering_phases() -> None:
    first = engineering(DIGGERS, rules=PLAIN).act("entrench", "e")
    assert [(chip.key, chip.text) for chip in first.seat.chips()] == [("building_entrenchment", "2")]
    after = first.end()
    assert after.state.works["3455"].left == 2
    two = after.until(GERMAN, "engineering").end()
    assert two.state.works["3455"].left == 1
    assert two.state.entrenchments == {}
    three = two.until(GERMAN, "engineering").end()
    assert three.state.entrenchments == {"3455": GERMAN}
    assert three.state.works == {}
    assert engineering(DIGGERS, rules=PLAIN, entrenchments={"3455": GERMAN}).refused(
        "e", verb="entrench"
    ) == ["13.3b"]


@pytest.mark.rule("iron_tide", "13.3b", "B35")
def test_both_must_stay_until_it_is_finished() -> None:
    begun = engineering(DIGGERS, rules=PLAIN).act("entrench", "e").end().until(GERMAN, "movement")
    assert begun.move("e", "3456").state.works == {}
    without = begun.move("i", "3456")
    assert without.state.works  # until the next Engineering Phase looks
    assert without.until(GERMAN, "engineering").state.works == {}


@pytest.mark.rule("iron_tide", "13.3c")
def test_nothing_is_built_with_an_enemy_nearer_than_three_hexes() -> None:
    near = engineering({**DIGGERS, "a": battalion("3453", ALLIED)}, rules=PLAIN)
    assert near.refused("e", verb="entrench") == ["13.3c"]
    more = {"k": pioneers("3459"), "l": foot("3459"), "a": battalion("3453", ALLIED)}
    both = engineering({**DIGGERS, **more}, rules=PLAIN)
    assert both.offered("entrench") == ("k",)
    assert not both.targets("entrench", "e")
    assert both.targets("entrench", "k")
    assert engineering({**DIGGERS, "a": battalion("3452", ALLIED)}, rules=PLAIN).offered("entrench") == ("e",)
    allied = {"e": pioneers("3444", ALLIED), "i": foot("3444", ALLIED), "k": commando("3445")}
    assert engineering(allied, ALLIED, rules=PLAIN).offered("entrench") == ("e",)


@pytest.mark.rule("iron_tide", "13.3d", "B35")
def test_an_enemy_who_comes_nearer_stops_the_work() -> None:
    units = {**DIGGERS, "a": battalion("3451", ALLIED)}
    moving = engineering(units, rules=PLAIN).act("entrench", "e").end().until(ALLIED, "movement")
    assert moving.move("a", "3452").state.works
    assert moving.move("a", "3453").state.works == {}


@pytest.mark.rule("iron_tide", "13.3e")
def test_no_entrenchment_is_built_in_a_town_or_city() -> None:
    for rules in (country(town="3455"), country(city="3455")):
        assert engineering(DIGGERS, rules=rules).refused("e", verb="entrench") == ["13.3e"]


@pytest.mark.rule("iron_tide", "13.4a")
def test_an_entrenchment_that_is_empty_after_movement_is_removed() -> None:
    units = {"i": foot("3455"), "a": foot("3041", ALLIED)}
    trenches = {"3455": GERMAN, "3041": ALLIED}
    now = position(units, entrenchments=trenches)
    assert now.end().state.entrenchments == trenches
    left = now.move("i", "3456")
    assert left.state.entrenchments == trenches
    assert left.end().state.entrenchments == {"3041": ALLIED}


@pytest.mark.rule("iron_tide", "13.4a")
def test_reserves_that_leave_an_entrenchment_lose_it() -> None:
    units = {"i": foot("3455", reserve=True), "a": foot("3041", ALLIED)}
    now = position(units, phase="reserve", entrenchments={"3455": GERMAN})
    assert now.move("i", "3456").end().state.entrenchments == {}


@pytest.mark.rule("iron_tide", "13.4b")
def test_an_entrenchment_is_removed_when_its_units_retreat() -> None:
    units = {"g": foot("3445"), "a": battalion("3444", ALLIED)}
    now = position(units, phase="combat", entrenchments={"3444": ALLIED}, turn="18AM")
    from hexbench.games.iron_tide.retreat import remove_empty_entrenchment

    play = now.rules.play_type(now.rules, now.state, None)
    remove_empty_entrenchment(play, ALLIED, "3444")
    assert play.entrenchments == {"3444": ALLIED}  # somebody is in it
    play.put("a", at="3443")
    remove_empty_entrenchment(play, ALLIED, "3444")
    assert play.entrenchments == {}


@pytest.mark.rule("iron_tide", "13.4c")
def test_the_westwall_is_never_removed() -> None:
    rules = country(westwall="3455")
    now = position({"g": foot("3455"), "a": foot("3041", ALLIED)}, rules)
    after = now.move("g", "3456").end()
    assert "westwall" in after.rules.atlas.cell("3455").features
    assert "westwall" not in after.state.entrenchments


@pytest.mark.rule("iron_tide", "B34", "B35")
@pytest.mark.parametrize(("target", "clause"), [("3455", "B35"), (SIDE, "B34")])
def test_work_whose_engineers_are_elsewhere_is_given_up_by_the_clause_for_it(
    target: str, clause: str
) -> None:
    begun = {target: Work(side="german", engineer="e", left=2)}
    bridges = {SIDE: "building"} if target == SIDE else {}
    units = {"e": pioneers("3444"), "a": foot("3441", ALLIED)}
    now = engineering(units, works=begun, bridges=bridges, sound=False)
    assert now.state.works == {}
    assert [e.rule for e in now.events if isinstance(e, Noted) and "abandoned" in str(e.say)] == [clause]
