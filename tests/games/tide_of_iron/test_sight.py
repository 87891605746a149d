"""TI-LOS and rulings B.1: what sees what, and why."""

from __future__ import annotations

import random
from typing import Any

import pytest

from hexbench.engine.values import Say
from hexbench.games.tide_of_iron import sight
from hexbench.games.tide_of_iron.pieces import Works
from hexbench.games.tide_of_iron.rules import TiRules
from tests.games.tide_of_iron import field, shipped
from tests.games.tide_of_iron import sight_reference as reference
from tests.sizes import sized


def sees(changes: dict[str, str], a: str, b: str, smoke: str = "", **options: Any) -> bool:
    """Whether two hexes of a spotted plain see each other; asked both ways (B-LOS-12)."""
    now = field.position(
        {}, field.spotted(changes, **options), works={h: {"smoke": True} for h in smoke.split()}
    )
    there, back = (sight.sees(now.rules, now.state, *pair) for pair in ((a, b), (b, a)))
    assert there == back
    return there


def why(changes: dict[str, str], a: str, b: str, **options: Any) -> sight.Sightline:
    """The explanation of a line on a spotted plain."""
    now = field.position({}, field.spotted(changes, **options))
    return sight.explain(now.seat, a, b)


# ---- against a second writing of the same rulings
def compare(rules: TiRules, pairs: int, seed: int) -> None:
    """Random pairs of a map under random smoke."""
    chance = random.Random(seed)
    labels = rules.atlas.labels
    cells = {reference.cube(h): rules.atlas.cell(h) for h in labels}
    blocking = {"woods", "building"}
    lines = sight.of(rules)
    for n in range(pairs):
        a, b = chance.choice(labels), chance.choice(labels)
        smoke = chance.sample(labels, 6) if n % 2 else []
        expected = reference.sees(
            reference.cube(a),
            reference.cube(b),
            lambda h: cells[h].elevation,
            lambda h: cells[h].terrain in blocking,
            lambda h: h in cells,
            [reference.cube(h) for h in smoke],
        )
        veiled = frozenset(rules.atlas.index[h] for h in smoke)
        i, j = rules.atlas.index[a], rules.atlas.index[b]
        assert lines.clear(i, j, veiled) == lines.clear(j, i, veiled) == expected, (a, b, smoke)
        assert lines.judge(i, j, veiled).clear == lines.judge(j, i, veiled).clear == expected, (a, b, smoke)


@pytest.mark.rule("tide_of_iron", "B-LOS-1")
@pytest.mark.rule("tide_of_iron", "B-LOS-12")
@pytest.mark.parametrize("name", shipped.SCENARIOS)
def test_many_pairs_of_a_map_agree_with_the_reference(name: str) -> None:
    compare(shipped.rules(name), sized(600, 10_000), 1944)


def test_pairs_of_wild_country_agree_with_the_reference() -> None:
    chance = random.Random(7)
    for seed in range(4):
        tokens = [[chance.choice("..wwbr") + chance.choice("001122") for _ in range(12)] for _ in range(10)]
        compare(field.ground("\n".join(" ".join(row) for row in tokens)), 1500, seed)


@pytest.mark.rule("tide_of_iron", "B-LOS-12")
@pytest.mark.parametrize(
    "options",
    [{"los_graze": "global"}, {"los_low_bt": "blocks"}, {"los_tall": "blind"}],
    ids=["graze", "low", "tall"],
)
def test_every_reading_is_symmetric(options: dict[str, Any]) -> None:
    chance = random.Random(3)
    tokens = [[chance.choice("..wb") + chance.choice("0012") for _ in range(14)] for _ in range(12)]
    rules = field.ground("\n".join(" ".join(row) for row in tokens), **options)
    lines, size = sight.of(rules), len(rules.atlas.labels)
    for _ in range(3000):
        a, b = chance.randrange(size), chance.randrange(size)
        assert lines.judge(a, b).clear == lines.judge(b, a).clear


# ---- level ground
@pytest.mark.rule("tide_of_iron", "TI-LOS-02")
@pytest.mark.rule("tide_of_iron", "TI-LOS-03")
def test_woods_on_the_straight_line_between_centres_block_and_beside_it_do_not() -> None:
    assert sees({}, "C3", "C7")
    assert not sees({"C5": "w0"}, "C3", "C7")
    assert not sees({"C5": "b0"}, "C3", "C7")
    assert sees({"D5": "w0", "B5": "w0"}, "C3", "C7")
    assert sees({"C5": "r0"}, "C3", "C7")
    assert why({"C5": "w0"}, "C3", "C7").rules[0] == "TI-LOS-03"


