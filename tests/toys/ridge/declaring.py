"""Chapter 5 of Ridge: attacks are put together, taken back, and made binding."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from hexbench.engine.events import Declared
from hexbench.engine.forecast import Forecast
from hexbench.engine.state import Ask, Declaration
from hexbench.engine.values import Action, Offer, Reason, Say, Target, Value, say
from hexbench.engine.verb import Verb
from tests.toys.ridge.combat import Battle
from tests.toys.ridge.kit import RidgePlay, RidgeSeat
from tests.toys.ridge.odds import foresee
from tests.toys.ridge.pieces import foe


class Clash(Value, frozen=True):
    """Who attacks which hex."""

    target: str
    attackers: tuple[str, ...]


class Attack(Verb["RidgeSeat", "Declare", "RidgePlay"]):
    """Declare that units attack a hex [5.1]."""

    name = "attack"
    label = say("Attack")
    subject = "unit"
    object = "hex"

    def offer(self, seat: RidgeSeat, step: Declare) -> Offer | None:
        """The units adjacent to an enemy that are not committed yet."""
        busy = [x for clash in step.clashes for x in clash.attackers]
        ready = tuple(
            x
            for x, u in seat.s.units.items()
            if u.side == step.who and u.on_map and x not in busy and seat.foes_near(u)
        )
        return Offer(self.name, ready, joins="any") if ready else None

    def targets(self, seat: RidgeSeat, step: Declare, subject: tuple[str, ...]) -> Iterator[Target]:
        """The enemy hexes adjacent to all of them."""
        if any(self._unfit(seat, step, subject)):
            return
        near = [seat.foes_near(seat.s.units[x]) for x in subject]
        for hex_ in near[0]:
            if all(hex_ in others for others in near[1:]):
                yield Target(hex_, rules=("5.1", "6.5"))

    def _unfit(self, seat: RidgeSeat, step: Declare | None, subject: tuple[str, ...]) -> Iterator[Reason]:
        if not subject:
            yield seat.rules.missing("unit named")
        for x in subject:
            unit = seat.s.units.get(x)
            if unit is None:
                yield seat.rules.missing(f"unit {x}")
                continue
            if not unit.on_map:
                yield Reason("5.1", say("{unit} is not on the map.", unit=unit.name))
            elif not seat.foes_near(unit):
                yield Reason("5.1", say("No enemy is next to {unit}.", unit=unit.name))
            if step is None:
                continue
            if unit.side != step.who:
                yield Reason("5.1", say("{unit} belongs to the other side.", unit=unit.name))
            if any(x in c.attackers for c in step.clashes):
                yield Reason("5.1", say("{unit} is already attacking.", unit=unit.name))

    def reasons(self, seat: RidgeSeat, step: Declare | None, action: Action) -> Iterator[Reason]:
        """Why a unit may not attack, or not that hex."""
        yield from self._unfit(seat, step, action.subject)
        to = action.object
        if to not in seat.rules.atlas.index:
            yield seat.rules.missing(f"hex {to}")
            return
        for x in action.subject:
            unit = seat.s.units.get(x)
            if unit is not None and unit.on_map:
                if to not in seat.rules.atlas.near[unit.at]:
                    yield Reason(
                        "5.1", say("{unit} is not adjacent to {hex}.", unit=unit.name, hex=to), (to,)
                    )
                elif seat.holder(to) != foe(unit.side):
                    yield Reason("5.1", say("There is no enemy in {hex}.", hex=to), (to,))

    def forecast(self, seat: RidgeSeat, action: Action) -> Forecast | None:
        """The odds together with the units that attack that hex already, without support on either side."""
        step = seat.step
        clashes = step.clashes if isinstance(step, Declare) else ()
        joined = tuple(x for c in clashes if c.target == action.object for x in c.attackers)
        attackers = (*joined, *(x for x in action.subject if x not in joined))
        if any(x not in seat.s.units for x in attackers):
            return None
        return foresee(seat, attackers, action.object, (0, 0))

    def do(self, play: RidgePlay, step: Declare, action: Action) -> None:
        """They join the attack on that hex."""
        old = next((c for c in step.clashes if c.target == action.object), Clash(action.object, ()))
        rest = tuple(c for c in step.clashes if c is not old)
        play.swap(clashes=(*rest, Clash(action.object, (*old.attackers, *action.subject))))


class Withdraw(Verb["RidgeSeat", "Declare", "RidgePlay"]):
    """Take one attack back [5.3]."""

    name = "withdraw"
    label = say("Withdraw")
    subject = "hex"

    def offer(self, seat: RidgeSeat, step: Declare) -> Offer | None:
        """The hexes under attack so far."""
        found = tuple(c.target for c in step.clashes)
        return Offer(self.name, found, back=True) if found else None

    def targets(self, seat: RidgeSeat, step: Declare, subject: tuple[str, ...]) -> Iterator[Target]:
        """Nothing more to choose."""
        if not any(self.reasons(seat, step, Action(self.name, subject))):
            yield Target()

    def reasons(self, seat: RidgeSeat, step: Declare | None, action: Action) -> Iterator[Reason]:
        """Only what was declared can be taken back."""
        declared = tuple(c.target for c in step.clashes) if step is not None else ()
        if len(action.subject) != 1 or action.subject[0] not in declared:
            yield Reason("5.3", say("No such attack is declared."))

    def do(self, play: RidgePlay, step: Declare, action: Action) -> None:
        """As if it had never been declared."""
        play.swap(clashes=tuple(c for c in step.clashes if c.target != action.subject[0]))


class Clear(Verb["RidgeSeat", "Declare", "RidgePlay"]):
    """Take all attacks back [5.3]."""

    name = "clear"
    label = say("Clear all")

    def offer(self, seat: RidgeSeat, step: Declare) -> Offer | None:
        """Offered if there is something to take back."""
        return Offer(self.name, back=True) if step.clashes else None

    def targets(self, seat: RidgeSeat, step: Declare, subject: tuple[str, ...]) -> Iterator[Target]:
        """Nothing more to choose."""
        if step.clashes and not subject:
            yield Target()

    def reasons(self, seat: RidgeSeat, step: Declare | None, action: Action) -> Iterator[Reason]:
        """There must be something to take back."""
        if step is not None and not step.clashes:
            yield Reason("5.3", say("No attack is declared."))

    def do(self, play: RidgePlay, step: Declare, action: Action) -> None:
        """Begin again."""
        play.swap(clashes=())


def unmet(seat: RidgeSeat, step: Declare) -> Iterator[Reason]:
    """Every enemy hex that must still be attacked [5.2]."""
    attacked = [c.target for c in step.clashes]
    for clash in step.clashes:
        for x in clash.attackers:
            unit = seat.s.units[x]
            for hex_ in seat.foes_near(unit):
                if hex_ not in attacked:
                    yield Reason("5.2", say("{unit} also touches {hex}.", unit=unit.name, hex=hex_), (hex_,))


class Done(Verb["RidgeSeat", "Declare", "RidgePlay"]):
    """Make the attacks binding [5.3]."""

    name = "declare"
    label = say("Declare")
    ends = True

    def targets(self, seat: RidgeSeat, step: Declare, subject: tuple[str, ...]) -> Iterator[Target]:
        """Nothing more to choose, once every duty is met."""
        if not subject and not any(unmet(seat, step)):
            yield Target()

    def reasons(self, seat: RidgeSeat, step: Declare | None, action: Action) -> Iterator[Reason]:
        """Every unmet duty."""
        if step is not None:
            yield from unmet(seat, step)

    def do(self, play: RidgePlay, step: Declare, action: Action) -> None:
        """The player turn now knows the attacks."""
        for clash in step.clashes:
            play.tell(Declared("attack", clash.attackers, clash.target))
        play.answer(clashes=step.clashes)


ATTACK, WITHDRAW, CLEAR, DONE = Attack(), Withdraw(), Clear(), Done()


class Declare(Declaration, frozen=True, kw_only=True):
    """The declaration phase of a side."""

    clashes: tuple[Clash, ...] = ()
    verbs = (ATTACK, WITHDRAW, CLEAR, DONE)
    phase = "declaration"

    def masked(self, side: str) -> Declare:
        """The other side learns of attacks when they are binding [5.3]."""
        return self if side == self.who else replace(self, clashes=())

    def say(self, seat: RidgeSeat) -> Say:
        """The prompt."""
        return say("Declare all attacks; {count} so far.", count=len(self.clashes))


class Resolve(Verb["RidgeSeat", "Choose", "RidgePlay"]):
    """Resolve one of the declared combats [5.4]."""

    name = "resolve"
    label = say("Resolve")
    subject = "hex"

    def offer(self, seat: RidgeSeat, step: Choose) -> Offer | None:
        """The combats that are waiting."""
        return Offer(self.name, tuple(c.target for c in step.clashes))

    def targets(self, seat: RidgeSeat, step: Choose, subject: tuple[str, ...]) -> Iterator[Target]:
        """Nothing more to choose."""
        if not any(self.reasons(seat, step, Action(self.name, subject))):
            yield Target()

    def reasons(self, seat: RidgeSeat, step: Choose | None, action: Action) -> Iterator[Reason]:
        """Only what was declared is resolved."""
        declared = tuple(c.target for c in step.clashes) if step is not None else ()
        if len(action.subject) != 1 or action.subject[0] not in declared:
            yield Reason("5.4", say("No such combat waits."))

    def do(self, play: RidgePlay, step: Choose, action: Action) -> None:
        """The combat begins; the choice is offered again while any are left."""
        clash = next(c for c in step.clashes if c.target == action.subject[0])
        rest = tuple(c for c in step.clashes if c is not clash)
        if rest:
            play.swap(clashes=rest)
        else:
            play.pop()
        play.tell(Declared("combat", clash.attackers, clash.target))
        play.push(Battle(target=clash.target, attackers=clash.attackers, attacker=step.who))


RESOLVE = Resolve()


class Choose(Ask, frozen=True, kw_only=True):
    """Which combat is next."""

    clashes: tuple[Clash, ...]
    verbs = (RESOLVE,)
    phase = "combat"

    def say(self, seat: RidgeSeat) -> Say:
        """The prompt."""
        return say("Choose the next combat.")
