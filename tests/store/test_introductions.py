from __future__ import annotations

from pathlib import Path

import pytest

from hexbench import bootstrap
from hexbench.store.found_games import FILE, Introduction, read_introduction
from hexbench.store.strict import BadFile

GAMES = sorted(bootstrap.catalogue().games)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_says_what_it_is_and_where_to_begin(game: str) -> None:
    catalogue = bootstrap.catalogue()
    about = catalogue.introduction(game)
    assert about.text.count(".") == 2, "two sentences"
    assert about.scale
    shipped = [i for i in catalogue.scenarios(game) if catalogue.ships(i.path)]
    names = {info.name for info in shipped}
    assert about.begin in names
    assert about.side in catalogue.games[game].sides
    assert set(about.scenario) == names, "each scenario is measured, and no other"
    for name in names:
        measure = about.measure(name)
        assert measure.minutes > 0
        assert measure.difficulty
    shortest = min(about.measure(name).minutes for name in names)
    assert about.measure(about.begin).minutes == shortest, "what to begin with is small"
    assert about.measure(about.begin).difficulty == "easy"


def test_a_game_without_a_file_and_a_scenario_without_a_line_say_nothing(tmp_path: Path) -> None:
    found = read_introduction(tmp_path)
    assert found == Introduction()
    assert found.measure("my_own").minutes == 0
    assert found.measure("my_own").difficulty == ""


@pytest.mark.parametrize(
    "text",
    [
        'txt = "a word that is none"',
        "minutes = 5",
        '[scenario.a]\nminutes = "long"',
        "[scenario.a]\nminutes = -1",
        '[scenario.a]\ndifficulty = "very"',
        "[scenario.a]\nhours = 3",
        "text = 'half",
    ],
)
def test_what_is_not_well_formed_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text, encoding="utf-8")
    with pytest.raises(BadFile):
        read_introduction(tmp_path)
