"""An assault before its dice (TI-ASL-10 to TI-ASL-18, B-ATK-4): participants, both strengths, cover and odds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from hexbench.engine.forecast import Clause, Fan, Forecast, OddsLine, Pool, Tally, Term, surplus
from hexbench.engine.values import Reason, say
from hexbench.games.tide_of_iron import effects
from hexbench.games.tide_of_iron.firing import hidden
from hexbench.games.tide_of_iron.pieces import HANDLE
from hexbench.games.tide_of_iron.strength import (
    VEHICLE,
    Part,
    Role,
    Scene,
    bonus,
    by_the_hex,
    flaming,
    halved,
    halved_with,
    officer_in,
    printed,
)
from hexbench.games.tide_of_iron.volley import bandaged, burnt, fort, ground_cover, named, reduced, term

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.pieces import Unit
    from hexbench.games.tide_of_iron.tables import Weapon

MOST_SUPPORTERS = 2
"""TI-ASL-06."""


# ---- who ------------------------------------------------------------------------------------------------------------
def defenders(sc: Scene, hex_: str, side: str) -> tuple[str, ...]:
    """The units known to defend a hex against ``side``; passengers do not defend (B-ASL-7)."""
    units = sc.s.units
    return tuple(x for x in sc.board.units_at(hex_) if units[x].side != side and units[x].type != HANDLE)


def hex_bars(sc: Scene, side: str, hex_: str) -> Iterator[Reason]:
    """Why a hex cannot be assaulted at all."""
    if hex_ not in sc.rules.atlas.index:
        yield sc.rules.missing(f"hex {hex_}")
        return
    foes = [sc.s.units[x] for x in sc.board.units_at(hex_) if sc.s.units[x].side != side]
    if not foes:
        yield Reason("TI-ASL-03", say("There is no enemy in {hex}.", hex=hex_), (hex_,))
    elif all(hidden(u) for u in foes):
        yield Reason("B-ASL-8", say("{hex} holds only concealed squads.", hex=hex_), (hex_,))
    for foe in foes:
        if _heavy(sc, foe):
            text = say("{unit} is a heavy vehicle.", unit=sc.rules.title(foe))
            yield Reason("TI-ASL-04", text, (hex_,))


def _heavy(sc: Scene, unit: Unit) -> bool:
    """Whether it is a heavy vehicle, whose hex cannot be assaulted (TI-ASL-04)."""
    return not unit.squad and sc.rules.vehicle(unit).weight == "heavy"


def squad_bars(sc: Scene, uid: str, hex_: str, role: Role) -> Iterator[Reason]:
    """Why a unit cannot assault that hex, or support its assault."""
    unit = sc.s.units[uid]
    name, at = sc.rules.title(unit), unit.spot
    lead = role == "lead"
    if not unit.squad:
        rule = "TI-ACT-17" if lead else "TI-ASL-06"
        yield Reason(rule, say("{unit} is a vehicle; only squads can assault.", unit=name), at)
        return
    if unit.heavy_weapon:
        text = say("{unit} has a heavy infantry weapon.", unit=name)
        yield Reason("TI-ASL-01" if lead else "B-ASL-3", text, at)
    if not unit.on_map:
        yield Reason("TI-TRN-05" if lead else "B-ASL-3", say("{unit} is not in a hex on the map.", unit=name))
        return
    if unit.condition:
        what = say("pinned") if unit.condition == "pinned" else say("disrupted")
        rule = "TI-ASL-09" if not lead else "TI-CON-02" if unit.condition == "pinned" else "TI-CON-05"
        yield Reason(rule, say("{unit} is {what}.", unit=name, what=what), at)
    if hex_ not in sc.rules.atlas.index:
        return
    if sc.distance(uid, hex_) != 1:
        text = say("{unit} is not adjacent to {hex}.", unit=name, hex=hex_)
        yield Reason("TI-ASL-03" if lead else "TI-ASL-07", text, at)
    if not lead and sc.works(hex_).smoke:
        yield Reason("TI-SMK-07", say("An assault on a smoke hex cannot be supported."), (hex_,))
    causes = halvings(sc, uid, hex_, role)
    if len(causes) > 1:
        text = say("The firepower of {unit} would be halved more than once.", unit=name)
        yield Reason("TI-OPF-09", text, at)


def unthinkable(sc: Scene, hex_: str, squads: Sequence[str]) -> bool:
    """Whether these squads, the first of them leading, could not assault the hex even if they were fresh and adjacent to it:
    there are too many of them, they have heavy weapons or would be halved more than once, or the hex cannot be assaulted at
    all.
    """
    units = sc.s.units
    if len(squads) > 1 + MOST_SUPPORTERS or any(hex_bars(sc, units[squads[0]].side, hex_)):
        return True
    return any(
        units[uid].heavy_weapon or len(halvings(sc, uid, hex_, "support" if n else "lead")) > 1
        for n, uid in enumerate(squads)
    )


def assaultable(sc: Scene, uid: str) -> tuple[str, ...]:
    """The hexes that a squad could assault from where it is, by direction."""
    unit = sc.s.units[uid]
    if not unit.on_map:
        return ()
    return tuple(
        h
        for h in sc.rules.atlas.near[unit.at]
        if sc.board.units_at(h)
        and not any(hex_bars(sc, unit.side, h))
        and not any(squad_bars(sc, uid, h, "lead"))
    )


# ---- strengths ------------------------------------------------------------------------------------------------------
def halvings(sc: Scene, uid: str, hex_: str, role: Role) -> list[Clause]:
    """What halves an attacker's FPR: smoke in the assaulted hex does, smoke in its own does not (TI-SMK-04, TI-SMK-06)."""
    out = by_the_hex(sc, sc.s.units[uid], smoke=False)
    if role == "support":
        out.append(Clause(say("supporting"), "TI-ASL-10"))
    if sc.works(hex_).smoke:
        out.append(Clause(say("into smoke"), "TI-SMK-06"))
    return out


