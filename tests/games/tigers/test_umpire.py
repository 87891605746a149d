"""The umpire's hand: what hangs on a unit that is put elsewhere, on bridges and their markers, on the dump and in the air."""

from __future__ import annotations

from typing import Any

from hexbench.engine.documents.fields import AT, field_values
from hexbench.engine.umpire import UMPIRE, against, amend
from hexbench.engine.values import Action
from tests.games.tigers.field import (
    ALLIED,
    ARDENNES,
    GERMAN,
    Situation,
    arm,
    cc,
    country,
    inf,
    position,
    pz,
)
from tests.games.tigers.melee import allocated, stand

RIVER = country(river="804/805 904/905", roads=("803 804 805",))


def _reasons(now: Situation, subject: str, value: str, key: str) -> list[str]:
    action = Action(UMPIRE, (subject,) if subject else (), value, key)
    return [one.rule for one in against(now.rules, now.state, action)]


def _hand(now: Situation, subject: str, value: str, key: str = AT) -> Situation:
    """The same position after an amendment that nothing speaks against."""
    assert _reasons(now, subject, value, key) == []
    action = Action(UMPIRE, (subject,) if subject else (), value, key)
    out = amend(now.rules, now.state, action)
    assert now.rules.audit(out.state) == ()
    return Situation(now.rules, out)


def _keys(now: Situation, of: str, ref: str = "") -> set[str]:
    return {one.key for one in field_values(now.rules, now.state, of, ref)}  # type: ignore[arg-type]


def test_who_is_put_elsewhere_leaves_his_works_and_off_the_map_everything_else() -> None:
    now = position({"a": inf("806", entrenched=True), "x": inf("1006", ALLIED)})
    now = _hand(_hand(now, "a", "yes", "moved"), "a", "5", "spent")
    assert not _hand(now, "a", "807")["a"].entrenched
    gone = _hand(now, "a", "#eliminated")["a"]
    assert (gone.entrenched, gone.moved, gone.spent) == (False, False, 0)
    assert _reasons(now, "a", "1006", AT) == ["AMB-98"]
    assert _reasons(now, "a", "#drop", AT) == ["position"]
    assert _keys(now, "unit", "a") >= {"disrupted", "entrenched", "moved", "spent", "attacks"}


def test_what_is_disrupted_is_not_entrenched_and_panzers_never_are() -> None:
    now = position({"a": inf("806", entrenched=True), "p": pz("807")})
    now = _hand(now, "a", "yes", "disrupted")
    assert (now["a"].disrupted, now["a"].entrenched) == (True, False)
    assert "entrenched" not in _keys(now, "unit", "p")


def test_a_unit_that_left_the_map_and_comes_back_has_not_left_it() -> None:
    gate = min(ARDENNES.zones["exit_nw"])
    now = position({"p": pz("#exited")}, ARDENNES, exited={"p": gate})
    now = _hand(now, "p", "1407")
    assert now.state.exited == {}
    assert _reasons(position({"x": inf("806", ALLIED)}), "x", "#exited", AT) == ["TG-VIC-01"]


def test_a_division_that_was_split_takes_its_combat_commands_back() -> None:
    units = {"d": arm("#broken"), "a": cc("806"), "b": cc("807"), "c": cc("#substitutes")}
    now = position(units, split={"d": ["a", "b", "c"]})
    now = _hand(now, "d", "810")
    assert now.state.split == {}
    assert [now[uid].at for uid in "abc"] == ["#substitutes"] * 3
    assert "#broken" not in now.rules.boxes(now.state)


def test_engineer_bridges_come_out_of_the_hand_and_go_back_there() -> None:
    now = position({"a": inf("803"), "x": inf("1006", ALLIED)}, RIVER)
    side, bare = "804/805", "904/905"
    hand = dict(now.state.markers)
    now = _hand(now, side, "allied.blown", "bridge")
    assert (now.state.bridges[side].owner, now.state.bridges[side].intact) == (ALLIED, False)
    now = _hand(now, bare, "german.marker", "bridge")
    assert now.state.markers == {**hand, GERMAN: hand[GERMAN] - 1}
    now = _hand(now, bare, "", "bridge")
    assert bare not in now.state.bridges
    assert now.state.markers == hand
    assert _reasons(now, bare, "german.road", "bridge") == ["TG-BRG-01"]
    assert _reasons(now, "805/806", "german.marker", "bridge") == [UMPIRE]


