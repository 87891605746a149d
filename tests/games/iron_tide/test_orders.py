"""Orders that are wrong in every usual way, given to every verb in its phase and out of it: what is said against them.

``orders.toml`` holds clause and sentence of every reason, by phase, by verb and by order. An order is
"units > where (how) by way"; all but the units may be missing.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from hexbench.engine.state import Dice
from hexbench.engine.values import Action
from hexbench.games.iron_tide.advance import Advance
from hexbench.games.iron_tide.air import AirPoints
from hexbench.games.iron_tide.combat import Choose, ChooseResult
from hexbench.games.iron_tide.combat_support import Commit
from hexbench.games.iron_tide.losses import TakeLosses
from hexbench.games.iron_tide.pieces import Printed, Unit
from hexbench.games.iron_tide.post_combat import PressOn
from hexbench.games.iron_tide.retreat import Retreat
from hexbench.games.iron_tide.state import IronTide
from hexbench.games.iron_tide.tables import Die
from tests.games.iron_tide.field import (
    ALLIED,
    GERMAN,
    Situation,
    along,
    battalion,
    commando,
    country,
    foot,
    guns,
    position,
    tanks,
)

ORDERS: dict[str, dict[str, dict[str, list[str]]]] = tomllib.loads(
    Path(__file__).with_name("orders.toml").read_text(encoding="utf-8")
)
ROADS = country(roads=(along("3440", "3459"),), town="3442", river="3452/3453", bridge="3452/3453")


def named(name: str, one: dict[str, Any]) -> dict[str, Any]:
    """The unit with its name on the counter."""
    return {**one, "printed": {**one["printed"], "name": name}}


def pioneers(where: str, side: str) -> dict[str, Any]:
    """An engineer battalion."""
    return battalion(where, side, printed={"type": "engineer", "factor": 1})


UNITS = {
    uid: named(uid.upper(), one)
    for uid, one in {
        "a": foot("3446"),
        "b": battalion("3447"),
        "c": foot("3445", cadre=True),
        "e": pioneers("3451", GERMAN),
        "g": guns("3445"),
        "k": commando("3440"),
        "t": tanks("3447"),
        "r": foot("3457", reserve=True),
        "x": foot("#eliminated"),
        "d": foot("3448", ALLIED),
        "f": pioneers("3442", ALLIED),
    }.items()
}
GIVEN = (
    *("", "a", "zz > 3447", "a a > 3447", "a > 9999", "d > 3449", "a > 3447 (x)", "a > 3447 by 3448"),
    *("b > 3448", "c > 3442", "e > 3452/3453", "g > 3446", "x > 3442", "r > 3456", "f > 3442", "k > 3441"),
)
PHASES = ("replacement", "movement", "combat", "reserve", "engineering")


@cache
def at(phase: str) -> Situation:
    """A German phase of 23 December."""
    return position(UNITS, ROADS, turn="23AM", phase=phase, sound=False)


def order(verb: str, text: str, hexes: bool) -> Action:
    """An order as it is written here; ``hexes``: the verb has a place."""
    units, _, rest = text.partition(" > ")
    where, _, way = rest.partition(" by ")
    where, _, how = where.partition(" (")
    return Action(verb, tuple(units.split()), where if hexes else "", how.rstrip(")"), tuple(way.split()))


def against(phase: str, verb: str, text: str) -> list[str]:
    """What is said against an order, that the verb is out of time left out."""
    now = at(phase)
    known = now.rules.verbs[verb]
    found = now.seat.refuse(order(verb, text, bool(known.object)))
    late = f"{known.label} is not possible now."
    return [f"{reason.rule}: {reason.text}" for reason in found if str(reason.text) != late]


def in_time(phase: str) -> list[str]:
    """The verbs of a phase."""
    now = at(phase)
    step: Any = now.seat.step
    return [verb.name for verb in step.verbs]


@pytest.mark.parametrize("phase", [*PHASES, "never"])
def test_every_order_to_every_verb_is_told_what_is_against_it(phase: str) -> None:
    """``never`` asks the verbs of all other moments; verbs that take nobody are not asked."""
    verbs = (
        in_time(phase)
        if phase != "never"
        else sorted(set(at("movement").rules.verbs) - set(in_time("movement")))
    )
    asked = "movement" if phase == "never" else phase
    taking = [verb for verb in verbs if at(asked).rules.verbs[verb].subject]
    found = {verb: {text: against(asked, verb, text) for text in GIVEN} for verb in taking}
    assert found == ORDERS[phase]


def test_whatever_is_offered_is_not_refused_and_the_rest_is() -> None:
    """The table leaves nothing out: orders without a reason are those that are offered."""
    for phase in PHASES:
        now = at(phase)
        for verb, orders in ORDERS[phase].items():
            for text, reasons in orders.items():
                action = order(verb, text, bool(now.rules.verbs[verb].object))
                offered = action.subject and any(
                    target.object == action.object for target in now.seat.targets(verb, action.subject)
                )
                assert bool(offered) == (not reasons) or action.via or action.how or not action.object, (
                    phase,
                    verb,
                    text,
                )


def test_what_the_verbs_and_steps_declare_of_themselves() -> None:
    """Which end a step, which are used by several units at once, what stops undo, what is answered at an open table."""
    verbs = at("movement").rules.verbs
    ends = {"commit", "declare", "done", "end", "fly_no_more", "stay"}
    assert {name for name, verb in verbs.items() if verb.ends} == ends
    assert not any(verb.plain or verb.back or verb.gives_up for verb in verbs.values())
    joins = {"exit": "stack", "reserve": "stack", "name": "stack", "support": "any"}
    assert {name: verb.joins for name, verb in verbs.items() if verb.joins} == joins
    certain = {"land", "drop", "demolish", "burn"}
    assert {name: verb.barrier for name, verb in verbs.items() if verb.barrier} == dict.fromkeys(
        certain, "dice"
    )
    risks = {
        **dict.fromkeys(("done", "resolve", "retreat", "stay"), "handover"),
        **dict.fromkeys(("allot", "commit", "restore", "fly_no_more"), "dice"),
        "declare": "seen",
    }
    assert {name: verb.risk for name, verb in verbs.items() if verb.risk} == risks
    open_steps = (Advance, PressOn, Choose, ChooseResult, Commit, TakeLosses, Retreat)
    assert all(step.open_table for step in open_steps)


def test_what_nothing_is_said_of_is_as_it_begins() -> None:
    fresh = Unit(side="german", at="3446")
    assert (fresh.supply, fresh.delayed) == ("supplied", 0)
    marks = (
        "cadre",
        "drawn",
        "reduced",
        "zoc",
        "moved",
        "reserve",
        "released",
        "tricked",
        "attacked",
        "fired",
    )
    assert not any(getattr(fresh, mark) for mark in (*marks, "fell_back", "retreated", "frozen", "short"))
    game = IronTide(dice=Dice(0))
    assert (game.turn, game.last_turn, game.phasing) == (1, 36, GERMAN)
    counters = ("meuse_crossed", "infiltrated", "allied_losses", "fuel_skipped", "mech_replacement")
    assert [getattr(game, name) for name in counters] == [0] * 5
    assert AirPoints() == AirPoints(0, 0)
    printed = {"side": GERMAN, "name": "1", "nationality": "german", "type": "infantry", "size": "regiment"}
    counter = Printed(**printed, mobility="N", movement=4)  # type: ignore[arg-type]
    assert (counter.factor, counter.cadre_factor, counter.arrives) == (0, 0, "16AM")
    assert not any(getattr(counter, mark) for mark in ("elite", "free", "temporary_zoc", "starts_reduced"))


@pytest.mark.parametrize("roll", [0, 7])
def test_a_table_of_one_die_names_no_face_that_a_die_has_not(roll: int) -> None:
    assert msgspec.convert((1, 6), Die) == (1, 6)
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert((roll,), Die)


@pytest.mark.rule("iron_tide", "13.3c")
@pytest.mark.parametrize("enemy", ["3447", "3441", "3744", "3144"])
def test_engineers_three_hexes_from_the_enemy_are_offered_to_dig_in(enemy: str) -> None:
    nearer = {"3447": "3446", "3441": "3442", "3744": "3644", "3144": "3244"}[enemy]
    for where, may in ((enemy, True), (nearer, False)):
        units = {"e": pioneers("3444", GERMAN), "i": foot("3444"), "d": foot(where, ALLIED)}
        now = position(units, turn="23AM", phase="engineering")
        assert ("e" in now.offered("entrench")) == may == (now.reasons("entrench", "e") == ())
