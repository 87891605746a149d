"""The table of a unit's fields: what it takes from the struct, what it refuses, and what is made from it for whom.

Each of the last tests plants a fault in the kit, or in the table of a game, and holds that it shows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Literal

import msgspec
import pytest
from msgspec.structs import replace

from hexbench import bootstrap
from hexbench.engine.documents import fields as kit
from hexbench.engine.documents.base import words
from hexbench.engine.documents.editing import editing_of
from hexbench.engine.documents.fields import (
    AT,
    Declared,
    EditableField,
    FieldTable,
    field_values,
    game_problems,
    inner,
    markers,
    of_game,
    on_hex,
    on_side,
    place,
    shown,
)
from hexbench.engine.state import Piece
from hexbench.engine.umpire import UMPIRE, against, amend
from hexbench.engine.values import Action, Value, say
from tests import protocol_pages as pages

GAMES = [game.key for game in bootstrap.GAMES]
POSITIONS = {
    "iron_tide": "17_december",
    "tigers": "19_december",
    "blitzkrieg": "campaign",
    "trumpets": "losheim",
    "tide_of_iron": "stoumont",
}


class Tank(Piece, frozen=True, kw_only=True):
    """How a tank stands."""

    side: Literal["red", "blue"]
    fuel: int = 5
    hit: bool = False
    state: Literal["", "stuck", "burning"] = ""
    seen_by: tuple[str, ...] = ()


class Plate(Value, frozen=True, kw_only=True):
    """What is printed on it."""

    name: str
    type: str
    armour: int = 0
    hex: str = ""


STANDS: tuple[Declared, ...] = (
    place(say("Place")),
    *inner("side", "seen_by"),
    shown("fuel", say("Fuel"), most=9),
    shown("hit", say("Hit"), form=False),
    shown("state", say("State"), words={"": say("fine")}, hand=False),
)
COUNTER: tuple[Declared, ...] = (
    shown("name", say("Name"), face=True),
    shown("type", say("Type"), words=words("light", "heavy")),
    shown("armour", say("Armour"), least=0, most=20),
)
TABLE = FieldTable(Tank, STANDS, Plate, COUNTER, (shown("hex", say("Hex"), kind="hex"),))


def _field(key: str) -> EditableField:
    return next(one for one in (*TABLE.stands, *TABLE.counter, *TABLE.begins) if one.key == key)


# ---- declaring -------------------------------------------------------------------------------------------------------
def test_kind_blank_and_words_come_from_the_struct() -> None:
    assert [(one.key, one.kind, one.blank) for one in TABLE.stands] == [
        ("at", "hex", ""),
        ("side", "choice", ""),
        ("seen_by", "words", ()),
        ("fuel", "number", 5),
        ("hit", "flag", False),
        ("state", "choice", ""),
    ]
    assert [(value, str(name)) for value, name in _field("state").choices] == [
        ("", "fine"),
        ("stuck", "stuck"),
        ("burning", "burning"),
    ]
    assert _field("fuel").path == ("units", "*", "fuel")


@pytest.mark.parametrize(
    ("stands", "complaint"),
    [
        (STANDS[:-1], "not declared: state"),
        ((*STANDS, shown("wings", say("Wings"))), "no field wings"),
        ((*STANDS, shown("fuel", say("Fuel again"))), "declared twice"),
        ((*STANDS[:-1], shown("state", say("State"), words={"lost": say("lost")})), "is never lost"),
    ],
    ids=["one too few", "one too many", "twice", "a word it never is"],
)
def test_a_table_that_is_not_that_of_its_struct_is_not_made(
    stands: tuple[Declared, ...], complaint: str
) -> None:
    with pytest.raises(TypeError, match=complaint):
        FieldTable(Tank, stands)


# ---- for whom --------------------------------------------------------------------------------------------------------
def test_editor_and_hand_are_shown_what_is_theirs() -> None:
    assert [one.key for one in TABLE.standing()] == [
        "at",
        "fuel",
        "state",
        "printed.name",
        "printed.type",
        "printed.armour",
    ]
    assert [one.key for one in TABLE.ordered()] == ["name", "type", "armour", "hex"]
    assert [one.key for one in TABLE.hand()] == ["fuel", "hit"]
    more = TABLE.ordered(type=words("light", "heavy", "huge"))[1]
    assert [value for value, _ in more.choices] == ["light", "heavy", "huge"]
    assert (TABLE.standing()[1].least, TABLE.standing()[1].most, TABLE.standing()[1].blank) == (0, 9, 5)


def test_what_no_unit_and_no_counter_has_is_refused_with_its_path() -> None:
    TABLE.check(Plate(name="a", type="light", armour=20), "p")
    with pytest.raises(ValueError, match=r"^p\.armour: this must be a number from 0 to 20\.$"):
        TABLE.check(Plate(name="a", type="light", armour=21), "p")
    with pytest.raises(
        ValueError, match=r'^p\.type: "huge" is not one of the values allowed here: light, heavy'
    ):
        TABLE.check(Plate(name="a", type="huge"), "p")
    TABLE.check(Plate(name="a", type="huge"), "p", type=words("huge"))
    with pytest.raises(ValueError, match=r"^p\.fuel: this must be a number from 0 to 9\.$"):
        TABLE.check(Tank(side="red", at="0101", fuel=10), "p")


def test_the_audit_finds_numbers_out_of_their_bounds() -> None:
    units = {"a": Tank(side="red", at="0101", fuel=-1), "b": Tank(side="red", at="0101", fuel=9)}
    assert [str(one) for one in TABLE.problems(units)] == ["[position] a: Fuel must be a number from 0 to 9."]

    class Game(msgspec.Struct):
        turn: int = 0
        points: dict[str, int] = {}

    known = (
        of_game("turn", say("Turn"), least=1, most=4, rule="4.1"),
        of_game("points", path=("points", "red")),
    )
    assert [one.rule for one in game_problems(known, Game())] == ["4.1"]
    found = list(game_problems(known, Game(turn=1, points={"red": -3})))
    assert [str(one.text) for one in found] == ["points must be a number from 0 to 99."]


def test_markers_are_rows_for_the_editor() -> None:
    dug = on_hex("dug", say("Dug in"), words=(("", say("nobody")), ("red", say("Red"))))
    roll = markers(say("Trenches"), (dug,), help=say("Who dug."))
    assert (roll.key, roll.plain, roll.at, [one.key for one in roll.fields]) == (
        "dug",
        True,
        "hex",
        ["value"],
    )
    assert [value for value, _ in roll.fields[0].choices] == ["red"]
    works = (
        on_side("wire", say("Wire"), path=("works", "*", "wire"), kind="flag", blank=object()),
        on_side("mines", say("Mines"), path=("works", "*", "mines"), most=3),
    )
    roll = markers(say("Works"), works)
    assert (roll.key, roll.plain, roll.at) == ("works", False, "side")
    assert [(one.key, one.kind, one.blank, one.most) for one in roll.fields] == [
        ("wire", "flag", False, 99),
        ("mines", "number", 0, 3),
    ]


# ---- the games -------------------------------------------------------------------------------------------------------
def _loaded(game: str) -> tuple[Any, Any]:
    loaded = bootstrap.catalogue().load_scenario(game, POSITIONS[game], {})
    s: Any = loaded.position if loaded.position is not None else loaded.begin(3).state
    if game == "iron_tide":  # its practice position begins before anybody has drawn a chit
        chits = {uid: 0 for uid in s.units if s.roster[uid].size == "regiment"}
        s = msgspec.structs.replace(s, chits=chits)
    return loaded.rules, s


@pytest.mark.parametrize("game", GAMES)
def test_hand_and_editor_of_a_game_agree(game: str) -> None:
    rules, s = _loaded(game)
    editing = editing_of(bootstrap.catalogue().games[game])
    assert editing is not None
    roll = next(one for one in editing.rolls(rules, "position") if one.counters)
    shown_there = {one.key: one for one in roll.fields}
    of_units = [one for one in rules.editable(s) if one.of == "unit"]
    assert of_units, "every game has the umpire's hand"
    for one in of_units:
        if one.form:
            field = shown_there[one.key]
            assert (field.name, field.kind, field.choices, field.least, field.most) == (
                one.name,
                one.kind,
                one.choices,
                one.least,
                one.most,
            )
    named = {at for at, _ in editing.boxes(rules, "position", editing.position(rules, s))}
    assert named <= set(rules.boxes(s)), "where the editor lays a unit the hand lays it too"


@pytest.mark.parametrize("game", GAMES)
def test_what_is_secret_is_not_in_the_view_of_the_other_side(game: str) -> None:
    rules, s = _loaded(game)
    editing = editing_of(bootstrap.catalogue().games[game])
    assert editing is not None
    secret = [one.key for one in pages.table_of(game).stands if one.secret]
    seen = 0
    for side in rules.sides:
        view = rules.view(s, side)
        for uid, unit in view.units.items():
            for key in secret:
                if unit.side != side:
                    assert key not in editing.described(rules, view, uid)
                else:
                    seen += key in editing.described(rules, view, uid)
    assert bool(seen) == bool(secret)


# ---- planted faults --------------------------------------------------------------------------------------------------
@contextmanager
def _patched(owner: Any, name: str, value: Any) -> Iterator[None]:
    old = getattr(owner, name)
    setattr(owner, name, value)
    try:
        yield
    finally:
        setattr(owner, name, old)


def _widen(game: str, key: str, **more: Any) -> Any:
    table = pages.table_of(game)
    return _patched(
        table, "stands", tuple(replace(one, **more) if one.key == key else one for one in table.stands)
    )


def _stale_page() -> None:
    game = "tigers"
    text = pages.page_of(game).read_text(encoding="utf-8")
    assert pages.written(game, text) == text


def _agreement() -> None:
    for game in GAMES:
        test_hand_and_editor_of_a_game_agree(game)


def _read_back() -> None:
    """What the hand sets is what it reads."""
    rules, s = _loaded("tigers")
    uid = next(uid for uid, unit in s.units.items() if unit.on_map)
    action = Action(UMPIRE, (uid,), "3", "spent")
    assert not against(rules, s, action)
    found = field_values(rules, amend(rules, s, action).state, "unit", uid)
    assert next(one.value for one in found if one.key == "spent") == "3"
    assert AT not in {one.key for one in found}


def _order(table: FieldTable) -> None:
    choices = next(one for one in table.stands if one.key == "state").choices
    assert [value for value, _ in choices] == ["", "stuck", "burning"]


FAULTS: dict[str, tuple[Callable[[], Any], Callable[[], None]]] = {
    "a bound that only the table knows": (lambda: _widen("tigers", "attacks", most=12), _stale_page),
    "a key that stops being changed by the hand": (
        lambda: _widen("tigers", "moved", hand=False),
        _stale_page,
    ),
    "a chit that everybody sees": (
        lambda: _patched(
            type(editing_of(bootstrap.catalogue().games["iron_tide"])),
            "described",
            lambda self, rules, state, uid: {"chit": 0},
        ),
        lambda: test_what_is_secret_is_not_in_the_view_of_the_other_side("iron_tide"),
    ),
    "numbers that are not looked at": (
        lambda: _patched(FieldTable, "problems", lambda self, units: iter(())),
        test_the_audit_finds_numbers_out_of_their_bounds,
    ),
    "counters that are not looked at": (
        lambda: _patched(EditableField, "fault", lambda self, value: ""),
        test_what_no_unit_and_no_counter_has_is_refused_with_its_path,
    ),
    "words in another order than they are written": (
        lambda: _patched(kit, "get_args", lambda hint: tuple(sorted(hint.__args__))),
        lambda: _order(FieldTable(Tank, STANDS)),
    ),
    "an editor with words of its own": (
        lambda: _patched(FieldTable, "standing", lambda self, **words: _renamed(self, words)),
        _agreement,
    ),
    "a value that is written one too high": (
        lambda: _patched(EditableField, "parse", lambda self, text: 1 + int(text)),
        _read_back,
    ),
}


_STANDING = FieldTable.standing


def _renamed(table: FieldTable, more: Any) -> Any:
    return tuple(replace(one, name=say("Something")) for one in _STANDING(table, **more))


def test_nothing_is_found_where_nothing_is_planted() -> None:
    for _, check in FAULTS.values():
        check()


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_in_the_kit_is_caught(name: str) -> None:
    plant, check = FAULTS[name]
    with plant(), pytest.raises((AssertionError, pytest.fail.Exception)):
        check()


@pytest.mark.parametrize("text", ["--5", "", "5-", "\u00b2", "10"])
def test_what_is_no_number_of_the_field_is_told_in_a_sentence(text: str) -> None:
    with pytest.raises(ValueError, match=r"^Fuel must be a number from 0 to 9\.$"):
        EditableField(key="fuel", name=say("Fuel"), most=9).parse(text)
