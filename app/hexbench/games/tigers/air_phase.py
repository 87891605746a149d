"""Air attacks of the phasing player: ground attacks, bridge raids and raids on the fuel dump (P_AIR;
TG-AIR-02). Each mission runs from take-off through interception to the die rolls of the attack itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal

from msgspec.structs import replace

from hexbench.engine.board import remembered
from hexbench.engine.events import Declared, Resolved
from hexbench.engine.state import Script
from hexbench.engine.values import Action, Check, Flow, Offer, Reason, Say, Target, say
from hexbench.engine.verb import LazyTargets, Verb
from hexbench.engine.verbs.kinds import END, Choose, Phase
from hexbench.games.tigers import air, casualties, dump, ground, tables
from hexbench.games.tigers.combat import CALL_OFF
from hexbench.games.tigers.pieces import ALLIED, FOE, VDH, Side

if TYPE_CHECKING:
    from hexbench.games.tigers.seat import Position, TgPlay, TgSeat
    from hexbench.games.tigers.tables import AirRow


POOL: Final = "air"
SPARE: Final = " fresh"
"""Suffix of the ``how`` of a ground attack that leaves out disrupted units: aircraft type, then this (AMB-71).
"""


def box_key(type_: str) -> str:
    """The key of an aircraft type's box in the dock, as used by flows."""
    return f"{POOL}.{type_}"


@remembered
def prey(seat: TgSeat, side: str) -> dict[str, bool]:
    """Hex with units a side may attack by air -> whether it holds both disrupted and undisrupted units."""
    found: dict[str, list[bool]] = {}
    for uid, unit in seat.s.units.items():
        if unit.side == FOE[side] and unit.on_map and uid != VDH:
            found.setdefault(unit.at, []).append(unit.disrupted)
    return {at: any(states) and not all(states) for at, states in found.items()}


def spans(s: Position) -> list[str]:
    """The hexsides with an intact bridge."""
    return [side for side, bridge in s.bridges.items() if bridge.intact]


def _dump_to_burn(s: Position, side: str) -> str:
    """The hex of the fuel dump if ``side`` can destroy it, else empty (TG-FUL-07)."""
    return s.dump if side == ALLIED and s.dump_state != "destroyed" else ""


@remembered
def _types(seat: TgSeat, side: str) -> dict[str, str]:
    return air.bombers(seat.rules, seat.s, side)


def _fly(play: TgPlay, step: AirStrikes, kind: Kind, target: str, how: str) -> None:
    type_ = how.removesuffix(SPARE)
    group = air.bombers(play.rules, play, step.who)[type_]
    take_off(
        play,
        Mission(
            side=play.air[group].side,
            group=group,
            kind=kind,
            target=target,
            spare=how.endswith(SPARE),
            first=not play.air[group].again,
        ),
    )


def _untimely(step: AirStrikes | None) -> Iterator[Reason]:
    if step is None:
        yield Reason(
            "TG-AIR-02",
            say(
                "Air attacks are flown only in the owner's player turn, after "
                "ground attacks have been allocated."
            ),
        )


class Bomb(Verb["TgSeat", "AirStrikes", "TgPlay"]):
    """Attack every unit of a hex."""

    name = "bomb"
    label = say("Air attack")
    help = say(
        "One air unit attacks every unit in a hex, with one die roll for each; a D disrupts. "
        "You may leave out units that are already disrupted."
    )
    object = "hex"
    hows = tuple(f"{t}{s}" for types in air.TYPES.values() for t in types for s in ("", SPARE))
    risk = "dice"

    def offer(self, seat: TgSeat, step: AirStrikes) -> Offer | None:
        """Offered while an air unit can fly and there is a target."""
        return Offer(self.name) if _types(seat, step.who) and prey(seat, step.who) else None

    def targets(self, seat: TgSeat, step: AirStrikes, subject: tuple[str, ...]) -> Sequence[Target]:
        """Every enemy hex, with every aircraft type that can fly."""
        if subject:
            return ()
        keys = [
            (at, f"{type_}{spare}")
            for at, mixed in prey(seat, step.who).items()
            for type_ in _types(seat, step.who)
            for spare in (("", SPARE) if mixed else ("",))
        ]
        return LazyTargets(keys, lambda key: _bomb_target(seat, step, *key))

    def reasons(self, seat: TgSeat, step: AirStrikes | None, action: Action) -> Iterator[Reason]:
        """TG-AIR-01, TG-AIR-02, TG-AIR-29."""
        yield from _untimely(step)
        if step is None:
            return
        at, how = action.object, action.how
        yield from air.against_flying(seat.rules, seat.s, step.who, how.removesuffix(SPARE), bombing=True)
        there = prey(seat, step.who)
        if at not in there:
            hexes = (at,) if at in seat.rules.atlas.index else ()
            yield Reason("TG-AIR-03", say("There is no enemy unit to attack in {hex}.", hex=at or "-"), hexes)
        elif how.endswith(SPARE) and not there[at]:
            yield Reason(
                "AMB-71",
                say("Disrupted units can be left out only if the hex also holds undisrupted units."),
                (at,),
            )

    def do(self, play: TgPlay, step: AirStrikes, action: Action) -> None:
        _fly(play, step, "strike", action.object, action.how)