@pytest.mark.rule("tide_of_iron", "TI-LOS-04")
def test_what_stands_in_the_hexes_at_both_ends_does_not_block() -> None:
    assert sees({"C3": "w0", "C7": "b0"}, "C3", "C7")


@pytest.mark.rule("tide_of_iron", "TI-LOS-05")
@pytest.mark.rule("tide_of_iron", "B-LOS-2")
def test_a_line_along_a_hexside_needs_obstacles_on_both_sides() -> None:
    assert sees({"D3": "w0"}, "C4", "E4")
    assert sees({"D4": "b0"}, "C4", "E4")
    assert not sees({"D3": "w0", "D4": "b0"}, "C4", "E4")


@pytest.mark.rule("tide_of_iron", "TI-LOS-05")
@pytest.mark.rule("tide_of_iron", "B-LOS-2")
def test_sides_are_judged_one_hexside_at_a_time_unless_the_whole_line_is_agreed_on() -> None:
    rules = field.PLAIN
    index, labels = rules.atlas.index, rules.atlas.labels
    line = sight.of(rules).items(index["A4"], index["I4"])
    pairs = [tuple(labels[h] for h in item) for item in line if len(item) == 2]
    assert len(pairs) >= 3, line
    (left, right), (left2, right2) = pairs[0], pairs[1]
    assert not sees({left: "w0", right: "w0"}, "A4", "I4")
    assert sees({left: "w0"}, "A4", "I4")
    assert sees({left: "w0", right2: "w0"}, "A4", "I4")
    assert not sees({left: "w0", right2: "w0"}, "A4", "I4", los_graze="global")
    assert sees({left: "w0", left2: "w0"}, "A4", "I4", los_graze="global")
    assert why({left: "w0"}, "A4", "I4").rules == ("TI-LOS-03", "TI-LOS-05")
    assert "TI-LOS-05" in why({left: "w0", right: "w0"}, "A4", "I4").rules


@pytest.mark.rule("tide_of_iron", "B-LOS-3")
def test_a_hex_met_in_a_corner_is_ignored() -> None:
    rules = field.PLAIN
    index, labels = rules.atlas.index, rules.atlas.labels
    met = {labels[h] for item in sight.of(rules).items(index["C3"], index["C7"]) for h in item}
    assert met == {"C4", "C5", "C6"}
    met = {labels[h] for item in sight.of(rules).items(index["A4"], index["C4"]) for h in item}
    assert met == {"B3", "B4"}  # along their common side: A3's and C5's corners are not met


@pytest.mark.rule("tide_of_iron", "B-LOS-4")
def test_beside_the_map_nothing_stands() -> None:
    assert sees({"B1": "w0"}, "A1", "C1"), "the line runs between B1 and the half hex north of it"
    found = why({"B1": "w0"}, "A1", "C1")
    assert found.rules == ("TI-LOS-03", "TI-LOS-05")
    met = [
        (str(f.label), str(f.value), f.rules) for f in found.facts.facts if str(f.label).startswith("Along")
    ]
    assert met == [("Along B1", "Woods, level 0, up to 1 | beside the map", ("B-LOS-2", "B-LOS-5"))]


def test_what_a_line_meets_is_told_in_sentences_that_can_be_translated() -> None:
    now = field.position({}, field.spotted({"C5": "w0"}), works={"C5": {"smoke": True}})
    lines = [sight.explain(now.seat, "C3", "C7"), sight.explain(now.seat, "A1", "C1")]
    heights = [f.value for line in lines for f in line.facts.facts if "B-LOS-5" in f.rules]
    assert "Woods, smoke, level 0, up to 1" in map(str, heights)
    parts = [part for value in heights for _, part in value.args]
    assert parts
    assert all(isinstance(part, Say) for part in parts)


@pytest.mark.rule("tide_of_iron", "TI-LOS-06")
def test_units_never_block() -> None:
    now = field.position(
        {"g1": field.squad("C5", "german"), "gv1": field.vehicle("C6", "tiger_i"), "a1": field.squad("C3")}
    )
    assert sight.sees(now.rules, now.state, "C3", "C8")


