from __future__ import annotations

from pathlib import Path

import pytest

from hexbench.engine.values import say
from hexbench.store.settings import TABLE, Setting, Settings
from hexbench.store.strict import parse_json, read_text


def test_every_default_is_possible_and_every_key_is_one() -> None:
    assert all(setting.allows(setting.default) for setting in TABLE)
    assert len({setting.key for setting in TABLE}) == len(TABLE)


def test_without_a_file_everything_is_as_declared(tmp_path: Path) -> None:
    settings = Settings(tmp_path / "settings.json")
    assert {key: settings.get(key) for key in settings.table} == {s.key: s.default for s in TABLE}
    assert not settings.problems
    assert not (tmp_path / "settings.json").exists()


def test_a_change_is_kept_and_a_default_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    Settings(path).set("look.palette", "night")
    again = Settings(path)
    assert again.get("look.palette") == "night"
    again.set("look.palette", "day")
    assert parse_json(read_text(path)) == {}


def test_what_the_table_does_not_know_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text('{"look.palette": "night", "later.thing": [1]}', encoding="utf-8")
    settings = Settings(path)
    settings.set("look.reduce_motion", True)
    assert parse_json(read_text(path)) == {
        "look.palette": "night",
        "look.reduce_motion": True,
        "later.thing": [1],
    }
    settings.reset()
    assert parse_json(read_text(path)) == {"later.thing": [1]}


def test_an_impossible_value_is_passed_over_and_told(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text('{"look.palette": "pink", "look.text_size": true}', encoding="utf-8")
    settings = Settings(path)
    assert settings.get("look.palette") == "day"
    assert settings.get("look.text_size") == 0
    assert len(settings.problems) == 2
    with pytest.raises(ValueError, match=r"not possible for look\.palette"):
        settings.set("look.palette", "pink")


def test_a_damaged_file_is_put_aside_and_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text("{oh", encoding="utf-8")
    settings = Settings(path)
    assert "not JSON" in str(settings.problems[0])
    settings.set("look.palette", "night")
    assert (tmp_path / "settings.damaged.json").read_text(encoding="utf-8") == "{oh"
    assert Settings(path).get("look.palette") == "night"


def test_numbers_have_bounds() -> None:
    size = Setting(key="a.b", default=1.0, text=say("x"), least=0.5, most=2.0)
    assert size.allows(2)
    assert size.allows(0.5)
    assert not size.allows(2.1)
    assert not size.allows("1")
    assert not size.allows(True)