def _bomb_target(seat: TgSeat, step: AirStrikes, at: str, how: str) -> Target:
    rules, s = seat.rules, seat.s
    columns = {"open": 0, "cover": 0}
    for uid in air.order(s, seat.board, at, FOE[step.who]):
        if not (how.endswith(SPARE) and s.units[uid].disrupted):
            columns[air.column(rules, s, uid)] += 1
    chance = air.disrupts_on(rules)
    words = [say("disrupted units left out")] if how.endswith(SPARE) else []
    if columns["open"]:
        words.append(say("{n} in the open: D on {die}", n=columns["open"], die=chance["open"]))
    if columns["cover"]:
        words.append(say("{n} under cover: D on {die}", n=columns["cover"], die=chance["cover"]))
    flow = () if how.endswith(SPARE) else (Flow(box_key(how), (at,)),)
    return Target(at, how, says=tuple(words), rules=("TG-AIR-03", "TG-AIR-06", "TG-AIR-07"), flow=flow)


class _Raid(Verb["TgSeat", "AirStrikes", "TgPlay"]):
    """Attack a bridge."""

    name = "raid"
    label = say("Raid a bridge")
    help = say("One air unit, one die roll: two chances in six to destroy the bridge.")
    object = "side"
    hows = tuple(t for types in air.TYPES.values() for t in types)
    risk = "dice"

    def offer(self, seat: TgSeat, step: AirStrikes) -> Offer | None:
        """Offered while an air unit can fly and there is an intact bridge."""
        return Offer(self.name) if _types(seat, step.who) and spans(seat.s) else None

    def targets(self, seat: TgSeat, step: AirStrikes, subject: tuple[str, ...]) -> Sequence[Target]:
        """Every intact bridge, with every aircraft type that can fly."""
        if subject:
            return ()
        keys = [(side, type_) for side in spans(seat.s) for type_ in _types(seat, step.who)]
        text = (say("destroyed on {die}", die=tables.faces(seat.rules, 2)),)
        return LazyTargets(keys, lambda key: Target(key[0], key[1], says=text, rules=("TG-AIR-05",)))

    def reasons(self, seat: TgSeat, step: AirStrikes | None, action: Action) -> Iterator[Reason]:
        """TG-AIR-05."""
        yield from _untimely(step)
        if step is None:
            return
        yield from air.against_flying(seat.rules, seat.s, step.who, action.how, bombing=True)
        if ground.hexside(action.object) not in spans(seat.s):
            yield Reason("TG-AIR-05", say("There is no bridge at {side}.", side=action.object or "-"))

    def settle(self, seat: TgSeat, step: AirStrikes, action: Action) -> Action:
        """Normalise the hexside name, which may be given from either bank."""
        return Action(self.name, (), ground.hexside(action.object), action.how)

    def do(self, play: TgPlay, step: AirStrikes, action: Action) -> None:
        _fly(play, step, "raid", action.object, action.how)


