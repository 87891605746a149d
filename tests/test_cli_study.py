"""`hexbench study`: what it prints, as text and as JSON, of scenarios and of saved games."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hexbench import bootstrap, cli
from hexbench.session.library import Library
from hexbench.session.opening import open_new
from hexbench.study import playing
from tests.session import toybox

PLAN = ["--do", "end_movement", "--do", "attack r1,r2 0404", "--do", "declare"]


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Library:
    library = toybox.library(toybox.write_data(tmp_path))
    monkeypatch.setattr(bootstrap, "catalogue", lambda: library)
    return library


def said(capsys: pytest.CaptureFixture[str]) -> tuple[list[str], list[str]]:
    out, err = capsys.readouterr()
    return out.splitlines(), err.splitlines()


def run_json(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert cli.main(["study", *arguments, "--json"]) == 0
    out, err = said(capsys)
    assert err == []
    (line,) = out
    found: dict[str, Any] = json.loads(line)
    return found


# ---- odds
def test_odds_are_a_table_and_an_object(
    library: Library, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = [
        "odds",
        "ridge/contact",
        *PLAN,
        "--hex",
        "0404",
        "--unit",
        "r1:moved",
        "--score",
        "--own",
        "best",
    ]
    found = run_json(capsys, *asked)
    assert found["exact"]
    hexes, unit, score = found["answers"]
    assert hexes["yes"]["say"] == "Red holds 0404"
    assert hexes["yes"]["exact"] == "3/8"
    assert unit["question"] == {"about": "unit", "ref": "r1", "fields": ["moved"]}
    assert [mean["side"] for mean in score["means"]] == ["red", "blue"]
    assert cli.main(["study", *asked]) == 0
    out, _ = said(capsys)
    assert out[:3] == ["Who holds 0404", "  Blue  62.50%  5/8", "  Red   37.50%  3/8"]
    assert out[3] == "What happens to r1"
    assert "The score" in out
    assert f"  expected of red: {score['means'][0]['mean']:.3f}" in out
    assert out[-2].endswith("6 worlds; all exact")
    assert out[-1].startswith("What Red cannot see was filled in")

    plan = tmp_path / "plan.json"
    plan.write_text(
        json.dumps(
            [
                {"verb": "end_movement"},
                {"verb": "attack", "subject": ["r1", "r2"], "object": "0404"},
                {"verb": "declare"},
            ]
        ),
        encoding="utf-8",
    )
    assert run_json(capsys, "odds", "ridge/contact", "--plan", str(plan), *asked[8:]) == found


def test_what_is_sampled_has_its_bounds(library: Library, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["odds", "ridge/contact", *PLAN, "--hex", "0404", "--cap", "30", "--samples", "20"]
    assert cli.main(["study", *asked]) == 0
    out, _ = said(capsys)
    assert "  between " in out[1]
    assert any("sampled" in line and "(actions tried: 30)" in line for line in out)
    assert cli.main(["study", "odds", "ridge/contact", *PLAN[:4], "--do", "resolve 0101"]) == 0
    out, _ = said(capsys)
    assert any(line.startswith("Step 3 of the plan (resolve) cannot be carried out") for line in out)


def test_a_saved_game_is_asked_where_it_stands(library: Library, capsys: pytest.CaptureFixture[str]) -> None:
    session = toybox.open_ridge(library)
    toybox.play(session, 9)
    path, decider = session.path, session.decider
    assert path is not None
    session.close()
    before = path.read_bytes()
    found = run_json(capsys, "odds", str(path))
    assert found["side"] == decider
    other = next(side for side in ("red", "blue") if side != decider)
    assert run_json(capsys, "odds", str(path), "--side", other)["side"] == other
    assert run_json(capsys, "chance", str(path), "--games", "3")["games"] == 3
    assert path.read_bytes() == before


# ---- two positions, supply, review --------------------------------------------------------------------------------------
def test_two_positions_are_compared_pair_by_pair(
    library: Library, capsys: pytest.CaptureFixture[str]
) -> None:
    session = toybox.open_ridge(library)
    toybox.play(session, 9)
    path = session.path
    assert path is not None
    other = open_new(library, "ridge", session.scenario, seed=4)
    other.close()
    session.close()
    asked = ["chance", str(path), "--games", "4", "--side", "red", "--against", f"ridge/{session.scenario}"]
    found = run_json(capsys, *asked)
    assert found["pairs"] == found["first"]["games"] == found["second"]["games"] == 4
    assert [gap["side"] for gap in found["chances"]] == ["red", "blue"]
    assert cli.main(["study", *asked]) == 0
    out, err = said(capsys)
    assert err == []
    assert sum(" | " in line for line in out) == 4
    assert any(line.startswith("What the second gains over the first (4 pairs") for line in out)
    assert cli.main(["study", *asked[:-1], "ridge/nowhere"]) == 1


def test_a_review_adds_up_and_ends_where_the_game_stands(
    library: Library, capsys: pytest.CaptureFixture[str]
) -> None:
    session = toybox.open_ridge(library)
    toybox.play(session, 60)
    path = session.path
    assert path is not None
    session.close()
    found = run_json(capsys, "review", str(path), "--side", "red")
    turns = found["turns"]
    assert turns[-1]["steps"] == 60 or turns[-1]["steps"] == found["total"]
    total = found["begins"] + sum(one["luck"] + one["decisions"] for one in turns)
    assert total == pytest.approx(turns[-1]["value"])
    assert cli.main(["study", "review", str(path)]) == 0
    out, _ = said(capsys)
    assert out[0].split() == ["turn", "actions", "value", "luck", "decisions", "for", "red"]
    assert any("no computer opponent" in line for line in out)
    assert cli.main(["study", "review", str(path), "--level", "random", "--since", "999"]) == 0
    out, _ = said(capsys)
    assert "Costliest decisions (0 of 0 phases replayed by random): none" in out
    assert cli.main(["study", "review", str(path), "--level", "strong"]) == 1
    _, err = said(capsys)
    assert err == ['hexbench: Ridge has no opponent "strong"; it has random, default.']


@pytest.fixture
def product(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HEXBENCH_HOME", str(tmp_path))


def test_supply_is_told_before_and_after_and_by_what_cuts_most(
    product: None, capsys: pytest.CaptureFixture[str]
) -> None:
    found = run_json(capsys, "supply", "tigers/19_december", "--side", "allied", "--worst", "2")
    worst, _next = found["cuts"]
    then = run_json(capsys, "supply", "tigers/19_december", "--side", "allied", "--hex", worst["hex"])
    own = then["supply"][0]
    assert then["cuts"] == []
    lost = [one["unit"] for one in own["changed"] if one["before"] and one.get("after") is False]
    assert sorted(lost) == sorted(worst["units"])
    assert cli.main(["study", "supply", "tigers/19_december", "--side", "allied", "--hex", worst["hex"]]) == 0
    out, _ = said(capsys)
    assert (
        out[0]
        == f"allied: {own['fed']} of {own['units']} units in supply; then {own['left']} of {own['remain']}"
    )
    assert f"  {worst['units'][0]}: cut off" in out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["odds", "ridge"], "Name a saved game, or a scenario: ridge/contact, ridge/meeting."),
        (["odds", "ridge/contact", "--side", "green"], 'There is no side "green" here; there are red, blue.'),
        (["odds", "ridge/contact", "--hex", "Z9"], "There is no hex Z9."),
        (["odds", "ridge/contact", "--unit", "x"], "There is no unit x."),
        (
            ["odds", "ridge/contact", "--do", "charge"],
            '[1.1] There is no verb "charge". Did you mean "declare"?',
        ),
        (["odds", "ridge/contact", "--do", "attack r1 0404"], "[1.1] Attack is not possible now."),
        (
            ["odds", "ridge/contact", "--enemy", "x"],
            "There is no opponent called x to answer; there are default, best, random.",
        ),
        (["odds", "ridge/contact", "--plan", "none.json"], "none.json: there is no such file."),
        (
            ["chance", "ridge/contact", "--opponents", "x"],
            'Ridge has no opponent "x"; it has random, default.',
        ),
        (["supply", "ridge/contact"], "A toy has none of it."),
        (["odds", "ridge/contact", "--supply", "r1"], "A toy has none of it."),
        (["review", "ridge/contact"], "Nothing has been done yet."),
    ],
)
def test_what_is_wrong_is_one_sentence(
    library: Library, capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str
) -> None:
    assert cli.main(["study", *arguments]) == 1
    out, err = said(capsys)
    assert out == []
    assert err == [f"hexbench: {sentence}"]


# ---- chance
def test_games_are_told_one_by_one_and_summed_up(
    library: Library, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["chance", "ridge/contact", "--opponents", "random,default", "--games", "5", "--seed", "7"]
    assert cli.main(["study", *asked]) == 0
    out, err = said(capsys)
    assert [line.split(":")[0] for line in out[:5]] == [f"game {n}" for n in range(7, 12)]
    assert out[5] == "5 games"
    assert out[6].startswith("  red ")
    assert out[-1].startswith("Between: ")
    assert not err
    found = run_json(capsys, *asked)
    assert [one["digest"] for one in found["played"]] == [line.split()[-1] for line in out[:5]]
    assert sum(rate["wins"] for rate in found["rates"]) == 5
    assert cli.main(["study", *asked, "--most", "3"]) == 0
    out, _ = said(capsys)
    assert out[0].startswith("game 7: cut short")
    assert out[5] == "5 games, 5 cut short"


def test_who_interrupts_gets_the_figures_so_far(
    library: Library, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    played = playing.one_game

    def interrupted(*given: Any) -> Any:
        if given[3] == 2:
            raise KeyboardInterrupt
        return played(*given)

    monkeypatch.setattr(playing, "one_game", interrupted)
    assert cli.main(["study", "chance", "ridge/contact", "--games", "50", "--processes", "1"]) == 0
    out, _ = said(capsys)
    assert out[2] == "Stopped after 2 of 50 games."
    assert out[3] == "2 games"


@pytest.mark.parametrize("arguments", [[], ["odds"], ["chance", "a/b", "--games", "0"]])
def test_wrong_usage_ends_with_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        cli.main(["study", *arguments])
    assert caught.value.code == 2
    assert "usage:" in capsys.readouterr().err
