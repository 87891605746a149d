"""What Tide of Iron says: prompts, results of several units, what stands in the way of sight, and where a move is read."""

from __future__ import annotations

import pytest

from hexbench.engine.events import AnyEvent, StepLost, StepRegained, UnitChanged
from hexbench.engine.values import Action, Say
from hexbench.games.tide_of_iron import card_run, casualties, effects, names, results, sight
from hexbench.games.tide_of_iron.card_words import word_of
from hexbench.games.tide_of_iron.decks import Area, Effect, Filter, Modify, Op, PlaceMarker, Rally, Where
from hexbench.games.tide_of_iron.pieces import FIGURES
from hexbench.games.tide_of_iron.strength import scene
from hexbench.session.log import sentence
from tests.games.tide_of_iron import field
from tests.games.tide_of_iron.field import AMERICAN, GERMAN, squad, vehicle
from tests.games.tide_of_iron.shots import aim, charge, duel, hit, storm
from tests.games.tide_of_iron.test_attack_display import combat


@pytest.mark.rule("tide_of_iron", "TI-SEQ-03", "TI-SEQ-11")
def test_a_turn_says_how_many_actions_are_left_or_that_they_are_without_limit() -> None:
    units = {f"a{n}": squad(f"{c}1") for n, c in enumerate("ABC", 1)}
    units |= {f"g{n}": squad(f"{c}12", GERMAN) for n, c in enumerate("ABC", 1)}
    now = field.position(units, mission={"actions_per_turn": {"american": 2, "german": 2}})
    assert str(now.seat.prompt.say) == "Choose an action; 2 left in this turn."
    assert str(now.act("fatigue", "a1").seat.prompt.say) == "Choose an action; 1 left in this turn."
    alone = now.act("end_phase")
    assert str(alone.seat.prompt.say) == "Choose an action; the other side is out of the phase."


@pytest.mark.rule("tide_of_iron", "TI-ABL-24")
def test_thick_armour_is_told_with_the_dice_of_a_tiger_and_of_no_other_tank() -> None:
    def told(kind: str) -> list[str]:
        now = aim(duel(vehicle("C5", "m4a1_sherman", AMERICAN), vehicle("C8", kind)))
        lines = [f for a in combat(now).accounts for f in a.lines]
        return [str(c.say) for f in lines for c in f.clauses if c.rule == "TI-ABL-24"]

    assert set(told("tiger_i")) == {"thick armour: one failed die counts as a 6"}
    assert told("panzer_iv") == []


@pytest.mark.rule("tide_of_iron", "TI-ATK-14")
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("pinned", "The squad is pinned: it cannot move or fire."),
        ("1 lost", "1 figure is lost."),
        ("2 lost, pinned", "2 figures are lost. The squad is pinned: it cannot move or fire."),
        ("light, 1 lost", "The vehicle is lightly damaged: its movement and armour are reduced by 1. 1 figure is lost."),
        ("pinned, bewitched", ""),
    ],
)  # fmt: skip
def test_results_of_several_units_are_told_one_after_another(name: str, text: str) -> None:
    seat = field.position({"a1": squad("C5"), "g1": squad("M12", GERMAN)}).seat
    assert str(results.meaning(seat, results.RESULTS, name)) == text


@pytest.mark.rule("tide_of_iron", "TI-ASL-24")
def test_a_retreat_of_a_unit_that_is_nowhere_is_refused() -> None:
    more = {"g2": squad("C6", GERMAN), "g3": squad("C6", GERMAN)}
    now = charge(storm(duel(squad("C5", figures={"elite": 3}), squad("C6", GERMAN), more)), 5, 0)
    while now.step[1] == "casualties":
        now = now.default()
    assert now.step == (GERMAN, "retreat")
    assert now.sentence("retreat", "zz", "D6") == "There is no unit zz."


