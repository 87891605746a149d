"""A new id is followed wherever a document names it; counters go from one document to another with what names them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from hexbench.engine.values import say
from hexbench.session.editor.document import MAIN, Document
from hexbench.session.editor.lending import lendable, lent, pack, taken, unpack
from hexbench.session.editor.naming import keys_said
from hexbench.session.editor.problems import findings
from hexbench.session.editor.scenario import ScenarioDraft, plain_fields
from hexbench.session.editor.starting import from_position, new_scenario, open_scenario
from hexbench.session.library import Library
from hexbench.session.opening import begin
from hexbench.study.playout import Chance, Done, make_opponents, play_out
from tests.session.editor.small import SMALL
from tests.sizes import sized

GAMES = tuple(SMALL)
NEW = "Zz-new"
MOMENTS = (9, 37, 74)
"""Actions after which a game is looked at; at the last of them that it comes to, or at all: the later, the more is named."""


def first(games: Library, game: str) -> str:
    """The first scenario of a game."""
    return next(info.name for info in games.scenarios(game))


def places_of(value: Any, word: str, at: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Where a word stands in a document as a key, a value, or a part of a box."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key == word:
                yield (*at, key)
            yield from places_of(inner, word, (*at, key))
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from places_of(inner, word, at)
    elif isinstance(value, str) and (value == word or (value.startswith("#") and word in value.split("/"))):
        yield at


def words_of(value: Any) -> Iterator[str]:
    """Every word that :func:`places_of` would find, as often as it stands there."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from words_of(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from words_of(inner)
    elif isinstance(value, str):
        yield from {value, *value.split("/")} if value.startswith("#") else (value,)


def positions(games: Library, game: str) -> list[ScenarioDraft]:
    """Positions of a game in which much has happened, as documents."""
    name = first(games, game)
    session = begin(games.load_scenario(game, name), 5, study=True)
    frame = from_position(games, session).document.main
    loaded = games.load_scenario(game, name)
    found: list[ScenarioDraft] = []

    def watch(done: Done) -> None:
        if done.number in MOMENTS:
            content = loaded.game.editing.position(loaded.rules, done.out.state)  # type: ignore[attr-defined]
            content.pop("dice", None)
            found.append(ScenarioDraft(games, Document({MAIN: {**frame, "position": content}})))

    play_out(
        loaded.rules,
        loaded.begin(7),
        make_opponents(loaded.game, ("random",)),
        Chance(3),
        watch=watch,
        most=80,
    )
    assert found
    return sized(found[-1:], found)


@pytest.mark.parametrize("game", GAMES)
def test_a_new_id_is_followed_through_whole_positions_and_taken_back_in_one_step(
    games: Library, game: str
) -> None:
    followed = 0
    for draft in positions(games, game):
        assert draft.fault is None
        plain = {path[-1] for path in plain_fields(draft.counters.fields)}
        uids = list(draft.entries())
        named = Counter(words_of(draft.document.main))
        busy = sorted(uids, key=lambda uid: -named[uid])
        for uid in (*busy[:4], uids[0], uids[-1]):
            before, here = draft.document, draft.history.here
            assert named[uid] == len(list(places_of(before.main, uid)))
            draft.rename(uid, NEW)
            left = [at for at in places_of(draft.document.main["position"], uid) if at[-1] not in plain]
            assert left == []
            assert draft.fault is None
            assert uid not in draft.state.units
            assert NEW in draft.state.units
            followed += named[uid] > 1
            assert list(draft.entries()).index(NEW) == uids.index(uid)
            draft.undo()
            assert (draft.document, draft.history.here) == (before, here)
    assert followed or game in ("trumpets", "tigers", "tide_of_iron")  # nothing else names them here


@pytest.mark.parametrize("game", GAMES)
def test_a_new_id_in_a_scenario_and_one_that_cannot_be(games: Library, game: str) -> None:
    draft = SMALL[game](games)
    uid, other = list(draft.entries())[:2]
    before = draft.document
    entry = draft.entry(uid)
    for bad in ("", other, draft.rules.atlas.labels[0], "#somewhere"):
        with pytest.raises(ValueError, match=r"."):
            draft.rename(uid, bad)
        assert draft.document == before
    assert draft.rename(uid, uid) is False
    draft.rename(uid, NEW)
    assert draft.entry(NEW) == entry
    assert uid not in draft.entries()
    assert str(draft.undo_text) == f"Rename {uid} to {NEW}"
    assert [one for one in findings(draft) if one.level == "error"] == []
    draft.undo()
    assert draft.document == before


def test_a_division_that_is_called_as_its_id_keeps_its_name(games: Library) -> None:
    draft = SMALL["trumpets"](games)
    uid = next(iter(draft.entries()))
    name = next(field for field in draft.counters.fields if field.key == "name")
    draft.set_field(draft.counters, [uid], name, uid)
    draft.rename(uid, NEW)
    assert draft.entry(NEW)["name"] == uid


def test_the_base_of_a_position_is_left_alone_and_a_box_that_bears_the_name_follows(games: Library) -> None:
    session = begin(games.load_scenario("tide_of_iron", "noville"), 5, study=True)
    draft = from_position(games, session)
    vehicle = next(uid for uid, unit in draft.state.units.items() if unit.type != "squad")
    squad = next(uid for uid, unit in draft.state.units.items() if unit.type == "squad")
    at = f"#aboard/{vehicle}"
    draft.place([squad], at)
    draft.rename(vehicle, NEW)
    assert draft.place_of(squad) == f"#aboard/{NEW}"
    draft.undo()
    assert draft.place_of(squad) == at


