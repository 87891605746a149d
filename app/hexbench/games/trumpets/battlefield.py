"""Turn a combat on the map into a Fight: units, artillery in range, hexsides (TT-GEN-01, TT-REC-08)."""

from __future__ import annotations

from collections.abc import Iterator
from sys import intern
from typing import TYPE_CHECKING

from hexbench.engine.values import Reason, Value, counted, say
from hexbench.games.trumpets.fight import Base, Built, Fight, Fighter, Gun, Kind, Water
from hexbench.games.trumpets.mission import Works
from hexbench.games.trumpets.pieces import FOE, Side, scaled

if TYPE_CHECKING:
    from hexbench.games.trumpets.rules import TtRules
    from hexbench.games.trumpets.seat import Position, TtBoard

FLAGGED = 3
"""How many other eligible units must support the same combat for time on target (TT-REC-08)."""


class Backing(Value, frozen=True, kw_only=True):
    """The support of one side of a combat: artillery, those units firing time on target, and air points."""

    guns: tuple[str, ...] = ()
    tots: tuple[str, ...] = ()
    air: int = 0


NONE = Backing()
"""No support."""


def settled(backing: Backing) -> Backing:
    """The same support, or the constant ``NONE`` if it is empty. Packed positions leave out what *is* a
    default, so support that was chosen and then withheld must not make the position differ.
    """
    return NONE if backing == NONE else backing


class Plan(Value, frozen=True, kw_only=True):
    """An attack: target hex, units, kind and support. An empty hex means that there is no attack."""

    hex: str = ""
    units: tuple[str, ...] = ()
    kind: Kind = "normal"
    backing: Backing = NONE


# ---- the place -------------------------------------------------------------------------------------------------------
def base_of(rules: TtRules, at: str) -> Base:
    """The base terrain of a hex (TT-TER-35)."""
    # interned, because packed positions leave out what *is* a default
    found: Base = intern(rules.atlas.cell(at).terrain)  # type: ignore[assignment]
    return found


def built_at(rules: TtRules, at: str) -> Built:
    """The village, town or city on it."""
    features = rules.atlas.cell(at).features
    kinds: tuple[Built, ...] = ("city", "town", "village")
    return next((kind for kind in kinds if kind in features), "")


def water_between(rules: TtRules, a: str, b: str) -> Water:
    """The water an attack between adjacent hexes crosses. A bridge makes no difference."""
    kinds = rules.atlas.kinds(a, b)
    return "river" if "river" in kinds else "stream" if "stream" in kinds else ""


def turn_name(s: Position) -> str:
    """The current turn as written, such as "16MO"."""
    return s.mission.turns[s.turn - 1]


def day_of(s: Position) -> int:
    """The day of the month."""
    return int(turn_name(s)[:-2])


def in_squall(s: Position, at: str) -> bool:
    """Whether a hex lies in a Snow Squall area now (TT-GEN-08)."""
    return at in s.mission.squalls.get(turn_name(s), ())


# ---- units -----------------------------------------------------------------------------------------------------------
def attack_factor(rules: TtRules, s: Position, uid: str) -> int:
    """The AF of a unit at its remaining steps (TT-REC-11)."""
    template = rules.template(s.mission.units[uid])
    return scaled(template.af, template.steps - s.units[uid].lost, template.steps)


def fighter(rules: TtRules, s: Position, uid: str, towards: str = "") -> Fighter:
    """A unit on the map as a Fighter; ``towards`` is the hex it attacks."""
    unit, printed = s.units[uid], s.mission.units[uid]
    template = rules.template(printed)
    left = template.steps - unit.lost
    return Fighter(
        unit=uid,
        name=printed.name,
        side=printed.side,
        nation=printed.nation,
        division=printed.division,
        category=template.category,
        tags=tuple(sorted(rules.tags(printed))),
        af=scaled(template.af, left, template.steps),
        df=scaled(template.df, left, template.steps),
        er=printed.er,
        at=unit.at,
        water=water_between(rules, unit.at, towards) if towards else "",
        ground=base_of(rules, unit.at),
        supplied=unit.supplied,
        linked=unit.linked,
    )


def gun(rules: TtRules, s: Position, uid: str, *, tot: bool = False) -> Gun:
    """Artillery on the map as a Gun firing in support."""
    printed = s.mission.units[uid]
    template = rules.template(printed)
    left = template.steps - s.units[uid].lost
    factor = scaled(template.fa or template.nw, left, template.steps)
    return Gun(
        unit=uid,
        name=printed.name,
        kind="fa" if template.fa else "nw",
        factor=factor,
        tot=factor if tot else 0,
    )


def enemies_at(s: Position, board: TtBoard, side: str, at: str) -> tuple[str, ...]:
    """The enemies of a side in a hex: all of them defend (TT-GEN-01, TT-AMB-31)."""
    here = board.units_at(at)
    return here if here and s.units[here[0]].side != side else ()