def test_no_more_engineer_bridges_than_there_are() -> None:
    chain = (
        "804/805",
        "904/905",
        "704/705",
        "604/605",
        "504/505",
        "404/405",
        "304/305",
        "204/205",
        "1004/1005",
    )
    now = position({"a": inf("803")}, country(river=" ".join(chain)))
    n = now.state.markers[GERMAN]
    assert n < len(chain)
    for side in chain[:n]:
        now = _hand(now, side, "german.marker", "bridge")
    assert now.state.markers[GERMAN] == 0
    assert _reasons(now, chain[n], "german.marker", "bridge") == ["TG-BRG-03"]


def test_an_attack_that_loses_its_units_or_its_enemies_is_void() -> None:
    units = {"p": pz("805"), "q": pz("809"), "x": inf("806", ALLIED), "y": inf("810", ALLIED)}
    now = allocated(stand(units), "p > 806", "q > 810")
    while now.step[1] != "resolution":
        now = now.default()
    assert len(now.state.attacks) == 2
    left = _hand(now, "p", "802")
    assert [one.attackers for one in left.state.attacks] == [("q",)]
    assert _hand(now, "y", "910").state.attacks == _hand(now, "q", "yes", "disrupted").state.attacks
    assert _reasons(left, "q", "802", AT) == [UMPIRE], "nobody would be asked again"


def test_only_the_allies_are_told_where_a_secret_dump_was_put() -> None:
    now = position({"p": pz("1407")}, ARDENNES, dump="1008", dump_state="hidden")
    now = _hand(now, "", "1109", "dump")
    assert (now.state.dump, now.state.dump_state, now.of(GERMAN).s.dump) == ("1109", "hidden", "")
    (told,) = now.outcome.told
    seen = dict(told.only)
    assert "1109" in str(seen[ALLIED])
    assert "1109" not in str(seen[GERMAN])
    now = _hand(now, "", "taken", "dump_state")
    assert now.of(GERMAN).s.dump == "1109"
    now = _hand(now, "", "", "dump")
    assert (now.state.dump, now.state.dump_state) == ("", "none")
    assert "dump_state" not in _keys(now, "game")
    assert _reasons(now, "", "1407", "dump") == [UMPIRE]


def test_who_held_a_hex_last_and_who_was_supplied_from_the_air() -> None:
    now = position({"p": pz("1407")}, ARDENNES)
    town = min(at for at in ARDENNES.zones["german_objectives"] if ARDENNES.home(at) == ALLIED)
    now = _hand(now, town, GERMAN, "held")
    assert now.state.held[town] == GERMAN
    assert _reasons(now, town, ALLIED, "held") == ["AMB-86"]
    assert _hand(now, town, "", "held").state.held.get(town) is None
    assert "held" not in _keys(now, "hex", "1407"), "whoever stands in a hex holds it"
    assert _hand(now, "1407", GERMAN, "airlifted").state.airlifted == {"1407": GERMAN}


def test_air_units_fly_are_shot_down_and_come_back() -> None:
    now = position({"p": pz("1407")}, ARDENNES)
    group = next(key for key, one in now.state.air.items() if one.side == ALLIED)
    fighter = next(key for key, one in now.state.air.items() if one.side == GERMAN)
    down = _hand(now, "", "down", f"air.{group}")
    assert (down.state.air[group].back, down.state.air[group].flown) == (now.state.turn + 2, True)
    assert _hand(down, "", "", f"air.{group}").state.air == now.state.air
    assert _hand(now, "", "lost", f"air.{fighter}").state.air[fighter].lost
    assert _reasons(now, "", "down", f"air.{fighter}") == [UMPIRE]
    assert _hand(now, "", "Clear", "weather").state.weather == "Clear"
    assert _reasons(now, "", "9", "prayed") == [UMPIRE]


def test_numbers_out_of_their_bounds_are_found_in_positions() -> None:
    for facts in ({"spent": -1}, {"attacks": 10}, {"pips": 7}, {"prayed": 4}):
        known: dict[str, Any] = dict(facts)
        state: dict[str, Any] = {"prayed": known.pop("prayed")} if "prayed" in known else {}
        now = position({"a": inf("806", **known)}, sound=False, **state)
        found = now.rules.audit(now.state)
        assert [one.rule for one in found] == ["position"], facts
        assert "must be a number from 0 to" in str(found[0])