@pytest.mark.rule("tide_of_iron", "TI-LOS-03", "TI-LOS-05", "B-LOS-9")
@pytest.mark.parametrize(
    ("changes", "ends", "text"),
    [
        ({"C5": "w0"}, "C3 C7", "C5 blocks the line."),
        ({"D3": "w0", "D4": "b0"}, "C4 E4", "D3 and D4 block the line."),
        ({"C3": ".1", "C5": ".2"}, "C3 C7", "C5 is higher than both units."),
        ({"A4": ".1", "D3": ".2", "D4": ".2"}, "A4 E4", "D3 and D4 are higher than both units."),
        ({}, "C3 C7", "Nothing between C3 and C7 blocks the line."),
        ({"D3": "w0"}, "C4 E4", "The line runs along hexsides with obstacles on one side only."),
    ],
)
def test_what_stands_in_the_way_is_told_of_one_hex_and_of_two(
    changes: dict[str, str], ends: str, text: str
) -> None:
    now = field.position({}, field.spotted(changes))
    a, b = ends.split()
    index = now.rules.atlas.index
    found = sight.of(now.rules).judge(index[a], index[b])
    assert str(sight.why(now.rules, now.state, found, a, b)) == text


@pytest.mark.rule("tide_of_iron", "TI-MOV-05")
@pytest.mark.parametrize(("unit", "column"), [(squad("C5"), 0), (vehicle("C5", "m4a1_sherman", AMERICAN), 1)])
def test_a_move_is_read_in_the_column_of_its_kind(unit: dict[str, object], column: int) -> None:
    now = field.position({"a1": unit, "g1": squad("M12", GERMAN)})
    lights = now.seat.weighed(Action("advance", ("a1",), "C6"))
    assert {light.column for light in lights["terrain"]} == {column}


@pytest.mark.rule("tide_of_iron", "TI-CF-02", "TI-RNG-08")
def test_a_figure_of_a_unit_that_is_nowhere_takes_no_part() -> None:
    now = aim(duel(squad("C5"), squad("C8", GERMAN)))
    for verb in ("take_figure", "drop_figure"):
        assert now.sentence(verb, "zz", "regular") == "There is no unit zz."


@pytest.mark.rule("tide_of_iron", "TI-RNG-08")
def test_no_more_figures_take_part_than_there_are() -> None:
    now = aim(duel(squad("C1", figures={"regular": 2, "mg": 1}), squad("C6", GERMAN)))
    for _ in range(2):
        now = now.act("take_figure", "a1", "regular")
    assert now.refused("take_figure", "a1", "regular") == ["TI-RNG-08"]
    assert now.sentence("take_figure", "a1", "regular") == "The squad has no more figures of that kind."


@pytest.mark.rule("tide_of_iron", "TI-TER-15")
def test_a_cliff_lies_between_a_hex_and_the_one_beside_it_however_far_the_unit_is() -> None:
    now = field.position({"a1": squad("C5"), "g1": squad("M12", GERMAN)}, field.spotted({"C9": ".2"}))
    (reason,) = now.seat.refuse(Action("advance", ("a1",), "C9"))
    assert reason.rule == "TI-TER-15"
    beside, there = reason.hexes
    assert there == "C9"
    assert beside in now.rules.atlas.near["C9"]


@pytest.mark.rule("tide_of_iron", "B-LOS-5", "TI-SMK-02")
def test_a_line_of_sight_tells_of_smoke_where_it_lies() -> None:
    now = field.position({}, works={"C5": {"smoke": True}})
    met = {str(f.label): str(f.value) for f in sight.explain(now.seat, "C3", "C7").facts.facts}
    assert met["Through C5"].startswith("Clear, smoke, level 0")
    assert met["Through C4"].startswith("Clear, level 0")


@pytest.mark.rule("tide_of_iron", "TI-SEQ-07")
def test_a_unit_that_is_fatigued_already_is_told_of_no_more() -> None:
    now = field.position({"a1": squad("C5"), "a2": squad("D5"), "g1": squad("M12", GERMAN)})
    once = now.run(lambda play: casualties.fatigue(play, "a1"))
    assert [e.unit for e in once.told(UnitChanged)] == ["a1"]
    assert once.run(lambda play: casualties.fatigue(play, "a1")).told(UnitChanged) == []


