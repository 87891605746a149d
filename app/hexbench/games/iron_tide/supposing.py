"""Attacks that are only thought of, in any phase: which there are, what they are worth, and one of them told in full.

Everything is reckoned by the code of the Combat Phase, on the view with the attackers where they are thought to stand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from hexbench.atlas.arcs import POINT
from hexbench.engine import supposed as change
from hexbench.engine.display import Account, Choice, Clause, Combat, Factor
from hexbench.engine.supposed import Possible, Supposed
from hexbench.engine.values import Action, Reason, Say, say
from hexbench.games.iron_tide.charts import read_result
from hexbench.games.iron_tide.combat_declare import (
    Declare,
    one_command,
    out_of_touch,
    regiments_out,
    unfit,
)
from hexbench.games.iron_tide.combat_forecast import foresee, thought_of
from hexbench.games.iron_tide.combat_reckoning import odds, shifts, signed, spreads, strengths
from hexbench.games.iron_tide.combatants import (
    MOST,
    Fight,
    command,
    guns_in_range,
    is_regiment,
    most_guns,
    printed_factor,
    targets_in,
    troops,
)
from hexbench.games.iron_tide.movement import mover
from hexbench.games.iron_tide.movers import halved, trips
from hexbench.games.iron_tide.names import called
from hexbench.games.iron_tide.pieces import FOE, SIDES

if TYPE_CHECKING:
    from hexbench.engine.forecast import Forecast
    from hexbench.games.iron_tide.seat import ItSeat

Places = Mapping[str, str]
"""unit -> the hex it is thought to attack from."""
_LOOKS: Final = {"A": 8, "B": 6, "C": 4}
"""How strong a regiment looks whose chit is unseen: only to put them in order."""
FAR: Final = "far"
"""The switch that lists who could come up first."""
MOST_SHOWN: Final = 24
"""Lines of those who could come up."""


# ---- which there are -------------------------------------------------------------------------------------------------
def aims(seat: ItSeat, side: str, *, far: bool = False) -> tuple[str, ...]:
    """The hexes with enemies of ``side`` that stand next to somebody of it; ``far``: all of them, after the units that
    might come up, whose reach is found then.
    """
    if side not in SIDES:
        return ()
    s, board, foe = seat.s, seat.board, FOE[side]
    near = board.hexes_held(side, 1)
    held = dict.fromkeys(s.units[uid].at for uid in board.present[foe])
    hexes = (
        at for at in sorted(held) if (far or near >> board.atlas.index[at] & 1) and troops(s, board, foe, at)
    )
    return (*(board.present[side] if far else ()), *hexes)


def attacks_on(seat: ItSeat, side: str, aim: str, *, far: bool = False) -> tuple[Possible, ...]:
    """The attack on a hex with all who can take part, for each command that may not attack with the others."""
    if aim in seat.s.units:
        tuple(_ends(seat, aim, seat.board.atlas.near[seat.s.units[aim].at]))
        return ()
    groups: dict[str, dict[str, str]] = {}
    army_rule = seat.rules.options.army_rule
    for uid, at in _able(seat, side, aim, far=far):
        groups.setdefault(command(army_rule, seat.s.roster[uid]), {})[uid] = at
    out = []
    for places in groups.values():
        chosen = _chosen(seat, places)
        what = Supposed(side=side, hexes=(aim,), units=tuple(chosen.items()))
        found = _possible(seat, what)
        if found is not None:
            out.append(found)
    return tuple(out)


def _able(
    seat: ItSeat, side: str, aim: str, *, far: bool, taken: Places | None = None
) -> Iterator[tuple[str, str]]:
    """(unit, where it would stand) for who is next to a hex, the strongest first; then for who could come up. Those taken
    have their room already.
    """
    taken = taken or {}
    s, board, atlas = seat.s, seat.board, seat.board.atlas
    goals = [h for h in atlas.near[aim] if "lake" not in atlas.kinds(h, aim)]
    fit = [u for u in board.present[side] if not s.roster[u].commando and not s.units[u].reserve]
    fit.sort(key=lambda u: -_looks(seat, u))
    fit = [u for u in fit if u not in taken]
    beside = [u for u in fit if s.units[u].at in goals]
    for uid in beside:
        yield uid, s.units[uid].at
    if not far:
        return
    room = {h: MOST - len(troops(s, board, side, h)) for h in goals}
    regiments = {h: sum(is_regiment(s.units[u], s.roster[u]) for u in board.units_at(h)) for h in goals}
    for uid, at in taken.items():
        if at in room and s.units[uid].at != at:
            room[at] -= 1
            regiments[at] += is_regiment(s.units[uid], s.roster[uid])
    for uid in fit:
        if uid in beside:
            continue
        big = is_regiment(s.units[uid], s.roster[uid])
        for cost, h in sorted(_ends(seat, uid, goals)):
            if room[h] > 0 and not (big and regiments[h]) and cost >= 0:
                room[h] -= 1
                regiments[h] += big
                yield uid, h
                break


def _ends(seat: ItSeat, uid: str, goals: Iterable[str]) -> Iterator[tuple[int, str]]:
    """(cost, hex) for every one of these hexes that a unit can get to in one turn of tactical movement."""
    unit, printed, atlas = seat.s.units[uid], seat.s.roster[uid], seat.board.atlas
    goals = tuple(goals)
    budget = halved(printed.movement, unit, printed) * POINT
    if min(atlas.distance(unit.at, h) for h in goals) * seat.rules.tables.tec.road_cost() > budget:
        return
    way = trips(seat, [mover(seat, uid, budget=budget)])
    for h in goals:
        pays = way.pays(atlas.index[h])
        if pays is not None:
            yield pays[0], h


def _looks(seat: ItSeat, uid: str) -> int:
    unit, printed = seat.s.units[uid], seat.s.roster[uid]
    if not is_regiment(unit, printed):
        return printed_factor(seat.s, uid)
    return _LOOKS.get(printed.letter, 5) // (2 if unit.reduced else 1)


def _chosen(seat: ItSeat, places: Places) -> dict[str, str]:
    """Of those in each hex one regiment and so many others as may attack out of it (8.3a, 11.1f)."""
    out: dict[str, str] = {}
    count: dict[str, list[int]] = {}
    for uid, at in places.items():
        many = count.setdefault(at, [0, 0])
        big = is_regiment(seat.s.units[uid], seat.s.roster[uid])
        if many[0] < MOST and not (big and many[1]):
            many[0] += 1
            many[1] += big
            out[uid] = at
    return out


def _possible(seat: ItSeat, what: Supposed) -> Possible | None:
    there = standing(seat, what)
    fight = _fight(there, what)
    if fight is None:
        return None
    found = foresee(there, fight)
    chances = found.chances()
    favour, total = 0.0, 0.0
    for name, chance in chances:
        result = read_result(name)
        weight = result.losses + result.retreat / 2
        total += chance * {"D": weight, "A": -weight, "B": 0.0}[result.hit]
        favour += chance if result.hit == "D" else 0.0
    _, line = max(found.lines, key=lambda one: one[0])
    text = say("{hexes}: {units}", hexes=", ".join(what.hexes), units=_many(seat, what.names))
    return Possible(
        what=what,
        say=text,
        worth=round(100 * total),
        chance=round(100 * favour),
        odds=f"{line.ratio} → {line.column}" if len(found.lines) == 1 else f"~{line.ratio} → {line.column}",
        net=signed(sum(shift.by for shift in line.shifts)),
        shifts=tuple(
            Clause(say("{what} {by}", what=shift.say, by=signed(shift.by)), shift.rule)
            for shift in line.shifts
        ),
        now=declarable(seat, what),
    )


def _many(seat: ItSeat, units: Sequence[str]) -> Say:
    first = called(seat.s.roster[units[0]])
    return first if len(units) == 1 else say("{unit} and {n} more", unit=first, n=len(units) - 1)


def declarable(seat: ItSeat, what: Supposed) -> bool:
    """Whether these units may declare that attack now, from where they stand (4.25a)."""
    units = seat.s.units
    if not isinstance(seat.step, Declare) or not seat.decides or not what.hexes:
        return False
    if any(units[uid].at != at for uid, at in what.units) or len(what.hexes) > 1:
        return False
    return not seat.refuse(Action("attack", what.names, what.hexes[0]))


# ---- the position it is thought of in --------------------------------------------------------------------------------
def standing(seat: ItSeat, what: Supposed) -> ItSeat:
    """The seat with the attackers where they are thought to stand; the seat itself when they stand there."""
    units = seat.s.units
    moved = {u: at for u, at in what.units if u in units and at and units[u].at != at and units[u].on_map}
    if not moved:
        return seat
    key = ("standing", tuple(moved.items()))
    found: ItSeat | None = seat.memo.get(key)
    if found is None:
        after = {**units, **{u: replace(units[u], at=at) for u, at in moved.items()}}
        found = type(seat)(seat.rules, replace(seat.s, units=after), seat.side)
        found.shut = True
        seat.memo[key] = found
    return found


def _fight(there: ItSeat, what: Supposed) -> Fight | None:
    """The fight that is thought of, with the support that is switched on."""
    s, board = there.s, there.board
    names = tuple(u for u in what.names if u in s.units)
    fight = thought_of(there, names, what.hexes) if what.hexes else None
    if fight is None or fight.side != what.side:
        return None
    on = set(what.switches)
    guns = (
        tuple(u for u in guns_in_range(s, board, fight.side, fight.hexes) if f"gun/{u}" in on),
        tuple(u for u in guns_in_range(s, board, FOE[fight.side], fight.hexes) if f"gun/{u}" in on),
    )
    return replace(fight, guns=guns, air=("air/attack" in on, "air/defence" in on))


def begin(seat: ItSeat, at: str, units: tuple[str, ...]) -> Supposed | None:
    """An attack on the enemies of these units in a hex; without units, of all who could make it now."""
    s, board = seat.s, seat.board
    mine = [u for u in units if u in s.units and s.units[u].on_map]
    if at not in board.atlas.index:
        return None
    here = [s.units[u].side for u in board.units_at(at) if not s.roster[u].commando]
    side = s.units[mine[0]].side if mine else FOE[here[0]] if here else ""
    if not side or not troops(s, board, FOE[side], at):
        return None
    if not mine:
        best = max(attacks_on(seat, side, at, far=False), key=lambda one: one.worth, default=None)
        return best.what if best is not None else Supposed(side=side, hexes=(at,))
    near = board.atlas.near[at]
    places = tuple((u, s.units[u].at if s.units[u].at in near else _nearest(seat, u, at)) for u in mine)
    return Supposed(side=side, hexes=(at,), units=places)


def _nearest(seat: ItSeat, uid: str, aim: str) -> str:
    """Where a unit would come up to attack a hex: by the cheapest way, or beside it anyhow when it cannot get there."""
    near = seat.board.atlas.near[aim]
    free = [h for h in near if not troops(seat.s, seat.board, FOE[seat.s.units[uid].side], h)]
    ends = sorted(_ends(seat, uid, free)) if free else []
    return ends[0][1] if ends else free[0] if free else seat.s.units[uid].at


# ---- told as a combat ------------------------------------------------------------------------------------------------
def combat(seat: ItSeat, what: Supposed) -> Combat | None:
    """The attack with everything the combat dock shows of a real one, and the choices that change the thought."""
    units, index = seat.s.units, seat.board.atlas.index
    if what.side not in SIDES or not what.hexes or any(at not in index for at in what.hexes):
        return None
    there_are = ((u, at) for u, at in what.units if u in units and units[u].on_map and at in index)
    what = replace(what, units=tuple(there_are))
    there = standing(seat, what)
    fight = _fight(there, what)
    accounts: list[Account] = []
    against = tuple(_against(there, what))
    if against:
        lines = tuple(Factor(say=r.text, clauses=(Clause(Say(""), r.rule),), hexes=r.hexes) for r in against)
        accounts.append(Account(say=say("Against it"), lines=lines))
    found: Forecast | None = None
    if fight is not None:
        attack, defence = strengths(there, fight, ((), ()))
        found = foresee(there, fight)
        accounts.append(replace(attack, lines=tuple(map(_removable, attack.lines))))
        accounts += _joining(seat, what)
        accounts += _support(there, fight)
        accounts += (defence, *shifts(there, fight, None), *odds(there, found, fight))
    else:
        accounts += _joining(seat, what)
    hexes = ", ".join(what.hexes)
    return Combat(
        key="supposed",
        say=say("Supposed attack on {hexes}", hexes=hexes),
        hexes=what.hexes,
        status="supposed",
        note=say("Only thought of, against the likeliest defenders; nothing is declared."),
        accounts=tuple(accounts),
        spreads=spreads(there, found) if found is not None else (),
        choices=tuple(_choices(seat, there, what, fight)),
    )


def _removable(line: Factor) -> Factor:
    drop = Choice(say("Leave out"), Action(change.LEAVE, (line.unit,)), back=True)
    return replace(line, choices=(drop,))


def _against(there: ItSeat, what: Supposed) -> Iterator[Reason]:
    """What the rules would have against it (11.0, 11.1), from where the attackers are thought to stand."""
    names = tuple(u for u in what.names if u in there.s.units)
    if not names:
        return
    for uid in names:
        yield from unfit(there, None, uid)
    yield from out_of_touch(there, names, what.hexes)
    yield from regiments_out(there, (), names)
    yield from one_command(there, names)


def _joining(seat: ItSeat, what: Supposed) -> Iterator[Account]:
    """Who else could take part: from next to the hexes, and, when one asks, by coming up first."""
    aim = what.hexes[0]
    taken = {u: at for u, at in what.units if u in seat.s.units}
    beside: list[Factor] = []
    coming: list[Factor] = []
    for uid, at in _able(seat, what.side, aim, far=FAR in what.switches, taken=taken):
        unit, name = seat.s.units[uid], called(seat.s.roster[uid])
        add = Choice(say("Add"), Action(change.UNIT, (uid,), at))
        if unit.at == at:
            text = say("{unit} in {hex}", unit=name, hex=at)
            beside.append(Factor(say=text, unit=uid, hexes=(at,), choices=(add,)))
        else:
            text = say("{unit} from {start} to {hex}", unit=name, start=unit.at, hex=at)
            coming.append(Factor(say=text, unit=uid, hexes=(unit.at, at), choices=(add,)))
    if beside:
        yield Account(say=say("Could join"), lines=tuple(beside), side=what.side)
    if coming:
        text = say("Could come up and join, by tactical movement")
        yield Account(say=text, lines=tuple(coming[:MOST_SHOWN]), side=what.side)


def _support(there: ItSeat, fight: Fight) -> Iterator[Account]:
    """11.5, 11.6: artillery and air of both sides, to be tried out."""
    for i, (side, text) in enumerate(
        (
            (fight.side, say("Artillery and air of the attacker")),
            (FOE[fight.side], say("... of the defender")),
        )
    ):
        lines = []
        most = most_guns(there.s.turn, side, attacking=not i)
        for uid in guns_in_range(there.s, there.board, side, fight.hexes) if most else ():
            on = uid in fight.guns[i]
            name, at = called(there.s.roster[uid]), there.s.units[uid].at
            rule = "11.5b" if not i else "11.5e"
            lines.append(_switch(say("{unit} in {hex}", unit=name, hex=at), f"gun/{uid}", on, rule, (at,)))
        key = "air/attack" if not i else "air/defence"
        lines.append(_switch(say("An air point"), key, fight.air[i], "11.6a"))
        yield Account(say=text, lines=tuple(lines), side=side)


def _switch(text: Say, key: str, on: bool, rule: str, hexes: tuple[str, ...] = ()) -> Factor:
    label = say("Without it") if on else say("Add")
    choice = Choice(label, Action(change.SWITCH, (), key), back=on)
    amount = "✓" if on else ""
    return Factor(say=text, amount=amount, clauses=(Clause(Say(""), rule),), hexes=hexes, choices=(choice,))


def _choices(seat: ItSeat, there: ItSeat, what: Supposed, fight: Fight | None) -> Iterator[Choice]:
    if declarable(seat, what):
        help_ = say("Declare it: these units attack in this Combat Phase.")
        yield Choice(say("Attack like this"), Action("attack", what.names, what.hexes[0]), help_, True)
    atlas, foe = there.board.atlas, FOE[what.side]
    near = [set(atlas.near[there.s.units[u].at]) for u in what.names if u in there.s.units]
    if fight is not None and near:
        for at in sorted(set.intersection(*near)):
            if at not in what.hexes and targets_in(there.s, there.board, foe, at):
                help_ = say("One combat against the sum of the defenders (11.1d).")
                yield Choice(say("{hex} together with it", hex=at), Action(change.HEX, (), at), help_)
    if FAR in what.switches:
        yield Choice(say("Only who stands next to it"), Action(change.SWITCH, (), FAR), back=True)
    else:
        help_ = say("Also list the units that could get next to the hex by tactical movement.")
        yield Choice(say("Who could come up?"), Action(change.SWITCH, (), FAR), help_)
    for at in what.hexes[1:]:
        yield Choice(say("Without {hex}", hex=at), Action(change.HEX, (), at), back=True)
    yield Choice(say("Give the thought up"), Action(change.CLEAR), back=True)