class Burn(Verb["TgSeat", "AirStrikes", "TgPlay"]):
    """Attack the fuel dump."""

    name = "burn_dump"
    label = say("Bomb the fuel dump")
    help = say(
        "One USAAF group, one die roll: two chances in six to destroy the dump. Its location is revealed."
    )
    object = "hex"
    hows = air.TYPES[ALLIED]
    barrier = "seen"

    def undo_barrier(self, seat: TgSeat, step: AirStrikes) -> Any:
        """Revealing a hidden dump cannot be undone; otherwise a die roll or the other side's answer may
        follow.
        """
        return ("seen", seat.s.dump_state == "hidden") if seat.s.dump_state == "hidden" else ("dice", False)

    def offer(self, seat: TgSeat, step: AirStrikes) -> Offer | None:
        """Offered while a group can fly and there is a dump to destroy."""
        return Offer(self.name) if _types(seat, step.who) and _dump_to_burn(seat.s, step.who) else None

    def targets(self, seat: TgSeat, step: AirStrikes, subject: tuple[str, ...]) -> Iterable[Target]:
        at = _dump_to_burn(seat.s, step.who)
        if at and not subject:
            text = (say("destroyed on {die}", die=tables.faces(seat.rules, 2)),)
            for type_ in _types(seat, step.who):
                yield Target(at, type_, says=text, rules=("TG-FUL-07",))

    def reasons(self, seat: TgSeat, step: AirStrikes | None, action: Action) -> Iterator[Reason]:
        """TG-FUL-07."""
        yield from _untimely(step)
        if step is None:
            return
        yield from air.against_flying(seat.rules, seat.s, step.who, action.how, bombing=True)
        at = _dump_to_burn(seat.s, step.who)
        if step.who != ALLIED:
            yield Reason("TG-FUL-07", say("Only USAAF groups can bomb the fuel dump."))
        elif not at:
            yield Reason("TG-FUL-07", say("There is no fuel dump to destroy."))
        elif action.object != at:
            yield Reason("TG-FUL-07", say("The fuel dump is in {hex}.", hex=at), (at,))

    def do(self, play: TgPlay, step: AirStrikes, action: Action) -> None:
        _fly(play, step, "dump", action.object, action.how)


BOMB, RAID, BURN = Bomb(), _Raid(), Burn()


def wanted(play: TgPlay, side: str) -> bool:
    """Whether a side has any air unit that could attack, so that the step is needed."""
    return bool(air.bombers(play.rules, play, side))


class AirStrikes(Phase, frozen=True, kw_only=True):
    """Air attacks of the phasing player, one after the other."""

    verbs: ClassVar = (BOMB, RAID, BURN, CALL_OFF, END)
    phase: ClassVar[str] = "air"

    def say(self, seat: TgSeat) -> Say:
        """The prompt, with how many air units can still fly."""
        s = seat.s
        mine = [u for u in s.air.values() if u.side == self.who and air.present(s, u) and not u.flown]
        limit = air.cap(seat.rules, s, self.who)
        n = len(mine)
        if limit is not None:
            n = min(n, limit - sum(u.flown for u in s.air.values() if u.side == self.who))
        if n < 1:
            return say("Air attacks: no air unit can fly.")
        if n == 1:
            return say("Air attacks: one air unit can fly.")
        return say("Air attacks: {n} air units can fly.", n=n)

    def unfinished(self, seat: TgSeat) -> Iterable[Check]:
        """Units held back may still intercept or fly supplies; only unused second attacks would be lost."""
        for key, unit in seat.s.air.items():
            if unit.side == self.who and unit.again:
                text = say("{unit} may attack once more.", unit=air.title(key, unit))
                yield Check("point", text, "TG-WEA-07")

    def close(self, play: TgPlay) -> None:
        play.pop()
        air.stand_down(play, self.who)


Kind = Literal["strike", "raid", "dump", "resupply"]
GROUND: Final = ("strike", "raid", "dump")
"""The missions that are ground attacks (TG-AIR-01, TG-WEA-07)."""
TITLES: Final[dict[str, Say]] = {
    "strike": say("ground attack"),
    "raid": say("bridge raid"),
    "dump": say("raid on the fuel dump"),
    "resupply": say("supply flight"),
}