def fight_of(
    rules: TtRules, s: Position, board: TtBoard, side: Side, plan: Plan, defence: Backing = NONE
) -> Fight:
    """The Fight that results from one side's plan and the defenders' support."""
    foe = FOE[side]
    at = plan.hex
    back = plan.backing
    return Fight(
        kind=plan.kind,
        attackers=tuple(fighter(rules, s, uid, at) for uid in plan.units),
        defenders=tuple(fighter(rules, s, uid) for uid in enemies_at(s, board, side, at)),
        attacking_guns=tuple(gun(rules, s, u, tot=u in back.tots) for u in back.guns),
        defending_guns=tuple(gun(rules, s, u, tot=u in defence.tots) for u in defence.guns),
        attacking_aircraft=back.air,
        defending_aircraft=defence.air,
        base=base_of(rules, at),
        built=built_at(rules, at),
        works=s.works.get(at, Works()).serving(foe),
        turn=intern(turn_name(s)),
        weather=s.weather,
        squall=in_squall(s, at),
    )


def near_front_line(
    rules: TtRules, s: Position, board: TtBoard, side: str, without: tuple[str, ...] = ()
) -> frozenset[str]:
    """The hexes adjacent to front line enemies of a side; hexes in ``without`` are ignored (TT-RET-03,
    TT-ADV-10).
    """
    out: set[str] = set()
    front = rules.front_units(s.mission)
    for at, here in board.at.items():
        if at[0] == "#" or at in without or s.units[here[0]].side == side:
            continue
        if not front.isdisjoint(here):
            out.update(rules.atlas.near[at])
    return frozenset(out)


# ---- artillery and aircraft (TT-REC-08, TT-REC-10) --------------------------------------------------------------------
def why_not_fire(rules: TtRules, s: Position, side: str, at: str, uid: str) -> Iterator[Reason]:
    """Why a unit may not fire in support of a combat in a hex."""
    unit = s.units.get(uid)
    if unit is None:
        yield rules.missing(f"unit {uid}")
        return
    printed = s.mission.units[uid]
    template = rules.template(printed)
    name = rules.title(printed)
    if unit.side != side:
        yield Reason("TT-SEQ-02", say("{unit} is not yours.", unit=name), unit.spot)
    if not unit.on_map:
        yield Reason("TT-SEQ-02", say("{unit} is not on the map.", unit=name))
        return
    if not template.fa and not template.nw:
        yield Reason("TT-REC-08", say("{unit} is not an artillery unit.", unit=name), unit.spot)
        return
    if unit.fired:
        yield Reason("TT-REC-08", say("{unit} has already fired this turn.", unit=name), unit.spot)
    if at and (far := rules.atlas.distance(unit.at, at)) > template.range:
        text = say("{hex} is {n} hexes from {unit}, out of range.", hex=at, n=far, unit=name)
        yield Reason("TT-REC-08", text, (unit.at, at))


def guns_for(rules: TtRules, s: Position, side: str, at: str) -> tuple[str, ...]:
    """The artillery of a side that may support a combat in a hex, in the order of battle."""
    return tuple(
        uid
        for uid, unit in s.units.items()
        if unit.side == side
        and unit.at[:1] != "#"
        and not unit.fired
        and (reach := rules.template(s.mission.units[uid]).range)
        and rules.atlas.distance(unit.at, at) <= reach
    )


def why_not_tot(rules: TtRules, s: Position, back: Backing, uid: str) -> Iterator[Reason]:
    """Why artillery that supports a combat may not fire time on target in it."""
    unit, printed = s.units[uid], s.mission.units[uid]
    name = rules.title(printed)
    if not rules.fires_tot(printed):
        yield Reason("TT-REC-08", say("{unit} cannot fire time on target.", unit=name), unit.spot)
    if uid not in back.guns:
        yield Reason("TT-REC-08", say("{unit} is not supporting this combat.", unit=name), unit.spot)
    if unit.tot_day == day_of(s):
        text = say("{unit} has already fired time on target today.", unit=name)
        yield Reason("TT-REC-08", text, unit.spot)
    others = sum(rules.fires_tot(s.mission.units[u]) for u in back.guns if u != uid)
    if others < FLAGGED:
        text = counted(
            others,
            say("Time on target needs three other eligible units in the same combat; there is one."),
            say(
                "Time on target needs three other eligible units in the same combat; there are {n}.", n=others
            ),
        )
        yield Reason("TT-REC-08", text)


def why_not_fly(rules: TtRules, s: Position, side: str, back: Backing) -> Iterator[Reason]:
    """Why one more air point may not be sent (TT-REC-10)."""
    if s.weather != "Clear" or turn_name(s)[-2:] in ("PD", "EV"):
        yield Reason(
            "TT-REC-10", say("Aircraft fly only on day turns when the weather is Clear, not Overcast.")
        )
    if s.air_left.get(side, 0) <= back.air:
        yield Reason("TT-REC-10", say("There are no air points left this turn."))
