"""13.1a-g, 13.2: attempts on bridges and fuel depots, and the commandos that may disrupt them (16.4c-d)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final

from hexbench.atlas.hexset import bits_of, holds
from hexbench.engine.events import Declared, MarkerChanged, Resolved
from hexbench.engine.state import Ask, Step
from hexbench.engine.values import Action, Reason, Say, Target, say
from hexbench.engine.verb import Verb
from hexbench.engine.verbs.kinds import Pick
from hexbench.games.iron_tide import works
from hexbench.games.iron_tide.combatants import commandos
from hexbench.games.iron_tide.names import called
from hexbench.games.iron_tide.pieces import ALLIED, FOE, GERMAN
from hexbench.games.iron_tide.restricted import surprise
from hexbench.games.iron_tide.stacking import eliminate
from hexbench.games.iron_tide.supply import free_hexes
from hexbench.games.iron_tide.works import ends, is_bridge

if TYPE_CHECKING:
    from hexbench.games.iron_tide.engineers import Engineering
    from hexbench.games.iron_tide.rules import ItRules
    from hexbench.games.iron_tide.seat import ItPlay, ItSeat


# 13.1a-b: which bridges and fuel depots can be tried, and by whom, whatever was tried before (sets of
# hexes, atlas.bits).

_ENEMY_NEAR: Final = 4
"""13.1a: hexes within which there must be an enemy."""
REACH: Final = 5
"""13.1b: the longest path to the unit that sets the charge."""


def standing_bridges(rules: ItRules, s: Any) -> tuple[str, ...]:
    """Every hexside with an intact bridge: printed ones first, then those built."""
    printed: tuple[str, ...] | None = rules.memo.get("printed bridges")
    if printed is None:
        atlas = rules.atlas
        printed = rules.memo["printed bridges"] = tuple(
            atlas.side_of(i, direction)
            for (i, direction), kinds in atlas.side_kinds.items()
            if direction < 3 and "bridge" in kinds and atlas.around[i][direction] >= 0
        )
        rules.memo["printed bridges", "all"] = frozenset(printed)
    bridges = s.bridges
    if not bridges:
        return printed
    kept = rules.memo.get("standing bridges")
    if kept is None or kept[0] != bridges:
        old: frozenset[str] = rules.memo["printed bridges", "all"]
        built = [side for side, state in bridges.items() if state == "built" and side not in old]
        gone = {side for side, state in bridges.items() if state != "built"}
        now = (*(side for side in printed if side not in gone), *built)
        kept = rules.memo["standing bridges"] = (bridges, now)
    standing: tuple[str, ...] = kept[1]
    return standing


def _stocked_depots(s: Any) -> tuple[str, ...]:
    """The hexes of depots that can still be destroyed."""
    return tuple(at for at, state in s.depots.items() if state == "stocked")


def depth(rules: ItRules, target: str, most: int) -> int:
    """B74: the number of steps that ``most`` hexes allow. From a hexside its two hexes count as 1, so there is one step less
    than from a depot's hex; under the option ``bridge_hexes`` they are not counted.
    """
    return most - 1 if is_bridge(target) and rules.options.bridge_hexes == "counted" else most


def hexes_of(rules: ItRules, target: str) -> int:
    """The hexes of a target as a set."""
    known: dict[str, int] = rules.memo.setdefault("hexes of targets", {})
    found = known.get(target)
    if found is None:
        found = known[target] = bits_of(rules.atlas.index[at] for at in ends(target))
    return found


def threatened(seat: ItSeat, side: str, target: str) -> bool:
    """13.1a: whether an enemy is near enough; commandos do not count (13.1g)."""
    near = seat.board.hexes_held(FOE[side], depth(seat.rules, target, _ENEMY_NEAR))
    return bool(near & hexes_of(seat.rules, target))


def joined(seat: ItSeat, side: str, hexes: int, steps: int) -> int:
    """13.1b: ``hexes`` and all hexes connected to them by a path free of the enemy and of enemy zones; both are sets. The
    path is a supply line, so friendly units cancel zones in their own hex (7.6c, R30); under the option
    ``demolition_path`` they do not.
    """
    board, foe = seat.board, FOE[side]
    if seat.rules.options.demolition_path == "supply":
        free = free_hexes(board, side)
    else:
        free = ~(board.hexes_held(foe) | board.zone_of(foe))
    found = hexes & free
    for _ in range(steps):
        found = board.atlas.steps.grown(found) & free
    return found


def _at_risk(seat: ItSeat, side: str, depots: bool) -> dict[str, int]:
    """The bridges (or depots) with an enemy near enough -> their hexes as a set."""
    rules = seat.rules

    def make() -> dict[str, int]:
        there = _stocked_depots(seat.s) if depots else standing_bridges(rules, seat.s)
        near = seat.board.hexes_held(FOE[side], depth(rules, there[0], _ENEMY_NEAR)) if there else 0
        known: dict[str, int] = rules.memo.setdefault("hexes of targets", {})
        return {t: hexes for t in there if near & (hexes := known.get(t) or hexes_of(rules, t))}

    of = (seat.board.places[FOE[side]], seat.s.depots if depots else seat.s.bridges)
    return rules.facts.get(("at risk", side, depots), of, make)


def able(seat: ItSeat, side: str, depots: bool) -> tuple[str, ...]:
    """The units that may try some bridge (or depot) by 13.1a-b, whatever they have tried in this phase."""
    board = seat.board
    what = seat.s.depots if depots else seat.s.bridges
    of = (board.troops[side], board.troops[FOE[side]], what, seat.s.roster)
    return seat.rules.facts.get(("may try", side, depots), of, lambda: _able(seat, side, depots))


def _able(seat: ItSeat, side: str, depots: bool) -> tuple[str, ...]:
    near = _near_targets(seat, side, depots)
    if not near:
        return ()
    units, index, hidden = seat.s.units, seat.board.atlas.index, commandos(seat.rules, seat.s.roster)
    return tuple(
        [
            uid
            for uid in seat.board.present[side]
            if near >> index[(unit := units[uid]).at] & 1 and unit.supply == "supplied" and uid not in hidden
        ]
    )


def _near_targets(seat: ItSeat, side: str, depots: bool) -> int:
    """The hexes from which some bridge (or depot) can be tried, as a set."""
    targets = _at_risk(seat, side, depots)
    if not targets:
        return 0
    hexes = 0
    for of_one in targets.values():
        hexes |= of_one
    return joined(seat, side, hexes, depth(seat.rules, next(iter(targets)), REACH))


def chances(seat: ItSeat, side: str, uid: str, depots: bool) -> tuple[str, ...]:
    """The bridges (or depots) a unit may try by 13.1a-b, whatever it has tried in this phase."""
    unit = seat.s.units[uid]
    if unit.side != side or unit.supply != "supplied" or not unit.on_map or seat.s.roster[uid].commando:
        return ()
    targets = _at_risk(seat, side, depots)
    if not targets:
        return ()
    near = _near(seat, side, unit.at, depth(seat.rules, next(iter(targets)), REACH))
    return tuple([target for target, hexes in targets.items() if near & hexes])


def _near(seat: ItSeat, side: str, at: str, steps: int) -> int:
    """:func:`joined` of one hex; whoever has tried something asks again at each step of the phase, and nobody moves in it."""
    board = seat.board
    of = (board.troops[side], board.troops[FOE[side]], steps)
    hexes = 1 << board.atlas.index[at]
    return seat.rules.facts.get(("joined", side, at), of, lambda: joined(seat, side, hexes, steps))


_ATTEMPTS: Final = 2
"""13.1d: of one unit in an Engineering Phase; an engineer has one (13.0b)."""


# ---- why an attempt is refused ---------------------------------------------------------------------------------------
def spent(seat: ItSeat, step: Engineering, uid: str, target: str) -> Iterator[Reason]:
    """13.0b, 13.1c-d, B33: reasons against an attempt that come from earlier ones in this phase."""
    printed = seat.s.roster[uid]
    name = called(printed)
    mine = [t for u, t in step.attempts if u == uid]
    errata = seat.rules.options.publisher_errata
    if uid in step.acted or (printed.type == "engineer" and mine):
        yield Reason("13.0b", say("{unit} has already acted this phase.", unit=name))
    if errata:
        if mine:
            yield Reason("B33", say("{unit} has already made its attempt.", unit=name))
        if any(t == target for _, t in step.attempts):
            yield Reason(
                "B33",
                say("An attempt on {target} has already been made this phase.", target=target),
                ends(target),
            )
        return
    if target in mine:
        text = say("{unit} has already made an attempt on {target} this phase.", unit=name, target=target)
        yield Reason("13.1c", text, ends(target))
    if len(mine) >= _ATTEMPTS:
        yield Reason("13.1d", say("{unit} has already made {n} attempts.", unit=name, n=_ATTEMPTS))


def conditions(seat: ItSeat, side: str, uid: str, target: str) -> Iterator[Reason]:
    """13.1a-b, 13.1g: why a unit may not attempt a target."""
    s, printed = seat.s, seat.s.roster[uid]
    unit, name = s.units[uid], called(printed)
    if printed.commando:
        yield Reason("13.1g", say("{unit} may not attempt demolitions.", unit=name))
        return
    if not threatened(seat, side, target):
        text = say("No enemy unit is within {n} hexes of {target}.", n=_ENEMY_NEAR, target=target)
        yield Reason("13.1a", text, ends(target))
    if unit.supply != "supplied":
        yield Reason("13.1b", say("{unit} is not in supply.", unit=name), unit.spot)
    near = joined(seat, side, hexes_of(seat.rules, target), depth(seat.rules, target, REACH))
    if not unit.on_map or not holds(near, seat.board.atlas.index[unit.at]):
        text = say(
            "No path of up to {n} hexes, clear of the enemy, connects {unit} to {target}.",
            n=REACH,
            unit=name,
            target=target,
        )
        yield Reason("13.1b", text, (unit.at, *ends(target)) if unit.on_map else ends(target))


class _Attempt(Verb["ItSeat", "Engineering", "ItPlay"]):
    """Base of attempts on bridges and on depots."""

    depots: ClassVar[bool]
    subject = "unit"

    def barred(self, seat: ItSeat, side: str) -> Iterator[Reason]:
        """Why the player may make no such attempt at all."""
        return iter(())

    def able(self, seat: ItSeat, step: Engineering) -> Iterable[str]:
        """The units that can try something."""
        if any(self.barred(seat, step.who)):
            return ()
        fresh = not seat.rules.options.publisher_errata
        busy = {*step.acted, *(u for u, _ in step.attempts)}
        return (
            uid
            for uid in able(seat, step.who, self.depots)
            if (fresh and uid not in busy) or any(self._left(seat, step, uid))
        )

    def _left(self, seat: ItSeat, step: Engineering, uid: str) -> Iterator[str]:
        """What a unit can still try in this phase."""
        for target in chances(seat, step.who, uid, self.depots):
            if not any(spent(seat, step, uid, target)):
                yield target

    def targets(self, seat: ItSeat, step: Engineering, subject: tuple[str, ...]) -> Iterable[Target]:
        """The bridges or depots it can try."""
        if len(subject) != 1 or any(self.barred(seat, step.who)):
            return
        if subject[0] in seat.s.units:
            for target in self._left(seat, step, subject[0]):
                yield Target(target, says=(self._odds(seat, subject[0]),), rules=("13.1c",))

    def _odds(self, seat: ItSeat, uid: str) -> Say:
        table = seat.rules.tables.demolition
        engineer = seat.s.roster[uid].type == "engineer"
        n = sum(table.result(die, engineer=engineer) == "destroyed" for die in range(1, 7))
        return say("Chance of success: {n} in 6", n=n)

    def reasons(self, seat: ItSeat, step: Engineering | None, action: Action) -> Iterator[Reason]:
        """Every clause against the attempt."""
        s, target = seat.s, action.object
        if step is None:
            yield Reason("4.27a", say("Demolitions may be attempted only in an Engineering Phase."))
        if len(action.subject) != 1 or action.how or action.via:
            yield Reason("13.1c", say("Choose one unit and its target."))
            return
        uid = action.subject[0]
        if uid not in s.units:
            yield seat.rules.missing(f"unit {uid}")
            return
        side = step.who if step is not None else s.phasing
        if s.units[uid].side != side:
            yield Reason("4.27a", say("{unit} belongs to the other player.", unit=called(s.roster[uid])))
            return
        yield from self.barred(seat, side)
        there = _stocked_depots(s) if self.depots else standing_bridges(seat.rules, s)
        if target not in there:
            yield self.nothing(seat, target)
            return
        yield from conditions(seat, side, uid, target)
        if step is not None:
            yield from spent(seat, step, uid, target)

    def nothing(self, seat: ItSeat, target: str) -> Reason:
        """The reason when there is nothing of this kind to destroy."""
        raise TypeError("a subclass says what it tries to destroy")

    def do(self, play: ItPlay, step: Engineering, action: Action) -> None:
        """Announce the attempt; commandos may interfere before the die roll (B40). It counts even if it is cancelled."""
        uid, target = action.subject[0], action.object
        play.swap(attempts=(*step.attempts, (uid, target)))
        if play.roster[uid].type == "engineer":
            works.gone(play, uid)
        play.tell(Declared("demolition", (uid,), target))
        play.push(Demolition(unit=uid, target=target))


class Demolish(_Attempt):
    """Try to blow up a bridge."""

    name = "demolish"
    barrier = "dice"
    label = say("Blow up the bridge")
    help = say("Roll one die on the Demolition Table.")
    object = "side"
    depots = False

    def barred(self, seat: ItSeat, side: str) -> Iterator[Reason]:
        """18.0d: not the Allies on 16AM."""
        if side == ALLIED and surprise(seat.s.turn):
            yield Reason("18.0d", say("The Allies may not try to destroy bridges on 16AM."))

    def nothing(self, seat: ItSeat, target: str) -> Reason:
        """No bridge stands there."""
        return Reason("13.1c", say("There is no bridge at {side}.", side=target or "-"))


class Burn(_Attempt):
    """Try to destroy a fuel depot (13.2a)."""

    name = "burn"
    barrier = "dice"
    label = say("Destroy the depot")
    help = say("Roll one die on the Demolition Table.")
    object = "hex"
    depots = True

    def barred(self, seat: ItSeat, side: str) -> Iterator[Reason]:
        """13.2d: the Germans capture depots and may not destroy them. B71: under an option no depot may be tried on 16AM."""
        if side == GERMAN:
            yield Reason("13.2d", say("Only the Allied player may destroy fuel depots."))
        elif surprise(seat.s.turn) and not seat.rules.options.depots_on_16am:
            yield Reason("B71", say("The Allies may not try to destroy depots on 16AM."))

    def nothing(self, seat: ItSeat, target: str) -> Reason:
        """No depot is left there."""
        return Reason("13.2a", say("There is no stocked depot in {hex}.", hex=target or "-"))


DEMOLISH, BURN = Demolish(), Burn()


# ---- the attempt -----------------------------------------------------------------------------------------------------
def _meddlers(play: ItPlay, target: str) -> tuple[str, ...]:
    """16.4c, 16.4i, B74: commandos beside a bridge or in a depot's hex that have tried no misdirection this turn."""
    return tuple(
        uid
        for at in ends(target)
        for uid in play.board.units_at(at)
        if play.roster[uid].commando and not play.units[uid].tricked
    )


