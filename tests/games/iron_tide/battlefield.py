"""Combats for the rule tests: units with chits that are known, and terse ways to declare, resolve and look at a combat.

Most stand around hex 3445: the defenders in it are Allied and the attackers come from the east, unless a test says
otherwise. Units: a regiment is given by the strength of its chit on its line, a battalion by its factor.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

from hexbench.engine.events import Noted, Resolved
from hexbench.engine.forecast import Forecast, OddsLine
from hexbench.engine.values import Action
from hexbench.games.iron_tide.combat import Engagement
from hexbench.games.iron_tide.post_combat import Aftermath
from hexbench.games.iron_tide.rules import ItRules
from tests.games.iron_tide.field import ALLIED, GERMAN, PLAIN, Situation, position
from tests.games.iron_tide.shipped import TABLES

D = "3445"
"""The hex under attack, and its neighbours by compass direction."""
E, NE, NW, W, SW, SE = "3446", "3546", "3545", "3444", "3345", "3346"
LETTERS = {"A": 1, "B": 3, "C": 5}
"""Letter -> place of its full strength in a kind of chit."""


def kind(strength: int, cup: str = "red", letter: str = "B") -> int:
    """The first kind of chit with this full strength on a line."""
    field = f"{letter.lower()}_full"
    found = [i for i, chit in enumerate(getattr(TABLES.chits, cup)) if getattr(chit, field) == strength]
    return found[0]


def number_of(cup: Sequence[int], chit: int) -> int:
    """The number to draw to get a kind of chit out of a cup."""
    return sum(cup[:chit]) + 1


def reg(at: str, side: str = GERMAN, chit: int | None = None, **facts: Any) -> dict[str, Any]:
    """A regiment. ``chit`` is the full strength of the chit under it (None: it has none yet)."""
    printed = {
        "side": side,
        "name": facts.pop("name", "1"),
        "nationality": facts.pop("nation", "german" if side == GERMAN else "us"),
        "type": facts.pop("type", "infantry"),
        "size": "regiment",
        "mobility": facts.pop("mobility", "N"),
        "movement": 4,
        "cup": facts.pop("cup", "red"),
        "letter": facts.pop("letter", "B"),
        "cadre_factor": facts.pop("cadre_factor", 1),
        "division": facts.pop("division", ""),
        "integrity": facts.pop("integrity", False),
        "elite": facts.pop("elite", False),
        "army": facts.pop("army", ""),
        "starts_reduced": facts.pop("starts_reduced", False),
        "restriction": facts.pop("restriction", ()),
    }
    if chit is not None:
        facts["chit"] = kind(chit, printed["cup"], printed["letter"])
    return {"at": at, "printed": printed, **facts}


def bn(at: str, side: str = GERMAN, factor: int = 1, **facts: Any) -> dict[str, Any]:
    """A battalion, infantry on foot unless said otherwise."""
    what = facts.pop("type", "infantry")
    mobility = facts.pop("mobility", "N" if what in ("infantry", "engineer", "security") else "M")
    printed = {
        "side": side,
        "name": facts.pop("name", "1"),
        "nationality": facts.pop("nation", "german" if side == GERMAN else "us"),
        "type": what,
        "size": "artillery" if what == "artillery" else "battalion",
        "mobility": mobility,
        "movement": 6,
        "factor": factor,
        "division": facts.pop("division", ""),
        "army": facts.pop("army", ""),
        "temporary_zoc": facts.pop("temporary_zoc", False),
        "restriction": facts.pop("restriction", ()),
    }
    return {"at": at, "printed": printed, **facts}


def tanks(at: str, side: str = GERMAN, factor: int = 1, **facts: Any) -> dict[str, Any]:
    """An armor battalion."""
    return bn(at, side, factor, type="armor", **facts)


def gun(at: str, side: str = GERMAN, factor: int = 1, **facts: Any) -> dict[str, Any]:
    """An artillery unit."""
    return bn(at, side, factor, type="artillery", **facts)


class Combat(Situation):
    """A position in a Combat Phase."""

    # ---- playing
    def attack(self, units: str, to: str = D) -> Self:
        """Declare an attack."""
        return self.act("attack", units, to)

    def resolve(self, *numbers: int) -> Self:
        """Make the attacks binding; the numbers are those needed until the next decision."""
        return self.act("declare", numbers=numbers)

    # ---- asking
    def unmet(self) -> list[tuple[str, tuple[str, ...]]]:
        """The rules and hexes against making the attacks binding."""
        return [(r.rule, r.hexes) for r in self.seat.refuse(Action("declare"))]

    def rules_against(self, verb: str, units: str = "", to: str = "", via: str = "") -> list[str]:
        """The ids of the clauses against an action, which must not be offered either."""
        found = [r.rule for r in self.reasons(verb, units, to, via)]
        assert found, f"{verb} {units} {to} is not refused"
        if not via:
            assert to not in self.targets(verb, *units.split())
        return found

    def is_offered(self, verb: str) -> bool:
        """Whether a verb is offered at all."""
        return verb in self.verbs

    def forecast(
        self, units: str = "", to: str = D, verb: str = "attack", side: str | None = None
    ) -> Forecast:
        """A forecast; by the umpire, who sees every chit, unless a side is named."""
        seat = self.rules.seat(self.state, side)
        found: Forecast | None = seat.forecast(Action(verb, tuple(units.split()), to))
        assert found is not None
        return found

    def line(self, units: str, to: str = D, verb: str = "attack") -> OddsLine:
        """The odds of an attack when every chit is known."""
        found = self.forecast(units, to, verb)
        assert len(found.lines) == 1
        return found.lines[0][1]

    @property
    def below(self) -> Any:
        """The step below the one that asks."""
        return self.state.stack[-2]

    @property
    def fought(self) -> OddsLine:
        """The odds of the combat whose dice were cast last."""
        for step in reversed(self.state.stack):
            if isinstance(step, Aftermath):
                return step.fought.line
            if isinstance(step, Engagement) and step.fought:
                return step.fought[-1].line
        raise AssertionError("no dice are cast")

    @property
    def result(self) -> str:
        """The result announced last."""
        return next(e.result for e in reversed(self.events) if isinstance(e, Resolved))

    @property
    def notes(self) -> list[str]:
        """The rules noted last, in order."""
        return [e.rule for e in self.events if isinstance(e, Noted)]

    def at(self, place: str) -> tuple[str, ...]:
        """Who stands in a hex or lies in a box."""
        return self.seat.board.units_at(place)


def combat(
    units: Mapping[str, Any],
    rules: ItRules = PLAIN,
    *,
    turn: str = "20AM",
    phasing: str = GERMAN,
    air: tuple[int, int] = (0, 0),
    **state: Any,
) -> Combat:
    """A position at the declaration of a Combat Phase. 20AM is overcast, without air points and long after surprise."""
    boxes = {GERMAN: {"ready": air[0]}, ALLIED: {"ready": air[1]}, "resupply": {"ready": 0}}
    found = position(units, rules, turn=turn, phase="combat", phasing=phasing, air=boxes, **state)
    return Combat(found.rules, found.outcome)


def shifts(line: OddsLine) -> dict[str, int]:
    """rule -> columns, of all shifts of a line."""
    out: dict[str, int] = {}
    for shift in line.shifts:
        out[shift.rule] = out.get(shift.rule, 0) + shift.by
    return out
