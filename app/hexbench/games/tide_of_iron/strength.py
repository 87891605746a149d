"""Attack strength: range bands (TI-RNG), firepower (TI-ATK-04, TI-ATK-05) and what halves it (B-FPR-3).

Every addend is a Term with the clause it comes from, so that what is shown is what is rolled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from hexbench.engine.forecast import Clause, Term
from hexbench.engine.seat import Seat
from hexbench.engine.values import Say, Value, say
from hexbench.games.tide_of_iron import effects, names
from hexbench.games.tide_of_iron.pieces import NONE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hexbench.games.tide_of_iron.decks import Mode
    from hexbench.games.tide_of_iron.pieces import Unit, Works
    from hexbench.games.tide_of_iron.rules import TiRules
    from hexbench.games.tide_of_iron.seat import Position, TiBoard, TiPlay, TiSeat
    from hexbench.games.tide_of_iron.tables import Weapon


# Officers: an officer counts for his own squad and for the others in its hex (B-CON-1).


def leads(rules: TiRules, unit: Unit) -> bool:
    """Whether a squad has an officer who can lead now; whether it is on foot is checked elsewhere."""
    return unit.has("officer") and (rules.options.officers == "always" or not unit.condition)


Kind = Literal["concentrated", "rally", "op_fire", "fire_move"]
"""How an attack comes about. A pinned squad's concentrated attack is a ``rally`` (TI-ABL-03)."""
Role = Literal["lead", "support"]
Band = Literal["close", "normal", "long", "out"]
BANDS: Final[tuple[Band, ...]] = ("close", "normal", "long", "out")
"""From the best to the worst (TI-CF-05)."""
VEHICLE: Final = ""
"""The key of a vehicle's own gun among its weapons."""


class Part(Value, frozen=True, kw_only=True):
    """A participating unit and its participating figures (TI-RNG-08); a vehicle has none."""

    unit: str
    figures: dict[str, int] = {}


class Aim(Value, frozen=True, kw_only=True):
    """The aim of an attack: a unit or, with an empty ``target``, every unit in ``hex`` (mortars only)."""

    kind: Kind
    target: str
    hex: str
    mode: Mode = "normal"

    @property
    def area(self) -> bool:
        """Whether it is aimed at a hex."""
        return not self.target


class Scene(NamedTuple):
    """The input of all strength calculations: a position or view, with its rules and board."""

    rules: TiRules
    s: Position
    board: TiBoard

    def works(self, hex_: str) -> Works:
        """The markers of a hex."""
        return self.s.works.get(hex_, NONE)

    def distance(self, uid: str, hex_: str) -> int:
        """Hexes from a unit to a hex (TI-RNG-02)."""
        return self.rules.atlas.distance(self.s.units[uid].at, hex_)


def scene(reader: TiSeat | TiPlay) -> Scene:
    """The scene of a seat or of a play."""
    if isinstance(reader, Seat):
        return Scene(reader.rules, reader.s, reader.board)
    return Scene(reader.rules, reader, reader.board)


# ---- facts about units -----------------------------------------------------------------------------------------------
def able(unit: Unit) -> bool:
    """Whether a squad may use the abilities of its specialization (TI-SPC-04)."""
    return not unit.condition


def abilities(sc: Scene, unit: Unit) -> tuple[str, ...]:
    """The abilities of a vehicle."""
    return () if unit.squad else sc.rules.vehicle(unit).abilities


def officer_in(sc: Scene, unit: Unit) -> bool:
    """Whether an officer of its side is in the unit's hex, in the same or another squad (B-CON-1)."""
    if not unit.on_map:
        return False
    units = sc.s.units
    return any(units[x].side == unit.side and leads(sc.rules, units[x]) for x in sc.board.units_at(unit.at))


def _sheltered_from_shock(sc: Scene, unit: Unit) -> bool:
    """Whether Concussive Firepower applies: a squad in a building hex or a pillbox (TI-ABL-16, B-ATK-13)."""
    if not unit.squad:
        return False
    return unit.shelter == "pillbox" or sc.rules.atlas.cell(unit.at).terrain == "building"


# ---- weapons and range -----------------------------------------------------------------------------------------------
def column(sc: Scene, aim: Aim) -> str:
    """Which of a unit's values applies: ``inf`` or ``veh`` (TI-RNG-01), for mortars the mode of attack (B-RNG-4)."""
    if aim.area:
        return aim.mode
    return "inf" if sc.s.units[aim.target].squad else "veh"


def weapons(sc: Scene, uid: str, aim: Aim) -> dict[str, Weapon]:
    """Kind of figure -> its weapon against that target; those without FPR are left out (TI-UNIT-13, B-AREA-3)."""
    unit = sc.s.units[uid]
    which = column(sc, aim)
    if not unit.squad:
        gun = getattr(sc.rules.vehicle(unit), which, None)
        return {VEHICLE: gun} if gun is not None and gun.fpr else {}
    printed = sc.rules.tables.nations[unit.side].figures
    found = {kind: getattr(printed[kind], which) for kind in unit.figures if kind in printed}
    return {kind: gun for kind, gun in found.items() if gun is not None and gun.fpr}


