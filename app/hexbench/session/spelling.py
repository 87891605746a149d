"""What a client means by a name spelled differently than in the game: if only one name fits, that one is used.

An existing name is never read as another one. This module also checks whether a stack, which may have been written by
hand, refers to what is in its position.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from hexbench.atlas.atlas import Atlas, by_fold, folded, side_name
from hexbench.engine.rules import Rules
from hexbench.engine.seat import Seat
from hexbench.engine.values import Action
from hexbench.engine.what_if import Supposed
from hexbench.session import requests as rq
from hexbench.session.to_json import Bad, plain

_SHORTEST = 3
"""The fewest letters of a choice that may be a hex: anything shorter is a number of points or hexes."""


def position_as_meant(atlas: Atlas, position: Mapping[str, Any]) -> dict[str, Any]:
    """A position as described, with hexsides named from either hex and hexes without leading zeros changed to the names on the map."""
    found = {key: _tidied(atlas, value) for key, value in position.items()}
    units = found.get("units")
    if isinstance(units, dict):
        found["units"] = {uid: _placed(atlas, one) for uid, one in units.items()}
    return found


def map_as_meant(sheet: Mapping[str, Any]) -> dict[str, Any]:
    """A map that is written out, with hexsides named from either hex changed to its own names."""
    found, cells = dict(sheet), sheet.get("cells")
    for key in ("hexsides", "roads"):
        rows = found.get(key)
        if isinstance(rows, list) and isinstance(cells, dict):
            found[key] = [_sided(cells, row) for row in rows]
    return found


def _sided(cells: Container[str], row: Any) -> Any:
    if not isinstance(row, dict) or not isinstance(row.get("side"), str):
        return row
    a, _, b = row["side"].partition("/")
    return {**row, "side": side_name(a, b)} if a in cells and b in cells else row


def _tidied(atlas: Atlas, value: Any) -> Any:
    if isinstance(value, str):
        return _side(atlas, value)
    if isinstance(value, list):
        return [_tidied(atlas, one) for one in value]
    if not isinstance(value, dict):
        return value
    found: dict[str, Any] = {}
    for key, one in value.items():
        name = _side(atlas, key)
        if key.isdecimal() and len(key) >= _SHORTEST:
            name = atlas.meant(key)
        # what is given twice stays as it was written, and is refused
        found[key if name in value else name] = _tidied(atlas, one)
    return found


def _side(atlas: Atlas, word: str) -> str:
    a, stroke, b = word.partition("/")
    return side_name(a, b) if stroke and a in atlas.index and b in atlas.index else word


def _placed(atlas: Atlas, unit: Any) -> Any:
    """A unit of a position, with its hex as named on the map."""
    if isinstance(unit, str):
        return unit if unit.startswith("#") else atlas.meant(unit)
    if isinstance(unit, dict) and isinstance(unit.get("at"), str):
        return {**unit, "at": _placed(atlas, unit["at"])}
    return unit


class Spelling:
    """The names a seat can see."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.units: Any = seat.s.units
        self.atlas = seat.rules.atlas
        self._folded: dict[str, str] | None = None

    def _known(self, word: str) -> bool:
        return not word or word.startswith("#") or word in self.units or word in self.atlas.index

    def unit(self, word: str) -> str:
        """A unit."""
        if self._known(word):
            return word
        if self._folded is None:
            self._folded = by_fold(self.units)
        return self._folded.get(folded(word), word)

    def place(self, word: str) -> str:
        """A hex or a hexside."""
        return word if self._known(word) else str(self.atlas.meant(word))

    def name(self, word: str) -> str:
        """A unit, otherwise a place."""
        found = self.unit(word)
        return found if found != word else self.place(word)

    def places(self, words: Iterable[str]) -> tuple[str, ...]:
        """Hexes or hexsides."""
        return tuple(self.place(word) for word in words)

    def named(self, words: Iterable[str]) -> tuple[str, ...]:
        """Units or places."""
        return tuple(self.name(word) for word in words)

    def _as(self, kind: str, word: str) -> str:
        """A word where a verb expects this kind of thing."""
        if kind == "unit":
            return self.name(word)
        if kind in ("hex", "side"):
            return self.place(word)
        return self.place(word) if word.isdecimal() and len(word) >= _SHORTEST else word

    def subject(self, verb: str, words: Iterable[str]) -> tuple[str, ...]:
        """The subject of a verb."""
        known = self.seat.rules.verbs.get(verb)
        return tuple(words) if known is None else tuple(self._as(known.subject, word) for word in words)

    def action(self, action: Action) -> Action:
        """An action. If its route begins with the hex of its units, that hex is removed, unless the action is legal with it."""
        verb = self.seat.rules.verbs.get(action.verb)
        if verb is None:
            return action
        meant = replace(
            action,
            subject=self.subject(action.verb, action.subject),
            object=self._as(verb.object, action.object),
            via=self.places(action.via),
        )
        if not self._begins_at_start(meant) or not self.seat.refuse(meant):
            return meant
        return replace(meant, via=meant.via[1:])

    def _begins_at_start(self, action: Action) -> bool:
        stand = [self.units[uid].at for uid in action.subject if uid in self.units]
        return len(action.via) > 1 and bool(stand) and all(at == action.via[0] for at in stand)

    def thought(self, what: Supposed) -> Supposed:
        """A hypothetical attack."""
        return replace(
            what,
            hexes=self.places(what.hexes),
            target=self.name(what.target),
            units=tuple((self.unit(uid), self.place(at)) for uid, at in what.units),
        )


