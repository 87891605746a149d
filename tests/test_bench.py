"""Figures of the bench that are taken beside another program: in turns, round by round, and refused in a sentence."""

from __future__ import annotations

import json
import sys

import pytest

from tests.bench import _beside
from tests.bench.__main__ import main as bench
from tests.bench._beside import NoRate, main, other_rate, own_rate, rounds, told


def test_help_names_the_parts(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench(["--help"]) == 0
    assert "Parts: answering, " in capsys.readouterr().out


def test_each_round_runs_both_and_who_begins_changes() -> None:
    order: list[str] = []

    def one(name: str, rate: float) -> float:
        order.append(name)
        return rate

    found = list(rounds(lambda: one("ours", 3.0), lambda: one("theirs", 2.0), 3))
    assert found == [(3.0, 2.0)] * 3
    assert order == ["ours", "theirs", "theirs", "ours", "ours", "theirs"]


def test_the_figure_is_the_median_of_the_ratios_with_its_spread() -> None:
    line = told("tigers", [(100.0, 50.0), (300.0, 100.0), (90.0, 100.0)])
    assert line["name"] == "beside.tigers"
    assert line["value"] == 2.0  # and not the ratio of the medians, which is 1
    assert "from 0.900 to 3.000" in str(line["note"])
    assert "100 actions/s in campaign, the other 100" in str(line["note"])


@pytest.mark.parametrize(
    ("says", "rate"), [("warm 5\n1234.5 actions/s", 1234.5), ("1,5e3", 1500.0), ("rate=2e4", 2e4)]
)
def test_the_last_number_that_the_other_prints_is_its_rate(says: str, rate: float) -> None:
    assert other_rate([sys.executable, "-c", f"print({says!r})"]) == rate


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("pass", "printed no rate"),
        ("print('0')", "printed no rate"),
        ("raise SystemExit('no dice')", "ended with 1: no dice"),
    ],
)
def test_another_that_gives_no_rate_is_refused_in_a_sentence(code: str, sentence: str) -> None:
    with pytest.raises(NoRate, match=sentence):
        other_rate([sys.executable, "-c", code])
    with pytest.raises(NoRate, match="cannot be run to its end"):
        other_rate(["/nowhere/peer"])


def test_ours_plays_whole_games_and_the_line_is_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert own_rate("trumpets", 0.0) > 0
    monkeypatch.setattr(_beside, "apart", lambda game, seconds: 500.0)
    assert main([f"{sys.executable} -c 'print(250)'", "--games", "trumpets", "--rounds", "2"]) == 0
    assert json.loads(capsys.readouterr().out)["value"] == 2.0
    assert main(["/nowhere/peer", "--games", "trumpets"]) == 1
    assert "cannot be run" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["peer", "--games", "chess"])
    assert "there is no game chess" in capsys.readouterr().err
