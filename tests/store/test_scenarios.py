from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hexbench.engine.values import Value
from hexbench.store import canon
from hexbench.store.scenarios import ScenarioFile, decode_scenario, list_files, read_file
from hexbench.store.strict import BadFile


class Printed(Value, frozen=True, kw_only=True):
    side: str
    movement: int = 0


class Setup(Value, frozen=True, kw_only=True):
    turn: int = 1
    units: dict[str, Printed] = {}
    bridges: tuple[str, ...] = ()


FRAME: dict[str, Any] = {
    "format": "hexbench-scenario",
    "version": 1,
    "game": "toy",
    "name": "campaign",
    "title": "The campaign",
    "map": "toy",
    "source": "rules",
    "scenario": {},
}


def write(folder: Path, name: str, **changes: Any) -> Path:
    path = folder / f"{name}.json"
    canon.write(path, {**FRAME, "name": name, **changes})
    return path


def part(folder: Path, name: str, **keys: Any) -> None:
    canon.write(folder / name, {"format": "hexbench-part", "version": 1, **keys})


def load(path: Path) -> Setup:
    file = read_file(path, "toy")
    assert isinstance(file, ScenarioFile)
    found: Setup = decode_scenario(file, path, Setup)
    return found


def test_parts_are_joined(tmp_path: Path) -> None:
    part(tmp_path, "oob.json", units={"a": {"side": "red"}}, bridges=["0101/0102"])
    part(
        tmp_path, "more.json", units=[{"id": "c", "side": "red"}, {"id": "b", "side": "blue", "movement": 3}]
    )
    path = write(
        tmp_path,
        "campaign",
        include=["oob.json", "more.json"],
        scenario={"turn": 4, "bridges": ["0201/0202"]},
    )
    found = load(path)
    assert found.turn == 4
    assert found.bridges == ("0201/0202", "0101/0102")
    assert list(found.units) == ["a", "c", "b"]
    assert found.units["b"] == Printed(side="blue", movement=3)


def test_a_unit_given_twice_is_a_conflict(tmp_path: Path) -> None:
    part(tmp_path, "oob.json", units={"a": {"side": "red"}})
    path = write(tmp_path, "campaign", include=["oob.json"], scenario={"units": {"a": {"side": "blue"}}})
    with pytest.raises(BadFile) as caught:
        load(path)
    assert str(caught.value) == f"{tmp_path / 'oob.json'}, units.a: this has already been given in {path}."


def test_a_plain_key_given_twice_is_a_conflict(tmp_path: Path) -> None:
    part(tmp_path, "oob.json", turn=2)
    path = write(tmp_path, "campaign", include=["oob.json"], scenario={"turn": 1})
    with pytest.raises(BadFile, match=r"oob\.json, turn: this has already been given in "):
        load(path)


@pytest.mark.parametrize(
    "units", [{"G-1": {"side": "red", "movment": 1}}, [{"id": "G-1", "side": "red", "movment": 1}]]
)
def test_an_unknown_key_is_told_of_the_file_it_stands_in(tmp_path: Path, units: Any) -> None:
    part(tmp_path, "oob.json", units=units)
    path = write(tmp_path, "campaign", include=["oob.json"], scenario={"units": {"x": {"side": "red"}}})
    with pytest.raises(BadFile) as caught:
        load(path)
    assert str(caught.value) == (
        f'{tmp_path / "oob.json"}, units["G-1"].movment: there is no such key. Did you mean "movement"?'
    )


def test_a_fault_in_a_joined_list_is_counted_in_its_own_file(tmp_path: Path) -> None:
    part(tmp_path, "oob.json", bridges=["0101/0102", 7])
    path = write(tmp_path, "campaign", include=["oob.json"], scenario={"bridges": ["a", "b"]})
    with pytest.raises(BadFile) as caught:
        load(path)
    assert (caught.value.file, caught.value.where) == (str(tmp_path / "oob.json"), "bridges[1]")


def test_a_fault_in_the_scenario_itself(tmp_path: Path) -> None:
    path = write(tmp_path, "campaign", scenario={"turns": 1})
    with pytest.raises(BadFile) as caught:
        load(path)
    assert str(caught.value) == f'{path}, scenario.turns: there is no such key. Did you mean "turn"?'


@pytest.mark.parametrize(
    ("units", "words"),
    [([{"side": "red"}], 'object with an "id"'), ([{"id": "a", "side": "x"}] * 2, "this id is given twice")],
)
def test_a_list_of_units_needs_ids(tmp_path: Path, units: Any, words: str) -> None:
    path = write(tmp_path, "campaign", scenario={"units": units})
    with pytest.raises(BadFile, match=words):
        load(path)


def test_parts_lie_in_the_same_folder(tmp_path: Path) -> None:
    path = write(tmp_path, "campaign", include=["../oob.json"])
    with pytest.raises(BadFile, match=r"include\[0\]: a part must be in the scenario's own folder"):
        load(path)
    path = write(tmp_path, "campaign", include=["oob.json"])
    with pytest.raises(BadFile, match=r"oob\.json: there is no such file"):
        load(path)


def test_an_unknown_key_in_the_frame(tmp_path: Path) -> None:
    path = write(tmp_path, "campaign", titel="x")
    with pytest.raises(BadFile) as caught:
        read_file(path)
    assert str(caught.value) == f'{path}, titel: there is no such key. Did you mean "title"?'


def test_a_scenario_of_another_game(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match='this is for the game "toy", not "other"'):
        read_file(write(tmp_path, "campaign"), "other")


def test_the_list_has_the_good_ones_in_order_and_tells_of_the_bad(tmp_path: Path) -> None:
    write(tmp_path, "second", order=2)
    write(tmp_path, "first", order=1)
    write(tmp_path, "also", order=1)
    part(tmp_path, "oob.json", units={})
    (tmp_path / "broken.json").write_text("{", encoding="utf-8")
    canon.write(tmp_path / "misnamed.json", {**FRAME, "name": "else"})
    infos, faults = list_files(tmp_path, "toy")
    assert [info.name for info in infos] == ["also", "first", "second"]
    assert sorted(Path(fault.file).name for fault in faults) == ["broken.json", "misnamed.json"]


def test_a_list_follows_a_file_that_is_written_anew(tmp_path: Path) -> None:
    """Lines of a list are kept as long as their files are the same."""

    def titles(game: str = "toy") -> list[str]:
        return [info.title for info in list_files(tmp_path, game)[0]]

    path = write(tmp_path, "one", title="First")
    assert titles() == ["First"]
    assert list_files(tmp_path, "toy")[0][0] is list_files(tmp_path, "toy")[0][0]
    write(tmp_path, "one", title="Other")
    assert titles() == ["Other"]
    assert titles("tigers") == []
    path.write_text("{", encoding="utf-8")
    infos, faults = list_files(tmp_path, "toy")
    assert (infos, len(faults)) == ((), 1)
    path.unlink()
    assert list_files(tmp_path, "toy") == ((), ())
