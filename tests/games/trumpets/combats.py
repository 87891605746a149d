"""Combats made by hand for the rule tests, on no map at all."""

from __future__ import annotations

from typing import Any

from hexbench.engine.events import Resolved
from hexbench.engine.forecast import OddsLine
from hexbench.engine.values import Action
from hexbench.games.trumpets.fight import Fight, Fighter, Gun
from hexbench.games.trumpets.mission import Works
from hexbench.games.trumpets.pieces import ALLIED, GERMAN, Printed
from hexbench.games.trumpets.rules import Options
from hexbench.games.trumpets.strength import Reckoning, reckon
from tests.games.trumpets.field import PLAIN, Situation, country, inf, position
from tests.games.trumpets.shipped import TABLES


def one(kind: str, side: str = GERMAN, **facts: Any) -> Fighter:
    """A unit of a type, ER 5, in hex "A" over dry ground, unless facts say otherwise."""
    template = TABLES.templates[kind]
    nation = facts.pop("nation", "german" if side == GERMAN else "american")
    printed = Printed(side=side, nation=nation, name=kind, type=kind, division="", er=5)  # type: ignore[arg-type]
    told: dict[str, Any] = {
        "unit": kind,
        "name": kind,
        "side": side,
        "nation": nation,
        "category": template.category,
        "tags": tuple(sorted(PLAIN.tags(printed))),
        "af": template.af,
        "df": template.df,
        "er": 5,
        "at": "A",
        **facts,
    }
    return Fighter(**told)


def foe(kind: str = "inf_bn", **facts: Any) -> Fighter:
    """An American unit."""
    return one(kind, ALLIED, **facts)


def cannon(factor: int = 3, kind: str = "fa", tot: int = 0) -> Gun:
    """Artillery of a factor."""
    return Gun(unit="gun", name="gun", kind=kind, factor=factor, tot=tot)  # type: ignore[arg-type]


def fight(attackers: Any, defenders: Any = (), **facts: Any) -> Fight:
    """A combat in the clear by day, on 19MO, when neither surprise nor scare is about. Single units may stand alone."""
    side = attackers if isinstance(attackers, tuple) else (attackers,)
    other = defenders if isinstance(defenders, tuple) else (defenders,)
    return Fight(attackers=side, defenders=other or (foe(),), **{"turn": "19MO", **facts})


def reckoned(f: Fight, **options: Any) -> Reckoning:
    """It reckoned with options that differ from the defaults."""
    return reckon(f, TABLES, Options(**options))


def line(f: Fight, rule: str, **options: Any) -> tuple[int, int]:
    """(columns, drm) that come from one clause."""
    found = [one for one in reckoned(f, **options).lines if one.rule == rule]
    return (
        sum(one.amount for one in found if one.of == "shift"),
        sum(one.amount for one in found if one.of == "drm"),
    )


def sums(f: Fight, **options: Any) -> tuple[int, int]:
    """(net shift, net drm)."""
    found = reckoned(f, **options)
    return found.shift, found.drm


def top(now: Situation) -> Any:
    """The innermost step of a position."""
    return now.state.stack[-1]


def odds(now: Situation, action: Action | None = None) -> OddsLine:
    """The odds of the attack that is prepared, or of another action."""
    found = now.seat.forecast(action or Action("fight"))
    assert found is not None
    return found.lines[0][1]


def position_of(key: str) -> Works:
    """A position by its column of the chart."""
    return Works(road_block=True) if key == "RB" else Works(main=key)  # type: ignore[arg-type]


# ---- on the map ------------------------------------------------------------------------------------------------
EVEN = {"a": inf("1412"), "b": inf("1412"), "d": inf("1512", ALLIED, name="d")}
"""8 to 5: 3-2 on an ordinary day."""


def roll(
    units: dict[str, Any], attackers: str, dice: list[int], rules: Any = PLAIN, **state: Any
) -> Situation:
    """Units attack 1512 with these dice: red and white."""
    now = position(units, rules, phase="combat", **{"turn": "18MO", **state})
    return now.act("attack", attackers, "1512").act("fight", numbers=dice)


def result(now: Situation) -> str:
    """The result of the combat as it was told."""
    return next(e.result for e in now.events if isinstance(e, Resolved))


def steps(now: Situation, *uids: str) -> list[int]:
    """The steps units have lost."""
    return [now[uid].lost for uid in uids]


ROAD = country(roads=("1312 1412 1512",))
"""A road from the attackers' hex into that of the defenders."""
