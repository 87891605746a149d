"""Saved games of VASSAL read back: every scenario that ships, what somebody moved there, and what cannot be told."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hexbench import cli
from hexbench.engine.documents.editing import editing_of
from hexbench.exchange.codec import ESCAPE, clear, encode, obfuscate, unzipped, zipped
from hexbench.exchange.module import Module, Stack
from hexbench.exchange.position_in import Imported, place, read_save
from hexbench.exchange.position_out import MAP, cell_at
from hexbench.session.library import compose
from hexbench.session.opening import begin, begun
from hexbench.store.strict import BadFile
from tests.exchange.paint import LIBRARY, SCENARIOS, of_scenario
from tests.exchange.trips import trips

SAVED = Path(__file__).parent / "data" / "17_december_saved_by_vassal.vsav"


def onto(name: str, data: bytes) -> tuple[Imported, Any, Any]:
    """What is read, the position made of it, and the one it was read onto."""
    game, _, scenario = name.partition("/")
    with begun(LIBRARY, game, scenario) as session:
        made = place(read_save(data), session.seat(None), editing_of(session.game))
        state = compose(session.game, session.rules, made.content, None)
        return made, state, session.state


def places(state: Any) -> dict[str, str]:
    return {uid: unit.at for uid, unit in state.units.items()}


def moved(module: Module, key: str, x: int, y: int, sheet: str = MAP, level: int = 0) -> Module:
    """The module with one counter put elsewhere, as a player of VASSAL would."""
    sheets = []
    piece = next(p for p in module.pieces() if p.key == key)
    piece = replace(piece, level=level or piece.level)
    for one in module.sheets:
        stacks = [replace(s, pieces=tuple(p for p in s.pieces if p.key != key)) for s in one.stacks]
        stacks = [s for s in stacks if s.pieces]
        if one.name == sheet:
            stacks.append(replace(one.stacks[0], x=x, y=y, pieces=(piece,)))
        sheets.append(replace(one, stacks=tuple(stacks)))
    return replace(module, sheets=tuple(sheets))


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_position_comes_back_whole(name: str) -> None:
    made, state, before = onto(name, of_scenario(name).module.vsav())
    assert places(state) == places(before)
    assert state.units == before.units
    assert made.placed == len(before.units)
    assert len(made.notes) == 1


def test_positions_of_random_games_come_back_to_the_last_field() -> None:
    """A sample; ``make fuzz`` takes two hundred."""
    few = ("tigers/24_december", "tide_of_iron/stoumont", "trumpets/losheim", "blitzkrieg/bastogne")
    assert trips(7, 8, names=few) == []


def test_a_save_that_vassal_wrote_comes_back_with_every_unit_on_the_map() -> None:
    saved = read_save(SAVED.read_bytes())
    assert (saved.source, len(saved.found), saved.cells) == ("iron_tide/17_december", 415, None)
    made, state, before = onto(saved.source, SAVED.read_bytes())
    on_map = {uid: unit.at for uid, unit in before.units.items() if unit.on_map}
    assert made.placed == len(on_map) == 174
    assert places(state) == places(before)


def test_what_was_moved_and_turned_over_there_is_so_here() -> None:
    name = "iron_tide/17_december"
    module = of_scenario(name).module
    grid = module.sheets[0].grid
    assert grid is not None
    data = moved(module, "A-106-422", *grid.centre("3047"), level=2).vsav()
    _, state, before = onto(name, data)
    assert state.units["A-106-422"].at == "3047"
    assert state.units["A-106-422"].reduced
    assert not before.units["A-106-422"].reduced
    assert {**places(before), "A-106-422": "3047"} == places(state)


def test_a_counter_put_into_a_box_is_there_and_one_between_hexes_is_listed() -> None:
    name = "iron_tide/17_december"
    module = of_scenario(name).module
    cells = read_save(module.vsav()).cells
    assert cells is not None
    x, y = cell_at(cells.index("#eliminated"))
    _, state, before = onto(name, moved(module, "A-106-422", x + 90, y + 90, "Boxes").vsav())
    assert state.units["A-106-422"].at == "#eliminated"
    grid = module.sheets[0].grid
    assert grid is not None
    (ax, ay), (bx, by) = grid.centre("3047"), grid.centre("3048")
    made, state, _ = onto(name, moved(module, "A-106-422", (ax + bx) // 2, (ay + by) // 2).vsav())
    assert state.units["A-106-422"].at == before.units["A-106-422"].at
    assert any(
        "A-106-422" in str(note) and "cannot be assigned to a hex or box" in str(note) for note in made.notes
    )


def test_clones_strangers_and_missing_counters_are_told_and_change_nothing() -> None:
    name = "tigers/24_december"
    module = of_scenario(name).module
    sheet = module.sheets[0]
    first, *rest = sheet.stacks
    top = first.pieces[0]
    stranger = replace(top, key="nobody", name="A stranger")
    plain = replace(top, key="", name="A marker")
    doubled = replace(first, pieces=(*first.pieces, top, stranger, plain))
    without = rest[0].pieces[0].key
    other = replace(sheet, stacks=(doubled, replace(rest[0], pieces=rest[0].pieces[1:]), *rest[1:]))
    made, state, before = onto(name, replace(module, sheets=(other, *module.sheets[1:])).vsav())
    said = "\n".join(map(str, made.notes))
    assert f"{top.key}: more than one counter has its mark." in said
    assert "A stranger: its mark nobody does not belong to any unit in this game." in said
    assert "A marker: it has no Hexbench mark." in said
    assert f"{without}: no counter has its mark." in said
    assert places(state) == places(before)


def test_a_side_s_module_says_so_and_another_position_is_told() -> None:
    data = of_scenario("tide_of_iron/stoumont", "german").module.vsav()
    made, _, _ = onto("tide_of_iron/stoumont", data)
    assert "exported as the german side" in str(made.notes[0])
    data = of_scenario("tigers/24_december").module.vsav()
    made, _, _ = onto("tigers/campaign", data)
    assert "a different position" in str(made.notes[0])


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "not a VASSAL saved game"),
        (b"PK\x03\x04 and nothing more", "damaged"),
        (zipped({"buildFile.xml": b"<a/>"}), "does not contain a VASSAL saved game"),
        (zipped({"savedGame": obfuscate("nothing")}), "not a VASSAL saved game"),
        (zipped({"savedGame": b"!VCSKzz"}), "not a VASSAL saved game"),
        (zipped({"../savedGame": b""}), "points outside"),
    ],
)
def test_strange_files_are_one_sentence(data: bytes, said: str) -> None:
    with pytest.raises(BadFile, match=said):
        read_save(data)


def test_commands_that_are_cut_off_or_senseless_are_passed_over() -> None:
    text = encode(
        ("begin_save", "+/", "+/1", "+/1/mark;hexbench/x", "+/1/piece;;;a;b/Map;1e9;NaN;7;0", "end_save"),
        ESCAPE,
    )
    saved = read_save(
        zipped({"savedGame": obfuscate(text), "moduledata": b"<!DOCTYPE a [<!ENTITY b 'c'>]><a/>"})
    )
    assert [(p.key, p.x, p.y) for p in saved.found] == [("x", 0, 0), ("", -1, -1)]
    assert saved.source == ""


def test_every_cut_of_a_real_save_is_read_or_refused() -> None:
    text = clear(unzipped(of_scenario("tigers/24_december").module.vsav(), ("savedGame",))["savedGame"])
    for end in range(0, len(text), max(1, len(text) // 60)):
        try:
            saved = read_save(obfuscate(text[:end]))
        except BadFile as fault:
            said = str(fault)
        else:
            said = f"{len(saved.found)} counters."
        assert said.endswith(".")


def test_decks_and_what_was_drawn_from_them_leave_the_position_alone() -> None:
    """A chit laid on the map beside a unit is no unit, in whatever cup or hex it lies."""
    name = "iron_tide/17_december"
    module = of_scenario(name).module
    chit = module.sheets[1].piles[0].pieces[0]
    whole, _, before = onto(name, module.vsav())
    assert any(piece.key == chit.key for piece in read_save(module.vsav()).found)
    sheet, boxes = module.sheets
    rest = replace(boxes.piles[0], pieces=boxes.piles[0].pieces[1:])
    drawn = Stack("drawn", sheet.stacks[0].x, sheet.stacks[0].y, (chit,))
    sheets = (
        replace(sheet, stacks=(*sheet.stacks, drawn)),
        replace(boxes, piles=(rest, *boxes.piles[1:])),
    )
    made, _, _ = onto(name, replace(module, sheets=sheets).vsav())
    assert made.content == whole.content
    assert (made.placed, made.notes) == (whole.placed, whole.notes) == (len(before.units), whole.notes)


def test_a_saved_game_of_another_game_is_refused_on_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    save, out = tmp_path / "tigers.vsav", tmp_path / "out.json"
    save.write_bytes(of_scenario("tigers/24_december").module.vsav())
    assert cli.main(["import", str(save), str(out), "--onto", "blitzkrieg/bastogne"]) == 1
    assert "none of its counters belongs to a unit of Bastogne" in capsys.readouterr().err
    assert not out.exists()
    assert cli.main(["import", str(save), str(tmp_path / "out.txt")]) == 1
    assert "the name of a position file must end in .json" in capsys.readouterr().err
    assert cli.main(["import", str(save), str(out)]) == 0
    loaded = LIBRARY.load_file(out)
    assert loaded.info.first_turn == "Turn 9"
    assert begin(loaded).turn == "Turn 9", "and not none until the next begins"