AskedT = TypeVar("AskedT", rq.Odds, rq.Supply)


def as_meant(seat: Seat, request: AskedT) -> AskedT:
    """A question about units and places, with their proper names."""
    spelling = Spelling(seat)
    if isinstance(request, rq.Odds):
        return replace(
            request,
            plan=tuple(spelling.action(one) for one in request.plan),
            hexes=spelling.places(request.hexes),
            units=spelling.named(request.units),
            supply=spelling.named(request.supply),
        )
    return replace(
        request,
        units=spelling.named(request.units),
        bridges=spelling.places(request.bridges),
        hexes=spelling.places(request.hexes),
    )


def there(rules: Rules[Any, Any, Any], state: Any, of: str, ref: str) -> bool:
    """Whether levers have such a subject."""
    if of == "unit":
        return ref in state.units
    if of == "hex":
        return ref in rules.atlas.index
    if of == "side":
        try:
            rules.atlas.side_keys(ref)
        except ValueError:
            return False
    return True


def check_stack(rules: Rules[Any, Any, Any], state: Any) -> None:
    """Raise Bad for a stack whose combat or move refers to something that is not in the position: nobody could be shown that."""
    seat = rules.seat(state, None)
    try:
        prompt = seat.prompt
        plain((prompt, tuple(seat.panels())))
        for kind in seat.overlays():
            if kind.standing:
                seat.overlay(kind.kind)
    except Exception:  # noqa: BLE001 - whatever it is, the stack is why
        lost = True
    else:
        lost = prompt.side is not None and (prompt.side not in rules.sides or not prompt.offers)
    if lost or any(at not in rules.atlas.index for at in _hexes_in(msgspec.to_builtins(state.stack))):
        raise Bad(
            "position", "The stack refers to something that is not in this position.", path="position.stack"
        )


def _hexes_in(value: Any) -> Iterator[str]:
    """The words in a stack's steps that look like hexes."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key == "hex" and isinstance(inner, str):
                yield from (inner,) if inner else ()
            elif key == "hexes" and isinstance(inner, list | tuple):
                yield from (one for one in inner if isinstance(one, str))
            else:
                yield from _hexes_in(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _hexes_in(inner)
