"""Hypothetical attacks, as far as they are the same for every game in which hexes are attacked: the list of possible attacks,
ranked by expected value, and one attack shown in full with the choices that change it.

A game supplies what differs: which units can take part, how strong each appears, where it could move up to, what a selection
of units amounts to (a plan), what that is worth, and which rules forbid it. Everything is computed from a view by the code
that resolves combats, on the position with the attackers moved to their assumed hexes; nothing is declared or recorded.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final, Generic, NamedTuple, TypeVar

from msgspec.structs import replace

from hexbench.engine.display import Account, Choice, Clause, Combat, Factor, Light, Spread
from hexbench.engine.seat import Seat
from hexbench.engine.values import Action, Reason, Say, Value, say

# Hypothetical attacks: in any phase, by any side, computed from a view by the code that resolves combats.

UNIT: Final = "suppose_unit"
"""Adds the subject to the attack, attacking from the object (a hex)."""
LEAVE: Final = "suppose_leave"
"""Removes the subject from the attack."""
HEX: Final = "suppose_hex"
"""Adds the object, a hex, to the hexes attacked, or removes it from them."""
TARGET: Final = "suppose_target"
"""The object, a unit, is what is attacked; its hex is in ``via``."""
SWITCH: Final = "suppose_switch"
"""Switches the object on or off; of the switches with the same prefix before "=", only one is on."""
CLEAR: Final = "suppose_nothing"
"""Discards the whole attack."""
VERBS: Final = frozenset({UNIT, LEAVE, HEX, TARGET, SWITCH, CLEAR})


class Supposed(Value, frozen=True, kw_only=True):
    """An attack of ``side`` on ``hexes`` (or on the unit ``target`` in the first of them).

    ``units`` pairs each attacker with the hex it is assumed to be in; the first one leads, where that matters.
    ``switches`` are the other choices a game offers: support, the kind of attack.
    """

    side: str
    hexes: tuple[str, ...] = ()
    target: str = ""
    units: tuple[tuple[str, str], ...] = ()
    switches: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The attackers, without their places."""
        return tuple(unit for unit, _ in self.units)

    def switched(self, group: str, usual: str = "") -> str:
        """Which of a group of switches is on: "mode" gives "suppressive" where "mode=suppressive" is."""
        head = f"{group}="
        return next((one.removeprefix(head) for one in self.switches if one.startswith(head)), usual)


def once(what: Supposed) -> Supposed:
    """The attack without duplicates; a unit given several times keeps its last hex."""
    return replace(
        what,
        hexes=tuple(dict.fromkeys(what.hexes)),
        units=tuple(dict(what.units).items()),
        switches=tuple(dict.fromkeys(what.switches)),
    )


def changed(what: Supposed, action: Action) -> Supposed | None:
    """The attack after a choice; None: it is discarded. Raises ValueError for an action of the game."""
    if action.verb == UNIT:
        more = ((unit, action.object) for unit in action.subject)
        return replace(what, units=tuple(dict((*what.units, *more)).items()))
    if action.verb == LEAVE:
        return replace(what, units=tuple(pair for pair in what.units if pair[0] not in action.subject))
    if action.verb == HEX:
        at = action.object
        hexes = tuple(h for h in what.hexes if h != at) if at in what.hexes else (*what.hexes, at)
        return replace(what, hexes=hexes)
    if action.verb == TARGET:
        return replace(what, target=action.object, hexes=action.via or what.hexes)
    if action.verb == SWITCH:
        return replace(what, switches=_switched(what.switches, action.object))
    if action.verb == CLEAR:
        return None
    raise ValueError(f"{action.verb} is an action of the game.")


def joined(unit: str, at: str) -> Action:
    """The action that adds one more unit to a hypothetical attack."""
    return Action(UNIT, (unit,), at)


def _switched(on: tuple[str, ...], key: str) -> tuple[str, ...]:
    if key in on:
        return tuple(one for one in on if one != key)
    group, sign, _ = key.partition("=")
    if sign:
        on = tuple(one for one in on if not one.startswith(f"{group}="))
    return (*on, key)


