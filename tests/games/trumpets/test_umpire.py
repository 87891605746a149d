"""The umpire's hand in Trumpets: what hangs on a change is put right with it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hexbench import bootstrap
from hexbench.engine.documents.fields import AT
from hexbench.engine.umpire import UMPIRE, against
from hexbench.engine.values import Action
from hexbench.games.trumpets.state import Trumpets
from hexbench.session.opening import begin
from hexbench.session.session import Session


@pytest.fixture
def session() -> Iterator[Session]:
    one = begin(bootstrap.catalogue().load_scenario("trumpets", "losheim", {}), 7, study=True)
    yield one
    one.close()


def hand(session: Session, subject: str, value: str, how: str = AT) -> Trumpets:
    """Carry an amendment out; it must be legal."""
    action = Action(UMPIRE, (subject,) if subject else (), value, how)
    assert against(session.rules, session.state, action) == ()
    session.amend(action)
    found: Trumpets = session.state
    return found


def test_who_is_eliminated_has_lost_all_steps_and_comes_back_whole(session: Session) -> None:
    home = session.state.units["1-394"].at
    gone = hand(session, "1-394", "#eliminated").units["1-394"]
    assert (gone.at, gone.lost, gone.engaged) == ("#eliminated", 3, ())
    back = hand(session, "1-394", home).units["1-394"]
    assert (back.at, back.lost) == (home, 0)


def test_steps_can_be_taken_but_not_the_last_without_taking_the_unit(session: Session) -> None:
    assert hand(session, "1-394", "2", "lost").units["1-394"].lost == 2
    (why,) = against(session.rules, session.state, Action(UMPIRE, ("1-394",), "3", "lost"))
    assert why.rule == "TT-LOSS-03"


def test_engaged_means_with_every_enemy_next_to_it_until_one_of_them_goes(session: Session) -> None:
    state = hand(session, "C-18_Cav", "yes", "engaged")
    near = session.rules.atlas.near[state.units["C-18_Cav"].at]
    foes = {u for u, unit in state.units.items() if unit.side == "german" and unit.at in near}
    assert set(state.units["C-18_Cav"].engaged) == foes
    assert foes
    for foe in foes:
        state = hand(session, foe, "#due/16AF")
    assert state.units["C-18_Cav"].engaged == ()


def test_a_position_is_of_who_stands_in_it_and_goes_altogether(session: Session) -> None:
    at = session.state.units["HQ_99ID"].at
    works = hand(session, at, "IP6", "position").works[at]
    assert (works.main, works.owner) == ("IP6", "allied")
    assert at not in hand(session, at, "", "position").works


@pytest.mark.rule("trumpets", "TT-REC-16")
def test_a_road_block_may_be_of_another_than_the_position_and_forgets_it_with_the_block(
    session: Session,
) -> None:
    at = session.state.units["HQ_99ID"].at
    hand(session, at, "IP6", "position")
    hand(session, at, "yes", "road_block")
    assert hand(session, at, "german", "block_owner").works[at].blocker == "german"
    assert hand(session, at, "", "road_block").works[at].blocker == "allied"


def test_a_unit_put_into_an_objective_holds_it(session: Session) -> None:
    goal = next(one for one in session.state.mission.objectives if one.name == "Honsfeld")
    for uid, unit in list(session.state.units.items()):
        if unit.at == goal.hex:
            hand(session, uid, "#exited")
    assert hand(session, "I-9_FJR", goal.hex).held[goal.hex] == "german"
    assert hand(session, goal.hex, "allied", f"held.{goal.hex}").held[goal.hex] == "allied"


def test_weather_turn_and_points_of_the_game(session: Session) -> None:
    assert hand(session, "", "Snow", "weather").weather == "Snow"
    assert hand(session, "", "3", "turn").turn == 3
    assert hand(session, "", "4", "lost.german").steps_lost["german"] == 4
    assert hand(session, "", "2", "air.allied").air_left == {"allied": 2}
    assert hand(session, "", "0", "air.allied").air_left == {}


def test_a_builder_moved_away_builds_nothing(session: Session) -> None:
    while session.seat(session.decider).prompt.step != "movement":
        default = session.seat(session.decider).prompt.default
        assert default is not None
        session.do(default)
    seat = session.seat(session.decider)
    uid = next(u for o in seat.prompt.offers if o.verb == "build" for u in o.subjects)
    target = next(iter(seat.targets("build", (uid,))))
    session.do(Action("build", (uid,), target.object, target.how))
    assert session.state.building
    assert hand(session, uid, "#due/16AF").building == {}