class Demolition(Step, frozen=True, kw_only=True):
    """An announced attempt: the commandos first, each once (B40), then the die."""

    unit: str
    target: str
    asked: bool = False
    cancelled: bool = False

    def run(self, play: ItPlay) -> None:
        if self.cancelled:
            play.pop()
            return
        if not self.asked:
            play.swap(asked=True)
            found = _meddlers(play, self.target) if play.units[self.unit].side == ALLIED else ()
            if found:
                play.push(Disrupting(who=GERMAN, commandos=found, unit=self.unit, target=self.target))
            return
        play.pop()
        engineer = play.roster[self.unit].type == "engineer"
        die = play.roll(say("Demolition of {target}", target=self.target), rule="13.1c")
        result = play.rules.tables.demolition.result(die, engineer=engineer)
        play.tell(Resolved("demolition", self.target, result, "13.1c"))
        if result != "destroyed":
            return
        if is_bridge(self.target):
            play.edit("bridges")[self.target] = "destroyed"
            play.tell(MarkerChanged("bridge", self.target, "destroyed"))
        else:
            play.edit("depots")[self.target] = "destroyed"
            play.tell(MarkerChanged("depot", self.target, "destroyed"))


class _Disrupt(Pick["ItSeat", "Disrupting", "ItPlay"]):
    """A commando tries to stop the charge."""

    name = "disrupt"
    label = say("Disrupt the demolition")
    help = say("On 1 or 2 the attempt is cancelled; on 5 or 6 the commando is discovered and eliminated.")
    rule = "16.4d"

    def among(self, seat: ItSeat, step: Disrupting) -> Sequence[str]:
        """Those that have not tried."""
        return step.commandos

    def unfit(self, seat: ItSeat, step: Disrupting | None, ref: str) -> Iterator[Reason]:
        """One commando that is near and may roll."""
        if step is None:
            yield Reason(
                "16.4c", say("A demolition can be disrupted only after the attempt has been announced.")
            )
        elif ref not in step.commandos:
            if seat.s.roster[ref].commando and seat.s.units[ref].tricked:
                yield Reason("16.4i", say("This commando has already rolled for a misdirection this turn."))
            else:
                yield Reason("16.4c", say("This unit cannot disrupt the attempt."))

    def do(self, play: ItPlay, step: Disrupting, action: Action) -> None:
        """16.4d."""
        uid = action.subject[0]
        die = play.roll(say("Is the demolition disrupted?"), rule="16.4d", of=GERMAN)
        result = play.rules.tables.demolition_disruption.result(die)
        play.tell(Resolved("disruption", step.target, result, "16.4d"))
        left = tuple(u for u in step.commandos if u != uid)
        if result == "disrupted":
            play.answer(cancelled=True)
        elif left:
            play.swap(commandos=left)
        else:
            play.pop()
        if result == "discovered":
            eliminate(play, uid)


class _LetBlow(Verb["ItSeat", "Disrupting", "ItPlay"]):
    """The commandos stay hidden."""

    name = "let_blow"
    label = say("Stay hidden")
    help = say("The commandos do not interfere; the enemy rolls for the demolition.")

    def do(self, play: ItPlay, step: Disrupting, action: Action) -> None:
        """The attempt goes on."""
        play.pop()


DISRUPT, LET_BLOW = _Disrupt(), _LetBlow()


class Disrupting(Ask, frozen=True, kw_only=True):
    """An Allied demolition near commandos (SEQ.ENG.disrupt)."""

    commandos: tuple[str, ...]
    unit: str
    target: str
    verbs: ClassVar = (DISRUPT, LET_BLOW)

    def say(self, seat: ItSeat) -> Say:
        return say("The Allies are trying to destroy {target}: send in a commando?", target=self.target)