def take_off(play: TgPlay, mission: Mission) -> None:
    """Start a mission. It counts as the unit's mission of the turn whatever its outcome (TG-AIR-01)."""
    unit = play.air[mission.group]
    name = air.title(mission.group, unit)
    if mission.kind == "dump" and play.dump_state == "hidden":
        dump.reveal(play)
    play.tell(Declared(f"{TITLES[mission.kind]} by {name}", (), mission.target))
    again = unit.again - 1
    if mission.first:
        sky = play.rules.tables.weather.skies[play.weather]
        again = sky.attacks - 1 if mission.kind in GROUND else 0
    play.edit("air")[mission.group] = replace(unit, flown=True, again=again)
    play.push(mission)


# ---- stages ---------------------------------------------------------------------------------------------------------
def interception(play: TgPlay, step: Mission) -> None:
    """Ask the other side, before the first die roll of a mission, whether to intercept it (AMB-75,
    TG-AIR-27).
    """
    if step.first and air.fresh(play.rules, play, FOE[step.side]):
        play.push(Intercepting(who=FOE[step.side]))


def _carry_out(play: TgPlay, step: Mission) -> None:
    """Carry out the mission unless it was stopped."""
    play.pop()
    if not step.stopped:
        _WORK[step.kind](play, step)


class Mission(Script, frozen=True, kw_only=True):
    """One air unit on its way to a hex or a hexside. ``stopped``: shot down or turned back before it got there."""

    side: Side
    group: str
    kind: Kind
    target: str
    spare: bool = False
    """A ground attack that leaves disrupted units alone (AMB-71)."""
    first: bool = True
    """Not the second attack of one mission, which is not intercepted again (AMB-75)."""
    stopped: bool = False
    stages: ClassVar = (interception, _carry_out)


def _roll(play: TgPlay, why: Say, rule: str) -> AirRow:
    return play.rules.tables.air[str(tables.row(play, why, rule))]


def strike(play: TgPlay, step: Mission) -> None:
    """Attack every unit of the hex one by one, until the attacker is shot down (TG-AIR-03, TG-AIR-08)."""
    rules, type_ = play.rules, play.air[step.group].type
    for uid in air.order(play, play.board, step.target, FOE[step.side]):
        if step.spare and play.units[uid].disrupted:
            continue
        column = air.column(rules, play, uid)
        row = _roll(play, say("Air attack on {unit}", unit=rules.title(play.roster[uid])), "TG-AIR-03")
        result = row.open if column == "open" else row.cover
        play.tell(Resolved("air attack", uid, result, "TG-AIR-06" if column == "open" else "TG-AIR-07"))
        if result == "D":
            casualties.disrupt(play, uid, by_air=True)
        elif air.shot_down(rules, play, uid, result, type_):
            air.shoot_down(play, step.group)
            return


def raid(play: TgPlay, step: Mission) -> None:
    """Roll one die against a bridge (TG-AIR-05, AMB-73)."""
    a, _, b = step.target.partition("/")
    result = _roll(play, say("Air raid on the bridge {side}", side=step.target), "TG-AIR-05").bridge
    play.tell(Resolved("bridge raid", step.target, result, "TG-AIR-05"))
    if result == "BUST":
        casualties.blow_bridge(play, step.target)
    elif air.guarded(play.rules, play, play.board, (a, b)):
        _flak(play, step, result)


def burn(play: TgPlay, step: Mission) -> None:
    """Roll one die against the fuel dump, whose flak is always active (TG-FUL-07, AMB-73)."""
    result = _roll(play, say("Air raid on the fuel dump"), "TG-FUL-07").bridge
    play.tell(Resolved("fuel dump raid", step.target, result, "TG-FUL-07"))
    if result == "BUST":
        play.set(dump_state="destroyed")
        casualties.set_fact(play, "dump", "destroyed", say("The fuel dump is destroyed."))
    else:
        _flak(play, step, result)


def _flak(play: TgPlay, step: Mission, result: str) -> None:
    """Apply German flak against a raid; it never hits German aircraft (TG-AIR-11, TG-AIR-14)."""
    type_ = play.air[step.group].type
    hit = result in air.AA_ALL or (result in air.AA_P51 and type_ == "P-51")
    if hit and step.side == ALLIED:
        air.shoot_down(play, step.group)