def test_a_counter_of_the_tables_that_is_called_otherwise_is_left_out_under_its_old_id(
    games: Library,
) -> None:
    draft = open_scenario(games, games.scenario_path("tigers", "campaign"))
    uid = next(iter(draft.unnamed))
    before = draft.document
    draft.rename(uid, NEW)
    assert draft.get("scenario", "without") == [uid]
    assert NEW in draft.state.units
    assert uid not in draft.state.units
    draft.undo()
    assert draft.document == before


def test_what_names_an_objective_follows_its_id(games: Library) -> None:
    draft = open_scenario(games, games.scenario_path("tide_of_iron", "noville"))
    goals = draft.roll("objectives")
    old = draft.entry("0", goals)["id"]
    field = next(one for one in goals.fields if one.key == "id")
    draft.set_field(goals, ["0"], field, "windmill")
    assert list(places_of(draft.document.main["scenario"], old)) == []
    assert draft.fault is None
    draft.undo()
    assert draft.entry("0", goals)["id"] == old


# ---- from one document to another ------------------------------------------------------------------------------------
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", ["scenario", "position"])
def test_counters_go_into_a_document_of_either_kind(games: Library, game: str, kind: str) -> None:
    source = SMALL[game](games)
    map_ = source.get("map")
    draft = new_scenario(games, game, map_, kind)  # type: ignore[arg-type]
    uids = lendable(source)[:3]
    before = draft.document
    for _ in range(2):
        counters = unpack(draft, pack(source, lent(source, uids)))
        made = taken(draft, counters, {}, say("Borrow"))
        assert len({*made}) == len(made) == len(uids)
        assert draft.fault is None, draft.fault
        assert [draft.side_of(new) for new in made] == [one.side for one in counters]
    assert set(uids) <= set(draft.entries())
    assert len(draft.entries()) == 2 * len(uids)
    for new, old in zip(made, uids, strict=True):
        face, theirs = draft.face(new), source.face(old)
        assert face is not None
        assert theirs is not None
        assert (face.symbol, face.left, face.right, face.colour) == (
            theirs.symbol,
            theirs.left,
            theirs.right,
            theirs.colour,
        )
    draft.undo()
    draft.undo()
    assert draft.document == before


@pytest.mark.parametrize("game", GAMES)
def test_units_of_a_running_game_are_borrowed_into_a_scenario(games: Library, game: str) -> None:
    session = begin(games.load_scenario(game, first(games, game)), 5, study=True)
    source = from_position(games, session)
    draft = new_scenario(games, game, SMALL[game](games).get("map"))
    uids = lendable(source)[:4]
    made = taken(draft, lent(source, uids), dict.fromkeys(uids, ""), say("Borrow"))
    assert draft.fault is None
    assert made == uids
    assert all(not draft.place_of(uid) or draft.place_of(uid).startswith("#") for uid in made)


def test_counters_name_each_other_by_their_new_ids(games: Library) -> None:
    session = begin(games.load_scenario("tide_of_iron", "noville"), 5, study=True)
    source = from_position(games, session)
    vehicle = next(uid for uid, unit in source.state.units.items() if unit.type != "squad")
    squad = next(uid for uid, unit in source.state.units.items() if unit.type == "squad")
    source.place([squad], f"#aboard/{vehicle}")
    made = taken(source, lent(source, [vehicle, squad]), {}, say("Borrow"))
    assert made == (f"{vehicle}~1", f"{squad}~1")
    assert source.place_of(made[1]) == f"#aboard/{made[0]}"


def test_counters_of_another_game_and_what_is_none_are_refused(games: Library) -> None:
    source, draft = SMALL["trumpets"](games), SMALL["tigers"](games)
    before = draft.document
    data = pack(source, lent(source, lendable(source)[:1]))
    with pytest.raises(ValueError, match=r"^These counters are from .* and cannot be pasted into .*\.$"):
        unpack(draft, data)
    raw = json.loads(data)
    for bad in (b"", b"[]", b"{", b"\xff\xfe", json.dumps({**raw, "version": 9}).encode(), b"1" * 5000):
        with pytest.raises(ValueError, match="does not contain counters that can be read"):
            unpack(draft, bad)
    raw["game"] = "tigers"
    foreign = unpack(draft, json.dumps(raw).encode())
    with pytest.raises(ValueError, match=r"."):
        taken(draft, foreign, {}, say("Paste"))
    assert draft.document == before


# ---- what it is called -----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", ["scenario", "position"])
def test_every_place_of_a_document_is_called_as_the_window_calls_it(
    games: Library, game: str, kind: str
) -> None:
    draft = SMALL[game](games)
    if kind == "position":
        draft = from_position(games, begin(games.load_scenario(game, first(games, game)), 5, study=True))
    uid = next(iter(draft.state.units))
    for field in draft.counters.fields:
        said = str(keys_said(draft, (draft.kind, *draft.counters.path, uid, *field.path)))
        face = draft.face(uid)
        who = str(face.title) if face is not None else uid
        assert said == f"{who}: {field.name}"
    for form in draft.forms:
        for field in form.fields:
            assert str(keys_said(draft, (draft.kind, *field.path))).startswith(str(field.name))


@pytest.mark.parametrize("game", GAMES)
def test_an_empty_document_is_told_what_it_lacks(games: Library, game: str) -> None:
    draft = new_scenario(games, game, SMALL[game](games).get("map"))
    said = [str(one.text) for one in findings(draft) if one.level == "error"]
    assert "There are no counters yet, so neither side has anything to play with." in said
    side = draft.game.sides[0]
    draft.add(side, draft.rules.atlas.labels[0])
    told = [str(one.text) for one in findings(draft)]
    assert f"{draft.rules.side_name(draft.game.sides[1])} has no counters." in told
    assert "There are no counters yet, so neither side has anything to play with." not in told
