"""What protects a target: cover, armour (TI-ATK-06, TI-ATK-07, B-ATK-3), and the dice that come of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexbench.engine.forecast import Clause, Pool, Tally, Term
from hexbench.engine.values import Say, counted, say
from hexbench.games.tide_of_iron import effects, operations
from hexbench.games.tide_of_iron.strength import Scene, abilities, able, flaming, officer_in

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.decks import Mode
    from hexbench.games.tide_of_iron.pieces import Unit


def defence(sc: Scene, uid: str, mode: Mode, leader: str = "") -> Tally:
    """The defence strength of a unit under fire, term by term. ``leader`` fires at it, when somebody does at all."""
    unit = sc.s.units[uid]
    terms = cover(sc, uid, mode)
    terms += _scorched(sc, uid, leader, terms)
    terms += armour(sc, unit, uid)
    return Tally(say=say("Defence of {unit}", unit=sc.rules.title(unit)), terms=tuple(terms), side=unit.side)


def cover(sc: Scene, uid: str, mode: Mode) -> list[Term]:
    """The cover of a unit (B-ATK-3): ground, smoke, obstacle, its own fortification, abilities."""
    unit = sc.s.units[uid]
    out = ground_cover(sc, unit.at, squads=unit.squad)
    if not unit.squad:
        return out
    if unit.shelter:
        out.append(fort(sc, unit, uid))
    if mode == "suppressive":
        elite = unit.figures.get("elite", 0)
        if elite:
            out.append(
                term(
                    counted(elite, say("1 elite figure"), say("{n} elite figures", n=elite)),
                    elite,
                    "TI-ABL-01",
                    uid,
                )
            )
        if officer_in(sc, unit):
            out.append(term(say("Officer in the hex"), 1, "TI-ABL-04", uid))
        for by, card in effects.cover_parts(sc.s, uid):
            out.append(term(say("{card}", card=sc.rules.card(card).title), by, "M-05", uid))
    elif bandage := bandaged(sc, unit):
        out.append(term(say("Medics in the hex"), bandage, "TI-SPC-14", uid))
    return out


def ground_cover(sc: Scene, hex_: str, *, squads: bool) -> list[Term]:
    """What the hex itself gives; obstacles give squads alone (TI-FORT-17)."""
    out = []
    works, worth = sc.works(hex_), sc.rules.tables.marker_cover
    terrain = operations.terrain(sc.rules, sc.s, sc.rules.atlas.cell(hex_).terrain)
    if terrain.cover:
        out.append(term(say("{ground}", ground=terrain.title), terrain.cover, "TI-ATK-06"))
    if works.smoke:
        out.append(term(say("Smoke"), worth["smoke"], "TI-SMK-02"))
    if works.tank_trap and squads:
        out.append(term(say("Tank trap"), worth["tank_trap"], "TI-FORT-17"))
    return out


def fort(sc: Scene, unit: Unit, uid: str) -> Term:
    """The fortification that a squad is inside of."""
    title, rule = (
        (say("Pillbox"), "TI-FORT-08") if unit.shelter == "pillbox" else (say("Entrenchment"), "TI-FORT-07")
    )
    return term(title, sc.rules.tables.marker_cover[unit.shelter], rule, uid)


def bandaged(sc: Scene, unit: Unit) -> int:
    """Cover by a medic squad in the hex that is able to help; several do not add up (TI-SPC-14, B-ATK-10)."""
    units, tokens = sc.s.units, sc.rules.tables.specializations
    helpers = (
        units[x] for x in sc.board.units_at(unit.at) if units[x].side == unit.side and units[x].specialization
    )
    return max((tokens[m.specialization].cover_vs_normal for m in helpers if able(m)), default=0)


def _scorched(sc: Scene, uid: str, leader: str, terms: list[Term]) -> list[Term]:
    """Flaming Death takes cover away, down to nothing; armour is not touched (TI-SPC-12, TI-SPC-13, B-ATK-5)."""
    unit = sc.s.units[uid]
    if not leader or not flaming(sc, leader, unit.at):
        return []
    return burnt(sc, leader, terms)


def burnt(sc: Scene, leader: str, terms: list[Term]) -> list[Term]:
    """What a flamethrower leaves of that cover."""
    token = sc.rules.tables.specializations[sc.s.units[leader].specialization]
    less = min(sum(t.amount for t in terms), -token.target_cover_delta)
    return [term(say("Flamethrower"), -less, "TI-SPC-12", leader)] if less else []


def armour(sc: Scene, unit: Unit, uid: str) -> list[Term]:
    """The armour value of a vehicle; any damage takes one off (TI-ATK-23, TI-ATK-24, B-ATK-6)."""
    if unit.squad:
        return []
    av = sc.rules.vehicle(unit).av
    out = [term(say("Armour"), av, "TI-ATK-06", uid)] if av else []
    if unit.damage and av:
        out.append(term(say("Damaged"), -1, "TI-ATK-24" if unit.damage == "heavy" else "TI-ATK-23", uid))
    return out


def red_pool(sc: Scene, uid: str, dice: int) -> Pool:
    """The red dice of a unit (TI-ATK-13); Thick Armor mends one that failed, unasked (TI-ABL-24, B-ATK-12)."""
    thick = "thick_armor" in abilities(sc, sc.s.units[uid])
    return Pool(say=say("Defence dice"), dice=dice, wins=sc.rules.tables.success.red, mended=int(thick))


def term(what: Say, amount: int, rule: str, unit: str = "") -> Term:
    """One line of a defence."""
    return Term(
        say=what,
        amount=amount,
        clauses=(Clause(say("cover") if amount > 0 else say("less"), rule),),
        unit=unit,
    )
