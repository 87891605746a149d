"""What games declare about their documents in the same way: positions as the state itself, fields made from types,
movable counters, and the words that a map may use.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, ClassVar

from msgspec import NODEFAULT, Struct, to_builtins
from msgspec.structs import FieldInfo, fields, replace

from hexbench.atlas.sheet import MapSheet
from hexbench.engine.documents.editing import (
    UNPLACED,
    UNSAID,
    DataTable,
    Field,
    FieldKind,
    Form,
    Format,
    Track,
    Zones,
)
from hexbench.engine.documents.reading import misread
from hexbench.engine.values import Say, say


def under(prefix: str, inner: Iterable[Field]) -> tuple[Field, ...]:
    """The same fields one level further in: ``printed.name`` for ``name``."""
    return tuple(replace(field, path=(prefix, *field.path)) for field in inner)


def text(key: str, name: Say, **more: Any) -> Field:
    """A field of text; ``key`` may be a path with full stops."""
    return _field(key, name, "text", "", more)


def number(key: str, name: Say, **more: Any) -> Field:
    """A whole number."""
    return _field(key, name, "number", 0, more)


def flag(key: str, name: Say, **more: Any) -> Field:
    """A flag, yes or no."""
    return _field(key, name, "flag", False, more)


def choice(key: str, name: Say, choices: Iterable[tuple[str, Say]], **more: Any) -> Field:
    """A choice among some words."""
    return _field(key, name, "choice", "", {"choices": tuple(choices), **more})


def counters(fields: tuple[Field, ...], path: tuple[str, ...] = ("units",), about: Say = UNSAID) -> DataTable:
    """The table with the counters."""
    return DataTable(key="units", name=say("Units"), path=path, fields=fields, counters=True, help=about)


def field(key: str, name: Say, kind: FieldKind, **more: Any) -> Field:
    """A field of any other kind."""
    blank: Any = {"words": (), "hexes": (), "rows": (), "data": None}.get(kind, "")
    return _field(key, name, kind, blank, more)


def _field(key: str, name: Say, kind: FieldKind, blank: Any, more: dict[str, Any]) -> Field:
    return Field(**{"path": tuple(key.split(".")), "name": name, "kind": kind, "blank": blank, **more})


def words(*known: str) -> tuple[tuple[str, Say], ...]:
    """Words that are their own names, as choices."""
    return tuple((one, say("{word}", word=one.replace("_", " "))) for one in known)


def order_choice() -> Field:
    """Which order of battle a scenario uses: that of the tables, with changes, or one of its own."""
    names = (("tables", say("from the tables, changed here")), ("own", say("its own")))
    return choice("order", say("Order of battle"), names, blank="tables")


def rest_choice(*more: tuple[str, Say]) -> Field:
    """What happens to units that a position does not name."""
    known = (("absent", say("are absent")), ("due", say("arrive when due")), *more)
    return choice("rest", say("Units not named"), known, blank="absent")


class PlainEditing:
    """A game whose position documents are its State as data. Subclasses declare what is in their scenarios."""

    formats: tuple[Format, ...] = ("scenario", "position")
    left_out: tuple[str, ...] = ()
    phases: ClassVar[tuple[str, ...]] = ()
    """The phases a position may be in."""
    always: ClassVar[tuple[str, ...]] = ()
    """Fields of the state that a position always states, even if they are empty, because composing would fill them."""
    apart: ClassVar[tuple[str, ...]] = ("units", "roster")
    """Fields that :meth:`position` writes in its own way."""

    # ---- positions
    def position(self, rules: Any, state: Any) -> dict[str, Any]:
        """The state as data, with what is printed on counters beside the units' conditions."""
        out: dict[str, Any] = {}
        kind: Any = type(state)
        for info in _fields(kind):
            value = getattr(state, info.name)
            if info.name not in self.apart and (info.name in self.always or value != _default(info)):
                out[info.name] = to_builtins(value)
        known = self.known(rules)
        out["units"] = {uid: self.short(rules, state, uid, known) for uid in state.units}
        phase = self._phase(rules, state)
        if phase:
            out["phase"] = phase
            out.pop("stack", None)
        else:
            out["stack"] = to_builtins(state.stack)
        return out

    def _phase(self, rules: Any, state: Any) -> str:
        """The phase at whose beginning the position is, if it is at one: that is more readable than a stack of steps."""
        name = next((step.phase for step in reversed(state.stack) if step.phase), "")
        if name not in self.phases:
            return ""
        try:
            same = rules.enter(state, name).stack == state.stack
        except ValueError:
            return ""
        return name if same else ""

    def described(self, rules: Any, state: Any, uid: str) -> dict[str, Any]:
        """One unit of a position, complete."""
        raw = self.standing(state.units[uid])
        printed = self.printed_of(state, uid)
        if printed is not None:
            raw["printed"] = to_builtins(printed)
        return raw

    def short(self, rules: Any, state: Any, uid: str, known: Mapping[str, Any]) -> dict[str, Any]:
        """One unit of a position: of its counter only what differs from that in the game's tables."""
        printed, listed = self.printed_of(state, uid), known.get(uid)
        if printed is None or listed is None:
            return self.described(rules, state, uid)
        raw = self.standing(state.units[uid])
        differs = {
            name: to_builtins(getattr(printed, name))
            for name in printed.__struct_fields__  # fields() would evaluate every annotation, for each unit
            if getattr(printed, name) != getattr(listed, name)
        }
        return {**raw, "printed": differs} if differs else raw

    def standing(self, unit: Any) -> dict[str, Any]:
        """The condition of a unit, without its side."""
        raw: dict[str, Any] = to_builtins(unit)
        raw.pop("side", None)
        return raw

    def known(self, rules: Any) -> Mapping[str, Any]:
        """What is printed on the counters of the game's tables; by default there are none."""
        return {}

    def unnamed(self, rules: Any, kind: Format, content: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
        """Those of the tables that the scenario neither changes nor omits."""
        if not self.left_out or content.get("order", "tables") == "own":
            return {}
        out = (*content.get("units", ()), *(uid for key in self.left_out for uid in content.get(key, ())))
        return {uid: to_builtins(printed) for uid, printed in rules.tables.units.items() if uid not in out}

    def printed_of(self, state: Any, uid: str) -> Any:
        """What is printed on a unit's counter; by default from the roster."""
        return state.roster.get(uid)

    # ---- counters
    def side_of(self, kind: Format, entry: Mapping[str, Any], uid: str) -> str:
        """The side of a counter."""
        return str(entry.get("side") or entry.get("printed", {}).get("side", ""))

    def place_of(self, rules: Any, kind: Format, entry: Mapping[str, Any], uid: str) -> str:
        """Where it begins."""
        return str(entry.get("at", UNPLACED))

    def placed(self, rules: Any, kind: Format, entry: Mapping[str, Any], uid: str, at: str) -> dict[str, Any]:
        """The entry with that place."""
        return {**entry, "at": at}

    # ---- defaults for what a game does not have
    def tracks(self, rules: Any, kind: Format) -> tuple[Track, ...]:
        """By default none."""
        return ()

    def track_default(self, rules: Any, track: str, turn: str, side: str) -> Any:
        """The blank of the track."""
        return None

    def zones(self, rules: Any, kind: Format) -> tuple[Zones, ...]:
        """By default none."""
        return ()

    def forms(self, rules: Any, kind: Format) -> tuple[Form, ...]:
        """By default none."""
        return ()

    def crowded(self, rules: Any, state: Any) -> tuple[tuple[str, Say], ...]:
        """By default none: the audit reports stacking."""
        return ()

    def barred(self, rules: Any, state: Any, uid: str) -> Say | None:
        """By default no unit is barred from any hex."""
        return None

    def unsupplied(self, rules: Any, state: Any) -> tuple[str, ...]:
        """By default there is no supply."""
        return ()

    def goals(self, rules: Any, kind: Format, content: Mapping[str, Any]) -> tuple[str, ...]:
        """By default there are none."""
        return ()

    def gait(self, rules: Any, state: Any, uid: str) -> str:
        """By default all units of a side move alike."""
        return str(state.units[uid].side)

    def passable(self, rules: Any, state: Any, uid: str, a: str, b: str) -> bool:
        """By default every unit can go everywhere."""
        return True

    def comes_by(self, rules: Any, state: Any, uid: str) -> tuple[str, ...] | None:
        """By default no unit enters by hexes."""
        return None


@cache
def _fields(kind: type[Struct]) -> tuple[FieldInfo, ...]:
    """The fields of a kind of state, whose annotations are evaluated once."""
    return fields(kind)


def _default(info: Any) -> Any:
    """The default of a struct's field."""
    if info.default is not NODEFAULT:
        return info.default
    return NODEFAULT if info.default_factory is NODEFAULT else info.default_factory()


# ---- maps ------------------------------------------------------------------------------------------------------------
def unknown(path: str, what: str, name: str, known: Collection[str]) -> ValueError:
    """The error for a word on a map that the rules do not know: its path and one sentence."""
    there = say("there are {known}", known=", ".join(known)) if known else say("there are none")
    text = say("there is no {what} {name} in this game; {there}.", what=what, name=f'"{name}"', there=there)
    return misread(path, text)


def check_words(
    sheet: MapSheet, terrain: Collection[str], features: Collection[str], hexsides: Collection[str]
) -> None:
    """Raise ValueError (the path and one sentence) for a map without hexes, an unknown word, or a hexside given twice."""
    if not sheet.cells:
        raise misread("map.cells", say("a map needs at least one hex."))
    for name, cell in sheet.cells.items():
        if cell.terrain not in terrain:
            raise unknown(f'map.cells["{name}"].terrain', "terrain", cell.terrain, terrain)
        for feature in cell.features:
            if feature not in features:
                raise unknown(f'map.cells["{name}"].features', "feature", feature, features)
    seen: dict[str, int] = {}
    for i, side in enumerate(sheet.hexsides):
        for kind in side.kinds:
            if kind not in hexsides:
                raise unknown(f"map.hexsides[{i}].kinds", "kind of hexside", kind, hexsides)
        if side.side in seen:
            text = say(
                "{side} is listed twice: here and in hexsides[{n}].", side=side.side, n=seen[side.side]
            )
            raise misread(f"map.hexsides[{i}].side", text)
        seen[side.side] = i


def check_zones(sheet: MapSheet, names: Sequence[str], families: tuple[str, ...]) -> None:
    """Raise ValueError for a zone that has none of these names and belongs to none of these families ("vp.", ...)."""
    for zone in sheet.zones:
        if zone not in names and not zone.startswith(families):
            path = f"map.zones[{json.dumps(zone, ensure_ascii=False)}]"
            raise unknown(path, "zone", zone, (*names, *(f"{family}*" for family in families)))