class Possible(Value, frozen=True, kw_only=True):
    """One attack a side could make, for a ranked list.

    ``worth`` is the expected value in hundredths of a step (or of a figure or factor, whatever the game counts losses in):
    the enemy's expected losses less the attacker's. ``chance`` is the chance of any result in the attacker's favour, in
    hundredths. ``shifts`` are the clauses that apply, each with its effect; ``now``: the attack may be made in this phase.
    """

    what: Supposed
    say: Say
    worth: int
    chance: int
    odds: str = ""
    net: str = ""
    shifts: tuple[Clause, ...] = ()
    now: bool = False


SeatT = TypeVar("SeatT", bound=Seat)
PlanT = TypeVar("PlanT")

FAR: Final = "far"
"""The switch that also lists the units that would have to move up first."""
MOST_SHOWN: Final = 24
"""The most units listed that could move up."""

CAME_UP: Final = "came up"
"""Key in the memo of a seat at a hypothetical position: the units that are not really in their assumed hexes."""


class Worth(NamedTuple):
    """The expected value of an attack: see :class:`hexbench.engine.what_if.Possible`, before rounding."""

    worth: float
    """The enemy's expected losses less the attacker's, in the steps, figures or factors of the game."""
    chance: float
    """The chance of any result in the attacker's favour, 0 to 1."""
    odds: str
    net: str = ""
    shifts: tuple[Clause, ...] = ()


class AttacksInThought(ABC, Generic[SeatT]):
    """What a seat asks of a game with hypothetical attacks (:meth:`hexbench.engine.seat.Seat.what_if`)."""

    @abstractmethod
    def aims(self, seat: SeatT, side: str, *, far: bool) -> tuple[str, ...]:
        """Everything ``side`` might attack as far as this seat knows: see :meth:`hexbench.engine.seat.Seat.aims`."""

    @abstractmethod
    def attacks_on(self, seat: SeatT, side: str, aim: str, *, far: bool) -> tuple[Possible, ...]:
        """The attacks ``side`` could make on one of these targets."""

    @abstractmethod
    def begin(self, seat: SeatT, at: str, units: tuple[str, ...]) -> Supposed | None:
        """An attack on a hex by the selected units; if none are selected, the best one that could be made now."""

    @abstractmethod
    def suppose(self, seat: SeatT, what: Supposed) -> Combat | None:
        """A hypothetical attack presented as a combat; None when it does not amount to one."""


