"""How a position is read from its description, as far as it is the same in every game.

A description is the State as data with some conveniences: ``phase`` instead of the stack, ``seed`` instead of the
dice, units described by what differs from their order of battle, and ``rest``, which says what happens to those it
does not name. What is particular to a game is defined by overriding methods; the reverse, a state as a description,
is :meth:`hexbench.engine.documents.base.PlainEditing.position`. Whatever cannot be read raises ValueError with the
path to the key and one sentence.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from msgspec.structs import asdict, replace

from hexbench.atlas.atlas import side_name
from hexbench.engine.documents.reading import (
    allowed,
    at,
    guess,
    misread,
    no_key,
    printed_facts,
    read,
    unit_facts,
)
from hexbench.engine.values import no_phase, said, say

if TYPE_CHECKING:
    from hexbench.engine.documents.fields import FieldTable

S = TypeVar("S")
U = TypeVar("U")
P = TypeVar("P")


class Positions(Generic[S, U, P]):
    """How one game reads positions: its types, phases and words, and what follows from what is given."""

    state_type: ClassVar[Any]
    table: ClassVar[FieldTable]
    phases: ClassVar[tuple[str, ...]]
    phase: ClassVar[str] = "movement"
    """The phase of a position that does not name one."""
    rests: ClassVar[tuple[str, ...]] = ("absent", "due")
    """What may happen to units that are not named; the first is the default."""
    apart: ClassVar[tuple[str, ...]] = ("printed",)
    """Keys of a unit that are not fields of it."""

    # ---- supplied by the game
    def stranger(self, unit: Mapping[str, Any], side: object) -> dict[str, Any]:
        """The defaults for a counter that is in no order of battle, besides its name and its side."""
        return {}

    def sound(self, rules: Any, printed: P, path: str) -> P:
        """A checked counter, with what follows from it filled in."""
        self.table.check(printed, path)
        return printed

    def stands(self, rules: Any, printed: P, facts: Mapping[str, Any], listed: bool) -> dict[str, Any]:
        """A unit's condition as far as its ``facts`` do not give it: its place, unless that must be given, and what depends on it.

        ``listed``: it is in the order of battle.
        """
        return {}

    def unnamed(self, rules: Any, printed: P, position: Mapping[str, Any], rest: str) -> U | None:
        """A unit of the order of battle that is not named, if it is present all the same (not called for ``absent``)."""
        return None

    # ---- the same in every game
    def keys(self, position: Mapping[str, Any]) -> None:
        """Check that every key is known."""
        known = (*_names(self.state_type), "phase", "rest", "seed")
        for key in position:
            if key not in known:
                raise no_key("position", key, known)

    def plain(self, position: Mapping[str, Any], *apart: str) -> dict[str, Any]:
        """The part that is the state as data: everything except the stack, what is ``apart`` and the conveniences."""
        names = [one for one in _names(self.state_type) if one not in ("stack", *apart)]
        raw = {key: position[key] for key in position if key in names}
        if "seed" in position:
            raw["dice"] = {"seed": read(position["seed"], int, "position.seed")}
        return raw

    def rest(self, position: Mapping[str, Any]) -> str:
        """What happens to units that are not named."""
        rest = position.get("rest", self.rests[0])
        if rest not in self.rests:
            raise misread("position.rest", allowed(rest, self.rests))
        return str(rest)

    def units(
        self, rules: Any, position: Mapping[str, Any], order: Mapping[str, P]
    ) -> tuple[dict[str, U], dict[str, P]]:
        """The units in the order of the order of battle, followed by new ones in the order given, and their counters."""
        described = read(position.get("units", {}), dict, "position.units")
        known = dict(order)
        for uid, raw in read(position.get("roster", {}), dict, "position.roster").items():
            path = at("position.roster", uid)
            known[uid] = self.sound(rules, read(raw, self.table.printed, path), path)
        rest = self.rest(position)
        units: dict[str, U] = {}
        roster: dict[str, P] = {}
        for uid in (*known, *(u for u in described if u not in known)):
            if uid in described:
                path = at("position.units", uid)
                check_name(rules, uid, path)
                units[uid], roster[uid] = self._unit(rules, uid, described[uid], known, path)
            elif uid in order and rest != "absent":
                there = self.unnamed(rules, order[uid], position, rest)
                if there is not None:
                    units[uid], roster[uid] = there, order[uid]
        return units, roster

    def _unit(self, rules: Any, uid: str, raw: object, order: Mapping[str, P], path: str) -> tuple[U, P]:
        unit_keys, printed_keys = _names(self.table.unit), _names(self.table.printed)
        given = unit_facts(raw, path, unit_keys, printed_keys, apart=self.apart)
        facts = {key: value for key, value in given.items() if key not in self.apart}
        known = order.get(uid)
        printed = self._printed(rules, uid, given, order, path, printed_keys)
        start = {"side": _side(printed), **self.stands(rules, printed, facts, known is not None)}
        if "at" not in start and "at" not in facts:
            raise misread(f"{path}.at", say("this key is missing."))
        return self.stood(read({**start, **facts}, self.table.unit, path), printed), printed

    def stood(self, unit: U, printed: P) -> U:
        """A unit as read, with what follows from it filled in."""
        return unit

    def _printed(
        self,
        rules: Any,
        uid: str,
        unit: Mapping[str, Any],
        order: Mapping[str, P],
        path: str,
        keys: tuple[str, ...],
    ) -> P:
        """The counter of a unit: that of the order of battle with changes, or a new one."""
        known = order.get(uid)
        raw = printed_facts(unit, known is not None, path, keys, lambda: guess(uid, order))
        if raw is None:
            assert known is not None, "else it would have been refused"
            return known
        if known is not None:
            start: dict[str, Any] = asdict(known)  # type: ignore[arg-type]
        else:
            side = raw.get("side", unit.get("side"))
            start = {"name": uid, **({} if side is None else {"side": side}), **self.stranger(unit, side)}
        path = f"{path}.printed"
        return self.sound(rules, read({**start, **raw}, self.table.printed, path), path)

    def entered(self, rules: Any, whole: Any, position: Mapping[str, Any], **beside: Any) -> Any:
        """The position with its stack: the one given, or that at the beginning of a phase. ``beside`` are fields
        without which a state cannot be read.
        """
        if "stack" in position:
            if "phase" in position:
                raise misread("position.phase", say("give a phase or a stack, not both."))
            raw = {**beside, "stack": position["stack"]}
            return replace(whole, stack=read(raw, self.state_type, "position").stack)
        phase = position.get("phase", self.phase)
        if phase not in self.phases:
            raise misread("position.phase", no_phase(phase, self.phases))
        try:
            return rules.enter(whole, phase)
        except ValueError as fault:
            raise misread("position.phase", said(fault)) from None


def check_name(rules: Any, uid: str, path: str) -> None:
    """Raise ValueError for a unit whose name is that of a place."""
    if not uid or uid.startswith("#") or uid in rules.atlas.index:
        raise misread(path, say("a unit needs a name that is neither a hex nor a box."))


def by_hexside(position: Mapping[str, Any], key: str, twice: str = "hexside") -> dict[str, tuple[Any, str]]:
    """What a position gives by hex or hexside under a key: name -> value and its path. A hexside may be named from
    either of its hexes, but only once.
    """
    found: dict[str, tuple[Any, str]] = {}
    for place, value in read(position.get(key, {}), dict, f"position.{key}").items():
        path = at(f"position.{key}", place)
        a, slash, b = place.partition("/")
        name = side_name(a, b) if slash else place
        if name in found:
            raise misread(path, say("this {what} is given twice.", what=twice))
        found[name] = (value, path)
    return found


def _names(struct: Any) -> tuple[str, ...]:
    return tuple(struct.__struct_fields__)  # msgspec's fields() evaluates every annotation, at each call


def _side(printed: Any) -> str:
    return str(printed.side)