def attacking(sc: Scene, uid: str, hex_: str, role: Role) -> tuple[Term, ...]:
    """What a squad adds to the assault: always its values against squads (TI-ASL-10, B-ATK-9)."""
    more: list[Term] = []
    if role == "lead" and flaming(sc, uid, hex_):
        token = sc.rules.tables.specializations[sc.s.units[uid].specialization]
        more.append(bonus(uid, say("Flamethrower"), token.adjacent_fpr_bonus, "TI-SPC-11"))
    for by, card in effects.fpr_bonus(sc.s, uid, "inf"):
        more.append(bonus(uid, say("{card}", card=sc.rules.card(card).title), by, "M-05"))
    return halved_with(sc, uid, _against_squads(sc, uid), more, halvings(sc, uid, hex_, role))


def _against_squads(sc: Scene, uid: str) -> list[Term]:
    """Printed FPR against squads; mortars have none and add nothing (TI-ABL-13)."""
    unit = sc.s.units[uid]
    guns: dict[str, Weapon]
    if unit.squad:
        table = sc.rules.tables.nations[unit.side].figures
        guns = {kind: gun for kind in unit.figures if (gun := table[kind].inf) is not None}
    else:
        guns = {VEHICLE: sc.rules.vehicle(unit).inf}
    return [t for t in printed(sc, Part(unit=uid, figures=unit.figures), guns) if t.amount]


