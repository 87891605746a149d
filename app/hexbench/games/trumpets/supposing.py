"""Attacks that are only thought of, in any phase: which there are, what they are worth, and one of them told in full.

Everything is reckoned by the code of the combat segment, on the view with the attackers where they are thought to stand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from hexbench.engine import supposed as change
from hexbench.engine.display import Account, Choice, Clause, Combat, Factor, Spread
from hexbench.engine.supposed import Possible, Supposed
from hexbench.engine.values import Action, Reason, Say, say
from hexbench.games.trumpets import moving_ways, passage, reckoned, stacking, worth
from hexbench.games.trumpets.attacking import (
    KINDS,
    NAMES,
    fights,
    why_not_fight,
    why_not_kind,
    why_not_together,
    why_not_unit,
)
from hexbench.games.trumpets.battlefield import Backing, Plan, attack_factor, enemies_at, fight_of, guns_for
from hexbench.games.trumpets.charts import columns
from hexbench.games.trumpets.combat_forecast import rolled
from hexbench.games.trumpets.declare import Declare
from hexbench.games.trumpets.pieces import FOE, SIDES

if TYPE_CHECKING:
    from hexbench.games.trumpets.fight import Fight
    from hexbench.games.trumpets.reckoning import Reckoning
    from hexbench.games.trumpets.seat import TtSeat

FAR: Final = "far"
"""The switch that lists who could come up first."""
MOST_SHOWN: Final = 24
"""Lines of those who could come up."""


# ---- which there are -------------------------------------------------------------------------------------------------
def aims(seat: TtSeat, side: str, *, far: bool = False) -> tuple[str, ...]:
    """The hexes with enemies of ``side`` that stand next to somebody who could attack; ``far``: all of them, after the units
    that might come up, whose reach is found then.
    """
    if side not in SIDES:
        return ()
    s, rules = seat.s, seat.rules
    units = [u for u, unit in s.units.items() if unit.side == side and unit.on_map and fights(rules, s, u)]
    near = {n for u in units for n in rules.atlas.near[s.units[u].at]}
    held = sorted({unit.at for unit in s.units.values() if unit.side == FOE[side] and unit.on_map})
    return (*(units if far else ()), *(at for at in held if far or at in near))


def attacks_on(seat: TtSeat, side: str, aim: str, *, far: bool = False) -> tuple[Possible, ...]:
    """The attacks on a hex with all who can take part: alone, with all artillery in range, and as a blitz attack."""
    s = seat.s
    if side not in SIDES:
        return ()
    if aim in s.units:
        if s.units[aim].on_map:
            _ways(seat, aim)
        return ()
    places = dict(_able(seat, side, aim, far=far))
    if not places:
        return ()
    plain = Supposed(side=side, hexes=(aim,), units=tuple(places.items()))
    guns = tuple(f"gun/{uid}" for uid in guns_for(seat.rules, s, side, aim))
    out = [plain, replace(plain, switches=guns)] if guns else [plain]
    there = standing(seat, plain)
    for kind in KINDS[1:]:
        what = replace(plain, switches=(*guns, f"kind={kind}"))
        if not any(why_not_fight(there.rules, there.s, there.board, what.side, _plan(there, what))):  # type: ignore[arg-type]
            out.append(what)
    return tuple(one for what in out if (one := _possible(seat, what)) is not None)


def _ways(seat: TtSeat, uid: str) -> moving_ways.Ways:
    """Where a unit could come to with a whole movement factor."""
    found: moving_ways.Ways | None = seat.memo.get(("fresh", uid))
    if found is None:
        side = seat.s.units[uid].side
        stand = moving_ways.standing(seat, side)
        budget = passage.allowance(seat.rules, seat.s, uid).halves
        lanes = passage.lanes(seat.rules, seat.s, seat.board, uid, stand, budget=budget)
        found = seat.memo["fresh", uid] = moving_ways.Ways(seat.rules, lanes)
    return found


def _able(
    seat: TtSeat, side: str, aim: str, *, far: bool, taken: Mapping[str, str] | None = None
) -> Iterator[tuple[str, str]]:
    """(unit, where it would stand) for who is next to a hex, then for who could come up, the strongest first."""
    taken = taken or {}
    s, rules, atlas = seat.s, seat.rules, seat.rules.atlas
    near = atlas.near[aim]
    fit = [
        u
        for u, unit in s.units.items()
        if unit.side == side and unit.on_map and u not in taken and fights(rules, s, u)
    ]
    fit.sort(key=lambda u: (-attack_factor(rules, s, u), u))
    for uid in fit:
        if s.units[uid].at in near:
            yield uid, s.units[uid].at
    if not far:
        return
    there: dict[str, list[str]] = {
        h: list(seat.board.units_at(h)) for h in near if not enemies_at(s, seat.board, side, h)
    }
    for uid, at in taken.items():
        if at in there and uid not in there[at]:
            there[at].append(uid)
    for uid in fit:
        if s.units[uid].at in near:
            continue
        ways = _ways(seat, uid)
        open_ = [
            (cost, h)
            for h, here in there.items()
            if (cost := ways.cost(atlas.index[h])) is not None and stacking.fits(rules, s, (*here, uid))
        ]
        if open_:
            _, at = min(open_)
            there[at].append(uid)
            yield uid, at


def _possible(seat: TtSeat, what: Supposed) -> Possible | None:
    there = standing(seat, what)
    fight = _fight(there, what)
    if fight is None:
        return None
    found, ordinary = rolled(fight, seat.rules.tables, seat.rules.options)
    one = worth.look(seat.rules, found, ordinary=ordinary)
    ours, theirs = (_steps(seat, tuple(f.unit for f in side)) for side in (fight.attackers, fight.defenders))
    return Possible(
        what=what,
        say=say("{hex}: {units}", hex=what.hexes[0], units=_who(seat, what)),
        worth=round(100 * worth.balance(one, ours, theirs)),
        chance=round(100 * one.favour),
        odds=f"{found.odds} → {reckoned.final(fight, found)}",
        net=_net(found),
        shifts=tuple(
            Clause(say("{what} {by}", what=line.text, by=_signed(line.of, line.amount)), line.rule)
            for line in found.lines
            if line.of in ("shift", "drm")
        ),
        now=declarable(seat, what),
    )


def _steps(seat: TtSeat, units: tuple[str, ...]) -> int:
    return sum(seat.rules.steps(seat.s.mission.units[u]) - seat.s.units[u].lost for u in units)


def _signed(of: str, amount: int) -> str:
    return (columns(amount) or "0") if of == "shift" else f"{amount:+d}"


def _net(found: Reckoning) -> str:
    return ", ".join((*(columns(found.shift),) * bool(found.shift), *(f"{found.drm:+d}",) * bool(found.drm)))


def _who(seat: TtSeat, what: Supposed) -> Say:
    out = seat.rules.title(seat.s.mission.units[what.names[0]])
    more, guns = len(what.names) - 1, sum(one.startswith("gun/") for one in what.switches)
    kind = what.switched("kind", KINDS[0])
    if more:
        out = say("{unit} and {n} more", unit=out, n=more)
    if guns:
        out = say("{units}, artillery: {n}", units=out, n=guns)
    return say("{units} ({kind})", units=out, kind=NAMES[kind]) if kind in KINDS[1:] else out


def declarable(seat: TtSeat, what: Supposed) -> bool:
    """Whether these units may begin that attack now, from where they stand."""
    if not isinstance(seat.step, Declare) or not seat.decides or len(what.hexes) != 1 or not what.units:
        return False
    if any(u not in seat.s.units or seat.s.units[u].at != at for u, at in what.units):
        return False
    return not seat.refuse(_begin(what))


def _begin(what: Supposed) -> Action:
    return Action("attack", what.names, what.hexes[0])


# ---- the position it is thought of in --------------------------------------------------------------------------------
def standing(seat: TtSeat, what: Supposed) -> TtSeat:
    """The seat with the attackers where they are thought to stand; the seat itself when they stand there."""
    units = seat.s.units
    moved = {u: at for u, at in what.units if u in units and units[u].at != at and units[u].on_map}
    if not moved:
        return seat
    key = ("standing", tuple(moved.items()))
    found: TtSeat | None = seat.memo.get(key)
    if found is None:
        after = {**units, **{u: replace(units[u], at=at) for u, at in moved.items()}}
        found = type(seat)(seat.rules, replace(seat.s, units=after), seat.side)
        found.shut = True
        seat.memo[key] = found
    return found


def _plan(there: TtSeat, what: Supposed) -> Plan:
    """The attack as the combat segment knows it: those next to the hex, with the guns that are switched on and in range."""
    s, at = there.s, what.hexes[0]
    near = there.rules.atlas.near[at]
    units = tuple(
        u
        for u in what.names
        if u in s.units
        and s.units[u].side == what.side
        and s.units[u].at in near
        and fights(there.rules, s, u)
    )
    guns = tuple(g for g in guns_for(there.rules, s, what.side, at) if f"gun/{g}" in what.switches)
    kind = what.switched("kind", KINDS[0])
    return Plan(
        hex=at,
        units=units,
        kind=kind if kind in KINDS else KINDS[0],  # type: ignore[arg-type]
        backing=Backing(guns=guns, air=int("air/attack" in what.switches)),
    )


def _defence(there: TtSeat, what: Supposed) -> Backing:
    guns = guns_for(there.rules, there.s, FOE[what.side], what.hexes[0])
    on = tuple(g for g in guns if f"gun/{g}" in what.switches)
    return Backing(guns=on, air=int("air/defence" in what.switches))


def _fight(there: TtSeat, what: Supposed) -> Fight | None:
    """The combat that is thought of; None: nobody attacks, or nobody is attacked."""
    plan = _plan(there, what)
    if not plan.units or not enemies_at(there.s, there.board, what.side, plan.hex):
        return None
    side = there.s.units[plan.units[0]].side
    return fight_of(there.rules, there.s, there.board, side, plan, _defence(there, what))


def begin(seat: TtSeat, at: str, units: tuple[str, ...]) -> Supposed | None:
    """An attack on the enemies of these units in a hex; without units, the best of all who could make it now."""
    s, board = seat.s, seat.board
    mine = [u for u in units if u in s.units and s.units[u].on_map]
    if at not in seat.rules.atlas.index:
        return None
    here = board.units_at(at)
    side = s.units[mine[0]].side if mine else FOE[s.units[here[0]].side] if here else ""
    if not side or not enemies_at(s, board, side, at):
        return None
    if not mine:
        best = max(attacks_on(seat, side, at, far=False), key=lambda one: one.worth, default=None)
        return best.what if best is not None else Supposed(side=side, hexes=(at,))
    return Supposed(side=side, hexes=(at,), units=tuple((u, _nearest(seat, u, at)) for u in mine))


def _nearest(seat: TtSeat, uid: str, aim: str) -> str:
    """Where a unit would attack a hex from: where it stands, by the cheapest way, or beside it anyhow."""
    here, atlas = seat.s.units[uid].at, seat.rules.atlas
    side = seat.s.units[uid].side
    near = [h for h in atlas.near[aim] if not enemies_at(seat.s, seat.board, side, h)]
    if here in near:
        return here
    ways = _ways(seat, uid)
    ends = [(cost, h) for h in near if (cost := ways.cost(atlas.index[h])) is not None]
    return min(ends)[1] if ends else near[0] if near else here


# ---- told as a combat ------------------------------------------------------------------------------------------------
def combat(seat: TtSeat, what: Supposed) -> Combat | None:
    """The attack with everything the combat dock shows of a real one, and the choices that change the thought."""
    units, index = seat.s.units, seat.rules.atlas.index
    if what.side not in SIDES or len(what.hexes) != 1 or what.hexes[0] not in index:
        return None
    there_are = tuple((u, at) for u, at in what.units if u in units and units[u].on_map and at in index)
    what = replace(what, units=there_are)
    there = standing(seat, what)
    fight = _fight(there, what)
    accounts: list[Account] = []
    if against := tuple(_against(there, what)):
        lines = tuple(Factor(say=r.text, clauses=(Clause(Say(""), r.rule),), hexes=r.hexes) for r in against)
        accounts.append(Account(say=say("Against it"), lines=lines))
    spreads: tuple[Spread, ...] = ()
    if fight is not None:
        found, _ = rolled(fight, seat.rules.tables, seat.rules.options)
        attack, *rest = reckoned.accounts(fight, found)
        accounts.append(replace(attack, lines=tuple(_removable(what, line) for line in attack.lines)))
        accounts += (*_joining(seat, what), *_support(there, what), *rest)
        spreads = reckoned.spreads(fight, seat.rules.tables, found)
    else:
        accounts += _joining(seat, what)
    return Combat(
        key="supposed",
        say=say("Supposed attack on {hexes}", hexes=what.hexes[0]),
        hexes=what.hexes,
        status="supposed",
        note=say("Only thought of; nothing is declared. Whoever defends may still be supported."),
        accounts=tuple(accounts),
        spreads=spreads,
        choices=tuple(_choices(seat, there, what)),
    )


def _removable(what: Supposed, line: Factor) -> Factor:
    if line.unit in what.names:
        return replace(
            line, choices=(Choice(say("Leave out"), Action(change.LEAVE, (line.unit,)), back=True),)
        )
    return line


def _against(there: TtSeat, what: Supposed) -> Iterator[Reason]:
    """What the rules would have against it, from where the attackers are thought to stand."""
    rules, s, board = there.rules, there.s, there.board
    at = what.hexes[0]
    for uid in what.names:
        yield from why_not_unit(rules, s, board, what.side, uid)
        if uid in s.units and s.units[uid].on_map and s.units[uid].side == what.side:
            yield from why_not_together(rules, s, board, what.side, uid, at)
    for h in dict.fromkeys(h for _, h in what.units):
        if enemies_at(s, board, what.side, h):
            yield Reason("TT-REC-05", say("Enemies stand in {hex}.", hex=h), (h,))
        elif not stacking.fits(rules, s, board.units_at(h)):
            yield Reason("TT-REC-02", say("There is no room in {hex}.", hex=h), (h,))
    plan = _plan(there, what)
    if plan.units and plan.kind != KINDS[0]:
        yield from why_not_kind(rules, s, s.units[plan.units[0]].side, plan)


def _joining(seat: TtSeat, what: Supposed) -> Iterator[Account]:
    """Who else could take part: from next to the hex, and, when one asks, by coming up first."""
    taken = dict(what.units)
    beside: list[Factor] = []
    coming: list[Factor] = []
    for uid, at in _able(seat, what.side, what.hexes[0], far=FAR in what.switches, taken=taken):
        name, start = seat.rules.title(seat.s.mission.units[uid]), seat.s.units[uid].at
        add = Choice(say("Add"), Action(change.UNIT, (uid,), at))
        if start == at:
            text = say("{unit} in {hex}", unit=name, hex=at)
            beside.append(Factor(say=text, unit=uid, hexes=(at,), choices=(add,)))
        else:
            text = say("{unit} from {start} to {hex}", unit=name, start=start, hex=at)
            coming.append(Factor(say=text, unit=uid, hexes=(start, at), choices=(add,)))
    if beside:
        yield Account(say=say("Could join"), lines=tuple(beside), side=what.side)
    if coming:
        yield Account(say=say("Could come up and join"), lines=tuple(coming[:MOST_SHOWN]), side=what.side)


def _support(there: TtSeat, what: Supposed) -> Iterator[Account]:
    """Artillery and air of both sides, to be tried out (TT-REC-08, TT-REC-10)."""
    s, at = there.s, what.hexes[0]
    sides = (
        (what.side, say("Artillery and air of the attacker"), "air/attack"),
        (FOE[what.side], say("Artillery and air of the defender"), "air/defence"),
    )
    for side, text, key in sides:
        lines = []
        for uid in guns_for(there.rules, s, side, at):
            on = f"gun/{uid}" in what.switches
            name, where = there.rules.title(s.mission.units[uid]), s.units[uid].at
            gun = say("{unit} in {hex}", unit=name, hex=where)
            lines.append(_switch(gun, f"gun/{uid}", on, "TT-REC-08", (where,)))
        lines.append(_switch(say("An air point"), key, key in what.switches, "TT-REC-10"))
        yield Account(say=text, lines=tuple(lines), side=side)


def _switch(text: Say, key: str, on: bool, rule: str, hexes: tuple[str, ...] = ()) -> Factor:
    label = say("Without it") if on else say("Add")
    choice = Choice(label, Action(change.SWITCH, (), key), back=on)
    amount = "✓" if on else ""
    return Factor(say=text, amount=amount, clauses=(Clause(Say(""), rule),), hexes=hexes, choices=(choice,))


def _choices(seat: TtSeat, there: TtSeat, what: Supposed) -> Iterator[Choice]:
    if declarable(seat, what):
        help_ = say("Begin it: artillery and aircraft are then committed one by one.")
        yield Choice(say("Attack like this"), _begin(what), help_, True)
    plan = _plan(there, what)
    for kind in KINDS if plan.units else ():
        if kind != plan.kind and not any(
            why_not_kind(
                there.rules,
                there.s,
                there.s.units[plan.units[0]].side,
                replace(plan, kind=kind),
            )
        ):
            yield Choice(NAMES[kind], Action(change.SWITCH, (), f"kind={kind}"))
    if FAR in what.switches:
        yield Choice(say("Only who stands next to it"), Action(change.SWITCH, (), FAR), back=True)
    else:
        help_ = say("Also list the units that could get next to the hex in one movement segment.")
        yield Choice(say("Who could come up?"), Action(change.SWITCH, (), FAR), help_)
    yield Choice(say("Give the thought up"), Action(change.CLEAR), back=True)
