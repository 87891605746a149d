"""The frame in which positions are read: what it refuses, in whose order units come, and what follows from what is said."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any, ClassVar

import msgspec
import pytest

from hexbench.engine.documents import positions as kit
from hexbench.engine.documents.fields import FieldTable, inner, place, shown
from hexbench.engine.documents.positions import Positions, by_hexside
from hexbench.engine.state import Piece
from hexbench.engine.values import Value, say


class Tank(Piece, frozen=True, kw_only=True):
    """How a tank stands."""

    fuel: int = 5


class Plate(Value, frozen=True, kw_only=True):
    """What is printed on it."""

    side: str
    name: str
    armour: int = 0
    turn: int = 0


class World(msgspec.Struct, frozen=True, kw_only=True):
    """A position."""

    stack: tuple[str, ...] = ()
    turn: int = 1
    bridges: dict[str, str] = {}
    units: dict[str, Tank] = {}
    roster: dict[str, Plate] = {}
    dice: dict[str, int] = {}


class Reader(Positions[World, Tank, Plate]):
    """Tanks that come in their turn."""

    state_type: ClassVar = World
    table: ClassVar = FieldTable(
        Tank,
        (place(say("Place")), *inner("side"), shown("fuel", say("Fuel"))),
        Plate,
        (
            shown("side", say("Side")),
            shown("name", say("Name")),
            shown("armour", say("Armour"), most=9),
            *inner("turn"),
        ),
    )
    phases: ClassVar = ("movement", "combat")

    def stands(self, rules: Any, printed: Plate, facts: Mapping[str, Any], listed: bool) -> dict[str, Any]:
        """In the box of its turn."""
        return {"at": f"#due/{printed.turn}"} if listed else {}

    def unnamed(self, rules: Any, printed: Plate, position: Mapping[str, Any], rest: str) -> Tank | None:
        """Whoever is due."""
        due = printed.turn >= position.get("turn", 1)
        return Tank(side=printed.side, at=f"#due/{printed.turn}") if due else None


READER = Reader()


def _enter(state: World, phase: str) -> World:
    if phase == "combat" and not state.units:
        raise ValueError("Nobody is there to fight.")
    return msgspec.structs.replace(state, stack=(phase,))


RULES: Any = SimpleNamespace(atlas=SimpleNamespace(index={"0101": 0, "0102": 1}), enter=_enter)
ORDER = {
    "b": Plate(side="red", name="b", turn=3),
    "a": Plate(side="red", name="a", turn=1),
    "c": Plate(side="blue", name="c", turn=2),
}
STRANGER = {"at": "0102", "printed": {"side": "blue", "armour": 9}}


def read(position: dict[str, Any]) -> World:
    """The whole way."""
    READER.keys(position)
    units, roster = READER.units(RULES, position, ORDER)
    raw = READER.plain(position, "units", "roster", "bridges")
    bridges = {name: str(value) for name, (value, _) in by_hexside(position, "bridges").items()}
    state = msgspec.structs.replace(msgspec.convert(raw, World), units=units, roster=roster, bridges=bridges)
    found: World = READER.entered(RULES, state, position)
    return found


def test_units_come_in_the_order_of_their_order_of_battle_and_strangers_last() -> None:
    found = read({"units": {"x": STRANGER, "a": "0101", "b": {"fuel": 2}}, "seed": 7})
    assert list(found.units) == ["b", "a", "x"]
    assert found.units["b"] == Tank(side="red", at="#due/3", fuel=2)
    assert found.units["x"] == Tank(side="blue", at="0102")
    assert found.roster["x"] == Plate(side="blue", name="x", armour=9)
    assert (found.stack, found.dice) == (("movement",), {"seed": 7})


def test_units_that_are_not_named_are_absent_or_due() -> None:
    assert list(read({"units": {"c": "0101"}, "turn": 2}).units) == ["c"]
    assert list(read({"units": {"c": "0101"}, "turn": 2, "rest": "due"}).units) == ["b", "c"]


def test_what_differs_from_a_counter_is_said_and_the_rest_stays() -> None:
    found = read({"units": {"a": {"at": "0101", "printed": {"armour": 4}}}})
    assert found.roster["a"] == Plate(side="red", name="a", armour=4, turn=1)
    whole = read({"units": {"n": "0101"}, "roster": {"n": {"side": "red", "name": "New", "armour": 2}}})
    assert whole.roster["n"].armour == 2


def test_a_stack_is_taken_as_it_is_written() -> None:
    assert read({"stack": ["a", "b"]}).stack == ("a", "b")
    assert read({"bridges": {"0102/0101": "down", "0101": "x"}}).bridges == {"0101/0102": "down", "0101": "x"}


REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "an unknown key": ({"trun": 2}, 'position.trun: there is no such key. Did you mean "turn"?'),
    "a unit that is a hex": ({"units": {"0101": STRANGER}}, 'position.units["0101"]: a unit needs a name'),
    "a unit that is a box": ({"units": {"#x": STRANGER}}, 'position.units["#x"]: a unit needs a name'),
    "an unknown key of a unit": (
        {"units": {"a": {"feul": 1}}},
        'position.units.a.feul: there is no such key. Did you mean "fuel"?',
    ),
    "a printed key beside": (
        {"units": {"a": {"armour": 1}}},
        "position.units.a.armour: there is no such key. It belongs under 'printed'.",
    ),
    "a stranger without a counter": (
        {"units": {"x": "0101"}},
        "position.units.x.printed: there is no such unit",
    ),
    "a stranger without a place": (
        {"units": {"x": {"printed": {"side": "red"}}}},
        "position.units.x.at: this key is missing.",
    ),
    "a stranger without a side": (
        {"units": {"x": {"at": "0101", "printed": {}}}},
        "position.units.x.printed.side: this key is missing.",
    ),
    "a counter out of bounds": (
        {"units": {"a": {"printed": {"armour": 10}}}},
        "position.units.a.printed.armour: this must be a number from 0 to 9.",
    ),
    "a counter of a roster out of bounds": (
        {"roster": {"a": {"side": "red", "name": "a", "armour": 10}}},
        "position.roster.a.armour: this must be a number from 0 to 9.",
    ),
    "a phase and a stack": (
        {"phase": "combat", "stack": []},
        "position.phase: give a phase or a stack, not both.",
    ),
    "no such phase": (
        {"phase": "tea"},
        "position.phase: There is no phase 'tea'; the phases are movement, combat.",
    ),
    "a phase it cannot be in": ({"phase": "combat"}, "position.phase: Nobody is there to fight."),
    "the rest": (
        {"rest": "home"},
        'position.rest: "home" is not one of the values allowed here: absent, due.',
    ),
    "a hexside twice": (
        {"bridges": {"0101/0102": "a", "0102/0101": "b"}},
        'position.bridges["0102/0101"]: this hexside is given twice.',
    ),
    "a seed": ({"seed": "x"}, "position.seed: this value must be a whole number, not text."),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_read_is_refused_with_its_path(name: str) -> None:
    position, sentence = REFUSED[name]
    with pytest.raises(ValueError, match=r"^position") as found:
        read(position)
    assert str(found.value).startswith(sentence)


# ---- planted faults --------------------------------------------------------------------------------------------------
def _everything() -> None:
    test_units_come_in_the_order_of_their_order_of_battle_and_strangers_last()
    test_units_that_are_not_named_are_absent_or_due()
    test_what_differs_from_a_counter_is_said_and_the_rest_stays()
    test_a_stack_is_taken_as_it_is_written()
    for name in REFUSED:
        test_what_cannot_be_read_is_refused_with_its_path(name)


@contextmanager
def _patched(owner: Any, name: str, value: Any) -> Iterator[None]:
    old = getattr(owner, name)
    setattr(owner, name, value)
    try:
        yield
    finally:
        setattr(owner, name, old)


_UNITS: Callable[..., Any] = Positions.units
_ENTERED: Callable[..., Any] = Positions.entered


def _sorted_units(self: Any, *args: Any) -> Any:
    units, roster = _UNITS(self, *args)
    return dict(sorted(units.items())), roster


FAULTS: dict[str, tuple[Any, str, Any]] = {
    "units in the order of their names": (Positions, "units", _sorted_units),
    "keys that nobody looks at": (Positions, "keys", lambda self, position: None),
    "counters that nobody looks at": (Positions, "sound", lambda self, rules, printed, path: printed),
    "a name that is taken": (kit, "check_name", lambda rules, uid, path: None),
    "a hexside by the name it was given": (kit, "side_name", lambda a, b: f"{a}/{b}"),
    "a rest that is never asked for": (Positions, "rest", lambda self, position: "absent"),
    "a stack that is thrown away": (
        Positions,
        "entered",
        lambda self, rules, whole, position, **more: _ENTERED(
            self, rules, whole, {key: value for key, value in position.items() if key != "stack"}, **more
        ),
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_in_the_frame_is_caught(name: str) -> None:
    _everything()
    owner, attribute, value = FAULTS[name]
    with _patched(owner, attribute, value), pytest.raises((AssertionError, pytest.fail.Exception)):
        _everything()