def defending(sc: Scene, uid: str) -> tuple[Term, ...]:
    """What a unit adds to the defence fire (TI-ASL-11 to TI-ASL-14, TI-SMK-05)."""
    unit = sc.s.units[uid]
    out = _against_squads(sc, uid)
    full = sum(t.amount for t in out)
    if unit.condition == "disrupted":
        none = (Clause(say("disrupted"), "TI-ASL-12"),)
        return (*out, Term(say=say("No fire"), amount=-full, clauses=none, unit=uid)) if full else ()
    causes = [Clause(c.say, "TI-SMK-05" if c.rule == "TI-SMK-03" else c.rule) for c in by_the_hex(sc, unit)]
    if unit.condition == "pinned" and not officer_in(sc, unit):
        causes.append(Clause(say("pinned, no officer"), "TI-ASL-13"))
    return halved(uid, out, causes)


def cover(sc: Scene, hex_: str, units: Sequence[str], leader: str) -> Tally:
    """The red dice against an assault: ground and fortifications, all adding up (TI-ASL-15, B-ATK-4); no armour
    (TI-ASL-16).
    """
    squads = [sc.s.units[x] for x in units if sc.s.units[x].squad]
    terms = ground_cover(sc, hex_, squads=bool(squads))
    forts = [fort(sc, sc.s.units[x], x) for x in units if sc.s.units[x].shelter]
    if sc.rules.options.assault_forts == "best" and forts:
        forts = [max(forts, key=lambda t: t.amount)]
    terms += forts
    if squads and (bandage := bandaged(sc, squads[0])):
        terms.append(term(say("Medics among the defenders"), bandage, "TI-SPC-14"))
    if leader and flaming(sc, leader, hex_):
        terms += burnt(sc, leader, terms)
    side = sc.s.units[units[0]].side if units else ""
    return Tally(say=say("Cover in {hex}", hex=hex_), terms=tuple(terms), side=side)


class Clash(NamedTuple):
    """Both strengths and the cover, as tallies and as dice pools."""

    attack: Tally
    cover: Tally
    defence: Tally
    black: Pool
    red: Pool
    back: Pool
    """The defenders' own black dice (TI-ASL-18)."""


def clash(sc: Scene, hex_: str, squad: str, supporters: Sequence[str]) -> Clash:
    """The dice of an assault (TI-ASL-17, TI-ASL-18)."""
    side = sc.s.units[squad].side
    foes = defenders(sc, hex_, side)
    terms = attacking(sc, squad, hex_, "lead")
    for uid in supporters:
        terms += attacking(sc, uid, hex_, "support")
    attack = Tally(say=say("Assault strength"), terms=terms, side=side)
    protect = cover(sc, hex_, foes, squad)
    other = sc.s.units[foes[0]].side if foes else ""
    fire = Tally(say=say("Defence fire"), terms=tuple(t for x in foes for t in defending(sc, x)), side=other)
    table = sc.rules.tables.success
    return Clash(
        attack,
        protect,
        fire,
        Pool(say=say("Assault dice"), dice=attack.total, wins=table.assault),
        Pool(say=say("Cover dice"), dice=protect.total, wins=table.red),
        Pool(say=say("Defence fire dice"), dice=fire.total, wins=table.assault),
    )


def foresee(one: Clash) -> Forecast:
    """The exact odds of an assault: success needs more attack hits than defence hits (TI-ASL-22, TI-ASL-23)."""
    hits, back = surplus(one.black.ways(), one.red.ways()), one.back.ways()
    found = {"success": 0, "failure": 0}
    for a, ways in enumerate(hits):
        for d, others in enumerate(back):
            found["success" if a > d else "failure"] += ways * others
    results, ways = reduced(found)
    line = OddsLine(
        attack=one.black.dice,
        defence=one.back.dice,
        ratio="",
        row="assault",
        column="assault",
        results=results,
        ways=ways,
        tallies=(one.attack, one.cover, one.defence),
        pools=(one.black, one.red, one.back),
        fans=(
            Fan(say=say("Attack hits"), results=named(hits), ways=sum(hits)),
            Fan(say=say("Defence hits"), results=named(back), ways=sum(back)),
        ),
    )
    return Forecast(((1, line),), "assault")