class WhatIf(AttacksInThought[SeatT], Generic[SeatT, PlanT]):
    """Hypothetical attacks in a game whose units attack hexes. It holds no state: one object serves all positions and is
    named by ``made_in`` of the game's seat.

    ``PlanT`` is the game's own representation of an attack: a fight, a calculation of odds.
    """

    # ---- its texts
    note: ClassVar[Say] = say("Hypothetical: nothing has been declared.")
    start: ClassVar[Say] = say("Make this attack")
    start_help: ClassVar[Say] = Say("")
    coming: ClassVar[Say] = say("Could move up and join")
    coming_help: ClassVar[Say] = Say("")
    together_help: ClassVar[Say | None] = None
    """Help on one combat against several hexes; None where a combat is always against one hex."""

    def title(self, hexes: str) -> Say:
        """The title shown in the combat dock."""
        return say("Hypothetical attack on {hexes}", hexes=hexes)

    # ---- supplied by the game: who and where
    @abstractmethod
    def fighters(self, seat: SeatT, side: str) -> Sequence[str]:
        """The units of ``side`` that could take part in an attack, the strongest first."""

    @abstractmethod
    def targets(self, seat: SeatT, side: str) -> Sequence[str]:
        """The hexes that hold something for ``side`` to attack, as far as this seat knows."""

    def goals(self, seat: SeatT, side: str, aim: str) -> Sequence[str]:
        """The hexes from which a hex can be attacked."""
        near: Sequence[str] = seat.rules.atlas.near[aim]
        return near

    @abstractmethod
    def ends(self, seat: SeatT, uid: str, goals: Sequence[str]) -> Iterable[tuple[int, str]]:
        """(cost, hex) for each of these hexes that a unit could move to in one turn."""

    def near(self, seat: SeatT, units: Sequence[str], goals: Sequence[str]) -> Sequence[str]:
        """The units that might be able to move to one of these hexes, in order; a quick filter. Default: all of them."""
        return units

    @abstractmethod
    def fits(self, seat: SeatT, here: Sequence[str], uid: str) -> bool:
        """Whether a unit may stack with these units, which are :meth:`present`."""

    def present(self, seat: SeatT, at: str, side: str) -> list[str]:
        """The units that count towards a side's stacking in a hex: its units there."""
        return [uid for uid in seat.board.units_at(at) if seat.s.units[uid].side == side]

    def placed(self, seat: SeatT, uid: str, at: str) -> Any:
        """A unit as it would be after moving up to a hex."""
        return replace(seat.s.units[uid], at=at)

    def amount(self, seat: SeatT, uid: str) -> str:
        """What a unit would contribute, shown next to its line; empty: nothing is shown."""
        return ""

    # ---- supplied by the game: an attack and its value
    def drafts(self, seat: SeatT, side: str, aim: str, places: Mapping[str, str]) -> Iterable[Supposed]:
        """The attacks worth listing on a hex if these units are available: by default, one by all of them."""
        yield Supposed(side=side, hexes=(aim,), units=tuple(places.items()))

    @abstractmethod
    def plan(self, there: SeatT, what: Supposed) -> PlanT | None:
        """The attack in the game's own terms; None: it has no attackers or no target."""

    @abstractmethod
    def weigh(self, there: SeatT, what: Supposed, plan: PlanT) -> Worth:
        """Its expected value."""

    def action(self, what: Supposed) -> Action:
        """The action that starts this attack in the game."""
        return Action("attack", what.names, what.hexes[0])

    def against(self, there: SeatT, what: Supposed) -> Iterable[Reason]:
        """The reasons why the rules would forbid it, with the attackers in their assumed hexes."""
        return ()

    @abstractmethod
    def accounts(self, there: SeatT, what: Supposed, plan: PlanT) -> Sequence[Account]:
        """Its tallies as the combat dock shows them for a real combat, the attackers' first."""

    @abstractmethod
    def spreads(self, there: SeatT, what: Supposed, plan: PlanT) -> tuple[Spread, ...]:
        """The chances of its results."""

    def lights(self, there: SeatT, plan: PlanT | None) -> tuple[tuple[str, tuple[Light, ...]], ...]:
        """The table cells to light up while the attack is shown; see :class:`Combat`."""
        return ()

    def support(self, there: SeatT, what: Supposed, plan: PlanT) -> Iterable[Account]:
        """Artillery, air and whatever else may be switched on and off."""
        return ()

    def who(self, seat: SeatT, what: Supposed) -> Say:
        """A short name for the attackers, for the ranked list."""
        first = seat.called(what.names[0])
        if len(what.names) == 1:
            return first
        return say("{unit} and {n} more", unit=first, n=len(what.names) - 1)

    def kinds(self, there: SeatT, what: Supposed, plan: PlanT | None) -> Iterable[Choice]:
        """The game's own choices, such as a different kind of attack."""
        return ()

    def joint(self, there: SeatT, what: Supposed, at: str) -> bool:
        """Whether a hex adjacent to all attackers may be attacked together with the other hexes."""
        return at in self.targets(there, what.side)

    # ---- possible attacks
    def aims(self, seat: SeatT, side: str, *, far: bool) -> tuple[str, ...]:
        """The hexes ``side`` could attack from its present hexes; ``far``: all with enemies, after finding the reach
        of the units that might move up, so that a window can show progress.
        """
        if side not in seat.rules.sides:
            return ()
        units, near = self.fighters(seat, side), seat.rules.atlas.near
        beside = {at for uid in units for at in near[seat.s.units[uid].at]}
        return (*(units if far else ()), *(at for at in self.targets(seat, side) if far or at in beside))

    def attacks_on(self, seat: SeatT, side: str, aim: str, *, far: bool) -> tuple[Possible, ...]:
        """The attacks on a hex by adjacent units; ``far``: also by units that could move up."""
        if side not in seat.rules.sides:
            return ()
        if aim in seat.s.units:
            if seat.s.units[aim].on_map:
                tuple(self.ends(seat, aim, seat.rules.atlas.near[seat.s.units[aim].at]))
            return ()
        if aim not in seat.rules.atlas.index:
            return ()
        places = dict(self.able(seat, side, aim, far=far))
        found = (self.possible(seat, what) for what in self.drafts(seat, side, aim, places)) if places else ()
        return tuple(one for one in found if one is not None)

    def able(
        self,
        seat: SeatT,
        side: str,
        aim: str,
        *,
        far: bool,
        taken: Mapping[str, str] | None = None,
        ends: Callable[[SeatT, str, Sequence[str]], Iterable[tuple[int, str]]] | None = None,
    ) -> Iterator[tuple[str, str]]:
        """(unit, the hex it would attack from): the units adjacent to a hex, the strongest first; then those that
        could move up, by the cheapest route to a hex with room. Those ``taken`` have their room already; ``ends``
        replaces :meth:`ends` if that is known.
        """
        taken = taken or {}
        units, goals = seat.s.units, self.goals(seat, side, aim)
        key = ("fighters", side)
        every: Sequence[str] | None = seat.memo.get(key)
        if every is None:  # called for one hex after another
            every = seat.memo[key] = self.fighters(seat, side)
        fit = [uid for uid in every if uid not in taken]
        beside = [uid for uid in fit if units[uid].at in goals]
        for uid in beside:
            yield uid, units[uid].at
        if not far:
            return
        here = {at: self.present(seat, at, side) for at in goals}
        for uid, at in taken.items():
            if at in here and uid not in here[at]:
                here[at].append(uid)
        for uid in fit if ends else self.near(seat, fit, goals):
            if uid in beside:
                continue
            for _, at in sorted((ends or self.ends)(seat, uid, goals)):
                if self.fits(seat, here[at], uid):
                    here[at].append(uid)
                    yield uid, at
                    break

    def possible(self, seat: SeatT, what: Supposed) -> Possible | None:
        """A hypothetical attack as a line of the ranked list; None if it does not amount to an attack."""
        there = self.standing(seat, what)
        plan = self.plan(there, what)
        if plan is None:
            return None
        found = self.weigh(there, what, plan)
        return Possible(
            what=what,
            say=say("{hexes}: {units}", hexes=", ".join(what.hexes), units=self.who(seat, what)),
            worth=round(100 * found.worth),
            chance=round(100 * found.chance),
            odds=found.odds,
            net=found.net,
            shifts=found.shifts,
            now=self.now(seat, what),
        )

    def now(self, seat: SeatT, what: Supposed) -> bool:
        """Whether these units may begin that attack now, from their present hexes."""
        units = seat.s.units
        if not seat.decides or len(what.hexes) != 1 or not what.names:
            return False
        if any(uid not in units or units[uid].at != at for uid, at in what.units):
            return False
        action = self.action(what)
        return any(verb.name == action.verb for verb in seat.step.verbs) and not seat.refuse(action)

    # ---- a first attack
    def begin(self, seat: SeatT, at: str, units: tuple[str, ...]) -> Supposed | None:
        """An attack on a hex by the selected units; if none are selected, the best one that could be made now."""
        every = seat.s.units
        mine = [uid for uid in units if uid in every and every[uid].on_map]
        if at not in seat.rules.atlas.index:
            return None
        sides = [every[mine[0]].side] if mine else seat.rules.sides
        side = next((one for one in sides if at in self.targets(seat, one)), "")
        if not side or any(every[uid].side != side for uid in mine):
            return None
        if not mine:
            best = max(self.attacks_on(seat, side, at, far=False), key=lambda one: one.worth, default=None)
            return best.what if best is not None else Supposed(side=side, hexes=(at,))
        return Supposed(
            side=side, hexes=(at,), units=tuple((uid, self._nearest(seat, side, uid, at)) for uid in mine)
        )

    def _nearest(self, seat: SeatT, side: str, uid: str, aim: str) -> str:
        """The hex from which a unit would attack: its own, the one with the cheapest route, or otherwise any adjacent one."""
        here = str(seat.s.units[uid].at)
        if here in seat.rules.atlas.near[aim]:
            return here
        held = self.targets(seat, side)
        free = [at for at in seat.rules.atlas.near[aim] if at not in held]
        best = min(self.ends(seat, uid, free), default=None) if free else None
        return best[1] if best is not None else free[0] if free else here

    def standing(self, seat: SeatT, what: Supposed) -> SeatT:
        """The seat with the attackers in their assumed hexes; the seat itself if they are really there."""
        units, index = seat.s.units, seat.rules.atlas.index
        moved = {
            u: at
            for u, at in what.units
            if u in units and at in index and units[u].at != at and units[u].on_map
        }
        if not moved:
            return seat
        key = ("standing", tuple(moved.items()))
        found: SeatT | None = seat.memo.get(key)
        if found is None:
            found = seat.memo[key] = with_units(
                seat, {uid: self.placed(seat, uid, at) for uid, at in moved.items()}
            )
            found.memo[CAME_UP] = tuple(moved)
        return found

    # ---- presented as a combat
    def suppose(self, seat: SeatT, what: Supposed) -> Combat | None:
        """The attack with everything the combat dock shows of a real one, and the choices that change it."""
        units, index = seat.s.units, seat.rules.atlas.index
        if what.side not in seat.rules.sides or not what.hexes or any(at not in index for at in what.hexes):
            return None
        if len(what.hexes) > 1 and self.together_help is None:
            return None
        known = (
            (u, at)
            for u, at in what.units
            if u in units and units[u].on_map and units[u].side == what.side and at in index
        )
        what = replace(what, units=tuple(known))
        there = self.standing(seat, what)
        plan = self.plan(there, what)
        accounts: list[Account] = list(hindrances(self.against(there, what) if what.names else ()))
        if plan is None:
            accounts += self._joining(seat, what)
        else:
            attack, *rest = self.accounts(there, what, plan)
            lines = tuple(removable(what, line) for line in attack.lines)
            accounts += (replace(attack, lines=lines), *self._joining(seat, what))
            accounts += (*self.support(there, what, plan), *rest)
        return Combat(
            key="supposed",
            say=self.title(", ".join(what.hexes)),
            hexes=what.hexes,
            status="supposed",
            note=self.note,
            accounts=tuple(accounts),
            spreads=self.spreads(there, what, plan) if plan is not None else (),
            choices=tuple(self._choices(seat, there, what, plan)),
            lights=self.lights(there, plan),
        )

    def _joining(self, seat: SeatT, what: Supposed) -> Iterator[Account]:
        """Which other units could take part: adjacent to the hex, and, if requested, after moving up."""
        lines: dict[bool, list[Factor]] = {True: [], False: []}
        for uid, at in self.able(
            seat, what.side, what.hexes[0], far=FAR in what.switches, taken=dict(what.units)
        ):
            name, start = seat.called(uid), str(seat.s.units[uid].at)
            text = say("{unit} in {hex}", unit=name, hex=at)
            if start != at:
                text = say("{unit} from {start} to {hex}", unit=name, start=start, hex=at)
            line = Factor(
                say=text,
                amount=self.amount(seat, uid),
                unit=uid,
                hexes=tuple(dict.fromkeys((start, at))),
                choices=(Choice(say("Add"), Action(UNIT, (uid,), at)),),
            )
            lines[start == at].append(line)
        if lines[True]:
            yield Account(say=say("Could join"), lines=tuple(lines[True]), side=what.side)
        if lines[False]:
            yield Account(say=self.coming, lines=tuple(lines[False][:MOST_SHOWN]), side=what.side)

    def _choices(self, seat: SeatT, there: SeatT, what: Supposed, plan: PlanT | None) -> Iterator[Choice]:
        if self.now(seat, what):
            yield Choice(self.start, self.action(what), self.start_help, True)
        yield from self.kinds(there, what, plan)
        if plan is not None and self.together_help is not None:
            near = [set(there.rules.atlas.near[there.s.units[uid].at]) for uid in what.names]
            for at in sorted(set.intersection(*near)) if near else ():
                if at not in what.hexes and self.joint(there, what, at):
                    text = say("Include {hex} as well", hex=at)
                    yield Choice(text, Action(HEX, (), at), self.together_help)
        if FAR in what.switches:
            yield Choice(say("Adjacent units only"), Action(SWITCH, (), FAR), back=True)
        else:
            yield Choice(say("Who could move up?"), Action(SWITCH, (), FAR), self.coming_help)
        for at in what.hexes[1:]:
            yield Choice(say("Leave out {hex}", hex=at), Action(HEX, (), at), back=True)
        yield give_up()


