"""Two positions side by side: losses, supply, the front with the ground won and lost, and the odds of the attacks."""

from __future__ import annotations

from typing import Any, cast

from hexbench.engine.seat import Seat
from hexbench.session.compare import Comparison, Pair, attack_pairs, compare, fronts
from hexbench.session.session import Session
from tests.games.iron_tide.battlefield import D, E, W, bn, combat, reg
from tests.games.iron_tide.field import ALLIED, GERMAN


class Two:
    """As much of a session as comparing needs: node 0 and node 1."""

    def __init__(self, before: dict[str, Any], after: dict[str, Any], viewer: str | None = None) -> None:
        self.rules = combat(before).rules
        self.seats: list[Seat] = [self.rules.seat(combat(units).state, viewer) for units in (before, after)]

    def then(self, node: int) -> Seat:
        """The seat at one of them."""
        return self.seats[node]

    def compared(self) -> Comparison:
        """What is different."""
        return compare(cast("Session", self), 0, 1)


BEFORE: dict[str, Any] = {
    "a": reg(E, chit=7, name="48"),
    "b": bn("3448", factor=2, name="5"),
    "d": reg(D, ALLIED, chit=4, name="394"),
    "x": bn(W, ALLIED, name="7"),
}


def test_losses_are_counted_in_steps_of_known_units() -> None:
    after = {**BEFORE, "a": {**BEFORE["a"], "reduced": True}, "x": {**BEFORE["x"], "at": "#eliminated"}}
    found = {tally.side: tally for tally in Two(BEFORE, after).compared().tallies}
    assert (found[GERMAN].lost, found[GERMAN].came) == (1, 0)
    assert (found[ALLIED].lost, found[ALLIED].came) == (1, 0)
    assert found[ALLIED].counters == (2, 1)
    back = {tally.side: tally for tally in Two(after, BEFORE).compared().tallies}
    assert (back[GERMAN].lost, back[GERMAN].came) == (0, 1)


def test_who_is_out_of_supply_now_is_named_in_one_line() -> None:
    after = {uid: {**unit, "supply": "out"} if uid in "ab" else unit for uid, unit in BEFORE.items()}
    (found,) = Two(BEFORE, after).compared().turned
    assert (found.side, str(found.before), str(found.after)) == (GERMAN, "in supply", "out of supply")
    assert len(found.units) == 2
    assert found.hexes == (E, "3448")
    (back,) = Two(after, BEFORE).compared().turned
    assert str(back.after) == "in supply"


def test_the_ground_between_two_fronts_is_won_by_one_and_lost_by_the_other() -> None:
    after = {**BEFORE, "d": {**BEFORE["d"], "at": "3442"}, "x": {**BEFORE["x"], "at": "3441"}}
    two = Two(BEFORE, after)
    drawn = fronts(two.seats[0], two.seats[1], GERMAN)
    won = {shade.hex for shade in drawn.shades if shade.tone == "won"}
    assert D in won
    assert {shade.tone for shade in drawn.shades} == {"won"}
    assert {tone for _, tone in drawn.sides} == {"front", "front_before"}
    other = fronts(two.seats[0], two.seats[1], ALLIED)
    assert {shade.hex for shade in other.shades if shade.tone == "lost"} >= {D}
    same = fronts(two.seats[0], two.seats[0], GERMAN)
    assert same.shades == ()


def test_the_best_attack_on_everything_is_paired() -> None:
    after = {**BEFORE, "c": bn("3346", factor=3, name="9"), "d": {**BEFORE["d"], "reduced": True}}
    two = Two(BEFORE, after)
    found: dict[str, Pair] = {}
    steps = sum(1 for _ in attack_pairs(two.seats[0], two.seats[1], GERMAN, found))
    assert steps == 2
    pair = found[D]
    assert pair.before is not None
    assert pair.after is not None
    assert pair.after.worth > pair.before.worth
    assert set(pair.after.what.names) == {"a", "c"}


def test_a_side_compares_what_it_knows() -> None:
    after = {**BEFORE, "d": reg(D, ALLIED, chit=7, name="394")}
    assert Two(BEFORE, after, GERMAN).compared().changes == ()
    found: dict[str, Pair] = {}
    two = Two(BEFORE, after, GERMAN)
    list(attack_pairs(two.seats[0], two.seats[1], GERMAN, found))
    best = found[D].before
    assert best is not None
    assert best.odds.startswith("~")
