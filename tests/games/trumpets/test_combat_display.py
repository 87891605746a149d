"""The combat dock: what it tells and what its buttons do."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.engine.display import Combat
from hexbench.engine.opponent import RandomOpponent
from hexbench.engine.values import Action
from hexbench.games.trumpets import combat_display
from tests.games.trumpets.combats import EVEN, ROAD, roll
from tests.games.trumpets.field import ALLIED, GERMAN, Situation, guns, inf, position, tank
from tests.games.trumpets.shipped import losheim_gap, scenario
from tests.laws.walk import Chance

UNITS = {
    "a": inf("1412"),
    "t": tank("1411"),
    "g": guns("1312"),
    "d": inf("1512", ALLIED),
    "h": guns("1612", ALLIED),
}


def combat(units: dict[str, Any] = UNITS) -> Situation:
    return position(units, phase="combat", turn="18MO")


def first(now: Situation) -> Combat:
    """The first combat of the dock of whoever decides."""
    return combat_display.board(now.seat).combats[0]


def account(one: Combat, title: str) -> Any:
    return next(a for a in one.accounts if str(a.say).startswith(title))


def pressed(now: Situation, text: str) -> Situation:
    """A button of the dock, wherever it is."""
    for one in combat_display.board(now.seat).combats:
        for choice in (*one.choices, *(c for a in one.accounts for line in a.lines for c in line.choices)):
            if str(choice.say) == text:
                return now.act(
                    choice.action.verb,
                    " ".join(choice.action.subject),
                    choice.action.object,
                    how=choice.action.how,
                )
    raise AssertionError(f"there is no button {text}")


def test_the_dock_lists_what_could_be_attacked_and_by_whom() -> None:
    one = first(combat())
    assert (one.status, one.hexes, one.verb) == ("possible", ("1512",), "attack")
    assert [line.unit for line in account(one, "Could attack").lines] == ["a", "t"]
    assert account(one, "Defence").total == "5"


def test_an_attack_is_put_together_and_fought_with_buttons_alone() -> None:
    now = pressed(combat(), "Add")
    one = first(now)
    assert one.status == "draft"
    assert (account(one, "Attack").total, account(one, "Defence").total) == ("4", "5")
    now = pressed(pressed(now, "Add"), "Fire")
    one = first(now)
    assert account(one, "Attack").total == "16"
    assert [line.unit for line in account(one, "Attack").lines] == ["a", "t", "g"]
    clauses = [c.rule for line in account(one, "Column shifts").lines for c in line.clauses]
    assert "TT-TER-20" in clauses
    assert account(first(pressed(now, "Withhold")), "Attack").total == "13"
    asked = pressed(now, "Fight")
    assert asked.step == (ALLIED, "defence")
    one = first(asked)
    assert [str(stage.say) for stage in one.stages if stage.state == "now"] == ["Defender's support"]
    assert account(first(pressed(asked, "h fires")), "Defence").total == "8"


def lit(one: Combat) -> dict[str, list[tuple[int, str]]]:
    """What a combat of the dock lights in both tables, by column."""
    return {key: [(x.column, x.tone) for x in lights if x.column >= 0] for key, lights in one.lights}


@pytest.mark.rule("trumpets", "TT-ODD-13")
def test_every_combat_of_the_dock_brings_its_own_lights() -> None:
    """Two hexes that could be attacked, and then several combats that are over: each has its own column and cells."""
    units = {
        "a": inf("1412"),
        "b": inf("1411"),
        "d": inf("1512", ALLIED),
        "c": inf("1416"),
        "e": tank("1516", ALLIED),
    }
    now = combat(units)
    open_to = {c.hexes: lit(c) for c in combat_display.board(now.seat).combats}
    assert set(open_to) == {("1512",), ("1516",)}
    assert len({tuple(found["crt"]) for found in open_to.values()}) == 2, "at odds that are not the same"
    now = now.act("attack", "a b", "1512")
    draft = lit(first(now))
    assert [tone for _, tone in draft["crt"]][-1] == "to"
    assert draft["blitz"] == []


def test_a_combat_on_the_other_table_lights_that_and_not_the_first() -> None:
    units = {"t": tank("1412"), "i": inf("1412"), "d": inf("1512", ALLIED)}
    now = position(units, ROAD, phase="combat", turn="18MO").act("attack", "t i", "1512")
    before = lit(first(now))
    assert (bool(before["crt"]), before["blitz"]) == (True, [])
    blitz = now.act("kind", to="ardennes_44")
    after = lit(first(blitz))
    assert (after["crt"], bool(after["blitz"])) == ([], True)
    fought = blitz.act("fight", numbers=[3])
    rolled = [c for c in combat_display.board(fought.seat).combats if c.status in ("now", "over")]
    assert [tone for _, tone in lit(rolled[0])["blitz"]] == ["to", "hit"]
    assert lit(rolled[0])["crt"] == []


@pytest.mark.rule("trumpets", "TT-ODD-13")
def test_a_combat_and_the_counterattack_it_called_for_keep_the_cells_their_own_dice_hit() -> None:
    """The table was lit for one of them alone, whichever one looked at."""
    now = roll(EVEN, "a b", [6, 2])
    asked = lit(combat_display.board(now.seat).combats[-1])["crt"]
    assert "hit" in {tone for _, tone in asked}
    now = now.act("attack", "d", "1412")
    draft, waits = combat_display.board(now.seat).combats
    assert (draft.status, waits.hexes) == ("draft", ("1512",))
    assert (lit(draft)["crt"][-1][1], lit(waits)["crt"]) == ("to", asked)
    now = now.act("fight", numbers=[6, 4])
    for _ in range(12):
        if now.step == (GERMAN, "combat"):
            break
        now = now.default()
    over = [c for c in combat_display.board(now.seat).combats if c.status == "over"]
    hits = [{(x.row, x.column) for x in dict(c.lights)["crt"] if x.tone == "hit"} for c in over]
    assert sorted(c.key for c in over) == ["counter/1412", "on/1512"]
    assert all(hits)
    assert hits[0] != hits[1]


def test_the_dock_shows_what_the_dice_brought() -> None:
    hurt = combat().act("attack", "a t", "1512").act("fight").act("commit", numbers=[6, 1])
    one = first(hurt)
    assert hurt.step == (ALLIED, "retreat")
    assert str(next(s for s in one.stages if str(s.say) == "Dice").found) == "6, 1: /DR2"
    assert [s.say for s in one.stages if s.state == "now"] == [one.stages[5].say]
    assert any(bar.lit for spread in one.spreads for bar in spread.bars)


def test_the_other_side_sees_no_attack_before_it_is_declared() -> None:
    now = combat().act("attack", "a t", "1512")
    assert combat_display.focus(now.rules.seat(now.state, ALLIED)) is None
    assert combat_display.board(now.rules.seat(now.state, ALLIED)).combats == ()
    told = now.act("fight")
    for side in (GERMAN, ALLIED, None):
        assert combat_display.focus(told.rules.seat(told.state, side)) is not None


@pytest.mark.parametrize("name", ["losheim", "rocherath"])
def test_every_button_that_brings_on_or_answers_is_legal(name: str) -> None:
    rules = losheim_gap()
    state = rules.new(scenario(name), 5).state
    player, chance = RandomOpponent(), Chance(5)
    met: set[str] = set()
    for _ in range(400):
        side = rules.decider(state)
        if side is None:
            break
        seat = rules.seat(state, side)
        for one in combat_display.board(seat).combats:
            lines = (c for a in one.accounts for line in a.lines for c in line.choices)
            for choice in (*lines, *one.choices):
                if choice.action.verb not in ("kind", "fight"):
                    assert seat.refuse(choice.action) == (), str(choice)
                met.add(choice.action.verb)
        action: Action = player.choose(seat, chance)[0]
        for _ in range(8):
            if action.verb in ("end", "back", "clear", "build"):
                action = player.choose(seat, chance)[0]
        state = rules.apply(state, action).state
    assert {"attack", "fight", "support", "commit"} <= met
