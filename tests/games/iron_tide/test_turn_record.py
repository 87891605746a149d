"""The Turn Record and the air boxes as display values: what they say is what the position holds."""

from __future__ import annotations

import pytest

from hexbench.engine.display import Box, Pool, Track
from hexbench.games.iron_tide import GAME
from tests.games.iron_tide.battlefield import bn, combat
from tests.games.iron_tide.field import ALLIED, GERMAN, Situation, country, foot, grenadiers, position

D, E = "3445", "3446"
ROADS = country(roads=("3440 3441 3442",), zones=(("entry.A", "3440"), ("entry.german", "3459")))


def record(now: Situation) -> Track:
    """The track of a position, as the side that decides sees it."""
    return next(p for p in now.seat.panels() if isinstance(p, Track))


def box(now: Situation, turn: str) -> Box:
    """One box of it."""
    return next(b for b in record(now).boxes if b.key == turn)


def texts(found: Box) -> dict[str, list[str]]:
    """sign -> texts, with the side before them."""
    out: dict[str, list[str]] = {}
    for item in found.items:
        out.setdefault(item.sign, []).append(f"{item.side} {item.text}".strip())
    return out


def pool(now: Situation) -> dict[str, tuple[int, int]]:
    """box -> points face up and face down."""
    found = next(p for p in now.seat.panels() if isinstance(p, Pool) and p.key == "air")
    return {heap.key: (heap.ready, heap.spent) for heap in found.heaps}


@pytest.mark.rule("iron_tide", "2.4b", "4.21b", "19.0b")
def test_every_game_turn_has_a_box_with_what_is_printed_for_it() -> None:
    now = position({"g": foot("3450")}, turn="23AM")
    track = record(now)
    assert len(track.boxes) == 36
    assert track.now == 14
    assert texts(box(now, "24AM"))["aircraft"] == ["german 2", "allied 8"]
    assert texts(box(now, "24AM"))["sun"] == ["clear"]
    assert texts(box(now, "24AM"))["plus"] == ["german 1", "allied 1"]
    assert texts(box(now, "24PM"))["plus"] == ["allied 1"]
    assert texts(box(now, "22AM"))["snow"] == ["snow"]
    assert texts(box(now, "2PM"))["flag"] == ["last turn"]
    assert len(record(position({"g": foot("3450")}, last_turn=10)).boxes) == 10


@pytest.mark.rule("iron_tide", "10.0c", "4.21b")
def test_the_air_points_of_now_count_down() -> None:
    air = {"german": {"ready": 1, "spent": 1}, "allied": {"ready": 3}, "resupply": {"ready": 2, "spent": 3}}
    now = position({"g": foot("3450")}, turn="24AM", air=air)
    assert texts(box(now, "24AM"))["aircraft"] == ["german 1 of 2", "allied 5 of 8"]


@pytest.mark.rule("iron_tide", "12.5a")
def test_a_fuel_roll_is_written_down_with_what_it_led_to() -> None:
    units = {"x": grenadiers("3457", printed={"division": "1SS"}), "a": foot("3442", ALLIED)}
    before = position(units, turn="20PM")
    assert texts(box(before, "21AM"))["fuel"] == ["german fuel roll"]
    rules = before.rules
    raw = {"turn": "20PM", "phase": "supply", "phasing": GERMAN, "units": units}
    outcome = rules.resume(GAME.compose(rules, raw, None), numbers=[2])
    now = Situation(rules, outcome)
    assert texts(box(now, "20PM"))["die"] == ["german rolled 2: 1 short"]
    later = now.act("ration", to="1SS")
    assert texts(box(later, "20PM"))["die"] == ["german rolled 2: 1 short"]


@pytest.mark.rule("iron_tide", "12.5b", "12.5d")
def test_a_fuel_roll_put_off_or_given_up_is_written_down() -> None:
    units = {"x": grenadiers("3457"), "a": foot("3442", ALLIED)}
    one = {"3441": "captured", "3541": "stocked", "3641": "stocked"}
    now = position(units, turn="20PM", phase="supply", depots=one, sound=False)
    assert texts(box(now, "20PM"))["fuel"] == ["german put off"]
    three = dict.fromkeys(one, "captured")
    now = position(units, turn="20PM", phase="supply", depots=three, sound=False)
    assert texts(box(now, "20PM"))["fuel"] == ["german no roll"]


