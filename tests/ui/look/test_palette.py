from __future__ import annotations

import tomllib

import pytest

from hexbench import cli
from hexbench.ui.look.contrast import ratio
from hexbench.ui.look.palette import Palette
from tests.ui.canvas.stage import GAME, RESOURCES, palette

PALETTES = ("day", "night", "contrast")
DAY = tomllib.loads((RESOURCES / "palettes" / "day.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", PALETTES)
def test_a_palette_knows_its_name_and_the_keys_of_the_game(name, qapp):
    found = palette(name)
    assert found.name == name
    assert found.dark == (name != "day")
    own = GAME.get(name, {}).get("counter", {}).get("german.ss", GAME["counter"]["german.ss"])
    assert found.counter("german.ss").ground == own["ground"]


def test_all_palettes_answer_for_the_same_keys(qapp):
    day, night, contrast = (
        tomllib.loads((RESOURCES / "palettes" / f"{n}.toml").read_text(encoding="utf-8")) for n in PALETTES
    )
    promises = {key: contrast.pop(key) for key in ("bold", "text", "mark_contrast")}
    assert promises == {"bold": 1.5, "text": 7.0, "mark_contrast": 4.5}

    def keys(table, path=""):
        for key, value in table.items():
            yield f"{path}.{key}"
            if isinstance(value, dict):
                yield from keys(value, f"{path}.{key}")

    assert list(keys(day)) == list(keys(night)) == list(keys(contrast))


def test_safe_colours_change_colours_only():
    """What is told by shape, pattern, dash or picture stays so; and nothing is named that is not there."""
    safe = tomllib.loads((RESOURCES / "palettes" / "safe.toml").read_text(encoding="utf-8"))
    colours = {"ground", "ink", "fill", "edge", "alpha", "good", "warn", "bad", "cursor", "lit"}
    for light in PALETTES:
        for table, entries in {**safe, **safe[light]}.items():
            if table in (*PALETTES, "name"):
                continue
            for key, entry in entries.items():
                assert key in DAY[table], (light, table, key)
                assert set(entry if isinstance(entry, dict) else {key: entry}) <= colours, (light, table, key)


def test_safe_colours_go_over_those_of_a_game_and_a_games_safe_ones_last():
    game = {
        "tone": {"own": {"fill": "#111111", "ink": "#ffffff", "alpha": 9, "pattern": "dots"}},
        "counter": {"red": {"ground": "#ff0000", "ink": "#000000", "field": "#ffffff"}},
        "safe": {
            "counter": {"red": {"ground": "#e69f00"}},
            "night": {"counter": {"red": {"ink": "#101010"}}},
        },
    }
    patch = {"name": "safe", "tone": {"own": {"fill": "#0072b2"}}, "day": {"tone": {"own": {"alpha": 8}}}}
    plain, safe = Palette(DAY, game), Palette(DAY, game, patch)
    assert (plain.safe, plain.tone("own").fill, plain.counter("red").ground) == (False, "#111111", "#ff0000")
    assert (safe.safe, safe.tone("own").fill, safe.tone("own").alpha) == (True, "#0072b2", 8)
    assert (safe.counter("red").ground, safe.counter("red").ink) == ("#e69f00", "#000000")
    assert Palette({**DAY, "name": "night"}, game, patch).counter("red").ink == "#101010"


def test_a_game_that_says_nothing_of_high_contrast_has_it_all_the_same():
    contrast = tomllib.loads((RESOURCES / "palettes" / "contrast.toml").read_text(encoding="utf-8"))
    game = {
        "counter": {"grey": {"ground": "#777777", "ink": "#999999", "field": "#888888"}},
        "side": {"grey": {"ground": "#777777", "ink": "#999999", "frame": "cut", "emblem": "star"}},
        "tone": {"grey": {"fill": "#777777", "ink": "#777777", "alpha": 255, "pattern": "dots"}},
    }
    found = Palette(contrast, game)
    assert ratio(found.counter("grey").ink, found.counter("grey").ground) >= 7
    assert ratio(found.counter("grey").ink, found.counter("grey").field) >= 7
    assert ratio(found.side("grey").ink, found.side("grey").ground) >= 7
    assert ratio(found.tone("grey").ink, found.tone("grey").fill) >= 4.5


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


def test_a_game_whose_colours_do_not_hold_has_the_desktops_own_and_a_check_says_why(
    tmp_path, capsys, monkeypatch
):
    half = tmp_path / "palette.toml"
    half.write_text('[side.german]\nground = "#123456"\n', encoding="utf-8")
    day = RESOURCES / "palettes" / "day.toml"
    own = tomllib.loads(half.read_text(encoding="utf-8"))
    assert Palette.load(day, own).chrome == Palette.load(day).chrome
    assert cli.main(["check", str(half)]) == 1
    assert capsys.readouterr().out.startswith(f"{half}: Palette day: Object missing required field `")
    half.write_text('[counter.german]\nground = "#12345"\n', encoding="utf-8")
    assert cli.main(["check", str(half)]) == 1
    assert "'#12345' is not a colour" in capsys.readouterr().out
    ours = RESOURCES / "games" / "tigers" / "palette.toml"
    assert cli.main(["check", str(ours)]) == 0
    assert capsys.readouterr().out == f"{ours}: the colours of a game\n"


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
