"""Attacks that are only thought of in Tide of Iron: fire and assault reckoned as they are rolled, from a view alone."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from hexbench.engine import what_if
from hexbench.engine.display import Combat
from hexbench.engine.values import Action
from hexbench.engine.what_if import Possible, Supposed
from hexbench.games.tide_of_iron import firing, possible
from hexbench.games.tide_of_iron.attack_display import spreads
from hexbench.games.tide_of_iron.pieces import Works
from tests.games.tide_of_iron.field import AMERICAN, GERMAN, Situation, spotted, squad, vehicle
from tests.games.tide_of_iron.shots import aim, duel, line, storm

FOUR: dict[str, int] = {"regular": 4}


def ranked(now: Situation, side: str, viewer: str | None = None, *, far: bool = False) -> list[Possible]:
    """Every attack of a side, the best first."""
    seat = now.of(viewer)
    found = [x for one in seat.aims(side, far=far) for x in seat.attacks_on(side, one, far=far)]
    return sorted(found, key=lambda one: -one.worth)


def told(now: Situation, what: Supposed, viewer: str | None = None) -> Combat:
    """A thought as the combat dock shows it."""
    found = now.of(viewer).suppose(what)
    assert found is not None
    return found


def fire(now: Situation, mode: str = "normal") -> Possible:
    """The American fire of a kind."""
    return next(
        x
        for x in ranked(now, AMERICAN)
        if x.what.switched("mode", "normal") == mode and x.what.switched("kind") != "assault"
    )


def rules_of(one: Combat, account: str) -> list[str]:
    """The clauses of an account."""
    return [c.rule for a in one.accounts if str(a.say) == account for f in a.lines for c in f.clauses]


def pair(**more: Any) -> Situation:
    """Two American squads before a German one in woods."""
    return duel(
        squad("C5", figures=FOUR), squad("C8", GERMAN, FOUR), {"a2": squad("D5", figures=FOUR), **more}
    )


def test_enemies_support_nobody() -> None:
    now = pair(g2=squad("C7", GERMAN, FOUR))
    found = fire(now)
    strangers = replace(found.what, units=(*found.what.units, ("g2", "C7")))
    assert told(now, strangers) == told(now, found.what)
    for verb, target in (("fire", "g1"), ("storm", "C8")):
        assert now.seat.forecast(Action(verb, ("a1", "a2"), target)) is not None
        assert now.seat.forecast(Action(verb, ("a1", "g2"), target)) is None


@pytest.mark.rule("tide_of_iron", "TI-CF-04")
def test_the_odds_of_a_thought_are_those_of_the_dice() -> None:
    now = pair()
    found = fire(now)
    assert found.what.names == ("a1", "a2")
    assert found.now
    drafted = aim(now).act("support", "a2")
    real = drafted.seat.forecast(Action("roll"))
    assert real is not None
    assert told(now, found.what).spreads == spreads(real)
    assert found.odds == f"{line(drafted).attack} : {line(drafted).defence}"
    assert "TI-CF-04" in [c.rule for c in found.shifts]
    lost = {name: ways for name, ways in line(drafted).results if name != "no effect"}
    worth = sum(ways * (4 if name == "destroyed" else int(name.split()[0])) for name, ways in lost.items())
    assert found.worth == round(100 * worth / line(drafted).ways)
    assert found.chance == round(100 * sum(lost.values()) / line(drafted).ways)


def test_the_kind_of_attack_is_switched_and_vehicles_know_only_one() -> None:
    now = pair(t=vehicle("C9", "sdkfz_251"))
    normal = fire(now)
    choice = next(c for c in told(now, normal.what).choices if str(c.say) == "Make it suppressive")
    other = what_if.changed(normal.what, choice.action)
    assert other == fire(now, "suppressive").what
    assert told(now, other).spreads != told(now, normal.what).spreads
    tank = [x for x in ranked(now, AMERICAN) if x.what.target == "t"]
    assert all(x.what.switched("mode", "normal") == "normal" for x in tank)


@pytest.mark.rule("tide_of_iron", "TI-ASL-10")
def test_an_assault_is_among_them_with_its_support() -> None:
    now = duel(squad("C5", figures=FOUR), squad("C6", GERMAN, FOUR), {"a2": squad("D5", figures=FOUR)})
    found = next(x for x in ranked(now, AMERICAN) if x.what.switched("kind") == "assault")
    drafted = storm(now)
    for uid in found.what.names[1:]:
        drafted = drafted.act("assault_support", uid)
    real = drafted.seat.forecast(Action("storm"))
    assert real is not None
    assert told(now, found.what).spreads == spreads(real)
    assert found.chance == round(100 * dict(real.chances())["success"])


def test_what_the_rules_have_against_it_is_said() -> None:
    now = pair(
        a3=squad("C5", figures=FOUR, condition="disrupted"), a4=squad("D6", figures=FOUR, token="fatigued")
    )
    what = Supposed(
        side=AMERICAN, hexes=("C8",), target="g1", units=(("a1", "C5"), ("a3", "C5"), ("a4", "D6"))
    )
    assert {"TI-CON-05", "TI-CF-02"} <= set(rules_of(told(now, what), "Not allowed"))
    rested = replace(what, switches=("rest",))
    assert "TI-CF-02" not in rules_of(told(now, rested), "Not allowed")
    assert now["a4"].token == "fatigued"


def test_later_who_is_tired_has_rested_and_squads_have_come_up() -> None:
    now = duel(squad("C5", figures=FOUR, token="fatigued"), squad("C8", GERMAN, FOUR))
    assert ranked(now, AMERICAN) == []
    later = ranked(now, AMERICAN, far=True)
    kinds = {x.what.switched("kind", "fire") for x in later}
    assert kinds == {"fire", "assault"}
    come = next(x for x in later if x.what.switched("kind") == "assault")
    ((uid, at),) = come.what.units
    assert uid == "a1"
    assert now.rules.atlas.distance(at, "C8") == 1
    assert not any(x.now for x in later)


@pytest.mark.rule("tide_of_iron", "TI-CNC-02")
def test_a_concealed_squad_is_no_target_and_does_not_show_itself() -> None:
    now = duel(
        squad("C5", figures=FOUR), squad("C8", GERMAN, FOUR, concealed=True), rules=spotted({"C8": "w0"})
    )
    assert ranked(now, AMERICAN, AMERICAN) == []
    assert now.of(AMERICAN).begin_supposing("C8", ("a1",)) is None


def test_of_a_hidden_squad_nothing_is_worked_out_for_the_other_side() -> None:
    rules = spotted({"C8": "w0"}, concealment="hidden")
    shot = Supposed(side=GERMAN, hexes=("C5",), target="a1", units=(("g1", "C8"),))
    now = duel(
        squad("C5", figures=FOUR),
        squad("C8", GERMAN, FOUR, concealed=True),
        rules=rules,
        handles={"gh1": "g1"},
    )
    assert ranked(now, GERMAN, GERMAN)
    assert told(now, shot, GERMAN).spreads
    assert ranked(now, GERMAN, AMERICAN) == []
    assert told(now, shot, AMERICAN).spreads == ()


def test_a_thought_begins_with_a_hex_alone_or_with_units_and_another_target_is_chosen() -> None:
    now = pair(g2=squad("C8", GERMAN, {"elite": 4}))
    every = now.of(None).begin_supposing("C8", ())
    assert every is not None
    assert every.side == AMERICAN
    one = now.of(None).begin_supposing("C8", ("a2",))
    assert one is not None
    assert one.names == ("a2",)
    other = next(
        c for a in told(now, one).accounts for f in a.lines for c in f.choices if c.action.object == "g2"
    )
    after = what_if.changed(one, other.action)
    assert after is not None
    assert (after.target, after.hexes) == ("g2", ("C8",))
    assert what_if.changed(after, Action(what_if.CLEAR)) is None
    with pytest.raises(ValueError, match="action of the game"):
        what_if.changed(after, Action("fire", ("a1",), "g1"))


@pytest.mark.rule("tide_of_iron", "TI-ABL-13")
def test_mortars_may_aim_at_hexes_too() -> None:
    foe = squad("C8", GERMAN, FOUR)
    now = duel(squad("C5", figures={"mortar": 1}), foe)
    marks = set(firing.mortar_marks(now.of(AMERICAN), "a1"))
    assert marks == {"C8"}
    assert set(now.of(AMERICAN).aims(AMERICAN)) == marks | {"g1"}
    assert set(duel(squad("C5", figures=FOUR), foe).of(AMERICAN).aims(AMERICAN)) == {"g1"}


@pytest.mark.rule("tide_of_iron", "TI-CF-02", "TI-ASL-02", "TI-ASL-08")
def test_a_tired_squad_leads_no_assault() -> None:
    fresh, tired = (squad("C7", figures=FOUR, token=token) for token in ("", "fatigued"))
    foe = squad("C8", GERMAN, FOUR)
    assert any(x.what.switched("kind") == "assault" for x in ranked(duel(fresh, foe), AMERICAN))
    assert not any(x.what.switched("kind") == "assault" for x in ranked(duel(tired, foe), AMERICAN))
    both = duel(fresh, foe, {"a2": squad("D7", figures=FOUR, token="fatigued")})
    assault = next(x for x in ranked(both, AMERICAN) if x.what.switched("kind") == "assault")
    assert assault.what.names == ("a1", "a2"), "but it supports one (TI-ASL-08)"


@pytest.mark.rule("tide_of_iron", "TI-ASL-01", "TI-SMK-07", "TI-OPF-09")
def test_assaults_that_are_thought_of_are_made_by_squads_that_may() -> None:
    """No machine guns come up for one, nobody supports one into smoke, and nobody out of wire."""

    def stormers(now: Situation, *, far: bool = False) -> list[tuple[str, ...]]:
        found = ranked(now, AMERICAN, far=far)
        return [x.what.names for x in found if x.what.switched("kind") == "assault"]

    foe, guns = squad("C8", GERMAN, FOUR), squad("C5", figures={"mg": 2})
    assert stormers(duel(squad("C5", figures=FOUR), foe), far=True) == [("a1",)]
    assert stormers(duel(guns, foe), far=True) == []
    drawn = duel(guns, foe).of(GERMAN).overlay("threat", "C8")
    assert drawn is not None
    assert not any("assault" in str(fact.value) for fact in drawn.facts)
    near = {"a2": squad("D7", figures={"elite": 4})}
    assert stormers(duel(squad("C7", figures=FOUR), foe, near)) == [("a2", "a1")]
    smoke = {"C8": Works(smoke=True)}
    assert stormers(duel(squad("C7", figures=FOUR), foe, near, works=smoke)) == [("a2",)]
    wire = {"C7": Works(razor_wire=True)}
    assert stormers(duel(squad("C7", figures=FOUR), foe, near, works=wire)) == [("a2",)]


@pytest.mark.rule("tide_of_iron", "TI-CF-02")
def test_a_thought_of_rested_units_can_be_done_at_once_only_where_they_stand() -> None:
    now = pair()
    stands = replace(fire(now).what, switches=("rest",))
    assert possible.real(now.seat, stands) == Action("fire", ("a1",), "g1")
    moved = replace(stands, units=(("a1", "C6"), ("a2", "D5")))
    assert possible.real(now.seat, moved) is None