@pytest.mark.rule("tide_of_iron", "TI-LOS-07")
def test_adjacent_hexes_always_see_each_other() -> None:
    changes = {"C5": "w0", "C6": "b2", "D5": "w2"}
    for other in ("C4", "C6", "D5", "D4", "B4", "B5"):
        assert sees(changes, "C5", other)
    assert why(changes, "C5", "C6").rules == ("TI-LOS-07",)


@pytest.mark.rule("tide_of_iron", "B-LOS-11")
def test_a_unit_sees_its_own_hex_even_in_smoke() -> None:
    assert sees({"C5": "w0"}, "C5", "C5", smoke="C5")
    assert why({}, "C5", "C5").rules == ("B-LOS-11",)


@pytest.mark.rule("tide_of_iron", "TI-SMK-01")
def test_smoke_blocks_like_woods_and_only_between() -> None:
    assert not sees({}, "C3", "C7", smoke="C5")
    assert sees({}, "C3", "C7", smoke="C3 C7")
    assert not sees({"C3": ".1", "C7": ".1", "C5": ".1"}, "C3", "C7", smoke="C5")
    assert sees({"C3": ".1", "C7": ".1"}, "C3", "C7", smoke="C5"), "both look over it"


@pytest.mark.rule("tide_of_iron", "B-LOS-5")
@pytest.mark.rule("tide_of_iron", "B-LOS-6")
def test_at_equal_levels_what_reaches_above_them_blocks() -> None:
    high = {"C3": ".1", "C7": ".1"}
    assert sees({**high, "C5": "w0"}, "C3", "C7")
    assert not sees({**high, "C5": "w1"}, "C3", "C7")
    assert not sees({**high, "C5": ".2"}, "C3", "C7")
    assert sees({**high, "C5": ".1"}, "C3", "C7")
    assert not sees({"C5": ".1"}, "C3", "C7")
    assert not sees({**high, "C5": "w0"}, "C3", "C7", los_low_bt="blocks")
    assert sees({**high, "C5": ".1"}, "C3", "C7", los_low_bt="blocks")


# ---- slopes
@pytest.mark.rule("tide_of_iron", "TI-LOS-08")
def test_levels_are_those_of_the_map() -> None:
    cut = why({"C3": ".2", "C5": "w1"}, "C3", "C7").profile
    assert [(p.hex, p.ground, p.top) for p in cut.points] == [
        ("C3", 2, 2),
        ("C4", 0, 0),
        ("C5", 1, 2),
        ("C6", 0, 0),
        ("C7", 0, 0),
    ]


@pytest.mark.rule("tide_of_iron", "TI-LOS-09")
@pytest.mark.rule("tide_of_iron", "TI-LOS-11")
@pytest.mark.rule("tide_of_iron", "TI-LOS-13")
@pytest.mark.rule("tide_of_iron", "B-LOS-7")
def test_one_level_down_two_hexes_behind_an_obstruction_are_blind() -> None:
    wood = {"C2": ".1", "C4": "w0"}
    assert sees({"C2": ".1"}, "C2", "C5")
    assert not sees(wood, "C2", "C5")
    assert not sees(wood, "C2", "C6")
    assert sees(wood, "C2", "C7")
    found = why(wood, "C2", "C6")
    assert found.rules[:2] == ("TI-LOS-13", "TI-LOS-11")
    assert (found.blocking, found.blind) == (("C4",), ("C5", "C6"))
    told = {to: str(why(wood, "C2", to).facts.facts[1].value) for to in ("C6", "C7")}
    assert told == {
        "C6": "The lower unit is in a blind hex behind C4.",
        "C7": "The lower unit is far enough behind C4 to be seen.",
    }
    assert not sees({**wood, "C6": "w0"}, "C2", "C7"), "the obstruction nearest the lower unit counts"


@pytest.mark.rule("tide_of_iron", "TI-LOS-12")
def test_two_levels_down_one_hex_behind_an_obstruction_is_blind() -> None:
    wood = {"C2": ".2", "C4": "w0"}
    assert not sees(wood, "C2", "C5")
    assert sees(wood, "C2", "C6")
    assert why(wood, "C2", "C5").rules[:2] == ("TI-LOS-13", "TI-LOS-12")