def reach(sc: Scene, uid: str, gun: Weapon, aim: Aim) -> tuple[Term, ...]:
    """The range of a weapon in hexes, with its bonuses (TI-RNG-09, TI-ABL-16, B-ATK-9)."""
    unit, rules = sc.s.units[uid], sc.rules
    base = Term(say=say("Range"), amount=gun.range, clauses=(Clause(say("printed"), "TI-UNIT-01"),), unit=uid)
    out = [base]
    target = None if aim.area else sc.s.units[aim.target]
    if target is not None and unit.squad and not target.squad:
        if unit.specialization and able(unit):
            own = rules.tables.specializations[unit.specialization].veh_base_range
            if own > gun.range:
                out.append(_longer(uid, say("Anti-tank weapons"), own - gun.range, "TI-SPC-09"))
        issued = effects.veh_base_range(sc.s, uid)
        if issued is not None and issued > sum(t.amount for t in out):
            out.append(_longer(uid, say("By card"), issued - sum(t.amount for t in out), "M-05"))
    if (
        target is not None
        and "concussive_firepower" in abilities(sc, unit)
        and _sheltered_from_shock(sc, target)
    ):
        out.append(_longer(uid, say("Concussive Firepower"), CONCUSSIVE, "TI-ABL-16"))
    if gun.range and above(rules, unit.at, aim.hex):
        out.append(_longer(uid, say("From higher ground"), 1, "TI-RNG-09"))
    return tuple(out)


CONCUSSIVE: Final = 3
"""The bonus of Concussive Firepower to range and FPR (TI-ABL-16)."""


def _longer(uid: str, what: Say, by: int, rule: str) -> Term:
    return Term(say=what, amount=by, clauses=(Clause(say("{n} more range", n=by), rule),), unit=uid)


def above(rules: TiRules, at: str, other: str) -> bool:
    """Whether a hex is higher than another (TI-RNG-09)."""
    return rules.atlas.cell(at).elevation > rules.atlas.cell(other).elevation


def farthest(rules: TiRules, range_: int, *, high: bool) -> int:
    """The limit of long range (TI-RNG-05); ``range_`` includes the bonus for higher ground if ``high`` (B-RNG-3)."""
    return 2 * range_ - (high and rules.options.height_bonus == "once")


def _band_at(distance: int, range_: int, most: int) -> Band:
    """The band of a distance (TI-RNG-03 to TI-RNG-06, B-RNG-1); ``most`` is from :func:`farthest`. The same hex is close range
    too (B-RNG-2).
    """
    if distance <= 1:
        return "close"
    if distance <= range_:
        return "normal"
    return "long" if distance <= most else "out"


def bands(sc: Scene, uid: str, aim: Aim) -> dict[str, Band]:
    """Kind of figure -> its range band to the target."""
    distance, high = sc.distance(uid, aim.hex), above(sc.rules, sc.s.units[uid].at, aim.hex)
    out: dict[str, Band] = {}
    for kind, gun in weapons(sc, uid, aim).items():
        range_ = sum(term.amount for term in reach(sc, uid, gun, aim))
        out[kind] = _band_at(distance, range_, farthest(sc.rules, range_, high=high and gun.range > 0))
    return out


def band_of(sc: Scene, part: Part, aim: Aim) -> Band:
    """The band of a unit: that of its figure with the lowest range (TI-RNG-07)."""
    found = bands(sc, part.unit, aim)
    used = part.figures or (VEHICLE,)
    return worst(*(found.get(kind, "out") for kind in used))


def worst(*found: Band) -> Band:
    """The least favourable band (TI-CF-05)."""
    return max(found, key=BANDS.index, default="out")


# ---- firepower -------------------------------------------------------------------------------------------------------
def by_the_hex(sc: Scene, unit: Unit, *, smoke: bool = True) -> list[Clause]:
    """The halvings of a unit's FPR due to the markers in its hex and its own damage (B-FPR-3)."""
    out = []
    works = sc.works(unit.at)
    if works.razor_wire and unit.squad:
        out.append(Clause(say("in razor wire"), "TI-FORT-11"))
    if works.minefield:
        out.append(Clause(say("in a minefield"), "TI-FORT-23"))
    if works.smoke and smoke:
        out.append(Clause(say("in smoke"), "TI-SMK-03"))
    if unit.damage == "heavy":
        out.append(Clause(say("heavily damaged"), "TI-ATK-24"))
    return out


