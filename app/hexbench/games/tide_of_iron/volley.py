"""An attack as dice: strengths, defence (cover, armour: TI-ATK-06, TI-ATK-07, B-ATK-3), pools and odds.

Forecasts use the same values that are rolled (B-FPR-1).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import gcd
from typing import TYPE_CHECKING, NamedTuple

from hexbench.engine.display import Light
from hexbench.engine.forecast import Clause, Fan, Forecast, OddsLine, Pool, Tally, Term, surplus
from hexbench.engine.values import Say, counted, say
from hexbench.games.tide_of_iron import effects, results
from hexbench.games.tide_of_iron.firing import hidden
from hexbench.games.tide_of_iron.strength import (
    BANDS,
    Aim,
    Band,
    Part,
    Role,
    Scene,
    abilities,
    able,
    band_of,
    bands,
    firepower,
    flaming,
    officer_in,
    worst,
)

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.decks import Mode
    from hexbench.games.tide_of_iron.pieces import Unit


class Facing(NamedTuple):
    """A unit under attack: its defence strength, and the dice it rolls."""

    unit: str
    defence: Tally
    red: Pool


class Volley(NamedTuple):
    """Everything about an attack before its dice are rolled."""

    mode: Mode
    band: str
    strength: Tally
    black: Pool
    facing: tuple[Facing, ...]


def volley(sc: Scene, aim: Aim, parts: Sequence[Part]) -> Volley:
    """The dice of an attack; the first part leads (TI-ATK-04, TI-ATK-09)."""
    terms = [t for i, part in enumerate(parts) for t in firepower(sc, part, aim, "support" if i else "lead")]
    side = sc.s.units[parts[0].unit].side
    strength = Tally(say=say("Attack strength"), terms=tuple(terms), side=side)
    band = worst(*(band_of(sc, part, aim) for part in parts))
    black = black_pool(strength.total, wins(sc, aim, band))
    units = area_targets(sc, aim.hex) if aim.area else (aim.target,)
    leader = "" if aim.area else parts[0].unit
    return Volley(aim.mode, band, strength, black, faced(sc, units, aim.mode, leader))


def black_pool(dice: int, faces: tuple[int, ...]) -> Pool:
    """The attack dice."""
    return Pool(say=say("Attack dice"), dice=dice, wins=faces)


def wins(sc: Scene, aim: Aim, band: Band) -> tuple[int, ...]:
    """The faces on which an attack die succeeds (TI-ATK-10 to -12, TI-AREA-03, TI-ABL-10); none out of range."""
    table = sc.rules.tables.success
    if aim.area:
        return {"long": table.area_mortar_long, "out": ()}.get(band, table.area)
    return {"close": table.close, "normal": table.normal, "long": table.long, "out": ()}[band]


def area_targets(sc: Scene, hex_: str) -> tuple[str, ...]:
    """Every unit in a hex, friend and foe, except concealed squads (TI-AREA-01, B-AREA-2, TI-CNC-02)."""
    units = sc.s.units
    return tuple(x for x in sc.board.units_at(hex_) if not hidden(units[x]))


def faced(sc: Scene, units: Iterable[str], mode: Mode, leader: str = "") -> tuple[Facing, ...]:
    """The defence of every unit that an attack of that kind can harm (TI-AREA-04, TI-AREA-05)."""
    out = []
    for uid in units:
        if mode == "suppressive" and not sc.s.units[uid].squad:
            continue
        tally = defence(sc, uid, mode, leader)
        out.append(Facing(uid, tally, red_pool(sc, uid, tally.total)))
    return tuple(out)


# ---- odds ------------------------------------------------------------------------------------------------------------
def foresee(sc: Scene, one: Volley) -> Forecast:
    """The exact odds of an attack: hits and results, for each unit it can harm and for all together."""
    black = one.black.ways()
    fates = [fate(sc, facing, one.mode) for facing in one.facing]
    joint = [[_results(by_hits, n) for n in range(len(black))] for by_hits in fates]
    fans = [Fan(say=say("Successes"), results=named(black), ways=sum(black))]
    for facing, odds in zip(one.facing, joint, strict=True):
        fans += _fans(sc, facing, odds, black)
    found: dict[str, int] = {}
    for n, weight in enumerate(black):
        for name, count in _together([odds[n] for odds in joint]).items():
            found[name] = found.get(name, 0) + weight * count
    results_, ways = reduced(found)
    line = OddsLine(
        attack=one.black.dice,
        defence=sum(f.red.dice for f in one.facing),
        ratio="",
        row=one.mode,
        column=one.band,
        results=results_,
        ways=ways,
        tallies=(one.strength, *(f.defence for f in one.facing)),
        pools=(one.black, *(f.red for f in one.facing)),
        fans=tuple(fans),
    )
    return Forecast(((1, line),), results.ATTACK, lit(sc, one))


def lit(sc: Scene, one: Volley) -> tuple[tuple[str, tuple[Light, ...]], ...]:
    """The highlights in the table of hits: the row of each target, and the numbers of hits possible."""
    lights: list[Light] = []
    for facing in one.facing:
        unit = sc.s.units[facing.unit]
        row = results.row_of(sc.rules, unit, one.mode)
        if row is None:
            continue
        most = min(one.black.dice, results.most(sc.rules))
        lights.append(Light(row, -1, "band", sc.rules.title(unit)))
        lights += [Light(row, n, "to") for n in range(most)]
    return ((results.RESULTS, tuple(dict.fromkeys(lights))),)


def reduced(found: Mapping[str, int]) -> tuple[tuple[tuple[str, int], ...], int]:
    """Results with their ways in lowest terms, and the total of ways."""
    common = gcd(*found.values()) or 1
    out = tuple((name, n // common) for name, n in found.items() if n)
    return out, sum(n for _, n in out)


def fate(sc: Scene, facing: Facing, mode: Mode) -> list[tuple[int, list[str]]]:
    """(ways, result for 0, 1, 2, ... attack successes) for each number of red successes."""
    unit = sc.s.units[facing.unit]
    most = 40
    names = [results.result(sc.rules, unit, mode, hits).name for hits in range(most)]
    return [(ways, [names[0]] * red + names) for red, ways in enumerate(facing.red.ways())]


def _results(by_red: list[tuple[int, list[str]]], successes: int) -> dict[str, int]:
    out: dict[str, int] = {}
    for ways, names in by_red:
        name = names[min(successes, len(names) - 1)]
        out[name] = out.get(name, 0) + ways
    return out


def _together(odds: list[dict[str, int]]) -> dict[str, int]:
    """The joint distribution of results, joined in order with commas."""
    out = {"": 1}
    for one in odds:
        out = {f"{a}, {b}" if a else b: n * m for a, n in out.items() for b, m in one.items()}
    return out if odds else {results.NOTHING: 1}


def _fans(sc: Scene, facing: Facing, odds: list[dict[str, int]], black: Sequence[int]) -> list[Fan]:
    name = sc.rules.title(sc.s.units[facing.unit])
    hits = surplus(black, facing.red.ways())
    found: dict[str, int] = {}
    for n, weight in enumerate(black):
        for result, ways in odds[n].items():
            found[result] = found.get(result, 0) + weight * ways
    fates, ways = reduced(found)
    return [
        Fan(say=say("Hits on {unit}", unit=name), results=named(hits), ways=sum(hits), unit=facing.unit),
        Fan(say=say("What happens to {unit}", unit=name), results=fates, ways=ways, unit=facing.unit),
    ]


def named(ways: Sequence[int]) -> tuple[tuple[str, int], ...]:
    """Numbers as results."""
    return tuple((str(n), count) for n, count in enumerate(ways) if count)


# ---- sensible defaults ---------------------------------------------------------------------------------------------
def best_figures(sc: Scene, aim: Aim, before: Sequence[Part], uid: str) -> dict[str, int]:
    """The best figures of a unit for an attack: those with a short range are left out if they would worsen the band.

    ``before`` are the parts already taking part; the first of all leads. A vehicle has no figures to choose.
    """
    unit = sc.s.units[uid]
    if not unit.squad:
        return {}
    every = bands(sc, uid, aim)
    found = {kind: band for kind, band in every.items() if allowed(aim, band)}
    dice, used = _dice(sc, aim, before), [band_of(sc, part, aim) for part in before]
    role: Role = "support" if before else "lead"
    best: tuple[int, int, dict[str, int]] | None = None
    for i, limit in enumerate(BANDS[:3]):
        figures = {
            kind: n for kind, n in unit.figures.items() if kind in found and BANDS.index(found[kind]) <= i
        }
        if limit not in found.values():
            continue
        # what the others add was found once; the unit's own is that of its figures
        own = sum(t.amount for t in firepower(sc, Part(unit=uid, figures=figures), aim, role))
        value = (dice + own) * len(wins(sc, aim, worst(*used, *(every[kind] for kind in figures))))
        if best is None or value > best[0]:
            best = (value, i, figures)
    return best[2] if best else {}


def allowed(aim: Aim, band: Band) -> bool:
    """Whether an attack of that kind may be made in that band (TI-RNG-06, TI-ACT-11)."""
    return band != "out" and not (band == "long" and aim.kind == "fire_move")


def expected(sc: Scene, aim: Aim, parts: Sequence[Part]) -> int:
    """Six times the expected number of successes."""
    return _dice(sc, aim, parts) * len(wins(sc, aim, worst(*(band_of(sc, part, aim) for part in parts))))


def _dice(sc: Scene, aim: Aim, parts: Sequence[Part]) -> int:
    """The dice of an attack; the first part leads."""
    dice = 0
    for i, part in enumerate(parts):
        role: Role = "support" if i else "lead"
        dice += sum(t.amount for t in firepower(sc, part, aim, role))
    return dice


__all__ = ["Facing", "Volley", "area_targets", "best_figures", "faced", "foresee", "volley"]


def defence(sc: Scene, uid: str, mode: Mode, leader: str = "") -> Tally:
    """The defence strength of a unit under fire, term by term. ``leader`` is the firer; empty for an area attack."""
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
    """The cover of the hex itself; obstacles cover only squads (TI-FORT-17)."""
    out = []
    works, worth = sc.works(hex_), sc.rules.tables.marker_cover
    terrain = effects.terrain(sc.rules, sc.s, sc.rules.atlas.cell(hex_).terrain)
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
    """The cover from an able medic squad in the hex; several do not add up (TI-SPC-14, B-ATK-10)."""
    units, tokens = sc.s.units, sc.rules.tables.specializations
    helpers = (
        units[x] for x in sc.board.units_at(unit.at) if units[x].side == unit.side and units[x].specialization
    )
    return max((tokens[m.specialization].cover_vs_normal for m in helpers if able(m)), default=0)


def _scorched(sc: Scene, uid: str, leader: str, terms: list[Term]) -> list[Term]:
    """Flaming Death reduces cover, at most to 0; armour is unchanged (TI-SPC-12, TI-SPC-13, B-ATK-5)."""
    unit = sc.s.units[uid]
    if not leader or not flaming(sc, leader, unit.at):
        return []
    return burnt(sc, leader, terms)


def burnt(sc: Scene, leader: str, terms: list[Term]) -> list[Term]:
    """The reduction of that cover by a flamethrower."""
    token = sc.rules.tables.specializations[sc.s.units[leader].specialization]
    less = min(sum(t.amount for t in terms), -token.target_cover_delta)
    return [term(say("Flamethrower"), -less, "TI-SPC-12", leader)] if less else []


def armour(sc: Scene, unit: Unit, uid: str) -> list[Term]:
    """The armour value of a vehicle; any damage reduces it by 1 (TI-ATK-23, TI-ATK-24, B-ATK-6)."""
    if unit.squad:
        return []
    av = sc.rules.vehicle(unit).av
    out = [term(say("Armour"), av, "TI-ATK-06", uid)] if av else []
    if unit.damage and av:
        out.append(term(say("Damaged"), -1, "TI-ATK-24" if unit.damage == "heavy" else "TI-ATK-23", uid))
    return out


def red_pool(sc: Scene, uid: str, dice: int) -> Pool:
    """The red dice of a unit (TI-ATK-13); Thick Armor turns one failed die into a 6 automatically (TI-ABL-24, B-ATK-12)."""
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