@pytest.mark.rule("tide_of_iron", "TI-LOS-10")
def test_hills_up_to_the_higher_level_are_obstructions() -> None:
    assert not sees({"C2": ".2", "C5": ".1"}, "C2", "C6")
    assert sees({"C2": ".2", "C5": ".1"}, "C2", "C7")
    assert not sees({"C2": ".1", "C5": ".1"}, "C2", "C7")
    assert sees({"C2": ".1", "C5": ".1"}, "C2", "C8")


@pytest.mark.rule("tide_of_iron", "B-LOS-10")
def test_a_plateau_at_the_lower_units_own_level_does_not_hide_it() -> None:
    assert sees({"C2": ".2", "C4": ".1", "C5": ".1", "C6": ".1"}, "C2", "C6")


@pytest.mark.rule("tide_of_iron", "B-LOS-7")
def test_woods_below_the_lower_unit_count_only_by_agreement() -> None:
    low = {"C2": ".2", "C5": "w0", "C6": ".1"}
    assert sees(low, "C2", "C6")
    assert not sees(low, "C2", "C6", los_low_bt="blocks")
    assert not sees({**low, "C5": "w1"}, "C2", "C6")


@pytest.mark.rule("tide_of_iron", "TI-LOS-14")
@pytest.mark.rule("tide_of_iron", "B-LOS-8")
def test_a_line_that_leaves_over_the_higher_units_own_ground_is_blocked() -> None:
    crest = {"C2": ".1", "C3": ".1"}
    assert not sees(crest, "C2", "C8")
    assert sees({"C2": ".1"}, "C2", "C8")
    assert why(crest, "C8", "C2").rules == ("TI-LOS-14", "B-LOS-8")
    assert sees({"C2": ".2", "C3": ".1"}, "C2", "C8"), "lower ground in front is no crest"
    both, one = {"A4": ".1", "B3": ".1", "B4": ".1"}, {"A4": ".1", "B3": ".1"}
    assert not sees(both, "A4", "I4")
    assert sees(one, "A4", "I4"), "along a hexside the crest must be on both sides"


@pytest.mark.rule("tide_of_iron", "B-LOS-9")
def test_what_stands_above_the_higher_unit_blocks_wherever_it_is() -> None:
    tall = {"C2": ".1", "C4": "w1"}
    assert not sees(tall, "C2", "C9")
    assert "B-LOS-9" in why(tall, "C2", "C9").rules
    assert sees(tall, "C2", "C9", los_tall="blind")
    assert not sees(tall, "C2", "C5", los_tall="blind")
    assert not sees({"C2": ".1", "C4": ".2"}, "C2", "C9", los_tall="blind"), (
        "a higher hill blocks in any reading"
    )


# ---- limits, speed, explanation
@pytest.mark.rule("tide_of_iron", "TI-SET-06")
def test_an_operations_card_may_end_all_sight_beyond_a_distance() -> None:
    now = field.position({}).swapped(sight_limit=4)
    assert sight.sees(now.rules, now.state, "C2", "C6")
    assert not sight.sees(now.rules, now.state, "C2", "C7")
    assert sight.explain(now.seat, "C2", "C7").rules == ("TI-SET-06",)
    assert "C7" not in sight.field(now.rules, now.state, "C2")
    assert "C6" in sight.field(now.rules, now.state, "C2")


def test_smoke_that_comes_and_goes_is_never_remembered_wrongly() -> None:
    now = field.position({})
    assert sight.sees(now.rules, now.state, "C3", "C7")
    smoky = now.swapped(works={"C5": Works(smoke=True)})
    assert not sight.sees(smoky.rules, smoky.state, "C3", "C7")
    assert sight.sees(now.rules, now.state, "C3", "C7")


def test_an_explanation_names_every_item_and_marks_what_blocks() -> None:
    found = why({"C5": "w0", "C4": "r0"}, "C3", "C7")
    assert not found.clear
    assert found.blocking == ("C5",)
    assert found.hexes == ("C3", "C4", "C5", "C6", "C7")
    assert [p.blocks for p in found.profile.points] == ["", "", "TI-LOS-03", "", ""]
    assert str(found.profile.title) == "C3 does not see C7"
    lines = [f"{f.label}: {f.value}" for f in found.facts.facts]
    assert "Through C5: Woods, level 0, up to 1" in lines
    assert "Why: C5 blocks the line." in lines
