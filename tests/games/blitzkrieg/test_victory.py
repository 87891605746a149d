"""Victory: what counts as held, the three levels, how a game ends, and the rating."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hexbench.engine.events import FactChanged, GameEnded, Noted
from hexbench.engine.state import Ask
from hexbench.games.blitzkrieg import victory
from tests.games.blitzkrieg.field import ALLIED, GERMAN, Situation, country, inf, position, spy
from tests.games.blitzkrieg.shipped import TABLES, ardennes

MAJOR = (
    ("bastogne", "1414"),
    ("maastricht", "1614"),
    ("givet", "1814"),
    ("dinant", "2014"),
    ("namur", "2214"),
    ("huy", "1214"),
)
LAND = country(antwerp="1010 1110 1011", liege="1410 1510", major=MAJOR, entries=(("x", "2420"),))
SIX = [at for _, at in MAJOR]
ALLY = {"ally": inf("2421", ALLIED)}


def standing(*hexes: str, **units: Any) -> dict[str, Any]:
    """A German in each hex, and an Ally far away."""
    return {**{f"g{i}": inf(at) for i, at in enumerate(hexes)}, **ALLY, **units}


def a_round(*hexes: str, **state: Any) -> Situation:
    """A German turn is just ending with Germans in these hexes; then all follow the defaults to the next German turn."""
    settings = {"turn": 5, "last_turn": 32, **state}
    now = position(standing(*hexes), LAND, phase="end", phasing=GERMAN, **settings)
    return now if now.over else next_german(now)


def next_german(now: Situation) -> Situation:
    """On to the next German turn, or to the end."""
    turn = now.state.turn
    for _ in range(20):
        if now.over or (now.state.turn > turn and now.step[0] == GERMAN):
            return now
        now = now.default()
    raise AssertionError("no turn comes")


@pytest.mark.rule("blitzkrieg", "BK-VIC-01", "BK-VIC-04")
def test_antwerp_held_for_a_turn_wins_at_the_highest_level() -> None:
    now = a_round("1010", "1110", "1011")
    assert now.over
    found = now.rules.verdict(now.state)
    assert (found.over, found.winner, now.state.level) == (True, GERMAN, 1)
    assert any(isinstance(e, GameEnded) and e.winner == GERMAN for e in now.events)
    assert a_round("1010", "1110").state.level == 0


@pytest.mark.rule("blitzkrieg", "BK-VIC-02", "BK-VIC-09")
def test_liege_and_three_major_cities_win_at_the_second_level() -> None:
    assert a_round("1410", "1510", *SIX[:3]).state.level == 2
    assert a_round("1410", "1510", *SIX[:2]).state.level == 0
    assert a_round("1410", *SIX[:3]).state.level == 0  # half of Liège is not Liège


@pytest.mark.rule("blitzkrieg", "BK-VIC-03", "BK-AMB-29")
def test_six_major_cities_win_at_the_third_level_without_liege() -> None:
    assert a_round(*SIX).state.level == 3
    assert a_round(*SIX[:5]).state.level == 0


@pytest.mark.rule("blitzkrieg", "BK-VIC-04")
def test_all_the_cities_must_have_been_held_at_once() -> None:
    now = a_round(*SIX[:5])
    assert now.state.holding == tuple(name for name, _ in MAJOR[:5])
    moved = position(standing(*SIX), LAND, phase="turn", phasing=GERMAN, turn=7, holding=now.state.holding)
    assert moved.state.level == 0  # the sixth was not held at the end of the last turn


@pytest.mark.rule("blitzkrieg", "BK-VIC-05")
def test_a_city_must_be_held_at_the_end_of_a_turn_and_at_the_start_of_the_next() -> None:
    names = tuple(name for name, _ in MAJOR)
    here = standing(*SIX)
    assert position(here, LAND, phase="turn", turn=7, holding=names).state.level == 3
    assert position(here, LAND, phase="turn", turn=7, holding=()).state.level == 0
    gone = {**here, "g0": inf("1316")}
    assert position(gone, LAND, phase="turn", turn=7, holding=names).state.level == 0
    ended = position(here, LAND, phase="end", phasing=GERMAN, turn=7)
    assert set(ended.state.holding) == set(names)


@pytest.mark.rule("blitzkrieg", "BK-VIC-09", "BK-AMB-24")
def test_infiltrators_hold_no_city() -> None:
    units = {**{f"s{i}": spy(at) for i, at in enumerate(SIX)}, **ALLY}
    now = position(units, LAND, phase="end", phasing=GERMAN, turn=5)
    assert now.state.holding == ()
    assert victory.taken(LAND, now.state, LAND.board(now.state)) == ()


@pytest.mark.rule("blitzkrieg", "BK-VIC-07")
def test_lower_levels_are_noted_and_the_game_goes_on() -> None:
    now = a_round(*SIX)
    assert not now.over
    assert (now.state.level, now.state.level_turn) == (3, 6)
    assert now.rules.verdict(now.state).winner is None
    told = position(standing(*SIX), LAND, phase="turn", turn=7, holding=tuple(n for n, _ in MAJOR)).events
    assert any(isinstance(e, FactChanged) and e.name == "level" for e in told)


@pytest.mark.rule("blitzkrieg", "BK-VIC-07", "BK-AMB-28")
def test_the_best_level_counts_even_when_the_cities_are_lost_again() -> None:
    both = a_round("1410", "1510", *SIX)
    assert both.state.level == 2
    names = tuple(name for name, _ in MAJOR)
    kept = position(standing(*SIX), LAND, phase="turn", turn=9, holding=names, level=2, level_turn=8)
    assert (kept.state.level, kept.state.level_turn) == (2, 8)
    better = position(
        standing("1410", "1510", *SIX),
        LAND,
        phase="turn",
        turn=9,
        holding=(*names, "liege"),
        level=3,
        level_turn=8,
    )
    assert (better.state.level, better.state.level_turn) == (2, 9)
    lost = position(
        standing(), LAND, phase="end", phasing=ALLIED, turn=32, last_turn=32, level=3, level_turn=8
    )
    assert lost.over
    assert lost.rules.verdict(lost.state).winner == GERMAN


@pytest.mark.rule("blitzkrieg", "BK-VIC-06", "BK-VIC-07", "BK-MIS-08")
def test_the_allies_win_when_the_last_round_is_over() -> None:
    now = a_round(*SIX[:5], turn=32)
    assert now.over
    found = now.rules.verdict(now.state)
    assert (found.winner, found.level) == (ALLIED, "Allied victory")


@pytest.mark.rule("blitzkrieg", "BK-VIC-07")
def test_a_hold_begun_in_the_last_round_is_judged_on_the_morning_after() -> None:
    now = a_round("1410", "1510", *SIX[:3], turn=32)
    assert now.over
    assert (now.state.level, now.state.level_turn) == (2, 33)
    assert now.rules.verdict(now.state).winner == GERMAN


@pytest.mark.rule("blitzkrieg", "BK-REC-11")
def test_a_short_game_goes_by_its_own_cities() -> None:
    now = a_round("1414", goal=("bastogne",))
    assert now.over
    assert (now.state.level, now.rules.verdict(now.state).winner) == (victory.GOAL, GERMAN)
    other = a_round("1410", "1510", *SIX[1:], goal=("bastogne",))
    assert not other.over
    assert other.state.level == 0
    end = a_round("1614", goal=("bastogne",), turn=32)
    assert end.rules.verdict(end.state).winner == ALLIED


@pytest.mark.rule("blitzkrieg", "BK-VIC-10")
@pytest.mark.parametrize(
    ("hexes", "lost", "rating"),
    [
        ((), {}, 0),
        (SIX[:2], {}, 24),
        (("1410",), {}, 0),
        (("1410", "1510"), {}, 25),
        (("1010",), {}, 15),
        (("1010", "1110", "1011"), {}, 45),
        (SIX[:2], {GERMAN: 44}, 20),  # 19.6
        (SIX[:2], {ALLIED: 44}, 28),  # 28.4
        (SIX[:2], {GERMAN: 900}, 0),
        (("1410", "1510", "1010", "1110", "1011", *SIX), {}, 100),
    ],
)
def test_the_rating(hexes: tuple[str, ...], lost: dict[str, int], rating: int) -> None:
    now = position(standing(*hexes), LAND, lost=lost)
    assert dict(now.rules.verdict(now.state).score) == {GERMAN: rating, ALLIED: 100 - rating}


@pytest.mark.rule("blitzkrieg", "BK-VIC-10")
def test_losses_are_counted_where_they_happen() -> None:
    from hexbench.games.blitzkrieg import casualties

    now = position({"a": inf("1412", strength=8), "b": inf("2012", ALLIED, strength=6)})
    play = now.rules.play_type(now.rules, now.state, None)
    casualties.lose(play, "a", "1/4")
    casualties.eliminate(play, "b")
    assert play.close().lost == {GERMAN: 2, ALLIED: 6}


@pytest.mark.rule("blitzkrieg", "BK-VIC-08", "BK-UI-27", "BK-SEQ-14")
@pytest.mark.parametrize("side", [GERMAN, ALLIED])
def test_a_player_may_quit_and_gets_a_rating(side: str) -> None:
    now = position(standing(*SIX[:2]), LAND, phasing=side)
    assert "quit" in now.verbs
    assert "German 24, Allied 76" in str(now.targets("quit")[""].says[0])
    done = now.act("quit")
    assert done.over
    found = done.rules.verdict(done.state)
    assert (found.over, found.winner) == (True, None)
    assert dict(found.score) == {GERMAN: 24, ALLIED: 76}
    assert done.state.quit_by == side
    assert "conceded" in found.level
    assert str(done.seat.prompt.say).endswith("has conceded. Rating: German 24, Allied 76.")
    assert any(isinstance(e, Noted) and e.rule == "BK-VIC-08" for e in done.events)


@pytest.mark.rule("blitzkrieg", "BK-SEQ-14")
@pytest.mark.parametrize("phase", ["movement", "support", "reinforcements", "air"])
def test_one_may_quit_in_every_phase(phase: str) -> None:
    from tests.games.blitzkrieg.field import plane

    units = standing("1412", r=inf("#due/2", ALLIED, printed={"at": "x", "turn": 2}), p=plane(ALLIED))
    now = position(units, LAND, phase=phase, phasing=ALLIED, turn=3, clear=True)
    assert now.step == (ALLIED, phase)
    assert now.act("quit").over
    assert now.refused("g0", verb="quit") == ["BK-UI-27"]


@pytest.mark.rule("blitzkrieg", "BK-SEQ-14")
@pytest.mark.parametrize("side", [GERMAN, ALLIED])
def test_one_may_quit_in_an_exchange(side: str) -> None:
    units = {
        "a": inf("1412", strength=8),
        "b": inf("1412", strength=8),
        "d": inf("1512", ALLIED),
        "e": inf("1512", ALLIED),
    }
    now = position(units).act("engage", "a b", "1512").act("resolve").until(GERMAN, "battles")
    now = now.act("fight", "a", numbers=[2])
    if side == ALLIED:
        assert now.step == (GERMAN, "exchange")
        now = now.act("give_up", "a")
    assert now.step == (side, "exchange")
    assert now.act("quit").state.quit_by == side


def test_quitting_is_never_the_default() -> None:
    now = Situation(ardennes(), ardennes().new(_campaign(), seed=4))
    for _ in range(40):
        default = now.seat.prompt.default
        assert default is not None
        assert default.verb != "quit"
        now = now.default()


@pytest.mark.rule("blitzkrieg", "BK-SEQ-14", "BK-UI-27")
def test_the_protocol_says_where_one_may_quit() -> None:
    """Every step that is asked offers it, and so the table of the verbs must say."""
    asked = [kind for kind in _kinds(Ask) if kind.__module__.startswith("hexbench.games.blitzkrieg")]
    assert {"Exchange", "Largest", "Defining", "Moving"} <= {kind.__name__ for kind in asked}
    assert [kind.__name__ for kind in asked if "quit" not in {verb.name for verb in kind.verbs}] == []
    root = Path(__file__).resolve().parents[3]
    text = (root / "docs" / "engine-protocol-blitzkrieg.md").read_text(encoding="utf-8")
    line = next(line for line in text.splitlines() if line.startswith("| `quit` |"))
    assert line.split("|")[2].strip() == "all"


def _kinds(kind: type[Ask]) -> Iterator[type[Ask]]:
    for under in kind.__subclasses__():
        yield under
        yield from _kinds(under)


def _campaign() -> Any:
    from hexbench.games.blitzkrieg.state import Scenario

    return Scenario()


@pytest.mark.rule("blitzkrieg", "BK-MAP-08", "BK-MAP-09")
def test_the_cities_of_the_map() -> None:
    cities = victory.cities(ardennes())
    assert len(cities["antwerp"]) == 3
    assert list(TABLES.cities.major) == ["bastogne", "maastricht", "givet", "dinant", "namur", "huy"]
    places = {place.name: place.hexes for place in ardennes().atlas.sheet.places}
    for name, hexes in TABLES.cities.major.items():
        assert places[name.title()] == hexes
    assert places["Liège"] == cities["liege"]
    assert places["Antwerp"] == cities["antwerp"]
    assert {ardennes().terrain(at) for hexes in cities.values() for at in hexes} == {"city"}


def test_how_each_city_stands() -> None:
    now = position(standing("1410", *SIX[:2]), LAND, holding=("bastogne",))
    found = {name: state for name, _, state in victory.standing(LAND, now.state, LAND.board(now.state))}
    assert found["liege"] == "part"
    assert (found["bastogne"], found["maastricht"], found["huy"]) == ("held", "taken", "free")
