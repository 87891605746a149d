"""The engine protocol on hints."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hexbench import bootstrap
from hexbench.engine.opponent import DefaultOpponent
from hexbench.session import mail, wire
from hexbench.session.hinting import MACHINE, NOBODY, NOT_YOURS
from hexbench.session.library import Library
from hexbench.session.mailing import open_letter
from tests.session import toybox
from tests.session.same_secrets import fix_secrets
from tests.toys.ridge.game import RidgeGame


class PlayedRidge(RidgeGame):
    opponents = {"random": DefaultOpponent, "quick": DefaultOpponent}


def ask(engine: wire.Engine, **request: Any) -> dict[str, Any]:
    """One request and its answer, as a client would have it."""
    answer: dict[str, Any] = json.loads(json.dumps(engine.answer(json.dumps(request).encode())))
    return answer


@pytest.fixture
def engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[wire.Engine]:
    """An engine with what ships."""
    monkeypatch.setenv("HEXBENCH_HOME", str(tmp_path))
    found = wire.Engine(bootstrap.catalogue())
    yield found
    found.close()


@pytest.mark.parametrize(("game", "scenario"), [("trumpets", "losheim"), ("blitzkrieg", "bastogne")])
def test_a_hint_is_a_list_of_legal_actions_and_nothing_is_done(
    engine: wire.Engine, game: str, scenario: str
) -> None:
    ask(engine, do="new", game=game, scenario=scenario, seed=4)
    before = ask(engine, do="state")["digest"]
    answer = ask(engine, do="hint", level="quick")
    assert answer == ask(engine, do="hint", level="quick")
    assert ask(engine, do="state")["digest"] == before
    found = answer["hint"]
    assert (found["level"], found["side"]) == ("quick", ask(engine, do="prompt")["prompt"]["side"])
    assert found["stop"].startswith("The next phase begins")
    for step in found["steps"]:
        assert step["why"]
        assert step["text"]
        assert ("chances" in step) == ("forecast" in step)
        assert "before" not in step
        if not step.get("sure", True):
            break
        assert ask(engine, do="apply", action=step["action"])["ok"]


def test_steps_bound_it_and_middle_is_asked_where_none_is_named(engine: wire.Engine) -> None:
    ask(engine, do="new", game="trumpets", scenario="losheim", seed=4)
    whole = ask(engine, do="hint")["hint"]
    two = ask(engine, do="hint", steps=2)["hint"]
    assert (whole["level"], two["steps"]) == ("middle", whole["steps"][:2])
    assert len(ask(engine, do="hint", steps=1, level="quick")["hint"]["steps"]) == 1


@pytest.mark.parametrize(
    ("more", "path"),
    [
        ({"level": "random"}, "level"),
        ({"level": "\n"}, "level"),
        ({"steps": -1}, "steps"),
        ({"steps": 151}, "steps"),
    ],
)
def test_a_level_that_is_none_and_too_many_steps_are_refused(
    engine: wire.Engine, more: dict[str, Any], path: str
) -> None:
    ask(engine, do="new", game="trumpets", scenario="losheim", seed=4)
    answer = ask(engine, do="hint", **more)
    assert (answer["ok"], answer["code"], answer["path"]) == (False, "request", path)


def test_where_there_is_none_a_sentence_says_why(engine: wire.Engine) -> None:
    ask(engine, do="new", game="trumpets", scenario="losheim", seed=4)
    side = ask(engine, do="prompt")["prompt"]["side"]
    other = next(one for one in engine.session.rules.sides if one != side)
    assert ask(engine, do="hint", side=other) == {"ok": True, "hint": None, "none": str(NOT_YOURS)}
    assert ask(engine, do="hint", side="umpire")["hint"]["side"] == side
    engine.session.set_players({side: "quick"})
    assert ask(engine, do="hint") == {"ok": True, "hint": None, "none": str(MACHINE)}


def test_a_game_without_levels_says_so(tmp_path: Path) -> None:
    found = wire.Engine(toybox.library(toybox.write_data(tmp_path)))
    ask(found, do="new", game="ridge", scenario="meeting")
    assert ask(found, do="hint") == {"ok": True, "hint": None, "none": str(NOBODY)}
    found.close()


def test_by_mail_there_is_one_for_ones_own_seat_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fix_secrets(monkeypatch)
    red, blue = (
        Library((PlayedRidge(),), toybox.places(toybox.write_data(tmp_path / side)))  # type: ignore[arg-type]
        for side in ("red", "blue")
    )
    offer, answer = tmp_path / "1.hexmail", tmp_path / "2.hexmail"
    desk = mail.invite(red, "ridge", "contact", "red", offer)
    mail.answer(blue, offer, answer)
    open_letter(red, answer)[0].close()
    engine = wire.Engine(red)
    assert ask(engine, do="load", file=str(desk))["ok"]
    assert ask(engine, do="hint")["hint"]["side"] == "red"
    for side in ("blue", "umpire"):
        assert ask(engine, do="hint", side=side)["code"] == "sealed"
    engine.close()
