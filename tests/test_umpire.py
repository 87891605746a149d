"""The umpire's hand on the shipped games: every lever works, nothing it leaves behind is unsound, nothing hidden is told."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench import bootstrap
from hexbench.engine.documents.fields import AT, EditableField, field_values
from hexbench.engine.opponent import RandomOpponent
from hexbench.engine.umpire import UMPIRE, against
from hexbench.engine.values import Action, Refused
from hexbench.session.opening import begin
from hexbench.session.session import Session
from hexbench.study.playout import Chance

WHERE: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("iron_tide", "17_december", {}),
    ("blitzkrieg", "campaign", {}),
    ("tigers", "19_december", {}),
    ("tide_of_iron", "stoumont", {}),
    ("tide_of_iron", "noville", {"concealment": "hidden"}),
    ("trumpets", "losheim", {}),
    ("trumpets", "rocherath", {}),
)


def _session(game: str, name: str, options: dict[str, Any]) -> Session:
    loaded = bootstrap.catalogue().load_scenario(game, name, options)
    return begin(loaded, 7, study=True)


def _played_in(session: Session, steps: int = 400) -> Session:
    """Past the set-up, by defaults."""
    for _ in range(steps):
        prompt = session.seat(session.decider).prompt
        if prompt.default is None or sum(u.on_map for u in session.state.units.values()) > 3:
            turn = prompt.step
            if "set" not in turn and "place" not in turn and "build" not in turn and "deploy" not in turn:
                break
        assert prompt.default is not None
        session.do(prompt.default)
    return session


def _amended(session: Session, action: Action) -> bool:
    """Whether the hand could do it: it is judged once, by the session, and then done."""
    try:
        session.amend(action)
    except Refused:
        return False
    return True


def _values(lever: EditableField) -> list[str]:
    if lever.kind == "flag":
        return ["yes", ""]
    if lever.kind == "choice":
        return [value for value, _ in lever.choices]
    return [str(n) for n in sorted({lever.least, lever.least + 1, lever.least + 2, min(lever.most, 7)})]


def _refs(session: Session, lever: EditableField) -> list[str]:
    s, rules = session.state, session.rules
    if lever.of == "unit":
        known = sorted(s.units, key=lambda uid: not s.units[uid].on_map)
    elif lever.of == "hex":
        known = list(lever.only) or [unit.at for unit in s.units.values() if unit.on_map]
    elif lever.of == "side":
        atlas = rules.atlas
        known = [
            atlas.side_of(i, d) for i in range(len(atlas.labels)) for d in range(6) if atlas.around[i][d] >= 0
        ]
    else:
        known = [""]
    return [ref for ref in dict.fromkeys(known) if lever.about(rules, s, ref)][:25]


@pytest.mark.parametrize(("game", "name", "options"), WHERE)
def test_every_lever_can_be_moved_and_taken_back(game: str, name: str, options: dict[str, Any]) -> None:
    session = _played_in(_session(game, name, options))
    rules = session.rules
    moved: set[str] = set()
    for lever in rules.editable(session.state):
        for ref in _refs(session, lever):
            before = rules.digest(session.state)
            for value in _values(lever):
                action = Action(UMPIRE, (ref,) if ref else (), value, lever.key)
                if not _amended(session, action):
                    continue
                assert lever.parse(lever.read(session.state, ref)) == lever.parse(value)
                assert rules.audit(session.state) == ()
                again = rules.apply(
                    session.history.state_at(session.history.node.parent or 0), action, (), trusted=True
                )
                assert rules.digest(again.state) == rules.digest(session.state)
                rebuilt = rules.make_board(session.state)
                assert rules.board(session.state).compared() == rebuilt.compared()
                session.undo()
                assert rules.digest(session.state) == before
                moved.add(lever.key)
            if lever.key in moved:
                break
    levers = rules.editable(session.state)
    unmoved = [one.key for one in levers if one.key not in moved and _refs(session, one)]
    never = {"released", "reduced", "damage", "works.smoke"}  # nobody here it could be said of
    assert set(unmoved) <= never, unmoved
    session.close()


@pytest.mark.parametrize(("game", "name", "options"), WHERE)
def test_any_counter_goes_to_a_hex_to_a_box_and_back_and_the_game_goes_on(
    game: str, name: str, options: dict[str, Any]
) -> None:
    session = _played_in(_session(game, name, options))
    rules = session.rules
    out = rules.boxes(session.state)[0]
    assert out.startswith("#")
    done = 0
    for uid, unit in list(session.state.units.items()):
        home = unit.at
        if home.startswith("#") or not _amended(session, Action(UMPIRE, (uid,), out, AT)):
            continue
        assert session.state.units[uid].at == out
        assert rules.audit(session.state) == ()
        if _amended(session, Action(UMPIRE, (uid,), home, AT)):
            assert session.state.units[uid].at == home
            done += 1
        if done >= 6:
            break
    assert done >= 3
    for _ in range(25):
        default = session.seat(session.decider).prompt.default
        if default is None:
            break
        session.do(default)
        assert rules.audit(session.state) == ()
    session.close()


@pytest.mark.parametrize(("game", "name", "options"), WHERE)
def test_random_play_goes_on_however_often_the_hand_was_in_it(
    game: str, name: str, options: dict[str, Any]
) -> None:
    session = _played_in(_session(game, name, options))
    rules, dice = session.rules, Chance(11)
    opponent = RandomOpponent()
    amended = 0
    for step in range(90):
        side = session.decider
        if side is None:
            break
        if step % 3 == 0:
            units = list(session.state.units)
            places = (*rules.boxes(session.state), *(unit.at for unit in session.state.units.values()))
            uid, at = units[dice.number(len(units)) - 1], places[dice.number(len(places)) - 1]
            action = Action(UMPIRE, (uid,), at, AT)
            if step % 2:
                levers = [one for one in rules.editable(session.state) if _refs(session, one)]
                lever = levers[dice.number(len(levers)) - 1]
                refs, values = _refs(session, lever), _values(lever)
                ref, value = refs[dice.number(len(refs)) - 1], values[dice.number(len(values)) - 1]
                action = Action(UMPIRE, (ref,) if ref else (), value, lever.key)
            if _amended(session, action):
                amended += 1
                continue
        session.do(opponent.choose(session.seat(side), dice)[0])
        assert rules.audit(session.state) == ()
    assert amended > 5
    session.close()


def test_a_place_no_position_can_have_is_refused_with_the_rule_behind_it() -> None:
    session = _session("iron_tide", "17_december", {})
    units = session.state.units
    german = next(uid for uid, u in units.items() if u.side == "german" and u.on_map)
    enemy = next(u.at for u in units.values() if u.side == "allied" and u.on_map)
    (reason,) = against(session.rules, session.state, Action(UMPIRE, (german,), enemy, AT))
    assert (reason.rule, reason.hexes) == ("8.1b", (enemy,))
    session.close()


def test_a_unit_in_the_middle_of_something_is_left_alone() -> None:
    session = _session("iron_tide", "17_december", {})
    while session.seat(session.decider).prompt.step != "combat":
        default = session.seat(session.decider).prompt.default
        assert default is not None
        session.do(default)
    seat = session.seat(session.decider)
    offer = next(o for o in seat.prompt.offers if o.verb == "attack")
    uid = offer.subjects[0]
    target = seat.targets("attack", (uid,))[0]
    session.do(Action("attack", (uid,), target.object))
    why = against(session.rules, session.state, Action(UMPIRE, (uid,), "#eliminated", AT))
    assert any("part of the action in progress" in str(one) for one in why)
    session.close()


def test_the_other_side_is_not_told_what_it_cannot_see() -> None:
    session = _played_in(_session("tide_of_iron", "noville", {"concealment": "hidden"}))
    rules = session.rules
    uid = next(
        uid
        for uid, unit in session.state.units.items()
        if unit.squad and not against(rules, session.state, Action(UMPIRE, (uid,), "yes", "concealed"))
    )
    side = session.state.units[uid].side
    other = next(one for one in rules.sides if one != side)
    session.amend(Action(UMPIRE, (uid,), "yes", "concealed"))
    kind = next(iter(session.state.units[uid].figures))
    now = int(
        next(k.value for k in field_values(rules, session.state, "unit", uid) if k.key == f"figures.{kind}")
    )
    for value in (now - 1, now + 1):
        action = Action(UMPIRE, (uid,), str(value), f"figures.{kind}")
        if not against(rules, session.state, action):
            out = session.amend(action)
            break
    name = str(session.seat(None).face(uid).title)  # type: ignore[union-attr]
    mine, theirs = (str(out.told[0].to(one).say) for one in (side, other))  # type: ignore[union-attr]
    assert name in mine
    assert theirs == "Umpire: something you cannot see was changed."
    assert name not in " ".join(str(line.text) for line in session.log(other)[-1:])
    session.close()
