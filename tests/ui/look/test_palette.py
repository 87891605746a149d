from __future__ import annotations

import tomllib

import pytest

from hexbench.ui.look.palette import Palette
from tests.ui.canvas.stage import GAME, RESOURCES, palette

PALETTES = ("day", "night")
DAY = tomllib.loads((RESOURCES / "palettes" / "day.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", PALETTES)
def test_a_palette_knows_its_name_and_the_keys_of_the_game(name, qapp):
    found = palette(name)
    assert found.name == name
    assert found.dark == (name == "night")
    assert found.counter("german.ss").ground == GAME["counter"]["german.ss"]["ground"]


def test_both_palettes_answer_for_the_same_keys(qapp):
    day, night = (
        tomllib.loads((RESOURCES / "palettes" / f"{n}.toml").read_text(encoding="utf-8")) for n in PALETTES
    )

    def keys(table, path=""):
        for key, value in table.items():
            yield f"{path}.{key}"
            if isinstance(value, dict):
                yield from keys(value, f"{path}.{key}")

    assert list(keys(day)) == list(keys(night))


def test_a_wrong_colour_is_refused_with_its_path():
    bad = {**DAY, "chrome": {**DAY["chrome"], "link": "#12345"}}
    with pytest.raises(ValueError, match=r"\$\.chrome\.link: '#12345' is not a colour"):
        Palette(bad)


def test_an_unknown_key_is_refused_with_its_path():
    bad = {**DAY, "terrain": {**DAY["terrain"], "fen": {"ground": "#ffffff", "wet": True}}}
    with pytest.raises(ValueError, match="wet"):
        Palette(bad)


def test_a_game_may_not_bring_a_table_that_nobody_reads():
    with pytest.raises(ValueError, match="no table named 'sounds'"):
        Palette(DAY, {"sounds": {}})


def test_a_game_may_bring_its_own_terrain_and_answer_to_the_light():
    game = {
        "terrain": {"dunes": {"ground": "#eeddaa", "pattern": "hachures"}},
        "night": {"terrain": {"dunes": {"ground": "#554422"}}},
    }
    night = {**DAY, "name": "night"}
    assert Palette(DAY, game).terrain("dunes").ground == "#eeddaa"
    assert Palette(night, game).terrain("dunes").ground == "#554422"


def test_an_unknown_key_falls_back_to_its_family_and_then_to_a_default(qapp):
    found = palette()
    assert found.counter("german.navy") == found.counter("german")
    assert found.tone("reach.far.away") == found.tone("reach")
    assert found.terrain("lava") == found.terrain("clear")
    assert found.mark("whatever") == found.mark("default")


def test_sixty_formations_have_sixty_different_bars(qapp):
    found = palette()
    bars = [found.bar(f"bar.{n}") for n in range(1, 69)]
    assert len(set(bars)) == 68
    assert found.bar("bar.69") == found.bar("bar.1")
    assert found.bar("bar.1SS") == found.bar("bar.1SS") in bars


def test_the_bars_alone_are_told_apart_without_hue(qapp):
    """Each bar is one to three fields; two bars of the same fields would be one to a colour-blind eye."""
    bars = palette().bars
    assert all(1 <= len(fields) <= 3 for fields in bars.values())
    assert all(len(set(fields)) > 1 for fields in bars.values() if len(fields) > 1)
