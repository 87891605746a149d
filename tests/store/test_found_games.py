"""Games are found through an entry point group, and one that cannot be taken is left out with a sentence."""

from __future__ import annotations

from importlib.machinery import PathFinder
from importlib.metadata import Distribution, EntryPoint
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from hexbench import bootstrap
from hexbench.engine.outline import CONTRACT
from hexbench.store import found_games
from hexbench.store.found_games import GROUP, find_games, listed
from tests.laws.case import foreign
from tests.toys.crossroads import GAME


class Strange(type(GAME)):  # type: ignore[misc]
    """Whatever another package might put there."""

    key = "strange"
    contract = CONTRACT


class Raised(ModuleType):
    """A module of another package whose code fails in a way of its own."""

    def __init__(self, fault: BaseException) -> None:
        super().__init__("somebodys_game")
        self.fault = fault

    def __getattr__(self, name: str) -> Any:
        if name == "GAME":
            raise self.fault
        raise AttributeError(name)


def point(name: str, value: str) -> EntryPoint:
    return EntryPoint(name, value, GROUP)


@pytest.fixture
def module(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A module of another package, with a game in it."""
    made = ModuleType("somebodys_game")
    made.GAME = Strange()  # type: ignore[attr-defined]
    monkeypatch.setitem(__import__("sys").modules, "somebodys_game", made)
    return made


def test_the_games_that_ship_come_the_same_way_in_the_order_of_the_start_screen() -> None:
    ours = [one.name for one in listed()][:5]
    assert ours == ["iron_tide", "tide_of_iron", "tigers", "blitzkrieg", "trumpets"]
    assert [game.key for game in bootstrap.GAMES][:5] == ours
    assert bootstrap.FOUND.left_out == ()


def test_what_is_installed_counts_where_there_is_no_checkout(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = point("strange", "somebodys_game:GAME")
    monkeypatch.setattr(found_games, "entry_points", lambda group: (other,))
    assert listed(tmp_path) == (other,)
    assert other.value in [one.value for one in listed()]
    assert listed()[0].name == "iron_tide"


def test_a_game_of_another_package_brings_its_data_and_is_played() -> None:
    library = foreign()
    assert library.homes["crossroads"].name == "crossroads"
    assert [info.name for info in library.scenarios("crossroads")] == ["village"]
    assert "crossroads" in library.maps("crossroads")
    assert library.rules_text("crossroads")
    assert library.palette("crossroads")["side"]
    loaded = library.load_scenario("crossroads", "village")
    assert loaded.rules.decider(loaded.begin(seed=1).state) == "german"


def test_of_two_with_one_key_the_first_is_taken(module: Any) -> None:
    found = find_games((point("strange", "somebodys_game:GAME"), point("strange", "somebodys_game:GAME")))
    assert [game.key for game in found.games] == ["strange"]
    assert found.left_out == (
        "The game strange (somebodys_game:GAME) is left out: there is a game of that key already.",
    )


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"contract": CONTRACT + 1}, f"it was made for version {CONTRACT + 1} of the contract of games"),
        ({"contract": None}, "it was made for version None of the contract of games"),
        ({"key": "stranger"}, "its key is 'stranger', and that is what its entry point must be called."),
        ({"title": 7}, "title must be a text."),
        ({"title": " "}, "title must be a text."),
        ({"sides": ("german",)}, "sides must be two texts at least."),
        ({"rules_version": "1"}, "rules_version must be a whole number."),
        (
            {"phases": None, "opponents": None},
            "phases must be texts, opponents must be a mapping by their names.",
        ),
        ({"upgrades": []}, "upgrades must be a mapping."),
    ],
)
def test_a_game_that_does_not_fit_is_left_out(module: Any, change: dict[str, Any], why: str) -> None:
    module.GAME = type("Other", (Strange,), change)()
    found = find_games(
        (point("strange", "somebodys_game:GAME"), point("crossroads", "tests.toys.crossroads:GAME"))
    )
    assert [game.key for game in found.games] == [GAME.key]
    assert why in found.left_out[0]


@pytest.mark.parametrize("value", ["nowhere.at_all:GAME", "somebodys_game:NOTHING"])
def test_a_game_that_cannot_be_loaded_keeps_no_other_from_being_played(module: Any, value: str) -> None:
    found = find_games((point("strange", value), point("crossroads", "tests.toys.crossroads:GAME")))
    assert [game.key for game in found.games] == [GAME.key]
    assert found.left_out[0].startswith(f"The game strange ({value}) is left out: ")


@pytest.mark.parametrize(
    ("fault", "why"),
    [
        (ImportError("No module named 'numpie'"), "No module named 'numpie'"),
        (AssertionError(), "it failed while it was loaded (AssertionError)"),
        (SystemExit("bye"), "it failed while it was loaded (SystemExit: bye)"),
        (RuntimeError("one\ntwo\n" * 9000), "it failed while it was loaded (RuntimeError: one)"),
    ],
)
def test_whatever_its_code_raises_is_told_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch, fault: BaseException, why: str
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "somebodys_game", Raised(fault))
    found = find_games((point("strange", "somebodys_game:GAME"),))
    assert found.games == ()
    assert found.left_out == (f"The game strange (somebodys_game:GAME) is left out: {why}",)


def test_what_is_no_game_or_half_of_one_is_left_out(module: Any) -> None:
    module.GAME = 3
    (said,) = find_games((point("strange", "somebodys_game:GAME"),)).left_out
    assert said.endswith("what is listed there is no game.")
    module.GAME = type("Half", (), {"key": "strange", "contract": CONTRACT, "title": "Half of one"})()
    (said,) = find_games((point("strange", "somebodys_game:GAME"),)).left_out
    assert "it has no sides, rules_version, Scenario" in said


def test_what_is_left_out_is_told_with_its_package(tmp_path: Path) -> None:
    info = tmp_path / "strange_game-1.5.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: strange-game\nVersion: 1.5\n", encoding="utf-8"
    )
    (info / "entry_points.txt").write_text(f"[{GROUP}]\nstrange = nowhere.at_all:GAME\n", encoding="utf-8")
    (one,) = Distribution.at(info).entry_points
    (said,) = find_games((one,)).left_out
    assert said.startswith(
        "The game strange (nowhere.at_all:GAME) of the package strange-game 1.5 is left out: "
    )


def test_an_installed_package_keeps_the_order_of_the_start_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its metadata list the games by the alphabet, and the first start opens the first."""
    info = tmp_path / "hexbench-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: hexbench\nVersion: 1.0\n", encoding="utf-8")
    rows = "".join(f"{name} = games.{name}:GAME\n" for name in ("a", "b", "c", "d"))
    (info / "entry_points.txt").write_text(f"[{GROUP}]\n{rows}", encoding="utf-8")
    points = tuple(Distribution.at(info).entry_points)
    monkeypatch.setattr(found_games, "entry_points", lambda group: points)
    order = tmp_path / found_games.ORDER
    assert [one.name for one in listed(tmp_path, order=order)] == ["a", "b", "c", "d"]
    order.write_text("c\na\nd\n", encoding="utf-8")
    assert [one.name for one in listed(tmp_path, order=order)] == ["c", "a", "d", "b"]