@pytest.mark.rule("tide_of_iron", "TI-CARD-02", "TI-CARD-09")
@pytest.mark.parametrize(
    ("delta", "minimum", "number"), [(-1, 0, 4), (1, 0, 6), (-4, 0, 1), (-4, 2, 2), (-1, 2, 4)]
)
def test_a_card_makes_contact_easier_by_so_much_and_to_no_less(delta: int, minimum: int, number: int) -> None:
    change = Modify(stat="contact_number", delta=delta, minimum=minimum)
    easier = Effect(card="art-observer", side="american", change=change)
    now = field.position({"a1": squad("C5"), "g1": squad("M12", GERMAN)}, effects=(easier,), sound=False)
    assert effects.contact_number(now.rules, now.state, AMERICAN, "art-smoke", 5) == number
    assert effects.contact_number(now.rules, now.state, GERMAN, "art-smoke", 5) == 5


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (StepLost("A", 0), "A has lost its last figure."),
        (StepLost("A", 1), "A has 1 figure left."),
        (StepLost("A", 2), "A has 2 figures left."),
        (StepRegained("A", 3), "A has 3 figures left."),
    ],
)
def test_strength_is_counted_in_figures(event: AnyEvent, text: str) -> None:
    seat = field.position({"a": squad("A1"), "g": squad("A12", GERMAN)}).seat
    assert str(sentence(event, str, words=seat.wording)[0]) == text


# ---- no codes
def keys(text: Say) -> list[str]:
    """What fills a sentence and is a key of the program, in plain letters: such words are not translated, or by luck."""
    return [
        found
        for _, part in text.args
        for found in (keys(part) if isinstance(part, Say) else [part] if str(part).islower() else [])
        if isinstance(found, str)
    ]


@pytest.mark.parametrize(
    ("op", "text"),
    [
        (
            Rally(remove=("pinned", "disrupted"), filter=Filter(count=1)),
            "A friendly squad that is pinned or disrupted returns to normal.",
        ),
        (
            Rally(remove=("pinned",), filter=Filter(count=1)),
            "A friendly squad that is pinned returns to normal.",
        ),
        (Modify(stat="mp", delta=-1, filter=Filter(weight="heavy")), "Movement: -1 for heavy vehicles."),
        (Modify(stat="mp", delta=1, filter=Filter(weight="light")), "Movement: +1 for light vehicles."),
        (PlaceMarker(marker="razor_wire", where=Where()), "Place a marker: razor wire."),
        (Area(strength=4, mode="suppressive"), "Area attack of 4 dice, suppressive."),
    ],
)
def test_what_a_card_does_is_told_without_codes(op: Op, text: str) -> None:
    assert card_run.CHAPTERS, "the words are known"
    now = field.position({"a1": squad("C5")})
    said = word_of(op).says(scene(now.seat), AMERICAN, now.rules.card("mo-bold"), op)
    assert str(said) == text
    assert keys(said) == []


def test_a_loss_that_cannot_be_is_refused_without_codes() -> None:
    mixed = squad("C7", GERMAN, {"regular": 1, "elite": 1, "officer": 1})
    now = hit(aim(duel(squad("C5"), mixed)), 2)
    assert now.sentence("lose", "g1", "mg").endswith("has no such figure left to lose.")
    assert now.sentence("lose", "g1", "hull").endswith("has no such figure left to lose.")


def test_whatever_there_is_to_choose_has_words() -> None:
    seat = field.position({"a1": squad("C5"), "g1": squad("M12", GERMAN)}).seat
    codes = {how for verb in seat.rules.verbs.values() for how in verb.hows} | {*FIGURES, "hull"}
    assert {"fire_move", "concealed_pillbox", "mg", "medic", "razor_wire", "stay"} <= codes
    assert [code for code in sorted(codes) if not seat.choice(code).template] == []
    assert str(seat.choice("mg")) == "machine gun"
    assert str(seat.choice("mo-bold")) == "Bold Plan"
    assert str(seat.choice("morale")) == "Morale: Nerve and Grit"
    assert str(seat.choice("C5")) == ""


def test_markers_come_and_go_in_the_same_words() -> None:
    seat = field.position({"a1": squad("C5"), "g1": squad("M12", GERMAN)}).seat
    for kind in ("entrenchment", "pillbox", "razor_wire", "tank_trap", "minefield"):
        gone = str(names.wording(seat, "MarkerChanged", kind, "").template)
        assert gone == f"The {names.marker(kind)} in {{hex}} has been removed."
        come = names.wording(seat, "MarkerChanged", kind, "1").template
        assert come.startswith("There is ")
        assert come.endswith(f"{names.marker(kind)} in {{hex}}.")