def resupply(play: TgPlay, step: Mission) -> None:
    """Resolve a supply flight for all units of the side in the hex (TG-AIR-24..26, AMB-51)."""
    result = _roll(play, say("Do the supplies reach {hex}?", hex=step.target), "TG-AIR-24").resupply
    play.tell(Resolved("air resupply", step.target, result, "TG-AIR-24"))
    if result == "SUPPLIED":
        play.edit("airlifted")[step.target] = step.side
        text = say("Supplies have reached {hex}.", hex=step.target)
        casualties.set_fact(play, f"airlift.{step.target}", step.side, text)
    elif result == "AA?" and step.side == ALLIED:
        near = play.rules.atlas.near[step.target]
        if sum(air.guarded(play.rules, play, play.board, (at,)) for at in near) >= 2:
            air.shoot_down(play, step.group)


_WORK: Final[dict[str, Callable[[TgPlay, Mission], None]]] = {
    "strike": strike,
    "raid": raid,
    "dump": burn,
    "resupply": resupply,
}


# ---- interception ---------------------------------------------------------------------------------------------------
def _mission_below(s: Position) -> Mission | None:
    """The mission on the stack that is being flown, or None."""
    return next((step for step in reversed(s.stack) if isinstance(step, Mission)), None)


def fight(play: TgPlay, hunter: str) -> None:
    """Roll one die for one interceptor (TG-AIR-18..22, AMB-71)."""
    mission = play.stack[-2]
    prey = play.air[mission.group]
    play.edit("air")[hunter] = replace(play.air[hunter], flown=True)
    names = {"hunter": air.title(hunter, play.air[hunter]), "prey": air.title(mission.group, prey)}
    result = _roll(play, say("{hunter} intercepts {prey}", **names), "TG-AIR-18").intercept
    play.tell(Resolved("interception", mission.group, result, "TG-AIR-18"))
    if result in ("DEF_DOWN", "INTERCEPTED"):
        play.pop()
        play.swap(stopped=True)
        if result == "DEF_DOWN":
            air.shoot_down(play, mission.group)
        else:
            play.edit("air")[mission.group] = replace(play.air[mission.group], again=0)
        return
    below_height = prey.type == "P-47" and play.air[hunter].type == "FW-190"
    if result == "ATT_DOWN" or (result == "ATT_DOWN_IF_NOT_P47_TARGET" and not below_height):
        air.shoot_down(play, hunter)
    if not air.fresh(play.rules, play, play.air[hunter].side):
        play.pop()


class Intercept(Choose["TgSeat", "Intercepting", "TgPlay"]):
    """Send one unit against the mission."""

    name = "intercept"
    label = say("Intercept")
    help = say(
        "One air unit, one die roll: two chances in six to shoot down the enemy unit, one to turn "
        "it back, and two that you may lose your own."
    )
    barrier = "dice"
    rule = "TG-AIR-18"

    def choices(self, seat: TgSeat, step: Intercepting) -> Sequence[Target]:
        """Each type that can fly."""
        return [Target(type_, rules=("TG-AIR-18",)) for type_ in air.fresh(seat.rules, seat.s, step.who)]

    def unfit(self, seat: TgSeat, step: Intercepting | None, key: str) -> Iterator[Reason]:
        """There is no mission to intercept, or no unit that could."""
        if step is None:
            yield Reason("TG-AIR-27", say("There is no air mission to intercept."))
        else:
            yield from air.against_flying(seat.rules, seat.s, step.who, key)

    def do(self, play: TgPlay, step: Intercepting, action: Action) -> None:
        fight(play, air.fresh(play.rules, play, step.who)[action.object])


_INTERCEPT = Intercept()


class Intercepting(Phase, frozen=True, kw_only=True):
    """The other side may intercept with one unit after the other (I_INTERCEPT)."""

    verbs: ClassVar = (_INTERCEPT, END)

    def say(self, seat: TgSeat) -> Say:
        mission = _mission_below(seat.s)
        if mission is None:
            return say("Intercept?")
        name = air.title(mission.group, seat.s.air[mission.group])
        return say(
            "{unit} is on a {kind} ({target}): intercept it?",
            kind=TITLES[mission.kind],
            target=mission.target,
            unit=name,
        )

    def unfinished(self, seat: TgSeat) -> Iterable[Check]:
        """Nothing to check: letting the mission pass costs nothing."""
        return ()