def test_a_switch_leaves_all_foreign_games_out(monkeypatch: pytest.MonkeyPatch) -> None:
    other = point("strange", "somebodys_game:GAME")
    monkeypatch.setattr(found_games, "entry_points", lambda group: (other,))
    assert other.value in [one.value for one in listed()]
    monkeypatch.setenv(found_games.SWITCH, "1")
    assert [one.name for one in listed()] == ["iron_tide", "tide_of_iron", "tigers", "blitzkrieg", "trumpets"]


# ---- what is remembered from one start to the next


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder where packages are looked for, and nowhere else; what asks for their metadata is counted by :func:`asked`."""
    site = tmp_path / "site"
    site.mkdir()
    monkeypatch.setattr("sys.path", [str(site)])
    monkeypatch.setattr("sys.meta_path", [PathFinder])
    return site


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """One entry for each time the metadata of all packages were read."""
    times: list[str] = []
    whole = found_games.entry_points

    def entry_points(group: str) -> Any:
        times.append(group)
        return whole(group)

    monkeypatch.setattr(found_games, "entry_points", entry_points)
    return times


def install(site: Path, name: str = "strange", module: str = "nowhere.at_all") -> None:
    info = site / f"{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Name: {name}\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[{GROUP}]\n{name} = {module}:GAME\n", encoding="utf-8")


def test_which_games_there_are_is_remembered_until_something_is_installed(
    site: Path, tmp_path: Path, asked: list[str]
) -> None:
    kept = tmp_path / "home" / "cache" / "games.json"
    first = [(one.name, one.value) for one in listed(kept=kept)]
    assert [(one.name, one.value) for one in listed(kept=kept)] == first
    assert [one.load().key for one in listed(kept=kept)] == [name for name, _ in first]
    assert len(asked) == 1
    install(site)
    assert [one.name for one in listed(kept=kept)] == [*(name for name, _ in first), "strange"]
    assert [one.name for one in listed(kept=kept)][-1] == "strange", (
        "with another package they are asked each time"
    )
    assert len(asked) == 3


def test_what_is_installed_is_remembered_where_there_is_no_checkout(
    site: Path, tmp_path: Path, asked: list[str]
) -> None:
    kept = tmp_path / "games.json"
    install(site, "hexbench", "hexbench.games.trumpets")
    assert [one.name for one in listed(tmp_path, kept=kept)] == ["hexbench"]
    assert listed(tmp_path, kept=kept) == (found_games.Line("hexbench", "hexbench.games.trumpets:GAME"),)
    assert len(asked) == 1


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe", b"[]", b'{"places": [], "games": []}'])
def test_a_damaged_memory_is_made_anew(site: Path, tmp_path: Path, asked: list[str], content: bytes) -> None:
    kept = tmp_path / "games.json"
    kept.write_bytes(content)
    assert listed(kept=kept)[0].name == "iron_tide"
    assert listed(kept=kept)[0].name == "iron_tide"
    assert len(asked) == 1


def test_no_code_but_ours_is_named_by_what_is_remembered(
    site: Path, tmp_path: Path, asked: list[str]
) -> None:
    kept = tmp_path / "games.json"
    listed(kept=kept)
    kept.write_bytes(kept.read_bytes().replace(b"hexbench.games.tigers", b"somebodys_game"))
    assert all(one.value.startswith("hexbench.") for one in listed(kept=kept))
    assert len(asked) == 2


def test_nothing_is_remembered_where_packages_are_found_in_another_way(
    site: Path, tmp_path: Path, asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Other:
        @staticmethod
        def find_distributions(context: Any = None) -> tuple[()]:
            return ()

    monkeypatch.setattr("sys.meta_path", [PathFinder, Other])
    kept = tmp_path / "games.json"
    assert listed(kept=kept)[0].name == "iron_tide"
    assert not kept.exists()


def test_where_nothing_can_be_written_the_games_are_found_all_the_same(site: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    assert listed(kept=tmp_path / "file" / "games.json")[0].name == "iron_tide"
