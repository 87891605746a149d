"""Every document that ships opens in the editor, is saved as it was, and comes back from any edits byte for byte."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hexbench import bootstrap
from hexbench.session.editor.problems import findings
from hexbench.session.editor.scenario import ScenarioDraft
from hexbench.session.editor.starting import open_scenario
from hexbench.session.library import Library
from hexbench.store.paths import find_places
from hexbench.store.strict import CannotWrite
from tests.saves.make import player_home

SHIPPED = sorted(path for path in find_places().scenarios.glob("*/*.json") if path.stem != "order_of_battle")
NAMES = [f"{path.parent.name}/{path.stem}" for path in SHIPPED]


@pytest.mark.parametrize("path", SHIPPED, ids=NAMES)
def test_what_ships_opens_without_fault_and_is_saved_as_it_was(
    games: Library, tmp_path: Path, path: Path
) -> None:
    draft = open_scenario(games, path)
    assert draft.fault is None
    assert draft.complaints == ()
    assert draft.problems == ()
    assert len(draft.faces()) == len(draft.entries())
    assert draft.begin_play().info.name == path.stem
    draft.save(tmp_path / path.name)
    assert (tmp_path / path.name).read_bytes() == path.read_bytes()
    for part in draft.parts:
        assert (tmp_path / part).read_bytes() == (path.parent / part).read_bytes()


def test_the_campaign_of_iron_tide_is_changed_and_comes_back_to_the_byte(
    games: Library, tmp_path: Path
) -> None:
    path = games.scenario_path("iron_tide", "campaign")
    draft = open_scenario(games, path)
    draft.place(("A-106-422", "A-106-423"), "3041")
    assert [draft.place_of(uid) for uid in ("A-106-422", "A-106-423")] == ["3041", "3041"]
    assert draft.state.units["A-106-422"].at == "3041"
    draft.add("german", "5001", {"name": "Guard"})
    draft.remove(("G-3FJ-5",))
    assert "G-3FJ-5" not in draft.state.units
    draft.save(tmp_path / "campaign.json")
    changed = (tmp_path / "order_of_battle.json").read_bytes()
    assert changed != (path.parent / "order_of_battle.json").read_bytes()
    while draft.undo():
        pass
    assert draft.document == draft.history.nodes[0].state
    draft.save(tmp_path / "campaign.json")
    assert (tmp_path / "campaign.json").read_bytes() == path.read_bytes()
    assert (tmp_path / "order_of_battle.json").read_bytes() == (
        path.parent / "order_of_battle.json"
    ).read_bytes()


@pytest.fixture(scope="module")
def drafts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, ScenarioDraft]:
    """One document of each game, a scenario or a position."""
    library = player_home(tmp_path_factory.mktemp("home"))
    names = {
        "iron_tide": "17_december",
        "tide_of_iron": "noville",
        "tigers": "campaign",
        "blitzkrieg": "bastogne",
        "trumpets": "losheim",
    }
    return {game: open_scenario(library, library.scenario_path(game, name)) for game, name in names.items()}


def _edit(draft: ScenarioDraft, data: st.DataObject) -> None:
    """One edit of any kind, as a player might make it."""
    units = list(draft.entries())
    labels = draft.rules.atlas.labels
    some = st.lists(st.sampled_from(units), min_size=1, max_size=3, unique=True) if units else st.just([])
    spot = st.one_of(
        st.sampled_from(labels), st.sampled_from([box for box, _ in draft.boxes] or ["#nowhere"])
    )
    which = data.draw(
        st.sampled_from(("place", "add", "copy", "remove", "field", "form", "track", "zone", "header"))
    )
    if which == "place" and units:
        draft.place(data.draw(some), data.draw(spot))
    elif which == "add":
        draft.add(data.draw(st.sampled_from(draft.game.sides)), data.draw(st.sampled_from(labels)))
    elif which == "copy" and units:
        draft.copy(data.draw(some))
    elif which == "remove" and units:
        draft.remove(data.draw(some))
    elif which == "field" and units:
        field = data.draw(
            st.sampled_from([f for f in draft.counters.fields if f.kind in ("number", "text", "flag")])
        )
        value = data.draw(
            {"number": st.integers(0, 9), "text": st.text(max_size=5), "flag": st.booleans()}[field.kind]
        )
        draft.set_field(draft.counters, data.draw(some), field, value)
    elif which == "form":
        field = data.draw(st.sampled_from([f for form in draft.forms for f in form.fields]))
        draft.set_form(field, None)
    elif which == "track" and draft.tracks and draft.turns:
        track = data.draw(st.sampled_from(draft.tracks))
        side = draft.game.sides[0] if track.by_side else ""
        draft.set_track(track, draft.turns[0].id, data.draw(st.integers(0, 5)), side)
    elif which == "zone" and draft.zones:
        zones = data.draw(st.sampled_from(draft.zones))
        draft.set_zone(zones, zones.names[0][0], data.draw(st.lists(st.sampled_from(labels), max_size=4)))
    else:
        draft.set_header("blurb", data.draw(st.text(max_size=8)))


@pytest.mark.parametrize("game", [game.key for game in bootstrap.GAMES])
@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_any_edits_undone_are_as_if_they_had_not_been(
    drafts: dict[str, ScenarioDraft], game: str, data: st.DataObject
) -> None:
    draft = drafts[game]
    draft.go(0)
    for _ in range(data.draw(st.integers(1, 6))):
        before = draft.document
        try:
            _edit(draft, data)
        except ValueError:  # what cannot be has changed nothing
            assert draft.document is before
        assert draft.seat is not None
    last, digest = draft.document, draft.edits.digest(draft.document)
    depth = 0
    while draft.undo():
        depth += 1
    start = draft.history.nodes[0].state
    assert draft.document == start
    assert not draft.dirty
    for _ in range(depth):
        draft.redo()
    assert draft.document == last
    assert draft.edits.digest(draft.document) == digest


def test_a_scenario_saved_among_ones_own_takes_its_parts_along_under_its_name(games: Library) -> None:
    mine = games.places.data / "scenarios" / "iron_tide"
    for name in ("north", "south"):
        draft = open_scenario(games, games.scenario_path("iron_tide", "ten_turn"))
        draft.place(["A-106-422"], "3041" if name == "north" else "2846")
        draft.save(mine / f"{name}.json")
        assert draft.get("include") == [f"{name}_order_of_battle.json"]
        draft.place(["A-106-423"], "3040")
        draft.save()
    found = {
        name: games.load_scenario("iron_tide", name).scenario.units["A-106-422"].hex
        for name in ("north", "south")
    }
    assert found == {"north": "3041", "south": "2846"}
    assert open_scenario(games, mine / "north.json").place_of("A-106-423") == "3040"
    assert [path.name for path in sorted(mine.iterdir())] == [
        "north.json",
        "north_order_of_battle.json",
        "south.json",
        "south_order_of_battle.json",
    ]


def test_what_ships_is_not_hidden_by_a_scenario_of_the_same_name(games: Library) -> None:
    draft = open_scenario(games, games.scenario_path("tigers", "campaign"))
    with pytest.raises(CannotWrite, match="choose another"):
        draft.save(games.places.data / "scenarios" / "tigers" / "campaign.json")
    assert not draft.history.can_undo


@pytest.mark.parametrize("game", ["iron_tide", "tigers", "blitzkrieg", "trumpets"])
def test_a_counter_that_is_nowhere_yet_is_told_of_and_the_others_are_shown(games: Library, game: str) -> None:
    for info in games.scenarios(game):
        draft = open_scenario(games, info.path)
        before = draft.faces()
        one = next(uid for uid, (_, at) in before.items() if not at.startswith("#"))
        draft.place((one,), "")
        assert draft.fault is None
        after = draft.faces()
        assert set(after) == set(before)
        if after[one][1].startswith("#"):  # in this game that is a place of its own: among the substitutes
            continue
        assert after[one][1] == ""
        assert all(after[uid][1] == at for uid, (_, at) in before.items() if uid != one)
        said = [finding for finding in findings(draft, slow=True) if one in finding.units]
        assert said, f"nobody says that {one} is nowhere"
        assert all("Error" not in str(finding.text) for finding in said)


def test_copies_keep_the_name_of_their_model_and_are_counted(games: Library) -> None:
    info = next(info for info in games.scenarios("trumpets") if info.name == "losheim")
    draft = open_scenario(games, info.path)
    assert draft.copy(("1-394",)) == ("1-394~1",)
    assert draft.copy(("1-394~1", "1-394")) == ("1-394~2", "1-394~3")
