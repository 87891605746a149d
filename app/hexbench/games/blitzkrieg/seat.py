"""The seat of Blitzkrieg at the Ardennes: typed access to its view, and the displays built from it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final, Self, TypeAlias, TypeVar

from msgspec.structs import replace

from hexbench.engine.board import ZoneBoard
from hexbench.engine.play import Play
from hexbench.engine.seat import USUAL, Seat
from hexbench.games.blitzkrieg.pieces import GROUND, SIDES

if TYPE_CHECKING:
    from hexbench.atlas.atlas import Atlas
    from hexbench.engine.display import Form
    from hexbench.engine.forecast import Forecast
    from hexbench.engine.values import Prompt, Say
    from hexbench.games.blitzkrieg.pieces import Printed, Unit
    from hexbench.games.blitzkrieg.rules import BkRules
    from hexbench.games.blitzkrieg.state import Blitzkrieg


class BkSeat(Seat):
    """What one side may know and do. Displays are imported when first asked for."""

    s: Blitzkrieg
    board: BkBoard
    rules: BkRules

    made_in = {**USUAL, "headline": "display.headline", "weighed": "panels.weighed"}

    def called(self, unit: str) -> Say:
        """Its name as printed on its counter."""
        return self.rules.title(self.s.roster[unit])

    def sides_of(self, unit: str) -> tuple[Mapping[str, Any], ...]:
        """Every strength from the printed one down to 1; a counter without strength has one side."""
        full = int(self.s.roster[unit].strength)
        return tuple({"strength": left} for left in range(full, 0, -1)) if full > 1 else ()

    def forecast_form(self, form: Form) -> Forecast | None:
        """The odds of two strengths that are not on a map."""
        from hexbench.games.blitzkrieg.odds import foresee_form

        return foresee_form(self.rules, form) if form.key == "what_if" else None

    def _ask(self) -> Prompt:
        """The prompt; when the game is over, how it ended and how both sides are rated (BK-VIC-08)."""
        prompt = super()._ask()
        if self.step is not None:
            return prompt
        from hexbench.games.blitzkrieg import victory

        return replace(prompt, say=victory.summary(self.rules, self.s))


# The typed Play and Seat of Blitzkrieg at the Ardennes, which its verbs and stages read and write.

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.rules import BkRules
    from hexbench.games.blitzkrieg.state import Blitzkrieg

    class _Fields(Play, Blitzkrieg, frozen=True):
        """A play has every field of the position, with its current value."""

        stack: list[Any]  # type: ignore[assignment]
else:
    _Fields = Play


class BkPlay(_Fields):  # type: ignore[misc]
    """A position of Blitzkrieg being changed."""

    rules: BkRules
    board: BkBoard
    __init__ = Play.__init__


if TYPE_CHECKING:
    Position: TypeAlias = Blitzkrieg | BkPlay
    """A position to read from: a State, a view, or a Play. Functions that only read take this, and the rules
    or the board.
    """


# Which units are in which hex, and where units must stop: next to enemy ground units; infiltrators do not
# count.

K = TypeVar("K", str, int)
_LISTS: Final = ("ready", "ground", "guns", "short", "cut")


class BkBoard(ZoneBoard):
    """The board of a position. ``zones[side]`` counts the ground units of a side next to each hex (BK-MOV-04,
    BK-INF-15), ``stand[side]`` those in each hex, by index, and ``spies`` the infiltrators in each hex, by
    label; hexes without any are left out.

    ``lists[side, what]`` are the units on the map that are most often asked for, in the order of battle:
    ``ground`` units, ``guns``, ground units that are ``short`` of strength or ``cut`` off, and all units
    ``ready`` to be picked up (BK-MOV-17). A move changes none of them, so they are shared from one position
    to the next.
    """

    __slots__ = ("lists", "spies", "stand")

    def __init__(self, atlas: Atlas, units: Mapping[str, Unit], roster: Mapping[str, Printed]) -> None:
        super().__init__(units, atlas, SIDES, roster)
        self.stand: dict[str, dict[int, int]] = {side: {} for side in SIDES}
        self.spies: dict[str, int] = {}
        lists: dict[tuple[str, str], list[str]] = {(side, what): [] for side in SIDES for what in _LISTS}
        for uid, unit in units.items():
            if unit.on_map:
                self._count(uid, unit, 1)
                for what in self._whats(uid, unit):
                    lists[unit.side, what].append(uid)
        self.lists: dict[tuple[str, str], tuple[str, ...]] = {key: tuple(one) for key, one in lists.items()}

    def copy(self) -> Self:
        new = super().copy()
        new.stand = {side: dict(counts) for side, counts in self.stand.items()}
        new.spies = dict(self.spies)
        new.lists = dict(self.lists)
        return new

    def patch(self, uid: str, old: Any, new: Any) -> None:
        super().patch(uid, old, new)
        was, now = () if old is None else self._whats(uid, old), self._whats(uid, new)
        if was != now:
            self._list(uid, new.side, was, now)
        if old is not None and old.at == new.at:
            return
        if old is not None and old.on_map:
            self._count(uid, old, -1)
        if new.on_map:
            self._count(uid, new, 1)

    def exerts(self, uid: str, unit: Any) -> bool:
        """Whether other units must stop next to a unit: ground units, not infiltrators (BK-MOV-04,
        BK-INF-15).
        """
        return bool(unit.on_map) and self.roster[uid].type != "infiltrator"

    def ground_in(self, side: str, hexes: Iterable[int]) -> list[str]:
        """The ground units of a side in the given hexes, in the order of battle."""
        labels, at, roster = self.atlas.labels, self.at, self.roster
        found = [
            uid
            for i in hexes
            for uid in at[labels[i]]
            if roster[uid].type in GROUND and roster[uid].side == side
        ]
        if len(found) > 1:
            found.sort(key=self.rank.__getitem__)
        return found

    def _whats(self, uid: str, unit: Any) -> tuple[str, ...]:
        """Which of :attr:`lists` a unit is in."""
        if not unit.on_map:
            return ()
        out = ["ready"] if unit.start and not unit.fixed else []
        printed = self.roster[uid]
        if printed.type in GROUND:
            out.append("ground")
            if printed.type == "artillery":
                out.append("guns")
            if (unit.base or unit.strength) < printed.strength:
                out.append("short")
            if unit.isolated:
                out.append("cut")
        return tuple(out)

    def _list(self, uid: str, side: str, was: tuple[str, ...], now: tuple[str, ...]) -> None:
        """A unit was removed from some of :attr:`lists` and added to others."""
        for what in was:
            if what not in now:
                self.lists[side, what] = tuple(u for u in self.lists[side, what] if u != uid)
        for what in now:
            if what not in was:
                self.lists[side, what] = self.in_order((*self.lists[side, what], uid))

    def _count(self, uid: str, unit: Any, by: int) -> None:
        """A unit entered a hex (+1) or left it (-1). A place that is not on the map, possible in a document,
        is ignored.
        """
        at = self.atlas.index.get(unit.at)
        if at is None:
            return
        if self.roster[uid].type == "infiltrator":
            _add(self.spies, unit.at, by)
        else:
            _add(self.stand[unit.side], at, by)

    def compared(self) -> dict[str, Any]:
        """Everything that must equal a newly built board."""
        return {
            **super().compared(),
            "stand": self.stand,
            "spies": self.spies,
            "lists": self.lists,
        }


def _add(counts: dict[K, int], key: K, by: int) -> None:
    """Add to a count; entries that reach zero are removed."""
    now = counts.get(key, 0) + by
    if now:
        counts[key] = now
    else:
        del counts[key]