# ---- parts, also for games in which other things than hexes are attacked ----------------------------
def seat_of(seat: SeatT, state: Any) -> SeatT:
    """A seat like this one at a hypothetical position: no decisions can be made there."""
    found = type(seat)(seat.rules, state, seat.side)
    found.shut = True
    return found


def with_units(seat: SeatT, after: Mapping[str, Any], **fields: Any) -> SeatT:
    """The same at a position in which some units are replaced by those in ``after``, and some fields (none that the board is
    built from) by ``fields``.
    """
    units, board = seat.s.units, seat.board.copy()
    # patched, not rebuilt: only a few of several hundred units move, so what is derived from the others stays valid
    for uid, unit in after.items():
        board.patch(uid, units[uid], unit)
    state = replace(seat.s, units={**units, **after}, **fields)
    seat.rules.keep(state, board)
    return seat_of(seat, state)


def hindrances(reasons: Iterable[Reason]) -> Iterator[Account]:
    """The reasons against a hypothetical attack, as lines; nothing if there are none."""
    lines = tuple(
        Factor(say=reason.text, clauses=(Clause(Say(""), reason.rule),), hexes=reason.hexes)
        for reason in dict.fromkeys(reasons)
    )
    if lines:
        yield Account(say=say("Not allowed"), lines=lines)


