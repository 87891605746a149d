"""Engagements that are only thought of, in any phase: which there are, what they are worth, and one of them told in full.

Everything is reckoned by the code that resolves, on the view with the attackers where they are thought to stand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from hexbench.engine import supposed as change
from hexbench.engine.display import Account, Choice, Clause, Combat, Factor
from hexbench.engine.supposed import Possible, Supposed
from hexbench.engine.values import Action, Reason, Say, say
from hexbench.games.blitzkrieg import engage, odds, passage
from hexbench.games.blitzkrieg.battle import outcome
from hexbench.games.blitzkrieg.combat_accounts import accounts, lit_by, loss, spread
from hexbench.games.blitzkrieg.combat_forecast import FACES, thought_of
from hexbench.games.blitzkrieg.pieces import FOE, GROUND, SIDES, Side
from hexbench.games.blitzkrieg.refusals import LIMIT

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.odds import Odds
    from hexbench.games.blitzkrieg.seat import BkSeat

FAR: Final = "far"
"""The switch that lists who could come up first."""
MOST_SHOWN: Final = 24
"""Lines of those who could come up."""


# ---- which there are -------------------------------------------------------------------------------------------------
def aims(seat: BkSeat, side: str, *, far: bool = False) -> tuple[str, ...]:
    """The hexes with enemies of ``side`` that stand next to somebody of it; ``far``: all of them."""
    if side not in SIDES:
        return ()
    board, labels = seat.board, seat.rules.atlas.labels
    near = board.near[side].counts
    return tuple(labels[i] for i in sorted(board.stand[FOE[side]]) if far or near[i])


def attacks_on(seat: BkSeat, side: str, aim: str, *, far: bool = False) -> tuple[Possible, ...]:
    """The engagement of a hex by all who can take part in it."""
    if side not in SIDES or aim not in seat.rules.atlas.index:
        return ()
    units = tuple(_able(seat, side, aim, far=far))
    found = _possible(seat, Supposed(side=side, hexes=(aim,), units=units)) if units else None
    return (found,) if found is not None else ()


def _able(
    seat: BkSeat, side: Side, aim: str, *, far: bool, taken: Mapping[str, str] | None = None
) -> Iterator[tuple[str, str]]:
    """(unit, where it would stand): who is next to a hex, the strongest first; then who could come up. Those taken have
    their room already.
    """
    taken = taken or {}
    s, board, atlas = seat.s, seat.board, seat.rules.atlas
    goals = atlas.near[aim]
    fit = [
        uid
        for uid, unit in s.units.items()
        if unit.side == side and unit.on_map and s.roster[uid].type in GROUND and uid not in taken
    ]
    fit.sort(key=lambda uid: -s.units[uid].strength)
    beside = [uid for uid in fit if s.units[uid].at in goals]
    for uid in beside:
        yield uid, s.units[uid].at
    if not far:
        return
    room = {at: LIMIT - len(board.at.get(at, ())) for at in goals}
    for uid, at in taken.items():
        if at in room and s.units[uid].at != at:
            room[at] -= 1
    for uid in fit:
        if uid in beside or s.units[uid].fixed:
            continue
        for _, at in sorted(_ends(seat, uid, goals)):
            if room[at] > 0:
                room[at] -= 1
                yield uid, at
                break


def _ends(seat: BkSeat, uid: str, goals: Iterable[str]) -> Iterator[tuple[int, str]]:
    """(cost, hex) for every one of these hexes that a unit can get to in a turn, from where it began this one (BK-MOV-07)."""
    rules, s = seat.rules, seat.s
    unit = s.units[uid]
    start = unit.start if unit.side == s.phasing and unit.start else unit.at
    far = passage.points(rules, s, uid)
    near = [at for at in goals if rules.atlas.distance(start, at) <= far]
    costs = passage.reach_of(rules, s, seat.board, uid, start).costs if near else {}
    for at in near:
        if rules.atlas.index[at] in costs:
            yield costs[rules.atlas.index[at]], at


def _possible(seat: BkSeat, what: Supposed) -> Possible | None:
    there = standing(seat, what)
    now = thought_of(there, what.names, what.hexes)
    if now is None:
        return None
    rules = seat.rules
    sides = {of: _units(now, of) for of in ("attack", "defence")}
    points = {
        of: sum(loss(rules, there, units, of, n, now.column) for n in FACES) for of, units in sides.items()
    }
    good = 0
    for n in FACES:
        found = outcome(rules, n, now.column)
        hurt = found.defenders_lose != "nr" or found.gone == "defender" or found.back[0] == "defender"
        good += hurt
    text = say("{hexes}: {units}", hexes=", ".join(what.hexes), units=_many(seat, what.names))
    return Possible(
        what=what,
        say=text,
        worth=round(100 * (points["defence"] - points["attack"]) / len(FACES)),
        chance=round(100 * good / len(FACES)),
        odds=rules.tables.combat.columns[now.column],
        net=f"{now.attack} : {odds.amount(now.defence)}",
        shifts=tuple(_clauses(there, now)),
        now=possible_now(seat, what),
    )


def _units(now: Odds, of: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(line.unit for line in now.lines if line.of == of))


def _clauses(there: BkSeat, now: Odds) -> Iterator[Clause]:
    """What makes the defence other than its strength, each clause once."""
    seen: dict[str, Clause] = {}
    for account in accounts(there, now):
        for line in account.lines:
            for clause in line.clauses:
                if clause.rule and str(clause.say):
                    seen.setdefault(clause.rule, clause)
    yield from seen.values()


def _many(seat: BkSeat, units: Sequence[str]) -> Say:
    first = seat.rules.title(seat.s.roster[units[0]])
    return first if len(units) == 1 else say("{unit} and {n} more", unit=first, n=len(units) - 1)


def possible_now(seat: BkSeat, what: Supposed) -> bool:
    """Whether these units may form that engagement now, from where they stand."""
    units = seat.s.units
    step = seat.step
    if step is None or not seat.decides or engage.ENGAGE not in step.verbs or len(what.hexes) != 1:
        return False
    if any(units[uid].at != at for uid, at in what.units) or engage.engagement_at(seat.s, what.hexes[0]):
        return False
    return not seat.refuse(Action(engage.ENGAGE.name, what.names, what.hexes[0]))


# ---- the position it is thought of in --------------------------------------------------------------------------------
def standing(seat: BkSeat, what: Supposed) -> BkSeat:
    """The seat with the attackers where they are thought to stand; the seat itself when they stand there."""
    units, index = seat.s.units, seat.rules.atlas.index
    moved = {u: at for u, at in what.units if u in units and at in index and units[u].at != at}
    if not moved:
        return seat
    key = ("standing", tuple(moved.items()))
    found: BkSeat | None = seat.memo.get(key)
    if found is None:
        after = {**units, **{u: replace(units[u], at=at) for u, at in moved.items()}}
        found = type(seat)(seat.rules, replace(seat.s, units=after), seat.side)
        found.shut = True
        seat.memo[key] = found
    return found


def begin(seat: BkSeat, at: str, units: tuple[str, ...]) -> Supposed | None:
    """An engagement of these units on the enemies in a hex; without units, of all who stand next to it."""
    s, board, index = seat.s, seat.board, seat.rules.atlas.index
    if at not in index:
        return None
    side = next((side for side in SIDES if index[at] in board.stand[FOE[side]]), None)
    mine = [u for u in units if u in s.units and s.units[u].on_map and s.roster[u].type in GROUND]
    if side is None or any(s.units[u].side != side for u in mine):
        return None
    if not mine:
        return Supposed(side=side, hexes=(at,), units=tuple(_able(seat, side, at, far=False)))
    near = seat.rules.atlas.near[at]
    places = tuple((u, s.units[u].at if s.units[u].at in near else _nearest(seat, u, at)) for u in mine)
    return Supposed(side=side, hexes=(at,), units=places)


def _nearest(seat: BkSeat, uid: str, aim: str) -> str:
    """Where a unit would come up: by the cheapest way, or beside it anyhow when it cannot get there."""
    taken = seat.board.stand[FOE[seat.s.units[uid].side]]
    free = [h for h in seat.rules.atlas.near[aim] if seat.rules.atlas.index[h] not in taken]
    ends = sorted(_ends(seat, uid, free))
    return ends[0][1] if ends else free[0] if free else seat.s.units[uid].at


# ---- told as a combat ------------------------------------------------------------------------------------------------
def combat(seat: BkSeat, what: Supposed) -> Combat | None:
    """The engagement with everything the dock shows of a real one, and the choices that change the thought."""
    units, index = seat.s.units, seat.rules.atlas.index
    if what.side not in SIDES or not what.hexes or any(at not in index for at in what.hexes):
        return None
    there_are = tuple(
        (u, at)
        for u, at in what.units
        if u in units and units[u].side == what.side and units[u].on_map and at in index
    )
    what = replace(what, units=there_are)
    there = standing(seat, what)
    now = thought_of(there, what.names, what.hexes)
    found: list[Account] = []
    against = tuple(_against(there, what))
    if against:
        lines = tuple(Factor(say=r.text, clauses=(Clause(Say(""), r.rule),), hexes=r.hexes) for r in against)
        found.append(Account(say=say("Against it"), lines=lines))
    if now is None:
        found += _joining(seat, what)
    else:
        attack, *rest = accounts(there, now)
        found.append(replace(attack, lines=tuple(map(_removable, attack.lines))))
        found += (*_joining(seat, what), *rest)
    return Combat(
        key="supposed",
        say=say("Supposed engagement on {hexes}", hexes=", ".join(what.hexes)),
        hexes=what.hexes,
        status="supposed",
        note=say("Only thought of; nothing is engaged. Guns and rockets that fire before are left out."),
        accounts=tuple(found),
        spreads=(spread(there, now.column),) if now is not None else (),
        choices=tuple(_choices(seat, there, what)),
        lights=lit_by(there, now),
    )


def _removable(line: Factor) -> Factor:
    drop = Choice(say("Leave out"), Action(change.LEAVE, (line.unit,)), back=True)
    return replace(line, choices=(drop,))


def _against(there: BkSeat, what: Supposed) -> Iterator[Reason]:
    """What the rules would have against it, from where the attackers are thought to stand."""
    s, rules = there.s, there.rules
    for uid in what.names:
        unit, name = s.units[uid], rules.title(s.roster[uid])
        if s.roster[uid].type not in GROUND:
            yield Reason("BK-ENG-18", say("{unit} takes no part in engagements.", unit=name), unit.spot)
        for at in what.hexes:
            if unit.at not in rules.atlas.near[at]:
                yield Reason(
                    "BK-ENG-01", say("{unit} is not next to {hex}.", unit=name, hex=at), (unit.at, at)
                )
    if what.names and not engage.star(rules, s, what.names, what.hexes):
        text = say("An engagement has one central hex: several hexes may not attack several hexes.")
        yield Reason("BK-ENG-08", text, what.hexes)
    for at in dict.fromkeys(at for _, at in what.units):
        if len(there.board.at.get(at, ())) > LIMIT:
            text = say("More than {n} units would stand in {hex}.", n=LIMIT, hex=at)
            yield Reason("BK-MOV-08", text, (at,))


def _joining(seat: BkSeat, what: Supposed) -> Iterator[Account]:
    """Who else could take part: from next to the hex, and, when one asks, by coming up first."""
    far = FAR in what.switches
    beside: list[Factor] = []
    coming: list[Factor] = []
    for uid, at in _able(seat, what.side, what.hexes[0], far=far, taken=dict(what.units)):  # type: ignore[arg-type]
        unit, name = seat.s.units[uid], seat.rules.title(seat.s.roster[uid])
        add = Choice(say("Add"), Action(change.UNIT, (uid,), at))
        amount = str(unit.strength)
        if unit.at == at:
            text = say("{unit} in {hex}", unit=name, hex=at)
            beside.append(Factor(say=text, amount=amount, unit=uid, hexes=(at,), choices=(add,)))
        else:
            text = say("{unit} from {start} to {hex}", unit=name, start=unit.at, hex=at)
            coming.append(Factor(say=text, amount=amount, unit=uid, hexes=(unit.at, at), choices=(add,)))
    if beside:
        yield Account(say=say("Could join"), lines=tuple(beside), side=what.side)
    if coming:
        text = say("Could come up and join, in one turn")
        yield Account(say=text, lines=tuple(coming[:MOST_SHOWN]), side=what.side)


def _choices(seat: BkSeat, there: BkSeat, what: Supposed) -> Iterator[Choice]:
    if what.names and possible_now(seat, what):
        help_ = say("Engage: these units attack it when the movement phase has ended.")
        action = Action(engage.ENGAGE.name, what.names, what.hexes[0])
        yield Choice(say("Engage like this"), action, help_, True)
    foe = FOE[what.side]
    near = [set(there.rules.atlas.near[there.s.units[u].at]) for u in what.names]
    for at in sorted(set.intersection(*near)) if near else ():
        if at not in what.hexes and there.rules.atlas.index[at] in there.board.stand[foe]:
            help_ = say("One engagement against the sum of the defenders (BK-ENG-09).")
            yield Choice(say("{hex} together with it", hex=at), Action(change.HEX, (), at), help_)
    if FAR in what.switches:
        yield Choice(say("Only who stands next to it"), Action(change.SWITCH, (), FAR), back=True)
    else:
        help_ = say("Also list the units that could get next to the hex in one turn.")
        yield Choice(say("Who could come up?"), Action(change.SWITCH, (), FAR), help_)
    for at in what.hexes[1:]:
        yield Choice(say("Without {hex}", hex=at), Action(change.HEX, (), at), back=True)
    yield Choice(say("Give the thought up"), Action(change.CLEAR), back=True)
