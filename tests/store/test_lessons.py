"""Lessons as files: what is read, and one sentence with file and key for everything that is wrong with one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hexbench.engine.values import Action
from hexbench.store.lessons import MOST_STEPS, Condition, Deed, list_lessons, parse_lesson, read_lesson
from hexbench.store.strict import BadFile

FILE = Path("first.toml")


def step(**other: Any) -> dict[str, Any]:
    """A step that is well."""
    return {"id": "one", "title": "One", "text": "Look.", "until": {"next": True}, **other}


def raw(**other: Any) -> dict[str, Any]:
    """A lesson that is well."""
    return {
        "format": "hexbench-lesson",
        "version": 1,
        "game": "ridge",
        "name": "first",
        "title": "First",
        "blurb": "A first lesson.",
        "minutes": 10,
        "side": "red",
        "position": {"turn": 1},
        "step": [step()],
        "little_game": {"title": "Play", "goal": "Win.", "until": {"hex_held": {"0101": "red"}}},
        **other,
    }


def test_a_plain_one_is_read() -> None:
    found = parse_lesson(raw(), FILE, "ridge")
    assert found.step[0].until == Condition(next=True)
    assert found.step[0].hand == "learner"
    assert found.little_game.computer == ""


FAULTS: list[tuple[dict[str, Any], str, str]] = [
    (raw(format="hexbench-scenario"), "format", "hexbench-lesson"),
    (raw(version=2), "version", "newer version"),
    (raw(game="other"), "game", 'for the game "other"'),
    (raw(colour="red"), "colour", "no such key"),
    (raw(name="First one"), "name", "lower-case letters"),
    (raw(minutes=0), "minutes", "1 to 60"),
    (raw(title=""), "title", "empty"),
    (raw(title="x" * 61), "title", "too long"),
    (raw(step=[]), "step", "1 to 40 steps"),
    (raw(step=[step(id=f"s{n}") for n in range(MOST_STEPS + 1)]), "step", "has 41"),
    (raw(step=[step(), step()]), 'step["one"].id', "earlier step"),
    (raw(step=[step(id="A")]), 'step["A"].id', "lower-case letters"),
    (raw(step=[step(text=" ")]), 'step["one"].text', "empty"),
    (raw(step=[step(text="x" * 421)]), 'step["one"].text', "too long"),
    (raw(step=[step(why="x" * 321)]), 'step["one"].why', "too long"),
    (raw(step=[step(until={})]), 'step["one"].until', "asks for nothing"),
    (raw(step=[step(until={"nxt": True})]), 'step["one"].until.nxt', 'Did you mean "next"'),
    (
        raw(step=[step(until={"next": True, "phase_is": "x"})]),
        'step["one"].until.next',
        "cannot wait for anything else",
    ),
    (raw(step=[step(until={"phase_is": "combat"})]), 'step["one"].do', "no model"),
    (
        raw(step=[step(until={"happened": ["Thunder"]}, do=[{"verb": "end"}])]),
        'step["one"].until.happened[0]',
        "no such kind of event",
    ),
    (raw(step=[step(until={"refused": {"verb": "move"}})]), 'step["one"].rules', "names no clause"),
    (raw(step=[step(hand="lesson")]), 'step["one"].until', "carries out this step itself"),
    (raw(step=[step(hand="nobody")]), 'step["one"].hand', "not one of the values"),
    (raw(step=[step(dice=[0])]), 'step["one"].dice', "1 or more"),
    (raw(step=[step(dice=[1] * 61)]), 'step["one"].dice', "too long"),
    (raw(step=[step(do=[{"verb": "end"}] * 61)]), 'step["one"].do', "too long"),
    (raw(step=[step(do=[{"subject": ["a"]}])]), 'step["one"].do[0].verb', "missing"),
    (raw(step=[step(light={"hexes": ["0101"] * 61})]), 'step["one"].light.hexes', "too long"),
    (raw(step=[step(rules=["1"] * 7)]), 'step["one"].rules', "too long"),
    (raw(de={"title": "Erste", "blurb": "x"}), 'step["one"].de', "are not"),
    (
        raw(step=[step(why="So.", de={"title": "Eins", "text": "Schauen."})]),
        'step["one"].de.why',
        "both languages or in neither",
    ),
    (
        raw(
            de={"title": "Erste", "blurb": "x"},
            step=[step(de={"title": "Eins", "text": "Schauen."})],
        ),
        "little_game.de",
        "are not",
    ),
    (
        raw(little_game={"title": "Play", "goal": "Win.", "until": {"next": True}}),
        "little_game.until",
        "on the map",
    ),
    (
        raw(little_game={"title": "", "goal": "Win.", "until": {"phase_is": "x"}}),
        "little_game.title",
        "empty",
    ),
]


@pytest.mark.parametrize(("wrong", "where", "words"), FAULTS, ids=[f"{w}: {s}" for _, w, s in FAULTS])
def test_every_fault_is_one_sentence_with_its_place(wrong: dict[str, Any], where: str, words: str) -> None:
    with pytest.raises(BadFile) as caught:
        parse_lesson(wrong, FILE, "ridge")
    fault = caught.value
    assert fault.file == "first.toml"
    assert fault.where == where
    assert words in fault.reason
    assert fault.reason.rstrip().endswith((".", "?"))


def test_a_folder_lists_the_good_ones_in_order_and_tells_of_the_others(tmp_path: Path) -> None:
    folder = tmp_path / "lessons"
    folder.mkdir()
    plain = (
        'format = "hexbench-lesson"\nversion = 1\ngame = "ridge"\nname = "{name}"\ntitle = "{name}"\nblurb = "b"\n'
        'minutes = 5\nside = "red"\norder = {order}\n[position]\nturn = 1\n[[step]]\nid = "a"\ntitle = "A"\n'
        'text = "Look."\nuntil = {{next = true}}\n[little_game]\ntitle = "Play"\ngoal = "Win."\n'
        'until = {{phase_is = "x"}}\n'
    )
    (folder / "second.toml").write_text(plain.format(name="second", order=2))
    (folder / "first.toml").write_text(plain.format(name="first", order=1))
    (folder / "renamed.toml").write_text(plain.format(name="first", order=1))
    (folder / "torn.toml").write_text("format = ")
    infos, faults = list_lessons(tmp_path, "ridge")
    assert [info.name for info in infos] == ["first", "second"]
    assert infos[0].title == {"en": "first"}
    assert sorted(Path(fault.file).name for fault in faults) == ["renamed.toml", "torn.toml"]
    assert read_lesson(folder / "first.toml", "ridge").minutes == 5


def test_parts_of_an_action_fit_the_whole_and_the_whole_its_parts() -> None:
    asked = Deed(verb="move", subject=("a", "b"), object="0101")
    assert asked.fits(Action("move", ("b", "a", "c"), "0101", "", ("0102",)))
    assert not asked.fits(Action("move", ("a",), "0101"))
    assert not asked.fits(Action("move", ("a", "b"), "0102"))
    assert asked.holds(Action("move", ("a",), "0101"))
    assert not asked.holds(Action("move", ("c",), "0101"))
    assert not asked.holds(Action("move", (), "0101"))
    assert Deed(verb="end").fits(Action("end", (), "", "anyhow"))
    assert not Deed(verb="end", how="fast").fits(Action("end", (), "", "slow"))