@pytest.mark.rule("iron_tide", "14.0a", "14.0f", "14.0g")
def test_reinforcements_stand_in_the_box_of_their_turn_and_when_late_in_that_of_now() -> None:
    units = {
        "g": foot("3450"),
        "early": foot("#due/18AM", ALLIED, printed={"arrives": "18AM", "entry": "A"}),
        "late": foot("#due/17PM", ALLIED, printed={"arrives": "17PM", "entry": "A"}, delayed=4),
        "later": foot("#due/19AM", ALLIED, printed={"arrives": "19AM", "entry": "A"}),
    }
    now = position(units, ROADS, turn="18AM", phasing=ALLIED)
    assert box(now, "18AM").units == ("early", "late")
    assert box(now, "19AM").units == ("later",)
    assert box(now, "17PM").units == ()
    assert texts(box(now, "18AM"))["arrow"] == ["allied 1"]
    assert texts(box(now, "18AM"))["hourglass"] == ["allied 1 late"]
    facts = {str(f.label): (str(f.value), f.rules, f.hexes) for f in box(now, "18AM").facts}
    assert any("blocked" in value for value, _, _ in facts.values())
    entered = now.act("enter", "early", "3440")
    assert box(entered, "18AM").units == ("late",)


@pytest.mark.rule("iron_tide", "14.0f", "14.0a")
def test_who_is_late_was_due_on_the_turn_of_his_box() -> None:
    late = foot("#due/17PM", ALLIED, printed={"arrives": "17AM", "entry": "A"})
    now = position({"late": late}, ROADS, turn="18AM")
    assert "late, due on 17PM" in [str(fact.value) for fact in box(now, "18AM").facts]


@pytest.mark.rule("iron_tide", "17.1d", "17.2a")
def test_who_may_not_come_yet_is_locked() -> None:
    units = {
        "g": foot("3450"),
        "two": foot(
            "#due/24AM", ALLIED, printed={"arrives": "24AM", "entry": "A", "restriction": ("17.1:type2",)}
        ),
        "cond": foot("#due/COND", printed={"arrives": "COND", "restriction": ("17.2:10SS",)}),
    }
    now = position(units, ROADS, turn="23AM")
    assert texts(box(now, "24AM"))["lock"] == ["allied 1 may not enter"]
    assert record(now).boxes[-1].key == "COND"
    assert record(now).boxes[-1].units == ("cond",)
    crossed = position(units, ROADS, turn="23AM", meuse_crossed=14)
    assert "lock" not in texts(box(crossed, "24AM"))
    assert texts(box(crossed, "22PM"))["flag"] == ["german Meuse crossed"]


@pytest.mark.rule("iron_tide", "18.0b", "18.0c", "16.2a", "16.4j")
def test_the_special_rules_of_the_first_turns_stand_in_their_boxes_with_their_clauses() -> None:
    now = position({"g": foot("3450")}, turn="16AM")
    rules = {item.rule for item in box(now, "16AM").items}
    assert {"18.0b", "18.0c", "18.0f"} <= rules
    assert {"16.2a", "16.3a", "16.4a"} <= {item.rule for item in box(now, "17AM").items}
    assert "16.4j" in {item.rule for item in box(now, "20PM").items}


# ---- the air boxes
@pytest.mark.rule("iron_tide", "10.0b", "10.0c")
def test_the_boxes_hold_points_face_up_and_face_down() -> None:
    air = {"german": {"ready": 1, "spent": 1}, "allied": {"ready": 3}, "resupply": {"ready": 2, "spent": 3}}
    now = position({"g": foot("3450")}, turn="24AM", air=air)
    assert pool(now) == {"air.german": (1, 1), "air.allied": (3, 0), "air.resupply": (2, 3)}
    theirs = now.rules.seat(now.state, ALLIED).panels()
    assert next(p for p in theirs if isinstance(p, Pool) and p.key == "air").heaps[0].ready == 1, (
        "all is open"
    )


@pytest.mark.rule("iron_tide", "10.0c", "11.6c")
def test_a_point_committed_lies_over_its_combat() -> None:
    now = combat({"a": bn(E, factor=4), "d": bn(D, ALLIED, 4)}, air=(2, 0)).attack("a").resolve()
    assert pool(now)["air.german.flown"] == (0, 0)
    flown = now.act("fly")
    assert pool(flown)["air.german"] == (1, 0)
    assert pool(flown)["air.german.flown"] == (0, 1)


@pytest.mark.rule("iron_tide", "10.0b")
def test_the_allotment_says_which_points_go_from_box_to_box() -> None:
    now = position({"g": foot("3450"), "a": foot("3442", ALLIED)}, turn="23AM", phase="air")
    (offer,) = now.seat.prompt.offers
    assert offer.shares == ("air.allied", "air.resupply")
    flows = {t.object: [(f.box, f.to, f.n) for f in t.flow] for t in now.seat.targets("allot")}
    assert flows["0"] == []
    assert flows["3"] == [("air.allied", ("air.resupply",), 3)]
    assert len(flows) == 7