def halvings(sc: Scene, uid: str, kind: Kind, role: Role) -> list[Clause]:
    """Every cause that halves a unit's FPR in an attack (B-FPR-3); with two it may not take part (TI-OPF-09)."""
    out = by_the_hex(sc, sc.s.units[uid])
    if role == "support":
        out.append(Clause(say("supporting"), "TI-CF-04"))
    elif kind == "fire_move":
        out.append(Clause(say("Fire and Movement"), "TI-ACT-10"))
    elif kind == "rally":
        out.append(Clause(say("rallied"), "TI-CON-04"))
    return out


def firepower(sc: Scene, part: Part, aim: Aim, role: Role) -> tuple[Term, ...]:
    """What a unit adds to the attack: figures, bonuses, then the halving, rounded up (B-FPR-1, B-FPR-2)."""
    uid = part.unit
    out = printed(sc, part, weapons(sc, uid, aim))
    causes = halvings(sc, uid, aim.kind, role)
    # bonuses never create dice from nothing (B-RNG-5)
    more = bonuses(sc, uid, aim, role) if sum(t.amount for t in out) else []
    return halved_with(sc, uid, out, more, causes)


def printed(sc: Scene, part: Part, guns: Mapping[str, Weapon]) -> list[Term]:
    """The printed FPR of the figures that take part (TI-ATK-05)."""
    unit = sc.s.units[part.unit]
    rule = (Clause(say("printed FPR"), "TI-ATK-05"),)
    if not unit.squad:
        gun = guns.get(VEHICLE)
        return [Term(say=say("its gun"), amount=gun.fpr, clauses=rule, unit=part.unit)] if gun else []
    return [
        Term(
            say=names.figures({kind: n}),
            amount=n * guns[kind].fpr,
            clauses=rule,
            unit=part.unit,
        )
        for kind, n in part.figures.items()
        if kind in guns
    ]


def bonuses(sc: Scene, uid: str, aim: Aim, role: Role) -> list[Term]:
    """The bonuses from abilities and cards, before any halving."""
    unit = sc.s.units[uid]
    out: list[Term] = []
    target = None if aim.area else sc.s.units[aim.target]
    if unit.specialization and able(unit) and target is not None:
        token = sc.rules.tables.specializations[unit.specialization]
        if token.veh_fpr_bonus and not target.squad:
            out.append(bonus(uid, say("Anti-tank weapons"), token.veh_fpr_bonus, "TI-SPC-09"))
    if role == "lead" and target is not None and flaming(sc, uid, aim.hex):
        more = sc.rules.tables.specializations[unit.specialization].adjacent_fpr_bonus
        out.append(bonus(uid, say("Flamethrower"), more, "TI-SPC-11"))
    if (
        target is not None
        and "concussive_firepower" in abilities(sc, unit)
        and _sheltered_from_shock(sc, target)
    ):
        out.append(bonus(uid, say("Concussive Firepower"), CONCUSSIVE, "TI-ABL-16"))
    if target is not None:
        for by, card in effects.fpr_bonus(sc.s, uid, "inf" if target.squad else "veh"):
            out.append(bonus(uid, say("{card}", card=sc.rules.card(card).title), by, "M-05"))
    return out


def flaming(sc: Scene, uid: str, hex_: str) -> bool:
    """Whether Flaming Death applies for an attacker against that hex (TI-SPC-11, TI-SPC-04)."""
    unit = sc.s.units[uid]
    if not unit.specialization or not able(unit) or not unit.on_map:
        return False
    token = sc.rules.tables.specializations[unit.specialization]
    return bool(token.adjacent_fpr_bonus) and sc.distance(uid, hex_) <= 1


def bonus(uid: str, what: Say, by: int, rule: str) -> Term:
    """A bonus to FPR."""
    return Term(say=what, amount=by, clauses=(Clause(say("{n} more FPR", n=by), rule),), unit=uid)


def halved_with(
    sc: Scene, uid: str, terms: list[Term], more: list[Term], causes: list[Clause]
) -> tuple[Term, ...]:
    """The printed FPR and the bonuses ``more``, with their halving; an option adds bonuses unhalved (B-FPR-1)."""
    if sc.rules.options.halved_bonuses == "whole" and len(causes) == 1:
        return (*halved(uid, terms, causes), *more)
    return halved(uid, terms + more, causes)


def halved(uid: str, terms: list[Term], causes: list[Clause]) -> tuple[Term, ...]:
    """With one cause half, rounded up (TI-OPF-10); with more than one, nothing (TI-OPF-09)."""
    full = sum(t.amount for t in terms)
    if not causes or not full:
        return tuple(terms)
    if len(causes) > 1:
        return (*terms, Term(say=say("Halved more than once"), amount=-full, clauses=tuple(causes), unit=uid))
    half = Term(say=say("Half, rounded up"), amount=-(full // 2), clauses=tuple(causes), unit=uid)
    return (*terms, half)
