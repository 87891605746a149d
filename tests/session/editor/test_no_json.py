"""No field of any document is written as JSON: each has a form, and what a form writes is what the game reads."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from hexbench import bootstrap
from hexbench.engine.documents.editing import Field
from hexbench.session.editor.listing import parsed, shown
from hexbench.session.editor.scenario import ScenarioDraft
from hexbench.session.editor.starting import open_scenario
from hexbench.store.scenarios import read_file

CATALOGUE = bootstrap.catalogue()
PATHS = [info.path for game in CATALOGUE.games for info in CATALOGUE.scenarios(game)]


def opened(game: str, name: str) -> ScenarioDraft:
    """A scenario that ships."""
    return open_scenario(CATALOGUE, CATALOGUE.scenario_path(game, name))


def fault_of(draft: ScenarioDraft) -> str:
    """Why it cannot be read; empty: it can."""
    return "" if draft.fault is None else str(draft.fault)


def inner(fields: Iterable[Field]) -> list[Field]:
    """Fields, and those of their rows."""
    return [one for field in fields for one in (field, *inner(field.rows))]


@pytest.mark.parametrize("path", PATHS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_no_field_is_written_as_it_stands_in_the_file(path: Path) -> None:
    draft = open_scenario(CATALOGUE, path)
    fields = [field for roll in draft.rolls for field in roll.fields]
    fields += [field for form in draft.forms for field in form.fields]
    fields += [track.value for track in draft.tracks]
    assert [field.key for field in inner(fields) if field.kind == "data"] == []
    assert read_file(path).game == draft.game.key


def test_bridges_of_tigers_are_a_table_of_hexsides() -> None:
    draft = opened("tigers", "19_december")
    roll = next(one for one in draft.rolls if one.key == "bridges")
    fields = {field.key: field for field in roll.fields}
    known = dict(draft.get(draft.kind, "bridges"))
    name = next(iter(known))
    assert draft.entries(roll).keys() == known.keys()
    draft.set_field(roll, (name,), fields["intact"], value=False)
    draft.set_field(roll, (name,), fields["owner"], "allied")
    assert draft.fault is None
    entry = draft.get(draft.kind, "bridges", name)
    assert (entry["intact"], entry["owner"]) == (False, "allied")
    draft.set_field(roll, (name,), fields["intact"], value=True)
    assert "intact" not in draft.get(draft.kind, "bridges", name)  # what is meant anyway is not written
    draft.remove_entries(roll, (name,))
    assert name not in draft.get(draft.kind, "bridges")
    for _ in range(4):
        draft.undo()
    assert draft.get(draft.kind, "bridges") == known


def test_markers_go_into_a_zone_or_into_hexes() -> None:
    draft = opened("tide_of_iron", "lanzerath")
    fields = {field.key: field for form in draft.forms for field in form.fields}
    wire = fields["mission.forces.american.marker_zones.razor_wire"]
    trench = fields["mission.forces.american.marker_zones.entrenchment"]
    assert shown(trench, draft.value(trench)) == "american_deploy"
    assert shown(wire, draft.value(wire)).split()[:2] == ["G4", "G6"]
    assert parsed(wire, "american_deploy") == "american_deploy"
    assert parsed(wire, "zone_bank") == "zone_bank"
    assert parsed(wire, "G4") == ["G4"]
    draft.set_form(wire, parsed(wire, "german_deploy"))
    draft.set_form(trench, parsed(trench, "G4, G6"))
    zones = draft.get("scenario", "mission", "forces", "american", "marker_zones")
    assert zones == {"entrenchment": ["G4", "G6"], "razor_wire": "german_deploy"}
    assert draft.fault is None
    draft.set_form(trench, parsed(trench, ""))
    assert "entrenchment" not in draft.get("scenario", "mission", "forces", "american", "marker_zones")


def test_an_objective_is_given_a_command_and_loses_it_again() -> None:
    draft = opened("tide_of_iron", "noville")
    roll = next(one for one in draft.rolls if one.key == "objectives")
    fields = {field.key: field for field in roll.fields}
    plain = next(name for name, entry in draft.entries(roll).items() if "command" not in entry)
    before = draft.document
    draft.set_field(roll, (plain,), fields["command.side"], "german")
    assert "amount" in fault_of(draft)  # it says what is still missing
    draft.set_field(roll, (plain,), fields["command.amount"], 2)
    assert fault_of(draft) == ""
    assert draft.entries(roll)[plain]["command"] == {"side": "german", "amount": 2}
    draft.set_field(roll, (plain,), fields["command.amount"], None)
    draft.set_field(roll, (plain,), fields["command.side"], "")
    assert draft.document == before


def test_the_column_that_americans_leave_by_is_a_number_or_nothing() -> None:
    draft = opened("trumpets", "rocherath")
    field = next(one for form in draft.forms for one in form.fields if one.key == "mission.exit_west")
    assert parsed(field, "7") == 7
    assert parsed(field, "") is None
    draft.set_form(field, None)
    assert "exit_west" not in draft.get("scenario", "mission")
    assert draft.fault is None