def removable(what: Supposed, line: Factor) -> Factor:
    """An attacker's line with the button that removes it from the attack."""
    return replace(line, choices=removal(what, line.unit)) if line.unit in what.names else line


def removal(what: Supposed, uid: str) -> tuple[Choice, ...]:
    """The button that removes one attacker; none for a unit that does not take part."""
    return (Choice(say("Leave out"), Action(LEAVE, (uid,)), back=True),) if uid in what.names else ()


def switch(text: Say, key: str, rule: str, *, on: bool, hexes: tuple[str, ...] = ()) -> Factor:
    """A line with a button that switches it on or off."""
    choice = Choice(say("Leave it out") if on else say("Add"), Action(SWITCH, (), key), back=on)
    amount = "✓" if on else ""
    return Factor(say=text, amount=amount, clauses=(Clause(Say(""), rule),), hexes=hexes, choices=(choice,))


def guns_and_air(
    what: Supposed, side: str, guns: Iterable[tuple[str, str, Say]], gun_rule: str, air_rule: str
) -> Account:
    """Artillery in range, as (unit, hex, name), and an air point of one side, to be switched on and off: the switches
    are ``gun/UNIT``, ``air/attack`` and ``air/defence``.
    """
    attacking = side == what.side
    lines = [
        switch(
            say("{unit} in {hex}", unit=name, hex=at),
            f"gun/{uid}",
            gun_rule,
            on=f"gun/{uid}" in what.switches,
            hexes=(at,),
        )
        for uid, at, name in guns
    ]
    key = "air/attack" if attacking else "air/defence"
    lines.append(switch(say("An air point"), key, air_rule, on=key in what.switches))
    text = say("Artillery and air of the attacker") if attacking else say("Artillery and air of the defender")
    return Account(say=text, lines=tuple(lines), side=side)


def give_up() -> Choice:
    """The button that discards the attack."""
    return Choice(say("Discard this attack"), Action(CLEAR), back=True)
